/* load_rates.c - the exchange rates of a refresh, beside those of the catalog. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/load_row.h"

#define RATES_MAX 100000.0

static bool is_code(const char *code)
{
    return code != NULL && strlen(code) == 3 && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 3;
}

static size_t count_rates(struct loader *l)
{
    struct stmt *s = NULL;
    bool more = false;
    double n = 0;

    l->err = db_prepare(l->db, "SELECT count(*) FROM fx", &s, l->e);
    if (l->err == OK)
        l->err = db_step(s, &more, l->e);
    if (l->err == OK && more)
        n = db_number(s, 0);
    db_finish(s);
    return n > 0 && n <= RATES_MAX ? (size_t)n : 0;
}

/* false: not a rate that was known on that day. */
static bool take_rate(struct rows *r, int32_t day, struct fx_rate *x)
{
    int32_t known_on;

    x->base = take_shared(r);
    x->quote = take_shared(r);
    x->rate = take_number(r);
    x->from = take_origin(r);
    return is_code(x->base) && is_code(x->quote) && x->rate > 0 && x->rate < 1e9 &&
           date_parse(x->from.date, &known_on) && known_on <= day;
}

static void add_rates(struct loader *l, int32_t day, struct facts *f)
{
    struct rows r = {.l = l, .count = count_rates(l)};
    struct fx_rate *all = ARENA_ARRAY(l->arena, struct fx_rate, f->fx_n + r.count + 1);
    size_t n = f->fx_n;

    if (all == NULL || l->err != OK)
        return;
    if (n > 0)
        memcpy(all, f->fx, n * sizeof *all);
    l->err =
        db_prepare(l->db, "SELECT base, quote, rate, source, date, 'A' FROM fx", &r.stmt, l->e);
    while (n < f->fx_n + r.count && rows_next(&r))
        n += take_rate(&r, day, &all[n]);
    rows_end(&r);
    if (l->err != OK)
        return;
    load_sort(all, n, sizeof *all, load_rate_order);
    f->fx = all;
    f->fx_n = n;
}

enum err catalog_load_rates(const char *path, int32_t day, struct arena *a, struct facts *f,
                            struct err_info *e)
{
    struct loader l;
    int format;

    if (load_price_open(&l, path, a, &format, e) == OK)
        add_rates(&l, day, f);
    return load_price_close(&l, path);
}
