/*
 * catalog.c - the catalog: cards, models, every table of parts, each with filter and order; and
 * the form of a row of the user's own.
 */
#include "tui/views/views.h"

#include <stdio.h>

#include "app/figures.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/views/columns.h"
#include "tui/widgets.h"

/* --- the catalog: cards and models ----------------------------------------------------------- */
static const struct column card_columns[] = {
    {MSG_TUI_CARD, 0, 0},         {MSG_TUI_YEAR, 4, 46},      {MSG_TUI_VRAM_SHORT, -8, 0},
    {MSG_TUI_BANDWIDTH, -11, 58}, {MSG_TUI_BF16_TF, -9, 70},  {MSG_TUI_WATTS, -7, 100},
    {MSG_TUI_SOFTWARE, 10, 110},  {MSG_TUI_COL_UNIT, -11, 0},
};
#define CARD_COLUMNS (int)(sizeof card_columns / sizeof card_columns[0])

static void card_row(const struct ui *m, const struct accel *a, int y, struct rect in, bool here)
{
    char year[16] = "", memory[32], rate[32], tflops[32], watts[32], price[48];
    if (known(a->release_year))
        snprintf(year, sizeof year, "%.0f", a->release_year);
    arg_text(memory, sizeof memory, m->lang, ARG_GB(a->memory_gb));
    arg_text(rate, sizeof rate, m->lang, ARG_GBS(a->memory_bandwidth_gbs));
    arg_text(tflops, sizeof tflops, m->lang, ARG_NUM(a->bf16_tflops));
    arg_text(watts, sizeof watts, m->lang, ARG_WATT(a->tdp_w));
    money_here(m, price, sizeof price, a->price.amount, a->price.currency);
    char name[160];
    const char *mine = msg_text(m->lang, MSG_OWN_WORD);
    snprintf(name, sizeof name, a->from.yours ? "%s (%s)" : "%s%.0s", accel_label(a), mine);
    const char *text[CARD_COLUMNS] = {
        name, year, memory, rate, tflops, watts, a->stack ? a->stack : "", price};
    static const enum role roles[CARD_COLUMNS] = {[CARD_COLUMNS - 1] = ROLE_MONEY};
    columns_line(m, card_columns, CARD_COLUMNS, y, in, text, roles, here);
}

static const struct column model_columns[] = {
    {MSG_TUI_MODEL, 0, 0},      {MSG_TUI_FAMILY, 16, 70},   {MSG_TUI_PARAMS, -8, 0},
    {MSG_TUI_ACTIVE, -8, 90},   {MSG_TUI_CONTEXT, -8, 46},  {MSG_TUI_FORMAT, 8, 90},
    {MSG_TUI_LICENCE, 18, 120}, {MSG_TUI_RELEASED, 10, 58},
};
#define MODEL_PARAMS 2
#define MODEL_COLUMNS (int)(sizeof model_columns / sizeof model_columns[0])

static void params(char *out, size_t cap, double b)
{
    if (!known(b))
        out[0] = '\0';
    else if (b < 1)
        snprintf(out, cap, "%.0fM", b * 1000);
    else
        snprintf(out, cap, "%.*fB", b < 100 ? 1 : 0, b);
}

static void model_row(const struct ui *m, const struct model *x, int y, struct rect in, bool here)
{
    char size[32], active[32], context[32] = "";
    params(size, sizeof size, x->params_b);
    params(active, sizeof active, x->active_params_b);
    if (known(x->max_context))
        snprintf(context, sizeof context, "%.0fk", x->max_context / 1024);
    const char *text[MODEL_COLUMNS] = {x->name ? x->name : x->id,
                                       x->family ? x->family : "",
                                       size,
                                       active,
                                       context,
                                       x->default_dtype ? x->default_dtype : "",
                                       x->licence ? x->licence : "",
                                       x->release ? x->release : ""};
    static const enum role roles[MODEL_COLUMNS] = {[MODEL_PARAMS] = ROLE_VALUE};
    columns_line(m, model_columns, MODEL_COLUMNS, y, in, text, roles, here);
}

/* --- any table ------------------------------------------------------------------------------- */
static void table_line(const struct ui *m, int y, struct rect in, int row, bool here)
{
    const struct browse *b = &m->browse;
    enum role role = row < 0 ? ROLE_DIM : ROLE_TEXT;
    int x = in.x + 1, end = in.x + in.w - 1;
    if (row >= 0 && b->yours[row]) {
        const char *word = msg_text(m->lang, MSG_OWN_WORD);
        end -= text_width(word) + 1;
        draw_text(y, end, text_width(word), ROLE_VALUE, word);
    }
    for (int k = 0; k < b->columns && x < end; k++) {
        int w = b->wide[k];
        bool number = browse_number(b, k);
        const char *text = row < 0 ? browse_head(b, k) : browse_cell(b, row, b->column[k]);
        if (x + w > end)
            w = end - x;
        draw_pad(y, x, w, number ? 1 : -1, role, text);
        if (here && k == 0)
            draw_cursor(y, in.x, 1 + bar_cells(w, text), ROLE_SELECTED);
        x += w + 2;
    }
}

