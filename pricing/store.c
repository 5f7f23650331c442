#include "pricing/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/price_file.h"

#define PATH_BYTES 4096
#define DIGITS(x) #x
#define TEXT_OF(x) DIGITS(x)
#define NOT_ANEW "WHERE feed NOT IN (SELECT feed FROM feeds)"
#define KEY_COLUMNS "provider, instance, region, zone, kind"

static enum err system_error(const char *path, int number, struct err_info *e)
{
    struct msg_arg a[2];

    if (e == NULL)
        return ERR_IO;
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = ARG_STR(err_detail(e, strerror(number)));
    return err_set(e, ERR_IO, MSG_FILE_WRITE_FAILED, 2, a);
}

static enum err place(char *out, const char *dir, const char *name, struct err_info *e)
{
    return path_join(out, PATH_BYTES, dir, name) ? OK : system_error(name, ENAMETOOLONG, e);
}

/* --- the old file ---------------------------------------------------------------------------- */
static enum err open_old(const char *dir, struct db **db, char path[PATH_BYTES], struct err_info *e)
{
    enum err rc = place(path, dir, PRICES_FILE, e);

    *db = NULL;
    if (rc == OK && file_exists(path))
        rc = price_file_error(path, db_open(db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, e), e);
    return rc;
}

enum err store_check(const char *dir, bool *there, struct err_info *e)
{
    char path[PATH_BYTES];
    struct db *db;
    enum err rc = open_old(dir, &db, path, e);

    *there = db != NULL;
    if (rc == OK && db != NULL)
        rc = price_file_error(path, db_check(db, e), e);
    db_close(db);
    return rc;
}

enum err store_last_rows(const char *dir, const char *feed, size_t *rows, struct err_info *e)
{
    char path[PATH_BYTES];
    struct db *db;
    struct stmt *s = NULL;
    bool more = false;
    enum err rc = open_old(dir, &db, path, e);

    *rows = 0;
    if (rc != OK || db == NULL)
        return rc;
    rc = db_prepare(db, "SELECT rows FROM feeds WHERE feed = ?1", &s, e);
    if (rc == OK) {
        db_bind_text(s, 0, feed);
        rc = db_step(s, &more, e);
    }
    if (rc == OK && more && db_number(s, 0) > 0)
        *rows = (size_t)db_number(s, 0);
    db_finish(s);
    db_close(db);
    return price_file_error(path, rc, e);
}

enum err store_set_aside(const char *dir, struct err_info *e)
{
    char from[PATH_BYTES], to[PATH_BYTES];
    enum err rc = place(from, dir, PRICES_FILE, e);

    if (rc == OK)
        rc = place(to, dir, PRICES_FILE ".damaged", e);
    if (rc == OK && rename(from, to) != 0)
        rc = system_error(from, errno, e);
    return rc;
}

/* --- writing --------------------------------------------------------------------------------- */
struct writer {
    struct db *db;
    const struct facts *f;
    const char *moment;
    struct err_info *e;
    enum err err;
};

static void run(struct writer *w, const char *sql)
{
    if (w->err == OK)
        w->err = db_exec(w->db, sql, w->e);
}

static struct stmt *prepare(struct writer *w, const char *sql)
{
    struct stmt *s = NULL;

    if (w->err == OK)
        w->err = db_prepare(w->db, sql, &s, w->e);
    return s;
}

static void put(struct writer *w, struct stmt *s)
{
    bool more;

    if (w->err == OK)
        w->err = db_step(s, &more, w->e);
    if (s != NULL)
        db_reset(s);
}

static void put_about(struct writer *w)
{
    struct stmt *s = prepare(w, "INSERT INTO about VALUES (?1, ?2)");

    if (w->err == OK) {
        db_bind_text(s, 0, w->moment);
        db_bind_text(s, 1, "dlrig-refresh " DLRIG_VERSION);
        put(w, s);
    }
    db_finish(s);
}

static void put_feeds(struct writer *w, const struct store_feed *feed, size_t n)
{
    struct stmt *s = prepare(w, "INSERT INTO feeds VALUES (?1, ?2, ?3, ?4)");

    for (size_t i = 0; i < n && w->err == OK; i++) {
        db_bind_text(s, 0, feed[i].name);
        db_bind_text(s, 1, feed[i].place);
        db_bind_text(s, 2, w->moment);
        db_bind_number(s, 3, (double)feed[i].taken);
        put(w, s);
    }
    db_finish(s);
}

