/* Whole machines out of the small shop: totals, cheapest of all, edits, pickers, wishes. */
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

static void build(struct world *w, const struct build_wish *wish)
{
    arena_reset(&w->arena);
    if (build_machine(&w->shop.facts, wish, &w->arena, &w->bom, &w->why) != OK)
        fail_msg("refused with %s", msg_text(LANG_EN, w->why.id));
}

static double total(const struct bom *b)
{
    double sum = 0;
    for (int i = 0; i < b->n; i++)
        sum += b->line[i].unit_price * b->line[i].qty;
    return sum;
}

static const struct bom_line *find(const struct bom *b, enum part_kind kind)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].kind == kind)
            return &b->line[i];
    return NULL;
}

static void one_card_on_a_desk(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    x.place = PLACE_DESK;
    x.amps = 16;
    build(w, &x);
    assert_int_equal(w->bom.n, 8);
    /* card, board, CPU, cooler, 2 x 32 GB, 1 TB, 850 W, mid tower */
    assert_true(total(&w->bom) == 2000 + 160 + 300 + 40 + 550 + 150 + 120 + 100);
    assert_true(w->bom.power.dc_w == 450 + 1.1 * 65 + 2 * 5 + 10 + 50 + 60);
    double parts = 0;
    for (int i = 0; i < w->bom.n; i++)
        parts += w->bom.line[i].watts;
    assert_true(fabs(parts - w->bom.power.dc_w) < 1e-9); /* the lines carry the whole load */
    assert_false(w->bom.power.psu_redundant);
    assert_true(w->bom.noise_db != w->bom.noise_db && w->bom.volume_l == 60);
}

static void a_server_names_what_it_brings(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    build(w, &x);
    const struct bom_line *psu = find(&w->bom, PART_PSU);
    assert_non_null(psu);
    assert_true(psu->included && psu->unit_price == 0 && psu->qty == 4);
    assert_string_equal(psu->name, "3000 W (2+2)");
    assert_null(find(&w->bom, PART_CASE));
    assert_int_equal(find(&w->bom, PART_CPU)->qty, 2);
}

static void systems_sold_whole_come_last(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    struct platform *p = shop_platform(&w->shop, "srv-600");
    p->is_complete = true;
    p->includes_accel = "passive-350";
    p->includes_count = 8;
    p->price.amount = p->price.low = p->price.high = 100; /* its memory is not told */
    build(w, &x);
    assert_string_equal(w->bom.platform->id, "srv-350");
    shop_platform(&w->shop, "srv-350")->gpu_max = 2;
    shop_platform(&w->shop, "srv-350")->pcie_dual_width_gpus = 2;
    build(w, &x);
    assert_string_equal(w->bom.platform->id, "srv-600");
    assert_true(find(&w->bom, PART_GPU)->included);
    assert_true(total(&w->bom) == 100);
    assert_false(known(w->bom.host_ram_gb));
}

static void same_wish_same_bill(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "blower-300", 4);
    build(w, &x);
    struct bom first = w->bom;
    build(w, &x);
    assert_int_equal(first.n, w->bom.n);
    for (int i = 0; i < first.n; i++) {
        assert_string_equal(first.line[i].id, w->bom.line[i].id);
        assert_int_equal(first.line[i].qty, w->bom.line[i].qty);
    }
    x.tables = build_tables_make(&w->shop.facts, "USD", &w->arena);
    struct bom shared;
    assert_int_equal(build_machine(&w->shop.facts, &x, &w->arena, &shared, &w->why), OK);
    assert_true(total(&shared) == total(&w->bom));
}

static void other_currency(void **state)
{
    struct world *w = *state;
    struct fx_rate fx = {.base = "USD", .quote = "CNY", .rate = 7.2};
    w->shop.facts.fx = &fx;
    w->shop.facts.fx_n = 1;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    build(w, &x);
    double usd = total(&w->bom);
    x.currency = "CNY";
    build(w, &x);
    assert_string_equal(w->bom.line[0].currency, "CNY");
    assert_true(fabs(total(&w->bom) - 7.2 * usd) < 1e-6);
    w->shop.facts.fx_n = 0;
}

static void a_part_without_price_is_the_last_choice(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    struct price *p = &shop_platform(&w->shop, "desk-one")->price;
    p->amount = p->low = p->high = UNKNOWN;
    build(w, &x);
    assert_string_equal(w->bom.platform->id, "desk-two");
    w->shop.facts.platform_n = 1;
    build(w, &x);
    assert_string_equal(w->bom.platform->id, "desk-one");
    assert_false(known(find(&w->bom, PART_PLATFORM)->unit_price));
    assert_true(w->bom.complete);
}

