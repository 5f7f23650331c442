/* claims.c - the tables of claims and of merged rows, and who carries whom. */
#include "engine/rules/claims.h"

#include <string.h>

#include "base/str.h"

static const struct claim claims[] = {
#define CLAIM(ID, VERDICT) {#ID, CLAIM_##VERDICT, MSG_CLAIM_##ID, MSG_CLAIM_##ID##_FACT},
#include "engine/rules/claims.def"
#undef CLAIM
};
#define CLAIMS (sizeof claims / sizeof claims[0])

static const struct merged_row merged[] = {
#define MERGED(ID, ROW, RULE) {ROW, RULE, MSG_MERGED_##ID},
#include "engine/rules/merged.def"
#undef MERGED
};
#define MERGED_ROWS (sizeof merged / sizeof merged[0])

size_t claims_count(void)
{
    return CLAIMS;
}

const struct claim *claims_at(size_t i)
{
    return i < CLAIMS ? &claims[i] : NULL;
}

const struct claim *claims_find(const char *id)
{
    for (size_t i = 0; i < CLAIMS; i++)
        if (str_case_eq(claims[i].id, id))
            return &claims[i];
    return NULL;
}

enum msg_id claim_verdict_label(enum claim_verdict v)
{
    static const enum msg_id labels[] = {MSG_CLAIM_RIGHT,  MSG_CLAIM_QUANTIFY,   MSG_CLAIM_OUTDATED,
                                         MSG_CLAIM_WRONG,  MSG_CLAIM_OVERSTATED, MSG_CLAIM_AD,
                                         MSG_CLAIM_OPINION};
    return labels[v];
}

const char *claim_verdict_word(enum claim_verdict v)
{
    static const char *const words[] = {"right",      "right-quantify", "outdated", "wrong",
                                        "overstated", "advertising",    "opinion"};
    return words[v];
}

/* next_alias: copies the alias at *p into word and moves on; false at the end. */
static bool next_alias(const char **p, char word[64])
{
    if (str_empty(*p))
        return false;
    size_t n = strcspn(*p, ",");
    size_t len = n < 63 ? n : 63;
    memcpy(word, *p, len);
    word[len] = '\0';
    *p += n + ((*p)[n] == ',');
    return true;
}

const struct claim *claims_of_rule(const struct rule_info *r, size_t i)
{
    const char *p = r->aliases;
    char word[64];
    while (next_alias(&p, word)) {
        const struct claim *c = claims_find(word);
        if (c != NULL && i-- == 0)
            return c;
    }
    return NULL;
}

bool claims_rule(const struct claim *c, size_t i, struct rule_info *out)
{
    for (size_t k = 0; k < rules_count(); k++) {
        struct rule_info r = rules_get(k);
        const struct claim *of;
        for (size_t n = 0; (of = claims_of_rule(&r, n)) != NULL; n++) {
            if (of == c && i-- == 0) {
                *out = r;
                return true;
            }
        }
    }
    return false;
}

size_t merged_count(void)
{
    return MERGED_ROWS;
}

const struct merged_row *merged_at(size_t i)
{
    return i < MERGED_ROWS ? &merged[i] : NULL;
}

const struct merged_row *merged_find(const char *row)
{
    for (size_t i = 0; i < MERGED_ROWS; i++)
        if (str_case_eq(merged[i].row, row))
            return &merged[i];
    return NULL;
}
