/*
 * feed.h - the kinds of feeds: a row in the table of feed.c and one small parser each.
 *
 * A parser turns bytes into rows of texts and hands them over one by one; it judges nothing but
 * whether a line is a line. Prices, units, names are the judge's.
 */
#ifndef PRICING_FEED_H
#define PRICING_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "pricing/judge.h"

/* A row, valid during the call. false stops the parser with ERR_NOMEM. */
typedef bool feed_row_fn(void *ctx, const struct feed_row *row);

struct feed_kind {
    const char *word;
    size_t max_bytes; /* of the decompressed answer */
    /* read: file is for messages. ERR_VALUE: another format than this feed's. ERR_LIMIT. */
    enum err (*read)(const char *text, size_t len, const char *file, feed_row_fn *fn, void *ctx,
                     struct err_info *e);
};
extern const struct feed_kind feed_kinds[];
extern const size_t feed_kind_count;

enum err feed_list_read(const char *text, size_t len, const char *file, feed_row_fn *fn, void *ctx,
                        struct err_info *e);

#endif
