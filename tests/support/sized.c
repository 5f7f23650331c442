#include "tests/support/sized.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void near(double got, double want, double share)
{
    if (!(fabs(got - want) <= share * fabs(want)))
        fail_msg("got %.8g, want %.8g within %.4f %%", got, want, share * 100);
}

static void blank_model(struct model *m)
{
    *m = (struct model){.kind = MODEL_DECODER, .gated_mlp = TRI_YES, .tied_embeddings = TRI_NO,
                        .from = {.source = "test", .date = "2026"}};
    double *numbers[] = {&m->params_b, &m->active_params_b, &m->layers, &m->hidden,
        &m->intermediate, &m->moe_intermediate, &m->dense_layers, &m->heads, &m->kv_heads,
        &m->head_dim, &m->v_head_dim, &m->vocab, &m->max_context, &m->full_attn_layers,
        &m->swa_layers, &m->linear_attn_layers, &m->sliding_window, &m->mla_kv_rank,
        &m->mla_q_rank, &m->qk_rope_dim, &m->qk_nope_dim, &m->experts, &m->experts_per_token,
        &m->shared_experts, &m->kv_elems_per_token_full, &m->kv_elems_per_token_swa,
        &m->linear_state_elems_per_seq, &m->fwd_gmacs, &m->macts_m, &m->input_size};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = UNKNOWN;
}

static void text_model(struct model *m, const char *id, double params, double layers, double hidden,
                       double inner, double heads, double kv_heads, double vocab)
{
    blank_model(m);
    m->id = m->name = id;
    m->params_b = m->active_params_b = params;
    m->layers = layers;
    m->hidden = hidden;
    m->intermediate = inner;
    m->heads = heads;
    m->kv_heads = kv_heads;
    m->head_dim = hidden / heads;
    m->vocab = vocab;
    m->max_context = 131072;
    m->attention = kv_heads < heads ? ATT_GQA : ATT_MHA;
}

static void card(struct accel *a, const char *id, double gib, double bandwidth, double bf16,
                 double link)
{
    *a = (struct accel){.id = id, .name = id, .vendor = "T", .architecture = "Test",
                        .form = FORM_PCIE, .memory_gb = gib, .usable_gib = gib * 0.99,
                        .memory_type = "HBM", .memory_bandwidth_gbs = bandwidth,
                        .fp32_tflops = bf16 / 4, .tf32_tflops = bf16 / 2, .fp16_tflops = bf16,
                        .bf16_tflops = bf16, .fp8_tflops = 0, .fp4_tflops = 0,
                        .int8_tops = bf16 * 2, .pcie_gen = 4, .pcie_lanes = 16,
                        .link_bandwidth_gbs = link, .max_link_gpus = link > 0 ? 8 : 1,
                        .stack = "CUDA", .status = "current", .efficiency_class = "test-card",
                        .tdp_w = 300, .p2p = TRI_YES,
                        .price = {.amount = 1000, .currency = "USD"}};
}

static void models(struct sized *s)
{
    text_model(&s->model[0], "llama-3b", 3.213, 28, 3072, 8192, 24, 8, 128256);
    s->model[0].tied_embeddings = TRI_YES;
    text_model(&s->model[1], "llama-70b", 70.554, 80, 8192, 28672, 64, 8, 128256);
    text_model(&s->model[2], "llama-8b", 8.030, 32, 4096, 14336, 32, 8, 128256);
    text_model(&s->model[3], "qwen-7b", 7.721, 32, 4096, 11008, 32, 32, 151936);
    blank_model(&s->model[4]);
    s->model[4].id = s->model[4].name = "size-13b";
    s->model[4].params_b = s->model[4].active_params_b = 13;
    text_model(&s->model[5], "moe-30b", 30.532, 48, 2048, 6144, 32, 4, 151936);
    s->model[5].active_params_b = 3.353;
    s->model[5].head_dim = 128;
    s->model[5].moe_intermediate = 768;
    s->model[5].experts = 128;
    s->model[5].experts_per_token = 8;
    blank_model(&s->model[6]);
    s->model[6].id = s->model[6].name = "resnet";
    s->model[6].kind = MODEL_CNN;
    s->model[6].params_b = s->model[6].active_params_b = 0.0256;
    s->model[6].fwd_gmacs = 4.11;
    s->model[6].macts_m = 11.11;
    s->model[6].input_size = 224;
    text_model(&s->model[7], "mla", 671.026, 61, 7168, 18432, 128, 128, 129280);
    s->model[7].attention = ATT_MLA;
    s->model[7].mla_kv_rank = 512;
    s->model[7].qk_rope_dim = 64;
    s->model[7].qk_nope_dim = 128;
    text_model(&s->model[8], "gpt-7.5b", 7.5, 36, 4096, 16384, 32, 32, 51200);
    s->model[8].gated_mlp = TRI_NO;
    text_model(&s->model[9], "sliding", 12.187, 48, 3840, 15360, 16, 8, 262144);
    s->model[9].full_attn_layers = 8;
    s->model[9].swa_layers = 40;
    s->model[9].sliding_window = 1024;
}

