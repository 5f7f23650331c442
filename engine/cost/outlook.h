/*
 * outlook.h - beside the two totals: what would have to change to turn the answer, which
 * assumptions move it most, how often own is cheaper, what it costs on credit.
 */
#ifndef ENGINE_COST_OUTLOOK_H
#define ENGINE_COST_OUTLOOK_H

#include "engine/cost/cost.h"
#include "engine/cost/risk.h"

/* The decision pair: a bill and an offer with their sizings. */
struct cost_pair {
    const struct job *job;
    const struct facts *f;
    const struct sizing *own_z, *rent_z;
    const struct bom *bom;
    const struct accel *accel;
    const struct offer *offer;
    int machines;
    double bridge_month; /* rent a month until the own machine stands; UNKNOWN: it is not bridged */
};

struct credit { /* the purchase on credit, in place of cash */
    const char *rate_row;
    double rate, months;   /* a year; term */
    double loan, interest; /* a month; all interest over the term */
    double lease;          /* a month when the resale value is left to its end */
};

struct outlook {
    struct risk_model risk; /* its factors in the order of the tornado */
    struct risk_spread spread;
    double npv;              /* rent less own over the horizon */
    double npv_share;        /* of what is paid up front */
    double irr;              /* of the saving, a year; UNKNOWN when there is none */
    double price_threshold;  /* an hour of all rented machines: above it own is cheaper */
    double tariff_threshold; /* a kWh: below it own is cheaper; UNKNOWN no power is paid */
    struct credit credit;
};

/* outlook_make: every assumption that a cost line of the pair rests on is moved to its low and its
 * high end and both totals are computed anew, then all are drawn together. False when either total
 * is not known or memory is out. Currency: the job's. */
bool outlook_make(const struct cost_pair *p, struct arena *arena, struct outlook *out);

#endif
