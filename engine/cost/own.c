/*
 * own.c - an own machine over the horizon: purchase, power with its idle share, place, people,
 * failures, resale. Every default is a line of its own with the row it rests on.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/cost/formula.h"
#include "engine/cost/money.h"

struct own_in {
    const struct job *job;
    const struct facts *f;
    const struct sizing *z;
    const struct bom *b;
    const struct accel *a;
    struct band hw, cards; /* purchase in the job's currency: all lines, the cards alone */
    double work;           /* annuity at constant cost */
    double hours;          /* busy hours a month */
    int n;
    bool desk; /* a personal computer at a desk */
    bool cn;
    double variable_month;             /* energy that busy hours cause */
    double energy_month, escalation;   /* energy in the first month and its growth a year */
    double free_months, upkeep_months; /* warranty; present value of a unit paid behind it */
};

static struct row get(const struct own_in *in, const char *id)
{
    return row_get(in->f, id, in->job->currency);
}

static void sum_purchase(struct own_in *in, double *estimated)
{
    double est = 0.0;
    for (int i = 0; i < in->b->n; i++) {
        const struct bom_line *x = &in->b->line[i];
        double k =
            facts_convert(in->f, 1.0, x->currency ? x->currency : "USD", in->job->currency, NULL) *
            x->qty;
        struct band p = money_scale(money_band(x->low, x->unit_price, x->high), k);
        in->hw.low += known(p.low) ? p.low : p.typical;
        in->hw.typical += p.typical;
        in->hw.high += known(p.high) ? p.high : p.typical;
        if (x->estimate)
            est += p.typical;
        if (x->kind == PART_GPU) {
            in->cards.low += known(p.low) ? p.low : p.typical;
            in->cards.typical += p.typical;
            in->cards.high += known(p.high) ? p.high : p.typical;
        }
    }
    *estimated = est;
}

static const char *tax_row(const struct job *job)
{
    if (str_starts(job->country, "CN"))
        return "purchase.vat_rate_cn";
    if (job->region != NULL && str_eq(job->region->parent, "EU"))
        return "purchase.vat_rate_eu";
    if (str_starts(job->country, "US"))
        return "purchase.sales_tax_us";
    return NULL;
}

static void add_purchase(const struct own_in *in, struct ledger *l)
{
    ledger_add(l, "purchase", MSG_COST_PURCHASE, in->hw, NULL);
    const char *tax = tax_row(in->job);
    if (in->job->gross && tax != NULL) {
        struct row r = get(in, tax);
        ledger_add(l, "tax", MSG_COST_TAX, money_scale(r.v, in->hw.typical), r.id);
    }
    struct row ship = get(in, "purchase.shipping_and_install");
    ledger_add(l, "shipping", MSG_COST_SHIPPING, money_scale(ship.v, in->hw.typical), ship.id);
    if (!in->desk) {
        struct row hid = get(in, "purchase.hidden_capex_switch_cable_ups");
        ledger_add(l, "site-hardware", MSG_COST_SITE_HARDWARE, money_scale(hid.v, in->hw.typical),
                   hid.id);
    }
}

static const char *pue_row(const struct job *job)
{
    switch (job->place) {
    case PLACE_DESK: return "power.pue_home";
    case PLACE_OFFICE: return "power.pue_office_room";
    case PLACE_SERVER_ROOM: return "power.pue_office_room";
    case PLACE_COLO: return "power.pue_colo_air";
    }
    return "power.pue_office_room";
}

double cost_tariff(const struct job *job, const struct facts *f)
{
    const struct region *r = job->region;
    if (r == NULL)
        return UNKNOWN;
    bool home = job->buyer == BUYER_PERSON || job->place == PLACE_DESK;
    double t = home ? r->household_kwh : r->industrial_kwh;
    if (!known(t))
        t = home ? r->industrial_kwh : r->household_kwh;
    return facts_convert(f, t, r->currency, job->currency, NULL);
}

/* Energy of a month at the meter, whoever pays for it. */
static double month_kwh(const struct own_in *in)
{
    double load = get(in, "power.load_factor_training").v.typical;
    double idle = get(in, "power.idle_power_fraction").v.typical;
    double on = get(in, "power.on_fraction_desk").v.typical;
    double pue = get(in, pue_row(in->job)).v.typical;
    double kw = in->b->power.wall_w / 1000.0 * in->b->machines * load;
    double on_h = in->desk ? fmax(in->hours, on * HOURS_PER_MONTH) : HOURS_PER_MONTH;
    return energy_kwh(kw, pue, on_h, in->hours, idle);
}

