/* explain_factor.c - an assumption of the tables by the id that a bill prints beside a line: its
 * low, typical and high value, what it means, where it comes from. */
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "commands/explain.h"

/* The tables of assumptions; prices of classes are rows of the catalog. */
static const char *const tables[] = {"tco", "efficiency"};
#define TABLES_N (sizeof tables / sizeof tables[0])

/* Units of the assumptions in words; signs such as kW are the same in every language. */
static const char *unit_text(const char *unit, enum lang lang)
{
    static const struct {
        const char *unit;
        enum msg_id id;
    } words[] = {
        {"fraction of the bill", MSG_ASSUME_UNIT_FRACTION_OF_THE_BILL},
        {"fraction of a year of pay", MSG_ASSUME_UNIT_FRACTION_OF_A_YEAR_OF_PAY},
        {"fraction", MSG_ASSUME_UNIT_FRACTION},
        {"correlation", MSG_ASSUME_UNIT_CORRELATION},
        {"count", MSG_ASSUME_UNIT_COUNT},
        {"days", MSG_ASSUME_UNIT_DAYS},
        {"factor", MSG_ASSUME_UNIT_FACTOR},
        {"fraction extra hours", MSG_ASSUME_UNIT_FRACTION_EXTRA_HOURS},
        {"fraction of billed hours", MSG_ASSUME_UNIT_FRACTION_OF_BILLED_HOURS},
        {"fraction of busy power", MSG_ASSUME_UNIT_FRACTION_OF_BUSY_POWER},
        {"fraction of capex", MSG_ASSUME_UNIT_FRACTION_OF_CAPEX},
        {"fraction of capex per year", MSG_ASSUME_UNIT_FRACTION_OF_CAPEX_PER_YEAR},
        {"fraction of max power", MSG_ASSUME_UNIT_FRACTION_OF_MAX_POWER},
        {"fraction of new price", MSG_ASSUME_UNIT_FRACTION_OF_NEW_PRICE},
        {"fraction of owned hours", MSG_ASSUME_UNIT_FRACTION_OF_OWNED_HOURS},
        {"fraction of the month", MSG_ASSUME_UNIT_FRACTION_OF_THE_MONTH},
        {"fraction of units", MSG_ASSUME_UNIT_FRACTION_OF_UNITS},
        {"fraction of wall time lost", MSG_ASSUME_UNIT_FRACTION_OF_WALL_TIME_LOST},
        {"fraction over GPU price", MSG_ASSUME_UNIT_FRACTION_OVER_GPU_PRICE},
        {"fraction price rise", MSG_ASSUME_UNIT_FRACTION_PRICE_RISE},
        {"hours", MSG_ASSUME_UNIT_HOURS},
        {"hours/month", MSG_ASSUME_UNIT_HOURS_MONTH},
        {"minutes", MSG_ASSUME_UNIT_MINUTES},
        {"per GPU-year", MSG_ASSUME_UNIT_PER_GPU_YEAR},
        {"per server-year", MSG_ASSUME_UNIT_PER_SERVER_YEAR},
        {"per year", MSG_ASSUME_UNIT_PER_YEAR},
        {"ratio", MSG_ASSUME_UNIT_RATIO},
        {"ratio to own", MSG_ASSUME_UNIT_RATIO_TO_OWN},
        {"weeks", MSG_ASSUME_UNIT_WEEKS},
        {"years", MSG_ASSUME_UNIT_YEARS},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (str_eq(words[i].unit, unit))
            return msg_text(lang, words[i].id);
    return unit != NULL ? unit : "";
}

static void factor_text(struct run *r, const struct factor *x)
{
    struct str s;
    char grade[2] = {x->from.confidence, '\0'};

    str_init(&s, 8192);
    str_addf(&r->out, "%s = ", x->id);
    num_json(&r->out, x->typical);
    str_addf(&r->out, " %s\n", unit_text(x->unit, r->lang));
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
