/* report_rules.c - the table of rules for people. */
#include "export/parts.h"

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
