/* links: catalog */
/* What people ask first, over the shipped catalog, from the answers on: verdicts and figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/sizing/sizing.h"
#include "tests/support/shipped.h"

static struct sizing on(const struct job *j, const char *card, int n)
{
    struct sizing z;
    const char *id = facts_resolve(&shipped.facts, "accelerators", card, NULL);
    const struct accel *a = facts_accel(&shipped.facts, id ? id : card);
    assert_non_null(a);
    struct shape s = shape_of(a, n, 1);
    size_shape(j, &shipped.facts, &s, NULL, &z);
    return z;
}

static void ordered(struct band b)
{
    assert_true(isfinite(b.low) && isfinite(b.typical) && isfinite(b.high));
    assert_true(b.low <= b.typical && b.typical <= b.high);
}

static void qlora_of_70b(void **state)
{
    static const char *const job[] = {"task",   "finetune", "model", "llama-3.3-70b", "method",
                                      "qlora",  "context",  "4096",  "tokens",        "50M",
                                      "epochs", "3",        NULL};
    (void)state;
    struct job j = shipped_job(job);
    assert_int_equal(on(&j, "nvidia-rtx-4090", 1).verdict, VERDICT_DOES_NOT_FIT);
    enum verdict mid = on(&j, "nvidia-l40s", 1).verdict;
    assert_true(mid == VERDICT_TIGHT || mid == VERDICT_DOES_NOT_FIT);
    struct sizing big = on(&j, "nvidia-a100-sxm4-80", 1);
    assert_int_equal(big.verdict, VERDICT_FITS);
    assert_int_equal(big.basis, BASIS_MEASURED);
    ordered(big.hours_per_run);
    struct sizing eight = on(&j, "nvidia-rtx-3070", 8);
    assert_true(eight.verdict == VERDICT_DEPENDS || eight.verdict == VERDICT_DOES_NOT_FIT);
    assert_int_equal(eight.layout.sharding, SHARD_NONE);
    assert_int_equal(on(&j, "nvidia-l40s", 2).verdict, VERDICT_DEPENDS);
}

/* Ninety epochs of ImageNet on four A100: between two and six hours. */
static void resnet_in_an_afternoon(void **state)
{
    static const char *const job[] = {"task",  "train-vision", "model", "resnet-50", "samples",
                                      "1.28M", "epochs",       "90",    NULL};
    (void)state;
    struct job j = shipped_job(job);
    struct sizing z = on(&j, "nvidia-a100-sxm4-80", 4);
    assert_int_equal(z.verdict, VERDICT_FITS);
    ordered(z.hours_per_run);
    assert_true(z.hours_per_run.low > 2 && z.hours_per_run.high < 6);
}

static void a_cache_for_fifty_users(void **state)
{
    static const char *const job[] = {"task",  "serve", "model",  "qwen2.5-7b", "users", "50",
                                      "input", "1000",  "output", "300",        NULL};
    (void)state;
    struct job j = shipped_job(job);
    struct sizing z = on(&j, "nvidia-l40s", 1);
    assert_int_equal(z.verdict, VERDICT_FITS);
    assert_true(z.users_met && z.max_users >= 50);
    /* 2 x 28 layers x 4 heads x 128 x 2 B = 57,344 B a token */
    assert_true(fabs(z.line_gib[MEM_KV_CACHE] * GIB / (50 * 1300 * 57344.0) - 1) < 0.01);
    ordered(z.speed);
    assert_true(z.per_user > 5 && z.per_user < 200);
}

static void full_8b_on_24_gb_gets_the_cheapest_changes(void **state)
{
    static const char *const job[] = {"task",   "finetune", "model", "llama-3.1-8b",
                                      "method", "full",     NULL};
    (void)state;
    struct job j = shipped_job(job);
    assert_int_equal(on(&j, "nvidia-rtx-4090", 1).verdict, VERDICT_DOES_NOT_FIT);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-4090"), 1, 1);
    static struct change c[10];
    size_t n = size_changes(&j, &shipped.facts, &s, c, 10, &shipped.arena);
    assert_true(n >= 2);
    bool adapter = false;
    for (size_t i = 0; i < n; i++) {
        adapter = adapter || c[i].job.method != METHOD_FULL;
        struct sizing z;
        size_shape(&c[i].job, &shipped.facts, &c[i].shape, NULL, &z);
        assert_true(z.verdict == VERDICT_FITS || z.verdict == VERDICT_TIGHT);
    }
    assert_true(adapter);
    assert_true(c[0].job.method != METHOD_FULL); /* before any other card */
}

