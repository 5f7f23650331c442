/*
 * rules.c - runs the tables over the facts of one machine. Nothing here knows a single rule: a
 * term is true, false or unknown, an outcome is their conjunction, a rule its first true outcome.
 */
#include "engine/rules/rules.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/rules/table.h"

static const struct rule_list *const lists[] = {
    &rules_fit,   &rules_software, &rules_cards, &rules_power, &rules_supply,
    &rules_link,  &rules_network,  &rules_load,  &rules_host,  &rules_storage,
    &rules_price, &rules_china,    &rules_slots, &rules_list,  &rules_rent};
#define LISTS (sizeof lists / sizeof lists[0])

static const struct fact_info fact_infos[F_COUNT] = {
#define RULE_FACT(ID, NAME, UNIT, ORIGIN)                                                          \
    [F_##ID] = {NAME, UNIT_##UNIT, ORIGIN_##ORIGIN, MSG_FACT_##ID},
#include "engine/rules/rule_facts.def"
#undef RULE_FACT
};

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

const char *severity_word(enum severity s)
{
    static const char *const words[] = {"error", "warning", "advice", "unknown"};
    return words[s];
}

const char *rule_group_word(enum rule_group g)
{
    static const char *const words[] = {"fit",  "speed", "software", "power",
                                        "link", "load",  "price",    "comfort"};
    return words[g];
}

enum msg_id rule_group_label(enum rule_group g)
{
    static const enum msg_id labels[] = {MSG_RULES_GROUP_FIT,      MSG_RULES_GROUP_SPEED,
                                         MSG_RULES_GROUP_SOFTWARE, MSG_RULES_GROUP_POWER,
                                         MSG_RULES_GROUP_LINK,     MSG_RULES_GROUP_LOAD,
                                         MSG_RULES_GROUP_PRICE,    MSG_RULES_GROUP_COMFORT};
    return labels[g];
}

const struct fact_info *rule_fact_info(enum fact_id id)
{
    return &fact_infos[id];
}

void rule_facts_init(struct rule_facts *rf)
{
    memset(rf, 0, sizeof *rf);
    for (size_t i = 0; i < F_COUNT; i++) {
        rf->f[i] = UNKNOWN;
    }
}

size_t rules_count(void)
{
    size_t n = 0;
    for (size_t i = 0; i < LISTS; i++) {
        n += lists[i]->n;
    }
    return n;
}

const struct rule *rules_at(size_t i)
{
    for (size_t l = 0; l < LISTS; l++) {
        if (i < lists[l]->n) {
            return &lists[l]->rule[i];
        }
        i -= lists[l]->n;
    }
    return NULL;
}

static size_t outcome_count(const struct rule *r)
{
    size_t n = 0;
    while (n < RULE_OUTCOMES && r->outcome[n].message != MSG_NONE) {
        n++;
    }
    return n;
}

struct rule_info rules_get(size_t i)
{
    const struct rule *r = rules_at(i);
    struct rule_info info = {0};
    if (r) {
        info = (struct rule_info){.id = r->id,
                                  .severity = r->outcome[0].severity,
                                  .group = r->group,
                                  .message = r->outcome[0].message,
                                  .remedy = r->remedy,
                                  .source = r->source,
                                  .seed = r->seed,
                                  .aliases = r->aliases,
                                  .title = r->title,
                                  .seed_verdict = r->seed_verdict,
                                  .outcomes = outcome_count(r),
                                  .index = i,
                                  .under = r->under};
    }
    return info;
}

/* in_list: word is one of the comma list, ASCII case aside. */
static bool in_list(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = list; p && n > 0;) {
        size_t len = strcspn(p, ",");
        char item[64];
        if (len == n && len < sizeof item) {
            memcpy(item, p, len);
            item[len] = '\0';
            if (str_case_eq(item, word)) {
                return true;
            }
        }
        p = p[len] ? p + len + 1 : NULL;
    }
    return false;
}

const struct rule_info *rules_find(const char *id_or_alias, struct rule_info *buf)
{
    size_t n = rules_count();
    for (size_t i = 0; id_or_alias && i < n; i++) {
        if (str_case_eq(rules_at(i)->id, id_or_alias)) {
            *buf = rules_get(i);
            return buf;
        }
    }
    for (size_t i = 0; id_or_alias && i < n; i++) {
        if (in_list(rules_at(i)->aliases, id_or_alias)) {
            *buf = rules_get(i);
            return buf;
        }
    }
    return NULL;
}

/* --- conditions ------------------------------------------------------------------------------ */

static enum truth term_holds(const struct term *t, const struct rule_facts *rf,
                             enum fact_id *missing)
{
    double a = rf->f[t->a];
    double b = t->b == F_COUNT ? 1.0 : rf->f[t->b];
    if (!known(a) || !known(b)) {
        if (*missing == F_COUNT) {
            *missing = known(a) ? t->b : t->a;
        }
        return TRUTH_UNKNOWN;
    }
    double bound = t->k * b;
    bool holds = false;
    switch (t->op) {
    case TERM_YES: holds = a != 0.0; break;
    case TERM_NO: holds = a == 0.0; break;
    case TERM_BELOW: holds = a < bound; break;
    case TERM_AT_MOST: holds = a <= bound; break;
    case TERM_ABOVE: holds = a > bound; break;
    case TERM_AT_LEAST: holds = a >= bound; break;
    case TERM_END: holds = true; break;
    }
    return holds ? TRUTH_YES : TRUTH_NO;
}

