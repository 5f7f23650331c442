/* study_terms.c - the terms of a study (purchase, running cost, cloud bill) and its quantities. */
#include "engine/cost/study_terms.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "engine/cost/formula.h"

const char *const study_columns[SC_CELLS] = {"gpus",
                                             "cores",
                                             "capex",
                                             "price_per_gpu",
                                             "hidden_capex_fraction",
                                             "tax_fraction",
                                             "horizon_years",
                                             "life_years",
                                             "hours_per_month",
                                             "utilisation",
                                             "hours_per_day",
                                             "days_per_week",
                                             "hours_needed_per_month",
                                             "power_kw",
                                             "idle_fraction",
                                             "pue",
                                             "tariff_per_kwh",
                                             "energy_given_per_month",
                                             "energy_given_total",
                                             "colo_per_kw_month",
                                             "site_per_month",
                                             "network_per_month",
                                             "maintenance_fraction_per_year",
                                             "opex_per_year",
                                             "staff_per_year",
                                             "licence_per_year",
                                             "own_running_cost_per_hour",
                                             "own_running_given_per_month",
                                             "amortisation_in_running",
                                             "cost_of_capital",
                                             "discount_periods_per_year",
                                             "residual_fraction",
                                             "cloud_price_per_gpu_hour",
                                             "cloud_price_per_hour_total",
                                             "cloud_discount_fraction",
                                             "cloud_given_per_month",
                                             "cloud_surcharge_fraction",
                                             "cloud_storage_per_month",
                                             "storage_gb",
                                             "storage_price_per_gb_month",
                                             "egress_per_month",
                                             "egress_gb_per_month",
                                             "egress_price_per_gb",
                                             "short_term_years",
                                             "short_term_price_per_gpu_hour",
                                             "long_term_years",
                                             "long_term_price_per_gpu_hour",
                                             "gpu_hours_total",
                                             "own_cost_per_gpu_hour",
                                             "own_cost_per_mtoken",
                                             "cloud_price_per_mtoken",
                                             "api_price_per_request",
                                             "requests_per_hour",
                                             "escalated_fraction",
                                             "benefit_total",
                                             "value_decline_oom_per_year",
                                             "age_years"};

/* --- cells ------------------------------------------------------------------------------------ */
static bool has(const struct study_terms *t, enum study_cell c)
{
    return known(t->v[c]);
}

static double lacks(struct study_terms *t, const char *name)
{
    if (strstr(t->missing->p != NULL ? t->missing->p : "", name) == NULL) {
        if (t->missing->len > 0)
            str_add(t->missing, ", ");
        str_add(t->missing, name);
    }
    return UNKNOWN;
}

static double need(struct study_terms *t, enum study_cell c)
{
    return has(t, c) ? t->v[c] : lacks(t, study_columns[c]);
}

static double or_else(const struct study_terms *t, enum study_cell c, double otherwise)
{
    return has(t, c) ? t->v[c] : otherwise;
}

/* --- terms ------------------------------------------------------------------------------------ */
static double capex_total(struct study_terms *t)
{
    double base = has(t, SC_CAPEX)           ? t->v[SC_CAPEX]
                  : has(t, SC_PRICE_PER_GPU) ? t->v[SC_PRICE_PER_GPU] * need(t, SC_GPUS)
                                             : need(t, SC_CAPEX);
    return base * (1.0 + or_else(t, SC_HIDDEN, 0)) * (1.0 + or_else(t, SC_TAX, 0));
}

static double used_hours(struct study_terms *t)
{
    if (has(t, SC_HOURS))
        return t->v[SC_HOURS];
    if (has(t, SC_DAY))
        return t->v[SC_DAY] / 24.0 * or_else(t, SC_WEEK, 7) / 7.0 * need(t, SC_MONTH);
    if (has(t, SC_UTILISATION))
        return t->v[SC_UTILISATION] * need(t, SC_MONTH);
    return lacks(t, "utilisation or hours_needed_per_month");
}

static double use(struct study_terms *t)
{
    return used_hours(t) / need(t, SC_MONTH);
}

/* kWh a month when the machine is busy for so many hours. */
static double kwh(struct study_terms *t, double busy)
{
    return energy_kwh(need(t, SC_POWER), or_else(t, SC_PUE, 1), need(t, SC_MONTH), busy,
                      or_else(t, SC_IDLE, 0));
}

static double energy(struct study_terms *t, double busy)
{
    if (has(t, SC_ENERGY_MONTH))
        return t->v[SC_ENERGY_MONTH];
    if (has(t, SC_ENERGY_TOTAL))
        return t->v[SC_ENERGY_TOTAL] / (12.0 * need(t, SC_HORIZON));
    return kwh(t, busy) * need(t, SC_TARIFF);
}

