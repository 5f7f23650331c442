#include "pricing/refresh.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/price_file.h"
#include "pricing/intake.h"
#include "pricing/merge.h"
#include "pricing/progress.h"
#include "pricing/store.h"

#define PATH_BYTES 4096
#define HELD_TOLD 6       /* rows told one by one for each reason; all of them are in the file */
#define STORED_FEEDS 1024 /* feeds of the price file */
#define CODE_FEED 4
#define CHECK_BYTES ((int64_t)16 << 20) /* a larger file is checked while it is read */
#define ARENA_MAX ((size_t)1 << 30)

const char refresh_version[] = "dlrig-refresh " DLRIG_VERSION;

/* One feed of this run. */
struct task {
    const struct source_feed *feed;
    struct source_state was, now;
    struct store_feed stored; /* as it will stand in the price file */
    struct merge_feed merge;
    size_t last_rows;
    struct intake_rate *rate;
    size_t rate_n, odd_rates;
    unsigned char held[JUDGED_COUNT]; /* told, by reason */
    size_t bytes;
    const char *source;
    bool failed, told, known_before;
};

struct refresh {
    const struct refresh_options *o;
    struct arena arena;
    struct facts facts;
    struct prices shipped;
    struct judge *judge;
    struct source *source;
    struct pile *pile;
    struct task task[REFRESH_FEEDS_MAX];
    struct store_feed *old; /* the feeds of the old price file */
    size_t old_n;
    char moment[21];
};

bool refresh_name(const char *name, size_t len)
{
    return len > 0 && len <= SOURCE_NAME_MAX && name[0] != '.' && name[0] != '-' &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") >= len;
}

static const char *first_place(const struct source_feed *feed)
{
    if (feed->place_n > 0 || feed->known == NULL)
        return feed->place_n > 0 ? feed->place[0] : feed->name;
    return feed->known->url[0] != NULL ? feed->known->url[0] : feed->known->finder;
}

/* --- telling --------------------------------------------------------------------------------- */
static void fail(struct refresh *r, struct task *t, const struct err_info *e,
                 const struct judge_counts *c)
{
    struct str text;

    t->failed = t->told = true;
    str_init(&text, 2048);
    err_render(&text, r->o->lang, e);
    progress_failed(t->feed->name, t->now.place[0] != '\0' ? t->now.place : first_place(t->feed),
                    text.p, c);
    str_free(&text);
}

static void tell_held(void *ctx, const struct merge_feed *feed, const struct verdict *v)
{
    struct refresh *r = ctx;

    for (size_t i = 0; i < r->o->n; i++)
        if (r->task[i].merge.name == feed->name && judge_reason_class(v->reason) != JUDGE_PASSED &&
            r->task[i].held[v->reason] < HELD_TOLD) {
            r->task[i].held[v->reason]++;
            progress_held(feed->name, v);
        }
}

/* --- what the price file knows of the feeds -------------------------------------------------- */
static int64_t moment_s(const char *text)
{
    int32_t days;
    char day[11], *end;

    if (strlen(text) != 20 || !str_copy(day, sizeof day, "") || text[10] != 'T')
        return 0;
    memcpy(day, text, 10);
    day[10] = '\0';
    if (!date_parse(day, &days))
        return 0;
    long hour = strtol(text + 11, &end, 10), minute = *end == ':' ? strtol(end + 1, &end, 10) : -1,
         second = *end == ':' ? strtol(end + 1, &end, 10) : -1;
    if (*end != 'Z' || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 ||
        second > 60)
        return 0;
    return (int64_t)days * 86400 + hour * 3600 + minute * 60 + second;
}

static void recall(struct refresh *r, struct task *t)
{
    for (size_t i = 0; i < r->old_n; i++) {
        const struct store_feed *x = &r->old[i];
        if (!str_eq(x->name, t->feed->name))
            continue;
        t->stored = *x;
        t->known_before = true;
        t->last_rows = x->rows;
        str_copy(t->was.place, sizeof t->was.place, x->place);
        str_copy(t->was.etag, sizeof t->was.etag, x->etag);
        str_copy(t->was.modified, sizeof t->was.modified, x->modified);
        t->was.retry_s = moment_s(x->retry_after);
    }
    str_copy(t->stored.name, sizeof t->stored.name, t->feed->name);
    if (t->stored.place[0] == '\0')
        str_copy(t->stored.place, sizeof t->stored.place, first_place(t->feed));
}

