/*
 * price_file.h - prices.sqlite, the file that a refresh leaves behind: offers, their history, and
 * what the judge held back. Written whole by pricing/store.c and renamed into place, so that a
 * reader sees the old file or the new one and never waits; read by catalog_load_prices (load.h).
 *
 * Tables: about (one row), counts (rows of the others), feeds (with what a server said of its
 * answer and when it may be asked again), offers (blocks of some dozens in the order of their keys,
 * price_block.h, price_rows.h; key provider, instance, region, zone, kind, feed; "" in region and
 * zone means all; past: price_past.h), best_offers (of many offers, those that a plan may want: the
 * cheapest of each shape, kind, provider, group of regions and age; blocks; none while there are
 * few), gone (the past of offers that their feed has no more), medians (USD of a
 * card-hour by card and kind, "" for all kinds), judged (rows that were refused, quarantined or
 * only marked, with the reason), fx (exchange rates).
 *
 * Of one key that several feeds tell, the row with the largest weight counts: its day and how near
 * its source stands to the seller, so that the order in which feeds came does not matter.
 */
#ifndef CATALOG_PRICE_FILE_H
#define CATALOG_PRICE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"

#define PRICES_FILE "prices.sqlite"
#define PRICES_APPLICATION_ID 0x646c7270 /* "dlrp" */
#define PRICES_FORMAT 3                  /* user_version; a reader refuses any other */

enum judge_reason { /* judged.def */
                    JUDGED_NONE,
#define JUDGED(ID, word, class) JUDGED_##ID,
#include "catalog/judged.def"
#undef JUDGED
                    JUDGED_COUNT
};
enum judge_class {
    JUDGE_GOOD,
    JUDGE_BROKEN,
    JUDGE_FOREIGN,
    JUDGE_PASSED,
    JUDGE_UNPRICED,
    JUDGE_ODD,
    JUDGE_MARKED
};

const char *judge_reason_word(enum judge_reason r);       /* "" for JUDGED_NONE */
enum judge_reason judge_reason_find(const char *word);    /* JUDGED_NONE when unknown */
enum judge_class judge_reason_class(enum judge_reason r); /* JUDGE_GOOD for JUDGED_NONE */
enum msg_id judge_reason_text(enum judge_reason r);
const char *judge_class_word(enum judge_class c); /* "accepted", "refused", ... */

/* What the judge said of a row that it did not simply take. */
struct judged_row {
    const char *feed;
    enum judge_reason reason;
    long line; /* of the feed's file */
    const char *provider, *instance, *region, *zone, *kind, *gpu, *currency, *date; /* NULL: none */
    double price_hour, expected_hour; /* whole machine, in currency; UNKNOWN */
};

/* What the price file knows of a feed; texts NULL when unknown. Moments: "YYYY-MM-DDThh:mm:ssZ". */
struct price_feed {
    const char *name, *place, *fetched, *data_date, *retry_after;
    double rows;
};

extern const char price_file_schema[]; /* CREATE TABLE statements */

/* offer_weight: of an offer known on `day` (days since 1970) from a source of that rank. A cloud's
 * own list is believed against a collector's for OFFER_CLOUD_DAYS - OFFER_COLLECTOR_DAYS longer; a
 * list of the user's own always. */
#define OFFER_CLOUD_DAYS 180
#define OFFER_COLLECTOR_DAYS 90
int32_t offer_weight(int32_t day, enum source_rank rank);

/* offer_key_order: by provider, instance, region, zone, kind; 0 for the same thing for rent. */
int offer_key_order(const struct offer *a, const struct offer *b);

/* price_file_error: a failure of db_open and its like as a message about the price file, with what
 * to do. Returns code. */
enum err price_file_error(const char *path, enum err code, struct err_info *e);

/* price_file_judged: all rows of `judged`, by feed and line, in the arena. ERR_NOT_FOUND,
 * ERR_DAMAGED, ERR_NOMEM. */
enum err price_file_judged(const char *path, struct arena *a, struct judged_row **out, size_t *n,
                           struct err_info *e);

/* price_file_feeds: all feeds by name, in the arena. Errors as above. */
enum err price_file_feeds(const char *path, struct arena *a, struct price_feed **out, size_t *n,
                          struct err_info *e);

#endif