static double running_at(struct study_terms *t, double busy)
{
    static const enum study_cell months[] = {SC_SITE, SC_NETWORK};
    static const enum study_cell years[] = {SC_OPEX, SC_STAFF, SC_LICENCE};
    if (has(t, SC_RUN_MONTH))
        return t->v[SC_RUN_MONTH];
    if (has(t, SC_RUN_HOUR))
        return t->v[SC_RUN_HOUR] * busy;
    double sum = 0.0;
    bool any = false;
    if (has(t, SC_ENERGY_MONTH) || has(t, SC_ENERGY_TOTAL) ||
        (has(t, SC_POWER) && has(t, SC_TARIFF))) {
        sum += energy(t, busy);
        any = true;
    }
    if (has(t, SC_COLO)) {
        sum += t->v[SC_COLO] * need(t, SC_POWER);
        any = true;
    }
    if (has(t, SC_MAINTENANCE)) {
        sum += t->v[SC_MAINTENANCE] * capex_total(t) / 12.0;
        any = true;
    }
    for (size_t i = 0; i < sizeof(months) / sizeof(months[0]); i++) {
        sum += or_else(t, months[i], 0);
        any = any || has(t, months[i]);
    }
    for (size_t i = 0; i < sizeof(years) / sizeof(years[0]); i++) {
        sum += or_else(t, years[i], 0) / 12.0;
        any = any || has(t, years[i]);
    }
    return any ? sum : lacks(t, "running cost");
}

/* Hours in use count only where something is paid by the hour of use. */
static double running(struct study_terms *t)
{
    bool by_use = !has(t, SC_RUN_MONTH) &&
                  (has(t, SC_RUN_HOUR) || (!has(t, SC_ENERGY_MONTH) && !has(t, SC_ENERGY_TOTAL) &&
                                           has(t, SC_POWER) && has(t, SC_TARIFF)));
    return running_at(t, by_use ? used_hours(t) : 0.0);
}

static double write_off(struct study_terms *t)
{
    return straight_line(capex_total(t), or_else(t, SC_RESIDUAL, 0), 12.0 * need(t, SC_LIFE));
}

static double charge(struct study_terms *t)
{
    switch (t->capital) {
    case CAPITAL_HALF: return capital_charge(capex_total(t), need(t, SC_RATE));
    case CAPITAL_LOAN:
        return loan_interest(capex_total(t), need(t, SC_RATE) / 12.0, 12.0 * need(t, SC_LIFE));
    case CAPITAL_NONE:
    case CAPITAL_NPV: break;
    }
    return 0.0;
}

static double cloud_hour(struct study_terms *t)
{
    double price = has(t, SC_CLOUD_HOUR)  ? t->v[SC_CLOUD_HOUR]
                   : has(t, SC_CLOUD_GPU) ? t->v[SC_CLOUD_GPU] * need(t, SC_GPUS)
                                          : lacks(t, "cloud price");
    return price * (1.0 - or_else(t, SC_CLOUD_DISCOUNT, 0));
}

static double cloud_compute(struct study_terms *t)
{
    return cloud_hour(t) * (t->always_on ? need(t, SC_MONTH) : used_hours(t));
}

/* As the study prints it, or amount x price; `none` when neither is there. */
static double extra(struct study_terms *t, enum study_cell given, enum study_cell amount,
                    enum study_cell price, double none)
{
    if (has(t, given))
        return t->v[given];
    if (!has(t, amount) && !has(t, price))
        return none;
    return need(t, amount) * need(t, price);
}

static double storage(struct study_terms *t)
{
    return extra(t, SC_STORAGE_MONTH, SC_STORAGE_GB, SC_STORAGE_PRICE, 0);
}

static double egress(struct study_terms *t)
{
    return extra(t, SC_EGRESS_MONTH, SC_EGRESS_GB, SC_EGRESS_PRICE, 0);
}

static double cloud_month(struct study_terms *t)
{
    if (has(t, SC_CLOUD_MONTH))
        return t->v[SC_CLOUD_MONTH];
    return cloud_compute(t) * (1.0 + or_else(t, SC_SURCHARGE, 0)) + storage(t) + egress(t);
}

static double own_month(struct study_terms *t)
{
    double with = or_else(t, SC_WITH_WRITE_OFF, 0);
    double sum = running(t) + charge(t);
    return with > 0 ? sum + with * write_off(t) : sum;
}

static double months(struct study_terms *t)
{
    return 12.0 * need(t, SC_HORIZON);
}

static double own_total(struct study_terms *t)
{
    return capex_total(t) * (1.0 - or_else(t, SC_RESIDUAL, 0)) +
           months(t) * (running(t) + charge(t));
}

static double cloud_total(struct study_terms *t)
{
    return months(t) * cloud_month(t);
}

