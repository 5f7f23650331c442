/* Each rule of the builder: a wish that keeps it and one that is refused with its name. */
#include "base/str.h"
#include "engine/build/parts.h"
#include "tests/unit/build/small_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct world {
    struct shop shop;
    struct arena arena;
    struct bom bom;
    struct msg why;
};

static int setup(void **state)
{
    static struct world w;
    shop_new(&w.shop);
    arena_init(&w.arena, 0);
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    arena_free(&w->arena);
    return 0;
}

static enum err run(struct world *w, const struct build_wish *wish)
{
    arena_reset(&w->arena);
    return build_machine(&w->shop.facts, wish, &w->arena, &w->bom, &w->why);
}

static void built(struct world *w, const struct build_wish *wish, const char *platform)
{
    enum err e = run(w, wish);
    if (e != OK)
        fail_msg("refused with %s", msg_text(LANG_EN, w->why.id));
    assert_true(w->bom.complete);
    if (platform != NULL)
        assert_string_equal(w->bom.platform->id, platform);
}

static void refused(struct world *w, const struct build_wish *wish, enum msg_id why)
{
    enum err e = run(w, wish);
    assert_int_equal(e, ERR_NOT_FOUND);
    if (w->why.id != why)
        fail_msg("refused with \"%s\", want \"%s\"", msg_text(LANG_EN, w->why.id),
                 msg_text(LANG_EN, why));
    struct str s; /* the sentence has all its figures in both languages */
    for (enum lang l = LANG_EN; l <= LANG_ZH; l++) {
        str_init(&s, 1024);
        msg_render(&s, l, &w->why);
        assert_true(s.len > 0 && strchr(s.p, '{') == NULL);
        str_free(&s);
    }
}

static void cards_that_nobody_buys(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "cloud-chip", 1);
    refused(w, &x, MSG_BUILD_CLOUD_ONLY);
    x = shop_wish(&w->shop, "rack-chip", 4);
    refused(w, &x, MSG_BUILD_RACK_MODULE);
    x = shop_wish(&w->shop, "module-10", 1);
    refused(w, &x, MSG_BUILD_BARE_MODULE);
    x = shop_wish(&w->shop, "small-box", 2);
    refused(w, &x, MSG_BUILD_ONE_A_MACHINE);
    x = shop_wish(&w->shop, "blower-300", 1);
    built(w, &x, NULL);
    shop_accel(&w->shop, "blower-300")->status = "announced";
    refused(w, &x, MSG_BUILD_NOT_SOLD);
    shop_accel(&w->shop, "blower-300")->status = "used-market";
    built(w, &x, NULL);
    x.new_only = true;
    refused(w, &x, MSG_BUILD_NOT_NEW);
    x.new_only = false;
    shop_accel(&w->shop, "blower-300")->tdp_w = UNKNOWN;
    refused(w, &x, MSG_BUILD_NO_WATTS);
}

static void a_computer_of_one_chip(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "small-box", 1);
    assert_int_equal(run(w, &x), OK);
    assert_int_equal(w->bom.n, 1);
    assert_true(w->bom.complete && w->bom.host_ram_gb == 128 && w->bom.power.dc_w == 240);
}

static void form_and_baseboard(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    built(w, &x, "hgx-8");
    x.per_node = 4;
    refused(w, &x, MSG_BUILD_BOARD_COUNT);
    x = shop_wish(&w->shop, "sxm4-400", 8);
    refused(w, &x, MSG_BUILD_FORM); /* an SXM5 baseboard takes no SXM4 module */
    x = shop_wish(&w->shop, "mezz-750", 8);
    refused(w, &x, MSG_BUILD_MADE_FOR);
    shop_platform(&w->shop, "oam-8")->made_for = "Other;Mezz 750";
    built(w, &x, "oam-8");
}

static void count_of_cards(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    built(w, &x, "srv-350");
    x.per_node = 9;
    refused(w, &x, MSG_BUILD_COUNT);
    shop_accel(&w->shop, "passive-350")->slot_width = 3;
    x.per_node = 4;
    refused(w, &x, MSG_BUILD_COUNT); /* servers have room for two slots a card */
}

static void watts_of_the_chassis(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-600", 8);
    built(w, &x, "srv-600"); /* srv-350 and tower-4 are cheaper and cool 350 W cards */
    shop_platform(&w->shop, "srv-600")->max_gpu_tdp_w = 450;
    refused(w, &x, MSG_BUILD_TDP);
}

