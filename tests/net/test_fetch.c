/* links: pricing microhttpd z */
/*
 * Fetching from a server that does everything wrong (server.h). Without openssl or a server with
 * TLS the test is skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "pricing/fetch.h"
#include "tests/net/server.h"

#define CAP ((size_t)1 << 20)

static bool up;

static int set_up(void **state)
{
    (void)state;
    up = server_start();
    if (!up)
        printf("skipped: no openssl, or libmicrohttpd without TLS\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    server_stop();
    return 0;
}

/* --- one fetch ------------------------------------------------------------------------------- */
struct got {
    struct str body;
    struct fetch_answer answer;
    struct err_info e;
    enum err rc;
};

static bool take(void *ctx, const char *bytes, size_t n, struct err_info *e)
{
    struct str *s = ctx;

    (void)e;
    str_addn(s, bytes, n);
    return !s->failed;
}

static struct fetch_limits quick(void)
{
    struct fetch_limits l = fetch_usual;

    l.max_bytes = CAP;
    l.allow_private = true;
    l.connect_s = 2;
    l.total_s = 10;
    l.low_s = 1;
    return l;
}

static struct got get_with(const char *url, const struct fetch_limits *limits, const char *etag,
                           const char *ca)
{
    struct fetch_ask ask = {.url = url, .limits = limits, .etag = etag, .sink = take};
    struct got g;

    memset(&g, 0, sizeof g);
    str_init(&g.body, CAP);
    ask.ctx = &g.body;
    struct fetcher *f = fetch_open(NULL, ca);
    assert_non_null(f);
    g.rc = fetch_get(f, &ask, &g.answer, &g.e);
    fetch_close(f);
    return g;
}

static struct got get(enum server_port at, const char *path, bool allow_private)
{
    struct fetch_limits limits = quick();
    char url[256];

    if (!up)
        skip();
    limits.allow_private = allow_private;
    server_url(url, sizeof url, at, path);
    return get_with(url, &limits, NULL, server_ca());
}

static void good_answers_arrive(void **state)
{
    static const char *const paths[] = {"/good", "/once", "/twice", "/three-times"};

    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct got g = get(SERVER_GOOD, paths[i], true);

        assert_int_equal(g.rc, OK);
        assert_string_equal(g.body.p, "a,b\n1,2\n");
        assert_int_equal(g.answer.bytes, 8);
        assert_true(g.answer.server_s > 1700000000 && llabs(g.answer.server_s - time(NULL)) < 3600);
        assert_true(str_starts(server_seen("User-Agent"), "dlrig/"));
        assert_string_equal(server_seen("Accept-Encoding"), "gzip");
        assert_string_equal(server_seen("If-None-Match"), "");
        str_free(&g.body);
    }
}

