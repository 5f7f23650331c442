/*
 * report.c - the bill of materials as Markdown and as plain text. Both are the same report: titles,
 * sentences, tables; only headings and table frames differ.
 */
#include "base/date.h"
#include "base/text.h"
#include "export/parts.h"

struct report {
    const struct result *r;
    const struct export_options *o;
    struct str *out;
    bool md;
};

static void heading(const struct report *rp, int level, enum msg_id id)
{
    const char *title = msg_text(rp->o->lang, id);
    str_addc(rp->out, '\n');
    if (rp->md) {
        str_repeat(rp->out, "#", (size_t)level);
        str_addf(rp->out, " %s\n\n", title);
    } else {
        str_addf(rp->out, "%s\n", title);
    }
}

static void bullet(const struct report *rp, const char *text)
{
    str_add(rp->out, rp->md ? "- " : "  - ");
    text_clean(rp->out, text);
    str_addc(rp->out, '\n');
}

static void bullet_msg(const struct report *rp, const struct msg *m)
{
    struct str s;
    str_init(&s, 4096);
    text_msg(&s, rp->o->lang, m);
    bullet(rp, s.p);
    str_free(&s);
}

static const struct plan *main_plan(const struct result *r)
{
    return r->plan_n == 0 ? NULL : &r->plan[r->chosen >= 0 ? r->chosen : 0];
}

/* Verdict, then the job, the choice with its reason, the price with its day. */
static void opening(const struct report *rp)
{
    const struct result *r = rp->r;
    struct str s;
    str_init(&s, 8192);
    export_verdict_line(&s, rp->o->lang, &r->verdict, &r->job);
    if (rp->md)
        str_addf(rp->out, "**%s**\n\n", s.p);
    else
        str_addf(rp->out, "%s\n", s.p);
    str_clear(&s);
    export_job_line(&s, rp->o->lang, &r->job);
    str_addf(rp->out, "%s: %s\n", msg_text(rp->o->lang, MSG_REPORT_JOB), s.p);
    const struct plan *p = main_plan(r);
    if (p != NULL) {
        str_clear(&s);
        text_msg(&s, rp->o->lang, &p->title);
        str_add(&s, msg_text(rp->o->lang, MSG_PUNCT_DASH));
        text_msg(&s, rp->o->lang, &p->reason);
        str_addf(rp->out, "%s%s: %s\n", rp->md ? "\n" : "",
                 msg_text(rp->o->lang, r->chosen >= 0 ? MSG_REPORT_CHOICE : MSG_REPORT_NEAREST),
                 s.p);
        str_clear(&s);
        text_price(&s, rp->o->lang, r, p);
        str_addf(rp->out, "%s%s: %s\n", rp->md ? "\n" : "", msg_text(rp->o->lang, MSG_REPORT_PRICE),
                 s.p);
    }
    str_clear(&s);
    text_msg(&s, rp->o->lang, &r->decision.text);
    str_addf(rp->out, "%s%s: %s\n", rp->md ? "\n" : "", msg_text(rp->o->lang, MSG_REPORT_DECISION),
             s.p);
    str_free(&s);
}

static void changes(const struct report *rp)
{
    const struct verdict_block *v = &rp->r->verdict;
    if (v->change_n == 0)
        return;
    heading(rp, 2, MSG_REPORT_CHANGES);
    enum lang lang = rp->o->lang;
    struct text_table t;
    table_init(&t, rp->out, rp->md, 4);
    table_right(&t, 2);
    table_right(&t, 3);
    table_text(&t, msg_text(lang, MSG_COL_CHANGE));
    table_text(&t, msg_text(lang, MSG_COL_EFFECT));
    table_text(&t, msg_text(lang, MSG_COL_SPEED));
    table_text(&t, msg_text(lang, MSG_COL_COST_PER_RUN));
    table_row(&t);
    for (size_t i = 0; i < v->change_n; i++) {
        table_msg(&t, lang, &v->change[i].what);
        table_msg(&t, lang, &v->change[i].effect);
        table_arg(&t, lang, ARG_RATIO(v->change[i].speed_ratio));
        table_arg(&t, lang, ARG_MONEY(v->change[i].cost_per_run, rp->r->job.currency));
        table_row(&t);
    }
    table_end(&t);
}

