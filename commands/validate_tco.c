/* validate_tco.c - dlrig validate --tco: published studies recomputed from their own inputs. */
#include "commands/validate_tco.h"

#include <math.h>

#include "base/csv.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "commands/run.h"
#include "engine/cost/study.h"

static void put_fixed(struct str *out, bool *first, double x)
{
    struct str cell;
    if (!isfinite(x)) {
        csv_put(out, first, "");
        return;
    }
    str_init(&cell, 64);
    num_fixed(&cell, x, 6);
    csv_put_exact(out, first, cell.p);
    str_free(&cell);
}

static double finite_or_unknown(double x)
{
    return isfinite(x) ? x : UNKNOWN;
}

static void write_csv(struct str *out, const struct studies *s)
{
    str_add(out, "id,computable,quantity,expected,got,unit,error,reason\n");
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        bool first = true;
        csv_put(out, &first, x->id);
        csv_put(out, &first, study_computable(x) ? "yes" : "no");
        csv_put(out, &first, x->quantity);
        csv_put_num(out, &first, x->expected);
        csv_put_num(out, &first, finite_or_unknown(x->got));
        csv_put(out, &first, x->unit);
        put_fixed(out, &first, x->error);
        csv_put(out, &first, x->reason);
        csv_end(out, &first);
    }
}

static void write_json(struct run *r, const struct studies *s)
{
    struct json_out w;
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.validate-tco/1");
    jw_kstr(&w, "generated", r->ctx->generated);
    jw_key(&w, "summary");
    jw_obj(&w);
    jw_knum(&w, "rows", (double)s->n);
    jw_knum(&w, "agree", (double)s->count[STUDY_AGREES]);
    jw_knum(&w, "differ", (double)s->count[STUDY_DIFFERS]);
    jw_knum(&w, "nothing_to_compare", (double)s->count[STUDY_ALONE]);
    jw_knum(&w, "not_computable", (double)s->count[STUDY_MISSING]);
    jw_knum(&w, "bad_cells", (double)s->count[STUDY_BAD]);
    jw_knum(&w, "largest_error", finite_or_unknown(s->worst));
    jw_obj_end(&w);
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        jw_obj(&w);
        jw_kstr(&w, "id", x->id);
        jw_kbool(&w, "computable", study_computable(x));
        jw_kstr(&w, "quantity", x->quantity);
        jw_knum(&w, "expected", x->expected);
        jw_knum(&w, "got", finite_or_unknown(x->got));
        jw_kstr(&w, "unit", x->unit);
        jw_knum(&w, "error", finite_or_unknown(x->error));
        jw_knum(&w, "printed", x->printed);
        jw_kbool(&w, "study_slip", study_computable(x) && !str_empty(x->study_error));
        jw_kstr(&w, "slip", str_empty(x->study_error) ? NULL : study_slip(x, r->lang));
        jw_kstr(&w, "reason", str_empty(x->reason) ? NULL : x->reason);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

/* --- for people ------------------------------------------------------------------------------- */
static void cell(struct run *r, bool md, const char *text, int width)
{
    if (md) {
        str_addf(&r->out, "| %s ", text);
        return;
    }
    text_pad(&r->out, text, width > 0 ? width : -width, width > 0 ? 1 : -1, false);
    str_add(&r->out, "  ");
}

static void figure(struct run *r, bool md, double x, int width)
{
    struct str s;
    str_init(&s, 64);
    if (!isfinite(x))
        str_add(&s, isinf(x) ? msg_text(r->lang, MSG_COST_NEVER) : "-");
    else
        num_grouped(&s, x, fabs(x) >= 1000 ? 0 : fabs(x) >= 10 ? 2 : 4);
    cell(r, md, s.p, width);
    str_free(&s);
}

static void end_row(struct run *r, bool md)
{
    while (!md && r->out.len > 0 && r->out.p[r->out.len - 1] == ' ')
        r->out.p[--r->out.len] = '\0';
    str_add(&r->out, md ? "|\n" : "\n");
}

static void head(struct run *r, bool md, const enum msg_id *id, const int *width, int n)
{
    for (int i = 0; i < n; i++)
        cell(r, md, msg_text(r->lang, id[i]), width[i]);
    end_row(r, md);
    for (int i = 0; md && i < n; i++)
        str_add(&r->out, width[i] > 0 ? "|--:" : "|---");
    if (md)
        str_add(&r->out, "|\n");
}

static void computed_rows(struct run *r, const struct studies *s, bool md)
{
    static const enum msg_id id[] = {
        MSG_COST_STUDY_ROW,  MSG_COST_STUDY_QUANTITY, MSG_COST_STUDY_WANT, MSG_COST_STUDY_GOT,
        MSG_COST_STUDY_UNIT, MSG_COST_STUDY_PRINTED,  MSG_COST_STUDY_NOTE};
    static const int width[] = {-6, -32, 14, 14, -14, 14, -10};
    head(r, md, id, width, 7);
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        if (!study_computable(x))
            continue;
        cell(r, md, x->id, width[0]);
        cell(r, md, x->quantity, width[1]);
        figure(r, md, x->expected, width[2]);
        figure(r, md, x->got, width[3]);
        cell(r, md, x->unit, width[4]);
        figure(r, md, x->printed, width[5]);
        bool slip = !str_empty(x->study_error);
        cell(r, md,
             x->state == STUDY_DIFFERS ? msg_text(r->lang, MSG_COST_STUDY_DIFFERS)
             : slip                    ? msg_text(r->lang, MSG_COST_STUDY_SLIP)
                                       : "",
             -1 - text_width(msg_text(r->lang, MSG_COST_STUDY_SLIP)));
        end_row(r, md);
    }
}

