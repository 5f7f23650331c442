/*
 * network.c - network cards, switches and cables between own machines.
 *
 * One machine uses what its board brings, else a 10 Gbit/s card. Two machines are joined directly;
 * three and more by one switch, by one switch a rail, or by leaves and spines.
 */
#include "base/str.h"
#include "engine/build/parts.h"

/* From this rate on, training traffic wants RDMA (RoCE or InfiniBand). */
#define RDMA_FROM_GBPS 25.0

/* Data rate of one lane and direction in Gbit/s after encoding (PCI-SIG base specifications). */
static double lane_gbps(double gen)
{
    static const double rate[] = {2.0, 4.0, 7.877, 15.754, 31.508, 60.5};
    int g = known(gen) ? (int)gen : 3;
    return rate[g < 1 ? 0 : g > 6 ? 5 : g - 1];
}

double nic_usable_gbps(const struct nic *n, double host_gen)
{
    double ports = known(n->total_gbps) ? n->total_gbps : n->ports * n->port_gbps;
    double gen = known(n->pcie_gen) ? n->pcie_gen : 3;
    if (known(host_gen) && host_gen < gen)
        gen = host_gen;
    double link = known(n->pcie_lanes) ? n->pcie_lanes * lane_gbps(gen) : UNKNOWN;
    if (!known(ports))
        return UNKNOWN;
    return known(link) && link < ports ? link : ports;
}

static bool speaks(const char *cell)
{
    return !str_empty(cell) && !text_begins(cell, "no");
}

struct fabric {
    int ports; /* used on each card */
    int switches, cables;
};

/* Switches of `p` ports that join nodes x rails links, without blocking; 0 switches: impossible. */
static struct fabric fabric_of(int nodes, int rails, int p)
{
    struct fabric x = {rails, 0, nodes * rails};
    if (nodes * rails <= p) {
        x.switches = 1;
    } else if (nodes <= p && rails >= 2) {
        int per =
            p / nodes; /* whole rails a leaf: traffic between rails goes through the machine */
        x.switches = (rails + per - 1) / per;
    } else {
        int down = p / 2, leaves = (nodes * rails + down - 1) / down;
        int spines = (leaves * down + p - 1) / p;
        if (leaves <= p) {
            x.switches = leaves + spines;
            x.cables += leaves * down;
        }
    }
    return x;
}

/* Cheapest switch set for the links; false when no switch of the catalog joins them. */
static bool switch_choose(const struct machine *m, double port_gbps, int rails, bool infiniband,
                          struct net_choice *net)
{
    struct sum best = {0, 0};
    net->sw = NULL;
    for (int i = 0; i < m->t->net_switch.n; i++) {
        const struct net_switch *s = &m->t->f->net_switch[m->t->net_switch.ref[i].index];
        bool ib = m->t->switch_ib[m->t->net_switch.ref[i].index];
        if (m->fx != NULL && m->fx->net_switch != NULL && s != m->fx->net_switch)
            continue;
        if (ib != infiniband || !known(s->ports) || !known(s->port_gbps))
            continue;
        if (ib ? s->port_gbps > port_gbps || s->port_gbps < port_gbps : s->port_gbps < port_gbps)
            continue;
        struct fabric x = fabric_of(m->w->nodes, rails, (int)s->ports);
        if (x.switches == 0)
            continue;
        struct sum c = {0, 0};
        sum_add(&c, m->t->net_switch.ref[i].price, x.switches);
        if (net->sw != NULL && !sum_less(&c, &best))
            continue;
        best = c;
        net->sw = s;
        net->switches = x.switches;
        net->cables = x.cables;
        net->switch_price = m->t->net_switch.ref[i].price;
    }
    return net->sw != NULL;
}

