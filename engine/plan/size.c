/*
 * size.c - engine_size(): the verdict on given cards, side by side if there are several; without
 * cards a table of methods and number formats for one model.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/kinds.h"
#include "engine/plan/planner.h"
#include "engine/plan/verdict.h"
#include "engine/result.h"

/* Several machines were asked for and no network was told: what such machines come with counts and
 * is written down as derived. */
static void assume_network(struct job *job, struct arena *arena, double gbps)
{
    char text[32];
    snprintf(text, sizeof(text), "%.0fgbe", gbps);
    job->network_gbps = gbps;
    job->from[Q_NETWORK] = FROM_DERIVED;
    job->value[Q_NETWORK] = UNKNOWN;
    job->text[Q_NETWORK] = arena_strdup(arena, text);
    str_copy(job->shown[Q_NETWORK], sizeof(job->shown[Q_NETWORK]), text);
}

static double cards_power_w(const struct hardware *h)
{
    double w = 0;
    for (int i = 0; i < h->n; i++)
        w += h->group[i].accel->tdp_w * h->group[i].count;
    return w;
}

static void fill_item(struct size_item *it, struct planner *p, const struct accel *a, int count)
{
    const struct job *job = &p->r->job;
    const struct facts *f = p->r->facts;
    struct verdict_block v = {.of = VERDICT_OF_GPU};
    struct shape s;
    double net;
    if (job->gpu.n == 0) /* a machine at hand: its host counts, too */
        s = shape_of_hardware(&job->have);
    else if (count > 0)
        s = shape_in_slots(a, count, job->nodes > 0 ? job->nodes : 1);
    else
        s = shape_smallest(job, f, a, &it->count_found);
    shape_take_host(&s, &job->have);
    s.net_gbps = job->network_gbps;
    if (known(s.net_gbps) && job->from[Q_NETWORK] == FROM_GIVEN)
        s.rdma = job->network_rdma ? TRI_YES : TRI_NO;
    else if (s.nodes > 1 && known(net = shape_usual_net(f, p->r->prices, a)))
        s.net_gbps = net;
    verdict_fill(&v, job, f, &s, p, p->arena);
    verdict_findings(&v, job, f, NULL, p->arena);
    it->trace = (struct trace){p->arena, NULL, NULL};
    size_shape(job, f, &s, &it->trace, &it->sizing);
    it->shape = s;
    it->power_w = s.mixed ? cards_power_w(&job->have) : a->tdp_w * s.per_node * s.nodes;
    struct trace_item *w =
        trace_begin(&it->trace, "power.cards", MSG_EX_F_POWER, NULL, ARG_WATT(it->power_w));
    trace_in(w, MSG_EX_I_TDP, ARG_WATT(a->tdp_w), a->from.source, a->from.date);
    trace_in(w, MSG_EX_I_CARDS, ARG_INT(s.per_node * s.nodes), NULL, NULL);
    it->change = v.change;
    it->change_n = v.change_n;
    it->finding = v.finding;
    it->finding_n = v.finding_n;
    verdict_blank(&it->sizing);
}

/* --- the table -------------------------------------------------------------------------------- */
struct table_case {
    enum task task;
    enum method method;
    const char *weights;
};

static const struct accel *yardstick(const struct facts *f)
{
    const struct accel *best = NULL;
    for (size_t i = 0; i < f->accel_n; i++) {
        const struct accel *a = &f->accel[i];
        bool complete = a->form == FORM_SXM && known(a->usable_gib) && a->bf16_tflops > 0 &&
                        a->fp8_tflops > 0 && str_eq(a->stack, "CUDA");
        if (complete && (best == NULL || a->release_year < best->release_year))
            best = a;
    }
    return best != NULL ? best : f->accel_n > 0 ? &f->accel[0] : NULL;
}

