/* update_wizard.c - six steps, and single questions opened from the plan. */
#include <stdio.h>
#include <string.h>

#include "app/lists.h"
#include "app/update.h"
#include "app/update_parts.h"
#include "base/str.h"
#include "engine/job/model_config.h"

void wizard_go(struct ui *m, int step)
{
    struct wizard *w = &m->wiz;
    w->step = step < 1 ? 1 : step > STEPS ? STEPS : step;
    w->opened = false;
    m->typing = false;
    m->filter[0] = '\0';
    m->place = true;
    m->stale = true;
}

void question_open(struct ui *m, enum question_id q)
{
    model_push(m, SCREEN_ASK);
    m->wiz.question = q;
    m->place = true;
}

static unsigned finish(struct ui *m)
{
    m->typing = false;
    m->filter[0] = '\0';
    m->preview = NULL;
    m->preview_refused = false;
    if (m->depth > 0) {
        model_pop(m);
    } else {
        m->screen = SCREEN_PLAN;
        m->list = (struct list){0};
    }
    m->focus = PANE_PARTS;
    m->job_beside = false;
    m->stale = true;
    return 0;
}

static unsigned next_step(struct ui *m)
{
    m->wiz.done[m->wiz.step] = true;
    if (m->wiz.step == STEPS)
        return finish(m);
    wizard_go(m, m->wiz.step + 1);
    return 0;
}

static void start_typing(struct ui *m)
{
    m->typing = true;
    field_set(&m->field, m->filter);
    m->stale = true;
}

static void close_question(struct ui *m)
{
    struct wizard *w = &m->wiz;
    w->opened = false;
    m->typing = false;
    m->filter[0] = '\0';
    m->list = (struct list){.cursor = w->back_cursor, .n = w->back_cursor + 1};
    m->stale = true;
}

static unsigned kept(struct ui *m)
{
    if (m->screen == SCREEN_ASK) {
        model_pop(m);
        return 0;
    }
    if (m->wiz.opened) {
        close_question(m);
        return 0;
    }
    return next_step(m);
}

static void open_sub(struct ui *m, enum question_id q)
{
    struct wizard *w = &m->wiz;
    w->back_cursor = m->list.cursor;
    w->opened = true;
    w->question = q;
    m->filter[0] = '\0';
    m->place = true;
    m->stale = true;
}

/* The path of a config.json that has not been read yet. */
static bool wants_file(const struct ui *m, enum question_id q, const char *text)
{
    return (q == Q_MODEL || q == Q_DRAFT_MODEL) && model_is_path(text) &&
           facts_model(m->facts, text) == NULL;
}

unsigned wizard_keep(struct ui *m)
{
    struct wizard *w = &m->wiz;
    int at = m->list.cursor;
    if (at >= m->options.n) {
        int sub = at - m->options.n;
        if (m->screen == SCREEN_WIZARD && !w->opened && sub < w->sub_n) {
            open_sub(m, w->sub[sub]);
            return 0;
        }
        return kept(m);
    }
    const struct option *o = &m->options.o[at];
    if (o->type_row) {
        start_typing(m);
        return 0;
    }
    bool same = !o->typed && at == m->options.current;
    if (!same && wants_file(m, w->question, o->value)) {
        str_copy(m->model_path, sizeof m->model_path, o->value);
        return FX_MODEL;
    }
    if (!same && !model_answer(m, w->question, o->value))
        return 0;
    unsigned fx = kept(m);
    return same ? fx : fx | FX_RECOMPUTE;
}

static void toggle_more(struct ui *m)
{
    struct wizard *w = &m->wiz;
    if (m->screen != SCREEN_WIZARD || w->opened)
        return;
    w->more = !w->more;
    m->stale = true;
    lists_refresh(m);
    if (!w->more)
        m->place = true;
    else if (w->sub_n > 0)
        m->list.cursor = m->options.n;
    else
        model_say(m, SAY_INFO, MSG_TUI_NO_MORE, 0);
    m->stale = true;
}

