/*
 * factors.c - classes of cards and trainers, and the look-up of empirical factors by them.
 * Everything that was measured rather than derived comes through here.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/parts.h"

#define KEY_MAX 96

/* slug: lower case, runs of other characters become one dash. Returns the length. */
static size_t slug(char *dst, size_t cap, const char *src)
{
    size_t n = 0;
    for (; src && *src && n + 1 < cap; src++) {
        char c = *src;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (word)
            dst[n++] = c;
        else if (n && dst[n - 1] != '-')
            dst[n++] = '-';
    }
    while (n && dst[n - 1] == '-')
        n--;
    dst[n] = '\0';
    return n;
}

static const char *memory_kind(const char *type)
{
    if (!type)
        return NULL;
    if (str_starts(type, "HBM"))
        return "-hbm";
    if (str_starts(type, "GDDR"))
        return "-gddr";
    return str_starts(type, "LPDDR") ? "-lpddr" : NULL;
}

struct class_key class_of_accel(const struct accel *a)
{
    struct class_key k = {.n = 0};
    if (!a)
        return k;
    if (!str_empty(a->efficiency_class))
        str_copy(k.text[k.n++], sizeof k.text[0], a->efficiency_class);
    char arch[24];
    size_t n = slug(arch, sizeof arch, a->architecture);
    const char *kind = memory_kind(a->memory_type);
    if (n && kind) {
        str_copy(k.text[k.n], sizeof k.text[0], arch);
        str_copy(k.text[k.n] + n, sizeof k.text[0] - n, kind);
        if (k.n == 0 || strcmp(k.text[k.n - 1], k.text[k.n]) != 0)
            k.n++;
    }
    if (n && (k.n == 0 || strcmp(k.text[k.n - 1], arch) != 0))
        str_copy(k.text[k.n++], sizeof k.text[0], arch);
    return k;
}

static size_t put(char *key, size_t at, const char *word)
{
    size_t n = strlen(word);
    if (at + n + 2 > KEY_MAX)
        return at;
    if (at)
        key[at++] = '.';
    memcpy(key + at, word, n);
    key[at + n] = '\0';
    return at + n;
}

static struct coef from_row(const struct factor *row, bool general)
{
    return (struct coef){row->low, row->typical, row->high, true, general, row};
}

static struct coef find(struct sz *z, const char *what, const char *sub,
                        const char *const *classes, int n, double neutral)
{
    char key[KEY_MAX];
    size_t stem = put(key, 0, what);
    if (sub)
        stem = put(key, stem, sub);
    for (int i = 0; i < n; i++) {
        put(key, stem, classes[i]);
        const struct factor *row = facts_factor(z->f, "efficiency", key);
        if (row)
            return from_row(row, false);
    }
    put(key, stem, "default");
    const struct factor *row = facts_factor(z->f, "efficiency", key);
    if (row)
        return from_row(row, true);
    z->lacking = true;
    return (struct coef){neutral / 2, neutral, neutral * 2, false, true, NULL};
}

struct coef coef_accel(struct sz *z, const char *what, const char *sub, double neutral)
{
    const char *classes[CLASS_KEYS];
    for (int i = 0; i < z->cls.n; i++)
        classes[i] = z->cls.text[i];
    return find(z, what, sub, classes, z->cls.n, neutral);
}

struct coef coef_engine(struct sz *z, const char *what, const char *sub, double neutral)
{
    return find(z, what, sub, &z->engine, z->engine ? 1 : 0, neutral);
}

double coef_value(struct sz *z, const char *what, double neutral)
{
    const struct factor *row = facts_factor(z->f, "efficiency", what);
    if (row)
        return row->typical;
    z->lacking = true;
    return neutral;
}

struct band coef_band(struct sz *z, const char *what)
{
    char key[KEY_MAX];
    put(key, put(key, 0, "band"), what);
    const struct factor *row = facts_factor(z->f, "efficiency", key);
    if (row)
        return (struct band){row->low, row->typical, row->high};
    z->lacking = true;
    return (struct band){0.5, 1, 2};
}

struct band band_scale(double typical, struct band factors)
{
    return (struct band){typical * factors.low, typical, typical * factors.high};
}
