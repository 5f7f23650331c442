/* catalog.c - dlrig catalog: the tables of facts, listed or row by row. */
#include <stdio.h>
#include <string.h>

#include "app/tables.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "catalog/table_rows.h"
#include "commands/catalog.h"

#define SQL_MAX 8192
#define TEXT_COLUMNS 8 /* of a list for people */
#define CELL_MAX 30
#define LINE_CELLS 100

struct listing {
    struct run *r;
    bool own; /* the table holds rows of the user's own: one more column tells them */
    const struct table *t;
    struct stmt *s;
    const char *want; /* folded words that a row must hold, "" any */
    bool fuzzy;       /* nothing holds them: what is near */
    size_t found;
    int column[TEXT_COLUMNS]; /* text: the columns shown and their width */
    int width[TEXT_COLUMNS];
    int columns;
};

static bool is_number(const struct column *c)
{
    return c->type == COL_NUMBER || c->type == COL_WHOLE;
}

/* --- reading --------------------------------------------------------------------------------- */
/* All columns in the order of the schema, then whether the row is the user's own (`own`: whether
 * any is); rows by key; where: "" or a condition with one ?. */
static enum err open_rows(struct db *db, const struct table *t, bool own, const char *where,
                          struct stmt **s, struct err_info *e)
{
    struct str sql;
    bool first = true;

    str_init(&sql, SQL_MAX);
    str_add(&sql, "SELECT ");
    for (size_t i = 0; i < t->columns; i++)
        str_addf(&sql, "%s\"%s\"", i > 0 ? ", " : "", t->column[i].name);
    str_addf(&sql, ", %s FROM \"%s\"%s", own ? "yours" : "0", t->name, where);
    for (size_t i = 0; i < t->columns; i++) {
        if (!t->column[i].key)
            continue;
        str_addf(&sql, "%s\"%s\"", first ? " ORDER BY " : ", ", t->column[i].name);
        first = false;
    }
    enum err rc = db_prepare(db, sql.p, s, e);
    str_free(&sql);
    return rc;
}

/* A cell for people. */
static void cell_text(struct str *out, struct stmt *s, const struct column *c, int i,
                      enum lang lang)
{
    if (c->type == COL_BOOL) {
        enum tri t = db_tri(s, i);
        str_add(out, msg_text(lang, t == TRI_UNKNOWN ? MSG_WORD_UNKNOWN
                                    : t == TRI_YES   ? MSG_WORD_YES
                                                     : MSG_WORD_NO));
        return;
    }
    if (is_number(c)) {
        double x = db_number(s, i);
        if (known(x))
            num_json(out, x);
        else
            str_add(out, msg_text(lang, MSG_WORD_UNKNOWN));
        return;
    }
    const char *text = db_text(s, i);
    if (text == NULL)
        str_add(out, msg_text(lang, MSG_WORD_UNKNOWN));
    else
        text_clean(out, text);
}

static bool is_own(struct stmt *s, const struct table *t)
{
    return db_tri(s, (int)t->columns) == TRI_YES;
}

/* Figures that rest on memory say so, whoever reads them. */
static bool is_unverified(struct stmt *s, const struct table *t)
{
    int source = table_column(t, "source"), grade = table_column(t, "confidence");
    const char *word = grade >= 0 ? db_text(s, grade) : NULL;
    struct origin o = {.source = source >= 0 ? db_text(s, source) : NULL,
                       .confidence = word != NULL ? word[0] : 0,
                       .yours = is_own(s, t)};

    return origin_unverified(&o);
}

static void row_json(struct json_out *w, struct stmt *s, const struct table *t)
{
    jw_obj(w);
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];
        jw_key(w, c->name);
        if (is_number(c)) {
            jw_num(w, db_number(s, (int)i));
        } else if (c->type == COL_BOOL) {
            enum tri tri = db_tri(s, (int)i);
            if (tri == TRI_UNKNOWN)
                jw_null(w);
            else
                jw_bool(w, tri == TRI_YES);
        } else {
            jw_str(w, db_text(s, (int)i));
        }
    }
    jw_kbool(w, "yours", is_own(s, t));
    jw_kbool(w, "unverified", is_unverified(s, t));
    jw_obj_end(w);
}

