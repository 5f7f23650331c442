/* Why a plan stands where it stands: the sentence beside it is true of it. */
// links: export catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "tests/unit/plan/desk.h"

static const struct pair job[] = {{Q_TASK, "finetune"},
                                  {Q_MODEL, "llama-3.1-8b"},
                                  {Q_METHOD, "lora"},
                                  {Q_TOKENS, "50M"},
                                  {Q_TASK, NULL}};

static bool stands(const struct plan *x)
{
    return x->meets && x->errors == 0 && known(x->cost.total.typical) &&
           x->sizing.verdict != VERDICT_DOES_NOT_FIT;
}

static void cheapest_is_said_of_the_cheapest_alone(void **state)
{
    (void)state;
    const struct result *r = desk_run(job, 0);
    assert_int_equal(r->chosen, 0);
    bool cheaper = false;
    for (size_t i = 1; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        assert_int_not_equal(x->reason.id, MSG_REASON_CHEAPEST);
        if (!stands(x) || x->cost.total.typical >= r->plan[0].cost.total.typical)
            continue;
        cheaper = true;
        assert_true(x->reason.id == MSG_REASON_STALE || x->reason.id == MSG_REASON_OLD_CARD ||
                    x->reason.id == MSG_REASON_DEPENDS);
    }
    assert_int_equal(r->plan[0].reason.id,
                     cheaper ? MSG_REASON_CHEAPEST_SURE : MSG_REASON_CHEAPEST);
}

/* 100 in place of 10,000 per cent: from four times the cost on it is told in times. */
static void much_dearer_is_told_in_times(void **state)
{
    (void)state;
    const struct result *r = desk_run(job, 0);
    int times = 0;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        bool many = x->cost.total.typical > 4.0 * r->plan[0].cost.total.typical;
        if (x->reason.id == MSG_REASON_FASTER || x->reason.id == MSG_REASON_DEARER)
            assert_false(many);
        if (x->reason.id == MSG_REASON_FASTER_TIMES || x->reason.id == MSG_REASON_TIMES)
            times += many;
    }
    assert_true(times > 0);
}

static void what_was_taken_by_hand_speaks_for_its_side(void **state)
{
    (void)state;
    const struct result *r = desk_run(job, 0);
    const struct plan *own = NULL;
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].kind == KIND_OWN && (int)i != r->best_own && stands(&r->plan[i]))
            own = &r->plan[i];
    assert_non_null(own);
    struct engine_options o = {.chosen_id = own->id};
    const struct result *again = shipped_run(job, &o, &desk);
    const struct plan *c = &again->plan[again->chosen];
    assert_string_equal(c->id, own->id);
    assert_int_equal(c->reason.id, MSG_REASON_TAKEN);
    assert_int_equal(again->best_own, again->chosen);
    assert_int_equal(again->best_rent, r->best_rent);
    double least = desk_cheapest(again);
    assert_true(fabs(c->reason.a[2].num - (c->cost.total.typical / least - 1.0)) < 1e-9);
    bool told = false; /* the decision names the cost of the machine that is shown */
    for (int i = 0; i < again->decision.text.n; i++)
        told = told || fabs(again->decision.text.a[i].num - c->cost.total.typical) < 1e-6;
    assert_true(told);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(cheapest_is_said_of_the_cheapest_alone),
        DESK(much_dearer_is_told_in_times),
        DESK(what_was_taken_by_hand_speaks_for_its_side),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
