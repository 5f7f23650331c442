/* plain_rows.c - rows of the lists as lines that can be read aloud; the cost by month. */
#include <math.h>
#include <stdio.h>

#include "app/figures.h"
#include "app/lists.h"
#include "base/date.h"
#include "base/str.h"
#include "commands/plain_parts.h"

static void add(struct dialogue *d, struct str *out, struct msg_arg a)
{
    msg_arg_render(out, d->m.lang, &a);
}

static void comma(struct dialogue *d, struct str *out)
{
    str_add(out, msg_text(d->m.lang, MSG_PUNCT_COMMA));
}

static void next(struct dialogue *d, struct str *out, struct msg_arg a)
{
    comma(d, out);
    add(d, out, a);
}

/* In the currency of the job where a rate is known. */
static struct msg_arg money(const struct dialogue *d, double amount, const char *currency)
{
    const struct ui *m = &d->m;
    double x = UNKNOWN;
    if (m->job.currency != NULL && currency != NULL)
        x = facts_convert(m->facts, amount, currency, m->job.currency, NULL);
    return known(x) ? ARG_MONEY(x, m->job.currency) : ARG_MONEY(amount, currency);
}

static void offer_row(struct dialogue *d, const struct offer *o, struct str *out)
{
    const struct accel *a = &d->m.facts->accel[o->accel];
    int32_t days = date_age_days(o->from.date, date_of(d->m.now));
    str_add(out, export_provider(d->m.facts, o, d->m.lang));
    comma(d, out);
    str_addf(out, "%.4gx %s", o->gpu_count, accel_label(a));
    comma(d, out);
    str_add(out, o->region != NULL ? o->region : msg_text(d->m.lang, MSG_NOTE_ALL_REGIONS));
    comma(d, out);
    str_add(out, msg_text(d->m.lang, figure_kind(o->kind)));
    struct msg_arg hour = money(d, o->price_hour, o->currency);
    struct msg_arg each = money(d, o->price_hour / o->gpu_count, o->currency);
    struct msg price = msg_make(MSG_MENU_PRICES, 2, hour, each);
    comma(d, out);
    msg_render(out, d->m.lang, &price);
    if (days < 0)
        return;
    struct msg age = msg_make(MSG_TUI_TITLE_PRICES, 1, ARG_INT(days));
    comma(d, out);
    msg_render(out, d->m.lang, &age);
}

static void card_row(struct dialogue *d, const struct accel *a, struct str *out)
{
    str_add(out, accel_label(a));
    if (known(a->release_year))
        str_addf(out, "%s%.0f", msg_text(d->m.lang, MSG_PUNCT_COMMA), a->release_year);
    next(d, out, ARG_GB(a->memory_gb));
    next(d, out, ARG_GBS(a->memory_bandwidth_gbs));
    next(d, out, ARG_WATT(a->tdp_w));
    next(d, out, money(d, a->price.amount, a->price.currency));
}

static void model_row(struct dialogue *d, const struct model *x, struct str *out)
{
    str_add(out, x->name != NULL ? x->name : x->id);
    next(d, out, ARG_SI(x->params_b * 1e9));
    if (known(x->max_context)) {
        struct msg context = msg_make(MSG_MENU_CONTEXT, 1, ARG_INT(x->max_context));
        comma(d, out);
        msg_render(out, d->m.lang, &context);
    }
    if (!str_empty(x->release)) {
        comma(d, out);
        str_add(out, x->release);
    }
}

static void fits_row(struct dialogue *d, const struct fits_row *x, struct str *out)
{
    str_addf(out, "%s", x->model->name != NULL ? x->model->name : x->model->id);
    comma(d, out);
    str_addf(out, "%s %s", fits_how(&d->m, x), x->weights->id);
    comma(d, out);
    str_add(out, msg_text(d->m.lang, export_verdict_msg(x->sizing.verdict)));
    next(d, out, ARG_GIB(x->sizing.per_gpu_gib.typical));
    if (!known(x->sizing.speed.typical) || x->sizing.speed_unit == NULL)
        return;
    next(d, out, ARG_NUM(x->sizing.speed.typical));
    str_addf(out, " %s", x->sizing.speed_unit);
}

static void compare_row(struct dialogue *d, int row, struct str *out)
{
    int at = lists_plan_at(&d->m, row);
    if (at < 0)
        return;
    const struct plan *p = &d->m.result->plan[at];
    export_plan_title(out, d->m.lang, d->m.facts, p);
    comma(d, out);
    str_add(out, msg_text(d->m.lang, export_verdict_msg(p->sizing.verdict)));
    next(d, out, ARG_MONEY(p->cost.total.typical, p->cost.currency));
    if (known(p->sizing.hours_per_run.typical))
        next(d, out, ARG_HOURS(p->sizing.hours_per_run.typical));
    else if (known(p->sizing.per_user))
        next(d, out, ARG_TOKS(p->sizing.per_user));
    struct msg counts = msg_make(MSG_MENU_COUNTS, 2, ARG_INT(p->errors), ARG_INT(p->warnings));
    comma(d, out);
    msg_render(out, d->m.lang, &counts);
    if (at == d->m.plan)
        str_addf(out, " (%s)", msg_text(d->m.lang, MSG_MENU_SHOWN));
}

static void finding_row(struct dialogue *d, const struct finding *f, struct str *out)
{
    str_add(out, msg_text(d->m.lang, export_severity_msg(f->severity)));
    str_add(out, msg_text(d->m.lang, MSG_PUNCT_COLON));
    msg_render(out, d->m.lang, &f->message);
    str_addf(out, " (%s)", f->rule);
}

