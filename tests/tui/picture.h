/*
 * picture.h - the screen of an emulated terminal as a drawing, colours and all.
 */
#ifndef TESTS_TUI_PICTURE_H
#define TESTS_TUI_PICTURE_H

#include "tui/vt.h"

/* picture_svg: appends one SVG document, 9 x 18 units a cell. */
void picture_svg(struct vt *t, struct str *out);

#endif
