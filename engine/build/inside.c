/*
 * inside.c - memory with every channel filled, and drives.
 */
#include "base/str.h"
#include "engine/build/parts.h"

/* System drives of a server: two alike, mirrored, of at least this size. */
#define SYSTEM_GB 480.0
/* Share of a drive's sequential rate that mixed reading keeps. */
#define READ_SHARE 0.7

int memory_channels(const struct platform_info *pi)
{
    const struct platform *p = pi->p;
    double sockets = known(p->sockets) ? p->sockets : 1;
    if (known(p->mem_channels_per_socket))
        return (int)(p->mem_channels_per_socket * sockets);
    return known(p->mem_slots) ? (int)p->mem_slots : 0;
}

enum why memory_max(const struct platform_info *pi, const struct cpu *c, double total_gb,
                    double module_gb)
{
    const struct platform *p = pi->p;
    double sockets = known(p->sockets) ? p->sockets : 1;
    if (known(p->max_mem_gb) && total_gb > p->max_mem_gb)
        return WHY_MEMORY_SIZE;
    if (known(p->max_mem_gb) && known(p->mem_slots) && module_gb * p->mem_slots > p->max_mem_gb)
        return WHY_MEMORY_SIZE; /* larger modules than the board's firmware is told to take */
    if (c != NULL && known(c->max_mem_gb) && total_gb > c->max_mem_gb * sockets)
        return WHY_MEMORY_SIZE;
    return WHY_NONE;
}

/* Modules of `part` that fill every channel once (twice, ...) and reach need_gb; 0: none do. */
int memory_modules(const struct platform_info *pi, const struct memory_part *part, double need_gb)
{
    int channels = memory_channels(pi);
    if (channels <= 0 || !known(part->module_gb) || !known(part->modules) || part->modules < 1)
        return 0;
    double slots = known(pi->p->mem_slots) ? pi->p->mem_slots : channels;
    for (int n = channels; n <= slots; n += channels)
        if (n % (int)part->modules == 0 && n * part->module_gb >= need_gb &&
            memory_max(pi, NULL, n * part->module_gb, part->module_gb) == WHY_NONE)
            return n;
    return 0;
}

/* Rate of all channels: slowest of part and CPU; a second module a channel slows DDR5. */
double memory_rate_gbs(const struct platform_info *pi, const struct cpu *c,
                       const struct memory_part *part, int modules)
{
    int channels = memory_channels(pi);
    double mts = part->speed_mts;
    if (c != NULL && known(c->mem_speed_mts) && !(known(mts) && mts <= c->mem_speed_mts))
        mts = c->mem_speed_mts;
    if (modules > channels) {
        double two = text_has(part->generation, "DDR4")       ? 2933
                     : part->registered != TRI_YES            ? 3600
                     : pi->p->mem_channels_per_socket >= 12.0 ? 3600
                                                              : 4400;
        mts = mts < two ? mts : two;
    }
    int filled = modules < channels ? modules : channels;
    return mts * 8e6 * filled / GB;
}

enum why memory_choose(struct machine *m)
{
    const struct memory_part *parts = m->t->f->memory, *only = m->fx != NULL ? m->fx->memory : NULL;
    const struct part_list *l = &m->p->memory;
    struct sum best = {0, 0};
    m->memory = (struct memory_choice){0};
    bool needs_ecc = m->gpus >= 4 || !m->p->p->is_board;
    for (int i = 0; i < l->n; i++) {
        const struct memory_part *part = &parts[l->ref[i].index];
        if (only != NULL && part != only)
            continue;
        if (needs_ecc && part->ecc == TRI_NO && only == NULL)
            continue;
        int n = memory_modules(m->p, part, m->w->host_ram_gb);
        if (n == 0)
            continue;
        int kits = n / (int)part->modules;
        struct sum s = {0, 0};
        sum_add(&s, l->ref[i].price, kits);
        if (m->memory.part != NULL && !sum_less(&s, &best))
            continue;
        best = s;
        m->memory = (struct memory_choice){part, kits, n, n * part->module_gb, l->ref[i].price};
    }
    if (m->memory.part != NULL)
        return WHY_NONE;
    return l->n == 0 ? WHY_MEMORY_KIND : WHY_MEMORY_SIZE;
}

