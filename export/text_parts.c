/* text_parts.c - sentences that Markdown, plain text, the line format and the screens share. */
#include <string.h>

#include "base/text.h"
#include "export/parts.h"

void text_msg(struct str *out, enum lang lang, const struct msg *m)
{
    if (m->id != MSG_NONE)
        msg_render(out, lang, m);
}

void text_id(struct str *out, enum lang lang, enum msg_id id)
{
    str_add(out, msg_text(lang, id));
}

void text_arg(struct str *out, enum lang lang, struct msg_arg a)
{
    msg_arg_render(out, lang, &a);
}

void text_trim(struct str *out)
{
    while (out->len > 0 && out->p[out->len - 1] == ' ')
        out->p[--out->len] = '\0';
}

void text_stop(struct str *out, enum lang lang)
{
    static const char *const ends[] = {".", "!", "?", "。", "！", "？"};
    bool ended = false;
    text_trim(out);
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        size_t n = strlen(ends[i]);
        ended = ended || (out->len >= n && memcmp(out->p + out->len - n, ends[i], n) == 0);
    }
    if (!ended)
        str_add(out, msg_text(lang, MSG_PUNCT_STOP));
    if (out->len > 0 && (unsigned char)out->p[out->len - 1] < 0x80)
        str_addc(out, ' '); /* full-width stops bring their own room */
}

static bool a_range(const struct band *b)
{
    return known(b->typical) && known(b->low) && known(b->high) &&
           (b->low < b->typical || b->high > b->typical);
}

static void put_range(struct str *out, enum lang lang, enum msg_arg_kind kind, const struct band *b)
{
    struct str lo, hi;
    str_init(&lo, 64);
    str_init(&hi, 64);
    text_arg(&lo, lang, ARG_NUMBER(kind, b->low));
    text_arg(&hi, lang, ARG_NUMBER(kind, b->high));
    struct msg m = msg_make(MSG_BAND_RANGE, 2, ARG_STR(lo.p), ARG_STR(hi.p));
    text_msg(out, lang, &m);
    str_free(&lo);
    str_free(&hi);
}

void text_band(struct str *out, enum lang lang, enum msg_arg_kind kind, const struct band *b)
{
    text_arg(out, lang, ARG_NUMBER(kind, b->typical));
    if (a_range(b))
        put_range(out, lang, kind, b);
}

void text_cards(struct str *out, const struct accel *a, int count)
{
    str_addf(out, "%dx %s", count, accel_label(a));
}

void export_hardware(struct str *out, const struct hardware *h, const struct shape *s)
{
    if (h->n < 2 || !s->mixed) {
        text_cards(out, s->accel, s->per_node * s->nodes);
        return;
    }
    for (int i = 0; i < h->n; i++) {
        str_add(out, i > 0 ? " + " : "");
        text_cards(out, h->group[i].accel, h->group[i].count > 0 ? h->group[i].count : 1);
    }
}

const char *export_provider(const struct facts *f, const struct offer *x, enum lang lang)
{
    const struct provider *p = facts_provider(f, x->provider);
    if (p == NULL)
        return x->provider;
    return lang == LANG_ZH && !str_empty(p->name_zh) ? p->name_zh : p->name;
}

const char *export_line_name(const struct bom_line *l, enum lang lang)
{
    return lang == LANG_ZH && !str_empty(l->name_zh) ? l->name_zh : l->name;
}

struct msg export_title(const struct facts *f, const struct plan *p, enum lang lang)
{
    struct msg m = p->title;
    if ((m.id == MSG_PLAN_TITLE_RENT || m.id == MSG_PLAN_TITLE_RENT_MANY) && p->offer != NULL)
        m.a[2].str = export_provider(f, p->offer, lang);
    return m;
}

void export_plan_title(struct str *out, enum lang lang, const struct facts *f, const struct plan *p)
{
    struct msg m = export_title(f, p, lang);
    text_msg(out, lang, &m);
}

void text_price(struct str *out, enum lang lang, const struct result *r, const struct plan *p)
{
    struct msg m;
    if (p->offer != NULL && known(p->offer->price_month))
        m = msg_make(MSG_PRICE_MONTH, 2,
                     ARG_MONEY(p->offer->price_month * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date));
    else if (p->offer != NULL)
        m = msg_make(MSG_PRICE_HOUR, 2,
                     ARG_MONEY(p->offer->price_hour * p->machines, p->offer->currency),
                     ARG_DATE(p->offer->from.date));
    else if (!known(p->cost.upfront))
        m = msg_make(MSG_PRICE_NOT_KNOWN, 0);
    else
        m = msg_make(MSG_PRICE_UPFRONT, 2, ARG_MONEY(p->cost.upfront, r->job.currency),
                     ARG_DATE(p->accel->price.from.date));
    text_msg(out, lang, &m);
}