static void view_table(const struct ui *m, const struct places *l)
{
    const struct browse *b = &m->browse;
    struct rect in = rect_inside(l->body);
    char title[200], order[96] = "";
    struct msg head =
        msg_make(MSG_TUI_TABLE_OF, 2, ARG_STR(browse_about(b->tab, m->lang)), ARG_INT(b->shown_n));
    msg_to(title, sizeof title, m->lang, &head);
    if (b->table != NULL) {
        struct msg by = msg_make(MSG_TUI_BY_COLUMN, 1, ARG_STR(browse_head(b, b->sort)));
        msg_to(order, sizeof order, m->lang, &by);
    }
    draw_frame(l->body, FRAME_ALONE, title, order);
    if (b->table == NULL)
        return;
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else
        table_line(m, in.y, in, -1, false);
    int rows = layout_table_rows(l->body, m->fuzzy);
    for (int i = 0; i < rows && m->list.top + i < b->shown_n; i++) {
        int at = m->list.top + i;
        table_line(m, in.y + 1 + i, in, b->shown[at], at == m->list.cursor);
    }
    if (m->fuzzy)
        draw_id(in.y + in.h - 1, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NEAR);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < b->shown_n);
}

/* --- the form -------------------------------------------------------------------------------- */
static void draw_line(const struct ui *m, int y, struct rect in, int i, bool here)
{
    struct form_line c = form_line(&m->form, i);
    int head = in.w / 3 < 28 ? in.w / 3 : 28;
    struct str hint;
    str_init(&hint, 4096);
    form_hint(&hint, m->lang, &m->form, i);
    draw_text(y, in.x + 1, 1, ROLE_KEY, c.key ? "+" : c.needed ? "*" : " ");
    draw_text(y, in.x + 3, head - 3, ROLE_TEXT, c.name);
    if (here)
        draw_cursor(y, in.x, head, ROLE_SELECTED);
    int x = in.x + head + 1, w = in.w - head - 2;
    if (here && m->typing) {
        widget_field(m, y, x, w);
    } else {
        int used = draw_text(y, x, w, ROLE_VALUE, c.value);
        if (w - used > 6)
            draw_text(y, x + used + 2, w - used - 2, ROLE_DIM, hint.p);
    }
    str_free(&hint);
}

void view_form(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    int n = (int)form_columns(&m->form);
    char title[200];
    struct msg t =
        m->form.fresh
            ? msg_make(MSG_TUI_FORM_NEW, 2, ARG_STR(form_name(&m->form)), ARG_STR(m->form.like))
            : msg_make(MSG_TUI_FORM_OF, 2, ARG_STR(form_name(&m->form)), ARG_STR(m->form.like));
    msg_to(title, sizeof title, m->lang, &t);
    draw_frame(l->body, FRAME_ALONE, title, msg_text(m->lang, MSG_TUI_FORM_SIGNS));
    for (int i = 0; i < in.h && m->list.top + i < n; i++)
        draw_line(m, in.y + i, in, m->list.top + i, m->list.top + i == m->list.cursor);
    draw_more(l->body, m->list.top > 0, m->list.top + in.h < n);
}

void view_catalog(const struct ui *m, const struct places *l)
{
    if (m->browse.tab > BROWSE_MODELS) {
        view_table(m, l);
        return;
    }
    static const enum msg_id sorts[CARD_SORTS] = {MSG_TUI_YEAR, MSG_TUI_CARD_MEMORY,
                                                  MSG_TUI_BANDWIDTH, MSG_TUI_COL_UNIT};
    static const enum msg_id model_sorts[CARD_SORTS] = {MSG_TUI_RELEASED, MSG_TUI_PARAMS,
                                                        MSG_TUI_CONTEXT, MSG_TUI_MODEL};
    struct rect in = rect_inside(l->body);
    char title[128];
    struct msg t = msg_make(m->models ? MSG_TUI_MODELS : MSG_TUI_CARDS, 1, ARG_INT(m->card_n));
    msg_to(title, sizeof title, m->lang, &t);
    table_frame(m, l->body, title, m->models ? model_sorts[m->card_sort] : sorts[m->card_sort]);
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else if (m->models)
        columns_line(m, model_columns, MODEL_COLUMNS, in.y, in, NULL, NULL, false);
    else
        columns_line(m, card_columns, CARD_COLUMNS, in.y, in, NULL, NULL, false);
    int rows = layout_table_rows(l->body, m->fuzzy);
    for (int i = 0; i < rows && m->list.top + i < m->card_n; i++) {
        int at = m->list.top + i;
        if (m->models)
            model_row(m, m->model[at], in.y + 1 + i, in, at == m->list.cursor);
        else
            card_row(m, m->card[at], in.y + 1 + i, in, at == m->list.cursor);
    }
    if (m->fuzzy) /* nothing holds what was typed: these are near it */
        draw_id(in.y + in.h - 1, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NEAR);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->card_n);
}
