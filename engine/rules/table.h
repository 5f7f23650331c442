/*
 * table.h - the shape of one rule. Inside engine/rules only; everyone else uses rules.h.
 *
 * A rule is data, not code: a conjunction of terms over named facts that says when the rule
 * applies at all, and up to four outcomes, gravest first, each with terms of its own. Terms are
 * true, false or unknown. The first outcome whose terms are all true is the finding; if none is
 * and at least one could be (nothing known excludes it), the finding is "unknown" and names the
 * first fact that is missing. So no condition can look at an id or a name, and none can forget
 * that a figure may be missing.
 *
 * An outcome without a figure may stand behind one that shows it: it then speaks when the figure
 * is not known (see no-nvlink).
 */
#ifndef ENGINE_RULES_TABLE_H
#define ENGINE_RULES_TABLE_H

#include "engine/rules/rules.h"

enum term_op { TERM_END, TERM_YES, TERM_NO, TERM_BELOW, TERM_AT_MOST, TERM_ABOVE, TERM_AT_LEAST };
struct term {
    enum term_op op;
    enum fact_id a, b; /* b = F_COUNT: compare with k alone, else with k times fact b */
    double k;
};
#define YES(A)                                                                                     \
    {                                                                                              \
        TERM_YES, F_##A, F_COUNT, 0                                                                \
    }
#define NO(A)                                                                                      \
    {                                                                                              \
        TERM_NO, F_##A, F_COUNT, 0                                                                 \
    }
#define BELOW(A, K)                                                                                \
    {                                                                                              \
        TERM_BELOW, F_##A, F_COUNT, (K)                                                            \
    }
#define AT_MOST(A, K)                                                                              \
    {                                                                                              \
        TERM_AT_MOST, F_##A, F_COUNT, (K)                                                          \
    }
#define ABOVE(A, K)                                                                                \
    {                                                                                              \
        TERM_ABOVE, F_##A, F_COUNT, (K)                                                            \
    }
#define AT_LEAST(A, K)                                                                             \
    {                                                                                              \
        TERM_AT_LEAST, F_##A, F_COUNT, (K)                                                         \
    }
#define BELOW_OF(A, K, B)                                                                          \
    {                                                                                              \
        TERM_BELOW, F_##A, F_##B, (K)                                                              \
    }
#define AT_MOST_OF(A, K, B)                                                                        \
    {                                                                                              \
        TERM_AT_MOST, F_##A, F_##B, (K)                                                            \
    }
#define ABOVE_OF(A, K, B)                                                                          \
    {                                                                                              \
        TERM_ABOVE, F_##A, F_##B, (K)                                                              \
    }
#define AT_LEAST_OF(A, K, B)                                                                       \
    {                                                                                              \
        TERM_AT_LEAST, F_##A, F_##B, (K)                                                           \
    }

/* A figure in the text of an outcome; {1} is the first. Message and remedy share them. */
enum shown_how { SHOWN_END, SHOWN_FACT, SHOWN_RATIO, SHOWN_LESS, SHOWN_TIMES, SHOWN_PLAIN };
struct shown {
    enum shown_how how;
    enum fact_id a, b;
    double k;
};
#define SHOW(A)                                                                                    \
    {                                                                                              \
        SHOWN_FACT, F_##A, F_COUNT, 0                                                              \
    }
#define RATIO(A, B)                                                                                \
    {                                                                                              \
        SHOWN_RATIO, F_##A, F_##B, 0                                                               \
    }
#define LESS(A, B)                                                                                 \
    {                                                                                              \
        SHOWN_LESS, F_##A, F_##B, 0                                                                \
    }
#define TIMES(K, A)                                                                                \
    {                                                                                              \
        SHOWN_TIMES, F_##A, F_COUNT, (K)                                                           \
    }
#define PLAIN(K, A)                                                                                \
    {                                                                                              \
        SHOWN_PLAIN, F_##A, F_COUNT, (K)                                                           \
    } /* times k, in a unit the text names */

#define RULE_APPLIES 5
#define RULE_WHEN 6
#define RULE_SHOWN 6

struct outcome {
    enum severity severity;
    enum msg_id message; /* MSG_NONE ends the outcomes */
    struct term when[RULE_WHEN];
    struct shown shown[RULE_SHOWN];
};
struct rule {
    const char *id, *aliases;
    const char *under; /* id of a rule that says the same more gravely: silent while it speaks */
    enum rule_group group;
    enum msg_id title, remedy;
    const char *source, *seed;
    enum seed_verdict seed_verdict;
    struct term applies[RULE_APPLIES];
    struct outcome outcome[RULE_OUTCOMES];
};

/* The texts of a rule named ID: rule-<id>-title, rule-<id>-fix. */
#define TEXTS(ID) .title = MSG_RULE_##ID##_TITLE, .remedy = MSG_RULE_##ID##_FIX

struct rule_list {
    const struct rule *rule;
    size_t n;
};
extern const struct rule_list rules_fit, rules_software, rules_power, rules_link, rules_load,
    rules_price, rules_slots, rules_host, rules_supply, rules_storage, rules_network, rules_cards,
    rules_china, rules_list, rules_rent;

/* rules_at: the rule with this index over all lists. */
const struct rule *rules_at(size_t i);
/* rules_judge: index of the outcome that speaks, -1 silence, -2 unknown with *missing set. */
int rules_judge(const struct rule *r, const struct rule_facts *rf, enum fact_id *missing);
/* rules_outcome_msg: the text id with the figures of the outcome. rf NULL: the words of the facts.
 */
struct msg rules_outcome_msg(enum msg_id id, const struct outcome *o, const struct rule_facts *rf,
                             struct arena *arena);

#endif
