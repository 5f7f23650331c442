/*
 * validate.h - the sizing against published measurements.
 *
 * Reads a table of measured figures (one a row: set-up columns, metric, value, unit), sizes each
 * row's set-up with the engine and compares. Pure: CSV text in, rows and a summary in the arena
 * out. Columns are found by name; missing ones count as empty. What cannot be compared is a row
 * that is not covered, with a reason from a closed list, and counts as the largest error.
 *
 *     struct validation v;
 *     err = validate_run(facts, text, len, "published.csv", &arena, &v, &e);
 */
#ifndef ENGINE_VALIDATE_H
#define ENGINE_VALIDATE_H

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"

enum validate_kind { VALIDATE_TRAIN_MEMORY, VALIDATE_INFER_MEMORY, VALIDATE_THROUGHPUT,
                     VALIDATE_TRAIN_TIME, VALIDATE_DECODE, VALIDATE_KINDS };
enum validate_reason { VALIDATE_COVERED, VALIDATE_UNKNOWN_KIND, VALIDATE_UNKNOWN_MODEL,
                       VALIDATE_UNKNOWN_CARD, VALIDATE_UNKNOWN_FORMAT, VALIDATE_UNKNOWN_METRIC,
                       VALIDATE_WORK_NOT_STATED, VALIDATE_FIGURE_MISSING, VALIDATE_NOT_MODELLED,
                       VALIDATE_REASONS };

struct validation_row {
    const char *case_id, *kind_text, *unit, *metric, *group; /* group: model class or framework */
    enum validate_kind kind;
    bool covered, inside;
    bool unit_open;          /* GB, and the row does not tell 1e9 from 2^30 */
    double measured;         /* in unit, as printed; UNKNOWN when the cell is not a number */
    double low, typical, high, error; /* in unit; error = typical / measured - 1 */
    enum validate_reason reason;
    long line;
};
struct validation_kind {
    size_t rows, covered, open_units;
    double median, p90;      /* of |error| by nearest rank over all rows; INFINITY possible */
    double bias;             /* median of the signed error over the covered rows */
    double inside;           /* share of the covered rows within low..high */
    double median_if_gib;    /* median if the open units were GiB */
};
struct validation {
    struct validation_row *row;
    size_t n;
    struct validation_kind kind[VALIDATE_KINDS];
};

/* validate_run: ERR_SYNTAX (file, line) when the text is not CSV, ERR_VALUE when a needed column is
 * absent, ERR_NOMEM. */
enum err validate_run(const struct facts *f, const char *csv, size_t len, const char *file,
                      struct arena *arena, struct validation *out, struct err_info *e);

const char *validate_kind_word(enum validate_kind k);     /* "train_memory" */
const char *validate_reason_word(enum validate_reason r); /* "unknown-model"; "" when covered */
bool validate_kind_find(const char *word, enum validate_kind *out);

#endif
