/* own.c - own candidates: cards x {1,2,4,8} that hold the job, built cheapest first. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/planner.h"
#include "engine/plan/verdict.h"

#define OWN_BUILDS 20 /* complete machines wanted */
#define OWN_TRIES 80  /* builds tried at most */
#define LIMITS_MAX 4  /* searches for a power limit, and for a way below the budget */
#define NEAREST 3     /* machines beyond the limits of the place, where none keeps them */

struct own_cand {
    const struct sized *z;
    double cards; /* price of the cards in the job's currency; UNKNOWN sorts last */
    int rest;     /* what stands around them, enum rest */
    bool done;
};

/* What a machine costs beside its cards differs by kind far more than by card, so the cheapest
 * cards do not make the cheapest machine: a passive card for 70 dollars wants a server for
 * thousands. The rest of each kind is learned from the machines built so far; until one is built
 * it counts nothing, so that every kind gets its trial. */
enum rest { REST_NONE, REST_PC, REST_LARGE_PC, REST_SERVER, REST_LARGE_SERVER, REST_COUNT };

static enum rest rest_of(const struct accel *a, int per_node)
{
    if (a->form == FORM_SOC)
        return REST_NONE;
    bool fans =
        a->form == FORM_PCIE && a->cooling != COOLING_PASSIVE && a->cooling != COOLING_LIQUID;
    if (fans)
        return per_node <= 2 ? REST_PC : REST_LARGE_PC;
    return per_node <= 4 ? REST_SERVER : REST_LARGE_SERVER;
}

static int machines_of(const struct sized *z)
{
    return z->shape.nodes * z->replicas;
}

/* Is a to be built before b? Those that meet the job first, then the nearest, then by money. */
static bool sooner(const struct own_cand *a, const struct own_cand *b, const double *rest)
{
    if (a->z->meets != b->z->meets)
        return a->z->meets;
    int ma = a->z->meets ? 0 : planner_miss_step(a->z->miss.by);
    int mb = b->z->meets ? 0 : planner_miss_step(b->z->miss.by);
    if (ma != mb)
        return ma < mb;
    if (known(a->cards) != known(b->cards))
        return known(a->cards);
    double ca = a->cards + rest[a->rest] * machines_of(a->z);
    double cb = b->cards + rest[b->rest] * machines_of(b->z);
    if (ca < cb || ca > cb)
        return ca < cb;
    int c = strcmp(a->z->shape.accel->id, b->z->shape.accel->id);
    return c != 0 ? c < 0 : a->z->shape.per_node < b->z->shape.per_node;
}

static struct own_cand *next_of(struct own_cand *c, size_t n, const double *rest)
{
    struct own_cand *best = NULL;
    for (size_t i = 0; i < n; i++)
        if (!c[i].done && (best == NULL || sooner(&c[i], best, rest)))
            best = &c[i];
    return best;
}

static void own_plan_id(const struct accel *a, int per_node, int nodes, char out[64])
{
    if (nodes > 1)
        snprintf(out, 64, "own-%.44s-x%d-n%d", a->id, per_node, nodes);
    else
        snprintf(out, 64, "own-%.44s-x%d", a->id, per_node);
}

/* So many identical machines are bought, each for work of its own. */
static void buy_many(struct bom *b, double quantity)
{
    int times = known(quantity) && quantity > 1 ? (int)quantity : 1;
    for (int i = 0; i < b->n; i++)
        b->line[i].qty *= times;
    b->machines *= times;
}

/* What the site forbids can be mended by the one who asks; what a card is cannot. */
static bool of_the_site(const struct msg *why)
{
    return why->id == MSG_BUILD_PLACE || why->id == MSG_BUILD_NOISE || why->id == MSG_BUILD_CIRCUIT;
}

static void missed_site(struct plan *x, double by, struct msg why, struct msg would)
{
    x->meets = false;
    if (!(by > x->missed_by))
        return;
    x->missed_by = by;
    x->misses = why;
    x->would = would;
}

