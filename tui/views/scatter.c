/*
 * scatter.c - the plans as points of cost over time, each with its rank, and the frontier of those
 * that no other one beats in both.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/figures.h"
#include "base/text.h"
#include "tui/plot.h"
#include "tui/views/views.h"
#include "tui/widgets.h"

#define AXIS_CELLS 10
#define POINTS 64
#define LOG_FROM 12.0 /* a wider range is drawn by its logarithm */

struct point {
    double x, y;
    int plan;
};

struct axis {
    double low, high;
    bool log;
};

static struct axis axis_of(const struct point *p, int n, bool y)
{
    struct axis a = {INFINITY, 0, false};
    for (int i = 0; i < n; i++) {
        a.low = fmin(a.low, y ? p[i].y : p[i].x);
        a.high = fmax(a.high, y ? p[i].y : p[i].x);
    }
    a.log = a.low > 0 && a.high / a.low > LOG_FROM;
    if (!a.log) {
        double margin = (a.high - a.low) * 0.08;
        a.low = a.high > a.low ? fmax(0, a.low - margin) : a.low * 0.8;
        a.high = a.high > a.low ? a.high + margin : a.high * 1.2 + 1;
    }
    return a;
}

static double share(const struct axis *a, double x)
{
    double low = a->log ? log(a->low) : a->low, high = a->log ? log(a->high) : a->high;
    return high > low ? ((a->log ? log(x) : x) - low) / (high - low) : 0.5;
}

static double at_share(const struct axis *a, double s)
{
    return a->log ? exp(log(a->low) + s * (log(a->high) - log(a->low)))
                  : a->low + s * (a->high - a->low);
}

/* The plans as they are listed, with both figures known. */
static int points_of(const struct ui *m, struct point *out)
{
    int n = 0;
    for (int i = 0; i < m->order_n && n < POINTS; i++) {
        const struct plan *p = &m->result->plan[m->order[i]];
        double x = plan_pace(&m->result->job, p), y = p->cost.total.typical;
        if (known(x) && known(y) && x > 0 && y > 0)
            out[n++] = (struct point){x, y, m->order[i]};
    }
    return n;
}

static void frontier(struct plot *p, const struct ui *m, const struct point *pt, int n,
                     const struct axis *ax, const struct axis *ay)
{
    int on[POINTS], k = 0;
    for (int i = 0; i < n; i++) {
        if (!m->result->plan[pt[i].plan].pareto)
            continue;
        int at = k++;
        for (; at > 0 && pt[on[at - 1]].x > pt[i].x; at--)
            on[at] = on[at - 1];
        on[at] = i;
    }
    for (int i = 0; i + 1 < k; i++)
        plot_line(p, plot_col(p, share(ax, pt[on[i]].x)), plot_row(p, share(ay, pt[on[i]].y)),
                  plot_col(p, share(ax, pt[on[i + 1]].x)), plot_row(p, share(ay, pt[on[i + 1]].y)),
                  0);
}

static void labels(const struct ui *m, const struct plot *p, const struct axis *ax,
                   const struct axis *ay)
{
    const char *currency = m->job.currency != NULL ? m->job.currency : "USD";
    char text[64];
    for (int i = 0; i <= 2; i++) {
        arg_text(text, sizeof text, m->lang, ARG_MONEY(at_share(ay, (2 - i) / 2.0), currency));
        draw_pad(p->r.y + (p->r.h - 1) * i / 2, p->r.x - AXIS_CELLS, AXIS_CELLS - 1, 1, ROLE_DIM,
                 text);
    }
    for (int i = 0; i <= 2; i++) {
        double x = at_share(ax, i / 2.0);
        arg_text(text, sizeof text, m->lang, m->result->job.serving ? ARG_MS(x) : ARG_HOURS(x));
        int w = text_width(text), at = p->r.x + (p->r.w - 1) * i / 2;
        draw_text(p->r.y + p->r.h,
                  i == 0   ? at
                  : i == 1 ? at - w / 2
                           : at - w + 1,
                  w, ROLE_DIM, text);
    }
}

/* The rank at its point; when that cell is taken, beside it. */
static void marks(const struct ui *m, const struct plot *p, const struct point *pt, int n,
                  const struct axis *ax, const struct axis *ay)
{
    static bool taken[PLOT_ROWS][PLOT_COLS];
    int here = m->list.cursor < m->order_n ? m->order[m->list.cursor] : -1;
    memset(taken, 0, sizeof taken);
    for (int pass = 0; pass < 2; pass++) { /* the plan at the cursor first */
        for (int i = 0; i < n; i++) {
            const struct plan *x = &m->result->plan[pt[i].plan];
            char text[16];
            if ((pt[i].plan == here) != (pass == 0))
                continue;
            int w = snprintf(text, sizeof text, "%d", x->rank);
            int row = plot_row(p, share(ay, pt[i].y)) / 4;
            int col = plot_col(p, share(ax, pt[i].x)) / 2;
            if (col + w > p->r.w)
                col = p->r.w - w;
            while (col + w + 1 < p->r.w && (taken[row][col] || taken[row][col + w - 1]))
                col++;
            for (int k = -1; k <= w; k++) {
                if (col + k >= 0 && col + k < PLOT_COLS)
                    taken[row][col + k] = true;
            }
            draw_text(p->r.y + row, p->r.x + col, w,
                      pt[i].plan == here ? ROLE_SELECTED
                      : x->errors > 0    ? ROLE_ERROR
                      : x->pareto        ? ROLE_GOOD
                                         : ROLE_TEXT,
                      text);
        }
    }
}

void view_scatter(const struct ui *m, struct rect r)
{
    static const enum role roles[] = {ROLE_GAUGE_1};
    static struct plot p;
    struct point pt[POINTS];
    if (r.h < 6 || r.w < AXIS_CELLS + 20 || m->result == NULL)
        return;
    int n = points_of(m, pt);
    bool serving = m->result->job.serving;
    draw_id(r.y, r.x + 1, r.w - 2, ROLE_HEADING, m->lang,
            serving ? MSG_TUI_SCATTER_SERVE : MSG_TUI_SCATTER);
    if (n == 0) {
        draw_id(r.y + 1, r.x + 1, r.w - 2, ROLE_DIM, m->lang, MSG_TUI_SCATTER_NONE);
        return;
    }
    struct axis ax = axis_of(pt, n, false), ay = axis_of(pt, n, true);
    plot_clear(&p, (struct rect){r.y + 1, r.x + AXIS_CELLS, r.h - 2, r.w - AXIS_CELLS - 1});
    frontier(&p, m, pt, n, &ax, &ay);
    plot_show(&p, roles, "*");
    labels(m, &p, &ax, &ay);
    marks(m, &p, pt, n, &ax, &ay);
}
