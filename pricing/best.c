#include "pricing/best.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"

#define SLOTS 131072u /* a power of two */
#define GROUPS_MAX 60000
#define TEXT_MAX ((size_t)16 << 20)
#define GROUP_BYTES 512
#define AGES 3
#define BUCKETS 1024
#define LOW_USD 1e-3
#define HIGH_USD 1e4
#define KINDS (KIND_COUNT + 1)
#define RATES 16
#define KEY_TEXTS 6

struct group {
    uint64_t hash;
    double price_hour;
    size_t group, key, key_room; /* places in text */
};

struct best {
    const struct facts *f;
    char day[AGES][11];
    struct group *all;
    size_t n, cap, added;
    uint32_t *slot; /* index of the group + 1 */
    struct str text;
    bool too_many;
    const char **sorted; /* keys, at the end */
    uint32_t **bucket;   /* by card and kind; NULL until the first offer */
    struct {
        char currency[4];
        double usd;
    } rate[RATES];
    size_t rate_n;
};

struct best *best_new(const struct facts *f, const char *moment)
{
    static const int classes[AGES] = {30, 90, 180};
    struct best *b = calloc(1, sizeof *b);
    int32_t today = 0;
    char day[11];

    if (b == NULL)
        return NULL;
    b->f = f;
    str_copy(day, sizeof day, moment);
    if (!date_parse(day, &today))
        today = 0;
    for (int i = 0; i < AGES; i++)
        date_format(today - classes[i], b->day[i]);
    str_init(&b->text, TEXT_MAX);
    b->slot = calloc(SLOTS, sizeof *b->slot);
    b->bucket = calloc(f->accel_n * KINDS + 1, sizeof(uint32_t *));
    if (b->slot == NULL || b->bucket == NULL) {
        best_free(b);
        return NULL;
    }
    return b;
}

void best_free(struct best *b)
{
    if (b == NULL)
        return;
    for (size_t i = 0; b->bucket != NULL && i < b->f->accel_n * KINDS; i++)
        free(b->bucket[i]);
    free(b->bucket);
    free(b->sorted);
    free(b->slot);
    free(b->all);
    str_free(&b->text);
    free(b);
}

/* --- groups ---------------------------------------------------------------------------------- */
/* Regions that are not alike for a plan: the mainland of China and what lies outside of it, and
 * those that are not open to everybody. */
static const char *region_group(const struct facts *f, const struct price_row *x)
{
    if (str_starts(x->region, "cn-hongkong") || str_starts(x->region, "ap-"))
        return "a";
    for (size_t i = 0; i < f->closed_region_n; i++) {
        const struct closed_region *c = &f->closed_region[i];
        if (x->region[0] == c->prefix[0] && str_eq(c->provider, x->provider) &&
            str_starts(x->region, c->prefix))
            return c->prefix;
    }
    return str_starts(x->region, "cn-") || str_starts(x->region, "china") ? "c" : "";
}

/* Prices of one class of age compete: a stale one gives way to a fresher one that is not much
 * dearer, so both are kept. */
static char age_group(const struct best *b, const char *date)
{
    int i = 0;

    while (i < AGES && strcmp(date, b->day[i]) < 0)
        i++;
    return (char)('0' + i);
}

/* The group as bytes; 0 when its texts are too long. */
static size_t group_of(const struct best *b, const struct price_row *x, char out[GROUP_BYTES])
{
    const char *const part[] = {x->gpu,
                                x->kind,
                                x->provider,
                                x->currency,
                                x->link != NULL ? x->link : "",
                                region_group(b->f, x)};
    const double number[] = {x->gpu_count, known(x->network_gbps) ? x->network_gbps : -1,
                             (double)x->rdma};
    size_t n = 0;

    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        size_t len = strlen(part[i]) + 1;
        if (n + len + sizeof number + 1 > GROUP_BYTES)
            return 0;
        memcpy(out + n, part[i], len);
        n += len;
    }
    memcpy(out + n, number, sizeof number);
    n += sizeof number;
    out[n++] = age_group(b, x->date);
    return n;
}

static uint64_t hash(const char *bytes, size_t n)
{
    uint64_t h = 1469598103934665603u, x;

    for (; n >= sizeof x; bytes += sizeof x, n -= sizeof x) { /* eight at a time, as FNV-1a does */
        memcpy(&x, bytes, sizeof x);
        h = (h ^ x) * 1099511628211u;
        h ^= h >> 32;
    }
    for (; n > 0; bytes++, n--)
        h = (h ^ (unsigned char)*bytes) * 1099511628211u;
    return h;
}

static struct group *find(struct best *b, const char *group, size_t n, bool *fresh)
{
    uint64_t h = hash(group, n);
    uint32_t at = (uint32_t)(h >> 20) & (SLOTS - 1);

    *fresh = false;
    for (; b->slot[at] != 0; at = (at + 1) & (SLOTS - 1)) {
        struct group *g = &b->all[b->slot[at] - 1];
        if (g->hash == h && memcmp(b->text.p + g->group, group, n) == 0)
            return g;
    }
    if (b->n == GROUPS_MAX || b->text.len + n > TEXT_MAX / 2) {
        b->too_many = true;
        return NULL;
    }
    if (b->n == b->cap) {
        size_t cap = b->cap > 0 ? 2 * b->cap : 256;
        struct group *more = realloc(b->all, cap * sizeof *more);
        if (more == NULL)
            return NULL;
        b->all = more;
        b->cap = cap;
    }
    struct group *g = &b->all[b->n++];
    *g = (struct group){.hash = h, .price_hour = UNKNOWN, .group = b->text.len};
    str_addn(&b->text, group, n);
    b->slot[at] = (uint32_t)b->n;
    *fresh = true;
    return g;
}