static void row_csv(struct str *out, struct stmt *s, const struct table *t)
{
    bool first = true;
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];
        if (is_number(c))
            csv_put_num(out, &first, db_number(s, (int)i));
        else
            csv_put(out, &first, db_text(s, (int)i));
    }
    csv_end(out, &first);
}

static void header_csv(struct str *out, const struct table *t)
{
    bool first = true;
    for (size_t i = 0; i < t->columns; i++)
        csv_put(out, &first, t->column[i].name);
    csv_end(out, &first);
}

/* --- text ------------------------------------------------------------------------------------ */
static bool is_provenance(const struct column *c)
{
    static const char *const names[] = {"source", "as_of",       "confidence",
                                        "notes",  "price_as_of", "price_confidence"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (str_eq(c->name, names[i]))
            return true;
    }
    return false;
}

/* The columns that the list names, or key columns and the first others that a line takes. */
static void choose_columns(struct listing *l, const int *width, size_t n)
{
    int used = 0;

    for (const char *p = tables_columns(l->t); p != NULL && *p != '\0';) {
        char name[64];
        size_t len = strcspn(p, " ");
        memcpy(name, p, len);
        name[len] = '\0';
        int i = table_column(l->t, name);
        if (i >= 0 && (size_t)i < n && l->columns < TEXT_COLUMNS) {
            l->column[l->columns] = i;
            l->width[l->columns++] = width[i];
        }
        p += len + (p[len] == ' ');
    }
    if (l->columns > 0)
        return;
    for (size_t i = 0; i < n && l->columns < TEXT_COLUMNS; i++) {
        const struct column *c = &l->t->column[i];
        if (is_provenance(c) || (!c->key && used + width[i] + 2 > LINE_CELLS))
            continue;
        l->column[l->columns] = (int)i;
        l->width[l->columns++] = width[i];
        used += width[i] + 2;
    }
}

static bool tells_origin(const struct column *c)
{
    size_t n = strlen(c->name);

    return is_provenance(c) || (n > 7 && str_eq(c->name + n - 7, "_source"));
}

/* All that a row says but for where it was read, and its other names. */
static void row_words(struct listing *l, struct str *out)
{
    int key = table_single_key(l->t);

    for (size_t i = 0; i < l->t->columns; i++) {
        if (tells_origin(&l->t->column[i]))
            continue;
        cell_text(out, l->s, &l->t->column[i], (int)i, l->r->lang);
        str_addc(out, ' ');
    }
    const struct facts *f = &l->r->ctx->facts;
    const char *id = key >= 0 ? db_text(l->s, key) : NULL;
    for (size_t i = 0; id != NULL && i < f->alias_n; i++)
        if (str_eq(f->alias[i].id, id) && str_eq(f->alias[i].table, l->t->name))
            str_addf(out, "%s ", f->alias[i].name);
}

static bool passes(struct listing *l)
{
    struct str words, folded;

    if (l->want[0] == '\0')
        return true;
    str_init(&words, 1 << 17);
    str_init(&folded, 1 << 17);
    row_words(l, &words);
    text_fold(&folded, words.p);
    bool yes = l->fuzzy ? text_like(folded.p, l->want) : text_has_words(folded.p, l->want);
    str_free(&words);
    str_free(&folded);
    return yes;
}

/* The next row that holds what is looked for. */
static enum err next_row(struct listing *l, bool *more, struct err_info *e)
{
    enum err rc;

    do
        rc = db_step(l->s, more, e);
    while (rc == OK && *more && !passes(l));
    l->found += rc == OK && *more;
    return rc;
}

/* Each column as wide as its widest cell. */
static enum err measure_columns(struct listing *l, struct err_info *e)
{
    int width[64] = {0};
    struct str cell;
    bool more = true;
    enum err rc = OK;
    size_t n = l->t->columns < 64 ? l->t->columns : 64;

    str_init(&cell, 65536);
    for (size_t i = 0; i < n; i++)
        width[i] = text_width(l->t->column[i].name);
    while (rc == OK && (rc = next_row(l, &more, e)) == OK && more) {
        for (size_t i = 0; i < n; i++) {
            str_clear(&cell);
            cell_text(&cell, l->s, &l->t->column[i], (int)i, l->r->lang);
            int w = text_width(cell.p);
            if (w > width[i])
                width[i] = w < CELL_MAX ? w : CELL_MAX;
        }
    }
    str_free(&cell);
    db_reset(l->s);
    choose_columns(l, width, n);
    return rc;
}

