/* catalog.c - dlrig catalog: the tables of facts, listed or row by row. */
#include <string.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "catalog/db.h"
#include "catalog/schema.h"
#include "commands/run.h"

#define SQL_MAX 8192
#define TEXT_COLUMNS 8 /* of a list for people */
#define CELL_MAX 30
#define LINE_CELLS 100

struct listing {
    struct run *r;
    const struct table *t;
    struct stmt *s;
    int column[TEXT_COLUMNS]; /* text: the columns shown and their width */
    int width[TEXT_COLUMNS];
    int columns;
};

static const struct about {
    const char *table;
    enum msg_id what;
    const char *columns; /* of a list for people; NULL: the first that fit */
} about[] = {
    {"sources", MSG_TABLE_SOURCES, NULL},
    {"class_estimates", MSG_TABLE_CLASS_ESTIMATES, NULL},
    {"accelerators", MSG_TABLE_ACCELERATORS,
     "id memory_gb memory_bandwidth_gbs bf16_tflops_dense fp8_tflops_dense tdp_w link_type "
     "software_stack"},
    {"interconnects", MSG_TABLE_INTERCONNECTS, NULL},
    {"models", MSG_TABLE_MODELS,
     "id params_b active_params_b layers hidden max_context attention default_dtype"},
    {"cpus", MSG_TABLE_CPUS, "id model socket cores mem_channels pcie_lanes tdp_w"},
    {"platforms", MSG_TABLE_PLATFORMS,
     "id kind form_factor socket_type mem_slots gpu_form gpu_max"},
    {"memory", MSG_TABLE_MEMORY, "id generation module_type module_gb modules speed_mts ecc"},
    {"ssds", MSG_TABLE_SSDS,
     "id capacity_gb interface pcie_gen seq_read_mbs seq_write_mbs power_loss_protection"},
    {"hdds", MSG_TABLE_HDDS, NULL},
    {"psus", MSG_TABLE_PSUS, "id form_factor watts efficiency atx_version conn_12v2x6 redundant"},
    {"cases", MSG_TABLE_CASES, NULL},
    {"coolers", MSG_TABLE_COOLERS, NULL},
    {"nics", MSG_TABLE_NICS, NULL},
    {"raid_hba", MSG_TABLE_RAID_HBA, NULL},
    {"switches", MSG_TABLE_SWITCHES, NULL},
    {"ups", MSG_TABLE_UPS, NULL},
    {"cables", MSG_TABLE_CABLES, NULL},
    {"fittings", MSG_TABLE_FITTINGS, NULL},
    {"regions", MSG_TABLE_REGIONS,
     "code name industrial_kwh household_kwh currency carbon_g_per_kwh"},
    {"tco_defaults", MSG_TABLE_TCO_DEFAULTS, NULL},
    {"efficiency", MSG_TABLE_EFFICIENCY, NULL},
    {"engines", MSG_TABLE_ENGINES,
     "id role sharding tensor_parallel pipeline_parallel batches offload_cpu"},
    {"providers", MSG_TABLE_PROVIDERS, NULL},
    {"fx", MSG_TABLE_FX, NULL},
    {"discounts", MSG_TABLE_DISCOUNTS, NULL},
    {"price_history", MSG_TABLE_PRICE_HISTORY, NULL},
    {"street_prices", MSG_TABLE_STREET_PRICES, NULL},
    {"price_evidence", MSG_TABLE_PRICE_EVIDENCE, NULL},
    {"instances", MSG_TABLE_INSTANCES, NULL},
    {"offers", MSG_TABLE_OFFERS, NULL},
    {"aliases", MSG_TABLE_ALIASES, NULL},
};

static const struct about *about_find(const struct table *t)
{
    for (size_t i = 0; i < sizeof about / sizeof about[0]; i++) {
        if (str_eq(about[i].table, t->name))
            return &about[i];
    }
    return NULL;
}

static const char *table_about(const struct table *t, enum lang lang)
{
    const struct about *x = about_find(t);
    return x != NULL ? msg_text(lang, x->what) : t->what;
}

static bool is_number(const struct column *c)
{
    return c->type == COL_NUMBER || c->type == COL_WHOLE;
}

/* --- reading --------------------------------------------------------------------------------- */
/* All columns in the order of the schema, rows by key; where: "" or a condition with one ?. */
static enum err open_rows(struct db *db, const struct table *t, const char *where, struct stmt **s,
                          struct err_info *e)
{
    struct str sql;
    bool first = true;

    str_init(&sql, SQL_MAX);
    str_add(&sql, "SELECT ");
    for (size_t i = 0; i < t->columns; i++)
        str_addf(&sql, "%s\"%s\"", i > 0 ? ", " : "", t->column[i].name);
    str_addf(&sql, " FROM \"%s\"%s", t->name, where);
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
    const struct about *x = about_find(l->t);
    int used = 0;

