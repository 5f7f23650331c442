/* validate.c - dlrig validate: the sizing against published measurements. */
#include <math.h>
#include <string.h>

#include "base/csv.h"
#include "base/file.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "commands/run.h"
#include "engine/validate.h"

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

/* The named file, or the table that came with the program, which is no user's to mend. */
static enum err read_table(struct run *r, char **text, size_t *len, char *path, size_t cap,
                           struct err_info *e)
{
    bool own = r->opt->arg_n > 0;
    char *slash;

    if (own) {
        str_copy(path, cap, r->opt->arg[0]);
    } else {
        str_copy(path, cap, r->ctx->catalog_path);
        slash = strrchr(path, '/');
        if (slash != NULL)
            *slash = '\0';
        if (!path_join(path, cap, path, SHIPPED))
            return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
    }
    enum err rc = file_read(&r->arena, path, TABLE_BYTES_MAX, text, len, e);
    if (rc != OK && own && rc == ERR_IO)
        rc = ERR_USAGE;
    else if (rc != OK && !own)
        rc = ERR_DAMAGED;
    if (rc != OK && e != NULL)
        e->code = rc;
    return rc;
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

/* --- for people ------------------------------------------------------------------------------ */
#define COLUMNS 7

/* "12.3 %", "more than half not covered" as a word. */
static void add_share(struct str *out, double x, enum lang lang)
{
    if (isinf(x)) {
        str_add(out, msg_text(lang, MSG_VALIDATE_NONE));
    } else if (!known(x)) {
        str_add(out, msg_text(lang, MSG_WORD_UNKNOWN));
    } else {
        num_fixed(out, x * 100, 1);
        str_add(out, " %");
    }
}

static void put_cell(struct str *out, bool md, int column, const char *text, int width)
{
    if (md) {
        str_addf(out, "| %s ", text);
    } else {
        text_pad(out, text, width, column == 0 ? -1 : 1, false);
        str_add(out, "  ");
    }
}

static void end_row(struct str *out, bool md)
{
    while (!md && out->len > 0 && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
    str_add(out, md ? "|\n" : "\n");
}

static void summary_row(struct str *out, bool md, const struct validation_kind *s, const char *name,
                        const int width[COLUMNS], enum lang lang)
{
    struct str cell;
    const double share[] = {s->median, s->p90, s->bias, s->inside};

    str_init(&cell, 256);
    put_cell(out, md, 0, name, width[0]);
    str_addf(&cell, "%zu", s->rows);
    put_cell(out, md, 1, cell.p, width[1]);
    str_clear(&cell);
    str_addf(&cell, "%zu", s->covered);
    put_cell(out, md, 2, cell.p, width[2]);
    for (int i = 0; i < 4; i++) {
        str_clear(&cell);
        add_share(&cell, share[i], lang);
        put_cell(out, md, 3 + i, cell.p, width[3 + i]);
    }
    end_row(out, md);
    str_free(&cell);
}

static void write_text(struct run *r, const struct validation *v, int kind, bool md)
{
    static const enum msg_id head[COLUMNS] = {
        MSG_VALIDATE_KIND,  MSG_VALIDATE_ROWS, MSG_VALIDATE_COVERED, MSG_VALIDATE_MEDIAN,
        MSG_VALIDATE_NINTH, MSG_VALIDATE_BIAS, MSG_VALIDATE_INSIDE};
    int width[COLUMNS];
    struct str *out = &r->out;

    for (int i = 0; i < COLUMNS; i++) {
        int w = text_width(msg_text(r->lang, head[i]));
        width[i] = w > (i == 0 ? 16 : 9) ? w : i == 0 ? 16 : 9;
        put_cell(out, md, i, msg_text(r->lang, head[i]), width[i]);
    }
    end_row(out, md);
    if (md)
        str_add(out, "|---|--:|--:|--:|--:|--:|--:|\n");
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        if (kind < 0 || k == kind)
            summary_row(out, md, &v->kind[k], validate_kind_word((enum validate_kind)k), width,
                        r->lang);
    }
    str_addc(out, '\n');
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        const struct validation_kind *s = &v->kind[k];
        if (s->open_units == 0 || (kind >= 0 && k != kind))
            continue;
        const char *name = validate_kind_word((enum validate_kind)k);
        struct msg m = msg_make(MSG_VALIDATE_OPEN, 4, ARG_STR(name), ARG_INT(s->open_units),
                                ARG_INT(s->rows), ARG_PCT(s->median_if_gib));
        msg_render(out, r->lang, &m);
        str_addc(out, '\n');
    }
    str_add(out, msg_text(r->lang, MSG_VALIDATE_NOTE));
    str_addc(out, '\n');
}

enum err command_validate(struct run *r, struct err_info *e)
{
    struct validation v;
    char *text, path[512];
    size_t len;
    int kind;

    if (r->opt->on[FLAG_TCO])
        return cli_fail(e, ERR_UNSUPPORTED, MSG_LATER_TCO, NULL, NULL, NULL);
    enum err rc = read_kind(r, &kind, e);
    if (rc == OK)
        rc = read_table(r, &text, &len, path, sizeof path, e);
    if (rc == OK)
        rc = validate_run(&r->ctx->facts, text, len, path, &r->arena, &v, e);
    if (rc != OK)
        return rc;
    if (str_eq(r->format, "csv"))
        write_csv(&r->out, &v, kind);
    else if (str_eq(r->format, "json"))
        write_json(r, &v, kind);
    else
        write_text(r, &v, kind, str_eq(r->format, "md"));
    return OK;
}
