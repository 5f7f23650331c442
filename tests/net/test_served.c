/* links: pricing microhttpd z */
/*
 * dlrig-refresh against a server that does everything wrong: which of several addresses is taken,
 * what is not fetched again, whose pages are followed, and that nothing that fails changes the
 * price file.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "pricing/source.h"
#include "tests/net/run.h"
#include "tests/net/server.h"

#define LAMBDA "--feed skypilot-lambda --private skypilot-lambda "
#define DAY_1 " --as-of 2026-11-28"
#define DAY_2 " --as-of 2026-11-29"
#define DAY_3 " --as-of 2026-11-30"

static const char lambda_csv[] =
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
    "gpu_8x_h100_sxm5,H100,8.0,208.0,1800.0,31.5,us-south-2,H100,\n"
    "gpu_1x_a10,A10,1.0,30.0,200.0,0.85,us-south-2,A10,\n"
    "gpu_1x_a100_sxm4,A100,1.0,30.0,200.0,1.35,us-south-2,A100,\n";

static bool up;
static char trust[256];

static int set_up(void **state)
{
    (void)state;
    up = server_start();
    if (!up)
        printf("skipped: no openssl, or libmicrohttpd without TLS\n");
    snprintf(trust, sizeof trust, " --ca-file %s --connect-s 2 --transfer-s 10 --quiet-s 1",
             server_ca());
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_stop();
    return 0;
}

static int begin(void **state)
{
    (void)state;
    if (!up)
        return 0;
    server_forget();
    run_store_empty();
    server_put("/lambda", 200, "ETag: \"one\"", lambda_csv, sizeof lambda_csv - 1);
    return 0;
}

static struct ran refresh(const char *words)
{
    char all[2048];

    if (!up)
        skip();
    snprintf(all, sizeof all, "%s%s", words, trust);
    return run_refresh(all);
}

static void expect(const char *words, int code, const char *said)
{
    struct ran r = refresh(words);

    if (r.code != code || (said != NULL && strstr(r.out, said) == NULL))
        fail_msg("%s: code %d, signal %d, said %s", words, r.code, r.signal, r.out);
    assert_int_equal(run_left(), 0);
    ran_free(&r);
}

/* --- which address --------------------------------------------------------------------------- */
static void the_first_good_address_is_taken(void **state)
{
    (void)state;
    expect(LAMBDA "--mirror skypilot-lambda={/missing} --mirror skypilot-lambda={/login} "
                  "--mirror skypilot-lambda={/cut} --mirror skypilot-lambda={/lambda} "
                  "--mirror skypilot-lambda={/good}",
           0, "\"accepted\":3");
    assert_int_equal(server_hits("/missing"), 1);
    assert_int_equal(server_hits("/login"), 1);
    assert_int_equal(server_hits("/cut"), 1);
    assert_int_equal(server_hits("/lambda"), 1);
    assert_int_equal(server_hits("/good"), 0);
    assert_int_equal((int)run_offers(NULL, NULL, NULL), 3);
    assert_int_equal(
        (int)run_number(
            "SELECT count(*) FROM feeds WHERE place LIKE '%/lambda' AND etag = '\"one\"'"),
        1);
}

/* A host that gave no answer is not waited for again; rows of a broken attempt leave no trace. */
static void a_silent_host_is_asked_once(void **state)
{
    struct ran r;

    (void)state;
    r = refresh(LAMBDA "--mirror skypilot-lambda=https://localhost:1/a "
                       "--mirror skypilot-lambda=https://localhost:1/b "
                       "--mirror skypilot-lambda={/lambda}");
    if (up)
        assert_int_equal(r.code, 0);
    ran_free(&r);
}

static void when_all_fail_nothing_changes(void **state)
{
    static const char *const bad[] = {"/missing",   "/broken",       "/login",   "/cut",
                                      "/bad-chunk", "/endless",      "/bomb",    "/slow",
                                      "/deep",      "/empty-arrays", "/to-file", "/to-private",
                                      "/to-http",   "/four-times"};
    char words[256];

    (void)state;
    expect(LAMBDA "--mirror skypilot-lambda={/lambda}", 0, NULL);
    unsigned long sum = run_sum();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(words, sizeof words, LAMBDA "--mirror skypilot-lambda={%s}", bad[i]);
        expect(words, 4, "\"stage\":\"failed\"");
        snprintf(words, sizeof words, "--list own={%s} --private own --max-mb 2", bad[i]);
        expect(words, 4, "\"stage\":\"failed\"");
        assert_true(run_sum() == sum);
    }
    snprintf(words, sizeof words,
             "--feed gpurentalprices --private gpurentalprices "
             "--mirror gpurentalprices={/deep}");
    expect(words, 4, "\"stage\":\"failed\"");
    expect("--feed skypilot-lambda --mirror skypilot-lambda={/lambda}", 4, "private network");
    expect("--list own=https://no-such-host.invalid/list.csv", 4, "\"stage\":\"failed\"");
    expect(LAMBDA "--mirror skypilot-lambda={/lambda} --proxy http://127.0.0.1:1", 4, "failed");
    assert_true(run_sum() == sum);
    assert_int_equal(server_hits("/lambda"), 1);
}

