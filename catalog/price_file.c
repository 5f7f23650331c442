#include "catalog/price_file.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/db.h"
#include "catalog/price_rows.h"

#define JUDGED_MAX 1000000.0
#define FEEDS_MAX 1024

const char price_file_schema[] =
    "CREATE TABLE about (written TEXT NOT NULL, program TEXT NOT NULL) STRICT;"
    "CREATE TABLE counts (name TEXT PRIMARY KEY, rows INTEGER NOT NULL CHECK (rows >= 0)) STRICT;"
    "CREATE TABLE feeds ("
    "  feed TEXT PRIMARY KEY, place TEXT NOT NULL, fetched TEXT,"
    "  rows INTEGER NOT NULL CHECK (rows >= 0), format TEXT, data_date TEXT, etag TEXT,"
    "  modified TEXT, retry_after TEXT, tried TEXT NOT NULL) STRICT;"
    "CREATE TABLE fx ("
    "  base TEXT NOT NULL CHECK (length(base) = 3), quote TEXT NOT NULL CHECK (length(quote) = 3),"
    "  date TEXT NOT NULL, rate REAL NOT NULL CHECK (rate > 0 AND rate < 1e9),"
    "  source TEXT NOT NULL, feed TEXT NOT NULL, PRIMARY KEY (base, quote, feed)) STRICT;"
    "CREATE TABLE offers ("
    "  id INTEGER PRIMARY KEY, first BLOB NOT NULL, body BLOB NOT NULL) STRICT;"
    "CREATE INDEX offers_first ON offers (first);"
    "CREATE TABLE best_offers ("
    "  id INTEGER PRIMARY KEY, first BLOB NOT NULL, body BLOB NOT NULL) STRICT;"
    "CREATE INDEX best_offers_first ON best_offers (first);"
    "CREATE TABLE gone ("
    "  provider TEXT NOT NULL, instance TEXT NOT NULL, region TEXT NOT NULL, zone TEXT NOT NULL,"
    "  kind TEXT NOT NULL, feed TEXT NOT NULL, last TEXT NOT NULL, past TEXT NOT NULL,"
    "  PRIMARY KEY (provider, instance, region, zone, kind, feed)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE medians ("
    "  gpu TEXT NOT NULL, kind TEXT NOT NULL, rows INTEGER NOT NULL, usd REAL NOT NULL,"
    "  PRIMARY KEY (gpu, kind)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE judged ("
    "  feed TEXT NOT NULL, line INTEGER NOT NULL, reason TEXT NOT NULL, provider TEXT,"
    "  instance TEXT, region TEXT, zone TEXT, kind TEXT, gpu TEXT, currency TEXT, date TEXT,"
    "  price_hour REAL, expected_hour REAL) STRICT;";

/* --- reasons --------------------------------------------------------------------------------- */
static const struct {
    const char *word;
    enum judge_class class;
    enum msg_id text;
} reasons[JUDGED_COUNT] = {
    [JUDGED_NONE] = {"", JUDGE_GOOD, MSG_NONE},
#define JUDGED(ID, w, c) [JUDGED_##ID] = {(w), JUDGE_##c, MSG_JUDGED_##ID},
#include "catalog/judged.def"
#undef JUDGED
};

const char *judge_reason_word(enum judge_reason r)
{
    return reasons[r].word;
}

enum judge_reason judge_reason_find(const char *word)
{
    for (int i = 1; i < JUDGED_COUNT; i++)
        if (str_eq(reasons[i].word, word))
            return (enum judge_reason)i;
    return JUDGED_NONE;
}

enum judge_class judge_reason_class(enum judge_reason r)
{
    return reasons[r].class;
}

enum msg_id judge_reason_text(enum judge_reason r)
{
    return reasons[r].text;
}

const char *judge_class_word(enum judge_class c)
{
    static const char *const words[] = {"accepted", "refused",     "refused", "passed-over",
                                        "unpriced", "quarantined", "marked"};
    return words[c];
}

/* --- weight ---------------------------------------------------------------------------------- */
#define YOURS_DAYS 1000000

int32_t offer_weight(int32_t day, enum source_rank rank)
{
    static const int32_t days[] = {[RANK_YOURS] = YOURS_DAYS,
                                   [RANK_CLOUD] = OFFER_CLOUD_DAYS,
                                   [RANK_COLLECTOR] = OFFER_COLLECTOR_DAYS,
                                   [RANK_AGGREGATOR] = 0};
    return day + days[rank];
}

/* --- keys and errors ------------------------------------------------------------------------- */
static int by_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

int offer_key_order(const struct offer *a, const struct offer *b)
{
    int c = by_text(a->provider, b->provider);

    if (c == 0)
        c = by_text(a->instance, b->instance);
    if (c == 0)
        c = by_text(a->region, b->region);
    if (c == 0)
        c = by_text(a->zone, b->zone);
    if (c == 0)
        c = (a->kind > b->kind) - (a->kind < b->kind);
    return c;
}

enum err price_file_error(const char *path, enum err code, struct err_info *e)
{
    char why[128] = "";
    struct msg_arg a[2];

