/* loop_past.c - what the offers in sight cost before, out of the price file. */
#include "app/trend.h"
#include "tui/loop_parts.h"

void loop_past_end(struct tui *t)
{
    past_close(t->past);
    t->past = NULL;
    t->no_past = false;
    t->m.trend_n = 0;
}

void loop_past(struct tui *t)
{
    struct ui *m = &t->m;
    struct past_point point[PAST_POINTS];
    struct err_info e = {0};
    m->trend_n = 0;
    if (m->screen != SCREEN_OFFERS || t->c->prices_path[0] == '\0' || t->no_past)
        return;
    if (t->past == NULL && past_open(&t->past, t->c->prices_path, &e) != OK) {
        t->no_past = true; /* an older price file, or none: there is no history to show */
        return;
    }
    int32_t today = date_of(m->now);
    for (int i = m->list.top; i < m->list.top + m->in_sight && i < (int)m->offers.n; i++) {
        struct trend *x = &m->trend[m->trend_n];
        size_t n = 0;
        if (m->trend_n == TRENDS_MAX ||
            past_of(t->past, m->offers.row[i], point, PAST_POINTS, &n, &e) != OK)
            return;
        if (trend_text(x->text, point, n, today)) {
            x->of = m->offers.row[i];
            m->trend_n++;
        }
    }
}
