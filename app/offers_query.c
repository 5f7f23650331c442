#include "app/offers_query.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"

static const char *const sort_words[OFFERS_SORTS] = {
    "price", "gpu-price", "gpu", "count", "memory", "provider", "region", "kind", "date"};
static const char *const group_words[OFFERS_GROUPS] = {"none",   "gpu",  "provider",
                                                       "region", "kind", "instance"};

const char *offers_sort_word(enum offers_sort s)
{
    return sort_words[s];
}

const char *offers_group_word(enum offers_group g)
{
    return group_words[g];
}

void offers_query_init(struct offers_query *q)
{
    *q = (struct offers_query){.count_lo = UNKNOWN,
                               .count_hi = UNKNOWN,
                               .memory_lo_gb = UNKNOWN,
                               .memory_hi_gb = UNKNOWN,
                               .sort = OFFERS_BY_GPU_PRICE};
}

double offer_price_usd(const struct facts *f, const struct offer *o)
{
    return facts_convert(f, o->price_hour, o->currency, "USD", NULL);
}

/* --- filters --------------------------------------------------------------------------------- */
/* Is word one of the comma list, any case? */
static bool in_list(const char *list, const char *word)
{
    if (word == NULL)
        return false;
    size_t len = strlen(word);
    for (const char *p = list;; p++) {
        p += strspn(p, " ");
        size_t n = strcspn(p, ",");
        size_t bare = n;
        while (bare > 0 && p[bare - 1] == ' ')
            bare--;
        bool same = bare == len;
        for (size_t i = 0; same && i < len; i++) {
            char a = p[i], b = word[i];
            a = a >= 'A' && a <= 'Z' ? (char)(a - 'A' + 'a') : a;
            b = b >= 'A' && b <= 'Z' ? (char)(b - 'A' + 'a') : b;
            same = a == b;
        }
        if (same)
            return true;
        p += n;
        if (*p == '\0')
            return false;
    }
}

/* An unknown value is in no range that was asked for. */
static bool in_range(double x, double lo, double hi)
{
    return (!known(lo) || x >= lo) && (!known(hi) || x <= hi);
}

static bool has_words(const char *words, const struct facts *f, const struct offer *o)
{
    const struct accel *a = &f->accel[o->accel];
    const char *const part[] = {o->provider, o->instance, o->region,
                                a->id,       a->name,     price_kind_word(o->kind)};
    struct str all, folded;

    str_init(&all, 2048);
    str_init(&folded, 512);
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++) {
        if (part[i] != NULL) {
            text_fold(&all, part[i]);
            str_addc(&all, '\n');
        }
    }
    text_fold(&folded, words);
    bool found = text_has_words(all.p, folded.p);
    str_free(&all);
    str_free(&folded);
    return found;
}

static bool wanted(const struct offers_query *q, const struct facts *f, const struct offer *o)
{
    const struct accel *a = &f->accel[o->accel];

    return (q->kinds == 0 || (q->kinds & 1u << o->kind) != 0) &&
           in_range(o->gpu_count, q->count_lo, q->count_hi) &&
           in_range(a->memory_gb, q->memory_lo_gb, q->memory_hi_gb) &&
           (q->accels == NULL || in_list(q->accels, a->id)) &&
           (q->providers == NULL || in_list(q->providers, o->provider)) &&
           (q->regions == NULL || o->region == NULL || in_list(q->regions, o->region)) &&
           (q->text == NULL || has_words(q->text, f, o));
}

/* --- order ----------------------------------------------------------------------------------- */
struct row {
    const struct offer *o;
    const struct accel *accel;
    double usd, usd_gpu;
    enum offers_sort sort;
};

/* Unknown numbers stand at the end, whichever way the others go. */
static int by_number(double a, double b)
{
    if (!known(a) || !known(b))
        return (int)!known(a) - (int)!known(b);
    return (a > b) - (a < b);
}

static int by_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a == NULL) - (b == NULL);
    return strcmp(a, b);
}

/* Everything that tells two offers apart, so that the order is the same on every machine. */
static int by_rest(const struct row *a, const struct row *b)
{
    int c = by_number(a->usd_gpu, b->usd_gpu);
    if (c == 0)
        c = by_number(a->usd, b->usd);
    if (c == 0)
        c = by_text(a->accel->id, b->accel->id);
    if (c == 0)
        c = by_text(a->o->provider, b->o->provider);
    if (c == 0)
        c = by_text(a->o->instance, b->o->instance);
    if (c == 0)
        c = by_text(a->o->region, b->o->region);
    if (c == 0)
        c = by_text(a->o->zone, b->o->zone);
    if (c == 0)
        c = (int)a->o->kind - (int)b->o->kind;
    return c != 0 ? c : (a->o > b->o) - (a->o < b->o);
}

