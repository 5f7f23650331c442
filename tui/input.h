/*
 * input.h - keys as enum key_code (app/keys.h) out of what the terminal sends. Answers of a
 * terminal that come late and sequences that nobody knows are swallowed.
 */
#ifndef TUI_INPUT_H
#define TUI_INPUT_H

#include <stdbool.h>
#include <stdint.h>

void input_setup(void);
/* input_next: the next key waiting; false when there is none. pasted: it was part of a paste. */
bool input_next(int32_t *key, bool *pasted);
void input_mouse(int *y, int *x); /* of the last click */
/* input_answer: the terminal has told the column in which the cursor stood after one character that
 * was drawn at the start of row INPUT_ASK_ROW; once true, then false until the next answer. No key
 * looks like an answer for that row. */
#define INPUT_ASK_ROW 3
bool input_answer(int *column);
void input_paste_mode(bool on);   /* bracketed paste while a field has the focus */

#endif
