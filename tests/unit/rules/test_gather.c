/*
 * test_gather.c - from hand-made plans and judged machines to facts, and what is then said of
 * them: rented plans are not asked for parts, unknown parts stay unknown, a normal plan makes a
 * short list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/build/parts.h"
#include "engine/rules/gather.h"
#include "tests/support/small_facts.h"

struct bench {
    struct small_facts small;
    struct job job;
    struct sizing z;
    struct plan plan;
    struct need need;
    struct offer offer;
    struct platform board;
    struct cpu cpu;
    struct psu psu;
    struct chassis chassis;
    struct cooler cooler;
    struct memory_part memory;
    struct rule_facts rf;
    struct arena arena;
    struct finding *f;
    size_t n;
};

static const struct accel *card(struct bench *b, const char *id)
{
    const struct accel *a = facts_accel(&b->small.facts, id);
    assert_non_null(a);
    return a;
}

/* A fine-tuning job with LoRA that fits, at a desk in the United States. */
static void bench_start(struct bench *b, const char *accel, int per_node)
{
    memset(b, 0, sizeof *b);
    small_facts_new(&b->small);
    for (size_t i = 0; i < b->small.facts.accel_n; i++) { /* what the small catalog leaves open */
        struct accel *a = &b->small.accel[i];
        a->cooling = a->cooling == COOLING_UNKNOWN ? COOLING_OPEN_FAN : a->cooling;
        a->conn_eps = known(a->conn_eps) ? a->conn_eps : 0;
    }
    arena_init(&b->arena, 0);
    struct job *j = &b->job;
    j->task = TASK_FINETUNE;
    j->training = true;
    j->method = METHOD_LORA;
    j->model = &b->small.model[0];
    j->precision = j->weights = j->kv = num_format_find("bf16");
    j->deadline_h = j->tps = j->ttft_s = j->budget = j->budget_month = UNKNOWN;
    j->volts = j->amps = j->noise_db = UNKNOWN;
    j->users = 1;
    j->country = "US";
    j->currency = "USD";
    j->place = PLACE_DESK;
    j->buyer = BUYER_PERSON;
    j->months = 24;
    struct sizing *z = &b->z;
    z->verdict = VERDICT_FITS;
    z->basis = BASIS_MEASURED;
    z->layout = (struct layout){.tp = 1, .pp = 1, .dp = per_node, .ep = 1, .cp = 1};
    z->line_gib[MEM_WEIGHTS] = 14.9;
    z->per_gpu_gib = (struct band){17, 18, 20};
    z->usable_gib = card(b, accel)->usable_gib;
    z->hours_per_run = (struct band){4, 5, 7};
    z->per_user = z->ttft_ms = z->tpot_ms = UNKNOWN;
    z->max_micro_batch = 4;
    z->bound = BOUND_COMPUTE;
    z->host_ram_need_gb = 48;
    z->storage_need_gbs = 0.01;
    z->checkpoint_gb = 0.2;
    z->comm_share = per_node > 1 ? 0.05 : 0;
    z->split_loss = per_node > 1 ? 0.06 : UNKNOWN;
    b->plan.accel = card(b, accel);
    b->plan.per_node = per_node;
    b->plan.nodes = b->plan.machines = 1;
    b->plan.price_age_days = 12;
    b->plan.cost = (struct cost){.currency = "USD", .upfront = 4000, .per_month = 60,
                                 .horizon_months = 24, .total = {4500, 5000, 6000},
                                 .hours_per_month = 240};
}

