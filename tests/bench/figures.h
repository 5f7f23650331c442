/*
 * figures.h - what the benches share: the clock, least and median of some runs, the table in which
 * every bench prints (name, figure, unit, budget), and the jobs that are measured.
 *
 * Benches print and never judge: a machine at work elsewhere must not turn a test red. What can be
 * counted instead of timed (bytes, instructions) is asserted in tests/tui.
 */
#ifndef TESTS_BENCH_FIGURES_H
#define TESTS_BENCH_FIGURES_H

#include <stddef.h>

double now_ms(void); /* of the wall: what a user waits, and what others take from the machine */
double cpu_ms(void); /* of this process alone */

/* A handful of measurements of one thing. */
#define SAMPLES_MAX 256
struct samples {
    double x[SAMPLES_MAX];
    int n;
};
void samples_add(struct samples *s, double x); /* those above SAMPLES_MAX are dropped */
double samples_least(const struct samples *s);
double samples_median(struct samples *s); /* sorts */
double samples_mean(const struct samples *s);
double samples_most(const struct samples *s);

void figures_head(const char *title);
/* figures_row: budget NULL: none is set for this. */
void figures_row(const char *name, double figure, int decimals, const char *unit,
                 const char *budget);
/* figures_times: least and median of the samples as two rows. */
void figures_times(const char *name, struct samples *s, const char *budget);

/* The jobs of the benches, as flags of `dlrig plan`: pairs of question and answer, NULL-ended. */
#define JOB_FLAGS 20
struct bench_job {
    const char *name;
    const char *flag[JOB_FLAGS];
};
extern const struct bench_job bench_jobs[];
extern const int bench_job_n;

#endif
