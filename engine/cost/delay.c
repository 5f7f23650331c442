/*
 * delay.c - from the order to the first run an own machine does nothing: the load runs in the cloud
 * until it stands, and what the machine would have cost to run is not spent yet.
 */
#include <math.h>

#include "base/str.h"
#include "engine/cost/money.h"

#define WEEKS_MONTH (52.0 / 12.0)

static struct row lead_row(const struct job *job, const struct facts *f, bool server)
{
    return row_get(f,
                   server ? "purchase.lead_time_weeks_server" : "purchase.lead_time_weeks_consumer",
                   job->currency);
}

/* A server of one's own room is set up besides; in a colocation others do it. */
static struct band lead(const struct job *job, const struct facts *f, bool server)
{
    struct band b = lead_row(job, f, server).v;
    if (server && job->place != PLACE_COLO) {
        struct band s = row_get(f, "purchase.setup_weeks_own_room", job->currency).v;
        if (known(s.typical))
            b = money_band(b.low + s.low, b.typical + s.typical, b.high + s.high);
    }
    return money_scale(b, 1.0 / WEEKS_MONTH);
}

double cost_lead_months(const struct job *job, const struct facts *f, bool server)
{
    double months = lead(job, f, server).typical;
    return known(months) ? months : 0.0;
}

/* Months of the plan that something of the delay falls into. */
static int touched(const struct cost *own, double months)
{
    double all = fmin(own->horizon_months, COST_MONTHS_MAX);
    return (int)fmin(all, ceil(fmax(months, 0.0)));
}

/* Present value of renting in place of running for so many months from the order. */
static double worth(const struct cost *own, double month, double months)
{
    double sum = 0.0, rm = month_rate(own->rate);
    for (int m = 1; m <= touched(own, months); m++)
        sum += num_clamp(months - (m - 1), 0.0, 1.0) * (month - own->per_month) / pow(1.0 + rm, m);
    return sum;
}

static void later(struct cost *own, double month, double months)
{
    double sum = 0.0, pv = 0.0, rm = month_rate(own->rate);
    int last = touched(own, months);
    for (int m = 1; m <= (int)own->horizon_months && m <= COST_MONTHS_MAX; m++) {
        double part = num_clamp(months - (m - 1), 0.0, 1.0) * (month - own->per_month);
        if (m <= last) {
            sum += part;
            pv += part / pow(1.0 + rm, m);
        }
        own->cumulative[m] += sum;
        own->cumulative_pv[m] += pv;
    }
}

/* Hours that are rented until the machine stands cost the same on both sides, so that the machine
 * must earn its purchase in the months left; what runs by the month runs in these alone. */
static void fewer_months(struct cost *own, double months)
{
    double rm = month_rate(own->rate), all = annuity(own->rate, 0.0, (int)own->horizon_months);
    double before = 0.0;
    double running = own->per_month - own->variable_per_hour * own->hours_per_month;
    for (int m = 1; m <= touched(own, months); m++)
        before += num_clamp(months - (m - 1), 0.0, 1.0) / pow(1.0 + rm, m);
    own->fixed_per_month =
        before < all ? running + (own->fixed_per_month - running) * all / (all - before) : INFINITY;
}

void cost_bridge(const struct job *job, const struct facts *f, double rent_month, struct cost *own)
{
    struct band months = lead(job, f, own->server);
    if (!known(months.typical) || !known(own->total.typical) || !known(rent_month) ||
        own->n == COST_LINES_MAX)
        return;
    double v = worth(own, rent_month, months.typical);
    double short_by = v - worth(own, rent_month, months.low);
    double long_by = worth(own, rent_month, months.high) - v;
    double down = own->total.typical - own->total.low, up = own->total.high - own->total.typical;
    if (fabs(v) < 0.005)
        return;
    own->line[own->n++] =
        (struct cost_line){"bridge", MSG_COST_BRIDGE, v, lead_row(job, f, own->server).id};
    own->total.typical += v;
    own->total.low = own->total.typical - hypot(down, v > 0 ? short_by : long_by);
    own->total.high = own->total.typical + hypot(up, v > 0 ? long_by : short_by);
    later(own, rent_month, months.typical);
    fewer_months(own, months.typical);
}
