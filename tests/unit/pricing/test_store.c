/*
 * The price file: written whole or not at all, whatever ends the writer; what stays and what is
 * replaced; damage told.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/date.h"
#include "base/file.h"
#include "base/num.h"
#include "base/str.h"
#include "catalog/db.h"
#include "catalog/load.h"
#include "catalog/price_past.h"
#include "catalog/price_rows.h"
#include "pricing/merge.h"
#include "pricing/rows.h"
#include "pricing/store.h"
#include "tests/support/price_files.h"
#include "tests/unit/pricing/desk.h"

#define MOMENT "2026-11-30T08:00:00Z"
#define A100 "a100-8,north,on-demand,nvidia-a100-sxm4-80,8,"

static char dir[64], path[96];

static int set_up(void **state)
{
    (void)state;
    str_copy(dir, sizeof dir, "/tmp/dlrig-store-XXXXXX");
    assert_non_null(mkdtemp(dir));
    assert_true(path_join(path, sizeof path, dir, PRICES_FILE));
    return 0;
}

static int tear_down(void **state)
{
    DIR *d = opendir(dir);

    (void)state;
    for (struct dirent *x; d != NULL && (x = readdir(d)) != NULL;) {
        char file[512];
        if (x->d_name[0] != '.' && path_join(file, sizeof file, dir, x->d_name))
            unlink(file);
    }
    closedir(d);
    rmdir(dir);
    return 0;
}

/* Stores verdicts under a feed's name, over what the file has; hook and ctx as of store_open. */
static enum err store_rows(struct desk *d, const char *name, const struct verdict *row, size_t n,
                           store_hook *hook, void *ctx, struct err_info *e)
{
    unsigned char key[ROW_KEY_MAX], body[ROW_BODY_MAX];
    struct merge_feed feed = {.name = name, .how = MERGE_ANEW};
    struct merge m = {.judge = d->judge, .feed = &feed, .feed_n = 1};
    struct store_feed about[8];
    size_t old = 0, feeds = 0;

    m.pile = pile_new(dir, PILE_BYTES);
    assert_non_null(m.pile);
    for (size_t i = 0; i < n; i++) {
        size_t k = row_key_of(key, &row[i]), b = row_pack(body, &row[i]);
        assert_int_equal(pile_add(m.pile, key, k, body, b, e), OK);
    }
    assert_int_equal(pile_end(m.pile, true, e), OK);
    enum err rc = store_open(&m.store, dir, d->facts, MOMENT, false, hook, ctx, e);
    if (rc == OK)
        rc = store_feeds(m.store, about, 7, &old, e);
    if (rc == OK)
        rc = merge_run(&m, e);
    for (size_t i = 0; i < old; i++)
        if (!str_eq(about[i].name, name))
            about[feeds++] = about[i];
    about[feeds] =
        (struct store_feed){.place = "t.csv", .tried = MOMENT, .fetched = MOMENT, .anew = true};
    str_copy(about[feeds].name, sizeof about[feeds].name, name);
    about[feeds++].rows = feed.counts.accepted + feed.counts.unchanged;
    if (rc == OK)
        rc = store_finish(m.store, about, feeds, e);
    pile_free(m.pile);
    return rc;
}

/* Stores a list under a name. */
static enum err store(struct desk *d, const char *name, const char *csv, store_hook *hook,
                      void *ctx, struct err_info *e)
{
    assert_int_equal(desk_read(d, csv, e), OK);
    return store_rows(d, name, d->row, d->n, hook, ctx, e);
}

/* What aws' machine cost before, with its present price. */
static size_t points(struct desk *d, struct past_point *out, size_t cap)
{
    const struct offer *aws = &d->prices.offer[1];
    struct err_info e = {0};
    size_t n;

    assert_int_equal(price_file_past(path, aws, out, cap, &n, &e), OK);
    return n;
}

