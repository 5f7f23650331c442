/*
 * catalog_files.c - dlrig catalog import and export: the user's own rows as CSV files in the form
 * of catalog/data. A folder stands for all tables, one file each.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/csv.h"
#include "base/file.h"
#include "catalog/own_row.h"
#include "catalog/own_written.h"
#include "commands/catalog.h"
#include "commands/output.h"

#define FILE_BYTES ((size_t)64 << 20)
#define OUT_BYTES ((size_t)64 << 20)

struct incoming {
    struct desk *d;
    struct book book; /* what the files hold */
    struct faults faults;
    struct own_change *change;
    size_t n;                                /* of change: rows that are new or other */
    size_t added[64], changed[64], same[64]; /* by table */
};

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* "rtx/accelerators.csv" -> the table accelerators, NULL when the name is none. */
static const struct table *table_of_name(const char *path)
{
    char name[64];
    const char *base = base_name(path);
    size_t n = strlen(base);

    if (n < 5 || n - 4 >= sizeof name || !str_eq(base + n - 4, ".csv"))
        return NULL;
    memcpy(name, base, n - 4);
    name[n - 4] = '\0';
    return catalog_table(name);
}

/* --- which table a file is of ----------------------------------------------------------------- */
/* fits: every column of the file is one of the table, and what the table needs is there; of prices
 * what goes without saying may be left out. */
static bool fits(const struct csv *c, const struct table *t)
{
    bool prices = str_eq(t->name, "street_prices") || str_eq(t->name, "offers");
    bool has[256] = {false};
    char iso[4] = "";

    for (size_t i = 0; i < csv_columns(c); i++) {
        int column = table_column(t, own_heading(t, csv_column_name(c, i), &iso));
        if (column < 0 || column >= (int)sizeof has)
            return false;
        has[column] = true;
    }
    for (size_t i = 0; i < t->columns; i++)
        if (t->column[i].required && !has[i] && !(prices && own_row_fills(t, i)) &&
            !(t->column[i].type == COL_CURRENCY && iso[0] != '\0'))
            return false;
    return true;
}

static enum err table_of_header(struct desk *d, const char *path, const struct table **out,
                                struct err_info *e)
{
    struct csv *c = NULL;
    struct str names;
    char *text;
    size_t len, n = 0;
    enum err rc = file_read(&d->r->arena, path, FILE_BYTES, &text, &len, e);

    if (rc == OK)
        rc = csv_open(&c, text, len, base_name(path), e);
    if (rc != OK)
        return rc;
    str_init(&names, 4096);
    for (size_t i = 0; i < catalog_table_count; i++)
        if (fits(c, &catalog_tables[i])) {
            *out = &catalog_tables[i];
            str_addf(&names, "%s%s", n++ > 0 ? ", " : "", catalog_tables[i].name);
        }
    csv_close(c);
    if (n == 0)
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_IMPORT_TABLE, base_name(path), NULL, NULL);
    else if (n > 1)
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_IMPORT_TABLES, base_name(path), names.p, NULL);
    str_free(&names);
    return rc;
}

/* A row as it was written, in the words of the catalog, with what goes without saying. */
static void as_the_catalog(const struct incoming *in, const struct sheet *s, const char **cell)
{
    const struct table *t = s->table;
    struct run *r = in->d->r;
    int currency = table_column(t, "currency");
    bool given[256];

    own_written(t, cell, &r->ctx->facts, &r->arena);
    if (currency >= 0 && cell[currency][0] == '\0' && s->currency[0] != '\0')
        cell[currency] = s->currency;
    for (size_t i = 0; i < t->columns && i < sizeof given / sizeof given[0]; i++)
        given[i] = cell[i][0] != '\0' || !t->column[i].required;
    own_row_defaults(t, cell, given, false, desk_day(in->d),
                     msg_text(r->ctx->lang, MSG_OWN_DEFAULT_SOURCE));
}

