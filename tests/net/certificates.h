/*
 * certificates.h - a certificate authority for one run of the tests and what it signs, made by
 * openssl. `good` is for localhost and 127.0.0.1; the others have one fault each.
 */
#ifndef TESTS_NET_CERTIFICATES_H
#define TESTS_NET_CERTIFICATES_H

#include <stdbool.h>

enum certificate {
    CERT_GOOD,
    CERT_SELF_SIGNED,
    CERT_EXPIRED,
    CERT_WRONG_NAME, /* for elsewhere.test */
    CERT_COUNT
};

/* certificates_make: in dir: ca.pem, and NAME.pem, NAME.key of each. false: no openssl. */
bool certificates_make(const char *dir);
const char *certificate_name(enum certificate c);

/* run_quietly: a program and its words, NULL-ended; true when it ended well. */
bool run_quietly(const char *const *argv);

#endif