/* The price of aws' machine as a reader sees it now. */
static double seen_price(struct desk *d, struct prices *out)
{
    struct prices p = d->prices;
    struct err_info e = {0};

    assert_int_equal(catalog_load_prices(path, &d->arena, d->facts, &p, &e), OK);
    if (out != NULL)
        *out = p;
    for (size_t i = 0; i < p.offer_n; i++)
        if (str_eq(p.offer[i].provider, "aws"))
            return p.offer[i].price_hour;
    return UNKNOWN;
}

static double count_rows(const char *sql)
{
    struct db *db;
    struct stmt *s;
    struct err_info e = {0};
    bool more;

    assert_int_equal(db_open(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, &e), OK);
    assert_int_equal(db_prepare(db, sql, &s, &e), OK);
    assert_int_equal(db_step(s, &more, &e), OK);
    double n = db_number(s, 0);
    db_finish(s);
    db_close(db);
    return n;
}

static void rows_win_over_the_catalog_and_take_its_sizes(void **state)
{
    struct desk d;
    struct err_info e = {0};
    struct prices p;

    (void)state;
    desk_open(&d);
    assert_int_equal(store(&d, "own",
                           DESK_HEADER
                           "aws," A100 "USD,15,,2026-11-20\n"
                           "aws,a100-8,south,on-demand,nvidia-a100-sxm4-80,8,USD,14,,2026-11-21\n"
                           "aws," A100 "USD,900,,\n",
                           NULL, NULL, &e),
                     OK);
    assert_true(known(seen_price(&d, &p)));
    assert_int_equal(p.offer_n, 7);
    assert_string_equal(p.newest, "2026-11-21");
    for (size_t i = 0; i < p.offer_n; i++) {
        if (i > 0)
            assert_true(p.offer[i - 1].accel <= p.offer[i].accel);
        if (!str_eq(p.offer[i].provider, "aws"))
            continue;
        assert_true(p.offer[i].from.yours);
        assert_string_equal(p.offer[i].from.source, "yours: test");
        assert_near(p.offer[i].ram_gib, 1024, 0);
        assert_near(p.offer[i].price_hour, str_eq(p.offer[i].region, "north") ? 15 : 14, 0);
    }
    assert_near(d.prices.offer[1].price_hour, 16, 0); /* the catalog's own are untouched */
    assert_near(count_rows("SELECT count(*) FROM judged WHERE reason = 'far-from-last'"), 1, 0);
    desk_close(&d);
}

static void other_feeds_and_the_history_stay(void **state)
{
    struct desk d;
    struct err_info e = {0};
    struct past_point past[PAST_POINTS + 1];

    (void)state;
    desk_open(&d);
    for (int day = 1; day <= 28; day++) {
        struct str csv;
        str_init(&csv, 1024);
        str_addf(&csv, "%saws," A100 "USD,%d.5,,2026-10-%02d\n", DESK_HEADER, day % 5 + 14, day);
        assert_int_equal(store(&d, "own", csv.p, NULL, NULL, &e), OK);
        str_free(&csv);
    }
    assert_int_equal(store(&d, "other",
                           DESK_HEADER "azure," A100 "USD,16,,2026-11-01\n"
                                       "lambda," A100 "USD,16,,2026-11-01\n",
                           NULL, NULL, &e),
                     OK);
    assert_int_equal(
        store(&d, "own", DESK_HEADER "aws," A100 "USD,15,,2026-11-02\n", NULL, NULL, &e), OK);
    assert_near(seen_price(&d, NULL), 15, 0);
    assert_near((double)price_file_count(path, NULL, NULL, NULL), 3, 0);
    assert_int_equal(points(&d, past, PAST_POINTS + 1), 29);
    assert_string_equal(past[0].date, "2026-10-01");
    assert_string_equal(past[28].date, "2026-11-02");
    assert_near(past[28].price_hour, 15, 0);
    assert_near(count_rows("SELECT count(*) FROM feeds"), 2, 0);
    assert_near(count_rows("SELECT rows FROM feeds WHERE feed = 'other'"), 2, 0);
    desk_close(&d);
}

/* --as-of: a price that became known later gives way to the one that stood then; without one the
 * offer stays as it is. */
