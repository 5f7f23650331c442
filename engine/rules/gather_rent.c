/* gather_rent.c - facts of an offer that its provider and its neighbours in the list tell. */
#include "base/str.h"
#include "engine/cost/spot.h"
#include "engine/rules/gather_parts.h"

static bool is_package(enum price_kind k)
{
    return k == KIND_MONTH || k == KIND_RESERVED_1Y || k == KIND_RESERVED_3Y;
}

/* Hours of the hour price that the month package of the same machine costs; UNKNOWN without both.
 * mine is one of the two. */
static double package_hours(const struct prices *p, const struct offer *mine)
{
    double hour = UNKNOWN, month = UNKNOWN;
    bool package = is_package(mine->kind);
    const struct offer *first;
    size_t n = prices_of(p, mine->accel, &first);
    for (size_t i = 0; i < n; i++) {
        const struct offer *o = &first[i];
        if (!str_eq(o->provider, mine->provider) || !str_eq(o->instance, mine->instance) ||
            !str_eq(o->currency, mine->currency) ||
            (o->region != NULL && mine->region != NULL && !str_eq(o->region, mine->region))) {
            continue;
        }
        if (o->kind == KIND_ON_DEMAND && (o == mine || package) && !(hour <= o->price_hour)) {
            hour = o->price_hour;
        }
        if (o->kind == KIND_MONTH && (o == mine || !package) && !(month <= o->price_month)) {
            month = o->price_month;
        }
    }
    return month / hour;
}

void gather_rent_gates(struct rule_facts *rf)
{
    static const enum fact_id gates[] = {F_IS_PACKAGE, F_HAS_PACKAGE, F_HAS_SPOT_TERMS,
                                         F_HAS_QUOTA,  F_HAS_SALES,   F_LOSES_CARD,
                                         F_HAS_STEP,   F_HAS_IMAGE};
    for (size_t i = 0; i < sizeof gates / sizeof gates[0]; i++) {
        fact_yes(rf, gates[i], false);
    }
}

static void gather_spot(const struct job *j, const struct facts *f, const struct plan *p,
                        struct rule_facts *rf)
{
    struct spot s;
    if (p->offer->kind != KIND_SPOT) {
        return;
    }
    spot_of(j, f, &p->sizing, p->offer, p->nodes, &s);
    fact_yes(rf, F_HAS_SPOT_TERMS, known(s.stops_month));
    fact_yes(rf, F_SAVES_STATE, s.tau_h > 0);
    rf->f[F_SPOT_STOPS] = s.stops_month;
    rf->f[F_SPOT_NOTICE] = s.term != NULL ? s.term->notice_s : UNKNOWN;
    rf->f[F_SPOT_TAU] = s.tau_h;
    rf->f[F_SPOT_EXTRA] = s.overhead.typical;
}

static void gather_provider(const struct facts *f, const struct plan *p, struct rule_facts *rf)
{
    const struct provider *pr = facts_provider(f, p->offer->provider);
    const char *source, *image = facts_image(f, pr, p->accel, &source);
    fact_yes(rf, F_HAS_IMAGE, image != NULL);
    fact_text(rf, F_IMAGE, image);
    fact_text(rf, F_PROVIDER_NAME, pr != NULL ? pr->names : p->offer->provider);
    rf->f[F_ORDER_CARDS] = (double)p->per_node * p->machines;
    fact_yes(rf, F_HAS_QUOTA, pr != NULL && known(pr->quota_cards));
    fact_yes(rf, F_HAS_SALES, pr != NULL && known(pr->sales_cards));
    fact_yes(rf, F_LOSES_CARD, pr != NULL && pr->keeps_card == TRI_NO);
    double step = pr != NULL ? pr->billing_quantum_s / 3600.0 : UNKNOWN;
    fact_yes(rf, F_HAS_STEP, known(step) && known(p->sizing.hours_per_run.typical));
    rf->f[F_BILL_STEP] = step;
    if (pr != NULL) {
        rf->f[F_QUOTA_CARDS] = pr->quota_cards;
        rf->f[F_SALES_CARDS] = pr->sales_cards;
    }
}

void gather_rent_terms(const struct job *j, const struct facts *f, const struct prices *p,
                       const struct plan *plan, struct rule_facts *rf)
{
    const struct offer *o = plan->offer;
    if (o == NULL) {
        return;
    }
    double hours = package_hours(p, o);
    fact_yes(rf, F_IS_PACKAGE, is_package(o->kind));
    fact_yes(rf, F_HAS_PACKAGE, known(hours) && o->kind != KIND_SPOT);
    rf->f[F_PACKAGE_HOURS] = hours;
    rf->f[F_WORK_HOURS] = job_hours_per_month(j, &plan->sizing, NULL);
    double month = known(o->price_month) ? o->price_month : o->price_hour * HOURS_PER_MONTH;
    double k = facts_convert(f, 1.0, o->currency, j->currency, NULL);
    fact_money(rf, F_COMMIT_MONEY, month * o->min_months * plan->machines * k, j->currency);
    gather_spot(j, f, plan, rf);
    gather_provider(f, plan, rf);
}
