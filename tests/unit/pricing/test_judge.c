/* The judge: a table of rows and what becomes of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "tests/unit/pricing/desk.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define A100 "aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,8,"

static const struct {
    const char *row;
    enum judge_reason reason;
    bool unchanged;
} cases[] = {
    /* what the catalog says already, and what differs from it */
    {A100 "USD,16,,2026-10-01", JUDGED_NONE, true},
    {A100 "USD,16,,", JUDGED_NONE, false}, /* the same price, seen today */
    {A100 "USD,16.5,,2026-11-20", JUDGED_NONE, false},
    {"aws,a100-8,north,按量,nvidia-a100-sxm4-80,8,USD,16,,2026-10-01", JUDGED_NONE, true},
    {"aws,a100-8,north,Pay as you go,nvidia-a100-sxm4-80,8,USD,16,,2026-10-01", JUDGED_NONE, true},
    {"aws,a100-8,north,now and then,nvidia-a100-sxm4-80,8,USD,16,,2026-10-01", JUDGED_KIND, false},
    {A100 "USD,11.52,,2026-11-20", JUDGED_NONE, false}, /* 28 % less */
    {A100 "USD,23,,2026-11-20", JUDGED_CHANGED, false}, /* 44 % more */
    {A100 "USD,9,,2026-11-20", JUDGED_CHANGED, false},  /* 44 % less */
    {A100 "USD,81,,2026-11-20", JUDGED_LAST, false},    /* 5.06 times */
    {A100 "USD,3.1,,2026-11-20", JUDGED_LAST, false},   /* 5.16 times less */
    {A100 "USD,0.16,,2026-11-20", JUDGED_LAST, false},  /* cents for dollars */
    {A100 "CNY,112,,2026-11-20", JUDGED_NONE, false},   /* another currency, the same price */
    {A100 "CNY,16,,2026-11-20", JUDGED_LAST, false},    /* yuan for dollars */
    /* unknown is never free */
    {A100 "USD,,,2026-11-20", JUDGED_NO_PRICE, false},
    {A100 "USD,0,,2026-11-20", JUDGED_NO_PRICE, false},
    {A100 "USD,0.0,0,2026-11-20", JUDGED_NO_PRICE, false},
    {A100 "USD,N/A*,,2026-11-20", JUDGED_NO_PRICE, false},
    {A100 "USD,null,,2026-11-20", JUDGED_NO_PRICE, false},
    {A100 "USD,1e-400,,2026-11-20", JUDGED_NO_PRICE, false},
    /* numbers that are none */
    {A100 "USD,-16,,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,1e999,,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,inf,,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,nan,,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,16 CNY,,2026-11-20", JUDGED_NUMBER, false}, /* which of both? */
    {A100 "USD,16 apples,,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,\"16,5\",,2026-11-20", JUDGED_NUMBER, false},
    {A100 "USD,0x10,,2026-11-20", JUDGED_NUMBER, false},
    /* currency */
    {A100 ",16,,2026-11-20", JUDGED_CURRENCY, false},
    {A100 "XXX,16,,2026-11-20", JUDGED_CURRENCY, false},
    {A100 "$,16,,2026-11-20", JUDGED_NONE, false}, /* as shops write it */
    {A100 "RMB,112,,2026-11-20", JUDGED_NONE, false},
    {A100 "￥,112,,2026-11-20", JUDGED_NONE, false},
    {A100 "元,¥112,,2026-11-20", JUDGED_NONE, false},
    {A100 ",112元/小时,,2026-11-20", JUDGED_NONE, false},
    {A100 "RMB,16,,2026-11-20", JUDGED_LAST, false}, /* yuan for dollars, all the same */
    {A100 "dollars,16,,2026-11-20", JUDGED_CURRENCY, false},
    /* days */
    {A100 "USD,16,,2026-12-01", JUDGED_NONE, false}, /* tomorrow: somewhere it is */
    {A100 "USD,16,,2026-12-02", JUDGED_FUTURE, false},
    {A100 "USD,16,,2027", JUDGED_FUTURE, false},
    {A100 "USD,16,,2026", JUDGED_NONE, false}, /* known to the year: it has begun */
    {A100 "USD,16,,2026-12", JUDGED_NONE, false},
    {A100 "USD,16,,2026-02-30", JUDGED_DATE, false},
    {A100 "USD,16,,30.11.2026", JUDGED_DATE, false},
    /* the machine */
    {"aws,a100-8,north,on-demand,no-such-card,8,USD,16,,", JUDGED_GPU, false},
    {"aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,,USD,16,,", JUDGED_CARDS, false},
    {"aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,0,USD,16,,", JUDGED_CARDS, false},
    {"aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,-8,USD,16,,", JUDGED_CARDS, false},
    {"aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,1e9,USD,16,,", JUDGED_CARDS, false},
    {"aws,a100-8,north,on-demand,nvidia-a100-sxm4-80,eight,USD,16,,", JUDGED_NUMBER, false},
    {"aws,a100-8,east,on-demand,,,USD,16,,", JUDGED_NONE, false}, /* the catalog knows it */
    {"aws,other,east,on-demand,,,USD,16,,", JUDGED_NO_GPU, false},
    {"mine,part,,on-demand,nvidia-l40s,0.167,USD,1,,", JUDGED_SLICE, false},
    {",a100-8,north,on-demand,nvidia-a100-sxm4-80,8,USD,16,,", JUDGED_NO_PROVIDER, false},
    {"aws,,north,on-demand,nvidia-a100-sxm4-80,8,USD,16,,", JUDGED_NO_INSTANCE, false},
    {"aws,a100-8,north,rent,nvidia-a100-sxm4-80,8,USD,16,,", JUDGED_KIND, false},
    {"aws,a100-8,north,own,nvidia-a100-sxm4-80,8,USD,16,,", JUDGED_KIND, false},
    {"aws,a100-8,north,on-demand", JUDGED_LINE, false},
    {A100 "USD,16,,2026-11-20,more", JUDGED_LINE, false},
    /* no last price: the median of such cards */
    {"mine,box,,on-demand,nvidia-a100-sxm4-80,8,USD,20,,", JUDGED_NONE, false},
    {"mine,box,,on-demand,nvidia-a100-sxm4-80,8,USD,90,,", JUDGED_MEDIAN, false},
    {"mine,box,,spot,nvidia-a100-sxm4-80,8,USD,90,,", JUDGED_MEDIAN, false}, /* all kinds */
    {"mine,box,,on-demand,nvidia-a100-sxm4-80,1,USD,2.2,,", JUDGED_NONE, false},
    {"mine,box,,on-demand,nvidia-a100-sxm4-80,8,USD,2.2,,", JUDGED_MEDIAN, false},
    {"mine,box,,on-demand,nvidia-l40s,1,USD,9,,", JUDGED_NONE, false}, /* one offer is no median */
    {"mine,box,,on-demand,nvidia-l40s,1,USD,0.004,,", JUDGED_RANGE, false},
    {"mine,box,,on-demand,nvidia-l40s,8,USD,2500,,", JUDGED_RANGE, false},
    {"mine,box,,on-demand,nvidia-l40s,64,USD,2500,,", JUDGED_NONE, false},
    /* as people leave cells */
    {"mine,box,,on-demand,nvidia-l40s, 1,usd,1.5 ,,", JUDGED_NONE, false},
    {"mine,box,,on-demand,nvidia-l40s,1,USD,1 5,,", JUDGED_NUMBER, false},
    {"mine,box,,on-demand,nvidia-l40s,1,US,1.5,,", JUDGED_CURRENCY, false},
    {"mine,\xB0\xA2,,on-demand,nvidia-l40s,1,USD,1.5,,", JUDGED_ENCODING, false},
    /* month packages */
    {"autodl,4090-1,north,month,nvidia-rtx-4090,1,CNY,1,730,2026-10-01", JUDGED_NONE, true},
    {"autodl,4090-1,north,month,nvidia-rtx-4090,1,CNY,,800,", JUDGED_NONE, false},
    {"autodl,4090-1,north,month,nvidia-rtx-4090,1,CNY,1,800,", JUDGED_HOUR_MONTH, false},
};

