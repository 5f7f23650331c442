/*
 * factors.c - classes of cards and trainers, and the look-up of empirical factors by them.
 * Everything that was measured rather than derived comes through here.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/parts.h"

#define KEY_MAX 96
#define SHARED_CASES 10 /* measurements that make a default more than a guess */

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
    const char *plus = k.n > 0 ? strchr(k.text[0], '+') : NULL;
    if (plus) { /* a card of a class: what it has no row for is the class's */
        str_copy(k.text[k.n], sizeof k.text[0], k.text[0]);
        k.text[k.n++][plus - k.text[0]] = '\0';
    }
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

static void forget(struct coef_memo *m)
{
    memset(m->by, COEF_FREE, sizeof m->by);
}

static bool same_classes(const struct class_key *a, const struct class_key *b)
{
    bool same = a->n == b->n;
    for (int i = 0; same && i < a->n; i++)
        same = strcmp(a->text[i], b->text[i]) == 0;
    return same;
}

void coef_open(struct sz *z, const struct facts *f, const struct accel *a,
               const struct engine_row *e)
{
    if (z->f == f && z->keyed_accel == a && z->keyed_engine == e)
        return;
    z->keyed_accel = a;
    z->keyed_engine = e;
    struct class_key card = class_of_accel(a);
    struct class_key engine = class_of_engine(e ? e->efficiency_class : NULL);
    bool others = z->f != f || !same_classes(&z->engine, &engine);
    if (others || !same_classes(&z->cls, &card))
        forget(&z->of_card);
    if (others)
        forget(&z->of_engine);
    z->cls = card;
    z->engine = engine;
    if (z->f == f)
        return;
    z->f = f;
    size_t from = table_from(f, "efficiency");
    z->row = f->factor + from;
    z->row_n = table_from(f, "efficiency\x01") - from; /* the next name in order */
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
    /* A value that measurements of several classes share is no guess for another one; one of a
     * class without measurements of its own is. */
    bool guess = row && row->from.confidence == 'D' && !(row->cases >= 1);
    bool general = guess || (best == n && !(row && row->cases >= SHARED_CASES));
    return row ? from_row(row, general) : (struct coef){.row = NULL};
}

static struct coef neutral_coef(struct sz *z, double x)
{
    z->lacking = true;
    return (struct coef){x / 2, x, x * 2, false, true, NULL};
}

/* slot_of: where a look-up is remembered; its `by` tells whether it is filled. */
static size_t slot_of(struct coef_memo *m, enum coef_by by, const char *what, const char *sub)
{
    size_t home = coef_home(what, sub);
    for (size_t i = 0; i < COEF_SLOTS; i++) {
        size_t at = (home + i) & (COEF_SLOTS - 1);
        const struct coef_slot *s = &m->slot[at];
        if (m->by[at] == COEF_FREE || (m->by[at] == by && s->what == what && s->sub == sub))
            return at;
    }
    m->by[home] = COEF_FREE; /* table full: forget one */
    return home;
}

/* What a slot holds, or the neutral value where the table has no row. */
static struct coef answer(struct sz *z, const struct coef_slot *s, double neutral)
{
    return s->c.row ? s->c : neutral_coef(z, neutral);
}

static void keep(struct coef_memo *m, size_t at, enum coef_by by, const char *what, const char *sub,
                 struct coef c)
{
    m->slot[at] = (struct coef_slot){what, sub, c};
    m->by[at] = (unsigned char)by;
}

static int classes(const struct class_key *k, const char *out[CLASS_KEYS])
{
    for (int i = 0; i < k->n; i++)
        out[i] = k->text[i];
    return k->n;
}

struct coef coef_accel_find(struct sz *z, const char *what, const char *sub, double neutral)
{
    struct coef_memo *m = &z->of_card;
    size_t at = slot_of(m, COEF_ACCEL, what, sub);
    if (m->by[at] == COEF_FREE) {
        const char *names[CLASS_KEYS];
        struct coef c = find(z, what, sub, names, classes(&z->cls, names));
        keep(m, at, COEF_ACCEL, what, sub, c);
    }
    return answer(z, &m->slot[at], neutral);
}

struct coef coef_engine_find(struct sz *z, const char *what, const char *sub, double neutral)
{
    struct coef_memo *m = &z->of_engine;
    size_t at = slot_of(m, COEF_ENGINE, what, sub);
    if (m->by[at] == COEF_FREE) {
        const char *names[CLASS_KEYS];
        struct coef c = find(z, what, sub, names, classes(&z->engine, names));
        keep(m, at, COEF_ENGINE, what, sub, c);
    }
    return answer(z, &m->slot[at], neutral);
}

static struct coef find_pair(const struct sz *z, const char *what)
{
    const char *names[CLASS_KEYS];
    int n = classes(&z->cls, names);
    struct coef c = {.row = NULL};
    for (int i = 0; i < z->engine.n && !c.row; i++)
        c = find(z, what, z->engine.text[i], names, n);
    return c.row ? c : find(z, what, "any", names, n);
}

struct coef coef_pair_find(struct sz *z, const char *what, double neutral)
{
    struct coef_memo *m = &z->of_card;
    size_t at = slot_of(m, COEF_PAIR, what, NULL);
    if (m->by[at] == COEF_FREE)
        keep(m, at, COEF_PAIR, what, NULL, find_pair(z, what));
    return answer(z, &m->slot[at], neutral);
}

static struct coef found(const struct factor *row)
{
    return row ? from_row(row, false) : (struct coef){.row = NULL};
}

static const struct coef_slot *single(struct sz *z, const char *what)
{
    struct coef_memo *m = &z->of_engine;
    size_t at = slot_of(m, COEF_VALUE, what, NULL);
    if (m->by[at] == COEF_FREE)
        keep(m, at, COEF_VALUE, what, NULL, found(exact(z, what)));
    return &m->slot[at];
}

struct coef coef_single(struct sz *z, const char *what, double neutral)
{
    return answer(z, single(z, what), neutral);
}

const struct factor *coef_row(struct sz *z, const char *what)
{
    return single(z, what)->c.row;
}

double coef_value_find(struct sz *z, const char *what, double neutral)
{
    return coef_single(z, what, neutral).typical;
}

struct band coef_range(struct sz *z, const char *what, double neutral)
{
    struct coef c = coef_single(z, what, neutral);
    return (struct band){c.low, c.typical, c.high};
}

struct coef coef_band_row(struct sz *z, const char *what)
{
    struct coef_memo *m = &z->of_engine;
    size_t at = slot_of(m, COEF_BAND, what, NULL);
    if (m->by[at] == COEF_FREE) {
        char key[KEY_MAX];
        put(key, put(key, 0, "band"), what);
        keep(m, at, COEF_BAND, what, NULL, found(exact(z, key)));
    }
    return answer(z, &m->slot[at], 1);
}

struct band coef_band_find(struct sz *z, const char *what)
{
    struct coef c = coef_band_row(z, what);
    return (struct band){c.low, c.typical, c.high};
}

struct band band_scale(double typical, struct band factors)
{
    return (struct band){typical * factors.low, typical, typical * factors.high};
}
