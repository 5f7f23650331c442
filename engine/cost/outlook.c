/* outlook.c - what-if over the defaults: a copy of them, one moved at a time, totals anew. */
#include "engine/cost/outlook.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/cost/formula.h"
#include "engine/cost/money.h"

struct what_if {
    const struct cost_pair *p;
    struct facts facts; /* with the factors below */
    struct factor *factor;
    struct job job;
    struct sizing own_z, rent_z;
    struct bom bom;
    struct offer offer;
    struct region region;
    struct cost own, rent;
};

static void totals(struct what_if *w, double *own, double *rent)
{
    cost_own(&w->job, &w->facts, &w->own_z, &w->bom, w->p->accel, NULL, &w->own);
    cost_rent(&w->job, &w->facts, &w->rent_z, &w->offer, w->p->machines, NULL, &w->rent);
    cost_bridge(&w->job, &w->facts, w->p->bridge_month, &w->own);
    *own = w->own.total.typical;
    *rent = w->rent.total.typical;
}

static struct what_if *begin(const struct cost_pair *p, struct arena *arena)
{
    struct what_if *w = ARENA_NEW(arena, struct what_if);
    struct factor *copy = ARENA_ARRAY(arena, struct factor, p->f->factor_n + 1);
    if (w == NULL || copy == NULL)
        return NULL;
    memcpy(copy, p->f->factor, p->f->factor_n * sizeof(*copy));
    *w = (struct what_if){.p = p,
                          .facts = *p->f,
                          .factor = copy,
                          .job = *p->job,
                          .own_z = *p->own_z,
                          .rent_z = *p->rent_z,
                          .bom = *p->bom,
                          .offer = *p->offer};
    w->facts.factor = copy;
    if (w->job.region != NULL) {
        w->region = *w->job.region;
        w->job.region = &w->region;
    }
    return w;
}

/* --- defaults --------------------------------------------------------------------------------- */
/* Years of one curve belong together: all ends of "residual.residual_consumer_year_3" and its
 * neighbours move at once. Length of what they share, 0 when the row stands alone. */
static size_t curve_of(const char *id)
{
    const char *year = strstr(id, "_year_");
    return str_starts(id, "residual.") && year != NULL ? (size_t)(year - id) : 0;
}

static void set_factor(struct what_if *w, size_t i, int end)
{
    const struct factor *was = &w->p->f->factor[i];
    double x = end < 0 ? was->typical : end == 0 ? was->low : was->high;
    w->factor[i].typical = known(x) ? x : was->typical;
}

static void set_row(struct what_if *w, const char *id, int end)
{
    size_t curve = curve_of(id);
    const struct factor *one = curve == 0 ? facts_factor(w->p->f, "tco", id) : NULL;
    if (one != NULL)
        set_factor(w, (size_t)(one - w->p->f->factor), end);
    for (size_t i = 0; curve > 0 && i < w->facts.factor_n; i++) {
        const struct factor *was = &w->p->f->factor[i];
        if (strncmp(was->id, id, curve) == 0 && curve_of(was->id) == curve &&
            str_eq(was->table, "tco"))
            set_factor(w, i, end);
    }
}

static void add_row(struct what_if *w, struct risk_model *m, const char *id, enum msg_id label)
{
    const struct factor *row = facts_factor(w->p->f, "tco", id);
    if (row == NULL || m->n == RISK_FACTORS)
        return;
    for (int i = 0; i < m->n; i++)
        if (str_eq(m->factor[i].id, id))
            return;
    struct risk_factor *f = &m->factor[m->n];
    *f = (struct risk_factor){.id = id,
                              .label = label,
                              .unit = row->unit != NULL ? row->unit : "",
                              .low = known(row->low) ? row->low : row->typical,
                              .typical = row->typical,
                              .high = known(row->high) ? row->high : row->typical,
                              .drawn = true};
    if (!(f->high > f->low))
        return;
    for (int end = 0; end < 2; end++) {
        set_row(w, id, end);
        totals(w, &f->own[end], &f->rent[end]);
    }
    set_row(w, id, -1);
    m->n++;
}