static void each_row_of_the_table(void **state)
{
    struct desk d;

    (void)state;
    desk_open(&d);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct str csv;
        struct err_info e = {0};

        str_init(&csv, 4096);
        str_addf(&csv, "%s%s\n", DESK_HEADER, cases[i].row);
        assert_int_equal(desk_judge(&d, csv.p, &e), OK);
        assert_int_equal(d.n, 1);
        if (d.row[0].reason != cases[i].reason || d.row[0].unchanged != cases[i].unchanged)
            fail_msg("%s: %s, unchanged %d", cases[i].row, judge_reason_word(d.row[0].reason),
                     d.row[0].unchanged);
        str_free(&csv);
    }
    desk_close(&d);
}

/* --- what the parsers of other feeds find out ------------------------------------------------- */
#define A100_ROW(...)                                                                              \
    {                                                                                              \
        .provider = "aws", .instance = "a100-8", .region = "north", .kind = "on-demand",           \
        .gpu = "A100", .gpu_count = "8", .currency = "USD", .date = "2026-11-20",                  \
        .rank = RANK_COLLECTOR, __VA_ARGS__                                                        \
    }

static const struct {
    struct feed_row row;
    enum judge_reason reason;
} told[] = {
    {A100_ROW(.price_hour = "17"), JUDGED_NONE},
    {A100_ROW(.price_hour = "17", .held = JUDGED_NO_CARD), JUDGED_NO_CARD},
    {A100_ROW(.price_hour = "17", .held = JUDGED_TERMS), JUDGED_TERMS},
    {A100_ROW(.price_hour = "", .held = JUDGED_RESOLD), JUDGED_RESOLD},
    {A100_ROW(.price_hour = "17", .held = JUDGED_HOST), JUDGED_HOST},
    {A100_ROW(.price_hour = "17", .held = JUDGED_SOURCE), JUDGED_SOURCE},
    {A100_ROW(.price_hour = "", .held = JUDGED_SOURCE), JUDGED_NO_PRICE},
    {A100_ROW(.price_hour = "17", .held = JUDGED_SPOT), JUDGED_SPOT},
    {A100_ROW(.price_hour = "90", .held = JUDGED_SPOT), JUDGED_LAST},
    {A100_ROW(.price_hour = "17", .elsewhere = 30), JUDGED_NONE},
    {A100_ROW(.price_hour = "17", .elsewhere = 31), JUDGED_REGIONS},
    {A100_ROW(.price_hour = "17", .elsewhere = 9), JUDGED_DEAR},
};

