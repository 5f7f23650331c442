/*
 * upgrade.c - the next upgrade of a machine at hand: one more card or equal cards, one larger card,
 * memory, a supply, a power limit. Each is sized; what neither makes the job fit nor makes it a
 * tenth faster is left out.
 */
#include <math.h>
#include <stdlib.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/plan/planner.h"
#include "engine/plan/verdict.h"

#define CPU_UNTOLD_W 125.0 /* usual base power of the upper desktop class */
#define FASTER 1.1
#define TRIES_MAX 16

struct bench {
    struct planner *p;
    const struct job *job;
    const struct hardware *have;
    const struct verdict_block *v;
    struct next_step step[TRIES_MAX];
    int n;
};

static bool runs(enum verdict v)
{
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_NOT_VALIDATED;
}

static double money(const struct bench *b, const struct price *x)
{
    return price_in(b->p->r->facts, x, b->job->currency);
}

static double pace(const struct sizing *z)
{
    return known(z->hours_per_run.typical) ? 1.0 / z->hours_per_run.typical : z->speed.typical;
}

static double load_w(const struct bench *b, double extra_w)
{
    double cards = extra_w;
    for (int i = 0; i < b->have->n; i++)
        cards += b->have->group[i].accel->tdp_w *
                 (b->have->group[i].count > 0 ? b->have->group[i].count : 1);
    const struct cpu *c = b->have->cpu;
    struct load l = {.gpu_w = cards,
                     .gpus = 1,
                     .cpus = 1,
                     .udimm = 2,
                     .m2 = 1,
                     .cpu_tdp_w = c != NULL && known(c->tdp_w) ? c->tdp_w : CPU_UNTOLD_W};
    return load_watts(&l);
}

/* The cheapest supply of a case that carries so much with its margin; NULL none. */
static const struct psu *supply_for(const struct bench *b, double dc_w, double *price)
{
    const struct facts *f = b->p->r->facts;
    const struct psu *best = NULL;
    for (size_t i = 0; i < f->psu_n; i++) {
        const struct psu *x = &f->psu[i];
        double cost = money(b, &x->price);
        struct circuit c = circuit_of(b->job->country, b->job->place, b->job->volts, b->job->amps);
        if (!text_begins(x->form_factor, "ATX") || !known(cost) ||
            !(psu_watts_at(x, c.volts) >= psu_margin(x->atx_version) * dc_w))
            continue;
        if (best == NULL || cost < *price) {
            best = x;
            *price = cost;
        }
    }
    return best;
}

static void offer(struct bench *b, struct msg what, double cost, const struct shape *s, bool mends)
{
    struct sizing z;
    if (b->n == TRIES_MAX)
        return;
    size_shape(b->job, b->p->r->facts, s, NULL, &z);
    bool was = runs(b->v->sizing.verdict), is = runs(z.verdict);
    double ratio = was && is ? pace(&z) / pace(&b->v->sizing) : UNKNOWN;
    if (!mends && !(is && !was) && !(ratio >= FASTER))
        return;
    b->step[b->n++] = (struct next_step){what, cost, z.verdict, ratio, mends || (is && !was), *s};
}

/* So many more of the i-th kind, with the supply that they need where the present one is told. */
static void more_cards(struct bench *b, int i, int add)
{
    struct hardware h = *b->have;
    const struct accel *a = h.group[i].accel;
    double price = 0, cost = money(b, &a->price) * add, dc = load_w(b, add * a->tdp_w);
    int total = 0;
    h.group[i].count = (h.group[i].count > 0 ? h.group[i].count : 1) + add;
    for (int k = 0; k < h.n; k++)
        total += h.group[k].count > 0 ? h.group[k].count : 1;
    if (h.platform != NULL && known(h.platform->gpu_max) && total > h.platform->gpu_max)
        return; /* no slot for it */
    struct shape s = shape_of_hardware(&h);
    struct msg what = msg_make(MSG_NEXT_CARDS, 2, ARG_INT(add), ARG_STR(accel_label(a)));
    if (known(h.psu_w) && h.psu_w < 1.25 * dc) {
        const struct psu *psu = supply_for(b, dc, &price);
        if (psu == NULL)
            return;
        what = msg_make(MSG_NEXT_CARDS_SUPPLY, 3, ARG_INT(add), ARG_STR(accel_label(a)),
                        ARG_STR(psu->name));
        cost += price;
    }
    offer(b, what, cost, &s, false);
}

