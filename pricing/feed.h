/*
 * feed.h - the formats of price feeds: a row in the table of feed.c and one small parser each.
 *
 *     feed_start(&p, NULL, &about, &sink, &e);     NULL: the format is found by the content
 *     feed_push(p, bytes, n, &e);                  as they come, cut anywhere
 *     feed_end(p, &e);
 *     feed_free(p);
 *
 * A parser turns bytes into rows of texts and hands them over one by one; it joins and folds rows
 * that make up one price (host and cards, zones of a region), and judges nothing but whether a line
 * is a line. Prices, units, names are the judge's. gzip is undone on the way.
 */
#ifndef PRICING_FEED_H
#define PRICING_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "pricing/judge.h"

struct market;

struct feed_rate { /* 1 base = rate quote */
    const char *base, *quote, *date;
    double rate;
};

/* Rows and rates are valid during the call. false stops the parser with ERR_NOMEM. */
struct feed_sink {
    bool (*row)(void *ctx, const struct feed_row *row);
    bool (*rate)(void *ctx, const struct feed_rate *rate); /* may be NULL */
    void *ctx;
};

/* What is known of a feed besides its bytes; NULL: not told. The strings must outlive the parser.
 */
struct feed_about {
    const char *place;     /* file or address; names of clouds and days are looked for in it */
    const char *name;      /* of the feed; the same */
    const char *provider;  /* id of the catalog */
    const char *date;      /* YYYY-MM-DD: of rows that tell none */
    struct market *market; /* what is known already; NULL: nothing */
};

struct feed_input; /* feed_parse.h */
struct feed_kind {
    const char *word;
    size_t max_bytes; /* of the unpacked text */
    bool streams;     /* in little memory, however long it is; else the text is kept till the end */
    /* Is it this format? head: the first bytes, NUL-terminated; whole: that is all. */
    bool (*sniff)(const char *head, size_t n);
    enum err (*read)(struct feed_input *in, struct err_info *e);
};
extern const struct feed_kind feed_kinds[];
extern const size_t feed_kind_count;
const struct feed_kind *feed_kind_find(const char *word);

struct feed_parser;
enum err feed_start(struct feed_parser **out, const struct feed_kind *kind,
                    const struct feed_about *about, const struct feed_sink *sink,
                    struct err_info *e);
/* feed_push, feed_end: ERR_VALUE another format than this or any; ERR_SYNTAX cut or damaged;
 * ERR_LIMIT too large when unpacked; ERR_NOMEM. After an error only feed_free is left. */
enum err feed_push(struct feed_parser *p, const char *bytes, size_t n, struct err_info *e);
enum err feed_end(struct feed_parser *p, struct err_info *e);
const char *feed_next(const struct feed_parser *p); /* after feed_end: address of the next page */
const struct feed_kind *feed_kind_of(const struct feed_parser *p); /* NULL: not known yet */
void feed_free(struct feed_parser *p);                             /* NULL allowed */

/* feed_read: a whole text at once. */
enum err feed_read(const struct feed_kind *kind, const char *text, size_t len,
                   const struct feed_about *about, const struct feed_sink *sink,
                   struct err_info *e);

#endif
