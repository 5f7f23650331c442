/*
 * What moves the answer, and how sure it is: 8 x H100 in colocation against 4.00 USD per GPU-hour
 * at half use, worked by hand; month loops; load-duration curves.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/cost/commit.h"
#include "engine/cost/load.h"
#include "engine/cost/outlook.h"
#include "unit/cost/rows.h"

static struct arena arena;

static void near_abs(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("got %.4f, want %.4f", got, want);
}

/* 335,000 USD, 4 years at 8 %, colocation 195 a kW, 5 % maintenance, a quarter of an administrator,
 * 32 USD an hour falling by a tenth a year, a fifth of the billed hours wasted. */
static struct job reference_job;
static struct bom reference_bom;
static struct offer reference_offer;

static void reference(struct cost_pair *p)
{
    neutral_rows();
    set_range("site.colo_per_kw_month", 110, 195, 300);
    set_range("ops.maintenance_contract", 0.03, 0.05, 0.12);
    set_range("ops.admin_fte_per_8gpu_server", 0.05, 0.25, 0.5);
    set_range("load.idle_waste_cloud", 0, 0.2, 0.4);
    set_range("cloud.price_change_same_card", -0.3, -0.1, 0.25);
    set_range("residual.residual_datacentre_year_4", 0.12, 0.35, 0.6);
    set_range("cloud.price_level_same_card", 2.65 / 4, 1, 6.88 / 4);
    set_range("load.use_of_plan", 0.5, 1, 1.6);
    set_range("finance.discount_rate", 0.03, 0.08, 0.15);
    card = (struct accel){.id = "card", .cooling = COOLING_PASSIVE};
    reference_job = job_of(48, 0.08, 365, BUYER_STARTUP, PLACE_COLO, "US", 0.1);
    reference_bom = bom_of(335000, 8000, 8);
    reference_bom.line[0].low = 280000;
    reference_bom.line[0].high = 430000;
    reference_offer = (struct offer){.provider = "p",
                                     .instance = "i",
                                     .kind = KIND_ON_DEMAND,
                                     .gpu_count = 8,
                                     .currency = "USD",
                                     .price_hour = 32,
                                     .price_month = UNKNOWN,
                                     .min_months = UNKNOWN};
    *p = (struct cost_pair){.job = &reference_job,
                            .f = &facts,
                            .own_z = &sizing,
                            .rent_z = &sizing,
                            .bom = &reference_bom,
                            .accel = &card,
                            .offer = &reference_offer,
                            .machines = 1,
                            .bridge_month = UNKNOWN};
}

static const struct risk_factor *factor(const struct outlook *o, const char *id)
{
    for (int i = 0; i < o->risk.n; i++)
        if (str_eq(o->risk.factor[i].id, id))
            return &o->risk.factor[i];
    fail_msg("no factor %s", id);
    return NULL;
}

static void test_tornado(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        double low, high; /* thousand USD, present value of owning */
    } want[] = {{"cloud.price_change_same_card", -189, 391},
                {"hours", -273, 253},
                {"rent-price", -195, 310},
                {"ops.admin_fte_per_8gpu_server", 69, -163},
                {"load.idle_waste_cloud", -114, 46},
                {"purchase", 18, -125},
                {"ops.maintenance_contract", -11, -114},
                {"residual.residual_datacentre_year_4", -82, 18},
                {"finance.discount_rate", 0, -72},
                {"site.colo_per_kw_month", -6, -69}};
    struct cost_pair p;
    struct outlook o;
    reference(&p);
    assert_true(outlook_make(&p, &arena, &o));
    near_rel(o.risk.own, 512170, 1e-3);
    near_rel(o.risk.rent, 478183, 1e-3);
    near_rel(o.npv, -33986, 2e-3);
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        const struct risk_factor *f = factor(&o, want[i].id);
        int at = (int)(f - o.risk.factor);
        near_abs(risk_npv(&o.risk, at, 0) / 1000, want[i].low, 1.0);
        near_abs(risk_npv(&o.risk, at, 1) / 1000, want[i].high, 1.0);
    }
    for (int i = 1; i < o.risk.n; i++) /* sorted by what they move */
        assert_true(fabs(risk_npv(&o.risk, i, 1) - risk_npv(&o.risk, i, 0)) <=
                    fabs(risk_npv(&o.risk, i - 1, 1) - risk_npv(&o.risk, i - 1, 0)) + 1e-9);
    for (int i = 0; i < o.risk.n; i++) { /* names that tell them apart, written alike */
        char first = msg_text(LANG_EN, o.risk.factor[i].label)[0];
        assert_true(first >= 'A' && first <= 'Z');
        for (int k = 0; k < i; k++)
            for (enum lang l = LANG_EN; l <= LANG_ZH; l++)
                assert_string_not_equal(msg_text(l, o.risk.factor[i].label),
                                        msg_text(l, o.risk.factor[k].label));
    }
    assert_string_equal(o.risk.factor[0].id, "cloud.price_change_same_card");
}

