/*
 * The small parts of a bill: bridges where they make the job faster, rails under a case of one's
 * own, copper or optics, drives that outlast the checkpoints, minutes on the batteries.
 */
// links: catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/rules/gather.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct plan *own_plan(const struct pair *job, struct arena *arena)
{
    const struct result *r = shipped_run(job, NULL, arena);
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].kind == KIND_OWN)
            return &r->plan[i];
    fail_msg("no own plan");
    return NULL;
}

#define SERVE(CARD, ENGINE, WEIGHTS)                                                               \
    ((const struct pair[]){{Q_TASK, "serve"},                                                      \
                           {Q_MODEL, "llama-3.1-8b"},                                              \
                           {Q_WEIGHTS, WEIGHTS},                                                   \
                           {Q_ENGINE, ENGINE},                                                     \
                           {Q_USERS, "16"},                                                        \
                           {Q_WHERE, "own"},                                                       \
                           {Q_PLACE, "server-room"},                                               \
                           {Q_COUNTRY, "DE"},                                                      \
                           {Q_GPU, CARD},                                                          \
                           END})

static void bridges_where_they_make_it_faster(void **state)
{
    (void)state;
    const struct plan *x = own_plan(SERVE("nvidia-rtx-3090x2", "vllm", "bf16"), &desk);
    assert_int_equal(x->sizing.layout.tp, 2);
    assert_int_equal(desk_pieces(&x->bom, "nvlink-bridge"), 1);
    assert_int_equal(x->bom.bridges, 1);
    assert_null(shipped_finding(x->finding, x->finding_n, "link-not-used"));
    struct shape s = shape_in_slots(x->accel, 2, 1);
    struct sizing slots;
    struct answers ans = shipped_answers(SERVE("nvidia-rtx-3090x2", "vllm", "bf16"));
    struct job job;
    assert_int_equal(job_resolve(&ans, &shipped.facts, &desk, &job, &shipped.e), OK);
    size_shape(&job, &shipped.facts, &s, NULL, &slots);
    assert_true(x->sizing.speed.typical > 1.1 * slots.speed.typical);
    x = own_plan(SERVE("nvidia-a100-pcie-40x2", "vllm", "bf16"), &desk);
    assert_int_equal(desk_pieces(&x->bom, "nvlink-bridge"), 3);
    x = own_plan(SERVE("nvidia-rtx-4090x2", "vllm", "bf16"), &desk); /* takes none */
    assert_int_equal(desk_pieces(&x->bom, "nvlink-bridge"), 0);
    x = own_plan(SERVE("nvidia-rtx-3090x2", "llama.cpp", "q8_0"), &desk); /* by layers: no gain */
    assert_int_equal(desk_pieces(&x->bom, "nvlink-bridge"), 0);
    x = own_plan(SERVE("nvidia-rtx-3090x4", "vllm", "bf16"), &desk); /* they join pairs alone */
    assert_int_equal(desk_pieces(&x->bom, "nvlink-bridge"), 0);
}

