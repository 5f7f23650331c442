/*
 * carbon.h - what a plan's electricity emits, by the grid it hangs on (location based; contracts
 * for green power are the buyer's claim), and what was emitted to make the machine.
 */
#ifndef ENGINE_COST_CARBON_H
#define ENGINE_COST_CARBON_H

#include "engine/cost/cost.h"

struct carbon {
    const struct region *grid;       /* NULL: not known which */
    double kwh_per_month;            /* at the meter, cooling counted; UNKNOWN */
    double g_per_kwh;                /* of the grid */
    double kg_per_month, kg_per_run; /* CO2e; kg_per_run UNKNOWN without runs */
    double kg_made; /* share of the making of the cards' servers in the horizon; own */
};

/* carbon_own: by the place of the job. */
void carbon_own(const struct job *job, const struct facts *f, const struct sizing *z,
                const struct bom *b, const struct cost *c, struct carbon *out);
/* carbon_rent: by the provider's region; power of the cards with the share of host and fans that
 * servers of eight have, cooling of a new large site. */
void carbon_rent(const struct job *job, const struct facts *f, const struct sizing *z,
                 const struct offer *o, int machines, struct carbon *out);

/* carbon_grid: the electricity region that a provider's region name stands in; NULL unknown. */
const struct region *carbon_grid(const struct facts *f, const struct offer *o);

#endif
