/*
 * load_history.c - prices of an earlier day: what the history of the price file says of offers that
 * are newer than the day that was asked for.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/file.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/load_row.h"
#include "catalog/price_file.h"

#define MONTH_HOURS 730.0

/* An offer that is newer than the day, and the price that stood before. */
struct ahead {
    struct offer *offer;
    double price_hour;
    const char *date, *currency;
};

static int by_key(const void *va, const void *vb)
{
    const struct ahead *a = va, *b = vb;

    return offer_key_order(a->offer, b->offer);
}

static size_t find_ahead(struct prices *p, int32_t day, struct ahead *out)
{
    size_t n = 0;

    for (size_t i = 0; i < p->offer_n; i++) {
        int32_t first;

        if (date_parse_first(p->offer[i].from.date, &first) && first > day)
            out[n++] = (struct ahead){&p->offer[i], UNKNOWN, NULL, NULL};
    }
    return n;
}

static const char *take_name(struct rows *r)
{
    const char *text = take_shared(r);

    return str_empty(text) ? NULL : text;
}

static void take_history(struct loader *l, int32_t day, struct ahead *all, size_t n)
{
    struct rows r;

    load_rows(l, &r, "history",
              "provider, instance, region, zone, kind, date, currency, price_hour");
    while (rows_next(&r)) {
        struct offer o = {.provider = take_shared(&r), .instance = take_name(&r)};
        struct ahead key = {.offer = &o}, *found;
        int32_t last;

        o.region = take_name(&r);
        o.zone = take_name(&r);
        const char *kind = take_shared(&r), *date = take_shared(&r), *currency = take_shared(&r);
        double price = take_number(&r);
        if (!load_price_kind(kind, &o.kind) || !date_parse(date, &last) || last > day ||
            !(price > 0 && price < 1e9))
            continue;
        found = bsearch(&key, all, n, sizeof *all, by_key);
        if (found != NULL && (found->date == NULL || strcmp(found->date, date) < 0)) {
            found->date = date;
            found->currency = currency;
            found->price_hour = price;
        }
    }
    rows_end(&r);
}

static void apply(struct ahead *all, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct offer *o = all[i].offer;

        if (all[i].date == NULL)
            continue;
        o->from.date = all[i].date;
        o->currency = all[i].currency;
        o->price_hour = all[i].price_hour;
        if (known(o->price_month))
            o->price_month = o->price_hour * MONTH_HOURS;
    }
}

enum err catalog_prices_as_of(const char *path, int32_t day, struct arena *a, struct prices *p,
                              struct err_info *e)
{
    struct loader l = {.arena = a, .e = e};
    struct ahead *all = ARENA_ARRAY(a, struct ahead, p->offer_n + 1);

    if (all == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    size_t n = find_ahead(p, day, all);
    if (n == 0 || str_empty(path) || !file_exists(path))
        return OK;
    l.intern = ARENA_ARRAY(a, const char *, INTERN_SLOTS);
    if (l.intern == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    l.err = db_open(&l.db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, e);
    if (l.err != OK)
        return price_file_error(path, l.err, e);
    load_counts(&l);
    qsort(all, n, sizeof *all, by_key);
    take_history(&l, day, all, n);
    db_close(l.db);
    if (l.err == OK && arena_failed(a))
        l.err = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (l.err == OK) {
        apply(all, n);
        load_date_span(p);
    }
    return price_file_error(path, l.err, e);
}
