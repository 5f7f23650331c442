/*
 * Own the base, rent the peaks: what a mixture is made of, and when there is one. The case of a
 * firm that needs eight cards at the peak and one otherwise. Fewer offers are never cheaper.
 */
// links: catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/date.h"
#include "base/str.h"
#include "engine/cost/load.h"
#include "engine/result.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct pair UP_AND_DOWN[] = {{Q_TASK, "serve"},
                                          {Q_MODEL, "llama-3.1-8b"},
                                          {Q_USERS, "1500"},
                                          {Q_INPUT, "1k"},
                                          {Q_OUTPUT, "300"},
                                          {Q_BUYER, "startup"},
                                          {Q_PLACE, "colo"},
                                          {Q_COUNTRY, "US"},
                                          {Q_MONTHS, "48"},
                                          {Q_LOAD, "8x4h,4x20h"},
                                          END};
static const struct pair EVEN[] = {{Q_TASK, "serve"},
                                   {Q_MODEL, "llama-3.1-8b"},
                                   {Q_USERS, "1500"},
                                   {Q_BUYER, "startup"},
                                   {Q_PLACE, "colo"},
                                   {Q_COUNTRY, "US"},
                                   END};

static void test_a_mixture_is_whole(void **state)
{
    (void)state;
    const struct result *r = desk_run(UP_AND_DOWN, 1u << KIND_HYBRID);
    assert_int_equal(r->plan_n, 1);
    const struct plan *x = &r->plan[0];
    const struct hybrid *h = x->hybrid;
    assert_int_equal(x->kind, KIND_HYBRID);
    assert_true(str_starts(x->id, "hybrid-"));
    assert_non_null(h);
    assert_true(h->own_machines >= 1 && h->own_machines < h->machines);
    assert_non_null(h->burst);
    double sum = 0, all = 0;
    for (int i = 0; i < x->cost.n; i++)
        sum += x->cost.line[i].amount;
    assert_true(fabs(sum - x->cost.total.typical) < 1e-6 * sum);
    assert_true(desk_line(&x->cost, "burst") > 0);
    assert_true(desk_line(&x->cost, "purchase") > 0);
    assert_true(x->cost.total.low < x->cost.total.typical);
    assert_true(x->cost.total.high > x->cost.total.typical);
    for (int k = 0; k < h->machines; k++) {
        all += h->hours[k];
        assert_true(k == 0 || h->hours[k] <= h->hours[k - 1]);
    }
    assert_true(fabs(h->own_hours_year + h->rent_hours_year - all) < 1e-6 * all);
    assert_true(x->reason.id == MSG_COST_HYBRID_REASON || x->reason.id == MSG_COST_HYBRID_LESS);
    int gpus = 0;
    for (int i = 0; i < x->bom.n; i++)
        gpus += x->bom.line[i].kind == PART_GPU ? (int)x->bom.line[i].qty : 0;
    assert_int_equal(gpus, x->per_node * h->own_machines); /* the bill is that of the bought ones */
}

static void test_a_mixture_stands_beside_the_others(void **state)
{
    (void)state;
    const struct result *r = desk_run(UP_AND_DOWN, 0);
    unsigned seen = 0;
    for (size_t i = 0; i < r->plan_n; i++)
        seen |= 1u << r->plan[i].kind;
    assert_true(seen >> KIND_HYBRID & 1u);
    assert_true(seen >> KIND_OWN & 1u);
    assert_non_null(r->decision.outlook);
}

/* Where one kind alone was asked for, the answer must not say that the other could not do it. */
static void test_one_kind_asked_says_as_asked(void **state)
{
    (void)state;
    assert_int_equal(desk_run(EVEN, 1u << KIND_OWN)->decision.text.id, MSG_DECISION_OWN_ASKED);
    assert_int_equal(desk_run(EVEN, 1u << KIND_ON_DEMAND)->decision.text.id,
                     MSG_DECISION_RENT_ASKED);
}

static void test_an_even_load_has_none(void **state)
{
    (void)state;
    const struct result *r = desk_run(EVEN, 1u << KIND_HYBRID);
    assert_int_equal(r->plan_n, 0);
    assert_int_equal(r->decision.text.id, MSG_COST_HYBRID_LOAD);
    r = desk_run(EVEN, 0);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_null(r->plan[i].hybrid);
}

static void test_data_that_stays_has_none(void **state)
{
    (void)state;
    struct err_info e = {0};
    struct answers ans = shipped_answers(UP_AND_DOWN);
    assert_int_equal(answers_set(&ans, Q_DATA_STAYS, "yes", FROM_GIVEN, &e), OK);
    const struct result *r =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, NULL, &desk, &e);
    assert_non_null(r);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_int_equal(r->plan[i].kind, KIND_OWN);
}

static void test_load_and_hours_must_agree(void **state)
{
    (void)state;
    struct err_info e = {0};
    struct answers ans = shipped_answers(UP_AND_DOWN);
    assert_int_equal(answers_set(&ans, Q_HOURS, "3", FROM_GIVEN, &e), OK);
    assert_null(engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, NULL, &desk, &e));
    assert_int_equal(e.msg.id, MSG_COST_LOAD_HOURS);
}

/* Eight A100 at the peak and one otherwise, "35 % cheaper than own servers": an own card-year of
 * 5,500 USD and 0.05 an hour of power against 1.80 rented. It is so while the peak lasts four
 * hours a day; at eight it is not, at sixteen owning all eight is the cheaper way. */