static void offline_asks_nobody(void **state)
{
    (void)state;
    expect(LAMBDA "--mirror skypilot-lambda={/lambda} --offline", 4, "offline");
    expect("--feed aliyun --offline", 4, "offline");
    if (up)
        assert_int_equal(server_hits(NULL), 0);
}

/* --- only what is new ------------------------------------------------------------------------ */
static void what_is_as_before_is_dated_anew(void **state)
{
    const char *words = LAMBDA "--mirror skypilot-lambda={/lambda}";
    char line[256];

    (void)state;
    snprintf(line, sizeof line, "%s" DAY_1, words);
    expect(line, 0, "\"accepted\":3");
    snprintf(line, sizeof line, "%s" DAY_3, words);
    expect(line, 0, "\"stage\":\"same\"");
    assert_string_equal(server_seen("If-None-Match"), "\"one\"");
    assert_int_equal((int)run_offers(NULL, "2026-11-30", NULL), 3);
    assert_int_equal((int)run_offers(NULL, NULL, "2026-11-28 USD "), 3);
    assert_int_equal((int)run_number("SELECT rows FROM feeds"), 3);
    server_put("/lambda", 200, "ETag: \"two\"", lambda_csv, sizeof lambda_csv - 1);
    expect(line, 0, "\"accepted\":3");
    assert_int_equal((int)run_number("SELECT count(*) FROM feeds WHERE etag = '\"two\"'"), 1);
}

static void what_was_fetched_just_then_is_not_asked_for(void **state)
{
    const char *words = LAMBDA "--mirror skypilot-lambda={/lambda} --due" DAY_2;

    (void)state;
    expect(words, 0, "\"accepted\":3");
    expect(words, 0, "\"stage\":\"fresh\"");
    if (up)
        assert_int_equal(server_hits("/lambda"), 1);
}

static void who_wants_to_be_left_alone_is(void **state)
{
    const char *words = LAMBDA "--mirror skypilot-lambda={/busy}";
    char line[256];

    (void)state;
    snprintf(line, sizeof line, "%s" DAY_1, words);
    expect(line, 4, "asks to wait");
    expect(line, 4, "2026-11-28T13:00:00Z");
    expect(LAMBDA "--mirror skypilot-lambda={/lambda}" DAY_1, 4, "left alone");
    if (!up)
        skip();
    assert_int_equal(server_hits(NULL), 1);
    snprintf(line, sizeof line, "%s" DAY_2, words);
    expect(line, 4, "asks to wait");
    assert_int_equal(server_hits("/busy"), 2);
    expect(LAMBDA "--mirror skypilot-lambda={/lambda}" DAY_3, 0, "\"accepted\":3");
    assert_int_equal((int)run_number("SELECT count(*) FROM feeds WHERE retry_after IS NULL"), 1);
}

/* A server whose clock is far from ours: told, since ages of prices hang on it. */
static void another_clock_is_told(void **state)
{
    (void)state;
    server_put("/lambda", 200, "Date: Sun, 01 Mar 2026 10:00:00 GMT", lambda_csv,
               sizeof lambda_csv - 1);
    expect(LAMBDA "--mirror skypilot-lambda={/lambda}", 0, "\"stage\":\"clock\"");
    server_put("/lambda", 200, NULL, lambda_csv, sizeof lambda_csv - 1);
    struct ran r = refresh(LAMBDA "--mirror skypilot-lambda={/lambda}" DAY_1);
    assert_null(strstr(r.out, "\"clock\""));
    ran_free(&r);
}

/* --- pages ----------------------------------------------------------------------------------- */
static void put_page(const char *path, const char *sku, const char *next)
{
    struct str s;

    str_init(&s, 4096);
    str_addf(&s,
             "{\"BillingCurrency\":\"USD\",\"Items\":[{\"currencyCode\":\"USD\",\"retailPrice\":%s,"
             "\"unitPrice\":%s,\"armRegionName\":\"eastus\",\"effectiveStartDate\":"
             "\"2026-01-01T00:00:00Z\",\"meterName\":\"NC24ads A100 v4\",\"productName\":"
             "\"Virtual Machines NCads A100 v4 Series\",\"skuName\":\"NC24ads A100 v4\","
             "\"serviceName\":\"Virtual Machines\",\"unitOfMeasure\":\"1 Hour\",\"type\":"
             "\"Consumption\",\"isPrimaryMeterRegion\":true,\"armSkuName\":\"%s\"}],"
             "\"NextPageLink\":%s,\"Count\":1}",
             strstr(sku, "48") != NULL ? "7.346" : "3.673",
             strstr(sku, "48") != NULL ? "7.346" : "3.673", sku, next);
    server_put(path, 200, NULL, s.p, s.len);
    str_free(&s);
}

