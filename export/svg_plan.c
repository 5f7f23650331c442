/* svg_plan.c - two pictures of a result: what is paid by month, and cost against time. */
#include <math.h>
#include <string.h>

#include "export/parts.h"
#include "export/svg.h"

#define NAME_APART 17 /* pixels between names at the ends of lines */
#define POINTS 200

/* The cheapest plan of each kind that has a total; returns how many. */
static int cheapest(const struct result *r, const struct plan *out[KIND_COUNT])
{
    int n = 0;
    for (int k = 0; k < KIND_COUNT; k++) {
        const struct plan *best = NULL;
        for (size_t i = 0; i < r->plan_n; i++) {
            const struct plan *p = &r->plan[i];
            if (p->kind == (enum price_kind)k && known(p->cost.total.typical) &&
                known(p->cost.horizon_months) &&
                (best == NULL || p->cost.total.typical < best->cost.total.typical))
                best = p;
        }
        if (best != NULL)
            out[n++] = best;
    }
    return n;
}

static int months_of(const struct plan *const *p, int n)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, p[i]->cost.horizon_months);
    return (int)num_clamp(ceil(most), 1, COST_MONTHS_MAX);
}

static void plan_name(const struct result *r, enum lang lang, const struct plan *p, struct str *out)
{
    export_plan_title(out, lang, r->facts, p);
    text_id(out, lang, MSG_PUNCT_COLON);
    text_arg(out, lang, ARG_MONEY(p->cost.total.typical, p->cost.currency));
    text_id(out, lang, MSG_PUNCT_COMMA);
    text_pace(out, lang, &p->sizing, false);
}

/* --- cost by month ------------------------------------------------------------------------ */
struct end_name {
    double y;
    int plan;
};

/* Names from the top down, each at least a line below the one before. */
static void names_at_ends(struct chart *c, const struct plan *const *p, int n, int months)
{
    struct end_name e[KIND_COUNT];
    for (int i = 0; i < n; i++) {
        e[i] = (struct end_name){svg_at(&c->y, p[i]->cost.cumulative[months]), i};
        for (int k = i; k > 0 && e[k].y < e[k - 1].y; k--) {
            struct end_name swap = e[k];
            e[k] = e[k - 1];
            e[k - 1] = swap;
        }
    }
    for (int i = 0; i < n; i++)
        if (i > 0 && e[i].y < e[i - 1].y + NAME_APART)
            e[i].y = e[i - 1].y + NAME_APART;
    double over = n > 0 ? e[n - 1].y - c->y.from : 0; /* the lowest ones back up */
    for (int i = n - 1; i >= 0 && over > 0; i--) {
        double most = c->y.from - (n - 1 - i) * NAME_APART;
        if (e[i].y > most)
            e[i].y = most;
    }
    for (int i = 0; i < n; i++) {
        const struct plan *x = p[e[i].plan];
        struct str s;
        str_init(&s, 1024);
        text_id(&s, c->lang, price_kind_msg(x->kind));
        str_addc(&s, ' ');
        text_arg(&s, c->lang, ARG_MONEY(x->cost.cumulative[months], x->cost.currency));
        chart_mark(c, c->x.to + 14, e[i].y, x->kind, NULL);
        chart_label(c, c->x.to + 26, e[i].y + 4, "t", "start", s.p);
        str_free(&s);
    }
}

static void describe(const struct result *r, enum lang lang, const struct plan *const *p, int n,
                     struct str *out)
{
    for (int i = 0; i < n; i++) {
        plan_name(r, lang, p[i], out);
        text_stop(out, lang);
    }
    text_msg(out, lang, &r->decision.text);
}

/* A month of the decision, named on its own line of text. */
static void rule(struct chart *c, double month, int months, enum msg_id name, int line)
{
    if (!known(month) || month <= 0 || month > months)
        return;
    struct str s;
    str_init(&s, 256);
    struct msg m = msg_make(name, 1, ARG_NUM(month));
    text_msg(&s, c->lang, &m);
    chart_rule(c, month, s.p, line);
    str_free(&s);
}

