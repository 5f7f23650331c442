/* Speed worked out by hand: decode by bandwidth, steps by arithmetic, links, splits, run time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

static void decode_factors(struct sized *s)
{
    sized_factor(s, "decode.any.default", 0.92);
    sized_factor(s, "decode.layer-us.default", 35);
    sized_factor(s, "decode.layer-scale.default", 1);
    sized_factor(s, "decode.sequence-us.default", 0);
    sized_factor(s, "decode.step-ms.default", 0);
}

/* An 8B at F16 on 960 GB/s: (16.06e9 - 1.05e9 of the input embedding) / (0.92 x 960e9) + 32 x 35 us
 * = 18.1 ms; with one 1,024-token cache 0.07 GB more. Measured 51.97 tok/s = 19.2 ms. */
static void one_stream_is_bandwidth(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    s.accel[1].memory_bandwidth_gbs = 960;
    struct job j = sized_serve(&s, "llama-8b", "fp16", 1);
    j.engine = &s.engine[2];
    j.input_len = 1;
    j.output_len = 1024;
    struct sizing z = sized_on(&s, &j, "mid", 1);
    near(z.tpot_ms, 18.2, 0.02);
    near(1000 / z.tpot_ms, 51.97, 0.08);
    assert_int_equal(z.bound, BOUND_MEMORY_BANDWIDTH);
}

static void a_layer_split_does_not_speed_one_stream(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    struct job j = sized_serve(&s, "llama-8b", "fp16", 1);
    j.engine = &s.engine[2];
    double one = sized_on(&s, &j, "mid", 1).tpot_ms;
    j.tp = 1;
    j.pp = 4;
    double four = sized_on(&s, &j, "mid", 4).tpot_ms;
    near(four, one, 0.02);
    j.engine = &s.engine[4];
    j.tp = 4;
    j.pp = 1;
    double split = sized_on(&s, &j, "big", 4).tpot_ms;
    j.tp = 1;
    assert_true(split < 0.6 * sized_on(&s, &j, "big", 1).tpot_ms);
}

/* Of 128 experts, 8 a token: one request reads 1/16 of them, 64 nearly all: 1 - (15/16)^64. */
static void batches_touch_more_experts(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    sized_factor(&s, "decode.layer-us.default", 0);
    sized_factor(&s, "decode.layer-moe.default", 1);
    sized_factor(&s, "decode-gemm.bf16.default", 100); /* arithmetic out of the way */
    struct job j = sized_serve(&s, "moe-30b", "bf16", 1);
    j.input_len = 1;
    j.output_len = 2;
    double one = sized_on(&s, &j, "big", 1).tpot_ms;
    double experts = 28.99e9 * 2, rest = 30.532e9 * 2 - experts - 151936 * 2048.0 * 2;
    near(one, (rest + experts / 16) / (0.92 * 2000e9) * 1e3, 0.02);
    j.users = 64;
    double many = sized_on(&s, &j, "big", 1).tpot_ms;
    near(many, (rest + experts * (1 - pow(15.0 / 16, 64))) / (0.92 * 2000e9) * 1e3, 0.02);
}

static struct sz context_of(const struct sized *s, const struct job *j, const struct shape *shape)
{
    struct sz z;
    sz_init(&z, j, &s->facts, shape);
    return z;
}

/* Rings: 2 S (n-1)/n for all-reduce, S (n-1)/n for a gather. 8 cards, 1 GB, 300 GB/s x 0.8. */
static void collectives_move_their_volume(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "link.gpu", 0.8);
    sized_factor(&s, "link.latency-gpu", 0);
    sized_factor(&s, "link.latency-network", 0);
    sized_factor(&s, "link.network-rdma", 1);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    struct shape in = shape_of(&s.accel[0], 8, 1);
    struct sz z = context_of(&s, &j, &in);
    near(comm_s(&z, ALL_REDUCE, 1e9, 8, 8), 2 * 1e9 * 7 / 8 / 240e9, 1e-9);
    near(comm_s(&z, ALL_GATHER, 1e9, 8, 8), 1e9 * 7 / 8 / 240e9, 1e-9);
    assert_true(comm_s(&z, ALL_REDUCE, 1e9, 1, 1) == 0);
    /* two nodes of 8 at 400 Gbit/s a node: the ring enters a node once, 50 GB/s for all 8 */
    struct shape out = shape_of(&s.accel[0], 8, 2);
    out.net_gbps = 400;
    out.rdma = TRI_YES;
    z = context_of(&s, &j, &out);
    near(comm_s(&z, ALL_GATHER, 1e9, 16, 8), 1e9 * 15 / 16 / 50e9, 1e-9);
    out.net_gbps = UNKNOWN;
    z = context_of(&s, &j, &out);
    assert_true(isnan(comm_s(&z, ALL_GATHER, 1e9, 16, 8)));
}

