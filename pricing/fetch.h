/*
 * fetch.h - one file over https. The only user of libcurl.
 *
 * https and nothing else, also after a redirect; certificates are always verified (TLS 1.2 or
 * newer); bytes are counted after decompression and the transfer ends at the limit; the address of
 * every hop is looked at before a byte of the request is sent. Honoured, as curl does: https_proxy,
 * HTTPS_PROXY, ALL_PROXY, all_proxy, NO_PROXY; CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR.
 *
 *     struct fetcher *f = fetch_open(NULL, NULL);
 *     struct fetch_ask ask = {.url = url, .limits = &limits, .sink = take, .ctx = &body};
 *     if (fetch_get(f, &ask, &answer, &e) == OK && !answer.unchanged) ...
 *     fetch_close(f);
 */
#ifndef PRICING_FETCH_H
#define PRICING_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define FETCH_ETAG_MAX 256
#define FETCH_MODIFIED_MAX 40

struct fetch_limits {
    size_t max_bytes;        /* decompressed */
    long connect_s, total_s; /* whole seconds */
    long low_bytes_s, low_s; /* slower than this for so long: ended */
    long redirects;
    bool allow_private; /* addresses of the own network: the user said so for this feed */
};
extern const struct fetch_limits fetch_usual; /* max_bytes is for the caller to set */

struct fetch_answer {
    long status;        /* HTTP, 0: no answer */
    long retry_after_s; /* what the server asks for, 0: nothing */
    size_t bytes;       /* handed out */
    bool unchanged;     /* 304 to a question with etag or modified: nothing was handed out */
    bool no_contact;    /* no connection came about */
    int64_t server_s;   /* the server's clock, unix seconds; 0: not told */
    int64_t modified_s; /* Last-Modified, the same */
    char etag[FETCH_ETAG_MAX + 1], modified[FETCH_MODIFIED_MAX + 1]; /* "" : none that we keep */
};

/* fetch_sink: takes the next bytes; false stops the transfer with the sink's own error, or with
 * ERR_NOMEM when it has set none. */
typedef bool fetch_sink(void *ctx, const char *bytes, size_t n, struct err_info *e);

struct fetch_ask {
    const char *url;
    const struct fetch_limits *limits;
    const char *etag, *modified; /* of what is there already; NULL or "": fetch whatever comes */
    fetch_sink *sink;
    void *ctx;
};

struct fetcher;
/* fetch_open: keeps connections between requests. proxy and ca_file: in the place of what the
 * environment says; NULL or "": the environment. NULL: out of memory. */
struct fetcher *fetch_open(const char *proxy, const char *ca_file);
void fetch_close(struct fetcher *f); /* NULL allowed */

/* fetch_get: ERR_USAGE not an https address, ERR_LIMIT too large or too slow, ERR_UNSUPPORTED the
 * address is private, ERR_IO all else (message tells); the sink may have got bytes by then. */
enum err fetch_get(struct fetcher *f, const struct fetch_ask *ask, struct fetch_answer *out,
                   struct err_info *e);

/* fetch_is_address: has a scheme, so it is no file. fetch_is_https: ... and the right one.
 * fetch_same_host: both are https, of one host and port (none is 443). */
bool fetch_is_address(const char *place);
bool fetch_is_https(const char *place);
bool fetch_same_host(const char *a, const char *b);
/* fetch_host: "host:port" in lower case; false when it is no plain https address. */
bool fetch_host(const char *url, char *out, size_t cap);

#endif
