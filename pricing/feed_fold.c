#include "pricing/feed_fold.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"

#define EVERYWHERE 8 /* regions that a list must have for that */
#define SAME 1e-9
#define REGIONS_MAX 256
#define DEARER 1.25 /* the market knows it so much dearer than the middle of the list */

struct fold {
    struct feed_input *in;
    struct err_info *e;
    size_t regions;
    fold_known_fn *known_usd;
    void *ctx;
};

static bool on_demand(const struct fold_row *r)
{
    return str_eq(r->row.kind, "on-demand");
}

static int by_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int by_machine(const void *a, const void *b)
{
    const struct fold_row *x = a, *y = b;
    int c = by_text(x->row.instance, y->row.instance);

    if (c == 0)
        c = by_text(x->row.gpu, y->row.gpu);
    if (c == 0)
        c = by_text(x->row.kind, y->row.kind);
    if (c == 0)
        c = by_text(x->row.region, y->row.region);
    if (c == 0 && (known(x->price) != known(y->price)))
        c = known(x->price) ? -1 : 1;
    if (c == 0 && known(x->price))
        c = (x->price > y->price) - (x->price < y->price);
    if (c == 0)
        c = by_text(x->row.zone, y->row.zone);
    return c != 0 ? c : (x->row.line > y->row.line) - (x->row.line < y->row.line);
}

static bool same_price(const struct fold_row *a, const struct fold_row *b)
{
    return known(a->price) ? fabs(a->price - b->price) <= SAME * a->price : !known(b->price);
}

/* Length of the run of rows from `from` on that agree with it: in machine and kind, in the region
 * too (deep 1), in the price too (deep 2). */
static size_t run_of(const struct fold_row *all, size_t from, size_t n, int deep)
{
    size_t i = from + 1;

    for (; i < n; i++) {
        const struct fold_row *a = &all[from], *b = &all[i];

        if (by_text(a->row.instance, b->row.instance) != 0 ||
            by_text(a->row.gpu, b->row.gpu) != 0 || by_text(a->row.kind, b->row.kind) != 0)
            break;
        if (deep >= 1 && by_text(a->row.region, b->row.region) != 0)
            break;
        if (deep >= 2 && !same_price(a, b))
            break;
    }
    return i - from;
}

/* --- the other regions ------------------------------------------------------------------------ */
/* What is compared between regions: the cards, where they are priced apart from their host. */
static double compared(const struct fold_row *r)
{
    return r->cards_price > 0 ? r->cards_price : r->price;
}

/* That of most zones of a region: its rows are sorted by price. */
static double region_price(const struct fold_row *all, size_t n)
{
    double price = UNKNOWN;
    size_t most = 0;

    for (size_t i = 0, len; i < n; i += len) {
        len = run_of(all, i, n, 2);
        if (len > most && known(all[i].price)) {
            most = len;
            price = compared(&all[i]);
        }
    }
    return price;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* What should be asked for it: the middle of its regions. Where these are far apart and the market
 * knows it dearer, what the market knows: the low level may have most regions. */
static double expected(const struct fold *f, const struct fold_row *all, size_t n)
{
    double price[REGIONS_MAX];
    size_t m = 0;

    for (size_t i = 0, len; i < n && m < REGIONS_MAX; i += len) {
        len = run_of(all, i, n, 1);
        price[m] = region_price(&all[i], len);
        m += known(price[m]);
    }
    qsort(price, m, sizeof price[0], by_value);
    double middle = m > 0 ? price[m / 2] : UNKNOWN;
    double usual = f->known_usd != NULL && m > 0 ? f->known_usd(f->ctx, &all->row) : UNKNOWN;
    if (all->cards_price > 0)
        usual -= all->price - all->cards_price;
    if (m > 1 && price[m - 1] > price[0] * JUDGE_REGIONS && usual > middle * DEARER)
        return usual;
    return m > 2 ? middle : UNKNOWN;
}

/* Against `expected`: for the judge to compare, or said here where only a part of the price is
 * compared. */
static void against(struct feed_row *row, const struct fold_row *r, double expected)
{
    if (!known(expected) || !known(r->price))
        return;
    row->elsewhere = expected + r->price - compared(r);
    if (r->cards_price > 0 && r->cards_price * JUDGE_REGIONS < expected && row->held == JUDGED_NONE)
        row->held = JUDGED_REGIONS;
}

/* --- one region ------------------------------------------------------------------------------ */
/* Machines of a market place that nothing tells apart: the cheapest stands for them. */
static bool by_word(const struct fold_row *r)
{
    return !on_demand(r) && str_empty(r->row.zone);
}

/* The rows of a machine in one region, of one kind: an own row for each price. */
static enum err emit_region(struct fold *f, struct fold_row *all, size_t n, double elsewhere)
{
    size_t best = 0, most = 0;
    enum err rc = OK;

    for (size_t i = 0, len; i < n; i += len) { /* sorted by price: the cheapest comes first */
        len = run_of(all, i, n, 2);
        if (on_demand(all) && known(all[i].price) && len > most) {
            most = len;
            best = i;
        }
    }
    for (size_t i = 0, len; i < n && rc == OK; i += len) {
        struct feed_row row = all[i].row;

        len = run_of(all, i, n, by_word(all) ? 1 : 2);
        row.repeats = len - 1;
        against(&row, &all[i], elsewhere);
        if (i == best || !known(all[i].price))
            row.zone = "";
        rc = feed_emit(f->in, &row, f->e);
    }
    return rc;
}

/* --- one machine ----------------------------------------------------------------------------- */
static bool everywhere(const struct fold *f, const struct fold_row *all, size_t n)
{
    size_t regions = 0;

    for (size_t i = 0; i < n; i++) {
        regions += i == 0 || by_text(all[i].row.region, all[i - 1].row.region) != 0;
        if (all[i].row.region == NULL || all[i].row.region[0] == '\0' ||
            !same_price(&all[0], &all[i]))
            return false;
    }
    return regions == f->regions && regions >= EVERYWHERE;
}

static enum err emit_machine(struct fold *f, struct fold_row *all, size_t n)
{
    double elsewhere = on_demand(all) ? expected(f, all, n) : UNKNOWN;
    enum err rc = OK;

    if (everywhere(f, all, n)) {
        struct feed_row row = all[0].row;
        row.region = row.zone = "";
        row.repeats = n - 1;
        return feed_emit(f->in, &row, f->e);
    }
    for (size_t i = 0, len; i < n && rc == OK; i += len) {
        len = run_of(all, i, n, 1);
        rc = emit_region(f, &all[i], len, elsewhere);
    }
    return rc;
}

enum err feed_fold(struct feed_input *in, struct fold_row *all, size_t n, size_t regions,
                   fold_known_fn *known_usd, void *ctx, struct err_info *e)
{
    struct fold f = {.in = in, .e = e, .regions = regions, .known_usd = known_usd, .ctx = ctx};
    enum err rc = OK;

    if (n > 0)
        qsort(all, n, sizeof *all, by_machine);
    for (size_t i = 0, len; i < n && rc == OK; i += len) {
        len = run_of(all, i, n, 0);
        rc = emit_machine(&f, &all[i], len);
    }
    return rc;
}
