/* line.c - one line for scripts: verdict; machine; price with period and day; time per run. */
#include "base/num.h"
#include "export/parts.h"

/* A field never holds the separator. */
static void field(struct str *out, const char *text, const char *end)
{
    for (const char *p = text; *p != '\0'; p++)
        str_addc(out, *p == ';' ? ',' : *p);
    str_add(out, end);
}

/* The machine stands in the second field, so the verdict names it only when it is another one. */
static void verdict_field(struct str *s, const struct result *r, const struct plan *p,
                          enum lang lang)
{
    struct verdict_block v = r->verdict;
    if (p != NULL && p->errors > 0 && p->reason.id == MSG_REASON_ERRORS) { /* before it "fits" */
        text_msg(s, lang, &p->reason);
        text_id(s, lang, MSG_PUNCT_DASH);
    }
    v.smallest_change.id = MSG_NONE;
    if (v.of == VERDICT_OF_PLAN)
        v.of = VERDICT_OF_NONE;
    export_verdict_line(s, lang, &v, &r->job);
}

/* A machine was named and holds the job: its time is worth telling. */
static bool judged_runs(const struct verdict_block *v)
{
    bool judged = v->of == VERDICT_OF_HAVE || v->of == VERDICT_OF_GPU;
    return judged && v->word != VERDICT_DOES_NOT_FIT && v->word != VERDICT_UNKNOWN;
}

void plan_line(const struct result *r, const struct export_options *o, struct str *out)
{
    const struct plan *p = r->plan_n > 0 ? &r->plan[r->chosen >= 0 ? r->chosen : 0] : NULL;
    struct str s;
    str_init(&s, TEXT_MAX);
    verdict_field(&s, r, p, o->lang);
    field(out, s.p, "; ");
    str_clear(&s);
    if (p != NULL)
        export_plan_title(&s, o->lang, r->facts, p);
    else
        text_id(&s, o->lang, MSG_LINE_NO_MACHINE);
    field(out, s.p, "; ");
    str_clear(&s);
    if (p != NULL)
        text_price(&s, o->lang, r, p);
    else
        text_id(&s, o->lang, MSG_WORD_UNKNOWN);
    field(out, s.p, "; ");
    str_clear(&s);
    if (p != NULL)
        text_pace(&s, o->lang, &p->sizing, true);
    else if (judged_runs(&r->verdict))
        text_pace(&s, o->lang, &r->verdict.sizing, true);
    else
        text_id(&s, o->lang, MSG_WORD_UNKNOWN);
    field(out, s.p, "\n");
    str_free(&s);
}
