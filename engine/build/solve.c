/*
 * solve.c - the cheapest machine that keeps the rules: branch and bound over platforms.
 *
 * Platforms that pass the checks against the card are priced from below (platform, memory, drives
 * and network exactly, cheapest CPU with enough cores, cheapest case and supply) and tried in that
 * order; a platform whose bound is not below the best machine ends the search. Inside, CPUs come
 * by price. Parts without a price count as worse than any price.
 */
#include "base/str.h"
#include "engine/build/parts.h"

struct candidate {
    int platform;
    struct sum bound;
};

static bool better(const struct machine *a, const struct machine *b)
{
    if (b->p == NULL)
        return true;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return sum_less(&a->cost, &b->cost);
}

static void start(struct machine *m, const struct build_tables *t, const struct build_wish *w,
                  const struct forced *fx, const struct platform_info *pi)
{
    *m = (struct machine){.t = t, .w = w, .fx = fx, .p = pi, .gpus = w->per_node};
    const struct platform *p = pi->p;
    m->site = circuit_of(w->country, w->place, w->volts, w->amps);
    m->sockets = known(p->sockets) ? (int)p->sockets : 1;
    m->cpu_price = m->cooler_price = m->chassis_price = m->psu_price = m->ups_price = UNKNOWN;
    m->power = (struct power){.dc_w = UNKNOWN,
                              .wall_w = UNKNOWN,
                              .psu_w = UNKNOWN,
                              .psu_rated_w = UNKNOWN,
                              .psu_atx_version = UNKNOWN,
                              .circuit_w = UNKNOWN,
                              .circuits = 1};
    bool cables = known(p->pcie_dual_width_gpus) && p->pcie_dual_width_gpus > 4;
    m->risers =
        p->is_board && (cables || (w->accel->cooling == COOLING_OPEN_FAN && w->per_node > 2));
}

static void keep(struct machine *far, const struct machine *m, enum why why)
{
    if (far->p == NULL || why > far->why) {
        *far = *m;
        far->why = why;
    }
}

/* What does not depend on the CPU: memory, drives, network. */
static enum why inside(struct machine *m)
{
    enum why why = memory_choose(m);
    if (why == WHY_NONE)
        why = drives_choose(m);
    return why == WHY_NONE ? network_choose(m) : why;
}

static void inside_cost(const struct machine *m, struct sum *s)
{
    sum_add(s, m->p->price, 1);
    sum_add(s, m->memory.price, m->memory.kits);
    if (m->system.ssd != NULL)
        sum_add(s, m->system.price, m->system.qty);
    if (m->data.ssd != NULL)
        sum_add(s, m->data.price, m->data.qty);
    if (m->net.nic != NULL)
        sum_add(s, m->net.price, m->net.qty);
    if (m->net.sw != NULL)
        sum_add(s, m->net.switch_price, (double)m->net.switches / m->w->nodes);
}

static enum why cpu_may(const struct machine *m, const struct cpu *c)
{
    if (m->fx != NULL && m->fx->cpu != NULL)
        return m->fx->cpu == c ? WHY_NONE : WHY_CPU;
    if (!known(c->cores) || c->cores * m->sockets < m->w->host_cores)
        return WHY_CORES;
    const struct memory_part *part = m->memory.part;
    if (part != NULL && !memory_fits_kind(c->mem_type, part))
        return WHY_CPU_MEMORY;
    if (part != NULL && memory_max(m->p, c, m->memory.total_gb, part->module_gb) != WHY_NONE)
        return WHY_CPU_MEMORY;
    return WHY_NONE;
}

/* Rules that need the CPU: lanes, cooler, case, supply, circuit, UPS. `passed`: a machine was
 * found, or one that came as far as the circuit; another that ends there changes nothing. */
static enum why finish(struct machine *m, bool passed)
{
    enum why why = lanes_fit(m);
    if (why != WHY_NONE)
        return why;
    machine_load(m);
    if (passed && circuit_cannot(m))
        return WHY_CIRCUIT;
    if (m->p->p->is_board) {
        why = housing_choose(m);
        if (why != WHY_NONE)
            return why;
        m->power.psu_rated_w = m->psu->watts;
        m->power.psu_w = psu_watts_at(m->psu, m->site.volts) * m->psu_qty;
        m->power.psu_count = m->psu_qty;
        m->power.psu_atx_version = m->psu->atx_version;
    } else {
        why = supply_of_server(m);
        if (why != WHY_NONE)
            return why;
    }
    why = circuit_fits(m);
    return why == WHY_NONE ? ups_choose(m) : why;
}

static void total(struct machine *m)
{
    m->cost = (struct sum){0, 0};
    inside_cost(m, &m->cost);
    sum_add(&m->cost, m->cpu_price, m->sockets);
    if (m->cooler != NULL)
        sum_add(&m->cost, m->cooler_price, m->sockets);
    if (m->chassis != NULL)
        sum_add(&m->cost, m->chassis_price, 1);
    if (m->psu != NULL)
        sum_add(&m->cost, m->psu_price, m->psu_qty);
    if (m->ups != NULL)
        sum_add(&m->cost, m->ups_price, m->ups_qty);
}