/* all_hold: conjunction of up to n terms. One false term decides, whatever else is unknown. */
static enum truth all_hold(const struct term *t, size_t n, const struct rule_facts *rf,
                           enum fact_id *missing)
{
    enum truth all = TRUTH_YES;
    for (size_t i = 0; i < n && t[i].op != TERM_END; i++) {
        enum truth one = term_holds(&t[i], rf, missing);
        if (one == TRUTH_NO) {
            return TRUTH_NO;
        }
        if (one == TRUTH_UNKNOWN) {
            all = TRUTH_UNKNOWN;
        }
    }
    return all;
}

int rules_judge(const struct rule *r, const struct rule_facts *rf, enum fact_id *missing)
{
    *missing = F_COUNT;
    enum truth applies = all_hold(r->applies, RULE_APPLIES, rf, missing);
    if (applies == TRUTH_NO) {
        return -1;
    }
    int verdict = -1;
    size_t n = outcome_count(r);
    for (size_t i = 0; i < n; i++) {
        enum fact_id lacking = *missing;
        enum truth t = all_hold(r->outcome[i].when, RULE_WHEN, rf, &lacking);
        if (t == TRUTH_YES && applies == TRUTH_YES) {
            return (int)i;
        }
        if (t != TRUTH_NO && verdict == -1) {
            verdict = -2;
            *missing = lacking;
        }
    }
    return verdict;
}

/* --- texts ----------------------------------------------------------------------------------- */

static struct msg_arg unit_arg(enum fact_id id, double x, const char *text)
{
    static const enum msg_arg_kind kinds[] = {
        [UNIT_YESNO] = ARG_KIND_INT, [UNIT_NUM] = ARG_KIND_NUM,       [UNIT_INT] = ARG_KIND_INT,
        [UNIT_GIB] = ARG_KIND_GIB,   [UNIT_GB] = ARG_KIND_GB,         [UNIT_GBS] = ARG_KIND_GBS,
        [UNIT_GBPS] = ARG_KIND_GBPS, [UNIT_WATT] = ARG_KIND_WATT,     [UNIT_HOURS] = ARG_KIND_HOURS,
        [UNIT_PCT] = ARG_KIND_PCT,   [UNIT_MONEY] = ARG_KIND_MONEY,   [UNIT_TOKS] = ARG_KIND_TOKS,
        [UNIT_MS] = ARG_KIND_MS,     [UNIT_MONTHS] = ARG_KIND_MONTHS, [UNIT_TEXT] = ARG_KIND_STR,
        [UNIT_WORD] = ARG_KIND_MSG,  [UNIT_DATE] = ARG_KIND_DATE,
    };
    enum fact_unit unit = fact_infos[id].unit;
    if ((unit == UNIT_TEXT || unit == UNIT_DATE) && !text) {
        return ARG_NUM(UNKNOWN); /* prints the word for unknown */
    }
    if (unit == UNIT_WORD)
        return known(x) ? ARG_MSG((enum msg_id)x) : ARG_NUM(UNKNOWN);
    return (struct msg_arg){kinds[unit], MSG_NONE, x, text};
}

static struct msg_arg shown_arg(const struct shown *s, const struct rule_facts *rf,
                                struct arena *arena)
{
    double a = rf->f[s->a], b = s->b == F_COUNT ? UNKNOWN : rf->f[s->b];
    const char *text = arena_strdup(arena, rf->text[s->a]);
    switch (s->how) {
    case SHOWN_RATIO: return ARG_RATIO(b > 0.0 ? a / b : UNKNOWN);
    case SHOWN_LESS: return unit_arg(s->a, a - b, text);
    case SHOWN_TIMES: return unit_arg(s->a, a * s->k, text);
    case SHOWN_PLAIN: return ARG_NUM(a * s->k);
    case SHOWN_FACT:
    case SHOWN_END: break;
    }
    return unit_arg(s->a, a, text);
}

struct msg rules_outcome_msg(enum msg_id id, const struct outcome *o, const struct rule_facts *rf,
                             struct arena *arena)
{
    struct msg m = {.id = id};
    for (size_t i = 0; i < RULE_SHOWN && o->shown[i].how != SHOWN_END; i++) {
        const struct shown *s = &o->shown[i];
        m.a[m.n++] = rf ? shown_arg(s, rf, arena) : ARG_MSG(fact_infos[s->a].label);
    }
    return m;
}

