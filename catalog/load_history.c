/*
 * load_history.c - prices of an earlier day: what the price file says of offers that are newer than
 * the day that was asked for.
 */
#include <string.h>

#include "base/date.h"
#include "base/file.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/load_row.h"
#include "catalog/price_past.h"

#define MONTH_HOURS 730.0
#define POINTS (4 * PAST_POINTS) /* of all feeds that tell of one offer */

static bool is_ahead(const struct offer *o, int32_t day)
{
    int32_t first;

    return date_parse_first(o->from.date, &first) && first > day;
}

/* The newest of the points that stood on that day; NULL. */
static const struct past_point *stood(const struct past_point *all, size_t n, int32_t day)
{
    const struct past_point *found = NULL;

    for (size_t i = 0; i < n; i++) {
        int32_t last;
        if (date_parse(all[i].date, &last) && last <= day)
            found = &all[i];
    }
    return found;
}

static void apply(struct offer *o, const struct past_point *x, struct arena *a)
{
    o->from.date = arena_strdup(a, x->date);
    o->currency = arena_strdup(a, x->currency);
    o->price_hour = x->price_hour;
    if (known(o->price_month))
        o->price_month = o->price_hour * MONTH_HOURS;
}

enum err catalog_prices_as_of(const char *path, int32_t day, struct arena *a, struct prices *p,
                              struct err_info *e)
{
    struct past_point point[POINTS];
    struct past_query *q = NULL;
    struct offer *then;
    enum err rc = OK;
    size_t n;

    for (n = 0; n < p->offer_n && !is_ahead(&p->offer[n], day);)
        n++;
    if (n == p->offer_n || str_empty(path) || !file_exists(path))
        return OK;
    then = ARENA_ARRAY(a, struct offer, p->offer_n + 1);
    if (then == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    memcpy(then, p->offer, p->offer_n * sizeof *then);
    rc = past_open(&q, path, e);
    for (size_t i = 0; i < p->offer_n && rc == OK; i++) {
        if (!is_ahead(&then[i], day))
            continue;
        rc = past_of(q, &then[i], point, POINTS, &n, e);
        const struct past_point *x = rc == OK ? stood(point, n, day) : NULL;
        if (x != NULL)
            apply(&then[i], x, a);
    }
    past_close(q);
    if (rc == OK && arena_failed(a))
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (rc == OK) {
        memcpy(p->offer, then, p->offer_n * sizeof *then);
        load_date_span(p);
    }
    return rc;
}