static void prices_of_an_earlier_day(void **state)
{
    struct desk d;
    struct err_info e = {0};
    static const struct {
        const char *day;
        double price;
        const char *date;
    } t[] = {{"2026-11-30", 14, "2026-11-26"},
             {"2026-11-25", 15, "2026-11-20"},
             {"2026-11-01", 14, "2026-11-26"}};

    (void)state;
    desk_open(&d);
    assert_int_equal(
        store(&d, "own", DESK_HEADER "aws," A100 "USD,15,,2026-11-20\n", NULL, NULL, &e), OK);
    assert_int_equal(
        store(&d, "own", DESK_HEADER "aws," A100 "USD,14,,2026-11-26\n", NULL, NULL, &e), OK);
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        struct prices p;
        int32_t day;
        seen_price(&d, &p);
        assert_true(date_parse(t[i].day, &day));
        assert_int_equal(catalog_prices_as_of(path, day, &d.arena, &p, &e), OK);
        for (size_t k = 0; k < p.offer_n; k++)
            if (str_eq(p.offer[k].provider, "aws")) {
                assert_near(p.offer[k].price_hour, t[i].price, 0);
                assert_string_equal(p.offer[k].from.date, t[i].date);
            }
    }
    struct prices p;
    seen_price(&d, &p);
    assert_int_equal(catalog_prices_as_of(NULL, 0, &d.arena, &p, &e), OK);
    desk_close(&d);
}

/* --- many offers ----------------------------------------------------------------------------- */
#define MANY 9000
static const char *const many_regions[] = {"north", "south", "cn-beijing", "us-gov-west-1"};

/* Rows of two sellers on one card, in four regions that a plan tells apart in part. */
static void make_many(struct desk *d, struct verdict *row)
{
    for (int i = 0; i < MANY; i++) {
        char name[24];
        snprintf(name, sizeof name, "m-%05d", i);
        row[i] = (struct verdict){.line = i + 2, .expected = UNKNOWN};
        row[i].offer = (struct offer){.provider = i % 2 == 0 ? "aws" : "other",
                                      .instance = arena_strdup(&d->arena, name),
                                      .region = many_regions[i / 2 % 4],
                                      .kind = i % 16 < 8 ? KIND_ON_DEMAND : KIND_SPOT,
                                      .accel = d->offer[0].accel,
                                      .gpu_count = 8,
                                      .vcpus = UNKNOWN,
                                      .ram_gib = UNKNOWN,
                                      .network_gbps = UNKNOWN,
                                      .rdma = TRI_UNKNOWN,
                                      .currency = "USD",
                                      .price_hour = 10 + (i * 7919) % MANY / 1000.0,
                                      .price_month = UNKNOWN,
                                      .from = {.date = i % 3 == 0 ? "2026-02-01" : "2026-11-20",
                                               .source = "made here",
                                               .confidence = 'B'}};
    }
}

static double least(const struct prices *p, const char *provider, const char *region,
                    enum price_kind kind, const char *date)
{
    double x = UNKNOWN;
    for (size_t i = 0; i < p->offer_n; i++) {
        const struct offer *o = &p->offer[i];
        bool same = str_eq(o->provider, provider) && o->kind == kind &&
                    str_eq(o->from.date, date) &&
                    (region == NULL || (o->region != NULL && str_eq(o->region, region)));
        if (same && !(x <= o->price_hour))
            x = o->price_hour;
    }
    return x;
}

/* Plans read few of very many offers: for each seller, kind, group of regions and class of age the
 * cheapest is among them, and what replaces an offer of the catalog is never missing. */
