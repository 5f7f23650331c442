#include "tui/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"

void plot_clear(struct plot *p, struct rect r)
{
    memset(p, 0, sizeof *p);
    p->r = r;
}

void plot_dot(struct plot *p, int x, int y, int who)
{
    static const unsigned char bit[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    int col = x / 2, row = y / 4;
    if (x < 0 || y < 0 || col >= p->r.w || row >= p->r.h || col >= PLOT_COLS || row >= PLOT_ROWS)
        return;
    p->bits[row][col] |= bit[y % 4][x % 2];
    p->who[row][col] = (unsigned char)who;
}

void plot_line(struct plot *p, int x0, int y0, int x1, int y1, int who)
{
    int n = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int i = 0; i <= n; i++) {
        double share = n == 0 ? 0 : (double)i / n;
        plot_dot(p, x0 + (int)floor((x1 - x0) * share + 0.5),
                 y0 + (int)floor((y1 - y0) * share + 0.5), who);
    }
}

int plot_row(const struct plot *p, double share)
{
    int dots = p->r.h * 4;
    return dots - 1 - (int)floor(num_clamp(share, 0, 1) * (dots - 1) + 0.5);
}

int plot_col(const struct plot *p, double share)
{
    return (int)floor(num_clamp(share, 0, 1) * (p->r.w * 2 - 1) + 0.5);
}

void plot_show(const struct plot *p, const enum role *role, const char *letter)
{
    for (int row = 0; row < p->r.h && row < PLOT_ROWS; row++) {
        for (int col = 0; col < p->r.w && col < PLOT_COLS; col++) {
            int who = p->who[row][col];
            if (p->bits[row][col] != 0)
                draw_dots(p->r.y + row, p->r.x + col, role[who], p->bits[row][col], letter[who]);
        }
    }
}
