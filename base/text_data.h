/*
 * text_data.h - character tables that utf8proc does not have. For base/text.c and text_wrap.c.
 */
#ifndef BASE_TEXT_DATA_H
#define BASE_TEXT_DATA_H

#include <stddef.h>
#include <stdint.h>

struct text_range {
    int32_t first, last;
};
extern const struct text_range text_ambiguous[];
extern const size_t text_ambiguous_count;

#endif
