#include "catalog/table_rows.h"

#include "base/num.h"
#include "base/str.h"

#define SQL_MAX 16384

const char *row_cell(struct stmt *s, const struct column *c, int i, struct arena *a)
{
    struct str text;
    const char *out;

    if (c->type == COL_BOOL) {
        enum tri t = db_tri(s, i);
        return t == TRI_UNKNOWN ? "" : t == TRI_YES ? "1" : "0";
    }
    if (c->type != COL_NUMBER && c->type != COL_WHOLE) {
        out = arena_strdup(a, db_text(s, i));
        return out != NULL ? out : "";
    }
    if (!known(db_number(s, i)))
        return "";
    str_init(&text, 64);
    num_json(&text, db_number(s, i));
    out = arena_strdup(a, text.p);
    str_free(&text);
    return out != NULL ? out : "";
}

enum err table_rows_count(struct db *db, const struct table *t, size_t *n, struct err_info *e)
{
    struct stmt *s = NULL;
    struct str sql;
    bool more = false;

    str_init(&sql, 256);
    str_addf(&sql, "SELECT count(*) FROM \"%s\"", t->name);
    enum err rc = db_prepare(db, sql.p, &s, e);
    if (rc == OK)
        rc = db_step(s, &more, e);
    *n = rc == OK && more ? (size_t)db_number(s, 0) : 0;
    db_finish(s);
    str_free(&sql);
    return rc;
}

static void select_rows(struct str *sql, const struct own *own, const struct table *t,
                        const char *id)
{
    int key = table_single_key(t);

    str_add(sql, "SELECT ");
    for (size_t i = 0; i < t->columns; i++)
        str_addf(sql, "\"%s\", ", t->column[i].name);
    str_addf(sql, "%s FROM \"%s\"", own_covers(own, t->name) ? "yours" : "0", t->name);
    if (id != NULL && key >= 0)
        str_addf(sql, " WHERE \"%s\" = ?1", t->column[key].name);
}

enum err table_rows_read(struct db *db, const struct own *own, const struct table *t,
                         const char *id, struct arena *a, struct table_rows *out,
                         struct err_info *e)
{
    struct stmt *s = NULL;
    struct str sql;
    size_t room = 1;
    bool more = true;
    enum err rc = id == NULL ? table_rows_count(db, t, &room, e) : OK;

    *out = (struct table_rows){.table = t};
    str_init(&sql, SQL_MAX);
    select_rows(&sql, own, t, id);
    if (rc == OK)
        rc = db_prepare(db, sql.p, &s, e);
    str_free(&sql);
    out->cell = arena_alloc_array(a, room * t->columns, sizeof *out->cell);
    out->yours = ARENA_ARRAY(a, bool, room);
    if (rc == OK && (out->cell == NULL || out->yours == NULL))
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (rc == OK && id != NULL)
        db_bind_text(s, 0, id);
    while (rc == OK && out->n < room && (rc = db_step(s, &more, e)) == OK && more) {
        for (size_t i = 0; i < t->columns; i++)
            out->cell[out->n * t->columns + i] = row_cell(s, &t->column[i], (int)i, a);
        out->yours[out->n++] = db_tri(s, (int)t->columns) == TRI_YES;
    }
    db_finish(s);
    return rc == OK && arena_failed(a) ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : rc;
}
