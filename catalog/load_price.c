/*
 * load_price.c - which purchase price a card or part has. In this order:
 *   0 a price of the user's own, the newest; then a price cell of a row of the user's own;
 *   1 a street price of the new part: the newest one of the United States, unless another market
 *     has one that is more than QUARTER days newer; then one in USD, CNY, EUR or GBP, then any;
 *   2 a street price of the used part, when it is newer than the price cell or there is no cell;
 *   (a street price over HALF_YEAR days older than the scale of rule 3 counts for nothing where
 *   the row has such a scale: memory, drives and cards have moved too far since);
 *   3 the price cell of the row; where the row names a scale, times that scale (an old price
 *     carried to today's market by what comparable parts did since) and marked as an estimate;
 *   4 the class estimate of the row times its size;
 *   5 nothing: the amount stays unknown.
 * A share of a whole machine, a near relative, and anything of confidence D is an estimate too.
 */
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

#define QUARTER 92
#define HALF_YEAR 183

enum { SCOPE_PART, SCOPE_MACHINE, SCOPE_SHARE, SCOPE_OTHER, SCOPE_WHOLE };

static int rank_of(const char *const *words, int n, const char *word)
{
    for (int i = 0; i < n; i++)
        if (str_eq(words[i], word))
            return i;
    return n;
}

static int by_item(const void *a, const void *b)
{
    const struct street *x = a, *y = b;
    int c = strcmp(x->table, y->table);

    return c != 0 ? c : strcmp(x->id, y->id);
}

static void load_street(struct loader *l)
{
    static const char *const kinds[] = {"sold", "retail", "quote", "list"};
    static const char *const scopes[] = {"part", "machine", "share", "other", "whole"};
    struct rows r;

    load_rows(l, &r, "street_prices",
              "item_table, item_id, market, condition, kind, scope, price, low, high, currency, "
              "source, date, confidence");
    l->street = ROWS_ARRAY(l, &r, struct street);
    while (rows_next(&r)) {
        struct street *s = &l->street[l->street_n++];

        s->table = take_shared(&r);
        s->id = take_shared(&r);
        s->market = take_shared(&r);
        s->used = str_eq(take_shared(&r), "used");
        s->kind = rank_of(kinds, 4, take_shared(&r));
        s->scope = rank_of(scopes, 5, take_shared(&r));
        s->price = take_number(&r);
        s->low = take_number(&r);
        s->high = take_number(&r);
        s->currency = take_shared(&r);
        s->from = take_origin(&r);
        s->date = s->from.date;
        if (s->date == NULL || !date_parse(s->date, &s->day))
            s->day = 0;
    }
    rows_end(&r);
    if (l->err == OK)
        load_sort(l->street, l->street_n, sizeof *l->street, by_item);
}

void load_price_tables(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "class_estimates",
              "id, unit, low, typical, high, currency, source, as_of, confidence");
    l->class = ROWS_ARRAY(l, &r, struct class_estimate);
    while (rows_next(&r)) {
        struct class_estimate *c = &l->class[l->class_n++];

        c->id = take_shared(&r);
        c->unit = take_shared(&r);
        c->low = take_number(&r);
        c->typical = take_number(&r);
        c->high = take_number(&r);
        c->currency = take_shared(&r);
        c->from = take_origin(&r);
    }
    rows_end(&r);
    load_street(l);
}

struct price_cell take_price_cell(struct rows *r)
{
    struct price_cell c = {.source = NULL};

    c.usd = take_number(r);
    c.date = take_shared(r);
    c.confidence = take_shared(r);
    c.scale = take_shared(r);
    c.class_id = take_shared(r);
    c.yours = r->yours;
    return c;
}

