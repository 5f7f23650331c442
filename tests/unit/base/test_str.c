/* Bounded strings and arenas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/arena.h"
#include "base/str.h"

static void empty_string_is_readable(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 10);
    assert_string_equal(s.p, "");
    str_add(&s, NULL);
    str_addn(&s, "x", 0);
    assert_string_equal(s.p, "");
    str_clear(&s);
    str_free(&s);
    str_free(&s);
    assert_string_equal(s.p, "");
    assert_int_equal(s.max, 10);
}

static void maximum_is_exact_and_keeps_what_was_there(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 5);
    str_add(&s, "abc");
    str_add(&s, "de");
    assert_false(s.failed);
    assert_string_equal(s.p, "abcde");
    str_addc(&s, 'f');
    assert_true(s.failed);
    assert_string_equal(s.p, "abcde");
    str_clear(&s);
    assert_false(s.failed);
    str_addf(&s, "%d", 123456);
    assert_true(s.failed);
    assert_string_equal(s.p, "");
    str_free(&s);
}

static void nothing_is_added_after_a_failure(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 4);
    str_add(&s, "ab");
    str_add(&s, "12345");
    str_add(&s, "c"); /* would fit, but there would be a hole before it */
    assert_string_equal(s.p, "ab");
    str_free(&s);
}

static void long_formats_and_growth(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 1u << 20);
    for (int i = 0; i < 1000; i++)
        str_addf(&s, "%0300d", i);
    assert_int_equal(s.len, 300000);
    assert_int_equal(strlen(s.p), 300000);
    assert_memory_equal(s.p + 299997, "999", 3);
    str_repeat(&s, "ab", 3);
    assert_string_equal(s.p + 300000, "ababab");
    str_free(&s);
}

static void copy_cuts_before_a_whole_character(void **state)
{
    char b[8];

    (void)state;
    assert_true(str_copy(b, sizeof b, "1234567"));
    assert_string_equal(b, "1234567");
    assert_false(str_copy(b, sizeof b, "12345678"));
    assert_string_equal(b, "1234567");
    assert_false(str_copy(b, sizeof b, "显卡显")); /* 9 bytes: two characters fit */
    assert_string_equal(b, "显卡");
    assert_true(str_copy(b, sizeof b, NULL));
    assert_string_equal(b, "");
    assert_false(str_copy(b, 1, "显"));
    assert_string_equal(b, "");
    assert_false(str_copy(NULL, 0, "x"));
    assert_true(str_copy(NULL, 0, ""));
}

static void comparisons_take_null(void **state)
{
    (void)state;
    assert_true(str_eq(NULL, NULL));
    assert_false(str_eq(NULL, ""));
    assert_true(str_eq("a", "a"));
    assert_true(str_case_eq("GiB", "gib"));
    assert_false(str_case_eq("gi", "gib"));
    assert_false(str_case_eq(NULL, "a"));
    assert_true(str_starts("a100-sxm4", "a100"));
    assert_false(str_starts("a10", "a100"));
    assert_false(str_starts(NULL, ""));
    assert_true(str_empty(NULL));
    assert_true(str_empty(""));
    assert_false(str_empty(" "));
}

static void arena_memory_is_zero_and_aligned_also_after_reset(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 0);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < 500; i++) {
            size_t n = i * 7 % 3001;
            unsigned char *p = arena_alloc(&a, n);
            assert_non_null(p);
            assert_int_equal((uintptr_t)p % 16, 0);
            for (size_t k = 0; k < n; k++)
                assert_int_equal(p[k], 0);
            memset(p, 0xA5, n);
        }
        arena_reset(&a);
        assert_int_equal(a.used, 0);
    }
    arena_free(&a);
}

static void arena_limit_sets_the_flag_and_reset_clears_it(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 64);
    assert_non_null(arena_alloc(&a, 48));
    assert_null(arena_alloc(&a, 17));
    assert_true(arena_failed(&a));
    assert_non_null(arena_alloc(&a, 16)); /* the rest may still be used */
    assert_true(arena_failed(&a));
    arena_reset(&a);
    assert_false(arena_failed(&a));
    assert_non_null(arena_alloc(&a, 64));
    arena_free(&a);
}

static void arena_overflow_is_refused(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 0);
    assert_null(arena_alloc_array(&a, SIZE_MAX / 2, 3));
    assert_true(arena_failed(&a));
    arena_reset(&a);
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_null(arena_alloc(&a, SIZE_MAX - 32));
    assert_true(arena_failed(&a));
    arena_free(&a);
}

static void arena_keeps_blocks_over_a_reset(void **state)
{
    struct arena a;
    const void *seen[8];
    size_t n = 0;

    (void)state;
    arena_init(&a, 0);
    for (int round = 0; round < 50; round++) {
        const void *big = arena_alloc(&a, 3u << 20);
        assert_non_null(big);
        for (int i = 0; i < 100; i++)
            assert_non_null(arena_alloc(&a, 100000));
        size_t k = 0;
        while (k < n && seen[k] != big)
            k++;
        assert_true(k < 4); /* 13 MB are three blocks; new ones each round would be 50 places */
        if (k == n)
            seen[n++] = big;
        arena_reset(&a);
    }
    arena_free(&a);
}

static void arena_strings(void **state)
{
    struct arena a;

    (void)state;
    arena_init(&a, 0);
    assert_null(arena_strdup(&a, NULL));
    assert_false(arena_failed(&a));
    assert_string_equal(arena_strdup(&a, "abc"), "abc");
    assert_string_equal(arena_strndup(&a, "abcdef", 3), "abc");
    assert_string_equal(arena_strndup(&a, "ab", 100), "ab");
    char *one = arena_alloc(&a, 0), *two = arena_alloc(&a, 0);
    assert_non_null(one);
    assert_ptr_not_equal(one, two);
    arena_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_string_is_readable),
        cmocka_unit_test(maximum_is_exact_and_keeps_what_was_there),
        cmocka_unit_test(nothing_is_added_after_a_failure),
        cmocka_unit_test(long_formats_and_growth),
        cmocka_unit_test(copy_cuts_before_a_whole_character),
        cmocka_unit_test(comparisons_take_null),
        cmocka_unit_test(arena_memory_is_zero_and_aligned_also_after_reset),
        cmocka_unit_test(arena_limit_sets_the_flag_and_reset_clears_it),
        cmocka_unit_test(arena_overflow_is_refused),
        cmocka_unit_test(arena_keeps_blocks_over_a_reset),
        cmocka_unit_test(arena_strings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
