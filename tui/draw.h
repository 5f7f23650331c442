/*
 * draw.h - every cell on the screen passes here: text is cleaned, measured and clipped, roles
 * become attributes, frames and bars take the glyphs that the terminal can show. Nothing outside
 * tui/ knows ncurses, and inside tui/ only screen.c, input.c and draw.c do.
 */
#ifndef TUI_DRAW_H
#define TUI_DRAW_H

#include <stdbool.h>

#include "app/theme.h"
#include "base/msg.h"
#include "tui/layout.h"

enum glyph_set { GLYPHS_UNICODE, GLYPHS_ACS, GLYPHS_ASCII };

enum glyph {
    G_H,
    G_V,
    G_TL,
    G_TR,
    G_BL,
    G_BR,
    G_LT, /* where a frame shares a line with the one above */
    G_RT,
    G_POINTER, /* the row with the cursor */
    G_FILL_1,  /* parts of a stacked bar */
    G_FILL_2,
    G_FILL_3,
    G_FILL_4,
    G_FILL_5,
    G_FREE,
    G_UP, /* more above, below */
    G_DOWN,
    G_COUNT
};

/* draw_setup: after the screen is up, and when the settings change. only_ascii: nothing else may
 * leave. ascii_marks: frames, bars and signs are ASCII, while letters of any script stay.
 * draw_is_ascii: either of them. */
void draw_setup(enum glyph_set set, bool only_ascii, bool ascii_marks);
void draw_theme(const struct theme *t, bool colours_wanted);
bool draw_is_ascii(void);

void draw_begin(void); /* empties the picture */
/* draw_lines: nothing is drawn but in the lines from y to before end, for what begins or ends out
 * of sight; draw_all_lines ends it. */
void draw_lines(int y, int end);
void draw_all_lines(void);

/* draw_text: at most `cells` cells, cut with an ellipsis; returns cells used. */
int draw_text(int y, int x, int cells, enum role role, const char *text);
/* draw_pad: text in exactly `cells` cells; align -1 left, 0 centre, 1 right. */
void draw_pad(int y, int x, int cells, int align, enum role role, const char *text);
int draw_id(int y, int x, int cells, enum role role, enum lang lang, enum msg_id id);
int draw_msg(int y, int x, int cells, enum role role, enum lang lang, const struct msg *m);
/* draw_wrap: text over up to `lines` lines; returns lines used. The last one is cut. */
int draw_wrap(int y, int x, int cells, int lines, enum role role, const char *text);
void draw_glyph(int y, int x, enum role role, enum glyph g);
void draw_fill(struct rect r, enum role role);
/* draw_role: gives cells that are there another role (the row with the cursor). */
void draw_role(int y, int x, int cells, enum role role);
/* draw_cursor: the bar over what names the row with the cursor: the sign for it and so many cells.
 * The rest of the row stays as it is, so that a move costs the line two names and not two rows. */
void draw_cursor(int y, int x, int cells, enum role role);
/* Looks of a frame. One that stands alone has no focus to show, and its lines are those of the
 * text, as are the sides of any frame over the whole width: a row that scrolls in begins and ends
 * with them, and to change the look twice costs more than a third of the row. */
enum frame_look { FRAME_AWAY, FRAME_FOCUS, FRAME_ALONE };
/* draw_frame: box with a title and, at the right, a note; both may be NULL. */
void draw_frame(struct rect r, enum frame_look look, const char *title, const char *note);
/* draw_joint: the upper corners of a frame whose first line is the last one of the frame above. */
void draw_joint(struct rect r, enum frame_look look);
/* draw_foot: a note in the lower border of a frame, where there is room for all of it. */
void draw_foot(struct rect r, enum frame_look look, const char *note);
/* draw_more: arrows in the frame when a list goes on above or below; in its upper and lower border,
 * so that the terminal can scroll the rows between them, and in the look of the text. */
void draw_more(struct rect frame, bool above, bool below);
/* draw_bar: bar of `cells` for value of full; unknown or no width draws nothing of it. */
void draw_bar(int y, int x, int cells, double value, double full, enum role role);
/* draw_dots: a cell of 2 x 4 dots, bits as in braille (1 2 4 64 left, 8 16 32 128 right); elsewhere
 * the character `as`. */
void draw_dots(int y, int x, enum role role, unsigned bits, char as);
void draw_caret(int y, int x); /* where the cursor of the terminal stands; hidden if never called */
bool draw_caret_get(int *y, int *x);

#endif
