/*
 * changes_together.c - two changes at once: a way to hold less, on more or other cards or with a
 * shorter context on those at hand.
 *
 * Each way keeps a row of texts; for each the least hardware that holds the job is looked for: more
 * of the cards at hand, then other cards of the same stack by their memory in all, and only where
 * neither is enough several machines.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/changes.h"

struct way {
    struct job job;
    enum msg_id here, over; /* texts: on cards of one machine, on several machines */
    enum msg_id effect;
    struct msg_arg extra; /* {3}: rank, format */
};

static bool offer_on(struct changes *l, const struct way *w, const struct shape *s)
{
    struct msg_arg n = ARG_INT(s->per_node), card = ARG_STR(accel_label(s->accel));
    struct msg what = s->nodes > 1 ? msg_make(w->over, 4, n, card, w->extra, ARG_INT(s->nodes))
                                   : msg_make(w->here, 3, n, card, w->extra);
    bool blind = s->nodes > 1 && !known(s->net_gbps);
    return change_offer(l, &w->job, s, what, blind ? MSG_SZ_EFFECT_TELL_NETWORK : w->effect);
}

/* More of the cards at hand, in one machine. */
static bool more_of_these(struct changes *l, const struct way *w)
{
    if (l->shape->nodes > 1 || l->shape->mixed)
        return false;
    for (int n = 2; n <= MORE_CARDS_MAX; n *= 2) {
        struct shape s = change_shape(l, l->shape->accel, n, 1);
        if (n > l->shape->per_node && offer_on(l, w, &s))
            return true;
    }
    return false;
}

/* Memory of n cards in GiB when they may be proposed, else 0. */
static double held(const struct changes *l, const struct accel *a, int n)
{
    bool fit = known(a->usable_gib) && a != l->shape->accel && change_on_sale(l->job, a) &&
               str_eq(a->stack, l->shape->accel->stack);
    return fit ? a->usable_gib * n : 0;
}

/* Other cards, least memory in all first; of equal memory fewer cards. The total of a step is above
 * that of the step before, so that the walk ends. */
static bool other_cards(struct changes *l, const struct way *w)
{
    struct shape one = shape_of(l->shape->accel, 1, 1);
    double at = fmax(l->shape->accel->usable_gib * l->shape->per_node * l->shape->nodes,
                     size_floor_gib(&w->job, l->f, &one) - 1);
    while (known(at)) {
        const struct accel *best = NULL;
        int best_n = 0;
        double best_gib = 0;
        for (size_t i = 0; i < l->f->accel_n; i++)
            for (int n = 1; n <= MORE_CARDS_MAX; n *= 2) {
                double gib = held(l, &l->f->accel[i], n);
                if (gib > at + 0.5 && (best == NULL || gib < best_gib - 0.01 ||
                                       (gib < best_gib + 0.01 && n < best_n))) {
                    best = &l->f->accel[i];
                    best_n = n;
                    best_gib = gib;
                }
            }
        if (best == NULL)
            break;
        struct shape s = change_shape(l, best, best_n, 1);
        if (offer_on(l, w, &s))
            return true;
        at = best_gib;
    }
    return false;
}

/* Machines of eight cards: of those at hand, else of the largest card of the stack. */
static bool machines(struct changes *l, const struct way *w)
{
    const struct accel *largest = l->shape->accel;
    for (size_t i = 0; i < l->f->accel_n; i++)
        if (held(l, &l->f->accel[i], 1) > largest->usable_gib)
            largest = &l->f->accel[i];
    const struct accel *const cards[] = {l->shape->accel, largest};
    for (int c = 0; c < 2 && !l->shape->mixed; c++)
        for (int n = 2; n <= MORE_MACHINES_MAX; n *= 2) {
            struct shape s = change_shape(l, cards[c], MORE_CARDS_MAX, n);
            if (n > l->shape->nodes && offer_on(l, w, &s))
                return true;
        }
    return false;
}

/* Of a way the least of what is at hand and the least of other cards; machines where both fail. */
static void least_hardware(struct changes *l, struct way w)
{
    w.job = change_sharded(l, &w.job);
    bool these = more_of_these(l, &w);
    bool others = other_cards(l, &w);
    if (!these && !others)
        machines(l, &w);
}