static void bad_answers_are_told(void **state)
{
    static const struct {
        const char *path;
        enum err rc;
        enum msg_id text;
    } cases[] = {
        {"/missing", ERR_IO, MSG_FETCH_STATUS},
        {"/busy", ERR_IO, MSG_FETCH_RETRY},
        {"/broken", ERR_IO, MSG_FETCH_STATUS},
        {"/same", ERR_IO, MSG_FETCH_STATUS},
        {"/four-times", ERR_IO, MSG_FETCH_REDIRECTS},
        {"/loop", ERR_IO, MSG_FETCH_REDIRECTS},
        {"/to-http", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/to-file", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/to-ftp", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/endless", ERR_LIMIT, MSG_FETCH_LARGE},
        {"/bomb", ERR_LIMIT, MSG_FETCH_LARGE},
        {"/empty-arrays", ERR_LIMIT, MSG_FETCH_LARGE},
        {"/slow", ERR_LIMIT, MSG_FETCH_SLOW},
        {"/cut", ERR_IO, MSG_FETCH_FAILED},
        {"/bad-chunk", ERR_IO, MSG_FETCH_FAILED},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct got g = get(SERVER_GOOD, cases[i].path, true);

        if (g.rc != cases[i].rc || g.e.msg.id != cases[i].text)
            fail_msg("%s: %d, %s", cases[i].path, (int)g.rc, msg_names[g.e.msg.id]);
        assert_true(g.body.len <= CAP);
        if (cases[i].text == MSG_FETCH_RETRY)
            assert_int_equal(g.answer.retry_after_s, 3600);
        str_free(&g.body);
    }
}

/* 64 MiB that come as some 60 KB end at the cap, and take no memory. */
static void a_bomb_ends_at_the_cap(void **state)
{
    struct rusage before, after;

    (void)state;
    getrusage(RUSAGE_SELF, &before);
    struct got g = get(SERVER_GOOD, "/bomb", true);
    getrusage(RUSAGE_SELF, &after);
    assert_int_equal(g.rc, ERR_LIMIT);
    assert_true(g.answer.bytes <= CAP);
    assert_true(after.ru_maxrss - before.ru_maxrss < 32 << 10);
    str_free(&g.body);
}

static void private_addresses_get_no_request(void **state)
{
    (void)state;
    server_forget();
    struct got g = get(SERVER_GOOD, "/good", false);

    assert_int_equal(g.rc, ERR_UNSUPPORTED);
    assert_int_equal(g.e.msg.id, MSG_FETCH_PRIVATE);
    assert_int_equal(server_hits(NULL), 0);
    assert_int_equal(g.body.len, 0);
    str_free(&g.body);
}

/* An address of the own network, told as such or met behind a redirect, gets no packet: this ends
 * at once, without waiting for a connection that would never come. */
static void other_private_addresses_are_not_tried(void **state)
{
    static const char *const urls[] = {"https://10.0.0.1/x", "https://192.168.1.1/x",
                                       "https://[::1]/x", "https://169.254.169.254/latest"};
    struct fetch_limits limits = quick();

    (void)state;
    limits.allow_private = false;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct got g = get_with(urls[i], &limits, NULL, NULL);
        assert_int_equal(g.rc, ERR_UNSUPPORTED);
        assert_int_equal(g.e.msg.id, MSG_FETCH_PRIVATE);
        assert_true(g.answer.no_contact);
        str_free(&g.body);
    }
}

static void a_proxy_is_no_excuse_for_another_address(void **state)
{
    (void)state;
    setenv("https_proxy", "http://192.0.2.1:3128", 1);
    setenv("no_proxy", "localhost", 1); /* so the connection is direct all the same */
    struct got g = get(SERVER_GOOD, "/good", false);
    unsetenv("https_proxy");
    unsetenv("no_proxy");
    assert_int_equal(g.rc, ERR_UNSUPPORTED);
    str_free(&g.body);
}

static void certificates_are_verified(void **state)
{
    static const enum server_port ports[] = {SERVER_SELF_SIGNED, SERVER_EXPIRED, SERVER_WRONG_NAME,
                                             SERVER_OLD_TLS};
    struct fetch_limits limits = quick();
    char url[64];

    (void)state;
    if (!up)
        skip();
    server_forget();
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++) {
        struct got g = get(ports[i], "/good", true);
        if (g.rc != ERR_IO)
            fail_msg("port %zu: %d", i, (int)g.rc);
        if (ports[i] != SERVER_OLD_TLS)
            assert_int_equal(g.e.msg.id, MSG_FETCH_CERTIFICATE);
        str_free(&g.body);
    }
    server_url(url, sizeof url, SERVER_GOOD, "/good");
    struct got g = get_with(url, &limits, NULL, NULL); /* signed by nobody known */
    assert_int_equal(g.rc, ERR_IO);
    assert_int_equal(g.e.msg.id, MSG_FETCH_CERTIFICATE);
    str_free(&g.body);
    assert_int_equal(server_hits(NULL), 0);
    setenv("CURL_CA_BUNDLE", server_ca(), 1); /* as curl does */
    g = get_with(url, &limits, NULL, NULL);
    unsetenv("CURL_CA_BUNDLE");
    assert_int_equal(g.rc, OK);
    str_free(&g.body);
}

/* --- only when it is new --------------------------------------------------------------------- */
static void only_what_is_new_comes(void **state)
{
    struct fetch_limits limits = quick();
    char url[64];

    (void)state;
    if (!up)
        skip();
    server_forget();
    server_put("/new", 200, "ETag: \"x y\"\nLast-Modified: Sun, 01 Nov 2026 10:00:00 GMT", "abc",
               3);
    server_url(url, sizeof url, SERVER_GOOD, "/new");
    struct got g = get_with(url, &limits, NULL, server_ca());
    assert_int_equal(g.rc, OK);
    assert_string_equal(g.answer.etag, "\"x y\"");
    assert_string_equal(g.answer.modified, "Sun, 01 Nov 2026 10:00:00 GMT");
    assert_false(g.answer.unchanged);
    str_free(&g.body);
    g = get_with(url, &limits, "\"x y\"", server_ca());
    assert_int_equal(g.rc, OK);
    assert_true(g.answer.unchanged);
    assert_int_equal(g.body.len, 0);
    assert_string_equal(server_seen("If-None-Match"), "\"x y\"");
    str_free(&g.body);
}

