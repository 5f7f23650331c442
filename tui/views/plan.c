/* plan.c - the home screen: verdict, job, parts, gauges, findings. */
#include "tui/views/views.h"

#include <stdio.h>
#include <string.h>

#include "app/lists.h"
#include "app/options.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

/* --- parts ------------------------------------------------------------------------------------ */
struct columns {
    int kind, name, qty, unit, total; /* cells; 0: not shown */
};

#define NAME_LEAST 32
#define KIND_CELLS 13
static struct columns columns_for(int w)
{
    struct columns c = {0, 0, 4, 0, 11};
    int rest = w - 3 - c.qty - c.total; /* 3: cursor, sign, right margin */
    if (rest >= 30)
        c.unit = 10;
    if (rest - c.unit >= NAME_LEAST + KIND_CELLS) /* the kind is told by most names */
        c.kind = KIND_CELLS;
    c.name = rest - c.unit - c.kind;
    return c;
}

static const char *line_sign(const struct bom_line *l)
{
    return l->locked ? "L" : l->estimate ? "~" : l->unverified ? "?" : l->yours ? "*" : "";
}

static void money(char *out, size_t cap, const struct ui *m, double x, const char *currency)
{
    if (known(x))
        arg_text(out, cap, m->lang, ARG_MONEY(x, currency));
    else
        str_copy(out, cap, msg_text(m->lang, MSG_WORD_UNKNOWN));
}

/* What is rented is paid by the hour, and the unit says so. */
static void unit_price(char *out, size_t cap, const struct ui *m, const struct bom_line *l)
{
    char text[64];
    struct msg hour = msg_make(MSG_TUI_AN_HOUR, 1, ARG_STR(text));
    money(text, sizeof text, m, l->unit_price, l->currency);
    if (l->kind == PART_SERVICE && known(l->unit_price))
        msg_to(out, cap, m->lang, &hour);
    else
        str_copy(out, cap, text);
}

static void part_row(const struct ui *m, const struct bom_line *l, int y, struct rect in,
                     struct columns c, bool here, bool focus)
{
    const enum role role = ROLE_TEXT;
    char text[128];
    int x = in.x;
    draw_text(y, x + 1, 1, ROLE_WARNING, line_sign(l));
    x += 2;
    if (c.kind > 0)
        draw_id(y, x, c.kind - 1, ROLE_LABEL, m->lang, export_part_msg(l->kind));
    x += c.kind;
    const char *name = export_line_name(l, m->lang);
    draw_text(y, x, c.name - 1, role, name);
    if (here) /* over what the row begins with */
        draw_cursor(y, in.x, c.kind > 0 ? x - in.x - 1 : x - in.x + bar_cells(c.name - 1, name),
                    focus ? ROLE_SELECTED : ROLE_SELECTED_DIM);
    x += c.name;
    snprintf(text, sizeof text, "%d", l->qty);
    draw_pad(y, x, c.qty, 1, role, text);
    x += c.qty;
    if (l->included) {
        draw_pad(y, x, c.unit + c.total, 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_INCLUDED_SHORT));
        return;
    }
    if (c.unit > 0) {
        unit_price(text, sizeof text, m, l);
        draw_pad(y, x, c.unit, 1, role, text);
    }
    x += c.unit;
    if (l->kind == PART_SERVICE)
        unit_price(text, sizeof text, m,
                   &(struct bom_line){.kind = l->kind,
                                      .unit_price = l->unit_price * l->qty,
                                      .currency = l->currency});
    else
        money(text, sizeof text, m, l->unit_price * l->qty, l->currency);
    draw_pad(y, x, c.total, 1, ROLE_MONEY, text);
}

static void parts_title(const struct ui *m, const struct plan *p, char *out, size_t cap)
{
    struct msg t = msg_make(MSG_TUI_PARTS_TITLE, 3, ARG_MSG(figure_kind(p->kind)),
                            ARG_INT(m->plan + 1), ARG_INT(m->result->plan_n));
    msg_to(out, cap, m->lang, &t);
}

