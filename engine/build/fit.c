/*
 * fit.c - rules between the card and the platform: form, count, width, cooling, watts, place,
 * lanes.
 */
#include "base/str.h"
#include "engine/build/parts.h"

/* Slots of an ATX, CEB or EEB board: seven positions of 20.32 mm (ATX specification 2.2). */
#define BOARD_SLOTS 7

bool accel_is_machine(const struct accel *a)
{
    return a->form == FORM_SOC && !text_has(a->form_text, "module");
}

double card_width(const struct accel *a)
{
    return known(a->slot_width) ? a->slot_width : 2;
}

double card_link_lanes(const struct accel *a)
{
    return known(a->pcie_lanes) && a->pcie_lanes < 16 ? a->pcie_lanes : 16;
}

enum why accel_sold_alone(const struct accel *a, const struct build_wish *w)
{
    if (text_has(a->form_text, "cloud") || text_begins(a->status, "cloud"))
        return WHY_CLOUD_ONLY;
    if (text_begins(a->status, "announced"))
        return WHY_NOT_SOLD;
    if (w->new_only && (text_has(a->status, "used") || text_has(a->status, "grey")))
        return WHY_NOT_NEW;
    if (text_has(a->form_text, "superchip") || text_has(a->form_text, "rack"))
        return WHY_RACK_MODULE;
    if (a->form == FORM_SOC && !accel_is_machine(a))
        return WHY_BARE_MODULE;
    if (accel_is_machine(a))
        return w->per_node > 1 ? WHY_ONE_A_MACHINE : w->archive_gb > 0 ? WHY_NO_SLOT : WHY_NONE;
    return known(a->tdp_w) ? WHY_NONE : WHY_NO_WATTS;
}

/* In an open frame, where the length of cables and not the slots decides: boards that bring out
 * nothing but plugs, and more than two cards whose fans need air. */
bool card_on_cables(const struct platform_info *pi, const struct accel *a, int gpus)
{
    const struct platform *p = pi->p;
    bool plugs = known(p->pcie_dual_width_gpus) && p->pcie_dual_width_gpus > 4;
    return p->is_board && (plugs || (a->cooling == COOLING_OPEN_FAN && gpus > 2));
}

/* Cards of the width that the board's or server's slots hold. A board wider than two slots a card
 * holds two: its long slots stand two or three positions apart. */
static enum why count_fits(const struct platform_info *pi, const struct accel *a, int gpus)
{
    struct slots at;
    if (pi->p->is_board && !card_on_cables(pi, a, gpus) &&
        slots_place(pi->p, gpus, card_width(a), &at))
        return at.placed >= gpus ? WHY_NONE : WHY_COUNT;
    const struct platform *p = pi->p;
    double width = card_width(a), hold = p->gpu_max;
    if (width > 1 && known(p->pcie_dual_width_gpus))
        hold = p->pcie_dual_width_gpus;
    if (!p->is_board)
        return width > 2 || (known(hold) && gpus > hold) ? WHY_COUNT : WHY_NONE;
    if (width <= 1 && known(p->pcie_x16_electrical) && p->pcie_x16_electrical > hold)
        hold = p->pcie_x16_electrical;
    if (a->cooling == COOLING_OPEN_FAN && !pi->desktop && known(p->pcie_x16_electrical) &&
        p->pcie_x16_electrical > hold)
        hold = p->pcie_x16_electrical; /* on cables in an open frame; the case decides */
    return known(hold) && gpus > hold ? WHY_COUNT : WHY_NONE;
}

static enum why x16_fits(const struct platform_info *pi, int gpus)
{
    const struct platform *p = pi->p;
    double x16 = p->pcie_x16_electrical;
    if (!known(x16))
        return WHY_NONE;
    if (pi->desktop) /* one x16, or x8 + x8 where the board is built for two cards */
        return x16 >= 1 && gpus <= (p->gpu_max >= 2 ? 2 : 1) ? WHY_NONE : WHY_X16;
    return p->is_board && gpus > x16 ? WHY_X16 : WHY_NONE;
}

static enum why cooling_fits(const struct platform_info *pi, const struct accel *a)
{
    const struct platform *p = pi->p;
    if (p->is_complete)
        return WHY_NONE; /* its maker answers for the cooling */
    if (a->cooling == COOLING_LIQUID && !text_has(p->cooling, "liquid"))
        return WHY_LIQUID;
    if (a->cooling == COOLING_PASSIVE && !pi->ducted)
        return WHY_PASSIVE;
    if (a->cooling == COOLING_OPEN_FAN && pi->ducted)
        return WHY_OPEN_FAN_DUCT; /* its fans blow against the duct, its plugs meet the lid */
    return WHY_NONE;
}

static enum why place_fits(const struct platform_info *pi, const struct build_wish *w)
{
    bool room = w->place == PLACE_SERVER_ROOM || w->place == PLACE_COLO;
    if (pi->rack && !room)
        return WHY_PLACE;
    if (w->place == PLACE_COLO && pi->tower && !known(pi->p->rack_u))
        return WHY_PLACE;
    if (w->off_limits)
        return WHY_NONE;
    if (pi->rack && known(w->noise_db) && w->noise_db < RACK_SERVER_DB)
        return WHY_NOISE;
    double disks_u = w->archive != NULL ? w->archive->rack_u / w->nodes : 0;
    if (w->rack_units > 0 && pi->p->rack_u + disks_u > w->rack_units)
        return WHY_RACK_UNITS;
    return WHY_NONE;
}