/* Rows with a name of their own: they stand behind no line, or behind lines of both sides. */
static const struct {
    const char *id;
    enum msg_id label;
} named[] = {{"ops.fte_cost_year_us", MSG_COST_BAR_WAGE},
             {"ops.fte_cost_year_cn", MSG_COST_BAR_WAGE},
             {"ops.admin_fte_per_8gpu_server", MSG_COST_BAR_PEOPLE},
             {"ops.admin_hours_per_workstation_month", MSG_COST_BAR_CARE},
             {"power.on_fraction_desk", MSG_COST_BAR_ON},
             {"residual.liquidation_factor_90d", MSG_COST_BAR_SALE}};
#define NAMED (sizeof(named) / sizeof(named[0]))

static enum msg_id label_of(const struct cost_line *l)
{
    for (size_t i = 0; i < NAMED; i++)
        if (str_eq(named[i].id, l->row))
            return named[i].label;
    return l->label;
}

static void add_rows(struct what_if *w, struct risk_model *m, const struct cost *c)
{
    for (int i = 0; i < c->n; i++)
        if (c->line[i].row != NULL)
            add_row(w, m, c->line[i].row, label_of(&c->line[i]));
    for (size_t i = 0; i < NAMED; i++)
        add_row(w, m, named[i].id, named[i].label);
}

/* Rows that move neither total say nothing: wages of another country, hours of a desk machine. */
static void drop_idle(struct risk_model *m)
{
    int n = 0;
    for (int i = 0; i < m->n; i++) {
        const struct risk_factor *f = &m->factor[i];
        double move = 0.0;
        for (int end = 0; end < 2; end++)
            move += fabs(f->own[end] - m->own) + fabs(f->rent[end] - m->rent);
        if (move > 1e-6 * (fabs(m->own) + fabs(m->rent)))
            m->factor[n++] = *f;
    }
    m->n = n;
}

/* --- answers and prices ----------------------------------------------------------------------- */
static struct risk_factor *answer(struct risk_model *m, const char *id, enum msg_id label,
                                  const char *unit, double low, double typical, double high)
{
    if (m->n == RISK_FACTORS || !known(typical))
        return NULL;
    struct risk_factor *f = &m->factor[m->n];
    *f = (struct risk_factor){.id = id,
                              .label = label,
                              .unit = unit,
                              .low = fmin(low, typical),
                              .typical = typical,
                              .high = fmax(high, typical),
                              .drawn = true};
    return f->high > f->low ? f : NULL;
}

/* Hours of use: the band of the time per run where runs are known, else how plans and use differ.
 * Own and rented machine do the same work: both sides move together. */
static void add_hours(struct what_if *w, struct risk_model *m)
{
    const struct factor *row = facts_factor(w->p->f, "tco", "load.use_of_plan");
    bool runs;
    double h = job_hours_per_month(w->p->job, w->p->own_z, &runs);
    double k[2] = {row != NULL ? row->low : 1.0, row != NULL ? row->high : 1.0};
    const struct band *b = &w->p->own_z->hours_per_run;
    if (runs && b->low > 0 && b->high > 0) {
        k[0] = fmin(k[0], b->low / b->typical);
        k[1] = fmax(k[1], b->high / b->typical);
    }
    struct risk_factor *f =
        answer(m, "hours", MSG_COST_BAR_HOURS, "h", k[0] * h, h, fmin(k[1] * h, HOURS_PER_MONTH));
    if (f == NULL)
        return;
    for (int end = 0; end < 2; end++) {
        double by = (end == 0 ? f->low : f->high) / h;
        w->job.hours_per_day = w->p->job->hours_per_day * by;
        w->job.runs_per_month = w->p->job->runs_per_month * by;
        totals(w, &f->own[end], &f->rent[end]);
    }
    w->job = *w->p->job;
    w->job.region = w->p->job->region != NULL ? &w->region : NULL;
    m->n++;
}

