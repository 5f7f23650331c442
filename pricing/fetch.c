#include "pricing/fetch.h"

#include <curl/curl.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/str.h"
#include "base/text.h"
#include "pricing/address.h"

#define HOST_BYTES 256
#define PROXY_ADDRESSES 16

const struct fetch_limits fetch_usual = {
    .connect_s = 10,
    .total_s = 60,
    .low_bytes_s = 100,
    .low_s = 15,
    .redirects = 3,
};

struct transfer {
    const struct fetch_limits *limits;
    fetch_sink *sink;
    void *ctx;
    struct fetch_answer *answer;
    CURL *curl;
    char error[CURL_ERROR_SIZE];
    char peer[64];          /* refused for its address */
    bool too_large, no_memory;
    char proxy[PROXY_ADDRESSES][64]; /* numeric addresses of the proxy, when there is one */
    size_t proxy_n;
};

bool fetch_is_address(const char *place)
{
    const char *colon = strstr(place, "://");
    const char *slash = strchr(place, '/');

    return colon != NULL && slash == colon + 1;
}

bool fetch_is_https(const char *place)
{
    char scheme[9];

    str_copy(scheme, sizeof scheme, place);
    return str_case_eq(scheme, "https://");
}

/* --- the proxy ------------------------------------------------------------------------------- */
static const char *variable(const char *const *names)
{
    for (; *names != NULL; names++) {
        const char *value = getenv(*names);
        if (!str_empty(value))
            return value;
    }
    return NULL;
}

/* The host in "scheme://user:word@host:port/". */
static void proxy_host(const char *proxy, char *out, size_t cap)
{
    char text[HOST_BYTES * 2];
    const char *p = strstr(proxy, "://");

    str_copy(text, sizeof text, p != NULL ? p + 3 : proxy);
    text[strcspn(text, "/")] = '\0';
    char *host = strrchr(text, '@') != NULL ? strrchr(text, '@') + 1 : text;
    if (host[0] == '[') {
        host++;
        host[strcspn(host, "]")] = '\0';
    } else {
        host[strcspn(host, ":")] = '\0';
    }
    str_copy(out, cap, host);
}

/* A proxy mostly has an address of the own network. Which ones it has must be known, so that the
 * check of addresses neither stops at it nor can be passed by calling it a proxy. */
static void find_proxy(struct transfer *t)
{
    static const char *const names[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                        NULL};
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all = NULL;
    const char *proxy = variable(names);
    char host[HOST_BYTES];

    if (proxy == NULL)
        return;
    proxy_host(proxy, host, sizeof host);
    if (getaddrinfo(host, NULL, &hints, &all) != 0)
        return;
    for (struct addrinfo *x = all; x != NULL && t->proxy_n < PROXY_ADDRESSES; x = x->ai_next)
        if (getnameinfo(x->ai_addr, x->ai_addrlen, t->proxy[t->proxy_n], sizeof t->proxy[0], NULL,
                        0, NI_NUMERICHOST) == 0)
            t->proxy_n++;
    freeaddrinfo(all);
}

/* --- callbacks ------------------------------------------------------------------------------- */
static size_t on_bytes(char *bytes, size_t one, size_t n, void *ctx)
{
    struct transfer *t = ctx;
    long status = 0;

    n *= one;
    curl_easy_getinfo(t->curl, CURLINFO_RESPONSE_CODE, &status);
    if (n > t->limits->max_bytes - t->answer->bytes) {
        t->too_large = true;
        return CURL_WRITEFUNC_ERROR;
    }
    t->answer->bytes += n;
    if (status == 200 && !t->sink(t->ctx, bytes, n)) {
        t->no_memory = true;
        return CURL_WRITEFUNC_ERROR;
    }
    return n;
}

/* Called when connected, before the request is sent; on every hop. */
static int on_connected(void *ctx, char *peer, char *own, int peer_port, int own_port)
{
    struct transfer *t = ctx;

    (void)own;
    (void)peer_port;
    (void)own_port;
    if (t->limits->allow_private || !address_is_private(peer))
        return CURL_PREREQFUNC_OK;
    for (size_t i = 0; i < t->proxy_n; i++)
        if (str_eq(t->proxy[i], peer))
            return CURL_PREREQFUNC_OK;
    str_copy(t->peer, sizeof t->peer, peer);
    return CURL_PREREQFUNC_ABORT;
}