/* --- quantities ------------------------------------------------------------------------------- */
static double q_energy(struct study_terms *t)
{
    bool given = has(t, SC_ENERGY_MONTH) || has(t, SC_ENERGY_TOTAL);
    return energy(t, given ? 0.0 : used_hours(t));
}
static double q_energy_kwh(struct study_terms *t)
{
    return kwh(t, used_hours(t));
}
static double q_energy_total(struct study_terms *t)
{
    return months(t) * q_energy(t);
}
static double q_own_gpu_hour(struct study_terms *t)
{
    return own_month(t) / (need(t, SC_GPUS) * used_hours(t));
}
static double q_own_gpu_year(struct study_terms *t)
{
    return 12.0 * own_month(t) / need(t, SC_GPUS);
}
static double q_core_hour(struct study_terms *t)
{
    return straight_line(capex_total(t), 0, 12.0 * need(t, SC_LIFE)) /
           (need(t, SC_CORES) * need(t, SC_MONTH));
}
static double q_core_energy(struct study_terms *t)
{
    return energy_kwh(need(t, SC_POWER), or_else(t, SC_PUE, 1), 1, 1, 0) * need(t, SC_TARIFF) /
           need(t, SC_CORES);
}
static double q_storage(struct study_terms *t)
{
    double x = extra(t, SC_STORAGE_MONTH, SC_STORAGE_GB, SC_STORAGE_PRICE, UNKNOWN);
    return known(x) ? x : need(t, SC_STORAGE_GB) * need(t, SC_STORAGE_PRICE);
}
static double q_egress(struct study_terms *t)
{
    double x = extra(t, SC_EGRESS_MONTH, SC_EGRESS_GB, SC_EGRESS_PRICE, UNKNOWN);
    return known(x) ? x : need(t, SC_EGRESS_GB) * need(t, SC_EGRESS_PRICE);
}
static double q_waste(struct study_terms *t)
{
    return cloud_month(t) * (1.0 - use(t));
}
static double q_cloud_gpu_hour(struct study_terms *t)
{
    return cloud_month(t) / (need(t, SC_GPUS) * used_hours(t));
}
static double q_cloud_gpu_year(struct study_terms *t)
{
    return 12.0 * cloud_month(t) / need(t, SC_GPUS);
}
static double q_job(struct study_terms *t)
{
    return need(t, SC_JOB_HOURS) * need(t, SC_CLOUD_GPU);
}
static double q_request(struct study_terms *t)
{
    return cloud_hour(t) / need(t, SC_REQUESTS) + need(t, SC_ESCALATED) * need(t, SC_API_REQUEST);
}
static double q_reserved(struct study_terms *t)
{
    return 1.0 - need(t, SC_LONG_PRICE) / need(t, SC_CLOUD_GPU);
}
static double q_forward(struct study_terms *t)
{
    double a = need(t, SC_LONG_YEARS), b = need(t, SC_SHORT_YEARS);
    return (a * need(t, SC_LONG_PRICE) - b * need(t, SC_SHORT_PRICE)) / (a - b);
}
static double q_price_ratio(struct study_terms *t)
{
    return price_ratio_per_year(need(t, SC_SHORT_YEARS), need(t, SC_SHORT_PRICE),
                                need(t, SC_LONG_YEARS), need(t, SC_LONG_PRICE));
}
static double q_kept(struct study_terms *t)
{
    return value_kept(need(t, SC_DECLINE), need(t, SC_AGE));
}
static double q_saving(struct study_terms *t)
{
    return cloud_total(t) - own_total(t);
}
static double q_saving_share(struct study_terms *t)
{
    return 1.0 - own_total(t) / cloud_total(t);
}
static double q_saving_mtoken(struct study_terms *t)
{
    return 1.0 - need(t, SC_OWN_MTOKEN) / need(t, SC_CLOUD_MTOKEN);
}
static double q_premium(struct study_terms *t)
{
    return cloud_total(t) / own_total(t) - 1.0;
}
static double q_ratio(struct study_terms *t)
{
    return cloud_month(t) / own_month(t);
}
static double q_ratio_running(struct study_terms *t)
{
    return cloud_month(t) / running(t);
}
static double q_ratio_mtoken(struct study_terms *t)
{
    return need(t, SC_CLOUD_MTOKEN) / need(t, SC_OWN_MTOKEN);
}
static double q_roi(struct study_terms *t)
{
    return (need(t, SC_BENEFIT) - capex_total(t)) / capex_total(t);
}
static double q_npv(struct study_terms *t)
{
    if (t->capital != CAPITAL_NPV)
        return lacks(t, "capital_convention npv");
    double r = need(t, SC_RATE), years = need(t, SC_HORIZON), per = need(t, SC_PERIODS);
    double flow = (cloud_month(t) - running(t)) * 12.0 / per;
    double rest = or_else(t, SC_RESIDUAL, 0) * capex_total(t) / pow(1.0 + r, years);
    return present_value(flow, r, years * per, per) - capex_total(t) + rest;
}
static double q_in_months(struct study_terms *t)
{
    return capex_total(t) / cloud_month(t);
}
static double q_payback(struct study_terms *t)
{
    return payback_months(capex_total(t), cloud_month(t) - running(t) - charge(t));
}
static double q_payback_years(struct study_terms *t)
{
    return q_payback(t) / 12.0;
}
static double q_payback_whole(struct study_terms *t)
{
    return ceil(q_payback(t) - 1e-9);
}
static double q_pays_back(struct study_terms *t)
{
    double m = q_payback(t), n = months(t);
    return known(m) && known(n) ? (m > 0 && m <= n ? 1.0 : 0.0) : UNKNOWN;
}
static double q_be_hours(struct study_terms *t)
{
    return threshold_hours(capex_total(t), need(t, SC_RUN_HOUR), cloud_hour(t));
}
static double q_be_months(struct study_terms *t)
{
    return q_be_hours(t) / used_hours(t);
}
static double q_be_use(struct study_terms *t)
{
    double idle = running_at(t, 0), month = need(t, SC_MONTH), full = running_at(t, month);
    double fixed = write_off(t) + charge(t) + idle;
    return threshold_hours(fixed, (full - idle) / month, cloud_hour(t)) / month;
}
static double q_be_use_rates(struct study_terms *t)
{
    return need(t, SC_OWN_GPU_HOUR) * need(t, SC_UTILISATION) / need(t, SC_CLOUD_GPU);
}
static double q_be_mtokens(struct study_terms *t)
{
    return own_month(t) / need(t, SC_CLOUD_MTOKEN);
}
static double q_be_requests(struct study_terms *t)
{
    return cloud_hour(t) / need(t, SC_API_REQUEST);
}

