/* pages.c - explain, why, findings, differences; the help stands in pages_help.c. */
#include "app/pages.h"

#include <string.h>

#include "app/figures.h"
#include "app/pages_parts.h"
#include "base/str.h"
#include "engine/rules/claims.h"

#define HEAD_CELLS 22
#define EXPORT_BYTES (1u << 20)

static void head(struct ui *m, struct page *p, enum msg_id id)
{
    page_gap(p);
    page_id(p, m->lang, ROLE_HEADING, 0, id);
}

static void arg_line(struct ui *m, struct page *p, const char *label, const struct msg_arg *arg,
                     const char *source, const char *date)
{
    struct str s;
    str_init(&s, 2048);
    msg_arg_render(&s, m->lang, arg);
    if (!str_empty(source)) {
        str_add(&s, "   ");
        str_add(&s, source);
    }
    if (!str_empty(date)) {
        str_add(&s, str_empty(source) ? "   " : ", ");
        str_add(&s, date);
    }
    page_pair(p, 2, label, HEAD_CELLS, ROLE_TEXT, s.p);
    str_free(&s);
}

static void trace_item(struct ui *m, struct page *p, const struct trace_item *t)
{
    struct str s;
    str_init(&s, 1024);
    msg_arg_render(&s, m->lang, &t->result);
    page_gap(p);
    page_pair(p, 0, t->id, HEAD_CELLS + 2, ROLE_VALUE, s.p);
    str_free(&s);
    page_id(p, m->lang, ROLE_TEXT, 2, t->formula);
    for (int i = 0; i < t->n; i++)
        arg_line(m, p, msg_text(m->lang, t->in[i].name), &t->in[i].value, t->in[i].source,
                 t->in[i].date);
    if (!str_empty(t->ref))
        page_text(p, ROLE_DIM, 2, t->ref);
}

static void traces(struct ui *m, struct page *p, const struct plan *plan, const char *prefix)
{
    int n = 0;
    for (const struct trace_item *t = plan->trace.first; t != NULL; t = t->next) {
        if (str_starts(t->id, prefix)) {
            trace_item(m, p, t);
            n++;
        }
    }
    if (n == 0)
        page_id(p, m->lang, ROLE_DIM, 0, MSG_TUI_NO_TRACE);
}

/* --- gauges ----------------------------------------------------------------------------------- */
static void band_line(struct ui *m, struct page *p, enum msg_id label, const struct band *b,
                      enum msg_arg_kind kind, const char *currency)
{
    struct msg_arg lo = {kind, MSG_NONE, b->low, currency};
    struct msg_arg mid = {kind, MSG_NONE, b->typical, currency};
    struct msg_arg hi = {kind, MSG_NONE, b->high, currency};
    struct msg line = msg_make(MSG_TUI_BAND, 3, lo, mid, hi);
    struct str s;
    str_init(&s, 1024);
    msg_render(&s, m->lang, &line);
    page_pair(p, 0, msg_text(m->lang, label), HEAD_CELLS + 2, ROLE_VALUE, s.p);
    str_free(&s);
}

static void memory_page(struct ui *m, struct page *p, const struct plan *plan)
{
    const struct sizing *z = &plan->sizing;
    band_line(m, p, MSG_TUI_VRAM, &z->per_gpu_gib, ARG_KIND_GIB, NULL);
    struct msg_arg usable = ARG_GIB(z->usable_gib);
    struct str s;
    str_init(&s, 256);
    msg_arg_render(&s, m->lang, &usable);
    page_pair(p, 0, msg_text(m->lang, MSG_TUI_USABLE), HEAD_CELLS + 2, ROLE_TEXT, s.p);
    str_free(&s);
    head(m, p, MSG_TUI_PARTS_OF_IT);
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(z->line_gib[i] > 0))
            continue;
        struct msg_arg gib = ARG_GIB(z->line_gib[i]);
        arg_line(m, p, msg_text(m->lang, export_mem_msg((enum mem_line_id)i)), &gib, NULL, NULL);
    }
    head(m, p, MSG_TUI_HOW_RECKONED);
    traces(m, p, plan, "memory.");
}

