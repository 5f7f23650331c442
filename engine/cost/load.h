/*
 * load.h - how many machines to own when the load goes up and down, and what to rent for the rest.
 *
 * The load-duration curve: hours[k] = hours a year in which more than k units are needed, never
 * rising with k. A source of machine time is a line: fixed cost a unit and year, cost an hour. For
 * each unit the cheapest line at its hours wins; the units are independent of each other, so the
 * stack is optimal (own unit k exactly when hours[k] >= fixed / (price - variable)).
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

struct load_source {
    double fixed, hour; /* a unit and year; a busy hour */
    double months;      /* term that one is bound for; of two nearly equal ones the shorter wins */
};

/* load_own: own the first K units, rent the others by the hour: the K of least cost, and *cost of
 * it a year. hours falls with k; units at most LOAD_UNITS. availability 0..1: share of the wanted
 * hours that an own unit can give. */
int load_own(const double *hours, int units, double fixed, double variable, double price,
             double availability, double *cost);
/* load_own_cost: the same for a given K. */
double load_own_cost(const double *hours, int units, int own, double fixed, double variable,
                     double price, double availability);

/* load_stack: the cheapest source for each unit into pick[0..units). Of two within a tenth of each
 * other the shorter term is taken. Returns the cost a year. */
double load_stack(const double *hours, int units, const struct load_source *source, int sources,
                  int *pick);

/* load_burst: what an hour of a rented unit costs when its data must go there: price plus, over
 * the hours, moving or keeping the data. The cheaper of the two is taken. */
struct burst {
    double price;               /* of one hour */
    double bursts_year;         /* separate stays a year */
    double data_gb, changed;    /* set and the share of it that changes from one stay to the next */
    double result_gb;           /* brought back after each stay */
    double out_here, out_cloud; /* money a GB that leaves here, that leaves the cloud */
    double gbps;                /* the line */
    double store_month;         /* money a GB and month when it is kept there */
};
double load_burst(const struct burst *b, double hours_year);
/* transfer_hours: hours to move so many GB at gbps, of which four fifths are reached. */
double transfer_hours(double gb, double gbps);

#endif
