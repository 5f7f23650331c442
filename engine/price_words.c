/* price_words.c - kinds of price as shops and people write them. */
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "engine/facts.h"

static const struct {
    const char *word; /* folded */
    enum price_kind kind;
} words[] = {
    {"on demand", KIND_ON_DEMAND},
    {"ondemand", KIND_ON_DEMAND},
    {"pay as you go", KIND_ON_DEMAND},
    {"pay-as-you-go", KIND_ON_DEMAND},
    {"payg", KIND_ON_DEMAND},
    {"postpaid", KIND_ON_DEMAND},
    {"hourly", KIND_ON_DEMAND},
    {"按量", KIND_ON_DEMAND},
    {"按量付费", KIND_ON_DEMAND},
    {"按量计费", KIND_ON_DEMAND},
    {"按需", KIND_ON_DEMAND},
    {"按需付费", KIND_ON_DEMAND},
    {"按小时", KIND_ON_DEMAND},
    {"后付费", KIND_ON_DEMAND},
    {"preemptible", KIND_SPOT},
    {"interruptible", KIND_SPOT},
    {"竞价", KIND_SPOT},
    {"竞价实例", KIND_SPOT},
    {"抢占", KIND_SPOT},
    {"抢占式", KIND_SPOT},
    {"抢占式实例", KIND_SPOT},
    {"monthly", KIND_MONTH},
    {"per month", KIND_MONTH},
    {"包月", KIND_MONTH},
    {"按月", KIND_MONTH},
    {"月付", KIND_MONTH},
    {"yearly", KIND_RESERVED_1Y},
    {"reserved 1y", KIND_RESERVED_1Y},
    {"reserved 1 year", KIND_RESERVED_1Y},
    {"1 year reserved", KIND_RESERVED_1Y},
    {"包年", KIND_RESERVED_1Y},
    {"包年一年", KIND_RESERVED_1Y},
    {"年付", KIND_RESERVED_1Y},
    {"预留一年", KIND_RESERVED_1Y},
    {"reserved 3y", KIND_RESERVED_3Y},
    {"reserved 3 years", KIND_RESERVED_3Y},
    {"3 year reserved", KIND_RESERVED_3Y},
    {"包三年", KIND_RESERVED_3Y},
    {"预留三年", KIND_RESERVED_3Y},
    {"社区", KIND_COMMUNITY},
};

bool price_kind_read(const char *word, enum price_kind *out)
{
    struct str s;
    bool found = false;

    if (str_empty(word))
        return false;
    for (int k = 0; k < KIND_COUNT; k++)
        if (str_case_eq(word, price_kind_word((enum price_kind)k))) {
            *out = (enum price_kind)k;
            return true;
        }
    str_init(&s, 256);
    text_fold(&s, word + strspn(word, " \t"));
    while (s.len > 0 && (s.p[s.len - 1] == ' ' || s.p[s.len - 1] == '\t'))
        s.p[--s.len] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !found; i++) {
        found = str_eq(words[i].word, s.p);
        if (found)
            *out = words[i].kind;
    }
    str_free(&s);
    return found;
}
