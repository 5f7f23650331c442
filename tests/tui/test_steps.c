/* Every screen, every list, walked down and up through its pages, and what each step costs on the
 * line. At 80x24 no step of a cursor may cost more than a slow ssh carries in a blink. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/vt.h"

#define STEPS_MOST                                                                                 \
    (getenv("DLRIG_LONG") != NULL ? 60 : 22) /* of a long list: its pages, then its end */

#define OWN "serve", "--model", "qwen2.5-7b", "--users", "20", "--where", "own", "--gpu", "rtx-4090"
static const char *const jobs[][16] = {
    {"--task", OWN, NULL},
    {"--task", "finetune", "--model", "llama-3.1-8b", NULL},
    {"--task", "finetune", "--model", "llama-3.3-70b", "--method", "full", "--where", "own",
     "--gpu", "rtx-4090", NULL}, /* nothing fits: changes in place of parts */
    {NULL},                      /* the wizard */
};
enum job_of { OWN_PLAN, RENTED, NOTHING, FRESH };

enum limit { CURSOR, PREVIEW, PICTURE };
static const size_t limit_bytes[] = {200, 1500, 4000};

static const struct screen {
    const char *what;
    enum job_of job;
    const char *to, *down, *up;
    enum limit limit;
} screens[] = {
    {"plan, parts", OWN_PLAN, "", "Down", "Up", CURSOR},
    {"plan, the job", OWN_PLAN, "Tab", "Down", "Up", CURSOR},
    {"plan, gauges", OWN_PLAN, "Tab Tab", "Down", "Up", CURSOR},
    {"plan, findings", OWN_PLAN, "Tab Tab Tab", "Down", "Up", CURSOR},
    {"plan rented, the job", RENTED, "Tab", "Down", "Up", CURSOR},
    {"plan rented, gauges", RENTED, "Tab Tab", "Down", "Up", CURSOR},
    {"plan rented, findings", RENTED, "Tab Tab Tab", "Down", "Up", CURSOR},
    {"no plan, changes", NOTHING, "", "Down", "Up", CURSOR},
    {"no plan, the job", NOTHING, "Tab", "Down", "Up", CURSOR},
    {"another plan", RENTED, "", "]", "[", PICTURE},
    {"parts that go", OWN_PLAN, "Down Down Enter", "Down", "Up", CURSOR},
    {"kinds to add", OWN_PLAN, "a", "Down", "Up", CURSOR},
    {"compare", RENTED, "c", "Down", "Up", CURSOR},
    {"compare, owned", OWN_PLAN, "c", "Down", "Up", CURSOR},
    {"compare, picture", RENTED, "c p", "Down", "Up", CURSOR},
    {"cost", RENTED, "t", "Right", "Left", CURSOR},
    {"cost, owned", OWN_PLAN, "t", "Right", "Left", CURSOR},
    {"findings", OWN_PLAN, "f", "Down", "Up", CURSOR},
    {"findings, rented", RENTED, "f", "Down", "Up", CURSOR},
    {"offers", OWN_PLAN, "o", "Down", "Up", CURSOR},
    {"offers, all", OWN_PLAN, "o m", "Down", "Up", CURSOR},
    {"cards", OWN_PLAN, "g", "Down", "Up", CURSOR},
    {"models", OWN_PLAN, "g Tab", "Down", "Up", CURSOR},
    {"a table of parts", OWN_PLAN, "g Tab Tab", "Down", "Up", CURSOR},
    {"form of a row", OWN_PLAN, "g a", "Down", "Up", CURSOR},
    {"what fits", OWN_PLAN, "F", "Down", "Up", CURSOR},
    {"help", OWN_PLAN, "F1", "Down", "Up", CURSOR},
    {"price feeds", OWN_PLAN, "r", "Down", "Up", CURSOR},
    {"export", OWN_PLAN, "x", "Down", "Up", PICTURE},
    {"settings", OWN_PLAN, ",", "Down", "Up", PICTURE},
    {"open a file", OWN_PLAN, "s text:one.json Enter s text:two.json Enter w", "Down", "Up",
     CURSOR},
    {"a question", OWN_PLAN, "Tab Enter", "Down", "Up", PREVIEW},
    {"wizard, task", FRESH, "", "Down", "Up", PREVIEW},
    {"wizard, model", FRESH, "Enter", "Down", "Up", PREVIEW},
    {"wizard, at hand", FRESH, "Enter Enter", "Down", "Up", PREVIEW},
    {"wizard, method", FRESH, "Enter Enter Enter", "Down", "Up", PREVIEW},
    {"wizard, scale", FRESH, "Enter Enter Enter Enter", "Down", "Up", PREVIEW},
    {"wizard, where", FRESH, "Enter Enter Enter Enter Enter", "Down", "Up", PREVIEW},
};

struct walk {
    size_t n, sum, most;
    struct vt_account dearest;
};

static bool press(struct vt *t, struct walk *w, const char *key, bool rests)
{
    vt_account(t);
    vt_keys(t, key);
    if (rests)
        vt_quiet(t, 5000);
    struct vt_account a = vt_account(t);
    size_t bytes = a.text + a.looks + a.moves + a.blanks;
    if (bytes == 0)
        return false;
    w->n++;
    w->sum += bytes;
    if (bytes > w->most) {
        w->most = bytes;
        w->dearest = a;
    }
    return true;
}

