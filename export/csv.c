/* csv.c - bill lines and offers as CSV: header first, unknown is an empty cell. */
#include "base/csv.h"

#include "base/num.h"
#include "export/parts.h"

static void put_confidence(struct str *out, bool *first, char confidence)
{
    char text[2] = {confidence, '\0'};
    csv_put(out, first, text);
}

/* Prices stand in the money of their source; `cost` is the line in that of the job. */
static void put_line(struct str *out, const struct plan *p, int at, enum lang lang,
                     const char *money)
{
    const struct bom_line *x = &p->bom.line[at];
    const char *currency;
    double unit = bom_line_price(x, &currency);
    bool first = true;
    csv_put(out, &first, p->id);
    csv_put_num(out, &first, p->rank);
    csv_put(out, &first, price_kind_word(p->kind));
    csv_put(out, &first, verdict_word(p->sizing.verdict));
    csv_put_num(out, &first, at + 1);
    csv_put(out, &first, part_kind_word(x->kind));
    csv_put(out, &first, x->id);
    csv_put(out, &first, x->name);
    csv_put_num(out, &first, x->qty);
    csv_put_num(out, &first, unit);
    csv_put_num(out, &first, unit * x->qty);
    csv_put(out, &first, currency);
    csv_put_num(out, &first, x->watts);
    csv_put(out, &first, x->included ? NULL : x->from.date);
    csv_put(out, &first, x->included ? msg_text(lang, MSG_NOTE_INCLUDED_LINE) : x->from.source);
    put_confidence(out, &first, x->from.confidence);
    csv_put(out, &first, x->estimate ? "yes" : "no");
    csv_put(out, &first, x->locked ? "yes" : "no");
    csv_put(out, &first, x->included ? "yes" : "no");
    csv_put_num(out, &first, x->unit_price * x->qty);
    csv_put(out, &first, money);
    csv_put(out, &first, p->offer != NULL && x->kind == PART_SERVICE ? "hour" : "once");
}

static void put_reason(struct str *out, bool *first, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    text_msg(&s, lang, m);
    csv_put(out, first, s.p);
    str_free(&s);
}

/* No plan at all: one row that says why, with no part in it. */
static void put_none(struct str *out, const struct result *r, enum lang lang)
{
    bool first = true;
    for (int i = 0; i < 3; i++)
        csv_put(out, &first, NULL);
    csv_put(out, &first, verdict_word(r->verdict.word));
    for (int i = 0; i < 18; i++)
        csv_put(out, &first, NULL);
    put_reason(out, &first, lang, &r->verdict.reason);
    csv_end(out, &first);
}

void plan_csv(const struct result *r, const struct export_options *o, struct str *out)
{
    str_add(out,
            "plan,rank,kind,verdict,line,part_kind,part,name,qty,unit_price,total,currency,"
            "watts,price_date,source,confidence,estimate,locked,included,cost,cost_currency,period,"
            "reason\n");
    if (r->plan_n == 0)
        put_none(out, r, o->lang);
    for (size_t i = 0; i < r->plan_n; i++) {
        for (int l = 0; l < r->plan[i].bom.n; l++) {
            bool first = false;
            put_line(out, &r->plan[i], l, o->lang, r->job.currency);
            put_reason(out, &first, o->lang, &r->plan[i].sizing.reason);
            csv_end(out, &first);
        }
    }
}

void offers_csv(const struct offers_page *p, const struct export_options *o, struct str *out)
{
    static const char *const rdma[] = {"", "no", "yes"};
    str_add(out,
            "provider,instance,region,zone,kind,gpu,gpu_count,gpu_memory_gib,vcpus,ram_gib,"
            "link,rdma,network_gbps,currency,price_hour,price_gpu_hour,price_month,date,source,"
            "confidence\n");
    for (size_t i = 0; i < p->n; i++) {
        const struct offer *x = p->offer[i];
        const struct accel *a = &o->facts->accel[x->accel];
        bool first = true;
        csv_put(out, &first, x->provider);
        csv_put(out, &first, x->instance);
        csv_put(out, &first, x->region);
        csv_put(out, &first, x->zone);
        csv_put(out, &first, price_kind_word(x->kind));
        csv_put(out, &first, a->id);
        csv_put_num(out, &first, x->gpu_count);
        csv_put_num(out, &first, a->memory_gb);
        csv_put_num(out, &first, x->vcpus);
        csv_put_num(out, &first, x->ram_gib);
        csv_put(out, &first, x->link);
        csv_put(out, &first, rdma[x->rdma + 1]);
        csv_put_num(out, &first, x->network_gbps);
        csv_put(out, &first, x->currency);
        csv_put_num(out, &first, x->price_hour);
        csv_put_num(out, &first, x->price_hour / x->gpu_count);
        csv_put_num(out, &first, x->price_month);
        csv_put(out, &first, x->from.date);
        csv_put(out, &first, x->from.source);
        put_confidence(out, &first, x->from.confidence);
        csv_end(out, &first);
    }
}