/* Mixed cards become equal: as many of the strongest kind. */
static void equal_cards(struct bench *b)
{
    const struct hardware *have = b->have;
    int best = 0, total = 0;
    for (int i = 0; i < have->n; i++) {
        const struct accel *a = have->group[i].accel, *top = have->group[best].accel;
        if (a->usable_gib > top->usable_gib ||
            (!(a->usable_gib < top->usable_gib) &&
             a->memory_bandwidth_gbs > top->memory_bandwidth_gbs))
            best = i;
        total += have->group[i].count > 0 ? have->group[i].count : 1;
    }
    const struct accel *a = have->group[best].accel;
    int there = have->group[best].count > 0 ? have->group[best].count : 1;
    if (have->n < 2 || total == there)
        return;
    struct hardware h = *have;
    h.n = 1;
    h.group[0] = (struct card_group){a, total};
    struct shape s = shape_of_hardware(&h);
    offer(b,
          msg_make(MSG_NEXT_EQUAL, 3, ARG_INT(total - there), ARG_STR(accel_label(a)),
                   ARG_INT(total)),
          money(b, &a->price) * (total - there), &s, false);
}

/* The cheapest single card that holds the job in place of all that is there. */
static void one_larger(struct bench *b)
{
    const struct facts *f = b->p->r->facts;
    const struct accel *best = NULL;
    double price = UNKNOWN;
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        double cost = money(b, &a->price);
        struct shape s = shape_in_slots(a, 1, 1);
        struct sizing z;
        bool slot =
            a->form == FORM_PCIE && a->cooling != COOLING_PASSIVE && str_eq(a->status, "current");
        bool china = str_starts(b->job->country, "CN");
        if (!slot || (a->cn_only == TRI_YES && !china) || !known(cost) ||
            !planner_accel_allowed(b->job, a) || (best != NULL && cost >= price) ||
            size_floor_gib(b->job, f, &s) > a->usable_gib)
            continue;
        shape_take_host(&s, b->have);
        size_shape(b->job, f, &s, NULL, &z);
        if (!runs(z.verdict))
            continue;
        best = a;
        price = cost;
    }
    if (best == NULL)
        return;
    struct shape s = shape_in_slots(best, 1, 1);
    shape_take_host(&s, b->have);
    offer(b, msg_make(MSG_NEXT_LARGER, 1, ARG_STR(accel_label(best))), price, &s, false);
}

static bool module_fits(const struct bench *b, const struct memory_part *m)
{
    const struct platform *p = b->have->platform;
    return p != NULL ? memory_fits_kind(p->mem_type, m) : m->registered != TRI_YES;
}

static void more_memory(struct bench *b)
{
    const struct facts *f = b->p->r->facts;
    double need = b->v->sizing.host_ram_need_gb, have = b->have->ram_gb, best = UNKNOWN;
    const struct memory_part *part = NULL;
    int kits = 0;
    if (!known(have) || !(need > have))
        return;
    for (size_t i = 0; i < f->memory_n; i++) {
        const struct memory_part *m = &f->memory[i];
        int n = m->total_gb > 0 ? (int)ceil((need - have) / m->total_gb) : 0;
        double cost = money(b, &m->price) * n;
        if (n < 1 || n > 4 || !known(cost) || !module_fits(b, m) || (part != NULL && cost >= best))
            continue;
        part = m;
        best = cost;
        kits = n;
    }
    struct shape s = b->v->shape;
    s.host_ram_gb = have + (part != NULL ? kits * part->total_gb : 0);
    if (part != NULL)
        offer(
            b,
            msg_make(MSG_NEXT_MEMORY, 3, ARG_INT(kits), ARG_STR(part->name), ARG_GB(s.host_ram_gb)),
            best, &s, true);
}