static const struct class_estimate *class_of(const struct loader *l, const char *id)
{
    size_t lo = 0, hi = l->class_n;

    while (id != NULL && lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int c = strcmp(l->class[mid].id, id);

        if (c == 0)
            return &l->class[mid];
        if (c < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NULL;
}

/* market_rank: 0 the United States, 1 a currency with a rate of its own, 2 the rest. */
static int market_rank(const struct street *s)
{
    static const char *const main_currencies[] = {"USD", "CNY", "EUR", "GBP"};

    if (str_eq(s->market, "US"))
        return 0;
    return rank_of(main_currencies, 4, s->currency) < 4 ? 1 : 2;
}

/* better: whether a goes before b within one market. */
static bool better(const struct street *a, const struct street *b)
{
    bool near_a = a->scope < SCOPE_OTHER, near_b = b->scope < SCOPE_OTHER;

    if (near_a != near_b)
        return near_a;
    if (a->day != b->day)
        return a->day > b->day;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->from.confidence != b->from.confidence)
        return a->from.confidence < b->from.confidence;
    return a->price < b->price;
}

static size_t street_first(const struct loader *l, const char *table, const char *id)
{
    struct street key = {.table = table, .id = id};
    size_t lo = 0, hi = l->street_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (by_item(&l->street[mid], &key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* street_pick: the street price of an item by rule 1 or 2, NULL when there is none. */
static const struct street *street_pick(const struct loader *l, const char *table, const char *id,
                                        bool used, bool whole)
{
    const struct street *best[3] = {NULL, NULL, NULL};
    struct street key = {.table = table, .id = id};
    int32_t newest = 0;

    for (size_t i = street_first(l, table, id);
         i < l->street_n && by_item(&l->street[i], &key) == 0; i++) {
        const struct street *s = &l->street[i];
        int m = market_rank(s);

        if (s->used != used || (s->scope == SCOPE_WHOLE && !whole))
            continue;
        if (best[m] == NULL || better(s, best[m]))
            best[m] = s;
        if (s->day > newest && s->scope != SCOPE_OTHER)
            newest = s->day;
    }
    for (int m = 0; m < 3; m++)
        if (best[m] != NULL && best[m]->scope != SCOPE_OTHER && best[m]->day + QUARTER >= newest)
            return best[m];
    for (int m = 0; m < 3; m++)
        if (best[m] != NULL)
            return best[m];
    return NULL;
}

/* street_own: the user's own newest price, new before used on one day; NULL when there is none. */
static const struct street *street_own(const struct loader *l, const char *table, const char *id,
                                       bool whole)
{
    const struct street *best = NULL;

    if (!own_covers(l->own, "street_prices"))
        return NULL;
    for (size_t i = street_first(l, table, id); i < l->street_n; i++) {
        const struct street *s = &l->street[i];

        if (!str_eq(s->table, table) || !str_eq(s->id, id))
            break;
        if (!s->from.yours || (s->scope == SCOPE_WHOLE && !whole))
            continue;
        if (best == NULL || s->day > best->day || (s->day == best->day && best->used && !s->used))
            best = s;
    }
    return best;
}

static struct price from_street(const struct street *s)
{
    struct price p = {
        .amount = s->price,
        .low = known(s->low) ? s->low : s->price,
        .high = known(s->high) ? s->high : s->price,
        .currency = s->currency,
        .from = s->from,
        .estimate = s->scope == SCOPE_SHARE || s->scope == SCOPE_OTHER || s->from.confidence == 'D',
        .used = s->used,
    };

    if (p.estimate && p.from.confidence < 'C') /* of a neighbour, however well told */
        p.from.confidence = 'C';
    return p;
}

static struct price from_cell(const struct loader *l, const struct price_cell *c)
{
    const struct class_estimate *scale = class_of(l, c->scale);
    struct price p = {
        .amount = c->usd,
        .low = c->usd,
        .high = c->usd,
        .currency = "USD",
        .from = {.source = c->source, .date = c->date},
        .class_id = c->scale,
    };

    p.from.yours = c->yours;
    p.from.confidence = c->confidence != NULL ? c->confidence[0] : 'C';
    p.estimate = scale != NULL || p.from.confidence == 'D';
    if (scale != NULL) {
        p.low *= scale->low;
        p.amount *= scale->typical;
        p.high *= scale->high;
        p.from.date = scale->from.date;
        p.from.confidence = 'D';
        p.used = strstr(scale->id, "-used") != NULL;
    }
    return p;
}

static struct price from_class(const struct class_estimate *c, double size)
{
    if (str_eq(c->unit, "unit"))
        size = 1;
    return (struct price){
        .amount = c->typical * size,
        .low = c->low * size,
        .high = c->high * size,
        .currency = c->currency,
        .from = c->from,
        .estimate = true,
        .class_id = c->id,
    };
}

static bool newer(const struct street *s, const char *date)
{
    int32_t day;

    return date == NULL || !date_parse(date, &day) || s->day > day;
}

/* overtaken: whether the scale of the row carries the price cell past this street price. */
static bool overtaken(const struct street *s, const struct price_cell *cell,
                      const struct class_estimate *scale)
{
    int32_t day;

    return scale != NULL && known(cell->usd) && date_parse(scale->from.date, &day) &&
           s->day + HALF_YEAR < day;
}

struct price load_price(struct loader *l, const char *table, const char *id,
                        const struct price_cell *cell, double size, bool whole)
{
    const struct class_estimate *c = class_of(l, cell->scale);
    const struct street *s = table != NULL ? street_own(l, table, id, whole) : NULL;

    if (s != NULL)
        return from_street(s);
    if (cell->yours && known(cell->usd))
        return from_cell(l, cell);
    s = table != NULL ? street_pick(l, table, id, false, whole) : NULL;
    if (s != NULL && !overtaken(s, cell, c))
        return from_street(s);
    s = table != NULL ? street_pick(l, table, id, true, whole) : NULL;
    if (s != NULL && (!known(cell->usd) || newer(s, cell->date)) && !overtaken(s, cell, c))
        return from_street(s);
    if (known(cell->usd))
        return from_cell(l, cell);
    c = class_of(l, cell->class_id);
    if (c != NULL && (known(size) || str_eq(c->unit, "unit")))
        return from_class(c, size);
    return (struct price){.amount = UNKNOWN, .low = UNKNOWN, .high = UNKNOWN, .currency = "USD"};
}
