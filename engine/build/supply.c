/*
 * supply.c - the cooler, the case and the supplies around a board, the cheapest that go together.
 */
#include "base/err.h"
#include "base/str.h"
#include "engine/build/parts.h"

#define CARD_PLUG_W 450.0 /* from here each card wants its own native 12V-2x6 lead */
#define EPS_TWO_W 250.0 /* from here a processor wants every lead that its board has a socket for */

/* Units whose plugs suffice for all cards; 0: none do. */
static int units_for_plugs(const struct accel *a, int gpus, const struct psu *p)
{
    double need12 = known(a->conn_12v2x6) ? a->conn_12v2x6 * gpus : 0;
    double need8 = known(a->conn_8pin) ? a->conn_8pin * gpus : 0;
    for (int q = 1; q <= PSU_QTY_MAX; q++) {
        double have12 = known(p->conn_12v2x6) ? p->conn_12v2x6 * q : 0, all8 = need8;
        if (need12 > have12) {
            if (a->tdp_w >= CARD_PLUG_W)
                continue;
            all8 += (need12 - have12) * ceil(a->tdp_w / 150.0); /* adapters: a warning, no error */
        }
        if (!known(p->conn_8pin) || all8 <= p->conn_8pin * q)
            return q;
    }
    return 0;
}

static struct supply supply_of(const struct build_tables *t, const struct build_wish *w,
                               const struct psu *p, double price, const struct circuit *site)
{
    struct supply s = {.psu = p, .price = price, .one_w = psu_watts_at(p, site->volts)};
    s.share = psu_share_at(t->psu_share[p - t->f->psu], site->volts);
    if (t->psu_atx[p - t->f->psu])
        s.least_qty = units_for_plugs(w->accel, w->per_node, p);
    return s;
}

static double psu_length(const struct psu *p)
{
    return p->fit != NULL && known(p->fit->length_mm) ? p->fit->length_mm : 0;
}

static double psu_eps(const struct psu *p) /* leads; not told: no matter */
{
    return p->fit != NULL && known(p->fit->eps) ? p->fit->eps : INFINITY;
}

/* Is b, which costs no less, never better than a? Whatever b runs, a runs from as little or less of
 * the mains, with plugs and leads for no more units, and goes into the same cases. (What an ATX 3
 * unit must bear for 0.1 ms is less than the margin of an older one.) */
static bool supply_beats(const struct supply *a, const struct supply *b)
{
    bool plugs = b->least_qty == 0 || (a->least_qty > 0 && a->least_qty <= b->least_qty);
    return plugs && (!known(b->one_w) || a->one_w >= b->one_w) &&
           psu_margin(a->psu->atx_version) <= psu_margin(b->psu->atx_version) &&
           a->share >= b->share && psu_eps(a->psu) >= psu_eps(b->psu) &&
           psu_length(a->psu) <= psu_length(b->psu);
}

int supplies_list(const struct build_tables *t, const struct build_wish *w, const struct forced *fx,
                  const struct circuit *site, struct supply *out)
{
    const struct psu *only = fx != NULL ? fx->psu : NULL;
    int n = 0;
    for (int i = 0; i < t->psu.n; i++) {
        const struct psu *p = &t->f->psu[t->psu.ref[i].index];
        if ((only != NULL && p != only) || !t->psu_atx[t->psu.ref[i].index])
            continue;
        out[n] = supply_of(t, w, p, t->psu.ref[i].price, site);
        bool beaten = false;
        for (int k = 0; k < n && !beaten; k++)
            beaten = supply_beats(&out[k], &out[n]);
        n += beaten ? 0 : 1;
    }
    return n;
}

/* EPS leads: one for a processor up to 250 W, two above and on boards for two of them; cards of the
 * data centre on a board take one each where the catalog says so. */
double eps_wanted(const struct machine *m)
{
    double cards = known(m->w->accel->conn_eps) ? m->w->accel->conn_eps * m->gpus : 0;
    bool two = m->sockets > 1 || (m->cpu != NULL && m->cpu->tdp_w >= EPS_TWO_W);
    return m->sockets * (two ? 2.0 : 1.0) + cards;
}

static bool leads_enough(const struct machine *m, const struct psu *p, int qty)
{
    return p->fit == NULL || !known(p->fit->eps) || p->fit->eps * qty >= eps_wanted(m);
}

