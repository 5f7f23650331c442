// links: catalog
/*
 * Weights in host memory run at the speed of its channels: by hand, and against what was measured
 * with DeepSeek-R1 in 4 bits (kvcache-ai/ktransformers: doc/en/DeepseekR1_V3_tutorial.md) and
 * Qwen3-Next on two channels (AlexsJones/llmfit pull 450).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/str.h"
#include "engine/sizing/parts.h"
#include "tests/support/shipped.h"
#include "tests/support/sized.h"

/* --- by hand ---------------------------------------------------------------------------------- */
/* A quarter of the bytes that a step reads, at 60 GB/s x 0.5. */
static void layers_read_at_the_rate_of_the_channels(void **state)
{
    (void)state;
    struct sized s;
    struct sz z;
    sized_init(&s);
    sized_factor(&s, "host.memory-share", 0.5);
    struct job j = sized_serve(&s, "llama-70b", "q4_k_m", 1);
    j.offload = OFFLOAD_CPU;
    struct shape shape = shape_of(facts_accel(&s.facts, "small"), 1, 1);
    struct layout l = {.tp = 1, .pp = 1, .dp = 1};
    shape.host_ram_gbs = 60;
    sz_init(&z, &j, &s.facts, &shape);
    double bytes = host_read_bytes(&z, 1, 40e9, 0.25);
    near(bytes, 10e9, 1e-12);
    near(host_read_s(&z, &l, bytes), 10.0 / (60 * 0.5), 1e-9);
    l.dp = 2; /* two replicas share the channels of their machine */
    near(host_read_s(&z, &l, bytes), 2 * 10.0 / (60 * 0.5), 1e-9);
}

/* Of 128 experts 8 work on one token: 8/128 of their bytes; on 16 tokens 1 - (1 - 8/128)^16. */
static void a_step_reads_the_experts_that_it_touches(void **state)
{
    (void)state;
    struct sized s;
    struct sz z;
    sized_init(&s);
    struct job j = sized_serve(&s, "moe-30b", "bf16", 1);
    j.offload = OFFLOAD_EXPERTS;
    struct shape shape = shape_of(facts_accel(&s.facts, "small"), 1, 1);
    sz_init(&z, &j, &s.facts, &shape);
    double experts = host_experts_bytes(&z);
    double all_of_them = experts / z.weight_bytes;
    near(experts, 48.0 * 128 * 3 * 2048 * 768 * 2, 0.02);
    near(host_share_max(&z), all_of_them, 1e-12);
    near(host_read_bytes(&z, 1, 1, all_of_them), experts * 8 / 128, 1e-9);
    near(host_read_bytes(&z, 16, 1, all_of_them), experts * (1 - pow(1 - 8.0 / 128, 16)), 1e-9);
    near(host_read_bytes(&z, 1, 1, all_of_them / 2), experts * 4 / 128, 1e-9);
    near(host_share_wanted(&z, 0.2), 0.2, 1e-12); /* as many as must */
    near(host_share_wanted(&z, 2), all_of_them, 1e-12);
}

/* --- the catalog ------------------------------------------------------------------------------ */
static struct sizing sized_host(const char *const *pairs, double ram_gb, double ram_gbs)
{
    struct job job = shipped_job(pairs);
    struct sizing z;
    struct shape s = shape_of(job.gpu.group[0].accel, job.gpu.group[0].count, 1);
    s.host_ram_gb = ram_gb;
    s.host_ram_gbs = ram_gbs;
    size_shape(&job, &shipped.facts, &s, NULL, &z);
    return z;
}
#define ON(...) ((const char *const[]){"task", "serve", "users", "1", __VA_ARGS__, NULL})
#define R1                                                                                         \
    "model", "deepseek-r1", "weights", "q4_k_m", "engine", "ktransformers", "offload", "experts",  \
        "input", "500", "output", "500"

static double decode_tps(const struct sizing *z)
{
    return 1000 / z->tpot_ms;
}

/* One socket of eight DDR5-4800 modules 8.73 tok/s, two 12.2; a half-filled server 3.96. */
static void experts_in_host_memory_as_measured(void **state)
{
    (void)state;
    struct sizing one = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x1"), 512, 307.2);
    struct sizing two = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x1"), 1000, 614.4);
    assert_int_equal(one.verdict, VERDICT_FITS);
    near(decode_tps(&one), 8.73, 0.3);
    near(decode_tps(&two), 12.2, 0.3);
    assert_int_equal(one.bound, BOUND_HOST_MEMORY);
    assert_true(one.prefill_tps < 200); /* measured 54: never the rate of the card */
    struct sizing next =
        sized_host(ON("model", "qwen3-next-80b-a3b", "weights", "q4_k_m", "engine", "llama.cpp",
                      "offload", "experts", "gpu", "amd-rx-6900-xtx1"),
                   64, 51.2);
    near(decode_tps(&next), 15.4, 0.3);
}

/* More cards change nothing, more channels everything. */
static void cards_do_not_help(void **state)
{
    (void)state;
    struct sizing one = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x1"), 1000, 307.2);
    struct sizing eight = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x8"), 1000, 307.2);
    struct sizing slow = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x1"), 1000, 76.8);
    near(eight.per_user, one.per_user, 0.1);
    assert_true(slow.per_user < 0.5 * one.per_user);
}

/* Nobody told the memory: from two channels to two sockets, so the range is wide. */
static void unknown_channels_make_a_wide_range(void **state)
{
    (void)state;
    struct sizing z = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x8"), UNKNOWN, UNKNOWN);
    assert_true(known(z.per_user) && z.per_user < 12);
    assert_true(z.speed.high / z.speed.low > 3);
}

static void host_memory_that_is_too_small_does_not_fit(void **state)
{
    (void)state;
    struct sizing z = sized_host(ON(R1, "gpu", "nvidia-rtx-4090x8"), 256, 307.2);
    assert_int_equal(z.verdict, VERDICT_DOES_NOT_FIT);
    assert_int_equal(z.reason.id, MSG_SZ_HOST_SHORT);
    assert_true(z.host_ram_need_gb > 400 && z.host_ram_need_gb < 512);
}

/* Full fine-tuning of 72B on eight A800 with states in host memory: 900 GB is too little. */
static void states_need_host_memory_too(void **state)
{
    (void)state;
    const char *const job[] = {"task",        "finetune", "method",   "full",
                               "model",       "qwen-72b", "context",  "2k",
                               "micro-batch", "1",        "sharding", "zero3",
                               "offload",     "cpu",      "gpu",      "nvidia-a800-sxm4-80x8",
                               NULL};
    struct sizing small = sized_host(job, 900, UNKNOWN), large = sized_host(job, 2000, UNKNOWN);
    assert_int_equal(small.verdict, VERDICT_DOES_NOT_FIT);
    assert_int_equal(small.reason.id, MSG_SZ_HOST_SHORT);
    assert_true(small.host_ram_need_gb > 1200);
    assert_int_equal(large.verdict, VERDICT_FITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_read_at_the_rate_of_the_channels),
        cmocka_unit_test(a_step_reads_the_experts_that_it_touches),
        cmocka_unit_test(experts_in_host_memory_as_measured),
        cmocka_unit_test(cards_do_not_help),
        cmocka_unit_test(unknown_channels_make_a_wide_range),
        cmocka_unit_test(host_memory_that_is_too_small_does_not_fit),
        cmocka_unit_test(states_need_host_memory_too),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
