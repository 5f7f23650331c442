/*
 * limits.c - the inverse of memory: on the layout that was found, how many requests, how long a
 * context, how large a micro batch still fit.
 *
 * Memory grows piecewise linearly in each of them (a window fills, a prompt chunk is full), so a
 * few steps of false position find the end. Requests and context are those of the whole machine,
 * with the high end of the memory within what a program gets.
 */
#include "engine/sizing/answer.h"

#define STEPS 6
#define CLOSE 0.002 /* of the answer: closer than memory is known */
#define SHORT 0.001 /* below a guess: the end itself is a hair too far */
#define NO_END 1e7  /* what grows by nothing has no end */

struct probe {
    struct sz *z;
    const struct layout *l;
    double users, on_host;
    double (*high_gib)(const struct probe *p, double x);
};

/* Largest x whose memory stays within the limit, from one that is known to; UNKNOWN: it is not. */
static double largest(const struct probe *p, double from)
{
    double limit = p->z->usable_gib;
    double lo = from, at_lo = p->high_gib(p, from), hi = UNKNOWN, at_hi = UNKNOWN;
    if (!known(at_lo) || at_lo > limit)
        return UNKNOWN;
    double x = 2 * from;
    for (int i = 0; i < STEPS && x - lo > CLOSE * lo; i++) {
        double y = p->high_gib(p, x);
        double slope = (y - at_lo) / (x - lo);
        if (y > limit) {
            hi = x;
            at_hi = y;
        } else {
            lo = x;
            at_lo = y;
        }
        if (slope <= 0 && !known(hi))
            return NO_END;
        double guess = known(hi) ? (limit - at_lo) * (hi - lo) / (at_hi - at_lo)
                                 : (limit - at_lo) / slope;
        if (known(hi) && i > 1) /* not always from the same side */
            guess = fmin(guess, (hi - lo) * 0.9);
        x = fmin(NO_END, lo + guess * (1 - SHORT));
    }
    return fmin(lo, NO_END);
}

/* --- serving ---------------------------------------------------------------------------------- */
static double high_of_users(const struct probe *p, double users)
{
    struct mem m;
    mem_serve(p->z, p->l, users, p->on_host, &m);
    return m.band.high;
}

static double high_of_context(const struct probe *p, double tokens)
{
    struct mem m;
    p->z->context = tokens;
    mem_serve(p->z, p->l, p->users, p->on_host, &m);
    p->z->context = p->z->job->context;
    return m.band.high;
}

/* What may lie in host memory makes room: as much of it as there is to move. */
static double moved(const struct sz *z, const struct found *w)
{
    return w->on_host > 0 ? host_share_max(z) : 0;
}

double limit_users(struct sz *z, const struct found *w, double asked)
{
    double dp = fmax(1, w->layout.dp), tokens = fmax(1, serve_tokens(z));
    double context = known(z->job->context) ? z->job->context : 0;
    struct probe p = {.z = z, .l = &w->layout, .on_host = moved(z, w), .high_gib = high_of_users};
    double most = largest(&p, fmax(1, floor(context / tokens)) * dp); /* one long request */
    if (known(most))
        return floor(most);
    return w->tight ? asked : 0; /* tight: what was asked, and nothing to spare */
}

double limit_context(struct sz *z, const struct found *w, double users)
{
    double dp = fmax(1, w->layout.dp), end = z->model->max_context;
    double asked = known(z->job->context) ? z->job->context : 0;
    double held = fmax(1, users / dp) * fmax(1, serve_tokens(z)); /* by the other requests */
    struct probe p = {.z = z, .l = &w->layout, .users = users, .on_host = moved(z, w),
                      .high_gib = high_of_context};
    double most = known(end) && p.high_gib(&p, end) <= z->usable_gib ? end : largest(&p, held);
    if (!known(most))
        return w->tight ? asked : 0;
    return known(end) ? fmin(floor(most), end) : floor(most);
}

/* --- training --------------------------------------------------------------------------------- */
static double high_of_batch(const struct probe *p, double sequences)
{
    struct mem m;
    struct layout l = *p->l;
    l.micro_batch = sequences;
    mem_train(p->z, &l, &m);
    return m.band.high;
}

/* Activations count tokens, however they are cut into sequences: the longest is a micro batch of
 * one that is as long as the largest fraction. Recomputation makes most room unless told. */
double limit_train_context(struct sz *z, const struct found *w)
{
    double end = z->model->max_context, asked = z->job->context;
    struct layout l = w->layout;
    if (!z->job->recompute_given)
        l.recompute = RECOMPUTE_FULL;
    struct probe p = {.z = z, .l = &l, .high_gib = high_of_batch};
    double sequences = known(z->job->micro_batch) ? z->job->micro_batch : 1;
    double most = largest(&p, 0.01) * asked / sequences;
    if (!known(most))
        return w->tight ? asked : 0;
    return known(end) ? fmin(floor(most), end) : floor(most);
}