static void engines(struct sized *s)
{
    s->engine[0] = (struct engine_row){.id = "ddp", .name = "ddp", .role = "train",
                                       .replicates = true, .batches = true, .formats = "",
                                       .efficiency_class = "ddp"};
    s->engine[1] = s->engine[0];
    s->engine[1].id = s->engine[1].name = "fsdp";
    s->engine[1].shards = true;
    s->engine[1].shard_stage = 3;
    s->engine[1].replicates = false;
    s->engine[2] = (struct engine_row){.id = "layers", .name = "layers", .role = "serve",
                                       .layer_split = true, .batches = true, .offload_cpu = true,
                                       .formats = "", .efficiency_class = "layers"};
    s->engine[3] = s->engine[1];
    s->engine[3].id = s->engine[3].name = "mega";
    s->engine[3].tensor_parallel = s->engine[3].pipeline_parallel = true;
    s->engine[3].shard_stage = 1;
    s->engine[4] = (struct engine_row){.id = "tensor", .name = "tensor", .role = "serve",
                                       .replicates = true, .tensor_parallel = true,
                                       .pipeline_parallel = true, .batches = true, .formats = "",
                                       .efficiency_class = "tensor"};
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct model *)a)->id, ((const struct model *)b)->id);
}

struct model *sized_model(struct sized *s, const char *id)
{
    for (size_t i = 0; i < s->facts.model_n; i++)
        if (strcmp(s->model[i].id, id) == 0)
            return &s->model[i];
    return NULL;
}

void sized_init(struct sized *s)
{
    memset(s, 0, sizeof *s);
    models(s);
    qsort(s->model, 10, sizeof s->model[0], by_id);
    engines(s);
    card(&s->accel[0], "big", 80, 2000, 300, 600);
    card(&s->accel[1], "mid", 48, 900, 150, 0);
    card(&s->accel[2], "small", 24, 1000, 160, 0);
    card(&s->accel[3], "tiny", 8, 450, 40, 0);
    s->facts.accel = s->accel;
    s->facts.accel_n = 4;
    s->facts.model = s->model;
    s->facts.model_n = 10;
    s->facts.engine = s->engine;
    s->facts.engine_n = 5;
    s->facts.factor = s->factor;
}

static struct factor *put(struct sized *s, const char *id)
{
    size_t at = 0;
    while (at < s->facts.factor_n && strcmp(s->factor[at].id, id) < 0)
        at++;
    if (at < s->facts.factor_n && strcmp(s->factor[at].id, id) == 0)
        return &s->factor[at];
    memmove(&s->factor[at + 1], &s->factor[at], (s->facts.factor_n - at) * sizeof s->factor[0]);
    s->facts.factor_n++;
    s->factor[at] = (struct factor){.table = "efficiency", .id = id, .cases = UNKNOWN};
    return &s->factor[at];
}

void sized_factor(struct sized *s, const char *id, double typical)
{
    struct factor *f = put(s, id);
    f->low = f->typical = f->high = typical;
}

void sized_band(struct sized *s, const char *id, double low, double high)
{
    struct factor *f = put(s, id);
    f->low = low;
    f->typical = 1;
    f->high = high;
}

void sized_cases(struct sized *s, const char *id, double cases)
{
    put(s, id)->cases = cases;
}

static struct job blank_job(void)
{
    struct job j;
    memset(&j, 0, sizeof j);
    double *numbers[] = {&j.micro_batch, &j.global_batch, &j.image_size, &j.frames,
        &j.clip_seconds, &j.tokens, &j.samples, &j.epochs, &j.data_bytes, &j.runs_per_month,
        &j.deadline_h, &j.users, &j.rps, &j.seats, &j.input_len, &j.output_len, &j.ttft_s, &j.tps,
        &j.amps, &j.network_gbps, &j.budget, &j.budget_month, &j.context, &j.draft_tokens,
        &j.draft_acceptance};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = UNKNOWN;
    return j;
}

static const struct model *model_named(const struct sized *s, const char *id)
{
    return facts_model(&s->facts, id);
}

struct job sized_job(const struct sized *s, const char *model, enum method method)
{
    struct job j = blank_job();
    j.task = TASK_FINETUNE;
    j.training = true;
    j.model = model_named(s, model);
    j.method = method;
    j.precision = num_format_find("bf16");
    j.weights = num_format_find(method == METHOD_QLORA ? "nf4" : "bf16");
    j.kv = j.precision;
    j.optimizer = OPT_ADAMW;
    j.lora_rank = 16;
    j.engine = &s->engine[0];
    j.context = 4096;
    return j;
}

struct job sized_serve(const struct sized *s, const char *model, const char *weights, double users)
{
    struct job j = blank_job();
    j.task = TASK_SERVE;
    j.serving = true;
    j.model = model_named(s, model);
    j.weights = num_format_find(weights);
    j.precision = num_format_find("bf16");
    j.kv = j.precision;
    j.engine = &s->engine[4];
    j.context = 4096;
    j.users = users;
    j.input_len = 1000;
    j.output_len = 300;
    return j;
}

struct sizing sized_on(const struct sized *s, const struct job *j, const char *accel, int cards)
{
    struct sizing out;
    const struct accel *a = NULL;
    for (size_t i = 0; i < s->facts.accel_n; i++)
        if (strcmp(s->accel[i].id, accel) == 0)
            a = &s->accel[i];
    struct shape shape = shape_of(a, cards, 1);
    size_shape(j, &s->facts, &shape, NULL, &out);
    return out;
}
