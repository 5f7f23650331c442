/* Case fans: how many and which, what the case brings, noise, places, hands, lists. */
#include "base/str.h"
#include "engine/build/parts.h"
#include "tests/unit/build/small_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define USD(x)                                                                                     \
    {                                                                                              \
        .amount = (x), .low = (x), .high = (x), .currency = "USD"                                  \
    }
#define FAN(ID, MM, M3H, DB, SERVER, PRICE)                                                        \
    {                                                                                              \
        .id = ID, .name = ID, .size_mm = MM, .airflow_m3h = M3H, .noise_db = DB, .power_w = 2,     \
        .server = SERVER, .price = USD(PRICE)                                                      \
    }
static struct fan fans[] = {
    FAN("fast-120", 120, 200, 43, false, 30), FAN("plain-120", 120, 100, 26, false, 8),
    FAN("plain-140", 140, 150, 26, false, 9), FAN("quiet-120", 120, 90, 20, false, 30),
    FAN("small-80", 80, 400, 60, false, 1),   FAN("tunnel-120", 120, 900, 70, true, 2)};

struct world {
    struct shop shop;
    struct arena arena;
    struct bom bom;
    struct msg why;
    struct build_wish wish;
    struct fitting fit[8];
    struct edits edits;
};

static int setup(void **state)
{
    static struct world w;
    shop_new(&w.shop);
    arena_init(&w.arena, 0);
    w.shop.facts.fan = fans;
    w.shop.facts.fan_n = sizeof fans / sizeof fans[0];
    w.wish = shop_wish(&w.shop, "fan-450", 1);
    w.edits.n = 0;
    for (size_t i = 0; i < w.shop.facts.chassis_n; i++) {
        w.fit[i] = (struct fitting){.width_mm = UNKNOWN,
                                    .cooler_mm = UNKNOWN,
                                    .psu_mm = UNKNOWN,
                                    .fans = 0,
                                    .fan_mm = 120,
                                    .fan_places = 9};
        w.shop.chassis[i].fit = &w.fit[i];
    }
    *state = &w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    arena_free(&w->arena);
    return 0;
}

static const struct bom_line *fan_line(struct world *w)
{
    arena_reset(&w->arena);
    if (build_machine(&w->shop.facts, &w->wish, &w->arena, &w->bom, &w->why) != OK)
        fail_msg("refused with %s", msg_text(LANG_EN, w->why.id));
    for (int i = 0; i < w->bom.n; i++)
        if (w->bom.line[i].kind == PART_FAN)
            return &w->bom.line[i];
    return NULL;
}

static void every_case(struct world *w, double in_box, double mm, double places)
{
    for (size_t i = 0; i < w->shop.facts.chassis_n; i++) {
        w->fit[i].fans = in_box;
        w->fit[i].fan_mm = mm;
        w->fit[i].fan_places = places;
    }
}

static void as_many_as_the_heat_wants(void **state)
{
    struct world *w = *state;
    const struct bom_line *l = fan_line(w);
    double wanted = w->bom.power.dc_w * 3600 / (1.2 * 1005 * 15) / 0.5;
    assert_non_null(l);
    assert_string_equal(l->id, "plain-120"); /* neither the one for servers nor that of 80 mm */
    assert_int_equal(l->qty, (int)ceil(wanted / 100));
    assert_true(fabs(w->bom.checks.air_wanted_m3h - wanted) < 1e-9);
    assert_true(fabs(w->bom.checks.air_m3h - 100.0 * l->qty) < 1e-9);
    assert_true(l->watts == 2.0 * l->qty);
    int alone = l->qty;
    every_case(w, 0, 140, 9);
    l = fan_line(w);
    assert_string_equal(l->id, "plain-140");
    assert_true(l->qty < alone);
}

static void the_case_brings_some(void **state)
{
    struct world *w = *state;
    int alone = fan_line(w)->qty;
    every_case(w, 2, 120, 9); /* as weak as the weakest of 120 mm: 90 m3/h */
    const struct bom_line *l = fan_line(w);
    assert_int_equal(l->qty, (int)ceil((w->bom.checks.air_wanted_m3h - 180) / 100));
    assert_true(l->qty < alone);
    assert_true(fabs(w->bom.checks.air_m3h - (180 + 100.0 * l->qty)) < 1e-9);
    every_case(w, 9, 120, 9);
    assert_null(fan_line(w));
    every_case(w, UNKNOWN, 120, 9); /* nobody tells: all are bought */
    assert_int_equal(fan_line(w)->qty, alone);
}