static void of_many_offers_the_best_are_read_first(void **state)
{
    static struct verdict row[MANY];
    static struct closed_region closed[] = {
        {.provider = "aws", .prefix = "us-gov-", .country = "US", .open_to = OPEN_TO_STATE}};
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    d.small.facts.closed_region = closed;
    d.small.facts.closed_region_n = 1;
    make_many(&d, row);
    /* a dear row that stands for an offer of the catalog: not the best, and yet not to be missed */
    row[5].offer.provider = d.prices.offer[0].provider;
    row[5].offer.instance = d.prices.offer[0].instance;
    row[5].offer.region = d.prices.offer[0].region;
    row[5].offer.kind = d.prices.offer[0].kind;
    row[5].offer.price_hour = 19.75;
    assert_int_equal(store_rows(&d, "many", row, MANY, NULL, NULL, &e), OK);
    struct prices all = d.prices, few = d.prices;
    assert_int_equal(catalog_load_prices(path, &d.arena, d.facts, &all, &e), OK);
    assert_int_equal(catalog_load_best_prices(path, &d.arena, d.facts, &few, &e), OK);
    assert_true(all.offer_n > 9000 && few.offer_n < 100);
    static const char *const sellers[] = {"aws", "other"};
    static const char *const dates[] = {"2026-02-01", "2026-11-20"};
    for (int i = 0; i < 8; i++) {
        enum price_kind kind = i & 1 ? KIND_SPOT : KIND_ON_DEMAND;
        const char *seller = sellers[i >> 1 & 1], *date = dates[i >> 2];
        assert_near(least(&few, seller, NULL, kind, date), least(&all, seller, NULL, kind, date),
                    1e-12);
        assert_near(least(&few, seller, "cn-beijing", kind, date),
                    least(&all, seller, "cn-beijing", kind, date), 1e-12);
    }
    assert_near(least(&few, "aws", "us-gov-west-1", KIND_SPOT, dates[1]),
                least(&all, "aws", "us-gov-west-1", KIND_SPOT, dates[1]), 1e-12);
    size_t replaced = 0;
    for (size_t i = 0; i < few.offer_n; i++)
        if (offer_key_order(&few.offer[i], &row[5].offer) == 0) {
            assert_near(few.offer[i].price_hour, 19.75, 0);
            replaced++;
        }
    assert_int_equal(replaced, 1);
    desk_close(&d);
}

/* Each change is a point, however often a price was confirmed; the oldest are let go. */
static void history_has_an_end(void **state)
{
    struct past_point past[2 * PAST_POINTS];
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    for (int day = 0; day < 3 * PAST_POINTS / 2; day++) {
        struct str csv;
        str_init(&csv, 1024);
        str_addf(&csv, "%saws," A100 "USD,%g,,2026-%02d-%02d\n", DESK_HEADER,
                 15 + day / 2 % 2 * 0.5, day / 28 + 1, day % 28 + 1);
        assert_int_equal(store(&d, "own", csv.p, NULL, NULL, &e), OK);
        str_free(&csv);
    }
    size_t n = points(&d, past, 2 * PAST_POINTS);
    assert_int_equal(n, 3 * PAST_POINTS / 4 + 1);
    assert_string_equal(past[0].date, "2026-01-01");
    assert_string_equal(past[1].date, "2026-01-03");
    assert_string_equal(past[n - 1].date, "2026-04-12");
    assert_near(past[n - 2].price_hour, past[n - 1].price_hour, 0); /* it holds since then */
    for (int day = 0; day < 2 * PAST_POINTS; day++) {
        struct str csv;
        str_init(&csv, 1024);
        str_addf(&csv, "%saws," A100 "USD,%g,,2026-%02d-%02d\n", DESK_HEADER, 15 + day % 2 * 0.5,
                 day / 28 + 5, day % 28 + 1);
        assert_int_equal(store(&d, "own", csv.p, NULL, NULL, &e), OK);
        str_free(&csv);
    }
    assert_int_equal(points(&d, past, 2 * PAST_POINTS), PAST_POINTS + 1);
    desk_close(&d);
}

/* What a feed has no more leaves its past behind; when it comes back it has it again. */
static void what_is_gone_may_come_back(void **state)
{
    static const char *const lists[] = {
        DESK_HEADER "aws," A100 "USD,15,,2026-10-01\nlambda," A100 "USD,18,,2026-10-01\n",
        DESK_HEADER "lambda," A100 "USD,18,,2026-10-08\n",
        DESK_HEADER "lambda," A100 "USD,18,,2026-10-15\n",
        DESK_HEADER "aws," A100 "USD,16,,2026-10-22\nlambda," A100 "USD,18,,2026-10-22\n"};
    struct past_point past[PAST_POINTS + 1];
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(store(&d, "own", lists[i], NULL, NULL, &e), OK);
        assert_near(count_rows("SELECT count(*) FROM gone"), i == 1 || i == 2 ? 1 : 0, 0);
    }
    assert_int_equal(points(&d, past, PAST_POINTS + 1), 2);
    assert_string_equal(past[0].date, "2026-10-01");
    assert_near(past[0].price_hour, 15, 0);
    assert_near(past[1].price_hour, 16, 0);
    desk_close(&d);
}