/* 70e9 parameters in full training: 2 + 2 + 4 + 4 + 4 bytes each are 1,100 GiB. No single change
 * brings that onto 24 GiB or onto one card that is sold, so changes are tried two at a time. Each
 * proposal is sized anew, fits, and holds at least the 4-bit weights (70.6e9 x 0.5 B = 33 GiB). */
static void where_no_single_change_is_enough_two_are_named(void **state)
{
    static const char *const job[] = {"task",   "finetune", "model", "llama-3.3-70b",
                                      "method", "full",     NULL};
    static struct change c[8];
    bool adapter = false, whole = false;
    (void)state;
    struct job j = shipped_job(job);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-4090"), 1, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    assert_true(n >= 3);
    for (size_t i = 0; i < n; i++) {
        struct sizing z;
        size_shape(&c[i].job, &shipped.facts, &c[i].shape, NULL, &z);
        assert_true(z.verdict == VERDICT_FITS || z.verdict == VERDICT_TIGHT);
        double held = c[i].shape.accel->usable_gib * c[i].shape.per_node * c[i].shape.nodes;
        assert_true(held > 33);
        adapter = adapter || (c[i].job.method == METHOD_QLORA && c[i].shape.accel == s.accel);
        whole = whole || (c[i].job.method == METHOD_FULL && held > 1100);
    }
    assert_true(adapter); /* on more of the cards at hand */
    assert_true(whole);   /* with the result that was asked for, on what holds it */
}

/* A small model needs no second change: the list of single ones stays as it was. */
static void two_changes_only_where_one_is_not_enough(void **state)
{
    static const char *const job[] = {"task",   "finetune", "model", "llama-3.1-8b",
                                      "method", "full",     NULL};
    static struct change c[8];
    (void)state;
    struct job j = shipped_job(job);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-4090"), 1, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    for (size_t i = 0; i < n; i++) {
        bool other_job = c[i].job.method != j.method || c[i].job.optimizer != j.optimizer;
        bool other_cards = c[i].shape.accel != s.accel || c[i].shape.per_node != s.per_node;
        assert_false(other_job && other_cards);
    }
}

/* LoRA of 7e9 parameters holds 13 GiB of weights; 8 GB take them in 4 bits (4 GiB) with a short
 * context only. That comes before any larger card. */
static void fewer_bits_and_a_shorter_context_keep_the_card(void **state)
{
    static const char *const job[] = {"task", "finetune", "model", "7B", "method", "lora", NULL};
    static struct change c[8];
    (void)state;
    struct job j = shipped_job(job);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-4060"), 1, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    assert_true(n >= 2);
    assert_int_equal(c[0].what.id, MSG_SZ_SHORT_QLORA);
    assert_true(c[0].job.method == METHOD_QLORA && c[0].job.context < j.context);
    assert_true(c[0].shape.accel == s.accel && c[0].shape.per_node == 1);
    assert_true(c[1].shape.accel != s.accel);
}

/* Serving 400 GB of weights: 16 bits on more or other cards, and fewer bits on fewer of them. */
static void serving_too_large_for_any_card_gets_cards_and_bits(void **state)
{
    static const char *const job[] = {"task",    "serve", "model", "llama-3.1-405b",
                                      "weights", "bf16",  NULL};
    static struct change c[8];
    bool bits = false;
    (void)state;
    struct job j = shipped_job(job);
    struct shape s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-3060-12"), 1, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++)
        bits = bits || c[i].job.weights->body_bits < 16;
    assert_true(bits);
}

/* gpt-oss-20b: experts in MXFP4; the rest in 16 bits as published (13.8 GB), in 8 in a file of
 * llama.cpp (12.1 GB; ggml-org/gpt-oss-20b-GGUF, 2025-08). */
static void a_file_of_llama_cpp_is_smaller_than_the_published_model(void **state)
{
    static const char *const with[][2] = {{"llama.cpp", "12.1"}, {"vllm", "13.8"}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const char *const words[] = {"task",   "serve",    "model", "gpt-oss-20b",
                                     "engine", with[i][0], NULL};
        struct job j = shipped_job(words);
        double gb = model_weight_bytes(j.model, j.weights) / 1e9;
        double want = strtod(with[i][1], NULL);
        if (!(fabs(gb - want) < 0.05 * want))
            fail_msg("%s: %.2f GB, want %.1f", with[i][0], gb, want);
    }
}

