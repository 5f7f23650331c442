/* Text from elsewhere that speaks to the terminal: a title, a cleared screen, a clipboard. Nothing
 * of it reaches the terminal's own ears, whatever road it comes by; what is readable shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "tui/vt.h"

/* Clears the screen, sets the title, writes the clipboard, in bytes of 7 and of 8 bits. */
#define HOSTILE                                                                                    \
    "\033[2J\033]0;pwn\007\033]52;c;cHdu\033\\\xc2\x9d"                                            \
    "0;pwn\xc2\x9c"

static const char *const english[] = {"--lang", "en", NULL};
static char home[64];

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", home, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* dlrig with that home, no terminal; its exit code. */
static int quietly(const char *arguments)
{
    char line[1024];
    snprintf(line, sizeof line,
             "cd '%s' && env HOME='%s' XDG_DATA_HOME='%s/data' XDG_CONFIG_HOME='%s/config' "
             "DLRIG_DATA_DIR='%s' '%s/dlrig' --as-of 2026-11-30 %s >/dev/null 2>&1",
             home, home, home, home, DLRIG_BUILD_DIR, DLRIG_BUILD_DIR, arguments);
    return vt_shell(line);
}

/* On a screen 160 wide with that home. */
static struct vt *shown(const char *const *args)
{
    char data[96], config[96];
    snprintf(data, sizeof data, "XDG_DATA_HOME=%s/data", home);
    snprintf(config, sizeof config, "XDG_CONFIG_HOME=%s/config", home);
    struct vt *t = vt_open(30, 160, args, (const char *const[]){data, config, NULL});
    assert_non_null(t);
    return t;
}

static int begin(void **state)
{
    (void)state;
    snprintf(home, sizeof home, "/tmp/dlrig-hostile-XXXXXX");
    return mkdtemp(home) != NULL ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    char line[96];
    snprintf(line, sizeof line, "rm -rf '%s'", home);
    return vt_shell(line);
}

/* The harness hears a program that does speak to its terminal. */
static void the_test_has_ears(void **state)
{
    (void)state;
    static const char *const loud[] = {"\\033]0;pwn\\007", "\\302\\2350;pwn", "\\033P1q"};
    char path[96];
    snprintf(path, sizeof path, "%s/loud", home);
    for (size_t i = 0; i < sizeof loud / sizeof loud[0]; i++) {
        char script[128];
        snprintf(script, sizeof script, "#!/bin/sh\nprintf 'here\\n%s'\nsleep 5\n", loud[i]);
        write_file("loud", script);
        assert_int_equal(chmod(path, 0700), 0);
        vt_program(path);
        struct vt *t = shown(english);
        assert_true(vt_until(t, "here", 3000));
        vt_settle(t);
        assert_true(vt_told(t));
        vt_close(t);
    }
    vt_program(DLRIG_BUILD_DIR "/dlrig");
}

static void in_a_price_list(void **state)
{
    (void)state;
    write_file("list.csv",
               "provider,instance,region,kind,gpu,gpu_count,currency,price_hour,date,source\n"
               "my" HOSTILE "shop,rig" HOSTILE "one,E" HOSTILE "U,on-demand,nvidia-h100-sxm5-80,1,"
               "USD,1.70,2026-11-20,quo" HOSTILE "ted\n");
    assert_int_equal(quietly("refresh --from list.csv"), 0);
    struct vt *t = shown(english);
    vt_keys(t, "o m / text:shop Enter");
    assert_true(vt_until(t, "$1.70", 3000));
    assert_true(vt_has(t, "0;pwn")); /* what is readable of it */
    vt_keys(t, "Enter");
    assert_true(vt_alt_screen(t));
    assert_false(vt_told(t));
    vt_close(t);
}

static void in_a_plan_file(void **state)
{
    (void)state;
    char path[96];
    snprintf(path, sizeof path, "%s/plan.json", home);
    write_file("plan.json",
               "{\"schema\":\"dlrig.job/1\",\"as_of\":\"2026-11-30\",\"job\":{\"task\":"
               "\"ser\\u001b[2J\\u001b]0;pwn\\u0007ve\"}}");
    struct vt *t = shown((const char *const[]){"--lang", "en", "--job", path, NULL});
    assert_true(vt_until(t, "control characters", 3000)); /* refused, and said */
    assert_false(vt_told(t));
    vt_close(t);
}

static void in_settings_and_the_command_line(void **state)
{
    (void)state;
    char folder[96];
    snprintf(folder, sizeof folder, "%s/config", home);
    assert_int_equal(mkdir(folder, 0700), 0);
    snprintf(folder, sizeof folder, "%s/config/dlrig", home);
    assert_int_equal(mkdir(folder, 0700), 0);
    write_file("config/dlrig/config.ini", "[screen]\ntheme = no" HOSTILE "where\n");
    struct vt *t = shown(english);
    vt_settle(t);
    assert_false(vt_told(t));
    vt_close(t);
    t = shown((const char *const[]){"--lang", "en", "--model", "lla" HOSTILE "ma", "--task",
                                    "serve", NULL});
    vt_settle(t);
    assert_false(vt_told(t));
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_test_has_ears, begin, end),
        cmocka_unit_test_setup_teardown(in_a_price_list, begin, end),
        cmocka_unit_test_setup_teardown(in_a_plan_file, begin, end),
        cmocka_unit_test_setup_teardown(in_settings_and_the_command_line, begin, end),
    };
    return cmocka_run_group_tests_name("tui/hostile", tests, NULL, NULL);
}
