/*
 * Published studies recomputed: every row of the shipped table that can be worked out agrees with
 * what its inputs give, whatever the order of the columns; what is missing or bad is named.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/cost/formula.h"
#include "engine/cost/study.h"

static struct arena arena;

static void run_text(const char *text, struct studies *s)
{
    struct err_info e;
    assert_int_equal(study_run(text, strlen(text), "t.csv", &arena, s, &e), OK);
}

static void test_shipped_table(void **state)
{
    (void)state;
    char path[512], *text;
    size_t len;
    struct err_info e;
    struct studies s;
    snprintf(path, sizeof path, "%s/catalog/validation/tco.csv", getenv("DLRIG_SOURCE_DIR"));
    assert_int_equal(file_read(&arena, path, 1 << 20, &text, &len, &e), OK);
    assert_int_equal(study_run(text, len, path, &arena, &s, &e), OK);
    assert_int_equal(s.n, 119);
    assert_int_equal(s.count[STUDY_AGREES], 67);
    assert_int_equal(s.count[STUDY_DIFFERS] + s.count[STUDY_ALONE] + s.count[STUDY_BAD], 0);
    assert_int_equal(s.count[STUDY_MISSING], 52);
    assert_true(s.worst < STUDY_TOLERANCE);
    assert_int_equal(s.slips, 11);
    for (size_t i = 0; i < s.n; i++)
        assert_true(study_computable(&s.row[i]) || !str_empty(s.row[i].reason));
}

static void test_columns_in_any_order_and_few(void **state)
{
    (void)state;
    struct studies s;
    run_text("unit,recomputed,quantity,cloud_price_per_gpu_hour,gpus,utilisation,hours_per_month\n"
             "USD/month,10,cloud_per_month,2,4,0.5,730\n",
             &s);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.row[0].state, STUDY_DIFFERS);
    assert_true(fabs(s.row[0].got - 2920) < 1e-9);
    assert_string_equal(s.row[0].reason, "differs");
}

static void test_what_is_missing_is_named(void **state)
{
    (void)state;
    struct studies s;
    run_text("quantity,capex,gpus,recomputed,computable\n"
             "payback_months,1000,8,5,yes\n"
             "made_up,1000,8,5,yes\n"
             "capex_total,,8,5,yes\n"
             "capex_total,7,8,7,no\n",
             &s);
    assert_int_equal(s.row[0].state, STUDY_MISSING);
    assert_non_null(strstr(s.row[0].reason, "cloud price"));
    assert_non_null(strstr(s.row[0].reason, "running cost"));
    assert_int_equal(s.row[1].state, STUDY_MISSING);
    assert_string_equal(s.row[1].reason, "no formula: made_up");
    assert_string_equal(s.row[2].reason, "missing: capex");
    assert_int_equal(s.row[3].state, STUDY_MISSING); /* the row's own word counts */
    assert_false(known(s.row[3].got));
}

static void test_bad_cells_are_named(void **state)
{
    (void)state;
    struct studies s;
    run_text("quantity,capex,pue,capital_convention,cloud_billed,computable\n"
             "capex_total,12x,1.2,,,yes\n"
             "capex_total,12,\"1,2\",loans,sometimes,maybe\n"
             "capex_total,12,,,,\n",
             &s);
    assert_int_equal(s.row[0].state, STUDY_BAD);
    assert_string_equal(s.row[0].reason, "bad: capex=12x");
    assert_string_equal(s.row[1].reason, "bad: pue=1,2, capital_convention=loans, "
                                         "cloud_billed=sometimes, computable=maybe");
    assert_int_equal(s.row[2].state, STUDY_ALONE);
}

static void test_conventions_of_the_row(void **state)
{
    (void)state;
    struct studies s;
    run_text("quantity,capex,cost_of_capital,capital_convention,life_years,site_per_month,"
             "amortisation_in_running,cloud_billed,cloud_price_per_hour_total,hours_per_month,"
             "utilisation,recomputed,unit\n"
             "own_per_month,1200,0.12,none,1,1,1,,,,,101,\n"
             "own_per_month,1200,0.12,capex_half_times_rate,1,1,1,,,,,107,\n"
             "own_per_month,1200,0.12,loan,1,1,0,,,,,7.618546,\n"
             "cloud_compute_per_month,,,,,,,always_on,2,720,0.5,1440,\n"
             "cloud_compute_per_month,,,,,,,used,2,720,0.5,720,\n"
             "payback_month_whole,1200,,,,1,,always_on,0.1,720,,17,months\n"
             "payback_month_whole,1200,,,,1,,always_on,0.1,720,,18,months\n"
             "payback_months,1200,,,,99,,always_on,0.1,720,,17,months\n",
             &s);
    for (int i = 0; i < 6; i++)
        assert_int_equal(s.row[i].state, STUDY_AGREES);
    assert_int_equal(s.row[6].state, STUDY_DIFFERS); /* whole months exactly */
    assert_true(isinf(s.row[7].got));
    assert_string_equal(s.row[7].reason, "never");
}

static void test_a_table_without_quantities(void **state)
{
    (void)state;
    struct studies s;
    struct err_info e;
    const char *text = "id,capex\n1,2\n";
    assert_int_equal(study_run(text, strlen(text), "t.csv", &arena, &s, &e), ERR_VALUE);
    assert_string_equal(e.path, "quantity");
}

/* --- single figures --------------------------------------------------------------------------- */
static void near_rel(double got, double want, double rel)
{
    if (!(fabs(got - want) <= rel * fabs(want)))
        fail_msg("got %.6f, want %.6f", got, want);
}

static void test_money_formulas(void **state)
{
    (void)state;
    near_rel(loan_payment(335000, 0.005, 36), 10191.35, 1e-6);
    near_rel(loan_interest(335000, 0.005, 36) * 36, 31888.6, 1e-5);
    near_rel(lease_payment(335000, 0, 0.005, 36), 10191.35, 1e-6);
    assert_true(lease_payment(335000, 50000, 0.005, 36) < 10191.35);
    near_rel(loan_payment(3600, 0, 36), 100, 1e-12);
    near_rel(price_ratio_per_year(1, 7.2, 3, 5.4), 0.72474487, 1e-7);
    assert_false(known(price_ratio_per_year(1, 10, 3, 1)));
    near_rel(value_kept(0.14, 3), 0.3801894, 1e-6);
    assert_true(isinf(payback_months(100, 0)));
    assert_true(isinf(threshold_hours(100, 2, 2)));
    assert_false(known(threshold_hours(UNKNOWN, 2, 3)));
    near_rel(present_value(1, 0, 12, 12), 12, 1e-12);
}

static void test_spares(void **state)
{
    (void)state;
    assert_int_equal(spares_for(8, 0.04, 4), 0);
    assert_int_equal(spares_for(64, 0.04, 4), 1);
    assert_int_equal(spares_for(256, 0.04, 4), 2);
    assert_int_equal(spares_for(64, 0.04, 12), 2);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shipped_table),
        cmocka_unit_test(test_columns_in_any_order_and_few),
        cmocka_unit_test(test_what_is_missing_is_named),
        cmocka_unit_test(test_bad_cells_are_named),
        cmocka_unit_test(test_conventions_of_the_row),
        cmocka_unit_test(test_a_table_without_quantities),
        cmocka_unit_test(test_money_formulas),
        cmocka_unit_test(test_spares),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
