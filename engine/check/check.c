/*
 * check.c - check_run(): list -> machine -> sizing, cost, findings, reasons, upgrades.
 */
#include "engine/check/check.h"
#include "engine/build/parts.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/verdict.h"
#include "engine/rules/gather.h"

#define FINDINGS_MAX 256

/* Does the list name a server that stands in a rack, or cards that only such servers carry? */
static bool rack_server(const struct parts_list *list)
{
    for (int i = 0; i < list->n; i++) {
        const struct parts_line *l = &list->line[i];
        if (l->kind == PART_GPU && l->match != MATCH_NONE && l->index < list->facts->accel_n) {
            enum gpu_form form = list->facts->accel[l->index].form;
            if (form == FORM_SXM || form == FORM_OAM)
                return true;
        }
        if (l->kind != PART_PLATFORM || l->match == MATCH_NONE ||
            l->index >= list->facts->platform_n)
            continue;
        const struct platform *p = &list->facts->platform[l->index];
        if (!p->is_board && p->rack_u >= 1)
            return true;
    }
    return false;
}

/* Without a job the parts alone are judged, as for one that the program does not model. */
static enum err job_of(const struct answers *a, const struct facts *f, struct arena *arena,
                       struct check_result *r, struct err_info *e)
{
    struct answers own = *a;
    r->job_given = a->a[Q_TASK].set || a->a[Q_MODEL].set;
    if (!r->job_given) {
        enum err rc = answers_set(&own, Q_TASK, task_word(TASK_OTHER), FROM_DERIVED, e);
        if (rc != OK)
            return rc;
    }
    if (!own.a[Q_PLACE].set && rack_server(r->list)) { /* no desk carries it: nobody means one */
        enum err rc = answers_set(&own, Q_PLACE, "server-room", FROM_DERIVED, e);
        if (rc != OK)
            return rc;
    }
    if (!own.a[Q_COUNTRY].set && r->list->country != NULL) {
        enum err rc = answers_set(&own, Q_COUNTRY, r->list->country, FROM_DERIVED, e);
        if (rc != OK)
            return rc;
    }
    answers_clear(&own, Q_GPU); /* the machine of the list is the one that is judged */
    answers_clear(&own, Q_HAVE);
    return job_resolve(&own, f, arena, &r->job, e);
}

static void machine_at_hand(struct check_result *r)
{
    struct hardware *h = &r->machine.cards;
    const struct bom *b = &r->machine.bom;
    h->ram_gb = b->host_ram_gb;
    h->ram_channels_gbs = b->host_ram_gbs;
    h->psu_w = b->power.psu_w;
    h->platform = r->machine.no_platform ? NULL : b->platform;
    h->cpu = b->cpu;
    r->job.have = *h;
}

static struct shape shape_of_machine(const struct check_result *r)
{
    const struct check_machine *x = &r->machine;
    bool bridged = x->bom.bridges > 0 && build_bridges(x->card, x->per_node) > 0;
    struct shape s = bridged ? shape_of(x->card, x->per_node, x->machines)
                             : shape_in_slots(x->card, x->per_node, x->machines);
    if (x->cards.n > 1) {
        s = shape_of_hardware(&x->cards);
        s.nodes = x->machines;
    }
    s.host_ram_gb = x->bom.host_ram_gb;
    s.host_ram_gbs = x->bom.host_ram_gbs;
    s.host_cores = x->bom.host_cores;
    if (s.link_is_pcie && x->per_node > 1 && !x->no_platform &&
        !r->list->own) { /* the slots as built */
        shape_slots(&s, x->bom.gpu_pcie_gen, x->bom.gpu_lanes);
    }
    if (x->machines > 1) {
        s.net_gbps = known(r->job.network_gbps) ? r->job.network_gbps : x->bom.nic_gbps;
        if (r->job.from[Q_NETWORK] == FROM_GIVEN)
            s.rdma = r->job.network_rdma ? TRI_YES : TRI_NO;
    }
    return s;
}

