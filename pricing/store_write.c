/* store_write.c - the rows of the new price file, and the file into its place. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "pricing/store_inside.h"

#define DIGITS(x) #x
#define TEXT_OF(x) DIGITS(x)
#define NOT_ANEW "WHERE feed NOT IN (SELECT feed FROM anew)"
#define KEY_PARAMETERS "?1, ?2, ifnull(?3, ''), ifnull(?4, ''), ?5, ?6"

static void put(struct store *s, struct stmt *q)
{
    bool more;

    if (s->err == OK)
        s->err = db_step(q, &more, &s->e);
    if (q != NULL)
        db_reset(q);
}

void store_writers(struct store *s)
{
    s->offer = store_prepare(s, "INSERT INTO offers (" STORE_COLUMNS ") VALUES (" KEY_PARAMETERS
                                ", ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, "
                                "?20, ?21, ?22)");
    s->judged = store_prepare(s, "INSERT INTO judged VALUES "
                                 "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
    s->gone = store_prepare(s, "INSERT INTO gone VALUES (" KEY_PARAMETERS ", ?7, ?8)");
    s->rate = store_prepare(s, "INSERT OR REPLACE INTO fx VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
}

/* --- rows ------------------------------------------------------------------------------------ */
static void bind_key(struct stmt *q, const struct offer *o, const char *feed)
{
    db_bind_text(q, 0, o->provider);
    db_bind_text(q, 1, o->instance);
    db_bind_text(q, 2, o->region);
    db_bind_text(q, 3, o->zone);
    db_bind_text(q, 4, price_kind_word(o->kind));
    db_bind_text(q, 5, feed);
}

void store_offer(struct store *s, const struct offer *o, const char *feed, const char *past)
{
    char confidence[2] = {o->from.confidence, '\0'};
    const double number[] = {o->gpu_count, o->vcpus, o->ram_gib, o->network_gbps};
    struct stmt *q = s->offer;
    int32_t day = 0;

    if (s->err != OK || s->dry)
        return;
    date_parse(o->from.date, &day);
    bind_key(q, o, feed);
    db_bind_text(q, 6, s->f->accel[o->accel].id);
    for (int i = 0; i < 4; i++)
        db_bind_number(q, 7 + i, number[i]);
    db_bind_text(q, 11, o->link);
    db_bind_tri(q, 12, o->rdma);
    db_bind_text(q, 13, o->currency);
    db_bind_number(q, 14, o->price_hour);
    db_bind_number(q, 15, o->price_month);
    db_bind_text(q, 16, o->from.date);
    db_bind_text(q, 17, o->from.source);
    db_bind_text(q, 18, confidence);
    db_bind_number(q, 19, (double)o->rank);
    db_bind_number(q, 20, (double)offer_weight(day, o->rank));
    db_bind_text(q, 21, past);
    put(s, q);
    s->offers++;
}

/* The row under the cursor, column by column. */
void store_keep(struct store *s, const char *date, const char *past)
{
    static const bool is_number[22] = {
        [7] = true,  [8] = true,  [9] = true,  [10] = true, [12] = true,
        [14] = true, [15] = true, [19] = true, [20] = true};
    struct stmt *q = s->offer;

    if (s->err != OK || s->dry)
        return;
    for (int i = 0; i < 22; i++) {
        if (is_number[i])
            db_bind_number(q, i, db_number(s->next, i));
        else
            db_bind_text(q, i, db_text(s->next, i));
    }
    if (date != NULL) {
        int32_t day = 0, then = 0;
        date_parse(date, &day);
        date_parse(db_text(s->next, 16), &then);
        db_bind_text(q, 16, date);
        db_bind_number(q, 20, db_number(s->next, 20) + (double)(day - then));
    }
    if (past != NULL)
        db_bind_text(q, 21, past);
    put(s, q);
    s->offers++;
    s->offers++;
}