/* All of the feeds that are not written anew; the last days of the history of every price. */
static void carry_over(struct writer *w, const char *old)
{
    if (w->err == OK)
        w->err = db_attach(w->db, old, "old", w->e);
    run(w, "INSERT INTO offers SELECT * FROM old.offers " NOT_ANEW);
    run(w, "INSERT INTO judged SELECT * FROM old.judged " NOT_ANEW);
    run(w, "INSERT INTO history "
           "SELECT " KEY_COLUMNS ", date, currency, price_hour, feed FROM ("
           "  SELECT *, row_number() OVER (PARTITION BY " KEY_COLUMNS " ORDER BY date DESC) AS back"
           "  FROM old.history) WHERE back < " TEXT_OF(STORE_HISTORY) " "
                                                                      "ORDER BY " KEY_COLUMNS
                                                                      ", date");
    run(w, "INSERT INTO feeds SELECT * FROM old.feeds " NOT_ANEW);
}

static void bind_key(struct stmt *s, const struct offer *o)
{
    db_bind_text(s, 0, o->provider);
    db_bind_text(s, 1, o->instance);
    db_bind_text(s, 2, o->region);
    db_bind_text(s, 3, o->zone);
    db_bind_text(s, 4, price_kind_word(o->kind));
}

static void put_offer(struct writer *w, struct stmt *s, const struct offer *o, const char *feed)
{
    char confidence[2] = {o->from.confidence, '\0'};
    const double number[] = {o->gpu_count, o->vcpus, o->ram_gib, o->network_gbps};
    int32_t day = 0;

    bind_key(s, o);
    db_bind_text(s, 5, feed);
    db_bind_text(s, 6, w->f->accel[o->accel].id);
    for (int i = 0; i < 4; i++)
        db_bind_number(s, 7 + i, number[i]);
    db_bind_text(s, 11, o->link);
    db_bind_tri(s, 12, o->rdma);
    db_bind_text(s, 13, o->currency);
    db_bind_number(s, 14, o->price_hour);
    db_bind_number(s, 15, o->price_month);
    db_bind_text(s, 16, o->from.date);
    db_bind_text(s, 17, o->from.source);
    db_bind_text(s, 18, confidence);
    db_bind_number(s, 19, o->rank);
    db_bind_number(s, 20, date_parse(o->from.date, &day) ? offer_weight(day, o->rank) : 0);
    put(w, s);
}

static void put_history(struct writer *w, struct stmt *s, const struct offer *o, const char *feed)
{
    bind_key(s, o);
    db_bind_text(s, 5, o->from.date);
    db_bind_text(s, 6, o->currency);
    db_bind_number(s, 7, o->price_hour);
    db_bind_text(s, 8, feed);
    put(w, s);
}

static void put_judged(struct writer *w, struct stmt *s, const struct verdict *v, const char *feed)
{
    const struct offer *o = &v->offer;

    db_bind_text(s, 0, feed);
    db_bind_number(s, 1, (double)v->line);
    db_bind_text(s, 2, judge_reason_word(v->reason));
    db_bind_text(s, 3, o->provider);
    db_bind_text(s, 4, o->instance);
    db_bind_text(s, 5, o->region);
    db_bind_text(s, 6, o->zone);
    db_bind_text(s, 7, v->kind);
    db_bind_text(s, 8, v->gpu);
    db_bind_text(s, 9, o->currency);
    db_bind_text(s, 10, o->from.date);
    db_bind_number(s, 11, o->price_hour);
    db_bind_number(s, 12, v->expected);
    put(w, s);
}

static void put_rows(struct writer *w, const struct store_feed *feed)
{
    struct stmt *offer = prepare(
        w, "INSERT INTO offers (" KEY_COLUMNS ", feed, gpu, gpu_count, vcpus, ram_gib, "
           "network_gbps, link, rdma, currency, price_hour, price_month, date, source, confidence, "
           "rank, weight) "
           "VALUES (?1, ?2, ifnull(?3, ''), ifnull(?4, ''), ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,"
           " ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)");
    struct stmt *history =
        prepare(w, "INSERT OR REPLACE INTO history VALUES "
                   "(?1, ?2, ifnull(?3, ''), ifnull(?4, ''), ?5, ?6, ?7, ?8, ?9)");
    struct stmt *judged = prepare(w, "INSERT INTO judged VALUES "
                                     "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");

    for (size_t i = 0; i < feed->n && w->err == OK; i++) {
        const struct verdict *v = &feed->row[i];

        if (verdict_taken(v) && !v->unchanged) {
            put_offer(w, offer, &v->offer, feed->name);
            put_history(w, history, &v->offer, feed->name);
        }
        if (v->reason != JUDGED_NONE)
            put_judged(w, judged, v, feed->name);
    }
    db_finish(offer);
    db_finish(history);
    db_finish(judged);
}

/* --- the few that plans want ------------------------------------------------------------------ */
#define BEST_FROM 8000 /* fewer offers are all read at the start */

/* Regions that are not alike for a plan: the mainland of China and what lies outside of it, and
 * those that are not open to everybody. */
