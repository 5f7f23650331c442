/*
 * commit.h - what a promise to stay is worth: discounts on the hourly price by provider and term.
 *
 * A reserved hour is paid whether it is used or not, so a discount d pays above a use of 1 - d.
 */
#ifndef ENGINE_COST_COMMIT_H
#define ENGINE_COST_COMMIT_H

#include "engine/facts.h"

struct commitment {
    const struct discount *row;
    int months;
    double low, typical, high; /* fractions off the hourly price */
    double pays_above;         /* share of the hours of the term that must be used */
    bool of_market;            /* no row of this provider: that of its kind, or of the market */
};

/* commitments_of: up to max rows for terms of one month, one and three years: the provider's own,
 * else those of its kind of provider, else of the market; shortest term first. Returns how many. */
int commitments_of(const struct facts *f, const char *provider, struct commitment *out, int max);

/* commitment_pays_above: share of use above which a discount is worth its promise. */
double commitment_pays_above(double discount);

#endif
