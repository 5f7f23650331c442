/* wizard.c - the question at the left, what each answer does to the plan at the right. */
#include "tui/views/views.h"

#include <stdio.h>
#include <string.h>

#include "app/options.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

#define HINTS_FROM 58  /* cells of a pane that shows hints in the rows */
#define HINT_COLUMN 16 /* at least; long names push it to half of the row */

static const enum msg_id step_names[STEPS + 1] = {MSG_NONE,      MSG_STEP_TASK,   MSG_STEP_MODEL,
                                                  MSG_STEP_HAVE, MSG_STEP_METHOD, MSG_STEP_SCALE,
                                                  MSG_STEP_WHERE};

static void crumbs(const struct ui *m, const struct places *l)
{
    int x = 1, y = l->crumbs.y, w = l->crumbs.w;
    for (int i = 1; i <= STEPS; i++) {
        char text[64];
        bool here = i == m->wiz.step;
        const char *sign = here ? " *" : m->wiz.done[i] ? " +" : "";
        snprintf(text, sizeof text, "%d %s%s", i, msg_text(m->lang, step_names[i]), sign);
        enum role role = here ? ROLE_HEADING : m->wiz.done[i] ? ROLE_STRONG : ROLE_DIM;
        if (x >= w - 2)
            return;
        x += draw_text(y, x, w - x - 1, role, text) + 1;
        if (i < STEPS && x < w - 2)
            draw_glyph(y, x, ROLE_FRAME, G_V);
        x += 2;
    }
}

/* Where the hints begin: behind the longest name in sight that leaves them half of the row. */
static int hint_column(const struct ui *m, int rows, struct rect in)
{
    int column = HINT_COLUMN;
    for (int i = m->list.top; i < m->list.top + rows && i < m->options.n; i++) {
        int w = text_width(m->options.o[i].label) + 2;
        if (w > column && w <= in.w / 2)
            column = w;
    }
    return column;
}

static void option_row(const struct ui *m, const struct option *o, int at, int y, struct rect in,
                       int hints)
{
    bool here = at == m->list.cursor;
    bool current = at == m->options.current;
    enum role role = current ? ROLE_STRONG : ROLE_TEXT;
    int extra = text_width(o->extra);
    int room = in.w - 5 - (extra > 0 ? extra + 1 : 0);
    bool hint = in.w >= HINTS_FROM && !str_empty(o->hint); /* beside its answer */
    bool fits = text_width(o->label) + 2 <= hints;
    int used = draw_text(y, in.x + 3, room, o->type_row && !here ? ROLE_DIM : role, o->label);
    int column = fits ? hints : used + 2;
    if (hint)
        draw_text(y, in.x + 3 + column, room - column, ROLE_DIM, o->hint);
    if (extra > 0 && extra < in.w - 8)
        draw_text(y, in.x + in.w - 1 - extra, extra, ROLE_TEXT, o->extra);
    if (here)
        draw_cursor(y, in.x + 1, 2 + bar_cells(hint ? column - 1 : room, o->label), ROLE_SELECTED);
}

static void sub_row(const struct ui *m, enum question_id q, int at, int y, struct rect in)
{
    bool here = at == m->list.cursor;
    struct str value;
    str_init(&value, 512);
    option_shown(&value, q, &m->job, m->facts, m->lang);
    bool none = value.len == 0;
    if (none)
        str_add(&value, msg_text(m->lang, MSG_TUI_NOT_GIVEN));
    int label = in.w / 2 - 2;
    draw_id(y, in.x + 3, label - 1, ROLE_LABEL, m->lang, question_get(q)->label);
    if (here)
        draw_cursor(y, in.x + 1, 2 + label - 1, ROLE_SELECTED);
    bool given = m->job.from[q] == FROM_GIVEN;
    draw_text(y, in.x + 3 + label, in.w - label - 4,
              given  ? ROLE_VALUE
              : none ? ROLE_DIM
                     : ROLE_TEXT,
              value.p);
    str_free(&value);
}

/* Below the list, unless the row says all of it. */
static void hint(const struct ui *m, struct rect in, int hints)
{
    int at = m->list.cursor, y = in.y + in.h - 2;
    const char *text = "";
    if (at < m->options.n) {
        const struct option *o = &m->options.o[at];
        int room = in.w - 5 - hints - (o->extra[0] != '\0' ? text_width(o->extra) + 1 : 0);
        text = in.w >= HINTS_FROM && text_width(o->hint) <= room ? "" : o->hint;
    } else if (at - m->options.n < m->wiz.sub_n) {
        enum question_id q = m->wiz.sub[at - m->options.n];
        text = msg_text(m->lang, question_get(q)->ask);
    }
    if (!str_empty(text) && layout_ask_foot(in.h) > 0)
        draw_wrap(y, in.x + 1, in.w - 2, 2, ROLE_DIM, text);
}

static void ask(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->ask);
    const struct wizard *w = &m->wiz;
    bool none = w->question >= Q_COUNT;
    const struct question *q = none ? NULL : question_get(w->question);
    bool step = m->screen == SCREEN_WIZARD && !w->opened;
    char note[64] = "";
    if (!step && !none && q->id == Q_COUNTRY)
        str_copy(note, sizeof note, msg_text(m->lang, MSG_PANE_BY_NAME));
    if (step)
        snprintf(note, sizeof note, "%d/%d", w->step, STEPS);
    draw_frame(l->ask, true,
               msg_text(m->lang, step ? step_names[w->step]
                                 : q  ? q->label
                                      : MSG_TUI_WIZARD),
               note);
    bool filtered = m->typing || m->filter[0] != '\0';
    int lines = layout_ask_head(in.h);
    draw_wrap(in.y, in.x + 1, in.w - 2, filtered ? 1 : lines, ROLE_STRONG,
              msg_text(m->lang, none ? MSG_TUI_NOTHING_TO_ASK : q->ask));
    int y = in.y + lines - 1;
    if (filtered) { /* on a low screen in the place of the question */
        draw_pad(y, in.x, in.w, -1, ROLE_TEXT, "");
        draw_text(y, in.x + 1, 1, ROLE_KEY, "/");
        if (m->typing)
            widget_field(m, y, in.x + 3, in.w - 5);
        else
            draw_text(y, in.x + 3, in.w - 5, ROLE_INPUT, m->filter);
    }
    y++;
    int rows = in.h - lines - layout_ask_foot(in.h), hints = hint_column(m, rows, in);
    for (int i = 0; i < rows && m->list.top + i < m->list.n; i++) {
        int at = m->list.top + i;
        if (at < m->options.n)
            option_row(m, &m->options.o[at], at, y + i, in, hints);
        else
            sub_row(m, w->sub[at - m->options.n], at, y + i, in);
    }
    draw_more(l->ask, m->list.top > 0, m->list.top + rows < m->list.n);
    int left = rows - m->list.n; /* what the list does not need tells why it is asked */
    if (q != NULL && left >= 6)
        draw_wrap(y + m->list.n + 1, in.x + 1, in.w - 2, left - 2, ROLE_DIM,
                  msg_text(m->lang, q->why));
    hint(m, in, hints);
}

void view_wizard(const struct ui *m, const struct places *l)
{
    if (m->screen == SCREEN_WIZARD)
        crumbs(m, l);
    ask(m, l);
    if (l->side.h > 0)
        view_side(m, l);
}
