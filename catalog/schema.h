/*
 * schema.h - the tables of the catalog: one table of tables, from which come the checks of the CSV
 * files, the CREATE TABLE statements and the description of the columns.
 *
 * A table NAME is the file catalog/data/NAME.csv and the SQLite table NAME. An empty cell is
 * "not known" and becomes NULL; 0 is "known to be none". Tables stand in the order in which they
 * are written, so that a row only points to tables above it (aliases and street prices excepted,
 * which name their table in a column).
 *
 * Owns nothing; constant data and pure functions.
 */
#ifndef CATALOG_SCHEMA_H
#define CATALOG_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/msg.h"

#define CATALOG_APPLICATION_ID 0x646c7267 /* "dlrg" */
#define CATALOG_FORMAT 1                  /* user_version; a reader refuses any other */

enum column_type {
    COL_TEXT,
    COL_ID,       /* lower case letters, digits, . _ + - */
    COL_NUMBER,   /* decimal number within min..max */
    COL_WHOLE,    /* the same, without a fraction */
    COL_BOOL,     /* 0 1, also no yes; stored as 0 1 */
    COL_DATE,     /* YYYY, YYYY-MM or YYYY-MM-DD */
    COL_CURRENCY, /* three capital letters */
    COL_WORD,     /* one of `of`, words separated by | */
    COL_REF,      /* key of the table `of` */
    COL_REF_BY    /* key of the table that the column `of` of the same row names */
};

struct column {
    const char *name;
    enum column_type type;
    bool required; /* an empty cell is a fault */
    bool key;      /* part of the key: together unique in the table */
    double min, max;
    const char *unit; /* for people; NULL for texts */
    const char *of;   /* COL_WORD, COL_REF, COL_REF_BY */
};

struct table {
    const char *name;
    const char *what; /* one line for people */
    const struct column *column;
    size_t columns;
    const char *rises;       /* "a,b,c": columns that must not fall from left to right, or NULL */
    const char *needs[2][2]; /* {a, b}: when a is given, b must be */
    const char *within;      /* table whose key columns, by name, must be a row's there; or NULL */
};

extern const struct table catalog_tables[];
extern const size_t catalog_table_count;

const struct table *catalog_table(const char *name);         /* NULL when there is none */
int table_column(const struct table *t, const char *column); /* index or -1 */
/* table_single_key: the only key column, or -1 when the key has several columns or none. */
int table_single_key(const struct table *t);

struct str;
/* schema_values: appends what a cell of c may hold: type, range or words. */
void schema_values(struct str *out, enum lang lang, const struct column *c);
/* schema_unit: the unit of c in a language; "" where it has none. schema_sign: the same where it is
 * a sign (GB, W) that every language reads, else "". */
const char *schema_unit(const struct column *c, enum lang lang);
const char *schema_sign(const struct column *c);
/* schema_create: appends the CREATE TABLE statement of t. schema_page: appends a Markdown table
 * of its columns with unit and range. */
void schema_create(struct str *out, const struct table *t);
void schema_page(struct str *out, const struct table *t);

#endif
