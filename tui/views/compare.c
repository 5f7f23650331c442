/* compare.c - the plans side by side, one a line; columns go by priority when room is short. */
#include "tui/views/views.h"

#include <stdio.h>
#include <string.h>

#include "app/lists.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

enum column {
    COL_PLAN,
    COL_KIND,
    COL_GPUS,
    COL_MEMORY,
    COL_TIME,
    COL_COST,
    COL_RUN,
    COL_ERRORS,
    COL_AGE,
    COLS_N
};

static const struct {
    enum msg_id head;
    int cells;    /* 0: takes the rest */
    int priority; /* lower goes later */
    int sort;     /* enum compare_sort or -1 */
} cols[COLS_N] = {
    [COL_PLAN] = {MSG_TUI_COL_PLAN, 0, 0, SORT_RANK},
    [COL_KIND] = {MSG_TUI_COL_KIND, 12, 8, -1},
    [COL_GPUS] = {MSG_TUI_COL_GPUS, 5, 3, -1},
    [COL_MEMORY] = {MSG_TUI_COL_MEMORY, 12, 5, SORT_MEMORY},
    [COL_TIME] = {MSG_TUI_COL_TIME, 13, 2, SORT_TIME},
    [COL_COST] = {MSG_TUI_COL_COST, 11, 1, SORT_COST},
    [COL_RUN] = {MSG_TUI_COL_PER_RUN, 10, 6, -1},
    [COL_ERRORS] = {MSG_TUI_COL_ERRORS, 9, 3, -1},
    [COL_AGE] = {MSG_TUI_COL_AGE, 8, 7, SORT_PRICE_AGE},
};

#define PLAN_MIN 30
#define TALL 24          /* lines inside */
#define NAMES_BYTES 38   /* of the names of findings */
#define SCATTER_ROWS 9   /* least room below the table for the picture */
#define SCATTER_FROM 110 /* cells */

/* Columns that fit beside the least of the first one; returns what is left for it. */
static int choose(const struct ui *m, int w, bool shown[COLS_N])
{
    bool runs = m->result == NULL || !m->result->job.serving; /* a server has no single run */
    int rest = w - 6;                                         /* marks and rank, a margin */
    for (int i = 0; i < COLS_N; i++)
        shown[i] = i == COL_PLAN;
    for (int pr = 1; pr <= 8; pr++) {
        for (int i = 0; i < COLS_N; i++) {
            if (cols[i].priority == pr && rest - cols[i].cells - 1 >= PLAN_MIN &&
                (i != COL_RUN || runs)) {
                shown[i] = true;
                rest -= cols[i].cells + 1;
            }
        }
    }
    return rest;
}

static void value(const struct ui *m, const struct plan *p, enum column c, char *out, size_t cap)
{
    char a[32], b[32];
    const struct sizing *z = &p->sizing;
    switch (c) {
    case COL_PLAN: {
        struct msg title = export_title(m->facts, p, m->lang);
        msg_to(out, cap, m->lang, &title);
        return;
    }
    case COL_KIND: str_copy(out, cap, msg_text(m->lang, figure_kind(p->kind))); return;
    case COL_GPUS: snprintf(out, cap, "%d", p->per_node * p->nodes); return;
    case COL_MEMORY:
        arg_text(a, sizeof a, m->lang, ARG_NUM(z->per_gpu_gib.typical));
        arg_text(b, sizeof b, m->lang, ARG_NUM(z->usable_gib));
        snprintf(out, cap, "%s/%s", a, b);
        return;
    case COL_TIME:
        arg_text(out, cap, m->lang,
                 known(z->hours_per_run.typical) ? ARG_HOURS(z->hours_per_run.typical)
                 : known(z->per_user)            ? ARG_TOKS(z->per_user)
                                                 : ARG_HOURS(UNKNOWN));
        return;
    case COL_COST:
        arg_text(out, cap, m->lang, ARG_MONEY(p->cost.total.typical, p->cost.currency));
        return;
    case COL_RUN: arg_text(out, cap, m->lang, ARG_MONEY(p->cost.per_run, p->cost.currency)); return;
    case COL_ERRORS: snprintf(out, cap, "%d X  %d !", p->errors, p->warnings); return;
    case COL_AGE:
    case COLS_N: break;
    }
    if (p->price_age_days < 0) {
        str_copy(out, cap, msg_text(m->lang, MSG_WORD_UNKNOWN));
        return;
    }
    struct msg days = msg_make(MSG_TUI_DAYS, 1, ARG_INT(p->price_age_days));
    msg_to(out, cap, m->lang, &days);
}

