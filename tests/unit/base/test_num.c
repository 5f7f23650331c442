/* Numbers as people type them and as they are printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct reading {
    const char *text;
    enum num_unit unit;
    enum num_err rc;
    double value;
    const char *currency;
};

static const struct reading readings[] = {
    {"12", NUM_PLAIN, NUM_OK, 12, ""},
    {" 1.5 ", NUM_PLAIN, NUM_OK, 1.5, ""},
    {"1e3", NUM_PLAIN, NUM_OK, 1000, ""},
    {"-5", NUM_PLAIN, NUM_OK, -5, ""},
    {"- 5", NUM_PLAIN, NUM_OK, -5, ""},
    {".5", NUM_PLAIN, NUM_OK, 0.5, ""},
    {"4k", NUM_PLAIN, NUM_OK, 4000, ""},
    {"-0", NUM_PLAIN, NUM_OK, 0, ""},
    {"1.4T", NUM_COUNT, NUM_OK, 1.4e12, ""},
    {"50M", NUM_COUNT, NUM_OK, 50e6, ""},
    {"50m", NUM_COUNT, NUM_OK, 50e6, ""},
    {"7B", NUM_COUNT, NUM_OK, 7e9, ""},
    {"1.28M", NUM_COUNT, NUM_OK, 1280000, ""},
    {"50M tokens", NUM_COUNT, NUM_OK, 50e6, ""},
    {"4k", NUM_LENGTH, NUM_OK, 4096, ""},
    {"128K", NUM_LENGTH, NUM_OK, 131072, ""},
    {"1m", NUM_LENGTH, NUM_OK, 1048576, ""},
    {"4096", NUM_LENGTH, NUM_OK, 4096, ""},
    {"8k tokens", NUM_LENGTH, NUM_OK, 8192, ""},
    /* memory */
    {"120GB", NUM_BYTES, NUM_OK, 120e9, ""},
    {"120 gb", NUM_BYTES, NUM_OK, 120e9, ""},
    {"24", NUM_BYTES, NUM_OK, 24e9, ""},
    {"80GiB", NUM_BYTES, NUM_OK, 80 * 1073741824.0, ""},
    {"1.5T", NUM_BYTES, NUM_OK, 1.5e12, ""},
    {"512B", NUM_BYTES, NUM_OK, 512, ""},
    {"2PB", NUM_BYTES, NUM_OK, 2e15, ""},
    {"3Gb", NUM_BYTES, NUM_OK, 3e9, ""},
    {"10 apples", NUM_BYTES, NUM_UNIT, 0, ""},
    /* time */
    {"24h", NUM_HOURS, NUM_OK, 24, ""},
    {"30d", NUM_HOURS, NUM_OK, 720, ""},
    {"90min", NUM_HOURS, NUM_OK, 1.5, ""},
    {"90m", NUM_HOURS, NUM_OK, 1.5, ""},
    {"2w", NUM_HOURS, NUM_OK, 336, ""},
    {"1mo", NUM_HOURS, NUM_OK, 730, ""},
    {"1y", NUM_HOURS, NUM_OK, 8760, ""},
    {"3 天", NUM_HOURS, NUM_OK, 72, ""},
    {"12小时", NUM_HOURS, NUM_OK, 12, ""},
    {"600ms", NUM_SECONDS, NUM_OK, 0.6, ""},
    {"2", NUM_SECONDS, NUM_OK, 2, ""},
    {"24", NUM_MONTHS, NUM_OK, 24, ""},
    {"2y", NUM_MONTHS, NUM_OK, 24, ""},
    {"3 年", NUM_MONTHS, NUM_OK, 36, ""},
    {"9 个月", NUM_MONTHS, NUM_OK, 9, ""},
    /* electricity */
    {"1.2kW", NUM_WATTS, NUM_OK, 1200, ""},
    {"350W", NUM_WATTS, NUM_OK, 350, ""},
    {"3千瓦", NUM_WATTS, NUM_OK, 3000, ""},
    {"5mW", NUM_WATTS, NUM_UNIT, 0, ""},
    {"230V", NUM_VOLTS, NUM_OK, 230, ""},
    {"16A", NUM_AMPS, NUM_OK, 16, ""},
    {"45dB(A)", NUM_DB, NUM_OK, 45, ""},
    {"16V", NUM_AMPS, NUM_UNIT, 0, ""},
    /* money */
    {"20000CNY", NUM_MONEY, NUM_OK, 20000, "CNY"},
    {"20000 cny", NUM_MONEY, NUM_OK, 20000, "CNY"},
    {"$1,234.50", NUM_MONEY, NUM_OK, 1234.5, "USD"},
    {"-$5", NUM_MONEY, NUM_OK, -5, "USD"},
    {"$-5", NUM_MONEY, NUM_OK, -5, "USD"},
    {"¥41800", NUM_MONEY, NUM_OK, 41800, "CNY"},
    {"JP¥500", NUM_MONEY, NUM_OK, 500, "JPY"},
    {"20k", NUM_MONEY, NUM_OK, 20000, ""},
    {"20k USD", NUM_MONEY, NUM_OK, 20000, "USD"},
    {"20MUSD", NUM_MONEY, NUM_OK, 20e6, "USD"},
    {"20KRW", NUM_MONEY, NUM_OK, 20, "KRW"},
    {"USD 99", NUM_MONEY, NUM_OK, 99, "USD"},
    {"99€", NUM_MONEY, NUM_OK, 99, "EUR"},
    {"20万元", NUM_MONEY, NUM_OK, 200000, "CNY"},
    {"￥１２，３４５", NUM_MONEY, NUM_OK, 12345, "CNY"},
    {"$5 EUR", NUM_MONEY, NUM_UNIT, 0, ""},
    {"5 XYZ", NUM_MONEY, NUM_UNIT, 0, ""},
    {"$", NUM_MONEY, NUM_SYNTAX, 0, ""},
    /* shares */
    {"8%", NUM_FRACTION, NUM_OK, 0.08, ""},
    {"0.08", NUM_FRACTION, NUM_OK, 0.08, ""},
    {"３７％", NUM_FRACTION, NUM_OK, 0.37, ""},
    {"40 tok/s", NUM_RATE, NUM_OK, 40, ""},
    {"2k/s", NUM_RATE, NUM_OK, 2000, ""},
    /* networks */
    {"25gbe", NUM_GBPS, NUM_OK, 25, ""},
    {"100G", NUM_GBPS, NUM_OK, 100, ""},
    {"400Gb/s", NUM_GBPS, NUM_OK, 400, ""},
    {"50 GB/s", NUM_GBPS, NUM_OK, 400, ""},
    {"100Mbps", NUM_GBPS, NUM_OK, 0.1, ""},
    {"1.6T", NUM_GBPS, NUM_OK, 1600, ""},
    /* whole numbers */
    {"1.1k", NUM_INT, NUM_OK, 1100, ""},
    {"1.5", NUM_INT, NUM_NOT_WHOLE, 0, ""},
    {"1e16", NUM_INT, NUM_RANGE, 0, ""},
    {"8", NUM_INT, NUM_OK, 8, ""},
    /* groups and decimal commas */
    {"1,000", NUM_PLAIN, NUM_OK, 1000, ""},
    {"1,234,567.5", NUM_PLAIN, NUM_OK, 1234567.5, ""},
    {"1,5", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1,50", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1,0000", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1000,000", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {",000", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1.000,5", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1,,000", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    /* Chinese */
    {"５０", NUM_PLAIN, NUM_OK, 50, ""},
    {"５０Ｍ", NUM_COUNT, NUM_OK, 50e6, ""},
    {"3.5万", NUM_COUNT, NUM_OK, 35000, ""},
    {"1.5亿", NUM_COUNT, NUM_OK, 1.5e8, ""},
    {"2万亿", NUM_COUNT, NUM_OK, 2e12, ""},
    {"5千万", NUM_COUNT, NUM_OK, 5e7, ""},
    {"1万", NUM_LENGTH, NUM_OK, 10000, ""},
    /* not numbers */
    {"", NUM_PLAIN, NUM_EMPTY, 0, ""},
    {"   ", NUM_PLAIN, NUM_EMPTY, 0, ""},
    {"inf", NUM_PLAIN, NUM_RANGE, 0, ""},
    {"-Infinity", NUM_PLAIN, NUM_RANGE, 0, ""},
    {"nan", NUM_PLAIN, NUM_RANGE, 0, ""},
    {"0x10", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1e31", NUM_PLAIN, NUM_RANGE, 0, ""},
    {"1e99", NUM_COUNT, NUM_RANGE, 0, ""},
    {"1e999999999999", NUM_PLAIN, NUM_RANGE, 0, ""},
    {"1e-999999999999", NUM_PLAIN, NUM_OK, 0, ""},
    {"1e30", NUM_PLAIN, NUM_OK, 1e30, ""},
    {"1e28T", NUM_COUNT, NUM_RANGE, 0, ""},
    {"1.2.3", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1 2", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"--5", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"5-", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"1.", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"k", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"5e", NUM_PLAIN, NUM_UNIT, 0, ""},
    {"5kk", NUM_PLAIN, NUM_UNIT, 0, ""},
    {"5\x1b[2J", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"5\xff", NUM_PLAIN, NUM_SYNTAX, 0, ""},
    {"五", NUM_PLAIN, NUM_SYNTAX, 0, ""},
};

static void what_people_type(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(readings); i++) {
        const struct reading *r = &readings[i];
        double x = 77;
        char cur[4] = "???";
        enum num_err rc = num_parse(r->text, r->unit, &x, cur);
        if (rc != r->rc)
            fail_msg("'%s': code %d, expected %d", r->text, rc, r->rc);
        if (rc != NUM_OK) {
            assert_true(isnan(x));
            assert_string_equal(cur, "");
            continue;
        }
        double slack = r->unit == NUM_HOURS ? 1e-12 * fabs(r->value) : 0; /* others are exact */
        if (!(fabs(x - r->value) <= slack) || signbit(x) != (r->value < 0))
            fail_msg("'%s': %.17g, expected %.17g", r->text, x, r->value);
        if (strcmp(cur, r->currency) != 0)
            fail_msg("'%s': currency '%s', expected '%s'", r->text, cur, r->currency);
    }
}

static void null_and_long_texts(void **state)
{
    char text[5000];
    double x;

    (void)state;
    assert_int_equal(num_parse(NULL, NUM_PLAIN, &x, NULL), NUM_EMPTY);
    memset(text, '1', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_int_equal(num_parse(text, NUM_PLAIN, &x, NULL), NUM_SYNTAX);
    assert_int_equal(num_plain(text, &x), NUM_SYNTAX);
    for (size_t n = 80; n < 110; n++) { /* around the buffer's size */
        memset(text, '0', n);
        text[n] = '\0';
        enum num_err rc = num_parse(text, NUM_PLAIN, &x, NULL);
        assert_true(rc == NUM_OK || rc == NUM_SYNTAX);
        rc = num_plain(text, &x);
        assert_true(rc == NUM_OK || rc == NUM_SYNTAX);
    }
}

/* Powers of ten are added in decimal, so a suffix gives the same double as the exponent. */
static void suffix_equals_exponent(void **state)
{
    static const struct {
        const char *letter;
        int exp;
    } s[] = {{"k", 3}, {"M", 6}, {"B", 9}, {"T", 12}};

    (void)state;
    srand(7);
    for (int i = 0; i < 20000; i++) {
        char a[40], b[40];
        double x, y;
        size_t k = (size_t)rand() % COUNT(s);
        int whole = rand() % 1000, part = rand() % 1000;
        snprintf(a, sizeof a, "%d.%03d%s", whole, part, s[k].letter);
        snprintf(b, sizeof b, "%d.%03de%d", whole, part, s[k].exp);
        assert_int_equal(num_parse(a, NUM_COUNT, &x, NULL), NUM_OK);
        y = strtod(b, NULL);
        if (x != y)
            fail_msg("%s: %.17g, %s: %.17g", a, x, b, y);
    }
}

static void ranges(void **state)
{
    double lo, hi;

    (void)state;
    assert_int_equal(num_parse_range("24GB..80GB", NUM_BYTES, &lo, &hi), NUM_OK);
    assert_true(lo == 24e9 && hi == 80e9);
    assert_int_equal(num_parse_range("24 .. 80 GiB", NUM_BYTES, &lo, &hi), NUM_OK);
    assert_true(lo == 24 * GIB && hi == 80 * GIB);
    assert_int_equal(num_parse_range("1..8", NUM_INT, &lo, &hi), NUM_OK);
    assert_true(lo == 1 && hi == 8);
    assert_int_equal(num_parse_range("24GB..", NUM_BYTES, &lo, &hi), NUM_OK);
    assert_true(lo == 24e9 && isnan(hi));
    assert_int_equal(num_parse_range("..80GB", NUM_BYTES, &lo, &hi), NUM_OK);
    assert_true(isnan(lo) && hi == 80e9);
    assert_int_equal(num_parse_range("48GB", NUM_BYTES, &lo, &hi), NUM_OK);
    assert_true(lo == 48e9 && hi == 48e9);
    assert_int_equal(num_parse_range("1.5..2.5", NUM_PLAIN, &lo, &hi), NUM_OK);
    assert_true(lo == 1.5 && hi == 2.5);
    assert_int_equal(num_parse_range("80GB..24GB", NUM_BYTES, &lo, &hi), NUM_RANGE);
    assert_true(isnan(lo) && isnan(hi));
    assert_int_equal(num_parse_range("..", NUM_BYTES, &lo, &hi), NUM_EMPTY);
    assert_int_equal(num_parse_range("", NUM_BYTES, &lo, &hi), NUM_EMPTY);
    assert_int_equal(num_parse_range("1...8", NUM_INT, &lo, &hi), NUM_SYNTAX);
    assert_int_equal(num_parse_range("1..2..3", NUM_INT, &lo, &hi), NUM_SYNTAX);
    assert_int_equal(num_parse_range("1..x", NUM_INT, &lo, &hi), NUM_SYNTAX);
}

static void cells_are_strict(void **state)
{
    static const struct {
        const char *text;
        enum num_err rc;
        double value;
    } cells[] = {
        {"12", NUM_OK, 12},       {"-1.5", NUM_OK, -1.5},
        {"1e25", NUM_OK, 1e25},   {"6.02E+23", NUM_OK, 6.02e23},
        {"", NUM_EMPTY, 0},       {" 1", NUM_SYNTAX, 0},
        {"1 ", NUM_SYNTAX, 0},    {"+1", NUM_SYNTAX, 0},
        {"1.", NUM_SYNTAX, 0},    {".5", NUM_SYNTAX, 0},
        {"1,000", NUM_SYNTAX, 0}, {"1k", NUM_SYNTAX, 0},
        {"0x1", NUM_SYNTAX, 0},   {"nan", NUM_SYNTAX, 0},
        {"inf", NUM_SYNTAX, 0},   {"1e", NUM_SYNTAX, 0},
        {"1e999", NUM_RANGE, 0},  {"-0", NUM_OK, 0},
        {"１", NUM_SYNTAX, 0},    {"--1", NUM_SYNTAX, 0},
        {"-", NUM_SYNTAX, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cells); i++) {
        double x = 77;
        enum num_err rc = num_plain(cells[i].text, &x);
        if (rc != cells[i].rc)
            fail_msg("'%s': code %d", cells[i].text, rc);
        assert_true(rc == NUM_OK ? x == cells[i].value && !(x == 0 && signbit(x)) : isnan(x));
    }
    double x;
    assert_int_equal(num_plain(NULL, &x), NUM_EMPTY);
}

/* --- printing -------------------------------------------------------------------------------- */
static void check(void (*print)(struct str *, double), double x, const char *expected)
{
    struct str s;

    str_init(&s, 1000);
    print(&s, x);
    if (strcmp(s.p, expected) != 0)
        fail_msg("%.17g: '%s', expected '%s'", x, s.p, expected);
    str_free(&s);
}

static void json_numbers(void **state)
{
    (void)state;
    check(num_json, 0, "0");
    check(num_json, -0.0, "0");
    check(num_json, 1, "1");
    check(num_json, -5, "-5");
    check(num_json, 0.1, "0.1");
    check(num_json, 50e6, "50000000");
    check(num_json, 1.4e12, "1400000000000");
    check(num_json, 123456789012.0, "123456789012");
    check(num_json, 1234567890123.0, "1234567890120"); /* twelve digits are kept */
    check(num_json, 1 / 3.0, "0.333333333333");
    check(num_json, 0.00001, "0.00001");
    check(num_json, 0.0000012, "1.2e-6");
    check(num_json, 1e15, "1e15");
    check(num_json, 1.5e20, "1.5e20");
    check(num_json, -2.5e-9, "-2.5e-9");
    check(num_json, 1e308, "1e308");
    check(num_json, NAN, "null");
    check(num_json, INFINITY, "null");
    check(num_json, -INFINITY, "null");
}

/* Whatever has at most 12 digits comes back as the same double, and no shorter text would. */
static void json_numbers_read_back_and_are_shortest(void **state)
{
    (void)state;
    srand(11);
    for (int i = 0; i < 20000; i++) {
        char text[64];
        struct str s;
        double x;
        int digits = 1 + rand() % 12;
        snprintf(text, sizeof text, "%.*e", digits - 1,
                 (rand() / (double)RAND_MAX + 0.1) * pow(10, rand() % 40 - 20));
        x = strtod(text, NULL);
        str_init(&s, 100);
        num_json(&s, x);
        if (strtod(s.p, NULL) != x)
            fail_msg("%.17g printed as %s", x, s.p);
        int shortest = 1;
        while (shortest < 12) {
            snprintf(text, sizeof text, "%.*e", shortest - 1, x);
            if (strtod(text, NULL) == x)
                break;
            shortest++;
        }
        int n = 0;
        bool leading = true;
        int zeros = 0;
        for (const char *p = s.p; *p && *p != 'e'; p++) {
            if (*p < '0' || *p > '9' || (leading && *p == '0'))
                continue;
            leading = false;
            n++;
            zeros = *p == '0' ? zeros + 1 : 0;
        }
        if (n - (strchr(s.p, '.') ? 0 : zeros) > shortest)
            fail_msg("%s has more than %d digits", s.p, shortest);
        str_free(&s);
    }
}

static void short_numbers(void **state)
{
    (void)state;
    check(num_short, 61.34, "61.3");
    check(num_short, 1234, "1,230");
    check(num_short, 1234567, "1,230,000");
    check(num_short, 4.5, "4.5");
    check(num_short, 4, "4");
    check(num_short, 0.4567, "0.457");
    check(num_short, 999.6, "1,000");
    check(num_short, -1234, "-1,230");
    check(num_short, 0, "0");
    check(num_short, -0.0, "0");
    check(num_short, 0.00012345, "0.000123");
    check(num_short, 1e20, "1e20");
    check(num_short, NAN, "?");
}

static void si_numbers(void **state)
{
    (void)state;
    check(num_si, 50e6, "50M");
    check(num_si, 1.4e12, "1.4T");
    check(num_si, 8.03e9, "8.03B");
    check(num_si, 999, "999");
    check(num_si, 1000, "1K");
    check(num_si, 999499, "999K");
    check(num_si, 999950, "1M");
    check(num_si, 1.5e16, "15,000T");
    check(num_si, 0, "0");
    check(num_si, -2.5e6, "-2.5M");
    check(num_si, 0.5, "0.5");
}

static void fixed_and_grouped(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 1000);
    num_fixed(&s, 1234.5, 2);
    str_addc(&s, '|');
    num_grouped(&s, 1234567.5, 2);
    str_addc(&s, '|');
    num_grouped(&s, -999, 0);
    str_addc(&s, '|');
    num_grouped(&s, -0.001, 2);
    str_addc(&s, '|');
    num_grouped(&s, 1e6, 0);
    str_addc(&s, '|');
    num_fixed(&s, -1e-9, 0);
    str_addc(&s, '|');
    num_fixed(&s, 1, -3);
    assert_string_equal(s.p, "1234.50|1,234,567.50|-999|0.00|1,000,000|0|1");
    str_clear(&s);
    num_fixed(&s, 1e308, 2); /* the longest */
    assert_int_equal(s.len, 309 + 3);
    str_free(&s);
}

static void money(void **state)
{
    static const struct {
        double x;
        const char *iso;
        bool exact;
        const char *text;
    } rows[] = {
        {13120, "USD", false, "$13,120"},
        {13120.49, "USD", false, "$13,120"},
        {13120.49, "USD", true, "$13,120.49"},
        {41800, "CNY", false, "¥41,800"},
        {99.5, "EUR", false, "€99.50"},
        {99.999, "EUR", false, "€100"},
        {2.49, "GBP", false, "£2.49"},
        {0.526, "USD", false, "$0.526"},
        {0.0065, "USD", true, "$0.0065"},
        {0.5, "USD", false, "$0.50"},
        {0, "USD", false, "$0"},
        {0, "USD", true, "$0.00"},
        {150000, "JPY", false, "JP¥150,000"},
        {150000.4, "JPY", true, "JP¥150,000"},
        {1234, "HKD", false, "HKD 1,234"},
        {-5000, "USD", false, "-$5,000"},
        {-0.0, "USD", false, "$0"},
        {1234.5, "", true, "1,234.50"},
        {1234.5, NULL, false, "1,234"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct str s;
        str_init(&s, 100);
        num_money(&s, rows[i].x, rows[i].iso, rows[i].exact);
        if (strcmp(s.p, rows[i].text) != 0)
            fail_msg("%g %s: '%s', expected '%s'", rows[i].x, rows[i].iso, s.p, rows[i].text);
        str_free(&s);
    }
}

static void clamp(void **state)
{
    (void)state;
    assert_true(num_clamp(5, 0, 3) == 3);
    assert_true(num_clamp(-5, 0, 3) == 0);
    assert_true(num_clamp(2, 0, 3) == 2);
    assert_true(isnan(num_clamp(UNKNOWN, 0, 3)));
}

/* A library may switch to a locale with a decimal comma; figures stay the same. */
static void decimal_comma_locale(void **state)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    locale_t comma = (locale_t)0;
    double x;

    (void)state;
    for (size_t i = 0; i < COUNT(names) && !comma; i++)
        comma = newlocale(LC_NUMERIC_MASK, names[i], (locale_t)0);
    if (!comma) {
        print_message("no locale with a decimal comma is installed\n");
        skip();
    }
    locale_t before = uselocale(comma);
    check(num_json, 1.5, "1.5");
    check(num_short, 1234.5, "1,230");
    check(num_si, 1.4e12, "1.4T");
    assert_int_equal(num_parse("1.5", NUM_PLAIN, &x, NULL), NUM_OK);
    assert_true(x == 1.5);
    assert_int_equal(num_plain("0.25", &x), NUM_OK);
    assert_true(x == 0.25);
    uselocale(before);
    freelocale(comma);
}

static void prices_of_shops(void **state)
{
    static const struct {
        const char *text, *iso;
        double price; /* < 0: none */
    } of[] = {{"￥1.98/小时", "CNY", 1.98},
              {"$549.00 @ shop", "USD", 549},
              {"4500元(含税)", "CNY", 4500},
              {"12,999 RMB", "CNY", 12999},
              {"| €80 |", "EUR", 80},
              {"2200", "", 2200},
              {"apple", "", -1},
              {"", "", -1},
              {"$-3", "", -1}};
    char iso[4];
    double x;
    (void)state;
    for (size_t i = 0; i < COUNT(of); i++) {
        assert_int_equal(num_price(of[i].text, &x, iso), of[i].price >= 0);
        if (of[i].price >= 0) {
            assert_true(x == of[i].price);
            assert_string_equal(iso, of[i].iso);
        }
    }
    static const char *const rents[] = {"￥1.98/小时", "$3 / h", "¥900/月", "2/hour"};
    static const char *const things[] = {"$549.00 @ shop", "4500元", "80/2", "¥5/张", ""};
    for (size_t i = 0; i < COUNT(rents); i++)
        assert_true(num_price_per_time(rents[i]));
    for (size_t i = 0; i < COUNT(things); i++)
        assert_false(num_price_per_time(things[i]));
    static const char *const yuan[] = {"CNY", "RMB", "rmb", "￥", "¥", "元", "人民币", " cny "};
    for (size_t i = 0; i < COUNT(yuan); i++) {
        assert_true(num_currency(yuan[i], iso));
        assert_string_equal(iso, "CNY");
    }
    assert_false(num_currency("XXX", iso));
    assert_false(num_currency("USDX", iso));
    assert_false(num_currency("", iso));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_people_type),
        cmocka_unit_test(null_and_long_texts),
        cmocka_unit_test(suffix_equals_exponent),
        cmocka_unit_test(prices_of_shops),
        cmocka_unit_test(ranges),
        cmocka_unit_test(cells_are_strict),
        cmocka_unit_test(json_numbers),
        cmocka_unit_test(json_numbers_read_back_and_are_shortest),
        cmocka_unit_test(short_numbers),
        cmocka_unit_test(si_numbers),
        cmocka_unit_test(fixed_and_grouped),
        cmocka_unit_test(money),
        cmocka_unit_test(clamp),
        cmocka_unit_test(decimal_comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
