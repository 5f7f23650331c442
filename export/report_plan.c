/* report_plan.c - one plan in the report: its bill, its gauges as numbers, its cost lines. */
#include <math.h>

#include "base/date.h"
#include "base/num.h"
#include "export/parts.h"

#define LINE_SHARE 0.005 /* smaller parts of the memory are not worth a figure */

static void note(struct str *s, enum lang lang, enum msg_id id, bool yes)
{
    if (!yes)
        return;
    if (s->len > 0)
        text_id(s, lang, MSG_PUNCT_COMMA);
    text_id(s, lang, id);
}

/* A price that has had half a year to move is no price to order by. */
static bool is_old(const struct bom_line *x, struct moment now)
{
    enum age age = date_age_class(date_age_days(x->from.date, date_of(now)));

    return !x->included && !x->estimate && known(x->unit_price) && x->unit_price > 0 &&
           age == AGE_STALE;
}

/* The limit that the cards of a bill are set to is part of the bill. */
static void note_limit(struct str *s, enum lang lang, const struct bom_line *x, double limit_w)
{
    if (x->kind != PART_GPU || !(limit_w > 0))
        return;
    struct msg m = msg_make(MSG_NOTE_LIMIT, 1, ARG_WATT(limit_w));
    if (s->len > 0)
        text_id(s, lang, MSG_PUNCT_COMMA);
    text_msg(s, lang, &m);
}

static void part_row(struct table *t, const struct bom_line *x, double limit_w, struct moment now)
{
    enum lang lang = t->d->lang;
    struct str s;
    str_init(&s, 256);
    table_id(t, export_part_msg(x->kind));
    table_text(t, export_line_name(x, lang));
    table_arg(t, ARG_INT(x->qty));
    if (x->included) {
        table_id(t, MSG_NOTE_INCLUDED);
        table_text(t, "");
        table_text(t, "");
        table_text(t, "");
    } else {
        table_arg(t, ARG_MONEY(x->unit_price, x->currency));
        table_arg(t, ARG_MONEY(x->unit_price * x->qty, x->currency));
        table_arg(t, ARG_DATE(x->from.date));
        put_ref(t->d, table_cell(t), x->from.source, x->from.date);
    }
    note(&s, lang, MSG_NOTE_OWNED, x->owned);
    note(&s, lang, MSG_NOTE_LOCKED, x->locked);
    note(&s, lang, MSG_NOTE_ESTIMATE, x->estimate && !x->included);
    note(&s, lang, MSG_NOTE_UNVERIFIED, x->unverified);
    note(&s, lang, MSG_OWN_OLD_PRICE, is_old(x, now));
    note(&s, lang, MSG_OWN_WORD, x->yours);
    note_limit(&s, lang, x, limit_w);
    table_text(t, s.p);
    table_row(t);
    str_free(&s);
}

static void sentence(struct doc *d, struct str *s, const struct msg *m)
{
    put_msg(d, s, m);
    text_stop(s, d->lang);
}

static void own_total(struct doc *d, const struct result *r, const struct plan *p)
{
    double parts = 0;
    for (int i = 0; i < p->bom.n; i++)
        parts += p->bom.line[i].unit_price * p->bom.line[i].qty;
    struct str s;
    str_init(&s, TEXT_MAX);
    struct msg total = msg_make(MSG_REPORT_TOTAL_OWN, 2, ARG_MONEY(parts, r->job.currency),
                                ARG_MONEY(p->cost.upfront, r->job.currency));
    sentence(d, &s, &total);
    if (p->cost.estimate_share > 0) {
        struct msg m = msg_make(MSG_REPORT_TOTAL_ESTIMATE, 1, ARG_PCT(p->cost.estimate_share));
        sentence(d, &s, &m);
    }
    if (p->bom.machines > 1) {
        struct msg m = msg_make(MSG_REPORT_MACHINES, 1, ARG_INT(p->bom.machines));
        sentence(d, &s, &m);
    }
    text_trim(&s);
    doc_gap(d);
    doc_para(d, s.p, false);
    str_free(&s);
}

