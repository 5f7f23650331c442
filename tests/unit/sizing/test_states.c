/*
 * States that a trainer shares out by its own scheme: Megatron's distributed optimizer, and experts
 * that lie on several cards. Bytes a parameter of the busiest card, by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

/* Megatron: bf16 weights, fp32 main gradients, fp32 master copy and two moments. */
static void megatron_states(struct sized *s)
{
    sized_factor(s, "state.weight-bytes.default", 2);
    sized_factor(s, "state.gradient-bytes.default", 4);
    sized_factor(s, "state.master-bytes.default", 4);
    sized_factor(s, "state.moment-bytes.default", 4);
    sized_factor(s, "state.step-bytes.default", 0);
    sized_factor(s, "memory.bucket-gib.default", 0);
    sized_factor(s, "memory.gradient-live.default", 1);
}

static double states_bytes(const char *model, struct layout l, int cards, double *params)
{
    struct sized s;
    struct sz z;
    struct mem m;
    sized_init(&s);
    megatron_states(&s);
    struct job j = sized_job(&s, model, METHOD_FULL);
    j.engine = facts_engine(&s.facts, "mega");
    struct shape shape = shape_of(facts_accel(&s.facts, "big"), 8, cards / 8);
    sz_init(&z, &j, &s.facts, &shape);
    l.cp = 1;
    l.micro_batch = 1;
    l.grad_accum = 4;
    mem_train(&z, &l, &m);
    *params = params_on_card(&z, &l);
    return (m.gib[MEM_WEIGHTS] + m.gib[MEM_GRADIENTS] + m.gib[MEM_OPTIMIZER]) * GIB;
}

/* 2 + 4 whole, 12 over the 64 copies: 6 + 12/64 bytes; without it 18. */
static void a_distributed_optimizer_keeps_six_bytes(void **state)
{
    (void)state;
    double n;
    struct layout l = {.tp = 1, .pp = 1, .ep = 1, .dp = 64, .sharding = SHARD_ZERO1};
    double bytes = states_bytes("gpt-7.5b", l, 64, &n);
    near(bytes / n, 6 + 12.0 / 64, 1e-6);
    l.sharding = SHARD_NONE;
    near(states_bytes("gpt-7.5b", l, 64, &n) / n, 18, 1e-6);
}

/* tp 2, pp 2: a quarter of the parameters, 16 copies. */
static void tensor_and_pipeline_ranks_leave_fewer_copies(void **state)
{
    (void)state;
    double n;
    struct layout l = {.tp = 2, .pp = 2, .ep = 1, .dp = 16, .sharding = SHARD_ZERO1};
    double bytes = states_bytes("gpt-7.5b", l, 64, &n);
    near(bytes / n, 6 + 12.0 / 16, 1e-6);
}

/* 64 cards, experts over 8: each expert has 8 copies, the rest 64. Optimizer states of experts are
 * 12/8 bytes, not 12/64. */
static void experts_have_fewer_copies(void **state)
{
    (void)state;
    double n, one;
    struct layout l = {.tp = 1, .pp = 1, .ep = 8, .dp = 64, .sharding = SHARD_ZERO1};
    double bytes = states_bytes("moe-30b", l, 64, &n);
    l.ep = 1;
    states_bytes("moe-30b", l, 64, &one);
    double experts_here = (one - n) / 7; /* experts / 8: what ep = 8 leaves of them */
    double rest = n - experts_here;
    near(bytes, 6 * n + 12 * (experts_here / 8 + rest / 64), 1e-6);
}

/* Weight, gradient, optimizer bytes of each optimizer and precision; master and moments 4 each. Of
 * an 8B with Muon the two tables, 1.0507e9 of 8.03e9, keep AdamW's second moment. */
static void bytes_by_optimizer(void **state)
{
    (void)state;
    static const struct { const char *precision; enum optimizer o; double w, g, s; } want[] = {
        {"bf16", OPT_ADAMW, 2, 4, 4 + 4 + 4},
        {"bf16", OPT_ADAMW_BF16, 2, 2, 2 + 2},
        {"bf16", OPT_ADAMW_8BIT, 2, 2, 2.03},
        {"fp16", OPT_ADAMW_8BIT, 2, 4, 2.03}, /* scaled losses need what the trainer keeps */
        {"bf16", OPT_ADAFACTOR, 2, 4, 4 + 0.03},
        {"bf16", OPT_SGD, 2, 4, 4},
        {"bf16", OPT_SGDM, 2, 4, 4 + 4},
        {"bf16", OPT_LION, 2, 4, 4 + 4},
        {"bf16", OPT_MUON, 2, 4, 4 + 4 + 4 * 2 * 128256.0 * 4096 / 8.03e9},
        {"fp32", OPT_ADAMW, 4, 4, 4 + 4},
        {"fp32", OPT_ADAMW_8BIT, 4, 4, 2.03},
        {"fp32", OPT_ADAFACTOR, 4, 4, 0.03},
        {"fp32", OPT_SGD, 4, 4, 0},
        {"fp32", OPT_SGDM, 4, 4, 4},
    };
    struct sized s;
    sized_init(&s);
    megatron_states(&s);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        struct sz z;
        struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
        j.precision = num_format_find(want[i].precision);
        j.optimizer = want[i].o;
        sz_init(&z, &j, &s.facts, &shape);
        struct states got = states_of(&z);
        near(got.weight, want[i].w, 1e-9);
        near(got.gradient, want[i].g, 1e-9);
        near(got.optimizer, want[i].s, 1e-9);
        assert_true(got.step == 0);
    }
}

/* Autocast keeps fp32 weights and a 16-bit copy of them for the step: 4 + 4 + 8 + 2. */
static void autocast_keeps_a_copy_for_the_step(void **state)
{
    (void)state;
    struct sized s;
    struct sz z;
    sized_init(&s);
    megatron_states(&s);
    sized_factor(&s, "state.weight-bytes.default", 4);
    sized_factor(&s, "state.master-bytes.default", 0);
    sized_factor(&s, "state.step-bytes.default", 2);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    sz_init(&z, &j, &s.facts, &shape);
    struct states got = states_of(&z);
    near(got.weight + got.gradient + got.optimizer + got.step, 18, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_distributed_optimizer_keeps_six_bytes),
        cmocka_unit_test(tensor_and_pipeline_ranks_leave_fewer_copies),
        cmocka_unit_test(experts_have_fewer_copies),
        cmocka_unit_test(bytes_by_optimizer),
        cmocka_unit_test(autocast_keeps_a_copy_for_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
