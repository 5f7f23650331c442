#include "catalog/price_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/price_file.h"

#define SQL_BYTES 1024

enum err price_file_open(struct db **out, const char *path, int *format, struct err_info *e)
{
    enum err rc = db_open(out, path, PRICES_APPLICATION_ID, PRICES_FORMAT, e);

    *format = PRICES_FORMAT;
    if (rc == ERR_DAMAGED &&
        db_open(out, path, PRICES_APPLICATION_ID, PRICES_FORMAT_COLUMNS, NULL) == OK) {
        *format = PRICES_FORMAT_COLUMNS;
        err_clear(e);
        return OK;
    }
    return price_file_error(path, rc, e);
}

/* --- reading --------------------------------------------------------------------------------- */
struct price_rows {
    struct db *db;
    struct stmt *s;
    bool columns; /* of the older format */
    bool in_block;
    struct price_walk walk; /* of the block at hand */
    struct price_row row;   /* of the older format */
    unsigned char from[PRICE_KEY_MAX];
    size_t from_n; /* rows below this key are passed over */
};

/* The block that begins below the key is the first that may hold it: rows of one key may begin at
 * the end of one and go on in the next. */
static const char of_blocks[] =
    "SELECT body FROM %s%s WHERE id >= ifnull((SELECT id FROM %s%s WHERE first < ?1 "
    "ORDER BY first DESC LIMIT 1), 0) ORDER BY id";
static const char of_columns[] =
    "SELECT provider, instance, region, zone, kind, feed, gpu, currency, date, source, link, past, "
    "gpu_count, vcpus, ram_gib, network_gbps, price_hour, price_month, weight, rdma, rank, "
    "confidence FROM %s%s WHERE (provider, instance, region, zone, kind) >= "
    "(ifnull(?1, ''), ifnull(?2, ''), ifnull(?3, ''), ifnull(?4, ''), ifnull(?5, '')) "
    "ORDER BY provider, instance, region, zone, kind, feed";