static enum why supply_carries(const struct machine *m, const struct supply *s, int qty)
{
    double w = s->one_w * qty;
    if (!m->t->psu_atx[s->psu - m->t->f->psu])
        return WHY_SUPPLY_CASE;
    if (!known(w) || w < psu_margin(s->psu->atx_version) * m->power.dc_w)
        return WHY_SUPPLY;
    double cards = card_watts(m->w) * m->gpus;
    if (known(s->psu->atx_version) && s->psu->atx_version >= 3 &&
        2 * cards + (m->power.dc_w - cards) > 2 * w)
        return WHY_SUPPLY; /* ATX 3: 200 % for 0.1 ms */
    if (s->least_qty == 0 || qty < s->least_qty || !leads_enough(m, s->psu, qty))
        return WHY_CONNECTORS;
    return WHY_NONE;
}

enum why psu_fits(const struct machine *m, const struct psu *p, int qty)
{
    struct supply s = supply_of(m->t, m->w, p, UNKNOWN, &m->site);
    return supply_carries(m, &s, qty);
}

/* A supply, its number and the UPS in front of it. */
struct feed {
    const struct supply *s;
    int qty;
    double length_mm;
    struct sum cost;
    struct power power;
    const struct ups *ups;
    int ups_qty;
    double ups_price;
};
#define FEEDS_MAX 256
struct feeds { /* cheapest first; of two the dearer only if something speaks for it */
    struct feed f[FEEDS_MAX];
    int n;
    bool by_share; /* what is wasted counts: cabinets are filled by their watts */
    enum why far;
};

/* Is there a supply that costs no more, needs no more places, is no longer and, where cabinets are
 * counted by their watts, wastes no more? `cost`: at least that of the new one. */
static bool feed_beaten(const struct feeds *l, const struct sum *cost, int qty, double length_mm,
                        double share)
{
    for (int i = 0; i < l->n; i++)
        if (l->f[i].qty <= qty && l->f[i].length_mm <= length_mm && l->f[i].s->share >= share &&
            !sum_less(cost, &l->f[i].cost))
            return true;
    return false;
}

static void feed_put(struct feeds *l, const struct feed *x)
{
    if (l->n == FEEDS_MAX)
        BUG("more kinds of supplies than FEEDS_MAX");
    int at = l->n++;
    for (; at > 0 && sum_less(&x->cost, &l->f[at - 1].cost); at--)
        l->f[at] = l->f[at - 1];
    l->f[at] = *x;
}

/* Circuit and UPS behind so many supplies of that efficiency: the same for all such. */
struct behind {
    double share;
    int qty;
    enum why why;
    struct power power;
    const struct ups *ups;
    int ups_qty;
    double ups_price;
};
#define BEHIND_MAX 32
struct behinds {
    struct behind b[BEHIND_MAX];
    int n;
};

static const struct behind *behind_of(struct machine *m, const struct supply *s, int qty,
                                      struct behinds *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->b[i].qty == qty && !(l->b[i].share < s->share || l->b[i].share > s->share))
            return &l->b[i];
    if (l->n == BEHIND_MAX)
        BUG("more kinds of efficiency than BEHIND_MAX");
    struct behind *x = &l->b[l->n++];
    m->psu = s->psu;
    m->psu_qty = qty;
    enum why why = circuit_fits(m);
    if (why == WHY_NONE)
        why = ups_choose(m);
    *x = (struct behind){s->share, qty, why, m->power, m->ups, m->ups_qty, m->ups_price};
    return x;
}

/* Does anything stand against so many of that supply? *behind_it: what is behind them, if not. */
static enum why feed_may(struct machine *m, const struct supply *s, int qty, struct behinds *l,
                         const struct behind **behind_it)
{
    enum why why = supply_carries(m, s, qty);
    if (why != WHY_NONE)
        return why;
    *behind_it = behind_of(m, s, qty, l);
    return (*behind_it)->why;
}