void text_speed(struct str *out, enum lang lang, const struct sizing *z, bool with_band)
{
    static const struct {
        const char *unit;
        enum msg_id text;
    } units[] = {{"tokens/s", MSG_SPEED_TOKENS},
                 {"samples/s", MSG_SPEED_SAMPLES},
                 {"images/s", MSG_SPEED_IMAGES}};
    struct str s;
    str_init(&s, 256);
    struct band b = z->speed;
    if (!with_band)
        b.low = b.high = UNKNOWN;
    text_band(&s, lang, ARG_KIND_NUM, &b);
    enum msg_id id = MSG_NONE;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if (str_eq(units[i].unit, z->speed_unit))
            id = units[i].text;
    if (id == MSG_NONE || !known(z->speed.typical)) {
        str_add(out, s.p);
        if (known(z->speed.typical) && !str_empty(z->speed_unit))
            str_addf(out, " %s", z->speed_unit);
    } else {
        struct msg m = msg_make(id, 1, ARG_STR(s.p));
        text_msg(out, lang, &m);
    }
    str_free(&s);
}

void text_pace(struct str *out, enum lang lang, const struct sizing *z, bool with_band)
{
    if (known(z->hours_per_run.typical)) {
        struct band b = z->hours_per_run;
        if (!with_band)
            b.low = b.high = UNKNOWN;
        text_band(out, lang, ARG_KIND_HOURS, &b);
        return;
    }
    struct str s;
    str_init(&s, 256);
    text_speed(&s, lang, z, with_band);
    if (known(z->per_user) && known(z->max_users)) {
        struct msg m =
            msg_make(MSG_SPEED_SERVE, 3, ARG_STR(s.p), ARG_NUM(z->per_user), ARG_INT(z->max_users));
        text_msg(out, lang, &m);
    } else {
        str_add(out, s.p);
    }
    str_free(&s);
}

static void way(struct str *out, enum lang lang, struct msg m)
{
    if (out->len > 0)
        str_add(out, " · ");
    text_msg(out, lang, &m);
}

void export_layout(struct str *out, enum lang lang, const struct layout *l, const struct job *job)
{
    static const enum msg_id sharding[] = {MSG_C_SHARDING_NONE, MSG_C_SHARDING_ZERO1,
                                           MSG_C_SHARDING_ZERO2, MSG_C_SHARDING_ZERO3};
    static const enum msg_id recompute[] = {MSG_C_RECOMPUTE_NONE, MSG_C_RECOMPUTE_SELECTIVE,
                                            MSG_C_RECOMPUTE_FULL};
    static const enum msg_id offload[] = {MSG_C_OFFLOAD_NONE, MSG_C_OFFLOAD_CPU, MSG_C_OFFLOAD_NVME,
                                          MSG_C_OFFLOAD_EXPERTS};
    const struct {
        int n;
        enum msg_id text;
    } ways[] = {{l->tp, MSG_LAYOUT_TENSOR},
                {l->pp, MSG_LAYOUT_PIPELINE},
                {l->dp, MSG_LAYOUT_DATA},
                {l->ep, MSG_LAYOUT_EXPERT},
                {l->cp, MSG_LAYOUT_CONTEXT}};
    struct str s;
    str_init(&s, 1024);
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (ways[i].n > 1)
            way(&s, lang, msg_make(ways[i].text, 1, ARG_INT(ways[i].n)));
    bool alone = s.len == 0; /* one card has nobody to share its states with */
    if (alone)
        way(&s, lang, msg_make(MSG_LAYOUT_ONE, 0));
    if (l->sharding != SHARD_NONE && !alone)
        way(&s, lang, msg_make(MSG_LAYOUT_SHARDING, 1, ARG_MSG(sharding[l->sharding])));
    if (job->training)
        way(&s, lang, msg_make(MSG_LAYOUT_RECOMPUTE, 1, ARG_MSG(recompute[l->recompute])));
    if (l->offload != OFFLOAD_NONE)
        way(&s, lang, msg_make(MSG_LAYOUT_OFFLOAD, 1, ARG_MSG(offload[l->offload])));
    str_add(out, s.p);
    str_free(&s);
}

void text_power(struct str *out, enum lang lang, const struct power *p)
{
    struct msg m = msg_make(MSG_GAUGE_POWER_VALUE, 4, ARG_WATT(p->dc_w), ARG_WATT(p->psu_w),
                            ARG_WATT(p->wall_w), ARG_WATT(p->circuit_w));
    text_msg(out, lang, &m);
}

void export_verdict_line(struct str *out, enum lang lang, const struct verdict_block *v,
                         const struct job *job)
{
    if (v->of != VERDICT_OF_NONE && v->shape.accel != NULL) {
        const struct hardware *h = v->of == VERDICT_OF_HAVE ? &job->have : &job->gpu;
        export_hardware(out, h, &v->shape);
        text_id(out, lang, MSG_PUNCT_COLON);
    }
    text_id(out, lang, export_verdict_block_msg(v));
    if (v->reason.id != MSG_NONE) {
        text_id(out, lang, MSG_PUNCT_DASH);
        text_msg(out, lang, &v->reason);
    }
    if (v->smallest_change.id != MSG_NONE) {
        struct str s;
        str_init(&s, 1024);
        text_msg(&s, lang, &v->smallest_change);
        struct msg m = msg_make(MSG_SMALLEST_CHANGE, 1, ARG_STR(s.p));
        text_stop(out, lang);
        text_msg(out, lang, &m);
        str_free(&s);
    }
}
