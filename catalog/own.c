#include "catalog/own.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/own_currency.h"

#define CELLS_MAX 2000000
#define SQL_MAX 16384

/* --- reading ---------------------------------------------------------------------------------- */
static size_t table_index(const char *name)
{
    size_t t = 0;

    while (t < catalog_table_count && !str_eq(catalog_tables[t].name, name))
        t++;
    return t;
}

static enum err no_memory(struct err_info *e)
{
    return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

static enum err own_empty(struct own *o, struct arena *a, struct err_info *e)
{
    *o = (struct own){.arena = a, .format = UNKNOWN};
    o->faults.arena = a;
    o->all = (struct book){.arena = a, .sheet = ARENA_ARRAY(a, struct sheet, catalog_table_count)};
    o->added = ARENA_ARRAY(a, const char **, catalog_table_count);
    if (o->all.sheet == NULL || o->added == NULL)
        return no_memory(e);
    for (size_t t = 0; t < catalog_table_count; t++) {
        o->all.sheet[t].table = &catalog_tables[t];
        o->all.sheet[t].file = catalog_tables[t].name;
        o->all.sheet[t].present = true;
    }
    o->used = o->all;
    return OK;
}

/* While the cells are read, in the order of table, row and name of the column. */
struct reading {
    struct own *o;
    struct sheet *sheet; /* of the row at hand; NULL: none yet */
    char key[OWN_CELL_BYTES + 1];
    char stray[OWN_CELL_BYTES + 1]; /* the table that is none of ours, and its row */
    size_t *room;                   /* rows of each table for which there is room */
    int *order;                     /* columns of the table at hand by their names */
    size_t order_at;                /* the first that can still come in this row */
    size_t cells;
};

/* Room for a row more; cells that nothing fills are "". */
static bool room_for_row(struct reading *r, size_t t)
{
    struct sheet *x = &r->o->all.sheet[t];
    struct arena *a = r->o->arena;
    size_t room = r->room[t] > 0 ? 2 * r->room[t] : 4, w = x->table->columns;
    const char **cell, **added;
    long *line;

    if (x->rows < r->room[t])
        return true;
    cell = arena_alloc_array(a, room * w, sizeof *cell);
    line = ARENA_ARRAY(a, long, room);
    added = ARENA_ARRAY(a, const char *, room);
    if (cell == NULL || line == NULL || added == NULL)
        return false;
    if (x->rows > 0) {
        memcpy(cell, x->cell, x->rows * w * sizeof *cell);
        memcpy(line, x->line, x->rows * sizeof *line);
    }
    for (size_t i = x->rows * w; i < room * w; i++)
        cell[i] = "";
    x->cell = cell;
    x->line = line;
    r->o->added[t] = added;
    r->room[t] = room;
    return true;
}

static bool order_columns(struct reading *r, const struct table *t)
{
    r->order = ARENA_ARRAY(r->o->arena, int, t->columns);
    if (r->order == NULL)
        return false;
    for (size_t i = 0; i < t->columns; i++) {
        size_t k = i;

        for (; k > 0 && strcmp(t->column[r->order[k - 1]].name, t->column[i].name) > 0; k--)
            r->order[k] = r->order[k - 1];
        r->order[k] = (int)i;
    }
    return true;
}

/* The column of that name, not before the one that was asked for last in this row; or -1. */
static int next_column(struct reading *r, const struct table *t, const char *name)
{
    for (int c = 1; r->order_at < t->columns && name != NULL; r->order_at++) {
        c = strcmp(t->column[r->order[r->order_at]].name, name);
        if (c >= 0)
            return c == 0 ? r->order[r->order_at] : -1;
    }
    return -1;
}

/* own_text: the file may have been written by anybody: what a terminal would act on goes. */
static const char *own_text(struct own *o, const char *text)
{
    char clean[OWN_CELL_BYTES + 1];
    size_t n = 0;

    while (text != NULL && text[n] >= ' ' && text[n] <= '~')
        n++;
    if (text != NULL && text[n] == '\0' && n <= OWN_CELL_BYTES) /* nothing to clean */
        return arena_strndup(o->arena, text, n);
    text_clean_buf(clean, sizeof clean, text != NULL ? text : "");
    return arena_strdup(o->arena, clean);
}

/* The row of a cell: the one at hand, or one more. */
static enum err begin_row(struct reading *r, size_t t, const char *key, struct err_info *e)
{
    struct sheet *x = &r->o->all.sheet[t];

