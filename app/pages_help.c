/* pages_help.c - the keys, made from their table, and two plans side by side. */
#include "app/pages_parts.h"

#include <string.h>

#include "app/keys.h"
#include "app/options.h"
#include "base/str.h"
#include "base/text.h"

#define THEN_CELLS 8
#define KEY_CELLS 16
#define HEAD_CELLS 18

static const struct {
    unsigned where;
    enum msg_id title;
} places[] = {
    {WHERE_WIZARD | WHERE_ASK, MSG_TUI_WIZARD},
    {WHERE_PLAN | WHERE_PARTS, MSG_TUI_PLAN},
    {WHERE_COMPARE, MSG_TUI_COMPARE},
    {WHERE_FINDINGS, MSG_TUI_FINDINGS},
    {WHERE_EXPORT, MSG_TUI_EXPORT},
    {WHERE_COST, MSG_TUI_COST},
    {WHERE_OFFERS, MSG_TUI_OFFERS},
    {WHERE_CATALOG, MSG_TUI_CATALOG},
    {WHERE_REFRESH, MSG_TUI_REFRESH},
    {WHERE_FILES, MSG_TUI_FILES},
};

static void key_line(struct ui *m, struct page *p, const struct action_info *a)
{
    page_pair(p, 2, m->keymap.keys[a->id], KEY_CELLS, ROLE_TEXT, msg_text(m->lang, a->help));
}

void pages_help(struct ui *m, struct page *out)
{
    page_id(out, m->lang, ROLE_TEXT, 0, MSG_READ_INTRO);
    page_gap(out);
    page_id(out, m->lang, ROLE_HEADING, 0, MSG_TUI_EVERYWHERE);
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        const struct action_info *x = action_get((enum action)a);
        if (x->where == WHERE_ALL || x->where == WHERE_LISTS || x->id == ACT_BACK)
            key_line(m, out, x);
    }
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        page_gap(out);
        page_id(out, m->lang, ROLE_HEADING, 0, places[i].title);
        for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
            const struct action_info *x = action_get((enum action)a);
            bool all = x->where == WHERE_ALL || x->where == WHERE_LISTS || x->id == ACT_BACK;
            if (!all && (x->where & places[i].where) != 0)
                key_line(m, out, x);
        }
    }
    static const enum msg_id paragraphs[] = {MSG_READ_VERDICTS, MSG_READ_SIGNS, MSG_READ_BANDS,
                                             MSG_READ_PRICES,   MSG_READ_LOCKS, MSG_READ_SESSION,
                                             MSG_READ_PLAIN};
    page_gap(out);
    page_id(out, m->lang, ROLE_HEADING, 0, MSG_TUI_READING);
    for (size_t i = 0; i < sizeof paragraphs / sizeof paragraphs[0]; i++) {
        page_id(out, m->lang, ROLE_TEXT, 0, paragraphs[i]);
        page_gap(out);
    }
}

/* --- two plans -------------------------------------------------------------------------------- */
#define DIFF_CELLS 26

static void cell(struct str *row, struct str *text)
{
    text_pad(row, text->p, DIFF_CELLS, -1, false);
    str_addc(row, ' ');
    str_clear(text);
}

static void diff_arg(struct ui *m, struct page *p, enum msg_id label, struct msg_arg a,
                     struct msg_arg b)
{
    struct str row, text;
    str_init(&row, 2048);
    str_init(&text, 1024);
    msg_arg_render(&text, m->lang, &a);
    cell(&row, &text);
    msg_arg_render(&text, m->lang, &b);
    cell(&row, &text);
    page_pair(p, 0, msg_text(m->lang, label), HEAD_CELLS, ROLE_TEXT, row.p);
    str_free(&row);
    str_free(&text);
}

/* What neither of them has is no row. */
static void diff_known(struct ui *m, struct page *p, enum msg_id label, double x, double y,
                       struct msg_arg a, struct msg_arg b)
{
    if (known(x) || known(y))
        diff_arg(m, p, label, a, b);
}

static void diff_money(struct ui *m, struct page *p, enum msg_id label, double x, double y,
                       const char *currency)
{
    diff_known(m, p, label, x, y, ARG_MONEY(x, currency), ARG_MONEY(y, currency));
}

