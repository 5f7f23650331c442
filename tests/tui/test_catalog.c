/* The catalog on the screen: every table of parts with filter, order and page; a row of the user's
 * own written, seen in the plan, taken away; faults and a file in use told, the form kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "tui/vt.h"

#define ARGS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

static struct vt *open_catalog(void)
{
    struct vt *t = vt_open(30, 110,
                           ARGS("--as-of", "2026-11-30", "--task", "serve", "--model",
                                "llama-3.1-8b", "--gpu", "rtx-4090", "--where", "own"),
                           NULL);
    assert_true(vt_until(t, "Parts", 5000));
    vt_keys(t, "g");
    assert_true(vt_until(t, "Cards of the catalog", 3000));
    return t;
}

static void every_table_has_its_rows(void **state)
{
    static const char *const tables[] = {"Models of the catalog",
                                         "boards, barebone servers",
                                         "processors",
                                         "memory modules",
                                         "solid state drives",
                                         "hard disk drives",
                                         "power supplies",
                                         "cases",
                                         "coolers of processors",
                                         "fans of cases",
                                         "network cards",
                                         "drive controllers",
                                         "boxes for hard disks",
                                         "switches",
                                         "uninterruptible",
                                         "links, racks"};

    (void)state;
    struct vt *t = open_catalog();
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        vt_keys(t, "Tab");
        assert_true(vt_until(t, tables[i], 3000));
    }
    vt_keys(t, "Tab");
    assert_true(vt_until(t, "Cards of the catalog", 3000));
    vt_close(t);
}

static void a_part_is_found_and_opened(void **state)
{
    (void)state;
    struct vt *t = open_catalog();
    vt_keys(t, "Tab Tab Tab");
    assert_true(vt_until(t, "processors", 3000));
    vt_keys(t, "/ text:7302 Enter");
    assert_true(vt_until(t, "amd-epyc-7302", 3000));
    vt_keys(t, "Enter");
    assert_true(vt_until(t, "Row of the catalog", 3000));
    assert_true(vt_has(t, "16 cores"));
    vt_keys(t, "End"); /* the source stands at the end of every row */
    assert_true(vt_until(t, "confidence", 3000));
    vt_close(t);
}

static void a_row_is_changed_seen_and_taken_away(void **state)
{
    char path[200];

    (void)state;
    struct vt *t = open_catalog();
    vt_keys(t, "/ text:nvidia-rtx-4090-48 Enter i");
    assert_true(vt_until(t, "accelerators: nvidia-rtx-4090-48-mod", 3000));
    vt_keys(t, "Down Down Enter C-u text:Mine Enter s");
    assert_true(vt_until(t, "is kept as your own", 5000));
    snprintf(path, sizeof path, "%s/data/dlrig/own.sqlite", vt_home(t));
    assert_true(file_exists(path));
    vt_keys(t, "/ text:Mine Enter");
    assert_true(vt_until(t, "Mine", 3000));
    vt_keys(t, "Enter End");
    assert_true(vt_until(t, "from your own database", 3000));
    vt_keys(t, "Esc / text:Mine Enter d");
    assert_true(vt_until(t, "is gone", 5000));
    vt_keys(t, "d"); /* the catalog's row is nobody's to take away */
    assert_true(vt_until(t, "has no row of yours", 3000));
    vt_close(t);
}

static void a_fault_is_told_and_the_form_stays(void **state)
{
    (void)state;
    struct vt *t = open_catalog();
    vt_keys(t, "Tab Tab Tab Tab Tab Tab a");
    assert_true(vt_until(t, "New row of hdds", 3000));
    vt_keys(t,
            "Enter text:attic-8tb Enter Down Enter text:Drive Enter Enter C-u text:much Enter s");
    assert_true(vt_until(t, "not a number", 3000));
    assert_true(vt_has(t, "New row of hdds"));
    vt_keys(t, "Up Enter C-u text:8000 Enter s");
    assert_true(vt_until(t, "attic-8tb is kept", 5000));
    vt_close(t);
}

/* Esc closes and destroys nothing: the values come back with the form, and are gone once stored. */
static void escape_keeps_what_was_typed(void **state)
{
    (void)state;
    struct vt *t = open_catalog();
    vt_keys(t, "Tab Tab Tab Tab Tab Tab a");
    assert_true(vt_until(t, "New row of hdds", 3000));
    vt_keys(t, "Enter text:cellar-8tb Enter Esc");
    assert_true(vt_until(t, "is kept, not stored", 3000));
    vt_keys(t, "a");
    assert_true(vt_until(t, "cellar-8tb", 3000));
    vt_keys(t, "Esc i"); /* another form is another form */
    assert_true(vt_until(t, "hdds: ", 3000));
    assert_false(vt_has(t, "cellar-8tb"));
    vt_close(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_has_its_rows),
        cmocka_unit_test(a_part_is_found_and_opened),
        cmocka_unit_test(a_row_is_changed_seen_and_taken_away),
        cmocka_unit_test(a_fault_is_told_and_the_form_stays),
        cmocka_unit_test(escape_keeps_what_was_typed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
