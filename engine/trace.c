/* trace.c - the list of formulas, inputs and sources behind a plan. */
#include "engine/trace.h"

#include <string.h>

struct trace_item *trace_begin(struct trace *t, const char *id, enum msg_id formula,
                               const char *ref, struct msg_arg result)
{
    if (!t)
        return NULL;
    struct trace_item *it = ARENA_NEW(t->arena, struct trace_item);
    if (!it)
        return NULL;
    it->id = id;
    it->formula = formula;
    it->ref = ref;
    it->result = result;
    if (t->last)
        t->last->next = it;
    else
        t->first = it;
    t->last = it;
    return it;
}

void trace_in(struct trace_item *it, enum msg_id name, struct msg_arg value, const char *source,
              const char *date)
{
    if (!it || it->n >= TRACE_INPUTS)
        return;
    it->in[it->n++] = (struct trace_input){name, value, source, date};
}

const struct trace_item *trace_find(const struct trace *t, const char *id)
{
    if (!t)
        return NULL;
    for (const struct trace_item *it = t->first; it; it = it->next)
        if (strcmp(it->id, id) == 0)
            return it;
    return NULL;
}
