/* What feeds call cards and machines, against the shipped catalog. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/load.h"
#include "pricing/market.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct {
    struct arena arena;
    struct facts facts;
    struct prices prices;
    struct market *market;
} x;

static int load(void **state)
{
    struct err_info e = {0};

    (void)state;
    arena_init(&x.arena, 0);
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &x.arena, &x.facts, &x.prices, &e) != OK)
        return -1;
    x.market = market_new(&x.facts, &x.prices, &x.arena);
    return x.market != NULL ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    arena_free(&x.arena);
    return 0;
}

static void cards_have_many_names(void **state)
{
    static const struct {
        const char *name;
        double memory_gb, count;
        const char *id; /* NULL: nobody knows it */
    } cases[] = {
        {"H100", 0, 1, "nvidia-h100-sxm5-80"},
        {"H100-MEGA", 80, 8, "nvidia-h100-sxm5-80"},
        {"H100-80G-PCIe-NVLink", 80, 1, "nvidia-h100-pcie-80"},
        {"A100", 40, 8, "nvidia-a100-sxm4-40"},
        {"A100", 79.65, 8, "nvidia-a100-sxm4-80"}, /* 81,559 MiB */
        {"A100", 320, 4, "nvidia-a100-sxm4-80"},   /* of all four */
        {"A100", 8, 1, "nvidia-a100-sxm4-80"},     /* no such card: the catalog's */
        {"A100-80GB", 0, 1, "nvidia-a100-sxm4-80"},
        {"A100-80G-PCIe", 0, 1, "nvidia-a100-pcie-80"},
        {"a100-pcie-40", 40, 1, "nvidia-a100-pcie-40"},
        {"a100-sxm-40", 40, 1, "nvidia-a100-sxm4-40"},
        {"V100-32GB", 32, 1, "nvidia-v100-sxm2-32"},
        {"Tesla V100", 16, 1, "nvidia-v100-sxm2-16"},
        {"RTXA6000", 48, 1, "nvidia-rtx-a6000"},
        {"A6000", 48, 1, "nvidia-rtx-a6000"},
        {"A4000", 16, 1, "nvidia-rtx-a4000"},
        {"RTX5090", 31.8, 1, "nvidia-rtx-5090"},
        {"RTX 5090", 31.8, 1, "nvidia-rtx-5090"},
        {"NVIDIA GeForce RTX 4090", 24, 1, "nvidia-rtx-4090"},
        {"RTX-6000-Ada", 48, 1, "nvidia-rtx-6000-ada"},
        {"RTX5880-Ada", 48, 1, "nvidia-rtx-5880-ada"},
        {"RTX PRO 6000 96GB", 0, 1, "nvidia-rtx-pro-6000-bw-ws"},
        {"rtx-pro-6000-server", 96, 1, "nvidia-rtx-pro-6000-bw-server"},
        {"MI300X", 192, 8, "amd-mi300x-192"},
        {"h200-nvl", 141, 1, "nvidia-h200-nvl-141"},
        {"nvidia-l40s", 0, 1, "nvidia-l40s"},
        {"MI6", 0, 1, NULL},
        {"M60", 8, 1, NULL},
        {"", 0, 1, NULL},
        {"-", 0, 1, NULL},
        {"80", 0, 1, NULL},
    };

    (void)state;
    for (int again = 0; again < 2; again++) /* the second time it is remembered */
        for (size_t i = 0; i < COUNT(cases); i++) {
            int at = market_card(x.market, cases[i].name, cases[i].memory_gb, cases[i].count);
            const char *id = at >= 0 ? x.facts.accel[at].id : NULL;
            if (!str_eq(id, cases[i].id))
                fail_msg("%s %g: %s", cases[i].name, cases[i].memory_gb, id);
        }
}

static void machines_are_found_by_name(void **state)
{
    const struct offer *o = market_machine(x.market, "aws", "p5.48xlarge");
    const char *names[64];
    size_t n = market_machines(x.market, "gcp", names, COUNT(names));

    (void)state;
    assert_non_null(o);
    assert_string_equal(x.facts.accel[o->accel].id, "nvidia-h100-sxm5-80");
    assert_int_equal((int)o->gpu_count, 8);
    assert_null(market_machine(x.market, "azure", "p5.48xlarge"));
    assert_null(market_machine(x.market, "aws", NULL));
    assert_true(n > 10);
    for (size_t i = 0; i < n; i++)
        assert_non_null(market_machine(x.market, "gcp", names[i]));
    assert_true(known(market_median_usd(x.market, "aws", "p5.48xlarge", KIND_ON_DEMAND)));
    assert_false(known(market_median_usd(x.market, "aws", "p5.48xlarge", KIND_COMMUNITY)));
    assert_false(known(market_median_usd(x.market, "aws", "no-such", KIND_ON_DEMAND)));
}

static void every_machine_of_the_catalog_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < x.prices.offer_n; i++) {
        const struct offer *o = &x.prices.offer[i];
        const struct offer *same = market_machine(x.market, o->provider, o->instance);
        assert_non_null(same);
        assert_string_equal(same->instance, o->instance);
        assert_string_equal(same->provider, o->provider);
    }
}

static void clouds_have_other_names(void **state)
{
    (void)state;
    assert_string_equal(market_provider(x.market, "aws"), "aws");
    assert_string_equal(market_provider(x.market, "lambdalabs"), "lambda");
    assert_string_equal(market_provider(x.market, "aliyun"), "alibaba");
    assert_string_equal(market_provider(x.market, "datacrunch"), "verda");
    assert_null(market_provider(x.market, "nobody"));
    assert_null(market_provider(x.market, ""));
    assert_null(market_provider(x.market, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_have_many_names),
        cmocka_unit_test(machines_are_found_by_name),
        cmocka_unit_test(every_machine_of_the_catalog_is_found),
        cmocka_unit_test(clouds_have_other_names),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
