/*
 * market.c - machines by name and prices; the names of cards are in market_names.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/price_file.h"
#include "pricing/market_inside.h"

#define MEDIAN_REGIONS 64

/* --- hashing --------------------------------------------------------------------------------- */
uint32_t market_hash(uint32_t h, const char *text)
{
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return (h ^ 0x1f) * 16777619u; /* "ab" "c" is not "a" "bc" */
}

static uint32_t machine_hash(const char *provider, const char *instance)
{
    return market_hash(market_hash(HASH_SEED, provider), instance);
}

/* --- machines -------------------------------------------------------------------------------- */
static int by_key(const void *a, const void *b)
{
    const struct offer *const *x = a, *const *y = b;
    return offer_key_order(*x, *y);
}

static bool same_machine(const struct offer *a, const char *provider, const char *instance)
{
    return str_eq(a->instance, instance) && str_eq(a->provider, provider);
}

static uint32_t *slot_of(const struct market *m, const char *provider, const char *instance)
{
    uint32_t i = machine_hash(provider, instance) & m->slot_mask;

    while (m->slot[i] != 0 && !same_machine(m->offer[m->slot[i] - 1], provider, instance))
        i = (i + 1) & m->slot_mask;
    return &m->slot[i];
}

static void index_machines(struct market *m)
{
    for (size_t i = 0; i < m->offer_n; i++) {
        uint32_t *slot = slot_of(m, m->offer[i]->provider, m->offer[i]->instance);
        if (*slot == 0)
            *slot = (uint32_t)i + 1;
    }
}

struct market *market_new(const struct facts *f, const struct prices *shipped, struct arena *a)
{
    struct market *m = ARENA_NEW(a, struct market);
    size_t slots = 64;

    if (m == NULL)
        return NULL;
    while (slots < 2 * shipped->offer_n)
        slots *= 2;
    m->f = f;
    m->arena = a;
    m->offer_n = shipped->offer_n;
    m->offer = ARENA_ARRAY(a, const struct offer *, shipped->offer_n + 1);
    m->slot = ARENA_ARRAY(a, uint32_t, slots);
    m->slot_mask = (uint32_t)slots - 1;
    if (m->offer == NULL || m->slot == NULL || !market_index_names(m))
        return NULL;
    for (size_t i = 0; i < m->offer_n; i++)
        m->offer[i] = &shipped->offer[i];
    qsort(m->offer, m->offer_n, sizeof *m->offer, by_key);
    index_machines(m);
    return m;
}

const struct facts *market_facts(const struct market *m)
{
    return m->f;
}

const struct offer *market_machine(const struct market *m, const char *provider,
                                   const char *instance)
{
    uint32_t at = 0;

    if (m != NULL && provider != NULL && instance != NULL)
        at = *slot_of(m, provider, instance);
    return at != 0 ? m->offer[at - 1] : NULL;
}

/* The first offer of the provider, or of the one that would come behind it. */
static size_t first_of(const struct market *m, const char *provider)
{
    size_t lo = 0;

    for (size_t hi = m->offer_n; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (strcmp(m->offer[mid]->provider, provider) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

size_t market_machines(const struct market *m, const char *provider, const char **out, size_t max)
{
    size_t n = 0;

    if (m == NULL)
        return 0;
    for (size_t i = first_of(m, provider); i < m->offer_n && n < max; i++) {
        if (!str_eq(m->offer[i]->provider, provider))
            break;
        if (n == 0 || !str_eq(out[n - 1], m->offer[i]->instance))
            out[n++] = m->offer[i]->instance;
    }
    return n;
}

const struct offer *market_named(const struct market *m, const char *provider, int accel,
                                 double gpu_count)
{
    for (size_t i = first_of(m, provider); i < m->offer_n; i++) {
        const struct offer *o = m->offer[i];
        size_t digits = strspn(o->instance, "0123456789");

        if (!str_eq(o->provider, provider))
            break;
        if (o->accel == accel && o->gpu_count == gpu_count && digits > 0 &&
            str_starts(o->instance + digits, "x "))
            return o;
    }
    return NULL;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

double market_median_usd(const struct market *m, const char *provider, const char *instance,
                         enum price_kind kind)
{
    double usd[MEDIAN_REGIONS];
    size_t n = 0;
    uint32_t at = m != NULL ? *slot_of(m, provider, instance) : 0;

    for (size_t i = at - 1; at != 0 && i < m->offer_n && n < MEDIAN_REGIONS; i++) {
        const struct offer *o = m->offer[i];

        if (!same_machine(o, provider, instance))
            break;
        double x = facts_convert(m->f, o->price_hour, o->currency, "USD", NULL);
        if (o->kind == kind && known(x))
            usd[n++] = x;
    }
    qsort(usd, n, sizeof usd[0], by_value);
    return n == 0 ? UNKNOWN : usd[n / 2];
}
