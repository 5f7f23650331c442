/* job_input.c - the job of a run: --job FILE (- is standard input), the flags over it, the config
 * below both. */
#include <string.h>

#include "app/machine_file.h"
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

    bool input = str_eq(path, "-");
    enum err rc = input ? file_read_input(&r->arena, PLANFILE_MAX_BYTES, &text, &len, e)
                        : file_read(&r->arena, path, PLANFILE_MAX_BYTES, &text, &len, e);
    if (rc == ERR_IO && e != NULL) /* a file to read from is the user's input, not our output */
        rc = e->code = ERR_USAGE;
    return rc == OK ? planfile_read(text, len, input ? "stdin" : path, out, e) : rc;
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

/* The file that the job begins with: --job, else what --against names. */
static const char *job_path(const struct cmdline *o)
{
    return o->on[FLAG_JOB] ? o->value[FLAG_JOB] : o->value[FLAG_AGAINST];
}

/* Keeps where each answer stands in the file, but for those that a flag has overridden. */
static void remember_places(struct run *r, const struct plan_file *file)
{
    const struct cmdline *o = r->opt;
    struct plan_file *kept = job_path(o) != NULL ? ARENA_NEW(&r->arena, struct plan_file) : NULL;
    if (kept == NULL)
        return;
    *kept = *file;
    for (int i = 0; i < o->job_n; i++) {
        char name[64];
        const char *word = o->argv[o->job[i]];
        word += strspn(word, "-");
        size_t n = strcspn(word, "=");
        str_copy(name, n < sizeof name ? n + 1 : sizeof name, word);
        const struct question *q = question_find(name);
        if (q != NULL)
            kept->line[q->id] = 0;
    }
    r->job_file = kept;
}

void job_locate(const struct run *r, struct err_info *e)
{
    struct str text;
    const struct plan_file *file = r->job_file;
    if (file == NULL || e->line > 0 || e->path[0] != '\0' || err_exit_code(e->code) != 2)
        return;
    str_init(&text, 1024);
    msg_render(&text, LANG_EN, &e->msg);
    char name[64], path[128];
    size_t n = text.p != NULL ? strcspn(text.p, ":") : 0;
    str_copy(name, n < sizeof name ? n + 1 : sizeof name, text.p != NULL ? text.p : "");
    str_free(&text);
    const struct question *q = question_find(name);
    if (q == NULL || file->line[q->id] == 0)
        return;
    str_copy(path, sizeof path, str_empty(file->under) ? "" : "job.");
    str_copy(path + strlen(path), sizeof path - strlen(path), q->name);
    err_where(e, job_path(r->opt), file->line[q->id], path);
}

enum err job_read_file(struct run *r, const char *path, struct plan_file *out, struct err_info *e)
{
    enum err rc = read_file(r, path, out, e);
    if (rc == OK)
        rc = take_config(r->ctx, &out->answers, e);
    if (rc == OK)
        rc = model_file_take(&r->ctx->facts, &r->ctx->arena, &out->answers, r->env->xdg.home, e);
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
    if (job_path(o) != NULL)
        rc = read_file(r, job_path(o), &file, e);
    for (int i = 0; i < o->job_n && rc == OK; i++)
        rc = flags_take(&file.answers, o->argc, o->argv, o->job[i], &taken, e);
    if (rc == OK)
        rc = take_config(r->ctx, &file.answers, e);
    if (rc == OK)
        rc = model_file_take(&r->ctx->facts, &r->ctx->arena, &file.answers, r->env->xdg.home, e);
    if (rc == OK)
        rc = machine_take(&r->ctx->facts, r->env->xdg.home, &file.answers, e);
    remember_places(r, &file);
    if (rc != OK)
        return rc;
    *a = file.answers;
    if (edits != NULL)
        *edits = file.edits;
    if (chosen != NULL)
        str_copy(chosen, PLANFILE_CHOSEN_MAX, file.chosen);
    return OK;
}
