/*
 * lock.h - --lock PART=N: a part that the bill shall have, N of it.
 */
#ifndef COMMANDS_LOCK_H
#define COMMANDS_LOCK_H

#include "commands/command.h"

/* locks_read: each --lock becomes edits behind those of the plan file. PART is the id of a part, or
 * a kind of line ("memory") whose part stays the planner's; a card becomes the answer `gpu`. */
enum err locks_read(struct run *r, struct answers *a, struct edits *edits, struct err_info *e);

#endif
