/*
 * Of several prices of one thing, which counts: by day and by how near its source stands to the
 * seller, whatever the order in which the feeds came. And the exchange rates of a refresh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/date.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/load.h"
#include "catalog/price_file.h"
#include "catalog/price_rows.h"
#include "tests/support/price_files.h"
#include "tests/unit/pricing/desk.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static char path[] = "/tmp/dlrig-rank-XXXXXX";

struct row {
    const char *feed, *provider, *instance;
    double price;
    const char *date;
    enum source_rank rank;
};

/* A price file with the rows, in their order; gpu: A100, eight of them. */
static void write_rows(const struct row *row, size_t n, const char *more)
{
    struct err_info e = {0};
    struct db *db;
    struct str sql;

    unlink(path);
    assert_int_equal(db_create(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT_COLUMNS, &e), OK);
    assert_int_equal(db_exec(db, price_file_columns, &e), OK);
    str_init(&sql, 1 << 16);
    for (size_t i = 0; i < n; i++) {
        int32_t day;

        assert_true(date_parse(row[i].date, &day));
        str_addf(
            &sql,
            "INSERT INTO offers (provider, instance, region, zone, kind, feed, gpu, gpu_count, "
            "currency, price_hour, date, source, rank, weight) VALUES ('%s', '%s', 'north', "
            "'', 'on-demand', '%s', 'nvidia-a100-sxm4-80', 8, 'USD', %g, '%s', '%s', %d, %d);",
            row[i].provider, row[i].instance, row[i].feed, row[i].price, row[i].date, row[i].feed,
            (int)row[i].rank, (int)offer_weight(day, row[i].rank));
    }
    str_addf(&sql, "INSERT INTO counts VALUES ('offers', %zu);%s COMMIT", n, more);
    assert_int_equal(db_exec(db, sql.p, &e), OK);
    db_close(db);
    str_free(&sql);
}

/* The price of the machine as it counts after the load; UNKNOWN: it is not there. */
static double price_of(const struct desk *d, const char *provider, const char *instance)
{
    struct prices p = d->prices;
    struct arena a;
    double price = UNKNOWN;
    struct err_info e = {0};

    arena_init(&a, 0);
    assert_int_equal(catalog_load_prices(path, &a, d->facts, &p, &e), OK);
    for (size_t i = 0; i < p.offer_n; i++)
        if (str_eq(p.offer[i].provider, provider) && str_eq(p.offer[i].instance, instance)) {
            assert_false(known(price)); /* one price of one thing */
            price = p.offer[i].price_hour;
        }
    arena_free(&a);
    return price;
}

#define BOX(feed, price, date, rank)                                                               \
    {                                                                                              \
        feed, "mine", "box", price, date, rank                                                     \
    }

static void the_weightiest_counts_in_any_order(void **state)
{
    static const struct {
        struct row row[3];
        double price;
    } cases[] = {
        /* the newer of equals */
        {{BOX("a", 1, "2026-10-01", RANK_CLOUD), BOX("b", 2, "2026-10-02", RANK_CLOUD),
          BOX("c", 3, "2026-09-30", RANK_CLOUD)},
         2},
        /* the cloud's own: half a year longer than an aggregator's, a quarter than collectors' */
        {{BOX("a", 1, "2026-06-01", RANK_CLOUD), BOX("b", 2, "2026-08-01", RANK_COLLECTOR),
          BOX("c", 3, "2026-11-01", RANK_AGGREGATOR)},
         1},
        {{BOX("a", 1, "2026-04-01", RANK_CLOUD), BOX("b", 2, "2026-08-01", RANK_COLLECTOR),
          BOX("c", 3, "2026-10-01", RANK_AGGREGATOR)},
         2},
        {{BOX("a", 1, "2026-04-01", RANK_CLOUD), BOX("b", 2, "2026-06-01", RANK_COLLECTOR),
          BOX("c", 3, "2026-11-01", RANK_AGGREGATOR)},
         3},
        /* one's own always */
        {{BOX("a", 1, "2024-01-01", RANK_YOURS), BOX("b", 2, "2026-11-30", RANK_CLOUD),
          BOX("c", 3, "2026-11-30", RANK_COLLECTOR)},
         1},
        /* of the same weight the first by name */
        {{BOX("a", 1, "2026-10-01", RANK_CLOUD), BOX("b", 2, "2026-10-01", RANK_CLOUD),
          BOX("c", 3, "2026-10-01", RANK_CLOUD)},
         1},
    };
    static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}};
    struct desk d;

    (void)state;
    desk_open(&d);
    for (size_t i = 0; i < COUNT(cases); i++)
        for (size_t k = 0; k < COUNT(orders); k++) {
            struct row row[3];

            for (int j = 0; j < 3; j++)
                row[j] = cases[i].row[orders[k][j]];
            write_rows(row, 3, "");
            assert_near(price_of(&d, "mine", "box"), cases[i].price, 0);
        }
    desk_close(&d);
}

