/*
 * storage.c - rules of the drives: small files, copies, checkpoints, wear, and data on the way.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "small-files",
     .aliases = "STO-03",
     .group = GROUP_LOAD,
     TEXTS(SMALL_FILES),
     .source = "blocksandfiles.com MLPerf Storage background (2024-10-12): 114.7 kB a picture",
     .seed = "对于随机读取频繁的任务（如小图片批量加载），RAID 0 NVMe组可提升IOPS",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(HAS_DRIVES), YES(TRAINING)},
     .outcome =
         {{SEV_ADVICE, MSG_RULE_SMALL_FILES, {ABOVE(SMALL_READS, 20000)}, {SHOW(SMALL_READS)}}}},

    {.id = "raid0-copy",
     .aliases = "STO-06,B27",
     .group = GROUP_LOAD,
     TEXTS(RAID0_COPY),
     .source = "docs.nvidia.com DGX B200 guide (2025): RAID 1 for the system, RAID 0 for the cache",
     .seed = "RAID 0 NVMe组可提升IOPS",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(HAS_DRIVES)},
     .outcome =
         {{SEV_ADVICE, MSG_RULE_RAID0_COPY, {AT_LEAST(DATA_DRIVES, 2)}, {SHOW(DATA_DRIVES)}}}},

    {.id = "checkpoint-write",
     .aliases = "STO-08",
     .group = GROUP_LOAD,
     TEXTS(CHECKPOINT_WRITE),
     .source = "arXiv 2407.21783 (2024-07): checkpoint bandwidth of a long run",
     .applies = {YES(HAS_DRIVES), YES(TRAINING)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_CHECKPOINT_WRITE,
                  {ABOVE_OF(CHECKPOINT, 180, STORAGE_WRITE)},
                  {SHOW(CHECKPOINT), SHOW(STORAGE_WRITE)}}}},

    {.id = "drive-endurance",
     .aliases = "STO-10",
     .group = GROUP_LOAD,
     TEXTS(DRIVE_ENDURANCE),
     .source = "makers' endurance figures of the drives (catalog rows, 2026)",
     .applies = {YES(HAS_DRIVES), YES(TRAINING)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_DRIVE_ENDURANCE,
                  {BELOW_OF(DRIVE_LIFE, 1, HORIZON)},
                  {SHOW(CHECKPOINT), SHOW(DRIVE_LIFE), SHOW(HORIZON)}}}},

    {.id = "power-loss",
     .aliases = "STO-11",
     .group = GROUP_LOAD,
     TEXTS(POWER_LOSS),
     .source = "makers' data sheets of the drives (catalog rows, 2026): power-loss protection",
     .applies = {YES(HAS_DRIVES), YES(RACK_SERVER), NO(HAS_UPS)},
     .outcome = {{SEV_ADVICE, MSG_RULE_POWER_LOSS, {NO(DRIVE_PLP)}, {{0}}}}},

    {.id = "data-staging",
     .aliases = "STO-13,STO-15,A30",
     .group = GROUP_LOAD,
     TEXTS(DATA_STAGING),
     .source = "arithmetic of size and rate: 100 TB over 100 Mbit/s are 93 days (2026)",
     .seed = "数据量极大，传输到云端成本过高",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(IS_RENT)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_DATA_STAGING,
                  {AT_LEAST(DATA_SIZE, 1000)},
                  {SHOW(DATA_SIZE), PLAIN(0.000925926, DATA_SIZE),
                   PLAIN(0.0000925926, DATA_SIZE)}}}},
};

const struct rule_list rules_storage = {table, sizeof table / sizeof table[0]};