/* Facts that a list leaves open say unknown, whatever the bill of a plan would take for granted. */
static void leave_open(const struct check_machine *x, struct rule_facts *rf)
{
    bool board = !x->server && x->bom.platform != NULL;
    if (x->no_supply && board) {
        rf->f[F_HAS_PSU_PART] = 1;
        rf->f[F_PSU_REDUNDANT] = UNKNOWN;
    }
    if (x->no_platform && x->bom.platform != NULL) {
        rf->f[F_LIQUID_LOOP] = UNKNOWN;
        if (x->card->cooling == COOLING_PASSIVE)
            rf->f[F_DUCTED_AIR] = UNKNOWN;
        rf->f[F_LANES_USED] = rf->f[F_LANES_HAVE] = UNKNOWN;
        rf->f[F_RACK_SERVER] = 0;
    }
    if (x->no_case && board)
        rf->f[F_CASE_TOLD] = 0;
    if (x->no_case && board && !x->no_platform)
        rf->f[F_HAS_CASE] = 1;
    if (x->cards.n == 0) /* no card: nothing of it to cool or to plug in */
        rf->f[F_PASSIVE] = rf->f[F_LIQUID_CARD] = rf->f[F_EPS_PLUG] = 0;
    if (known(x->plug_amps)) {
        rf->f[F_HAS_PLUG] = 1;
        rf->f[F_PLUG_AMPS] = x->plug_amps;
        rf->f[F_SITE_AMPS] = x->site_amps;
    }
}

/* Drives that the list binds by one parity; the rate of a drive whose sheet is not known is that of
 * the slowest of the catalog. */
static void raid_told(const struct parts_list *list, struct rule_facts *rf)
{
    enum { SLOWEST_MBS = 210 };
    for (int i = 0; i < list->n; i++) {
        const struct parts_line *l = &list->line[i];
        if (l->kind != PART_HDD || l->match == MATCH_NONE || l->qty < 3 ||
            figure_number(l, "raid") != 5)
            continue;
        const struct hdd *d = &list->facts->hdd[l->index];
        double mbs = known(d->sustained_mbs) ? d->sustained_mbs : SLOWEST_MBS;
        rf->f[F_RAID_FIVE] = 1;
        rf->f[F_ARCHIVE_DRIVES] = l->qty;
        rf->f[F_RAID_EACH_GB] = d->capacity_gb;
        rf->f[F_REBUILD_GB] = d->capacity_gb * (l->qty - 1);
        rf->f[F_REBUILD_HOURS] = d->capacity_gb * 1000 / mbs / 3600;
        return;
    }
}

/* Memory that is told by its size alone is no part to build with, and still of one generation. */
static void memory_told(const struct check_result *r, struct rule_facts *rf)
{
    const struct bom *b = &r->plan.bom;
    const char *takes[] = {b->platform != NULL ? b->platform->mem_type : NULL,
                           b->cpu != NULL ? b->cpu->mem_type : NULL};
    bool no = false;
    for (int i = 0; i < r->list->n; i++) {
        const struct parts_line *l = &r->list->line[i];
        if (l->kind != PART_MEMORY || l->match == MATCH_NONE)
            continue;
        const struct memory_part *m = &r->list->facts->memory[l->index];
        for (int k = 0; m->generation != NULL && k < 2; k++)
            no = no || (takes[k] != NULL && !memory_of_generation(takes[k], m));
    }
    if (no) {
        rf->f[F_HAS_MODULES] = 1;
        rf->f[F_MEMORY_FITS] = 0;
    }
}

static bool priced(const struct parts_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (known(list->line[i].price))
            return true;
    return false;
}

/* Without a job nothing can be said of fit, speed and software; without a card of links neither. */
static bool is_asked(const struct check_result *r, const struct finding *f)
{
    bool no_card = r->machine.cards.n == 0;
    if (str_eq(f->rule, "stale-price") && f->severity == SEV_UNKNOWN && !r->list->own)
        return false; /* the list told what the card costs */
    if (!r->job_given && f->severity == SEV_UNKNOWN && f->remedy.id == MSG_RULES_SETTLE_SIZING)
        return false;
    if (!r->job_given && (f->group == GROUP_FIT || f->group == GROUP_SPEED))
        return f->severity != SEV_UNKNOWN && strcmp(f->rule, "not-modelled") != 0;
    if (f->group == GROUP_PRICE && !r->list->own && !priced(r->list))
        return false; /* a machine that stands there, not a bill */
    if (no_card && f->severity == SEV_UNKNOWN && f->group == GROUP_LOAD)
        return strcmp(f->rule, "unknown-part") == 0; /* of no job */
    if (no_card)
        return f->group == GROUP_POWER || f->group == GROUP_LOAD;
    return true;
}

