/*
 * rent.c - machines of one offer over the horizon: compute by kind of price, then what the price
 * leaves out. Each default is a line of its own, so that changing a row moves the total in one
 * visible place.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/cost/money.h"
#include "engine/cost/spot.h"

double job_hours_per_month(const struct job *job, const struct sizing *z, bool *from_runs)
{
    bool runs = known(job->runs_per_month) && z != NULL && known(z->hours_per_run.typical);
    if (from_runs != NULL)
        *from_runs = runs;
    if (runs)
        return job->runs_per_month * z->hours_per_run.typical;
    return job->hours_per_day * 30.4;
}

double job_runs(const struct job *job, double months)
{
    return job->runs_per_month * months * (job->quantity > 1 ? job->quantity : 1.0);
}

static bool is_package(enum price_kind k)
{
    return k == KIND_MONTH || k == KIND_RESERVED_1Y || k == KIND_RESERVED_3Y;
}

/* Months that must be paid when `months` are wanted: whole terms of the commitment. */
static double paid_months(const struct offer *o, double months)
{
    double term = o->min_months;
    if (!known(term) || term <= 0)
        term = o->kind == KIND_RESERVED_1Y ? 12 : o->kind == KIND_RESERVED_3Y ? 36 : 1;
    return ceil(months / term - 1e-9) * term;
}

/* Hours billed a month for `hours` of work: sessions rounded up to the provider's quantum. */
static double billed_hours(const struct job *job, const struct facts *f, const struct sizing *z,
                           const struct offer *o, double hours)
{
    const struct provider *p = facts_provider(f, o->provider);
    bool from_runs;
    (void)job_hours_per_month(job, z, &from_runs);
    if (!from_runs || p == NULL || !known(p->billing_quantum_s) || p->billing_quantum_s <= 0)
        return hours;
    double q = p->billing_quantum_s / 3600.0;
    double run = ceil(z->hours_per_run.typical / q - 1e-9) * q;
    double least = p->billing_minimum_s / 3600.0;
    return job->runs_per_month * (run < least ? least : run);
}

struct rent_in {
    const struct job *job;
    const struct facts *f;
    const struct sizing *z;
    const struct offer *o;
    double machines, price_hour, price_month; /* of all machines, in the job's currency */
    double hours;                             /* billed a month, one machine */
    double work;                              /* annuity factor at constant price */
    double compute_month, growth;             /* of the first month and its change a year */
    int n;
    struct spot spot; /* of a spot offer */
};

static void add_package(const struct rent_in *in, struct ledger *l)
{
    double months = paid_months(in->o, in->n);
    double rm = month_rate(in->job->discount_rate);
    double pv = 0.0;
    for (int m = 1; m <= (int)months; m++)
        pv += in->price_month / pow(1.0 + rm, m);
    ledger_add(l, "compute", MSG_COST_PACKAGE, money_band(pv, pv, pv), NULL);
}

static void add_hourly(struct rent_in *in, struct ledger *l)
{
    const char *cur = in->job->currency;
    double month = in->price_hour * in->hours;
    double base = month * in->work;
    ledger_add(l, "compute", MSG_COST_COMPUTE, money_band(base, base, base), NULL);
    struct row waste = row_get(in->f, "load.idle_waste_cloud", cur);
    ledger_add(l, "idle-waste", MSG_COST_IDLE_WASTE, money_scale(waste.v, base), waste.id);
    double billed = 1.0 + (known(waste.v.typical) ? waste.v.typical : 0.0);
    if (in->o->kind == KIND_SPOT) {
        const char *row =
            known(in->spot.stops_month) ? "cloud.restart_minutes" : "cloud.spot_overhead";
        ledger_add(l, "spot-overhead", MSG_COST_SPOT_OVERHEAD, money_scale(in->spot.overhead, base),
                   row_get(in->f, row, cur).id);
        billed += known(in->spot.overhead.typical) ? in->spot.overhead.typical : 0.0;
    }
    struct row path = row_get(in->f, "cloud.price_change_same_card", cur);
    if (known(path.v.typical)) {
        in->compute_month = month * billed; /* hours that are wasted change in price too */
        in->growth = path.v.typical;
        double r = in->job->discount_rate, all = in->compute_month;
        struct band moved = money_band(all * (annuity(r, path.v.low, in->n) - in->work),
                                       all * (annuity(r, path.v.typical, in->n) - in->work),
                                       all * (annuity(r, path.v.high, in->n) - in->work));
        ledger_add(l, "price-change", MSG_COST_PRICE_CHANGE, moved, path.id);
    }
}

