#include "catalog/price_past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/price_file.h"
#include "catalog/price_rows.h"

/* --- the text -------------------------------------------------------------------------------- */
/* "2026-10-01 USD 15" of n bytes; false when it is none. */
static bool read_point(const char *text, size_t n, struct past_point *x)
{
    char cell[64];
    const char *currency, *price;

    if (n >= sizeof cell)
        return false;
    memcpy(cell, text, n);
    cell[n] = '\0';
    currency = strchr(cell, ' ');
    price = currency != NULL ? strchr(currency + 1, ' ') : NULL;
    if (price == NULL || price - currency != 4 || (size_t)(currency - cell) >= sizeof x->date)
        return false;
    *x = (struct past_point){.price_hour = UNKNOWN};
    memcpy(x->date, cell, (size_t)(currency - cell));
    memcpy(x->currency, currency + 1, 3);
    return num_plain(price + 1, &x->price_hour) == NUM_OK && x->price_hour > 0 &&
           x->price_hour < 1e9;
}

size_t past_read(const char *text, struct past_point *out, size_t cap)
{
    size_t n = 0;

    while (text != NULL && *text != '\0' && cap > 0) {
        size_t len = strcspn(text, ";");
        if (n == cap) {
            memmove(out, out + 1, (cap - 1) * sizeof *out);
            n--;
        }
        n += read_point(text, len, &out[n]);
        text += len + (text[len] == ';');
    }
    return n;
}

static bool same_price(const struct past_point *a, const struct past_point *b)
{
    return str_eq(a->currency, b->currency) &&
           fabs(a->price_hour - b->price_hour) <= 1e-9 * fabs(b->price_hour);
}

/* As "%.12g" would. Most prices are whole in some hundredths to millionths: x is then the double
 * next to whole / scale (both exact), so that these are its digits. The length; 0: no room. */
static size_t put_price(char *out, size_t cap, double x)
{
    static const double scales[] = {1, 10, 100, 1e3, 1e4, 1e5, 1e6};
    char digits[24];
    int n = 0, decimals = 0;

    for (; decimals < 7; decimals++) {
        double whole = floor(x * scales[decimals] + 0.5);
        if (!(whole >= 1 && whole < 1e12) || whole / scales[decimals] != x)
            continue;
        for (uint64_t left = (uint64_t)whole; left > 0 || (decimals > 0 && n < decimals + 2);
             left /= 10) {
            digits[n++] = (char)('0' + left % 10);
            if (n == decimals)
                digits[n++] = '.';
        }
        break;
    }
    if (n == 0 || x < 1e-4) {
        int k = snprintf(out, cap, "%.12g", x);
        return k > 0 && (size_t)k < cap ? (size_t)k : 0;
    }
    if ((size_t)n >= cap)
        return 0;
    for (int i = 0; i < n; i++)
        out[i] = digits[n - 1 - i];
    out[n] = '\0';
    return (size_t)n;
}

/* "2026-10-01 USD 15"; the length, 0: no room. */
static size_t put_point(char *out, size_t cap, const struct past_point *x)
{
    size_t day = strlen(x->date), currency = strlen(x->currency), head = day + currency + 2;

    if (head >= cap)
        return 0;
    memcpy(out, x->date, day);
    out[day] = ' ';
    memcpy(out + day + 1, x->currency, currency);
    out[head - 1] = ' ';
    size_t k = put_price(out + head, cap - head, x->price_hour);
    return k > 0 ? head + k : 0;
}

void past_add(char out[PAST_BYTES], const char *text, const struct past_point *point,
              const char *before, size_t keep)
{
    struct past_point all[PAST_POINTS + 1];
    size_t n = str_empty(text) ? 0 : past_read(text, all, PAST_POINTS), len = 0;

    out[0] = '\0';

    while (n > 0 && strcmp(all[n - 1].date, before) >= 0)
        n--;
    if (point != NULL && strcmp(point->date, before) < 0 &&
        (n == 0 || (!same_price(&all[n - 1], point) && strcmp(all[n - 1].date, point->date) < 0)))
        all[n++] = *point;
    for (size_t i = n > keep ? n - keep : 0; i < n; i++) {
        size_t room = PAST_BYTES - len, gap = len > 0, k;
        if (room < 2 || (k = put_point(out + len + gap, room - gap, &all[i])) == 0) {
            out[len] = '\0';
            return;
        }
        if (gap > 0)
            out[len] = ';';
        len += gap + k;
    }
}

