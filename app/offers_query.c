#include "app/offers_query.h"

#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/pinyin.h"
#include "base/str.h"
#include "base/text.h"
#include "export/export.h"

#define NAMES_MAX 256 /* providers */

static const char *const sort_words[OFFERS_SORTS] = {
    "price", "gpu-price", "gpu",  "count",  "memory",    "provider", "region",
    "kind",  "date",      "vram", "tflops", "bandwidth", "job"};
static const char *const group_words[OFFERS_GROUPS] = {"none",   "gpu",  "provider",
                                                       "region", "kind", "instance"};

const char *offers_sort_word(enum offers_sort s)
{
    return sort_words[s];
}

const char *offers_group_word(enum offers_group_by g)
{
    return group_words[g];
}

void offers_query_init(struct offers_query *q)
{
    *q = (struct offers_query){.count_lo = UNKNOWN,
                               .count_hi = UNKNOWN,
                               .memory_lo_gb = UNKNOWN,
                               .memory_hi_gb = UNKNOWN,
                               .price_lo = UNKNOWN,
                               .price_hi = UNKNOWN,
                               .age_days = UNKNOWN,
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

/* The first filter of cheap tests; those that convert or read dates follow. */
static bool wanted(const struct offers_query *q, const struct facts *f, const struct offer *o)
{
    const struct accel *a = &f->accel[o->accel];

    if (known(q->age_days)) {
        int32_t age = date_age_days(o->from.date, q->as_of_days);
        if (age < 0 || age > q->age_days)
            return false;
    }
    if ((known(q->price_lo) || known(q->price_hi)) &&
        !in_range(offer_price_usd(f, o) / o->gpu_count, q->price_lo, q->price_hi))
        return false;
    return (q->kinds == 0 || (q->kinds & 1u << o->kind) != 0) &&
           in_range(o->gpu_count, q->count_lo, q->count_hi) &&
           in_range(a->memory_gb, q->memory_lo_gb, q->memory_hi_gb) &&
           (q->accels == NULL || in_list(q->accels, a->id)) &&
           (q->providers == NULL || in_list(q->providers, o->provider)) &&
           (q->regions == NULL || o->region == NULL || in_list(q->regions, o->region)) &&
           (q->text == NULL || has_words(q->text, f, o));
}

size_t offers_query_count(const struct offers_query *q, const struct facts *f,
                          const struct prices *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->offer_n; i++)
        n += wanted(q, f, &p->offer[i]);
    return n;
}

size_t offers_query_without(const struct offers_query *q, enum offers_filter filter,
                            const struct facts *f, const struct prices *p)
{
    struct offers_query less = *q;
    bool set = false;

    switch (filter) {
    case OFFERS_FILTER_GPU: set = less.accels != NULL, less.accels = NULL; break;
    case OFFERS_FILTER_PROVIDER: set = less.providers != NULL, less.providers = NULL; break;
    case OFFERS_FILTER_REGION: set = less.regions != NULL, less.regions = NULL; break;
    case OFFERS_FILTER_KIND: set = less.kinds != 0, less.kinds = 0; break;
    case OFFERS_FILTER_COUNT:
        set = known(less.count_lo) || known(less.count_hi);
        less.count_lo = less.count_hi = UNKNOWN;
        break;
    case OFFERS_FILTER_MEMORY:
        set = known(less.memory_lo_gb) || known(less.memory_hi_gb);
        less.memory_lo_gb = less.memory_hi_gb = UNKNOWN;
        break;
    case OFFERS_FILTER_PRICE:
        set = known(less.price_lo) || known(less.price_hi);
        less.price_lo = less.price_hi = UNKNOWN;
        break;
    case OFFERS_FILTER_AGE: set = known(less.age_days), less.age_days = UNKNOWN; break;
    case OFFERS_FILTERS: break;
    }
    return set ? offers_query_count(&less, f, p) : 0;
}

/* --- order ----------------------------------------------------------------------------------- */
struct row {
    const struct offer *o;
    const struct accel *accel;
    double usd, usd_gpu;
    double by;        /* the figure of the order, where it is one */
    const char *name; /* its key, where names order */
    bool stale;
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
    case OFFERS_BY_PROVIDER: c = by_text(a->name, b->name); break;
    case OFFERS_BY_REGION: c = by_text(a->o->region, b->o->region); break;
    case OFFERS_BY_KIND: c = (int)a->o->kind - (int)b->o->kind; break;
    case OFFERS_BY_DATE:
        if (a->o->from.date == NULL || b->o->from.date == NULL)
            c = by_text(a->o->from.date, b->o->from.date);
        else
            c = by_text(b->o->from.date, a->o->from.date);
        break;
    case OFFERS_BY_VRAM:
    case OFFERS_BY_TFLOPS:
    case OFFERS_BY_BANDWIDTH:
    case OFFERS_BY_JOB: c = by_number(a->by, b->by); break;
    case OFFERS_BY_GPU_PRICE:
    case OFFERS_SORTS: break;
    }
    return c != 0 ? c : by_rest(a, b);
}