/* The supply at hand is too small, or the socket: less power for the cards, or a larger supply. */
static void power(struct bench *b)
{
    double dc = load_w(b, 0), price = UNKNOWN, cards = 0, watts = 0;
    struct circuit c = circuit_of(b->job->country, b->job->place, b->job->volts, b->job->amps);
    double room = known(b->have->psu_w) ? b->have->psu_w / 1.1 : INFINITY;
    bool can = true;
    if (c.watts * 0.9 < room)
        room = c.watts * 0.9; /* from the wall, by a gold supply */
    if (b->job->place == PLACE_SERVER_ROOM || b->job->place == PLACE_COLO)
        room = known(b->have->psu_w) ? b->have->psu_w / 1.1 : INFINITY;
    if (!(dc > room))
        return;
    for (int i = 0; i < b->have->n; i++) {
        const struct card_group *g = &b->have->group[i];
        int n = g->count > 0 ? g->count : 1;
        cards += n;
        watts += n * g->accel->tdp_w;
        can = can && planner_can_limit(g->accel);
    }
    double limit = floor((room - (dc - watts)) / cards / 10.0) * 10.0;
    double share = limit * cards / watts;
    struct shape s = b->v->shape;
    if (can && share >= 0.5 && share < 1) {
        int at = b->n;
        offer(b,
              msg_make(MSG_NEXT_LIMIT, 2, ARG_WATT(limit), planner_tool(b->p->r->facts, s.accel)),
              0, &s, true);
        if (b->n > at)
            b->step[at].speed_ratio = planner_limit_share(b->job, b->p->r->facts, share).typical;
    }
    const struct psu *psu = supply_for(b, dc, &price);
    if (psu != NULL && known(b->have->psu_w) && b->have->psu_w < 1.1 * dc)
        offer(b, msg_make(MSG_NEXT_SUPPLY, 1, ARG_STR(psu->name)), price, &s, true);
}

static int by_use(const void *va, const void *vb)
{
    const struct next_step *a = va, *b = vb;
    if (a->mends != b->mends)
        return a->mends ? -1 : 1;
    if (known(a->cost) != known(b->cost))
        return known(a->cost) ? -1 : 1;
    if (a->cost < b->cost || a->cost > b->cost)
        return a->cost < b->cost ? -1 : 1;
    return a->speed_ratio > b->speed_ratio ? -1 : a->speed_ratio < b->speed_ratio;
}

void verdict_steps(struct verdict_block *v, struct planner *p)
{
    const struct hardware *h = &p->r->job.have;
    struct bench *b = ARENA_NEW(p->arena, struct bench);
    if (b == NULL || v->of != VERDICT_OF_HAVE || h->n == 0)
        return;
    *b = (struct bench){.p = p, .job = &p->r->job, .have = h, .v = v};
    int total = 0, whole = 1;
    for (int i = 0; i < h->n; i++)
        total += h->group[i].count > 0 ? h->group[i].count : 1;
    while (whole <= total)
        whole *= 2;
    power(b);
    more_memory(b);
    for (int i = 0; i < h->n && i < 3; i++) {
        if (h->group[i].accel->form != FORM_PCIE)
            continue;
        more_cards(b, i, 1);
        if (whole - total > 1 && whole <= 8)
            more_cards(b, i, whole - total);
    }
    equal_cards(b);
    one_larger(b);
    qsort(b->step, (size_t)b->n, sizeof b->step[0], by_use);
    v->step = b->step;
    v->step_n = b->n < NEXT_STEPS_MAX ? (size_t)b->n : NEXT_STEPS_MAX;
}
