/*
 * upgrade.c - what to add next: a larger supply, more memory, another card of the same kind, other
 * cards; each sized and priced, those that mend something first, then by price.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/check/check.h"

struct wishes {
    const struct check_machine *x;
    const struct job *job;
    const struct facts *f;
    const struct shape *s;
    const struct sizing *z;
    const struct finding *finding;
    size_t finding_n;
    bool job_given;
    struct arena *arena;
    struct upgrade *out;
    int n;
};

static bool raised(const struct wishes *w, const char *rule)
{
    for (size_t i = 0; i < w->finding_n; i++)
        if (str_eq(w->finding[i].rule, rule) && w->finding[i].severity != SEV_UNKNOWN &&
            w->finding[i].severity != SEV_ADVICE)
            return true;
    return false;
}

static double money(const struct wishes *w, const struct price *p)
{
    return price_in(w->f, p, w->job->currency);
}

static struct upgrade *put(struct wishes *w, struct msg what, struct msg effect, double cost)
{
    if (w->n == UPGRADES_MAX)
        return NULL;
    struct upgrade *u = &w->out[w->n++];
    *u = (struct upgrade){.what = what,
                          .effect = effect,
                          .cost = cost,
                          .verdict = w->z->verdict,
                          .speed_ratio = UNKNOWN};
    return u;
}

/* The cheapest supply that carries the machine with the margin of its kind. */
static void larger_supply(struct wishes *w)
{
    const struct bom *b = &w->x->bom;
    const struct psu *best = NULL;
    double volts = circuit_of(w->job->country, w->job->place, w->job->volts, w->job->amps).volts;
    if (!raised(w, "psu-margin") || w->x->server || !known(b->power.dc_w))
        return;
    for (size_t i = 0; i < w->f->psu_n; i++) {
        const struct psu *p = &w->f->psu[i];
        bool enough = psu_watts_at(p, volts) >= psu_margin(p->atx_version) * b->power.dc_w;
        bool plugs = !(b->gpu_conn_need_12v > p->conn_12v2x6);
        if (enough && plugs && text_has(p->form_factor, "ATX") && known(money(w, &p->price)) &&
            (best == NULL || money(w, &p->price) < money(w, &best->price)))
            best = p;
    }
    if (best == NULL)
        return;
    struct upgrade *u = put(w, msg_make(MSG_NEXT_SUPPLY, 1, ARG_STR(best->name)),
                            msg_make(MSG_UPGRADE_SUPPLY_EFFECT, 1, ARG_WATT(b->power.dc_w)),
                            money(w, &best->price));
    if (u != NULL)
        u->mends = true;
}

/* Memory that the job wants, in modules of the kind at hand that fill every channel. */
static void more_memory(struct wishes *w)
{
    const struct bom *b = &w->x->bom;
    struct build_wish wish;
    struct shape s = *w->s;
    s.accel = w->x->card;
    build_wish_of(w->job, w->z, &s, &wish);
    bool few = b->memory != NULL && b->mem_modules < b->mem_channels;
    bool short_of = known(b->host_ram_gb) && b->host_ram_gb < wish.host_ram_gb && w->job_given;
    if (!known(b->host_ram_gb) || (!short_of && !few))
        return;
    const struct memory_part *best = NULL;
    int best_n = 0;
    double best_cost = UNKNOWN;
    for (size_t i = 0; i < w->f->memory_n; i++) {
        const struct memory_part *m = &w->f->memory[i];
        double price = money(w, &m->price);
        if (!known(price) || !known(m->module_gb) || !(m->modules >= 1) || m->from.yours)
            continue;
        if (b->platform != NULL && b->platform->mem_type != NULL
                ? !memory_fits_kind(b->platform->mem_type, m)
                : b->memory == NULL || !str_eq(b->memory->generation, m->generation) ||
                      b->memory->registered != m->registered)
            continue;
        int channels = b->mem_channels > 0 ? b->mem_channels : (int)m->modules;
        int modules = channels;
        double slots = b->platform != NULL && known(b->platform->mem_slots) ? b->platform->mem_slots
                                                                            : channels;
        while (modules * m->module_gb < wish.host_ram_gb && modules + channels <= slots)
            modules += channels;
        if (modules * m->module_gb < fmax(wish.host_ram_gb, b->host_ram_gb) ||
            modules % (int)m->modules != 0)
            continue;
        double cost = price * modules / m->modules;
        if (best == NULL || cost < best_cost) {
            best = m;
            best_n = modules;
            best_cost = cost;
        }
    }
    if (best == NULL)
        return;
    struct msg what = msg_make(MSG_NEXT_MEMORY, 3, ARG_INT(best_n), ARG_STR(best->name),
                               ARG_GB(best_n * best->module_gb));
    struct upgrade *u = put(w, what,
                            msg_make(MSG_UPGRADE_MEMORY_EFFECT, 2, ARG_GB(best_n * best->module_gb),
                                     ARG_GB(b->host_ram_gb)),
                            best_cost);
    if (u == NULL)
        return;
    s.host_ram_gb = best_n * best->module_gb;
    s.host_ram_gbs = best->speed_mts * 8e6 * (b->mem_channels > 0 ? b->mem_channels : 2) / GB;
    struct sizing z;
    size_shape(w->job, w->f, &s, NULL, &z);
    u->verdict = z.verdict;
    u->speed_ratio = z.speed.typical / w->z->speed.typical;
    u->mends = raised(w, "ram-vs-vram") || raised(w, "host-ram") || few;
}

