/* Decoding with a draft, worked out by hand: tokens a round, the head's size, time, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/sizing/parts.h"
#include "tests/support/sized.h"

static struct sized s;

static int fresh(void **state)
{
    (void)state;
    sized_init(&s);
    sized_factor(&s, "decode.any.default", 0.92);
    sized_factor(&s, "decode.layer-us.default", 35);
    sized_factor(&s, "decode.layer-scale.default", 1);
    sized_factor(&s, "decode.sequence-us.default", 0);
    sized_factor(&s, "decode.step-ms.default", 0);
    sized_factor(&s, "decode-gemm.bf16.default", 0.5);
    sized_factor(&s, "speculate.chance", 0.7);
    sized_factor(&s, "speculate.tokens", 3);
    sized_factor(&s, "speculate.tokens-mtp", 1);
    return 0;
}

static struct job drafted(const char *model, double users, enum draft how)
{
    struct job j = sized_serve(&s, model, "bf16", users);
    j.drafts = how;
    j.draft_tokens = j.draft_acceptance = UNKNOWN;
    j.input_len = 1;
    j.output_len = 200;
    return j;
}

/* 0.7 + 0.49 + 0.343 = 1.533 of 3 are kept: 51 %. */
static void share_follows_from_the_chance(void **state)
{
    (void)state;
    near(draft_share(0.7, 3), 1.533 / 3, 1e-9);
    near(draft_share(0.85, 1), 0.85, 1e-9);
    assert_true(draft_share(1, 5) >= 1 && draft_share(0, 5) <= 0);
}

/* One layer and 2 h x h: of a 70B 855.6 M + 134.2 M = 0.99 B, as published. */
static void a_head_is_a_layer_and_a_join(void **state)
{
    (void)state;
    struct job j = drafted("llama-70b", 1, DRAFT_EAGLE);
    struct shape shape = shape_of(&s.accel[0], 4, 1);
    struct sz z;
    sz_init(&z, &j, &s.facts, &shape);
    assert_true(z.draft.on);
    near(z.draft.d.n / 1e9, 0.99, 0.005);
    near(z.draft.weight_bytes / 1e9, 1.98, 0.005);
}

/*
 * An 8B on 900 GB/s. The model: (16.06 - 1.05) GB / (0.92 x 900 GB/s) + 32 x 35 us = 19.25 ms.
 * A proposal: one layer 218.1 M and 2 x 4096^2 = 33.6 M make 0.503 GB, the shared head 1.051 GB:
 * 1.554 GB / 828 GB/s + 35 us = 1.912 ms; three are 5.74 ms. 1 + 1.533 tokens a round:
 * (19.25 + 5.74) / 2.533 = 9.87 ms a token.
 */
static void a_round_is_proposals_and_one_pass(void **state)
{
    (void)state;
    struct job j = drafted("llama-8b", 1, DRAFT_NONE);
    double plain = sized_on(&s, &j, "mid", 1).tpot_ms;
    j = drafted("llama-8b", 1, DRAFT_EAGLE);
    struct sizing z = sized_on(&s, &j, "mid", 1);
    near(plain, 19.25, 0.01);
    near(z.draft_yield, 2.533, 1e-6);
    near(z.tpot_ms, 9.87, 0.01);
    near(z.draft_gain, plain / z.tpot_ms, 0.02);
    assert_true(z.draft_tokens >= 3 && z.draft_tokens <= 3);
    near(z.draft_acceptance, 0.511, 1e-3);
}

/* What is told counts: 4 tokens of which 60 % are kept make 3.4 a round. */
static void told_figures_count(void **state)
{
    (void)state;
    struct job j = drafted("llama-8b", 1, DRAFT_MTP);
    near(sized_on(&s, &j, "mid", 1).draft_yield, 1.7, 1e-9);
    j.draft_tokens = 4;
    j.draft_acceptance = 0.6;
    near(sized_on(&s, &j, "mid", 1).draft_yield, 3.4, 1e-9);
}

