#include "tui/mouse.h"

#include "tui/widgets.h"

static bool within(struct rect r, int y, int x)
{
    return y >= r.y && y < r.y + r.h && x >= r.x && x < r.x + r.w;
}

/* The row when the list begins `head` lines below the top of its frame's inside. */
static int row_at(const struct list *l, struct rect in, int head, int y)
{
    int at = y - in.y - head;
    return at >= 0 && at < in.h - head && l->top + at < l->n ? l->top + at : -1;
}

static int finding_at(const struct ui *m, struct rect in, int y)
{
    int line = in.y - m->line_top;
    for (int i = 0; i < m->finding_n && line < in.y + in.h; i++) {
        line += finding_lines(m, m->finding[i].f, in.w);
        if (y < line)
            return i;
    }
    return -1;
}

static int pane_head(const struct ui *m, const struct places *l, int i)
{
    return i == PANE_PARTS && model_plan(m) != NULL ? layout_parts_head(l->pane[i]) : 0;
}

static bool plan_row(const struct ui *m, const struct places *l, int y, int x, int *pane, int *row)
{
    for (int i = 0; i < PANE_COUNT; i++) {
        struct rect in = rect_inside(l->pane[i]);
        if (l->pane[i].h == 0 || !within(l->pane[i], y, x))
            continue;
        *pane = i;
        if (i != PANE_GAUGES) /* a gauge takes several lines: the pane alone is meant */
            *row = row_at(&m->pane[i], in, pane_head(m, l, i), y);
        return true;
    }
    return false;
}

bool mouse_row(const struct ui *m, const struct places *l, int y, int x, int *pane, int *row)
{
    *pane = PANE_PARTS;
    *row = -1;
    struct rect in = rect_inside(l->body);
    switch (m->screen) {
    case SCREEN_PLAN: return plan_row(m, l, y, x, pane, row);
    case SCREEN_WIZARD:
    case SCREEN_ASK:
        in = rect_inside(l->ask);
        *row = row_at(&m->list, in, layout_ask_head(in.h), y);
        break;
    case SCREEN_EXPORT:
        in = rect_inside(l->ask);
        *row = row_at(&m->list, in, 0, y);
        break;
    case SCREEN_COMPARE:
    case SCREEN_OFFERS:
    case SCREEN_FITS:
    case SCREEN_CATALOG: *row = row_at(&m->list, in, 1, y); break;
    case SCREEN_PICKER: *row = row_at(&m->list, in, 2, y); break;
    case SCREEN_FINDINGS: *row = finding_at(m, in, y); break;
    case SCREEN_REFRESH:
    case SCREEN_FILES: *row = row_at(&m->list, in, 1, y); break;
    case SCREEN_FORM:
    case SCREEN_SETTINGS: *row = row_at(&m->list, in, 0, y); break;
    case SCREEN_PAGE:
    case SCREEN_COST:
    case SCREEN_COUNT: break;
    }
    return within(in, y, x);
}
