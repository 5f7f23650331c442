/* feed_desk.h - a feed read and judged against the shipped catalog, as text and as counts. */
#ifndef TESTS_UNIT_PRICING_FEED_DESK_H
#define TESTS_UNIT_PRICING_FEED_DESK_H

#include "base/arena.h"
#include "base/str.h"
#include "pricing/feed.h"
#include "pricing/judge.h"

#define FEED_TODAY "2026-11-30"

struct feed_seen {
    const struct feed_kind *kind; /* that was found */
    enum err rc;
    struct err_info e;
    struct judge_counts counts;
    struct str text; /* a line a verdict and a rate; only while `tell` */
    size_t rates;
    char next[256];
};

/* feed_see: path: told as the place of the feed; text may be cut by the caller. piece: bytes pushed
 * at once, 0 all. tell: fills text. Free with feed_forget. */
void feed_see(struct feed_seen *s, const char *path, const char *text, size_t len, size_t piece,
              bool tell);
void feed_forget(struct feed_seen *s);
int feed_desk_close(void **state); /* tear-down of a group */
/* feed_file: the bytes of a file, NUL-terminated, in the arena; fails the test. */
const char *feed_file(struct arena *a, const char *path, size_t *len);

#endif
