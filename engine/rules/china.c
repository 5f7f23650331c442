/*
 * china.c - rules for buyers in China and for their data: procurement, data law, tax, asking
 * prices, quotas.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "xinchuang-chain",
     .aliases = "china-xinchuang,A56-chain",
     .group = GROUP_SOFTWARE,
     TEXTS(XINCHUANG_CHAIN),
     .source = "worldjournal.com on domestic chips in state data centres (2025-11)",
     .seed = "如果涉及信创项目或对 NVIDIA 依赖有顾虑",
     .seed_verdict = SEED_CONFIRMS,
     .applies = {YES(CHINA), YES(DOMESTIC_ONLY), YES(HAS_CPU)},
     .outcome = {{SEV_WARNING, MSG_RULE_XINCHUANG_CHAIN, {YES(FOREIGN_CPU)}, {{0}}}}},

    {.id = "dengbao",
     .aliases = "china-dengbao",
     .group = GROUP_PRICE,
     TEXTS(DENGBAO),
     .source = "GB/T 22239-2019 (2019): levels of protection; level 3 is assessed every year",
     .seed = "严格的数据合规要求",
     .seed_verdict = SEED_CONFIRMS,
     .applies = {YES(CHINA), YES(COMPANY)},
     .outcome = {{SEV_ADVICE, MSG_RULE_DENGBAO, {YES(DATA_STAYS)}, {{0}}}}},

    {.id = "data-abroad",
     .aliases = "china-laws",
     .group = GROUP_PRICE,
     TEXTS(DATA_ABROAD),
     .source = "PRC Personal Information Protection Law, in force 2021-11-01; cross-border rules "
               "of 2024-03-22",
     .applies = {YES(CHINA), YES(IS_RENT)},
     .outcome = {{SEV_WARNING, MSG_RULE_DATA_ABROAD, {YES(ABROAD)}, {{0}}}}},

    {.id = "vat-net",
     .aliases = "china-vat",
     .group = GROUP_PRICE,
     TEXTS(VAT_NET),
     .source = "PRC VAT rates (2019): 13 % on hardware and electricity, 6 % on cloud services",
     .applies = {YES(CHINA), YES(COMPANY)},
     .outcome = {{SEV_ADVICE, MSG_RULE_VAT_NET, {YES(GROSS)}, {{0}}}}},

    {.id = "asking-price",
     .aliases = "china-asking",
     .under = "stale-price",
     .group = GROUP_PRICE,
     TEXTS(ASKING_PRICE),
     .source =
         "Gavinzll/compute-market-report (2026-08-22): a third-party compilation of asking prices",
     .applies = {YES(IS_RENT)},
     .outcome = {{SEV_ADVICE, MSG_RULE_ASKING_PRICE, {YES(ASKING)}, {{0}}}}},

    {.id = "domestic-energy",
     .aliases = "china-energy",
     .group = GROUP_PRICE,
     TEXTS(DOMESTIC_ENERGY),
     .source = "greenergydaily.com (2025-11-04): subsidised power, 30-50 % more energy for the "
               "same tokens",
     .applies = {YES(CHINA), YES(DOMESTIC_CHIP), YES(HAS_BUILD)},
     .outcome = {{SEV_ADVICE, MSG_RULE_DOMESTIC_ENERGY, {YES(DATA_CENTRE)}, {{0}}}}},
};

const struct rule_list rules_china = {table, sizeof table / sizeof table[0]};
