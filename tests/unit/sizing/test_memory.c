/*
 * Memory of training and serving, worked out by hand: states by sharding stage, activations,
 * logits, adapters, KV cache. GiB on the busiest card.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

/* Mixed precision of the ZeRO paper: 2 + 2 + 12 bytes a parameter. */
static void paper_states(struct sized *s)
{
    sized_factor(s, "state.weight-bytes.default", 2);
    sized_factor(s, "state.gradient-bytes.default", 2);
    sized_factor(s, "state.master-bytes.default", 4);
    sized_factor(s, "state.moment-bytes.default", 4);
    sized_factor(s, "state.step-bytes.default", 0);
    sized_factor(s, "memory.bucket-gib.default", 0);
    sized_factor(s, "memory.gradient-live.default", 1);
}

static double states_gb(enum sharding stage, int cards)
{
    struct sized s;
    sized_init(&s);
    paper_states(&s);
    struct job j = sized_job(&s, "gpt-7.5b", METHOD_FULL);
    j.sharding_given = true;
    j.sharding = stage;
    j.context = 512;
    j.micro_batch = 1;
    j.recompute_given = true;
    j.global_batch = 4 * cards; /* accumulation: gradients stand beside the activations */
    struct sizing z = sized_on(&s, &j, "big", cards);
    return (z.line_gib[MEM_WEIGHTS] + z.line_gib[MEM_GRADIENTS] + z.line_gib[MEM_OPTIMIZER]) * GIB /
           GB;
}

/* arXiv 1910.02054 figure 1: 7.5 B parameters on 64 devices: 120, 31.4, 16.6, 1.9 GB. */
static void states_divide_by_stage(void **state)
{
    (void)state;
    near(states_gb(SHARD_NONE, 64), 7.5 * 16, 1e-6);
    near(states_gb(SHARD_ZERO1, 64), 7.5 * (4 + 12.0 / 64), 1e-6);            /* 31.4 */
    near(states_gb(SHARD_ZERO2, 64), 7.5 * (2 + 2.0 / 64 + 12.0 / 64), 1e-6); /* 16.6 */
    near(states_gb(SHARD_ZERO3, 64), 7.5 * 16 / 64, 1e-6);                    /* 1.9 */
    near(states_gb(SHARD_ZERO3, 1), 7.5 * 16, 1e-6); /* sharding over one card saves nothing */
}

/* Llama 3.2 3B, pure bf16 AdamW, 2 x 4096 tokens, compiled, full logits. Weights 3.213e9 x 2 =
 * 6.43, states 12.85, activations 2 x (4x3072 + 3x3072 + 1.5x2048 + 4x8192) x 0.9 x 28 x 8192 =
 * 23.7, logits 8192 x 128256 x 10 = 10.5 GB: 53.5 GB = 49.8 GiB. Measured 51.0 (torchtune). */
static void full_fine_tuning_of_3b(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "state.weight-bytes.default", 2);
    sized_factor(&s, "state.gradient-bytes.default", 2);
    sized_factor(&s, "state.master-bytes.default", 0);
    sized_factor(&s, "state.moment-bytes.default", 2);
    sized_factor(&s, "state.step-bytes.default", 0);
    sized_factor(&s, "memory.gradient-live.default", 1);
    sized_factor(&s, "memory.norm-bytes.default", 0);
    sized_factor(&s, "memory.activation-share.default", 0.9);
    sized_factor(&s, "memory.logits-bytes.default", 10);
    sized_factor(&s, "memory.slack.default", 0);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    j.optimizer = OPT_ADAMW_BF16;
    j.micro_batch = 2;
    j.global_batch = 2;
    j.recompute_given = true;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.line_gib[MEM_WEIGHTS] * GIB, 6.426e9, 1e-6);
    near(z.line_gib[MEM_OPTIMIZER] * GIB, 4 * 3.213e9, 1e-6);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB,
         2 * (7 * 3072 + 1.5 * 2048 + 4 * 8192) * 0.9 * 28 * 8192, 1e-6);
    near(z.line_gib[MEM_LOGITS] * GIB, 8192 * 128256.0 * 10, 1e-6);
    double peak = z.per_gpu_gib.typical - z.line_gib[MEM_CONTEXT];
    near(peak, 51.0, 0.10);
}

/* Full recomputation keeps 2 x hidden bytes a token and layer, and one layer at work. */
static void recomputation_keeps_the_inputs(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "memory.norm-bytes.default", 0);
    sized_factor(&s, "memory.activation-share.default", 1);
    sized_factor(&s, "memory.checkpoint-layers.default", 0);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    j.micro_batch = 1;
    struct sizing z = sized_on(&s, &j, "big", 1);
    double tokens = 4096, one = 2 * (7 * 4096 + 1.5 * 2048 + 4 * 14336);
    double inner = 2 * (2 * 14336 + 2 * 4096);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB, tokens * (2 * 4096 * 32 + one + inner), 1e-6);
}