/* Busy energy, energy while idle but on, and the overhead of cooling. In a colocation the fee per
 * kW holds the power: no tariff then. */
static void add_energy(struct own_in *in, struct ledger *l, struct trace *t)
{
    if (in->job->place == PLACE_COLO)
        return;
    double price = cost_tariff(in->job, in->f);
    struct row load = get(in, "power.load_factor_training");
    struct row idle = get(in, "power.idle_power_fraction");
    struct row on = get(in, "power.on_fraction_desk");
    struct row pue = get(in, pue_row(in->job));
    double kw = in->b->power.wall_w / 1000.0 * in->b->machines;
    double on_hours = in->desk ? fmax(in->hours, on.v.typical * HOURS_PER_MONTH) : HOURS_PER_MONTH;
    double spare = fmax(0.0, on_hours - in->hours);
    double busy = kw * in->hours * price * in->work;
    double rest = kw * load.v.typical * spare * price * in->work;
    ledger_add(l, "electricity", MSG_COST_ELECTRICITY, money_scale(load.v, busy), load.id);
    ledger_add(l, "electricity-idle", MSG_COST_ELECTRICITY_IDLE, money_scale(idle.v, rest),
               idle.id);
    double it = load.v.typical * busy + idle.v.typical * rest;
    struct band over = money_band(pue.v.low - 1.0, pue.v.typical - 1.0, pue.v.high - 1.0);
    ledger_add(l, "cooling", MSG_COST_COOLING, money_scale(over, it), pue.id);
    struct row esc = get(in, "power.tariff_escalation");
    double r = in->job->discount_rate;
    double flat = it * pue.v.typical / in->work;
    struct band moved = money_band(flat * (annuity(r, esc.v.low, in->n) - in->work),
                                   flat * (annuity(r, esc.v.typical, in->n) - in->work),
                                   flat * (annuity(r, esc.v.high, in->n) - in->work));
    ledger_add(l, "tariff-change", MSG_COST_TARIFF_CHANGE, moved, esc.id);
    in->energy_month = flat;
    in->escalation = esc.v.typical;
    in->variable_month =
        kw * load.v.typical * (1.0 - idle.v.typical) * in->hours * price * pue.v.typical;
    struct trace_item *x =
        trace_begin(t, "cost.electricity", MSG_TRACE_ELECTRICITY, "wall power x hours x tariff",
                    ARG_MONEY(it * pue.v.typical, in->job->currency));
    const struct region *reg = in->job->region;
    trace_in(x, MSG_TRACE_WALL_POWER, ARG_WATT(in->b->power.wall_w), NULL, NULL);
    trace_in(x, MSG_TRACE_TARIFF, ARG_MONEY(price, in->job->currency),
             reg ? reg->from.source : NULL, reg ? reg->from.date : NULL);
    trace_in(x, MSG_TRACE_HOURS_MONTH, ARG_HOURS(in->hours), NULL, NULL);
    trace_in(x, MSG_TRACE_PUE, ARG_NUM(pue.v.typical), pue.factor ? pue.factor->from.source : NULL,
             pue.factor ? pue.factor->from.date : NULL);
}

static void add_place(const struct own_in *in, struct ledger *l)
{
    if (in->job->place != PLACE_COLO)
        return;
    double kw = in->b->power.wall_w / 1000.0 * in->b->machines;
    if (in->cn) {
        struct row cab = get(in, "site.colo_cabinet_cn_month");
        double units = known(in->b->rack_u) ? in->b->rack_u * in->b->machines : 4.0;
        double cabinets = fmax(units / 42.0, kw / 6.0);
        ledger_add(l, "colocation", MSG_COST_COLOCATION, money_scale(cab.v, cabinets * in->work),
                   cab.id);
    } else {
        struct row per_kw = get(in, "site.colo_per_kw_month");
        ledger_add(l, "colocation", MSG_COST_COLOCATION, money_scale(per_kw.v, kw * in->work),
                   per_kw.id);
    }
    struct row up = get(in, "site.uplink_month_colo_1g");
    ledger_add(l, "uplink", MSG_COST_UPLINK, money_scale(up.v, in->work), up.id);
}

