/* tables.c - offers of the price file and cards of the catalog, with a filter and an order. */
#include "tui/views/views.h"

#include <stdio.h>

#include "app/figures.h"
#include "base/str.h"
#include "base/text.h"
#include "tui/draw.h"
#include "tui/widgets.h"

/* One cell of a row, then a gap. cells < 0: to the right. */
static int cell(int y, int x, int cells, enum role role, const char *text)
{
    int w = cells < 0 ? -cells : cells;
    if (w > 0)
        draw_pad(y, x, w, cells < 0 ? 1 : -1, role, text);
    return x + w + (w > 0 ? 1 : 0);
}

/* The first line inside a table's frame: what filters it. */
static void filter_line(const struct ui *m, struct rect in)
{
    draw_text(in.y, in.x + 1, 1, ROLE_KEY, "/");
    if (m->typing)
        widget_field(m, in.y, in.x + 3, in.w - 5);
    else
        draw_text(in.y, in.x + 3, in.w - 5, ROLE_INPUT, m->filter);
}

/* The frame with what the rows are sorted by. */
static void frame_sorted(const struct ui *m, struct rect body, const char *title, enum msg_id by)
{
    char order[96];
    struct msg sorted = msg_make(MSG_TUI_SORTED_BY, 1, ARG_MSG(by));
    msg_to(order, sizeof order, m->lang, &sorted);
    draw_frame(body, true, title, order);
}

/* --- offers ---------------------------------------------------------------------------------- */
#define OFFERS_WIDE 110 /* from these cells on with instance and region */
static int offer_name_cells(struct rect in)
{
    return in.w - 2 - 14 - 11 - 10 - 10 - 9 - (in.w >= OFFERS_WIDE ? 30 : 0);
}

static void offer_heads(const struct ui *m, struct rect in)
{
    int x = cell(in.y, in.x + 1, 13, ROLE_DIM, msg_text(m->lang, MSG_TUI_PROVIDER));
    x = cell(in.y, x, offer_name_cells(in) - 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_CARD));
    if (in.w >= OFFERS_WIDE) {
        x = cell(in.y, x, 17, ROLE_DIM, msg_text(m->lang, MSG_COL_INSTANCE));
        x = cell(in.y, x, 11, ROLE_DIM, msg_text(m->lang, MSG_TUI_REGION));
    }
    x = cell(in.y, x, 10, ROLE_DIM, msg_text(m->lang, MSG_TUI_COL_KIND));
    x = cell(in.y, x, -9, ROLE_DIM, msg_text(m->lang, MSG_TUI_HOUR_SHORT));
    x = cell(in.y, x, -9, ROLE_DIM, msg_text(m->lang, MSG_TUI_GPU_HOUR_SHORT));
    cell(in.y, x, -8, ROLE_DIM, msg_text(m->lang, MSG_COL_AGE));
}

static void offer_row(const struct ui *m, const struct offer *o, int y, struct rect in, bool here)
{
    char gpu[96], hour[48], each[48], age[32];
    const struct accel *a = &m->facts->accel[o->accel];
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
    int32_t days = date_age_days(o->from.date, date_of(m->now));
    snprintf(gpu, sizeof gpu, "%.4gx %s", o->gpu_count, accel_label(a));
    money_here(m, hour, sizeof hour, o->price_hour, o->currency);
    money_here(m, each, sizeof each, o->price_hour / o->gpu_count, o->currency);
    struct msg d = msg_make(MSG_TUI_DAYS, 1, ARG_INT(days));
    str_copy(age, sizeof age, msg_text(m->lang, MSG_WORD_UNKNOWN));
    if (days >= 0)
        msg_to(age, sizeof age, m->lang, &d);
    draw_pad(y, in.x, in.w, -1, role, "");
    bool wide = in.w >= OFFERS_WIDE;
    int rest = offer_name_cells(in);
    int x = cell(y, in.x + 1, 13, role, export_provider(m->facts, o, m->lang));
    x = cell(y, x, rest - 1, role, gpu);
    if (wide) {
        x = cell(y, x, 17, role, o->instance);
        x = cell(y, x, 11, here ? role : ROLE_DIM, o->region ? o->region : "");
    }
    x = cell(y, x, 10, role, msg_text(m->lang, figure_kind_short(o->kind)));
    x = cell(y, x, -9, role, hour);
    x = cell(y, x, -9, here ? role : ROLE_MONEY, each);
    enum age class = date_age_class(days);
    cell(y, x, -8, here ? role : class >= AGE_OLD ? ROLE_WARNING : ROLE_DIM, age);
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
        [OFFERS_BY_MEMORY] = MSG_TUI_CARD_MEMORY, [OFFERS_BY_PROVIDER] = MSG_TUI_PROVIDER,
        [OFFERS_BY_DATE] = MSG_TUI_DAY,
    };
    msg_to(title, sizeof title, m->lang, &t);
    frame_sorted(m, l->body, title, sorts[m->offers_sort]);
    if (m->typing || m->filter[0] != '\0')
        filter_line(m, in);
    else
        offer_heads(m, in);
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < (int)m->offers.n; i++)
        offer_row(m, m->offers.row[m->list.top + i], in.y + 1 + i, in,
                  m->list.top + i == m->list.cursor);
    if (m->offers.n == 0)
        draw_id(in.y + 2, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_OFFERS);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < (int)m->offers.n, true);
}

