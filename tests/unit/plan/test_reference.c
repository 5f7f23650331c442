/*
 * Machines that their makers published, judged part by part: what the rules must say of each, and
 * what the builder proposes for the same cards.
 *
 * Sources: thinksmart.life/research/posts/gpu-rig-budget-vs-pro (mining board, EPYC tier),
 * thefpsreview.com 2020-10-22 (four cards on 1600 W), hotchpotch.dev/articles/rtx5090x2-pc,
 * tinygrad/tinyxxx:index.html (2026-04-10), NVIDIA's guides of DGX A100 and B200,
 * jonready.com/blog/posts/local-llm-rig.html (two cards with a bridge), mov-axbx.com/wopr (seven
 * cards on cables), redlib.titolab.com/r/LocalAIServers (eight cards on a board without slots),
 * mlcommons/training_results_v4.0 tinycorp (six cards).
 */
// links: export catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/str.h"
#include "engine/check/check.h"
#include "engine/result.h"
#include "engine/rules/gather.h"
#include "tests/support/shipped.h"

struct reference {
    const char *card;
    int cards;
    const char *task, *place, *country;
    double limit_w;
    struct build_part part[12];
};

static struct job job_of(const struct reference *r)
{
    const char *const words[] = {"task",  r->task,  "model",   "llama-3.1-8b", "where", "own",
                                 "place", r->place, "country", r->country,     NULL};
    return shipped_job(words);
}

static void findings_of(const struct job *job, struct plan *x)
{
    struct rule_facts rf;
    struct need need = {.lora_cost_per_run = UNKNOWN, .lora_gib = UNKNOWN};
    cost_own(job, &shipped.facts, &x->sizing, &x->bom, x->accel, NULL, &x->cost);
    rules_gather(job, &shipped.facts, x, &need, 20787, &rf);
    x->finding_n = rules_run(&rf, &shipped.arena, &x->finding);
}

static void blank(const struct job *job, const struct reference *r, struct plan *x,
                  struct build_wish *w)
{
    *x = (struct plan){.kind = KIND_OWN, .per_node = r->cards, .nodes = 1, .machines = 1};
    x->accel = facts_accel(&shipped.facts, r->card);
    assert_non_null(x->accel);
    struct shape s = shape_in_slots(x->accel, r->cards, 1);
    size_shape(job, &shipped.facts, &s, NULL, &x->sizing);
    build_wish_of(job, &x->sizing, &s, w);
    w->card_limit_w = r->limit_w;
}

/* The machine as it was published, with the findings on it. */
static struct plan judged(const struct reference *r)
{
    struct job job = job_of(r);
    struct build_wish w;
    struct plan x;
    size_t n = 0;
    blank(&job, r, &x, &w);
    while (n < 12 && r->part[n].id != NULL)
        n++;
    assert_int_equal(build_judge(&shipped.facts, &w, r->part, n, &shipped.arena, &x.bom), OK);
    findings_of(&job, &x);
    return x;
}

static const struct finding *says(const struct plan *x, const char *rule)
{
    for (size_t i = 0; i < x->finding_n; i++)
        if (str_eq(x->finding[i].rule, rule))
            return &x->finding[i];
    return NULL;
}

static void assert_no_error(const struct plan *x, const char *what)
{
    for (size_t i = 0; i < x->finding_n; i++)
        if (x->finding[i].severity == SEV_ERROR && !str_eq(x->finding[i].rule, "does-not-fit"))
            fail_msg("%s: error %s", what, x->finding[i].rule);
}

#define EPYC_TIER(PSU)                                                                             \
    {PART_GPU, "nvidia-rtx-3090", NULL, 4}, {PART_PLATFORM, "asrock-rack-romed8-2t", NULL, 1},     \
        {PART_CPU, "amd-epyc-7252", NULL, 1}, {PART_COOLER, "noctua-nh-u14s-tr4-sp3", NULL, 1},    \
        {PART_MEMORY, "generic-32gb-ddr4-3200-rdimm", NULL, 1},                                    \
        {PART_SSD, "crucial-t500-2000", NULL, 1}, {PART_PSU, PSU, NULL, 1},                        \
        {PART_CASE, "open-mining-frame-6-8-gpu", NULL, 1},                                         \
    {                                                                                              \
        PART_CABLE, "gpu-riser", NULL, 4                                                           \
    }

