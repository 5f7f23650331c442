/*
 * reasons.h - why a measured figure is what it is: a table of conditions, each with what the
 * machine would show if it were so, computed by the sizing. Inside engine/check.
 */
#ifndef ENGINE_CHECK_REASONS_H
#define ENGINE_CHECK_REASONS_H

#include "engine/check/check.h"

struct reasoning {
    const struct measured *m;
    const struct job *job;
    const struct facts *f;
    const struct shape *s;
    const struct sizing *z;
    const struct check_machine *x;
    struct arena *arena;
    struct band band; /* expected, in the unit of the measurement */
    enum measured_place place;
    bool slow;
};

/* measured_band: the expected band of a sizing in the unit of the measurement. */
struct band measured_band(const struct reasoning *r, const struct job *job, const struct sizing *z);

/* reasons_rank: the reasons that may hold, likeliest first; at most REASONS_MAX. */
int reasons_rank(const struct reasoning *r, struct reason out[REASONS_MAX]);

#endif