static bool better(enum verdict now, enum verdict then)
{
    bool does_not = now == VERDICT_DOES_NOT_FIT || now == VERDICT_DEPENDS || now == VERDICT_TIGHT;
    return does_not && (then == VERDICT_FITS || (then == VERDICT_TIGHT && now != VERDICT_TIGHT) ||
                        then == VERDICT_NOT_VALIDATED);
}

static struct upgrade *cards(struct wishes *w, const struct accel *a, int count, struct msg what,
                             double cost)
{
    struct shape s = shape_in_slots(a, count, w->x->machines);
    struct sizing z;
    s.host_ram_gb = w->s->host_ram_gb;
    s.host_ram_gbs = w->s->host_ram_gbs;
    s.host_cores = w->s->host_cores;
    s.net_gbps = w->s->net_gbps;
    size_shape(w->job, w->f, &s, NULL, &z);
    bool runs = z.verdict != VERDICT_DOES_NOT_FIT && z.verdict != VERDICT_UNKNOWN;
    bool was = w->z->verdict != VERDICT_DOES_NOT_FIT && w->z->verdict != VERDICT_UNKNOWN;
    double ratio = was ? z.speed.typical / w->z->speed.typical : UNKNOWN;
    if (!runs || (was && !better(w->z->verdict, z.verdict) && !(ratio > 1.1)))
        return NULL;
    struct upgrade *u = put(w, what,
                            msg_make(MSG_UPGRADE_CARDS_EFFECT, 2, ARG_GIB(z.per_gpu_gib.typical),
                                     ARG_GIB(z.usable_gib)),
                            cost);
    if (u == NULL)
        return NULL;
    u->verdict = z.verdict;
    u->speed_ratio = ratio;
    u->mends = better(w->z->verdict, z.verdict);
    return u;
}

/* One more card of the same kind, or as many again where an even number is usual. */
static void same_card(struct wishes *w)
{
    const struct accel *a = w->x->card;
    int now = w->x->per_node, then = now < 2 ? now + 1 : now * 2;
    if (w->x->cards.n != 1 || accel_is_machine(a) || then > 16)
        return;
    double cost = money(w, &a->price) * (then - now) * w->x->machines;
    cards(w, a, then, msg_make(MSG_NEXT_CARDS, 2, ARG_INT(then - now), ARG_STR(accel_label(a))),
          cost);
}

/* The cheapest other card that does the job with as many cards or fewer in the same kind of slot.
 */
static void other_card(struct wishes *w)
{
    const struct accel *now = w->x->card, *best = NULL;
    double best_price = UNKNOWN;
    int count = 0;
    if (w->z->verdict == VERDICT_FITS || now->form != FORM_PCIE)
        return;
    for (size_t i = 0; i < w->f->accel_n; i++) {
        const struct accel *a = &w->f->accel[i];
        double price = money(w, &a->price);
        bool slot = a->form == FORM_PCIE && a->cooling == now->cooling && a->usable_gib > 0;
        if (a == now || !slot || !known(price) || !str_eq(a->status, "current") ||
            (best != NULL && price >= best_price))
            continue;
        for (int n = 1; n <= w->x->per_node; n *= 2) {
            struct shape s = shape_in_slots(a, n, w->x->machines);
            struct sizing z;
            if (best != NULL && price * n >= best_price)
                break;
            if (size_floor_gib(w->job, w->f, &s) > a->usable_gib)
                continue;
            size_shape(w->job, w->f, &s, NULL, &z);
            if (z.verdict != VERDICT_FITS)
                continue;
            best = a;
            count = n;
            best_price = price * n;
            break;
        }
    }
    if (best != NULL)
        cards(w, best, count,
              msg_make(MSG_UPGRADE_OTHER_CARD, 2, ARG_INT(count), ARG_STR(accel_label(best))),
              best_price * w->x->machines);
}

static int by_use(const void *va, const void *vb)
{
    const struct upgrade *a = (const struct upgrade *)va, *b = (const struct upgrade *)vb;
    if (a->mends != b->mends)
        return a->mends ? -1 : 1;
    if (known(a->cost) != known(b->cost))
        return known(a->cost) ? -1 : 1;
    return a->cost < b->cost ? -1 : a->cost > b->cost;
}

int check_upgrades(const struct check_machine *x, const struct job *job, const struct facts *f,
                   const struct shape *s, const struct sizing *z, const struct finding *finding,
                   size_t finding_n, bool job_given, struct arena *arena,
                   struct upgrade out[UPGRADES_MAX])
{
    struct wishes w = {x, job, f, s, z, finding, finding_n, job_given, arena, out, 0};
    larger_supply(&w);
    if (x->cards.n > 0 && x->bom.platform != NULL)
        more_memory(&w);
    if (job_given && x->cards.n > 0) {
        same_card(&w);
        other_card(&w);
    }
    qsort(out, (size_t)w.n, sizeof out[0], by_use);
    return w.n;
}
