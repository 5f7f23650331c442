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
