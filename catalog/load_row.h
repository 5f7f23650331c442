/*
 * load_row.h - inside of load: a table read row by row, its columns one after the other, and what
 * the parts of the loader share.
 *
 *     struct rows r;
 *     load_rows(&l, &r, "interconnects", "id, name, kind");
 *     f->interconnect = ROWS_ARRAY(&l, &r, struct interconnect);
 *     while (rows_next(&r)) { x->id = take_text(&r); x->name = take_text(&r); ... }
 *     rows_end(&r);
 *
 * The first error stays in the loader; after it every read is a no-op and rows_next is false.
 */
#ifndef CATALOG_LOAD_ROW_H
#define CATALOG_LOAD_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "catalog/db.h"
#include "catalog/own.h"
#include "engine/facts.h"

#define COLUMNS_MAX 64
#define INTERN_SLOTS 8192 /* a power of two; strings that do not fit are copied again */

struct class_estimate {
    const char *id, *unit, *currency;
    double low, typical, high;
    struct origin from;
};
struct street {
    const char *table, *id, *date, *market, *currency;
    int32_t day; /* of the date, for ages */
    bool used;
    int kind, scope; /* rank: smaller is better */
    double price, low, high;
    struct origin from;
};
struct loader {
    struct db *db;
    const struct own *own; /* rows of the user's own, laid over db; NULL: none */
    struct arena *arena;
    struct facts *f;
    struct prices *p;
    struct err_info *e;
    enum err err;
    const char **intern;     /* strings that many rows share */
    const char **table_name; /* table counts */
    size_t *table_rows, table_n;
    const char **source_id, **source_text; /* table sources, sorted by id */
    size_t source_n;
    struct class_estimate *class;
    size_t class_n; /* sorted by id */
    struct street *street;
    size_t street_n; /* sorted by table, id */
};

struct rows {
    struct loader *l;
    struct stmt *stmt;
    size_t count;                  /* rows of the table */
    size_t seen;                   /* rows given out */
    int column;                    /* next to be taken */
    int own_column;                /* tells whether a row is the user's own; -1: none is */
    bool yours;                    /* the row at hand */
    const char *last[COLUMNS_MAX]; /* what take_shared gave for the column one row above */
};

/* load_price_open: a loader over a price file, *format as price_file_open. load_price_close: ends
 * it; what went wrong as a message about that file. */
enum err load_price_open(struct loader *l, const char *path, struct arena *a, int *format,
                         struct err_info *e);
enum err load_price_close(struct loader *l, const char *path);
void load_counts(struct loader *l); /* first of all */
void load_rows(struct loader *l, struct rows *r, const char *table, const char *columns);
bool rows_next(struct rows *r);
void rows_end(struct rows *r);
#define ROWS_ARRAY(l, r, type) ARENA_ARRAY((l)->arena, type, (r)->count + 1)
/* load_sort: qsort, left out when the rows are in order already (they mostly are). */
void load_sort(void *base, size_t n, size_t size, int (*order)(const void *, const void *));

const char *take_text(struct rows *r);   /* own copy, NULL for NULL */
const char *take_shared(struct rows *r); /* the same pointer for equal texts */
const char *load_shared(struct loader *l, const char *text);
double take_number(struct rows *r);
enum tri take_tri(struct rows *r);
bool take_flag(struct rows *r);            /* NULL is false */
struct origin take_origin(struct rows *r); /* columns source, as_of (or date), confidence */
/* load_sources reads the table; load_source: id of it -> "title (url)", other text as it is. */
void load_sources(struct loader *l);
const char *load_source(struct loader *l, const char *id);

/* load_price.c: classes and street prices are read before any part. A price cell is five columns:
 * price_usd, price_as_of, price_confidence, price_scale, price_class. */
struct price_cell {
    double usd;
    const char *date, *confidence, *scale, *class_id;
    const char *source; /* of the row it stands in */
    bool yours;
};
void load_price_tables(struct loader *l);
struct price_cell take_price_cell(struct rows *r);
/* load_price: the rule "newest street price > price cell > class estimate". size in the unit of
 * the class; whole: prices of whole machines are the part's own. */
struct price load_price(struct loader *l, const char *table, const char *id,
                        const struct price_cell *cell, double size, bool whole);

void load_accelerators(struct loader *l);
void load_models(struct loader *l);
void load_parts(struct loader *l);
void load_fittings(struct loader *l); /* after accelerators and parts */
void load_money(struct loader *l);    /* regions, factors, rates, engines, aliases, history ... */
void load_software(struct loader *l); /* after accelerators and models */
void load_offers(struct loader *l);   /* after accelerators */

/* What the offers of the catalog and those of the price file share. load_offer_order: qsort order
 * of struct prices. load_date_span: fills newest and oldest. load_price_kind: the word of a kind,
 * false when it is none. */
int load_offer_order(const void *a, const void *b);
int load_rate_order(const void *a, const void *b); /* base, quote, date: qsort order of facts.fx */
/* load_closed: which of the offers stand in regions that are not open to everybody. */
void load_closed(const struct facts *f, struct offer *o, size_t n);
void load_date_span(struct prices *p);
bool load_price_kind(const char *word, enum price_kind *out);

#endif
