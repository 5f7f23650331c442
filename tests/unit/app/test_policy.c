/* What an enterprise allows holds on the screen as well: in the plan, in the preview, and an
 * unknown name is an error that keeps the old result. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/check/policy.h"
#include "unit/app/desk.h"

static struct desk d;

static void nothing_but(const struct result *r, const char *vendor)
{
    assert_non_null(r);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++)
        if (!str_case_eq(r->plan[i].accel->vendor, vendor))
            fail_msg("%s is of %s", r->plan[i].id, r->plan[i].accel->vendor);
}

static void a_policy_holds_on_the_screen(void **state)
{
    (void)state;
    struct err_info e = {0};
    struct policy p;
    if (!desk_open(&d))
        skip();
    policy_init(&p);
    assert_int_equal(policy_take(&p, "vendors", "amd", "rules.ini", 3, &e), OK);
    assert_int_equal(answers_set(&d.m.doc.answers, Q_TASK, "finetune", FROM_GIVEN, &e), OK);
    assert_int_equal(answers_set(&d.m.doc.answers, Q_MODEL, "llama-3.1-8b", FROM_GIVEN, &e), OK);
    assert_int_equal(recompute_run(&d.runs, &d.m, &e), OK);
    const struct result *free_choice = d.m.result;
    bool others = false;
    for (size_t i = 0; i < free_choice->plan_n; i++)
        others = others || !str_case_eq(free_choice->plan[i].accel->vendor, "amd");
    assert_true(others);
    d.m.policy = &p;
    assert_int_equal(recompute_run(&d.runs, &d.m, &e), OK);
    nothing_but(d.m.result, "amd");
    d.m.candidate = d.m.doc.answers;
    recompute_preview(&d.runs, &d.m);
    nothing_but(d.m.preview, "amd");
    const struct result *before = d.m.result;
    policy_init(&p);
    assert_int_equal(policy_take(&p, "vendors", "nvida", "rules.ini", 3, &e), OK);
    assert_int_equal(recompute_run(&d.runs, &d.m, &e), ERR_VALUE);
    assert_int_equal(e.line, 3);
    assert_ptr_equal(d.m.result, before);
    desk_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_policy_holds_on_the_screen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