/* The whole model drawn 20,000 times apart from this program: P(own cheaper) 0.55, percentiles
 * -220, 27 and 400 thousand; the month loop of another count 0.57, -206, 36 and 422. */
static void test_draws(void **state)
{
    (void)state;
    struct cost_pair p;
    struct outlook o, again;
    reference(&p);
    assert_true(outlook_make(&p, &arena, &o));
    assert_int_equal(o.spread.draws, 2000);
    near_abs(o.spread.p_own_cheaper, 0.56, 0.03);
    near_abs(o.spread.p10 / 1000, -220, 25);
    near_abs(o.spread.p50 / 1000, 30, 20);
    near_abs(o.spread.p90 / 1000, 410, 40);
    reference(&p);
    assert_true(outlook_make(&p, &arena, &again));
    assert_memory_equal(&o.spread, &again.spread, sizeof o.spread);
}

/* The sequence itself: a change of it would change every printed chance. */
static void test_the_sequence_is_fixed(void **state)
{
    (void)state;
    uint64_t s = 1;
    double sum = 0;
    assert_true(fabs(risk_uniform(&s) - 0.28083505005035947) < 1e-15);
    for (int i = 0; i < 20000; i++)
        sum += risk_triangular(0, 3, 9, risk_uniform(&s));
    near_abs(sum / 20000, 4.0, 0.05); /* (0 + 3 + 9) / 3 */
    near_abs(risk_triangular(2, 2, 2, 0.7), 2, 1e-12);
    near_abs(risk_triangular(0, 1, 2, 0), 0, 1e-12);
    near_abs(risk_triangular(0, 1, 2, 0.5), 1, 1e-12);
    assert_true(risk_triangular(5, 1, 9, 0.1) >= 5);
}

static void test_thresholds_turn_the_answer(void **state)
{
    (void)state;
    struct cost_pair p;
    struct outlook o, at;
    reference(&p);
    assert_true(outlook_make(&p, &arena, &o));
    reference(&p);
    reference_offer.price_hour = o.price_threshold;
    assert_true(outlook_make(&p, &arena, &at));
    near_abs(at.npv, 0, 1);
    assert_false(known(o.tariff_threshold)); /* the fee of the colocation holds the power */
    near_rel(o.credit.loan, 10191.35, 1e-4);
    near_rel(o.credit.interest, 31888.6, 1e-4);
    assert_true(o.credit.lease < o.credit.loan);
    assert_true(o.irr < 0.08); /* worth less than the rate that it must earn */

    reference(&p); /* at home the power is paid: the tariff that turns it is found */
    reference_job.place = PLACE_OFFICE;
    set("power.load_factor_training", 0.8);
    set("ops.admin_fte_per_8gpu_server", 0.05);
    assert_true(outlook_make(&p, &arena, &o));
    assert_true(known(o.tariff_threshold));
    region.industrial_kwh = region.household_kwh = o.tariff_threshold;
    assert_true(outlook_make(&p, &arena, &at));
    near_abs(at.npv, 0, 1);
}

