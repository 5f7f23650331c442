/* Language, places and moment of a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/context.h"
#include "base/str.h"

static void language_order(void **state)
{
    static const struct {
        const char *flag, *own, *all, *messages, *lang;
        bool config_zh;
        enum lang expected;
        const char *from;
    } cases[] = {
        {NULL, NULL, NULL, NULL, NULL, false, LANG_EN, "default"},
        {NULL, NULL, NULL, NULL, "zh_CN.UTF-8", false, LANG_ZH, "LANG"},
        {NULL, NULL, NULL, "en_US.UTF-8", "zh_CN.UTF-8", false, LANG_EN, "LC_MESSAGES"},
        {NULL, NULL, "zh_CN.UTF-8", "en_US.UTF-8", "en_US", false, LANG_ZH, "LC_ALL"},
        {NULL, "en", "zh_CN.UTF-8", NULL, NULL, false, LANG_EN, "DLRIG_LANG"},
        {"zh", "en", "en_US", NULL, NULL, false, LANG_ZH, "--lang"},
        /* LC_ALL=C hides LANG, as everywhere, and wishes for nothing */
        {NULL, NULL, "C", NULL, "zh_CN.UTF-8", false, LANG_EN, "default"},
        {NULL, NULL, "C", NULL, "zh_CN.UTF-8", true, LANG_ZH, "config"},
        {NULL, NULL, NULL, NULL, "en_US.UTF-8", true, LANG_EN, "LANG"},
        {NULL, "xx", NULL, NULL, NULL, true, LANG_ZH, "config"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct app_options opt = {.lang = cases[i].flag};
        struct app_env env = {.dlrig_lang = cases[i].own,
                              .lc_all = cases[i].all,
                              .lc_messages = cases[i].messages,
                              .lang = cases[i].lang};
        struct config config = {.lang_set = cases[i].config_zh, .lang = LANG_ZH};
        const char *from = NULL;
        assert_int_equal(language_resolve(&opt, &env, &config, &from), cases[i].expected);
        assert_string_equal(from, cases[i].from);
    }
}

/* A scratch folder with the file names given made in it. */
static void make_dir(char *dir, const char *const *files)
{
    char path[512];
    memcpy(dir, "/tmp/dlrig-test-XXXXXX", 23);
    assert_non_null(mkdtemp(dir));
    for (; files != NULL && *files != NULL; files++) {
        snprintf(path, sizeof path, "%s/%s", dir, *files);
        if (path[strlen(path) - 1] == '/')
            assert_int_equal(mkdir(path, 0700), 0);
        else {
            FILE *f = fopen(path, "w");
            assert_non_null(f);
            fclose(f);
        }
    }
}

