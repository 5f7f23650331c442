/*
 * num_words.h - the words that may stand behind a number: units and currencies. For num_read.c.
 */
#ifndef BASE_NUM_WORDS_H
#define BASE_NUM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/num.h"

struct num_word {
    unsigned units; /* bits of enum num_unit it belongs to */
    const char *text;
    bool exact; /* upper and lower case differ in meaning */
    int exp10;
    double factor;
};

/* num_word_find: the word of unit that text is, exact spelling before other case; NULL if none. */
const struct num_word *num_word_find(enum num_unit unit, const char *text);

/* num_currency_at: bytes of the currency (sign, word or ISO code) at the start of s, 0 if none; iso
 * gets its code. */
size_t num_currency_at(const char *s, char iso[4]);

#endif
