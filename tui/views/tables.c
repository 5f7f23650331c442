/* tables.c - offers of the price file, with a filter and an order. */
#include "tui/views/views.h"

#include <stdio.h>

#include "app/figures.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/views/columns.h"
#include "tui/widgets.h"

/* --- offers ---------------------------------------------------------------------------------- */
enum {
    OFFER_WHO,
    OFFER_CARD,
    OFFER_NAME,
    OFFER_WHERE,
    OFFER_KIND,
    OFFER_HOUR,
    OFFER_EACH,
    OFFER_AGE,
    OFFER_TREND, /* last: it is there when a row has a past */
    OFFER_COLUMNS
};
static const struct column offer_columns[OFFER_COLUMNS] = {
    [OFFER_WHO] = {MSG_TUI_PROVIDER, 13, 0},
    [OFFER_CARD] = {MSG_TUI_CARD, 0, 0},
    [OFFER_NAME] = {MSG_COL_INSTANCE, 17, 110},
    [OFFER_WHERE] = {MSG_TUI_REGION, 11, 110},
    [OFFER_KIND] = {MSG_TUI_COL_KIND, 10, 76},
    [OFFER_HOUR] = {MSG_TUI_HOUR_SHORT, -9, 54},
    [OFFER_EACH] = {MSG_TUI_GPU_HOUR_SHORT, -9, 0},
    [OFFER_AGE] = {MSG_COL_AGE, -8, 66},
    [OFFER_TREND] = {MSG_PANE_TREND, TREND_CELLS, 100},
};

static int offer_columns_n(const struct ui *m)
{
    return m->trend_n > 0 ? OFFER_COLUMNS : OFFER_COLUMNS - 1;
}

static const char *trend_of(const struct ui *m, const struct offer *o)
{
    for (int i = 0; i < m->trend_n; i++)
        if (m->trend[i].of == o)
            return m->trend[i].text;
    return "";
}

static void offer_row(const struct ui *m, const struct offer *o, int y, struct rect in, bool here)
{
    char gpu[96], hour[48], each[48], age[32];
    const struct accel *a = &m->facts->accel[o->accel];
    int32_t days = date_age_days(o->from.date, date_of(m->now));
    snprintf(gpu, sizeof gpu, "%.4gx %s", o->gpu_count, accel_label(a));
    money_here(m, hour, sizeof hour, o->price_hour, o->currency);
    money_here(m, each, sizeof each, o->price_hour / o->gpu_count, o->currency);
    struct msg d = msg_make(MSG_TUI_DAYS, 1, ARG_INT(days));
    str_copy(age, sizeof age, msg_text(m->lang, MSG_WORD_UNKNOWN));
    if (days >= 0)
        msg_to(age, sizeof age, m->lang, &d);
    bool old = date_age_class(days) >= AGE_OLD;
    const char *text[OFFER_COLUMNS] = {export_provider(m->facts, o, m->lang),
                                       gpu,
                                       o->instance,
                                       o->region ? o->region : "",
                                       msg_text(m->lang, figure_kind_short(o->kind)),
                                       hour,
                                       each,
                                       age,
                                       trend_of(m, o)};
    enum role roles[OFFER_COLUMNS];
    for (int i = 0; i < OFFER_COLUMNS; i++)
        roles[i] = i == OFFER_EACH ? ROLE_MONEY : i == OFFER_AGE && old ? ROLE_WARNING : ROLE_TEXT;
    columns_line(m, offer_columns, offer_columns_n(m), y, in, text, roles, here);
}

void view_offers(const struct ui *m, const struct places *l)
{
    struct rect in = rect_inside(l->body);
    const struct plan *p = model_plan(m);
    bool all = m->offers_all || p == NULL || p->accel == NULL;
    char title[160];
    struct msg t =
        all ? msg_make(MSG_TUI_OFFERS_ALL, 1, ARG_INT(m->offers.n))
            : msg_make(MSG_TUI_OFFERS_OF, 2, ARG_INT(m->offers.n), ARG_STR(accel_label(p->accel)));
    static const enum msg_id sorts[OFFERS_SORTS] = {
        [OFFERS_BY_PRICE] = MSG_TUI_HOUR,         [OFFERS_BY_GPU_PRICE] = MSG_TUI_GPU_HOUR,
        [OFFERS_BY_MEMORY] = MSG_TUI_CARD_MEMORY, [OFFERS_BY_PROVIDER] = MSG_PANE_BY_PROVIDER,
        [OFFERS_BY_DATE] = MSG_TUI_DAY,
    };
    msg_to(title, sizeof title, m->lang, &t);
    table_frame(m, l->body, title, sorts[m->offers_sort]);
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else
        columns_line(m, offer_columns, offer_columns_n(m), in.y, in, NULL, NULL, false);
    int rows = layout_table_rows(l->body, false);
    for (int i = 0; i < rows && m->list.top + i < (int)m->offers.n; i++)
        offer_row(m, m->offers.row[m->list.top + i], in.y + 1 + i, in,
                  m->list.top + i == m->list.cursor);
    if (m->offers.n == 0)
        draw_id(in.y + 2, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_OFFERS);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < (int)m->offers.n);
}
