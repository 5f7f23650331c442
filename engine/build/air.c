/*
 * air.c - the air through a case: what the heat wants, what the fans move, which ones fill the gap.
 *
 * Wanted: heat / (density x heat capacity x rise), 1.2 kg/m3 and 1005 J/(kg K) (the same as CFM =
 * 3.16 W / rise in degrees F: comairrotron.com, "Establishing cooling requirements"). The rise is
 * 15 K: from a room of 25 to 30 degrees C to the 45 that makers allow around their cards. Fans are
 * told by their free rate and their pressure without any; behind filters, cables and cards they
 * work about half way between the two, so twice the rate is wanted.
 *
 * The fans in the box of a case and on a radiator count as the weakest of their size in the
 * catalog, since nobody tells their rate.
 */
#include "engine/build/parts.h"

#define RISE_K 15.0
#define AIR_J_M3K (1.2 * 1005.0)
#define FREE_SHARE 0.5
#define SIZE_MM 120.0 /* places of a case of which nobody tells them */
#define PLACES 6.0

static double air_wanted_m3h(double watts)
{
    return watts * 3600.0 / (AIR_J_M3K * RISE_K) / FREE_SHARE;
}

static double place_mm(const struct chassis *c)
{
    return c->fit != NULL && known(c->fit->fan_mm) ? c->fit->fan_mm : SIZE_MM;
}

/* Places of 140 mm have holes for 120 mm, too. */
bool air_fits(const struct chassis *c, const struct fan *f)
{
    double place = place_mm(c);
    return f->size_mm <= place && (f->size_mm >= place || (place < 150.0 && f->size_mm >= 120.0));
}

static double weakest_m3h(const struct build_tables *t, double mm)
{
    double least = UNKNOWN;
    for (int i = 0; i < t->fan.n; i++) {
        const struct fan *f = &t->f->fan[t->fan.ref[i].index];
        if (f->size_mm >= mm && f->size_mm <= mm && !(f->airflow_m3h >= least))
            least = f->airflow_m3h;
    }
    return least;
}

/* Fans of a water cooler: they fill places and move air, too. */
static int radiator_fans(const struct machine *m)
{
    if (m->cooler == NULL || !known(m->cooler->radiator_mm))
        return 0;
    return (int)(m->cooler->radiator_mm /
                 (fmod(m->cooler->radiator_mm, 140.0) > 0 ? 120.0 : 140.0));
}

static bool has_case(const struct machine *m)
{
    return m->p->p->is_board && m->chassis != NULL && !chassis_is_open(m->chassis);
}

static double box_fans(const struct chassis *c)
{
    return c->fit != NULL ? c->fit->fans : UNKNOWN;
}

/* What is there before any fan is bought; a case that tells none counts as empty. */
static double brought_m3h(const struct machine *m)
{
    double box = box_fans(m->chassis), each = weakest_m3h(m->t, place_mm(m->chassis));
    double n = (known(box) ? box : 0) + radiator_fans(m);
    return n > 0 && known(each) ? n * each : 0;
}

static int free_places(const struct machine *m)
{
    const struct fitting *fit = m->chassis->fit;
    double all = fit != NULL && known(fit->fan_places) ? fit->fan_places : PLACES;
    double box = box_fans(m->chassis);
    double left = all - (known(box) ? box : 0) - radiator_fans(m);
    return left > 0 ? (int)left : 0;
}

static bool too_loud(const struct machine *m, const struct fan *f, int n)
{
    return known(m->w->noise_db) && f->noise_db + 10.0 * log10(n) > m->w->noise_db;
}

struct fan_choice fans_choose(const struct machine *m)
{
    struct fan_choice best = {NULL, 0};
    struct sum cost = {0, 0};
    double moved = 0;
    if (!has_case(m) || m->t->fan.n == 0 || !known(m->power.dc_w))
        return best;
    double gap = air_wanted_m3h(m->power.dc_w) - brought_m3h(m);
    int places = free_places(m);
    for (int i = 0; i < m->t->fan.n && gap > 0 && places > 0; i++) {
        const struct fan *f = &m->t->f->fan[m->t->fan.ref[i].index];
        double n = ceil(gap / f->airflow_m3h);
        int qty = n < places ? (int)n : places;
        struct sum s = {0, 0};
        if (!air_fits(m->chassis, f) || too_loud(m, f, qty))
            continue;
        sum_add(&s, m->t->fan.ref[i].price, qty);
        double got = fmin(f->airflow_m3h * qty, gap); /* more than is wanted is no gain */
        if (best.fan != NULL && !(got > moved || (got >= moved && sum_less(&s, &cost))))
            continue;
        best = (struct fan_choice){f, qty};
        cost = s;
        moved = got;
    }
    return best;
}

void air_judge(const struct machine *m, struct build_checks *c)
{
    if (!has_case(m) || m->t->fan.n == 0 || !known(m->power.dc_w))
        return;
    c->air_wanted_m3h = air_wanted_m3h(m->power.dc_w);
    if (m->fans > 0 || known(box_fans(m->chassis)))
        c->air_m3h = brought_m3h(m) + m->fans_m3h;
}