static void parts_total(const struct ui *m, const struct plan *p, struct rect in)
{
    char sum[64], month[64];
    int y = in.y + in.h - 1;
    bool own = p->kind == KIND_OWN;
    struct msg per = msg_make(own ? MSG_TUI_THEN_A_MONTH : MSG_TUI_A_MONTH, 1,
                              ARG_MONEY(p->cost.per_month, p->cost.currency));
    money(sum, sizeof sum, m, own ? p->cost.upfront : p->cost.total.typical, p->cost.currency);
    msg_to(month, sizeof month, m->lang, &per);
    int w = text_width(sum), pw = text_width(month);
    const char *label = msg_text(m->lang, own ? MSG_TUI_UPFRONT : MSG_TUI_TOTAL);
    draw_text(y, in.x + 2, in.w / 2, ROLE_LABEL, label);
    draw_text(y, in.x + in.w - 1 - w, w, ROLE_MONEY, sum);
    if (known(p->cost.per_month) && text_width(label) + pw + w + 8 < in.w)
        draw_text(y, in.x + in.w - w - pw - 4, pw, ROLE_DIM, month);
}

/* --- below the parts: the offer, the split, what the total is made of ------------------------- */
static int detail(int y, int end, struct rect in, const char *label, const char *text)
{
    if (y >= end || str_empty(text))
        return y;
    int head = in.w >= 60 ? 20 : 12;
    draw_text(y, in.x + 2, head - 1, ROLE_LABEL, label);
    draw_text(y, in.x + 2 + head, in.w - head - 3, ROLE_TEXT, text);
    return y + 1;
}

static int detail_msg(const struct ui *m, int y, int end, struct rect in, enum msg_id label,
                      const struct msg *text)
{
    char s[256];
    msg_to(s, sizeof s, m->lang, text);
    return detail(y, end, in, msg_text(m->lang, label), s);
}

static int offer_details(const struct ui *m, const struct plan *p, int y, int end, struct rect in)
{
    const struct offer *o = p->offer;
    char text[256];
    snprintf(text, sizeof text, "%s%s%s%s%s", o->instance, o->region ? " · " : "",
             o->region ? o->region : "", o->zone ? " · " : "", o->zone ? o->zone : "");
    y = detail(y, end, in, msg_text(m->lang, MSG_TUI_OFFER), text);
    struct str facts;
    str_init(&facts, 256);
    const struct {
        enum msg_id id;
        double x;
        struct msg_arg arg;
    } known_ones[] = {{MSG_TUI_VCPU, o->vcpus, ARG_INT(o->vcpus)},
                      {MSG_TUI_RAM, o->ram_gib, ARG_GIB(o->ram_gib)},
                      {MSG_TUI_NET, o->network_gbps, ARG_GBPS(o->network_gbps)}};
    for (size_t i = 0; i < sizeof known_ones / sizeof known_ones[0]; i++) {
        struct msg one = msg_make(known_ones[i].id, 1, known_ones[i].arg);
        if (!known(known_ones[i].x))
            continue;
        str_add(&facts, facts.len > 0 ? " · " : "");
        msg_render(&facts, m->lang, &one);
    }
    y = detail(y, end, in, msg_text(m->lang, MSG_TUI_MACHINE), facts.p);
    str_free(&facts);
    return y;
}

static void cost_line(const struct ui *m, int y, struct rect in, enum msg_id label, double amount,
                      const char *currency)
{
    char sum[64];
    arg_text(sum, sizeof sum, m->lang, ARG_MONEY(amount, currency));
    draw_id(y, in.x + 2, in.w - 18, ROLE_LABEL, m->lang, label);
    draw_pad(y, in.x + in.w - 16, 15, 1, ROLE_TEXT, sum);
}

/* What the total is made of; lines that have no room are one, so that the sum stays right. */
static void cost_lines(const struct ui *m, const struct plan *p, int y, int end, struct rect in)
{
    const char *currency = p->cost.currency;
    int room = end - y, shown = p->cost.n <= room ? p->cost.n : room - 1;
    double rest = 0;
    for (int i = 0; i < p->cost.n; i++) {
        if (i < shown)
            cost_line(m, y + i, in, p->cost.line[i].label, p->cost.line[i].amount, currency);
        else
            rest += p->cost.line[i].amount;
    }
    if (shown >= 0 && shown < p->cost.n)
        cost_line(m, y + shown, in, MSG_PANE_OTHER_COSTS, rest, currency);
}

