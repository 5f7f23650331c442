/*
 * load.h - how many machines to own when the load goes up and down, and what to rent for the rest.
 *
 * The load-duration curve: hours[k] = hours a year in which more than k units are needed, never
 * rising with k. Own unit k exactly when hours[k] >= fixed / (price - variable): the units are
 * independent of each other, so that this is the least of all.
 */
#ifndef ENGINE_COST_LOAD_H
#define ENGINE_COST_LOAD_H

#include <stdbool.h>

#define LOAD_UNITS 512
#define LOAD_STEPS 16

/* So many units for so many hours a day. */
struct load_step {
    double units, hours_day;
};
struct duty {
    struct load_step step[LOAD_STEPS];
    int n;
};

/* load_read: "8x4h,1x20h": units x hours a day, 24 h together at most; what is left has no load.
 * Units may be fractions of a machine (0.5x6h). False when the text is not of that form. */
bool load_read(const char *text, struct duty *out);
double load_peak(const struct duty *l);       /* most units at once; 0 without a load */
double load_unit_hours(const struct duty *l); /* unit hours a day */
/* load_hours: hours a year in which unit k (from 0) of so many steps' units works, when one owned
 * unit holds `size` units of the load: the mean over its share. */
double load_hours(const struct duty *l, int k, double size);

/* load_own: own the first K units, rent the others by the hour: the K of least cost, and *cost of
 * it a year. hours falls with k; units at most LOAD_UNITS. availability 0..1: share of the wanted
 * hours that an own unit can give. */
int load_own(const double *hours, int units, double fixed, double variable, double price,
             double availability, double *cost);
/* load_own_cost: the same for a given K. */
double load_own_cost(const double *hours, int units, int own, double fixed, double variable,
                     double price, double availability);

#endif