#define AZURE "--feed azure-retail --private azure-retail --mirror azure-retail={/p1}"

static void pages_are_followed(void **state)
{
    (void)state;
    if (!up)
        skip();
    put_page("/p1", "Standard_NC24ads_A100_v4", "\"@/p2?skip=1000\"");
    put_page("/p2", "Standard_NC48ads_A100_v4", "null");
    expect(AZURE, 0, "\"pages\":2");
    assert_int_equal((int)run_offers("azure", NULL, NULL), 2);
}

static void hostile_pages_are_not(void **state)
{
    static const struct {
        const char *next, *said;
    } t[] = {
        {"\"https://evil.invalid/p2\"", "said to be elsewhere"},
        {"\"https://localhost:1/p2\"", "said to be elsewhere"},
        {"\"http://localhost/p2\"", "said to be elsewhere"},
        {"\"file:///etc/passwd\"", "said to be elsewhere"},
        {"\"@/p1\"", "round in a circle"},
        {"\"@/p2 x\"", "the address of the next page is none"},
    };

    (void)state;
    if (!up)
        skip();
    put_page("/p1", "Standard_NC24ads_A100_v4", "null");
    expect(AZURE, 0, NULL);
    unsigned long sum = run_sum();
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++) {
        put_page("/p1", "Standard_NC24ads_A100_v4", t[i].next);
        expect(AZURE, 4, t[i].said);
        assert_true(run_sum() == sum);
    }
}

/* Each page names one more: there is an end to it. */
static void pages_without_end_have_one(void **state)
{
    char path[32], next[64];

    (void)state;
    if (!up)
        skip();
    for (int i = 1; i <= 62; i++) {
        snprintf(path, sizeof path, "/p%d", i);
        snprintf(next, sizeof next, "\"@/p%d\"", i + 1);
        put_page(path, "Standard_NC24ads_A100_v4", next);
    }
    expect(AZURE, 4, NULL); /* the last is not there: 404 */
    assert_false(run_sum() != 0);
}

static void a_page_tells_an_address(void **state)
{
    static const char good[] = "<a href='https://g.alicdn.com/aliyun/ecs-price-info/2.0.431/price/"
                               "download/x'>";
    static const char *const bad[] = {"", "https://g.alicdn.com/aliyun/ecs-price-info/",
                                      "https://g.alicdn.com/aliyun/ecs-price-info/../x",
                                      "https://g.alicdn.com/aliyun/ecs-price-info-intl/2.0.1/",
                                      "https://evil.test/2.0.1/"};
    const struct known_feed *aliyun = known_feed_find("aliyun");
    char out[256];

    (void)state;
    assert_true(source_find_address(aliyun, good, strlen(good), out, sizeof out));
    assert_string_equal(out, "https://g.alicdn.com/aliyun/ecs-price-info/2.0.431/price/download/"
                             "instancePrice.json");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(source_find_address(aliyun, bad[i], strlen(bad[i]), out, sizeof out));
}

/* --- cancelled ------------------------------------------------------------------------------- */
static void it_ends_at_once_when_told_to(void **state)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGKILL};
    char words[512];

    (void)state;
    if (!up)
        skip();
    expect(LAMBDA "--mirror skypilot-lambda={/lambda}", 0, NULL);
    unsigned long sum = run_sum();
    for (size_t i = 0; i < 3; i++) {
        int out;
        unsigned before = server_hits("/hold");
        server_hold();
        snprintf(words, sizeof words, "--list own={/hold} --private own%s", trust);
        pid_t pid = run_begin(words, &out);
        while (server_hits("/hold") == before)
            poll(NULL, 0, 5);
        kill(pid, signals[i]);
        struct ran r = run_end(pid, out);
        assert_int_equal(r.signal, signals[i]);
        ran_free(&r);
        server_release();
        assert_true(run_sum() == sum);
        assert_int_equal(run_left(), 0);
    }
    expect(LAMBDA "--mirror skypilot-lambda={/lambda} --force", 0, NULL); /* the lock is free */
}

#define TEST(f) cmocka_unit_test_setup(f, begin)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_first_good_address_is_taken),
        TEST(a_silent_host_is_asked_once),
        TEST(when_all_fail_nothing_changes),
        TEST(offline_asks_nobody),
        TEST(what_is_as_before_is_dated_anew),
        TEST(what_was_fetched_just_then_is_not_asked_for),
        TEST(another_clock_is_told),
        TEST(who_wants_to_be_left_alone_is),
        TEST(pages_are_followed),
        TEST(hostile_pages_are_not),
        TEST(pages_without_end_have_one),
        TEST(a_page_tells_an_address),
        TEST(it_ends_at_once_when_told_to),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