static void four_cards_on_one_supply(void **state)
{
    (void)state;
    struct reference pro = {"nvidia-rtx-3090",
                            4,
                            "finetune",
                            "server-room",
                            "DE",
                            0,
                            {EPYC_TIER("evga-supernova-1600-t2-1600")}};
    struct plan x = judged(&pro);
    assert_int_equal(x.bom.checks.missing, 0);
    assert_int_equal(says(&x, "psu-margin")->severity, SEV_ERROR); /* 1.4 kW of cards, 1.6 kW */
    assert_non_null(says(&x, "ram-vs-vram"));              /* a third of the cards' memory */
    assert_non_null(says(&x, "memory-channels-unfilled")); /* one of eight */
    pro.limit_w = 300; /* as four blower cards were measured: 20 W were left */
    x = judged(&pro);
    assert_non_null(says(&x, "psu-margin"));
    pro.limit_w = 200;
    x = judged(&pro);
    assert_true(says(&x, "psu-margin") == NULL || says(&x, "psu-margin")->severity != SEV_ERROR);
}

static void cards_on_single_lanes(void **state)
{
    (void)state;
    struct reference rig = {"nvidia-rtx-3090",
                            4,
                            "finetune",
                            "server-room",
                            "DE",
                            0,
                            {{PART_GPU, "nvidia-rtx-3090", NULL, 4},
                             {PART_PLATFORM, "asrock-h510-pro-btc", NULL, 1},
                             {PART_MEMORY, "generic-32gb-ddr4-3200-rdimm", NULL, 1},
                             {PART_CASE, "open-mining-frame-6-8-gpu", NULL, 1}}};
    struct plan x = judged(&rig);
    int errors = 0;
    for (size_t i = 0; i < x.finding_n; i++)
        errors += x.finding[i].severity == SEV_ERROR;
    assert_true(errors > 0);
    assert_int_equal(x.bom.checks.memory_fits, TRI_NO); /* the board takes UDIMM */
    assert_true((x.bom.checks.missing & 1u << PART_CPU) != 0);
    assert_true((x.bom.checks.missing & 1u << PART_PSU) != 0);
}

static void two_large_cards_at_a_hundred_volts(void **state)
{
    (void)state;
    struct reference pc = {"nvidia-rtx-5090",
                           2,
                           "finetune",
                           "desk",
                           "JP",
                           0,
                           {{PART_GPU, "nvidia-rtx-5090", NULL, 2},
                            {PART_PLATFORM, "asus-proart-x870e-creator-wifi", NULL, 1},
                            {PART_CPU, "amd-ryzen-9-9950x", NULL, 1},
                            {PART_COOLER, "thermalright-phantom-spirit-120-se", NULL, 1},
                            {PART_MEMORY, "crucial-cp2k64g56c46u5-2x64-ddr5-5600-udimm", NULL, 1},
                            {PART_SSD, "crucial-t500-2000", NULL, 1},
                            {PART_PSU, "asrock-taichi-tc-1650t-1650", NULL, 1},
                            {PART_CASE, "fractal-design-define-7-xl", NULL, 1}}};
    struct plan x = judged(&pc);
    assert_true(x.bom.power.psu_w < 1650); /* at 100 V */
    assert_non_null(says(&x, "psu-margin"));
    pc.country = "DE"; /* 230 V */
    x = judged(&pc);
    assert_true(x.bom.power.psu_w == 1650);
    assert_true(says(&x, "psu-margin") == NULL || says(&x, "psu-margin")->severity != SEV_ERROR);
}

static struct plan whole(const char *card, int cards, const char *platform, const char *task)
{
    struct reference r = {card,
                          cards,
                          task,
                          "server-room",
                          "DE",
                          0,
                          {{PART_GPU, card, NULL, cards}, {PART_PLATFORM, platform, NULL, 1}}};
    return judged(&r);
}

static void systems_of_the_makers(void **state)
{
    (void)state;
    struct plan a100 = whole("nvidia-a100-sxm4-80", 8, "nvidia-dgx-a100-640-gb", "finetune");
    assert_no_error(&a100, "DGX A100");
    assert_true(fabs(a100.bom.power.dc_w / 6500 - 1) < 0.25);
    assert_true(a100.bom.rack_u >= 6);
    struct plan b200 = whole("nvidia-b200-sxm-180", 8, "nvidia-dgx-b200", "finetune");
    assert_no_error(&b200, "DGX B200");
    assert_true(fabs(b200.bom.power.dc_w / 14300 - 1) < 0.25);
    assert_true(b200.bom.power.psu_w > b200.bom.power.dc_w);
    /* four cards of 304 W with the host on one 1600 W supply: near it or above */
    struct plan red = whole("amd-rx-9070-xt", 4, "tinycorp-tinybox-red-v2", "serve");
    assert_non_null(says(&red, "psu-margin"));
    assert_true(red.bom.noise_db <= 50);
    struct plan green =
        whole("nvidia-rtx-pro-6000-bw-ws", 4, "tinycorp-tinybox-green-v2-blackwell", "serve");
    assert_non_null(says(&green, "psu-margin"));
}