void plain_row(struct dialogue *d, int row, struct str *out)
{
    const struct ui *m = &d->m;
    switch (m->screen) {
    case SCREEN_OFFERS: offer_row(d, m->offers.row[row], out); break;
    case SCREEN_CATALOG:
        if (m->models)
            model_row(d, m->model[row], out);
        else
            card_row(d, m->card[row], out);
        break;
    case SCREEN_FITS: fits_row(d, m->fits.row[row], out); break;
    case SCREEN_COMPARE: compare_row(d, row, out); break;
    case SCREEN_FINDINGS: finding_row(d, m->finding[row].f, out); break;
    default: break;
    }
}

void plain_title(struct dialogue *d, struct str *out)
{
    const struct ui *m = &d->m;
    struct msg t = msg_make(MSG_TUI_FINDINGS, 0);
    if (m->screen == SCREEN_OFFERS)
        t = msg_make(MSG_TUI_OFFERS_ALL, 1, ARG_INT(m->offers.n));
    else if (m->screen == SCREEN_CATALOG)
        t = msg_make(m->models ? MSG_TUI_MODELS : MSG_TUI_CARDS, 1, ARG_INT(m->card_n));
    else if (m->screen == SCREEN_FITS)
        t = msg_make(MSG_PANE_FITS_OF, 2, ARG_INT(m->fits.n),
                     ARG_INT(m->fits.all->row_n + m->fits.all->hidden));
    else if (m->screen == SCREEN_COMPARE)
        t = msg_make(MSG_MENU_COMPARE, 0);
    struct str head;
    str_init(&head, 512);
    msg_render(&head, m->lang, &t);
    if (m->filter[0] != '\0')
        str_addf(&head, " \"%s\"", m->filter);
    struct msg how = msg_make(MSG_MENU_LIST_HOW, 1, ARG_STR(head.p));
    msg_render(out, m->lang, &how);
    str_free(&head);
}

/* --- cost by month ---------------------------------------------------------------------------- */
static void month_line(struct dialogue *d, const struct cost_figure *f, int month)
{
    struct str s;
    str_init(&s, 2048);
    struct msg head = msg_make(MSG_TUI_MONTH, 1, ARG_INT(month));
    msg_render(&s, d->m.lang, &head);
    str_add(&s, msg_text(d->m.lang, MSG_PUNCT_COLON));
    for (int i = 0; i < f->n; i++) {
        const struct cost *c = &d->m.result->plan[f->row[i].plan].cost;
        struct band b = cost_by_month(c, month);
        struct msg range = msg_make(MSG_PANE_RANGE, 3, ARG_MONEY(b.typical, c->currency),
                                    ARG_MONEY(b.low, c->currency), ARG_MONEY(b.high, c->currency));
        if (i > 0)
            comma(d, &s);
        str_addf(&s, "%s ", msg_text(d->m.lang, figure_kind(f->row[i].kind)));
        msg_render(&s, d->m.lang, &range);
    }
    say(d, s.p);
    str_free(&s);
}

static void even_lines(struct dialogue *d)
{
    const struct own_vs_rent *o = &d->m.result->decision.ovr;
    struct msg even = known(o->break_even_month)
                          ? msg_make(MSG_PANE_EVEN, 1, ARG_INT(o->break_even_month))
                          : msg_make(MSG_PANE_NEVER_EVEN, 0);
    struct msg back = known(o->payback_month)
                          ? msg_make(MSG_PANE_PAID_BACK, 1, ARG_INT(o->payback_month))
                          : msg_make(MSG_PANE_NEVER_BACK, 0);
    if (d->m.result->best_own < 0 || d->m.result->best_rent < 0)
        return;
    say_msg(d, &even);
    say_msg(d, &back);
}

/* Which assumption moves the result how far: own less rent at its low and its high value. */
static void moves(struct dialogue *d)
{
    const struct outlook *o = d->m.result->decision.outlook;
    const char *currency = d->m.result->job.currency;
    if (o == NULL || o->risk.n == 0)
        return;
    fputc('\n', stdout);
    struct msg head =
        msg_make(MSG_TUI_TORNADO, 4, ARG_PCT(o->spread.p_own_cheaper), ARG_INT(o->spread.draws),
                 ARG_MONEY(o->spread.p10, currency), ARG_MONEY(o->spread.p90, currency));
    say_msg(d, &head);
    for (int i = 0; i < o->risk.n; i++) {
        struct msg line = msg_make(MSG_MENU_MOVES, 3, ARG_MSG(o->risk.factor[i].label),
                                   ARG_MONEY(risk_npv(&o->risk, i, 0), currency),
                                   ARG_MONEY(risk_npv(&o->risk, i, 1), currency));
        say_msg(d, &line);
    }
}

#define MONTH_STEPS 8
void plain_cost(struct dialogue *d)
{
    struct cost_figure f;
    if (d->m.result == NULL)
        return;
    figure_cost(d->m.result, &f);
    double months = d->m.result->job.months;
    int last = known(months) && months < COST_MONTHS_MAX ? (int)months : COST_MONTHS_MAX;
    fputc('\n', stdout);
    say_id(d, MSG_MENU_COST);
    if (f.n == 0) {
        say_id(d, MSG_TUI_NO_TOTAL);
        return;
    }
    int before = -1;
    for (int i = 0; i <= MONTH_STEPS; i++) {
        int month = last * i / MONTH_STEPS;
        if (month != before)
            month_line(d, &f, month);
        before = month;
    }
    even_lines(d);
    moves(d);
}
