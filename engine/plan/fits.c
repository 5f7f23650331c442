/* fits.c - engine_fits(): which models, methods and formats a given machine can do. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/fault.h"
#include "engine/job/kinds.h"
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
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_DEPENDS ||
           v == VERDICT_NOT_VALIDATED;
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
    const struct engine_row *engine; /* named by the user; NULL: the task's own */
    double context;                  /* asked for, UNKNOWN: as long as usual */
};

/* A draft is smaller than the model and of its tokenizer. */
static bool draft_suits(const struct job *j, const struct model *m)
{
    const struct model *d = j->draft;
    if (d == NULL)
        return true;
    bool same = !known(d->vocab) || !known(m->vocab) || fabs(d->vocab / m->vocab - 1) <= 0.02;
    return same && m->params_b > d->params_b;
}

/* A row of the answer, or one more that is not shown. */
static void take_row(struct fits_ctx *c, const struct job *job)
{
    struct fits_row row = {.model = job->model,
                           .task = job->task,
                           .method = job->method,
                           .weights = job->weights,
                           .context_max = job->context};
    const struct model *m = job->model;
    size_shape(job, c->f, &c->out->shape, NULL, &row.sizing);
    if (known(row.sizing.max_context))
        row.context_max = known(m->max_context) ? fmin(row.sizing.max_context, m->max_context)
                                                : row.sizing.max_context;
    /* tight: held at the length asked for, with nothing to spare for a longer one */
    if (row.context_max < job->context && holds(row.sizing.verdict))
        row.context_max = job->context;
    bool asked = c->a->a[Q_TPS].set; /* a usual rate is no wish here */
    bool slow = asked && known(job->tps) && row.sizing.per_user < job->tps;
    if (!holds(row.sizing.verdict) || slow || c->out->row_n == c->max)
        c->out->hidden++;
    else
        c->out->row[c->out->row_n++] = row;
}

static void try_case(struct fits_ctx *c, const struct model *m, const struct fit_case *fc,
                     struct job *base)
{
    struct job job = *base;
    job.model = m;
    job.method = fc->method;
    job.weights = num_format_find(fc->weights);
    if (job.weights == NULL)
        return;
    bool sparse = known(m->experts) && m->experts > 1;
    bool short_of = known(c->context) && known(m->max_context) && c->context > m->max_context;
    if (short_of || !draft_suits(&job, m) || (job.offload == OFFLOAD_EXPERTS && !sparse)) {
        c->out->hidden++;
        return;
    }
    if (known(m->max_context) && job.context > m->max_context)
        job.context = m->max_context;
    take_row(c, &job);
}

/* One base job for each task, so that defaults (engine, trainer, batch) are the task's own. */
static bool base_job(struct fits_ctx *c, const struct fit_case *fc, struct job *job,
                     struct err_info *e)
{
    struct answers one = *c->a;
    bool experts = str_eq(one.a[Q_OFFLOAD].text, offload_word(OFFLOAD_EXPERTS));
    /* The task's own model stands for all: its limits are not theirs. Clearing first: it makes
     * derived answers void. */
    answers_clear(&one, Q_MODEL);
    answers_clear(&one, Q_CONTEXT);
    if (experts)
        answers_clear(&one, Q_OFFLOAD);
    /* "What can this machine run" means for one person, unless a load was told. */
    bool alone =
        fc->task == TASK_SERVE && !one.a[Q_USERS].set && !one.a[Q_SEATS].set && !one.a[Q_RPS].set;
    if (alone && answers_set(&one, Q_USERS, "1", FROM_DERIVED, e) != OK)
        return false;
    const char *task = one.a[Q_TASK].set ? one.a[Q_TASK].text : task_word(fc->task);
    bool good = answers_set(&one, Q_TASK, task, FROM_DERIVED, e) == OK &&
                answers_set(&one, Q_METHOD, method_word(fc->method), FROM_DERIVED, e) == OK &&
                answers_set(&one, Q_WEIGHTS, fc->weights, FROM_DERIVED, e) == OK &&
                job_resolve(&one, c->f, c->arena, job, e) == OK;
    if (good && known(c->context))
        job->context = c->context;
    if (good && experts && fc->task == TASK_SERVE)
        job->offload = OFFLOAD_EXPERTS;
    return good;
}

