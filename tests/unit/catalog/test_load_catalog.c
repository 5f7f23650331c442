/* What the shipped catalog must hold once it is loaded: counts, prices, references, notes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/date.h"
#include "base/str.h"
#include "catalog/load.h"
#include "catalog/schema.h"

static struct arena arena;
static struct facts facts;
static struct prices prices;

static int set_up(void **state)
{
    struct err_info e = {0};

    (void)state;
    arena_init(&arena, 0);
    assert_int_equal(catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &arena, &facts, &prices, &e),
                     OK);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static void has_as_many_rows_as_promised(void **state)
{
    (void)state;
    assert_true(facts.accel_n >= 221);
    assert_true(facts.model_n >= 249);
    assert_true(facts.interconnect_n >= 69);
    assert_true(facts.cpu_n >= 117);
    assert_true(facts.platform_n >= 101);
    assert_true(facts.region_n >= 129);
    assert_true(facts.alias_n >= 120);
    assert_true(facts.provider_n >= 25);
    assert_true(facts.engine_n >= 5);
    assert_non_null(facts.version);
    assert_non_null(facts.date);
}

/* The two articles are named as what they are, and carry nothing: no side gets a bonus. Their
 * vendor is a provider without a price, so that one of the user's own has a place. */
static void articles_of_vendors_carry_no_figure(void **state)
{
    (void)state;
    const struct provider *p = facts_provider(&facts, "kufanyun");
    assert_non_null(p);
    assert_non_null(strstr(p->from.source, "vendor-leaning"));
    for (size_t i = 0; i < prices.offer_n; i++) {
        assert_null(strstr(prices.offer[i].from.source, "vendor-leaning"));
        assert_false(str_eq(prices.offer[i].provider, "kufanyun"));
    }
    for (size_t i = 0; i < facts.accel_n; i++) {
        const char *a = facts.accel[i].from.source, *b = facts.accel[i].price.from.source;
        assert_true(a == NULL || strstr(a, "vendor-leaning") == NULL);
        assert_true(b == NULL || strstr(b, "vendor-leaning") == NULL);
    }
    for (size_t i = 0; i < facts.factor_n; i++)
        assert_null(strstr(facts.factor[i].from.source, "vendor-leaning"));
}

/* Every drive's name tells its size, also of a line with a number in its own name. */
static void names_of_drives_tell_their_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < facts.hdd_n; i++) {
        char size[32];
        snprintf(size, sizeof size, " %.4g TB", facts.hdd[i].capacity_gb / 1000.0);
        if (strstr(facts.hdd[i].name, size) == NULL)
            fail_msg("%s: \"%s\" without%s", facts.hdd[i].id, facts.hdd[i].name, size);
    }
}

static bool same_key(const struct offer *a, const struct offer *b)
{
    return a->kind == b->kind && str_eq(a->provider, b->provider) &&
           str_eq(a->instance, b->instance) && str_eq(a->region, b->region);
}

static void offers_are_many_distinct_and_in_order(void **state)
{
    size_t distinct = 0, cny = 0, providers = 0;

    (void)state;
    for (size_t i = 0; i < prices.offer_n; i++) {
        const struct offer *o = &prices.offer[i];
        bool again = false;

        assert_true(o->accel >= 0 && (size_t)o->accel < facts.accel_n);
        assert_true(o->price_hour > 0);
        assert_true(o->gpu_count > 0);
        assert_non_null(o->currency);
        assert_non_null(o->from.source);
        assert_non_null(o->from.date);
        assert_true(o->from.confidence >= 'A' && o->from.confidence <= 'D');
        assert_non_null(facts_provider(&facts, o->provider));
        cny += str_eq(o->currency, "CNY");
        for (size_t k = i; k > 0 && prices.offer[k - 1].accel == o->accel &&
                           prices.offer[k - 1].gpu_count == o->gpu_count;
             k--)
            again = again || same_key(o, &prices.offer[k - 1]);
        distinct += !again;
        if (i > 0) {
            const struct offer *p = o - 1;

            assert_true(
                p->accel < o->accel ||
                (p->accel == o->accel && (p->gpu_count < o->gpu_count ||
                                          (p->gpu_count == o->gpu_count && p->kind <= o->kind))));
        }
    }
    for (size_t i = 0; i < facts.provider_n; i++)
        for (size_t k = 0; k < prices.offer_n; k++)
            if (str_eq(prices.offer[k].provider, facts.provider[i].id)) {
                providers++;
                break;
            }
    assert_true(distinct >= 2000);
    assert_true(providers >= 25);
    assert_true(cny >= 100);
}

