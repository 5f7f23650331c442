/* options.c - what can be answered, question by question. */
#include "app/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pinyin.h"
#include "base/str.h"
#include "base/text.h"
#include "engine/job/kinds.h"
#include "engine/result.h"

#define OPTIONS_MAX 512
#define LINE_MAX_BYTES 512

struct building {
    struct options *out;
    enum question_id q;
    const struct answers *a;
    const struct job *job;
    const struct facts *f;
    const char *filter; /* folded */
    enum lang lang;
    struct arena *arena;
};

/* --- filter: every word typed stands somewhere in the row ------------------------------------- */
static bool passes(const struct building *b, const char *x, const char *y, const char *z)
{
    if (b->filter[0] == '\0')
        return true;
    struct str row;
    str_init(&row, 4096);
    text_fold(&row, x);
    str_addc(&row, ' ');
    text_fold(&row, y);
    str_addc(&row, ' ');
    text_fold(&row, z);
    bool ok = text_has_words(row.p, b->filter);
    str_free(&row);
    return ok;
}

static struct option *add(struct building *b, const char *value, const char *label,
                          const char *extra, const char *hint)
{
    if (!passes(b, value, label, hint)) {
        b->out->hidden++;
        return NULL;
    }
    if (b->out->o == NULL || b->out->n >= OPTIONS_MAX)
        return NULL;
    struct option *o = &b->out->o[b->out->n++];
    *o = (struct option){.value = value, .label = label, .extra = extra, .hint = hint};
    return o;
}

static const char *keep(struct building *b, struct str *s)
{
    const char *p = arena_strdup(b->arena, s->p);
    str_free(s);
    return p != NULL ? p : "";
}

static const char *word_of(struct building *b, enum msg_id id)
{
    return msg_text(b->lang, id);
}

/* --- memory beside methods and formats -------------------------------------------------------- */
/* Memory that the whole job takes with this answer on one card that is large enough, with the
 * smallest batch; UNKNOWN when the answer contradicts the others. */
static double memory_with(struct building *b, const char *word)
{
    struct answers a = *b->a;
    struct err_info e;
    struct job job;
    if (answers_set(&a, b->q, word, FROM_GIVEN, &e) != OK)
        return UNKNOWN;
    if (b->q == Q_METHOD) /* a format that only the other method takes is no answer of the user's */
        answers_clear(&a, Q_WEIGHTS);
    if (job_resolve(&a, b->f, b->arena, &job, &e) != OK)
        return UNKNOWN;
    return size_whole_gib(&job, b->f).typical;
}

static const char *extra_memory(struct building *b, const char *word)
{
    double gib = memory_with(b, word);
    if (!known(gib) || !(gib > 0))
        return "";
    struct str s;
    str_init(&s, 64);
    struct msg_arg arg = ARG_GIB(gib);
    msg_arg_render(&s, b->lang, &arg);
    return keep(b, &s);
}

/* --- kinds of list ---------------------------------------------------------------------------- */
static bool same_word(const char *a, const char *b)
{
    return a != NULL && b != NULL && str_case_eq(a, b);
}

static void mark_current(struct building *b, const struct option *o, bool yes)
{
    if (o != NULL && yes && b->out->current < 0)
        b->out->current = (int)(o - b->out->o);
}

static void closed_words(struct building *b, const struct choice *c)
{
    bool memory = b->q == Q_METHOD || b->q == Q_WEIGHTS || b->q == Q_KV;
    for (; c->word != NULL; c++) {
        const char *extra = memory ? extra_memory(b, c->word) : "";
        struct option *o = add(b, c->word, word_of(b, c->label), extra, word_of(b, c->hint));
        mark_current(b, o, same_word(c->word, b->job->text[b->q]));
    }
}

static const char *model_extra(struct building *b, const struct model *m)
{
    struct str s;
    str_init(&s, 64);
    if (known(m->params_b)) {
        if (m->params_b < 1)
            str_addf(&s, "%.0fM", m->params_b * 1000);
        else
            str_addf(&s, "%.*fB", m->params_b < 100 ? 1 : 0, m->params_b);
    }
    if (known(m->max_context) && m->max_context >= 1024)
        str_addf(&s, " %5.0fk", floor(m->max_context / 1024));
    return keep(b, &s);
}

