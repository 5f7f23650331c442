/* What a key costs on the line: a cursor move, an answer that changes everything, silence. Counts,
 * so that a slow ssh stays usable; times are measured by the benches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tui/vt.h"

#define MOVE_BYTES 200
#define CHANGE_BYTES 1500
#define MOVES 6
#define SILENCE_MS 2500 /* longer than the session waits before it is saved */

static const char *const own[] = {"--lang",     "en",       "--task", "serve",   "--model",
                                  "qwen2.5-7b", "--users",  "20",     "--where", "own",
                                  "--gpu",      "rtx-4090", NULL};

static struct vt *open_in(const char *lang, const char *const *args)
{
    const char *with[32];
    int n = 0;
    for (; args[n] != NULL && n < 31; n++)
        with[n] = args[n];
    with[n] = NULL;
    with[1] = lang;
    struct vt *t = vt_open(24, 80, with, NULL);
    assert_non_null(t);
    return t;
}

/* The most bytes that any of so many presses of a key brought. */
static size_t most(struct vt *t, const char *key, int times)
{
    size_t worst = 0;
    for (int i = 0; i < times; i++) {
        vt_bytes(t);
        vt_keys(t, key);
        size_t n = vt_bytes(t);
        worst = n > worst ? n : worst;
    }
    return worst;
}

static void at_most(const char *what, size_t bytes, size_t limit)
{
    print_message("%s: %zu bytes\n", what, bytes);
    assert_true(bytes > 0); /* the key did something */
    assert_true(bytes <= limit);
}

static void plan_in(const char *lang)
{
    struct vt *t = open_in(lang, own);
    assert_true(vt_until(t, "4090", 5000));
    at_most("cursor move", most(t, "Down", MOVES), MOVE_BYTES);
    at_most("one part more", most(t, "+", 2), CHANGE_BYTES);
    at_most("undone", most(t, "u", 2), CHANGE_BYTES);
    at_most("another plan", most(t, "]", 1), CHANGE_BYTES);
    vt_close(t);
}

static void the_plan_is_thrifty(void **state)
{
    (void)state;
    plan_in("en");
    plan_in("zh");
}

static void wizard_in(const char *lang)
{
    struct vt *t = open_in(lang, (const char *const[]){"--lang", "en", NULL});
    at_most("another answer, previewed", most(t, "Up", MOVES), CHANGE_BYTES);
    vt_close(t);
}

static void the_preview_is_thrifty(void **state)
{
    (void)state;
    wizard_in("en");
    wizard_in("zh");
}

static void silence_is_silent(void **state)
{
    (void)state;
    struct vt *t = open_in("en", own);
    vt_keys(t, "+"); /* something to save */
    vt_settle(t);
    vt_bytes(t);
    assert_int_equal(vt_wait(t, SILENCE_MS), -1);
    assert_int_equal(vt_bytes(t), 0);
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plan_is_thrifty),
        cmocka_unit_test(the_preview_is_thrifty),
        cmocka_unit_test(silence_is_silent),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
