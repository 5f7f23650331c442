/* catalog_desk.c - the catalog with the user's own rows over it, for the verbs that change rows. */
#include "commands/catalog.h"

#include <string.h>

#include "base/csv.h"
#include "base/date.h"
#include "base/num.h"
#include "base/text.h"
#include "catalog/table_rows.h"
#include "commands/output.h"

#define SQL_MAX 8192
#define FAULTS_TOLD 20

enum err desk_open(struct desk *d, struct run *r, bool may_fail, struct err_info *own_e,
                   struct err_info *e)
{
    enum err rc;

    *d = (struct desk){.r = r};
    rc = db_open(&d->db, r->ctx->catalog_path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);
    if (rc != OK)
        return rc;
    rc = own_read(&d->own, r->ctx->own_path, &r->wait, &r->arena, may_fail ? own_e : e);
    if (rc != OK && may_fail && rc != ERR_NOMEM)
        return own_read(&d->own, "", NULL, &r->arena, e);
    if (rc == OK)
        rc = own_judge(&d->own, d->db, e);
    if (rc == OK)
        rc = own_overlay(&d->own, d->db, e);
    return rc;
}

void desk_close(struct desk *d)
{
    db_close(d->db);
}

/* --- tables ----------------------------------------------------------------------------------- */
static const char *const words[][2] = {
    {"gpu", "accelerators"},
    {"card", "accelerators"},
    {"accelerator", "accelerators"},
    {"price", "street_prices"},
    {"prices", "street_prices"},
    {"offer", "offers"},
    {"model", "models"},
    {"cpu", "cpus"},
    {"platform", "platforms"},
    {"board", "platforms"},
    {"server", "platforms"},
    {"ram", "memory"},
    {"ssd", "ssds"},
    {"hdd", "hdds"},
    {"psu", "psus"},
    {"case", "cases"},
    {"cooler", "coolers"},
    {"fan", "fans"},
    {"nic", "nics"},
    {"switch", "switches"},
    {"cable", "cables"},
    {"alias", "aliases"},
    {"region", "regions"},
    {"provider", "providers"},
    {"instance", "instances"},
    {"measurement", "measurements"},
    {"engine", "engines"},
    {"discount", "discounts"},
    {"rate", "fx"},
};

enum err desk_table(const char *name, const struct table **out, struct err_info *e)
{
    const char *names[64];
    size_t n = 0;

    *out = catalog_table(name);
    for (size_t i = 0; *out == NULL && i < sizeof words / sizeof words[0]; i++)
        if (str_eq(words[i][0], name))
            *out = catalog_table(words[i][1]);
    if (*out != NULL)
        return OK;
    for (size_t i = 0; i < catalog_table_count && n < 64; i++)
        names[n++] = catalog_tables[i].name;
    return cli_unknown(e, name, names, n, MSG_CATALOG_TABLE_NEAR, MSG_CATALOG_TABLE, NULL);
}

/* --- rows ------------------------------------------------------------------------------------- */
static void add_columns(struct str *sql, const struct table *t)
{
    str_add(sql, "SELECT ");
    for (size_t i = 0; i < t->columns; i++)
        str_addf(sql, "%s\"%s\"", i > 0 ? ", " : "", t->column[i].name);
}

enum err desk_row(struct desk *d, const struct table *t, const char *id, bool shipped,
                  const char **cell, bool *found, struct err_info *e)
{
    struct stmt *s = NULL;
    struct str sql;
    int key = table_single_key(t);

    *found = false;
    if (key < 0)
        return OK;
    str_init(&sql, SQL_MAX);
    add_columns(&sql, t);
    str_addf(&sql, " FROM %s\"%s\" WHERE \"%s\" = ?1", shipped ? "main." : "", t->name,
             t->column[key].name);
    enum err rc = db_prepare(d->db, sql.p, &s, e);
    str_free(&sql);
    if (rc == OK) {
        db_bind_text(s, 0, id);
        rc = db_step(s, found, e);
    }
    for (size_t i = 0; rc == OK && *found && i < t->columns; i++)
        cell[i] = row_cell(s, &t->column[i], (int)i, &d->r->arena);
    db_finish(s);
    return rc;
}

