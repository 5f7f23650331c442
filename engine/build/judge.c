/*
 * judge.c - a parts list as it stands, whoever made it: which machine it is, what is missing, what
 * does not go together. The solver's bills, bills changed by hand and lists from elsewhere all
 * pass here; nothing is changed, what is wrong becomes a figure or a no in bom.checks for the
 * rules.
 */
#include "base/err.h"
#include "base/str.h"
#include "engine/build/parts.h"

/* Stands in for a board that is not there. */
static const struct platform no_board = {.is_board = true,
                                         .sockets = NAN,
                                         .mem_slots = NAN,
                                         .mem_channels_per_socket = NAN,
                                         .max_mem_gb = NAN,
                                         .gpu_max = NAN,
                                         .pcie_dual_width_gpus = NAN,
                                         .pcie_x16_electrical = NAN,
                                         .pcie_gen = NAN,
                                         .max_gpu_tdp_w = NAN,
                                         .nvme_bays = NAN,
                                         .m2_slots = NAN,
                                         .psu_count = NAN,
                                         .psu_w = NAN,
                                         .rack_u = NAN};
static const struct platform_info no_board_info = {
    .p = &no_board, .price = NAN, .nic_x16 = NAN, .psu_n = -1, .psu_spare = -1, .board_rank = 4};

/* What the lines of one kind come to. */
struct count {
    int cpus, coolers, drives, boards, psus, cases;
    double m2, u2;
};

