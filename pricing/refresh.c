#include "pricing/refresh.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/price_file.h"
#include "pricing/feed.h"
#include "pricing/fetch.h"
#include "pricing/progress.h"
#include "pricing/store.h"

#define PATH_BYTES 4096
#define HELD_TOLD 20 /* rows told one by one; all of them are in the file */
#define PROGRESS_BYTES (256 << 10)
#define CODE_FEED 4
#define ARENA_MAX ((size_t)1 << 30)

const char refresh_version[] = "dlrig-refresh " DLRIG_VERSION;

struct refresh {
    const struct refresh_options *o;
    struct arena arena;
    struct facts facts;
    struct prices shipped, last;
    struct judge *judge;
    struct fetcher *fetcher; /* NULL until the first address */
    struct store_feed done[REFRESH_FEEDS_MAX];
    size_t done_n, failed;
};

bool refresh_name(const char *name, size_t len)
{
    return len > 0 && len <= REFRESH_NAME_MAX && name[0] != '.' && name[0] != '-' &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-") >= len;
}

/* --- getting it ------------------------------------------------------------------------------ */
struct intake {
    struct str body;
    const char *feed;
    size_t told; /* bytes at the last line of progress */
};

static bool take_bytes(void *ctx, const char *bytes, size_t n, struct err_info *e)
{
    struct intake *x = ctx;

    (void)e;
    str_addn(&x->body, bytes, n);
    if (x->body.len - x->told >= PROGRESS_BYTES) {
        x->told = x->body.len;
        progress_bytes(x->feed, "fetch", x->body.len);
    }
    return !x->body.failed;
}

static enum err get_bytes(struct refresh *r, const struct refresh_feed *feed, struct intake *x,
                          struct err_info *e)
{
    struct fetch_limits limits = fetch_usual;
    struct fetch_answer answer;
    struct arena room;
    char *text;
    size_t len;
    enum err rc;

    progress_bytes(feed->name, "fetch", 0);
    if (fetch_is_address(feed->place)) {
        if (r->o->offline)
            return err_set(e, ERR_UNSUPPORTED, MSG_PRICING_OFFLINE, 0, NULL);
        limits.max_bytes = 64u << 20;
        limits.allow_private = feed->allow_private;
        struct fetch_ask ask = {
            .url = feed->place, .limits = &limits, .sink = take_bytes, .ctx = x};
        if (r->fetcher == NULL && (r->fetcher = fetch_open(NULL, NULL)) == NULL)
            return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        return fetch_get(r->fetcher, &ask, &answer, e);
    }
    arena_init(&room, (64u << 20) + (1u << 16));
    rc = file_read(&room, feed->place, 64u << 20, &text, &len, e);
    if (rc == OK)
        str_addn(&x->body, text, len);
    arena_free(&room);
    return rc;
}

/* --- judging it ------------------------------------------------------------------------------ */
struct pile { /* the verdicts of a feed, in pieces of doubling size */
    struct refresh *r;
    const char *source;
    struct verdict *row;
    size_t n, cap;
};

static bool take_row(void *ctx, const struct feed_row *row)
{
    struct pile *p = ctx;

    if (p->n == p->cap) {
        size_t cap = p->cap > 0 ? 2 * p->cap : 256;
        struct verdict *more = ARENA_ARRAY(&p->r->arena, struct verdict, cap);

        if (more == NULL)
            return false;
        if (p->n > 0)
            memcpy(more, p->row, p->n * sizeof *more);
        p->row = more;
        p->cap = cap;
    }
    judge_row(p->r->judge, row, p->source, &p->r->arena, &p->row[p->n++]);
    return !arena_failed(&p->r->arena);
}

static const char *source_of(struct refresh *r, const struct refresh_feed *feed)
{
    struct str s;

    str_init(&s, 200);
    str_addf(&s, "yours: %s", feed->name);
    const char *kept = arena_strdup(&r->arena, s.p);
    str_free(&s);
    return kept;
}

static enum err judge_whole(struct refresh *r, const struct refresh_feed *feed,
                            const struct judge_counts *c, struct err_info *e)
{
    size_t last = 0;
    struct msg_arg a[3] = {ARG_INT(c->accepted + c->unchanged), ARG_INT(0), ARG_INT(c->rows)};
    enum err rc = store_last_rows(r->o->store_dir, feed->name, &last, e);

    if (rc != OK)
        return rc;
    a[1] = ARG_INT(last);
    switch (judge_feed(c, last)) {
    case FEED_GOOD: return OK;
    case FEED_BROKEN: a[1] = ARG_INT(c->refused); break;
    case FEED_SHRUNK: return r->o->force ? OK : err_set(e, ERR_VALUE, MSG_PRICING_SHRUNK, 2, a);
    case FEED_EMPTY:
        if (r->o->force && c->rows == 0)
            return OK;
        return err_set(e, ERR_VALUE, MSG_PRICING_EMPTY, 1, a + 2);
    }
    return err_set(e, ERR_VALUE, MSG_PRICING_BROKEN, 2, a + 1);
}

