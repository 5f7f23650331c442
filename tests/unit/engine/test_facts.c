/* Look-ups of engine/facts.h on facts made by hand: ids, aliases, nearest names, conversions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/facts.h"

static struct accel accels[] = {
    {.id = "amd-mi300x-192"},
    {.id = "nvidia-a100-sxm4-80"},
    {.id = "nvidia-rtx-4090"},
    {.id = "nvidia-t4"},
};
static struct model models[] = {
    {.id = "llama-3.1-70b"},
    {.id = "llama-3.1-8b"},
    {.id = "qwen2.5-7b"},
    {.id = "resnet-50"},
};
static struct region regions[] = {{.code = "CN"}, {.code = "CN-ZJ"}, {.code = "US"}};
static struct provider providers[] = {{.id = "aliyun"}, {.id = "aws"}};
static struct engine_row engines[] = {{.id = "llama.cpp"}, {.id = "vllm"}};
static struct factor factors[] = {
    {.table = "efficiency", .id = "mfu.default", .typical = 0.4},
    {.table = "estimate", .id = "hdd", .typical = 48},
    {.table = "tco", .id = "finance.discount_rate", .typical = 0.08},
};
static struct alias aliases[] = {
    {.name = "4090", .table = "accelerators", .id = "nvidia-rtx-4090"},
    {.name = "gn9",
     .table = "accelerators",
     .id = "nvidia-t4",
     .note_en = "no such family",
     .note_zh = "没有该系列"},
    {.name = "llama3.1-8b", .table = "models", .id = "llama-3.1-8b"},
    {.name = "rtx 4090", .table = "accelerators", .id = "nvidia-rtx-4090"},
    {.name = "t4", .table = "accelerators", .id = "nvidia-t4"},
    {.name = "t4", .table = "models", .id = "resnet-50"},
    {.name = "浙江", .table = "regions", .id = "CN-ZJ"},
};
static struct fx_rate rates[] = {
    {.base = "EUR", .quote = "GBP", .rate = 0.86, .from = {.date = "2026-03-18"}},
    {.base = "EUR", .quote = "SEK", .rate = 10.0, .from = {.date = "2026-03-18"}},
    {.base = "EUR", .quote = "USD", .rate = 1.15, .from = {.date = "2026-03-18"}},
    {.base = "USD", .quote = "CNY", .rate = 6.9, .from = {.date = "2026-03-18"}},
    {.base = "USD", .quote = "CNY", .rate = 6.7, .from = {.date = "2026-10-09"}},
    {.base = "USD", .quote = "TWD", .rate = 32.0, .from = {.date = "2026-07-03"}},
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
static const struct facts facts = {
    .accel = accels,
    .accel_n = COUNT(accels),
    .model = models,
    .model_n = COUNT(models),
    .region = regions,
    .region_n = COUNT(regions),
    .provider = providers,
    .provider_n = COUNT(providers),
    .engine = engines,
    .engine_n = COUNT(engines),
    .factor = factors,
    .factor_n = COUNT(factors),
    .alias = aliases,
    .alias_n = COUNT(aliases),
    .fx = rates,
    .fx_n = COUNT(rates),
};

static void finds_every_id_and_no_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(accels); i++)
        assert_ptr_equal(facts_accel(&facts, accels[i].id), &accels[i]);
    for (size_t i = 0; i < COUNT(models); i++)
        assert_ptr_equal(facts_model(&facts, models[i].id), &models[i]);
    for (size_t i = 0; i < COUNT(factors); i++)
        assert_ptr_equal(facts_factor(&facts, factors[i].table, factors[i].id), &factors[i]);
    assert_ptr_equal(facts_region(&facts, "CN-ZJ"), &regions[1]);
    assert_ptr_equal(facts_provider(&facts, "aws"), &providers[1]);
    assert_ptr_equal(facts_engine(&facts, "vllm"), &engines[1]);
    assert_null(facts_accel(&facts, "nvidia-t"));
    assert_null(facts_accel(&facts, ""));
    assert_null(facts_accel(&facts, NULL));
    assert_null(facts_factor(&facts, "tco", "hdd"));
    assert_null(facts_factor(&facts, "estimate", NULL));
}

static void empty_facts_find_nothing(void **state)
{
    static const struct facts none;
    const char *near[2];

    (void)state;
    assert_null(facts_accel(&none, "nvidia-t4"));
    assert_null(facts_factor(&none, "tco", "x"));
    assert_null(facts_resolve(&none, "models", "llama", NULL));
    assert_int_equal(facts_nearest(&none, "models", "llama", near, 2), 0);
    assert_true(isnan(facts_convert(&none, 1, "USD", "CNY", NULL)));
    assert_int_equal(facts_index_count(&none, "no such table"), 0);
    assert_null(facts_index_id(&none, "accelerators", 0));
}

static void resolves_ids_aliases_and_case(void **state)
{
    const struct alias *al = &aliases[0];

    (void)state;
    assert_string_equal(facts_resolve(&facts, "accelerators", "nvidia-t4", &al), "nvidia-t4");
    assert_null(al);
    assert_string_equal(facts_resolve(&facts, "accelerators", "RTX  4090 ", &al),
                        "nvidia-rtx-4090");
    assert_ptr_equal(al, &aliases[3]);
    assert_string_equal(facts_resolve(&facts, "accelerators", "NVIDIA-T4", &al), "nvidia-t4");
    assert_null(al);
    assert_string_equal(facts_resolve(&facts, "regions", "cn-zj", NULL), "CN-ZJ");
    assert_string_equal(facts_resolve(&facts, "regions", "浙江", NULL), "CN-ZJ");
    assert_null(facts_resolve(&facts, "accelerators", "llama3.1-8b", &al));
    assert_null(facts_resolve(&facts, "accelerators", "", &al));
    assert_null(facts_resolve(&facts, "accelerators", NULL, &al));
}

static void one_name_may_stand_in_two_tables(void **state)
{
    (void)state;
    assert_string_equal(facts_resolve(&facts, "accelerators", "t4", NULL), "nvidia-t4");
    assert_string_equal(facts_resolve(&facts, "models", "T4", NULL), "resnet-50");
}

static void misused_names_bring_their_note(void **state)
{
    const struct alias *al = NULL;

    (void)state;
    assert_string_equal(facts_resolve(&facts, "accelerators", "GN9", &al), "nvidia-t4");
    assert_non_null(al);
    assert_string_equal(al->note_en, "no such family");
}

static void nearest_names_come_nearest_first(void **state)
{
    const char *near[3] = {NULL, NULL, NULL};

    (void)state;
    assert_int_equal(facts_nearest(&facts, "models", "llama-3.1-7b", near, 2), 2);
    assert_string_equal(near[0], "llama-3.1-8b");
    assert_string_equal(near[1], "llama-3.1-70b");
    assert_int_equal(facts_nearest(&facts, "models", "resnet", near, 3), 1);
    assert_string_equal(near[0], "resnet-50");
    assert_true(facts_nearest(&facts, "accelerators", "rtx4091", near, 3) >= 1);
    assert_string_equal(near[0], "nvidia-rtx-4090");
    assert_int_equal(facts_nearest(&facts, "models", "", near, 3), 0);
    assert_int_equal(facts_nearest(&facts, "models", "zzzzzzzzzzzz", near, 3), 0);
}

static void an_id_is_offered_once(void **state)
{
    const char *near[4];
    size_t n = facts_nearest(&facts, "accelerators", "4090", near, 4);

    (void)state;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            assert_string_not_equal(near[i], near[k]);
}

static void converts_directly_back_and_across(void **state)
{
    const struct fx_rate *used = NULL;

    (void)state;
    assert_float_equal(facts_convert(&facts, 10, "USD", "CNY", &used), 67, 1e-9);
    assert_ptr_equal(used, &rates[4]); /* the newer of the two */
    assert_float_equal(facts_convert(&facts, 67, "CNY", "USD", &used), 10, 1e-9);
    assert_ptr_equal(used, &rates[4]);
    assert_float_equal(facts_convert(&facts, 32, "TWD", "CNY", &used), 6.7, 1e-9);
    assert_ptr_equal(used, &rates[5]);
    assert_float_equal(facts_convert(&facts, 86, "GBP", "SEK", NULL), 1000, 1e-9);
    assert_float_equal(facts_convert(&facts, 5, "EUR", "EUR", &used), 5, 0);
    assert_null(used);
}

