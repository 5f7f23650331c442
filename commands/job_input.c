/* job_input.c - the job of a run: --job FILE, the flags over it, the config below both. */
#include <string.h>

#include "app/model_file.h"
#include "base/file.h"
#include "commands/command.h"
#include "engine/job/flags.h"
#include "engine/job/planfile.h"

static enum err read_file(struct run *r, const char *path, struct plan_file *out,
                          struct err_info *e)
{
    char *text;
    size_t len;

    enum err rc = file_read(&r->arena, path, PLANFILE_MAX_BYTES, &text, &len, e);
    if (rc == ERR_IO && e != NULL) /* a file to read from is the user's input, not our output */
        rc = e->code = ERR_USAGE;
    return rc == OK ? planfile_read(text, len, path, out, e) : rc;
}

static enum err take_config(const struct context *c, struct answers *a, struct err_info *e)
{
    enum err rc = OK;

    if (!a->a[Q_COUNTRY].set && c->country[0] != '\0')
        rc = answers_set(a, Q_COUNTRY, c->country, FROM_DEFAULT, e);
    if (rc == OK && !a->a[Q_CURRENCY].set && c->currency[0] != '\0')
        rc = answers_set(a, Q_CURRENCY, c->currency, FROM_DEFAULT, e);
    return rc;
}

enum err job_read(struct run *r, struct answers *a, struct edits *edits, char *chosen,
                  struct err_info *e)
{
    const struct cmdline *o = r->opt;
    struct plan_file file = {.chosen = ""};
    enum err rc = OK;
    int taken;

    answers_init(&file.answers);
    if (o->on[FLAG_JOB])
        rc = read_file(r, o->value[FLAG_JOB], &file, e);
    for (int i = 0; i < o->job_n && rc == OK; i++)
        rc = flags_take(&file.answers, o->argc, o->argv, o->job[i], &taken, e);
    if (rc == OK)
        rc = take_config(r->ctx, &file.answers, e);
    if (rc == OK)
        rc = model_file_take(&r->ctx->facts, &r->ctx->arena, &file.answers, r->env->xdg.home, e);
    if (rc != OK)
        return rc;
    *a = file.answers;
    if (edits != NULL)
        *edits = file.edits;
    if (chosen != NULL)
        str_copy(chosen, PLANFILE_CHOSEN_MAX, file.chosen);
    return OK;
}
