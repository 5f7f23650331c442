/*
 * Serving, worked out by hand: lines of memory, a prompt, a step of many requests, a full server,
 * ranks that split a layer; and what a run of training asks of its machine.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

/* Reads at 92 % of 2,000 GB/s, products at half of 300 TFLOP/s, no time besides. */
static void plain(struct sized *s)
{
    static const struct {
        const char *id;
        double x;
    } set[] = {
        {"decode.any.default", 0.92},
        {"decode.layer-us.default", 0},
        {"decode.sequence-us.default", 0},
        {"decode.step-ms.default", 0},
        {"decode-gemm.bf16.default", 0.5},
        {"prefill.any.default", 0.5},
        {"serve.first-ms.default", 20},
        {"serve.graphs.default", 0.8},
        {"serve.context.default", 0.9},
        {"serve.workspace.default", 0.5},
        {"serve.chunk-tokens.default", 2048},
        {"serve.logit-rows.default", 256},
        {"serve.max-batch.default", 256},
        {"serve.kv-copies.default", 1},
        {"link.gpu", 0.8},
        {"link.latency-gpu", 1e-5},
        {"memory.comm-8", 0.4},
    };
    sized_init(s);
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        sized_factor(s, set[i].id, set[i].x);
}

#define READ (0.92 * 2000e9)
#define MATH 150e12
#define MULTIPLIED (8.03e9 - 128256.0 * 4096) /* of an 8B: without the input table */

/* 32 requests of 1,000 + 300 tokens. A chunk of 2,048 rows, 2 x (4096 + 1.5 x 14336) x 2 bytes
 * each (gate, up and their product): 210 MB; logits of 32 rows of 128,256 in 4 bytes: 16.4 MB;
 * graphs, context and workspace as told. Two cards: half of the MLP, and buffers of the
 * link. */
static void every_line_of_a_server(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
    j.tp = j.pp = 1;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.line_gib[MEM_WEIGHTS] * GIB, 16.06e9, 1e-9);
    near(z.line_gib[MEM_KV_CACHE] * GIB, 32 * 1300 * 131072.0, 1e-9);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB, 2048 * 2 * (4096 + 1.5 * 14336) * 2, 1e-9);
    near(z.line_gib[MEM_LOGITS] * GIB, 4 * 128256.0 * 32, 1e-9);
    near(z.line_gib[MEM_GRAPHS], 0.8, 1e-9);
    near(z.line_gib[MEM_CONTEXT], 0.9, 1e-9);
    near(z.line_gib[MEM_WORKSPACE], 0.5, 1e-9);
    assert_true(z.line_gib[MEM_COMMUNICATION] == 0 && z.line_gib[MEM_STATE] == 0);
    j.tp = 2;
    z = sized_on(&s, &j, "big", 2);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB, 2048 * 2 * (4096 + 0.75 * 14336) * 2, 1e-9);
    near(z.line_gib[MEM_LOGITS] * GIB, 4 * 128256.0 * 32, 1e-9);
    near(z.line_gib[MEM_COMMUNICATION], 0.4, 1e-9);
}

/* No chunk is longer than the prompts: one request of 1,000 + 8,000 tokens. */
static void a_chunk_is_no_longer_than_the_prompt(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 1);
    j.tp = j.pp = 1;
    j.output_len = 8000;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.line_gib[MEM_ACTIVATIONS] * GIB, 1000 * 2 * (4096 + 1.5 * 14336) * 2, 1e-9);
}

/* One latent for all heads cannot be split: each of eight cards holds 61 x 576 x 2 bytes a token,
 * where an engine does not share them out by request. Pipeline stages hold their own layers. */
