/*
 * cluster.c - what joins and holds the machines: risers, cables, switches of the management ports,
 * cabinets, spares. One place for what the bill lists and what the solver counts.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define RACK_UNITS 42
#define RACK_KW 20.0 /* a cabinet with contained aisles, air-cooled */
#define RACK_FILL 0.9
#define SPARES_FROM 32 /* cards of the whole cluster */
/* Passive copper reaches 3 m up to 400 Gbit/s (2 m with OSFP): two cabinets side by side. */
#define COPPER_NODES 4
#define COPPER_GBPS 400.0

static const struct extra *slowest(const struct facts *f, double gbps, const char *kind)
{
    const struct extra *best = NULL;
    for (size_t i = 0; i < f->extra_n; i++) {
        const struct extra *x = &f->extra[i];
        if (str_eq(x->kind, kind) && known(x->speed_gbps) && x->speed_gbps >= gbps &&
            (best == NULL || x->speed_gbps < best->speed_gbps))
            best = x;
    }
    return best;
}

const struct extra *link_of(const struct facts *f, double gbps, int nodes)
{
    bool copper = nodes <= COPPER_NODES && gbps <= COPPER_GBPS;
    const struct extra *x = slowest(f, gbps, copper ? "cable" : "optics");
    return x != NULL ? x : slowest(f, gbps, copper ? "optics" : "cable");
}

int build_bridges(const struct accel *a, int cards)
{
    if (a->form != FORM_PCIE || !text_has(a->link_type, "NVLink") ||
        !text_has(a->link_type, "bridge") || cards != 2)
        return 0;
    return text_has(a->link_type, "NVLink 3") || text_has(a->link_type, "NVLink 4") ? 3 : 1;
}

/* Servers bring their rails; a case of one's own does not. */
bool rails_of(const struct machine *m)
{
    bool room = m->w->place == PLACE_SERVER_ROOM || m->w->place == PLACE_COLO;
    return room && m->chassis != NULL && known(m->chassis->rack_u);
}

/* Every server has a management port; from two machines on they meet in small switches. */
int management_of(const struct build_tables *t, const struct machine *m,
                  const struct net_switch **sw, double *price)
{
    struct sum least = {0, 0};
    int count = 0;
    *sw = NULL;
    if (m->w->nodes < 2 || m->p->p->is_board)
        return 0;
    for (int i = 0; i < t->net_switch.n; i++) {
        const struct net_switch *s = &t->f->net_switch[t->net_switch.ref[i].index];
        if (!text_begins(s->protocol, "Ethernet") || !(s->port_gbps <= 10) || !(s->ports >= 1))
            continue;
        int n = (int)ceil(m->w->nodes / s->ports);
        struct sum x = {0, 0};
        sum_add(&x, t->net_switch.ref[i].price, n);
        if (*sw != NULL && !sum_less(&x, &least))
            continue;
        least = x;
        *sw = s;
        *price = t->net_switch.ref[i].price;
        count = n;
    }
    return count;
}

/* Cabinets: by units with a tenth left for air, and by power; one takes at least one box. */
int racks_of(const struct machine *m)
{
    double u = m->chassis != NULL ? m->chassis->rack_u : m->p->p->rack_u;
    int k = m->w->nodes;
    if (!known(u) || k < 2)
        return 0;
    int by_units = (int)(RACK_UNITS * RACK_FILL / u);
    int by_power =
        known(m->power.wall_w) ? (int)(RACK_KW * 1000 * RACK_FILL / m->power.wall_w) : by_units;
    int per = by_units < by_power ? by_units : by_power;
    per = per < 1 ? 1 : per;
    int racks = (k + per - 1) / per;
    double beside_u = m->net.sw != NULL ? 2 * m->net.switches : 0;
    beside_u += m->w->archive != NULL ? m->w->archive->rack_u : 0;
    while (racks * RACK_UNITS * RACK_FILL < k * u + beside_u)
        racks++;
    return racks;
}

/* For each eight servers two drives, two modules, one network card; consumer cards one in 16. */
void spares_of(const struct machine *m, int qty[SPARE_KINDS])
{
    int k = m->w->nodes, cards = m->gpus * k, sets = (k + 7) / 8;
    for (int i = 0; i < SPARE_KINDS; i++)
        qty[i] = 0;
    if (cards <= SPARES_FROM)
        return;
    if (m->w->accel->cooling == COOLING_OPEN_FAN)
        qty[SPARE_GPU] = (cards + 15) / 16;
    if (m->memory.part != NULL && m->memory.part->modules >= 1)
        qty[SPARE_MEMORY] =
            (2 * sets + (int)m->memory.part->modules - 1) / (int)m->memory.part->modules;
    qty[SPARE_SSD] = m->data.ssd != NULL || m->system.ssd != NULL ? 2 * sets : 0;
    qty[SPARE_NIC] = m->net.nic != NULL ? sets : 0;
    qty[SPARE_PSU] = m->psu != NULL ? sets : 0;
}

static void extra_cost(const struct machine *m, const char *id, double qty, struct sum *s)
{
    const struct extra *x = qty > 0 ? extra_find(m->t->f, id) : NULL;
    if (qty > 0)
        sum_add(s, x != NULL ? price_in(m->t->f, &x->price, m->t->currency) : UNKNOWN, qty);
}

void rails_cost(const struct machine *m, struct sum *s)
{
    if (rails_of(m))
        extra_cost(m, "rails", 1, s);
}

void cluster_cost(const struct machine *m, struct sum *s)
{
    const struct net_switch *sw;
    double k = m->w->nodes, price = UNKNOWN;
    int count = management_of(m->t, m, &sw, &price), racks = racks_of(m);
    if (m->risers)
        extra_cost(m, "gpu-riser", m->gpus, s);
    rails_cost(m, s);
    if (count > 0)
        sum_add(s, price, count / k);
    extra_cost(m, "rack-42u", racks / k, s);
    extra_cost(m, "pdu", 2 * racks / k, s);
}
