/* Small bars: least lowest, greatest highest, unknown left out, the last ones kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/num.h"
#include "base/spark.h"
#include "base/str.h"

static void expect(const double *x, size_t n, size_t cells, bool ascii, const char *want)
{
    struct str s;

    str_init(&s, 1024);
    spark(&s, x, n, cells, ascii);
    assert_string_equal(s.p, want);
    str_free(&s);
}

static void bars_follow_the_numbers(void **state)
{
    const double up[] = {1, 2, 3, 4, 5, 6}, same[] = {7, 7, 7}, one[] = {1};
    const double gaps[] = {1, UNKNOWN, 6}, long_one[] = {100, 1, 2, 3};

    (void)state;
    expect(up, 6, 8, true, "_.-=*#");
    expect(up, 6, 8, false, "\u2581\u2582\u2583\u2585\u2586\u2587");
    expect(same, 3, 8, true, "---");
    expect(one, 1, 8, true, "");
    expect(one, 0, 8, true, "");
    expect(gaps, 3, 8, true, "_#");
    expect(long_one, 4, 3, true, "_=#"); /* the oldest does not fit and does not count */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bars_follow_the_numbers)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
