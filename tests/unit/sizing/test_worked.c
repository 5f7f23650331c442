/*
 * Worked examples with their arithmetic in full: the sharding stages with all that they add, the
 * divisors of each kind of parallelism, and published runs that the formulas must meet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

/* Mixed precision as Megatron keeps it: weights 2, fp32 gradients 4, master and moments 12. */
static void megatron_states(struct sized *s)
{
    sized_init(s);
    sized_factor(s, "state.weight-bytes.default", 2);
    sized_factor(s, "state.gradient-bytes.default", 4);
    sized_factor(s, "state.master-bytes.default", 4);
    sized_factor(s, "state.moment-bytes.default", 4);
    sized_factor(s, "state.step-bytes.default", 0);
    sized_factor(s, "memory.bucket-gib.default", 0.5);
    sized_factor(s, "memory.gradient-live.default", 1);
    sized_factor(s, "memory.gather-layers.default", 2);
    sized_factor(s, "memory.norm-bytes.default", 0);
    sized_factor(s, "memory.activation-share.default", 1);
    sized_factor(s, "memory.score-bytes.default", 0);
    sized_factor(s, "memory.checkpoint-layers.default", 0);
    sized_factor(s, "memory.slack.default", 0);
}

static struct sizing sharded(struct sized *s, enum sharding stage, int cards)
{
    struct job j = sized_job(s, "llama-8b", METHOD_FULL);
    j.sharding_given = true;
    j.sharding = stage;
    j.micro_batch = 1;
    j.global_batch = 4.0 * cards;
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    return sized_on(s, &j, "big", cards);
}

/* 8.03e9 parameters on eight cards.
 * none : w 2 x 8.03 = 16.06   g 4 x 8.03 = 32.12          o 12 x 8.03 = 96.36 GB
 * zero1: w 16.06              g 32.12                     o 96.36 / 8 = 12.045
 * zero2: w 16.06              g 32.12 / 8 + 0.5 GiB       o 12.045
 * zero3: w 16.06 / 8 = 2.0075 g 4.015 + 0.5 GiB           o 12.045, and gathered beside them
 *        two blocks of (8.03e9 - 1.0507e9) / 32 = 218.1e6 parameters and the head of
 *        128256 x 4096 = 525.3e6, 2 bytes each: 2 x (2 x 218.1e6 + 525.3e6) = 1.923 GB */
static void each_stage_by_hand(void **state)
{
    (void)state;
    static const struct {
        enum sharding stage;
        double w, g, o, gathered;
    } want[] = {
        {SHARD_NONE, 16.06, 32.12, 96.36, 0},
        {SHARD_ZERO1, 16.06, 32.12, 12.045, 0},
        {SHARD_ZERO2, 16.06, 4.015 + 0.536870912, 12.045, 0},
        {SHARD_ZERO3, 2.0075, 4.015 + 0.536870912, 12.045, 1.9230},
    };
    struct sized s;
    megatron_states(&s);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct sizing z = sharded(&s, want[i].stage, 8);
        near(z.line_gib[MEM_WEIGHTS] * GIB / GB, want[i].w, 1e-6);
        near(z.line_gib[MEM_GRADIENTS] * GIB / GB, want[i].g, 1e-6);
        near(z.line_gib[MEM_OPTIMIZER] * GIB / GB, want[i].o, 1e-6);
        if (want[i].gathered > 0)
            near(z.line_gib[MEM_GATHER] * GIB / GB, want[i].gathered, 1e-3);
        else
            assert_true(z.line_gib[MEM_GATHER] == 0);
    }
}

static struct sz context_of(struct sized *s, struct job *j, struct shape *shape, const char *model,
                            int cards)
{
    struct sz z;
    *j = sized_job(s, model, METHOD_FULL);
    *shape = shape_of(&s->accel[0], cards, 1);
    sz_init(&z, j, &s->facts, shape);
    return z;
}

/* Of an 8B (embeddings 2 x 525.3e6 = 1.0507e9, blocks 6.9793e9):
 * tp 4 : all of it over four                           8.03e9 / 4 = 2.0075e9
 * pp 4 : blocks over four stages, one of the two tables 1.7448e9 + 0.5253e9 = 2.2702e9
 * tp 2, pp 2: 6.9793e9 / 4 + 1.0507e9 / 2 / 2          = 2.0075e9
 * Of the mixture (experts 48 x 128 x 3 x 2048 x 768 = 28.99e9 of 30.532e9):
 * ep 8 : the experts over eight, the rest whole        3.6238e9 + 1.5408e9 */