static void add_rent_price(struct what_if *w, struct risk_model *m)
{
    const struct factor *row = facts_factor(w->p->f, "tco", "cloud.price_level_same_card");
    const struct offer *o = w->p->offer;
    double k = facts_convert(w->p->f, 1.0, o->currency, w->p->job->currency, NULL) * w->p->machines;
    double hour = o->price_hour * k;
    struct risk_factor *f = row == NULL ? NULL
                                        : answer(m, "rent-price", MSG_COST_BAR_RENT, "/h",
                                                 hour * row->low, hour, hour * row->high);
    if (f == NULL)
        return;
    for (int end = 0; end < 2; end++) {
        double by = end == 0 ? row->low : row->high;
        w->offer.price_hour = o->price_hour * by;
        w->offer.price_month = o->price_month * by;
        totals(w, &f->own[end], &f->rent[end]);
    }
    w->offer = *o;
    m->n++;
}

static double at_end(double low, double typical, double high, int end)
{
    double x = end == 0 ? low : high;
    return known(x) ? x : typical;
}

static void add_purchase(struct what_if *w, struct risk_model *m)
{
    const struct bom *b = w->p->bom;
    double sum[2] = {0, 0}, typical = 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < b->n; i++) {
            const struct bom_line *x = &b->line[i];
            double k = facts_convert(w->p->f, 1.0, x->currency != NULL ? x->currency : "USD",
                                     w->p->job->currency, NULL);
            sum[end] += at_end(x->low, x->unit_price, x->high, end) * x->qty * k;
            typical += end == 0 ? x->unit_price * x->qty * k : 0.0;
        }
    struct risk_factor *f = answer(m, "purchase", MSG_COST_PURCHASE, "", sum[0], typical, sum[1]);
    if (f == NULL)
        return;
    for (int end = 0; end < 2; end++) {
        for (int i = 0; i < b->n; i++)
            w->bom.line[i].unit_price =
                at_end(b->line[i].low, b->line[i].unit_price, b->line[i].high, end);
        totals(w, &f->own[end], &f->rent[end]);
    }
    w->bom = *b;
    m->n++;
}

static void add_rate(struct what_if *w, struct risk_model *m)
{
    const struct factor *row = facts_factor(w->p->f, "tco", "finance.discount_rate");
    double r = w->p->job->discount_rate;
    struct risk_factor *f = row == NULL ? NULL
                                        : answer(m, "finance.discount_rate", MSG_COST_BAR_DISCOUNT,
                                                 "/y", row->low, r, row->high);
    if (f == NULL)
        return;
    for (int end = 0; end < 2; end++) {
        w->job.discount_rate = end == 0 ? f->low : f->high;
        totals(w, &f->own[end], &f->rent[end]);
    }
    w->job.discount_rate = r;
    m->n++;
}

/* A year less, a year more. Not drawn: it is a wish, not a chance. */
static void add_horizon(struct what_if *w, struct risk_model *m)
{
    double n = w->p->job->months;
    struct risk_factor *f = answer(m, "months", MSG_COST_BAR_MONTHS, "months", fmax(n - 12, 6), n,
                                   fmin(n + 12, COST_MONTHS_MAX));
    if (f == NULL)
        return;
    f->drawn = false;
    for (int end = 0; end < 2; end++) {
        w->job.months = end == 0 ? f->low : f->high;
        totals(w, &f->own[end], &f->rent[end]);
    }
    w->job.months = n;
    m->n++;
}

static int find(const struct risk_model *m, const char *prefix)
{
    for (int i = 0; i < m->n; i++)
        if (str_starts(m->factor[i].id, prefix))
            return i;
    return -1;
}

static int find_curve(const struct risk_model *m)
{
    for (int i = 0; i < m->n; i++)
        if (curve_of(m->factor[i].id) > 0)
            return i;
    return -1;
}

/* --- what would turn the answer --------------------------------------------------------------- */
static void thresholds(struct what_if *w, const struct outlook *o, double *price, double *tariff)
{
    double own, rent;
    double k = facts_convert(w->p->f, 1.0, w->offer.currency, w->p->job->currency, NULL);
    *price = *tariff = UNKNOWN;
    w->offer.price_hour *= 2;
    w->offer.price_month *= 2;
    totals(w, &own, &rent);
    w->offer = *w->p->offer;
    double slope = rent - o->risk.rent; /* the total is a straight line over the price */
    double at = 1.0 - o->npv / slope;
    if (slope > 0 && at > 0)
        *price = at * w->offer.price_hour * k * w->p->machines;
    if (w->job.region == NULL)
        return;
    w->region.industrial_kwh *= 2;
    w->region.household_kwh *= 2;
    totals(w, &own, &rent);
    w->region = *w->p->job->region;
    slope = own - o->risk.own;
    at = 1.0 + o->npv / slope;
    if (slope > 1e-9 * fabs(own) && at > 0)
        *tariff = at * cost_tariff(w->p->job, w->p->f);
}

