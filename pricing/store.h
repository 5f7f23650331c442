/*
 * store.h - prices.sqlite made anew beside the old one: the old rows read in the order of their
 * keys, the new ones written in it, then renamed into place.
 *
 * The new file has a name that nobody reads until it is complete and synced. Killed at any moment,
 * the price file is wholly the old one or wholly the new one; a left-over of a killed run is
 * written over by the next. One refresh at a time: the caller holds the lock.
 *
 *     store_open(&s, dir, facts, moment, dry_run, &e);
 *     while (store_next(s, &old)) ... store_offer(s, ...) or store_gone(s, ...)
 *     store_judged(s, ...);
 *     store_finish(s, feeds, n, &e);       or store_drop(s): nothing happened
 */
#ifndef PRICING_STORE_H
#define PRICING_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "catalog/price_file.h"
#include "engine/facts.h"
#include "pricing/best.h"
#include "pricing/feed.h"
#include "pricing/judge.h"

#define STORE_NEW_FILE PRICES_FILE ".new"
#define STORE_LOCK_FILE PRICES_FILE ".lock"
#define STORE_GONE_MAX 100000 /* offers that are no more, whose past is kept */
#define STORE_PLACE_BYTES 1024

/* A row of the table feeds; "" for what is not known. Moments: "YYYY-MM-DDThh:mm:ssZ". */
struct store_feed {
    char name[33], place[STORE_PLACE_BYTES];
    char fetched[21];     /* its answer was good, or as before */
    char retry_after[21]; /* its server is not to be asked before */
    char tried[21];
    char format[32], data_date[11], etag[257], modified[41];
    size_t rows; /* taken; compared with at the next refresh */
    bool anew;   /* its rows, rates and verdicts are written in this run */
};

/* Where a write stands; a test stops it there. */
enum store_step {
    STORE_CREATED,
    STORE_COPIED,
    STORE_FILLED,
    STORE_CLOSED,
    STORE_SYNCED,
    STORE_RENAMED
};
typedef void store_hook(void *ctx, enum store_step step);

struct store;
/* store_check: the old file through and through, unless it is larger than max_bytes. OK also when
 * there is none (*there false). */
enum err store_check(const char *dir, int64_t max_bytes, bool *there, struct err_info *e);
/* store_set_aside: a damaged file is renamed to prices.sqlite.damaged, for a look at it. */
enum err store_set_aside(const char *dir, struct err_info *e);

/* store_open: dry: nothing is written, the old file is only read. facts give the ids of the cards.
 * hook may be NULL. ERR_IO, ERR_DAMAGED, ERR_NOMEM. */
enum err store_open(struct store **out, const char *dir, const struct facts *f, const char *moment,
                    bool dry, store_hook *hook, void *ctx, struct err_info *e);
/* store_feeds: those of the old file. store_medians: its medians to the judge. */
enum err store_feeds(struct store *s, struct store_feed *out, size_t cap, size_t *n,
                     struct err_info *e);
enum err store_medians(struct store *s, struct judge *j, struct err_info *e);

/* After the first failure these do nothing; store_finish tells it, and so does store_error. */
/* store_next: the next old offer with its card, valid until the next call; false: at the end, or
 * failed. */
bool store_next(struct store *s, struct price_row **out);
size_t store_points(const struct store *s); /* to keep of the past of one offer */
/* store_offer: of the new file, old or new; in the order of their keys. */
void store_offer(struct store *s, const struct price_row *x);
void store_gone(struct store *s, const struct price_row *key, const char *last, const char *past);
/* store_gone_past: of an offer that comes back; NULL when nothing is known. */
const char *store_gone_past(struct store *s, const struct price_row *key);
void store_judged(struct store *s, const struct verdict *v, const char *feed);
void store_rate(struct store *s, const struct feed_rate *r, const char *source, const char *feed);
/* store_counts: of the offers of one key the one that counts. */
void store_counts(struct store *s, const struct price_row *x);
enum err store_error(const struct store *s, struct err_info *e);

/* store_finish: feeds: all that are to stand in the file. Frees the store. Writes nothing when it
 * is dry. */
enum err store_finish(struct store *s, const struct store_feed *feed, size_t n, struct err_info *e);
void store_drop(struct store *s); /* NULL allowed */

#endif
