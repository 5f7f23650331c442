/*
 * columns.h - tables over the whole width: heads, a filter in their place while it is typed, rows.
 * The first column without a width takes what the others leave; columns go as the frame narrows.
 */
#ifndef TUI_VIEWS_COLUMNS_H
#define TUI_VIEWS_COLUMNS_H

#include "app/model.h"
#include "tui/layout.h"

struct column {
    enum msg_id head;
    int cells; /* 0: the one that takes the rest; negative: to the right */
    int from;  /* cells inside from which it is shown */
};

/* columns_line: one line of a table; text NULL: the heads, role NULL: dim. here: the cursor stands
 * on it. */
void columns_line(const struct ui *m, const struct column *c, int n, int y, struct rect in,
                  const char *const *text, const enum role *role, bool here);
/* table_frame: the frame, with what the rows are sorted by. */
void table_frame(const struct ui *m, struct rect body, const char *title, enum msg_id by);
/* table_filter: the first line inside, what filters it. */
void table_filter(const struct ui *m, struct rect in);

#endif
