/*
 * Properties of the costs over random machines, offers and defaults: more hours never make owning
 * less attractive where an own hour costs less than a rented one, a higher tariff never lowers the
 * cost of owning, both totals grow with the hours, nothing is infinite, a lower price is never
 * dearer. A fixed sequence: 5,000 cases, as many as DLRIG_PROPERTY_COSTS says in the long run.
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
#include "engine/cost/load.h"
#include "engine/cost/risk.h"
#include "unit/cost/rows.h"

static uint64_t seed = 1;

static double between(double low, double high)
{
    return low + (high - low) * risk_uniform(&seed);
}

static int rounds(void)
{
    const char *more = getenv("DLRIG_PROPERTY_COSTS");
    return more != NULL ? (int)strtol(more, NULL, 10) : 5000;
}

static void spread(const char *id, double low, double high)
{
    double a = between(low, high), b = between(low, high), c = between(low, high);
    double least = fmin(a, fmin(b, c)), most = fmax(a, fmax(b, c));
    set_range(id, least, a + b + c - least - most, most);
}

struct scene {
    struct job job;
    struct bom bom;
    struct offer offer;
    double tariff;
};

static void random_defaults(void)
{
    neutral_rows();
    spread("purchase.shipping_and_install", 0, 0.05);
    spread("purchase.hidden_capex_switch_cable_ups", 0, 0.4);
    spread("power.load_factor_training", 0.5, 1);
    spread("power.idle_power_fraction", 0.05, 0.5);
    spread("power.on_fraction_desk", 0.2, 1);
    spread("power.pue_home", 1, 1.4);
    spread("power.pue_office_room", 1, 1.8);
    spread("power.tariff_escalation", -0.03, 0.06);
    spread("site.colo_per_kw_month", 100, 300);
    spread("ops.maintenance_contract", 0, 0.12);
    spread("ops.admin_fte_per_8gpu_server", 0, 0.5);
    spread("ops.cloud_admin_fte_factor", 0.2, 0.7);
    spread("reliability.warranty_years", 1, 5);
    spread("reliability.afr_gpu_permanent", 0, 0.06);
    spread("residual.residual_datacentre_year_3", 0.2, 0.7);
    spread("load.idle_waste_cloud", 0, 0.4);
    spread("cloud.price_change_same_card", -0.3, 0.25);
    spread("cloud.hidden_cloud_cost", 0.05, 0.6);
}

static void random_scene(struct scene *s)
{
    static const enum place places[] = {PLACE_DESK, PLACE_OFFICE, PLACE_SERVER_ROOM, PLACE_COLO};
    static const enum buyer buyers[] = {BUYER_PERSON, BUYER_STARTUP, BUYER_LAB, BUYER_ENTERPRISE};
    random_defaults();
    s->tariff = between(0.02, 0.6);
    bool open = risk_uniform(&seed) < 0.5;
    card = (struct accel){.id = "card", .cooling = open ? COOLING_OPEN_FAN : COOLING_PASSIVE};
    s->job = job_of(between(6, 72), between(0.01, 0.15), 100, buyers[(int)between(0, 4)],
                    places[(int)between(0, 4)], risk_uniform(&seed) < 0.5 ? "US" : "DE", s->tariff);
    s->bom = bom_of(between(800, 400000), between(200, 12000), between(0, 2) < 1 ? 8 : UNKNOWN);
    s->bom.gpus = 1 + (int)between(0, 8);
    s->bom.line[0].low *= between(0.7, 1);
    s->bom.line[0].high *= between(1, 1.4);
    s->offer = (struct offer){.provider = "p",
                              .instance = "i",
                              .kind = KIND_ON_DEMAND,
                              .gpu_count = s->bom.gpus,
                              .currency = "USD",
                              .price_hour = between(0.2, 90),
                              .price_month = UNKNOWN,
                              .min_months = UNKNOWN};
}

/* The band opens at the start by the price of the machine, and only wider from month to month; at
 * the end it is no wider than the total's without what is sold then. */
static void bands_grow(const struct cost *c)
{
    double before = 0;
    for (int m = 0; m <= (int)c->horizon_months; m++) {
        struct band b = cost_by_month(c, m);
        assert_true(b.typical == c->cumulative[m]);
        assert_true(b.low <= b.typical && b.typical <= b.high);
        assert_true(b.high - b.low >= before - 1e-9);
        before = b.high - b.low;
    }
    struct band start = cost_by_month(c, 0);
    assert_true(fabs(start.typical - start.low - c->once.down) < 1e-6 * (1 + c->once.down));
    assert_false(known(cost_by_month(c, (int)c->horizon_months + 1).typical));
}

