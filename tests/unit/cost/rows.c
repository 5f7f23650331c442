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

struct named {
    const char *id;
    double typical;
};

static struct factor rows[ROWS_MAX];
struct facts facts;

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct factor *)a)->id, ((const struct factor *)b)->id);
}

/* Neutral defaults: every row that the cost lines read, at the value that makes its line vanish. */
void neutral_rows(void)
{
    static const struct named base[] = {{"purchase.shipping_and_install", 0},
                                        {"purchase.hidden_capex_switch_cable_ups", 0},
                                        {"purchase.vat_rate_cn", 0.13},
                                        {"purchase.vat_rate_eu", 0.21},
                                        {"purchase.sales_tax_us", 0.07},
                                        {"power.load_factor_training", 1},
                                        {"power.idle_power_fraction", 0},
                                        {"power.on_fraction_desk", 0.5},
                                        {"power.pue_home", 1},
                                        {"power.pue_office_room", 1},
                                        {"power.pue_colo_air", 1},
                                        {"power.tariff_escalation", 0},
                                        {"site.colo_per_kw_month", 0},
                                        {"site.colo_cabinet_cn_month", 0},
                                        {"site.uplink_month_colo_1g", 0},
                                        {"ops.maintenance_contract", 0},
                                        {"ops.admin_fte_per_8gpu_server", 0},
                                        {"ops.admin_hours_per_workstation_month", 0},
                                        {"ops.fte_cost_year_us", 150000},
                                        {"ops.fte_cost_year_cn", 250000},
                                        {"ops.insurance", 0},
                                        {"ops.cloud_admin_fte_factor", 0},
                                        {"reliability.warranty_years", 0},
                                        {"reliability.afr_gpu_permanent", 0},
                                        {"reliability.afr_consumer_gpu", 0},
                                        {"end_of_life.disposal_cost", 0},
                                        {"residual.liquidation_factor_90d", 0.85},
                                        {"residual.residual_host_parts", 0},
                                        {"residual.residual_datacentre_year_1", 0.78},
                                        {"residual.residual_datacentre_year_2", 0.6},
                                        {"residual.residual_datacentre_year_3", 0.46},
                                        {"residual.residual_datacentre_year_4", 0.35},
                                        {"residual.residual_datacentre_year_5", 0.22},
                                        {"residual.residual_consumer_year_1", 0.8},
                                        {"residual.residual_consumer_year_2", 0.7},
                                        {"residual.residual_consumer_year_3", 0.6},
                                        {"residual.residual_consumer_year_4", 0.48},
                                        {"residual.residual_consumer_year_5", 0.38},
                                        {"load.idle_waste_cloud", 0},
                                        {"cloud.spot_overhead", 0},
                                        {"cloud.price_change_same_card", 0},
                                        {"cloud.storage_block_ssd", 0},
                                        {"cloud.egress_cn", 0},
                                        {"cloud.egress_hyperscaler", 0},
                                        {"cloud.egress_neocloud", 0},
                                        {"cloud.hidden_cloud_cost", 0},
                                        {"cloud.price_level_same_card", 1},
                                        {"load.use_of_plan", 1},
                                        {"finance.discount_rate", 0.08},
                                        {"finance.loan_rate_cn", 0.04},
                                        {"finance.loan_rate_us_equipment", 0.06},
                                        {"finance.loan_term_years", 3},
                                        {"uncertainty.corr_cloud_price_residual", 0.7},
                                        {"reliability.host_failures_per_server_year", 0},
                                        {"reliability.repair_time_days", 0},
                                        {"reliability.planned_downtime", 0},
                                        {"purchase.lead_time_weeks_server", 0},
                                        {"purchase.lead_time_weeks_consumer", 0},
                                        {"purchase.setup_weeks_own_room", 0}};
    size_t n = sizeof(base) / sizeof(base[0]);
    assert_true(n <= ROWS_MAX);
    memset(rows, 0, sizeof(rows));
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct factor){.table = "tco",
                                  .id = base[i].id,
                                  .unit = "fraction",
                                  .low = base[i].typical,
                                  .typical = base[i].typical,
                                  .high = base[i].typical,
                                  .cases = UNKNOWN};
    qsort(rows, n, sizeof(rows[0]), by_id);
    memset(&facts, 0, sizeof(facts));
    facts.factor = rows;
    facts.factor_n = n;
}

struct factor *row(const char *id)
{
    for (size_t i = 0; i < facts.factor_n; i++)
        if (strcmp(rows[i].id, id) == 0)
            return &rows[i];
    fail_msg("no row %s", id);
    return NULL;
}

void set(const char *id, double v)
{
    struct factor *f = row(id);
    f->low = f->typical = f->high = v;
}

struct region region;
struct accel card;
struct sizing sizing;

/* A job that works `hours` a month. */
struct job job_of(double months, double r, double hours, enum buyer buyer, enum place place,
                  const char *country, double tariff)
{
    region = (struct region){.code = country,
                             .currency = "USD",
                             .industrial_kwh = tariff,
                             .household_kwh = tariff,
                             .fx_usd_per_unit = 1};
    struct job j;
    memset(&j, 0, sizeof(j));
    j.currency = "USD";
    j.country = country;
    j.region = &region;
    j.months = months;
    j.discount_rate = r;
    j.hours_per_day = hours / 30.4;
    j.runs_per_month = j.staff_fte = UNKNOWN;
    j.buyer = buyer;
    j.place = place;
    memset(&sizing, 0, sizeof(sizing));
    sizing.hours_per_run = (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    sizing.dataset_gb = sizing.checkpoint_gb = UNKNOWN;
    return j;
}

struct bom bom_of(double capex, double wall_w, double rack_u)
{
    struct bom b;
    memset(&b, 0, sizeof(b));
    b.line[0] = (struct bom_line){.kind = PART_GPU,
                                  .id = "card",
                                  .name = "card",
                                  .qty = 1,
                                  .unit_price = capex,
                                  .low = capex,
                                  .high = capex,
                                  .currency = "USD"};
    b.n = 1;
    b.machines = 1;
    b.power.wall_w = wall_w;
    b.rack_u = rack_u;
    b.complete = true;
    return b;
}

void near_rel(double got, double want, double rel)
{
    if (!(fabs(got - want) <= rel * fabs(want)))
        fail_msg("got %.6f, want %.6f", got, want);
}

void set_range(const char *id, double low, double typical, double high)
{
    struct factor *f = row(id);
    f->low = low;
    f->typical = typical;
    f->high = high;
}

double line_of(const struct cost *c, const char *id)
{
    for (int i = 0; i < c->n; i++)
        if (strcmp(c->line[i].id, id) == 0)
            return c->line[i].amount;
    return 0.0;
}
