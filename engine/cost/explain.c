/* explain.c - every line of a cost opens to the default row behind it, its range and source. */
#include <stdio.h>

#include "base/str.h"
#include "engine/cost/money.h"

#define TEXT_BYTES 300

static const char *kept(struct trace *t, const char *text)
{
    return arena_strdup(t->arena, text);
}

static void default_row(struct trace_item *it, struct trace *t, const struct facts *f,
                        const char *id)
{
    const struct factor *row = facts_factor(f, "tco", id);
    char source[TEXT_BYTES];
    if (row == NULL)
        return;
    snprintf(source, sizeof source, "%s [%.6g..%.6g]: %s", id, row->low, row->high,
             row->from.source);
    trace_in(it, MSG_EX_I_DEFAULT, ARG_NUM(row->typical), kept(t, source), row->from.date);
}

void cost_explain(const struct cost *c, const struct job *job, const struct facts *f,
                  struct trace *t)
{
    char id[64];
    for (int i = 0; t != NULL && i < c->n; i++) {
        const struct cost_line *l = &c->line[i];
        snprintf(id, sizeof id, "cost.%s", l->id);
        if (trace_find(t, id) != NULL)
            continue;
        struct trace_item *it = trace_begin(t, kept(t, id), MSG_EX_F_COST_LINE, NULL,
                                            ARG_MONEY(l->amount, c->currency));
        trace_in(it, l->label, ARG_MONEY(l->amount, c->currency), NULL, NULL);
        if (l->row != NULL)
            default_row(it, t, f, l->row);
        if (str_eq(l->id, "tax-shield"))
            trace_in(it, MSG_Q_PROFIT_TAX, ARG_PCT(job->profit_tax),
                     "irs.gov publication 946, table A-1 (MACRS, five years)", NULL);
        trace_in(it, MSG_TRACE_HOURS_MONTH, ARG_HOURS(c->hours_per_month), NULL, NULL);
        trace_in(it, MSG_TRACE_HORIZON, ARG_MONTHS(c->horizon_months), NULL, NULL);
        trace_in(it, MSG_TRACE_DISCOUNT_RATE, ARG_PCT(job->discount_rate), NULL, NULL);
    }
    if (t == NULL || trace_find(t, "cost.total") != NULL)
        return;
    struct trace_item *sum = trace_begin(t, "cost.total", MSG_EX_F_COST_TOTAL, NULL,
                                         ARG_MONEY(c->total.typical, c->currency));
    trace_in(sum, MSG_EX_I_LOW, ARG_MONEY(c->total.low, c->currency), NULL, NULL);
    trace_in(sum, MSG_EX_I_HIGH, ARG_MONEY(c->total.high, c->currency), NULL, NULL);
    trace_in(sum, MSG_TRACE_HORIZON, ARG_MONTHS(c->horizon_months), NULL, NULL);
}
