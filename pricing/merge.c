#include "pricing/merge.h"

#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/price_past.h"
#include "pricing/rows.h"

#define TEXT_BYTES 256 /* of a text of an offer that is remembered */

/* Of an old row whose feed is written anew: what is needed when the cursor has gone on. */
struct old {
    int feed;
    char date[11], currency[4], past[PAST_BYTES];
    double price_hour;
    bool used;
};

struct round {
    struct merge *m;
    struct pile_row fresh; /* key NULL: no more */
    struct price_row *old; /* NULL: no more */
    unsigned char key[ROW_KEY_MAX], old_key[ROW_KEY_MAX];
    size_t key_n, old_key_n;
    struct old was[MERGE_FEEDS];
    size_t was_n;
    struct offer last; /* the weightiest old price of the key */
    char last_currency[4];
    double last_weight;
    char last_feed[64];
    struct price_row top; /* of the offers that were written for the key, the one that counts */
    char top_text[5][TEXT_BYTES];
    bool has_top;
    struct offer first[MERGE_FEEDS]; /* the row that was taken, of each feed */
    char first_currency[MERGE_FEEDS][4];
    bool has_first[MERGE_FEEDS];
    struct err_info *e;
    enum err err;
};

static int feed_by_name(const struct merge *m, const char *name)
{
    for (size_t i = 0; i < m->feed_n; i++)
        if (str_eq(m->feed[i].name, name))
            return (int)i;
    return -1;
}

static int feed_by_batch(const struct merge *m, int batch)
{
    for (size_t i = 0; i < m->feed_n; i++)
        if (m->feed[i].how == MERGE_ANEW && m->feed[i].batch == batch)
            return (int)i;
    return -1;
}

/* --- going on -------------------------------------------------------------------------------- */
static void next_fresh(struct round *r)
{
    if (r->err == OK)
        r->err = pile_next(r->m->pile, &r->fresh, r->e);
    if (r->err != OK)
        r->fresh.key = NULL;
}

/* Old rows must come in order: a file that was damaged may hold anything. */
static void next_old(struct round *r)
{
    unsigned char key[ROW_KEY_MAX];
    const struct price_row *x;

    if (r->err != OK || !store_next(r->m->store, &r->old)) {
        r->old = NULL;
        return;
    }
    x = r->old;
    size_t n = price_key(key, sizeof key, x->provider, x->instance, x->region, x->zone, x->kind);
    if (n == 0 || price_key_order(r->old_key, r->old_key_n, key, n) > 0) {
        r->err = err_set(r->e, ERR_DAMAGED, MSG_NET_OLD_ORDER, 0, NULL);
        r->old = NULL;
        return;
    }
    memcpy(r->old_key, key, n);
    r->old_key_n = n;
}

/* --- the one that counts --------------------------------------------------------------------- */
static void offer_top(struct round *r, const struct price_row *x)
{
    struct price_row *t = &r->top;

    if (r->has_top &&
        (t->weight > x->weight || (t->weight >= x->weight && strcmp(t->feed, x->feed) <= 0)))
        return;
    *t = *x;
    const char **part[] = {&t->feed, &t->gpu, &t->date, &t->currency, &t->link};
    for (int i = 0; i < 5; i++) { /* the rest is the key's */
        if (*part[i] == NULL)
            continue;
        str_copy(r->top_text[i], TEXT_BYTES, *part[i]);
        *part[i] = r->top_text[i];
    }
    r->has_top = true;
}

/* --- old rows of the key --------------------------------------------------------------------- */
static void note_last(struct round *r, const struct price_row *x)
{
    if (x->accel < 0 || !(x->price_hour > 0) || strlen(x->currency) != 3 ||
        (r->last_currency[0] != '\0' &&
         (r->last_weight > x->weight ||
          (r->last_weight >= x->weight && strcmp(r->last_feed, x->feed) <= 0))))
        return;
    str_copy(r->last_currency, sizeof r->last_currency, x->currency);
    str_copy(r->last_feed, sizeof r->last_feed, x->feed);
    r->last_weight = x->weight;
    r->last = (struct offer){.accel = x->accel,
                             .gpu_count = x->gpu_count,
                             .currency = r->last_currency,
                             .price_hour = x->price_hour};
}