static void head(const struct ui *m, int y, struct rect in, const bool shown[COLS_N], int first)
{
    int x = in.x + 5;
    for (int i = 0; i < COLS_N; i++) {
        if (!shown[i])
            continue;
        int w = i == COL_PLAN ? first : cols[i].cells;
        enum role role = (int)m->sort == cols[i].sort ? ROLE_HEADING : ROLE_DIM;
        draw_pad(y, x, w, i == COL_PLAN || i == COL_KIND ? -1 : 1, role,
                 msg_text(m->lang,
                          i == COL_TIME && m->result->job.serving ? MSG_COL_SPEED : cols[i].head));
        x += w + 1;
    }
}

static void plan_row(const struct ui *m, int at, int y, struct rect in, const bool shown[COLS_N],
                     int first, bool here)
{
    const struct plan *p = &m->result->plan[at];
    enum role role = at == m->plan ? ROLE_STRONG : ROLE_TEXT;
    char text[256];
    bool marked = m->marked[0] == at || m->marked[1] == at;
    draw_text(y, in.x, 1, ROLE_KEY, marked ? "m" : at == m->plan ? "*" : "");
    draw_text(y, in.x + 1, 1, ROLE_GOOD, p->pareto ? "P" : "");
    snprintf(text, sizeof text, "%2d", p->rank);
    draw_text(y, in.x + 2, 2, ROLE_DIM, text);
    int x = in.x + 5;
    for (int i = 0; i < COLS_N; i++) {
        if (!shown[i])
            continue;
        int w = i == COL_PLAN ? first : cols[i].cells;
        value(m, p, (enum column)i, text, sizeof text);
        enum role r = i == COL_COST                      ? ROLE_MONEY
                      : i == COL_ERRORS && p->errors > 0 ? ROLE_ERROR
                                                         : role;
        draw_pad(y, x, w, i == COL_PLAN || i == COL_KIND ? -1 : 1, r, text);
        if (here && i == COL_PLAN) /* over its marks and its rank */
            draw_role(y, in.x, x - in.x - 1, ROLE_SELECTED);
        x += w + 1;
    }
}

static bool is_grave(const struct finding *f)
{
    return f->severity <= SEV_WARNING;
}

/* The gravest finding; NULL: neither an error nor a warning. */
static const struct finding *gravest(const struct plan *p)
{
    const struct finding *worst = NULL;
    for (size_t i = 0; i < p->finding_n; i++)
        if (is_grave(&p->finding[i]) && (worst == NULL || p->finding[i].severity < worst->severity))
            worst = &p->finding[i];
    return worst;
}

/* Each line costs the cursor its bytes: of the errors and warnings the names alone, the gravest
 * first, and how many findings more there are. told: is told above already; NULL: none. */
static void grave_names(const struct plan *p, const struct finding *told, struct rect r)
{
    struct str s;
    size_t named = 0, rest = p->finding_n - (told != NULL ? 1 : 0);
    bool full = false;
    str_init(&s, 256);
    for (int severity = SEV_ERROR; severity <= SEV_WARNING; severity++) {
        for (size_t i = 0; i < p->finding_n && !full; i++) {
            const struct finding *f = &p->finding[i];
            if (f == told || (int)f->severity != severity)
                continue;
            full = named > 0 && s.len + strlen(f->rule) + 3 > NAMES_BYTES;
            if (!full)
                str_addf(&s, "%s%s %s", named++ > 0 ? "  " : "", severity_sign(f->severity),
                         f->rule);
        }
    }
    if (named < rest)
        str_addf(&s, "%s+%zu", named > 0 ? "  " : "", rest - named);
    draw_text(r.y, r.x + 1, r.w - 2, ROLE_TEXT, s.p);
    str_free(&s);
}

/* Below a short table: what speaks against the plan at the cursor. Where there is room the gravest
 * finding in words. */
