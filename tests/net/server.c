#include "tests/net/server.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/str.h"
#include "tests/net/certificates.h"

#define PUT_MAX 64
#define SEEN_BYTES 320
#define HOLD_TURN_MS 20

static struct MHD_Daemon *daemon_at[SERVER_PORTS];
static int port_at[SERVER_PORTS];
static char dir[64], ca[96];
static unsigned char *bomb;
static size_t bomb_len;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool held;

static struct {
    char path[96], header[512];
    unsigned status;
    char *body;
    size_t n;
} put[PUT_MAX];
static size_t put_n;

static struct {
    char path[96];
    unsigned n;
} hit[PUT_MAX];
static size_t hit_n;
static unsigned hits;

static const char *const watched[] = {"User-Agent", "If-None-Match", "If-Modified-Since",
                                      "Accept-Encoding"};
#define WATCHED (sizeof watched / sizeof watched[0])
static char seen[WATCHED][SEEN_BYTES];

/* --- bodies that are made while they are sent ------------------------------------------------ */
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

static ssize_t cut(void *ctx, uint64_t pos, char *out, size_t max)
{
    (void)ctx;
    if (pos >= 500)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    size_t n = max < 100 ? max : 100;
    memset(out, 'x', n);
    return (ssize_t)n;
}

static ssize_t arrays(void *ctx, uint64_t pos, char *out, size_t max)
{
    static const uint64_t all = 50000001; /* "[" and "[]," again and again */

    (void)ctx;
    if (pos >= all)
        return MHD_CONTENT_READER_END_OF_STREAM;
    for (size_t i = 0; i < max; i++)
        out[i] = pos + i == 0 ? '[' : "[],"[(pos + i - 1) % 3];
    return (ssize_t)max;
}

static ssize_t deep(void *ctx, uint64_t pos, char *out, size_t max)
{
    (void)ctx;
    if (pos >= 100000)
        return MHD_CONTENT_READER_END_OF_STREAM;
    memset(out, '[', max);
    return (ssize_t)max;
}

static ssize_t when_released(void *ctx, uint64_t pos, char *out, size_t max)
{
    static const char text[] = "a,b\n1,2\n";

    (void)ctx;
    (void)max;
    if (pos >= sizeof text - 1)
        return MHD_CONTENT_READER_END_OF_STREAM;
    while (__atomic_load_n(&held, __ATOMIC_SEQ_CST))
        poll(NULL, 0, HOLD_TURN_MS);
    memcpy(out, text, sizeof text - 1);
    return (ssize_t)(sizeof text - 1);
}

static const struct {
    const char *path;
    MHD_ContentReaderCallback make;
    uint64_t size; /* told as Content-Length */
} streams[] = {
    {"/endless", endless, MHD_SIZE_UNKNOWN},
    {"/slow", dripping, MHD_SIZE_UNKNOWN},
    {"/cut", cut, 1000},
    {"/bad-chunk", cut, MHD_SIZE_UNKNOWN},
    {"/empty-arrays", arrays, MHD_SIZE_UNKNOWN},
    {"/deep", deep, MHD_SIZE_UNKNOWN},
    {"/hold", when_released, MHD_SIZE_UNKNOWN},
};

/* --- answers --------------------------------------------------------------------------------- */
static const struct {
    const char *path;
    unsigned status;
    const char *header, *body;
} fixed[] = {
    {"/good", 200, NULL, "a,b\n1,2\n"},
    {"/missing", 404, NULL, "no"},
    {"/busy", 429, "Retry-After: 3600", "later"},
    {"/broken", 500, NULL, "oh"},
    {"/same", 304, NULL, ""},
    {"/login", 200, "Content-Type: text/html", "<!DOCTYPE html><html>log in</html>\n"},
    {"/once", 302, "Location: /good", ""},
    {"/twice", 302, "Location: /once", ""},
    {"/three-times", 302, "Location: /twice", ""},
    {"/four-times", 302, "Location: /three-times", ""},
    {"/loop", 302, "Location: /loop", ""},
    {"/to-http", 302, "Location: http://localhost:@/good", ""},
    {"/to-file", 302, "Location: file:///etc/passwd", ""},
    {"/to-ftp", 302, "Location: ftp://127.0.0.1/x", ""},
    {"/to-private", 302, "Location: https://10.0.0.1/good", ""},
};

/* text with the port (or the whole address) in the place of @ */
static void fill_in(struct str *out, const char *text, size_t n, bool address)
{
    for (size_t i = 0; i < n; i++) {
        if (text[i] != '@')
            str_addc(out, text[i]);
        else if (address)
            str_addf(out, "https://localhost:%d", port_at[SERVER_GOOD]);
        else
            str_addf(out, "%d", port_at[SERVER_GOOD]);
    }
}

