/*
 * server.h - a server that does everything wrong: https on the loopback interface, with
 * certificates of an authority made for the run. Faults by path; a test may set answers of its own.
 *
 *     server_start();                                 (false: no openssl, or no TLS: skip)
 *     server_put("/list.csv", 200, "ETag: \"a\"", text, strlen(text));
 *     server_url(url, sizeof url, SERVER_GOOD, "/list.csv");
 */
#ifndef TESTS_NET_SERVER_H
#define TESTS_NET_SERVER_H

#include <stdbool.h>
#include <stddef.h>

enum server_port {
    SERVER_GOOD,
    SERVER_SELF_SIGNED,
    SERVER_EXPIRED,
    SERVER_WRONG_NAME,
    SERVER_OLD_TLS,
    SERVER_PORTS
};

#define SERVER_BOMB_BYTES ((size_t)64 << 20) /* of /bomb, unpacked */

/* Paths that are always there:
 *   /good  /missing  /busy (429, 3600 s)  /broken  /same (304 unasked)  /login (HTML, 200)
 *   /once .. /four-times  redirects  /loop  /to-http  /to-file  /to-ftp  /to-private
 *   /endless  /slow  /bomb  /cut (half of its Content-Length)  /bad-chunk  /silent (no answer)
 *   /empty-arrays (50 MB of "[],")  /deep (100,000 "[")  /hold (an answer when server_release()) */
bool server_start(void);
void server_stop(void);
const char *server_dir(void); /* of the certificates, for files of the test too */
const char *server_ca(void);  /* the authority's certificate */
void server_url(char *out, size_t cap, enum server_port at, const char *path);

/* server_put: an answer; header: "Name: value" lines divided by \n, or NULL. The body is copied.
 * With an ETag header a request that names it gets 304. In header and body @ stands for the
 * address of the server. */
void server_put(const char *path, unsigned status, const char *header, const char *body, size_t n);
void server_forget(void); /* what was put, and the counts */

unsigned server_hits(const char *path); /* requests seen; NULL: all */
/* server_seen: the value of a header in the last request ("" : none); User-Agent, If-None-Match,
 * If-Modified-Since, Accept-Encoding. */
const char *server_seen(const char *header);
void server_hold(void);    /* from now on /hold waits ... */
void server_release(void); /* ... until now */

#endif
