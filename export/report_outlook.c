/* report_outlook.c - what moves the answer: draws, thresholds, credit, the longest bars. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "engine/cost/commit.h"
#include "export/parts.h"

#define BARS 10
#define COMMITMENTS 6

static void line(struct doc *d, struct msg m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    put_msg(d, &s, &m);
    text_stop(&s, d->lang);
    text_trim(&s);
    doc_para(d, s.p, false);
    str_free(&s);
}

static void value(struct table *t, double x, const char *unit)
{
    struct str s;
    if (str_starts(unit, "fraction") || str_starts(unit, "per year") || str_eq(unit, "/y")) {
        table_arg(t, ARG_PCT(x));
        return;
    }
    str_init(&s, 128);
    num_short(&s, x);
    if (strlen(unit) > 4 && unit[3] == '/') /* an amount: its currency, the rest says the name */
        str_addf(&s, " %.3s", unit);
    table_text(t, s.p);
    str_free(&s);
}

static void bars(struct doc *d, const struct risk_model *m, const char *cur)
{
    static const enum msg_id heads[] = {MSG_COST_COL_ASSUMPTION, MSG_COST_COL_LOW,
                                        MSG_COST_COL_HIGH, MSG_COST_COL_AT_LOW,
                                        MSG_COST_COL_AT_HIGH};
    struct table t;
    table_init(&t, d, 5);
    for (int i = 1; i < 5; i++)
        table_right(&t, i);
    table_heads(&t, heads, 5);
    for (int i = 0; i < m->n && i < BARS; i++) {
        const struct risk_factor *f = &m->factor[i];
        table_id(&t, f->label);
        value(&t, f->low, f->unit);
        value(&t, f->high, f->unit);
        table_arg(&t, ARG_MONEY(risk_npv(m, i, 0), cur));
        table_arg(&t, ARG_MONEY(risk_npv(m, i, 1), cur));
        table_row(&t);
    }
    table_end(&t);
}

/* A promise as the table has it, in the reader's words; others as they stand. */
static void term_words(struct str *out, enum lang lang, const char *term)
{
    static const struct {
        const char *term;
        enum msg_id id;
    } terms[] = {{"1 or 3 years", MSG_TERM_ONE_OR_THREE}, {"2 years and more", MSG_TERM_TWO_UP},
                 {"1 month and more", MSG_TERM_MONTH_UP}, {"1 day to 1 year", MSG_TERM_DAY_TO_YEAR},
                 {"1-182 days, prepaid", MSG_TERM_DAYS},  {"renewal", MSG_TERM_RENEWAL},
                 {"reserved", MSG_TERM_RESERVED},         {"reservation", MSG_TERM_RESERVED},
                 {"negotiated", MSG_TERM_NEGOTIATED},     {"none, automatic", MSG_TERM_AUTOMATIC}};
    for (size_t i = 0; i < sizeof terms / sizeof terms[0]; i++)
        if (str_eq(terms[i].term, term))
            term = msg_text(lang, terms[i].id);
    str_add(out, term);
}

