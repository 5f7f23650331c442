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

#define REFRESH_FEEDS_MAX 128
#define REFRESH_NAME_MAX 32

struct refresh_feed {
    char name[REFRESH_NAME_MAX + 1]; /* letters, digits, . _ - */
    const char *place;               /* file or https address */
    bool allow_private;
};

struct refresh_options {
    const char *store_dir, *catalog_path;
    struct refresh_feed feed[REFRESH_FEEDS_MAX];
    size_t n;
    bool dry_run, offline;
    bool force; /* also a feed that shrank or became empty */
    enum lang lang;
    struct moment now;
};

extern const char refresh_version[];

/* refresh_name: a feed may be called so. */
bool refresh_name(const char *name, size_t len);

/* refresh_run: tells its progress on standard output. Returns the exit code: 0, 3 catalog damaged,
 * 4 a feed failed or another refresh runs, 5 the price file could not be written (*e is filled for
 * 3 and 5, and for 4 when no feed was tried). */
int refresh_run(const struct refresh_options *o, struct err_info *e);

#endif
