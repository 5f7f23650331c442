/*
 * catalog_doctor.c - dlrig catalog doctor: the shipped catalog and the user's own rows, looked at
 * again as if nobody had checked them before; with what to do.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "catalog/table_rows.h"
#include "commands/catalog.h"
#include "commands/doctor.h"

#define TOLD_MAX 20  /* rows of one kind of fault */
#define OLD_DAYS 180 /* older is stale */
#define SQL_MAX 8192

/* --- the catalog as sheets -------------------------------------------------------------------- */
static enum err read_table(struct desk *d, struct sheet *s, struct err_info *e)
{
    struct arena *a = &d->r->arena;
    struct stmt *st = NULL;
    struct str sql;
    bool more = true;
    double n = 0;

    str_init(&sql, SQL_MAX);
    str_addf(&sql, "SELECT count(*) FROM main.\"%s\"", s->table->name);
    enum err rc = db_prepare(d->db, sql.p, &st, e);
    if (rc == OK)
        rc = db_step(st, &more, e);
    if (rc == OK && more)
        n = db_number(st, 0);
    db_finish(st);
    st = NULL;
    str_clear(&sql);
    str_add(&sql, "SELECT ");
    for (size_t i = 0; i < s->table->columns; i++)
        str_addf(&sql, "%s\"%s\"", i > 0 ? ", " : "", s->table->column[i].name);
    str_addf(&sql, " FROM main.\"%s\"", s->table->name);
    if (rc == OK)
        rc = db_prepare(d->db, sql.p, &st, e);
    str_free(&sql);
    s->cell = arena_alloc_array(a, (size_t)n * s->table->columns, sizeof *s->cell);
    s->line = ARENA_ARRAY(a, long, (size_t)n);
    if (rc == OK && (s->cell == NULL || s->line == NULL))
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    while (rc == OK && s->rows < (size_t)n && (rc = db_step(st, &more, e)) == OK && more) {
        for (size_t i = 0; i < s->table->columns; i++)
            s->cell[s->rows * s->table->columns + i] =
                row_cell(st, &s->table->column[i], (int)i, a);
        s->line[s->rows++] = 0;
    }
    db_finish(st);
    return rc;
}

static enum err read_catalog(struct desk *d, struct book *b, struct err_info *e)
{
    enum err rc = own_new_book(b, &d->r->arena, e);

    for (size_t t = 0; rc == OK && t < catalog_table_count; t++)
        rc = read_table(d, &b->sheet[t], e);
    return rc;
}

/* --- what is looked at in it ------------------------------------------------------------------ */
static const char *fault_text(struct report *d, const struct fault *f)
{
    struct str s;

    str_init(&s, 4096);
    fault_render(&s, d->r->lang, f);
    const char *out = arena_strdup(&d->r->arena, s.p);
    str_free(&s);
    return out;
}

/* Faults of references, or all others. */
static void tell_faults(struct report *d, const struct faults *f, bool references, const char *id,
                        enum msg_id label, enum msg_id bad)
{
    const struct fault *first = NULL;
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++) {
        if ((f->fault[i].why.id == MSG_ROW_NO_SUCH) != references)
            continue;
        first = first == NULL ? &f->fault[i] : first;
        n++;
    }
    if (n == 0) {
        report_add(d, id, label, msg_text(d->r->lang, MSG_OWN_DOC_GOOD), STATE_OK, NULL);
        return;
    }
    struct msg m = msg_make(bad, 2, ARG_INT(n), ARG_STR(fault_text(d, first)));
    report_add(d, id, label, NULL, STATE_FAULT, report_msg(d, &m));
}

static bool is_figure(const struct column *c)
{
    static const char *const not [] = {
        "source",    "as_of",       "confidence",       "notes",       "note",        "date",
        "price_usd", "price_as_of", "price_confidence", "price_scale", "price_class", "msrp_usd"};

    for (size_t i = 0; i < sizeof not / sizeof not [0]; i++)
        if (str_eq(c->name, not [i]))
            return false;
    return !c->key;
}

struct twin {
    const char *text, *id;
};

static int by_text(const void *a, const void *b)
{
    const struct twin *x = a, *y = b;
    int c = strcmp(x->text, y->text);

    return c != 0 ? c : strcmp(x->id, y->id);
}

