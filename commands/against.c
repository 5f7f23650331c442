/* against.c - dlrig plan --against FILE: the answer of today beside one that was kept. */
#include "commands/against.h"
#include "base/file.h"
#include "base/json.h"
#include "engine/job/planfile.h"
#include "export/compare.h"

#define DOCUMENT_BYTES (64u << 20)

/* A result as the document that `--format json` prints. */
static enum err document_of(const struct run *r, const struct result *x, struct json_doc **out,
                            struct err_info *e)
{
    struct export_options o = run_export_options(r);
    struct str text;
    str_init(&text, DOCUMENT_BYTES);
    enum err rc = export_plan(EXPORT_JSON, x, &o, &text, e);
    if (rc == OK)
        rc = json_parse(text.p, text.len, DOCUMENT_BYTES, out, e);
    str_free(&text);
    return rc;
}

/* A file that holds a job alone has no figures: both sides then stand at the prices of today. */
static enum err priced_now(struct run *r, const char *path, struct json_doc **out,
                           struct err_info *e)
{
    struct plan_file file;
    struct engine_options opt = {.no_trace = true, .policy = context_policy(r->ctx)};
    enum err rc = job_read_file(r, path, &file, e);
    if (rc != OK)
        return rc;
    opt.edits = &file.edits;
    opt.chosen_id = file.chosen;
    const struct result *x =
        engine_run(&file.answers, &r->ctx->facts, &r->ctx->prices, r->ctx->now, &opt, &r->arena, e);
    return x != NULL ? document_of(r, x, out, e) : e->code;
}

static enum err read_then(struct run *r, const char *path, struct json_doc **out,
                          struct err_info *e)
{
    char *text = NULL;
    size_t len = 0;
    enum err rc = file_read(&r->arena, path, PLANFILE_MAX_BYTES, &text, &len, e);
    if (rc == ERR_IO)
        rc = e->code = ERR_USAGE; /* the user's file, not our output */
    if (rc == OK && (rc = json_parse(text, len, PLANFILE_MAX_BYTES, out, e)) != OK)
        err_where(e, path, e->line, e->path);
    if (rc != OK)
        return rc;
    if (json_get(json_root(*out), "plans") != NULL)
        return compare_check(json_root(*out), path, e);
    json_free(*out);
    *out = NULL;
    return priced_now(r, path, out, e);
}

enum err against_compare(struct run *r, const char *path, const struct result *now,
                         struct err_info *e)
{
    struct export_options o = run_export_options(r);
    struct json_doc *a = NULL, *b = NULL;
    struct compare *c = ARENA_NEW(&r->arena, struct compare);
    if (c == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    enum err rc = read_then(r, path, &a, e);
    if (rc == OK)
        rc = document_of(r, now, &b, e);
    if (rc == OK) {
        compare_plans(json_root(a), json_root(b), c);
        rc = export_compare(run_export_format(r), c, &o, &r->out, e);
    }
    json_free(a);
    json_free(b);
    return rc;
}
