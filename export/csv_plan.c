/* csv_plan.c - one row per bill line with plan id, kind and verdict; and the line for scripts. */
#include "base/csv.h"
#include "base/num.h"
#include "export/parts.h"

static void put_row(struct str *out, const struct plan *p, int at)
{
    const struct bom_line *x = &p->bom.line[at];
    char confidence[2] = {x->from.confidence, '\0'};
    bool first = true;
    const char *currency;
    double price = bom_line_price(x, &currency);
    csv_put(out, &first, p->id);
    csv_put_num(out, &first, p->rank);
    csv_put(out, &first, price_kind_word(p->kind));
    csv_put(out, &first, verdict_word(p->sizing.verdict));
    csv_put_num(out, &first, at + 1);
    csv_put(out, &first, part_kind_word(x->kind));
    csv_put(out, &first, x->id);
    csv_put(out, &first, x->name);
    csv_put_num(out, &first, x->qty);
    csv_put_num(out, &first, price);
    csv_put_num(out, &first, price * x->qty);
    csv_put(out, &first, currency);
    csv_put_num(out, &first, x->watts);
    csv_put(out, &first, x->from.date);
    csv_put(out, &first, x->from.source);
    csv_put(out, &first, confidence);
    csv_put(out, &first, x->estimate ? "yes" : "no");
    csv_put(out, &first, x->locked ? "yes" : "no");
    csv_end(out, &first);
}

enum err export_plan_csv(const struct result *r, const struct export_options *o, struct str *out)
{
    (void)o;
    str_add(out, "plan,rank,kind,verdict,line,part_kind,part,name,qty,unit_price,total,currency,"
                 "watts,price_date,source,confidence,estimate,locked\n");
    for (size_t i = 0; i < r->plan_n; i++)
        for (int l = 0; l < r->plan[i].bom.n; l++)
            put_row(out, &r->plan[i], l);
    return OK;
}

/* verdict; machine; price with period and day; time per run. */
enum err export_plan_line(const struct result *r, const struct export_options *o, struct str *out)
{
    export_verdict_line(out, o->lang, &r->verdict, &r->job);
    if (r->plan_n > 0) {
        const struct plan *p = &r->plan[r->chosen >= 0 ? r->chosen : 0];
        str_add(out, "; ");
        text_msg(out, o->lang, &p->title);
        str_add(out, "; ");
        text_price(out, o->lang, r, p);
        str_add(out, "; ");
        if (known(p->sizing.hours_per_run.typical)) {
            text_band(out, o->lang, ARG_KIND_HOURS, &p->sizing.hours_per_run);
        } else {
            text_band(out, o->lang, ARG_KIND_NUM, &p->sizing.speed);
            str_addf(out, " %s", p->sizing.speed_unit != NULL ? p->sizing.speed_unit : "");
        }
    }
    str_addc(out, '\n');
    return OK;
}