/* What was learnt of the feed, for the next run. */
static void note_news(struct refresh *r, struct task *t, const struct intake *x)
{
    struct store_feed *s = &t->stored;

    s->retry_after[0] = '\0';
    if (t->now.retry_s > 0)
        moment_format((struct moment){.unix_s = t->now.retry_s}, s->retry_after);
    str_copy(s->tried, sizeof s->tried, r->moment);
    if (t->failed)
        return;
    str_copy(s->fetched, sizeof s->fetched, r->moment);
    if (t->now.unchanged)
        return;
    str_copy(s->place, sizeof s->place, x->place);
    str_copy(s->format, sizeof s->format, x->format);
    str_copy(s->data_date, sizeof s->data_date, x->date);
    str_copy(s->etag, sizeof s->etag, t->now.etag);
    str_copy(s->modified, sizeof s->modified, t->now.modified);
}

/* --- fetching and reading -------------------------------------------------------------------- */
static const char *source_of(struct refresh *r, const struct source_feed *feed)
{
    struct str s;

    if (feed->known != NULL)
        return feed->known->credit;
    str_init(&s, 200);
    str_addf(&s, "yours: %s", feed->name);
    const char *kept = arena_strdup(&r->arena, s.p);
    str_free(&s);
    return kept;
}

static bool is_fresh(const struct refresh *r, const struct task *t)
{
    int64_t age = r->o->now.unix_s - moment_s(t->stored.fetched);

    return r->o->due && t->feed->known != NULL && t->known_before && t->stored.fetched[0] != '\0' &&
           age >= 0 && age < REFRESH_EVERY_S;
}

static void keep_rates(struct refresh *r, struct task *t, const struct intake *x)
{
    t->rate = ARENA_ARRAY(&r->arena, struct intake_rate, x->rate_n + 1);
    if (t->rate == NULL)
        return;
    memcpy(t->rate, x->rate, x->rate_n * sizeof *t->rate);
    t->rate_n = x->rate_n;
    t->odd_rates = x->odd_rates;
}

static enum err read_feed(struct refresh *r, struct task *t, struct err_info *e)
{
    static struct intake x;
    struct err_info why = {0};
    enum err rc;

    x = (struct intake){.feed = t->feed, .source = t->source, .judge = r->judge, .pile = r->pile};
    const struct source_reader reader = intake_reader(&x);
    intake_open(&x);
    progress_fetch(t->feed->name, 0, 0, 0);
    rc = source_read(r->source, t->feed, &t->was, &t->now, &reader, &why);
    t->bytes = x.bytes;
    bool kept = rc == OK && !t->now.unchanged;
    if (rc != OK && rc != ERR_NOMEM)
        fail(r, t, &why, NULL);
    enum err pile = pile_end(r->pile, kept, e);
    if (kept)
        keep_rates(r, t, &x);
    note_news(r, t, &x);
    intake_close(&x);
    if (rc == ERR_NOMEM && e != NULL)
        err_copy(e, &why);
    return rc == ERR_NOMEM ? rc : pile;
}

static enum err fetch_all(struct refresh *r, struct err_info *e)
{
    enum err rc = OK;
    int batch = 0;

    for (size_t i = 0; i < r->o->n && rc == OK; i++) {
        struct task *t = &r->task[i];
        t->feed = &r->o->feed[i];
        t->source = source_of(r, t->feed);
        recall(r, t);
        t->merge = (struct merge_feed){.name = t->feed->name, .batch = -1};
        if (is_fresh(r, t)) {
            t->told = true;
            progress_same(t->feed->name, "fresh", t->stored.fetched);
            continue;
        }
        rc = read_feed(r, t, e);
        t->merge.batch = batch++;
        if (rc != OK || t->failed)
            continue;
        t->merge.how = t->now.unchanged ? MERGE_DATED : MERGE_ANEW;
        if (t->now.clock_s != 0 && !r->o->as_of)
            progress_clock(t->feed->name, t->now.clock_s);
        if (t->now.unchanged) {
            str_copy(t->merge.old_day, sizeof t->merge.old_day, t->stored.data_date);
            date_format(date_of(r->o->now), t->merge.today);
            str_copy(t->stored.data_date, sizeof t->stored.data_date, t->merge.today);
        }
    }
    return rc;
}

/* --- believing a feed as a whole ------------------------------------------------------------- */
/* Rates are rows too, for feeds that have nothing else. */
static struct judge_counts counts_of(const struct task *t)
{
    struct judge_counts c = t->merge.counts;

