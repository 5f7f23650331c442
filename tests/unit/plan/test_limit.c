/*
 * Own machines at the limits: a power limit of the cards before a refusal, with what it costs in
 * speed; the nearest machines where nothing keeps the limits of the place; cards of other days.
 */
// links: export catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/plan/planner.h"
#include "engine/result.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

#define HOME                                                                                       \
    {Q_TASK, "finetune"}, {Q_MODEL, "qwen2.5-32b"}, {Q_METHOD, "qlora"}, {Q_WHERE, "own"},         \
    {                                                                                              \
        Q_PLACE, "desk"                                                                            \
    }

/* Four cards of 350 W and a host are 1.9 kW from a wall that carries 1,440 W. */
static void cards_are_limited_before_a_refusal(void **state)
{
    (void)state;
    const struct result *us = shipped_run(
        (struct pair[]){HOME, {Q_COUNTRY, "US"}, {Q_GPU, "nvidia-rtx-3090x4"}, {Q_TASK, NULL}},
        NULL, &desk);
    assert_true(us->plan_n > 0);
    const struct plan *x = &us->plan[0];
    assert_int_equal(x->title.id, MSG_PLAN_TITLE_OWN_LIMIT);
    assert_true(x->bom.card_limit_w >= 175 && x->bom.card_limit_w < 300);
    assert_true(x->bom.power.wall_w <= x->bom.power.circuit_w);
    assert_true(x->bom.power.wall_w > 0.9 * x->bom.power.circuit_w); /* no lower than it must */
    assert_int_equal(x->errors, 0);
    const struct result *de = shipped_run(
        (struct pair[]){HOME, {Q_COUNTRY, "DE"}, {Q_GPU, "nvidia-rtx-3090x4"}, {Q_TASK, NULL}},
        NULL, &desk);
    const struct plan *full = &de->plan[0];
    assert_int_equal(full->title.id, MSG_PLAN_TITLE_OWN);
    assert_false(known(full->bom.card_limit_w));
    double left = x->sizing.speed.typical / full->sizing.speed.typical;
    assert_true(left > 0.55 && left < 0.96);
    assert_true(x->sizing.hours_per_run.typical > full->sizing.hours_per_run.typical);
    assert_non_null(trace_find(&x->trace, "speed.total"));
    assert_true(fabs(trace_find(&x->trace, "speed.total")->result.num - x->sizing.speed.typical) <
                1e-6);
}

/* The measured shares: nothing at full power, less with each watt, decoding spared. */
static void what_a_limit_costs(void **state)
{
    (void)state;
    struct job train = {.training = true}, one = {.serving = true, .users = 1},
               many = {.serving = true, .users = 64};
    double last = 1;
    for (double share = 0.99; share >= 0.5; share -= 0.01) {
        struct band b = planner_limit_share(&train, &shipped.facts, share);
        assert_true(b.low <= b.typical && b.typical <= b.high);
        assert_true(b.typical <= last + 1e-9);
        last = b.typical;
        assert_true(planner_limit_share(&one, &shipped.facts, share).typical >= 0.94);
    }
    assert_true(planner_limit_share(&train, &shipped.facts, 1.0).typical == 1);
    assert_true(fabs(planner_limit_share(&train, &shipped.facts, 0.8).typical - 0.943) < 1e-9);
    assert_true(fabs(planner_limit_share(&many, &shipped.facts, 0.5).typical - 0.58) < 1e-9);
    assert_true(fabs(planner_limit_share(&one, &shipped.facts, 0.5).typical - 0.941) < 1e-9);
}

static void the_nearest_says_by_how_much_it_misses(void **state)
{
    (void)state;
    const struct result *r = shipped_run(
        (struct pair[]){
            HOME, {Q_COUNTRY, "US"}, {Q_AMPS, "3"}, {Q_GPU, "nvidia-rtx-4090"}, {Q_TASK, NULL}},
        NULL, &desk);
    assert_true(r->plan_n > 0);
    const struct plan *x = &r->plan[0];
    assert_false(x->meets);
    assert_int_equal(x->misses.id, MSG_MISS_CIRCUIT);
    assert_true(x->missed_by > 1.2 && x->missed_by < 10);
    assert_true(x->errors > 0); /* socket-circuit with both figures */
    const struct result *rack = shipped_run((struct pair[]){{Q_TASK, "finetune"},
                                                            {Q_MODEL, "llama-3.1-8b"},
                                                            {Q_METHOD, "full"},
                                                            {Q_WHERE, "own"},
                                                            {Q_PLACE, "server-room"},
                                                            {Q_RACK_UNITS, "2"},
                                                            {Q_GPU, "nvidia-h100-sxm5-80x8"},
                                                            {Q_TASK, NULL}},
                                            NULL, &desk);
    assert_true(rack->plan_n > 0);
    assert_int_equal(rack->plan[0].misses.id, MSG_MISS_RACK);
    assert_true(rack->plan[0].missed_by >= 2);
}

