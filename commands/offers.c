/* offers.c - dlrig offers: what is for rent, filtered, sorted, grouped. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/offers_query.h"
#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "base/spark.h"
#include "catalog/price_past.h"
#include "commands/run.h"

#define LIST_MAX 1024

/* The words of an enum as "a, b, c". */
typedef const char *word_at(int i);

static const char *sort_at(int i)
{
    return offers_sort_word((enum offers_sort)i);
}

static const char *group_at(int i)
{
    return offers_group_word((enum offers_group_by)i);
}

static const char *kind_at(int i)
{
    return price_kind_word((enum price_kind)i);
}

static enum err read_word(const char *flag, const char *word, word_at *at, int count, int *out,
                          struct err_info *e)
{
    struct str all;

    for (int i = 0; i < count; i++) {
        if (str_case_eq(word, at(i))) {
            *out = i;
            return OK;
        }
    }
    str_init(&all, 256);
    for (int i = 0; i < count; i++)
        str_addf(&all, "%s%s", i > 0 ? ", " : "", at(i));
    enum err rc = cli_fail(e, ERR_USAGE, MSG_OPT_WORD, flag, word, all.p);
    str_free(&all);
    return rc;
}

/* Calls fn for each item of a comma list. */
typedef enum err item_fn(struct run *r, const char *item, void *to, struct err_info *e);

static enum err each_item(struct run *r, const char *list, item_fn *fn, void *to,
                          struct err_info *e)
{
    enum err rc = OK;

    for (const char *p = list; rc == OK;) {
        p += strspn(p, " ");
        size_t n = strcspn(p, ",");
        size_t bare = n;
        while (bare > 0 && p[bare - 1] == ' ')
            bare--;
        char *item = arena_strndup(&r->arena, p, bare);
        if (item == NULL)
            return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        rc = fn(r, item, to, e);
        p += n;
        if (*p == '\0')
            break;
        p++;
    }
    return rc;
}

static enum err add_kind(struct run *r, const char *item, void *to, struct err_info *e)
{
    enum price_kind shops;
    int kind = 0;
    (void)r;
    const char *word = price_kind_read(item, &shops) ? price_kind_word(shops) : item;
    enum err rc = read_word("kind", word, kind_at, KIND_COMMUNITY + 1, &kind, e);
    if (rc == OK)
        *(unsigned *)to |= 1u << kind;
    return rc;
}

static void add_name(struct str *list, const char *name)
{
    if (list->len > 0)
        str_addc(list, ',');
    str_add(list, name);
}

static enum err unknown_name(const struct facts *f, const char *table, const char *flag,
                             const char *name, struct err_info *e)
{
    const char *near[3];
    size_t n = facts_nearest(f, table, name, near, 3);
    struct str list;

    str_init(&list, 256);
    for (size_t i = 0; i < n; i++)
        str_addf(&list, "%s%s", i > 0 ? ", " : "", near[i]);
    enum err rc = n > 0 ? cli_fail(e, ERR_USAGE, MSG_OFFERS_UNKNOWN_NEAR, flag, name, list.p)
                        : cli_fail(e, ERR_USAGE, MSG_OFFERS_UNKNOWN, flag, name, NULL);
    str_free(&list);
    return rc;
}

static enum err add_card(struct run *r, const char *item, void *to, struct err_info *e)
{
    const struct facts *f = &r->ctx->facts;
    const char *id = facts_resolve(f, "accelerators", item, NULL);
    if (id == NULL) {
        struct hardware h;
        struct err_info other;
        bool counted = hardware_parse(item, HARDWARE_GPU, f, &r->arena, &h, &other) == OK;
        char n[16];
        snprintf(n, sizeof n, "%d", counted ? h.group[0].count : 0);
        return counted ? cli_fail(e, ERR_USAGE, MSG_OFFERS_COUNTED, item, h.group[0].accel->id, n)
                       : unknown_name(f, "accelerators", "gpu", item, e);
    }
    add_name((struct str *)to, id);
    return OK;
}

