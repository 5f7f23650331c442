/*
 * formula.h - the arithmetic of owning and renting, one figure at a time: energy with its idle
 * share, write-off, loan, lease, capital charge, pay-back, present value. Used by the costs of a
 * plan and by the recomputation of published studies, so that both stand on the same formulas.
 *
 * Money in any one currency; rates as fractions; UNKNOWN in gives UNKNOWN out.
 */
#ifndef ENGINE_COST_FORMULA_H
#define ENGINE_COST_FORMULA_H

/* energy_kwh: kWh of a machine of kw at the wall that is on for on_h hours and busy for busy_h of
 * them; idle: share of kw that it draws when it waits; pue >= 1. */
double energy_kwh(double kw, double pue, double on_h, double busy_h, double idle);

/* straight_line: write-off a month of a purchase that keeps a share at the end of its life. */
double straight_line(double capex, double residual, double life_months);
/* value_kept: share of the price after so many years when price-performance grows by `oom` powers
 * of ten a year. */
double value_kept(double oom, double years);

/* loan_payment: of principal over n months at i a month (0: principal / n). loan_interest: the mean
 * of its interest a month. lease_payment: the same when `rest` is still owed at the end. */
double loan_payment(double principal, double i, double n);
double loan_interest(double principal, double i, double n);
double lease_payment(double principal, double rest, double i, double n);
/* capital_charge: interest a month on half the purchase, the mean of what is still tied up. */
double capital_charge(double capex, double rate_year);

/* present_value: of equal flows at the ends of `n` periods, `per_year` of them a year. */
double present_value(double flow, double rate_year, double n, double per_year);

/* payback_months: purchase / saving a month; INFINITY when nothing is saved. */
double payback_months(double capex, double saving_month);
/* threshold_hours: busy hours above which fixed + variable x hours is less than price x hours;
 * INFINITY: never. */
double threshold_hours(double fixed, double variable, double price);

/* price_ratio_per_year: q with (1 + q + .. q^(long-1)) / (1 + .. q^(short-1)) equal to what two
 * commitments of whole years cost; UNKNOWN where none is between 0 and 10. */
double price_ratio_per_year(double short_years, double short_price, double long_years,
                            double long_price);

/* spares_for: smallest stock so that with 95 % no failed card waits for its successor: Poisson with
 * n cards x rate a year x weeks of delivery / 52. */
int spares_for(double cards, double afr, double lead_weeks);

#endif