/* Joins the machines by `rails` links of port_gbps each. */
static bool join(const struct machine *m, double port_gbps, int rails, bool eth, bool ib,
                 struct net_choice *net)
{
    net->cable_gbps = port_gbps;
    if (m->w->nodes <= 1)
        return true;
    if (m->w->nodes == 2) {
        net->cables = rails;
        return true;
    }
    struct net_choice e = *net, i = *net;
    bool has_e = eth && switch_choose(m, port_gbps, rails, false, &e);
    bool has_i = ib && switch_choose(m, port_gbps, rails, true, &i);
    struct sum ce = {0, 0}, ci = {0, 0};
    if (has_e)
        sum_add(&ce, e.switch_price, e.switches);
    if (has_i)
        sum_add(&ci, i.switch_price, i.switches);
    if (has_e && (!has_i || !sum_less(&ci, &ce)))
        *net = e;
    else if (has_i)
        *net = i;
    return has_e || has_i;
}

/* One candidate card: how many are needed, whether they may be used, what they cost. */
static enum why card_try(const struct machine *m, const struct nic *n, double price, double need,
                         struct net_choice *out)
{
    double usable = nic_usable_gbps(n, m->p->p->pcie_gen);
    if (!known(usable) || usable <= 0 || !known(n->port_gbps) || n->port_gbps <= 0)
        return WHY_NIC;
    bool eth = !text_begins(n->rdma_ethernet, "only IB"), ib = speaks(n->infiniband);
    bool rdma = ib || speaks(n->rdma_ethernet);
    if (m->w->network_ib && m->w->nodes > 1) {
        if (!ib)
            return WHY_NIC;
        eth = false;
    }
    if (m->w->training && need >= RDMA_FROM_GBPS && !rdma)
        return WHY_NIC;
    if (!m->p->p->is_board && n->port_gbps <= 10 && n->ports < 2)
        return WHY_NIC; /* a server has a port for work and one in reserve */
    int qty = (int)ceil(need / usable), set = m->fx != NULL ? m->fx->qty[PART_NIC] : -1;
    if (set > 0)
        qty = set / m->w->nodes;
    qty = qty < 1 ? 1 : qty;
    if (qty > 16)
        return WHY_NIC;
    int ports = (int)ceil(need / qty / n->port_gbps);
    ports = ports < 1 ? 1 : ports;
    *out = (struct net_choice){.nic = n, .qty = qty, .price = price, .gbps = usable * qty};
    return join(m, n->port_gbps, qty * ports, eth, ib, out) ? WHY_NONE : WHY_SWITCH;
}

static double draws(const struct net_choice *c)
{
    return c->nic != NULL && known(c->nic->power_w) ? c->nic->power_w * c->qty : 0;
}

static double lanes_each(const struct net_choice *c)
{
    return c->nic != NULL && known(c->nic->pcie_lanes) ? c->nic->pcie_lanes : 0;
}

/* Does b want as many slots, lanes and watts as a? Then a goes instead where it costs no more. */
static bool net_beats(const struct net_choice *a, const struct net_choice *b)
{
    int qa = a->nic != NULL ? a->qty : 0, qb = b->nic != NULL ? b->qty : 0;
    return qa <= qb && lanes_each(a) <= lanes_each(b) && draws(a) <= draws(b) &&
           a->switches <= b->switches; /* switches take room in the cabinets */
}

static struct sum net_cost(const struct machine *m, const struct net_choice *c)
{
    int spare[SPARE_KINDS];
    struct machine x = *m;
    x.net = *c;
    const struct extra *link = c->cables > 0 ? link_of(m->t->f, c->cable_gbps, m->w->nodes) : NULL;
    struct sum s = {0, 0};
    spares_of(&x, spare);
    if (c->nic != NULL)
        sum_add(&s, c->price, c->qty + (double)spare[SPARE_NIC] / m->w->nodes);
    if (c->sw != NULL)
        sum_add(&s, c->switch_price, (double)c->switches / m->w->nodes);
    if (c->cables > 0)
        sum_add(&s, link != NULL ? price_in(m->t->f, &link->price, m->t->currency) : UNKNOWN,
                (double)c->cables / m->w->nodes);
    return s;
}