static void add_headers(struct MHD_Response *r, const char *lines)
{
    char name[64];

    while (lines != NULL && *lines != '\0') {
        size_t n = strcspn(lines, "\n"), k = strcspn(lines, ":");
        if (k < n && k < sizeof name) {
            char value[512];
            snprintf(name, sizeof name, "%.*s", (int)k, lines);
            snprintf(value, sizeof value, "%.*s", (int)(n - k - 2), lines + k + 2);
            MHD_add_response_header(r, name, value);
        }
        lines += n + (lines[n] == '\n');
    }
}

static enum MHD_Result answer(struct MHD_Connection *c, unsigned status, const char *header,
                              const char *body, size_t n, bool address)
{
    struct str filled, lines;

    str_init(&filled, (size_t)1 << 28);
    str_init(&lines, 2048);
    if (memchr(body, '@', n) != NULL)
        fill_in(&filled, body, n, address);
    else
        str_addn(&filled, body, n);
    if (header != NULL)
        fill_in(&lines, header, strlen(header), address);
    struct MHD_Response *r =
        MHD_create_response_from_buffer(filled.len, filled.p, MHD_RESPMEM_MUST_COPY);
    add_headers(r, lines.p);
    str_free(&filled);
    str_free(&lines);
    enum MHD_Result ok = MHD_queue_response(c, status, r);
    MHD_destroy_response(r);
    return ok;
}

static enum MHD_Result answer_put(struct MHD_Connection *c, size_t i)
{
    const char *etag = strstr(put[i].header, "ETag: ");
    const char *told = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "If-None-Match");

    if (etag != NULL && told != NULL && strlen(told) == strcspn(etag + 6, "\n") &&
        strncmp(told, etag + 6, strlen(told)) == 0)
        return answer(c, 304, put[i].header, "", 0, true);
    return answer(c, put[i].status, put[i].header, put[i].body, put[i].n, true);
}

static enum MHD_Result answer_stream(struct MHD_Connection *c, size_t i)
{
    struct MHD_Response *r =
        MHD_create_response_from_callback(streams[i].size, 65536, streams[i].make, NULL, NULL);
    enum MHD_Result ok = MHD_queue_response(c, 200, r);

    MHD_destroy_response(r);
    return ok;
}

static enum MHD_Result answer_bomb(struct MHD_Connection *c)
{
    struct MHD_Response *r =
        MHD_create_response_from_buffer(bomb_len, bomb, MHD_RESPMEM_PERSISTENT);

    MHD_add_response_header(r, "Content-Encoding", "gzip");
    enum MHD_Result ok = MHD_queue_response(c, 200, r);
    MHD_destroy_response(r);
    return ok;
}

static void note(struct MHD_Connection *c, const char *url)
{
    size_t i = 0;

    hits++;
    while (i < hit_n && !str_eq(hit[i].path, url))
        i++;
    if (i < PUT_MAX) {
        str_copy(hit[i].path, sizeof hit[i].path, url);
        hit[i].n++;
        hit_n += i == hit_n;
    }
    for (size_t k = 0; k < WATCHED; k++) {
        const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, watched[k]);
        str_copy(seen[k], sizeof seen[k], value != NULL ? value : "");
    }
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_n, void **state)
{
    enum MHD_Result ok = MHD_NO;
    bool found = false;

    (void)ctx;
    (void)method;
    (void)version;
    (void)upload;
    (void)upload_n;
    (void)state;
    pthread_mutex_lock(&lock);
    note(c, url);
    for (size_t i = 0; i < put_n && !found; i++)
        if ((found = str_eq(put[i].path, url)))
            ok = answer_put(c, i);
    pthread_mutex_unlock(&lock);
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0] && !found; i++)
        if ((found = str_eq(fixed[i].path, url)))
            ok = answer(c, fixed[i].status, fixed[i].header, fixed[i].body, strlen(fixed[i].body),
                        false);
    for (size_t i = 0; i < sizeof streams / sizeof streams[0] && !found; i++)
        if ((found = str_eq(streams[i].path, url)))
            ok = answer_stream(c, i);
    if (!found && str_eq(url, "/bomb"))
        return answer_bomb(c);
    return found ? ok : answer(c, 404, NULL, "not here", 8, false);
}

