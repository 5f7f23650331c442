/*
 * load_offers.c - the rents that come with the catalog: every offer joined with the size of its
 * instance. Month packages have a price a month; the hour is a 730th of it.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

#define MONTH_HOURS 730.0

struct instance {
    const char *provider, *name;
    struct offer size; /* accel, counts, link, rdma */
};

static int by_instance(const void *a, const void *b)
{
    const struct instance *x = a, *y = b;
    int c = strcmp(x->provider, y->provider);

    return c != 0 ? c : strcmp(x->name, y->name);
}

static struct instance *load_instances(struct loader *l, size_t *n)
{
    struct rows r;
    struct instance *all;

    *n = 0;
    load_rows(l, &r, "instances",
              "provider, instance, accelerator, count, vcpus, ram_gib, network_gbps, "
              "local_disk_gb, link, rdma");
    all = ROWS_ARRAY(l, &r, struct instance);
    while (rows_next(&r)) {
        struct instance *x = &all[(*n)++];
        const struct accel *a;
        const char *id;

        x->provider = take_shared(&r);
        x->name = take_shared(&r);
        id = take_shared(&r);
        a = facts_accel(l->f, id);
        x->size.accel = a != NULL ? (int)(a - l->f->accel) : -1;
        x->size.gpu_count = take_number(&r);
        x->size.vcpus = take_number(&r);
        x->size.ram_gib = take_number(&r);
        x->size.network_gbps = take_number(&r);
        x->size.local_disk_gb = take_number(&r);
        x->size.link = take_shared(&r);
        x->size.rdma = take_tri(&r);
        if (x->size.accel < 0) {
            struct msg_arg arg[3] = {ARG_STR("instances"), ARG_STR(x->name), ARG_STR(id)};

            l->err = err_set(l->e, ERR_DAMAGED, MSG_CATALOG_OFFER_CARD, 3, arg);
        }
    }
    rows_end(&r);
    if (l->err == OK)
        load_sort(all, *n, sizeof *all, by_instance);
    return all;
}

bool load_price_kind(const char *word, enum price_kind *out)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (str_eq(price_kind_word((enum price_kind)k), word)) {
            *out = (enum price_kind)k;
            return true;
        }
    return false;
}

int load_offer_order(const void *a, const void *b)
{
    const struct offer *x = a, *y = b;
    int c;

    if (x->accel != y->accel)
        return x->accel < y->accel ? -1 : 1;
    if (x->gpu_count != y->gpu_count)
        return x->gpu_count < y->gpu_count ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    c = strcmp(x->provider, y->provider);
    if (c == 0)
        c = strcmp(x->instance, y->instance);
    if (c == 0)
        c = strcmp(x->region != NULL ? x->region : "", y->region != NULL ? y->region : "");
    return c;
}

void load_date_span(struct prices *p)
{
    int32_t low = 0, high = 0;

    p->oldest = p->newest = NULL;
    for (size_t i = 0; i < p->offer_n; i++) {
        int32_t day;

        if (!date_parse(p->offer[i].from.date, &day))
            continue;
        if (p->oldest == NULL || day < low) {
            low = day;
            p->oldest = p->offer[i].from.date;
        }
        if (p->newest == NULL || day > high) {
            high = day;
            p->newest = p->offer[i].from.date;
        }
    }
}

void load_closed(const struct facts *f, struct offer *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && o[i].region == o[i - 1].region && o[i].provider == o[i - 1].provider;

        o[i].closed = same ? o[i - 1].closed : facts_closed_region(f, o[i].provider, o[i].region);
    }
}

static void take_offer(struct rows *r, struct offer *o)
{
    o->region = take_shared(r);
    if (str_eq(o->region, "global"))
        o->region = NULL;
    if (!load_price_kind(take_shared(r), &o->kind))
        o->kind = KIND_COUNT;
    o->currency = take_shared(r);
    o->price_hour = take_number(r);
    o->price_month = take_number(r);
    o->min_months = take_number(r);
    if (!known(o->min_months))
        o->min_months = 0;
    if (!known(o->price_hour))
        o->price_hour = o->price_month / MONTH_HOURS;
    o->from = take_origin(r);
    o->from.source = load_source(r->l, o->from.source);
}

void load_offers(struct loader *l)
{
    struct rows r;
    size_t n;
    struct instance *all = load_instances(l, &n);

    load_rows(l, &r, "offers",
              "provider, instance, region, kind, currency, price_hour, price_month, min_months, "
              "source, date, confidence");
    l->p->offer = ROWS_ARRAY(l, &r, struct offer);
    while (rows_next(&r)) {
        struct instance key = {.provider = NULL};
        const struct instance *size;
        struct offer *o;

        key.provider = take_shared(&r);
        key.name = take_shared(&r);
        size = bsearch(&key, all, n, sizeof *all, by_instance);
        if (size == NULL) /* an instance without a known size is of no use to anybody */
            continue;
        o = &l->p->offer[l->p->offer_n++];
        *o = size->size;
        o->provider = key.provider;
        o->instance = key.name;
        take_offer(&r, o);
        if (o->kind == KIND_COUNT || !known(o->price_hour))
            l->p->offer_n--;
    }
    rows_end(&r);
    if (l->err != OK)
        return;
    load_closed(l->f, l->p->offer, l->p->offer_n);
    load_sort(l->p->offer, l->p->offer_n, sizeof *l->p->offer, load_offer_order);
    load_date_span(l->p);
}