void store_gone(struct store *s, const struct priced *x, const char *last, const char *past)
{
    const char *const cell[] = {x->provider, x->instance, x->region, x->zone,
                                x->kind,     x->feed,     last,      past};

    if (s->err != OK || s->dry || str_empty(past))
        return;
    for (int i = 0; i < 8; i++)
        db_bind_text(s->gone, i, cell[i]);
    put(s, s->gone);
}

void store_judged(struct store *s, const struct verdict *v, const char *feed)
{
    const struct offer *o = &v->offer;
    struct stmt *q = s->judged;

    if (s->err != OK || s->dry)
        return;
    db_bind_text(q, 0, feed);
    db_bind_number(q, 1, (double)v->line);
    db_bind_text(q, 2, judge_reason_word(v->reason));
    db_bind_text(q, 3, o->provider);
    db_bind_text(q, 4, o->instance);
    db_bind_text(q, 5, o->region);
    db_bind_text(q, 6, o->zone);
    db_bind_text(q, 7, v->kind);
    db_bind_text(q, 8, v->gpu);
    db_bind_text(q, 9, o->currency);
    db_bind_text(q, 10, o->from.date);
    db_bind_number(q, 11, o->price_hour);
    db_bind_number(q, 12, v->expected);
    put(s, q);
}

void store_rate(struct store *s, const struct feed_rate *r, const char *source, const char *feed)
{
    struct stmt *q = s->rate;

    if (s->err != OK || s->dry)
        return;
    db_bind_text(q, 0, r->base);
    db_bind_text(q, 1, r->quote);
    db_bind_text(q, 2, r->date);
    db_bind_number(q, 3, r->rate);
    db_bind_text(q, 4, source);
    db_bind_text(q, 5, feed);
    put(s, q);
}

