// links: catalog
/*
 * Every accelerator of the shipped catalog, 1, 2, 4 and 8 of it, in a server room with 230 V 32 A:
 * a complete bill that keeps the error rules, or a named reason. The rules are checked a second
 * time here, from the bill alone and with other code than the builder's.
 */
#include "base/str.h"
#include "engine/build/parts.h"
#include "tests/support/shipped.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct build_wish wish_for(const struct accel *a, int n)
{
    double vram = known(a->memory_gb) ? a->memory_gb * n : 64;
    return (struct build_wish){.accel = a,
                               .per_node = n,
                               .nodes = 1,
                               .host_ram_gb = vram > 64 ? vram : 64,
                               .host_cores = 4 * n > 8 ? 4 * n : 8,
                               .storage_gb = 2000,
                               .training = true,
                               .place = PLACE_SERVER_ROOM,
                               .volts = 230,
                               .amps = 32,
                               .noise_db = UNKNOWN,
                               .currency = "USD"};
}

static const struct bom_line *find(const struct bom *b, enum part_kind kind)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].kind == kind)
            return &b->line[i];
    return NULL;
}

static double total(const struct bom *b)
{
    double sum = 0;
    for (int i = 0; i < b->n; i++)
        sum += b->line[i].unit_price * b->line[i].qty;
    return sum;
}

/* --- the second opinion ----------------------------------------------------------------------- */

#define MUST(COND, WHAT)                                                                           \
    do {                                                                                           \
        if (!(COND))                                                                               \
            fail_msg("%s x%d on %s: %s", w->accel->id, w->per_node,                                \
                     b->platform ? b->platform->id : "-", WHAT);                                   \
    } while (0)

static bool at_least(double have, double need)
{
    return !known(have) || have >= need;
}

static void check_lines(const struct build_wish *w, const struct bom *b)
{
    MUST(b->complete, "not complete");
    MUST(find(b, PART_GPU) && find(b, PART_GPU)->qty == w->per_node, "number of cards");
    for (int i = 0; i < b->n; i++) {
        const struct bom_line *l = &b->line[i];
        MUST(l->id != NULL && l->name != NULL && l->qty > 0, "a line without id, name or number");
        MUST(str_eq(l->currency, "USD") || l->included, "a line in another currency");
        MUST(!known(l->unit_price) || l->included || l->unit_price > 0, "a price of nothing");
        MUST(!(l->low > l->high), "a band upside down");
        MUST(!known(l->unit_price) || l->included || l->from.source != NULL, "no source");
    }
    if (b->platform == NULL)
        return;
    static const enum part_kind own[] = {PART_CPU, PART_MEMORY, PART_SSD};
    for (size_t i = 0; i < 3 && !b->platform->is_complete; i++)
        MUST(find(b, own[i]) != NULL, "CPU, memory or drive missing");
    if (b->platform->is_board)
        MUST(find(b, PART_CASE) && find(b, PART_PSU) && find(b, PART_COOLER), "case, PSU, cooler");
}

static void check_cards(const struct build_wish *w, const struct bom *b)
{
    const struct platform *p = b->platform;
    const struct accel *a = w->accel;
    int n = w->per_node;
    MUST(at_least(p->max_gpu_tdp_w, a->tdp_w), "cards hotter than the chassis allows");
    if (a->form == FORM_PCIE && !p->is_complete) {
        double hold = p->gpu_max;
        if (a->slot_width > 1 && known(p->pcie_dual_width_gpus) && !b->risers)
            hold = p->pcie_dual_width_gpus;
        if (p->is_board && known(p->pcie_x16_electrical) && p->pcie_x16_electrical > hold)
            hold = p->pcie_x16_electrical;
        MUST(n <= hold, "more cards than slots");
        MUST(strstr(p->gpu_form, "pcie") != NULL, "a card in a baseboard");
    } else if (a->form == FORM_SXM && !p->is_complete) {
        bool same = strstr(p->gpu_form, "sxm5") && str_eq(a->form_text, "SXM5");
        same = same || (strstr(p->gpu_form, "sxm4") && str_eq(a->form_text, "SXM4"));
        same = same || (strstr(p->gpu_form, "sxm6") && str_eq(a->form_text, "SXM6"));
        same = same || (strstr(p->gpu_form, "b300") && strstr(a->name, "B300"));
        MUST(same, "a module in another generation's baseboard");
        MUST(n == p->gpu_max || strstr(p->gpu_form, "hgx 4") != NULL, "a baseboard partly filled");
    }
    if (a->cooling == COOLING_PASSIVE)
        MUST(!p->is_board, "a passive card in a desktop case");
    if (a->cooling == COOLING_LIQUID)
        MUST(p->is_complete || strstr(p->cooling, "liquid"), "a liquid-cooled card in air");
    if (a->cooling == COOLING_OPEN_FAN) {
        MUST(p->is_board || p->is_complete, "open fans in a duct");
        MUST(n <= 2 || b->risers || p->is_complete, "more than two open-fan cards in a tower");
    }
}