static enum why feed_try(struct machine *m, const struct supply *s, int qty, double spare,
                         struct behinds *behind, struct feeds *l)
{
    struct feed x = {.s = s, .qty = qty, .length_mm = psu_length(s->psu)};
    const struct behind *b;
    enum why why = feed_may(m, s, qty, behind, &b);
    if (why != WHY_NONE)
        return why;
    sum_add(&x.cost, s->price, qty + spare);
    if (b->ups != NULL)
        sum_add(&x.cost, b->ups_price, b->ups_qty);
    if (feed_beaten(l, &x.cost, qty, x.length_mm, l->by_share ? s->share : 0))
        return WHY_NONE;
    x.power = b->power;
    x.ups = b->ups;
    x.ups_qty = b->ups_qty;
    x.ups_price = b->ups_price;
    feed_put(l, &x);
    return WHY_NONE;
}

/* Units of a supply that the user has set for one machine; 0 free. */
static int supplies_set(const struct machine *m)
{
    return m->fx != NULL && m->fx->qty[PART_PSU] > 0 ? m->fx->qty[PART_PSU] / m->w->nodes : 0;
}

/* WHY_NONE: some supply does; else the furthest reason. */
static enum why feeds_any(const struct machine *m, int from, int to)
{
    struct machine x = *m;
    struct behinds behind = {.n = 0};
    const struct behind *b;
    enum why far = WHY_SUPPLY_CASE;
    int set = supplies_set(m);
    for (int q = from; q <= to; q++)
        for (int i = 0; i < m->supply_n && (set <= 0 || q == set); i++) {
            enum why why = feed_may(&x, &m->supplies[i], q, &behind, &b);
            if (why == WHY_NONE)
                return WHY_NONE;
            far = why > far ? why : far;
        }
    return far;
}

static void feeds_find(const struct machine *m, int from, int to, struct feeds *l)
{
    int set = supplies_set(m);
    struct machine x = *m;
    struct behinds behind = {.n = 0};
    int spare[SPARE_KINDS];
    l->n = 0;
    l->far = WHY_SUPPLY_CASE;
    l->by_share = false;
    if (m->supply_n > 0)
        x.psu = m->supplies[0].psu;
    spares_of(&x, spare);
    for (int i = 0; m->w->nodes > 1 && i < m->cases->n; i++)
        l->by_share = l->by_share || known(m->t->f->chassis[m->cases->ref[i].index].rack_u);
    for (int q = from; q <= to; q++)
        for (int i = 0; i < m->supply_n && (set <= 0 || q == set); i++) {
            enum why why = feed_try(&x, &m->supplies[i], q, (double)spare[SPARE_PSU] / m->w->nodes,
                                    &behind, l);
            l->far = why > l->far ? why : l->far;
        }
}

static void housing_take(struct machine *m, const struct machine *x, const struct feed *f,
                         struct sum *best, const struct sum *s)
{
    *best = *s;
    m->cooler = x->cooler;
    m->cooler_price = x->cooler_price;
    m->chassis = x->chassis;
    m->chassis_price = x->chassis_price;
    m->psu = f->s->psu;
    m->psu_price = f->s->price;
    m->psu_qty = f->qty;
    m->power = f->power;
    m->ups = f->ups;
    m->ups_qty = f->ups_qty;
    m->ups_price = f->ups_price;
}

/* Can cooler, case and supply cost less than the best so far, from this cooler and a case of that
 * price on? Both come by price: when not, nothing behind them can. */
static bool may_be_cheaper(const struct machine *m, const struct machine *x, double chassis_price,
                           const struct sum *feed, const struct sum *best)
{
    struct sum least = *feed;
    if (m->psu == NULL)
        return true;
    sum_add(&least, x->cooler_price, x->cooler != NULL ? x->sockets : 0);
    sum_add(&least, chassis_price, 1);
    return sum_less(&least, best);
}

static bool feed_in_case(const struct feed *f, const struct chassis *c, int places)
{
    double room = c->fit != NULL ? c->fit->psu_mm : UNKNOWN;
    return f->qty <= places && !(known(room) && f->length_mm > room);
}