static enum question_id question_here(const struct ui *m)
{
    int sub = m->list.cursor - m->options.n;
    if (m->screen == SCREEN_WIZARD && !m->wiz.opened && sub >= 0 && sub < m->wiz.sub_n)
        return m->wiz.sub[sub];
    return m->wiz.question;
}

static void back(struct ui *m)
{
    if (m->screen == SCREEN_ASK) {
        model_pop(m);
    } else if (m->wiz.opened) {
        close_question(m);
    } else if (m->filter[0] != '\0') {
        m->filter[0] = '\0';
        m->place = true;
        m->stale = true;
    } else if (m->depth > 0) {
        model_pop(m);
    } else if (m->wiz.step > 1) {
        wizard_go(m, m->wiz.step - 1);
    } else {
        model_say(m, SAY_INFO, MSG_TUI_Q_QUITS, 0);
    }
    m->preview_key[0] = '\0';
    m->preview = NULL;
    m->preview_refused = false;
}

/* A digit goes to a step. Whoever meant the number of a card learns where it is typed. */
static void jump_step(struct ui *m, int step)
{
    int from = m->wiz.step;
    wizard_go(m, step);
    if (step != from)
        model_say(m, SAY_INFO, MSG_PANE_STEP_BY_DIGIT, 3, ARG_INT(step),
                  ARG_STR(m->keymap.shown[ACT_FILTER]), ARG_INT(from));
}

bool wizard_digit(struct ui *m, int32_t key)
{
    const struct wizard *w = &m->wiz;
    bool single = m->screen == SCREEN_ASK || (m->screen == SCREEN_WIZARD && w->opened);
    bool names = m->screen == SCREEN_WIZARD && (w->question == Q_MODEL || w->question == Q_HAVE);
    if (key < '0' || key > '9' || w->question >= Q_COUNT || (!single && !names))
        return false;
    start_typing(m);
    return true;
}

unsigned update_wizard(struct ui *m, enum action a, int nth)
{
    enum question_id q;
    switch (a) {
    case ACT_KEEP: return wizard_keep(m);
    case ACT_NEXT_STEP: return m->wiz.opened ? 0 : next_step(m);
    case ACT_PREV_STEP:
        if (m->wiz.step > 1)
            wizard_go(m, m->wiz.step - 1);
        return 0;
    case ACT_STEP: jump_step(m, nth + 1); return 0;
    case ACT_FILTER: start_typing(m); return 0;
    case ACT_MORE: toggle_more(m); return 0;
    case ACT_WHY:
        q = question_here(m);
        if (q < Q_COUNT) {
            m->page_question = q;
            page_open(m, PAGE_WHY, 0);
        }
        return 0;
    case ACT_BACK: back(m); return 0;
    default: return 0;
    }
}

static void drop_preview(struct ui *m)
{
    m->preview = NULL;
    m->preview_refused = false;
    m->preview_key[0] = '\0';
}

unsigned preview_want(struct ui *m)
{
    bool asking = m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK;
    int at = m->list.cursor;
    const struct option *o = asking && at < m->options.n ? &m->options.o[at] : NULL;
    if (o == NULL || o->type_row || (!o->typed && at == m->options.current) ||
        wants_file(m, m->wiz.question, o->value)) {
        drop_preview(m);
        return 0;
    }
    struct str key;
    str_init(&key, sizeof m->preview_key - 1);
    str_addf(&key, "%d:%s", (int)m->wiz.question, o->value);
    bool same = str_eq(key.p, m->preview_key);
    str_copy(m->preview_key, sizeof m->preview_key, key.p);
    str_free(&key);
    if (same)
        return 0;
    bool set_back;
    m->preview = NULL;
    m->preview_refused =
        !model_try(m, m->wiz.question, o->value, &m->candidate, &m->preview_error, &set_back);
    return m->preview_refused ? 0 : FX_PREVIEW;
}
