/*
 * run.c - from the verdict of each rule to the findings of one machine: which of them speaks, what
 * cannot be told and who could, in which order.
 */
#include "base/num.h"
#include "base/str.h"
#include "engine/rules/table.h"

#define RULES_MOST 256
#define NAMED_FACTS 3 /* missing facts that one finding names; the rest is counted */

/* Who settles a missing fact; machine: the provider, the user, or the part's data sheet. */
enum settler { BY_JOB, BY_CARD, BY_SIZING, BY_PRICE, BY_MACHINE, SETTLERS };

static enum settler settler_of(enum fact_id missing)
{
    switch (rule_fact_info(missing)->origin) {
    case ORIGIN_JOB: return BY_JOB;
    case ORIGIN_CARD: return BY_CARD;
    case ORIGIN_SIZING: return BY_SIZING;
    case ORIGIN_PRICE: return BY_PRICE;
    case ORIGIN_HOST: break;
    }
    return BY_MACHINE;
}

/* settle: what would make it known; many: of several facts at once. */
static enum msg_id settle(enum settler who, bool many, const struct rule_facts *rf)
{
    switch (who) {
    case BY_JOB: return many ? MSG_RULES_SETTLE_JOB_MANY : MSG_RULES_SETTLE_JOB;
    case BY_CARD: return MSG_RULES_SETTLE_CARD;
    case BY_SIZING: return MSG_RULES_SETTLE_SIZING;
    case BY_PRICE: return many ? MSG_RULES_SETTLE_PRICE_MANY : MSG_RULES_SETTLE_PRICE;
    case BY_MACHINE:
    case SETTLERS: break;
    }
    if (rf->f[F_IS_RENT] == 1.0)
        return MSG_RULES_SETTLE_OFFER;
    if (rf->f[F_AT_HAND] == 1.0)
        return many ? MSG_RULES_SETTLE_HAVE_MANY : MSG_RULES_SETTLE_HAVE;
    return many ? MSG_RULES_SETTLE_PART_MANY : MSG_RULES_SETTLE_PART;
}

static struct finding spoken(const struct rule *r, const struct outcome *o,
                             const struct rule_facts *rf, struct arena *arena)
{
    return (struct finding){.rule = r->id,
                            .severity = o->severity,
                            .group = r->group,
                            .message = rules_outcome_msg(o->message, o, rf, arena),
                            .remedy = rules_outcome_msg(r->remedy, o, rf, arena),
                            .source = r->source,
                            .seed = r->seed};
}

/* What cannot be told and one settler could make known. */
struct gap {
    const struct rule *first;
    enum fact_id fact[NAMED_FACTS];
    bool seen[F_COUNT];
    int facts, rules;
};

static void gap_add(struct gap *g, const struct rule *r, enum fact_id missing)
{
    if (g->rules++ == 0)
        g->first = r;
    if (g->seen[missing])
        return;
    g->seen[missing] = true;
    if (g->facts < NAMED_FACTS)
        g->fact[g->facts] = missing;
    g->facts++;
}

/* untold: the finding of the rules that cannot tell for want of these facts. */
static struct finding untold(const struct gap *g, enum settler who, const struct rule_facts *rf)
{
    const struct rule *r = g->first;
    struct msg_arg label[NAMED_FACTS];
    for (int i = 0; i < NAMED_FACTS && i < g->facts; i++)
        label[i] = ARG_MSG(rule_fact_info(g->fact[i])->label);
    struct finding f = {.rule = r->id,
                        .severity = SEV_UNKNOWN,
                        .group = r->group,
                        .remedy = msg_make(settle(who, g->facts > 1, rf), 0),
                        .source = r->source,
                        .seed = r->seed};
    if (g->facts == 1)
        f.message = g->rules > 1 ? msg_make(MSG_RULES_CANNOT_TELL_MORE, 3, ARG_MSG(r->title),
                                            label[0], ARG_INT(g->rules - 1))
                                 : msg_make(MSG_RULES_CANNOT_TELL, 2, ARG_MSG(r->title), label[0]);
    else if (g->facts == 2)
        f.message = msg_make(MSG_RULES_CANNOT_TELL_TWO, 3, ARG_INT(g->rules), label[0], label[1]);
    else if (g->facts == 3)
        f.message = msg_make(MSG_RULES_CANNOT_TELL_THREE, 4, ARG_INT(g->rules), label[0], label[1],
                             label[2]);
    else
        f.message = msg_make(MSG_RULES_CANNOT_TELL_MANY, 5, ARG_INT(g->rules), label[0], label[1],
                             label[2], ARG_INT(g->facts - NAMED_FACTS));
    return f;
}

