/*
 * report_offers.c - offers for people. Narrow tables leave out what the order does not need; wide
 * ones show every price per figure.
 */
#include <string.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "export/parts.h"

#define ATTRIBUTIONS 8
#define CELLS_MIDDLE 100 /* from here on the region has a column */
#define CELLS_WIDE 130   /* and all prices per figure */

enum msg_id price_kind_msg(enum price_kind k)
{
    static const enum msg_id kinds[KIND_COUNT] = {
        MSG_KIND_ON_DEMAND,   MSG_KIND_SPOT,      MSG_KIND_MONTH, MSG_KIND_RESERVED_1Y,
        MSG_KIND_RESERVED_3Y, MSG_KIND_COMMUNITY, MSG_KIND_OWN,   MSG_KIND_HYBRID};
    return kinds[k];
}

/* --- cells ----------------------------------------------------------------------------------- */
static enum msg_id age_msg(const char *date, struct moment now)
{
    static const enum msg_id ages[] = {MSG_AGE_UNKNOWN, MSG_AGE_FRESH, MSG_AGE_AGEING, MSG_AGE_OLD,
                                       MSG_AGE_STALE};
    int32_t first;
    if (date_parse_first(date, &first) && first > date_of(now))
        return MSG_AGE_NEWER;
    return ages[date_age_class(date_age_days(date, date_of(now)))];
}

static void age_cell(struct table *t, const struct offer *x, struct moment now)
{
    enum msg_id age = age_msg(x->from.date, now);
    struct msg yours = msg_make(MSG_OFFERS_YOURS, 1, ARG_MSG(age));
    struct str *cell = table_cell(t);
    if (x->from.date != NULL) {
        put_arg(t->d, cell, ARG_DATE(x->from.date));
        str_addc(cell, ' ');
    }
    if (x->from.yours)
        put_msg(t->d, cell, &yours);
    else
        put_id(t->d, cell, age);
}

/* What is billed: packages by the month. */
static void price_cell(struct table *t, const struct offer *x)
{
    bool month = known(x->price_month) && x->kind != KIND_ON_DEMAND;
    struct msg m = month ? msg_make(MSG_OFFERS_A_MONTH, 1, ARG_MONEY(x->price_month, x->currency))
                         : msg_make(MSG_OFFERS_AN_HOUR, 1, ARG_MONEY(x->price_hour, x->currency));
    table_msg(t, &m);
}

static void cards_cell(struct table *t, const struct offer *x, const struct export_options *o)
{
    struct str s;
    str_init(&s, 256);
    text_cards(&s, &o->facts->accel[x->accel], (int)x->gpu_count);
    table_text(t, s.p);
    str_free(&s);
}

/* Behind what stands in the last cell. */
static struct str *behind(struct table *t)
{
    struct str *cell = &t->cell[t->at - 1];
    str_addc(cell, ' ');
    return cell;
}

static void region_cell(struct table *t, const char *region)
{
    if (region != NULL)
        table_text(t, region);
    else
        table_id(t, MSG_NOTE_ALL_REGIONS);
}

static void figure_cell(struct table *t, double x, const char *currency)
{
    if (known(x))
        table_arg(t, ARG_MONEY(x, currency));
    else
        table_id(t, MSG_AGE_UNKNOWN);
}

/* --- columns --------------------------------------------------------------------------------- */
enum column {
    COL_PROVIDER,
    COL_INSTANCE,
    COL_REGION,
    COL_KIND,
    COL_CARDS,
    COL_PRICE,
    COL_GPU_HOUR,
    COL_VRAM,
    COL_TFLOPS,
    COL_BANDWIDTH,
    COL_JOB,
    COL_TREND,
    COL_AGE,
    COLUMNS
};
static const enum msg_id heads[COLUMNS] = {
    MSG_COL_PROVIDER,   MSG_COL_INSTANCE, MSG_COL_REGION,       MSG_COL_KIND,
    MSG_COL_CARDS,      MSG_COL_PRICE,    MSG_COL_PER_GPU_HOUR, MSG_COL_PER_VRAM,
    MSG_COL_PER_TFLOPS, MSG_COL_PER_TBS,  MSG_COL_PER_MILLION,  MSG_OWN_TREND,
    MSG_COL_AGE};

