/* answer.h - private to sizing/: from a found layout to a verdict in words. */
#ifndef ENGINE_SIZING_ANSWER_H
#define ENGINE_SIZING_ANSWER_H

#include "engine/sizing/parts.h"

/* judge: verdict and reason of layout w. sharded: the best layout when the trainer shards, NULL
 * when that was not tried. */
void judge(struct sz *z, const struct found *w, const struct found *sharded, struct sizing *out);
void judge_not_modelled(const struct sz *z, struct sizing *out);
void judge_unknown_card(const struct sz *z, struct sizing *out);
void judge_no_layout(const struct sz *z, struct sizing *out); /* none has the asked split */
void judge_unknown_model(const struct sz *z, struct sizing *out);
/* limits.c: what still fits on the layout of w; 0 nothing, what was asked where it is tight. */
double limit_users(struct sz *z, const struct found *w, double asked);
double limit_context(struct sz *z, const struct found *w, double users);
double limit_train_context(struct sz *z, const struct found *w);
struct band widened(const struct sz *z, struct band b, bool general);

#endif
