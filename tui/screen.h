/*
 * screen.h - the terminal itself: set up, given back, sized, suspended; restored even when the
 * program dies. The only file that starts or ends curses.
 */
#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdbool.h>

#include "app/context.h"

struct screen_info {
    bool utf8;         /* the terminal takes UTF-8 */
    bool fallback;     /* TERM was unknown; a common entry is used in its place */
    const char *entry; /* terminfo entry in use */
    bool colours;      /* wanted: NO_COLOR is not set */
};

/* screen_open: false when there is no terminal or it cannot move its cursor (dumb). want_utf8: the
 * language needs more than ASCII. */
bool screen_open(const struct context *c, bool want_utf8, struct screen_info *out);
void screen_close(void);
/* screen_signs: the glyphs that the terminal can show and the user wants. ascii: plain frames and
 * signs, and in English nothing else. wide: ambiguous characters take two cells here. */
void screen_signs(const struct screen_info *info, bool ascii, bool wide, bool english);
/* screen_ask_width: draws a sign of ambiguous width where the picture will stand and asks where the
 * cursor is; the answer comes as input (tui/input.h), however late. Before the first picture. */
void screen_ask_width(const struct screen_info *info);
void screen_mouse(bool on); /* clicks and the wheel; off, the terminal selects text as ever */
void screen_size(int *rows, int *cols);
void screen_resize(void); /* asks the kernel and tells curses */
void screen_show(void);   /* puts the picture out: one doupdate */
/* screen_scroll: moves rows of the picture up (by > 0) or down; what comes in is blank. After
 * screen_show and before the next picture. */
void screen_scroll(int top, int rows, int by);
void screen_redraw(void);  /* everything anew */
void screen_suspend(void); /* gives the terminal back, stops, and takes it again */
bool screen_gone(void);    /* nobody at the other end any more */

#endif
