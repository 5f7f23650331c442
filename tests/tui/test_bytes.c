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

#define MOVE_BYTES 200      /* the cursor; at 80 columns also where a row scrolls in */
#define WIDE_MOST_BYTES 240 /* 140 columns scroll in and two names are long */
#define TURN_BYTES 500      /* a list beside others turns its page: all of its rows are written */
#define CHANGE_BYTES 1500   /* an answer that changes everything */
#define REST_BYTES 300      /* told about a compared plan when the hand rests, 80 columns */
#define REST_WIDE_BYTES 700
#define MOVES 6
#define SILENCE_MS 2500 /* longer than the session waits before it is saved */
#define HELD 10         /* strokes of a key held down */
#define HELD_MS 33      /* between the strokes of a key held down */

static const char *const own[] = {"--lang",     "en",       "--task", "serve",   "--model",
                                  "qwen2.5-7b", "--users",  "20",     "--where", "own",
                                  "--gpu",      "rtx-4090", NULL};

static const char *const entries[] = {"TERM=xterm-256color", "TERM=screen-256color",
                                      "TERM=tmux-256color", "TERM=linux", "TERM=xterm"};
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

/* What presses cost: how many brought something, all their bytes, the dearest one. */
struct cost {
    size_t n, sum, most;
    struct vt_account dearest;
};

static void press(struct vt *t, struct cost *c, const char *key, int times)
{
    for (int i = 0; i < times; i++) {
        vt_account(t);
        vt_keys(t, key);
        struct vt_account a = vt_account(t);
        size_t bytes = a.text + a.looks + a.moves + a.blanks;
        if (bytes == 0) /* the end of the list */
            return;
        c->n++;
        c->sum += bytes;
        if (bytes > c->most) {
            c->most = bytes;
            c->dearest = a;
        }
    }
}

static void judge(const char *what, const struct cost *c, size_t mean_limit, size_t most_limit)
{
    assert_true(c->n > 0); /* the key did something */
    size_t mean = (c->sum + c->n - 1) / c->n;
    const struct vt_account *a = &c->dearest;
    print_message("%-30s %3zu keys, mean %4zu, most %4zu: text %zu, looks %zu, cursor %zu, "
                  "blanks %zu\n",
                  what, c->n, mean, c->most, a->text, a->looks, a->moves, a->blanks);
    if (mean > mean_limit || c->most > most_limit)
        fail_msg("%s: mean %zu, at most %zu; most %zu, at most %zu", what, mean, mean_limit,
                 c->most, most_limit);
}

static void at_most(struct vt *t, const char *what, const char *key, int times, size_t limit)
{
    struct cost c = {0};
    press(t, &c, key, times);
    judge(what, &c, limit, limit);
}

static void plan_as(const char *lang, const char *entry)
{
    struct vt *t = open_as(lang, entry, 24, 80);
    print_message("%s, %s\n", lang, entry);
    at_most(t, "cursor on the parts", "Down", 8, MOVE_BYTES);
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

/* Every list: the cursor over rows in sight, and rows that scroll in from below. */
#define AROUND 7    /* lines of the screen that are no rows of a table that scrolls */
#define SCROLLED 16 /* rows that come in */
#define FEW 5       /* enough where the same list was held down in another terminal */
static const struct {
    const char *what, *keys;
    enum { SHORT, SCROLLS, TURNS } how;
} lists[] = {
    {"offers", "o m", SCROLLS},
    {"cards", "g", SCROLLS},
    {"models", "g Tab", SCROLLS},
    {"a table of parts", "g Tab Tab", SCROLLS},
    {"what fits", "F", SCROLLS},
    {"findings", "f", SHORT},
    {"parts that go", "Down Down Enter", SCROLLS},
    {"form of a row", "g a", SCROLLS},
    {"settings", ",", SHORT},
    {"the job, beside the gauges", "Tab", TURNS},
    {"findings below the plan", "Tab Tab Tab", TURNS},
};

static void list_as(struct vt *t, size_t i, int rows, bool wide, bool few)
{
    struct cost sight = {0}, in = {0};
    char what[64];
    vt_keys(t, lists[i].keys);
    if (lists[i].how == TURNS) {
        press(t, &sight, "Down", 20);
        judge(lists[i].what, &sight, MOVE_BYTES, TURN_BYTES);
        return;
    }
    press(t, &sight, "Down", few || lists[i].how == SHORT ? 3 : rows - AROUND - 1);
    judge(lists[i].what, &sight, MOVE_BYTES, MOVE_BYTES);
    if (few)
        vt_keys(t, "PgDn");
    press(t, &in, "Down", lists[i].how == SHORT ? 0 : few ? FEW : SCROLLED);
    snprintf(what, sizeof what, "%s, scrolled", lists[i].what);
    if (in.n > 1)
        judge(what, &in, MOVE_BYTES, wide ? WIDE_MOST_BYTES : MOVE_BYTES);
}

static void lists_as(const char *lang, const char *entry, int rows, int cols, bool few)
{
    print_message("%s, %s, %d x %d\n", lang, entry, cols, rows);
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        if (few && entry != entries[0] && lists[i].how != SCROLLS)
            continue;
        struct vt *t = open_as(lang, entry, rows, cols);
        list_as(t, i, rows, cols > 100, few);
        vt_close(t);
    }
}

static void lists_are_thrifty(void **state)
{
    (void)state;
    lists_as("en", entries[0], 24, 80, false);
    lists_as("zh", entries[0], 24, 80, true);
    lists_as("en", entries[0], 40, 140, false);
    lists_as("zh", entries[0], 40, 140, true);
    for (size_t i = 1; i < ENTRIES; i++)
        lists_as("en", entries[i], 24, 80, true);
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
        vt_keys(t, "Home");
        vt_quiet(t, 2000);
        vt_bytes(t);
        for (int i = 0; i < HELD; i++) {
            vt_send(t, "\033OB");
            poll(NULL, 0, HELD_MS);
        }
        vt_quiet(t, 2000);
        size_t n = vt_bytes(t);
        print_message("%d steps held down, and rest: %zu bytes, a step %zu\n", HELD, n, n / HELD);
        assert_true(n > 0 &&
                    n <= HELD * (size_t)MOVE_BYTES + rest); /* a busy machine rests between */
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
