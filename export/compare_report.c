/* compare_report.c - a comparison as a document and as dlrig.compare/1. */
#include <math.h>

#include "export/compare.h"
#include "export/parts.h"

/* --- pieces --------------------------------------------------------------------------------- */
static const char *text_of(const struct json *v, const char *key)
{
    return json_string(json_get(v, key));
}

static enum msg_id verdict_of(const struct json *plan)
{
    const char *word = text_of(json_get(plan, "verdict"), "word");
    for (int v = 0; v <= VERDICT_NOT_VALIDATED; v++)
        if (str_eq(verdict_word((enum verdict)v), word))
            return export_verdict_msg((enum verdict)v);
    return MSG_VERDICT_UNKNOWN;
}

static double total_of(const struct json *plan)
{
    return json_number(json_get(json_get(json_get(plan, "cost"), "total"), "typical"));
}

static struct msg_arg money(double x, const char *currency)
{
    return ARG_MONEY(x, currency != NULL ? currency : "USD");
}

/* "+12.5 %"; nothing where one side is not known, not comparable or did not move. */
static void put_change(struct str *out, double then, double now, bool comparable)
{
    if (!comparable || !known(then) || !known(now) || then == 0)
        return;
    double percent = (now / then - 1) * 100;
    if (fabs(percent) >= 0.05)
        str_addf(out, "%+.1f %%", percent);
}

static bool one_currency(const struct compare *c)
{
    return str_eq(c->then_currency, c->now_currency);
}

/* --- the opening ------------------------------------------------------------------------------ */
static void add_sentence(struct str *out, enum lang lang, struct msg m)
{
    text_msg(out, lang, &m);
    text_stop(out, lang);
}

static void total_sentence(const struct compare *c, enum lang lang, struct str *out)
{
    double then = total_of(c->then_plan), now = total_of(c->same_plan);
    struct str change;
    str_init(&change, 64);
    put_change(&change, then, now, one_currency(c));
    if (c->same_plan == NULL)
        add_sentence(out, lang, msg_make(MSG_COMPARE_PLAN_GONE, 0));
    else if (change.len > 0)
        add_sentence(out, lang,
                     msg_make(MSG_COMPARE_TOTAL_MOVED, 3, money(now, c->now_currency),
                              money(then, c->then_currency), ARG_STR(change.p)));
    else
        add_sentence(out, lang,
                     msg_make(MSG_COMPARE_TOTAL, 2, money(now, c->now_currency),
                              money(then, c->then_currency)));
    str_free(&change);
}

static void opening(struct doc *d, const struct compare *c)
{
    enum lang lang = d->lang;
    struct str plain, s;
    str_init(&plain, TEXT_MAX);
    str_init(&s, TEXT_MAX);
    if (c->now_plan == NULL)
        add_sentence(&plain, lang, msg_make(MSG_COMPARE_NO_PLAN_NOW, 0));
    else
        add_sentence(&plain, lang,
                     msg_make(MSG_COMPARE_VERDICT, 2, ARG_MSG(verdict_of(c->now_plan)),
                              c->then_plan != NULL ? ARG_MSG(verdict_of(c->then_plan))
                                                   : ARG_MSG(MSG_COMPARE_NO_PLAN)));
    if (c->then_plan != NULL)
        total_sentence(c, lang, &plain);
    if (c->then_plan != NULL && c->now_plan != NULL && c->same_plan == c->now_plan)
        add_sentence(&plain, lang, msg_make(MSG_COMPARE_CHOICE_SAME, 0));
    else if (c->now_plan != NULL)
        add_sentence(&plain, lang,
                     msg_make(MSG_COMPARE_CHOICE_MOVED, 2, ARG_STR(text_of(c->now_plan, "title")),
                              money(total_of(c->now_plan), c->now_currency)));
    text_trim(&plain);
    put_text(d, &s, plain.p);
    doc_para(d, s.p, true);
    if (c->then_plan != NULL) {
        str_clear(&s);
        /* The same plan of now says it in today's language; one that is gone, as the file does. */
        const struct json *plan = c->same_plan != NULL ? c->same_plan : c->then_plan;
        struct msg m = msg_make(MSG_COMPARE_PLAN_THEN, 1, ARG_STR(text_of(plan, "title")));
        put_msg(d, &s, &m);
        doc_para(d, s.p, false);
    }
    str_free(&plain);
    str_free(&s);
}