static void passive_cards_want_a_duct(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 1);
    x.place = PLACE_DESK;
    x.amps = 16;
    built(w, &x, "tower-4");
    w->shop.facts.platform_n = 2; /* two desktop boards are left */
    refused(w, &x, MSG_BUILD_PASSIVE);
}

static void liquid_cards_want_liquid(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    shop_accel(&w->shop, "sxm5-700")->cooling = COOLING_LIQUID;
    refused(w, &x, MSG_BUILD_LIQUID);
    shop_platform(&w->shop, "hgx-8")->cooling = "liquid";
    built(w, &x, "hgx-8");
}

static void open_fans_stay_out_of_ducts(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-8pin", 1);
    built(w, &x, "desk-one");
    memmove(&w->shop.platform[0], shop_platform(&w->shop, "srv-350"), sizeof(struct platform));
    w->shop.facts.platform_n = 1;
    refused(w, &x, MSG_BUILD_OPEN_FAN_DUCT);
}

static void more_than_two_open_fans_hang_in_a_frame(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    built(w, &x, "desk-two");
    assert_false(w->bom.risers);
    x.per_node = 4;
    built(w, &x, NULL);
    assert_true(w->bom.risers);
    assert_string_equal(w->bom.chassis->id, "frame");
    x.no_open_frame = true;
    refused(w, &x, MSG_BUILD_CASE_COUNT);
    x.no_open_frame = false;
    shop_chassis(&w->shop, "frame")->practical_gpu_count = 3;
    refused(w, &x, MSG_BUILD_CASE_COUNT);
}

static void racks_go_into_rooms(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    built(w, &x, "srv-350");
    x.place = PLACE_DESK;
    refused(w, &x, MSG_BUILD_PLACE);
    x.place = PLACE_OFFICE;
    refused(w, &x, MSG_BUILD_PLACE);
    x.place = PLACE_COLO;
    built(w, &x, "srv-350");
    x.noise_db = 60;
    refused(w, &x, MSG_BUILD_NOISE);
}

static void lanes_of_desktop_cpus(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "blower-300", 2);
    built(w, &x, "desk-two");
    assert_true(w->bom.gpu_lanes == 8); /* x8 + x8 */
    assert_true(w->bom.pcie_lanes_used <= w->bom.pcie_lanes_cpu);
    x.per_node = 1;
    built(w, &x, "desk-one");
    assert_true(w->bom.gpu_lanes == 16);
    x.per_node = 4; /* four cards take 64 lanes and a board for them */
    built(w, &x, NULL);
    assert_true(w->bom.gpu_lanes == 16 && w->bom.pcie_lanes_used <= 128);
    assert_false(w->bom.pcie_switched);
    for (int i = 0; i < 7; i++)
        w->shop.cpu[i].pcie_lanes = 60;
    for (int i = 0; i < 9; i++) /* servers bring switches: only boards are left */
        if (!w->shop.platform[i].is_board)
            w->shop.platform[i].max_gpu_tdp_w = 100;
    refused(w, &x, MSG_BUILD_LANES);
}

static void slots_of_boards(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "blower-300", 4);
    x.place = PLACE_DESK;
    x.amps = 16;
    shop_platform(&w->shop, "ws-board")->pcie_x16_electrical = 3;
    shop_platform(&w->shop, "ring-board")->pcie_x16_electrical = 3;
    shop_platform(&w->shop, "tower-4")->gpu_max = 2;
    shop_platform(&w->shop, "tower-4")->pcie_dual_width_gpus = 2;
    w->shop.facts.platform_n = 9;
    memmove(&w->shop.platform[2], &w->shop.platform[4], sizeof(struct platform)); /* ring-board */
    memmove(&w->shop.platform[3], &w->shop.platform[8], sizeof(struct platform)); /* ws-board */
    w->shop.facts.platform_n = 4;
    refused(w, &x, MSG_BUILD_X16);
    w->shop.platform[3].pcie_x16_electrical = 6;
    built(w, &x, "ws-board");
}

static void cpu_socket_cores_and_family(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 2;
    built(w, &x, "desk-one");
    assert_string_equal(w->bom.cpu->id, "am5-8");
    x.host_cores = 16;
    built(w, &x, "desk-one");
    assert_string_equal(w->bom.cpu->id, "am5-16");
    x.host_cores = 32;
    refused(w, &x, MSG_BUILD_CORES);
    x.host_cores = 8;
    shop_cpu(&w->shop, "am5-8")->family = shop_cpu(&w->shop, "am5-16")->family = "ryzen5000";
    refused(w, &x, MSG_BUILD_CPU);
}

