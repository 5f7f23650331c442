/*
 * network.c - rules of the network of own clusters: cards, their slots, cables, switches, spares.
 */
#include "engine/rules/table.h"

static const struct rule table[] = {
    {.id = "nic-count",
     .aliases = "NET-03",
     .group = GROUP_LINK,
     TEXTS(NIC_COUNT),
     .source =
         "docs.nvidia.com enterprise reference architecture, compute node (2025): 2-8-5 and 2-8-9",
     .applies = {YES(HAS_BUILD), AT_LEAST(NODES, 2), YES(NODES_TALK), YES(PRETRAINING)},
     .outcome = {{SEV_WARNING,
                  MSG_RULE_NIC_COUNT,
                  {BELOW_OF(NICS, 0.5, PER_NODE)},
                  {SHOW(NICS), SHOW(PER_NODE)}}}},

    {.id = "nic-slot",
     .aliases = "NET-04,NET-09",
     .group = GROUP_LINK,
     TEXTS(NIC_SLOT),
     .source = "makers' data sheets of the network cards (catalog rows, 2026)",
     .applies = {YES(HAS_NIC)},
     .outcome = {{SEV_ERROR,
                  MSG_RULE_NIC_SLOT_PORT,
                  {ABOVE_OF(PORT_GBPS, 1, NIC_SLOT)},
                  {SHOW(PORT_GBPS), SHOW(NIC_SLOT)}},
                 {SEV_ADVICE,
                  MSG_RULE_NIC_SLOT,
                  {ABOVE_OF(NIC_GBPS, 1, NIC_SLOT)},
                  {SHOW(NIC_GBPS), SHOW(NIC_SLOT)}}}},

    {.id = "fabric-setup",
     .aliases = "NET-05,NET-06,NET-10",
     .group = GROUP_LINK,
     TEXTS(FABRIC_SETUP),
     .source = "router-switch.com on InfiniBand and Ethernet switches (2025); cloudswit.ch on "
               "rails (2025)",
     .applies = {YES(HAS_BUILD), AT_LEAST(NODES, 2), YES(NODES_TALK)},
     .outcome = {{SEV_ADVICE, MSG_RULE_FABRIC_SETUP, {YES(RDMA)}, {SHOW(NODES)}}}},

    {.id = "gradient-exchange",
     .aliases = "NET-01-exchange,A52-exchange",
     .group = GROUP_LINK,
     TEXTS(GRADIENT_EXCHANGE),
     .source = "ring all-reduce moves 2(N-1)/N of the bytes: arXiv 1802.05799 (2018-02)",
     .seed = "建议 10Gbps 以上",
     .seed_verdict = SEED_CORRECTS,
     .applies = {AT_LEAST(NODES, 2), YES(NODES_TALK), YES(TRAINS_WEIGHTS)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_GRADIENT_EXCHANGE,
                  {AT_LEAST(EXCHANGE, 1)},
                  {SHOW(GRADIENTS), SHOW(NODES), SHOW(NET), SHOW(EXCHANGE)}}}},

    {.id = "small-cluster-switch",
     .aliases = "NET-07",
     .group = GROUP_LINK,
     TEXTS(SMALL_CLUSTER_SWITCH),
     .source = "kentino.com build wiki (2026): EUR 40,000-80,000 for 32 ports of 400 Gbit/s",
     .applies = {YES(HAS_BUILD), AT_LEAST(NODES, 2), YES(HAS_SWITCH)},
     .outcome = {{SEV_ADVICE,
                  MSG_RULE_SMALL_CLUSTER_SWITCH,
                  {AT_MOST(NODES, 2), AT_LEAST(PORT_GBPS, 100)},
                  {SHOW(NODES), SHOW(PORT_GBPS)}}}},

    {.id = "cable-reach",
     .aliases = "NET-08",
     .group = GROUP_LINK,
     TEXTS(CABLE_REACH),
     .source = "makers' data sheets of cables (2025): passive copper at 400 Gbit/s",
     .applies = {YES(HAS_BUILD), AT_LEAST(NODES, 2)},
     .outcome =
         {{SEV_ADVICE, MSG_RULE_CABLE_REACH, {AT_LEAST(PORT_GBPS, 400)}, {SHOW(PORT_GBPS)}}}},

    {.id = "npu-ports",
     .aliases = "NET-11",
     .group = GROUP_LINK,
     TEXTS(NPU_PORTS),
     .source = "hiascend.com cluster networking (2025); DaoCloud-docs on Ascend clusters (2025)",
     .seed = "可关注华为昇腾（Ascend 910/310）、寒武纪等国产芯片",
     .seed_verdict = SEED_CONFIRMS,
     .applies = {YES(DOMESTIC_CHIP), YES(MODULE_CARD)},
     .outcome = {{SEV_ADVICE, MSG_RULE_NPU_PORTS, {AT_LEAST(NODES, 2)}, {SHOW(DEVICES)}}}},

    {.id = "cluster-spares",
     .aliases = "SPARE-01",
     .group = GROUP_LINK,
     TEXTS(CLUSTER_SPARES),
     .source = "arXiv 2407.21783 (2024-07): faults of a large fleet by part",
     .applies = {YES(HAS_BUILD)},
     .outcome = {{SEV_ADVICE, MSG_RULE_CLUSTER_SPARES, {AT_LEAST(MACHINES, 8)}, {SHOW(MACHINES)}}}},
};

const struct rule_list rules_network = {table, sizeof table / sizeof table[0]};