/* --- drives ----------------------------------------------------------------------------------- */

bool ssd_is_m2(const struct ssd *s)
{
    return text_begins(s->form_factor, "M.2");
}

static int drives_needed(const struct ssd *s, double gb, double read_gbs)
{
    double n = ceil(gb / s->capacity_gb);
    if (read_gbs > 0) {
        if (!known(s->seq_read_mbs))
            return 0;
        double r = ceil(read_gbs * 1000.0 / (READ_SHARE * s->seq_read_mbs));
        n = r > n ? r : n;
    }
    return n < 1 ? 1 : n > 1000 ? 0 : (int)n;
}

/* Cheapest set of equal drives: m2 or bay drives, at most `max` of them. */
static bool drive_set(const struct machine *m, bool m2, int max, double gb, double read_gbs,
                      struct drive_choice *out)
{
    const struct facts *f = m->t->f;
    const struct ssd *only = m->fx != NULL ? m->fx->ssd : NULL;
    struct sum best = {0, 0};
    *out = (struct drive_choice){NULL, 0, UNKNOWN};
    for (int i = 0; i < m->t->ssd.n; i++) {
        const struct ssd *s = &f->ssd[m->t->ssd.ref[i].index];
        if (m->t->ssd_m2[s - f->ssd] != m2 || !known(s->capacity_gb) || s->capacity_gb <= 0)
            continue;
        if (only != NULL && ssd_is_m2(only) == m2 && s != only)
            continue;
        int n = drives_needed(s, gb, read_gbs);
        if (n == 0 || n > max)
            continue;
        struct sum x = {0, 0};
        sum_add(&x, m->t->ssd.ref[i].price, n);
        if (out->ssd != NULL && !sum_less(&x, &best))
            continue;
        best = x;
        *out = (struct drive_choice){s, n, m->t->ssd.ref[i].price};
    }
    return out->ssd != NULL;
}

/* Boards: one set of M.2 drives for system and data. Servers: two mirrored system drives (M.2, or
 * in the bays), data drives in the bays; without bays the mirrored pair carries the data too. */
enum why drives_choose(struct machine *m)
{
    const struct platform *p = m->p->p;
    double gb = m->w->storage_gb, rate = m->w->storage_read_gbs;
    int m2 = known(p->m2_slots) ? (int)p->m2_slots : p->is_board ? 1 : 2;
    m->system = m->data = (struct drive_choice){NULL, 0, UNKNOWN};
    m->mirrored = false;
    if (p->is_board)
        return drive_set(m, true, m2, gb, rate, &m->data) ? WHY_NONE : WHY_DRIVES;
    int bays = known(p->nvme_bays) ? (int)p->nvme_bays : 4; /* unknown: few */
    m->mirrored = true;
    if (m2 >= 2 && drive_set(m, true, 1, SYSTEM_GB, 0, &m->system))
        m->system.qty = 2;
    else if (bays >= 3 && drive_set(m, false, 1, SYSTEM_GB, 0, &m->system)) {
        m->system.qty = 2;
        bays -= 2;
    } else {
        return WHY_DRIVES;
    }
    if (bays > 0 && drive_set(m, false, bays, gb, rate, &m->data))
        return WHY_NONE;
    if (m2 >= 2 && drive_set(m, true, 1, gb + SYSTEM_GB, rate, &m->system)) {
        m->system.qty = 2;
        m->data = (struct drive_choice){NULL, 0, UNKNOWN};
        return WHY_NONE;
    }
    return WHY_DRIVES;
}
