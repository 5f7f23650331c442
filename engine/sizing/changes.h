/*
 * changes.h - what the two files of changes share; nobody else includes it.
 *
 * changes.c tries one change at a time; changes_together.c a way to hold less together with more or
 * other cards, for jobs that no single change makes fit.
 */
#ifndef ENGINE_SIZING_CHANGES_H
#define ENGINE_SIZING_CHANGES_H

#include "engine/sizing/sizing.h"

#define MORE_CARDS_MAX 8
#define MORE_MACHINES_MAX 16
#define CHANGE_LORA_RANK 16 /* where the job names none */

struct changes {
    const struct job *job;
    const struct facts *f;
    const struct shape *shape;
    struct change *out;
    size_t n, max;
    struct sizing before;
};

/* change_offer: sizes the changed job and keeps it when it fits, or at least fits tightly where the
 * original did not fit. */
bool change_offer(struct changes *l, const struct job *j, const struct shape *s, struct msg what,
                  enum msg_id effect);

/* change_shape: per_node cards in each of `nodes` machines, in hosts like the one at hand, over the
 * network of the job where it was told. */
struct shape change_shape(const struct changes *l, const struct accel *a, int per_node, int nodes);

/* change_sharded: the job with its states split over all cards. */
struct job change_sharded(const struct changes *l, const struct job *job);

/* change_takes_adapters: adapters are for large weight matrices that were trained before; nets of
 * convolutions, detectors and tables of a recommender are trained whole. */
bool change_takes_adapters(const struct model *m);

/* change_loads: the job's engine reads weights in this format. */
bool change_loads(const struct job *j, const char *format);

/* change_on_sale: can be bought or rented new; designs for one customer and samples are no
 * advice. */
bool change_on_sale(const struct job *j, const struct accel *a);

/* change_least_context: tokens below which a context is no longer halved. */
double change_least_context(const struct job *j);

/* changes_on_these: fewer bits and a shorter context on the cards at hand, for a job that neither
 * makes fit alone. */
void changes_on_these(struct changes *l);

/* changes_together: two changes at once, for a job that does not fit by any of them alone. */
void changes_together(struct changes *l);

#endif
