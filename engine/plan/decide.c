/*
 * decide.c - own or rent, in one sentence: the best of each, what it takes to turn the answer, and
 * whether it is too close to call (own the cheaper one in more than a fifth and less than four
 * fifths of the draws).
 */
#include "base/str.h"
#include "engine/check/policy.h"
#include "engine/cost/load.h"
#include "engine/plan/planner.h"

/* The draws say how sure the answer is better than the two bands do. */
static void look_ahead(struct planner *p)
{
    struct result *r = p->r;
    struct decision *d = &r->decision;
    const struct plan *own = &r->plan[r->best_own], *rent = &r->plan[r->best_rent];
    struct cost_pair pair = {.job = &r->job,
                             .f = r->facts,
                             .own_z = &own->sizing,
                             .rent_z = &rent->sizing,
                             .bom = &own->bom,
                             .accel = own->accel,
                             .offer = rent->offer,
                             .machines = rent->machines,
                             .bridge_month = own->bridge_month};
    struct outlook *o = ARENA_NEW(p->arena, struct outlook);
    if (o == NULL || rent->offer == NULL || !outlook_make(&pair, p->arena, o))
        return;
    d->outlook = o;
    d->ovr.p_own_cheaper = o->spread.p_own_cheaper;
    d->ovr.too_close = d->ovr.p_own_cheaper > COST_CLOSE && d->ovr.p_own_cheaper < 1.0 - COST_CLOSE;
}

/* Nobody is known to look after machines but those who were told, or one at home. */
static enum score_people people_of(const struct job *j)
{
    if (known(j->staff_fte))
        return j->staff_fte >= 0.5 ? PEOPLE_DEDICATED
               : j->staff_fte > 0  ? PEOPLE_PART_TIME
                                   : PEOPLE_NOBODY;
    return j->buyer == BUYER_PERSON ? PEOPLE_NOBODY : PEOPLE_UNKNOWN;
}

static enum score_team team_of(const struct job *j)
{
    bool room = j->place == PLACE_SERVER_ROOM || j->place == PLACE_COLO;
    switch (j->buyer) {
    case BUYER_PERSON:
    case BUYER_STARTUP: return TEAM_SMALL;
    case BUYER_LAB: return TEAM_LAB;
    case BUYER_ENTERPRISE:
    case BUYER_STATE: return room ? TEAM_WITH_ROOM : TEAM_LAB;
    }
    return TEAM_UNKNOWN;
}

/* Points beside the money: the same facts, weighed in the open. */
static void score(const struct result *r, struct decision *d)
{
    const struct plan *own = &r->plan[r->best_own], *rent = &r->plan[r->best_rent];
    const struct job *j = &r->job;
    double give = own->cost.deliverable_h, each = 0;
    for (int i = 0; i < j->load.n; i++)
        each += j->load.step[i].units * j->load.step[i].hours_day / 24.0;
    double peak = load_peak(&j->load);
    struct score_in in = {
        .own = own->cost.total.typical,
        .rent = rent->cost.total.typical,
        .p_own = d->ovr.p_own_cheaper,
        .use = give > 0 ? own->cost.hours_per_month / own->machines / give : UNKNOWN,
        .threshold = d->ovr.utilisation_threshold,
        .months = own->cost.horizon_months,
        .break_even = d->ovr.break_even_month,
        .peak_units = peak,
        .peak_mean = each > 0 ? peak / each : UNKNOWN,
        .gb_month = own->sizing.dataset_gb,
        .people = people_of(j),
        .home_pc = j->place == PLACE_DESK,
        .team = team_of(j),
        .sensitivity = j->sensitivity,
        .technology = j->technology,
        .fabric = own->nodes > 1 && j->fabric != TRI_UNKNOWN ? (int)j->fabric : -1};
    score_make(&in, &d->score);
}

/* What each listed plan emits. */
static void weigh(struct result *r)
{
    for (size_t i = 0; i < r->plan_n; i++) {
        struct plan *x = &r->plan[i];
        if (x->offer != NULL)
            carbon_rent(&r->job, r->facts, &x->sizing, x->offer, x->machines, &x->carbon);
        else
            carbon_own(&r->job, r->facts, &x->sizing, &x->bom, &x->cost, &x->carbon);
    }
}

