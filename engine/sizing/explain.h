/*
 * explain.h - private to sizing/: helpers that write inputs of a trace with where they come from.
 */
#ifndef ENGINE_SIZING_EXPLAIN_H
#define ENGINE_SIZING_EXPLAIN_H

#include "engine/sizing/parts.h"

struct explain {
    struct sz *z;
    const struct found *w;
    struct trace *t;
    struct trace_item *it; /* the item that inputs go to */
};

/* A factor of the catalog as an input: how it is looked up and what it is called. */
enum use_by { USE_NONE, USE_ENGINE, USE_CARD, USE_PAIR, USE_PLAIN };
struct use {
    enum use_by by;
    const char *what;
    double neutral;
    enum msg_id name;
};

void ex_begin(struct explain *x, const char *id, enum msg_id formula, const char *ref,
              struct msg_arg result);
void ex_in(struct explain *x, enum msg_id name, struct msg_arg value); /* computed */
void ex_model(struct explain *x, enum msg_id name, struct msg_arg value);
void ex_card(struct explain *x, enum msg_id name, struct msg_arg value);
/* ex_job: an answer; its source is the flag, "(default)" or "(derived)" behind it. */
void ex_job(struct explain *x, enum msg_id name, struct msg_arg value, enum question_id q);
void ex_use(struct explain *x, const struct use *u);
void ex_coef(struct explain *x, enum msg_id name, struct coef c);
void ex_layout(struct explain *x);

#endif