/* --- month by month --------------------------------------------------------------------------- */
struct month_case {
    double price, g, own, rent, payback, break_even; /* months; 0: none */
};

static void compare_months(const struct job *j, const struct bom *b, const struct month_case *w)
{
    struct cost own, rent;
    struct own_vs_rent x;
    struct offer o = {.kind = KIND_ON_DEMAND,
                      .gpu_count = 8,
                      .currency = "USD",
                      .provider = "p",
                      .instance = "i",
                      .price_hour = w->price,
                      .price_month = UNKNOWN};
    set("cloud.price_change_same_card", w->g);
    cost_own(j, &facts, &sizing, b, &card, NULL, &own);
    cost_rent(j, &facts, &sizing, &o, 1, NULL, &rent);
    cost_compare(&own, &rent, &x);
    near_rel(own.total.typical, w->own, 1e-3);
    near_rel(rent.total.typical, w->rent, 1e-3);
    near_rel(own.cumulative_pv[own.n > 0 ? (int)own.horizon_months : 0] -
                 own.resale_pv[(int)own.horizon_months],
             w->own, 1e-3);
    near_rel(rent.cumulative_pv[(int)rent.horizon_months], w->rent, 1e-3);
    near_abs(known(x.payback_month) ? x.payback_month : 0, w->payback, 0.1);
    near_abs(known(x.break_even_month) ? x.break_even_month : 0, w->break_even, 0.1);
}

static void test_servers_month_by_month(void **state)
{
    (void)state;
    static const struct month_case colo[] = {{55.04, -0.1, 512170, 685396, 29, 8},
                                             {32.00, -0.1, 512170, 398486, 0, 0}};
    static const struct month_case room = {32.00, -0.1, 373584, 398486, 0, 32};
    neutral_rows();
    set("site.colo_per_kw_month", 195);
    set("ops.maintenance_contract", 0.05);
    set("ops.admin_fte_per_8gpu_server", 0.25);
    card = (struct accel){.id = "card", .cooling = COOLING_PASSIVE};
    struct job j = job_of(48, 0.08, 365, BUYER_STARTUP, PLACE_COLO, "US", 0.1);
    struct bom b = bom_of(335000, 8000, 8);
    for (int i = 0; i < 2; i++)
        compare_months(&j, &b, &colo[i]);

    neutral_rows(); /* own room in Guangdong: 723.96 a month of staff, power at 0.10425 */
    set("power.idle_power_fraction", 0.35);
    set("power.pue_office_room", 1.45);
    set("ops.maintenance_contract", 0.05);
    set("ops.admin_fte_per_8gpu_server", 0.25);
    set("ops.fte_cost_year_us", 723.96 * 12 / 0.25);
    j = job_of(48, 0.08, 365, BUYER_STARTUP, PLACE_OFFICE, "US", 0.10425);
    compare_months(&j, &b, &room);
    struct cost own;
    cost_own(&j, &facts, &sizing, &b, &card, NULL, &own);
    near_rel(own.fixed_per_month, 8784.49, 1e-3);
    near_rel(own.variable_per_hour, 0.7860, 1e-3);
    near_rel(own.fixed_per_month / (32 - own.variable_per_hour), 281.4, 1e-3);
}

static void test_desks_month_by_month(void **state)
{
    (void)state;
    static const struct {
        double capex, kw, tariff;
        struct month_case w;
    } desk[] = {{4000, 0.75, 0.0734, {0.69, 0, 2559, 4333, 36, 13}},
                {4000, 0.75, 0.4142, {0.69, 0, 4536, 4333, 0, 0}},
                {3000, 0.60, 0.0723, {0.34, 0, 1935, 2135, 0, 29}}};
    for (size_t i = 0; i < sizeof(desk) / sizeof(desk[0]); i++) {
        neutral_rows();
        set("power.idle_power_fraction", 0.12);
        set("power.pue_home", 1.1);
        card = (struct accel){.id = "card", .cooling = COOLING_OPEN_FAN};
        struct job j = job_of(36, 0.03, 0.25 * 730, BUYER_PERSON, PLACE_DESK, "DE", desk[i].tariff);
        struct bom b = bom_of(desk[i].capex, desk[i].kw * 1000, UNKNOWN);
        compare_months(&j, &b, &desk[i].w);
    }
}