/* --- order of long lists ---------------------------------------------------------------------- */
/* Indices 0..n-1 by `before`, stable; the arena holds them. */
static int *ordered(struct building *b, size_t n,
                    bool (*before)(const struct building *b, size_t x, size_t y))
{
    int *at = ARENA_ARRAY(b->arena, int, n + 1);
    for (size_t i = 0; at != NULL && i < n; i++) {
        size_t k = i;
        while (k > 0 && before(b, i, (size_t)at[k - 1])) {
            at[k] = at[k - 1];
            k--;
        }
        at[k] = (int)i;
    }
    return at;
}

/* What stands first, then models of its kind, then the newest. */
static bool model_before(const struct building *b, size_t x, size_t y)
{
    const struct model *m = &b->f->model[x], *o = &b->f->model[y], *now = b->job->model;
    if (now != NULL) {
        bool here = str_eq(m->id, now->id), there = str_eq(o->id, now->id);
        if (here != there)
            return here;
        bool kind = m->kind == now->kind, other = o->kind == now->kind;
        if (kind != other)
            return kind;
    }
    return strcmp(m->release ? m->release : "", o->release ? o->release : "") > 0;
}

static void models(struct building *b)
{
    const struct model *now = b->job->model;
    const int *at = ordered(b, b->f->model_n, model_before);
    for (size_t i = 0; at != NULL && i < b->f->model_n; i++) {
        const struct model *m = &b->f->model[at[i]];
        enum task instead;
        if (!task_suits(b->job->task, m, &instead))
            continue;
        struct option *o =
            add(b, m->id, m->name ? m->name : m->id, model_extra(b, m), m->family ? m->family : "");
        mark_current(b, o, now != NULL && str_eq(m->id, now->id));
    }
}

static const char *card_extra(struct building *b, const struct accel *a)
{
    if (!known(a->memory_gb))
        return word_of(b, MSG_WORD_UNKNOWN);
    struct str s;
    str_init(&s, 64);
    struct msg_arg arg = ARG_GB(a->memory_gb);
    msg_arg_render(&s, b->lang, &arg);
    return keep(b, &s);
}

static const char *card_hint(struct building *b, const struct accel *a)
{
    struct str s;
    str_init(&s, 256);
    str_add(&s, a->architecture ? a->architecture : "");
    if (known(a->release_year))
        str_addf(&s, "%s%.0f", s.len > 0 ? ", " : "", a->release_year);
    return keep(b, &s);
}

/* Cards that stand on desks and have a price first, then the newest, then the cheapest. */
static bool card_before(const struct building *b, size_t x, size_t y)
{
    const struct accel *a = &b->f->accel[x], *o = &b->f->accel[y];
    bool desk = a->has_display == TRI_YES && known(a->price.amount);
    bool other = o->has_display == TRI_YES && known(o->price.amount);
    if (desk != other)
        return desk;
    double year = known(a->release_year) ? a->release_year : 0;
    double older = known(o->release_year) ? o->release_year : 0;
    if (year > older || year < older)
        return year > older;
    return known(a->memory_gb) && known(o->memory_gb) && a->memory_gb > o->memory_gb;
}

static void cards(struct building *b, enum msg_id none)
{
    const char *text = b->job->text[b->q];
    mark_current(b, add(b, "", word_of(b, none), "", ""), text == NULL);
    const int *at = ordered(b, b->f->accel_n, card_before);
    for (size_t i = 0; at != NULL && i < b->f->accel_n; i++) {
        const struct accel *a = &b->f->accel[at[i]];
        struct option *o = add(b, a->id, accel_label(a), card_extra(b, a), card_hint(b, a));
        mark_current(b, o, same_word(a->id, text));
    }
}

static void engines(struct building *b, const char *role)
{
    for (size_t i = 0; i < b->f->engine_n; i++) {
        const struct engine_row *e = &b->f->engine[i];
        if (!str_eq(e->role, role))
            continue;
        struct option *o =
            add(b, e->id, e->name ? e->name : e->id, "", e->formats ? e->formats : "");
        mark_current(b, o, b->job->engine == e || same_word(e->id, b->job->text[b->q]));
    }
}

static const char *region_name(struct building *b, const struct region *r)
{
    const char *own = b->lang == LANG_ZH && !str_empty(r->name_zh) ? r->name_zh : r->name;
    return own ? own : r->code;
}

struct named {
    const struct region *r;
    const char *key;
};

static int by_key(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int c = strcmp(x->key, y->key);
    return c != 0 ? c : strcmp(x->r->code, y->r->code);
}