/* The desk's catalog has aws a100-8 at 16 USD, of 2026-10-01. */
static void an_older_public_price_does_not_replace_that_of_the_catalog(void **state)
{
    static const struct {
        const char *date;
        enum source_rank rank;
        double price;
    } cases[] = {
        {"2026-09-30", RANK_CLOUD, 16},      {"2026-10-01", RANK_CLOUD, 15},
        {"2026-11-01", RANK_COLLECTOR, 15},  {"2026-09-30", RANK_YOURS, 15},
        {"2026-11-01", RANK_AGGREGATOR, 15},
    };
    struct desk d;

    (void)state;
    desk_open(&d);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct row row = {"a", "aws", "a100-8", 15, cases[i].date, cases[i].rank};

        write_rows(&row, 1, "");
        assert_near(price_of(&d, "aws", "a100-8"), cases[i].price, 0);
    }
    desk_close(&d);
}

/* A price by the card beside the machines of the same seller tells nothing new. */
static void prices_of_cards_give_way_to_prices_of_machines(void **state)
{
    static const struct row rows[] = {
        {"cards", "aws", "8x A100", 100, "2026-11-29", RANK_AGGREGATOR},
        {"cards", "mine", "8x A100", 20, "2026-11-29", RANK_AGGREGATOR},
        {"list", "other", "box", 18, "2025-01-01", RANK_COLLECTOR},
        {"cards", "other", "8x A100", 17, "2026-11-29", RANK_AGGREGATOR},
    };
    struct desk d;

    (void)state;
    desk_open(&d);
    write_rows(rows, COUNT(rows), "");
    assert_false(known(price_of(&d, "aws", "8x A100")));
    assert_near(price_of(&d, "aws", "a100-8"), 16, 0);
    assert_near(price_of(&d, "mine", "8x A100"), 20, 0); /* nobody else tells of that seller */
    assert_false(known(price_of(&d, "other", "8x A100")));
    assert_near(price_of(&d, "other", "box"), 18, 0);
    desk_close(&d);
}

/* --- rates ------------------------------------------------------------------------------------ */
static void the_newest_rate_that_was_known_counts(void **state)
{
    static const char rates[] = "INSERT INTO fx VALUES ('USD', 'CNY', '2030-01-01', 5, 'x', 'a');"
                                "INSERT INTO fx VALUES ('USD', 'CNY', '2030-02-01', 6, 'x', 'b');"
                                "INSERT INTO fx VALUES ('USD', 'CNY', '1990-01-01', 4, 'x', 'c');"
                                "INSERT INTO fx VALUES ('usd', 'XYZ', '2030-01-01', 3, 'x', 'c');"
                                "INSERT INTO fx VALUES ('USD', 'QQQ', 'never', 3, 'x', 'c');";
    struct err_info e = {0};
    struct desk d;
    int32_t january, february, long_ago;

    (void)state;
    desk_open(&d);
    struct facts f = *d.facts;
    double before = facts_convert(&f, 1, "USD", "CNY", NULL);
    assert_true(date_parse("1995-01-01", &long_ago));
    assert_true(date_parse("2030-01-15", &january));
    assert_true(date_parse("2030-02-15", &february));
    write_rows(NULL, 0, rates);
    assert_int_equal(catalog_load_rates(path, long_ago, &d.arena, &f, &e), OK);
    assert_near(facts_convert(&f, 1, "USD", "CNY", NULL), before, 0);
    assert_int_equal(catalog_load_rates(path, january, &d.arena, &f, &e), OK);
    assert_near(facts_convert(&f, 1, "USD", "CNY", NULL), 5, 0);
    f = *d.facts;
    assert_int_equal(catalog_load_rates(path, february, &d.arena, &f, &e), OK);
    assert_near(facts_convert(&f, 1, "USD", "CNY", NULL), 6, 0);
    assert_near(facts_convert(&f, 6, "CNY", "USD", NULL), 1, 1e-12);
    assert_false(known(facts_convert(&f, 1, "USD", "XYZ", NULL)));
    assert_false(known(facts_convert(&f, 1, "USD", "QQQ", NULL)));
    unlink(path);
    assert_int_equal(catalog_load_rates(path, february, &d.arena, &f, &e), ERR_NOT_FOUND);
    desk_close(&d);
}

static int set_up(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    return fd >= 0 ? close(fd) : -1;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_weightiest_counts_in_any_order),
        cmocka_unit_test(an_older_public_price_does_not_replace_that_of_the_catalog),
        cmocka_unit_test(prices_of_cards_give_way_to_prices_of_machines),
        cmocka_unit_test(the_newest_rate_that_was_known_counts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
