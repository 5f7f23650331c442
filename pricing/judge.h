/*
 * judge.h - whether a row of a price feed is believed. Pure: rows in, verdicts out; it knows the
 * facts, the prices that stand until now and the day, and nothing of files and feeds.
 *
 * Unknown is never free: an empty price, 0 or "N/A" is a row without a price. Odd prices are not
 * dropped, they are quarantined with what was expected, so that a person can read and release them
 * (a cell `yes` in the column `checked` of that row).
 *
 *     struct judge *j = judge_new(&facts, &shipped, &last, today, &arena);
 *     judge_read(j, &row, source, &arena, &verdict);   for each row of the feed
 *     judge_believe(j, last, &verdict);                in the order of their keys
 *     judge_repeat(&first, &verdict);                  a key once more
 *     judge_feed(&counts, last_rows);                  the feed as a whole
 *
 * A machine that the catalog knows by name has the cards that the catalog says, whatever a feed of
 * others calls them; a list of the user's own is taken at its word.
 */
#ifndef PRICING_JUDGE_H
#define PRICING_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "catalog/price_file.h"
#include "engine/facts.h"

/* One row as a feed has it: texts, "" or NULL for an empty cell; valid until the feed's next row.
 * Cells may hold anything: the judge cleans and reads them. What the parser found out is set to 0
 * when there is nothing to say. */
struct feed_row {
    long line;
    bool broken; /* not a row at all */
    const char *provider, *instance, *region, *zone, *kind, *gpu, *gpu_count, *vcpus, *ram_gib,
        *link, *rdma, *network_gbps, *currency, *price_hour, *price_month, *date, *checked;

    const char *source; /* of the price, with its attribution; NULL: the caller says */
    enum source_rank rank;
    enum judge_reason held; /* what the parser knows to be wrong with it */
    bool per_gpu;           /* the price is of one card, gpu_count (else 1) make the machine */
    double memory_gb;       /* of a card, or of all of the machine; 0 not told */
    double elsewhere;       /* USD an hour in the other regions of the list; 0 not told */
    size_t repeats;         /* further rows of the feed that this one stands for */
};

#define JUDGE_FAR 5.0     /* times off the last price or the median: quarantined */
#define JUDGE_CHANGED 0.4 /* off the last price: marked */
#define JUDGE_REGIONS 1.8 /* times below the other regions: quarantined; above: marked */
#define JUDGE_BROKEN_SHARE 0.2
#define JUDGE_BROKEN_ROWS 10 /* a shorter list may be mended by hand: its good rows are taken */
#define JUDGE_SHRUNK 0.5     /* of the last accepted rows */

struct verdict {
    long line;
    enum judge_reason reason;
    bool unchanged;         /* just what the catalog says already: need not be stored */
    bool merged;            /* the same row once more */
    size_t repeats;         /* rows that it stands for besides itself: merged */
    bool checked;           /* a person says that it is right */
    enum judge_reason held; /* what the parser knows to be odd about it */
    double elsewhere;       /* as in feed_row */
    double expected;        /* price an hour of the machine that it was compared with, or UNKNOWN */
    struct offer offer;     /* as far as it could be read; texts in the arena, NULL when empty */
    const char *kind, *gpu; /* as the feed has them */
};
/* verdict_taken: the row's price is used. */
bool verdict_taken(const struct verdict *v);

struct judge_counts {
    size_t rows; /* all, without the header */
    size_t accepted, unchanged, merged, marked, unpriced, quarantined, refused, passed;
    size_t broken;                  /* of the refused: those that cannot be understood */
    long broken_line;               /* of the first of them, */
    enum judge_reason broken_why;   /* and what is wrong with it */
    size_t by_reason[JUDGED_COUNT]; /* of all but JUDGED_NONE */
    size_t rates;                   /* of the accepted: exchange rates, of the day */
    const char *rates_day;
}; /* rows = accepted + unchanged + merged + unpriced + quarantined + refused + passed; marked ones
      are accepted or unchanged too */

enum feed_verdict { FEED_GOOD, FEED_EMPTY, FEED_BROKEN, FEED_SHRUNK };

struct judge;
struct market;
/* judge_new: shipped are the catalog's offers, last those in use until now (may be the same), both
 * as struct prices says. today: days since 1970. NULL: out of memory. */
struct judge *judge_new(const struct facts *f, const struct prices *shipped,
                        const struct prices *last, int32_t today, struct arena *a);
const struct facts *judge_facts(const struct judge *j);
/* judge_market: what the judge knows, for the parsers of feeds. */
struct market *judge_market(struct judge *j);

/* judge_set_median: USD of a card-hour instead of that of `last`. kind KIND_COUNT: of all kinds;
 * UNKNOWN: too few to tell. */
void judge_set_median(struct judge *j, int accel, enum price_kind kind, double usd);

/* judge_read: all that can be said of a row by itself; *v keeps copies in the arena. source: of the
 * offer. judge_believe: whether its price is believed against `last`, what the price file says of
 * the same thing (accel, gpu_count, currency, price_hour); NULL: that is looked for in the `last`
 * of judge_new. judge_row: both. */
void judge_read(struct judge *j, const struct feed_row *row, const char *source, struct arena *a,
                struct verdict *v);
void judge_believe(struct judge *j, const struct offer *last, struct verdict *v);
void judge_row(struct judge *j, const struct feed_row *row, const char *source, struct arena *a,
               struct verdict *v);
/* judge_repeat: a row that is taken and has the key of `first`, which came before it in the same
 * feed: merged when it has its price, else quarantined. */
void judge_repeat(const struct offer *first, struct verdict *v);
void judge_count_row(struct judge_counts *c, const struct verdict *v);
/* judge_feed: last_rows taken at the last refresh, 0 when there was none. FEED_EMPTY: nothing in
 * it that could be used or only passed over. */
enum feed_verdict judge_feed(const struct judge_counts *c, size_t last_rows);

#endif
