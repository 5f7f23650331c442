/*
 * load_price_file.c - the offers of a refresh over those of the catalog. The file is a cache that
 * other programs may have touched: its texts are cleaned again, its numbers looked at again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "catalog/load.h"
#include "catalog/load_row.h"
#include "catalog/price_file.h"
#include "catalog/price_rows.h"

#define TEXT_BYTES 256
#define TEXTS 10

/* --- reading --------------------------------------------------------------------------------- */
/* Short and nothing but letters, figures and signs of ASCII: nothing to clean. */
static bool plain(const char *text)
{
    size_t n = 0;

    while (text[n] >= ' ' && text[n] <= '~')
        n++;
    return text[n] == '\0' && n < TEXT_BYTES;
}

/* The texts of a row, one after the other; neighbours share much. */
struct cleaner {
    struct loader *l;
    int at;
    const char *last[TEXTS]; /* what the text of the row above became; NULL: none */
};

static const char *clean(struct cleaner *c, const char *text)
{
    char room[TEXT_BYTES];
    const char **last = &c->last[c->at++];

    if (str_empty(text))
        return NULL;
    if (*last != NULL && strcmp(text, *last) == 0)
        return *last;
    if (!plain(text)) {
        text_clean_buf(room, sizeof room, text);
        text = room;
    }
    return *last = load_shared(c->l, text);
}

static double commitment(enum price_kind kind)
{
    return kind == KIND_RESERVED_1Y   ? 12
           : kind == KIND_RESERVED_3Y ? 36
           : kind == KIND_MONTH       ? 1
                                      : 0;
}

/* false: not an offer that this catalog understands (its card may be gone). */
static bool take_offer(struct cleaner *c, const struct facts *f, const struct price_row *x,
                       struct offer *o)
{
    const char *kind, *gpu;

    c->at = 0;
    *o = (struct offer){.provider = clean(c, x->provider),
                        .gpu_count = x->gpu_count,
                        .vcpus = x->vcpus,
                        .ram_gib = x->ram_gib,
                        .network_gbps = x->network_gbps,
                        .local_disk_gb = UNKNOWN,
                        .rdma = x->rdma,
                        .price_hour = x->price_hour,
                        .price_month = x->price_month,
                        .rank = x->rank};
    o->instance = clean(c, x->instance);
    o->region = clean(c, x->region);
    o->zone = clean(c, x->zone);
    kind = clean(c, x->kind);
    gpu = clean(c, x->gpu);
    o->link = clean(c, x->link);
    o->currency = clean(c, x->currency);
    o->from.date = clean(c, x->date);
    o->from.source = clean(c, x->source);
    o->from.confidence = x->confidence;
    o->from.yours = o->rank == RANK_YOURS;
    const struct accel *card = facts_accel(f, gpu);
    if (card == NULL || o->provider == NULL || o->instance == NULL || o->currency == NULL ||
        kind == NULL || !load_price_kind(kind, &o->kind) || o->kind >= KIND_OWN)
        return false;
    o->accel = (int)(card - f->accel);
    o->min_months = commitment(o->kind);
    return o->gpu_count > 0 && o->gpu_count <= 100000 && o->price_hour > 0 && o->price_hour < 1e9;
}

static int by_key(const void *a, const void *b)
{
    return offer_key_order(a, b);
}

static int32_t weight(const struct offer *o)
{
    int32_t day;
    return date_parse(o->from.date, &day) ? offer_weight(day, o->rank) : INT32_MIN;
}

static size_t rows_of(const struct loader *l, const char *table)
{
    for (size_t i = 0; i < l->table_n; i++)
        if (str_eq(l->table_name[i], table))
            return l->table_rows[i];
    return 0; /* a file of before there was such a table */
}

/* Of one key the weightiest row stands for all; of equals the one whose feed comes first. */
struct counting {
    struct offer *at;
    char feed[TEXT_BYTES];
};

static bool outweighs(const struct counting *c, const struct offer *o, const char *feed)
{
    int32_t x = weight(o), y = weight(c->at);

    return x > y || (x == y && strcmp(feed, c->feed) < 0);
}

static void count_for(struct counting *c, struct offer *at, const struct offer *o, const char *feed)
{
    *at = *o;
    c->at = at;
    str_copy(c->feed, sizeof c->feed, feed);
}

/* table: offers or best_offers; room: for so many more behind them. */
static struct offer *read_offers(struct loader *l, struct price_rows *rows, const struct facts *f,
                                 size_t count, size_t room, size_t *n)
{
    struct cleaner c = {.l = l};
    struct counting last = {.at = NULL};
    struct price_row *x = NULL;
    struct offer *all = ARENA_ARRAY(l->arena, struct offer, count + room + 1);

    *n = 0;
    while (all != NULL && l->err == OK && (l->err = price_rows_next(rows, &x, l->e)) == OK &&
           x != NULL) {
        struct offer o;

        if (count-- == 0) {
            l->err = db_damaged(l->db, "counts", l->e);
            break;
        }
        if (!take_offer(&c, f, x, &o))
            continue;
        if (last.at == NULL || offer_key_order(last.at, &o) != 0)
            count_for(&last, &all[(*n)++], &o, x->feed);
        else if (outweighs(&last, &o, x->feed))
            count_for(&last, last.at, &o, x->feed);
    }
    return all;
}