static void details(const struct ui *m, int y, struct rect in, int at)
{
    int end = in.y + in.h - 1;
    if (at < 0 || end - y < 4)
        return;
    const struct plan *p = &m->result->plan[at];
    const struct finding *worst = gravest(p);
    draw_id(y++, in.x + 1, in.w - 2, ROLE_HEADING, m->lang, MSG_TUI_FINDINGS);
    if (worst == NULL) {
        widget_weighty(m, p, (struct rect){y, in.x, end - y, in.w});
        return;
    }
    if (in.h >= TALL) {
        struct finding_ref ref = {.f = worst};
        widget_findings(m, &ref, 1, 0, -1, false, (struct rect){y++, in.x, 1, in.w});
    }
    grave_names(p, in.h >= TALL ? worst : NULL, (struct rect){y, in.x, 1, in.w});
}

/* The line under the table: why the plan at the cursor stands where it stands. */
static void reason(const struct ui *m, struct rect in, int at)
{
    if (at < 0)
        return;
    const struct plan *p = &m->result->plan[at];
    const struct msg *why = p->misses.id != MSG_NONE ? &p->misses : &p->reason;
    draw_msg(in.y + in.h - 1, in.x + 1, in.w - 2,
             p->misses.id != MSG_NONE ? ROLE_WARNING : ROLE_TEXT, m->lang, why);
}

/* No plan at all, or none that passes the filter: then it may name cards to plan with. */
static void nothing(const struct ui *m, struct rect in)
{
    size_t all = m->result != NULL ? m->result->plan_n : 0;
    struct msg none = msg_make(MSG_PANE_NO_SUCH_PLAN, 1, ARG_INT(all));
    struct str s;
    str_init(&s, 1024);
    if (all > 0 && m->filter[0] != '\0')
        msg_render(&s, m->lang, &none);
    else
        str_add(&s, msg_text(m->lang, MSG_TUI_NO_PLAN));
    draw_wrap(in.y + 1, in.x + 1, in.w - 2, in.h - 1, ROLE_DIM, s.p);
    str_free(&s);
}

void view_compare(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    bool shown[COLS_N];
    char title[128];
    static const enum msg_id sorts[SORT_COUNT] = {
        [SORT_RANK] = MSG_TUI_COL_RANK, [SORT_COST] = MSG_TUI_COL_COST,
        [SORT_TIME] = MSG_TUI_COL_TIME, [SORT_MEMORY] = MSG_TUI_COL_MEMORY,
        [SORT_PRICE_AGE] = MSG_COL_AGE,
    };
    struct msg t = msg_make(MSG_TUI_COMPARE_TITLE, 2, ARG_INT(m->order_n), ARG_MSG(sorts[m->sort]));
    msg_to(title, sizeof title, m->lang, &t);
    draw_frame(l->body, FRAME_ALONE, title, msg_text(m->lang, MSG_TUI_COMPARE_LEGEND));
    int first = choose(m, in.w, shown);
    if (m->picture && !m->typing) {
        view_scatter(m, (struct rect){in.y, in.x, in.h - 1, in.w});
        reason(m, in, lists_plan_at(m, m->list.cursor));
        return;
    }
    if (m->typing) {
        draw_text(in.y, in.x + 1, 1, ROLE_KEY, "/");
        widget_field(m, in.y, in.x + 3, in.w - 5);
    } else {
        head(m, in.y, in, shown, first);
    }
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < m->order_n; i++)
        plan_row(m, m->order[m->list.top + i], in.y + 1 + i, in, shown, first,
                 m->list.top + i == m->list.cursor);
    if (m->order_n == 0)
        nothing(m, in);
    else
        reason(m, in, lists_plan_at(m, m->list.cursor));
    int below = in.y + m->order_n + 2;
    bool roomy = in.y + in.h - below >= SCATTER_ROWS + 1 && in.w >= SCATTER_FROM;
    struct rect text = in;
    if (roomy) {
        text.w = in.w / 2;
        view_scatter(m,
                     (struct rect){below, in.x + text.w, in.y + in.h - 1 - below, in.w - text.w});
    }
    details(m, below, text, lists_plan_at(m, m->told));
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->order_n);
}
