/* links: pricing microhttpd z */
/*
 * Fetching from a server that does everything wrong: https on the loopback interface with a CA made
 * for this run. Without openssl or a server with TLS the test is skipped.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"
#include "pricing/fetch.h"

#define CAP ((size_t)1 << 20)
#define BOMB_BYTES ((size_t)32 << 20)

extern char **environ;

static struct MHD_Daemon *server;
static int port;
static int requests; /* seen by the server */
static char agent[128];
static char dir[64], ca[96];
static unsigned char *bomb;
static size_t bomb_len;

/* --- the server ------------------------------------------------------------------------------ */
static ssize_t endless(void *ctx, uint64_t pos, char *out, size_t max)
{
    (void)ctx;
    (void)pos;
    memset(out, 'x', max);
    return (ssize_t)max;
}

static ssize_t dripping(void *ctx, uint64_t pos, char *out, size_t max)
{
    (void)ctx;
    (void)pos;
    (void)max;
    poll(NULL, 0, 200);
    *out = 'x';
    return 1;
}

static struct MHD_Response *text(const char *body)
{
    return MHD_create_response_from_buffer(strlen(body), (void *)(uintptr_t)body,
                                           MHD_RESPMEM_MUST_COPY);
}

static const struct {
    const char *path;
    unsigned status;
    const char *header, *value; /* %d in value: the port */
    const char *body;
} answers[] = {
    {"/good", 200, NULL, NULL, "a,b\n1,2\n"},
    {"/missing", 404, NULL, NULL, "no"},
    {"/busy", 429, "Retry-After", "3600", "later"},
    {"/broken", 500, NULL, NULL, "oh"},
    {"/same", 304, NULL, NULL, ""},
    {"/once", 302, "Location", "/good", ""},
    {"/loop", 302, "Location", "/loop", ""},
    {"/to-http", 302, "Location", "http://127.0.0.1:%d/good", ""},
    {"/to-file", 302, "Location", "file:///etc/passwd", ""},
    {"/to-ftp", 302, "Location", "ftp://127.0.0.1/x", ""},
};

static enum MHD_Result answer_table(struct MHD_Connection *c, const char *url)
{
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        char value[128];

        if (!str_eq(answers[i].path, url))
            continue;
        struct MHD_Response *r = text(answers[i].body);
        if (answers[i].header != NULL) {
            const char *hole = strstr(answers[i].value, "%d");
            int n = hole != NULL ? (int)(hole - answers[i].value) : (int)strlen(answers[i].value);
            if (hole != NULL)
                snprintf(value, sizeof value, "%.*s%d%s", n, answers[i].value, port, hole + 2);
            else
                str_copy(value, sizeof value, answers[i].value);
            MHD_add_response_header(r, answers[i].header, value);
        }
        enum MHD_Result ok = MHD_queue_response(c, answers[i].status, r);
        MHD_destroy_response(r);
        return ok;
    }
    return MHD_NO;
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_n, void **state)
{
    struct MHD_Response *r = NULL;
    const char *told = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "User-Agent");

    (void)ctx;
    (void)method;
    (void)version;
    (void)upload;
    (void)upload_n;
    (void)state;
    __atomic_add_fetch(&requests, 1, __ATOMIC_SEQ_CST);
    str_copy(agent, sizeof agent, told != NULL ? told : "");
    if (str_eq(url, "/endless"))
        r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 65536, endless, NULL, NULL);
    else if (str_eq(url, "/slow"))
        r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16, dripping, NULL, NULL);
    else if (str_eq(url, "/bomb"))
        r = MHD_create_response_from_buffer(bomb_len, bomb, MHD_RESPMEM_PERSISTENT);
    if (r == NULL)
        return answer_table(c, url);
    if (str_eq(url, "/bomb"))
        MHD_add_response_header(r, "Content-Encoding", "gzip");
    enum MHD_Result ok = MHD_queue_response(c, 200, r);
    MHD_destroy_response(r);
    return ok;
}

/* --- certificates ---------------------------------------------------------------------------- */
static bool run(const char *const *argv)
{
    posix_spawn_file_actions_t quiet;
    pid_t pid;
    int status;

    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
    posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
    int bad = posix_spawnp(&pid, argv[0], &quiet, NULL, (char *const *)(uintptr_t)argv, environ);
    posix_spawn_file_actions_destroy(&quiet);
    return bad == 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
           WEXITSTATUS(status) == 0;
}