static void curves(struct chart *c, const struct result *r, const struct plan *const *p, int n,
                   int months)
{
    double x[COST_MONTHS_MAX + 1];
    for (int m = 0; m <= months; m++)
        x[m] = m;
    for (int i = 0; i < n; i++) {
        const struct cost *k = &p[i]->cost;
        int last = (int)num_clamp(k->horizon_months, 1, months);
        chart_line(c, x, k->cumulative, last + 1, p[i]->kind);
        double end = k->cumulative[last], scale = end / k->total.typical;
        double px = svg_at(&c->x, last) - 3 * i; /* side by side */
        chart_bar(c, px, k->total.low * scale, k->total.high * scale, p[i]->kind);
    }
    rule(c, r->decision.ovr.payback_month, months, MSG_SVG_PAYBACK, 0);
    rule(c, r->decision.ovr.break_even_month, months, MSG_SVG_BREAK_EVEN, 1);
}

bool svg_cost(const struct result *r, enum lang lang, const char *id, int top, struct str *out)
{
    const struct plan *p[KIND_COUNT];
    int n = cheapest(r, p);
    if (n == 0)
        return false;
    int months = months_of(p, n), values = 0;
    double value[KIND_COUNT * 2];
    struct str desc;
    for (int i = 0; i < n; i++) {
        const struct cost *k = &p[i]->cost;
        value[values++] = k->cumulative[months];
        value[values++] = k->cumulative[months] * k->total.high / k->total.typical;
    }
    str_init(&desc, TEXT_MAX);
    describe(r, lang, p, n, &desc);
    struct chart c = {.out = out, .lang = lang};
    c.x = (struct svg_axis){.low = 0, .high = months, .kind = ARG_KIND_MONTHS};
    c.y = svg_axis_of(value, values, false);
    c.y.kind = ARG_KIND_MONEY;
    c.y.currency = r->job.currency;
    chart_begin(&c, id, top, msg_text(lang, MSG_SVG_COST), desc.p);
    chart_axes(&c, msg_text(lang, MSG_SVG_MONTHS), msg_text(lang, MSG_SVG_PAID));
    curves(&c, r, p, n, months);
    names_at_ends(&c, p, n, months);
    chart_end(&c);
    str_free(&desc);
    return true;
}

/* --- cost against time or speed ------------------------------------------------------------ */
struct cloud {
    const struct plan *p[POINTS];
    double x[POINTS], y[POINTS];
    int n;
    /* x: hours of a run; tokens a second of one request; what all requests get together */
    enum { X_HOURS, X_EACH, X_ALL } of;
};

static void gather(const struct result *r, struct cloud *c)
{
    *c = (struct cloud){.of = X_ALL};
    for (size_t i = 0; i < r->plan_n; i++)
        if (known(plan_pace(&r->job, &r->plan[i])))
            c->of = r->job.serving ? X_EACH : X_HOURS;
    for (size_t i = 0; i < r->plan_n && c->n < POINTS; i++) {
        const struct plan *p = &r->plan[i];
        double x = c->of == X_HOURS  ? p->sizing.hours_per_run.typical
                   : c->of == X_EACH ? p->sizing.per_user
                                     : p->sizing.speed.typical;
        double y = p->cost.total.typical;
        if (!known(x) || !known(y) || x <= 0 || y <= 0)
            continue;
        c->p[c->n] = p;
        c->x[c->n] = x;
        c->y[c->n++] = y;
    }
}

/* The plans that no other beats in both, joined from left to right. */
static void front(struct chart *c, const struct cloud *k)
{
    int order[POINTS], n = 0;
    for (int i = 0; i < k->n; i++) {
        if (!k->p[i]->pareto)
            continue;
        order[n++] = i;
        for (int j = n - 1; j > 0 && k->x[order[j]] < k->x[order[j - 1]]; j--) {
            int swap = order[j];
            order[j] = order[j - 1];
            order[j - 1] = swap;
        }
    }
    if (n < 2)
        return;
    str_add(c->out, "<path class=\"f\" d=\"");
    for (int i = 0; i < n; i++)
        str_addf(c->out, "%c%.1f %.1f", i == 0 ? 'M' : 'L', svg_at(&c->x, k->x[order[i]]),
                 svg_at(&c->y, k->y[order[i]]));
    str_add(c->out, "\"/>\n");
}

static void points(struct chart *c, const struct result *r, const struct cloud *k)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    for (int i = 0; i < k->n; i++)
        chart_bar(c, svg_at(&c->x, k->x[i]), k->p[i]->cost.total.low, k->p[i]->cost.total.high,
                  k->p[i]->kind);
    for (int i = 0; i < k->n; i++) {
        double px = svg_at(&c->x, k->x[i]), py = svg_at(&c->y, k->y[i]);
        str_clear(&s);
        plan_name(r, c->lang, k->p[i], &s);
        chart_mark(c, px, py, k->p[i]->kind, s.p);
        str_clear(&s);
        str_addf(&s, "%d", k->p[i]->rank);
        chart_label(c, px + 8, py - 6, "t s", "start", s.p);
    }
    str_free(&s);
}

