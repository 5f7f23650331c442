/* cmdline.c - the command line: common flags anywhere, the flags of the command, the job. */
#include <string.h>

#include "base/str.h"
#include "commands/command.h"
#include "engine/job/flags.h"

#define NAMES_MAX ((size_t)FLAG_COUNT + Q_COUNT)

struct parser {
    struct cmdline *o;
    int argc, at;
    char *const *argv;
    unsigned where; /* bit of the command, IN_SCREEN before one is named */
    struct answers scratch;
    struct err_info *e;
};

static bool flag_is(const struct flag *f, const char *name, size_t n)
{
    return strlen(f->name) == n && strncmp(f->name, name, n) == 0;
}

/* The flag of this name that the command takes; NULL when it takes none. */
static const struct flag *flag_find(const char *name, size_t n, unsigned where)
{
    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags[i].where & where) != 0 && flag_is(&flags[i], name, n))
            return &flags[i];
    }
    return NULL;
}

static void keep(struct cmdline *o, const struct flag *f, const char *value)
{
    struct app_options *a = &o->app;

    o->on[f->id] = true;
    o->value[f->id] = value;
    switch (f->id) {
    case FLAG_LANG: a->lang = value; break;
    case FLAG_AS_OF: a->as_of = value; break;
    case FLAG_THEME: a->theme = value; break;
    case FLAG_CONFIG: a->config = value; break;
    case FLAG_DATA_DIR: a->data_dir = value; break;
    case FLAG_OFFLINE: a->offline = true; break;
    case FLAG_PLAIN: a->plain = true; break;
    case FLAG_ASCII: a->ascii = true; break;
    default: break;
    }
}

void cmdline_app(int argc, char *const argv[], struct app_options *out)
{
    struct cmdline o = {0};

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        if (str_eq(name, "--"))
            break;
        if (!str_starts(name, "--"))
            continue;
        name += 2;
        size_t n = strcspn(name, "=");
        const struct flag *f = flag_find(name, n, IN_ALL & ~IN_JOB);
        if (f == NULL || f->where != IN_ALL)
            continue;
        const char *value = name[n] == '=' ? name + n + 1 : f->value == NULL ? "" : argv[i + 1];
        if (value != NULL)
            keep(&o, f, value);
    }
    *out = o.app;
}

/* --- faults ---------------------------------------------------------------------------------- */
static enum err unknown_flag(struct parser *p, const char *name, size_t n)
{
    const char *names[NAMES_MAX];
    char bare[64];
    size_t count = 0;
    const char *command = p->o->command != NULL ? p->o->command->name : "";

    for (int i = 0; i < FLAG_COUNT; i++) {
        if ((flags[i].where & p->where) != 0)
            names[count++] = flags[i].name;
    }
    for (int i = 0; i < Q_COUNT && (p->where & IN_JOB) != 0; i++)
        names[count++] = question_get((enum question_id)i)->name;
    struct str text;
    str_init(&text, sizeof bare - 1);
    str_addn(&text, name, n < sizeof bare ? n : sizeof bare - 1);
    str_copy(bare, sizeof bare, text.p);
    str_free(&text);
    bool elsewhere = flag_find(name, n, IN_ALL) != NULL || question_find(bare) != NULL;
    if (elsewhere && *command != '\0')
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_NOT_HERE, bare, command, NULL);
    if (elsewhere)
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_NEEDS_COMMAND, bare, NULL, NULL);
    return cli_unknown(p->e, bare, names, count, MSG_OPT_UNKNOWN_NEAR, MSG_OPT_UNKNOWN, NULL);
}

static enum err unknown_command(struct parser *p, const char *name)
{
    const char *names[32];
    size_t n = 0;

    for (size_t i = 0; i < command_count && n < sizeof names / sizeof names[0]; i++)
        names[n++] = commands[i].name;
    return cli_unknown(p->e, name, names, n, MSG_OPT_COMMAND_NEAR, MSG_OPT_COMMAND, NULL);
}

/* --- one word after the other ---------------------------------------------------------------- */
/* A flag of ours; *taken false when it is none. */
static enum err take_flag(struct parser *p, bool *taken)
{
    const char *name = p->argv[p->at] + 2;
    size_t n = strcspn(name, "=");
    const struct flag *f = flag_find(name, n, p->where);
    const char *value = name[n] == '=' ? name + n + 1 : NULL;

