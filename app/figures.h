/*
 * figures.h - what the gauges show, taken out of a plan: memory as stacked parts, power against
 * supply and circuit, time against the deadline, cost by kind of plan. Pure; no text but ids.
 */
#ifndef APP_FIGURES_H
#define APP_FIGURES_H

#include "app/theme.h"
#include "engine/result.h"

#define MEMORY_PARTS 5
struct memory_figure {
    struct {
        enum msg_id label;
        double gib;
    } part[MEMORY_PARTS]; /* weights, states, activations, KV cache, rest; 0 where there is none */
    struct band gib;      /* all together, busiest card */
    double usable_gib;
};
void figure_memory(const struct sizing *z, struct memory_figure *out);

struct power_figure {
    bool own;
    double load_w, psu_w;     /* drawn inside against what the supplies give */
    double wall_w, circuit_w; /* drawn from the wall against the circuit */
};
void figure_power(const struct plan *p, struct power_figure *out);

struct cost_row {
    enum price_kind kind;
    int plan; /* index of the cheapest plan of the kind */
    struct band total;
    const char *currency;
};
#define COST_ROWS 8
struct cost_figure {
    struct cost_row row[COST_ROWS];
    int n;
    double most; /* largest typical total */
};
/* figure_cost: one row a kind of plan that is there and has a total, cheapest plan of each. */
void figure_cost(const struct result *r, struct cost_figure *out);

enum msg_id figure_kind(enum price_kind k);       /* "on demand", "own" ... */
enum msg_id figure_kind_short(enum price_kind k); /* at most 9 cells */

#endif
