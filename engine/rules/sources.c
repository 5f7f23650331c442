/* sources.c - sources of rules that are sentences, not citations, in the language of the screen. */
#include "base/str.h"
#include "engine/rules/rules.h"

static const enum msg_id told[] = {
    MSG_RULE_SRC_ANSWER_STAYS,  MSG_RULE_SRC_ANSWER_VENDORS, MSG_RULE_SRC_ANSWER_BUDGET,
    MSG_RULE_SRC_ANSWER_MONTH,  MSG_RULE_SRC_CONFIG,         MSG_RULE_SRC_VALIDATED,
    MSG_RULE_SRC_COVERED,       MSG_RULE_SRC_SHEET_CARD,     MSG_RULE_SRC_SHEET_CARD_EPOCH,
    MSG_RULE_SRC_SHEET_BRIDGES, MSG_RULE_SRC_SHEET_SERVERS,  MSG_RULE_SRC_SHEET_COOLER,
    MSG_RULE_SRC_SHEET_CASE,    MSG_RULE_SRC_CASE_SLOTS,     MSG_RULE_SRC_BILL_NO_PRICE,
    MSG_RULE_SRC_BILL_CLASS,    MSG_RULE_SRC_PRICE_DAY,      MSG_RULE_SRC_PRICE_MEDIAN,
    MSG_RULE_SRC_SPOT_TERMS,    MSG_RULE_SRC_SMALLEST,       MSG_RULE_SRC_COMPARISON,
    MSG_RULE_SRC_OFFER_TERMS,   MSG_RULE_SRC_PLATFORM_TERMS, MSG_RULE_SRC_CARD_STATUS,
    MSG_RULE_SRC_CONFIDENCE,    MSG_RULE_SRC_HEAT,           MSG_RULE_SRC_PARTS,
    MSG_RULE_SRC_PACKAGE,       MSG_RULE_SRC_STEP,           MSG_RULE_SRC_IMAGES,
    MSG_RULE_SRC_POLICY,
};

const char *rules_source(const char *source, enum lang lang)
{
    if (lang == LANG_EN || str_empty(source))
        return source;
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        if (str_eq(source, msg_text(LANG_EN, told[i])))
            return msg_text(lang, told[i]);
    }
    return source;
}
