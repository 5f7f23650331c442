/* report_size.c - what a job needs on given cards, the table of methods, what a machine can do. */
#include "base/num.h"
#include "export/parts.h"

enum msg_id method_msg(enum method m)
{
    static const enum msg_id names[METHOD_COUNT] = {MSG_C_METHOD_FULL, MSG_C_METHOD_LORA,
                                                    MSG_C_METHOD_QLORA};
    return names[m];
}

static enum msg_id use_msg(enum task task, enum method m)
{
    return task == TASK_SERVE            ? MSG_C_TASK_SERVE
           : task == TASK_GENERATE_MEDIA ? MSG_FITS_GENERATE
                                         : method_msg(m);
}

/* --- explain -------------------------------------------------------------------------- */
static void trace_item(struct doc *d, const struct trace_item *it)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    put_code(d, &s, it->id);
    str_add(&s, " = ");
    put_arg(d, &s, it->result);
    put_id(d, &s, MSG_PUNCT_COLON);
    put_id(d, &s, it->formula);
    str_addc(&s, ' ');
    put_ref(d, &s, it->ref, NULL);
    text_trim(&s);
    doc_bullet(d, s.p);
    for (int i = 0; i < it->n; i++) {
        const struct trace_input *in = &it->in[i];
        str_clear(&s);
        put_id(d, &s, in->name);
        str_add(&s, " = ");
        put_arg(d, &s, in->value);
        str_addc(&s, ' ');
        put_ref(d, &s, in->source, in->date);
        text_trim(&s);
        if (d->md)
            str_addf(d->out, "  - %s\n", s.p);
        else
            wrap_into(d, s.p, "      ", 8);
    }
    str_free(&s);
}

static void traces(struct doc *d, const struct trace *t)
{
    if (t->first == NULL)
        return;
    doc_heading(d, MSG_REPORT_EXPLAIN);
    for (const struct trace_item *it = t->first; it != NULL; it = it->next)
        trace_item(d, it);
}

/* --- one machine ---------------------------------------------------------------------- */
static struct verdict_block verdict_of(const struct size_result *r, size_t i)
{
    const struct size_item *it = &r->item[i];
    struct verdict_block v = {.of = r->verdict.of,
                              .word = it->sizing.verdict,
                              .reason = it->sizing.reason,
                              .shape = it->shape,
                              .change = it->change,
                              .change_n = it->change_n,
                              .finding = it->finding,
                              .finding_n = it->finding_n};
    if (it->change_n > 0 && v.word != VERDICT_FITS)
        v.smallest_change = it->change[0].what;
    if (r->item_n == 1)
        return r->verdict;
    return v;
}