static void power_page(struct ui *m, struct page *p, const struct plan *plan)
{
    struct power_figure f;
    figure_power(plan, &f);
    if (!f.own) {
        page_id(p, m->lang, ROLE_TEXT, 0, MSG_TUI_POWER_RENTED);
        return;
    }
    const struct {
        enum msg_id label;
        double w;
    } rows[] = {{MSG_TUI_LOAD, f.load_w},
                {MSG_TUI_SUPPLY, f.psu_w},
                {MSG_TUI_WALL, f.wall_w},
                {MSG_TUI_CIRCUIT, f.circuit_w}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct msg_arg w = ARG_WATT(rows[i].w);
        arg_line(m, p, msg_text(m->lang, rows[i].label), &w, NULL, NULL);
    }
    page_id(p, m->lang, ROLE_TEXT, 0, MSG_TUI_POWER_HOW);
    head(m, p, MSG_TUI_PARTS_OF_IT);
    for (int i = 0; i < plan->bom.n; i++) {
        const struct bom_line *l = &plan->bom.line[i];
        struct msg_arg w = ARG_WATT(l->watts);
        if (l->watts > 0)
            arg_line(m, p, export_line_name(l, m->lang), &w, NULL, NULL);
    }
    head(m, p, MSG_TUI_HOW_RECKONED);
    traces(m, p, plan, "power.");
}

static void time_page(struct ui *m, struct page *p, const struct plan *plan)
{
    const struct sizing *z = &plan->sizing;
    band_line(m, p, MSG_TUI_TIME, &z->hours_per_run, ARG_KIND_HOURS, NULL);
    struct msg_arg unit = ARG_STR(z->speed_unit ? z->speed_unit : "");
    struct msg line = msg_make(MSG_TUI_SPEED_BAND, 4, ARG_NUM(z->speed.low),
                               ARG_NUM(z->speed.typical), ARG_NUM(z->speed.high), unit);
    page_msg(p, m->lang, ROLE_TEXT, 0, &line);
    struct msg bound = msg_make(MSG_TUI_BOUND, 1, ARG_MSG(bound_msg(z->bound)));
    page_msg(p, m->lang, ROLE_TEXT, 0, &bound);
    head(m, p, MSG_TUI_HOW_RECKONED);
    traces(m, p, plan, "speed.");
}

static void cost_page(struct ui *m, struct page *p, const struct plan *plan)
{
    const struct cost *c = &plan->cost;
    band_line(m, p, MSG_TUI_TOTAL, &c->total, ARG_KIND_MONEY, c->currency);
    head(m, p, MSG_TUI_PARTS_OF_IT);
    for (int i = 0; i < c->n; i++) {
        struct msg_arg x = ARG_MONEY(c->line[i].amount, c->currency);
        arg_line(m, p, msg_text(m->lang, c->line[i].label), &x, c->line[i].row, NULL);
    }
    head(m, p, MSG_TUI_HOW_RECKONED);
    traces(m, p, plan, "cost.");
}

static void gauge_page(struct ui *m, struct page *p)
{
    const struct plan *plan = model_plan(m);
    if (plan == NULL) {
        page_id(p, m->lang, ROLE_TEXT, 0, MSG_TUI_NO_PLAN);
        return;
    }
    switch (m->page_arg) {
    case GAUGE_MEMORY: memory_page(m, p, plan); break;
    case GAUGE_POWER: power_page(m, p, plan); break;
    case GAUGE_TIME: time_page(m, p, plan); break;
    default: cost_page(m, p, plan); break;
    }
}