static void check_inside(const struct build_wish *w, const struct bom *b)
{
    const struct platform *p = b->platform;
    if (p->is_complete)
        return;
    MUST(strstr(p->socket_type, b->cpu->socket) != NULL ||
             (strstr(p->socket_type, "BGA") && strstr(b->cpu->socket, "BGA")),
         "another socket");
    MUST(at_least(b->cpu->max_sockets, p->sockets), "a CPU for fewer sockets");
    MUST(find(b, PART_CPU)->qty == (int)p->sockets, "a socket left empty");
    MUST(b->host_cores >= w->host_cores, "too few cores");
    MUST(b->mem_modules % b->mem_channels == 0, "a channel left empty");
    MUST(at_least(p->mem_slots, b->mem_modules), "more modules than slots");
    MUST(b->host_ram_gb >= w->host_ram_gb, "too little memory");
    MUST(at_least(p->max_mem_gb, b->host_ram_gb), "more memory than the board takes");
    MUST(at_least(b->cpu->max_mem_gb * p->sockets, b->host_ram_gb), "more than the CPUs take");
    MUST(strstr(p->mem_type, b->memory->generation) != NULL, "DDR4 against DDR5");
    bool udimm = strstr(b->memory->module_type, "UDIMM") != NULL;
    MUST(udimm == (b->memory->registered != TRI_YES), "registered UDIMM");
    MUST(udimm ? strstr(p->mem_type, "UDIMM") != NULL
               : strstr(p->mem_type, "RDIMM") || strstr(p->mem_type, "LRDIMM") ||
                     strstr(p->mem_type, "MRDIMM"),
         "UDIMM against RDIMM");
    MUST(b->storage_gb >= w->storage_gb, "too little room for data");
    if (p->is_board) {
        MUST(b->pcie_lanes_used <= b->pcie_lanes_cpu, "more lanes than the CPUs have");
        MUST(w->per_node <= 2 || b->pcie_lanes_cpu >= 64, "three cards on a desktop CPU");
        MUST(at_least(b->gpu_lanes, w->per_node == 1 && !(w->accel->pcie_lanes < 16) ? 16 : 8) ||
                 w->accel->pcie_lanes < 8,
             "a narrow link");
    }
}

