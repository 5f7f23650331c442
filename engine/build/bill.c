/*
 * bill.c - the machine as a bill of materials: one line a part, quantities for all machines,
 * prices in the wish's currency.
 */
#include "base/err.h"
#include "base/str.h"
#include "engine/build/parts.h"

struct pen { /* where lines are written */
    const struct build_tables *t;
    const struct build_wish *w;
    struct arena *arena;
    struct bom *b;
};

static struct bom_line *line(struct pen *p, enum part_kind kind, const char *id, const char *name,
                             int qty)
{
    if (p->b->n >= BOM_MAX)
        BUG("a bill longer than BOM_MAX");
    struct bom_line *l = &p->b->line[p->b->n++];
    *l = (struct bom_line){.kind = kind,
                           .id = id,
                           .name = name,
                           .qty = qty,
                           .unit_price = UNKNOWN,
                           .low = UNKNOWN,
                           .high = UNKNOWN,
                           .currency = p->t->currency,
                           .watts = UNKNOWN};
    return l;
}

void line_price(const struct build_tables *t, struct bom_line *l, const struct price *price,
                const struct origin *part)
{
    l->currency = t->currency;
    l->unit_price = price_in(t->f, price, t->currency);
    l->quoted = price->amount;
    l->quoted_currency = known(price->amount) ? price->currency : NULL;
    double k = known(price->amount) && price->amount > 0 ? l->unit_price / price->amount : UNKNOWN;
    l->low = known(price->low) ? price->low * k : l->unit_price;
    l->high = known(price->high) ? price->high * k : l->unit_price;
    l->from = price->from;
    l->estimate = price->estimate;
    l->unverified = part != NULL && origin_unverified(part);
    l->yours = price->from.yours || (part != NULL && part->yours);
}

double bom_line_price(const struct bom_line *l, const char **currency)
{
    bool quoted = l->quoted_currency != NULL;
    *currency = quoted ? l->quoted_currency : l->currency;
    return quoted ? l->quoted : l->unit_price;
}

static void priced(struct pen *p, struct bom_line *l, const struct price *price,
                   const struct origin *part)
{
    line_price(p->t, l, price, part);
}

/* A cable, riser or cabinet of the table of extras; without its row the price is unknown. */
static void extra_line(struct pen *p, enum part_kind kind, const char *id, int qty)
{
    if (qty <= 0)
        return;
    const struct extra *x = extra_find(p->t->f, id);
    struct bom_line *l = line(p, kind, id, x != NULL ? x->name : id, qty);
    l->watts = 0;
    l->name_zh = x != NULL ? x->name_zh : NULL;
    if (x != NULL)
        priced(p, l, &x->price, &x->from);
}

static void included(struct bom_line *l)
{
    l->included = true;
    l->estimate = false; /* there is no price of its own */
    l->unit_price = l->low = l->high = l->quoted = 0;
}

static void gpu_line(struct pen *p, int gpus, bool with_machine)
{
    const struct accel *a = p->w->accel;
    struct bom_line *l = line(p, PART_GPU, a->id, accel_label(a), gpus * p->b->machines);
    priced(p, l, &a->price, &a->from);
    l->watts = known(a->tdp_w) ? card_watts(p->w) * l->qty : UNKNOWN;
    if (with_machine)
        included(l);
}

static void platform_lines(struct pen *p, const struct machine *m)
{
    const struct platform *x = m->p->p;
    int k = p->b->machines;
    struct bom_line *l =
        line(p, PART_PLATFORM, x->id, title_join(p->arena, x->vendor, x->model), k);
    priced(p, l, &x->price, &x->from);
    /* watts of board, fans and switches: what is left, set when all lines stand */
    if (m->cpu != NULL) {
        l = line(p, PART_CPU, m->cpu->id, m->cpu->model, m->sockets * k);
        priced(p, l, &m->cpu->price, &m->cpu->from);
        if (text_has(m->cpu->socket, "BGA"))
            included(l); /* soldered on the board and in its price */
        l->watts = known(m->cpu->tdp_w) ? 1.1 * m->cpu->tdp_w * l->qty : UNKNOWN;
    }
    if (m->cooler != NULL) {
        l = line(p, PART_COOLER, m->cooler->id, m->cooler->name, m->sockets * k);
        priced(p, l, &m->cooler->price, &m->cooler->from);
        l->watts = 0;
    }
}

