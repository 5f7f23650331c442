/*
 * report_check.c - a judged machine for people: verdict first, then the job, the measured figure
 * and its reasons, findings, what to add next, the parts as they were understood, the gauges.
 */
#include "base/num.h"
#include "export/check.h"
#include "export/parts.h"

static void para(struct doc *d, struct str *plain, bool bold)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    text_stop(plain, d->lang);
    text_trim(plain);
    put_text(d, &s, plain->p);
    doc_para(d, s.p, bold);
    str_free(&s);
}

static void counts(struct str *out, enum lang lang, const struct plan *x)
{
    struct msg m = msg_make(MSG_CHECK_COUNTS, 3, ARG_INT(x->errors), ARG_INT(x->warnings),
                            ARG_INT(x->unknowns));
    text_msg(out, lang, &m);
}

static const struct finding *gravest(const struct plan *x)
{
    for (int s = SEV_ERROR; s <= SEV_WARNING; s++)
        for (size_t i = 0; i < x->finding_n; i++)
            if (x->finding[i].severity == (enum severity)s)
                return &x->finding[i];
    return NULL;
}

/* With a job its verdict, then what is wrong with the parts; without one the parts alone. */
static void opening(struct doc *d, const struct check_result *r)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    if (r->job_given && r->machine.cards.n > 0) {
        export_verdict_line(&s, d->lang, &r->verdict, &r->job);
        text_stop(&s, d->lang);
    } else if (r->machine.cards.n > 0) {
        export_hardware(&s, &r->machine.cards, &r->verdict.shape);
        text_id(&s, d->lang, MSG_PUNCT_COLON);
    } else {
        struct verdict_block v = r->verdict;
        v.of = VERDICT_OF_NONE; /* it has no card to be called by */
        text_id(&s, d->lang, MSG_CHECK_NO_CARD);
        text_id(&s, d->lang, MSG_PUNCT_COLON);
        export_verdict_line(&s, d->lang, &v, &r->job);
        text_stop(&s, d->lang);
    }
    counts(&s, d->lang, &r->plan);
    const struct finding *f = gravest(&r->plan);
    if (f != NULL) {
        text_id(&s, d->lang, MSG_PUNCT_COLON);
        text_msg(&s, d->lang, &f->message);
    }
    para(d, &s, true);
    str_free(&s);
}

/* What is judged of power rests on the mains: say whose, unless the user told it. */
static void mains(struct doc *d, const struct check_result *r)
{
    const struct job *j = &r->job;
    struct circuit c = circuit_of(j->country, j->place, j->volts, j->amps);
    struct str where, s;
    if (j->from[Q_COUNTRY] == FROM_GIVEN || j->from[Q_VOLTS] == FROM_GIVEN || !known(c.volts) ||
        !known(c.amps))
        return;
    str_init(&where, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    text_answer(&where, d->lang, j, Q_COUNTRY);
    if (where.len == 0)
        str_add(&where, j->country != NULL ? j->country : "");
    struct msg m = msg_make(j->from[Q_COUNTRY] == FROM_DERIVED ? MSG_CHECK_MAINS_LIST
                                                               : MSG_CHECK_MAINS_DEFAULT,
                            3, ARG_NUM(c.volts), ARG_NUM(c.amps), ARG_STR(where.p));
    text_msg(&s, d->lang, &m);
    para(d, &s, false);
    str_free(&where);
    str_free(&s);
}

static void measured(struct doc *d, const struct check_result *r)
{
    static const enum msg_id places[] = {MSG_MEASURED_UNKNOWN, MSG_MEASURED_BELOW,
                                         MSG_MEASURED_INSIDE, MSG_MEASURED_ABOVE};
    const struct measured_result *m = &r->measured;
    struct str s;
    if (!m->given)
        return;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_CHECK_MEASURED);
    struct arena a;
    arena_init(&a, 0);
    struct msg place =
        msg_make(places[m->place], 5, ARG_STR(m->m.text), measured_arg(m->m.unit, m->band.low, &a),
                 measured_arg(m->m.unit, m->band.high, &a),
                 measured_arg(m->m.unit, m->band.typical, &a), ARG_RATIO(m->ratio));
    text_msg(&s, d->lang, &place);
    para(d, &s, false);
    arena_free(&a);
    for (int i = 0; i < m->reason_n; i++) {
        str_clear(&s);
        struct msg mark = msg_make(m->reason[i].matches ? MSG_MEASURED_AGREES : MSG_MEASURED_APART,
                                   1, ARG_RATIO(m->reason[i].factor));
        put_msg(d, &s, &m->reason[i].why);
        text_stop(&s, d->lang);
        if (known(m->reason[i].expected)) {
            put_msg(d, &s, &mark);
            text_stop(&s, d->lang);
        }
        put_msg(d, &s, &m->reason[i].remedy);
        str_addc(&s, ' ');
        str_addc(&s, '(');
        put_code(d, &s, m->reason[i].id);
        str_addc(&s, ')');
        doc_bullet(d, s.p);
    }
    str_free(&s);
}

