/*
 * explain.c - the trace of memory: for each line the formula, its inputs and where they come from:
 * a row of the catalog, a factor with its evidence, an answer. Written only when it is asked for.
 */
#include "engine/sizing/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

#define SOURCE_MAX 400

/* --- inputs ----------------------------------------------------------------------------------- */
void ex_begin(struct explain *x, const char *id, enum msg_id formula, const char *ref,
              struct msg_arg result)
{
    x->it = trace_begin(x->t, id, formula, ref, result);
}

void ex_in(struct explain *x, enum msg_id name, struct msg_arg value)
{
    trace_in(x->it, name, value, NULL, NULL);
}

void ex_model(struct explain *x, enum msg_id name, struct msg_arg value)
{
    trace_in(x->it, name, value, x->z->model->from.source, x->z->model->from.date);
}

void ex_card(struct explain *x, enum msg_id name, struct msg_arg value)
{
    const struct origin *o = &x->z->shape->accel->from;
    trace_in(x->it, name, value, o->source, o->date);
}

void ex_job(struct explain *x, enum msg_id name, struct msg_arg value, enum question_id q)
{
    static const char *const how[] = {[FROM_GIVEN] = "", [FROM_DEFAULT] = " (default)",
                                      [FROM_DERIVED] = " (derived)"};
    char source[64];
    enum answer_from from = x->z->job->from[q];
    snprintf(source, sizeof source, "--%s%s", question_get(q)->name, how[from]);
    trace_in(x->it, name, value, arena_strdup(x->t->arena, source), NULL);
}

void ex_coef(struct explain *x, enum msg_id name, struct coef c)
{
    char source[SOURCE_MAX], cases[32] = "";
    if (!c.row) {
        trace_in(x->it, name, ARG_NUM(c.typical), NULL, NULL);
        return;
    }
    if (known(c.row->cases) && c.row->cases > 0)
        snprintf(cases, sizeof cases, ", %.0f cases", c.row->cases);
    snprintf(source, sizeof source, "%s [%.6g..%.6g%s]: %s", c.row->id, c.low, c.high, cases,
             c.row->from.source);
    trace_in(x->it, name, ARG_NUM(c.typical), arena_strdup(x->t->arena, source),
             c.row->from.date);
}

void ex_use(struct explain *x, const struct use *u)
{
    struct sz *z = x->z;
    switch (u->by) {
    case USE_ENGINE: ex_coef(x, u->name, coef_engine(z, u->what, NULL, u->neutral)); break;
    case USE_CARD: ex_coef(x, u->name, coef_accel(z, u->what, NULL, u->neutral)); break;
    case USE_PAIR: ex_coef(x, u->name, coef_pair(z, u->what, u->neutral)); break;
    case USE_PLAIN: ex_coef(x, u->name, coef_single(z, u->what, u->neutral)); break;
    case USE_NONE: default: break;
    }
}

void ex_layout(struct explain *x)
{
    const struct layout *l = &x->w->layout;
    ex_in(x, MSG_SZ_I_TP, ARG_INT(l->tp));
    ex_in(x, MSG_SZ_I_PP, ARG_INT(l->pp));
    ex_in(x, MSG_SZ_I_DP, ARG_INT(l->dp));
}

/* --- lines ------------------------------------------------------------------------------------ */
#define USES 4
struct line {
    enum msg_id formula;
    const char *ref;
    struct use use[USES];
};

