/*
 * price_past.h - what an offer cost before: the column `past` of the price file. One point for each
 * change, oldest first, "2026-10-01 USD 15;2026-11-03 USD 14.5"; the price of a point held from its
 * day on. The row's own date and price come last and are not repeated, unless the price has held
 * since before that date.
 */
#ifndef CATALOG_PRICE_PAST_H
#define CATALOG_PRICE_PAST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"

#define PAST_POINTS 64 /* kept of one offer, at most */
#define PAST_BYTES (PAST_POINTS * 48)

struct past_point {
    char date[11], currency[4];
    double price_hour; /* of the whole machine */
};

/* past_read: the points of a text that is one; others are passed over. The last cap of them. */
size_t past_read(const char *text, struct past_point *out, size_t cap);
/* past_add: writes text with a point more to out (PAST_BYTES), leaving out what is not older than
 * `before`, and all but the last `keep` points. A price that already stands last is not repeated.
 * out is "" when there is nothing to keep. */
void past_add(char out[PAST_BYTES], const char *text, const struct past_point *point,
              const char *before, size_t keep);

/* price_file_past: the points of an offer of the price file, its present price last, by date; from
 * all feeds that tell of it. 0 when it has none. key: provider, instance, region, zone, kind.
 * ERR_NOT_FOUND, ERR_DAMAGED. */
enum err price_file_past(const char *path, const struct offer *key, struct past_point *out,
                         size_t cap, size_t *n, struct err_info *e);

/* price_past_query: reads one key after the other. past_of: *n points as above. */
struct past_query;
enum err past_open(struct past_query **out, const char *path, struct err_info *e);
enum err past_of(struct past_query *q, const struct offer *key, struct past_point *out, size_t cap,
                 size_t *n, struct err_info *e);
void past_close(struct past_query *q); /* NULL allowed */

#endif