static void few_places_take_faster_ones(void **state)
{
    struct world *w = *state;
    every_case(w, 0, 120, 2);
    const struct bom_line *l = fan_line(w);
    assert_string_equal(l->id, "fast-120");
    assert_int_equal(l->qty, 2);
    every_case(w, 0, 120, 1);
    l = fan_line(w);
    assert_int_equal(l->qty, 1);
    assert_true(w->bom.checks.air_m3h < w->bom.checks.air_wanted_m3h);
}

static void noise_is_kept(void **state)
{
    struct world *w = *state;
    w->wish.noise_db = 28;
    const struct bom_line *l = fan_line(w);
    assert_string_equal(l->id, "quiet-120");
    assert_true(20 + 10 * log10(l->qty) <= 28);
}

static void servers_and_frames_have_their_own(void **state)
{
    struct world *w = *state;
    w->wish = shop_wish(&w->shop, "passive-350", 8);
    assert_null(fan_line(w));
    assert_false(known(w->bom.checks.air_wanted_m3h));
    w->wish = shop_wish(&w->shop, "fan-450", 1);
    for (size_t i = 0; i < w->shop.facts.chassis_n; i++)
        w->shop.chassis[i].kind = "open frame";
    if (build_machine(&w->shop.facts, &w->wish, &w->arena, &w->bom, &w->why) == OK)
        assert_null(fan_line(w));
}

static void hands_and_lists(void **state)
{
    struct world *w = *state;
    w->wish.edits = &w->edits;
    w->edits.e[w->edits.n++] = (struct edit){.op = EDIT_QTY, .kind = PART_FAN, .qty = 1};
    const struct bom_line *l = fan_line(w);
    assert_true(l->qty == 1 && l->locked);
    assert_true(w->bom.checks.air_m3h == 100);
    w->edits.e[0] = (struct edit){.op = EDIT_SWAP, .kind = PART_FAN, .to = "fast-120"};
    assert_string_equal(fan_line(w)->id, "fast-120");
    w->edits.e[0] = (struct edit){.op = EDIT_DROP, .kind = PART_FAN};
    assert_null(fan_line(w));
    assert_true(w->bom.checks.air_m3h == 0);
    assert_true(w->bom.complete); /* a machine without them is bad, not unfinished */
    w->edits.n = 0;
    struct part_option o[8];
    assert_non_null(fan_line(w));
    size_t n = build_options(&w->shop.facts, &w->wish, &w->bom, PART_FAN, &w->arena, o, 8);
    assert_int_equal(n, 6);
    for (size_t i = 0; i < n; i++) {
        bool other = str_eq(o[i].id, "small-80") || str_eq(o[i].id, "plain-140");
        assert_int_equal(o[i].reason.id, other ? MSG_BUILD_FAN_SIZE : MSG_NONE);
    }
    static const struct build_part list[] = {{PART_GPU, "fan-450", NULL, 1},
                                             {PART_PLATFORM, "desk-two", NULL, 1},
                                             {PART_CPU, "am5-8", NULL, 1},
                                             {PART_COOLER, "air-am5", NULL, 1},
                                             {PART_MEMORY, "ddr5-2x32-udimm", NULL, 1},
                                             {PART_SSD, "m2-1t", NULL, 1},
                                             {PART_PSU, "atx3-1200", NULL, 1},
                                             {PART_CASE, "big-tower", NULL, 1},
                                             {PART_FAN, "plain-120", NULL, 3}};
    size_t parts = sizeof list / sizeof list[0];
    assert_int_equal(build_judge(&w->shop.facts, &w->wish, list, parts, &w->arena, &w->bom), OK);
    assert_true(w->bom.checks.air_m3h == 300);
    every_case(w, UNKNOWN, UNKNOWN, UNKNOWN);
    assert_int_equal(build_judge(&w->shop.facts, &w->wish, list, parts - 1, &w->arena, &w->bom),
                     OK);
    assert_false(known(w->bom.checks.air_m3h)); /* no fan is named, and the case tells none */
}

int main(void)
{
#define AIR(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        AIR(as_many_as_the_heat_wants),         AIR(the_case_brings_some),
        AIR(few_places_take_faster_ones),       AIR(noise_is_kept),
        AIR(servers_and_frames_have_their_own), AIR(hands_and_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
