/*
 * run.h - the functions behind the rows of the table, one file each. A command returns OK with
 * run.code 0 or 1, or an error with *e filled.
 */
#ifndef COMMANDS_RUN_H
#define COMMANDS_RUN_H

#include "commands/command.h"

enum err command_plan(struct run *r, struct err_info *e);
enum err command_size(struct run *r, struct err_info *e);
enum err command_fits(struct run *r, struct err_info *e);
enum err command_offers(struct run *r, struct err_info *e);
enum err command_catalog(struct run *r, struct err_info *e);
enum err command_explain(struct run *r, struct err_info *e);
enum err command_validate(struct run *r, struct err_info *e);
enum err command_doctor(struct run *r, struct err_info *e);
enum err command_refresh(struct run *r, struct err_info *e);
enum err command_check(struct run *r, struct err_info *e);
enum err command_help(struct run *r, struct err_info *e);

#endif
