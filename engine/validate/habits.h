/* habits.h - private to validate: what programs did unasked when a row was measured. */
#ifndef ENGINE_VALIDATE_HABITS_H
#define ENGINE_VALIDATE_HABITS_H

#include "engine/validate/setup.h"

/* attention_class: the class of a trainer, or the one of it that keeps scores in memory, by what
 * the row tells of its attention and by the year. */
const char *attention_class(const struct setup *s, const char *klass);
/* trained_as_told: what a row says of losses, states and encoders, and what follows from the format
 * that its weights are held in. The engine of the job is known. */
void trained_as_told(struct setup *s);
/* encoders_away: the row's pictures and prompts were encoded before training began. */
bool encoders_away(const struct setup *s);
/* usual_recompute: what a trainer does where the row tells nothing of recomputation; false: it is
 * left to the search. */
bool usual_recompute(const struct setup *s, enum recompute *out);
/* usual_sharding: the stage of a trainer that always shards over several cards. */
bool usual_sharding(const struct setup *s, enum sharding *out);
/* memory_counter: whose counter a figure of memory was read from (fields of the setup), and
 * whether the texts of a batch had different lengths. */
void memory_counter(struct setup *s);

#endif
