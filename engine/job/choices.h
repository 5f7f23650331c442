/*
 * choices.h - closed words of answers: one table for each question that has any, in the order of
 * the enum of job.h that it fills (tables with `auto` have it first). Ended by a NULL word.
 */
#ifndef ENGINE_JOB_CHOICES_H
#define ENGINE_JOB_CHOICES_H

#include "engine/job/job.h"

extern const struct choice choices_task[], choices_method[], choices_precision[], choices_weights[],
    choices_kv[], choices_optimizer[], choices_recompute[], choices_sharding[], choices_offload[],
    choices_where[], choices_yesno[], choices_place[], choices_buyer[], choices_vendors[],
    choices_needs[], choices_condition[], choices_tax[],
    choices_licence[], choices_support[], choices_sensitivity[], choices_technology[];

/* choices_join: appends the words of a table, separated by ", ". */
void choices_join(struct str *out, const struct choice *table);

#endif