/* --- import ----------------------------------------------------------------------------------- */
static enum err read_file(struct incoming *in, const char *path, const struct table *t,
                          struct err_info *e)
{
    struct sheet *s = &in->book.sheet[t - catalog_tables];

    s->file = base_name(path);
    enum err rc = sheet_read_file(s, path, false, &in->d->r->arena, &in->faults, e);
    s->present = true; /* a header at fault is told; its rows are none */
    int source = table_column(t, "source");
    for (size_t r = 0; source >= 0 && r < s->rows; r++) { /* as `catalog list` writes it */
        const char **cell = &s->cell[r * t->columns + (size_t)source];
        *cell += str_starts(*cell, OWN_SOURCE) ? sizeof OWN_SOURCE - 1 : 0;
    }
    for (size_t r = 0; r < s->rows; r++)
        as_the_catalog(in, s, &s->cell[r * t->columns]);
    sheet_keys(s, &in->d->r->arena);
    return rc;
}

static enum err read_folder(struct incoming *in, const char *folder, struct err_info *e)
{
    enum err rc = OK;
    size_t found = 0;
    char path[4096], name[80];

    for (size_t i = 0; rc == OK && i < catalog_table_count; i++) {
        snprintf(name, sizeof name, "%s.csv", catalog_tables[i].name);
        if (!path_join(path, sizeof path, folder, name))
            return cli_fail(e, ERR_USAGE, MSG_CTX_PATH_LONG, NULL, NULL, NULL);
        if (!file_exists(path))
            continue;
        found++;
        rc = read_file(in, arena_strdup(&in->d->r->arena, path), &catalog_tables[i], e);
    }
    if (rc == OK && found == 0)
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_IMPORT_EMPTY, folder, NULL, NULL);
    return rc;
}

static enum err read_all(struct incoming *in, struct err_info *e)
{
    const struct cmdline *o = in->d->r->opt;
    const char *path = o->arg[o->arg_n - 1];
    const struct table *t = NULL;
    enum err rc = own_new_book(&in->book, &in->d->r->arena, e);

    if (rc == OK && o->arg_n == 3)
        rc = desk_table(o->arg[1], &t, e);
    if (rc == OK && t == NULL && is_folder(path))
        return read_folder(in, path, e);
    if (rc == OK && t == NULL)
        t = table_of_name(path);
    if (rc == OK && t == NULL)
        rc = table_of_header(in->d, path, &t, e);
    if (rc == OK && !file_exists(path))
        return cli_fail(e, ERR_NOT_FOUND, MSG_FILE_MISSING, path, NULL, NULL);
    if (rc == OK)
        rc = read_file(in, path, t, e);
    if (rc == OK && in->faults.n == 0 && in->book.sheet[t - catalog_tables].rows == 0)
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_IMPORT_EMPTY, path, NULL, NULL);
    return rc;
}

/* What is new or other than what the user has already. */
static void compare_sheet(struct incoming *in, const struct sheet *s)
{
    size_t t = (size_t)(s->table - catalog_tables), w = s->table->columns;

    for (size_t r = 0; r < s->rows; r++) {
        const char *const *cell = s->cell + s->key[r].row * w;
        long own = own_find(&in->d->own, s->table, s->key[r].text);
        bool same = own >= 0;

        for (size_t i = 0; same && i < w; i++)
            same = str_eq(cell[i], in->d->own.all.sheet[t].cell[(size_t)own * w + i]);
        if (same) {
            in->same[t]++;
            continue;
        }
        if (own >= 0)
            in->changed[t]++;
        else
            in->added[t]++;
        in->change[in->n++] = (struct own_change){s->table, s->key[r].text, cell};
    }
}

static enum err compare_all(struct incoming *in, struct err_info *e)
{
    size_t rows = 0;

    for (size_t t = 0; t < catalog_table_count; t++)
        rows += in->book.sheet[t].rows;
    in->change = ARENA_ARRAY(&in->d->r->arena, struct own_change, rows);
    if (in->change == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t t = 0; t < catalog_table_count; t++)
        compare_sheet(in, &in->book.sheet[t]);
    return OK;
}