static void own_bill(struct doc *d, const struct result *r, const struct plan *p)
{
    static const enum msg_id heads[] = {MSG_COL_KIND,  MSG_COL_PART, MSG_COL_QTY,    MSG_COL_UNIT,
                                        MSG_COL_TOTAL, MSG_COL_DATE, MSG_COL_SOURCE, MSG_COL_NOTE};
    struct table t;
    table_init(&t, d, 8);
    for (int i = 2; i <= 4; i++)
        table_right(&t, i);
    table_heads(&t, heads, 8);
    for (int i = 0; i < p->bom.n; i++)
        part_row(&t, &p->bom.line[i], p->bom.card_limit_w, r->now);
    table_end(&t);
    own_total(d, r, p);
}

/* Packages and rounded sessions bill more hours than the work takes: then both are told. */
static struct msg rent_total(const struct result *r, const struct plan *p)
{
    struct msg_arg month = ARG_MONEY(p->cost.per_month, p->cost.currency);
    double used = job_hours_per_month(&r->job, &p->sizing, NULL), billed = p->cost.hours_per_month;
    if (known(used) && fabs(billed - used) > 0.5)
        return msg_make(MSG_REPORT_TOTAL_RENT_BILLED, 3, month, ARG_NUM(used), ARG_NUM(billed));
    return msg_make(MSG_REPORT_TOTAL_RENT, 2, month, ARG_NUM(billed));
}

static void rent_bill(struct doc *d, const struct result *r, const struct plan *p)
{
    static const enum msg_id heads[] = {MSG_COL_PROVIDER, MSG_COL_INSTANCE, MSG_COL_REGION,
                                        MSG_COL_CARDS,    MSG_COL_MACHINES, MSG_COL_PRICE,
                                        MSG_COL_PERIOD,   MSG_COL_DATE,     MSG_COL_SOURCE};
    const struct offer *x = p->offer;
    bool monthly = known(x->price_month);
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    table_init(&t, d, 9);
    table_right(&t, 4);
    table_right(&t, 5);
    table_heads(&t, heads, 9);
    table_text(&t, export_provider(r->facts, x, d->lang));
    table_text(&t, x->instance);
    if (x->region != NULL)
        table_text(&t, x->region);
    else
        table_id(&t, MSG_NOTE_ALL_REGIONS);
    text_cards(&s, p->accel, p->per_node);
    table_text(&t, s.p);
    table_arg(&t, ARG_INT(p->machines));
    table_arg(&t, ARG_MONEY(monthly ? x->price_month : x->price_hour, x->currency));
    table_id(&t, monthly ? MSG_NOTE_PER_MONTH : MSG_NOTE_PER_HOUR);
    table_arg(&t, ARG_DATE(x->from.date));
    put_ref(d, table_cell(&t), x->from.source, x->from.date);
    table_row(&t);
    table_end(&t);
    struct msg total = rent_total(r, p);
    str_clear(&s);
    put_msg(d, &s, &total);
    doc_gap(d);
    doc_para(d, s.p, false);
    str_free(&s);
}

void report_bill(struct doc *d, const struct result *r, const struct plan *p)
{
    doc_heading(d, p->offer == NULL ? MSG_REPORT_PARTS : MSG_REPORT_RENTAL);
    if (p->offer == NULL)
        own_bill(d, r, p);
    else
        rent_bill(d, r, p);
}

/* Beside a rental stands the whole parts list of the best own machine, when there is one. */
void report_own_beside(struct doc *d, const struct result *r, const struct plan *p)
{
    if (p->kind == KIND_OWN || r->best_own < 0)
        return;
    const struct plan *own = &r->plan[r->best_own];
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_REPORT_OWN_BESIDE);
    put_msg(d, &s, &own->title);
    doc_para(d, s.p, false);
    str_free(&s);
    doc_gap(d);
    own_bill(d, r, own);
}

/* --- gauges -------------------------------------------------------------------------- */
static void gauge(struct table *t, enum msg_id name, const char *plain)
{
    table_id(t, name);
    table_text(t, plain);
    table_row(t);
}

