/* Where things stand: inside the window and apart from each other, at every size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tui/layout.h"

#define RECTS (8 + PANE_COUNT)

static int gather(const struct places *l, struct rect out[RECTS])
{
    int n = 0;
    const struct rect all[] = {l->title, l->crumbs, l->verdict, l->message,
                               l->keys,  l->ask,    l->side,    l->body};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        out[n++] = all[i];
    for (int i = 0; i < PANE_COUNT; i++)
        out[n++] = l->pane[i];
    return n;
}

/* Frames of the plan that stand one above the other share a line. */
static bool apart(struct rect a, struct rect b, bool shares)
{
    if (shares && a.x == b.x && a.w == b.w && (a.y == b.y + b.h - 1 || b.y == a.y + a.h - 1))
        return true;
    if (a.h <= 0 || a.w <= 0 || b.h <= 0 || b.w <= 0)
        return true;
    return a.y + a.h <= b.y || b.y + b.h <= a.y || a.x + a.w <= b.x || b.x + b.w <= a.x;
}

static void check(enum screen_id screen, enum pane focus, bool job, int rows, int cols)
{
    struct places l;
    struct rect r[RECTS];
    layout_make(screen, focus, job, rows, cols, &l);
    int n = gather(&l, r);
    for (int i = 0; i < n; i++) {
        bool inside = r[i].y >= 0 && r[i].x >= 0 && r[i].h >= 0 && r[i].w >= 0 &&
                      r[i].y + r[i].h <= rows && r[i].x + r[i].w <= cols;
        if (!inside)
            fail_msg("screen %d at %dx%d: rectangle %d leaves the window", screen, cols, rows, i);
        struct rect in = rect_inside(r[i]);
        assert_true(in.h >= 0 && in.w >= 0);
        for (int k = 0; k < i; k++) {
            bool panes = i >= RECTS - PANE_COUNT && k >= RECTS - PANE_COUNT;
            if (!apart(r[i], r[k], panes && l.stacked))
                fail_msg("screen %d at %dx%d: rectangles %d and %d overlap", screen, cols, rows, i,
                         k);
        }
    }
    assert_true(l.tiny == (rows < 10 || cols < 40));
}

static void every_size_from_1x1_to_320x100(void **state)
{
    (void)state;
    for (int rows = 1; rows <= 100; rows++) {
        for (int cols = 1; cols <= 320; cols++) {
            for (int s = 0; s < SCREEN_COUNT; s++) {
                if (s != SCREEN_PLAN) {
                    check((enum screen_id)s, PANE_PARTS, false, rows, cols);
                    continue;
                }
                for (int f = 0; f < PANE_COUNT; f++) {
                    check((enum screen_id)s, (enum pane)f, false, rows, cols);
                    check((enum screen_id)s, (enum pane)f, true, rows, cols);
                }
            }
        }
    }
}

static int shown(const struct places *l)
{
    int n = 0;
    for (int i = 0; i < PANE_COUNT; i++)
        n += l->pane[i].h > 2 && l->pane[i].w > 2;
    return n;
}

static void panes_come_with_the_width(void **state)
{
    (void)state;
    struct places l;
    layout_make(SCREEN_PLAN, PANE_PARTS, false, 20, 70, &l);
    assert_int_equal(shown(&l), 1);
    layout_make(SCREEN_PLAN, PANE_PARTS, false, 24, 80, &l);
    assert_int_equal(shown(&l), 3);
    assert_true(l.pane[PANE_PARTS].h > 0 && l.pane[PANE_JOB].h == 0);
    layout_make(SCREEN_PLAN, PANE_JOB, true, 24, 80, &l);
    assert_true(l.pane[PANE_PARTS].h == 0 && l.pane[PANE_JOB].h > 0);
    layout_make(SCREEN_PLAN, PANE_PARTS, false, 30, 110, &l);
    assert_int_equal(shown(&l), 4);
}

/* The pane that has the focus is always on the screen. */
static void focus_is_never_hidden(void **state)
{
    (void)state;
    for (int rows = 10; rows <= 60; rows++) {
        for (int cols = 40; cols <= 160; cols++) {
            for (int f = 0; f < PANE_COUNT; f++) {
                struct places l;
                layout_make(SCREEN_PLAN, (enum pane)f, f == PANE_JOB, rows, cols, &l);
                assert_true(l.pane[f].h >= 3 && l.pane[f].w >= 10);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_from_1x1_to_320x100),
        cmocka_unit_test(panes_come_with_the_width),
        cmocka_unit_test(focus_is_never_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