#define PC_CARDS_MOST 4 /* more cards are looked after like a server, whatever holds them */
static void add_people(const struct own_in *in, struct ledger *l)
{
    if (in->job->buyer == BUYER_PERSON)
        return; /* one's own evenings are not paid */
    struct row pay = get(in, in->cn ? "ops.fte_cost_year_cn" : "ops.fte_cost_year_us");
    if (known(in->job->staff_fte)) {
        ledger_add(l, "staff", MSG_COST_STAFF,
                   money_scale(pay.v, in->job->staff_fte / 12.0 * in->work), pay.id);
        return;
    }
    if (in->desk && !(in->b->gpus > PC_CARDS_MOST)) {
        struct row h = get(in, "ops.admin_hours_per_workstation_month");
        double hour = pay.v.typical / 12.0 / 160.0;
        ledger_add(l, "staff", MSG_COST_STAFF, money_scale(h.v, hour * in->work * in->b->machines),
                   h.id);
        return;
    }
    struct row fte = get(in, "ops.admin_fte_per_8gpu_server");
    /* First server a whole share, each further one a third of it: 0.25 + 0.08 (n - 1). The row is
     * for eight cards; fewer take less time, as they do in a cloud, but never less than two. */
    double share = in->b->gpus > 0 ? num_clamp(in->b->gpus / 8.0, 0.25, 1.0) : 1.0;
    double servers = (1.0 + (in->b->machines - 1) * 0.32) * share;
    ledger_add(l, "staff", MSG_COST_STAFF,
               money_scale(fte.v, servers * pay.v.typical / 12.0 * in->work), fte.id);
}

static void add_upkeep(struct own_in *in, struct ledger *l)
{
    struct row warranty = get(in, "reliability.warranty_years");
    double free_months = warranty.v.typical * 12.0;
    double q = 1.0 / (1.0 + month_rate(in->job->discount_rate)), x = q;
    double paid = 0.0;
    for (int m = 1; m <= in->n; m++, x *= q)
        if (m > free_months)
            paid += x;
    in->free_months = free_months;
    in->upkeep_months = paid;
    if (!in->desk) {
        struct row care = get(in, "ops.maintenance_contract");
        ledger_add(l, "maintenance", MSG_COST_MAINTENANCE,
                   money_scale(care.v, in->hw.typical / 12.0 * paid), care.id);
    }
    if (in->job->buyer == BUYER_ENTERPRISE || in->job->buyer == BUYER_STATE ||
        in->job->buyer == BUYER_LAB) {
        struct row ins = get(in, "ops.insurance");
        ledger_add(l, "insurance", MSG_COST_INSURANCE,
                   money_scale(ins.v, in->hw.typical / 12.0 * in->work), ins.id);
    }
    bool consumer = in->a->cooling == COOLING_OPEN_FAN;
    struct row afr =
        get(in, consumer ? "reliability.afr_consumer_gpu" : "reliability.afr_gpu_permanent");
    ledger_add(l, "failures", MSG_COST_FAILURES,
               money_scale(afr.v, in->cards.typical / 12.0 * paid), afr.id);
}

/* A licence for each card of NVIDIA, behind the years that come with the card; help at all hours,
 * for the site. */
static void add_asked(const struct own_in *in, struct ledger *l)
{
    if (in->job->nvaie && str_eq(in->a->vendor, "NVIDIA")) {
        struct row r = get(in, "ops.nvaie_per_gpu_year");
        double q = 1.0 / (1.0 + month_rate(in->job->discount_rate)), x = q, paid = 0.0;
        for (int m = 1; m <= in->n; m++, x *= q)
            if (m > 12.0 * in->a->licence_years)
                paid += x;
        double cards = in->b->gpus * (double)in->b->machines;
        ledger_add(l, "licence", MSG_COST_LICENCE, money_scale(r.v, cards / 12.0 * paid), r.id);
    }
    if (in->job->support_always) {
        struct row pay = get(in, in->cn ? "ops.fte_cost_year_cn" : "ops.fte_cost_year_us");
        struct row share = get(in, "ops.on_call_share");
        ledger_add(l, "support", MSG_COST_SUPPORT,
                   money_scale(share.v, pay.v.typical / 12.0 * in->work), share.id);
    }
}

#define RESIDUAL_YEARS 5
static const char *const residual_rows[2][RESIDUAL_YEARS] = {
    {"residual.residual_datacentre_year_1", "residual.residual_datacentre_year_2",
     "residual.residual_datacentre_year_3", "residual.residual_datacentre_year_4",
     "residual.residual_datacentre_year_5"},
    {"residual.residual_consumer_year_1", "residual.residual_consumer_year_2",
     "residual.residual_consumer_year_3", "residual.residual_consumer_year_4",
     "residual.residual_consumer_year_5"}};

