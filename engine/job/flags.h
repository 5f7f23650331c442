/*
 * flags.h - the job on a command line: --ID VALUE or --ID=VALUE for every question.
 */
#ifndef ENGINE_JOB_FLAGS_H
#define ENGINE_JOB_FLAGS_H

#include "engine/job/job.h"

/* flags_take: looks at argv[at]. *taken is how many words it used: 0 = not a flag of the job (left
 * to the caller), 1 or 2. ERR_USAGE: no value, or a value that answers_set refuses. */
enum err flags_take(struct answers *a, int argc, char *const *argv, int at, int *taken,
                    struct err_info *e);

#endif
