/*
 * cards.c - warnings about the card itself, by the columns of its row: what it can do, where it
 * fits, who serves it.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "inference-only",
     .aliases = "P9-inference,A56,w_inference_only",
     .group = GROUP_SOFTWARE,
     TEXTS(INFERENCE_ONLY),
     .source = "makers' model support lists (catalog row of the card, 2026)",
     .seed = "可关注华为昇腾（Ascend 910/310）、寒武纪等国产芯片",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(TRAINING)},
     .outcome = {{SEV_ERROR, MSG_RULE_INFERENCE_ONLY, {YES(INFERENCE_ONLY)}, {SHOW(STACK)}}}},

    {.id = "module-needs-board",
     .aliases = "L6",
     .group = GROUP_SOFTWARE,
     TEXTS(MODULE_NEEDS_BOARD),
     .source = "yobitel.com on the module form factor (2025); homelab report on adapters for old "
               "modules (2025-03)",
     .applies = {YES(MODULE_CARD)},
     .outcome = {{SEV_ERROR, MSG_RULE_MODULE_NEEDS_BOARD, {YES(IS_BOARD)}, {{0}}}}},

    {.id = "x8-card",
     .aliases = "L8",
     .group = GROUP_SOFTWARE,
     TEXTS(X8_CARD),
     .source = "makers' data sheets (catalog row of the card, 2026): cards with 8 lanes",
     .applies = {YES(HAS_BUILD), NO(MODULE_CARD), AT_MOST(CARD_PCIE_LANES, 8)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_X8_CARD,
                  {BELOW_OF(GPU_PCIE_GEN, 1, CARD_PCIE_GEN)},
                  {SHOW(CARD_PCIE_LANES), SHOW(GPU_PCIE_GEN), SHOW(CARD_PCIE_GEN)}}}},

    {.id = "mesh-tensor",
     .aliases = "L5",
     .group = GROUP_LINK,
     TEXTS(MESH_TENSOR),
     .source =
         "stas00/ml-engineering network chapter (2026): 47.7 GB/s for two against 312.9 for eight",
     .applies = {YES(MESH_LINK), AT_LEAST(TENSOR_PARALLEL, 2)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_MESH_TENSOR,
                  {BELOW(TENSOR_PARALLEL, 8)},
                  {SHOW(TENSOR_PARALLEL), SHOW(PEER_LINK), SHOW(CARD_LINK)}}}},

    {.id = "soc-pair",
     .aliases = "L10",
     .group = GROUP_LINK,
     TEXTS(SOC_PAIR),
     .source = "dgx-spark.warehack.ing hardware page (2026): 200 Gbit/s between two units",
     .applies = {YES(SOC_CARD), AT_LEAST(NODES, 2), YES(NODES_TALK)},
     .outcome = {{SEV_WARNING, MSG_RULE_SOC_PAIR, {BELOW(NET, 400)}, {SHOW(NODES), SHOW(NET)}}}},

    {.id = "arm-host",
     .aliases = "F6-arm,w_kunpeng",
     .group = GROUP_SOFTWARE,
     TEXTS(ARM_HOST),
     .source = "dgx-spark.warehack.ing hardware page (2026); vllm-project/vllm-ascend installation "
               "(2026-08) on Arm hosts",
     .outcome = {{SEV_ADVICE, MSG_RULE_ARM_HOST, {YES(ARM_HOST)}, {{0}}}}},

    {.id = "engine-not-listed",
     .aliases = "F7,F8-list,F10,F11,w_ascend_910a",
     .group = GROUP_SOFTWARE,
     TEXTS(ENGINE_NOT_LISTED),
     .source = "docs.vllm.ai GPU installation (2026); vllm-project/vllm-ascend FAQ (2026-08-22)",
     .seed = "可关注华为昇腾（Ascend 910/310）",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(SERVING), YES(LANGUAGE_MODEL)},
     .outcome = {{SEV_WARNING, MSG_RULE_ENGINE_NOT_LISTED, {NO(ENGINE_LISTED)}, {SHOW(STACK)}}}},

    {.id = "old-attention",
     .aliases = "F5",
     .group = GROUP_SOFTWARE,
     TEXTS(OLD_ATTENTION),
     .source = "github.com/vllm-project/vllm issue 40851 (2026-04)",
     .applies = {YES(NEW_ATTENTION), YES(SERVING), YES(IS_CUDA)},
     .outcome = {{SEV_WARNING, MSG_RULE_OLD_ATTENTION, {BELOW(CUDA_CC, 9)}, {SHOW(CUDA_CC)}}}},

    {.id = "mig",
     .aliases = "S3",
     .group = GROUP_SOFTWARE,
     TEXTS(MIG),
     .source = "docs.nvidia.com MIG user guide 610, supported GPUs (2026)",
     .applies = {YES(SHARED_CARD)},
     .outcome = {{SEV_ADVICE, MSG_RULE_MIG_NO, {BELOW(MIG, 2)}, {{0}}},
                 {SEV_ADVICE, MSG_RULE_MIG, {AT_LEAST(MIG, 2)}, {SHOW(MIG)}}}},

    {.id = "cn-variant",
     .aliases = "w_cn_only",
     .group = GROUP_PRICE,
     TEXTS(CN_VARIANT),
     .source = "export notes of the catalog rows (2023 to 2026)",
     .applies = {NO(CHINA), NO(IS_RENT)},
     .outcome = {{SEV_ADVICE, MSG_RULE_CN_VARIANT, {YES(CN_ONLY)}, {{0}}}}},
};

const struct rule_list rules_cards = {table, sizeof table / sizeof table[0]};
