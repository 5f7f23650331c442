/*
 * verdict.h - the verdict on a machine that exists or is meant: word, reason, changes in order,
 * findings. Shared by plan, size and fits; private to the engine.
 */
#ifndef ENGINE_PLAN_VERDICT_H
#define ENGINE_PLAN_VERDICT_H

#include "engine/result.h"

struct planner;

/* shape_of_hardware: cards at hand as one shape. Mixed cards count as the smallest one, with the
 * pooled memory told for engines that split by layers. */
struct shape shape_of_hardware(const struct hardware *h);
/* shape_take_host: host memory and slots as told by --have, also where the cards were named by
 * --gpu. */
void shape_take_host(struct shape *s, const struct hardware *have);
/* shape_smallest: the smallest count of a card that holds the job: 1, 2, 4, 8, then machines of 8
 * up to 64 cards; found says whether one does. If none, one card, that the reason speaks of. */
struct shape shape_smallest(const struct job *job, const struct facts *f, const struct accel *a,
                            bool *found);
/* shape_usual_net: Gbit/s that machines with these cards are rented with, the middle of the offers
 * of whole machines; UNKNOWN when none tells it. */
double shape_usual_net(const struct facts *f, const struct prices *pr, const struct accel *a);
/* verdict_steps: the next upgrades of the machine at hand, cheapest that mends first. */
void verdict_steps(struct verdict_block *v, struct planner *p);
/* verdict_blank: a job that does not fit has no speed; what was computed for it would mislead. */
void verdict_blank(struct sizing *z);
/* verdict_fill: sizes job on s and looks for changes; p (NULL allowed) prices them. */
void verdict_fill(struct verdict_block *v, const struct job *job, const struct facts *f,
                  const struct shape *s, struct planner *p, struct arena *arena);
/* verdict_findings: rules over the judged machine; need NULL: not worked out. */
void verdict_findings(struct verdict_block *v, const struct job *job, const struct facts *f,
                      const struct need *need, struct arena *arena);

#endif
