/* verdict.c - the first line of every answer: does it do the job, why, and the smallest change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/planner.h"
#include "engine/plan/verdict.h"
#include "engine/rules/gather.h"

void shape_take_host(struct shape *s, const struct hardware *h)
{
    shape_slots(s, h->slot_gen, h->slot_lanes);
    if (!known(h->ram_gb))
        return;
    s->host_ram_gb = h->ram_gb;
    s->host_ram_gbs = h->ram_channels_gbs;
    s->host_channels_guessed = h->ram_channels_guessed;
}

/* The card that a split over all waits for: the smallest, of equal ones the slowest. */
static bool binds(const struct accel *a, const struct accel *least)
{
    if (a->usable_gib < least->usable_gib || a->usable_gib > least->usable_gib)
        return a->usable_gib < least->usable_gib;
    return a->memory_bandwidth_gbs < least->memory_bandwidth_gbs;
}

struct shape shape_of_hardware(const struct hardware *h)
{
    int total = 0;
    double pool = 0.0;
    const struct accel *least = h->group[0].accel;
    for (int i = 0; i < h->n; i++) {
        int n = h->group[i].count > 0 ? h->group[i].count : 1;
        total += n;
        pool += n * h->group[i].accel->usable_gib;
        if (binds(h->group[i].accel, least))
            least = h->group[i].accel;
    }
    struct shape s = shape_in_slots(least, total, 1);
    s.mixed = h->n > 1;
    s.mixed_usable_gib = s.mixed ? pool : UNKNOWN;
    shape_take_host(&s, h);
    if (h->cpu != NULL)
        s.host_cores = h->cpu->cores;
    return s;
}

static bool holds(enum verdict v)
{
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_NOT_VALIDATED;
}

struct shape shape_smallest(const struct job *job, const struct facts *f, const struct accel *a,
                            bool *found)
{
    static const struct {
        int per_node, nodes;
    } steps[] = {{1, 1}, {2, 1}, {4, 1}, {8, 1}, {8, 2}, {8, 4}, {8, 8}};
    int nodes = job->nodes > 0 ? job->nodes : 0;
    enum verdict want[2] = {VERDICT_FITS, VERDICT_DEPENDS};
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
            if (nodes > 0 && steps[i].nodes != nodes)
                continue;
            struct shape s = shape_in_slots(a, steps[i].per_node, steps[i].nodes);
            struct sizing z;
            size_shape(job, f, &s, NULL, &z);
            if (pass == 0 ? holds(z.verdict) : z.verdict == want[1]) {
                *found = true;
                return s;
            }
        }
    }
    *found = false;
    return shape_in_slots(a, 1, nodes > 0 ? nodes : 1);
}

static double change_cost(const struct change *c, struct planner *p)
{
    if (p == NULL)
        return UNKNOWN;
    const struct accel *a = c->shape.accel;
    struct sizing z;
    size_shape(&c->job, p->r->facts, &c->shape, NULL, &z);
    double hour = planner_hour_price(p, a, c->shape.per_node, NULL);
    if (!known(hour) && c->shape.per_node > 1)
        hour = planner_hour_price(p, a, 1, NULL) * c->shape.per_node;
    return hour * c->shape.nodes * z.hours_per_run.typical;
}

struct keyed {
    struct change c;
    size_t at;
};

