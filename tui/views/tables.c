/* tables.c - offers of the price file and cards of the catalog, with a filter and an order. */
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
    OFFER_COLUMNS
};
static const struct column offer_columns[OFFER_COLUMNS] = {
    [OFFER_WHO] = {MSG_TUI_PROVIDER, 13, 0},        [OFFER_CARD] = {MSG_TUI_CARD, 0, 0},
    [OFFER_NAME] = {MSG_COL_INSTANCE, 17, 110},     [OFFER_WHERE] = {MSG_TUI_REGION, 11, 110},
    [OFFER_KIND] = {MSG_TUI_COL_KIND, 10, 76},      [OFFER_HOUR] = {MSG_TUI_HOUR_SHORT, -9, 54},
    [OFFER_EACH] = {MSG_TUI_GPU_HOUR_SHORT, -9, 0}, [OFFER_AGE] = {MSG_COL_AGE, -8, 66},
};

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
    bool old = date_age_class(days) >= AGE_OLD;
    const char *text[OFFER_COLUMNS] = {export_provider(m->facts, o, m->lang),
                                       gpu,
                                       o->instance,
                                       o->region ? o->region : "",
                                       msg_text(m->lang, figure_kind_short(o->kind)),
                                       hour,
                                       each,
                                       age};
    enum role roles[OFFER_COLUMNS];
    for (int i = 0; i < OFFER_COLUMNS; i++)
        roles[i] = here               ? role
                   : i == OFFER_EACH  ? ROLE_MONEY
                   : i == OFFER_WHERE ? ROLE_DIM
                   : i == OFFER_AGE   ? (old ? ROLE_WARNING : ROLE_DIM)
                                      : role;
    draw_pad(y, in.x, in.w, -1, role, "");
    columns_line(m, offer_columns, OFFER_COLUMNS, y, in, text, roles);
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
    table_frame(m, l->body, title, sorts[m->offers_sort]);
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else
        columns_line(m, offer_columns, OFFER_COLUMNS, in.y, in, NULL, NULL);
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < (int)m->offers.n; i++)
        offer_row(m, m->offers.row[m->list.top + i], in.y + 1 + i, in,
                  m->list.top + i == m->list.cursor);
    if (m->offers.n == 0)
        draw_id(in.y + 2, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NO_OFFERS);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < (int)m->offers.n, true);
}

/* --- the catalog: cards and models ----------------------------------------------------------- */
static const struct column card_columns[] = {
    {MSG_TUI_CARD, 0, 0},         {MSG_TUI_YEAR, 4, 46},      {MSG_TUI_VRAM_SHORT, -8, 0},
    {MSG_TUI_BANDWIDTH, -11, 58}, {MSG_TUI_BF16_TF, -9, 70},  {MSG_TUI_WATTS, -7, 100},
    {MSG_TUI_SOFTWARE, 10, 110},  {MSG_TUI_COL_UNIT, -11, 0},
};
#define CARD_COLUMNS (int)(sizeof card_columns / sizeof card_columns[0])

static void card_row(const struct ui *m, const struct accel *a, int y, struct rect in, bool here)
{
    char year[16] = "", memory[32], rate[32], tflops[32], watts[32], price[48];
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT, dim = here ? role : ROLE_DIM;
    if (known(a->release_year))
        snprintf(year, sizeof year, "%.0f", a->release_year);
    arg_text(memory, sizeof memory, m->lang, ARG_GB(a->memory_gb));
    arg_text(rate, sizeof rate, m->lang, ARG_GBS(a->memory_bandwidth_gbs));
    arg_text(tflops, sizeof tflops, m->lang, ARG_NUM(a->bf16_tflops));
    arg_text(watts, sizeof watts, m->lang, ARG_WATT(a->tdp_w));
    money_here(m, price, sizeof price, a->price.amount, a->price.currency);
    const char *text[CARD_COLUMNS] = {accel_label(a),           year, memory, rate, tflops, watts,
                                      a->stack ? a->stack : "", price};
    enum role roles[CARD_COLUMNS] = {role, dim,  role, role,
                                     role, role, dim,  here ? role : ROLE_MONEY};
    draw_pad(y, in.x, in.w, -1, role, "");
    columns_line(m, card_columns, CARD_COLUMNS, y, in, text, roles);
}

