/* validate.c - dlrig validate: the sizing against published measurements. */
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "commands/catalog.h"
#include "commands/validate_tco.h"
#include "commands/validate_view.h"

#define TABLE_BYTES_MAX ((size_t)64 << 20)
#define SHIPPED "published.csv"

static enum err read_kind(const struct run *r, int *out, struct err_info *e)
{
    const char *word = r->opt->value[FLAG_CASE_KIND];
    const char *names[VALIDATE_KINDS];
    enum validate_kind kind;

    *out = -1;
    if (word == NULL)
        return OK;
    if (validate_kind_find(word, &kind)) {
        *out = (int)kind;
        return OK;
    }
    for (int i = 0; i < VALIDATE_KINDS; i++)
        names[i] = validate_kind_word((enum validate_kind)i);
    struct str all;
    str_init(&all, 256);
    for (int i = 0; i < VALIDATE_KINDS; i++)
        str_addf(&all, "%s%s", i > 0 ? ", " : "", names[i]);
    enum err rc = cli_fail(e, ERR_USAGE, MSG_OPT_WORD, "kind", word, all.p);
    str_free(&all);
    return rc;
}

/* What the user measured himself, as rows of the same form. */
static enum err own_table(struct run *r, char **text, size_t *len, char *path, size_t cap,
                          struct err_info *e)
{
    struct str csv;
    struct desk d;
    const struct table *t = catalog_table("measurements");
    enum err rc = desk_open(&d, r, false, NULL, e);

    str_copy(path, cap, r->ctx->own_path);
    str_init(&csv, TABLE_BYTES_MAX);
    if (rc == OK && !own_covers(&d.own, t->name))
        rc = cli_fail(e, ERR_USAGE, MSG_OWN_NO_MEASUREMENTS, NULL, NULL, NULL);
    if (rc == OK) {
        desk_put_csv(&csv, &d.own.used.sheet[t - catalog_tables]);
        *text = arena_strndup(&r->arena, csv.p, csv.len);
        *len = csv.len;
        if (*text == NULL)
            rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    str_free(&csv);
    desk_close(&d);
    return rc;
}

/* The named file, or the table that came with the program, which is no user's to mend. */
static enum err read_table(struct run *r, char **text, size_t *len, char *path, size_t cap,
                           struct err_info *e)
{
    if (r->opt->arg_n == 0)
        return validate_shipped(r, r->opt->on[FLAG_TCO] ? SHIPPED_TCO : SHIPPED, text, len, path,
                                cap, e);
    if (str_eq(r->opt->arg[0], "own"))
        return own_table(r, text, len, path, cap, e);
    str_copy(path, cap, r->opt->arg[0]);
    enum err rc = file_read(&r->arena, path, TABLE_BYTES_MAX, text, len, e);
    if (rc == ERR_IO && e != NULL)
        rc = e->code = ERR_USAGE;
    return rc;
}

enum err validate_shipped(struct run *r, const char *name, char **text, size_t *len, char *path,
                          size_t cap, struct err_info *e)
{
    str_copy(path, cap, r->ctx->catalog_path);
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
    if (!path_join(path, cap, path, name))
        return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
    enum err rc = file_read(&r->arena, path, TABLE_BYTES_MAX, text, len, e);
    if (rc != OK && e != NULL)
        e->code = ERR_DAMAGED;
    return rc != OK ? ERR_DAMAGED : OK;
}

static bool shown(const struct validation_row *x, int kind)
{
    return kind < 0 || (x->reason != VALIDATE_UNKNOWN_KIND && (int)x->kind == kind);
}

/* Six digits behind the point: two runs differ here before they differ in print. */
static void put_error(struct str *out, bool *first, double error)
{
    struct str text;

    if (!isfinite(error)) {
        csv_put(out, first, "");
        return;
    }
    str_init(&text, 64);
    num_fixed(&text, error, 6);
    csv_put_exact(out, first, text.p);
    str_free(&text);
}

static void write_csv(struct str *out, const struct validation *v, int kind)
{
    str_add(out, "case_id,kind,covered,measured,unit,low,typical,high,error,inside,reason\n");
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *x = &v->row[i];
        bool first = true;

        if (!shown(x, kind))
            continue;
        csv_put(out, &first, x->case_id);
        csv_put(out, &first, x->kind_text);
        csv_put(out, &first, x->covered ? "yes" : "no");
        csv_put_num(out, &first, x->measured);
        csv_put(out, &first, x->unit);
        csv_put_num(out, &first, x->covered ? x->low : UNKNOWN);
        csv_put_num(out, &first, x->covered ? x->typical : UNKNOWN);
        csv_put_num(out, &first, x->covered ? x->high : UNKNOWN);
        put_error(out, &first, x->covered ? x->error : UNKNOWN);
        csv_put(out, &first, x->covered && x->inside ? "yes" : "no");
        csv_put(out, &first, validate_reason_word(x->reason));
        csv_end(out, &first);
    }
}