static const char *const *residual_names(const struct own_in *in)
{
    return residual_rows[in->a->cooling == COOLING_OPEN_FAN];
}

/* Share of the new price that cards keep after each whole year. */
static void residual_read(const struct own_in *in, struct band year[RESIDUAL_YEARS + 1])
{
    year[0] = money_band(1.0, 1.0, 1.0);
    for (int y = 1; y <= RESIDUAL_YEARS; y++)
        year[y] = get(in, residual_names(in)[y - 1]).v;
}

/* The share after `months`, linear between the years. */
static struct band residual_share(const struct band *year, double months)
{
    double years = fmin(months / 12.0, RESIDUAL_YEARS);
    int y = (int)years;
    if (y >= RESIDUAL_YEARS)
        return year[RESIDUAL_YEARS];
    double x = years - y;
    return money_band(year[y].low * (1 - x) + year[y + 1].low * x,
                      year[y].typical * (1 - x) + year[y + 1].typical * x,
                      year[y].high * (1 - x) + year[y + 1].high * x);
}

static const char *residual_row_name(const struct own_in *in)
{
    return residual_names(in)[(int)num_clamp(ceil(in->n / 12.0), 1, RESIDUAL_YEARS) - 1];
}

static void add_end(const struct own_in *in, struct ledger *l, struct cost *c)
{
    struct row liq = get(in, "residual.liquidation_factor_90d");
    struct row host = get(in, "residual.residual_host_parts");
    struct row gone = get(in, "end_of_life.disposal_cost");
    struct band year[RESIDUAL_YEARS + 1];
    double rm = month_rate(in->job->discount_rate);
    double rest = in->hw.typical - in->cards.typical;
    residual_read(in, year);
    double q = 1.0 / (1.0 + rm), now = liq.v.typical;
    for (int m = 0; m <= in->n; m++, now *= q) {
        double years = m / 12.0;
        double fade = host.v.typical + (1.0 - host.v.typical) * fmax(0.0, 1.0 - years);
        double sale = in->cards.typical * residual_share(year, m).typical + rest * fade;
        c->resale_pv[m] = sale * now;
    }
    double end = liq.v.typical / pow(1.0 + rm, in->n);
    struct band cards = money_scale(residual_share(year, in->n), -in->cards.typical * end);
    ledger_add(l, "residual", MSG_COST_RESIDUAL, cards, residual_row_name(in));
    ledger_add(l, "residual-host", MSG_COST_RESIDUAL_HOST, money_scale(host.v, -rest * end),
               host.id);
    ledger_add(l, "disposal", MSG_COST_DISPOSAL,
               money_scale(gone.v, in->hw.typical / pow(1.0 + rm, in->n)), gone.id);
}

static bool is_upfront(const char *id)
{
    return str_eq(id, "purchase") || str_eq(id, "tax") || str_eq(id, "shipping") ||
           str_eq(id, "site-hardware");
}

static bool is_end(const char *id)
{
    return str_eq(id, "residual") || str_eq(id, "residual-host") || str_eq(id, "disposal");
}

static bool is_upkeep(const char *id)
{
    return str_eq(id, "maintenance") || str_eq(id, "failures");
}

static bool is_energy(const char *id)
{
    return str_eq(id, "electricity") || str_eq(id, "electricity-idle") || str_eq(id, "cooling") ||
           str_eq(id, "tariff-change");
}

/* What is paid up front, at the end, each month alike, behind the warranty and with the tariff. */
struct flows {
    double upfront, end, even, upkeep, energy; /* present values */
};

static struct flows flows_of(const struct cost *c)
{
    struct flows f = {0, 0, 0, 0, 0};
    for (int i = 0; i < c->n; i++) {
        const char *id = c->line[i].id;
        double *to = is_upfront(id)  ? &f.upfront
                     : is_end(id)    ? &f.end
                     : is_upkeep(id) ? &f.upkeep
                     : is_energy(id) ? &f.energy
                                     : &f.even;
        *to += c->line[i].amount;
    }
    return f;
}

