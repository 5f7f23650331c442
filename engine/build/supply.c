/*
 * supply.c - what a board needs around it (cooler, case, supply), what a server's own supplies
 * give, the circuit, the UPS.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define CABLE_MM 15.0         /* room behind the card */
#define PLUG_MM 35.0          /* straight run of a plug before its cable may bend */
#define PARTNER_CARD_MM 360.0 /* longest of the makers' own versions where the length is unknown */
#define CARD_PLUG_W 450.0     /* from here each card wants its own native 12V-2x6 lead */
#define REDUNDANT_MARGIN 1.1

bool card_side_plug(const struct accel *a)
{
    return a->cooling == COOLING_OPEN_FAN;
}

bool cooler_takes(const struct cooler *c, const struct cpu *cpu)
{
    return known(c->max_tdp_w) && known(cpu->tdp_w) && c->max_tdp_w >= cpu->tdp_w;
}

static const struct chassis_words *words_of(const struct machine *m, const struct chassis *c)
{
    return &m->t->chassis_words[c - m->t->f->chassis];
}

static enum why chassis_holds_cards(const struct machine *m, const struct chassis *c)
{
    const struct accel *a = m->w->accel;
    bool open = words_of(m, c)->open;
    if (m->risers != open)
        return WHY_CASE_COUNT; /* cards on cables need a frame, cards in slots a case */
    if (!known(c->practical_gpu_count) || m->gpus > c->practical_gpu_count)
        return WHY_CASE_COUNT;
    double length = known(a->length_mm) ? a->length_mm : PARTNER_CARD_MM;
    length += CABLE_MM + (card_side_plug(a) ? 0 : PLUG_MM);
    if (!known(c->max_gpu_length_mm) || length > c->max_gpu_length_mm)
        return WHY_CASE_LENGTH;
    if (open)
        return WHY_NONE;
    if (!known(c->expansion_slots) || m->gpus * card_width(a) > c->expansion_slots)
        return WHY_CASE_SLOTS;
    if (known(c->rack_u) && c->rack_u < 5 && card_side_plug(a))
        return WHY_CASE_RACK; /* plug and bend stand above the card */
    return WHY_NONE;
}

static enum why chassis_takes_cooler(const struct machine *m, const struct chassis *c)
{
    const struct cooler *k = m->cooler;
    if (k == NULL || words_of(m, c)->open)
        return WHY_NONE;
    if (known(k->radiator_mm))
        return known(c->max_radiator_mm) && c->max_radiator_mm >= k->radiator_mm ? WHY_NONE
                                                                                 : WHY_RADIATOR;
    if (!known(c->rack_u))
        return WHY_NONE; /* towers: the tables hold no cooler height */
    bool low = known(k->rack_u)
                   ? k->rack_u <= c->rack_u
                   : known(k->height_mm) && k->height_mm <= (c->rack_u >= 5 ? 170 : 150);
    return low ? WHY_NONE : WHY_RADIATOR;
}

/* What does not depend on CPU and cooler. */
static enum why chassis_room(const struct machine *m, const struct chassis *c)
{
    bool rack = known(c->rack_u);
    enum place place = m->w->place;
    if (rack && (place == PLACE_DESK || place == PLACE_OFFICE))
        return WHY_PLACE;
    if (!rack && place == PLACE_COLO)
        return WHY_PLACE;
    if (m->w->no_open_frame && words_of(m, c)->open)
        return WHY_PLACE;
    int takes = words_of(m, c)->rank;
    if (takes == 0 || takes < m->p->board_rank)
        return WHY_CASE_FORM;
    return chassis_holds_cards(m, c);
}

void cases_find(const struct machine *m, struct case_list *out)
{
    const struct chassis *only = m->fx != NULL ? m->fx->chassis : NULL;
    out->n = 0;
    out->far = WHY_CASE_FORM;
    for (int i = 0; i < m->t->chassis.n; i++) {
        const struct chassis *c = &m->t->f->chassis[m->t->chassis.ref[i].index];
        if (only != NULL && c != only)
            continue;
        enum why why = chassis_room(m, c);
        if (why == WHY_NONE)
            out->ref[out->n++] = m->t->chassis.ref[i];
        else
            out->far = why > out->far ? why : out->far;
    }
}