static void unknown_rates_stay_unknown(void **state)
{
    const struct fx_rate *used = &rates[0];

    (void)state;
    assert_true(isnan(facts_convert(&facts, 5, "USD", "XXX", &used)));
    assert_null(used);
    assert_true(isnan(facts_convert(&facts, 5, NULL, "USD", NULL)));
    assert_true(isnan(facts_convert(&facts, UNKNOWN, "USD", "CNY", NULL)));
}

static void offers_of_one_card(void **state)
{
    struct offer offer[] = {{.accel = 1}, {.accel = 1, .gpu_count = 8}, {.accel = 3}};
    struct prices p = {.offer = offer, .offer_n = COUNT(offer)}, none = {.offer_n = 0};
    const struct offer *first;

    (void)state;
    assert_int_equal(prices_of(&p, 1, &first), 2);
    assert_ptr_equal(first, &offer[0]);
    assert_int_equal(prices_of(&p, 3, &first), 1);
    assert_ptr_equal(first, &offer[2]);
    assert_int_equal(prices_of(&p, 0, &first), 0);
    assert_int_equal(prices_of(&p, 2, &first), 0);
    assert_int_equal(prices_of(&p, 4, &first), 0);
    assert_int_equal(prices_of(&none, 1, &first), 0);
}

static void every_kind_has_its_own_word(void **state)
{
    (void)state;
    for (int i = 0; i < KIND_COUNT; i++)
        for (int k = i + 1; k < KIND_COUNT; k++)
            assert_false(
                str_eq(price_kind_word((enum price_kind)i), price_kind_word((enum price_kind)k)));
    for (int i = 0; i < PART_KINDS; i++) {
        assert_false(str_empty(part_kind_word((enum part_kind)i)));
        for (int k = i + 1; k < PART_KINDS; k++)
            assert_false(
                str_eq(part_kind_word((enum part_kind)i), part_kind_word((enum part_kind)k)));
    }
    assert_string_equal(price_kind_word(KIND_RESERVED_1Y), "reserved-1y");
    assert_string_equal(part_kind_word(PART_GPU), "gpu");
}