static void tell_imported(const struct incoming *in)
{
    struct run *r = in->d->r;
    struct json_out j;
    bool json = str_eq(r->format, "json");

    jw_init(&j, &r->out, true);
    if (json) {
        jw_obj(&j);
        jw_kstr(&j, "schema", "dlrig.catalog/1");
        jw_key(&j, "imported");
        jw_arr(&j);
    }
    for (size_t t = 0; t < catalog_table_count; t++) {
        const double n[] = {(double)in->added[t], (double)in->changed[t], (double)in->same[t]};
        if (n[0] + n[1] + n[2] == 0)
            continue;
        struct msg m = msg_make(MSG_OWN_IMPORTED, 4, ARG_STR(catalog_tables[t].name), ARG_INT(n[0]),
                                ARG_INT(n[1]), ARG_INT(n[2]));
        if (json) {
            jw_obj(&j);
            jw_kstr(&j, "table", catalog_tables[t].name);
            jw_knum(&j, "added", n[0]);
            jw_knum(&j, "changed", n[1]);
            jw_knum(&j, "same", n[2]);
            jw_obj_end(&j);
        } else {
            msg_render(&r->out, r->lang, &m);
            str_addc(&r->out, '\n');
        }
    }
    if (json) {
        jw_arr_end(&j);
        jw_obj_end(&j);
        str_addc(&r->out, '\n');
    }
}

enum err catalog_import(struct desk *d, struct err_info *e)
{
    struct incoming *in = ARENA_NEW(&d->r->arena, struct incoming);

    if (in == NULL || catalog_table_count > sizeof in->added / sizeof in->added[0])
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (d->r->opt->arg_n < 2)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, "catalog import", "[TABLE] FILE.csv", NULL);
    if (d->r->opt->arg_n > 3)
        return cli_fail(e, ERR_USAGE, MSG_OPT_EXTRA, d->r->opt->arg[3], "catalog import", NULL);
    in->d = d;
    in->faults.arena = &d->r->arena;
    enum err rc = read_all(in, e);
    if (rc == OK)
        rc = own_check_book(&d->own, &in->book, d->db, d->r->ctx->prices_path, &in->faults, e);
    if (rc == OK && in->faults.n > 0)
        return desk_tell_faults(d, &in->faults, e);
    if (rc == OK)
        rc = compare_all(in, e);
    if (rc == OK && in->n > 0)
        rc = desk_store(d, in->change, in->n, e);
    if (rc == OK)
        tell_imported(in);
    return rc;
}

/* --- export ----------------------------------------------------------------------------------- */
void desk_put_csv(struct str *out, const struct sheet *s)
{
    bool first = true;

    for (size_t i = 0; i < s->table->columns; i++)
        csv_put_exact(out, &first, s->table->column[i].name);
    csv_end(out, &first);
    for (size_t r = 0; r < s->rows; r++) {
        for (size_t i = 0; i < s->table->columns; i++)
            csv_put_exact(out, &first, sheet_cell(s, s->key[r].row, (int)i));
        csv_end(out, &first);
    }
}

static void put_json(struct run *r, const struct own *o, const struct table *only)
{
    struct json_out j;

    jw_init(&j, &r->out, true);
    jw_obj(&j);
    jw_kstr(&j, "schema", "dlrig.catalog/1");
    jw_key(&j, "own");
    jw_obj(&j);
    for (size_t t = 0; t < catalog_table_count; t++) {
        const struct sheet *s = &o->all.sheet[t];

        if (s->rows == 0 || (only != NULL && only != s->table))
            continue;
        jw_key(&j, s->table->name);
        jw_arr(&j);
        for (size_t i = 0; i < s->rows; i++) {
            jw_obj(&j);
            for (size_t c = 0; c < s->table->columns; c++) {
                const char *v = sheet_cell(s, s->key[i].row, (int)c);
                jw_kstr(&j, s->table->column[c].name, v[0] != '\0' ? v : NULL);
            }
            jw_obj_end(&j);
        }
        jw_arr_end(&j);
    }
    jw_obj_end(&j);
    jw_obj_end(&j);
    str_addc(&r->out, '\n');
}

