/*
 * Machines at hand, of one kind of card or of several: what binds, what to buy or set next, and the
 * parts around the cards.
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
#include "engine/result.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct next_step *step(const struct result *r, enum msg_id id)
{
    for (size_t i = 0; i < r->verdict.step_n; i++)
        if (r->verdict.step[i].what.id == id)
            return &r->verdict.step[i];
    return NULL;
}

static const struct plan *have_plan(const struct result *r)
{
    for (size_t i = 0; i < r->plan_n; i++)
        if (str_eq(r->plan[i].id, "own-have"))
            return &r->plan[i];
    return NULL;
}

static void mixed_cards_are_bound_by_the_weakest(void **state)
{
    (void)state;
    const struct result *r = shipped_run((struct pair[]){{Q_TASK, "serve"},
                                                         {Q_MODEL, "llama-3.3-70b"},
                                                         {Q_WEIGHTS, "q4_k_m"},
                                                         {Q_ENGINE, "llama.cpp"},
                                                         {Q_HAVE, "2x4090+1x3090"},
                                                         {Q_COUNTRY, "DE"},
                                                         {Q_TASK, NULL}},
                                         NULL, &desk);
    assert_int_equal(r->verdict.of, VERDICT_OF_HAVE);
    assert_true(r->verdict.shape.mixed && r->verdict.shape.per_node == 3);
    assert_string_equal(r->verdict.shape.accel->id, "nvidia-rtx-3090"); /* as large, but slower */
    assert_int_equal(r->verdict.word, VERDICT_FITS); /* by layers their memory is one */
    const struct next_step *s = step(r, MSG_NEXT_EQUAL);
    assert_non_null(s);
    assert_true(s->speed_ratio > 1.05 && s->cost > 500);
    const struct plan *x = have_plan(r);
    assert_non_null(x);
    int owned = 0;
    for (int i = 0; i < x->bom.n; i++)
        if (x->bom.line[i].kind == PART_GPU) {
            assert_true(x->bom.line[i].owned && !(x->bom.line[i].unit_price > 0));
            owned += x->bom.line[i].qty;
        }
    assert_int_equal(owned, 3);
    assert_true(x->bom.power.dc_w > 2 * 450 + 350 && x->bom.psu != NULL);
    assert_int_equal(x->bom.checks.missing, 0);
    for (size_t i = 0; i < x->finding_n; i++) /* no bridge joins a 4090 to a 3090 */
        assert_string_not_equal(x->finding[i].rule, "link-not-used");
}

static void the_next_upgrade_mends_first(void **state)
{
    (void)state;
    const struct result *r =
        shipped_run((struct pair[]){{Q_TASK, "finetune"},
                                    {Q_METHOD, "lora"},
                                    {Q_MODEL, "qwen2.5-32b"},
                                    {Q_HAVE, "gpu=4xnvidia-rtx-3090,psu=1200,ram=4x16@3200"},
                                    {Q_COUNTRY, "DE"},
                                    {Q_PLACE, "desk"},
                                    {Q_TASK, NULL}},
                    NULL, &desk);
    assert_int_equal(r->verdict.word, VERDICT_DOES_NOT_FIT);
    assert_true(r->verdict.step_n >= 2);
    for (size_t i = 1; i < r->verdict.step_n; i++) {
        const struct next_step *a = &r->verdict.step[i - 1], *b = &r->verdict.step[i];
        assert_true(a->mends >= b->mends);
        if (a->mends == b->mends && known(b->cost))
            assert_true(a->cost <= b->cost);
    }
    const struct next_step *limit = step(r, MSG_NEXT_LIMIT), *psu = step(r, MSG_NEXT_SUPPLY);
    assert_non_null(limit);
    assert_true(limit->cost == 0 && limit->speed_ratio < 1 && limit->speed_ratio > 0.5);
    assert_non_null(psu);
    assert_true(psu->cost > 100);
    const struct next_step *card = step(r, MSG_NEXT_LARGER);
    assert_non_null(card);
    assert_int_equal(card->verdict, VERDICT_FITS);
    assert_null(have_plan(r)); /* the machine is told: nothing to put around the cards */
}

static void nothing_to_mend_nothing_to_say(void **state)
{
    (void)state;
    const struct result *r = shipped_run((struct pair[]){{Q_TASK, "serve"},
                                                         {Q_MODEL, "qwen2.5-7b"},
                                                         {Q_HAVE, "gpu=1xnvidia-rtx-4090,psu=1000"},
                                                         {Q_COUNTRY, "DE"},
                                                         {Q_TASK, NULL}},
                                         NULL, &desk);
    assert_null(step(r, MSG_NEXT_LIMIT));
    assert_null(step(r, MSG_NEXT_SUPPLY));
    for (size_t i = 0; i < r->verdict.step_n; i++)
        assert_true(r->verdict.step[i].speed_ratio >= 1.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(mixed_cards_are_bound_by_the_weakest),
        DESK(the_next_upgrade_mends_first),
        DESK(nothing_to_mend_nothing_to_say),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