#define STATES "arXiv 1910.02054"
static const struct line training[MEM_LINES] = {
    [MEM_WEIGHTS] = {MSG_EX_F_STATES, STATES,
                     {{USE_ENGINE, "state.weight-bytes", 2, MSG_EX_I_BYTES}}},
    [MEM_GRADIENTS] = {MSG_EX_F_STATES, STATES,
                       {{USE_ENGINE, "state.gradient-bytes", 4, MSG_EX_I_BYTES},
                        {USE_ENGINE, "state.step-bytes", 0, MSG_EX_I_STEP_BYTES},
                        {USE_ENGINE, "memory.gradient-live", 1, MSG_EX_I_LIVE}}},
    [MEM_OPTIMIZER] = {MSG_EX_F_STATES, STATES,
                       {{USE_ENGINE, "state.master-bytes", 4, MSG_EX_I_MASTER},
                        {USE_ENGINE, "state.moment-bytes", 4, MSG_EX_I_MOMENT}}},
    [MEM_ACTIVATIONS] = {MSG_SZ_F_ACTIVATIONS, "arXiv 2205.05198",
                         {{USE_ENGINE, "memory.norm-bytes", 16, MSG_EX_I_NORM},
                          {USE_ENGINE, "memory.activation-share", 1, MSG_EX_I_KEPT}}},
    [MEM_LOGITS] = {MSG_SZ_F_LOGITS, "pytorch/torchtune: README.md",
                    {{USE_ENGINE, "memory.logits-bytes", 10, MSG_EX_I_LOGITS}}},
    [MEM_ADAPTER] = {MSG_SZ_F_ADAPTER, "arXiv 2106.09685",
                     {{USE_ENGINE, "lora.bytes", 16, MSG_EX_I_BYTES},
                      {USE_ENGINE, "lora.target-share", 1, MSG_EX_I_TARGETS}}},
    [MEM_GATHER] = {MSG_SZ_F_GATHER, "arXiv 2304.11277",
                    {{USE_ENGINE, "memory.gather-layers", 2, MSG_EX_I_WHOLE}}},
    [MEM_WORKSPACE] = {MSG_SZ_F_WORKSPACE, "arXiv 2305.14314",
                       {{USE_ENGINE, "memory.slack", 0.05, MSG_EX_I_SLACK}}},
    [MEM_CONTEXT] = {MSG_SZ_F_FIXED, "stas00/ml-engineering",
                     {{USE_CARD, "memory.context", 1, MSG_EX_I_GIB}}},
    [MEM_OFFLOAD_BUFFER] = {MSG_EX_F_BUFFER, "arXiv 2101.06840",
                            {{USE_ENGINE, "memory.bucket-gib", 0, MSG_EX_I_GIB}}},
};

