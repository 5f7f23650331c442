/* explain_study.c - published studies: what they printed, what their inputs give, their slips. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "commands/explain.h"
#include "commands/validate_tco.h"
#include "engine/cost/study.h"

/* "T28" means all of its rows "T28a", "T28b" ..., "tco" every row with a slip. */
static bool meant(const struct study_row *x, const char *id)
{
    size_t n = strlen(id);
    if (str_case_eq(id, "tco"))
        return study_computable(x) && !str_empty(x->study_error);
    return str_case_eq(x->id, id) || (n > 1 && isdigit((unsigned char)id[n - 1]) &&
                                      str_starts(x->id, id) && strlen(x->id) == n + 1);
}

static void figure_line(struct run *r, enum msg_id label, double x, const char *unit)
{
    struct str s;
    if (!known(x) && !isinf(x))
        return;
    str_init(&s, 128);
    if (isinf(x))
        str_add(&s, msg_text(r->lang, MSG_COST_NEVER));
    else
        num_grouped(&s, x, fabs(x) >= 1000 ? 0 : fabs(x) >= 10 ? 2 : 4);
    str_addf(&s, " %s", unit);
    explain_line(r, "  ", label, s.p);
    str_free(&s);
}

static void one(struct run *r, const struct study_row *x)
{
    str_addf(&r->out, "%s  %s: %s\n", x->id, x->study, x->quantity);
    figure_line(r, MSG_COST_STUDY_PRINTED, x->printed, x->unit);
    if (study_computable(x))
        figure_line(r, MSG_COST_STUDY_GOT, x->got, x->unit);
    else
        explain_line(r, "  ", MSG_COST_STUDY_NOTE, x->reason);
    explain_line(r, "  ", MSG_COST_STUDY_OWN_SLIP, study_slip(x, r->lang));
    struct str from;
    str_init(&from, 1024);
    str_addf(&from, "%s, %s, %s", x->publisher, x->date, x->url);
    explain_line(r, "  ", MSG_EXPLAIN_SOURCE, from.p);
    str_free(&from);
}

static void as_json(struct run *r, const struct studies *s, const char *id)
{
    struct json_out w;
    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.study/1");
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < s->n; i++) {
        const struct study_row *x = &s->row[i];
        if (!meant(x, id))
            continue;
        jw_obj(&w);
        jw_kstr(&w, "id", x->id);
        jw_kstr(&w, "study", x->study);
        jw_kstr(&w, "quantity", x->quantity);
        jw_kstr(&w, "unit", x->unit);
        jw_knum(&w, "printed", x->printed);
        jw_knum(&w, "computed", isfinite(x->got) ? x->got : UNKNOWN);
        jw_kstr(&w, "slip", str_empty(x->study_error) ? NULL : study_slip(x, r->lang));
        jw_kstr(&w, "publisher", x->publisher);
        jw_kstr(&w, "date", x->date);
        jw_kstr(&w, "source", x->url);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

bool explain_study(struct run *r, const char *id)
{
    struct studies s;
    struct err_info ignored = {0};
    char *text, path[512];
    size_t len, n = 0;
    if (validate_shipped(r, SHIPPED_TCO, &text, &len, path, sizeof path, &ignored) != OK ||
        study_run(text, len, path, &r->arena, &s, &ignored) != OK)
        return false;
    for (size_t i = 0; i < s.n; i++)
        n += meant(&s.row[i], id);
    if (n == 0)
        return false;
    if (str_eq(r->format, "json"))
        as_json(r, &s, id);
    for (size_t i = 0; i < s.n && !str_eq(r->format, "json"); i++)
        if (meant(&s.row[i], id))
            one(r, &s.row[i]);
    return true;
}