static void latents_are_copied_by_tensor_ranks(void **state)
{
    (void)state;
    struct sized s;
    struct mem m;
    plain(&s);
    struct job j = sized_serve(&s, "mla", "bf16", 4);
    struct shape shape = shape_of(&s.accel[0], 8, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    struct layout l = {.tp = 8, .pp = 1, .dp = 1};
    mem_serve(&z, &l, 4, 0, &m);
    near(m.gib[MEM_KV_CACHE] * GIB, 4 * 1300 * 70272.0, 1e-9);
    l = (struct layout){.tp = 4, .pp = 2, .dp = 1};
    mem_serve(&z, &l, 4, 0, &m);
    near(m.gib[MEM_KV_CACHE] * GIB, 4 * 1300 * 70272.0 / 2, 1e-9);
    sized_factor(&s, "serve.latent-split.default", 1);
    sz_init(&z, &j, &s.facts, &shape);
    l = (struct layout){.tp = 8, .pp = 1, .dp = 1};
    mem_serve(&z, &l, 4, 0, &m);
    near(m.gib[MEM_KV_CACHE] * GIB, 4 * 1300 * 70272.0 / 8, 1e-9);
    sized_factor(&s, "serve.latent-split.default", 0); /* ranks of attention, each its requests */
    j.attention_dp = true;
    sz_init(&z, &j, &s.facts, &shape);
    mem_serve(&z, &l, 4, 0, &m);
    near(m.gib[MEM_KV_CACHE] * GIB, 4 * 1300 * 70272.0 / 8, 1e-9);
}

/* Ranks that share out the requests hold all but the experts whole: of 30.532e9 parameters
 * 48 x 128 x 3 x 2048 x 768 = 28.991e9 are spread over eight cards, 1.541e9 lie on each. The rows
 * of all ranks come together before the experts: 8 x (8 x 2048 + 1.5 x 6144) wide. */
static void ranks_that_share_out_requests(void **state)
{
    (void)state;
    struct sized s;
    struct mem m;
    struct sz z;
    plain(&s);
    struct job j = sized_serve(&s, "moe-30b", "bf16", 32);
    struct shape shape = shape_of(&s.accel[0], 8, 1);
    struct layout l = {.tp = 8, .pp = 1, .dp = 1};
    double experts = 48.0 * 128 * 3 * 2048 * 768, routed = 8 * 2048 + 1.5 * 6144;
    sz_init(&z, &j, &s.facts, &shape);
    mem_serve(&z, &l, 32, 0, &m);
    near(m.gib[MEM_WEIGHTS] * GIB, 30.532e9 * 2 / 8, 1e-6);
    double rows = m.gib[MEM_ACTIVATIONS];
    j.attention_dp = true;
    sz_init(&z, &j, &s.facts, &shape);
    mem_serve(&z, &l, 32, 0, &m);
    near(m.gib[MEM_WEIGHTS] * GIB, 2 * (experts / 8 + 30.532e9 - experts), 1e-6);
    near((m.gib[MEM_ACTIVATIONS] - rows) * GIB, 2048 * 2 * 7 * routed * 2, 1e-6);
}

/* 36 of 48 layers linear: 32 heads of 128 x 128 values in fp32, 75.5 MB a request whatever its
 * length; the other 12 keep 2 x 2 x 256 values a token in 2 bytes. Ranks split both. */
static void linear_layers_keep_a_state(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct model *m = sized_model(&s, "llama-8b");
    m->linear_state_elems_per_seq = 36.0 * 32 * 128 * 128;
    m->kv_elems_per_token_full = 12 * 2 * 2 * 256;
    m->kv_heads = 2;
    struct job j = sized_serve(&s, "llama-8b", "bf16", 16);
    j.tp = j.pp = 1;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.line_gib[MEM_STATE] * GIB, 16 * 36.0 * 32 * 128 * 128 * 4, 1e-9);
    near(z.line_gib[MEM_KV_CACHE] * GIB, 16 * 1300.0 * 12 * 2 * 2 * 256 * 2, 1e-9);
    j.input_len = 3000; /* the state does not grow */
    struct sizing longer = sized_on(&s, &j, "big", 1);
    near(longer.line_gib[MEM_STATE], z.line_gib[MEM_STATE], 1e-9);
    near(longer.line_gib[MEM_KV_CACHE], z.line_gib[MEM_KV_CACHE] * 3300 / 1300, 1e-9);
    j.tp = 4;
    near(sized_on(&s, &j, "big", 4).line_gib[MEM_STATE], z.line_gib[MEM_STATE] / 4, 1e-9);
}