static const struct {
    const char *name;
    double (*of)(struct study_terms *t);
} quantities[] = {
    {"capex_total", capex_total},
    {"energy_kwh_per_month", q_energy_kwh},
    {"energy_per_month", q_energy},
    {"energy_total", q_energy_total},
    {"amortisation_per_month", write_off},
    {"own_per_month", own_month},
    {"own_per_gpu_hour", q_own_gpu_hour},
    {"own_per_gpu_year", q_own_gpu_year},
    {"own_total", own_total},
    {"hardware_per_core_hour", q_core_hour},
    {"energy_per_core_hour", q_core_energy},
    {"cloud_compute_per_month", cloud_compute},
    {"cloud_storage_cost_per_month", q_storage},
    {"cloud_egress_cost_per_month", q_egress},
    {"cloud_per_month", cloud_month},
    {"cloud_waste_per_month", q_waste},
    {"cloud_per_gpu_hour", q_cloud_gpu_hour},
    {"cloud_per_gpu_year", q_cloud_gpu_year},
    {"cloud_total", cloud_total},
    {"cloud_job_cost", q_job},
    {"cost_per_request", q_request},
    {"reserved_discount", q_reserved},
    {"forward_price_per_gpu_hour", q_forward},
    {"price_ratio_per_year", q_price_ratio},
    {"value_kept_fraction", q_kept},
    {"saving_total", q_saving},
    {"saving_fraction", q_saving_share},
    {"saving_fraction_per_mtoken", q_saving_mtoken},
    {"cloud_premium_fraction", q_premium},
    {"ratio_cloud_to_own", q_ratio},
    {"ratio_cloud_to_own_running", q_ratio_running},
    {"ratio_cloud_to_own_per_mtoken", q_ratio_mtoken},
    {"roi", q_roi},
    {"npv", q_npv},
    {"capex_in_cloud_months", q_in_months},
    {"payback_months", q_payback},
    {"payback_years", q_payback_years},
    {"payback_month_whole", q_payback_whole},
    {"pays_back_within_horizon", q_pays_back},
    {"breakeven_hours", q_be_hours},
    {"breakeven_months", q_be_months},
    {"breakeven_utilisation", q_be_use},
    {"breakeven_utilisation_from_rates", q_be_use_rates},
    {"breakeven_mtokens_per_month", q_be_mtokens},
    {"breakeven_requests_per_hour", q_be_requests},
};

bool study_compute(struct study_terms *t, const char *quantity, double *out)
{
    for (size_t i = 0; i < sizeof(quantities) / sizeof(quantities[0]); i++)
        if (str_eq(quantities[i].name, quantity)) {
            *out = quantities[i].of(t);
            if (t->missing->len > 0)
                *out = UNKNOWN;
            return true;
        }
    *out = UNKNOWN;
    return false;
}
