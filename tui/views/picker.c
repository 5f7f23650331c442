/* picker.c - parts that can stand in for a line: first those that go, then the rest and why. */
#include "tui/views/views.h"

#include "app/lists.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

static void kinds(const struct ui *m, struct rect in)
{
    const enum part_kind *k = lists_add_kinds();
    for (int i = 0; i < in.h - 2 && k[i] != PART_KINDS; i++) {
        bool here = i == m->list.cursor;
        const char *name = msg_text(m->lang, export_part_msg(k[i]));
        draw_text(in.y + 2 + i, in.x + 3, in.w - 4, ROLE_TEXT, name);
        if (here)
            draw_cursor(in.y + 2 + i, in.x, 3 + bar_cells(in.w - 4, name), ROLE_SELECTED);
    }
}

/* The part that stands in the line now. */
static const char *name_of(const struct ui *m, const struct picker *k)
{
    const struct plan *p = model_plan(m);
    for (int i = 0; p != NULL && i < p->bom.n; i++) {
        if (str_eq(p->bom.line[i].id, k->id))
            return p->bom.line[i].name;
    }
    return k->id;
}

static void option(const struct ui *m, const struct part_option *o, int y, struct rect in,
                   bool here)
{
    bool goes = o->reason.id == MSG_NONE;
    enum role role = goes ? ROLE_TEXT : ROLE_DIM;
    const char *called = o->name ? o->name : o->id;
    char money[64], why[512] = "";
    money_here(m, money, sizeof money, o->price.amount, o->price.currency);
    if (!goes)
        msg_to(why, sizeof why, m->lang, &o->reason);
    int name = goes ? in.w - 18 : in.w * 2 / 5;
    draw_text(y, in.x + 1, 2, role, goes ? (o->price.estimate ? "~" : "") : "x ");
    draw_text(y, in.x + 3, name - 3, role, called);
    if (here)
        draw_cursor(y, in.x, 3 + bar_cells(name - 3, called), ROLE_SELECTED);
    if (goes)
        draw_pad(y, in.x + in.w - 14, 13, 1, ROLE_MONEY, money);
    else
        draw_text(y, in.x + name + 1, in.w - name - 2, role, why);
}

void view_picker(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    const struct picker *k = &m->picker;
    char title[128];
    struct msg t = k->kinds ? msg_make(MSG_TUI_ADD_WHAT, 0)
                   : k->op == PICK_ADD
                       ? msg_make(MSG_TUI_ADD_TITLE, 1, ARG_MSG(export_part_msg(k->kind)))
                       : msg_make(MSG_TUI_SWAP_TITLE, 1, ARG_MSG(export_part_msg(k->kind)));
    msg_to(title, sizeof title, m->lang, &t);
    draw_frame(l->body, FRAME_ALONE, title, NULL);
    if (m->typing || m->filter[0] != '\0') {
        draw_text(in.y, in.x + 1, 1, ROLE_KEY, "/");
        if (m->typing)
            widget_field(m, in.y, in.x + 3, in.w - 5);
        else
            draw_text(in.y, in.x + 3, in.w - 5, ROLE_INPUT, m->filter);
    } else if (k->op == PICK_SWAP) {
        struct str s;
        str_init(&s, 512);
        struct msg now = msg_make(MSG_TUI_NOW, 1, ARG_STR(name_of(m, k)));
        msg_render(&s, m->lang, &now);
        draw_text(in.y, in.x + 1, in.w - 2, ROLE_DIM, s.p);
        str_free(&s);
    }
    if (k->kinds) {
        kinds(m, in);
        return;
    }
    int rows = in.h - 2;
    if (k->option_n == 0)
        draw_id(in.y + 2, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_OPTIONS);
    for (int i = 0; i < rows && m->list.top + i < k->option_n; i++)
        option(m, &k->option[m->list.top + i], in.y + 2 + i, in, m->list.top + i == m->list.cursor);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < k->option_n);
}