/* By how much the machine exceeds what the place allows. */
static void miss_site(const struct job *job, struct plan *x)
{
    const struct bom *b = &x->bom;
    const struct power *w = &b->power;
    if (w->wall_w > w->circuit_w)
        missed_site(x, w->wall_w / w->circuit_w,
                    msg_make(MSG_MISS_CIRCUIT, 2, ARG_WATT(w->wall_w), ARG_WATT(w->circuit_w)),
                    msg_make(MSG_WISH_CIRCUIT, 1, ARG_WATT(w->wall_w)));
    if (b->noise_db > job->noise_db) /* ten decibels are ten times the sound */
        missed_site(x, pow(10.0, (b->noise_db - job->noise_db) / 10.0),
                    msg_make(MSG_MISS_NOISE, 2, ARG_NUM(b->noise_db), ARG_NUM(job->noise_db)),
                    msg_make(MSG_WISH_NOISE, 1, ARG_NUM(b->noise_db)));
    if (b->rack_u * x->machines > job->rack_units)
        missed_site(
            x, b->rack_u * x->machines / job->rack_units,
            msg_make(MSG_MISS_RACK, 2, ARG_NUM(b->rack_u * x->machines), ARG_NUM(job->rack_units)),
            msg_make(MSG_WISH_RACK, 1, ARG_NUM(b->rack_u * x->machines)));
}

/* What a power limit of the cards mends: the supply, the circuit, the UPS. */
static bool of_the_power(const struct msg *why)
{
    return why->id == MSG_BUILD_CIRCUIT || why->id == MSG_BUILD_SUPPLY ||
           why->id == MSG_BUILD_SUPPLY_SERVER || why->id == MSG_BUILD_UPS;
}

static enum err build(struct planner *p, struct build_wish *w, struct bom *out, struct msg *why)
{
    enum err rc = build_machine(p->r->facts, w, p->arena, out, why);
    if (rc == OK || !of_the_power(why) || !planner_can_limit(w->accel) || p->limits >= LIMITS_MAX)
        return rc;
    p->limits++;
    struct build_wish limited = *w;
    if (!planner_limit_build(p, &limited, out))
        return rc;
    *w = limited;
    return OK;
}

static void title(struct plan *x)
{
    bool many = x->machines > 1, limited = known(x->bom.card_limit_w);
    struct msg_arg n = ARG_INT(x->per_node), card = ARG_STR(accel_label(x->accel)),
                   machines = ARG_INT(x->machines), w = ARG_WATT(x->bom.card_limit_w);
    if (limited)
        x->title = many ? msg_make(MSG_PLAN_TITLE_OWN_MANY_LIMIT, 4, n, card, machines, w)
                        : msg_make(MSG_PLAN_TITLE_OWN_LIMIT, 3, n, card, w);
    else
        x->title = many ? msg_make(MSG_PLAN_TITLE_OWN_MANY, 3, n, card, machines)
                        : msg_make(MSG_PLAN_TITLE_OWN, 2, n, card);
}

/* Data that finds no hard disks at the place does not lie on this machine. */
static void miss_archive(struct plan *x)
{
    const struct bom *b = &x->bom;
    if (!(b->archive_want_gb > b->archive_gb))
        return;
    double by = b->archive_gb > 0 ? b->archive_want_gb / b->archive_gb : 2.0;
    missed_site(x, fmax(by, 1.0), msg_make(MSG_MISS_ARCHIVE, 1, ARG_GB(b->archive_want_gb)),
                msg_make(MSG_WISH_ARCHIVE, 0));
}

/* The bill is there: what it costs, and what the job is on it. */
static void settle(struct planner *p, const struct sized *z, struct plan *x)
{
    const struct job *job = &p->r->job;
    buy_many(&x->bom, job->quantity);
    x->machines = x->bom.machines;
    x->sizing = z->sizing;
    struct miss miss = z->miss;
    x->meets = z->meets;
    if (known(x->bom.card_limit_w)) {
        planner_limit_apply(job, p->r->facts, x->bom.card_limit_w / x->accel->tdp_w, &x->sizing);
        if (z->replicas <= 1)
            x->meets = planner_meets(job, &x->sizing, &miss);
    }
    x->misses = miss.why;
    x->would = miss.change;
    x->missed_by = miss.by;
    miss_archive(x);
    cost_own(job, p->r->facts, &x->sizing, &x->bom, x->accel, NULL, &x->cost);
}

/* Bought today, such a card is out of the drivers of the years to come: CUDA 13 left out the cards
 * of 2017 in 2025. Who names the cards, or has them, has decided. */