static void details(const struct ui *m, const struct plan *p, int y, int end, struct rect in)
{
    const struct layout *z = &p->sizing.layout;
    if (p->offer != NULL)
        y = offer_details(m, p, y, end, in);
    struct str split;
    str_init(&split, 1024);
    if (z->tp > 0) /* sized at all */
        export_layout(&split, m->lang, z, &m->result->job);
    y = detail(y, end, in, msg_text(m->lang, MSG_TUI_SPLIT), split.p);
    str_free(&split);
    struct msg batch =
        msg_make(MSG_TUI_BATCH_FACTS, 2, ARG_INT(z->micro_batch), ARG_INT(z->global_batch));
    if (m->result->job.training && z->micro_batch > 0)
        y = detail_msg(m, y, end, in, MSG_TUI_BATCH, &batch);
    if (end - y < 4) /* the heading and two lines */
        return;
    struct msg over = msg_make(MSG_TUI_COST_MONTHS, 1, ARG_MONTHS(p->cost.horizon_months));
    draw_msg(++y, in.x + 2, in.w - 3, ROLE_HEADING, m->lang, &over);
    cost_lines(m, p, y + 1, end, in);
}

/* What the signs before the parts mean; only those that stand there. */
static void signs(const struct ui *m, const struct plan *p, struct str *s)
{
    static const struct {
        char sign;
        enum msg_id text;
    } all[] = {{'L', MSG_PANE_SIGN_LOCKED},
               {'~', MSG_PANE_SIGN_ESTIMATE},
               {'?', MSG_PANE_SIGN_UNVERIFIED}};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
        bool there = false;
        for (int i = 0; i < p->bom.n; i++)
            there = there || line_sign(&p->bom.line[i])[0] == all[k].sign;
        if (there)
            str_addf(s, "%s%c %s", s->len > 0 ? " · " : "", all[k].sign,
                     msg_text(m->lang, all[k].text));
    }
}

static void parts_heads(const struct ui *m, struct rect in, struct columns c)
{
    int x = in.x + 2;
    if (c.kind > 0)
        draw_id(in.y, x, c.kind - 1, ROLE_DIM, m->lang, MSG_TUI_COL_KIND);
    draw_id(in.y, x + c.kind, c.name - 1, ROLE_DIM, m->lang, MSG_TUI_COL_PART);
    x += c.kind + c.name;
    draw_pad(in.y, x, c.qty, 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_COL_QTY));
    if (c.unit > 0)
        draw_pad(in.y, x + c.qty, c.unit, 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_COL_UNIT));
    draw_pad(in.y, x + c.qty + c.unit, c.total, 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_COL_TOTAL));
}

static void parts(const struct ui *m, const struct places *l)
{
    struct rect f = l->pane[PANE_PARTS], in = rect_inside(f);
    const struct plan *p = model_plan(m);
    const struct list *list = &m->pane[PANE_PARTS];
    bool focus = m->focus == PANE_PARTS;
    char title[128];
    if (f.h == 0)
        return;
    if (p == NULL) {
        view_remedies(m, f, focus);
        return;
    }
    parts_title(m, p, title, sizeof title);
    struct str note;
    str_init(&note, 256);
    if (l->stacked) /* its last line is the first one of the gauges */
        signs(m, p, &note);
    if (p->pareto)
        str_addf(&note, "%s%s", note.len > 0 ? " · " : "", msg_text(m->lang, MSG_TUI_PARETO));
    draw_frame(f, focus, title, note.p);
    str_clear(&note);
    struct columns c = columns_for(in.w);
    int head = layout_parts_head(f), rows = layout_parts_rows(f);
    if (head > 0)
        parts_heads(m, in, c);
    for (int i = 0; i < rows && list->top + i < p->bom.n; i++)
        part_row(m, &p->bom.line[list->top + i], in.y + head + i, in, c,
                 list->top + i == list->cursor, focus);
    details(m, p, in.y + 2 + p->bom.n, in.y + in.h - 1, in);
    parts_total(m, p, in);
    if (!l->stacked) {
        signs(m, p, &note);
        draw_foot(f, focus, note.p);
    }
    str_free(&note);
    draw_more(f, list->top > 0, list->top + rows < p->bom.n);
}