static size_t keep_asked(const struct check_result *r, struct finding *f, size_t n)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++)
        if (is_asked(r, &f[i]))
            f[to++] = f[i];
    return to;
}

static void text_near(const struct parts_line *l, struct str *out)
{
    for (int i = 0; i < l->near_n; i++) {
        str_add(out, i > 0 ? ", " : "");
        str_add(out, l->near[i]);
    }
}

/* One finding a line that names no part of the catalog. */
static size_t unknown_lines(struct check_result *r, const struct rule_facts *rf,
                            struct arena *arena, struct finding *to, size_t n)
{
    struct rule_info info;
    if (rules_find("unknown-part", &info) == NULL)
        return n;
    for (int i = 0; i < r->list->n; i++) {
        const struct parts_line *l = &r->list->line[i];
        if (l->match != MATCH_NONE || l->kind == PART_SERVICE || l->kind == PART_SPARE ||
            l->included || l->aside)
            continue;
        r->unknown_lines++;
        struct rule_facts one = *rf;
        struct str near, text;
        str_init(&near, 512);
        text_near(l, &near);
        str_init(&text, 512);
        str_add(&text, l->text != NULL ? l->text : l->id);
        if (l->at > 0)
            str_addf(&text, " (%s:%ld)", r->list->file, l->at);
        one.f[F_LINE_UNKNOWN] = one.f[F_LINE_TEXT] = one.f[F_LINE_NEAR] = 1;
        one.text[F_LINE_TEXT] = text.p;
        one.f[F_LINE_HAS_NEAR] = l->near_n > 0;
        one.text[F_LINE_NEAR] = near.len > 0 ? near.p : NULL;
        if (n < FINDINGS_MAX && rules_run_one(info.index, &one, arena, &to[n]))
            n++;
        str_free(&near);
        str_free(&text);
    }
    return n;
}

static void count(struct plan *x)
{
    x->errors = x->warnings = x->advices = x->unknowns = 0;
    for (size_t i = 0; i < x->finding_n; i++) {
        switch (x->finding[i].severity) {
        case SEV_ERROR: x->errors++; break;
        case SEV_WARNING: x->warnings++; break;
        case SEV_ADVICE: x->advices++; break;
        case SEV_UNKNOWN: x->unknowns++; break;
        }
    }
}

static void judge(struct check_result *r, const struct policy *policy, struct moment now,
                  struct arena *arena)
{
    struct plan *x = &r->plan;
    struct finding *all = ARENA_ARRAY(arena, struct finding, FINDINGS_MAX), *found;
    struct rule_facts rf;
    if (all == NULL)
        return;
    rules_gather(&r->job, r->list->facts, x, r->job_given ? &r->need : NULL, date_of(now), &rf);
    leave_open(&r->machine, &rf);
    bool room = r->job.place == PLACE_SERVER_ROOM || r->job.place == PLACE_COLO;
    if (r->machine.no_supply && !r->machine.server &&
        room) /* each supply has a feed of its own: how many is not told */
        rf.f[F_CIRCUIT] = UNKNOWN;
    raid_told(r->list, &rf);
    memory_told(r, &rf);
    size_t n = rules_run(&rf, arena, &found);
    n = n > FINDINGS_MAX ? FINDINGS_MAX : n;
    if (n > 0)
        memcpy(all, found, n * sizeof *found);
    n = keep_asked(r, all, n);
    n = unknown_lines(r, &rf, arena, all, n);
    if (policy != NULL)
        n = policy_judge(policy, x, &rf, arena, all, n, FINDINGS_MAX);
    x->finding = all;
    x->finding_n = n;
    count(x);
}

/* The list as a plan of its own, as the planner would have made it of the same parts. */
static void as_plan(struct check_result *r, struct moment now)
{
    struct plan *x = &r->plan;
    const struct check_machine *m = &r->machine;
    x->kind = KIND_OWN;
    x->rank = 1;
    x->accel = m->card;
    x->per_node = m->per_node;
    x->nodes = m->machines;
    x->machines = m->bom.machines;
    x->sizing = r->planned != NULL ? r->planned->sizing : r->verdict.sizing;
    x->bom = m->bom;
    x->meets = true;
    x->price_age_days = date_age_days(m->card->price.from.date, date_of(now));
    str_copy(x->id, sizeof x->id, "list");
    cost_own(&r->job, r->list->facts, &x->sizing, &x->bom, x->accel, NULL, &x->cost);
}

