/* plan.c - dlrig plan: the whole road from a job to a bill. */
#include <string.h>

#include "base/num.h"
#include "commands/against.h"
#include "commands/lock.h"
#include "commands/run.h"
#include "engine/job/planfile.h"

#define TOP_MAX 1000
#define TEXTS_ALL_KINDS ((1u << KIND_COUNT) - 1u)

static enum err read_kinds(const struct run *r, unsigned *out, struct err_info *e)
{
    const char *word = r->opt->value[FLAG_PLAN_KIND];
    unsigned own = 1u << KIND_OWN, hybrid = 1u << KIND_HYBRID;

    *out = 0;
    if (word == NULL || str_eq(word, "all"))
        return OK;
    if (str_eq(word, "rent"))
        *out = TEXTS_ALL_KINDS & ~own & ~hybrid;
    else if (str_eq(word, "own"))
        *out = own;
    else if (str_eq(word, "hybrid"))
        *out = hybrid;
    else
        return cli_fail(e, ERR_USAGE, MSG_OPT_WORD, "kind", word, "rent, own, hybrid, all");
    return OK;
}

static enum err read_top(const struct run *r, int *out, struct err_info *e)
{
    const char *text = r->opt->value[FLAG_TOP];
    double n;

    *out = 0;
    if (text == NULL)
        return OK;
    if (num_parse(text, NUM_INT, &n, NULL) != NUM_OK || n < 1 || n > TOP_MAX)
        return cli_fail(e, ERR_USAGE, MSG_PLAN_TOP, text, NULL, NULL);
    *out = (int)n;
    return OK;
}

/* Nothing said at all, or not what it is for. */
static enum err what_is_missing(const struct answers *a, struct err_info *e)
{
    if (a->a[Q_TASK].set)
        return OK;
    return err_set(e, ERR_USAGE, a->a[Q_MODEL].set ? MSG_PLAN_NEEDS_TASK : MSG_PLAN_NEEDS_JOB, 0,
                   NULL);
}

static bool has_error(const struct finding *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (f[i].severity == SEV_ERROR)
            return true;
    }
    return false;
}

static bool is_no(const struct result *x)
{
    return x->plan_n == 0 || x->chosen < 0 || x->verdict.word == VERDICT_DOES_NOT_FIT ||
           has_error(x->verdict.finding, x->verdict.finding_n) || x->plan[x->chosen].errors > 0;
}

/* The plan that --choose or the plan file names must be there: silently another one would be a
 * different bill. */
static enum err check_chosen(const struct result *x, const char *asked, struct err_info *e)
{
    const char *ids[64];
    size_t n = 0;

    if (asked == NULL)
        return OK;
    for (size_t i = 0; i < x->plan_n; i++) {
        if (str_eq(x->plan[i].id, asked))
            return OK;
        if (n < sizeof ids / sizeof ids[0])
            ids[n++] = x->plan[i].id;
    }
    return cli_unknown(e, asked, ids, n, MSG_PLAN_CHOOSE_NEAR, MSG_PLAN_CHOOSE, NULL);
}

/* A launch file of one engine plans for that engine, unless another one was named. */
static const struct result *run_for(struct run *r, struct answers *a,
                                    const struct engine_options *opt, struct err_info *e)
{
    const struct context *c = r->ctx;
    const struct result *x = engine_run(a, &c->facts, &c->prices, c->now, opt, &r->arena, e);
    if (x == NULL)
        return NULL;
    const char *engine = export_launch_engine(run_export_format(r), &x->job);
    if (engine == NULL || (a->a[Q_ENGINE].set && a->a[Q_ENGINE].from == FROM_GIVEN))
        return x;
    if (answers_set(a, Q_ENGINE, engine, FROM_DERIVED, e) != OK)
        return NULL;
    return engine_run(a, &c->facts, &c->prices, c->now, opt, &r->arena, e);
}

/* For a comparison the plan of then must be found among all of now, and a job that is priced anew
 * chooses anew. */
static void look_for_both(const struct run *r, const char *asked, struct engine_options *opt)
{
    if (opt->top == 0)
        opt->top = TOP_MAX;
    if (asked == NULL && !r->opt->on[FLAG_JOB])
        opt->chosen_id = NULL;
    opt->no_trace = true;
}

enum err command_plan(struct run *r, struct err_info *e)
{
    struct answers a;
    struct edits edits;
    char chosen[PLANFILE_CHOSEN_MAX];
    struct engine_options opt = {.policy = context_policy(r->ctx)};
    struct export_options o = run_export_options(r);
    const char *asked = r->opt->value[FLAG_CHOOSE];
    const char *against = r->opt->value[FLAG_AGAINST];

    enum err rc = read_kinds(r, &opt.kinds, e);
    if (rc == OK)
        rc = read_top(r, &opt.top, e);
    if (rc == OK)
        rc = job_read(r, &a, &edits, chosen, e);
    if (rc == OK)
        rc = what_is_missing(&a, e);
    if (rc == OK)
        rc = context_offers_for(r->ctx, &a, e);
    if (rc == OK)
        rc = locks_read(r, &a, &edits, e);
    if (rc != OK)
        return rc;
    opt.edits = &edits;
    opt.chosen_id = asked != NULL ? asked : chosen;
    opt.no_trace = !str_eq(r->format, "md") && !str_eq(r->format, "text");
    if (against != NULL)
        look_for_both(r, asked, &opt);
    const struct result *x = run_for(r, &a, &opt, e);
    if (x == NULL)
        return e->code;
    rc = check_chosen(x, asked, e);
    if (rc != OK)
        return rc;
    r->code = is_no(x);
    if (against != NULL)
        return against_compare(r, against, x, e);
    return export_plan(run_export_format(r), x, &o, &r->out, e);
}