static void check_power(const struct build_wish *w, const struct bom *b)
{
    const struct power *x = &b->power;
    double lines = 0;
    for (int i = 0; i < b->n; i++)
        if (known(b->line[i].watts) && b->line[i].kind < PART_SWITCH)
            lines += b->line[i].watts;
    MUST(!known(x->dc_w) || b->platform == NULL || fabs(lines - x->dc_w) < 1, "watts of the lines");
    MUST(!known(x->wall_w) || x->wall_w <= x->circuit_w, "more than the circuit");
    MUST(!known(x->wall_w) || x->wall_w >= x->dc_w, "a supply without loss");
    if (b->platform == NULL)
        return;
    MUST(x->dc_w > w->accel->tdp_w * w->per_node, "a load below that of the cards");
    if (b->platform->is_board) {
        double k = b->psu->atx_version >= 3 ? 1.25 : 1.5;
        MUST(x->psu_count * b->psu->watts >= k * x->dc_w, "supply without margin");
        MUST(!(b->psu->min_input_v_full_power > 230), "supply for another voltage");
        if (w->accel->tdp_w >= 450 && w->accel->conn_12v2x6 > 0)
            MUST(x->psu_count * b->psu->conn_12v2x6 >= w->per_node, "12V-2x6 leads");
        MUST(b->chassis->max_gpu_length_mm >= w->accel->length_mm + 15 ||
                 !known(w->accel->length_mm),
             "a card longer than the case");
        MUST(b->chassis->practical_gpu_count >= w->per_node, "too many cards for the case");
        MUST(b->cooler->max_tdp_w >= b->cpu->tdp_w, "a cooler too small");
        MUST(strstr(b->cooler->sockets, b->platform->socket_type) != NULL, "cooler's socket");
    } else if (known(b->platform->psu_w) && known(b->platform->psu_count)) {
        MUST(b->platform->psu_w * b->platform->psu_count >= 1.1 * x->dc_w, "supplies too small");
    }
}

static void check(const struct build_wish *w, const struct bom *b)
{
    check_lines(w, b);
    if (b->platform != NULL) {
        check_cards(w, b);
        check_inside(w, b);
    }
    check_power(w, b);
}

/* --- all cards -------------------------------------------------------------------------------- */

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void every_card(void **state)
{
    (void)state;
    static const int counts[] = {1, 2, 4, 8};
    struct arena a;
    arena_init(&a, 0);
    int built = 0, refused = 0, unpriced = 0, by_reason[MSG_COUNT] = {0};
    const char *example[MSG_COUNT] = {NULL};
    struct arena shared;
    arena_init(&shared, 0);
    double t0 = now_us();
    const struct build_tables *t = build_tables_make(&shipped.facts, "USD", &shared);
    double tables_us = now_us() - t0, spent = 0, worst = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++)
        for (size_t k = 0; k < 4; k++) {
            struct build_wish w = wish_for(&shipped.facts.accel[i], counts[k]);
            struct bom b;
            struct msg why;
            w.tables = t;
            arena_reset(&a);
            t0 = now_us();
            enum err e = build_machine(&shipped.facts, &w, &a, &b, &why);
            double us = now_us() - t0;
            spent += us;
            worst = us > worst ? us : worst;
            if (e == OK) {
                built++;
                unpriced += !known(total(&b));
                check(&w, &b);
                continue;
            }
            assert_int_equal(e, ERR_NOT_FOUND);
            assert_int_not_equal(why.id, MSG_NONE);
            refused++;
            by_reason[why.id]++;
            example[why.id] = shipped.facts.accel[i].id;
        }
    printf("%zu accelerators x {1,2,4,8}: %d bills (%d with an unknown price), %d refusals\n",
           shipped.facts.accel_n, built, unpriced, refused);
    for (int id = 0; id < MSG_COUNT; id++)
        if (by_reason[id] > 0)
            printf("  %3d  %s   e.g. %s\n", by_reason[id], msg_text(LANG_EN, (enum msg_id)id),
                   example[id]);
    printf("tables %.0f us; %.1f us a machine in the mean, %.0f us at worst\n", tables_us,
           spent / (built + refused), worst);
    assert_true(built > 300);
    arena_free(&shared);
    arena_free(&a);
}

/* --- machines that people build --------------------------------------------------------------- */

static struct bom one(struct arena *a, const char *id, int n, enum place place, const char *country)
{
    const struct accel *card = facts_accel(&shipped.facts, id);
    assert_non_null(card);
    struct build_wish w = wish_for(card, n);
    struct bom b;
    struct msg why;
    w.place = place;
    w.country = country;
    struct circuit c = circuit_of(country, place, UNKNOWN, UNKNOWN);
    w.volts = c.volts;
    w.amps = c.amps;
    if (build_machine(&shipped.facts, &w, a, &b, &why) != OK) {
        struct str s;
        str_init(&s, 512);
        msg_render(&s, LANG_EN, &why);
        fail_msg("%s x%d: %s", id, n, s.p);
    }
    printf("%s x%d: %.0f USD, %.0f W of %.0f W, %.0f GB, %.0f cores\n", id, n, total(&b),
           b.power.dc_w, b.power.psu_w, b.host_ram_gb, b.host_cores);
    for (int i = 0; i < b.n; i++)
        printf("    %2dx %-52.52s %9.0f%s\n", b.line[i].qty, b.line[i].name, b.line[i].unit_price,
               b.line[i].included   ? " included"
               : b.line[i].estimate ? " estimate"
                                    : "");
    return b;
}