/* --- start and stop -------------------------------------------------------------------------- */
static bool make_bomb(void)
{
    z_stream z = {0};
    size_t cap = SERVER_BOMB_BYTES / 500;
    unsigned char *zeros = calloc(1, 1 << 20);

    bomb = malloc(cap);
    if (zeros == NULL || bomb == NULL ||
        deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    z.next_out = bomb;
    z.avail_out = (uInt)cap;
    for (size_t n = 0; n < SERVER_BOMB_BYTES; n += 1 << 20) {
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

static bool open_port(enum server_port at, enum certificate c, const char *priorities)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct arena a;
    struct err_info e = {0};
    char path[160], name[32], *cert = NULL, *key = NULL;
    size_t n;

    arena_init(&a, 0);
    snprintf(name, sizeof name, "%s.pem", certificate_name(c));
    bool ok = path_join(path, sizeof path, dir, name) &&
              file_read(&a, path, 1 << 16, &cert, &n, &e) == OK;
    snprintf(name, sizeof name, "%s.key", certificate_name(c));
    ok = ok && path_join(path, sizeof path, dir, name) &&
         file_read(&a, path, 1 << 16, &key, &n, &e) == OK;
    if (ok)
        daemon_at[at] = MHD_start_daemon(
            MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TLS, 0, NULL,
            NULL, on_request, NULL, MHD_OPTION_HTTPS_MEM_CERT, cert, MHD_OPTION_HTTPS_MEM_KEY, key,
            MHD_OPTION_HTTPS_PRIORITIES, priorities, MHD_OPTION_SOCK_ADDR, &here, MHD_OPTION_END);
    arena_free(&a);
    if (daemon_at[at] == NULL)
        return false;
    port_at[at] = MHD_get_daemon_info(daemon_at[at], MHD_DAEMON_INFO_BIND_PORT)->port;
    return true;
}

bool server_start(void)
{
    static const char *const proxies[] = {"https_proxy",   "HTTPS_PROXY",   "all_proxy",
                                          "ALL_PROXY",     "SSL_CERT_FILE", "SSL_CERT_DIR",
                                          "CURL_CA_BUNDLE"};

    for (size_t i = 0; i < sizeof proxies / sizeof proxies[0]; i++)
        unsetenv(proxies[i]);
    str_copy(dir, sizeof dir, "/tmp/dlrig-net-XXXXXX");
    return mkdtemp(dir) != NULL && path_join(ca, sizeof ca, dir, "ca.pem") && make_bomb() &&
           certificates_make(dir) && open_port(SERVER_GOOD, CERT_GOOD, "NORMAL") &&
           open_port(SERVER_SELF_SIGNED, CERT_SELF_SIGNED, "NORMAL") &&
           open_port(SERVER_EXPIRED, CERT_EXPIRED, "NORMAL") &&
           open_port(SERVER_WRONG_NAME, CERT_WRONG_NAME, "NORMAL") &&
           open_port(SERVER_OLD_TLS, CERT_GOOD, "NORMAL:-VERS-ALL:+VERS-TLS1.0:%COMPAT");
}

static void remove_folder(const char *path)
{
    DIR *d = opendir(path);

    for (struct dirent *x; d != NULL && (x = readdir(d)) != NULL;) {
        char file[512];
        if (!str_eq(x->d_name, ".") && !str_eq(x->d_name, "..") &&
            path_join(file, sizeof file, path, x->d_name) && unlink(file) != 0)
            remove_folder(file);
    }
    if (d != NULL)
        closedir(d);
    rmdir(path);
}

void server_stop(void)
{
    server_release();
    server_forget();
    for (int i = 0; i < SERVER_PORTS; i++)
        if (daemon_at[i] != NULL)
            MHD_stop_daemon(daemon_at[i]);
    free(bomb);
    if (dir[0] != '\0')
        remove_folder(dir);
}

const char *server_dir(void)
{
    return dir;
}

const char *server_ca(void)
{
    return ca;
}

void server_url(char *out, size_t cap, enum server_port at, const char *path)
{
    snprintf(out, cap, "https://localhost:%d%s", port_at[at], path);
}

/* --- what a test sets and asks --------------------------------------------------------------- */
void server_put(const char *path, unsigned status, const char *header, const char *body, size_t n)
{
    size_t i = 0;

    pthread_mutex_lock(&lock);
    while (i < put_n && !str_eq(put[i].path, path))
        i++;
    if (i < PUT_MAX) {
        free(put[i].body);
        put[i].body = malloc(n + 1);
        if (put[i].body != NULL)
            memcpy(put[i].body, body, n);
        put[i].n = put[i].body != NULL ? n : 0;
        put[i].status = status;
        str_copy(put[i].path, sizeof put[i].path, path);
        str_copy(put[i].header, sizeof put[i].header, header != NULL ? header : "");
        put_n += i == put_n;
    }
    pthread_mutex_unlock(&lock);
}

void server_forget(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < put_n; i++)
        free(put[i].body);
    memset(put, 0, sizeof put);
    memset(hit, 0, sizeof hit);
    memset(seen, 0, sizeof seen);
    put_n = hit_n = 0;
    hits = 0;
    pthread_mutex_unlock(&lock);
}

unsigned server_hits(const char *path)
{
    unsigned n = 0;

    pthread_mutex_lock(&lock);
    if (path == NULL)
        n = hits;
    for (size_t i = 0; i < hit_n && path != NULL; i++)
        if (str_eq(hit[i].path, path))
            n = hit[i].n;
    pthread_mutex_unlock(&lock);
    return n;
}

const char *server_seen(const char *header)
{
    for (size_t k = 0; k < WATCHED; k++)
        if (str_case_eq(watched[k], header))
            return seen[k];
    return "";
}

void server_hold(void)
{
    __atomic_store_n(&held, true, __ATOMIC_SEQ_CST);
}

void server_release(void)
{
    __atomic_store_n(&held, false, __ATOMIC_SEQ_CST);
}
