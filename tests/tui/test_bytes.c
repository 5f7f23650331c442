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
#define WIDE_BYTES 2100   /* of 140x40, when another task changes it to the last gauge */
#define COMPARE_BYTES 550 /* two rows of the whole width, name, warning and reason below */
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

/* Every step of the wizard, answers up and down: tasks, models of very different size, methods. */
static void wizard_in(const char *lang, int rows, int cols)
{
    const char *with[] = {"--lang", lang, NULL};
    struct vt *t = vt_open(rows, cols, with, NULL);
    assert_non_null(t);
    for (int step = 1; step <= 6; step++) {
        at_most("another answer, previewed", most(t, "Down", MOVES),
                cols > 100 ? WIDE_BYTES : CHANGE_BYTES);
        vt_keys(t, "Up Up Up Up Up Up Enter");
    }
    vt_close(t);
}

static void the_preview_is_thrifty(void **state)
{
    (void)state;
    wizard_in("en", 24, 80);
    wizard_in("zh", 24, 80);
    wizard_in("en", 40, 140);
    wizard_in("zh", 40, 140);
}

/* The plan at the cursor is told under the table: more than a row, less than a recompute. */
static void compare_is_thrifty(void **state)
{
    (void)state;
    static const char *const args[] = {"--task", "finetune", "--model", "llama-3.1-8b", NULL};
    for (int size = 0; size < 2; size++) {
        struct vt *t = vt_open(size ? 40 : 24, size ? 140 : 80, args, NULL);
        assert_true(vt_until(t, "Findings", 5000));
        vt_keys(t, "c");
        at_most("cursor move in compare", most(t, "Down", 4), size ? CHANGE_BYTES : COMPARE_BYTES);
        vt_close(t);
    }
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
        cmocka_unit_test(compare_is_thrifty),
        cmocka_unit_test(silence_is_silent),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
