#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What s.p shows before the first byte is stored. cap is 0 then, so nothing ever writes to it. */
static char *empty_text(void)
{
    static const char nothing[1] = "";
    union {
        const char *in;
        char *out;
    } u = {nothing};
    return u.out;
}

void str_init(struct str *s, size_t max_bytes)
{
    s->p = empty_text();
    s->len = 0;
    s->cap = 0;
    s->max = max_bytes;
    s->failed = false;
}

void str_free(struct str *s)
{
    if (s->cap > 0)
        free(s->p);
    str_init(s, s->max);
}

void str_clear(struct str *s)
{
    s->len = 0;
    s->failed = false;
    if (s->cap > 0)
        s->p[0] = '\0';
}

/* Room for n more bytes and the NUL; false sets failed. */
static bool str_grow(struct str *s, size_t n)
{
    if (s->failed)
        return false;
    if (n > s->max || s->len > s->max - n) {
        s->failed = true;
        return false;
    }
    size_t need = s->len + n + 1;
    if (need <= s->cap)
        return true;
    size_t cap = s->cap < 64 ? 64 : s->cap;
    while (cap < need)
        cap = cap > SIZE_MAX / 2 ? need : cap * 2;
    if (cap - 1 > s->max)
        cap = s->max + 1;
    char *p = realloc(s->cap > 0 ? s->p : NULL, cap);
    if (!p) {
        s->failed = true;
        return false;
    }
    s->p = p;
    s->cap = cap;
    return true;
}

void str_addn(struct str *s, const char *bytes, size_t n)
{
    if (n == 0 || !str_grow(s, n))
        return;
    memcpy(s->p + s->len, bytes, n);
    s->len += n;
    s->p[s->len] = '\0';
}

void str_add(struct str *s, const char *text)
{
    if (text)
        str_addn(s, text, strlen(text));
}

void str_addc(struct str *s, char c)
{
    str_addn(s, &c, 1);
}

void str_addfv(struct str *s, const char *fmt, va_list ap)
{
    char small[256];
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(small, sizeof small, fmt, ap);
    if (n < 0) {
        s->failed = true;
    } else if ((size_t)n < sizeof small) {
        str_addn(s, small, (size_t)n);
    } else if (str_grow(s, (size_t)n)) {
        vsnprintf(s->p + s->len, (size_t)n + 1, fmt, again);
        s->len += (size_t)n;
    }
    va_end(again);
}

void str_addf(struct str *s, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    str_addfv(s, fmt, ap);
    va_end(ap);
}

void str_repeat(struct str *s, const char *text, size_t times)
{
    size_t n = strlen(text);

    for (size_t i = 0; i < times && n > 0 && !s->failed; i++)
        str_addn(s, text, n);
}

bool str_copy(char *dst, size_t cap, const char *src)
{
    if (cap == 0)
        return str_empty(src);
    size_t n = src ? strlen(src) : 0;
    bool whole = n < cap;
    if (!whole) {
        n = cap - 1;
        /* back over continuation bytes, so that the cut falls before a whole character */
        while (n > 0 && ((unsigned char)src[n] & 0xC0u) == 0x80u)
            n--;
    }
    if (n > 0)
        memmove(dst, src, n);
    dst[n] = '\0';
    return whole;
}

bool str_eq(const char *a, const char *b)
{
    if (!a || !b)
        return a == b;
    return strcmp(a, b) == 0;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool str_case_eq(const char *a, const char *b)
{
    if (!a || !b)
        return a == b;
    while (*a && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

bool str_starts(const char *s, const char *prefix)
{
    if (!s || !prefix)
        return false;
    while (*prefix != '\0' && *s == *prefix) {
        s++;
        prefix++;
    }
    return *prefix == '\0';
}

bool str_empty(const char *s)
{
    return !s || !*s;
}
