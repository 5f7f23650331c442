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

/* What may stand behind an error, told from the row and from the classes it meets. */
enum validate_doubt { VALIDATE_NO_DOUBT, VALIDATE_OTHER_WORK, VALIDATE_STATEMENT,
                      VALIDATE_RECALLED, VALIDATE_UNMEASURED, VALIDATE_OPEN_UNIT,
                      VALIDATE_DOUBTS };

/* Classes of factors that a row draws on, each left out of its own calibration in turn. */
enum validate_class { VALIDATE_CARD_CLASS, VALIDATE_TRAINER_CLASS, VALIDATE_CLASSES };

struct validation_row {
    const char *case_id, *kind_text, *unit, *metric, *group; /* group: framework as printed */
    const char *model, *accel;                  /* as printed */
    const char *class_of[VALIDATE_CLASSES];     /* "nvidia-hopper", "llama.cpp"; NULL: none */
    enum validate_kind kind;
    bool covered, inside;
    bool other_work;         /* the row says that its time holds more than the run */
    enum validate_doubt doubt;
    bool unit_open;          /* GB, and the row does not tell 1e9 from 2^30 */
    double measured;         /* in unit, as printed; UNKNOWN when the cell is not a number */
    double low, typical, high, error; /* in unit; error = typical / measured - 1 */
    double left[VALIDATE_CLASSES];    /* error without the class's own factors; UNKNOWN before */
    enum validate_reason reason;
    long line;
};
struct validation_kind {
    size_t rows, covered, open_units;
    double median, p90;      /* of |error| by nearest rank over all rows; INFINITY possible */
    double bias;             /* median of the signed error over the covered rows */
    double inside;           /* share of the covered rows within low..high */
    double ratio, ratio_p90; /* high / low of the covered rows: median and nine in ten */
    size_t other_work;       /* rows that say so; without them: */
    double own_median, own_p90;
    double left_median[VALIDATE_CLASSES], left_p90[VALIDATE_CLASSES]; /* after leave_out */
    double median_if_gib;    /* median if the open units were GiB */
};
struct validation {
    struct validation_row *row;
    size_t n;
    struct validation_kind kind[VALIDATE_KINDS];
    const char *absent; /* columns that the table has not, by commas; "" where all are there */
};

/* validate_run: ERR_SYNTAX (file, line) when the text is not CSV, ERR_VALUE when a needed column is
 * absent, ERR_NOMEM. */
enum err validate_run(const struct facts *f, const char *csv, size_t len, const char *file,
                      struct arena *arena, struct validation *out, struct err_info *e);

/* validate_leave_out: each class of cards, of trainers and engines left out of its own calibration:
 * its measured factors give way to the mean of the other classes, or to the default, and the rows
 * of the class are computed again. Fills `left` of the rows and of the kinds. */
enum err validate_leave_out(const struct facts *f, const char *csv, size_t len, const char *file,
                            struct arena *arena, struct validation *v, struct err_info *e);
/* Rows of one kind that share a class or a framework. */
enum validate_by { VALIDATE_BY_CARD, VALIDATE_BY_TRAINER, VALIDATE_BY_FRAMEWORK };
struct validation_group {
    enum validate_kind kind;
    const char *name;
    size_t rows, covered;
    double median, p90, inside; /* as of a kind */
    double left;                /* median with the class left out; UNKNOWN by framework */
};
/* validate_groups: by kind and name; returns how many, at most max. */
size_t validate_groups(const struct validation *v, enum validate_by by,
                       struct validation_group *out, size_t max, struct arena *arena);

/* validate_worst: up to max rows of a kind with the largest errors, uncovered ones last. */
size_t validate_worst(const struct validation *v, enum validate_kind k,
                      const struct validation_row **out, size_t max);

const char *validate_kind_word(enum validate_kind k);     /* "train_memory" */
const char *validate_reason_word(enum validate_reason r); /* "unknown-model"; "" when covered */
bool validate_kind_find(const char *word, enum validate_kind *out);

#endif
