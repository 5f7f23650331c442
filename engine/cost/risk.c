#include "engine/cost/risk.h"

#include <stdlib.h>

#define SEED 0x9e3779b97f4a7c15u

double risk_npv(const struct risk_model *m, int i, int end)
{
    return m->factor[i].rent[end] - m->factor[i].own[end];
}

static double width(const struct risk_model *m, int i)
{
    return fabs(risk_npv(m, i, 1) - risk_npv(m, i, 0));
}

void risk_sort(struct risk_model *m)
{
    for (int i = 1; i < m->n; i++) { /* by insertion: stable, and there are few */
        for (int j = i; j > 0 && width(m, j) > width(m, j - 1); j--) {
            struct risk_factor x = m->factor[j];
            m->factor[j] = m->factor[j - 1];
            m->factor[j - 1] = x;
            int *const marks[] = {&m->price, &m->resale};
            for (int k = 0; k < 2; k++)
                if (*marks[k] == j || *marks[k] == j - 1)
                    *marks[k] = 2 * j - 1 - *marks[k];
        }
    }
}

double risk_uniform(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (double)((x * 0x2545f4914f6cdd1du) >> 11) / 9007199254740992.0; /* 2^53 */
}

double risk_triangular(double low, double typical, double high, double u)
{
    double mid = num_clamp(typical, low, high), span = high - low;
    if (!(span > 0))
        return low;
    if (u < (mid - low) / span)
        return low + sqrt(u * span * (mid - low));
    return high - sqrt((1.0 - u) * span * (high - mid));
}

/* What a factor at x does to a total: straight lines from low over typical to high. */
static double moved(const struct risk_factor *f, double x, double total, const double end[2])
{
    if (x < f->typical)
        return f->typical > f->low ? (end[0] - total) * (f->typical - x) / (f->typical - f->low)
                                   : 0.0;
    return f->high > f->typical ? (end[1] - total) * (x - f->typical) / (f->high - f->typical)
                                : 0.0;
}

static double one_draw(const struct risk_model *m, uint64_t *state)
{
    double own = m->own, share = 1.0, shared = UNKNOWN;
    bool tied = m->price >= 0 && m->resale >= 0 && risk_uniform(state) < m->together;
    for (int i = 0; i < m->n; i++) {
        const struct risk_factor *f = &m->factor[i];
        if (!f->drawn)
            continue;
        double u = risk_uniform(state);
        if (tied && (i == m->price || i == m->resale)) {
            if (known(shared))
                u = shared;
            shared = u;
        }
        double x = risk_triangular(f->low, f->typical, f->high, u);
        own += moved(f, x, m->own, f->own);
        if (m->rent > 0)
            share *= fmax(0.0, 1.0 + moved(f, x, m->rent, f->rent) / m->rent);
    }
    return m->rent * share - own;
}

static int up(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void risk_draw(const struct risk_model *m, struct risk_spread *out)
{
    double npv[RISK_DRAWS];
    uint64_t state = SEED;
    int cheaper = 0;
    for (int i = 0; i < RISK_DRAWS; i++) {
        npv[i] = one_draw(m, &state);
        cheaper += npv[i] > 0;
    }
    qsort(npv, RISK_DRAWS, sizeof(npv[0]), up);
    *out = (struct risk_spread){.draws = RISK_DRAWS,
                                .p_own_cheaper = (double)cheaper / RISK_DRAWS,
                                .p10 = npv[RISK_DRAWS / 10 - 1],
                                .p50 = npv[RISK_DRAWS / 2 - 1],
                                .p90 = npv[RISK_DRAWS * 9 / 10 - 1]};
}