static bool loads(const struct engine_row *g, const char *format)
{
    size_t n = strlen(format);
    for (const char *p = g->formats; !str_empty(p); p += strcspn(p, " "), p += strspn(p, " "))
        if (strncmp(p, format, n) == 0 && (p[n] == ' ' || p[n] == '\0'))
            return true;
    return str_empty(g->formats);
}

/* Formats of one program stand in for the others where it loads nothing else. */
static bool format_wanted(const struct fits_ctx *c, const struct fit_case *fc)
{
    bool own = num_format_is_gguf(num_format_find(fc->weights)) || str_starts(fc->weights, "mlx");
    if (c->engine == NULL || fc->task != TASK_SERVE)
        return !own;
    return loads(c->engine, fc->weights) && (!own || !loads(c->engine, "int4"));
}

static bool case_wanted(const struct fits_ctx *c, const struct fit_case *fc)
{
    const struct answer *task = &c->a->a[Q_TASK];
    enum task asked = task->set ? c->out->job.task : fc->task;
    bool same_side = task_serves(asked) == (fc->task == TASK_SERVE);
    bool whole = asked != TASK_PRETRAIN || fc->method == METHOD_FULL;
    bool side = c->engine == NULL || str_eq(c->engine->role, "serve") == (fc->task == TASK_SERVE);
    return same_side && whole && side && format_wanted(c, fc);
}

/* The job of the whole answer: a named serving program makes it serving. */
static enum err whole_job(struct fits_ctx *c, struct err_info *e)
{
    struct answers one = *c->a;
    const char *id =
        one.a[Q_ENGINE].set ? facts_resolve(c->f, "engines", one.a[Q_ENGINE].text, NULL) : NULL;
    c->engine = id != NULL ? facts_engine(c->f, id) : NULL;
    c->context = one.a[Q_CONTEXT].set ? one.a[Q_CONTEXT].num : UNKNOWN;
    bool serves = c->engine != NULL && str_eq(c->engine->role, "serve");
    if (serves && !one.a[Q_TASK].set) {
        enum err rc = answers_set(&one, Q_TASK, task_word(TASK_SERVE), FROM_DERIVED, e);
        if (rc != OK)
            return rc;
    }
    if (!one.a[Q_MODEL].set) { /* nor do the limits of a default model count */
        answers_clear(&one, Q_CONTEXT);
        answers_clear(&one, Q_OFFLOAD);
    }
    if (serves && !loads(c->engine, "bf16") && !one.a[Q_WEIGHTS].set) {
        enum err rc = answers_set(&one, Q_WEIGHTS, "int4", FROM_DERIVED, e);
        if (rc != OK)
            return rc;
    }
    return job_resolve(&one, c->f, c->arena, &c->out->job, e);
}

/* Several machines named by --nodes stand behind one network. */
static void machine(struct fits_ctx *c, const struct hardware *h)
{
    struct fits_result *out = c->out;
    out->shape = shape_of_hardware(h);
    shape_take_host(&out->shape, &out->job.have);
    if (out->job.nodes > 1) {
        out->shape.nodes = out->job.nodes;
        out->shape.net_gbps = out->job.network_gbps;
        out->shape.rdma = out->job.network_rdma ? TRI_YES : TRI_NO;
    }
}

/* One model that is none of language: its own defaults (size of pictures, program, optimizer). */
static void other_model(struct fits_ctx *c, const struct model *m, enum task task,
                        enum method method, const char *weights)
{
    struct answers one = *c->a;
    struct err_info e = {0};
    struct job job;
    answers_clear(&one, Q_MODEL);
    bool good = answers_set(&one, Q_MODEL, m->id, FROM_GIVEN, &e) == OK &&
                answers_set(&one, Q_TASK, task_word(task), FROM_DERIVED, &e) == OK;
    if (task_trains(task))
        good = good && answers_set(&one, Q_METHOD, method_word(method), FROM_DERIVED, &e) == OK;
    else
        good = good && answers_set(&one, Q_WEIGHTS, weights, FROM_DERIVED, &e) == OK;
    if (good && job_resolve(&one, c->f, c->arena, &job, &e) == OK)
        take_row(c, &job);
    else
        c->out->hidden++; /* no program does this model in this way */
}

