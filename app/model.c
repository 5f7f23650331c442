#include "app/model.h"

#include <stdarg.h>
#include <string.h>

#include "app/keys.h"
#include "base/str.h"

#define LISTS_BYTES (24u << 20)
#define SCRATCH_BYTES (8u << 20)
#define KEEP_BYTES (8u << 20)
#define FITS_BYTES (32u << 20)

enum err model_init(struct ui *m, const struct facts *f, const struct prices *p, struct moment now,
                    enum lang lang, struct err_info *e)
{
    memset(m, 0, sizeof *m);
    m->facts = f;
    m->prices = p;
    m->now = now;
    m->lang = lang;
    keymap_default(&m->keymap);
    arena_init(&m->lists, LISTS_BYTES);
    arena_init(&m->scratch, SCRATCH_BYTES);
    arena_init(&m->keep, KEEP_BYTES);
    arena_init(&m->fits.arena, FITS_BYTES);
    m->refresh.offers = -1;
    m->files.name = arena_alloc_array(&m->keep, FILES_MAX, sizeof *m->files.name);
    if (m->files.name == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    m->history.slot = ARENA_ARRAY(&m->keep, struct doc, HISTORY_MAX);
    if (m->history.slot == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    answers_init(&m->doc.answers);
    answers_init(&m->blank);
    m->wiz.step = 1;
    m->offers_sort = OFFERS_BY_GPU_PRICE;
    m->wiz.question = Q_TASK;
    m->plan = -1;
    m->marked[0] = m->marked[1] = -1;
    m->stale = true;
    str_copy(m->export_path, sizeof m->export_path, "dlrig-plan.md");
    history_reset(m);
    return job_resolve(&m->doc.answers, f, &m->scratch, &m->job, e);
}

void model_free(struct ui *m)
{
    arena_free(&m->lists);
    arena_free(&m->scratch);
    arena_free(&m->keep);
    arena_free(&m->fits.arena);
}

/* --- document and history --------------------------------------------------------------------- */
void history_reset(struct ui *m)
{
    m->history.n = 1;
    m->history.at = 0;
    m->history.slot[0] = m->doc;
}

void history_commit(struct ui *m)
{
    struct history *h = &m->history;
    if (h->at + 1 >= HISTORY_MAX) { /* the oldest goes */
        memmove(&h->slot[0], &h->slot[1], (HISTORY_MAX - 1) * sizeof h->slot[0]);
        h->at--;
    }
    h->slot[++h->at] = m->doc;
    h->n = h->at + 1;
    m->changed = true;
    m->stale = true;
}

static bool history_go(struct ui *m, int by)
{
    struct history *h = &m->history;
    if (h->at + by < 0 || h->at + by >= h->n)
        return false;
    h->at += by;
    m->doc = h->slot[h->at];
    m->changed = true;
    m->stale = true;
    return true;
}

bool history_undo(struct ui *m)
{
    return history_go(m, -1);
}

bool history_redo(struct ui *m)
{
    return history_go(m, 1);
}

/* Answers of later steps hang on task and model; when they contradict a new one they go back to
 * their defaults instead of blocking it. */
static void clear_later(struct answers *a, enum question_id q)
{
    int from = q == Q_TASK ? Q_MODEL : Q_METHOD;
    int to = q == Q_TASK ? Q_TPS : Q_CLIP_SECONDS;
    for (int i = from; i <= to; i++) {
        if (i != Q_HAVE)
            answers_clear(a, (enum question_id)i);
    }
}

/* A card where a model is asked for is told as one. */
static void tell_card(struct ui *m, const char *text, struct err_info *e)
{
    struct hardware card;
    struct err_info none = {0};
    arena_reset(&m->scratch);
    if (hardware_parse(text, HARDWARE_HAVE, m->facts, &m->scratch, &card, &none) != OK ||
        card.n == 0)
        return;
    err_clear(e);
    struct msg_arg arg = ARG_STR(err_detail(e, text));
    err_set(e, ERR_VALUE, MSG_TUI_A_CARD, 1, &arg);
}

bool model_try(struct ui *m, enum question_id q, const char *text, struct answers *out,
               struct err_info *e, bool *set_back)
{
    struct job job;
    *out = m->doc.answers;
    *set_back = false;
    if (text[0] == '\0')
        answers_clear(out, q);
    else if (answers_set(out, q, text, FROM_GIVEN, e) != OK)
        return false;
    arena_reset(&m->scratch);
    if (job_resolve(out, m->facts, &m->scratch, &job, e) == OK)
        return true;
    if (q != Q_TASK && q != Q_MODEL)
        return false;
    clear_later(out, q);
    struct err_info again;
    *set_back = job_resolve(out, m->facts, &m->scratch, &job, &again) == OK;
    if (!*set_back && q == Q_MODEL)
        tell_card(m, text, e);
    return *set_back;
}

bool model_answer(struct ui *m, enum question_id q, const char *text)
{
    struct answers next;
    struct err_info e = {0};
    bool set_back;
    if (!model_try(m, q, text, &next, &e, &set_back)) {
        model_say_error(m, &e);
        return false;
    }
    m->doc.answers = next;
    history_commit(m);
    if (set_back)
        model_say(m, SAY_WARNING, MSG_TUI_SET_BACK, 0);
    return true;
}

/* --- what is shown ---------------------------------------------------------------------------- */
const struct result *model_shown(const struct ui *m)
{
    return m->preview != NULL ? m->preview : m->result;
}

struct list *model_list(struct ui *m)
{
    return m->screen == SCREEN_PLAN ? &m->pane[m->focus] : &m->list;
}

const struct plan *model_plan(const struct ui *m)
{
    const struct result *r = m->result;
    if (r == NULL || m->plan < 0 || (size_t)m->plan >= r->plan_n)
        return NULL;
    return &r->plan[m->plan];
}

void model_follow(struct ui *m)
{
    const struct result *r = m->result;
    m->plan = -1;
    m->marked[0] = m->marked[1] = -1;
    if (r != NULL && r->plan_n > 0)
        m->plan = r->chosen >= 0 ? r->chosen : 0;
    m->stale = true;
}

/* --- screens ---------------------------------------------------------------------------------- */
void model_push(struct ui *m, enum screen_id s)
{
    if (m->depth < (int)(sizeof m->stack / sizeof m->stack[0])) {
        m->stack[m->depth] = m->screen;
        m->list_stack[m->depth] = m->list;
        m->depth++;
    }
    m->screen = s;
    m->list = (struct list){0};
    m->typing = false;
    m->filter[0] = '\0';
    m->stale = true;
}

bool model_pop(struct ui *m)
{
    if (m->depth == 0)
        return false;
    m->depth--;
    m->screen = m->stack[m->depth];
    m->list = m->list_stack[m->depth];
    m->typing = false;
    m->filter[0] = '\0';
    m->stale = true;
    return true;
}

unsigned model_where(const struct ui *m)
{
    static const unsigned bits[SCREEN_COUNT] = {
        [SCREEN_WIZARD] = WHERE_WIZARD,     [SCREEN_ASK] = WHERE_ASK,
        [SCREEN_PLAN] = WHERE_PLAN,         [SCREEN_PICKER] = WHERE_PICKER,
        [SCREEN_COMPARE] = WHERE_COMPARE,   [SCREEN_PAGE] = WHERE_PAGE,
        [SCREEN_FINDINGS] = WHERE_FINDINGS, [SCREEN_EXPORT] = WHERE_EXPORT,
        [SCREEN_SETTINGS] = WHERE_SETTINGS, [SCREEN_OFFERS] = WHERE_OFFERS,
        [SCREEN_CATALOG] = WHERE_CATALOG,   [SCREEN_COST] = WHERE_COST,
        [SCREEN_REFRESH] = WHERE_REFRESH,   [SCREEN_FILES] = WHERE_FILES,
        [SCREEN_FITS] = WHERE_FITS,         [SCREEN_FORM] = WHERE_FORM,
    };
    unsigned w = bits[m->screen];
    if (m->screen == SCREEN_PLAN && m->focus == PANE_PARTS)
        w |= WHERE_PARTS;
    if (m->screen == SCREEN_PAGE && m->page_kind == PAGE_FILES)
        w |= WHERE_MOVED;
    if (m->screen == SCREEN_WIZARD && m->wiz.opened)
        w = WHERE_ASK;
    return w;
}

/* --- lists ------------------------------------------------------------------------------------ */
void list_set(struct list *l, int n)
{
    l->n = n;
    if (l->cursor >= n)
        l->cursor = n - 1;
    if (l->cursor < 0)
        l->cursor = 0;
}

void list_move(struct list *l, int by)
{
    l->cursor += by;
    list_set(l, l->n);
}

void list_show(struct list *l, int height)
{
    if (height < 1)
        height = 1;
    if (l->cursor < l->top)
        l->top = l->cursor;
    if (l->cursor >= l->top + height)
        l->top = l->cursor - height + 1;
    if (l->top > l->n - height)
        l->top = l->n - height;
    if (l->top < 0)
        l->top = 0;
}

#define TURN_KEEPS 5 /* a list of so many rows keeps one in sight when it turns */
void list_turn(struct list *l, int height)
{
    int kept = height >= TURN_KEEPS ? 1 : 0;
    if (height > 1 && l->cursor == l->top + height)
        l->top = l->cursor - kept;
    else if (height > 1 && l->cursor == l->top - 1)
        l->top = l->cursor - height + 1 + kept;
    list_show(l, height);
}

/* --- message line ----------------------------------------------------------------------------- */
void model_say(struct ui *m, int how, enum msg_id id, int n, ...)
{
    struct msg msg = {.id = id, .n = n};
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n && i < MSG_ARGS_MAX; i++)
        msg.a[i] = va_arg(ap, struct msg_arg);
    va_end(ap);
    struct str s;
    str_init(&s, 2048);
    msg_render(&s, m->lang, &msg);
    str_copy(m->message, sizeof m->message, s.p);
    str_free(&s);
    m->say = how == SAY_ERROR ? SAY_ERROR : how == SAY_WARNING ? SAY_WARNING : SAY_INFO;
    m->fresh = true;
}

void model_say_error(struct ui *m, const struct err_info *e)
{
    struct str s;
    str_init(&s, 2048);
    err_render(&s, m->lang, e);
    str_copy(m->message, sizeof m->message, s.p);
    str_free(&s);
    m->say = SAY_ERROR;
    m->fresh = true;
}

void model_quiet(struct ui *m)
{
    m->message[0] = '\0';
    m->say = SAY_NOTHING;
}
