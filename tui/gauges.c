/* gauges.c - memory, power, time and cost as bars, each with its figures as text. */
#include "tui/widgets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"

#define LABEL_CELLS 8

/* Label at the left, figures at the right of one line. */
static void heading(int y, struct rect r, enum lang lang, enum msg_id label, enum role role,
                    const char *right)
{
    int w = text_width(right);
    draw_id(y, r.x, r.w - w - 1, ROLE_LABEL, lang, label);
    if (w <= r.w)
        draw_text(y, r.x + r.w - w, w, role, right);
}

/* --- memory: a bar of parts ------------------------------------------------------------------- */
static const enum glyph fills[MEMORY_PARTS] = {G_FILL_1, G_FILL_2, G_FILL_3, G_FILL_4, G_FILL_5};
static const enum role fill_roles[MEMORY_PARTS] = {ROLE_GAUGE_1, ROLE_GAUGE_2, ROLE_GAUGE_3,
                                                   ROLE_GAUGE_4, ROLE_GAUGE_5};

static void stacked(int y, struct rect r, const struct memory_figure *f)
{
    double full = fmax(f->usable_gib, f->gib.typical);
    if (!known(full) || !(full > 0))
        return;
    double sum = 0;
    int at = 0;
    for (int i = 0; i < MEMORY_PARTS; i++) {
        sum += f->part[i].gib;
        int to = (int)floor(num_clamp(sum / full, 0, 1) * r.w + 0.5);
        if (f->part[i].gib > 0 && to == at && to < r.w)
            to++;
        for (; at < to; at++)
            draw_glyph(y, r.x + at, fill_roles[i], fills[i]);
    }
    for (; at < r.w; at++)
        draw_glyph(y, r.x + at, ROLE_GAUGE_FREE, G_FREE);
    if (f->gib.typical > f->usable_gib) { /* where the card ends */
        int end = (int)floor(f->usable_gib / full * r.w);
        draw_text(y, r.x + (end < r.w ? end : r.w - 1), 1, ROLE_BAD, "|");
    }
}

static int legend(const struct ui *m, int y, struct rect r, const struct memory_figure *f,
                  int lines)
{
    int x = 0, used = 0;
    for (int i = 0; i < MEMORY_PARTS; i++) {
        if (!(f->part[i].gib > 0))
            continue;
        char label[64], gib[32];
        struct str s;
        str_init(&s, 32);
        num_short(&s, f->part[i].gib);
        str_copy(gib, sizeof gib, s.p);
        str_free(&s);
        str_copy(label, sizeof label, msg_text(m->lang, f->part[i].label));
        int w = 2 + text_width(label) + 1 + text_width(gib);
        if (x > 0 && x + w > r.w) {
            used++;
            x = 0;
        }
        if (used >= lines)
            return lines;
        draw_glyph(y + used, r.x + x, fill_roles[i], fills[i]);
        int at = x + 2 + draw_text(y + used, r.x + x + 2, r.w - x - 2, ROLE_LABEL, label) + 1;
        draw_text(y + used, r.x + at, r.w - at, ROLE_TEXT, gib);
        x += w + 2;
    }
    return x > 0 ? used + 1 : used;
}

int widget_memory(const struct ui *m, const struct sizing *z, struct rect r)
{
    struct memory_figure f;
    char right[96];
    if (r.h < 1)
        return 0;
    figure_memory(z, &f);
    if (!known(f.gib.typical)) {
        heading(r.y, r, m->lang, MSG_TUI_VRAM, ROLE_NOT_KNOWN, msg_text(m->lang, MSG_WORD_UNKNOWN));
        return 1;
    }
    struct msg of = msg_make(MSG_TUI_OF, 2, ARG_NUM(f.gib.typical), ARG_GIB(f.usable_gib));
    msg_to(right, sizeof right, m->lang, &of);
    bool whole = text_width(msg_text(m->lang, MSG_TUI_VRAM)) + 1 + text_width(right) <= r.w;
    heading(r.y, r, m->lang, whole ? MSG_TUI_VRAM : MSG_TUI_VRAM_SHORT, verdict_role(z->verdict),
            right);
    if (r.h < 2)
        return 1;
    stacked(r.y + 1, r, &f);
    /* A low pane keeps its lines for time and cost; where they stand beside it it takes all. */
    int lines = r.h <= STRIP_LINES ? r.h - 2 : r.h < 12 ? 1 : 2;
    return 2 + (lines > 0 ? legend(m, r.y + 2, r, &f, lines) : 0);
}

/* --- one line: label, bar, figures ------------------------------------------------------------ */
static void bar_line(int y, struct rect r, const char *label, int label_cells, double value,
                     double full, enum role role, const char *right, int right_cells,
                     enum role right_role)
{
    int bar = r.w - label_cells - right_cells - 2;
    draw_text(y, r.x, label_cells, ROLE_LABEL, label);
    if (bar >= 4)
        draw_bar(y, r.x + label_cells + 1, bar, value, full, role);
    int w = text_width(right);
    if (w > right_cells)
        w = right_cells;
    draw_text(y, r.x + r.w - w, w, right_role, right);
}

