/*
 * spot.h - what interruptions of spot machines cost: hours written off, the best interval of
 * checkpoints.
 *
 * Formula: overhead = delta / tau + lambda (tau / 2 + restart), least at tau = sqrt(2 delta /
 * lambda): J. W. Young, "A first order approximation to the optimum checkpoint interval", CACM 17
 * (1974); J. T. Daly (2006) confirms it where tau is far below 1 / lambda. delta: hours to write a
 * checkpoint, lambda: interruptions an hour of the whole job, restart: hours until it runs again.
 */
#ifndef ENGINE_COST_SPOT_H
#define ENGINE_COST_SPOT_H

#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/sizing/sizing.h"

/* Share of extra hours; 0 without interruptions and checkpoints. tau 0: nothing is written, since
 * nothing would be lost but the restart. */
double spot_overhead(double delta_h, double tau_h, double lambda, double restart_h);
double spot_best_interval(double delta_h, double lambda); /* hours; INFINITY without stops */

struct spot {
    const struct spot_term *term; /* NULL: no row, the default share counts */
    double stops_month;           /* of the whole job, typical */
    double delta_h, restart_h;    /* typical */
    double tau_h;                 /* best interval, 0: no state to save, or runs that are shorter */

    struct band overhead; /* share of extra hours */
};
/* spot_of: machines of the offer that run the job as one, so that each interruption stops all. */
void spot_of(const struct job *job, const struct facts *f, const struct sizing *z,
             const struct offer *o, int machines, struct spot *out);

#endif