/* What the seller of the best rental takes off for a promise to stay. */
static void commitments(struct doc *d, const struct result *r)
{
    static const enum msg_id heads[] = {MSG_COST_COL_TERM, MSG_COST_COL_OFF, MSG_COST_COL_RANGE,
                                        MSG_COST_COL_PAYS, MSG_COL_SOURCE};
    struct commitment c[COMMITMENTS];
    const struct offer *o = r->best_rent >= 0 ? r->plan[r->best_rent].offer : NULL;
    int n = o != NULL ? commitments_of(r->facts, o->provider, c, COMMITMENTS) : 0;
    struct table t;
    if (n == 0)
        return;
    doc_heading(d, c[0].of_market ? MSG_COST_COMMIT_MARKET : MSG_COST_COMMIT);
    table_init(&t, d, 5);
    for (int i = 1; i < 4; i++)
        table_right(&t, i);
    table_heads(&t, heads, 5);
    for (int i = 0; i < n; i++) {
        struct str s;
        str_init(&s, 256);
        if (c[i].months > 0)
            text_arg(&s, d->lang, ARG_MONTHS(c[i].months));
        else
            term_words(&s, d->lang, c[i].row->commitment);
        table_text(&t, s.p);
        table_arg(&t, ARG_PCT(c[i].typical));
        str_clear(&s);
        text_arg(&s, d->lang, ARG_PCT(c[i].low));
        str_add(&s, "..");
        text_arg(&s, d->lang, ARG_PCT(c[i].high));
        table_text(&t, s.p);
        table_arg(&t, ARG_PCT(c[i].pays_above));
        put_ref(d, table_cell(&t), c[i].row->from.source, c[i].row->from.date);
        table_row(&t);
        str_free(&s);
    }
    table_end(&t);
}

static void points(struct str *s, double x)
{
    str_add(s, x > 0 ? "+" : "");
    num_fixed(s, x, 0);
}

/* Points for owning and for renting, each with its most. */
static void score(struct doc *d, const struct score *x)
{
    static const enum msg_id heads[] = {MSG_SCORE_COL_REASON, MSG_SCORE_COL_POINTS,
                                        MSG_SCORE_COL_OF};
    struct table t;
    struct str s;
    if (x->n == 0 || !known(x->sum))
        return;
    str_init(&s, 64);
    points(&s, x->sum);
    line(d, msg_make(x->sum >= SCORE_CLEAR    ? MSG_SCORE_OWN
                     : x->sum <= -SCORE_CLEAR ? MSG_SCORE_RENT
                                              : MSG_SCORE_CLOSE,
                     1, ARG_STR(s.p)));
    table_init(&t, d, 3);
    table_right(&t, 1);
    table_right(&t, 2);
    table_heads(&t, heads, 3);
    for (int i = 0; i < x->n; i++) {
        table_id(&t, score_label(x->line[i].id));
        str_clear(&s);
        points(&s, x->line[i].points);
        table_text(&t, s.p);
        table_arg(&t, ARG_INT(x->line[i].max));
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

void report_outlook(struct doc *d, const struct result *r)
{
    commitments(d, r);

    const struct outlook *o = r->decision.outlook;
    const char *cur = r->job.currency;
    if (o == NULL)
        return;
    doc_heading(d, MSG_COST_OUTLOOK);
    line(d, msg_make(MSG_COST_DRAWS, 5, ARG_PCT(o->spread.p_own_cheaper), ARG_INT(o->spread.draws),
                     ARG_MONEY(o->spread.p10, cur), ARG_MONEY(o->spread.p50, cur),
                     ARG_MONEY(o->spread.p90, cur)));
    line(d,
         msg_make(MSG_COST_NPV, 3, ARG_MONEY(o->npv, cur), ARG_PCT(o->npv_share), ARG_PCT(o->irr)));
    line(d, cost_even(&r->decision.ovr));
    if (known(o->price_threshold))
        line(d, msg_make(MSG_COST_PRICE_THRESHOLD, 1, ARG_MONEY(o->price_threshold, cur)));
    if (known(o->tariff_threshold))
        line(d, msg_make(MSG_COST_TARIFF_THRESHOLD, 1, ARG_MONEY(o->tariff_threshold, cur)));
    if (known(o->credit.loan))
        line(d, msg_make(MSG_COST_CREDIT, 5, ARG_MONEY(o->credit.loan, cur),
                         ARG_MONTHS(o->credit.months), ARG_PCT(o->credit.rate),
                         ARG_MONEY(o->credit.interest, cur), ARG_MONEY(o->credit.lease, cur)));
    doc_gap(d);
    bars(d, &o->risk, cur);
    doc_heading(d, MSG_SCORE_HEAD);
    score(d, &r->decision.score);
}
