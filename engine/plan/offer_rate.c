/* offer_rate.c - offers side by side: prices per figure of the card, and per unit of the job. */
#include <math.h>

#include "engine/offers.h"
#include "engine/plan/planner.h"

#define RATE_TABLE 8192

static double positive(double x)
{
    return x > 0 ? x : UNKNOWN;
}

void offer_figures_at(const struct accel *a, double gpu_hour, struct offer_figures *out)
{
    double dense = a->bf16_tflops > 0 ? a->bf16_tflops : a->fp16_tflops;
    out->gpu_hour = gpu_hour;
    out->gb_hour = gpu_hour / positive(a->memory_gb);
    out->tflops_hour = gpu_hour / positive(dense);
    out->tbs_hour = gpu_hour / positive(a->memory_bandwidth_gbs / 1000.0);
}

void offer_figures(const struct facts *f, const struct offer *o, const char *currency,
                   struct offer_figures *out)
{
    double hour = facts_convert(f, o->price_hour, o->currency, currency, NULL);
    offer_figures_at(&f->accel[o->accel], hour / positive(o->gpu_count), out);
}

static void rate(struct planner *p, const struct offer *o, struct offer_rate *out,
                 const char **unit)
{
    struct shape s = planner_offer_shape(p->r->facts, o);
    const struct sized *z = o->gpu_count >= 1 ? planner_size(p, &s, true) : NULL;
    *out = (struct offer_rate){.verdict = VERDICT_UNKNOWN, .per_million = UNKNOWN};
    if (z == NULL)
        return;
    out->verdict = z->sizing.verdict;
    out->meets = z->meets;
    out->machines = z->shape.nodes * z->replicas;
    if (out->verdict == VERDICT_DOES_NOT_FIT || out->verdict == VERDICT_UNKNOWN)
        return;
    if (*unit == NULL)
        *unit = z->sizing.speed_unit;
    double hour = facts_convert(p->r->facts, o->price_hour, o->currency, "USD", NULL);
    out->per_million = hour * out->machines / positive(z->sizing.speed.typical) / 3600.0 * 1e6;
}

enum err engine_rate_offers(const struct answers *a, const struct facts *f, const struct prices *p,
                            struct moment now, const struct offer *const *offer, size_t n,
                            struct offer_rate *out, const char **unit, struct arena *arena,
                            struct err_info *e)
{
    static const struct engine_options none;
    struct result *r = ARENA_NEW(arena, struct result);
    struct planner pl = {.r = r, .opt = &none, .arena = arena, .table_n = RATE_TABLE};
    pl.table = ARENA_ARRAY(arena, struct sized *, RATE_TABLE);
    pl.sizer = sizer_make(arena);
    *unit = NULL;
    if (r == NULL || pl.table == NULL || pl.sizer == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    r->facts = f;
    r->prices = p;
    r->now = now;
    r->as_of_days = date_of(now);
    if (job_resolve(a, f, arena, &r->job, e) != OK)
        return e->code;
    for (size_t i = 0; i < n; i++)
        rate(&pl, offer[i], &out[i], unit);
    return arena_failed(arena) ? err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL) : OK;
}
