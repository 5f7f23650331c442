/* report_offers.c - offers and the table of rules for people. */
#include "base/num.h"
#include "export/parts.h"

enum msg_id price_kind_msg(enum price_kind k)
{
    static const enum msg_id kinds[KIND_COUNT] = {
        MSG_KIND_ON_DEMAND,   MSG_KIND_SPOT,      MSG_KIND_MONTH, MSG_KIND_RESERVED_1Y,
        MSG_KIND_RESERVED_3Y, MSG_KIND_COMMUNITY, MSG_KIND_OWN,   MSG_KIND_HYBRID};
    return kinds[k];
}

static enum msg_id age_msg(const char *date, struct moment now)
{
    static const enum msg_id ages[] = {MSG_AGE_UNKNOWN, MSG_AGE_FRESH, MSG_AGE_AGEING, MSG_AGE_OLD,
                                       MSG_AGE_STALE};
    return ages[date_age_class(date_age_days(date, date_of(now)))];
}

static void offer_row(struct table *t, const struct offer *x, const struct export_options *o)
{
    struct str s;
    str_init(&s, 256);
    text_cards(&s, &o->facts->accel[x->accel], (int)x->gpu_count);
    table_text(t, x->provider);
    table_text(t, x->instance);
    if (x->region != NULL)
        table_text(t, x->region);
    else
        table_id(t, MSG_NOTE_ALL_REGIONS);
    table_id(t, price_kind_msg(x->kind));
    table_text(t, s.p);
    table_arg(t, ARG_MONEY(x->price_hour, x->currency));
    table_arg(t, ARG_MONEY(x->price_hour / x->gpu_count, x->currency));
    table_arg(t, ARG_DATE(x->from.date));
    if (x->from.yours) {
        struct msg m = msg_make(MSG_OFFERS_YOURS, 1, ARG_MSG(age_msg(x->from.date, o->now)));
        table_msg(t, &m);
    } else {
        table_id(t, age_msg(x->from.date, o->now));
    }
    table_row(t);
    str_free(&s);
}

void offers_report(const struct offer *const *offer, size_t n, size_t hidden,
                   const struct export_options *o, struct str *out, bool md)
{
    static const enum msg_id heads[] = {MSG_COL_PROVIDER,     MSG_COL_INSTANCE, MSG_COL_REGION,
                                        MSG_COL_KIND,         MSG_COL_CARDS,    MSG_COL_PER_HOUR,
                                        MSG_COL_PER_GPU_HOUR, MSG_COL_DATE,     MSG_COL_AGE};
    struct doc d;
    struct table t;
    struct msg count = msg_make(MSG_OFFERS_COUNT, 2, ARG_INT(n), ARG_INT(hidden));
    struct str s;
    doc_init(&d, out, o->lang, md ? DOC_MD : DOC_TEXT);
    table_init(&t, &d, 9);
    table_right(&t, 5);
    table_right(&t, 6);
    table_heads(&t, heads, 9);
    for (size_t i = 0; i < n; i++)
        offer_row(&t, offer[i], o);
    table_end(&t);
    doc_gap(&d);
    str_init(&s, TEXT_MAX);
    put_msg(&d, &s, &count);
    doc_para(&d, s.p, false);
    str_free(&s);
}

void rules_report(const struct export_options *o, struct str *out, bool md)
{
    static const enum msg_id heads[] = {MSG_COL_RULE, MSG_COL_SEVERITY, MSG_COL_MESSAGE};
    struct doc d;
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_init(&d, out, o->lang, md ? DOC_MD : DOC_TEXT);
    table_init(&t, &d, 3);
    table_heads(&t, heads, 3);
    for (size_t i = 0; i < rules_count(); i++) {
        struct rule_info x = rules_get(i);
        str_clear(&s);
        rules_outcome_text(i, 0, false, o->lang, &s);
        table_code(&t, x.id);
        table_id(&t, export_severity_msg(x.severity));
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}