/* --- the few that plans want ------------------------------------------------------------------ */
static bool seller_there(struct loader *l, struct price_rows *rows, const char *provider)
{
    struct price_row *x = NULL;

    l->err = price_rows_from(rows, provider, NULL, NULL, NULL, NULL, l->e);
    if (l->err == OK)
        l->err = price_rows_next(rows, &x, l->e);
    return x != NULL && str_eq(x->provider, provider);
}

static bool has_key(const struct offer *all, size_t n, const struct offer *o)
{
    return n > 0 && bsearch(o, all, n, sizeof *all, by_key) != NULL;
}

/* The row that counts for the key of `of`; false: there is none. */
static bool look_up(struct loader *l, struct price_rows *rows, struct cleaner *c,
                    const struct facts *f, const struct offer *of, struct offer *out)
{
    struct counting best = {.at = NULL};
    struct price_row *x = NULL;
    const char *kind = price_kind_word(of->kind);

    l->err = price_rows_from(rows, of->provider, of->instance, of->region, of->zone, kind, l->e);
    while (l->err == OK && (l->err = price_rows_next(rows, &x, l->e)) == OK && x != NULL &&
           price_row_is(x, of->provider, of->instance, of->region, of->zone, kind)) {
        struct offer o;

        if (take_offer(c, f, x, &o) && (best.at == NULL || outweighs(&best, &o, x->feed)))
            count_for(&best, out, &o, x->feed);
    }
    return best.at != NULL;
}

/* Rows of the file that stand for an offer of the catalog must not be missing: without them the
 * catalog's older price would count. They are looked up one by one and put behind the best. */
static void read_replaced(struct loader *l, struct price_rows *rows, const struct facts *f,
                          const struct prices *shipped, struct offer *all, size_t *n)
{
    struct cleaner c = {.l = l};
    const size_t best = *n;
    const char *seller = NULL;
    bool there = false;

    for (size_t i = 0; l->err == OK && i < shipped->offer_n; i++) {
        const struct offer *o = &shipped->offer[i];

        if (seller != o->provider) {
            seller = o->provider;
            there = seller_there(l, rows, seller);
        }
        if (l->err == OK && there && !has_key(all, best, o))
            *n += look_up(l, rows, &c, f, o, &all[*n]);
    }
}