static void own(struct bench *b)
{
    int n = b->plan.per_node;
    b->board = (struct platform){.id = "board", .kind = "motherboard", .is_board = true,
                                 .max_gpu_tdp_w = UNKNOWN, .sockets = 1, .socket_type = "AM5",
                                 .cpu_families = "Ryzen 7000/9000", .mem_type = "DDR5 UDIMM",
                                 .max_mem_gb = 192, .form_factor = "ATX", .pcie_gen = 5,
                                 .pcie_dual_width_gpus = 2, .pcie_x16_electrical = 2};
    b->cpu = (struct cpu){.id = "cpu", .vendor = "AMD", .family = "ryzen9000", .socket = "AM5",
                          .segment = "desktop", .cores = 16, .tdp_w = 170, .base_ghz = 4.3,
                          .max_sockets = 1, .max_mem_gb = 192};
    b->psu = (struct psu){.id = "psu", .watts = 1600, .atx_version = 3.1, .inlet = "C19"};
    b->chassis = (struct chassis){.id = "case", .kind = "full tower", .max_gpu_length_mm = 420,
                                  .practical_gpu_count = 2, .expansion_slots = 9,
                                  .motherboard = "E-ATX", .psu_fit = "ATX 250 mm",
                                  .max_radiator_mm = 420, .rack_u = UNKNOWN};
    b->cooler = (struct cooler){.id = "cooler", .max_tdp_w = 250, .height_mm = 160,
                                .radiator_mm = UNKNOWN};
    b->memory = (struct memory_part){.id = "ram", .ecc = TRI_NO, .generation = "DDR5",
                                     .module_type = "UDIMM"};
    struct bom *m = &b->plan.bom;
    *m = (struct bom){.machines = 1, .n = 2, .host_ram_gb = 48.0 * n, .host_cores = 16,
                      .host_ram_gbs = 80, .pcie_lanes_cpu = 24, .pcie_lanes_used = 20,
                      .gpu_lanes = n > 1 ? 8 : 16, .gpu_pcie_gen = 4, .storage_gb = 2000,
                      .storage_read_gbs = 7, .nic_gbps = 10, .noise_db = UNKNOWN,
                      .gpu_conn_need_12v = n, .gpu_conn_have_12v = 2, .gpu_conn_need_8pin = 0,
                      .gpu_conn_have_8pin = -1, .mem_modules = 2, .mem_channels = 2, .gpus = n};
    checks_blank(&m->checks);
    m->checks.cpu_fits = m->checks.memory_fits = m->checks.board_fits = TRI_YES;
    m->platform = &b->board;
    m->cpu = &b->cpu;
    m->psu = &b->psu;
    m->chassis = &b->chassis;
    m->cooler = &b->cooler;
    m->memory = &b->memory;
    m->line[0] = (struct bom_line){.kind = PART_GPU, .id = b->plan.accel->id, .qty = n};
    m->line[1] = (struct bom_line){.kind = PART_SSD, .id = "ssd", .qty = 1};
    double dc = b->plan.accel->tdp_w * n + 320;
    m->power = (struct power){.dc_w = dc, .wall_w = dc / 0.92, .psu_w = 1600, .psu_rated_w = 1600,
                              .psu_count = 1, .psu_atx_version = 3.1, .circuit_w = 1440,
                              .circuits = 1};
    b->plan.kind = KIND_OWN;
}

static void rent(struct bench *b)
{
    b->offer = (struct offer){.provider = "somebody", .instance = "box", .kind = KIND_ON_DEMAND,
                              .gpu_count = b->plan.per_node, .vcpus = 16, .ram_gib = 128,
                              .network_gbps = 10, .rdma = TRI_UNKNOWN, .currency = "USD",
                              .price_hour = 1.2, .price_month = UNKNOWN,
                              .from = {.source = "list", .date = "2026-11-18"}};
    b->plan.kind = KIND_ON_DEMAND;
    b->plan.offer = &b->offer;
}

static void speak(struct bench *b)
{
    b->plan.sizing = b->z;
    rules_gather(&b->job, &b->small.facts, &b->plan, &b->need, 20787 /* 2026-11-30 */, &b->rf);
    b->n = rules_run(&b->rf, &b->arena, &b->f);
}

static const struct finding *says(const struct bench *b, const char *rule)
{
    for (size_t i = 0; i < b->n; i++) {
        if (str_eq(b->f[i].rule, rule)) {
            return &b->f[i];
        }
    }
    return NULL;
}