/* One file a table into the folder; says on standard error which. */
/* Does --out mean a folder: one that is there, or a name without a file's ending, to be made? */
static bool means_folder(const char *out)
{
    struct stat st;
    const char *name = strrchr(out, '/');
    name = name != NULL ? name + 1 : out;
    if (stat(out, &st) == 0)
        return S_ISDIR(st.st_mode);
    return !str_eq(out, "-") && strchr(name, '.') == NULL;
}

static enum err export_folder(struct desk *d, const char *folder, struct err_info *e)
{
    bool force = d->r->opt->on[FLAG_FORCE];
    struct str text;
    enum err rc = OK;
    char path[4096], name[80];
    size_t rows = 0;

    for (size_t t = 0; t < catalog_table_count; t++)
        rows += d->own.all.sheet[t].rows;
    if (rows == 0)
        return cli_fail(e, ERR_USAGE, MSG_OWN_NONE_YET, NULL, NULL, NULL);
    if (!is_folder(folder))
        rc = file_mkdirs(folder, e);
    str_init(&text, OUT_BYTES);
    for (size_t t = 0; rc == OK && t < catalog_table_count; t++) {
        const struct sheet *s = &d->own.all.sheet[t];

        if (s->rows == 0)
            continue;
        str_clear(&text);
        desk_put_csv(&text, s);
        snprintf(name, sizeof name, "%s.csv", s->table->name);
        if (!path_join(path, sizeof path, folder, name))
            rc = cli_fail(e, ERR_USAGE, MSG_CTX_PATH_LONG, NULL, NULL, NULL);
        else
            rc = output_write(path, force, text.p, text.len, e);
        if (rc == OK)
            output_error(path);
    }
    str_free(&text);
    return rc;
}

static enum err choose_sheet(struct desk *d, const struct sheet **out, struct err_info *e)
{
    struct str names;
    size_t n = 0;
    enum err rc = OK;

    str_init(&names, 4096);
    for (size_t t = 0; t < catalog_table_count; t++)
        if (d->own.all.sheet[t].rows > 0) {
            *out = &d->own.all.sheet[t];
            str_addf(&names, "%s%s", n++ > 0 ? ", " : "", catalog_tables[t].name);
        }
    if (n > 1)
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_EXPORT_TABLES, names.p, NULL, NULL);
    str_free(&names);
    return rc;
}

enum err catalog_export(struct desk *d, struct err_info *e)
{
    struct run *r = d->r;
    const char *out = r->opt->value[FLAG_OUT];
    const struct table *t = NULL;
    const struct sheet *s = NULL;

    if (r->opt->arg_n > 2)
        return cli_fail(e, ERR_USAGE, MSG_OPT_EXTRA, r->opt->arg[2], "catalog export", NULL);
    enum err rc = r->opt->arg_n == 2 ? desk_table(r->opt->arg[1], &t, e) : OK;
    if (rc != OK)
        return rc;
    if (out != NULL && t == NULL && !str_eq(r->format, "json") && means_folder(out))
        return export_folder(d, out, e);
    if (str_eq(r->format, "json")) {
        put_json(r, &d->own, t);
        return OK;
    }
    if (t != NULL)
        s = &d->own.all.sheet[t - catalog_tables];
    else
        rc = choose_sheet(d, &s, e);
    if (rc == OK && s == NULL)
        return cli_fail(e, ERR_USAGE, MSG_OWN_NONE_YET, NULL, NULL, NULL);
    if (rc == OK)
        desk_put_csv(&r->out, s);
    return rc;
}