/* --- merging --------------------------------------------------------------------------------- */
/* The first offer of the sorted rows that is not before key. */
static size_t lower(const struct offer *all, size_t n, const struct offer *key)
{
    size_t lo = 0;

    for (size_t hi = n; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (offer_key_order(&all[mid], key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void fill_size(struct offer *o, const struct offer *from)
{
    double *to[] = {&o->vcpus, &o->ram_gib, &o->network_gbps, &o->local_disk_gb};
    const double as[] = {from->vcpus, from->ram_gib, from->network_gbps, from->local_disk_gb};

    if (o->accel != from->accel || o->gpu_count != from->gpu_count)
        return; /* another machine under the same name */
    for (size_t i = 0; i < sizeof as / sizeof as[0]; i++)
        if (!known(*to[i]))
            *to[i] = as[i];
    if (o->link == NULL)
        o->link = from->link;
    if (o->rdma == TRI_UNKNOWN)
        o->rdma = from->rdma;
}

/* The row's day is not before that of the offer, or it is of a list of one's own. */
static bool wins(const struct offer *row, const struct offer *old)
{
    int32_t x, y;

    if (row->from.yours || !date_parse(old->from.date, &y))
        return true;
    return date_parse(row->from.date, &x) && x >= y;
}

/* Gives what an older offer tells of its machine to the rows of that instance; true when one of
 * them stands for the offer itself. A row that loses against the offer is struck out. */
static bool replaced(struct offer *all, size_t n, const struct offer *old)
{
    struct offer first = {.provider = old->provider, .instance = old->instance};
    bool found = false;

    for (size_t i = lower(all, n, &first); i < n; i++) {
        if (!str_eq(all[i].provider, old->provider) || !str_eq(all[i].instance, old->instance))
            break;
        fill_size(&all[i], old);
        if (offer_key_order(&all[i], old) != 0)
            continue;
        if (!wins(&all[i], old)) {
            all[i].gpu_count = 0;
            continue;
        }
        found = true;
        if (all[i].rank == RANK_AGGREGATOR)
            all[i].rank = RANK_COLLECTOR; /* it tells a machine that the catalog knows */
        if (old->min_months > 0)
            all[i].min_months = old->min_months;
    }
    return found;
}

/* --- prices of cards beside prices of machines ------------------------------------------------ */
static int by_card(const void *a, const void *b)
{
    const struct offer *x = *(const struct offer *const *)a, *y = *(const struct offer *const *)b;

    if (x->accel != y->accel)
        return x->accel < y->accel ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->provider, y->provider);
}

/* Strikes out the rows of aggregators that somebody better covers. */
static void strike_covered(struct arena *a, struct offer *all, size_t n)
{
    const struct offer **better = ARENA_ARRAY(a, const struct offer *, n + 1);
    size_t m = 0;

    if (better == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        if (all[i].rank != RANK_AGGREGATOR)
            better[m++] = &all[i];
    if (m == n)
        return;
    qsort(better, m, sizeof *better, by_card);
    for (size_t i = 0; i < n; i++) {
        const struct offer *key = &all[i];
        if (all[i].rank == RANK_AGGREGATOR &&
            bsearch(&key, better, m, sizeof *better, by_card) != NULL)
            all[i].gpu_count = 0;
    }
}

/* The rows that were not struck out. */
static size_t close_ranks(struct offer *all, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (all[i].gpu_count > 0)
            all[kept++] = all[i];
    return kept;
}

/* An offer of the user's own database stands, whatever a refresh brought of the same thing. */
static void give_way(struct offer *all, size_t n, const struct offer *own)
{
    for (size_t i = lower(all, n, own); i < n && offer_key_order(&all[i], own) == 0; i++)
        all[i].gpu_count = 0;
}

static void merge(struct loader *l, struct offer *all, size_t n, struct prices *p)
{
    struct prices out = {.offer = ARENA_ARRAY(l->arena, struct offer, p->offer_n + n + 1)};

    if (out.offer == NULL) {
        l->err = err_set(l->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        return;
    }
    for (size_t i = 0; i < p->offer_n; i++)
        if (!replaced(all, n, &p->offer[i]) || p->offer[i].from.yours)
            out.offer[out.offer_n++] = p->offer[i];
    for (size_t i = 0; i < p->offer_n; i++)
        if (p->offer[i].from.yours)
            give_way(all, n, &p->offer[i]);
    if (n > 0)
        memcpy(out.offer + out.offer_n, all, n * sizeof *all);
    out.offer_n = close_ranks(out.offer, out.offer_n + n);
    strike_covered(l->arena, out.offer, out.offer_n);
    out.offer_n = close_ranks(out.offer, out.offer_n);
    load_sort(out.offer, out.offer_n, sizeof *out.offer, load_offer_order);
    load_date_span(&out);
    *p = out;
}

enum err load_price_open(struct loader *l, const char *path, struct arena *a, int *format,
                         struct err_info *e)
{
    *l = (struct loader){.arena = a, .e = e};
    l->intern = ARENA_ARRAY(a, const char *, INTERN_SLOTS);
    l->err = l->intern != NULL ? price_file_open(&l->db, path, format, e)
                               : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return l->err;
}

enum err load_price_close(struct loader *l, const char *path)
{
    db_close(l->db);
    if (l->err == OK && arena_failed(l->arena))
        l->err = err_set(l->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return price_file_error(path, l->err, l->e);
}

static enum err load_file(const char *path, struct arena *a, const struct facts *f, bool all,
                          struct prices *p, struct err_info *e)
{
    struct loader l;
    struct price_rows *rows = NULL;
    struct offer *row;
    size_t n = 0;
    int format;

    if (load_price_open(&l, path, a, &format, e) != OK)
        return load_price_close(&l, path);
    load_counts(&l);
    bool few = !all && rows_of(&l, "best_offers") > 0;
    const char *table = few ? "best_offers" : "offers";
    if (l.err == OK)
        l.err = price_rows_open(&rows, l.db, "", table, format, e);
    row = read_offers(&l, rows, f, rows_of(&l, table), few ? p->offer_n : 0, &n);
    price_rows_close(rows);
    rows = NULL;
    if (l.err == OK && few)
        l.err = price_rows_open(&rows, l.db, "", "offers", format, e);
    if (l.err == OK && few)
        read_replaced(&l, rows, f, p, row, &n);
    price_rows_close(rows);
    if (l.err == OK) {
        load_sort(row, n, sizeof *row, by_key);
        load_closed(f, row, n);
        merge(&l, row, n, p);
    }
    return load_price_close(&l, path);
}

enum err catalog_load_prices(const char *path, struct arena *a, const struct facts *f,
                             struct prices *p, struct err_info *e)
{
    return load_file(path, a, f, true, p, e);
}

enum err catalog_load_best_prices(const char *path, struct arena *a, const struct facts *f,
                                  struct prices *p, struct err_info *e)
{
    return load_file(path, a, f, false, p, e);
}
