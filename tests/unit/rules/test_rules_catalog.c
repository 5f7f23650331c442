// links: catalog
/*
 * test_rules_catalog.c - the shipped cards through gather and rules: every export note is
 * understood, consumer cards are told by what they are, a card that fits makes a short list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/rules/gather.h"
#include "tests/support/shipped.h"

/* LoRA of a small model that fits each card with room, at a desk in China. */
static size_t judge(const struct accel *a, struct rule_facts *rf, struct finding **f)
{
    struct job j = {.task = TASK_FINETUNE,
                    .training = true,
                    .method = METHOD_LORA,
                    .model = &shipped.facts.model[0],
                    .country = "CN",
                    .currency = "CNY",
                    .place = PLACE_DESK,
                    .buyer = BUYER_ENTERPRISE,
                    .months = 12,
                    .deadline_h = UNKNOWN,
                    .tps = UNKNOWN,
                    .ttft_s = UNKNOWN,
                    .budget = UNKNOWN,
                    .budget_month = UNKNOWN,
                    .volts = UNKNOWN,
                    .amps = UNKNOWN,
                    .noise_db = UNKNOWN};
    j.precision = j.weights = num_format_find("bf16");
    struct sizing z = {.verdict = VERDICT_FITS,
                       .basis = BASIS_MEASURED,
                       .bound = BOUND_COMPUTE,
                       .per_gpu_gib = {4, 5, 6},
                       .usable_gib = a->usable_gib,
                       .max_micro_batch = 8,
                       .hours_per_run = {1, 2, 3},
                       .split_loss = UNKNOWN,
                       .layout = {.tp = 1, .pp = 1, .dp = 1, .ep = 1, .cp = 1}};
    struct shape s = shape_of(a, 1, 1);
    rules_gather_sizing(&j, &shipped.facts, &s, &z, rf);
    return rules_run(rf, &shipped.arena, f);
}

static void every_export_note_is_understood(void **state)
{
    (void)state;
    size_t controlled = 0, free_of_it = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++) {
        struct rule_facts rf;
        struct finding *f;
        judge(&shipped.facts.accel[i], &rf, &f);
        double x = rf.f[F_EXPORT_CONTROL];
        if (!str_empty(shipped.facts.accel[i].export_note) &&
            (!known(x) || !rf.text[F_EXPORT_DATE])) {
            if (!strstr(shipped.facts.accel[i].export_note,
                        "variant HL-")) { /* tells nothing of control */
                fail_msg("%s: \"%s\"", shipped.facts.accel[i].id,
                         shipped.facts.accel[i].export_note);
            }
        }
        controlled += x == 1.0;
        free_of_it += x == 0.0;
    }
    assert_true(controlled >= 30 && free_of_it >= 100);
}

static void consumer_cards_are_told_by_what_they_are(void **state)
{
    (void)state;
    size_t consumer = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++) {
        const struct accel *a = &shipped.facts.accel[i];
        struct rule_facts rf;
        struct finding *f;
        judge(a, &rf, &f);
        bool sold_so = str_starts(a->name, "GeForce") || str_starts(a->name, "TITAN") ||
                       strstr(a->name, "TITAN") != NULL;
        if ((rf.f[F_CONSUMER] == 1.0) != sold_so) {
            fail_msg("%s (%s): consumer %g", a->id, a->name, rf.f[F_CONSUMER]);
        }
        consumer += sold_so;
    }
    assert_true(consumer >= 30);
}

static void a_card_that_fits_makes_a_short_list(void **state)
{
    (void)state;
    size_t longest = 0, unknown = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++) {
        struct rule_facts rf;
        struct finding *f;
        if (shipped.facts.accel[i].usable_gib < 7 || /* one holds a quarter of a GiB */
            shipped.facts.accel[i].inference_only == TRI_YES) {
            continue;
        }
        size_t n = judge(&shipped.facts.accel[i], &rf, &f);
        longest = n > longest ? n : longest;
        for (size_t k = 0; k < n; k++) {
            unknown += f[k].severity == SEV_UNKNOWN;
            if (f[k].severity == SEV_ERROR) {
                fail_msg("%s: error %s", shipped.facts.accel[i].id, f[k].rule);
            }
        }
    }
    print_message("%zu cards: at most %zu findings, %zu of all unknown\n", shipped.facts.accel_n,
                  longest, unknown);
    assert_true(longest <= 7);
    assert_true(unknown <= shipped.facts.accel_n / 2);
}

static double off(const char *provider, const char *commitment)
{
    for (size_t i = 0; i < shipped.facts.discount_n; i++) {
        const struct discount *d = &shipped.facts.discount[i];
        if (str_eq(d->provider, provider) && str_eq(d->commitment, commitment))
            return d->typical;
    }
    fail_msg("no discount of %s for %s", provider, commitment);
    return 0;
}

static void about(double got, double want)
{
    if (!(got > want - 0.005 && got < want + 0.005))
        fail_msg("%g, wanted %g", got, want);
}

/* "Reserved is 40 to 50 % cheaper": it depends on provider and term. Where a month costs 480 hours
 * on demand (a third off 720), a year takes 17 % off it, two 30 %, three 50 %. */
static void reserved_discounts_by_provider_and_term(void **state)
{
    (void)state;
    double month = 480.0 / 720.0;
    about(1 - month * (1 - off("ucloud", "1 year")), 0.447);
    about(1 - month * (1 - off("ucloud", "2 years")), 0.533);
    about(1 - month * (1 - off("ucloud", "3 years")), 0.667);
    about(off("tencent", "1 month"), 1 - 480.0 / 730.0);
    assert_true(off("alibaba", "1 year") < 0.4 && off("alibaba", "3 years") >= 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_export_note_is_understood),
        cmocka_unit_test(consumer_cards_are_told_by_what_they_are),
        cmocka_unit_test(a_card_that_fits_makes_a_short_list),
        cmocka_unit_test(reserved_discounts_by_provider_and_term),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