/* --- tables ------------------------------------------------------------------------------------
 */
static void put_figure(struct table *t, const struct moved *m, double x, const char *currency)
{
    struct msg_arg a = ARG_NUMBER(m->kind, x);
    if (m->kind == ARG_KIND_MONEY)
        a = money(x, currency);
    table_arg(t, a);
}

static void change_cell(struct table *t, double then, double now, bool comparable)
{
    struct str s;
    str_init(&s, 64);
    put_change(&s, then, now, comparable);
    table_text(t, s.p);
    str_free(&s);
}

static void figures_table(struct doc *d, const struct compare *c)
{
    static const enum msg_id heads[] = {MSG_COL_GAUGE, MSG_COMPARE_THEN, MSG_COMPARE_NOW,
                                        MSG_COMPARE_MOVED};
    struct table t;
    if (c->figures == 0)
        return;
    doc_heading(d, MSG_COMPARE_FIGURES);
    table_init(&t, d, 4);
    for (int i = 1; i < 4; i++)
        table_right(&t, i);
    table_heads(&t, heads, 4);
    for (int i = 0; i < c->figures; i++) {
        const struct moved *m = &c->figure[i];
        table_id(&t, m->label);
        put_figure(&t, m, m->then, c->then_currency);
        put_figure(&t, m, m->now, c->now_currency);
        change_cell(&t, m->then, m->now, m->kind != ARG_KIND_MONEY || one_currency(c));
        table_row(&t);
    }
    table_end(&t);
}

static void what_cell(struct table *t, enum moved_what what)
{
    static const enum msg_id ids[] = {MSG_COMPARE_CHANGED, MSG_COMPARE_NEW, MSG_COMPARE_GONE};
    table_id(t, ids[what]);
}

static void part_cell(struct table *t, double price, double qty, const char *currency, bool there)
{
    struct str s;
    str_init(&s, 200);
    if (there) {
        str_addf(&s, "%.0f x ", qty);
        text_arg(&s, t->d->lang, money(price, currency));
    }
    table_text(t, s.p);
    str_free(&s);
}

static void bill_table(struct doc *d, const struct compare *c)
{
    static const enum msg_id heads[] = {MSG_COL_PART, MSG_COMPARE_WHAT, MSG_COMPARE_THEN,
                                        MSG_COMPARE_NOW, MSG_COMPARE_MOVED};
    struct table t;
    if (c->bills == 0)
        return;
    doc_heading(d, MSG_COMPARE_BILL);
    table_init(&t, d, 5);
    for (int i = 2; i < 5; i++)
        table_right(&t, i);
    table_heads(&t, heads, 5);
    for (int i = 0; i < c->bills; i++) {
        const struct moved *m = &c->bill[i];
        table_text(&t, m->name != NULL ? m->name : m->id);
        what_cell(&t, m->what);
        part_cell(&t, m->then, m->then_qty, m->then_text, m->what != MOVED_NEW);
        part_cell(&t, m->now, m->now_qty, m->now_text, m->what != MOVED_GONE);
        change_cell(&t, m->then * m->then_qty, m->now * m->now_qty,
                    str_eq(m->then_text, m->now_text));
        table_row(&t);
    }
    table_end(&t);
    if (c->bill_same > 0) {
        struct msg m = msg_make(MSG_COMPARE_BILL_SAME, 1, ARG_INT(c->bill_same));
        if (d->form == DOC_TEXT)
            doc_gap(d);
        doc_bullet_msg(d, &m);
    }
}

