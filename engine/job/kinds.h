/*
 * kinds.h - what kind of job a model makes: text, pictures, neither. NULL (the task has no model)
 * is none of them.
 */
#ifndef ENGINE_JOB_KINDS_H
#define ENGINE_JOB_KINDS_H

#include <stdbool.h>

#include "engine/job/job.h"

bool model_is_text(const struct model *m);    /* tokens in, tokens out: context and KV cache */
bool model_is_image(const struct model *m);   /* pictures or video: an edge length */
bool model_has_linear(const struct model *m); /* large linear layers: LoRA and QLoRA make sense */
bool model_has_experts(const struct model *m);
/* task_suits: may the task be done with the model? *instead gets the task that does. */
bool task_suits(enum task t, const struct model *m, enum task *instead);
bool task_trains(enum task t);
bool task_serves(enum task t);

#endif
