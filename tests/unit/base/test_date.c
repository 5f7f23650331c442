/* Days and moments. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void parsing(void **state)
{
    static const struct {
        const char *text;
        bool good;
        int32_t days;
    } rows[] = {
        {"1970-01-01", true, 0},     {"1969-12-31", true, -1},
        {"2000-02-29", true, 11016}, {"2026-11-30", true, 20787},
        {"2026-10", true, 20757},    {"2026-10-31", true, 20757},
        {"2026", true, 20818},       {"2026-12-31", true, 20818},
        {"2024-02", true, 19782},    {"2024-02-29", true, 19782},
        {"2023-02-29", false, 0},    {"1900-02-29", false, 0},
        {"2026-13", false, 0},       {"2026-00", false, 0},
        {"2026-04-31", false, 0},    {"2026-10-00", false, 0},
        {"2026/10/07", false, 0},    {"2026-1-07", false, 0},
        {"20261007", false, 0},      {"", false, 0},
        {" 2026", false, 0},         {"2026-10-07T00:00", false, 0},
        {"1899", false, 0},          {"2200", false, 0},
        {"-026", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        int32_t days = 12345;
        if (date_parse(rows[i].text, &days) != rows[i].good)
            fail_msg("'%s'", rows[i].text);
        assert_int_equal(days, rows[i].good ? rows[i].days : 12345);
    }
    int32_t days;
    assert_false(date_parse(NULL, &days));
}

/* The first day that a date can mean, beside the last one of date_parse. */
static void first_days(void **state)
{
    (void)state;
    static const struct {
        const char *text, *first, *last;
    } t[] = {{"2026", "2026-01-01", "2026-12-31"},
             {"2024-02", "2024-02-01", "2024-02-29"},
             {"2026-10-07", "2026-10-07", "2026-10-07"}};
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        int32_t first = 0, last = 0;
        char day[11];
        assert_true(date_parse_first(t[i].text, &first) && date_parse(t[i].text, &last));
        date_format(first, day);
        assert_string_equal(day, t[i].first);
        date_format(last, day);
        assert_string_equal(day, t[i].last);
    }
    int32_t none = 0;
    assert_false(date_parse_first("2026-13", &none));
}

static void every_day_comes_back(void **state)
{
    int32_t first, last;

    (void)state;
    assert_true(date_parse("1900-01-01", &first));
    assert_true(date_parse("2199", &last));
    assert_int_equal(last - first, 109572); /* 300 years with 73 leap days, less one day */
    for (int32_t d = first; d <= last; d++) {
        char text[11];
        int32_t again;
        date_format(d, text);
        assert_true(date_parse(text, &again));
        assert_int_equal(again, d);
    }
}

static void moments(void **state)
{
    char text[21];

    (void)state;
    moment_format((struct moment){1796025600}, text);
    assert_string_equal(text, "2026-11-30T08:00:00Z");
    moment_format((struct moment){0}, text);
    assert_string_equal(text, "1970-01-01T00:00:00Z");
    moment_format((struct moment){-1}, text);
    assert_string_equal(text, "1969-12-31T23:59:59Z");
    assert_int_equal(date_of((struct moment){-1}), -1);
    assert_int_equal(date_of((struct moment){86400}), 1);
    assert_int_equal(date_of((struct moment){86399}), 0);
    moment_format((struct moment){INT64_MAX}, text);
    assert_int_equal(strlen(text), 20);
    moment_format((struct moment){INT64_MIN}, text);
    assert_int_equal(strlen(text), 20);
    date_of((struct moment){INT64_MIN});
}

static void ages(void **state)
{
    int32_t now;

    (void)state;
    assert_true(date_parse("2026-11-30", &now));
    assert_int_equal(date_age_days("2026-11-30", now), 0);
    assert_int_equal(date_age_days("2026-10", now), 30); /* its last day counts */
    assert_int_equal(date_age_days("2026", now), 0);
    assert_int_equal(date_age_days("2027-01-01", now), 0);
    assert_int_equal(date_age_days("", now), -1);
    assert_int_equal(date_age_class(-1), AGE_UNKNOWN);
    assert_int_equal(date_age_class(0), AGE_FRESH);
    assert_int_equal(date_age_class(30), AGE_FRESH);
    assert_int_equal(date_age_class(31), AGE_AGEING);
    assert_int_equal(date_age_class(90), AGE_AGEING);
    assert_int_equal(date_age_class(91), AGE_OLD);
    assert_int_equal(date_age_class(180), AGE_OLD);
    assert_int_equal(date_age_class(181), AGE_STALE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parsing), cmocka_unit_test(first_days),
        cmocka_unit_test(every_day_comes_back),
        cmocka_unit_test(moments),
        cmocka_unit_test(ages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
