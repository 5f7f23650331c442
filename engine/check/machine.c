/*
 * machine.c - lines of a parts list put together to one machine, with the figures that the builder
 * would reach for the same parts: lanes, load, supply at the site's voltage, socket, memory rate.
 *
 * Counts are those of the whole list: the boards tell how many machines it is. What no line tells
 * stays unknown; a processor that nobody named draws what an upper desktop one does (125 W).
 */
#include <math.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/check/check.h"
#include "engine/job/fault.h"

#define CPU_UNTOLD_W 125.0

struct bench { /* what lies on the table */
    const struct parts_list *list;
    const struct facts *f;
    struct arena *arena;
    struct check_machine *x;
    const struct parts_line *platform, *cpu, *cooler, *memory, *psu, *chassis, *nic, *ups;
    const struct parts_line *ssd[2]; /* by place in the list: first, largest of the others */
    int modules;
    double memory_gb, drives;    /* of the whole list; further drives than those two */
    const struct net_switch *sw; /* the fastest of the list */
    int switches, cables;
    double cable_gbps;
    bool has[PART_KINDS];
};

static bool found(const struct parts_line *l)
{
    return l->match != MATCH_NONE;
}

static void first_of(const struct parts_line **at, const struct parts_line *l)
{
    if (*at == NULL)
        *at = l;
}

static void take_memory(struct bench *b, const struct parts_line *l)
{
    const struct memory_part *m = &b->f->memory[l->index];
    if (known(m->module_gb) && known(m->modules)) { /* else the total alone is told */
        first_of(&b->memory, l);
        b->modules += l->qty * (int)m->modules;
    }
    b->memory_gb += l->qty * m->total_gb;
}

static void take_drive(struct bench *b, const struct parts_line *l)
{
    const struct ssd *f = b->f->ssd;
    if (b->ssd[0] == NULL) {
        b->ssd[0] = l;
    } else if (b->ssd[1] == NULL) {
        b->ssd[1] = l;
    } else {
        const struct parts_line *small = l;
        if (f[l->index].capacity_gb > f[b->ssd[1]->index].capacity_gb) {
            small = b->ssd[1];
            b->ssd[1] = l;
        }
        b->drives += small->qty;
    }
}

static void take_cards(struct bench *b, const struct accel *a, int qty)
{
    struct hardware *h = &b->x->cards;
    for (int i = 0; i < h->n; i++) {
        if (h->group[i].accel == a) {
            h->group[i].count += qty;
            return;
        }
    }
    if (h->n < CARD_GROUPS)
        h->group[h->n++] = (struct card_group){a, qty};
}

/* Switches of the fabric; those up to 10 Gbit/s are for management. */
static void take_switch(struct bench *b, const struct parts_line *l)
{
    const struct net_switch *s = &b->f->net_switch[l->index];
    if (!(s->port_gbps > 10) && b->x->machines > 0 && !text_begins(s->protocol, "InfiniBand"))
        return;
    b->sw = s;
    b->switches = l->qty;
}

static void take_cable(struct bench *b, const struct parts_line *l)
{
    const struct extra *x = &b->f->extra[l->index];
    if (!str_eq(x->kind, "cable") || !known(x->speed_gbps))
        return;
    b->cables += l->qty;
    b->cable_gbps = x->speed_gbps;
}

static void sort_lines(struct bench *b)
{
    for (int i = 0; i < b->list->n; i++) {
        const struct parts_line *l = &b->list->line[i];
        if (!found(l))
            continue;
        if (l->kind < PART_KINDS)
            b->has[l->kind] = true;
        switch (l->kind) {
        case PART_GPU: take_cards(b, &b->f->accel[l->index], l->qty); break;
        case PART_PLATFORM: first_of(&b->platform, l); break;
        case PART_CPU: first_of(&b->cpu, l); break;
        case PART_COOLER: first_of(&b->cooler, l); break;
        case PART_MEMORY: take_memory(b, l); break;
        case PART_SSD: take_drive(b, l); break;
        case PART_PSU: first_of(&b->psu, l); break;
        case PART_CASE: first_of(&b->chassis, l); break;
        case PART_NIC: first_of(&b->nic, l); break;
        case PART_UPS: first_of(&b->ups, l); break;
        case PART_SWITCH: take_switch(b, l); break;
        case PART_CABLE: take_cable(b, l); break;
        case PART_HDD:
        case PART_RACK:
        case PART_SPARE:
        case PART_SERVICE:
        case PART_KINDS: break;
        }
    }
}

