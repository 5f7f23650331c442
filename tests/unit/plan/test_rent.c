/*
 * Renting over the shipped catalog: who may order where, what every kind of price is good for, and
 * that more offers are never worse.
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
#include "engine/offers.h"
#include "engine/result.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct result *run_with(const struct pair *p, const struct prices *pr, unsigned kinds,
                                     struct arena *arena)
{
    struct err_info e = {0};
    struct answers a = shipped_answers(p);
    struct engine_options o = {.kinds = kinds, .top = 60, .no_trace = true};
    const struct result *r = engine_run(&a, &shipped.facts, pr, shipped.day, &o, arena, &e);
    if (r == NULL)
        fail_msg("engine_run: %s", msg_text(LANG_EN, e.msg.id));
    return r;
}

static const struct result *run(const struct pair *p, struct arena *arena)
{
    return run_with(p, &shipped.prices, ~(1u << KIND_OWN), arena);
}

#define assert_in_band(x, low, high) assert_true((x) > (low)*0.999 && (x) < (high)*1.001)

/* --- who may order where --------------------------------------------------------------------- */
static bool rents_in(const struct result *r, const char *prefix)
{
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct offer *o = r->plan[i].offer;
        if (o != NULL && o->region != NULL && str_starts(o->region, prefix))
            return true;
    }
    return false;
}

static void a_government_region_is_for_those_it_is_meant_for(void **state)
{
    (void)state;
    static const struct pair start_up[] = {{Q_TASK, "finetune"},
                                           {Q_MODEL, "llama-3.1-8b"},
                                           {Q_PROVIDERS, "aws"},
                                           {Q_BUYER, "startup"},
                                           END};
    static const struct pair agency[] = {{Q_TASK, "finetune"},
                                         {Q_MODEL, "llama-3.1-8b"},
                                         {Q_PROVIDERS, "aws"},
                                         {Q_BUYER, "state"},
                                         {Q_COUNTRY, "US"},
                                         {Q_REGIONS, "us-gov-west-1,us-gov-east-1"},
                                         END};
    static const struct pair asked[] = {{Q_TASK, "finetune"},
                                        {Q_MODEL, "llama-3.1-8b"},
                                        {Q_PROVIDERS, "aws"},
                                        {Q_REGIONS, "us-gov-west-1"},
                                        END};
    size_t closed = 0;
    for (size_t i = 0; i < shipped.prices.offer_n; i++)
        if (shipped.prices.offer[i].closed != NULL &&
            shipped.prices.offer[i].closed->open_to == OPEN_TO_STATE)
            closed++;
    assert_true(closed > 10); /* else the test below says nothing */
    const struct result *r = run(start_up, &desk);
    assert_true(r->plan_n > 0);
    assert_false(rents_in(r, "us-gov"));
    assert_false(rents_in(r, "cn-"));
    assert_true(rents_in(run(asked, &desk), "us-gov-west-1"));
    assert_true(rents_in(run(agency, &desk), "us-gov-"));
}

static void every_closed_region_names_offers_or_a_source(void **state)
{
    (void)state;
    assert_true(shipped.facts.closed_region_n >= 15);
    for (size_t i = 0; i < shipped.facts.closed_region_n; i++) {
        const struct closed_region *c = &shipped.facts.closed_region[i];
        assert_non_null(facts_provider(&shipped.facts, c->provider));
        assert_true(strstr(c->from.source, "http") != NULL);
        assert_true(strlen(c->country) == 2 && strlen(c->prefix) >= 3);
    }
    assert_null(facts_closed_region(&shipped.facts, "aws", "us-east-1"));
    assert_null(facts_closed_region(&shipped.facts, "gcp", "us-gov-west-1"));
    assert_null(facts_closed_region(&shipped.facts, "aws", NULL));
    assert_int_equal(facts_closed_region(&shipped.facts, "azure", "usgovvirginia")->open_to,
                     OPEN_TO_STATE);
}

static void a_region_nobody_sells_in_is_refused_with_the_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *typed;
        enum msg_id says;
        const char *near;
    } t[] = {{"us-east-11", MSG_PLAN_REGION_NEAR, "us-east-1"},
             {"!cn-beijin", MSG_PLAN_REGION_NEAR, "cn-beijing"},
             {"qqqqqqqqqqqqqqqqqqqq", MSG_PLAN_REGION_UNKNOWN, NULL}};
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        const struct pair job[] = {
            {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_REGIONS, t[i].typed}, END};
        struct err_info e = {0};
        struct answers ans = shipped_answers(job);
        assert_null(
            engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, NULL, &desk, &e));
        assert_int_equal(e.code, ERR_USAGE);
        assert_int_equal(e.msg.id, t[i].says);
        if (t[i].near != NULL)
            assert_non_null(strstr(e.msg.a[1].str, t[i].near));
        arena_reset(&desk);
    }
}

