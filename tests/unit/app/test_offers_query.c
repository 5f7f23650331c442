/* Filters, order and groups of offers, over a handful made here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "app/offers_query.h"
#include "base/date.h"
#include "base/str.h"
#include "tests/support/small_facts.h"

struct market {
    struct small_facts s;
    const struct facts *f;
    struct offer offer[6];
    struct prices prices;
    struct arena arena;
    struct offers_query q;
    struct offers_answer x;
};

static struct offer offer(const char *provider, const char *region, enum price_kind kind, int accel,
                          double count, double hour, const char *currency)
{
    return (struct offer){.provider = provider,
                          .instance = "box",
                          .region = region,
                          .kind = kind,
                          .accel = accel,
                          .gpu_count = count,
                          .currency = currency,
                          .price_hour = hour,
                          .price_month = UNKNOWN,
                          .from = {.date = "2026-10-01", .source = "made here"}};
}

static int setup(void **state)
{
    static struct market m;
    m.f = &small_facts_new(&m.s)->facts;
    m.offer[0] = offer("alpha", "us", KIND_ON_DEMAND, 0, 8, 16, "USD"); /* 2 a card */
    m.offer[1] = offer("alpha", "us", KIND_SPOT, 0, 8, 8, "USD");       /* 1 a card */
    m.offer[2] = offer("beta", NULL, KIND_ON_DEMAND, 1, 1, 3, "USD");   /* 3 a card */
    m.offer[3] = offer("beta", "eu", KIND_ON_DEMAND, 1, 4, 10, "USD");  /* 2.5 a card */
    m.offer[4] = offer("gamma", "cn", KIND_MONTH, 1, 1, 7.2, "CNY");    /* 1 or so a card */
    m.offer[5] = offer("gamma", "cn", KIND_ON_DEMAND, 1, 2, 5, "XXX");  /* no rate: unknown */
    m.prices = (struct prices){.offer = m.offer, .offer_n = 6};
    arena_init(&m.arena, 0);
    offers_query_init(&m.q);
    *state = &m;
    return 0;
}

static int teardown(void **state)
{
    struct market *m = (struct market *)*state;
    arena_free(&m->arena);
    return 0;
}

static void run(struct market *m)
{
    struct err_info e;
    assert_int_equal(offers_query_run(&m->q, m->f, &m->prices, &m->arena, &m->x, &e), OK);
    assert_int_equal(m->x.n + m->x.hidden, m->prices.offer_n);
}

static void everything_by_price_of_a_card(void **state)
{
    struct market *m = (struct market *)*state;
    run(m);
    assert_int_equal(m->x.n, 6);
    for (size_t i = 2; i + 1 < 6; i++) {
        double a = offer_price_usd(m->f, m->x.row[i - 1]) / m->x.row[i - 1]->gpu_count;
        double b = offer_price_usd(m->f, m->x.row[i]) / m->x.row[i]->gpu_count;
        assert_true(a <= b);
    }
    assert_ptr_equal(m->x.row[5], &m->offer[5]); /* a price that cannot be compared is last */
}

static void filters(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.kinds = 1u << KIND_SPOT | 1u << KIND_MONTH;
    run(m);
    assert_int_equal(m->x.n, 2);
    offers_query_init(&m->q);
    m->q.count_lo = 2;
    m->q.count_hi = 4;
    run(m);
    assert_int_equal(m->x.n, 2);
    offers_query_init(&m->q);
    m->q.count_lo = 8;
    run(m);
    assert_int_equal(m->x.n, 2);
    offers_query_init(&m->q);
    m->q.providers = "gamma, ALPHA";
    run(m);
    assert_int_equal(m->x.n, 4);
    offers_query_init(&m->q);
    m->q.accels = m->f->accel[0].id;
    run(m);
    assert_int_equal(m->x.n, 2);
    offers_query_init(&m->q);
    m->q.memory_lo_gb = m->f->accel[1].memory_gb + 1e6;
    run(m);
    assert_int_equal(m->x.n, 0);
    assert_int_equal(m->x.hidden, 6);
}

/* Without a region an offer holds everywhere: it stays. */
static void a_region_keeps_offers_for_all_regions(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.regions = "eu";
    run(m);
    assert_int_equal(m->x.n, 2);
    m->q.text = "beta eu";
    run(m);
    assert_int_equal(m->x.n, 1);
    assert_ptr_equal(m->x.row[0], &m->offer[3]);
}

static void groups_keep_their_cheapest(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.group = OFFERS_GROUP_PROVIDER;
    m->q.sort = OFFERS_BY_PROVIDER;
    run(m);
    assert_int_equal(m->x.n, 3);
    assert_ptr_equal(m->x.row[0], &m->offer[1]);
    assert_ptr_equal(m->x.row[1], &m->offer[3]);
    assert_ptr_equal(m->x.row[2], &m->offer[4]);
}

/* Every offer of a group counts for its range; a stale price only stands for it when it is a fifth
 * below the fresher ones. */
