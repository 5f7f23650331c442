/* browse.c - rows of the catalog's tables for the screen, and rows of the user's own written. */
#include "app/browse.h"

#include <string.h>

#include "app/tables.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/own_row.h"
#include "catalog/own_written.h"
#include "catalog/table_rows.h"

#define STORE_WAIT_MS 400 /* the screen must not stand still: it tells that the file is in use */

static const char *const tabs[] = {"accelerators", "models", "platforms", "cpus",       "memory",
                                   "ssds",         "hdds",   "psus",      "cases",      "coolers",
                                   "fans",         "nics",   "raid_hba",  "enclosures", "switches",
                                   "ups",          "cables"};
#define TABS ((int)(sizeof tabs / sizeof tabs[0]))

int browse_tabs(void)
{
    return TABS;
}

const struct table *browse_table(int tab)
{
    return tab >= 0 && tab < TABS ? catalog_table(tabs[tab]) : NULL;
}

const char *browse_key(const struct browse *b, int row)
{
    int key = b->table != NULL ? table_single_key(b->table) : -1;

    return key >= 0 && row >= 0 && (size_t)row < b->n ? browse_cell(b, row, key) : "";
}

const char *browse_about(int tab, enum lang lang)
{
    const struct table *t = browse_table(tab);

    return t != NULL ? tables_about(t, lang) : "";
}

const char *browse_cell(const struct browse *b, int row, int column)
{
    return b->cell[(size_t)row * b->width + (size_t)column];
}

const char *browse_head(const struct browse *b, int k)
{
    return b->table->column[b->column[k]].name;
}

bool browse_number(const struct browse *b, int k)
{
    enum column_type type = b->table->column[b->column[k]].type;

    return type == COL_NUMBER || type == COL_WHOLE;
}

void browse_walk(const struct browse *b, int row, enum lang lang, browse_fn *fn, void *ctx)
{
    if (b->table == NULL || row < 0 || (size_t)row >= b->n)
        return;
    for (size_t i = 0; i < b->width; i++)
        fn(ctx, b->table->column[i].name, browse_cell(b, row, (int)i),
           schema_unit(&b->table->column[i], lang));
}

const char *browse_table_name(const struct browse *b)
{
    return b->table != NULL ? b->table->name : "";
}

size_t form_columns(const struct form *f)
{
    return f->table->columns;
}

const char *form_name(const struct form *f)
{
    return f->table->name;
}

struct form_line form_line(const struct form *f, int i)
{
    const struct column *c = &f->table->column[i];

    return (struct form_line){c->name, f->cell[i], c->key, c->required};
}

void form_hint(struct str *out, enum lang lang, const struct form *f, int i)
{
    const struct column *c = &f->table->column[i];

    schema_values(out, lang, c);
    const char *unit = schema_unit(c, lang);
    if (unit[0] != '\0')
        str_addf(out, "  %s", unit);
}

const char *form_key(const struct form *f)
{
    int key = table_single_key(f->table);

    return key >= 0 ? f->cell[key] : f->like;
}

/* --- reading ---------------------------------------------------------------------------------- */
struct open_catalog {
    struct db *db;
    struct own own;
};

/* The catalog with the user's own rows over it; where those cannot be read, without them. */
static enum err open_both(struct open_catalog *o, const struct context *c, struct arena *a,
                          struct err_info *e)
{
    const struct db_wait wait = {.limit_ms = STORE_WAIT_MS};
    enum err rc = db_open(&o->db, c->catalog_path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);

    if (rc != OK)
        return rc;
    if (own_read(&o->own, c->own_path, &wait, a, NULL) != OK)
        rc = own_read(&o->own, "", NULL, a, e);
    if (rc == OK)
        rc = own_judge(&o->own, o->db, e);
    return rc == OK ? own_overlay(&o->own, o->db, e) : rc;
}

