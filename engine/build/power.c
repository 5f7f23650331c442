/*
 * power.c - what a machine draws and what its supplies give.
 *
 * Load model: P = sum of card limits + 1.1 x CPU TDP + 5 W a UDIMM or 9 W an RDIMM + 10 W an M.2
 * or 20 W a U.2 drive + network cards + 50 W board + fans. Case fans take 60 W (four of 15 W), the
 * fans of a server 15 % of the rest (10-20 % measured by servethehome.com on 4U boxes of 8 cards).
 * Baseboards of eight cards add link switches: fans and switches together 40 % in air, checked
 * against the makers' maxima of DGX A100 (6.5 kW), H100 (10.2 kW) and B200 (14.3 kW), which it
 * meets within 7 %; 20 % behind liquid.
 */
#include "base/str.h"
#include "engine/build/parts.h"

#define WHOLE_CPU_W                                                                                \
    225.0 /* processors of systems sold whole: EPYC 7742 of a DGX A100; later ones more */

double load_watts(const struct load *l)
{
    double rest = l->gpu_w * l->gpus + 1.1 * l->cpu_tdp_w * l->cpus + 5.0 * l->udimm +
                  9.0 * l->rdimm + 10.0 * l->m2 + 20.0 * l->u2 + l->nic_w + 50.0;
    if (!l->server)
        return rest + 60.0;
    double fans = l->liquid ? 0.10 : 0.15;
    if (l->baseboard && l->gpus >= 8)
        fans = l->liquid ? 0.20 : 0.40;
    return rest * (1.0 + fans);
}

double psu_watts_at(const struct psu *p, double volts)
{
    if (!known(p->watts))
        return UNKNOWN;
    double full = p->min_input_v_full_power;
    if (!known(volts) || (known(full) && volts >= full))
        return p->watts;
    bool crps = p->redundant == TRI_YES, low = volts < 180;
    if (low && known(full) && full >= 180 && known(p->low_mains_w))
        return p->low_mains_w; /* of its sheet; 0: made for 200-240 V only */
    if (crps && known(full))   /* 2000 W units give about 1000 W, 2400 W ones 1400 W at 100-127 V */
        return low ? 0.5 * p->watts : p->watts;
    if (!known(full) || full >= 180) /* the usual limit of large units on a 100-120 V socket */
        return low && p->watts > 1300 ? 1300 : p->watts;
    return 0.8 * p->watts; /* AX1600i: 1300 W at 100 V */
}

double psu_share_at(double share, double volts)
{
    return known(volts) && volts < 150 ? share - 0.02 : share;
}

double psu_efficiency(const char *label, double volts)
{
    static const struct {
        const char *label;
        double share; /* 80 PLUS, half load, 230 V internal; about two points less at 115 V */
    } table[] = {
        {"titanium", 0.94}, {"platinum", 0.92}, {"gold", 0.90}, {"silver", 0.88}, {"bronze", 0.86}};
    double e = 0.90;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (text_begins(label, table[i].label))
            e = table[i].share;
    return psu_share_at(e, volts);
}

double psu_margin(double atx_version)
{
    return known(atx_version) && atx_version >= 3.0 ? 1.25 : 1.5;
}

double card_watts(const struct build_wish *w)
{
    bool limited = w->card_limit_w > 0 && w->card_limit_w < w->accel->tdp_w;
    return limited ? w->card_limit_w : w->accel->tdp_w;
}

void machine_load(struct machine *m)
{
    const struct platform *p = m->p->p;
    const struct accel *a = m->w->accel;
    struct load l = {.gpu_w = card_watts(m->w),
                     .gpus = m->gpus,
                     .server = !p->is_board,
                     .liquid = m->p->liquid,
                     .baseboard = a->form != FORM_PCIE};
    if (m->cards_w > 0 && m->gpus > 0)
        l.gpu_w = m->cards_w / m->gpus; /* of several kinds */
    l.m2 = m->more_m2;
    l.u2 = m->more_u2;
    l.cpu_tdp_w = m->cpu != NULL && known(m->cpu->tdp_w) ? m->cpu->tdp_w : 0;
    l.cpus = m->sockets;
    if (m->memory.part != NULL && m->memory.part->registered != TRI_YES)
        l.udimm = m->memory.modules;
    else
        l.rdimm = m->memory.modules;
    if (p->is_complete && m->cpu == NULL) { /* sold whole: the host is there, but not on the bill */
        l.cpu_tdp_w = WHOLE_CPU_W;
        l.rdimm = known(p->mem_slots) ? (int)p->mem_slots : 0;
    }
    const struct drive_choice *d[] = {&m->system, &m->data};
    for (int i = 0; i < 2; i++) {
        if (d[i]->ssd == NULL)
            continue;
        if (ssd_is_m2(d[i]->ssd))
            l.m2 += d[i]->qty;
        else
            l.u2 += d[i]->qty;
    }
    if (m->net.nic != NULL && known(m->net.nic->power_w))
        l.nic_w = m->net.nic->power_w * m->net.qty;
    m->power.dc_w = load_watts(&l);
}
