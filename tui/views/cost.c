/*
 * cost.c - what is paid by the end of each month, one line a kind of plan: rent against own. Each
 * line ends at its name and sum, so that nobody has to match colours; the cursor reads the values
 * of a month.
 */
#include "tui/views/views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/figures.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/plot.h"
#include "tui/widgets.h"

#define SMALL_ROWS 14 /* of the curves beside the gauges */
#define AXIS_CELLS 10
#define NAMES_CELLS 24
#define TORNADO_FROM 24 /* lines inside that hold the curves and the tornado below them */
#define TORNADO_ROWS 14

static const enum role line_roles[] = {ROLE_GAUGE_1, ROLE_GAUGE_2, ROLE_GAUGE_3, ROLE_GAUGE_4,
                                       ROLE_ADVICE,  ROLE_WARNING, ROLE_GAUGE_5, ROLE_TEXT};

static char letter(enum price_kind k)
{
    static const char letters[KIND_COUNT + 1] = "dsm13coh";
    return letters[k];
}

static int height_of(const struct plot *p, double value, double most)
{
    return plot_row(p, value / most);
}

static void curve(struct plot *p, const struct cost *c, int months, double most, int who)
{
    int width = p->r.w * 2, before = -1;
    for (int x = 0; x < width; x++) {
        double month = (double)x / (width - 1) * months;
        int at = (int)floor(month);
        double a = c->cumulative[at], b = c->cumulative[at < months ? at + 1 : at];
        double value = a + (b - a) * (month - at);
        if (!known(value))
            continue;
        int y = height_of(p, value, most);
        int from = before < 0 ? y : before;
        for (int k = from < y ? from : y; k <= (from < y ? y : from); k++)
            plot_dot(p, x, k, who);
        before = y;
    }
}

/* Low and high of the plan shown, dotted, month by month: the machine's price is uncertain from the
 * start, what comes monthly grows with the months. */
static void band(struct plot *p, const struct cost *c, int months, double most, int who)
{
    int width = p->r.w * 2;
    for (int side = 0; side < 2; side++) {
        for (int x = side; x < width; x += 3) {
            double month = (double)x / (width - 1) * months;
            int at = (int)floor(month), next = at < months ? at + 1 : at;
            struct band a = cost_by_month(c, at), b = cost_by_month(c, next);
            double from = side ? a.high : a.low, to = side ? b.high : b.low;
            double value = from + (to - from) * (month - at);
            if (known(value) && value <= most)
                plot_dot(p, x, height_of(p, value, most), who);
        }
    }
}

static void show(const struct plot *p, const struct cost_figure *f)
{
    char letters[COST_ROWS + 1] = {0};
    for (int i = 0; i < f->n; i++)
        letters[i] = letter(f->row[i].kind);
    plot_show(p, line_roles, letters);
}

/* The month whose values are read below has a sign on the axis: a line through the picture would
 * cost more bytes than the figures. The label that the sign would stand in gives way to it. */
static void axis(const struct ui *m, struct rect r, double most, const char *currency, int months)
{
    int here = r.x + (r.w - 1) * m->list.cursor / months;
    char text[48];
    for (int i = 0; i <= 2; i++) {
        int y = r.y + (r.h - 1) * i / 2;
        arg_text(text, sizeof text, m->lang, ARG_MONEY(most * (2 - i) / 2, currency));
        draw_pad(y, r.x - AXIS_CELLS, AXIS_CELLS - 1, 1, ROLE_DIM, text);
    }
    for (int i = 0; i <= 4; i++) {
        int month = months * i / 4, x = r.x + (r.w - 1) * i / 4;
        snprintf(text, sizeof text, "%d", month);
        int w = text_width(text), at = i == 4 ? x - w : x + 1;
        if (here < at || here >= at + w)
            draw_text(r.y + r.h, at, w, ROLE_DIM, text);
    }
    draw_glyph(r.y + r.h, here, ROLE_STRONG, G_UP);
}

