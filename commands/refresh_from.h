/* refresh_from.h - dlrig refresh --from: what a file or a folder is imported as. */
#ifndef COMMANDS_REFRESH_FROM_H
#define COMMANDS_REFRESH_FROM_H

#include "app/refresher.h"
#include "commands/run.h"

/* refresh_from_file: the name that a file is kept under when none is given: "own" for a price list
 * of one's own (it has a column `provider`), else that of the file. In the arena. */
const char *refresh_from_file(struct run *r, const char *path);
/* refresh_from_folder: all files in the folder and below, by name, each under a name of its own.
 * ERR_LIMIT: too many. */
enum err refresh_from_folder(struct run *r, const char *path, struct refresh_ask *ask,
                             struct err_info *e);
bool refresh_is_folder(const char *path);

#endif