/* What does not fit into a line of a request is not kept. */
static void an_odd_etag_is_dropped(void **state)
{
    char header[512] = "ETag: \"";

    (void)state;
    server_forget();
    memset(header + 7, 'a', 300);
    server_put("/long", 200, header, "abc", 3);
    server_put("/odd", 200, "ETag: \"caf\xc3\xa9\"", "abc", 3);
    struct got g = get(SERVER_GOOD, "/long", true);
    assert_int_equal(g.rc, OK);
    assert_string_equal(g.answer.etag, "");
    str_free(&g.body);
    g = get(SERVER_GOOD, "/odd", true);
    assert_string_equal(g.answer.etag, "");
    str_free(&g.body);
}

static void hosts_are_compared_with_their_port(void **state)
{
    static const struct {
        const char *a, *b;
        bool same;
    } t[] = {
        {"https://prices.azure.com/a", "https://prices.azure.com:443/b?c", true},
        {"https://Prices.Azure.com", "https://prices.azure.com/", true},
        {"https://prices.azure.com/", "https://prices.azure.com:8443/", false},
        {"https://prices.azure.com/", "http://prices.azure.com/", false},
        {"https://prices.azure.com/", "https://prices.azure.com.evil.test/", false},
        {"https://prices.azure.com/", "https://prices.azure.com@evil.test/", false},
        {"https://prices.azure.com/", "https://evil.test/?prices.azure.com", false},
        {"https://prices.azure.com/", "https://prices.azure.com\\@evil.test/", false},
        {"https://[2001:db8::1]/", "https://[2001:db8::1]:443/", true},
        {"https://[2001:db8::1]/", "https://[2001:db8::2]/", false},
        {"https://", "https://", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof t / sizeof t[0]; i++)
        if (fetch_same_host(t[i].a, t[i].b) != t[i].same)
            fail_msg("%s %s", t[i].a, t[i].b);
}

static void other_schemes_are_not_even_tried(void **state)
{
    static const char *const urls[] = {"http://localhost/x", "file:///etc/passwd", "ftp://a/b",
                                       "//localhost/x",      "/etc/passwd",        ""};
    struct fetch_limits limits = quick();

    (void)state;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct got g = get_with(urls[i], &limits, NULL, NULL);
        assert_int_equal(g.rc, ERR_USAGE);
        assert_int_equal(g.e.msg.id, MSG_FETCH_HTTPS);
        str_free(&g.body);
    }
}

static void who_never_answers_is_given_up(void **state)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof here;
    struct fetch_limits limits = quick();
    char url[64];

    (void)state;
    int fd = socket(AF_INET, SOCK_STREAM, 0); /* listens and never speaks */
    assert_true(fd >= 0 && bind(fd, (struct sockaddr *)&here, n) == 0 && listen(fd, 1) == 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&here, &n), 0);
    snprintf(url, sizeof url, "https://127.0.0.1:%d/", ntohs(here.sin_port));
    limits.connect_s = 1;
    struct got g = get_with(url, &limits, NULL, NULL);
    assert_int_equal(g.rc, ERR_LIMIT);
    assert_int_equal(g.e.msg.id, MSG_FETCH_SLOW);
    assert_true(g.answer.no_contact);
    str_free(&g.body);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_answers_arrive),
        cmocka_unit_test(bad_answers_are_told),
        cmocka_unit_test(a_bomb_ends_at_the_cap),
        cmocka_unit_test(private_addresses_get_no_request),
        cmocka_unit_test(other_private_addresses_are_not_tried),
        cmocka_unit_test(a_proxy_is_no_excuse_for_another_address),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(only_what_is_new_comes),
        cmocka_unit_test(an_odd_etag_is_dropped),
        cmocka_unit_test(hosts_are_compared_with_their_port),
        cmocka_unit_test(other_schemes_are_not_even_tried),
        cmocka_unit_test(who_never_answers_is_given_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
