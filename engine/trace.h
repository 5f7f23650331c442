/*
 * trace.h - where a number comes from: formula, inputs, sources. Written only for plans that are
 * shown (a NULL trace costs nothing); read by `explain`, the Explain screen and the bill.
 */
#ifndef ENGINE_TRACE_H
#define ENGINE_TRACE_H

#include "base/arena.h"
#include "base/msg.h"
#include "engine/facts.h"

#define TRACE_INPUTS 12

struct trace_input {
    enum msg_id name;
    struct msg_arg value;
    const char *source, *date; /* catalog row, feed, default id or "your answer"; NULL = computed */
};

struct trace_item {
    const char *id;      /* "memory.weights", "speed.step", "cost.electricity" ... static string */
    enum msg_id formula; /* formula in words */
    const char *ref;     /* paper or public source of the formula */
    struct msg_arg result;
    int n;
    struct trace_input in[TRACE_INPUTS];
    struct trace_item *next;
};

struct trace {
    struct arena *arena;
    struct trace_item *first, *last;
};

/* trace_begin: appends an item and returns it, NULL when t is NULL (then the others do nothing). */
struct trace_item *trace_begin(struct trace *t, const char *id, enum msg_id formula,
                               const char *ref, struct msg_arg result);
void trace_in(struct trace_item *it, enum msg_id name, struct msg_arg value, const char *source,
              const char *date);
const struct trace_item *trace_find(const struct trace *t, const char *id);

#endif
