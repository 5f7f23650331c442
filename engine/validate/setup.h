/* setup.h - private to validate: from the cells of a row to a job on a shape. */
#ifndef ENGINE_VALIDATE_SETUP_H
#define ENGINE_VALIDATE_SETUP_H

#include "engine/sizing/sizing.h"
#include "engine/validate/validate.h"

/* Text columns of a row that set it up; "" when empty. */
enum cell { CELL_TASK, CELL_MODEL_ID, CELL_MODEL, CELL_PARAMS, CELL_ACTIVE, CELL_ACCEL, CELL_COUNT,
            CELL_PER_NODE, CELL_LINK, CELL_PRECISION, CELL_WEIGHTS, CELL_KV, CELL_OPTIMIZER,
            CELL_MICRO, CELL_GLOBAL, CELL_ACCUM, CELL_SEQ, CELL_INPUT, CELL_OUTPUT,
            CELL_CONCURRENCY, CELL_TP, CELL_PP, CELL_CP, CELL_EP, CELL_DP, CELL_SHARDING,
            CELL_CKPT, CELL_RANK, CELL_ATTENTION, CELL_FRAMEWORK, CELL_TOKENS, CELL_METRIC,
            CELL_HOW, CELL_NOTES, CELL_DATE, CELLS };

struct setup {
    const char *cell[CELLS];
    const char *named_metric;   /* as the source calls it; the cell has the table's word */
    const struct facts *f;
    struct job job;
    struct model model;         /* made up from the row when the catalog has none */
    struct engine_row engine;
    struct shape shape;
    struct accel host;          /* a processor that computes without a card */
    struct num_format stated;   /* a format that the row states in bits */
    bool torch_memory;          /* the figure leaves out what the driver and NCCL hold */
    bool counter_open;          /* who counted is guessed from the program: it may hold them, too */
    bool allocated;             /* and the allocator's slack */
    bool saturated;
    bool rough;                 /* the net's arithmetic is guessed from its parameters */
    bool cached;                /* the figure may hold what the allocator keeps unused */
    bool ragged;                /* texts of different length, padded to the longest of a batch */
    bool task_guessed;          /* no cell tells it */
    bool measured_class;        /* the sizing has measurements of the row's classes behind it */
};

double setup_num(const struct setup *s, enum cell c); /* UNKNOWN when empty or no number */
#define RATED_STEPS 50 /* of a picture whose source tells steps a second */

/* setup_counted: the number before a word of a text, "40 layers"; UNKNOWN when there is none. */
double setup_counted(const char *text, const char *word);
/* setup_read: fills job and shape; VALIDATE_COVERED or the reason why not. */
enum validate_reason setup_read(struct setup *s);
/* setup_measure: the metric of the row as the engine gives it, in the base unit (bytes, tokens,
 * per second, hours). */
enum validate_reason setup_measure(struct setup *s, struct band *out);

/* validate_some: validate_run without sums; `wanted` marks the rows to compute, NULL for all. */
enum err validate_some(const struct facts *f, const char *csv, size_t len, const char *file,
                       const bool *wanted, struct arena *arena, struct validation *out,
                       struct err_info *e);
/* validate_percentile: nearest rank, the smallest of n values with at least p of all at or below
 * it; sorts v; UNKNOWN of none. */
double validate_percentile(double *v, size_t n, double p);

#endif
