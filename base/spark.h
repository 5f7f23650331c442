/*
 * spark.h - a row of numbers as a row of small bars, one cell each: the way of a price in a table.
 */
#ifndef BASE_SPARK_H
#define BASE_SPARK_H

#include <stdbool.h>
#include <stddef.h>

struct str;

/* spark: appends the last `cells` of n numbers, the least as the lowest bar and the greatest as the
 * highest; where all are the same, bars of half the height. ascii: _ . - = * #. Numbers that are
 * not known are left out; fewer than two append nothing. */
void spark(struct str *out, const double *x, size_t n, size_t cells, bool ascii);

#endif
