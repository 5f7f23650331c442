/* The page of the comparison with measurements is what the program gives today. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/spawn.h"

static void accuracy_page_is_up_to_date(void **state)
{
    struct spawned s;
    size_t n = 0, cap = 1u << 20;
    char *text = malloc(cap);
    FILE *f = fopen(DLRIG_SOURCE_DIR "/docs/accuracy.md", "r");

    (void)state;
    assert_non_null(f);
    assert_non_null(text);
    n = fread(text, 1, cap - 1, f);
    text[n] = '\0';
    fclose(f);
    spawn_line(&s, NULL, "validate --format md --lang en");
    if (strcmp(s.out, text) != 0)
        fail_msg("docs/accuracy.md is old: make it anew with "
                 "`dlrig validate --format md --lang en > docs/accuracy.md`");
    free(text);
    spawned_free(&s);
}

#define KINDS 5
struct most {
    const char *kind;
    double median, p90;
};

static void keeps(const struct spawned *s, const struct most most[KINDS])
{
    for (size_t i = 0; i < KINDS; i++) {
        char key[64];
        snprintf(key, sizeof key, "\"kind\":\"%s\"", most[i].kind);
        const char *p = strstr(s->out, key);
        if (p == NULL) {
            snprintf(key, sizeof key, "\"kind\": \"%s\"", most[i].kind);
            p = strstr(s->out, key);
        }
        assert_non_null(p);
        const char *median = strstr(p, "median_without_other_work");
        const char *ninth = strstr(p, "p90_without_other_work");
        assert_non_null(median);
        assert_non_null(ninth);
        double m = strtod(strchr(median, ':') + 1, NULL), q = strtod(strchr(ninth, ':') + 1, NULL);
        if (!(m > 0 && m <= most[i].median) || !(q > 0 && q <= most[i].p90))
            fail_msg("%s: median %.3f, 9 in 10 %.3f", most[i].kind, m, q);
    }
}

/* The figures that the sizing must keep on the shipped table. */
static void kinds_keep_their_accuracy(void **state)
{
    static const struct most most[KINDS] = {{"train_memory", 0.08, 0.25},
                                            {"infer_memory", 0.08, 0.25},
                                            {"throughput", 0.15, 0.45},
                                            {"train_time", 0.12, 0.40},
                                            {"decode", 0.15, 0.40}};
    struct spawned s;

    (void)state;
    spawn_line(&s, NULL, "validate --format json --leave-out");
    keeps(&s, most);
    const char *time = strstr(s.out, "train_time");
    const char *card = strstr(time, "median_card_left_out");
    const char *trainer = strstr(time, "median_trainer_left_out");
    assert_true(strtod(strchr(card, ':') + 1, NULL) <= 0.2);
    assert_true(strtod(strchr(trainer, ':') + 1, NULL) <= 0.2);
    spawned_free(&s);
}

/* On measurements gathered apart from the table: those whose pages have taught factors since, and
 * those that met the finished build. */
static void rows_apart_come_out_alike(void **state)
{
    static const struct most most[KINDS] = {{"train_memory", 0.08, 0.40},
                                            {"infer_memory", 0.08, 0.15},
                                            {"throughput", 0.14, 0.34},
                                            {"train_time", 0.13, 0.45},
                                            {"decode", 0.10, 0.40}};
    struct spawned s;

    (void)state;
    spawn_line(&s, NULL,
               "validate " DLRIG_SOURCE_DIR "/tests/data/validation/apart.csv --format json");
    keeps(&s, most);
    spawned_free(&s);
}

static void later_rows_apart_too(void **state)
{
    static const struct most most[KINDS] = {{"train_memory", 0.12, 0.40},
                                            {"infer_memory", 0.08, 0.36},
                                            {"throughput", 0.11, 0.60},
                                            {"train_time", 0.25, 2.40},
                                            {"decode", 0.08, 0.25}};
    struct spawned s;

    (void)state;
    spawn_line(&s, NULL,
               "validate " DLRIG_SOURCE_DIR "/tests/data/validation/apart_2.csv --format json");
    keeps(&s, most);
    spawned_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accuracy_page_is_up_to_date),
        cmocka_unit_test(kinds_keep_their_accuracy),
        cmocka_unit_test(rows_apart_come_out_alike),
        cmocka_unit_test(later_rows_apart_too),
    };
    return cmocka_run_group_tests_name("commands: accuracy", tests, NULL, NULL);
}
