/*
 * feed_list.c - a price list of the user's own: CSV with the columns of `dlrig offers --format csv`
 * in any order and any case. Columns that are not prices of a machine for rent (gpu_memory_gib,
 * price_gpu_hour, source, confidence) are passed over: they follow from the others.
 */
#include <string.h>

#include "base/csv.h"
#include "base/str.h"
#include "pricing/feed.h"

#define BROKEN_MAX 100000 /* lines that are none: then it is no CSV at all */

struct columns {
    int provider, instance, region, zone, kind, gpu, gpu_count, vcpus, ram_gib, link, rdma,
        network_gbps, currency, price_hour, price_month, date, checked;
};

static int find(const struct csv *c, const char *name)
{
    for (size_t i = 0; i < csv_columns(c); i++)
        if (str_case_eq(csv_column_name(c, i), name))
            return (int)i;
    return -1;
}

static struct columns find_columns(const struct csv *c)
{
    return (struct columns){
        .provider = find(c, "provider"),
        .instance = find(c, "instance"),
        .region = find(c, "region"),
        .zone = find(c, "zone"),
        .kind = find(c, "kind"),
        .gpu = find(c, "gpu"),
        .gpu_count = find(c, "gpu_count"),
        .vcpus = find(c, "vcpus"),
        .ram_gib = find(c, "ram_gib"),
        .link = find(c, "link"),
        .rdma = find(c, "rdma"),
        .network_gbps = find(c, "network_gbps"),
        .currency = find(c, "currency"),
        .price_hour = find(c, "price_hour"),
        .price_month = find(c, "price_month"),
        .date = find(c, "date"),
        .checked = find(c, "checked"),
    };
}

/* The first column that a price list cannot do without and this one does; NULL: all there. */
static const char *missing(const struct columns *x)
{
    const struct {
        int at;
        const char *name;
    } needed[] = {
        {x->provider, "provider"},
        {x->instance, "instance"},
        {x->kind, "kind"},
        {x->currency, "currency"},
        {x->price_hour >= 0 ? x->price_hour : x->price_month, "price_hour"},
    };

    for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
        if (needed[i].at < 0)
            return needed[i].name;
    return NULL;
}

static struct feed_row row_of(const struct csv *c, const struct columns *x, bool broken)
{
    static const struct columns none = {-1, -1, -1, -1, -1, -1, -1, -1, -1,
                                        -1, -1, -1, -1, -1, -1, -1, -1};

    if (broken)
        x = &none;
    return (struct feed_row){
        .line = csv_line(c),
        .broken = broken,
        .provider = csv_field(c, x->provider),
        .instance = csv_field(c, x->instance),
        .region = csv_field(c, x->region),
        .zone = csv_field(c, x->zone),
        .kind = csv_field(c, x->kind),
        .gpu = csv_field(c, x->gpu),
        .gpu_count = csv_field(c, x->gpu_count),
        .vcpus = csv_field(c, x->vcpus),
        .ram_gib = csv_field(c, x->ram_gib),
        .link = csv_field(c, x->link),
        .rdma = csv_field(c, x->rdma),
        .network_gbps = csv_field(c, x->network_gbps),
        .currency = csv_field(c, x->currency),
        .price_hour = csv_field(c, x->price_hour),
        .price_month = csv_field(c, x->price_month),
        .date = csv_field(c, x->date),
        .checked = csv_field(c, x->checked),
    };
}

static enum err read_rows(struct csv *c, const struct columns *x, feed_row_fn *fn, void *ctx,
                          struct err_info *e)
{
    int broken = 0;

    for (;;) {
        bool more = false;
        enum err rc = csv_next(c, &more, e);

        if (rc == OK && !more)
            return OK;
        if (rc != OK && (rc == ERR_NOMEM || ++broken > BROKEN_MAX))
            return rc;
        struct feed_row row = row_of(c, x, rc != OK);
        if (!fn(ctx, &row))
            return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
}

enum err feed_list_read(const char *text, size_t len, const char *file, feed_row_fn *fn, void *ctx,
                        struct err_info *e)
{
    struct csv *c;
    enum err rc = csv_open(&c, text, len, file, e);

    if (rc != OK)
        return rc;
    struct columns x = find_columns(c);
    const char *gone = missing(&x);
    if (gone != NULL) {
        err_where(e, file, csv_line(c), NULL);
        rc = err_set(e, ERR_VALUE, MSG_PRICING_NOT_A_LIST, 1, &ARG_STR(gone));
    } else {
        rc = read_rows(c, &x, fn, ctx, e);
    }
    csv_close(c);
    return rc;
}