static void upgrades(struct doc *d, const struct check_result *r)
{
    static const enum msg_id heads[] = {MSG_COL_CHANGE, MSG_COL_EFFECT, MSG_COL_VERDICT,
                                        MSG_COL_SPEED, MSG_COL_UNIT};
    struct table t;
    if (r->upgrade_n == 0)
        return;
    doc_heading(d, MSG_CHECK_UPGRADES);
    table_init(&t, d, 5);
    table_right(&t, 3);
    table_right(&t, 4);
    table_heads(&t, heads, 5);
    for (int i = 0; i < r->upgrade_n; i++) {
        const struct upgrade *u = &r->upgrade[i];
        table_msg(&t, &u->what);
        table_msg(&t, &u->effect);
        if (r->job_given)
            table_id(&t, export_verdict_msg(u->verdict));
        else
            table_text(&t, "");
        if (known(u->speed_ratio))
            table_arg(&t, ARG_RATIO(u->speed_ratio));
        else
            table_text(&t, "");
        table_arg(&t, ARG_MONEY(u->cost, r->job.currency));
        table_row(&t);
    }
    table_end(&t);
}

static enum msg_id match_msg(const struct parts_line *l)
{
    static const enum msg_id ids[] = {MSG_CHECK_MATCH_NONE, MSG_NONE, MSG_CHECK_MATCH_NEAR,
                                      MSG_CHECK_MATCH_FIGURES};
    if (l->aside)
        return MSG_CHECK_MATCH_ASIDE;
    return l->match == MATCH_FIGURES && l->by_name ? MSG_CHECK_MATCH_NAME : ids[l->match];
}

static void parts(struct doc *d, const struct check_result *r)
{
    static const enum msg_id heads[] = {MSG_COL_KIND, MSG_COL_PART, MSG_COL_QTY, MSG_CHECK_COL_AS,
                                        MSG_COL_NOTE};
    struct table t;
    doc_heading(d, MSG_CHECK_PARTS);
    table_init(&t, d, 5);
    table_right(&t, 2);
    table_heads(&t, heads, 5);
    for (int i = 0; i < r->list->n; i++) {
        const struct parts_line *l = &r->list->line[i];
        if (l->kind == PART_KINDS)
            table_text(&t, "");
        else
            table_id(&t, export_part_msg(l->kind));
        table_text(&t, l->text != NULL ? l->text : l->id);
        table_arg(&t, ARG_INT(l->qty));
        table_text(&t, l->match == MATCH_NONE || l->match == MATCH_FIGURES ? "" : l->name);
        if (match_msg(l) == MSG_NONE || l->included)
            table_text(&t, "");
        else
            table_id(&t, match_msg(l));
        table_row(&t);
    }
    table_end(&t);
}

static void gauges(struct doc *d, const struct check_result *r)
{
    static const enum msg_id heads[] = {MSG_COL_GAUGE, MSG_COL_VALUE};
    struct table t;
    struct str s;
    if (r->machine.cards.n == 0 && !known(r->machine.bom.power.wall_w))
        return;
    str_init(&s, TEXT_MAX);
    doc_heading(d, MSG_REPORT_GAUGES);
    table_init(&t, d, 2);
    table_heads(&t, heads, 2);
    if (r->job_given)
        report_sizing(&t, &r->job, &r->verdict.sizing);
    if (known(r->machine.bom.power.wall_w)) {
        text_power(&s, d->lang, &r->machine.bom.power);
        table_id(&t, MSG_GAUGE_POWER);
        table_text(&t, s.p);
        table_row(&t);
    }
    table_end(&t);
    str_free(&s);
}

void check_report(const struct check_result *r, const struct export_options *o, struct str *out,
                  bool md)
{
    struct doc d;
    doc_init(&d, out, o->lang, md);
    opening(&d, r);
    if (r->job_given)
        report_job(&d, &r->job);
    else
        doc_para(&d, msg_text(o->lang, MSG_CHECK_NO_JOB), false);
    mains(&d, r);
    measured(&d, r);
    report_changes(&d, r->verdict.change, r->verdict.change_n, &r->job);
    report_findings(&d, MSG_REPORT_FINDINGS, r->plan.finding, r->plan.finding_n);
    upgrades(&d, r);
    parts(&d, r);
    gauges(&d, r);
    doc_sources(&d);
}

enum err export_check(enum export_format f, const struct check_result *r,
                      const struct export_options *o, struct str *out, struct err_info *e)
{
    if (f == EXPORT_JSON)
        check_json(r, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        check_report(r, o, out, f == EXPORT_MD);
    else
        return err_set(e, ERR_UNSUPPORTED, MSG_ERR_FORMAT_NOT_MADE, 1,
                       &ARG_STR(export_format_word(f)));
    return out->failed ? err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL) : OK;
}
