/*
 * sheet.h - the CSV files of the catalog in memory: read, checked against schema.h, written as
 * SQLite. Used by catalog-build, and by tests on folders with planted faults.
 *
 * A fault is the author's mistake: where it stands, what stands there and why it cannot stay. All
 * faults of a run are collected; with a single one nothing is written. The same check judges rows
 * of the user's own (own.h), so a reason is a message; `reason` is its English for catalog-build.
 */
#ifndef CATALOG_SHEET_H
#define CATALOG_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/msg.h"
#include "catalog/schema.h"

struct str;
struct fault {
    const char *file, *column, *value, *reason; /* column and value "" when there is none */
    struct msg why;                             /* the reason in every language */
    long line;
    size_t sheet, place, order; /* by faults_sort: its table, its column, as it was found */
};
struct faults {
    struct arena *arena;
    struct fault *fault;
    size_t n, cap;
};

struct sheet_key {
    const char *text; /* key cells joined by 0x1f, or all cells where a table has no key */
    size_t row;
};
struct sheet {
    const struct table *table;
    const char *file; /* name for messages */
    bool present;     /* file and header are good */
    char currency[4]; /* that the head of its prices tells, "单价（元）"; "" none */
    size_t rows;
    const char **cell;     /* rows x columns, "" is empty */
    long *line;            /* per row */
    struct sheet_key *key; /* per row, sorted by text */
};
struct sheet_beyond { /* rows that lie outside the book and may be pointed to */
    bool (*has)(void *data, const struct table *t, const char *key);
    void *data;
};
struct book {
    struct arena *arena;
    struct sheet *sheet;               /* one per table of the schema, same order */
    const struct sheet_beyond *beyond; /* NULL: every row must lie in the book */
};

/* book_read: every table of the schema from dir/NAME.csv. Faults of syntax and header are added;
 * files that are no table of the schema are a fault too. Fails only with ERR_NOMEM, ERR_IO. */
enum err book_read(struct book *b, const char *dir, struct arena *a, struct faults *f,
                   struct err_info *e);
/* book_check: types, ranges, words, dates, keys, references, order of low and high. */
void book_check(struct book *b, struct faults *f);
/* faults_sort: as the author reads: by table, row, column; a fault of no column before them. */
void faults_sort(struct faults *f, const struct book *b);
/* book_write: rows in order of their keys into a new SQLite file; same rows, same bytes. */
enum err book_write(const struct book *b, const char *path, struct err_info *e);

const char *sheet_cell(const struct sheet *s, size_t row, int column); /* "" for column < 0 */
struct sheet *book_sheet(const struct book *b, const char *table);
/* sheet_read_file: one table from one CSV file; `every` wants each column of the table in it, else
 * columns that are left out are empty. sheet_keys: makes the keys of its rows. */
enum err sheet_read_file(struct sheet *s, const char *path, bool every, struct arena *a,
                         struct faults *f, struct err_info *e);
void sheet_keys(struct sheet *s, struct arena *a);
/* sheet_key_text: appends the key of a row: its key cells joined by 0x1f, all where none is key. */
void sheet_key_text(struct str *out, const struct table *t, const char *const *cell);

/* sheet_bind: binds a good cell of column c as parameter i of a statement. */
struct stmt;
void sheet_bind(struct stmt *st, int i, const struct column *c, const char *v);
/* sheet_insert: its good rows, in the order of its keys, into the table `before`NAME. */
struct db;
enum err sheet_insert(struct db *db, const struct sheet *s, const char *before, struct err_info *e);

/* fault_add: column and value may be NULL; the n strings of the reason are copied. */
void fault_add(struct faults *f, const char *file, long line, const char *column, const char *value,
               enum msg_id reason, int n, const char *const *arg);
/* fault_line: appends "file:line: column: value: reason" and a newline; fault_render: the same in
 * a language, without the newline. */
void fault_line(struct str *out, const struct fault *f);
void fault_render(struct str *out, enum lang lang, const struct fault *f);

#endif
