/* Signs of ambiguous width: the terminal is asked how wide it draws them, the config overrules it,
 * and an answer that comes late or unasked is no text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tui/vt.h"

static struct vt *open_with(bool wide, const char *config)
{
    vt_wide(wide);
    struct vt *t =
        vt_open(24, 80, (const char *const[]){"--lang", "zh", "--config", config, NULL}, NULL);
    assert_non_null(t);
    return t;
}

static void corner(struct vt *t, const char *want)
{
    char text[32];
    vt_cell(t, 2, 0, text);
    assert_string_equal(text, want);
}

static const char *config_of(const char *line)
{
    static char path[64];
    snprintf(path, sizeof path, "/tmp/dlrig-width-%s.ini", line[0] != '\0' ? "set" : "ask");
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(line, f);
    fclose(f);
    return path;
}

static void a_terminal_with_wide_signs_gets_plain_ones(void **state)
{
    (void)state;
    struct vt *t = open_with(true, config_of(""));
    corner(t, "+");
    vt_keys(t, ", Down Down Down");
    assert_true(vt_has(t, "两格"));
    vt_close(t);
    t = open_with(false, config_of(""));
    corner(t, "┌");
    vt_close(t);
}

static void the_config_overrules_the_terminal(void **state)
{
    (void)state;
    struct vt *t = open_with(true, config_of("ambiguous-width = 1\n"));
    corner(t, "┌");
    vt_close(t);
    t = open_with(false, config_of("ambiguous-width = 2\n"));
    corner(t, "+");
    vt_close(t);
    t = open_with(true, config_of("ambiguous-width = ask\n"));
    corner(t, "+");
    vt_close(t);
}

static void a_late_answer_is_no_text(void **state)
{
    (void)state;
    struct vt *t = open_with(false, config_of(""));
    vt_keys(t, "Enter / text:qwen");
    vt_send(t, "\033[3;3R");   /* as if the first one had been asked again */
    vt_send(t, "\033[24;80R"); /* of another program, late */
    vt_quiet(t, 3000);
    corner(t, "┌"); /* only the first answer counts */
    assert_true(vt_has(t, "/ qwen"));
    assert_false(vt_has(t, "80R"));
    assert_false(vt_has(t, "3R"));
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_terminal_with_wide_signs_gets_plain_ones),
        cmocka_unit_test(the_config_overrules_the_terminal),
        cmocka_unit_test(a_late_answer_is_no_text),
    };
    return cmocka_run_group_tests_name("width", tests, NULL, NULL);
}
