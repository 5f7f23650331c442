/* check.c - dlrig check: judges a parts list, or the machine of --have, and a measured figure. */
#include <stdio.h>
#include <string.h>

#include "app/machine_file.h"
#include "commands/run.h"
#include "engine/job/planfile.h"
#include "export/check.h"

/* The job of the flags, else the one that stands in the JSON file itself (a whole plan). */
static enum err job_of(struct run *r, const struct parts_list *list, struct answers *a,
                       struct err_info *e)
{
    struct plan_file file;
    enum err rc = job_read(r, a, NULL, NULL, e);
    if (rc != OK || list->job_text == NULL || a->a[Q_TASK].set || a->a[Q_MODEL].set)
        return rc;
    rc = planfile_read(list->job_text, list->job_len, list->file, &file, e);
    for (int q = 0; rc == OK && q < Q_COUNT; q++)
        if (!a->a[q].set || a->a[q].from == FROM_DEFAULT)
            a->a[q] = file.answers.a[q];
    return rc;
}

static enum err list_of(struct run *r, struct parts_list *list, struct err_info *e)
{
    const struct cmdline *o = r->opt;
    const char *plan = o->value[FLAG_CHOOSE];
    struct answers a;
    if (o->arg_n > 0)
        return machine_read(o->arg[0], plan, r->env->xdg.home, &r->arena, list, e);
    enum err rc = job_read(r, &a, NULL, NULL, e);
    if (rc != OK)
        return rc;
    if (!a.a[Q_HAVE].set)
        return cli_fail(e, ERR_USAGE, MSG_CHECK_NEEDS_MACHINE, NULL, NULL, NULL);
    return machine_of_answer(a.a[Q_HAVE].text, &r->ctx->facts, &r->arena, list, e);
}

enum err command_check(struct run *r, struct err_info *e)
{
    const struct cmdline *o = r->opt;
    struct export_options eo = run_export_options(r);
    struct check_options co = {.policy = context_policy(r->ctx)};
    struct parts_list list;
    struct measured measured;
    struct answers a;
    enum err rc = OK;

    if (o->on[FLAG_MEASURED]) {
        rc = measured_parse(o->value[FLAG_MEASURED], &r->arena, &measured, e);
        co.measured = &measured;
    }
    if (rc == OK)
        rc = list_of(r, &list, e);
    if (rc == OK)
        rc = parts_resolve(&list, &r->ctx->facts, &r->arena, e);
    if (rc == OK)
        rc = job_of(r, &list, &a, e);
    if (rc == OK)
        rc = context_offers_for(r->ctx, &a, e);
    if (rc != OK)
        return rc;
    const struct check_result *c =
        check_run(&a, &list, &r->ctx->prices, r->ctx->now, &co, &r->arena, e);
    if (c == NULL)
        return e->code;
    if (c->failed)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    r->code = c->plan.errors > 0 || (c->job_given && c->verdict.word == VERDICT_DOES_NOT_FIT);
    eo.facts = list.facts;
    return export_check(run_export_format(r), c, &eo, &r->out, e);
}
