/*
 * feed_gpurental.c - latest.json of gpurentalprices.com: prices of one card at many sellers, which
 * min_gpus make into a machine. CC BY 4.0: the attribution goes with every row.
 *
 * Its rows of AWS come from a list that is old, those of Google are the cards without a machine:
 * both are held back. Rents by the call (serverless) are no machines.
 */
#include <string.h>

#include "base/num.h"
#include "pricing/feed_parse.h"
#include "pricing/market.h"

#define SOURCE                                                                                     \
    "GPU rental price data by gpurentalprices.com, CC BY 4.0 "                                     \
    "(https://github.com/adriannutiu/gpu-rental-prices)"

/* What the machine is called: as the catalog calls it, else "8x H100 SXM5 80GB". */
static const char *name_of(struct feed_input *in, const char *provider, const char *gpu,
                           double count, double memory_gb)
{
    struct market *m = in->about->market;
    const char *id = m != NULL ? market_provider(m, provider) : NULL;
    int accel = m != NULL ? market_card(m, gpu, memory_gb, 1) : -1;
    const struct offer *like = id != NULL && accel >= 0 ? market_named(m, id, accel, count) : NULL;
    struct str s;

    if (like != NULL)
        return like->instance;
    str_init(&s, 256);
    str_addf(&s, "%.0fx %s", count, accel >= 0 ? accel_label(&market_facts(m)->accel[accel]) : gpu);
    const char *kept = arena_strdup(in->arena, s.p);
    str_free(&s);
    return kept;
}

static const char *kind_of(const char *kind)
{
    return str_eq(kind, "secure") ? "on-demand" : kind;
}

static enum err one_offer(struct feed_input *in, const struct json *o, long line, void *ctx,
                          struct err_info *e)
{
    double count = json_number(json_get(o, "min_gpus"));
    char cards[FEED_NUMBER_BYTES], day[11];
    const char *kind = feed_text(in, o, "kind");
    struct feed_row row = {.line = line,
                           .provider = feed_text(in, o, "provider"),
                           .gpu = feed_text(in, o, "gpu"),
                           .kind = kind_of(kind),
                           .currency = "USD",
                           .price_hour = feed_text(in, o, "usd_hr"),
                           .source = SOURCE,
                           .rank = RANK_AGGREGATOR,
                           .per_gpu = true};

    (void)ctx;
    count = count >= 1 && count < 1000 ? count : 1;
    row.memory_gb = json_number(json_get(o, "vram_gb"));
    row.memory_gb = row.memory_gb > 0 ? row.memory_gb : 0;
    row.gpu_count = feed_number(cards, count);
    feed_day(day, feed_text(in, o, "fetched_at"));
    row.date = day[0] != '\0' ? day : in->day;
    row.instance = name_of(in, row.provider, row.gpu, count, row.memory_gb);
    if (str_eq(kind, "serverless"))
        row.held = JUDGED_TERMS;
    else if (str_eq(row.provider, "aws"))
        row.held = JUDGED_SOURCE;
    else if (str_eq(row.provider, "gcp"))
        row.held = JUDGED_HOST;
    return feed_emit(in, &row, e);
}

bool feed_gpurental_sniff(const char *head, size_t n)
{
    (void)n;
    return *head == '{' && strstr(head, "\"offers\"") != NULL && strstr(head, "\"usd_hr\"") != NULL;
}

enum err feed_gpurental_read(struct feed_input *in, struct err_info *e)
{
    struct json_span all, offers, date;
    char moment[64];
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (!json_walk_member(all, "offers", &offers))
        return feed_no(in, MSG_FEED_UNKNOWN, "gpurentalprices", e);
    if (json_walk_member(all, "date", &date) && json_span_text(date, moment, sizeof moment))
        feed_day(in->day, moment);
    return feed_items(in, offers, one_offer, NULL, e);
}