static void write_json(struct run *r, const struct validation *v, int kind)
{
    struct json_out w;

    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.validate/1");
    jw_kstr(&w, "generated", r->ctx->generated);
    jw_key(&w, "summary");
    jw_arr(&w);
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        const struct validation_kind *s = &v->kind[k];
        if (kind >= 0 && k != kind)
            continue;
        jw_obj(&w);
        jw_kstr(&w, "kind", validate_kind_word((enum validate_kind)k));
        jw_knum(&w, "rows", (double)s->rows);
        jw_knum(&w, "covered", (double)s->covered);
        jw_knum(&w, "median", s->median);
        jw_knum(&w, "p90", s->p90);
        jw_knum(&w, "bias", s->bias);
        jw_knum(&w, "inside", s->inside);
        jw_knum(&w, "range", s->ratio);
        jw_knum(&w, "range_p90", s->ratio_p90);
        jw_knum(&w, "other_work", (double)s->other_work);
        jw_knum(&w, "median_without_other_work", s->own_median);
        jw_knum(&w, "p90_without_other_work", s->own_p90);
        if (r->opt->on[FLAG_LEAVE_OUT]) {
            jw_knum(&w, "median_card_left_out", s->left_median[VALIDATE_CARD_CLASS]);
            jw_knum(&w, "median_trainer_left_out", s->left_median[VALIDATE_TRAINER_CLASS]);
        }
        jw_knum(&w, "open_units", (double)s->open_units);
        jw_knum(&w, "median_if_gib", s->median_if_gib);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *x = &v->row[i];
        if (!shown(x, kind))
            continue;
        jw_obj(&w);
        jw_kstr(&w, "case_id", x->case_id);
        jw_kstr(&w, "kind", x->kind_text);
        jw_kbool(&w, "covered", x->covered);
        jw_knum(&w, "measured", x->measured);
        jw_kstr(&w, "unit", x->unit);
        jw_knum(&w, "low", x->covered ? x->low : UNKNOWN);
        jw_knum(&w, "typical", x->covered ? x->typical : UNKNOWN);
        jw_knum(&w, "high", x->covered ? x->high : UNKNOWN);
        jw_knum(&w, "error", x->covered ? x->error : UNKNOWN);
        jw_kbool(&w, "inside", x->covered && x->inside);
        jw_kstr(&w, "reason", x->covered ? NULL : validate_reason_word(x->reason));
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

enum err command_validate(struct run *r, struct err_info *e)
{
    struct validation v;
    char *text, path[512];
    size_t len;
    int kind;

    enum err rc = read_kind(r, &kind, e);
    if (rc == OK)
        rc = read_table(r, &text, &len, path, sizeof path, e);
    if (rc == OK && r->opt->on[FLAG_TCO])
        return validate_tco(r, text, len, path, e);
    if (rc == OK)
        rc = validate_run(&r->ctx->facts, text, len, path, &r->arena, &v, e);
    bool page = str_eq(r->format, "md");
    bool left = r->opt->on[FLAG_LEAVE_OUT] || page;
    if (rc == OK && left)
        rc = validate_leave_out(&r->ctx->facts, text, len, path, &r->arena, &v, e);
    if (rc != OK)
        return rc;
    if (str_eq(r->format, "csv"))
        write_csv(&r->out, &v, kind);
    else if (str_eq(r->format, "json"))
        write_json(r, &v, kind);
    else if (page)
        validate_page(r, &v, kind);
    else
        validate_text(r, &v, kind, left);
    return OK;
}