/* Kilowatts with two decimals: more would not be true. */
static double kw(double w)
{
    return floor(w / 10 + 0.5) / 100;
}

static int power_line(const struct ui *m, int y, struct rect r, enum msg_id label, double w,
                      double full)
{
    char right[64];
    struct msg of = msg_make(MSG_TUI_KW_OF, 2, ARG_NUM(kw(w)), ARG_NUM(kw(full)));
    bool over = known(full) && w > full;
    if (!known(w))
        return 0;
    if (known(full))
        msg_to(right, sizeof right, m->lang, &of);
    else
        arg_text(right, sizeof right, m->lang, ARG_WATT(w));
    bar_line(y, r, msg_text(m->lang, label), LABEL_CELLS, w, full, over ? ROLE_BAD : ROLE_GAUGE_1,
             right, 12, over ? ROLE_BAD : ROLE_TEXT);
    return 1;
}

int widget_power(const struct ui *m, const struct plan *p, struct rect r)
{
    struct power_figure f;
    if (r.h < 1)
        return 0;
    figure_power(p, &f);
    if (!f.own) {
        draw_id(r.y, r.x, LABEL_CELLS, ROLE_LABEL, m->lang, MSG_TUI_POWER);
        draw_id(r.y, r.x + LABEL_CELLS + 1, r.w - LABEL_CELLS - 1, ROLE_DIM, m->lang,
                MSG_TUI_POWER_INCLUDED);
        return 1;
    }
    int used = power_line(m, r.y, r, MSG_TUI_POWER, f.load_w, f.psu_w);
    if (used < r.h)
        used += power_line(m, r.y + used, r, MSG_TUI_CIRCUIT, f.wall_w, f.circuit_w);
    return used;
}

/* --- time ------------------------------------------------------------------------------------- */
static int run_line(const struct ui *m, const struct result *res, const struct plan *p,
                    struct rect r)
{
    char right[96];
    const struct band *h = &p->sizing.hours_per_run;
    double deadline = res->job.deadline_h;
    bool late = known(deadline) && h->typical > deadline;
    if (known(deadline)) {
        struct msg of = msg_make(MSG_TUI_SLASH, 2, ARG_HOURS(h->typical), ARG_HOURS(deadline));
        msg_to(right, sizeof right, m->lang, &of);
        bar_line(r.y, r, msg_text(m->lang, MSG_TUI_TIME), LABEL_CELLS, h->typical, deadline,
                 late ? ROLE_BAD : ROLE_GAUGE_1, right, 15, late ? ROLE_BAD : ROLE_TEXT);
        return 1;
    }
    struct msg band = msg_make(MSG_TUI_BAND_SHORT, 3, ARG_HOURS(h->low), ARG_HOURS(h->typical),
                               ARG_HOURS(h->high));
    int room = r.w - LABEL_CELLS - 1;
    msg_to(right, sizeof right, m->lang, &band);
    if (text_width(right) > room) /* the range stands on the page behind e */
        arg_text(right, sizeof right, m->lang, ARG_HOURS(h->typical));
    bar_line(r.y, r, msg_text(m->lang, MSG_TUI_TIME), LABEL_CELLS, UNKNOWN, 1, ROLE_TEXT, right,
             room, ROLE_TEXT);
    return 1;
}

static int serve_lines(const struct ui *m, const struct result *res, const struct plan *p,
                       struct rect r)
{
    char right[96];
    const struct sizing *z = &p->sizing;
    int used = 0;
    if (known(z->max_users) && known(res->job.users)) {
        struct msg of =
            msg_make(MSG_TUI_SLASH, 2, ARG_INT(res->job.users), ARG_INT(floor(z->max_users)));
        bool over = res->job.users > z->max_users;
        msg_to(right, sizeof right, m->lang, &of);
        bar_line(r.y, r, msg_text(m->lang, MSG_TUI_REQUESTS), LABEL_CELLS, res->job.users,
                 z->max_users, over ? ROLE_BAD : ROLE_GAUGE_1, right, 12,
                 over ? ROLE_BAD : ROLE_TEXT);
        used++;
    }
    if (used < r.h && known(z->per_user)) {
        struct msg each = msg_make(MSG_TUI_PER_USER, 2, ARG_TOKS(z->per_user), ARG_MS(z->ttft_ms));
        msg_to(right, sizeof right, m->lang, &each);
        if (text_width(right) > r.w - LABEL_CELLS - 1)
            arg_text(right, sizeof right, m->lang, ARG_TOKS(z->per_user));
        bar_line(r.y + used, r, msg_text(m->lang, MSG_TUI_SPEED), LABEL_CELLS, UNKNOWN, 1,
                 ROLE_TEXT, right, r.w - LABEL_CELLS - 1, ROLE_TEXT);
        used++;
    }
    return used;
}

