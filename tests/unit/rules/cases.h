/*
 * cases.h - one row per way a rule can speak: the facts that raise it, its severity, a figure that
 * its English message must show, and the change of one or two facts that silences it.
 */
#ifndef TESTS_UNIT_RULES_CASES_H
#define TESTS_UNIT_RULES_CASES_H

#include "engine/rules/rules.h"

struct given {
    enum fact_id id;
    double value;
    const char *text;
    bool set; /* false ends the list */
};
#define G(ID, V) {F_##ID, (V), NULL, true}
#define T(ID, S) {F_##ID, 1, (S), true}
#define M(ID, V) {F_##ID, (V), "USD", true}

struct rule_case {
    const char *rule;
    enum severity severity;
    const char *shows; /* substring of the English message */
    struct given facts[12];
    struct given quiet[4];
};
extern const struct rule_case rule_cases_base[], rule_cases_parts[];
extern const size_t rule_case_base_n, rule_case_parts_n;
/* rule_case_at: the i-th row over both tables. */
size_t rule_case_count(void);
const struct rule_case *rule_case_at(size_t i);

/* case_facts: the facts of a row, everything else unknown. */
void case_facts(const struct rule_case *c, struct rule_facts *rf);
void case_give(const struct given *g, size_t max, struct rule_facts *rf);

#endif
