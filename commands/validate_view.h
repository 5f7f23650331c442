/* validate_view.h - private to validate: the comparison for people, on the screen and as a page. */
#ifndef COMMANDS_VALIDATE_VIEW_H
#define COMMANDS_VALIDATE_VIEW_H

#include "commands/command.h"
#include "engine/validate/validate.h"

/* validate_text: the summary; kind < 0 means all. left: validate_leave_out was run.
 * validate_page: the page docs/accuracy.md; needs validate_leave_out. */
void validate_text(struct run *r, const struct validation *v, int kind, bool left);
void validate_page(struct run *r, const struct validation *v, int kind);

/* A table for either form: cells of one row, then the end of the row. */
struct grid {
    struct str *out;
    bool md;
    const int *width;
    int at;
};
void grid_text(struct grid *g, const char *text);
void grid_share(struct grid *g, double x, enum lang lang); /* "12.3 %", "none" when infinite */
void grid_number(struct grid *g, double x, int places);
void grid_count(struct grid *g, size_t n);
void grid_end(struct grid *g);

/* Summary table of the kinds, shared by both. */
void validate_summary(struct run *r, const struct validation *v, int kind, bool md);
void validate_left_out(struct run *r, const struct validation *v, int kind, bool md);
void validate_worst_rows(struct run *r, const struct validation *v, int kind, bool md);
void validate_lines(struct run *r, const struct validation *v, int kind, const char *bullet);

#endif
