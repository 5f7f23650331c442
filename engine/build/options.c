/*
 * options.c - the picker: parts of one kind that may stand in for a line, those that keep the
 * rules first and by price, then the others with the rule that they break.
 */
#include "base/str.h"
#include "engine/build/parts.h"

static enum why cpu_option(const struct machine *m, const struct cpu *c)
{
    enum why why;
    if (m->p->p->socket_type == NULL)
        return WHY_NONE; /* the board is not chosen yet */
    if (!cpu_fits_platform(m->p->p, c, &why))
        return why;
    if (!known(c->cores) || c->cores * m->sockets < m->w->host_cores)
        return WHY_CORES;
    if (m->memory.part != NULL && !memory_fits_kind(c->mem_type, m->memory.part))
        return WHY_CPU_MEMORY;
    struct machine x = *m;
    x.cpu = c;
    return lanes_fit(&x);
}

static enum why memory_option(const struct machine *m, const struct memory_part *part)
{
    if (m->p->p->mem_type == NULL)
        return WHY_NONE;
    if (!memory_fits_kind(m->p->p->mem_type, part) ||
        (m->cpu != NULL && !memory_fits_kind(m->cpu->mem_type, part)))
        return WHY_MEMORY_KIND;
    return memory_modules(m->p, part, m->w->host_ram_gb) > 0 ? WHY_NONE : WHY_MEMORY_SIZE;
}

static enum why ssd_option(const struct machine *m, const struct ssd *s)
{
    const struct platform *p = m->p->p;
    double places = ssd_is_m2(s) ? p->m2_slots : p->is_board ? 0 : p->nvme_bays;
    if (!known(s->capacity_gb) || s->capacity_gb <= 0)
        return WHY_DRIVES;
    double n = ceil(m->w->storage_gb / s->capacity_gb);
    return known(places) && n > places ? WHY_DRIVES : WHY_NONE;
}

static enum why board_option(const struct machine *m, const struct platform_info *p)
{
    enum why why = platform_fits(p, m->w, m->gpus > 0 ? m->gpus : m->w->per_node);
    bool refused = why != WHY_NONE;
    if (!refused && m->p->p->socket_type == NULL && m->cpu != NULL)
        cpu_fits_platform(p->p, m->cpu, &why); /* the processor that is there stays */
    return why;
}

static enum why gpu_option(const struct machine *m, const struct accel *a)
{
    struct build_wish w = *m->w;
    w.accel = a;
    enum why why = accel_sold_alone(a, &w);
    if (why == WHY_NONE && accel_is_machine(a))
        return WHY_FORM;
    if (m->p->p->gpu_form == NULL)
        return why;
    int gpus = m->gpus > 0 ? m->gpus : m->w->per_node;
    return why == WHY_NONE ? platform_fits(m->p, &w, gpus) : why;
}

static enum why nic_option(const struct machine *m, const struct nic *n)
{
    struct machine x = *m;
    double one = nic_usable_gbps(n, m->p->p->pcie_gen);
    if (!known(one) || one <= 0)
        return WHY_NIC;
    x.net.nic = n;
    x.net.qty = (int)ceil((m->w->network_gbps > 10 ? m->w->network_gbps : 10) / one);
    return lanes_fit(&x);
}

static enum why switch_option(const struct machine *m, const struct net_switch *s)
{
    double port = m->net.nic != NULL ? m->net.nic->port_gbps : m->net.cable_gbps;
    bool ib = text_begins(s->protocol, "InfiniBand");
    if (ib && m->net.nic == NULL)
        return WHY_SWITCH;
    return known(s->port_gbps) && s->port_gbps >= port ? WHY_NONE : WHY_SWITCH;
}

static enum why psu_option(const struct machine *m, const struct psu *p)
{
    return m->p->p->is_board ? psu_fits(m, p, m->psu_qty) : WHY_BRINGS_OWN;
}

static enum why case_option(const struct machine *m, const struct chassis *c)
{
    if (!m->p->p->is_board)
        return WHY_BRINGS_OWN;
    enum why why = chassis_fits(m, c);
    return why == WHY_NONE && chassis_psu_places(c) < m->psu_qty ? WHY_SUPPLY_CASE : why;
}

static enum why cooler_option(const struct machine *m, const struct cooler *c)
{
    if (!m->p->p->is_board)
        return WHY_BRINGS_OWN;
    if (m->p->p->socket_type != NULL && !cooler_fits_socket(c, m->p->p->socket_type))
        return WHY_SOCKET;
    if (m->cpu != NULL && !cooler_takes(c, m->cpu))
        return WHY_COOLER;
    struct machine x = *m;
    x.cooler = c;
    enum why why = m->chassis != NULL ? chassis_fits(&x, m->chassis) : WHY_NONE;
    return why == WHY_RADIATOR ? why : WHY_NONE;
}