static void many_servers_get_racks_switches_spares(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "sxm5-700", 8);
    x.nodes = 8;
    x.network_gbps = 3200;
    build(w, &x);
    assert_int_equal(find(&w->bom, PART_GPU)->qty, 64);
    assert_int_equal(find(&w->bom, PART_PLATFORM)->qty, 8);
    const struct bom_line *rack = find(&w->bom, PART_RACK);
    assert_string_equal(rack->id, "rack-42u");
    assert_int_equal(rack->qty, 8); /* 11 kW a box, 18 kW a cabinet: one each */
    assert_false(known(rack->unit_price));
    assert_non_null(find(&w->bom, PART_SPARE));
    const struct bom_line *sw = find(&w->bom, PART_SWITCH);
    assert_string_equal(sw->id, "ib-400");
    assert_int_equal(sw->qty, 1); /* 64 links, 64 ports */
    x.nodes = 4;
    build(w, &x);
    assert_null(find(&w->bom, PART_SPARE)); /* 32 cards: none yet */
}

/* --- edits ------------------------------------------------------------------------------------ */

static struct edit edit(enum edit_op op, enum part_kind kind, const char *id, const char *to,
                        int qty)
{
    struct edit e = {.op = op, .kind = kind, .qty = qty};
    str_copy(e.id, sizeof e.id, id);
    str_copy(e.to, sizeof e.to, to);
    return e;
}

static void locked_parts_stay_and_the_rest_follows(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    struct edits ed = {.n = 1};
    ed.e[0] = edit(EDIT_LOCK, PART_CPU, "trp-16", "", 0);
    x.edits = &ed;
    build(w, &x); /* a board for that CPU, memory for that board, its cooler */
    assert_string_equal(w->bom.cpu->id, "trp-16");
    assert_string_equal(w->bom.platform->id, "ws-board");
    assert_int_equal(w->bom.mem_modules, 8);
    assert_true(find(&w->bom, PART_CPU)->locked);
    assert_false(find(&w->bom, PART_PSU)->locked);
    ed.e[ed.n++] = edit(EDIT_UNLOCK, PART_CPU, "", "", 0);
    build(w, &x);
    assert_string_equal(w->bom.cpu->id, "am5-8");
}

static void what_breaks_is_left_to_the_findings(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    struct edits ed = {.n = 1};
    ed.e[0] = edit(EDIT_SWAP, PART_PSU, "", "atx3-850", 0);
    w->shop.facts.chassis_n = 3;
    shop_chassis(&w->shop, "big-tower")->psu_fit = "ATX";
    x.edits = &ed;
    build(w, &x);
    assert_string_equal(w->bom.psu->id, "atx3-850");
    assert_true(w->bom.power.psu_w == 850 && w->bom.power.psu_w < w->bom.power.dc_w);
    assert_int_equal(w->why.id, MSG_NONE);
}

static void dropped_added_counted(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    struct edits ed = {.n = 3};
    ed.e[0] = edit(EDIT_ADD, PART_UPS, "", "ups-230", 2);
    ed.e[1] = edit(EDIT_QTY, PART_MEMORY, "", "", 2);
    ed.e[2] = edit(EDIT_DROP, PART_CASE, "", "", 0);
    x.edits = &ed;
    build(w, &x);
    assert_int_equal(find(&w->bom, PART_UPS)->qty, 2);
    assert_true(w->bom.host_ram_gb == 128 && w->bom.mem_modules == 4);
    assert_null(find(&w->bom, PART_CASE));
    assert_false(w->bom.complete);
}

static void cards_counted_anew(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    struct edits ed = {.n = 1};
    ed.e[0] = edit(EDIT_QTY, PART_GPU, "", "", 2);
    x.edits = &ed;
    build(w, &x);
    assert_int_equal(w->bom.gpus, 2);
    assert_string_equal(w->bom.platform->id, "desk-two");
}

static void a_platform_that_does_not_fit(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    struct edits ed = {.n = 1};
    ed.e[0] = edit(EDIT_SWAP, PART_PLATFORM, "", "srv-350", 0);
    x.edits = &ed;
    build(w, &x); /* open fans in a duct: built as told */
    assert_string_equal(w->bom.platform->id, "srv-350");
    assert_int_equal(w->bom.mem_modules % 16, 0);
}

/* --- pickers ---------------------------------------------------------------------------------- */

