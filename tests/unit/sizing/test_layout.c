/* What a trainer or engine really does with several cards, verdicts, and the changes offered. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "tests/support/sized.h"

static struct sized s;

static int set_up(void **state)
{
    (void)state;
    sized_init(&s);
    sized_cases(&s, "validated.text-train", 100);
    sized_cases(&s, "validated.text-serve", 100);
    sized_band(&s, "band.memory-train", 0.8, 1.2);
    sized_band(&s, "band.memory-serve", 0.8, 1.2);
    sized_factor(&s, "memory.slack.default", 0.05);
    sized_factor(&s, "memory.logits-bytes.default", 8);
    return 0;
}

/* QLoRA of 70B at 4096: weights alone 39.8 GiB. */
static void one_card_is_judged_by_what_it_holds(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-70b", METHOD_QLORA);
    struct sizing small = sized_on(&s, &j, "small", 1), mid = sized_on(&s, &j, "mid", 1),
                  big = sized_on(&s, &j, "big", 1);
    assert_int_equal(small.verdict, VERDICT_DOES_NOT_FIT);
    assert_int_equal(small.reason.id, MSG_SZ_DOES_NOT_FIT);
    assert_int_equal(small.bound, BOUND_MEMORY_SIZE);
    assert_true(mid.verdict == VERDICT_DOES_NOT_FIT || mid.verdict == VERDICT_TIGHT);
    assert_int_equal(big.verdict, VERDICT_FITS);
    assert_true(big.per_gpu_gib.high <= big.usable_gib);
    assert_int_equal(big.layout.recompute, RECOMPUTE_FULL);
}

/* LoRA of an 8B on 80 GB, all kept: what it may take does not fit, what it takes does. A run that
 * is known to have fitted kept all; the planner recomputes. */
static void a_run_that_fitted_needs_no_room_to_spare(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.context = 512;
    j.recompute_given = true;
    j.recompute = RECOMPUTE_NONE;
    for (j.micro_batch = 1; j.micro_batch < 64; j.micro_batch++) {
        struct sizing z = sized_on(&s, &j, "big", 1);
        if (z.per_gpu_gib.high > z.usable_gib)
            break;
    }
    struct sizing all = sized_on(&s, &j, "big", 1);
    assert_true(all.per_gpu_gib.typical < all.usable_gib);
    j.recompute_given = false;
    assert_true(sized_on(&s, &j, "big", 1).layout.recompute != RECOMPUTE_NONE);
    j.ran = true;
    struct sizing z = sized_on(&s, &j, "big", 1);
    assert_int_equal(z.layout.recompute, RECOMPUTE_NONE);
    near(z.per_gpu_gib.typical, all.per_gpu_gib.typical, 1e-9);
}

static void copies_do_not_add_up(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-70b", METHOD_QLORA);
    struct sizing tiny = sized_on(&s, &j, "tiny", 8), four = sized_on(&s, &j, "mid", 4);
    assert_int_equal(tiny.verdict, VERDICT_DOES_NOT_FIT);
    assert_int_equal(tiny.layout.dp, 8);
    assert_int_equal(tiny.layout.sharding, SHARD_NONE);
    assert_int_equal(four.verdict, VERDICT_DEPENDS);
    assert_int_equal(four.sharded.sharding, SHARD_ZERO3);
    assert_int_equal(four.reason.id, MSG_SZ_DEPENDS);
}

static void a_trainer_that_shards_adds_up(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-70b", METHOD_QLORA);
    j.engine = &s.engine[1];
    j.sharding_given = true;
    j.sharding = SHARD_ZERO3;
    struct sizing z = sized_on(&s, &j, "mid", 4);
    assert_int_equal(z.verdict, VERDICT_FITS);
    assert_int_equal(z.layout.sharding, SHARD_ZERO3);
    j.sharding = SHARD_ZERO2; /* frozen weights stay whole */
    assert_int_equal(sized_on(&s, &j, "mid", 4).verdict, VERDICT_DOES_NOT_FIT);
}

