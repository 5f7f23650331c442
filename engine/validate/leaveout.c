/*
 * leaveout.c - how well a class is met by what was learnt from the others.
 *
 * For each class of cards, and for each class of trainers and engines: its measured factors (rows
 * with a number of cases) are taken away. What stands in is the geometric mean of the same factor
 * of the other classes, weighted by their cases, else the default. Rows without cases are facts
 * (bytes of a format, a definition) and stay. Then the rows of the class are computed again.
 */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "engine/validate/setup.h"

static bool measured(const struct factor *r)
{
    return str_eq(r->table, "efficiency") && known(r->cases) && r->cases > 0;
}

/* The part of an id before ".CLASS"; 0 when the id does not end so. */
static size_t stem_of(const char *id, const char *name)
{
    size_t n = strlen(id), k = strlen(name);
    bool ends = n > k + 1 && id[n - k - 1] == '.' && strcmp(id + n - k, name) == 0;
    return ends ? n - k - 1 : 0;
}

/* "decode.TRAINER.CARD": the card part behind ".TRAINER."; NULL when the id is no such pair. */
static const char *pair_card(const char *id, const char *trainer)
{
    const char *dot = strchr(id, '.');
    size_t k = strlen(trainer);
    if (!dot || strncmp(dot + 1, trainer, k) != 0 || dot[k + 1] != '.')
        return NULL;
    return dot + k + 2;
}

struct mean { double logs, cases; };

static void mean_add(struct mean *m, const struct factor *r)
{
    if (!measured(r) || !(r->typical > 0))
        return;
    m->logs += log(r->typical) * r->cases;
    m->cases += r->cases;
}

static double mean_value(const struct mean *m)
{
    return m->cases > 0 ? exp(m->logs / m->cases) : UNKNOWN;
}

/* Siblings of STEM.NAME: rows STEM.OTHER, the default among them when it was measured (it is what
 * all classes without a row of their own share). */
static double of_siblings(const struct factor *all, size_t n, const struct factor *row,
                          size_t stem)
{
    struct mean m = {0, 0};
    double otherwise = UNKNOWN;
    for (size_t i = 0; i < n; i++) {
        const struct factor *r = &all[i];
        if (r == row || !str_eq(r->table, "efficiency") || strncmp(r->id, row->id, stem) != 0 ||
            r->id[stem] != '.')
            continue;
        const char *name = r->id + stem + 1;
        if (str_eq(name, "default"))
            otherwise = r->typical;
        if (!strchr(name, '.') || str_starts(name, "llama.cpp"))
            mean_add(&m, r);
    }
    double x = mean_value(&m);
    return known(x) ? x : otherwise;
}

/* Siblings of WHAT.TRAINER.CARD: the same card under other trainers. */
static double of_pairs(const struct factor *all, size_t n, const struct factor *row,
                       const char *card)
{
    struct mean m = {0, 0};
    size_t what = strcspn(row->id, ".");
    for (size_t i = 0; i < n; i++) {
        const struct factor *r = &all[i];
        bool same = strncmp(r->id, row->id, what + 1) == 0 && str_eq(r->unit, row->unit);
        if (r != row && same && stem_of(r->id, card) > what)
            mean_add(&m, r);
    }
    return mean_value(&m);
}

/* without: copies the factors, with those of the class replaced. */
static void without(const struct factor *all, size_t n, const char *name, enum validate_class which,
                    struct factor *out)
{
    memcpy(out, all, n * sizeof *all);
    for (size_t i = 0; i < n; i++) {
        if (!measured(&all[i]))
            continue;
        size_t stem = stem_of(all[i].id, name);
        const char *card = which == VALIDATE_TRAINER_CLASS ? pair_card(all[i].id, name) : NULL;
        double x = UNKNOWN;
        if (stem > 0)
            x = of_siblings(all, n, &all[i], stem);
        else if (card)
            x = of_pairs(all, n, &all[i], card);
        if (known(x))
            out[i].typical = x;
    }
}

/* Marks the rows of a class. */
static void mark(const struct validation *v, enum validate_class which, const char *name,
                 bool *wanted)
{
    for (size_t i = 0; i < v->n; i++)
        wanted[i] = v->row[i].covered && str_eq(v->row[i].class_of[which], name);
}

static void sum_left(struct validation *v, enum validate_class which, double *errors)
{
    for (int k = 0; k < VALIDATE_KINDS; k++) {
        size_t n = 0;
        for (size_t i = 0; i < v->n; i++) {
            const struct validation_row *r = &v->row[i];
            if ((int)r->kind != k || r->reason == VALIDATE_UNKNOWN_KIND || r->other_work)
                continue;
            double e = known(r->left[which]) ? r->left[which] : r->error;
            errors[n++] = r->covered ? fabs(e) : INFINITY;
        }
        v->kind[k].left_median[which] = validate_percentile(errors, n, 0.5);
        v->kind[k].left_p90[which] = validate_percentile(errors, n, 0.9);
    }
}

enum err validate_leave_out(const struct facts *f, const char *csv, size_t len, const char *file,
                            struct arena *arena, struct validation *v, struct err_info *e)
{
    struct facts changed = *f;
    bool *wanted = ARENA_ARRAY(arena, bool, v->n + 1);
    double *errors = ARENA_ARRAY(arena, double, v->n + 1);
    changed.factor = ARENA_ARRAY(arena, struct factor, f->factor_n + 1);
    if (!wanted || !errors || !changed.factor)
        return ERR_NOMEM;
    for (int c = 0; c < VALIDATE_CLASSES; c++) {
        for (size_t i = 0; i < v->n; i++) {
            const struct validation_row *r = &v->row[i];
            const char *name = r->class_of[c];
            if (!r->covered || str_empty(name) || known(r->left[c]))
                continue;
            mark(v, (enum validate_class)c, name, wanted);
            without(f->factor, f->factor_n, name, (enum validate_class)c, changed.factor);
            struct validation again;
            enum err code = validate_some(&changed, csv, len, file, wanted, arena, &again, e);
            if (code != OK)
                return code;
            for (size_t k = 0; k < v->n; k++)
                if (wanted[k])
                    v->row[k].left[c] = again.row[k].covered ? again.row[k].error : INFINITY;
        }
        sum_left(v, (enum validate_class)c, errors);
    }
    return arena_failed(arena) ? ERR_NOMEM : OK;
}
