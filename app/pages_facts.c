/* pages_facts.c - one offer or one card of the catalog with everything that is known of it. */
#include <stdio.h>

#include "app/figures.h"
#include "app/pages_parts.h"
#include "base/str.h"

#define HEAD_CELLS 24

static void line(struct ui *m, struct page *p, enum msg_id label, struct msg_arg arg)
{
    struct str s;
    str_init(&s, 2048);
    msg_arg_render(&s, m->lang, &arg);
    page_pair(p, 0, msg_text(m->lang, label), HEAD_CELLS, ROLE_TEXT, s.p);
    str_free(&s);
}

static void text(struct ui *m, struct page *p, enum msg_id label, const char *s)
{
    bool none = str_empty(s);
    page_pair(p, 0, msg_text(m->lang, label), HEAD_CELLS, none ? ROLE_DIM : ROLE_TEXT,
              none ? msg_text(m->lang, MSG_WORD_UNKNOWN) : s);
}

static void yes_no(struct ui *m, struct page *p, enum msg_id label, enum tri t)
{
    text(m, p, label,
         t == TRI_UNKNOWN ? NULL : msg_text(m->lang, t == TRI_YES ? MSG_WORD_YES : MSG_WORD_NO));
}

const char *page_grade(const struct ui *m, char confidence)
{
    static const enum msg_id grades[] = {MSG_GRADE_A, MSG_GRADE_B, MSG_GRADE_C, MSG_GRADE_D};
    bool one = confidence >= 'A' && confidence <= 'D';
    return one ? msg_text(m->lang, grades[confidence - 'A']) : "";
}

static void origin(struct ui *m, struct page *p, const struct origin *o)
{
    page_gap(p);
    text(m, p, MSG_TUI_SOURCE, o->source);
    text(m, p, MSG_TUI_DAY, o->date);
    text(m, p, MSG_TUI_CONFIDENCE, page_grade(m, o->confidence));
    if (origin_unverified(o))
        page_id(p, m->lang, ROLE_WARNING, 0, MSG_TUI_UNVERIFIED);
    if (o->yours)
        page_id(p, m->lang, ROLE_TEXT, 0, MSG_OWN_LINE);
}

void pages_offer(struct ui *m, struct page *p)
{
    const struct offer *o = m->page_offer;
    const struct accel *a = &m->facts->accel[o->accel];
    const struct provider *who = facts_provider(m->facts, o->provider);
    bool zh = m->lang == LANG_ZH && who != NULL && !str_empty(who->name_zh);
    page_text(p, ROLE_STRONG, 0, o->instance);
    page_gap(p);
    text(m, p, MSG_TUI_PROVIDER, zh ? who->name_zh : who != NULL ? who->name : o->provider);
    text(m, p, MSG_TUI_REGION,
         str_empty(o->region) ? msg_text(m->lang, MSG_NOTE_ALL_REGIONS) : o->region);
    line(m, p, MSG_TUI_COL_KIND, ARG_MSG(figure_kind(o->kind)));
    text(m, p, MSG_TUI_CARD, accel_label(a));
    line(m, p, MSG_TUI_COL_GPUS, ARG_INT(o->gpu_count));
    line(m, p, MSG_TUI_CARD_MEMORY, ARG_GB(a->memory_gb));
    line(m, p, MSG_TUI_VCPUS, ARG_INT(o->vcpus));
    line(m, p, MSG_PAGE_HOST_MEMORY, ARG_GIB(o->ram_gib));
    text(m, p, MSG_TUI_LINK, o->link);
    yes_no(m, p, MSG_TUI_RDMA, o->rdma);
    line(m, p, MSG_TUI_NETWORK, ARG_GBPS(o->network_gbps));
    page_gap(p);
    line(m, p, MSG_TUI_HOUR, ARG_MONEY(o->price_hour, o->currency));
    line(m, p, MSG_TUI_GPU_HOUR, ARG_MONEY(o->price_hour / o->gpu_count, o->currency));
    if (known(o->price_month))
        line(m, p, MSG_TUI_PER_MONTH, ARG_MONEY(o->price_month, o->currency));
    origin(m, p, &o->from);
}

