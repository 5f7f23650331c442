#include "tests/unit/pricing/desk.h"

#include <string.h>

#include "base/num.h"
#include "pricing/feed.h"

static struct offer offer(const struct facts *f, const char *provider, const char *instance,
                          const char *gpu, double count, double price, const char *currency)
{
    return (struct offer){.provider = provider,
                          .instance = instance,
                          .region = "north",
                          .kind = KIND_ON_DEMAND,
                          .accel = (int)(facts_accel(f, gpu) - f->accel),
                          .gpu_count = count,
                          .vcpus = 96,
                          .ram_gib = 1024,
                          .network_gbps = UNKNOWN,
                          .local_disk_gb = UNKNOWN,
                          .rdma = TRI_UNKNOWN,
                          .currency = currency,
                          .price_hour = price,
                          .price_month = UNKNOWN,
                          .from = {.source = "a list", .date = "2026-10-01", .confidence = 'A'}};
}

void desk_open(struct desk *d)
{
    const char *a100 = "nvidia-a100-sxm4-80";

    memset(d, 0, sizeof *d);
    arena_init(&d->arena, 0);
    const struct facts *f = d->facts = &small_facts_new(&d->small)->facts;
    d->offer[0] = offer(f, "alibaba", "a100-8", a100, 8, 120, "CNY");
    d->offer[1] = offer(f, "aws", "a100-8", a100, 8, 16, "USD");
    d->offer[2] = offer(f, "azure", "a100-8", a100, 8, 17, "USD");
    d->offer[3] = offer(f, "lambda", "a100-8", a100, 8, 18, "USD");
    d->offer[4] = offer(f, "lambda", "l40s-1", "nvidia-l40s", 1, 1, "USD");
    d->offer[5] = offer(f, "autodl", "4090-1", "nvidia-rtx-4090", 1, 1, "CNY");
    d->offer[5].kind = KIND_MONTH;
    d->offer[5].price_month = 730;
    d->prices = (struct prices){.offer = d->offer, .offer_n = 6};
    d->judge = judge_new(d->facts, &d->prices, &d->prices, DESK_TODAY, &d->arena);
}

void desk_close(struct desk *d)
{
    arena_free(&d->arena);
}

static bool take(void *ctx, const struct feed_row *row)
{
    struct desk *d = ctx;

    if (d->n == DESK_ROWS)
        return false;
    judge_read(d->judge, row, "yours: test", &d->arena, &d->row[d->n++]);
    return true;
}

enum err desk_read(struct desk *d, const char *csv, struct err_info *e)
{
    d->n = 0;
    const struct feed_about about = {.place = "t.csv", .market = judge_market(d->judge)};
    const struct feed_sink sink = {.row = take, .ctx = d};

    return feed_read(feed_kind_find("list"), csv, strlen(csv), &about, &sink, e);
}

enum err desk_judge(struct desk *d, const char *csv, struct err_info *e)
{
    enum err rc = desk_read(d, csv, e);

    for (size_t i = 0; i < d->n; i++) {
        judge_believe(d->judge, NULL, &d->row[i]);
        for (size_t k = 0; k < i && verdict_taken(&d->row[i]); k++)
            if (verdict_taken(&d->row[k]) &&
                offer_key_order(&d->row[k].offer, &d->row[i].offer) == 0)
                judge_repeat(&d->row[k].offer, &d->row[i]);
    }
    return rc;
}

void desk_count(const struct desk *d, struct judge_counts *out)
{
    *out = (struct judge_counts){.rows = 0};
    for (size_t i = 0; i < d->n; i++)
        judge_count_row(out, &d->row[i]);
}
