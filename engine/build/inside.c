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

/* Puts a choice into a list that is kept by price, from the end. */
static int place_of(const struct sum *cost, int n, const struct sum *s)
{
    int k = n;
    while (k > 0 && sum_less(s, &cost[k - 1]))
        k--;
    return k;
}

bool inside_room(const struct build_tables *t, struct inside *in, struct arena *arena)
{
    const struct facts *f = t->f;
    in->memory = ARENA_ARRAY(arena, struct memory_choice, f->memory_n + 1);
    in->memory_cost = ARENA_ARRAY(arena, struct sum, f->memory_n + 1);
    in->drive = in->drive_room = ARENA_ARRAY(arena, struct drive_pair, 3 * f->ssd_n + 3);
    in->net = ARENA_ARRAY(arena, struct net_choice, f->nic_n + 2);
    in->net_cost = ARENA_ARRAY(arena, struct sum, f->nic_n + 2);
    in->card_room = ARENA_ARRAY(arena, struct net_try, f->nic_n + 1);
    in->arena = arena;
    in->drives_n = in->cards_n = 0;
    return !arena_failed(arena);
}

/* Modules of the part in one machine: those of the user's hand, else what fills the channels. */
static int modules_wanted(const struct machine *m, const struct memory_part *part)
{
    int kits = m->fx != NULL ? m->fx->qty[PART_MEMORY] : -1;
    if (kits < 0)
        return memory_modules(m->p, part, m->w->host_ram_gb);
    int n = kits / m->w->nodes * (known(part->modules) ? (int)part->modules : 1);
    double slots = known(m->p->p->mem_slots) ? m->p->p->mem_slots : n;
    bool fits = n > 0 && n <= slots &&
                memory_max(m->p, NULL, n * part->module_gb, part->module_gb) == WHY_NONE;
    return fits ? n : 0;
}

/* Is b never better than a? A processor that takes b takes a, and a draws no more. */
static bool memory_beats(const struct memory_choice *a, const struct memory_choice *b)
{
    const struct memory_part *x = a->part, *y = b->part;
    return str_eq(x->generation, y->generation) && str_eq(x->module_type, y->module_type) &&
           (x->registered == TRI_YES) == (y->registered == TRI_YES) && a->modules <= b->modules &&
           a->total_gb <= b->total_gb && x->module_gb <= y->module_gb;
}

int memory_options(const struct machine *m, struct inside *in, enum why *far)
{
    const struct memory_part *parts = m->t->f->memory, *only = m->fx != NULL ? m->fx->memory : NULL;
    const struct part_list *l = &m->p->memory;
    int spare[SPARE_KINDS];
    bool needs_ecc = m->gpus >= 4 || !m->p->p->is_board;
    in->memory_n = 0;
    for (int i = 0; i < l->n; i++) {
        const struct memory_part *part = &parts[l->ref[i].index];
        if (only != NULL && part != only)
            continue;
        if (needs_ecc && part->ecc == TRI_NO && only == NULL)
            continue;
        int n = modules_wanted(m, part);
        if (n == 0)
            continue;
        int kits = n / (int)part->modules;
        struct machine x = *m;
        x.memory = (struct memory_choice){part, kits, n, n * part->module_gb, l->ref[i].price};
        spares_of(&x, spare);
        struct sum s = {0, 0};
        sum_add(&s, l->ref[i].price, kits + (double)spare[SPARE_MEMORY] / m->w->nodes);
        int at = place_of(in->memory_cost, in->memory_n, &s);
        bool beaten = false;
        for (int k = 0; k < at && !beaten; k++)
            beaten = memory_beats(&in->memory[k], &x.memory);
        if (beaten)
            continue;
        for (int k = in->memory_n++; k > at; k--) {
            in->memory[k] = in->memory[k - 1];
            in->memory_cost[k] = in->memory_cost[k - 1];
        }
        in->memory[at] = x.memory;
        in->memory_cost[at] = s;
    }
    *far = l->n == 0 ? WHY_MEMORY_KIND : WHY_MEMORY_SIZE;
    return in->memory_n;
}

/* --- drives ----------------------------------------------------------------------------------- */

bool ssd_is_m2(const struct ssd *s)
{
    return s->form_factor != NULL && str_starts(s->form_factor, "M.2");
}