static void bill(const struct report *rp, const struct plan *p)
{
    enum lang lang = rp->o->lang;
    heading(rp, 2, p->kind == KIND_OWN ? MSG_REPORT_PARTS : MSG_REPORT_RENTAL);
    struct text_table t;
    table_init(&t, rp->out, rp->md, 8);
    table_right(&t, 2);
    table_right(&t, 3);
    table_right(&t, 4);
    static const enum msg_id cols[] = {MSG_COL_KIND,  MSG_COL_PART, MSG_COL_QTY,    MSG_COL_UNIT,
                                       MSG_COL_TOTAL, MSG_COL_DATE, MSG_COL_SOURCE, MSG_COL_NOTE};
    for (size_t i = 0; i < sizeof(cols) / sizeof(cols[0]); i++)
        table_text(&t, msg_text(lang, cols[i]));
    table_row(&t);
    for (int i = 0; i < p->bom.n; i++) {
        const struct bom_line *x = &p->bom.line[i];
        struct str note;
        str_init(&note, 256);
        if (x->locked)
            str_add(&note, msg_text(lang, MSG_NOTE_LOCKED));
        if (x->estimate)
            str_addf(&note, "%s%s", note.len > 0 ? ", " : "", msg_text(lang, MSG_NOTE_ESTIMATE));
        if (x->unverified)
            str_addf(&note, "%s%s", note.len > 0 ? ", " : "", msg_text(lang, MSG_NOTE_UNVERIFIED));
        if (p->offer != NULL)
            str_addf(&note, "%s%s", note.len > 0 ? ", " : "",
                     msg_text(lang, known(p->offer->price_month) ? MSG_NOTE_PER_MONTH
                                                                 : MSG_NOTE_PER_HOUR));
        table_text(&t, msg_text(lang, export_part_msg(x->kind)));
        table_text(&t, x->name);
        table_arg(&t, lang, ARG_INT(x->qty));
        table_arg(&t, lang, ARG_MONEY(x->unit_price, x->currency));
        table_arg(&t, lang, ARG_MONEY(x->unit_price * x->qty, x->currency));
        table_arg(&t, lang, ARG_DATE(x->from.date));
        table_text(&t, x->from.source);
        table_text(&t, note.p);
        table_row(&t);
        str_free(&note);
    }
    table_end(&t);
    struct msg total =
        p->kind == KIND_OWN
            ? msg_make(MSG_REPORT_TOTAL_OWN, 2, ARG_MONEY(p->cost.upfront, rp->r->job.currency),
                       ARG_PCT(p->cost.estimate_share))
            : msg_make(MSG_REPORT_TOTAL_RENT, 2, ARG_MONEY(p->cost.per_month, rp->r->job.currency),
                       ARG_HOURS(p->cost.hours_per_month));
    str_addc(rp->out, '\n');
    if (!rp->md)
        str_add(rp->out, "  ");
    text_msg(rp->out, lang, &total);
    str_addc(rp->out, '\n');
}

static void gauge(struct text_table *t, enum lang lang, enum msg_id name, const char *value)
{
    table_text(t, msg_text(lang, name));
    table_text(t, value);
    table_row(t);
}

static void gauge_msg(struct text_table *t, enum lang lang, enum msg_id name, struct msg m)
{
    struct str s;
    str_init(&s, 1024);
    text_msg(&s, lang, &m);
    gauge(t, lang, name, s.p);
    str_free(&s);
}

static void memory_value(struct str *s, enum lang lang, const struct sizing *z)
{
    text_band(s, lang, ARG_KIND_GIB, &z->per_gpu_gib);
    struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_GIB(z->usable_gib));
    text_msg(s, lang, &of);
    const char *sep = ": ";
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(z->line_gib[i] >= 0.05))
            continue;
        str_addf(s, "%s%s ", sep, msg_text(lang, export_mem_msg((enum mem_line_id)i)));
        num_short(s, z->line_gib[i]);
        sep = ", ";
    }
}