static bool told_by_parsers(enum judge_reason r)
{
    for (size_t i = 0; i < COUNT(told); i++)
        if (told[i].reason == r)
            return true;
    return false;
}

static void what_a_parser_found_out_counts(void **state)
{
    struct desk d;

    (void)state;
    desk_open(&d);
    for (size_t i = 0; i < COUNT(told); i++) {
        struct verdict v;

        judge_row(d.judge, &told[i].row, "yours: test", &d.arena, &v);
        if (v.reason != told[i].reason)
            fail_msg("row %zu: %s", i, judge_reason_word(v.reason));
        assert_false(v.offer.from.yours);
    }
    desk_close(&d);
}

static void whole_cards_alone_are_compared(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(desk_judge(&d,
                                DESK_HEADER
                                "azure,x,,on-demand,nvidia-l40s,0.167,USD,1,,\n"
                                "alibaba,ecs.vgn7i-m4,,on-demand,nvidia-l40s,1,CNY,1,,\n"
                                "alibaba,ecs.sgn7i-m4,,on-demand,nvidia-l40s,1,CNY,1,,\n",
                                &e),
                     OK);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(d.row[i].reason, JUDGED_SLICE);
    desk_close(&d);
}

static void a_price_of_one_card_is_made_that_of_the_machine(void **state)
{
    struct feed_row row = {.provider = "mine",
                           .instance = "8x",
                           .kind = "on-demand",
                           .gpu = "nvidia-a100-sxm4-80",
                           .gpu_count = "8",
                           .currency = "USD",
                           .price_hour = "2.25",
                           .date = "2026-11-20",
                           .per_gpu = true,
                           .rank = RANK_AGGREGATOR};
    struct desk d;
    struct verdict v;

    (void)state;
    desk_open(&d);
    judge_row(d.judge, &row, "s", &d.arena, &v);
    assert_int_equal(v.reason, JUDGED_NONE);
    assert_near(v.offer.price_hour, 18, 1e-12);
    row.gpu_count = NULL;
    judge_row(d.judge, &row, "s", &d.arena, &v);
    assert_near(v.offer.price_hour, 2.25, 1e-12);
    assert_near(v.offer.gpu_count, 1, 0);
    desk_close(&d);
}

