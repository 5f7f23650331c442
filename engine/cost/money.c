#include "engine/cost/money.h"

#include <math.h>
#include <string.h>

#include "base/str.h"

struct band money_band(double low, double typical, double high)
{
    struct band b = {low, typical, high};
    return b;
}

struct band money_scale(struct band b, double k)
{
    if (k < 0)
        return money_band(b.high * k, b.typical * k, b.low * k);
    return money_band(b.low * k, b.typical * k, b.high * k);
}

double month_rate(double r)
{
    return pow(1.0 + r, 1.0 / 12.0) - 1.0;
}

double annuity(double r, double g, int n)
{
    double q = 1.0 / (1.0 + month_rate(r));
    double step = g != 0.0 ? q * pow(1.0 + g, 1.0 / 12.0) : q; /* unknown growth: unknown sum */
    double sum = 0.0, x = q;
    for (int m = 1; m <= n; m++, x *= step)
        sum += x;
    return sum;
}

/* Currency that opens a unit such as "USD/kW-month"; false when there is none. */
static bool unit_currency(const char *unit, char out[4])
{
    if (unit == NULL || strlen(unit) < 4 || unit[3] != '/')
        return false;
    for (int i = 0; i < 3; i++) {
        if (unit[i] < 'A' || unit[i] > 'Z')
            return false;
        out[i] = unit[i];
    }
    out[3] = '\0';
    return true;
}

struct row row_get(const struct facts *f, const char *id, const char *currency)
{
    struct row r = {id, facts_factor(f, "tco", id), {UNKNOWN, UNKNOWN, UNKNOWN}};
    if (r.factor == NULL)
        return r;
    double k = 1.0;
    char iso[4];
    if (unit_currency(r.factor->unit, iso))
        k = facts_convert(f, 1.0, iso, currency, NULL);
    double typical = r.factor->typical;
    double low = known(r.factor->low) ? r.factor->low : typical;
    double high = known(r.factor->high) ? r.factor->high : typical;
    r.v = money_band(low * k, typical * k, high * k);
    return r;
}

void ledger_init(struct ledger *l, struct cost *c, const char *currency, double months)
{
    memset(l, 0, sizeof(*l));
    memset(c, 0, sizeof(*c));
    l->cost = c;
    c->currency = currency;
    c->horizon_months = months;
    c->per_run = UNKNOWN;
}

/* Where a line's range belongs in the course of the months; what is sold at the end has no month of
 * its own before it. */
static struct cost_spread *spread_of(struct cost *c, const char *id)
{
    static const char *const start[] = {"purchase", "tax", "shipping", "site-hardware"};
    static const char *const end[] = {"residual", "residual-host", "disposal"};
    for (size_t i = 0; i < sizeof start / sizeof start[0]; i++)
        if (str_eq(id, start[i]))
            return &c->once;
    for (size_t i = 0; i < sizeof end / sizeof end[0]; i++)
        if (str_eq(id, end[i]))
            return NULL;
    return &c->running;
}

void ledger_add(struct ledger *l, const char *id, enum msg_id label, struct band v, const char *row)
{
    struct cost *c = l->cost;
    if (known(v.typical) && fabs(v.typical) < 0.005)
        return;
    if (c->n == COST_LINES_MAX)
        BUG("too many cost lines");
    c->line[c->n++] = (struct cost_line){id, label, v.typical, row};
    if (!known(v.typical)) {
        l->unknown = true;
        return;
    }
    double down = known(v.low) ? v.typical - v.low : 0.0;
    double up = known(v.high) ? v.high - v.typical : 0.0;
    c->total.typical += v.typical;
    l->var_low += down * down;
    l->var_high += up * up;
    struct cost_spread *spread = spread_of(c, id);
    if (spread != NULL) {
        spread->down += down * down;
        spread->up += up * up;
    }
}

void ledger_close(struct ledger *l)
{
    struct cost *c = l->cost;
    c->once = (struct cost_spread){sqrt(c->once.down), sqrt(c->once.up)};
    c->running = (struct cost_spread){sqrt(c->running.down), sqrt(c->running.up)};
    if (l->unknown) {
        c->total = money_band(UNKNOWN, UNKNOWN, UNKNOWN);
        return;
    }
    c->total.low = c->total.typical - sqrt(l->var_low);
    c->total.high = c->total.typical + sqrt(l->var_high);
}

struct band cost_by_month(const struct cost *c, int month)
{
    int last = (int)fmin(c->horizon_months, COST_MONTHS_MAX);
    if (month < 0 || month > last || !known(c->cumulative[month]))
        return money_band(UNKNOWN, UNKNOWN, UNKNOWN);
    double at = c->cumulative[month], ran = c->cumulative[last] - c->cumulative[0];
    double share = ran > 0 ? (at - c->cumulative[0]) / ran : 0.0;
    double worth = c->cumulative_pv[last] - c->cumulative_pv[0];
    if (worth > 0) /* ranges are present values, what is paid is not */
        share *= ran / worth;
    return money_band(at - hypot(c->once.down, c->running.down * share), at,
                      at + hypot(c->once.up, c->running.up * share));
}
