/* work.h - private to validate: how much work the time of a row covers. */
#ifndef ENGINE_VALIDATE_WORK_H
#define ENGINE_VALIDATE_WORK_H

#include "engine/validate/setup.h"

/* work_known: tokens or samples of the run as the row states them, into the job. */
bool work_known(struct setup *s);
/* work_to_quality: a benchmark that trains to a target quality: of the batches for which the work
 * is published (factors work.MODEL.BATCH), the one that takes the shortest time; sized into z with
 * the evaluations of the benchmark in its hours. False when none is published for the model. */
bool work_to_quality(struct setup *s, struct sizing *z);

#endif
