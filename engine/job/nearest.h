/*
 * nearest.h - the words of a list that a mistyped one may have meant.
 */
#ifndef ENGINE_JOB_NEAREST_H
#define ENGINE_JOB_NEAREST_H

#include <stddef.h>

#include "base/str.h"

typedef const char *nearest_get(size_t i);

/* nearest_words: up to n of the `total` words, best first; words further away than a third of
 * their letters (at least two) are none. Returns how many. */
size_t nearest_words(const char *name, nearest_get *get, size_t total, const char **out, size_t n);

/* nearest_join: "a, b, c". */
void nearest_join(struct str *out, const char *const *words, size_t n);

#endif
