/*
 * field.h - one line of text being typed: caret, readline keys, pasted text cleaned. While a field
 * has the focus every printable key is text.
 */
#ifndef APP_FIELD_H
#define APP_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FIELD_BYTES 256
struct field {
    char text[FIELD_BYTES];
    size_t caret;             /* byte offset, on a cluster border */
    char killed[FIELD_BYTES]; /* what was cut last; Ctrl-Y puts it back */
    bool
        offered; /* the text is a suggestion: what is typed replaces it, a movement takes it over */
};

void field_set(struct field *f, const char *text);   /* caret at the end */
void field_offer(struct field *f, const char *text); /* the same, as a suggestion */
/* field_key: true when the key was taken (changed or moved the caret). */
bool field_key(struct field *f, int32_t key);
/* field_insert: a character; refused when it does not fit or is a control character. */
bool field_insert(struct field *f, int32_t cp);

#endif