/* An imaginary card that is large enough for everything: the shape of "how much in all". */
struct band size_whole_gib(const struct job *job, const struct facts *f)
{
    const struct accel *like = yardstick(f);
    if (like == NULL)
        return (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    struct accel big = *like;
    big.usable_gib = 1e9;
    big.memory_gb = 1e9;
    struct job one = *job;
    if (one.training && !known(one.micro_batch))
        one.micro_batch = 1;                    /* else the room would be filled with batch */
    if (one.training && !one.recompute_given) { /* nor is anything kept that a card would not */
        one.recompute = RECOMPUTE_FULL;
        one.recompute_given = true;
    }
    struct shape s = shape_of(&big, 1, 1);
    struct sizing z;
    size_shape(&one, f, &s, NULL, &z);
    return z.per_gpu_gib;
}

static bool for_sale(const struct job *job, const struct accel *a)
{
    return planner_accel_allowed(job, a) && known(a->usable_gib) && str_eq(a->status, "current");
}

/* Price of the card in one currency; UNKNOWN for a card that is only quoted used: such prices are
 * no yardstick for "what do I need". */
static double new_price(const struct facts *f, const struct accel *a)
{
    return a->price.used ? UNKNOWN
                         : facts_convert(f, a->price.amount, a->price.currency, "USD", NULL);
}

/* Fewest cards, then lowest price: what somebody would buy first. */
static void smallest_for(struct size_row *row, const struct job *job, const struct facts *f)
{
    static const int counts[] = {1, 2, 4, 8};
    double best = UNKNOWN;
    for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]) && row->smallest == NULL; k++) {
        for (size_t i = 0; i < f->accel_n; i++) {
            const struct accel *a = &f->accel[i];
            double price = for_sale(job, a) ? new_price(f, a) : UNKNOWN;
            if (!known(price) || (row->smallest != NULL && price >= best))
                continue;
            struct shape s = shape_of(a, counts[k], 1);
            if (size_floor_gib(job, f, &s) > a->usable_gib)
                continue;
            struct sizing z;
            size_shape(job, f, &s, NULL, &z);
            bool holds = z.verdict == VERDICT_FITS || z.verdict == VERDICT_NOT_VALIDATED;
            if (!holds || !(z.per_gpu_gib.high <= a->usable_gib))
                continue;
            best = price;
            row->smallest = a;
            row->smallest_count = counts[k];
            row->verdict = z.verdict;
        }
    }
}

static void add_row(struct size_result *out, const struct table_case *c, const struct job *job,
                    double context, const struct facts *f)
{
    struct size_row *row = &out->row[out->row_n++];
    *row = (struct size_row){.task = c->task,
                             .method = c->method,
                             .weights = job->weights,
                             .context = context,
                             .verdict = VERDICT_DOES_NOT_FIT};
    row->gib = size_whole_gib(job, f);
    smallest_for(row, job, f);
}

/* Models of pictures, speech and clicks: their own tasks, and no context. */
static void fill_media_table(struct size_result *out, const struct answers *a,
                             const struct facts *f, struct arena *arena)
{
    static const struct table_case cases[] = {
        {TASK_TRAIN_VISION, METHOD_FULL, "bf16"},    {TASK_TRAIN_VISION, METHOD_LORA, "bf16"},
        {TASK_TRAIN_DIFFUSION, METHOD_FULL, "bf16"}, {TASK_TRAIN_DIFFUSION, METHOD_LORA, "bf16"},
        {TASK_TRAIN_SPEECH, METHOD_FULL, "bf16"},    {TASK_TRAIN_SPEECH, METHOD_LORA, "bf16"},
        {TASK_TRAIN_RECSYS, METHOD_FULL, "bf16"},    {TASK_GENERATE_MEDIA, METHOD_FULL, "bf16"},
        {TASK_GENERATE_MEDIA, METHOD_FULL, "fp8"},   {TASK_GENERATE_MEDIA, METHOD_FULL, "int8"},
        {TASK_SERVE, METHOD_FULL, "bf16"},           {TASK_SERVE, METHOD_FULL, "int8"}};
    const struct model *m = out->job.model;
    out->row = ARENA_ARRAY(arena, struct size_row, sizeof(cases) / sizeof(cases[0]));
    for (size_t i = 0; out->row != NULL && i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct table_case *c = &cases[i];
        struct answers one = *a;
        struct err_info e = {0};
        struct job job;
        enum task instead;
        bool good = task_suits(c->task, m, &instead) &&
                    (c->method != METHOD_LORA || model_has_linear(m)) &&
                    answers_set(&one, Q_TASK, task_word(c->task), FROM_DERIVED, &e) == OK;
        if (task_trains(c->task))
            good =
                good && answers_set(&one, Q_METHOD, method_word(c->method), FROM_DERIVED, &e) == OK;
        else
            good = good && answers_set(&one, Q_WEIGHTS, c->weights, FROM_DERIVED, &e) == OK;
        if (good && job_resolve(&one, f, arena, &job, &e) == OK) /* else no program does it so */
            add_row(out, c, &job, UNKNOWN, f);
    }
}