static void gauges(const struct report *rp, const struct plan *p)
{
    enum lang lang = rp->o->lang;
    const struct sizing *z = &p->sizing;
    heading(rp, 2, MSG_REPORT_GAUGES);
    struct text_table t;
    struct str s;
    str_init(&s, 4096);
    table_init(&t, rp->out, rp->md, 2);
    gauge(&t, lang, MSG_COL_GAUGE, msg_text(lang, MSG_COL_VALUE));
    memory_value(&s, lang, z);
    gauge(&t, lang, MSG_GAUGE_VRAM, s.p);
    str_clear(&s);
    struct msg lay =
        msg_make(MSG_GAUGE_LAYOUT_VALUE, 5, ARG_INT(z->layout.tp), ARG_INT(z->layout.pp),
                 ARG_INT(z->layout.dp), ARG_STR(sharding_word(z->layout.sharding)),
                 ARG_STR(recompute_word(z->layout.recompute)));
    gauge_msg(&t, lang, MSG_GAUGE_LAYOUT, lay);
    text_band(&s, lang, ARG_KIND_NUM, &z->speed);
    str_addf(&s, " %s", z->speed_unit != NULL ? z->speed_unit : "");
    gauge(&t, lang, MSG_GAUGE_SPEED, s.p);
    if (known(z->hours_per_run.typical)) {
        str_clear(&s);
        text_band(&s, lang, ARG_KIND_HOURS, &z->hours_per_run);
        if (known(rp->r->job.deadline_h)) {
            struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_HOURS(rp->r->job.deadline_h));
            text_msg(&s, lang, &of);
        }
        gauge(&t, lang, MSG_GAUGE_TIME, s.p);
    }
    if (known(z->ttft_ms))
        gauge_msg(&t, lang, MSG_GAUGE_LATENCY,
                  msg_make(MSG_GAUGE_LATENCY_VALUE, 3, ARG_MS(z->ttft_ms), ARG_TOKS(z->per_user),
                           ARG_INT(z->max_users)));
    gauge(&t, lang, MSG_GAUGE_BOUND, msg_text(lang, export_bound_msg(z->bound)));
    if (known(p->bom.power.wall_w))
        gauge_msg(&t, lang, MSG_GAUGE_POWER,
                  msg_make(MSG_GAUGE_POWER_VALUE, 4, ARG_WATT(p->bom.power.dc_w),
                           ARG_WATT(p->bom.power.psu_w), ARG_WATT(p->bom.power.wall_w),
                           ARG_WATT(p->bom.power.circuit_w)));
    str_clear(&s);
    struct band total = p->cost.total;
    text_arg(&s, lang, ARG_MONEY(total.typical, p->cost.currency));
    if (known(total.typical)) {
        struct msg m =
            msg_make(MSG_GAUGE_TCO_RANGE, 3, ARG_MONEY(total.low, p->cost.currency),
                     ARG_MONEY(total.high, p->cost.currency), ARG_MONTHS(p->cost.horizon_months));
        text_msg(&s, lang, &m);
    }
    gauge(&t, lang, MSG_GAUGE_TCO, s.p);
    table_end(&t);
    str_free(&s);
}

static void cost_lines(const struct report *rp, const struct plan *p)
{
    enum lang lang = rp->o->lang;
    heading(rp, 2, MSG_REPORT_COST);
    struct text_table t;
    table_init(&t, rp->out, rp->md, 3);
    table_right(&t, 1);
    table_text(&t, msg_text(lang, MSG_COL_LINE));
    table_text(&t, msg_text(lang, MSG_COL_AMOUNT));
    table_text(&t, msg_text(lang, MSG_COL_DEFAULT));
    table_row(&t);
    for (int i = 0; i < p->cost.n; i++) {
        table_text(&t, msg_text(lang, p->cost.line[i].label));
        table_arg(&t, lang, ARG_MONEY(p->cost.line[i].amount, p->cost.currency));
        table_text(&t, p->cost.line[i].row);
        table_row(&t);
    }
    table_end(&t);
}

static void findings(const struct report *rp, const struct finding *f, size_t n)
{
    enum lang lang = rp->o->lang;
    heading(rp, 2, MSG_REPORT_FINDINGS);
    if (n == 0) {
        bullet(rp, msg_text(lang, MSG_REPORT_NO_FINDINGS));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct str s;
        str_init(&s, 4096);
        str_addf(&s, "%s%s ", msg_text(lang, export_severity_msg(f[i].severity)),
                 msg_text(lang, MSG_PUNCT_COLON));
        text_msg(&s, lang, &f[i].message);
        if (f[i].remedy.id != MSG_NONE) {
            text_stop(&s, lang);
            text_msg(&s, lang, &f[i].remedy);
        }
        str_addf(&s, rp->md ? " (`%s`)" : " (%s)", f[i].rule);
        bullet(rp, s.p);
        str_free(&s);
    }
}