/* In fp32 all that a layer keeps has four bytes: the 16-bit figures twice. */
static void wide_activations_have_four_bytes(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "memory.norm-bytes.default", 0);
    sized_factor(&s, "memory.activation-share.default", 1);
    sized_factor(&s, "memory.checkpoint-layers.default", 0);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    j.micro_batch = 1;
    j.precision = num_format_find("fp32");
    struct sizing z = sized_on(&s, &j, "big", 1);
    double one = 4 * (7 * 4096 + 1.5 * 2048 + 4 * 14336), inner = 4 * (2 * 14336 + 2 * 4096);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB, 4096.0 * (4 * 4096 * 32 + one + inner), 1e-6);
}

/* QLoRA of an 8B whose products keep their inputs in fp32, each its own: h for q, k and v, q for
 * the output, 2 h for gate and up, f for down: 4 (4 x 4096 + 14336) = 122,880 bytes a token and
 * layer more. Tables and head widened to fp32: 2 x 2 x 128256 x 4096 = 2.10e9 bytes more. */
static void packed_products_keep_their_inputs(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "memory.slack.default", 0);
    struct job j = sized_job(&s, "llama-8b", METHOD_QLORA);
    j.recompute_given = true;
    j.recompute = RECOMPUTE_NONE;
    j.micro_batch = 1;
    struct sizing plain = sized_on(&s, &j, "big", 1);
    sized_factor(&s, "memory.packed-input-bytes.default", 4);
    sized_factor(&s, "memory.packed-table-bytes.default", 4);
    struct sizing z = sized_on(&s, &j, "big", 1);
    near((z.line_gib[MEM_ACTIVATIONS] - plain.line_gib[MEM_ACTIVATIONS]) * GIB,
         4.0 * (4 * 4096 + 14336) * 4096 * 32, 1e-6);
    near((z.line_gib[MEM_WEIGHTS] - plain.line_gib[MEM_WEIGHTS]) * GIB, 2 * 2 * 128256.0 * 4096,
         1e-6);
    j.weights = num_format_find("int4"); /* GPTQ: nothing is widened */
    struct sizing other = sized_on(&s, &j, "big", 1);
    sized_factor(&s, "memory.packed-table-bytes.default", 2);
    near(sized_on(&s, &j, "big", 1).line_gib[MEM_WEIGHTS], other.line_gib[MEM_WEIGHTS], 1e-9);
}

/* A model that shares its head with the table, held apart: 128,256 x 3,072 parameters more of
 * 3.213e9, two bytes each under LoRA. */
static void a_head_held_apart_counts_again(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct job j = sized_job(&s, "llama-3b", METHOD_LORA);
    j.micro_batch = 1;
    double tied = sized_on(&s, &j, "big", 1).line_gib[MEM_WEIGHTS];
    sized_factor(&s, "memory.head-apart.default", 1);
    double apart = sized_on(&s, &j, "big", 1).line_gib[MEM_WEIGHTS];
    near((apart - tied) * GIB, 2 * 128256.0 * 3072, 1e-6);
    j.model = sized_model(&s, "llama-8b"); /* shares none */
    near(sized_on(&s, &j, "big", 1).line_gib[MEM_WEIGHTS] * GIB, 2 * 8.03e9, 1e-6);
}

/* Four cards of a trainer that shards the model as one unit: its shard of the weights, the model
 * whole beside it, whole gradients, states of the shard: 2/4 + 2 + 2 + 4/4 bytes a parameter. */
static void a_model_of_one_unit_is_whole_while_it_runs(void **state)
{
    (void)state;
    struct sized s;
    struct sz z;
    struct mem m;
    sized_init(&s);
    paper_states(&s);
    sized_factor(&s, "state.master-bytes.default", 0);
    sized_factor(&s, "state.moment-bytes.default", 2);
    sized_factor(&s, "memory.gather-layers.default", 999);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[0], 4, 1);
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 4, .micro_batch = 1,
                       .grad_accum = 1, .sharding = SHARD_ZERO3};
    sz_init(&z, &j, &s.facts, &shape);
    mem_train(&z, &l, &m);
    near(m.gib[MEM_WEIGHTS] * GIB, 8.03e9 * 2 / 4, 1e-6);
    near(m.gib[MEM_GATHER] * GIB, 8.03e9 * 2, 1e-6);
    near(m.gib[MEM_GRADIENTS] * GIB, 8.03e9 * 2, 1e-6);
    near(m.gib[MEM_OPTIMIZER] * GIB, 8.03e9 * 4 / 4, 1e-6);
}