/* A self-signed certificate for `localhost` alone: by the address it has the wrong name. */
static bool make_certificate(const char *cert, const char *key)
{
    const char *const argv[] = {"openssl", "req",  "-x509", "-newkey", "rsa:2048", "-nodes",
                                "-days",   "2",    "-subj", "/CN=localhost", "-addext",
                                "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert, NULL};
    return run(argv);
}

static bool make_bomb(void)
{
    z_stream z = {0};
    size_t cap = BOMB_BYTES / 500;
    unsigned char *zeros = calloc(1, 1 << 20);

    bomb = malloc(cap);
    if (zeros == NULL || bomb == NULL ||
        deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    z.next_out = bomb;
    z.avail_out = (uInt)cap;
    for (size_t n = 0; n < BOMB_BYTES; n += 1 << 20) {
        z.next_in = zeros;
        z.avail_in = 1 << 20;
        deflate(&z, Z_NO_FLUSH);
    }
    z.avail_in = 0;
    bool ok = deflate(&z, Z_FINISH) == Z_STREAM_END;
    bomb_len = z.total_out;
    deflateEnd(&z);
    free(zeros);
    return ok;
}

static bool start_server(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct arena a;
    struct err_info e = {0};
    char key[96], *cert_text, *key_text;
    size_t n;

    arena_init(&a, 0);
    if (!path_join(ca, sizeof ca, dir, "cert.pem") || !path_join(key, sizeof key, dir, "key.pem") ||
        !make_certificate(ca, key) || file_read(&a, ca, 1 << 16, &cert_text, &n, &e) != OK ||
        file_read(&a, key, 1 << 16, &key_text, &n, &e) != OK)
        return false;
    server = MHD_start_daemon(MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
                                  MHD_USE_TLS,
                              0, NULL, NULL, on_request, NULL, MHD_OPTION_HTTPS_MEM_CERT, cert_text,
                              MHD_OPTION_HTTPS_MEM_KEY, key_text, MHD_OPTION_SOCK_ADDR, &here,
                              MHD_OPTION_END);
    arena_free(&a);
    if (server == NULL)
        return false;
    port = MHD_get_daemon_info(server, MHD_DAEMON_INFO_BIND_PORT)->port;
    return true;
}

static int set_up(void **state)
{
    static const char *const names[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                        "SSL_CERT_FILE", "SSL_CERT_DIR"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    str_copy(dir, sizeof dir, "/tmp/dlrig-fetch-XXXXXX");
    if (mkdtemp(dir) == NULL || !make_bomb())
        return -1;
    if (!start_server())
        printf("skipped: no openssl, or libmicrohttpd without TLS\n");
    return 0;
}

static int tear_down(void **state)
{
    char key[96];

    (void)state;
    if (server != NULL)
        MHD_stop_daemon(server);
    unlink(ca);
    if (path_join(key, sizeof key, dir, "key.pem"))
        unlink(key);
    rmdir(dir);
    free(bomb);
    return 0;
}

/* --- one fetch ------------------------------------------------------------------------------- */
struct got {
    struct str body;
    struct fetch_answer answer;
    struct err_info e;
    enum err rc;
};

static bool take(void *ctx, const char *bytes, size_t n)
{
    struct str *s = ctx;

    str_addn(s, bytes, n);
    return !s->failed;
}

static struct got get(const char *host, const char *path, bool allow_private)
{
    struct fetch_limits limits = fetch_usual;
    struct got g;
    char url[256];

    if (server == NULL)
        skip();
    memset(&g, 0, sizeof g);
    str_init(&g.body, CAP);
    limits.max_bytes = CAP;
    limits.allow_private = allow_private;
    limits.connect_s = 2;
    limits.total_s = 10;
    limits.low_s = 1;
    snprintf(url, sizeof url, "https://%s:%d%s", host, port, path);
    setenv("CURL_CA_BUNDLE", ca, 1);
    g.rc = fetch_get(url, &limits, take, &g.body, &g.answer, &g.e);
    return g;
}

static void good_answers_arrive(void **state)
{
    static const char *const paths[] = {"/good", "/once"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct got g = get("localhost", paths[i], true);

        assert_int_equal(g.rc, OK);
        assert_string_equal(g.body.p, "a,b\n1,2\n");
        assert_int_equal(g.answer.bytes, 8);
        assert_true(str_starts(agent, "dlrig/"));
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
        {"/loop", ERR_IO, MSG_FETCH_REDIRECTS},
        {"/to-http", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/to-file", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/to-ftp", ERR_IO, MSG_FETCH_REDIRECT_SCHEME},
        {"/endless", ERR_LIMIT, MSG_FETCH_LARGE},
        {"/bomb", ERR_LIMIT, MSG_FETCH_LARGE},
        {"/slow", ERR_LIMIT, MSG_FETCH_SLOW},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct got g = get("localhost", cases[i].path, true);

        if (g.rc != cases[i].rc || g.e.msg.id != cases[i].text)
            fail_msg("%s: %d, %s", cases[i].path, (int)g.rc, msg_names[g.e.msg.id]);
        assert_true(g.body.len <= CAP);
        if (cases[i].text == MSG_FETCH_RETRY)
            assert_int_equal(g.answer.retry_after_s, 3600);
        str_free(&g.body);
    }
    assert_true(bomb_len < CAP); /* it was small on the wire */
}

static void private_addresses_get_no_request(void **state)
{
    (void)state;
    int before = __atomic_load_n(&requests, __ATOMIC_SEQ_CST);
    struct got g = get("localhost", "/good", false);

    assert_int_equal(g.rc, ERR_UNSUPPORTED);
    assert_int_equal(g.e.msg.id, MSG_FETCH_PRIVATE);
    assert_int_equal(__atomic_load_n(&requests, __ATOMIC_SEQ_CST), before);
    assert_int_equal(g.body.len, 0);
    str_free(&g.body);
}

static void a_proxy_is_no_excuse_for_another_address(void **state)
{
    (void)state;
    setenv("https_proxy", "http://192.0.2.1:3128", 1);
    setenv("no_proxy", "localhost", 1); /* so the connection is direct all the same */
    struct got g = get("localhost", "/good", false);
    unsetenv("https_proxy");
    unsetenv("no_proxy");
    assert_int_equal(g.rc, ERR_UNSUPPORTED);
    str_free(&g.body);
}

static void certificates_are_verified(void **state)
{
    struct fetch_limits limits = fetch_usual;
    char url[64];

    (void)state;
    int before = __atomic_load_n(&requests, __ATOMIC_SEQ_CST);
    struct got g = get("127.0.0.1", "/good", true); /* the name is not in it */
    assert_int_equal(g.rc, ERR_IO);
    assert_int_equal(g.e.msg.id, MSG_FETCH_CERTIFICATE);
    unsetenv("CURL_CA_BUNDLE"); /* signed by nobody known */
    limits.max_bytes = CAP;
    limits.allow_private = true;
    snprintf(url, sizeof url, "https://localhost:%d/good", port);
    assert_int_equal(fetch_get(url, &limits, take, &g.body, &g.answer, &g.e), ERR_IO);
    assert_int_equal(g.e.msg.id, MSG_FETCH_CERTIFICATE);
    assert_int_equal(__atomic_load_n(&requests, __ATOMIC_SEQ_CST), before);
    str_free(&g.body);
}

static void other_schemes_are_not_even_tried(void **state)
{
    static const char *const urls[] = {"http://localhost/x", "file:///etc/passwd", "ftp://a/b",
                                       "//localhost/x", "/etc/passwd", ""};
    struct fetch_limits limits = fetch_usual;

    (void)state;
    limits.max_bytes = CAP;
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        struct got g = {.rc = OK};

        str_init(&g.body, CAP);
        assert_int_equal(fetch_get(urls[i], &limits, take, &g.body, &g.answer, &g.e), ERR_USAGE);
        assert_int_equal(g.e.msg.id, MSG_FETCH_HTTPS);
        str_free(&g.body);
    }
}

static void who_never_answers_is_given_up(void **state)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof here;
    struct fetch_limits limits = fetch_usual;
    struct got g = {.rc = OK};
    char url[64];

    (void)state;
    int fd = socket(AF_INET, SOCK_STREAM, 0); /* listens and never speaks */
    assert_true(fd >= 0 && bind(fd, (struct sockaddr *)&here, n) == 0 && listen(fd, 1) == 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&here, &n), 0);
    snprintf(url, sizeof url, "https://127.0.0.1:%d/", ntohs(here.sin_port));
    str_init(&g.body, CAP);
    limits.max_bytes = CAP;
    limits.allow_private = true;
    limits.connect_s = 1;
    assert_int_equal(fetch_get(url, &limits, take, &g.body, &g.answer, &g.e), ERR_LIMIT);
    assert_int_equal(g.e.msg.id, MSG_FETCH_SLOW);
    str_free(&g.body);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_answers_arrive),
        cmocka_unit_test(bad_answers_are_told),
        cmocka_unit_test(private_addresses_get_no_request),
        cmocka_unit_test(a_proxy_is_no_excuse_for_another_address),
        cmocka_unit_test(certificates_are_verified),
        cmocka_unit_test(other_schemes_are_not_even_tried),
        cmocka_unit_test(who_never_answers_is_given_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