/* --- one transfer ---------------------------------------------------------------------------- */
static void trust(CURL *c)
{
    static const char *const file[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE", NULL},
                             *const folder[] = {"SSL_CERT_DIR", NULL};

    if (variable(file) != NULL)
        curl_easy_setopt(c, CURLOPT_CAINFO, variable(file));
    if (variable(folder) != NULL)
        curl_easy_setopt(c, CURLOPT_CAPATH, variable(folder));
}

static bool prepare(struct transfer *t, const char *url)
{
    const struct fetch_limits *l = t->limits;
    CURL *c = t->curl;
    bool ok = curl_easy_setopt(c, CURLOPT_URL, url) == CURLE_OK;

    /* these guard: without them nothing is fetched */
    ok = ok && curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
         curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, "https") == CURLE_OK &&
         curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
         curl_easy_setopt(c, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L) == CURLE_OK &&
         curl_easy_setopt(c, CURLOPT_PREREQFUNCTION, on_connected) == CURLE_OK &&
         curl_easy_setopt(c, CURLOPT_PREREQDATA, t) == CURLE_OK;
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->error);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "dlrig/" DLRIG_VERSION);
    curl_easy_setopt(c, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, l->redirects);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, l->connect_s);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, l->total_s);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, l->low_bytes_s);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, l->low_s);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
    trust(c);
    return ok;
}

/* Text that comes from the other side, cleaned and cut, kept in the error. */
static struct msg_arg told(struct err_info *e, const char *text)
{
    char clean[160];

    text_clean_buf(clean, sizeof clean, text);
    return ARG_STR(err_detail(e, clean));
}

static enum err failed(struct transfer *t, CURLcode rc, struct err_info *e)
{
    if (t->no_memory || rc == CURLE_OUT_OF_MEMORY)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (t->too_large)
        return err_set(e, ERR_LIMIT, MSG_FETCH_LARGE, 1,
                       &ARG_NUM((double)t->limits->max_bytes / 1e6));
    if (t->peer[0] != '\0') {
        struct msg_arg peer = told(e, t->peer);
        return err_set(e, ERR_UNSUPPORTED, MSG_FETCH_PRIVATE, 1, &peer);
    }
    if (rc == CURLE_OPERATION_TIMEDOUT)
        return err_set(e, ERR_LIMIT, MSG_FETCH_SLOW, 0, NULL);
    if (rc == CURLE_TOO_MANY_REDIRECTS)
        return err_set(e, ERR_IO, MSG_FETCH_REDIRECTS, 1, &ARG_INT(t->limits->redirects));
    if (rc == CURLE_UNSUPPORTED_PROTOCOL)
        return err_set(e, ERR_IO, MSG_FETCH_REDIRECT_SCHEME, 0, NULL);
    if (rc == CURLE_PEER_FAILED_VERIFICATION || rc == CURLE_SSL_CACERT_BADFILE) {
        struct msg_arg a = told(e, t->error[0] != '\0' ? t->error : curl_easy_strerror(rc));
        return err_set(e, ERR_IO, MSG_FETCH_CERTIFICATE, 1, &a);
    }
    struct msg_arg a = told(e, t->error[0] != '\0' ? t->error : curl_easy_strerror(rc));
    return err_set(e, ERR_IO, MSG_FETCH_FAILED, 1, &a);
}

static enum err judge_status(const struct fetch_answer *x, struct err_info *e)
{
    struct msg_arg a[2] = {ARG_INT(x->status), ARG_INT(x->retry_after_s)};

    if (x->status == 200)
        return OK;
    if (x->retry_after_s > 0)
        return err_set(e, ERR_IO, MSG_FETCH_RETRY, 2, a);
    return err_set(e, ERR_IO, MSG_FETCH_STATUS, 1, a);
}

enum err fetch_get(const char *url, const struct fetch_limits *limits, fetch_sink *sink, void *ctx,
                   struct fetch_answer *out, struct err_info *e)
{
    struct transfer t = {.limits = limits, .sink = sink, .ctx = ctx, .answer = out};
    curl_off_t wait_s = 0;
    enum err err;

    *out = (struct fetch_answer){0};
    if (!fetch_is_https(url))
        return err_set(e, ERR_USAGE, MSG_FETCH_HTTPS, 0, NULL);
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK || (t.curl = curl_easy_init()) == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    find_proxy(&t);
    CURLcode rc = prepare(&t, url) ? curl_easy_perform(t.curl) : CURLE_NOT_BUILT_IN;
    curl_easy_getinfo(t.curl, CURLINFO_RESPONSE_CODE, &out->status);
    curl_easy_getinfo(t.curl, CURLINFO_RETRY_AFTER, &wait_s);
    out->retry_after_s = wait_s > 0 && wait_s < 1000000 ? (long)wait_s : 0;
    err = rc == CURLE_OK ? judge_status(out, e) : failed(&t, rc, e);
    curl_easy_cleanup(t.curl);
    curl_global_cleanup();
    return err;
}