/* Slots of an older generation or with fewer lanes: 1.97 GB/s a lane at 4.0, halved at 3.0. Cards
 * that do not see each other's memory take the longer way also for a few bytes: 10 us on a link or
 * with peer access, 23 us without. */
static void slots_and_peer_access_set_the_exchange(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    s.accel[2].p2p = TRI_NO;
    sized_factor(&s, "link.latency-gpu", 10e-6);
    sized_factor(&s, "link.latency-no-p2p", 23e-6);
    sized_factor(&s, "link.pcie", 0.5);
    sized_factor(&s, "link.pcie-no-p2p", 0.25);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    struct shape mid = shape_of(&s.accel[1], 2, 1), small = shape_of(&s.accel[2], 2, 1);
    struct sz z = context_of(&s, &j, &mid);
    near(comm_s(&z, ALL_REDUCE, 1, 2, 2), 10e-6, 1e-3);
    z = context_of(&s, &j, &small);
    near(comm_s(&z, ALL_REDUCE, 1, 2, 2), 23e-6, 1e-3);
    near(small.link_gbs, 16 * 1.97, 1e-9);
    shape_slots(&small, 3, 8);
    near(small.link_gbs, 8 * 1.97 / 2, 1e-9);
    z = context_of(&s, &j, &small);
    near(comm_s(&z, ALL_REDUCE, 1e9, 2, 2), 1e9 / (0.25 * 7.88e9) + 23e-6, 1e-6);
    shape_slots(&small, 7, 16); /* never more than the card has */
    near(small.link_gbs, 16 * 1.97, 1e-9);
    shape_slots(&small, UNKNOWN, 4);
    near(small.link_gbs, 4 * 1.97, 1e-9);
    struct shape big = shape_of(&s.accel[0], 8, 1); /* its link does not pass through the slots */
    shape_slots(&big, 3, 4);
    near(big.link_gbs, 300, 1e-9);
}

static void shapes_take_the_link_or_the_slot(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct shape a = shape_of(&s.accel[0], 8, 1), b = shape_of(&s.accel[1], 4, 1);
    assert_false(a.link_is_pcie);
    near(a.link_gbs, 300, 1e-9);
    assert_true(b.link_is_pcie);
    near(b.link_gbs, 31.5, 0.01); /* PCIe 4.0 x16, one direction */
    s.accel[0].max_link_gpus = 2; /* a bridge joins two */
    assert_true(shape_of(&s.accel[0], 4, 1).link_is_pcie);
}

/* Arithmetic alone: 6 N per token over 50 % of 300 TFLOP/s. */
static void steps_are_arithmetic_when_nothing_else_counts(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "gemm.bf16.default", 0.5);
    sized_factor(&s, "attention.default", 1e6);
    sized_factor(&s, "stream.default", 1e6);
    sized_factor(&s, "speed.trainer.default", 1);
    sized_factor(&s, "speed.launch-us.default", 0);
    sized_factor(&s, "speed.step-ms.default", 0);
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.micro_batch = 4;
    j.recompute_given = true;
    j.tokens = 1e9;
    struct sizing z = sized_on(&s, &j, "big", 1);
    /* frozen weights: 2 passes of 2 (8.03e9 - 128256 x 4096) */
    double per_token = 2 * 2 * (8.03e9 - 128256 * 4096.0);
    near(z.speed.typical, 150e12 / per_token, 0.03);
    near(z.hours_per_run.typical, 1e9 / z.speed.typical / 3600 / 0.95, 0.001);
    j.recompute = RECOMPUTE_FULL;
    near(sized_on(&s, &j, "big", 1).speed.typical, 150e12 / per_token * 2 / 3, 0.03);
}

