/* fits.c - engine_fits(): which models, methods and formats a given machine can do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/plan/verdict.h"
#include "engine/result.h"

struct fit_case {
    enum task task;
    enum method method;
    const char *weights;
};

static bool is_language(const struct model *m)
{
    return m->kind == MODEL_DECODER || m->kind == MODEL_VLM || m->kind == MODEL_ENCODER_DECODER;
}

static bool holds(enum verdict v)
{
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_DEPENDS;
}

static int by_size(const void *va, const void *vb)
{
    const struct fits_row *a = (const struct fits_row *)va, *b = (const struct fits_row *)vb;
    double pa = known(a->model->params_b) ? a->model->params_b : 0;
    double pb = known(b->model->params_b) ? b->model->params_b : 0;
    if (pa > pb || pa < pb)
        return pa > pb ? -1 : 1;
    double ba = a->weights->body_bits, bb = b->weights->body_bits;
    if (ba > bb || ba < bb)
        return ba > bb ? -1 : 1;
    int c = strcmp(a->model->id, b->model->id);
    if (c != 0)
        return c;
    return a->task != b->task ? (int)a->task - (int)b->task : (int)a->method - (int)b->method;
}

struct fits_ctx {
    const struct answers *a;
    const struct facts *f;
    struct arena *arena;
    struct fits_result *out;
    size_t max;
};

static void try_case(struct fits_ctx *c, const struct model *m, const struct fit_case *fc,
                     struct job *base)
{
    struct job job = *base;
    job.model = m;
    job.task = fc->task;
    job.method = fc->method;
    job.training = fc->task == TASK_FINETUNE;
    job.serving = !job.training;
    job.weights = num_format_find(fc->weights);
    if (job.weights == NULL)
        return;
    if (known(m->max_context) && job.context > m->max_context)
        job.context = m->max_context;
    struct fits_row row = {.model = m,
                           .task = fc->task,
                           .method = fc->method,
                           .weights = job.weights,
                           .context_max = job.context};
    size_shape(&job, c->f, &c->out->shape, NULL, &row.sizing);
    if (known(row.sizing.max_context))
        row.context_max = known(m->max_context) ? fmin(row.sizing.max_context, m->max_context)
                                                : row.sizing.max_context;
    /* tight: held at the length asked for, with nothing to spare for a longer one */
    if (row.context_max < job.context && holds(row.sizing.verdict))
        row.context_max = job.context;
    bool slow = known(job.tps) && row.sizing.per_user < job.tps;
    if (!holds(row.sizing.verdict) || slow || c->out->row_n == c->max)
        c->out->hidden++;
    else
        c->out->row[c->out->row_n++] = row;
}

/* One base job for each task, so that defaults (engine, trainer, batch) are the task's own. */
static bool base_job(struct fits_ctx *c, const struct fit_case *fc, struct job *job,
                     struct err_info *e)
{
    struct answers one = *c->a;
    /* "What can this machine run" means for one person, unless a load was told. */
    bool alone = fc->task == TASK_SERVE && !one.a[Q_USERS].set && !one.a[Q_SEATS].set &&
                 !one.a[Q_RPS].set;
    if (alone && answers_set(&one, Q_USERS, "1", FROM_DERIVED, e) != OK)
        return false;
    return answers_set(&one, Q_TASK, task_word(fc->task), FROM_DERIVED, e) == OK &&
           answers_set(&one, Q_METHOD, method_word(fc->method), FROM_DERIVED, e) == OK &&
           answers_set(&one, Q_WEIGHTS, fc->weights, FROM_DERIVED, e) == OK &&
           job_resolve(&one, c->f, c->arena, job, e) == OK;
}

const struct fits_result *engine_fits(const struct answers *a, const struct facts *f,
                                      struct arena *arena, struct err_info *e)
{
    static const struct fit_case cases[] = {
        {TASK_SERVE, METHOD_FULL, "bf16"},    {TASK_SERVE, METHOD_FULL, "fp8"},
        {TASK_SERVE, METHOD_FULL, "int4"},    {TASK_FINETUNE, METHOD_FULL, "bf16"},
        {TASK_FINETUNE, METHOD_LORA, "bf16"}, {TASK_FINETUNE, METHOD_QLORA, "nf4"}};
    struct fits_result *out = ARENA_NEW(arena, struct fits_result);
    struct fits_ctx c = {a, f, arena, out, f->model_n * sizeof(cases) / sizeof(cases[0])};
    if (out == NULL || (out->row = ARENA_ARRAY(arena, struct fits_row, c.max + 1)) == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    if (job_resolve(a, f, arena, &out->job, e) != OK)
        return NULL;
    const struct hardware *h = out->job.have.n > 0 ? &out->job.have : &out->job.gpu;
    if (h->n == 0) {
        err_set(e, ERR_USAGE, MSG_ERR_FITS_NEEDS_CARD, 0, NULL);
        return NULL;
    }
    out->shape = shape_of_hardware(h);
    shape_take_host(&out->shape, &out->job.have);
    bool task_given = a->a[Q_TASK].set;
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        if (task_given && cases[k].task != out->job.task)
            continue;
        struct job job;
        if (!base_job(&c, &cases[k], &job, e))
            return NULL;
        for (size_t i = 0; i < f->model_n; i++)
            if (is_language(&f->model[i]))
                try_case(&c, &f->model[i], &cases[k], &job);
    }
    qsort(out->row, out->row_n, sizeof(out->row[0]), by_size);
    out->failed = arena_failed(arena);
    return out;
}
