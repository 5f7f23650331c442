/*
 * solve.c - the cheapest machine that keeps the rules: branch and bound over platforms.
 *
 * Platforms that pass the checks against the card are priced from below (platform, the cheapest
 * memory, drives and network, cheapest CPU with enough cores, cheapest case and supply) and tried
 * in that order. Inside, memory, drives and network are tried in every combination that something
 * speaks for (inside.c, network.c: what costs no less and draws and plugs no less is left out) and
 * CPUs by price, each against what it can cost at least. Parts without a price count as worse than
 * any price. A machine within the budget goes before one above it, then one that keeps every
 * margin before one that does not, then the cheaper one.
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
    if (a->over_budget != b->over_budget)
        return b->over_budget;
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return sum_less(&a->cost, &b->cost);
}

static double cards_cost(const struct build_wish *w, const struct build_tables *t)
{
    double one = price_in(t->f, &w->accel->price, t->currency);
    return known(one) ? one * w->per_node : 0;
}

/* Above the budget, or nobody can tell: what has no price is not within it. */
static bool over(const struct build_wish *w, const struct build_tables *t, const struct sum *s)
{
    return w->budget > 0 && (s->unknown > 0 || s->money + cards_cost(w, t) > w->budget);
}

/* Can nothing that costs at least so much, and keeps no more margins than rank tells, be better
 * than the best? */
static bool hopeless(const struct machine *best, const struct sum *least, int rank,
                     const struct build_wish *w, const struct build_tables *t)
{
    if (best->p == NULL)
        return false;
    bool beyond = over(w, t, least);
    if (beyond != best->over_budget)
        return beyond;
    return rank == best->rank ? !sum_less(least, &best->cost) : rank > best->rank;
}

static void start(struct machine *m, const struct build_tables *t, const struct build_wish *w,
                  const struct forced *fx, const struct platform_info *pi,
                  const struct circuit *site)
{
    *m = (struct machine){.t = t, .w = w, .fx = fx, .p = pi, .gpus = w->per_node};
    const struct platform *p = pi->p;
    m->site = *site;
    m->sockets = known(p->sockets) ? (int)p->sockets : 1;
    m->cpu_price = m->cooler_price = m->chassis_price = m->psu_price = m->ups_price = UNKNOWN;
    m->power = (struct power){.dc_w = UNKNOWN,
                              .wall_w = UNKNOWN,
                              .psu_w = UNKNOWN,
                              .psu_rated_w = UNKNOWN,
                              .psu_atx_version = UNKNOWN,
                              .circuit_w = UNKNOWN,
                              .circuits = 1};
    m->risers = card_on_cables(pi, w->accel, w->per_node);
    m->archive_w = w->archive != NULL ? archive_wall_w(w->archive->watts, w->nodes) : 0;
}

static void keep(struct machine *far, const struct machine *m, enum why why)
{
    if (far->p == NULL || why > far->why) {
        *far = *m;
        far->why = why;
    }
}

/* What does not depend on the CPU: memory, drives, network. */
static enum why inside_options(struct machine *m, struct inside *in)
{
    enum why why;
    if (memory_options(m, in, &why) == 0 || drive_options(m, in, &why) == 0 ||
        net_options(m, in, &why) == 0)
        return why;
    return WHY_NONE;
}

static void sum_plus(struct sum *s, const struct sum *x)
{
    s->money += x->money;
    s->unknown += x->unknown;
}

/* Platform, memory, drives and network, the k-th of each. */
static struct sum inside_cost(const struct machine *m, const struct inside *in, int memory,
                              int drive, int net)
{
    struct sum s = {0, 0};
    sum_add(&s, m->p->price, 1);
    sum_plus(&s, &in->memory_cost[memory]);
    sum_plus(&s, &in->drive[drive].cost);
    sum_plus(&s, &in->net_cost[net]);
    return s;
}

/* Of the CPUs that may be taken the one with the least power. */
static const struct cpu *least_cpu(const struct machine *m)
{
    const struct cpu *found = NULL;
    double least = INFINITY;
    for (int i = 0; i < m->p->cpu.n; i++) {
        const struct cpu *c = &m->t->f->cpu[m->p->cpu.ref[i].index];
        double w = known(c->tdp_w) ? c->tdp_w : 0;
        bool may = m->fx != NULL && m->fx->cpu != NULL
                       ? c == m->fx->cpu
                       : known(c->cores) && c->cores * m->sockets >= m->w->host_cores;
        if (may && w < least) {
            found = c;
            least = w;
        }
    }
    return found;
}

