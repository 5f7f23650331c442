/*
 * list.c - rules of a parts list that somebody else wrote, and of the policy of an enterprise.
 *
 * The finding "policy" is written where the lines of the policy are judged (engine/check/policy.c);
 * its row here is what `explain` tells of it.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "unknown-part",
     .group = GROUP_LOAD,
     TEXTS(UNKNOWN_PART),
     .source = "the catalog of parts",
     .applies = {YES(LINE_UNKNOWN)},
     .outcome = {{SEV_UNKNOWN,
                  MSG_RULE_UNKNOWN_PART_NEAR,
                  {YES(LINE_HAS_NEAR)},
                  {SHOW(LINE_TEXT), SHOW(LINE_NEAR)}},
                 {SEV_UNKNOWN,
                  MSG_RULE_UNKNOWN_PART,
                  {NO(LINE_HAS_NEAR)},
                  {SHOW(LINE_TEXT), SHOW(LINE_TEXT)}}}},

    {.id = "plug-circuit",
     .aliases = "CIR-04",
     .group = GROUP_POWER,
     TEXTS(PLUG_CIRCUIT),
     .source = "NEMA WD 6-2016: a 5-20 plug does not enter a 5-15 receptacle; NFPA 70 (NEC 2023) "
               "210.21(B)",
     .applies = {YES(HAS_PLUG)},
     .outcome = {{SEV_ERROR,
                  MSG_RULE_PLUG_CIRCUIT,
                  {ABOVE_OF(PLUG_AMPS, 1, SITE_AMPS)},
                  {SHOW(PLUG_AMPS), SHOW(SITE_AMPS)}}}},

    {.id = "policy",
     .group = GROUP_COMFORT,
     TEXTS(POLICY),
     .source = "section [policy] of the configuration",
     .applies = {YES(POLICY_BREACH)},
     .outcome = {{SEV_ERROR, MSG_RULE_POLICY, {YES(POLICY_BREACH)}, {{0}}}}},
};

const struct rule_list rules_list = {table, sizeof table / sizeof table[0]};