bool desk_hides(struct desk *d, const struct table *t, const char *const *cell)
{
    struct stmt *s = NULL;
    struct str sql;
    bool more = false;
    int n = 0;

    str_init(&sql, SQL_MAX);
    str_addf(&sql, "SELECT 1 FROM main.\"%s\" WHERE ", t->name);
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].key) {
            str_addf(&sql, "%s\"%s\" IS ?%d", n > 0 ? " AND " : "", t->column[i].name, n + 1);
            n++;
        }
    if (n > 0 && db_prepare(d->db, sql.p, &s, NULL) == OK) {
        n = 0;
        for (size_t i = 0; i < t->columns; i++)
            if (t->column[i].key)
                sheet_bind(s, n++, &t->column[i], cell[i]);
        if (db_step(s, &more, NULL) != OK)
            more = false;
    }
    db_finish(s);
    str_free(&sql);
    return more;
}

const char *desk_key(struct desk *d, const struct table *t, const char *const *cell)
{
    struct str s;
    const char *out;

    str_init(&s, 1 << 16);
    sheet_key_text(&s, t, cell);
    for (char *p = s.p; *p != '\0'; p++)
        if (*p == '\x1f')
            *p = ' ';
    out = arena_strdup(&d->r->arena, s.p);
    str_free(&s);
    return out != NULL ? out : "";
}

const char *desk_day(struct desk *d)
{
    char day[11];

    date_format(date_of(d->r->ctx->now), day);
    return arena_strdup(&d->r->arena, day);
}

enum err desk_path(struct desk *d, const char **path, struct err_info *e)
{
    *path = d->r->ctx->own_path;
    return **path != '\0' ? OK : err_set(e, ERR_IO, MSG_OWN_NO_HOME, 0, NULL);
}

/* --- telling and storing ---------------------------------------------------------------------- */
enum err desk_tell_faults(struct desk *d, const struct faults *f, struct err_info *e)
{
    struct str text;
    const char *last;

    str_init(&text, 1 << 16);
    for (size_t i = 0; i + 1 < f->n && i < FAULTS_TOLD; i++) {
        str_clear(&text);
        fault_render(&text, d->r->ctx->lang, &f->fault[i]);
        output_error(text.p);
    }
    str_clear(&text);
    fault_render(&text, d->r->ctx->lang, &f->fault[f->n <= FAULTS_TOLD ? f->n - 1 : FAULTS_TOLD]);
    if (f->n > FAULTS_TOLD + 1) {
        struct msg m = msg_make(MSG_OWN_MORE_FAULTS, 2, ARG_STR(arena_strdup(&d->r->arena, text.p)),
                                ARG_INT(f->n - FAULTS_TOLD - 1));
        str_clear(&text);
        msg_render(&text, d->r->ctx->lang, &m);
    }
    last = arena_strdup(&d->r->arena, text.p);
    str_free(&text);
    return err_set(e, ERR_VALUE, MSG_OWN_REFUSED, 1, &ARG_STR(err_detail(e, last)));
}

/* The columns of one row that are empty and must not be, told as one fault. */
static void join_empty(struct desk *d, const struct faults *f, struct str *out)
{
    struct msg m = msg_make(MSG_ROW_EMPTY, 0);
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++)
        if (f->fault[i].why.id == MSG_ROW_EMPTY)
            str_addf(out, "%s%s", n++ > 0 ? ", " : "", f->fault[i].column);
    str_add(out, ": ");
    msg_render(out, d->r->ctx->lang, &m);
    if (n >= 3)
        str_addf(out, " (%s)", msg_text(d->r->ctx->lang, MSG_OWN_LIKE_HINT));
}

enum err desk_tell_row(struct desk *d, const struct faults *f, struct err_info *e)
{
    struct str all, last;
    bool joined = false; /* the empty columns, told where the first of them stands */

    str_init(&all, 4096);
    str_init(&last, 4096);
    for (size_t i = 0; i < f->n; i++) {
        bool empty = f->fault[i].why.id == MSG_ROW_EMPTY;

        if (empty && joined)
            continue;
        if (last.len > 0)
            str_addf(&all, "%s%s", all.len > 0 ? "; " : "", last.p);
        str_clear(&last);
        if (empty)
            join_empty(d, f, &last);
        else
            fault_render(&last, d->r->ctx->lang, &f->fault[i]);
        joined = joined || empty;
    }
    if (all.len > 0)
        output_error(all.p);
    enum err rc = err_set(e, ERR_VALUE, MSG_OWN_REFUSED, 1, &ARG_STR(err_detail(e, last.p)));
    str_free(&all);
    str_free(&last);
    return rc;
}

enum err desk_store(struct desk *d, const struct own_change *c, size_t n, struct err_info *e)
{
    const char *path = NULL;
    enum err rc = desk_path(d, &path, e);

    return rc == OK ? own_write(path, c, n, desk_day(d), DLRIG_VERSION, &d->r->wait, e) : rc;
}
