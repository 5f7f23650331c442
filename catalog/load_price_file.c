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

#define TEXT_BYTES 256

/* --- reading --------------------------------------------------------------------------------- */
/* Short and nothing but letters, figures and signs of ASCII: nothing to clean. */
static bool plain(const char *text)
{
    size_t n = 0;

    while (text[n] >= ' ' && text[n] <= '~')
        n++;
    return text[n] == '\0' && n < TEXT_BYTES;
}

static const char *take_clean(struct rows *r)
{
    char clean[TEXT_BYTES];
    int c = r->column++;
    const char *text = db_text(r->stmt, c);

    if (str_empty(text))
        return NULL;
    if (c < COLUMNS_MAX && r->last[c] != NULL && strcmp(text, r->last[c]) == 0)
        return r->last[c]; /* cleaned already: neighbours share much */
    if (!plain(text)) {
        text_clean_buf(clean, sizeof clean, text);
        text = clean;
    }
    text = load_shared(r->l, text);
    if (c < COLUMNS_MAX)
        r->last[c] = text;
    return text;
}

static double commitment(enum price_kind kind)
{
    return kind == KIND_RESERVED_1Y   ? 12
           : kind == KIND_RESERVED_3Y ? 36
           : kind == KIND_MONTH       ? 1
                                      : 0;
}

static enum source_rank take_rank(struct rows *r)
{
    double rank = take_number(r);
    return rank >= RANK_YOURS && rank <= RANK_AGGREGATOR ? (enum source_rank)rank : RANK_AGGREGATOR;
}

/* false: not an offer that this catalog understands (its card may be gone). */
static bool take_offer(struct rows *r, const struct facts *f, struct offer *o)
{
    const char *kind, *grade;
    const struct accel *card;

    *o = (struct offer){.provider = take_clean(r), .instance = take_clean(r)};
    o->region = take_clean(r);
    o->zone = take_clean(r);
    kind = take_clean(r);
    card = facts_accel(f, take_clean(r));
    o->gpu_count = take_number(r);
    o->vcpus = take_number(r);
    o->ram_gib = take_number(r);
    o->network_gbps = take_number(r);
    o->local_disk_gb = UNKNOWN;
    o->link = take_clean(r);
    o->rdma = take_tri(r);
    o->currency = take_clean(r);
    o->price_hour = take_number(r);
    o->price_month = take_number(r);
    o->from.date = take_clean(r);
    o->from.source = take_clean(r);
    grade = take_clean(r);
    o->from.confidence = grade != NULL ? grade[0] : 0;
    o->rank = take_rank(r);
    o->from.yours = o->rank == RANK_YOURS;
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

/* The rows of one key lie together, since the key begins with it: the weightiest stands for all,
 * the first of equals. */
#define OFFER_COLUMNS                                                                              \
    "provider, instance, region, zone, kind, gpu, gpu_count, vcpus, ram_gib, network_gbps, link, " \
    "rdma, currency, price_hour, price_month, date, source, confidence, rank"

/* table: offers or best_offers; room: for so many more behind them. */
static struct offer *read_offers(struct loader *l, const struct facts *f, const char *table,
                                 size_t room, size_t *n)
{
    struct rows r;

    *n = 0;
    load_rows(l, &r, table, OFFER_COLUMNS);
    struct offer *all = ARENA_ARRAY(l->arena, struct offer, r.count + room + 1);
    while (rows_next(&r)) {
        struct offer *o = &all[*n];

        if (!take_offer(&r, f, o))
            continue;
        if (*n == 0 || offer_key_order(o - 1, o) != 0)
            (*n)++;
        else if (weight(o) > weight(o - 1))
            o[-1] = *o;
    }
    rows_end(&r);
    return all;
}

/* --- the few that plans want ------------------------------------------------------------------ */
static bool seller_there(struct loader *l, const char *provider)
{
    struct stmt *s = NULL;
    bool more = false;

    l->err = db_prepare(l->db, "SELECT 1 FROM offers WHERE provider = ?1 LIMIT 1", &s, l->e);
    if (l->err == OK) {
        db_bind_text(s, 0, provider);
        l->err = db_step(s, &more, l->e);
    }
    db_finish(s);
    return more;
}

static bool has_key(const struct offer *all, size_t n, const struct offer *o)
{
    return n > 0 && bsearch(o, all, n, sizeof *all, by_key) != NULL;
}

/* Rows of the file that stand for an offer of the catalog must not be missing: without them the
 * catalog's older price would count. They are looked up one by one and put behind the best. */
static void read_replaced(struct loader *l, const struct facts *f, const struct prices *shipped,
                          struct offer *all, size_t *n)
{
    struct rows r = {.l = l, .count = shipped->offer_n};
    const size_t best = *n;
    const char *seller = NULL;
    bool there = false;

    l->err = db_prepare(
        l->db,
        "SELECT " OFFER_COLUMNS " FROM offers WHERE provider = ?1 AND "
        "instance = ?2 AND region = ifnull(?3, '') AND zone = ifnull(?4, '') AND kind = ?5 "
        "ORDER BY weight DESC, feed LIMIT 1",
        &r.stmt, l->e);
    for (size_t i = 0; l->err == OK && i < shipped->offer_n; i++) {
        const struct offer *o = &shipped->offer[i];

        if (seller != o->provider) {
            seller = o->provider;
            there = seller_there(l, seller);
        }
        if (!there || has_key(all, best, o))
            continue;
        db_bind_text(r.stmt, 0, o->provider);
        db_bind_text(r.stmt, 1, o->instance);
        db_bind_text(r.stmt, 2, o->region);
        db_bind_text(r.stmt, 3, o->zone);
        db_bind_text(r.stmt, 4, price_kind_word(o->kind));
        r.seen = 0;
        if (rows_next(&r) && take_offer(&r, f, &all[*n]))
            (*n)++;
        db_reset(r.stmt);
    }
    rows_end(&r);
}

static size_t rows_of(const struct loader *l, const char *table)
{
    for (size_t i = 0; i < l->table_n; i++)
        if (str_eq(l->table_name[i], table))
            return l->table_rows[i];
    return 0; /* a file of before there was such a table */
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

static enum err load_file(const char *path, struct arena *a, const struct facts *f, bool all,
                          struct prices *p, struct err_info *e)
{
    struct loader l = {.arena = a, .e = e};
    struct offer *row;
    size_t n = 0;

    l.intern = ARENA_ARRAY(a, const char *, INTERN_SLOTS);
    if (l.intern == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    l.err = db_open(&l.db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, e);
    if (l.err != OK)
        return price_file_error(path, l.err, e);
    load_counts(&l);
    bool few = !all && rows_of(&l, "best_offers") > 0;
    row = read_offers(&l, f, few ? "best_offers" : "offers", few ? p->offer_n : 0, &n);
    if (l.err == OK && few)
        read_replaced(&l, f, p, row, &n);
    if (l.err == OK) {
        load_sort(row, n, sizeof *row, by_key);
        load_closed(f, row, n);
        merge(&l, row, n, p);
    }
    db_close(l.db);
    if (l.err == OK && arena_failed(a))
        l.err = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    return price_file_error(path, l.err, e);
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
