#include "app/lists.h"

#include <stdlib.h>
#include <string.h>

#include "app/pages.h"
#include "app/remedy.h"
#include "app/update_parts.h"
#include "base/str.h"
#include "base/text.h"

#define OPTIONS_MOST 256

/* --- wizard ----------------------------------------------------------------------------------- */
static bool asked(const struct ui *m, const struct question *q)
{
    return q->visible == NULL || q->visible(&m->job);
}

/* Questions of step 0 belong to the step of the last one before them. */
static int step_of(const struct question *q)
{
    for (int i = q->id; i >= 0; i--) {
        int step = question_get((enum question_id)i)->step;
        if (step != 0)
            return step;
    }
    return 1;
}

/* Layout wishes stand at the end of the table and are for `size` alone. */
static bool layout_wish(const struct question *q)
{
    return q->id >= Q_NODES;
}

static void wizard_rows(struct ui *m)
{
    struct wizard *w = &m->wiz;
    w->sub_n = 0;
    bool first = true;
    for (int i = 0; i < Q_COUNT; i++) {
        const struct question *q = question_get((enum question_id)i);
        if (step_of(q) != w->step || layout_wish(q) || !asked(m, q))
            continue;
        if (q->step == w->step && first) {
            first = false;
            if (!w->opened)
                w->question = q->id;
            continue;
        }
        if ((q->step != 0 || w->more) && w->sub_n < SUBS_MAX)
            w->sub[w->sub_n++] = q->id;
    }
    if (first && !w->opened) /* nothing to ask here: a task without a model */
        w->question = Q_COUNT;
}

static void wizard_lists(struct ui *m)
{
    struct wizard *w = &m->wiz;
    if (m->screen == SCREEN_WIZARD)
        wizard_rows(m);
    m->options = (struct options){.current = -1};
    if (w->question < Q_COUNT)
        options_build(&m->options, w->question, &m->doc.answers, &m->job, m->facts, m->filter,
                      m->lang, &m->lists);
    bool subs = m->screen == SCREEN_WIZARD && !w->opened && !m->typing && m->filter[0] == '\0';
    if (m->place)
        m->list = (struct list){.cursor = m->options.current > 0 ? m->options.current : 0};
    m->place = false;
    list_set(&m->list, m->options.n + (subs ? w->sub_n : 0));
}

/* --- plan ------------------------------------------------------------------------------------- */
int lists_job_rows(const struct ui *m, enum question_id *out, int max)
{
    int n = 0;
    for (int i = 0; i < Q_COUNT && n < max; i++) {
        const struct question *q = question_get((enum question_id)i);
        bool given = m->job.from[i] == FROM_GIVEN;
        if (layout_wish(q) || !asked(m, q) || (q->step == 0 && !given && i != Q_GPU))
            continue;
        out[n++] = q->id;
    }
    return n;
}

static void plan_lists(struct ui *m)
{
    enum question_id rows[Q_COUNT];
    const struct plan *p = model_plan(m);
    int changes;
    remedies(m, &changes);
    list_set(&m->pane[PANE_PARTS], p != NULL ? p->bom.n : changes);
    list_set(&m->pane[PANE_JOB], lists_job_rows(m, rows, Q_COUNT));
    list_set(&m->pane[PANE_GAUGES], GAUGE_COUNT);
    list_set(&m->pane[PANE_FINDINGS], m->finding_n);
}

static void finding_list(struct ui *m)
{
    m->finding_n = 0;
    const struct plan *p = model_plan(m);
    const struct result *r = m->result;
    const struct finding *f = NULL;
    size_t n = 0;
    if (p != NULL) {
        f = p->finding;
        n = p->finding_n;
    } else if (r != NULL) {
        f = r->verdict.finding;
        n = r->verdict.finding_n;
    }
    for (int severity = SEV_ERROR; severity <= SEV_UNKNOWN; severity++) {
        for (size_t i = 0; i < n && m->finding_n < 64; i++) {
            if ((int)f[i].severity == severity)
                m->finding[m->finding_n++].f = &f[i];
        }
    }
}

/* --- compare ---------------------------------------------------------------------------------- */
static double sort_value(const struct plan *p, enum compare_sort s)
{
    switch (s) {
    case SORT_COST: return p->cost.total.typical;
    case SORT_TIME: return p->sizing.hours_per_run.typical;
    case SORT_MEMORY:
        return p->accel != NULL ? p->accel->memory_gb * p->per_node * p->nodes : UNKNOWN;
    case SORT_PRICE_AGE: return p->price_age_days < 0 ? UNKNOWN : p->price_age_days;
    case SORT_RANK:
    case SORT_COUNT: break;
    }
    return p->rank;
}

static bool plan_passes(const struct ui *m, const struct plan *p)
{
    struct str row, want;
    str_init(&row, 4096);
    str_init(&want, 512);
    struct str text;
    str_init(&text, 2048);
    export_plan_title(&text, m->lang, m->facts, p);
    str_addc(&text, ' ');
    str_add(&text, p->id);
    text_fold(&row, text.p);
    text_fold(&want, m->filter);
    bool ok = strstr(row.p, want.p) != NULL;
    str_free(&row);
    str_free(&want);
    str_free(&text);
    return ok;
}

