/*
 * tui.h - the screen: one loop between terminal and model. Turn: poll, keys to update(), effects,
 * picture, one doupdate. No threads, no time-out but that of the session's saving.
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "app/context.h"
#include "engine/job/job.h"

/* tui_run: runs the screen to its end. initial NULL: the saved session, else the wizard from its
 * start; given: the plan of these answers. Returns the exit code: 0, 129 hang-up, 130 interrupt,
 * 143 termination; 2 with *e when there is no terminal that can show a screen. */
int tui_run(struct context *c, const struct answers *initial, struct err_info *e);

#endif