static void channels_are_filled(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 4);
    x.host_ram_gb = 512;
    built(w, &x, NULL);
    assert_int_equal(w->bom.mem_channels, 16);
    assert_int_equal(w->bom.mem_modules % 16, 0);
    assert_true(w->bom.host_ram_gb >= 512);
    assert_int_equal(w->bom.memory->registered, TRI_YES);
    x = shop_wish(&w->shop, "fan-450", 1);
    built(w, &x, "desk-one");
    assert_int_equal(w->bom.memory->registered, TRI_NO);
    assert_int_equal(w->bom.mem_modules, 2);
    assert_true(w->bom.host_ram_gb == 64);
}

static void memory_limits(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 2;
    x.host_ram_gb = 128;
    built(w, &x, "desk-one"); /* two kits of two: a second module a channel */
    assert_int_equal(w->bom.mem_modules, 4);
    assert_true(w->bom.host_ram_gbs < 2 * 5.6 * 8);
    x.host_ram_gb = 160;
    refused(w, &x, MSG_BUILD_MEMORY_SIZE);
    x.host_ram_gb = 128;
    shop_cpu(&w->shop, "am5-8")->max_mem_gb = shop_cpu(&w->shop, "am5-16")->max_mem_gb = 96;
    refused(w, &x, MSG_BUILD_CPU_MEMORY);
    shop_platform(&w->shop, "desk-one")->mem_type = "DDR3 UDIMM";
    shop_platform(&w->shop, "desk-two")->mem_type = "DDR3 UDIMM";
    refused(w, &x, MSG_BUILD_MEMORY_KIND);
}

static void modules_larger_than_the_board_takes(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 1;
    built(w, &x, "desk-one");
    shop_platform(&w->shop, "desk-one")->max_mem_gb = 64; /* 16 GB a slot */
    built(w, &x, "desk-one");
    assert_true(w->bom.memory->module_gb == 16 && w->bom.mem_modules == 4);
}

static void drives_by_size_and_rate(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 4);
    built(w, &x, NULL);
    int system = 0;
    for (int i = 0; i < w->bom.n; i++)
        if (w->bom.line[i].kind == PART_SSD && str_eq(w->bom.line[i].id, "m2-1t"))
            system = w->bom.line[i].qty;
    assert_int_equal(system, 2); /* mirrored */
    x.storage_gb = 20000;
    built(w, &x, NULL);
    assert_true(w->bom.storage_gb >= 20000);
    x.storage_gb = 1000;
    x.storage_read_gbs = 15; /* four drives of 7 GB/s at 70 % */
    built(w, &x, NULL);
    assert_true(w->bom.storage_read_gbs * 0.7 >= 15);
    x.storage_gb = 100000;
    refused(w, &x, MSG_BUILD_DRIVES);
}

static void supply_margins(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 2;
    built(w, &x, "desk-one"); /* 651.5 W: 850 W keep 1.25 */
    assert_string_equal(w->bom.psu->id, "atx3-850");
    assert_true(w->bom.power.psu_w >= 1.25 * w->bom.power.dc_w);
    x.per_node = 2; /* 1101.5 W x 1.25 = 1377 W */
    built(w, &x, "desk-two");
    assert_string_equal(w->bom.psu->id, "atx3-1600");
    shop_psu(&w->shop, "atx3-1600")->atx_version = 2.4; /* 1.5 x 1101.5 = 1652 W */
    built(w, &x, "desk-two");
    assert_true(w->bom.power.psu_w >= 1.25 * w->bom.power.dc_w);
    assert_true(w->bom.psu->atx_version >= 3);
    for (int i = 0; i < 5; i++)
        w->shop.psu[i].watts = 250;
    refused(w, &x, MSG_BUILD_SUPPLY);
}

static void plugs(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    w->shop.facts.platform_n = 2;
    built(w, &x, "desk-two");
    assert_int_equal(w->bom.gpu_conn_need_12v, 2);
    assert_true(w->bom.gpu_conn_have_12v >= 2);
    for (int i = 0; i < 5; i++)
        w->shop.psu[i].conn_12v2x6 = 0;
    refused(w, &x, MSG_BUILD_CONNECTORS); /* a 450 W card wants a lead of its own */
    x = shop_wish(&w->shop, "fan-8pin", 2);
    built(w, &x, "desk-two");
    for (int i = 0; i < 5; i++)
        w->shop.psu[i].conn_8pin = 3;
    shop_psu(&w->shop, "atx3-850")->watts = 800;
    w->shop.facts.chassis_n = 3;
    shop_chassis(&w->shop, "big-tower")->psu_fit = "ATX";
    refused(w, &x, MSG_BUILD_CONNECTORS);
}