#define OLD_YEARS 5
static int old_card_years(const struct planner *p, const struct accel *a)
{
    char today[11];
    date_format(p->r->as_of_days, today);
    if (p->r->job.gpu.n > 0 || str_eq(a->status, "current") || !known(a->release_year))
        return 0;
    int years = (int)strtol(today, NULL, 10) - (int)a->release_year;
    return years >= OLD_YEARS ? years : 0;
}

static double budget_of(const struct planner *p)
{
    const struct job *job = &p->r->job;
    return known(job->budget)
               ? facts_convert(p->r->facts, job->budget, job->budget_currency, job->currency, NULL)
               : UNKNOWN;
}

/* Above the budget: the same cards on a machine that keeps fewer margins, or with less power and
 * so a smaller supply, if that brings it within. What the parts may cost follows from the extras
 * of the first one. */
static void within_budget(struct planner *p, const struct sized *z, const struct build_wish *wish,
                          struct plan *x)
{
    double budget = budget_of(p), parts = 0;
    if (!(x->cost.upfront > budget) || x->cost.upfront > 1.25 * budget || p->limits >= LIMITS_MAX)
        return;
    for (int i = 0; i < x->bom.n; i++)
        parts += x->bom.line[i].unit_price * x->bom.line[i].qty;
    struct plan *other = ARENA_NEW(p->arena, struct plan);
    static const double shares[] = {1.0, 0.8};
    for (size_t i = 0; i < 2 && other != NULL; i++) {
        struct build_wish w = *wish;
        struct msg why;
        *other = *x;
        w.budget = parts / x->bom.machines * budget / x->cost.upfront;
        if (shares[i] < 1.0 && !planner_can_limit(w.accel))
            return;
        p->limits++;
        w.card_limit_w = shares[i] < 1.0 ? floor(shares[i] * w.accel->tdp_w / 10.0) * 10.0 : 0;
        if (build_machine(p->r->facts, &w, p->arena, &other->bom, &why) != OK)
            return;
        settle(p, z, other);
        if (other->cost.upfront <= budget && other->meets >= x->meets) {
            *x = *other;
            return;
        }
    }
}

static bool add_plan(struct planner *p, const struct sized *z, const char *id,
                     const struct edits *edits, bool off_limits)
{
    const struct job *job = &p->r->job;
    struct plan *x = planner_blank(p);
    if (x == NULL)
        return false;
    struct shape s = z->shape;
    s.nodes *= z->replicas;
    struct build_wish w;
    build_wish_of(job, &z->sizing, &s, &w);
    w.tables = p->tables;
    w.edits = edits;
    w.off_limits = off_limits;
    w.bridges = z->shape.link_is_pcie ? 0 : build_bridges(s.accel, s.per_node);
    struct msg why;
    if (build(p, &w, &x->bom, &why) != OK) {
        if (p->no_build.id == MSG_NONE || (of_the_site(&why) && !of_the_site(&p->no_build)))
            p->no_build = why;
        return false;
    }
    x->kind = KIND_OWN;
    x->accel = s.accel;
    x->per_node = s.per_node;
    x->nodes = s.nodes;
    x->copies = z->replicas;
    settle(p, z, x);
    within_budget(p, z, &w, x);
    x->price_age_days = date_age_days(s.accel->price.from.date, p->r->as_of_days);
    str_copy(x->id, sizeof(x->id), id);
    x->old_card_years = old_card_years(p, x->accel);
    title(x);
    if (off_limits)
        miss_site(job, x);
    p->cand_n++;
    return true;
}

void planner_edits(const struct planner *p, struct edits *out)
{
    out->n = 0;
    if (p->opt->edits == NULL)
        return;
    if (str_empty(p->opt->chosen_id))
        *out = *p->opt->edits;
    else
        edits_of_all(p->opt->edits, out);
}

/* A card that stands for all that are there: as wide, long and hungry as the most demanding one, of
 * their mean power, and paid for. */
static void stand_in(const struct hardware *h, struct accel *out, int *count)
{
    double watts = 0;
    *out = *shape_of_hardware(h).accel;
    *count = 0;
    for (int i = 0; i < h->n; i++) {
        const struct accel *a = h->group[i].accel;
        int n = h->group[i].count > 0 ? h->group[i].count : 1;
        *count += n;
        watts += n * a->tdp_w;
        out->slot_width = fmax(out->slot_width, a->slot_width);
        out->length_mm = fmax(out->length_mm, a->length_mm);
        out->conn_12v2x6 = fmax(out->conn_12v2x6, a->conn_12v2x6);
        out->conn_8pin = fmax(out->conn_8pin, a->conn_8pin);
        if (a->cooling != COOLING_BLOWER)
            out->cooling = a->cooling;
    }
    out->tdp_w = watts / *count;
    out->status = "current";
    out->price = (struct price){.amount = 0, .low = 0, .high = 0, .currency = "USD"};
}