static void tell_held(const char *feed, const struct pile *p)
{
    size_t told = 0;

    for (size_t i = 0; i < p->n && told < HELD_TOLD; i++)
        if (p->row[i].reason != JUDGED_NONE) {
            progress_held(feed, &p->row[i]);
            told++;
        }
}

static enum err one_feed(struct refresh *r, const struct refresh_feed *feed, struct err_info *e)
{
    const struct feed_about about = {
        .place = feed->place, .name = feed->name, .market = judge_market(r->judge)};
    struct pile p = {.r = r, .source = source_of(r, feed)};
    struct intake in = {.feed = feed->name};
    struct judge_counts c;
    size_t bytes;

    str_init(&in.body, 64u << 20);
    enum err rc = get_bytes(r, feed, &in, e);
    bytes = in.body.len;
    if (rc == OK) {
        progress_bytes(feed->name, "judge", bytes);
        const struct feed_sink sink = {.row = take_row, .ctx = &p};
        rc = feed_read(NULL, in.body.p, bytes, &about, &sink, e);
    }
    str_free(&in.body);
    if (rc != OK)
        return rc;
    judge_duplicates(p.row, p.n, &r->arena);
    if (arena_failed(&r->arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    judge_count(p.row, p.n, &c);
    tell_held(feed->name, &p);
    rc = judge_whole(r, feed, &c, e);
    if (rc != OK)
        return rc;
    r->done[r->done_n++] = (struct store_feed){.name = feed->name,
                                               .place = feed->place,
                                               .row = p.row,
                                               .n = p.n,
                                               .taken = c.accepted + c.unchanged};
    progress_done(feed->name, feed->place, bytes, &c);
    return OK;
}

static void try_feed(struct refresh *r, const struct refresh_feed *feed)
{
    struct err_info e = {0};
    struct str text;

    if (one_feed(r, feed, &e) == OK)
        return;
    r->failed++;
    str_init(&text, 2048);
    err_render(&text, r->o->lang, &e);
    progress_failed(feed->name, feed->place, text.p);
    str_free(&text);
}

/* --- the run --------------------------------------------------------------------------------- */
/* A damaged price file is put aside: a refresh is what mends it. */
static enum err old_prices(struct refresh *r, const char *path, struct err_info *e)
{
    bool there = false;
    enum err rc = store_check(r->o->store_dir, &there, e);

    r->last = r->shipped;
    if (rc == OK && there)
        rc = catalog_load_prices(path, &r->arena, &r->facts, &r->last, e);
    if (rc != ERR_DAMAGED || r->o->dry_run)
        return rc;
    r->last = r->shipped;
    err_clear(e);
    progress_note(msg_text(r->o->lang, MSG_PRICING_SET_ASIDE));
    return store_set_aside(r->o->store_dir, e);
}

static enum err load(struct refresh *r, const char *path, struct err_info *e)
{
    enum err rc = catalog_load(r->o->catalog_path, &r->arena, &r->facts, &r->shipped, e);

    if (rc == OK)
        rc = old_prices(r, path, e);
    if (rc != OK)
        return rc == ERR_NOT_FOUND ? ERR_DAMAGED : rc;
    r->judge = judge_new(&r->facts, &r->shipped, &r->last, date_of(r->o->now), &r->arena);
    return r->judge != NULL ? OK : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

static int run(struct refresh *r, const char *path, struct err_info *e)
{
    const struct refresh_options *o = r->o;
    char moment[21];
    bool stored = false;
    enum err rc = load(r, path, e);

    for (size_t i = 0; rc == OK && i < o->n; i++)
        try_feed(r, &o->feed[i]);
    moment_format(o->now, moment);
    if (rc == OK && r->done_n > 0 && !o->dry_run) {
        rc = store_write(o->store_dir, &r->facts, r->done, r->done_n, moment, NULL, NULL, e);
        stored = rc == OK;
    }
    if (rc == OK)
        progress_summary(o->n, r->failed, stored, path);
    return rc != OK ? err_exit_code(rc) : r->failed > 0 ? CODE_FEED : 0;
}

int refresh_run(const struct refresh_options *o, struct err_info *e)
{
    struct refresh r = {.o = o};
    char path[PATH_BYTES], lock_path[PATH_BYTES];
    int lock = -1, code;
    enum err rc = o->dry_run ? OK : file_mkdirs(o->store_dir, e);

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
    arena_init(&r.arena, ARENA_MAX);
    code = run(&r, path, e);
    fetch_close(r.fetcher);
    arena_free(&r.arena);
    file_unlock(lock);
    return code;
}
