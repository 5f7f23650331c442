/* model.h - private to validate: the model that a row's name means. */
#ifndef ENGINE_VALIDATE_MODEL_H
#define ENGINE_VALIDATE_MODEL_H

#include "engine/facts.h"

/* validate_model: row of the catalog of which `name` is one of the ways to write it ("GPT-OSS
 * 120B", "Qwen3-14B-AWQ", "meta-llama/Llama-2-7b-chat-hf"); NULL when it is none of them.
 * `params_b` is what the row states (UNKNOWN when nothing): a model of another size is another. */
const struct model *validate_model(const struct facts *f, const char *name, double params_b);
/* named_params: billions of parameters that a name tells, "49B", "8x7B", "30B-A3B"; `active` those
 * of one token. False when it tells none. */
bool named_params(const char *name, double *params_b, double *active_b);

#endif
