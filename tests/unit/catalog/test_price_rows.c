/*
 * Offers of the price file: what is written is read again, from any key on, also from a file of the
 * format before; bytes that were touched are told as damage and never read beyond.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/own_file.h"
#include "catalog/price_file.h"
#include "catalog/price_past.h"
#include "catalog/price_rows.h"
#include "tests/support/price_files.h"

#define ROWS 5000

static char path[64];

static int set_up(void **state)
{
    (void)state;
    str_copy(path, sizeof path, "/tmp/dlrig-rows-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return 0;
}

/* The i-th row: three feeds tell of each machine; some cells are empty, some very long. */
static struct price_row row_of(int i, char text[5][4096])
{
    static const char *const links[] = {NULL, "nvlink", "pcie"};

    snprintf(text[0], 32, "machine-%06d", i / 3);
    snprintf(text[1], 32, "feed-%d", i % 3);
    snprintf(text[2], 32, "2026-11-%02d", i / 7 % 28 + 1);
    text[3][0] = '\0';
    for (int k = 0; k < i % 50 * (i % 11 == 0); k++)
        snprintf(text[3] + strlen(text[3]), 48, "%s2026-%02d-01 USD %d.5", k > 0 ? ";" : "",
                 k % 12 + 1, k + i);
    snprintf(text[4], 32, "region-%d", i / 3 % 40);
    return (struct price_row){.provider = i < 1500 ? "aws" : "lambda",
                              .instance = text[0],
                              .region = i / 3 % 4 == 0 ? "" : text[4],
                              .zone = "",
                              .kind = "spot",
                              .feed = text[1],
                              .gpu = i % 2 == 0 ? "nvidia-l4" : "nvidia-a100-sxm4-80",
                              .currency = i % 5 == 0 ? "CNY" : "USD",
                              .date = text[2],
                              .source = i % 9 == 0 ? "" : "a list",
                              .link = links[i % 3],
                              .past = text[3],
                              .gpu_count = 1 << i % 4,
                              .vcpus = i % 4 == 0 ? UNKNOWN : 96,
                              .ram_gib = i % 6 == 0 ? 0 : 1536.5,
                              .network_gbps = UNKNOWN,
                              .price_hour = i + 0.125,
                              .price_month = i % 7 == 0 ? 1e8 + i : UNKNOWN,
                              .weight = 20000 + i % 3,
                              .rdma = (enum tri)(i % 3 - 1),
                              .rank = (enum source_rank)(i % 4),
                              .confidence = i % 13 == 0 ? '\0' : 'B'};
}

static void same_number(double a, double b)
{
    assert_true(known(a) ? a == b : !known(b));
}

static void same_text(const char *a, const char *b)
{
    assert_string_equal(a != NULL ? a : "", b != NULL ? b : "");
}

static void same_row(const struct price_row *a, const struct price_row *b)
{
    assert_string_equal(a->provider, b->provider);
    assert_string_equal(a->instance, b->instance);
    assert_string_equal(a->region, b->region);
    assert_string_equal(a->zone, b->zone);
    assert_string_equal(a->kind, b->kind);
    assert_string_equal(a->feed, b->feed);
    assert_string_equal(a->gpu, b->gpu);
    assert_string_equal(a->currency, b->currency);
    assert_string_equal(a->date, b->date);
    assert_string_equal(a->source, b->source);
    same_text(a->link, b->link);
    same_text(a->past, b->past);
    same_number(a->gpu_count, b->gpu_count);
    same_number(a->vcpus, b->vcpus);
    same_number(a->ram_gib, b->ram_gib);
    same_number(a->network_gbps, b->network_gbps);
    same_number(a->price_hour, b->price_hour);
    same_number(a->price_month, b->price_month);
    same_number(a->weight, b->weight);
    assert_int_equal(a->rdma, b->rdma);
    assert_int_equal(a->rank, b->rank);
    assert_int_equal(a->confidence, b->confidence);
}

static void write_file(int rows)
{
    static char text[5][4096];
    struct db *db;
    struct price_writer *w;
    struct err_info e = {0};

    assert_int_equal(db_create(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT, &e), OK);
    assert_int_equal(db_exec(db, price_file_schema, &e), OK);
    assert_int_equal(price_writer_open(&w, db, "offers", &e), OK);
    for (int i = 0; i < rows; i++) {
        const struct price_row x = row_of(i, text);
        assert_int_equal(price_writer_put(w, &x, &e), OK);
    }
    assert_int_equal(price_writer_end(w, &e), OK);
    assert_int_equal(price_writer_rows(w), (size_t)rows);
    price_writer_close(w);
    assert_int_equal(db_exec(db, "COMMIT", &e), OK);
    db_close(db);
}