static void end_line(struct str *out)
{
    while (out->len > 0 && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
    str_addc(out, '\n');
}

static enum err list_text(struct listing *l, struct err_info *e)
{
    struct str *out = &l->r->out, cell;
    bool more = true, ascii = l->r->ctx->opt.ascii;
    enum err rc = measure_columns(l, e);

    str_init(&cell, 65536);
    for (int k = 0; k < l->columns; k++) {
        text_pad(out, l->t->column[l->column[k]].name, l->width[k], -1, ascii);
        str_add(out, "  ");
    }
    end_line(out);
    while (rc == OK && (rc = next_row(l, &more, e)) == OK && more) {
        for (int k = 0; k < l->columns; k++) {
            const struct column *c = &l->t->column[l->column[k]];
            str_clear(&cell);
            cell_text(&cell, l->s, c, l->column[k], l->r->lang);
            text_pad(out, cell.p, l->width[k], is_number(c) ? 1 : -1, ascii);
            str_add(out, "  ");
        }
        if (is_own(l->s, l->t))
            str_add(out, msg_text(l->r->lang, MSG_OWN_WORD));
        end_line(out);
    }
    str_free(&cell);
    return rc;
}

static void row_text(struct run *r, struct stmt *s, const struct table *t)
{
    int width = 0;
    struct str cell;

    for (size_t i = 0; i < t->columns; i++) {
        int w = text_width(t->column[i].name);
        width = w > width ? w : width;
    }
    str_init(&cell, 65536);
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];
        text_pad(&r->out, c->name, width, -1, r->ctx->opt.ascii);
        str_clear(&cell);
        cell_text(&cell, s, c, (int)i, r->lang);
        str_addf(&r->out, "  %s", cell.p);
        if (c->unit != NULL && known(db_number(s, (int)i)))
            str_addf(&r->out, " %s", c->unit);
        str_addc(&r->out, '\n');
    }
    str_free(&cell);
}

/* --- commands -------------------------------------------------------------------------------- */
static void json_head(struct json_out *w, const struct run *r, const char *table)
{
    jw_kstr(w, "schema", "dlrig.catalog/1");
    jw_key(w, "catalog");
    jw_obj(w);
    jw_kstr(w, "version", r->ctx->facts.version);
    jw_kstr(w, "date", r->ctx->facts.date);
    jw_obj_end(w);
    if (table != NULL)
        jw_kstr(w, "table", table);
}

static enum err list_tables(struct desk *d, struct err_info *e)
{
    struct run *r = d->r;
    struct json_out w;
    bool json = str_eq(r->format, "json"), csv = str_eq(r->format, "csv"), first = true;
    enum err rc = OK;

    jw_init(&w, &r->out, true);
    if (json) {
        jw_obj(&w);
        json_head(&w, r, NULL);
        jw_key(&w, "tables");
        jw_arr(&w);
    } else if (csv) {
        str_add(&r->out, "table,rows,yours,what\n");
    }
    for (size_t i = 0; i < catalog_table_count && rc == OK; i++) {
        const struct table *t = &catalog_tables[i];
        size_t rows = 0;
        double own = (double)d->own.all.sheet[i].rows;
        rc = table_rows_count(d->db, t, &rows, e);
        double n = rc == OK ? (double)rows : UNKNOWN;
        if (json) {
            jw_obj(&w);
            jw_kstr(&w, "table", t->name);
            jw_knum(&w, "rows", n);
            jw_knum(&w, "yours", own);
            jw_kstr(&w, "what", tables_about(t, r->lang));
            jw_obj_end(&w);
        } else if (csv) {
            csv_put(&r->out, &first, t->name);
            csv_put_num(&r->out, &first, n);
            csv_put_num(&r->out, &first, own);
            csv_put(&r->out, &first, tables_about(t, r->lang));
            csv_end(&r->out, &first);
        } else {
            str_addf(&r->out, "%-16s %6.0f  %s", t->name, n, tables_about(t, r->lang));
            if (own > 0)
                str_addf(&r->out, " (%s: %.0f)", msg_text(r->lang, MSG_OWN_WORD), own);
            str_addc(&r->out, '\n');
        }
    }
    if (json) {
        jw_arr_end(&w);
        jw_obj_end(&w);
        str_addc(&r->out, '\n');
    }
    return rc;
}