    if (r->sheet == x && str_eq(r->key, key))
        return OK;
    if (!room_for_row(r, t) || (r->sheet != x && !order_columns(r, x->table)))
        return no_memory(e);
    r->sheet = x;
    r->order_at = 0;
    str_copy(r->key, sizeof r->key, key);
    x->line[x->rows] = (long)x->rows + 1;
    x->rows++;
    r->o->rows++;
    return OK;
}

static enum err take_cell(struct reading *r, struct db *db, struct stmt *s, struct err_info *e)
{
    const char *kind = db_text(s, 0), *key = db_text(s, 1);
    bool here = r->sheet != NULL && str_eq(r->sheet->table->name, kind);
    size_t t = here ? (size_t)(r->sheet - r->o->all.sheet) : table_index(kind);

    if (++r->cells > CELLS_MAX)
        return db_damaged(db, "too many cells", e);
    if (t == catalog_table_count) {
        r->sheet = NULL;
        if (!str_eq(r->stray, kind) || !str_eq(r->key, key)) /* once for each row */
            r->o->strays++;
        str_copy(r->stray, sizeof r->stray, kind);
        str_copy(r->key, sizeof r->key, key);
        return OK;
    }
    if (key == NULL || strlen(key) > OWN_CELL_BYTES)
        return OK;
    enum err err = begin_row(r, t, key, e);
    if (err != OK)
        return err;
    struct sheet *x = r->sheet;
    int column = next_column(r, x->table, db_text(s, 2));
    if (column < 0)
        r->o->strays++;
    else
        x->cell[(x->rows - 1) * x->table->columns + (size_t)column] = own_text(r->o, db_text(s, 3));
    return OK;
}

static enum err read_cells(struct own *o, struct db *db, struct err_info *e)
{
    struct reading r = {.o = o, .room = ARENA_ARRAY(o->arena, size_t, catalog_table_count)};
    struct stmt *s = NULL;
    bool more = true;
    enum err err =
        r.room == NULL
            ? no_memory(e)
            : db_prepare(db, "SELECT kind, key, name, value FROM cell ORDER BY kind, key, name", &s,
                         e);

    while (err == OK && (err = db_step(s, &more, e)) == OK && more)
        err = take_cell(&r, db, s, e);
    db_finish(s);
    return err == OK && arena_failed(o->arena) ? no_memory(e) : err;
}

static enum err read_days(struct own *o, struct db *db, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = true;
    enum err err = o->format < 2 ? OK : db_prepare(db, "SELECT kind, key, added FROM row", &s, e);

    while (err == OK && s != NULL && (err = db_step(s, &more, e)) == OK && more) {
        const struct table *t = catalog_table(db_text(s, 0));
        long row = t != NULL ? own_find(o, t, db_text(s, 1)) : -1;

        if (row >= 0 && db_text(s, 2) != NULL)
            o->added[t - catalog_tables][row] = own_text(o, db_text(s, 2));
    }
    db_finish(s);
    return err;
}

enum err own_read(struct own *o, const char *path, const struct db_wait *wait, struct arena *a,
                  struct err_info *e)
{
    struct db *db = NULL;
    double format;
    enum err err = own_empty(o, a, e);

    if (err == OK)
        err = own_open_read(&db, path, wait, &format, e);
    if (err == ERR_NOT_FOUND) { /* nobody has rows of their own yet: no failure, and none told */
        err_clear(e);
        return OK;
    }
    if (err != OK)
        return err;
    o->format = format;
    o->newer = format > OWN_FORMAT;
    err = read_cells(o, db, e);
    for (size_t t = 0; err == OK && t < catalog_table_count; t++)
        sheet_keys(&o->all.sheet[t], a);
    if (err == OK)
        err = read_days(o, db, e);
    db_close(db);
    if (err == OK && arena_failed(a))
        err = no_memory(e);
    return err == OK ? OK : own_error(path, err, e);
}

long own_find(const struct own *o, const struct table *t, const char *key)
{
    const struct sheet *s = &o->all.sheet[t - catalog_tables];
    size_t lo = 0, hi = s->rows;

    while (key != NULL && lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(s->key[mid].text, key);

        if (c == 0)
            return (long)s->key[mid].row;
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return -1;
}

/* --- judging ---------------------------------------------------------------------------------- */
struct beyond {
    struct db *catalog;
    const struct own *own; /* also these; NULL */
    struct arena *scratch;
};

/* A provider and a source are free texts here: a room of one's own, a quotation on paper. */
static bool is_free(const struct table *t)
{
    return str_eq(t->name, "providers") || str_eq(t->name, "sources");
}

/* bind_key: the parts of a key, set apart by 0x1f; false when it has another number of them. */
static bool bind_key(struct arena *scratch, struct stmt *st, const char *key, int columns)
{
    int n = 0;

    for (const char *p = key;; p++) {
        size_t len = strcspn(p, "\x1f");

        if (n == columns)
            return false;
        db_bind_text(st, n++, arena_strndup(scratch, p, len));
        p += len;
        if (*p == '\0')
            return n == columns;
    }
}

static bool stands_beyond(void *data, const struct table *t, const char *key)
{
    const struct beyond *b = data;
    struct stmt *s = NULL;
    struct str sql;
    bool more = false;
    int n = 0;

    if (is_free(t) || (b->own != NULL && own_find(b->own, t, key) >= 0))
        return true;
    str_init(&sql, 1024);
    str_addf(&sql, "SELECT 1 FROM main.\"%s\" WHERE ", t->name);
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].key)
            str_addf(&sql, "%s\"%s\" = ?", n++ > 0 ? " AND " : "", t->column[i].name);
    if (n > 0 && db_prepare(b->catalog, sql.p, &s, NULL) == OK && bind_key(b->scratch, s, key, n) &&
        db_step(s, &more, NULL) != OK)
        more = false;
    db_finish(s);
    str_free(&sql);
    return more;
}

