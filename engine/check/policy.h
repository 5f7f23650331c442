/*
 * policy.h - what an enterprise allows: vendors, providers, regions, currencies, kinds of price,
 * and thresholds of its own over the facts that the rules read. A breach is a finding "policy" that
 * names the line of the policy file. Text is the application's; here the lines are judged.
 */
#ifndef ENGINE_CHECK_POLICY_H
#define ENGINE_CHECK_POLICY_H

#include "base/err.h"
#include "engine/result.h"

#define POLICY_MAX 64
#define POLICY_TEXT_MAX 192

struct policy_line {
    int key;                     /* index of the table of keys */
    char value[POLICY_TEXT_MAX]; /* a list of words separated by commas, or a number */
    double number;
    char file[128];
    long line;
};
struct policy {
    struct policy_line line[POLICY_MAX];
    size_t n;
    enum severity severity; /* of a breach */
};

void policy_init(struct policy *p);
/* policy_take: one line of the file. ERR_VALUE with file, line and key: an unknown key, no number,
 * a number out of its range, an empty list. */
enum err policy_take(struct policy *p, const char *key, const char *value, const char *file,
                     long line, struct err_info *e);

/* policy_judge: appends to finding[0..n) the breaches of a plan, own or rented; returns the new
 * count, at most max. rf: its facts as the rules read them. */
size_t policy_judge(const struct policy *p, const struct plan *plan, const struct rule_facts *rf,
                    struct arena *arena, struct finding *finding, size_t n, size_t max);

#endif
