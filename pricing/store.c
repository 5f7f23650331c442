#include "pricing/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "pricing/rows.h"
#include "pricing/store_inside.h"

#define POINTS_ALL 3000000 /* of all offers together: fewer for each when there are many */
#define POINTS_LEAST 8
#define MEDIAN_OF 3 /* fewer offers tell nothing about a kind */

enum err store_system_error(const char *path, int number, struct err_info *e)
{
    struct msg_arg a[2];

    if (e == NULL)
        return ERR_IO;
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = err_system(e, number);
    return err_set(e, ERR_IO, MSG_FILE_WRITE_FAILED, 2, a);
}

static enum err place(char *out, const char *dir, const char *name, struct err_info *e)
{
    return path_join(out, STORE_PATH_BYTES, dir, name) ? OK
                                                       : store_system_error(name, ENAMETOOLONG, e);
}

/* --- the old file ---------------------------------------------------------------------------- */
static enum err open_old(const char *dir, struct db **db, int *format, char path[STORE_PATH_BYTES],
                         struct err_info *e)
{
    enum err rc = place(path, dir, PRICES_FILE, e);

    *db = NULL;
    *format = PRICES_FORMAT;
    return rc == OK && file_exists(path) ? price_file_open(db, path, format, e) : rc;
}

/* Pages may be good and their rows not: each is read, and their keys never go back. */
static enum err check_offers(struct db *db, int format, struct err_info *e)
{
    unsigned char last[ROW_KEY_MAX], key[ROW_KEY_MAX];
    size_t last_n = 0;
    struct price_rows *rows;
    struct price_row *x = NULL;
    enum err rc = price_rows_open(&rows, db, "", "offers", format, e);

    while (rc == OK && (rc = price_rows_next(rows, &x, e)) == OK && x != NULL) {
        size_t n =
            price_key(key, sizeof key, x->provider, x->instance, x->region, x->zone, x->kind);
        if (n == 0 || price_key_order(last, last_n, key, n) > 0)
            rc = db_damaged(db, "offers", e);
        memcpy(last, key, n);
        last_n = n;
    }
    price_rows_close(rows);
    return rc;
}

enum err store_check(const char *dir, int64_t max_bytes, bool *there, struct err_info *e)
{
    char path[STORE_PATH_BYTES];
    struct db *db;
    struct stat st;
    int format;
    enum err rc = open_old(dir, &db, &format, path, e);

    *there = db != NULL;
    if (rc == OK && db != NULL && stat(path, &st) == 0 && (int64_t)st.st_size <= max_bytes) {
        rc = db_check(db, e);
        if (rc == OK)
            rc = check_offers(db, format, e);
        rc = price_file_error(path, rc, e);
    }
    db_close(db);
    return rc;
}

enum err store_set_aside(const char *dir, struct err_info *e)
{
    char from[STORE_PATH_BYTES], to[STORE_PATH_BYTES];
    enum err rc = place(from, dir, PRICES_FILE, e);

    if (rc == OK)
        rc = place(to, dir, PRICES_FILE ".damaged", e);
    if (rc == OK && rename(from, to) != 0)
        rc = store_system_error(errno == EISDIR || errno == ENOTEMPTY ? to : from, errno, e);
    return rc;
}

/* --- statements ------------------------------------------------------------------------------ */
void store_run(struct store *s, const char *sql)
{
    if (s->err == OK)
        s->err = db_exec(s->db, sql, &s->e);
}

struct stmt *store_prepare(struct store *s, const char *sql)
{
    struct stmt *out = NULL;

    if (s->err == OK)
        s->err = db_prepare(s->db, sql, &out, &s->e);
    return out;
}

/* A statement about a table of the old file. */
static struct stmt *prepare_old(struct store *s, const char *head, const char *table,
                                const char *tail)
{
    struct str sql;

    str_init(&sql, 4096);
    str_addf(&sql, "SELECT %s FROM %s%s %s", head, s->dry ? "" : "old.", table, tail);
    struct stmt *out = store_prepare(s, sql.p);
    str_free(&sql);
    return out;
}

static size_t old_count(struct store *s, const char *table)
{
    struct stmt *q = prepare_old(s, "rows", "counts", "WHERE name = ?1");
    bool more = false;
    double n = 0;

    if (s->err == OK) {
        db_bind_text(q, 0, table);
        s->err = db_step(q, &more, &s->e);
        n = s->err == OK && more ? db_number(q, 0) : 0;
    }
    db_finish(q);
    return n > 0 ? (size_t)n : 0;
}