/* 24 of 32 layers linear, at 2.5 times the 40 us of a layer: 24 x 1.5 x 40 us a token more. */
static void linear_layers_take_more_launches(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    sized_model(&s, "llama-8b")->linear_attn_layers = 24;
    struct job j = sized_serve(&s, "llama-8b", "bf16", 1);
    j.tp = j.pp = 1;
    sized_factor(&s, "decode.layer-us.default", 40);
    sized_factor(&s, "decode.layer-linear.default", 1);
    double fused = sized_on(&s, &j, "big", 1).tpot_ms;
    sized_factor(&s, "decode.layer-linear.default", 2.5);
    near(sized_on(&s, &j, "big", 1).tpot_ms - fused, 24 * 1.5 * 0.04, 1e-6);
}

/* A prompt of 1,000 tokens: (2 x 7.505e9 + 4 x 4096 x 32 x 500) / 150e12 = 101.8 us a token, 102
 * ms. A step of 32 requests of 1,150 tokens in the mean: weights 15.0e9 and caches 32 x 1150 x
 * 131,072 = 4.82e9 bytes over 1,840 GB/s: 10.8 ms (arithmetic 3.3). First token: prompt, step and
 * 20 ms. Full server: 32 x 300 tokens in 32 x 0.102 + 300 x 0.0108 = 6.5 s: 1,480 a second. */
static void a_full_server(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
    j.tp = j.pp = 1;
    struct sizing z = sized_on(&s, &j, "big", 1);
    double prompt = 1000 * (2 * MULTIPLIED + 4 * 4096.0 * 32 * 500) / MATH;
    double step = (2 * MULTIPLIED + 32 * 1150 * 131072.0) / READ;
    near(prompt, 0.1018, 0.001);
    near(step, 0.01078, 0.001);
    near(z.tpot_ms, step * 1e3, 1e-6);
    near(z.ttft_ms, (prompt + step) * 1e3 + 20, 1e-6);
    near(z.per_user, 1 / step, 1e-6);
    near(z.prefill_tps, 1000 / prompt, 1e-6);
    near(z.speed.typical, 32 * 300 / (32 * prompt + 300 * step), 1e-6);
    near(z.speed.typical, 1480, 0.002);
}

/* Kernels that are started one by one run while the next are started: 32 layers of 100 us are
 * hidden behind a step of 10.8 ms, those of 800 us rule it. With captured graphs both add. */
static void launches_run_ahead_of_kernels(void **state)
{
    (void)state;
    double read = 1e3 * (2 * MULTIPLIED + 32 * 1150 * 131072.0) / READ;
    static const struct {
        double us, eager;
    } rows[] = {{100, 1}, {800, 1}, {100, 0}};
    const double want[] = {read, 25.6, read + 3.2};
    for (size_t i = 0; i < 3; i++) {
        struct sized s;
        plain(&s);
        sized_factor(&s, "decode.layer-us.default", rows[i].us);
        sized_factor(&s, "decode.eager.default", rows[i].eager);
        struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
        j.tp = j.pp = 1;
        near(sized_on(&s, &j, "big", 1).tpot_ms, want[i], 1e-6);
    }
}

/* Packed weights that are unpacked to memory from eight rows on: 16 bits written once and read once
 * more, 4 bytes a multiplied parameter. */
static void weights_unpacked_for_many_rows(void **state)
{
    (void)state;
    for (int rows = 7; rows <= 8; rows++) {
        double ms[2];
        for (int unpacks = 0; unpacks < 2; unpacks++) {
            struct sized s;
            plain(&s);
            sized_factor(&s, "decode.unpack-rows.default", unpacks ? 8 : 0);
            struct job j = sized_serve(&s, "llama-8b", "int4", rows);
            j.tp = j.pp = 1;
            ms[unpacks] = sized_on(&s, &j, "big", 1).tpot_ms;
        }
        near(ms[1] - ms[0] + 1, (rows == 8 ? 1e3 * 4 * MULTIPLIED / READ : 0) + 1, 1e-6);
    }
}

static double experts_ms(const char *weights, double share)
{
    struct sized s;
    plain(&s);
    sized_factor(&s, "decode.widened-experts.default", share);
    struct job j = sized_serve(&s, "moe-30b", weights, 2000);
    j.tp = j.pp = 1;
    j.input_len = j.output_len = 8;
    return sized_on(&s, &j, "big", 1).tpot_ms;
}

