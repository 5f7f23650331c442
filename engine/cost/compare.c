/* compare.c - own against rent: pay-back, break-even, threshold, and how sure that is. */
#include <math.h>

#include "engine/cost/formula.h"
#include "engine/cost/money.h"

/* Standard deviation of a band read as its 10th to 90th percentile. */
static double band_sd(const struct band *b)
{
    return (b->high - b->low) / (2.0 * 1.2815515655446004);
}

void cost_compare(const struct cost *own, const struct cost *rent, struct own_vs_rent *out)
{
    *out = (struct own_vs_rent){UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, false};
    if (!known(own->total.typical) || !known(rent->total.typical))
        return;
    int n = (int)fmin(own->horizon_months, rent->horizon_months);
    if (n > COST_MONTHS_MAX)
        n = COST_MONTHS_MAX;
    for (int m = 1; m <= n; m++) {
        if (!known(out->payback_month) && own->cumulative[m] <= rent->cumulative[m])
            out->payback_month = m;
        bool ahead = own->cumulative_pv[m] - own->resale_pv[m] <= rent->cumulative_pv[m];
        if (!ahead)
            out->break_even_month = UNKNOWN; /* lost again: only what holds to the end counts */
        else if (!known(out->break_even_month))
            out->break_even_month = m;
    }
    double give = own->deliverable_h > 0 ? own->deliverable_h : HOURS_PER_MONTH;
    if (rent->variable_per_hour > 0) {
        double u =
            threshold_hours(own->fixed_per_month, own->variable_per_hour, rent->variable_per_hour) /
            give;
        if (u <= 1.0)
            out->utilisation_threshold = fmax(u, 0.0);
    }
    double sd = hypot(band_sd(&own->total), band_sd(&rent->total));
    double diff = rent->total.typical - own->total.typical;
    if (sd > 0)
        out->p_own_cheaper = 0.5 * erfc(-diff / (sd * sqrt(2.0)));
    else
        out->p_own_cheaper = diff > 0 ? 1.0 : diff < 0 ? 0.0 : 0.5;
    out->too_close = out->p_own_cheaper > COST_CLOSE && out->p_own_cheaper < 1.0 - COST_CLOSE;
}

struct msg cost_even(const struct own_vs_rent *o)
{
    bool cash = known(o->payback_month), sale = known(o->break_even_month);
    enum msg_id id = cash && sale ? MSG_COST_EVEN_BOTH
                     : sale       ? MSG_COST_EVEN_SALE
                     : cash       ? MSG_COST_EVEN_CASH
                                  : MSG_COST_EVEN_NEVER;
    return msg_make(id, 2, ARG_INT(o->break_even_month), ARG_INT(o->payback_month));
}
