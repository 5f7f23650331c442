/*
 * gather_build.c - facts of the parts of an own machine: which go together, what fits where, what
 * drives, network cards and UPS can do. What no table tells stays UNKNOWN.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/rules/gather_parts.h"

static double count_of(const struct bom *b, enum part_kind kind)
{
    double n = 0.0;
    for (int i = 0; i < b->n; i++)
        n += b->line[i].kind == kind ? b->line[i].qty : 0;
    return n / (b->machines > 0 ? b->machines : 1);
}

static const struct bom_line *last_line(const struct bom *b, enum part_kind kind)
{
    const struct bom_line *found = NULL;
    for (int i = 0; i < b->n; i++)
        if (b->line[i].kind == kind)
            found = &b->line[i];
    return found;
}

/* --- slots and case -------------------------------------------------------------------------- */

/* How many cards of this width the board's slots take. The table knows two-slot cards; of wider
 * ones one always fits where a two-slot card does. */
static double board_cards(const struct platform *p, double width, int cards)
{
    if (width <= 1)
        return p->pcie_x16_electrical;
    if (width <= 2 || !(p->pcie_dual_width_gpus >= 1))
        return p->pcie_dual_width_gpus;
    return cards == 1 ? 1.0 : UNKNOWN;
}

/* Free slots between cards: at most what the openings of the case leave. A figure only when that
 * already says that there is too little. */
static double slot_gap(double openings, double width, int cards)
{
    double most = cards > 1 ? (openings - cards * width) / (cards - 1) : UNKNOWN;
    return most < 1.0 ? fmax(most, 0.0) : UNKNOWN;
}

/* -1 of the checks: it cannot be told. */
static double told(int n, double otherwise)
{
    return n >= 0 ? n : otherwise;
}

static void gather_case(const struct plan *p, struct rule_facts *rf)
{
    const struct bom *b = &p->bom;
    const struct build_checks *k = &b->checks;
    const struct chassis *c = b->chassis;
    rf->f[F_CASE_OPENINGS] = told(k->openings_have, c->expansion_slots);
    rf->f[F_CASE_RADIATOR] = c->max_radiator_mm;
    rf->f[F_CASE_SUPPLIES] = chassis_psu_places(c) > 0 ? chassis_psu_places(c) : UNKNOWN;
    rf->f[F_CASE_WIDTH] = c->fit != NULL ? c->fit->width_mm : UNKNOWN;
    if (p->accel->fit != NULL) /* a plug on the long edge wants 35 mm before its cable bends */
        rf->f[F_CARD_HEIGHT] = p->accel->fit->height_mm + (card_side_plug(p->accel) ? 35.0 : 0.0);
    rf->f[F_AIR_WANTED] = k->air_wanted_m3h;
    rf->f[F_AIR_MOVED] = k->air_m3h;
    fact_yes(rf, F_PSU_INSIDE, k->psu_in_case);
    rf->f[F_PSU_LENGTH] = k->psu_mm;
    rf->f[F_CASE_PSU] = k->psu_room_mm;
    fact_tri(rf, F_BOARD_FITS_CASE, k->board_fits);
    if (b->cooler == NULL)
        return;
    fact_yes(rf, F_WATER_COOLER, known(b->cooler->radiator_mm) && b->cooler->radiator_mm > 0);
    fact_tri(rf, F_COOLER_FITS, k->cooler_fits);
    rf->f[F_COOLER_HEIGHT] = b->cooler->height_mm;
    rf->f[F_RADIATOR] = b->cooler->radiator_mm;
    rf->f[F_CASE_COOLER] = k->in_case ? k->cooler_room_mm : UNKNOWN;
    if (!known(rf->f[F_CASE_COOLER]) && known(c->rack_u)) /* what cases of that height leave */
        rf->f[F_CASE_COOLER] = c->rack_u >= 5 ? 170 : c->rack_u >= 4 ? 150 : UNKNOWN;
    if (chassis_is_open(c))
        rf->f[F_CASE_COOLER] = rf->f[F_CASE_WIDTH] = INFINITY; /* no walls */
}

