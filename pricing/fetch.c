#include "pricing/fetch.h"

#include <curl/curl.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

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

struct fetcher {
    CURL *curl;
    char *proxy, *ca_file;                   /* NULL: what the environment says */
    char proxy_address[PROXY_ADDRESSES][64]; /* numeric addresses of the proxy, if there is one */
    size_t proxy_n;
};

struct transfer {
    struct fetcher *f;
    const struct fetch_ask *ask;
    struct fetch_answer *answer;
    struct err_info sink_error;
    char error[CURL_ERROR_SIZE];
    char peer[64]; /* refused for its address */
    bool too_large, refused;
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

bool fetch_host(const char *url, char *out, size_t cap)
{
    const char *host = fetch_is_https(url) ? url + 8 : NULL;
    size_t n = host != NULL ? strcspn(host, "/?#") : 0, k = 0;

    if (n == 0 || n + 5 > cap || memchr(host, '@', n) != NULL || memchr(host, '\\', n) != NULL)
        return false;
    for (; k < n; k++)
        out[k] = host[k] >= 'A' && host[k] <= 'Z' ? (char)(host[k] - 'A' + 'a') : host[k];
    out[k] = '\0';
    const char *behind = out[0] == '[' ? strchr(out, ']') : out;
    if (behind == NULL)
        return false;
    if (strchr(behind, ':') == NULL)
        memcpy(out + k, ":443", 5);
    return true;
}

bool fetch_same_host(const char *a, const char *b)
{
    char x[HOST_BYTES], y[HOST_BYTES];

    return fetch_host(a, x, sizeof x) && fetch_host(b, y, sizeof y) && str_eq(x, y);
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
static void find_proxy(struct fetcher *f)
{
    static const char *const names[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
                                        NULL};
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all = NULL;
    const char *proxy = f->proxy != NULL ? f->proxy : variable(names);
    char host[HOST_BYTES];

    if (proxy == NULL)
        return;
    proxy_host(proxy, host, sizeof host);
    if (getaddrinfo(host, NULL, &hints, &all) != 0)
        return;
    for (struct addrinfo *x = all; x != NULL && f->proxy_n < PROXY_ADDRESSES; x = x->ai_next)
        if (getnameinfo(x->ai_addr, x->ai_addrlen, f->proxy_address[f->proxy_n],
                        sizeof f->proxy_address[0], NULL, 0, NI_NUMERICHOST) == 0)
            f->proxy_n++;
    freeaddrinfo(all);
}

/* --- callbacks ------------------------------------------------------------------------------- */
static size_t on_bytes(char *bytes, size_t one, size_t n, void *ctx)
{
    struct transfer *t = ctx;
    long status = 0;

    n *= one;
    curl_easy_getinfo(t->f->curl, CURLINFO_RESPONSE_CODE, &status);
    if (n > t->ask->limits->max_bytes - t->answer->bytes) {
        t->too_large = true;
        return CURL_WRITEFUNC_ERROR;
    }
    t->answer->bytes += n;
    if (status == 200 && !t->ask->sink(t->ask->ctx, bytes, n, &t->sink_error)) {
        t->refused = true;
        return CURL_WRITEFUNC_ERROR;
    }
    return n;
}

/* The value of a header line, without blanks and line end, if it is that header's, not too long
 * and of printable ASCII; it goes into a request again and must carry no line of its own. */
static bool header(const char *line, size_t n, const char *name, char *out, size_t cap)
{
    size_t k = strlen(name), m = 0;

    for (size_t i = 0; i < k; i++)
        if (i >= n || (line[i] | 0x20) != (name[i] | 0x20))
            return false;
    while (k < n && (line[k] == ' ' || line[k] == '\t'))
        k++;
    while (n > k && strchr("\r\n \t", line[n - 1]) != NULL)
        n--;
    out[0] = '\0';
    for (; k < n; k++, m++) {
        if (line[k] < ' ' || line[k] > '~' || m + 1 >= cap)
            return out[0] = '\0', true;
        out[m] = line[k];
    }
    out[m] = '\0';
    return true;
}

static size_t on_header(char *line, size_t one, size_t n, void *ctx)
{
    struct fetch_answer *x = ((struct transfer *)ctx)->answer;
    char date[FETCH_MODIFIED_MAX + 1];

    n *= one;
    if (n >= 5 && memcmp(line, "HTTP/", 5) == 0) { /* of the next hop */
        x->etag[0] = x->modified[0] = '\0';
        x->server_s = x->modified_s = 0;
    } else if (header(line, n, "Date:", date, sizeof date)) {
        time_t s = curl_getdate(date, NULL);
        x->server_s = s > 0 ? (int64_t)s : 0;
    } else if (!header(line, n, "ETag:", x->etag, sizeof x->etag)) {
        if (header(line, n, "Last-Modified:", x->modified, sizeof x->modified)) {
            time_t s = curl_getdate(x->modified, NULL);
            x->modified_s = s > 0 ? (int64_t)s : 0;
        }
    }
    return n;
}

static bool allowed(struct transfer *t, const char *peer)
{
    if (t->ask->limits->allow_private || !address_is_private(peer))
        return true;
    for (size_t i = 0; i < t->f->proxy_n; i++)
        if (str_eq(t->f->proxy_address[i], peer))
            return true;
    str_copy(t->peer, sizeof t->peer, peer);
    return false;
}

/* Called before a connection is tried: an address of the own network gets no packet at all. */
static curl_socket_t on_socket(void *ctx, curlsocktype purpose, struct curl_sockaddr *to)
{
    char peer[64];

    (void)purpose;
    if (getnameinfo(&to->addr, (socklen_t)to->addrlen, peer, sizeof peer, NULL, 0,
                    NI_NUMERICHOST) != 0 ||
        !allowed(ctx, peer))
        return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

/* Called when connected, before the request is sent; on every hop. */
static int on_connected(void *ctx, char *peer, char *own, int peer_port, int own_port)
{
    (void)own;
    (void)peer_port;
    (void)own_port;
    return allowed(ctx, peer) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

/* --- one transfer ---------------------------------------------------------------------------- */
static void trust(const struct fetcher *f)
{
    static const char *const file[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE", NULL}, *const folder[] = {
                                                                                     "SSL_CERT_DIR",
                                                                                     NULL};
    const char *ca = f->ca_file != NULL ? f->ca_file : variable(file);

    if (ca != NULL)
        curl_easy_setopt(f->curl, CURLOPT_CAINFO, ca);
    if (variable(folder) != NULL)
        curl_easy_setopt(f->curl, CURLOPT_CAPATH, variable(folder));
}

/* "If-None-Match: ..." and "If-Modified-Since: ..." with what was kept of the last answer. */
static bool ask_for_news(const struct fetch_ask *ask, struct curl_slist **headers)
{
    const struct {
        const char *name, *value;
    } line[] = {{"If-None-Match", ask->etag}, {"If-Modified-Since", ask->modified}};

    for (size_t i = 0; i < sizeof line / sizeof line[0]; i++) {
        struct str s;
        if (str_empty(line[i].value))
            continue;
        str_init(&s, FETCH_ETAG_MAX + 64);
        str_addf(&s, "%s: %s", line[i].name, line[i].value);
        struct curl_slist *more = curl_slist_append(*headers, s.p);
        str_free(&s);
        if (more == NULL)
            return false;
        *headers = more;
    }
    return true;
}

static bool prepare(struct transfer *t, struct curl_slist *headers)
{
    const struct fetch_limits *l = t->ask->limits;
    CURL *c = t->f->curl;

    curl_easy_reset(c); /* connections stay */
    /* these guard: without them nothing is fetched */
    bool ok = curl_easy_setopt(c, CURLOPT_URL, t->ask->url) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "https") == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, "https") == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_PREREQFUNCTION, on_connected) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_PREREQDATA, t) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, on_socket) == CURLE_OK &&
              curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, t) == CURLE_OK;
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->error);
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_USERAGENT, "dlrig/" DLRIG_VERSION);
    curl_easy_setopt(c, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, l->redirects);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, l->connect_s);
    curl_easy_setopt(c, CURLOPT_TIMEOUT, l->total_s);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, l->low_bytes_s);
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, l->low_s);
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_bytes);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, t);
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, t);
    if (t->f->proxy != NULL)
        curl_easy_setopt(c, CURLOPT_PROXY, t->f->proxy);
    trust(t->f);
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
    if (t->refused && t->sink_error.code != OK) {
        if (e != NULL)
            err_copy(e, &t->sink_error);
        return t->sink_error.code;
    }
    if (t->refused || rc == CURLE_OUT_OF_MEMORY)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    if (t->too_large)
        return err_set(e, ERR_LIMIT, MSG_FETCH_LARGE, 1,
                       &ARG_NUM((double)t->ask->limits->max_bytes / 1e6));
    if (t->peer[0] != '\0') {
        struct msg_arg peer = told(e, t->peer);
        return err_set(e, ERR_UNSUPPORTED, MSG_FETCH_PRIVATE, 1, &peer);
    }
    if (rc == CURLE_OPERATION_TIMEDOUT)
        return err_set(e, ERR_LIMIT, MSG_FETCH_SLOW, 0, NULL);
    if (rc == CURLE_TOO_MANY_REDIRECTS)
        return err_set(e, ERR_IO, MSG_FETCH_REDIRECTS, 1, &ARG_INT(t->ask->limits->redirects));
    if (rc == CURLE_UNSUPPORTED_PROTOCOL)
        return err_set(e, ERR_IO, MSG_FETCH_REDIRECT_SCHEME, 0, NULL);
    if (rc == CURLE_PEER_FAILED_VERIFICATION || rc == CURLE_SSL_CACERT_BADFILE) {
        struct msg_arg a = told(e, t->error[0] != '\0' ? t->error : curl_easy_strerror(rc));
        return err_set(e, ERR_IO, MSG_FETCH_CERTIFICATE, 1, &a);
    }
    struct msg_arg a = told(e, t->error[0] != '\0' ? t->error : curl_easy_strerror(rc));
    return err_set(e, ERR_IO, MSG_FETCH_FAILED, 1, &a);
}