/* What the builder proposes for the same cards keeps every rule. */
static void our_own_proposals(void **state)
{
    (void)state;
    static const struct {
        const char *card;
        int n;
    } same[] = {{"nvidia-rtx-3090", 2},           {"nvidia-rtx-3090", 4},
                {"nvidia-rtx-5090", 2},           {"nvidia-rtx-4090", 7},
                {"nvidia-rtx-pro-6000-bw-ws", 4}, {"amd-rx-9070-xt", 4},
                {"nvidia-rtx-4090-d", 8},         {"nvidia-rtx-4090", 6},
                {"nvidia-a100-sxm4-80", 8},       {"nvidia-b200-sxm-180", 8}};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        struct reference r = {same[i].card, same[i].n, "finetune", "server-room", "DE", 0, {{0}}};
        struct job job = job_of(&r);
        struct build_wish w;
        struct plan x;
        struct msg why;
        blank(&job, &r, &x, &w);
        if (build_machine(&shipped.facts, &w, &shipped.arena, &x.bom, &why) != OK)
            fail_msg("%d x %s: %s", r.cards, r.card, msg_text(LANG_EN, why.id));
        findings_of(&job, &x);
        assert_no_error(&x, same[i].card);
        assert_int_equal(x.bom.checks.missing, 0);
    }
}

/* --- four more, read from their lists part by part ---------------------------------------------*/
struct told {
    const char *file, *task;
    int cards, modules;                  /* 0: not told */
    double ram_gb, cores, load_w, psu_w; /* of the machine; 0: not told */
    const char *says[4], *silent[3];     /* "rule=severity"; rules that must not speak gravely */
};

static const struct check_result *check_file(const struct told *t)
{
    char path[256], *text;
    size_t len;
    struct parts_list *list = ARENA_NEW(&shipped.results, struct parts_list);
    struct err_info e = {0};
    snprintf(path, sizeof path, DLRIG_SOURCE_DIR "/tests/data/reference/%s.csv", t->file);
    assert_int_equal(file_read(&shipped.results, path, 1u << 20, &text, &len, &e), OK);
    assert_int_equal(parts_read(text, len, t->file, NULL, &shipped.results, list, &e), OK);
    assert_int_equal(parts_resolve(list, &shipped.facts, &shipped.results, &e), OK);
    struct answers a = shipped_answers((struct pair[]){{Q_TASK, t->task},
                                                       {Q_MODEL, "llama-3.1-8b"},
                                                       {Q_METHOD, "lora"},
                                                       {Q_PLACE, "server-room"},
                                                       {Q_COUNTRY, "US"},
                                                       END});
    struct check_options o = {.policy = NULL};
    const struct check_result *r =
        check_run(&a, list, &shipped.prices, shipped.day, &o, &shipped.results, &e);
    assert_non_null(r);
    for (int i = 0; i < list->n; i++)
        if (list->line[i].match == MATCH_NONE)
            fail_msg("%s: %s was not found", t->file, list->line[i].text);
    return r;
}

static void finding_is(const struct told *t, const struct check_result *r, const char *told)
{
    const char *equal = strchr(told, '=');
    char rule[64];
    assert_true(equal != NULL && (size_t)(equal - told) < sizeof rule);
    memcpy(rule, told, (size_t)(equal - told));
    rule[equal - told] = '\0';
    struct rule_info known_rule;
    assert_non_null(rules_find(rule, &known_rule));
    const struct finding *f = shipped_finding(r->plan.finding, r->plan.finding_n, rule);
    const char *got = f != NULL ? severity_word(f->severity) : "none";
    if (!str_eq(got, equal + 1))
        fail_msg("%s: %s is %s, not %s", t->file, rule, got, equal + 1);
}

static bool near_to(double x, double told, double by)
{
    return !(told > 0) || fabs(x / told - 1) <= by;
}