static void gather_slots(const struct plan *p, struct rule_facts *rf)
{
    const struct bom *b = &p->bom;
    const struct build_checks *k = &b->checks;
    double width = card_width(p->accel);
    int cards = b->gpus > 0 ? b->gpus : p->per_node;
    if (b->platform && b->platform->is_board) {
        rf->f[F_BOARD_CARDS] = told(k->slots_placed, board_cards(b->platform, width, cards));
        rf->f[F_BOARD_SLOTS] = b->platform->pcie_x16_electrical;
        fact_yes(rf, F_HAS_ADAPTERS, last_line(b, PART_CABLE) != NULL);
    }
    bool server = b->platform != NULL && !b->platform->is_board && !b->platform->is_complete;
    fact_yes(rf, F_SERVER_PLACES, server && b->gpus > 0);
    if (server) {
        int exact;
        enum why why = platform_form(b->platform, p->accel, cards, &exact);
        fact_yes(rf, F_FORM_FITS, why != WHY_FORM);
        rf->f[F_CHASSIS_CARDS] = exact > 0 ? exact
                                 : p->accel->form == FORM_PCIE && width > 1
                                     ? b->platform->pcie_dual_width_gpus
                                     : b->platform->gpu_max;
    }
    fact_yes(rf, F_RISERS, b->risers);
    rf->f[F_OPENINGS_NEED] = told(k->openings_need, ceil(width) * cards);
    if (b->chassis == NULL)
        return;
    gather_case(p, rf);
    rf->f[F_SLOT_GAP] = told(k->air, slot_gap(rf->f[F_CASE_OPENINGS], ceil(width), cards));
}

/* --- CPU and memory -------------------------------------------------------------------------- */

static void gather_cpu(const struct bom *b, struct rule_facts *rf)
{
    const struct cpu *c = b->cpu;
    fact_yes(rf, F_HAS_CPU, c != NULL);
    if (b->platform)
        rf->f[F_SOCKETS] = b->platform->sockets;
    if (c == NULL)
        return;
    if (last_line(b, PART_CPU))
        rf->f[F_SOCKETS] = count_of(b, PART_CPU);
    rf->f[F_CPU_SOCKETS] = c->max_sockets;
    rf->f[F_CPU_CLOCK] = c->base_ghz;
    fact_yes(rf, F_CPU_USED, c->price.used);
    fact_yes(rf, F_SERVER_CPU, text_has(c->segment, "server"));
    fact_yes(rf, F_FOREIGN_CPU, !c->domestic_cn);
    /* two CPUs where one works is a rule of its own */
    bool too_many = c->max_sockets < rf->f[F_SOCKETS];
    enum tri fits = b->checks.cpu_fits;
    if (too_many && b->platform && b->platform->socket_type) {
        enum why why;
        fits = cpu_fits_platform(b->platform, c, &why) || why == WHY_CPU ? TRI_YES : TRI_NO;
    }
    fact_tri(rf, F_CPU_FITS, fits);
}

static double least(double a, double b)
{
    return !known(a) ? b : !known(b) ? a : fmin(a, b);
}

static void gather_memory(const struct bom *b, struct rule_facts *rf)
{
    if (!b->memory || !b->platform)
        return;
    fact_tri(rf, F_MEMORY_FITS, b->checks.memory_fits);
    fact_tri(rf, F_MEMORY_ROOM, b->checks.memory_room);
    double cpus =
        b->cpu ? b->cpu->max_mem_gb * (known(rf->f[F_SOCKETS]) ? rf->f[F_SOCKETS] : 1) : UNKNOWN;
    rf->f[F_RAM_LIMIT] = least(b->platform->max_mem_gb, cpus);
}

/* --- supply, rack, UPS ----------------------------------------------------------------------- */

/* What the inlet of a supply carries: C14 10 A and C20 16 A by IEC, 15 and 20 A by UL of which
 * four fifths count all day. */
static double inlet_watts(const char *inlet, double volts)
{
    bool large = text_has(inlet, "C19") || text_has(inlet, "C20");
    if (!large && !text_has(inlet, "C13") && !text_has(inlet, "C14"))
        return UNKNOWN;
    double amps = volts < 200 ? (large ? 16.0 : 12.5) : (large ? 16.0 : 10.0);
    return amps * volts;
}

static void gather_cords(const struct job *j, const struct bom *b, struct rule_facts *rf)
{
    const struct power *w = &b->power;
    int n = w->psu_count > 0 ? w->psu_count : 1;
    rf->f[F_PSU_COUNT] = n;
    if (b->psu) {
        double volts = circuit_of(j->country, j->place, j->volts, j->amps).volts;
        rf->f[F_SUPPLY_WALL] = w->wall_w / n;
        rf->f[F_CORD_W] = inlet_watts(b->psu->inlet, volts);
    }
    rf->f[F_EPS_NEED] = b->checks.eps_need; /* of cards with such plugs speaks eps-connector */
    rf->f[F_EPS_HAVE] = b->checks.eps_have;
    rf->f[F_WALL_ALL] = w->wall_w * (b->machines > 0 ? b->machines : 1);
}