/* Every card with known memory gets a verdict with a reason for every kind of task. */
static void every_card_gets_an_answer(void **state)
{
    static const char *const tasks[] = {"learn",           "train-vision", "train-diffusion",
                                        "train-speech",    "train-recsys", "generate-media",
                                        "finetune",        "pretrain",     "serve",
                                        "batch-inference", "hpc",          "other"};
    (void)state;
    for (size_t t = 0; t < sizeof tasks / sizeof tasks[0]; t++) {
        const char *const job[] = {"task", tasks[t], NULL};
        struct job j = shipped_job(job);
        for (size_t i = 0; i < shipped.facts.accel_n; i++) {
            struct sizing z;
            struct shape s = shape_of(&shipped.facts.accel[i], 1 << (i % 4), 1);
            size_shape(&j, &shipped.facts, &s, NULL, &z);
            assert_true(z.reason.id != MSG_NONE);
            if (z.verdict == VERDICT_FITS)
                assert_true(z.per_gpu_gib.high <= z.usable_gib);
            if (known(z.speed.typical))
                ordered(z.speed);
        }
    }
}

/* The batch that is found for a net of convolutions fits at the high estimate, and nobody is told
 * to train it with adapters; a card made for China alone is no larger card elsewhere. */
static void changes_suit_the_model_and_the_country(void **state)
{
    (void)state;
    static const char *const vision[] = {"task", "train-vision", "model", "resnet-50", NULL};
    static const char *const cards[] = {"nvidia-v100-sxm2-16", "nvidia-t4", "nvidia-rtx-3060-12"};
    struct change c[8];
    struct job j = shipped_job(vision);
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++)
        assert_int_equal(on(&j, cards[i], 4).verdict, VERDICT_FITS);
    j.micro_batch = 4096;
    struct shape s = shape_of(facts_accel(&shipped.facts, cards[0]), 1, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(c[i].job.method, METHOD_FULL);
    static const char *const full[] = {
        "task", "finetune", "model", "llama-3.1-8b", "method", "full", "country", "US", NULL};
    j = shipped_job(full);
    s = shape_of(facts_accel(&shipped.facts, "nvidia-rtx-4090"), 2, 1);
    n = size_changes(&j, &shipped.facts, &s, c, 8, &shipped.arena);
    for (size_t i = 0; i < n; i++) {
        assert_int_not_equal(c[i].shape.accel->cn_only, TRI_YES);
        assert_int_not_equal(c[i].shape.accel->cuda13, TRI_NO);
    }
}

/* All models of the catalog can be sized for serving, in 16 bits, on the largest card. */
static void every_text_model_has_a_size(void **state)
{
    (void)state;
    static const char *const job[] = {"task", "serve", NULL};
    struct job j = shipped_job(job);
    size_t sized = 0;
    for (size_t i = 0; i < shipped.facts.model_n; i++) {
        const struct model *m = &shipped.facts.model[i];
        if (m->kind != MODEL_DECODER && m->kind != MODEL_VLM)
            continue;
        j.model = m;
        j.weights = j.precision = num_format_find("bf16");
        struct sizing z = on(&j, "nvidia-b300-sxm-270", 8);
        if (!known(z.per_gpu_gib.typical))
            fail_msg("%s has no size", m->id);
        double weights = z.line_gib[MEM_WEIGHTS] * z.layout.tp * z.layout.pp * GIB;
        if (fabs(weights / (m->params_b * 2e9) - 1) > 0.02)
            fail_msg("%s: %.3g bytes for %.3g B parameters", m->id, weights, m->params_b);
        assert_true(known(z.speed.typical));
        sized++;
    }
    assert_true(sized > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(qlora_of_70b),
        cmocka_unit_test(resnet_in_an_afternoon),
        cmocka_unit_test(a_cache_for_fifty_users),
        cmocka_unit_test(where_no_single_change_is_enough_two_are_named),
        cmocka_unit_test(two_changes_only_where_one_is_not_enough),
        cmocka_unit_test(fewer_bits_and_a_shorter_context_keep_the_card),
        cmocka_unit_test(serving_too_large_for_any_card_gets_cards_and_bits),
        cmocka_unit_test(a_file_of_llama_cpp_is_smaller_than_the_published_model),
        cmocka_unit_test(full_8b_on_24_gb_gets_the_cheapest_changes),
        cmocka_unit_test(changes_suit_the_model_and_the_country),
        cmocka_unit_test(every_card_gets_an_answer),
        cmocka_unit_test(every_text_model_has_a_size),
    };
    return cmocka_run_group_tests_name("sizing: catalog", tests, shipped_load, shipped_unload);
}
