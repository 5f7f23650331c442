/*
 * machine_file.h - machines that exist: a parts list in a file or on standard input, the answer to
 * --have, and this machine as the kernel shows it.
 */
#ifndef APP_MACHINE_FILE_H
#define APP_MACHINE_FILE_H

#include "engine/check/list.h"

/* machine_read: the lines of a file, or of standard input ("-"), or of this machine ("this"). home:
 * of "~/", may be NULL. plan as in parts_read. ERR_NOT_FOUND, ERR_USAGE (cannot be read), and the
 * errors of parts_read. */
enum err machine_read(const char *path, const char *plan, const char *home, struct arena *arena,
                      struct parts_list *out, struct err_info *e);

/* machine_of_answer: the lines of an answer to --have ("2x4090", "gpu=..,ram=8x64@4800,psu=1400").
 */
enum err machine_of_answer(const char *text, const struct facts *f, struct arena *arena,
                           struct parts_list *out, struct err_info *e);

/* machine_take: an answer to --have that names a file, "-" or "this" becomes the cards, memory,
 * supply, board and processor found there, so that everything behind sees one form. Other answers
 * stay as they are. */
enum err machine_take(const struct facts *f, const char *home, struct answers *a,
                      struct err_info *e);

#endif
