/*
 * groups.c - errors by class of card, class of trainer or engine, and framework.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/validate/setup.h"

static const char *name_of(const struct validation_row *r, enum validate_by by)
{
    const char *name = by == VALIDATE_BY_FRAMEWORK ? r->group
                       : r->class_of[by == VALIDATE_BY_CARD ? VALIDATE_CARD_CLASS
                                                            : VALIDATE_TRAINER_CLASS];
    return str_empty(name) ? NULL : name;
}

static int by_kind_and_name(const void *a, const void *b)
{
    const struct validation_group *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void fill(const struct validation *v, enum validate_by by, struct validation_group *g,
                 double *errors, double *left)
{
    size_t within = 0, n = 0, m = 0;
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *r = &v->row[i];
        const char *name = name_of(r, by);
        if (r->kind != g->kind || r->reason == VALIDATE_UNKNOWN_KIND || !name ||
            strcmp(name, g->name) != 0)
            continue;
        errors[n++] = r->covered ? fabs(r->error) : INFINITY;
        double without = by == VALIDATE_BY_FRAMEWORK ? UNKNOWN
                         : r->left[by == VALIDATE_BY_CARD ? VALIDATE_CARD_CLASS
                                                          : VALIDATE_TRAINER_CLASS];
        if (known(without))
            left[m++] = fabs(without);
        g->covered += r->covered;
        within += r->covered && r->inside;
    }
    g->rows = n;
    g->median = validate_percentile(errors, n, 0.5);
    g->p90 = validate_percentile(errors, n, 0.9);
    g->inside = g->covered ? (double)within / (double)g->covered : UNKNOWN;
    g->left = validate_percentile(left, m, 0.5);
}

size_t validate_groups(const struct validation *v, enum validate_by by,
                       struct validation_group *out, size_t max, struct arena *arena)
{
    size_t n = 0;
    double *errors = ARENA_ARRAY(arena, double, v->n + 1);
    double *left = ARENA_ARRAY(arena, double, v->n + 1);
    if (!errors || !left)
        return 0;
    for (size_t i = 0; i < v->n; i++) {
        const struct validation_row *r = &v->row[i];
        const char *name = name_of(r, by);
        bool seen = !name || r->reason == VALIDATE_UNKNOWN_KIND;
        for (size_t k = 0; k < n && !seen; k++)
            seen = out[k].kind == r->kind && strcmp(out[k].name, name) == 0;
        if (!seen && n < max)
            out[n++] = (struct validation_group){.kind = r->kind, .name = name};
    }
    for (size_t k = 0; k < n; k++)
        fill(v, by, &out[k], errors, left);
    qsort(out, n, sizeof *out, by_kind_and_name);
    return n;
}
