#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

static void load_regions(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "regions",
              "code, name, name_zh, level, parent, currency, industrial_kwh, household_kwh, "
              "fx_usd_per_unit, carbon_g_per_kwh, source, as_of, confidence");
    l->f->region = ROWS_ARRAY(l, &r, struct region);
    while (rows_next(&r)) {
        struct region *x = &l->f->region[l->f->region_n++];

        x->code = take_text(&r);
        x->name = take_text(&r);
        x->name_zh = take_text(&r);
        x->level = take_shared(&r);
        x->parent = take_shared(&r);
        x->currency = take_shared(&r);
        x->industrial_kwh = take_number(&r);
        x->household_kwh = take_number(&r);
        x->fx_usd_per_unit = take_number(&r);
        x->carbon_g_per_kwh = take_number(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

/* factors: one table of rows with low, typical, high; `columns` begins with the id. */
static void load_factors(struct loader *l, const char *table, const char *name, const char *columns)
{
    struct rows r;
    struct factor *old = l->f->factor;
    size_t n = l->f->factor_n;

    load_rows(l, &r, table, columns);
    l->f->factor = ARENA_ARRAY(l->arena, struct factor, n + r.count + 1);
    if (l->f->factor != NULL && n > 0)
        memcpy(l->f->factor, old, n * sizeof *old);
    while (l->f->factor != NULL && rows_next(&r)) {
        struct factor *x = &l->f->factor[l->f->factor_n++];

        x->table = name;
        x->id = take_text(&r);
        x->unit = take_shared(&r);
        x->low = take_number(&r);
        x->typical = take_number(&r);
        x->high = take_number(&r);
        x->cases = take_number(&r);
        x->evidence = take_text(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static int by_factor(const void *a, const void *b)
{
    const struct factor *x = a, *y = b;
    int c = strcmp(x->table, y->table);

    return c != 0 ? c : strcmp(x->id, y->id);
}

int load_rate_order(const void *a, const void *b)
{
    const struct fx_rate *x = a, *y = b;
    int c = strcmp(x->base, y->base);

    if (c == 0)
        c = strcmp(x->quote, y->quote);
    return c != 0 ? c : strcmp(x->from.date, y->from.date);
}

static void load_rates(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "fx", "base, quote, rate, source, date, 'A'");
    l->f->fx = ROWS_ARRAY(l, &r, struct fx_rate);
    while (rows_next(&r)) {
        struct fx_rate *x = &l->f->fx[l->f->fx_n++];

        x->base = take_shared(&r);
        x->quote = take_shared(&r);
        x->rate = take_number(&r);
        x->from = take_origin(&r);
        x->from.source = load_source(l, x->from.source);
    }
    rows_end(&r);
    if (l->err == OK)
        load_sort(l->f->fx, l->f->fx_n, sizeof *l->f->fx, load_rate_order);
}

/* "zero2" -> 2, "none" -> 0 */
static int parse_stage(const char *word)
{
    return str_starts(word, "zero") ? word[4] - '0' : 0;
}

static void load_engines(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "engines",
              "id, name, role, replicates, shards, sharding, tensor_parallel, pipeline_parallel, "
              "layer_split, batches, offload_cpu, speculates, formats, stacks, "
              "efficiency_class, source, as_of, confidence");
    l->f->engine = ROWS_ARRAY(l, &r, struct engine_row);
    while (rows_next(&r)) {
        struct engine_row *x = &l->f->engine[l->f->engine_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->role = take_shared(&r);
        x->replicates = take_flag(&r);
        x->shards = take_flag(&r);
        x->shard_stage = parse_stage(take_shared(&r));
        x->tensor_parallel = take_flag(&r);
        x->pipeline_parallel = take_flag(&r);
        x->layer_split = take_flag(&r);
        x->batches = take_flag(&r);
        x->offload_cpu = take_flag(&r);
        x->speculates = take_flag(&r);
        x->formats = take_text(&r);
        x->stacks = take_shared(&r);
        x->efficiency_class = take_shared(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static void load_interconnects(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "interconnects",
              "id, name, kind, generation, per_direction_gbs, line_rate_gbps, max_devices, "
              "latency_us, scope, source, as_of, confidence");
    l->f->interconnect = ROWS_ARRAY(l, &r, struct interconnect);
    while (rows_next(&r)) {
        struct interconnect *x = &l->f->interconnect[l->f->interconnect_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->kind = take_shared(&r);
        x->generation = take_number(&r);
        x->per_direction_gbs = take_number(&r);
        x->line_rate_gbps = take_number(&r);
        x->max_devices = take_number(&r);
        x->latency_us = take_number(&r);
        x->scope = take_shared(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static void load_aliases(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "aliases", "name, table_name, id, note_en, note_zh");
    l->f->alias = ROWS_ARRAY(l, &r, struct alias);
    while (rows_next(&r)) {
        struct alias *x = &l->f->alias[l->f->alias_n++];

        x->name = take_text(&r);
        x->table = take_shared(&r);
        x->id = take_shared(&r);
        x->note_en = take_shared(&r);
        x->note_zh = take_shared(&r);
    }
    rows_end(&r);
}

static void load_history(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "price_history",
              "date, accelerator, what, kind, market, currency, unit, source, price");
    l->f->history = ROWS_ARRAY(l, &r, struct history_point);
    while (rows_next(&r)) {
        struct history_point *x = &l->f->history[l->f->history_n++];

        x->date = take_shared(&r);
        x->accel_id = take_shared(&r);
        x->type = take_shared(&r);
        x->kind = take_shared(&r);
        x->market = take_shared(&r);
        x->currency = take_shared(&r);
        x->unit = take_shared(&r);
        x->source = load_source(l, take_shared(&r));
        x->price = take_number(&r);
    }
    rows_end(&r);
}

static void load_discounts(struct loader *l)
{
    struct rows r;

    load_rows(
        l, &r, "discounts",
        "provider, scope, commitment, term_months, discount_low, discount_typical, discount_high, "
        "source, date, confidence");
    l->f->discount = ROWS_ARRAY(l, &r, struct discount);
    while (rows_next(&r)) {
        struct discount *x = &l->f->discount[l->f->discount_n++];

        x->provider = take_shared(&r);
        x->scope = take_shared(&r);
        x->commitment = take_shared(&r);
        x->months = take_number(&r);
        x->low = take_number(&r);
        x->typical = take_number(&r);
        x->high = take_number(&r);
        x->from = take_origin(&r);
        x->from.source = load_source(l, x->from.source);
    }
    rows_end(&r);
}

/* "English<sep>中文" as a message reads it. */
static const char *both_names(struct loader *l, const char *name, const char *name_zh)
{
    struct str s;
    if (str_empty(name_zh) || str_eq(name, name_zh))
        return name;
    str_init(&s, 512);
    str_addf(&s, "%s%c%s", name, MSG_PAIR, name_zh);
    const char *both = arena_strdup(l->arena, s.p);
    str_free(&s);
    return both;
}

static void load_providers(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "providers",
              "id, name, name_zh, country, kind, home_currency, docs_url, billing_quantum_s, "
              "billing_minimum_s, image, image_source, quota_cards, sales_cards, keeps_card, "
              "source, as_of, confidence");
    l->f->provider = ROWS_ARRAY(l, &r, struct provider);
    while (rows_next(&r)) {
        struct provider *x = &l->f->provider[l->f->provider_n++];

        x->id = take_text(&r);
        x->name = take_text(&r);
        x->name_zh = take_text(&r);
        x->names = both_names(l, x->name, x->name_zh);
        x->country = take_shared(&r);
        x->kind = take_shared(&r);
        x->home_currency = take_shared(&r);
        x->url = take_text(&r);
        x->billing_quantum_s = take_number(&r);
        x->billing_minimum_s = take_number(&r);
        x->image = take_text(&r);
        x->image_source = take_text(&r);
        x->quota_cards = take_number(&r);
        x->sales_cards = take_number(&r);
        x->keeps_card = take_tri(&r);
        x->from = take_origin(&r);
        x->from.source = load_source(l, x->from.source);
    }
    rows_end(&r);
}

static void load_images(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "images", "stack, image, source, as_of, confidence");
    l->f->image = ROWS_ARRAY(l, &r, struct framework_image);
    while (rows_next(&r)) {
        struct framework_image *x = &l->f->image[l->f->image_n++];

        x->stack = take_text(&r);
        x->image = take_text(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static void load_spot_terms(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "spot_terms",
              "provider, accelerator, notice_s, stops_low, stops_typical, stops_high, source, "
              "as_of, confidence");
    l->f->spot_term = ROWS_ARRAY(l, &r, struct spot_term);
    while (rows_next(&r)) {
        struct spot_term *x = &l->f->spot_term[l->f->spot_term_n++];

        x->provider = take_shared(&r);
        x->accel_id = take_shared(&r);
        x->notice_s = take_number(&r);
        x->low = take_number(&r);
        x->typical = take_number(&r);
        x->high = take_number(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

static void load_closed_regions(struct loader *l)
{
    static const char *const words[] = {"state", "residents", "listed"};
    struct rows r;

    load_rows(l, &r, "closed_regions",
              "provider, prefix, country, open_to, name, name_zh, source, as_of, confidence");
    l->f->closed_region = ROWS_ARRAY(l, &r, struct closed_region);
    while (rows_next(&r)) {
        struct closed_region *x = &l->f->closed_region[l->f->closed_region_n++];
        const char *word;

        x->provider = take_shared(&r);
        x->prefix = take_text(&r);
        x->country = take_shared(&r);
        word = take_shared(&r);
        while (x->open_to < OPEN_TO_LISTED && !str_eq(words[x->open_to], word))
            x->open_to++;
        x->name = take_text(&r);
        x->name_zh = take_text(&r);
        x->from = take_origin(&r);
    }
    rows_end(&r);
}

void load_money(struct loader *l)
{
    load_sources(l);
    load_interconnects(l);
    load_regions(l);
    load_factors(l, "tco_defaults", "tco",
                 "\"group\" || '.' || parameter, unit, low, typical, high, NULL, note, source, "
                 "date, confidence");
    load_factors(l, "efficiency", "efficiency",
                 "id, unit, low, typical, high, cases, evidence, source, as_of, confidence");
    load_factors(l, "class_estimates", "estimate",
                 "id, unit, low, typical, high, NULL, evidence, source, as_of, confidence");
    if (l->err == OK && l->f->factor_n > 0)
        load_sort(l->f->factor, l->f->factor_n, sizeof *l->f->factor, by_factor);
    load_rates(l);
    load_engines(l);
    load_aliases(l);
    load_history(l);
    load_discounts(l);
    load_providers(l);
    load_closed_regions(l);
    load_images(l);
    load_spot_terms(l);
}
