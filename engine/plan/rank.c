/* rank.c - findings on each candidate, the order, the Pareto front, the choice and its reason. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/check/policy.h"
#include "engine/plan/planner.h"
#include "engine/rules/gather.h"

static bool runs(const struct plan *x)
{
    enum verdict v = x->sizing.verdict;
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_NOT_VALIDATED ||
           v == VERDICT_NOT_MODELLED || v == VERDICT_DEPENDS;
}

/* Classes of plans, best first: usable ones before those that miss a wish, those before machines
 * that do not run the job; an unknown total is never before a known one. */
static int tier(const struct plan *x)
{
    int t = 0;
    if (x->errors > 0)
        t += 1;
    if (!x->meets)
        t += 2;
    if (!runs(x))
        t += 4;
    if (!known(x->cost.total.typical))
        t += 8;
    return t;
}

/* Total as it counts in comparisons. These must be a fifth cheaper to win: a stale price; cards
 * that nobody makes, warrants or writes drivers for until the end of the horizon; a plan that
 * depends on a trainer which nobody named. */
static double counted_total(const struct plan *x)
{
    double total = x->cost.total.typical;
    if (date_age_class(x->price_age_days) == AGE_STALE || x->old_card_years > 0)
        total /= 0.8;
    return x->sizing.verdict == VERDICT_DEPENDS ? total / 0.8 : total;
}

int planner_miss_step(double by)
{
    double step = log(by) / log(1.1);
    return step < 1e6 ? (int)step : 1000000;
}

/* Plans that miss a wish: the nearer one first, in steps so that price still counts. */
static int miss_step(const struct plan *x)
{
    return x->meets ? 0 : planner_miss_step(x->missed_by);
}

bool planner_usable(const struct plan *x)
{
    return tier(x) == 0;
}

static int by_rank(const void *va, const void *vb)
{
    const struct plan *a = *(const struct plan *const *)va, *b = *(const struct plan *const *)vb;
    int ta = tier(a), tb = tier(b);
    if (ta != tb)
        return ta - tb;
    int ma = miss_step(a), mb = miss_step(b);
    if (ma != mb)
        return ma - mb;
    double ca = counted_total(a), cb = counted_total(b);
    if (known(ca) && known(cb) && (ca < cb || ca > cb))
        return ca < cb ? -1 : 1;
    return strcmp(a->id, b->id);
}

static void over_budget(struct plan *x, double by, struct msg why, struct msg would)
{
    x->meets = false;
    if (by <= x->missed_by)
        return;
    x->missed_by = by;
    x->misses = why;
    x->would = would;
}

static void budget_check(const struct job *job, const struct facts *f, struct plan *x)
{
    const char *cur = job->currency;
    const struct cost *c = &x->cost;
    if (known(job->budget) && x->offer == NULL) {
        double have = facts_convert(f, job->budget, job->budget_currency, cur, NULL);
        if (c->upfront > have)
            over_budget(
                x, c->upfront / have,
                msg_make(MSG_MISS_BUDGET, 2, ARG_MONEY(c->upfront, cur), ARG_MONEY(have, cur)),
                msg_make(MSG_WISH_BUDGET, 1, ARG_MONEY(c->upfront, cur)));
    }
    if (known(job->budget_month)) {
        double have = facts_convert(f, job->budget_month, job->budget_month_currency, cur, NULL);
        if (c->per_month > have)
            over_budget(x, c->per_month / have,
                        msg_make(MSG_MISS_BUDGET_MONTH, 2, ARG_MONEY(c->per_month, cur),
                                 ARG_MONEY(have, cur)),
                        msg_make(MSG_WISH_BUDGET_MONTH, 1, ARG_MONEY(c->per_month, cur)));
    }
}

static void judge_policy(struct planner *p, struct plan *x, const struct rule_facts *rf)
{
    size_t max = x->finding_n + POLICY_MAX;
    struct finding *all = ARENA_ARRAY(p->arena, struct finding, max);
    if (all == NULL)
        return;
    if (x->finding_n > 0)
        memcpy(all, x->finding, x->finding_n * sizeof *all);
    x->finding = all;
    x->finding_n = policy_judge(p->opt->policy, x, rf, p->arena, all, x->finding_n, max);
}