static enum err fill_table(struct size_result *out, const struct answers *a, const struct facts *f,
                           struct arena *arena, struct err_info *e)
{
    if (out->job.model == NULL)
        return err_set(e, ERR_USAGE, MSG_ERR_SIZE_TASK, 1, &ARG_STR(task_word(out->job.task)));
    struct answers all = *a; /* the default model of a task is no other task's */
    if (!a->a[Q_MODEL].set && answers_set(&all, Q_MODEL, out->job.model->id, FROM_DERIVED, e) != OK)
        return e->code;
    a = &all;
    if (!model_is_text(out->job.model)) {
        fill_media_table(out, a, f, arena);
        return OK;
    }
    static const struct table_case cases[] = {
        {TASK_FINETUNE, METHOD_FULL, "bf16"}, {TASK_FINETUNE, METHOD_LORA, "bf16"},
        {TASK_FINETUNE, METHOD_QLORA, "nf4"}, {TASK_SERVE, METHOD_FULL, "bf16"},
        {TASK_SERVE, METHOD_FULL, "fp8"},     {TASK_SERVE, METHOD_FULL, "int8"},
        {TASK_SERVE, METHOD_FULL, "int4"}};
    static const char *const contexts[] = {"4k", "32k"};
    size_t n = sizeof(cases) / sizeof(cases[0]);
    out->row = ARENA_ARRAY(arena, struct size_row, n * 2);
    if (out->row == NULL)
        return OK;
    for (size_t c = 0; c < 2; c++) {
        for (size_t i = 0; i < n; i++) {
            struct answers one = *a;
            struct job job;
            bool ok =
                answers_set(&one, Q_TASK, task_word(cases[i].task), FROM_DERIVED, e) == OK &&
                answers_set(&one, Q_METHOD, method_word(cases[i].method), FROM_DERIVED, e) == OK &&
                answers_set(&one, Q_WEIGHTS, cases[i].weights, FROM_DERIVED, e) == OK;
            if (ok && !a->a[Q_CONTEXT].set)
                ok = answers_set(&one, Q_CONTEXT, contexts[c], FROM_DERIVED, e) == OK;
            if (!ok || job_resolve(&one, f, arena, &job, e) != OK) {
                if (c == 0 && i == 0 && e->code != OK)
                    return e->code;
                continue; /* e.g. the model's context is shorter than this row's */
            }
            add_row(out, &cases[i], &job, job.context, f);
        }
        if (a->a[Q_CONTEXT].set)
            break;
    }
    return OK;
}

const struct size_result *engine_size(const struct answers *a, const struct facts *f,
                                      const struct prices *pr, struct moment now,
                                      struct arena *arena, struct err_info *e)
{
    static const struct engine_options none;
    struct size_result *out = ARENA_NEW(arena, struct size_result);
    struct result *r = ARENA_NEW(arena, struct result);
    if (out == NULL || r == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
        return NULL;
    }
    r->facts = f;
    r->prices = pr;
    r->now = now;
    r->as_of_days = date_of(now);
    if (job_resolve(a, f, arena, &r->job, e) != OK)
        return NULL;
    struct planner p = {.r = r, .opt = &none, .arena = arena};
    out->job = r->job;
    const struct hardware *h = r->job.gpu.n > 0 ? &r->job.gpu : &r->job.have;
    if (h->n == 0)
        return fill_table(out, a, f, arena, e) == OK ? out : NULL;
    bool at_hand = h == &r->job.have; /* mixed cards are one machine */
    out->item_n = at_hand ? 1 : (size_t)h->n;
    out->item = ARENA_ARRAY(arena, struct size_item, out->item_n);
    if (out->item == NULL)
        return NULL;
    for (size_t i = 0; i < out->item_n; i++)
        fill_item(&out->item[i], &p, h->group[i].accel, h->group[i].count);
    struct verdict_block *v = &out->verdict;
    v->of = h == &r->job.have ? VERDICT_OF_HAVE : VERDICT_OF_GPU;
    verdict_fill(v, &r->job, f, &out->item[0].shape, &p, arena);
    verdict_steps(v, &p);
    verdict_findings(v, &r->job, f, NULL, arena);
    verdict_blank(&v->sizing);
    const struct shape *first = &out->item[0].shape;
    if (first->nodes > 1 && !known(r->job.network_gbps) && known(first->net_gbps))
        assume_network(&out->job, arena, first->net_gbps);
    out->failed = arena_failed(arena);
    return out;
}
