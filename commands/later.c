/* later.c - commands whose names are taken and whose work is not done yet. They say so. */
#include "commands/run.h"

enum err command_check(struct run *r, struct err_info *e)
{
    (void)r;
    return cli_fail(e, ERR_UNSUPPORTED, MSG_LATER_CHECK, NULL, NULL, NULL);
}