bool rules_run_one(size_t i, const struct rule_facts *rf, struct arena *arena, struct finding *out)
{
    const struct rule *r = rules_at(i);
    enum fact_id missing = F_COUNT;
    int verdict = r ? rules_judge(r, rf, &missing) : -1;
    if (verdict == -1)
        return false;
    if (verdict >= 0) {
        *out = spoken(r, &r->outcome[verdict], rf, arena);
    } else {
        struct gap g = {0};
        gap_add(&g, r, missing);
        *out = untold(&g, settler_of(missing), rf);
    }
    return true;
}

static int severity_at(size_t i, const int *verdict)
{
    return verdict[i] < 0 ? SEV_UNKNOWN : (int)rules_at(i)->outcome[verdict[i]].severity;
}

/* covered: the rule that this one stands under speaks at least as gravely. */
static bool covered(size_t i, const int *verdict, size_t n)
{
    const char *under = rules_at(i)->under;
    for (size_t k = 0; under != NULL && k < n; k++)
        if (verdict[k] >= 0 && str_eq(rules_at(k)->id, under))
            return severity_at(k, verdict) <= severity_at(i, verdict);
    return false;
}

static bool before(size_t a, size_t b, const int *verdict)
{
    int sa = severity_at(a, verdict), sb = severity_at(b, verdict);
    return sa != sb ? sa < sb : rules_at(a)->group < rules_at(b)->group;
}

/* in_order: the rules that speak, gravest first; returns how many. */
static size_t in_order(const int *verdict, size_t total, size_t order[RULES_MOST])
{
    size_t n = 0;
    for (size_t i = 0; i < total; i++) {
        if (verdict[i] < 0 || covered(i, verdict, total))
            continue;
        size_t at = n++;
        for (; at > 0 && before(i, order[at - 1], verdict); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return n;
}

size_t rules_run(const struct rule_facts *rf, struct arena *arena, struct finding **out)
{
    size_t total = rules_count(), order[RULES_MOST];
    int verdict[RULES_MOST];
    enum fact_id lacking[RULES_MOST];
    struct gap gap[SETTLERS] = {0};
    if (total > RULES_MOST)
        total = RULES_MOST;
    for (size_t i = 0; i < total; i++) {
        enum fact_id missing = F_COUNT;
        verdict[i] = rules_judge(rules_at(i), rf, &missing);
        lacking[i] = missing;
    }
    for (size_t i = 0; i < total; i++)
        if (verdict[i] == -2 && !covered(i, verdict, total))
            gap_add(&gap[settler_of(lacking[i])], rules_at(i), lacking[i]);
    size_t n = in_order(verdict, total, order);
    struct finding *found = ARENA_ARRAY(arena, struct finding, n + SETTLERS);
    *out = found;
    if (found == NULL)
        return 0;
    for (size_t k = 0; k < n; k++)
        found[k] =
            spoken(rules_at(order[k]), &rules_at(order[k])->outcome[verdict[order[k]]], rf, arena);
    for (int who = 0; who < SETTLERS; who++)
        if (gap[who].rules > 0)
            found[n++] = untold(&gap[who], (enum settler)who, rf);
    return arena_failed(arena) ? 0 : n;
}
