/*
 * study.h - published studies of owning against renting, recomputed.
 *
 * A table with one row a result: its inputs in columns of their own, the quantity wanted and, where
 * known, the number that these inputs give. Each row is worked out by the formulas of
 * engine/cost/formula.h with the conventions that the row itself states (720 or 730 hours a month,
 * with or without interest, staff, idle power). Columns are found by name; a missing one counts as
 * empty, and empty is unknown, not 0.
 *
 *     struct studies s;
 *     err = study_run(text, len, "tco_published.csv", &arena, &s, &e);
 */
#ifndef ENGINE_COST_STUDY_H
#define ENGINE_COST_STUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

#define STUDY_TOLERANCE 0.005

enum study_state {
    STUDY_AGREES,  /* computable, within the tolerance of what is expected */
    STUDY_DIFFERS, /* computable, and it does not agree */
    STUDY_ALONE,   /* computable, and the row says nothing to compare with */
    STUDY_MISSING, /* an input is missing; `reason` names it */
    STUDY_BAD      /* a cell is no number or no known word; `reason` names it */
};

struct study_row {
    const char *id, *study, *quantity, *unit, *currency, *accelerator;
    const char *publisher, *date, *url;
    const char *study_error, *study_error_zh; /* the study's own slip in words, "" none */
    double expected, printed, got, error;     /* got INFINITY: never; error = got / expected - 1 */
    enum study_state state;
    const char *reason; /* "missing: capex", "bad: pue=abc", "differs", "never" or "" */
    long line;
};
struct studies {
    struct study_row *row;
    size_t n;
    size_t count[STUDY_BAD + 1];
    double worst;  /* largest |error| of those that can be compared */
    size_t slips;  /* computable rows whose study made a slip of its own */
    size_t close;  /* of those with a printed number and no slip: within 1 % of the print */
    size_t prints; /* how many of these there are */
};

/* study_run: ERR_SYNTAX (file, line) when the text is not CSV, ERR_VALUE when it has no column
 * `quantity`, ERR_NOMEM. */
enum err study_run(const char *csv, size_t len, const char *file, struct arena *arena,
                   struct studies *out, struct err_info *e);

/* study_slip: the slip in that language, as far as the table has it; "" none. */
const char *study_slip(const struct study_row *r, enum lang lang);
bool study_computable(const struct study_row *r);

#endif
