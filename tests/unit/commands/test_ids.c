/*
 * What a bill names by an id opens: every assumption that a cost line rests on and every rule of a
 * finding is told by `explain`, in both languages, also where no job is given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "tests/support/contract.h"
#include "tests/support/spawn.h"

#define IDS_MAX 256

struct ids {
    char id[IDS_MAX][64];
    int n;
};

static void keep(struct ids *x, const char *id)
{
    for (int i = 0; i < x->n; i++)
        if (str_eq(x->id[i], id))
            return;
    assert_true(x->n < IDS_MAX);
    assert_true(str_copy(x->id[x->n++], sizeof x->id[0], id));
}

static void collect(struct ids *x, const char *line)
{
    struct spawned s;
    spawn_line(&s, NULL, line);
    assert_true(s.code == 0 || s.code == 1);
    struct json_doc *doc = parse_output(s.out, s.out_len);
    const struct json *plans = json_get(json_root(doc), "plans");
    assert_true(json_count(plans) > 0);
    for (size_t i = 0; i < json_count(plans); i++) {
        const struct json *lines = json_get(json_get(json_at(plans, i), "cost"), "lines");
        const struct json *findings = json_get(json_at(plans, i), "findings");
        for (size_t k = 0; k < json_count(lines); k++) {
            const char *id = json_string(json_get(json_at(lines, k), "default"));
            if (id != NULL)
                keep(x, id);
        }
        for (size_t k = 0; k < json_count(findings); k++)
            keep(x, text_at(json_at(findings, k), "id"));
    }
    json_free(doc);
    spawned_free(&s);
}

static void every_id_of_a_bill_opens(void **state)
{
    (void)state;
    static struct ids x;
    collect(&x, "plan --task serve --model llama-3.3-70b --users 64 --format json");
    collect(&x, "plan --task finetune --model qwen3-0.6b --method lora --context 1k --gpu rtx-4060 "
                "--country CN --currency CNY "
                "--where own --format json");
    collect(&x,
            "plan --task serve --model qwen3-32b --users 50 --vendors domestic --data-stays yes "
            "--country CN --buyer enterprise --format json");
    assert_true(x.n >= 30);
    for (int i = 0; i < x.n; i++) {
        for (int zh = 0; zh < 2; zh++) {
            struct spawned s;
            char line[128];
            snprintf(line, sizeof line, "explain %s%s", x.id[i], zh ? " --lang zh" : "");
            spawn_line(&s, NULL, line);
            if (s.code != 0 || strstr(s.out, zh ? "来源" : "source: ") == NULL)
                fail_msg("%s: exit code %d: %s%s", line, s.code, s.err, s.out);
            spawned_free(&s);
        }
    }
}

static void an_assumption_tells_its_range(void **state)
{
    (void)state;
    struct spawned s;
    spawn_line(&s, NULL, "explain load.idle_waste_cloud");
    assert_string_equal(s.err, "");
    assert_non_null(strstr(s.out, "load.idle_waste_cloud = 0.2 fraction of billed hours\n"));
    assert_non_null(strstr(s.out, "low to high: 0 .. 0.4\n"));
    spawned_free(&s);
    spawn_line(&s, NULL, "explain load.idle_waste_cloud --format json");
    struct json_doc *doc = parse_output(s.out, s.out_len);
    const struct json *row = json_at(json_get(json_root(doc), "rows"), 0);
    assert_string_equal(text_at(row, "table"), "tco");
    assert_true(number_at(row, "high") == 0.4);
    json_free(doc);
    spawned_free(&s);
    spawn_line(&s, NULL, "explain load.idle_wast_cloud");
    assert_int_equal(s.code, 2);
    assert_non_null(strstr(s.err, "load.idle_waste_cloud"));
    spawned_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_id_of_a_bill_opens),
        cmocka_unit_test(an_assumption_tells_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