#define FIND(FIELD)                                                                                \
    for (size_t i = 0; i < t->f->FIELD##_n; i++)                                                   \
        if (str_eq(t->f->FIELD[i].id, l->id))                                                      \
            FIELD = &t->f->FIELD[i];

static void take_drive(const struct build_tables *t, const struct bom_line *l, int k,
                       struct machine *m, struct count *n)
{
    const struct ssd *ssd = NULL;
    FIND(ssd)
    int qty = l->qty / k;
    n->drives += qty;
    if (ssd == NULL)
        return;
    struct drive_choice d = {ssd, qty, UNKNOWN};
    if (m->system.ssd == NULL && m->data.ssd == NULL && !m->p->p->is_board && qty == 2)
        m->system = d; /* of a server: the mirrored pair comes first */
    else if (m->data.ssd == NULL)
        m->data = d;
    else if (ssd_is_m2(ssd))
        m->more_m2 += qty;
    else
        m->more_u2 += qty;
}

static void take_memory(const struct build_tables *t, const struct bom_line *l, int k,
                        struct machine *m)
{
    const struct memory_part *memory = NULL;
    FIND(memory)
    if (memory == NULL || !known(memory->modules))
        return;
    int modules = l->qty * (int)memory->modules / k;
    m->memory.part = m->memory.part != NULL ? m->memory.part : memory;
    m->memory.kits += l->qty / k;
    m->memory.modules += modules;
    m->memory.total_gb += modules * memory->module_gb;
}

static void take_card(const struct build_tables *t, const struct bom_line *l, int k,
                      struct machine *m)
{
    const struct accel *a = facts_accel(t->f, l->id);
    int qty = l->qty / k;
    m->gpus += qty;
    if (a == NULL)
        return;
    double w = a == m->w->accel ? card_watts(m->w) : a->tdp_w;
    m->cards_w += w * qty;
    m->need12 += a->conn_12v2x6 * qty;
    m->need8 += a->conn_8pin * qty;
    m->cards_width += card_width(a) * qty;
}

static void take_net(const struct build_tables *t, const struct bom_line *l, int k,
                     struct machine *m)
{
    const struct nic *nic = NULL;
    const struct net_switch *net_switch = NULL;
    if (l->kind == PART_NIC) {
        FIND(nic)
        if (nic == NULL)
            return;
        double one = nic_usable_gbps(nic, m->p->p->pcie_gen);
        m->net.gbps = (m->net.nic != NULL ? m->net.gbps : 0) + one * (l->qty / k);
        m->net.qty += l->qty / k;
        m->net.nic = m->net.nic != NULL ? m->net.nic : nic;
    } else {
        FIND(net_switch)
        if (net_switch != NULL &&
            (m->net.sw == NULL || net_switch->port_gbps > m->net.sw->port_gbps)) {
            m->net.sw = net_switch;
            m->net.switches = l->qty;
        }
    }
}

static void take_fans(const struct build_tables *t, const struct bom_line *l, int qty,
                      struct machine *m)
{
    const struct fan *fan = NULL;
    FIND(fan)
    m->fans += qty;
    m->fans_m3h += fan != NULL ? fan->airflow_m3h * qty : UNKNOWN;
}

static void take_part(const struct build_tables *t, const struct bom_line *l, int k,
                      struct machine *m, struct count *n)
{
    const struct cpu *cpu = NULL;
    const struct cooler *cooler = NULL;
    const struct psu *psu = NULL;
    const struct chassis *chassis = NULL;
    const struct ups *ups = NULL;
    int qty = l->qty / k;
    switch (l->kind) {
    case PART_CPU:
        FIND(cpu)
        m->cpu = m->cpu != NULL ? m->cpu : cpu;
        n->cpus += qty;
        break;
    case PART_COOLER:
        FIND(cooler)
        m->cooler = m->cooler != NULL ? m->cooler : cooler;
        n->coolers += qty;
        break;
    case PART_MEMORY: take_memory(t, l, k, m); break;
    case PART_SSD: take_drive(t, l, k, m, n); break;
    case PART_PSU:
        FIND(psu)
        n->psus += qty;
        if (psu == NULL)
            break; /* a server's own */
        m->psu_sum_w += psu_watts_at(psu, m->site.volts) * qty;
        m->psu = m->psu != NULL ? m->psu : psu;
        m->psu_qty += qty;
        break;
    case PART_CASE:
        FIND(chassis)
        m->chassis = m->chassis != NULL ? m->chassis : chassis;
        n->cases += qty;
        break;
    case PART_NIC:
    case PART_SWITCH: take_net(t, l, k, m); break;
    case PART_UPS:
        FIND(ups)
        m->ups = ups;
        m->ups_qty = qty;
        break;
    case PART_FAN: take_fans(t, l, qty, m); break;
    case PART_GPU: take_card(t, l, k, m); break;
    case PART_CABLE:
        m->risers = m->risers || str_eq(l->id, "gpu-riser");
        m->bridges += str_eq(l->id, "nvlink-bridge") ? qty : 0;
        break;
    case PART_PLATFORM:
    case PART_HDD:
    case PART_RACK:
    case PART_SPARE:
    case PART_SERVICE:
    case PART_KINDS: break;
    }
}

static void machine_of_lines(const struct build_tables *t, const struct build_wish *w,
                             const struct bom *b, struct machine *m, struct count *n)
{
    int k = b->machines > 0 ? b->machines : 1;
    *n = (struct count){0};
    *m = (struct machine){.t = t, .w = w, .p = &no_board_info, .sockets = 1};
    m->site = circuit_of(w->country, w->place, w->volts, w->amps);
    for (int i = 0; i < b->n; i++) {
        if (b->line[i].kind != PART_PLATFORM)
            continue;
        n->boards += b->line[i].qty / k > 0 ? b->line[i].qty / k : 1;
        for (int j = 0; j < t->platform_n && m->p == &no_board_info; j++)
            if (str_eq(t->platform[j].p->id, b->line[i].id))
                m->p = &t->platform[j];
    }
    if (known(m->p->p->sockets))
        m->sockets = (int)m->p->p->sockets;
    m->net = (struct net_choice){.price = UNKNOWN, .gbps = m->p->lan_gbps};
    for (int i = 0; i < b->n; i++) {
        take_part(t, &b->line[i], k, m, n);
        m->archive_w += archive_wall_w(archive_line_w(t->f, &b->line[i]), k);
    }
    m->power = (struct power){.psu_w = UNKNOWN,
                              .psu_rated_w = UNKNOWN,
                              .psu_atx_version = UNKNOWN,
                              .circuit_w = UNKNOWN,
                              .circuits = 1};
}

/* The supply as it stands; a machine without one has none, not an unknown one. */
static void judge_power(struct machine *m, const struct count *n)
{
    machine_load(m);
    if (m->psu != NULL) {
        m->power.psu_rated_w = m->psu->watts;
        m->power.psu_count = m->psu_qty;
        m->power.psu_w = m->psu_sum_w;
        m->power.psu_atx_version = m->psu->atx_version;
    } else if (!m->p->p->is_board) {
        supply_of_server(m);
        if (n->psus > 0 && m->p->psu_n > 0 && n->psus < m->p->psu_n && known(m->power.psu_w)) {
            m->power.psu_w = m->power.psu_rated_w * n->psus; /* some were taken out */
            m->power.psu_count = n->psus;
            m->power.psu_redundant = false;
        }
    } else {
        m->power.psu_w = m->power.psu_rated_w = 0;
        m->power.psu_count = 0;
    }
    circuit_fits(m);
}

static enum tri yes(bool x)
{
    return x ? TRI_YES : TRI_NO;
}

/* Parts by the figures of a list may not tell what they are: then nobody can say. */
static enum tri cpu_fits(const struct platform *p, const struct cpu *c)
{
    enum why why;
    if (p->socket_type == NULL || c->socket == NULL)
        return TRI_UNKNOWN;
    if (cpu_fits_platform(p, c, &why))
        return TRI_YES;
    bool told = why == WHY_SOCKET || (p->cpu_families != NULL && c->family != NULL);
    return told ? TRI_NO : TRI_UNKNOWN;
}

static enum tri memory_kind_fits(const char *mem_type, const struct memory_part *part)
{
    if (mem_type == NULL || part->generation == NULL)
        return TRI_UNKNOWN;
    if (!memory_of_generation(mem_type, part))
        return TRI_NO; /* whatever the modules are */
    if (part->module_type == NULL)
        return TRI_UNKNOWN;
    return yes(memory_fits_kind(mem_type, part));
}

/* No of either says no, else both must be known. */
static enum tri both(enum tri a, enum tri b)
{
    if (a == TRI_NO || b == TRI_NO)
        return TRI_NO;
    return a == TRI_YES && b == TRI_YES ? TRI_YES : TRI_UNKNOWN;
}

static void check_parts(const struct machine *m, const struct count *n, struct build_checks *c)
{
    const struct platform *p = m->p->p;
    c->boards = n->boards;
    c->coolers = n->coolers;
    c->cases = n->cases;
    c->cpus = n->cpus;
    c->sockets = known(p->sockets) ? m->sockets : -1;
    bool board = n->boards > 0;
    if (board && m->cpu != NULL)
        c->cpu_fits = cpu_fits(p, m->cpu);
    if (board && m->memory.part != NULL) {
        c->memory_fits = memory_kind_fits(p->mem_type, m->memory.part);
        if (m->cpu != NULL)
            c->memory_fits =
                both(c->memory_fits, memory_kind_fits(m->cpu->mem_type, m->memory.part));
    }
    if (m->memory.part != NULL)
        c->memory_room =
            memory_max(m->p, m->cpu, m->memory.total_gb, m->memory.part->module_gb) == WHY_NONE &&
                    !(m->memory.modules > p->mem_slots)
                ? TRI_YES
                : TRI_NO;
    if (board && p->is_board && m->cooler != NULL)
        c->cooler_fits = p->socket_type == NULL || m->cooler->sockets == NULL
                             ? TRI_UNKNOWN
                             : yes(cooler_fits_socket(m->cooler, p->socket_type));
    if (board && p->is_board && m->chassis != NULL)
        c->board_fits = yes(chassis_form_rank(m->chassis) == 0 ||
                            chassis_form_rank(m->chassis) >= m->p->board_rank);
    if (board && m->system.ssd == NULL && m->data.ssd != NULL && p->is_board && known(p->m2_slots))
        c->drives_fit = yes((ssd_is_m2(m->data.ssd) ? m->data.qty : 0) + m->more_m2 <= p->m2_slots);
}

static void check_room(const struct machine *m, struct build_checks *c)
{
    const struct platform *p = m->p->p;
    const struct chassis *h = m->chassis;
    struct slots at;
    double each = m->gpus > 0 ? m->cards_width / m->gpus : card_width(m->w->accel);
    bool in_slots = p->is_board && !m->risers && !(h != NULL && chassis_is_open(h));
    c->in_slots = in_slots && c->boards > 0 && m->w->accel->form == FORM_PCIE;
    if (c->in_slots && slots_place(p, m->gpus, each, &at)) {
        c->slots_placed = at.placed;
        c->openings_need = at.openings;
        c->air = at.air;
    }
    if (h != NULL && known(h->expansion_slots))
        c->openings_have = (int)h->expansion_slots;
    if (m->cooler != NULL && h != NULL && !chassis_is_open(h) && !known(m->cooler->radiator_mm)) {
        c->in_case = true;
        c->cooler_mm = m->cooler->height_mm;
        c->cooler_room_mm = h->fit != NULL ? h->fit->cooler_mm : UNKNOWN;
    }
    air_judge(m, c);
    if (m->psu != NULL && h != NULL && !chassis_is_open(h)) {
        c->psu_in_case = true;
        c->psu_mm = m->psu->fit != NULL ? m->psu->fit->length_mm : UNKNOWN;
        c->psu_room_mm = h->fit != NULL ? h->fit->psu_mm : UNKNOWN;
    }
    if (m->psu != NULL && p->is_board && c->boards > 0) {
        c->eps_need = m->cpu != NULL ? eps_wanted(m) : UNKNOWN;
        c->eps_have = m->psu->fit != NULL ? m->psu->fit->eps * m->psu_qty : UNKNOWN;
    }
}

static void check_missing(const struct machine *m, const struct count *n, bool cards,
                          struct build_checks *c)
{
    bool whole = m->p->p->is_complete, board = m->p->p->is_board;
    const struct {
        enum part_kind kind;
        bool there;
    } parts[] = {{PART_GPU, cards},
                 {PART_PLATFORM, n->boards > 0},
                 {PART_CPU, whole || n->cpus > 0},
                 {PART_COOLER, !board || n->coolers > 0},
                 {PART_MEMORY, whole || m->memory.modules > 0},
                 {PART_SSD, whole || n->drives > 0},
                 {PART_PSU, !board || n->psus > 0},
                 {PART_CASE, !board || n->cases > 0}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (parts[i].there)
            continue;
        if (c->missing_n++ == 0)
            c->missing_first = parts[i].kind;
        c->missing |= 1u << parts[i].kind;
    }
}

void checks_blank(struct build_checks *c)
{
    *c = (struct build_checks){.sockets = -1,
                               .cpu_fits = TRI_UNKNOWN,
                               .memory_fits = TRI_UNKNOWN,
                               .memory_room = TRI_UNKNOWN,
                               .cooler_fits = TRI_UNKNOWN,
                               .board_fits = TRI_UNKNOWN,
                               .drives_fit = TRI_UNKNOWN,
                               .slots_placed = -1,
                               .openings_need = -1,
                               .openings_have = -1,
                               .air = -1,
                               .air_wanted_m3h = UNKNOWN,
                               .air_m3h = UNKNOWN,
                               .cooler_mm = UNKNOWN,
                               .cooler_room_mm = UNKNOWN,
                               .psu_mm = UNKNOWN,
                               .psu_room_mm = UNKNOWN,
                               .eps_need = UNKNOWN,
                               .eps_have = UNKNOWN};
}

/* The hard disks of the list, all machines together. */
static void judge_archive(const struct build_tables *t, const struct build_wish *w, struct bom *b)
{
    b->archive_want_gb = w->archive_gb > 0 ? w->archive_gb : 0;
    b->archive_gb = b->archive_read_gbs = 0;
    b->archive_drives = b->archive_parity = 0;
    for (int k = 0; k < b->n; k++) {
        const struct hdd *hdd = NULL;
        const struct bom_line *l = &b->line[k];
        if (l->kind != PART_HDD)
            continue;
        FIND(hdd)
        int parity = archive_parity(l->qty);
        b->archive_drives += l->qty;
        b->archive_parity += parity;
        b->archive_gb += hdd != NULL ? archive_usable_gb(hdd, l->qty) : UNKNOWN;
        b->archive_read_gbs +=
            hdd != NULL ? (l->qty - parity) * hdd->sustained_mbs / 1000.0 : UNKNOWN;
    }
}
#undef FIND

void bom_judge(const struct build_tables *t, const struct build_wish *w, struct bom *b)
{
    struct machine m;
    struct count n;
    machine_of_lines(t, w, b, &m, &n);
    checks_blank(&b->checks);
    bool cards = m.gpus > 0;
    if (!cards)
        m.gpus = 0;
    lanes_fit(&m);
    judge_power(&m, &n);
    check_parts(&m, &n, &b->checks);
    check_room(&m, &b->checks);
    check_missing(&m, &n, cards, &b->checks);
    judge_archive(t, w, b);
    b->power = m.power;
    figures(&m, b);
    if (n.boards == 0)
        b->platform = NULL;
    if (n.cpus > 0 && m.cpu != NULL)
        b->host_cores = m.cpu->cores * n.cpus;
    b->complete = b->checks.missing == 0;
}

void machine_of_bom(const struct build_tables *t, const struct build_wish *w, const struct bom *b,
                    struct machine *m)
{
    struct count n;
    machine_of_lines(t, w, b, m, &n);
    m->power = b->power;
    m->psu_qty = m->psu_qty > 0 ? m->psu_qty : 1;
}

enum err build_judge(const struct facts *f, const struct build_wish *wish,
                     const struct build_part *part, size_t n, struct arena *arena, struct bom *out)
{
    struct build_wish w = *wish;
    struct part_view v;
    w.nodes = w.nodes > 0 ? w.nodes : 1;
    *out = (struct bom){.machines = w.nodes};
    const struct build_tables *t = w.tables;
    if (!build_tables_serve(t, f, w.currency != NULL ? w.currency : "USD"))
        t = build_tables_make(f, w.currency, arena);
    if (t == NULL)
        return ERR_NOMEM;
    if (n > BOM_MAX)
        return ERR_USAGE;
    for (size_t i = 0; i < n; i++) {
        struct bom_line *l = &out->line[out->n++];
        bool found = part[i].id != NULL && part_find(f, part[i].kind, part[i].id, &v);
        if (!found)
            v = (struct part_view){.id = part[i].id, .name = part[i].name, .watts = UNKNOWN};
        *l = (struct bom_line){.kind = part[i].kind,
                               .id = v.id,
                               .name = found ? part_title(&v, arena) : part[i].name,
                               .qty = part[i].qty > 0 ? part[i].qty : 1,
                               .unit_price = UNKNOWN,
                               .low = UNKNOWN,
                               .high = UNKNOWN,
                               .currency = t->currency,
                               .watts = known(v.watts) ? v.watts * part[i].qty : UNKNOWN};
        if (found)
            line_price(t, l, v.price, v.from);
    }
    bom_judge(t, &w, out);
    return arena_failed(arena) ? ERR_NOMEM : OK;
}
