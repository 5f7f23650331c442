/*
 * machine.c - lines of a parts list as one machine, or several alike: which cards, how many boards,
 * and the figures and checks of the builder for these parts (build_judge).
 *
 * What no line tells stays unknown, where a bill of our own would lack it; a processor that nobody
 * named draws what an upper desktop one does (125 W).
 */
#include <math.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/check/check.h"
#include "engine/job/fault.h"

#define CPU_UNTOLD_W 125.0

struct bench { /* what lies on the table */
    const struct parts_list *list;
    const struct facts *f;
    struct arena *arena;
    struct check_machine *x;
    const struct parts_line *first[PART_KINDS]; /* of the kind, found */
    double memory_gb;                           /* told without modules */
};

static bool found(const struct parts_line *l)
{
    return l->match != MATCH_NONE || l->included;
}

static void take_cards(struct bench *b, const struct accel *a, int qty)
{
    struct hardware *h = &b->x->cards;
    for (int i = 0; i < h->n; i++) {
        if (h->group[i].accel == a) {
            h->group[i].count += qty;
            return;
        }
    }
    if (h->n < CARD_GROUPS)
        h->group[h->n++] = (struct card_group){a, qty};
}

/* Memory of which the list tells the sum alone has no modules to count. */
static bool is_sum(const struct bench *b, const struct parts_line *l)
{
    return l->kind == PART_MEMORY && l->match != MATCH_NONE &&
           !known(b->f->memory[l->index].module_gb);
}

static void sort_lines(struct bench *b)
{
    for (int i = 0; i < b->list->n; i++) {
        const struct parts_line *l = &b->list->line[i];
        if (!found(l) || l->kind == PART_KINDS)
            continue;
        if (is_sum(b, l))
            b->memory_gb += l->qty * b->f->memory[l->index].total_gb;
        if (b->first[l->kind] == NULL)
            b->first[l->kind] = l;
        if (l->kind == PART_GPU)
            take_cards(b, &b->f->accel[l->index], l->qty);
    }
}

static const struct platform *platform_of(const struct bench *b)
{
    const struct parts_line *l = b->first[PART_PLATFORM];
    return l != NULL ? &b->f->platform[l->index] : NULL;
}

/* A system sold whole brings its cards, whether the list names them or not. */
static int included_cards(struct bench *b, struct build_part *part, int n)
{
    const struct platform *p = platform_of(b);
    if (p == NULL || b->x->cards.n > 0 || str_empty(p->includes_accel) || !known(p->includes_count))
        return n;
    const struct accel *a = facts_accel(b->f, p->includes_accel);
    if (a == NULL || n == BOM_MAX)
        return n;
    int qty = (int)p->includes_count * b->first[PART_PLATFORM]->qty;
    take_cards(b, a, qty);
    part[n] = (struct build_part){PART_GPU, a->id, accel_label(a), qty};
    return n + 1;
}

/* Cards of one machine, the smallest of them; the boards tell how many machines it is. */
static void count_cards(struct bench *b)
{
    struct check_machine *x = b->x;
    int all = 0;
    for (int i = 0; i < x->cards.n; i++) {
        const struct accel *a = x->cards.group[i].accel;
        if (x->card == NULL || a->usable_gib < x->card->usable_gib)
            x->card = a;
        all += x->cards.group[i].count;
    }
    x->machines = b->first[PART_PLATFORM] != NULL ? b->first[PART_PLATFORM]->qty : 1;
    if (x->card != NULL && accel_is_machine(x->card) && b->first[PART_PLATFORM] == NULL)
        x->machines = all;
    if (x->machines > all && all > 0)
        x->machines = all;
    x->per_node = all / x->machines;
    for (int i = 0; i < x->cards.n; i++) {
        int each = x->cards.group[i].count / x->machines;
        x->cards.group[i].count = each > 0 ? each : 1;
    }
}

/* --- the lines as the builder reads them -------------------------------------------------------
 */
static const char *id_of(const struct bench *b, const struct parts_line *l)
{
    struct part_view v;
    if (l->included && l->kind == PART_PSU) /* the supplies of a server carry its id */
        return platform_of(b) != NULL ? platform_of(b)->id : l->id;
    bool beside = l->kind == PART_CABLE || l->kind == PART_RACK; /* of the table of extras? */
    if (beside && l->index < b->f->extra_n && b->f->extra[l->index].name == l->name)
        return b->f->extra[l->index].id;
    return part_view_at(b->f, l->kind, l->index, &v) ? v.id : NULL;
}