static struct past_point point_of(const char *date, const char *currency, double price)
{
    struct past_point p = {.price_hour = price};

    str_copy(p.date, sizeof p.date, date);
    str_copy(p.currency, sizeof p.currency, currency);
    return p;
}

static void keep_dated(struct round *r, const struct merge_feed *feed)
{
    const struct price_row *x = r->old;
    char past[PAST_BYTES];
    bool renew = feed != NULL && feed->how == MERGE_DATED && str_eq(x->date, feed->old_day) &&
                 strcmp(feed->today, x->date) > 0;
    struct price_row top = *x;

    if (renew) {
        struct past_point p = point_of(x->date, x->currency, x->price_hour);
        int32_t day = 0, then = 0;
        past_add(past, x->past, &p, feed->today, store_points(r->m->store));
        date_parse(feed->today, &day);
        date_parse(x->date, &then);
        top.date = feed->today;
        top.weight += (double)(day - then);
        top.past = past;
    }
    store_offer(r->m->store, &top);
    offer_top(r, &top);
}

static void take_old(struct round *r)
{
    const struct price_row *x = r->old;
    int i = feed_by_name(r->m, x->feed);
    struct merge_feed *feed = i >= 0 ? &r->m->feed[i] : NULL;

    note_last(r, x);
    if (feed == NULL || feed->how != MERGE_ANEW) {
        keep_dated(r, feed);
        return;
    }
    if (r->was_n == MERGE_FEEDS)
        return;
    struct old *o = &r->was[r->was_n++];
    o->feed = i;
    o->used = false;
    o->price_hour = x->price_hour;
    str_copy(o->date, sizeof o->date, x->date);
    str_copy(o->currency, sizeof o->currency, x->currency);
    str_copy(o->past, sizeof o->past, x->past);
}

/* --- new rows of the key --------------------------------------------------------------------- */
static struct old *was_of(struct round *r, int feed)
{
    for (size_t i = 0; i < r->was_n; i++)
        if (r->was[i].feed == feed)
            return &r->was[i];
    return NULL;
}

static struct price_row row_of(const struct facts *f, const struct offer *o, const char *feed)
{
    int32_t day = 0;

    date_parse(o->from.date, &day);
    return (struct price_row){.provider = o->provider,
                              .instance = o->instance,
                              .region = o->region != NULL ? o->region : "",
                              .zone = o->zone != NULL ? o->zone : "",
                              .kind = price_kind_word(o->kind),
                              .feed = feed,
                              .gpu = f->accel[o->accel].id,
                              .currency = o->currency,
                              .date = o->from.date,
                              .source = o->from.source != NULL ? o->from.source : "",
                              .link = o->link,
                              .gpu_count = o->gpu_count,
                              .vcpus = o->vcpus,
                              .ram_gib = o->ram_gib,
                              .network_gbps = o->network_gbps,
                              .price_hour = o->price_hour,
                              .price_month = o->price_month,
                              .weight = (double)offer_weight(day, o->rank),
                              .rdma = o->rdma,
                              .rank = o->rank,
                              .confidence = o->from.confidence,
                              .accel = o->accel};
}

static void write_offer(struct round *r, int feed, const struct verdict *v)
{
    struct price_row x = row_of(judge_facts(r->m->judge), &v->offer, r->m->feed[feed].name);
    const char *text = NULL;
    struct past_point p;
    struct old *was = was_of(r, feed);
    char past[PAST_BYTES];

    past[0] = '\0';
    if (was != NULL) {
        p = point_of(was->date, was->currency, was->price_hour);
        was->used = true;
    } else {
        text = store_gone_past(r->m->store, &x);
    }
    if (was != NULL || text != NULL)
        past_add(past, was != NULL ? was->past : text, was != NULL ? &p : NULL, x.date,
                 store_points(r->m->store));
    x.past = past;
    store_offer(r->m->store, &x);
    offer_top(r, &x);
}