/* Experts of 4 bits in a step that arithmetic rules: at an eighth of the rate the products of the
 * weights take 8 times as long, at a quarter 4, at half twice; 16 bits are not widened. */
static void experts_are_widened(void **state)
{
    (void)state;
    double half = experts_ms("int4", 0.5), quarter = experts_ms("int4", 0.25);
    near((experts_ms("int4", 0.125) - quarter) / (quarter - half), 2, 1e-6);
    near(experts_ms("bf16", 0.5), experts_ms("bf16", 1), 1e-9);
}

/* 64 sums, two a layer, of 32 requests of 4,096 numbers, 262 kB: 20 and 10.5 us more each. */
static void sums_of_slow_collectives(void **state)
{
    (void)state;
    double ms[2];
    for (int slow = 0; slow < 2; slow++) {
        struct sized s;
        plain(&s);
        sized_factor(&s, "serve.reduce-us.default", slow ? 20 : 0);
        sized_factor(&s, "serve.reduce-ns-kb.default", slow ? 40 : 0);
        struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
        j.tp = 2;
        j.pp = 1;
        ms[slow] = sized_on(&s, &j, "big", 2).tpot_ms;
    }
    near(ms[1] - ms[0], 64 * (0.020 + 262.144 * 40e-6), 1e-6);
}

/* 32 heads on 8 of keys, 4 queries each. Eager code reads the cache once, and writes and reads four
 * copies of it: nine passes. A kernel that reads half of what it needs again: 1 + 3 / 2. A cache
 * that grows by a copy: two more. Where each head has keys of its own only the last counts. */
static void passes_over_the_cache(void **state)
{
    (void)state;
    const double cache = 32 * 1150 * 131072.0;
    static const struct {
        double repeats, again, grown, passes, own;
    } rows[] = {
        {0, 0, 0, 1, 1}, {1, 0, 0, 9, 1}, {0, 0.5, 0, 2.5, 1}, {0, 0, 2, 3, 3}, {1, 0, 2, 11, 3}};
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        bool own = i % 2;
        struct sized s;
        plain(&s);
        sized_factor(&s, "decode.repeat-heads.default", rows[i / 2].repeats);
        sized_factor(&s, "decode-read-heads.any.default", rows[i / 2].again);
        sized_factor(&s, "decode.cache-grown.default", rows[i / 2].grown);
        struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
        struct model m = *sized_model(&s, "llama-8b");
        m.heads = own ? m.kv_heads : m.heads;
        j.model = &m;
        j.tp = j.pp = 1;
        struct shape shape = shape_of(&s.accel[0], 1, 1);
        struct sz z;
        sz_init(&z, &j, &s.facts, &shape);
        double passes = own ? rows[i / 2].own : rows[i / 2].passes;
        double ms = sized_on(&s, &j, "big", 1).tpot_ms;
        near(ms, 1e3 * (2 * z.d.mm_active + cache * passes) / READ, 1e-6);
    }
}

/* Four requests in one batch that is given, on a program that gathers none: a step of four, not
 * four one after the other. */
static void a_batch_that_is_given(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct engine_row alone = {
        .id = "alone", .name = "alone", .role = "serve", .efficiency_class = "alone"};
    struct job j = sized_serve(&s, "llama-8b", "bf16", 4);
    j.tp = j.pp = 1;
    j.engine = &alone;
    double one = sized_on(&s, &j, "big", 1).speed.typical;
    j.micro_batch = 4;
    double four = sized_on(&s, &j, "big", 1).speed.typical;
    double prompt = 1000 * (2 * MULTIPLIED + 4 * 4096.0 * 32 * 500) / MATH;
    double step1 = (2 * MULTIPLIED + 1150 * 131072.0) / READ;
    double step4 = (2 * MULTIPLIED + 4 * 1150 * 131072.0) / READ;
    near(one, 300 / (prompt + 300 * step1), 1e-6);
    near(four, 4 * 300 / (4 * prompt + 300 * step4), 1e-6);
}

