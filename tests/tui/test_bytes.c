/* What a key costs on the line: a cursor move, an answer that changes everything, silence. Counts,
 * so that a slow ssh stays usable; times are measured by the benches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <poll.h>
#include <stdio.h>

#include "tui/vt.h"

#define MOVE_BYTES 200    /* the cursor, over rows in sight */
#define SCROLL_BYTES 300  /* a row of the whole width comes in: its letters and its looks */
#define PARTS_BYTES 560   /* beside the gauges nothing can scroll: eight rows are written anew */
#define CHANGE_BYTES 1500 /* an answer that changes everything */
#define REST_BYTES 300    /* told about a compared plan when the hand rests, 80 columns */
#define REST_WIDE_BYTES 700
#define MOVES 6
#define SILENCE_MS 2500 /* longer than the session waits before it is saved */
#define HELD_MS 20      /* between the strokes of a key held down */

static const char *const own[] = {"--lang",     "en",       "--task", "serve",   "--model",
                                  "qwen2.5-7b", "--users",  "20",     "--where", "own",
                                  "--gpu",      "rtx-4090", NULL};

static const char *const entries[] = {"TERM=xterm-256color", "TERM=screen-256color",
                                      "TERM=tmux-256color", "TERM=linux", "TERM=vt100"};
#define ENTRIES (sizeof entries / sizeof entries[0])

static struct vt *open_as(const char *lang, const char *entry, int rows, int cols)
{
    const char *with[32], *const env[] = {entry, NULL};
    int n = 0;
    for (; own[n] != NULL && n < 31; n++)
        with[n] = own[n];
    with[n] = NULL;
    with[1] = lang;
    struct vt *t = vt_open(rows, cols, with, env);
    assert_non_null(t);
    assert_true(vt_until(t, "4090", 5000));
    return t;
}

/* The account of the dearest of so many presses of a key. */
static struct vt_account most(struct vt *t, const char *key, int times, size_t *bytes)
{
    struct vt_account worst = {0};
    *bytes = 0;
    for (int i = 0; i < times; i++) {
        vt_account(t);
        vt_keys(t, key);
        struct vt_account a = vt_account(t);
        size_t n = a.text + a.looks + a.moves + a.blanks;
        if (n > *bytes) {
            *bytes = n;
            worst = a;
        }
    }
    return worst;
}

static void at_most(struct vt *t, const char *what, const char *key, int times, size_t limit)
{
    size_t bytes;
    struct vt_account a = most(t, key, times, &bytes);
    print_message("%-36s %4zu bytes: text %zu, looks %zu, cursor %zu, blanks %zu\n", what, bytes,
                  a.text, a.looks, a.moves, a.blanks);
    assert_true(bytes > 0); /* the key did something */
    if (bytes > limit)
        fail_msg("%s: %zu bytes, at most %zu", what, bytes, limit);
}

static void plan_as(const char *lang, const char *entry)
{
    struct vt *t = open_as(lang, entry, 24, 80);
    print_message("%s, %s\n", lang, entry);
    at_most(t, "cursor on the parts", "Down", MOVES, MOVE_BYTES);
    at_most(t, "the parts scroll", "Down", 2, PARTS_BYTES);
    vt_keys(t, "Home");
    at_most(t, "one part more", "+", 2, CHANGE_BYTES);
    at_most(t, "undone", "u", 2, CHANGE_BYTES);
    at_most(t, "another plan", "]", 1, CHANGE_BYTES);
    vt_close(t);
}

static void the_plan_is_thrifty(void **state)
{
    (void)state;
    for (size_t i = 0; i < ENTRIES; i++)
        plan_as("en", entries[i]);
    plan_as("zh", entries[0]);
}

/* Every list: the cursor over rows in sight, and a row that scrolls in from below. */
static const struct {
    const char *what, *keys;
    int rows; /* in sight at 80 x 24, below the first one; 0: none comes in from below */
} lists[] = {
    {"offers", "o", 16},
    {"cards", "g", 16},
    {"models", "g Tab", 16},
    {"a table of parts", "g Tab Tab", 16},
    {"what fits", "F", 16},
    {"findings", "f", 0},
    {"parts that go", "Down Down Enter", 0},
    {"settings", ",", 0},
    {"the job", "Tab", 0},
};

static void lists_as(const char *lang, const char *entry, int rows, int cols)
{
    print_message("%s, %s, %d x %d\n", lang, entry, cols, rows);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        char what[64];
        struct vt *t = open_as(lang, entry, rows, cols);
        vt_keys(t, lists[i].keys);
        at_most(t, lists[i].what, "Down", 4, MOVE_BYTES);
        for (int k = 4; k < lists[i].rows + rows - 24; k++)
            vt_keys(t, "Down");
        snprintf(what, sizeof what, "%s, scrolled", lists[i].what);
        if (lists[i].rows > 0)
            at_most(t, what, "Down", 4, cols > 100 ? SCROLL_BYTES + cols - 80 : SCROLL_BYTES);
        vt_close(t);
    }
}

static void lists_are_thrifty(void **state)
{
    (void)state;
    lists_as("en", entries[0], 24, 80);
    lists_as("zh", entries[0], 24, 80);
    lists_as("en", entries[0], 40, 140);
    lists_as("en", entries[2], 24, 80);
}

/* Every step of the wizard, answers up and down: tasks, models of very different size, methods. */
static void wizard_in(const char *lang, int rows, int cols)
{
    const char *with[] = {"--lang", lang, NULL};
    struct vt *t = vt_open(rows, cols, with, NULL);
    assert_non_null(t);
    print_message("%s, %d x %d\n", lang, cols, rows);
    for (int step = 1; step <= 6; step++) {
        at_most(t, "another answer, previewed", "Down", MOVES, CHANGE_BYTES);
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

/* The plan at the cursor is told under the table when the hand rests; while a key is held down each
 * step costs no more than in any list. */
static void compare_is_thrifty(void **state)
{
    (void)state;
    static const char *const args[] = {"--task", "finetune", "--model", "llama-3.1-8b", NULL};
    for (int size = 0; size < 2; size++) {
        size_t rest = size ? REST_WIDE_BYTES : REST_BYTES;
        struct vt *t = vt_open(size ? 40 : 24, size ? 140 : 80, args, NULL);
        assert_true(vt_until(t, "Findings", 5000));
        vt_keys(t, "c");
        at_most(t, "cursor in compare, and rest", "Down", 4, MOVE_BYTES + rest);
        vt_keys(t, "Up Up Up Up");
        vt_quiet(t, 2000);
        vt_bytes(t);
        for (int i = 0; i < MOVES; i++) {
            vt_send(t, "\033OB");
            poll(NULL, 0, HELD_MS);
        }
        vt_quiet(t, 2000);
        size_t n = vt_bytes(t);
        print_message("%d steps held down, and rest: %zu bytes\n", MOVES, n);
        assert_true(n > 0 && n <= MOVES * (size_t)MOVE_BYTES + rest);
        vt_close(t);
    }
}

static void silence_is_silent(void **state)
{
    (void)state;
    struct vt *t = open_as("en", entries[0], 24, 80);
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
        cmocka_unit_test(the_plan_is_thrifty),    cmocka_unit_test(lists_are_thrifty),
        cmocka_unit_test(the_preview_is_thrifty), cmocka_unit_test(compare_is_thrifty),
        cmocka_unit_test(silence_is_silent),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
