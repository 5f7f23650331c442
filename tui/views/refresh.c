/* refresh.c - a line a price list, and the plan files of the folder. */
#include "tui/views/views.h"

#include "app/lists.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

static enum msg_id stage_text(enum refresh_stage s)
{
    switch (s) {
    case REFRESH_FETCH: return MSG_TUI_STAGE_FETCH;
    case REFRESH_JUDGE: return MSG_TUI_STAGE_JUDGE;
    case REFRESH_DONE: return MSG_TUI_STAGE_DONE;
    case REFRESH_FAILED: return MSG_TUI_STAGE_FAILED;
    case REFRESH_SAME: return MSG_NET_STAGE_SAME;
    case REFRESH_FRESH: return MSG_NET_STAGE_FRESH;
    case REFRESH_CLOCK:
    case REFRESH_OTHER:
    case REFRESH_HELD:
    case REFRESH_NOTE:
    case REFRESH_SUMMARY: break;
    }
    return MSG_NONE;
}

static void feed_row(const struct ui *m, const struct feed_state *f, int y, struct rect in,
                     bool here)
{
    char text[512], bytes[48];
    enum role state =
        f->stage == REFRESH_FAILED ? ROLE_ERROR
        : f->stage == REFRESH_DONE || f->stage == REFRESH_SAME || f->stage == REFRESH_FRESH
            ? ROLE_GOOD
            : ROLE_TIGHT;
    int name = in.w >= 100 ? 24 : 16;
    draw_text(y, in.x + 2, name - 1, ROLE_TEXT, f->name);
    if (here)
        draw_cursor(y, in.x, 2 + name - 1, ROLE_SELECTED);
    draw_id(y, in.x + 2 + name, 11, state, m->lang, stage_text(f->stage));
    arg_text(bytes, sizeof bytes, m->lang, ARG_INT(f->bytes));
    struct msg done = msg_make(MSG_TUI_FEED_ROWS, 5, ARG_INT(f->rows), ARG_INT(f->accepted),
                               ARG_INT(f->marked), ARG_INT(f->quarantined), ARG_INT(f->refused));
    struct msg got = msg_make(MSG_TUI_FEED_BYTES, 1, ARG_STR(bytes));
    text[0] = '\0';
    if (f->stage == REFRESH_FAILED)
        str_copy(text, sizeof text, f->message);
    else if (f->stage == REFRESH_DONE)
        msg_to(text, sizeof text, m->lang, &done);
    else if (known(f->bytes))
        msg_to(text, sizeof text, m->lang, &got);
    draw_text(y, in.x + 14 + name, in.w - 15 - name, ROLE_TEXT, text);
}

void view_refresh(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    const struct refresh_state *r = &m->refresh;
    draw_frame(l->body, FRAME_ALONE, msg_text(m->lang, MSG_TUI_REFRESH),
               r->running ? msg_text(m->lang, MSG_TUI_REFRESH_RUNS) : NULL);
    int y = in.y;
    for (int i = m->list.top; i < r->n && y < in.y + in.h; i++, y++)
        feed_row(m, &r->feed[i], y, in, i == m->list.cursor);
    if (in.y + in.h - y >= 3)
        draw_wrap(y + 1, in.x + 2, in.w - 4, in.y + in.h - y - 1, ROLE_DIM,
                  msg_text(m->lang, r->n == 0 ? MSG_TUI_REFRESH_NONE : MSG_TUI_REFRESH_HOW));
}

void view_files(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    const struct files_state *f = &m->files;
    draw_frame(l->body, FRAME_ALONE,
               msg_text(m->lang, f->save ? MSG_TUI_SAVE_AS : MSG_TUI_OPEN_FILE), NULL);
    if (m->typing) {
        draw_text(in.y, in.x + 1, 1, ROLE_KEY, f->save ? ":" : "/");
        widget_field(m, in.y, in.x + 3, in.w - 5);
    } else if (m->filter[0] != '\0') {
        draw_text(in.y, in.x + 1, 1, ROLE_KEY, "/");
        draw_text(in.y, in.x + 3, in.w - 5, ROLE_INPUT, m->filter);
    } else {
        draw_id(in.y, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_FILES_HOW);
    }
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < f->shown_n; i++) {
        bool here = m->list.top + i == m->list.cursor && (!f->save || files_named(m));
        const char *name = f->name[f->shown[m->list.top + i]];
        if (str_eq(name, f->mark) && !f->save)
            draw_text(in.y + 1 + i, in.x + 1, 1, ROLE_KEY, "m");
        draw_text(in.y + 1 + i, in.x + 3, in.w - 4, f->save && !here ? ROLE_DIM : ROLE_TEXT, name);
        if (here)
            draw_cursor(in.y + 1 + i, in.x, 3 + bar_cells(in.w - 4, name), ROLE_SELECTED);
    }
    if (f->shown_n == 0 && !f->save)
        draw_id(in.y + 2, in.x + 2, in.w - 3, ROLE_DIM, m->lang,
                m->filter[0] != '\0' ? MSG_TUI_NO_FILES : MSG_PANE_NO_FILES);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < f->shown_n);
}
