/* words.c - names of verdicts, memory lines and limits, as files and JSON use them. */
#include "engine/sizing/sizing.h"

const char *verdict_word(enum verdict v)
{
    static const char *const words[] = {"unknown", "fits", "tight", "does-not-fit", "depends",
                                        "not-modelled", "not-validated"};
    return words[v];
}

const char *mem_line_word(enum mem_line_id id)
{
    static const char *const words[MEM_LINES] = {
        "weights", "gradients", "optimizer", "activations", "logits", "kv-cache", "draft", "state",
        "adapter", "gather", "communication", "workspace", "graphs", "context", "offload-buffer"};
    return words[id];
}

const char *bound_word(enum bound_by b)
{
    static const char *const words[] = {"unknown", "compute", "memory-bandwidth", "communication",
                                        "loader", "host-memory", "storage", "memory-size"};
    return words[b];
}