/* A draft of its own: 3.213 B x 2 bytes and its cache beside the model's. */
static void a_model_takes_its_weights_and_cache(void **state)
{
    (void)state;
    struct job j = drafted("llama-70b", 8, DRAFT_NONE);
    double before = sized_on(&s, &j, "big", 4).per_gpu_gib.typical;
    j.drafts = DRAFT_MODEL;
    j.draft = sized_model(&s, "llama-3b");
    j.tp = 4;
    struct sizing z = sized_on(&s, &j, "big", 4);
    double cache = 8 * model_kv_bytes(j.draft, j.kv, 201);
    cache = fmax(cache, model_kv_bytes(j.draft, j.kv, j.context));
    double want = (j.draft->params_b * 2e9 / 4 + cache / 4) / GIB;
    near(z.line_gib[MEM_DRAFT], want, 1e-6);
    assert_true(z.per_gpu_gib.typical > before);
}

/* One request: bandwidth is the limit, checking is free. Many: arithmetic is, and each kept token
 * costs (1 + k) / (1 + acceptance x k) passes' worth of it. */
static void it_pays_for_few_and_costs_for_many(void **state)
{
    (void)state;
    struct job j = drafted("llama-8b", 1, DRAFT_EAGLE);
    assert_true(sized_on(&s, &j, "big", 1).draft_gain > 1.7);
    double before = INFINITY;
    for (double users = 1; users <= 256; users *= 4) {
        j = drafted("llama-8b", users, DRAFT_EAGLE);
        double gain = sized_on(&s, &j, "big", 1).draft_gain;
        assert_true(gain <= before * 1.001);
        before = gain;
    }
    assert_true(before < 1);
    j.draft_acceptance = 0; /* nothing is kept: never a gain */
    j.users = 1;
    assert_true(sized_on(&s, &j, "big", 1).draft_gain < 1);
}

/* Of 128 experts 8 a token: one token touches 6.25 %, four 1 - (15/16)^4 = 22.8 %, so a mixture
 * wins less than a dense model. */
static void checked_tokens_touch_more_experts(void **state)
{
    (void)state;
    struct job dense = drafted("llama-8b", 1, DRAFT_EAGLE);
    struct job sparse = drafted("moe-30b", 1, DRAFT_EAGLE);
    double a = sized_on(&s, &dense, "big", 1).draft_gain;
    double b = sized_on(&s, &sparse, "big", 1).draft_gain;
    assert_true(b < a);
}

static void what_does_not_fit_fits_without(void **state)
{
    (void)state;
    struct change c[8];
    struct arena arena;
    arena_init(&arena, 0);
    struct job j = drafted("llama-8b", 1, DRAFT_MODEL);
    j.draft = sized_model(&s, "llama-3b");
    struct shape shape = shape_of(&s.accel[2], 1, 1); /* 24 GB: 16.1 + 6.4 GB of weights */
    struct sizing z;
    size_shape(&j, &s.facts, &shape, NULL, &z);
    assert_true(z.verdict != VERDICT_FITS && z.verdict != VERDICT_NOT_VALIDATED);
    size_t n = size_changes(&j, &s.facts, &shape, c, 8, &arena);
    assert_true(n > 0 && c[0].what.id == MSG_SZ_DO_NO_DRAFT);
    assert_int_equal(c[0].job.drafts, DRAFT_NONE);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(share_follows_from_the_chance, fresh),
        cmocka_unit_test_setup(a_head_is_a_layer_and_a_join, fresh),
        cmocka_unit_test_setup(a_round_is_proposals_and_one_pass, fresh),
        cmocka_unit_test_setup(told_figures_count, fresh),
        cmocka_unit_test_setup(a_model_takes_its_weights_and_cache, fresh),
        cmocka_unit_test_setup(it_pays_for_few_and_costs_for_many, fresh),
        cmocka_unit_test_setup(checked_tokens_touch_more_experts, fresh),
        cmocka_unit_test_setup(what_does_not_fit_fits_without, fresh),
    };
    return cmocka_run_group_tests_name("sizing: decoding with a draft", tests, NULL, NULL);
}
