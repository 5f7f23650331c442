/*
 * model_config.h - a model from the config.json that is published beside its weights. The text is
 * untrusted: depth, size, numbers and types are checked, and what is wrong is told with its JSON
 * path. Text in, model out; files are the application's.
 *
 *     const struct model *m;
 *     if (model_config_read(text, len, "./config.json", facts, arena, &m, &e) == OK) ...
 */
#ifndef ENGINE_JOB_MODEL_CONFIG_H
#define ENGINE_JOB_MODEL_CONFIG_H

#include "engine/facts.h"
#include "engine/job/job.h"

#define MODEL_CONFIG_MAX_BYTES (4u << 20)

/* model_is_path: does an answer name a file (a slash in it, or .json at its end)? */
bool model_is_path(const char *text);

/* model_config_read: *out in the arena, its id and name the path. An architecture that is not known
 * is sized by its dimensions and says so in unknown_architecture. facts (NULL allowed) lend what a
 * file cannot tell: encoder and decoder of a picture model, nets that are only named. ERR_SYNTAX
 * (file and line), ERR_VALUE (file and JSON path), ERR_LIMIT. */
enum err model_config_read(const char *text, size_t len, const char *path, const struct facts *f,
                           struct arena *arena, const struct model **out, struct err_info *e);

/* model_blank: a model of which nothing is known yet: all numbers UNKNOWN. NULL: no memory. */
struct model *model_blank(struct arena *arena, const char *id);

#endif