void pages_card(struct ui *m, struct page *p)
{
    const struct accel *a = m->page_card;
    page_text(p, ROLE_STRONG, 0, accel_label(a));
    text(m, p, MSG_TUI_ID, a->id);
    page_gap(p);
    text(m, p, MSG_TUI_VENDOR, a->vendor);
    text(m, p, MSG_TUI_ARCHITECTURE, a->architecture);
    char year[16] = "";
    if (known(a->release_year))
        snprintf(year, sizeof year, "%.0f", a->release_year);
    text(m, p, MSG_TUI_YEAR, year);
    line(m, p, MSG_TUI_CARD_MEMORY, ARG_GB(a->memory_gb));
    line(m, p, MSG_TUI_USABLE, ARG_GIB(a->usable_gib));
    line(m, p, MSG_TUI_BANDWIDTH, ARG_GBS(a->memory_bandwidth_gbs));
    const struct {
        enum msg_id label;
        double x;
    } rates[] = {{MSG_C_PRECISION_FP64, a->fp64_tflops}, {MSG_C_PRECISION_FP32, a->fp32_tflops},
                 {MSG_C_PRECISION_TF32, a->tf32_tflops}, {MSG_C_PRECISION_FP16, a->fp16_tflops},
                 {MSG_C_PRECISION_BF16, a->bf16_tflops}, {MSG_C_PRECISION_FP8, a->fp8_tflops},
                 {MSG_C_PRECISION_FP4, a->fp4_tflops}};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        struct str s;
        str_init(&s, 128);
        struct msg_arg arg = ARG_NUM(rates[i].x);
        msg_arg_render(&s, m->lang, &arg);
        if (known(rates[i].x))
            str_add(&s, " TFLOPS");
        bool without = rates[i].x <= 0; /* no such unit */
        if (without) {
            str_clear(&s);
            str_add(&s, msg_text(m->lang, MSG_TUI_NONE));
        }
        page_pair(p, 0, msg_text(m->lang, rates[i].label), HEAD_CELLS, ROLE_TEXT, s.p);
        str_free(&s);
    }
    line(m, p, MSG_TUI_LOAD, ARG_WATT(a->tdp_w));
    text(m, p, MSG_TUI_LINK,
         str_eq(a->link_type, "none") ? msg_text(m->lang, MSG_TUI_NONE) : a->link_type);
    if (!str_eq(a->link_type, "none"))
        line(m, p, MSG_TUI_LINK_RATE, ARG_GBS(a->link_bandwidth_gbs));
    yes_no(m, p, MSG_TUI_P2P, a->p2p);
    yes_no(m, p, MSG_TUI_ECC, a->ecc);
    text(m, p, MSG_TUI_SOFTWARE, a->stack);
    line(m, p, MSG_TUI_COL_UNIT, ARG_MONEY(a->price.amount, a->price.currency));
    origin(m, p, &a->from);
}

struct row_page {
    struct ui *m;
    struct page *p;
    struct origin from;
};

static void row_line(void *ctx, const char *name, const char *value, const char *unit)
{
    struct row_page *r = ctx;
    bool none = value[0] == '\0';
    struct str s;
    str_init(&s, 8192);
    str_add(&s, none ? msg_text(r->m->lang, MSG_WORD_UNKNOWN) : value);
    if (!none && unit[0] != '\0')
        str_addf(&s, " %s", unit);
    page_pair(r->p, 0, name, HEAD_CELLS, none ? ROLE_DIM : ROLE_TEXT, s.p);
    str_free(&s);
    if (str_eq(name, "source"))
        r->from.source = value;
    if (str_eq(name, "confidence"))
        r->from.confidence = value[0];
}

/* Every column of a row, with its unit; what is not known says so. */
void pages_row(struct ui *m, struct page *p)
{
    const struct browse *b = &m->browse;
    struct row_page r = {.m = m, .p = p};
    if (b->table == NULL || b->page < 0 || (size_t)b->page >= b->n)
        return;
    r.from.yours = b->yours[b->page];
    page_text(p, ROLE_STRONG, 0, browse_key(b, b->page));
    page_gap(p);
    browse_walk(b, b->page, m->lang, row_line, &r);
    for (size_t i = 0; i < m->facts->alias_n; i++) {
        const struct alias *a = &m->facts->alias[i];
        if (str_eq(a->id, browse_key(b, b->page)) && str_eq(a->table, browse_table_name(b)))
            text(m, p, MSG_TUI_ALIAS, a->name);
    }
    page_gap(p);
    if (origin_unverified(&r.from))
        page_id(p, m->lang, ROLE_WARNING, 0, MSG_TUI_UNVERIFIED);
    if (r.from.yours)
        page_id(p, m->lang, ROLE_TEXT, 0, MSG_OWN_LINE);
}

void pages_model(struct ui *m, struct page *p)
{
    const struct model *x = m->page_model;
    page_text(p, ROLE_STRONG, 0, x->name ? x->name : x->id);
    text(m, p, MSG_TUI_ID, x->id);
    page_gap(p);
    text(m, p, MSG_TUI_FAMILY, x->family);
    line(m, p, MSG_TUI_PARAMS, ARG_SI(x->params_b * 1e9));
    line(m, p, MSG_TUI_ACTIVE, ARG_SI(x->active_params_b * 1e9));
    const struct {
        enum msg_id label;
        double n;
    } counts[] = {{MSG_TUI_LAYERS, x->layers},   {MSG_TUI_HIDDEN, x->hidden},
                  {MSG_TUI_HEADS, x->heads},     {MSG_TUI_KV_HEADS, x->kv_heads},
                  {MSG_TUI_EXPERTS, x->experts}, {MSG_TUI_EXPERTS_USED, x->experts_per_token},
                  {MSG_TUI_VOCAB, x->vocab},     {MSG_TUI_CONTEXT, x->max_context}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (known(counts[i].n))
            line(m, p, counts[i].label, ARG_INT(counts[i].n));
    }
    text(m, p, MSG_TUI_FORMAT, x->default_dtype);
    text(m, p, MSG_TUI_LICENCE, x->licence);
    text(m, p, MSG_TUI_RELEASED, x->release);
    for (size_t i = 0; i < m->facts->alias_n; i++) {
        const struct alias *a = &m->facts->alias[i];
        if (str_eq(a->id, x->id) && str_eq(a->table, "models"))
            text(m, p, MSG_TUI_ALIAS, a->name);
    }
    origin(m, p, &x->from);
}