/* --- job -------------------------------------------------------------------------------------- */
#define JOB_LABEL 22 /* cells of its columns where it has the whole width */
#define JOB_VALUE 26
#define JOB_WHOLE 70
#define JOB_WORDS 38 /* a longer question costs a slow line more than it tells */

static void job_row(const struct ui *m, enum question_id q, int y, struct rect in, bool here)
{
    bool whole = in.w >= JOB_WHOLE; /* room for what is asked */
    int label = whole ? JOB_LABEL : in.w * 9 / 20 + 1;
    int room = in.w - label - 2, ask = in.w - 2 - label - JOB_VALUE;
    struct str s;
    str_init(&s, 512);
    option_shown(&s, q, &m->job, m->facts, m->lang);
    bool none = s.len == 0, given = m->job.from[q] == FROM_GIVEN;
    if (none)
        str_add(&s, msg_text(m->lang, q == Q_GPU ? MSG_TUI_ANY : MSG_TUI_NONE));
    draw_id(y, in.x + 2, label - 2, ROLE_LABEL, m->lang, question_get(q)->label);
    draw_text(y, in.x + 1 + label, whole ? JOB_VALUE - 1 : room,
              given  ? ROLE_VALUE
              : none ? ROLE_DIM
                     : ROLE_TEXT,
              s.p);
    if (whole)
        draw_text(y, in.x + 1 + label + JOB_VALUE, ask < JOB_WORDS ? ask : JOB_WORDS, ROLE_DIM,
                  msg_text(m->lang, question_get(q)->ask));
    if (here)
        draw_cursor(y, in.x, label, ROLE_SELECTED);
    str_free(&s);
}

static void job(const struct ui *m, const struct places *l)
{
    struct rect f = l->pane[PANE_JOB], in = rect_inside(f);
    const struct list *list = &m->pane[PANE_JOB];
    bool focus = m->focus == PANE_JOB;
    enum question_id q[Q_COUNT];
    if (f.h == 0)
        return;
    draw_frame(f, focus, msg_text(m->lang, MSG_TUI_JOB), NULL);
    int n = lists_job_rows(m, q, Q_COUNT);
    for (int i = 0; i < in.h && list->top + i < n; i++)
        job_row(m, q[list->top + i], in.y + i, in, focus && list->top + i == list->cursor);
    draw_more(f, list->top > 0, list->top + in.h < n);
}

/* --- gauges ----------------------------------------------------------------------------------- */
#define CURVE_ROWS 9 /* least room below the gauges for what is paid by month */

/* No plan: the machine that was judged, what it would hold. */
static void judged(const struct ui *m, struct rect in)
{
    const struct verdict_block *v = m->result != NULL ? &m->result->verdict : NULL;
    struct str s;
    if (v == NULL || v->shape.accel == NULL)
        return;
    str_init(&s, 512);
    export_hardware(&s, v->of == VERDICT_OF_HAVE ? &m->result->job.have : &m->result->job.gpu,
                    &v->shape);
    int used = draw_wrap(in.y, in.x + 1, in.w - 2, 2, ROLE_STRONG, s.p);
    str_free(&s);
    widget_memory(m, &v->sizing, (struct rect){in.y + used, in.x + 1, in.h - used, in.w - 2});
}

/* Below a list over the whole width: side by side. */
static void gauges_below(const struct ui *m, struct rect f, bool focus)
{
    struct rect in = rect_inside(f), at[GAUGE_COUNT];
    const struct plan *p = model_plan(m);
    char cost[96] = "";
    if (p != NULL) {
        struct msg over = msg_make(MSG_TUI_COST_MONTHS, 1, ARG_MONTHS(m->result->job.months));
        msg_to(cost, sizeof cost, m->lang, &over);
    }
    draw_frame(f, focus, msg_text(m->lang, MSG_TUI_GAUGES), cost);
    draw_joint(f, focus);
    if (p == NULL) {
        judged(m, in);
        return;
    }
    widget_strip(m, m->result, p, (struct rect){in.y, in.x + 1, in.h, in.w - 2}, at);
    struct rect g = at[m->pane[PANE_GAUGES].cursor];
    if (!focus || g.h < 1)
        return;
    draw_glyph(g.y, g.x - 1, ROLE_FRAME_FOCUS, G_POINTER);
    draw_role(g.y, g.x, g.w, ROLE_SELECTED);
}

