/*
 * vt.h - a terminal in memory with a program in it: libvterm behind a pty. The program sees an
 * ordinary terminal; the test sees its cells, its modes and the bytes that came.
 *
 *     struct vt *t = vt_open(24, 80, (const char *[]){"--lang", "zh", NULL}, NULL);
 *     vt_keys(t, "Enter Enter Down");
 *     assert_true(vt_until(t, "QLoRA", 5000));
 *     vt_close(t);
 */
#ifndef TESTS_TUI_VT_H
#define TESTS_TUI_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/str.h"

struct vt;

/* vt_open: dlrig with the arguments (and --as-of 2026-11-30) in a window of that size and a home of
 * its own. env: "NAME=value" pairs, NULL-ended, over the usual ones; "NAME" alone takes it away. */
struct vt *vt_open(int rows, int cols, const char *const *args, const char *const *env);
void vt_program(const char *path); /* another build of it than dlrig; for all that follow */
void vt_wide(bool on);             /* answers as a terminal whose ambiguous signs take two cells */
void vt_close(struct vt *t);       /* ends the program if it still runs, removes its home */

/* vt_keys: names as in keys.def and "text:abc_d", where _ is a blank; after each the picture has
 * settled. A key that changes nothing costs half a second. */
void vt_keys(struct vt *t, const char *keys);
void vt_send(struct vt *t, const char *bytes);
void vt_settle(struct vt *t);
/* vt_quiet: until every key is read, the program sleeps and nothing comes from it any more; false:
 * it did not come to rest within the limit. */
bool vt_quiet(struct vt *t, int limit_ms);
/* vt_until: reads until the text stands somewhere on the screen. */
bool vt_until(struct vt *t, const char *text, int limit_ms);
void vt_resize(struct vt *t, int rows, int cols);

/* vt_text: the screen as lines without blanks at their ends. */
void vt_text(struct vt *t, struct str *out);
bool vt_has(struct vt *t, const char *text);
/* vt_cell_width: of the character at a place; 0 for the second half of a wide one. */
int vt_cell(struct vt *t, int row, int col, char out[32]);
#define VT_DEFAULT (-1)
struct vt_look {
    int fg, bg; /* 0xRRGGBB, reverse already turned round; VT_DEFAULT the terminal's own */
    bool bold, underline;
};
void vt_look(struct vt *t, int row, int col, struct vt_look *out);
void vt_size(const struct vt *t, int *rows, int *cols);
bool vt_bold(struct vt *t, int row, int col);
bool vt_reverse(struct vt *t, int row, int col);
bool vt_coloured(struct vt *t); /* any cell with a colour of its own */
bool vt_alt_screen(const struct vt *t);
bool vt_cursor_visible(const struct vt *t);
size_t vt_bytes(struct vt *t); /* since the last call */
/* vt_account: what the last bytes were for (since the same call, or vt_bytes). */
struct vt_account {
    size_t text, looks, moves, blanks; /* letters; attributes; cursor; erased and scrolled */
};
struct vt_account vt_account(struct vt *t);
/* vt_told: has the terminal itself been told a string (title, clipboard, device control) so far? */
bool vt_told(const struct vt *t);
bool vt_high_bytes(const struct vt *t); /* any byte above 0x7f so far */

bool vt_modes_kept(const struct vt *t); /* echo, line mode and the rest as before the program */
/* vt_shell: runs a line of shell beside it; its exit code, -1 by signal. */
int vt_shell(const char *line);
pid_t vt_pid(const struct vt *t);
const char *vt_home(const struct vt *t);
void vt_hang_up(struct vt *t); /* the line is dropped */
/* vt_wait: exit status of the program (exit code, or 128 + signal), -1 when it still runs. */
int vt_wait(struct vt *t, int limit_ms);

#endif
