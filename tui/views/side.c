/* side.c - the plan so far, for the answer under the cursor: verdict, best plans, gauges and what
 * speaks against it. Parts and advice stand on the plan: a slow line would carry them anew with
 * every key. */
#include "tui/views/views.h"

#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

#define ROOMY 17        /* lines of a pane in which nothing moves when the verdict grows */
#define TALL 30         /* of one in which its lines are long */
#define VERDICT_LINES 5 /* its reason and the smallest change; one less in a tall pane */
#define PLAN_LINES 2    /* the cheapest to rent and to own */
#define GAUGE_CELLS 42  /* a longer bar tells no more and costs a slow line */

static void refused(const struct ui *m, struct rect in)
{
    struct str s;
    str_init(&s, 4096);
    err_render(&s, m->lang, &m->preview_error);
    draw_id(in.y, in.x + 1, in.w - 2, ROLE_BAD, m->lang, MSG_TUI_CONTRADICTS);
    draw_wrap(in.y + 1, in.x + 1, in.w - 2, in.h - 2, ROLE_TEXT, s.p);
    str_free(&s);
}

static int wrapped(const struct ui *m, int y, struct rect in, int lines, enum role role,
                   const struct msg *msg)
{
    struct str s;
    str_init(&s, 4096);
    msg_render(&s, m->lang, msg);
    int used = draw_wrap(y, in.x + 1, in.w - 2, lines, role, s.p);
    str_free(&s);
    return used;
}

/* Verdict word, then the reason, then the smallest change. */
static int verdict(const struct ui *m, const struct result *r, const struct plan *p, struct rect in)
{
    const struct verdict_block *v = &r->verdict;
    bool plan = v->of == VERDICT_OF_NONE && p != NULL;
    enum verdict word = plan ? p->sizing.verdict : v->word;
    struct str s;
    str_init(&s, 4096);
    enum msg_id says = plan ? export_verdict_msg(word) : export_verdict_block_msg(v);
    str_addf(&s, "[%s] ", msg_text(m->lang, says));
    if (v->of == VERDICT_OF_HAVE && v->shape.accel != NULL)
        export_hardware(&s, &r->job.have, &v->shape);
    int y = in.y;
    draw_text(y++, in.x + 1, in.w - 2, verdict_role(word), s.p);
    str_free(&s);
    bool roomy = in.h >= ROOMY;
    int from = y, slot = in.h >= TALL ? VERDICT_LINES - 1 : VERDICT_LINES;
    y += wrapped(m, y, in, roomy ? 3 : 2, ROLE_STRONG, plan ? &p->sizing.reason : &v->reason);
    if (v->smallest_change.id != MSG_NONE) {
        struct str change;
        str_init(&change, 4096);
        smallest_change(&change, m->lang, &v->smallest_change);
        y += draw_wrap(y, in.x + 1, in.w - 2, roomy ? from + slot - y : 2, ROLE_TEXT, change.p);
        str_free(&change);
    }
    /* Where there is room what stands below keeps its place from answer to answer. */
    return roomy && y < from + slot ? from + slot : y;
}

static int offer_line(const struct ui *m, const struct result *r, int at, int y, struct rect in)
{
    if (at < 0)
        return y;
    const struct plan *p = &r->plan[at];
    char money[64];
    arg_text(money, sizeof money, m->lang, ARG_MONEY(p->cost.total.typical, p->cost.currency));
    int w = text_width(money);
    struct msg title = export_title(m->facts, p, m->lang);
    draw_msg(y, in.x + 1, in.w - 4 - w, at == r->chosen ? ROLE_STRONG : ROLE_TEXT, m->lang, &title);
    draw_text(y, in.x + in.w - 1 - w, w, ROLE_MONEY, money);
    return y + 1;
}

static int gauges(const struct ui *m, const struct result *r, const struct plan *p, int y,
                  struct rect in)
{
    int end = in.y + in.h;
    struct rect g = {y, in.x + 1, end - y, in.w - 2 < GAUGE_CELLS ? in.w - 2 : GAUGE_CELLS};
    g.y += widget_memory(m, &p->sizing, g);
    g.h = end - g.y;
    g.y += widget_power(m, p, g);
    g.h = end - g.y;
    g.y += widget_time(m, r, p, g);
    g.h = end - g.y;
    g.y += widget_cost(m, r, p, g);
    return g.y;
}

static void findings(const struct ui *m, const struct plan *p, int y, struct rect in)
{
    int end = in.y + in.h;
    if (p->finding_n == 0 || end - y < 2)
        return;
    draw_id(y, in.x + 1, in.w - 2, ROLE_HEADING, m->lang, MSG_TUI_FINDINGS);
    widget_weighty(m, p, (struct rect){y + 1, in.x, end - y - 1, in.w});
}

void view_side(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->side);
    const struct result *r = model_shown(m);
    bool live = m->preview != NULL || m->preview_refused;
    draw_frame(l->side, false, msg_text(m->lang, live ? MSG_TUI_WITH_THIS : MSG_TUI_PLAN_SO_FAR),
               NULL);
    if (m->preview_refused) {
        refused(m, in);
        return;
    }
    if (r == NULL)
        return;
    const struct plan *p = r->chosen >= 0  ? &r->plan[r->chosen]
                           : r->plan_n > 0 ? &r->plan[0]
                                           : NULL;
    int y = verdict(m, r, p, in);
    if (p == NULL) {
        y += wrapped(m, y, in, 3, ROLE_TEXT, &r->decision.text);
        return;
    }
    int from = y;
    if (r->best_own != r->chosen && r->best_rent != r->chosen)
        y = offer_line(m, r, r->chosen, y, in);
    y = offer_line(m, r, r->best_rent, y, in);
    y = offer_line(m, r, r->best_own, y, in);
    if (in.h >= ROOMY && y < from + PLAN_LINES)
        y = from + PLAN_LINES;
    y = gauges(m, r, p, y, in);
    if (in.y + in.h - y >= 3)
        y++;
    findings(m, p, y, in);
}