static void gather_rack(const struct bom *b, struct rule_facts *rf)
{
    const struct bom_line *rack = last_line(b, PART_RACK), *sw = last_line(b, PART_SWITCH);
    int racks = rack && rack->qty > 0 ? rack->qty : 1;
    int machines = b->machines > 0 ? b->machines : 1;
    if (b->platform && b->platform->fit)
        rf->f[F_MACHINE_KG] = b->platform->fit->weight_kg;
    if (!known(rf->f[F_MACHINE_KG]) && b->rack_u >= 6) /* 123 kg in six units, 142 in ten */
        rf->f[F_MACHINE_KG] = 100.0;
    /* a tenth more for air; two units a switch */
    rf->f[F_RACK_UNITS] =
        (b->rack_u * ((machines + racks - 1) / racks) + (sw ? 2.0 * sw->qty / racks : 0.0)) * 1.1;
}

/* Minutes on the batteries: a power of the load through the two that are told, because a battery
 * gives less the faster it is emptied. */
static double ups_minutes(const struct ups *u, double load_w)
{
    const struct fitting *x = u->fit;
    if (x == NULL || !(load_w > 0) || !(x->minutes_half > x->minutes_full))
        return UNKNOWN;
    double power = log(x->minutes_half / x->minutes_full) / log(2.0);
    return load_w <= u->watts ? x->minutes_full * pow(u->watts / load_w, power) : 0.0;
}

static void gather_ups(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    const struct bom_line *l = last_line(b, PART_UPS);
    for (size_t i = 0; l && i < f->ups_n; i++) {
        const struct ups *u = &f->ups[i];
        if (!str_eq(u->id, l->id))
            continue;
        double each = (double)l->qty / (b->machines > 0 ? b->machines : 1);
        rf->f[F_UPS_MINUTES] = each > 0 ? ups_minutes(u, b->power.wall_w / each) : UNKNOWN;
        if (str_empty(u->topology))
            continue;
        bool online = text_begins(u->topology, "online");
        fact_yes(rf, F_UPS_ONLINE, online);
        if (online || text_has(u->topology, "sine"))
            fact_yes(rf, F_UPS_SINE, !text_has(u->topology, "simulated"));
    }
}

/* --- drives and network ---------------------------------------------------------------------- */

static const struct ssd *ssd_of(const struct facts *f, const char *id)
{
    for (size_t i = 0; i < f->ssd_n; i++)
        if (str_eq(f->ssd[i].id, id))
            return &f->ssd[i];
    return NULL;
}

/* Months until hourly checkpoints have written what the maker grants all data drives. */
static double drive_life(const struct plan *p, const struct ssd *s, double drives)
{
    double granted_tb = known(s->tbw) ? s->tbw : s->dwpd * s->capacity_gb / 1000.0 * 365.0 * 5.0;
    double month_tb = p->sizing.checkpoint_gb / 1000.0 * p->cost.hours_per_month;
    return month_tb > 0 ? granted_tb * drives / month_tb : 1200.0;
}

/* Hard disks, and what the slowest RAID card for NVMe drives lets through: lanes times the rate of
 * one lane; 0: there is none. */
static void gather_archive(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    static const double lane_gbs[] = {0, 0.25, 0.5, 0.985, 1.969, 3.938, 7.563};
    double slowest = 0;
    if (b->archive_gb > 0 && b->archive_gb >= rf->f[F_DATA_SIZE] && rf->f[F_DATA_SIZE] > 0) {
        rf->f[F_SPACE_NEED] -= rf->f[F_DATA_SIZE]; /* they lie there, not on the fast drives */
        fact_yes(rf, F_HOLDS_DATA, false);
    }
    rf->f[F_ARCHIVE_WANT] = b->archive_want_gb;
    rf->f[F_ARCHIVE_GB] = b->archive_gb;
    rf->f[F_ARCHIVE_READ] = b->archive_read_gbs;
    rf->f[F_ARCHIVE_DRIVES] = b->archive_drives;
    rf->f[F_ARCHIVE_PARITY] = b->archive_parity;
    fact_yes(rf, F_RAID_FIVE, false); /* the archive of a plan has double parity */
    for (int i = 0; i < b->n; i++)
        for (size_t k = 0; b->line[i].kind == PART_CABLE && k < f->controller_n; k++) {
            const struct controller *c = &f->controller[k];
            bool nvme = strstr(c->kind, "RAID") != NULL && c->pcie_lanes > 0;
            if (!nvme || !str_eq(c->id, b->line[i].id))
                continue;
            int gen = known(c->pcie_gen) && c->pcie_gen <= 6 ? (int)c->pcie_gen : 0;
            double gbs = c->pcie_lanes * lane_gbs[gen];
            slowest = slowest > 0 && slowest < gbs ? slowest : gbs;
        }
    rf->f[F_RAID_CARD_GBS] = slowest;
}