static void no_scale_no_hours(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    assert_true(isnan(sized_on(&s, &j, "big", 1).hours_per_run.typical));
}

/* Copies without a link pay for gradients; more cards never make a step slower per sample. */
static void copies_scale_less_without_a_link(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    j.optimizer = OPT_ADAMW_8BIT;
    j.micro_batch = 1;
    struct sizing one = sized_on(&s, &j, "mid", 1), four = sized_on(&s, &j, "mid", 4);
    assert_true(four.speed.typical > one.speed.typical);
    assert_true(four.speed.typical < 4 * one.speed.typical);
    assert_true(four.split_loss > 0);
    assert_true(isnan(one.split_loss));
}

/* The wish of a reader is the pace of the text: 1 / time of a token, whatever the prompt cost. */
static void a_user_reads_at_the_pace_of_decoding(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    struct job j = sized_serve(&s, "llama-8b", "fp16", 4);
    j.input_len = 30000;
    j.output_len = 100;
    j.context = 32768;
    j.tps = 20;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.per_user, 1000 / z.tpot_ms, 1e-9);
    assert_true(z.speed.typical / 4 < z.per_user); /* over all, prompts count */
    assert_true(z.tps_met);
    assert_int_equal(z.bound, BOUND_COMPUTE); /* 30,000 tokens read for 100 written */
    j.input_len = 100;
    j.output_len = 1000;
    assert_int_equal(sized_on(&s, &j, "big", 1).bound, BOUND_MEMORY_BANDWIDTH);
}

/* Servers are set to as many requests as asked for, up to 1,024 (the high end of the factor); of
 * 4,096 three in four wait. */
static void requests_beyond_the_setting_share(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    sized_factor(&s, "serve.max-batch.default", 256);
    for (size_t i = 0; i < s.facts.factor_n; i++)
        if (strcmp(s.factor[i].id, "serve.max-batch.default") == 0)
            s.factor[i].high = 1024;
    struct job j = sized_serve(&s, "llama-3b", "bf16", 1024);
    j.input_len = 10;
    j.output_len = 100;
    struct sizing all = sized_on(&s, &j, "big", 1);
    near(all.per_user, 1000 / all.tpot_ms, 1e-9);
    j.users = 4096;
    struct sizing some = sized_on(&s, &j, "big", 1);
    near(some.tpot_ms, all.tpot_ms, 1e-9);
    near(some.per_user, all.per_user / 4, 1e-9);
}

/* Two stages read their halves of the weights for each of two groups: while reading rules that is
 * no faster than one group over both cards' bandwidth, and slower than a split of each layer. */
static void stages_read_the_weights_for_each_group(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    sized_factor(&s, "serve.stage-overlap.default", 1);
    struct job j = sized_serve(&s, "llama-8b", "bf16", 8);
    j.input_len = 1;
    j.output_len = 200;
    j.tp = j.pp = 1;
    double one = sized_on(&s, &j, "big", 1).tpot_ms;
    j.pp = 2;
    near(sized_on(&s, &j, "big", 2).tpot_ms, one, 0.03);
    j.pp = 1;
    j.tp = 2;
    assert_true(sized_on(&s, &j, "big", 2).tpot_ms < 0.7 * one);
}

/* States on drives: 12 bytes x 8.03 B = 96.4 GB in and out over 6 GB/s are 32.1 s a step. */
static void states_on_drives_take_their_time(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "state.master-bytes.default", 4);
    sized_factor(&s, "state.moment-bytes.default", 4);
    sized_factor(&s, "state.weight-bytes.default", 2);
    sized_factor(&s, "state.gradient-bytes.default", 2);
    sized_factor(&s, "host.nvme-gbs", 6);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.micro_batch = j.global_batch = 1;
    j.offload = OFFLOAD_NVME;
    struct sizing z = sized_on(&s, &j, "big", 1);
    double step_s = j.context / z.speed.typical;
    near(z.drive_gb, 12 * 8.03, 0.01);
    assert_true(step_s > 32.1 && step_s < 45);
    assert_int_equal(z.bound, BOUND_STORAGE);
    j.offload = OFFLOAD_CPU;
    z = sized_on(&s, &j, "big", 1);
    assert_true(z.drive_gb <= 0 && j.context / z.speed.typical < step_s / 2);
}

