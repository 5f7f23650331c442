/*
 * plain.h - the dialogue without a screen: the same questions one after another on standard input
 * and output, for pipes, simple terminals and screen readers. Append-only lines, no escapes.
 */
#ifndef COMMANDS_PLAIN_H
#define COMMANDS_PLAIN_H

#include "app/context.h"
#include "engine/job/job.h"

/* plain_run: asks, then prints the plan. initial NULL: nothing answered yet; what it answers is not
 * asked again. At the end of input the defaults are taken for what remains. Returns the exit code:
 * 0, 1 when the answer is no, 129 / 130 / 143 by signal (the session is saved then); else *e. */
int plain_run(struct context *ctx, const struct answers *initial, struct err_info *e);

#endif