/* The same rows as columns of the format before. */
static void write_columns(int rows)
{
    static char text[5][4096];
    struct db *db;
    struct stmt *q;
    struct err_info e = {0};
    bool more;

    assert_int_equal(db_create(&db, path, PRICES_APPLICATION_ID, PRICES_FORMAT_COLUMNS, &e), OK);
    assert_int_equal(db_exec(db, price_file_columns, &e), OK);
    assert_int_equal(
        db_prepare(db,
                   "INSERT INTO offers (provider, instance, region, zone, kind, feed, gpu, "
                   "currency, date, source, link, past, confidence, gpu_count, vcpus, ram_gib, "
                   "network_gbps, price_hour, price_month, weight, rank, rdma) VALUES (?1, ?2, "
                   "ifnull(?3, ''), ifnull(?4, ''), ?5, ?6, ?7, ?8, ?9, ifnull(?10, ''), ?11, ?12, "
                   "?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22)",
                   &q, &e),
        OK);
    for (int i = 0; i < rows; i++) {
        const struct price_row x = row_of(i, text);
        const char grade[2] = {x.confidence, '\0'};
        const char *const t[] = {x.provider, x.instance, x.region, x.zone, x.kind, x.feed, x.gpu,
                                 x.currency, x.date,     x.source, x.link, x.past, grade};
        const double n[] = {x.gpu_count,  x.vcpus,       x.ram_gib, x.network_gbps,
                            x.price_hour, x.price_month, x.weight,  (double)x.rank};
        for (int k = 0; k < 13; k++)
            db_bind_text(q, k, t[k]);
        for (int k = 0; k < 8; k++)
            db_bind_number(q, 13 + k, n[k]);
        db_bind_tri(q, 21, x.rdma);
        assert_int_equal(db_step(q, &more, &e), OK);
        db_reset(q);
    }
    db_finish(q);
    assert_int_equal(db_exec(db, "COMMIT", &e), OK);
    db_close(db);
}

static void all_rows_come_back(int want_format)
{
    static char text[5][4096];
    struct db *db;
    struct price_rows *rows;
    struct price_row *x;
    struct err_info e = {0};
    int format;

    assert_int_equal(price_file_open(&db, path, &format, &e), OK);
    assert_int_equal(format, want_format);
    assert_int_equal(price_rows_open(&rows, db, "", "offers", format, &e), OK);
    for (int i = 0; i < ROWS; i++) {
        const struct price_row want = row_of(i, text);
        assert_int_equal(price_rows_next(rows, &x, &e), OK);
        assert_non_null(x);
        same_row(x, &want);
    }
    assert_int_equal(price_rows_next(rows, &x, &e), OK);
    assert_null(x);
    for (int i = ROWS - 1; i >= 0; i -= 37) { /* from a key on, all feeds of it */
        const struct price_row want = row_of(i / 3 * 3, text);
        assert_int_equal(price_rows_from(rows, want.provider, want.instance, want.region, want.zone,
                                         want.kind, &e),
                         OK);
        assert_int_equal(price_rows_next(rows, &x, &e), OK);
        assert_non_null(x);
        same_row(x, &want);
    }
    /* a key that is not there: the next one; behind all: none */
    assert_int_equal(price_rows_from(rows, "aws", "machine-000100", "zzz", NULL, NULL, &e), OK);
    assert_int_equal(price_rows_next(rows, &x, &e), OK);
    assert_string_equal(x->instance, "machine-000101");
    assert_int_equal(price_rows_from(rows, "zzz", NULL, NULL, NULL, NULL, &e), OK);
    assert_int_equal(price_rows_next(rows, &x, &e), OK);
    assert_null(x);
    price_rows_close(rows);
    db_close(db);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    write_file(ROWS);
    all_rows_come_back(PRICES_FORMAT);
}

static void the_format_before_is_read(void **state)
{
    (void)state;
    write_columns(ROWS);
    all_rows_come_back(PRICES_FORMAT_COLUMNS);
}

/* Cut where a character ends; a key too long is refused; the longest row has a block of its own. */
static void long_texts(void **state)
{
    static struct price_block b;
    static struct price_walk w;
    static char text[5][4096], wide[1024], key[2048];
    struct price_row x = row_of(1, text);
    bool more;

    (void)state;
    wide[0] = 'a'; /* 255 falls inside of a character of two bytes */
    for (int i = 0; i < 400; i++)
        memcpy(wide + 1 + 2 * i, "\xc3\xa4", 3);
    memset(text[3], 'p', 4000);
    text[3][4000] = '\0';
    x.source = x.gpu = wide;
    x.past = text[3];
    price_block_clear(&b);
    assert_true(price_block_put(&b, &x));
    assert_false(price_block_put(&b, &x)); /* full */
    price_block_seal(&b);
    assert_true(price_walk_open(&w, b.bytes, b.n));
    assert_true(price_walk_next(&w, &more) && more);
    assert_int_equal(strlen(w.row.source), PRICE_TEXT_MAX);
    assert_int_equal(strlen(w.row.past), PRICE_PAST_MAX);
    x.source = wide + 1;
    price_block_clear(&b);
    assert_true(price_block_put(&b, &x));
    price_block_seal(&b);
    assert_true(price_walk_open(&w, b.bytes, b.n));
    assert_true(price_walk_next(&w, &more) && more);
    assert_int_equal(strlen(w.row.source), PRICE_TEXT_MAX - 1);
    memset(key, 'k', sizeof key - 1);
    x.instance = key;
    price_block_clear(&b);
    assert_false(price_block_put(&b, &x));
}

