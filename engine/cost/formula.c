#include "engine/cost/formula.h"

#include <math.h>

#include "base/num.h"

double energy_kwh(double kw, double pue, double on_h, double busy_h, double idle)
{
    return kw * pue * (idle * (on_h - busy_h) + busy_h);
}

double straight_line(double capex, double residual, double life_months)
{
    return life_months > 0 ? capex * (1.0 - residual) / life_months : UNKNOWN;
}

double value_kept(double oom, double years)
{
    return pow(10.0, -oom * years);
}

double lease_payment(double principal, double rest, double i, double n)
{
    if (!(n > 0))
        return UNKNOWN;
    if (!(i > 0) && !(i < 0))
        return known(i) ? (principal - rest) / n : UNKNOWN;
    double end = pow(1.0 + i, -n);
    return (principal - rest * end) * i / (1.0 - end);
}

double loan_payment(double principal, double i, double n)
{
    return lease_payment(principal, 0.0, i, n);
}

double loan_interest(double principal, double i, double n)
{
    return loan_payment(principal, i, n) - principal / n;
}

double capital_charge(double capex, double rate_year)
{
    return capex / 2.0 * rate_year / 12.0;
}

double present_value(double flow, double rate_year, double n, double per_year)
{
    double sum = 0.0;
    if (!known(flow) || !known(rate_year) || !known(n) || !(per_year > 0))
        return UNKNOWN;
    int last = (int)(fmin(n, 100000.0) + 1e-9);
    for (int k = 1; k <= last; k++)
        sum += flow / pow(1.0 + rate_year, k / per_year);
    return sum;
}

double payback_months(double capex, double saving_month)
{
    if (!known(capex) || !known(saving_month))
        return UNKNOWN;
    return saving_month > 0 ? capex / saving_month : INFINITY;
}

double threshold_hours(double fixed, double variable, double price)
{
    if (!known(fixed) || !known(variable) || !known(price))
        return UNKNOWN;
    return price > variable ? fixed / (price - variable) : INFINITY;
}

static double years_sum(double q, double years)
{
    double sum = 0.0, x = 1.0;
    for (int i = 0; i < (int)(years + 0.5); i++, x *= q)
        sum += x;
    return sum;
}

double price_ratio_per_year(double short_years, double short_price, double long_years,
                            double long_price)
{
    double want = long_years * long_price / (short_years * short_price);
    double low = 0.0, high = 10.0;
    if (!known(want) || !(short_years >= 1) || !(long_years > short_years) || long_years > 100)
        return UNKNOWN;
    if (want < 1.0 || want > years_sum(high, long_years) / years_sum(high, short_years))
        return UNKNOWN;
    for (int i = 0; i < 200; i++) { /* the quotient grows with q */
        double q = (low + high) / 2.0;
        if (years_sum(q, long_years) / years_sum(q, short_years) < want)
            low = q;
        else
            high = q;
    }
    return (low + high) / 2.0;
}

int spares_for(double cards, double afr, double lead_weeks)
{
    double mean = cards * afr * lead_weeks / 52.0;
    if (!(mean > 0) || mean > 500)
        return 0;
    double term = exp(-mean), sum = term;
    int s = 0;
    while (sum < 0.95) {
        s++;
        term *= mean / s;
        sum += term;
    }
    return s;
}