static enum msg_id job_head(const char *unit)
{
    return str_starts(unit, "tokens")   ? MSG_COL_PER_MTOK
           : str_starts(unit, "images") ? MSG_COL_PER_MIMAGE
                                        : MSG_COL_PER_MILLION;
}

static bool shows(const struct offers_page *p, enum column c, int cells)
{
    switch (c) {
    case COL_REGION:
    case COL_KIND: return cells >= CELLS_MIDDLE;
    case COL_VRAM: return cells >= CELLS_WIDE || p->by == OFFER_BY_VRAM;
    case COL_TFLOPS: return cells >= CELLS_WIDE || p->by == OFFER_BY_TFLOPS;
    case COL_BANDWIDTH: return cells >= CELLS_WIDE || p->by == OFFER_BY_BANDWIDTH;
    case COL_JOB: return p->rate != NULL;
    case COL_TREND: return p->trend != NULL;
    default: return true;
    }
}

static void job_cell(struct table *t, const struct offer_rate *r, const char *currency,
                     const struct facts *f)
{
    double x = facts_convert(f, r->per_million, "USD", currency, NULL);
    if (known(x))
        table_arg(t, ARG_MONEY(x, currency));
    else
        table_id(t, export_verdict_msg(r->verdict));
}

static void put_cell(struct table *t, const struct offers_page *p, size_t i, enum column c,
                     int cells, const struct export_options *o)
{
    const struct offer *x = p->offer[i];
    struct offer_figures fig;
    offer_figures(o->facts, x, p->currency, &fig);
    switch (c) {
    case COL_PROVIDER:
        table_text(t, x->provider);
        if (cells < CELLS_MIDDLE && x->region != NULL)
            put_text(t->d, behind(t), x->region);
        break;
    case COL_INSTANCE:
        table_text(t, x->instance);
        if (cells < CELLS_MIDDLE)
            put_id(t->d, behind(t), price_kind_msg(x->kind));
        break;
    case COL_REGION: region_cell(t, x->region); break;
    case COL_KIND: table_id(t, price_kind_msg(x->kind)); break;
    case COL_CARDS: cards_cell(t, x, o); break;
    case COL_PRICE: price_cell(t, x); break;
    case COL_GPU_HOUR: table_arg(t, ARG_MONEY(x->price_hour / x->gpu_count, x->currency)); break;
    case COL_VRAM: figure_cell(t, fig.gb_hour, p->currency); break;
    case COL_TFLOPS: figure_cell(t, fig.tflops_hour, p->currency); break;
    case COL_BANDWIDTH: figure_cell(t, fig.tbs_hour, p->currency); break;
    case COL_JOB: job_cell(t, &p->rate[i], p->currency, o->facts); break;
    case COL_TREND: table_text(t, p->trend[i]); break;
    case COL_AGE: age_cell(t, x, o->now); break;
    case COLUMNS: break;
    }
}

static void put_offers(struct doc *d, const struct offers_page *p, const struct export_options *o)
{
    enum column shown[COLUMNS];
    struct table t;
    int n = 0;
    for (int c = 0; c < COLUMNS; c++)
        if (shows(p, (enum column)c, d->cells))
            shown[n++] = (enum column)c;
    table_init(&t, d, n);
    for (int k = 0; k < n; k++) {
        if (shown[k] >= COL_PRICE && shown[k] <= COL_JOB)
            table_right(&t, k);
        t.keep[k] = shown[k] == COL_AGE || shown[k] == COL_TREND;
        table_id(&t, shown[k] == COL_JOB ? job_head(p->unit) : heads[shown[k]]);
    }
    table_row(&t);
    for (size_t i = 0; i < p->n; i++) {
        for (int k = 0; k < n; k++)
            put_cell(&t, p, i, shown[k], d->cells, o);
        table_row(&t);
    }
    table_end(&t);
}

/* --- groups ---------------------------------------------------------------------------------- */
static void range_cell(struct table *t, const struct offers_group *g, const char *currency,
                       const struct facts *f)
{
    double low = facts_convert(f, g->low, "USD", currency, NULL);
    double high = facts_convert(f, g->high, "USD", currency, NULL);
    struct msg m =
        msg_make(MSG_OFFERS_RANGE_OF, 2, ARG_MONEY(low, currency), ARG_MONEY(high, currency));
    if (known(low) && high > low)
        table_msg(t, &m);
    else
        figure_cell(t, low, currency);
}

