/*
 * catalog_own.c - dlrig catalog add and remove: one row of the user's own.
 *
 * A new row begins from the row of the same key, else from the one that `like` names, else from
 * nothing; then come the cells given, then what goes without saying (own_row.h).
 */
#include <string.h>

#include "base/text.h"
#include "catalog/own_row.h"
#include "catalog/own_written.h"
#include "commands/catalog.h"

struct new_row {
    struct desk *d;
    const struct table *t;
    const char **cell;
    bool *given;
    const char *like; /* id of the row that it begins from, or NULL */
};

static enum err draft_new(struct new_row *w, struct desk *d, const struct table *t,
                          struct err_info *e)
{
    *w = (struct new_row){.d = d, .t = t};
    w->cell = ARENA_ARRAY(&d->r->arena, const char *, t->columns);
    w->given = ARENA_ARRAY(&d->r->arena, bool, t->columns);
    if (w->cell == NULL || w->given == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < t->columns; i++)
        w->cell[i] = "";
    return OK;
}

/* --- fields ----------------------------------------------------------------------------------- */
static enum err unknown_column(const struct table *t, const char *name, struct err_info *e)
{
    const char *names[128], *best[3];
    size_t n = 0, near = 0;
    struct str list;

    for (size_t i = 0; i < t->columns && n < 128; i++)
        names[n++] = t->column[i].name;
    for (size_t i = 0; i < n && near < 3; i++)
        if ((strlen(name) > 2 && strstr(names[i], name) != NULL) ||
            text_distance(name, names[i], 2) <= 2)
            best[near++] = names[i];
    if (near == 0)
        return cli_fail(e, ERR_USAGE, MSG_OWN_COLUMN, t->name, name, NULL);
    str_init(&list, 256);
    for (size_t i = 0; i < near; i++)
        str_addf(&list, "%s%s", i > 0 ? ", " : "", best[i]);
    enum err rc = cli_fail(e, ERR_USAGE, MSG_OWN_COLUMN_NEAR, t->name, name, list.p);
    str_free(&list);
    return rc;
}

static enum err set_cell(struct new_row *w, const char *name, const char *value, struct err_info *e)
{
    int i = table_column(w->t, name);

    if (i < 0)
        return unknown_column(w->t, name, e);
    if (w->given[i])
        return cli_fail(e, ERR_USAGE, MSG_OWN_TWICE, name, NULL, NULL);
    w->given[i] = true;
    w->cell[i] = value;
    return OK;
}

/* "column=value", or the key alone in the first place; cells of `other` (or NULL) go there. */
static enum err take_field(struct new_row *w, struct new_row *other, const char *text, bool first,
                           struct err_info *e)
{
    const char *mark = strchr(text, '=');
    int key = table_single_key(w->t);

    if (mark == NULL && first && key >= 0)
        return set_cell(w, w->t->column[key].name, text, e);
    if (mark == NULL || mark == text)
        return cli_fail(e, ERR_USAGE, MSG_OWN_FIELD, text, NULL, NULL);
    const char *name = arena_strndup(&w->d->r->arena, text, (size_t)(mark - text));
    if (name == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (str_eq(name, "like") && table_column(w->t, "like") < 0) {
        w->like = mark + 1;
        return OK;
    }
    if (other != NULL && table_column(w->t, name) < 0 && table_column(other->t, name) >= 0)
        return set_cell(other, name, mark + 1, e);
    return set_cell(w, name, mark + 1, e);
}

/* --- what it begins from ---------------------------------------------------------------------- */
static void begin_from(struct new_row *w, const char *const *base, bool sister)
{
    int key = table_single_key(w->t);

    for (size_t i = 0; i < w->t->columns; i++) {
        const char *name = w->t->column[i].name;

        if (w->given[i] || (sister && !own_row_inherits(w->t, i)))
            continue;
        bool named = sister && key >= 0 && (str_eq(name, "name") || str_eq(name, "model"));
        w->cell[i] = named ? w->cell[key] : base[i];
    }
}

static enum err no_sister(struct new_row *w, struct err_info *e)
{
    const char *near[3];
    size_t n = facts_nearest(&w->d->r->ctx->facts, w->t->name, w->like, near, 3);
    struct str list;

