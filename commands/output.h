/*
 * output.h - where what a command wrote goes: standard output or a file, whole or not at all.
 */
#ifndef COMMANDS_OUTPUT_H
#define COMMANDS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

/* output_write: to path, or to standard output when path is NULL or "-". A reader that has closed
 * the pipe is no error. ERR_EXISTS without force, ERR_IO. */
enum err output_write(const char *path, bool force, const char *bytes, size_t len,
                      struct err_info *e);

/* output_ascii: text with the marks that the program draws (dashes, dots, times, gauges) put into
 * ASCII; letters of any language stay. */
struct str;
void output_ascii(struct str *out, const char *text);

/* output_error: text and a newline to standard error; what cannot be told is dropped. */
void output_error(const char *text);

#endif