int widget_time(const struct ui *m, const struct result *res, const struct plan *p, struct rect r)
{
    if (r.h < 1)
        return 0;
    int used = 0;
    if (res->job.serving)
        used = serve_lines(m, res, p, r);
    if (used < r.h && known(p->sizing.hours_per_run.typical)) {
        struct rect rest = {r.y + used, r.x, r.h - used, r.w};
        used += run_line(m, res, p, rest);
    }
    if (used == 0) {
        heading(r.y, r, m->lang, MSG_TUI_TIME, ROLE_NOT_KNOWN, msg_text(m->lang, MSG_WORD_UNKNOWN));
        used = 1;
    }
    return used;
}

/* --- cost ------------------------------------------------------------------------------------- */
static int break_even(const struct ui *m, const struct result *res, struct rect r)
{
    const struct own_vs_rent *o = &res->decision.ovr;
    if (r.h < 1 || res->best_own < 0 || res->best_rent < 0)
        return 0;
    struct msg line = known(o->break_even_month)
                          ? msg_make(MSG_TUI_BREAK_EVEN, 1, ARG_INT(o->break_even_month))
                          : msg_make(MSG_TUI_NEVER_EVEN, 0);
    draw_msg(r.y, r.x, r.w, ROLE_DIM, m->lang, &line);
    return 1;
}

/* A bar for each kind; returns lines used. */
static int cost_rows(const struct ui *m, const struct result *res, const struct plan *p,
                     struct rect r, int label, int cells)
{
    struct cost_figure f;
    char right[96];
    int used = 0;
    figure_cost(res, &f);
    if (f.n == 0 && r.h > 0) {
        draw_id(r.y, r.x, r.w, ROLE_NOT_KNOWN, m->lang, MSG_TUI_NO_TOTAL);
        return 1;
    }
    for (int i = 0; i < f.n && used < r.h; i++) {
        const struct cost_row *c = &f.row[i];
        bool shown = &res->plan[c->plan] == p;
        arg_text(right, sizeof right, m->lang, ARG_MONEY(c->total.typical, c->currency));
        bar_line(r.y + used++, r, msg_text(m->lang, figure_kind_short(c->kind)), label,
                 c->total.typical, f.most, shown ? ROLE_GAUGE_1 : ROLE_DIM, right, cells,
                 shown ? ROLE_MONEY : ROLE_TEXT);
    }
    struct rect rest = {r.y + used, r.x, r.h - used, r.w};
    return used + break_even(m, res, rest);
}

int widget_cost(const struct ui *m, const struct result *res, const struct plan *p, struct rect r)
{
    if (r.h < 1)
        return 0;
    struct msg over = msg_make(MSG_TUI_COST_MONTHS, 1, ARG_MONTHS(res->job.months));
    draw_msg(r.y, r.x, r.w, ROLE_LABEL, m->lang, &over);
    return 1 + cost_rows(m, res, p, (struct rect){r.y + 1, r.x, r.h - 1, r.w}, LABEL_CELLS + 2, 10);
}

/* --- all of them side by side ----------------------------------------------------------------- */
#define STRIP_GAP 2

/* Columns as wide as the words and sums in them, so that the bars have the rest. */
static void strip_cost(const struct ui *m, const struct result *res, const struct plan *p,
                       struct rect r)
{
    struct cost_figure f;
    char sum[96];
    int label = 0, cells = 0;
    figure_cost(res, &f);
    for (int i = 0; i < f.n; i++) {
        const struct cost_row *c = &f.row[i];
        arg_text(sum, sizeof sum, m->lang, ARG_MONEY(c->total.typical, c->currency));
        int word = text_width(msg_text(m->lang, figure_kind_short(c->kind))), w = text_width(sum);
        label = word > label ? word : label;
        cells = w > cells ? w : cells;
    }
    cost_rows(m, res, p, r, label, cells);
}

void widget_strip(const struct ui *m, const struct result *res, const struct plan *p, struct rect r,
                  struct rect at[GAUGE_COUNT])
{
    int room = r.w - 2 * STRIP_GAP, power = room * 26 / 72, cost = room * 24 / 72;
    struct rect memory = {r.y, r.x, r.h, room - power - cost};
    struct rect mid = {r.y, memory.x + memory.w + STRIP_GAP, r.h, power};
    at[GAUGE_MEMORY] = memory;
    at[GAUGE_COST] = (struct rect){r.y, mid.x + mid.w + STRIP_GAP, r.h, cost};
    widget_memory(m, &p->sizing, memory);
    at[GAUGE_POWER] = mid;
    int later = res->job.serving ? 2 : 1; /* how fast it is goes before the circuit */
    int used = widget_power(m, p, (struct rect){mid.y, mid.x, mid.h - later, mid.w});
    at[GAUGE_TIME] = (struct rect){mid.y + used, mid.x, mid.h - used, mid.w};
    widget_time(m, res, p, at[GAUGE_TIME]);
    strip_cost(m, res, p, at[GAUGE_COST]);
}