static enum err put_rows(struct listing *l, struct err_info *e)
{
    struct run *r = l->r;
    struct json_out w;
    bool more = true;
    enum err rc = OK;

    if (str_eq(r->format, "text"))
        return list_text(l, e);
    if (str_eq(r->format, "csv")) {
        header_csv(&r->out, l->t);
        while ((rc = next_row(l, &more, e)) == OK && more)
            row_csv(&r->out, l->s, l->t);
        return rc;
    }
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    json_head(&w, r, l->t->name);
    jw_key(&w, "rows");
    jw_arr(&w);
    while ((rc = next_row(l, &more, e)) == OK && more)
        row_json(&w, l->s, l->t);
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
    return rc;
}

/* The words behind the table's name, folded. */
static const char *wanted(struct run *r)
{
    struct str words, folded;

    str_init(&words, 4096);
    str_init(&folded, 4096);
    for (int i = 2; i < r->opt->arg_n; i++)
        str_addf(&words, "%s%s", i > 2 ? " " : "", r->opt->arg[i]);
    text_fold(&folded, words.p);
    const char *out = arena_strdup(&r->arena, folded.p);
    str_free(&words);
    str_free(&folded);
    return out != NULL ? out : "";
}

static enum err list_rows(struct desk *d, const struct table *t, struct err_info *e)
{
    struct run *r = d->r;
    enum err rc = OK;

    for (int fuzzy = 0; fuzzy < 2 && rc == OK; fuzzy++) {
        struct listing l = {.r = r, .t = t, .own = own_covers(&d->own, t->name)};
        l.want = wanted(r);
        l.fuzzy = fuzzy == 1;
        str_clear(&r->out);
        rc = open_rows(d->db, t, l.own, "", &l.s, e);
        if (rc == OK)
            rc = put_rows(&l, e);
        db_finish(l.s);
        r->code = l.found == 0 && l.want[0] != '\0'; /* an empty answer */
        if (l.found > 0 || l.want[0] == '\0')
            break;
    }
    return rc;
}

/* That a row is the user's, since when, and whether one of the catalog stands behind it. */
static void own_text(struct desk *d, const struct table *t, const char *id)
{
    struct str *out = &d->r->out;
    long row = own_find(&d->own, t, id);
    const char *day = row >= 0 ? d->own.added[t - catalog_tables][row] : NULL;
    struct msg since = msg_make(MSG_OWN_SINCE, 1, ARG_DATE(day));

    str_addf(out, "\n%s", msg_text(d->r->lang, MSG_OWN_WORD));
    if (day != NULL) {
        str_addc(out, ' ');
        msg_render(out, d->r->lang, &since);
    }
    if (row >= 0 &&
        desk_hides(d, t, d->own.all.sheet[t - catalog_tables].cell + (size_t)row * t->columns))
        str_addf(out, "; %s", msg_text(d->r->lang, MSG_OWN_HIDES));
    str_addc(out, '\n');
}

/* *found false when the table has no such row. */
static enum err show_row(struct desk *d, const struct table *t, const char *id, bool *found,
                         struct err_info *e)
{
    struct run *r = d->r;
    struct stmt *s = NULL;
    struct str where;
    int key = table_single_key(t);

    *found = false;
    if (key < 0)
        return cli_fail(e, ERR_USAGE, MSG_CATALOG_NO_KEY, t->name, NULL, NULL);
    str_init(&where, 256);
    str_addf(&where, " WHERE \"%s\" = ?1", t->column[key].name);
    enum err rc = open_rows(d->db, t, own_covers(&d->own, t->name), where.p, &s, e);
    str_free(&where);
    if (rc == OK) {
        db_bind_text(s, 0, id);
        rc = db_step(s, found, e);
    }
    if (rc == OK && *found && str_eq(r->format, "csv")) {
        header_csv(&r->out, t);
        row_csv(&r->out, s, t);
    } else if (rc == OK && *found && str_eq(r->format, "json")) {
        struct json_out w;
        jw_init(&w, &r->out, true);
        jw_obj(&w);
        json_head(&w, r, t->name);
        jw_key(&w, "row");
        row_json(&w, s, t);
        jw_obj_end(&w);
        str_addc(&r->out, '\n');
    } else if (rc == OK && *found) {
        row_text(r, s, t);
        if (is_unverified(s, t))
            str_addf(&r->out, "\n%s\n", msg_text(r->lang, MSG_TUI_UNVERIFIED));
        if (is_own(s, t))
            own_text(d, t, id);
    }
    db_finish(s);
    return rc;
}

