/*
 * facts_names.c - from what people type to an id of the catalog, and the nearest ids to a
 * mistyped one. Names are compared folded: lower case, single blanks.
 */
#include <string.h>

#include "base/str.h"
#include "base/text.h"
#include "engine/facts.h"

#define NAME_MAX_BYTES 200
#define DISTANCE_MAX 12
#define NEAREST_MAX 32
#define FAR 1000

/* fold: lower case, blanks trimmed and single. */
static void fold(struct str *out, const char *name)
{
    struct str lower;
    bool blank = false;

    str_init(&lower, 4 * NAME_MAX_BYTES);
    text_fold(&lower, name);
    for (const char *p = lower.p; *p != '\0'; p++) {
        if (*p == ' ' || *p == '\t') {
            blank = out->len > 0;
            continue;
        }
        if (blank)
            str_addc(out, ' ');
        blank = false;
        str_addc(out, *p);
    }
    str_free(&lower);
}

/* alias_of: aliases are sorted by name, a name may stand in several tables. */
static const struct alias *alias_of(const struct facts *f, const char *table, const char *folded)
{
    size_t lo = 0, hi = f->alias_n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (strcmp(f->alias[mid].name, folded) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < f->alias_n && strcmp(f->alias[lo].name, folded) == 0; lo++)
        if (str_eq(f->alias[lo].table, table))
            return &f->alias[lo];
    return NULL;
}

static const char *same_but_case(const struct facts *f, const char *table, const char *name)
{
    size_t n = facts_index_count(f, table);

    for (size_t i = 0; i < n; i++) {
        const char *id = facts_index_id(f, table, i);

        if (str_case_eq(id, name))
            return id;
    }
    return NULL;
}

/* The name that a model is published under, "org/name"; the first of several of one name. */
static const char *of_repo(const struct facts *f, const char *table, const char *name)
{
    if (!str_eq(table, "models") || strchr(name, '/') == NULL)
        return NULL;
    for (size_t i = 0; i < f->model_n; i++) {
        if (f->model[i].repo != NULL && str_case_eq(f->model[i].repo, name))
            return f->model[i].id;
    }
    return NULL;
}

/* A card as every page of ours writes it, "GeForce RTX 4090 24GB", or by a name of the user's own
 * that one row alone has. */
static const char *as_shown(const struct facts *f, const char *table, const char *name)
{
    const char *found = NULL;
    size_t n = str_eq(table, "accelerators") ? f->accel_n : 0;

    for (size_t i = 0; i < n; i++)
        if (str_case_eq(accel_label(&f->accel[i]), name))
            return f->accel[i].id;
    for (size_t i = 0; i < n; i++) {
        if (!str_case_eq(f->accel[i].name, name))
            continue;
        if (found != NULL)
            return NULL;
        found = f->accel[i].id;
    }
    return found;
}

/* An id of a card without its maker, blanks for hyphens: "a100 sxm4 80" is nvidia-a100-sxm4-80, as
 * long as it is one card only. */
static const char *without_maker(const struct facts *f, const char *table, const char *folded)
{
    const char *found = NULL;
    size_t n = str_eq(table, "accelerators") ? facts_index_count(f, table) : 0;

    for (size_t i = 0; i < n; i++) {
        const char *id = facts_index_id(f, table, i);
        const char *tail = strchr(id, '-');
        const char *p = folded;

        if (tail == NULL)
            continue;
        for (tail++; *tail != '\0' && (*tail == *p || (*tail == '-' && *p == ' ')); tail++)
            p++;
        if (*tail != '\0' || *p != '\0')
            continue;
        if (found != NULL)
            return NULL;
        found = id;
    }
    return found;
}

const char *facts_resolve(const struct facts *f, const char *table, const char *name,
                          const struct alias **al)
{
    struct str folded;
    const struct alias *a;
    const char *id;

    if (al != NULL)
        *al = NULL;
    if (str_empty(name) || strlen(name) > NAME_MAX_BYTES)
        return NULL;
    id = facts_index_find(f, table, name);
    if (id != NULL)
        return id;
    /* searches first, whole tables only for names that are in neither: lists of prices ask often */
    str_init(&folded, 4 * NAME_MAX_BYTES);
    fold(&folded, name);
    id = facts_index_find(f, table, folded.p);
    a = id == NULL ? alias_of(f, table, folded.p) : NULL;
    if (id == NULL && a == NULL)
        id = same_but_case(f, table, name);
    if (id == NULL && a == NULL)
        id = same_but_case(f, table, folded.p);
    if (id == NULL && a == NULL)
        id = without_maker(f, table, folded.p);
    if (id == NULL && a == NULL)
        id = as_shown(f, table, name);
    if (id == NULL && a == NULL)
        id = of_repo(f, table, name);
    str_free(&folded);
    if (a == NULL)
        return id;
    if (al != NULL)
        *al = a;
    return a->id;
}

struct near {
    const char *id;
    int score; /* smaller is nearer */
};

/* closeness: small when one text holds the other, else 4 x edit distance; FAR above the limit.
 * Texts of the same length come first. */
static int closeness(const char *typed, const char *candidate, int limit)
{
    size_t a = strlen(typed), b = strlen(candidate);
    int d;

    if (a >= 2 && (strstr(candidate, typed) != NULL || (b >= 3 && strstr(typed, candidate))))
        return 1 + (int)((a > b ? a - b : b - a) / 4);
    d = text_distance(typed, candidate, limit);
    return d > limit ? FAR : 4 * d + (int)(a > b ? a - b : b - a);
}

/* keep: one row an id, sorted by score, then by the order of arrival. */
static size_t keep(struct near *best, size_t n, size_t max, const char *id, int score)
{
    size_t at = n;

    for (size_t i = 0; i < n; i++)
        if (strcmp(best[i].id, id) == 0) {
            if (best[i].score <= score)
                return n;
            memmove(&best[i], &best[i + 1], (n - i - 1) * sizeof *best);
            n--;
            break;
        }
    for (at = n; at > 0 && best[at - 1].score > score; at--) {
        if (at < max)
            best[at] = best[at - 1];
    }
    if (at >= max)
        return n;
    best[at] = (struct near){id, score};
    return n < max ? n + 1 : max;
}

size_t facts_nearest(const struct facts *f, const char *table, const char *name, const char **out,
                     size_t n)
{
    struct near best[NEAREST_MAX];
    struct str typed;
    size_t found = 0;
    size_t ids = facts_index_count(f, table);
    int limit;

    if (str_empty(name) || strlen(name) > NAME_MAX_BYTES)
        return 0;
    if (n > NEAREST_MAX)
        n = NEAREST_MAX;
    str_init(&typed, 4 * NAME_MAX_BYTES);
    fold(&typed, name);
    limit = (int)(typed.len / 2);
    if (limit > DISTANCE_MAX)
        limit = DISTANCE_MAX;
    for (size_t i = 0; i < ids; i++) {
        const char *id = facts_index_id(f, table, i);
        int score = closeness(typed.p, id, limit);

        if (score < FAR)
            found = keep(best, found, n, id, score);
    }
    for (size_t i = 0; i < f->alias_n; i++) {
        int score;

        if (!str_eq(f->alias[i].table, table))
            continue;
        score = closeness(typed.p, f->alias[i].name, limit);
        if (score < FAR)
            found = keep(best, found, n, f->alias[i].id, score);
    }
    str_free(&typed);
    for (size_t i = 0; i < found; i++)
        out[i] = best[i].id;
    return found;
}
