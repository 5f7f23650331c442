#include "engine/cost/carbon.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/cost/formula.h"
#include "engine/cost/money.h"

#define SERVER_CARDS 8
#define SERVER_CARD_W 700.0 /* of the machine behind power.server_power_8xh100_kw */

/* How names of cloud regions begin, and the country or province they stand in. */
static const struct {
    const char *prefix, *code;
} grids[] = {{"cn-beijing", "CN-11"},
             {"cn-zhangjiakou", "CN-13"},
             {"cn-wulanchabu", "CN-15"},
             {"cn-huhehaote", "CN-15"},
             {"cn-shanghai", "CN-31"},
             {"cn-nanjing", "CN-32"},
             {"cn-hangzhou", "CN-33"},
             {"cn-qingdao", "CN-37"},
             {"cn-shenzhen", "CN-44"},
             {"cn-guangzhou", "CN-44"},
             {"cn-heyuan", "CN-44"},
             {"cn-chengdu", "CN-51"},
             {"cn-hongkong", "HK"},
             {"cn", "CN"},
             {"us", "US"},
             {"ca-central", "CA"},
             {"canada", "CA"},
             {"ap-northeast-1", "JP"},
             {"ap-northeast-3", "JP"},
             {"ap-northeast-2", "KR"},
             {"ap-southeast-1", "SG"},
             {"ap-southeast-2", "AU"},
             {"ap-southeast-3", "ID"},
             {"ap-south-1", "IN"},
             {"ap-east-1", "HK"},
             {"eu-central-1", "DE"},
             {"eu-north-1", "SE"},
             {"eu-south-1", "IT"},
             {"eu-south-2", "ES"},
             {"eu-west-1", "IE"},
             {"eu-west-2", "GB"},
             {"eu-west-3", "FR"},
             {"sa-east-1", "BR"},
             {"me-central-1", "AE"},
             {"australia", "AU"},
             {"brazil", "BR"},
             {"centralindia", "IN"},
             {"southindia", "IN"},
             {"centralus", "US"},
             {"eastus", "US"},
             {"westus", "US"},
             {"northcentralus", "US"},
             {"southcentralus", "US"},
             {"francecentral", "FR"},
             {"germany", "DE"},
             {"israel", "IL"},
             {"italynorth", "IT"},
             {"japan", "JP"},
             {"korea", "KR"},
             {"northeurope", "IE"},
             {"norway", "NO"},
             {"poland", "PL"},
             {"southafrica", "ZA"},
             {"southeastasia", "SG"},
             {"spain", "ES"},
             {"sweden", "SE"},
             {"switzerland", "CH"},
             {"uae", "AE"},
             {"uksouth", "GB"},
             {"ukwest", "GB"},
             {"westeurope", "NL"}};

const struct region *carbon_grid(const struct facts *f, const struct offer *o)
{
    const struct provider *p = facts_provider(f, o->provider);
    bool alibaba = str_eq(o->provider, "alibaba"); /* its numbers in Asia are its own */
    for (size_t i = 0; o->region != NULL && i < sizeof(grids) / sizeof(grids[0]); i++) {
        bool numbered = str_starts(grids[i].prefix, "ap-southeast") &&
                        !str_eq(grids[i].prefix, "ap-southeast-1");
        if (str_starts(o->region, grids[i].prefix) && !(alibaba && numbered))
            return facts_region(f, grids[i].code);
    }
    if (p != NULL && str_eq(p->country, "CN") && (o->region == NULL || o->region[0] == 'c'))
        return facts_region(f, "CN");
    return NULL;
}

static void emit(const struct job *job, const struct sizing *z, struct carbon *c)
{
    bool from_runs;
    (void)job_hours_per_month(job, z, &from_runs);
    c->g_per_kwh = c->grid != NULL ? c->grid->carbon_g_per_kwh : UNKNOWN;
    c->kg_per_month = c->kwh_per_month * c->g_per_kwh / 1000.0;
    c->kg_per_run =
        from_runs && job->runs_per_month > 0 ? c->kg_per_month / job_runs(job, 1) : UNKNOWN;
}

void carbon_own(const struct job *job, const struct facts *f, const struct sizing *z,
                const struct bom *b, const struct cost *c, struct carbon *out)
{
    const struct factor *made = facts_factor(f, "tco", "carbon.embodied_8gpu_server");
    const struct factor *life = facts_factor(f, "tco", "life.useful_life_years_server");
    *out = (struct carbon){.grid = job->region, .kwh_per_month = c->kwh_per_month};
    emit(job, z, out);
    out->kg_made = UNKNOWN;
    if (made != NULL && life != NULL && b->gpus > 0)
        out->kg_made = made->typical * b->gpus * b->machines / SERVER_CARDS *
                       fmin(1.0, c->horizon_months / 12.0 / life->typical);
}

void carbon_rent(const struct job *job, const struct facts *f, const struct sizing *z,
                 const struct offer *o, int machines, struct carbon *out)
{
    const struct accel *a = &f->accel[o->accel];
    double load = row_get(f, "power.load_factor_training", job->currency).v.typical;
    double pue = row_get(f, "power.pue_new_large", job->currency).v.typical;
    double server = row_get(f, "power.server_power_8xh100_kw", job->currency).v.typical;
    double host = server * 1000.0 / (SERVER_CARDS * SERVER_CARD_W);
    double kw = a->tdp_w * o->gpu_count * machines * host / 1000.0;
    double hours = fmin(job_hours_per_month(job, z, NULL), HOURS_PER_MONTH);
    *out = (struct carbon){.grid = carbon_grid(f, o),
                           .kwh_per_month = energy_kwh(kw * load, pue, hours, hours, 0.0),
                           .kg_made = UNKNOWN};
    emit(job, z, out);
}