/* By name: Chinese names in the order of their pinyin. */
static struct named *regions_by_name(struct building *b)
{
    struct named *all = ARENA_ARRAY(b->arena, struct named, b->f->region_n + 1);
    struct str key;
    str_init(&key, 1024);
    for (size_t i = 0; all != NULL && i < b->f->region_n; i++) {
        str_clear(&key);
        pinyin_key(&key, region_name(b, &b->f->region[i]));
        const char *kept = arena_strdup(b->arena, key.p);
        all[i] = (struct named){&b->f->region[i], kept != NULL ? kept : ""};
    }
    str_free(&key);
    if (all != NULL)
        qsort(all, b->f->region_n, sizeof *all, by_key);
    return all;
}

static void countries(struct building *b)
{
    const struct named *all = regions_by_name(b);
    for (size_t i = 0; all != NULL && i < b->f->region_n; i++) {
        const struct region *r = all[i].r;
        struct option *o = add(b, r->code, region_name(b, r), r->code, "");
        mark_current(b, o, same_word(r->code, b->job->country));
    }
}

static void currencies(struct building *b)
{
    for (size_t i = 0; i < b->f->fx_n; i++) {
        for (int side = 0; side < 2; side++) {
            const char *c = side ? b->f->fx[i].quote : b->f->fx[i].base;
            bool seen = false;
            for (int k = 0; k < b->out->n; k++)
                seen = seen || str_eq(b->out->o[k].value, c);
            if (!seen)
                mark_current(b, add(b, c, c, "", ""), same_word(c, b->job->currency));
        }
    }
}

static void providers(struct building *b)
{
    const char *text = b->job->text[b->q];
    mark_current(b, add(b, "", word_of(b, MSG_TUI_ANY), "", ""), text == NULL);
    for (size_t i = 0; b->q == Q_PROVIDERS && i < b->f->provider_n; i++) {
        const struct provider *p = &b->f->provider[i];
        bool zh = b->lang == LANG_ZH && !str_empty(p->name_zh);
        const char *name = zh ? p->name_zh : p->name ? p->name : p->id;
        mark_current(b, add(b, p->id, name, p->country ? p->country : "", ""),
                     same_word(p->id, text));
    }
}

/* --- quantities ------------------------------------------------------------------------------- */
static const struct {
    enum question_id q;
    bool open;
    const char *words;
} presets[] = {
#define PRESETS(ID, open, words) {Q_##ID, (open), (words)},
#include "app/presets.def"
#undef PRESETS
};

#define TOKENS_PER_PAGE 500.0 /* as the question itself says */

static const char *quantity_hint(struct building *b, double x)
{
    bool tokens = b->q == Q_TOKENS || b->q == Q_CONTEXT || b->q == Q_INPUT || b->q == Q_OUTPUT;
    if (!tokens || !known(x) || x < TOKENS_PER_PAGE)
        return "";
    struct str s;
    str_init(&s, 128);
    struct msg m = msg_make(MSG_TUI_PAGES, 1, ARG_SI(x / TOKENS_PER_PAGE));
    msg_render(&s, b->lang, &m);
    return keep(b, &s);
}

static const char *quantity_label(struct building *b, const struct question *q, double x,
                                  const char *currency)
{
    struct str s;
    str_init(&s, 128);
    if (q->unit == NUM_MONEY) {
        struct msg_arg arg = ARG_MONEY(x, currency);
        msg_arg_render(&s, b->lang, &arg);
    } else if (q->unit == NUM_HOURS) {
        struct msg_arg arg = ARG_HOURS(x);
        msg_arg_render(&s, b->lang, &arg);
    } else if (q->unit == NUM_MONTHS) {
        struct msg_arg arg = ARG_MONTHS(x);
        msg_arg_render(&s, b->lang, &arg);
    } else if (q->unit == NUM_LENGTH || q->unit == NUM_INT) {
        num_grouped(&s, x, 0);
    } else {
        answers_text(&s, q, x, NULL);
    }
    return keep(b, &s);
}

static void quantity(struct building *b, const struct question *q, double x, bool current)
{
    const char *currency = b->job->currency;
    if (current && b->a->a[b->q].set && b->a->a[b->q].currency[0] != '\0')
        currency = b->a->a[b->q].currency;
    struct str s;
    str_init(&s, 128);
    answers_text(&s, q, x, q->unit == NUM_MONEY ? currency : NULL);
    const char *value = keep(b, &s);
    struct option *o = add(b, value, quantity_label(b, q, x, currency), "", quantity_hint(b, x));
    mark_current(b, o, current);
}

static bool equal(double x, double y)
{
    return known(x) && known(y) && fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y));
}

