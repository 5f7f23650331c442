/* refresh.c - price feeds to choose from, how far each is, and the plan files of the folder. */
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

#define FETCHED_CELLS 10
#define HOLDS_CELLS 15
#define ROWS_CELLS 9
#define SIZE_CELLS 15

/* Columns of a row; those that the width has no room for are not drawn. */
struct columns {
    int name, fetched, holds, rows, size, credit, end;
};

static struct columns columns_of(struct rect in)
{
    struct columns c = {.name = in.x + 6, .end = in.x + in.w};
    c.fetched = c.name + (in.w >= 100 ? 28 : 24);
    c.holds = c.fetched + FETCHED_CELLS;
    c.rows = c.holds + HOLDS_CELLS;
    c.size = c.rows + ROWS_CELLS;
    c.credit = c.size + SIZE_CELLS;
    return c;
}

static void column(const struct columns *c, int y, int x, int cells, const char *text)
{
    if (x + cells - 1 <= c->end)
        draw_text(y, x, cells - 1, ROLE_TEXT, text);
}

static void column_msg(const struct ui *m, const struct columns *c, int y, int x, int cells,
                       struct msg what)
{
    char text[64];
    msg_to(text, sizeof text, m->lang, &what);
    column(c, y, x, cells, text);
}

/* The age is there on the narrowest terminal too. */
static int age_cells(const struct columns *c)
{
    int room = c->end - c->fetched;
    return room < FETCHED_CELLS - 1 ? room : FETCHED_CELLS - 1;
}

static const struct feed_state *state_of(const struct ui *m, const char *name)
{
    for (int i = 0; i < m->refresh.n; i++)
        if (str_eq(m->refresh.feed[i].name, name))
            return &m->refresh.feed[i];
    return NULL;
}

/* How far it is, or what came of it. */
static void fetch_row(const struct ui *m, const struct columns *c, const struct feed_state *f,
                      int y)
{
    char text[512], bytes[48];
    enum role state =
        f->stage == REFRESH_FAILED ? ROLE_ERROR
        : f->stage == REFRESH_DONE || f->stage == REFRESH_SAME || f->stage == REFRESH_FRESH
            ? ROLE_GOOD
            : ROLE_TIGHT;
    draw_id(y, c->fetched, age_cells(c), state, m->lang, stage_text(f->stage));
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
    if (c->end > c->holds + 1)
        draw_text(y, c->holds, c->end - c->holds - 1, ROLE_TEXT, text);
}

static void choice_row(const struct ui *m, const struct columns *c, const struct feed_line *x,
                       int y)
{
    char age[64];
    struct msg when = feed_age(x, m->now);
    msg_to(age, sizeof age, m->lang, &when);
    draw_text(y, c->fetched, age_cells(c), ROLE_TEXT, age);
    column(c, y, c->holds, HOLDS_CELLS, msg_text(m->lang, feed_holds(x)));
    if (known(x->rows)) {
        char rows[48];
        arg_text(rows, sizeof rows, m->lang, ARG_INT(x->rows));
        column(c, y, c->rows, ROWS_CELLS, rows);
    }
    column_msg(m, c, y, c->size, SIZE_CELLS, feed_size(x));
    if (x->known != NULL && c->end - c->credit >= 16)
        draw_text(y, c->credit, c->end - c->credit - 1, ROLE_TEXT, x->known->credit);
}

static void head_row(const struct ui *m, const struct columns *c, int y)
{
    const struct {
        int x, cells;
        enum msg_id what;
    } head[] = {{c->name, c->fetched - c->name, MSG_CHOOSE_HEAD_FEED},
                {c->fetched, FETCHED_CELLS, MSG_CHOOSE_HEAD_FETCHED},
                {c->holds, HOLDS_CELLS, MSG_CHOOSE_HEAD_HOLDS},
                {c->rows, ROWS_CELLS, MSG_CHOOSE_HEAD_ROWS},
                {c->size, SIZE_CELLS, MSG_CHOOSE_HEAD_SIZE}};
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        if (head[i].x + head[i].cells - 1 <= c->end || head[i].x == c->fetched)
            draw_id(y, head[i].x, head[i].x == c->fetched ? age_cells(c) : head[i].cells - 1,
                    ROLE_DIM, m->lang, head[i].what);
}

void view_refresh(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    const struct columns c = columns_of(in);
    const struct feeds *f = &m->feeds;
    char note[64];
    struct msg count = msg_make(MSG_CHOOSE_COUNT, 2, ARG_INT(feeds_chosen(f)), ARG_INT(f->n));
    msg_to(note, sizeof note, m->lang, &count);
    draw_frame(l->body, FRAME_ALONE, msg_text(m->lang, MSG_TUI_REFRESH),
               m->refresh.running ? msg_text(m->lang, MSG_TUI_REFRESH_RUNS)
               : m->offline       ? msg_text(m->lang, MSG_TUI_OFFLINE)
                                  : note);
    head_row(m, &c, in.y);
    int rows = in.h - 1, y = in.y + 1;
    for (int i = m->list.top; i < f->n && i < m->list.top + rows; i++, y++) {
        const struct feed_state *s = state_of(m, f->line[i].name);
        draw_text(y, in.x + 2, 3, ROLE_TEXT, f->line[i].chosen ? "[x]" : "[ ]");
        draw_text(y, c.name, c.fetched - c.name - 1, ROLE_TEXT, f->line[i].name);
        if (s != NULL)
            fetch_row(m, &c, s, y);
        else
            choice_row(m, &c, &f->line[i], y);
        if (i == m->list.cursor)
            draw_cursor(y, in.x, c.fetched - in.x - 1, ROLE_SELECTED);
    }
    if (in.y + in.h - y >= 3)
        draw_wrap(y + 1, in.x + 2, in.w - 4, in.y + in.h - y - 1, ROLE_DIM,
                  msg_text(m->lang, MSG_TUI_REFRESH_HOW));
    draw_more(l->body, m->list.top > 0, m->list.top + rows < f->n);
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
