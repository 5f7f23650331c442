/* The comparison with measurements: columns in any order, reasons, percentiles, open units. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/validate.h"
#include "tests/unit/sizing/sized.h"

static struct sized s;
static struct arena arena;

static int set_up(void **state)
{
    (void)state;
    sized_init(&s);
    arena_init(&arena, 0);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static struct validation run(const char *csv)
{
    struct validation v;
    struct err_info e = {.code = OK};
    assert_int_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
    return v;
}

/* File of 8.03e9 parameters in 16 bits: 16.06 GB = 14.957 GiB. */
static void a_row_is_computed_in_its_unit(void **state)
{
    (void)state;
    struct validation v = run("unit,value,metric,kind,weight_quant,model_id,case_id\n"
                              "GiB,14.957,weight_file_size,infer_memory,F16,llama-8b,A1\n"
                              "GB,16.06,weight_file_size,infer_memory,F16,llama-8b,A2\n"
                              "MiB,15316,weight_file_size,infer_memory,F16,llama-8b,A3\n");
    assert_int_equal(v.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(v.row[i].covered);
        assert_true(fabs(v.row[i].error) < 1e-3);
        assert_true(v.row[i].inside);
    }
    assert_string_equal(v.row[0].case_id, "A1");
    assert_false(v.row[0].unit_open);
    assert_true(v.row[1].unit_open);
    const struct validation_kind *k = &v.kind[VALIDATE_INFER_MEMORY];
    assert_int_equal(k->rows, 3);
    assert_int_equal(k->open_units, 1);
    assert_true(k->inside == 1);
    assert_int_equal(v.kind[VALIDATE_DECODE].rows, 0);
    assert_true(isnan(v.kind[VALIDATE_DECODE].median));
}

static void uncovered_rows_have_a_reason_and_count_as_infinite(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,model_id,model,accelerator,weight_quant,metric,value,unit\n"
        "A,infer_memory,llama-8b,x,,F16,weight_file_size,14.957,GiB\n"
        "B,infer_memory,nothing,nothing,,F16,weight_file_size,14.957,GiB\n"
        "C,infer_memory,llama-8b,x,Card of the moon,F16,peak_memory,14.957,GiB\n"
        "D,infer_memory,llama-8b,x,big,Q9_9,peak_memory,14.957,GiB\n"
        "E,infer_memory,llama-8b,x,big,F16,smell,14.957,GiB\n"
        "F,infer_memory,llama-8b,x,big,F16,peak_memory,lots,GiB\n"
        "G,dreams,llama-8b,x,big,F16,peak_memory,14.957,GiB\n");
    static const enum validate_reason want[] = {
        VALIDATE_COVERED, VALIDATE_UNKNOWN_MODEL, VALIDATE_UNKNOWN_CARD, VALIDATE_UNKNOWN_FORMAT,
        VALIDATE_UNKNOWN_METRIC, VALIDATE_FIGURE_MISSING, VALIDATE_UNKNOWN_KIND};
    assert_int_equal(v.n, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(v.row[i].reason, want[i]);
        assert_int_equal(v.row[i].covered, i == 0);
    }
    const struct validation_kind *k = &v.kind[VALIDATE_INFER_MEMORY];
    assert_int_equal(k->rows, 6);
    assert_int_equal(k->covered, 1);
    assert_true(isinf(k->median) && isinf(k->p90)); /* nearest rank: the third of six */
    assert_true(k->inside == 1);
    assert_string_equal(validate_reason_word(VALIDATE_UNKNOWN_CARD), "unknown-card");
    assert_string_equal(validate_reason_word(VALIDATE_COVERED), "");
}

static void hours_need_the_work(void **state)
{
    (void)state;
    struct validation v = run(
        "case_id,kind,task,model_id,accelerator,num_accelerators,tokens_b,seq_len,metric,value,"
        "unit\n"
        "A,train_time,pretrain,llama-3b,big,8,,2048,accelerator_hours,100,GPU-hours\n"
        "B,train_time,pretrain,llama-3b,big,8,1,2048,accelerator_hours,100,GPU-hours\n");
    assert_int_equal(v.row[0].reason, VALIDATE_WORK_NOT_STATED);
    assert_true(v.row[1].covered);
    assert_true(v.row[1].low < v.row[1].typical && v.row[1].typical < v.row[1].high);
}

static void a_table_without_its_columns_is_refused(void **state)
{
    (void)state;
    struct validation v;
    struct err_info e = {.code = OK};
    const char *csv = "case_id,kind,value\nA,decode,1\n";
    assert_int_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), ERR_VALUE);
    assert_int_equal(e.msg.id, MSG_VALIDATE_COLUMN);
    assert_string_equal(e.path, "unit");
    assert_string_equal(e.file, "t.csv");
    csv = "case_id,kind\n\"A,1\n";
    assert_int_not_equal(validate_run(&s.facts, csv, strlen(csv), "t.csv", &arena, &v, &e), OK);
}

static void kinds_by_word(void **state)
{
    (void)state;
    enum validate_kind k;
    for (int i = 0; i < VALIDATE_KINDS; i++) {
        assert_true(validate_kind_find(validate_kind_word((enum validate_kind)i), &k));
        assert_int_equal(k, i);
    }
    assert_false(validate_kind_find("memory", &k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_row_is_computed_in_its_unit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uncovered_rows_have_a_reason_and_count_as_infinite, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(hours_need_the_work, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_table_without_its_columns_is_refused, set_up, tear_down),
        cmocka_unit_test(kinds_by_word),
    };
    return cmocka_run_group_tests_name("sizing: validate", tests, NULL, NULL);
}
