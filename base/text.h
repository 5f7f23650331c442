/*
 * text.h - UTF-8 text for a terminal: clean, measure, clip, wrap, pad. The only user of utf8proc.
 * Widths are terminal cells; ambiguous width is 1 unless text_ambiguous_wide(true) was called.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

/* text_next: decodes one code point at *p (advances), 0 at the end, U+FFFD for a bad sequence. */
int32_t text_next(const char **p);
bool text_valid(const char *s); /* valid UTF-8 without NUL */
/* text_valid_bytes: length of the valid UTF-8 without NUL at the start of the len bytes. */
size_t text_valid_bytes(const char *s, size_t len);
/* text_clean: appends s without control characters, escapes, bidi controls; bad bytes U+FFFD.
 * Tabs and newlines become blanks; at most two combining marks stay, composed; variation
 * selectors and skin tones go, since terminals disagree about their width. */
void text_clean(struct str *out, const char *s);
/* text_clean_buf: the same into a fixed buffer, cut between clusters; false when it was cut. */
bool text_clean_buf(char *dst, size_t cap, const char *s);
int text_width(const char *s); /* cells of the cleaned text */
int text_width_cp(int32_t cp); /* 0, 1 or 2 */
/* text_clip: appends at most `cells` cells; when it cuts, the last cell is an ellipsis
 * ('…', or "~" if ascii). Returns cells used. Never splits a cluster. */
int text_clip(struct str *out, const char *s, int cells, bool ascii);
/* text_pad: text_clip then blanks up to cells; align <0 left, 0 centre, >0 right. */
void text_pad(struct str *out, const char *s, int cells, int align, bool ascii);
/* text_wrap: length in bytes of the first line of s that fits `cells`; breaks at blanks and
 * between CJK characters, never before closing marks nor after opening ones. *skip = blanks
 * (and newline) to jump over. A newline ends the line; an empty line is 0 bytes with *skip > 0, the
 * end of the text 0 bytes with *skip 0. A word longer than the line is cut. */
size_t text_wrap(const char *s, int cells, size_t *skip);
size_t text_cluster(const char *s);             /* bytes of the first grapheme cluster, 0 at end */
int text_cluster_width(const char *s);          /* its cells */
void text_fold(struct str *out, const char *s); /* case fold for searching */
/* text_has_words: each word of `words` (set apart by blanks) stands somewhere in `row`; both
 * folded. No words: true. */
bool text_has_words(const char *row, const char *words);
/* text_like: a word of `row` (set apart by blanks or -) is near `want`: at most two letters differ.
 * Both folded; want of four letters or more. */
bool text_like(const char *row, const char *want);
/* text_distance: edit distance of folded ASCII-ish strings (nearest names), at most max+1. */
int text_distance(const char *a, const char *b, int max);
void text_ambiguous_wide(bool wide);
bool text_is_ambiguous_wide(void);

#endif
