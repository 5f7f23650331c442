/*
 * feed_aliyun.c - list prices of Alibaba Cloud: instancePrice.json as its price page loads it, and
 * the map region -> machine -> price that Karpenter's collector makes of it. Of the first only the
 * machines in a VPC, with Linux and I/O optimised: the others stand beside them under the same
 * name. Prices are texts; a term's price is that of the whole term.
 */
#include <string.h>

#include "base/num.h"
#include "pricing/feed_parse.h"

#define YEAR_HOURS 8760.0
#define KEY_BYTES 256
#define SOURCE "Alibaba Cloud ECS price list"

/* Families with cards; all others are machines without. */
static bool has_card(const char *instance)
{
    static const char *const families[] = {"ecs.gn",   "ecs.ebmgn", "ecs.sccgn", "ecs.vgn",
                                           "ecs.sgn",  "ecs.ebmga", "ecs.ga",    "ecs.g8ga",
                                           "ecs.ebmp", "ecs.ppu"};

    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++)
        if (str_starts(instance, families[i]))
            return true;
    return false;
}

struct list {
    char currency[8], day[11];
};

/* --- instancePrice.json ----------------------------------------------------------------------- */
/* "cn-hangzhou::ecs.gn6i-c4g1.xlarge::vpc::linux::optimized" cut in place; false: another form. */
static bool cut_key(char *key, char *part[5])
{
    for (int i = 0; i < 5; i++) {
        part[i] = key;
        char *stop = strstr(key, "::");
        if ((stop == NULL) != (i == 4))
            return false;
        if (stop != NULL) {
            *stop = '\0';
            key = stop + 2;
        }
    }
    return true;
}

/* The price of so many hours, months or years; "" when there is none. */
static const char *price_of(const struct json *item, const char *unit, const char *period)
{
    const struct json *terms = json_get(item, unit);

    for (size_t i = 0; i < json_count(terms); i++) {
        const struct json *t = json_at(terms, i);
        const char *price = json_string(json_get(t, "price"));
        if (str_eq(json_string(json_get(t, "period")), period) && price != NULL)
            return price;
    }
    return "";
}

static enum err emit_years(struct feed_input *in, struct feed_row *row, const struct json *item,
                           const char *years, const char *kind, double hours, struct err_info *e)
{
    char text[FEED_NUMBER_BYTES];
    double total;

    if (num_plain(price_of(item, "years", years), &total) != NUM_OK)
        return OK;
    row->kind = kind;
    row->price_hour = feed_number(text, total / hours);
    return feed_emit(in, row, e);
}

static enum err emit_terms(struct feed_input *in, struct feed_row row, const struct json *item,
                           struct err_info *e)
{
    const char *month = price_of(item, "months", "1");
    bool passed = row.held != JUDGED_NONE;
    enum err rc;

    row.kind = "on-demand";
    row.price_hour = price_of(item, "hours", "1");
    rc = feed_emit(in, &row, e);
    if (rc == OK && month[0] != '\0' && !passed) {
        row.kind = "month";
        row.price_hour = "";
        row.price_month = month;
        rc = feed_emit(in, &row, e);
        row.price_month = "";
    }
    if (rc == OK && !passed)
        rc = emit_years(in, &row, item, "1", "reserved-1y", YEAR_HOURS, e);
    if (rc == OK && !passed)
        rc = emit_years(in, &row, item, "3", "reserved-3y", 3 * YEAR_HOURS, e);
    return rc;
}

static enum err one_machine(struct feed_input *in, const struct list *l, struct json_span name,
                            struct json_span value, long line, struct err_info *e)
{
    char key[KEY_BYTES], *part[5];
    struct feed_row row = {.line = line, .rank = RANK_CLOUD, .source = SOURCE};
    struct json_doc *d = NULL;

