/* demand.c - which cards and offers a job allows, and whether a sizing meets what it asks. */
#include <string.h>

#include "base/str.h"
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

/* Does the trainer or engine run on the card's stack as it comes? Other cards need porting first
 * and are planned only for those who name them, or their vendor and no engine. */
static bool stack_supported(const struct engine_row *e, const struct accel *a)
{
    if (e == NULL || str_empty(e->stacks) || str_empty(a->stack))
        return true;
    for (const char *p = e->stacks; *p != '\0';) {
        size_t n = strcspn(p, " ");
        /* "ROCm / Vulkan" is half of ROCm: not what the engine runs on as it comes. */
        if (strncmp(a->stack, p, n) == 0 && strncmp(a->stack + n, " / ", 3) != 0)
            return true;
        p += n + (p[n] == ' ' ? 1 : 0);
    }
    return false;
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
    bool told = job->from[Q_ENGINE] == FROM_GIVEN || job->from[Q_TRAINER] == FROM_GIVEN;
    bool open = job->any_vendor && !job->domestic_only;
    if (job->gpu.n == 0 && (open || told) && !stack_supported(job->engine, a))
        return false;
    if (job->domestic_only && a->domestic_cn != TRI_YES)
        return false;
    if (!job->any_vendor && !job->domestic_only && !list_allows(job->vendors, a->vendor))
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
    if (o->region != NULL && !list_allows(job->regions, o->region))
        return false;
    if (o->kind == KIND_SPOT && !job->interruptible)
        return false;
    return o->gpu_count >= 1;
}

bool planner_by_memory(const struct job *job)
{
    return job->model == NULL && !job->training && !job->serving && job->gpu.n == 0;
}

bool planner_meets(const struct job *job, const struct sizing *z, struct msg *why)
{
    *why = (struct msg){0};
    bool runs = z->verdict == VERDICT_FITS || z->verdict == VERDICT_TIGHT ||
                z->verdict == VERDICT_NOT_VALIDATED || z->verdict == VERDICT_NOT_MODELLED ||
                z->verdict == VERDICT_DEPENDS;
    if (!runs) {
        *why = z->reason;
        return false;
    }
    double h = z->hours_per_run.typical;
    if (job->training && z->verdict != VERDICT_NOT_MODELLED && !known(h)) {
        *why = msg_make(MSG_MISS_TIME_UNKNOWN, 0);
        return false;
    }
    if (job->serving && z->verdict != VERDICT_NOT_MODELLED && !known(z->speed.typical)) {
        *why = msg_make(MSG_MISS_SPEED_UNKNOWN, 0);
        return false;
    }
    if (known(job->deadline_h) && known(h) && h > job->deadline_h) {
        *why = msg_make(MSG_MISS_DEADLINE, 2, ARG_HOURS(h), ARG_HOURS(job->deadline_h));
        return false;
    }
    if (job->training && known(job->runs_per_month) && known(h) &&
        h * job->runs_per_month > HOURS_PER_MONTH) {
        *why = msg_make(MSG_MISS_MONTH, 2, ARG_NUM(job->runs_per_month), ARG_HOURS(h));
        return false;
    }
    if (job->serving && known(job->users) && known(z->max_users) && z->max_users < job->users) {
        *why = msg_make(MSG_MISS_USERS, 2, ARG_INT(job->users), ARG_INT(z->max_users));
        return false;
    }
    if (job->serving && known(job->rps) && !z->users_met) {
        *why = msg_make(MSG_MISS_RPS, 2, ARG_TOKS(job->rps * job->output_len),
                        ARG_TOKS(z->speed.typical));
        return false;
    }
    if (!z->tps_met) {
        *why = msg_make(MSG_MISS_TPS, 2, ARG_TOKS(job->tps), ARG_TOKS(z->per_user));
        return false;
    }
    if (!z->ttft_met) {
        *why = msg_make(MSG_MISS_TTFT, 2, ARG_MS(job->ttft_s * 1000.0), ARG_MS(z->ttft_ms));
        return false;
    }
    return true;
}