static void fill_curve(const struct own_in *in, struct cost *c)
{
    struct flows f = flows_of(c);
    double rm = month_rate(in->job->discount_rate);
    double running = f.even + f.upkeep + f.energy;
    double upkeep = in->upkeep_months > 0 ? f.upkeep / in->upkeep_months : 0.0;
    double sum = f.upfront, pv = f.upfront, power = in->energy_month;
    double rise = pow(1.0 + in->escalation, 1.0 / 12.0), q = 1.0 / (1.0 + rm), now = 1.0;
    c->upfront = f.upfront;
    c->per_month = running / in->work;
    c->cumulative[0] = c->cumulative_pv[0] = f.upfront;
    for (int m = 1; m <= in->n; m++) {
        double month = f.even / in->work + power + (m > in->free_months ? upkeep : 0.0);
        power *= rise;
        sum += month;
        now *= q;
        pv += month * now;
        c->cumulative[m] = sum;
        c->cumulative_pv[m] = pv;
    }
    c->fixed_per_month = (f.upfront + running + f.end) / in->work - in->variable_month;
    c->variable_per_hour = in->hours > 0 ? in->variable_month / in->hours : 0.0;
}

static double or_none(double x)
{
    return known(x) ? x : 0.0;
}

/* Hours a month that one machine can give: failed cards and hosts stand until they are mended (a
 * dead card stops a whole machine), and some hours are planned. */
static double deliverable(const struct own_in *in)
{
    bool consumer = in->a->cooling == COOLING_OPEN_FAN;
    double afr =
        get(in, consumer ? "reliability.afr_consumer_gpu" : "reliability.afr_gpu_permanent")
            .v.typical;
    double host = get(in, "reliability.host_failures_per_server_year").v.typical;
    double days = get(in, "reliability.repair_time_days").v.typical;
    double planned = get(in, "reliability.planned_downtime").v.typical;
    double events = in->b->gpus * or_none(afr) + or_none(host);
    double lost = events * or_none(days) * 24.0 / 8760.0 + or_none(planned);
    return HOURS_PER_MONTH * fmax(0.0, 1.0 - lost);
}

void cost_own(const struct job *job, const struct facts *f, const struct sizing *z,
              const struct bom *b, const struct accel *a, struct trace *t, struct cost *out)
{
    struct ledger l;
    ledger_init(&l, out, job->currency, job->months);
    struct own_in in = {.job = job, .f = f, .z = z, .b = b, .a = a};
    in.n = (int)num_clamp(ceil(job->months), 1, COST_MONTHS_MAX);
    in.work = annuity(job->discount_rate, 0.0, in.n);
    in.hours = fmin(job_hours_per_month(job, z, NULL), HOURS_PER_MONTH);
    in.desk = job->place == PLACE_DESK || job->buyer == BUYER_PERSON || !(b->rack_u > 0);
    in.cn = str_starts(job->country, "CN");
    out->rate = job->discount_rate;
    out->server = !in.desk;
    out->deliverable_h = deliverable(&in);
    out->kwh_per_month = month_kwh(&in);
    double estimated;
    sum_purchase(&in, &estimated);
    add_purchase(&in, &l);
    add_energy(&in, &l, t);
    add_place(&in, &l);
    add_people(&in, &l);
    add_upkeep(&in, &l);
    add_asked(&in, &l);
    add_end(&in, &l, out);
    struct flows f_pv = flows_of(out);
    tax_shield_own(job, f, &l, f_pv.upfront, f_pv.even + f_pv.upkeep + f_pv.energy, f_pv.end);
    in.variable_month *= 1.0 - job->profit_tax;
    ledger_close(&l);
    out->hours_per_month = in.hours;
    out->estimate_share = in.hw.typical > 0 ? estimated / in.hw.typical : 0.0;
    bool from_runs;
    (void)job_hours_per_month(job, z, &from_runs);
    if (from_runs && job->runs_per_month > 0)
        out->per_run = out->total.typical / job_runs(job, in.n);
    fill_curve(&in, out);
    struct trace_item *it = trace_begin(t, "cost.purchase", MSG_TRACE_OWN, "sum of the bill",
                                        ARG_MONEY(in.hw.typical, job->currency));
    trace_in(it, MSG_TRACE_PARTS, ARG_INT(b->n), NULL, NULL);
    trace_in(it, MSG_TRACE_ESTIMATE_SHARE, ARG_PCT(out->estimate_share), NULL, NULL);
    trace_in(it, MSG_TRACE_HORIZON, ARG_MONTHS(in.n), NULL, NULL);
    trace_in(it, MSG_TRACE_DISCOUNT_RATE, ARG_PCT(job->discount_rate), NULL, NULL);
    cost_explain(out, job, f, t);
}