/* What a drive may be written in all: its TBW, else its writes a day over five years. */
static double granted_tb(const struct ssd *s)
{
    return known(s->tbw) ? s->tbw : s->dwpd * s->capacity_gb / 1000.0 * 365.0 * 5.0;
}

bool drives_last(const struct machine *m)
{
    const struct drive_choice *d = m->data.ssd != NULL ? &m->data : &m->system;
    if (d->ssd == NULL)
        return true;
    int qty = m->data.ssd != NULL ? d->qty : 1; /* mirrored ones are written alike */
    return !(granted_tb(d->ssd) * qty < m->w->write_tb);
}

static int drives_needed(const struct build_wish *w, const struct ssd *s, double gb)
{
    double read_gbs = w->storage_read_gbs, tb = granted_tb(s);
    double n = ceil(gb / s->capacity_gb);
    if (w->lasting && known(tb)) {
        double written = ceil(w->write_tb / tb);
        n = written > n ? written : n;
    }
    if (read_gbs > 0) {
        if (!known(s->seq_read_mbs))
            return 0;
        double r = ceil(read_gbs * 1000.0 / (READ_SHARE * s->seq_read_mbs));
        n = r > n ? r : n;
    }
    return n < 1 ? 1 : n > 1000 ? 0 : (int)n;
}

/* Drives of one machine that the user has set for this part; -1 free. */
static int drives_set(const struct machine *m, const struct ssd *s)
{
    const struct forced *fx = m->fx;
    if (fx == NULL || fx->qty[PART_SSD] < 0)
        return -1;
    if (!str_empty(fx->qty_id[PART_SSD]) && !str_eq(fx->qty_id[PART_SSD], s->id))
        return -1;
    return fx->qty[PART_SSD] / m->w->nodes;
}

static void pair_cost(const struct machine *m, struct drive_pair *d)
{
    struct machine x = *m;
    int spare[SPARE_KINDS];
    x.system = d->system;
    x.data = d->data;
    spares_of(&x, spare);
    d->cost = (struct sum){0, 0};
    if (d->system.ssd != NULL)
        sum_add(&d->cost, d->system.price, d->system.qty);
    if (d->data.ssd != NULL)
        sum_add(&d->cost, d->data.price, d->data.qty);
    if (spare[SPARE_SSD] > 0)
        sum_add(&d->cost, d->data.ssd != NULL ? d->data.price : d->system.price,
                (double)spare[SPARE_SSD] / m->w->nodes);
}

static void pair_draws(const struct drive_pair *d, int *lanes, double *watts)
{
    const struct drive_choice *c[] = {&d->system, &d->data};
    *lanes = 0;
    *watts = 0;
    for (int i = 0; i < 2; i++) {
        if (c[i]->ssd == NULL)
            continue;
        *lanes += 4 * c[i]->qty;
        *watts += (ssd_is_m2(c[i]->ssd) ? 10.0 : 20.0) * c[i]->qty;
    }
}

static bool pair_beats(const struct drive_pair *a, const struct drive_pair *b)
{
    int la, lb;
    double wa, wb;
    pair_draws(a, &la, &wa);
    pair_draws(b, &lb, &wb);
    return la <= lb && wa <= wb;
}

/* A locked drive must be among them. */
static bool pair_obeys(const struct machine *m, const struct drive_pair *d)
{
    const struct ssd *only = m->fx != NULL ? m->fx->ssd : NULL;
    return only == NULL || d->system.ssd == only || d->data.ssd == only;
}

static void pair_put(const struct machine *m, struct inside *in, struct drive_pair d)
{
    if (!pair_obeys(m, &d))
        return;
    pair_cost(m, &d);
    int at = in->drive_n;
    while (at > 0 && sum_less(&d.cost, &in->drive[at - 1].cost))
        at--;
    for (int k = 0; k < at; k++)
        if (pair_beats(&in->drive[k], &d))
            return;
    int n = at; /* those behind it that it beats are taken out */
    for (int k = at; k < in->drive_n; k++)
        if (!pair_beats(&d, &in->drive[k]))
            in->drive[n++] = in->drive[k];
    for (int k = n; k > at; k--)
        in->drive[k] = in->drive[k - 1];
    in->drive[at] = d;
    in->drive_n = n + 1;
}