static enum err add_provider(struct run *r, const char *item, void *to, struct err_info *e)
{
    const struct facts *f = &r->ctx->facts;
    const char *id = facts_resolve(f, "providers", item, NULL);
    for (size_t i = 0; id == NULL && i < r->ctx->prices.offer_n; i++) /* a list of one's own */
        if (str_eq(r->ctx->prices.offer[i].provider, item))
            id = item;
    if (id == NULL)
        return unknown_name(f, "providers", "provider", item, e);
    add_name((struct str *)to, id);
    return OK;
}

/* A region is one that some offer names: their spelling is the seller's. */
static enum err add_region(struct run *r, const char *item, void *to, struct err_info *e)
{
    const struct prices *p = &r->ctx->prices;
    const char *names[512];
    size_t n = 0;

    for (size_t i = 0; i < p->offer_n; i++) {
        const char *region = p->offer[i].region;
        if (region == NULL)
            continue;
        if (str_case_eq(region, item)) {
            add_name((struct str *)to, region);
            return OK;
        }
        size_t k = 0;
        while (k < n && !str_eq(names[k], region))
            k++;
        if (k == n && n < sizeof names / sizeof names[0])
            names[n++] = region;
    }
    return cli_unknown(e, item, names, n, MSG_OFFERS_REGION_NEAR, MSG_OFFERS_REGION, NULL);
}

static enum err read_list(struct run *r, enum flag_id id, item_fn *fn, const char **out,
                          struct err_info *e)
{
    const char *list = r->opt->value[id];
    struct str text;

    *out = NULL;
    if (list == NULL)
        return OK;
    str_init(&text, LIST_MAX);
    enum err rc = each_item(r, list, fn, &text, e);
    if (rc == OK)
        *out = arena_strdup(&r->arena, text.p);
    str_free(&text);
    return rc;
}

/* "A..B", ends may be open; *scale: what the unit of the query is in the unit that is read. */
static enum err read_range(const struct run *r, enum flag_id id, enum num_unit unit, double scale,
                           double *lo, double *hi, struct err_info *e)
{
    const char *text = r->opt->value[id];

    if (text == NULL)
        return OK;
    if (num_parse_range(text, unit, lo, hi) != NUM_OK || *lo < 0 || *hi < 0 ||
        (known(*lo) && known(*hi) && *lo > *hi))
        return cli_fail(e, ERR_USAGE, MSG_OFFERS_RANGE, flags[id].name, text, NULL);
    *lo /= scale;
    *hi /= scale;
    return OK;
}

/* Letters of a unit between two places; true with *binary where they are of KiB, MiB, GiB. */
static bool unit_between(const char *from, const char *to, bool *binary)
{
    bool any = false;

    *binary = false;
    for (; from < to; from++) {
        any = any || isalpha((unsigned char)*from);
        *binary = *binary || *from == 'i' || *from == 'I';
    }
    return any;
}

/* Cards are sold by round figures that some mean as GB and some as GiB: 80GB and 80GiB both name
 * the cards of 80. A unit at the second end holds for both. */
static enum err read_memory(const struct run *r, double *lo, double *hi, struct err_info *e)
{
    const char *text = r->opt->value[FLAG_MEMORY];
    bool lo_binary, hi_binary;

    if (text == NULL)
        return OK;
    enum err rc = read_range(r, FLAG_MEMORY, NUM_BYTES, 1, lo, hi, e);
    const char *end = text + strlen(text), *dots = strstr(text, "..");
    unit_between(dots != NULL ? dots : text, end, &hi_binary);
    if (dots == NULL || !unit_between(text, dots, &lo_binary))
        lo_binary = hi_binary;
    *lo /= lo_binary ? GIB : GB;
    *hi /= hi_binary ? GIB : GB;
    return rc;
}

static enum err read_age(const struct run *r, double *days, struct err_info *e)
{
    const char *text = r->opt->value[FLAG_AGE];
    double x;