    if (n == 0)
        return cli_fail(e, ERR_USAGE, MSG_OWN_LIKE, w->like, w->t->name, NULL);
    str_init(&list, 512);
    for (size_t i = 0; i < n; i++)
        str_addf(&list, "%s%s", i > 0 ? ", " : "", near[i]);
    enum err rc = cli_fail(e, ERR_USAGE, MSG_OWN_LIKE_NEAR, w->like, w->t->name, list.p);
    str_free(&list);
    return rc;
}

static const char *key_text(struct new_row *w)
{
    struct str s;

    str_init(&s, 1 << 16);
    sheet_key_text(&s, w->t, w->cell);
    const char *out = arena_strdup(&w->d->r->arena, s.p);
    str_free(&s);
    return out;
}

/* find_base: *own is the row of the user's own that is changed, or -1. */
static enum err find_base(struct new_row *w, long *own, struct err_info *e)
{
    const char **base = ARENA_ARRAY(&w->d->r->arena, const char *, w->t->columns);
    const struct sheet *all = &w->d->own.all.sheet[w->t - catalog_tables];
    int key = table_single_key(w->t);
    bool found = false;
    enum err rc = OK;

    *own = own_find(&w->d->own, w->t, key_text(w));
    if (base == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (*own >= 0) {
        begin_from(w, all->cell + (size_t)*own * w->t->columns, false);
        return OK;
    }
    if (key >= 0)
        rc = desk_row(w->d, w->t, w->cell[key], true, base, &found, e);
    if (rc == OK && found)
        begin_from(w, base, false);
    if (rc != OK || found || w->like == NULL)
        return rc;
    if (key < 0)
        return cli_fail(e, ERR_USAGE, MSG_OWN_NO_LIKE, w->t->name, NULL, NULL);
    const char *id = facts_resolve(&w->d->r->ctx->facts, w->t->name, w->like, NULL);
    rc = desk_row(w->d, w->t, id != NULL ? id : w->like, false, base, &found, e);
    if (rc == OK && !found)
        return no_sister(w, e);
    if (rc == OK)
        begin_from(w, base, true);
    return rc;
}

/* The table that a price or another name is of, where its id says so. */
static enum err guess_table(struct new_row *w, const char *by, const char *of, struct err_info *e)
{
    int table = table_column(w->t, by), id = table_column(w->t, of);

    if (table < 0 || id < 0 || w->cell[table][0] != '\0' || w->cell[id][0] == '\0')
        return OK;
    for (size_t i = 0; i < catalog_table_count; i++)
        if (facts_resolve(&w->d->r->ctx->facts, catalog_tables[i].name, w->cell[id], NULL) !=
            NULL) {
            w->cell[table] = catalog_tables[i].name;
            return OK;
        }
    return cli_fail(e, ERR_USAGE, MSG_OWN_NO_THING, w->cell[id], NULL, NULL);
}

static void fill_defaults(struct new_row *w, bool over)
{
    own_row_defaults(w->t, w->cell, w->given, over, desk_day(w->d),
                     msg_text(w->d->r->ctx->lang, MSG_OWN_DEFAULT_SOURCE));
}

/* --- add -------------------------------------------------------------------------------------- */
enum done { DONE_ADDED, DONE_OVER, DONE_CHANGED, DONE_SAME };

static enum err finish_draft(struct new_row *w, enum done *done, struct err_info *e)
{
    long own = -1;

    own_written(w->t, w->cell, &w->d->r->ctx->facts, &w->d->r->arena);
    enum err rc = guess_table(w, "item_table", "item_id", e);
    if (rc == OK)
        rc = guess_table(w, "table_name", "id", e);
    if (rc != OK)
        return rc;
    if (table_single_key(w->t) < 0) /* the day of a price is part of its key */
        fill_defaults(w, false);
    rc = find_base(w, &own, e);
    if (rc != OK)
        return rc;
    bool over = desk_hides(w->d, w->t, w->cell);
    fill_defaults(w, own < 0 && over);
    *done = own >= 0 ? DONE_CHANGED : over ? DONE_OVER : DONE_ADDED;
    if (own < 0)
        return OK;
    const char *const *old =
        w->d->own.all.sheet[w->t - catalog_tables].cell + (size_t)own * w->t->columns;
    bool same = true;
    for (size_t i = 0; i < w->t->columns; i++)
        same = same && str_eq(old[i], w->cell[i]);
    if (same)
        *done = DONE_SAME;
    return OK;
}

static enum err check_drafts(struct new_row *const *w, size_t n, struct err_info *e)
{
    struct desk *d = w[0]->d;
    struct faults faults = {.arena = &d->r->arena};
    struct book book;
    enum err rc = own_new_book(&book, &d->r->arena, e);

