#include "app/recompute.h"

#define RESULT_BYTES (64u << 20)

void recompute_init(struct runs *r)
{
    arena_init(&r->side[0], RESULT_BYTES);
    arena_init(&r->side[1], RESULT_BYTES);
    arena_init(&r->preview, RESULT_BYTES);
    arena_init(&r->shop, RESULT_BYTES);
    r->front = 0;
    r->table_n = 0;
}

void recompute_free(struct runs *r)
{
    arena_free(&r->side[0]);
    arena_free(&r->side[1]);
    arena_free(&r->preview);
    arena_free(&r->shop);
}

/* The tables of parts in the currency of a job, made when it is met first. Results point into them:
 * they stay. A job that does not resolve needs none. */
static const struct build_tables *tables_for(struct runs *r, const struct facts *f,
                                             const struct answers *a, struct arena *scratch)
{
    struct err_info ignored = {0};
    struct job job;
    if (job_resolve(a, f, scratch, &job, &ignored) != OK)
        return NULL;
    for (int i = 0; i < r->table_n; i++)
        if (build_tables_serve(r->tables[i], f, job.currency))
            return r->tables[i];
    if (r->table_n == RUN_CURRENCIES)
        return NULL;
    const char *currency = arena_strdup(&r->shop, job.currency);
    const struct build_tables *made =
        currency != NULL ? build_tables_make(f, currency, &r->shop) : NULL;
    if (made != NULL)
        r->tables[r->table_n++] = made;
    return made;
}

enum err recompute_run(struct runs *r, struct ui *m, struct err_info *e)
{
    struct arena *back = &r->side[1 - r->front];
    arena_reset(back);
    struct engine_options o = {
        .chosen_id = m->doc.chosen,
        .edits = &m->doc.edits,
        .tables = tables_for(r, m->facts, &m->doc.answers, back),
        .policy = m->policy,
    };
    const struct result *made =
        engine_run(&m->doc.answers, m->facts, m->prices, m->now, &o, back, e);
    if (made == NULL)
        return e->code != OK ? e->code : err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    r->front = 1 - r->front;
    m->result = made;
    m->preview = NULL;
    m->preview_refused = false;
    return OK;
}

void recompute_preview(struct runs *r, struct ui *m)
{
    arena_reset(&r->preview);
    struct engine_options o = {
        .chosen_id = m->doc.chosen,
        .edits = &m->doc.edits,
        .tables = tables_for(r, m->facts, &m->candidate, &r->preview),
        .policy = m->policy,
        .no_trace = true,
    };
    m->preview =
        engine_run(&m->candidate, m->facts, m->prices, m->now, &o, &r->preview, &m->preview_error);
    m->preview_refused = m->preview == NULL;
}

void recompute_trim(struct runs *r, const struct ui *m)
{
    arena_free(&r->side[1 - r->front]);
    if (m->preview == NULL)
        arena_free(&r->preview);
}
