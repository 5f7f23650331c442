/*
 * launch_megatron.c - pretrain_gpt.py of Megatron-LM with the split that was sized.
 *
 * Options: megatron/training/arguments.py of NVIDIA/Megatron-LM. The dimensions are those of the
 * catalog; --data-path, --tokenizer-model and the rest of a real run are the user's.
 */
#include <math.h>
#include <string.h>

#include "export/launch.h"

static void dimension(struct str *out, const char *name, double value)
{
    if (known(value) && value > 0)
        script_number(out, name, value);
}

static void model_args(const struct launch *x, struct str *out)
{
    const struct model *m = x->job->model;
    bool grouped = known(m->kv_heads) && known(m->heads) && m->kv_heads < m->heads;
    dimension(out, "--num-layers", m->layers);
    dimension(out, "--hidden-size", m->hidden);
    dimension(out, "--ffn-hidden-size", m->intermediate);
    dimension(out, "--num-attention-heads", m->heads);
    if (grouped && m->attention != ATT_MLA) {
        script_opt(out, "--group-query-attention", NULL);
        dimension(out, "--num-query-groups", m->kv_heads);
    }
    dimension(out, "--kv-channels", m->head_dim);
    if (m->attention == ATT_MLA) {
        script_opt(out, "--multi-latent-attention", NULL);
        dimension(out, "--kv-lora-rank", m->mla_kv_rank);
        dimension(out, "--q-lora-rank", m->mla_q_rank);
    }
    if (m->gated_mlp == TRI_YES)
        script_opt(out, "--swiglu", NULL);
    if (m->tied_embeddings == TRI_NO)
        script_opt(out, "--untie-embeddings-and-output-weights", NULL);
    if (known(m->experts) && m->experts > 1) {
        dimension(out, "--num-experts", m->experts);
        dimension(out, "--moe-router-topk", m->experts_per_token);
        dimension(out, "--moe-ffn-hidden-size", m->moe_intermediate);
    }
    script_opt(out, "--position-embedding-type", "rope");
    script_opt(out, "--normalization", "RMSNorm");
    script_opt(out, "--disable-bias-linear", NULL);
}

static void split_args(const struct launch *x, struct str *out)
{
    const struct layout *l = &x->layout;
    script_number(out, "--tensor-model-parallel-size", l->tp);
    script_number(out, "--pipeline-model-parallel-size", l->pp);
    if (l->cp > 1)
        script_number(out, "--context-parallel-size", l->cp);
    if (l->ep > 1)
        script_number(out, "--expert-model-parallel-size", l->ep);
    if (l->tp > 1)
        script_opt(out, "--sequence-parallel", NULL);
    if (l->sharding != SHARD_NONE)
        script_opt(out, "--use-distributed-optimizer", NULL);
}

/* Full recomputation of a share of the layers: `block` keeps the rest of each stage. */
static void recompute_args(const struct launch *x, struct str *out)
{
    const struct layout *l = &x->layout;
    double layers = x->job->model->layers / fmax(1, l->pp);
    if (l->recompute == RECOMPUTE_SELECTIVE)
        script_opt(out, "--recompute-granularity", "selective");
    if (l->recompute != RECOMPUTE_FULL)
        return;
    script_opt(out, "--recompute-granularity", "full");
    bool part = known(layers) && l->kept > 0;
    script_opt(out, "--recompute-method", part ? "block" : "uniform");
    script_number(out, "--recompute-num-layers", part ? ceil(layers * (1 - l->kept)) : 1);
}

void megatron_body(const struct launch *x, struct str *out)
{
    const struct job *j = x->job;
    const struct layout *l = &x->layout;
    if (!str_starts(j->engine->id, "megatron")) {
        struct msg m = msg_make(MSG_LAUNCH_OTHER_TRAINER, 1, ARG_STR(j->engine->name));
        script_comment(out, x->o->lang, &m);
    }
    train_torchrun(x, out);
    script_opt(out, "\"$MEGATRON/pretrain_gpt.py\"", NULL);
    if (j->model != NULL)
        model_args(x, out);
    split_args(x, out);
    recompute_args(x, out);
    script_number(out, "--micro-batch-size", l->micro_batch);
    script_number(out, "--global-batch-size", l->global_batch);
    if (known(j->context)) {
        script_number(out, "--seq-length", j->context);
        script_number(out, "--max-position-embeddings", j->context);
    }
    if (known(j->tokens) && known(j->context)) {
        double epochs = known(j->epochs) ? j->epochs : 1;
        script_number(out, "--train-iters",
                      ceil(j->tokens * epochs / (j->context * l->global_batch)));
    }
    if (str_eq(launch_precision(x), "bf16"))
        script_opt(out, "--bf16", NULL);
    if (str_eq(launch_precision(x), "fp16"))
        script_opt(out, "--fp16", NULL);
    if (str_eq(launch_precision(x), "fp8")) {
        script_opt(out, "--bf16", NULL);
        script_opt(out, "--fp8-format", "hybrid");
    }
    script_opt(out, "--tokenizer-type", "HuggingFaceTokenizer");
    script_opt(out, "--tokenizer-model", "\"$MODEL\"");
    script_opt(out, "--data-path", "\"$DATASET\"");
    script_opt(out, "--save", "\"$OUTPUT\"");
    script_opt(out, "--load", "\"$OUTPUT\"");
    str_addc(out, '\n');
}
