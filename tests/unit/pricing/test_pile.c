/*
 * Rows sorted beyond the memory that is given: all of them come back, in order, and what was thrown
 * away does not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pricing/pile.h"

#define ROWS 40000
#define SMALL 1 /* bytes of buffer asked for: the least that there is, 128 KiB */

static char dir[64];

static int set_up(void **state)
{
    (void)state;
    memcpy(dir, "/tmp/dlrig-pile-XXXXXX", sizeof "/tmp/dlrig-pile-XXXXXX");
    return mkdtemp(dir) != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(dir); /* fails when a file was left */
}

static uint32_t dice(uint32_t *x)
{
    *x = *x * 1664525u + 1013904223u;
    return *x >> 8;
}

static void add(struct pile *p, uint32_t key, uint32_t value, size_t body_n)
{
    static unsigned char body[4096];
    struct err_info e = {0};
    char text[16];

    snprintf(text, sizeof text, "%08u", key);
    memcpy(body, &value, sizeof value);
    assert_int_equal(pile_add(p, text, 8, body, body_n, &e), OK);
}

/* Reads all; true when they are in order and of equal keys the earlier ones come first. */
static size_t read_all(struct pile *p, int *last_batch)
{
    struct err_info e = {0};
    struct pile_row row;
    char before[9] = "";
    uint32_t value = 0;
    int batch = -1;
    size_t n = 0;

    assert_int_equal(pile_rewind(p, &e), OK);
    for (;;) {
        uint32_t now;
        assert_int_equal(pile_next(p, &row, &e), OK);
        if (row.key == NULL)
            return n;
        memcpy(&now, row.body, sizeof now);
        int c = memcmp(before, row.key, 8);
        assert_true(c <= 0);
        if (c == 0)
            assert_true(batch < row.batch || (batch == row.batch && value < now));
        memcpy(before, row.key, 8);
        value = now;
        batch = row.batch;
        if (last_batch != NULL)
            *last_batch = batch > *last_batch ? batch : *last_batch;
        n++;
    }
}

static void many_rows_come_back_in_order(void **state)
{
    static const size_t room[] = {SMALL, PILE_BYTES};
    struct err_info e = {0};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct pile *p = pile_new(dir, room[i]);
        uint32_t x = 7;
        assert_non_null(p);
        for (int b = 0; b < 4; b++) {
            for (uint32_t k = 0; k < ROWS; k++)
                add(p, b == 3 ? k : dice(&x) % 20000, k, 8 + k % 64); /* the last: sorted already */
            assert_int_equal(pile_end(p, true, &e), OK);
        }
        assert_int_equal(read_all(p, NULL), 4 * ROWS);
        assert_int_equal(read_all(p, NULL), 4 * ROWS); /* and again */
        pile_free(p);
    }
}

static void what_is_thrown_away_is_gone(void **state)
{
    struct err_info e = {0};
    struct pile *p = pile_new(dir, SMALL);
    uint32_t x = 9;
    int last = -1;

    (void)state;
    for (int b = 0; b < 3; b++) {
        for (uint32_t k = 0; k < ROWS; k++)
            add(p, dice(&x) % 1000, k, 64);
        if (b == 1) /* an attempt that failed, then a shorter one */
            assert_int_equal(pile_void(p, &e), OK);
        for (uint32_t k = 0; k < 10 && b == 1; k++)
            add(p, k, k, 64);
        assert_int_equal(pile_end(p, b != 2, &e), OK);
    }
    assert_int_equal(read_all(p, &last), ROWS + 10);
    assert_int_equal(last, 1);
    pile_free(p);
}

static void empty_and_too_large(void **state)
{
    static unsigned char body[PILE_ROW_MAX + 1];
    struct err_info e = {0};
    struct pile *p = pile_new(dir, SMALL);

    (void)state;
    assert_int_equal(read_all(p, NULL), 0);
    assert_int_equal(pile_add(p, "k", 1, body, PILE_ROW_MAX, &e), ERR_LIMIT);
    assert_int_equal(pile_add(p, "k", 1, body, PILE_ROW_MAX - 100, &e), OK);
    assert_int_equal(pile_end(p, true, &e), OK);
    pile_free(p);
}

/* The folder is gone when the buffer is full: told, not fatal. */
static void no_place_for_the_file_is_told(void **state)
{
    struct err_info e = {0};
    struct pile *p = pile_new("/nonexistent/folder", SMALL);
    enum err rc = OK;

    (void)state;
    for (uint32_t k = 0; k < ROWS && rc == OK; k++)
        rc = pile_add(p, "12345678", 8, &k, sizeof k, &e);
    assert_int_equal(rc, ERR_IO);
    pile_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_rows_come_back_in_order),
        cmocka_unit_test(what_is_thrown_away_is_gone),
        cmocka_unit_test(empty_and_too_large),
        cmocka_unit_test(no_place_for_the_file_is_told),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