static void desktops(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct bom b = one(&a, "nvidia-rtx-4090", 1, PLACE_DESK, "US");
    assert_true(b.platform->is_board && b.platform->sockets == 1 && !b.risers);
    assert_true(b.power.psu_w >= 850 && b.power.psu_w <= 1200);
    b = one(&a, "nvidia-rtx-4090", 2, PLACE_DESK, "US");
    assert_true(b.power.wall_w <= 1440 && b.gpu_lanes >= 8);
    b = one(&a, "nvidia-rtx-5090", 2, PLACE_DESK, "DE");
    assert_true(b.power.psu_w >= 1500 && b.power.psu_w <= 3000); /* 1650 W in a published build */
    arena_free(&a);
}

static void servers(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    struct bom b = one(&a, "nvidia-l40s", 4, PLACE_SERVER_ROOM, "US");
    assert_true(!b.platform->is_board && b.platform->gpu_max >= 4);
    b = one(&a, "nvidia-rtx-pro-6000-bw-server", 4, PLACE_SERVER_ROOM, "DE");
    assert_true(b.platform->max_gpu_tdp_w >= 600 || !known(b.platform->max_gpu_tdp_w));
    b = one(&a, "nvidia-h100-sxm5-80", 8, PLACE_SERVER_ROOM, "US");
    assert_true(b.power.dc_w > 8500 && b.power.dc_w < 11000); /* DGX H100: 10.2 kW */
    assert_true(b.platform->rack_u >= 4);
    b = one(&a, "nvidia-a100-sxm4-80", 8, PLACE_SERVER_ROOM, "US");
    assert_true(b.power.dc_w > 5200 && b.power.dc_w < 7000); /* DGX A100: 6.5 kW */
    b = one(&a, "nvidia-rtx-3090", 4, PLACE_SERVER_ROOM, "DE");
    assert_true(b.risers && b.pcie_lanes_cpu >= 64);
    arena_free(&a);
}

static enum msg_id refusal(const char *id, int n, enum place place, const char *country)
{
    struct arena a;
    arena_init(&a, 0);
    struct build_wish w = wish_for(facts_accel(&shipped.facts, id), n);
    struct circuit c = circuit_of(country, place, UNKNOWN, UNKNOWN);
    w.place = place;
    w.volts = c.volts;
    w.amps = c.amps;
    w.country = country;
    struct bom b;
    struct msg why = {.id = MSG_NONE};
    enum err e = build_machine(&shipped.facts, &w, &a, &b, &why);
    assert_int_equal(e, ERR_NOT_FOUND);
    arena_free(&a);
    return why.id;
}

static void refusals_name_what_is_wrong(void **state)
{
    (void)state;
    assert_int_equal(refusal("nvidia-h100-sxm5-80", 8, PLACE_DESK, "US"), MSG_BUILD_PLACE);
    assert_int_equal(refusal("nvidia-l40s", 8, PLACE_OFFICE, "DE"), MSG_BUILD_PLACE);
    assert_int_equal(refusal("nvidia-h100-sxm5-80", 2, PLACE_SERVER_ROOM, "US"),
                     MSG_BUILD_BOARD_COUNT);
    assert_int_equal(refusal("google-tpu-v5e", 1, PLACE_SERVER_ROOM, "US"), MSG_BUILD_CLOUD_ONLY);
    assert_int_equal(refusal("nvidia-gb200-186", 4, PLACE_SERVER_ROOM, "US"),
                     MSG_BUILD_RACK_MODULE);
    assert_int_equal(refusal("nvidia-rtx-4090", 4, PLACE_DESK, "US"), MSG_BUILD_CIRCUIT);
}

