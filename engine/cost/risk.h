/*
 * risk.h - what an uncertain answer is worth: which assumption moves it most, and how often own is
 * cheaper when all move at once.
 *
 * Each assumption has a low, a typical and a high value. One at a time gives the tornado. All at
 * once: 2,000 draws of triangular distributions from a fixed seed (xorshift64*, only + - * / and
 * sqrt after it), so that the same inputs give the same bytes on every machine.
 */
#ifndef ENGINE_COST_RISK_H
#define ENGINE_COST_RISK_H

#include "base/msg.h"
#include "base/num.h"

#define RISK_FACTORS 40
#define RISK_DRAWS 2000

/* An assumption and what it does to the two totals. */
struct risk_factor {
    const char *id;    /* default row "group.parameter", or "hours", "rent-price" ... */
    enum msg_id label; /* in words */
    const char *unit;  /* of low, typical, high; "" none */
    double low, typical, high;
    double own[2];  /* total of owning with it at low, at high */
    double rent[2]; /* total of renting */
    bool drawn;     /* it takes part in the draws, not only in the tornado */
};

struct risk_model {
    double own, rent; /* totals with everything typical */
    struct risk_factor factor[RISK_FACTORS];
    int n;
    int price, resale; /* factors that share a draw so often as `together` says; -1 none */
    double together;   /* 0..1: a used card is a claim on future rent */
};

struct risk_spread { /* of the present value of owning: rent less own */
    int draws;
    double p_own_cheaper, p10, p50, p90;
};

/* risk_sort: by how far the difference rent - own moves between low and high, widest first. */
void risk_sort(struct risk_model *m);
/* risk_npv: rent - own with factor i at low (end 0) or high (end 1). */
double risk_npv(const struct risk_model *m, int i, int end);
/* risk_draw: all at once. What a factor does to the rent multiplies, to the own total adds up. */
void risk_draw(const struct risk_model *m, struct risk_spread *out);

/* risk_triangular: the value whose share of the distribution below is u, 0..1. low = high gives
 * that; a typical value outside the range counts as its nearer end. */
double risk_triangular(double low, double typical, double high, double u);
/* risk_uniform: the next of the sequence, 0 <= u < 1; *state must not be 0. */
double risk_uniform(uint64_t *state);

#endif