static void quantities(struct building *b, const struct question *q)
{
    double now = b->job->value[b->q];
    bool placed = !known(now);
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (presets[i].q != b->q)
            continue;
        if (presets[i].open)
            mark_current(b, add(b, "", word_of(b, MSG_TUI_NOT_GIVEN), "", ""), placed);
        char word[32];
        for (const char *p = presets[i].words; *p != '\0';) {
            size_t n = strcspn(p, " ");
            memcpy(word, p, n);
            word[n] = '\0';
            p += n + strspn(p + n, " ");
            double x;
            if (num_parse(word, q->unit, &x, NULL) != NUM_OK)
                continue;
            if (!placed && now < x && !equal(now, x)) {
                quantity(b, q, now, true);
                placed = true;
            }
            quantity(b, q, x, !placed && equal(now, x));
            placed = placed || equal(now, x);
        }
    }
    if (!placed)
        quantity(b, q, now, true);
}

static void plain_presets(struct building *b)
{
    const char *text = b->job->text[b->q];
    mark_current(b, add(b, "", word_of(b, MSG_TUI_NOT_GIVEN), "", ""), text == NULL);
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; i++) {
        if (presets[i].q != b->q)
            continue;
        for (const char *p = presets[i].words; *p != '\0';) {
            size_t n = strcspn(p, " ");
            const char *w = arena_strndup(b->arena, p, n);
            p += n + strspn(p + n, " ");
            if (w != NULL)
                mark_current(b, add(b, w, w, "", ""), same_word(w, text));
        }
    }
}

/* --- what was typed stands first where it is a word of its own ------------------------------- */
static bool breaks(char c)
{
    return c == '\0' || c == ' ' || c == '-' || c == '/' || c == '(' || c == ')';
}

/* Words of a label that what was typed leaves over; a match inside a word counts behind all. */
static int left_over(const struct option *o, const char *filter)
{
    struct str s;
    int words = 1;
    bool whole = false;
    str_init(&s, 2048);
    text_fold(&s, o->label);
    for (const char *p = s.p; *p != '\0'; p++)
        words += *p == ' ';
    size_t n = strcspn(filter, " ");
    for (const char *p = s.p; !whole && (p = strstr(p, filter)) != NULL; p++)
        whole = (p == s.p || breaks(p[-1])) && breaks(p[n]);
    str_free(&s);
    return whole ? words : words + 100;
}

/* "4060" means the RTX 4060 before its Ti; equal ones keep the order of the list. */
static void exact_first(struct building *b)
{
    struct options *o = b->out;
    if (b->filter[0] == '\0' || strchr(b->filter, ' ') != NULL)
        return;
    for (int i = 1; i < o->n; i++) {
        struct option x = o->o[i];
        int rank = left_over(&x, b->filter), at = i;
        for (; at > 0 && left_over(&o->o[at - 1], b->filter) > rank; at--)
            o->o[at] = o->o[at - 1];
        o->o[at] = x;
        if (o->current == i)
            o->current = at;
        else if (o->current >= at && o->current < i)
            o->current++;
    }
}

/* --- together --------------------------------------------------------------------------------- */
static void fill(struct building *b, const struct question *q)
{
    switch (b->q) {
    case Q_MODEL: models(b); return;
    case Q_HAVE:
    case Q_GPU:
        cards(b, b->q == Q_HAVE ? MSG_TUI_HAVE_NONE : MSG_TUI_ANY);
        exact_first(b);
        return;
    case Q_ENGINE: engines(b, b->job->serving ? "serve" : "train"); return;
    case Q_TRAINER: engines(b, "train"); return;
    case Q_COUNTRY: countries(b); return;
    case Q_CURRENCY: currencies(b); return;
    case Q_PROVIDERS:
    case Q_REGIONS: providers(b); return;
    case Q_NETWORK: plain_presets(b); return;
    default: break;
    }
    if (q->choices != NULL) {
        if (q->type == ANSWER_LIST)
            mark_current(b, add(b, "", word_of(b, MSG_TUI_NOT_GIVEN), "", ""),
                         b->job->text[b->q] == NULL);
        closed_words(b, q->choices);
    } else {
        quantities(b, q);
    }
}