static void inside_lines(struct pen *p, const struct machine *m)
{
    int k = p->b->machines;
    struct bom_line *l;
    if (m->memory.part != NULL) {
        const struct memory_part *x = m->memory.part;
        l = line(p, PART_MEMORY, x->id, x->name, m->memory.kits * k);
        priced(p, l, &x->price, &x->from);
        l->watts = (x->registered == TRI_YES ? 9.0 : 5.0) * m->memory.modules * k;
    }
    const struct drive_choice *d[] = {&m->system, &m->data};
    for (int i = 0; i < 2; i++) {
        const struct ssd *x = d[i]->ssd;
        if (x == NULL)
            continue;
        l = line(p, PART_SSD, x->id, x->name, d[i]->qty * k);
        priced(p, l, &x->price, &x->from);
        l->watts = (ssd_is_m2(x) ? 10.0 : 20.0) * l->qty;
    }
}

static void archive_lines(struct pen *p, const struct archive *a)
{
    struct bom_line *l;
    if (a == NULL)
        return;
    l = line(p, PART_HDD, a->hdd->id, a->hdd->name, a->drives);
    priced(p, l, &a->hdd->price, &a->hdd->from);
    l->watts = archive_line_w(p->t->f, l);
    l = line(p, PART_RACK, a->box->id, title_join(p->arena, a->box->vendor, a->box->model),
             a->boxes);
    priced(p, l, &a->box->price, &a->box->from);
    l->watts = archive_line_w(p->t->f, l);
    if (a->card == NULL)
        return;
    l = line(p, PART_CABLE, a->card->id, title_join(p->arena, a->card->vendor, a->card->model),
             a->cards);
    priced(p, l, &a->card->price, &a->card->from);
    l->watts = known(a->card->power_w) ? a->card->power_w * l->qty : UNKNOWN;
}

static void fan_line(struct pen *p, const struct machine *m)
{
    struct fan_choice f = fans_choose(m);
    if (f.fan == NULL || f.qty <= 0)
        return;
    struct bom_line *l = line(p, PART_FAN, f.fan->id, f.fan->name, f.qty * p->b->machines);
    priced(p, l, &f.fan->price, &f.fan->from);
    l->watts = known(f.fan->power_w) ? f.fan->power_w * l->qty : UNKNOWN;
}

static void supply_lines(struct pen *p, const struct machine *m)
{
    int k = p->b->machines;
    struct bom_line *l;
    if (m->psu != NULL) {
        l = line(p, PART_PSU, m->psu->id, m->psu->name, m->psu_qty * k);
        priced(p, l, &m->psu->price, &m->psu->from);
        l->watts = 0;
    } else if (m->p->psu_n > 0 && known(m->p->p->psu_w)) {
        struct str s;
        str_init(&s, 128);
        str_addf(&s, "%.0f W", m->p->p->psu_w);
        if (!str_empty(m->p->p->psu_redundancy) && m->p->psu_spare > 0)
            str_addf(&s, " (%s)", m->p->p->psu_redundancy);
        l = line(p, PART_PSU, m->p->p->id, arena_strdup(p->arena, s.p), m->p->psu_n * k);
        str_free(&s);
        l->from = m->p->p->from;
        l->watts = 0;
        included(l);
    }
    if (m->chassis != NULL) {
        l = line(p, PART_CASE, m->chassis->id, m->chassis->name, k);
        priced(p, l, &m->chassis->price, &m->chassis->from);
        l->watts = 0;
    }
    fan_line(p, m);
    if (m->risers)
        extra_line(p, PART_CABLE, "gpu-riser", m->gpus * k);
    extra_line(p, PART_CABLE, "nvlink-bridge", p->w->bridges * k);
}

/* Links between machines or to the switches: the slowest row that carries the rate. */
static void link_lines(struct pen *p, double gbps, int qty)
{
    const struct extra *best = link_of(p->t->f, gbps, p->b->machines);
    extra_line(p, PART_CABLE, best != NULL ? best->id : "link", qty);
}

static void management_switch(struct pen *p, const struct machine *m)
{
    const struct net_switch *s;
    double price;
    int count = management_of(p->t, m, &s, &price);
    if (count == 0)
        return;
    struct bom_line *l =
        line(p, PART_SWITCH, s->id, title_join(p->arena, s->vendor, s->model), count);
    priced(p, l, &s->price, &s->from);
    l->watts = s->power_w * count;
}

