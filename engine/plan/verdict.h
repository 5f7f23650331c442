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
/* verdict_fill: sizes job on s and looks for changes; p (NULL allowed) prices them. */
void verdict_fill(struct verdict_block *v, const struct job *job, const struct facts *f,
                  const struct shape *s, struct planner *p, struct arena *arena);
/* verdict_findings: rules over the judged machine; need NULL: not worked out. */
void verdict_findings(struct verdict_block *v, const struct job *job, const struct facts *f,
                      const struct need *need, struct arena *arena);

#endif
