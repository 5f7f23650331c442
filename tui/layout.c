#include "tui/layout.h"

#include <string.h>

#include "app/lists.h"
#include "tui/widgets.h"

#define SIDE_MIN 34
#define JOB_CELLS 31
#define LONG_ROWS 76     /* cells of a pane whose rows take whole sentences */
#define STACK_ROWS 40    /* a higher window has room for whole lists beside the gauges */
#define STACK_FINDINGS 5 /* lines with the frame */
#define STACK_AIRY                                                                                 \
    28 /* lines of a window from which the verdict has four of them, the gauges too */

static struct rect cut_top(struct rect *r, int h)
{
    if (h > r->h)
        h = r->h;
    struct rect top = {r->y, r->x, h, r->w};
    r->y += h;
    r->h -= h;
    return top;
}

static struct rect cut_bottom(struct rect *r, int h)
{
    if (h > r->h)
        h = r->h;
    r->h -= h;
    return (struct rect){r->y + r->h, r->x, h, r->w};
}

static struct rect cut_right(struct rect *r, int w)
{
    if (w > r->w)
        w = r->w;
    r->w -= w;
    return (struct rect){r->y, r->x + r->w, r->h, w};
}

static struct rect cut_left(struct rect *r, int w)
{
    if (w > r->w)
        w = r->w;
    struct rect left = {r->y, r->x, r->h, w};
    r->x += w;
    r->w -= w;
    return left;
}