static void put_groups(struct doc *d, const struct offers_page *p, const struct export_options *o)
{
    bool middle = d->cells >= CELLS_MIDDLE;
    bool who = p->group_head != MSG_COL_PROVIDER; /* else the group itself is the cheapest one */
    int columns = (middle ? 7 : 5) + who;
    struct table t;
    table_init(&t, d, columns);
    table_right(&t, 1);
    table_right(&t, 2);
    t.keep[columns - 1] = true;
    table_id(&t, p->group_head);
    table_id(&t, MSG_COL_OFFERS);
    table_id(&t, MSG_COL_PER_GPU_HOUR);
    if (who)
        table_id(&t, MSG_COL_CHEAPEST);
    if (middle)
        table_id(&t, MSG_COL_REGION);
    table_id(&t, MSG_COL_KIND);
    if (middle)
        table_id(&t, MSG_COL_CARDS);
    table_id(&t, MSG_COL_AGE);
    table_row(&t);
    for (size_t i = 0; i < p->n; i++) {
        const struct offer *x = p->offer[i];
        if (p->group[i].key != NULL)
            table_text(&t, p->group[i].key);
        else
            table_id(&t, MSG_NOTE_ALL_REGIONS);
        table_arg(&t, ARG_INT(p->group[i].n));
        range_cell(&t, &p->group[i], p->currency, o->facts);
        if (who)
            table_text(&t, x->provider);
        if (middle)
            region_cell(&t, x->region);
        table_id(&t, price_kind_msg(x->kind));
        if (middle)
            cards_cell(&t, x, o);
        age_cell(&t, x, o->now);
        table_row(&t);
    }
    table_end(&t);
}

/* --- the page -------------------------------------------------------------------------------- */
static void para(struct doc *d, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    put_msg(d, &s, m);
    doc_para(d, s.p, false);
    str_free(&s);
}

/* Nothing is left: which filter keeps everything out. */
static void put_none(struct doc *d, const struct offers_page *p)
{
    struct msg none = msg_make(MSG_OFFERS_NONE, 1, ARG_INT(p->hidden));
    struct msg two = msg_make(MSG_OFFERS_LOOSEN_TWO, 0);
    para(d, &none);
    for (int i = 0; i < p->loosen_n; i++)
        doc_bullet_msg(d, &p->loosen[i]);
    if (p->loosen_n == 0 && p->hidden > 0)
        para(d, &two);
}

/* Sources that ask to be named where their prices are used. */
static void put_attribution(struct doc *d, const struct offers_page *p)
{
    static const char mark[] = "CC BY";
    const char *told[ATTRIBUTIONS];
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++) {
        const char *source = p->offer[i]->from.source;
        size_t k = 0;

        if (source == NULL || strstr(source, mark) == NULL || n == ATTRIBUTIONS)
            continue;
        while (k < n && strcmp(told[k], source) != 0)
            k++;
        if (k < n)
            continue;
        told[n++] = source;
        struct msg m = msg_make(MSG_OFFERS_ATTRIBUTION, 1, ARG_STR(source));
        para(d, &m);
    }
}

void offers_report(const struct offers_page *p, const struct export_options *o, struct str *out,
                   bool md)
{
    struct doc d;
    doc_init(&d, out, o->lang, md ? DOC_MD : DOC_TEXT);
    if (p->cells > 0)
        d.cells = p->cells;
    if (md)
        d.cells = CELLS_WIDE;
    struct msg only = msg_make(MSG_OFFERS_OF_JOB, 2, ARG_STR(p->of_job), ARG_INT(p->of_job_hidden));
    if (p->n == 0) {
        put_none(&d, p);
        if (p->of_job != NULL)
            para(&d, &only);
        return;
    }
    struct msg count = p->group != NULL
                           ? msg_make(MSG_OFFERS_GROUPS, 2, ARG_INT(p->n), ARG_INT(p->hidden))
                           : msg_make(MSG_OFFERS_COUNT, 2, ARG_INT(p->n), ARG_INT(p->hidden));
    struct msg stale = msg_make(MSG_OFFERS_STALE, 1, ARG_INT(p->stale));
    if (p->group != NULL)
        put_groups(&d, p, o);
    else
        put_offers(&d, p, o);
    doc_gap(&d);
    para(&d, &count);
    if (p->of_job != NULL)
        para(&d, &only);
    if (p->stale > 0)
        para(&d, &stale);
    put_attribution(&d, p);
}
