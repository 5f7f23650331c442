/*
 * launch_serve.c - vllm serve and llama-server with the layout that was sized.
 *
 * Options: https://docs.vllm.ai/en/latest/configuration/engine_args.html and
 * docs/serving/parallelism_scaling.md of vllm-project/vllm (several machines without Ray:
 * --nnodes, --node-rank, --master-addr, --headless); tools/server/README.md of ggml-org/llama.cpp.
 */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "export/launch.h"

/* How vLLM takes a format of weights: from a repository as published, by a flag over the plain
 * weights, or only from a repository that somebody has quantised. */
static const struct {
    const char *weights, *flag;
    bool own_repo;
} vllm_weights[] = {
    {"fp32", NULL, false},     {"fp16", NULL, false},          {"bf16", NULL, false},
    {"fp8", "fp8", false},     {"nf4", "bitsandbytes", false}, {"int8", NULL, true},
    {"gptq-int8", NULL, true}, {"int4", NULL, true},           {"awq-int4", NULL, true},
    {"nvfp4", NULL, true},     {"mxfp4", NULL, true},
};
static const struct {
    const char *kv;
    enum launch_work work;
    const char *value; /* NULL: what the engine does by itself */
} kv_types[] = {
    {"bf16", WORK_VLLM, NULL},    {"fp16", WORK_VLLM, NULL},    {"fp8", WORK_VLLM, "fp8"},
    {"fp16", WORK_LLAMA, NULL},   {"bf16", WORK_LLAMA, "bf16"}, {"int8", WORK_LLAMA, "q8_0"},
    {"q8_0", WORK_LLAMA, "q8_0"}, {"q4_0", WORK_LLAMA, "q4_0"},
};

static int weights_row(const struct launch *x)
{
    for (size_t i = 0; i < sizeof vllm_weights / sizeof vllm_weights[0]; i++)
        if (str_eq(vllm_weights[i].weights, x->job->weights->id))
            return (int)i;
    return -1;
}

static int kv_row(const struct launch *x)
{
    for (size_t i = 0; i < sizeof kv_types / sizeof kv_types[0]; i++)
        if (kv_types[i].work == x->work && str_eq(kv_types[i].kv, x->job->kv->id))
            return (int)i;
    return -1;
}

static enum err refuse(struct err_info *e, enum msg_id what, const char *value, const char *engine)
{
    struct msg_arg a[3] = {ARG_MSG(what), ARG_STR(value), ARG_STR(engine)};
    return err_set(e, ERR_UNSUPPORTED, MSG_LAUNCH_NO_OPTION, 3, a);
}

enum err serve_can(const struct launch *x, struct err_info *e)
{
    const struct job *j = x->job;
    const char *engine = x->work == WORK_VLLM ? "vLLM" : "llama.cpp";
    bool gguf = num_format_is_gguf(j->weights) || str_eq(j->weights->compute, j->weights->id);
    if (x->work == WORK_VLLM ? weights_row(x) < 0 : !gguf && !str_eq(j->weights->id, "mxfp4"))
        return refuse(e, MSG_Q_WEIGHTS, j->weights->id, engine);
    if (kv_row(x) < 0)
        return refuse(e, MSG_Q_KV, j->kv->id, engine);
    if (x->work == WORK_VLLM && x->layout.offload != OFFLOAD_NONE)
        return refuse(e, MSG_Q_OFFLOAD, offload_word(x->layout.offload), engine);
    if (x->layout.offload == OFFLOAD_NVME)
        return refuse(e, MSG_Q_OFFLOAD, offload_word(x->layout.offload), engine);
    return OK;
}

static bool repo_holds(const struct launch *x)
{
    const struct model *m = x->job->model;
    int row = weights_row(x);
    return row < 0 || !vllm_weights[row].own_repo || str_eq(m->default_dtype, x->job->weights->id);
}

static void upper(struct str *out, const char *text)
{
    for (const char *p = text; *p != '\0'; p++)
        str_addc(out, (char)toupper((unsigned char)*p));
}

