/*
 * load.c - the load-duration picture of a hybrid plan: for each machine the hours a year in which
 * it is needed, the busiest first; those that are owned and those that are rented.
 */
#include <math.h>
#include <stdio.h>

#include "tui/views/views.h"
#include "tui/widgets.h"

#define NAME_CELLS 16
#define HOURS_CELLS 9
#define YEAR_H 8760.0

/* Machines of one line when there are more than lines. */
static int machines_a_line(const struct hybrid *h, int rows)
{
    int n = 1;
    while ((h->machines + n - 1) / n > rows)
        n++;
    return n;
}

void view_load(const struct ui *m, const struct hybrid *h, struct rect r)
{
    char text[128], hours[32];
    struct msg head = msg_make(MSG_TUI_LOAD_HEAD, 4, ARG_INT(h->own_machines), ARG_INT(h->machines),
                               ARG_INT(h->own_hours_year), ARG_INT(h->rent_hours_year));
    if (r.h < 4 || r.w < NAME_CELLS + HOURS_CELLS + 12)
        return;
    draw_msg(r.y, r.x + 1, r.w - 2, ROLE_HEADING, m->lang, &head);
    int rows = r.h - 2, each = machines_a_line(h, rows);
    int x = r.x + 1 + NAME_CELLS, w = r.w - NAME_CELLS - HOURS_CELLS - 3;
    int mark = known(h->least_hours) ? (int)floor(h->least_hours / YEAR_H * w) : -1;
    for (int k = 0, y = r.y + 1; k < h->machines && y < r.y + 1 + rows; k += each, y++) {
        bool own = k < h->own_machines;
        int last = k + each < h->machines ? k + each : h->machines;
        snprintf(text, sizeof text, each > 1 ? "%d-%d" : "%d", k + 1, last);
        draw_text(y, r.x + 1, 7, ROLE_LABEL, text);
        draw_id(y, r.x + 8, NAME_CELLS - 8, own ? ROLE_GOOD : ROLE_TIGHT, m->lang,
                own ? MSG_TUI_KIND_OWN : MSG_TUI_RENTED);
        int full = (int)floor(fmin(h->hours[k] / YEAR_H, 1) * w + 0.5);
        for (int i = 0; i < w; i++)
            draw_glyph(y, x + i,
                       i >= full ? ROLE_GAUGE_FREE
                       : own     ? ROLE_GAUGE_1
                                 : ROLE_GAUGE_3,
                       i >= full ? G_FREE
                       : own     ? G_FILL_1
                                 : G_FILL_3);
        if (mark >= 0 && mark < w)
            draw_glyph(y, x + mark, ROLE_STRONG, G_V);
        arg_text(hours, sizeof hours, m->lang, ARG_INT(h->hours[k]));
        snprintf(text, sizeof text, "%s h", hours);
        draw_pad(y, x + w, HOURS_CELLS, 1, ROLE_TEXT, text);
    }
    struct msg least = msg_make(MSG_TUI_LOAD_LEAST, 1, ARG_INT(h->least_hours));
    if (known(h->least_hours))
        draw_msg(r.y + r.h - 1, r.x + 1, r.w - 2, ROLE_DIM, m->lang, &least);
}
