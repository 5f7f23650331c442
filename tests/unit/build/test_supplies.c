/* Guards which supplies the solver looks at: one that another beats in everything is left out, one
 * that is better in anything stays, whatever it costs. */
#include "tests/unit/build/small_parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/build/parts.h"

/* The supplies listed of two for a card of two 8-pin plugs: the first costs 100, the other 200. */
static int listed(const struct psu *first, const struct psu *other)
{
    static struct shop s;
    struct arena arena;
    struct supply out[2];

    arena_init(&arena, 0);
    shop_new(&s);
    s.psu[0] = *first;
    s.psu[1] = *other;
    s.psu[0].price.amount = 100;
    s.psu[1].price.amount = 200;
    s.facts.psu_n = 2;
    struct build_wish w = shop_wish(&s, s.accel[0].id, 1);
    struct accel card = *w.accel;
    card.conn_12v2x6 = 0;
    card.conn_8pin = 2;
    w.accel = &card;
    const struct build_tables *t = build_tables_make(&s.facts, "USD", &arena);
    assert_non_null(t);
    struct circuit site = circuit_of(NULL, PLACE_SERVER_ROOM, 230, 32);
    int n = supplies_list(t, &w, NULL, &site, out);
    assert_ptr_equal(out[0].psu, &s.psu[0]);
    arena_free(&arena);
    return n;
}

static struct psu plain(struct fitting *fit)
{
    struct shop s;
    struct psu p = shop_new(&s)->psu[0];
    *fit = (struct fitting){.length_mm = 180, .eps = 2};
    p.form_factor = "ATX";
    p.redundant = TRI_NO;
    p.watts = 1000;
    p.atx_version = 2.4;
    p.efficiency = "gold";
    p.conn_8pin = 2;
    p.conn_12v2x6 = 0;
    p.fit = fit;
    return p;
}

static void beaten_in_everything(void **state)
{
    struct fitting fit, longer;
    struct psu a = plain(&fit), b = a;
    (void)state;
    assert_int_equal(listed(&a, &b), 1);
    longer = (struct fitting){.length_mm = 200, .eps = 1};
    b.fit = &longer;
    b.watts = 900;
    b.efficiency = "bronze";
    b.conn_8pin = 1;
    assert_int_equal(listed(&a, &b), 1);
}

static void better_in_one_thing(void **state)
{
    struct fitting fit, shorter = {.length_mm = 160, .eps = 2}, more = {.length_mm = 180, .eps = 3};
    (void)state;
    for (int i = 0; i < 7; i++) {
        struct psu a = plain(&fit), b = a;
        switch (i) {
        case 0: b.watts = 1100; break;
        case 1: b.atx_version = 3.1; break;
        case 2: b.efficiency = "titanium"; break;
        case 3: b.fit = &shorter; break;
        case 4: b.fit = &more; break;
        case 5: a.conn_8pin = 1; break; /* the cheaper one must stand twice */
        default: b.fit = NULL; break;   /* not told: nothing speaks against it */
        }
        if (listed(&a, &b) != 2)
            fail_msg("supply %d is left out", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beaten_in_everything),
        cmocka_unit_test(better_in_one_thing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