    c.rows += t->rate_n + t->odd_rates;
    c.accepted += t->rate_n;
    c.rates = t->rate_n;
    c.rates_day = t->rate_n > 0 ? t->rate[0].date : NULL;
    c.quarantined += t->odd_rates;
    return c;
}

static enum err judge_whole(const struct refresh *r, const struct task *t, struct err_info *e)
{
    const struct judge_counts c = counts_of(t);
    struct msg_arg a[5] = {ARG_INT(c.accepted + c.unchanged), ARG_INT(t->last_rows),
                           ARG_INT(c.rows), ARG_INT(c.broken_line),
                           ARG_MSG(judge_reason_text(c.broken_why))};
    bool force = r->o->force;

    switch (judge_feed(&c, t->last_rows)) {
    case FEED_GOOD: return OK;
    case FEED_BROKEN: a[1] = ARG_INT(c.broken); break;
    case FEED_SHRUNK: return force ? OK : err_set(e, ERR_VALUE, MSG_PRICING_SHRUNK, 2, a);
    case FEED_EMPTY:
        return force && c.rows == 0 ? OK : err_set(e, ERR_VALUE, MSG_PRICING_EMPTY, 1, a + 2);
    }
    return err_set(e, ERR_VALUE, MSG_PRICING_BROKEN, 4, a + 1);
}

/* true when all feeds that are to be written anew are believed; the others are let go. */
static bool judge_all(struct refresh *r)
{
    bool good = true;

    for (size_t i = 0; i < r->o->n; i++) {
        struct task *t = &r->task[i];
        struct err_info e = {0};
        if (t->merge.how != MERGE_ANEW || judge_whole(r, t, &e) == OK)
            continue;
        fail(r, t, &e, &t->merge.counts);
        good = false;
    }
    return good;
}

/* A feed that was not believed stands as before, but for the moment when it was tried. */
static void let_go(struct refresh *r)
{
    for (size_t i = 0; i < r->o->n; i++) {
        struct task *t = &r->task[i];
        if (!t->failed || t->merge.how != MERGE_ANEW)
            continue;
        t->merge.how = MERGE_KEPT;
        t->rate_n = t->odd_rates = 0;
        t->stored = (struct store_feed){.rows = 0};
        recall(r, t);
        str_copy(t->stored.tried, sizeof t->stored.tried, r->moment);
    }
}

/* --- storing --------------------------------------------------------------------------------- */
static void put_rates(struct refresh *r, struct store *s)
{
    for (size_t i = 0; i < r->o->n; i++) {
        const struct task *t = &r->task[i];
        for (size_t k = 0; k < t->rate_n && t->merge.how == MERGE_ANEW; k++) {
            const struct intake_rate *x = &t->rate[k];
            const struct feed_rate rate = {x->base, x->quote, x->date, x->rate};
            store_rate(s, &rate, t->source, t->feed->name);
        }
    }
}

/* The feeds table of the new file: those of this run over those of the old file. */
static size_t all_feeds(const struct refresh *r, struct store_feed *out)
{
    size_t n = 0;

    for (size_t i = 0; i < r->old_n; i++) {
        bool again = false;
        for (size_t k = 0; k < r->o->n; k++)
            again = again || str_eq(r->old[i].name, r->task[k].feed->name);
        if (!again)
            out[n++] = r->old[i];
    }
    for (size_t i = 0; i < r->o->n; i++) {
        const struct task *t = &r->task[i];
        if (t->merge.how == MERGE_KEPT && !t->known_before && t->stored.retry_after[0] == '\0')
            continue; /* nothing is known of it */
        const struct judge_counts c = counts_of(t);
        out[n] = t->stored;
        out[n].anew = t->merge.how == MERGE_ANEW;
        if (out[n].anew)
            out[n].rows = c.accepted + c.unchanged;
        n++;
    }
    return n;
}

/* Is there anything to write down? Feeds that merely failed leave the file as it is. */
static bool has_news(const struct refresh *r)
{
    for (size_t i = 0; i < r->o->n; i++) {
        const struct task *t = &r->task[i];
        if (t->merge.how != MERGE_KEPT || !str_eq(t->stored.retry_after, "") || t->was.retry_s > 0)
            return true;
    }
    return false;
}

static enum err write_file(struct refresh *r, struct store *s, struct err_info *e)
{
    struct store_feed *feed = ARENA_ARRAY(&r->arena, struct store_feed, r->old_n + r->o->n + 1);

