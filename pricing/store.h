/*
 * store.h - prices.sqlite made anew: what stays of the old file and the feeds that were believed.
 *
 * The new file is written beside the old one under a name that nobody reads, synced, and renamed
 * into place. Killed at any moment, the price file is wholly the old one or wholly the new one; a
 * left-over of a killed run is written over by the next. One refresh at a time: the caller holds
 * the lock.
 */
#ifndef PRICING_STORE_H
#define PRICING_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "engine/facts.h"
#include "pricing/judge.h"

#define STORE_NEW_FILE PRICES_FILE ".new"
#define STORE_LOCK_FILE PRICES_FILE ".lock"
#define STORE_HISTORY 64 /* days kept of one price */

struct store_feed {
    const char *name, *place; /* place: file or address it came from */
    const struct verdict *row;
    size_t n;
    size_t taken; /* accepted and unchanged rows, compared with at the next refresh */
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

/* store_check: the old file through and through. OK also when there is none (*there false). */
enum err store_check(const char *dir, bool *there, struct err_info *e);
/* store_last_rows: rows of the feed at its last refresh, 0 when it has none. */
enum err store_last_rows(const char *dir, const char *feed, size_t *rows, struct err_info *e);
/* store_write: feeds replace what the old file has under their names, all else is carried over.
 * facts give the ids of the cards; moment: "YYYY-MM-DDThh:mm:ssZ". hook may be NULL. ERR_IO. */
enum err store_write(const char *dir, const struct facts *f, const struct store_feed *feed,
                     size_t n, const char *moment, store_hook *hook, void *ctx, struct err_info *e);
/* store_set_aside: a damaged file is renamed to prices.sqlite.damaged, for a look at it. */
enum err store_set_aside(const char *dir, struct err_info *e);

#endif