static double own_at(struct scene *s, double hours, double tariff)
{
    struct cost c;
    s->job.hours_per_day = hours / 30.4;
    region.industrial_kwh = region.household_kwh = tariff;
    cost_own(&s->job, &facts, &sizing, &s->bom, &card, NULL, &c);
    assert_true(isfinite(c.total.typical) && isfinite(c.total.low) && isfinite(c.total.high));
    assert_true(c.total.low <= c.total.typical && c.total.typical <= c.total.high);
    for (int i = 0; i < c.n; i++)
        assert_true(isfinite(c.line[i].amount));
    for (int m = 1; m <= (int)c.horizon_months; m++)
        assert_true(c.cumulative[m] >= c.cumulative[m - 1] - 1e-9);
    bands_grow(&c);
    return c.total.typical;
}

static double rent_at(struct scene *s, double hours, double price)
{
    struct cost c;
    s->job.hours_per_day = hours / 30.4;
    s->offer.price_hour = price;
    cost_rent(&s->job, &facts, &sizing, &s->offer, 1, NULL, &c);
    assert_true(isfinite(c.total.typical) && isfinite(c.total.low) && isfinite(c.total.high));
    for (int i = 0; i < c.n; i++)
        assert_true(isfinite(c.line[i].amount));
    return c.total.typical;
}

/* The dearest that an own hour can be: full power, most cooling, the tariff at the end. */
static double own_hour_at_most(const struct scene *s)
{
    double pue = fmax(row("power.pue_home")->high, row("power.pue_office_room")->high);
    double rise = pow(1 + fmax(0, row("power.tariff_escalation")->high), s->job.months / 12);
    return s->bom.power.wall_w / 1000 * pue * s->tariff * rise;
}

/* The least that a rented hour can be: the price at the end of its fall. */
static double rent_hour_at_least(const struct scene *s)
{
    double g = fmin(0, row("cloud.price_change_same_card")->low);
    return s->offer.price_hour * pow(1 + g, s->job.months / 12);
}

static void test_costs(void **state)
{
    (void)state;
    int met = 0, n = rounds();
    for (int i = 0; i < n; i++) {
        struct scene s;
        random_scene(&s);
        double price = s.offer.price_hour;
        double h1 = between(1, 700), h2 = between(h1, 725);
        double own1 = own_at(&s, h1, s.tariff), own2 = own_at(&s, h2, s.tariff);
        double rent1 = rent_at(&s, h1, price), rent2 = rent_at(&s, h2, price);
        double eps = 1e-9 * (fabs(own1) + fabs(rent1));
        assert_true(own2 >= own1 - eps);
        assert_true(rent2 >= rent1 - eps);
        assert_true(own_at(&s, h1, s.tariff * between(1, 3)) >= own1 - eps);
        assert_true(rent_at(&s, h1, price * between(0.1, 1)) <= rent1 + eps);
        s.offer.price_hour = price;
        if (own_hour_at_most(&s) < rent_hour_at_least(&s)) {
            met++;
            if (rent2 - own2 < rent1 - own1 - eps)
                fail_msg("case %d: own worth %f at %f h, %f at %f h", i, rent1 - own1, h1,
                         rent2 - own2, h2);
        }
    }
    assert_true(met > n / 5);
}

/* The rule for one unit after the other against every number of units tried. */
static void test_the_rule_finds_the_least(void **state)
{
    (void)state;
    for (int i = 0; i < rounds(); i++) {
        double hours[50], cost, least = INFINITY;
        int units = 1 + (int)between(0, 50);
        double at = 8760;
        for (int k = 0; k < units; k++)
            hours[k] = at *= between(0, 1) < 0.3 ? 1 : between(0.5, 1);
        double fixed = between(100, 90000), price = between(0.1, 40),
               hour = price * between(0, 1.2);
        double give = between(0.8, 1);
        load_own(hours, units, fixed, hour, price, give, &cost);
        for (int k = 0; k <= units; k++)
            least = fmin(least, load_own_cost(hours, units, k, fixed, hour, price, give));
        assert_true(fabs(cost - least) <= 1e-9 * fabs(least));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_the_rule_finds_the_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