static void chinese_clouds_are_there_in_cny(void **state)
{
    static const char *const wanted[] = {"alibaba", "tencent", "huawei", "autodl"};

    (void)state;
    for (size_t w = 0; w < sizeof wanted / sizeof wanted[0]; w++) {
        const struct provider *p = facts_provider(&facts, wanted[w]);

        assert_non_null(p);
        assert_string_equal(p->country, "CN");
        assert_string_equal(p->home_currency, "CNY");
    }
}

static void month_packages_have_an_hour_too(void **state)
{
    size_t packages = 0;

    (void)state;
    for (size_t i = 0; i < prices.offer_n; i++) {
        const struct offer *o = &prices.offer[i];

        if (!known(o->price_month))
            continue;
        packages++;
        assert_true(o->price_hour < o->price_month);
    }
    assert_true(packages > 10);
}

static bool is_evidence(const char *id)
{
    static const char *const marks[] = {"market-", "retail-", "contract-", "spot-", "vendor-"};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (str_starts(id, marks[i]))
            return true;
    return false;
}

static void evidence_is_no_part(void **state)
{
    static const char *const tables[] = {"cpus",  "platforms", "memory", "ssds", "hdds",     "psus",
                                         "cases", "coolers",   "fans",   "nics", "switches", "ups"};

    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        size_t n = facts_index_count(&facts, tables[t]);

        assert_true(n > 0);
        for (size_t i = 0; i < n; i++) {
            const char *id = facts_index_id(&facts, tables[t], i);

            assert_false(is_evidence(id));
            if (i > 0) /* sorted, so that the binary search works */
                assert_true(strcmp(facts_index_id(&facts, tables[t], i - 1), id) < 0);
        }
    }
}

static void price_is_sound(const char *id, const struct price *p)
{
    if (!known(p->amount)) {
        assert_false(known(p->low));
        assert_false(known(p->high));
        return;
    }
    if (!(p->low <= p->amount && p->amount <= p->high) || p->from.source == NULL ||
        p->from.date == NULL)
        print_message("%s\n", id);
    assert_true(p->low <= p->amount && p->amount <= p->high);
    assert_non_null(p->from.source);
    assert_non_null(p->from.date);
    assert_non_null(p->currency);
    assert_true(known(facts_convert(&facts, p->amount, p->currency, "USD", NULL)));
    assert_true(known(facts_convert(&facts, p->amount, p->currency, "CNY", NULL)));
    if (p->class_id != NULL)
        assert_true(p->estimate);
}

static void every_card_has_a_price_or_says_why_not(void **state)
{
    size_t priced = 0;

    (void)state;
    for (size_t i = 0; i < facts.accel_n; i++) {
        const struct accel *a = &facts.accel[i];

        price_is_sound(a->id, &a->price);
        if (known(a->price.amount) == (a->no_price != NULL))
            print_message("%s\n", a->id);
        assert_true(known(a->price.amount) != (a->no_price != NULL));
        priced += known(a->price.amount);
    }
    assert_true(priced >= 150);
}

#define EACH(array, count)                                                                         \
    for (size_t i = 0; i < facts.count; i++) {                                                     \
        price_is_sound(facts.array[i].id, &facts.array[i].price);                                  \
        unpriced += !known(facts.array[i].price.amount);                                           \
    }