static void watts_at_the_site(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    w->shop.facts.platform_n = 2;
    x.place = PLACE_DESK;
    x.volts = 230;
    x.amps = 16;
    built(w, &x, "desk-two");
    x.volts = 100;
    x.amps = 20;
    x.country = "JP";
    built(w, &x, "desk-two"); /* 1600 W units give 1280 W: two smaller ones take over */
    assert_true(w->bom.power.psu_w >= 1.25 * w->bom.power.dc_w);
    assert_true(w->bom.power.psu_count == 2 || w->bom.power.psu_rated_w > 1600);
    shop_chassis(&w->shop, "big-tower")->psu_fit = "ATX";
    refused(w, &x, MSG_BUILD_SUPPLY);
}

static void the_circuit(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    w->shop.facts.platform_n = 2;
    x.place = PLACE_DESK;
    x.country = "US";
    x.volts = 120;
    x.amps = 15;
    built(w, &x, "desk-two"); /* 1101.5 W at 0.92: 1197 W of 1440 W */
    assert_true(w->bom.power.wall_w <= w->bom.power.circuit_w);
    assert_true(w->bom.power.circuit_w == 1440);
    shop_accel(&w->shop, "fan-450")->tdp_w = 600;
    shop_psu(&w->shop, "atx3-1600")->watts = 2000;
    refused(w, &x, MSG_BUILD_CIRCUIT);
    x.amps = 20; /* 1920 W */
    built(w, &x, "desk-two");
}

static void supplies_of_servers(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    built(w, &x, "srv-350");
    assert_true(w->bom.power.psu_w == 6000 && w->bom.power.psu_redundant);
    assert_true(w->bom.power.psu_w >= 1.1 * w->bom.power.dc_w);
    shop_platform(&w->shop, "srv-350")->psu_w = 2000; /* 4,000 W after a failure: too little */
    built(w, &x, "srv-600");
    shop_platform(&w->shop, "srv-600")->psu_w = 1000;
    built(w, &x, "srv-350"); /* enough while all four run: taken when nothing better is there */
    shop_platform(&w->shop, "srv-350")->psu_w = 1000;
    refused(w, &x, MSG_BUILD_SUPPLY_SERVER);
}

static void feeds_of_a_room(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    built(w, &x, "hgx-8"); /* about 10 kW over four feeds of 7.36 kW */
    assert_int_equal(w->bom.power.circuits, 4);
    x.amps = 10;
    refused(w, &x, MSG_BUILD_CIRCUIT);
}

static void coolers(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "blower-300", 4);
    x.place = PLACE_DESK;
    x.amps = 16;
    w->shop.facts.platform_n = 9;
    memmove(&w->shop.platform[0], &w->shop.platform[8], sizeof(struct platform));
    w->shop.facts.platform_n = 1; /* ws-board */
    built(w, &x, "ws-board");
    assert_string_equal(w->bom.cooler->id, "aio-tr5"); /* the other one tells no watts */
    w->shop.cooler[2].max_tdp_w = 300;
    refused(w, &x, MSG_BUILD_COOLER);
    w->shop.cooler[2].max_tdp_w = 450;
    shop_chassis(&w->shop, "big-tower")->max_radiator_mm = 280;
    refused(w, &x, MSG_BUILD_RADIATOR);
}

static void cases(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 2;
    x.place = PLACE_DESK;
    x.amps = 16;
    built(w, &x, "desk-one");
    assert_string_equal(w->bom.chassis->id, "mid-tower");
    shop_accel(&w->shop, "fan-450")->length_mm = 350; /* 350 + 15 > 360 */
    built(w, &x, "desk-one");
    assert_string_equal(w->bom.chassis->id, "big-tower");
    shop_accel(&w->shop, "fan-450")->length_mm = 480;
    refused(w, &x, MSG_BUILD_CASE_LENGTH);
    shop_accel(&w->shop, "fan-450")->length_mm = 304;
    x.per_node = 2;
    built(w, &x, "desk-two");
    shop_chassis(&w->shop, "mid-tower")->expansion_slots = 5; /* two cards of three slots: six */
    built(w, &x, "desk-two");
    assert_string_equal(w->bom.chassis->id, "big-tower");
    shop_chassis(&w->shop, "big-tower")->expansion_slots = 5;
    refused(w, &x, MSG_BUILD_CASE_SLOTS);
    x.per_node = 1;
    for (int i = 0; i < 4; i++)
        w->shop.chassis[i].motherboard = NULL;
    w->shop.facts.chassis_n = 1;
    refused(w, &x, MSG_BUILD_CASE_FORM);
}