/* A file of the format before is read as it is, and a refresh makes one of this format of it: the
 * offers of other feeds, the history and what was gone are there again. */
static void the_format_before_is_taken_over(void **state)
{
    struct past_point past[PAST_POINTS + 1];
    struct desk d;
    struct err_info e = {0};
    struct db *db;

    (void)state;
    desk_open(&d);
    assert_int_equal(db_create(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT_COLUMNS, &e), OK);
    assert_int_equal(db_exec(db, price_file_columns, &e), OK);
    assert_int_equal(
        db_exec(db,
                "INSERT INTO offers VALUES ('aws', 'a100-8', 'north', '', 'on-demand', 'own', "
                "'nvidia-a100-sxm4-80', 8, 96, NULL, NULL, NULL, NULL, 'USD', 15, NULL, "
                "'2026-11-01', 'yours: test', 'B', 0, 1020758, '2026-10-01 USD 14');"
                "INSERT INTO offers VALUES ('azure', 'a100-8', 'north', '', 'on-demand', 'other', "
                "'nvidia-a100-sxm4-80', 8, NULL, NULL, NULL, NULL, NULL, 'USD', 17, NULL, "
                "'2026-11-01', 'elsewhere', 'B', 1, 20938, NULL);"
                "INSERT INTO gone VALUES ('lambda', 'a100-8', 'north', '', 'on-demand', 'own', "
                "'2026-09-01', '2026-09-01 USD 19');"
                "INSERT INTO counts VALUES ('offers', 2), ('best_offers', 0), ('gone', 1);"
                "INSERT INTO feeds (feed, place, rows, tried) VALUES ('own', 'a', 1, '2026-11-01'),"
                " ('other', 'b', 1, '2026-11-01'); COMMIT",
                &e),
        OK);
    db_close(db);
    assert_near(seen_price(&d, NULL), 15, 0);
    assert_int_equal(points(&d, past, PAST_POINTS + 1), 2);
    assert_int_equal(store(&d, "own",
                           DESK_HEADER "aws," A100 "USD,16,,2026-11-08\n"
                                       "lambda," A100 "USD,18,,2026-11-08\n",
                           NULL, NULL, &e),
                     OK);
    assert_near(seen_price(&d, NULL), 16, 0);
    assert_near(count_rows("SELECT count(*) FROM gone"), 0, 0);
    assert_int_equal(price_file_count(path, "azure", "2026-11-01", NULL), 1);
    assert_int_equal(price_file_count(path, "lambda", NULL, "2026-09-01 USD 19"), 1);
    assert_int_equal(points(&d, past, PAST_POINTS + 1), 3);
    assert_near(past[0].price_hour, 14, 0);
    assert_near(past[1].price_hour, 15, 0);
    /* each offer counted once, also those that stay */
    assert_near(count_rows("SELECT rows FROM counts WHERE name = 'offers'"), 3, 0);
    desk_close(&d);
}

static void of_two_lists_the_newer_day_holds(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(store(&d, "b", DESK_HEADER "aws," A100 "USD,14,,2026-11-20\n", NULL, NULL, &e),
                     OK);
    assert_int_equal(store(&d, "a", DESK_HEADER "aws," A100 "USD,15,,2026-11-10\n", NULL, NULL, &e),
                     OK);
    assert_near(seen_price(&d, NULL), 14, 0);
    desk_close(&d);
}

/* --- killed at any moment -------------------------------------------------------------------- */
static void kill_here(void *ctx, enum store_step step)
{
    if (step == *(enum store_step *)ctx)
        kill(getpid(), SIGKILL);
}

