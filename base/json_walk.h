/*
 * json_walk.h - one value at a time out of a large JSON text, without reading it whole: spans of
 * the text, found by their brackets. A span is read with json_parse.
 *
 *     json_walk_check(all, 32, &e)                      once: brackets and quotes match
 *     json_walk_member(all, "offers", &list)
 *     for (json_walk_begin(&w, list); json_walk_next(&w, &key, &item);) ...
 */
#ifndef BASE_JSON_WALK_H
#define BASE_JSON_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct json_span {
    const char *p;
    size_t n;
};

/* json_walk_check: ERR_SYNTAX with the line when the text is cut or has a bracket or text too many;
 * ERR_LIMIT when it is nested deeper than depth. A BOM is skipped: *all begins behind it. */
enum err json_walk_check(struct json_span *all, int depth, struct err_info *e);
/* json_walk_member: the value of a member of an object; the first of several. */
bool json_walk_member(struct json_span object, const char *key, struct json_span *value);

struct json_walk {
    const char *p, *end, *counted;
    long line; /* where the last item begins; the list begins in the line set after _begin, 1 */
    bool object;
};
/* json_walk_begin, json_walk_next: the items of an array or the members of an object, in their
 * order; key (may be NULL) without its quotes, empty in an array. Any other value has no items. */
void json_walk_begin(struct json_walk *w, struct json_span list);
bool json_walk_next(struct json_walk *w, struct json_span *key, struct json_span *item);

/* json_span_text: a string without quotes and escapes, a number as it is written; false for any
 * other value or one that does not fit. */
bool json_span_text(struct json_span s, char *out, size_t cap);
bool json_span_is(struct json_span key, const char *text);

#endif