    for (size_t i = 0; rc == OK && i < n; i++) {
        struct sheet *s = &book.sheet[w[i]->t - catalog_tables];

        s->cell = w[i]->cell;
        s->line = ARENA_ARRAY(&d->r->arena, long, 1); /* 0: a row that stands in no file */
        s->rows = 1;
    }
    if (rc == OK)
        rc = own_check_book(&d->own, &book, d->db, d->r->ctx->prices_path, &faults, e);
    return rc == OK && faults.n > 0 ? desk_tell_row(d, &faults, e) : rc;
}

static void tell(struct new_row *w, enum msg_id id)
{
    struct run *r = w->d->r;
    struct msg m = msg_make(id, 2, ARG_STR(w->t->name), ARG_STR(desk_key(w->d, w->t, w->cell)));

    msg_render(&r->out, r->lang, &m);
    str_addc(&r->out, '\n');
}

static void tell_done(struct new_row *w, enum done done, bool companion)
{
    static const enum msg_id text[] = {MSG_OWN_ADDED, MSG_OWN_ADDED_OVER, MSG_OWN_CHANGED,
                                       MSG_OWN_SAME};
    static const char *const word[] = {"added", "over", "changed", "same"};
    struct run *r = w->d->r;
    struct json_out j;

    if (!str_eq(r->format, "json")) {
        tell(w, companion ? MSG_OWN_COMPANION : text[done]);
        return;
    }
    if (companion)
        return;
    jw_init(&j, &r->out, true);
    jw_obj(&j);
    jw_kstr(&j, "schema", "dlrig.catalog/1");
    jw_kstr(&j, "table", w->t->name);
    jw_kstr(&j, "key", desk_key(w->d, w->t, w->cell));
    jw_kstr(&j, "done", word[done]);
    jw_obj_end(&j);
    str_addc(&r->out, '\n');
}

/* The columns, for somebody who asks what a row may hold. */
static enum err list_columns(struct desk *d, const struct table *t)
{
    struct run *r = d->r;
    struct msg m = msg_make(MSG_OWN_COLUMNS_OF, 1, ARG_STR(t->name));
    struct str page;

    msg_render(&r->out, r->lang, &m);
    str_addc(&r->out, '\n');
    str_init(&page, 1 << 16);
    for (size_t i = 0; i < t->columns; i++) {
        const struct column *c = &t->column[i];

        str_addf(&r->out, "%c %-26s ", c->key ? '+' : c->required ? '*' : ' ', c->name);
        str_clear(&page);
        schema_values(&page, r->lang, c);
        const char *unit = schema_unit(c, r->lang);
        str_addf(&r->out, "%s%s%s\n", page.p, unit[0] != '\0' ? "  " : "", unit);
    }
    str_free(&page);
    return OK;
}

/* An offer is for a machine: its card and count go to the table of instances. */
static enum err finish_companion(struct new_row *offer, struct new_row *machine, bool *needed,
                                 struct err_info *e)
{
    enum done done;

    *needed = false;
    for (size_t i = 0; i < machine->t->columns; i++)
        *needed = *needed || machine->given[i];
    if (!*needed)
        return OK;
    machine->cell[table_column(machine->t, "provider")] =
        offer->cell[table_column(offer->t, "provider")];
    machine->cell[table_column(machine->t, "instance")] =
        offer->cell[table_column(offer->t, "instance")];
    return finish_draft(machine, &done, e);
}

static enum err store_drafts(struct new_row *const *w, size_t n, struct err_info *e)
{
    struct own_change change[2];

    for (size_t i = 0; i < n; i++)
        change[i] = (struct own_change){w[i]->t, key_text(w[i]), w[i]->cell};
    return desk_store(w[0]->d, change, n, e);
}

enum err catalog_add(struct desk *d, struct err_info *e)
{
    const struct cmdline *o = d->r->opt;
    const struct table *t = NULL;
    struct new_row row, machine;
    enum done done = DONE_SAME;
    bool both = false;

    if (o->arg_n < 2)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, "catalog add", "TABLE COLUMN=VALUE...", NULL);
    enum err rc = desk_table(o->arg[1], &t, e);
    if (rc == OK && o->arg_n == 2)
        return list_columns(d, t);
    bool offer = rc == OK && str_eq(t->name, "offers");
    if (rc == OK)
        rc = draft_new(&row, d, t, e);
    if (rc == OK)
        rc = draft_new(&machine, d, catalog_table("instances"), e);
    for (int i = 2; rc == OK && i < o->arg_n; i++)
        rc = take_field(&row, offer ? &machine : NULL, o->arg[i], i == 2, e);
    if (rc == OK)
        rc = finish_draft(&row, &done, e);
    if (rc == OK && offer)
        rc = finish_companion(&row, &machine, &both, e);
    struct new_row *const all[] = {&row, &machine};
    size_t n = both ? 2 : 1;
    if (rc == OK)
        rc = check_drafts(all, n, e);
    if (rc == OK && (done != DONE_SAME || both))
        rc = store_drafts(all, n, e);
    if (rc == OK && both)
        tell_done(&machine, done, true);
    if (rc == OK)
        tell_done(&row, done, false);
    return rc;
}

/* --- remove ----------------------------------------------------------------------------------- */
static bool matches(const struct new_row *w, const char *const *cell)
{
    for (size_t i = 0; i < w->t->columns; i++)
        if (w->given[i] && !str_eq(w->cell[i], cell[i]))
            return false;
    return true;
}

/* What is not given and tells the rows that match apart. */
static enum err several(struct new_row *w, size_t n, struct err_info *e)
{
    struct msg_arg a[3] = {ARG_INT(n), ARG_STR(w->t->name)};
    struct str names;