static void killed_anywhere_it_is_old_or_new(void **state)
{
    (void)state;
    for (int step = STORE_CREATED; step <= STORE_RENAMED; step++) {
        struct desk d;
        struct err_info e = {0};
        int status;
        bool there;

        desk_open(&d);
        assert_int_equal(
            store(&d, "own", DESK_HEADER "aws," A100 "USD,15,,2026-11-20\n", NULL, NULL, &e), OK);
        pid_t child = fork();
        if (child == 0) {
            enum store_step at = (enum store_step)step;
            (void)store(&d, "own", DESK_HEADER "aws," A100 "USD,13,,2026-11-25\n", kill_here, &at,
                        &e);
            _exit(0);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        assert_near(seen_price(&d, NULL), step == STORE_RENAMED ? 13 : 15, 0);
        assert_int_equal(store_check(dir, INT64_MAX, &there, &e), OK);
        assert_true(there);
        /* what was left over is no hindrance, and is gone afterwards */
        assert_int_equal(
            store(&d, "own", DESK_HEADER "aws," A100 "USD,14,,2026-11-26\n", NULL, NULL, &e), OK);
        assert_near(seen_price(&d, NULL), 14, 0);
        char fresh[128];
        assert_true(path_join(fresh, sizeof fresh, dir, STORE_NEW_FILE));
        assert_false(file_exists(fresh));
        desk_close(&d);
    }
}

static void a_full_disk_leaves_the_old_file(void **state)
{
    struct desk d;
    struct err_info e = {0};

    (void)state;
    desk_open(&d);
    assert_int_equal(
        store(&d, "own", DESK_HEADER "aws," A100 "USD,15,,2026-11-20\n", NULL, NULL, &e), OK);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit small = {8192, 8192};
        setrlimit(RLIMIT_FSIZE, &small);
        signal(SIGXFSZ, SIG_IGN);
        enum err rc =
            store(&d, "own", DESK_HEADER "aws," A100 "USD,13,,2026-11-25\n", NULL, NULL, &e);
        _exit(rc == ERR_IO ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    assert_near(seen_price(&d, NULL), 15, 0);
    char fresh[128];
    assert_true(path_join(fresh, sizeof fresh, dir, STORE_NEW_FILE));
    assert_false(file_exists(fresh));
    desk_close(&d);
}

/* --- damage ---------------------------------------------------------------------------------- */
static void put_file(const char *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void damage_is_told_and_changes_nothing(void **state)
{
    static const size_t cuts[] = {0, 1, 100, 4096, 8192};
    struct desk d;
    struct err_info e = {0};
    char *bytes;
    size_t len;

    (void)state;
    desk_open(&d);
    assert_int_equal(
        store(&d, "own", DESK_HEADER "aws," A100 "USD,15,,2026-11-20\n", NULL, NULL, &e), OK);
    assert_int_equal(file_read(&d.arena, path, 1 << 20, &bytes, &len, &e), OK);
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
        struct prices p = d.prices;

        put_file(bytes, cuts[i]);
        assert_int_equal(catalog_load_prices(path, &d.arena, d.facts, &p, &e), ERR_DAMAGED);
        assert_int_equal(e.msg.id, MSG_PRICES_DAMAGED);
        assert_string_equal(e.file, path);
        assert_ptr_equal(p.offer, d.prices.offer);
        assert_int_equal(p.offer_n, d.prices.offer_n);
        assert_int_equal(err_exit_code(e.code), 3);
    }
    put_file("not a database at all, but long enough to be looked at by somebody", 66);
    struct prices p = d.prices;
    assert_int_equal(catalog_load_prices(path, &d.arena, d.facts, &p, &e), ERR_DAMAGED);
    /* a flipped byte is found by the check, or does no harm */
    for (size_t at = 0; at < len; at += 97) {
        bool there;
        bytes[at] = (char)(bytes[at] ^ 0x40);
        put_file(bytes, len);
        bytes[at] = (char)(bytes[at] ^ 0x40);
        p = d.prices;
        (void)store_check(dir, INT64_MAX, &there, &e);
        enum err rc = catalog_load_prices(path, &d.arena, d.facts, &p, &e);
        assert_true(rc == OK || rc == ERR_DAMAGED);
        for (size_t i = 0; i < p.offer_n; i++)
            assert_true(p.offer[i].price_hour > 0 && p.offer[i].price_hour < 1e9);
    }
    unlink(path);
    assert_int_equal(catalog_load_prices(path, &d.arena, d.facts, &p, &e), ERR_NOT_FOUND);
    desk_close(&d);
}

/* The pages are good and a row is not: told, so that a refresh makes the file anew. */
static void a_row_that_was_touched_is_damage(void **state)
{
    struct desk d;
    struct err_info e = {0};
    struct db *db;
    char *bytes;
    size_t len;
    bool there;

    (void)state;
    desk_open(&d);
    assert_int_equal(store(&d, "own",
                           DESK_HEADER "aws," A100 "USD,15,,2026-11-20\n"
                                       "zeus," A100 "USD,15,,2026-11-20\n",
                           NULL, NULL, &e),
                     OK);
    assert_int_equal(store_check(dir, INT64_MAX, &there, &e), OK);
    assert_int_equal(file_read(&d.arena, path, 1 << 24, &bytes, &len, &e), OK);
    size_t at = 0;
    while (at + 4 < len && memcmp(bytes + at, "zeus", 4) != 0)
        at++;
    assert_true(at + 4 < len);
    bytes[at] = 'Z';
    put_file(bytes, len);
    assert_int_equal(db_open(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, &e), OK);
    assert_int_equal(db_check(db, &e), OK);
    db_close(db);
    assert_int_equal(store_check(dir, INT64_MAX, &there, &e), ERR_DAMAGED);
    assert_int_equal(store_set_aside(dir, &e), OK);
    assert_false(file_exists(path));
    desk_close(&d);
}

static void text_in_the_file_is_cleaned_again(void **state)
{
    struct desk d;
    struct err_info e = {0};
    struct db *db;
    struct prices p;

    (void)state;
    desk_open(&d);
    assert_int_equal(db_create(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT_COLUMNS, &e), OK);
    assert_int_equal(db_exec(db, price_file_columns, &e), OK);
    assert_int_equal(
        db_exec(db,
                "INSERT INTO offers VALUES ('evil' || char(27) || '[2J', 'box', '', '', 'spot',"
                "'x', 'nvidia-l40s', 1, NULL, NULL, NULL, NULL, NULL, 'USD', 1, NULL, '2026',"
                "'a' || char(27) || ']0;b', 'A', 0, 0, NULL);"
                "INSERT INTO offers VALUES ('gone', 'box', '', '', 'spot', 'x', 'no-such-card', 1,"
                "NULL, NULL, NULL, NULL, NULL, 'USD', 1, NULL, '2026', 'a', 'A', 0, 0, NULL);"
                "INSERT INTO counts VALUES ('offers', 2); COMMIT",
                &e),
        OK);
    db_close(db);
    p = d.prices;
    assert_int_equal(catalog_load_prices(path, &d.arena, d.facts, &p, &e), OK);
    assert_int_equal(p.offer_n, d.prices.offer_n + 1); /* a card that nobody knows: left out */
    for (size_t i = 0; i < p.offer_n; i++) {
        assert_null(strchr(p.offer[i].provider, 27));
        assert_null(strchr(p.offer[i].from.source, 27));
    }
    desk_close(&d);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_win_over_the_catalog_and_take_its_sizes),
        TEST(other_feeds_and_the_history_stay),
        TEST(prices_of_an_earlier_day),
        TEST(of_many_offers_the_best_are_read_first),
        TEST(history_has_an_end),
        TEST(what_is_gone_may_come_back),
        TEST(the_format_before_is_taken_over),
        TEST(of_two_lists_the_newer_day_holds),
        TEST(killed_anywhere_it_is_old_or_new),
        TEST(a_full_disk_leaves_the_old_file),
        TEST(damage_is_told_and_changes_nothing),
        TEST(a_row_that_was_touched_is_damage),
        TEST(text_in_the_file_is_cleaned_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