static void engines_split_by_their_kind(void **state)
{
    (void)state;
    struct job j = sized_serve(&s, "llama-70b", "bf16", 4);
    struct sizing tensor = sized_on(&s, &j, "big", 4);
    assert_int_equal(tensor.verdict, VERDICT_FITS);
    assert_int_equal(tensor.layout.tp * tensor.layout.pp * tensor.layout.dp, 4);
    j.engine = &s.engine[2];
    struct sizing layers = sized_on(&s, &j, "big", 4);
    assert_int_equal(layers.verdict, VERDICT_FITS);
    assert_int_equal(layers.layout.tp, 1);
    assert_true(layers.layout.pp >= 2);
    j.engine = &s.engine[4];
    j.model = sized_serve(&s, "qwen-7b", "bf16", 1).model; /* fits on one: copies serve more */
    assert_int_equal(sized_on(&s, &j, "big", 8).verdict, VERDICT_FITS);
}

static void tensor_ranks_divide_the_heads(void **state)
{
    (void)state;
    struct job j = sized_serve(&s, "llama-70b", "bf16", 4);
    struct sizing z = sized_on(&s, &j, "big", 6); /* 64 heads, 8 KV heads: 3 and 6 are out */
    assert_true(z.layout.tp == 1 || z.layout.tp == 2);
}

/* A split that was asked for is done or refused, never left out. */
static void an_asked_split_is_done_or_refused(void **state)
{
    (void)state;
    struct job train = sized_job(&s, "size-13b", METHOD_LORA);
    struct job serve = sized_serve(&s, "size-13b", "bf16", 4);
    train.pp = serve.pp = 4;
    struct sizing z = sized_on(&s, &train, "big", 8);
    assert_int_equal(z.layout.pp, 4);
    assert_int_equal(z.layout.dp * z.layout.tp, 2);
    assert_int_equal(sized_on(&s, &serve, "big", 8).layout.pp, 4);
    train.pp = serve.pp = 0;
    train.cp = serve.tp = 3;
    const struct job *jobs[] = {&train, &serve};
    for (size_t i = 0; i < 2; i++) {
        z = sized_on(&s, jobs[i], "big", 8);
        assert_int_equal(z.verdict, VERDICT_DOES_NOT_FIT);
        assert_int_equal(z.reason.id, MSG_SZ_NO_LAYOUT);
        assert_false(known(z.per_gpu_gib.typical));
        assert_false(known(z.speed.typical));
        assert_int_equal(z.layout.tp, 1);
    }
}

static void megatron_splits_what_one_card_cannot(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.engine = &s.engine[3];
    j.task = TASK_PRETRAIN;
    struct sizing z = sized_on(&s, &j, "big", 8);
    assert_int_equal(z.verdict, VERDICT_FITS);
    assert_int_equal(z.layout.tp * z.layout.pp * z.layout.dp, 8);
    j.tp = 4;
    j.pp = 2;
    z = sized_on(&s, &j, "big", 8);
    assert_int_equal(z.layout.tp, 4);
    assert_int_equal(z.layout.pp, 2);
    assert_int_equal(z.layout.dp, 1);
}

static void the_largest_micro_batch_is_the_largest(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.recompute_given = true;
    j.recompute = RECOMPUTE_FULL;
    struct sizing z = sized_on(&s, &j, "big", 1);
    double most = z.max_micro_batch;
    assert_true(most >= 2);
    j.micro_batch = most;
    assert_true(sized_on(&s, &j, "big", 1).per_gpu_gib.high <= z.usable_gib * 1.0001);
    j.micro_batch = most + 1;
    assert_true(sized_on(&s, &j, "big", 1).per_gpu_gib.high > z.usable_gib * 0.9999);
}

static void as_many_users_as_fit(void **state)
{
    (void)state;
    struct job j = sized_serve(&s, "llama-8b", "bf16", 10);
    struct sizing z = sized_on(&s, &j, "mid", 1);
    assert_true(z.max_users > 10 && z.users_met);
    j.users = z.max_users;
    assert_true(sized_on(&s, &j, "mid", 1).per_gpu_gib.high <= z.usable_gib * 1.01);
    j.users = z.max_users * 1.5;
    struct sizing over = sized_on(&s, &j, "mid", 1);
    assert_false(over.users_met);
}