/* A system sold whole, cards and all: its memory is not told, so any other machine goes first. */
static void whole(struct machine *m, struct machine *best, struct machine *far)
{
    m->net = (struct net_choice){.price = UNKNOWN, .gbps = m->p->lan_gbps};
    m->gpu_lanes = card_link_lanes(m->w->accel);
    m->lanes_used = m->lanes_cpu = UNKNOWN;
    m->switched = true;
    machine_load(m);
    enum why why = m->p->lan_gbps < m->w->network_gbps ? WHY_NIC : supply_of_server(m);
    if (why == WHY_NONE)
        why = circuit_fits(m);
    if (why == WHY_NONE)
        why = ups_choose(m);
    if (why != WHY_NONE) {
        keep(far, m, why);
        return;
    }
    m->rank = 2;
    sum_add(&m->cost, m->p->price, 1);
    if (better(m, best))
        *best = *m;
}

/* The cheapest case and supply of all, for a first guess. */
static double shell_least(const struct machine *m)
{
    double least = 0;
    if (m->p->p->is_board && m->t->psu.n > 0 && known(m->t->psu.ref[0].price))
        least += m->t->psu.ref[0].price;
    if (m->p->p->is_board && m->t->chassis.n > 0 && known(m->t->chassis.ref[0].price))
        least += m->t->chassis.ref[0].price;
    return least;
}

static void try_cpus(struct machine *m, struct machine *best, struct machine *far)
{
    struct sum base = {0, 0};
    inside_cost(m, &base);
    if (m->cases != NULL)
        base.money += housing_least(m);
    if (m->p->cpu.n == 0)
        keep(far, m, WHY_CPU);
    for (int i = 0; i < m->p->cpu.n; i++) {
        struct machine x = *m;
        x.cpu = &m->t->f->cpu[m->p->cpu.ref[i].index];
        x.cpu_price = text_has(x.cpu->socket, "BGA") ? 0 : m->p->cpu.ref[i].price; /* soldered */
        struct sum least = base;
        sum_add(&least, x.cpu_price, x.sockets);
        if (best->p != NULL && best->rank == 0 && !sum_less(&least, &best->cost))
            return; /* CPUs come by price: none of the rest can be cheaper */
        enum why why = cpu_may(&x, x.cpu);
        if (why == WHY_NONE)
            why = finish(&x, best->p != NULL || far->why >= WHY_CIRCUIT);
        if (why != WHY_NONE) {
            keep(far, &x, why);
            continue;
        }
        total(&x);
        if (better(&x, best))
            *best = x;
    }
}

static void bound(const struct machine *m, struct sum *s)
{
    inside_cost(m, s);
    s->money += shell_least(m);
    for (int i = 0; i < m->p->cpu.n; i++) {
        const struct cpu *c = &m->t->f->cpu[m->p->cpu.ref[i].index];
        if (!known(c->cores) || c->cores * m->sockets < m->w->host_cores)
            continue;
        if (known(m->p->cpu.ref[i].price))
            s->money += m->p->cpu.ref[i].price * m->sockets;
        break;
    }
}

static void insert(struct candidate *c, int *n, int platform, struct sum s)
{
    int k = (*n)++;
    for (; k > 0 && sum_less(&s, &c[k - 1].bound); k--)
        c[k] = c[k - 1];
    c[k] = (struct candidate){platform, s};
}

enum why solve(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
               struct arena *arena, struct machine *best)
{
    struct machine far = {0}, m;
    struct candidate *c = ARENA_ARRAY(arena, struct candidate, (size_t)t->platform_n);
    struct case_list cases = {.ref = ARENA_ARRAY(arena, struct part_ref, t->f->chassis_n + 1)};
    int n = 0;
    far.t = t;
    far.w = w;
    far.gpus = w->per_node;
    *best = far;
    if (c == NULL || cases.ref == NULL || t->platform_n == 0)
        return WHY_EMPTY;
    for (int i = 0; i < t->platform_n; i++) {
        const struct platform_info *pi = &t->platform[i];
        bool fixed = fx != NULL && fx->platform != NULL;
        if (fixed && pi->p != fx->platform)
            continue;
        start(&m, t, w, fx, pi);
        enum why why = fixed ? WHY_NONE : platform_fits(pi, w, w->per_node);
        if (why == WHY_NONE && pi->p->is_complete) {
            whole(&m, best, &far);
            continue;
        }
        if (why == WHY_NONE)
            why = inside(&m);
        if (why != WHY_NONE) {
            keep(&far, &m, why);
            continue;
        }
        struct sum s = {0, 0};
        bound(&m, &s);
        insert(c, &n, i, s);
    }
    for (int i = 0; i < n; i++) {
        if (best->p != NULL && best->rank == 0 && !sum_less(&c[i].bound, &best->cost))
            break;
        start(&m, t, w, fx, &t->platform[c[i].platform]);
        inside(&m);
        if (m.p->p->is_board) {
            cases_find(&m, &cases);
            m.cases = &cases;
        }
        try_cpus(&m, best, &far);
    }
    best->cases = far.cases = NULL; /* they were of the last platform */
    if (best->p != NULL)
        return WHY_NONE;
    *best = far;
    return far.p != NULL ? far.why : WHY_EMPTY;
}