/* Qwen-7B LoRA rank 64, 512 tokens: measured 20.4 GB; 2048: 23.8 GB (Qwen repository). */
static void adapters_of_7b(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "lora.bytes.default", 16);
    sized_factor(&s, "lora.target-share.default", 1);
    sized_factor(&s, "memory.logits-bytes.default", 10);
    sized_factor(&s, "memory.norm-bytes.default", 16);
    sized_factor(&s, "memory.activation-share.default", 1);
    sized_factor(&s, "memory.checkpoint-layers.default", 0);
    sized_factor(&s, "memory.slack.default", 0.05);
    sized_factor(&s, "memory.context.default", 0.9);
    struct job j = sized_job(&s, "qwen-7b", METHOD_LORA);
    j.lora_rank = 64;
    j.micro_batch = 1;
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    j.context = 512;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.line_gib[MEM_WEIGHTS] * GIB, 7.721e9 * 2, 1e-6);
    /* a layer: 64 x (4h + 2q + kv + 3(h + f)) = 64 x (32768 + 45312) = 5.0e6; x 32 x 16 B */
    near(z.line_gib[MEM_ADAPTER] * GIB, 32 * 64 * (8 * 4096 + 3 * (4096 + 11008.0)) * 16, 1e-6);
    near(z.per_gpu_gib.typical * GIB / GB, 20.4, 0.12);
    j.context = 2048;
    near(sized_on(&s, &j, "big", 1).per_gpu_gib.typical * GIB / GB, 23.8, 0.12);
}

static void methods_are_in_order(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct job full = sized_job(&s, "llama-8b", METHOD_FULL);
    struct job lora = sized_job(&s, "llama-8b", METHOD_LORA);
    struct job qlora = sized_job(&s, "llama-8b", METHOD_QLORA);
    full.micro_batch = lora.micro_batch = qlora.micro_batch = 1;
    double a = sized_on(&s, &full, "big", 1).per_gpu_gib.typical;
    double b = sized_on(&s, &lora, "big", 1).per_gpu_gib.typical;
    double c = sized_on(&s, &qlora, "big", 1).per_gpu_gib.typical;
    assert_true(a > b && b > c);
}

static void offload_moves_states_to_the_host(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    paper_states(&s);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.micro_batch = 1;
    struct sizing on = sized_on(&s, &j, "big", 1);
    j.offload = OFFLOAD_CPU;
    struct sizing off = sized_on(&s, &j, "big", 1);
    assert_true(off.line_gib[MEM_OPTIMIZER] == 0);
    assert_true(off.per_gpu_gib.typical < on.per_gpu_gib.typical - 80);
    assert_true(off.host_ram_need_gb > on.host_ram_need_gb + 12 * 8.03);
}

/* 50 requests of 1,300 tokens, 8B: 50 x 1300 x 131,072 B = 7.93 GiB on one card, half on two. */
static void cache_counts_the_requests_asked_for(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 50);
    struct sizing one = sized_on(&s, &j, "big", 1);
    near(one.line_gib[MEM_KV_CACHE] * GIB, 50 * 1300 * 131072.0, 1e-6);
    near(one.line_gib[MEM_WEIGHTS] * GIB, 8.03e9 * 2, 1e-6);
    j.tp = 2;
    j.pp = 1;
    struct sizing two = sized_on(&s, &j, "big", 2);
    near(two.line_gib[MEM_KV_CACHE], one.line_gib[MEM_KV_CACHE] / 2, 1e-6);
    assert_true(one.max_users > 50);
    /* a long context is admitted at least once */
    j.users = 1;
    j.context = 131072;
    j.tp = j.pp = 0;
    near(sized_on(&s, &j, "big", 1).line_gib[MEM_KV_CACHE], 16, 1e-6);
}

/* Fewer KV heads than cards: copies, not shares. */
static void kv_heads_are_copied_when_few(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_model(&s, "llama-8b")->kv_heads = 2;
    struct job j = sized_serve(&s, "llama-8b", "bf16", 8);
    j.pp = 1;
    j.tp = 2;
    double two = sized_on(&s, &j, "big", 2).line_gib[MEM_KV_CACHE];
    j.tp = 8;
    double eight = sized_on(&s, &j, "big", 8).line_gib[MEM_KV_CACHE];
    near(eight, two, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_divide_by_stage),
        cmocka_unit_test(full_fine_tuning_of_3b),
        cmocka_unit_test(recomputation_keeps_the_inputs),
        cmocka_unit_test(wide_activations_have_four_bytes),
        cmocka_unit_test(packed_products_keep_their_inputs),
        cmocka_unit_test(a_head_held_apart_counts_again),
        cmocka_unit_test(a_model_of_one_unit_is_whole_while_it_runs),
        cmocka_unit_test(adapters_of_7b),
        cmocka_unit_test(methods_are_in_order),
        cmocka_unit_test(offload_moves_states_to_the_host),
        cmocka_unit_test(cache_counts_the_requests_asked_for),
        cmocka_unit_test(kv_heads_are_copied_when_few),
    };
    return cmocka_run_group_tests_name("sizing: memory", tests, NULL, NULL);
}
