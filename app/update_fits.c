/* update_fits.c - the question turned round: what a machine can do, as a list; a row taken becomes
 * the job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lists.h"
#include "app/update.h"
#include "app/update_parts.h"
#include "base/str.h"
#include "base/text.h"

/* --- which machine ---------------------------------------------------------------------------- */
static bool choose_machine(struct ui *m)
{
    const struct answer *have = &m->doc.answers.a[Q_HAVE];
    const struct plan *p = model_plan(m);
    char *to = m->fits.machine;
    size_t cap = sizeof m->fits.machine;
    if (m->screen == SCREEN_CATALOG)
        return m->browse.tab == BROWSE_CARDS && m->list.cursor < m->card_n &&
               str_copy(to, cap, m->card[m->list.cursor]->id);
    if (have->set && have->text[0] != '\0')
        return str_copy(to, cap, have->text);
    if (p != NULL && p->accel != NULL) {
        snprintf(to, cap, "%dx%s", p->per_node, p->accel->id);
        return true;
    }
    const struct shape *s = m->result != NULL ? &m->result->verdict.shape : NULL;
    if (s != NULL && s->accel != NULL && !s->mixed) { /* the one that was judged */
        snprintf(to, cap, "%dx%s", s->per_node * s->nodes, s->accel->id);
        return true;
    }
    model_say(m, SAY_INFO, MSG_REMEDY_MACHINE, 0);
    return false;
}

void fits_forget(struct ui *m)
{
    arena_reset(&m->fits.arena);
    m->fits.all = NULL;
    m->fits.n = 0;
    if (m->screen == SCREEN_FITS)
        model_pop(m);
}

static void compute(struct ui *m)
{
    struct fits_state *f = &m->fits;
    struct answers a;
    answers_init(&a);
    arena_reset(&f->arena);
    f->all = NULL;
    f->error = (struct err_info){0};
    if (answers_set(&a, Q_HAVE, f->machine, FROM_GIVEN, &f->error) == OK)
        f->all = engine_fits(&a, m->facts, &f->arena, &f->error);
    if (f->all != NULL && f->all->failed)
        f->all = NULL;
}

void fits_open(struct ui *m)
{
    if (!choose_machine(m))
        return;
    compute(m);
    if (m->fits.all == NULL) {
        model_say_error(m, &m->fits.error);
        return;
    }
    model_push(m, SCREEN_FITS);
}

/* --- rows ------------------------------------------------------------------------------------- */
/* What it is sorted by, so that less comes first; unknown goes last. */
static double value_of(const struct fits_row *x, enum fits_sort s)
{
    switch (s) {
    case FITS_BY_SIZE: return -x->model->params_b;
    case FITS_BY_SPEED: return -x->sizing.speed.typical;
    case FITS_BY_MEMORY: return x->sizing.per_gpu_gib.typical;
    case FITS_BY_CONTEXT: return -x->context_max;
    case FITS_BY_NAME:
    case FITS_SORTS: break;
    }
    return 0;
}

struct sorted {
    const struct fits_row *row;
    double value;
    bool by_name;
};