static enum err judge_status(const struct fetch_ask *ask, struct fetch_answer *x,
                             struct err_info *e)
{
    struct msg_arg a[2] = {ARG_INT(x->status), ARG_INT(x->retry_after_s)};

    x->unchanged = x->status == 304 && (!str_empty(ask->etag) || !str_empty(ask->modified));
    if (x->status == 200 || x->unchanged)
        return OK;
    if (x->retry_after_s > 0)
        return err_set(e, ERR_IO, MSG_FETCH_RETRY, 2, a);
    return err_set(e, ERR_IO, MSG_FETCH_STATUS, 1, a);
}

/* --- the fetcher ----------------------------------------------------------------------------- */
struct fetcher *fetch_open(const char *proxy, const char *ca_file)
{
    struct fetcher *f = NULL;

    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
        return NULL;
    f = calloc(1, sizeof *f);
    if (f == NULL)
        return curl_global_cleanup(), NULL;
    f->curl = curl_easy_init();
    f->proxy = str_empty(proxy) ? NULL : strdup(proxy);
    f->ca_file = str_empty(ca_file) ? NULL : strdup(ca_file);
    if (f->curl == NULL || (!str_empty(proxy) && f->proxy == NULL) ||
        (!str_empty(ca_file) && f->ca_file == NULL)) {
        fetch_close(f);
        return NULL;
    }
    return f;
}