static const char *gguf_name(const char *id)
{
    return str_eq(id, "fp16") ? "f16" : str_eq(id, "fp32") ? "f32" : id;
}

void serve_variables(const struct launch *x, struct str *out)
{
    const struct model *m = x->job->model;
    enum lang lang = x->o->lang;
    struct str fmt;
    str_init(&fmt, 64);
    upper(&fmt, x->work == WORK_LLAMA ? gguf_name(x->job->weights->id) : x->job->weights->id);
    if (x->work == WORK_LLAMA) {
        struct msg fill = msg_make(MSG_LAUNCH_FILL_GGUF, 2, ARG_STR(m->name), ARG_STR(fmt.p));
        script_fill(out, "MODEL_FILE", lang, &fill);
    } else if (!repo_holds(x)) {
        struct msg fill = msg_make(MSG_LAUNCH_FILL_QUANTISED, 2, ARG_STR(m->name), ARG_STR(fmt.p));
        script_fill(out, "MODEL", lang, &fill);
    } else if (script_word(m->repo)) {
        script_default(out, "MODEL", m->repo);
    } else {
        struct msg fill = msg_make(MSG_LAUNCH_FILL_MODEL, 1, ARG_STR(m->name));
        script_fill(out, "MODEL", lang, &fill);
    }
    script_default(out, "HOST", x->host == HOST_SKY || x->nodes > 1 ? "0.0.0.0" : "127.0.0.1");
    script_default(out, "PORT", x->work == WORK_LLAMA ? "8080" : "8000");
    str_free(&fmt);
}

/* --- vLLM ------------------------------------------------------------------------------------- */
static const char *vllm_dtype(const char *precision)
{
    return str_eq(precision, "bf16")   ? "bfloat16"
           : str_eq(precision, "fp16") ? "float16"
           : str_eq(precision, "fp32") ? "float32"
                                       : "auto";
}

static void vllm_layout(const struct launch *x, int replicas, struct str *out)
{
    const struct layout *l = &x->layout;
    if (l->tp > 1)
        script_number(out, "--tensor-parallel-size", l->tp);
    if (l->pp > 1)
        script_number(out, "--pipeline-parallel-size", l->pp);
    if (replicas > 1)
        script_number(out, "--data-parallel-size", replicas);
    if (l->ep > 1)
        script_opt(out, "--enable-expert-parallel", NULL);
}

static void vllm_body(const struct launch *x, struct str *out)
{
    const struct job *j = x->job;
    const struct layout *l = &x->layout;
    bool spread = x->nodes > 1 && l->tp * l->pp > x->per_node; /* one replica over machines */
    int here = spread ? l->dp : l->dp / x->nodes;
    int row = weights_row(x);
    if (spread)
        str_add(out, "HEADLESS=\nif [ \"$NODE_RANK\" != 0 ]; then HEADLESS=yes; fi\n");
    str_add(out, "exec vllm serve \"$MODEL\"");
    script_opt(out, "--host", "\"$HOST\"");
    script_opt(out, "--port", "\"$PORT\"");
    vllm_layout(x, here, out);
    if (spread) {
        script_number(out, "--nnodes", x->nodes);
        script_opt(out, "--node-rank", "\"$NODE_RANK\"");
        script_opt(out, "--master-addr", "\"$MASTER_ADDR\"");
        script_opt(out, "${HEADLESS:+--headless}", NULL);
    }
    script_opt(out, "--dtype", vllm_dtype(launch_precision(x)));
    if (vllm_weights[row].flag != NULL && !str_eq(j->model->default_dtype, j->weights->id))
        script_opt(out, "--quantization", vllm_weights[row].flag);
    if (kv_types[kv_row(x)].value != NULL)
        script_opt(out, "--kv-cache-dtype", kv_types[kv_row(x)].value);
    if (known(j->context))
        script_number(out, "--max-model-len", j->context);
    script_number(out, "--max-num-seqs", x->users);
    str_addc(out, '\n');
}

