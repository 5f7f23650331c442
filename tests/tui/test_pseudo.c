/*
 * A further language is its files: dlrig-pseudo has every English text half as long again in the
 * place of the second language. Frames close, totals stay whole, help and quit stay in the key
 * bar, at every size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/vt.h"

static const struct {
    int rows, cols;
} sizes[] = {{24, 80}, {30, 100}, {40, 140}, {20, 60}, {10, 40}};
static const char *const stops[] = {"",      "Enter",     "Enter", "Enter",     "Enter", "Enter",
                                    "m",     "Esc Esc 6", "Enter", "c",         "p",     "Esc t",
                                    "p",     "Esc x",     "Esc ,", "Esc F1",    "Esc o", "Esc g",
                                    "Enter", "Esc Esc f", "Enter", "Esc Esc r", "Esc w"};

static bool one_of(const char *s, const char *const *set, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(s, set[i]) == 0)
            return true;
    }
    return false;
}

static void whole(struct vt *t, int rows, int cols, const char *after)
{
    static const char *const left[] = {"│", "┌", "└", "├"};
    static const char *const right[] = {"│", "┐", "┘", "┤", "↑", "↓"};
    char c[32];
    int framed = 0;
    for (int row = 1; row < rows - 2; row++) {
        vt_cell(t, row, 0, c);
        if (!one_of(c, left, 4))
            continue;
        framed++;
        vt_cell(t, row, cols - 1, c);
        if (!one_of(c, right, 6))
            fail_msg("%dx%d after %s: row %d ends with '%s'", cols, rows, after, row, c);
    }
    if (framed < 4)
        fail_msg("%dx%d after %s: no frame", cols, rows, after);
    struct str s;
    str_init(&s, 1 << 20);
    vt_text(t, &s);
    char *bar = strrchr(s.p, '\n');
    if (bar != NULL && bar[1] == '\0') {
        *bar = '\0';
        bar = strrchr(s.p, '\n');
    }
    if (bar == NULL || (strstr(bar, "q quit") == NULL && strstr(bar, "Esc") == NULL))
        fail_msg("%dx%d after %s: neither a way out nor back in the key bar:%s", cols, rows, after,
                 bar ? bar : "");
    str_free(&s);
}

static void every_screen_at_every_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct vt *t = vt_open(sizes[i].rows, sizes[i].cols,
                               (const char *const[]){"--lang", "zh", NULL}, NULL);
        for (size_t k = 0; k < sizeof stops / sizeof stops[0]; k++) {
            vt_keys(t, stops[k]);
            if (vt_wait(t, 0) != -1)
                fail_msg("%dx%d: it ended at %s", sizes[i].cols, sizes[i].rows, stops[k]);
            whole(t, sizes[i].rows, sizes[i].cols, stops[k]);
        }
        vt_close(t);
    }
}

/* Texts give way, figures do not. */
static void prices_are_never_cut(void **state)
{
    (void)state;
    struct vt *t = vt_open(24, 80, (const char *const[]){"--lang", "zh", NULL}, NULL);
    vt_keys(t, "Enter Enter Enter Enter Enter Enter");
    assert_true(vt_until(t, "extra", 5000)); /* it is the pseudo-language */
    struct str s;
    char *rest = NULL;
    str_init(&s, 1 << 20);
    vt_text(t, &s);
    for (char *line = strtok_r(s.p, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        if (strstr(line, "││") == NULL) /* a column of figures stands in two panes side by side */
            continue;
        for (const char *p = line; (p = strchr(p, '$')) != NULL; p++) {
            size_t n = strspn(p + 1, "0123456789,.kM");
            if (n == 0 || strncmp(p + 1 + n, "…", strlen("…")) == 0)
                fail_msg("a price is cut: %s", line);
        }
    }
    str_free(&s);
    vt_close(t);
}

int main(void)
{
    vt_program(DLRIG_BUILD_DIR "/tests/dlrig-pseudo");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_screen_at_every_size),
        cmocka_unit_test(prices_are_never_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
