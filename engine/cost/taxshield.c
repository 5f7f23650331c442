/*
 * taxshield.c - costs lower the profit and so the tax on it: at the rate t a cost of 1 takes 1 - t
 * after tax, on both sides. What is bought is not a cost when it is paid but by its depreciation:
 * the five-year table of the United States (IRS publication 946, MACRS: 20, 32, 19.2, 11.52, 11.52,
 * 5.76 %), elsewhere a straight line over the tax life; what is left of the book value goes with
 * the sale, whose proceeds are taxed.
 */
#include <math.h>

#include "base/str.h"
#include "engine/cost/money.h"

static const double macrs[] = {0.20, 0.32, 0.192, 0.1152, 0.1152, 0.0576};
#define MACRS_YEARS ((int)(sizeof macrs / sizeof macrs[0]))

/* Share of the price that is written off in month m (1 is the first). */
static double written_off(const struct job *job, double life_months, int m)
{
    if (str_starts(job->country, "US")) {
        int year = (m - 1) / 12;
        return year < MACRS_YEARS ? macrs[year] / 12.0 : 0.0;
    }
    return num_clamp(life_months - (m - 1), 0.0, 1.0) / life_months;
}

/* Present value of all that is written off until the sale at the end, per unit of price. */
static double depreciation(const struct job *job, double life_months, int n)
{
    double q = 1.0 / (1.0 + month_rate(job->discount_rate)), now = 1.0, book = 1.0, sum = 0.0;
    for (int m = 1; m <= n; m++) {
        double part = fmin(written_off(job, life_months, m), book);
        now *= q;
        book -= part;
        sum += part * now;
    }
    return sum + book * now;
}

static void shield(const struct job *job, struct ledger *l, double base, const char *row)
{
    struct band v =
        money_band(-job->profit_tax * base, -job->profit_tax * base, -job->profit_tax * base);
    if (job->profit_tax > 0)
        ledger_add(l, "tax-shield", MSG_COST_TAX_SHIELD, v, row);
}

void tax_shield_rent(const struct job *job, struct ledger *l)
{
    double sum = 0;
    for (int i = 0; i < l->cost->n; i++)
        sum += l->cost->line[i].amount;
    shield(job, l, sum, NULL);
}

void tax_shield_own(const struct job *job, const struct facts *f, struct ledger *l, double upfront,
                    double running, double end)
{
    bool cn = str_starts(job->country, "CN");
    struct row life =
        row_get(f, cn ? "life.tax_life_years_cn_electronic" : "life.tax_life_years_us_macrs",
                job->currency);
    int n = (int)num_clamp(ceil(job->months), 1, COST_MONTHS_MAX);
    double months = known(life.v.typical) ? 12.0 * life.v.typical : 60.0;
    shield(job, l, running + end + upfront * depreciation(job, months, n), life.id);
}