static void network_lines(struct pen *p, const struct machine *m)
{
    struct bom_line *l;
    if (m->net.nic != NULL) {
        const struct nic *n = m->net.nic;
        l = line(p, PART_NIC, n->id, title_join(p->arena, n->vendor, n->model),
                 m->net.qty * p->b->machines);
        priced(p, l, &n->price, &n->from);
        l->watts = known(n->power_w) ? n->power_w * l->qty : UNKNOWN;
    }
    if (m->net.sw != NULL) {
        const struct net_switch *s = m->net.sw;
        l = line(p, PART_SWITCH, s->id, title_join(p->arena, s->vendor, s->model), m->net.switches);
        priced(p, l, &s->price, &s->from);
        l->watts = known(s->power_w) ? s->power_w * l->qty : UNKNOWN;
    }
    management_switch(p, m);
    link_lines(p, m->net.cable_gbps, m->net.cables);
}

static void rack_lines(struct pen *p, const struct machine *m)
{
    int racks = racks_of(m);
    if (rails_of(m))
        extra_line(p, PART_RACK, "rails", p->b->machines);
    extra_line(p, PART_RACK, "rack-42u", racks);
    extra_line(p, PART_RACK, "pdu", 2 * racks);
}

static void spare(struct pen *p, const char *id, const char *name, const struct price *price,
                  const struct origin *from, int qty)
{
    if (qty <= 0)
        return;
    struct bom_line *l = line(p, PART_SPARE, id, name, qty);
    priced(p, l, price, from);
    l->watts = 0;
}

static void spare_lines(struct pen *p, const struct machine *m)
{
    int qty[SPARE_KINDS];
    const struct accel *a = p->w->accel;
    const struct memory_part *mem = m->memory.part;
    const struct ssd *ssd = m->data.ssd != NULL ? m->data.ssd : m->system.ssd;
    spares_of(m, qty);
    spare(p, a->id, accel_label(a), &a->price, &a->from, qty[SPARE_GPU]);
    if (mem != NULL)
        spare(p, mem->id, mem->name, &mem->price, &mem->from, qty[SPARE_MEMORY]);
    if (ssd != NULL)
        spare(p, ssd->id, ssd->name, &ssd->price, &ssd->from, qty[SPARE_SSD]);
    if (m->net.nic != NULL)
        spare(p, m->net.nic->id, m->net.nic->model, &m->net.nic->price, &m->net.nic->from,
              qty[SPARE_NIC]);
    if (m->psu != NULL)
        spare(p, m->psu->id, m->psu->name, &m->psu->price, &m->psu->from, qty[SPARE_PSU]);
}

static void ups_line(struct pen *p, const struct ups *u, int qty)
{
    if (u == NULL || qty <= 0)
        return;
    struct bom_line *l = line(p, PART_UPS, u->id, u->name, qty * p->b->machines);
    priced(p, l, &u->price, &u->from);
    l->watts = 0;
}

static void connectors(const struct machine *m, struct bom *b)
{
    const struct accel *a = m->w->accel;
    b->gpu_conn_need_12v = known(a->conn_12v2x6) ? (int)a->conn_12v2x6 * m->gpus : -1;
    b->gpu_conn_need_8pin = known(a->conn_8pin) ? (int)a->conn_8pin * m->gpus : -1;
    if (m->cards_w > 0) { /* of several kinds */
        b->gpu_conn_need_12v = known(m->need12) ? (int)m->need12 : -1;
        b->gpu_conn_need_8pin = known(m->need8) ? (int)m->need8 : -1;
    }
    b->gpu_conn_have_12v = b->gpu_conn_have_8pin = -1;
    if (m->psu != NULL && known(m->psu->conn_12v2x6))
        b->gpu_conn_have_12v = (int)m->psu->conn_12v2x6 * m->psu_qty;
    if (m->psu != NULL && known(m->psu->conn_8pin))
        b->gpu_conn_have_8pin = (int)m->psu->conn_8pin * m->psu_qty;
}

