/*
 * remedy.h - changes that would make a job fit which no machine does: those of the verdict, taken
 * as answers. Only where there is no plan; beside one they are advice.
 */
#ifndef APP_REMEDY_H
#define APP_REMEDY_H

#include "app/model.h"

/* remedies: the changes in sight and how many; 0 while there is a plan. */
const struct change *remedies(const struct ui *m, int *n);
/* remedy_take: the answers become those of the change, in one step of the history. false: they
 * contradict another answer, which is told. */
bool remedy_take(struct ui *m, int at);

#endif