static void parts_have_sound_prices(void **state)
{
    size_t unpriced = 0;

    (void)state;
    EACH(cpu, cpu_n)
    EACH(platform, platform_n)
    EACH(memory, memory_n)
    EACH(ssd, ssd_n)
    EACH(hdd, hdd_n)
    EACH(psu, psu_n)
    EACH(chassis, chassis_n)
    EACH(cooler, cooler_n)
    EACH(fan, fan_n)
    EACH(nic, nic_n)
    EACH(net_switch, net_switch_n)
    EACH(ups, ups_n)
    EACH(extra, extra_n)
    assert_true(unpriced <= 10); /* systems and CPUs of which no price was found */
}

static void old_memory_prices_are_carried_and_marked(void **state)
{
    size_t carried = 0;

    (void)state;
    for (size_t i = 0; i < facts.memory_n; i++) {
        const struct price *p = &facts.memory[i].price;

        if (p->class_id == NULL || !str_starts(p->class_id, "scale-"))
            continue;
        carried++;
        assert_true(p->estimate);
        assert_true(p->from.confidence == 'D');
    }
    assert_true(carried >= 5);
    for (size_t i = 0; i < facts.memory_n; i++) /* none is left at its price of July 2025 */
        assert_false(str_starts(facts.memory[i].price.from.date, "2025-07"));
    for (size_t i = 0; i < facts.ssd_n; i++)
        assert_false(str_starts(facts.ssd[i].price.from.date, "2025-07"));
}

static void newest_new_price_of_the_home_market_wins(void **state)
{
    const struct price *p = &facts_accel(&facts, "nvidia-rtx-5090")->price;

    (void)state;
    assert_string_equal(p->currency, "USD");
    assert_true(p->amount >
                3000); /* the price cell says 3200 in June, the street said more later */
    assert_false(p->estimate);
    assert_false(p->used);
    p = &facts_accel(&facts, "nvidia-rtx-3090")->price;
    assert_true(p->used); /* no longer made */
    p = &facts_accel(&facts, "huawei-ascend-910b3")->price;
    assert_true(p->estimate); /* an eighth of a whole server */
    assert_string_equal(p->currency, "CNY");
}

static void usable_memory_is_below_what_is_sold(void **state)
{
    const struct accel *t4 = facts_accel(&facts, "nvidia-t4");

    (void)state;
    for (size_t i = 0; i < facts.accel_n; i++) {
        const struct accel *a = &facts.accel[i];

        if (!known(a->memory_gb)) {
            assert_false(known(a->usable_gib));
            continue;
        }
        assert_true(a->usable_gib > 0);
        assert_true(a->usable_gib <= a->memory_gb / a->memory_pools);
    }
    assert_float_equal(t4->usable_gib, 15.0, 0.01);
    assert_true(facts_accel(&facts, "nvidia-a16")->usable_gib < 16.5); /* four memories */
    assert_float_equal(facts_accel(&facts, "nvidia-a100-sxm4-80")->usable_gib, 79.2, 0.01);
}