static void every_reason_but_the_duplicate_is_in_the_table(void **state)
{
    (void)state;
    for (int r = 1; r < JUDGED_COUNT; r++) {
        bool there = r == JUDGED_DUPLICATE || told_by_parsers((enum judge_reason)r);
        for (size_t i = 0; i < COUNT(cases); i++)
            there = there || cases[i].reason == (enum judge_reason)r;
        if (!there)
            fail_msg("no row for %s", judge_reason_word((enum judge_reason)r));
        assert_int_equal(judge_reason_find(judge_reason_word((enum judge_reason)r)), r);
        assert_true(judge_reason_text((enum judge_reason)r) != MSG_NONE);
    }
    assert_int_equal(judge_reason_find("no such reason"), JUDGED_NONE);
}

static void a_package_has_its_hour_and_its_month(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(desk_judge(&d,
                                DESK_HEADER "autodl,4090-1,north,month,4090,1,CNY,,803,\n"
                                            "autodl,4090-2,north,month,4090,1,CNY,1.1,,\n",
                                &e),
                     OK);
    assert_near(d.row[0].offer.price_hour, 1.1, 1e-12);
    assert_near(d.row[0].offer.price_month, 803, 0);
    assert_near(d.row[1].offer.price_month, 803, 1e-9);
    assert_string_equal(d.row[0].offer.from.date, "2026-11-30"); /* no day: seen today */
    desk_close(&d);
}

static void what_was_expected_is_told(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(desk_judge(&d,
                                DESK_HEADER A100
                                "USD,100,,\n"
                                "mine,box,,on-demand,nvidia-a100-sxm4-80,4,USD,100,,\n",
                                &e),
                     OK);
    assert_near(d.row[0].expected, 16, 1e-12);
    /* the middle of four: 16 and 17 or 17 and 18, by the rate of 120 CNY; half of it */
    assert_in_range((long)(d.row[1].expected * 100), 825, 875);
    desk_close(&d);
}

static void a_person_releases_what_is_odd_but_not_what_is_broken(void **state)
{
    static const char header[] = "provider,instance,region,kind,gpu,gpu_count,currency,price_hour,"
                                 "price_month,date,checked\n";
    struct desk d;
    struct err_info e = {0};
    struct str csv;

    (void)state;
    desk_open(&d);
    str_init(&csv, 4096);
    str_addf(&csv, "%s%s%s%s%s", header, A100 "USD,100,,,yes\n", A100 "USD,100,,,no\n",
             A100 "USD,,,,yes\n", A100 "USD,16,,2031-01-01,yes\n");
    assert_int_equal(desk_judge(&d, csv.p, &e), OK);
    assert_int_equal(d.row[0].reason, JUDGED_CHANGED);
    assert_true(verdict_taken(&d.row[0]));
    assert_int_equal(d.row[1].reason, JUDGED_LAST);
    assert_false(verdict_taken(&d.row[1]));
    assert_int_equal(d.row[2].reason, JUDGED_NO_PRICE);
    assert_int_equal(d.row[3].reason, JUDGED_FUTURE);
    str_free(&csv);
    desk_close(&d);
}

