#include "catalog/load_row.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define TABLES_MAX 64

void load_counts(struct loader *l)
{
    struct stmt *s = NULL;
    bool more = true;

    l->table_name = ARENA_ARRAY(l->arena, const char *, TABLES_MAX);
    l->table_rows = ARENA_ARRAY(l->arena, size_t, TABLES_MAX);
    if (l->table_name == NULL || l->table_rows == NULL) {
        l->err = err_set(l->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        return;
    }
    l->err = db_prepare(l->db, "SELECT name, rows FROM counts", &s, l->e);
    while (l->err == OK && more && l->table_n < TABLES_MAX) {
        l->err = db_step(s, &more, l->e);
        if (l->err != OK || !more)
            break;
        l->table_name[l->table_n] = arena_strdup(l->arena, db_text(s, 0));
        l->table_rows[l->table_n++] = (size_t)db_number(s, 1);
    }
    db_finish(s);
}

static size_t count_of(const struct loader *l, const char *table)
{
    for (size_t i = 0; i < l->table_n; i++)
        if (str_eq(l->table_name[i], table))
            return l->table_rows[i];
    return 1; /* tables without a count have one row: about */
}

void load_rows(struct loader *l, struct rows *r, const char *table, const char *columns)
{
    struct str sql;

    *r = (struct rows){.l = l, .own_column = -1};
    if (l->err != OK)
        return;
    r->count = count_of(l, table);
    str_init(&sql, 4096);
    bool own = own_covers(l->own, table);
    str_addf(&sql, "SELECT %s%s FROM \"%s\"", columns, own ? ", yours" : "", table);
    l->err = db_prepare(l->db, sql.p, &r->stmt, l->e);
    if (own && l->err == OK)
        r->own_column = db_columns(r->stmt) - 1;
    str_free(&sql);
}

bool rows_next(struct rows *r)
{
    bool more = false;

    if (r->l->err != OK || r->stmt == NULL)
        return false;
    r->l->err = db_step(r->stmt, &more, r->l->e);
    r->column = 0;
    r->yours = more && r->own_column >= 0 && db_tri(r->stmt, r->own_column) == TRI_YES;
    if (arena_failed(r->l->arena))
        r->l->err = err_set(r->l->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    else if (r->l->err == OK && more && r->seen++ >= r->count)
        r->l->err = db_damaged(r->l->db, "counts", r->l->e);
    return more && r->l->err == OK;
}

void load_sort(void *base, size_t n, size_t size, int (*order)(const void *, const void *))
{
    const char *p = base;

    for (size_t i = 1; i < n; i++)
        if (order(p + (i - 1) * size, p + i * size) > 0) {
            qsort(base, n, size, order);
            return;
        }
}

void rows_end(struct rows *r)
{
    db_finish(r->stmt);
    r->stmt = NULL;
}

const char *take_text(struct rows *r)
{
    int c = r->column++;
    const char *text = db_text(r->stmt, c);

    return text == NULL ? NULL : arena_strndup(r->l->arena, text, db_bytes(r->stmt, c));
}

const char *load_shared(struct loader *l, const char *text)
{
    uint32_t h = 2166136261u;

    if (text == NULL)
        return NULL;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        h = (h ^ *p) * 16777619u;
    for (size_t i = 0; i < 16; i++) {
        const char **slot = &l->intern[(h + i) & (INTERN_SLOTS - 1)];

        if (*slot == NULL)
            return *slot = arena_strdup(l->arena, text);
        if (strcmp(*slot, text) == 0)
            return *slot;
    }
    return arena_strdup(l->arena, text);
}

const char *take_shared(struct rows *r)
{
    int c = r->column++;
    const char *text = db_text(r->stmt, c);

    if (c >= COLUMNS_MAX)
        return load_shared(r->l, text);
    if (text == NULL || r->last[c] == NULL || strcmp(text, r->last[c]) != 0)
        r->last[c] = load_shared(r->l, text);
    return r->last[c];
}

double take_number(struct rows *r)
{
    return db_number(r->stmt, r->column++);
}

enum tri take_tri(struct rows *r)
{
    return db_tri(r->stmt, r->column++);
}

bool take_flag(struct rows *r)
{
    return take_tri(r) == TRI_YES;
}

struct origin take_origin(struct rows *r)
{
    struct origin o = {.yours = r->yours};
    const char *grade;

    o.source = take_shared(r);
    o.date = take_shared(r);
    grade = take_shared(r);
    o.confidence = grade != NULL ? grade[0] : 0;
    return o;
}

void load_sources(struct loader *l)
{
    struct rows r;
    struct str text;

    load_rows(l, &r, "sources", "id, title, url");
    l->source_id = ROWS_ARRAY(l, &r, const char *);
    l->source_text = ROWS_ARRAY(l, &r, const char *);
    str_init(&text, 4096);
    while (rows_next(&r)) {
        const char *url;

        l->source_id[l->source_n] = take_text(&r);
        str_clear(&text);
        str_add(&text, take_text(&r));
        url = take_text(&r);
        if (url != NULL)
            str_addf(&text, " (%s)", url);
        l->source_text[l->source_n++] = arena_strdup(l->arena, text.p);
    }
    str_free(&text);
    rows_end(&r);
}

const char *load_source(struct loader *l, const char *id)
{
    size_t lo = 0, hi = l->source_n;

    while (id != NULL && lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(l->source_id[mid], id);

        if (c == 0)
            return l->source_text[mid];
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return id;
}