/* --- cards made in China --------------------------------------------------------------------- */
static void domestic_jobs_get_cards_that_the_engine_runs(void **state)
{
    (void)state;
    static const char *const tasks[] = {"serve", "finetune", "batch-inference"};
    for (size_t i = 0; i < sizeof tasks / sizeof tasks[0]; i++) {
        const struct pair job[] = {{Q_TASK, tasks[i]},      {Q_MODEL, "qwen2.5-7b"},
                                   {Q_METHOD, "lora"},      {Q_COUNTRY, "CN"},
                                   {Q_VENDORS, "domestic"}, {Q_WHERE, "any"},
                                   {Q_CURRENCY, "CNY"},     END};
        const struct result *r = run_with(job, &shipped.prices, 0, &desk);
        assert_true(r->plan_n > 0);
        for (size_t k = 0; k < r->plan_n; k++) {
            assert_int_equal(r->plan[k].accel->domestic_cn, TRI_YES);
            assert_true(engine_runs_on(r->job.engine, r->plan[k].accel));
        }
        arena_reset(&desk);
    }
}

/* A job in China: sellers of China, their currency, and every kind of price they have. */
static void china_rents_from_chinese_sellers(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"},
                                      {Q_MODEL, "qwen2.5-7b"},
                                      {Q_METHOD, "lora"},
                                      {Q_COUNTRY, "CN"},
                                      {Q_CURRENCY, "CNY"},
                                      {Q_INTERRUPTIBLE, "yes"},
                                      END};
    unsigned kinds = 0;
    const struct result *r = run(job, &desk);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct offer *o = r->plan[i].offer;
        assert_string_equal(o->currency, "CNY");
        const struct provider *p = facts_provider(&shipped.facts, o->provider);
        assert_true(str_eq(p->country, "CN") || str_starts(o->region, "cn-"));
        kinds |= 1u << o->kind;
    }
    assert_true((kinds >> KIND_ON_DEMAND & 1u) && (kinds >> KIND_MONTH & 1u));
}

/* Asking shipped.prices of the rental platforms, July to October 2026, CNY a card and hour. A
 * figure outside is another unit, another currency or another year. */
static void prices_of_the_chinese_platforms(void **state)
{
    (void)state;
    static const struct {
        const char *card;
        double low, high;
    } t[] = {{"nvidia-rtx-3090", 0.76, 1.32},
             {"nvidia-rtx-4090", 1.24, 2.27},
             {"nvidia-rtx-5090", 2.68, 2.78},
             {"nvidia-t4", 1.35, 1.35},
             {"huawei-ascend-910b3", 3, 4}};
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        size_t seen = 0;
        for (size_t k = 0; k < shipped.prices.offer_n; k++) {
            const struct offer *o = &shipped.prices.offer[k];
            const struct provider *p = facts_provider(&shipped.facts, o->provider);
            if (!str_eq(shipped.facts.accel[o->accel].id, t[i].card) || o->kind != KIND_ON_DEMAND ||
                p == NULL || !str_eq(p->kind, "cn-rental"))
                continue;
            assert_string_equal(o->currency, "CNY");
            assert_in_band(o->price_hour / o->gpu_count, t[i].low, t[i].high);
            assert_true(strncmp(o->from.date, "2026-0", 6) >= 0);
            seen++;
        }
        assert_true(seen > 0);
    }
}

/* Two nodes over the usual network of a cloud are slower and dearer than one: a training plan takes
 * several machines only where the network is known to be of 100 Gbit/s and more. */
static void several_machines_only_over_a_fabric(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-405b"},
                                      {Q_METHOD, "full"},   {Q_SHARDING, "zero3"},
                                      {Q_TOKENS, "100M"},   END};
    size_t many = 0;
    const struct result *r = run(job, &desk);
    for (size_t i = 0; i < r->plan_n; i++) {
        if (r->plan[i].nodes < 2)
            continue;
        assert_true(r->plan[i].offer->network_gbps >= 100);
        assert_true(r->plan[i].per_node >= 4);
        many++;
    }
    assert_true(many > 0); /* 6.5 TB of states are no machine's */
}

/* --- more is never worse --------------------------------------------------------------------- */
/* The offers without one of them, all of one day, so that age is no reason. */
static struct prices without(const struct offer *gone, struct arena *a)
{
    struct prices p = {.offer = ARENA_ARRAY(a, struct offer, shipped.prices.offer_n)};
    for (size_t i = 0; i < shipped.prices.offer_n; i++) {
        if (&shipped.prices.offer[i] == gone)
            continue;
        p.offer[p.offer_n] = shipped.prices.offer[i];
        p.offer[p.offer_n++].from.date = "2026-11-20";
    }
    return p;
}

