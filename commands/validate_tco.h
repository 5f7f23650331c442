/* validate_tco.h - of validate and explain: published studies of owning against renting,
 * recomputed. */
#ifndef COMMANDS_VALIDATE_TCO_H
#define COMMANDS_VALIDATE_TCO_H

#include "commands/command.h"

/* validate_tco: the table in `text`, in the form that the user asked for. */
enum err validate_tco(struct run *r, const char *text, size_t len, const char *file,
                      struct err_info *e);

#define SHIPPED_TCO "tco.csv"
/* validate_shipped: a table that lies beside the catalog. ERR_DAMAGED when it is not there. */
enum err validate_shipped(struct run *r, const char *name, char **text, size_t *len, char *path,
                          size_t cap, struct err_info *e);

#endif