    row.broken = name.n >= sizeof key;
    if (!row.broken) {
        memcpy(key, name.p, name.n);
        key[name.n] = '\0';
        row.broken =
            !cut_key(key, part) || json_parse(value.p, value.n, (size_t)1 << 16, &d, NULL) != OK;
    }
    if (row.broken)
        return feed_emit(in, &row, e);
    row.provider = "alibaba";
    row.region = part[0];
    row.instance = part[1];
    row.currency = l->currency;
    row.date = l->day;
    if (!str_eq(part[2], "vpc") || !str_eq(part[3], "linux") || !str_eq(part[4], "optimized"))
        row.held = JUDGED_TERMS;
    else if (!has_card(part[1]))
        row.held = JUDGED_NO_CARD;
    enum err rc = emit_terms(in, row, json_root(d), e);
    json_free(d);
    return rc;
}

bool feed_aliyun_sniff(const char *head, size_t n)
{
    (void)n;
    return *head == '{' && strstr(head, "\"publicationDate\"") != NULL &&
           (strstr(head, "\"pricingInfo\"") != NULL || strstr(head, "\"disclaimer\"") != NULL);
}

enum err feed_aliyun_read(struct feed_input *in, struct err_info *e)
{
    struct list l = {.currency = ""};
    struct json_span all, map, s, name, value;
    struct json_walk w;
    char moment[64] = "";
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (!json_walk_member(all, "pricingInfo", &map))
        return feed_no(in, MSG_FEED_UNKNOWN, "aliyun", e);
    if (json_walk_member(all, "currency", &s))
        json_span_text(s, l.currency, sizeof l.currency);
    if (json_walk_member(all, "publicationDate", &s))
        json_span_text(s, moment, sizeof moment);
    feed_day(l.day, moment);
    json_walk_begin(&w, map);
    w.line = feed_line_of(in, map);
    while (rc == OK && json_walk_next(&w, &name, &value))
        rc = one_machine(in, &l, name, value, w.line, e);
    return rc;
}

/* --- region -> machine -> price --------------------------------------------------------------- */
/* told: the currency and the source. */
static enum err one_region(struct feed_input *in, const char *region, struct json_span machines,
                           long line, const char *const told[2], struct err_info *e)
{
    struct json_walk w;
    struct json_span name, value;
    enum err rc = OK;

    json_walk_begin(&w, machines);
    w.line = line;
    while (rc == OK && json_walk_next(&w, &name, &value)) {
        char instance[KEY_BYTES], price[FEED_NUMBER_BYTES];
        struct feed_row row = {.line = w.line, .rank = RANK_CLOUD, .source = told[1]};

        row.broken = name.n >= sizeof instance || !json_span_text(value, price, sizeof price);
        if (!row.broken) {
            memcpy(instance, name.p, name.n);
            instance[name.n] = '\0';
            row.provider = "alibaba";
            row.region = region;
            row.instance = instance;
            row.kind = "on-demand";
            row.currency = told[0];
            row.price_hour = price;
            row.date = in->day;
            row.held = has_card(instance) ? JUDGED_NONE : JUDGED_NO_CARD;
        }
        rc = feed_emit(in, &row, e);
    }
    return rc;
}

/* {"region": {"ecs. */
bool feed_aliyun_map_sniff(const char *head, size_t n)
{
    const char *brace = *head == '{' ? strchr(head + 1, '{') : NULL;

    (void)n;
    if (brace == NULL)
        return false;
    brace += 1 + strspn(brace + 1, " \t\r\n");
    return str_starts(brace, "\"ecs.");
}

enum err feed_aliyun_map_read(struct feed_input *in, struct err_info *e)
{
    struct json_span all, name, machines;
    struct json_walk w;
    const char *currency = feed_currency(in);
    enum err rc = feed_json(in, &all, e);

    if (rc == OK && currency == NULL)
        return feed_no(in, MSG_FEED_CURRENCY, NULL, e);
    if (rc != OK)
        return rc;
    const char *const told[2] = {currency, feed_source(in, SOURCE)};
    json_walk_begin(&w, all);
    w.line = feed_line_of(in, all);
    while (rc == OK && json_walk_next(&w, &name, &machines)) {
        char region[KEY_BYTES];
        size_t n = name.n < sizeof region ? name.n : sizeof region - 1;

        memcpy(region, name.p, n);
        region[n] = '\0';
        rc = one_region(in, region, machines, w.line, told, e);
    }
    return rc;
}
