/*
 * browse.h - the tables of parts on the screen: rows of any, found by every word, other name
 * and likeness, in the order of a column; and the form in which a row of the user's own is written.
 *
 * Rows come from the catalog with the user's own over it, cell by cell as texts; the columns are
 * those of the schema, so that a new table needs nothing here.
 */
#ifndef APP_BROWSE_H
#define APP_BROWSE_H

#include "app/context.h"

struct str;
struct table; /* catalog/schema.h: its struct column is not the screen's */

#define BROWSE_CARDS 0 /* tabs: these two have lists of their own (lists_catalog.c) */
#define BROWSE_MODELS 1
#define BROWSE_COLUMNS 8

struct browse {
    int tab;
    bool wanted;               /* another table is to be read */
    struct arena arena;        /* of the rows */
    const struct table *table; /* of the rows; NULL: none is read */
    const char **cell;         /* n rows x width */
    bool *yours;               /* per row */
    size_t n, width;
    int column[BROWSE_COLUMNS], columns, sort; /* of the list; sort: one of them */
    int wide[BROWSE_COLUMNS];                  /* cells that each takes */
    int *shown, shown_n;                       /* rows that pass the filter */
    int page;                                  /* the row whose page is open */
};

/* The form: one row of the user's own. */
struct form {
    const struct table *table;
    char like[128]; /* id of the row that it begins from, "" none */
    bool fresh;     /* a new row like that one; else that row is changed */
    bool yours;     /* it is the user's already */
    bool left;      /* typed and not stored: the next one opened for that row has the values */
    struct arena arena;
    const char **cell, **before; /* by column */
};

int browse_tabs(void);
const struct table *browse_table(int tab);
const char *browse_about(int tab, enum lang lang); /* what the table of a tab holds */
const char *browse_cell(const struct browse *b, int row, int column);
const char *browse_head(const struct browse *b, int k); /* name of the k-th column of the list */
bool browse_number(const struct browse *b, int k);
/* browse_walk: every column of a row: name, value, unit ("": none). */
typedef void browse_fn(void *ctx, const char *name, const char *value, const char *unit);
void browse_walk(const struct browse *b, int row, enum lang lang, browse_fn *fn, void *ctx);
const char *browse_table_name(const struct browse *b);
/* browse_key: the id of a row, "" where the table has none. */
const char *browse_key(const struct browse *b, int row);

/* browse_read: the rows of the tab's table. form_read: the row that a form begins from. Both open
 * the catalog as context does. ERR_DAMAGED, ERR_NOMEM. */
enum err browse_read(struct browse *b, const struct context *c, struct err_info *e);
enum err form_read(struct form *f, const struct context *c, struct err_info *e);
struct form_line {
    const char *name, *value;
    bool key, needed;
};
bool form_changed(const struct form *f); /* a value differs from the one it began with */
size_t form_columns(const struct form *f);
const char *form_name(const struct form *f); /* of the table */
struct form_line form_line(const struct form *f, int i);
void form_hint(struct str *out, enum lang lang, const struct form *f,
               int i);                      /* type, range, unit of a column */
const char *form_key(const struct form *f); /* id as it stands in the form */

/* form_set: a value typed; form_store: judged and written; on a fault nothing is and e says what is
 * wrong. ERR_VALUE, ERR_IO, ERR_DAMAGED. */
void form_set(struct form *f, int column, const char *text);
enum err form_store(struct form *f, const struct context *c, struct err_info *e);
/* form_drop: takes the user's own row `like` of `table` away. ERR_NOT_FOUND: it is none of his. */
enum err form_drop(const struct form *f, const struct context *c, struct err_info *e);

#endif