static void test_eight_cards_at_the_peak(void **state)
{
    (void)state;
    static const struct {
        const char *load;
        int own;
        double saving; /* of one own card and seven rented, against eight own */
    } cases[] = {{"8x4h,1x20h", 1, 0.46}, {"8x8h,1x16h", 1, 0.08}, {"8x16h,1x8h", 8, -0.7}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct duty load;
        double h[8], least;
        assert_true(load_read(cases[i].load, &load));
        for (int k = 0; k < 8; k++)
            h[k] = load_hours(&load, k, 1);
        assert_int_equal(load_own(h, 8, 5500, 0.05, 1.8, 1, &least), cases[i].own);
        double all = load_own_cost(h, 8, 8, 5500, 0.05, 1.8, 1);
        double one = load_own_cost(h, 8, 1, 5500, 0.05, 1.8, 1);
        assert_true(fabs(1 - one / all - cases[i].saving) < 0.05);
        assert_true(least <= all && least <= one + 1e-9);
    }
}

/* --- fewer offers are never cheaper ----------------------------------------------------------- */
#define ROWS 50

static const struct pair CHATS[] = {{Q_TASK, "serve"},  {Q_MODEL, "llama-3.1-8b"}, {Q_USERS, "20"},
                                    {Q_WHERE, "cloud"}, {Q_HOURS, "12"},           END};
static const struct pair TUNING[] = {
    {Q_TASK, "finetune"}, {Q_MODEL, "qwen2.5-14b"}, {Q_METHOD, "lora"},       {Q_TOKENS, "20M"},
    {Q_RUNS, "8"},        {Q_WHERE, "cloud"},       {Q_INTERRUPTIBLE, "yes"}, END};

static void test_fewer_offers_are_never_cheaper(void **state)
{
    (void)state;
    const char *more = getenv("DLRIG_PROPERTY_OFFERS");
    int rounds = more != NULL ? (int)strtol(more, NULL, 10) : 5000;
    const struct pair *jobs[] = {CHATS, TUNING};
    const struct engine_options o = {.no_trace = true};
    struct offer some[ROWS];
    int found = 0;
    uint64_t seed = 20261130;
    for (int i = 0; i < rounds; i++) {
        struct err_info e = {0};
        struct prices few = shipped.prices;
        size_t n = 2 + (size_t)(risk_uniform(&seed) * (ROWS - 2));
        size_t at = (size_t)(risk_uniform(&seed) * 40), step = shipped.prices.offer_n / (n + 1);
        few.offer = some;
        few.offer_n = 0;
        for (size_t k = 0; k < n; k++) /* sorted as the prices are */
            some[few.offer_n++] = shipped.prices.offer[at + k * (step - 1)];
        struct answers ans = shipped_answers(jobs[i % 2]);
        const struct result *r = engine_run(&ans, &shipped.facts, &few, shipped.day, &o, &desk, &e);
        assert_non_null(r);
        double before = desk_cheapest(r);
        found += isfinite(before);
        size_t gone = (size_t)(risk_uniform(&seed) * (double)n);
        memmove(&some[gone], &some[gone + 1], (n - gone - 1) * sizeof some[0]);
        few.offer_n--;
        r = engine_run(&ans, &shipped.facts, &few, shipped.day, &o, &desk, &e);
        assert_non_null(r);
        if (desk_cheapest(r) < before * (1 - 1e-12))
            fail_msg("round %d: %f without offer %zu, %f with it", i, desk_cheapest(r), gone,
                     before);
        arena_reset(&desk);
    }
    assert_true(found > rounds / 4);
}

/* At the share of use that the decision names, both sides cost the same, with the months before
 * delivery in it; a little less and renting wins, a little more and owning does. */
static void the_threshold_turns_the_answer(void **state)
{
    (void)state;
    static const double by[] = {0, 0.99, 1.0, 1.01};
    double at = 20; /* hours a day */
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++) {
        char hours[32];
        snprintf(hours, sizeof hours, "%.4f", i == 0 ? at : at * by[i]);
        const struct result *r = shipped_run((struct pair[]){{Q_TASK, "serve"},
                                                             {Q_MODEL, "llama-3.3-70b"},
                                                             {Q_USERS, "8"},
                                                             {Q_COUNTRY, "US"},
                                                             {Q_PLACE, "colo"},
                                                             {Q_BUYER, "startup"},
                                                             {Q_GPU, "nvidia-h100-sxm5-80x8"},
                                                             {Q_PROVIDERS, "aws"},
                                                             {Q_HOURS, hours},
                                                             END},
                                             NULL, &desk);
        assert_true(r->best_own >= 0 && r->best_rent >= 0);
        const struct cost *own = &r->plan[r->best_own].cost, *rent = &r->plan[r->best_rent].cost;
        if (i == 0) {
            assert_true(desk_line(own, "bridge") > 0);
            at = r->decision.ovr.utilisation_threshold * own->deliverable_h / 30.4;
            assert_true(at > 1 && at < 20);
            continue;
        }
        double gap = own->total.typical / rent->total.typical - 1.0;
        if (by[i] < 1.0)
            assert_true(gap > 0);
        else if (by[i] > 1.0)
            assert_true(gap < 0);
        else
            assert_true(fabs(gap) < 0.005);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(the_threshold_turns_the_answer),          DESK(test_a_mixture_is_whole),
        DESK(test_a_mixture_stands_beside_the_others), DESK(test_an_even_load_has_none),
        DESK(test_one_kind_asked_says_as_asked),       DESK(test_data_that_stays_has_none),
        DESK(test_load_and_hours_must_agree),          DESK(test_eight_cards_at_the_peak),
        DESK(test_fewer_offers_are_never_cheaper),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