static void cost_table(struct doc *d, const struct compare *c)
{
    static const enum msg_id heads[] = {MSG_COL_LINE, MSG_COMPARE_THEN, MSG_COMPARE_NOW,
                                        MSG_COMPARE_MOVED};
    struct table t;
    if (c->costs == 0)
        return;
    doc_heading(d, MSG_COMPARE_COST);
    table_init(&t, d, 4);
    for (int i = 1; i < 4; i++)
        table_right(&t, i);
    table_heads(&t, heads, 4);
    for (int i = 0; i < c->costs; i++) {
        const struct moved *m = &c->cost[i];
        enum msg_id label = compare_cost_label(m->id);
        if (label != MSG_NONE)
            table_id(&t, label);
        else
            table_code(&t, m->id);
        if (m->what == MOVED_NEW)
            table_text(&t, "");
        else
            table_arg(&t, money(m->then, c->then_currency));
        if (m->what == MOVED_GONE)
            table_text(&t, "");
        else
            table_arg(&t, money(m->now, c->now_currency));
        change_cell(&t, m->then, m->now, one_currency(c));
        table_row(&t);
    }
    table_end(&t);
}

static void put_answer(struct table *t, double x, const char *text, const char *unit)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    if (known(x))
        num_json(&s, x);
    else if (text != NULL)
        str_add(&s, text);
    if (s.len > 0 && !str_empty(unit))
        str_addf(&s, " %s", unit);
    table_text(t, s.p);
    str_free(&s);
}

static void answers_table(struct doc *d, const struct compare *c)
{
    static const enum msg_id heads[] = {MSG_COL_QUESTION, MSG_COMPARE_THEN, MSG_COMPARE_NOW};
    struct table t;
    if (c->answers == 0)
        return;
    doc_heading(d, MSG_COMPARE_JOB);
    table_init(&t, d, 3);
    table_heads(&t, heads, 3);
    for (int i = 0; i < c->answers; i++) {
        const struct moved *m = &c->answer[i];
        const struct question *q = question_find(m->id);
        if (q != NULL)
            table_id(&t, q->label);
        else
            table_text(&t, m->id);
        put_answer(&t, m->then, m->then_text, m->then_unit);
        put_answer(&t, m->now, m->now_text, m->now_unit);
        table_row(&t);
    }
    table_end(&t);
}

static void findings_list(struct doc *d, const struct compare *c)
{
    static const enum msg_id ids[] = {MSG_COMPARE_CHANGED, MSG_COMPARE_NEW, MSG_COMPARE_GONE};
    if (c->findings == 0)
        return;
    doc_heading(d, MSG_REPORT_FINDINGS);
    for (int i = 0; i < c->findings; i++) {
        const struct moved *m = &c->finding[i];
        struct str s;
        str_init(&s, TEXT_MAX);
        put_strong(d, &s, ids[m->what], m->what == MOVED_NEW ? "warning" : "advice");
        put_id(d, &s, MSG_PUNCT_COLON);
        put_text(d, &s, m->name);
        put_id(d, &s, MSG_PUNCT_OPEN);
        put_code(d, &s, m->id);
        put_id(d, &s, MSG_PUNCT_CLOSE);
        doc_bullet(d, s.p);
        str_free(&s);
    }
}

static void dates(struct doc *d, enum msg_id which, const struct json *root)
{
    struct msg m = msg_make(which, 3, ARG_STR(text_of(json_get(root, "catalog"), "version")),
                            ARG_DATE(text_of(json_get(root, "prices"), "newest")),
                            ARG_DATE(text_of(root, "as_of")));
    doc_bullet_msg(d, &m);
}

static void document(const struct compare *c, const struct export_options *o, struct str *out,
                     enum doc_form form)
{
    struct doc d;
    doc_init(&d, out, o->lang, form);
    if (o->cells > 0)
        d.cells = o->cells;
    opening(&d, c);
    answers_table(&d, c);
    figures_table(&d, c);
    bill_table(&d, c);
    cost_table(&d, c);
    findings_list(&d, c);
    doc_heading(&d, MSG_COMPARE_DATES);
    dates(&d, MSG_COMPARE_DATES_THEN, c->then);
    dates(&d, MSG_COMPARE_DATES_NOW, c->now);
    doc_sources(&d);
}

