/* Parts lists as they stand: what is missing or does not go together is told, nothing is mended;
 * and what the user's hand sets is there until it is freed. */
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
    struct build_wish wish;
    struct edits edits;
};

static int setup(void **state)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    shop_new(&w.shop);
    arena_init(&w.arena, 0);
    w.wish = shop_wish(&w.shop, "fan-450", 1);
    w.wish.edits = &w.edits;
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    arena_free(&w->arena);
    return 0;
}

static void hand(struct world *w, enum edit_op op, enum part_kind kind, const char *id,
                 const char *to, int qty)
{
    struct edit e = {.op = op, .kind = kind, .qty = qty};
    str_copy(e.id, sizeof e.id, id);
    str_copy(e.to, sizeof e.to, to);
    w->edits.e[w->edits.n++] = e;
    arena_reset(&w->arena);
    if (build_machine(&w->shop.facts, &w->wish, &w->arena, &w->bom, &w->why) != OK)
        fail_msg("refused with %s", msg_text(LANG_EN, w->why.id));
}

static const struct bom_line *find(const struct bom *b, enum part_kind kind)
{
    for (int i = 0; i < b->n; i++)
        if (b->line[i].kind == kind)
            return &b->line[i];
    return NULL;
}

static bool lacks(const struct world *w, enum part_kind kind)
{
    return (w->bom.checks.missing & 1u << kind) != 0;
}

static void what_is_dropped_is_missing(void **state)
{
    struct world *w = *state;
    static const enum part_kind kinds[] = {PART_PLATFORM, PART_CPU, PART_COOLER, PART_MEMORY,
                                           PART_SSD,      PART_PSU, PART_CASE,   PART_GPU};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        w->edits.n = 0;
        hand(w, EDIT_DROP, kinds[i], "", "", 0);
        assert_null(find(&w->bom, kinds[i]));
        assert_true(lacks(w, kinds[i]));
        assert_int_equal(w->bom.checks.missing_n, 1);
        assert_int_equal(w->bom.checks.missing_first, kinds[i]);
        assert_false(w->bom.complete);
    }
    assert_true(w->bom.power.dc_w < 250); /* the cards are gone, and their watts with them */
}

static void what_is_missing_can_be_put_back(void **state)
{
    struct world *w = *state;
    static const struct {
        enum part_kind kind;
        const char *id;
    } parts[] = {{PART_PLATFORM, "desk-two"}, {PART_CPU, "am5-16"},     {PART_CASE, "big-tower"},
                 {PART_PSU, "atx3-1600"},     {PART_GPU, "blower-300"}, {PART_COOLER, "air-am5"}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct part_option o[16];
        w->edits.n = 0;
        hand(w, EDIT_DROP, parts[i].kind, "", "", 0);
        size_t n =
            build_options(&w->shop.facts, &w->wish, &w->bom, parts[i].kind, &w->arena, o, 16);
        bool offered = false;
        for (size_t k = 0; k < n; k++)
            offered = offered || (str_eq(o[k].id, parts[i].id) && o[k].reason.id == MSG_NONE);
        assert_true(offered);
        hand(w, EDIT_ADD, parts[i].kind, "", parts[i].id, 1);
        assert_non_null(find(&w->bom, parts[i].kind));
        assert_string_equal(find(&w->bom, parts[i].kind)->id, parts[i].id);
        assert_true(find(&w->bom, parts[i].kind)->locked);
        assert_int_equal(w->bom.checks.missing, 0);
        assert_true(w->bom.complete);
    }
}

static void a_second_board_is_counted(void **state)
{
    struct world *w = *state;
    hand(w, EDIT_ADD, PART_PLATFORM, "", "desk-two", 1);
    assert_int_equal(w->bom.checks.boards, 2);
    w->edits.n = 0;
    hand(w, EDIT_QTY, PART_PLATFORM, "desk-one", "", 2);
    assert_int_equal(w->bom.checks.boards, 2);
}

