/* net.h - private to validate: a net that only its row describes. */
#ifndef ENGINE_VALIDATE_NET_H
#define ENGINE_VALIDATE_NET_H

#include "engine/validate/setup.h"

/* word_in: a text has one of the words, as they are written; the list ends with NULL. */
bool word_in(const char *text, const char *const *words);
/* blank_model: a decoder of which nothing is known. */
void blank_model(struct model *m);
/* made_up_net: the setup's model from the row's parameters and what it tells of multiply-adds;
 * false when it does not tell enough. */
bool made_up_net(struct setup *s);

#endif