/* Rows under different ids that say the same in every figure; *first names the first pair. */
static size_t count_twins(struct report *d, const struct sheet *s, const char **first)
{
    struct arena *a = &d->r->arena;
    struct twin *twin = ARENA_ARRAY(a, struct twin, s->rows);
    int key = table_single_key(s->table);
    struct str text;
    size_t n = 0;

    bool named = table_column(s->table, "name") >= 0 || table_column(s->table, "model") >= 0;
    if (twin == NULL || key < 0 || !named) /* rules of thumb may well agree in their figures */
        return 0;
    str_init(&text, 1 << 16);
    for (size_t r = 0; r < s->rows; r++) {
        str_clear(&text);
        for (size_t i = 0; i < s->table->columns; i++)
            if (is_figure(&s->table->column[i]))
                str_addf(&text, "%s\x1f", sheet_cell(s, r, (int)i));
        twin[r] = (struct twin){arena_strdup(a, text.p), sheet_cell(s, r, key)};
    }
    str_free(&text);
    if (arena_failed(a))
        return 0;
    qsort(twin, s->rows, sizeof *twin, by_text);
    for (size_t r = 1; r < s->rows; r++) {
        if (!str_eq(twin[r].text, twin[r - 1].text))
            continue;
        if (n++ == 0 && *first == NULL)
            *first = report_textf(d, "%s: %s = %s", s->table->name, twin[r - 1].id, twin[r].id);
    }
    return n;
}

static void look_for_twins(struct report *d, const struct book *b)
{
    const char *first = NULL;
    size_t n = 0;

    for (size_t t = 0; t < catalog_table_count; t++)
        n += count_twins(d, &b->sheet[t], &first);
    struct msg m = msg_make(MSG_OWN_DOC_DUPLICATES_BAD, 2, ARG_INT(n), ARG_STR(first));
    report_add(d, "duplicates", MSG_OWN_DOC_DUPLICATES,
               n == 0 ? msg_text(d->r->lang, MSG_OWN_DOC_GOOD) : report_textf(d, "%zu", n),
               n == 0 ? STATE_OK : STATE_NOTE, n == 0 ? NULL : report_msg(d, &m));
}

/* The day on which a row was read: a price's own, else the row's. */
static const char *day_of(const struct sheet *s, size_t r)
{
    static const char *const names[] = {"price_as_of", "date", "as_of"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *v = sheet_cell(s, r, table_column(s->table, names[i]));
        if (v[0] != '\0')
            return v;
    }
    return "";
}

static void look_at_ages(struct report *d, const struct book *b)
{
    int32_t now = date_of(d->r->ctx->now), oldest = 0, day;
    const char *oldest_text = NULL;
    size_t n = 0, old = 0;

    for (size_t t = 0; t < catalog_table_count; t++)
        for (size_t r = 0; r < b->sheet[t].rows; r++) {
            const char *v = day_of(&b->sheet[t], r);

            if (!date_parse(v, &day))
                continue;
            n++;
            old += now - day > OLD_DAYS;
            if (oldest_text == NULL || day < oldest) {
                oldest = day;
                oldest_text = v;
            }
        }
    struct msg m =
        msg_make(MSG_OWN_DOC_AGES_OF, 3, ARG_INT(old), ARG_INT(n), ARG_DATE(oldest_text));
    report_add(d, "ages", MSG_OWN_DOC_AGES, report_msg(d, &m), STATE_OK, NULL);
}

static void look_at_confidence(struct report *d, const struct book *b)
{
    double n[4] = {0};

    for (size_t t = 0; t < catalog_table_count; t++) {
        int c = table_column(b->sheet[t].table, "confidence");

        for (size_t r = 0; r < b->sheet[t].rows; r++) {
            const char *v = sheet_cell(&b->sheet[t], r, c);
            if (v[0] >= 'A' && v[0] <= 'D')
                n[v[0] - 'A']++;
        }
    }
    struct msg m = msg_make(MSG_OWN_DOC_CONFIDENCE_OF, 4, ARG_INT(n[0]), ARG_INT(n[1]),
                            ARG_INT(n[2]), ARG_INT(n[3]));
    report_add(d, "confidence", MSG_OWN_DOC_CONFIDENCE, report_msg(d, &m), STATE_OK, NULL);
}

static enum err look_at_catalog(struct report *d, struct desk *k, struct err_info *e)
{
    struct faults f = {.arena = &d->r->arena};
    struct err_info why = {0};
    struct book b;

    report_add(d, "catalog", MSG_OWN_DOC_CATALOG, d->r->ctx->catalog_path, STATE_OK, NULL);
    enum err rc = db_check(k->db, &why);
    report_add(d, "integrity", MSG_OWN_DOC_INTEGRITY,
               rc == OK ? msg_text(d->r->lang, MSG_OWN_DOC_GOOD) : NULL,
               rc == OK ? STATE_OK : STATE_FAULT, rc == OK ? NULL : report_error(d, &why));
    rc = read_catalog(k, &b, e);
    if (rc != OK)
        return rc;
    book_check(&b, &f);
    tell_faults(d, &f, true, "references", MSG_OWN_DOC_REFERENCES, MSG_OWN_DOC_REFERENCES_BAD);
    tell_faults(d, &f, false, "ranges", MSG_OWN_DOC_RANGES, MSG_OWN_DOC_RANGES_BAD);
    look_for_twins(d, &b);
    look_at_ages(d, &b);
    look_at_confidence(d, &b);
    return OK;
}