static void groups_span_their_prices(void **state)
{
    struct market *m = (struct market *)*state;
    int32_t day;
    assert_true(date_parse("2026-11-01", &day));
    m->q.as_of_days = day;
    m->q.group = OFFERS_GROUP_PROVIDER;
    m->q.sort = OFFERS_BY_PROVIDER;
    run(m);
    assert_int_equal(m->x.group[0].n, 2);
    assert_float_equal(m->x.group[0].low, 1, 1e-9);
    assert_float_equal(m->x.group[0].high, 2, 1e-9);
    assert_ptr_equal(m->x.group[1].cheapest, &m->offer[3]);
    assert_int_equal(m->x.group[2].n, 2); /* one of them has no rate: it is no end of the range */
    assert_true(m->x.group[2].low == m->x.group[2].high);
    assert_int_equal(m->x.stale, 0);
    m->offer[3].from.date = "2025"; /* 2.5 against 3 of a fresh one: not a fifth below */
    run(m);
    assert_ptr_equal(m->x.group[1].cheapest, &m->offer[2]);
    assert_float_equal(m->x.group[1].low, 2.5, 1e-9);
    m->offer[3].price_hour = 9.5; /* 2.375 */
    run(m);
    assert_ptr_equal(m->x.group[1].cheapest, &m->offer[3]);
    assert_int_equal(m->x.stale, 1);
}

static void price_and_age_are_ranges_too(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.price_lo = 2;
    m->q.price_hi = 2.5;
    run(m);
    assert_int_equal(m->x.n, 2);
    m->q.price_lo = m->q.price_hi = UNKNOWN;
    assert_true(date_parse("2026-11-01", &m->q.as_of_days));
    m->offer[0].from.date = "2026-07-01";
    m->q.age_days = 60;
    run(m);
    assert_int_equal(m->x.n, 5);
}

/* By the price of a figure of the card, and by what the job costs. */
static void orders_by_price_per_figure(void **state)
{
    static const enum offers_sort sorts[] = {OFFERS_BY_VRAM, OFFERS_BY_TFLOPS, OFFERS_BY_BANDWIDTH};
    struct market *m = (struct market *)*state;
    for (size_t s = 0; s < sizeof sorts / sizeof sorts[0]; s++) {
        double last = 0;
        m->q.sort = sorts[s];
        run(m);
        for (size_t i = 0; i < m->x.n; i++) {
            const struct offer *o = m->x.row[i];
            struct offer_figures x;
            offer_figures(m->f, o, "USD", &x);
            double by = s == 0 ? x.gb_hour : s == 1 ? x.tflops_hour : x.tbs_hour;
            assert_true(!known(by) || by >= last);
            assert_true(known(by) || i + 1 == m->x.n);
            last = known(by) ? by : last;
            const struct accel *a = &m->f->accel[o->accel];
            if (s == 0 && known(by))
                assert_float_equal(by, offer_price_usd(m->f, o) / o->gpu_count / a->memory_gb,
                                   1e-12);
        }
    }
    struct offer_rate rate[6];
    for (int i = 0; i < 6; i++)
        rate[i] = (struct offer_rate){.per_million = i == 2 ? UNKNOWN : 10 - i};
    m->q.rate = rate;
    m->q.sort = OFFERS_BY_JOB;
    run(m);
    assert_ptr_equal(m->x.row[0], &m->offer[5]);
    assert_ptr_equal(m->x.row[5], &m->offer[2]); /* does not run there: last */
}

/* Which filter keeps everything out. */
static void what_to_loosen(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.providers = "alpha";
    m->q.count_lo = 16;
    run(m);
    assert_int_equal(m->x.n, 0);
    assert_int_equal(offers_query_without(&m->q, OFFERS_FILTER_COUNT, m->f, &m->prices), 2);
    assert_int_equal(offers_query_without(&m->q, OFFERS_FILTER_PROVIDER, m->f, &m->prices), 0);
    assert_int_equal(offers_query_without(&m->q, OFFERS_FILTER_REGION, m->f, &m->prices), 0);
}

static void orders(void **state)
{
    struct market *m = (struct market *)*state;
    m->q.sort = OFFERS_BY_COUNT;
    run(m);
    assert_true(m->x.row[0]->gpu_count <= m->x.row[5]->gpu_count);
    m->q.sort = OFFERS_BY_REGION;
    run(m);
    assert_string_equal(m->x.row[0]->region, "cn");
    assert_null(m->x.row[5]->region); /* unknown stands at the end */
    m->q.sort = OFFERS_BY_PRICE;
    run(m);
    assert_ptr_equal(m->x.row[5], &m->offer[5]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(everything_by_price_of_a_card, setup, teardown),
        cmocka_unit_test_setup_teardown(filters, setup, teardown),
        cmocka_unit_test_setup_teardown(a_region_keeps_offers_for_all_regions, setup, teardown),
        cmocka_unit_test_setup_teardown(groups_keep_their_cheapest, setup, teardown),
        cmocka_unit_test_setup_teardown(groups_span_their_prices, setup, teardown),
        cmocka_unit_test_setup_teardown(price_and_age_are_ranges_too, setup, teardown),
        cmocka_unit_test_setup_teardown(orders_by_price_per_figure, setup, teardown),
        cmocka_unit_test_setup_teardown(what_to_loosen, setup, teardown),
        cmocka_unit_test_setup_teardown(orders, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