/* The lines of a sheet that have a fault since `from`, marked. NULL: no memory. */
static bool *faulty_lines(const struct own *o, size_t from, size_t t)
{
    const struct sheet *s = &o->used.sheet[t];
    size_t lines = o->all.sheet[t].rows;
    bool *bad = ARENA_ARRAY(o->arena, bool, lines + 1);

    for (size_t i = from; bad != NULL && i < o->faults.n; i++) {
        const struct fault *x = &o->faults.fault[i];
        if (x->line > 0 && (size_t)x->line <= lines && str_eq(x->file, s->file))
            bad[x->line] = true;
    }
    return bad;
}

/* keep_good: rows without a fault since `from`. */
static bool keep_good(struct own *o, size_t from)
{
    for (size_t t = 0; from < o->faults.n && t < catalog_table_count; t++) {
        struct sheet *s = &o->used.sheet[t];
        size_t n = 0, w = s->table->columns;
        const bool *bad = s->rows > 0 ? faulty_lines(o, from, t) : NULL;

        for (size_t r = 0; bad != NULL && r < s->rows; r++) {
            if (bad[s->line[r]])
                continue;
            if (n != r)
                memcpy(s->cell + n * w, s->cell + r * w, w * sizeof *s->cell);
            s->line[n++] = s->line[r];
        }
        if (bad == NULL)
            continue; /* no rows; or no memory, told by the caller */
        o->good -= s->rows - n;
        s->rows = n;
    }
    return from == o->faults.n;
}

static bool copy_sheets(struct own *o)
{
    o->used.sheet = ARENA_ARRAY(o->arena, struct sheet, catalog_table_count);
    for (size_t t = 0; o->used.sheet != NULL && t < catalog_table_count; t++) {
        const struct sheet *s = &o->all.sheet[t];
        struct sheet *u = &o->used.sheet[t];
        size_t n = s->rows * s->table->columns;

        *u = *s;
        u->cell = arena_alloc_array(o->arena, n, sizeof *u->cell);
        u->line = ARENA_ARRAY(o->arena, long, s->rows);
        if (u->cell == NULL || u->line == NULL)
            return false;
        if (n > 0) {
            memcpy(u->cell, s->cell, n * sizeof *u->cell);
            memcpy(u->line, s->line, s->rows * sizeof *u->line);
        }
    }
    return o->used.sheet != NULL;
}

enum err own_judge(struct own *o, struct db *catalog, struct err_info *e)
{
    struct beyond b = {.catalog = catalog, .scratch = o->arena};
    struct sheet_beyond outside = {stands_beyond, &b};
    bool settled = o->rows == 0;

    if (settled)
        return OK;
    if (!copy_sheets(o))
        return no_memory(e);
    o->good = o->rows;
    o->used.beyond = &outside;
    while (!settled && !arena_failed(o->arena)) { /* a row that goes may take others with it */
        size_t from = o->faults.n;

        book_check(&o->used, &o->faults);
        settled = keep_good(o, from);
    }
    o->used.beyond = NULL;
    return arena_failed(o->arena) ? no_memory(e) : OK;
}

enum err own_new_book(struct book *b, struct arena *a, struct err_info *e)
{
    *b = (struct book){.arena = a, .sheet = ARENA_ARRAY(a, struct sheet, catalog_table_count)};
    for (size_t t = 0; b->sheet != NULL && t < catalog_table_count; t++)
        b->sheet[t] = (struct sheet){
            .table = &catalog_tables[t], .file = catalog_tables[t].name, .present = true};
    return b->sheet != NULL ? OK : no_memory(e);
}

