/*
 * commands.h - the command line as main.c sees it.
 *
 *     struct cli cli;
 *     int code = cli_open(&cli, argc, argv); (errors are told already)
 *     if (code < 0 && cli.wants == CLI_COMMAND)
 *         code = cli_run(&cli);
 *
 * Exit codes: 0 done, 1 done but the answer is no, 2 wrong use, 3 damaged data, 4 a feed failed,
 * 5 output could not be written.
 */
#ifndef COMMANDS_COMMANDS_H
#define COMMANDS_COMMANDS_H

#include "commands/command.h"

enum cli_wants { CLI_COMMAND, CLI_SCREEN, CLI_PLAIN };

struct cli {
    struct app_env env;
    struct cmdline cmdline;
    enum cli_wants wants;
};

/* cli_open: reads environment and command line. Returns an exit code when the program ends here
 * (the error is told), else -1 and what is wanted. */
int cli_open(struct cli *c, int argc, char *const argv[]);

int cli_run(struct cli *c); /* a command: exit code */

/* cli_context: opens the context and the answers given by flags, for the screen and the dialogue.
 * Returns -1, or an exit code when it failed (the error is told). */
int cli_context(struct cli *c, struct context *ctx, struct answers *a);
/* cli_has_job: was anything said about the job on the command line? */
bool cli_has_job(const struct cli *c);

/* cli_error: one line on standard error, "dlrig: what", and the exit code of the error. */
int cli_error(enum lang lang, const struct err_info *e);
/* cli_no_terminal: tells that the screen needs a terminal and names --plain. */
int cli_no_terminal(const struct cli *c);

#endif
