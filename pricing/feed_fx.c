/*
 * feed_fx.c - exchange rates: frankfurter.dev (v2: a list of pairs; v1: an object of rates), the
 * daily XML of the European Central Bank and the CSV of its data portal. Rates on another base than
 * the dollar are told on the dollar too, so that prices cross over one rate only.
 */
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "pricing/feed_parse.h"

#define RATES_MAX 256

struct rates {
    struct feed_rate rate[RATES_MAX];
    char quote[RATES_MAX][4];
    size_t n;
    char base[4], date[11];
};

static bool is_code(const char *code)
{
    return strlen(code) == 3 && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

/* Takes a rate of r->base; one that is none is passed over. Of a pair the last told holds. */
static void take(struct rates *r, const char *quote, double rate)
{
    size_t i = 0;

    if (!is_code(quote) || !(rate > 0 && rate < 1e9) || str_eq(quote, r->base))
        return;
    while (i < r->n && !str_eq(r->quote[i], quote))
        i++;
    if (i == RATES_MAX)
        return;
    str_copy(r->quote[i], sizeof r->quote[i], quote);
    r->rate[i].rate = rate;
    r->n += i == r->n;
}

static double rate_of(const struct rates *r, const char *quote)
{
    for (size_t i = 0; i < r->n; i++)
        if (str_eq(r->quote[i], quote))
            return r->rate[i].rate;
    return UNKNOWN;
}

static enum err emit(struct feed_input *in, const char *base, const char *quote, double rate,
                     const char *date, struct err_info *e)
{
    struct feed_rate x = {.base = base, .quote = quote, .date = date, .rate = rate};
    return feed_emit_rate(in, &x, e);
}

static enum err emit_all(struct feed_input *in, const struct rates *r, struct err_info *e)
{
    double usd = str_eq(r->base, "USD") ? 1 : rate_of(r, "USD");
    int32_t day;
    enum err rc = OK;

    if (!is_code(r->base) || !date_parse(r->date, &day) || r->n == 0)
        return feed_no(in, MSG_FEED_UNKNOWN, "fx", e);
    for (size_t i = 0; i < r->n && rc == OK; i++)
        rc = emit(in, r->base, r->quote[i], r->rate[i].rate, r->date, e);
    if (rc != OK || !known(usd) || str_eq(r->base, "USD"))
        return rc;
    for (size_t i = 0; i < r->n && rc == OK; i++)
        if (!str_eq(r->quote[i], "USD"))
            rc = emit(in, "USD", r->quote[i], r->rate[i].rate / usd, r->date, e);
    return rc == OK ? emit(in, "USD", r->base, 1 / usd, r->date, e) : rc;
}

/* --- frankfurter.dev -------------------------------------------------------------------------- */
/* One pair of v2; all of a list have the base of the first, the newest day is told. */
static enum err one_pair(struct feed_input *in, const struct json *o, long line, void *ctx,
                         struct err_info *e)
{
    struct rates *r = ctx;
    const char *base = feed_text(in, o, "base"), *date = feed_text(in, o, "date");

    (void)line;
    (void)e;
    if (r->base[0] == '\0')
        str_copy(r->base, sizeof r->base, base);
    if (!str_eq(r->base, base))
        return OK;
    if (strcmp(date, r->date) > 0)
        feed_day(r->date, date);
    take(r, feed_text(in, o, "quote"), json_number(json_get(o, "rate")));
    return OK;
}

static enum err read_json(struct feed_input *in, struct rates *r, struct err_info *e)
{
    struct json_span all, map, s, name, value;
    struct json_walk w;
    char text[64], code[4];
    double amount = 1, rate;
    enum err rc = feed_json(in, &all, e);

    if (rc != OK)
        return rc;
    if (*all.p == '[')
        return feed_items(in, all, one_pair, r, e);
    if (json_walk_member(all, "base", &s))
        json_span_text(s, r->base, sizeof r->base);
    if (json_walk_member(all, "date", &s) && json_span_text(s, text, sizeof text))
        feed_day(r->date, text);
    if (json_walk_member(all, "amount", &s) && json_span_text(s, text, sizeof text) &&
        num_plain(text, &rate) == NUM_OK && rate > 0)
        amount = rate;
    if (json_walk_member(all, "quote", &s) && json_span_text(s, code, sizeof code) &&
        json_walk_member(all, "rate", &s) && json_span_text(s, text, sizeof text) &&
        num_plain(text, &rate) == NUM_OK)
        take(r, code, rate);
    if (!json_walk_member(all, "rates", &map))
        return OK;
    json_walk_begin(&w, map);
    while (json_walk_next(&w, &name, &value))
        if (name.n == 3 && json_span_text(value, text, sizeof text) &&
            num_plain(text, &rate) == NUM_OK) {
            memcpy(code, name.p, 3);
            code[3] = '\0';
            take(r, code, rate / amount);
        }
    return OK;
}

/* --- European Central Bank -------------------------------------------------------------------- */
/* The value of an attribute inside the tag that begins at p: name='value' or name="value". */
static bool attribute(const char *p, const char *name, char *out, size_t cap)
{
    size_t tag = strcspn(p, ">"), n = strlen(name);

    for (const char *at = p; at + n + 2 < p + tag; at++) {
        if (strncmp(at, name, n) != 0 || at[n] != '=' || (at[n + 1] != '\'' && at[n + 1] != '"'))
            continue;
        const char *from = at + n + 2;
        size_t len = 0;
        while (from + len < p + tag && from[len] != at[n + 1])
            len++;
        if (len >= cap || from + len >= p + tag)
            return false;
        memcpy(out, from, len);
        out[len] = '\0';
        return true;
    }
    return false;
}

static enum err read_xml(struct feed_input *in, struct rates *r, struct err_info *e)
{
    char code[8], text[32];
    double rate;

    str_copy(r->base, sizeof r->base, "EUR");
    if (strstr(in->text, "</gesmes:Envelope>") == NULL)
        return feed_no(in, MSG_FEED_CUT, NULL, e);
    for (const char *p = in->text; (p = strstr(p, "<Cube")) != NULL; p += 5) {
        if (attribute(p, "time", text, sizeof text)) {
            if (r->date[0] != '\0') /* a list of many days begins with the newest */
                break;
            feed_day(r->date, text);
        }
        if (attribute(p, "currency", code, sizeof code) &&
            attribute(p, "rate", text, sizeof text) && num_plain(text, &rate) == NUM_OK)
            take(r, code, rate);
    }
    return OK;
}

/* Each currency's last day; the day that is told is that of the dollar. */
static enum err read_csv(struct feed_input *in, struct rates *r, struct err_info *e)
{
    char last[RATES_MAX][11] = {{0}};
    struct csv *c;
    bool more = true;
    enum err rc = csv_open(&c, in->text, in->len, in->about->place, e);

    if (rc != OK)
        return rc;
    str_copy(r->base, sizeof r->base, "EUR");
    int at[] = {feed_column(c, "CURRENCY"), feed_column(c, "TIME_PERIOD"),
                feed_column(c, "OBS_VALUE"), feed_column(c, "CURRENCY_DENOM")};
    for (csv_lenient(c); rc == OK;) {
        double rate;

        rc = csv_next(c, &more, e);
        if (rc != OK || !more)
            break;
        const char *code = csv_field(c, at[0]), *day = csv_field(c, at[1]);
        if ((at[3] >= 0 && !str_eq(csv_field(c, at[3]), "EUR")) ||
            num_plain(csv_field(c, at[2]), &rate) != NUM_OK)
            continue;
        size_t i = 0;
        while (i < r->n && !str_eq(r->quote[i], code))
            i++;
        if (i == RATES_MAX || strcmp(day, last[i]) < 0)
            continue;
        feed_day(last[i], day);
        take(r, code, rate);
        if (str_eq(code, "USD"))
            feed_day(r->date, day);
    }
    csv_close(c);
    return rc;
}

bool feed_fx_sniff(const char *head, size_t n)
{
    static const char *const ecb[] = {"CURRENCY", "TIME_PERIOD", "OBS_VALUE"};

    (void)n;
    if (strstr(head, "<gesmes:Envelope") != NULL && strstr(head, "eurofxref") != NULL)
        return true;
    if (*head == '[' || *head == '{')
        return strstr(head, "\"base\"") != NULL &&
               (strstr(head, "\"rates\"") != NULL || strstr(head, "\"quote\"") != NULL);
    return feed_has_columns(head, ecb, 3);
}

enum err feed_fx_read(struct feed_input *in, struct err_info *e)
{
    struct rates *r = ARENA_NEW(in->arena, struct rates);
    const char *text = in->text + strspn(in->text, "\xEF\xBB\xBF \t\r\n");
    enum err rc;

    if (r == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    rc = *text == '<'                   ? read_xml(in, r, e)
         : *text == '[' || *text == '{' ? read_json(in, r, e)
                                        : read_csv(in, r, e);
    return rc == OK ? emit_all(in, r, e) : rc;
}
