/* validate_tco.h - private to validate: published studies of owning against renting, recomputed. */
#ifndef COMMANDS_VALIDATE_TCO_H
#define COMMANDS_VALIDATE_TCO_H

#include "commands/command.h"

/* validate_tco: the table in `text`, in the form that the user asked for. */
enum err validate_tco(struct run *r, const char *text, size_t len, const char *file,
                      struct err_info *e);

#endif