enum why platform_fits(const struct platform_info *pi, const struct build_wish *w, int gpus)
{
    const struct platform *p = pi->p;
    const struct accel *a = w->accel;
    enum why why = platform_takes(pi, a, gpus);
    if (why == WHY_NONE)
        why = cooling_fits(pi, a);
    if (why == WHY_NONE && a->form == FORM_PCIE && !p->is_complete) {
        why = count_fits(pi, a, gpus);
        if (why == WHY_NONE)
            why = x16_fits(pi, gpus);
    }
    if (why == WHY_NONE && known(p->max_gpu_tdp_w) && a->tdp_w > p->max_gpu_tdp_w)
        why = WHY_TDP;
    return why == WHY_NONE ? place_fits(pi, w) : why;
}

/* Lanes that the sockets give together. Two EPYC of one board keep 128 beside four links between
 * them, 160 beside three; a board that brings out eight x16 slots must be built with three. */
double lanes_of_cpus(const struct platform_info *pi, const struct cpu *c)
{
    double sockets = known(pi->p->sockets) ? pi->p->sockets : 1;
    if (!known(c->pcie_lanes))
        return UNKNOWN;
    if (sockets >= 2 && c->pcie_lanes >= 128)
        return known(pi->p->pcie_x16_electrical) && pi->p->pcie_x16_electrical >= 8 ? 160 : 128;
    return c->pcie_lanes * sockets;
}

static int nvme_count(const struct machine *m)
{
    return (m->system.ssd != NULL ? m->system.qty : 0) + (m->data.ssd != NULL ? m->data.qty : 0) +
           m->more_m2 + m->more_u2;
}

static double nic_lanes(const struct machine *m)
{
    if (m->net.nic == NULL || !known(m->net.nic->pcie_lanes))
        return 0;
    return m->net.nic->pcie_lanes * m->net.qty;
}

/* The host card of the hard disks; on a desktop board it hangs on the chipset. */
static double disk_lanes(const struct machine *m)
{
    return m->w->archive != NULL && known(m->w->archive->lanes) ? m->w->archive->lanes : 0;
}

/* Desktop boards: 16 lanes for cards (x16 or x8 + x8), four a drive from the rest; what is left
 * over and small network cards hang on the chipset. */
static enum why lanes_of_desktop(struct machine *m)
{
    double want = card_link_lanes(m->w->accel), nic = nic_lanes(m);
    bool nic_on_cpu = m->net.nic != NULL && m->net.nic->pcie_lanes > 4;
    double share = m->gpus + (nic_on_cpu ? m->net.qty : 0);
    if (share > (m->p->p->gpu_max >= 2 ? 2 : 1) || (nic_on_cpu && m->net.nic->pcie_lanes > 8))
        return WHY_LANES;
    double link = share >= 2 ? 8 : 16;
    m->gpu_lanes = want < link ? want : link;
    double left = m->lanes_cpu - 16, drives = 4.0 * nvme_count(m);
    m->lanes_used =
        m->gpu_lanes * m->gpus + (nic_on_cpu ? nic : 0) + (drives < left ? drives : left);
    return left >= 0 ? WHY_NONE : WHY_LANES;
}

enum why nic_slots_fit(const struct machine *m)
{
    if (m->net.nic == NULL)
        return WHY_NONE;
    const struct platform *p = m->p->p;
    if (!p->is_board) {
        double slots = m->p->nic_x16;
        if (!known(slots) && known(p->pcie_x16_electrical) && m->w->accel->form == FORM_PCIE)
            slots = p->pcie_x16_electrical - m->gpus;
        if (known(slots) && m->p->ocp)
            slots += 1;
        return known(slots) && m->net.qty > slots ? WHY_NIC : WHY_NONE;
    }
    double width = card_width(m->w->accel);
    double open =
        m->risers ? p->pcie_x16_electrical - m->gpus : BOARD_SLOTS - ((m->gpus - 1) * width + 1);
    if (known(open) && m->net.qty > open)
        return WHY_NIC;
    bool wide = known(m->net.nic->pcie_lanes) && m->net.nic->pcie_lanes > 8;
    return wide && known(p->pcie_x16_electrical) && m->net.qty > p->pcie_x16_electrical - m->gpus
               ? WHY_NIC
               : WHY_NONE;
}

enum why lanes_fit(struct machine *m)
{
    const struct accel *a = m->w->accel;
    m->lanes_cpu = m->cpu != NULL ? lanes_of_cpus(m->p, m->cpu) : UNKNOWN;
    m->gpu_lanes = card_link_lanes(a);
    m->switched = false;
    if (m->p->desktop)
        return lanes_of_desktop(m);
    enum why why = nic_slots_fit(m);
    if (why != WHY_NONE)
        return why;
    double need = m->gpu_lanes * m->gpus + 4.0 * nvme_count(m) + nic_lanes(m) + disk_lanes(m);
    if (a->form != FORM_PCIE) /* baseboards: four switches of x16 to the sockets */
        need = 64 + 4.0 * nvme_count(m);
    m->lanes_used = need;
    if (!known(m->lanes_cpu) || need <= m->lanes_cpu)
        return WHY_NONE;
    if (m->p->p->is_board)
        return WHY_LANES;
    m->switched = true; /* the chassis brings PCIe switches: its maker names the slots */
    m->lanes_used = m->lanes_cpu;
    return WHY_NONE;
}