static double tpot_with(const char *weights, double rank, const char *factor, double x)
{
    struct sized s;
    plain(&s);
    sized_factor(&s, "decode.layer-us.default", 100);
    sized_factor(&s, factor, x);
    struct job j = sized_serve(&s, "llama-8b", weights, 1);
    struct model m = *sized_model(&s, "llama-8b");
    m.mla_kv_rank = rank;
    j.model = &m;
    j.tp = j.pp = 1;
    return sized_on(&s, &j, "big", 1).tpot_ms;
}

/* Attention over latents: thrice the launches of 32 layers of 100 us are 6.4 ms more. */
static void latents_cost_launches(void **state)
{
    (void)state;
    const char *factor = "decode.layer-mla.default";
    near(tpot_with("bf16", 512, factor, 3) - tpot_with("bf16", 512, factor, 1), 6.4, 1e-6);
    near(tpot_with("bf16", UNKNOWN, factor, 3), tpot_with("bf16", UNKNOWN, factor, 1), 1e-9);
}

/* Without tensor cores the unpacking of 4-bit weights may be slower than the memory: half the rate
 * takes twice the time; a fast one is not seen, nor are whole weights unpacked. */
static void unpacking_may_be_the_slower(void **state)
{
    (void)state;
    const char *factor = "decode.unpack-gbs-tflop.default";
    double t1 = tpot_with("int4", UNKNOWN, factor, 4), t2 = tpot_with("int4", UNKNOWN, factor, 2),
           t4 = tpot_with("int4", UNKNOWN, factor, 1);
    assert_true(t2 > t1);
    near(t4 - t2, 2 * (t2 - t1), 1e-6);
    near(tpot_with("int4", UNKNOWN, factor, 1e6), tpot_with("int4", UNKNOWN, factor, 0), 1e-9);
    near(tpot_with("bf16", UNKNOWN, factor, 1), tpot_with("bf16", UNKNOWN, factor, 0), 1e-9);
}

/* 8.03e9 weights in K formats: at three quarters of the rate their unpacking takes 4/3 of the time,
 * and a plain format of 4 bits does not care. */
static void scales_of_k_formats_are_unpacked(void **state)
{
    (void)state;
    static const char *const formats[] = {"q4_k_m", "q4_0"};
    const double want[] = {4.0 / 3, 1};
    for (size_t i = 0; i < 2; i++) {
        double ms[2];
        for (int k = 0; k < 2; k++) {
            struct sized s;
            plain(&s);
            sized_factor(&s, "decode.unpack-gbs-tflop.default", 0.1);
            sized_factor(&s, "decode.unpack-k-share.default", k ? 0.75 : 1);
            struct job j = sized_serve(&s, "llama-8b", formats[i], 1);
            j.tp = j.pp = 1;
            double cache = 1150 * 131072.0 / READ * 1e3;
            ms[k] = sized_on(&s, &j, "big", 1).tpot_ms - cache;
        }
        near(ms[1] / ms[0], want[i], 1e-6);
    }
}

/* Four ranks read a quarter each and sum twice a layer: 64 x (2 x 2 x 32 x 4096 x 3/4 / 240e9 +
 * 10 us) = 0.74 ms on 2.69. */
static void ranks_split_a_step(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 32);
    j.tp = 4;
    j.pp = 1;
    double read = (2 * MULTIPLIED + 32 * 1150 * 131072.0) / READ / 4;
    double sums = 64 * (2 * 2 * 32 * 4096 * 0.75 / 240e9 + 1e-5);
    near(sized_on(&s, &j, "big", 4).tpot_ms, (read + sums) * 1e3, 1e-6);
}

/* 1e9 tokens in 4 bytes each (a vocabulary above 65,536): 4 GB. Host memory of a machine of two
 * cards: 8 + 2 x 2 + 1.1 x 2 x 8.03 GB of weights while they load = 29.7 GB. */
