#include "tui/views/columns.h"

#include "base/str.h"
#include "tui/draw.h"
#include "tui/widgets.h"

/* One cell of a row, then a gap. cells < 0: to the right. */
static int cell(int y, int x, int cells, enum role role, const char *text)
{
    int w = cells < 0 ? -cells : cells;
    if (w > 0)
        draw_pad(y, x, w, cells < 0 ? 1 : -1, role, text);
    return x + w + (w > 0 ? 1 : 0);
}

/* The first line inside a table's frame: what filters it. */
void table_filter(const struct ui *m, struct rect in)
{
    draw_text(in.y, in.x + 1, 1, ROLE_KEY, "/");
    if (m->typing)
        widget_field(m, in.y, in.x + 3, in.w - 5);
    else
        draw_text(in.y, in.x + 3, in.w - 5, ROLE_INPUT, m->filter);
}

/* The frame with what the rows are sorted by. */
void table_frame(const struct ui *m, struct rect body, const char *title, enum msg_id by)
{
    char order[96];
    struct msg sorted = msg_make(MSG_TUI_SORTED_BY, 1, ARG_MSG(by));
    msg_to(order, sizeof order, m->lang, &sorted);
    draw_frame(body, FRAME_ALONE, title, order);
}

static int width_of(const struct column *c)
{
    return c->cells < 0 ? -c->cells : c->cells;
}

static bool shown(const struct column *c, struct rect in)
{
    return in.w >= c->from;
}

#define NAME_MOST 58 /* a wider column only parts the name from its figures */
static int rest_of(const struct column *c, int n, struct rect in)
{
    int rest = in.w - 2;
    for (int i = 0; i < n; i++) {
        if (c[i].cells != 0 && shown(&c[i], in))
            rest -= width_of(&c[i]) + 1;
    }
    return rest < 4 ? 4 : rest < NAME_MOST ? rest : NAME_MOST;
}

/* One line of a table; text[i] NULL: the heads. */
void columns_line(const struct ui *m, const struct column *c, int n, int y, struct rect in,
                  const char *const *text, const enum role *role, bool here)
{
    int rest = rest_of(c, n, in), x = in.x + 1, bar = 0;
    for (int i = 0; i < n; i++) {
        if (!shown(&c[i], in))
            continue;
        int w = c[i].cells == 0 ? rest - 1 : c[i].cells;
        if (here && bar == 0) /* over what the row begins with */
            bar = x - in.x + (c[i].cells == 0 ? bar_cells(w, text[i]) : w);
        x = cell(y, x, w, role != NULL ? role[i] : ROLE_DIM,
                 text != NULL ? text[i] : msg_text(m->lang, c[i].head));
    }
    if (here)
        draw_cursor(y, in.x, bar, ROLE_SELECTED);
}