/* --- parts and findings ----------------------------------------------------------------------- */
static void part_page(struct ui *m, struct page *p)
{
    const struct plan *plan = model_plan(m);
    if (plan == NULL || m->page_arg >= plan->bom.n)
        return;
    const struct bom_line *l = &plan->bom.line[m->page_arg];
    struct str s;
    str_init(&s, 1024);
    page_text(p, ROLE_STRONG, 0, export_line_name(l, m->lang));
    struct msg_arg kind = ARG_MSG(export_part_msg(l->kind)), qty = ARG_INT(l->qty);
    arg_line(m, p, msg_text(m->lang, MSG_TUI_COL_KIND), &kind, NULL, NULL);
    arg_line(m, p, msg_text(m->lang, MSG_TUI_COL_QTY), &qty, NULL, NULL);
    struct msg_arg price = ARG_MONEY(l->unit_price, l->currency);
    arg_line(m, p, msg_text(m->lang, MSG_TUI_COL_UNIT), &price, NULL, NULL);
    if (l->estimate) {
        struct msg est = msg_make(MSG_TUI_ESTIMATE, 2, ARG_MONEY(l->low, l->currency),
                                  ARG_MONEY(l->high, l->currency));
        page_msg(p, m->lang, ROLE_WARNING, 2, &est);
    }
    if (l->included)
        page_id(p, m->lang, ROLE_TEXT, 2, MSG_TUI_INCLUDED);
    struct msg_arg watts = ARG_WATT(l->watts);
    if (known(l->watts))
        arg_line(m, p, msg_text(m->lang, MSG_TUI_LOAD), &watts, NULL, NULL);
    struct msg_arg source = ARG_STR(l->from.source ? l->from.source : "");
    arg_line(m, p, msg_text(m->lang, MSG_TUI_SOURCE), &source, NULL, l->from.date);
    if (l->from.confidence != 0) {
        page_pair(p, 2, msg_text(m->lang, MSG_TUI_CONFIDENCE), HEAD_CELLS, ROLE_TEXT,
                  page_grade(m, l->from.confidence));
    }
    if (l->locked)
        page_id(p, m->lang, ROLE_TEXT, 2, MSG_TUI_LOCKED);
    if (l->unverified)
        page_id(p, m->lang, ROLE_WARNING, 2, MSG_TUI_UNVERIFIED);
    if (l->yours)
        page_id(p, m->lang, ROLE_TEXT, 2, MSG_OWN_LINE);
    str_free(&s);
}

static void finding_page(struct ui *m, struct page *p)
{
    if (m->page_arg >= m->finding_n)
        return;
    const struct finding *f = m->finding[m->page_arg].f;
    static const enum role roles[] = {ROLE_ERROR, ROLE_WARNING, ROLE_ADVICE, ROLE_NOT_KNOWN};
    page_pair(p, 0, msg_text(m->lang, export_severity_msg(f->severity)), HEAD_CELLS,
              roles[f->severity], f->rule);
    page_gap(p);
    page_msg(p, m->lang, ROLE_STRONG, 0, &f->message);
    if (f->remedy.id != MSG_NONE) {
        head(m, p, MSG_TUI_REMEDY);
        page_msg(p, m->lang, ROLE_TEXT, 2, &f->remedy);
    }
    struct rule_info buf;
    const struct rule_info *rule = rules_find(f->rule, &buf);
    if (rule != NULL) {
        head(m, p, MSG_TUI_CONDITION);
        for (size_t n = 0; n < rule->outcomes; n++) {
            struct str s;
            str_init(&s, 2048);
            enum severity severity;
            struct msg message, remedy;
            if (rules_outcome(rule->index, n, &severity, &message, &remedy)) {
                rules_condition(rule->index, n, m->lang, &s);
                page_pair(p, 2, msg_text(m->lang, export_severity_msg(severity)), 12, ROLE_TEXT,
                          s.p);
            }
            str_free(&s);
        }
    }
    if (!str_empty(f->source)) {
        head(m, p, MSG_TUI_SOURCE);
        page_text(p, ROLE_TEXT, 2, rules_source(f->source, m->lang));
    }
    const struct claim *c;
    for (size_t i = 0; rule != NULL && (c = claims_of_rule(rule, i)) != NULL; i++) {
        if (i == 0)
            head(m, p, MSG_TUI_SEED);
        page_pair(p, 2, msg_text(m->lang, MSG_CLAIM_SAYS), HEAD_CELLS, ROLE_DIM,
                  msg_text(m->lang, c->said));
        page_pair(p, 2, msg_text(m->lang, MSG_CLAIM_IN_FACT), HEAD_CELLS, ROLE_TEXT,
                  msg_text(m->lang, c->fact));
    }
}