static void region_group(const struct facts *f, struct str *sql)
{
    str_add(sql, "CASE WHEN region LIKE 'cn-hongkong%' OR region LIKE 'ap-%' THEN 'a' ");
    for (size_t i = 0; i < f->closed_region_n; i++) {
        const struct closed_region *c = &f->closed_region[i];
        str_addf(sql, "WHEN provider = '%s' AND region LIKE '%s%%' THEN '%s' ", c->provider,
                 c->prefix, c->prefix);
    }
    str_add(sql, "WHEN region LIKE 'cn-%' OR region LIKE 'china%' THEN 'c' ELSE '' END");
}

/* Prices of one class of age compete: a stale one gives way to a fresher one that is not much
 * dearer, so both are kept. */
static void age_group(const char *moment, struct str *sql)
{
    static const int classes[] = {30, 90, 180};
    int32_t today;
    char day[11];

    str_copy(day, sizeof day, moment);
    if (!date_parse(day, &today))
        today = 0;
    str_add(sql, "CASE ");
    for (int i = 0; i < 3; i++) {
        date_format(today - classes[i], day);
        str_addf(sql, "WHEN date >= '%s' THEN %d ", day, i);
    }
    str_add(sql, "ELSE 3 END");
}

/* Of one thing for rent that several feeds tell, the newest row; then the cheapest of each group.
 */
static void put_best(struct writer *w)
{
    struct str sql;

    str_init(&sql, 32768);
    str_add(&sql,
            "INSERT INTO best_offers SELECT " KEY_COLUMNS ", feed, gpu, gpu_count, vcpus, "
            "ram_gib, network_gbps, link, rdma, currency, min(price_hour), price_month, "
            "date, source, confidence, rank, weight FROM (SELECT *, row_number() OVER (PARTITION "
            "BY " KEY_COLUMNS " ORDER BY weight DESC, feed) AS back FROM offers) "
            "WHERE back = 1 AND (SELECT count(*) FROM offers) >= " TEXT_OF(
                BEST_FROM) " GROUP BY gpu, gpu_count, kind, provider, currency, network_gbps, "
                           "link, rdma, ");
    region_group(w->f, &sql);
    str_add(&sql, ", ");
    age_group(w->moment, &sql);
    run(w, sql.p);
    str_free(&sql);
}

static void put_counts(struct writer *w)
{
    run(w, "INSERT INTO counts SELECT 'offers', count(*) FROM offers "
           "UNION ALL SELECT 'history', count(*) FROM history "
           "UNION ALL SELECT 'best_offers', count(*) FROM best_offers "
           "UNION ALL SELECT 'judged', count(*) FROM judged");
}

/* --- into place ------------------------------------------------------------------------------ */
/* sync: file or folder onto the disk; some file systems know no such thing. */
static bool sync_path(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP);

    if (fd >= 0)
        close(fd);
    return ok;
}

static void at(store_hook *hook, void *ctx, enum store_step step)
{
    if (hook != NULL)
        hook(ctx, step);
}

enum err store_write(const char *dir, const struct facts *f, const struct store_feed *feed,
                     size_t n, const char *moment, store_hook *hook, void *ctx, struct err_info *e)
{
    char path[PATH_BYTES], fresh[PATH_BYTES];
    struct writer w = {.f = f, .moment = moment, .e = e};

    w.err = place(path, dir, PRICES_FILE, e);
    if (w.err == OK)
        w.err = place(fresh, dir, STORE_NEW_FILE, e);
    if (w.err == OK)
        w.err = db_create(&w.db, fresh, PRICES_APPLICATION_ID, PRICES_FORMAT, e);
    if (w.err != OK)
        return w.err;
    run(&w, price_file_schema);
    put_about(&w);
    put_feeds(&w, feed, n);
    at(hook, ctx, STORE_CREATED);
    if (file_exists(path))
        carry_over(&w, path);
    at(hook, ctx, STORE_COPIED);
    for (size_t i = 0; i < n; i++)
        put_rows(&w, &feed[i]);
    put_best(&w);
    put_counts(&w);
    at(hook, ctx, STORE_FILLED);
    run(&w, "COMMIT");
    db_close(w.db);
    at(hook, ctx, STORE_CLOSED);
    if (w.err == OK && !sync_path(fresh))
        w.err = system_error(fresh, errno, e);
    at(hook, ctx, STORE_SYNCED);
    if (w.err == OK && rename(fresh, path) != 0)
        w.err = system_error(path, errno, e);
    if (w.err != OK) {
        unlink(fresh);
        return w.err;
    }
    at(hook, ctx, STORE_RENAMED);
    sync_path(dir); /* a folder that cannot be synced: the file itself is safe */
    return OK;
}
