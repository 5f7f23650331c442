/*
 * str.h - growing string with a mandatory maximum. Always NUL-terminated; s.p is never NULL.
 * Passing the maximum or running out of memory sets `failed` and keeps what was there.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *p;
    size_t len;
    size_t cap;
    size_t max; /* bytes without the NUL */
    bool failed;
};

void str_init(struct str *s, size_t max_bytes);
void str_free(struct str *s);  /* back to the empty state of str_init, max kept */
void str_clear(struct str *s); /* length 0, memory kept, failed cleared */
void str_add(struct str *s, const char *text);
void str_addn(struct str *s, const char *bytes, size_t n);
void str_addc(struct str *s, char c);
void str_addf(struct str *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void str_addfv(struct str *s, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
void str_repeat(struct str *s, const char *text, size_t times);

/* Fixed buffers. str_copy: copies with truncation at a UTF-8 boundary, always NUL-terminates,
 * returns false when it cut. str_eq: NULL-safe equality. */
bool str_copy(char *dst, size_t cap, const char *src);
bool str_eq(const char *a, const char *b);
bool str_case_eq(const char *a, const char *b); /* ASCII case only */
bool str_starts(const char *s, const char *prefix);
bool str_empty(const char *s); /* NULL or "" */

#endif
