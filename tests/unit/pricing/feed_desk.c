#include "tests/unit/pricing/feed_desk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/file.h"
#include "base/num.h"
#include "catalog/load.h"

#define TODAY 20787
#define FILE_MAX ((size_t)16 << 20)

static struct {
    struct arena arena;
    struct facts facts;
    struct prices prices;
    struct judge *judge; /* knows the catalog alone */
} market;

static void open_market(void)
{
    struct err_info e = {0};

    if (market.judge != NULL)
        return;
    arena_init(&market.arena, 0);
    assert_int_equal(catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &market.arena, &market.facts,
                                  &market.prices, &e),
                     OK);
    market.judge = judge_new(&market.facts, &market.prices, &market.prices, TODAY, &market.arena);
    assert_non_null(market.judge);
}

int feed_desk_close(void **state)
{
    (void)state;
    arena_free(&market.arena);
    market.judge = NULL;
    return 0;
}

struct desk {
    struct feed_seen *seen;
    struct arena arena;
    bool tell;
};

static void add(struct str *out, const char *cell)
{
    str_addf(out, "%s ", cell != NULL ? cell : "-");
}

static void tell_offer(struct str *out, const struct offer *o)
{
    add(out, o->provider);
    add(out, o->instance);
    add(out, o->region);
    add(out, o->zone);
    add(out, o->kind < KIND_COUNT ? price_kind_word(o->kind) : NULL);
    if (o->accel >= 0)
        str_addf(out, "%.3gx%s ", o->gpu_count, market.facts.accel[o->accel].id);
    if (known(o->price_hour)) {
        num_json(out, o->price_hour);
        str_addf(out, " %s ", o->currency != NULL ? o->currency : "-");
    }
    add(out, o->from.date);
}

static bool see_row(void *ctx, const struct feed_row *row)
{
    struct desk *d = ctx;
    struct verdict v;

    arena_reset(&d->arena);
    judge_row(market.judge, row, "yours: test", &d->arena, &v);
    judge_count_row(&d->seen->counts, &v);
    if (!d->tell)
        return true;
    struct str *out = &d->seen->text;
    tell_offer(out, &v.offer);
    str_add(out, judge_reason_word(v.reason));
    if (v.repeats > 0)
        str_addf(out, "+%zu", v.repeats);
    str_addc(out, '\n');
    return true;
}

static bool see_rate(void *ctx, const struct feed_rate *r)
{
    struct desk *d = ctx;

    d->seen->rates++;
    if (d->tell) {
        str_addf(&d->seen->text, "%s %s %s ", r->base, r->quote, r->date);
        num_json(&d->seen->text, r->rate);
        str_addc(&d->seen->text, '\n');
    }
    return true;
}

static void push(struct feed_seen *s, struct feed_parser *p, const char *text, size_t len,
                 size_t piece)
{
    for (size_t at = 0; s->rc == OK && at < len; at += piece)
        s->rc = feed_push(p, text + at, len - at < piece ? len - at : piece, &s->e);
    if (s->rc == OK)
        s->rc = feed_end(p, &s->e);
    s->kind = feed_kind_of(p);
    if (s->rc == OK && feed_next(p) != NULL)
        str_copy(s->next, sizeof s->next, feed_next(p));
}

void feed_see(struct feed_seen *s, const char *path, const char *text, size_t len, size_t piece,
              bool tell)
{
    struct desk d = {.seen = s, .tell = tell};
    struct feed_parser *p;

    memset(s, 0, sizeof *s);
    str_init(&s->text, 1 << 24);
    arena_init(&d.arena, 0);
    open_market();
    const struct feed_about about = {
        .place = path, .name = "test", .date = FEED_TODAY, .market = judge_market(market.judge)};
    const struct feed_sink sink = {.row = see_row, .rate = see_rate, .ctx = &d};
    s->rc = feed_start(&p, NULL, &about, &sink, &s->e);
    assert_int_equal(s->rc, OK);
    push(s, p, text, len, piece > 0 ? piece : len + 1);
    feed_free(p);
    arena_free(&d.arena);
}

void feed_forget(struct feed_seen *s)
{
    str_free(&s->text);
}

const char *feed_file(struct arena *a, const char *path, size_t *len)
{
    struct err_info e = {0};
    char *text = NULL;

    if (file_read(a, path, FILE_MAX, &text, len, &e) != OK)
        fail_msg("%s cannot be read", path);
    return text;
}