/* The lines of the cards that are there, in place of the one that stood for them. */
static void own_cards(struct bom *b, const struct hardware *h)
{
    int n = 0;
    struct bom old = *b;
    for (int i = 0; i < h->n && n < BOM_MAX; i++) {
        const struct accel *a = h->group[i].accel;
        int qty = h->group[i].count > 0 ? h->group[i].count : 1;
        b->line[n++] = (struct bom_line){.kind = PART_GPU,
                                         .id = a->id,
                                         .name = accel_label(a),
                                         .qty = qty,
                                         .currency = old.n > 0 ? old.line[0].currency : NULL,
                                         .quoted = 0,
                                         .watts = a->tdp_w * qty,
                                         .from = a->from,
                                         .owned = true};
    }
    for (int i = 0; i < old.n && n < BOM_MAX; i++)
        if (old.line[i].kind != PART_GPU)
            b->line[n++] = old.line[i];
    b->n = n;
}

/* The cards at hand with the parts around them that they still want. */
static void add_have(struct planner *p)
{
    const struct job *job = &p->r->job;
    const struct hardware *h = &job->have;
    struct accel *card = ARENA_NEW(p->arena, struct accel);
    struct plan *x;
    int count;
    if (h->n == 0 || h->platform != NULL || card == NULL || known(h->psu_w) || known(h->ram_gb) ||
        h->group[0].accel->form != FORM_PCIE || (x = planner_blank(p)) == NULL)
        return;
    stand_in(h, card, &count);
    struct sized z = {.shape = shape_of_hardware(h), .replicas = 1};
    planner_size_shape(p, job, &z.shape, NULL, &z.sizing);
    z.meets = planner_meets(job, &z.sizing, &z.miss);
    struct shape s = shape_in_slots(card, count, 1);
    struct build_wish w;
    struct msg why;
    build_wish_of(job, &z.sizing, &s, &w);
    w.tables = p->tables;
    w.new_only = false;
    struct edits *all = ARENA_NEW(p->arena, struct edits);
    if (all == NULL)
        return;
    planner_edits(p, all);
    w.edits = str_eq(p->opt->chosen_id, "own-have") ? p->opt->edits : all;
    if (build(p, &w, &x->bom, &why) != OK)
        return;
    own_cards(&x->bom, h);
    x->kind = KIND_OWN;
    x->accel = z.shape.accel;
    x->per_node = count;
    x->nodes = 1;
    settle(p, &z, x);
    x->price_age_days = x->bom.platform != NULL
                            ? date_age_days(x->bom.platform->price.from.date, p->r->as_of_days)
                            : -1;
    str_copy(x->id, sizeof(x->id), "own-have");
    x->title = msg_make(MSG_PLAN_TITLE_HAVE, 1, ARG_STR(h->text));
    p->cand_n++;
}

/* Are bridges put in by hand, on every plan or on the one that is edited? */
static bool bridges_told(const struct edits *ed, bool of_all)
{
    bool told = false;
    for (int i = 0; ed != NULL && i < ed->n; i++) {
        const struct edit *e = &ed->e[i];
        if (e->kind != PART_CABLE || (of_all && !e->all))
            continue;
        if (e->op == EDIT_ADD && str_eq(e->to, "nvlink-bridge"))
            told = e->qty != 0;
        else if (e->op == EDIT_DROP && (e->id[0] == '\0' || str_eq(e->id, "nvlink-bridge")))
            told = false;
    }
    return told;
}

/* Bridges are bought where they make the job a tenth faster, as they do when the cards share one
 * model, or where the user wants them. */