static void kinds_as_shops_write_them(void **state)
{
    static const struct {
        const char *word;
        enum price_kind kind; /* KIND_COUNT: none */
    } of[] = {{"按量", KIND_ON_DEMAND},
              {"On-Demand", KIND_ON_DEMAND},
              {"Pay as you go", KIND_ON_DEMAND},
              {"竞价", KIND_SPOT},
              {" 包月 ", KIND_MONTH},
              {"包年", KIND_RESERVED_1Y},
              {"包三年", KIND_RESERVED_3Y},
              {"spot", KIND_SPOT},
              {"随缘", KIND_COUNT},
              {"", KIND_COUNT}};
    (void)state;
    enum price_kind none;
    assert_false(price_kind_read(NULL, &none)); /* an empty cell of a list */
    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
        enum price_kind k = KIND_COUNT;
        assert_int_equal(price_kind_read(of[i].word, &k), of[i].kind != KIND_COUNT);
        assert_int_equal(k, of[i].kind);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_id_and_no_other),
        cmocka_unit_test(empty_facts_find_nothing),
        cmocka_unit_test(resolves_ids_aliases_and_case),
        cmocka_unit_test(one_name_may_stand_in_two_tables),
        cmocka_unit_test(misused_names_bring_their_note),
        cmocka_unit_test(nearest_names_come_nearest_first),
        cmocka_unit_test(an_id_is_offered_once),
        cmocka_unit_test(converts_directly_back_and_across),
        cmocka_unit_test(unknown_rates_stay_unknown),
        cmocka_unit_test(offers_of_one_card),
        cmocka_unit_test(every_kind_has_its_own_word),
        cmocka_unit_test(kinds_as_shops_write_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
