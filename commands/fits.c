/* fits.c - dlrig fits: which models, methods and formats a machine can do. */
#include "commands/run.h"

enum err command_fits(struct run *r, struct err_info *e)
{
    struct answers a;
    struct export_options o = run_export_options(r);

    enum err rc = job_read(r, &a, NULL, NULL, e);
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