static void other_rows(struct run *r, const struct studies *s, bool md)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        if (!study_computable(x))
            str_addf(&r->out, "%s%s  %s: %s\n", md ? "- " : "  ", x->id, x->quantity, x->reason);
    }
}

/* What the studies themselves reckoned wrongly, in words. */
static void slip_rows(struct run *r, const struct studies *s, bool md)
{
    if (s->slips == 0)
        return;
    str_addf(&r->out, "\n%s\n%s", msg_text(r->lang, MSG_COST_STUDY_SLIPS), md ? "\n" : "");
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        if (study_computable(x) && !str_empty(x->study_error))
            str_addf(&r->out, "%s%s  %s\n", md ? "- " : "  ", x->id, study_slip(x, r->lang));
    }
}

/* There is nothing to say of how many agree where none was computed. */
static bool nothing_computed(struct run *r, const struct studies *s)
{
    size_t out = s->count[STUDY_MISSING] + s->count[STUDY_BAD];
    if (s->n > out)
        return false;
    struct msg m = s->n == 0 ? msg_make(MSG_COST_STUDY_EMPTY, 0)
                             : msg_make(MSG_COST_STUDY_NONE, 1, ARG_INT(s->n));
    msg_render(&r->out, r->lang, &m);
    str_addc(&r->out, '\n');
    return true;
}

static void write_text(struct run *r, const struct studies *s, bool md)
{
    struct msg m = msg_make(MSG_COST_STUDY_SUM, 5, ARG_INT(s->n),
                            ARG_INT(s->n - s->count[STUDY_MISSING] - s->count[STUDY_BAD]),
                            ARG_INT(s->count[STUDY_AGREES]), ARG_INT(s->count[STUDY_DIFFERS]),
                            ARG_PCT(s->worst));
    struct msg prints = msg_make(MSG_COST_STUDY_PRINTS, 3, ARG_INT(s->prints), ARG_INT(s->close),
                                 ARG_INT(s->slips));
    if (md)
        str_addf(&r->out, "# %s\n\n", msg_text(r->lang, MSG_COST_STUDY_TITLE));
    if (!nothing_computed(r, s)) {
        msg_render(&r->out, r->lang, &m);
        str_addc(&r->out, ' ');
        msg_render(&r->out, r->lang, &prints);
        str_add(&r->out, "\n\n");
        computed_rows(r, s, md);
        slip_rows(r, s, md);
    }
    if (s->count[STUDY_MISSING] + s->count[STUDY_BAD] == 0)
        return;
    str_addf(&r->out, "\n%s\n%s", msg_text(r->lang, MSG_COST_STUDY_OTHERS), md ? "\n" : "");
    other_rows(r, s, md);
}

enum err validate_tco(struct run *r, const char *text, size_t len, const char *file,
                      struct err_info *e)
{
    struct studies s;
    enum err rc = study_run(text, len, file, &r->arena, &s, e);
    if (rc != OK)
        return rc;
    if (str_eq(r->format, "csv"))
        write_csv(&r->out, &s);
    else if (str_eq(r->format, "json"))
        write_json(r, &s);
    else
        write_text(r, &s, str_eq(r->format, "md"));
    return OK;
}