static void says_as(const struct bench *b, const char *rule, enum severity s)
{
    struct arena arena;
    const struct finding *f = says(b, rule);
    struct finding alone; /* rules that cannot tell share a finding: ask the rule itself */
    struct rule_info info;
    if (s == SEV_UNKNOWN) {
        assert_non_null(rules_find(rule, &info));
        arena_init(&arena, 0);
        f = rules_run_one(info.index, &b->rf, &arena, &alone) ? &alone : NULL;
        arena_free(&arena);
        assert_true(b->n > 0 && b->f[b->n - 1].severity == SEV_UNKNOWN);
    }
    if (!f || f->severity != s) {
        fail_msg("%s: %s, wanted %s", rule, f ? severity_word(f->severity) : "silent",
                 severity_word(s));
    }
}

static void short_list(const struct bench *b, size_t most, size_t unknown_most)
{
    size_t unknown = 0;
    struct str s;
    str_init(&s, 8192);
    for (size_t i = 0; i < b->n; i++) {
        unknown += b->f[i].severity == SEV_UNKNOWN;
        str_addf(&s, "\n  %s %s: ", severity_word(b->f[i].severity), b->f[i].rule);
        msg_render(&s, LANG_EN, &b->f[i].message);
    }
    if (b->n > most || unknown > unknown_most) {
        fail_msg("%zu findings, %zu unknown:%s", b->n, unknown, s.p);
    }
    str_free(&s);
}

static void two_cards_without_a_link(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 2);
    own(&b);
    b.z.split_loss = 0.31;
    speak(&b);
    says_as(&b, "no-nvlink", SEV_WARNING);
    assert_null(says(&b, "no-p2p")); /* the same cause, said as gravely: once is enough */
    says_as(&b, "desktop-lanes", SEV_WARNING); /* x8 of generation 4 */
    says_as(&b, "warranty-used", SEV_WARNING); /* out of production */
    assert_null(says(&b, "psu-margin"));       /* 1600 W for 1220 W */
    struct str s;
    str_init(&s, 512);
    msg_render(&s, LANG_EN, &says(&b, "no-nvlink")->message);
    assert_non_null(strstr(s.p, "2 cards"));
    assert_non_null(strstr(s.p, "31 %"));
    assert_non_null(strstr(s.p, "15.8 GB/s")); /* x8 of generation 4, as built */
    str_free(&s);
    short_list(&b, 10, 3);
    arena_free(&b.arena);
}

static void one_card_at_a_desk_is_quiet(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 1);
    own(&b);
    speak(&b);
    for (size_t i = 0; i < b.n; i++) {
        assert_true(b.f[i].severity != SEV_ERROR);
    }
    assert_null(says(&b, "no-nvlink"));
    assert_null(says(&b, "noise")); /* no limit was given, nothing is asked */
    short_list(&b, 5, 2);
    b.job.noise_db = 40;
    speak(&b);
    assert_null(says(&b, "noise")); /* the usual limit of a place is not asked for */
    b.job.from[Q_NOISE] = FROM_GIVEN; /* now it matters, and nobody knows it */
    speak(&b);
    says_as(&b, "noise", SEV_UNKNOWN);
    b.plan.bom.noise_db = 52;
    speak(&b);
    says_as(&b, "noise", SEV_WARNING);
    arena_free(&b.arena);
}

static void the_bill_is_judged(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 2);
    own(&b);
    b.plan.bom.power.psu_w = b.plan.bom.power.psu_rated_w = 1300;
    b.plan.bom.power.wall_w = 1800;
    b.plan.bom.gpu_conn_have_12v = 1;
    b.plan.bom.mem_modules = 1;
    b.plan.bom.host_ram_gb = 32;
    b.plan.bom.storage_gb = 10;
    b.z.checkpoint_gb = 16;
    b.chassis.practical_gpu_count = 1;
    b.chassis.max_gpu_length_mm = 300;
    b.cooler.max_tdp_w = 120;
    b.plan.bom.line[0].unverified = true;
    b.plan.cost.estimate_share = 0.4;
    b.plan.price_age_days = 220;
    speak(&b);
    says_as(&b, "psu-margin", SEV_ERROR);
    says_as(&b, "socket-circuit", SEV_ERROR);
    says_as(&b, "connector-count", SEV_ERROR);
    says_as(&b, "memory-channels-unfilled", SEV_WARNING);
    says_as(&b, "ram-vs-vram", SEV_ERROR); /* 32 GB, the job needs 48 */
    says_as(&b, "checkpoint-space", SEV_WARNING);
    says_as(&b, "case-slots", SEV_ERROR);
    says_as(&b, "card-length", SEV_ERROR);
    says_as(&b, "cpu-cooler", SEV_ERROR);
    assert_null(says(&b, "unverified-parts")); /* estimates are graver */
    says_as(&b, "estimate-share-high", SEV_WARNING);
    says_as(&b, "stale-price", SEV_WARNING);
    b.plan.bom.power.psu_w = UNKNOWN; /* a supply that nobody described is not a green gauge */
    speak(&b);
    says_as(&b, "psu-margin", SEV_UNKNOWN);
    b.plan.cost.total.typical = UNKNOWN;
    speak(&b);
    says_as(&b, "price-missing", SEV_WARNING);
    arena_free(&b.arena);
}

