/*
 * fetch.h - one file over https. The only user of libcurl.
 *
 * https and nothing else, also after a redirect; certificates are always verified (TLS 1.2 or
 * newer); bytes are counted after decompression and the transfer ends at the limit; the address of
 * every hop is looked at before a byte of the request is sent. Honoured, as curl does: https_proxy,
 * HTTPS_PROXY, ALL_PROXY, all_proxy, NO_PROXY; CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR.
 *
 *     struct str body; str_init(&body, limits.max_bytes);
 *     if (fetch_get(url, &limits, take, &body, &answer, &e) == OK) ...
 */
#ifndef PRICING_FETCH_H
#define PRICING_FETCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct fetch_limits {
    size_t max_bytes;         /* decompressed */
    long connect_s, total_s;  /* whole seconds */
    long low_bytes_s, low_s;  /* slower than this for so long: ended */
    long redirects;
    bool allow_private;       /* addresses of the own network: the user said so for this feed */
};
extern const struct fetch_limits fetch_usual; /* max_bytes is for the caller to set */

struct fetch_answer {
    long status;        /* HTTP, 0: no answer */
    long retry_after_s; /* what the server asks for, 0: nothing */
    size_t bytes;       /* handed out */
};

/* fetch_sink: takes the next bytes; false stops the transfer with ERR_NOMEM. */
typedef bool fetch_sink(void *ctx, const char *bytes, size_t n);

/* fetch_get: ERR_USAGE not an https address, ERR_LIMIT too large or too slow, ERR_UNSUPPORTED the
 * address is private, ERR_IO all else (message tells); the sink may have got bytes by then. */
enum err fetch_get(const char *url, const struct fetch_limits *limits, fetch_sink *sink, void *ctx,
                   struct fetch_answer *out, struct err_info *e);

/* fetch_is_address: has a scheme, so it is no file. fetch_is_https: ... and the right one. */
bool fetch_is_address(const char *place);
bool fetch_is_https(const char *place);

#endif
