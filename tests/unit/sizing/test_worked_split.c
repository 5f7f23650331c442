/*
 * What splitting a step over cards costs, by hand for each scheme: volumes over a link of 300 GB/s
 * at 80 % = 240 GB/s, nothing hidden unless the case says so; the bubble; states in host memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

#define RATE 240e9

/* Fast arithmetic, so that nothing hides behind it; weights 2, gradients 4, optimizer 12 bytes. */
static void plain(struct sized *s)
{
    static const struct {
        const char *id;
        double x;
    } set[] = {
        {"link.gpu", 0.8},
        {"link.latency-gpu", 0},
        {"gemm.bf16.default", 1e9},
        {"attention.default", 1e9},
        {"stream.default", 1e9},
        {"speed.trainer.default", 1},
        {"speed.launch-us.default", 0},
        {"speed.step-ms.default", 0},
        {"comm.tensor-shown.default", 1},
        {"comm.expert-shown.default", 1},
        {"comm.gradient-hidden.default", 0},
        {"comm.gather-hidden.default", 0},
        {"state.weight-bytes.default", 2},
        {"state.gradient-bytes.default", 4},
        {"state.master-bytes.default", 4},
        {"state.moment-bytes.default", 4},
    };
    sized_init(s);
    for (size_t i = 0; i < sizeof set / sizeof set[0]; i++)
        sized_factor(s, set[i].id, set[i].x);
}

static struct step step_of(struct sized *s, const char *model, struct layout l, int cards)
{
    struct sz z;
    struct step out;
    struct job j = sized_job(s, model, METHOD_FULL);
    struct shape shape = shape_of(&s->accel[0], cards, 1);
    sz_init(&z, &j, &s->facts, &shape);
    l.micro_batch = 1;
    if (!time_train(&z, &l, &out))
        fail_msg("no time");
    return out;
}

/* Gradients of 8.03e9 parameters, 4 bytes, once a step: 2 x 32.12e9 x 7/8 / 240e9 = 234 ms, the
 * same for zero1 and zero2 (scatter and gather). Hidden: a tenth at least is seen. */
static void copies_sum_their_gradients(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .grad_accum = 4};
    double all = 2 * 8.03e9 * 4 * 7 / 8 / RATE;
    for (int stage = SHARD_NONE; stage <= SHARD_ZERO2; stage++) {
        plain(&s);
        l.sharding = (enum sharding)stage;
        near(step_of(&s, "llama-8b", l, 8).comm_s, all, 1e-6);
    }
    sized_factor(&s, "comm.gradient-hidden.default", 0.5);
    sized_factor(&s, "gemm.bf16.default", 0.5); /* 1.3 s a micro batch */
    near(step_of(&s, "llama-8b", l, 8).comm_s, all / 10, 1e-6);
}

/* zero3: weights of 16.06e9 bytes gathered forward and backward, gradients scattered, in each of
 * four micro batches: 4 x 3 x 16.06e9 x 7/8 / 240e9 = 703 ms. */
static void shards_gather_their_weights(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .grad_accum = 4, .sharding = SHARD_ZERO3};
    double all = 4 * 3 * 8.03e9 * 2 * 7 / 8 / RATE;
    plain(&s);
    near(step_of(&s, "llama-8b", l, 8).comm_s, all, 1e-6);
    sized_factor(&s, "comm.gather-hidden.default", 0.8);
    sized_factor(&s, "gemm.bf16.default", 0.5);
    near(step_of(&s, "llama-8b", l, 8).comm_s, all / 10, 1e-6);
}

/* tp 4: four all-reduces a layer of 2 x 4,096 x 4,096 bytes: 4 x 32 x 2 x 33.55e6 x 3/4 / 240e9 =
 * 26.8 ms; with full recomputation six. */
static void tensor_ranks_sum_each_layer(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 4, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .grad_accum = 1};
    plain(&s);
    double one = 32 * 2 * 2.0 * 4096 * 4096 * 3 / 4 / RATE;
    near(step_of(&s, "llama-8b", l, 4).comm_s, 4 * one, 1e-9);
    l.recompute = RECOMPUTE_FULL;
    near(step_of(&s, "llama-8b", l, 4).comm_s, 6 * one, 1e-9);
}

/* pp 4, 12 micro batches: 3 / (12 + 3) of the step is bubble, 3/12 of the work; two chunks a stage
 * halve it. */
