/*
 * refresh.h - one run: fetch, parse, judge, store. What dlrig-refresh does between its arguments
 * and its exit code.
 */
#ifndef PRICING_REFRESH_H
#define PRICING_REFRESH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/date.h"
#include "base/err.h"
#include "base/msg.h"
#include "pricing/source.h"

#define REFRESH_FEEDS_MAX 128

struct refresh_options {
    const char *store_dir, *catalog_path;
    struct source_feed feed[REFRESH_FEEDS_MAX];
    size_t n;
    struct source_net net;
    bool dry_run;
    bool force; /* also a feed that shrank or became empty */
    bool due;   /* leave known feeds alone that were fetched within REFRESH_EVERY_S */
    enum lang lang;
    struct moment now;
    bool as_of; /* now is another day than today: no clock is compared with it */
};
#define REFRESH_EVERY_S (6 * 3600)

extern const char refresh_version[];

/* refresh_name: a feed may be called so. */
bool refresh_name(const char *name, size_t len);

/* refresh_run: tells its progress on standard output. Returns the exit code: 0, 3 catalog damaged,
 * 4 a feed failed or another refresh runs, 5 the price file could not be written (*e is filled for
 * 3 and 5, and for 4 when no feed was tried). */
int refresh_run(const struct refresh_options *o, struct err_info *e);

#endif