static int compare(const void *va, const void *vb)
{
    const struct row *a = (const struct row *)va, *b = (const struct row *)vb;
    int c = 0;

    switch (a->sort) {
    case OFFERS_BY_PRICE: c = by_number(a->usd, b->usd); break;
    case OFFERS_BY_GPU: c = by_text(a->accel->id, b->accel->id); break;
    case OFFERS_BY_COUNT: c = by_number(a->o->gpu_count, b->o->gpu_count); break;
    case OFFERS_BY_MEMORY: c = by_number(a->accel->memory_gb, b->accel->memory_gb); break;
    case OFFERS_BY_PROVIDER: c = by_text(a->o->provider, b->o->provider); break;
    case OFFERS_BY_REGION: c = by_text(a->o->region, b->o->region); break;
    case OFFERS_BY_KIND: c = (int)a->o->kind - (int)b->o->kind; break;
    case OFFERS_BY_DATE:
        if (a->o->from.date == NULL || b->o->from.date == NULL)
            c = by_text(a->o->from.date, b->o->from.date);
        else
            c = by_text(b->o->from.date, a->o->from.date);
        break;
    case OFFERS_BY_GPU_PRICE:
    case OFFERS_SORTS: break;
    }
    return c != 0 ? c : by_rest(a, b);
}

/* --- groups ---------------------------------------------------------------------------------- */
static const char *group_of(enum offers_group g, const struct row *r)
{
    switch (g) {
    case OFFERS_GROUP_GPU: return r->accel->id;
    case OFFERS_GROUP_PROVIDER: return r->o->provider;
    case OFFERS_GROUP_REGION: return r->o->region;
    case OFFERS_GROUP_KIND: return price_kind_word(r->o->kind);
    case OFFERS_GROUP_INSTANCE: return r->o->instance;
    case OFFERS_GROUP_NONE:
    case OFFERS_GROUPS: break;
    }
    return NULL;
}

struct grouped {
    const char *key;
    struct row row;
};

static int by_group(const void *va, const void *vb)
{
    const struct grouped *a = (const struct grouped *)va, *b = (const struct grouped *)vb;
    int c = by_text(a->key, b->key);
    return c != 0 ? c : by_rest(&a->row, &b->row);
}

/* Keeps the cheapest of each group. Returns how many are left, or n when memory is short. */
static size_t keep_first_of_groups(struct row *row, size_t n, enum offers_group g,
                                   struct arena *arena)
{
    struct grouped *all = ARENA_ARRAY(arena, struct grouped, n + 1);
    size_t left = 0;

    if (all == NULL)
        return n;
    for (size_t i = 0; i < n; i++)
        all[i] = (struct grouped){group_of(g, &row[i]), row[i]};
    qsort(all, n, sizeof all[0], by_group);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || by_text(all[i].key, all[i - 1].key) != 0)
            row[left++] = all[i].row;
    }
    return left;
}

enum err offers_query_run(const struct offers_query *q, const struct facts *f,
                          const struct prices *p, struct arena *arena, struct offers_answer *out,
                          struct err_info *e)
{
    struct row *row = ARENA_ARRAY(arena, struct row, p->offer_n + 1);
    size_t n = 0;

    *out = (struct offers_answer){NULL, 0, 0};
    for (size_t i = 0; row != NULL && i < p->offer_n; i++) {
        const struct offer *o = &p->offer[i];
        if (!wanted(q, f, o))
            continue;
        double usd = offer_price_usd(f, o);
        double gpus = o->gpu_count > 0 ? o->gpu_count : UNKNOWN;
        row[n++] = (struct row){o, &f->accel[o->accel], usd, usd / gpus, q->sort};
    }
    if (row != NULL && q->group != OFFERS_GROUP_NONE)
        n = keep_first_of_groups(row, n, q->group, arena);
    out->row = ARENA_ARRAY(arena, const struct offer *, n + 1);
    if (row == NULL || out->row == NULL || arena_failed(arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    qsort(row, n, sizeof row[0], compare);
    for (size_t i = 0; i < n; i++)
        out->row[i] = row[i].o;
    out->n = n;
    out->hidden = p->offer_n - n;
    return OK;
}