/* --- load-duration curve ---------------------------------------------------------------------- */
static void test_how_many_to_own(void **state)
{
    (void)state;
    static const double h[8] = {8000, 7000, 5500, 3800, 2400, 1300, 600, 200};
    static const double c60[9] = {921600, 730400, 570600, 457900, 398580,
                                  383220, 402400, 443560, 497280};
    double cost;
    for (int k = 0; k <= 8; k++)
        near_rel(load_own_cost(h, 8, k, 60000, 0.6, 32, 1), c60[k], 1e-9);
    assert_int_equal(load_own(h, 8, 60000, 0.6, 32, 1, &cost), 5);
    near_rel(cost, 383220, 1e-9);
    assert_int_equal(load_own(h, 8, 80000, 0.6, 32, 1, &cost), 4);
    near_rel(cost, 478580, 1e-9);
    assert_int_equal(load_own(h, 8, 100000, 0.6, 32, 1, &cost), 4);
    near_rel(cost, 558580, 1e-9);
    assert_int_equal(load_own(h, 8, 60000, 33, 32, 1, NULL), 0); /* an own hour dearer: none */
    assert_int_equal(load_own(h, 8, 74000, 0.6, 32, 1, NULL), 5);
    assert_int_equal(load_own(h, 8, 74000, 0.6, 32, 0.9, NULL), 4); /* a tenth of the hours lost */
}

/* Mean load three of eight: flat, three are owned; as eight machines for nine hours, all or none.
 */
static void test_the_shape_decides_not_the_mean(void **state)
{
    (void)state;
    struct duty flat, block;
    double h[8];
    assert_true(load_read("3x24h", &flat));
    assert_true(load_read("8x9h", &block));
    near_rel(load_unit_hours(&flat), load_unit_hours(&block), 1e-9);
    for (int k = 0; k < 8; k++)
        h[k] = load_hours(&flat, k, 1);
    assert_int_equal(load_own(h, 8, 60000, 0, 20, 1, NULL), 3);
    for (int k = 0; k < 8; k++)
        h[k] = load_hours(&block, k, 1);
    near_rel(h[7], 3285, 1e-9);
    assert_int_equal(load_own(h, 8, 60000, 0, 20, 1, NULL), 8);
    assert_int_equal(load_own(h, 8, 70000, 0, 20, 1, NULL), 0);
}

static void test_lumps_of_eight(void **state)
{
    (void)state;
    struct duty l;
    assert_true(load_read("8x4h, 1x20h", &l));
    near_rel(load_peak(&l), 8, 1e-9);
    near_rel(load_hours(&l, 0, 8), (4 + 20 / 8.0) * 365, 1e-9); /* mean over the server's cards */
    near_rel(load_hours(&l, 0, 1), 24 * 365, 1e-9);
    near_rel(load_hours(&l, 7, 1), 4 * 365, 1e-9);
    assert_false(load_read("8x4h,1x21h", &l));
    assert_false(load_read("8", &l));
    assert_false(load_read("0x4h", &l));
    assert_false(load_read("", &l));
    assert_false(load_read(NULL, &l));
}

