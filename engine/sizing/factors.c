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

/* A set-up of a trainer is named TRAINER-SETUP and inherits from TRAINER what it has no row for. */
struct class_key class_of_engine(const char *name)
{
    struct class_key k = {.n = 0};
    char text[sizeof k.text[0]];
    if (str_empty(name))
        return k;
    str_copy(text, sizeof text, name);
    for (char *dash = text; dash && k.n < CLASS_KEYS; dash = strrchr(text, '-')) {
        if (k.n > 0)
            *dash = '\0';
        str_copy(k.text[k.n++], sizeof k.text[0], text);
    }
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

/* First row of the table "efficiency" whose id is not below key. */
static size_t not_below(const struct sz *z, const char *key)
{
    size_t lo = 0, hi = z->row_n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (strcmp(z->row[mid].id, key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* First factor of the facts whose table is not below the name. */
static size_t table_from(const struct facts *f, const char *table)
{
    size_t lo = 0, hi = f->factor_n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (strcmp(f->factor[mid].table, table) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

void coef_open(struct sz *z)
{
    size_t from = table_from(z->f, "efficiency");
    z->row = z->f->factor + from;
    z->row_n = table_from(z->f, "efficiency\x01") - from; /* the next name in order */
}

static const struct factor *exact(const struct sz *z, const char *key)
{
    size_t at = not_below(z, key);
    return at < z->row_n && strcmp(z->row[at].id, key) == 0 ? &z->row[at] : NULL;
}

/* WHAT[.SUB].CLASS for the classes in order, then WHAT[.SUB].default; row NULL when none. The rows
 * of one WHAT stand together: one search, then a walk. */
static struct coef find(const struct sz *z, const char *what, const char *sub,
                        const char *const *classes, int n)
{
    char key[KEY_MAX];
    size_t stem = put(key, 0, what);
    if (sub)
        stem = put(key, stem, sub);
    key[stem++] = '.';
    key[stem] = '\0';
    int best = n + 1;
    const struct factor *row = NULL;
    for (size_t at = not_below(z, key); at < z->row_n; at++) {
        const char *id = z->row[at].id;
        if (strncmp(id, key, stem) != 0)
            break;
        for (int i = 0; i <= n && i < best; i++)
            if (strcmp(id + stem, i < n ? classes[i] : "default") == 0) {
                best = i;
                row = &z->row[at];
            }
    }
    return row ? from_row(row, best == n) : (struct coef){.row = NULL};
}

static struct coef neutral_coef(struct sz *z, double x)
{
    z->lacking = true;
    return (struct coef){x / 2, x, x * 2, false, true, NULL};
}

enum by { BY_NONE, BY_ACCEL, BY_ENGINE, BY_PAIR, BY_VALUE, BY_BAND };

/* remembered: the slot of a look-up; slot_by tells whether it is filled. */
static size_t remembered(struct sz *z, enum by by, const char *what, const char *sub)
{
    uintptr_t h = ((uintptr_t)what >> 2) * 31 + ((uintptr_t)sub >> 2) * 7 + (uintptr_t)by;
    for (size_t i = 0; i < COEF_SLOTS; i++) {
        size_t at = (h + i) & (COEF_SLOTS - 1);
        const struct coef_slot *s = &z->slot[at];
        if (!z->slot_by[at] || (z->slot_by[at] == by && s->what == what && s->sub == sub))
            return at;
    }
    z->slot_by[h & (COEF_SLOTS - 1)] = BY_NONE; /* table full: forget one */
    return h & (COEF_SLOTS - 1);
}

static struct coef keep(struct sz *z, size_t at, enum by by, const char *what, const char *sub,
                        struct coef c)
{
    z->slot[at] = (struct coef_slot){what, sub, c};
    z->slot_by[at] = (unsigned char)by;
    return c;
}

static int classes(const struct class_key *k, const char *out[CLASS_KEYS])
{
    for (int i = 0; i < k->n; i++)
        out[i] = k->text[i];
    return k->n;
}

struct coef coef_accel(struct sz *z, const char *what, const char *sub, double neutral)
{
    size_t s = remembered(z, BY_ACCEL, what, sub);
    if (z->slot_by[s])
        return z->slot[s].c;
    const char *names[CLASS_KEYS];
    struct coef c = find(z, what, sub, names, classes(&z->cls, names));
    return keep(z, s, BY_ACCEL, what, sub, c.row ? c : neutral_coef(z, neutral));
}

struct coef coef_engine(struct sz *z, const char *what, const char *sub, double neutral)
{
    size_t s = remembered(z, BY_ENGINE, what, sub);
    if (z->slot_by[s])
        return z->slot[s].c;
    const char *names[CLASS_KEYS];
    struct coef c = find(z, what, sub, names, classes(&z->engine, names));
    return keep(z, s, BY_ENGINE, what, sub, c.row ? c : neutral_coef(z, neutral));
}

struct coef coef_pair(struct sz *z, const char *what, double neutral)
{
    size_t s = remembered(z, BY_PAIR, what, NULL);
    if (z->slot_by[s])
        return z->slot[s].c;
    const char *names[CLASS_KEYS];
    int n = classes(&z->cls, names);
    struct coef c = {.row = NULL};
    for (int i = 0; i < z->engine.n && !c.row; i++)
        c = find(z, what, z->engine.text[i], names, n);
    if (!c.row)
        c = find(z, what, "any", names, n);
    return keep(z, s, BY_PAIR, what, NULL, c.row ? c : neutral_coef(z, neutral));
}

double coef_value(struct sz *z, const char *what, double neutral)
{
    size_t s = remembered(z, BY_VALUE, what, NULL);
    if (z->slot_by[s])
        return z->slot[s].c.typical;
    const struct factor *row = exact(z, what);
    struct coef c = row ? from_row(row, false) : neutral_coef(z, neutral);
    return keep(z, s, BY_VALUE, what, NULL, c).typical;
}

struct band coef_band(struct sz *z, const char *what)
{
    size_t s = remembered(z, BY_BAND, what, NULL);
    if (!z->slot_by[s]) {
        char key[KEY_MAX];
        put(key, put(key, 0, "band"), what);
        const struct factor *row = exact(z, key);
        keep(z, s, BY_BAND, what, NULL, row ? from_row(row, false) : neutral_coef(z, 1));
    }
    const struct coef *c = &z->slot[s].c;
    return (struct band){c->low, c->typical, c->high};
}

struct band band_scale(double typical, struct band factors)
{
    return (struct band){typical * factors.low, typical, typical * factors.high};
}