/* --- groups ---------------------------------------------------------------------------------- */
static const char *group_of(enum offers_group_by g, const struct row *r)
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
    struct row row; /* of the cheapest so far */
    struct offers_group group;
};

/* A stale price must be a fifth cheaper to stand before a fresher one. */
static double counted(const struct row *r)
{
    return r->stale ? r->usd_gpu / 0.8 : r->usd_gpu;
}

static void join(struct grouped *into, const struct grouped *one)
{
    struct offers_group *g = &into->group;

    g->n++;
    if (!known(one->row.usd_gpu))
        return;
    if (!(g->low <= one->row.usd_gpu))
        g->low = one->row.usd_gpu;
    if (!(g->high >= one->row.usd_gpu))
        g->high = one->row.usd_gpu;
    int c = by_number(counted(&one->row), counted(&into->row));
    if (c < 0 || (c == 0 && by_rest(&one->row, &into->row) < 0))
        into->row = one->row;
}

static int by_order(const void *va, const void *vb)
{
    const struct grouped *a = (const struct grouped *)va, *b = (const struct grouped *)vb;
    return compare(&a->row, &b->row);
}

static size_t hash_of(const char *key)
{
    size_t h = 2166136261u;

    for (; key != NULL && *key != '\0'; key++)
        h = (h ^ (unsigned char)*key) * 16777619u;
    return h;
}

/* The groups in the order of their cheapest offers; row[] becomes those. Returns how many. */
static size_t make_groups(struct row *row, size_t n, enum offers_group_by by, struct arena *arena,
                          struct offers_group **out)
{
    size_t slots = 64, left = 0;

    while (slots < 2 * n)
        slots *= 2;
    struct grouped **slot = ARENA_ARRAY(arena, struct grouped *, slots);
    struct grouped *all = ARENA_ARRAY(arena, struct grouped, n + 1);
    *out = NULL;
    if (all == NULL || slot == NULL)
        return 0;
    for (size_t i = 0; i < n; i++) {
        struct grouped one = {row[i], {group_of(by, &row[i]), 0, UNKNOWN, UNKNOWN, NULL}};
        size_t h = hash_of(one.group.key) & (slots - 1);
        while (slot[h] != NULL && by_text(slot[h]->group.key, one.group.key) != 0)
            h = (h + 1) & (slots - 1);
        if (slot[h] == NULL) {
            all[left] = one;
            slot[h] = &all[left++];
        }
        join(slot[h], &one);
    }
    qsort(all, left, sizeof all[0], by_order);
    *out = ARENA_ARRAY(arena, struct offers_group, left + 1);
    for (size_t i = 0; *out != NULL && i < left; i++) {
        row[i] = all[i].row;
        (*out)[i] = all[i].group;
        (*out)[i].cheapest = all[i].row.o;
    }
    return left;
}