static void take_fresh(struct round *r)
{
    int i = feed_by_batch(r->m, r->fresh.batch);
    struct verdict v;

    if (i < 0)
        return; /* of a feed that was not believed */
    struct merge_feed *feed = &r->m->feed[i];
    row_unpack(&v, r->fresh.body);
    judge_believe(r->m->judge, r->last_currency[0] != '\0' ? &r->last : NULL, &v);
    if (r->key_n > 0 && verdict_taken(&v) && r->has_first[i])
        judge_repeat(&r->first[i], &v);
    judge_count_row(&feed->counts, &v);
    if (verdict_taken(&v)) {
        r->first[i] =
            (struct offer){.price_hour = v.offer.price_hour, .currency = r->first_currency[i]};
        str_copy(r->first_currency[i], sizeof r->first_currency[i], v.offer.currency);
        r->has_first[i] = true;
        if (!v.unchanged)
            write_offer(r, i, &v);
    }
    if (v.reason == JUDGED_NONE || judge_reason_class(v.reason) == JUDGE_PASSED)
        return;
    store_judged(r->m->store, &v, feed->name);
    if (r->m->held != NULL)
        r->m->held(r->m->ctx, feed, &v);
}

/* --- one key --------------------------------------------------------------------------------- */
/* The texts of the key at hand. */
static void name_key(const struct round *r, struct price_row *x)
{
    const char **const part[] = {&x->provider, &x->instance, &x->region, &x->zone, &x->kind};
    const char *key = (const char *)r->key;

    for (int i = 0; i < 5; i++) {
        *part[i] = key;
        key += strlen(key) + 1;
    }
}

static void bury(struct round *r, const struct old *o)
{
    char past[PAST_BYTES];
    struct past_point p = point_of(o->date, o->currency, o->price_hour);
    struct price_row x = {.feed = r->m->feed[o->feed].name};

    name_key(r, &x);
    past_add(past, o->past, &p, "9999", store_points(r->m->store));
    store_gone(r->m->store, &x, o->date, past);
}

static void begin_key(struct round *r)
{
    bool fresh_first =
        r->fresh.key != NULL && (r->old == NULL || price_key_order(r->fresh.key, r->fresh.key_n,
                                                                   r->old_key, r->old_key_n) <= 0);

    r->key_n = fresh_first ? r->fresh.key_n : r->old_key_n;
    memcpy(r->key, fresh_first ? r->fresh.key : r->old_key, r->key_n);
    r->was_n = 0;
    r->last_currency[0] = '\0';
    r->has_top = false;
    memset(r->has_first, 0, sizeof r->has_first);
}

static void one_key(struct round *r)
{
    begin_key(r);
    while (r->err == OK && r->old != NULL &&
           price_key_order(r->old_key, r->old_key_n, r->key, r->key_n) == 0) {
        take_old(r);
        next_old(r);
    }
    while (r->err == OK && r->fresh.key != NULL &&
           price_key_order(r->fresh.key, r->fresh.key_n, r->key, r->key_n) == 0) {
        take_fresh(r);
        next_fresh(r);
    }
    for (size_t i = 0; i < r->was_n; i++)
        if (!r->was[i].used)
            bury(r, &r->was[i]);
    if (r->has_top) {
        name_key(r, &r->top);
        store_counts(r->m->store, &r->top);
    }
}

enum err merge_run(struct merge *m, struct err_info *e)
{
    static struct round r; /* half a megabyte; one refresh at a time */

    r = (struct round){.m = m, .e = e};
    for (size_t i = 0; i < m->feed_n; i++)
        m->feed[i].counts = (struct judge_counts){.rows = 0};
    r.err = pile_rewind(m->pile, e);
    next_fresh(&r);
    next_old(&r);
    while (r.err == OK && (r.fresh.key != NULL || r.old != NULL))
        one_key(&r);
    return r.err != OK ? r.err : store_error(m->store, e);
}
