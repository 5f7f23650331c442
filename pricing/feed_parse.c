#include "pricing/feed_parse.h"

#include <ctype.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "pricing/market.h"

#define WORD_BYTES 64
#define LINE_BYTES 2048

enum err feed_emit(struct feed_input *in, const struct feed_row *row, struct err_info *e)
{
    return in->sink->row(in->sink->ctx, row) ? OK : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

enum err feed_emit_rate(struct feed_input *in, const struct feed_rate *rate, struct err_info *e)
{
    return in->sink->rate == NULL || in->sink->rate(in->sink->ctx, rate)
               ? OK
               : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
}

enum err feed_no(struct feed_input *in, enum msg_id id, const char *what, struct err_info *e)
{
    struct msg_arg a = ARG_STR(what);

    err_where(e, in->about->place, 0, NULL);
    if (what != NULL)
        a = ARG_STR(err_detail(e, what));
    return err_set(e, ERR_VALUE, id, what != NULL ? 1 : 0, &a);
}

/* --- columns --------------------------------------------------------------------------------- */
int feed_column(const struct csv *c, const char *name)
{
    for (size_t i = 0; i < csv_columns(c); i++)
        if (str_case_eq(csv_column_name(c, i), name))
            return (int)i;
    return -1;
}

/* One of the names separated by '|' is a cell of the line. */
static bool has_one(const char *line, size_t len, const char *names)
{
    while (*names != '\0') {
        size_t n = strcspn(names, "|");

        for (size_t at = 0; at < len;) {
            size_t cell = 0, same = 0;

            while (at + cell < len && line[at + cell] != ',')
                cell++;
            while (same < n && same < cell &&
                   tolower((unsigned char)line[at + same]) == tolower((unsigned char)names[same]))
                same++;
            if (same == n && cell == n)
                return true;
            at += cell + 1;
        }
        names += n + (names[n] == '|');
    }
    return false;
}

bool feed_has_columns(const char *head, const char *const *columns, size_t n)
{
    char line[LINE_BYTES];
    size_t len = 0;

    for (; len < sizeof line && head[len] != '\0' && head[len] != '\n'; len++)
        line[len] = head[len];
    while (len > 0 && line[len - 1] == '\r')
        len--;
    for (size_t i = 0; i < n; i++)
        if (!has_one(line, len, columns[i]))
            return false;
    return true;
}

/* --- hints ----------------------------------------------------------------------------------- */
void feed_day(char out[11], const char *moment)
{
    int32_t day;

    out[0] = '\0';
    if (strlen(moment) >= 10) {
        memcpy(out, moment, 10);
        out[10] = '\0';
        if (!date_parse(out, &day))
            out[0] = '\0';
    }
}

/* A word of the text, between - _ . and blanks, that names a provider. */
static const char *provider_in(struct market *m, const char *text, size_t len)
{
    char word[WORD_BYTES];

    for (size_t at = 0; at < len;) {
        size_t n = 0;

        while (at + n < len && isalnum((unsigned char)text[at + n]))
            n++;
        if (n > 0 && n < sizeof word) {
            memcpy(word, text + at, n);
            word[n] = '\0';
            const char *id = market_provider(m, word);
            if (id != NULL)
                return id;
        }
        at += n + 1;
    }
    return NULL;
}

const char *feed_provider(struct feed_input *in)
{
    const struct feed_about *a = in->about;
    const char *id = NULL;

    if (a->market == NULL)
        return a->provider;
    if (a->provider != NULL)
        return market_provider(a->market, a->provider);
    if (a->name != NULL)
        id = provider_in(a->market, a->name, strlen(a->name));
    /* the file, then its folder, then the one above: catalogs/v8/aws/vms.csv */
    const char *place = a->place != NULL ? a->place : "";
    size_t end = strlen(place);
    for (int level = 0; id == NULL && level < 3 && end > 0; level++) {
        size_t from = end;

        while (from > 0 && place[from - 1] != '/')
            from--;
        id = provider_in(a->market, place + from, end - from);
        end = from > 0 ? from - 1 : 0;
    }
    return id;
}

static const char *file_name(const struct feed_input *in)
{
    const char *place = in->about->place != NULL ? in->about->place : "";
    const char *slash = strrchr(place, '/');

    return slash != NULL ? slash + 1 : place;
}

const char *feed_currency(struct feed_input *in)
{
    static const char *const codes[] = {"CNY", "USD", "EUR"};
    const char *name = file_name(in);

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
        for (const char *p = name; *p != '\0'; p++) {
            bool begins = p == name || !isalnum((unsigned char)p[-1]);
            size_t same = 0;

            while (same < 3 && toupper((unsigned char)p[same]) == codes[i][same])
                same++;
            if (begins && same == 3 && !isalnum((unsigned char)p[3]))
                return codes[i];
        }
    return NULL;
}

void feed_find_day(struct feed_input *in)
{
    feed_day(in->day, in->about->date != NULL ? in->about->date : "");
    for (const char *p = file_name(in); strlen(p) >= 10; p++) {
        char day[11];

        if (*p < '0' || *p > '9' || p[4] != '-' || p[7] != '-')
            continue;
        feed_day(day, p);
        if (day[0] != '\0') {
            str_copy(in->day, sizeof in->day, day);
            in->dated = true;
        }
    }
}

const char *feed_source(struct feed_input *in, const char *name)
{
    const char *place = in->about->place != NULL ? in->about->place : "";
    struct str s;

    str_init(&s, 256);
    str_add(&s, name);
    if (!in->dated && in->day[0] != '\0' && strstr(place, "://") == NULL)
        str_addf(&s, " (file of %s)", in->day);
    const char *kept = arena_strdup(in->arena, s.p);
    str_free(&s);
    return kept;
}

const char *feed_number(char out[FEED_NUMBER_BYTES], double x)
{
    struct str s;

    out[0] = '\0';
    if (!isfinite(x))
        return out;
    str_init(&s, FEED_NUMBER_BYTES - 1);
    num_json(&s, x);
    str_copy(out, FEED_NUMBER_BYTES, s.p);
    str_free(&s);
    return out;
}

/* --- JSON ------------------------------------------------------------------------------------ */
#define DEPTH_MAX 32
#define ITEM_BYTES ((size_t)1 << 20)

enum err feed_json(struct feed_input *in, struct json_span *all, struct err_info *e)
{
    *all = (struct json_span){in->text, in->len};
    enum err rc = json_walk_check(all, DEPTH_MAX, e);
    if (rc != OK)
        err_where(e, in->about->place, e != NULL ? e->line : 0, NULL);
    return rc;
}

long feed_line_of(const struct feed_input *in, struct json_span s)
{
    long line = 1;

    for (const char *p = in->text; p < s.p; p++)
        line += *p == '\n';
    return line;
}

enum err feed_items(struct feed_input *in, struct json_span list, feed_item_fn *fn, void *ctx,
                    struct err_info *e)
{
    struct json_walk w;
    struct json_span item;
    enum err rc = OK;

    json_walk_begin(&w, list);
    w.line = feed_line_of(in, list);
    while (rc == OK && json_walk_next(&w, NULL, &item)) {
        struct json_doc *d = NULL;

        rc = json_parse(item.p, item.n, ITEM_BYTES, &d, e);
        if (rc == OK) {
            rc = fn(in, json_root(d), w.line, ctx, e);
        } else if (rc != ERR_NOMEM) {
            struct feed_row row = {.line = w.line, .broken = true, .rank = RANK_CLOUD};
            err_clear(e);
            rc = feed_emit(in, &row, e);
        }
        json_free(d);
    }
    return rc;
}

const char *feed_text(struct feed_input *in, const struct json *object, const char *key)
{
    const struct json *v = json_get(object, key);
    char number[FEED_NUMBER_BYTES];

    if (v == NULL)
        return "";
    if (json_type(v) == JSON_NUMBER) {
        const char *kept = arena_strdup(in->arena, feed_number(number, json_number(v)));
        return kept != NULL ? kept : "";
    }
    return json_string(v) != NULL ? json_string(v) : "";
}
