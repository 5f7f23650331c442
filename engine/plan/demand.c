/* demand.c - which cards and offers a job allows, and whether a sizing meets what it asks. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/check/policy.h"
#include "engine/job/answers.h"
#include "engine/plan/planner.h"

/* What a comma list of the user says of a name (ASCII case ignored). */
enum listed { LIST_SILENT, LIST_WANTS, LIST_EXCLUDES };

static enum listed listed(const char *list, const char *word, bool *names_any)
{
    enum listed says = LIST_SILENT;
    char item[ANSWER_TEXT_MAX];
    *names_any = false;
    for (const char *p = list; p != NULL && answer_list_next(&p, item, sizeof(item));) {
        bool without = item[0] == '!';
        if (!without)
            *names_any = true;
        if (!str_empty(word) && str_case_eq(item + (without ? 1 : 0), word))
            says = without || says == LIST_EXCLUDES ? LIST_EXCLUDES : LIST_WANTS;
    }
    return says;
}

/* Names that are asked for shut the others out; a name with ! before it is ruled out. */
static bool list_allows(const char *list, const char *word)
{
    bool names_any;
    enum listed says = listed(list, word, &names_any);
    return says == LIST_WANTS || (says == LIST_SILENT && !names_any);
}

/* Units of full rate, a half or a third of it: the token units of consumer cards, 1/16 to 1/64,
 * are there for tests of code, not for double-precision work. */
static bool has_fp64(const struct accel *a)
{
    return a->fp64_tflops >= 1.0 && a->fp64_tflops >= 0.125 * a->fp32_tflops;
}