/* A system sold whole brings its cards, whether the list names them or not. */
static void included_cards(struct bench *b)
{
    const struct platform *p = b->platform != NULL ? &b->f->platform[b->platform->index] : NULL;
    if (p == NULL || b->x->cards.n > 0 || str_empty(p->includes_accel) || !known(p->includes_count))
        return;
    const struct accel *a = facts_accel(b->f, p->includes_accel);
    if (a != NULL)
        take_cards(b, a, (int)p->includes_count * b->platform->qty);
}

/* Cards of one machine, the smallest of them, and their mean power. */
static void count_cards(struct bench *b)
{
    struct check_machine *x = b->x;
    double watts = 0;
    int all = 0;
    x->card = NULL;
    for (int i = 0; i < x->cards.n; i++) {
        const struct accel *a = x->cards.group[i].accel;
        if (x->card == NULL || a->usable_gib < x->card->usable_gib)
            x->card = a;
        all += x->cards.group[i].count;
        watts += a->tdp_w * x->cards.group[i].count;
    }
    x->machines = b->platform != NULL ? b->platform->qty : 1;
    if (x->card != NULL && accel_is_machine(x->card) && b->platform == NULL)
        x->machines = all;
    if (x->machines > all && all > 0)
        x->machines = all;
    x->per_node = x->machines > 0 ? all / x->machines : all;
    for (int i = 0; i < x->cards.n; i++) {
        int each = x->cards.group[i].count / x->machines;
        x->cards.group[i].count = each > 0 ? each : 1;
    }
    if (x->cards.n > 1) {
        struct accel *mean = ARENA_NEW(b->arena, struct accel);
        if (mean == NULL)
            return;
        *mean = *x->card;
        mean->tdp_w = watts / all;
        x->card = mean;
    }
}

static int each(const struct bench *b, const struct parts_line *l)
{
    int n = l->qty / b->x->machines;
    return n > 0 ? n : 1;
}

/* A board of which nothing is known stands where the list has none. */
static const struct facts *with_board(struct bench *b, size_t *index)
{
    if (b->platform != NULL) {
        *index = b->platform->index;
        return b->f;
    }
    struct facts *own = ARENA_NEW(b->arena, struct facts);
    struct parts_line blank = {.kind = PART_PLATFORM, .id = "untold", .qty = 1, .price = UNKNOWN};
    if (own == NULL)
        return NULL;
    *own = *b->f;
    return figures_apply(b->list, own, &blank, SIZE_MAX, b->arena, index, NULL) == OK ? own : NULL;
}

static const struct platform_info *info_of(const struct build_tables *t, const struct platform *p)
{
    for (int i = 0; i < t->platform_n; i++)
        if (t->platform[i].p == p)
            return &t->platform[i];
    return NULL;
}

static double price_of(const struct machine *m, const struct price *p)
{
    return price_in(m->t->f, p, m->t->currency);
}