/* Names at the ends of their lines, from the dearest down, each below the one before. */
static void names(const struct ui *m, const struct plot *p, const struct cost_figure *f,
                  double most, int months)
{
    bool done[COST_ROWS] = {false};
    int last = -1;
    for (int n = 0; n < f->n; n++) {
        int at = -1;
        double top = -1;
        for (int i = 0; i < f->n; i++) {
            double x = m->result->plan[f->row[i].plan].cost.cumulative[months];
            if (!done[i] && (at < 0 || x > top)) {
                at = i;
                top = x;
            }
        }
        done[at] = true;
        int row = height_of(p, top, most) / 4, below = f->n - 1 - n;
        if (row > p->r.h - 1 - below) /* the others need room too */
            row = p->r.h - 1 - below;
        if (row <= last)
            row = last + 1;
        last = row;
        if (row >= p->r.h)
            return;
        char text[96], sum[48];
        arg_text(sum, sizeof sum, m->lang, ARG_MONEY(top, f->row[at].currency));
        snprintf(text, sizeof text, "%c %s", letter(f->row[at].kind),
                 msg_text(m->lang, figure_kind_short(f->row[at].kind)));
        int y = p->r.y + row, x = p->r.x + p->r.w + 1;
        draw_text(y, x, 12, line_roles[at % 8], text);
        draw_text(y, x + 12, NAMES_CELLS - 13, ROLE_TEXT, sum);
    }
}

/* What each kind of plan has cost by a month; with the range of the plan shown,
 * whose band is drawn, when that is wanted. */
static void add_values(const struct ui *m, const struct cost_figure *f, int month, bool ranges,
                       struct str *s)
{
    struct msg head = msg_make(MSG_TUI_MONTH, 1, ARG_INT(month));
    msg_render(s, m->lang, &head);
    str_add(s, msg_text(m->lang, MSG_PUNCT_COLON));
    for (int i = 0; i < f->n; i++) {
        const struct cost *c = &m->result->plan[f->row[i].plan].cost;
        const char *currency = f->row[i].currency;
        struct msg_arg x = ARG_MONEY(c->cumulative[month], currency);
        struct band b = cost_by_month(c, month);
        struct msg range =
            msg_make(MSG_PANE_RANGE, 3, x, ARG_MONEY(b.low, currency), ARG_MONEY(b.high, currency));
        str_addf(s, "%s%s ", i == 0 ? "" : " · ",
                 msg_text(m->lang, figure_kind_short(f->row[i].kind)));
        if (ranges && f->row[i].plan == m->plan && b.high > b.low)
            msg_render(s, m->lang, &range);
        else
            msg_arg_render(s, m->lang, &x);
    }
}

/* Four sums do not stand in one line of a narrow window. */
static int value_lines(struct rect in, const struct cost_figure *f)
{
    return f->n > 3 && in.w < 100 ? 2 : 1;
}

static void values(const struct ui *m, struct rect in, const struct cost_figure *f, int month)
{
    struct str s;
    str_init(&s, 2048);
    add_values(m, f, month, true, &s);
    if (text_width(s.p) > in.w - 2 && value_lines(in, f) == 1) { /* a sum is never cut */
        str_clear(&s);
        add_values(m, f, month, false, &s);
    }
    int lines = value_lines(in, f);
    draw_wrap(in.y + in.h - lines, in.x + 1, in.w - 2, lines, ROLE_VALUE, s.p);
    str_free(&s);
}

/* Two questions that are often taken for one: when the money laid out has come back in cash, and
 * from when on owning is ahead with interest and the sale of the machine counted in. */
static void even_line(const struct ui *m, struct rect in)
{
    const struct own_vs_rent *o = &m->result->decision.ovr;
    struct str s;
    if (m->result->best_own < 0 || m->result->best_rent < 0)
        return;
    struct msg even = known(o->break_even_month)
                          ? msg_make(MSG_PANE_EVEN, 1, ARG_INT(o->break_even_month))
                          : msg_make(MSG_PANE_NEVER_EVEN, 0);
    struct msg back = known(o->payback_month)
                          ? msg_make(MSG_PANE_PAID_BACK, 1, ARG_INT(o->payback_month))
                          : msg_make(MSG_PANE_NEVER_BACK, 0);
    str_init(&s, 1024);
    msg_render(&s, m->lang, &even);
    str_add(&s, " · ");
    msg_render(&s, m->lang, &back);
    draw_text(in.y, in.x + 1, in.w - 2, ROLE_STRONG, s.p);
    str_free(&s);
}

/* Of the best plan that owns the base of a load and rents its peaks; NULL: there is none. */
static const struct hybrid *first_hybrid(const struct result *r)
{
    for (size_t i = 0; r != NULL && i < r->plan_n; i++) {
        if (r->plan[i].hybrid != NULL)
            return r->plan[i].hybrid;
    }
    return NULL;
}

