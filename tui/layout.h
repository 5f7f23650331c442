/*
 * layout.h - where things stand: a pure function of screen and size. Every rectangle lies inside
 * the window, none overlaps another; a hidden one has no height. Tested at every size from 1x1.
 *
 * Below 40x10 there is room for one line only (tiny). Below 80x24 one pane at a time (narrow).
 * From 80 columns a list over the whole width and the gauges below it (stacked; their frames share
 * a line), beside it in a high window; from 110 three panes.
 */
#ifndef TUI_LAYOUT_H
#define TUI_LAYOUT_H

#include <stdbool.h>

#include "app/model.h"

struct rect {
    int y, x, h, w;
};

struct places {
    int rows, cols;
    bool tiny, narrow, three, stacked;
    struct rect title, crumbs, verdict, message, keys;
    struct rect pane[PANE_COUNT]; /* plan screen */
    struct rect ask, side;        /* wizard: question, plan so far; export: formats, preview */
    struct rect body;             /* other screens */
};

void layout_make(enum screen_id screen, enum pane focus, bool job_beside, int rows, int cols,
                 struct places *out);
struct rect rect_inside(struct rect frame); /* without its frame; never negative */

/* layout_fit: lists scroll so that their cursors are in sight. */
void layout_fit(struct ui *m, const struct places *l);

/* Lines of the question above its answers and of the hint below them, by the height inside. */
/* layout_table_rows: of a table in a frame: below its heads, and above a hint when there is one. */
int layout_table_rows(struct rect body, bool hint);
int layout_ask_head(int inside);
int layout_ask_foot(int inside);

/* Rows of a framed parts list, neither its heads nor its total; layout_parts_head: lines of the
 * heads, 0 in a very low pane. */
int layout_parts_rows(struct rect pane);
int layout_parts_head(struct rect pane);
int layout_remedy_rows(struct rect pane); /* where there is no plan: above what one of them does */

#endif
