/* rates.c - source prices and the exchange rates between them and the currency of the job. */
#include <string.h>

#include "export/parts.h"

static int add_rate(const struct result *r, const char *from, struct rate_used *out, int n)
{
    const char *to = r->job.currency;
    const struct fx_rate *first = NULL, *second = NULL;
    if (from == NULL || to == NULL || str_eq(from, to) || n == RATES_MAX)
        return n;
    int at = 0; /* by name, so that the order of the plans does not tell */
    while (at < n && strcmp(out[at].from, from) < 0)
        at++;
    if (at < n && str_eq(out[at].from, from))
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
    memmove(&out[at + 1], &out[at], (size_t)(n - at) * sizeof out[0]);
    out[at] = x;
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