    if (text == NULL)
        return OK;
    bool bare = num_parse(text, NUM_PLAIN, &x, NULL) == NUM_OK;
    if ((!bare && num_parse(text, NUM_HOURS, &x, NULL) != NUM_OK) || x < 0)
        return cli_fail(e, ERR_USAGE, MSG_OFFERS_AGE, text, NULL, NULL);
    *days = bare ? x : x / 24.0;
    return OK;
}

static enum err read_filters(struct run *r, struct offers_query *q, struct err_info *e)
{
    bool every = str_case_eq(r->opt->value[FLAG_OFFER_GPU], "any"); /* over those of the job */
    enum err rc = every ? OK : read_list(r, FLAG_OFFER_GPU, add_card, &q->accels, e);

    if (rc == OK)
        rc = read_list(r, FLAG_PROVIDER, add_provider, &q->providers, e);
    if (rc == OK)
        rc = read_list(r, FLAG_REGION, add_region, &q->regions, e);
    if (rc == OK && r->opt->value[FLAG_OFFER_KIND] != NULL)
        rc = each_item(r, r->opt->value[FLAG_OFFER_KIND], add_kind, &q->kinds, e);
    if (rc == OK)
        rc = read_range(r, FLAG_CARDS, NUM_INT, 1, &q->count_lo, &q->count_hi, e);
    if (rc == OK)
        rc = read_memory(r, &q->memory_lo_gb, &q->memory_hi_gb, e);
    if (rc == OK)
        rc = read_range(r, FLAG_PRICE, NUM_PLAIN, 1, &q->price_lo, &q->price_hi, e);
    return rc == OK ? read_age(r, &q->age_days, e) : rc;
}

static enum err read_query(struct run *r, struct offers_query *q, struct err_info *e)
{
    const struct cmdline *o = r->opt;
    int word = 0;

    q->as_of_days = date_of(r->ctx->now);
    q->lang = r->ctx->lang;
    enum err rc = read_filters(r, q, e);
    if (rc == OK && o->value[FLAG_SORT] != NULL) {
        rc = read_word("sort", o->value[FLAG_SORT], sort_at, OFFERS_SORTS, &word, e);
        q->sort = rc == OK ? (enum offers_sort)word : q->sort;
    }
    if (rc == OK && o->value[FLAG_GROUP] != NULL) {
        rc = read_word("group", o->value[FLAG_GROUP], group_at, OFFERS_GROUPS, &word, e);
        q->group = rc == OK ? (enum offers_group_by)word : q->group;
    }
    if (rc == OK && q->sort == OFFERS_BY_JOB && o->job_n == 0 && !o->on[FLAG_JOB])
        rc = cli_fail(e, ERR_USAGE, MSG_OFFERS_SORT_JOB, NULL, NULL, NULL);
    return rc;
}

/* --- the job at hand -------------------------------------------------------------------------- */
/* The cards that the job asks for are those of the list, unless --gpu says others. */
static enum err cards_of_job(struct run *r, const struct answers *a, struct offers_query *q,
                             struct offers_page *page, struct err_info *e)
{
    const struct answer *gpu = &a->a[Q_GPU];
    struct hardware h;
    struct str list, ids;

    if (r->opt->value[FLAG_OFFER_GPU] != NULL || !gpu->set || str_empty(gpu->text))
        return OK;
    enum err rc = hardware_parse(gpu->text, HARDWARE_GPU, &r->ctx->facts, &r->arena, &h, e);
    str_init(&ids, LIST_MAX);
    str_init(&list, LIST_MAX);
    for (int i = 0; rc == OK && i < h.n; i++) {
        add_name(&ids, h.group[i].accel->id);
        str_addf(&list, "%s%s", i > 0 ? ", " : "", accel_label(h.group[i].accel));
    }
    if (rc == OK && ids.len > 0) {
        q->accels = arena_strdup(&r->arena, ids.p);
        page->of_job = arena_strdup(&r->arena, list.p);
    }
    str_free(&ids);
    str_free(&list);
    return rc;
}