    if (e == NULL || (code != ERR_DAMAGED && code != ERR_NOT_FOUND) ||
        e->msg.id == MSG_PRICES_MISSING || e->msg.id == MSG_PRICES_FORMAT ||
        e->msg.id == MSG_PRICES_DAMAGED || e->msg.id == MSG_FILE_READ_FAILED) /* told already */
        return code;
    if (code == ERR_DAMAGED && e->msg.id == MSG_CATALOG_DAMAGED)
        str_copy(why, sizeof why, e->msg.a[1].str);
    str_copy(e->file, sizeof e->file, path);
    a[0] = ARG_STR(e->file);
    a[1] = ARG_STR(err_detail(e, why));
    if (code == ERR_NOT_FOUND)
        return err_set(e, code, MSG_PRICES_MISSING, 1, a);
    if (e->msg.id == MSG_CATALOG_FORMAT)
        return err_set(e, code, MSG_PRICES_FORMAT, 1, a);
    return err_set(e, code, MSG_PRICES_DAMAGED, 2, a);
}

/* --- judged ---------------------------------------------------------------------------------- */
/* The file is a cache that others may have written: texts are cleaned again. */
static const char *take(struct stmt *s, int column, struct arena *a)
{
    char clean[256];
    const char *text = db_text(s, column);

    if (text == NULL)
        return NULL;
    text_clean_buf(clean, sizeof clean, text);
    return arena_strdup(a, clean);
}

static void take_row(struct stmt *s, struct judged_row *x, struct arena *a)
{
    const char **text[] = {&x->feed, &x->provider, &x->instance, &x->region, &x->zone,
                           &x->kind, &x->gpu,      &x->currency, &x->date};
    int n = (int)(sizeof text / sizeof text[0]);

    *x = (struct judged_row){.reason = judge_reason_find(db_text(s, n + 3))};
    for (int i = 0; i < n; i++)
        *text[i] = take(s, i, a);
    double line = db_number(s, n);
    x->line = line > 0 && line < 1e9 ? (long)line : 0;
    x->price_hour = db_number(s, n + 1);
    x->expected_hour = db_number(s, n + 2);
}

static enum err read_judged(struct db *db, struct arena *a, struct judged_row **out, size_t *n,
                            struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = false;
    enum err rc = db_prepare(db, "SELECT count(*) FROM judged", &s, e);

    if (rc == OK)
        rc = db_step(s, &more, e);
    double count = rc == OK && more ? db_number(s, 0) : 0;
    db_finish(s);
    s = NULL;
    if (rc == OK && count > JUDGED_MAX)
        return db_damaged(db, "judged", e);
    if (rc == OK)
        rc = db_prepare(db,
                        "SELECT feed, provider, instance, region, zone, kind, gpu, currency, "
                        "date, line, price_hour, expected_hour, reason FROM judged "
                        "ORDER BY feed, line",
                        &s, e);
    *out = ARENA_ARRAY(a, struct judged_row, (size_t)count + 1);
    while (rc == OK && *out != NULL && *n < (size_t)count) {
        rc = db_step(s, &more, e);
        if (rc != OK || !more)
            break;
        take_row(s, &(*out)[(*n)++], a);
    }
    db_finish(s);
    return rc;
}

enum err price_file_judged(const char *path, struct arena *a, struct judged_row **out, size_t *n,
                           struct err_info *e)
{
    struct db *db;
    int format;
    enum err rc = price_file_open(&db, path, &format, e);

    *n = 0;
    *out = NULL;
    if (rc == OK) {
        rc = read_judged(db, a, out, n, e);
        db_close(db);
    }
    if (rc == OK && arena_failed(a))
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return price_file_error(path, rc, e);
}

/* --- feeds ----------------------------------------------------------------------------------- */
static enum err read_feeds(struct db *db, struct arena *a, struct price_feed *out, size_t cap,
                           size_t *n, struct err_info *e)
{
    struct stmt *s = NULL;
    bool more = true;
    enum err rc = db_prepare(db,
                             "SELECT feed, place, fetched, data_date, retry_after, rows FROM feeds "
                             "ORDER BY feed",
                             &s, e);

    while (rc == OK && *n < cap) {
        rc = db_step(s, &more, e);
        if (rc != OK || !more)
            break;
        struct price_feed *x = &out[(*n)++];
        const char **text[] = {&x->name, &x->place, &x->fetched, &x->data_date, &x->retry_after};
        for (int i = 0; i < 5; i++)
            *text[i] = take(s, i, a);
        x->rows = db_number(s, 5);
    }
    db_finish(s);
    return rc;
}

enum err price_file_feeds(const char *path, struct arena *a, struct price_feed **out, size_t *n,
                          struct err_info *e)
{
    struct db *db;
    int format;
    enum err rc = price_file_open(&db, path, &format, e);

    *n = 0;
    *out = ARENA_ARRAY(a, struct price_feed, FEEDS_MAX);
    if (rc == OK) {
        if (*out != NULL)
            rc = read_feeds(db, a, *out, FEEDS_MAX, n, e);
        db_close(db);
    }
    if (rc == OK && arena_failed(a))
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return price_file_error(path, rc, e);
}
