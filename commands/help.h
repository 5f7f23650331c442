/*
 * help.h - help pages and the manual, made from the tables of commands, flags, questions, settings
 * and keys. One page writer with two faces: plain text for the terminal, troff for man.
 */
#ifndef COMMANDS_HELP_H
#define COMMANDS_HELP_H

#include "commands/command.h"

/* help_command: appends the page of a command, or the overview when cmd is NULL. */
void help_command(struct str *out, enum lang lang, const struct command *cmd);

/* help_topic: appends the page of a topic (a command, "job", a question, "units" ...); false when
 * there is none. help_topics: their names, NULL-ended order of the overview; returns how many. */
bool help_topic(struct str *out, enum lang lang, const char *topic);
size_t help_topics(const char **out, size_t max);

#endif
