/*
 * command.h - the table of commands and the state of one run. A command is one row of the table in
 * table.c and one function in a file of its own; parser, help and manual are made from the rows.
 *
 * A command writes into run.out and returns; what it wrote goes to standard output or to --out
 * when it is complete, so that nothing half done is ever seen.
 */
#ifndef COMMANDS_COMMAND_H
#define COMMANDS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "app/context.h"
#include "base/str.h"
#include "catalog/db.h"
#include "engine/build/build.h"
#include "engine/job/job.h"
#include "export/export.h"

enum command_bit { /* who takes a flag */
                   IN_SCREEN = 1 << 0,
                   IN_PLAN = 1 << 1,
                   IN_SIZE = 1 << 2,
                   IN_FITS = 1 << 3,
                   IN_OFFERS = 1 << 4,
                   IN_CATALOG = 1 << 5,
                   IN_REFRESH = 1 << 6,
                   IN_CHECK = 1 << 7,
                   IN_EXPLAIN = 1 << 8,
                   IN_VALIDATE = 1 << 9,
                   IN_DOCTOR = 1 << 10,
                   IN_HELP = 1 << 11,
                   IN_JOB = IN_SCREEN | IN_PLAN | IN_SIZE | IN_FITS | IN_CHECK | IN_EXPLAIN |
                            IN_OFFERS,
                   IN_FORMAT = IN_PLAN | IN_SIZE | IN_FITS | IN_OFFERS | IN_CATALOG | IN_REFRESH |
                               IN_CHECK | IN_EXPLAIN | IN_VALIDATE | IN_DOCTOR,
                   IN_ALL = (1 << 12) - 1
};

enum flag_id {
#define FLAG(ID, name, value, where) FLAG_##ID,
#include "commands/flags.def"
#undef FLAG
    FLAG_COUNT
};
struct flag {
    enum flag_id id;
    const char *name;
    const char *value; /* NULL: a switch */
    unsigned where;
    enum msg_id help;
};
extern const struct flag flags[FLAG_COUNT];

struct run;
struct command {
    enum command_bit bit;
    const char *name;    /* "" = the screen */
    const char *usage;   /* behind the name: own arguments and flags, for people */
    enum msg_id summary; /* a line */
    enum msg_id help;    /* a paragraph */
    const char *formats; /* separated by blanks, the first is the default; NULL: none */
    int args_min, args_max;
    bool without_catalog; /* runs without the facts */
    enum err (*run)(struct run *r, struct err_info *e);
};
extern const struct command commands[];
extern const size_t command_count;
const struct command *command_find(const char *name); /* NULL when unknown */

#define ARGS_MAX 64
#define JOB_FLAGS_MAX 128
#define LOCKS_MAX 32

struct cmdline { /* a command line as read; texts point into argv */
    struct app_options app;
    const struct command *command; /* NULL: none was named */
    bool on[FLAG_COUNT];
    const char *value[FLAG_COUNT]; /* NULL: not given, or a switch */
    const char *lock[LOCKS_MAX];
    int lock_n;
    int argc;
    char *const *argv;
    int job[JOB_FLAGS_MAX]; /* places in argv of the flags of the job, in their order */
    int job_n;
    const char *arg[ARGS_MAX];
    int arg_n;
};

/* cmdline_parse: reads argv. ERR_USAGE for unknown commands, flags (with the nearest ones), missing
 * values, too many or too few arguments. */
enum err cmdline_parse(int argc, char *const argv[], struct cmdline *o, struct err_info *e);
/* cmdline_app: common flags alone, whatever else is wrong; so that an error of the command line
 * can be told in the language asked for. */
void cmdline_app(int argc, char *const argv[], struct app_options *out);

struct run {
    const struct cmdline *opt;
    const struct app_env *env;
    struct context *ctx;
    struct arena arena; /* results */
    struct str out;     /* what will be written */
    const char *format; /* word of command->formats, NULL when the command has none */
    enum lang lang;     /* of the output: json and csv speak --lang only */
    struct db_wait wait; /* for the user's own rows */
    int code;           /* exit code when all went well: 0 or 1 */
    const struct plan_file *job_file; /* of --job, less the answers that flags override; or NULL */
};

/* job_read: answers of --job FILE (else of --against) and the flags over it; config's country and
 * currency where neither says any. edits and chosen (64 bytes) may be NULL: then they are not
 * wanted. */
enum err job_read(struct run *r, struct answers *a, struct edits *edits, char *chosen,
                  struct err_info *e);

/* job_read_file: answers, edits and choice of a file alone, with config's country and currency. */
enum err job_read_file(struct run *r, const char *path, struct plan_file *out, struct err_info *e);

/* job_locate: an error about an answer that came from the file of --job gets its line and path. */
void job_locate(const struct run *r, struct err_info *e);

/* run_export_options: what export/ wants to know of this run. run_export_format: of r->format. */
struct export_options run_export_options(const struct run *r);
enum export_format run_export_format(const struct run *r);

/* cli_fail: err_set with up to three strings (NULL ends them), copied, so that they outlive the
 * caller. cli_unknown: the same for a mistyped name; `near` when some of names are near it (their
 * list is then the next argument), `none` when not. */
enum err cli_fail(struct err_info *e, enum err code, enum msg_id id, const char *a, const char *b,
                  const char *c);
enum err cli_unknown(struct err_info *e, const char *name, const char *const *names, size_t n,
                     enum msg_id near, enum msg_id none, const char *where);

#endif
