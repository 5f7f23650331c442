/*
 * ini.h - config and theme files. The only user of inih. Lines above 190 bytes are refused (inih
 * would cut them silently).
 */
#ifndef BASE_INI_H
#define BASE_INI_H

#include <stddef.h>

#include "base/err.h"

/* ini_read: calls fn for each key, in order, with its line. fn returns OK to go on; another code
 * stops and is returned. Errors: ERR_SYNTAX with file and line. */
typedef enum err ini_fn(void *ctx, const char *section, const char *key, const char *value,
                        long line, struct err_info *e);
enum err ini_read(const char *text, size_t len, const char *file, ini_fn *fn, void *ctx,
                  struct err_info *e);

#endif