/* Own some, rent the rest: beside all owned and all rented, as far as there are such plans. */
static void mixed(const struct result *r, struct decision *d, const struct plan *c)
{
    const struct hybrid *h = c->hybrid;
    const char *cur = r->job.currency;
    if (h->share > 0) {
        double own = r->best_own >= 0 ? r->plan[r->best_own].cost.total.typical : UNKNOWN;
        d->text = msg_make(MSG_HYBRID_SHARE_DECISION, 4, ARG_PCT(h->share),
                           ARG_MONEY(c->cost.total.typical, cur), ARG_MONEY(own, cur),
                           ARG_MONTHS(c->cost.horizon_months));
        return;
    }
    bool both = r->best_own >= 0 && r->best_rent >= 0;
    d->text = msg_make(both ? MSG_COST_DECISION_HYBRID : MSG_COST_DECISION_HYBRID_ALONE, 6,
                       ARG_INT(h->own_machines), ARG_INT(h->machines),
                       ARG_MONEY(c->cost.total.typical, cur),
                       ARG_MONEY(both ? r->plan[r->best_own].cost.total.typical : UNKNOWN, cur),
                       ARG_MONEY(both ? r->plan[r->best_rent].cost.total.typical : UNKNOWN, cur),
                       ARG_MONTHS(c->cost.horizon_months));
}

/* The cheaper side is not the one that was chosen: say what stands against it. */
static void passed_over(const struct result *r, bool own_wins, struct decision *d)
{
    const struct plan *own = &r->plan[r->best_own], *rent = &r->plan[r->best_rent];
    const struct plan *x = own_wins ? own : rent;
    bool stale = date_age_class(x->price_age_days) == AGE_STALE, old = x->old_card_years > 0;
    enum msg_id id = stale      ? (own_wins ? MSG_DECISION_RENT_STALE : MSG_DECISION_OWN_STALE)
                     : old      ? MSG_DECISION_RENT_OLD
                     : own_wins ? MSG_DECISION_RENT_UNSURE
                                : MSG_DECISION_OWN_UNSURE;
    d->text = msg_make(id, 4, ARG_MONEY(own->cost.total.typical, r->job.currency),
                       ARG_MONEY(rent->cost.total.typical, r->job.currency),
                       ARG_MONTHS(own->cost.horizon_months),
                       ARG_INT(stale ? x->price_age_days : x->old_card_years));
}

static bool any_own(const struct result *r)
{
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].kind == KIND_OWN)
            return true;
    return false;
}

/* One side alone has a plan that can be followed. Neither: what was put in by hand breaks the
 * machine that the user holds to. */
static void one_side(const struct planner *p, struct decision *d, const struct plan *c)
{
    const struct result *r = p->r;
    const unsigned own = 1u << KIND_OWN;
    bool rent_only = r->job.where == WHERE_CLOUD || (p->asked & own) == 0;
    bool own_only = r->job.where == WHERE_OWN || r->job.data_stays || (p->asked & ~own) == 0;
    bool part = r->job.stays_share > 0 && r->job.stays_share < 1 && r->best_own >= 0;
    const struct plan *x = r->best_own >= 0    ? &r->plan[r->best_own]
                           : r->best_rent >= 0 ? &r->plan[r->best_rent]
                                               : c;
    enum msg_id id = r->best_own >= 0 ? (own_only ? MSG_DECISION_OWN_ASKED : MSG_DECISION_ONLY_OWN)
                     : r->best_rent >= 0
                         ? (rent_only ? MSG_DECISION_RENT_ASKED : MSG_DECISION_ONLY_RENT)
                         : MSG_DECISION_BROKEN;
    struct msg_arg cost = ARG_MONEY(x->cost.total.typical, r->job.currency);
    struct msg_arg months = ARG_MONTHS(x->cost.horizon_months);
    d->text = part ? msg_make(MSG_DECISION_OWN_SHARE, 3, ARG_PCT(r->job.stays_share), cost, months)
                   : msg_make(id, 2, cost, months);
    if (id == MSG_DECISION_ONLY_RENT && !any_own(r))
        d->why = p->no_build;
}

