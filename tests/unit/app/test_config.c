/* Settings: what is read, what is refused with file and line, and which file wins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/config.h"
#include "base/str.h"

static enum err read_text(struct config *c, const char *text, struct err_info *e)
{
    config_init(c);
    return config_read(c, text, strlen(text), "config.ini", e);
}

static void reads_every_setting(void **state)
{
    struct config c;
    struct err_info e;
    (void)state;
    assert_int_equal(read_text(&c,
                               "lang = zh\ncountry = CN-ZJ\ncurrency = cny\ntheme = light\n"
                               "offline = yes\nascii = on\nmouse = 1\nambiguous-width = 2\n"
                               "[keys]\ncompare = c C\nnext-pane = Tab o\n",
                               &e),
                     OK);
    assert_true(c.lang_set);
    assert_int_equal(c.lang, LANG_ZH);
    assert_string_equal(c.country, "CN-ZJ");
    assert_string_equal(c.currency, "CNY");
    assert_string_equal(c.theme, "light");
    assert_true(c.offline && c.ascii && c.mouse && c.ambiguous_wide);
    assert_int_equal(c.key_n, 2);
    assert_string_equal(c.key[1].action, "next-pane");
    assert_string_equal(c.key[1].keys, "Tab o");
}

static void nothing_is_set_by_an_empty_file(void **state)
{
    struct config c;
    struct err_info e;
    (void)state;
    assert_int_equal(read_text(&c, "# a comment\n\n", &e), OK);
    assert_false(c.lang_set || c.offline || c.ascii || c.mouse || c.ambiguous_wide);
    assert_string_equal(c.country, "");
    assert_int_equal(c.key_n, 0);
}

/* Every example of the table of settings is itself a right line. */
static void examples_of_the_table_are_right(void **state)
{
    (void)state;
    for (size_t i = 0; i < config_setting_count; i++) {
        const struct config_setting *s = &config_settings[i];
        struct config c;
        struct err_info e;
        struct str text;
        str_init(&text, 256);
        str_addf(&text, "%s%s%s%s = %s\n", *s->section ? "[" : "", s->section,
                 *s->section ? "]\n" : "", s->key, s->example);
        assert_int_equal(read_text(&c, text.p, &e), OK);
        str_free(&text);
    }
}

static void refuses_with_file_and_line(void **state)
{
    static const struct {
        const char *text;
        long line;
        enum err code;
    } cases[] = {
        {"lang = zh\ncolour = red\n", 2, ERR_VALUE},
        {"\n\nlang = xx\n", 3, ERR_VALUE},
        {"currency = EURO\n", 1, ERR_VALUE},
        {"currency = E1R\n", 1, ERR_VALUE},
        {"country = C N\n", 1, ERR_VALUE},
        {"offline = perhaps\n", 1, ERR_VALUE},
        {"ambiguous-width = 3\n", 1, ERR_VALUE},
        {"theme =\n", 1, ERR_VALUE},
        {"[colours]\nred = 1\n", 2, ERR_VALUE},
        {"[keys]\nfly = f\n", 2, ERR_VALUE},
        {"lang = zh\nthis is no setting\n", 2, ERR_SYNTAX},
        {"[feeds]\nuse = fx nosuch\n", 2, ERR_VALUE},
        {"[feeds]\nmirror.nosuch = https://example.org/a\n", 2, ERR_VALUE},
        {"[feeds]\nmirror.fx = http://example.org/a\n", 2, ERR_VALUE},
        {"[feeds]\nconnect-s = soon\n", 2, ERR_VALUE},
        {"[feeds]\ntotal-s = 0\n", 2, ERR_VALUE},
        {"[feeds]\nmax-mb = 1.5\n", 2, ERR_VALUE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct config c;
        struct err_info e = {0};
        assert_int_equal(read_text(&c, cases[i].text, &e), cases[i].code);
        assert_string_equal(e.file, "config.ini");
        assert_int_equal(e.line, cases[i].line);
        for (int lang = 0; lang <= LANG_ZH; lang++) {
            struct str text;
            str_init(&text, 1024);
            err_render(&text, (enum lang)lang, &e);
            assert_non_null(strstr(text.p, "config.ini:"));
            assert_null(strchr(text.p, '\n'));
            str_free(&text);
        }
    }
}

static void later_file_wins(void **state)
{
    struct config c;
    struct err_info e;
    (void)state;
    assert_int_equal(read_text(&c, "country = US\ntheme = mono\n[keys]\nundo = z\n", &e), OK);
    const char *user = "country = CN\n[keys]\nundo = u\n";
    assert_int_equal(config_read(&c, user, strlen(user), "user.ini", &e), OK);
    assert_string_equal(c.country, "CN");
    assert_string_equal(c.theme, "mono");
    assert_int_equal(c.key_n, 1);
    assert_string_equal(c.key[0].keys, "u");
}

static void absent_file_is_an_error_only_when_named(void **state)
{
    struct config c;
    struct err_info e;
    (void)state;
    config_init(&c);
    assert_int_equal(config_load(&c, "/no/such/config.ini", false, &e), OK);
    assert_int_equal(config_load(&c, "/no/such/config.ini", true, &e), ERR_NOT_FOUND);
    assert_int_equal(err_exit_code(config_load(&c, "/", true, &e)), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_setting),
        cmocka_unit_test(nothing_is_set_by_an_empty_file),
        cmocka_unit_test(examples_of_the_table_are_right),
        cmocka_unit_test(refuses_with_file_and_line),
        cmocka_unit_test(later_file_wins),
        cmocka_unit_test(absent_file_is_an_error_only_when_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
