#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/sheet.h"

#define SQL_MAX 16384

void sheet_bind(struct stmt *st, int i, const struct column *c, const char *v)
{
    double x;

    switch (c->type) {
    case COL_NUMBER:
    case COL_WHOLE: db_bind_number(st, i, num_plain(v, &x) == NUM_OK ? x : UNKNOWN); return;
    case COL_BOOL:
        db_bind_tri(st, i,
                    v[0] == '\0'                         ? TRI_UNKNOWN
                    : str_eq(v, "1") || str_eq(v, "yes") ? TRI_YES
                                                         : TRI_NO);
        return;
    case COL_TEXT:
    case COL_ID:
    case COL_DATE:
    case COL_CURRENCY:
    case COL_WORD:
    case COL_REF:
    case COL_REF_BY: db_bind_text(st, i, v); return;
    }
}

enum err sheet_insert(struct db *db, const struct sheet *s, const char *before, struct err_info *e)
{
    struct str sql;
    struct stmt *st = NULL;
    bool more;
    enum err err;

    str_init(&sql, SQL_MAX);
    str_addf(&sql, "INSERT INTO %s%s VALUES (", before, s->table->name);
    for (size_t i = 0; i < s->table->columns; i++)
        str_add(&sql, i == 0 ? "?" : ",?");
    str_add(&sql, ")");
    err = db_prepare(db, sql.p, &st, e);
    str_free(&sql);
    for (size_t r = 0; err == OK && r < s->rows; r++) {
        for (size_t i = 0; i < s->table->columns; i++) {
            const char *v = sheet_cell(s, s->key[r].row, (int)i);
            if (v[0] != '\0') /* what is not bound is NULL */
                sheet_bind(st, (int)i, &s->table->column[i], v);
        }
        err = db_step(st, &more, e);
        db_reset(st);
    }
    db_finish(st);
    return err;
}

static enum err write_sheet(struct db *db, const struct sheet *s, struct err_info *e)
{
    struct str sql;
    enum err err;

    str_init(&sql, SQL_MAX);
    schema_create(&sql, s->table);
    err = db_exec(db, sql.p, e);
    str_free(&sql);
    return err == OK ? sheet_insert(db, s, "", e) : err;
}

/* write_counts: rows of every table, so that a reader can make its arrays without counting. */
static enum err write_counts(struct db *db, const struct book *b, struct err_info *e)
{
    struct stmt *st = NULL;
    bool more;
    enum err err = db_exec(db,
                           "CREATE TABLE counts (name TEXT NOT NULL PRIMARY KEY, "
                           "rows REAL NOT NULL) STRICT, WITHOUT ROWID",
                           e);

    if (err == OK)
        err = db_prepare(db, "INSERT INTO counts VALUES (?, ?)", &st, e);
    for (size_t t = 0; err == OK && t < catalog_table_count; t++) {
        db_bind_text(st, 0, b->sheet[t].table->name);
        db_bind_number(st, 1, (double)b->sheet[t].rows);
        err = db_step(st, &more, e);
        db_reset(st);
    }
    db_finish(st);
    return err;
}

/* newest: the latest full day that any table bears; the date of the catalog. */
static const char *newest_day(const struct book *b)
{
    const char *newest = "";

    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &b->sheet[t];

        for (size_t i = 0; i < s->table->columns; i++) {
            if (s->table->column[i].type != COL_DATE)
                continue;
            for (size_t r = 0; r < s->rows; r++) {
                const char *v = sheet_cell(s, r, (int)i);

                if (strlen(v) == 10 && strcmp(v, newest) > 0)
                    newest = v;
            }
        }
    }
    return newest;
}

/* write_about: version and date of the whole. The version is a checksum of every cell in order,
 * so that two catalogs with the same rows have the same one. */
static enum err write_about(struct db *db, const struct book *b, struct err_info *e)
{
    uint64_t h = 14695981039346656037u;
    struct stmt *st = NULL;
    struct str version;
    bool more;
    enum err err;

    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &b->sheet[t];

        for (size_t r = 0; r < s->rows; r++)
            for (size_t i = 0; i < s->table->columns; i++)
                for (const char *p = sheet_cell(s, s->key[r].row, (int)i);; p++) {
                    h = (h ^ (unsigned char)*p) * 1099511628211u;
                    if (*p == '\0')
                        break;
                }
    }
    str_init(&version, 64);
    str_addf(&version, "%08lx", (unsigned long)((h ^ (h >> 32)) & 0xffffffffu));
    err = db_exec(db, "CREATE TABLE about (version TEXT NOT NULL, date TEXT NOT NULL) STRICT", e);
    if (err == OK)
        err = db_prepare(db, "INSERT INTO about VALUES (?, ?)", &st, e);
    if (err == OK) {
        db_bind_text(st, 0, version.p);
        db_bind_text(st, 1, newest_day(b));
        err = db_step(st, &more, e);
    }
    db_finish(st);
    str_free(&version);
    return err;
}

enum err book_write(const struct book *b, const char *path, struct err_info *e)
{
    struct db *db;
    enum err err = db_create(&db, path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);

    if (err != OK)
        return err;
    for (size_t t = 0; err == OK && t < catalog_table_count; t++)
        err = write_sheet(db, &b->sheet[t], e);
    if (err == OK)
        err = write_counts(db, b, e);
    if (err == OK)
        err = write_about(db, b, e);
    if (err == OK)
        err = db_seal(db, e);
    db_close(db);
    return err;
}