static bool has_needs(unsigned needs, const struct accel *a)
{
    struct {
        unsigned bit;
        bool ok;
    } table[] = {
        {NEED_RT, a->has_rt == TRI_YES},       {NEED_FP64, has_fp64(a)},
        {NEED_BF16, a->bf16_tflops > 0},       {NEED_FP8, a->fp8_tflops > 0},
        {NEED_P2P, a->p2p == TRI_YES},         {NEED_ECC, a->ecc == TRI_YES},
        {NEED_CUDA, str_eq(a->stack, "CUDA")}, {NEED_DISPLAY, a->has_display == TRI_YES},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
        if ((needs & table[i].bit) != 0 && !table[i].ok)
            return false;
    return true;
}

bool planner_accel_allowed(const struct job *job, const struct accel *a)
{
    if (job->gpu.n > 0) {
        bool named = false;
        for (int i = 0; i < job->gpu.n; i++)
            named = named || job->gpu.group[i].accel == a;
        if (!named)
            return false;
    }
    if (job->gpu.n == 0 && job->training && a->inference_only == TRI_YES)
        return false;
    /* Cards that the engine does not run on need porting first: only for those who name them, or
     * their vendor and no engine. */
    if (job->gpu.n == 0 && job->engine_decides && !engine_runs_on(job->engine, a))
        return false;
    if (job->domestic_only && a->domestic_cn != TRI_YES)
        return false;
    if (!job->any_vendor && !job->domestic_only && !list_allows(job->vendors, a->vendor))
        return false;
    if (job->gpu.n == 0 && !policy_lets_accel(job->policy, a)) /* named ones get a finding */
        return false;
    return has_needs(job->needs, a);
}

bool planner_count_allowed(const struct job *job, const struct accel *a, int per_node)
{
    for (int i = 0; i < job->gpu.n; i++)
        if (job->gpu.group[i].accel == a && job->gpu.group[i].count > 0)
            return job->gpu.group[i].count == per_node;
    return true;
}

static bool is_cn_mainland(const struct provider *p, const struct offer *o)
{
    if (str_starts(o->region, "cn-hongkong") || str_starts(o->region, "ap-"))
        return false;
    if (p != NULL && str_eq(p->country, "CN"))
        return true;
    return str_starts(o->region, "cn-") || str_starts(o->region, "china");
}

/* A region that is not sold to everybody: to its customers, and to those who ask for it by name. */
static bool closed_to(const struct job *job, const struct offer *o)
{
    const struct closed_region *c = o->closed;
    if (c == NULL)
        return false;
    bool names_any;
    if (listed(job->regions, o->region, &names_any) == LIST_WANTS)
        return false;
    bool there = str_starts(job->country, c->country);
    return !(c->open_to == OPEN_TO_RESIDENTS && there) &&
           !(c->open_to == OPEN_TO_STATE && there && job->buyer == BUYER_STATE);
}

bool planner_offer_allowed(const struct job *job, const struct facts *f, const struct offer *o)
{
    bool providers_named;
    (void)listed(job->providers, NULL, &providers_named);
    if (!list_allows(job->providers, o->provider))
        return false;
    /* Accounts need papers of the country: offers on the mainland for jobs there, others elsewhere,
     * unless providers are named. */
    if (!providers_named &&
        str_starts(job->country, "CN") != is_cn_mainland(facts_provider(f, o->provider), o))
        return false;
    if (!providers_named && !policy_lets_provider(job->policy, o))
        return false;
    if (o->region != NULL && !list_allows(job->regions, o->region))
        return false;
    if ((job->regions == NULL && !policy_lets_region(job->policy, o)) ||
        !policy_lets_currency(job->policy, o))
        return false;
    if (closed_to(job, o) || (o->kind == KIND_SPOT && !job->interruptible))
        return false;
    /* A firm's or an authority's data do not go to strangers' machines unless it names them. */
    bool strict = job->buyer == BUYER_ENTERPRISE || job->buyer == BUYER_STATE;
    if (o->kind == KIND_COMMUNITY && strict && !providers_named)
        return false;
    return o->gpu_count >= 1;
}

bool planner_by_memory(const struct job *job)
{
    return job->model == NULL && !job->training && !job->serving && job->gpu.n == 0;
}

/* Keeps the wish that is missed by most. */
static void missed(struct miss *m, double by, struct msg why, struct msg change)
{
    if (by > m->by)
        *m = (struct miss){why, change, by};
}

static void meets_time(const struct job *job, const struct sizing *z, struct miss *m)
{
    double h = z->hours_per_run.typical;
    if (known(job->deadline_h) && known(h))
        missed(m, h / job->deadline_h,
               msg_make(MSG_MISS_DEADLINE, 2, ARG_HOURS(h), ARG_HOURS(job->deadline_h)),
               msg_make(MSG_WISH_DEADLINE, 1, ARG_HOURS(h)));
    if (known(job->runs_per_month) && known(h))
        missed(m, h * job->runs_per_month / HOURS_PER_MONTH,
               msg_make(MSG_MISS_MONTH, 2, ARG_NUM(job->runs_per_month), ARG_HOURS(h)),
               msg_make(MSG_WISH_RUNS, 1, ARG_NUM(HOURS_PER_MONTH / h)));
}

static void meets_load(const struct job *job, const struct sizing *z, struct miss *m)
{
    if (known(job->users) && z->max_users < job->users)
        missed(m, job->users / fmax(z->max_users, 0.5),
               msg_make(MSG_MISS_USERS, 2, ARG_INT(job->users), ARG_INT(z->max_users)),
               msg_make(MSG_WISH_USERS, 1, ARG_INT(z->max_users)));
    double answers = job->rps * job->output_len;
    if (answers > z->speed.typical)
        missed(m, answers / z->speed.typical,
               msg_make(MSG_MISS_RPS, 2, ARG_TOKS(answers), ARG_TOKS(z->speed.typical)),
               msg_make(MSG_WISH_RPS, 1, ARG_NUM(z->speed.typical / job->output_len)));
    if (!z->tps_met)
        missed(m, known(z->per_user) ? job->tps / z->per_user : INFINITY,
               msg_make(MSG_MISS_TPS, 2, ARG_TOKS(job->tps), ARG_TOKS(z->per_user)),
               msg_make(MSG_WISH_TPS, 1, ARG_TOKS(z->per_user)));
    if (!z->ttft_met)
        missed(m, known(z->ttft_ms) ? z->ttft_ms / 1000.0 / job->ttft_s : INFINITY,
               msg_make(MSG_MISS_TTFT, 2, ARG_MS(job->ttft_s * 1000.0), ARG_MS(z->ttft_ms)),
               msg_make(MSG_WISH_TTFT, 1, ARG_MS(z->ttft_ms)));
}

bool planner_meets(const struct job *job, const struct sizing *z, struct miss *m)
{
    static const struct msg none;
    *m = (struct miss){.by = 1.0};
    switch (z->verdict) {
    case VERDICT_NOT_MODELLED: break;
    case VERDICT_FITS:
    case VERDICT_TIGHT:
    case VERDICT_NOT_VALIDATED:
    case VERDICT_DEPENDS:
        if (job->training && !known(z->hours_per_run.typical))
            missed(m, INFINITY, msg_make(MSG_MISS_TIME_UNKNOWN, 0), none);
        else if (job->serving && !known(z->speed.typical))
            missed(m, INFINITY, msg_make(MSG_MISS_SPEED_UNKNOWN, 0), none);
        break;
    case VERDICT_DOES_NOT_FIT:
    case VERDICT_UNKNOWN:
    default: missed(m, INFINITY, z->reason, none); break;
    }
    meets_time(job, z, m);
    if (job->serving)
        meets_load(job, z, m);
    return m->why.id == MSG_NONE;
}