/* Figures within those that were published, and the findings that a reader of the build would make:
 * two bridged cards with plenty of memory are in order; seven cards want a quarter more of supply
 * and stand on four grounds; eight on two processors have lanes and watts enough; six that need all
 * of both supplies do not. */
static void machines_of_their_builders(void **state)
{
    (void)state;
    static const struct told builds[] = {
        {"r03-ripper",
         "finetune",
         2,
         8,
         256,
         32,
         0,
         0,
         {"memory-two-per-channel=advice", "ram-vs-vram=none", "link-not-used=none"},
         {"desktop-lanes", "memory-limit", "board-slots"}},
        {"r06-wopr",
         "finetune",
         7,
         0,
         0,
         64,
         3500,
         4000,
         {"psu-margin=warning", "two-supplies=warning", "riser-cables=advice",
          "open-fan-crowd=warning"},
         {"desktop-lanes", "socket-circuit", "board-slots"}},
        {"r07-eight-4090d",
         "serve",
         8,
         0,
         0,
         64,
         4600,
         8000,
         {"psu-margin=none", "two-supplies=none", "desktop-lanes=none"},
         {"two-socket-lanes", "cores-few", "rack-power"}},
        {"r08-tinybox-green-v1",
         "finetune",
         6,
         8,
         128,
         32,
         3100,
         3200,
         {"psu-margin=error", "ram-vs-vram=warning", "raid0-copy=advice", "two-supplies=warning"},
         {"desktop-lanes", "board-slots", "open-fan-crowd"}}};
    for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++) {
        const struct told *t = &builds[i];
        const struct check_result *r = check_file(t);
        const struct bom *b = &r->machine.bom;
        assert_int_equal(r->machine.per_node, t->cards);
        if (t->modules > 0)
            assert_int_equal(b->mem_modules, t->modules);
        assert_true(near_to(b->host_ram_gb, t->ram_gb, 0.001));
        assert_true(near_to(b->host_cores, t->cores, 0.001));
        if (!near_to(b->power.dc_w, t->load_w, 0.1) || !near_to(b->power.psu_w, t->psu_w, 0.001))
            fail_msg("%s: %.0f W of %.0f W", t->file, b->power.dc_w, b->power.psu_w);
        for (int k = 0; k < 4 && t->says[k] != NULL; k++)
            finding_is(t, r, t->says[k]);
        for (int k = 0; k < 3 && t->silent[k] != NULL; k++) {
            struct rule_info rule;
            if (rules_find(t->silent[k], &rule) == NULL)
                fail_msg("no rule %s", t->silent[k]);
            const struct finding *f =
                shipped_finding(r->plan.finding, r->plan.finding_n, t->silent[k]);
            if (f != NULL && f->severity == SEV_ERROR)
                fail_msg("%s: %s is an error", t->file, t->silent[k]);
        }
    }
}

static double parts_cost(const struct bom *b)
{
    double sum = 0;
    for (int i = 0; i < b->n; i++)
        sum += b->line[i].unit_price * b->line[i].qty;
    return sum;
}

static void never_dearer(struct reference *r)
{
    struct plan hand = judged(r), own;
    struct job job = job_of(r);
    struct build_wish w;
    struct msg why;
    blank(&job, r, &own, &w);
    if (!known(parts_cost(&hand.bom)))
        fail_msg("%s: a part of the list has no price", r->card);
    assert_int_equal(hand.bom.checks.missing, 0);
    if (build_machine(&shipped.facts, &w, &shipped.arena, &own.bom, &why) != OK)
        fail_msg("%d x %s: %s", r->cards, r->card, msg_text(LANG_EN, why.id));
    if (parts_cost(&own.bom) > parts_cost(&hand.bom))
        fail_msg("%s: %.0f against %.0f by hand", r->card, parts_cost(&own.bom),
                 parts_cost(&hand.bom));
}