/* Which mark is which kind, beside the picture. */
static void legend(struct chart *c, const struct cloud *k)
{
    double y = c->y.to + 8;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        bool there = false;
        for (int i = 0; i < k->n; i++)
            there = there || k->p[i]->kind == (enum price_kind)kind;
        if (!there)
            continue;
        chart_mark(c, c->x.to + 28, y, (enum price_kind)kind, NULL);
        chart_label(c, c->x.to + 42, y + 4, "t", "start",
                    msg_text(c->lang, price_kind_msg((enum price_kind)kind)));
        y += 20;
    }
    str_addf(c->out, "<path class=\"f\" d=\"M%.1f %.1fh20\"/>\n", c->x.to + 18, y);
    chart_label(c, c->x.to + 42, y + 4, "t", "start", msg_text(c->lang, MSG_SVG_FRONT));
    chart_label(c, c->x.to + 18, y + 24, "t d s", "start", msg_text(c->lang, MSG_SVG_NUMBERS));
}

bool svg_scatter(const struct result *r, enum lang lang, const char *id, int top, struct str *out)
{
    struct cloud k;
    gather(r, &k);
    if (k.n == 0)
        return false;
    struct str desc;
    str_init(&desc, TEXT_MAX);
    for (int i = 0; i < k.n; i++) {
        plan_name(r, lang, k.p[i], &desc);
        text_stop(&desc, lang);
    }
    text_trim(&desc);
    struct chart c = {.out = out, .lang = lang};
    c.x = svg_axis_of(k.x, k.n, true);
    c.x.kind = k.of == X_HOURS ? ARG_KIND_HOURS : ARG_KIND_NUM;
    double cost[POINTS * 3];
    for (int i = 0; i < k.n; i++) {
        cost[3 * i] = k.y[i];
        cost[3 * i + 1] = k.p[i]->cost.total.low;
        cost[3 * i + 2] = k.p[i]->cost.total.high;
    }
    c.y = svg_axis_of(cost, 3 * k.n, true);
    c.y.kind = ARG_KIND_MONEY;
    c.y.currency = r->job.currency;
    bool time = k.of == X_HOURS;
    enum msg_id across = time ? MSG_COL_TIME : k.of == X_EACH ? MSG_SVG_SPEED_EACH : MSG_SVG_SPEED;
    chart_begin(&c, id, top, msg_text(lang, time ? MSG_SVG_SCATTER_TIME : MSG_SVG_SCATTER_SPEED),
                desc.p);
    chart_axes(&c, msg_text(lang, across),
               msg_text(lang, MSG_COL_COST));
    front(&c, &k);
    points(&c, r, &k);
    legend(&c, &k);
    chart_end(&c);
    str_free(&desc);
    return true;
}

/* --- the file ------------------------------------------------------------------------------ */
void plan_svg(const struct result *r, const struct export_options *o, struct str *out)
{
    struct str body, verdict;
    int top = 0;
    str_init(&body, 4u << 20);
    str_init(&verdict, TEXT_MAX);
    if (svg_cost(r, o->lang, "cost", top, &body))
        top += SVG_HEIGHT;
    if (svg_scatter(r, o->lang, "scatter", top, &body))
        top += SVG_HEIGHT;
    export_verdict_line(&verdict, o->lang, &r->verdict, &r->job);
    int height = top > 0 ? top : 80;
    str_addf(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" lang=\"%s\" width=\"%d\" height=\"%d\" "
             "viewBox=\"0 0 %d %d\">\n<title>",
             o->lang == LANG_ZH ? "zh-CN" : "en", SVG_WIDTH, height, SVG_WIDTH, height);
    svg_text(out, verdict.p);
    str_add(out, "</title>\n<style>\n");
    svg_style(out);
    str_add(out, "</style>\n");
    if (top == 0) {
        struct chart c = {.out = out, .lang = o->lang};
        chart_label(&c, 16, 44, "t", "start", msg_text(o->lang, MSG_SVG_NOTHING));
    }
    str_add(out, body.p);
    str_add(out, "</svg>\n");
    out->failed = out->failed || body.failed;
    str_free(&verdict);
    str_free(&body);
}
