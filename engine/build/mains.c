/*
 * mains.c - what a server's own supplies give, the circuit of the place, the UPS.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define REDUNDANT_MARGIN 1.1

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
    struct psu unit = {.watts = p->psu_w,
                       .redundant = TRI_YES,
                       .min_input_v_full_power = 200,
                       .low_mains_w = UNKNOWN};
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
    w->wall_w = w->dc_w / psu_efficiency(label, m->site.volts) + m->archive_w;
    w->circuits = 1;
    if (room && m->psu != NULL)
        w->circuits = m->psu_qty;
    else if (room && m->p != NULL && m->p->psu_n > 0)
        w->circuits = m->p->psu_n - (m->p->psu_spare > 0 ? m->p->psu_spare : 0);
    w->circuit_w = m->site.watts * w->circuits;
    bool over = known(w->circuit_w) && w->wall_w > w->circuit_w;
    return over && !m->w->off_limits ? WHY_CIRCUIT : WHY_NONE;
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
        if (m->fx != NULL && m->fx->ups != NULL && u != m->fx->ups)
            continue;
        bool low = known(u->input_v) && u->input_v < 150, site_low = m->site.volts < 150;
        if (!known(u->watts) || !known(u->va) || !known(u->input_v) || low != site_low)
            continue;
        if (online && !m->t->ups_online[m->t->ups.ref[i].index])
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
