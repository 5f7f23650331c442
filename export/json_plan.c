/* json_plan.c - dlrig.plan/1. */
#include <string.h>

#include "engine/job/planfile.h"
#include "export/parts.h"

/* One row a currency: amounts of the bill x rate = amounts of the cost. A rate that crosses a third
 * currency names both sources and the older day. */
static void write_rate(struct json_out *w, const struct rate_used *x)
{
    const char *date = x->o[0].date;
    struct str source;
    str_init(&source, TEXT_MAX);
    for (int i = 0; i < x->n; i++) {
        str_addf(&source, "%s%s", i > 0 ? "; " : "", x->o[i].source != NULL ? x->o[i].source : "");
        if (date != NULL && x->o[i].date != NULL && strcmp(x->o[i].date, date) < 0)
            date = x->o[i].date;
    }
    jw_obj(w);
    jw_kstr(w, "from", x->from);
    jw_kstr(w, "to", x->to);
    jw_knum(w, "rate", x->rate);
    jw_kstr(w, "date", date);
    jw_kstr(w, "source", source.len > 0 ? source.p : NULL);
    jw_obj_end(w);
    str_free(&source);
}

static void write_fx(struct json_out *w, const struct result *r)
{
    struct rate_used used[RATES_MAX];
    int n = rates_used(r, used);
    jw_key(w, "fx");
    jw_arr(w);
    for (int i = 0; i < n; i++)
        write_rate(w, &used[i]);
    jw_arr_end(w);
}

static void write_prices(struct json_out *w, const struct prices *p)
{
    jw_key(w, "prices");
    jw_obj(w);
    jw_kstr(w, "newest", p->newest);
    jw_kstr(w, "oldest", p->oldest);
    jw_obj_end(w);
}