/* Sets of equal drives, M.2 or in bays, at most `max` of them, beside the system's. */
static void data_sets(const struct machine *m, struct inside *in, bool m2, int max,
                      struct drive_choice system)
{
    const struct facts *f = m->t->f;
    for (int i = 0; i < m->t->ssd.n; i++) {
        const struct ssd *s = &f->ssd[m->t->ssd.ref[i].index];
        if (m->t->ssd_m2[s - f->ssd] != m2 || !known(s->capacity_gb) || s->capacity_gb <= 0)
            continue;
        int n = drives_set(m, s);
        n = n > 0 ? n : drives_needed(m->w, s, m->w->storage_gb);
        if (n == 0 || n > max)
            continue;
        pair_put(m, in, (struct drive_pair){system, {s, n, m->t->ssd.ref[i].price}, {0, 0}});
    }
}

/* Two alike, mirrored, each with room for gb; they carry everything where nothing else does. */
static void mirrored_sets(const struct machine *m, struct inside *in, bool m2, int bays, bool alone)
{
    const struct facts *f = m->t->f;
    double gb = alone ? m->w->storage_gb + SYSTEM_GB : SYSTEM_GB;
    const struct ssd *only = m->fx != NULL ? m->fx->ssd : NULL;
    bool done = false;
    for (int i = 0; i < m->t->ssd.n; i++) {
        const struct ssd *s = &f->ssd[m->t->ssd.ref[i].index];
        if (m->t->ssd_m2[s - f->ssd] != m2 || !known(s->capacity_gb) || s->capacity_gb < gb)
            continue;
        if (alone && drives_needed(m->w, s, gb) != 1)
            continue;
        struct drive_choice two = {s, 2, m->t->ssd.ref[i].price};
        if (alone)
            pair_put(m, in, (struct drive_pair){two, {NULL, 0, UNKNOWN}, {0, 0}});
        else if (bays > 0 &&
                 (!done || s == only)) /* all draw alike: the cheapest, and the locked */
            data_sets(m, in, false, bays, two);
        done = true;
    }
}

/* Those of an earlier platform with the same places. */
static bool drives_known(struct inside *in, bool board, int m2, int bays)
{
    for (int i = 0; i < in->drives_n; i++) {
        const struct drives_of *x = &in->drives[i];
        if (x->board != board || x->m2 != m2 || x->bays != bays)
            continue;
        in->drive = x->pair;
        in->drive_n = x->n;
        return true;
    }
    in->drive = in->drive_room;
    in->drive_n = 0;
    return false;
}

static void drives_remember(struct inside *in, bool board, int m2, int bays)
{
    if (in->drives_n == INSIDE_KINDS)
        return;
    struct drive_pair *pair = ARENA_ARRAY(in->arena, struct drive_pair, (size_t)in->drive_n + 1);
    if (pair == NULL)
        return;
    for (int i = 0; i < in->drive_n; i++)
        pair[i] = in->drive[i];
    in->drives[in->drives_n++] = (struct drives_of){board, m2, bays, in->drive_n, pair};
}

/* Boards: one set of M.2 drives for system and data. Servers: two mirrored system drives (M.2, or
 * in the bays), data drives in the bays; where no set of them does, a mirrored pair of M.2 drives
 * carries the data too. */
int drive_options(const struct machine *m, struct inside *in, enum why *far)
{
    const struct platform *p = m->p->p;
    int m2 = known(p->m2_slots) ? (int)p->m2_slots : p->is_board ? 1 : 2;
    int bays = known(p->nvme_bays) ? (int)p->nvme_bays : 4; /* unknown: few */
    struct drive_choice none = {NULL, 0, UNKNOWN};
    *far = WHY_DRIVES;
    bays = p->is_board ? 0 : bays;
    if (drives_known(in, p->is_board, m2, bays))
        return in->drive_n;
    if (p->is_board)
        data_sets(m, in, true, m2, none);
    else if (m2 >= 2)
        mirrored_sets(m, in, true, bays, false);
    if (bays >= 3)
        mirrored_sets(m, in, false, bays - 2, false);
    if (!p->is_board && m2 >= 2 && in->drive_n == 0)
        mirrored_sets(m, in, true, 0, true);
    drives_remember(in, p->is_board, m2, bays);
    return in->drive_n;
}
