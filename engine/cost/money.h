/*
 * money.h - sums of cost lines with their bands, and default rows read with their units. Private
 * to engine/cost.
 */
#ifndef ENGINE_COST_MONEY_H
#define ENGINE_COST_MONEY_H

#include "engine/cost/cost.h"

/* A default row in the job's currency: low, typical, high; all UNKNOWN when it is missing. */
struct row {
    const char *id; /* "power.pue_home" */
    const struct factor *factor;
    struct band v;
};

/* row_get: tco default by id. Amounts whose unit opens with a currency (USD/kW-month) are
 * converted to `currency`. */
struct row row_get(const struct facts *f, const char *id, const char *currency);

/* Accumulates lines; bands of independent lines add as root of squares. */
struct ledger {
    struct cost *cost;
    double var_low, var_high; /* squared distances to low and high */
    bool unknown;             /* a line without amount: the total is unknown */
};
void ledger_init(struct ledger *l, struct cost *c, const char *currency, double months);
/* ledger_add: one line of present value. v.typical UNKNOWN makes the total unknown. A line of 0
 * is kept out. row NULL: rests on no default. */
void ledger_add(struct ledger *l, const char *id, enum msg_id label, struct band v,
                const char *row);
void ledger_close(struct ledger *l);

/* The tax on profit that costs save (taxshield.c), as one line of each side; nothing at rate 0.
 * tax_shield_own: present values of what is paid at the start, by the month, and at the end. */
void tax_shield_rent(const struct job *job, struct ledger *l);
void tax_shield_own(const struct job *job, const struct facts *f, struct ledger *l, double upfront,
                    double running, double end);

struct band money_band(double low, double typical, double high);
struct band money_scale(struct band b, double k); /* k may be negative: ends swap */

/* annuity: sum over months 1..n of (1+g)^((m-1)/12) / (1+rm)^m for yearly r and g. */
double annuity(double r, double g, int n);
double month_rate(double r); /* (1+r)^(1/12) - 1 */

#endif
