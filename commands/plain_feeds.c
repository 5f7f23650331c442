/* plain_feeds.c - price feeds as numbered lines: chosen, let go, fetched. */
#include <stdio.h>

#include "app/feeds.h"
#include "app/lists.h"
#include "app/model_file.h"
#include "app/tastes.h"
#include "app/update.h"
#include "base/num.h"
#include "base/str.h"
#include "commands/plain_parts.h"

static void comma(const struct dialogue *d, struct str *out)
{
    str_add(out, msg_text(d->m.lang, MSG_PUNCT_COMMA));
}

static void feed_line(struct dialogue *d, int at)
{
    const struct feed_line *x = &d->m.feeds.line[at];
    const struct msg age = feed_age(x, d->m.now), size = feed_size(x);
    const struct msg rows = msg_make(MSG_CHOOSE_ROWS, 1, ARG_INT(x->rows));
    struct str s;
    str_init(&s, 512);
    str_addf(&s, "  %2d  [%c] %s", at + 1, x->chosen ? 'x' : ' ', x->name);
    comma(d, &s);
    str_add(&s, msg_text(d->m.lang, feed_holds(x)));
    comma(d, &s);
    str_add(&s, msg_text(d->m.lang, MSG_CHOOSE_HEAD_FETCHED));
    str_add(&s, msg_text(d->m.lang, MSG_PUNCT_COLON));
    msg_render(&s, d->m.lang, &age);
    if (known(x->rows)) {
        comma(d, &s);
        msg_render(&s, d->m.lang, &rows);
    }
    comma(d, &s);
    if (x->known != NULL) {
        str_add(&s, msg_text(d->m.lang, MSG_CHOOSE_HEAD_SIZE));
        str_add(&s, msg_text(d->m.lang, MSG_PUNCT_COLON));
    }
    msg_render(&s, d->m.lang, &size);
    say(d, s.p);
    str_free(&s);
}

static void list(struct dialogue *d)
{
    struct msg count =
        msg_make(MSG_CHOOSE_COUNT, 2, ARG_INT(feeds_chosen(&d->m.feeds)), ARG_INT(d->m.feeds.n));
    struct str chosen;
    str_init(&chosen, 128);
    msg_render(&chosen, d->m.lang, &count);
    struct msg title = msg_make(MSG_CHOOSE_TITLE, 1, ARG_STR(chosen.p));
    fputc('\n', stdout);
    say_msg(d, &title);
    str_free(&chosen);
    for (int i = 0; i < d->m.feeds.n; i++)
        feed_line(d, i);
}

static void fetched(struct dialogue *d)
{
    struct err_info e = {0};
    struct arena a;
    arena_init(&a, 0);
    if (feeds_fetched(&d->m.feeds, d->c->prices_path, &a, &e) != OK)
        say_error(d, &e);
    arena_free(&a);
}

/* --- fetching --------------------------------------------------------------------------------- */
static void told(struct dialogue *d, const struct refresh_event *x)
{
    struct msg_arg feed = ARG_STR(x->feed);
    struct msg m = {.id = MSG_NONE};
    if (x->stage == REFRESH_FAILED)
        m = msg_make(MSG_REFRESH_FEED_FAILED, 2, feed, ARG_STR(x->message));
    else if (x->stage == REFRESH_SAME)
        m = msg_make(MSG_NET_SAME, 2, feed, ARG_STR(x->since));
    else if (x->stage == REFRESH_FRESH)
        m = msg_make(MSG_NET_FRESH, 2, feed, ARG_STR(x->since));
    else if (x->stage == REFRESH_DONE)
        m = msg_make(MSG_REFRESH_DONE, 9, feed, ARG_INT(x->rows), ARG_INT(x->accepted),
                     ARG_INT(x->unchanged), ARG_INT(x->merged), ARG_INT(x->unpriced),
                     ARG_INT(x->quarantined), ARG_INT(x->refused), ARG_INT(x->passed));
    if (m.id != MSG_NONE)
        say_msg(d, &m);
    fflush(stdout);
}