/* --- until it stands, and promises ------------------------------------------------------------ */
/* Twelve weeks to the server, two to set it up: 3.23 months of rent in place of running cost. */
static void test_the_cloud_until_it_stands(void **state)
{
    (void)state;
    struct cost_pair p;
    struct cost own, bridged;
    reference(&p);
    reference_job.place = PLACE_OFFICE;
    set("purchase.lead_time_weeks_server", 12);
    set("purchase.setup_weeks_own_room", 2);
    cost_own(p.job, &facts, &sizing, p.bom, &card, NULL, &own);
    bridged = own;
    cost_bridge(p.job, &facts, own.per_month + 1000, &bridged);
    double want = 0, part = 14 / (52 / 12.0) - 3;
    for (int m = 1; m <= 4; m++)
        want += (m < 4 ? 1 : part) * 1000 / pow(1.08, m / 12.0);
    near_rel(line_of(&bridged, "bridge"), want, 1e-6);
    near_rel(bridged.total.typical, own.total.typical + want, 1e-9);
    near_rel(bridged.cumulative[48] - own.cumulative[48], 1000 * (3 + part), 1e-6);
    assert_true(bridged.upfront <= own.upfront);
    near_rel(cost_lead_months(p.job, &facts, true), 14 / (52 / 12.0), 1e-9);
    reference_job.place = PLACE_COLO; /* others set it up */
    near_rel(cost_lead_months(p.job, &facts, true), 12 / (52 / 12.0), 1e-9);
    bridged = own;
    cost_bridge(p.job, &facts, UNKNOWN, &bridged); /* nothing to rent: nothing to pay */
    near_rel(bridged.total.typical, own.total.typical, 1e-12);
}

static void test_promises_by_provider_and_term(void **state)
{
    (void)state;
    static const double off[] = {0.21, 0.35, 0.45, 0.50}, above[] = {0.79, 0.65, 0.55, 0.50};
    for (int i = 0; i < 4; i++)
        near_rel(commitment_pays_above(off[i]), above[i], 1e-9);
    static struct discount rows[] = {
        {"*", "market", "1 or 3 years", UNKNOWN, 0.3, 0.42, 0.55, {.source = "s"}},
        {"*hyperscaler", "reserved", "1 year", 12, 0.35, 0.37, 0.4, {.source = "s"}},
        {"aws", "p5", "3 years", 36, UNKNOWN, 0.451, UNKNOWN, {.source = "s"}},
        {"aws", "p5", "1 year", 12, UNKNOWN, 0.212, UNKNOWN, {.source = "s"}},
        {"aws", "spot", "none", UNKNOWN, 0.6, 0.75, 0.9, {.source = "s"}}};
    static struct provider sellers[] = {{.id = "aws", .kind = "hyperscaler"},
                                        {.id = "azure", .kind = "hyperscaler"},
                                        {.id = "small", .kind = "gpu-cloud"}};
    struct facts f = {.discount = rows, .discount_n = 5, .provider = sellers, .provider_n = 3};
    struct commitment c[4];
    assert_int_equal(commitments_of(&f, "aws", c, 4), 2);
    assert_int_equal(c[0].months, 12);
    near_rel(c[1].typical, 0.451, 1e-9);
    near_rel(c[1].low, 0.451, 1e-9);
    assert_int_equal(commitments_of(&f, "azure", c, 4), 1);
    assert_true(c[0].of_market);
    near_rel(c[0].pays_above, 0.63, 1e-9);
    assert_int_equal(commitments_of(&f, "small", c, 4), 1);
    near_rel(c[0].typical, 0.42, 1e-9);
    assert_int_equal(commitments_of(&f, "aws", c, 1), 1);
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena, (size_t)64 << 20);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tornado),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_the_sequence_is_fixed),
        cmocka_unit_test(test_thresholds_turn_the_answer),
        cmocka_unit_test(test_servers_month_by_month),
        cmocka_unit_test(test_desks_month_by_month),
        cmocka_unit_test(test_how_many_to_own),
        cmocka_unit_test(test_the_shape_decides_not_the_mean),
        cmocka_unit_test(test_lumps_of_eight),
        cmocka_unit_test(test_the_cloud_until_it_stands),
        cmocka_unit_test(test_promises_by_provider_and_term),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
