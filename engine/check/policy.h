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

/* The lists of vendors, providers, regions, currencies and kinds of price, as far as a breach is an
 * error: what they keep out of a list of plans. NULL and a policy without such a line let all pass,
 * and so does a word that is not known. */
bool policy_lets_accel(const struct policy *p, const struct accel *a);
bool policy_lets_provider(const struct policy *p, const struct offer *o);
bool policy_lets_region(const struct policy *p, const struct offer *o);
bool policy_lets_currency(const struct policy *p, const struct offer *o);
unsigned policy_kinds(const struct policy *p, unsigned kinds); /* those of the mask that may stay */
bool policy_narrows(const struct policy *p);

/* policy_each_name: every vendor, provider and region of the lists, until one is refused; the error
 * then has file, line and key. */
enum policy_name { POLICY_VENDOR, POLICY_PROVIDER, POLICY_REGION };
typedef enum err policy_name_fn(void *ctx, enum policy_name of, const char *name,
                                struct err_info *e);
enum err policy_each_name(const struct policy *p, policy_name_fn *f, void *ctx, struct err_info *e);

/* policy_check_names: each of them must be one of the catalog's or of some offer. ERR_VALUE with
 * file, line, key and the nearest names. p NULL: all is well. Needs all offers when regions are
 * named (policy_names_regions). */
enum err policy_check_names(const struct policy *policy, const struct facts *f,
                            const struct prices *p, struct err_info *e);
bool policy_names_regions(const struct policy *p);

/* policy_judge: appends to finding[0..n) the breaches of a plan, own or rented; returns the new
 * count, at most max. rf: its facts as the rules read them. */
size_t policy_judge(const struct policy *p, const struct plan *plan, const struct rule_facts *rf,
                    struct arena *arena, struct finding *finding, size_t n, size_t max);

#endif