static void parallel_ranks_divide_what_they_hold(void **state)
{
    (void)state;
    struct sized s;
    struct job j;
    struct shape shape;
    megatron_states(&s);
    struct sz z = context_of(&s, &j, &shape, "llama-8b", 8);
    struct layout l = {.tp = 4, .pp = 1, .cp = 1, .ep = 1, .dp = 2};
    near(params_on_card(&z, &l), 8.03e9 / 4, 1e-6);
    l = (struct layout){.tp = 1, .pp = 4, .cp = 1, .ep = 1, .dp = 2};
    near(params_on_card(&z, &l), 6.97933e9 / 4 + 0.52533e9, 1e-4);
    l = (struct layout){.tp = 2, .pp = 2, .cp = 1, .ep = 1, .dp = 2};
    near(params_on_card(&z, &l), 8.03e9 / 4, 1e-6);
    z = context_of(&s, &j, &shape, "moe-30b", 8);
    double experts = 48.0 * 128 * 3 * 2048 * 768;
    l = (struct layout){.tp = 1, .pp = 1, .cp = 1, .ep = 8, .dp = 8};
    near(params_on_card(&z, &l), experts / 8 + (30.532e9 - experts), 1e-3);
}

/* Activations of a block: 2 x (7 x 4096 + 1.5 x 2048 + 4 x 14336) = 178,176 bytes a token; 4,096
 * tokens, 32 layers: 23.35 GB. Two context ranks halve the tokens, two tensor ranks the widths.
 * Kept layers: half of them recomputed leaves 16 blocks, 16 checkpoints of 8,192 bytes a token, and
 * the block at work with the gradients inside it, 2 x (2 x 14336 + 2 x 4096) bytes a token. */
static void activations_divide_and_recompute(void **state)
{
    (void)state;
    struct sized s;
    struct job j;
    struct shape shape;
    struct mem m;
    megatron_states(&s);
    struct sz z = context_of(&s, &j, &shape, "llama-8b", 8);
    double block = 2 * (7 * 4096 + 1.5 * 2048 + 4 * 14336.0), tokens = 4096;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .micro_batch = 1, .grad_accum = 4};
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, block * tokens * 32, 1e-9);
    l.cp = 2;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, block * tokens * 32 / 2, 1e-9);
    l.cp = 1;
    l.tp = 2;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, block * tokens * 32 / 2, 1e-9);
    l.tp = 1;
    l.recompute = RECOMPUTE_FULL;
    l.kept = 0.5;
    mem_train(&z, &l, &m);
    double inner = 2 * (2 * 14336 + 2 * 4096.0);
    near(m.gib[MEM_ACTIVATIONS] * GIB, tokens * (16 * block + 16 * 2 * 4096.0 + block + inner),
         1e-9);
}

/* arXiv 2205.05198: without fused attention 5 a s bytes more a token and layer: 32 heads, 4,096
 * tokens: 5 x 32 x 4096 = 655,360; 7 in fp32, whose product with the values has two bytes more.
 * Selective recomputation drops all of it but one layer's. */
static void scores_count_where_attention_is_not_fused(void **state)
{
    (void)state;
    struct sized s;
    struct job j;
    struct shape shape;
    struct mem m;
    megatron_states(&s);
    sized_factor(&s, "memory.score-bytes.default", 5);
    struct sz z = context_of(&s, &j, &shape, "llama-8b", 8);
    double block = 2 * (7 * 4096 + 1.5 * 2048 + 4 * 14336.0), tokens = 4096;
    double scores = 5.0 * 32 * 4096;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .micro_batch = 1, .grad_accum = 4};
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, (block + scores) * tokens * 32, 1e-9);
    l.recompute = RECOMPUTE_SELECTIVE;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, (block * 32 + scores) * tokens, 1e-9);
    j.precision = num_format_find("fp32");
    l.recompute = RECOMPUTE_NONE;
    sz_init(&z, &j, &s.facts, &shape);
    mem_train(&z, &l, &m);
    near(m.gib[MEM_ACTIVATIONS] * GIB, (2 * block + 7.0 * 32 * 4096) * tokens * 32, 1e-9);
}