/* Rows that the terminal moved are those of a picture drawn anew. libvterm 0.1 loses a character
 * whose bytes come in two pieces, as those of a whole picture do: then it is drawn once more. */
static void as_fresh(struct vt *t, const char *what)
{
    struct str is, fresh;
    str_init(&is, 1 << 20);
    str_init(&fresh, 1 << 20);
    vt_quiet(t, 5000);
    vt_text(t, &is);
    for (int i = 0; i < 3 && strcmp(is.p, fresh.p) != 0; i++) {
        str_clear(&fresh);
        vt_keys(t, "C-l");
        vt_quiet(t, 5000);
        vt_text(t, &fresh);
    }
    if (strcmp(is.p, fresh.p) != 0) {
        fprintf(stderr, "%s\ndrawn anew\n%s", is.p, fresh.p);
        fail_msg("%s: not as drawn anew", what);
    }
    str_free(&is);
    str_free(&fresh);
}

/* Down to the end of the list or through three pages, its end, and back. */
static void walk(struct vt *t, const struct screen *s, struct walk *w)
{
    int steps = 0;
    bool rests = strncmp(s->what, "compare", 7) == 0; /* tells more when the hand rests */
    while (steps < STEPS_MOST && press(t, w, s->down, rests))
        steps++;
    as_fresh(t, s->what);
    if (steps == 0) /* at its end already */
        steps = STEPS_MOST;
    else if (steps == STEPS_MOST && strcmp(s->down, "Down") == 0)
        vt_keys(t, "End");
    while (steps-- >= 0 && press(t, w, s->up, rests))
        ;
}

static bool wanted(const char *what)
{
    const char *only = getenv("DLRIG_STEPS"); /* a part of a name, while one is worked on */
    return only == NULL || strstr(what, only) != NULL;
}

static int screen_in(const struct screen *s, const char *entry, const char *lang, int rows,
                     int cols)
{
    const char *const env[] = {entry, NULL};
    const char *with[32] = {"--lang", lang};
    int n = 2;
    for (int i = 0; jobs[s->job][i] != NULL; i++)
        with[n++] = jobs[s->job][i];
    struct vt *t = vt_open(rows, cols, with, entry != NULL ? env : NULL);
    struct walk w = {0};
    assert_non_null(t);
    vt_keys(t, s->to);
    vt_quiet(t, 5000);
    walk(t, s, &w);
    as_fresh(t, s->what);
    size_t limit = limit_bytes[s->limit];
    bool over = w.most > limit;
    const struct vt_account *a = &w.dearest;
    print_message("%s %dx%d %-22s %3zu steps, mean %4zu, most %4zu of %4zu (%zu %zu %zu %zu)%s\n",
                  lang, cols, rows, s->what, w.n, w.n > 0 ? w.sum / w.n : 0, w.most, limit, a->text,
                  a->looks, a->moves, a->blanks, over ? " OVER" : "");
    vt_close(t);
    return over;
}

/* A walk waits for the terminal nearly all of its time: several go at once, each in its share of
 * the screens. */
#define WALKERS 4
static int walker;

static int all_in(const char *lang, int rows, int cols)
{
    int over = 0;
    for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
        if ((int)i % WALKERS == walker && wanted(screens[i].what))
            over += screen_in(&screens[i], NULL, lang, rows, cols);
    }
    return over;
}

static void no_step_is_dear(void **state)
{
    (void)state;
    int over = all_in("en", 24, 80);
    over += all_in("zh", 24, 80);
    assert_int_equal(over, 0);
}

/* A pane of three lines is moved by hand: every terminal that can must do it right. */
static void other_terminals_scroll_it_too(void **state)
{
    (void)state;
    static const char *const entries[] = {"TERM=screen-256color", "TERM=tmux-256color",
                                          "TERM=linux", "TERM=vt100", "TERM=putty"};
    int over = 0;
    for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
        if (strcmp(screens[i].what, "plan, findings") != 0)
            continue;
        for (size_t k = 0; k < sizeof entries / sizeof entries[0]; k++)
            over += screen_in(&screens[i], entries[k], k % 2 ? "zh" : "en", 24, 80);
    }
    assert_int_equal(over, 0);
}

/* More cells, more bytes: looked at, not judged. */
static void larger_ones(void **state)
{
    (void)state;
    all_in("en", 30, 100);
    all_in("en", 40, 140);
}

static int walk_share(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_step_is_dear)};
    const struct CMUnitTest others[] = {cmocka_unit_test(other_terminals_scroll_it_too)};
    const struct CMUnitTest larger[] = {cmocka_unit_test(larger_ones)};
    int failed = cmocka_run_group_tests_name("steps", tests, NULL, NULL);
    if (walker == 0)
        failed += cmocka_run_group_tests_name("steps, other terminals", others, NULL, NULL);
    if (getenv("DLRIG_LONG") != NULL)
        failed += cmocka_run_group_tests_name("steps, larger", larger, NULL, NULL);
    return failed;
}

int main(void)
{
    pid_t pid[WALKERS];
    int failed = 0;
    for (walker = 1; walker < WALKERS; walker++) {
        pid[walker] = fork();
        if (pid[walker] == 0)
            _exit(walk_share() != 0);
        if (pid[walker] < 0)
            return 1;
    }
    walker = 0;
    failed += walk_share();
    for (int i = 1; i < WALKERS; i++) {
        int status = 0;
        if (waitpid(pid[i], &status, 0) != pid[i] || status != 0)
            failed++;
    }
    return failed;
}
