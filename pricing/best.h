/*
 * best.h - while the offers of a new price file go by, one after the other: which few of them plans
 * may want, and what a card-hour costs in the middle. In little memory, however many there are.
 */
#ifndef PRICING_BEST_H
#define PRICING_BEST_H

#include <stdbool.h>
#include <stddef.h>

#include "catalog/price_block.h"
#include "engine/facts.h"

#define BEST_FROM 8000 /* fewer offers are all read when the program starts */

struct best;
/* best_new: moment: today, for classes of age. NULL: out of memory. */
struct best *best_new(const struct facts *f, const char *moment);
void best_free(struct best *b); /* NULL allowed */
/* best_add: an offer that counts (of one key the weightiest row). false: out of memory. */
bool best_add(struct best *b, const struct price_row *x);

/* best_count: how many were added. best_each: the cheapest of each group by card, count, kind,
 * provider, currency, network, link, kind of region and class of age; only the key (provider ..
 * feed) is filled. best_sort: in the order of their keys from now on, nothing is added any more;
 * false: out of memory. No groups when there were less than BEST_FROM offers, or more groups than
 * are kept: then all are to be read. */
size_t best_count(const struct best *b);
size_t best_groups(const struct best *b);
bool best_sort(struct best *b);
struct price_row best_each(const struct best *b, size_t i);

/* best_median: USD of a card-hour of that card and kind (KIND_COUNT: all kinds), within 1 %; *n
 * offers tell it. UNKNOWN when there is none. */
double best_median(const struct best *b, int accel, enum price_kind kind, size_t *n);

#endif