/* Several machines: switches by size, cabinets, spares from 33 cards on. */
static void clusters(void **state)
{
    (void)state;
    static const struct {
        const char *id;
        int n, nodes;
        double gbps;
    } asked[] = {{"nvidia-h100-sxm5-80", 8, 2, 3200},  {"nvidia-h100-sxm5-80", 8, 4, 3200},
                 {"nvidia-h100-sxm5-80", 8, 16, 3200}, {"nvidia-h100-sxm5-80", 8, 64, 3200},
                 {"nvidia-rtx-4090", 1, 2, 10},        {"nvidia-l40s", 4, 4, 100},
                 {"nvidia-gb10-dgx-spark", 1, 2, 200}, {"nvidia-rtx-4090", 4, 2, 100}};
    struct arena a;
    arena_init(&a, 0);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct build_wish w = wish_for(facts_accel(&shipped.facts, asked[i].id), asked[i].n);
        w.nodes = asked[i].nodes;
        w.network_gbps = asked[i].gbps;
        struct bom b;
        struct msg why;
        if (build_machine(&shipped.facts, &w, &a, &b, &why) != OK)
            fail_msg("%s x%d x%d: %s", asked[i].id, asked[i].n, asked[i].nodes,
                     msg_text(LANG_EN, why.id));
        assert_int_equal(b.machines, asked[i].nodes);
        assert_int_equal(find(&b, PART_GPU)->qty, asked[i].n * asked[i].nodes);
        assert_true(!known(b.nic_gbps) || b.nic_gbps >= asked[i].gbps);
        assert_true((find(&b, PART_SPARE) != NULL) == (asked[i].n * asked[i].nodes > 32));
        assert_true(find(&b, PART_CABLE) != NULL);
        if (b.platform == NULL) /* one chip: joined by its own ports, at the rate asked */
            assert_true(strstr(find(&b, PART_CABLE)->id, "200g") != NULL);
        printf("%s x%d x%d nodes: %.0f USD, %d lines\n", asked[i].id, asked[i].n, asked[i].nodes,
               total(&b), b.n);
        for (int k = 0; k < b.n; k++)
            if (b.line[k].kind >= PART_NIC)
                printf("    %3dx %-10s %-48.48s %9.0f\n", b.line[k].qty,
                       part_kind_word(b.line[k].kind), b.line[k].name, b.line[k].unit_price);
    }
    arena_free(&a);
}

static void the_same_every_time(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    for (size_t i = 0; i < shipped.facts.accel_n; i += 7) {
        struct build_wish w = wish_for(&shipped.facts.accel[i], 4);
        struct bom x, y;
        struct msg why;
        enum err e1 = build_machine(&shipped.facts, &w, &a, &x, &why);
        enum err e2 = build_machine(&shipped.facts, &w, &a, &y, &why);
        assert_int_equal(e1, e2);
        assert_int_equal(x.n, y.n);
        for (int k = 0; k < x.n; k++) {
            assert_string_equal(x.line[k].id, y.line[k].id);
            assert_int_equal(x.line[k].qty, y.line[k].qty);
        }
    }
    arena_free(&a);
}

/* What is read from the cells once says of every card what the cells themselves say. */
static void cells_read_once(void **state)
{
    (void)state;
    struct arena a;
    arena_init(&a, 0);
    const struct build_tables *t = build_tables_make(&shipped.facts, "USD", &a);
    int taken = 0;
    for (int i = 0; i < t->platform_n; i++)
        for (size_t k = 0; k < shipped.facts.accel_n; k++) {
            const struct accel *card = &shipped.facts.accel[k];
            int exact;
            enum why why = platform_form(t->platform[i].p, card, 4, &exact);
            assert_int_equal(platform_takes(&t->platform[i], card, 4), why);
            taken += why == WHY_NONE;
        }
    assert_true(taken > 1000);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card),      cmocka_unit_test(desktops),
        cmocka_unit_test(servers),         cmocka_unit_test(refusals_name_what_is_wrong),
        cmocka_unit_test(clusters),        cmocka_unit_test(the_same_every_time),
        cmocka_unit_test(cells_read_once),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
