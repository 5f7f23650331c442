/* What a price did, as a row of blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/trend.h"

static int32_t day(const char *s)
{
    int32_t d = 0;
    assert_true(date_parse(s, &d));
    return d;
}

static void it_rises_and_falls_with_the_price(void **state)
{
    (void)state;
    char text[TREND_BYTES];
    const struct past_point up[] = {{"2026-10-01", "USD", 1}, {"2026-10-09", "USD", 2}};
    assert_true(trend_text(text, up, 2, day("2026-10-17")));
    assert_string_equal(text, "▁▁▁█████"); /* the fourth piece ends on the day of the change */
    const struct past_point steps[] = {
        {"2026-10-01", "USD", 8}, {"2026-10-03", "USD", 4}, {"2026-10-05", "USD", 1}};
    assert_true(trend_text(text, steps, 3, day("2026-10-09")));
    assert_string_equal(text, "█▄▄▁▁▁▁▁");
}

static void without_a_past_there_is_none(void **state)
{
    (void)state;
    char text[TREND_BYTES];
    const struct past_point one[] = {{"2026-10-01", "USD", 1}, {"2026-10-02", "CNY", 7}};
    assert_false(trend_text(text, one, 0, day("2026-10-17")));
    assert_false(trend_text(text, one, 1, day("2026-10-17")));
    assert_false(trend_text(text, one, 2, day("2026-10-17"))); /* two currencies are no course */
    assert_string_equal(text, "");
    const struct past_point same[] = {{"2026-10-01", "USD", 3}, {"2026-10-05", "USD", 3}};
    assert_true(trend_text(text, same, 2, day("2026-10-09")));
    assert_string_equal(text, "▅▅▅▅▅▅▅▅");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_rises_and_falls_with_the_price),
        cmocka_unit_test(without_a_past_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