/* --- questions -------------------------------------------------------------------------------- */
static void why_page(struct ui *m, struct page *p)
{
    static const enum msg_id from[] = {MSG_TUI_FROM_DEFAULT, MSG_TUI_FROM_GIVEN,
                                       MSG_TUI_FROM_DERIVED};
    const struct question *q = question_get(m->page_question);
    page_id(p, m->lang, ROLE_STRONG, 0, q->ask);
    page_gap(p);
    page_id(p, m->lang, ROLE_TEXT, 0, q->why);
    struct str s;
    str_init(&s, 1024);
    option_shown(&s, q->id, &m->job, m->facts, m->lang);
    page_gap(p);
    if (s.len > 0) {
        page_pair(p, 0, msg_text(m->lang, MSG_TUI_ANSWER_NOW), HEAD_CELLS, ROLE_VALUE, s.p);
        page_pair(p, 0, "", HEAD_CELLS, ROLE_DIM, msg_text(m->lang, from[m->job.from[q->id]]));
    } else {
        page_pair(p, 0, msg_text(m->lang, MSG_TUI_ANSWER_NOW), HEAD_CELLS, ROLE_DIM,
                  msg_text(m->lang, MSG_TUI_NOT_GIVEN));
    }
    str_clear(&s);
    str_addf(&s, "--%s %s", q->name, question_example(q));
    page_pair(p, 0, msg_text(m->lang, MSG_TUI_AS_FLAG), HEAD_CELLS, ROLE_TEXT, s.p);
    str_free(&s);
    for (const struct choice *c = q->choices; c != NULL && c->word != NULL; c++) {
        if (c->hint == MSG_NONE)
            continue;
        if (c == q->choices)
            page_gap(p);
        page_pair(p, 0, msg_text(m->lang, c->label), HEAD_CELLS, ROLE_TEXT,
                  msg_text(m->lang, c->hint));
    }
}

/* --- verdict ---------------------------------------------------------------------------------- */
static void verdict_page(struct ui *m, struct page *p)
{
    const struct result *r = m->result;
    if (r == NULL)
        return;
    struct str s;
    str_init(&s, 2048);
    export_verdict_line(&s, m->lang, &r->verdict, &r->job);
    page_text(p, ROLE_STRONG, 0, s.p);
    str_free(&s);
    if (r->verdict.change_n > 0)
        head(m, p, MSG_TUI_CHANGES);
    for (size_t i = 0; i < r->verdict.change_n; i++) {
        const struct change *c = &r->verdict.change[i];
        page_msg(p, m->lang, ROLE_STRONG, 2, &c->what);
        page_msg(p, m->lang, ROLE_TEXT, 4, &c->effect);
    }
    head(m, p, MSG_TUI_DECISION);
    page_msg(p, m->lang, ROLE_TEXT, 0, &r->decision.text);
    if (r->decision.why.id != MSG_NONE)
        page_msg(p, m->lang, ROLE_TEXT, 0, &r->decision.why);
    head(m, p, MSG_TUI_SOURCES);
    struct msg c =
        msg_make(MSG_TUI_CATALOG_OF, 2, ARG_STR(m->facts->version ? m->facts->version : ""),
                 ARG_DATE(m->facts->date));
    page_msg(p, m->lang, ROLE_TEXT, 0, &c);
    struct msg o = msg_make(MSG_TUI_PRICES_OF, 3, ARG_INT(m->prices->offer_n),
                            ARG_DATE(m->prices->oldest), ARG_DATE(m->prices->newest));
    page_msg(p, m->lang, ROLE_TEXT, 0, &o);
    for (int i = 0; i < r->fx_n; i++) {
        const struct fx_rate *x = r->fx[i];
        struct msg rate = msg_make(MSG_TUI_FX, 4, ARG_STR(x->base), ARG_STR(x->quote),
                                   ARG_NUM(x->rate), ARG_DATE(x->from.date));
        page_msg(p, m->lang, ROLE_TEXT, 0, &rate);
    }
}