/* What the job costs on every offer, where the command line has one. */
static enum err rate_offers(struct run *r, struct offers_query *q, struct offers_page *page,
                            struct err_info *e)
{
    const struct prices *p = &r->ctx->prices;
    struct answers a;

    page->currency = r->ctx->currency[0] != '\0' ? r->ctx->currency : "USD";
    if (r->opt->job_n == 0 && !r->opt->on[FLAG_JOB])
        return OK;
    enum err rc = job_read(r, &a, NULL, NULL, e);
    const struct offer **all = ARENA_ARRAY(&r->arena, const struct offer *, p->offer_n + 1);
    struct offer_rate *rate = ARENA_ARRAY(&r->arena, struct offer_rate, p->offer_n + 1);
    if (rc == OK)
        rc = cards_of_job(r, &a, q, page, e);
    if (rc != OK)
        return rc;
    if (all == NULL || rate == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < p->offer_n; i++)
        all[i] = &p->offer[i];
    rc = engine_rate_offers(&a, &r->ctx->facts, p, r->ctx->now, all, p->offer_n, rate, &page->unit,
                            &r->arena, e);
    q->rate = rate;
    if (rc == OK && a.a[Q_CURRENCY].set)
        page->currency = arena_strdup(&r->arena, a.a[Q_CURRENCY].text);
    return rc;
}

/* The rates of the rows that are left. */
static enum err rates_of_rows(struct run *r, const struct offers_query *q,
                              const struct offers_answer *x, struct offers_page *page,
                              struct err_info *e)
{
    struct offer_rate *rate = ARENA_ARRAY(&r->arena, struct offer_rate, x->n + 1);

    if (rate == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (size_t i = 0; i < x->n; i++)
        rate[i] = q->rate[x->row[i] - r->ctx->prices.offer];
    page->rate = rate;
    return OK;
}

/* --- prices over time ------------------------------------------------------------------------- */
#define TREND_ROWS 400 /* more are not looked up: nobody reads them by eye */
#define TREND_CELLS 8

/* The bars of one offer: the changes that the price file remembers, and its price now. */
static enum err trend_of(struct run *r, struct past_query *q, const struct offer *o,
                         struct str *out, struct err_info *e)
{
    struct past_point point[PAST_POINTS + 1];
    double price[PAST_POINTS + 1];
    size_t n = 0;
    enum err rc = past_of(q, o, point, PAST_POINTS + 1, &n, e);

    for (size_t i = 0; rc == OK && i < n; i++)
        price[i] = str_eq(point[i].currency, o->currency) ? point[i].price_hour : UNKNOWN;
    if (rc == OK)
        spark(out, price, n, TREND_CELLS, r->ctx->opt.ascii);
    return rc;
}

/* page->trend stays NULL while no row has a history. */
static enum err trends(struct run *r, struct offers_page *page, struct err_info *e)
{
    const char **trend = ARENA_ARRAY(&r->arena, const char *, page->n + 1);
    struct past_query *q = NULL;
    struct str bars;
    bool any = false;

