#include "pricing/intake.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "pricing/progress.h"
#include "pricing/rows.h"

#define PROGRESS_BYTES ((size_t)256 << 10)
#define PROGRESS_ROWS 20000
#define RATE_FAR 2.0 /* times off what is known: not believed */
#define SCRATCH_BYTES ((size_t)4 << 20)

void intake_open(struct intake *x)
{
    arena_init(&x->scratch, SCRATCH_BYTES);
    str_init(&x->next, SOURCE_PLACE_BYTES);
}

void intake_close(struct intake *x)
{
    feed_free(x->parser);
    x->parser = NULL;
    arena_free(&x->scratch);
    str_free(&x->next);
}

/* --- rows ------------------------------------------------------------------------------------ */
static bool take_row(void *ctx, const struct feed_row *row)
{
    unsigned char key[ROW_KEY_MAX], body[ROW_BODY_MAX];
    struct intake *x = ctx;
    struct verdict v;

    arena_reset(&x->scratch);
    judge_read(x->judge, row, x->source, &x->scratch, &v);
    if (arena_failed(&x->scratch))
        return false;
    size_t key_n = row_key_of(key, &v), n = row_pack(body, &v);
    if (pile_add(x->pile, key, key_n, body, n, &x->row_error) != OK)
        return false;
    if (++x->rows - x->told_rows >= PROGRESS_ROWS) {
        x->told_rows = x->rows;
        progress_fetch(x->feed->name, x->bytes, x->rows, x->pages);
    }
    return true;
}

static bool is_currency(const char *text)
{
    return strlen(text) == 3 && strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

static bool take_rate(void *ctx, const struct feed_rate *told)
{
    struct intake *x = ctx;
    int32_t day;

    if (x->rate_n == INTAKE_RATES)
        return true;
    double was = is_currency(told->base) && is_currency(told->quote)
                     ? facts_convert(judge_facts(x->judge), 1, told->base, told->quote, NULL)
                     : UNKNOWN;
    bool odd = !is_currency(told->base) || !is_currency(told->quote) || !(told->rate > 0) ||
               told->rate >= 1e9 || !date_parse(told->date, &day) ||
               (known(was) && (told->rate > was * RATE_FAR || told->rate * RATE_FAR < was));
    x->rows++;
    if (odd) {
        x->odd_rates++;
        return true;
    }
    struct intake_rate *r = &x->rate[x->rate_n++];
    str_copy(r->base, sizeof r->base, told->base);
    str_copy(r->quote, sizeof r->quote, told->quote);
    str_copy(r->date, sizeof r->date, told->date);
    r->rate = told->rate;
    return true;
}

/* --- bytes ----------------------------------------------------------------------------------- */
static enum err start_parser(struct intake *x, struct err_info *e)
{
    const struct feed_sink sink = {.row = take_row, .rate = take_rate, .ctx = x};

    return feed_start(&x->parser, NULL, &x->about, &sink, e);
}

static enum err begin(void *ctx, const char *place, const char *date, struct err_info *e)
{
    struct intake *x = ctx;

    if (x->rows > 0 || x->parser != NULL) { /* of an attempt that failed */
        feed_free(x->parser);
        x->parser = NULL;
        enum err rc = pile_void(x->pile, e);
        if (rc != OK)
            return rc;
    }
    x->rows = x->told_rows = x->bytes = x->told_bytes = x->rate_n = x->odd_rates = x->pages = 0;
    x->format[0] = '\0';
    str_copy(x->place, sizeof x->place, place);
    str_copy(x->date, sizeof x->date, date);
    x->about =
        (struct feed_about){.place = x->place,
                            .name = x->feed->name,
                            .provider = x->feed->known != NULL ? x->feed->known->provider : NULL,
                            .date = x->date,
                            .market = judge_market(x->judge)};
    return start_parser(x, e);
}

/* The parser knows only that a row was not wanted; why, stands in row_error. */
static enum err why(struct intake *x, enum err rc, struct err_info *e)
{
    if (rc != ERR_NOMEM || x->row_error.code == OK)
        return rc;
    if (e != NULL)
        err_copy(e, &x->row_error);
    return x->row_error.code;
}

static bool take_bytes(void *ctx, const char *bytes, size_t n, struct err_info *e)
{
    struct intake *x = ctx;

    x->bytes += n;
    if (x->bytes - x->told_bytes >= PROGRESS_BYTES) {
        x->told_bytes = x->bytes;
        progress_fetch(x->feed->name, x->bytes, x->rows, x->pages);
    }
    return why(x, feed_push(x->parser, bytes, n, e), e) == OK;
}

static enum err end(void *ctx, const char **next, struct err_info *e)
{
    struct intake *x = ctx;
    enum err rc = why(x, feed_end(x->parser, e), e);

    *next = NULL;
    x->pages++;
    if (rc != OK)
        return rc;
    if (feed_kind_of(x->parser) != NULL)
        str_copy(x->format, sizeof x->format, feed_kind_of(x->parser)->word);
    if (x->feed->known != NULL && fetch_is_address(x->place) &&
        !str_eq(x->format, x->feed->known->format)) { /* a page instead of prices */
        struct msg_arg a[2] = {ARG_STR(x->format), ARG_STR(x->feed->known->format)};
        return err_set(e, ERR_VALUE, MSG_NET_FORMAT, 2, a);
    }
    progress_fetch(x->feed->name, x->bytes, x->rows, x->pages);
    if (feed_next(x->parser) == NULL)
        return OK;
    str_clear(&x->next);
    str_add(&x->next, feed_next(x->parser));
    *next = x->next.p;
    feed_free(x->parser);
    x->parser = NULL;
    return start_parser(x, e);
}

struct source_reader intake_reader(struct intake *x)
{
    return (struct source_reader){.begin = begin, .bytes = take_bytes, .end = end, .ctx = x};
}