static void a_count_can_be_freed(void **state)
{
    struct world *w = *state;
    hand(w, EDIT_QTY, PART_MEMORY, "ddr5-2x32-udimm", "", 2);
    assert_int_equal(find(&w->bom, PART_MEMORY)->qty, 2);
    assert_true(find(&w->bom, PART_MEMORY)->locked);
    assert_true(w->bom.host_ram_gb == 128);
    hand(w, EDIT_UNLOCK, PART_MEMORY, "ddr5-2x32-udimm", "", 0);
    assert_int_equal(find(&w->bom, PART_MEMORY)->qty, 1);
    assert_false(find(&w->bom, PART_MEMORY)->locked);
    hand(w, EDIT_QTY, PART_GPU, "fan-450", "", 2);
    assert_int_equal(w->bom.gpus, 2);
    hand(w, EDIT_UNLOCK, PART_GPU, "fan-450", "", 0);
    assert_int_equal(w->bom.gpus, 1);
}

static void the_rest_follows_a_count(void **state)
{
    struct world *w = *state;
    hand(w, EDIT_QTY, PART_MEMORY, "ddr5-2x16-udimm", "", 4); /* 8 modules: four slots a board */
    assert_int_equal(find(&w->bom, PART_MEMORY)->qty, 4);
    assert_int_equal(w->bom.checks.memory_room, TRI_NO);
    w->edits.n = 0;
    w->wish.per_node = 2;
    hand(w, EDIT_QTY, PART_PSU, "", "", 2); /* a case with two places */
    assert_int_equal(find(&w->bom, PART_PSU)->qty, 2);
    assert_string_equal(w->bom.chassis->id, "big-tower");
    assert_int_equal(w->bom.power.psu_count, 2);
}

static void a_lock_binds_the_drives(void **state)
{
    struct world *w = *state;
    hand(w, EDIT_LOCK, PART_SSD, "u2-4t", "", 0); /* a desk board has no bay: kept and told */
    assert_string_equal(find(&w->bom, PART_SSD)->id, "u2-4t");
}

/* --- lists from elsewhere --------------------------------------------------------------------*/

static void judge(struct world *w, const struct build_part *p, size_t n)
{
    arena_reset(&w->arena);
    assert_int_equal(build_judge(&w->shop.facts, &w->wish, p, n, &w->arena, &w->bom), OK);
}

static void our_own_list_reads_the_same(void **state)
{
    struct world *w = *state;
    static const char *const cards[] = {"fan-450", "blower-300", "passive-350", "sxm5-700"};
    static const int counts[] = {2, 4, 8, 8};
    for (size_t c = 0; c < 4; c++) {
        struct build_part p[BOM_MAX];
        w->wish = shop_wish(&w->shop, cards[c], counts[c]);
        w->wish.ups = c == 0;
        w->wish.storage_gb = 9000;
        arena_reset(&w->arena);
        assert_int_equal(build_machine(&w->shop.facts, &w->wish, &w->arena, &w->bom, &w->why), OK);
        struct bom b = w->bom;
        for (int i = 0; i < b.n; i++)
            p[i] = (struct build_part){b.line[i].kind, b.line[i].id, b.line[i].name, b.line[i].qty};
        assert_int_equal(build_judge(&w->shop.facts, &w->wish, p, (size_t)b.n, &w->arena, &w->bom),
                         OK);
        assert_true(fabs(w->bom.power.dc_w - b.power.dc_w) < 1e-9);
        assert_true(fabs(w->bom.power.psu_w - b.power.psu_w) < 1e-9);
        assert_true(w->bom.host_ram_gb == b.host_ram_gb && w->bom.host_cores == b.host_cores);
        assert_true(w->bom.pcie_lanes_used == b.pcie_lanes_used);
        assert_true(w->bom.storage_gb == b.storage_gb && w->bom.nic_gbps == b.nic_gbps);
        assert_memory_equal(&w->bom.checks.missing, &b.checks.missing, sizeof b.checks.missing);
        assert_int_equal(w->bom.checks.missing, 0);
    }
}