enum err price_rows_open(struct price_rows **out, struct db *db, const char *schema,
                         const char *table, int format, struct err_info *e)
{
    struct price_rows *r = *out = calloc(1, sizeof *r);
    char sql[SQL_BYTES];
    enum err rc;

    if (r == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    r->db = db;
    r->columns = format == PRICES_FORMAT_COLUMNS;
    if (r->columns)
        snprintf(sql, sizeof sql, of_columns, schema, table);
    else
        snprintf(sql, sizeof sql, of_blocks, schema, table, schema, table);
    rc = db_prepare(db, sql, &r->s, e);
    if (rc != OK) {
        price_rows_close(r);
        *out = NULL;
    }
    return rc;
}

void price_rows_close(struct price_rows *r)
{
    if (r == NULL)
        return;
    db_finish(r->s);
    free(r);
}

enum err price_rows_from(struct price_rows *r, const char *provider, const char *instance,
                         const char *region, const char *zone, const char *kind, struct err_info *e)
{
    const char *const part[] = {provider, instance, region, zone, kind};
    size_t n = price_key(r->from, sizeof r->from, provider, instance, region, zone, kind);

    if (n == 0)
        return err_set(e, ERR_LIMIT, MSG_NET_ROW_LONG, 1, &ARG_INT(PRICE_KEY_MAX));
    r->from_n = n;
    r->in_block = false;
    db_reset(r->s);
    if (r->columns)
        for (int i = 0; i < 5; i++)
            db_bind_text(r->s, i, part[i]);
    else
        db_bind_bytes(r->s, 0, r->from, n);
    return OK;
}

static const char *text(struct stmt *s, int column)
{
    const char *t = db_text(s, column);

    return t != NULL ? t : "";
}

static struct price_row *take_columns(struct price_rows *r)
{
    struct stmt *s = r->s;
    struct price_row *x = &r->row;
    const char **const texts[] = {&x->provider, &x->instance, &x->region,   &x->zone, &x->kind,
                                  &x->feed,     &x->gpu,      &x->currency, &x->date, &x->source};
    double *const numbers[] = {&x->gpu_count,  &x->vcpus,       &x->ram_gib, &x->network_gbps,
                               &x->price_hour, &x->price_month, &x->weight};

    for (int i = 0; i < 10; i++)
        *texts[i] = text(s, i);
    x->link = db_text(s, 10);
    x->past = db_text(s, 11);
    for (int i = 0; i < 7; i++)
        *numbers[i] = db_number(s, 12 + i);
    x->rdma = db_tri(s, 19);
    double rank = db_number(s, 20);
    x->rank =
        rank >= RANK_YOURS && rank <= RANK_AGGREGATOR ? (enum source_rank)rank : RANK_AGGREGATOR;
    x->confidence = text(s, 21)[0];
    x->accel = -1;
    return x;
}

static enum err next_block(struct price_rows *r, bool *more, struct err_info *e)
{
    size_t n;
    enum err rc = db_step(r->s, more, e);

    if (rc != OK || !*more)
        return rc;
    const void *bytes = db_blob(r->s, 0, &n);
    r->in_block = price_walk_open(&r->walk, bytes, n);
    return r->in_block ? OK : db_damaged(r->db, "offers", e);
}

enum err price_rows_next(struct price_rows *r, struct price_row **x, struct err_info *e)
{
    bool more = true;
    enum err rc = OK;

    *x = NULL;
    if (r->columns) {
        rc = db_step(r->s, &more, e);
        *x = rc == OK && more ? take_columns(r) : NULL;
        return rc;
    }
    while (rc == OK && more && *x == NULL) {
        struct price_walk *w = &r->walk;

        if (!r->in_block) {
            rc = next_block(r, &more, e);
            continue;
        }
        if (!price_walk_next(w, &r->in_block))
            rc = db_damaged(r->db, "offers", e);
        else if (r->in_block && price_key_order(w->key, w->short_n, r->from, r->from_n) >= 0)
            *x = &w->row;
        r->from_n = *x != NULL ? 0 : r->from_n; /* all that follow are not below it either */
    }
    return rc;
}

/* --- writing --------------------------------------------------------------------------------- */
struct price_writer {
    struct db *db;
    struct stmt *s;
    struct price_block block;
    size_t rows;
};

enum err price_writer_open(struct price_writer **out, struct db *db, const char *table,
                           struct err_info *e)
{
    struct price_writer *w = *out = calloc(1, sizeof *w);
    char sql[SQL_BYTES];

    if (w == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    w->db = db;
    price_block_clear(&w->block);
    snprintf(sql, sizeof sql, "INSERT INTO %s (first, body) VALUES (?1, ?2)", table);
    enum err rc = db_prepare(db, sql, &w->s, e);
    if (rc != OK) {
        price_writer_close(w);
        *out = NULL;
    }
    return rc;
}

void price_writer_close(struct price_writer *w)
{
    if (w == NULL)
        return;
    db_finish(w->s);
    free(w);
}

enum err price_writer_end(struct price_writer *w, struct err_info *e)
{
    struct price_block *b = &w->block;
    bool more;

    if (b->rows == 0)
        return OK;
    price_block_seal(b);
    db_bind_bytes(w->s, 0, b->first, b->first_n);
    db_bind_bytes(w->s, 1, b->bytes, b->n);
    enum err rc = db_step(w->s, &more, e);
    db_reset(w->s);
    price_block_clear(b);
    return rc;
}

enum err price_writer_put(struct price_writer *w, const struct price_row *x, struct err_info *e)
{
    w->rows++;
    if (price_block_put(&w->block, x))
        return OK;
    enum err rc = price_writer_end(w, e);
    if (rc == OK && !price_block_put(&w->block, x))
        rc = err_set(e, ERR_LIMIT, MSG_NET_ROW_LONG, 1, &ARG_INT(PRICE_KEY_MAX));
    return rc;
}

size_t price_writer_rows(const struct price_writer *w)
{
    return w->rows;
}
