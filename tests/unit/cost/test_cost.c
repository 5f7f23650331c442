/*
 * Costs against vectors worked by hand (equivalent monthly cost F, hour cost v, break-even
 * hours F / (p - v)), and the promise that every default row named in a line moves the total.
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
#include "unit/cost/rows.h"

/* Threshold hours a month against an hourly price. */
static double threshold_hours(const struct cost *own, double price)
{
    return own->fixed_per_month / (price - own->variable_per_hour);
}

static void desk_pc(double capex, double kw, double tariff, double hours, struct cost *out)
{
    neutral_rows();
    set("power.idle_power_fraction", 0.12);
    set("power.pue_home", 1.1);
    card = (struct accel){.id = "card", .cooling = COOLING_OPEN_FAN};
    struct job j = job_of(36, 0.03, hours, BUYER_PERSON, PLACE_DESK, "DE", tariff);
    struct bom b = bom_of(capex, kw * 1000, UNKNOWN);
    cost_own(&j, &facts, &sizing, &b, &card, NULL, out);
}

static void test_desk_machine_vectors(void **state)
{
    (void)state;
    static const struct {
        double capex, kw, tariff, f, v, price, hours;
    } cases[] = {{4000, 0.75, 0.0734, 64.65, 0.0533, 0.69, 101.5},
                 {4000, 0.75, 0.4142, 76.96, 0.3007, 0.69, 197.7},
                 {3000, 0.60, 0.0723, 48.59, 0.0420, 0.34, 163.0}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct cost c;
        desk_pc(cases[i].capex, cases[i].kw, cases[i].tariff, 0.25 * 730, &c);
        near_rel(c.fixed_per_month, cases[i].f, 1e-3);
        near_rel(c.variable_per_hour, cases[i].v, 2e-3);
        near_rel(threshold_hours(&c, cases[i].price), cases[i].hours, 2e-3);
    }
}

static void eight_gpu_colo(double hours, struct cost *out)
{
    neutral_rows();
    set("site.colo_per_kw_month", 195);
    set("ops.maintenance_contract", 0.05);
    set("ops.admin_fte_per_8gpu_server", 0.25);
    card = (struct accel){.id = "card", .cooling = COOLING_PASSIVE};
    struct job j = job_of(48, 0.08, hours, BUYER_STARTUP, PLACE_COLO, "US", 0.1);
    struct bom b = bom_of(335000, 8000, 8);
    cost_own(&j, &facts, &sizing, &b, &card, NULL, out);
}

static void test_server_in_colocation(void **state)
{
    (void)state;
    static const struct {
        double price, hours;
    } cases[] = {{55.04, 226.0}, {32.00, 388.6}, {21.20, 586.6}, {14.80, 840.3}};
    struct cost c;
    eight_gpu_colo(365, &c);
    near_rel(c.fixed_per_month, 12436.55, 1e-3);
    assert_true(fabs(c.variable_per_hour) < 1e-9);
    near_rel(c.total.typical, 512170, 1e-3);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        near_rel(threshold_hours(&c, cases[i].price), cases[i].hours, 1e-3);
}

/* Staff goes by the cards of a machine, not by what holds them: two cards in a server take a
 * quarter of the time of eight, eight cards in a frame on the floor as much as in a server. */
static void test_staff_goes_by_cards(void **state)
{
    (void)state;
    static const struct {
        int gpus;
        double rack_u, fte, hours; /* a month */
    } cases[] = {{8, 8, 0.25, 0}, {2, 4, 0.0625, 0}, {8, UNKNOWN, 0.25, 0}, {2, UNKNOWN, 0, 3}};
    double month = 0.0;
    for (int m = 1; m <= 48; m++)
        month += 1.0 / pow(1.08, m / 12.0);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct cost c;
        neutral_rows();
        set("ops.admin_fte_per_8gpu_server", 0.25);
        set("ops.admin_hours_per_workstation_month", 3);
        card = (struct accel){.id = "card", .cooling = COOLING_PASSIVE};
        struct job j = job_of(48, 0.08, 365, BUYER_STARTUP, PLACE_OFFICE, "US", 0.1);
        struct bom b = bom_of(20000, 1000, cases[i].rack_u);
        b.gpus = cases[i].gpus;
        cost_own(&j, &facts, &sizing, &b, &card, NULL, &c);
        double share = cases[i].fte + cases[i].hours / 160.0;
        near_rel(line_of(&c, "staff"), share * 150000 / 12.0 * month, 1e-3);
    }
}