/* Facts and prices anew: nothing made of the old ones may live on. */
static void load_anew(struct dialogue *d)
{
    struct err_info e = {0};
    recompute_free(&d->runs);
    recompute_init(&d->runs);
    fits_forget(&d->m);
    plan_files_forget(&d->files);
    d->m.result = d->m.preview = NULL;
    d->c->opt.all_offers = true;
    if (context_load(d->c, &e) != OK) {
        say_error(d, &e);
        d->gone = true;
        return;
    }
    model_file_take(&d->c->facts, &d->c->arena, &d->m.doc.answers, d->c->env.xdg.home, &e);
}

/* What came is told feed by feed; the plan is computed anew with the new prices. */
static void listen(struct dialogue *d, struct refresher *child)
{
    struct refresh_event x;
    struct err_info e = {0};
    bool over = false;
    while (refresher_fill(child)) {
        while (refresher_take(child, &x)) {
            told(d, &x);
            update(&d->m, &(struct event){.kind = EV_REFRESH, .refresh = &x});
        }
        if (is_over(d) && !over)
            refresher_cancel(child);
        over = is_over(d);
    }
    int code = refresher_end(child);
    d->m.refresh.cancelled = over;
    if (code != 0 && code != 4 && !over)
        err_set(&e, ERR_IO, MSG_REFRESH_CHILD, 1, &ARG_INT(code));
    if (d->m.refresh.stored)
        load_anew(d);
    if (d->gone)
        return;
    plain_settle(d, update(&d->m, &(struct event){.kind = EV_REFRESHED, .error = &e}));
    say_said(d);
    fetched(d);
}

static void fetch(struct dialogue *d, const struct tastes *chosen)
{
    static struct refresh_ask ask; /* its lists point into the config and the table */
    struct refresher child;
    struct err_info e = {0};
    ask = (struct refresh_ask){.ctx = d->c};
    refresh_ask_chosen(&ask, &d->c->config, chosen);
    if (d->c->opt.offline)
        err_set(&e, ERR_UNSUPPORTED, MSG_REFRESH_OFFLINE, 0, NULL);
    else if (ask.n == 0)
        err_set(&e, ERR_UNSUPPORTED, MSG_CHOOSE_NONE_PLAIN, 0, NULL);
    else if (d->c->prices_dir[0] == '\0')
        err_set(&e, ERR_IO, MSG_REFRESH_NO_HOME, 0, NULL);
    if (e.code != OK || refresher_start(&child, &ask, &e) != OK) {
        say_error(d, &e);
        return;
    }
    d->m.refresh = (struct refresh_state){.offers = d->m.refresh.offers, .running = true};
    listen(d, &child);
}

/* --- choosing --------------------------------------------------------------------------------- */
static void choose(struct dialogue *d, struct tastes *kept, int at)
{
    struct err_info e = {0};
    struct msg fixed = msg_make(MSG_CHOOSE_FIXED, 1, ARG_STR(d->m.feeds.line[at].name));
    if (!feeds_switch(&d->m.feeds, at)) {
        say_msg(d, &fixed);
        return;
    }
    feeds_keep(&d->m.feeds, kept);
    if (tastes_save(kept, d->c->state_dir, &e) != OK)
        say_error(d, &e);
    feed_line(d, at);
}

void plain_feeds(struct dialogue *d)
{
    struct tastes kept;
    char line[64];
    tastes_load(&kept, d->c->state_dir, d->c->config_path);
    feeds_build(&d->m.feeds, &d->c->config, &kept);
    struct msg unknown = msg_make(MSG_CHOOSE_UNKNOWN, 1, ARG_STR(d->m.feeds.unknown));
    fetched(d);
    if (d->m.feeds.unknown[0] != '\0')
        say_msg(d, &unknown);
    list(d);
    while (!is_over(d)) {
        double x;
        fprintf(stdout, "%s [%s] > ", msg_text(d->m.lang, MSG_CHOOSE_HOW),
                msg_text(d->m.lang, MSG_MENU_BACK));
        if (!read_line(d, line, sizeof line) || line[0] == '\0' || str_case_eq(line, "b"))
            return;
        d->quits = str_case_eq(line, "q");
        struct msg range =
            msg_make(MSG_PLAIN_CHOICE_RANGE, 2, ARG_STR(line), ARG_INT(d->m.feeds.n));
        if (str_case_eq(line, "f"))
            fetch(d, &kept);
        else if (num_plain(line, &x) == NUM_OK && x >= 1 && x <= d->m.feeds.n)
            choose(d, &kept, (int)x - 1);
        else if (!d->quits)
            say_msg(d, &range);
    }
}
