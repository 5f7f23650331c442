/*
 * hybrid.c - own what is busy all the time, rent the peaks. Where the load goes up and down, each
 * own machine more is worth its fixed cost only for the hours in which the load needs it
 * (engine/cost/load.h). Every own candidate that does the job with several machines is tried with
 * as many of them as pay, the best rental taking the rest; the cheapest mixture of both joins the
 * list, whether it beats either side alone or not.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/planner.h"

/* The best of a side by total, of those that do the job. */
static const struct plan *best_rent(const struct planner *p)
{
    const struct plan *best = NULL;
    for (size_t i = 0; i < p->cand_n; i++) {
        const struct plan *x = p->cand[i];
        bool hourly =
            x->kind == KIND_ON_DEMAND || x->kind == KIND_COMMUNITY || x->kind == KIND_SPOT;
        if (!hourly || !x->meets || !known(x->cost.total.typical) ||
            !(x->cost.variable_per_hour > 0))
            continue;
        if (best == NULL || x->cost.total.typical < best->cost.total.typical)
            best = x;
    }
    return best;
}

/* An own machine comes weeks or months after its order: until then the load is rented, where it
 * may be, and a machine that comes behind the horizon is none. */
void planner_bridge(struct planner *p)
{
    const struct job *job = &p->r->job;
    /* data of which a part must stay cannot wait in a cloud */
    const struct plan *rent = job->stays_share > 0 ? NULL : best_rent(p);
    for (size_t i = 0; i < p->cand_n; i++) {
        struct plan *x = p->cand[i];
        if (x->kind != KIND_OWN)
            continue;
        double lead = cost_lead_months(job, p->r->facts, x->cost.server);
        x->bridge_month = rent != NULL ? rent->cost.per_month : UNKNOWN;
        cost_bridge(job, p->r->facts, x->bridge_month, &x->cost);
        if (lead >= job->months && x->missed_by < lead / job->months) {
            x->meets = false;
            x->missed_by = lead / job->months;
            x->misses = msg_make(MSG_COST_MISS_LEAD, 2, ARG_MONTHS(lead), ARG_MONTHS(job->months));
            x->would = msg_make(MSG_COST_WISH_MONTHS, 1, ARG_MONTHS(ceil(lead * 2)));
        }
    }
}

/* Hours a year of each of so many machines that hold the peak together. */
static void hours_of(const struct duty *load, int machines, double *hours)
{
    double size = load_peak(load) / machines;
    for (int k = 0; k < machines; k++)
        hours[k] = load_hours(load, k, size);
}

struct mixture {
    const struct plan *own, *rent;
    int machines, keep;   /* of the own candidate; of these so many are bought */
    double own_h, rent_h; /* machine hours a year of the bought ones, of the rented rest */
    double cost_year;
    double share; /* of the work that must stay; 0: a load with peaks is mixed */
    double owned; /* the least total of owning all of it; UNKNOWN where a load is mixed */
};

static bool mix(const struct job *job, const struct plan *own, const struct plan *rent,
                struct mixture *m)
{
    double hours[LOAD_UNITS], cost;
    int n = own->machines;
    if (own->kind != KIND_OWN || !own->meets || n < 2 || n > LOAD_UNITS ||
        !known(own->cost.total.typical))
        return false;
    hours_of(&job->load, n, hours);
    double give = own->cost.deliverable_h / HOURS_PER_MONTH;
    double fixed = 12.0 * own->cost.fixed_per_month / n;
    double hour = own->cost.variable_per_hour / n, rented = rent->cost.variable_per_hour / n;
    int best = load_own(hours, n, fixed, hour, rented, give, &cost);
    int keep = best < 1 ? 1 : best > n - 1 ? n - 1 : best; /* of both sides at least one */
    cost = load_own_cost(hours, n, keep, fixed, hour, rented, give);
    *m = (struct mixture){own, rent, n, keep, 0.0, 0.0, cost, 0.0, UNKNOWN};
    for (int k = 0; k < n; k++)
        if (k < keep)
            m->own_h += hours[k] * give;
    for (int k = 0; k < n; k++)
        m->rent_h += hours[k];
    m->rent_h -= m->own_h;
    return true;
}