    str_init(&names, 256);
    for (size_t i = 0; i < w->t->columns; i++)
        if (w->t->column[i].key && !w->given[i])
            str_addf(&names, "%s%s", names.len > 0 ? ", " : "", w->t->column[i].name);
    a[2] = ARG_STR(err_detail(e, names.p));
    str_free(&names);
    return err_set(e, ERR_USAGE, MSG_OWN_SEVERAL, 3, a);
}

static enum err find_own(struct new_row *w, const char *shown, long *row, struct err_info *e)
{
    const struct sheet *s = &w->d->own.all.sheet[w->t - catalog_tables];
    size_t n = 0;

    for (size_t r = 0; r < s->rows; r++)
        if (matches(w, s->cell + r * w->t->columns)) {
            *row = (long)r;
            n++;
        }
    if (n == 0)
        return cli_fail(e, ERR_USAGE, MSG_OWN_NONE, w->t->name, shown, NULL);
    return n == 1 ? OK : several(w, n, e);
}

/* How many other rows of the user's own can no longer be used, now that one is gone. */
static enum err count_orphans(struct desk *d, size_t before, size_t *n, struct err_info *e)
{
    struct own after;
    enum err rc = own_read(&after, d->r->ctx->own_path, &d->r->wait, &d->r->arena, e);

    if (rc == OK)
        rc = own_judge(&after, d->db, e);
    *n = rc == OK && after.good + 1 < before ? before - 1 - after.good : 0;
    return rc;
}

static bool is_used(const struct own *o, const struct table *t, long row)
{
    const struct sheet *s = &o->used.sheet[t - catalog_tables];

    for (size_t r = 0; r < s->rows; r++)
        if (s->line[r] == row + 1)
            return true;
    return false;
}

static void tell_removed(struct new_row *w, bool back, size_t orphans)
{
    struct run *r = w->d->r;
    const char *key = desk_key(w->d, w->t, w->cell);
    struct json_out j;

    if (str_eq(r->format, "json")) {
        jw_init(&j, &r->out, true);
        jw_obj(&j);
        jw_kstr(&j, "schema", "dlrig.catalog/1");
        jw_kstr(&j, "table", w->t->name);
        jw_kstr(&j, "key", key);
        jw_kstr(&j, "done", "removed");
        jw_kbool(&j, "catalog_row_back", back);
        jw_knum(&j, "rows_left_out", (double)orphans);
        jw_obj_end(&j);
    } else if (orphans > 0 && !back) {
        struct msg m = msg_make(MSG_OWN_REMOVED_NEEDED, 3, ARG_STR(w->t->name), ARG_STR(key),
                                ARG_INT(orphans));
        msg_render(&r->out, r->lang, &m);
    } else {
        struct msg m = msg_make(back ? MSG_OWN_REMOVED_BACK : MSG_OWN_REMOVED, 2,
                                ARG_STR(w->t->name), ARG_STR(key));
        msg_render(&r->out, r->lang, &m);
    }
    str_addc(&r->out, '\n');
}

enum err catalog_remove(struct desk *d, struct err_info *e)
{
    const struct cmdline *o = d->r->opt;
    const struct table *t = NULL;
    struct new_row w;
    long row = -1;
    size_t orphans = 0;

    if (o->arg_n < 3)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, "catalog remove", "TABLE ID|COLUMN=VALUE...",
                        NULL);
    enum err rc = desk_table(o->arg[1], &t, e);
    if (rc == OK)
        rc = draft_new(&w, d, t, e);
    for (int i = 2; rc == OK && i < o->arg_n; i++)
        rc = take_field(&w, NULL, o->arg[i], i == 2, e);
    if (rc == OK)
        rc = find_own(&w, o->arg[2], &row, e);
    if (rc != OK)
        return rc;
    memcpy(w.cell, d->own.all.sheet[t - catalog_tables].cell + (size_t)row * t->columns,
           t->columns * sizeof *w.cell);
    size_t before = d->own.good + !is_used(&d->own, t, row);
    const struct own_change change = {t, key_text(&w), NULL};
    rc = desk_store(d, &change, 1, e);
    if (rc == OK)
        rc = count_orphans(d, before, &orphans, e);
    if (rc == OK)
        tell_removed(&w, desk_hides(d, t, w.cell), orphans);
    return rc;
}