static const struct line serving[MEM_LINES] = {
    [MEM_WEIGHTS] = {MSG_SZ_F_WEIGHTS, "number of parameters x bits", {{.by = USE_NONE}}},
    [MEM_ACTIVATIONS] = {MSG_EX_F_CHUNK, "ai-dynamo/aiconfigurator: systems/*.yaml",
                         {{USE_ENGINE, "serve.chunk-tokens", 4096, MSG_EX_I_CHUNK}}},
    [MEM_LOGITS] = {MSG_EX_F_ROWS, "vllm-project/vllm: sampler",
                    {{USE_ENGINE, "serve.logit-rows", 256, MSG_EX_I_ROWS},
                     {USE_ENGINE, "serve.logit-bytes", 4, MSG_EX_I_LOGITS}}},
    [MEM_KV_CACHE] = {MSG_SZ_F_KV, "arXiv 2309.06180",
                      {{USE_ENGINE, "serve.kv-copies", 1, MSG_EX_I_COPIES}}},
    [MEM_STATE] = {MSG_EX_F_LINEAR_STATE, "arXiv 2412.06464", {{.by = USE_NONE}}},
    [MEM_DRAFT] = {MSG_EX_F_DRAFT_MEMORY, "SafeAILab/EAGLE: README.md", {{.by = USE_NONE}}},
    [MEM_WORKSPACE] = {MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator: systems/*.yaml",
                       {{USE_ENGINE, "serve.workspace", 0.5, MSG_EX_I_GIB}}},
    [MEM_GRAPHS] = {MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator: systems/*.yaml",
                    {{USE_ENGINE, "serve.graphs", 1, MSG_EX_I_GIB}}},
    [MEM_CONTEXT] = {MSG_SZ_F_FIXED, "stas00/ml-engineering",
                     {{USE_ENGINE, "serve.context", 1, MSG_EX_I_GIB}}},
    [MEM_COMMUNICATION] = {MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator: systems/*.yaml",
                           {{USE_PLAIN, "memory.comm-8", 0.4, MSG_EX_I_GIB}}},
    [MEM_OFFLOAD_BUFFER] = {MSG_EX_F_BUFFER, "arXiv 2312.12456", {{.by = USE_NONE}}},
};

static const struct line pictures[MEM_LINES] = {
    [MEM_WEIGHTS] = {MSG_EX_F_MEDIA_STATES, "huggingface/pytorch-image-models",
                     {{.by = USE_NONE}}},
    [MEM_GRADIENTS] = {MSG_EX_F_MEDIA_STATES, "PyTorch automatic mixed precision",
                       {{.by = USE_NONE}}},
    [MEM_OPTIMIZER] = {MSG_EX_F_MEDIA_STATES, "PyTorch automatic mixed precision",
                       {{.by = USE_NONE}}},
    [MEM_ADAPTER] = {MSG_EX_F_MEDIA_STATES, "huggingface/peft: README.md", {{.by = USE_NONE}}},
    [MEM_ACTIVATIONS] = {MSG_EX_F_MEDIA_ACTIVATIONS, "huggingface/pytorch-image-models: results",
                         {{USE_PLAIN, "media.activation-copies", 2, MSG_EX_I_COPIES}}},
    [MEM_KV_CACHE] = {MSG_EX_F_STREAMS, "arXiv 2212.04356", {{.by = USE_NONE}}},
    [MEM_WORKSPACE] = {MSG_SZ_F_FIXED, "NVIDIA cuDNN",
                       {{USE_ENGINE, "media.workspace-gib", 1, MSG_EX_I_GIB}}},
    [MEM_CONTEXT] = {MSG_SZ_F_FIXED, "stas00/ml-engineering",
                     {{USE_CARD, "memory.context", 1, MSG_EX_I_GIB}}},
    [MEM_COMMUNICATION] = {MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator: systems/*.yaml",
                           {{USE_PLAIN, "memory.comm-8", 0.4, MSG_EX_I_GIB}}},
    [MEM_GATHER] = {MSG_SZ_F_GATHER, "arXiv 2304.11277", {{.by = USE_NONE}}},
};

/* Trace ids are "memory." and the word of the line; they live as long as the program. */
static const char *const line_ids[MEM_LINES] = {
    [MEM_WEIGHTS] = "memory.weights", [MEM_GRADIENTS] = "memory.gradients",
    [MEM_OPTIMIZER] = "memory.optimizer", [MEM_ACTIVATIONS] = "memory.activations",
    [MEM_LOGITS] = "memory.logits", [MEM_KV_CACHE] = "memory.kv-cache",
    [MEM_DRAFT] = "memory.draft", [MEM_STATE] = "memory.state", [MEM_ADAPTER] = "memory.adapter",
    [MEM_GATHER] = "memory.gather", [MEM_COMMUNICATION] = "memory.communication",
    [MEM_WORKSPACE] = "memory.workspace", [MEM_GRAPHS] = "memory.graphs",
    [MEM_CONTEXT] = "memory.context", [MEM_OFFLOAD_BUFFER] = "memory.offload-buffer"};

static void frozen_weights(struct explain *x)
{
    const struct num_format *f = x->z->job->weights;
    ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(x->z->model->params_b * 1e9));
    if (!f)
        return;
    trace_in(x->it, MSG_SZ_I_BITS, ARG_NUM(f->body_bits), f->source, NULL);
    trace_in(x->it, MSG_EX_I_EMB_BITS, ARG_NUM(f->embedding_bits), f->source, NULL);
    if (x->w->on_host > 0)
        ex_in(x, MSG_EX_I_ON_HOST, ARG_PCT(x->w->on_host));
}

static void token_inputs(struct explain *x)
{
    const struct layout *l = &x->w->layout;
    static const enum msg_id words[] = {MSG_C_RECOMPUTE_NONE, MSG_C_RECOMPUTE_SELECTIVE,
                                        MSG_C_RECOMPUTE_FULL};
    ex_model(x, MSG_SZ_I_LAYERS, ARG_INT(x->z->d.layers));
    ex_model(x, MSG_SZ_I_HIDDEN, ARG_INT(x->z->d.hidden));
    ex_job(x, MSG_SZ_I_CONTEXT, ARG_INT(x->z->job->context), Q_CONTEXT);
    ex_in(x, MSG_SZ_I_MICRO, ARG_INT(l->micro_batch));
    ex_in(x, MSG_SZ_I_RECOMPUTE, ARG_MSG(words[l->recompute]));
    ex_in(x, MSG_SZ_I_TP, ARG_INT(l->tp));
}

static void train_line(struct explain *x, int line)
{
    static const enum msg_id stages[] = {MSG_C_SHARDING_NONE, MSG_C_SHARDING_ZERO1,
                                         MSG_C_SHARDING_ZERO2, MSG_C_SHARDING_ZERO3};
    const struct job *j = x->z->job;
    switch (line) {
    case MEM_WEIGHTS: case MEM_GRADIENTS: case MEM_OPTIMIZER:
        if (j->method == METHOD_FULL)
            ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(x->z->model->params_b * 1e9));
        else
            frozen_weights(x);
        ex_layout(x);
        ex_in(x, MSG_EX_I_SHARDING, ARG_MSG(stages[x->w->layout.sharding]));
        break;
    case MEM_ACTIVATIONS: token_inputs(x); break;
    case MEM_LOGITS:
        ex_model(x, MSG_SZ_I_VOCAB, ARG_INT(x->z->d.vocab));
        ex_job(x, MSG_SZ_I_CONTEXT, ARG_INT(j->context), Q_CONTEXT);
        ex_in(x, MSG_SZ_I_MICRO, ARG_INT(x->w->layout.micro_batch));
        break;
    case MEM_ADAPTER: ex_job(x, MSG_SZ_I_RANK, ARG_INT(j->lora_rank), Q_LORA_RANK); break;
    case MEM_GATHER: ex_in(x, MSG_EX_I_LAYER_N, ARG_SI(x->z->d.layer_n)); break;
    default: break;
    }
}