enum err own_check_book(const struct own *o, struct book *b, struct db *catalog,
                        const char *prices_path, struct faults *f, struct err_info *e)
{
    struct beyond beyond = {.catalog = catalog, .own = o, .scratch = b->arena};
    struct sheet_beyond outside = {stands_beyond, &beyond};

    b->beyond = &outside;
    book_check(b, f);
    b->beyond = NULL;
    enum err err = own_check_currencies(b, catalog, prices_path, f, e);
    faults_sort(f, b);
    return arena_failed(b->arena) ? no_memory(e) : err;
}

/* --- over the catalog ------------------------------------------------------------------------- */
bool own_covers(const struct own *o, const char *table)
{
    size_t t = o != NULL && o->good > 0 ? table_index(table) : catalog_table_count;

    return t < catalog_table_count && o->used.sheet[t].rows > 0;
}

static void add_key(struct str *sql, const struct table *t, const char *before, const char *form)
{
    const char *join = before;

    for (size_t i = 0; i < t->columns; i++) {
        const char *name = t->column[i].name;

        if (!t->column[i].key)
            continue;
        str_add(sql, join);
        str_addf(sql, "%s\"%s\"", form, name);
        if (form[0] != '\0')
            str_addf(sql, " IS m.\"%s\"", name);
        join = form[0] != '\0' ? " AND " : ", ";
    }
}

static bool has_key_columns(const struct table *t)
{
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].key)
            return true;
    return false;
}

/* add_tables: the rows, then a view of both under the name of the table. */
static void add_tables(struct str *sql, const struct table *t)
{
    str_addf(sql, "CREATE TEMP TABLE \"own_%s\" AS SELECT * FROM main.\"%s\" WHERE 0; ", t->name,
             t->name);
    if (has_key_columns(t)) {
        str_addf(sql, "CREATE INDEX temp.\"own_%s_key\" ON \"own_%s\" (", t->name, t->name);
        add_key(sql, t, "", "");
        str_add(sql, "); ");
    }
    str_addf(sql,
             "CREATE TEMP VIEW \"%s\" AS SELECT *, 1 AS yours FROM temp.\"own_%s\" "
             "UNION ALL SELECT *, 0 FROM main.\"%s\" AS m",
             t->name, t->name, t->name);
    if (has_key_columns(t)) {
        str_addf(sql, " WHERE NOT EXISTS (SELECT 1 FROM temp.\"own_%s\" AS o WHERE ", t->name);
        add_key(sql, t, "", "o.");
        str_add(sql, ")");
        add_key(sql, t, " ORDER BY ", "");
    }
}

/* Whoever reads the source of such a row reads that it is the user's own. */
static const char *marked(const struct own *o, const char *v)
{
    size_t n = strlen(v), head = sizeof OWN_SOURCE - 1;
    char *out;

    if (n == 0 || str_starts(v, OWN_SOURCE))
        return n == 0 ? OWN_SOURCE : v;
    out = arena_alloc(o->arena, head + n + 1);
    if (out != NULL) {
        memcpy(out, OWN_SOURCE, head);
        memcpy(out + head, v, n + 1);
    }
    return out;
}

static enum err fill_table(const struct own *o, struct db *db, const struct sheet *s,
                           struct err_info *e)
{
    int source = table_column(s->table, "source");

    for (size_t r = 0; source >= 0 && r < s->rows; r++) {
        const char **cell = &s->cell[r * s->table->columns + (size_t)source];
        *cell = marked(o, *cell);
        if (*cell == NULL)
            return no_memory(e);
    }
    return sheet_insert(db, s, "temp.own_", e);
}

static enum err lay_over(const struct own *o, struct db *db, const struct sheet *s,
                         struct err_info *e)
{
    struct stmt *st = NULL;
    struct str sql;
    bool more;
    enum err err;

    str_init(&sql, SQL_MAX);
    add_tables(&sql, s->table);
    err = db_exec(db, sql.p, e);
    str_free(&sql);
    if (err == OK)
        err = fill_table(o, db, s, e);
    if (err == OK)
        err = db_prepare(db, "UPDATE temp.counts SET rows = rows + ?1 WHERE name = ?2", &st, e);
    if (err == OK) {
        db_bind_number(st, 0, (double)s->rows);
        db_bind_text(st, 1, s->table->name);
        err = db_step(st, &more, e);
    }
    db_finish(st);
    return err;
}

enum err own_overlay(const struct own *o, struct db *catalog, struct err_info *e)
{
    enum err err;

    if (o->good == 0)
        return OK;
    err = db_overlay_begin(catalog, e);
    if (err == OK)
        err = db_exec(catalog, "CREATE TEMP TABLE counts AS SELECT name, rows FROM main.counts", e);
    for (size_t t = 0; err == OK && t < catalog_table_count; t++)
        if (o->used.sheet[t].rows > 0)
            err = lay_over(o, catalog, &o->used.sheet[t], e);
    return err == OK ? db_overlay_end(catalog, e) : err;
}
