/* fits.c - dlrig fits: which models, methods and formats a machine can do. */
#include <string.h>

#include "base/str.h"
#include "commands/run.h"

/* Is the question answered by a flag, not by the file of --job? */
static bool by_flag(const struct cmdline *o, enum question_id id)
{
    const char *name = question_get(id)->name;
    size_t n = strlen(name);

    for (int i = 0; i < o->job_n; i++) {
        const char *word = o->argv[o->job[i]] + 2;
        if (strncmp(word, name, n) == 0 && (word[n] == '=' || word[n] == '\0'))
            return true;
    }
    return false;
}

/* One machine is judged: a flag wins over the file, two flags contradict each other. */
static enum err choose_machine(const struct run *r, struct answers *a, struct err_info *e)
{
    bool card = by_flag(r->opt, Q_GPU), machine = by_flag(r->opt, Q_HAVE);

    if (card && machine)
        return cli_fail(e, ERR_USAGE, MSG_FITS_TWICE, NULL, NULL, NULL);
    if (card)
        answers_clear(a, Q_HAVE);
    return OK;
}

enum err command_fits(struct run *r, struct err_info *e)
{
    struct answers a;
    struct export_options o = run_export_options(r);

    enum err rc = job_read(r, &a, NULL, NULL, e);
    if (rc == OK)
        rc = choose_machine(r, &a, e);
    if (rc != OK)
        return rc;
    const struct fits_result *f = engine_fits(&a, &r->ctx->facts, &r->arena, e);
    if (f == NULL)
        return e->code;
    if (f->failed)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    r->code = f->row_n == 0;
    return export_fits(run_export_format(r), f, &o, &r->out, e);
}