static void remove_dir(const char *dir, const char *const *files)
{
    char path[512];
    int n = 0;
    while (files != NULL && files[n] != NULL)
        n++;
    while (n-- > 0) {
        snprintf(path, sizeof path, "%s/%s", dir, files[n]);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(remove(dir), 0);
}

static void data_dir_order(void **state)
{
    static const char *const files[] = {"bin/", "share/", "share/dlrig/",
                                        "share/dlrig/catalog.sqlite", NULL};
    char dir[32], bin[64], out[512];
    (void)state;
    make_dir(dir, files);
    snprintf(bin, sizeof bin, "%s/bin", dir);
    struct app_options opt = {.data_dir = "/asked/for"};
    struct app_env env = {.data_dir = "/from/env", .exe_dir = bin};

    assert_true(data_dir_find(&opt, &env, out, sizeof out));
    assert_string_equal(out, "/asked/for");
    opt.data_dir = NULL;
    assert_true(data_dir_find(&opt, &env, out, sizeof out));
    assert_string_equal(out, "/from/env");
    env.data_dir = NULL;
    assert_true(data_dir_find(&opt, &env, out, sizeof out));
    assert_non_null(strstr(out, "/bin/../share/dlrig"));
    env.exe_dir = DLRIG_BUILD_DIR; /* started from the build tree: that tree's own */
    assert_true(data_dir_find(&opt, &env, out, sizeof out));
    assert_string_equal(out, DLRIG_BUILD_DIR);
    remove_dir(dir, files);
}

static struct app_env usual_env(void)
{
    return (struct app_env){.data_dir = DLRIG_BUILD_DIR, .xdg = {.home = "/nonexistent"}};
}

static void as_of_is_noon_of_that_day(void **state)
{
    struct context c;
    struct err_info e = {0};
    struct app_options opt = {.as_of = "2026-11-30"};
    struct app_env env = usual_env();
    (void)state;
    assert_int_equal(context_open(&c, &opt, &env, &e), OK);
    assert_true(c.as_of_given);
    assert_true(c.now.unix_s == 1796040000); /* 2026-11-30T12:00:00Z */
    assert_int_equal(strlen(c.generated), 20);
    assert_true(c.facts.accel_n > 100 && c.prices.offer_n > 1000);
    context_close(&c);
    opt.as_of = "yesterday";
    assert_int_equal(context_open(&c, &opt, &env, &e), ERR_USAGE);
    context_close(&c);
}

static void faults_have_their_codes(void **state)
{
    static const char *const files[] = {"catalog.sqlite", NULL};
    char dir[32];
    struct context c;
    struct err_info e = {0};
    struct app_env env = usual_env();
    (void)state;
    make_dir(dir, files); /* an empty catalog */
    struct app_options opt = {.data_dir = dir};
    assert_int_equal(context_open(&c, &opt, &env, &e), ERR_DAMAGED);
    context_close(&c);
    opt.data_dir = "/nonexistent";
    assert_int_equal(context_open(&c, &opt, &env, &e), ERR_DAMAGED);
    context_close(&c);
    opt = (struct app_options){.lang = "fr"};
    assert_int_equal(context_open(&c, &opt, &env, &e), ERR_USAGE);
    context_close(&c);
    opt = (struct app_options){.config = "/nonexistent.ini"};
    assert_int_equal(err_exit_code(context_open(&c, &opt, &env, &e)), 2);
    context_close(&c);
    remove_dir(dir, files);
}

static void write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void flags_win_over_the_config(void **state)
{
    static const char *const files[] = {"dlrig/", "dlrig/config.ini", NULL};
    char dir[32], path[64];
    struct context c;
    struct err_info e = {0};
    struct app_env env = usual_env();
    (void)state;
    make_dir(dir, files);
    snprintf(path, sizeof path, "%s/dlrig/config.ini", dir);
    write_file(path, "lang = zh\ncountry = CN\ncurrency = CNY\ntheme = light\noffline = yes\n");
    env.xdg.config_home = dir;
    struct app_options opt = {0};
    assert_int_equal(context_open(&c, &opt, &env, &e), OK);
    assert_int_equal(c.lang, LANG_ZH);
    assert_false(c.lang_given);
    assert_string_equal(c.country, "CN");
    assert_string_equal(c.currency, "CNY");
    assert_string_equal(c.opt.theme, "light");
    assert_true(c.opt.offline);
    assert_string_equal(c.config_path, path);
    context_close(&c);
    opt = (struct app_options){.lang = "en", .theme = "mono"};
    assert_int_equal(context_open(&c, &opt, &env, &e), OK);
    assert_int_equal(c.lang, LANG_EN);
    assert_true(c.lang_given);
    assert_string_equal(c.opt.theme, "mono");
    context_close(&c);
    write_file(path, "lang = zh\ncolour = red\n");
    assert_int_equal(context_open(&c, &opt, &env, &e), ERR_VALUE);
    assert_int_equal(e.line, 2);
    context_close(&c);
    remove_dir(dir, files);
}

static void relative_xdg_folders_are_ignored(void **state)
{
    struct context c;
    struct err_info e = {0};
    struct app_options opt = {0};
    struct app_env env = usual_env();
    (void)state;
    env.xdg = (struct xdg_env){.config_home = "relative", .state_home = "relative"};
    assert_int_equal(context_open(&c, &opt, &env, &e), OK);
    assert_string_equal(c.config_path, "");
    assert_string_equal(c.state_dir, "");
    context_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(language_order),
        cmocka_unit_test(data_dir_order),
        cmocka_unit_test(as_of_is_noon_of_that_day),
        cmocka_unit_test(faults_have_their_codes),
        cmocka_unit_test(flags_win_over_the_config),
        cmocka_unit_test(relative_xdg_folders_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
