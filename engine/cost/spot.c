/* spot.c - hours lost to interruptions of spot machines. */
#include "engine/cost/spot.h"

#include <math.h>

#include "engine/cost/cost.h"
#include "engine/cost/money.h"

#define OVERHEAD_MOST 1.0 /* more than every second hour lost: nobody stays on such machines */

double spot_overhead(double delta_h, double tau_h, double lambda, double restart_h)
{
    double write = tau_h > 0 ? delta_h / tau_h : 0.0;
    return write + lambda * (tau_h / 2.0 + restart_h);
}

double spot_best_interval(double delta_h, double lambda)
{
    return lambda > 0 ? sqrt(2.0 * delta_h / lambda) : INFINITY;
}

/* The interval of a job that writes checkpoints; 0 when a run is over before the first is due: it
 * starts again instead. */
static double interval(double delta_h, double lambda, const struct sizing *z)
{
    double best = spot_best_interval(delta_h, lambda);
    double run = z->hours_per_run.typical;
    return isinf(best) || best >= run ? 0.0 : best;
}

static double share(double delta_h, double stops_month, double restart_h, bool state,
                    const struct sizing *z)
{
    double lambda = stops_month / HOURS_PER_MONTH;
    double tau = state ? interval(delta_h, lambda, z) : 0.0;
    double run = z->hours_per_run.typical;
    double again = state && !(tau > 0) && known(run) ? lambda * run / 2.0 : 0.0;
    return fmin(OVERHEAD_MOST, spot_overhead(delta_h, tau, lambda, restart_h) + again);
}

void spot_of(const struct job *job, const struct facts *f, const struct sizing *z,
             const struct offer *o, int machines, struct spot *out)
{
    const char *cur = job->currency;
    struct row rest = row_get(f, "cloud.restart_minutes", cur);
    struct row rate = row_get(f, "cloud.checkpoint_write_rate", cur);
    struct row fixed = row_get(f, "cloud.spot_overhead", cur);
    bool state = job->training && known(z->checkpoint_gb);
    double restart = rest.v.typical / 60.0;
    bool card = o->accel >= 0 && (size_t)o->accel < f->accel_n;
    const char *id = card ? f->accel[o->accel].id : NULL;
    *out = (struct spot){.term = facts_spot_term(f, o->provider, id),
                         .stops_month = UNKNOWN,
                         .delta_h = state ? z->checkpoint_gb / rate.v.typical / 3600.0 : 0.0,
                         .restart_h = restart,
                         .tau_h = UNKNOWN,
                         .overhead = fixed.v};
    bool lost = job->training && !known(z->checkpoint_gb); /* state of unknown size */
    if (out->term == NULL || !known(restart) || !known(out->delta_h) || lost)
        return;
    const struct spot_term *t = out->term;
    double n = machines > 1 ? machines : 1;
    out->stops_month = t->typical * n;
    out->tau_h = state ? interval(out->delta_h, out->stops_month / HOURS_PER_MONTH, z) : 0.0;
    double low_delta = state ? z->checkpoint_gb / rate.v.high / 3600.0 : 0.0;
    double high_delta = state ? z->checkpoint_gb / rate.v.low / 3600.0 : 0.0;
    out->overhead.low = share(low_delta, t->low * n, rest.v.low / 60.0, state, z);
    out->overhead.typical = share(out->delta_h, t->typical * n, restart, state, z);
    out->overhead.high = share(high_delta, t->high * n, rest.v.high / 60.0, state, z);
}