static enum why fan_option(const struct machine *m, const struct fan *f)
{
    if (!m->p->p->is_board)
        return WHY_BRINGS_OWN;
    return m->chassis != NULL && !air_fits(m->chassis, f) ? WHY_FAN_SIZE : WHY_NONE;
}

static enum why ups_option(const struct machine *m, const struct ups *u)
{
    bool same = known(u->input_v) && (u->input_v < 150) == (m->site.volts < 150);
    return same && known(u->watts) && u->watts * 8 >= 1.25 * m->power.wall_w ? WHY_NONE : WHY_UPS;
}

static enum why option(const struct machine *m, enum part_kind kind, size_t i)
{
    const struct facts *f = m->t->f;
    switch (kind) {
    case PART_GPU: return gpu_option(m, &f->accel[i]);
    case PART_PLATFORM: return board_option(m, &m->t->platform[i]);
    case PART_CPU: return cpu_option(m, &f->cpu[i]);
    case PART_COOLER: return cooler_option(m, &f->cooler[i]);
    case PART_MEMORY: return memory_option(m, &f->memory[i]);
    case PART_SSD: return ssd_option(m, &f->ssd[i]);
    case PART_PSU: return psu_option(m, &f->psu[i]);
    case PART_CASE: return case_option(m, &f->chassis[i]);
    case PART_FAN: return fan_option(m, &f->fan[i]);
    case PART_NIC: return nic_option(m, &f->nic[i]);
    case PART_SWITCH: return switch_option(m, &f->net_switch[i]);
    case PART_UPS: return ups_option(m, &f->ups[i]);
    case PART_HDD:
    case PART_CABLE:
    case PART_RACK:
    case PART_SPARE:
    case PART_SERVICE:
    case PART_KINDS: break;
    }
    return WHY_NONE;
}

struct row {
    size_t index;
    enum why why;
    double price;
};

static bool row_before(const struct row *a, const struct row *b)
{
    if ((a->why == WHY_NONE) != (b->why == WHY_NONE))
        return a->why == WHY_NONE;
    if (known(a->price) != known(b->price))
        return known(a->price);
    return known(a->price) && a->price < b->price;
}

/* The machine with the part in question in place, so that the reason speaks of that part. */
static struct msg reason_of(const struct machine *m, enum part_kind kind, const struct row *r,
                            struct arena *arena)
{
    struct machine x = *m;
    struct build_wish w = *m->w;
    x.w = &w;
    const struct facts *f = m->t->f;
    if (kind == PART_PLATFORM)
        x.p = &m->t->platform[r->index];
    if (kind == PART_CPU)
        x.cpu = &f->cpu[r->index];
    if (kind == PART_GPU)
        w.accel = &f->accel[r->index];
    if (kind == PART_NIC)
        x.net.nic = &f->nic[r->index];
    return why_message(r->why, &x, arena);
}

size_t build_options(const struct facts *f, const struct build_wish *wish, const struct bom *b,
                     enum part_kind kind, struct arena *arena, struct part_option *out, size_t max)
{
    struct build_wish w = *wish;
    w.nodes = w.nodes > 0 ? w.nodes : 1;
    const struct build_tables *t = w.tables;
    if (t == NULL || t->f != f)
        t = build_tables_make(f, w.currency, arena);
    struct machine m;
    struct part_view v;
    size_t all = 0;
    if (t == NULL || b->one_product)
        return 0;
    machine_of_bom(t, &w, b, &m);
    while (part_view_at(f, kind, all, &v))
        all++;
    struct row *rows = ARENA_ARRAY(arena, struct row, all);
    if (rows == NULL)
        return 0;
    for (size_t i = 0; i < all && part_view_at(f, kind, i, &v); i++) {
        struct row x = {i, option(&m, kind, i), price_in(f, v.price, t->currency)};
        size_t k = i;
        for (; k > 0 && row_before(&x, &rows[k - 1]); k--)
            rows[k] = rows[k - 1];
        rows[k] = x;
    }
    size_t n = all < max ? all : max;
    for (size_t i = 0; i < n && part_view_at(f, kind, rows[i].index, &v); i++)
        out[i] = (struct part_option){v.id, part_title(&v, arena), *v.price,
                                      reason_of(&m, kind, &rows[i], arena)};
    return n;
}