static void classes_without_cases_are_not_validated(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    sized_cases(&s, "validated.text-train", 2);
    struct sizing z = sized_on(&s, &j, "big", 1);
    assert_int_equal(z.verdict, VERDICT_NOT_VALIDATED);
    assert_int_equal(z.basis, BASIS_NO_CLASS);
    assert_true(known(z.per_gpu_gib.typical));
    sized_cases(&s, "validated.text-train", 3);
    z = sized_on(&s, &j, "big", 1);
    assert_int_equal(z.verdict, VERDICT_FITS);
    assert_int_equal(z.basis, BASIS_NO_CARD); /* the class is measured, this card is not */
}

static void lacking_factors_widen_the_band(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    struct sizing z = sized_on(&s, &j, "big", 1);
    assert_int_not_equal(z.basis, BASIS_MEASURED); /* most factors are not in these facts */
    assert_true(z.speed.high / z.speed.low > 4);
}

static void what_is_unknown_gives_no_number(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    s.accel[0].usable_gib = UNKNOWN;
    struct sizing z = sized_on(&s, &j, "big", 1);
    assert_int_equal(z.verdict, VERDICT_UNKNOWN);
    assert_true(isnan(z.speed.typical) && isnan(z.per_gpu_gib.typical));
    s.accel[0].usable_gib = 79;
    s.accel[0].memory_bandwidth_gbs = UNKNOWN;
    z = sized_on(&s, &j, "big", 1);
    assert_true(isnan(z.speed.typical) && isnan(z.hours_per_run.typical));
    assert_true(known(z.per_gpu_gib.typical));
    sized_model(&s, "llama-8b")->params_b = UNKNOWN;
    assert_int_equal(sized_on(&s, &j, "big", 1).verdict, VERDICT_UNKNOWN);
}

static void other_tasks_are_not_modelled(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
    j.task = TASK_HPC;
    j.training = false;
    assert_int_equal(sized_on(&s, &j, "big", 1).verdict, VERDICT_NOT_MODELLED);
    j.model = NULL;
    assert_int_equal(sized_on(&s, &j, "big", 1).verdict, VERDICT_NOT_MODELLED);
}

/* Full training of 3B on 24 GB: LoRA before QLoRA before cards, and every offer is proved. */
static void changes_come_in_order_and_fit(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-3b", METHOD_FULL);
    struct shape shape = shape_of(&s.accel[2], 1, 1);
    static struct change out[12];
    size_t n = size_changes(&j, &s.facts, &shape, out, 12, NULL);
    assert_true(n >= 2);
    int rank = 0;
    static const enum msg_id order[] = {MSG_SZ_DO_RECOMPUTE, MSG_SZ_DO_MICRO, MSG_SZ_DO_8BIT,
                                        MSG_SZ_DO_ALL,       MSG_SZ_DO_LORA,  MSG_SZ_DO_QLORA,
                                        MSG_SZ_DO_QUANTISE,  MSG_SZ_DO_KV,    MSG_SZ_DO_CONTEXT,
                                        MSG_SZ_DO_SHARD,     MSG_SZ_DO_CARDS, MSG_SZ_DO_CARD};
    bool qlora = false;
    for (size_t i = 0; i < n; i++) {
        int at = 0;
        while (order[at] != out[i].what.id)
            at++;
        assert_true(at >= rank);
        rank = at;
        qlora = qlora || out[i].what.id == MSG_SZ_DO_QLORA;
        struct sizing again;
        size_shape(&out[i].job, &s.facts, &out[i].shape, NULL, &again);
        assert_int_equal(again.verdict, out[i].verdict);
        assert_true(again.verdict == VERDICT_FITS || again.verdict == VERDICT_TIGHT);
    }
    assert_true(qlora);
}

