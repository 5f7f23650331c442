/* dlrig size without a card, over the shipped catalog: a table of what is done with the model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/str.h"
#include "engine/result.h"
#include "tests/support/shipped.h"

#define PAIRS(...) ((const char *const[]){__VA_ARGS__, NULL})
static const struct moment now = {1796025600}; /* 2026-11-30 */

static const struct size_result *table(const char *const *pairs)
{
    struct answers a = shipped_words(pairs);
    return engine_size(&a, &shipped.facts, &shipped.prices, now, &shipped.results, &shipped.e);
}

static bool has_row(const struct size_result *r, enum task task, enum method method)
{
    for (size_t i = 0; i < r->row_n; i++)
        if (r->row[i].task == task && r->row[i].method == method)
            return true;
    return false;
}

static void each_kind_has_its_own_tasks(void **state)
{
    static const struct {
        const char *model;
        enum task train, use;
        bool adapters;
    } rows[] = {{"resnet-50", TASK_TRAIN_VISION, TASK_SERVE, false},
                {"sdxl", TASK_TRAIN_DIFFUSION, TASK_GENERATE_MEDIA, true},
                {"whisper-large-v3", TASK_TRAIN_SPEECH, TASK_SERVE, true},
                {"llama-3.1-8b", TASK_FINETUNE, TASK_SERVE, true}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct size_result *r = table(PAIRS("model", rows[i].model));
        assert_non_null(r);
        assert_int_equal(r->item_n, 0);
        assert_string_equal(r->job.model->id, rows[i].model);
        assert_true(has_row(r, rows[i].train, METHOD_FULL));
        assert_int_equal(has_row(r, rows[i].train, METHOD_LORA), rows[i].adapters);
        assert_true(has_row(r, rows[i].use, METHOD_FULL));
        for (size_t k = 0; k < r->row_n; k++) {
            const struct size_row *x = &r->row[k];
            bool text = rows[i].train == TASK_FINETUNE;
            assert_true(x->gib.low <= x->gib.typical && x->gib.typical <= x->gib.high);
            assert_non_null(x->smallest);
            assert_true(x->smallest->usable_gib * x->smallest_count >= x->gib.low);
            assert_int_equal(known(x->context), text);
        }
    }
}

/* A task alone has its default model, and every row is of that one: not of another task's. */
static void all_rows_are_of_one_model(void **state)
{
    static const char *const tasks[] = {"finetune", "pretrain", "serve", "train-recsys",
                                        "train-vision"};
    (void)state;
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        const struct size_result *r = table(PAIRS("task", tasks[i]));
        assert_non_null(r);
        const struct size_result *named = table(PAIRS("task", tasks[i], "model", r->job.model->id));
        assert_non_null(named);
        assert_true(r->row_n > 0);
        assert_int_equal(r->row_n, named->row_n);
        for (size_t k = 0; k < r->row_n; k++)
            assert_true(fabs(r->row[k].gib.typical - named->row[k].gib.typical) < 1e-9);
    }
}

static void a_task_without_a_model_has_no_table(void **state)
{
    (void)state;
    assert_null(table(PAIRS("task", "hpc")));
    assert_int_equal(shipped.e.code, ERR_USAGE);
    assert_int_equal(shipped.e.msg.id, MSG_ERR_SIZE_TASK);
}

/* A task that was said is kept, and contradicts a model of another kind. */
static void a_said_task_is_not_replaced(void **state)
{
    (void)state;
    assert_null(table(PAIRS("task", "finetune", "model", "resnet-50", "gpu", "4090")));
    assert_int_equal(shipped.e.code, ERR_USAGE);
    const struct size_result *r = table(PAIRS("model", "resnet-50", "gpu", "4090"));
    assert_non_null(r);
    assert_int_equal(r->job.task, TASK_TRAIN_VISION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_has_its_own_tasks),
        cmocka_unit_test(all_rows_are_of_one_model),
        cmocka_unit_test(a_task_without_a_model_has_no_table),
        cmocka_unit_test(a_said_task_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