static enum err parts_of(struct bench *b, struct build_part *part, int *n, struct err_info *e)
{
    *n = 0;
    for (int i = 0; i < b->list->n; i++) {
        const struct parts_line *l = &b->list->line[i];
        bool spare = l->kind == PART_SPARE;
        if ((!found(l) && !spare) || l->kind == PART_KINDS || is_sum(b, l))
            continue;
        if (*n == BOM_MAX)
            return parts_fault(b->list, l, ERR_LIMIT, MSG_CHECK_FILE_LINES, "40", NULL, e);
        part[(*n)++] = (struct build_part){l->kind, spare ? l->id : id_of(b, l), l->text, l->qty};
    }
    *n = included_cards(b, part, *n);
    return OK;
}

/* What comes with another line costs nothing more; spares cost what their part does. */
static void settle_prices(const struct bench *b, const struct build_tables *t, struct bom *bom)
{
    const struct platform *p = platform_of(b);
    struct part_view v;
    for (int i = 0; i < bom->n; i++) {
        struct bom_line *l = &bom->line[i];
        bool brought =
            (l->kind == PART_PSU && p != NULL && str_eq(l->id, p->id)) ||
            (l->kind == PART_GPU && p != NULL && p->is_complete) ||
            (l->kind == PART_CPU && bom->cpu != NULL && text_has(bom->cpu->socket, "BGA"));
        if (brought) {
            l->included = true;
            l->unit_price = l->low = l->high = l->quoted = 0;
        }
        if (l->kind != PART_SPARE)
            continue;
        for (int k = 0; k < PART_SPARE; k++) {
            if (l->id != NULL && part_find(b->f, (enum part_kind)k, l->id, &v)) {
                line_price(t, l, v.price, v.from);
                l->watts = 0;
                break;
            }
        }
    }
}

/* Supplies of a list are told with their kind: of two or more redundant ones one may fail, or as
 * many as the list tells ("2+2"). */
static void redundant(const struct bench *b, struct bom *bom)
{
    const struct parts_line *l = b->first[PART_PSU];
    double told = l != NULL ? figure_number(l, "spare_units") : UNKNOWN;
    struct power *w = &bom->power;
    /* hosts of modules have supplies that stand in for each other, told or not */
    bool modules =
        b->x->card != NULL && (b->x->card->form == FORM_SXM || b->x->card->form == FORM_OAM);
    bool yes = bom->psu != NULL &&
               (bom->psu->redundant == TRI_YES || (modules && bom->psu->redundant == TRI_UNKNOWN));
    if (!yes || w->psu_count < 2)
        return;
    double spare = known(told) && told < w->psu_count ? told : 1;
    w->psu_w = w->psu_w / w->psu_count * (w->psu_count - spare);
    w->psu_redundant = true;
}

/* Without a board the processor tells the channels, else each module has one, up to eight. */
static void channels_of_cpu(const struct bench *b, struct bom *bom)
{
    const struct parts_line *l = b->first[PART_CPU];
    double channels = bom->mem_modules < 8 ? bom->mem_modules : 8;
    if (bom->cpu != NULL && known(bom->cpu->mem_channels)) {
        int cpus = l->qty / b->x->machines;
        channels = bom->cpu->mem_channels * (cpus > 1 ? cpus : 1);
        bom->mem_channels = (int)channels;
    } else {
        bom->mem_channels = 0; /* not known */
    }
    double filled = bom->mem_modules < channels ? bom->mem_modules : channels;
    double mts = bom->memory->speed_mts;
    if (bom->cpu != NULL && known(bom->cpu->mem_speed_mts))
        mts = known(mts) ? fmin(mts, bom->cpu->mem_speed_mts) : bom->cpu->mem_speed_mts;
    bom->host_ram_gbs = filled * 8 * mts / 1000;
}