/* The machine with the choices that draw least, whatever they cost: a floor for supplies. */
static struct machine least_draw(const struct machine *m, const struct inside *in)
{
    struct machine x = *m;
    double least = INFINITY;
    x.cpu = least_cpu(m);
    for (int i = 0; i < in->memory_n; i++) {
        const struct memory_choice *c = &in->memory[i];
        double w = (c->part->registered == TRI_YES ? 9.0 : 5.0) * c->modules;
        if (w < least)
            x.memory = *c;
        least = w < least ? w : least;
    }
    least = INFINITY;
    for (int i = 0; i < in->drive_n; i++) {
        const struct drive_pair *d = &in->drive[i];
        double w = 0;
        w += d->system.ssd != NULL ? d->system.qty * (ssd_is_m2(d->system.ssd) ? 10.0 : 20.0) : 0;
        w += d->data.ssd != NULL ? d->data.qty * (ssd_is_m2(d->data.ssd) ? 10.0 : 20.0) : 0;
        if (w < least) {
            x.system = d->system;
            x.data = d->data;
        }
        least = w < least ? w : least;
    }
    least = INFINITY;
    for (int i = 0; i < in->net_n; i++) {
        const struct net_choice *c = &in->net[i];
        double w = c->nic != NULL && known(c->nic->power_w) ? c->nic->power_w * c->qty : 0;
        if (w < least)
            x.net = *c;
        least = w < least ? w : least;
    }
    return x;
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

/* Rules that need the CPU: lanes, cooler, case, supply, circuit, UPS. */
static enum why finish(struct machine *m, bool several)
{
    enum why why = lanes_fit(m);
    if (why != WHY_NONE)
        return why;
    machine_load(m);
    if (!m->p->p->is_board) {
        why = supply_of_server(m);
        if (why == WHY_NONE)
            why = circuit_fits(m);
        return why == WHY_NONE ? ups_choose(m) : why;
    }
    why = housing_choose(m, several);
    if (why != WHY_NONE)
        return why;
    m->power.psu_rated_w = m->psu->watts;
    m->power.psu_w = psu_watts_at(m->psu, m->site.volts) * m->psu_qty;
    m->power.psu_count = m->psu_qty;
    m->power.psu_atx_version = m->psu->atx_version;
    return WHY_NONE;
}

/* With its share of what joins and holds the machines. */
static void total(struct machine *m, const struct sum *inside)
{
    int spare[SPARE_KINDS];
    m->cost = *inside;
    spares_of(m, spare);
    sum_add(&m->cost, m->cpu_price, m->sockets);
    if (m->cooler != NULL)
        sum_add(&m->cost, m->cooler_price, m->sockets);
    if (m->chassis != NULL)
        sum_add(&m->cost, m->chassis_price, 1);
    if (m->psu != NULL)
        sum_add(&m->cost, m->psu_price, m->psu_qty + (double)spare[SPARE_PSU] / m->w->nodes);
    if (m->ups != NULL)
        sum_add(&m->cost, m->ups_price, m->ups_qty);
    cluster_cost(m, &m->cost);
    archive_cost(m->w, &m->cost);
    m->over_budget = over(m->w, m->t, &m->cost);
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
    if (m->ups != NULL)
        sum_add(&m->cost, m->ups_price, m->ups_qty);
    archive_cost(m->w, &m->cost);
    m->over_budget = m->w->budget > 0 && (m->cost.unknown > 0 || m->cost.money > m->w->budget);
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

/* One machine with its CPU, on one supply; on several where one does not do, or costs too much. */
static enum why try_one(const struct machine *m, const struct sum *inside, struct machine *best)
{
    struct machine x = *m;
    enum why why = finish(&x, false), more = WHY_NONE;
    if (why == WHY_NONE) {
        total(&x, inside);
        if (better(&x, best))
            *best = x;
    }
    /* lanes and coolers are no matter of supplies */
    if (m->p->p->is_board && (why == WHY_NONE ? x.over_budget : why > WHY_COOLER)) {
        x = *m;
        more = finish(&x, true);
        if (more == WHY_NONE) {
            total(&x, inside);
            if (better(&x, best))
                *best = x;
            return WHY_NONE;
        }
    }
    /* where one supply would do, what it does not go into is the reason */
    return why < WHY_SUPPLY_CASE || why > more ? why : more;
}

/* What any machine of a platform costs and keeps at most, and what it may not draw. */
struct floor {
    double shell; /* cooler, case, supply, UPS */
    int rank;
    bool once;               /* nothing will come of it, one CPU tells the reason */
    double dark_w, dark_tdp; /* watts of a machine and its CPU that nothing feeds; UNKNOWN none */
};

/* Nothing feeds a machine that draws no less than one that nothing feeds, with a CPU that wants no
 * smaller cooler and no fewer leads. */
static bool dark(const struct floor *fl, const struct machine *m)
{
    return m->power.dc_w >= fl->dark_w && m->cpu->tdp_w >= fl->dark_tdp;
}

static void darken(struct floor *fl, const struct machine *m, enum why why)
{
    if (why < WHY_SUPPLY || m->power.dc_w >= fl->dark_w)
        return;
    fl->dark_w = m->power.dc_w;
    fl->dark_tdp = m->cpu->tdp_w;
}

static void try_cpus(const struct machine *m, const struct sum *inside, struct floor *fl,
                     struct machine *best, struct machine *far)
{
    for (int i = 0; i < m->p->cpu.n; i++) {
        struct machine x = *m;
        x.cpu = &m->t->f->cpu[m->p->cpu.ref[i].index];
        x.cpu_price = text_has(x.cpu->socket, "BGA") ? 0 : m->p->cpu.ref[i].price; /* soldered */
        struct sum least = *inside;
        least.money += fl->shell;
        sum_add(&least, x.cpu_price, x.sockets);
        if (hopeless(best, &least, fl->rank, m->w, m->t))
            break; /* CPUs come by price: none of the rest can be better */
        enum why why = cpu_may(&x, x.cpu);
        bool may = why == WHY_NONE;
        if (may) {
            machine_load(&x);
            if (dark(fl, &x))
                continue;
            why = try_one(&x, inside, best);
            darken(fl, &x, why);
        }
        if (why != WHY_NONE && (far->p == NULL || why > far->why)) {
            lanes_fit(&x);
            machine_load(&x);
            if (!x.p->p->is_board)
                supply_of_server(&x);
            circuit_fits(&x);
            keep(far, &x, why);
        }
        if (may && fl->once)
            return;
    }
}

/* Every combination of memory, drives and network, each no further than it can still win. */
static void try_platform(struct machine *m, const struct inside *in, struct machine *best,
                         struct machine *far)
{
    struct machine draw = least_draw(m, in);
    struct floor fl = {ups_least(&draw), 0, false, UNKNOWN, UNKNOWN};
    enum why why = WHY_NONE;
    if (m->cases != NULL) {
        why = housing_possible(&draw, &fl.rank);
        fl.shell += housing_least(&draw);
    } else {
        machine_load(&draw);
        why = supply_of_server(&draw);
        fl.rank = draw.rank;
        if (why == WHY_NONE)
            why = circuit_fits(&draw);
    }
    fl.once = why != WHY_NONE;
    if (fl.once && (best->p != NULL || far->why >= why))
        return; /* nothing feeds it, and the reason is known already */
    if (m->p->cpu.n == 0)
        keep(far, m, WHY_CPU);
    for (int a = 0; a < in->memory_n; a++) {
        for (int b = 0; b < in->drive_n; b++) {
            for (int c = 0; c < in->net_n; c++) {
                struct sum s = inside_cost(m, in, a, b, c), least = s;
                least.money += fl.shell;
                if (hopeless(best, &least, fl.rank, m->w, m->t))
                    break;
                m->memory = in->memory[a];
                m->system = in->drive[b].system;
                m->data = in->drive[b].data;
                m->net = in->net[c];
                try_cpus(m, &s, &fl, best, far);
                if (fl.once)
                    return;
            }
        }
    }
}

static void bound(const struct machine *m, const struct inside *in, struct sum *s)
{
    *s = inside_cost(m, in, 0, 0, 0);
    s->money += shell_least(m);
    for (int i = 0; i < m->p->cpu.n; i++) {
        const struct cpu *c = &m->t->f->cpu[m->p->cpu.ref[i].index];
        if (!known(c->cores) || c->cores * m->sockets < m->w->host_cores)
            continue;
        if (known(m->p->cpu.ref[i].price) && !text_has(c->socket, "BGA"))
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
    struct supply *supplies = ARENA_ARRAY(arena, struct supply, t->f->psu_n + 1);
    struct circuit site = circuit_of(w->country, w->place, w->volts, w->amps);
    struct inside in;
    int n = 0, supply_n = 0;
    far.t = t;
    far.w = w;
    far.gpus = w->per_node;
    *best = far;
    if (!inside_room(t, &in, arena) || t->platform_n == 0)
        return WHY_EMPTY;
    for (int i = 0; i < t->platform_n; i++) {
        const struct platform_info *pi = &t->platform[i];
        bool fixed = fx != NULL && fx->platform != NULL;
        if (fixed && pi->p != fx->platform)
            continue;
        enum why why = fixed ? WHY_NONE : platform_fits(pi, w, w->per_node);
        if (why != WHY_NONE && far.p != NULL && why <= far.why)
            continue; /* others came further */
        start(&m, t, w, fx, pi, &site);
        if (why == WHY_NONE && pi->p->is_complete) {
            whole(&m, best, &far);
            continue;
        }
        if (why == WHY_NONE)
            why = inside_options(&m, &in);
        if (why != WHY_NONE) {
            keep(&far, &m, why);
            continue;
        }
        struct sum s = {0, 0};
        bound(&m, &in, &s);
        insert(c, &n, i, s);
    }
    for (int i = 0; i < n; i++) {
        if (hopeless(best, &c[i].bound, 0, w, t))
            continue;
        start(&m, t, w, fx, &t->platform[c[i].platform], &site);
        inside_options(&m, &in);
        if (m.p->p->is_board) {
            if (supply_n == 0)
                supply_n = supplies_list(t, w, fx, &m.site, supplies);
            cases_find(&m, &cases);
            m.cases = &cases;
            m.supplies = supplies;
            m.supply_n = supply_n;
        }
        try_platform(&m, &in, best, &far);
    }
    best->cases = far.cases = NULL; /* they were of the last platform */
    if (best->p != NULL)
        return WHY_NONE;
    *best = far;
    return far.p != NULL ? far.why : WHY_EMPTY;
}