static void stages_wait_for_each_other(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 1, .pp = 4, .cp = 1, .ep = 1, .dp = 1, .grad_accum = 12};
    plain(&s);
    sized_factor(&s, "gemm.bf16.default", 0.5);
    struct step t = step_of(&s, "llama-8b", l, 4);
    double work = t.compute_s + t.memory_s - t.apply_s;
    near(t.bubble_s, work * 3 / 12, 1e-6);
    near(t.bubble_s / (work + t.bubble_s), 3.0 / 15, 1e-6);
    sized_factor(&s, "speed.interleave.default", 2);
    near(step_of(&s, "llama-8b", l, 4).bubble_s, work * 3 / 24, 1e-6);
}

/* cp 2: 2,048 tokens a rank; keys and values, 2 x 8 x 128 wide in 2 bytes, go round once forward
 * and twice back: 3 x 32 x 2 x 2048 x 2048 / 240e9 = 3.4 ms. Both ranks then sum their gradients:
 * 8.03e9 x 4 x 2 x 1/2 / 240e9 = 134 ms; sharded over them, 3 x 16.06e9 x 1/2 / 240e9 = 100 ms. */
static void context_ranks_pass_keys_and_sum(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 1, .pp = 1, .cp = 2, .ep = 1, .dp = 1, .grad_accum = 1};
    plain(&s);
    double ring = 3 * 32 * 2.0 * 2048 * 2048 / RATE;
    near(step_of(&s, "llama-8b", l, 2).comm_s, ring + 8.03e9 * 4 / RATE, 1e-6);
    l.sharding = SHARD_ZERO3;
    near(step_of(&s, "llama-8b", l, 2).comm_s, ring + 3 * 8.03e9 * 2 / 2 / RATE, 1e-6);
}

/* ep 8 of 128 experts, 8 a token: a token reaches 8 (1 - (7/8)^8) = 5.25 ranks; 2 x 4,096 x 2,048
 * bytes each, four times a layer, 7/8 of it leaves the card: 4 x 48 x 88.1e6 x 7/8 / 240e9 = 62 ms.
 * Experts have one copy; the rest, 30.532e9 - 28.99e9, is summed over eight. */
static void experts_exchange_tokens(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 8, .dp = 8, .grad_accum = 1};
    plain(&s);
    double reach = 8 * (1 - pow(7.0 / 8, 8));
    double tokens = 4 * 48 * reach * 2 * 4096 * 2048 * 7 / 8 / RATE;
    double rest = 30.532e9 - 48.0 * 128 * 3 * 2048 * 768;
    near(step_of(&s, "moe-30b", l, 8).comm_s, tokens + 2 * rest * 4 * 7 / 8 / RATE, 1e-3);
}

/* States in host memory: read and written, 2 x (2 + 4 + 12) x 8.03e9 = 289e9 bytes at half of 100
 * GB/s, and 4 bytes a parameter over a slot of 12 GB/s: 5.78 + 2.68 s. On the card 289e9 bytes at
 * 0.8 x 2,000 GB/s: 181 ms; sharded over eight 23 ms. */
static void the_optimizer_runs_over_its_states(void **state)
{
    (void)state;
    struct sized s;
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 1, .grad_accum = 1};
    plain(&s);
    sized_factor(&s, "link.pcie-host-gbs", 12);
    double bytes = 2 * (2 + 4 + 12) * 8.03e9;
    near(step_of(&s, "llama-8b", l, 1).apply_s, bytes / 1600e9, 1e-9);
    l.offload = OFFLOAD_CPU;
    near(step_of(&s, "llama-8b", l, 1).apply_s, bytes / 50e9 + 4 * 8.03e9 / 12e9, 1e-9);
    l = (struct layout){
        .tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = 8, .grad_accum = 1, .sharding = SHARD_ZERO1};
    near(step_of(&s, "llama-8b", l, 8).apply_s, bytes / 1600e9 / 8, 1e-9);
    l.dp = 4;
    l.cp = 2; /* context ranks hold one set of states together */
    near(step_of(&s, "llama-8b", l, 8).apply_s, bytes / 1600e9 / 8, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_sum_their_gradients),
        cmocka_unit_test(shards_gather_their_weights),
        cmocka_unit_test(tensor_ranks_sum_each_layer),
        cmocka_unit_test(stages_wait_for_each_other),
        cmocka_unit_test(context_ranks_pass_keys_and_sum),
        cmocka_unit_test(experts_exchange_tokens),
        cmocka_unit_test(the_optimizer_runs_over_its_states),
    };
    return cmocka_run_group_tests_name("sizing: splits, worked", tests, NULL, NULL);
}
