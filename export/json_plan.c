/* json_plan.c - dlrig.plan/1. */
#include "engine/job/planfile.h"
#include "export/parts.h"

static void write_need(struct json_out *w, const struct need *n)
{
    jw_key(w, "need");
    jw_obj(w);
    jw_knum(w, "flops_per_run", n->flops_per_run);
    jw_knum(w, "dataset_gb", n->dataset_gb);
    jw_knum(w, "host_ram_gb", n->host_ram_gb);
    jw_knum(w, "network_gbps", n->network_gbps);
    jw_knum(w, "storage_gbs", n->storage_gbs);
    jw_key(w, "smallest");
    if (n->smallest == NULL) {
        jw_null(w);
    } else {
        jw_obj(w);
        jw_kstr(w, "gpu", n->smallest->id);
        jw_knum(w, "count", n->smallest_count);
        jw_obj_end(w);
    }
    jw_obj_end(w);
}

static void write_fx(struct json_out *w, const struct result *r)
{
    jw_key(w, "fx");
    jw_arr(w);
    for (int i = 0; i < r->fx_n; i++) {
        jw_obj(w);
        jw_kstr(w, "from", r->fx[i]->base);
        jw_kstr(w, "to", r->fx[i]->quote);
        jw_knum(w, "rate", r->fx[i]->rate);
        jw_kstr(w, "date", r->fx[i]->from.date);
        jw_kstr(w, "source", r->fx[i]->from.source);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

static void write_power(struct json_out *w, const struct power *p)
{
    jw_key(w, "power");
    jw_obj(w);
    jw_knum(w, "dc_w", p->dc_w);
    jw_knum(w, "wall_w", p->wall_w);
    jw_knum(w, "psu_w", p->psu_w);
    jw_knum(w, "circuit_w", p->circuit_w);
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

static void write_bom(struct json_out *w, const struct bom *b)
{
    jw_key(w, "bom");
    jw_arr(w);
    for (int i = 0; i < b->n; i++) {
        const struct bom_line *x = &b->line[i];
        char confidence[2] = {x->from.confidence, '\0'};
        const char *currency;
        double price = bom_line_price(x, &currency);
        jw_obj(w);
        jw_knum(w, "line", i + 1);
        jw_kstr(w, "kind", part_kind_word(x->kind));
        jw_kstr(w, "id", x->id);
        jw_kstr(w, "name", x->name);
        jw_knum(w, "qty", x->qty);
        jw_knum(w, "unit_price", price);
        jw_kstr(w, "currency", currency);
        jw_knum(w, "total", price * x->qty);
        jw_knum(w, "watts", x->watts);
        jw_kstr(w, "price_date", x->from.date);
        jw_kstr(w, "source", x->from.source);
        jw_kstr(w, "confidence", confidence[0] != '\0' ? confidence : NULL);
        jw_kbool(w, "estimate", x->estimate);
        jw_kbool(w, "locked", x->locked);
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

static void write_plan(struct json_out *w, const struct export_options *o, const struct plan *p)
{
    jw_obj(w);
    jw_kstr(w, "id", p->id);
    jw_knum(w, "rank", p->rank);
    jw_kstr(w, "kind", price_kind_word(p->kind));
    json_msg(w, "title", o, &p->title);
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
    json_layout(w, &p->sizing.layout);
    json_memory(w, &p->sizing);
    json_speed(w, &p->sizing);
    write_power(w, &p->bom.power);
    write_cost(w, &p->cost);
    write_bom(w, &p->bom);
    json_findings(w, o, p->finding, p->finding_n);
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
    jw_obj_end(w);
}

enum err export_plan_json(const struct result *r, const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    json_envelope(&w, "dlrig.plan/1", o);
    json_prices(&w, r->prices);
    jw_key(&w, "job");
    planfile_job(&w, &r->job);
    jw_key(&w, "edits");
    planfile_edits(&w, &r->edits);
    jw_kstr(&w, "chosen", r->chosen >= 0 ? r->plan[r->chosen].id : NULL);
    write_need(&w, &r->need);
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
    return OK;
}