static void of_duplicates_the_first_stays(void **state)
{
    struct desk d;
    struct err_info e = {0};
    struct judge_counts c;

    (void)state;
    desk_open(&d);
    assert_int_equal(desk_judge(&d,
                                DESK_HEADER A100 "USD,17,,\n" A100 "USD,17,,\n" A100
                                                 "USD,18,,\n" A100 "USD,0,,\n",
                                &e),
                     OK);
    desk_count(&d, &c);
    assert_true(verdict_taken(&d.row[0]));
    assert_true(d.row[1].merged);
    assert_int_equal(d.row[2].reason, JUDGED_DUPLICATE);
    assert_near(d.row[2].expected, 17, 0);
    assert_int_equal(c.rows, 4);
    assert_int_equal(c.accepted, 1);
    assert_int_equal(c.merged, 1);
    assert_int_equal(c.quarantined, 1);
    assert_int_equal(c.unpriced, 1);
    desk_close(&d);
}

static void names_are_cleaned_and_resolved(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(desk_judge(&d,
                                DESK_HEADER
                                " AWS , a100-8 ,'-north,On-Demand,nvidia-a100-sxm4-80,8,USD,16,,\n"
                                "m\xE2\x80\xAEine,box\xC2\x9B[2J,global,spot,nvidia-l40s,1,USD,"
                                "1,,\n",
                                &e),
                     OK);
    assert_string_equal(d.row[0].offer.instance, "a100-8");
    assert_string_equal(d.row[0].offer.region, "-north"); /* the apostrophe was for spreadsheets */
    assert_int_equal(d.row[0].offer.kind, KIND_ON_DEMAND);
    assert_string_equal(d.row[1].offer.provider, "mine"); /* no direction marks */
    assert_null(strchr(d.row[1].offer.instance, '\x9B'));
    assert_null(d.row[1].offer.region);
    assert_true(d.row[1].offer.from.yours);
    desk_close(&d);
}

static void a_feed_is_judged_as_a_whole(void **state)
{
    const struct {
        struct judge_counts c;
        size_t last;
        enum feed_verdict want;
    } feeds[] = {
        {{.rows = 10, .accepted = 10}, 0, FEED_GOOD},
        {{.rows = 10, .accepted = 4, .unchanged = 6}, 20, FEED_GOOD},
        {{.rows = 9, .accepted = 9}, 20, FEED_SHRUNK},
        {{.rows = 100, .accepted = 60, .refused = 40, .broken = 40}, 0, FEED_BROKEN},
        {{.rows = 100, .accepted = 80, .refused = 20, .broken = 20}, 0, FEED_GOOD},
        {{.rows = 100, .accepted = 60, .refused = 40}, 0, FEED_GOOD}, /* cards not known here */
        {{.rows = 5, .accepted = 3, .refused = 2}, 0, FEED_GOOD},     /* short: mended by hand */
        {{.rows = 100, .accepted = 10, .unpriced = 90}, 0, FEED_GOOD},
        {{.rows = 3, .quarantined = 3}, 0, FEED_EMPTY},
        {{.rows = 0}, 0, FEED_EMPTY},
        {{.rows = 0}, 5, FEED_SHRUNK},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(feeds); i++)
        assert_int_equal(judge_feed(&feeds[i].c, feeds[i].last), feeds[i].want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_row_of_the_table),
        cmocka_unit_test(what_a_parser_found_out_counts),
        cmocka_unit_test(whole_cards_alone_are_compared),
        cmocka_unit_test(a_price_of_one_card_is_made_that_of_the_machine),
        cmocka_unit_test(every_reason_but_the_duplicate_is_in_the_table),
        cmocka_unit_test(a_package_has_its_hour_and_its_month),
        cmocka_unit_test(what_was_expected_is_told),
        cmocka_unit_test(a_person_releases_what_is_odd_but_not_what_is_broken),
        cmocka_unit_test(of_duplicates_the_first_stays),
        cmocka_unit_test(names_are_cleaned_and_resolved),
        cmocka_unit_test(a_feed_is_judged_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