/* --- reading --------------------------------------------------------------------------------- */
struct past_query {
    struct db *db;
    struct price_rows *rows;
    char path[1024];
};

enum err past_open(struct past_query **out, const char *path, struct err_info *e)
{
    struct past_query *q = *out = calloc(1, sizeof *q);
    int format;
    enum err rc;

    if (q == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    str_copy(q->path, sizeof q->path, path);
    rc = price_file_open(&q->db, path, &format, e);
    if (rc == OK)
        rc = price_rows_open(&q->rows, q->db, "", "offers", format, e);
    if (rc == OK)
        return OK;
    past_close(q);
    *out = NULL;
    return price_file_error(path, rc, e);
}

void past_close(struct past_query *q)
{
    if (q == NULL)
        return;
    price_rows_close(q->rows);
    db_close(q->db);
    free(q);
}

static int by_date(const void *a, const void *b)
{
    const struct past_point *x = a, *y = b;

    return strcmp(x->date, y->date);
}

/* Points of one offer, and who told each of them. */
struct points {
    struct past_point *all;
    size_t n, cap;
    struct {
        double weight;
        char feed[64];
    } by[PAST_POINTS + 1];
};

/* Of one day the weightiest row is believed, of equals the one whose feed comes first. */
static void add_point(struct points *p, const struct past_point *point, const struct price_row *x)
{
    size_t at = 0;

    while (at < p->n && !str_eq(p->all[at].date, point->date))
        at++;
    if (at == p->cap ||
        (at < p->n && (p->by[at].weight > x->weight ||
                       (p->by[at].weight >= x->weight && strcmp(p->by[at].feed, x->feed) < 0))))
        return;
    p->all[at] = *point;
    p->by[at].weight = x->weight;
    str_copy(p->by[at].feed, sizeof p->by[at].feed, x->feed);
    p->n += at == p->n;
}

static void add_row(struct points *p, const struct price_row *x)
{
    struct past_point own[PAST_POINTS], now = {.price_hour = x->price_hour};
    size_t k = past_read(x->past, own, PAST_POINTS);

    for (size_t i = 0; i < k; i++)
        add_point(p, &own[i], x);
    if (str_copy(now.date, sizeof now.date, x->date) &&
        str_copy(now.currency, sizeof now.currency, x->currency) && now.date[0] != '\0' &&
        now.price_hour > 0)
        add_point(p, &now, x);
}

enum err past_of(struct past_query *q, const struct offer *key, struct past_point *out, size_t cap,
                 size_t *n, struct err_info *e)
{
    const char *const part[] = {key->provider, key->instance, key->region, key->zone,
                                price_kind_word(key->kind)};
    struct points p = {.all = out, .cap = cap > PAST_POINTS + 1 ? PAST_POINTS + 1 : cap};
    struct price_row *x = NULL;
    enum err rc = price_rows_from(q->rows, part[0], part[1], part[2], part[3], part[4], e);

    while (rc == OK && (rc = price_rows_next(q->rows, &x, e)) == OK && x != NULL &&
           price_row_is(x, part[0], part[1], part[2], part[3], part[4]))
        add_row(&p, x);
    *n = p.n;
    qsort(out, *n, sizeof *out, by_date);
    return price_file_error(q->path, rc, e);
}

enum err price_file_past(const char *path, const struct offer *key, struct past_point *out,
                         size_t cap, size_t *n, struct err_info *e)
{
    struct past_query *q;
    enum err rc = past_open(&q, path, e);

    *n = 0;
    if (rc == OK)
        rc = past_of(q, key, out, cap, n, e);
    past_close(q);
    return rc;
}
