/*
 * Published studies: an empty table is not one of which nothing agrees, and where a study reckoned
 * wrongly itself, validate and explain say so in words of either language. A machine without an
 * accelerator gets a verdict, not a count of findings alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/spawn.h"

static void says(const char *line, const char *input, int code, const char *const *words)
{
    struct spawned s;
    struct spawn_how how = {.input = input};
    spawn_line(&s, &how, line);
    if (s.code != code)
        fail_msg("%s: exit code %d: %s", line, s.code, s.err);
    for (; *words != NULL; words++)
        if (strstr(s.out, *words) == NULL)
            fail_msg("%s: \"%s\" is not in:\n%s", line, *words, s.out);
    spawned_free(&s);
}
#define SAYS(LINE, INPUT, CODE, ...)                                                               \
    says(LINE, INPUT, CODE, (const char *const[]){__VA_ARGS__, NULL})

static void an_empty_table_agrees_with_nothing(void **state)
{
    (void)state;
    char path[] = "/tmp/dlrig-tco-XXXXXX", line[128];
    static const char head[] = "id,quantity_id,capex,quantity,unit,recomputed,computable\n";
    int fd = mkstemp(path);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    assert_non_null(f);
    fputs(head, f);
    assert_int_equal(fflush(f), 0);
    snprintf(line, sizeof line, "validate --tco %s", path);
    struct spawned s;
    spawn_line(&s, NULL, line);
    assert_int_equal(s.code, 0);
    assert_non_null(strstr(s.out, "nothing to compute"));
    assert_null(strstr(s.out, "agree"));
    spawned_free(&s);
    fputs("A,A1,,capex_total,USD,5,no\n", f);
    fclose(f);
    SAYS(line, NULL, 0, "1 row, and none states enough", "A1  capex_total");
    remove(path);
}

static void slips_are_named_in_words(void **state)
{
    (void)state;
    SAYS("validate --tco", NULL, 0, "Slips of the studies themselves",
         "T11d  counts the amortisation twice", "T53a  three times too high");
    SAYS("explain T28c", NULL, 0, "printed: 1,500,000 USD", "computed: 2,522,880 USD",
         "slip of the study: 15 USD an hour", "technolynx.com");
    SAYS("explain T28c --lang zh", NULL, 0, "研究自身的错误：8 卡");
    SAYS("explain tco", NULL, 0, "T11c", "T11d", "T11e", "T23c", "T23d", "T28c", "T28d", "T28e",
         "T28f", "T53a", "T53d");
    SAYS("explain T01 --format json", NULL, 0, "\"id\": \"T01a\"", "\"slip\": null");
}

static void without_an_accelerator_there_is_a_verdict(void **state)
{
    (void)state;
    static const char list[] = "kind,name,qty\ncpu,AMD EPYC 7763,1\npsu,1600W PSU,1\n";
    SAYS("check - --task serve --model llama-3.1-8b", list, 1,
         "does not fit — no accelerator in it", "Smallest change: add ");
    SAYS("check -", list, 0, "unknown — no accelerator in it");
    SAYS("check - --lang zh", list, 0, "没有加速卡");
}

/* A wattage alone is enough to judge a supply by. */
static void a_supply_without_a_name_is_judged(void **state)
{
    (void)state;
    SAYS("check - --country DE", "kind,name,qty\ngpu,RTX 4090,4\npsu,1200W PSU,1\n", 1,
         "psu-margin", "1,200 W", "by the figures of the list");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_table_agrees_with_nothing),
        cmocka_unit_test(slips_are_named_in_words),
        cmocka_unit_test(without_an_accelerator_there_is_a_verdict),
        cmocka_unit_test(a_supply_without_a_name_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