/* --- llama.cpp -------------------------------------------------------------------------------- */
/* Tokens that the cache was sized for: what the requests in flight hold, and at least one context.
 * The slots share it (--kv-unified). */
static double cache_tokens(const struct launch *x)
{
    const struct job *j = x->job;
    double each =
        (known(j->input_len) ? j->input_len : 0) + (known(j->output_len) ? j->output_len : 0);
    if (each <= 0)
        each = known(j->context) ? j->context : 2048;
    double tokens = fmax(known(j->context) ? j->context : 0, x->users * each);
    return ceil(tokens / 256) * 256;
}

/* Layers on the cards: all and the output layer, or the share that was sized. */
static double layers_on_cards(const struct launch *x)
{
    const struct model *m = x->job->model;
    double layers = known(m->layers) ? m->layers : 998;
    if (x->layout.offload != OFFLOAD_CPU)
        return layers + 1;
    double whole = model_weight_bytes(m, x->job->weights) / GIB;
    double here = x->z->line_gib[MEM_WEIGHTS] * x->layout.pp * x->layout.tp;
    return whole > 0 ? floor(layers * num_clamp(here / whole, 0, 1)) : 0;
}

static void llama_server(const struct launch *x, const char *port, struct str *out)
{
    const char *kv = kv_types[kv_row(x)].value;
    int split = x->layout.pp * x->layout.tp;
    str_add(out, "llama-server");
    script_opt(out, "--model", "\"$MODEL_FILE\"");
    script_opt(out, "--host", "\"$HOST\"");
    script_opt(out, "--port", port);
    script_number(out, "--n-gpu-layers", layers_on_cards(x));
    if (x->layout.offload == OFFLOAD_EXPERTS)
        script_opt(out, "--cpu-moe", NULL);
    script_number(out, "--ctx-size", cache_tokens(x));
    script_number(out, "--parallel", x->users);
    script_opt(out, "--kv-unified", NULL);
    if (split > 1) {
        script_opt(out, "--split-mode", x->layout.tp > 1 ? "row" : "layer");
        script_opt(out, "--tensor-split", "1");
        for (int i = 1; i < split; i++)
            str_add(out, ",1");
    }
    if (kv != NULL) { /* a quantised V needs flash attention */
        script_opt(out, "--cache-type-k", kv);
        script_opt(out, "--cache-type-v", kv);
        script_opt(out, "--flash-attn", "on");
    }
}

static void llama_body(const struct launch *x, struct str *out)
{
    int split = x->layout.pp * x->layout.tp, servers = x->per_node / (split > 0 ? split : 1);
    const char *visible = x->software != NULL && str_eq(x->software->stack, "ROCm")
                              ? "HIP_VISIBLE_DEVICES"
                              : "CUDA_VISIBLE_DEVICES";
    if (x->layout.dp <= 1 || servers <= 1) {
        str_add(out, "exec ");
        llama_server(x, "\"$PORT\"", out);
        str_addc(out, '\n');
        return;
    }
    str_addf(out, "for i in $(seq 0 %d); do\n", servers - 1);
    str_addf(out, "FIRST=$((i * %d))\n", split);
    str_addf(out, "export %s=\"$(seq -s, \"$FIRST\" $((FIRST + %d)))\"\n", visible, split - 1);
    llama_server(x, "$((PORT + i))", out);
    str_add(out, " &\ndone\nwait\n");
}

void serve_body(const struct launch *x, struct str *out)
{
    bool alone = x->nodes > 1 && x->layout.tp * x->layout.pp <= x->per_node;
    if (alone || (x->work == WORK_LLAMA && x->layout.dp > 1)) {
        struct msg m = msg_make(MSG_LAUNCH_REPLICAS, 0);
        script_comment(out, x->o->lang, &m);
    }
    if (x->work == WORK_LLAMA)
        llama_body(x, out);
    else
        vllm_body(x, out);
}