static void rack_cases_for_boards(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    x.place = PLACE_COLO;
    w->shop.facts.platform_n = 2;
    built(w, &x, "desk-one");
    assert_string_equal(w->bom.chassis->id, "rack-5u");
    shop_chassis(&w->shop, "rack-5u")->rack_u = 4; /* plugs on the long edge */
    refused(w, &x, MSG_BUILD_CASE_RACK);
}

static void network_between_machines(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    x.nodes = 2;
    x.network_gbps = 3200;
    built(w, &x, "hgx-8");
    assert_true(w->bom.nic_gbps >= 3200);
    int nics = 0, cables = 0, switches = 0;
    for (int i = 0; i < w->bom.n; i++) {
        const struct bom_line *l = &w->bom.line[i];
        nics += l->kind == PART_NIC ? l->qty : 0;
        cables += l->kind == PART_CABLE ? l->qty : 0;
        switches += l->kind == PART_SWITCH && str_eq(l->id, "ib-400") ? l->qty : 0;
    }
    assert_int_equal(nics, 16);
    assert_int_equal(cables, 8); /* two machines: direct */
    assert_int_equal(switches, 0);
    x.nodes = 4;
    built(w, &x, "hgx-8");
    for (int i = switches = 0; i < w->bom.n; i++)
        switches += str_eq(w->bom.line[i].id, "ib-400") ? w->bom.line[i].qty : 0;
    assert_int_equal(switches, 1); /* 32 links */
    w->shop.facts.net_switch_n = 2;
    w->shop.nic[2].rdma_ethernet = "no";
    refused(w, &x, MSG_BUILD_SWITCH);
    x.nodes = 2;
    shop_platform(&w->shop, "hgx-8")->nic_slots = "2 x16";
    refused(w, &x, MSG_BUILD_NIC);
}

static void training_over_the_network_wants_rdma(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    x.nodes = 2;
    x.network_gbps = 100;
    w->shop.nic[1].rdma_ethernet = "no";
    built(w, &x, "hgx-8");
    bool has_400 = false;
    for (int i = 0; i < w->bom.n; i++)
        has_400 = has_400 || str_eq(w->bom.line[i].id, "nic-400");
    assert_true(has_400); /* the cheap 100G card has no RDMA */
    x.training = false;
    built(w, &x, "hgx-8");
    for (int i = 0; i < w->bom.n; i++)
        assert_false(str_eq(w->bom.line[i].id, "nic-400"));
}

static void ups_by_voltage_and_watts(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 2;
    x.ups = true;
    built(w, &x, "desk-one");
    bool there = false;
    for (int i = 0; i < w->bom.n; i++)
        there = there || str_eq(w->bom.line[i].id, "ups-230");
    assert_true(there);
    w->shop.facts.ups_n = 0;
    refused(w, &x, MSG_BUILD_UPS);
}

static void nothing_in_the_shop(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    w->shop.facts.platform_n = 0;
    refused(w, &x, MSG_BUILD_EMPTY);
}

#define RULE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(cards_that_nobody_buys),
        RULE(a_computer_of_one_chip),
        RULE(form_and_baseboard),
        RULE(count_of_cards),
        RULE(watts_of_the_chassis),
        RULE(passive_cards_want_a_duct),
        RULE(liquid_cards_want_liquid),
        RULE(open_fans_stay_out_of_ducts),
        RULE(more_than_two_open_fans_hang_in_a_frame),
        RULE(racks_go_into_rooms),
        RULE(lanes_of_desktop_cpus),
        RULE(slots_of_boards),
        RULE(cpu_socket_cores_and_family),
        RULE(channels_are_filled),
        RULE(memory_limits),
        RULE(modules_larger_than_the_board_takes),
        RULE(drives_by_size_and_rate),
        RULE(supply_margins),
        RULE(plugs),
        RULE(watts_at_the_site),
        RULE(the_circuit),
        RULE(supplies_of_servers),
        RULE(feeds_of_a_room),
        RULE(coolers),
        RULE(cases),
        RULE(rack_cases_for_boards),
        RULE(network_between_machines),
        RULE(training_over_the_network_wants_rdma),
        RULE(ups_by_voltage_and_watts),
        RULE(nothing_in_the_shop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