static void compatible_parts_first(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 2);
    w->shop.facts.chassis_n = 1;
    build(w, &x);
    struct part_option o[16];
    static const enum part_kind kinds[] = {PART_GPU,    PART_PLATFORM, PART_CPU, PART_COOLER,
                                           PART_MEMORY, PART_SSD,      PART_PSU, PART_CASE,
                                           PART_NIC,    PART_SWITCH,   PART_UPS};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        size_t n = build_options(&w->shop.facts, &x, &w->bom, kinds[k], &w->arena, o, 16);
        assert_true(n > 0);
        bool bad = false;
        for (size_t i = 0; i < n; i++) {
            assert_false(bad && o[i].reason.id == MSG_NONE);
            if (i > 0 && (o[i].reason.id == MSG_NONE) == (o[i - 1].reason.id == MSG_NONE))
                assert_false(o[i].price.amount < o[i - 1].price.amount);
            bad = bad || o[i].reason.id != MSG_NONE;
        }
    }
    size_t n = build_options(&w->shop.facts, &x, &w->bom, PART_PSU, &w->arena, o, 16);
    for (size_t i = 0; i < n; i++)
        if (str_eq(o[i].id, "atx2-1600")) /* 1.5 x 1101.5 W */
            assert_int_equal(o[i].reason.id, MSG_BUILD_SUPPLY);
    n = build_options(&w->shop.facts, &x, &w->bom, PART_CPU, &w->arena, o, 16);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(o[i].reason.id, str_starts(o[i].id, "am5-") ? MSG_NONE : MSG_BUILD_SOCKET);
    n = build_options(&w->shop.facts, &x, &w->bom, PART_CPU, &w->arena, o, 3);
    assert_int_equal(n, 3);
}

static void a_chosen_option_builds(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "blower-300", 2);
    build(w, &x);
    struct part_option o[16];
    struct bom b = w->bom;
    static const enum part_kind kinds[] = {PART_CPU, PART_MEMORY, PART_PSU, PART_CASE};
    for (size_t k = 0; k < 4; k++) {
        size_t n = build_options(&w->shop.facts, &x, &b, kinds[k], &w->arena, o, 16);
        for (size_t i = 0; i < n && o[i].reason.id == MSG_NONE; i++) {
            struct edits ed = {.n = 1};
            ed.e[0] = edit(EDIT_SWAP, kinds[k], "", o[i].id, 0);
            struct build_wish y = x;
            y.edits = &ed;
            assert_int_equal(build_machine(&w->shop.facts, &y, &w->arena, &w->bom, &w->why), OK);
            assert_string_equal(find(&w->bom, kinds[k])->id, o[i].id);
            if (w->bom.psu != NULL)
                assert_true(w->bom.power.psu_w >=
                            psu_margin(w->bom.psu->atx_version) * w->bom.power.dc_w);
        }
    }
}

/* --- wishes ----------------------------------------------------------------------------------- */

static void wishes_of_jobs(void **state)
{
    struct world *w = *state;
    struct job job = {.task = TASK_FINETUNE,
                      .training = true,
                      .country = "US",
                      .place = PLACE_OFFICE,
                      .buyer = BUYER_LAB,
                      .volts = UNKNOWN,
                      .amps = UNKNOWN,
                      .noise_db = UNKNOWN,
                      .currency = "USD",
                      .network_gbps = UNKNOWN};
    struct sizing z = {.host_ram_need_gb = 300,
                       .storage_need_gbs = 2,
                       .network_need_gbps = 200,
                       .checkpoint_gb = 1000,
                       .dataset_gb = 4000};
    struct shape s = {
        .accel = shop_accel(&w->shop, "sxm5-700"), .per_node = 8, .nodes = 2, .net_gbps = UNKNOWN};
    struct build_wish x;
    build_wish_of(&job, &z, &s, &x);
    assert_true(x.host_ram_gb == 1.5 * 8 * 80);
    assert_true(x.host_cores == 32);
    assert_true(x.storage_gb == 500 + 4000 + 5 * 1000);
    assert_true(x.storage_read_gbs == 3);
    assert_true(x.network_gbps == 200);
    assert_true(x.volts == 120 && x.amps == 15 && x.ups);
    s.net_gbps = 400; /* what the shape was sized with */
    job.task = TASK_TRAIN_VISION;
    job.buyer = BUYER_PERSON;
    z.dataset_gb = 1e6;
    z.host_ram_need_gb = 2000;
    build_wish_of(&job, &z, &s, &x);
    assert_true(x.network_gbps == 400 && x.host_cores == 64 && !x.ups);
    assert_true(x.host_ram_gb == 2000 && x.storage_gb == 30720);
    job.training = false;
    job.task = TASK_SERVE;
    s.per_node = s.nodes = 1;
    build_wish_of(&job, NULL, &s, &x);
    assert_true(x.host_ram_gb == 64 && x.host_cores == 8 && x.network_gbps == 0);
    s.per_node = 8;
    build_wish_of(&job, NULL, &s, &x);
    assert_true(x.host_ram_gb == 0.5 * 640);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(one_card_on_a_desk),
        CASE(a_server_names_what_it_brings),
        CASE(systems_sold_whole_come_last),
        CASE(same_wish_same_bill),
        CASE(other_currency),
        CASE(a_part_without_price_is_the_last_choice),
        CASE(many_servers_get_racks_switches_spares),
        CASE(locked_parts_stay_and_the_rest_follows),
        CASE(what_breaks_is_left_to_the_findings),
        CASE(dropped_added_counted),
        CASE(cards_counted_anew),
        CASE(a_platform_that_does_not_fit),
        CASE(compatible_parts_first),
        CASE(a_chosen_option_builds),
        CASE(wishes_of_jobs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