    if (feed == NULL) {
        store_drop(s);
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    put_rates(r, s);
    return store_finish(s, feed, all_feeds(r, feed), e);
}

/* A damaged price file is put aside: a refresh is what mends it. One that nobody lets us read, or a
 * folder of that name, is left where it is. */
static enum err set_aside(struct refresh *r, struct err_info *e)
{
    if (e->msg.id == MSG_FILE_READ_FAILED)
        return e->code = ERR_IO;
    err_clear(e);
    r->old_n = 0;
    enum err rc = store_set_aside(r->o->store_dir, e);
    if (rc == OK)
        progress_note(msg_text(r->o->lang, MSG_PRICING_SET_ASIDE));
    return rc;
}

/* A pass that failed is looked into before a good file is put aside. */
static bool old_is_damaged(const struct refresh *r)
{
    struct err_info e = {0};
    bool there;

    return store_check(r->o->store_dir, INT64_MAX, &there, &e) == ERR_DAMAGED;
}

/* One pass over everything; *again when a feed must be left out, found only by counting. */
static enum err pass(struct refresh *r, bool *again, struct err_info *e)
{
    struct merge_feed feed[REFRESH_FEEDS_MAX];
    struct merge m = {.pile = r->pile,
                      .judge = r->judge,
                      .feed = feed,
                      .feed_n = r->o->n,
                      .held = *again ? NULL : tell_held,
                      .ctx = r};
    enum err rc =
        store_open(&m.store, r->o->store_dir, &r->facts, r->moment, r->o->dry_run, NULL, NULL, e);

    if (rc != OK)
        return rc;
    for (size_t i = 0; i < r->o->n; i++)
        feed[i] = r->task[i].merge;
    rc = merge_run(&m, e);
    for (size_t i = 0; i < r->o->n; i++)
        r->task[i].merge.counts = feed[i].counts;
    *again = rc == OK && !judge_all(r);
    if (rc != OK || *again) {
        store_drop(m.store);
        return rc;
    }
    return write_file(r, m.store, e);
}

static enum err judge_and_store(struct refresh *r, bool *stored, struct err_info *e)
{
    bool again = false;
    enum err rc;

    *stored = false;
    if (!has_news(r))
        return OK;
    for (size_t i = 0; i < r->o->n; i++)
        if (r->task[i].merge.how == MERGE_ANEW)
            progress_judge(r->task[i].feed->name, r->task[i].bytes);
    rc = pass(r, &again, e);
    if (rc == ERR_DAMAGED && !r->o->dry_run && old_is_damaged(r) && (rc = set_aside(r, e)) == OK)
        rc = pass(r, &again, e);
    if (rc == OK && again) {
        let_go(r);
        if (!has_news(r))
            return OK;
        rc = pass(r, &again, e);
    }
    *stored = rc == OK && !r->o->dry_run;
    return rc;
}

/* A list of the user's own that came from elsewhere before: its rows are gone now. */
static void tell_replaced(const struct refresh *r, const struct task *t)
{
    struct msg_arg a[3] = {ARG_STR(t->feed->name), ARG_INT(t->last_rows), ARG_STR(t->was.place)};
    struct msg m = msg_make(MSG_PRICING_REPLACED, 3, a[0], a[1], a[2]);
    struct str text;

    if (t->feed->known != NULL || t->merge.how != MERGE_ANEW || t->last_rows == 0 ||
        t->was.place[0] == '\0' || str_eq(t->was.place, t->stored.place))
        return;
    str_init(&text, 2048);
    msg_render(&text, r->o->lang, &m);
    progress_note(text.p);
    str_free(&text);
}

static void tell_done(struct refresh *r)
{
    for (size_t i = 0; i < r->o->n; i++) {
        const struct task *t = &r->task[i];
        const struct judge_counts c = counts_of(t);
        if (t->told)
            continue;
        if (t->merge.how == MERGE_DATED)
            progress_same(t->feed->name, "same", r->moment);
        else
            progress_done(t->feed->name, t->stored.place, t->bytes, t->now.pages, &c);
        tell_replaced(r, t);
    }
}

/* --- ended by a signal ------------------------------------------------------------------------ */
static char half_file[PATH_BYTES]; /* while it is ours */

static void on_signal(int number)
{
    if (half_file[0] != '\0')
        unlink(half_file);
    signal(number, SIG_DFL);
    raise(number);
}

/* The half of a price file is taken away, then the signal does what it does. */
static void clean_up_on_signal(const char *dir)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP, SIGPIPE};

    if (!path_join(half_file, sizeof half_file, dir, STORE_NEW_FILE))
        half_file[0] = '\0';
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (signal(numbers[i], on_signal) == SIG_IGN)
            signal(numbers[i], SIG_IGN);
}

