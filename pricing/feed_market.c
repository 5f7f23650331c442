/*
 * feed_market.c - lists of machines that may be taken back: offers of Vast.ai as its search answers
 * them, and the spot prices of AWS as its price page loads them.
 */
#include <string.h>

#include "base/num.h"
#include "pricing/feed_parse.h"
#include "pricing/market.h"

#define MIB_OF_GIB 1024.0

/* --- Vast.ai ---------------------------------------------------------------------------------- */
/* "1x-RTX_4090", "2x-A100_SXM4_40GB": as the catalog calls them. */
static const char *vast_name(struct feed_input *in, const char *gpu, double count, double gib)
{
    struct str s;

    str_init(&s, 256);
    str_addf(&s, "%.0fx-%s", count, gpu);
    for (char *p = s.p; *p != '\0'; p++)
        *p = *p == ' ' ? '_' : *p;
    if (str_starts(gpu, "A100") && gib > 0)
        str_addf(&s, "_%.0fGB", gib);
    const char *kept = arena_strdup(in->arena, s.p);
    str_free(&s);
    return kept;
}

/* The part of the host that goes with the offer. */
static void vast_host(struct feed_input *in, const struct json *o, struct feed_row *row)
{
    double all = json_number(json_get(o, "cpu_cores"));
    double part = json_number(json_get(o, "cpu_cores_effective"));
    double ram = json_number(json_get(o, "cpu_ram")) * part / all / MIB_OF_GIB;
    char text[FEED_NUMBER_BYTES];

    row->vcpus = feed_text(in, o, "cpu_cores_effective");
    row->ram_gib = isfinite(ram) ? arena_strdup(in->arena, feed_number(text, ram)) : "";
}

static enum err vast_offer(struct feed_input *in, const struct json *o, long line, void *ctx,
                           struct err_info *e)
{
    double count = json_number(json_get(o, "num_gpus"));
    double gib = json_number(json_get(o, "gpu_ram")) / MIB_OF_GIB;
    const char *place = strrchr(feed_text(in, o, "geolocation"), ',');
    struct feed_row row = {.line = line,
                           .provider = "vast",
                           .kind = "community",
                           .gpu = feed_text(in, o, "gpu_name"),
                           .gpu_count = feed_text(in, o, "num_gpus"),
                           .currency = "USD",
                           .price_hour = feed_text(in, o, "dph_total"),
                           .date = in->day,
                           .source = *(const char *const *)ctx,
                           .rank = RANK_CLOUD,
                           .memory_gb = gib > 0 ? gib : 0};

    row.instance = vast_name(in, row.gpu, known(count) ? count : 0, gib);
    row.region = place != NULL ? place + 1 : feed_text(in, o, "geolocation");
    row.zone = feed_text(in, o, "machine_id");
    vast_host(in, o, &row);
    if (!json_bool(json_get(o, "rentable"), true) || json_bool(json_get(o, "rented"), false))
        row.held = JUDGED_TERMS;
    enum err rc = feed_emit(in, &row, e);
    double bid = json_number(json_get(o, "min_bid"));
    if (rc != OK || !known(bid) || row.held != JUDGED_NONE)
        return rc;
    row.kind = "spot";
    row.price_hour = feed_text(in, o, "min_bid");
    return feed_emit(in, &row, e);
}

bool feed_vast_sniff(const char *head, size_t n)
{
    (void)n;
    return *head == '{' && strstr(head, "\"offers\"") != NULL &&
           strstr(head, "\"num_gpus\"") != NULL && strstr(head, "\"dph_") != NULL;
}

enum err feed_vast_read(struct feed_input *in, struct err_info *e)
{
    struct json_span all, offers;
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (!json_walk_member(all, "offers", &offers))
        return feed_no(in, MSG_FEED_UNKNOWN, "vast", e);
    const char *source = feed_source(in, "Vast.ai offers");
    return feed_items(in, offers, vast_offer, &source, e);
}

/* --- AWS spot --------------------------------------------------------------------------------- */
/* Regions under the names that the page of spot prices has given them since 2009. */
static const char *aws_region(const char *name)
{
    static const char *const names[][2] = {
        {"us-east", "us-east-1"},       {"us-west", "us-west-1"},
        {"eu-ireland", "eu-west-1"},    {"apac-sin", "ap-southeast-1"},
        {"apac-syd", "ap-southeast-2"}, {"apac-tokyo", "ap-northeast-1"}};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_eq(names[i][0], name))
            return names[i][1];
    return name;
}

/* Families with cards of some kind; others are machines without. */
static bool aws_card(const char *size)
{
    static const char *const families[] = {"p", "g", "trn", "inf", "dl", "vt", "f"};

    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        size_t n = strlen(families[i]);
        if (strncmp(size, families[i], n) == 0 && size[n] >= '1' && size[n] <= '9')
            return true;
    }
    return false;
}

static const char *linux_price(struct feed_input *in, const struct json *size)
{
    const struct json *columns = json_get(size, "valueColumns");

    for (size_t i = 0; i < json_count(columns); i++) {
        const struct json *c = json_at(columns, i);
        if (str_eq(json_string(json_get(c, "name")), "linux"))
            return feed_text(in, json_get(c, "prices"), "USD");
    }
    return "";
}

struct aws_place {
    char region[64];
    const char *source;
};

static enum err aws_size(struct feed_input *in, const struct json *size, long line, void *ctx,
                         struct err_info *e)
{
    const struct aws_place *x = ctx;
    struct feed_row row = {.line = line,
                           .provider = "aws",
                           .instance = feed_text(in, size, "size"),
                           .region = aws_region(x->region),
                           .kind = "spot",
                           .currency = "USD",
                           .price_hour = linux_price(in, size),
                           .date = in->day,
                           .source = x->source,
                           .rank = RANK_CLOUD};

    if (!aws_card(row.instance))
        row.held = JUDGED_NO_CARD;
    return feed_emit(in, &row, e);
}

static enum err aws_one_region(struct feed_input *in, struct json_span region, struct err_info *e)
{
    struct json_span name, types, type, sizes;
    struct json_walk w;
    struct aws_place x = {.source = feed_source(in, "AWS spot prices")};
    enum err rc = OK;

    if (json_walk_member(region, "region", &name))
        json_span_text(name, x.region, sizeof x.region);
    if (!json_walk_member(region, "instanceTypes", &types))
        return OK;
    json_walk_begin(&w, types);
    while (rc == OK && json_walk_next(&w, NULL, &type))
        if (json_walk_member(type, "sizes", &sizes))
            rc = feed_items(in, sizes, aws_size, &x, e);
    return rc;
}

bool feed_aws_spot_sniff(const char *head, size_t n)
{
    (void)n;
    return *head == '{' && strstr(head, "\"config\"") != NULL &&
           strstr(head, "\"valueColumns\"") != NULL;
}

enum err feed_aws_spot_read(struct feed_input *in, struct err_info *e)
{
    struct json_span all, config, regions, region;
    struct json_walk w;
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (!json_walk_member(all, "config", &config) || !json_walk_member(config, "regions", &regions))
        return feed_no(in, MSG_FEED_UNKNOWN, "aws-spot", e);
    json_walk_begin(&w, regions);
    while (rc == OK && json_walk_next(&w, NULL, &region))
        rc = aws_one_region(in, region, e);
    return rc;
}
