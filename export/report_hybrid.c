/* report_hybrid.c - a load that goes up and down: hours of each machine and who takes it. */
#include "base/num.h"
#include "export/parts.h"

#define MACHINES_SHOWN 32

void report_hybrid(struct doc *d, const struct plan *p)
{
    static const enum msg_id heads[] = {MSG_COST_COL_MACHINE, MSG_COST_COL_HOURS,
                                        MSG_COST_COL_SOURCE};
    const struct hybrid *h = p->hybrid;
    struct table t;
    struct str s;
    if (h == NULL)
        return;
    doc_heading(d, MSG_COST_HYBRID_HEAD);
    str_init(&s, TEXT_MAX);
    struct msg m = msg_make(
        MSG_COST_HYBRID_BURST, 4, ARG_INT(h->burst_machines), ARG_STR(h->burst->instance),
        ARG_MONEY(h->burst->price_hour, h->burst->currency), ARG_DATE(h->burst->from.date));
    put_msg(d, &s, &m);
    text_stop(&s, d->lang);
    text_trim(&s);
    put_ref(d, &s, h->burst->from.source, h->burst->from.date);
    doc_para(d, s.p, false);
    doc_gap(d);
    str_free(&s);
    table_init(&t, d, 3);
    table_right(&t, 0);
    table_right(&t, 1);
    table_heads(&t, heads, 3);
    for (int k = 0; k < h->machines && k < MACHINES_SHOWN; k++) {
        table_arg(&t, ARG_INT(k + 1));
        table_arg(&t, ARG_NUM(h->hours[k]));
        table_id(&t, k < h->own_machines ? MSG_COST_TAKEN_OWN : MSG_COST_TAKEN_RENT);
        table_row(&t);
    }
    table_end(&t);
}