static void serve_line(struct explain *x, int line)
{
    struct sz *z = x->z;
    switch (line) {
    case MEM_WEIGHTS:
        frozen_weights(x);
        ex_layout(x);
        break;
    case MEM_ACTIVATIONS:
        ex_model(x, MSG_SZ_I_HIDDEN, ARG_INT(z->d.hidden));
        ex_model(x, MSG_EX_I_MLP, ARG_INT(z->d.mlp));
        ex_in(x, MSG_SZ_I_TP, ARG_INT(x->w->layout.tp));
        break;
    case MEM_LOGITS: ex_model(x, MSG_SZ_I_VOCAB, ARG_INT(z->d.vocab)); break;
    case MEM_KV_CACHE:
        ex_model(x, MSG_SZ_I_KV_TOKEN, ARG_INT(model_kv_bytes_per_token(z->model, z->job->kv)));
        ex_in(x, MSG_SZ_I_TOKENS, ARG_INT(serve_tokens(z)));
        ex_job(x, MSG_SZ_I_USERS, ARG_INT(serve_users(z)), Q_USERS);
        ex_job(x, MSG_SZ_I_CONTEXT, ARG_INT(z->job->context), Q_CONTEXT);
        ex_layout(x);
        break;
    case MEM_STATE:
        ex_model(x, MSG_EX_I_STATE, ARG_SI(z->model->linear_state_elems_per_seq));
        ex_job(x, MSG_SZ_I_USERS, ARG_INT(serve_users(z)), Q_USERS);
        ex_layout(x);
        break;
    case MEM_DRAFT:
        ex_job(x, MSG_EX_I_DRAFT_PARAMS, ARG_SI(z->draft.d.n), Q_DRAFT_MODEL);
        trace_in(x->it, MSG_SZ_I_BITS, ARG_NUM(z->job->weights->body_bits),
                 z->job->weights->source, NULL);
        ex_in(x, MSG_SZ_I_TP, ARG_INT(x->w->layout.tp));
        break;
    case MEM_OFFLOAD_BUFFER: ex_in(x, MSG_EX_I_GIB, ARG_NUM(x->w->mem.gib[line])); break;
    default: break;
    }
}

