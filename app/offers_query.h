/*
 * offers_query.h - which offers are shown, and in which order: filters, sorting, groups with their
 * least and highest price. Pure: reads facts and prices, the rows live in the arena.
 *
 *     struct offers_query q;
 *     offers_query_init(&q);
 *     q.accel = "nvidia-h100-sxm5-80gb"; q.count_lo = q.count_hi = 8;
 *     struct offers_answer x;
 *     offers_query_run(&q, &facts, &prices, &arena, &x);
 */
#ifndef APP_OFFERS_QUERY_H
#define APP_OFFERS_QUERY_H

#include "base/arena.h"
#include "base/err.h"
#include "base/msg.h"
#include "engine/facts.h"
#include "engine/offers.h"

enum offers_sort {
    OFFERS_BY_PRICE,     /* of the machine, an hour */
    OFFERS_BY_GPU_PRICE, /* of one card, an hour: the order when none is asked for */
    OFFERS_BY_GPU,
    OFFERS_BY_COUNT,
    OFFERS_BY_MEMORY,
    OFFERS_BY_PROVIDER,
    OFFERS_BY_REGION,
    OFFERS_BY_KIND,
    OFFERS_BY_DATE,      /* newest first */
    OFFERS_BY_VRAM,      /* price of a GB of VRAM */
    OFFERS_BY_TFLOPS,    /* price of a dense TFLOPS */
    OFFERS_BY_BANDWIDTH, /* price of a TB/s */
    OFFERS_BY_JOB,       /* price of a million tokens of the job; needs q.rate */
    OFFERS_SORTS
};
enum offers_group_by { /* the cheapest per card of each group stands for it */
                       OFFERS_GROUP_NONE,
                       OFFERS_GROUP_GPU,
                       OFFERS_GROUP_PROVIDER,
                       OFFERS_GROUP_REGION,
                       OFFERS_GROUP_KIND,
                       OFFERS_GROUP_INSTANCE,
                       OFFERS_GROUPS
};

struct offers_query {
    const char *accels, *providers, *regions; /* comma lists of ids, NULL: all */
    unsigned kinds;                           /* bits 1 << enum price_kind, 0: all */
    double count_lo, count_hi;                /* cards of a machine; UNKNOWN: open */
    double memory_lo_gb, memory_hi_gb;        /* memory of one card as sold; UNKNOWN: open */
    double price_lo, price_hi;                /* USD a card and hour; UNKNOWN: open */
    double age_days;                          /* at most so old; UNKNOWN: any */
    int32_t as_of_days;                       /* of the ages: which prices are stale */
    enum offers_sort sort;
    enum offers_group_by group;
    enum lang lang;   /* of the names of providers, when they order */
    const char *text; /* words that must all occur in provider, instance, region or card; NULL */
    const struct offer_rate *rate; /* of each of prices->offer, or NULL: no job */
};

struct offers_answer {
    const struct offer **row;
    size_t n, hidden;           /* hidden: taken away by filters and grouping */
    size_t stale;               /* of the rows */
    struct offers_group *group; /* of each row when grouped, else NULL */
};

void offers_query_init(struct offers_query *q);
/* offers_query_run: ERR_NOMEM only. A filter on something that an offer does not tell (its region)
 * keeps the offer out, but one without a region holds for all regions and stays. */
enum err offers_query_run(const struct offers_query *q, const struct facts *f,
                          const struct prices *p, struct arena *arena, struct offers_answer *out,
                          struct err_info *e);

/* The filters of a query one by one, to say which of them keeps everything out. */
enum offers_filter {
    OFFERS_FILTER_GPU,
    OFFERS_FILTER_COUNT,
    OFFERS_FILTER_MEMORY,
    OFFERS_FILTER_PROVIDER,
    OFFERS_FILTER_REGION,
    OFFERS_FILTER_KIND,
    OFFERS_FILTER_PRICE,
    OFFERS_FILTER_AGE,
    OFFERS_FILTERS
};
/* offers_query_count: how many offers pass the filters, before they are grouped.
 * offers_query_without: how many offers there were without that filter; 0 too when it is unset. */
size_t offers_query_count(const struct offers_query *q, const struct facts *f,
                          const struct prices *p);
size_t offers_query_without(const struct offers_query *q, enum offers_filter filter,
                            const struct facts *f, const struct prices *p);

const char *offers_sort_word(enum offers_sort s);      /* "price" ... */
const char *offers_group_word(enum offers_group_by g); /* "gpu" ...; "none" */

/* offer_price_usd: of the machine, an hour, in USD by the catalog's rates; UNKNOWN. */
double offer_price_usd(const struct facts *f, const struct offer *o);

#endif