void figures(const struct machine *m, struct bom *b)
{
    const struct platform *p = m->p->p;
    b->platform = p;
    b->cpu = m->cpu;
    b->psu = m->psu;
    b->chassis = m->chassis;
    b->cooler = m->cooler;
    b->memory = m->memory.part;
    b->mem_modules = m->memory.modules;
    b->mem_channels = memory_channels(m->p);
    b->host_ram_gb = m->memory.part != NULL ? m->memory.total_gb : UNKNOWN;
    b->host_ram_gbs = m->memory.part != NULL
                          ? memory_rate_gbs(m->p, m->cpu, m->memory.part, m->memory.modules)
                          : UNKNOWN;
    b->host_cores = m->cpu != NULL ? m->cpu->cores * m->sockets : UNKNOWN;
    b->pcie_lanes_cpu = m->lanes_cpu;
    b->pcie_lanes_used = m->lanes_used;
    b->gpu_lanes = m->gpu_lanes;
    b->gpu_pcie_gen = m->w->accel->pcie_gen;
    if (known(p->pcie_gen) && !(b->gpu_pcie_gen <= p->pcie_gen))
        b->gpu_pcie_gen = p->pcie_gen;
    b->pcie_switched = m->switched;
    b->risers = m->risers;
    b->bridges = m->bridges;
    b->gpus = m->gpus;
    b->nic_gbps = m->net.gbps;
    const struct drive_choice *d = m->data.ssd != NULL ? &m->data : &m->system;
    b->storage_gb = b->storage_read_gbs = UNKNOWN;
    if (d->ssd != NULL) {
        int n = m->data.ssd != NULL ? d->qty : 1;
        b->storage_gb = d->ssd->capacity_gb * n;
        b->storage_read_gbs = d->ssd->seq_read_mbs / 1000.0 * n;
    }
    b->rack_u = m->chassis != NULL ? m->chassis->rack_u : p->rack_u;
    b->card_limit_w = card_watts(m->w) < m->w->accel->tdp_w ? m->w->card_limit_w : UNKNOWN;
    b->noise_db = p->fit != NULL && known(p->fit->noise_db) ? p->fit->noise_db
                  : m->p->rack                              ? RACK_SERVER_DB
                                                            : UNKNOWN;
    b->volume_l = m->chassis != NULL ? m->chassis->volume_l : UNKNOWN;
    connectors(m, b);
}

void bill_write(const struct machine *m, struct arena *arena, struct bom *out)
{
    *out = (struct bom){.machines = m->w->nodes > 0 ? m->w->nodes : 1};
    struct pen p = {m->t, m->w, arena, out};
    out->power = m->power;
    figures(m, out);
    gpu_line(&p, m->gpus, m->p->p->is_complete);
    platform_lines(&p, m);
    inside_lines(&p, m);
    archive_lines(&p, m->w->archive);
    supply_lines(&p, m);
    network_lines(&p, m);
    ups_line(&p, m->ups, m->ups_qty);
    rack_lines(&p, m);
    spare_lines(&p, m);
    for (int i = 0; i < out->n; i++) /* the platform carries what the others leave of the load */
        if (out->line[i].kind == PART_PLATFORM) {
            double rest = out->power.dc_w * out->machines;
            for (int k = 0; k < out->n; k++)
                if (k != i && out->line[k].kind < PART_SWITCH && out->line[k].kind != PART_HDD &&
                    known(out->line[k].watts))
                    rest -= out->line[k].watts;
            out->line[i].watts = rest > 0 ? rest : UNKNOWN;
        }
    bom_judge(m->t, m->w, out);
}

/* A computer built around one chip (DGX Spark, Mac Studio): the card's line is the machine. */
void bill_soc(const struct build_tables *t, const struct build_wish *w, struct arena *arena,
              struct bom *out)
{
    *out = (struct bom){.machines = w->nodes > 0 ? w->nodes : 1,
                        .gpus = 1,
                        .one_product = true,
                        .card_limit_w = UNKNOWN};
    checks_blank(&out->checks);
    struct pen p = {t, w, arena, out};
    const struct accel *a = w->accel;
    struct circuit c = circuit_of(w->country, w->place, w->volts, w->amps);
    gpu_line(&p, 1, false);
    out->power = (struct power){.dc_w = a->tdp_w,
                                .wall_w = a->tdp_w / 0.9,
                                .psu_w = UNKNOWN,
                                .psu_rated_w = UNKNOWN,
                                .psu_atx_version = UNKNOWN,
                                .circuit_w = c.watts,
                                .circuits = 1};
    out->host_ram_gb = a->memory_gb; /* one memory for CPU and accelerator */
    out->host_ram_gbs = a->memory_bandwidth_gbs;
    out->host_cores = out->pcie_lanes_cpu = out->pcie_lanes_used = out->gpu_lanes = UNKNOWN;
    out->gpu_pcie_gen = out->storage_gb = out->storage_read_gbs = out->nic_gbps = UNKNOWN;
    out->rack_u = out->noise_db = out->volume_l = UNKNOWN;
    out->gpu_conn_need_12v = out->gpu_conn_have_12v = -1;
    out->gpu_conn_need_8pin = out->gpu_conn_have_8pin = -1;
    link_lines(&p, w->network_gbps > 10 ? w->network_gbps : 10, out->machines - 1);
    out->complete = true;
}
