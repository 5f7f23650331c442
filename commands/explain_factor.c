/* explain_factor.c - an assumption of the tables by the id that a bill prints beside a line: its
 * low, typical and high value, what it means, where it comes from. */
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "commands/explain.h"

/* The tables of assumptions; prices of classes are rows of the catalog. */
static const char *const tables[] = {"tco", "efficiency"};
#define TABLES_N (sizeof tables / sizeof tables[0])

static void factor_text(struct run *r, const struct factor *x)
{
    struct str s;
    char grade[2] = {x->from.confidence, '\0'};

    str_init(&s, 8192);
    str_addf(&r->out, "%s = ", x->id);
    num_json(&r->out, x->typical);
    str_addf(&r->out, " %s\n", x->unit != NULL ? x->unit : "");
    if (known(x->low) && known(x->high)) {
        num_json(&s, x->low);
        str_add(&s, " .. ");
        num_json(&s, x->high);
        explain_line(r, "  ", MSG_ASSUME_RANGE, s.p);
    }
    explain_line(r, "  ", MSG_ASSUME_NOTE, x->evidence);
    str_clear(&s);
    str_addf(&s, "%s%s%s", x->from.source, str_empty(x->from.date) ? "" : ", ",
             str_empty(x->from.date) ? "" : x->from.date);
    explain_line(r, "  ", MSG_EXPLAIN_SOURCE, s.p);
    explain_line(r, "  ", MSG_ASSUME_GRADE, grade);
    if (x->from.yours)
        str_addf(&r->out, "  %s\n", msg_text(r->lang, MSG_ASSUME_YOURS));
    str_free(&s);
}

static void factor_json(struct json_out *w, const struct factor *x)
{
    char grade[2] = {x->from.confidence, '\0'};

    jw_obj(w);
    jw_kstr(w, "id", x->id);
    jw_kstr(w, "table", x->table);
    jw_kstr(w, "unit", x->unit);
    jw_knum(w, "low", x->low);
    jw_knum(w, "typical", x->typical);
    jw_knum(w, "high", x->high);
    jw_kstr(w, "note", x->evidence);
    jw_kstr(w, "source", x->from.source);
    jw_kstr(w, "date", x->from.date);
    jw_kstr(w, "confidence", grade);
    jw_obj_end(w);
}

bool explain_factor(struct run *r, const char *id)
{
    const struct factor *found[TABLES_N];
    struct json_out w;
    size_t n = 0;

    for (size_t i = 0; i < TABLES_N; i++) {
        const struct factor *x = facts_factor(&r->ctx->facts, tables[i], id);
        if (x != NULL)
            found[n++] = x;
    }
    if (n > 0 && str_eq(r->format, "json")) {
        jw_init(&w, &r->out, true);
        jw_obj(&w);
        jw_kstr(&w, "schema", "dlrig.assumptions/1");
        jw_key(&w, "rows");
        jw_arr(&w);
        for (size_t i = 0; i < n; i++)
            factor_json(&w, found[i]);
        jw_arr_end(&w);
        jw_obj_end(&w);
        str_addc(&r->out, '\n');
    }
    for (size_t i = 0; i < n && !str_eq(r->format, "json"); i++)
        factor_text(r, found[i]);
    return n > 0;
}