static void rack_units_bind(void **state)
{
    (void)state;
    const struct result *r = shipped_run((struct pair[]){{Q_TASK, "serve"},
                                                         {Q_MODEL, "qwen2.5-32b"},
                                                         {Q_WHERE, "own"},
                                                         {Q_PLACE, "server-room"},
                                                         {Q_RACK_UNITS, "4"},
                                                         {Q_USERS, "8"},
                                                         {Q_TASK, NULL}},
                                         NULL, &desk);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_false(r->plan[i].bom.rack_u * r->plan[i].machines > 4);
}

static void old_cards_must_be_a_fifth_cheaper(void **state)
{
    (void)state;
    const struct result *r = shipped_run((struct pair[]){{Q_TASK, "serve"},
                                                         {Q_MODEL, "llama-3.3-70b"},
                                                         {Q_WEIGHTS, "q4_k_m"},
                                                         {Q_WHERE, "own"},
                                                         {Q_COUNTRY, "US"},
                                                         {Q_TASK, NULL}},
                                         NULL, &desk);
    assert_true(r->chosen == 0 && r->plan_n > 1);
    assert_int_equal(r->plan[0].old_card_years, 0);
    int old = 0;
    for (size_t i = 1; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        if (x->old_card_years == 0 || !x->meets || x->errors > 0)
            continue;
        assert_true(x->old_card_years >= 5 && !str_eq(x->accel->status, "current"));
        assert_true(x->cost.total.typical / 0.8 >= r->plan[0].cost.total.typical);
        if (x->cost.total.typical < r->plan[0].cost.total.typical) {
            assert_int_equal(x->reason.id, MSG_REASON_OLD_CARD);
            old++;
        }
    }
    assert_true(old > 0);
}

static void the_number_of_machines_tried_is_told(void **state)
{
    (void)state;
    const struct result *r = shipped_run((struct pair[]){{Q_TASK, "pretrain"},
                                                         {Q_MODEL, "llama-3.1-405b"},
                                                         {Q_TOKENS, "15T"},
                                                         {Q_DEADLINE, "1d"},
                                                         {Q_WHERE, "own"},
                                                         {Q_COUNTRY, "US"},
                                                         {Q_PLACE, "server-room"},
                                                         {Q_GPU, "nvidia-h100-sxm5-80"},
                                                         {Q_TASK, NULL}},
                                         NULL, &desk);
    assert_true(r->chosen < 0 && r->plan_n > 0);
    assert_int_equal(r->decision.text.id, MSG_DECISION_NODE_LIMIT);
    assert_true(fabs(r->decision.text.a[0].num - 256) < 1e-9);
}

/* Cards that hold the job in a room whose circuit does not carry them: the verdict is no plain
 * "fits", and says which wish is missed. */
static void a_machine_that_misses_a_wish_does_not_simply_fit(void **state)
{
    (void)state;
    const struct result *r = shipped_run(
        (const struct pair[]){
            {Q_TASK, "serve"}, {Q_MODEL, "deepseek-v3"}, {Q_DATA_STAYS, "yes"}, END},
        NULL, &desk);
    assert_int_equal(r->chosen, -1);
    assert_true(r->verdict.short_of_wishes);
    assert_int_equal(r->verdict.reason.id, r->plan[0].misses.id);
    const struct result *met = shipped_run(
        (const struct pair[]){{Q_TASK, "serve"}, {Q_MODEL, "qwen2.5-7b"}, END}, NULL, &desk);
    assert_true(met->chosen >= 0);
    assert_false(met->verdict.short_of_wishes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(cards_are_limited_before_a_refusal),
        DESK(what_a_limit_costs),
        DESK(the_nearest_says_by_how_much_it_misses),
        DESK(rack_units_bind),
        DESK(old_cards_must_be_a_fifth_cheaper),
        DESK(the_number_of_machines_tried_is_told),
        DESK(a_machine_that_misses_a_wish_does_not_simply_fit),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