static void alternatives(const struct report *rp)
{
    const struct result *r = rp->r;
    enum lang lang = rp->o->lang;
    if (r->plan_n < 2)
        return;
    heading(rp, 2, MSG_REPORT_ALTERNATIVES);
    struct text_table t;
    table_init(&t, rp->out, rp->md, 7);
    table_right(&t, 0);
    static const enum msg_id cols[] = {MSG_COL_RANK,  MSG_COL_PLAN, MSG_COL_VERDICT, MSG_COL_TIME,
                                       MSG_COL_PRICE, MSG_COL_COST, MSG_COL_WHY};
    for (size_t i = 0; i < sizeof(cols) / sizeof(cols[0]); i++)
        table_text(&t, msg_text(lang, cols[i]));
    table_row(&t);
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        struct str price;
        str_init(&price, 512);
        text_price_short(&price, lang, r, p);
        table_arg(&t, lang, ARG_INT(p->rank));
        table_msg(&t, lang, &p->title);
        table_text(&t, msg_text(lang, export_verdict_msg(p->sizing.verdict)));
        table_arg(&t, lang, ARG_HOURS(p->sizing.hours_per_run.typical));
        table_text(&t, price.p);
        table_arg(&t, lang, ARG_MONEY(p->cost.total.typical, p->cost.currency));
        table_msg(&t, lang, &p->reason);
        table_row(&t);
        str_free(&price);
    }
    table_end(&t);
}

/* What was not said and therefore assumed, with the flag that changes it. */
static void assumptions(const struct report *rp)
{
    const struct job *job = &rp->r->job;
    enum lang lang = rp->o->lang;
    heading(rp, 2, MSG_REPORT_ASSUMPTIONS);
    struct text_table t;
    table_init(&t, rp->out, rp->md, 3);
    table_text(&t, msg_text(lang, MSG_COL_QUESTION));
    table_text(&t, msg_text(lang, MSG_COL_VALUE));
    table_text(&t, msg_text(lang, MSG_COL_FLAG));
    table_row(&t);
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        bool asked = q->visible == NULL || q->visible(job);
        if (!asked || job->from[i] == FROM_GIVEN || str_empty(job->shown[i]))
            continue;
        struct str flag;
        str_init(&flag, 128);
        str_addf(&flag, rp->md ? "`--%s`" : "--%s", q->name);
        table_text(&t, msg_text(lang, q->label));
        table_text(&t, job->shown[i]);
        table_text(&t, flag.p);
        table_row(&t);
        str_free(&flag);
    }
    table_end(&t);
    struct msg hours = msg_make(
        MSG_REPORT_HOURS, 1,
        ARG_NUM(main_plan(rp->r) != NULL ? main_plan(rp->r)->cost.hours_per_month : UNKNOWN));
    str_addc(rp->out, '\n');
    bullet_msg(rp, &hours);
    for (int i = 0; i < rp->r->fx_n; i++) {
        const struct fx_rate *x = rp->r->fx[i];
        struct msg m = msg_make(MSG_REPORT_FX, 5, ARG_STR(x->base), ARG_NUM(x->rate),
                                ARG_STR(x->quote), ARG_DATE(x->from.date), ARG_STR(x->from.source));
        bullet_msg(rp, &m);
    }
    struct msg dates = msg_make(MSG_REPORT_CATALOG, 4, ARG_STR(rp->r->facts->version),
                                ARG_DATE(rp->r->facts->date), ARG_DATE(rp->r->prices->oldest),
                                ARG_DATE(rp->r->prices->newest));
    bullet_msg(rp, &dates);
}

static enum err report(const struct result *r, const struct export_options *o, struct str *out,
                       bool md)
{
    struct report rp = {r, o, out, md};
    opening(&rp);
    changes(&rp);
    const struct plan *p = main_plan(r);
    if (p != NULL) {
        bill(&rp, p);
        gauges(&rp, p);
        cost_lines(&rp, p);
        findings(&rp, p->finding, p->finding_n);
    }
    if (r->verdict.finding_n > 0 && r->verdict.of != VERDICT_OF_PLAN) {
        struct msg m = msg_make(MSG_REPORT_ON_MACHINE, 0);
        str_addc(out, '\n');
        text_msg(out, o->lang, &m);
        str_addc(out, '\n');
        findings(&rp, r->verdict.finding, r->verdict.finding_n);
    }
    alternatives(&rp);
    assumptions(&rp);
    return OK;
}

enum err export_plan_md(const struct result *r, const struct export_options *o, struct str *out)
{
    return report(r, o, out, true);
}

enum err export_plan_text(const struct result *r, const struct export_options *o, struct str *out)
{
    return report(r, o, out, false);
}