/* --- JSON ----------------------------------------------------------------------------------------
 */
static void side(struct json_out *w, const char *key, const struct json *root,
                 const struct json *plan)
{
    jw_key(w, key);
    jw_obj(w);
    jw_kstr(w, "as_of", text_of(root, "as_of"));
    jw_kstr(w, "catalog", text_of(json_get(root, "catalog"), "version"));
    jw_kstr(w, "prices", text_of(json_get(root, "prices"), "newest"));
    jw_kstr(w, "plan", text_of(plan, "id"));
    jw_kstr(w, "verdict", text_of(json_get(plan, "verdict"), "word"));
    jw_kstr(w, "currency", text_of(json_get(plan, "cost"), "currency"));
    jw_knum(w, "total", total_of(plan));
    jw_obj_end(w);
}

static void rows(struct json_out *w, const char *key, const struct moved *m, int n, bool bill)
{
    static const char *const words[] = {"changed", "new", "gone", "same"};
    jw_key(w, key);
    jw_arr(w);
    for (int i = 0; i < n; i++) {
        jw_obj(w);
        jw_kstr(w, "id", m[i].id);
        jw_kstr(w, "what", words[m[i].what]);
        if (m[i].part != NULL)
            jw_kstr(w, bill ? "kind" : "severity", m[i].part);
        if (m[i].name != NULL)
            jw_kstr(w, bill ? "name" : "message", m[i].name);
        if (bill) {
            jw_knum(w, "qty_then", m[i].then_qty);
            jw_knum(w, "qty_now", m[i].now_qty);
            jw_knum(w, "unit_price_then", m[i].then);
            jw_knum(w, "unit_price_now", m[i].now);
            jw_kstr(w, "currency_then", m[i].then_text);
            jw_kstr(w, "currency_now", m[i].now_text);
        } else if (m[i].part == NULL) {
            bool word = !known(m[i].then) && !known(m[i].now) &&
                        (m[i].then_text != NULL || m[i].now_text != NULL);
            jw_key(w, "then");
            word ? jw_str(w, m[i].then_text) : jw_num(w, m[i].then);
            jw_key(w, "now");
            word ? jw_str(w, m[i].now_text) : jw_num(w, m[i].now);
        }
        jw_obj_end(w);
    }
    jw_arr_end(w);
}

static void compare_json(const struct compare *c, const struct export_options *o, struct str *out)
{
    struct json_out w;
    jw_init(&w, out, true);
    jw_obj(&w);
    jw_kstr(&w, "schema", "dlrig.compare/1");
    jw_kstr(&w, "generated", o->generated);
    side(&w, "then", c->then, c->then_plan);
    side(&w, "now", c->now, c->now_plan);
    jw_kstr(&w, "same_plan", text_of(c->same_plan, "id"));
    jw_knum(&w, "same_plan_total", total_of(c->same_plan));
    rows(&w, "job", c->answer, c->answers, false);
    rows(&w, "figures", c->figure, c->figures, false);
    rows(&w, "bill", c->bill, c->bills, true);
    rows(&w, "cost", c->cost, c->costs, false);
    rows(&w, "findings", c->finding, c->findings, false);
    jw_obj_end(&w);
    str_addc(out, '\n');
}

enum err export_compare(enum export_format f, const struct compare *c,
                        const struct export_options *o, struct str *out, struct err_info *e)
{
    if (f == EXPORT_JSON) {
        compare_json(c, o, out);
    } else if (f == EXPORT_TEXT || f == EXPORT_MD) {
        document(c, o, out, f == EXPORT_MD ? DOC_MD : DOC_TEXT);
    } else if (f == EXPORT_HTML) {
        html_open(out, o->lang, msg_text(o->lang, MSG_COMPARE_TITLE));
        document(c, o, out, DOC_HTML);
        html_close(out);
    } else {
        struct msg_arg a = ARG_STR(export_format_word(f));
        return err_set(e, ERR_UNSUPPORTED, MSG_COMPARE_FORM, 1, &a);
    }
    return out->failed ? err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL) : OK;
}