void store_step_hook(struct store *s, enum store_step step)
{
    if (s->hook != NULL && !s->dry)
        s->hook(s->hook_ctx, step);
}

/* --- open and drop --------------------------------------------------------------------------- */
static void put_about(struct store *s)
{
    struct stmt *q = store_prepare(s, "INSERT INTO about VALUES (?1, ?2)");
    bool more;

    if (s->err == OK) {
        db_bind_text(q, 0, s->moment);
        db_bind_text(q, 1, "dlrig-refresh " DLRIG_VERSION);
        s->err = db_step(q, &more, &s->e);
    }
    db_finish(q);
}

static void create(struct store *s)
{
    struct db *old = NULL;
    char path[STORE_PATH_BYTES];

    s->err = open_old(s->dir, &old, &s->old_format, path, &s->e);
    s->has_old = old != NULL;
    if (s->err != OK)
        return;
    if (s->dry) {
        s->db = old;
        return;
    }
    db_close(old); /* found good; it is attached to the new one */
    s->err = db_create(&s->db, s->fresh, PRICES_APPLICATION_ID, PRICES_FORMAT, &s->e);
    if (s->err == ERR_DAMAGED) /* a file that cannot be made is no damage of the old one */
        s->err = store_system_error(s->fresh, errno != 0 ? errno : EIO, &s->e);
    store_run(s, price_file_schema);
    put_about(s);
    store_step_hook(s, STORE_CREATED);
    if (s->err == OK && s->has_old)
        s->err = db_attach(s->db, s->path, "old", &s->e);
    store_run(s,
              "CREATE TEMP TABLE anew (feed TEXT PRIMARY KEY);"
              "CREATE TEMP TABLE back (provider TEXT, instance TEXT, region TEXT, zone TEXT,"
              "  kind TEXT, feed TEXT, PRIMARY KEY (provider, instance, region, zone, kind, feed))"
              "  WITHOUT ROWID");
}

static void begin_old(struct store *s)
{
    if (!s->has_old)
        return;
    s->old_rows = old_count(s, "offers");
    s->has_gone = old_count(s, "gone") > 0;
    if (s->err == OK)
        s->err =
            price_rows_open(&s->rows, s->db, s->dry ? "" : "old.", "offers", s->old_format, &s->e);
    s->was_gone = prepare_old(s, "past", "gone",
                              "WHERE provider = ?1 AND instance = ?2 AND region = ifnull(?3, '') "
                              "AND zone = ifnull(?4, '') AND kind = ?5 AND feed = ?6");
}

