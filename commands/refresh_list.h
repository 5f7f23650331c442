/* refresh_list.h - dlrig refresh --list: the feeds there are. */
#ifndef COMMANDS_REFRESH_LIST_H
#define COMMANDS_REFRESH_LIST_H

#include "commands/run.h"

enum err refresh_list(struct run *r, struct err_info *e);

#endif