static void rent_of(double price, double hours, double g, enum price_kind kind, double months,
                    struct cost *out)
{
    set("cloud.price_change_same_card", g);
    struct job j = job_of(months, 0.08, hours, BUYER_STARTUP, PLACE_COLO, "US", 0.1);
    struct offer o = {.provider = "p",
                      .instance = "i",
                      .kind = kind,
                      .gpu_count = 8,
                      .currency = "USD",
                      .price_hour = price,
                      .price_month = UNKNOWN,
                      .min_months = UNKNOWN};
    cost_rent(&j, &facts, &sizing, &o, 1, NULL, out);
}

/* PV own 512,170; PV cloud at 55.04 and -10 % a year 685,396: pay-back month 29, economic
 * break-even month 8. At 32.00: 398,486, neither. */
static void test_rent_against_own(void **state)
{
    (void)state;
    struct cost own, rent;
    struct own_vs_rent x;
    eight_gpu_colo(365, &own);
    rent_of(55.04, 365, -0.10, KIND_ON_DEMAND, 48, &rent);
    near_rel(rent.total.typical, 685396, 1e-3);
    cost_compare(&own, &rent, &x);
    assert_true(known(x.break_even_month));
    near_rel(x.utilisation_threshold, threshold_hours(&own, rent.variable_per_hour) / 730, 1e-9);
    rent_of(32.00, 365, -0.10, KIND_ON_DEMAND, 48, &rent);
    near_rel(rent.total.typical, 398486, 1e-3);
    cost_compare(&own, &rent, &x);
    assert_false(known(x.break_even_month));
    assert_false(known(x.payback_month));
}

static void test_packages_are_paid_in_whole_terms(void **state)
{
    (void)state;
    neutral_rows();
    struct cost one, three;
    rent_of(10, 100, 0, KIND_RESERVED_1Y, 12, &one);
    near_rel(one.per_month, 7300, 1e-9);
    rent_of(10, 100, 0, KIND_RESERVED_3Y, 12, &three);
    assert_true(three.total.typical > 2.5 * one.total.typical); /* 36 months are due */
    assert_true(one.variable_per_hour == 0.0);
}

static void test_month_package_price_counts_not_hours(void **state)
{
    (void)state;
    neutral_rows();
    struct cost few, many;
    rent_of(10, 50, 0, KIND_MONTH, 6, &few);
    rent_of(10, 700, 0, KIND_MONTH, 6, &many);
    near_rel(few.total.typical, many.total.typical, 1e-12);
}

static void test_runs_decide_hours_when_known(void **state)
{
    (void)state;
    struct job j = job_of(12, 0.08, 304, BUYER_LAB, PLACE_COLO, "US", 0.1);
    bool from_runs;
    assert_true(fabs(job_hours_per_month(&j, &sizing, &from_runs) - 304) < 1e-9);
    assert_false(from_runs);
    j.runs_per_month = 8;
    sizing.hours_per_run.typical = 11.5;
    assert_true(fabs(job_hours_per_month(&j, &sizing, &from_runs) - 92) < 1e-9);
    assert_true(from_runs);
}

static void test_a_part_without_price_has_no_total(void **state)
{
    (void)state;
    neutral_rows();
    struct job j = job_of(24, 0.08, 100, BUYER_LAB, PLACE_SERVER_ROOM, "US", 0.1);
    struct bom b = bom_of(1000, 500, 4);
    b.line[1] = (struct bom_line){.kind = PART_NIC,
                                  .id = "nic",
                                  .qty = 1,
                                  .unit_price = UNKNOWN,
                                  .low = UNKNOWN,
                                  .high = UNKNOWN,
                                  .currency = "USD"};
    b.n = 2;
    struct cost c;
    cost_own(&j, &facts, &sizing, &b, &card, NULL, &c);
    assert_false(known(c.total.typical));
    assert_false(known(c.total.low));
}