/* Storage of data and checkpoints, results moved out, and the hidden extras of a cloud. */
static void add_extras(const struct rent_in *in, struct ledger *l, double compute_pv)
{
    const char *cur = in->job->currency;
    double gb = 0.0, kept = known(in->job->archive_bytes) ? in->job->archive_bytes / GB : 0.0;
    if (known(in->z->dataset_gb))
        gb += fmin(in->z->dataset_gb, LOCAL_CACHE_GB);
    if (in->z->dataset_gb > LOCAL_CACHE_GB) /* as an own machine has it on hard disks */
        kept = fmax(kept, in->z->dataset_gb);
    if (known(in->z->checkpoint_gb))
        gb += 3.0 * in->z->checkpoint_gb; /* three kept: the last, the one before, a milestone */
    struct row disk = row_get(in->f, "cloud.storage_block_ssd", cur);
    ledger_add(l, "storage", MSG_COST_STORAGE, money_scale(disk.v, gb * in->work), disk.id);
    if (kept > 0) { /* what is seldom read lies in object storage */
        struct row object = row_get(in->f, "cloud.storage_object", cur);
        ledger_add(l, "archive", MSG_COST_ARCHIVE, money_scale(object.v, kept * in->work),
                   object.id);
    }
    const struct provider *p = facts_provider(in->f, in->o->provider);
    bool cn = p != NULL && str_eq(p->country, "CN");
    bool hyper = p != NULL && str_eq(p->kind, "hyperscaler");
    struct row out = row_get(in->f,
                             cn      ? "cloud.egress_cn"
                             : hyper ? "cloud.egress_hyperscaler"
                                     : "cloud.egress_neocloud",
                             cur);
    double moved = known(in->z->checkpoint_gb) ? in->z->checkpoint_gb : 0.0;
    ledger_add(l, "egress", MSG_COST_EGRESS, money_scale(out.v, moved * in->work), out.id);
    struct row hidden = row_get(in->f, "cloud.hidden_cloud_cost", cur);
    ledger_add(l, "hidden", MSG_COST_HIDDEN_CLOUD, money_scale(hidden.v, compute_pv), hidden.id);
}

static bool of_nvidia(const struct rent_in *in)
{
    return str_eq(in->f->accel[in->o->accel].vendor, "NVIDIA");
}

/* What is asked for beside the machine: a licence by the card and hour, help at all hours. */
static void add_asked(const struct rent_in *in, struct ledger *l, double compute_pv)
{
    if (in->job->nvaie && of_nvidia(in)) {
        struct row r = row_get(in->f, "cloud.nvaie_per_gpu_hour", in->job->currency);
        double hours = is_package(in->o->kind) ? HOURS_PER_MONTH : in->hours;
        ledger_add(l, "licence", MSG_COST_LICENCE,
                   money_scale(r.v, in->o->gpu_count * in->machines * hours * in->work), r.id);
    }
    if (in->job->support_always) {
        struct row r = row_get(in->f, "cloud.support_always", in->job->currency);
        ledger_add(l, "support", MSG_COST_SUPPORT, money_scale(r.v, compute_pv), r.id);
    }
}

/* Cloud machines need some administration too: a share of what an own server would take. */
static void add_admin(const struct rent_in *in, struct ledger *l)
{
    const char *cur = in->job->currency;
    if (in->job->buyer == BUYER_PERSON)
        return;
    bool cn = str_starts(in->job->country, "CN");
    struct row share = row_get(in->f, "ops.cloud_admin_fte_factor", cur);
    struct row fte = row_get(in->f, "ops.admin_fte_per_8gpu_server", cur);
    struct row pay = row_get(in->f, cn ? "ops.fte_cost_year_cn" : "ops.fte_cost_year_us", cur);
    double busy = fmin(1.0, in->hours / HOURS_PER_MONTH);
    double k = fte.v.typical * pay.v.typical / 12.0 * in->work * busy *
               fmin(1.0, in->o->gpu_count * in->machines / 8.0);
    ledger_add(l, "admin", MSG_COST_CLOUD_ADMIN, money_scale(share.v, k), share.id);
}

static void fill_curve(const struct rent_in *in, struct cost *c)
{
    double rm = month_rate(in->job->discount_rate);
    double per_month = c->total.typical / in->work;
    bool package = is_package(in->o->kind);
    double total = 0.0, pv = 0.0, compute = in->compute_month;
    double moving = compute * annuity(in->job->discount_rate, in->growth, in->n);
    double even = (c->total.typical - moving) / in->work;
    double rise = pow(1.0 + in->growth, 1.0 / 12.0), q = 1.0 / (1.0 + rm), now = 1.0;
    for (int m = 1; m <= in->n; m++) {
        double month = even + compute;
        compute *= rise;
        total += month;
        now *= q;
        pv += month * now;
        c->cumulative[m] = total;
        c->cumulative_pv[m] = pv;
    }
    c->per_month = per_month;
    c->fixed_per_month = package ? per_month : 0.0;
    c->variable_per_hour = package ? 0.0 : per_month / (in->hours > 0 ? in->hours : 1.0);
}