static int clamp(int x, int lo, int hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

static void plan_narrow(struct places *l, struct rect rest, enum pane focus)
{
    l->verdict = cut_top(&rest, rest.h >= 12 ? 2 : 1);
    l->pane[focus] = rest;
}

/* One list over the whole width, so that the terminal moves its rows when it scrolls; the gauges
 * side by side below it. Neighbours share the line between them. */
static void plan_stacked(struct places *l, struct rect rest, enum pane focus, bool job_beside)
{
    bool airy = l->rows >= STACK_AIRY;
    l->verdict = cut_top(&rest, airy ? 4 : 3);
    l->pane[PANE_FINDINGS] = cut_bottom(&rest, STACK_FINDINGS);
    rest.h++;
    l->pane[PANE_GAUGES] = cut_bottom(&rest, airy ? 6 : 5);
    rest.h++;
    l->pane[focus == PANE_JOB || job_beside ? PANE_JOB : PANE_PARTS] = rest;
}

static void plan_wide(struct places *l, struct rect rest, enum pane focus, bool job_beside)
{
    l->verdict = cut_top(&rest, 4);
    int side = clamp(l->cols * 36 / 100, SIDE_MIN, 46);
    int findings = clamp(rest.h * 3 / 10, 5, 14);
    if (l->three) {
        l->pane[PANE_GAUGES] = cut_right(&rest, side);
        l->pane[PANE_FINDINGS] = cut_bottom(&rest, findings);
        l->pane[PANE_JOB] = cut_left(&rest, clamp(l->cols / 4, JOB_CELLS, 42));
        l->pane[PANE_PARTS] = rest;
        return;
    }
    l->pane[PANE_FINDINGS] = cut_bottom(&rest, findings);
    l->pane[PANE_GAUGES] = cut_right(&rest, side);
    l->pane[focus == PANE_JOB || job_beside ? PANE_JOB : PANE_PARTS] = rest;
}

static void ask_and_side(struct places *l, struct rect rest, int ask)
{
    if (l->narrow) {
        l->ask = rest;
        return;
    }
    l->ask = cut_left(&rest, ask);
    l->side = rest;
}

void layout_make(enum screen_id screen, enum pane focus, bool job_beside, int rows, int cols,
                 struct places *out)
{
    memset(out, 0, sizeof *out);
    out->rows = rows;
    out->cols = cols;
    struct rect rest = {0, 0, rows, cols};
    if (rows < 10 || cols < 40) {
        out->tiny = true;
        out->message = cut_top(&rest, 1);
        return;
    }
    out->narrow = rows < 24 || cols < 80;
    out->three = cols >= 110 && !out->narrow;
    out->stacked = !out->three && !out->narrow && rows < STACK_ROWS;
    out->title = cut_top(&rest, 1);
    out->keys = cut_bottom(&rest, 1);
    out->message = cut_bottom(&rest, 1);
    switch (screen) {
    case SCREEN_WIZARD:
        out->crumbs = cut_top(&rest, 1);
        ask_and_side(out, rest, clamp(cols * 11 / 20, 43, 66));
        break;
    case SCREEN_ASK: ask_and_side(out, rest, clamp(cols * 11 / 20, 43, 66)); break;
    case SCREEN_EXPORT: ask_and_side(out, rest, clamp(cols * 9 / 20, 34, 40)); break;
    case SCREEN_PLAN:
        if (out->narrow)
            plan_narrow(out, rest, focus);
        else if (out->stacked)
            plan_stacked(out, rest, focus, job_beside);
        else
            plan_wide(out, rest, focus, job_beside);
        break;
    default: out->body = rest; break;
    }
}

struct rect rect_inside(struct rect f)
{
    struct rect r = {f.y + 1, f.x + 1, f.h - 2, f.w - 2};
    if (r.h < 0)
        r.h = 0;
    if (r.w < 0)
        r.w = 0;
    return r;
}

int layout_parts_head(struct rect pane)
{
    return rect_inside(pane).h >= 6 ? 1 : 0;
}

int layout_parts_rows(struct rect pane)
{
    int h = rect_inside(pane).h - 1 - layout_parts_head(pane);
    return h < 1 ? 1 : h;
}

int layout_remedy_rows(struct rect pane)
{
    /* a blank line, what the one at the cursor does, and in a narrow pane the one itself */
    int h = rect_inside(pane).h - (pane.w >= LONG_ROWS ? 3 : 5);
    return h < 1 ? 1 : h;
}

int layout_table_rows(struct rect body, bool hint)
{
    return rect_inside(body).h - (hint ? 2 : 1);
}

int layout_ask_head(int inside)
{
    return inside < 10 ? 1 : 2;
}

int layout_ask_foot(int inside)
{
    return inside < 10 ? 0 : 2;
}

static int ask_rows(struct rect ask)
{
    int in = rect_inside(ask).h;
    int h = in - layout_ask_head(in) - layout_ask_foot(in);
    return h < 1 ? 1 : h;
}

static void fit(struct ui *m, struct list *l, int rows)
{
    list_show(l, rows);
    m->in_sight = rows;
}

static void fit_beside(struct ui *m, struct list *l, int rows)
{
    list_turn(l, rows);
    m->in_sight = rows;
}

static void fit_page(struct ui *m, struct rect frame)
{
    struct rect in = rect_inside(frame);
    if (m->page_cells != in.w - 2) { /* tables of a page keep to its width */
        m->page_cells = in.w - 2;
        lists_refresh(m);
    }
    int n = page_height(&m->page, in.w - 2) - in.h + 1;
    list_set(&m->list, n < 1 ? 1 : n);
    m->list.top = m->list.cursor;
    m->in_sight = in.h;
}

/* Findings take as many lines as their texts need, and scroll by lines. */
static void fit_findings(struct ui *m, struct rect in)
{
    const struct list *l = &m->list;
    int total = 0, from = 0, to = 0, before = 0, after = 0;
    if (l->n < 1 || l->n > m->finding_n)
        return;
    for (int i = 0; i < l->n; i++) {
        int lines = finding_lines(m, m->finding[i].f, in.w);
        before = i == l->cursor - 1 ? total : before;
        from = i == l->cursor ? total : from;
        after = i == l->cursor + 1 ? total : after;
        total += lines;
        to = i == l->cursor ? total : to;
    }
    int *top = &m->line_top, last = total - in.h;
    if (from < *top || from >= *top + in.h) /* a jump: all of it, or as much as there is room for */
        *top = from < *top || to - from > in.h ? from : to - in.h;
    *top = *top > last ? last : *top;
    *top = *top < 0 ? 0 : *top;
    m->lines_above = l->cursor > 0 && before < *top;
    m->lines_below = to > *top + in.h || (l->cursor < l->n - 1 && after >= *top + in.h);
    m->in_sight = 1;
    for (int i = 0, y = 0; i < l->n && y < *top + in.h; i++) {
        m->in_sight += y > *top ? 1 : 0;
        y += finding_lines(m, m->finding[i].f, in.w);
    }
}

static void fit_panes(struct ui *m, const struct places *l)
{
    for (int i = 0; i < PANE_COUNT; i++) {
        struct rect p = l->pane[i];
        int rows = i != PANE_PARTS         ? rect_inside(p).h
                   : model_plan(m) == NULL ? layout_remedy_rows(p)
                                           : layout_parts_rows(p);
        if (p.h > 0 && p.w == l->cols)
            list_show(&m->pane[i], rows);
        else if (p.h > 0)
            list_turn(&m->pane[i], rows);
        if (i == (int)m->focus)
            m->in_sight = rows;
    }
}

void layout_fit(struct ui *m, const struct places *l)
{
    if (l->tiny)
        return;
    switch (m->screen) {
    case SCREEN_WIZARD:
    case SCREEN_ASK:
        if (l->narrow)
            fit(m, &m->list, ask_rows(l->ask));
        else
            fit_beside(m, &m->list, ask_rows(l->ask));
        break;
    case SCREEN_PLAN: fit_panes(m, l); break;
    case SCREEN_PAGE: fit_page(m, l->body); break;
    case SCREEN_COMPARE:
    case SCREEN_PICKER:
    case SCREEN_FILES: fit(m, &m->list, rect_inside(l->body).h - 2); break;
    case SCREEN_OFFERS:
    case SCREEN_FITS: fit(m, &m->list, layout_table_rows(l->body, false)); break;
    case SCREEN_CATALOG: fit(m, &m->list, layout_table_rows(l->body, m->fuzzy)); break;
    case SCREEN_REFRESH: fit(m, &m->list, rect_inside(l->body).h - 1); break;
    case SCREEN_FINDINGS: fit_findings(m, rect_inside(l->body)); break;
    default: fit(m, &m->list, rect_inside(l->body).h); break;
    }
}
