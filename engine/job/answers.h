/*
 * answers.h - helpers over comma lists that the job's own files share. The public part is job.h.
 */
#ifndef ENGINE_JOB_ANSWERS_H
#define ENGINE_JOB_ANSWERS_H

#include "engine/job/job.h"

/* answer_list_next: copies the next item of a comma list, trimmed, and steps over it; false at
 * the end. */
bool answer_list_next(const char **p, char *item, size_t cap);

#endif
