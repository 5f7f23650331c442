/* dlrig fits over the shipped catalog: which models a machine can do, by what its program does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/result.h"
#include "tests/support/shipped.h"

#define FITS(...) fits((const char *const[]){__VA_ARGS__, NULL})
static const struct fits_result *fits(const char *const *pairs)
{
    struct answers a = shipped_words(pairs);
    const struct fits_result *r = engine_fits(&a, &shipped.facts, &shipped.results, &shipped.e);
    if (r == NULL) {
        struct str why;
        str_init(&why, 1024);
        err_render(&why, LANG_EN, &shipped.e);
        print_error("%s\n", why.p);
        str_free(&why);
        fail();
    }
    return r;
}

static const struct fits_row *row_of(const struct fits_result *r, const char *model,
                                     const char *weights, enum task task)
{
    for (size_t i = 0; i < r->row_n; i++)
        if (str_eq(r->row[i].model->id, model) && str_eq(r->row[i].weights->id, weights) &&
            r->row[i].task == task)
            return &r->row[i];
    return NULL;
}

static void largest_first_then_wider_then_by_name(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("gpu", "nvidia-rtx-4090x1");
    assert_true(r->row_n > 100 && r->hidden > 100);
    for (size_t i = 1; i < r->row_n; i++) {
        const struct fits_row *a = &r->row[i - 1], *b = &r->row[i];
        assert_true(a->model->params_b >= b->model->params_b);
        if (a->model == b->model)
            assert_true(a->weights->body_bits >= b->weights->body_bits);
        assert_true(b->context_max >= 512);
    }
}

/* Largest at 4 bits on one, two, four cards of 24 GB: 27 to 36B, 65 to 80B, 110 to 145B. */
static void largest_on_one_two_and_four_cards(void **state)
{
    (void)state;
    static const struct {
        const char *gpu;
        double low, high;
    } rows[] = {{"nvidia-rtx-4090x1", 27, 36},
                {"nvidia-rtx-4090x2", 65, 80},
                {"nvidia-rtx-4090x4", 110, 145}};
    for (size_t i = 0; i < 3; i++) {
        const struct fits_result *r = FITS("gpu", rows[i].gpu, "task", "serve", "context", "8k");
        assert_true(r->row[0].model->params_b >= rows[i].low);
        assert_true(r->row[0].model->params_b <= rows[i].high);
        assert_true(r->row[0].weights->body_bits < 5);
    }
}

static void what_is_asked_is_kept(void **state)
{
    (void)state;
    const struct fits_result *r =
        FITS("gpu", "nvidia-rtx-4090x2", "task", "serve", "context", "64k", "tps", "40");
    assert_true(r->row_n > 0);
    for (size_t i = 0; i < r->row_n; i++) {
        assert_true(r->row[i].context_max >= 65536);
        assert_true(r->row[i].sizing.per_user >= 40);
    }
    assert_true(r->row_n < FITS("gpu", "nvidia-rtx-4090x2", "task", "serve")->row_n);
}

/* A program serves only the formats that it loads, and does not train. */
static void a_named_program_is_what_it_does(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("gpu", "nvidia-rtx-4090x2", "engine", "llama.cpp");
    assert_true(r->row_n > 100);
    for (size_t i = 0; i < r->row_n; i++) {
        assert_int_equal(r->row[i].task, TASK_SERVE);
        assert_true(num_format_is_gguf(r->row[i].weights) || str_eq(r->row[i].weights->id, "bf16"));
    }
    /* layers over two cards hold what one card does not, copies of a trainer do not */
    assert_non_null(row_of(r, "llama-3.3-70b", "q4_k_m", TASK_SERVE));
    r = FITS("gpu", "nvidia-rtx-4090x2", "task", "finetune", "trainer", "unsloth");
    const struct fits_row *x = row_of(r, "mixtral-8x7b", "nf4", TASK_FINETUNE);
    assert_non_null(x);
    assert_int_equal(x->sizing.verdict, VERDICT_DEPENDS);
    r = FITS("gpu", "nvidia-rtx-4090x2", "task", "finetune", "trainer", "fsdp");
    x = row_of(r, "mixtral-8x7b", "nf4", TASK_FINETUNE);
    assert_non_null(x);
    assert_true(x->sizing.verdict == VERDICT_FITS || x->sizing.verdict == VERDICT_TIGHT);
}

