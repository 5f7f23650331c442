/* size.c - dlrig size: what a job needs, on given cards or as a table without them. */
#include "commands/run.h"

static bool has_error(const struct finding *f, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (f[i].severity == SEV_ERROR)
            return true;
    }
    return false;
}

/* The answer is no when none of the cards does it, or an error stands against all that could. */
static bool is_no(const struct size_result *s)
{
    if (s->item_n == 0)
        return s->row_n == 0;
    for (size_t i = 0; i < s->item_n; i++) {
        const struct size_item *it = &s->item[i];
        if (it->sizing.verdict != VERDICT_DOES_NOT_FIT && !has_error(it->finding, it->finding_n) &&
            (s->item_n > 1 || !has_error(s->verdict.finding, s->verdict.finding_n)))
            return false;
    }
    return true;
}

enum err command_size(struct run *r, struct err_info *e)
{
    struct answers a;
    struct export_options o = run_export_options(r);

    enum err rc = job_read(r, &a, NULL, NULL, e);
    if (rc != OK)
        return rc;
    if (!a.a[Q_TASK].set && !a.a[Q_MODEL].set)
        return cli_fail(e, ERR_USAGE, MSG_SIZE_NEEDS, NULL, NULL, NULL);
    const struct size_result *s =
        engine_size(&a, &r->ctx->facts, &r->ctx->prices, r->ctx->now, &r->arena, e);
    if (s == NULL)
        return e->code;
    if (s->failed)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    r->code = is_no(s);
    return export_size(run_export_format(r), s, &o, &r->out, e);
}
