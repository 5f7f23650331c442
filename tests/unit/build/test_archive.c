/* Hard disks for what is seldom read: their number, box, host card, watts, place, and the hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/build/parts.h"
#include "tests/unit/build/small_parts.h"

struct world {
    struct shop shop;
    struct bom bom;
    struct msg why;
    struct arena arena;
};

static int setup(void **state)
{
    static struct world w;
    memset(&w, 0, sizeof w);
    shop_new(&w.shop);
    arena_init(&w.arena, 0);
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    arena_free(&((struct world *)*state)->arena);
    return 0;
}

static enum err build(struct world *w, const struct build_wish *x)
{
    return build_machine(&w->shop.facts, x, &w->arena, &w->bom, &w->why);
}

static const struct bom_line *find(const struct bom *b, const char *id)
{
    for (int i = 0; i < b->n; i++)
        if (str_eq(b->line[i].id, id))
            return &b->line[i];
    return NULL;
}

static int count_of(const struct bom *b, enum part_kind kind)
{
    int n = 0;
    for (int i = 0; i < b->n; i++)
        n += b->line[i].kind == kind;
    return n;
}

/* As few drives as hold the data beside two of each dozen that do not. */
static void the_number_is_the_least(void **state)
{
    (void)state;
    for (int data = 1; data <= 500; data++) {
        int n = archive_drives(data * 1000.0, 1000.0);
        assert_true(n - archive_parity(n) >= data);
        for (int k = 2; k < n; k++)
            assert_true(k - archive_parity(k) < data || (k < 4 && data > 1));
    }
    assert_int_equal(archive_parity(1), 0);
    assert_int_equal(archive_parity(2), 1);
    assert_int_equal(archive_parity(12), 2);
    assert_int_equal(archive_parity(13), 4);
    assert_int_equal(archive_drives(1e18, 1.0), 0); /* beyond all measure */
}

static void a_room_gets_drives_a_box_and_a_card(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 4), without = x;
    assert_int_equal(build(w, &without), OK);
    double wall = w->bom.power.wall_w, dc = w->bom.power.dc_w;
    int lines = w->bom.n;
    x.archive_gb = 300000;
    assert_int_equal(build(w, &x), OK);
    /* 13 + 4 of 24 TB for 18020, 25 + 6 of 12 TB for 17360, but in two boxes */
    assert_int_equal(find(&w->bom, "hdd-24t")->qty, 17);
    assert_int_equal(find(&w->bom, "rack-24")->qty, 1);
    assert_int_equal(find(&w->bom, "hba-8e")->qty, 1);
    assert_int_equal(w->bom.n, lines + 3);
    assert_true(w->bom.archive_gb == 13 * 24000 && w->bom.archive_want_gb == 300000);
    assert_int_equal(w->bom.archive_drives, 17);
    assert_int_equal(w->bom.archive_parity, 4);
    assert_true(fabs(w->bom.archive_read_gbs - 13 * 0.285) < 1e-9);
    /* drives and box have a supply of their own: at the wall, not at the machine's */
    assert_true(fabs(w->bom.power.dc_w - dc) < 1e-9);
    assert_true(fabs(w->bom.power.wall_w - wall - (17 * 8.0 + 80) / 0.9) < 1e-6);
}

static void at_a_desk_no_rack_box_stands(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    x.place = PLACE_DESK;
    x.amps = 16;
    x.archive_gb = 20000;
    assert_int_equal(build(w, &x), OK);
    assert_non_null(find(&w->bom, "desk-4"));
    assert_null(find(&w->bom, "hba-8e")); /* its card is in the box */
    x.archive_gb = 500000;                /* no desk box holds it: the machine stands without */
    assert_int_equal(build(w, &x), OK);
    assert_int_equal(count_of(&w->bom, PART_HDD), 0);
    assert_true(w->bom.archive_want_gb == 500000 && w->bom.archive_gb == 0);
}

/* Enough for the machine alone, too little with the disks: the circuit tells. */
static void the_circuit_carries_them_too(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "fan-450", 1);
    x.place = PLACE_DESK;
    x.country = "US";
    x.volts = 120;
    x.amps = 15;
    assert_int_equal(build(w, &x), OK);
    x.amps = w->bom.power.wall_w / 120.0 / 0.8 + 0.2;
    assert_int_equal(build(w, &x), OK);
    x.archive_gb = 40000;
    assert_int_equal(build(w, &x), ERR_NOT_FOUND);
    assert_int_equal(w->why.id, MSG_BUILD_CIRCUIT);
}

static void their_height_counts(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 8);
    assert_int_equal(build(w, &x), OK);
    x.rack_units = w->bom.platform->rack_u + 1;
    assert_int_equal(build(w, &x), OK);
    x.archive_gb = 100000;
    assert_int_equal(build(w, &x), ERR_NOT_FOUND);
}

/* Drives put in by hand keep their kind and number, and get a box and a card. */
static void a_hand_may_put_them_in(void **state)
{
    struct world *w = *state;
    struct build_wish x = shop_wish(&w->shop, "passive-350", 4);
    struct edits e = {.n = 2};
    e.e[0] = (struct edit){.op = EDIT_ADD, .kind = PART_HDD, .to = "hdd-8t", .qty = 6};
    e.e[1] = (struct edit){.op = EDIT_LOCK, .kind = PART_HDD};
    x.edits = &e;
    assert_int_equal(build(w, &x), OK);
    assert_int_equal(count_of(&w->bom, PART_HDD), 1);
    assert_int_equal(find(&w->bom, "hdd-8t")->qty, 6);
    assert_true(find(&w->bom, "hdd-8t")->locked);
    assert_non_null(find(&w->bom, "rack-12"));
    assert_true(w->bom.archive_gb == 4 * 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_is_the_least),
        cmocka_unit_test_setup_teardown(a_room_gets_drives_a_box_and_a_card, setup, teardown),
        cmocka_unit_test_setup_teardown(at_a_desk_no_rack_box_stands, setup, teardown),
        cmocka_unit_test_setup_teardown(the_circuit_carries_them_too, setup, teardown),
        cmocka_unit_test_setup_teardown(their_height_counts, setup, teardown),
        cmocka_unit_test_setup_teardown(a_hand_may_put_them_in, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