/* A list that does not name a part lacks a word, not the part: a bill of ours is whole. */
static void leave_untold(const struct bench *b, struct bom *bom)
{
    struct check_machine *x = b->x;
    struct power *w = &bom->power;
    bool makers = x->server;
    double share = w->wall_w / w->dc_w;
    if (x->no_supply && !makers)
        w->psu_w = w->psu_rated_w = UNKNOWN;
    if (x->no_cpu && !(platform_of(b) != NULL && platform_of(b)->is_complete)) {
        w->dc_w += 1.1 * CPU_UNTOLD_W;
        w->wall_w = w->dc_w * share;
        bom->host_cores = UNKNOWN;
    }
    if (x->no_platform && bom->cpu != NULL &&
        known(bom->cpu->tdp_w)) { /* without a board nobody counts the sockets */
        w->dc_w += 1.1 * bom->cpu->tdp_w * (b->first[PART_CPU]->qty / x->machines - 1);
        w->wall_w = w->dc_w * share;
    }
    if (b->memory_gb > 0 && bom->memory == NULL)
        bom->host_ram_gb = b->memory_gb / x->machines;
    else if (x->no_memory)
        bom->host_ram_gb = UNKNOWN;
    if (bom->memory != NULL && !(bom->host_ram_gbs > 0))
        channels_of_cpu(b, bom);
    bom->checks.missing = 0;
    bom->checks.missing_n = 0;
}

static void told_of_machine(struct bench *b)
{
    const struct parts_line *l = b->first[PART_PLATFORM];
    struct check_machine *x = b->x;
    l = l != NULL ? l : b->first[PART_PSU];
    x->wall_told_w = l != NULL ? figure_number(l, "wall_watts") : UNKNOWN;
    x->plug_amps = l != NULL ? figure_number(l, "plug_amps") : UNKNOWN;
    if (known(x->wall_told_w))
        x->bom.power.wall_w = x->wall_told_w;
    double noise = l != NULL ? figure_number(l, "noise_db") : UNKNOWN;
    if (known(noise))
        x->bom.noise_db = noise;
    const struct accel *a = x->card;
    if (known(a->pcie_lanes) && a->pcie_lanes < x->bom.gpu_lanes)
        x->bom.gpu_lanes = a->pcie_lanes; /* a slot or cable that the list tells */
}

/* No card in the list: one without figures and without power stands in. */
static const struct accel *stand_in(struct bench *b)
{
    struct parts_line blank = {.kind = PART_GPU, .id = "no-card", .qty = 1, .price = UNKNOWN};
    struct facts *own = ARENA_NEW(b->arena, struct facts);
    size_t at;
    if (own == NULL)
        return NULL;
    *own = *b->f;
    if (figures_apply(b->list, own, &blank, SIZE_MAX, b->arena, &at, NULL) != OK)
        return NULL;
    own->accel[at].tdp_w = 0;
    return &own->accel[at];
}

static enum err build(struct bench *b, const struct build_part *part, int n, struct build_wish *w)
{
    struct check_machine *x = b->x;
    if (x->cards.n > 0 && accel_is_machine(x->card)) {
        bill_soc(w->tables, w, b->arena, &x->bom);
        x->no_platform = x->no_cpu = x->no_memory = x->no_supply = x->no_case = false;
        return OK;
    }
    enum err rc = build_judge(b->f, w, part, (size_t)n, b->arena, &x->bom);
    if (rc != OK)
        return rc;
    const struct platform *p = platform_of(b);
    x->server = p != NULL && !p->is_board;
    settle_prices(b, w->tables, &x->bom);
    redundant(b, &x->bom);
    if (!b->list->own)
        leave_untold(b, &x->bom);
    return OK;
}

enum err check_assemble(const struct parts_list *list, const struct job *job, double card_limit_w,
                        struct arena *arena, struct check_machine *out, struct err_info *e)
{
    struct bench b = {.list = list, .f = list->facts, .arena = arena, .x = out};
    struct build_part part[BOM_MAX];
    struct build_wish w;
    int n;
    *out = (struct check_machine){.machines = 1};
    sort_lines(&b);
    enum err rc = parts_of(&b, part, &n, e);
    if (rc != OK)
        return rc;
    out->no_platform = b.first[PART_PLATFORM] == NULL;
    out->no_cpu = b.first[PART_CPU] == NULL;
    out->no_memory = b.first[PART_MEMORY] == NULL;
    out->no_supply = b.first[PART_PSU] == NULL;
    out->no_case = b.first[PART_CASE] == NULL;
    count_cards(&b);
    if (out->cards.n == 0)
        out->card = stand_in(&b);
    if (out->card == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    struct shape s =
        shape_in_slots(out->card, out->per_node > 0 ? out->per_node : 1, out->machines);
    build_wish_of(job, NULL, &s, &w);
    w.per_node = out->per_node;
    w.card_limit_w = card_limit_w;
    w.tables = build_tables_make(b.f, job->currency, arena);
    out->site_amps = circuit_of(job->country, job->place, job->volts, job->amps).amps;
    if (w.tables == NULL || build(&b, part, n, &w) != OK)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    told_of_machine(&b);
    return OK;
}
