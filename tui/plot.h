/*
 * plot.h - a canvas of 2 x 4 dots a cell: lines of braille where the terminal has it, letters
 * elsewhere. Each cell remembers whose dot came last and takes that one's role.
 */
#ifndef TUI_PLOT_H
#define TUI_PLOT_H

#include "tui/draw.h"

#define PLOT_ROWS 100
#define PLOT_COLS 320

struct plot {
    struct rect r;
    unsigned char bits[PLOT_ROWS][PLOT_COLS], who[PLOT_ROWS][PLOT_COLS];
};

void plot_clear(struct plot *p, struct rect r);
void plot_dot(struct plot *p, int x, int y, int who); /* in dots from the top left */
void plot_line(struct plot *p, int x0, int y0, int x1, int y1, int who);
/* plot_row: dots from the top for a share 0..1 of the height, 0 at the bottom; plot_col: from the
 * left. */
int plot_row(const struct plot *p, double share);
int plot_col(const struct plot *p, double share);
/* plot_show: role and letter of each `who`. */
void plot_show(const struct plot *p, const enum role *role, const char *letter);

#endif
