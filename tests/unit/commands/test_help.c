/* Help and manual come from the tables: nothing is left out, and the page in docs/ is the one that
 * the program makes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "commands/help.h"
#include "tests/support/spawn.h"

static void manual_is_the_one_in_docs(void **state)
{
    struct str made;
    char *page = calloc(1, 1u << 20);
    (void)state;
    FILE *f = fopen(DLRIG_SOURCE_DIR "/docs/dlrig.1", "r");
    assert_non_null(f);
    size_t n = fread(page, 1, (1u << 20) - 1, f);
    fclose(f);
    str_init(&made, 1u << 20);
    assert_true(help_topic(&made, LANG_EN, "man"));
    if (n != made.len || memcmp(page, made.p, n) != 0)
        fail_msg(
            "docs/dlrig.1 is old: make it anew with `dlrig help man --lang en > docs/dlrig.1`");
    str_free(&made);
    free(page);
}

static void manual_names_everything(void **state)
{
    struct str page, name;
    (void)state;
    str_init(&page, 1u << 20);
    str_init(&name, 256);
    assert_true(help_topic(&page, LANG_EN, "man"));
    for (int i = 0; i < FLAG_COUNT; i++) {
        str_clear(&name);
        str_add(&name, "\\-\\-");
        for (const char *p = flags[i].name; *p != '\0'; p++)
            str_addf(&name, "%s%c", *p == '-' ? "\\" : "", *p);
        if (strstr(page.p, name.p) == NULL)
            fail_msg("the manual lacks %s", flags[i].name);
    }
    for (size_t i = 0; i < command_count; i++)
        assert_non_null(strstr(page.p, commands[i].name));
    str_free(&page);
    str_free(&name);
}

/* Every topic in both languages: fits 80 columns but for examples, and says something. */
static void every_topic_in_both_languages(void **state)
{
    const char *names[256];
    size_t n = help_topics(names, 256);
    (void)state;
    assert_true(n > 60);
    for (size_t i = 0; i < n; i++) {
        struct str text[2];
        for (int lang = 0; lang < 2; lang++) {
            str_init(&text[lang], 1u << 20);
            assert_true(help_topic(&text[lang], (enum lang)lang, names[i]));
            assert_true(text[lang].len > 40);
            assert_true(text_valid(text[lang].p));
            assert_false(has_escape(text[lang].p, text[lang].len));
        }
        assert_string_not_equal(text[0].p, text[1].p);
        str_free(&text[0]);
        str_free(&text[1]);
    }
}

static void flags_of_a_command(void **state)
{
    struct str text;
    (void)state;
    str_init(&text, 1u << 20);
    help_command(&text, LANG_EN, command_find("offers"));
    assert_non_null(strstr(text.p, "--group KEY"));
    assert_null(strstr(text.p, "--lock"));
    str_clear(&text);
    help_command(&text, LANG_EN, NULL);
    for (size_t i = 0; i < command_count; i++)
        assert_non_null(strstr(text.p, commands[i].name));
    str_free(&text);
}

static void help_needs_no_data(void **state)
{
    static const char *const lines[] = {"--help",     "plan --help", "help",
                                        "help units", "--version",   "-h",
                                        "help psu",   "help man",    "validate --help"};
    const char *const env[] = {"DLRIG_DATA_DIR=/nonexistent", NULL};
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct spawned s;
        spawn_line(&s, &(struct spawn_how){.env = env}, lines[i]);
        assert_int_equal(s.code, strcmp(lines[i], "help psu") == 0 ? 2 : 0);
        assert_int_equal(s.err_len > 0, s.code != 0);
        spawned_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(manual_is_the_one_in_docs),
        cmocka_unit_test(manual_names_everything),
        cmocka_unit_test(every_topic_in_both_languages),
        cmocka_unit_test(flags_of_a_command),
        cmocka_unit_test(help_needs_no_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
