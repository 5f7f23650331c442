/*
 * trend.h - what a price did since it was first seen, in a few cells: the time between is cut into
 * equal pieces, each stands as high as the price was at its end.
 */
#ifndef APP_TREND_H
#define APP_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/date.h"
#include "catalog/price_past.h"

#define TREND_CELLS 8
#define TREND_BYTES (TREND_CELLS * 3 + 1)

/* trend_text: blocks of one to eight eighths, UTF-8. Empty, false: fewer than two prices, or they
 * are not all in one currency. Points oldest first, today in days. */
bool trend_text(char out[TREND_BYTES], const struct past_point *point, size_t n, int32_t today);

#endif
