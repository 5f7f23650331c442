/* words.c - names of kinds, verdicts and memory lines as people read them. */
#include "export/export.h"

#include "base/text.h"

static const struct {
    const char *word, *ending;
    enum msg_id about;
} formats[EXPORT_FORMATS] = {
    [EXPORT_MD] = {"md", ".md", MSG_TUI_FORMAT_MD},
    [EXPORT_JSON] = {"json", ".json", MSG_TUI_FORMAT_JSON},
    [EXPORT_CSV] = {"csv", ".csv", MSG_TUI_FORMAT_CSV},
    [EXPORT_TEXT] = {"text", ".txt", MSG_TUI_FORMAT_TEXT},
    [EXPORT_LINE] = {"line", ".line", MSG_TUI_FORMAT_LINE},
    [EXPORT_SVG] = {"svg", ".svg", MSG_FORMAT_SVG},
    [EXPORT_HTML] = {"html", ".html", MSG_FORMAT_HTML},
    [EXPORT_SKYPILOT] = {"skypilot", ".yaml", MSG_FORMAT_SKYPILOT},
    [EXPORT_SLURM] = {"slurm", ".sbatch", MSG_FORMAT_SLURM},
    [EXPORT_TORCHRUN] = {"torchrun", ".torchrun.sh", MSG_FORMAT_TORCHRUN},
    [EXPORT_VLLM] = {"vllm", ".vllm.sh", MSG_FORMAT_VLLM},
    [EXPORT_LLAMA_CPP] = {"llama.cpp", ".llama.sh", MSG_FORMAT_LLAMA_CPP},
};

const char *export_format_word(enum export_format f)
{
    return f < EXPORT_FORMATS ? formats[f].word : "";
}

const char *export_format_ending(enum export_format f)
{
    return f < EXPORT_FORMATS ? formats[f].ending : "";
}

enum msg_id export_format_about(enum export_format f)
{
    return f < EXPORT_FORMATS ? formats[f].about : MSG_NONE;
}

bool export_format_find(const char *word, enum export_format *out)
{
    for (int i = 0; i < EXPORT_FORMATS; i++) {
        if (str_eq(formats[i].word, word)) {
            *out = (enum export_format)i;
            return true;
        }
    }
    return false;
}

enum msg_id export_verdict_msg(enum verdict v)
{
    switch (v) {
    case VERDICT_FITS: return MSG_VERDICT_FITS;
    case VERDICT_TIGHT: return MSG_VERDICT_TIGHT;
    case VERDICT_DOES_NOT_FIT: return MSG_VERDICT_DOES_NOT_FIT;
    case VERDICT_DEPENDS: return MSG_VERDICT_DEPENDS;
    case VERDICT_NOT_MODELLED: return MSG_VERDICT_NOT_MODELLED;
    case VERDICT_NOT_VALIDATED: return MSG_VERDICT_NOT_VALIDATED;
    case VERDICT_UNKNOWN: break;
    }
    return MSG_VERDICT_UNKNOWN;
}

enum msg_id export_verdict_block_msg(const struct verdict_block *v)
{
    bool holds = v->word == VERDICT_FITS || v->word == VERDICT_TIGHT;
    return holds && v->short_of_wishes ? MSG_VERDICT_NOT_AS_ASKED : export_verdict_msg(v->word);
}

enum msg_id export_part_msg(enum part_kind k)
{
    return part_kind_label(k);
}

enum msg_id export_mem_msg(enum mem_line_id id)
{
    static const enum msg_id ids[MEM_LINES] = {[MEM_WEIGHTS] = MSG_MEM_WEIGHTS,
                                               [MEM_GRADIENTS] = MSG_MEM_GRADIENTS,
                                               [MEM_OPTIMIZER] = MSG_MEM_OPTIMIZER,
                                               [MEM_ACTIVATIONS] = MSG_MEM_ACTIVATIONS,
                                               [MEM_LOGITS] = MSG_MEM_LOGITS,
                                               [MEM_KV_CACHE] = MSG_MEM_KV_CACHE,
                                               [MEM_DRAFT] = MSG_MEM_DRAFT,
                                               [MEM_STATE] = MSG_MEM_STATE,
                                               [MEM_ADAPTER] = MSG_MEM_ADAPTER,
                                               [MEM_GATHER] = MSG_MEM_GATHER,
                                               [MEM_COMMUNICATION] = MSG_MEM_COMMUNICATION,
                                               [MEM_WORKSPACE] = MSG_MEM_WORKSPACE,
                                               [MEM_GRAPHS] = MSG_MEM_GRAPHS,
                                               [MEM_CONTEXT] = MSG_MEM_CONTEXT,
                                               [MEM_OFFLOAD_BUFFER] = MSG_MEM_OFFLOAD_BUFFER};
    return id < MEM_LINES ? ids[id] : MSG_NONE;
}

enum msg_id export_severity_msg(enum severity s)
{
    switch (s) {
    case SEV_ERROR: return MSG_SEVERITY_ERROR;
    case SEV_WARNING: return MSG_SEVERITY_WARNING;
    case SEV_ADVICE: return MSG_SEVERITY_ADVICE;
    case SEV_UNKNOWN: break;
    }
    return MSG_SEVERITY_UNKNOWN;
}