/* --- cards ----------------------------------------------------------------------------------- */
static void card_row(const struct ui *m, const struct accel *a, int y, struct rect in, bool here)
{
    char year[16] = "", memory[32], rate[32], tflops[32], price[48];
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT;
    if (known(a->release_year))
        snprintf(year, sizeof year, "%.0f", a->release_year);
    arg_text(memory, sizeof memory, m->lang, ARG_GB(a->memory_gb));
    arg_text(rate, sizeof rate, m->lang, ARG_GBS(a->memory_bandwidth_gbs));
    arg_text(tflops, sizeof tflops, m->lang, ARG_NUM(a->bf16_tflops));
    money_here(m, price, sizeof price, a->price.amount, a->price.currency);
    draw_pad(y, in.x, in.w, -1, role, "");
    int rest = in.w - 2 - 5 - 9 - 12 - 10 - 12;
    int x = cell(y, in.x + 1, rest - 1, role, accel_label(a));
    x = cell(y, x, 4, here ? role : ROLE_DIM, year);
    x = cell(y, x, -8, role, memory);
    x = cell(y, x, -11, role, rate);
    x = cell(y, x, -9, role, tflops);
    cell(y, x, -11, here ? role : ROLE_MONEY, price);
}

void view_catalog(const struct ui *m, const struct places *l)
{
    static const enum msg_id sorts[CARD_SORTS] = {MSG_TUI_YEAR, MSG_TUI_CARD_MEMORY,
                                                  MSG_TUI_BANDWIDTH, MSG_TUI_COL_UNIT};
    struct rect in = rect_inside(l->body);
    char title[128];
    struct msg t = msg_make(MSG_TUI_CARDS, 1, ARG_INT(m->card_n));
    msg_to(title, sizeof title, m->lang, &t);
    frame_sorted(m, l->body, title, sorts[m->card_sort]);
    if (m->typing || m->filter[0] != '\0') {
        filter_line(m, in);
    } else {
        int rest = in.w - 2 - 5 - 9 - 12 - 10 - 12;
        int x = cell(in.y, in.x + 1, rest - 1, ROLE_DIM, msg_text(m->lang, MSG_TUI_CARD));
        x = cell(in.y, x, 4, ROLE_DIM, msg_text(m->lang, MSG_TUI_YEAR));
        x = cell(in.y, x, -8, ROLE_DIM, msg_text(m->lang, MSG_TUI_VRAM_SHORT));
        x = cell(in.y, x, -11, ROLE_DIM, msg_text(m->lang, MSG_TUI_BANDWIDTH));
        x = cell(in.y, x, -9, ROLE_DIM, "BF16 TF");
        cell(in.y, x, -11, ROLE_DIM, msg_text(m->lang, MSG_TUI_COL_UNIT));
    }
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < m->card_n; i++)
        card_row(m, m->card[m->list.top + i], in.y + 1 + i, in, m->list.top + i == m->list.cursor);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->card_n, true);
}
