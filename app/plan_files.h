/*
 * plan_files.h - plan files of the working folder: listed, written, read, computed beside the plan
 * here. What came of it is told to the model; the screen and the plain dialogue share it.
 */
#ifndef APP_PLAN_FILES_H
#define APP_PLAN_FILES_H

#include "app/context.h"
#include "app/model.h"

#define FX_OF_FILES (FX_FILES | FX_SAVE | FX_OPEN | FX_AGAINST)

struct json_doc;
struct plan_files {
    struct context *c;
    struct ui *m;
    struct arena other;          /* of what is compared */
    struct json_doc *then, *now; /* the two as documents */
    unsigned effects;            /* of what the model was told */
};

void plan_files_init(struct plan_files *p, struct context *c, struct ui *m);
/* plan_files_do: the effects among FX_OF_FILES; returns those that follow from what came of it. */
unsigned plan_files_do(struct plan_files *p, unsigned fx);
void plan_files_forget(struct plan_files *p); /* what was compared */
void plan_files_free(struct plan_files *p);

#endif