static void net_put(struct inside *in, const struct net_choice *c, struct sum s)
{
    int at = in->net_n;
    while (at > 0 && sum_less(&s, &in->net_cost[at - 1]))
        at--;
    for (int k = 0; k < at; k++)
        if (net_beats(&in->net[k], c))
            return;
    for (int k = in->net_n++; k > at; k--) {
        in->net[k] = in->net[k - 1];
        in->net_cost[k] = in->net_cost[k - 1];
    }
    in->net[at] = *c;
    in->net_cost[at] = s;
}

/* Every card tried by itself, once for all platforms of the same links. */
static const struct net_try *cards_of(const struct machine *m, double need, struct inside *in)
{
    const struct platform *p = m->p->p;
    for (int i = 0; i < in->cards_n; i++) {
        const struct cards_of *x = &in->cards[i];
        bool gen = known(x->pcie_gen) == known(p->pcie_gen) &&
                   !(x->pcie_gen < p->pcie_gen || x->pcie_gen > p->pcie_gen);
        if (gen && x->board == p->is_board)
            return x->card;
    }
    struct net_try *card = in->card_room;
    if (in->cards_n < INSIDE_KINDS) {
        struct net_try *own = ARENA_ARRAY(in->arena, struct net_try, (size_t)m->t->nic.n + 1);
        if (own != NULL) {
            card = own;
            in->cards[in->cards_n++] = (struct cards_of){p->is_board, p->pcie_gen, card};
        }
    }
    for (int i = 0; i < m->t->nic.n; i++) {
        const struct part_ref *r = &m->t->nic.ref[i];
        struct net_choice *c = &card[i].choice;
        *c = (struct net_choice){.price = UNKNOWN};
        card[i].why = card_try(m, &m->t->f->nic[r->index], r->price, need, c);
        if (card[i].why == WHY_NONE)
            card[i].cost = net_cost(m, c);
    }
    return card;
}

int net_options(struct machine *m, struct inside *in, enum why *far)
{
    double need = known(m->w->network_gbps) ? m->w->network_gbps : 0;
    if (m->w->nodes > 1 && need < 10)
        need = 10;
    const struct nic *only = m->fx != NULL ? m->fx->nic : NULL;
    struct net_choice none = {.price = UNKNOWN, .gbps = m->p->lan_gbps};
    in->net_n = 0;
    *far = WHY_NIC;
    bool bare = !m->w->network_ib || m->w->nodes < 2; /* ports of the board are Ethernet */
    if (bare && only == NULL && m->p->lan_gbps > 0 && m->p->lan_gbps >= need) {
        double port = m->p->lan_gbps >= 100 ? 100 : m->p->lan_gbps;
        int rails = (int)ceil(need / port);
        m->net = none;
        if (join(m, port, rails < 1 ? 1 : rails, true, false, &m->net))
            net_put(in, &m->net, net_cost(m, &m->net));
        else
            *far = WHY_SWITCH;
        if (m->w->nodes < 3 && in->net_n > 0) /* no switch: no card can make it cheaper */
            return in->net_n;
    }
    need = need < 10 ? 10 : need;
    const struct net_try *card = cards_of(m, need, in);
    for (int i = 0; i < m->t->nic.n; i++) {
        const struct nic *n = &m->t->f->nic[m->t->nic.ref[i].index];
        if (only != NULL && n != only)
            continue;
        enum why why = card[i].why;
        m->net = card[i].choice;
        if (why == WHY_NONE && !m->p->desktop && nic_slots_fit(m) != WHY_NONE)
            why = WHY_NIC;
        if (why == WHY_NONE)
            net_put(in, &m->net, card[i].cost);
        else
            *far = why > *far ? why : *far;
    }
    m->net = none;
    return in->net_n;
}