static void judge(struct planner *p, struct plan *x)
{
    struct rule_facts rf;
    rules_gather(&p->r->job, p->r->facts, x, &p->r->need, p->r->as_of_days, &rf);
    rules_gather_prices(&p->r->job, p->r->facts, p->r->prices, x, &rf);
    x->finding_n = rules_run(&rf, p->arena, &x->finding);
    if (p->opt->policy != NULL)
        judge_policy(p, x, &rf);
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

/* Memory of all cards of a plan, as sold. */
static double vram_gb(const struct plan *x)
{
    return x->accel->memory_gb * x->per_node * x->nodes;
}

/* The same cards from the same provider for the same money: another size of its host, another
 * region, or more machines with fewer cards. Once in the list is enough. */
static bool is_twin(const struct plan *const *list, size_t n, const struct plan *x)
{
    for (size_t i = 0; i < n; i++) {
        const struct plan *y = list[i];
        bool alike = x->offer != NULL && y->offer != NULL && x->kind == y->kind &&
                     x->accel == y->accel && x->per_node * x->nodes == y->per_node * y->nodes &&
                     str_eq(x->offer->provider, y->offer->provider);
        if (alike && !(x->cost.total.typical > y->cost.total.typical * 1.001 ||
                       x->cost.total.typical < y->cost.total.typical * 0.999))
            return true;
    }
    return false;
}

/* How many of a kind, and of a kind and card, may stand in the list: alternatives should differ.
 * Where nothing but memory tells cards apart each must have more than those before it. */
static bool adds_variety(const struct plan *const *list, size_t n, const struct plan *x,
                         bool by_memory)
{
    int same_kind = 0, same_card = 0;
    bool larger = true;
    for (size_t i = 0; i < n; i++) {
        if (list[i]->kind == x->kind && list[i]->per_node == x->per_node &&
            list[i]->accel->memory_gb >= x->accel->memory_gb)
            larger = false;
        if (list[i]->kind == x->kind)
            same_kind++;
        if (list[i]->kind == x->kind && list[i]->accel == x->accel)
            same_card++;
    }
    if (by_memory)
        return larger;
    return same_kind < 3 && same_card < 2;
}

static bool kind_present(const struct plan *const *list, size_t n, enum price_kind k)
{
    for (size_t i = 0; i < n; i++)
        if (list[i]->kind == k)
            return true;
    return false;
}

/* Picks up to top plans: the chosen one, the cards that are there with the parts around them, the
 * best of each kind, then variety, then the rest. */
static size_t pick(struct plan **order, size_t n, size_t top, const char *chosen_id, bool by_memory,
                   struct plan **out)
{
    size_t k = 0;
    for (int pass = 0; pass < 4 && k < top; pass++) {
        for (size_t i = 0; i < n && k < top; i++) {
            struct plan *x = order[i];
            bool have = false;
            for (size_t j = 0; j < k; j++)
                have = have || out[j] == x;
            const struct plan *const *list = (const struct plan *const *)out;
            if (have || (!str_eq(x->id, chosen_id) && is_twin(list, k, x)))
                continue;
            bool take = pass == 0 ? i == 0 || str_eq(x->id, chosen_id) || str_eq(x->id, "own-have")
                        : pass == 1 ? !kind_present(list, k, x->kind) && runs(x)
                        : pass == 2 ? adds_variety(list, k, x, by_memory)
                                    : true;
            if (take)
                out[k++] = x;
        }
    }
    return k;
}

double plan_pace(const struct job *job, const struct plan *x)
{
    if (!job->serving)
        return x->sizing.hours_per_run.typical;
    return x->sizing.per_user > 0 ? 1000 / x->sizing.per_user : UNKNOWN;
}

/* The pace of a plan, else the inverse of its rate, or of its memory where nothing else is
 * modelled. */
static double takes(const struct job *job, const struct plan *x, bool paced)
{
    if (x->sizing.verdict == VERDICT_NOT_MODELLED)
        return 1.0 / vram_gb(x);
    return paced ? plan_pace(job, x) : 1.0 / x->sizing.speed.typical;
}

/* A hair is no difference: the figures are not that sure. */
#define HAIR 0.005
static bool less(double a, double b)
{
    return a < b * (1 - HAIR);
}

/* Is y as cheap and as fast as x, and better by more than a hair in one of them? */
static bool dominates(const struct job *job, const struct plan *y, const struct plan *x)
{
    bool paced = known(plan_pace(job, x));
    double cx = x->cost.total.typical, cy = y->cost.total.typical;
    double tx = takes(job, x, paced), ty = takes(job, y, paced);
    return !less(cx, cy) && !less(tx, ty) && (less(cy, cx) || less(ty, tx));
}

static void mark_pareto(const struct job *job, struct plan *plan, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct plan *x = &plan[i];
        bool front = known(x->cost.total.typical) && runs(x);
        for (size_t j = 0; j < n && front; j++) {
            const struct plan *y = &plan[j];
            bool there = j != i && known(y->cost.total.typical) && runs(y);
            front = !there || !dominates(job, y, x);
        }
        plan[i].pareto = front;
    }
}

