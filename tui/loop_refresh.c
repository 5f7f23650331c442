/* loop_refresh.c - dlrig-refresh behind the screen: its events go into the model as they come. */
#include <string.h>

#include "app/lists.h"
#include "app/model_file.h"
#include "base/file.h"
#include "tui/loop_parts.h"

static void fail(struct tui *t, struct err_info *e)
{
    step(t, &(struct event){.kind = EV_REFRESHED, .error = e});
}

void loop_feeds(struct tui *t)
{
    struct err_info e = {0};
    struct arena a;
    arena_init(&a, 0);
    if (feeds_fetched(&t->m.feeds, t->c->prices_path, &a, &e) != OK)
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
    arena_free(&a);
}

void loop_refresh_begin(struct tui *t)
{
    static struct refresh_ask ask; /* its lists point into the config and the table */
    struct err_info e = {0};
    ask = (struct refresh_ask){.ctx = t->c};
    struct tastes chosen = t->tastes; /* kept or not yet */
    feeds_keep(&t->m.feeds, &chosen);
    refresh_ask_chosen(&ask, &t->c->config, &chosen);
    if (t->c->opt.offline)
        err_set(&e, ERR_UNSUPPORTED, MSG_REFRESH_OFFLINE, 0, NULL);
    else if (ask.n == 0)
        err_set(&e, ERR_UNSUPPORTED, MSG_REFRESH_NOTHING, 0, NULL);
    else if (t->c->prices_dir[0] == '\0')
        err_set(&e, ERR_IO, MSG_REFRESH_NO_HOME, 0, NULL);
    else if (refresher_start(&t->child, &ask, &e) == OK)
        t->m.refresh.running = true;
    if (!t->m.refresh.running) {
        fail(t, &e);
        return;
    }
    for (size_t i = 0; i < ask.n; i++) { /* all of them from the start, in their order */
        struct refresh_event x = {.stage = REFRESH_FETCH, .bytes = UNKNOWN};
        str_copy(x.feed, sizeof x.feed, ask.list[i].name);
        step(t, &(struct event){.kind = EV_REFRESH, .refresh = &x});
    }
}

/* Facts and prices anew: nothing made of the old ones may live on. */
void loop_load_anew(struct tui *t, struct err_info *e)
{
    recompute_free(&t->r);
    recompute_init(&t->r);
    fits_forget(&t->m);
    plan_files_forget(&t->files);
    loop_past_end(t);
    t->m.result = t->m.preview = NULL;
    t->c->opt.all_offers = true; /* what came is counted and listed */
    enum err rc = context_load(t->c, e);
    if (rc != OK && t->c->prices_path[0] != '\0') { /* without the price file, then */
        struct err_info again = {0};
        t->c->prices_path[0] = '\0';
        rc = context_load(t->c, &again);
    }
    if (rc != OK) {
        t->exit_code = err_exit_code(rc);
        t->leave = true;
        return;
    }
    struct err_info why = {0};
    model_file_take(&t->c->facts, &t->c->arena, &t->m.doc.answers, t->c->env.xdg.home, &why);
}

static void ended(struct tui *t)
{
    struct err_info e = {0};
    t->m.refresh.running = false;
    int code = refresher_end(&t->child);
    if (code != 0 && code != 4 && !t->m.refresh.cancelled) {
        struct msg_arg arg = ARG_INT(code);
        err_set(&e, ERR_IO, MSG_REFRESH_CHILD, 1, &arg);
    }
    if (t->m.refresh.stored)
        loop_load_anew(t, &e);
    if (!t->leave)
        step(t, &(struct event){.kind = EV_REFRESHED, .code = code, .error = &e});
}

void loop_refresh_read(struct tui *t)
{
    struct refresh_event x;
    bool more = refresher_fill(&t->child);
    while (refresher_take(&t->child, &x)) {
        step(t, &(struct event){.kind = EV_REFRESH, .refresh = &x});
        t->told = true;
    }
    if (!more)
        ended(t);
}

void loop_refresh_cancel(struct tui *t)
{
    if (t->m.refresh.running)
        refresher_cancel(&t->child);
}

void loop_refresh_end(struct tui *t)
{
    if (!t->m.refresh.running)
        return;
    t->m.refresh.running = false;
    refresher_cancel(&t->child);
    refresher_end(&t->child);
}

int loop_refresh_fd(const struct tui *t)
{
    return t->m.refresh.running ? t->child.fd : -1;
}