static void removing_an_offer_never_lowers_the_cheapest_price(void **state)
{
    (void)state;
    static const struct pair jobs[][7] = {{{Q_TASK, "finetune"},
                                           {Q_MODEL, "llama-3.3-70b"},
                                           {Q_METHOD, "qlora"},
                                           {Q_TOKENS, "50M"},
                                           END},
                                          {{Q_TASK, "serve"},
                                           {Q_MODEL, "qwen2.5-7b"},
                                           {Q_USERS, "8"},
                                           {Q_COUNTRY, "CN"},
                                           {Q_CURRENCY, "CNY"},
                                           END}};
    size_t raised = 0;
    for (size_t k = 0; k < 2; k++) {
        struct prices all = without(NULL, &desk);
        unsigned kinds = ~(1u << KIND_OWN);
        const struct result *r = run_with(jobs[k], &all, kinds, &desk);
        double before = desk_cheapest(r);
        assert_true(known(before));
        size_t tried = 0;
        for (size_t i = 0; i < r->plan_n && tried < 24; i++, tried++) {
            struct arena b;
            arena_init(&b, 0);
            size_t at = (size_t)(r->plan[i].offer - all.offer);
            struct prices less = without(&shipped.prices.offer[at], &b);
            double after = desk_cheapest(run_with(jobs[k], &less, kinds, &b));
            assert_true(after >= before * (1 - 1e-12));
            raised += after > before * (1 + 1e-12);
            arena_free(&b);
        }
        assert_true(tried >= 10);
        arena_reset(&desk);
    }
    assert_true(raised >= 1); /* that of the cheapest one, where no other costs the same */
}

/* --- kinds of price -------------------------------------------------------------------------- */
static unsigned kinds_of(const struct pair *job)
{
    struct arena a;
    unsigned kinds = 0;
    arena_init(&a, 0);
    const struct result *r = run_with(job, &shipped.prices, 0, &a);
    for (size_t i = 0; i < r->plan_n; i++)
        kinds |= 1u << r->plan[i].kind;
    arena_free(&a);
    return kinds;
}
#define HAS(kinds, k) ((kinds) >> KIND_##k & 1u)

static void each_kind_of_price_where_it_belongs(void **state)
{
    (void)state;
    static const struct pair plain[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_BUYER, "startup"}, END};
    static const struct pair spot[] = {{Q_TASK, "finetune"},
                                       {Q_MODEL, "llama-3.1-8b"},
                                       {Q_BUYER, "startup"},
                                       {Q_INTERRUPTIBLE, "yes"},
                                       END};
    static const struct pair online[] = {
        {Q_TASK, "serve"}, {Q_MODEL, "llama-3.1-8b"}, {Q_USERS, "8"}, {Q_INTERRUPTIBLE, "no"}, END};
    static const struct pair firm[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_BUYER, "enterprise"}, END};
    static const struct pair person[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_BUYER, "person"}, END};
    unsigned k = kinds_of(plain);
    assert_true(HAS(k, ON_DEMAND) && HAS(k, OWN));
    assert_true(HAS(kinds_of(spot), SPOT));
    assert_false(HAS(kinds_of(online), SPOT));
    assert_false(HAS(kinds_of(firm), COMMUNITY)); /* not on strangers' machines */
    assert_true(HAS(kinds_of(person), COMMUNITY));
    assert_true(HAS(kinds_of(firm), RESERVED_1Y));
}

static bool says(const struct plan *p, const char *rule, double *figure)
{
    for (size_t i = 0; i < p->finding_n; i++)
        if (str_eq(p->finding[i].rule, rule)) {
            if (figure != NULL)
                *figure = p->finding[i].message.a[0].num;
            return true;
        }
    return false;
}

/* Tencent sold a month of its machines for 288 or 480 hours of the hour price. */
static void a_month_package_pays_above_its_hours(void **state)
{
    (void)state;
    static const struct pair job[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "qwen2.5-7b"},  {Q_METHOD, "lora"}, {Q_COUNTRY, "CN"},
        {Q_CURRENCY, "CNY"},  {Q_PROVIDERS, "tencent"}, {Q_HOURS, "20"},    END};
    size_t seen = 0;
    const struct result *r = run(job, &desk);
    for (size_t i = 0; i < r->plan_n; i++) {
        double hours;
        if (r->plan[i].kind != KIND_ON_DEMAND || !says(&r->plan[i], "package-hours", &hours))
            continue;
        if (!(fabs(hours - 288) < 5 || fabs(hours - 480) < 5))
            fail_msg("%s: %g h", r->plan[i].offer->instance, hours);
        seen++;
    }
    assert_true(seen > 0);
}

/* Every rented plan on a card of a known stack names the image to start from; a quota is named
 * where the provider gives none. */