static void experts_in_host_memory_are_of_sparse_models(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("have", "gpu=nvidia-rtx-4090,ram=8x64@4800", "task", "serve",
                                       "engine", "ktransformers", "offload", "experts", "tps", "3");
    assert_non_null(row_of(r, "deepseek-r1", "int4", TASK_SERVE));
    assert_null(row_of(r, "kimi-k2", "int4", TASK_SERVE)); /* more than 512 GB */
    for (size_t i = 0; i < r->row_n; i++)
        assert_true(r->row[i].model->experts > 1);
}

/* Other models come with their task: each with its own program and size of pictures. */
static void models_of_other_tasks(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("gpu", "nvidia-rtx-4090x1", "task", "generate-media");
    assert_non_null(row_of(r, "sdxl", "bf16", TASK_GENERATE_MEDIA));
    assert_null(row_of(r, "flux.1-dev", "bf16", TASK_GENERATE_MEDIA)); /* 33.8 GB of weights */
    assert_non_null(row_of(r, "flux.1-dev", "nf4", TASK_GENERATE_MEDIA));
    assert_true(r->hidden > 0);
    r = FITS("gpu", "nvidia-rtx-4090x1", "task", "train-vision");
    assert_non_null(row_of(r, "resnet-50", "bf16", TASK_TRAIN_VISION));
    r = FITS("gpu", "nvidia-rtx-4090x1", "task", "serve", "model", "whisper-large-v3");
    assert_true(r->row_n > 0 && str_eq(r->row[0].model->id, "whisper-large-v3"));
    struct answers a;
    answers_init(&a);
    assert_int_equal(answers_set(&a, Q_GPU, "nvidia-rtx-4090x1", FROM_GIVEN, &shipped.e), OK);
    assert_int_equal(answers_set(&a, Q_TASK, "hpc", FROM_GIVEN, &shipped.e), OK);
    assert_null(engine_fits(&a, &shipped.facts, &shipped.results, &shipped.e));
}

static void one_model_alone(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("gpu", "nvidia-rtx-4090x1", "model", "llama-3.1-8b");
    assert_true(r->row_n >= 3);
    for (size_t i = 0; i < r->row_n; i++)
        assert_string_equal(r->row[i].model->id, "llama-3.1-8b");
}

static void more_cards_hold_as_much(void **state)
{
    (void)state;
    size_t before = 0;
    static const char *const gpus[] = {"nvidia-l40sx1", "nvidia-l40sx2", "nvidia-l40sx4"};
    for (size_t i = 0; i < 3; i++) {
        size_t n = FITS("gpu", gpus[i], "task", "serve")->row_n;
        assert_true(n >= before);
        before = n;
    }
}

static void a_task_of_its_own_side(void **state)
{
    (void)state;
    const struct fits_result *r = FITS("gpu", "nvidia-a100-sxm4-80x8", "task", "pretrain");
    assert_true(r->row_n > 0);
    for (size_t i = 0; i < r->row_n; i++) {
        assert_int_equal(r->row[i].task, TASK_PRETRAIN);
        assert_int_equal(r->row[i].method, METHOD_FULL);
    }
    r = FITS("gpu", "nvidia-a100-sxm4-80x1", "task", "batch-inference");
    assert_true(r->row_n > 0 && r->row[0].task == TASK_BATCH_INFERENCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(largest_first_then_wider_then_by_name),
        cmocka_unit_test(largest_on_one_two_and_four_cards),
        cmocka_unit_test(what_is_asked_is_kept),
        cmocka_unit_test(a_named_program_is_what_it_does),
        cmocka_unit_test(experts_in_host_memory_are_of_sparse_models),
        cmocka_unit_test(models_of_other_tasks),
        cmocka_unit_test(one_model_alone),
        cmocka_unit_test(more_cards_hold_as_much),
        cmocka_unit_test(a_task_of_its_own_side),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