/* --- the user's own --------------------------------------------------------------------------- */
static void own_unreadable(struct report *d, const struct err_info *why)
{
    const char *path = d->r->ctx->own_path;
    const char *copy = NULL;

    report_add(d, "own_file", MSG_OWN_DOC_FILE, path, STATE_FAULT, report_error(d, why));
    if (why->msg.id != MSG_OWN_DAMAGED)
        return;
    for (int f = OWN_FORMAT - 1; f > 0 && copy == NULL; f--) {
        const char *name = report_textf(d, "%s.bak-%d", path, f);
        copy = file_exists(name) ? name : NULL;
    }
    struct msg with = msg_make(MSG_OWN_DOC_DAMAGED_DO, 2, ARG_STR(path), ARG_STR(copy));
    struct msg without = msg_make(MSG_OWN_DOC_DAMAGED_ONLY, 1, ARG_STR(path));
    report_add(d, "own_repair", MSG_OWN_DOC_FILE, NULL, STATE_NOTE,
               report_msg(d, copy != NULL ? &with : &without));
}

static void look_at_own_file(struct report *d, const struct own *o)
{
    struct msg m = msg_make(MSG_OWN_DOC_FORMAT, 1, ARG_INT(o->format));

    if (o->format < OWN_FORMAT)
        m = msg_make(MSG_OWN_DOC_FORMAT_OLDER, 2, ARG_INT(o->format), ARG_INT(OWN_FORMAT));
    report_add(d, "own_file", MSG_OWN_DOC_FILE, d->r->ctx->own_path,
               o->newer ? STATE_NOTE : STATE_OK,
               o->newer ? msg_text(d->r->lang, MSG_OWN_OLDER_PROGRAM) : report_msg(d, &m));
    m = msg_make(MSG_OWN_DOC_ROWS_OF, 2, ARG_INT(o->good), ARG_INT(o->rows));
    report_add(d, "own_rows", MSG_OWN_DOC_ROWS, report_msg(d, &m),
               o->good < o->rows ? STATE_FAULT : STATE_OK, NULL);
    m = msg_make(MSG_OWN_DOC_STRAY_DO, 1, ARG_INT(o->strays));
    if (o->strays > 0)
        report_add(d, "own_unknown", MSG_OWN_DOC_STRAY, report_textf(d, "%zu", o->strays),
                   STATE_NOTE, report_msg(d, &m));
}

/* Rows that are left out, with the reason and the way out. */
static void look_at_faults(struct report *d, const struct own *o)
{
    for (size_t i = 0; i < o->faults.n && i < TOLD_MAX; i++) {
        const struct fault *f = &o->faults.fault[i];
        struct msg m = msg_make(MSG_OWN_DOC_ROW_DO, 1, ARG_STR(f->file));

        report_add(d, "own_row", MSG_OWN_DOC_ROW, fault_text(d, f), STATE_FAULT, report_msg(d, &m));
    }
}

static void look_at_rows(struct report *d, struct desk *k)
{
    int32_t now = date_of(d->r->ctx->now), day;
    size_t hides = 0, old = 0;

    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &k->own.used.sheet[t];

        for (size_t r = 0; r < s->rows; r++) {
            const char *const *cell = s->cell + r * s->table->columns;
            const char *key = desk_key(k, s->table, cell), *v = day_of(s, r);
            const char *name = report_textf(d, "%s: %s", s->table->name, key);
            struct msg m = msg_make(MSG_OWN_DOC_HIDES_DO, 2, ARG_STR(s->table->name), ARG_STR(key));

            if (desk_hides(k, s->table, cell) && hides++ < TOLD_MAX)
                report_add(d, "own_hides", MSG_OWN_DOC_HIDES, name, STATE_NOTE, report_msg(d, &m));
            m = msg_make(MSG_OWN_DOC_OLD_DO, 1, ARG_DATE(v));
            if (date_parse(v, &day) && now - day > OLD_DAYS && old++ < TOLD_MAX)
                report_add(d, "own_old", MSG_OWN_DOC_OLD, name, STATE_NOTE, report_msg(d, &m));
        }
    }
}

enum err catalog_doctor(struct desk *k, const struct err_info *own_e, struct err_info *e)
{
    struct report *d = report_new(k->r);

    if (d == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    enum err rc = look_at_catalog(d, k, e);
    if (rc != OK)
        return rc;
    if (own_e->msg.id != MSG_NONE) {
        own_unreadable(d, own_e);
    } else if (!known(k->own.format)) {
        report_add(d, "own_rows", MSG_OWN_DOC_ROWS, msg_text(k->r->lang, MSG_OWN_DOC_NONE),
                   STATE_OK, NULL);
    } else {
        look_at_own_file(d, &k->own);
        look_at_faults(d, &k->own);
        look_at_rows(d, k);
    }
    report_write(d, MSG_OWN_DOC_HEALTHY, MSG_OWN_DOC_FAULTY);
    return OK;
}
