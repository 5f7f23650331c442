/* dlrig plan --against FILE: a plan that was kept, priced anew and set beside the one of now. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/support/contract.h"
#include "tests/support/spawn.h"

#define KEPT DLRIG_BUILD_DIR "/tests/home/against.json"
#define JOB "--task finetune --model llama-3.1-8b --method lora --where own --runs 8 "

static void keep(const char *text, size_t len)
{
    struct err_info e = {0};
    assert_int_equal(file_write(KEPT, text, len, FILE_REPLACE, false, &e), OK);
}

static void keep_plan(const char *line)
{
    struct spawned s;
    spawn_line(&s, NULL, line);
    assert_int_equal(s.code, 0);
    keep(s.out, s.out_len);
    spawned_free(&s);
}

static void the_same_day_nothing_moves(void **state)
{
    struct spawned s;
    (void)state;
    keep_plan("plan " JOB "--format json --as-of 2026-11-30");
    spawn_line(&s, NULL, "plan --against " KEPT " --format json --as-of 2026-11-30");
    assert_int_equal(s.code, 0);
    struct json_doc *doc = parse_output(s.out, s.out_len);
    const struct json *root = json_root(doc);
    assert_int_equal(json_count(at(root, "bill")), 0);
    assert_int_equal(json_count(at(root, "cost")), 0);
    assert_int_equal(json_count(at(root, "job")), 0);
    assert_string_equal(text_at(root, "same_plan"), text_at(root, "now.plan"));
    json_free(doc);
    spawned_free(&s);
}

static void flags_go_over_the_file(void **state)
{
    struct spawned s;
    (void)state;
    keep_plan("plan " JOB "--format json --as-of 2026-11-30");
    spawn_line(&s, NULL, "plan --against " KEPT " --months 12 --format json --as-of 2026-11-30");
    struct json_doc *doc = parse_output(s.out, s.out_len);
    const struct json *root = json_root(doc);
    assert_int_equal(json_count(at(root, "job")), 1);
    assert_string_equal(text_at(root, "job.0.id"), "months");
    assert_true(number_at(root, "job.0.now") == 12);
    assert_true(json_count(at(root, "cost")) > 0);
    json_free(doc);
    spawned_free(&s);
}

/* A file kept in one language, read in the other: nothing of the first is left. */
static void a_file_of_the_other_language(void **state)
{
    struct spawned s;
    (void)state;
    keep_plan("plan " JOB "--format json --lang zh --as-of 2026-11-30");
    spawn_line(&s, NULL, "plan --against " KEPT " --lang en --as-of 2026-11-30");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "Plan of then: own "));
    assert_null(strstr(s.out, "自购"));
    spawned_free(&s);
}

/* A file with a job alone: both sides at the prices of now. */
static void a_job_alone_is_priced(void **state)
{
    static const char job[] = "{\"task\": \"finetune\", \"model\": \"llama-3.1-8b\", "
                              "\"method\": \"lora\", \"where\": \"own\", \"runs\": 8}";
    struct spawned s;
    (void)state;
    keep(job, strlen(job));
    spawn_line(&s, NULL, "plan " JOB "--method qlora --against " KEPT " --lang zh");
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "当时"));
    spawned_free(&s);
}

static void damaged_files_are_wrong_use(void **state)
{
    static const struct {
        const char *text, *said;
    } cases[] = {{"{\"task\": \"serve\",\n nonsense}", "against.json:2"},
                 {"{\"schema\":\"dlrig.plan/1\",\"job\":{\"task\":{\"value\":\"serve\"},\"model\":"
                  "{\"value\":\"13B\"}},\"plans\":[{\"id\":1}]}",
                  "plans.0.id"},
                 {"", "against.json"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct spawned s;
        keep(cases[i].text, strlen(cases[i].text));
        spawn_line(&s, NULL, "plan " JOB "--against " KEPT);
        if (s.code != 2 || strstr(s.err, cases[i].said) == NULL)
            fail_msg("exit %d: %s", s.code, s.err);
        assert_int_equal(s.out_len, 0);
        spawned_free(&s);
    }
    unlink(KEPT);
    struct spawned s;
    spawn_line(&s, NULL, "plan --against " KEPT);
    assert_int_equal(s.code, 2);
    spawned_free(&s);
}

static void only_forms_for_it(void **state)
{
    struct spawned s;
    (void)state;
    keep_plan("plan " JOB "--format json");
    spawn_line(&s, NULL, "plan --against " KEPT " --format csv");
    assert_int_equal(s.code, 2);
    assert_non_null(strstr(s.err, "html"));
    spawned_free(&s);
    spawn_line(&s, NULL, "size --against " KEPT);
    assert_int_equal(s.code, 2);
    spawned_free(&s);
    unlink(KEPT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_day_nothing_moves),   cmocka_unit_test(flags_go_over_the_file),
        cmocka_unit_test(a_file_of_the_other_language), cmocka_unit_test(a_job_alone_is_priced),
        cmocka_unit_test(damaged_files_are_wrong_use),  cmocka_unit_test(only_forms_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