static void other_models(struct fits_ctx *c, const struct model *only)
{
    static const char *const formats[] = {"bf16", "fp8", "int8", "nf4"};
    enum task task = c->out->job.task, instead;
    for (size_t i = 0; i < c->f->model_n; i++) {
        const struct model *m = &c->f->model[i];
        bool wanted = only != NULL ? m == only : !is_language(m) && task_suits(task, m, &instead);
        if (!wanted)
            continue;
        for (size_t k = 0; task_serves(task) && k < sizeof(formats) / sizeof(formats[0]); k++)
            if (c->a->a[Q_WEIGHTS].set ? k == 0 : true)
                other_model(c, m, task, METHOD_FULL,
                            c->a->a[Q_WEIGHTS].set ? c->a->a[Q_WEIGHTS].text : formats[k]);
        if (!task_trains(task))
            continue;
        other_model(c, m, task, METHOD_FULL, NULL);
        if (model_has_linear(m))
            other_model(c, m, task, METHOD_LORA, NULL);
    }
}

const struct fits_result *engine_fits(const struct answers *a, const struct facts *f,
                                      struct arena *arena, struct err_info *e)
{
    static const struct fit_case cases[] = {
        {TASK_SERVE, METHOD_FULL, "bf16"},    {TASK_SERVE, METHOD_FULL, "fp8"},
        {TASK_SERVE, METHOD_FULL, "int4"},    {TASK_SERVE, METHOD_FULL, "q8_0"},
        {TASK_SERVE, METHOD_FULL, "q4_k_m"},  {TASK_SERVE, METHOD_FULL, "mlx-4bit"},
        {TASK_FINETUNE, METHOD_FULL, "bf16"}, {TASK_FINETUNE, METHOD_LORA, "bf16"},
        {TASK_FINETUNE, METHOD_QLORA, "nf4"}};
    struct fits_result *out = ARENA_NEW(arena, struct fits_result);
    struct fits_ctx c = {.a = a,
                         .f = f,
                         .arena = arena,
                         .out = out,
                         .max = f->model_n * sizeof(cases) / sizeof(cases[0])};
    if (out == NULL || (out->row = ARENA_ARRAY(arena, struct fits_row, c.max + 1)) == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    if (whole_job(&c, e) != OK)
        return NULL;
    const struct hardware *h = out->job.have.n > 0 ? &out->job.have : &out->job.gpu;
    if (h->n == 0) {
        err_set(e, ERR_USAGE, MSG_ERR_FITS_NEEDS_CARD, 0, NULL);
        return NULL;
    }
    const struct model *m = out->job.model;
    if (a->a[Q_TASK].set && m == NULL) {
        err_set(e, ERR_USAGE, MSG_ERR_FITS_TASK, 1, &ARG_STR(task_word(out->job.task)));
        return NULL;
    }
    if (h == &out->job.gpu && h->n > 1) {
        struct fault x = fault_begin(e, ERR_USAGE, MSG_ERR_FITS_ONE);
        fault_user(&x, h->text);
        fault_end(&x);
        return NULL;
    }
    machine(&c, h);
    const struct model *only = a->a[Q_MODEL].set ? out->job.model : NULL;
    if (m != NULL && !is_language(m) && (a->a[Q_TASK].set || only != NULL)) {
        other_models(&c, only);
        qsort(out->row, out->row_n, sizeof(out->row[0]), by_size);
        out->failed = arena_failed(arena);
        return out;
    }
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        if (!case_wanted(&c, &cases[k]))
            continue;
        struct job job;
        if (!base_job(&c, &cases[k], &job, e))
            return NULL;
        if (only != NULL) /* a size or a file is none of the table */
            try_case(&c, only, &cases[k], &job);
        for (size_t i = 0; only == NULL && i < f->model_n; i++)
            if (is_language(&f->model[i]))
                try_case(&c, &f->model[i], &cases[k], &job);
    }
    qsort(out->row, out->row_n, sizeof(out->row[0]), by_size);
    out->failed = arena_failed(arena);
    return out;
}