static void note_rates(struct result *r)
{
    for (size_t i = 0; i < r->plan_n; i++) {
        for (int l = 0; l < r->plan[i].bom.n; l++) {
            const struct fx_rate *used = NULL;
            const char *cur = NULL;
            (void)bom_line_price(&r->plan[i].bom.line[l], &cur);
            if (cur == NULL || str_eq(cur, r->job.currency))
                continue;
            (void)facts_convert(r->facts, 1.0, cur, r->job.currency, &used);
            bool have = used == NULL;
            for (int k = 0; k < r->fx_n; k++)
                have = have || r->fx[k] == used;
            if (!have && r->fx_n < (int)(sizeof(r->fx) / sizeof(r->fx[0])))
                r->fx[r->fx_n++] = used;
        }
    }
}

#define ERRORS_NAMED 3
/* "2 (policy, psu-margin)" */
static struct msg names_errors(const struct plan *x, struct arena *arena)
{
    struct str s;
    int named = 0;
    str_init(&s, 256);
    for (size_t i = 0; i < x->finding_n && named < ERRORS_NAMED; i++)
        if (x->finding[i].severity == SEV_ERROR)
            str_addf(&s, "%s%s", named++ > 0 ? ", " : "", x->finding[i].rule);
    struct msg m =
        msg_make(MSG_REASON_ERRORS, 2, ARG_INT(x->errors), ARG_STR(arena_strdup(arena, s.p)));
    str_free(&s);
    return m;
}

/* The plan that the others are measured by: the cheapest, the cheapest that nothing is held against
 * (the cheaper ones say what is), or one that was taken by hand. */
static struct msg reason_of_chosen(const struct result *r)
{
    const struct plan *x = &r->plan[r->chosen], *first = &r->plan[0];
    double least = x->cost.total.typical;
    for (size_t i = 0; i < r->plan_n; i++)
        if (planner_usable(&r->plan[i]) && r->plan[i].cost.total.typical < least)
            least = r->plan[i].cost.total.typical;
    struct msg_arg cost = ARG_MONEY(x->cost.total.typical, r->job.currency);
    struct msg_arg months = ARG_MONTHS(x->cost.horizon_months);
    if (x != first && least < x->cost.total.typical)
        return msg_make(MSG_REASON_TAKEN, 3, cost, months,
                        ARG_PCT(x->cost.total.typical / least - 1.0));
    if (x->sizing.verdict == VERDICT_NOT_MODELLED)
        return msg_make(MSG_REASON_CHEAPEST_UNMODELLED, 2, cost, months);
    return msg_make(least < x->cost.total.typical ? MSG_REASON_CHEAPEST_SURE : MSG_REASON_CHEAPEST,
                    2, cost, months);
}

#define MANY_TIMES 4.0 /* the cost from which "times" reads easier than per cent */

static struct msg reason_of_faster(const struct plan *x, const struct plan *first)
{
    double cost = x->cost.total.typical / first->cost.total.typical;
    struct msg_arg speed =
        ARG_RATIO(first->sizing.hours_per_run.typical / x->sizing.hours_per_run.typical);
    return cost > MANY_TIMES ? msg_make(MSG_REASON_FASTER_TIMES, 2, speed, ARG_RATIO(cost))
                             : msg_make(MSG_REASON_FASTER, 2, speed, ARG_PCT(cost - 1.0));
}