static void derived_facts_of_known_cards(void **state)
{
    const struct accel *v100 = facts_accel(&facts, "nvidia-v100-pcie-32");
    const struct accel *t4 = facts_accel(&facts, "nvidia-t4");
    const struct accel *rtx = facts_accel(&facts, "nvidia-rtx-4090");
    const struct accel *a100 = facts_accel(&facts, "nvidia-a100-pcie-80");
    const struct accel *mi = facts_accel(&facts, "amd-mi300x-192");

    (void)state;
    assert_int_equal(v100->cuda13, TRI_NO);
    assert_int_equal(t4->cuda13, TRI_YES);
    assert_int_equal(mi->cuda13, TRI_UNKNOWN);
    assert_int_equal(v100->conn_8pin, 2);
    assert_int_equal(rtx->conn_12v2x6, 1);
    assert_int_equal(rtx->conn_8pin, 0);
    assert_int_equal(a100->conn_eps, 1);
    assert_int_equal(t4->conn_12v2x6 + t4->conn_8pin + t4->conn_eps, 0);
    assert_int_equal(t4->cooling, COOLING_PASSIVE);
    assert_int_equal(rtx->cooling, COOLING_OPEN_FAN);
    assert_int_equal(mi->form, FORM_OAM);
    assert_int_equal(facts_accel(&facts, "huawei-ascend-910b3")->domestic_cn, TRI_YES);
    assert_int_equal(rtx->domestic_cn, TRI_NO);
    assert_int_equal(a100->has_rt, TRI_NO);
    assert_int_equal(rtx->has_rt, TRI_YES);
}

static void every_card_names_its_class_of_efficiency(void **state)
{
    (void)state;
    for (size_t i = 0; i < facts.accel_n; i++)
        assert_false(str_empty(facts.accel[i].efficiency_class));
}