/* What was taken by hand is what own, or rent, means from then on: the sentence, the gauges and the
 * curves speak of the same machine. */
static void speaks_for_its_side(struct planner *p)
{
    struct result *r = p->r;
    const struct plan *c = r->chosen >= 0 ? &r->plan[r->chosen] : NULL;
    if (c == NULL || !str_eq(c->id, p->opt->chosen_id) || !planner_usable(c))
        return;
    if (c->kind == KIND_OWN)
        r->best_own = r->chosen;
    else if (c->offer != NULL)
        r->best_rent = r->chosen;
}

void planner_decide(struct planner *p)
{
    struct result *r = p->r;
    struct decision *d = &r->decision;
    weigh(r);
    d->ovr = (struct own_vs_rent){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, false};
    r->best_own = r->best_rent = -1;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        if (!planner_usable(x))
            continue;
        if (x->kind == KIND_OWN && r->best_own < 0)
            r->best_own = (int)i;
        if (x->offer != NULL && r->best_rent < 0)
            r->best_rent = (int)i;
    }
    speaks_for_its_side(p);
    if (r->best_own >= 0 && r->best_rent >= 0) {
        cost_compare(&r->plan[r->best_own].cost, &r->plan[r->best_rent].cost, &d->ovr);
        look_ahead(p);
        score(r, d);
    }
    const struct plan *c = r->chosen >= 0 ? &r->plan[r->chosen] : NULL;
    d->choice = c;
    const char *cur = r->job.currency;
    bool only_mixed = p->asked == 1u << KIND_HYBRID;
    if (r->plan_n == 0 && only_mixed) {
        d->text = msg_make(r->job.load.n > 0 ? MSG_COST_HYBRID_NONE : MSG_COST_HYBRID_LOAD, 0);
    } else if (c != NULL && c->hybrid != NULL) {
        mixed(r, d, c);
    } else if (r->plan_n == 0) {
        bool held = p->no_build.id != MSG_NONE; /* a machine would do, but cannot be built */
        enum msg_id none =
            policy_narrows(r->job.policy) ? MSG_DECISION_NONE_POLICY : MSG_DECISION_NONE;
        d->text = held ? p->no_build : msg_make(none, 0);
    } else if (c == NULL) {
        int most = 0, limit = planner_node_limit(&r->job);
        for (size_t i = 0; i < r->plan_n; i++)
            most = r->plan[i].nodes > most ? r->plan[i].nodes : most;
        d->text = r->job.training && most >= limit && limit > 1
                      ? msg_make(MSG_DECISION_NODE_LIMIT, 1, ARG_INT(limit))
                      : msg_make(MSG_DECISION_NONE_MEETS, 0);
    } else if (r->best_own < 0 || r->best_rent < 0) {
        one_side(p, d, c);
    } else {
        const struct cost *own = &r->plan[r->best_own].cost, *rent = &r->plan[r->best_rent].cost;
        d->too_close = d->ovr.too_close;
        bool own_wins = own->total.typical <= rent->total.typical;
        bool never = !known(d->ovr.utilisation_threshold);
        enum msg_id id = d->too_close ? MSG_DECISION_TOO_CLOSE
                         : own_wins   ? (never ? MSG_DECISION_OWN_PLAIN : MSG_DECISION_OWN)
                                      : (never ? MSG_DECISION_RENT_NEVER : MSG_DECISION_RENT);
        d->text = msg_make(id, 5, ARG_MONEY(own->total.typical, cur),
                           ARG_MONEY(rent->total.typical, cur), ARG_MONTHS(own->horizon_months),
                           ARG_PCT(d->ovr.utilisation_threshold), ARG_PCT(d->ovr.p_own_cheaper));
        if (!d->too_close && str_empty(p->opt->chosen_id) && (c->offer == NULL) != own_wins)
            passed_over(r, own_wins, d);
    }
}
