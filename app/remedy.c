#include "app/remedy.h"

#include <stdio.h>

#include "base/num.h"
#include "base/str.h"

const struct change *remedies(const struct ui *m, int *n)
{
    bool none = m->result != NULL && model_plan(m) == NULL;
    *n = none ? (int)m->result->verdict.change_n : 0;
    return none ? m->result->verdict.change : NULL;
}

/* What differs between two jobs becomes an answer. */
struct taking {
    struct answers *a;
    struct err_info *e;
    bool ok;
};

static void word(struct taking *t, enum question_id q, bool differs, const char *text)
{
    if (differs && t->ok)
        t->ok = answers_set(t->a, q, text, FROM_GIVEN, t->e) == OK;
}

static void figure(struct taking *t, enum question_id q, double was, double now)
{
    char text[48];
    bool same = known(was) && was >= now && was <= now;
    snprintf(text, sizeof text, "%.0f", now);
    word(t, q, known(now) && !same, text);
}

static void format(struct taking *t, enum question_id q, const struct num_format *was,
                   const struct num_format *now)
{
    word(t, q, now != NULL && now != was, now != NULL ? now->id : "");
}

static void job_answers(struct taking *t, const struct job *was, const struct job *now)
{
    word(t, Q_METHOD, was->method != now->method, method_word(now->method));
    if (now->method != METHOD_FULL && now->training)
        figure(t, Q_LORA_RANK, was->lora_rank, now->lora_rank);
    if (was->method == now->method) /* a method brings the format of its weights */
        format(t, Q_WEIGHTS, was->weights, now->weights);
    format(t, Q_KV, was->kv, now->kv);
    word(t, Q_OPTIMIZER, was->optimizer != now->optimizer, optimizer_word(now->optimizer));
    word(t, Q_RECOMPUTE, now->recompute_given && was->recompute != now->recompute,
         recompute_word(now->recompute));
    word(t, Q_SHARDING, now->sharding_given && was->sharding != now->sharding,
         sharding_word(now->sharding));
    word(t, Q_OFFLOAD, was->offload != now->offload, offload_word(now->offload));
    figure(t, Q_MICRO_BATCH, was->micro_batch, now->micro_batch);
    figure(t, Q_CONTEXT, was->context, now->context);
    figure(t, Q_IMAGE_SIZE, was->image_size, now->image_size);
    figure(t, Q_FRAMES, was->frames, now->frames);
    if (was->drafts != DRAFT_NONE && now->drafts == DRAFT_NONE) {
        answers_clear(t->a, Q_DRAFT_MODEL);
        answers_clear(t->a, Q_DRAFT_TOKENS);
        answers_clear(t->a, Q_DRAFT_ACCEPTANCE);
    }
}

/* Other cards than those that were judged: only these are planned then. */
static void cards(struct taking *t, const struct verdict_block *v, const struct shape *now)
{
    char text[ANSWER_TEXT_MAX];
    int n = now->per_node * now->nodes;
    bool same = now->accel == v->shape.accel && n == v->shape.per_node * v->shape.nodes;
    if (now->accel == NULL || (same && v->of == VERDICT_OF_HAVE))
        return;
    snprintf(text, sizeof text, "%dx%s", n, now->accel->id);
    word(t, Q_GPU, !same, text);
    if (v->of == VERDICT_OF_HAVE)
        answers_clear(t->a, Q_HAVE);
}

bool remedy_take(struct ui *m, int at)
{
    int n;
    const struct change *c = remedies(m, &n);
    struct answers next = m->doc.answers;
    struct err_info e = {0};
    struct taking t = {&next, &e, true};
    struct job job;
    if (at < 0 || at >= n)
        return false;
    job_answers(&t, &m->result->job, &c[at].job);
    cards(&t, &m->result->verdict, &c[at].shape);
    arena_reset(&m->scratch);
    if (!t.ok || job_resolve(&next, m->facts, &m->scratch, &job, &e) != OK) {
        model_say_error(m, &e);
        return false;
    }
    struct str what;
    str_init(&what, 1024);
    msg_render(&what, m->lang, &c[at].what);
    model_say(m, SAY_INFO, MSG_REMEDY_TAKEN, 1, ARG_STR(what.p));
    str_free(&what);
    m->doc.answers = next;
    history_commit(m);
    return true;
}