static void passive_card_in_a_tower(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-l40s", 1);
    own(&b);
    speak(&b);
    says_as(&b, "passive-in-desktop", SEV_ERROR);
    b.board.is_board = false;
    b.board.kind = "server";
    b.job.place = PLACE_SERVER_ROOM;
    speak(&b);
    assert_null(says(&b, "passive-in-desktop"));
    b.board.max_gpu_tdp_w = 300;
    speak(&b);
    says_as(&b, "card-over-chassis", SEV_ERROR);
    arena_free(&b.arena);
}

static void rented_plans_are_not_asked_for_parts(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-a100-sxm4-80", 8);
    rent(&b);
    b.offer.ram_gib = 1000;
    b.offer.vcpus = 96;
    speak(&b);
    short_list(&b, 3, 0);
    for (size_t i = 0; i < b.n; i++) {
        assert_true(b.f[i].group != GROUP_POWER && b.f[i].group != GROUP_COMFORT);
    }
    b.offer.ram_gib = UNKNOWN; /* but what the offer leaves open is said */
    speak(&b);
    says_as(&b, "ram-vs-vram", SEV_UNKNOWN);
    const struct finding *ram = says(&b, "ram-vs-vram");
    assert_int_equal(ram->remedy.id, MSG_RULES_SETTLE_OFFER);
    assert_int_equal(ram->remedy.n, 0); /* what is missing is named once, by the message */
    b.job.data_stays = true;
    speak(&b);
    says_as(&b, "data-must-stay", SEV_ERROR);
    arena_free(&b.arena);
}

static void several_rented_machines(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-a100-sxm4-80", 8);
    rent(&b);
    b.offer.ram_gib = 1000;
    b.offer.vcpus = 96;
    b.plan.nodes = b.plan.machines = 2;
    b.z.layout.dp = 16;
    b.z.network_need_gbps = 100;
    b.z.comm_share = 0.55;
    speak(&b);
    says_as(&b, "slow-multinode-network", SEV_WARNING);
    says_as(&b, "no-rdma", SEV_UNKNOWN);
    b.z.comm_share = 0.01; /* adapters only: the same network does */
    speak(&b);
    says_as(&b, "slow-multinode-network", SEV_WARNING); /* but below the need of the split */
    b.z.network_need_gbps = 2;
    speak(&b);
    says_as(&b, "slow-multinode-network", SEV_ADVICE);
    says_as(&b, "zones-differ", SEV_UNKNOWN);
    b.offer.rdma = TRI_NO;
    b.offer.zone = "zone-a";
    speak(&b);
    says_as(&b, "no-rdma", SEV_WARNING);
    assert_null(says(&b, "zones-differ"));
    b.job.training = false; /* two servers that share the load do not talk to each other */
    b.job.serving = true;
    b.job.task = TASK_SERVE;
    speak(&b);
    assert_null(says(&b, "slow-multinode-network"));
    assert_null(says(&b, "no-rdma"));
    arena_free(&b.arena);
}

