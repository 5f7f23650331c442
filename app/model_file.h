/*
 * model_file.h - the model question answered with a file: a config.json is read and its model put
 * among the facts, under the path as its id, before the job is resolved.
 *
 *     enum err rc = model_file_take(&c->facts, &c->arena, &answers, c->env.xdg.home, &e);
 */
#ifndef APP_MODEL_FILE_H
#define APP_MODEL_FILE_H

#include "base/arena.h"
#include "base/err.h"
#include "engine/facts.h"
#include "engine/job/job.h"

/* model_file_add: reads path (a folder means the config.json in it; ~/ is home, NULL unknown) and
 * adds the model to *f in the arena of the facts; a model of that id that came from a file before
 * is replaced. Models that are pointed to stay where they are. ERR_NOT_FOUND, ERR_USAGE (cannot be
 * read), ERR_SYNTAX, ERR_VALUE (file and JSON path), ERR_LIMIT. */
enum err model_file_add(struct facts *f, struct arena *arena, const char *path, const char *home,
                        struct err_info *e);

/* model_file_take: the same for the model of the answers, when it names a file; else nothing. */
enum err model_file_take(struct facts *f, struct arena *arena, const struct answers *a,
                         const char *home, struct err_info *e);

#endif