/* Cases for one cooler: the cheapest case and supply that fit together. */
static enum why cases_for_cooler(struct machine *m, struct machine *x, const struct feeds *l,
                                 struct sum *best)
{
    enum why far = m->cases->far;
    for (int i = 0; i < m->cases->n; i++) {
        const struct chassis *c = &m->t->f->chassis[m->cases->ref[i].index];
        if (!may_be_cheaper(m, x, m->cases->ref[i].price, &l->f[0].cost, best))
            break;
        enum why why = chassis_takes_cooler(x, c);
        bool some = false;
        x->chassis = c;
        x->chassis_price = m->cases->ref[i].price;
        for (int k = 0; why == WHY_NONE && k < l->n; k++) {
            if (!feed_in_case(&l->f[k], c, chassis_words_of(m, c)->places))
                continue;
            some = true;
            struct sum sum = l->f[k].cost;
            sum_add(&sum, x->cooler_price, x->cooler != NULL ? x->sockets : 0);
            sum_add(&sum, x->chassis_price, 1);
            x->power = l->f[k].power;
            x->psu = l->f[k].s->psu;
            if (m->w->nodes > 1)
                cluster_cost(x, &sum);
            else
                rails_cost(x, &sum);
            if (m->psu == NULL || sum_less(&sum, best))
                housing_take(m, x, &l->f[k], best, &sum);
            if (m->w->nodes <= 1)
                break; /* alone nothing but the price counts, and they come by price */
        }
        if (why == WHY_NONE && !some)
            why = WHY_SUPPLY_CASE;
        far = why > far ? why : far;
    }
    return m->psu != NULL ? WHY_NONE : far;
}

static enum why coolers_and_cases(struct machine *m, const struct feeds *l)
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
        if (!may_be_cheaper(m, &x, 0, &l->f[0].cost, &best))
            break;
        enum why w = cases_for_cooler(m, &x, l, &best);
        why = w > why ? w : why;
    }
    return m->psu != NULL ? WHY_NONE : why;
}

static bool some_cooler_takes(const struct machine *m)
{
    const struct cooler *only = m->fx != NULL ? m->fx->cooler : NULL;
    for (int i = 0; i < m->p->cooler.n; i++) {
        const struct cooler *c = &m->t->f->cooler[m->p->cooler.ref[i].index];
        if ((only == NULL || c == only) && cooler_takes(c, m->cpu))
            return true;
    }
    return false;
}

enum why housing_choose(struct machine *m, bool several)
{
    struct feeds l;
    m->psu = NULL;
    if (m->cases->n == 0)
        return m->cases->far;
    if (!some_cooler_takes(m))
        return WHY_COOLER;
    feeds_find(m, several ? 2 : 1, several ? PSU_QTY_MAX : 1, &l);
    if (l.n == 0)
        return l.far;
    if (several)
        m->rank = 1; /* one start signal and one phase for all of them */
    return coolers_and_cases(m, &l);
}

enum why housing_possible(const struct machine *m, int *rank)
{
    struct machine x = *m;
    machine_load(&x);
    *rank = 0;
    enum why one = feeds_any(&x, 1, 1), more;
    if (one == WHY_NONE)
        return WHY_NONE;
    *rank = 1;
    more = feeds_any(&x, 2, PSU_QTY_MAX);
    return more == WHY_NONE || more > one ? more : one;
}

double ups_least(const struct machine *m)
{
    struct machine x = *m;
    machine_load(&x);
    const char *best = m->p->p->is_board ? "titanium" : "platinum";
    x.power.wall_w = x.power.dc_w / psu_efficiency(best, m->site.volts);
    if (ups_choose(&x) != WHY_NONE || x.ups == NULL || !known(x.ups_price))
        return 0;
    return x.ups_price * x.ups_qty;
}

double housing_least(const struct machine *m)
{
    struct machine x = *m;
    double supply = UNKNOWN;
    machine_load(&x);
    for (int q = 1; q <= PSU_QTY_MAX; q++)
        for (int i = 0; i < m->supply_n; i++) {
            if (supply_carries(&x, &m->supplies[i], q) != WHY_NONE)
                continue;
            double price = known(m->supplies[i].price) ? m->supplies[i].price * q : 0;
            supply = known(supply) ? fmin(supply, price) : price;
            break; /* they come by price */
        }
    double chassis = m->cases->n > 0 ? m->cases->ref[0].price : UNKNOWN;
    double cooler = m->p->cooler.n > 0 ? m->p->cooler.ref[0].price * m->sockets : UNKNOWN;
    return (known(supply) ? supply : 0) + (known(chassis) ? chassis : 0) +
           (known(cooler) ? cooler : 0);
}