void fetch_close(struct fetcher *f)
{
    if (f == NULL)
        return;
    curl_easy_cleanup(f->curl);
    free(f->proxy);
    free(f->ca_file);
    free(f);
    curl_global_cleanup();
}

enum err fetch_get(struct fetcher *f, const struct fetch_ask *ask, struct fetch_answer *out,
                   struct err_info *e)
{
    struct transfer t = {.f = f, .ask = ask, .answer = out};
    struct curl_slist *headers = NULL;
    curl_off_t wait_s = 0;
    enum err err;

    *out = (struct fetch_answer){0};
    if (!fetch_is_https(ask->url))
        return err_set(e, ERR_USAGE, MSG_FETCH_HTTPS, 0, NULL);
    if (!ask_for_news(ask, &headers)) {
        curl_slist_free_all(headers);
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    f->proxy_n = 0;
    find_proxy(f);
    CURLcode rc = prepare(&t, headers) ? curl_easy_perform(f->curl) : CURLE_NOT_BUILT_IN;
    curl_easy_getinfo(f->curl, CURLINFO_RESPONSE_CODE, &out->status);
    curl_easy_getinfo(f->curl, CURLINFO_RETRY_AFTER, &wait_s);
    out->retry_after_s = wait_s > 0 && wait_s < 100000000 ? (long)wait_s : 0;
    out->no_contact = rc != CURLE_OK && out->status == 0 && !t.too_large;
    err = rc == CURLE_OK ? judge_status(ask, out, e) : failed(&t, rc, e);
    curl_slist_free_all(headers);
    return err;
}
