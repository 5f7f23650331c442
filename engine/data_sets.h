/*
 * data_sets.h - sizes of public data sets by the names that sources write: "ImageNet-1k, 100
 * epochs" tells how much work a run is. The sizes stand in the factors, data-set.ID, with their
 * sources.
 */
#ifndef ENGINE_DATA_SETS_H
#define ENGINE_DATA_SETS_H

#include <stdbool.h>

#include "engine/facts.h"

enum data_unit {
    DATA_SAMPLES, /* images, clips, questions: one pass of the model each */
    DATA_TOKENS,
    DATA_HOURS /* of speech */
};

struct data_set {
    const char *id;
    double amount; /* of one epoch */
    enum data_unit unit;
};

/* data_set_named: the data set that a text names; of several the one with the longest name, the
 * first of equals. False when it names none. */
bool data_set_named(const struct facts *f, const char *text, struct data_set *out);
/* told_epochs: epochs that a text tells, "100 epochs", "a 300-epoch run", "one epoch", "per epoch";
 * UNKNOWN when none. */
double told_epochs(const char *text);
/* told_amount: samples or hours of speech that a text counts, "665k image-text conversations",
 * "13,100 clips", "150 h of speech": data without a name. False when it counts none. */
bool told_amount(const char *text, double *amount, enum data_unit *unit);
/* told_steps: optimizer steps that a text tells, "160k iterations", "90,000 steps"; UNKNOWN when
 * none or fewer than a hundred, which are steps of a picture. */
double told_steps(const char *text);

#endif
