/*
 * Terminals x locales x sizes x languages. Here a representative part; the whole with
 * DLRIG_LONG=1, as tests/long/test_terminals.sh does. What must hold in every cell of the matrix:
 * it lives, leaves with 0, sends no byte above 0x7f in the C locale, closes every framed row in
 * the last column, and gives the terminal back as it was.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tui/vt.h"

static const char *const terms[] = {"xterm-256color",
                                    "screen-256color",
                                    "tmux-256color",
                                    "linux",
                                    "vt100",
                                    "vt220",
                                    "putty",
                                    "ansi",
                                    "dumb",
                                    "xterm-kitty",
                                    NULL};
#define REST_MS 10000
#define TERMS (int)(sizeof terms / sizeof terms[0])
static const struct {
    int rows, cols;
} sizes[] = {{24, 80}, {40, 120}, {23, 79}, {10, 40}, {5, 20}, {1, 1}, {90, 300}};
#define SIZES (int)(sizeof sizes / sizeof sizes[0])
static const char *const locales[] = {"C.UTF-8", "C"};
static const char *const langs[] = {"en", "zh"};

struct cell {
    int term, locale, size, lang;
};

static const char *label(const struct cell *c)
{
    static char text[128];
    snprintf(text, sizeof text, "TERM=%s %s %dx%d %s", terms[c->term] ? terms[c->term] : "(unset)",
             locales[c->locale], sizes[c->size].cols, sizes[c->size].rows, langs[c->lang]);
    return text;
}

static bool is_edge(const char *s)
{
    static const char *const edges[] = {"│", "┌", "┐", "└", "┘", "├", "┤",
                                        "|", "+", "↑", "↓", "^", "v"};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++) {
        if (strcmp(s, edges[i]) == 0)
            return true;
    }
    return false;
}

/* A row that a frame begins ends with one in the last column. */
static void frames_close(struct vt *t, const struct cell *c)
{
    int rows = sizes[c->size].rows, cols = sizes[c->size].cols;
    /* ansi wraps at the last column at once, as its entry says and the emulator does not */
    bool wraps = terms[c->term] != NULL && strcmp(terms[c->term], "ansi") == 0;
    if (rows < 10 || cols < 40 || wraps)
        return;
    int framed = 0;
    for (int row = 1; row < rows - 2; row++) {
        char first[32], last[32];
        vt_cell(t, row, 0, first);
        if (!is_edge(first) || strcmp(first, "v") == 0 || strcmp(first, "^") == 0)
            continue;
        framed++;
        vt_cell(t, row, cols - 1, last);
        if (!is_edge(last))
            fail_msg("%s: row %d begins with %s and ends with '%s'", label(c), row, first, last);
    }
    if (framed < 3)
        fail_msg("%s: no frame on the screen", label(c));
}

static void dialogue(struct vt *t, const struct cell *c)
{
    bool tiny = sizes[c->size].rows < 5; /* the prompt does not stay in sight */
    if (!vt_quiet(t, REST_MS) || (!tiny && !vt_has(t, ">")))
        fail_msg("%s: no dialogue", label(c));
    vt_keys(t, "q Enter");
    if (vt_wait(t, 5000) != 0)
        fail_msg("%s: the dialogue did not end with 0", label(c));
}

static void screen(struct vt *t, const struct cell *c)
{
    frames_close(t, c);
    vt_keys(t, "Enter Down Enter 6 Enter");
    vt_quiet(t, REST_MS);
    frames_close(t, c);
    if (vt_wait(t, 0) != -1)
        fail_msg("%s: it ended by itself", label(c));
    vt_keys(t, "q");
    if (vt_wait(t, 5000) != 0)
        fail_msg("%s: q did not end it with 0", label(c));
    if (vt_alt_screen(t) || !vt_cursor_visible(t))
        fail_msg("%s: the screen was not given back", label(c));
}

static void one(const struct cell *c)
{
    char term[64], all[32];
    const char *name = terms[c->term];
    snprintf(term, sizeof term, name != NULL ? "TERM=%s" : "TERM", name);
    snprintf(all, sizeof all, "LC_ALL=%s", locales[c->locale]);
    struct vt *t = vt_open(sizes[c->size].rows, sizes[c->size].cols,
                           (const char *const[]){"--lang", langs[c->lang], NULL},
                           (const char *const[]){term, all, NULL});
    assert_non_null(t);
    bool lines = name == NULL || strcmp(name, "dumb") == 0;
    if (lines)
        dialogue(t, c);
    else
        screen(t, c);
    /* zh asks for UTF-8 by itself where the locale is a bare C; English never leaves ASCII there */
    if (c->locale == 1 && c->lang == 0 && !lines && vt_high_bytes(t))
        fail_msg("%s: a byte above 0x7f", label(c));
    if (!vt_modes_kept(t))
        fail_msg("%s: the modes of the terminal are others than before", label(c));
    vt_close(t);
}

static bool whole(void)
{
    const char *s = getenv("DLRIG_LONG");
    return s != NULL && strcmp(s, "1") == 0;
}

static void every_terminal(void **state)
{
    (void)state;
    for (int i = 0; i < TERMS; i++)
        one(&(struct cell){i, i % 2, 0, 0});
}

static void every_size_in_both_languages(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++) {
        for (int lang = 0; lang < 2; lang++)
            one(&(struct cell){0, 0, i, lang});
    }
}

static void the_whole_matrix(void **state)
{
    (void)state;
    if (!whole())
        return;
    int n = 0;
    for (int term = 0; term < TERMS; term++) {
        for (int at = 0; at < 2 * SIZES * 2; at++, n++) {
            struct cell c = {term, at % 2, at / 2 % SIZES, at / 2 / SIZES};
            print_message("%s\n", label(&c)); /* the last one tells where it stopped */
            one(&c);
        }
    }
    print_message("%d cells of the matrix\n", n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_terminal),
        cmocka_unit_test(every_size_in_both_languages),
        cmocka_unit_test(the_whole_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