static void gauges(const struct ui *m, const struct places *l)
{
    struct rect f = l->pane[PANE_GAUGES], in = rect_inside(f);
    const struct plan *p = model_plan(m);
    bool focus = m->focus == PANE_GAUGES;
    if (f.h == 0)
        return;
    if (l->stacked) {
        gauges_below(m, f, focus);
        return;
    }
    draw_frame(f, focus, msg_text(m->lang, MSG_TUI_GAUGES), NULL);
    if (p == NULL) {
        judged(m, in);
        return;
    }
    int cursor = m->pane[PANE_GAUGES].cursor;
    struct rect r = {in.y, in.x + 1, in.h, in.w - 2};
    int end = in.y + in.h;
    bool airy = in.h >= 16;
    for (int g = 0; g < GAUGE_COUNT && r.y < end; g++) {
        int used = g == GAUGE_MEMORY  ? widget_memory(m, &p->sizing, r)
                   : g == GAUGE_POWER ? widget_power(m, p, r)
                   : g == GAUGE_TIME  ? widget_time(m, m->result, p, r)
                                      : widget_cost(m, m->result, p, r);
        if (focus && g == cursor && used > 0) {
            draw_glyph(r.y, in.x, ROLE_FRAME_FOCUS, G_POINTER);
            draw_role(r.y, in.x + 1, in.w - 2, ROLE_SELECTED);
        }
        r.y += used + (airy ? 1 : 0);
        r.h = end - r.y;
    }
    if (r.h >= CURVE_ROWS)
        view_cost_small(m, r);
}

/* --- findings --------------------------------------------------------------------------------- */
static void findings(const struct ui *m, const struct places *l)
{
    struct rect f = l->pane[PANE_FINDINGS], in = rect_inside(f);
    const struct plan *p = model_plan(m);
    const struct list *list = &m->pane[PANE_FINDINGS];
    bool focus = m->focus == PANE_FINDINGS;
    char title[128];
    if (f.h == 0)
        return;
    if (p != NULL) {
        struct msg t = msg_make(MSG_TUI_FINDINGS_TITLE, 3, ARG_INT(p->errors), ARG_INT(p->warnings),
                                ARG_INT(p->advices));
        msg_to(title, sizeof title, m->lang, &t);
    } else {
        str_copy(title, sizeof title, msg_text(m->lang, MSG_TUI_FINDINGS));
    }
    draw_frame(f, focus, title, NULL);
    if (l->stacked)
        draw_joint(f, focus);
    if (m->finding_n == 0)
        draw_id(in.y, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_FINDINGS);
    widget_findings(m, m->finding, m->finding_n, list->top, list->cursor, focus, in);
    draw_more(f, list->top > 0, list->top + in.h < m->finding_n);
}

static void more_of_list(const struct ui *m, const struct places *l)
{
    bool job = l->pane[PANE_JOB].h > 0;
    struct rect f = l->pane[job ? PANE_JOB : PANE_PARTS];
    const struct list *list = &m->pane[job ? PANE_JOB : PANE_PARTS];
    int rows = job                     ? rect_inside(f).h
               : model_plan(m) != NULL ? layout_parts_rows(f)
                                       : layout_remedy_rows(f);
    draw_more(f, list->top > 0, list->top + rows < list->n);
}

void view_plan(const struct ui *m, const struct places *l)
{
    widget_verdict(m, m->result, l->verdict);
    parts(m, l);
    job(m, l);
    gauges(m, l);
    findings(m, l);
    if (l->stacked) /* in the line that the gauges share with the list above */
        more_of_list(m, l);
}