void store_counts(struct store *s, const struct priced *x)
{
    if (s->err == OK && !best_add(s->best, x))
        s->err = err_set(&s->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

/* --- tables that are made at the end --------------------------------------------------------- */
static void put_feeds(struct store *s, const struct store_feed *feed, size_t n)
{
    struct stmt *q =
        store_prepare(s, "INSERT INTO feeds VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)");
    struct stmt *anew = store_prepare(s, "INSERT INTO anew VALUES (?1)");

    for (size_t i = 0; i < n && s->err == OK; i++) {
        const struct store_feed *x = &feed[i];
        const char *const cell[] = {x->name,      x->place, x->fetched,  NULL,           x->format,
                                    x->data_date, x->etag,  x->modified, x->retry_after, x->tried};
        for (int k = 0; k < 10; k++)
            db_bind_text(q, k, cell[k]);
        db_bind_number(q, 3, (double)x->rows);
        put(s, q);
        if (x->anew && s->err == OK) {
            db_bind_text(anew, 0, x->name);
            put(s, anew);
        }
    }
    db_finish(q);
    db_finish(anew);
}

/* What feeds that are not written anew have besides offers; of what is gone the newest. */
static void carry_over(struct store *s)
{
    if (!s->has_old)
        return;
    store_run(s, "INSERT INTO judged SELECT * FROM old.judged " NOT_ANEW);
    store_run(s, "INSERT OR IGNORE INTO fx SELECT * FROM old.fx " NOT_ANEW);
    if (s->has_gone)
        store_run(s, "INSERT OR IGNORE INTO gone SELECT g.* FROM old.gone AS g WHERE NOT EXISTS "
                     "(SELECT 1 FROM offers AS o WHERE o.provider = g.provider AND o.instance = "
                     "g.instance AND o.region = g.region AND o.zone = g.zone AND o.kind = g.kind "
                     "AND o.feed = g.feed)");
    store_run(s, "DELETE FROM gone WHERE last < (SELECT last FROM gone ORDER BY last DESC "
                 "LIMIT 1 OFFSET " TEXT_OF(STORE_GONE_MAX) ")");
}

static void put_best(struct store *s)
{
    struct stmt *q = store_prepare(
        s, "INSERT INTO best_offers SELECT * FROM offers WHERE provider = ?1 AND instance = ?2 AND "
           "region = ifnull(?3, '') AND zone = ifnull(?4, '') AND kind = ?5 AND feed = ?6");

    for (size_t i = 0; i < best_groups(s->best) && s->err == OK; i++) {
        struct priced x = best_each(s->best, i);
        const char *const part[] = {x.provider, x.instance, x.region, x.zone, x.kind, x.feed};
        for (int k = 0; k < 6; k++)
            db_bind_text(q, k, part[k]);
        put(s, q);
    }
    db_finish(q);
}

static void put_medians(struct store *s)
{
    struct stmt *q = store_prepare(s, "INSERT INTO medians VALUES (?1, ifnull(?2, ''), ?3, ?4)");

    for (size_t a = 0; a < s->f->accel_n; a++)
        for (int k = 0; k <= KIND_COUNT && s->err == OK; k++) {
            size_t n;
            double usd = best_median(s->best, (int)a, (enum price_kind)k, &n);
            if (n == 0)
                continue;
            db_bind_text(q, 0, s->f->accel[a].id);
            db_bind_text(q, 1, k < KIND_COUNT ? price_kind_word((enum price_kind)k) : NULL);
            db_bind_number(q, 2, (double)n);
            db_bind_number(q, 3, usd);
            put(s, q);
        }
    db_finish(q);
}

static void put_counts(struct store *s)
{
    struct stmt *q = store_prepare(s, "INSERT INTO counts VALUES ('offers', ?1)");

    if (s->err == OK) { /* counted as they were written: reading them all again takes a while */
        db_bind_number(q, 0, (double)s->offers);
        put(s, q);
    }
    db_finish(q);
    store_run(s, "INSERT INTO counts SELECT 'gone', count(*) FROM gone "
                 "UNION ALL SELECT 'fx', count(*) FROM fx "
                 "UNION ALL SELECT 'best_offers', count(*) FROM best_offers "
                 "UNION ALL SELECT 'judged', count(*) FROM judged");
}

/* --- into place ------------------------------------------------------------------------------ */
/* sync: file or folder onto the disk; some file systems know no such thing. */
static bool sync_path(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP);
    int number = errno;

    if (fd >= 0)
        close(fd);
    errno = number;
    return ok;
}

static void end_statements(struct store *s)
{
    struct stmt **all[] = {&s->next, &s->keep,     &s->offer, &s->judged,
                           &s->gone, &s->was_gone, &s->rate};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        db_finish(*all[i]);
        *all[i] = NULL;
    }
}

enum err store_finish(struct store *s, const struct store_feed *feed, size_t n, struct err_info *e)
{
    enum err rc = s->err;

    if (s->dry || rc != OK) {
        rc = store_error(s, e);
        store_drop(s);
        return rc;
    }
    put_feeds(s, feed, n);
    store_step_hook(s, STORE_COPIED);
    end_statements(s);
    carry_over(s);
    put_best(s);
    put_medians(s);
    put_counts(s);
    store_step_hook(s, STORE_FILLED);
    store_run(s, "COMMIT");
    rc = store_error(s, e);
    if (rc != OK) {
        store_drop(s);
        return rc;
    }
    db_close(s->db);
    s->db = NULL;
    store_step_hook(s, STORE_CLOSED);
    if (!sync_path(s->fresh))
        rc = store_system_error(s->fresh, errno, e);
    store_step_hook(s, STORE_SYNCED);
    if (rc == OK && rename(s->fresh, s->path) != 0)
        rc = store_system_error(s->path, errno, e);
    if (rc != OK)
        unlink(s->fresh);
    else
        sync_path(s->dir); /* a folder that cannot be synced: the file itself is safe */
    store_step_hook(s, STORE_RENAMED);
    store_drop(s);
    return rc;
}
