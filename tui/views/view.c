/* view.c - the frame around every screen, and the small screens. */
#include "tui/views/views.h"

#include <stdio.h>

#include "base/str.h"
#include "tui/draw.h"
#include "tui/widgets.h"

static void tiny(const struct ui *m, const struct places *l)
{
    struct msg need = msg_make(MSG_TUI_TINY, 2, ARG_INT(l->cols), ARG_INT(l->rows));
    draw_msg(0, 0, l->cols, ROLE_TEXT, m->lang, &need);
}

void view_page(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    int lines = page_height(&m->page, in.w - 2);
    draw_frame(l->body, true, m->page.title, NULL);
    widget_page(m, in, m->list.top);
    draw_more(l->body, m->list.top > 0, m->list.top + in.h < lines, true);
}

void view_findings(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    draw_frame(l->body, true, msg_text(m->lang, MSG_TUI_FINDINGS), NULL);
    if (m->finding_n == 0)
        draw_id(in.y, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_FINDINGS);
    int rows = in.h / 2;
    for (int i = 0; i < rows && m->list.top + i < m->finding_n; i++) {
        int at = m->list.top + i, y = in.y + i * 2;
        const struct finding *f = m->finding[at].f;
        bool here = at == m->list.cursor;
        if (here)
            draw_pad(y, in.x, in.w, -1, ROLE_SELECTED, "");
        draw_text(y, in.x + 1, 1, here ? ROLE_SELECTED : severity_role(f->severity),
                  severity_sign(f->severity));
        int id = draw_text(y, in.x + 3, 24, here ? ROLE_SELECTED : ROLE_STRONG, f->rule);
        draw_msg(y, in.x + 5 + id, in.w - 6 - id, here ? ROLE_SELECTED : ROLE_TEXT, m->lang,
                 &f->message);
        draw_msg(y + 1, in.x + 5, in.w - 6, ROLE_DIM, m->lang, &f->remedy);
    }
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->finding_n, true);
}

#define SETTING_CELLS 10 /* of the name before the value */
static void row(int y, struct rect in, bool here, const char *left, const char *right)
{
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
    draw_pad(y, in.x, in.w, -1, role, "");
    draw_text(y, in.x + 1, SETTING_CELLS, role, left);
    draw_text(y, in.x + 1 + SETTING_CELLS, in.w - 2 - SETTING_CELLS,
              here ? ROLE_SELECTED : ROLE_VALUE, right);
}

void view_settings(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    draw_frame(l->body, true, msg_text(m->lang, MSG_TUI_SETTINGS), NULL);
    row(in.y, in, m->list.cursor == 0, msg_text(m->lang, MSG_TUI_LANGUAGE),
        msg_text(m->lang, MSG_TUI_LANG_NAME));
    row(in.y + 1, in, m->list.cursor == 1, msg_text(m->lang, MSG_TUI_THEME),
        m->theme_name[m->lang] ? m->theme_name[m->lang] : "");
    draw_wrap(in.y + 3, in.x + 1, in.w - 2, 3, ROLE_DIM, msg_text(m->lang, MSG_TUI_SETTINGS_HOW));
}

void view_export(const struct ui *m, const struct places *l)
{
    static const enum msg_id names[EXPORT_FORMATS] = {MSG_TUI_FORMAT_MD, MSG_TUI_FORMAT_JSON,
                                                      MSG_TUI_FORMAT_CSV, MSG_TUI_FORMAT_TEXT,
                                                      MSG_TUI_FORMAT_LINE};
    struct rect in = rect_inside(l->ask);
    draw_frame(l->ask, true, msg_text(m->lang, MSG_TUI_EXPORT), NULL);
    for (int i = 0; i < EXPORT_FORMATS && i < in.h; i++)
        row(in.y + i, in, i == m->export_format, export_format_word((enum export_format)i),
            msg_text(m->lang, names[i]));
    int y = in.y + EXPORT_FORMATS + 1;
    if (in.h < EXPORT_FORMATS + 3) /* a low screen: the name in place of what does not fit */
        y = in.y + in.h - 2;
    draw_id(y, in.x + 1, in.w - 2, ROLE_LABEL, m->lang, MSG_TUI_FILE);
    if (m->typing)
        widget_field(m, y + 1, in.x + 1, in.w - 2);
    else
        draw_text(y + 1, in.x + 1, in.w - 2, ROLE_VALUE, m->export_path);
    if (in.y + in.h - y > 7)
        draw_wrap(y + 3, in.x + 1, in.w - 2, 4, ROLE_DIM, msg_text(m->lang, MSG_TUI_EXPORT_HOW));
    if (l->side.h > 0) {
        draw_frame(l->side, false, m->page.title, NULL);
        widget_page(m, rect_inside(l->side), 0);
    }
}

void view_draw(const struct ui *m, const struct places *l)
{
    if (l->tiny) {
        tiny(m, l);
        return;
    }
    widget_title(m, l);
    switch (m->screen) {
    case SCREEN_WIZARD:
    case SCREEN_ASK: view_wizard(m, l); break;
    case SCREEN_PLAN: view_plan(m, l); break;
    case SCREEN_PICKER: view_picker(m, l); break;
    case SCREEN_COMPARE: view_compare(m, l); break;
    case SCREEN_PAGE: view_page(m, l); break;
    case SCREEN_FINDINGS: view_findings(m, l); break;
    case SCREEN_EXPORT: view_export(m, l); break;
    case SCREEN_SETTINGS: view_settings(m, l); break;
    case SCREEN_COST: view_cost(m, l); break;
    case SCREEN_OFFERS: view_offers(m, l); break;
    case SCREEN_CATALOG: view_catalog(m, l); break;
    case SCREEN_COUNT: break;
    }
    widget_message(m, l);
    widget_keys(m, l);
}
