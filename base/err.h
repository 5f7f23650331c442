/*
 * err.h - error codes and the description that travels with them.
 *
 * Every function that can fail returns enum err (0 is good) and, where the caller can do something
 * with the reason, fills a struct err_info. Errors are the user's or the world's; a programmer's
 * error is BUG(). Text is a message (base/msg.h), never a print.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/msg.h"

enum err {
    OK = 0,
    ERR_USAGE,       /* wrong use: unknown flag, value out of range           exit 2 */
    ERR_SYNTAX,      /* a file does not parse: file and line                  exit 2 */
    ERR_VALUE,       /* a file parses but a value is wrong: file and path     exit 2 */
    ERR_NOT_FOUND,   /* unknown name; suggestions stand in the message        exit 2 */
    ERR_DAMAGED,     /* catalog, price file or own database unreadable        exit 3 */
    ERR_IO,          /* output could not be written                           exit 5 */
    ERR_EXISTS,      /* output exists and --force was not given               exit 5 */
    ERR_LIMIT,       /* larger or deeper than we read                         exit 2 */
    ERR_UNSUPPORTED, /* not there yet; the message says so                    exit 2 */
    ERR_NOMEM
};

struct err_info {
    enum err code;
    struct msg msg;   /* what and what to do, typed arguments */
    char file[256];   /* "" when there is none */
    long line;        /* 0 when there is none; 1-based */
    char path[128];   /* JSON path or column name, "" when there is none */
    char detail[256]; /* copies of strings that msg points to live here */
};

/* err_set: fills *e (NULL allowed) and returns code, so that `return err_set(...)` reads well.
 * String arguments are not copied: pass literals, arena strings, or strings in e->detail. */
enum err err_set(struct err_info *e, enum err code, enum msg_id id, int n, const struct msg_arg *a);

/* err_clear: everything to nothing. err_where: copies the place; NULL and 0 mean none.
 * err_detail: copies text into e->detail and returns it for use as an argument ("" if e is NULL).
 * One struct err_info may be used again without err_clear; every function that fails sets the
 * place anew. */
void err_clear(struct err_info *e);
void err_where(struct err_info *e, const char *file, long line, const char *path);
const char *err_detail(struct err_info *e, const char *text);
/* err_system: what the system says of an errno, as an argument in the reader's language; the rare
 * ones in the words of the C library. */
struct msg_arg err_system(struct err_info *e, int number);

/* err_copy: like an assignment, but arguments that point into *src point into *dst afterwards. */
void err_copy(struct err_info *dst, const struct err_info *src);

/* err_render: appends "file:line: path: text" with the parts that there are, without a newline.
 * A file alone is not repeated: its message names it. */
struct str;
void err_render(struct str *out, enum lang lang, const struct err_info *e);

/* err_exit_code: process exit code of an error, 0..5 (table in the manual). */
int err_exit_code(enum err code);

/* BUG: programmer's error. Calls the hook (the screen restores the terminal there), then aborts. */
#define BUG(what) err_bug(__FILE__, __LINE__, (what))
_Noreturn void err_bug(const char *file, int line, const char *what);
void err_bug_hook(void (*hook)(const char *file, int line, const char *what));

#endif
