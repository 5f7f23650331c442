/*
 * against.h - what moved between a plan that was kept as a file and the one of now.
 */
#ifndef COMMANDS_AGAINST_H
#define COMMANDS_AGAINST_H

#include "commands/command.h"
#include "engine/result.h"

/* against_compare: writes the comparison into r->out. The file is a whole plan (dlrig plan
 * --format json), whose figures are taken as they stand, or a job alone, which is priced now. */
enum err against_compare(struct run *r, const char *path, const struct result *now,
                         struct err_info *e);

#endif
