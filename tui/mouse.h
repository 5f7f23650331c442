/*
 * mouse.h - which row of which list lies under a cell. Pure: the rectangles are those of layout.h.
 */
#ifndef TUI_MOUSE_H
#define TUI_MOUSE_H

#include "tui/layout.h"

/* mouse_row: row of the list on the screen, -1 when there is none at that place; *pane is the pane
 * of the plan screen (PANE_PARTS elsewhere). false: outside of all lists. */
bool mouse_row(const struct ui *m, const struct places *l, int y, int x, int *pane, int *row);

#endif