/* What a change does to the result is a sentence, in either language: "same result" was not. */
static void effects_say_that_the_result_stays(void **state)
{
    (void)state;
    static const enum msg_id stays[] = {
        MSG_SZ_EFFECT_PARTS, MSG_SZ_EFFECT_RECOMPUTE, MSG_SZ_EFFECT_MICRO,  MSG_SZ_EFFECT_8BIT,
        MSG_SZ_EFFECT_SHARD, MSG_SZ_EFFECT_CARDS,     MSG_SZ_EFFECT_CARD,   MSG_SZ_EFFECT_EXPERTS};
    for (size_t i = 0; i < sizeof stays / sizeof *stays; i++) {
        assert_non_null(strstr(msg_text(LANG_EN, stays[i]), "the result stays a"));
        assert_non_null(strstr(msg_text(LANG_ZH, stays[i]), "结果的质量与原要求"));
    }
}

static void a_fitting_job_needs_no_change(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "llama-8b", METHOD_QLORA);
    struct shape shape = shape_of(&s.accel[0], 1, 1);
    struct change out[2];
    assert_int_equal(size_changes(&j, &s.facts, &shape, out, 2, NULL), 0);
}

static void the_floor_is_below_every_layout(void **state)
{
    (void)state;
    for (int cards = 1; cards <= 8; cards *= 2) {
        struct job j = sized_job(&s, "llama-8b", METHOD_FULL);
        j.engine = &s.engine[1];
        j.sharding_given = true;
        j.sharding = SHARD_ZERO3;
        struct shape shape = shape_of(&s.accel[0], cards, 1);
        struct sizing z = sized_on(&s, &j, "big", cards);
        assert_true(size_floor_gib(&j, &s.facts, &shape) <= z.per_gpu_gib.low);
    }
}

static void every_figure_can_be_explained(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct trace t = {.arena = &a};
    struct job j = sized_job(&s, "llama-8b", METHOD_LORA);
    j.tokens = 1e8;
    struct shape shape = shape_of(&s.accel[0], 2, 1);
    struct sizing z;
    size_shape(&j, &s.facts, &shape, &t, &z);
    for (int i = 0; i < MEM_LINES; i++)
        if (z.line_gib[i] > 0) {
            char id[64] = "memory.";
            str_copy(id + 7, sizeof id - 7, mem_line_word((enum mem_line_id)i));
            assert_non_null(trace_find(&t, id));
        }
    assert_non_null(trace_find(&t, "memory.total"));
    const struct trace_item *speed = trace_find(&t, "speed.total");
    assert_non_null(speed);
    assert_true(speed->n >= 2);
    assert_non_null(trace_find(&t, "speed.hours"));
    assert_null(trace_find(&t, "speed.nothing"));
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_card_is_judged_by_what_it_holds, set_up),
        cmocka_unit_test_setup(a_run_that_fitted_needs_no_room_to_spare, set_up),
        cmocka_unit_test_setup(copies_do_not_add_up, set_up),
        cmocka_unit_test_setup(a_trainer_that_shards_adds_up, set_up),
        cmocka_unit_test_setup(engines_split_by_their_kind, set_up),
        cmocka_unit_test_setup(tensor_ranks_divide_the_heads, set_up),
        cmocka_unit_test_setup(an_asked_split_is_done_or_refused, set_up),
        cmocka_unit_test_setup(megatron_splits_what_one_card_cannot, set_up),
        cmocka_unit_test_setup(the_largest_micro_batch_is_the_largest, set_up),
        cmocka_unit_test_setup(as_many_users_as_fit, set_up),
        cmocka_unit_test_setup(classes_without_cases_are_not_validated, set_up),
        cmocka_unit_test_setup(lacking_factors_widen_the_band, set_up),
        cmocka_unit_test_setup(what_is_unknown_gives_no_number, set_up),
        cmocka_unit_test_setup(other_tasks_are_not_modelled, set_up),
        cmocka_unit_test_setup(changes_come_in_order_and_fit, set_up),
        cmocka_unit_test(effects_say_that_the_result_stays),
        cmocka_unit_test_setup(a_fitting_job_needs_no_change, set_up),
        cmocka_unit_test_setup(the_floor_is_below_every_layout, set_up),
        cmocka_unit_test_setup(every_figure_can_be_explained, set_up),
    };
    return cmocka_run_group_tests_name("sizing: layout", tests, NULL, NULL);
}
