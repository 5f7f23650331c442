/* plan.c - engine_run(): answers x facts x prices x now -> result. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/check/policy.h"
#include "engine/plan/planner.h"
#include "engine/plan/verdict.h"
#include "engine/result.h"
#include "engine/rules/gather.h"

#define TABLE_SIZE 4096 /* shapes; some hundreds are usual */
#define CANDS_MAX 192   /* costed: own machines and the front of each kind of rent */

/* Kinds that were named stay, whatever a policy says: the finding tells what breaks it. */
static unsigned kinds_of(const struct job *job, unsigned wanted)
{
    unsigned all = (1u << KIND_COUNT) - 1u;
    unsigned own = 1u << KIND_OWN;
    bool free = wanted == 0 && job->where == WHERE_ANY && !job->data_stays;
    unsigned k = free ? policy_kinds(job->policy, all) : wanted == 0 ? all : wanted;
    if (job->where == WHERE_CLOUD)
        k &= ~own & ~(1u << KIND_HYBRID);
    if (job->where == WHERE_OWN || job->data_stays)
        k &= own;
    return k;
}

struct plan *planner_blank(struct planner *p)
{
    if (p->cand_n == p->cand_max) {
        p->full = true;
        return NULL;
    }
    struct plan **at = &p->cand[p->cand_n];
    if (*at == NULL)
        *at = ARENA_NEW(p->arena, struct plan);
    else /* begun and given up */
        memset(*at, 0, sizeof(**at));
    return *at;
}

/* The lines as they stand in the plan (a bridge until delivery, rented peaks), then its total. */
static void explain_own(const struct result *r, struct plan *x, const struct job *job)
{
    struct cost again;
    struct trace_item *total;
    cost_own(job, r->facts, &x->sizing, &x->bom, x->accel, &x->trace, &again);
    for (total = x->trace.first; total != NULL && !str_eq(total->id, "cost.total");)
        total = total->next;
    if (total != NULL)
        total->result = ARG_MONEY(x->cost.total.typical, x->cost.currency);
    cost_explain(&x->cost, job, r->facts, &x->trace);
}

/* Traces are written for the plans that stay, by sizing and costing them once more. */
static void trace_plans(struct planner *p)
{
    struct result *r = p->r;
    for (size_t i = 0; i < r->plan_n; i++) {
        struct plan *x = &r->plan[i];
        x->trace = (struct trace){p->arena, NULL, NULL};
        struct shape s = rules_shape(x);
        if (str_eq(x->id, "own-have"))
            s = shape_of_hardware(&r->job.have);
        struct sizing z;
        struct cost again;
        struct job job = r->job; /* own machines of a mixture work hours of their own */
        if (x->hybrid != NULL) {
            job.runs_per_month = UNKNOWN;
            job.hours_per_day = planner_own_hours(x->hybrid);
        }
        planner_size_shape(p, &r->job, &s, &x->trace, &z);
        if (x->offer == NULL && known(x->bom.card_limit_w))
            planner_limit_trace(r->facts, x->accel, x->bom.card_limit_w, &x->sizing, &x->trace);
        if (x->offer != NULL)
            cost_rent(&r->job, r->facts, &x->sizing, x->offer, x->machines, &x->trace, &again);
        else
            explain_own(r, x, &job);
    }
}

static void fill_need(struct result *r)
{
    struct need *n = &r->need;
    const struct sizing *z = r->plan_n > 0 ? &r->plan[r->chosen >= 0 ? r->chosen : 0].sizing : NULL;
    n->flops_per_run = z ? z->flops_per_run : UNKNOWN;
    n->dataset_gb = z ? z->dataset_gb : known(r->job.data_bytes) ? r->job.data_bytes / GB : UNKNOWN;
    n->host_ram_gb = z ? z->host_ram_need_gb : UNKNOWN;
    n->network_gbps = z ? z->network_need_gbps : UNKNOWN;
    n->storage_gbs = z ? z->storage_need_gbs : UNKNOWN;
}

const struct result *engine_run(const struct answers *a, const struct facts *f,
                                const struct prices *pr, struct moment now,
                                const struct engine_options *o, struct arena *arena,
                                struct err_info *e)
{
    static const struct engine_options none;
    struct result *r = ARENA_NEW(arena, struct result);
    struct planner p = {.r = r, .arena = arena, .table_n = TABLE_SIZE, .cand_max = CANDS_MAX};
    struct engine_options opt = o != NULL ? *o : none;
    p.table = ARENA_ARRAY(arena, struct sized *, TABLE_SIZE);
    p.cand = ARENA_ARRAY(arena, struct plan *, CANDS_MAX);
    p.sizer = sizer_make(arena);
    if (r == NULL || p.table == NULL || p.cand == NULL || p.sizer == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    r->now = now;
    r->as_of_days = date_of(now);
    r->facts = f;
    r->prices = pr;
    r->answers = *a;
    if (opt.edits != NULL)
        r->edits = *opt.edits;
    if (job_resolve(a, f, arena, &r->job, e) != OK)
        return NULL;
    if (planner_check_regions(&r->job, pr, e) != OK ||
        policy_check_names(opt.policy, f, pr, e) != OK)
        return NULL;
    r->job.policy = opt.policy;
    opt.kinds = kinds_of(&r->job, opt.kinds);
    p.opt = &opt;
    const unsigned hybrid = 1u << KIND_HYBRID, own = 1u << KIND_OWN;
    bool mixes = (opt.kinds & hybrid) != 0 && r->job.load.n > 0;
    bool shares = r->job.stays_share > 0 && r->job.stays_share < 1;
    p.asked = opt.kinds;
    if (mixes || (shares && (opt.kinds & hybrid) != 0)) /* both sides are needed to mix them */
        opt.kinds = kinds_of(&r->job, 0);
    if ((opt.kinds & own) != 0) {
        p.tables = opt.tables;
        if (!build_tables_serve(p.tables, f, r->job.currency))
            p.tables = build_tables_make(f, r->job.currency, arena);
        planner_own(&p);
    }
    if ((opt.kinds & ~own & ~hybrid) != 0)
        planner_rent(&p);
    planner_bridge(&p);
    if (shares)
        planner_share(&p);
    else if (mixes)
        planner_hybrid(&p);
    planner_beside(&p);
    planner_rank(&p);
    fill_need(r);
    planner_verdict(&p);
    if (!opt.no_trace)
        trace_plans(&p);
    r->failed = arena_failed(arena);
    if (r->failed) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    return r;
}
