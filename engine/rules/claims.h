/*
 * claims.h - the sentences of two articles on deep-learning servers, judged one by one: what the
 * article says, the verdict, what in fact holds, and the rules that carry it. Rules name the claims
 * they carry among their aliases ("A48"). merged.def tells which rows of the public rule tables are
 * carried by another row's rule.
 */
#ifndef ENGINE_RULES_CLAIMS_H
#define ENGINE_RULES_CLAIMS_H

#include "engine/rules/rules.h"

enum claim_verdict {
    CLAIM_RIGHT,
    CLAIM_QUANTIFY, /* right, but only a computed figure helps */
    CLAIM_OUTDATED,
    CLAIM_WRONG,
    CLAIM_OVERSTATED,
    CLAIM_AD, /* advertising that nobody can check */
    CLAIM_OPINION
};

struct claim {
    const char *id; /* "A48": article A or B, in the order of its sentences */
    enum claim_verdict verdict;
    enum msg_id said; /* Chinese: the sentence itself; English: what it says */
    enum msg_id fact;
};

size_t claims_count(void);
const struct claim *claims_at(size_t i);         /* NULL beyond the end */
const struct claim *claims_find(const char *id); /* any case; NULL unknown */
enum msg_id claim_verdict_label(enum claim_verdict v);
const char *claim_verdict_word(enum claim_verdict v); /* "wrong" */
/* claims_of_rule: the i-th claim among the aliases of a rule, NULL beyond the last. */
const struct claim *claims_of_rule(const struct rule_info *r, size_t i);
/* claims_rule: the i-th rule that carries the claim; false beyond the last. */
bool claims_rule(const struct claim *c, size_t i, struct rule_info *out);

/* A row of a rule table that has no rule of its own. */
struct merged_row {
    const char *row, *rule; /* "PSU-12" is carried by "socket-circuit" */
    enum msg_id note;       /* how */
};
size_t merged_count(void);
const struct merged_row *merged_at(size_t i);
const struct merged_row *merged_find(const char *row); /* any case; NULL unknown */

#endif