/* Hard disks that no box of their own holds, and the bays of the case. */
static void gather_bays(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    double loose = 0;
    for (int i = 0; i < b->n; i++) {
        const struct bom_line *l = &b->line[i];
        loose += l->kind == PART_HDD ? l->qty : 0;
        for (size_t k = 0; l->kind != PART_HDD && k < f->enclosure_n; k++)
            if (str_eq(f->enclosure[k].id, l->id))
                loose -= f->enclosure[k].bays * l->qty;
    }
    rf->f[F_LOOSE_DRIVES] = loose > 0 ? loose : 0;
    rf->f[F_CASE_BAYS] = b->chassis != NULL ? b->chassis->bays_35 : UNKNOWN;
}

static void gather_drives(const struct facts *f, const struct plan *p, struct rule_facts *rf)
{
    const struct bom_line *l = last_line(&p->bom, PART_SSD);
    const struct ssd *s = l ? ssd_of(f, l->id) : NULL;
    if (s == NULL)
        return;
    double drives = known(s->capacity_gb) ? round(p->bom.storage_gb / s->capacity_gb) : UNKNOWN;
    rf->f[F_DATA_DRIVES] = drives;
    fact_tri(rf, F_DRIVES_FIT, p->bom.checks.drives_fit);
    rf->f[F_STORAGE_WRITE] = s->seq_write_mbs / 1000.0 * drives;
    fact_tri(rf, F_DRIVE_PLP, s->plp);
    if (p->sizing.checkpoint_gb >= 0)
        rf->f[F_DRIVE_LIFE] = drive_life(p, s, drives);
}

static void gather_network(const struct facts *f, const struct bom *b, struct rule_facts *rf)
{
    static const double lane_gbps[] = {0, 2, 4, 7.88, 15.75, 31.5, 60.5};
    const struct bom_line *l = last_line(b, PART_NIC);
    fact_yes(rf, F_HAS_NIC, l != NULL);
    fact_yes(rf, F_HAS_SWITCH, last_line(b, PART_SWITCH) != NULL);
    rf->f[F_NICS] = l ? count_of(b, PART_NIC) : 0.0;
    rf->f[F_PORT_GBPS] = b->nic_gbps; /* of the board, where no card is on the bill */
    for (size_t i = 0; l && i < f->nic_n; i++) {
        const struct nic *n = &f->nic[i];
        if (!str_eq(n->id, l->id))
            continue;
        double gen = least(n->pcie_gen, b->platform ? b->platform->pcie_gen : UNKNOWN);
        rf->f[F_PORT_GBPS] = n->port_gbps;
        rf->f[F_NIC_GBPS] = n->total_gbps;
        if (known(gen) && gen >= 1 && gen <= 6 && known(n->pcie_lanes))
            rf->f[F_NIC_SLOT] = lane_gbps[(int)gen] * n->pcie_lanes;
    }
}

void gather_build(const struct job *j, const struct facts *f, const struct plan *p,
                  struct rule_facts *rf)
{
    const struct bom *b = &p->bom;
    fact_yes(rf, F_IS_BOARD, b->platform && b->platform->is_board);
    fact_yes(rf, F_SWITCHED, b->pcie_switched);
    if (b->platform != NULL && b->platform->fit != NULL)
        rf->f[F_UPLINK_RATIO] = b->gpu_lanes * b->gpus / b->platform->fit->uplink_lanes;
    if (b->platform && text_has(b->platform->cpu_families, "Kunpeng"))
        fact_yes(rf, F_ARM_HOST, true);
    else if (b->platform && b->platform->cpu_families)
        fact_yes(rf, F_ARM_HOST, false);
    rf->f[F_MISSING] = b->checks.missing_n;
    fact_yes(rf, F_CASE_TOLD, true);
    if (b->checks.missing_n > 0)
        rf->f[F_MISSING_FIRST] = part_kind_label(b->checks.missing_first);
    rf->f[F_BOARDS] = b->checks.boards;
    rf->f[F_CASES] = b->checks.cases;
    rf->f[F_COOLERS] = b->checks.coolers;
    rf->f[F_CPU_PARTS] = b->checks.cpus;
    rf->f[F_BRIDGES] = b->bridges;
    fact_yes(rf, F_TAKES_BRIDGES, build_bridges(p->accel, 2) > 0);
    rf->f[F_LOST_WANT] = b->checks.lost_want;
    rf->f[F_LOST_HAVE] = b->checks.lost_have;
    if (b->checks.lost != NULL)
        fact_text(rf, F_LOST, b->checks.lost);
    gather_cpu(b, rf);
    gather_memory(b, rf);
    gather_slots(p, rf);
    gather_cords(j, b, rf);
    gather_rack(b, rf);
    gather_ups(f, b, rf);
    gather_drives(f, p, rf);
    gather_archive(f, &p->bom, rf);
    gather_bays(f, b, rf);
    gather_network(f, b, rf);
}