/* Lowest cost per run first; where prices are unknown the order of the sizing floor stands. */
static int by_cost(const void *va, const void *vb)
{
    const struct keyed *a = (const struct keyed *)va, *b = (const struct keyed *)vb;
    bool ka = known(a->c.cost_per_run), kb = known(b->c.cost_per_run);
    if (ka && kb &&
        (a->c.cost_per_run < b->c.cost_per_run || a->c.cost_per_run > b->c.cost_per_run))
        return a->c.cost_per_run < b->c.cost_per_run ? -1 : 1;
    if (ka != kb)
        return ka ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

#define CHANGES_MAX 8
void verdict_fill(struct verdict_block *v, const struct job *job, const struct facts *f,
                  const struct shape *s, struct planner *p, struct arena *arena)
{
    v->shape = *s;
    size_shape(job, f, s, NULL, &v->sizing);
    v->word = v->sizing.verdict;
    v->reason = v->sizing.reason;
    if (v->word == VERDICT_FITS)
        return;
    struct change *c = ARENA_ARRAY(arena, struct change, CHANGES_MAX);
    struct keyed *k = ARENA_ARRAY(arena, struct keyed, CHANGES_MAX);
    if (c == NULL || k == NULL)
        return;
    size_t n = size_changes(job, f, s, c, CHANGES_MAX, arena);
    for (size_t i = 0; i < n; i++) {
        c[i].cost_per_run = change_cost(&c[i], p);
        k[i] = (struct keyed){c[i], i};
    }
    qsort(k, n, sizeof(k[0]), by_cost);
    for (size_t i = 0; i < n; i++)
        c[i] = k[i].c;
    v->change = c;
    v->change_n = n;
    if (n > 0)
        v->smallest_change = c[0].what;
}

void verdict_findings(struct verdict_block *v, const struct job *job, const struct facts *f,
                      const struct need *need, struct arena *arena)
{
    struct rule_facts rf;
    rules_gather_sizing(job, f, &v->shape, &v->sizing, &rf);
    if (need != NULL)
        rules_gather_need(need, &rf);
    v->finding_n = rules_run(&rf, arena, &v->finding);
}

static int by_value(const void *va, const void *vb)
{
    double a = *(const double *)va, b = *(const double *)vb;
    return a < b ? -1 : a > b;
}

double shape_usual_net(const struct facts *f, const struct prices *pr, const struct accel *a)
{
    enum { MOST = 256, WHOLE = 8 };
    double gbps[MOST];
    size_t n = 0;
    const struct offer *o;
    bool listed = a >= f->accel && a < f->accel + f->accel_n;
    size_t left = listed ? prices_of(pr, (int)(a - f->accel), &o) : 0;
    for (; left > 0 && n < MOST; left--, o++)
        if (o->gpu_count >= WHOLE && o->network_gbps > 0)
            gbps[n++] = o->network_gbps;
    if (n == 0)
        return UNKNOWN;
    qsort(gbps, n, sizeof(gbps[0]), by_value);
    return gbps[n / 2];
}

void verdict_blank(struct sizing *z)
{
    if (z->verdict != VERDICT_DOES_NOT_FIT)
        return;
    z->speed = z->hours_per_run = (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    z->per_user = z->ttft_ms = z->tpot_ms = z->prefill_tps = UNKNOWN;
    z->draft_tokens = z->draft_acceptance = z->draft_yield = z->draft_gain = UNKNOWN;
}

/* The largest machine of those that the job allows: eight of the card with the most memory. */
static bool largest_machine(const struct planner *p, struct shape *out)
{
    const struct job *job = &p->r->job;
    const struct facts *f = p->r->facts;
    const struct accel *most = NULL;
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        bool there = !str_eq(a->status, "announced") && !str_eq(a->status, "cancelled");
        if (there && known(a->usable_gib) && planner_accel_allowed(job, a) &&
            (most == NULL || a->usable_gib > most->usable_gib))
            most = a;
    }
    if (most == NULL)
        return false;
    *out = shape_in_slots(most, 8, 1);
    return true;
}

/* No plan at all: why the largest machine does not do it and what would change that, or what is
 * not known of the model; if it would do, why it is neither for rent nor to be built. */
static void nothing_does_it(struct planner *p)
{
    struct result *r = p->r;
    struct verdict_block *v = &r->verdict;
    struct shape s;
    v->of = VERDICT_OF_PLAN;
    if (p->asked == 1u << KIND_HYBRID && r->job.load.n == 0) { /* nothing was tried */
        v->word = VERDICT_UNKNOWN;
        v->reason = r->decision.text;
        return;
    }
    if (p->no_build.id == MSG_NONE && largest_machine(p, &s)) {
        verdict_fill(v, &r->job, r->facts, &s, p, p->arena);
        verdict_blank(&v->sizing);
        if (v->word == VERDICT_DOES_NOT_FIT || v->word == VERDICT_UNKNOWN)
            return;
        *v = (struct verdict_block){.of = VERDICT_OF_PLAN};
    }
    v->word = VERDICT_DOES_NOT_FIT;
    v->reason = r->decision.text;
}

/* What is at hand does the job: then the decision is to buy nothing, and what a new machine would
 * come to stands beside it. */
static void at_hand(const struct planner *p)
{
    struct result *r = p->r;
    const struct verdict_block *v = &r->verdict;
    const struct plan *c = r->chosen >= 0 ? &r->plan[r->chosen] : NULL;
    struct miss miss;
    if (v->of != VERDICT_OF_HAVE || !planner_meets(&r->job, &v->sizing, &miss) ||
        (v->word != VERDICT_FITS && v->word != VERDICT_TIGHT) ||
        (c != NULL && str_eq(c->id, "own-have")))
        return;
    r->decision.text = c == NULL ? msg_make(MSG_DECISION_HAVE_ALONE, 0)
                                 : msg_make(MSG_DECISION_HAVE, 2,
                                            ARG_MONEY(c->cost.total.typical, r->job.currency),
                                            ARG_MONTHS(c->cost.horizon_months));
}

void planner_verdict(struct planner *p)
{
    struct result *r = p->r;
    struct verdict_block *v = &r->verdict;
    const struct job *job = &r->job;
    if (job->have.n > 0 || (job->gpu.n == 1)) {
        v->of = job->have.n > 0 ? VERDICT_OF_HAVE : VERDICT_OF_GPU;
        const struct hardware *h = job->have.n > 0 ? &job->have : &job->gpu;
        struct shape s = shape_of_hardware(h);
        bool found;
        if (v->of == VERDICT_OF_GPU && h->group[0].count == 0)
            s = shape_smallest(job, r->facts, h->group[0].accel, &found);
        if (s.nodes > 1)
            s.net_gbps = known(job->network_gbps) ? job->network_gbps
                                                  : shape_usual_net(r->facts, r->prices, s.accel);
        verdict_fill(v, job, r->facts, &s, p, p->arena);
        verdict_steps(v, p);
        verdict_findings(v, job, r->facts, &r->need, p->arena);
        at_hand(p);
        verdict_blank(&v->sizing);
        return;
    }
    if (r->plan_n == 0) {
        nothing_does_it(p);
        return;
    }
    const struct plan *x = &r->plan[r->chosen >= 0 ? r->chosen : 0];
    v->of = VERDICT_OF_PLAN;
    v->word = x->sizing.verdict;
    v->reason = x->sizing.reason;
    v->sizing = x->sizing;
    v->shape = shape_of(x->accel, x->per_node, x->nodes);
    if (r->chosen < 0 && x->misses.id != MSG_NONE) {
        v->short_of_wishes = true;
        v->reason = x->misses;
        v->smallest_change = x->would;
    } else if (v->word == VERDICT_DEPENDS) {
        v->smallest_change =
            msg_make(MSG_SETTLE_SHARDING, 1, ARG_STR(sharding_word(x->sizing.sharded.sharding)));
    }
}