/* A name that is often misused carries the correction with it. */
static void add_note(struct run *r, const struct alias *al)
{
    if (al == NULL || !str_eq(r->format, "text"))
        return;
    const char *note = r->lang == LANG_ZH ? al->note_zh : al->note_en;
    if (note != NULL)
        str_addf(&r->out, "\n%s\n", note);
}

static enum err show(struct desk *d, struct err_info *e)
{
    struct run *r = d->r;
    const char *id = r->opt->arg[r->opt->arg_n - 1];
    const struct facts *f = &r->ctx->facts;
    const struct table *only = NULL;
    const struct alias *al = NULL;
    bool found = false;
    enum err rc = r->opt->arg_n == 3 ? desk_table(r->opt->arg[1], &only, e) : OK;

    for (size_t i = 0; i < catalog_table_count && rc == OK && !found; i++) {
        const struct table *t = &catalog_tables[i];
        if (only != NULL ? t != only : table_single_key(t) < 0)
            continue;
        const char *real = facts_resolve(f, t->name, id, &al);
        rc = show_row(d, t, real != NULL ? real : id, &found, e);
    }
    if (rc != OK)
        return rc;
    if (found) {
        add_note(r, al);
        return OK;
    }
    const char *near[3];
    size_t n = facts_nearest(f, only != NULL ? only->name : "accelerators", id, near, 3);
    return cli_unknown(e, id, near, n, MSG_CATALOG_ROW_NEAR, MSG_CATALOG_ROW, NULL);
}

static enum err list(struct desk *d, struct err_info *e)
{
    const struct cmdline *o = d->r->opt;
    const struct table *t = NULL;

    if (o->arg_n == 1)
        return list_tables(d, e);
    enum err rc = desk_table(o->arg[1], &t, e);
    return rc == OK ? list_rows(d, t, e) : rc;
}

static const struct {
    const char *name;
    enum err (*run)(struct desk *d, struct err_info *e); /* NULL: doctor */
    int args_min, args_max;                              /* with the verb; else the verb tells */
    const char *wants;
} verbs[] = {
    {"list", list, 1, ARGS_MAX, ""},
    {"show", show, 2, 3, "TABLE ID"},
    {"add", catalog_add, 1, ARGS_MAX, ""},
    {"remove", catalog_remove, 1, ARGS_MAX, ""},
    {"import", catalog_import, 1, ARGS_MAX, ""},
    {"export", catalog_export, 1, ARGS_MAX, ""},
    {"doctor", NULL, 1, 1, ""},
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static enum err find_verb(const struct cmdline *o, size_t *v, struct err_info *e)
{
    const char *names[VERBS];
    char full[32];

    for (*v = 0; *v < VERBS && !str_eq(verbs[*v].name, o->arg[0]); ++*v)
        names[*v] = verbs[*v].name;
    if (*v == VERBS)
        return cli_unknown(e, o->arg[0], names, VERBS, MSG_CATALOG_VERB_NEAR, MSG_CATALOG_VERB,
                           NULL);
    snprintf(full, sizeof full, "catalog %s", verbs[*v].name);
    if (o->arg_n < verbs[*v].args_min)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, full, verbs[*v].wants, NULL);
    if (o->arg_n > verbs[*v].args_max)
        return cli_fail(e, ERR_USAGE, MSG_OPT_EXTRA, o->arg[verbs[*v].args_max], full, NULL);
    return OK;
}

enum err command_catalog(struct run *r, struct err_info *e)
{
    struct err_info own_e = {0};
    struct desk d;
    size_t v;
    enum err rc = find_verb(r->opt, &v, e);

    if (rc != OK)
        return rc;
    bool doctor = verbs[v].run == NULL;
    rc = desk_open(&d, r, doctor, &own_e, e);
    if (rc == OK)
        rc = doctor ? catalog_doctor(&d, &own_e, e) : verbs[v].run(&d, e);
    desk_close(&d);
    return rc;
}