/* Yearly rate at which what owning saves is worth what it takes up front. */
static double rate_of_return(const struct cost *own, const struct cost *rent)
{
    int n = (int)fmin(own->horizon_months, rent->horizon_months);
    double low = -0.9, high = 3.0;
    double sale = own->resale_pv[n] * pow(1.0 + own->rate, n / 12.0);
    double paid = own->upfront;
    if (!(paid > 0))
        return UNKNOWN;
    for (int i = 0; i < 60; i++) {
        double r = (low + high) / 2.0, q = 1.0 / pow(1.0 + r, 1.0 / 12.0), x = 1.0, sum = -paid;
        for (int m = 1; m <= n; m++) {
            x *= q;
            sum += x * (rent->cumulative[m] - rent->cumulative[m - 1] -
                        (own->cumulative[m] - own->cumulative[m - 1]));
        }
        if (sum + sale * x > 0)
            low = r;
        else
            high = r;
    }
    return low > -0.899 && high < 2.999 ? low : UNKNOWN;
}

static void on_credit(const struct what_if *w, const struct cost *own, struct credit *c)
{
    bool cn = str_starts(w->p->job->country, "CN");
    c->rate_row = cn ? "finance.loan_rate_cn" : "finance.loan_rate_us_equipment";
    const struct factor *rate = facts_factor(w->p->f, "tco", c->rate_row);
    const struct factor *term = facts_factor(w->p->f, "tco", "finance.loan_term_years");
    c->rate = rate != NULL ? rate->typical : UNKNOWN;
    c->months = term != NULL ? term->typical * 12.0 : UNKNOWN;
    c->loan = loan_payment(own->upfront, c->rate / 12.0, c->months);
    c->interest = loan_interest(own->upfront, c->rate / 12.0, c->months) * c->months;
    int n = known(c->months) ? (int)fmin(c->months, own->horizon_months) : 0;
    double rest = own->resale_pv[n] * pow(1.0 + own->rate, n / 12.0);
    c->lease = n > 0 ? lease_payment(own->upfront, rest, c->rate / 12.0, n) : UNKNOWN;
}

bool outlook_make(const struct cost_pair *p, struct arena *arena, struct outlook *out)
{
    struct what_if *w = begin(p, arena);
    memset(out, 0, sizeof(*out));
    if (w == NULL)
        return false;
    struct risk_model *m = &out->risk;
    totals(w, &m->own, &m->rent);
    if (!known(m->own) || !known(m->rent))
        return false;
    out->npv = m->rent - m->own;
    out->npv_share = w->own.upfront > 0 ? out->npv / w->own.upfront : UNKNOWN;
    out->irr = rate_of_return(&w->own, &w->rent);
    on_credit(w, &w->own, &out->credit);
    struct cost *lines = ARENA_ARRAY(arena, struct cost, 2);
    if (lines == NULL)
        return false;
    lines[0] = w->own;
    lines[1] = w->rent;
    add_rows(w, m, &lines[0]);
    add_rows(w, m, &lines[1]);
    add_hours(w, m);
    add_rent_price(w, m);
    add_purchase(w, m);
    add_rate(w, m);
    add_horizon(w, m);
    drop_idle(m);
    const struct factor *tie = facts_factor(p->f, "tco", "uncertainty.corr_cloud_price_residual");
    m->together = tie != NULL ? tie->typical : 0.0;
    m->price = find(m, "cloud.price_change_same_card");
    m->resale = find_curve(m);
    risk_sort(m);
    risk_draw(m, &out->spread);
    thresholds(w, out, &out->price_threshold, &out->tariff_threshold);
    return true;
}
