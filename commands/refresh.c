/*
 * refresh.c - dlrig refresh: newer prices. The work is done by dlrig-refresh, a program of its own;
 * here its lists are chosen, its progress is shown and its verdicts are told.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/refresher.h"
#include "base/json.h"
#include "base/num.h"
#include "base/text.h"
#include "catalog/known_feed.h"
#include "catalog/price_file.h"
#include "commands/output.h"
#include "commands/refresh_from.h"
#include "commands/refresh_list.h"
#include "commands/refresh_tell.h"
#include "commands/run.h"

#define EVENTS_MAX 1024
#define KNOWN_NAMES_MAX 64
#define CODE_FEED 4
#define COLUMNS 78

static bool is_address(const char *place)
{
    return strstr(place, "://") != NULL;
}

/* --- which lists ----------------------------------------------------------------------------- */
static enum err ask_from(struct run *r, struct refresh_ask *ask, struct err_info *e)
{
    const char *path = r->opt->value[FLAG_FROM];
    const char *name = r->opt->arg_n > 0 ? r->opt->arg[0] : refresh_from_file(r, path);

    if (r->opt->arg_n > 1)
        return cli_fail(e, ERR_USAGE, MSG_REFRESH_ONE_NAME, NULL, NULL, NULL);
    if (refresh_is_folder(path)) {
        if (r->opt->arg_n > 0)
            return cli_fail(e, ERR_USAGE, MSG_FEED_FOLDER_NAME, NULL, NULL, NULL);
        return refresh_from_folder(r, path, ask, e);
    }
    if (!config_feed_name(name))
        return cli_fail(e, ERR_USAGE, MSG_REFRESH_NAME, name, NULL, NULL);
    if (r->ctx->opt.offline && is_address(path))
        return cli_fail(e, ERR_UNSUPPORTED, MSG_REFRESH_OFFLINE, NULL, NULL, NULL);
    ask->list[ask->n++] =
        (struct refresh_list){name, path, config_feed_private(&r->ctx->config, name)};
    return OK;
}

static enum err ask_named(struct run *r, const char *name, struct refresh_ask *ask,
                          struct err_info *e)
{
    const struct config *c = &r->ctx->config;
    const char *names[CONFIG_FEEDS_MAX + KNOWN_NAMES_MAX];
    size_t n = 0;

    for (; n < c->feed_n; n++) {
        names[n] = c->feed[n].name;
        if (str_eq(names[n], name) && ask->n < REFRESHER_LISTS) {
            ask->list[ask->n++] =
                (struct refresh_list){name, c->feed[n].place, config_feed_private(c, name)};
            return OK;
        }
    }
    if (refresh_ask_known(ask, c, name))
        return OK;
    for (size_t i = 0; i < known_feed_count && i < KNOWN_NAMES_MAX; i++)
        names[n++] = known_feeds[i].name;
    return cli_unknown(e, name, names, n, MSG_REFRESH_UNKNOWN_NEAR, MSG_REFRESH_UNKNOWN, NULL);
}

/* The names point into the config and the table of known feeds. */
static void ask_chosen(struct run *r, struct refresh_ask *ask)
{
    struct tastes t;

    tastes_load(&t, r->ctx->state_dir, r->ctx->config_path);
    if (t.feed_unknown[0] != '\0' && r->ctx->config.use_n == 0) {
        struct msg m = msg_make(MSG_CHOOSE_UNKNOWN, 1, ARG_STR(t.feed_unknown));
        struct str text;
        str_init(&text, 512);
        msg_render(&text, r->lang, &m);
        output_error(text.p);
        str_free(&text);
    }
    refresh_ask_chosen(ask, &r->ctx->config, &t);
}

static enum err choose_lists(struct run *r, struct refresh_ask *ask, struct err_info *e)
{
    enum err rc = OK;

    if (r->opt->value[FLAG_FROM] != NULL)
        return ask_from(r, ask, e);
    if (r->ctx->opt.offline)
        return cli_fail(e, ERR_UNSUPPORTED, MSG_REFRESH_OFFLINE, NULL, NULL, NULL);
    for (int i = 0; i < r->opt->arg_n && rc == OK; i++)
        rc = ask_named(r, r->opt->arg[i], ask, e);
    if (r->opt->arg_n == 0)
        ask_chosen(r, ask);
    if (rc == OK && ask->n == 0)
        rc = cli_fail(e, ERR_UNSUPPORTED, MSG_REFRESH_NOTHING, NULL, NULL, NULL);
    return rc;
}

/* --- listening ------------------------------------------------------------------------------- */
/* A line of progress: on a terminal each is written over the one before. */
static void tell(enum lang lang, const struct msg *m)
{
    struct str text, line;

    str_init(&text, 2048);
    str_init(&line, 2048);
    msg_render(&text, lang, m);
    if (isatty(STDERR_FILENO)) {
        str_addc(&line, '\r');
        text_pad(&line, text.p, COLUMNS, -1, false);
        fputs(line.p, stderr);
    } else {
        output_error(text.p);
    }
    str_free(&text);
    str_free(&line);
}

