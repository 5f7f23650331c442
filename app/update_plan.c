/* update_plan.c - the plan screen, its parts list, the picker and the table of plans. */
#include <string.h>

#include "app/lists.h"
#include "app/remedy.h"
#include "app/update.h"
#include "app/update_parts.h"
#include "base/str.h"

void page_open(struct ui *m, enum page_kind kind, int arg)
{
    model_push(m, SCREEN_PAGE);
    m->page_kind = kind;
    m->page_arg = arg;
}

/* --- edits by hand ---------------------------------------------------------------------------- */
static bool own_plan(struct ui *m)
{
    const struct plan *p = model_plan(m);
    if (p != NULL && p->kind == KIND_OWN)
        return true;
    model_say(m, SAY_INFO, p == NULL ? MSG_TUI_NO_PLAN : MSG_TUI_RENTED_PARTS, 0);
    return false;
}

static const struct bom_line *line_here(const struct ui *m)
{
    const struct plan *p = model_plan(m);
    int at = m->pane[PANE_PARTS].cursor;
    return p != NULL && at < p->bom.n ? &p->bom.line[at] : NULL;
}

/* A later edit of the same line and kind replaces the earlier one. */
static bool edit(struct ui *m, enum edit_op op, enum part_kind kind, const char *id, const char *to,
                 int qty)
{
    struct edits *e = &m->doc.edits;
    int at = e->n;
    for (int i = 0; i < e->n && op == EDIT_QTY; i++) {
        if (e->e[i].op == op && e->e[i].kind == kind && str_eq(e->e[i].id, id))
            at = i;
    }
    if (at >= EDITS_MAX) {
        model_say(m, SAY_WARNING, MSG_TUI_EDITS_FULL, 1, ARG_INT(EDITS_MAX));
        return false;
    }
    struct edit *x = &e->e[at];
    *x = (struct edit){.op = op, .kind = kind, .qty = qty};
    str_copy(x->id, sizeof x->id, id);
    str_copy(x->to, sizeof x->to, to);
    if (at == e->n)
        e->n++;
    str_copy(m->doc.chosen, sizeof m->doc.chosen, model_plan(m)->id);
    history_commit(m);
    return true;
}

/* Takes back what the hand did to a line: locks, counts, and swaps down to the part that the
 * planner had chosen. false: nothing of it was done by hand, or the line itself was added. */
static bool free_line(struct ui *m, const struct bom_line *l)
{
    struct edits *e = &m->doc.edits;
    const char *id = l->id;
    bool any = false;
    char was[sizeof e->e[0].id];
    for (int i = e->n - 1; i >= 0; i--) {
        struct edit *x = &e->e[i];
        bool became = x->op == EDIT_SWAP && str_eq(x->to, id);
        bool meant =
            x->op != EDIT_ADD && x->op != EDIT_DROP && (x->id[0] == '\0' || str_eq(x->id, id));
        if (x->kind != l->kind || !(became || meant))
            continue;
        if (became) {
            str_copy(was, sizeof was, x->id);
            id = was;
        }
        memmove(x, x + 1, (size_t)(e->n - i - 1) * sizeof *x);
        e->n--;
        any = true;
    }
    if (any)
        history_commit(m);
    return any;
}

static bool lock_line(struct ui *m, const struct bom_line *l)
{
    if (!l->locked)
        return edit(m, EDIT_LOCK, l->kind, l->id, "", l->qty);
    if (free_line(m, l))
        return true;
    model_say(m, SAY_INFO, MSG_TUI_ADDED_STAYS, 0);
    return false;
}

