/* Interruptions of spot machines against vectors worked by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/cost/cost.h"
#include "engine/cost/spot.h"

#define MINUTE (1.0 / 60.0)

/* A checkpoint of one minute every quarter of an hour, ten minutes to restart; interruptions of q a
 * month: almost all of the overhead is writing. One interruption in three hours: 16 %. */
static void overhead_of_the_worked_cases(void **state)
{
    (void)state;
    double rare = -log(1 - 0.075) / 730.0, often = -log(1 - 0.20) / 730.0;
    assert_float_equal(spot_overhead(MINUTE, 0.25, rare, 10 * MINUTE), 0.0667, 5e-5);
    assert_float_equal(spot_overhead(MINUTE, 0.25, often, 10 * MINUTE), 0.0668, 5e-5);
    assert_float_equal(spot_overhead(MINUTE, 0.25, 1.0 / 3.0, 10 * MINUTE), 0.1639, 5e-5);
    double best = spot_best_interval(MINUTE, 1.0 / 3.0);
    assert_float_equal(best, 0.316, 5e-4);
    assert_float_equal(spot_overhead(MINUTE, best, 1.0 / 3.0, 10 * MINUTE), 0.1610, 5e-5);
}

/* No other interval is better than the best one. */
static void the_best_interval_is_the_best(void **state)
{
    (void)state;
    for (double lambda = 1e-4; lambda < 1.0; lambda *= 3) {
        double best = spot_best_interval(MINUTE, lambda);
        double least = spot_overhead(MINUTE, best, lambda, 0.1);
        for (double k = 0.1; k < 10; k *= 1.3)
            assert_true(spot_overhead(MINUTE, best * k, lambda, 0.1) >= least - 1e-12);
    }
    assert_true(isinf(spot_best_interval(MINUTE, 0)));
}

/* --- with an offer --------------------------------------------------------------------------- */
static struct factor rows[] = {
    {.table = "tco",
     .id = "cloud.checkpoint_write_rate",
     .unit = "GB/s",
     .low = 1,
     .typical = 1,
     .high = 1},
    {.table = "tco",
     .id = "cloud.restart_minutes",
     .unit = "minutes",
     .low = 10,
     .typical = 10,
     .high = 10},
    {.table = "tco",
     .id = "cloud.spot_overhead",
     .unit = "fraction",
     .low = 0.03,
     .typical = 0.1,
     .high = 0.25},
};
static struct spot_term terms[] = {{.provider = "*", .low = 1, .typical = 2, .high = 4},
                                   {.provider = "alpha", .low = 10, .typical = 20, .high = 40}};
static struct facts facts = {.factor = rows, .factor_n = 3, .spot_term = terms, .spot_term_n = 2};

static struct spot of(const char *provider, double checkpoint_gb, double run_h, bool training,
                      int machines)
{
    struct job job = {.training = training, .currency = "USD"};
    struct sizing z = {.checkpoint_gb = checkpoint_gb,
                       .hours_per_run = {run_h / 2, run_h, run_h * 2}};
    struct offer o = {.provider = provider, .kind = KIND_SPOT};
    struct spot s;
    spot_of(&job, &facts, &z, &o, machines, &s);
    return s;
}

static void terms_scale_with_the_machines(void **state)
{
    (void)state;
    struct spot one = of("alpha", 60, 100, true, 1), four = of("alpha", 60, 100, true, 4);
    struct spot market = of("beta", 60, 100, true, 1);
    assert_float_equal(one.stops_month, 20, 1e-9);
    assert_float_equal(four.stops_month, 80, 1e-9);
    assert_float_equal(market.stops_month, 2, 1e-9);
    assert_float_equal(one.delta_h, MINUTE, 1e-9);
    assert_float_equal(one.tau_h, sqrt(2 * MINUTE / (20 / 730.0)), 1e-9);
    assert_float_equal(four.tau_h, one.tau_h / 2, 1e-9);
    assert_true(four.overhead.typical > one.overhead.typical);
    assert_true(one.overhead.low < one.overhead.typical);
    assert_true(one.overhead.high > one.overhead.typical);
}

/* Runs that are shorter than the interval start again; servers only restart; a state of unknown
 * size leaves the default share. */
static void jobs_without_checkpoints(void **state)
{
    (void)state;
    double lambda = 20 / 730.0;
    struct spot brief = of("alpha", 60, 0.5, true, 1);
    assert_float_equal(brief.tau_h, 0, 0);
    assert_float_equal(brief.overhead.typical, lambda * (0.25 + 1.0 / 6), 1e-9);
    struct spot server = of("alpha", UNKNOWN, UNKNOWN, false, 1);
    assert_float_equal(server.overhead.typical, lambda / 6, 1e-9);
    struct spot lost = of("alpha", UNKNOWN, 100, true, 1);
    assert_false(known(lost.stops_month));
    assert_float_equal(lost.overhead.typical, 0.1, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(overhead_of_the_worked_cases),
        cmocka_unit_test(the_best_interval_is_the_best),
        cmocka_unit_test(terms_scale_with_the_machines),
        cmocka_unit_test(jobs_without_checkpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