static void show_progress(const struct run *r, const struct refresh_event *x)
{
    struct msg m = {.id = MSG_NONE};

    if (x->stage == REFRESH_FETCH && x->bytes > 0)
        m = msg_make(MSG_NET_GETTING, 3, ARG_STR(x->feed), ARG_INT(x->bytes), ARG_INT(x->rows));
    else if (x->stage == REFRESH_JUDGE)
        m = msg_make(MSG_REFRESH_JUDGING, 2, ARG_STR(x->feed), ARG_INT(x->bytes));
    if (m.id != MSG_NONE)
        tell(r->ctx->lang, &m);
    if (x->stage == REFRESH_NOTE)
        output_error(x->message);
}

static void listen(const struct run *r, struct refresher *child, struct refresh_story *s)
{
    struct refresh_event x;

    while (refresher_fill(child)) {
        while (refresher_take(child, &x)) {
            show_progress(r, &x);
            s->failed += x.stage == REFRESH_FAILED;
            s->feeds += refresh_ends_feed(&x);
            if (x.stage == REFRESH_SUMMARY) {
                s->ended = true;
                s->stored = x.stored;
            } else if ((refresh_ends_feed(&x) || x.stage == REFRESH_HELD ||
                        x.stage == REFRESH_CLOCK) &&
                       s->n < EVENTS_MAX) {
                s->event[s->n++] = x;
            }
        }
    }
    if (isatty(STDERR_FILENO) && s->feeds > 0)
        fprintf(stderr, "\r%*s\r", COLUMNS, "");
}

/* --- as JSON ---------------------------------------------------------------------------------- */
static void feed_json(struct json_out *w, const struct refresh_event *x)
{
    const struct {
        const char *key;
        double n;
    } number[] = {{"pages", x->pages},       {"passed_over", x->passed},
                  {"bytes", x->bytes},       {"rows", x->rows},
                  {"accepted", x->accepted}, {"unchanged", x->unchanged},
                  {"merged", x->merged},     {"marked", x->marked},
                  {"unpriced", x->unpriced}, {"quarantined", x->quarantined},
                  {"refused", x->refused}};
    bool ok = x->stage != REFRESH_FAILED, counted = x->stage == REFRESH_DONE;

    jw_obj(w);
    jw_kstr(w, "feed", x->feed);
    jw_kstr(w, "place", x->place);
    jw_kbool(w, "ok", ok);
    jw_kstr(w, "message", ok ? NULL : x->message);
    jw_kbool(w, "not_modified", x->stage == REFRESH_SAME);
    jw_kbool(w, "asked", x->stage != REFRESH_FRESH);
    for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
        jw_knum(w, number[i].key, counted ? number[i].n : UNKNOWN);
    jw_key(w, "reasons");
    jw_obj(w);
    for (int i = 1; i < JUDGED_COUNT; i++)
        if (x->by_reason[i] > 0)
            jw_knum(w, judge_reason_word((enum judge_reason)i), x->by_reason[i]);
    jw_obj_end(w);
    jw_obj_end(w);
}