static void what_does_not_go_together(void **state)
{
    struct world *w = *state;
    static const struct build_part list[] = {{PART_GPU, "fan-450", NULL, 1},
                                             {PART_PLATFORM, "desk-one", NULL, 1},
                                             {PART_CPU, "rome-16", NULL, 1},
                                             {PART_COOLER, "air-sp3", NULL, 1},
                                             {PART_MEMORY, "ddr5-64-rdimm", NULL, 2},
                                             {PART_SSD, "m2-1t", NULL, 3},
                                             {PART_PSU, "atx3-850", NULL, 1},
                                             {PART_CASE, "mid-tower", NULL, 1},
                                             {PART_SSD, NULL, "drive of an unknown make", 1}};
    judge(w, list, sizeof list / sizeof list[0]);
    const struct build_checks *c = &w->bom.checks;
    assert_int_equal(c->cpu_fits, TRI_NO);
    assert_int_equal(c->memory_fits, TRI_NO);
    assert_int_equal(c->cooler_fits, TRI_NO);
    assert_int_equal(c->board_fits, TRI_YES);
    assert_int_equal(c->drives_fit, TRI_NO); /* two M.2 places, three drives */
    assert_int_equal(c->missing, 0);
    assert_string_equal(w->bom.line[8].name, "drive of an unknown make");
    assert_false(known(w->bom.line[8].unit_price));
}

static void several_kinds_of_cards(void **state)
{
    struct world *w = *state;
    static const struct build_part list[] = {
        {PART_GPU, "fan-450", NULL, 1},       {PART_GPU, "fan-8pin", NULL, 1},
        {PART_PLATFORM, "desk-two", NULL, 1}, {PART_CPU, "am5-8", NULL, 1},
        {PART_COOLER, "air-am5", NULL, 1},    {PART_MEMORY, "ddr5-2x32-udimm", NULL, 1},
        {PART_SSD, "m2-1t", NULL, 1},         {PART_PSU, "atx3-1200", NULL, 1},
        {PART_CASE, "big-tower", NULL, 1}};
    judge(w, list, sizeof list / sizeof list[0]);
    assert_int_equal(w->bom.gpus, 2);
    assert_true(fabs(w->bom.power.dc_w - (450 + 355 + 1.1 * 65 + 10 + 10 + 50 + 60)) < 1e-9);
    assert_int_equal(w->bom.gpu_conn_need_12v, 1);
    assert_int_equal(w->bom.gpu_conn_need_8pin, 2);
}

static void cards_stand_at_real_positions(void **state)
{
    struct world *w = *state;
    struct fitting fit = {.slots = "1,3,5,7"};
    struct slots at;
    struct platform *p = shop_platform(&w->shop, "ws-board");
    assert_false(slots_place(p, 4, 2, &at)); /* nobody tells */
    p->fit = &fit;
    assert_true(slots_place(p, 4, 2, &at));
    assert_true(at.placed == 4 && at.openings == 8 && at.air == 0);
    assert_true(slots_place(p, 2, 2, &at)); /* positions 1 and 5: a free pair between them */
    assert_true(at.placed == 2 && at.air == 2 && at.openings == 6);
    assert_true(slots_place(p, 4, 3, &at));
    assert_int_equal(at.placed, 2);
    fit.slots = "1,4";
    assert_true(slots_place(p, 2, 3, &at));
    assert_true(at.placed == 2 && at.air == 0 && at.openings == 6);
    w->wish = shop_wish(&w->shop, "blower-300", 4);
    fit.slots = "1,2,3,4"; /* four slots, room for two cards */
    assert_int_equal(build_machine(&w->shop.facts, &w->wish, &w->arena, &w->bom, &w->why), OK);
    assert_string_not_equal(w->bom.platform->id, "ws-board");
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_is_dropped_is_missing),  CASE(what_is_missing_can_be_put_back),
        CASE(a_second_board_is_counted),   CASE(a_count_can_be_freed),
        CASE(the_rest_follows_a_count),    CASE(a_lock_binds_the_drives),
        CASE(our_own_list_reads_the_same), CASE(what_does_not_go_together),
        CASE(several_kinds_of_cards),      CASE(cards_stand_at_real_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