    *taken = f != NULL;
    if (f == NULL)
        return OK;
    if (f->value == NULL && value != NULL)
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_NO_VALUE, f->name, NULL, NULL);
    if (f->value != NULL && value == NULL) {
        value = p->at + 1 < p->argc ? p->argv[p->at + 1] : NULL;
        if (value == NULL || str_starts(value, "--"))
            return cli_fail(p->e, ERR_USAGE, MSG_OPT_VALUE, f->name, f->value, NULL);
        p->at++;
    }
    if (f->value != NULL && *value == '\0')
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_VALUE, f->name, f->value, NULL);
    if (f->id == FLAG_LOCK) {
        if (p->o->lock_n == LOCKS_MAX)
            return cli_fail(p->e, ERR_USAGE, MSG_OPT_MANY, f->name, NULL, NULL);
        p->o->lock[p->o->lock_n++] = value;
    }
    keep(p->o, f, value);
    return OK;
}

static enum err take_job(struct parser *p, bool *taken)
{
    int used = 0;
    enum err rc = OK;

    *taken = false;
    if ((p->where & IN_JOB) == 0)
        return OK;
    rc = flags_take(&p->scratch, p->argc, p->argv, p->at, &used, p->e);
    if (rc != OK || used == 0)
        return rc;
    if (p->o->job_n == JOB_FLAGS_MAX)
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_MANY, p->argv[p->at] + 2, NULL, NULL);
    p->o->job[p->o->job_n++] = p->at;
    p->at += used - 1;
    *taken = true;
    return OK;
}

static enum err take_word(struct parser *p, const char *word)
{
    struct cmdline *o = p->o;

    if (o->command == NULL) {
        o->command = command_find(word);
        if (o->command == NULL || *word == '\0')
            return unknown_command(p, word);
        p->where = (unsigned)o->command->bit;
        if (o->job_n > 0 && (p->where & IN_JOB) == 0)
            return cli_fail(p->e, ERR_USAGE, MSG_OPT_NOT_HERE, p->argv[o->job[0]] + 2, word, NULL);
        return OK;
    }
    if (o->arg_n >= o->command->args_max || o->arg_n == ARGS_MAX)
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_EXTRA, word, o->command->name, NULL);
    o->arg[o->arg_n++] = word;
    return OK;
}

static enum err take_next(struct parser *p, bool *only_words)
{
    const char *word = p->argv[p->at];
    bool taken = false;

    if (*only_words || word[0] != '-' || word[1] == '\0')
        return take_word(p, word);
    if (str_eq(word, "--")) {
        *only_words = true;
        return OK;
    }
    if (str_eq(word, "-h")) {
        keep(p->o, &flags[FLAG_HELP], NULL);
        return OK;
    }
    if (word[1] != '-') /* no other single letters */
        return cli_fail(p->e, ERR_USAGE, MSG_OPT_SHORT, word, NULL, NULL);
    enum err rc = take_flag(p, &taken);
    if (rc == OK && !taken)
        rc = take_job(p, &taken);
    if (rc == OK && !taken)
        rc = unknown_flag(p, word + 2, strcspn(word + 2, "="));
    return rc;
}

enum err cmdline_parse(int argc, char *const argv[], struct cmdline *o, struct err_info *e)
{
    struct parser p = {.o = o, .argc = argc, .argv = argv, .where = IN_SCREEN, .e = e};
    bool only_words = false;
    enum err rc = OK;

    memset(o, 0, sizeof *o);
    o->argc = argc;
    o->argv = argv;
    answers_init(&p.scratch);
    for (p.at = 1; p.at < argc && rc == OK; p.at++)
        rc = take_next(&p, &only_words);
    if (rc != OK || o->on[FLAG_HELP] || o->on[FLAG_VERSION])
        return rc;
    if (o->command != NULL && o->arg_n < o->command->args_min)
        return cli_fail(e, ERR_USAGE, MSG_OPT_FEW, o->command->name, o->command->usage, NULL);
    return OK;
}
