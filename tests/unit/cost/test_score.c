/* Points for owning and for renting: every line by hand, its limits, and what is left out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/cost/score.h"

static struct score_in nothing(void)
{
    return (struct score_in){.own = UNKNOWN,
                             .rent = UNKNOWN,
                             .p_own = UNKNOWN,
                             .use = UNKNOWN,
                             .threshold = UNKNOWN,
                             .months = UNKNOWN,
                             .break_even = UNKNOWN,
                             .peak_units = UNKNOWN,
                             .peak_mean = UNKNOWN,
                             .gb_month = UNKNOWN,
                             .sensitivity = -1,
                             .technology = -1,
                             .fabric = -1};
}

static double points(const struct score_in *in, enum score_id id)
{
    struct score s;
    score_make(in, &s);
    for (int i = 0; i < s.n; i++) {
        assert_true(fabs(s.line[i].points) <= s.line[i].max + 1e-9);
        if (s.line[i].id == id)
            return s.line[i].points;
    }
    return UNKNOWN;
}

static void is(double got, double want)
{
    if (!(fabs(got - want) < 0.01))
        fail_msg("%f, not %f", got, want);
}

static void money_and_how_sure_it_is(void **state)
{
    (void)state;
    struct score_in in = nothing();
    assert_false(known(points(&in, SCORE_MONEY)));
    static const double rows[][3] = {
        {100, 200, 40}, {200, 100, -40}, {100, 100, 0}, {100, 141.42, 20}, {100, 1000, 40}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        in.own = rows[i][0];
        in.rent = rows[i][1];
        is(points(&in, SCORE_MONEY), rows[i][2]);
    }
    in.p_own = 0.57;
    is(points(&in, SCORE_CERTAINTY), 2.8);
    in.p_own = 0;
    is(points(&in, SCORE_CERTAINTY), -20);
}

static void use_and_horizon(void **state)
{
    (void)state;
    struct score_in in = nothing();
    in.use = 0.5;
    is(points(&in, SCORE_BUSY), -15); /* owning never pays */
    in.threshold = 0.5324;
    is(points(&in, SCORE_BUSY), -1.62);
    in.threshold = 0.1;
    is(points(&in, SCORE_BUSY), 15);
    in.months = 48;
    is(points(&in, SCORE_HORIZON), -10); /* no break-even */
    in.break_even = 8;
    is(points(&in, SCORE_HORIZON), 10);
    in.break_even = 21;
    is(points(&in, SCORE_HORIZON), 5);
    in.break_even = 40;
    is(points(&in, SCORE_HORIZON), -10);
}

static void load_and_data(void **state)
{
    (void)state;
    struct score_in in = nothing();
    in.peak_units = 1;
    in.peak_mean = 8;
    assert_false(known(points(&in, SCORE_SHAPE))); /* one machine has no shape */
    in.peak_units = 8;
    is(points(&in, SCORE_SHAPE), -10);
    in.peak_mean = 2;
    is(points(&in, SCORE_SHAPE), 0);
    in.peak_mean = 1;
    is(points(&in, SCORE_SHAPE), 3.33);
    in.gb_month = 500;
    is(points(&in, SCORE_DATA), 0);
    in.gb_month = 5000;
    is(points(&in, SCORE_DATA), 6.99);
    in.gb_month = 1e6;
    is(points(&in, SCORE_DATA), 10);
}

static void hands_and_buyers(void **state)
{
    (void)state;
    struct score_in in = nothing();
    assert_false(known(points(&in, SCORE_PEOPLE)));
    in.people = PEOPLE_DEDICATED;
    is(points(&in, SCORE_PEOPLE), 5);
    in.people = PEOPLE_PART_TIME;
    is(points(&in, SCORE_PEOPLE), 0);
    in.people = PEOPLE_NOBODY;
    is(points(&in, SCORE_PEOPLE), -15);
    in.home_pc = true;
    is(points(&in, SCORE_PEOPLE), -3);
    in.team = TEAM_SMALL;
    is(points(&in, SCORE_TEAM), -5);
    in.team = TEAM_LAB;
    is(points(&in, SCORE_TEAM), 0);
    in.team = TEAM_WITH_ROOM;
    is(points(&in, SCORE_TEAM), 5);
}

/* The sum is scaled by the lines in use: all for owning are 100, all for renting -100. */
static void the_sum(void **state)
{
    (void)state;
    struct score s;
    struct score_in in = nothing();
    score_make(&in, &s);
    assert_int_equal(s.n, 0);
    assert_false(known(s.sum));
    in.own = 1;
    in.rent = 4;
    in.p_own = 1;
    score_make(&in, &s);
    is(s.sum, 100);
    assert_string_equal(score_verdict(&s), "own");
    in.own = 4;
    in.rent = 1;
    in.p_own = 0;
    score_make(&in, &s);
    is(s.sum, -100);
    assert_string_equal(score_verdict(&s), "rent");
    in.own = in.rent = 1;
    in.p_own = 0.5;
    in.team = TEAM_SMALL; /* -5 of 65 */
    score_make(&in, &s);
    is(s.sum, -7.69);
    assert_string_equal(score_verdict(&s), "close");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(money_and_how_sure_it_is),
        cmocka_unit_test(use_and_horizon),
        cmocka_unit_test(load_and_data),
        cmocka_unit_test(hands_and_buyers),
        cmocka_unit_test(the_sum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
