/* update_refresh.c - price lists being fetched while everything else stays usable. */
#include <string.h>

#include "app/update_parts.h"
#include "base/str.h"

static struct feed_state *feed_of(struct refresh_state *r, const char *name)
{
    for (int i = 0; i < r->n; i++) {
        if (str_eq(r->feed[i].name, name))
            return &r->feed[i];
    }
    if (r->n == REFRESHER_LISTS)
        return NULL;
    struct feed_state *f = &r->feed[r->n++];
    *f = (struct feed_state){.bytes = UNKNOWN};
    str_copy(f->name, sizeof f->name, name);
    return f;
}

void refresh_event(struct ui *m, const struct event *e)
{
    const struct refresh_event *x = e->refresh;
    if (x->stage == REFRESH_SUMMARY)
        m->refresh.stored = x->stored;
    if (x->stage == REFRESH_OTHER || x->stage == REFRESH_SUMMARY || x->stage == REFRESH_HELD ||
        x->stage == REFRESH_CLOCK)
        return;
    if (x->stage == REFRESH_NOTE) {
        model_say(m, SAY_INFO, MSG_TUI_SAYS, 1, ARG_STR(x->message));
        return;
    }
    struct feed_state *f = feed_of(&m->refresh, x->feed);
    if (f == NULL)
        return;
    f->stage = x->stage;
    if (known(x->bytes))
        f->bytes = x->bytes;
    f->rows = x->rows;
    f->accepted = x->accepted;
    f->marked = x->marked;
    f->quarantined = x->quarantined;
    f->refused = x->refused;
    str_copy(f->message, sizeof f->message, x->message);
    m->stale = true;
}

/* What held pointers into the old facts and prices is let go. */
void forget_facts(struct ui *m)
{
    if (m->screen == SCREEN_PAGE && (m->page_kind == PAGE_OFFER || m->page_kind == PAGE_CARD ||
                                     m->page_kind == PAGE_MODEL || m->page_kind == PAGE_FILES))
        model_pop(m);
    m->page_offer = NULL;
    m->page_card = NULL;
    m->page_model = NULL;
    m->files.moved = NULL;
    m->offers = (struct offers_answer){0};
    m->card_n = 0;
    m->stale = true;
}

void refresh_ended(struct ui *m, const struct event *e)
{
    int failed = 0;
    struct refresh_state *r = &m->refresh;
    r->running = false;
    for (int i = 0; i < r->n; i++)
        failed += r->feed[i].stage == REFRESH_FAILED;
    if (r->stored)
        forget_facts(m);
    if (e->error != NULL && e->error->code != OK)
        model_say_error(m, e->error);
    else if (r->cancelled)
        model_say(m, SAY_INFO, MSG_TUI_REFRESH_CANCELLED, 0);
    else if (failed > 0)
        model_say(m, SAY_WARNING, MSG_REFRESH_FAILED_FEEDS, 2, ARG_INT(failed), ARG_INT(r->n));
    else
        model_say(m, SAY_INFO, MSG_TUI_REFRESHED, 1, ARG_INT(m->prices->offer_n));
    m->stale = true;
}

static void say_none(struct ui *m)
{
    model_say(m, SAY_WARNING, MSG_CHOOSE_NONE, 2, ARG_STR(m->keymap.shown[ACT_CHOOSE]),
              ARG_STR(m->keymap.shown[ACT_AGAIN]));
}

static void choose(struct ui *m, int at)
{
    if (at < 0 || at >= m->feeds.n)
        return;
    if (!feeds_switch(&m->feeds, at))
        model_say(m, SAY_WARNING, MSG_CHOOSE_FIXED, 1, ARG_STR(m->feeds.line[at].name));
    else if (feeds_chosen(&m->feeds) == 0)
        say_none(m);
    else
        model_say(m, SAY_INFO, MSG_CHOOSE_NOW, 2, ARG_INT(feeds_chosen(&m->feeds)),
                  ARG_STR(m->keymap.shown[ACT_AGAIN]));
}

/* Nothing is fetched that was not chosen. */
static unsigned fetch(struct ui *m)
{
    struct refresh_state *r = &m->refresh;
    if (r->running)
        return 0;
    if (m->offline) {
        model_say(m, SAY_WARNING, MSG_REFRESH_OFFLINE, 0);
        return 0;
    }
    if (feeds_chosen(&m->feeds) == 0) {
        say_none(m);
        return 0;
    }
    *r = (struct refresh_state){.offers = r->offers};
    return FX_REFRESH;
}

unsigned update_refresh(struct ui *m, enum action a)
{
    switch (a) {
    case ACT_REFRESH:
        model_push(m, SCREEN_REFRESH);
        if (m->feeds.unknown[0] != '\0')
            model_say(m, SAY_WARNING, MSG_CHOOSE_UNKNOWN, 1, ARG_STR(m->feeds.unknown));
        m->feeds.unknown[0] = '\0';
        return FX_FEEDS;
    case ACT_CHOOSE: choose(m, m->list.cursor); return 0;
    case ACT_AGAIN: return fetch(m);
    case ACT_CANCEL:
        if (!m->refresh.running) {
            model_say(m, SAY_INFO, MSG_TUI_NOTHING_RUNS, 0);
            return 0;
        }
        m->refresh.cancelled = true;
        return FX_CANCEL;
    default: return 0;
    }
}