static void reasons(struct result *r, struct arena *arena)
{
    const struct plan *first = r->chosen >= 0 ? &r->plan[r->chosen] : NULL;
    for (size_t i = 0; i < r->plan_n; i++) {
        struct plan *x = &r->plan[i];
        if (!runs(x))
            x->reason = x->sizing.reason;
        else if (!x->meets)
            x->reason = x->misses;
        else if (x->errors > 0)
            x->reason = names_errors(x, arena);
        else if (!known(x->cost.total.typical))
            x->reason = msg_make(MSG_REASON_NO_TOTAL, 0);
        else if (x->hybrid != NULL)
            x->reason = planner_hybrid_reason(x->hybrid);
        else if (x == first)
            x->reason = reason_of_chosen(r);
        else if (first != NULL && x->sizing.verdict == VERDICT_NOT_MODELLED &&
                 vram_gb(x) > vram_gb(first))
            x->reason = msg_make(MSG_REASON_LARGER, 2, ARG_GB(vram_gb(x)),
                                 ARG_PCT(x->cost.total.typical / first->cost.total.typical - 1.0));
        else if (first != NULL && known(first->cost.total.typical) &&
                 x->cost.total.typical < first->cost.total.typical)
            x->reason =
                date_age_class(x->price_age_days) == AGE_STALE
                    ? msg_make(MSG_REASON_STALE, 1, ARG_INT(x->price_age_days))
                : x->old_card_years > 0
                    ? msg_make(MSG_REASON_OLD_CARD, 1, ARG_INT(x->old_card_years))
                : x->sizing.verdict == VERDICT_DEPENDS
                    ? msg_make(MSG_REASON_DEPENDS, 0)
                    : msg_make(MSG_REASON_CHEAPER, 1,
                               ARG_PCT(1.0 - x->cost.total.typical / first->cost.total.typical));
        else if (first != NULL && known(x->sizing.hours_per_run.typical) &&
                 x->sizing.hours_per_run.typical < 0.9 * first->sizing.hours_per_run.typical)
            x->reason = reason_of_faster(x, first);
        else if (first != NULL && x->cost.total.typical > MANY_TIMES * first->cost.total.typical)
            x->reason = msg_make(MSG_REASON_TIMES, 1,
                                 ARG_RATIO(x->cost.total.typical / first->cost.total.typical));
        else if (first != NULL)
            x->reason = msg_make(MSG_REASON_DEARER, 1,
                                 ARG_PCT(x->cost.total.typical / first->cost.total.typical - 1.0));
    }
}

static void choose(struct planner *p)
{
    struct result *r = p->r;
    r->chosen = -1;
    for (size_t i = 0; i < r->plan_n; i++)
        if (str_eq(r->plan[i].id, p->opt->chosen_id))
            r->chosen = (int)i;
    if (r->chosen < 0 && r->plan_n > 0 && planner_usable(&r->plan[0]))
        r->chosen = 0;
}

/* Own machines and rentals that were costed for the sake of a mixture are not asked for. */
static void keep_asked(struct planner *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->cand_n; i++)
        if ((p->asked & 1u << p->cand[i]->kind) != 0)
            p->cand[n++] = p->cand[i];
    p->cand_n = n;
}

void planner_rank(struct planner *p)
{
    struct result *r = p->r;
    size_t top = p->opt->top > 0 ? (size_t)p->opt->top : 12;
    struct plan **order = ARENA_ARRAY(p->arena, struct plan *, p->cand_n + 1);
    struct plan **list = ARENA_ARRAY(p->arena, struct plan *, top + 1);
    if (order == NULL || list == NULL)
        return;
    keep_asked(p);
    for (size_t i = 0; i < p->cand_n; i++) {
        order[i] = p->cand[i];
        budget_check(&r->job, r->facts, order[i]);
    }
    qsort(order, p->cand_n, sizeof(order[0]), by_rank);
    /* Findings cost time: judge the front of the order, then order anew with the errors known. */
    size_t front = p->cand_n < 4 * top ? p->cand_n : 4 * top;
    if (p->opt->policy != NULL) /* any of them may be forbidden */
        front = p->cand_n;
    for (size_t i = 0; i < p->cand_n; i++)
        if (i < front || order[i]->kind == KIND_OWN || str_eq(order[i]->id, p->opt->chosen_id))
            judge(p, order[i]);
    qsort(order, p->cand_n, sizeof(order[0]), by_rank);
    size_t n = pick(order, p->cand_n, top, p->opt->chosen_id, planner_by_memory(&r->job), list);
    qsort(list, n, sizeof(list[0]), by_rank);
    r->plan = ARENA_ARRAY(p->arena, struct plan, n + 1);
    if (r->plan == NULL)
        return;
    for (size_t i = 0; i < n; i++) {
        r->plan[i] = *list[i];
        r->plan[i].rank = (int)i + 1;
        if (r->plan[i].finding == NULL)
            judge(p, &r->plan[i]);
    }
    r->plan_n = n;
    choose(p);
    mark_pareto(&r->job, r->plan, n);
    reasons(r, p->arena);
    note_rates(r);
    planner_decide(p);
}
