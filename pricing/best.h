/*
 * best.h - while the offers of a new price file go by, one after the other: which few of them plans
 * may want, and what a card-hour costs in the middle. In little memory, however many there are.
 */
#ifndef PRICING_BEST_H
#define PRICING_BEST_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/facts.h"

#define BEST_FROM 8000 /* fewer offers are all read when the program starts */

/* What the price file says of one offer; texts never NULL but link. */
struct priced {
    const char *provider, *instance, *region, *zone, *kind, *feed, *gpu, *currency, *link, *date;
    double gpu_count, network_gbps, price_hour, weight;
    enum tri rdma;
};

struct best;
/* best_new: moment: today, for classes of age. NULL: out of memory. */
struct best *best_new(const struct facts *f, const char *moment);
void best_free(struct best *b); /* NULL allowed */
/* best_add: an offer that counts (of one key the weightiest row). false: out of memory. */
bool best_add(struct best *b, const struct priced *x);

/* best_count: how many were added. best_each: the cheapest of each group by card, count, kind,
 * provider, currency, network, link, kind of region and class of age, in the order in which the
 * groups came; only the key (provider .. feed) is filled. None when there were less than BEST_FROM,
 * or more groups than are kept: then all are to be read. */
size_t best_count(const struct best *b);
size_t best_groups(const struct best *b);
struct priced best_each(const struct best *b, size_t i);

/* best_median: USD of a card-hour of that card and kind (KIND_COUNT: all kinds), within 1 %; *n
 * offers tell it. UNKNOWN when there is none. */
double best_median(const struct best *b, int accel, enum price_kind kind, size_t *n);

#endif