enum err store_open(struct store **out, const char *dir, const struct facts *f, const char *moment,
                    bool dry, store_hook *hook, void *ctx, struct err_info *e)
{
    struct store *s = *out = calloc(1, sizeof *s);
    enum err rc;

    if (s == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    s->dry = dry;
    s->f = f;
    s->hook = hook;
    s->hook_ctx = ctx;
    str_copy(s->moment, sizeof s->moment, moment);
    str_copy(s->dir, sizeof s->dir, dir);
    s->err = place(s->path, dir, PRICES_FILE, &s->e);
    if (s->err == OK)
        s->err = place(s->fresh, dir, STORE_NEW_FILE, &s->e);
    if (s->err == OK && (s->best = best_new(f, moment)) == NULL)
        s->err = err_set(&s->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (s->err == OK)
        create(s);
    begin_old(s);
    if (!dry)
        store_writers(s);
    if (s->err == OK)
        return OK;
    rc = store_error(s, e);
    store_drop(s);
    *out = NULL;
    return rc;
}

enum err store_error(const struct store *s, struct err_info *e)
{
    if (s->err != OK && e != NULL)
        err_copy(e, &s->e);
    return s->err == ERR_DAMAGED ? price_file_error(s->path, s->err, e) : s->err;
}

void store_drop(struct store *s)
{
    if (s == NULL)
        return;
    store_end_statements(s);
    if (s->db != NULL && !s->dry)
        unlink(s->fresh);
    db_close(s->db);
    best_free(s->best);
    free(s);
}

/* --- reading the old rows -------------------------------------------------------------------- */
static const char *text(struct stmt *q, int column)
{
    const char *t = db_text(q, column);

    return t != NULL ? t : "";
}

/* Rows of few cards follow each other: what was found is remembered. */
static int card_of(struct store *s, const char *id)
{
    unsigned h = 0;

    for (const char *p = id; *p != '\0'; p++)
        h = h * 31 + (unsigned char)*p;
    struct store_card *c = &s->card[h % STORE_CARDS];
    if (c->id[0] != '\0' && str_eq(c->id, id))
        return c->accel;
    const struct accel *card = facts_accel(s->f, id);
    c->accel = card != NULL ? (int)(card - s->f->accel) : -1;
    if (!str_copy(c->id, sizeof c->id, id))
        c->id[0] = '\0';
    return c->accel;
}

bool store_next(struct store *s, struct price_row **out)
{
    *out = NULL;
    if (s->err == OK && s->rows != NULL)
        s->err = price_rows_next(s->rows, out, &s->e);
    if (*out != NULL)
        (*out)->accel = card_of(s, (*out)->gpu);
    return *out != NULL;
}

size_t store_points(const struct store *s)
{
    size_t n = s->old_rows > 0 ? POINTS_ALL / s->old_rows : PAST_POINTS;

    return n > PAST_POINTS ? PAST_POINTS : n < POINTS_LEAST ? POINTS_LEAST : n;
}

static void take_feed(struct stmt *q, struct store_feed *x)
{
    const struct {
        char *to;
        size_t cap;
    } cell[] = {{x->name, sizeof x->name},           {x->place, sizeof x->place},
                {x->fetched, sizeof x->fetched},     {x->format, sizeof x->format},
                {x->data_date, sizeof x->data_date}, {x->etag, sizeof x->etag},
                {x->modified, sizeof x->modified},   {x->retry_after, sizeof x->retry_after},
                {x->tried, sizeof x->tried}};

    for (size_t i = 0; i < sizeof cell / sizeof cell[0]; i++)
        str_copy(cell[i].to, cell[i].cap, text(q, (int)i));
    double rows = db_number(q, 9);
    x->rows = rows > 0 && rows < 1e12 ? (size_t)rows : 0;
}

enum err store_feeds(struct store *s, struct store_feed *out, size_t cap, size_t *n,
                     struct err_info *e)
{
    bool more = true;
    struct stmt *q = NULL;

    *n = 0;
    if (!s->has_old)
        return OK;
    q = prepare_old(s,
                    "feed, place, fetched, format, data_date, etag, modified, retry_after, tried, "
                    "rows",
                    "feeds", "ORDER BY feed");
    while (s->err == OK && more && *n < cap) {
        s->err = db_step(q, &more, &s->e);
        if (s->err != OK || !more)
            break;
        out[*n] = (struct store_feed){.rows = 0};
        take_feed(q, &out[(*n)++]);
    }
    db_finish(q);
    return store_error(s, e);
}

enum err store_medians(struct store *s, struct judge *j, struct err_info *e)
{
    bool more = true;
    struct stmt *q = NULL;

    if (!s->has_old)
        return OK;
    q = prepare_old(s, "gpu, kind, rows, usd", "medians", "");
    while (s->err == OK && more) {
        s->err = db_step(q, &more, &s->e);
        if (s->err != OK || !more)
            break;
        const struct accel *card = facts_accel(s->f, text(q, 0));
        int kind = 0;
        while (kind < KIND_COUNT && !str_eq(price_kind_word((enum price_kind)kind), text(q, 1)))
            kind++;
        if (card != NULL && db_number(q, 2) >= MEDIAN_OF && db_number(q, 3) > 0)
            judge_set_median(j, (int)(card - s->f->accel), (enum price_kind)kind, db_number(q, 3));
    }
    db_finish(q);
    return store_error(s, e);
}

const char *store_gone_past(struct store *s, const struct price_row *x)
{
    const char *const part[] = {x->provider, x->instance, x->region, x->zone, x->kind, x->feed};
    bool more = false;

    if (s->err != OK || !s->has_gone)
        return NULL;
    for (int i = 0; i < 6; i++)
        db_bind_text(s->was_gone, i, part[i]);
    s->err = db_step(s->was_gone, &more, &s->e);
    if (more)
        str_copy(s->gone_past, sizeof s->gone_past, text(s->was_gone, 0));
    db_reset(s->was_gone);
    if (s->err != OK || !more)
        return NULL;
    store_back(s, x);
    return s->gone_past;
}