static void write_cost(struct json_out *w, const struct cost *c)
{
    jw_key(w, "cost");
    jw_obj(w);
    jw_kstr(w, "currency", c->currency);
    jw_knum(w, "upfront", c->upfront);
    jw_knum(w, "per_month", c->per_month);
    jw_knum(w, "horizon_months", c->horizon_months);
    json_band(w, "total", &c->total);
    jw_knum(w, "per_run", c->per_run);
    jw_knum(w, "estimate_share", c->estimate_share);
    jw_key(w, "lines");
    jw_arr(w);
    for (int i = 0; i < c->n; i++) {
        jw_obj(w);
        jw_kstr(w, "id", c->line[i].id);
        jw_knum(w, "amount", c->line[i].amount);
        jw_kstr(w, "default", c->line[i].row);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

static void write_carbon(struct json_out *w, const struct carbon *c)
{
    jw_key(w, "carbon");
    jw_obj(w);
    jw_kstr(w, "grid", c->grid != NULL ? c->grid->code : NULL);
    jw_knum(w, "g_per_kwh", c->g_per_kwh);
    jw_knum(w, "kwh_per_month", c->kwh_per_month);
    jw_knum(w, "kg_per_month", c->kg_per_month);
    jw_knum(w, "kg_per_run", c->kg_per_run);
    jw_knum(w, "kg_made", c->kg_made);
    jw_obj_end(w);
}

/* Only of plans that mix. */
static void write_hybrid(struct json_out *w, const struct hybrid *h)
{
    if (h == NULL)
        return;
    jw_key(w, "hybrid");
    jw_obj(w);
    jw_knum(w, "own_machines", h->own_machines);
    jw_knum(w, "machines", h->machines);
    jw_knum(w, "least_hours", h->least_hours);
    jw_knum(w, "own_machine_hours", h->own_hours_year);
    jw_knum(w, "rented_machine_hours", h->rent_hours_year);
    jw_kstr(w, "provider", h->burst->provider);
    jw_kstr(w, "instance", h->burst->instance);
    jw_knum(w, "price_hour", h->burst->price_hour);
    jw_kstr(w, "currency", h->burst->currency);
    jw_kstr(w, "price_date", h->burst->from.date);
    jw_key(w, "hours");
    jw_arr(w);
    for (int k = 0; k < h->machines; k++)
        jw_num(w, h->hours[k]);
    jw_arr_end(w);
    jw_obj_end(w);
}

/* What comes with another line costs nothing more: 0, and its source says so. */
static void write_line(struct json_out *w, const struct bom_line *x, int number, enum lang lang)
{
    const char *currency;
    double unit = bom_line_price(x, &currency);
    jw_obj(w);
    jw_knum(w, "line", number);
    jw_kstr(w, "kind", part_kind_word(x->kind));
    jw_kstr(w, "id", x->id);
    jw_kstr(w, "name", x->name);
    jw_knum(w, "qty", x->qty);
    jw_knum(w, "unit_price", unit);
    jw_kstr(w, "currency", currency);
    jw_knum(w, "total", unit * x->qty);
    jw_knum(w, "watts", x->watts);
    jw_kstr(w, "price_date", x->included ? NULL : x->from.date);
    jw_kstr(w, "source", x->included ? msg_text(lang, MSG_NOTE_INCLUDED_LINE) : x->from.source);
    json_confidence(w, x->from.confidence);
    jw_kbool(w, "estimate", x->estimate);
    jw_kbool(w, "locked", x->locked);
    jw_obj_end(w);
}

static void write_bom(struct json_out *w, const struct bom *b, enum lang lang)
{
    jw_key(w, "bom");
    jw_arr(w);
    for (int i = 0; i < b->n; i++)
        write_line(w, &b->line[i], i + 1, lang);
    jw_arr_end(w);
}

static void json_title(struct json_out *w, const struct export_options *o, const struct plan *p)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    export_plan_title(&s, o->lang, o->facts, p);
    jw_kstr(w, "title", s.p);
    str_free(&s);
}

static void write_plan(struct json_out *w, const struct export_options *o, const struct plan *p)
{
    jw_obj(w);
    jw_kstr(w, "id", p->id);
    jw_knum(w, "rank", p->rank);
    jw_kstr(w, "kind", price_kind_word(p->kind));
    json_title(w, o, p);
    json_msg(w, "reason", o, &p->reason);
    jw_kbool(w, "pareto", p->pareto);
    jw_key(w, "verdict");
    jw_obj(w);
    jw_kstr(w, "word", verdict_word(p->sizing.verdict));
    json_msg(w, "reason", o, &p->sizing.reason);
    jw_obj_end(w);
    json_gpu(w, p->accel, p->per_node, p->nodes);
    jw_kstr(w, "provider", p->offer ? p->offer->provider : NULL);
    jw_kstr(w, "region", p->offer ? p->offer->region : NULL);
    jw_kstr(w, "instance", p->offer ? p->offer->instance : NULL);
    json_layout(w, &p->sizing, p->copies);
    json_memory(w, &p->sizing);
    json_speed(w, &p->sizing);
    json_power(w, &p->bom.power);
    write_cost(w, &p->cost);
    write_carbon(w, &p->carbon);
    write_hybrid(w, p->hybrid);
    write_bom(w, &p->bom, o->lang);
    json_findings(w, o, p->finding, p->finding_n);
    jw_obj_end(w);
}

/* What moves the answer: null where only one side has a plan. */
static void write_outlook(struct json_out *w, const struct outlook *o)
{
    jw_key(w, "outlook");
    if (o == NULL) {
        jw_null(w);
        return;
    }
    jw_obj(w);
    jw_knum(w, "npv", o->npv);
    jw_knum(w, "npv_share", o->npv_share);
    jw_knum(w, "irr", o->irr);
    jw_knum(w, "price_hour_threshold", o->price_threshold);
    jw_knum(w, "tariff_threshold", o->tariff_threshold);
    jw_key(w, "draws");
    jw_obj(w);
    jw_knum(w, "n", o->spread.draws);
    jw_knum(w, "p_own_cheaper", o->spread.p_own_cheaper);
    jw_knum(w, "npv_p10", o->spread.p10);
    jw_knum(w, "npv_p50", o->spread.p50);
    jw_knum(w, "npv_p90", o->spread.p90);
    jw_obj_end(w);
    jw_key(w, "credit");
    jw_obj(w);
    jw_kstr(w, "default", o->credit.rate_row);
    jw_knum(w, "rate", o->credit.rate);
    jw_knum(w, "months", o->credit.months);
    jw_knum(w, "loan_per_month", o->credit.loan);
    jw_knum(w, "interest", o->credit.interest);
    jw_knum(w, "lease_per_month", o->credit.lease);
    jw_obj_end(w);
    jw_key(w, "tornado");
    jw_arr(w);
    for (int i = 0; i < o->risk.n; i++) {
        const struct risk_factor *f = &o->risk.factor[i];
        jw_obj(w);
        jw_kstr(w, "id", f->id);
        jw_kstr(w, "unit", f->unit);
        jw_knum(w, "low", f->low);
        jw_knum(w, "typical", f->typical);
        jw_knum(w, "high", f->high);
        jw_knum(w, "npv_at_low", risk_npv(&o->risk, i, 0));
        jw_knum(w, "npv_at_high", risk_npv(&o->risk, i, 1));
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

static void write_score(struct json_out *w, const struct score *s)
{
    jw_key(w, "score");
    if (s->n == 0) {
        jw_null(w);
        return;
    }
    jw_obj(w);
    jw_knum(w, "sum", s->sum);
    jw_kstr(w, "word", score_verdict(s));
    jw_key(w, "lines");
    jw_arr(w);
    for (int i = 0; i < s->n; i++) {
        jw_obj(w);
        jw_kstr(w, "id", score_word(s->line[i].id));
        jw_knum(w, "points", s->line[i].points);
        jw_knum(w, "max", s->line[i].max);
        jw_knum(w, "figure", s->line[i].figure);
        jw_obj_end(w);
    }
    jw_arr_end(w);
    jw_obj_end(w);
}

static void write_decision(struct json_out *w, const struct export_options *o,
                           const struct decision *d)
{
    jw_key(w, "decision");
    jw_obj(w);
    jw_kstr(w, "choice", d->too_close ? "too-close" : d->choice != NULL ? d->choice->id : NULL);
    jw_knum(w, "p_own_cheaper", d->ovr.p_own_cheaper);
    jw_knum(w, "break_even_month", d->ovr.break_even_month);
    jw_knum(w, "payback_month", d->ovr.payback_month);
    jw_knum(w, "utilisation_threshold", d->ovr.utilisation_threshold);
    json_msg(w, "text", o, &d->text);
    write_outlook(w, d->outlook);
    write_score(w, &d->score);
    jw_obj_end(w);
}

void plan_json(const struct result *r, const struct export_options *o, struct str *out)
{
    const struct plan *p = r->plan_n > 0 ? &r->plan[r->chosen >= 0 ? r->chosen : 0] : NULL;
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.plan/1", o);
    write_prices(&w, r->prices);
    json_job(&w, &r->job, p != NULL ? &p->sizing : NULL);
    jw_key(&w, "edits");
    planfile_edits(&w, &r->edits);
    jw_kstr(&w, "chosen", r->chosen >= 0 ? r->plan[r->chosen].id : NULL);
    json_need(&w, &r->need);
    json_verdict(&w, o, &r->verdict);
    write_fx(&w, r);
    jw_key(&w, "plans");
    jw_arr(&w);
    for (size_t i = 0; i < r->plan_n; i++)
        write_plan(&w, o, &r->plan[i]);
    jw_arr_end(&w);
    write_decision(&w, o, &r->decision);
    jw_obj_end(&w);
    str_addc(out, '\n');
}
