/*
 * report.c - the bill of materials as Markdown and as plain text: verdict with its price, job,
 * choice and reason first; then what would make it fit, the bill, gauges, cost, findings,
 * alternatives, assumptions, sources.
 */
#include "base/num.h"
#include "export/parts.h"

static const struct plan *main_plan(const struct result *r)
{
    return r->plan_n == 0 ? NULL : &r->plan[r->chosen >= 0 ? r->chosen : 0];
}

static void labelled(struct doc *d, enum msg_id label, const char *plain)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    put_id(d, &s, label);
    put_id(d, &s, MSG_PUNCT_COLON);
    put_text(d, &s, plain);
    doc_para(d, s.p, false);
    str_free(&s);
}

void report_job(struct doc *d, const struct job *job)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    export_job_line(&s, d->lang, job);
    labelled(d, MSG_REPORT_JOB, s.p);
    str_free(&s);
}

/* Verdict, reason in figures, smallest change, price with its day: one paragraph. */
static void verdict_with_price(struct doc *d, const struct result *r, const struct plan *p)
{
    struct str plain, s;
    str_init(&plain, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    export_verdict_line(&plain, d->lang, &r->verdict, &r->job);
    if (p != NULL) {
        bool of_plan = r->verdict.of == VERDICT_OF_PLAN || r->verdict.of == VERDICT_OF_NONE;
        text_stop(&plain, d->lang);
        text_price(&s, d->lang, r, p);
        struct msg m = msg_make(of_plan ? MSG_PRICE_OF : MSG_PRICE_OF_PLAN, 1, ARG_STR(s.p));
        text_msg(&plain, d->lang, &m);
        str_clear(&s);
    }
    text_stop(&plain, d->lang);
    text_trim(&plain);
    put_text(d, &s, plain.p);
    doc_para(d, s.p, true);
    str_free(&plain);
    str_free(&s);
}

/* One more sentence: capital first, stop last. */
static void sentence(struct str *out, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    text_msg(&s, lang, m);
    if (s.len > 0) {
        if (s.p[0] >= 'a' && s.p[0] <= 'z')
            s.p[0] = (char)(s.p[0] - 'a' + 'A');
        text_stop(&s, lang);
        text_trim(&s);
        str_add(out, out->len > 0 && lang == LANG_EN ? " " : "");
        str_add(out, s.p);
    }
    str_free(&s);
}

/* "rent: $3,396 against ...", and why there is nothing to own. */
static void decision(struct doc *d, const struct result *r)
{
    struct str plain, s;
    str_init(&plain, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    sentence(&plain, d->lang, &r->decision.text);
    if (r->decision.why.id != MSG_NONE)
        sentence(&plain, d->lang, &r->decision.why);
    if (plain.len > 0) {
        put_text(d, &s, plain.p);
        doc_para(d, s.p, false);
    }
    str_free(&plain);
    str_free(&s);
}

static void opening(struct doc *d, const struct result *r)
{
    const struct plan *p = main_plan(r);
    verdict_with_price(d, r, p);
    report_job(d, &r->job);
    if (p != NULL) {
        struct str s;
        str_init(&s, TEXT_MAX);
        export_plan_title(&s, d->lang, r->facts, p);
        text_id(&s, d->lang, MSG_PUNCT_DASH);
        text_msg(&s, d->lang, &p->reason);
        text_stop(&s, d->lang);
        text_trim(&s);
        labelled(d, r->chosen >= 0 ? MSG_REPORT_CHOICE : MSG_REPORT_NEAREST, s.p);
        str_free(&s);
    }
    decision(d, r);
}

void report_changes(struct doc *d, const struct change *c, size_t n, const struct job *job)
{
    static const enum msg_id heads[] = {MSG_COL_CHANGE, MSG_COL_EFFECT, MSG_COL_SPEED,
                                        MSG_COL_COST_PER_RUN};
    struct table t;
    if (n == 0)
        return;
    bool measured = false; /* a class without published cases is told by formula alone */
    for (size_t i = 0; i < n; i++)
        measured = measured || c[i].verdict != VERDICT_NOT_VALIDATED;
    doc_heading(d, measured ? MSG_REPORT_CHANGES : MSG_REPORT_CHANGES_FORMULA);
    table_init(&t, d, 4);
    table_right(&t, 2);
    table_right(&t, 3);
    table_heads(&t, heads, 4);
    for (size_t i = 0; i < n; i++) {
        table_msg(&t, &c[i].what);
        table_msg(&t, &c[i].effect);
        table_arg(&t, ARG_RATIO(c[i].speed_ratio));
        table_arg(&t, ARG_MONEY(c[i].cost_per_run, job->currency));
        table_row(&t);
    }
    table_end(&t);
}

void report_steps(struct doc *d, const struct verdict_block *v, const struct job *job)
{
    static const enum msg_id heads[] = {MSG_COL_NEXT, MSG_COL_JOB_THEN, MSG_COL_SPEED,
                                        MSG_COL_NEXT_COST};
    struct table t;
    if (v->step_n == 0)
        return;
    doc_heading(d, MSG_REPORT_NEXT);
    table_init(&t, d, 4);
    table_right(&t, 2);
    table_right(&t, 3);
    table_heads(&t, heads, 4);
    for (size_t i = 0; i < v->step_n; i++) {
        table_msg(&t, &v->step[i].what);
        table_text(&t, msg_text(d->lang, export_verdict_msg(v->step[i].verdict)));
        table_arg(&t, ARG_RATIO(v->step[i].speed_ratio));
        table_arg(&t, ARG_MONEY(v->step[i].cost, job->currency));
        table_row(&t);
    }
    table_end(&t);
}

void report_findings(struct doc *d, enum msg_id title, const struct finding *f, size_t n)
{
    doc_heading(d, title);
    if (n == 0) {
        doc_bullet(d, msg_text(d->lang, MSG_REPORT_NO_FINDINGS));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct str s;
        str_init(&s, TEXT_MAX);
        put_strong(d, &s, export_severity_msg(f[i].severity), severity_word(f[i].severity));
        put_id(d, &s, MSG_PUNCT_COLON);
        put_msg(d, &s, &f[i].message);
        text_stop(&s, d->lang);
        if (f[i].remedy.id != MSG_NONE) {
            put_msg(d, &s, &f[i].remedy);
            text_stop(&s, d->lang);
        }
        text_trim(&s);
        put_id(d, &s, MSG_PUNCT_OPEN);
        put_code(d, &s, f[i].rule);
        put_id(d, &s, MSG_PUNCT_CLOSE);
        str_addc(&s, ' ');
        put_ref(d, &s, rules_source(f[i].source, d->lang), NULL);
        text_trim(&s);
        doc_bullet(d, s.p);
        str_free(&s);
    }
}

static bool any_time(const struct result *r)
{
    for (size_t i = 0; i < r->plan_n; i++)
        if (known(r->plan[i].sizing.hours_per_run.typical))
            return true;
    return false;
}

static void alternatives(struct doc *d, const struct result *r)
{
    enum msg_id pace = any_time(r) ? MSG_COL_TIME : MSG_COL_SPEED;
    const enum msg_id heads[] = {MSG_COL_RANK,  MSG_COL_PLAN, MSG_COL_VERDICT, pace,
                                 MSG_COL_PRICE, MSG_COL_COST, MSG_COL_WHY};
    struct table t;
    if (r->plan_n < 2)
        return;
    doc_heading(d, MSG_REPORT_ALTERNATIVES);
    table_init(&t, d, 7);
    table_right(&t, 0);
    table_right(&t, 5);
    table_heads(&t, heads, 7);
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        struct str s;
        str_init(&s, TEXT_MAX);
        table_arg(&t, ARG_INT(p->rank));
        export_plan_title(&s, d->lang, r->facts, p);
        table_text(&t, s.p);
        str_clear(&s);
        table_id(&t, export_verdict_msg(p->sizing.verdict));
        text_pace(&s, d->lang, &p->sizing, false);
        table_text(&t, s.p);
        str_clear(&s);
        text_price(&s, d->lang, r, p);
        table_text(&t, s.p);
        table_arg(&t, ARG_MONEY(p->cost.total.typical, p->cost.currency));
        table_msg(&t, &p->reason);
        table_row(&t);
        str_free(&s);
    }
    table_end(&t);
}

/* What was not said and therefore assumed, with the flag that changes it. */
static void assumed(struct doc *d, const struct job *job, bool from_runs)
{
    static const enum msg_id heads[] = {MSG_COL_QUESTION, MSG_COL_VALUE, MSG_COL_FLAG};
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    table_init(&t, d, 3);
    table_heads(&t, heads, 3);
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        bool asked = q->visible == NULL || q->visible(job);
        if (!asked || job->from[i] == FROM_GIVEN || str_empty(job->text[i]) ||
            (i == Q_HOURS && from_runs))
            continue;
        str_clear(&s);
        text_answer(&s, d->lang, job, (enum question_id)i);
        table_id(&t, q->label);
        if (job->from[i] == FROM_DERIVED) {
            struct msg m = msg_make(MSG_NOTE_DERIVED, 1, ARG_STR(s.p));
            table_msg(&t, &m);
        } else {
            table_text(&t, s.p);
        }
        str_clear(&s);
        str_addf(&s, "--%s", q->name);
        table_code(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

static void rates(struct doc *d, const struct result *r)
{
    struct rate_used used[RATES_MAX];
    int n = rates_used(r, used);
    for (int i = 0; i < n; i++) {
        const struct rate_used *x = &used[i];
        struct msg m = msg_make(MSG_REPORT_FX, 4, ARG_STR(x->from), ARG_NUM(x->rate),
                                ARG_STR(x->to), ARG_DATE(x->o[0].date));
        struct str s;
        str_init(&s, TEXT_MAX);
        put_msg(d, &s, &m);
        str_addc(&s, ' ');
        for (int k = 0; k < x->n; k++)
            put_ref(d, &s, x->o[k].source, x->o[k].date);
        text_trim(&s);
        doc_bullet(d, s.p);
        str_free(&s);
    }
}

static void assumptions(struct doc *d, const struct result *r)
{
    const struct plan *p = main_plan(r);
    bool from_runs = false;
    doc_heading(d, MSG_REPORT_ASSUMPTIONS);
    if (p != NULL)
        (void)job_hours_per_month(&r->job, &p->sizing, &from_runs);
    assumed(d, &r->job, from_runs);
    if (d->form == DOC_TEXT)
        doc_gap(d);
    if (p != NULL) {
        struct str plain, s;
        str_init(&plain, TEXT_MAX);
        str_init(&s, TEXT_MAX);
        text_hours(&plain, d->lang, &r->job, &p->sizing);
        put_text(d, &s, plain.p);
        doc_bullet(d, s.p);
        str_free(&plain);
        str_free(&s);
    }
    rates(d, r);
    struct msg dates =
        msg_make(MSG_REPORT_CATALOG, 4, ARG_STR(r->facts->version), ARG_DATE(r->facts->date),
                 ARG_DATE(r->prices->oldest), ARG_DATE(r->prices->newest));
    doc_bullet_msg(d, &dates);
}

void plan_report(const struct result *r, const struct export_options *o, struct str *out,
                 enum doc_form form)
{
    const struct plan *p = main_plan(r);
    bool judged = r->verdict.of == VERDICT_OF_HAVE || r->verdict.of == VERDICT_OF_GPU;
    struct doc d;
    doc_init(&d, out, o->lang, form);
    opening(&d, r);
    report_changes(&d, r->verdict.change, r->verdict.change_n, &r->job);
    report_steps(&d, &r->verdict, &r->job);
    if (r->verdict.of == VERDICT_OF_HAVE || (judged && p == NULL))
        report_machine(&d, &r->verdict, &r->job);
    if (judged)
        report_findings(&d, MSG_REPORT_ON_MACHINE, r->verdict.finding, r->verdict.finding_n);
    if (p != NULL) {
        report_bill(&d, r, p);
        report_gauges(&d, r, p);
        report_cost(&d, p);
        report_hybrid(&d, p);
        report_outlook(&d, r);
        report_findings(&d, MSG_REPORT_FINDINGS, p->finding, p->finding_n);
        report_own_beside(&d, r, p);
    }
    if (d.html)
        html_pictures(&d, r);
    alternatives(&d, r);
    assumptions(&d, r);
    if (p != NULL)
        report_advice(&d, r, p);
    doc_sources(&d);
}