/* Beside the gauges: the same lines, each with its letter at the end; below them the months. */
void view_cost_small(const struct ui *m, struct rect r)
{
    static struct plot p;
    struct cost_figure f = {0};
    char text[48];
    double most = 0;
    figure_cost(m->result, &f);
    double horizon = m->result->job.months;
    int months = known(horizon) && horizon < COST_MONTHS_MAX ? (int)horizon : COST_MONTHS_MAX;
    for (int i = 0; i < f.n; i++)
        most = fmax(most, m->result->plan[f.row[i].plan].cost.cumulative[months]);
    r.h = r.h < SMALL_ROWS ? r.h : SMALL_ROWS;
    plot_clear(&p, (struct rect){r.y + 1, r.x, r.h - 2, r.w - 2});
    if (f.n < 2 || !(most > 0) || p.r.w < 16)
        return;
    for (int i = f.n - 1; i >= 0; i--)
        curve(&p, &m->result->plan[f.row[i].plan].cost, months, most, i);
    show(&p, &f);
    draw_id(r.y, r.x, r.w, ROLE_LABEL, m->lang, MSG_PANE_BY_MONTH);
    arg_text(text, sizeof text, m->lang, ARG_MONEY(most, f.row[0].currency));
    draw_pad(r.y, r.x + r.w - 12, 12, 1, ROLE_DIM, text);
    bool taken[PLOT_ROWS / 4] = {false};
    for (int i = 0; i < f.n; i++) {
        double end = m->result->plan[f.row[i].plan].cost.cumulative[months];
        int row = height_of(&p, end, most) / 4;
        while (row > 0 && taken[row])
            row--;
        taken[row] = true;
        snprintf(text, sizeof text, "%c", letter(f.row[i].kind));
        draw_text(p.r.y + row, r.x + r.w - 1, 1, line_roles[i % 8], text);
    }
    draw_text(r.y + r.h - 1, r.x, 1, ROLE_DIM, "0");
    snprintf(text, sizeof text, "%d", months);
    draw_pad(r.y + r.h - 1, r.x + r.w - 8, 6, 1, ROLE_DIM, text);
}

void view_cost(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    struct cost_figure f = {0};
    char title[160];
    double most = 0;
    if (m->result != NULL)
        figure_cost(m->result, &f);
    int months = m->list.n - 1;
    struct msg t = msg_make(MSG_TUI_PAID_BY, 1, ARG_MONTHS(months));
    msg_to(title, sizeof title, m->lang, &t);
    bool load = m->cost_picture == COST_LOAD && first_hybrid(m->result) != NULL;
    draw_frame(l->body, FRAME_ALONE,
               load                              ? msg_text(m->lang, MSG_COST_HYBRID_HEAD)
               : m->cost_picture == COST_TORNADO ? msg_text(m->lang, MSG_COST_OUTLOOK)
                                                 : title,
               NULL);
    const struct hybrid *hybrid = first_hybrid(m->result);
    if (m->cost_picture == COST_TORNADO) {
        view_tornado(m, in);
        return;
    }
    if (m->cost_picture == COST_LOAD && hybrid != NULL) {
        view_load(m, hybrid, in);
        return;
    }
    if (in.h >= TORNADO_FROM) { /* room for both */
        int low = in.h * 2 / 5 < TORNADO_ROWS ? in.h * 2 / 5 : TORNADO_ROWS;
        in.h -= low;
        view_tornado(m, (struct rect){in.y + in.h, in.x, low, in.w});
    }
    for (int i = 0; i < f.n; i++) {
        for (int k = 0; k <= months; k++)
            most = fmax(most, m->result->plan[f.row[i].plan].cost.cumulative[k]);
        if (f.row[i].plan == m->plan && months >= 0)
            most = fmax(most, cost_by_month(&m->result->plan[m->plan].cost, months).high);
    }
    static struct plot p;
    plot_clear(&p, (struct rect){in.y + 1, in.x + AXIS_CELLS, in.h - 2 - value_lines(in, &f),
                                 in.w - AXIS_CELLS - NAMES_CELLS});
    if (f.n == 0 || months < 1 || !(most > 0) || p.r.h < 3 || p.r.w < 8) {
        draw_id(in.y, in.x + 1, in.w - 2, ROLE_DIM, m->lang,
                f.n == 0 ? MSG_TUI_NO_TOTAL : MSG_TUI_NO_ROOM);
        return;
    }
    for (int i = 0; i < f.n; i++) {
        if (f.row[i].plan == m->plan)
            band(&p, &m->result->plan[f.row[i].plan].cost, months, most, i);
    }
    for (int i = f.n - 1; i >= 0; i--)
        curve(&p, &m->result->plan[f.row[i].plan].cost, months, most, i);
    show(&p, &f);
    axis(m, p.r, most, f.row[0].currency, months);
    names(m, &p, &f, most, months);
    even_line(m, in);
    values(m, in, &f, m->list.cursor);
}