static bool remember(struct best *b, struct group *g, const struct price_row *x)
{
    const char *const part[] = {x->provider, x->instance, x->region, x->zone, x->kind, x->feed};
    char key[2 * GROUP_BYTES];
    size_t n = 0;

    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        size_t len = strlen(part[i]) + 1;
        if (n + len > sizeof key)
            return b->too_many = true; /* no name that we keep: all are to be read */
        memcpy(key + n, part[i], len);
        n += len;
    }
    if (n > g->key_room) {
        g->key = b->text.len;
        g->key_room = n;
        str_addn(&b->text, key, n);
        b->too_many = b->too_many || b->text.failed;
    } else {
        memcpy(b->text.p + g->key, key, n);
    }
    g->price_hour = x->price_hour;
    return true;
}

/* --- medians --------------------------------------------------------------------------------- */
static double usd_of(struct best *b, const char *currency)
{
    for (size_t i = 0; i < b->rate_n; i++)
        if (str_eq(b->rate[i].currency, currency))
            return b->rate[i].usd;
    double usd = facts_convert(b->f, 1, currency, "USD", NULL);
    if (b->rate_n < RATES && str_copy(b->rate[b->rate_n].currency, 4, currency))
        b->rate[b->rate_n++].usd = usd;
    return usd;
}

static bool count_price(struct best *b, const struct price_row *x)
{
    const struct accel *card = x->accel >= 0 ? &b->f->accel[x->accel] : facts_accel(b->f, x->gpu);
    double usd = x->price_hour / x->gpu_count * usd_of(b, x->currency);
    int kind = 0;

    while (kind < KIND_COUNT && !str_eq(price_kind_word((enum price_kind)kind), x->kind))
        kind++;
    if (card == NULL || kind == KIND_COUNT || !known(usd))
        return true;
    double place = log(usd / LOW_USD) / log(HIGH_USD / LOW_USD) * BUCKETS;
    int at = place < 0 ? 0 : place >= BUCKETS ? BUCKETS - 1 : (int)place;
    uint32_t **all = &b->bucket[(size_t)(card - b->f->accel) * KINDS + (size_t)kind];
    if (*all == NULL && (*all = calloc(BUCKETS, sizeof **all)) == NULL)
        return false;
    (*all)[at]++;
    return true;
}

bool best_add(struct best *b, const struct price_row *x)
{
    char group[GROUP_BYTES];
    bool fresh = false, ok = count_price(b, x);
    size_t n = group_of(b, x, group);

    b->added++;
    if (!ok || n == 0 || b->too_many)
        return ok;
    struct group *g = find(b, group, n, &fresh);
    if (g == NULL)
        return b->too_many;
    return !fresh && !(x->price_hour < g->price_hour) ? true : remember(b, g, x);
}

/* --- what came of it ------------------------------------------------------------------------- */
size_t best_count(const struct best *b)
{
    return b->added;
}

size_t best_groups(const struct best *b)
{
    return b->added < BEST_FROM || b->too_many ? 0 : b->n;
}

static int by_key(const void *a, const void *b)
{
    const char *p = *(const char *const *)a, *q = *(const char *const *)b;

    for (int i = 0; i < KEY_TEXTS; i++) {
        int c = strcmp(p, q);
        if (c != 0)
            return c;
        p += strlen(p) + 1;
        q += strlen(q) + 1;
    }
    return 0;
}

bool best_sort(struct best *b)
{
    b->sorted = malloc((b->n + 1) * sizeof *b->sorted);
    if (b->sorted == NULL)
        return false;
    for (size_t i = 0; i < b->n; i++)
        b->sorted[i] = b->text.p + b->all[i].key;
    qsort(b->sorted, b->n, sizeof *b->sorted, by_key);
    return true;
}

struct price_row best_each(const struct best *b, size_t i)
{
    struct price_row x = {.rdma = TRI_UNKNOWN};
    const char **part[] = {&x.provider, &x.instance, &x.region, &x.zone, &x.kind, &x.feed};
    const char *p = b->sorted != NULL ? b->sorted[i] : b->text.p + b->all[i].key;

    for (size_t k = 0; k < sizeof part / sizeof part[0]; k++) {
        *part[k] = p;
        p += strlen(p) + 1;
    }
    return x;
}

double best_median(const struct best *b, int accel, enum price_kind kind, size_t *n)
{
    uint64_t sum = 0, seen = 0;
    size_t from = kind == KIND_COUNT ? 0 : (size_t)kind,
           to = kind == KIND_COUNT ? KIND_COUNT : from + 1;

    for (size_t k = from; k < to; k++) {
        const uint32_t *all = b->bucket[(size_t)accel * KINDS + k];
        for (int i = 0; all != NULL && i < BUCKETS; i++)
            sum += all[i];
    }
    *n = (size_t)sum;
    for (int i = 0; i < BUCKETS && sum > 0; i++) {
        for (size_t k = from; k < to; k++) {
            const uint32_t *all = b->bucket[(size_t)accel * KINDS + k];
            seen += all != NULL ? all[i] : 0;
        }
        if (2 * seen >= sum)
            return LOW_USD * pow(HIGH_USD / LOW_USD, (i + 0.5) / BUCKETS);
    }
    return UNKNOWN;
}