void options_build(struct options *out, enum question_id q, const struct answers *a,
                   const struct job *job, const struct facts *f, const char *filter, enum lang lang,
                   struct arena *arena)
{
    const struct question *row = question_get(q);
    struct str folded;
    str_init(&folded, LINE_MAX_BYTES);
    text_fold(&folded, filter);
    *out = (struct options){.current = -1};
    out->o = ARENA_ARRAY(arena, struct option, OPTIONS_MAX + 2);
    out->can_type = row->choices == NULL || row->type == ANSWER_LIST;
    struct building b = {out, q, a, job, f, folded.p, lang, arena};
    if (row->type != ANSWER_QUANTITY || filter[0] == '\0') /* a number typed is that number */
        fill(&b, row);
    if (out->o != NULL && out->can_type && filter[0] != '\0') {
        const char *typed = arena_strdup(arena, filter);
        struct option *o = &out->o[out->n++];
        *o = (struct option){typed ? typed : "",
                             typed ? typed : "",
                             msg_text(lang, MSG_TUI_AS_TYPED),
                             "",
                             true,
                             false};
    } else if (out->o != NULL && out->can_type) {
        struct option *o = &out->o[out->n++];
        struct str s;
        str_init(&s, LINE_MAX_BYTES);
        struct msg m = msg_make(MSG_TUI_TYPE_VALUE, 1, ARG_STR(question_example(row)));
        msg_render(&s, lang, &m);
        *o = (struct option){"", keep(&b, &s), "", "", false, true};
    }
    str_free(&folded);
}

/* Cards by name: "2x RTX 4090 24GB + RTX 3090 24GB". */
static void hardware_shown(struct str *out, const struct hardware *h, const char *between)
{
    for (int i = 0; i < h->n; i++) {
        str_add(out, i > 0 ? between : "");
        if (h->group[i].count > 1)
            str_addf(out, "%dx ", h->group[i].count);
        str_add(out, accel_label(h->group[i].accel));
    }
}

static void providers_shown(struct str *out, const char *ids, const struct facts *f, enum lang lang)
{
    char id[64];
    for (const char *p = ids; *p != '\0';) {
        size_t n = strcspn(p, ", ");
        str_copy(id, n + 1 < sizeof id ? n + 1 : sizeof id, p);
        p += n + strspn(p + n, ", ");
        const struct provider *x = facts_provider(f, id);
        str_add(out, out->len > 0 ? ", " : "");
        str_add(out, x == NULL                                   ? id
                     : lang == LANG_ZH && !str_empty(x->name_zh) ? x->name_zh
                     : x->name != NULL                           ? x->name
                                                                 : id);
    }
}

void option_shown(struct str *out, enum question_id q, const struct job *job, const struct facts *f,
                  enum lang lang)
{
    const struct question *row = question_get(q);
    const char *text = job->text[q];
    struct building b = {.q = q, .job = job, .f = f, .lang = lang};
    if (q == Q_MODEL && job->model != NULL && job->model->name != NULL) {
        str_add(out, job->model->name);
    } else if ((q == Q_HAVE && job->have.n > 0) || (q == Q_GPU && job->gpu.n > 0)) {
        hardware_shown(out, q == Q_HAVE ? &job->have : &job->gpu, q == Q_HAVE ? " + " : ", ");
    } else if (q == Q_PROVIDERS && text != NULL) {
        providers_shown(out, text, f, lang);
    } else if (q == Q_ENGINE && job->engine != NULL) {
        str_add(out, job->engine->name ? job->engine->name : job->engine->id);
    } else if (q == Q_COUNTRY && job->region != NULL) {
        str_add(out, region_name(&b, job->region));
    } else if (row->type != ANSWER_QUANTITY && row->choices != NULL && text != NULL) {
        int at = choice_index(row->choices, text);
        str_add(out, at >= 0 ? msg_text(lang, row->choices[at].label) : text);
    } else if (row->type == ANSWER_QUANTITY && known(job->value[q])) {
        double x = job->value[q];
        enum msg_id unit = row->unit == NUM_VOLTS  ? MSG_UNIT_VOLTS
                           : row->unit == NUM_AMPS ? MSG_UNIT_AMPS
                           : row->unit == NUM_DB   ? MSG_UNIT_DB
                                                   : MSG_NONE;
        if (unit != MSG_NONE) {
            struct msg with = msg_make(unit, 1, ARG_NUM(x));
            msg_render(out, lang, &with);
        } else if (row->unit == NUM_HOURS || row->unit == NUM_MONTHS) {
            struct msg_arg arg = row->unit == NUM_HOURS ? ARG_HOURS(x) : ARG_MONTHS(x);
            msg_arg_render(out, lang, &arg);
        } else if (row->unit == NUM_LENGTH || (row->unit == NUM_INT && x >= 1000)) {
            num_grouped(out, x, 0);
        } else {
            str_add(out, job->shown[q]);
        }
    } else if (text != NULL) {
        str_add(out, text);
    }
}