/* --- the run --------------------------------------------------------------------------------- */
static enum err recall_all(struct refresh *r, struct err_info *e)
{
    struct store *s;
    enum err rc = store_open(&s, r->o->store_dir, &r->facts, r->moment, true, NULL, NULL, e);

    r->old = ARENA_ARRAY(&r->arena, struct store_feed, STORED_FEEDS);
    if (rc != OK)
        return rc;
    if (r->old == NULL)
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (rc == OK)
        rc = store_feeds(s, r->old, STORED_FEEDS, &r->old_n, e);
    if (rc == OK)
        rc = store_medians(s, r->judge, e);
    store_drop(s);
    return rc;
}

/* Prices in other currencies are compared by the rates of earlier refreshes where there are any; a
 * file that cannot be read is told of by store_check. */
static void fresh_rates(struct refresh *r)
{
    struct err_info e = {.code = OK};
    char path[PATH_MAX];

    if (path_join(path, sizeof path, r->o->store_dir, PRICES_FILE))
        (void)catalog_load_rates(path, INT32_MAX, &r->arena, &r->facts, &e);
}

static enum err load(struct refresh *r, struct err_info *e)
{
    const struct refresh_options *o = r->o;
    bool there;
    enum err rc = catalog_load(o->catalog_path, &r->arena, &r->facts, &r->shipped, e);

    if (rc != OK)
        return rc == ERR_NOT_FOUND ? ERR_DAMAGED : rc;
    fresh_rates(r);
    r->judge = judge_new(&r->facts, &r->shipped, &r->shipped, date_of(o->now), &r->arena);
    r->source = source_new(&o->net, o->now);
    r->pile = pile_new(o->store_dir, PILE_BYTES);
    if (r->judge == NULL || r->source == NULL || r->pile == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    rc = store_check(o->store_dir, CHECK_BYTES, &there, e);
    if (rc == OK)
        rc = recall_all(r, e);
    if (rc == ERR_DAMAGED && !o->dry_run)
        rc = set_aside(r, e);
    return rc;
}

static int run(struct refresh *r, const char *path, struct err_info *e)
{
    size_t failed = 0;
    bool stored = false;
    enum err rc = load(r, e);

    if (rc == OK)
        rc = fetch_all(r, e);
    if (rc == OK)
        rc = judge_and_store(r, &stored, e);
    if (rc != OK)
        return err_exit_code(rc);
    tell_done(r);
    for (size_t i = 0; i < r->o->n; i++)
        failed += r->task[i].failed;
    progress_summary(r->o->n, failed, stored, path);
    return failed > 0 ? CODE_FEED : 0;
}

int refresh_run(const struct refresh_options *o, struct err_info *e)
{
    static struct refresh r;
    char path[PATH_BYTES], lock_path[PATH_BYTES];
    int lock = -1, code;
    enum err rc = o->dry_run ? OK : file_mkdirs(o->store_dir, e);

    r = (struct refresh){.o = o};
    if (rc == OK && (!path_join(path, sizeof path, o->store_dir, PRICES_FILE) ||
                     !path_join(lock_path, sizeof lock_path, o->store_dir, STORE_LOCK_FILE))) {
        struct msg_arg a[2] = {ARG_STR(PRICES_FILE), ARG_STR("path too long")};
        rc = err_set(e, ERR_IO, MSG_FILE_WRITE_FAILED, 2, a);
    }
    if (rc != OK)
        return err_exit_code(rc);
    if (!o->dry_run && (lock = file_lock(lock_path)) < 0) {
        err_set(e, ERR_IO, MSG_PRICING_BUSY, 1, &ARG_STR(o->store_dir));
        return CODE_FEED;
    }
    if (!o->dry_run)
        clean_up_on_signal(o->store_dir);
    arena_init(&r.arena, ARENA_MAX);
    moment_format(o->now, r.moment);
    code = run(&r, path, e);
    pile_free(r.pile);
    source_free(r.source);
    arena_free(&r.arena);
    half_file[0] = '\0';
    file_unlock(lock);
    return code;
}