    if (r->ctx->prices_path[0] == '\0' || !file_exists(r->ctx->prices_path) ||
        page->group != NULL || str_eq(r->format, "json") || str_eq(r->format, "csv"))
        return OK;
    enum err rc = trend != NULL ? past_open(&q, r->ctx->prices_path, e)
                                : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    str_init(&bars, 256);
    for (size_t i = 0; rc == OK && i < page->n; i++) {
        str_clear(&bars);
        if (i < TREND_ROWS)
            rc = trend_of(r, q, page->offer[i], &bars, e);
        trend[i] = bars.len > 0 ? arena_strdup(&r->arena, bars.p) : "";
        any = any || bars.len > 0;
    }
    past_close(q);
    str_free(&bars);
    page->trend = any ? trend : NULL;
    return rc;
}

/* --- nothing found ---------------------------------------------------------------------------- */
static int by_count(const void *va, const void *vb)
{
    const struct msg *a = (const struct msg *)va, *b = (const struct msg *)vb;
    return (a->a[1].num < b->a[1].num) - (a->a[1].num > b->a[1].num);
}

/* The filters without which something would be left, the one that hides most first. */
static int loosen(const struct run *r, const struct offers_query *q, struct msg out[OFFERS_FILTERS])
{
    static const enum flag_id flag[OFFERS_FILTERS] = {
        [OFFERS_FILTER_GPU] = FLAG_OFFER_GPU, [OFFERS_FILTER_COUNT] = FLAG_CARDS,
        [OFFERS_FILTER_MEMORY] = FLAG_MEMORY, [OFFERS_FILTER_PROVIDER] = FLAG_PROVIDER,
        [OFFERS_FILTER_REGION] = FLAG_REGION, [OFFERS_FILTER_KIND] = FLAG_OFFER_KIND,
        [OFFERS_FILTER_PRICE] = FLAG_PRICE,   [OFFERS_FILTER_AGE] = FLAG_AGE};
    int n = 0;

    for (int i = 0; i < OFFERS_FILTERS; i++) {
        size_t left =
            offers_query_without(q, (enum offers_filter)i, &r->ctx->facts, &r->ctx->prices);
        if (left > 0)
            out[n++] = msg_make(MSG_OFFERS_LOOSEN, 2, ARG_STR(flags[flag[i]].name), ARG_INT(left));
    }
    qsort(out, (size_t)n, sizeof out[0], by_count);
    return n;
}

static enum offer_column column_of(enum offers_sort s)
{
    return s == OFFERS_BY_VRAM        ? OFFER_BY_VRAM
           : s == OFFERS_BY_TFLOPS    ? OFFER_BY_TFLOPS
           : s == OFFERS_BY_BANDWIDTH ? OFFER_BY_BANDWIDTH
                                      : OFFER_BY_OTHER;
}

enum err command_offers(struct run *r, struct err_info *e)
{
    static const enum msg_id heads[OFFERS_GROUPS] = {[OFFERS_GROUP_GPU] = MSG_COL_CARDS,
                                                     [OFFERS_GROUP_PROVIDER] = MSG_COL_PROVIDER,
                                                     [OFFERS_GROUP_REGION] = MSG_COL_REGION,
                                                     [OFFERS_GROUP_KIND] = MSG_COL_KIND,
                                                     [OFFERS_GROUP_INSTANCE] = MSG_COL_INSTANCE};
    struct offers_query q;
    struct offers_answer x;
    struct offers_page page = {.cells = r->env->columns};
    struct export_options o = run_export_options(r);
    struct msg less[OFFERS_FILTERS];

    offers_query_init(&q);
    enum err rc = context_all_offers(r->ctx, e);
    if (rc == OK)
        rc = read_query(r, &q, e);
    if (rc == OK)
        rc = rate_offers(r, &q, &page, e);
    if (rc == OK)
        rc = offers_query_run(&q, &r->ctx->facts, &r->ctx->prices, &r->arena, &x, e);
    if (rc == OK && q.rate != NULL)
        rc = rates_of_rows(r, &q, &x, &page, e);
    if (rc != OK)
        return rc;
    if (page.of_job != NULL)
        page.of_job_hidden =
            offers_query_without(&q, OFFERS_FILTER_GPU, &r->ctx->facts, &r->ctx->prices) -
            offers_query_count(&q, &r->ctx->facts, &r->ctx->prices);
    r->code = x.n == 0;
    page.offer = x.row;
    page.n = x.n;
    page.hidden = x.hidden;
    page.stale = x.stale;
    page.group = x.group;
    page.group_head = heads[q.group];
    page.by = column_of(q.sort);
    page.loosen = less;
    page.loosen_n = x.n == 0 ? loosen(r, &q, less) : 0;
    rc = trends(r, &page, e);
    return rc != OK ? rc : export_offers(run_export_format(r), &page, &o, &r->out, e);
}