static void explain_spot(const struct rent_in *in, const struct cost *c, struct trace *t)
{
    const struct spot *s = &in->spot;
    double amount = 0.0;
    for (int i = 0; i < c->n; i++)
        amount = str_eq(c->line[i].id, "spot-overhead") ? c->line[i].amount : amount;
    struct trace_item *it = trace_begin(t, "cost.spot-overhead", MSG_EX_F_SPOT,
                                        "J. W. Young, CACM 17 (1974); J. T. Daly, FGCS 22 (2006)",
                                        ARG_MONEY(amount, in->job->currency));
    trace_in(it, MSG_EX_I_SPOT_STOPS, ARG_NUM(s->stops_month), s->term->from.source,
             s->term->from.date);
    trace_in(it, MSG_EX_I_SPOT_WRITE, ARG_HOURS(s->delta_h), NULL, NULL);
    trace_in(it, MSG_EX_I_SPOT_RESTART, ARG_HOURS(s->restart_h), NULL, NULL);
    trace_in(it, MSG_EX_I_SPOT_TAU, ARG_HOURS(s->tau_h), NULL, NULL);
    trace_in(it, MSG_EX_I_SPOT_EXTRA, ARG_PCT(s->overhead.typical), NULL, NULL);
    trace_in(it, MSG_TRACE_HOURS_MONTH, ARG_HOURS(c->hours_per_month), NULL, NULL);
}

void cost_rent(const struct job *job, const struct facts *f, const struct sizing *z,
               const struct offer *o, int machines, struct trace *t, struct cost *out)
{
    struct ledger l;
    ledger_init(&l, out, job->currency, job->months);
    struct rent_in in = {.job = job, .f = f, .z = z, .o = o, .machines = machines};
    in.n = (int)num_clamp(ceil(job->months), 1, COST_MONTHS_MAX);
    in.work = annuity(job->discount_rate, 0.0, in.n);
    out->rate = job->discount_rate;
    out->deliverable_h = HOURS_PER_MONTH;
    out->kwh_per_month = UNKNOWN;
    double work_hours = job_hours_per_month(job, z, NULL);
    in.hours = billed_hours(job, f, z, o, work_hours);
    double k = facts_convert(f, 1.0, o->currency, job->currency, NULL) * machines;
    in.price_hour = o->price_hour * k;
    in.price_month = known(o->price_month) ? o->price_month * k : in.price_hour * HOURS_PER_MONTH;
    if (o->kind == KIND_SPOT)
        spot_of(job, f, z, o, machines, &in.spot);
    if (is_package(o->kind))
        add_package(&in, &l);
    else
        add_hourly(&in, &l);
    double compute_pv = out->n > 0 ? out->line[0].amount : 0.0;
    add_extras(&in, &l, compute_pv);
    add_admin(&in, &l);
    add_asked(&in, &l, compute_pv);
    tax_shield_rent(job, &l);
    ledger_close(&l);
    out->hours_per_month = is_package(o->kind) ? HOURS_PER_MONTH : in.hours;
    bool from_runs;
    (void)job_hours_per_month(job, z, &from_runs);
    if (from_runs && job->runs_per_month > 0)
        out->per_run = out->total.typical / job_runs(job, in.n);
    fill_curve(&in, out);
    struct trace_item *it =
        trace_begin(t, "cost.compute", MSG_TRACE_RENT, "present value of hours billed",
                    ARG_MONEY(compute_pv, job->currency));
    trace_in(it, MSG_TRACE_PRICE_HOUR, ARG_MONEY(o->price_hour, o->currency), o->from.source,
             o->from.date);
    trace_in(it, MSG_TRACE_HOURS_MONTH, ARG_HOURS(out->hours_per_month), NULL, NULL);
    trace_in(it, MSG_TRACE_MACHINES, ARG_INT(machines), NULL, NULL);
    trace_in(it, MSG_TRACE_HORIZON, ARG_MONTHS(in.n), NULL, NULL);
    trace_in(it, MSG_TRACE_DISCOUNT_RATE, ARG_PCT(job->discount_rate), NULL, NULL);
    if (t != NULL && o->kind == KIND_SPOT && known(in.spot.stops_month))
        explain_spot(&in, out, t);
    cost_explain(out, job, f, t);
}