static void gauge_msg(struct table *t, enum msg_id name, struct msg m)
{
    table_id(t, name);
    table_msg(t, &m);
    table_row(t);
}

static void memory_rows(struct table *t, struct str *s, const struct sizing *z)
{
    enum lang lang = t->d->lang;
    str_clear(s);
    text_band(s, lang, ARG_KIND_GIB, &z->per_gpu_gib);
    struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_GIB(z->usable_gib));
    text_msg(s, lang, &of);
    gauge(t, MSG_GAUGE_VRAM, s->p);
    str_clear(s);
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(z->line_gib[i] >= LINE_SHARE * z->per_gpu_gib.typical))
            continue;
        if (s->len > 0)
            text_id(s, lang, MSG_PUNCT_COMMA);
        text_id(s, lang, export_mem_msg((enum mem_line_id)i));
        str_addc(s, ' ');
        text_arg(s, lang, ARG_GIB(z->line_gib[i]));
    }
    if (s->len > 0)
        gauge(t, MSG_GAUGE_VRAM_LINES, s->p);
}

static void batch_row(struct table *t, const struct layout *l)
{
    struct msg m = msg_make(MSG_GAUGE_BATCH_ONE, 1, ARG_NUM(l->global_batch));
    if (l->dp > 1 || l->grad_accum > 1)
        m = msg_make(MSG_GAUGE_BATCH_VALUE, 4, ARG_NUM(l->global_batch), ARG_NUM(l->micro_batch),
                     ARG_INT(l->dp), ARG_NUM(l->grad_accum));
    gauge_msg(t, MSG_GAUGE_BATCH, m);
}

static void speed_rows(struct table *t, struct str *s, const struct job *job,
                       const struct sizing *z)
{
    enum lang lang = t->d->lang;
    const struct layout *l = &z->layout;
    str_clear(s);
    export_layout(s, lang, l, job);
    gauge(t, MSG_GAUGE_LAYOUT, s->p);
    if (job->training && known(l->global_batch))
        batch_row(t, l);
    str_clear(s);
    text_speed(s, lang, z, true);
    gauge(t, MSG_GAUGE_SPEED, s->p);
    if (known(z->hours_per_run.typical)) {
        str_clear(s);
        text_band(s, lang, ARG_KIND_HOURS, &z->hours_per_run);
        if (known(job->deadline_h)) {
            struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_HOURS(job->deadline_h));
            text_msg(s, lang, &of);
        }
        gauge(t, MSG_GAUGE_TIME, s->p);
    }
    if (known(z->ttft_ms))
        gauge_msg(t, MSG_GAUGE_LATENCY,
                  msg_make(MSG_GAUGE_LATENCY_VALUE, 3, ARG_MS(z->ttft_ms), ARG_TOKS(z->per_user),
                           ARG_INT(z->max_users)));
    else if (job->serving && known(z->max_users))
        gauge_msg(
            t, MSG_GAUGE_LATENCY,
            msg_make(job->model->kind == MODEL_SPEECH ? MSG_GAUGE_STREAMS : MSG_GAUGE_REQUESTS, 1,
                     ARG_INT(z->max_users)));
    if (known(z->draft_tokens))
        gauge_msg(t, MSG_GAUGE_DRAFT,
                  msg_make(MSG_GAUGE_DRAFT_VALUE, 4, ARG_INT(z->draft_tokens),
                           ARG_PCT(z->draft_acceptance), ARG_NUM(z->draft_yield),
                           ARG_RATIO(z->draft_gain)));
    gauge(t, MSG_GAUGE_BOUND, msg_text(lang, bound_msg(z->bound)));
}

static void room_row(struct table *t, struct str *s, const struct sizing *z)
{
    enum lang lang = t->d->lang;
    str_clear(s);
    if (z->max_micro_batch > 0) {
        struct msg m = msg_make(MSG_GAUGE_ROOM_BATCH, 1, ARG_INT(z->max_micro_batch));
        text_msg(s, lang, &m);
    }
    if (z->max_context > 0) {
        struct msg m = msg_make(MSG_GAUGE_ROOM_CONTEXT, 1, ARG_INT(z->max_context));
        if (s->len > 0)
            text_id(s, lang, MSG_PUNCT_COMMA);
        text_msg(s, lang, &m);
    }
    if (s->len > 0)
        gauge(t, MSG_GAUGE_ROOM, s->p);
}