static void kinds_of_price(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 1);
    rent(&b);
    b.offer.kind = KIND_SPOT;
    speak(&b);
    says_as(&b, "spot-without-checkpoints", SEV_WARNING);
    b.job.interruptible = true;
    speak(&b);
    assert_null(says(&b, "spot-without-checkpoints"));
    b.offer.kind = KIND_RESERVED_3Y;
    b.offer.min_months = 36;
    speak(&b);
    says_as(&b, "commitment-longer", SEV_WARNING);
    b.offer.kind = KIND_COMMUNITY;
    b.job.buyer = BUYER_ENTERPRISE;
    speak(&b);
    says_as(&b, "community-host", SEV_WARNING);
    b.plan.price_age_days = -1;
    b.offer.from.date = NULL;
    speak(&b);
    says_as(&b, "stale-price", SEV_UNKNOWN);
    arena_free(&b.arena);
}

static void price_against_its_kind(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 1);
    rent(&b);
    b.offer.price_hour = 0.1;
    struct offer market[6];
    for (int i = 0; i < 6; i++) {
        market[i] = b.offer;
        market[i].gpu_count = 2;
        market[i].price_hour = 0.8 + 0.02 * i; /* two cards: 0.40 to 0.45 each */
    }
    struct prices p = {.offer = market, .offer_n = 6};
    speak(&b);
    assert_null(says(&b, "price-outlier")); /* not compared yet */
    rules_gather_prices(&b.job, &b.small.facts, &p, &b.plan, &b.rf);
    b.n = rules_run(&b.rf, &b.arena, &b.f);
    says_as(&b, "price-outlier", SEV_WARNING);
    assert_float_equal(b.rf.f[F_MEDIAN_HOUR], 0.425, 1e-9);
    for (int i = 0; i < 4; i++) { /* a dear cloud with four regions is one voice of three */
        market[i].provider = "aws";
        market[i].price_hour = 24;
    }
    market[4].provider = "lambda";
    market[5].provider = "nebius";
    speak(&b);
    rules_gather_prices(&b.job, &b.small.facts, &p, &b.plan, &b.rf);
    assert_float_equal(b.rf.f[F_MEDIAN_HOUR], 0.45, 1e-9);
    p.offer_n = 4; /* too few to speak of a middle */
    speak(&b);
    rules_gather_prices(&b.job, &b.small.facts, &p, &b.plan, &b.rf);
    assert_float_equal(b.rf.f[F_HAS_MEDIAN], 0, 0);
    arena_free(&b.arena);
}

static void formats_and_stacks(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-a100-sxm4-80", 1);
    rent(&b);
    b.job.precision = num_format_find("fp8");
    speak(&b);
    says_as(&b, "no-fp8", SEV_WARNING);
    b.job.needs = NEED_FP8;
    speak(&b);
    says_as(&b, "no-fp8", SEV_ERROR);
    arena_free(&b.arena);
    bench_start(&b, "nvidia-rtx-4090", 1);
    rent(&b);
    b.job.precision = num_format_find("fp8");
    speak(&b);
    assert_null(says(&b, "no-fp8"));
    arena_free(&b.arena);
    bench_start(&b, "huawei-ascend-910b3", 8);
    rent(&b);
    b.job.country = "CN";
    speak(&b);
    says_as(&b, "domestic-software", SEV_WARNING);
    assert_null(says(&b, "export-note"));
    assert_null(says(&b, "not-cuda"));
    arena_free(&b.arena);
    bench_start(&b, "amd-mi300x-192", 8);
    rent(&b);
    b.job.country = "CN";
    speak(&b);
    says_as(&b, "not-cuda", SEV_WARNING);
    says_as(&b, "export-note", SEV_ADVICE);
    b.job.domestic_only = true;
    speak(&b);
    says_as(&b, "domestic-required", SEV_ERROR);
    arena_free(&b.arena);
}

