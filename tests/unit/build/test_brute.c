/*
 * The solver against brute force: random small catalogs, every combination of their parts judged
 * one after the other by the single checks, without order, bounds or dominance. Drives, hard disks
 * in their boxes, network cards, switches, rack units, UPS, budget and locked parts are in play.
 *
 *     DLRIG_BRUTE=50000build/.../test_build_brute    as many catalogs
 *     DLRIG_BRUTE_SEED=17                            this one alone
 */
#include "base/str.h"
#include "engine/build/parts.h"
#include "tests/unit/build/small_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned dice(unsigned *seed, unsigned n)
{
    *seed = *seed * 1103515245u + 12345u;
    return (*seed >> 16) % n;
}

/* --- the catalog of a seed -------------------------------------------------------------------*/

static void prices(struct shop *s, unsigned *seed)
{
#define PRICES(FIELD, MOST)                                                                        \
    for (size_t i = 0; i < s->facts.FIELD##_n; i++)                                                \
    s->FIELD[i].price.amount = dice(seed, 25) == 0 ? UNKNOWN : 20 + dice(seed, MOST)
    PRICES(platform, 2000);
    PRICES(cpu, 2000);
    PRICES(memory, 800);
    PRICES(ssd, 800);
    PRICES(psu, 900);
    PRICES(chassis, 900);
    PRICES(cooler, 400);
    PRICES(nic, 1500);
    PRICES(net_switch, 4000);
    PRICES(ups, 1500);
    PRICES(extra, 300);
    PRICES(hdd, 900);
    PRICES(enclosure, 3000);
    PRICES(controller, 600);
}

/* Fewer parts of each kind, other figures, sizes and plugs for some. */
static void vary(struct shop *s, struct fitting fit[16], unsigned *seed)
{
    static const char *const slots[] = {"1,3,5,7", "1,4,7", "1,2,4,6", NULL};
    for (int i = 0; i < 16; i++)
        fit[i] = (struct fitting){.length_mm = 140 + 20 * dice(seed, 5),
                                  .height_mm = UNKNOWN,
                                  .depth_mm = UNKNOWN,
                                  .weight_kg = UNKNOWN,
                                  .noise_db = UNKNOWN,
                                  .eps = 1 + dice(seed, 3),
                                  .cooler_mm = 140 + 10 * dice(seed, 4),
                                  .psu_mm = 150 + 20 * dice(seed, 4),
                                  .slots = slots[dice(seed, 4)]};
    for (size_t i = 0; i < s->facts.psu_n; i++) {
        s->psu[i].fit = dice(seed, 3) == 0 ? NULL : &fit[dice(seed, 16)];
        s->psu[i].efficiency = dice(seed, 2) == 0 ? "gold" : "titanium";
    }
    for (size_t i = 0; i < s->facts.chassis_n; i++)
        s->chassis[i].fit = dice(seed, 3) == 0 ? NULL : &fit[dice(seed, 16)];
    for (size_t i = 0; i < s->facts.platform_n; i++)
        s->platform[i].fit = dice(seed, 3) == 0 ? NULL : &fit[dice(seed, 16)];
    for (size_t i = 0; i < s->facts.memory_n; i++)
        if (dice(seed, 4) == 0)
            s->memory[i].module_gb *= 2;
    for (size_t i = 0; i < s->facts.ssd_n; i++)
        if (dice(seed, 3) == 0)
            s->ssd[i].capacity_gb /= 2;
    for (size_t i = 0; i < s->facts.cpu_n; i++) {
        s->cpu[i].tdp_w *= 1 + 0.2 * dice(seed, 4);
        if (dice(seed, 5) == 0)
            s->cpu[i].max_mem_gb = 64;
    }
    if (dice(seed, 3) == 0)
        s->facts.psu_n = 3;
    if (dice(seed, 4) == 0)
        s->facts.ups_n = 1;
}

struct puzzle {
    struct shop shop;
    struct fitting fit[16];
    struct build_wish wish;
    struct forced fx;
    bool locked;
    struct archive archive;
};

static void lock_some(struct puzzle *q, unsigned *seed)
{
    struct forced *fx = &q->fx;
    struct shop *s = &q->shop;
    *fx = (struct forced){0};
    for (int i = 0; i < PART_KINDS; i++)
        fx->qty[i] = -1;
    q->locked = dice(seed, 3) == 0;
    if (!q->locked)
        return;
    switch (dice(seed, 9)) {
    case 0: fx->cpu = &s->cpu[dice(seed, (unsigned)s->facts.cpu_n)]; break;
    case 1: fx->memory = &s->memory[dice(seed, (unsigned)s->facts.memory_n)]; break;
    case 2: fx->ssd = &s->ssd[dice(seed, (unsigned)s->facts.ssd_n)]; break;
    case 3: fx->psu = &s->psu[dice(seed, (unsigned)s->facts.psu_n)]; break;
    case 4: fx->chassis = &s->chassis[dice(seed, (unsigned)s->facts.chassis_n)]; break;
    case 5: fx->nic = &s->nic[dice(seed, (unsigned)s->facts.nic_n)]; break;
    case 6:
        fx->psu = &s->psu[dice(seed, (unsigned)s->facts.psu_n)];
        fx->qty[PART_PSU] = 2 * q->wish.nodes;
        break;
    case 7:
        fx->ssd = &s->ssd[dice(seed, 2)];
        fx->qty[PART_SSD] = (1 + (int)dice(seed, 2)) * q->wish.nodes;
        fx->qty_id[PART_SSD] = fx->ssd->id;
        break;
    default: fx->cooler = &s->cooler[dice(seed, (unsigned)s->facts.cooler_n)]; break;
    }
}

static void ask(struct puzzle *q, unsigned seed)
{
    static const struct {
        const char *card;
        int n, nodes;
        double ram, cores, tb, gbps;
    } asked[] = {{"fan-450", 1, 1, 64, 8, 1, 0},          {"fan-450", 2, 1, 96, 16, 3, 10},
                 {"fan-450", 4, 1, 200, 16, 5, 0},        {"blower-300", 1, 1, 32, 8, 2, 25},
                 {"blower-300", 2, 1, 128, 8, 4, 0},      {"blower-300", 4, 1, 300, 16, 6, 10},
                 {"fan-8pin", 2, 1, 64, 12, 1, 0},        {"passive-350", 4, 1, 256, 16, 8, 10},
                 {"passive-350", 8, 1, 512, 32, 12, 100}, {"sxm5-700", 8, 3, 700, 32, 10, 400},
                 {"blower-300", 2, 2, 64, 8, 1, 25},      {"passive-350", 8, 5, 512, 32, 12, 100}};
    unsigned s = seed * 2654435761u;
    shop_new(&q->shop);
    prices(&q->shop, &s);
    vary(&q->shop, q->fit, &s);
    size_t k = seed % (sizeof asked / sizeof asked[0]);
    struct build_wish *w = &q->wish;
    *w = shop_wish(&q->shop, asked[k].card, asked[k].n);
    w->nodes = asked[k].nodes;
    w->host_ram_gb = asked[k].ram;
    w->host_cores = asked[k].cores;
    w->storage_gb = asked[k].tb * 1000;
    w->network_gbps = asked[k].gbps;
    w->ups = dice(&s, 2) == 0;
    w->rack_units = dice(&s, 4) == 0 ? 4 + dice(&s, 3) : 0;
    if (dice(&s, 4) == 0) { /* a desk: the circuit binds */
        w->place = PLACE_DESK;
        w->country = "US";
        w->volts = 120;
        w->amps = 20;
    }
    if (dice(&s, 3) == 0)
        w->budget = w->accel->price.amount * w->per_node + 1500 + dice(&s, 4000);
    if (dice(&s, 3) == 0)
        w->archive_gb = 4000.0 * (1 + dice(&s, 120));
    lock_some(q, &s);
    if (w->archive_gb > 0 && dice(&s, 4) == 0) {
        q->fx.hdd = &q->shop.hdd[dice(&s, (unsigned)q->shop.facts.hdd_n)];
        q->fx.qty[PART_HDD] = dice(&s, 2) == 0 ? 2 + (int)dice(&s, 20) : -1;
        q->locked = true;
    }
}

/* --- every combination -----------------------------------------------------------------------*/

struct cheapest {
    bool found, over;
    int rank;
    struct sum cost;
};

static void take(const struct machine *m, struct cheapest *best)
{
    struct cheapest x = {true, false, m->rank, {0, 0}};
    int spare[SPARE_KINDS];
    double k = m->w->nodes;
    const struct extra *link = link_of(m->t->f, m->net.cable_gbps, m->w->nodes);
    spares_of(m, spare);
    sum_add(&x.cost, m->p->price, 1);
    sum_add(&x.cost, m->cpu_price, m->sockets);
    sum_add(&x.cost, m->memory.price, m->memory.kits + spare[SPARE_MEMORY] / k);
    if (m->system.ssd != NULL)
        sum_add(&x.cost, m->system.price, m->system.qty);
    if (m->data.ssd != NULL)
        sum_add(&x.cost, m->data.price, m->data.qty);
    if (spare[SPARE_SSD] > 0)
        sum_add(&x.cost, m->data.ssd != NULL ? m->data.price : m->system.price,
                spare[SPARE_SSD] / k);
    if (m->net.nic != NULL)
        sum_add(&x.cost, m->net.price, m->net.qty + spare[SPARE_NIC] / k);
    if (m->net.sw != NULL)
        sum_add(&x.cost, m->net.switch_price, m->net.switches / k);
    if (m->net.cables > 0)
        sum_add(&x.cost, link != NULL ? link->price.amount : UNKNOWN, m->net.cables / k);
    if (m->cooler != NULL)
        sum_add(&x.cost, m->cooler_price, m->sockets);
    if (m->chassis != NULL)
        sum_add(&x.cost, m->chassis_price, 1);
    if (m->psu != NULL)
        sum_add(&x.cost, m->psu_price, m->psu_qty + spare[SPARE_PSU] / k);
    if (m->ups != NULL)
        sum_add(&x.cost, m->ups_price, m->ups_qty);
    cluster_cost(m, &x.cost);
    if (m->w->archive != NULL) {
        x.cost.money += m->w->archive->cost.money / k;
        x.cost.unknown += m->w->archive->cost.unknown;
    }
    double cards = m->w->accel->price.amount * m->w->per_node;
    x.over = m->w->budget > 0 && (x.cost.unknown > 0 || x.cost.money + cards > m->w->budget);
    bool better =
        !best->found || x.over < best->over ||
        (x.over == best->over &&
         (x.rank < best->rank || (x.rank == best->rank && sum_less(&x.cost, &best->cost))));
    if (better)
        *best = x;
}

/* Hard disks: every drive in every box, the number by counting up until the data fit. */
static bool brute_archive(const struct puzzle *q, struct sum *best)
{
    const struct facts *f = &q->shop.facts;
    const struct build_wish *w = &q->wish;
    bool found = false, room = w->place == PLACE_SERVER_ROOM || w->place == PLACE_COLO;
    for (size_t d = 0; d < f->hdd_n; d++)
        for (size_t e = 0; e < f->enclosure_n; e++)
            for (size_t c = 0; c < f->controller_n; c++) {
                const struct enclosure *x = &f->enclosure[e];
                int n = q->fx.qty[PART_HDD];
                if ((q->fx.hdd != NULL && q->fx.hdd != &f->hdd[d]) || room != (x->rack_u > 0) ||
                    strcmp(f->controller[c].kind, "external HBA") != 0)
                    continue;
                for (int k = 2; n < 0; k++) {
                    int spare = k < 4 ? k - 1 : 2 * (int)ceil(k / 12.0);
                    if ((k - spare) * f->hdd[d].capacity_gb >= w->archive_gb)
                        n = k;
                }
                int boxes = (int)ceil(n / x->bays), cards = (int)ceil(boxes / x->chain);
                if (x->brings_card && boxes > 1)
                    continue;
                struct sum s = {0, 0};
                sum_add(&s, f->hdd[d].price.amount, n);
                sum_add(&s, x->price.amount, boxes);
                if (!x->brings_card)
                    sum_add(&s, f->controller[c].price.amount, cards);
                if (!found || sum_less(&s, best))
                    *best = s;
                found = true;
            }
    return found;
}

static bool allowed(const void *only, const void *x)
{
    return only == NULL || only == x;
}

static void brute_housing(struct machine *m, struct cheapest *best)
{
    const struct facts *f = m->t->f;
    const struct forced *fx = m->fx;
    int set = fx->qty[PART_PSU] > 0 ? fx->qty[PART_PSU] / m->w->nodes : 0;
    for (size_t k = 0; k < f->cooler_n; k++) {
        if (!cooler_fits_socket(&f->cooler[k], m->p->p->socket_type) ||
            !cooler_takes(&f->cooler[k], m->cpu) || !allowed(fx->cooler, &f->cooler[k]))
            continue;
        for (size_t h = 0; h < f->chassis_n; h++)
            for (size_t s = 0; s < f->psu_n; s++)
                for (int q = 1; q <= chassis_psu_places(&f->chassis[h]); q++) {
                    const struct chassis *c = &f->chassis[h];
                    struct machine x = *m;
                    x.cooler = &f->cooler[k];
                    x.cooler_price = f->cooler[k].price.amount;
                    double room = c->fit != NULL ? c->fit->psu_mm : UNKNOWN;
                    bool longer = f->psu[s].fit != NULL && f->psu[s].fit->length_mm > room;
                    if (!allowed(fx->chassis, c) || !allowed(fx->psu, &f->psu[s]) || longer ||
                        (set > 0 && q != set) || chassis_fits(&x, c) != WHY_NONE ||
                        psu_fits(&x, &f->psu[s], q) != WHY_NONE)
                        continue;
                    x.chassis = c;
                    x.chassis_price = c->price.amount;
                    x.psu = &f->psu[s];
                    x.psu_price = f->psu[s].price.amount;
                    x.psu_qty = q;
                    x.rank = q > 1;
                    if (circuit_fits(&x) == WHY_NONE && ups_choose(&x) == WHY_NONE)
                        take(&x, best);
                }
    }
}

static void brute_cpu(struct machine *m, struct cheapest *best)
{
    const struct facts *f = m->t->f;
    for (size_t c = 0; c < f->cpu_n; c++) {
        enum why why;
        const struct cpu *cpu = &f->cpu[c];
        struct machine x = *m;
        if (!cpu_fits_platform(m->p->p, cpu, &why) || !allowed(m->fx->cpu, cpu))
            continue;
        if (m->fx->cpu == NULL &&
            (cpu->cores * m->sockets < m->w->host_cores ||
             !memory_fits_kind(cpu->mem_type, m->memory.part) ||
             memory_max(m->p, cpu, m->memory.total_gb, m->memory.part->module_gb) != WHY_NONE))
            continue;
        x.cpu = cpu;
        x.cpu_price = cpu->price.amount;
        if (lanes_fit(&x) != WHY_NONE)
            continue;
        machine_load(&x);
        if (m->p->p->is_board)
            brute_housing(&x, best);
        else if (supply_of_server(&x) == WHY_NONE && circuit_fits(&x) == WHY_NONE &&
                 ups_choose(&x) == WHY_NONE)
            take(&x, best);
    }
}

/* Network cards one by one: the list of one card has no choice to make. */
static void brute_net(struct machine *m, struct arena *arena, struct cheapest *best)
{
    const struct facts *f = m->t->f;
    struct forced one = *m->fx;
    const struct forced *fx = m->fx;
    struct inside in;
    enum why far;
    for (size_t i = 0; i <= f->nic_n; i++) { /* the last: what the board brings */
        if (i < f->nic_n && !allowed(fx->nic, &f->nic[i]))
            continue;
        if (i == f->nic_n && fx->nic != NULL)
            continue;
        if (!inside_room(m->t, &in, arena))
            fail();
        one.nic = i < f->nic_n ? &f->nic[i] : NULL;
        m->fx = &one;
        int n = net_options(m, &in, &far);
        m->fx = fx;
        for (int k = 0; k < n; k++) {
            if (one.nic == NULL && in.net[k].nic != NULL)
                continue;
            struct machine x = *m;
            x.net = in.net[k];
            brute_cpu(&x, best);
        }
    }
}

static int wanted(const struct machine *m, const struct ssd *s)
{
    const struct forced *fx = m->fx;
    if (fx->qty[PART_SSD] > 0 && str_eq(fx->qty_id[PART_SSD], s->id))
        return fx->qty[PART_SSD] / m->w->nodes;
    return (int)ceil(m->w->storage_gb / s->capacity_gb);
}

static void brute_drives(struct machine *m, struct arena *arena, struct cheapest *best)
{
    const struct facts *f = m->t->f;
    const struct platform *p = m->p->p;
    bool any = false;
    for (size_t a = 0; a <= f->ssd_n; a++) /* system drives, the last: none */
        for (size_t d = 0; d < f->ssd_n; d++) {
            const struct ssd *sys = a < f->ssd_n ? &f->ssd[a] : NULL, *data = &f->ssd[d];
            struct machine x = *m;
            int n = wanted(m, data);
            double bays = p->nvme_bays;
            if (p->is_board ? sys != NULL || !ssd_is_m2(data) || n > p->m2_slots
                            : sys == NULL || ssd_is_m2(data) || sys->capacity_gb < 480)
                continue;
            if (sys != NULL && (ssd_is_m2(sys) ? p->m2_slots < 2 : bays < 3))
                continue;
            if (sys != NULL && n > bays - (ssd_is_m2(sys) ? 0 : 2))
                continue;
            if (m->fx->ssd != NULL && sys != m->fx->ssd && data != m->fx->ssd)
                continue;
            if (sys != NULL)
                x.system = (struct drive_choice){sys, 2, sys->price.amount};
            x.data = (struct drive_choice){data, n, data->price.amount};
            any = true;
            brute_net(&x, arena, best);
        }
    if (p->is_board || p->m2_slots < 2 || any)
        return;
    for (size_t a = 0; a < f->ssd_n; a++) {
        const struct ssd *s = &f->ssd[a];
        struct machine x = *m;
        if (!ssd_is_m2(s) || s->capacity_gb < m->w->storage_gb + 480 || !allowed(m->fx->ssd, s))
            continue;
        x.system = (struct drive_choice){s, 2, s->price.amount};
        brute_net(&x, arena, best);
    }
}

static void brute(const struct build_tables *t, const struct puzzle *q, struct arena *arena,
                  struct cheapest *best)
{
    const struct facts *f = t->f;
    const struct build_wish *w = &q->wish;
    *best = (struct cheapest){0};
    for (int i = 0; i < t->platform_n; i++) {
        const struct platform_info *pi = &t->platform[i];
        if (platform_fits(pi, w, w->per_node) != WHY_NONE)
            continue;
        for (size_t a = 0; a < f->memory_n; a++) {
            const struct memory_part *part = &f->memory[a];
            struct machine m = {.t = t, .w = w, .fx = &q->fx, .p = pi, .gpus = w->per_node};
            int n = memory_fits_kind(pi->p->mem_type, part)
                        ? memory_modules(pi, part, w->host_ram_gb)
                        : 0;
            bool ecc = w->per_node >= 4 || !pi->p->is_board;
            if (n == 0 || !allowed(q->fx.memory, part) ||
                (ecc && part->ecc != TRI_YES && q->fx.memory == NULL))
                continue;
            m.sockets = (int)pi->p->sockets;
            m.site = circuit_of(w->country, w->place, w->volts, w->amps);
            m.risers = card_on_cables(pi, w->accel, w->per_node);
            m.archive_w = w->archive != NULL ? archive_wall_w(w->archive->watts, w->nodes) : 0;
            m.memory = (struct memory_choice){part, n / (int)part->modules, n, n * part->module_gb,
                                              part->price.amount};
            brute_drives(&m, arena, best);
        }
    }
}

/* --- both ------------------------------------------------------------------------------------*/

static bool ask_both(unsigned seed, struct arena *arena, bool *held)
{
    static struct puzzle q;
    struct cheapest want;
    struct machine m;
    ask(&q, seed);
    const struct build_tables *t = build_tables_make(&q.shop.facts, "USD", arena);
    struct sum disks = {0, 0};
    bool chosen = archive_choose(t, &q.wish, &q.fx, &q.archive);
    if (chosen != (q.wish.archive_gb > 0 && brute_archive(&q, &disks)) ||
        (chosen && (q.archive.cost.unknown != disks.unknown ||
                    fabs(q.archive.cost.money - disks.money) > 1e-6))) {
        print_error("seed %u: hard disks for %.2f (+%d), cheapest is %.2f (+%d)\n", seed,
                    q.archive.cost.money, q.archive.cost.unknown, disks.money, disks.unknown);
        return false;
    }
    q.wish.archive = chosen ? &q.archive : NULL;
    brute(t, &q, arena, &want);
    enum why why = solve(t, &q.wish, &q.fx, arena, &m);
    *held = want.found;
    if ((why == WHY_NONE) != want.found) {
        print_error("seed %u: solver %s, brute force %s\n", seed,
                    why == WHY_NONE ? "found one" : "found none", want.found ? "has one" : "none");
        return false;
    }
    if (!want.found)
        return true;
    bool same = m.rank == want.rank && m.over_budget == want.over &&
                m.cost.unknown == want.cost.unknown && fabs(m.cost.money - want.cost.money) < 1e-6;
    if (!same)
        print_error("seed %u: %d x %s: %.2f (+%d unknown, rank %d%s), cheapest is %.2f (+%d "
                    "unknown, rank %d%s)\n",
                    seed, q.wish.per_node, q.wish.accel->id, m.cost.money, m.cost.unknown, m.rank,
                    m.over_budget ? ", over" : "", want.cost.money, want.cost.unknown, want.rank,
                    want.over ? ", over" : "");
    return same;
}

static unsigned number(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static void cheapest_as_brute_force(void **state)
{
    (void)state;
    unsigned n = number("DLRIG_BRUTE", 2000), only = number("DLRIG_BRUTE_SEED", 0), bad = 0;
    unsigned found = 0;
    struct arena arena;
    arena_init(&arena, 0);
    for (unsigned seed = only > 0 ? only : 1; seed <= (only > 0 ? only : n); seed++) {
        bool held;
        arena_reset(&arena);
        bad += !ask_both(seed, &arena, &held);
        found += held;
    }
    arena_free(&arena);
    print_message("%u catalogs, %u of them have a machine, %u answers differ\n", only > 0 ? 1 : n,
                  found, bad);
    assert_int_equal(bad, 0);
    assert_true(only > 0 || found * 2 >= n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cheapest_as_brute_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
