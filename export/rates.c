/* rates.c - source prices and the exchange rates between them and the currency of the job. */
#include "export/parts.h"

static int add_rate(const struct result *r, const char *from, struct rate_used *out, int n)
{
    const char *to = r->job.currency;
    const struct fx_rate *first = NULL, *second = NULL;
    if (from == NULL || to == NULL || str_eq(from, to) || n == RATES_MAX)
        return n;
    for (int i = 0; i < n; i++)
        if (str_eq(out[i].from, from))
            return n;
    double rate = facts_convert(r->facts, 1.0, from, to, &first);
    if (!known(rate) || first == NULL)
        return n;
    struct rate_used x = {.from = from, .to = to, .rate = rate, .o = {first->from}, .n = 1};
    const char *reached = str_eq(first->base, from) ? first->quote : first->base;
    if (!str_eq(reached, to)) {
        (void)facts_convert(r->facts, 1.0, reached, to, &second);
        if (second != NULL)
            x.o[x.n++] = second->from;
    }
    out[n] = x;
    return n + 1;
}

int rates_used(const struct result *r, struct rate_used out[RATES_MAX])
{
    int n = 0;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        for (int l = 0; l < p->bom.n; l++) {
            const char *currency;
            (void)bom_line_price(&p->bom.line[l], &currency);
            n = add_rate(r, currency, out, n);
        }
        if (p->offer != NULL)
            n = add_rate(r, p->offer->currency, out, n);
    }
    return n;
}
