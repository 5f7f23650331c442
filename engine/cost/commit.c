#include "engine/cost/commit.h"

#include <string.h>

#include "base/str.h"

double commitment_pays_above(double discount)
{
    return 1.0 - discount;
}

static void put(struct commitment *out, int *n, int max, const struct discount *d, bool of_market)
{
    if (*n == max)
        return;
    int at = (*n)++;
    while (at > 0 && known(d->months) && out[at - 1].months > d->months) { /* shortest first */
        out[at] = out[at - 1];
        at--;
    }
    out[at] = (struct commitment){.row = d,
                                  .months = known(d->months) ? (int)d->months : 0,
                                  .low = known(d->low) ? d->low : d->typical,
                                  .typical = d->typical,
                                  .high = known(d->high) ? d->high : d->typical,
                                  .pays_above = commitment_pays_above(d->typical),
                                  .of_market = of_market};
}

/* Terms of a seller, or of a group of sellers ("*hyperscaler", "*"). */
static int take(const struct facts *f, const char *who, struct commitment *out, int max)
{
    bool market = who[0] == '*';
    int n = 0;
    for (size_t i = 0; i < f->discount_n; i++) {
        const struct discount *d = &f->discount[i];
        bool term = d->months > 0 || (market && strstr(d->commitment, "year") != NULL);
        if (str_eq(d->provider, who) && term && known(d->typical) && d->typical > 0)
            put(out, &n, max, d, market);
    }
    return n;
}

int commitments_of(const struct facts *f, const char *provider, struct commitment *out, int max)
{
    const struct provider *p = facts_provider(f, provider);
    char kind[48] = "*";
    int n = take(f, provider, out, max);
    if (n == 0 && p != NULL && p->kind != NULL && str_copy(kind + 1, sizeof kind - 1, p->kind))
        n = take(f, kind, out, max);
    return n > 0 ? n : take(f, "*", out, max);
}