static void what_a_run_asks_of_its_machine(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.micro_batch = 1;
    j.tokens = 1e9;
    struct sizing z = sized_on(&s, &j, "big", 2);
    near(z.dataset_gb, 4, 1e-9);
    near(z.host_ram_need_gb, 8 + 2 * 2 + 1.1 * 2 * 8.03, 1e-6);
    near(z.storage_need_gbs * 1e9, z.speed.typical * 4, 1e-6);
    /* adapters of rank 16: 32 x 16 x (4 x 4096 + 2 x 4096 + 2048 + 3 x (4096 + 14336)), 14 bytes */
    near(z.checkpoint_gb * 1e9, 14.0 * 32 * 16 * (6 * 4096 + 2048 + 3 * (4096 + 14336)), 1e-6);
}

/* A run of some hours meets no failure worth a plan; one of days loses what it loses: 0.97 of the
 * time on a cluster, 0.75 above 128 cards. */
static void long_runs_lose_time_to_failures(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    sized_factor(&s, "train.availability", 0.98);
    sized_factor(&s, "train.availability-cluster", 0.97);
    sized_factor(&s, "train.availability-many", 0.75);
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.micro_batch = 1;
    static const struct {
        int nodes;
        double hours, kept;
    } want[] = {{1, 10, 0.98},  {1, 100, 0.98}, {4, 10, 0.98},
                {4, 100, 0.97}, {32, 10, 0.98}, {32, 100, 0.75}};
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct sizing z;
        struct shape shape = shape_of(&s.accel[0], 8, want[i].nodes);
        shape.net_gbps = 3200;
        shape.rdma = TRI_YES;
        j.tokens = UNKNOWN;
        size_shape(&j, &s.facts, &shape, NULL, &z);
        j.tokens = z.speed.typical * 3600 * want[i].hours;
        size_shape(&j, &s.facts, &shape, NULL, &z);
        near(z.hours_per_run.typical, want[i].hours / want[i].kept, 1e-6);
    }
}

/* A copy over two machines sends each token of 8192 numbers in 16 bits; copies of their own, and
 * one machine, send nothing. */
static void stages_send_tokens_between_machines(void **state)
{
    (void)state;
    struct sized s;
    plain(&s);
    struct job j = sized_serve(&s, "llama-70b", "bf16", 16);
    struct shape two = shape_of(&s.accel[0], 8, 2);
    struct sizing z;
    two.net_gbps = 400;
    j.tp = 8;
    j.pp = 2;
    size_shape(&j, &s.facts, &two, NULL, &z);
    assert_true(z.speed.typical > 0);
    near(z.network_need_gbps, z.speed.typical * (1300.0 / 300) * 8192 * 16 / 1e9 * 1.2, 1e-6);
    j.output_len = UNKNOWN;
    size_shape(&j, &s.facts, &two, NULL, &z);
    assert_false(known(z.network_need_gbps)); /* not 0 */
    j.pp = 1;
    size_shape(&j, &s.facts, &two, NULL, &z);
    assert_true(z.network_need_gbps < 1e-9);
    assert_true(sized_on(&s, &j, "big", 8).network_need_gbps < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_a_server),
        cmocka_unit_test(a_chunk_is_no_longer_than_the_prompt),
        cmocka_unit_test(launches_run_ahead_of_kernels),
        cmocka_unit_test(latents_are_copied_by_tensor_ranks),
        cmocka_unit_test(ranks_that_share_out_requests),
        cmocka_unit_test(linear_layers_keep_a_state),
        cmocka_unit_test(linear_layers_take_more_launches),
        cmocka_unit_test(a_full_server),
        cmocka_unit_test(weights_unpacked_for_many_rows),
        cmocka_unit_test(experts_are_widened),
        cmocka_unit_test(sums_of_slow_collectives),
        cmocka_unit_test(passes_over_the_cache),
        cmocka_unit_test(a_batch_that_is_given),
        cmocka_unit_test(latents_cost_launches),
        cmocka_unit_test(unpacking_may_be_the_slower),
        cmocka_unit_test(scales_of_k_formats_are_unpacked),
        cmocka_unit_test(ranks_split_a_step),
        cmocka_unit_test(what_a_run_asks_of_its_machine),
        cmocka_unit_test(stages_send_tokens_between_machines),
        cmocka_unit_test(long_runs_lose_time_to_failures),
    };
    return cmocka_run_group_tests_name("sizing: serving, worked", tests, NULL, NULL);
}
