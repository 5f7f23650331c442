/*
 * rules.h - what is wrong or wise. One table (rules.def / rules.c): id, severity, the facts it
 * reads, the condition over them, messages in both languages, remedy, source, seed sentence.
 *
 * Conditions read named facts (rule_facts.def), never ids or names. A rule that applies but whose
 * inputs are unknown yields a finding of severity "unknown", not silence.
 */
#ifndef ENGINE_RULES_RULES_H
#define ENGINE_RULES_RULES_H

#include "base/arena.h"
#include "base/msg.h"

enum severity { SEV_ERROR, SEV_WARNING, SEV_ADVICE, SEV_UNKNOWN };
const char *severity_word(enum severity s);

/* Order of need on every screen. */
enum rule_group { GROUP_FIT, GROUP_SPEED, GROUP_SOFTWARE, GROUP_POWER, GROUP_LINK, GROUP_LOAD,
                  GROUP_PRICE, GROUP_COMFORT };

struct finding {
    const char *rule;          /* "psu-margin" */
    enum severity severity;
    enum rule_group group;
    struct msg message, remedy;
    const char *source, *seed; /* seed: sentence it corrects or confirms, NULL */
};

/* A rule as `explain` prints it. */
struct rule_info {
    const char *id;
    enum severity severity;
    enum rule_group group;
    enum msg_id message, remedy;
    const char *source, *seed;
    const char *aliases;       /* comma list of method ids, e.g. "PSU-01,PSU-02" or NULL */
};
size_t rules_count(void);
struct rule_info rules_get(size_t i);
const struct rule_info *rules_find(const char *id_or_alias, struct rule_info *buf); /* NULL unknown */

enum fact_id {
#define RULE_FACT(ID, ...) F_##ID,
#include "engine/rules/rule_facts.def"
#undef RULE_FACT
    F_COUNT
};
struct rule_facts {
    double f[F_COUNT];         /* UNKNOWN = not known; yes/no as 1/0 */
    const char *text[F_COUNT]; /* for facts that are shown as words or dates; NULL */
};
void rule_facts_init(struct rule_facts *rf); /* everything UNKNOWN */

/* rules_run: findings over rf, sorted by severity of need (group, then severity). Returns count. */
size_t rules_run(const struct rule_facts *rf, struct arena *arena, struct finding **out);

#endif