static void diff_plans(struct ui *m, struct page *out, const struct plan *a, const struct plan *b)
{
    const struct sizing *x = &a->sizing, *y = &b->sizing;
    const char *currency = a->cost.currency;
    diff_arg(m, out, MSG_TUI_COL_GPUS, ARG_INT(a->per_node * a->nodes),
             ARG_INT(b->per_node * b->nodes));
    diff_arg(m, out, MSG_TUI_VRAM, ARG_GIB(x->per_gpu_gib.typical),
             ARG_GIB(y->per_gpu_gib.typical));
    diff_arg(m, out, MSG_TUI_USABLE, ARG_GIB(x->usable_gib), ARG_GIB(y->usable_gib));
    diff_known(m, out, MSG_TUI_TIME, x->hours_per_run.typical, y->hours_per_run.typical,
               ARG_HOURS(x->hours_per_run.typical), ARG_HOURS(y->hours_per_run.typical));
    diff_known(m, out, MSG_PANE_SPEED_EACH, x->per_user, y->per_user, ARG_TOKS(x->per_user),
               ARG_TOKS(y->per_user));
    diff_money(m, out, MSG_TUI_UPFRONT, a->cost.upfront, b->cost.upfront, currency);
    diff_money(m, out, MSG_TUI_PER_MONTH, a->cost.per_month, b->cost.per_month, currency);
    diff_money(m, out, MSG_TUI_TOTAL, a->cost.total.typical, b->cost.total.typical, currency);
    diff_money(m, out, MSG_TUI_COL_PER_RUN, a->cost.per_run, b->cost.per_run, currency);
    diff_arg(m, out, MSG_PANE_ERRORS_N, ARG_INT(a->errors), ARG_INT(b->errors));
    diff_arg(m, out, MSG_TUI_WARNINGS, ARG_INT(a->warnings), ARG_INT(b->warnings));
}

static bool has_rule(const struct plan *p, const char *rule)
{
    for (size_t i = 0; i < p->finding_n; i++) {
        if (str_eq(p->finding[i].rule, rule))
            return true;
    }
    return false;
}

/* Errors and warnings of one that the other has not. */
static void diff_findings(struct ui *m, struct page *out, enum msg_id heading,
                          const struct plan *of, const struct plan *other)
{
    bool any = false;
    for (size_t i = 0; i < of->finding_n; i++) {
        const struct finding *f = &of->finding[i];
        if (f->severity > SEV_WARNING || has_rule(other, f->rule))
            continue;
        if (!any) {
            page_gap(out);
            page_id(out, m->lang, ROLE_HEADING, 0, heading);
        }
        any = true;
        page_msg(out, m->lang, f->severity == SEV_ERROR ? ROLE_ERROR : ROLE_TEXT, 2, &f->message);
    }
}

void pages_diff(struct ui *m, struct page *out)
{
    const struct result *r = m->result;
    if (r == NULL || m->marked[0] < 0 || m->marked[1] < 0)
        return;
    const struct plan *a = &r->plan[m->marked[0]], *b = &r->plan[m->marked[1]];
    struct msg first = export_title(m->facts, a, m->lang);
    struct msg second = export_title(m->facts, b, m->lang);
    page_msg(out, m->lang, ROLE_STRONG, 0, &first);
    page_msg(out, m->lang, ROLE_STRONG, 0, &second);
    page_gap(out);
    diff_arg(m, out, MSG_TUI_COL_RANK, ARG_INT(a->rank), ARG_INT(b->rank));
    diff_plans(m, out, a, b);
    diff_findings(m, out, MSG_PANE_FIRST_ALONE, a, b);
    diff_findings(m, out, MSG_PANE_SECOND_ALONE, b, a);
}

#define MOVED_BYTES (1u << 20)
void pages_files(struct ui *m, struct page *out)
{
    struct str text;
    struct err_info e = {0};
    struct export_options o = {
        .lang = m->lang, .now = m->now, .facts = m->facts, .prices = m->prices};
    o.cells = m->page_cells;
    str_init(&text, MOVED_BYTES);
    page_pair(out, 0, msg_text(m->lang, MSG_MOVED_THEN), THEN_CELLS, ROLE_STRONG,
              m->files.then_title);
    page_pair(out, 0, msg_text(m->lang, MSG_MOVED_NOW), THEN_CELLS, ROLE_STRONG,
              m->files.now_title);
    page_gap(out);
    if (m->files.moved == NULL)
        page_id(out, m->lang, ROLE_TEXT, 0, MSG_TUI_NO_PLAN);
    else if (export_compare(EXPORT_TEXT, m->files.moved, &o, &text, &e) == OK)
        page_lines(out, ROLE_TEXT, text.p);
    else
        page_msg(out, m->lang, ROLE_ERROR, 0, &e.msg);
    str_free(&text);
}
