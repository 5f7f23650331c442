/*
 * contract.h - the keys of the JSON that scripts rely on, checked object by object.
 */
#ifndef TESTS_SUPPORT_CONTRACT_H
#define TESTS_SUPPORT_CONTRACT_H

#include "base/json.h"

/* has_keys: obj is an object with exactly the keys of the list (separated by blanks). */
void has_keys(const struct json *obj, const char *keys);
/* at: value at "a.b.0.c"; fails the test when it is not there. */
const struct json *at(const struct json *v, const char *path);
const char *text_at(const struct json *v, const char *path);
double number_at(const struct json *v, const char *path);

/* one_of: the text is one of the words, separated by |. */
void one_of(const char *text, const char *words);
/* banded: low <= typical <= high, all known. */
void banded(const struct json *band);

/* parse_output: what a program printed, as JSON; fails the test when it is none. */
struct json_doc *parse_output(const char *text, size_t len);

void check_envelope(const struct json *root, const char *schema);
void check_verdict(const struct json *verdict);
void check_layout(const struct json *layout);
void check_memory(const struct json *memory);
void check_speed(const struct json *speed);
void check_findings(const struct json *findings);

#endif