static void add_up(struct cost *c, const struct cost *burst)
{
    double low = c->total.typical - c->total.low, high = c->total.high - c->total.typical;
    double b_low = burst->total.typical - burst->total.low;
    double b_high = burst->total.high - burst->total.typical;
    if (c->n < COST_LINES_MAX)
        c->line[c->n++] = (struct cost_line){"burst", MSG_COST_BURST, burst->total.typical, NULL};
    c->total.typical += burst->total.typical;
    c->total.low = c->total.typical - hypot(low, b_low);
    c->total.high = c->total.typical + hypot(high, b_high);
    c->per_month += burst->per_month;
    for (int m = 0; m <= COST_MONTHS_MAX; m++) {
        c->cumulative[m] += burst->cumulative[m];
        c->cumulative_pv[m] += burst->cumulative_pv[m];
    }
}

double planner_own_hours(const struct hybrid *h)
{
    return h->own_hours_year / h->own_machines / 12.0 / 30.4;
}

/* Cost of the bought machines at their own hours, and of the rental at the rest. */
static void price(struct planner *p, const struct mixture *m, struct plan *x)
{
    struct job *job = ARENA_NEW(p->arena, struct job);
    struct cost *burst = ARENA_NEW(p->arena, struct cost);
    if (job == NULL || burst == NULL)
        return;
    *job = p->r->job;
    job->runs_per_month = UNKNOWN;
    job->hours_per_day = m->own_h / m->keep / 12.0 / 30.4;
    cost_own(job, p->r->facts, &x->sizing, &x->bom, x->accel, NULL, &x->cost);
    job->hours_per_day = m->rent_h / m->machines / 12.0 / 30.4; /* of all that hold the peak */
    cost_rent(job, p->r->facts, &m->rent->sizing, m->rent->offer, m->rent->machines, NULL, burst);
    add_up(&x->cost, burst);
}

static bool build(struct planner *p, const struct mixture *m, struct plan *x)
{
    struct build_wish w;
    struct msg why;
    struct shape s = shape_in_slots(m->own->accel, m->own->per_node, m->keep);
    build_wish_of(&p->r->job, &m->own->sizing, &s, &w);
    w.tables = p->tables;
    w.bridges = m->own->bom.bridges;
    w.card_limit_w = m->own->bom.card_limit_w;
    struct edits *all = ARENA_NEW(p->arena, struct edits);
    if (all == NULL)
        return false;
    planner_edits(p, all);
    w.edits = all;
    return build_machine(p->r->facts, &w, p->arena, &x->bom, &why) == OK;
}

/* Hours a year from which one more own machine pays. */
static double threshold_of(const struct plan *own, const struct plan *rent)
{
    double gap = rent->cost.variable_per_hour - own->cost.variable_per_hour;
    return gap > 0 ? 12.0 * own->cost.fixed_per_month / gap : UNKNOWN;
}

/* Hours a year of each machine: as the load has them, or as the shares of the work do. */
static bool hours_fill(struct planner *p, const struct mixture *m, struct hybrid *h)
{
    if (m->share > 0)
        h->machines = m->keep + m->rent->machines;
    h->hours = ARENA_ARRAY(p->arena, double, (size_t)h->machines);
    if (h->hours == NULL)
        return false;
    if (!(m->share > 0)) {
        hours_of(&p->r->job.load, m->machines, h->hours);
        return true;
    }
    for (int k = 0; k < h->machines; k++)
        h->hours[k] = k < m->keep ? m->own_h / m->keep : m->rent_h / m->machines;
    return true;
}

static bool add_mixture(struct planner *p, const struct mixture *m)
{
    struct plan *x = planner_blank(p);
    if (x == NULL)
        return false;
    x->kind = KIND_HYBRID;
    x->accel = m->own->accel;
    x->per_node = m->own->per_node;
    x->nodes = m->keep;
    x->copies = m->own->copies > 1 ? m->keep : 1;
    x->sizing = m->own->sizing;
    x->bridge_month = UNKNOWN; /* what is rented for the peaks holds the rest until then */
    x->meets = true;
    x->missed_by = 1;
    x->price_age_days = m->own->price_age_days > m->rent->price_age_days ? m->own->price_age_days
                                                                         : m->rent->price_age_days;
    if (!build(p, m, x))
        return false;
    x->machines = x->bom.machines;
    price(p, m, x);
    snprintf(x->id, sizeof x->id, "hybrid-%.30s-x%d-n%d-of-%d", x->accel->id, x->per_node, m->keep,
             m->machines);
    const struct provider *pr = facts_provider(p->r->facts, m->rent->offer->provider);
    struct hybrid *h = ARENA_NEW(p->arena, struct hybrid);
    if (h == NULL)
        return false;
    *h = (struct hybrid){.own_machines = m->keep,
                         .machines = m->machines,
                         .own_hours_year = m->own_h,
                         .rent_hours_year = m->rent_h,
                         .burst = m->rent->offer,
                         .burst_machines = m->rent->machines,
                         .share = m->share,
                         .dearer = x->cost.total.typical > m->owned};
    if (!hours_fill(p, m, h))
        return false;
    h->least_hours = threshold_of(m->own, m->rent);
    x->hybrid = h;
    struct msg_arg from = ARG_STR(pr != NULL ? pr->name : m->rent->offer->provider);
    struct msg_arg card = ARG_STR(accel_label(x->accel));
    x->title = m->share > 0 ? msg_make(MSG_HYBRID_SHARE_TITLE, 5, ARG_INT(m->keep),
                                       ARG_INT(x->per_node), card, ARG_PCT(m->share), from)
                            : msg_make(MSG_COST_HYBRID_TITLE, 5, ARG_INT(m->keep),
                                       ARG_INT(x->per_node), card, from, ARG_INT(m->machines));
    p->cand_n++;
    return true;
}