static int before(const void *a, const void *b)
{
    const struct sorted *x = a, *y = b;
    if (x->by_name) {
        int c = strcmp(x->row->model->id, y->row->model->id);
        if (c != 0)
            return c;
    }
    bool kx = known(x->value), ky = known(y->value);
    if (kx != ky)
        return kx ? -1 : 1;
    if (kx && x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->row < y->row ? -1 : x->row > y->row; /* as the engine ordered them */
}

static bool passes(const struct ui *m, const struct fits_row *x, const char *want)
{
    struct str text, row;
    if (want[0] == '\0')
        return true;
    str_init(&text, 2048);
    str_init(&row, 4096);
    str_addf(&text, "%s %s %s %s ", x->model->id, x->model->name ? x->model->name : "",
             x->model->family ? x->model->family : "", x->weights->id);
    str_add(&text, fits_how(m, x));
    text_fold(&row, text.p);
    bool ok = text_has_words(row.p, want);
    str_free(&text);
    str_free(&row);
    return ok;
}

void fits_list(struct ui *m)
{
    struct fits_state *f = &m->fits;
    size_t all = f->all != NULL ? f->all->row_n : 0;
    struct sorted *s = ARENA_ARRAY(&m->lists, struct sorted, all + 1);
    struct str want;
    f->row = ARENA_ARRAY(&m->lists, const struct fits_row *, all + 1);
    f->n = 0;
    str_init(&want, 512);
    text_fold(&want, m->filter);
    for (size_t i = 0; s != NULL && f->row != NULL && i < all; i++) {
        const struct fits_row *x = &f->all->row[i];
        if (passes(m, x, want.p))
            s[f->n++] = (struct sorted){x, value_of(x, f->sort), f->sort == FITS_BY_NAME};
    }
    if (f->n > 1)
        qsort(s, (size_t)f->n, sizeof *s, before);
    for (int i = 0; i < f->n; i++)
        f->row[i] = s[i].row;
    str_free(&want);
    list_set(&m->list, f->n);
}

const char *fits_how(const struct ui *m, const struct fits_row *x)
{
    static const enum msg_id methods[METHOD_COUNT] = {MSG_PANE_FULL, MSG_PANE_LORA, MSG_PANE_QLORA};
    bool serves = x->task == TASK_SERVE || x->task == TASK_BATCH_INFERENCE;
    return msg_text(m->lang, serves                           ? MSG_FITS_SERVE
                             : x->task == TASK_GENERATE_MEDIA ? MSG_FITS_GENERATE
                                                              : methods[x->method]);
}

/* --- a row becomes the job -------------------------------------------------------------------- */
#define ALONE "1" /* requests at once for which the list is made */

/* A job anew with the row's answers; false: they contradict. */
static bool with_row(const struct ui *m, const struct fits_row *x, struct arena *scratch,
                     struct answers *out, struct err_info *e)
{
    struct job job;
    bool serves = x->task == TASK_SERVE || x->task == TASK_BATCH_INFERENCE;
    *out = m->blank;
    if (answers_set(out, Q_TASK, task_word(x->task), FROM_GIVEN, e) != OK ||
        answers_set(out, Q_MODEL, x->model->id, FROM_GIVEN, e) != OK ||
        answers_set(out, Q_HAVE, m->fits.machine, FROM_GIVEN, e) != OK)
        return false;
    if (serves && (answers_set(out, Q_WEIGHTS, x->weights->id, FROM_GIVEN, e) != OK ||
                   answers_set(out, Q_USERS, ALONE, FROM_GIVEN, e) != OK))
        return false;
    if (x->task == TASK_FINETUNE &&
        answers_set(out, Q_METHOD, method_word(x->method), FROM_GIVEN, e) != OK)
        return false;
    return job_resolve(out, m->facts, scratch, &job, e) == OK;
}

/* The machine that was looked at is also the one that is planned: rented or bought, only its cards.
 * Cards of several kinds are no such answer; then the verdict alone is theirs. */
static void only_machine(const struct ui *m, struct arena *scratch, struct answers *a)
{
    const struct shape *s = &m->fits.all->shape;
    struct answers with = *a;
    struct err_info e = {0};
    struct job job;
    char cards[ANSWER_TEXT_MAX];
    if (s->accel == NULL || s->mixed)
        return;
    snprintf(cards, sizeof cards, "%dx%s", s->per_node * s->nodes, s->accel->id);
    if (answers_set(&with, Q_GPU, cards, FROM_GIVEN, &e) == OK &&
        job_resolve(&with, m->facts, scratch, &job, &e) == OK)
        *a = with;
}

static unsigned take(struct ui *m, const struct fits_row *x)
{
    struct answers next;
    struct err_info e = {0};
    arena_reset(&m->scratch);
    if (!with_row(m, x, &m->scratch, &next, &e)) {
        model_say_error(m, &e);
        return 0;
    }
    only_machine(m, &m->scratch, &next);
    m->doc = (struct doc){.answers = next};
    history_commit(m);
    while (model_pop(m))
        ;
    m->screen = SCREEN_PLAN;
    m->focus = PANE_PARTS;
    m->list = (struct list){0};
    model_say(m, SAY_INFO, MSG_PANE_TAKEN, 1,
              ARG_STR(x->model->name ? x->model->name : x->model->id));
    return FX_RECOMPUTE;
}

unsigned update_fits(struct ui *m, enum action a)
{
    if (a == ACT_SORT) {
        m->fits.sort = (enum fits_sort)((m->fits.sort + 1) % FITS_SORTS);
        m->list = (struct list){0};
        m->stale = true;
    }
    return a == ACT_OPEN && m->list.cursor < m->fits.n ? take(m, m->fits.row[m->list.cursor]) : 0;
}