/* 8 x 4,096 tokens x 128,256 words: in ten bytes (16-bit logits, fp32 copy, fp32 gradient) 42.0 GB,
 * in eight chunks 1.8 bytes are left of them, 7.6 GB; a fused loss keeps none. Eight ranks of one
 * layer hold an eighth of the words; encoders score 15 % of the tokens. */
static void logits_by_kind_of_loss(void **state)
{
    (void)state;
    static const double bytes[] = {10, 1.8, 0};
    struct sized s;
    struct job j;
    struct shape shape;
    struct mem m;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .micro_batch = 8, .grad_accum = 1};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        megatron_states(&s);
        sized_factor(&s, "memory.logits-bytes.default", bytes[i]);
        struct sz z = context_of(&s, &j, &shape, "llama-8b", 8);
        l.tp = 1;
        mem_train(&z, &l, &m);
        near(m.gib[MEM_LOGITS] * GIB, 32768.0 * 128256 * bytes[i], 1e-9);
        l.tp = 8;
        mem_train(&z, &l, &m);
        near(m.gib[MEM_LOGITS] * GIB, 32768.0 * 128256 * bytes[i] / 8, 1e-9);
    }
    megatron_states(&s);
    sized_factor(&s, "memory.logits-bytes.default", 10);
    sized_model(&s, "llama-8b")->kind = MODEL_ENCODER;
    struct sz z = context_of(&s, &j, &shape, "llama-8b", 8);
    j.task = TASK_PRETRAIN;
    l.tp = 1;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_LOGITS] * GIB, 0.15 * 32768 * 128256 * 10, 1e-9);
}

/* QLoRA of an 8B: tables 1.0507e9 x 2 bytes and 6.9793e9 x 4.5 bits = 6.03e9; the largest matrix,
 * 4,096 x 14,336, unpacked: 117 MB. Adapters of rank 16 as counted for LoRA, 16 bytes each. zero3
 * over eight cards shares frozen weights and adapters, and gathers two blocks of 218.1e6 packed. */
static void frozen_weights_are_packed_and_shared(void **state)
{
    (void)state;
    struct sized s;
    struct mem m;
    megatron_states(&s);
    sized_factor(&s, "lora.bytes.default", 16);
    sized_factor(&s, "lora.target-share.default", 1);
    struct job j = sized_job(&s, "llama-8b", METHOD_QLORA);
    struct shape shape = shape_of(&s.accel[0], 8, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .micro_batch = 1, .grad_accum = 1};
    double tables = 2.0 * 128256 * 4096, packed = (8.03e9 - tables) * 4.5 / 8 + tables * 2;
    double adapter = 32 * 16 * (6 * 4096 + 2048 + 3 * (4096 + 14336.0)) * 16;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_WEIGHTS] * GIB, packed, 1e-6);
    near(m.gib[MEM_ADAPTER] * GIB, adapter, 1e-9);
    near(m.gib[MEM_WORKSPACE] * GIB, 4096.0 * 14336 * 2, 1e-9);
    assert_true(m.gib[MEM_GRADIENTS] == 0 && m.gib[MEM_OPTIMIZER] == 0);
    l.sharding = SHARD_ZERO3;
    mem_train(&z, &l, &m);
    near(m.gib[MEM_WEIGHTS] * GIB, packed / 8, 1e-6);
    near(m.gib[MEM_ADAPTER] * GIB, adapter / 8, 1e-9);
    double block = (8.03e9 - tables) / 32 * packed / 8.03e9;
    near(m.gib[MEM_GATHER] * GIB, 2 * block + tables / 2 * 2, 1e-3);
}

/* Llama 3.2 3B, bf16 AdamW with the step fused into the backward pass, 2 x 4,096 tokens, all layers
 * recomputed, loss in eight chunks: weights 6.43, states 12.85, checkpoints 28 x 2 x 3072 x 8192 =
 * 1.41, one block 0.9 x 2 x (7 x 3072 + 1.5 x 2048 + 4 x 8192) x 8192 = 0.85, its gradients 0.37,
 * logits 1.8 x 128256 x 8192 = 1.89 GB: 23.8 GB = 22.2 GiB. Measured 23.1 GiB (torchtune). */