/* The columns that the list of the command shows, the key first. */
static void choose_columns(struct browse *b)
{
    const struct table *t = b->table;
    const char *p = tables_columns(t);
    char name[64];

    b->columns = b->sort = 0;
    while (p != NULL && *p != '\0' && b->columns < BROWSE_COLUMNS) {
        size_t n = strcspn(p, " ");
        str_copy(name, n + 1 < sizeof name ? n + 1 : sizeof name, p);
        int i = table_column(t, name);
        if (i >= 0)
            b->column[b->columns++] = i;
        p += n + (p[n] == ' ');
    }
    for (size_t i = 0; b->columns == 0 && i < t->columns && i < 6; i++)
        b->column[i] = (int)i;
    if (b->columns == 0)
        b->columns = t->columns < 6 ? (int)t->columns : 6;
}

#define CELLS_MOST 34

static void measure_columns(struct browse *b)
{
    for (int k = 0; k < b->columns; k++) {
        b->wide[k] = text_width(browse_head(b, k));
        for (size_t i = 0; i < b->n; i++) {
            int w = text_width(browse_cell(b, (int)i, b->column[k]));
            b->wide[k] = w > b->wide[k] ? w : b->wide[k];
        }
        b->wide[k] = b->wide[k] < CELLS_MOST ? b->wide[k] : CELLS_MOST;
    }
}

enum err browse_read(struct browse *b, const struct context *c, struct err_info *e)
{
    struct open_catalog o = {0};
    struct table_rows rows = {.table = NULL};
    const struct table *t = browse_table(b->tab);

    arena_reset(&b->arena);
    b->wanted = false;
    b->table = NULL;
    b->n = 0;
    enum err rc = open_both(&o, c, &b->arena, e);
    if (rc == OK)
        rc = table_rows_read(o.db, &o.own, t, NULL, &b->arena, &rows, e);
    db_close(o.db);
    if (rc != OK)
        return rc;
    b->table = t;
    b->cell = rows.cell;
    b->yours = rows.yours;
    b->n = rows.n;
    b->width = t->columns;
    choose_columns(b);
    measure_columns(b);
    return OK;
}

enum err form_read(struct form *f, const struct context *c, struct err_info *e)
{
    struct open_catalog o = {0};
    struct table_rows rows = {.table = NULL};
    size_t n = f->table->columns;
    int key = table_single_key(f->table);

    arena_reset(&f->arena);
    f->cell = ARENA_ARRAY(&f->arena, const char *, n);
    f->before = ARENA_ARRAY(&f->arena, const char *, n);
    if (f->cell == NULL || f->before == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    enum err rc = open_both(&o, c, &f->arena, e);
    if (rc == OK)
        rc = table_rows_read(o.db, &o.own, f->table, f->like, &f->arena, &rows, e);
    f->yours = rc == OK && rows.n > 0 && rows.yours[0];
    for (size_t i = 0; rc == OK && i < n; i++) {
        bool keep = rows.n > 0 && (!f->fresh || own_row_inherits(f->table, i));

        f->cell[i] = keep && (int)i != key ? rows.cell[i] : "";
        if (!f->fresh && (int)i == key)
            f->cell[i] = f->like;
        const char *name = f->table->column[i].name;
        if (f->fresh && (str_eq(name, "name") || str_eq(name, "model")))
            f->cell[i] = "";
        if (str_starts(f->cell[i], OWN_SOURCE)) /* as it stands in the user's file */
            f->cell[i] += sizeof OWN_SOURCE - 1;
        f->before[i] = f->cell[i];
    }
    db_close(o.db);
    return rc;
}

/* --- writing ---------------------------------------------------------------------------------- */
bool form_changed(const struct form *f)
{
    for (size_t i = 0; i < form_columns(f); i++)
        if (!str_eq(f->cell[i], f->before[i]))
            return true;
    return false;
}

void form_set(struct form *f, int column, const char *text)
{
    const char *kept = arena_strdup(&f->arena, text);

    if (kept != NULL)
        f->cell[column] = kept;
}

static const char *key_of(struct form *f)
{
    struct str s;

    str_init(&s, 1 << 16);
    sheet_key_text(&s, f->table, f->cell);
    const char *out = arena_strdup(&f->arena, s.p);
    str_free(&s);
    return out != NULL ? out : "";
}

/* The first fault in one line, and how many more there are. */
static enum err refused(const struct context *c, const struct faults *faults, struct err_info *e)
{
    struct str s;