struct msg planner_hybrid_reason(const struct hybrid *h)
{
    int last = h->own_machines - 1;
    if (h->share > 0)
        return msg_make(h->dearer ? MSG_HYBRID_SHARE_DEARER : MSG_HYBRID_SHARE_REASON, 1,
                        ARG_PCT(h->share));
    if (!(h->hours[last] >= h->least_hours))
        return msg_make(MSG_COST_HYBRID_LESS, 2, ARG_NUM(h->hours[last]), ARG_NUM(h->least_hours));
    return msg_make(MSG_COST_HYBRID_REASON, 4, ARG_INT(h->own_machines), ARG_INT(h->machines),
                    ARG_NUM(h->least_hours), ARG_NUM(h->rent_hours_year));
}

void planner_hybrid(struct planner *p)
{
    const struct job *job = &p->r->job;
    const struct plan *rent = job->load.n > 0 ? best_rent(p) : NULL;
    struct mixture best = {.cost_year = INFINITY};
    size_t n = p->cand_n;
    for (size_t i = 0; rent != NULL && i < n; i++) {
        struct mixture m;
        if (mix(job, p->cand[i], rent, &m) && m.cost_year < best.cost_year)
            best = m;
    }
    if (best.own != NULL)
        add_mixture(p, &best);
}

/* A share of the work must stay: so many of the machines that do all of it as the share takes, the
 * rental does the rest. */
static void share_of(const struct plan *own, const struct plan *rent, double share,
                     struct mixture *m)
{
    int n = own->machines, keep = (int)ceil(share * n - 1e-9);
    *m = (struct mixture){.own = own, .rent = rent, .machines = n, .keep = keep, .share = share};
    m->own_h = 12.0 * own->cost.hours_per_month * n * share;
    m->rent_h = 12.0 * rent->cost.hours_per_month * n * (1.0 - share);
}

/* What a mixture comes to over the horizon, its purchase by the number of machines kept. */
static double share_total(const struct mixture *m)
{
    const struct cost *c = &m->own->cost;
    double fixed = c->fixed_per_month * m->keep / m->machines;
    double energy = c->variable_per_hour * c->hours_per_month * m->share;
    return fixed + energy + m->rent->cost.per_month * (1.0 - m->share);
}

void planner_share(struct planner *p)
{
    const struct job *job = &p->r->job;
    double share = job->stays_share;
    const struct plan *rent = best_rent(p);
    struct mixture best = {.cost_year = INFINITY};
    double owned = UNKNOWN;
    size_t n = p->cand_n;
    for (size_t i = 0; rent != NULL && i < n; i++) {
        const struct plan *own = p->cand[i];
        struct mixture m;
        if (own->kind != KIND_OWN || !own->meets || !known(own->cost.total.typical))
            continue;
        owned = fmin(owned, own->cost.total.typical);
        share_of(own, rent, share, &m);
        m.cost_year = 12.0 * share_total(&m);
        if (m.cost_year < best.cost_year)
            best = m;
    }
    best.owned = owned;
    if (best.own != NULL)
        add_mixture(p, &best);
    for (size_t i = 0; i < n; i++) {
        struct plan *x = p->cand[i];
        if (x->offer == NULL)
            continue;
        x->meets = false;
        x->missed_by = fmax(x->missed_by, 1.0 / (1.0 - share));
        x->misses = msg_make(MSG_MISS_STAYS, 1, ARG_PCT(share));
        x->would = msg_make(MSG_WISH_STAYS, 0);
    }
}