static void fused_step_of_3b(void **state)
{
    (void)state;
    struct sized s;
    megatron_states(&s);
    sized_factor(&s, "state.gradient-bytes.default", 2);
    sized_factor(&s, "state.master-bytes.default", 0);
    sized_factor(&s, "state.moment-bytes.default", 2);
    sized_factor(&s, "memory.gradient-live.default", 0);
    sized_factor(&s, "memory.activation-share.default", 0.9);
    sized_factor(&s, "memory.logits-bytes.default", 1.8);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    j.optimizer = OPT_ADAMW_BF16;
    j.micro_batch = j.global_batch = 2;
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    struct sizing z = sized_on(&s, &j, "big", 1);
    assert_true(z.line_gib[MEM_GRADIENTS] == 0);
    near(z.line_gib[MEM_OPTIMIZER] * GIB, 4 * 3.213e9, 1e-6);
    near((z.per_gpu_gib.typical - z.line_gib[MEM_CONTEXT]) * GIB / GB, 23.8, 0.01);
    near(z.per_gpu_gib.typical - z.line_gib[MEM_CONTEXT], 23.1, 0.06);
}

/* Llama 3.1 70B in Q4_0: 4.5 bits a parameter of the blocks (18 bytes for 32 values), more for the
 * two tables; the log of llama.cpp says 37.22 GiB. */
static void a_70b_file_in_four_bits(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    double bytes = model_weight_bytes(sized_model(&s, "llama-70b"), num_format_find("q4_0"));
    near(bytes / GIB, 37.22, 0.02);
    /* all of it at 4.5 bits would be 70.554e9 x 4.5 / 8 = 36.96 GiB */
    assert_true(bytes / GIB > 36.9);
}

/* 6 N D over a share of the peak: N 70e9, D 1e12 tokens, 300 TFLOP/s at 50 %: 6 x 70e9 x 1e12 /
 * 150e12 / 3600 = 777,778 card hours, whatever the number of cards. */
static void hours_are_six_n_d(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    static const char *const free_of[] = {"attention.default", "stream.default", "link.gpu",
                                          "link.network-rdma"};
    for (size_t i = 0; i < sizeof free_of / sizeof free_of[0]; i++)
        sized_factor(&s, free_of[i], 1e9);
    sized_factor(&s, "gemm.bf16.default", 0.5);
    sized_factor(&s, "speed.trainer.default", 1);
    sized_factor(&s, "speed.launch-us.default", 0);
    sized_factor(&s, "speed.step-ms.default", 0);
    sized_factor(&s, "link.latency-gpu", 0);
    sized_factor(&s, "train.availability", 1);
    sized_factor(&s, "train.availability-cluster", 1);
    struct model *m = sized_model(&s, "llama-70b");
    m->vocab = 0; /* no tables: every parameter is multiplied */
    struct job j = sized_job(&s, "llama-70b", METHOD_FULL);
    j.optimizer = OPT_SGD;
    j.sharding_given = true;
    j.sharding = SHARD_ZERO3;
    j.recompute_given = true;
    j.micro_batch = 64; /* the optimizer's share of the step vanishes */
    j.tokens = 1e12;
    struct sizing z = sized_on(&s, &j, "big", 8);
    near(z.hours_per_run.typical * 8, 6 * 70.554e9 * 1e12 / 150e12 / 3600, 0.02);
    near(z.flops_per_run, 6 * 70.554e9 * 1e12, 0.06); /* and attention */
}

/* A pass reads the weights once: 8.03e9 less the input table, 15.0 GB over 2,000 GB/s = 7.5 ms, of
 * 128 tokens' arithmetic 2 x 7.5e9 x 128 / 150e12 = 12.8 ms. Many tokens hide it. */
static void few_tokens_pay_for_the_weights(void **state)
{
    (void)state;
    struct sized s;
    struct step step;
    sized_init(&s);
    sized_factor(&s, "gemm.bf16.default", 0.5);
    sized_factor(&s, "attention.default", 1e9);
    sized_factor(&s, "stream.default", 1);
    sized_factor(&s, "speed.element-passes.default", 0);
    sized_factor(&s, "speed.loss-bytes.default", 0);
    sized_factor(&s, "speed.launch-us.default", 0);
    sized_factor(&s, "speed.step-ms.default", 0);
    sized_factor(&s, "speed.trainer.default", 1);
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct sz z;
    j.context = 128;
    sz_init(&z, &j, &s.facts, &shape);
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1, .grad_accum = 1};
    assert_true(time_train(&z, &l, &step));
    double n = 8.03e9 - 128256 * 4096.0; /* both tables belong to n; the input one is not read */
    near(step.compute_s, 2 * (2 * n * 128 / 150e12 + 2 * n / 2000e9), 0.02);
}