static void put_inside(struct bench *b, struct machine *m)
{
    const struct facts *f = b->f;
    if (b->cpu != NULL) {
        m->cpu = &f->cpu[b->cpu->index];
        m->cpu_price = price_of(m, &m->cpu->price);
        m->sockets = known(m->p->p->sockets) && b->platform != NULL ? (int)m->p->p->sockets : 1;
        int told = each(b, b->cpu);
        m->sockets = told < m->sockets || b->x->no_platform ? told : m->sockets;
    }
    if (b->memory != NULL) {
        const struct memory_part *part = &f->memory[b->memory->index];
        int kit = known(part->modules) && part->modules >= 1 ? (int)part->modules : 1;
        int modules = b->modules / b->x->machines;
        m->memory = (struct memory_choice){
            part, modules / kit, modules, b->memory_gb / b->x->machines, price_of(m, &part->price)};
    }
    bool server = !m->p->p->is_board;
    for (int i = 0; i < 2; i++) {
        if (b->ssd[i] == NULL)
            continue;
        const struct ssd *s = &f->ssd[b->ssd[i]->index];
        struct drive_choice d = {s, each(b, b->ssd[i]), price_of(m, &s->price)};
        bool system = i == 0 && (server || b->ssd[1] != NULL);
        *(system ? &m->system : &m->data) = d;
        m->mirrored = m->mirrored || (system && server);
    }
    m->net = (struct net_choice){.price = UNKNOWN, .gbps = m->p->lan_gbps};
    m->net.sw = b->sw;
    m->net.switches = b->switches;
    m->net.cables = b->cables;
    m->net.cable_gbps = b->cable_gbps;
    if (b->sw != NULL)
        m->net.switch_price = price_of(m, &b->sw->price);
    if (b->nic != NULL) {
        const struct nic *n = &f->nic[b->nic->index];
        m->net.nic = n;
        m->net.qty = each(b, b->nic);
        m->net.price = price_of(m, &n->price);
        m->net.gbps = nic_usable_gbps(n, m->p->p->pcie_gen) * m->net.qty;
    }
}

static void put_housing(struct bench *b, struct machine *m)
{
    const struct facts *f = b->f;
    if (b->cooler != NULL)
        m->cooler = &f->cooler[b->cooler->index];
    if (b->chassis != NULL)
        m->chassis = &f->chassis[b->chassis->index];
    if (b->ups != NULL) {
        m->ups = &f->ups[b->ups->index];
        m->ups_qty = each(b, b->ups);
    }
    bool own = b->psu != NULL && !b->psu->included && f->psu != NULL;
    if (own) {
        m->psu = &f->psu[b->psu->index];
        m->psu_qty = each(b, b->psu);
    }
}

/* Supplies: those of the list, else those that the machine brings. Redundant ones of a list are
 * told with their kind: of two or more one may fail. */
static void supply(struct machine *m)
{
    struct power *w = &m->power;
    if (m->psu == NULL) {
        if (!m->p->p->is_board)
            supply_of_server(m);
        return;
    }
    bool spare = m->psu->redundant == TRI_YES && m->psu_qty > 1;
    w->psu_rated_w = m->psu->watts;
    w->psu_count = m->psu_qty;
    w->psu_w = psu_watts_at(m->psu, m->site.volts) * (m->psu_qty - (spare ? 1 : 0));
    w->psu_atx_version = m->psu->atx_version;
    w->psu_redundant = spare;
}

static void start(struct bench *b, const struct build_tables *t, const struct build_wish *w,
                  const struct platform_info *pi, struct machine *m)
{
    *m = (struct machine){.t = t, .w = w, .p = pi, .gpus = b->x->per_node, .sockets = 1};
    m->site = circuit_of(w->country, w->place, w->volts, w->amps);
    m->cpu_price = m->cooler_price = m->chassis_price = m->psu_price = m->ups_price = UNKNOWN;
    m->power = (struct power){.dc_w = UNKNOWN,
                              .wall_w = UNKNOWN,
                              .psu_w = UNKNOWN,
                              .psu_rated_w = UNKNOWN,
                              .psu_atx_version = UNKNOWN,
                              .circuit_w = UNKNOWN,
                              .circuits = 1};
}

static void lanes(struct bench *b, struct machine *m)
{
    if (m->p->p->is_complete) {
        m->gpu_lanes = card_link_lanes(b->x->card);
        m->lanes_used = m->lanes_cpu = UNKNOWN;
        m->switched = true;
    } else {
        m->risers = m->chassis != NULL && chassis_is_open(m->chassis);
        lanes_fit(m);
    }
    /* a slot or cable narrower than the desktop's share was told by the list */
    if (known(b->x->card->pcie_lanes) && b->x->card->pcie_lanes < m->gpu_lanes)
        m->gpu_lanes = b->x->card->pcie_lanes;
}

