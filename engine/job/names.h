/*
 * names.h - names of the catalog in answers: found by id or alias, or refused with the nearest.
 */
#ifndef ENGINE_JOB_NAMES_H
#define ENGINE_JOB_NAMES_H

#include "engine/job/job.h"

/* job_name_unknown: ERR_USAGE "<question>: "<name>" is unknown; did you mean a, b, c?". table is
 * the catalog's ("models", "accelerators" ...). */
enum err job_name_unknown(const struct facts *f, const char *table, const char *question,
                          const char *name, struct err_info *e);

/* model_from_text: id, alias or size ("13B", "8x7B", "30B-A3B") -> model; a size makes one in the
 * arena whose dimensions are unknown. The path of a config.json is an id once the application has
 * read the file into the facts; before that it is ERR_UNSUPPORTED. ERR_USAGE. */
enum err model_from_text(const struct facts *f, struct arena *arena, const char *question,
                         const char *text, const struct model **out, struct err_info *e);

#endif
