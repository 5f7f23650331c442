/* remedies.c - the plan's pane for a job that nothing does: the changes that would make it fit, and
 * what the one at the cursor does to the result. */
#include "tui/views/views.h"

#include "app/remedy.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

#define REMEDY_BAR 16 /* cells of a row that the bar covers: the rows are sentences */

static void one(const struct ui *m, const struct change *c, int y, struct rect in)
{
    char text[1024];
    int end = in.y + in.h;
    msg_to(text, sizeof text, m->lang, &c->what);
    if (text_width(text) > in.w - 3) /* its row says it whole where it can */
        y += draw_wrap(y, in.x + 1, in.w - 2, end - y < 2 ? end - y : 2, ROLE_STRONG, text);
    msg_to(text, sizeof text, m->lang, &c->effect);
    if (y < end)
        draw_wrap(y, in.x + 1, in.w - 2, end - y, ROLE_TEXT, text);
}

void view_remedies(const struct ui *m, struct rect f, bool focus)
{
    struct rect in = rect_inside(f);
    const struct list *list = &m->pane[PANE_PARTS];
    int n, rows = layout_remedy_rows(f);
    const struct change *c = remedies(m, &n);
    char text[1024];
    draw_frame(f, focus, msg_text(m->lang, n > 0 ? MSG_REPORT_CHANGES : MSG_TUI_PARTS), NULL);
    if (n == 0 && m->result != NULL) {
        msg_to(text, sizeof text, m->lang, &m->result->decision.text);
        int used = draw_wrap(in.y, in.x + 1, in.w - 2, 3, ROLE_STRONG, text);
        draw_wrap(in.y + used + 1, in.x + 1, in.w - 2, in.h - used - 1, ROLE_DIM,
                  msg_text(m->lang, MSG_REMEDY_NONE));
    }
    for (int i = 0; i < rows && list->top + i < n; i++) {
        bool here = list->top + i == list->cursor;
        msg_to(text, sizeof text, m->lang, &c[list->top + i].what);
        draw_text(in.y + i, in.x + 2, in.w - 3, ROLE_TEXT, text);
        if (here)
            draw_cursor(in.y + i, in.x, 2 + REMEDY_BAR, focus ? ROLE_SELECTED : ROLE_SELECTED_DIM);
    }
    if (list->cursor < n)
        one(m, &c[list->cursor], in.y + (n < rows ? n : rows) + 1, in);
    draw_more(f, list->top > 0, list->top + rows < n);
}