static void write_json(struct run *r, const struct refresh_story *s)
{
    struct json_out w;

    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.refresh/1");
    jw_kstr(&w, "generated", r->ctx->generated);
    jw_kbool(&w, "dry_run", r->opt->on[FLAG_DRY_RUN]);
    jw_kbool(&w, "stored", s->stored);
    jw_kstr(&w, "file", r->ctx->prices_path);
    jw_key(&w, "feeds");
    jw_arr(&w);
    for (size_t i = 0; i < s->n; i++)
        if (refresh_ends_feed(&s->event[i]))
            feed_json(&w, &s->event[i]);
    jw_arr_end(&w);
    jw_key(&w, "held");
    jw_arr(&w);
    for (size_t i = 0; i < s->n; i++) {
        const struct refresh_event *x = &s->event[i];

        if (x->stage != REFRESH_HELD)
            continue;
        jw_obj(&w);
        jw_kstr(&w, "feed", x->feed);
        jw_knum(&w, "line", x->line);
        jw_kstr(&w, "verdict", judge_class_word(judge_reason_class(x->reason)));
        jw_kstr(&w, "reason", judge_reason_word(x->reason));
        jw_kstr(&w, "what", x->what);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

/* --- what was held back ---------------------------------------------------------------------- */
static bool wanted(const struct run *r, const char *feed)
{
    for (int i = 0; i < r->opt->arg_n; i++)
        if (str_eq(r->opt->arg[i], feed))
            return true;
    return r->opt->arg_n == 0;
}

static void judged_what(struct str *out, const struct judged_row *x)
{
    const char *const part[] = {x->provider, x->instance, x->region, x->zone, x->kind};

    str_clear(out);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        if (part[i] != NULL)
            str_addf(out, "%s%s", out->len > 0 ? " " : "", part[i]);
}

static void quarantine_text(struct run *r, const struct judged_row *x, size_t n)
{
    static const enum msg_id class_text[] = {
        MSG_NONE,           MSG_CLASS_REFUSED,     MSG_CLASS_REFUSED, MSG_CLASS_PASSED,
        MSG_CLASS_UNPRICED, MSG_CLASS_QUARANTINED, MSG_CLASS_MARKED};
    size_t told = 0, odd = 0;
    struct str what;

    str_init(&what, 1024);
    for (size_t i = 0; i < n; i++) {
        enum judge_class class = judge_reason_class(x[i].reason);
        struct msg m;

        if (class == JUDGE_GOOD || !wanted(r, x[i].feed))
            continue;
        judged_what(&what, &x[i]);
        str_addf(&r->out, "%s  %s  ", x[i].feed, msg_text(r->lang, class_text[class]));
        m = refresh_held((double)x[i].line, what.p, x[i].reason, x[i].price_hour,
                         x[i].expected_hour, x[i].currency);
        refresh_line(&r->out, r->lang, "", m);
        told++;
        odd += class == JUDGE_ODD;
    }
    str_free(&what);
    if (told == 0)
        refresh_line(&r->out, r->lang, "", msg_make(MSG_REFRESH_QUARANTINE_NONE, 0));
    if (odd > 0)
        refresh_line(&r->out, r->lang, "", msg_make(MSG_REFRESH_RELEASE, 0));
}

static void quarantine_json(struct run *r, const struct judged_row *x, size_t n)
{
    struct json_out w;

    jw_init(&w, &r->out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.quarantine/1");
    jw_key(&w, "rows");
    jw_arr(&w);
    for (size_t i = 0; i < n; i++) {
        if (!wanted(r, x[i].feed))
            continue;
        jw_obj(&w);
        jw_kstr(&w, "feed", x[i].feed);
        jw_knum(&w, "line", (double)x[i].line);
        jw_kstr(&w, "verdict", judge_class_word(judge_reason_class(x[i].reason)));
        jw_kstr(&w, "reason", judge_reason_word(x[i].reason));
        jw_kstr(&w, "message", msg_text(r->lang, judge_reason_text(x[i].reason)));
        jw_kstr(&w, "provider", x[i].provider);
        jw_kstr(&w, "instance", x[i].instance);
        jw_kstr(&w, "region", x[i].region);
        jw_kstr(&w, "zone", x[i].zone);
        jw_kstr(&w, "kind", x[i].kind);
        jw_kstr(&w, "gpu", x[i].gpu);
        jw_kstr(&w, "currency", x[i].currency);
        jw_knum(&w, "price_hour", x[i].price_hour);
        jw_knum(&w, "expected_hour", x[i].expected_hour);
        jw_kstr(&w, "date", x[i].date);
        jw_obj_end(&w);
    }
    jw_arr_end(&w);
    jw_obj_end(&w);
    str_addc(&r->out, '\n');
}

static enum err show_quarantine(struct run *r, struct err_info *e)
{
    struct judged_row *row = NULL;
    size_t n = 0;
    enum err rc = OK;

    if (r->opt->value[FLAG_FROM] != NULL)
        return cli_fail(e, ERR_USAGE, MSG_REFRESH_QUARANTINE_ALONE, NULL, NULL, NULL);
    if (r->ctx->prices_path[0] != '\0' && file_exists(r->ctx->prices_path))
        rc = price_file_judged(r->ctx->prices_path, &r->arena, &row, &n, e);
    if (rc != OK)
        return rc;
    if (str_eq(r->format, "json"))
        quarantine_json(r, row, n);
    else
        quarantine_text(r, row, n);
    return OK;
}

/* --- the command ----------------------------------------------------------------------------- */
enum err command_refresh(struct run *r, struct err_info *e)
{
    struct refresh_ask *ask = ARENA_NEW(&r->arena, struct refresh_ask);
    struct refresh_story s = {.event = ARENA_ARRAY(&r->arena, struct refresh_event, EVENTS_MAX)};
    struct refresher child;
    enum err rc;

    if (ask == NULL || s.event == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (r->opt->on[FLAG_QUARANTINE])
        return show_quarantine(r, e);
    if (r->opt->on[FLAG_LIST])
        return refresh_list(r, e);
    ask->ctx = r->ctx;
    ask->dry_run = r->opt->on[FLAG_DRY_RUN];
    ask->force = r->opt->on[FLAG_FORCE];
    rc = choose_lists(r, ask, e);
    if (rc == OK && r->ctx->catalog_path[0] == '\0')
        rc = cli_fail(e, ERR_DAMAGED, MSG_CTX_NO_DATA, NULL, NULL, NULL);
    if (rc == OK && r->ctx->prices_dir[0] == '\0')
        rc = cli_fail(e, ERR_USAGE, MSG_REFRESH_NO_HOME, NULL, NULL, NULL);
    if (rc == OK)
        rc = refresher_start(&child, ask, e);
    if (rc != OK)
        return rc;
    listen(r, &child, &s);
    r->code = refresher_end(&child); /* what went wrong the child has told */
    if (!s.ended) {
        if (r->code == 0 || r->code > 5)
            return err_set(e, ERR_USAGE, MSG_REFRESH_CHILD, 1, &ARG_INT(r->code));
        return OK;
    }
    if (str_eq(r->format, "json"))
        write_json(r, &s);
    else
        refresh_tell(r, &s);
    return OK;
}
