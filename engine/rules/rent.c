/*
 * rent.c - rules of rented machines: what a package, a term, a spot price ask for, and what a
 * provider wants before it hands machines out.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "package-hours",
     .aliases = "A32-package,B47-package,month-package,B47",
     .group = GROUP_PRICE,
     TEXTS(PACKAGE_HOURS),
     .source =
         "the month package and the hour price of the same machine in the price file; without "
         "one Tencent cloud GPU prices (2022) and UCloud billing pages (2026-04)",
     .seed = "长期稳定训练可购买预留实例，成本降低40%~50%",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(IS_RENT)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_PACKAGE_HOURS_ABOVE,
                  {YES(HAS_PACKAGE), NO(IS_PACKAGE), ABOVE_OF(WORK_HOURS, 1, PACKAGE_HOURS)},
                  {SHOW(PACKAGE_HOURS), SHOW(WORK_HOURS)}},
                 {SEV_WARNING,
                  MSG_RULE_PACKAGE_HOURS_BELOW,
                  {YES(HAS_PACKAGE), YES(IS_PACKAGE), BELOW_OF(WORK_HOURS, 1, PACKAGE_HOURS)},
                  {SHOW(PACKAGE_HOURS), SHOW(WORK_HOURS)}},
                 {SEV_ADVICE,
                  MSG_RULE_PACKAGE_HOURS,
                  {YES(HAS_PACKAGE), NO(IS_PACKAGE), AT_LEAST_OF(WORK_HOURS, 0.5, PACKAGE_HOURS)},
                  {SHOW(PACKAGE_HOURS), SHOW(WORK_HOURS)}},
                 {SEV_ADVICE,
                  MSG_RULE_PACKAGE_HOURS_USUAL,
                  {YES(CHINA), YES(ON_DEMAND), NO(HAS_PACKAGE), ABOVE(USED_HOURS, 288)},
                  {SHOW(USED_HOURS)}}}},

    {.id = "commitment-binds",
     .group = GROUP_PRICE,
     TEXTS(COMMITMENT_BINDS),
     .source = "tencentyun/qcloud-documents (2022): subscribed GPU machines cannot be returned; "
               "terms of reserved instances (2026)",
     .applies = {YES(IS_RENT), YES(IS_PACKAGE)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_COMMITMENT_BINDS,
                  {ABOVE(COMMIT_MONTHS, 0)},
                  {SHOW(COMMIT_MONTHS), SHOW(COMMIT_MONEY)}}}},

    {.id = "spot-interval",
     .group = GROUP_PRICE,
     TEXTS(SPOT_INTERVAL),
     .source = "Young, CACM 17 (1974), and Daly (2006): interval = square root of 2 x write time / "
               "interruptions an hour; rates and notice of the catalog",
     .applies = {YES(SPOT), YES(HAS_SPOT_TERMS)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_SPOT_INTERVAL,
                  {YES(SAVES_STATE)},
                  {SHOW(SPOT_STOPS), SHOW(SPOT_NOTICE), SHOW(SPOT_TAU), SHOW(SPOT_EXTRA)}},
                 {SEV_ADVICE,
                  MSG_RULE_SPOT_INTERVAL_AGAIN,
                  {NO(SAVES_STATE), YES(TRAINING)},
                  {SHOW(SPOT_STOPS), SHOW(SPOT_NOTICE), SHOW(SPOT_EXTRA)}},
                 {SEV_ADVICE,
                  MSG_RULE_SPOT_INTERVAL_NONE,
                  {NO(SAVES_STATE), NO(TRAINING)},
                  {SHOW(SPOT_STOPS), SHOW(SPOT_NOTICE), SHOW(SPOT_EXTRA)}}}},

    {.id = "provider-quota",
     .aliases = "A25-quota,quota-stock,A08,A25,w_quota",
     .group = GROUP_PRICE,
     TEXTS(PROVIDER_QUOTA),
     .source =
         "docs.cloud.google.com/compute/resource-usage (2026): quotas differ by project and "
         "are no promise of stock; quota of new accounts in the catalog; public repository note "
         "on quota items of Chinese clouds (2026-08)",
     .seed = "突发需求可以临时扩容，平时缩容",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(IS_RENT)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_PROVIDER_QUOTA,
                  {YES(HAS_QUOTA), ABOVE_OF(ORDER_CARDS, 1, QUOTA_CARDS)},
                  {SHOW(PROVIDER_NAME), SHOW(QUOTA_CARDS), SHOW(ORDER_CARDS)}},
                 {SEV_ADVICE,
                  MSG_RULE_PROVIDER_QUOTA_STOCK,
                  {NO(HAS_QUOTA), NO(COMMUNITY), AT_LEAST(DEVICES, 8)},
                  {SHOW(DEVICES)}}}},

    {.id = "large-order",
     .group = GROUP_PRICE,
     TEXTS(LARGE_ORDER),
     .source = "providers' order pages (2026): clusters go through sales",
     .applies = {YES(IS_RENT), YES(HAS_SALES)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_LARGE_ORDER,
                  {AT_LEAST_OF(ORDER_CARDS, 1, SALES_CARDS)},
                  {SHOW(PROVIDER_NAME), SHOW(SALES_CARDS), SHOW(ORDER_CARDS)}}}},

    {.id = "stopped-card-lost",
     .group = GROUP_PRICE,
     TEXTS(STOPPED_CARD_LOST),
     .source = "billing pages of AutoDL, SpaceHPC, RunPod (2025): the card goes when the machine "
               "stops, the disk is billed on",
     .applies = {YES(IS_RENT), NO(IS_PACKAGE)},
     .outcome =
         {{SEV_ADVICE, MSG_RULE_STOPPED_CARD_LOST, {YES(LOSES_CARD)}, {SHOW(PROVIDER_NAME)}}}},

    {.id = "billing-step",
     .group = GROUP_PRICE,
     TEXTS(BILLING_STEP),
     .source = "billing step of the provider in the catalog",
     .applies = {YES(IS_RENT), YES(HAS_STEP), NO(IS_PACKAGE)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_BILLING_STEP,
                  {ABOVE_OF(BILL_STEP, 0.2, HOURS)},
                  {SHOW(BILL_STEP), SHOW(HOURS)}}}},

    {.id = "official-image",
     .aliases = "A49,A50-image,B50",
     .group = GROUP_SOFTWARE,
     TEXTS(OFFICIAL_IMAGE),
     .source = "the providers' lists of images, each row with its page",
     .seed = "使用云厂商官方提供的 AI 框架镜像",
     .seed_verdict = SEED_CONFIRMS,
     .applies = {YES(IS_RENT)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_OFFICIAL_IMAGE,
                  {YES(HAS_IMAGE)},
                  {SHOW(IMAGE), SHOW(PROVIDER_NAME), SHOW(DRIVER_TOOL)}}}},

    {.id = "no-live-migration",
     .aliases = "B53",
     .under = "users-not-carried",
     .group = GROUP_SOFTWARE,
     TEXTS(NO_LIVE_MIGRATION),
     .source = "docs.nvidia.com vGPU release notes (2026): cards that are passed through do not "
               "migrate",
     .seed = "按需升级GPU卡数，支持在线热迁移",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(IS_RENT), YES(ONLINE)},
     .outcome = {{SEV_ADVICE, MSG_RULE_NO_LIVE_MIGRATION, {BELOW(DEVICES, 8)}, {SHOW(DEVICES)}}}},
};

const struct rule_list rules_rent = {table, sizeof table / sizeof table[0]};