/* InfiniBand wants its own cards and switches; a network that only wants RDMA takes either. */
static void infiniband_where_it_is_asked_for(void **state)
{
    static const struct {
        const char *network;
        bool infiniband;
    } rows[] = {{"ib400", true}, {"400gbe+rdma", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct pair job[] = {{Q_TASK, "pretrain"},     {Q_MODEL, "llama-3.1-70b"},
                                   {Q_TOKENS, "1T"},         {Q_WHERE, "own"},
                                   {Q_PLACE, "server-room"}, {Q_GPU, "nvidia-h100-sxm5-80x8"},
                                   {Q_NODES_MAX, "16"},      {Q_NETWORK, rows[i].network},
                                   {Q_BUYER, "enterprise"},  END};
        const struct plan *x = own_plan(job, &desk);
        bool card = false, net = false;
        assert_true(x->nodes > 2);
        for (size_t k = 0; k < shipped.facts.nic_n; k++)
            card = card || (desk_pieces(&x->bom, shipped.facts.nic[k].id) > 0 &&
                            !str_eq(shipped.facts.nic[k].infiniband, "no"));
        for (size_t k = 0; k < shipped.facts.net_switch_n; k++)
            net = net || (desk_pieces(&x->bom, shipped.facts.net_switch[k].id) > 0 &&
                          str_starts(shipped.facts.net_switch[k].protocol, "InfiniBand"));
        if (card != rows[i].infiniband || net != rows[i].infiniband)
            fail_msg("%s: cards %d, switches %d", rows[i].network, card, net);
        assert_true(x->bom.nic_gbps >= 400);
    }
}

static void rails_under_a_case_of_ones_own(void **state)
{
    (void)state;
    static const char *const places[] = {"desk", "server-room"};
    for (int i = 0; i < 2; i++) {
        const struct plan *x = own_plan((struct pair[]){{Q_TASK, "serve"},
                                                        {Q_MODEL, "llama-3.1-8b"},
                                                        {Q_WHERE, "own"},
                                                        {Q_PLACE, places[i]},
                                                        {Q_GPU, "nvidia-rtx-4000-adax1"},
                                                        END},
                                        &desk);
        bool racked = x->bom.chassis != NULL && known(x->bom.chassis->rack_u);
        assert_int_equal(desk_pieces(&x->bom, "rails"), racked && i == 1 ? x->machines : 0);
    }
}

static void copper_near_optics_far(void **state)
{
    (void)state;
    const struct facts *f = &shipped.facts;
    assert_string_equal(link_of(f, 100, 2)->id, "link-100g");
    assert_string_equal(link_of(f, 300, 4)->id, "link-400g");
    assert_string_equal(link_of(f, 100, 8)->id, "optics-100g");
    assert_string_equal(link_of(f, 800, 2)->id, "optics-800g");
    double copper = link_of(f, 400, 2)->price.amount, far = link_of(f, 400, 16)->price.amount;
    assert_true(copper > 0 && far > 2 * copper);
}

/* Hourly checkpoints of a large model wear a desktop drive out within weeks. */
static void drives_outlast_the_checkpoints(void **state)
{
    (void)state;
    struct build_wish w;
    struct bom few, many;
    struct msg why;
    const struct accel *card = facts_accel(&shipped.facts, "nvidia-rtx-4090");
    struct job job = shipped_job((const char *const[]){"task", "finetune", "model", "llama-3.1-8b",
                                                       "method", "full", "where", "own", NULL});
    struct shape s = shape_in_slots(card, 1, 1);
    build_wish_of(&job, NULL, &s, &w);
    assert_int_equal(build_machine(&shipped.facts, &w, &desk, &few, &why), OK);
    w.write_tb = 3000;
    assert_int_equal(build_machine(&shipped.facts, &w, &desk, &many, &why), OK);
    assert_ptr_equal(few.platform, many.platform);
    double granted[2] = {0, 0};
    const struct bom *b[] = {&few, &many};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < b[i]->n; k++)
            for (size_t d = 0; d < shipped.facts.ssd_n; d++)
                if (str_eq(b[i]->line[k].id, shipped.facts.ssd[d].id))
                    granted[i] += b[i]->line[k].qty * shipped.facts.ssd[d].tbw;
    assert_true(granted[0] < 3000 && granted[1] >= 3000);
    w.write_tb = 1e9; /* none lasts: the machine is built all the same, and a finding tells */
    assert_int_equal(build_machine(&shipped.facts, &w, &desk, &many, &why), OK);
}

static void a_ups_tells_its_minutes(void **state)
{
    (void)state;
    struct rule_facts rf;
    static const struct pair job[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_METHOD, "lora"}, {Q_WHERE, "own"},
        {Q_PLACE, "office"},  {Q_BUYER, "startup"},      {Q_COUNTRY, "US"},  END};
    const struct result *r = shipped_run(job, NULL, &desk);
    const struct plan *x = &r->plan[r->chosen];
    assert_int_equal(desk_pieces(&x->bom, "cyberpower-cp1500pfclcd"), 1);
    rules_gather(&r->job, &shipped.facts, x, &r->need, r->as_of_days, &rf);
    /* 2.5 minutes at 1,000 W, 10 at half of it: four times as long for half the load */
    double hand = 2.5 * pow(1000.0 / x->bom.power.wall_w, 2.0);
    assert_true(fabs(rf.f[F_UPS_MINUTES] - hand) < 1e-6);
    bool told = false;
    for (size_t i = 0; i < x->finding_n; i++)
        told = told ||
               (str_eq(x->finding[i].rule, "ups-runtime") && x->finding[i].severity == SEV_UNKNOWN);
    assert_false(told);
    struct plan heavy = *x;
    heavy.bom.power.wall_w = 950;
    rules_gather(&r->job, &shipped.facts, &heavy, &r->need, r->as_of_days, &rf);
    struct finding *found;
    size_t n = rules_run(&rf, &desk, &found);
    assert_non_null(shipped_finding(found, n, "ups-runtime"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(bridges_where_they_make_it_faster), DESK(infiniband_where_it_is_asked_for),
        DESK(rails_under_a_case_of_ones_own),    DESK(copper_near_optics_far),
        DESK(drives_outlast_the_checkpoints),    DESK(a_ups_tells_its_minutes),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