static void told_of_machine(struct bench *b)
{
    const struct parts_line *l = b->platform;
    struct check_machine *x = b->x;
    x->wall_told_w = x->plug_amps = UNKNOWN;
    for (int i = 0; l == NULL && i < b->list->n; i++)
        if (b->list->line[i].kind == PART_PSU && found(&b->list->line[i]))
            l = &b->list->line[i];
    if (l != NULL) {
        x->wall_told_w = figure_number(l, "wall_watts");
        x->plug_amps = figure_number(l, "plug_amps");
    }
    if (known(x->wall_told_w))
        x->bom.power.wall_w = x->wall_told_w;
    double noise = l != NULL ? figure_number(l, "noise_db") : UNKNOWN;
    if (known(noise))
        x->bom.noise_db = noise;
}

/* A card that is a whole computer, or no card at all: there is nothing to put together. */
static const struct accel *stand_in(struct bench *b)
{
    struct parts_line blank = {.kind = PART_GPU, .id = "no-card", .qty = 1, .price = UNKNOWN};
    struct facts *own = ARENA_NEW(b->arena, struct facts);
    size_t at;
    if (own == NULL)
        return NULL;
    *own = *b->f;
    if (figures_apply(b->list, own, &blank, SIZE_MAX, b->arena, &at, NULL) != OK)
        return NULL;
    b->f = own;
    own->accel[at].tdp_w = 0;
    return &own->accel[at];
}

/* What the builder adds around several machines is no part of a list that does not name it. */
static void only_listed(const struct bench *b, struct bom *bom)
{
    int n = 0;
    for (int i = 0; i < bom->n; i++) {
        enum part_kind k = bom->line[i].kind;
        bool added = k == PART_SWITCH || k == PART_CABLE || k == PART_RACK || k == PART_SPARE;
        if (b->list->own || !added || b->has[k])
            bom->line[n++] = bom->line[i];
    }
    bom->n = n;
}

static enum err build(struct bench *b, const struct job *job, struct build_wish *w)
{
    struct check_machine *x = b->x;
    size_t at;
    const struct facts *f = with_board(b, &at);
    const struct build_tables *t = f != NULL ? build_tables_make(f, job->currency, b->arena) : NULL;
    const struct platform_info *pi = t != NULL ? info_of(t, &f->platform[at]) : NULL;
    struct machine m;
    if (pi == NULL)
        return ERR_NOMEM;
    b->f = f;
    w->tables = t;
    start(b, t, w, pi, &m);
    put_inside(b, &m);
    put_housing(b, &m);
    lanes(b, &m);
    machine_load(&m);
    m.power.dc_w += 20.0 * b->drives / x->machines;
    if (b->cpu == NULL && !pi->p->is_complete)
        m.power.dc_w += 1.1 * CPU_UNTOLD_W;
    supply(&m);
    circuit_fits(&m);
    bill_write(&m, b->arena, &x->bom);
    only_listed(b, &x->bom);
    if (b->memory == NULL && b->memory_gb > 0)
        x->bom.host_ram_gb = b->memory_gb / x->machines;
    x->server = !pi->p->is_board;
    return OK;
}

enum err check_assemble(const struct parts_list *list, const struct job *job, struct arena *arena,
                        struct check_machine *out, struct err_info *e)
{
    struct bench b = {.list = list, .f = list->facts, .arena = arena, .x = out};
    *out = (struct check_machine){.machines = 1};
    sort_lines(&b);
    included_cards(&b);
    out->no_platform = b.platform == NULL;
    out->no_cpu = b.cpu == NULL;
    out->no_memory = b.memory == NULL;
    out->no_supply = b.psu == NULL;
    out->no_case = b.chassis == NULL;
    count_cards(&b);
    bool none = out->cards.n == 0;
    if (none)
        out->card = stand_in(&b);
    if (out->card == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    struct shape s = shape_in_slots(out->card, none ? 1 : out->per_node, out->machines);
    struct build_wish w;
    build_wish_of(job, NULL, &s, &w);
    w.per_node = out->per_node;
    struct circuit c = circuit_of(job->country, job->place, job->volts, job->amps);
    out->site_amps = c.amps;
    if (!none && accel_is_machine(out->card)) {
        const struct build_tables *t = build_tables_make(b.f, job->currency, arena);
        if (t == NULL)
            return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        bill_soc(t, &w, arena, &out->bom);
        out->no_platform = out->no_cpu = out->no_memory = out->no_supply = out->no_case = false;
    } else if (build(&b, job, &w) != OK) {
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    }
    told_of_machine(&b);
    return OK;
}
