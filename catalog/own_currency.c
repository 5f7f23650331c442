#include "catalog/own_currency.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "catalog/price_rows.h"

#define CODES_MAX 400 /* there are about 180 */
#define LIST_BYTES (CODES_MAX * 5)

struct codes {
    char code[CODES_MAX][4];
    size_t n;
};

static bool knows(const struct codes *c, const char *code)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_eq(c->code[i], code))
            return true;
    return false;
}

static void add(struct codes *c, const char *code)
{
    if (code != NULL && strlen(code) == 3 && c->n < CODES_MAX && !knows(c, code))
        str_copy(c->code[c->n++], sizeof c->code[0], code);
}

static enum err add_rates(struct codes *c, struct db *db, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = true;
    enum err err = db_prepare(db, "SELECT base FROM fx UNION SELECT quote FROM fx", &s, e);

    while (err == OK && (err = db_step(s, &more, e)) == OK && more)
        add(c, db_text(s, 0));
    db_finish(s);
    return err;
}

/* A price file that cannot be read has no rates; other commands tell of it. */
static void add_refreshed(struct codes *c, const char *path)
{
    struct db *db;
    int format;

    if (str_empty(path) || !file_exists(path) || price_file_open(&db, path, &format, NULL) != OK)
        return;
    (void)add_rates(c, db, NULL);
    db_close(db);
}

static bool is_rates(const struct table *t)
{
    return str_eq(t->name, "fx");
}

static void add_book(struct codes *c, const struct book *b)
{
    const struct sheet *s = book_sheet(b, "fx");

    for (size_t r = 0; s != NULL && r < s->rows; r++) {
        add(c, sheet_cell(s, r, table_column(s->table, "base")));
        add(c, sheet_cell(s, r, table_column(s->table, "quote")));
    }
}

static int by_code(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_column(const struct sheet *s, int column, const struct codes *c, const char *list,
                         struct faults *f)
{
    for (size_t r = 0; r < s->rows; r++) {
        const char *v = sheet_cell(s, r, column);

        if (strlen(v) == 3 && strspn(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3 && !knows(c, v))
            fault_add(f, s->file, s->line[r], s->table->column[column].name, v, MSG_ROW_NO_RATE, 1,
                      &list);
    }
}

enum err own_check_currencies(const struct book *b, struct db *catalog, const char *prices_path,
                              struct faults *f, struct err_info *e)
{
    struct codes c = {.n = 0};
    struct str list;
    enum err err = add_rates(&c, catalog, e);

    if (err != OK)
        return err;
    add_refreshed(&c, prices_path);
    add_book(&c, b);
    qsort(c.code, c.n, sizeof c.code[0], by_code);
    str_init(&list, LIST_BYTES);
    for (size_t i = 0; i < c.n; i++)
        str_addf(&list, "%s%s", i > 0 ? " " : "", c.code[i]);
    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &b->sheet[t];

        for (size_t i = 0; s->rows > 0 && !is_rates(s->table) && i < s->table->columns; i++)
            if (s->table->column[i].type == COL_CURRENCY)
                check_column(s, (int)i, &c, list.p, f);
    }
    str_free(&list);
    return OK;
}