#define BRIDGE_GAIN 1.1
static const struct sized *own_sized(struct planner *p, const struct accel *a, int per_node,
                                     double net_gbps, bool may_grow, bool bridged)
{
    struct shape s = shape_in_slots(a, per_node, 1);
    s.net_gbps = net_gbps;
    const struct sized *z = planner_size(p, &s, may_grow);
    if (z == NULL || build_bridges(a, per_node) == 0)
        return z;
    struct shape b = shape_of(a, per_node, 1);
    b.net_gbps = net_gbps;
    const struct sized *joined = planner_size(p, &b, may_grow);
    if (bridged && joined != NULL)
        return joined;
    bool gains = joined != NULL && joined->meets >= z->meets &&
                 joined->shape.nodes == z->shape.nodes && joined->replicas == z->replicas &&
                 joined->sizing.speed.typical > BRIDGE_GAIN * z->sizing.speed.typical;
    return gains ? joined : z;
}

/* The plan that the user has changed by hand: its cards may have been swapped or counted anew. */
static void add_edited(struct planner *p)
{
    const char *id = p->opt->chosen_id;
    const struct edits *ed = p->opt->edits;
    if (ed == NULL || ed->n == 0 || str_empty(id) || !str_starts(id, "own-"))
        return;
    const struct facts *f = p->r->facts;
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        size_t n = strlen(a->id);
        if (strncmp(id + 4, a->id, n) != 0 || strncmp(id + 4 + n, "-x", 2) != 0)
            continue;
        int per_node = (int)strtol(id + 4 + n + 2, NULL, 10);
        for (int k = 0; k < ed->n; k++) {
            const struct edit *e = &ed->e[k];
            if (e->kind != PART_GPU || edit_void(ed, k))
                continue;
            bool other = e->op == EDIT_SWAP || (e->op == EDIT_ADD && edit_fills_gap(ed, k));
            if (e->op == EDIT_QTY && e->qty > 0)
                per_node = e->qty;
            if (other && facts_accel(f, e->to) != NULL)
                a = facts_accel(f, e->to);
        }
        if (per_node < 1)
            per_node = 1;
        const struct sized *z = own_sized(p, a, per_node, UNKNOWN, true, bridges_told(ed, false));
        if (z == NULL)
            return;
        struct sized told = *z;
        if (told.sizing.verdict == VERDICT_DOES_NOT_FIT) { /* maybe by its floor: say by how much */
            planner_size_shape(p, &p->r->job, &told.shape, NULL, &told.sizing);
            told.meets = planner_meets(&p->r->job, &told.sizing, &told.miss);
        }
        if (!add_plan(p, &told, id, ed, false)) /* what breaks is told, not hidden */
            add_plan(p, &told, id, ed, true);
        return;
    }
}

/* Network planned between own servers: one 400G port a card pair or better for modules with a GPU
 * link of their own, 100G for PCIe cards. */
static double own_net_gbps(const struct accel *a)
{
    return a->form == FORM_SXM || a->form == FORM_OAM ? 400.0 : 100.0;
}

/* Cards made for sale in China alone are not sold elsewhere; who names one may have found it. */
static bool buyable(const struct job *job, const struct accel *a)
{
    if (a->cn_only == TRI_YES && job->gpu.n == 0 && !str_starts(job->country, "CN"))
        return false;
    return !str_eq(a->status, "announced") && !str_eq(a->status, "cloud-only") &&
           !str_eq(a->status, "cancelled") && !str_eq(a->status, "custom");
}

static void smallest_card(struct planner *p, const struct sized *z)
{
    struct need *need = &p->r->need;
    int count = z->shape.per_node * z->shape.nodes * z->replicas;
    const struct accel *a = z->shape.accel;
    bool made = str_eq(a->status, "current"); /* rather one that is still made than an older one */
    bool had = need->smallest != NULL && str_eq(need->smallest->status, "current");
    bool better = need->smallest == NULL || (made && !had) ||
                  (made == had &&
                   (count < need->smallest_count ||
                    (count == need->smallest_count && a->usable_gib < need->smallest->usable_gib)));
    if (z->sizing.verdict == VERDICT_FITS && better) {
        need->smallest = z->shape.accel;
        need->smallest_count = count;
    }
}

/* 1, 2, 4 and more cards. */
static size_t count_class(int per_node)
{
    return per_node >= 8 ? 3 : per_node >= 4 ? 2 : per_node >= 2 ? 1 : 0;
}