static void images_and_quotas_are_named(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"},
                                      {Q_MODEL, "llama-3.3-70b"},
                                      {Q_METHOD, "lora"},
                                      {Q_PROVIDERS, "aws,azure,gcp,lambda"},
                                      END};
    const struct result *r = run(job, &desk);
    assert_true(r->plan_n > 3);
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        bool hyper = !str_eq(p->offer->provider, "lambda"), large = p->per_node * p->machines >= 8;
        assert_true(says(p, "official-image", NULL));
        assert_int_equal(says(p, "provider-quota", NULL), hyper || large);
    }
}

/* Interruptions stretch the run of a spot plan: a deadline that only holds without them is missed,
 * and the line of the cost opens to interval and rate. */
static void spot_keeps_its_deadline_with_interruptions(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"},
                                      {Q_MODEL, "llama-3.3-70b"},
                                      {Q_METHOD, "full"},
                                      {Q_SHARDING, "zero3"},
                                      {Q_INTERRUPTIBLE, "yes"},
                                      {Q_TOKENS, "2B"},
                                      END};
    struct err_info e = {0};
    struct answers ans = shipped_answers(job);
    struct engine_options o = {.kinds = 1u << KIND_SPOT, .top = 60};
    const struct result *r =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, &o, &desk, &e);
    assert_non_null(r);
    assert_true(r->plan_n > 0);
    const struct plan *p = &r->plan[0];
    const struct trace_item *it = trace_find(&p->trace, "cost.spot-overhead");
    assert_non_null(it);
    assert_true(it->n >= 5 && it->result.num > 0);
    assert_true(says(p, "spot-interval", NULL));
    char text[32];
    snprintf(text, sizeof text, "%.4fh", p->sizing.hours_per_run.typical * 1.0001);
    assert_int_equal(answers_set(&ans, Q_DEADLINE, text, FROM_GIVEN, &e), OK);
    r = engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, &o, &desk, &e);
    assert_non_null(r);
    size_t again = 0;
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].offer == p->offer && r->plan[i].nodes == p->nodes) {
            assert_false(r->plan[i].meets);
            again++;
        }
    assert_true(again > 0);
}

/* --- offers side by side --------------------------------------------------------------------- */
/* The price of a million tokens is the machine's hour over its tokens; on cards that do not hold
 * the job there is none. */
static void the_job_is_rated_on_every_offer(void **state)
{
    (void)state;
    static const struct pair job[] = {
        {Q_TASK, "serve"}, {Q_MODEL, "llama-3.3-70b"}, {Q_USERS, "4"}, END};
    struct err_info e = {0};
    const char *unit;
    struct answers ans = shipped_answers(job);
    const struct offer **all = ARENA_ARRAY(&desk, const struct offer *, shipped.prices.offer_n);
    struct offer_rate *rate = ARENA_ARRAY(&desk, struct offer_rate, shipped.prices.offer_n);
    for (size_t i = 0; i < shipped.prices.offer_n; i++)
        all[i] = &shipped.prices.offer[i];
    assert_int_equal(engine_rate_offers(&ans, &shipped.facts, &shipped.prices, shipped.day, all,
                                        shipped.prices.offer_n, rate, &unit, &desk, &e),
                     OK);
    assert_string_equal(unit, "tokens/s");
    size_t rated = 0, out = 0;
    for (size_t i = 0; i < shipped.prices.offer_n; i++) {
        const struct offer *o = all[i];
        double per = rate[i].per_million;
        if (rate[i].verdict == VERDICT_DOES_NOT_FIT) {
            assert_false(known(per));
            out++;
        } else if (known(per)) {
            double hour = facts_convert(&shipped.facts, o->price_hour, o->currency, "USD", NULL);
            double tokens_s = hour * rate[i].machines / 3600.0 * 1e6 / per;
            assert_true(per > 0 && tokens_s > 1 && tokens_s < 1e6);
            rated++;
        }
    }
    assert_true(rated > 300 && out > 300); /* 140 GB of weights: some hold it, some do not */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(a_government_region_is_for_those_it_is_meant_for),
        DESK(every_closed_region_names_offers_or_a_source),
        DESK(a_region_nobody_sells_in_is_refused_with_the_nearest),
        DESK(domestic_jobs_get_cards_that_the_engine_runs),
        DESK(china_rents_from_chinese_sellers),
        DESK(prices_of_the_chinese_platforms),
        DESK(several_machines_only_over_a_fabric),
        DESK(removing_an_offer_never_lowers_the_cheapest_price),
        DESK(each_kind_of_price_where_it_belongs),
        DESK(a_month_package_pays_above_its_hours),
        DESK(images_and_quotas_are_named),
        DESK(spot_keeps_its_deadline_with_interruptions),
        DESK(the_job_is_rated_on_every_offer),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