enum why chassis_fits(const struct machine *m, const struct chassis *c)
{
    enum why why = chassis_room(m, c);
    return why == WHY_NONE ? chassis_takes_cooler(m, c) : why;
}

/* one_w: what one unit gives on the site */
static enum why psu_carries(const struct machine *m, const struct psu *p, int qty, double one_w)
{
    const struct accel *a = m->w->accel;
    if (!m->t->psu_atx[p - m->t->f->psu])
        return WHY_SUPPLY_CASE;
    double w = one_w * qty;
    if (!known(w) || w < psu_margin(p->atx_version) * m->power.dc_w)
        return WHY_SUPPLY;
    double cards = a->tdp_w * m->gpus;
    if (known(p->atx_version) && p->atx_version >= 3 && 2 * cards + (m->power.dc_w - cards) > 2 * w)
        return WHY_SUPPLY; /* ATX 3: 200 % for 0.1 ms */
    double need12 = known(a->conn_12v2x6) ? a->conn_12v2x6 * m->gpus : 0;
    double have12 = known(p->conn_12v2x6) ? p->conn_12v2x6 * qty : 0;
    double need8 = known(a->conn_8pin) ? a->conn_8pin * m->gpus : 0;
    if (need12 > have12) {
        if (a->tdp_w >= CARD_PLUG_W)
            return WHY_CONNECTORS;
        need8 += (need12 - have12) * ceil(a->tdp_w / 150.0); /* adapters: a warning, no error */
    }
    return known(p->conn_8pin) && need8 > p->conn_8pin * qty ? WHY_CONNECTORS : WHY_NONE;
}

enum why psu_fits(const struct machine *m, const struct psu *p, int qty)
{
    return psu_carries(m, p, qty, psu_watts_at(p, m->site.volts));
}

#define PSU_QTY_MAX 4
struct supplies { /* cheapest supply for each number of places */
    const struct psu *psu[PSU_QTY_MAX + 1];
    double price[PSU_QTY_MAX + 1];
    enum why why[PSU_QTY_MAX + 1]; /* where there is none: the furthest reason */
};

/* The cheapest supplies of which `from` to `to` carry the machine; false when none does. */
static bool supplies_find(const struct machine *m, int from, int to, struct supplies *s)
{
    const struct psu *only = m->fx != NULL ? m->fx->psu : NULL;
    int missing = to - from + 1;
    for (int q = from; q <= to; q++) {
        s->psu[q] = NULL;
        s->why[q] = WHY_SUPPLY_CASE;
    }
    for (int i = 0; i < m->t->psu.n && missing > 0; i++) {
        const struct psu *p = &m->t->f->psu[m->t->psu.ref[i].index];
        if (only != NULL && p != only)
            continue;
        double one_w = psu_watts_at(p, m->site.volts);
        for (int q = from; q <= to; q++) {
            if (s->psu[q] != NULL)
                continue;
            enum why x = psu_carries(m, p, q, one_w);
            if (x == WHY_NONE) {
                s->psu[q] = p;
                s->price[q] = m->t->psu.ref[i].price;
                missing--;
            } else if (x > s->why[q]) {
                s->why[q] = x;
            }
        }
    }
    return missing <= to - from;
}

static void housing_take(struct machine *m, const struct machine *x, struct sum *best,
                         const struct sum *s)
{
    *best = *s;
    m->cooler = x->cooler;
    m->cooler_price = x->cooler_price;
    m->chassis = x->chassis;
    m->chassis_price = x->chassis_price;
    m->psu = x->psu;
    m->psu_price = x->psu_price;
    m->psu_qty = x->psu_qty;
}

/* Can cooler, case and supply cost less than the best so far, from this cooler and a case of that
 * price on? Both come by price: when not, nothing behind them can. */
static bool may_be_cheaper(const struct machine *m, const struct machine *x, double chassis_price,
                           const struct sum *best)
{
    struct sum least = {0, 0};
    if (m->psu == NULL)
        return true;
    sum_add(&least, x->cooler_price, x->cooler != NULL ? x->sockets : 0);
    sum_add(&least, chassis_price, 1);
    return sum_less(&least, best);
}