/* Scores in memory: 30 bytes of 24 heads x 4,096 words and 28 layers a token, 82.6 MB, 4,096 tokens
 * over 2,000 GB/s x 0.85: 199 ms more. An encoder that scores all its tokens reads and writes
 * 128,256 words of 24 bytes for each, 6.7 times those of 15 %. */
static void scores_and_words_pass_through_memory(void **state)
{
    (void)state;
    struct sized s;
    struct step with, without, masked;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1, .grad_accum = 1};
    sized_init(&s);
    sized_factor(&s, "speed.trainer.default", 1);
    sized_factor(&s, "stream.default", 0.85);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &without));
    sized_factor(&s, "speed.score-bytes.default", 30);
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &with));
    near(with.memory_s - without.memory_s, 30.0 * 24 * 4096 * 28 * 4096 / (2000e9 * 0.85), 1e-6);
    sized_model(&s, "llama-3b")->kind = MODEL_ENCODER;
    sz_init(&z, &j, &s.facts, &shape);
    near(scored_share(&z), 0, 1e-9); /* a classifier: neither logits nor products of words */
    j.task = TASK_PRETRAIN;
    near(scored_share(&z), 0.15, 1e-9);
    assert_true(time_train(&z, &l, &masked));
    sized_factor(&s, "loss.scored-share.default", 1);
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &with));
    near(with.memory_s - masked.memory_s, 0.85 * 4096 * 128256 * 24 / (2000e9 * 0.85), 1e-6);
}

/* Eager code at 830 us a layer and pass: 28 layers, three passes of full training: 69.7 ms, longer
 * than 128 tokens compute. */
static void launches_rule_short_batches(void **state)
{
    (void)state;
    struct sized s;
    struct step step;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1, .grad_accum = 1};
    sized_init(&s);
    sized_factor(&s, "speed.launch-us.default", 830);
    sized_factor(&s, "speed.step-ms.default", 0);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    j.context = 128;
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &step));
    near(step.step_s - step.apply_s, 28 * 3 * 830e-6, 1e-6);
}

/* AdamW of an operation at a time: 20 reads and writes of a state where the fused one has 8. */
static void states_are_passed_by_each_operation(void **state)
{
    (void)state;
    struct sized s;
    struct step fused, eager;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1, .grad_accum = 1};
    sized_init(&s);
    megatron_states(&s);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &fused));
    near(fused.apply_s, 2 * (2 + 4 + 12) * 3.213e9 / (2000e9 * 0.8), 1e-6);
    sized_factor(&s, "speed.optimizer-passes.default", 2.5);
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &eager));
    near(eager.apply_s, 2.5 * fused.apply_s, 1e-9);
}

/* A trainer whose kernels keep half of the card takes twice as long for its products; the row of
 * the trainer on the card goes before that of all. */
static void kernels_of_a_trainer_on_a_card(void **state)
{
    (void)state;
    struct sized s;
    struct step all, half;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .micro_batch = 1, .grad_accum = 1};
    sized_init(&s);
    sized_factor(&s, "speed-kernels.any.default", 1);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &all));
    sized_factor(&s, "speed-kernels.ddp.test-card", 0.5);
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(time_train(&z, &l, &half));
    near(half.compute_s, 2 * all.compute_s, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_stage_by_hand),
        cmocka_unit_test(parallel_ranks_divide_what_they_hold),
        cmocka_unit_test(activations_divide_and_recompute),
        cmocka_unit_test(scores_count_where_attention_is_not_fused),
        cmocka_unit_test(logits_by_kind_of_loss),
        cmocka_unit_test(launches_rule_short_batches),
        cmocka_unit_test(states_are_passed_by_each_operation),
        cmocka_unit_test(kernels_of_a_trainer_on_a_card),
        cmocka_unit_test(scores_and_words_pass_through_memory),
        cmocka_unit_test(frozen_weights_are_packed_and_shared),
        cmocka_unit_test(fused_step_of_3b),
        cmocka_unit_test(a_70b_file_in_four_bits),
        cmocka_unit_test(hours_are_six_n_d),
        cmocka_unit_test(few_tokens_pay_for_the_weights),
    };
    return cmocka_run_group_tests_name("sizing: worked examples", tests, NULL, NULL);
}