static const struct column model_columns[] = {
    {MSG_TUI_MODEL, 0, 0},      {MSG_TUI_FAMILY, 16, 70},   {MSG_TUI_PARAMS, -8, 0},
    {MSG_TUI_ACTIVE, -8, 90},   {MSG_TUI_CONTEXT, -8, 46},  {MSG_TUI_FORMAT, 8, 90},
    {MSG_TUI_LICENCE, 18, 120}, {MSG_TUI_RELEASED, 10, 58},
};
#define MODEL_COLUMNS (int)(sizeof model_columns / sizeof model_columns[0])

static void params(char *out, size_t cap, double b)
{
    if (!known(b))
        out[0] = '\0';
    else if (b < 1)
        snprintf(out, cap, "%.0fM", b * 1000);
    else
        snprintf(out, cap, "%.*fB", b < 100 ? 1 : 0, b);
}

static void model_row(const struct ui *m, const struct model *x, int y, struct rect in, bool here)
{
    char size[32], active[32], context[32] = "";
    enum role role = here ? ROLE_SELECTED : ROLE_TEXT, dim = here ? role : ROLE_DIM;
    params(size, sizeof size, x->params_b);
    params(active, sizeof active, x->active_params_b);
    if (known(x->max_context))
        snprintf(context, sizeof context, "%.0fk", x->max_context / 1024);
    const char *text[MODEL_COLUMNS] = {x->name ? x->name : x->id,
                                       x->family ? x->family : "",
                                       size,
                                       active,
                                       context,
                                       x->default_dtype ? x->default_dtype : "",
                                       x->licence ? x->licence : "",
                                       x->release ? x->release : ""};
    enum role roles[MODEL_COLUMNS] = {role, dim, here ? role : ROLE_VALUE, role, role, dim,
                                      dim,  dim};
    draw_pad(y, in.x, in.w, -1, role, "");
    columns_line(m, model_columns, MODEL_COLUMNS, y, in, text, roles);
}

void view_catalog(const struct ui *m, const struct places *l)
{
    static const enum msg_id sorts[CARD_SORTS] = {MSG_TUI_YEAR, MSG_TUI_CARD_MEMORY,
                                                  MSG_TUI_BANDWIDTH, MSG_TUI_COL_UNIT};
    static const enum msg_id model_sorts[CARD_SORTS] = {MSG_TUI_RELEASED, MSG_TUI_PARAMS,
                                                        MSG_TUI_CONTEXT, MSG_TUI_MODEL};
    struct rect in = rect_inside(l->body);
    char title[128];
    struct msg t = msg_make(m->models ? MSG_TUI_MODELS : MSG_TUI_CARDS, 1, ARG_INT(m->card_n));
    msg_to(title, sizeof title, m->lang, &t);
    table_frame(m, l->body, title, m->models ? model_sorts[m->card_sort] : sorts[m->card_sort]);
    if (m->typing || m->filter[0] != '\0')
        table_filter(m, in);
    else if (m->models)
        columns_line(m, model_columns, MODEL_COLUMNS, in.y, in, NULL, NULL);
    else
        columns_line(m, card_columns, CARD_COLUMNS, in.y, in, NULL, NULL);
    int rows = in.h - 2;
    for (int i = 0; i < rows && m->list.top + i < m->card_n; i++) {
        int at = m->list.top + i;
        if (m->models)
            model_row(m, m->model[at], in.y + 1 + i, in, at == m->list.cursor);
        else
            card_row(m, m->card[at], in.y + 1 + i, in, at == m->list.cursor);
    }
    if (m->fuzzy) /* nothing holds what was typed: these are near it */
        draw_id(in.y + in.h - 1, in.x + 1, in.w - 2, ROLE_DIM, m->lang, MSG_TUI_NEAR);
    draw_more(l->body, m->list.top > 0, m->list.top + rows < m->card_n, true);
}