void report_sizing(struct table *t, const struct job *job, const struct sizing *z)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    memory_rows(t, &s, z);
    if (z->verdict != VERDICT_DOES_NOT_FIT) { /* else its speed is that of no machine */
        speed_rows(t, &s, job, z);
        room_row(t, &s, z);
    }
    str_free(&s);
}

void report_machine(struct doc *d, const struct verdict_block *v, const struct job *job)
{
    static const enum msg_id heads[] = {MSG_COL_GAUGE, MSG_COL_VALUE};
    struct table t;
    doc_heading(d, MSG_REPORT_MACHINE);
    table_init(&t, d, 2);
    table_heads(&t, heads, 2);
    report_sizing(&t, job, &v->sizing);
    table_end(&t);
}

static void carbon_row(struct table *t, const struct carbon *c)
{
    if (!known(c->kg_per_month))
        return;
    bool runs = known(c->kg_per_run);
    struct msg_arg a[] = {ARG_NUM(c->kg_per_month), ARG_NUM(c->kwh_per_month),
                          ARG_NUM(c->g_per_kwh), ARG_NUM(c->kg_per_run)};
    gauge_msg(t, MSG_COST_CARBON,
              msg_make(runs ? MSG_COST_CARBON_RUN : MSG_COST_CARBON_MONTH, runs ? 4 : 3, a[0], a[1],
                       a[2], a[3]));
}

void report_gauges(struct doc *d, const struct result *r, const struct plan *p)
{
    static const enum msg_id heads[] = {MSG_COL_GAUGE, MSG_COL_VALUE};
    const struct band total = p->cost.total;
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_REPORT_GAUGES);
    table_init(&t, d, 2);
    table_heads(&t, heads, 2);
    report_sizing(&t, &r->job, &p->sizing);
    if (p->copies > 1)
        gauge_msg(&t, MSG_GAUGE_COPIES, msg_make(MSG_GAUGE_COPIES_VALUE, 1, ARG_INT(p->copies)));
    if (known(p->bom.power.wall_w)) {
        text_power(&s, d->lang, &p->bom.power);
        gauge(&t, MSG_GAUGE_POWER, s.p);
        str_clear(&s);
    }
    text_arg(&s, d->lang, ARG_MONEY(total.typical, p->cost.currency));
    if (known(total.typical)) {
        struct msg m =
            msg_make(MSG_GAUGE_TCO_RANGE, 3, ARG_MONEY(total.low, p->cost.currency),
                     ARG_MONEY(total.high, p->cost.currency), ARG_MONTHS(p->cost.horizon_months));
        text_msg(&s, d->lang, &m);
    }
    gauge(&t, MSG_GAUGE_TCO, s.p);
    if (known(p->cost.per_run))
        gauge_msg(&t, MSG_COST_PER_RUN,
                  msg_make(MSG_COST_AMOUNT, 1, ARG_MONEY(p->cost.per_run, p->cost.currency)));
    carbon_row(&t, &p->carbon);
    table_end(&t);
    str_free(&s);
}

void report_cost(struct doc *d, const struct plan *p)
{
    static const enum msg_id heads[] = {MSG_COL_LINE, MSG_COL_AMOUNT, MSG_COL_DEFAULT};
    struct table t;
    doc_heading(d, MSG_REPORT_COST);
    table_init(&t, d, 3);
    table_right(&t, 1);
    table_heads(&t, heads, 3);
    for (int i = 0; i < p->cost.n; i++) {
        table_id(&t, p->cost.line[i].label);
        table_arg(&t, ARG_MONEY(p->cost.line[i].amount, p->cost.currency));
        table_code(&t, p->cost.line[i].row);
        table_row(&t);
    }
    table_end(&t);
}