/* --- the query ------------------------------------------------------------------------------- */
/* Neighbours share their currency and day. */
struct row_before {
    const char *currency, *date;
    double rate; /* USD for one of the currency */
    bool stale;
};

/* Providers' keys by name: Chinese ones in the order of their pinyin. Few, so that a list does. */
struct names {
    const char *id[NAMES_MAX], *key[NAMES_MAX];
    int n;
    struct arena *arena;
};

static const char *name_key(struct names *k, const struct facts *f, const struct offer *o,
                            enum lang lang)
{
    for (int i = 0; i < k->n; i++)
        if (k->id[i] == o->provider || str_eq(k->id[i], o->provider))
            return k->key[i];
    struct str key;
    str_init(&key, 1024);
    pinyin_key(&key, export_provider(f, o, lang));
    const char *kept = arena_strdup(k->arena, key.p);
    str_free(&key);
    if (k->n < NAMES_MAX) {
        k->id[k->n] = o->provider;
        k->key[k->n++] = kept;
    }
    return kept;
}

static struct row row_of(const struct offers_query *q, const struct facts *f,
                         const struct prices *p, const struct offer *o, struct row_before *b)
{
    struct row r = {.o = o, .accel = &f->accel[o->accel], .sort = q->sort, .by = UNKNOWN};
    struct offer_figures x;

    if (b->currency == NULL || b->currency != o->currency) {
        b->currency = o->currency;
        b->rate = facts_convert(f, 1.0, o->currency, "USD", NULL);
    }
    if (b->date == NULL || b->date != o->from.date) {
        b->date = o->from.date;
        b->stale = date_age_class(date_age_days(b->date, q->as_of_days)) == AGE_STALE;
    }
    r.stale = b->stale;
    r.usd = o->price_hour * b->rate;
    offer_figures_at(r.accel, o->gpu_count > 0 ? r.usd / o->gpu_count : UNKNOWN, &x);
    r.usd_gpu = x.gpu_hour;
    switch (q->sort) {
    case OFFERS_BY_VRAM: r.by = x.gb_hour; break;
    case OFFERS_BY_TFLOPS: r.by = x.tflops_hour; break;
    case OFFERS_BY_BANDWIDTH: r.by = x.tbs_hour; break;
    case OFFERS_BY_JOB: r.by = q->rate != NULL ? q->rate[o - p->offer].per_million : UNKNOWN; break;
    default: break;
    }
    return r;
}

enum err offers_query_run(const struct offers_query *q, const struct facts *f,
                          const struct prices *p, struct arena *arena, struct offers_answer *out,
                          struct err_info *e)
{
    struct row *row = ARENA_ARRAY(arena, struct row, p->offer_n + 1);
    struct row_before before = {.currency = NULL};
    struct names names = {.n = 0, .arena = arena};
    size_t n = 0;

    *out = (struct offers_answer){NULL, 0, 0, 0, NULL};
    for (size_t i = 0; row != NULL && i < p->offer_n; i++)
        if (wanted(q, f, &p->offer[i]))
            row[n++] = row_of(q, f, p, &p->offer[i], &before);
    for (size_t i = 0; q->sort == OFFERS_BY_PROVIDER && i < n; i++)
        row[i].name = name_key(&names, f, row[i].o, q->lang);
    if (row != NULL && q->group != OFFERS_GROUP_NONE)
        n = make_groups(row, n, q->group, arena, &out->group);
    else if (row != NULL)
        qsort(row, n, sizeof row[0], compare);
    out->row = ARENA_ARRAY(arena, const struct offer *, n + 1);
    if (row == NULL || out->row == NULL || arena_failed(arena))
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < n; i++) {
        out->row[i] = row[i].o;
        out->stale += row[i].stale;
    }
    out->n = n;
    out->hidden = p->offer_n - n;
    return OK;
}