bool rules_outcome(size_t i, size_t n, enum severity *severity, struct msg *message,
                   struct msg *remedy)
{
    const struct rule *r = rules_at(i);
    if (!r || n >= outcome_count(r)) {
        return false;
    }
    const struct outcome *o = &r->outcome[n];
    *severity = o->severity;
    *message = rules_outcome_msg(o->message, o, NULL, NULL);
    *remedy = rules_outcome_msg(r->remedy, o, NULL, NULL);
    return true;
}

/* figure_words: "[need - usable]", the words of a figure in the language. */
static void figure_words(const struct shown *s, enum lang lang, struct str *out)
{
    str_addc(out, '[');
    if (s->how == SHOWN_TIMES || s->how == SHOWN_PLAIN) {
        num_short(out, s->k);
        str_add(out, " x ");
    }
    str_add(out, msg_text(lang, fact_infos[s->a].label));
    if (s->how == SHOWN_RATIO || s->how == SHOWN_LESS) {
        str_add(out, s->how == SHOWN_RATIO ? " / " : " - ");
        str_add(out, msg_text(lang, fact_infos[s->b].label));
    }
    str_addc(out, ']');
}

void rules_outcome_text(size_t i, size_t n, bool remedy, enum lang lang, struct str *out)
{
    const struct rule *r = rules_at(i);
    if (!r || n >= outcome_count(r)) {
        return;
    }
    const struct outcome *o = &r->outcome[n];
    struct str words[RULE_SHOWN];
    struct msg m = {.id = remedy ? r->remedy : o->message};
    for (size_t k = 0; k < RULE_SHOWN && o->shown[k].how != SHOWN_END; k++) {
        str_init(&words[k], 512);
        figure_words(&o->shown[k], lang, &words[k]);
        m.a[m.n++] = ARG_STR(words[k].p);
    }
    msg_render(out, lang, &m);
    for (int k = 0; k < m.n; k++) {
        str_free(&words[k]);
    }
}

static void term_render(const struct term *t, enum lang lang, struct str *out)
{
    static const char *const signs[] = {[TERM_BELOW] = " < ",
                                        [TERM_AT_MOST] = " <= ",
                                        [TERM_ABOVE] = " > ",
                                        [TERM_AT_LEAST] = " >= "};
    if (t->op == TERM_YES || t->op == TERM_NO) {
        struct msg m = msg_make(t->op == TERM_YES ? MSG_RULES_IS : MSG_RULES_IS_NOT, 1,
                                ARG_MSG(fact_infos[t->a].label));
        msg_render(out, lang, &m);
        return;
    }
    str_add(out, msg_text(lang, fact_infos[t->a].label));
    str_add(out, signs[t->op]);
    bool alone = t->b == F_COUNT;
    if (alone || t->k != 1.0) {
        num_short(out, t->k);
        str_add(out, alone ? "" : " x ");
    }
    if (!alone) {
        str_add(out, msg_text(lang, fact_infos[t->b].label));
    }
}

void rules_condition(size_t i, size_t n, enum lang lang, struct str *out)
{
    const struct rule *r = rules_at(i);
    if (!r || n >= outcome_count(r)) {
        return;
    }
    const char *between = "";
    for (size_t k = 0; k < RULE_APPLIES && r->applies[k].op != TERM_END; k++) {
        str_add(out, between);
        term_render(&r->applies[k], lang, out);
        between = msg_text(lang, MSG_PUNCT_SEMICOLON);
    }
    for (size_t k = 0; k < RULE_WHEN && r->outcome[n].when[k].op != TERM_END; k++) {
        str_add(out, between);
        term_render(&r->outcome[n].when[k], lang, out);
        between = msg_text(lang, MSG_PUNCT_SEMICOLON);
    }
}

static void note_reads(const struct term *t, size_t n, bool seen[F_COUNT])
{
    for (size_t i = 0; i < n && t[i].op != TERM_END; i++) {
        seen[t[i].a] = true;
        if (t[i].b != F_COUNT) {
            seen[t[i].b] = true;
        }
    }
}

static size_t list_seen(const bool seen[F_COUNT], enum fact_id out[F_COUNT])
{
    size_t n = 0;
    for (size_t f = 0; f < F_COUNT; f++) {
        if (seen[f]) {
            out[n++] = (enum fact_id)f;
        }
    }
    return n;
}

size_t rules_reads(size_t i, enum fact_id out[F_COUNT])
{
    const struct rule *r = rules_at(i);
    bool seen[F_COUNT] = {false};
    if (r) {
        note_reads(r->applies, RULE_APPLIES, seen);
        for (size_t k = 0; k < outcome_count(r); k++) {
            note_reads(r->outcome[k].when, RULE_WHEN, seen);
        }
    }
    return list_seen(seen, out);
}

size_t rules_outcome_reads(size_t i, size_t n, enum fact_id out[F_COUNT])
{
    const struct rule *r = rules_at(i);
    bool seen[F_COUNT] = {false};
    if (r && n < outcome_count(r)) {
        note_reads(r->applies, RULE_APPLIES, seen);
        note_reads(r->outcome[n].when, RULE_WHEN, seen);
    }
    return list_seen(seen, out);
}
