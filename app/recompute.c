#include "app/recompute.h"

#define RESULT_BYTES (64u << 20)

void recompute_init(struct runs *r)
{
    arena_init(&r->side[0], RESULT_BYTES);
    arena_init(&r->side[1], RESULT_BYTES);
    arena_init(&r->preview, RESULT_BYTES);
    r->front = 0;
}

void recompute_free(struct runs *r)
{
    arena_free(&r->side[0]);
    arena_free(&r->side[1]);
    arena_free(&r->preview);
}

enum err recompute_run(struct runs *r, struct ui *m, struct err_info *e)
{
    struct arena *back = &r->side[1 - r->front];
    arena_reset(back);
    struct engine_options o = {.chosen_id = m->doc.chosen, .edits = &m->doc.edits};
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
        .chosen_id = m->doc.chosen, .edits = &m->doc.edits, .no_trace = true};
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