/* The note of a card decides whether it is controlled, and from when: the newest day it names. */
static void export_notes(void **state)
{
    (void)state;
    static const struct {
        const char *note, *date;
        double controlled;
    } notes[] = {
        {"banned to China since 2022-10; licence needed", "2022-10", 1},
        {"banned 2022-10; case-by-case licence for China since 2026-01-15, blocked by customs as "
         "of 2026-06",
         "2026-06", 1},
        {"China-only variant; itself banned since 2023-10", "2023-10", 1},
        {"China-only variant; buyers told to pause orders 2025-09/10", "2025-09", 1},
        {"China-only variant; supply halted 2025-05, replaced by D V2", "2025-05", 1},
        {"over the 2023-10 threshold (derived: 728 dense INT8 TOPS)", "2023-10", 1},
        {"not on the list of controlled cards", "2026-02-07", 0},
        {"Chinese product; maker on the US Entity List since 2023-10", "2023-10", 0},
        {"China-only variant; allowed (2025-08)", "2025-08", 0},
        {"cloud service; not sold as hardware", "2026-02-07", 0},
        {NULL, "2026-02-07", -1},
    };
    struct bench b;
    bench_start(&b, "nvidia-l40s", 1);
    rent(&b);
    b.job.country = "CN-BJ";
    struct accel *a = NULL;
    for (size_t i = 0; i < b.small.facts.accel_n; i++) {
        if (&b.small.accel[i] == b.plan.accel) {
            a = &b.small.accel[i];
        }
    }
    assert_non_null(a);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++) {
        a->export_note = notes[i].note;
        speak(&b);
        assert_string_equal(b.rf.text[F_EXPORT_DATE], notes[i].date);
        if (notes[i].controlled < 0) {
            says_as(&b, "export-note", SEV_UNKNOWN);
        } else {
            assert_float_equal(b.rf.f[F_EXPORT_CONTROL], notes[i].controlled, 0);
            assert_true((says(&b, "export-note") != NULL) == (notes[i].controlled > 0));
        }
    }
    arena_free(&b.arena);
}

/* A consumer card is told by its memory and slot, not by its name. */
static void consumer_cards(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        double consumer;
    } cards[] = {{"nvidia-rtx-4090", 1}, {"nvidia-rtx-3090", 1}, {"nvidia-rtx-a6000", 0},
                 {"nvidia-l40s", 0},     {"nvidia-a100-sxm4-80", 0}, {"amd-mi300x-192", 0}};
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        struct bench b;
        bench_start(&b, cards[i].id, 1);
        own(&b);
        b.job.place = PLACE_SERVER_ROOM;
        b.job.buyer = BUYER_ENTERPRISE;
        speak(&b);
        assert_float_equal(b.rf.f[F_CONSUMER], cards[i].consumer, 0);
        assert_true((says(&b, "licence-datacentre") != NULL) == (cards[i].consumer > 0));
        arena_free(&b.arena);
    }
}

static void size_of_the_machine(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-a100-sxm4-80", 8);
    rent(&b);
    b.need.smallest = card(&b, "nvidia-rtx-4090");
    b.need.smallest_count = 1;
    speak(&b);
    says_as(&b, "oversized-machine", SEV_ADVICE);
    b.need.smallest_count = 16;
    speak(&b);
    assert_null(says(&b, "oversized-machine"));
    /* a fast card with too little memory beside a slower one that holds the job */
    arena_free(&b.arena);
    bench_start(&b, "nvidia-rtx-4090", 1);
    rent(&b);
    b.z.verdict = VERDICT_DOES_NOT_FIT;
    b.z.per_gpu_gib = (struct band){35, 38, 42};
    b.z.line_gib[MEM_WEIGHTS] = 30;
    b.need.smallest = card(&b, "nvidia-rtx-a6000");
    b.need.smallest_count = 1;
    speak(&b);
    says_as(&b, "does-not-fit", SEV_ERROR);
    says_as(&b, "vram-first", SEV_ADVICE);
    says_as(&b, "four-bit-fits", SEV_ADVICE); /* 38 - 30 x (1 - 4.5/16) = 16.4 */
    assert_float_equal(b.rf.f[F_NEED_4BIT], 38 - 30 * (1 - 4.5 / 16), 1e-9);
    arena_free(&b.arena);
}