static uint32_t some;
static uint32_t next_some(void)
{
    return some = some * 1664525u + 1013904223u;
}

static void walk_to_the_end(const unsigned char *bytes, size_t n)
{
    static struct price_walk w;
    bool more = true;

    if (!price_walk_open(&w, bytes, n))
        return;
    while (price_walk_next(&w, &more) && more) {
        assert_true(strlen(w.row.provider) + strlen(w.row.feed) < PRICE_KEY_MAX);
        assert_true(strlen(w.row.gpu) + strlen(w.row.source) < n);
    }
}

/* A changed bit is always told; with a sum that fits, nothing is read beyond the bytes. */
static void touched_bytes(void **state)
{
    static struct price_block b, wild;
    static struct price_walk w;
    static char text[5][4096];
    struct price_row x;

    (void)state;
    some = 4;
    price_block_clear(&b);
    for (int i = 1; x = row_of(i, text), price_block_put(&b, &x); i++)
        ;
    price_block_seal(&b);
    assert_true(b.rows > 20);
    for (size_t i = 0; i < b.n; i++) {
        b.bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_false(price_walk_open(&w, b.bytes, b.n) && i >= 4);
        walk_to_the_end(b.bytes, b.n);
        b.bytes[i] ^= (unsigned char)(1u << i % 8);
        assert_false(price_walk_open(&w, b.bytes, i)); /* cut */
    }
    for (int round = 0; round < 20000; round++) {
        wild = b;
        for (int k = 0; k < 3; k++)
            wild.bytes[12 + next_some() % (wild.n - 12)] = (unsigned char)(next_some() >> 16);
        wild.n -= next_some() % 3 == 0 ? next_some() % 100 : 0;
        price_block_seal(&wild);
        unsigned char *exact = malloc(wild.n); /* so that a sanitizer sees a byte too far */
        assert_non_null(exact);
        memcpy(exact, wild.bytes, wild.n);
        walk_to_the_end(exact, wild.n);
        free(exact);
    }
}

/* Prices of the past stand there as printf would write them, and read back as they were. */
static void prices_of_the_past(void **state)
{
    static const double odd[] = {
        0.005,        0.05, 0.1,           0.505,         1,         10,        100,
        999.999999,   1e-5, 12.3456789012, 123456789.123, 999999999, 0.1 + 0.2, 1.0 / 3,
        2.0 / 3 * 1e8};
    char past[PAST_BYTES], want[64];

    (void)state;
    some = 7;
    for (int i = 0; i < 200000; i++) {
        double steps[] = {1, 1e2, 1e3, 1e4, 1e6, 1e9};
        double x = i < 15 ? odd[i] : (next_some() % 20000000 + 1) / steps[next_some() >> 8 & 3];
        struct past_point p = {.date = "2026-10-01", .currency = "USD", .price_hour = x}, back;

        if (i % 5 == 4)
            p.price_hour = x /= steps[4 + (i & 1)] * 0.7;
        past_add(past, NULL, &p, "9999", 8);
        snprintf(want, sizeof want, "2026-10-01 USD %.12g", x);
        assert_string_equal(past, want);
        assert_int_equal(past_read(past, &back, 1), 1);
        assert_true(fabs(back.price_hour - x) <= 1e-11 * x);
    }
}

/* In a process that may not read the file; as root that takes another user. */
static int open_as_nobody(void)
{
    int status = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        struct err_info e = {0};
        struct db *db;
        double version;
        int format;
        bool ok = geteuid() != 0 || seteuid(65534) == 0;

        ok = ok && price_file_open(&db, path, &format, &e) == ERR_DAMAGED &&
             e.msg.id == MSG_FILE_READ_FAILED;
        err_clear(&e);
        ok = ok && own_open_read(&db, path, NULL, &version, &e) == ERR_DAMAGED &&
             e.msg.id == MSG_FILE_READ_FAILED;
        _exit(ok ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* What cannot be read may be as good as ever: it is not called damaged. */
static void unreadable_is_not_damaged(void **state)
{
    struct err_info e = {0};
    struct db *db;
    struct str text;
    int format;

    (void)state;
    write_file(3);
    assert_int_equal(chmod(path, 0), 0);
    assert_int_equal(open_as_nobody(), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(price_file_open(&db, path, &format, &e), ERR_DAMAGED);
    str_init(&text, 1024);
    err_render(&text, LANG_EN, &e);
    assert_non_null(strstr(text.p, "cannot read"));
    assert_null(strstr(text.p, "damaged"));
    str_free(&text);
    assert_int_equal(rmdir(path), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read),
        TEST(the_format_before_is_read),
        TEST(long_texts),
        TEST(touched_bytes),
        TEST(prices_of_the_past),
        TEST(unreadable_is_not_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
