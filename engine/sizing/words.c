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

enum msg_id bound_msg(enum bound_by b)
{
    switch (b) {
    case BOUND_COMPUTE: return MSG_BOUND_COMPUTE;
    case BOUND_MEMORY_BANDWIDTH: return MSG_BOUND_MEMORY_BANDWIDTH;
    case BOUND_COMMUNICATION: return MSG_BOUND_COMMUNICATION;
    case BOUND_LOADER: return MSG_BOUND_LOADER;
    case BOUND_HOST_MEMORY: return MSG_BOUND_HOST_MEMORY;
    case BOUND_STORAGE: return MSG_BOUND_STORAGE;
    case BOUND_MEMORY_SIZE: return MSG_BOUND_MEMORY_SIZE;
    case BOUND_UNKNOWN: break;
    }
    return MSG_BOUND_UNKNOWN;
}