/* Cases for one cooler: the cheapest case and supply that fit together. */
static enum why cases_for_cooler(struct machine *m, struct machine *x, const struct supplies *s,
                                 int from, int to, struct sum *best)
{
    enum why far = m->cases->far;
    for (int i = 0; i < m->cases->n; i++) {
        const struct chassis *c = &m->t->f->chassis[m->cases->ref[i].index];
        if (!may_be_cheaper(m, x, m->cases->ref[i].price, best))
            break;
        enum why why = chassis_takes_cooler(x, c);
        int places = words_of(m, c)->places;
        if (why == WHY_NONE && places == 0)
            why = WHY_SUPPLY_CASE;
        x->chassis = c;
        x->chassis_price = m->cases->ref[i].price;
        for (int q = from; why == WHY_NONE && q <= places && q <= to; q++) {
            if (s->psu[q] == NULL) {
                far = s->why[q] > far ? s->why[q] : far;
                continue;
            }
            x->psu = s->psu[q];
            x->psu_price = s->price[q];
            x->psu_qty = q;
            struct sum sum = {0, 0};
            sum_add(&sum, x->cooler_price, x->cooler != NULL ? x->sockets : 0);
            sum_add(&sum, x->chassis_price, 1);
            sum_add(&sum, x->psu_price, q);
            if (m->psu == NULL || sum_less(&sum, best))
                housing_take(m, x, best, &sum);
        }
        far = why > far ? why : far;
    }
    return m->psu != NULL ? WHY_NONE : far;
}

static enum why coolers_and_cases(struct machine *m, const struct supplies *s, int from, int to)
{
    struct machine x = *m;
    struct sum best = {0, 0};
    enum why why = WHY_COOLER;
    const struct cooler *only = m->fx != NULL ? m->fx->cooler : NULL;
    for (int i = 0; i < m->p->cooler.n; i++) {
        const struct cooler *c = &m->t->f->cooler[m->p->cooler.ref[i].index];
        if ((only != NULL && c != only) || !cooler_takes(c, m->cpu))
            continue;
        x.cooler = c;
        x.cooler_price = m->p->cooler.ref[i].price;
        if (!may_be_cheaper(m, &x, 0, &best))
            break;
        enum why w = cases_for_cooler(m, &x, s, from, to, &best);
        why = w > why ? w : why;
    }
    return m->psu != NULL ? WHY_NONE : why;
}

/* One supply if one carries the machine; several, which want one start signal and one phase, only
 * when none does (rank 1). */
enum why housing_choose(struct machine *m)
{
    struct supplies s;
    m->psu = NULL;
    bool alone = supplies_find(m, 1, 1, &s);
    enum why one = coolers_and_cases(m, &s, 1, 1);
    if (one == WHY_NONE)
        return WHY_NONE;
    if (!supplies_find(m, 2, PSU_QTY_MAX, &s) && !alone)
        return s.why[1];
    m->rank = 1;
    enum why more = coolers_and_cases(m, &s, 2, PSU_QTY_MAX);
    return more == WHY_NONE ? WHY_NONE : one > more ? one : more;
}

double housing_least(const struct machine *m)
{
    struct machine x = *m;
    struct supplies s;
    double supply = UNKNOWN;
    x.cpu = NULL;
    machine_load(&x);
    supplies_find(&x, 1, PSU_QTY_MAX, &s);
    for (int q = 1; q <= PSU_QTY_MAX; q++) {
        if (s.psu[q] == NULL)
            continue;
        double price = known(s.price[q]) ? s.price[q] * q : 0;
        supply = known(supply) ? fmin(supply, price) : price;
    }
    double chassis = m->cases->n > 0 ? m->cases->ref[0].price : UNKNOWN;
    double cooler = m->p->cooler.n > 0 ? m->p->cooler.ref[0].price * m->sockets : UNKNOWN;
    return (known(supply) ? supply : 0) + (known(chassis) ? chassis : 0) +
           (known(cooler) ? cooler : 0);
}