static void compare_order(struct ui *m)
{
    const struct result *r = m->result;
    m->order_n = 0;
    for (size_t i = 0; r != NULL && i < r->plan_n && m->order_n < 64; i++) {
        if (!plan_passes(m, &r->plan[i]))
            continue;
        double x = sort_value(&r->plan[i], m->sort);
        int at = m->order_n++;
        while (at > 0) { /* unknown goes last, equal ones keep their rank */
            double y = sort_value(&r->plan[m->order[at - 1]], m->sort);
            if (!(known(x) && (!known(y) || x < y)))
                break;
            m->order[at] = m->order[at - 1];
            at--;
        }
        m->order[at] = (int)i;
    }
    list_set(&m->list, m->order_n);
}

int lists_plan_at(const struct ui *m, int row)
{
    return row >= 0 && row < m->order_n ? m->order[row] : -1;
}

/* --- picker ----------------------------------------------------------------------------------- */
static const enum part_kind add_kinds[] = {
    PART_MEMORY, PART_SSD,    PART_HDD,  PART_NIC, PART_PSU,      PART_COOLER, PART_FAN,
    PART_UPS,    PART_SWITCH, PART_CASE, PART_CPU, PART_PLATFORM, PART_GPU,    PART_KINDS};

const enum part_kind *lists_add_kinds(void)
{
    return add_kinds;
}

static void picker_list(struct ui *m)
{
    struct picker *k = &m->picker;
    const struct plan *p = model_plan(m);
    k->option = NULL;
    k->option_n = 0;
    if (k->kinds) {
        int n = 0;
        while (add_kinds[n] != PART_KINDS)
            n++;
        list_set(&m->list, n);
        return;
    }
    struct part_option *all = ARENA_ARRAY(&m->lists, struct part_option, OPTIONS_MOST);
    k->option = ARENA_ARRAY(&m->lists, struct part_option, OPTIONS_MOST);
    if (p != NULL && all != NULL && k->option != NULL) {
        struct build_wish w;
        struct shape s = shape_of(p->accel, p->per_node, p->nodes);
        build_wish_of(&m->result->job, &p->sizing, &s, &w);
        w.edits = &m->doc.edits;
        struct str want;
        str_init(&want, 512);
        text_fold(&want, m->filter);
        size_t n = build_options(m->facts, &w, &p->bom, k->kind, &m->lists, all, OPTIONS_MOST);
        for (size_t i = 0; i < n; i++) {
            struct str name;
            str_init(&name, 1024);
            text_fold(&name, all[i].name ? all[i].name : all[i].id);
            if (strstr(name.p, want.p) != NULL)
                k->option[k->option_n++] = all[i];
            str_free(&name);
        }
        str_free(&want);
    }
    list_set(&m->list, k->option_n);
}

/* --- offers and catalog ---------------------------------------------------------------------- */
static void offer_list(struct ui *m)
{
    struct offers_query q;
    struct err_info e;
    const struct plan *p = model_plan(m);
    offers_query_init(&q);
    q.text = m->filter;
    q.sort = m->offers_sort;
    q.lang = m->lang;
    if (!m->offers_all && p != NULL && p->accel != NULL)
        q.accels = p->accel->id;
    m->offers = (struct offers_answer){0};
    if (offers_query_run(&q, m->facts, m->prices, &m->lists, &m->offers, &e) != OK)
        m->offers.n = 0;
    list_set(&m->list, (int)m->offers.n);
}

static int months(const struct ui *m)
{
    double n = m->result != NULL ? m->result->job.months : 0;
    return known(n) && n < COST_MONTHS_MAX ? (int)n : COST_MONTHS_MAX;
}

/* --- together --------------------------------------------------------------------------------- */
static void resolve_now(struct ui *m)
{
    struct err_info e;
    struct job job;
    struct answers none;
    answers_init(&none);
    if (job_resolve(&m->doc.answers, m->facts, &m->lists, &job, &e) == OK ||
        job_resolve(&none, m->facts, &m->lists, &job, &e) == OK)
        m->job = job;
}

void lists_refresh(struct ui *m)
{
    m->stale = false;
    arena_reset(&m->lists);
    resolve_now(m);
    finding_list(m);
    plan_lists(m);
    switch (m->screen) {
    case SCREEN_WIZARD:
    case SCREEN_ASK: wizard_lists(m); break;
    case SCREEN_COMPARE: compare_order(m); break;
    case SCREEN_PICKER: picker_list(m); break;
    case SCREEN_FINDINGS: list_set(&m->list, m->finding_n); break;
    case SCREEN_OFFERS: offer_list(m); break;
    case SCREEN_CATALOG:
        if (m->browse.tab > BROWSE_MODELS)
            browse_list(m);
        else
            catalog_list(m);
        break;
    case SCREEN_FORM: list_set(&m->list, (int)form_columns(&m->form)); break;
    case SCREEN_COST: list_set(&m->list, months(m) + 1); break;
    case SCREEN_PAGE: pages_build(m, &m->page); break;
    case SCREEN_EXPORT:
        pages_export(m, &m->page);
        list_set(&m->list, EXPORT_FORMATS);
        break;
    case SCREEN_REFRESH: list_set(&m->list, m->feeds.n); break;
    case SCREEN_FILES: files_filter(m); break;
    case SCREEN_FITS: fits_list(m); break;
    case SCREEN_SETTINGS: list_set(&m->list, SETTING_THEMES + m->theme_n); break;
    case SCREEN_PLAN:
    case SCREEN_COUNT: break;
    }
}