/* Cards of one machine that are tried: those that boards are made for, or the number told. */
static size_t counts_of(const struct job *job, const struct accel *a, int counts[4])
{
    for (int i = 0; i < job->gpu.n; i++) {
        if (job->gpu.group[i].accel == a && job->gpu.group[i].count > 0) {
            counts[0] = job->gpu.group[i].count;
            return 1;
        }
    }
    for (size_t i = 0; i < 4; i++)
        counts[i] = 1 << i;
    return a->form == FORM_SOC ? 1 : 4; /* a computer with one chip stays one */
}

/* Builds the most promising ones; each machine built tells more of the others. */
static void build_best(struct planner *p, struct own_cand *c, size_t n, const char *edited,
                       bool off_limits)
{
    struct edits *all = ARENA_NEW(p->arena, struct edits);
    if (all == NULL)
        return;
    planner_edits(p, all);
    bool by_memory = planner_by_memory(&p->r->job);
    double most[4] = {0}; /* memory of a card of the machines built so far, by their count */
    double rest[REST_COUNT] = {0};
    struct own_cand *x;
    int wanted = off_limits ? NEAREST : OWN_BUILDS;
    for (int built = 0, tries = 0; built < wanted && tries < OWN_TRIES;) {
        if ((x = next_of(c, n, rest)) == NULL)
            return;
        x->done = true;
        char id[64];
        own_plan_id(x->z->shape.accel, x->z->shape.per_node, machines_of(x->z), id);
        double gb = x->z->shape.accel->memory_gb;
        double *known_gb = &most[count_class(x->z->shape.per_node)];
        if (str_eq(id, edited) || (by_memory && gb <= *known_gb))
            continue;
        tries++;
        if (!add_plan(p, x->z, id, all, off_limits))
            continue;
        built++;
        *known_gb = fmax(*known_gb, gb);
        const struct cost *cost = &p->cand[p->cand_n - 1]->cost;
        double around = (cost->total.typical - x->cards) / machines_of(x->z);
        if (around > 0 && (!(rest[x->rest] > 0) || around < rest[x->rest]))
            rest[x->rest] = around;
    }
}

/* Is anything put in by hand on the chosen plan that the others do not have? */
static bool only_chosen(const struct planner *p)
{
    const struct edits *ed = p->opt->edits;
    for (int i = 0; ed != NULL && i < ed->n; i++)
        if (!ed->e[i].all)
            return true;
    return false;
}

static bool is_there(const struct planner *p, const char *id)
{
    for (size_t i = 0; i < p->cand_n; i++)
        if (str_eq(p->cand[i]->id, id))
            return true;
    return false;
}

void planner_own(struct planner *p)
{
    const struct facts *f = p->r->facts;
    const struct job *job = &p->r->job;
    if (only_chosen(p))
        add_edited(p);
    const char *edited = p->cand_n > 0 ? p->cand[0]->id : "";
    add_have(p);
    struct own_cand *c = ARENA_ARRAY(p->arena, struct own_cand, f->accel_n * 4 + 1);
    if (c == NULL)
        return;
    size_t n = 0;
    bool bridged = bridges_told(p->opt->edits, !str_empty(p->opt->chosen_id));
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        if (!planner_accel_allowed(job, a) || !buyable(job, a))
            continue;
        int counts[4];
        size_t kinds = counts_of(job, a, counts);
        for (size_t k = 0; k < kinds; k++) {
            double net = known(job->network_gbps) ? job->network_gbps : own_net_gbps(a);
            const struct sized *z =
                own_sized(p, a, counts[k], net, counts[k] == 8 || job->gpu.n > 0, bridged);
            if (z == NULL || z->sizing.verdict == VERDICT_DOES_NOT_FIT ||
                z->sizing.verdict == VERDICT_UNKNOWN)
                continue;
            smallest_card(p, z);
            double price =
                facts_convert(f, a->price.amount, a->price.currency ? a->price.currency : "USD",
                              job->currency, NULL);
            c[n++] = (struct own_cand){z, price * counts[k] * machines_of(z),
                                       (int)rest_of(a, counts[k]), false};
        }
    }
    size_t before = p->cand_n;
    build_best(p, c, n, edited, false);
    bool some = p->cand_n > before;
    if (p->opt->chosen_id != NULL && !is_there(p, p->opt->chosen_id))
        add_edited(p);
    if (some)
        return;
    for (size_t i = 0; i < n; i++)
        c[i].done = false;
    build_best(p, c, n, edited, true); /* the nearest, with what they miss */
}
