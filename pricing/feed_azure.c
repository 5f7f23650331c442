/*
 * feed_azure.c - pages of the Azure Retail Prices API. Taken: virtual machines with Linux, on
 * demand, on spot, reserved for a year or three. A reservation has the price of its whole term,
 * whatever the unit says. Not taken: Windows, dev/test, low priority, meters that are not primary.
 */
#include <string.h>

#include "base/num.h"
#include "pricing/feed_parse.h"

#define YEAR_HOURS 8760.0
#define NAME_BYTES 200

static bool has(const char *text, const char *word)
{
    return strstr(text, word) != NULL;
}

/* On other terms than those that are compared. */
static bool other_terms(struct feed_input *in, const struct json *o)
{
    const char *type = feed_text(in, o, "type");
    const char *service = feed_text(in, o, "serviceName");

    return has(feed_text(in, o, "productName"), "Windows") ||
           has(feed_text(in, o, "skuName"), "Low Priority") ||
           has(feed_text(in, o, "meterName"), "Low Priority") ||
           !str_eq(feed_text(in, o, "unitOfMeasure"), "1 Hour") ||
           (service[0] != '\0' && !str_eq(service, "Virtual Machines")) ||
           !json_bool(json_get(o, "isPrimaryMeterRegion"), true) ||
           (!str_eq(type, "Consumption") && !str_eq(type, "Reservation"));
}

/* Kind and price an hour; false: a term that is not compared. */
static bool read_terms(struct feed_input *in, const struct json *o, const char **kind, double *hour)
{
    const char *term = feed_text(in, o, "reservationTerm");
    bool spot =
        has(feed_text(in, o, "skuName"), "Spot") || has(feed_text(in, o, "meterName"), "Spot");

    *hour = json_number(json_get(o, "retailPrice"));
    *kind = spot ? "spot" : "on-demand";
    if (!str_eq(feed_text(in, o, "type"), "Reservation"))
        return true;
    bool one = str_eq(term, "1 Year"), three = str_eq(term, "3 Years");
    *kind = one ? "reserved-1y" : "reserved-3y";
    *hour /= YEAR_HOURS * (one ? 1 : 3);
    return one || three;
}

static enum err one_item(struct feed_input *in, const struct json *o, long line, void *ctx,
                         struct err_info *e)
{
    char price[FEED_NUMBER_BYTES];
    double hour;
    struct feed_row row = {.line = line,
                           .provider = "azure",
                           .instance = feed_text(in, o, "armSkuName"),
                           .region = feed_text(in, o, "armRegionName"),
                           .currency = feed_text(in, o, "currencyCode"),
                           .date = in->day,
                           .source = *(const char *const *)ctx,
                           .rank = RANK_CLOUD};

    if (!read_terms(in, o, &row.kind, &hour) || other_terms(in, o))
        row.held = JUDGED_TERMS;
    else if (!str_starts(row.instance, "Standard_N"))
        row.held = JUDGED_NO_CARD;
    row.price_hour = feed_number(price, hour);
    return feed_emit(in, &row, e);
}

bool feed_azure_sniff(const char *head, size_t n)
{
    (void)n;
    return *head == '{' && ((has(head, "\"BillingCurrency\"") && has(head, "\"Items\"")) ||
                            (has(head, "\"DownloadUrl\"") && has(head, "\"LastRefreshedAt\"")));
}

enum err feed_azure_read(struct feed_input *in, struct err_info *e)
{
    struct json_span all, items, next, url;
    char text[2048];
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (json_walk_member(all, "DownloadUrl", &url)) {
        json_span_text(url, text, sizeof text);
        text[strcspn(text, "?")] = '\0'; /* what follows is a ticket */
        return feed_no(in, MSG_FEED_PRICESHEET, text, e);
    }
    if (!json_walk_member(all, "Items", &items))
        return feed_no(in, MSG_FEED_UNKNOWN, "azure-retail", e);
    if (json_walk_member(all, "NextPageLink", &next) && json_span_text(next, text, sizeof text))
        str_add(&in->next, text);
    const char *source = feed_source(in, "Azure Retail Prices");
    return feed_items(in, items, one_item, &source, e);
}
