/* rows.h - defaults of which none costs anything, jobs and bills for the tests of the costs. */
#ifndef TESTS_COST_ROWS_H
#define TESTS_COST_ROWS_H

#include "engine/cost/cost.h"

#define ROWS_MAX 64
extern struct facts facts;
extern struct region region;
extern struct accel card;
extern struct sizing sizing;

/* Every row that the cost lines read, at the value that makes its line vanish. */
void neutral_rows(void);
struct factor *row(const char *id);
void set(const char *id, double v);
void set_range(const char *id, double low, double typical, double high);
/* A job that works `hours` a month. */
struct job job_of(double months, double r, double hours, enum buyer buyer, enum place place,
                  const char *country, double tariff);
struct bom bom_of(double capex, double wall_w, double rack_u);
void near_rel(double got, double want, double rel);
double line_of(const struct cost *c, const char *id);

#endif
