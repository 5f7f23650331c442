/*
 * main.c - picks the screen, the plain dialogue or a command.
 */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/str.h"
#include "commands/commands.h"
#include "commands/plain.h"
#include "tui/tui.h"

/* Standard input, output and error that are closed would be given to the next file opened: they are
 * filled with something that cannot be written. */
static void fill_closed_descriptors(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

/* A reader that goes away, or a file that may not grow, is an error of a write, not our end. */
static void set_signals(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static bool has_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static bool has_screen(const struct cli *c)
{
    return has_terminal() && c->env.term != NULL && !str_eq(c->env.term, "dumb");
}

static int run_screen(struct cli *c)
{
    struct context ctx = {0};
    struct answers answers;
    struct err_info e = {0};
    int code = cli_context(c, &ctx, &answers);
    const struct answers *given = cli_has_job(c) ? &answers : NULL;

    if (code < 0 && c->wants == CLI_PLAIN)
        code = plain_run(&ctx, given, &e);
    else if (code < 0)
        code = tui_run(&ctx, given, &e);
    if (e.code != OK)
        code = cli_error(ctx.lang, &e);
    context_close(&ctx);
    return code;
}

int main(int argc, char *argv[])
{
    struct cli cli = {0};

    fill_closed_descriptors();
    set_signals();
    int code = cli_open(&cli, argc, argv);
    if (code >= 0)
        return code;
    if (cli.wants == CLI_COMMAND)
        return cli_run(&cli);
    if (cli.wants == CLI_SCREEN && !has_screen(&cli) && !has_terminal())
        return cli_no_terminal(&cli);
    if (cli.wants == CLI_SCREEN && !has_screen(&cli)) /* it can show lines, and that is enough */
        cli.wants = CLI_PLAIN;
    return run_screen(&cli);
}
