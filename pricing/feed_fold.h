/*
 * feed_fold.h - zones that repeat one price become one row of their region; a machine that costs
 * the same in every region of a long list, one row for everywhere. Of a region whose zones differ,
 * the row of the region has the price of most zones on demand and of the cheapest zone on spot;
 * the others keep their zone.
 */
#ifndef PRICING_FEED_FOLD_H
#define PRICING_FEED_FOLD_H

#include "pricing/feed_parse.h"

struct fold_row {
    struct feed_row row; /* region and zone not NULL; texts outlive the fold */
    double price;        /* what row.price_hour says; UNKNOWN: none */
    double cards_price;  /* how much of it is for the cards, where a list tells that; else 0 */
};

/* feed_fold: hands the rows over, sorted by machine, region and kind. regions: how many the whole
 * list has. known_usd: an hour of the machine on demand as the market has it, or UNKNOWN. */
typedef double fold_known_fn(void *ctx, const struct feed_row *row);
enum err feed_fold(struct feed_input *in, struct fold_row *all, size_t n, size_t regions,
                   fold_known_fn *known_usd, void *ctx, struct err_info *e);

#endif