void pages_build(struct ui *m, struct page *out)
{
    static const enum msg_id titles[] = {
        [PAGE_HELP] = MSG_TUI_HELP,       [PAGE_WHY] = MSG_TUI_WHY,
        [PAGE_GAUGE] = MSG_TUI_EXPLAIN,   [PAGE_PART] = MSG_TUI_EXPLAIN,
        [PAGE_FINDING] = MSG_TUI_FINDING, [PAGE_DIFF] = MSG_TUI_DIFF,
        [PAGE_VERDICT] = MSG_TUI_EXPLAIN, [PAGE_OFFER] = MSG_TUI_OFFER,
        [PAGE_CARD] = MSG_TUI_CARD,       [PAGE_FILES] = MSG_TUI_FILES_DIFF,
        [PAGE_MODEL] = MSG_TUI_MODEL,     [PAGE_ROW] = MSG_TUI_ROW,
    };
    page_begin(out, &m->lists, msg_text(m->lang, titles[m->page_kind]));
    switch (m->page_kind) {
    case PAGE_HELP: pages_help(m, out); break;
    case PAGE_WHY: why_page(m, out); break;
    case PAGE_GAUGE: gauge_page(m, out); break;
    case PAGE_PART: part_page(m, out); break;
    case PAGE_FINDING: finding_page(m, out); break;
    case PAGE_DIFF: pages_diff(m, out); break;
    case PAGE_VERDICT: verdict_page(m, out); break;
    case PAGE_OFFER: pages_offer(m, out); break;
    case PAGE_CARD: pages_card(m, out); break;
    case PAGE_MODEL: pages_model(m, out); break;
    case PAGE_ROW: pages_row(m, out); break;
    case PAGE_FILES: pages_files(m, out); break;
    }
}

void pages_export(struct ui *m, struct page *out)
{
    struct str text;
    struct err_info e = {0};
    str_init(&text, EXPORT_BYTES);
    page_begin(out, &m->lists, msg_text(m->lang, MSG_TUI_PREVIEW));
    enum export_format f = (enum export_format)m->export_format;
    bool machine = f == EXPORT_JSON || f == EXPORT_CSV;
    struct export_options o = {.lang = machine ? m->machine_lang : m->lang,
                               .generated = m->generated,
                               .now = m->now,
                               .facts = m->facts,
                               .prices = m->prices};
    const struct compare *moved = m->files.moved;
    enum err rc = ERR_NOT_FOUND;
    if (m->export_moved && moved != NULL)
        rc = export_compare(f, moved, &o, &text, &e);
    else if (!m->export_moved && m->result != NULL)
        rc = export_plan(f, m->result, &o, &text, &e);
    if (m->export_moved ? moved == NULL : m->result == NULL)
        page_id(out, m->lang, ROLE_TEXT, 0, MSG_TUI_NO_PLAN);
    else if (rc == OK)
        page_lines(out, ROLE_TEXT, text.p);
    else
        page_msg(out, m->lang, ROLE_ERROR, 0, &e.msg);
    str_free(&text);
}