static void misused_names_lead_to_the_right_card(void **state)
{
    static const struct {
        const char *name, *id;
        bool note;
    } names[] = {
        {"g6 T4", "nvidia-t4", true},
        {"GN9", "nvidia-t4", true},
        {"gn6i", "nvidia-t4", false},
        {"gn7i", "nvidia-a10", false},
        {"4090", "nvidia-rtx-4090", false},
        {"RTX 4090", "nvidia-rtx-4090", false},
        {"A100 80G", "nvidia-a100-sxm4-80", true},
        {"H20", "nvidia-h20-96", false},
        {"昇腾910B", "huawei-ascend-910b3", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct alias *al = NULL;

        assert_string_equal(facts_resolve(&facts, "accelerators", names[i].name, &al), names[i].id);
        assert_non_null(al);
        assert_true((al->note_en != NULL) == names[i].note);
        assert_true((al->note_zh != NULL) == names[i].note);
    }
}

static void every_alias_leads_somewhere(void **state)
{
    (void)state;
    for (size_t i = 0; i < facts.alias_n; i++) {
        const struct alias *al = &facts.alias[i];

        assert_string_equal(facts_resolve(&facts, al->table, al->name, NULL), al->id);
        assert_true((al->note_en == NULL) == (al->note_zh == NULL));
    }
}

static void models_of_the_wizard_are_found(void **state)
{
    static const char *const names[][2] = {
        {"llama3.1-8b", "llama-3.1-8b"},
        {"meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"},
        {"qwen2.5-7b-instruct", "qwen2.5-7b"},
        {"deepseek-r1", "deepseek-r1"},
        {"resnet50", "resnet-50"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_string_equal(facts_resolve(&facts, "models", names[i][0], NULL), names[i][1]);
    assert_int_equal(facts_model(&facts, "resnet-50")->kind, MODEL_CNN);
    assert_float_equal(facts_model(&facts, "resnet-50")->input_size, 224, 1e-9);
    assert_float_equal(facts_model(&facts, "resnet-50")->macts_m, 11.11, 1e-9);
    assert_int_equal(facts_model(&facts, "deepseek-v3")->attention, ATT_MLA);
    assert_int_equal(facts_model(&facts, "llama-3.1-8b")->attention, ATT_GQA);
}

static void factors_are_found_by_their_tables(void **state)
{
    const struct factor *x = facts_factor(&facts, "tco", "finance.discount_rate");

    (void)state;
    assert_non_null(x);
    assert_float_equal(x->typical, 0.08, 1e-12);
    assert_non_null(facts_factor(&facts, "estimate", "server-sxm-8"));
    for (size_t i = 0; i < facts.factor_n; i++) {
        x = &facts.factor[i];
        assert_ptr_equal(facts_factor(&facts, x->table, x->id), x);
        assert_non_null(x->from.source);
    }
}

static void rates_reach_every_currency_of_a_region(void **state)
{
    (void)state;
    for (size_t i = 0; i < facts.region_n; i++)
        assert_true(known(facts_convert(&facts, 1, facts.region[i].currency, "USD", NULL)));
    for (size_t i = 0; i < facts.fx_n; i++)
        assert_true(facts.fx[i].rate > 0);
}

static void dates_are_dates(void **state)
{
    int32_t day, newest, oldest;

    (void)state;
    assert_true(date_parse(facts.date, &day));
    assert_true(date_parse(prices.newest, &newest));
    assert_true(date_parse(prices.oldest, &oldest));
    assert_true(oldest <= newest);
    for (size_t i = 0; i < facts.accel_n; i++)
        assert_true(date_parse(facts.accel[i].from.date, &day));
}

/* A unit is a sign or has its word in every language: no English in the forms of another one. */
static void units_speak_the_language(void **state)
{
    (void)state;
    for (size_t t = 0; t < catalog_table_count; t++) {
        for (size_t i = 0; i < catalog_tables[t].columns; i++) {
            const struct column *c = &catalog_tables[t].column[i];
            const char *zh = schema_unit(c, LANG_ZH), *en = schema_unit(c, LANG_EN);
            if (c->unit == NULL)
                continue;
            assert_string_equal(en, c->unit);
            if (strcmp(zh, en) != 0)
                continue;
            for (const char *p = zh; *p != '\0'; p++) { /* a sign: no four small letters in a row */
                size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz");
                if (n >= 4)
                    fail_msg("%s.%s: \"%s\" has no Chinese", catalog_tables[t].name, c->name, zh);
                p += n > 0 ? n - 1 : 0;
            }
        }
    }
}

/* Memory and form of a card stand once in its label, though name and variant may both have them. */
static void labels_say_nothing_twice(void **state)
{
    static const char ends[] = " (),;";
    (void)state;
    for (size_t i = 0; i < facts.accel_n; i++) {
        const char *label = accel_label(&facts.accel[i]);
        for (const char *p = label; *p != '\0'; p += strspn(p, ends)) {
            size_t n = strcspn(p, ends);
            for (const char *q = p + n; *q != '\0';) {
                q += strspn(q, ends);
                size_t k = strcspn(q, ends);
                if (k == n && strncmp(p, q, n) == 0)
                    fail_msg("%s: \"%.*s\" twice", label, (int)n, p);
                q += k;
            }
            p += n;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(has_as_many_rows_as_promised),
        cmocka_unit_test(names_of_drives_tell_their_size),
        cmocka_unit_test(articles_of_vendors_carry_no_figure),
        cmocka_unit_test(offers_are_many_distinct_and_in_order),
        cmocka_unit_test(chinese_clouds_are_there_in_cny),
        cmocka_unit_test(month_packages_have_an_hour_too),
        cmocka_unit_test(evidence_is_no_part),
        cmocka_unit_test(every_card_has_a_price_or_says_why_not),
        cmocka_unit_test(parts_have_sound_prices),
        cmocka_unit_test(old_memory_prices_are_carried_and_marked),
        cmocka_unit_test(newest_new_price_of_the_home_market_wins),
        cmocka_unit_test(usable_memory_is_below_what_is_sold),
        cmocka_unit_test(derived_facts_of_known_cards),
        cmocka_unit_test(every_card_names_its_class_of_efficiency),
        cmocka_unit_test(misused_names_lead_to_the_right_card),
        cmocka_unit_test(every_alias_leads_somewhere),
        cmocka_unit_test(models_of_the_wizard_are_found),
        cmocka_unit_test(factors_are_found_by_their_tables),
        cmocka_unit_test(rates_reach_every_currency_of_a_region),
        cmocka_unit_test(dates_are_dates),
        cmocka_unit_test(labels_say_nothing_twice),
        cmocka_unit_test(units_speak_the_language),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
