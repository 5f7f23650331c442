/* view.c - the frame around every screen, and the small screens. */
#include "tui/views/views.h"

#include <stdio.h>

#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

static void tiny(const struct ui *m, const struct places *l)
{
    struct msg need = msg_make(MSG_TUI_TINY, 2, ARG_INT(l->cols), ARG_INT(l->rows));
    char text[512], line[512];
    msg_to(text, sizeof text, m->lang, &need);
    size_t skip = 0, n = 0;
    const char *p = text;
    for (int y = 0; y < l->rows && *p != '\0'; y++, p += n + skip) {
        n = text_wrap(p, l->cols, &skip);
        if (n + skip == 0)
            break;
        snprintf(line, sizeof line, "%.*s", (int)n, p);
        draw_text(y, 0, l->cols, ROLE_TEXT, line);
    }
}

void view_page(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    int lines = page_height(&m->page, in.w - 2);
    draw_frame(l->body, FRAME_ALONE, m->page.title, NULL);
    widget_page(m, in, m->list.top);
    draw_more(l->body, m->list.top > 0, m->list.top + in.h < lines);
}

void view_findings(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    draw_frame(l->body, FRAME_ALONE, msg_text(m->lang, MSG_TUI_FINDINGS), NULL);
    if (m->finding_n == 0)
        draw_id(in.y, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_FINDINGS);
    int y = in.y - m->line_top, end = in.y + in.h;
    draw_lines(in.y, end); /* of the first and last one some lines may be out of sight */
    for (int at = 0; at < m->finding_n; at++) {
        int lines = finding_lines(m, m->finding[at].f, in.w);
        struct rect r = {y, in.x, lines, in.w};
        if (y + lines > in.y && y < end)
            widget_finding(m, m->finding[at].f, at == m->list.cursor, r);
        y += lines;
    }
    draw_all_lines();
    draw_more(l->body, m->line_top > 0, y > end);
}

#define SETTING_CELLS 18 /* of the name before the value */
#define SETTINGS_MOST 64
#define SAMPLE_CELLS 20 /* a longer bar tells no more and costs a slow line */
#define SAMPLE_BAR 12
static void row(int y, struct rect in, bool here, const char *left, const char *right)
{
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
    int cells = in.w >= 2 * SETTING_CELLS ? SETTING_CELLS : in.w / 3 + 1; /* "llama.cpp" */
    draw_pad(y, in.x, in.w, -1, role, "");
    if (here)
        draw_glyph(y, in.x, role, G_POINTER);
    draw_text(y, in.x + 2, cells - 1, role, left);
    draw_text(y, in.x + 2 + cells, in.w - 3 - cells, role, right);
}

/* What the theme under the cursor makes of the screen's signs. */
static void sample(const struct ui *m, struct rect r)
{
    static const struct {
        enum role role;
        enum msg_id text;
    } words[] = {{ROLE_GOOD, MSG_TUI_SAMPLE_GOOD},   {ROLE_TIGHT, MSG_TUI_SAMPLE_TIGHT},
                 {ROLE_BAD, MSG_TUI_SAMPLE_BAD},     {ROLE_WARNING, MSG_TUI_SAMPLE_WARNING},
                 {ROLE_ADVICE, MSG_TUI_SAMPLE_HINT}, {ROLE_DIM, MSG_TUI_SAMPLE_DIM}};
    static const enum role bars[] = {ROLE_GAUGE_1, ROLE_GAUGE_2, ROLE_GAUGE_3, ROLE_GAUGE_4,
                                     ROLE_GAUGE_5};
    int y = r.y;
    for (size_t i = 0; i < sizeof words / sizeof words[0] && y < r.y + r.h; i++)
        draw_id(y++, r.x, r.w, words[i].role, m->lang, words[i].text);
    for (size_t i = 0; i < sizeof bars / sizeof bars[0] && y < r.y + r.h; i++)
        draw_bar(y++, r.x, SAMPLE_BAR, (double)(i + 1), 6, bars[i]);
}

static void setting(const struct ui *m, int at, char *left, char *right, size_t cap)
{
    const char *label = "", *value = "";
    switch (at) {
    case SETTING_LANG:
        label = msg_text(m->lang, MSG_TUI_LANGUAGE);
        value = msg_text(m->lang, MSG_TUI_LANG_NAME);
        break;
    case SETTING_MOUSE:
        label = msg_text(m->lang, MSG_TUI_MOUSE);
        value = msg_text(m->lang, m->mouse ? MSG_TUI_MOUSE_ON : MSG_TUI_MOUSE_OFF);
        break;
    case SETTING_FRAMES:
        label = msg_text(m->lang, MSG_TUI_FRAMES);
        value = msg_text(m->lang, m->ascii ? MSG_TUI_FRAMES_ASCII : MSG_TUI_FRAMES_UNICODE);
        break;
    case SETTING_WIDTH:
        label = msg_text(m->lang, MSG_TUI_WIDTH);
        value = msg_text(m->lang, m->wide ? MSG_TUI_WIDTH_2 : MSG_TUI_WIDTH_1);
        break;
    default:
        if (at == SETTING_THEMES)
            label = msg_text(m->lang, MSG_TUI_THEME);
        if (m->themes == NULL)
            break;
        snprintf(right, cap, "%s %s", at - SETTING_THEMES == m->theme_kept ? "*" : " ",
                 m->themes->t[at - SETTING_THEMES].name[m->lang]);
        str_copy(left, cap, label);
        return;
    }
    str_copy(left, cap, label);
    str_copy(right, cap, value);
}

void view_settings(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    char left[128], right[128];
    draw_frame(l->body, FRAME_ALONE, msg_text(m->lang, MSG_TUI_SETTINGS), NULL);
    bool roomy = in.w >= 76;
    struct rect list = in;
    if (roomy) /* beside its sample, however wide the window is */
        list.w = in.w - SAMPLE_CELLS - 4 < SETTINGS_MOST ? in.w - SAMPLE_CELLS - 4 : SETTINGS_MOST;
    for (int i = 0; i < in.h && m->list.top + i < m->list.n; i++) {
        setting(m, m->list.top + i, left, right, sizeof left);
        row(in.y + i, list, m->list.top + i == m->list.cursor, left, right);
    }
    if (roomy)
        sample(m, (struct rect){in.y + 1, in.x + list.w + 2, in.h - 1, SAMPLE_CELLS});
    int below = in.y + m->list.n + 1;
    if (in.y + in.h - below >= 2)
        draw_wrap(below, in.x + 2, list.w - 3, in.y + in.h - below, ROLE_DIM,
                  msg_text(m->lang, MSG_TUI_SETTINGS_HOW));
    draw_more(l->body, m->list.top > 0, m->list.top + in.h < m->list.n);
}

void view_export(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->ask);
    draw_frame(l->ask, true, msg_text(m->lang, MSG_TUI_EXPORT), NULL);
    for (int i = 0; i < EXPORT_FORMATS && i < in.h; i++)
        row(in.y + i, in, i == m->export_format, export_format_word((enum export_format)i),
            msg_text(m->lang, export_format_about((enum export_format)i)));
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
    case SCREEN_REFRESH: view_refresh(m, l); break;
    case SCREEN_FILES: view_files(m, l); break;
    case SCREEN_FITS: view_fits(m, l); break;
    case SCREEN_OFFERS: view_offers(m, l); break;
    case SCREEN_CATALOG: view_catalog(m, l); break;
    case SCREEN_FORM: view_form(m, l); break;
    case SCREEN_COUNT: break;
    }
    widget_message(m, l);
    widget_keys(m, l);
}