/* A range of launches known for a kind of card is one of its speed: 32 layers of 35 us x 14..65. */
static void slow_launches_widen_the_speed(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    decode_factors(&s);
    s.accel[1].efficiency_class = "slow";
    sized_factor(&s, "decode.layer-scale.slow", 35);
    struct job j = sized_serve(&s, "llama-8b", "fp16", 1);
    j.input_len = 1;
    double narrow = sized_on(&s, &j, "mid", 1).speed.low;
    for (size_t i = 0; i < s.facts.factor_n; i++)
        if (strcmp(s.factor[i].id, "decode.layer-scale.slow") == 0) {
            s.factor[i].low = 14;
            s.factor[i].high = 65;
        }
    struct sizing z = sized_on(&s, &j, "mid", 1);
    near(z.tpot_ms, 18.2 + 32 * 0.035 * 34, 0.03); /* 56.3 ms */
    near(z.speed.low, narrow * z.tpot_ms / (z.tpot_ms + 32 * 0.035 * 30), 0.02);
    assert_true(z.speed.high / z.speed.low > 2);
}

/* Live speech: a pass over its window every second, so 4.4 passes carry 4 streams. */
static void live_speech_is_carried_by_passes(void **state)
{
    (void)state;
    struct sized s;
    sized_init(&s);
    sized_factor(&s, "media.speech-hop", 1);
    struct job j = sized_serve(&s, "llama-3b", "fp16", 20);
    struct model ears = *sized_model(&s, "llama-3b");
    ears.kind = MODEL_SPEECH;
    ears.layers = 64;
    ears.hidden = 1280;
    ears.params_b = ears.active_params_b = 1.543;
    j.model = &ears;
    struct sizing z = sized_on(&s, &j, "big", 1);
    near(z.max_users, floor(z.speed.typical), 1e-9);
    assert_true(!z.users_met || z.max_users >= 20);
    /* 20 streams x 2 x 32 layers x 1280 x 1,948 places x 2 bytes = 6.4 GB */
    near(z.line_gib[MEM_KV_CACHE] * GIB, 20 * 2.0 * 32 * 1280 * 1948 * 2, 1e-9);
}

/* 8.03 B x 14 bytes = 112.4 GB; over two machines with a drive of 6 GB/s each 9.37 s. */
static void a_checkpoint_takes_its_time(void **state)
{
    (void)state;
    struct sized s;
    struct arena arena;
    struct sizing z;
    sized_init(&s);
    arena_init(&arena, 0);
    sized_factor(&s, "host.nvme-gbs", 6);
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.engine = &s.engine[1];
    struct shape shape = shape_of(&s.accel[0], 8, 2);
    shape.net_gbps = 3200;
    shape.rdma = TRI_YES;
    struct trace t = {&arena, NULL, NULL};
    size_shape(&j, &s.facts, &shape, &t, &z);
    near(z.checkpoint_gb, 112.4, 0.001);
    const struct trace_item *x = t.first;
    while (x && strcmp(x->id, "need.checkpoint-time") != 0)
        x = x->next;
    assert_non_null(x);
    near(x->result.num, 112.4 / 2 / 6, 0.001);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_stream_is_bandwidth),
        cmocka_unit_test(a_layer_split_does_not_speed_one_stream),
        cmocka_unit_test(a_user_reads_at_the_pace_of_decoding),
        cmocka_unit_test(requests_beyond_the_setting_share),
        cmocka_unit_test(stages_read_the_weights_for_each_group),
        cmocka_unit_test(states_on_drives_take_their_time),
        cmocka_unit_test(slow_launches_widen_the_speed),
        cmocka_unit_test(live_speech_is_carried_by_passes),
        cmocka_unit_test(a_checkpoint_takes_its_time),
        cmocka_unit_test(batches_touch_more_experts),
        cmocka_unit_test(collectives_move_their_volume),
        cmocka_unit_test(slots_and_peer_access_set_the_exchange),
        cmocka_unit_test(shapes_take_the_link_or_the_slot),
        cmocka_unit_test(steps_are_arithmetic_when_nothing_else_counts),
        cmocka_unit_test(no_scale_no_hours),
        cmocka_unit_test(copies_scale_less_without_a_link),
    };
    return cmocka_run_group_tests_name("sizing: speed", tests, NULL, NULL);
}