/* The published machines with what they leave untold filled from the catalog. */
static void never_dearer_than_the_same_by_hand(void **state)
{
    (void)state;
    struct reference builds[] = {
        {"nvidia-rtx-5090",
         2,
         "finetune",
         "server-room",
         "DE",
         0,
         {{PART_GPU, "nvidia-rtx-5090", NULL, 2},
          {PART_PLATFORM, "asus-proart-x870e-creator-wifi", NULL, 1},
          {PART_CPU, "amd-ryzen-9-9950x", NULL, 1},
          {PART_COOLER, "thermalright-phantom-spirit-120-se", NULL, 1},
          {PART_MEMORY, "crucial-cp2k64g56c46u5-2x64-ddr5-5600-udimm", NULL, 2},
          {PART_SSD, "crucial-t500-2000", NULL, 1},
          {PART_PSU, "seasonic-prime-tx-1600-atx-3-1-1600", NULL, 1},
          {PART_CASE, "fractal-design-define-7-xl", NULL, 1}}},
        {"nvidia-rtx-3090", /* two cards, 256 GB */
         2,
         "finetune",
         "office",
         "US",
         0,
         {{PART_GPU, "nvidia-rtx-3090", NULL, 2},
          {PART_PLATFORM, "asrock-rack-romed8-2t", NULL, 1},
          {PART_CPU, "amd-epyc-7763", NULL, 1},
          {PART_COOLER, "noctua-nh-u14s-tr4-sp3", NULL, 1},
          {PART_MEMORY, "generic-32gb-ddr4-3200-rdimm", NULL, 8},
          {PART_SSD, "crucial-t500-2000", NULL, 1},
          {PART_PSU, "evga-supernova-1600-t2-1600", NULL, 1},
          {PART_CASE, "fractal-design-define-7-xl", NULL, 1},
          {PART_CABLE, "nvlink-bridge", NULL, 1}}},
        {"nvidia-rtx-4090", /* seven on cables */
         7,
         "finetune",
         "server-room",
         "US",
         0,
         {{PART_GPU, "nvidia-rtx-4090", NULL, 7},
          {PART_PLATFORM, "asrock-rack-romed8-2t", NULL, 1},
          {PART_CPU, "amd-epyc-7763", NULL, 1},
          {PART_COOLER, "noctua-nh-u14s-tr4-sp3", NULL, 1},
          {PART_MEMORY, "generic-32gb-ddr4-3200-rdimm", NULL, 8},
          {PART_SSD, "crucial-t500-2000", NULL, 1},
          {PART_PSU, "seasonic-vertex-gx-1000-1000", NULL, 4},
          {PART_CASE, "open-mining-frame-6-8-gpu", NULL, 1},
          {PART_CABLE, "gpu-riser", NULL, 7}}},
        {"nvidia-rtx-4090-d", /* eight on a board without slots */
         8,
         "serve",
         "server-room",
         "DE",
         0,
         {{PART_GPU, "nvidia-rtx-4090-d", NULL, 8},
          {PART_PLATFORM, "asrock-rack-genoa2d24g-2l", NULL, 1},
          {PART_CPU, "amd-epyc-9354", NULL, 2},
          {PART_COOLER, "arctic-freezer-4u-sp5", NULL, 2},
          {PART_MEMORY, "generic-32gb-ddr5-4800-rdimm", NULL, 24},
          {PART_SSD, "crucial-t500-2000", NULL, 1},
          {PART_PSU, "super-flower-leadex-platinum-2000-2000", NULL, 4},
          {PART_CASE, "open-mining-frame-6-8-gpu", NULL, 1},
          {PART_CABLE, "gpu-riser", NULL, 8}}},
        {"nvidia-rtx-4090", /* six, 128 GB */
         6,
         "serve",
         "server-room",
         "US",
         0,
         {{PART_GPU, "nvidia-rtx-4090", NULL, 6},
          {PART_PLATFORM, "asrock-rack-romed8-2t", NULL, 1},
          {PART_CPU, "amd-epyc-7763", NULL, 1},
          {PART_COOLER, "noctua-nh-u14s-tr4-sp3", NULL, 1},
          {PART_MEMORY, "generic-16gb-ddr4-3200-rdimm", NULL, 8},
          {PART_SSD, "crucial-t500-2000", NULL, 4},
          {PART_PSU, "evga-supernova-1600-t2-1600", NULL, 2},
          {PART_CASE, "open-mining-frame-6-8-gpu", NULL, 1},
          {PART_CABLE, "gpu-riser", NULL, 6}}}};
    for (size_t i = 0; i < sizeof builds / sizeof builds[0]; i++)
        never_dearer(&builds[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_cards_on_one_supply),
        cmocka_unit_test(cards_on_single_lanes),
        cmocka_unit_test(two_large_cards_at_a_hundred_volts),
        cmocka_unit_test(systems_of_the_makers),
        cmocka_unit_test(machines_of_their_builders),
        cmocka_unit_test(our_own_proposals),
        cmocka_unit_test(never_dearer_than_the_same_by_hand),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
