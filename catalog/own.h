/*
 * own.h - the user's own rows over the shipped catalog: cards, parts, prices, offers, models.
 *
 * A row of the user's own has the columns of the catalog's table and is judged by the same check;
 * where the catalog has a row with the same key, the user's stands instead of it. A row that cannot
 * be used (a column is missing, what it points to is gone) stays in its file, is left out, and is
 * told by `dlrig catalog doctor`. Two columns are free in a row of one's own: a provider and a
 * source need not be rows of their tables.
 *
 *     struct own own;
 *     own_read(&own, path, NULL, &arena, e);    nothing there: no rows
 *     own_judge(&own, db, e);                   db: the catalog, by db_open
 *     own_overlay(&own, db, e);                 from here on the tables of db hold both
 */
#ifndef CATALOG_OWN_H
#define CATALOG_OWN_H

#include "catalog/own_file.h"
#include "catalog/sheet.h"

#define OWN_SOURCE "yours: " /* before the source of every row of the user's own */

struct own {
    struct arena *arena;
    struct book all;      /* every row; line: its number in its table, from 1 */
    struct book used;     /* those that can be used; set by own_judge */
    const char ***added;  /* [table][row of all]: the day it came, NULL unknown */
    struct faults faults; /* why the others cannot; file: name of the table */
    size_t rows, good;    /* of all, of used */
    size_t strays;        /* rows of tables and cells of columns that this catalog does not have */
    double format;        /* of the file; UNKNOWN: there is none */
    bool newer;           /* of a later program: readable, not to be written */
};

/* own_read: all rows into the arena. No file: OK and no rows. ERR_DAMAGED, ERR_LIMIT, ERR_NOMEM. */
enum err own_read(struct own *o, const char *path, const struct db_wait *wait, struct arena *a,
                  struct err_info *e);
/* own_judge: fills used and faults; references may point into the catalog. */
enum err own_judge(struct own *o, struct db *catalog, struct err_info *e);
/* own_new_book: every table, no rows. own_check_book: rows against the catalog, each other and the
 * user's other rows, before they are stored; the faults are added to f. Currencies must have a
 * rate there or in the price file at prices_path (NULL, "": none). */
enum err own_new_book(struct book *b, struct arena *a, struct err_info *e);
enum err own_check_book(const struct own *o, struct book *b, struct db *catalog,
                        const char *prices_path, struct faults *f, struct err_info *e);
/* own_overlay: lays the used rows over the tables of an open catalog, in memory. Tables with own
 * rows get one more column, `yours` (0 or 1), behind the others. */
enum err own_overlay(const struct own *o, struct db *catalog, struct err_info *e);
/* own_covers: whether a table has used rows, and so that column. */
bool own_covers(const struct own *o, const char *table);

/* own_find: the row of `all` with this key (sheet_key_text), or -1. */
long own_find(const struct own *o, const struct table *t, const char *key);

#endif