static unsigned edit_line(struct ui *m, enum action a)
{
    const struct bom_line *l = line_here(m);
    if (!own_plan(m) || l == NULL)
        return 0;
    bool done = false;
    switch (a) {
    case ACT_MORE_OF: done = edit(m, EDIT_QTY, l->kind, l->id, "", l->qty + 1); break;
    case ACT_LESS_OF:
        if (l->qty > 1)
            done = edit(m, EDIT_QTY, l->kind, l->id, "", l->qty - 1);
        else
            model_say(m, SAY_INFO, MSG_TUI_D_DROPS, 0);
        break;
    case ACT_LOCK: done = lock_line(m, l); break;
    default:
        done = edit(m, EDIT_DROP, l->kind, l->id, "", 0);
        if (done)
            model_say(m, SAY_INFO, MSG_TUI_DROPPED, 1, ARG_STR(l->name));
        break;
    }
    return done ? FX_RECOMPUTE : 0;
}

static void open_part(struct ui *m)
{
    const struct bom_line *l = line_here(m);
    if (!own_plan(m) || l == NULL)
        return;
    if (l->kind == PART_GPU) { /* another card is another machine: the question is the picker */
        question_open(m, Q_GPU);
        return;
    }
    m->picker = (struct picker){.op = PICK_SWAP, .kind = l->kind};
    str_copy(m->picker.id, sizeof m->picker.id, l->id);
    model_push(m, SCREEN_PICKER);
}

/* --- plan ------------------------------------------------------------------------------------- */
static unsigned choose_plan(struct ui *m, int at)
{
    const struct result *r = m->result;
    if (r == NULL || at < 0 || (size_t)at >= r->plan_n)
        return 0;
    if (at == m->plan)
        return 0;
    str_copy(m->doc.chosen, sizeof m->doc.chosen, r->plan[at].id);
    history_commit(m);
    return FX_RECOMPUTE;
}

void plan_focus(struct ui *m, enum pane pane)
{
    m->focus = pane;
    if (pane == PANE_JOB)
        m->job_beside = true;
    if (pane == PANE_PARTS)
        m->job_beside = false;
}

static void focus_pane(struct ui *m, int by)
{
    static const enum pane order[] = {PANE_PARTS, PANE_JOB, PANE_GAUGES, PANE_FINDINGS};
    int at = 0;
    for (int i = 0; i < PANE_COUNT; i++) {
        if (order[i] == m->focus)
            at = i;
    }
    plan_focus(m, order[(at + by + PANE_COUNT) % PANE_COUNT]);
}

static void explain_here(struct ui *m)
{
    enum question_id rows[Q_COUNT];
    int at = m->pane[m->focus].cursor;
    switch (m->focus) {
    case PANE_PARTS:
        if (line_here(m) != NULL)
            page_open(m, PAGE_PART, at);
        else
            page_open(m, PAGE_VERDICT, 0);
        break;
    case PANE_JOB:
        if (at < lists_job_rows(m, rows, Q_COUNT)) {
            m->page_question = rows[at];
            page_open(m, PAGE_WHY, 0);
        }
        break;
    case PANE_GAUGES: page_open(m, PAGE_GAUGE, at); break;
    case PANE_FINDINGS:
    case PANE_COUNT:
        if (at < m->finding_n)
            page_open(m, PAGE_FINDING, at);
        break;
    }
}

static unsigned open_here(struct ui *m)
{
    enum question_id rows[Q_COUNT];
    int at = m->pane[m->focus].cursor, changes;
    remedies(m, &changes);
    if (m->focus == PANE_PARTS && changes > 0)
        return remedy_take(m, at) ? FX_RECOMPUTE : 0;
    if (m->focus == PANE_PARTS)
        open_part(m);
    else if (m->focus == PANE_JOB && at < lists_job_rows(m, rows, Q_COUNT))
        question_open(m, rows[at]);
    else
        explain_here(m);
    return 0;
}