    str_init(&s, 4096);
    fault_render(&s, c->lang, &faults->fault[0]);
    if (faults->n > 1) {
        struct msg m =
            msg_make(MSG_OWN_MORE_FAULTS, 2, ARG_STR(err_detail(e, s.p)), ARG_INT(faults->n - 1));
        str_clear(&s);
        msg_render(&s, c->lang, &m);
    }
    char text[256];
    str_copy(text, sizeof text, s.p);
    str_free(&s);
    return err_set(e, ERR_VALUE, MSG_OWN_REFUSED, 1, &ARG_STR(err_detail(e, text)));
}

static enum err judge(struct form *f, const struct context *c, struct err_info *e)
{
    struct faults faults = {.arena = &f->arena};
    struct open_catalog o = {0};
    struct book book;
    enum err rc = own_new_book(&book, &f->arena, e);

    if (rc != OK)
        return rc;
    struct sheet *s = &book.sheet[f->table - catalog_tables];
    s->cell = f->cell;
    s->line = ARENA_ARRAY(&f->arena, long, 1);
    s->rows = 1;
    rc = s->line != NULL ? open_both(&o, c, &f->arena, e)
                         : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (rc == OK)
        rc = own_check_book(&o.own, &book, o.db, c->prices_path, &faults, e);
    db_close(o.db);
    return rc == OK && faults.n > 0 ? refused(c, &faults, e) : rc;
}

enum err form_store(struct form *f, const struct context *c, struct err_info *e)
{
    const struct db_wait wait = {.limit_ms = STORE_WAIT_MS};
    bool given[256] = {false};
    char day[11];

    if (c->own_path[0] == '\0')
        return err_set(e, ERR_IO, MSG_OWN_NO_HOME, 0, NULL);
    date_format(date_of(c->now), day);
    for (size_t i = 0; i < f->table->columns && i < sizeof given / sizeof given[0]; i++)
        given[i] = !str_eq(f->cell[i], f->before[i]);
    const char *today = arena_strdup(&f->arena, day);
    own_written(f->table, f->cell, &c->facts, &f->arena);
    own_row_defaults(f->table, f->cell, given, !f->fresh && !f->yours, today,
                     msg_text(c->lang, MSG_OWN_DEFAULT_SOURCE));
    enum err rc = judge(f, c, e);
    const struct own_change change = {f->table, key_of(f), f->cell};
    return rc == OK ? own_write(c->own_path, &change, 1, day, DLRIG_VERSION, &wait, e) : rc;
}

enum err form_drop(const struct form *f, const struct context *c, struct err_info *e)
{
    const struct db_wait wait = {.limit_ms = STORE_WAIT_MS};
    const struct own_change change = {f->table, f->like, NULL};
    struct arena a;
    struct own own;
    char day[11];

    arena_init(&a, 0);
    date_format(date_of(c->now), day);
    enum err rc = own_read(&own, c->own_path, &wait, &a, e);
    if (rc == OK && own_find(&own, f->table, f->like) < 0)
        rc = err_set(e, ERR_NOT_FOUND, MSG_OWN_NONE, 2,
                     (struct msg_arg[]){ARG_STR(f->table->name), ARG_STR(f->like)});
    if (rc == OK)
        rc = own_write(c->own_path, &change, 1, day, DLRIG_VERSION, &wait, e);
    arena_free(&a);
    return rc;
}
