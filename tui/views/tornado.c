/*
 * tornado.c - which assumption moves rent less own most: a bar from its low to its high end, the
 * widest first, around the value with everything typical.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/views/views.h"
#include "tui/widgets.h"

#define LABEL_MOST 34
#define MONEY_CELLS 10

static void amount(char *out, size_t cap, double x, const char *unit)
{
    struct str s;
    str_init(&s, 64);
    if (str_starts(unit, "fraction") || str_starts(unit, "per year") || str_eq(unit, "/y")) {
        num_short(&s, x * 100);
        str_add(&s, " %");
    } else {
        num_short(&s, x);
    }
    str_copy(out, cap, s.p);
    str_free(&s);
}

struct scale {
    double low, high;
    int x, w; /* cells */
};

static int cell_at(const struct scale *s, double value)
{
    double share = s->high > s->low ? (value - s->low) / (s->high - s->low) : 0.5;
    return s->x + (int)floor(num_clamp(share, 0, 1) * (s->w - 1) + 0.5);
}

static void factor(const struct ui *m, const struct risk_model *r, int i, int y,
                   const struct scale *s, int label, bool here)
{
    const struct risk_factor *f = &r->factor[i];
    double at[2] = {risk_npv(r, i, 0), risk_npv(r, i, 1)};
    char low[32], high[32], text[80];
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
    amount(low, sizeof low, f->low, f->unit ? f->unit : "");
    amount(high, sizeof high, f->high, f->unit ? f->unit : "");
    draw_pad(y, s->x - label - 1, label, -1, role, msg_text(m->lang, f->label));
    int a = cell_at(s, fmin(at[0], at[1])), b = cell_at(s, fmax(at[0], at[1]));
    for (int x = a; x <= b; x++)
        draw_glyph(y, x, ROLE_GAUGE_1, G_FILL_1);
    /* the value of the assumption stands at the end of the bar that it leads to */
    bool turned = at[0] > at[1];
    snprintf(text, sizeof text, "%s", turned ? high : low);
    int w = text_width(text);
    if (a - w - 1 >= s->x)
        draw_text(y, a - w - 1, w, ROLE_DIM, text);
    snprintf(text, sizeof text, "%s", turned ? low : high);
    w = text_width(text);
    if (b + 2 + w <= s->x + s->w)
        draw_text(y, b + 2, w, ROLE_DIM, text);
}

/* Above them: how sure it is, in one line or two. Returns the lines. */
static int heading(const struct ui *m, const struct outlook *o, struct rect r, const char *currency)
{
    char text[512];
    struct msg head =
        msg_make(MSG_TUI_TORNADO, 4, ARG_PCT(o->spread.p_own_cheaper), ARG_INT(o->spread.draws),
                 ARG_MONEY(o->spread.p10, currency), ARG_MONEY(o->spread.p90, currency));
    msg_to(text, sizeof text, m->lang, &head);
    return draw_wrap(r.y, r.x + 1, r.w - 2, r.h > 8 ? 2 : 1, ROLE_HEADING, text);
}

void view_tornado(const struct ui *m, struct rect r)
{
    const struct outlook *o = m->result != NULL ? m->result->decision.outlook : NULL;
    if (r.h < 4)
        return;
    if (o == NULL || o->risk.n == 0) {
        draw_id(r.y, r.x + 1, r.w - 2, ROLE_DIM, m->lang, MSG_TUI_TORNADO_NONE);
        return;
    }
    const struct risk_model *k = &o->risk;
    const char *currency = m->result->job.currency;
    int head = heading(m, o, r, currency);
    r.y += head - 1;
    r.h -= head - 1;
    int label = r.w * 2 / 5 < LABEL_MOST ? r.w * 2 / 5 : LABEL_MOST;
    double middle = k->rent - k->own;
    struct scale s = {middle, middle, r.x + label + 2, r.w - label - 3};
    int rows = r.h - 2 < k->n ? r.h - 2 : k->n;
    for (int i = 0; i < rows; i++) {
        s.low = fmin(s.low, fmin(risk_npv(k, i, 0), risk_npv(k, i, 1)));
        s.high = fmax(s.high, fmax(risk_npv(k, i, 0), risk_npv(k, i, 1)));
    }
    double margin = (s.high - s.low) * 0.15; /* room for the values at the ends */
    s.low -= margin;
    s.high += margin;
    int zero = s.low < 0 && s.high > 0 ? cell_at(&s, 0) : -1, mid = cell_at(&s, middle);
    for (int i = 0; i < rows; i++) { /* lines first: bars and figures stand on them */
        if (zero >= 0 && zero != mid)
            draw_text(r.y + 1 + i, zero, 1, ROLE_WARNING, ":");
        factor(m, k, i, r.y + 1 + i, &s, label, false);
        draw_glyph(r.y + 1 + i, mid, ROLE_STRONG, G_V);
    }
    char text[64];
    int y = r.y + 1 + rows;
    arg_text(text, sizeof text, m->lang, ARG_MONEY(s.low, currency));
    draw_text(y, s.x, MONEY_CELLS + 2, ROLE_DIM, text);
    arg_text(text, sizeof text, m->lang, ARG_MONEY(middle, currency));
    int w = text_width(text), at = mid - w / 2;
    if (at > s.x + MONEY_CELLS + 1 && at + w < s.x + s.w - MONEY_CELLS - 1)
        draw_text(y, at, w, ROLE_VALUE, text);
    arg_text(text, sizeof text, m->lang, ARG_MONEY(s.high, currency));
    draw_pad(y, s.x + s.w - MONEY_CELLS, MONEY_CELLS, 1, ROLE_DIM, text);
    if (zero > s.x + MONEY_CELLS + 2 && zero < s.x + s.w - MONEY_CELLS - 1 &&
        (zero < at - 1 || zero > at + w))
        draw_text(y, zero, 1, ROLE_WARNING, "0");
    draw_id(y, r.x + 1, label, ROLE_DIM, m->lang, MSG_TUI_TORNADO_AXIS);
}
