/*
 * explain.c - the trace of a sizing: for each figure the formula, its inputs and where they come
 * from. Written only when a trace is asked for.
 */
#include "engine/sizing/parts.h"

struct line_text { const char *id; enum msg_id formula; const char *ref; };

static const struct line_text lines[MEM_LINES] = {
    [MEM_WEIGHTS] = {"memory.weights", MSG_SZ_F_WEIGHTS, "number of parameters x bytes"},
    [MEM_GRADIENTS] = {"memory.gradients", MSG_SZ_F_GRADIENTS, "arXiv 1910.02054"},
    [MEM_OPTIMIZER] = {"memory.optimizer", MSG_SZ_F_OPTIMIZER, "arXiv 1910.02054"},
    [MEM_ACTIVATIONS] = {"memory.activations", MSG_SZ_F_ACTIVATIONS, "arXiv 2205.05198"},
    [MEM_LOGITS] = {"memory.logits", MSG_SZ_F_LOGITS, "pytorch/torchtune: README.md"},
    [MEM_KV_CACHE] = {"memory.kv-cache", MSG_SZ_F_KV, "arXiv 2309.06180"},
    [MEM_STATE] = {"memory.state", MSG_SZ_F_KV, "arXiv 2309.06180"},
    [MEM_ADAPTER] = {"memory.adapter", MSG_SZ_F_ADAPTER, "arXiv 2106.09685"},
    [MEM_GATHER] = {"memory.gather", MSG_SZ_F_GATHER, "arXiv 2304.11277"},
    [MEM_COMMUNICATION] = {"memory.communication", MSG_SZ_F_FIXED,
                           "ai-dynamo/aiconfigurator: systems/*.yaml"},
    [MEM_WORKSPACE] = {"memory.workspace", MSG_SZ_F_WORKSPACE, "arXiv 2305.14314"},
    [MEM_GRAPHS] = {"memory.graphs", MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator"},
    [MEM_CONTEXT] = {"memory.context", MSG_SZ_F_FIXED, "stas00/ml-engineering"},
    [MEM_OFFLOAD_BUFFER] = {"memory.offload-buffer", MSG_SZ_F_FIXED, "arXiv 2101.06840"},
};

static void in_model(struct trace_item *it, const struct sz *z)
{
    const struct origin *o = &z->model->from;
    trace_in(it, MSG_SZ_I_PARAMS, ARG_SI(z->model->params_b * 1e9), o->source, o->date);
}

static void in_text(struct trace_item *it, const struct sz *z, const struct layout *l)
{
    const struct origin *o = &z->model->from;
    trace_in(it, MSG_SZ_I_LAYERS, ARG_INT(z->d.layers), o->source, o->date);
    trace_in(it, MSG_SZ_I_HIDDEN, ARG_INT(z->d.hidden), o->source, o->date);
    trace_in(it, MSG_SZ_I_CONTEXT, ARG_INT(z->job->context), NULL, NULL);
    trace_in(it, MSG_SZ_I_MICRO, ARG_INT(l->micro_batch), NULL, NULL);
}

static void in_layout(struct trace_item *it, const struct layout *l)
{
    trace_in(it, MSG_SZ_I_TP, ARG_INT(l->tp), NULL, NULL);
    trace_in(it, MSG_SZ_I_PP, ARG_INT(l->pp), NULL, NULL);
    trace_in(it, MSG_SZ_I_DP, ARG_INT(l->dp), NULL, NULL);
}

static struct msg_arg recompute_arg(const struct layout *l)
{
    static const enum msg_id words[] = {MSG_C_RECOMPUTE_NONE, MSG_C_RECOMPUTE_SELECTIVE,
                                        MSG_C_RECOMPUTE_FULL};
    return ARG_MSG(words[l->recompute]);
}

static void in_coef(struct trace_item *it, struct coef c)
{
    if (!c.row)
        return;
    trace_in(it, MSG_SZ_I_FACTOR, ARG_NUM(c.typical), c.row->id, c.row->from.date);
}

static void line_inputs(struct trace_item *it, struct sz *z, const struct layout *l, int line)
{
    switch (line) {
    case MEM_WEIGHTS: case MEM_GRADIENTS: case MEM_OPTIMIZER:
        in_model(it, z);
        if (line == MEM_WEIGHTS && z->job->weights)
            trace_in(it, MSG_SZ_I_BITS, ARG_NUM(z->job->weights->body_bits),
                     z->job->weights->source, NULL);
        in_layout(it, l);
        break;
    case MEM_ACTIVATIONS:
        if (z->d.ok) {
            in_text(it, z, l);
            in_layout(it, l);
            trace_in(it, MSG_SZ_I_RECOMPUTE, recompute_arg(l), NULL, NULL);
        }
        break;
    case MEM_LOGITS:
        trace_in(it, MSG_SZ_I_VOCAB, ARG_INT(z->d.vocab), z->model->from.source,
                 z->model->from.date);
        in_coef(it, coef_engine(z, "memory.logits-bytes", NULL, 10));
        break;
    case MEM_KV_CACHE:
        trace_in(it, MSG_SZ_I_KV_TOKEN, ARG_INT(model_kv_bytes_per_token(z->model, z->job->kv)),
                 z->model->from.source, z->model->from.date);
        trace_in(it, MSG_SZ_I_TOKENS, ARG_INT(serve_tokens(z)), NULL, NULL);
        trace_in(it, MSG_SZ_I_USERS, ARG_INT(serve_users(z)), NULL, NULL);
        in_layout(it, l);
        break;
    case MEM_ADAPTER:
        trace_in(it, MSG_SZ_I_RANK, ARG_INT(z->job->lora_rank), NULL, NULL);
        in_coef(it, coef_engine(z, "lora.bytes", NULL, 16));
        break;
    case MEM_WORKSPACE: in_coef(it, coef_engine(z, "memory.slack", NULL, 0.05)); break;
    case MEM_CONTEXT: in_coef(it, coef_accel(z, "memory.context", NULL, 1)); break;
    default: break;
    }
}

void explain_memory(struct sz *z, const struct found *w, struct trace *t)
{
    if (!t)
        return;
    for (int i = 0; i < MEM_LINES; i++) {
        if (w->mem.gib[i] <= 0)
            continue;
        struct trace_item *it = trace_begin(t, lines[i].id, lines[i].formula, lines[i].ref,
                                            ARG_GIB(w->mem.gib[i]));
        line_inputs(it, z, &w->layout, i);
    }
    struct trace_item *it = trace_begin(t, "memory.total", MSG_SZ_F_TOTAL, NULL,
                                        ARG_GIB(w->mem.total));
    trace_in(it, MSG_SZ_I_USABLE, ARG_GIB(z->usable_gib), z->shape->accel->from.source,
             z->shape->accel->from.date);
}

void explain_speed(struct sz *z, const struct found *w, const struct sizing *s, struct trace *t)
{
    if (!t || !known(s->speed.typical))
        return;
    bool train = z->job->training;
    const struct accel *a = z->shape->accel;
    struct trace_item *it = trace_begin(t, "speed.total", train ? MSG_SZ_F_STEP : MSG_SZ_F_DECODE,
                                        train ? "arXiv 2104.04473" : "arXiv 2211.05102",
                                        ARG_NUM(s->speed.typical));
    const char *unit = NULL;
    const char *want = z->job->precision ? z->job->precision->compute : "bf16";
    double peak = peak_flops(z, want, &unit);
    trace_in(it, MSG_SZ_I_PEAK, ARG_NUM(peak / 1e12), a->from.source, a->from.date);
    trace_in(it, MSG_SZ_I_BANDWIDTH, ARG_GBS(a->memory_bandwidth_gbs), a->from.source,
             a->from.date);
    if (z->d.ok && train)
        in_coef(it, coef_accel(z, "gemm", rate_class(unit), 0.5));
    if (z->d.ok && !train)
        in_coef(it, coef_pair(z, "decode", 0.75));
    if (train) {
        trace_in(it, MSG_SZ_I_STEP, ARG_NUM(w->step.step_s), NULL, NULL);
        trace_in(it, MSG_SZ_I_COMM, ARG_PCT(s->comm_share), NULL, NULL);
    }
    if (known(s->hours_per_run.typical)) {
        struct trace_item *run = trace_begin(t, "speed.hours", MSG_SZ_F_HOURS, NULL,
                                             ARG_HOURS(s->hours_per_run.typical));
        trace_in(run, MSG_SZ_I_SPEED, ARG_NUM(s->speed.typical), NULL, NULL);
    }
}