static void training_ways(struct changes *l)
{
    struct way asked = {*l->job, MSG_SZ_ON_ASKED, MSG_SZ_OVER_ASKED, MSG_SZ_EFFECT_CARDS,
                        ARG_INT(0)};
    least_hardware(l, asked);
    struct way w = asked;
    if (l->job->method == METHOD_FULL && l->job->optimizer != OPT_ADAMW_8BIT) {
        w.job.optimizer = OPT_ADAMW_8BIT;
        w.job.recompute_given = true;
        w.job.recompute = RECOMPUTE_FULL;
        w.job.micro_batch = 1;
        w.here = MSG_SZ_ON_ALL;
        w.over = MSG_SZ_OVER_ALL;
        w.effect = MSG_SZ_EFFECT_8BIT;
        least_hardware(l, w);
    }
    if (l->job->task == TASK_PRETRAIN || !l->job->model || !change_takes_adapters(l->job->model))
        return;
    double rank = known(l->job->lora_rank) ? l->job->lora_rank : CHANGE_LORA_RANK;
    w = asked;
    w.job.lora_rank = rank;
    w.extra = ARG_INT(rank);
    if (l->job->method == METHOD_FULL) {
        w.job.method = METHOD_LORA;
        w.job.weights = num_format_find("bf16");
        w.here = MSG_SZ_ON_LORA;
        w.over = MSG_SZ_OVER_LORA;
        w.effect = MSG_SZ_EFFECT_LORA;
        least_hardware(l, w);
    }
    if (l->job->method != METHOD_QLORA) {
        w.job.method = METHOD_QLORA;
        w.job.weights = num_format_find("nf4");
        w.here = MSG_SZ_ON_QLORA;
        w.over = MSG_SZ_OVER_QLORA;
        w.effect = MSG_SZ_EFFECT_QLORA;
        least_hardware(l, w);
    }
}

static void serving_ways(struct changes *l)
{
    static const char *const steps[] = {"fp8", "int4", "awq-int4", "q4_k_m"};
    struct way w = {*l->job, MSG_SZ_ON_ASKED, MSG_SZ_OVER_ASKED, MSG_SZ_EFFECT_CARDS, ARG_INT(0)};
    double bits = l->job->weights ? l->job->weights->body_bits : 16;
    least_hardware(l, w);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        const struct num_format *fmt = num_format_find(steps[i]);
        if (!fmt || fmt->body_bits >= bits || !change_loads(l->job, steps[i]))
            continue;
        w.job.weights = fmt;
        w.extra = ARG_STR(fmt->id);
        w.here = MSG_SZ_ON_QUANTISE;
        w.over = MSG_SZ_OVER_QUANTISE;
        w.effect = fmt->body_bits >= 8 ? MSG_SZ_EFFECT_8BIT_WEIGHTS : MSG_SZ_EFFECT_4BIT_WEIGHTS;
        least_hardware(l, w);
        bits = fmt->body_bits;
    }
}

/* Half the context, a quarter and so on, in one way to hold less. */
static bool shorter_in(struct changes *l, struct job j, enum msg_id what, struct msg_arg extra,
                       enum msg_id effect)
{
    if (!known(j.context))
        return false;
    for (double len = floor(j.context / 2); len >= change_least_context(&j); len = floor(len / 2)) {
        j.context = len;
        if (change_offer(l, &j, l->shape, msg_make(what, 2, extra, ARG_INT(len)), effect))
            return true;
    }
    return false;
}

void changes_on_these(struct changes *l)
{
    static const char *const formats[] = {"int4", "awq-int4", "q4_k_m"};
    struct job j = *l->job;
    if (j.training) {
        if (j.method == METHOD_QLORA || j.task == TASK_PRETRAIN || !j.model ||
            !change_takes_adapters(j.model))
            return;
        j.lora_rank = known(j.lora_rank) ? j.lora_rank : CHANGE_LORA_RANK;
        j.method = METHOD_QLORA;
        j.weights = num_format_find("nf4");
        shorter_in(l, j, MSG_SZ_SHORT_QLORA, ARG_INT(j.lora_rank), MSG_SZ_EFFECT_SHORT_QLORA);
        return;
    }
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        const struct num_format *fmt = num_format_find(formats[i]);
        if (!fmt || !change_loads(l->job, formats[i]) ||
            (j.weights && fmt->body_bits >= j.weights->body_bits))
            continue;
        j.weights = fmt;
        if (shorter_in(l, j, MSG_SZ_SHORT_QUANTISE, ARG_STR(fmt->id), MSG_SZ_EFFECT_SHORT_QUANTISE))
            return;
        j.weights = l->job->weights;
    }
}

void changes_together(struct changes *l)
{
    if (l->job->training)
        training_ways(l);
    else
        serving_ways(l);
}