/* What the planner found for the same job: the smallest machine, the cheaper way beside it. */
static enum err need_of(struct check_result *r, const struct answers *a, const struct prices *p,
                        struct moment now, struct arena *arena, struct err_info *e)
{
    const struct engine_options o = {.no_trace = true, .policy = r->job.policy};
    struct answers own = *a;
    answers_clear(&own, Q_HAVE);
    const struct result *all = engine_run(&own, r->list->catalog, p, now, &o, arena, e);
    if (all == NULL)
        return e->code != OK ? e->code : ERR_NOMEM;
    r->need = all->need;
    for (size_t i = 0; i < all->plan_n && r->list->own; i++) {
        const struct plan *x = &all->plan[i];
        if (x->kind == KIND_OWN && str_eq(x->accel->id, r->machine.card->id) &&
            x->per_node == r->machine.per_node && x->nodes == r->machine.machines)
            r->planned = x;
    }
    return OK;
}

/* A machine without an accelerator: the program plans no work for processors alone, so a job is at
 * a loss on it, and the change is the smallest card that holds the job. */
static void no_card(struct check_result *r, struct arena *arena)
{
    struct verdict_block *v = &r->verdict;
    struct msg reason = msg_make(MSG_CHECK_NO_CARD_REASON, 0);
    const struct need *need = &r->need;
    struct str card;
    *v = (struct verdict_block){.of = VERDICT_OF_HAVE,
                                .word = r->job_given ? VERDICT_DOES_NOT_FIT : VERDICT_UNKNOWN,
                                .reason = reason,
                                .shape = v->shape,
                                .sizing = v->sizing};
    if (!r->job_given || need->smallest == NULL)
        return;
    str_init(&card, 256);
    str_addf(&card, "%dx %s", need->smallest_count, accel_label(need->smallest));
    v->smallest_change =
        msg_make(MSG_CHECK_NO_CARD_CHANGE, 1, ARG_STR(arena_strdup(arena, card.p)));
    str_free(&card);
}

/* What the cards are limited to: as the plan of the bill says, or the bill itself. */
static double limit_of(const struct check_result *r)
{
    if (r->planned != NULL)
        return r->planned->bom.card_limit_w;
    for (int i = 0; r->list->own && i < r->list->n; i++) {
        const struct parts_line *l = &r->list->line[i];
        if (l->kind == PART_GPU && l->match != MATCH_NONE && l->limit_w > 0)
            return l->limit_w < 0.99 * r->machine.card->tdp_w ? l->limit_w : UNKNOWN;
    }
    return UNKNOWN;
}

const struct check_result *check_run(const struct answers *a, const struct parts_list *list,
                                     const struct prices *p, struct moment now,
                                     const struct check_options *o, struct arena *arena,
                                     struct err_info *e)
{
    struct check_result *r = ARENA_NEW(arena, struct check_result);
    if (r == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    r->list = list;
    if (job_of(a, list->facts, arena, r, e) != OK ||
        policy_check_names(o->policy, list->facts, p, e) != OK)
        return NULL;
    r->job.policy = o->policy;
    if (check_assemble(list, &r->job, UNKNOWN, arena, &r->machine, e) != OK ||
        (r->job_given && need_of(r, a, p, now, arena, e) != OK))
        return NULL;
    double limit_w = limit_of(r);
    if (known(limit_w) && check_assemble(list, &r->job, limit_w, arena, &r->machine, e) != OK)
        return NULL;
    machine_at_hand(r);
    struct shape s = shape_of_machine(r);
    r->verdict.of = VERDICT_OF_HAVE;
    verdict_fill(&r->verdict, &r->job, list->facts, &s, NULL, arena);
    if (r->machine.cards.n == 0)
        no_card(r, arena);
    as_plan(r, now);
    judge(r, o->policy, now, arena);
    r->verdict.finding = r->plan.finding;
    r->verdict.finding_n = r->plan.finding_n;
    if (o->measured != NULL)
        measured_judge(o->measured, &r->job, list->facts, &s, &r->verdict.sizing, &r->machine,
                       arena, &r->measured);
    r->upgrade_n =
        check_upgrades(&r->machine, &r->job, list->facts, &s, &r->verdict.sizing, r->plan.finding,
                       r->plan.finding_n, r->job_given, arena, r->upgrade);
    verdict_blank(&r->verdict.sizing);
    r->failed = arena_failed(arena);
    return r;
}
