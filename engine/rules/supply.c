/*
 * supply.c - rules of what brings the power: plugs and cords of the supply, several supplies, UPS,
 * rack.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "psu-one-card",
     .aliases = "PSU-03,B36",
     .under = "psu-margin",
     .group = GROUP_POWER,
     TEXTS(PSU_ONE_CARD),
     .source =
         "makers' advice for one card (catalog row, 2026); tweaktown.com/news/85717 (2022-04)",
     .seed = "单卡建议1000W以上",
     .seed_verdict = SEED_CORRECTS,
     .applies = {YES(HAS_PSU_PART), AT_MOST(PER_NODE, 1), YES(HAS_CARD_PSU)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_PSU_ONE_CARD,
                  {BELOW_OF(PSU_RATED, 1, CARD_PSU)},
                  {SHOW(PSU_RATED), SHOW(CARD_PSU)}}}},

    {.id = "cpu-plugs",
     .aliases = "PSU-08-cpu",
     .group = GROUP_POWER,
     TEXTS(CPU_PLUGS),
     .source = "Intel ATX12V design guide 3.1 (2023): EPS12V connectors",
     .applies = {YES(HAS_PSU_PART), YES(HAS_CPU)},
     .outcome = {{SEV_ERROR,
                  MSG_RULE_CPU_PLUGS,
                  {BELOW_OF(EPS_HAVE, 1, EPS_NEED)},
                  {SHOW(EPS_NEED), SHOW(EPS_HAVE)}}}},

    {.id = "two-supplies",
     .aliases = "PSU-09",
     .group = GROUP_POWER,
     TEXTS(TWO_SUPPLIES),
     .source = "mov-axbx.com WOPR build, power (2024)",
     .applies = {YES(HAS_PSU_PART), NO(PSU_REDUNDANT)},
     .outcome =
         {{SEV_WARNING, MSG_RULE_TWO_SUPPLIES, {AT_LEAST(PSU_COUNT, 2)}, {SHOW(PSU_COUNT)}}}},

    {.id = "inlet-cord",
     .aliases = "CIR-04-cord",
     .group = GROUP_POWER,
     TEXTS(INLET_CORD),
     .source = "IEC 60320 (2015): C13 10 A, C19 16 A; UL ratings 15 and 20 A",
     .applies = {YES(HAS_PSU_PART)},
     .outcome = {{SEV_ERROR,
                  MSG_RULE_INLET_CORD,
                  {ABOVE_OF(SUPPLY_WALL, 1, CORD_W)},
                  {SHOW(SUPPLY_WALL), SHOW(CORD_W)}}}},

    {.id = "rack-units",
     .aliases = "RACK-02",
     .group = GROUP_POWER,
     TEXTS(RACK_UNITS),
     .source = "EIA-310-E (2005): 42 units; docs.nvidia.com DGX B200 guide (2025)",
     .applies = {YES(HAS_BUILD), YES(RACK_SERVER)},
     .outcome = {{SEV_ERROR, MSG_RULE_RACK_UNITS, {ABOVE(RACK_UNITS, 42)}, {SHOW(RACK_UNITS)}}}},

    {.id = "machine-weight",
     .aliases = "RACK-03",
     .group = GROUP_POWER,
     TEXTS(MACHINE_WEIGHT),
     .source = "docs.nvidia.com DGX B200 guide (2025): 142 kg in 10 units",
     .applies = {YES(HAS_BUILD), YES(RACK_SERVER)},
     .outcome =
         {{SEV_WARNING, MSG_RULE_MACHINE_WEIGHT, {AT_LEAST(MACHINE_KG, 50)}, {SHOW(MACHINE_KG)}}}},

    {.id = "ups-runtime",
     .aliases = "UPS-02",
     .group = GROUP_POWER,
     TEXTS(UPS_RUNTIME),
     .source = "terakraft.no on UPS for AI halls (2025)",
     .applies = {YES(HAS_UPS)},
     .outcome =
         {{SEV_WARNING, MSG_RULE_UPS_RUNTIME, {BELOW(UPS_MINUTES, 5)}, {SHOW(UPS_MINUTES)}}}},

    {.id = "ups-kind",
     .aliases = "UPS-03",
     .group = GROUP_POWER,
     TEXTS(UPS_KIND),
     .source = "hosn.om UPS sizing for AI racks (2026); itcosc.com on UPS redundancy (2025)",
     .applies = {YES(HAS_UPS)},
     .outcome =
         {{SEV_WARNING, MSG_RULE_UPS_KIND_SQUARE, {NO(UPS_SINE)}, {{0}}},
          {SEV_ADVICE, MSG_RULE_UPS_KIND, {NO(UPS_ONLINE), ABOVE(WALL, 1500)}, {SHOW(WALL)}}}},

    {.id = "ups-plug",
     .aliases = "UPS-04",
     .under = "socket-circuit",
     .group = GROUP_POWER,
     TEXTS(UPS_PLUG),
     .source = "makers' data sheets of UPS (catalog rows, 2026): charging takes about 15 %",
     .applies = {YES(HAS_UPS)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_UPS_PLUG,
                  {ABOVE_OF(WALL, 0.8696, CIRCUIT)},
                  {TIMES(1.15, WALL), SHOW(CIRCUIT)}}}},

    {.id = "ups-large",
     .aliases = "UPS-05,UPS-06",
     .group = GROUP_POWER,
     TEXTS(UPS_LARGE),
     .source = "centiel.com on UPS for AI workloads (2025); vertiv.com large UPS with AI load "
               "steps (2025)",
     .applies = {YES(HAS_UPS)},
     .outcome = {{SEV_ADVICE, MSG_RULE_UPS_LARGE, {ABOVE(WALL_ALL, 10000)}, {SHOW(WALL_ALL)}}}},
};

const struct rule_list rules_supply = {table, sizeof table / sizeof table[0]};
