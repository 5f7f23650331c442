/* fits.c - what a machine can do: models, methods and formats that fit, with their speed. */
#include "tui/views/views.h"

#include <stdio.h>

#include "app/lists.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/views/columns.h"
#include "tui/widgets.h"

enum {
    COL_MODEL,
    COL_SIZE,
    COL_HOW,
    COL_WEIGHTS,
    COL_CONTEXT,
    COL_VERDICT,
    COL_MEMORY,
    COL_SPEED,
    COLS
};
static const struct column columns[COLS] = {
    [COL_MODEL] = {MSG_TUI_MODEL, 0, 0},        [COL_SIZE] = {MSG_COL_SIZE, -6, 52},
    [COL_HOW] = {MSG_PANE_HOW, 5, 0},           [COL_WEIGHTS] = {MSG_PANE_FORMAT, 7, 0},
    [COL_CONTEXT] = {MSG_TUI_CONTEXT, -9, 92},  [COL_VERDICT] = {MSG_COL_VERDICT, 7, 0},
    [COL_MEMORY] = {MSG_PANE_CARD_GIB, -8, 62}, [COL_SPEED] = {MSG_COL_SPEED, -14, 74},
};

/* The verdict in the room of a column. */
static enum msg_id short_word(enum verdict v)
{
    switch (v) {
    case VERDICT_FITS: return MSG_PANE_FITS;
    case VERDICT_TIGHT: return MSG_PANE_TIGHT;
    case VERDICT_DEPENDS: return MSG_PANE_DEPENDS;
    case VERDICT_NOT_MODELLED: return MSG_PANE_NOT_MODELLED;
    case VERDICT_NOT_VALIDATED: return MSG_PANE_NOT_VALIDATED;
    case VERDICT_DOES_NOT_FIT: return MSG_PANE_NOT;
    case VERDICT_UNKNOWN:
    default: return MSG_VERDICT_UNKNOWN;
    }
}

static void row(const struct ui *m, const struct fits_row *x, int y, struct rect in, bool here)
{
    char size[32], context[32] = "-", memory[32], speed[48];
    const struct sizing *z = &x->sizing;
    bool tokens = str_eq(z->speed_unit, "tokens/s");
    arg_text(size, sizeof size, m->lang, ARG_SI(x->model->params_b * 1e9));
    if (tokens || known(x->context_max))
        arg_text(context, sizeof context, m->lang, ARG_INT(x->context_max));
    arg_text(memory, sizeof memory, m->lang, ARG_NUM(z->per_gpu_gib.typical));
    arg_text(speed, sizeof speed, m->lang, ARG_NUM(z->speed.typical));
    if (tokens) {
        arg_text(speed, sizeof speed, m->lang, ARG_TOKS(z->speed.typical));
    } else if (known(z->speed.typical) && z->speed_unit != NULL) {
        struct msg with =
            msg_make(MSG_PANE_PER_SECOND, 2, ARG_NUM(z->speed.typical), ARG_STR(z->speed_unit));
        msg_to(speed, sizeof speed, m->lang, &with);
    }
    const char *text[COLS] = {x->model->name ? x->model->name : x->model->id,
                              size,
                              fits_how(m, x),
                              x->weights->id,
                              context,
                              msg_text(m->lang, short_word(z->verdict)),
                              memory,
                              speed};
    enum role roles[COLS] = {[COL_VERDICT] = verdict_role(z->verdict)};
    columns_line(m, columns, COLS, y, in, text, roles, here);
}

void view_fits(const struct ui *m, const struct places *l)
{
    static const enum msg_id sorts[FITS_SORTS] = {MSG_COL_SIZE, MSG_COL_SPEED, MSG_PANE_CARD_GIB,
                                                  MSG_TUI_CONTEXT, MSG_TUI_MODEL};
    const struct fits_result *r = m->fits.all;
    struct rect in = rect_inside(l->body);
    struct str title;
    if (r == NULL)
        return;
    bool have = r->job.have.n > 0;
    str_init(&title, 512);
    export_hardware(&title, have ? &r->job.have : &r->job.gpu, &r->shape);
    str_add(&title, " · ");
    struct msg count =
        msg_make(MSG_PANE_FITS_OF, 2, ARG_INT(m->fits.n), ARG_INT(r->row_n + r->hidden));
    msg_render(&title, m->lang, &count);
    table_frame(m, l->body, title.p, sorts[m->fits.sort]);
    str_free(&title);
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else
        columns_line(m, columns, COLS, in.y, in, NULL, NULL, false);
    int rows = layout_table_rows(l->body, false);
    for (int i = 0; i < rows && m->list.top + i < m->fits.n; i++)
        row(m, m->fits.row[m->list.top + i], in.y + 1 + i, in, m->list.top + i == m->list.cursor);
    if (m->fits.n == 0)
        draw_id(in.y + 2, in.x + 1, in.w - 2, ROLE_DIM, m->lang,
                r->row_n == 0 ? MSG_PANE_FITS_NONE : MSG_PANE_FITS_FILTERED);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->fits.n);
}