unsigned update_plan(struct ui *m, enum action a, int nth)
{
    switch (a) {
    case ACT_NEXT_PANE: focus_pane(m, 1); return 0;
    case ACT_PREV_PANE: focus_pane(m, -1); return 0;
    case ACT_OPEN: return open_here(m);
    case ACT_EXPLAIN: explain_here(m); return 0;
    case ACT_MORE_OF:
    case ACT_LESS_OF:
    case ACT_LOCK:
    case ACT_DROP: return edit_line(m, a);
    case ACT_ADD:
        if (own_plan(m)) {
            m->picker = (struct picker){.op = PICK_ADD, .kinds = true};
            model_push(m, SCREEN_PICKER);
        }
        return 0;
    case ACT_NEXT_PLAN:
    case ACT_PREV_PLAN:
        if (model_plan(m) == NULL)
            model_say(m, SAY_INFO, MSG_TUI_NO_PLAN, 0);
        return choose_plan(m, m->plan + (a == ACT_NEXT_PLAN ? 1 : -1));
    case ACT_COMPARE: model_push(m, SCREEN_COMPARE); return 0;
    case ACT_FINDINGS: model_push(m, SCREEN_FINDINGS); return 0;
    case ACT_STEP:
        model_push(m, SCREEN_WIZARD);
        wizard_go(m, nth + 1);
        return 0;
    default: return 0;
    }
}

/* --- picker ----------------------------------------------------------------------------------- */
unsigned update_picker(struct ui *m, enum action a)
{
    struct picker *k = &m->picker;
    int at = m->list.cursor;
    if (a != ACT_OPEN)
        return 0;
    if (k->kinds) {
        k->kind = lists_add_kinds()[at];
        k->kinds = false;
        m->list = (struct list){0};
        m->stale = true;
        return 0;
    }
    if (at >= k->option_n)
        return 0;
    const struct part_option *o = &k->option[at];
    if (o->reason.id != MSG_NONE) {
        struct str why;
        str_init(&why, 1024);
        msg_render(&why, m->lang, &o->reason);
        model_say(m, SAY_WARNING, MSG_TUI_DOES_NOT_GO, 1, ARG_STR(why.p));
        str_free(&why);
        return 0;
    }
    bool done = k->op == PICK_SWAP ? edit(m, EDIT_SWAP, k->kind, k->id, o->id, 0)
                                   : edit(m, EDIT_ADD, k->kind, "", o->id, 1);
    if (!done)
        return 0;
    model_pop(m);
    return FX_RECOMPUTE;
}

/* --- table of plans --------------------------------------------------------------------------- */
static void mark(struct ui *m, int plan)
{
    if (plan < 0)
        return;
    for (int i = 0; i < 2; i++) {
        if (m->marked[i] == plan) {
            m->marked[i] = -1;
            return;
        }
    }
    if (m->marked[0] >= 0 && m->marked[1] >= 0)
        m->marked[0] = m->marked[1], m->marked[1] = -1;
    m->marked[m->marked[0] < 0 ? 0 : 1] = plan;
    if (m->marked[0] >= 0 && m->marked[1] >= 0)
        model_say(m, SAY_INFO, MSG_TUI_E_DIFF, 0);
}

unsigned update_compare(struct ui *m, enum action a)
{
    int at = lists_plan_at(m, m->list.cursor);
    unsigned fx;
    switch (a) {
    case ACT_OPEN:
        fx = choose_plan(m, at);
        if (at >= 0)
            model_pop(m);
        return fx;
    case ACT_MARK: mark(m, at); return 0;
    case ACT_PICTURE: m->picture = !m->picture; return 0;
    case ACT_SORT:
        m->sort = (enum compare_sort)((m->sort + 1) % SORT_COUNT);
        m->stale = true;
        return 0;
    case ACT_EXPLAIN:
        if (m->marked[0] >= 0 && m->marked[1] >= 0)
            page_open(m, PAGE_DIFF, 0);
        else
            page_open(m, PAGE_VERDICT, 0);
        return 0;
    case ACT_FINDINGS: model_push(m, SCREEN_FINDINGS); return 0;
    default: return 0;
    }
}