enum why supply_of_server(struct machine *m)
{
    const struct platform *p = m->p->p;
    struct power *w = &m->power;
    m->rank = !known(p->max_gpu_tdp_w) && m->w->accel->form == FORM_PCIE ? 1 : 0;
    w->psu_redundant = m->p->psu_spare > 0;
    w->psu_atx_version = UNKNOWN;
    w->psu_count = m->p->psu_n > 0 ? m->p->psu_n : 0;
    w->psu_w = w->psu_rated_w = UNKNOWN;
    if (!known(p->psu_w) || m->p->psu_n <= 0)
        return WHY_NONE; /* the table does not tell: nothing to compare */
    struct psu unit = {.watts = p->psu_w, .redundant = TRI_YES, .min_input_v_full_power = 200};
    double one = psu_watts_at(&unit, m->site.volts);
    int spare = m->p->psu_spare > 0 ? m->p->psu_spare : 0;
    w->psu_rated_w = p->psu_w;
    w->psu_w = one * (m->p->psu_n - spare);
    if (w->psu_w >= REDUNDANT_MARGIN * w->dc_w)
        return WHY_NONE;
    if (spare == 0 || one * m->p->psu_n < REDUNDANT_MARGIN * w->dc_w)
        return WHY_SUPPLY_SERVER;
    m->rank = 1; /* enough while all run; after a failure the cards are throttled */
    return WHY_NONE;
}

/* A desk has one socket. In a machine room every supply that must run has its own feed. */
enum why circuit_fits(struct machine *m)
{
    bool room = m->w->place == PLACE_SERVER_ROOM || m->w->place == PLACE_COLO;
    const char *label = m->psu != NULL ? m->psu->efficiency : "platinum";
    struct power *w = &m->power;
    w->wall_w = w->dc_w / psu_efficiency(label, m->site.volts);
    w->circuits = 1;
    if (room && m->psu != NULL)
        w->circuits = m->psu_qty;
    else if (room && m->p != NULL && m->p->psu_n > 0)
        w->circuits = m->p->psu_n - (m->p->psu_spare > 0 ? m->p->psu_spare : 0);
    w->circuit_w = m->site.watts * w->circuits;
    return known(w->circuit_w) && w->wall_w > w->circuit_w ? WHY_CIRCUIT : WHY_NONE;
}

bool circuit_cannot(const struct machine *m)
{
    bool room = m->w->place == PLACE_SERVER_ROOM || m->w->place == PLACE_COLO;
    double least_w = m->power.dc_w / psu_efficiency("titanium", m->site.volts);
    return m->p->p->is_board && least_w > m->site.watts * (room ? PSU_QTY_MAX : 1);
}

/* UPS: 1.25 x wall power in W and, at a power factor of 0.95, in VA; online from 1.5 kW and for
 * servers; the input voltage of the site; several units above the largest. */
enum why ups_choose(struct machine *m)
{
    m->ups = NULL;
    m->ups_qty = 0;
    if (!m->w->ups)
        return WHY_NONE;
    bool online = m->power.wall_w > 1500 || (m->p != NULL && !m->p->p->is_board);
    struct sum best = {0, 0};
    for (int i = 0; i < m->t->ups.n; i++) {
        const struct ups *u = &m->t->f->ups[m->t->ups.ref[i].index];
        bool low = known(u->input_v) && u->input_v < 150, site_low = m->site.volts < 150;
        if (!known(u->watts) || !known(u->va) || !known(u->input_v) || low != site_low)
            continue;
        if (online && !text_has(u->topology, "online"))
            continue;
        double need_w = 1.25 * m->power.wall_w, need_va = need_w / 0.95;
        int qty = (int)ceil(need_w / u->watts), by_va = (int)ceil(need_va / u->va);
        qty = by_va > qty ? by_va : qty;
        if (qty < 1 || qty > 8)
            continue;
        struct sum s = {0, 0};
        sum_add(&s, m->t->ups.ref[i].price, qty);
        if (m->ups != NULL && !sum_less(&s, &best))
            continue;
        best = s;
        m->ups = u;
        m->ups_qty = qty;
        m->ups_price = m->t->ups.ref[i].price;
    }
    return m->ups != NULL ? WHY_NONE : WHY_UPS;
}
