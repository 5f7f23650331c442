/*
 * source.h - where the bytes of a feed come from: a file, or an ordered list of addresses of which
 * the first that answers well is taken. Follows pages, finds an address that a page tells, asks
 * only for what is new, and leaves alone a server that wants to be left alone.
 */
#ifndef PRICING_SOURCE_H
#define PRICING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/date.h"
#include "base/err.h"
#include "catalog/known_feed.h"
#include "pricing/fetch.h"

#define SOURCE_PLACES 8
#define SOURCE_PLACE_BYTES 1024
#define SOURCE_NAME_MAX 32

struct source_feed {
    char name[SOURCE_NAME_MAX + 1];   /* letters, digits, . _ - */
    const struct known_feed *known;   /* NULL: a list of the user's own */
    const char *place[SOURCE_PLACES]; /* files or https addresses, in this order; none: those
                                              of `known` */
    size_t place_n;
    bool allow_private;
};

struct source_net { /* 0 and NULL: the usual */
    const char *proxy, *ca_file;
    long connect_s, transfer_s, quiet_s, total_s;
    long max_mb; /* of an answer of the user's own lists */
    bool offline;
};

/* What is known of a feed from its last answers, kept between runs in the price file. */
struct source_state {
    char place[SOURCE_PLACE_BYTES]; /* that answered */
    char etag[FETCH_ETAG_MAX + 1], modified[FETCH_MODIFIED_MAX + 1];
    int64_t retry_s;     /* not to be asked before this moment, unix seconds; 0: any time */
    long clock_s;        /* the server's clock ahead of ours, seconds; 0 when less than a day */
    bool unchanged;      /* the last answer was: as before */
    size_t bytes, pages; /* of the answer */
};

/* Who takes the bytes. begin: a new attempt, all that came before is void; date: day of the data,
 * "YYYY-MM-DD", for rows that tell none. end: the bytes of a page are complete; *next is the
 * address of the following page, or NULL. */
struct source_reader {
    enum err (*begin)(void *ctx, const char *place, const char *date, struct err_info *e);
    fetch_sink *bytes;
    enum err (*end)(void *ctx, const char **next, struct err_info *e);
    void *ctx;
};

struct source;
/* source_new: now: by our clock. NULL: out of memory. */
struct source *source_new(const struct source_net *net, struct moment now);
void source_free(struct source *s); /* NULL allowed */

/* source_read: was: of the last time, or all 0. now: filled also when it fails. After OK with
 * now->unchanged nothing was handed out and what is stored holds. Errors are those of fetch_get,
 * of file reading and of the reader. */
enum err source_read(struct source *s, const struct source_feed *feed,
                     const struct source_state *was, struct source_state *now,
                     const struct source_reader *reader, struct err_info *e);

/* source_find_address: the address that the feed's finder page tells, made whole; false: none. */
bool source_find_address(const struct known_feed *k, const char *page, size_t n, char *out,
                         size_t cap);

#endif
