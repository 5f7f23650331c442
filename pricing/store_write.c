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
    if (s->err == OK)
        s->err = price_writer_open(&s->writer, s->db, "offers", &s->e);
    s->judged = store_prepare(s, "INSERT INTO judged VALUES "
                                 "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
    s->gone = store_prepare(s, "INSERT INTO gone VALUES (" KEY_PARAMETERS ", ?7, ?8)");
    s->back = store_prepare(s, "INSERT OR IGNORE INTO back VALUES (" KEY_PARAMETERS ")");
    s->rate = store_prepare(s, "INSERT OR REPLACE INTO fx VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
}

/* --- rows ------------------------------------------------------------------------------------ */
void store_offer(struct store *s, const struct price_row *x)
{
    if (s->err == OK && !s->dry)
        s->err = price_writer_put(s->writer, x, &s->e);
}

/* The past of what is gone no longer stands there when the offer has come back. */
void store_back(struct store *s, const struct price_row *x)
{
    const char *const cell[] = {x->provider, x->instance, x->region, x->zone, x->kind, x->feed};

    if (s->err != OK || s->dry)
        return;
    for (int i = 0; i < 6; i++)
        db_bind_text(s->back, i, cell[i]);
    put(s, s->back);
}

void store_gone(struct store *s, const struct price_row *x, const char *last, const char *past)
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

void store_counts(struct store *s, const struct price_row *x)
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
                     "(SELECT 1 FROM back AS o WHERE o.provider = g.provider AND o.instance = "
                     "g.instance AND o.region = g.region AND o.zone = g.zone AND o.kind = g.kind "
                     "AND o.feed = g.feed)");
    store_run(s, "DELETE FROM gone WHERE last < (SELECT last FROM gone ORDER BY last DESC "
                 "LIMIT 1 OFFSET " TEXT_OF(STORE_GONE_MAX) ")");
}

/* Looks up the row of that key and feed among those that were written. */
static enum err copy_row(struct price_rows *rows, struct price_writer *to,
                         const struct price_row *key, struct err_info *e)
{
    struct price_row *x = NULL;
    enum err rc =
        price_rows_from(rows, key->provider, key->instance, key->region, key->zone, key->kind, e);

    while (rc == OK && (rc = price_rows_next(rows, &x, e)) == OK && x != NULL &&
           price_row_is(x, key->provider, key->instance, key->region, key->zone, key->kind))
        if (str_eq(x->feed, key->feed))
            return price_writer_put(to, x, e);
    return rc;
}

static void put_best(struct store *s)
{
    struct price_rows *rows = NULL;
    struct price_writer *to = NULL;

    if (s->err == OK)
        s->err = price_rows_open(&rows, s->db, "main.", "offers", PRICES_FORMAT, &s->e);
    if (s->err == OK)
        s->err = price_writer_open(&to, s->db, "best_offers", &s->e);
    if (s->err == OK && !best_sort(s->best))
        s->err = err_set(&s->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; s->err == OK && i < best_groups(s->best); i++) {
        const struct price_row key = best_each(s->best, i);
        s->err = copy_row(rows, to, &key, &s->e);
    }
    if (s->err == OK)
        s->err = price_writer_end(to, &s->e);
    s->best_rows = to != NULL ? price_writer_rows(to) : 0;
    price_writer_close(to);
    price_rows_close(rows);
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

/* Offers are counted as they were written. */
static void put_counts(struct store *s)
{
    struct stmt *q = store_prepare(s, "INSERT INTO counts VALUES ('offers', ?1), "
                                      "('best_offers', ?2)");

    if (s->err == OK) {
        db_bind_number(q, 0, (double)s->offer_rows);
        db_bind_number(q, 1, (double)s->best_rows);
        put(s, q);
    }
    db_finish(q);
    store_run(s, "INSERT INTO counts SELECT 'gone', count(*) FROM gone "
                 "UNION ALL SELECT 'fx', count(*) FROM fx "
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

void store_end_statements(struct store *s)
{
    struct stmt **all[] = {&s->judged, &s->gone, &s->was_gone, &s->back, &s->rate};

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        db_finish(*all[i]);
        *all[i] = NULL;
    }
    price_rows_close(s->rows);
    price_writer_close(s->writer);
    s->rows = NULL;
    s->writer = NULL;
}

/* The last block of the offers. */
static void end_offers(struct store *s)
{
    if (s->err == OK)
        s->err = price_writer_end(s->writer, &s->e);
    s->offer_rows = price_writer_rows(s->writer);
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
    end_offers(s);
    store_end_statements(s);
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
