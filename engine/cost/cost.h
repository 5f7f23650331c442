/*
 * cost.h - what a plan costs over the horizon: rent by kind of price, own with everything that
 * calculators leave out. Money in the job's currency, converted once by the catalog's rates.
 * Formulas: net present value over months, r yearly, (1+r)^(1/12)-1 a month, 730 h a month.
 */
#ifndef ENGINE_COST_COST_H
#define ENGINE_COST_COST_H

#include "engine/build/build.h"
#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/sizing/sizing.h"
#include "engine/trace.h"

#define HOURS_PER_MONTH 730.0
#define COST_MONTHS_MAX 120

struct cost_line {
    const char *id; /* "compute", "purchase", "electricity", "staff", "residual" ... */
    enum msg_id label;
    double amount;   /* over the horizon, NPV; negative = income */
    const char *row; /* default row "group.parameter" it rests on, NULL if none */
};
#define COST_LINES_MAX 24

struct cost {
    const char *currency;
    double upfront, per_month; /* per_month: mean running cost without upfront */
    double horizon_months;
    struct band total;      /* NPV; typical UNKNOWN when a part has no price at all */
    double per_run;         /* UNKNOWN without runs */
    double estimate_share;  /* of total that rests on class estimates, 0..1 */
    double hours_per_month; /* machine hours billed or used */
    double rate;            /* discount rate a year */
    bool server;            /* own: no machine on a desk */
    double deliverable_h;   /* own: hours a month that one machine can give; rent: all of them */
    double kwh_per_month;   /* own: at the meter, with cooling; UNKNOWN for a rental */
    struct cost_line line[COST_LINES_MAX];
    int n;
    /* How far the total may lie below and above, parted into what is paid at the start (the
     * machine) and what comes month by month; independent of each other, present value. */
    struct cost_spread {
        double down, up;
    } once, running;
    double cumulative[COST_MONTHS_MAX + 1];    /* paid by the end of month 0..N, undiscounted */
    double cumulative_pv[COST_MONTHS_MAX + 1]; /* the same at present value */
    double resale_pv[COST_MONTHS_MAX + 1];     /* own: present value of a sale at month m; rent 0 */
    double fixed_per_month;   /* own: equivalent monthly cost that hours do not change; rent: 0 for
                                  hourly prices, the package else */
    double variable_per_hour; /* of one machine hour times machines: own energy, rent the price */
};

/* job_hours_per_month: hours one machine works a month: runs x hours per run where both are
 * known, else hours a day x 30.4. */
double job_hours_per_month(const struct job *job, const struct sizing *z, bool *from_runs);
/* job_runs: runs of all machines over so many months; each of several identical machines has runs
 * of its own. UNKNOWN where the job has none. */
double job_runs(const struct job *job, double months);

/* cost_rent: machines of one offer. cost_own: a bill. Both fill *out; t may be NULL. */
void cost_rent(const struct job *job, const struct facts *f, const struct sizing *z,
               const struct offer *o, int machines, struct trace *t, struct cost *out);
void cost_own(const struct job *job, const struct facts *f, const struct sizing *z,
              const struct bom *b, const struct accel *a, struct trace *t, struct cost *out);

/* cost_by_month: paid by the end of a month, 0..horizon, undiscounted: the range of the start at
 * once, that of running costs in proportion to the months. UNKNOWN past what was reckoned. */
struct band cost_by_month(const struct cost *c, int month);

/* cost_lead_months: from the order to the first run, a server's longer than a desk machine's.
 * cost_bridge: adds to *own what the load costs for that time in the cloud, at rent_month a month,
 * less what the machine would have cost to run. */
double cost_lead_months(const struct job *job, const struct facts *f, bool server);
void cost_bridge(const struct job *job, const struct facts *f, double rent_month, struct cost *own);

/* cost_tariff: money of the job's currency per kWh at its place; UNKNOWN when the region has none.
 */
double cost_tariff(const struct job *job, const struct facts *f);

/* cost_explain: an item for each line that has none yet ("cost.staff"), and the total; t may be
 * NULL. Called by both. */
void cost_explain(const struct cost *c, const struct job *job, const struct facts *f,
                  struct trace *t);

struct own_vs_rent {
    double break_even_month; /* first month where own's cumulative cost is below, UNKNOWN never */
    double payback_month;
    double utilisation_threshold; /* share of 730 h above which owning pays; UNKNOWN */
    double p_own_cheaper;         /* from the low/high bands, 0..1; the draws of an outlook
                                     say it better */
    bool too_close;               /* p between COST_CLOSE and 1 - COST_CLOSE: a coin toss */
};
#define COST_CLOSE 0.2
/* cost_compare: own against the hourly or package price of rent. The threshold is the closed form
 * u = F / ((p - v) * 730 A) with A the share of hours that an own machine can give; above 1 or
 * p <= v: UNKNOWN (never). P from the two bands taken as the 10th and 90th percentile of
 * independent normal distributions. */
void cost_compare(const struct cost *own, const struct cost *rent, struct own_vs_rent *out);
/* cost_even: the two months, each by its name: with what the machine could be sold for then, and in
 * cash alone. */
struct msg cost_even(const struct own_vs_rent *o);

#endif
