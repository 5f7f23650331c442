/*
 * test_sources.c - no rule knows an accelerator by id or name. Cited words (source, seed, alias)
 * may name one; code, facts and every other string of engine/rules may not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"

static const char *const files[] = {
    "fit.c",         "software.c",     "cards.c", "power.c",   "supply.c",     "link.c",
    "network.c",     "load.c",         "host.c",  "storage.c", "price.c",      "china.c",
    "slots.c",       "rules.c",        "run.c",   "gather.c",  "table.h",      "rule_facts.def",
    "gather_plan.c", "gather_build.c", "list.c",  "rent.c",    "gather_rent.c"};
static const char *const names[] = {
    "geforce", "quadro", "tesla", "titan",  "rtx",      "gtx",   "a100",   "a800", "h100", "h200",
    "h800",    "h20",    "b200",  "b300",   "v100",     "p100",  "p40",    "l40",  "4090", "5090",
    "3090",    "mi300",  "mi250", "radeon", "instinct", "gaudi", "ascend", "910b", "310p", "mlu",
    "hygon",   "kunlun", "metax", "biren",  "nvidia-",  "amd-",  "huawei", "apple"};

static char *slurp(const char *name)
{
    char path[512];
    const char *dir = getenv("DLRIG_SOURCE_DIR");
    snprintf(path, sizeof path, "%s/engine/rules/%s", dir ? dir : DLRIG_SOURCE_DIR, name);
    FILE *f = fopen(path, "rb");
    if (!f) {
        fail_msg("cannot read %s", path);
    }
    char *text = calloc(1, 1 << 20);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
    fclose(f);
    return text;
}

static void blank(char *from, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        from[i] = from[i] == '\n' ? '\n' : ' ';
    }
}

static void blank_comments(char *text)
{
    for (char *p = text; (p = strstr(p, "/*")) != NULL;) {
        char *end = strstr(p, "*/");
        assert_non_null(end);
        blank(p, (size_t)(end + 2 - p));
    }
}

/* blank_cited: the strings behind .source, .seed and .aliases, also when they go on. */
static void blank_cited(char *text)
{
    static const char *const keys[] = {".source =", ".seed =", ".aliases ="};
    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        for (char *p = text; (p = strstr(p, keys[k])) != NULL; p++) {
            char *q = p + strlen(keys[k]);
            for (;;) {
                q += strspn(q, " \n");
                if (*q != '"') {
                    break;
                }
                char *end = strchr(q + 1, '"');
                assert_non_null(end);
                blank(q, (size_t)(end + 1 - q));
                q = end + 1;
            }
        }
    }
}

static void no_accelerator_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = slurp(files[i]);
        blank_comments(text);
        blank_cited(text);
        for (char *p = text; *p; p++) {
            *p = (char)(*p >= 'A' && *p <= 'Z' ? *p - 'A' + 'a' : *p);
        }
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
            if (strstr(text, names[n])) {
                fail_msg("%s names \"%s\"", files[i], names[n]);
            }
        }
        free(text);
    }
}

/* Ids and names are shown, never compared: no comparison takes one of an accelerator. */
static void no_id_is_compared(void **state)
{
    (void)state;
    static const char *const bad[] = {"accel->id", "accel->name", "a->id",     "a->name,",
                                      "card->id",  "card->name",  "->variant", "->vendor"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char *text = slurp(files[i]);
        blank_comments(text);
        for (size_t n = 0; n < sizeof bad / sizeof bad[0]; n++) {
            if (strstr(text, bad[n])) {
                fail_msg("%s looks at %s", files[i], bad[n]);
            }
        }
        free(text);
    }
}

/* The check itself must be able to fail. */
static void the_check_sees_a_name(void **state)
{
    (void)state;
    char text[] = ".seed = \"A100\" \"B200\", x = \"A100\" /* H100 */";
    blank_comments(text);
    assert_null(strstr(text, "H100"));
    blank_cited(text);
    assert_null(strstr(text, "B200"));
    assert_non_null(strstr(text, "x = \"A100\""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_accelerator_is_named),
        cmocka_unit_test(no_id_is_compared),
        cmocka_unit_test(the_check_sees_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