static void verdict_para(struct doc *d, const struct verdict_block *v, const struct job *job)
{
    struct str plain, s;
    str_init(&plain, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    export_verdict_line(&plain, d->lang, v, job);
    text_stop(&plain, d->lang);
    text_trim(&plain);
    put_text(d, &s, plain.p);
    doc_para(d, s.p, true);
    str_free(&plain);
    str_free(&s);
}

static void machine_text(struct str *s, enum lang lang, const struct size_result *r,
                         const struct size_item *it)
{
    struct str cards;
    const struct hardware *h = r->verdict.of == VERDICT_OF_HAVE ? &r->job.have : &r->job.gpu;
    str_init(&cards, TEXT_MAX);
    export_hardware(&cards, h, &it->shape);
    struct msg m =
        msg_make(it->count_found ? MSG_SIZE_SMALLEST_COUNT : MSG_VALUE_ALONE, 1, ARG_STR(cards.p));
    text_msg(s, lang, &m);
    str_free(&cards);
}

/* Whose figures these are, where that needs saying. */
static void card_figures(struct table *t, const struct accel *a)
{
    if (a == NULL || !(a->from.yours || origin_unverified(&a->from)))
        return;
    table_id(t, MSG_OWN_CARD_FIGURES);
    table_id(t, a->from.yours ? MSG_OWN_WORD : MSG_NOTE_UNVERIFIED);
    table_row(t);
}

static void item_table(struct doc *d, const struct size_result *r, const struct size_item *it)
{
    static const enum msg_id heads[] = {MSG_COL_GAUGE, MSG_COL_VALUE};
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_gap(d);
    table_init(&t, d, 2);
    table_heads(&t, heads, 2);
    machine_text(&s, d->lang, r, it);
    table_id(&t, MSG_COL_MACHINE);
    table_text(&t, s.p);
    table_row(&t);
    report_sizing(&t, &r->job, &it->sizing);
    if (known(it->power_w)) {
        struct msg m = msg_make(MSG_GAUGE_POWER_CARDS, 1, ARG_WATT(it->power_w));
        table_id(&t, MSG_GAUGE_POWER);
        table_msg(&t, &m);
        table_row(&t);
    }
    card_figures(&t, it->shape.accel);
    table_id(&t, MSG_GAUGE_PRICE);
    table_id(&t, MSG_GAUGE_PRICE_ELSEWHERE);
    table_row(&t);
    table_end(&t);
    str_free(&s);
}

/* Several machines side by side, in the order in which they were named. */
static void comparison(struct doc *d, const struct size_result *r)
{
    bool timed = false;
    for (size_t i = 0; i < r->item_n; i++)
        timed = timed || known(r->item[i].sizing.hours_per_run.typical);
    const enum msg_id heads[] = {MSG_COL_MACHINE, MSG_COL_VERDICT, MSG_COL_PER_CARD,
                                 timed ? MSG_COL_TIME : MSG_COL_SPEED};
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_gap(d);
    table_init(&t, d, 4);
    table_heads(&t, heads, 4);
    for (size_t i = 0; i < r->item_n; i++) {
        const struct size_item *it = &r->item[i];
        str_clear(&s);
        machine_text(&s, d->lang, r, it);
        table_text(&t, s.p);
        table_id(&t, export_verdict_msg(it->sizing.verdict));
        str_clear(&s);
        text_arg(&s, d->lang, ARG_GIB(it->sizing.per_gpu_gib.typical));
        struct msg of = msg_make(MSG_GAUGE_OF, 1, ARG_GIB(it->sizing.usable_gib));
        text_msg(&s, d->lang, &of);
        table_text(&t, s.p);
        str_clear(&s);
        text_pace(&s, d->lang, &it->sizing, false);
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

static void item_detail(struct doc *d, const struct size_result *r, size_t i, bool explain)
{
    const struct size_item *it = &r->item[i];
    item_table(d, r, it);
    report_changes(d, it->change, it->change_n, &r->job);
    if (i == 0)
        report_steps(d, &r->verdict, &r->job);
    report_findings(d, MSG_REPORT_FINDINGS, it->finding, it->finding_n);
    if (explain)
        traces(d, &it->trace);
}

/* --- the table of methods -------------------------------------------------------------- */
static void methods(struct doc *d, const struct size_result *r)
{
    static const enum msg_id heads[] = {MSG_COL_METHOD, MSG_COL_FORMAT, MSG_COL_CONTEXT,
                                        MSG_COL_MEMORY, MSG_COL_SMALLEST};
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_SIZE_TABLE_TITLE);
    table_init(&t, d, 5);
    table_right(&t, 2);
    table_heads(&t, heads, 5);
    for (size_t i = 0; i < r->row_n; i++) {
        const struct size_row *x = &r->row[i];
        table_id(&t, use_msg(x->task, x->method));
        table_text(&t, x->weights->id);
        if (known(x->context))
            table_arg(&t, ARG_INT(x->context));
        else
            table_text(&t, "-");
        str_clear(&s);
        text_band(&s, d->lang, ARG_KIND_GIB, &x->gib);
        table_text(&t, s.p);
        str_clear(&s);
        if (x->smallest != NULL)
            text_cards(&s, x->smallest, x->smallest_count);
        else
            text_id(&s, d->lang, MSG_NONE_OF_EIGHT);
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

/* No machine, no verdict: says so, and what would settle it; then which model the table is of. */
static void table_opening(struct doc *d, const struct size_result *r)
{
    struct verdict_block v = {.of = VERDICT_OF_NONE, .word = VERDICT_UNKNOWN};
    v.reason = msg_make(MSG_SIZE_TABLE_REASON, 0);
    verdict_para(d, &v, &r->job);
    if (r->job.model == NULL)
        return;
    struct str s;
    str_init(&s, TEXT_MAX);
    put_id(d, &s, MSG_COL_MODEL);
    put_id(d, &s, MSG_PUNCT_COLON);
    put_text(d, &s, r->job.model->name);
    if (known(r->job.model->params_b)) {
        str_add(&s, " · ");
        put_arg(d, &s, ARG_SI(r->job.model->params_b * 1e9));
    }
    doc_para(d, s.p, false);
    str_free(&s);
}

void size_report(const struct size_result *r, const struct export_options *o, struct str *out,
                 bool md)
{
    struct doc d;
    doc_init(&d, out, o->lang, md ? DOC_MD : DOC_TEXT);
    if (r->item_n == 0) {
        table_opening(&d, r);
        methods(&d, r);
        return;
    }
    for (size_t i = 0; i < r->item_n; i++) {
        struct verdict_block v = verdict_of(r, i);
        verdict_para(&d, &v, &r->job);
    }
    report_job(&d, &r->job);
    if (r->item_n > 1)
        comparison(&d, r);
    for (size_t i = 0; i < r->item_n; i++)
        item_detail(&d, r, i, o->explain);
    doc_sources(&d);
}

/* --- fits ------------------------------------------------------------------------------ */
static void fits_opening(struct doc *d, const struct fits_result *r)
{
    struct str plain, s;
    bool have = r->job.have.n > 0;
    str_init(&plain, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    export_hardware(&plain, have ? &r->job.have : &r->job.gpu, &r->shape);
    text_id(&plain, d->lang, MSG_PUNCT_COLON);
    struct msg m = fits_reason(r);
    text_msg(&plain, d->lang, &m);
    put_text(d, &s, plain.p);
    doc_para(d, s.p, true);
    str_free(&plain);
    str_free(&s);
}

struct msg fits_reason(const struct fits_result *r)
{
    return r->row_n > 0 ? msg_make(MSG_FITS_OPENING, 2, ARG_INT(r->row_n), ARG_INT(r->hidden))
                        : msg_make(MSG_FITS_NONE, 1, ARG_INT(r->hidden));
}

void fits_report(const struct fits_result *r, const struct export_options *o, struct str *out,
                 bool md)
{
    static const enum msg_id heads[] = {MSG_COL_MODEL,    MSG_COL_SIZE,    MSG_COL_METHOD,
                                        MSG_COL_FORMAT,   MSG_COL_CONTEXT, MSG_COL_VERDICT,
                                        MSG_COL_PER_CARD, MSG_COL_SPEED};
    struct doc d;
    struct table t;
    struct str s;
    str_init(&s, TEXT_MAX);
    doc_init(&d, out, o->lang, md ? DOC_MD : DOC_TEXT);
    fits_opening(&d, r);
    if (r->row_n == 0) {
        str_free(&s);
        return;
    }
    doc_gap(&d);
    table_init(&t, &d, 8);
    table_right(&t, 1);
    table_right(&t, 4);
    table_right(&t, 6);
    table_heads(&t, heads, 8);
    for (size_t i = 0; i < r->row_n; i++) {
        const struct fits_row *x = &r->row[i];
        table_text(&t, x->model->id);
        table_arg(&t, ARG_SI(x->model->params_b * 1e9));
        table_id(&t, x->task == TASK_SERVE || x->task == TASK_BATCH_INFERENCE ? MSG_FITS_SERVE
                     : x->task == TASK_GENERATE_MEDIA                         ? MSG_FITS_GENERATE
                                                      : method_msg(x->method));
        table_text(&t, x->weights->id);
        if (known(x->context_max) || str_eq(x->sizing.speed_unit, "tokens/s"))
            table_arg(&t, ARG_INT(x->context_max));
        else
            table_text(&t, "-"); /* pictures have none */
        table_id(&t, export_verdict_msg(x->sizing.verdict));
        table_arg(&t, ARG_GIB(x->sizing.per_gpu_gib.typical));
        str_clear(&s);
        if (str_eq(x->sizing.speed_unit, "tokens/s"))
            text_arg(&s, o->lang, ARG_TOKS(x->sizing.speed.typical));
        else
            text_speed(&s, o->lang, &x->sizing, false);
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}