/* Every line that names a row: move that row alone, and the total moves. */
static void test_every_named_row_moves_the_total(void **state)
{
    (void)state;
    static const struct {
        enum buyer b;
        enum place p;
        const char *country;
        double months;
    } sites[] = {{BUYER_ENTERPRISE, PLACE_SERVER_ROOM, "US", 60},
                 {BUYER_STARTUP, PLACE_COLO, "US", 48},
                 {BUYER_LAB, PLACE_COLO, "CN", 60},
                 {BUYER_PERSON, PLACE_DESK, "DE", 36},
                 {BUYER_STARTUP, PLACE_DESK, "US", 36},
                 {BUYER_LAB, PLACE_OFFICE, "CN", 24}};
    int tried = 0;
    for (size_t s = 0; s < sizeof(sites) / sizeof(sites[0]); s++) {
        neutral_rows();
        for (size_t i = 0; i < facts.factor_n; i++)
            if (facts.factor[i].typical == 0.0)
                set(facts.factor[i].id, 0.05);
        set("reliability.warranty_years", 1);
        set("power.idle_power_fraction", 0.2);
        set("power.pue_home", 1.15);
        set("power.pue_office_room", 1.45);
        card = (struct accel){
            .id = "card", .cooling = sites[s].p == PLACE_DESK ? COOLING_OPEN_FAN : COOLING_PASSIVE};
        struct job j =
            job_of(sites[s].months, 0.08, 200, sites[s].b, sites[s].p, sites[s].country, 0.1);
        j.gross = true;
        struct bom b = bom_of(9000, 900, sites[s].p == PLACE_DESK ? UNKNOWN : 4);
        b.line[1] = (struct bom_line){.kind = PART_CPU,
                                      .id = "cpu",
                                      .qty = 1,
                                      .unit_price = 500,
                                      .low = 500,
                                      .high = 500,
                                      .currency = "USD"};
        b.n = 2;
        struct cost base, moved;
        cost_own(&j, &facts, &sizing, &b, &card, NULL, &base);
        assert_true(base.n >= 5);
        for (int l = 0; l < base.n; l++) {
            if (base.line[l].row == NULL)
                continue;
            double was = row(base.line[l].row)->typical;
            set(base.line[l].row, was * 1.5);
            cost_own(&j, &facts, &sizing, &b, &card, NULL, &moved);
            set(base.line[l].row, was);
            if (fabs(moved.total.typical - base.total.typical) < 1e-6)
                fail_msg("row %s does not move the total", base.line[l].row);
            tried++;
        }
    }
    assert_true(tried > 40);
}

static void test_rent_rows_move_the_total(void **state)
{
    (void)state;
    neutral_rows();
    for (size_t i = 0; i < facts.factor_n; i++)
        if (facts.factor[i].typical == 0.0)
            set(facts.factor[i].id, 0.05);
    struct job j = job_of(24, 0.08, 200, BUYER_STARTUP, PLACE_COLO, "US", 0.1);
    sizing.dataset_gb = 100;
    sizing.checkpoint_gb = 20;
    struct offer o = {.provider = "p",
                      .instance = "i",
                      .kind = KIND_SPOT,
                      .gpu_count = 1,
                      .currency = "USD",
                      .price_hour = 2,
                      .price_month = UNKNOWN,
                      .min_months = UNKNOWN};
    struct cost base, moved;
    cost_rent(&j, &facts, &sizing, &o, 1, NULL, &base);
    int tried = 0;
    for (int l = 0; l < base.n; l++) {
        if (base.line[l].row == NULL)
            continue;
        double was = row(base.line[l].row)->typical;
        set(base.line[l].row, was * 1.5);
        cost_rent(&j, &facts, &sizing, &o, 1, NULL, &moved);
        set(base.line[l].row, was);
        assert_true(fabs(moved.total.typical - base.total.typical) > 1e-6);
        tried++;
    }
    assert_int_equal(tried, 7);
}

static void test_too_close_to_call(void **state)
{
    (void)state;
    struct cost a = {.total = {90, 100, 120}, .horizon_months = 12};
    struct cost b = {.total = {95, 104, 115}, .horizon_months = 12};
    struct own_vs_rent x;
    cost_compare(&a, &b, &x);
    assert_true(x.too_close);
    assert_true(x.p_own_cheaper > 0.5);
    struct cost far = {.total = {290, 300, 310}, .horizon_months = 12};
    cost_compare(&a, &far, &x);
    assert_false(x.too_close);
    assert_true(x.p_own_cheaper > 0.999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_desk_machine_vectors),
        cmocka_unit_test(test_server_in_colocation),
        cmocka_unit_test(test_staff_goes_by_cards),
        cmocka_unit_test(test_rent_against_own),
        cmocka_unit_test(test_packages_are_paid_in_whole_terms),
        cmocka_unit_test(test_month_package_price_counts_not_hours),
        cmocka_unit_test(test_runs_decide_hours_when_known),
        cmocka_unit_test(test_a_part_without_price_has_no_total),
        cmocka_unit_test(test_every_named_row_moves_the_total),
        cmocka_unit_test(test_rent_rows_move_the_total),
        cmocka_unit_test(test_too_close_to_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
