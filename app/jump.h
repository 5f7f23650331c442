/*
 * jump.h - to the next row of a long list that begins with a character, round the end.
 */
#ifndef APP_JUMP_H
#define APP_JUMP_H

#include "app/model.h"

/* list_row_text: what a row of the list on the screen is called; "" when it has no name. */
void list_row_text(const struct ui *m, int row, struct str *out);
/* list_row_value: what y copies of a row: the answer of a line of the job, the finding with its
 * remedy, else what the row is called. */
void list_row_value(const struct ui *m, int row, struct str *out);
/* jump_to: false when no row begins so; the cursor then stays. */
bool jump_to(struct ui *m, int32_t key);

#endif
