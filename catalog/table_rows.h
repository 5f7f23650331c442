/*
 * table_rows.h - rows of a table as texts, cell by cell as a CSV file has them; for whoever shows
 * or edits any table without knowing its columns.
 */
#ifndef CATALOG_TABLE_ROWS_H
#define CATALOG_TABLE_ROWS_H

#include "base/arena.h"
#include "catalog/own.h"

struct table_rows {
    const struct table *table;
    const char **cell; /* n x columns, "" is not known */
    bool *yours;       /* per row */
    size_t n;
};

/* table_rows_read: all rows by key, or with `id` the one row of that single key (n 0: there is
 * none). own: what lies over db (own_overlay), NULL: nothing. In the arena. */
enum err table_rows_read(struct db *db, const struct own *own, const struct table *t,
                         const char *id, struct arena *a, struct table_rows *out,
                         struct err_info *e);

/* table_rows_count: how many rows the table has, with what lies over db. */
enum err table_rows_count(struct db *db, const struct table *t, size_t *n, struct err_info *e);

/* row_cell: column i of a statement's row as a CSV file has it, in the arena. */
const char *row_cell(struct stmt *s, const struct column *c, int i, struct arena *a);

#endif