static void picture_line(struct explain *x, int line)
{
    const struct model *m = x->z->model;
    switch (line) {
    case MEM_WEIGHTS: case MEM_GRADIENTS: case MEM_OPTIMIZER: case MEM_ADAPTER: case MEM_GATHER:
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(m->params_b * 1e9));
        ex_in(x, MSG_SZ_I_DP, ARG_INT(x->w->layout.dp));
        break;
    case MEM_ACTIVATIONS:
        if (known(m->macts_m))
            ex_model(x, MSG_EX_I_MACTS, ARG_SI(m->macts_m * 1e6));
        else if (known(m->layers))
            ex_model(x, MSG_SZ_I_LAYERS, ARG_INT(m->layers));
        else
            ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(m->params_b * 1e9));
        if (known(x->z->job->image_size))
            ex_job(x, MSG_EX_I_SIDE, ARG_INT(x->z->job->image_size), Q_IMAGE_SIZE);
        ex_in(x, MSG_SZ_I_MICRO, ARG_INT(x->w->layout.micro_batch));
        break;
    case MEM_KV_CACHE:
        ex_in(x, MSG_EX_I_STREAM_GIB, ARG_GIB(speech_stream_gib(x->z)));
        ex_job(x, MSG_SZ_I_USERS, ARG_INT(x->z->job->users), Q_USERS);
        break;
    default: break;
    }
}

static void comm_line(struct explain *x)
{
    const char *key = x->z->cards == 2 ? "memory.comm-2" : x->z->cards <= 8 ? "memory.comm-8"
                                                                            : "memory.comm-many";
    ex_begin(x, "memory.communication", MSG_SZ_F_FIXED, "ai-dynamo/aiconfigurator: systems/*.yaml",
             ARG_GIB(x->w->mem.gib[MEM_COMMUNICATION]));
    ex_in(x, MSG_EX_I_CARDS, ARG_INT(x->z->cards));
    ex_coef(x, MSG_EX_I_GIB, coef_single(x->z, key, 0.5));
}

void explain_memory(struct sz *z, const struct found *w, struct trace *t)
{
    struct explain x = {.z = z, .w = w, .t = t};
    if (!t)
        return;
    bool text = z->family == FAMILY_LLM, train = z->job->training;
    const struct line *set = !text ? pictures : train ? training : serving;
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(w->mem.gib[i] > 0))
            continue;
        if (i == MEM_COMMUNICATION && text && train) {
            comm_line(&x);
            continue;
        }
        ex_begin(&x, line_ids[i], set[i].formula != MSG_NONE ? set[i].formula : MSG_SZ_F_FIXED,
                 set[i].ref, ARG_GIB(w->mem.gib[i]));
        if (!text)
            picture_line(&x, i);
        else if (train)
            train_line(&x, i);
        else
            serve_line(&x, i);
        bool adapters = text && train && z->job->method != METHOD_FULL && i == MEM_WEIGHTS;
        for (int k = 0; k < USES && !adapters; k++)
            ex_use(&x, &set[i].use[k]);
    }
    ex_begin(&x, "memory.total", MSG_SZ_F_TOTAL, NULL, ARG_GIB(w->mem.total));
    ex_in(&x, MSG_EX_I_SURE, ARG_GIB(w->mem.fixed));
    struct band b = coef_band(z, !text ? "memory-media" : train ? "memory-train" : "memory-serve");
    ex_in(&x, MSG_EX_I_LOW, ARG_RATIO(b.low));
    ex_in(&x, MSG_EX_I_HIGH, ARG_RATIO(b.high));
    ex_begin(&x, "memory.usable", MSG_EX_F_USABLE, NULL, ARG_GIB(z->usable_gib));
    ex_card(&x, MSG_EX_I_SOLD, ARG_GB(z->shape->accel->memory_gb));
    ex_card(&x, MSG_SZ_I_USABLE, ARG_GIB(z->shape->accel->usable_gib));
}