    for (const char *p = x != NULL ? x->columns : NULL; p != NULL && *p != '\0';) {
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
    while (rc == OK && (rc = db_step(l->s, &more, e)) == OK && more) {
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
    while (rc == OK && (rc = db_step(l->s, &more, e)) == OK && more) {
        for (int k = 0; k < l->columns; k++) {
            const struct column *c = &l->t->column[l->column[k]];
            str_clear(&cell);
            cell_text(&cell, l->s, c, l->column[k], l->r->lang);
            text_pad(out, cell.p, l->width[k], is_number(c) ? 1 : -1, ascii);
            str_add(out, "  ");
        }
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

static enum err count_rows(struct db *db, const struct table *t, double *n, struct err_info *e)
{
    struct stmt *s = NULL;
    struct str sql;
    bool more = false;

    str_init(&sql, 256);
    str_addf(&sql, "SELECT count(*) * 1.0 FROM \"%s\"", t->name);
    enum err rc = db_prepare(db, sql.p, &s, e);
    if (rc == OK)
        rc = db_step(s, &more, e);
    *n = rc == OK && more ? db_number(s, 0) : UNKNOWN;
    db_finish(s);
    str_free(&sql);
    return rc;
}

static enum err list_tables(struct run *r, struct db *db, struct err_info *e)
{
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
        str_add(&r->out, "table,rows,what\n");
    }
    for (size_t i = 0; i < catalog_table_count && rc == OK; i++) {
        const struct table *t = &catalog_tables[i];
        double n = UNKNOWN;
        rc = count_rows(db, t, &n, e);
        if (json) {
            jw_obj(&w);
            jw_kstr(&w, "table", t->name);
            jw_knum(&w, "rows", n);
            jw_kstr(&w, "what", table_about(t, r->lang));
            jw_obj_end(&w);
        } else if (csv) {
            csv_put(&r->out, &first, t->name);
            csv_put_num(&r->out, &first, n);
            csv_put(&r->out, &first, table_about(t, r->lang));
            csv_end(&r->out, &first);
        } else {
            str_addf(&r->out, "%-16s %6.0f  %s\n", t->name, n, table_about(t, r->lang));
        }
    }
    if (json) {
        jw_arr_end(&w);
        jw_obj_end(&w);
        str_addc(&r->out, '\n');
    }
    return rc;
}

static enum err find_table(const char *name, const struct table **out, struct err_info *e)
{
    const char *names[64];
    size_t n = 0;

    *out = catalog_table(name);
    if (*out != NULL)
        return OK;
    for (size_t i = 0; i < catalog_table_count && n < 64; i++)
        names[n++] = catalog_tables[i].name;
    return cli_unknown(e, name, names, n, MSG_CATALOG_TABLE_NEAR, MSG_CATALOG_TABLE, NULL);
}

static enum err list_rows(struct run *r, struct db *db, const struct table *t, struct err_info *e)
{
    struct listing l = {.r = r, .t = t};
    struct json_out w;
    bool more = true;
    enum err rc = open_rows(db, t, "", &l.s, e);

    if (rc == OK && str_eq(r->format, "text")) {
        rc = list_text(&l, e);
    } else if (rc == OK && str_eq(r->format, "csv")) {
        header_csv(&r->out, t);
        while ((rc = db_step(l.s, &more, e)) == OK && more)
            row_csv(&r->out, l.s, t);
    } else if (rc == OK) {
        jw_init(&w, &r->out, true);
        jw_obj(&w);
        json_head(&w, r, t->name);
        jw_key(&w, "rows");
        jw_arr(&w);
        while ((rc = db_step(l.s, &more, e)) == OK && more)
            row_json(&w, l.s, t);
        jw_arr_end(&w);
        jw_obj_end(&w);
        str_addc(&r->out, '\n');
    }
    db_finish(l.s);
    return rc;
}

/* *found false when the table has no such row. */
static enum err show_row(struct run *r, struct db *db, const struct table *t, const char *id,
                         bool *found, struct err_info *e)
{
    struct stmt *s = NULL;
    struct str where;
    int key = table_single_key(t);

    *found = false;
    if (key < 0)
        return cli_fail(e, ERR_USAGE, MSG_CATALOG_NO_KEY, t->name, NULL, NULL);
    str_init(&where, 256);
    str_addf(&where, " WHERE \"%s\" = ?1", t->column[key].name);
    enum err rc = open_rows(db, t, where.p, &s, e);
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

static enum err show(struct run *r, struct db *db, struct err_info *e)
{
    const char *id = r->opt->arg[r->opt->arg_n - 1];
    const struct facts *f = &r->ctx->facts;
    const struct table *only = NULL;
    const struct alias *al = NULL;
    bool found = false;
    enum err rc = r->opt->arg_n == 3 ? find_table(r->opt->arg[1], &only, e) : OK;

    for (size_t i = 0; i < catalog_table_count && rc == OK && !found; i++) {
        const struct table *t = &catalog_tables[i];
        if (only != NULL ? t != only : table_single_key(t) < 0)
            continue;
        const char *real = facts_resolve(f, t->name, id, &al);
        rc = show_row(r, db, t, real != NULL ? real : id, &found, e);
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

enum err command_catalog(struct run *r, struct err_info *e)
{
    static const char *const verbs[] = {"list", "show", "add", "import", "export", "doctor"};
    const struct cmdline *o = r->opt;
    const char *verb = o->arg[0];
    const struct table *t = NULL;
    struct db *db = NULL;

    for (size_t i = 2; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (str_eq(verb, verbs[i]))
            return cli_fail(e, ERR_UNSUPPORTED, MSG_LATER_CATALOG, verb, NULL, NULL);
    }
    bool list = str_eq(verb, "list");
    if (!list && !str_eq(verb, "show"))
        return cli_unknown(e, verb, verbs, sizeof verbs / sizeof verbs[0], MSG_CATALOG_VERB_NEAR,
                           MSG_CATALOG_VERB, NULL);
    if (list && o->arg_n > 2)
        return cli_fail(e, ERR_USAGE, MSG_OPT_EXTRA, o->arg[2], "catalog list", NULL);
    if (!list && o->arg_n < 2)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, "catalog show", "TABLE ID", NULL);
    enum err rc = list && o->arg_n == 2 ? find_table(o->arg[1], &t, e) : OK;
    if (rc == OK)
        rc = db_open(&db, r->ctx->catalog_path, CATALOG_APPLICATION_ID, CATALOG_FORMAT, e);
    if (rc == OK)
        rc = !list ? show(r, db, e) : t != NULL ? list_rows(r, db, t, e) : list_tables(r, db, e);
    db_close(db);
    return rc;
}