static void a_machine_at_hand(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 2);
    struct shape s = shape_of(b.plan.accel, 2, 1);
    rules_gather_sizing(&b.job, &b.small.facts, &s, &b.z, &b.rf); /* only cards named: --gpu */
    b.n = rules_run(&b.rf, &b.arena, &b.f);
    says_as(&b, "no-nvlink", SEV_ADVICE);
    short_list(&b, 3, 0);
    for (size_t i = 0; i < b.n; i++) {
        assert_true(b.f[i].group != GROUP_POWER && b.f[i].group != GROUP_PRICE);
    }
    b.job.have.n = 1; /* the same cards at hand: nobody said what supplies them */
    b.job.have.group[0] = (struct card_group){b.plan.accel, 2};
    b.job.have.psu_w = b.job.have.ram_gb = UNKNOWN;
    rules_gather_sizing(&b.job, &b.small.facts, &s, &b.z, &b.rf);
    b.n = rules_run(&b.rf, &b.arena, &b.f);
    says_as(&b, "psu-margin", SEV_UNKNOWN);
    says_as(&b, "ram-vs-vram", SEV_UNKNOWN);
    assert_int_equal(says(&b, "psu-margin")->remedy.id, MSG_RULES_SETTLE_HAVE_MANY);
    short_list(&b, 5, 2);
    b.job.have.psu_w = 1000;
    s.host_ram_gb = 64;
    rules_gather_sizing(&b.job, &b.small.facts, &s, &b.z, &b.rf);
    b.n = rules_run(&b.rf, &b.arena, &b.f);
    says_as(&b, "psu-margin", SEV_ERROR); /* 900 W of cards alone */
    says_as(&b, "ram-vs-vram", SEV_WARNING);
    b.job.have.psu_w = 2000;
    rules_gather_sizing(&b.job, &b.small.facts, &s, &b.z, &b.rf);
    b.n = rules_run(&b.rf, &b.arena, &b.f);
    assert_null(says(&b, "psu-margin")); /* enough for every kind of supply */
    arena_free(&b.arena);
}

static void serving(void **state)
{
    (void)state;
    struct bench b;
    bench_start(&b, "nvidia-rtx-4090", 2);
    rent(&b);
    b.job.task = TASK_SERVE;
    b.job.training = false;
    b.job.serving = true;
    b.job.users = 50;
    b.job.input_len = 1000;
    b.job.buyer = BUYER_STARTUP;
    static const struct engine_row batching = {.id = "batching", .batches = true};
    b.job.engine = &batching;
    b.z.prefill_tps = 4000;
    b.z.ttft_ms = 310;
    b.z.max_users = 18;
    b.z.per_user = 39;
    b.z.bound = BOUND_MEMORY_BANDWIDTH;
    b.z.layout.dp = 2;
    b.z.hours_per_run = (struct band){UNKNOWN, UNKNOWN, UNKNOWN};
    speak(&b);
    says_as(&b, "users-not-carried", SEV_WARNING);
    says_as(&b, "bandwidth-bound", SEV_ADVICE);
    says_as(&b, "single-device", SEV_ADVICE);
    assert_null(says(&b, "burst-wait")); /* 50 x 1000 / 8000 a second are 6 s */
    assert_null(says(&b, "engine-no-batching"));
    says_as(&b, "no-nvlink", SEV_ADVICE); /* copies do not talk */
    b.z.layout = (struct layout){.tp = 2, .pp = 1, .dp = 1, .ep = 1, .cp = 1};
    b.z.split_loss = 0.22;
    speak(&b);
    says_as(&b, "no-nvlink", SEV_WARNING);
    says_as(&b, "burst-wait", SEV_WARNING); /* one way in: 12.5 s */
    short_list(&b, 8, 0);
    arena_free(&b.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_cards_without_a_link),
        cmocka_unit_test(one_card_at_a_desk_is_quiet),
        cmocka_unit_test(the_bill_is_judged),
        cmocka_unit_test(passive_card_in_a_tower),
        cmocka_unit_test(rented_plans_are_not_asked_for_parts),
        cmocka_unit_test(several_rented_machines),
        cmocka_unit_test(kinds_of_price),
        cmocka_unit_test(price_against_its_kind),
        cmocka_unit_test(formats_and_stacks),
        cmocka_unit_test(export_notes),
        cmocka_unit_test(consumer_cards),
        cmocka_unit_test(size_of_the_machine),
        cmocka_unit_test(a_machine_at_hand),
        cmocka_unit_test(serving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
