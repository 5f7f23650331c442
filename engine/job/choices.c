#include "engine/job/choices.h"

#include "base/num.h"
#include "base/str.h"

/* A row is its word and the two texts of lang/<code>/job.msg. */
#define ROW(word, id)                                                                              \
    {                                                                                              \
        (word), MSG_C_##id, MSG_C_##id##_HINT                                                      \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, MSG_NONE, MSG_NONE                                                                   \
    }

const struct choice choices_task[] = {ROW("learn", TASK_LEARN),
                                      ROW("train-vision", TASK_TRAIN_VISION),
                                      ROW("train-diffusion", TASK_TRAIN_DIFFUSION),
                                      ROW("train-speech", TASK_TRAIN_SPEECH),
                                      ROW("train-recsys", TASK_TRAIN_RECSYS),
                                      ROW("generate-media", TASK_GENERATE_MEDIA),
                                      ROW("finetune", TASK_FINETUNE),
                                      ROW("pretrain", TASK_PRETRAIN),
                                      ROW("serve", TASK_SERVE),
                                      ROW("batch-inference", TASK_BATCH_INFERENCE),
                                      ROW("hpc", TASK_HPC),
                                      ROW("other", TASK_OTHER),
                                      END};

const struct choice choices_method[] = {ROW("full", METHOD_FULL), ROW("lora", METHOD_LORA),
                                        ROW("qlora", METHOD_QLORA), END};

const struct choice choices_precision[] = {
    ROW("fp64", PRECISION_FP64), ROW("fp32", PRECISION_FP32), ROW("tf32", PRECISION_TF32),
    ROW("bf16", PRECISION_BF16), ROW("fp16", PRECISION_FP16), ROW("fp8", PRECISION_FP8),
    ROW("fp4", PRECISION_FP4),   ROW("int8", PRECISION_INT8), END};

const struct choice choices_weights[] = {ROW("fp32", WEIGHTS_FP32),
                                         ROW("bf16", WEIGHTS_BF16),
                                         ROW("fp16", WEIGHTS_FP16),
                                         ROW("fp8", WEIGHTS_FP8),
                                         ROW("int8", WEIGHTS_INT8),
                                         ROW("int4", WEIGHTS_INT4),
                                         ROW("awq-int4", WEIGHTS_AWQ_INT4),
                                         ROW("nf4", WEIGHTS_NF4),
                                         ROW("mxfp4", WEIGHTS_MXFP4),
                                         ROW("nvfp4", WEIGHTS_NVFP4),
                                         ROW("q8_0", WEIGHTS_Q8_0),
                                         ROW("q6_k", WEIGHTS_Q6_K),
                                         ROW("q5_k_m", WEIGHTS_Q5_K_M),
                                         ROW("q4_k_m", WEIGHTS_Q4_K_M),
                                         ROW("q3_k_m", WEIGHTS_Q3_K_M),
                                         ROW("q2_k", WEIGHTS_Q2_K),
                                         END};

const struct choice choices_kv[] = {ROW("bf16", KV_BF16),
                                    ROW("fp16", KV_FP16),
                                    ROW("fp8", KV_FP8),
                                    ROW("int8", KV_INT8),
                                    ROW("q8_0", KV_Q8_0),
                                    ROW("q4_0", KV_Q4_0),
                                    END};

const struct choice choices_optimizer[] = {ROW("adamw", OPTIMIZER_ADAMW),
                                           ROW("adamw-8bit", OPTIMIZER_ADAMW_8BIT),
                                           ROW("adamw-bf16", OPTIMIZER_ADAMW_BF16),
                                           ROW("adafactor", OPTIMIZER_ADAFACTOR),
                                           ROW("sgd", OPTIMIZER_SGD),
                                           ROW("sgdm", OPTIMIZER_SGDM),
                                           ROW("lion", OPTIMIZER_LION),
                                           ROW("muon", OPTIMIZER_MUON),
                                           END};

const struct choice choices_recompute[] = {ROW("auto", RECOMPUTE_AUTO), ROW("none", RECOMPUTE_NONE),
                                           ROW("selective", RECOMPUTE_SELECTIVE),
                                           ROW("full", RECOMPUTE_FULL), END};

const struct choice choices_sharding[] = {
    ROW("auto", SHARDING_AUTO),   ROW("none", SHARDING_NONE),   ROW("zero1", SHARDING_ZERO1),
    ROW("zero2", SHARDING_ZERO2), ROW("zero3", SHARDING_ZERO3), END};

const struct choice choices_offload[] = {ROW("none", OFFLOAD_NONE), ROW("cpu", OFFLOAD_CPU),
                                         ROW("nvme", OFFLOAD_NVME), ROW("experts", OFFLOAD_EXPERTS),
                                         END};

const struct choice choices_where[] = {ROW("any", WHERE_ANY), ROW("cloud", WHERE_CLOUD),
                                       ROW("own", WHERE_OWN), END};

/* yes and no say all of it */
const struct choice choices_yesno[] = {
    {"yes", MSG_C_YESNO_YES, MSG_NONE}, {"no", MSG_C_YESNO_NO, MSG_NONE}, END};

const struct choice choices_place[] = {ROW("desk", PLACE_DESK), ROW("office", PLACE_OFFICE),
                                       ROW("server-room", PLACE_SERVER_ROOM),
                                       ROW("colo", PLACE_COLO), END};

const struct choice choices_buyer[] = {
    ROW("person", BUYER_PERSON),         ROW("startup", BUYER_STARTUP), ROW("lab", BUYER_LAB),
    ROW("enterprise", BUYER_ENTERPRISE), ROW("state", BUYER_STATE),     END};

const struct choice choices_vendors[] = {ROW("any", VENDORS_ANY), ROW("nvidia", VENDORS_NVIDIA),
                                         ROW("domestic", VENDORS_DOMESTIC), END};

const struct choice choices_needs[] = {
    ROW("rt", NEEDS_RT),     ROW("fp64", NEEDS_FP64),       ROW("bf16", NEEDS_BF16),
    ROW("fp8", NEEDS_FP8),   ROW("p2p", NEEDS_P2P),         ROW("ecc", NEEDS_ECC),
    ROW("cuda", NEEDS_CUDA), ROW("display", NEEDS_DISPLAY), END};

const struct choice choices_condition[] = {ROW("any", CONDITION_ANY), ROW("new", CONDITION_NEW),
                                           ROW("used", CONDITION_USED), END};

const struct choice choices_tax[] = {ROW("net", TAX_NET), ROW("gross", TAX_GROSS), END};

const struct choice choices_licence[] = {ROW("none", LICENCE_NONE), ROW("nvaie", LICENCE_NVAIE),
                                         END};

const struct choice choices_support[] = {ROW("hours", SUPPORT_HOURS), ROW("always", SUPPORT_ALWAYS),
                                         END};

const struct choice choices_sensitivity[] = {ROW("none", SENSITIVITY_NONE),
                                             ROW("internal", SENSITIVITY_INTERNAL),
                                             ROW("confidential", SENSITIVITY_CONFIDENTIAL), END};

const struct choice choices_technology[] = {ROW("stable", TECHNOLOGY_STABLE),
                                            ROW("newest", TECHNOLOGY_NEWEST), END};

/* Other spellings people and other programs use. */
static const struct {
    const struct choice *table;
    const char *word, *means;
} synonyms[] = {
    {choices_task, "fine-tune", "finetune"},
    {choices_task, "sft", "finetune"},
    {choices_task, "pre-train", "pretrain"},
    {choices_task, "inference", "serve"},
    {choices_task, "batch", "batch-inference"},
    {choices_precision, "float16", "fp16"},
    {choices_precision, "half", "fp16"},
    {choices_precision, "bfloat16", "bf16"},
    {choices_precision, "float32", "fp32"},
    {choices_precision, "nvfp4", "fp4"},
    {choices_precision, "mxfp4", "fp4"},
    {choices_weights, "f16", "fp16"},
    {choices_weights, "f32", "fp32"},
    {choices_weights, "gptq-int4", "int4"},
    {choices_weights, "gptq", "int4"},
    {choices_weights, "awq", "awq-int4"},
    {choices_weights, "w8a8", "int8"},
    {choices_kv, "f16", "fp16"},
    {choices_optimizer, "adam", "adamw"},
    {choices_optimizer, "adamw8bit", "adamw-8bit"},
    {choices_sharding, "ddp", "none"},
    {choices_sharding, "fsdp", "zero3"},
    {choices_sharding, "full", "zero3"},
    {choices_where, "either", "any"},
    {choices_where, "both", "any"},
    {choices_where, "rent", "cloud"},
    {choices_where, "buy", "own"},
    {choices_yesno, "y", "yes"},
    {choices_yesno, "true", "yes"},
    {choices_yesno, "1", "yes"},
    {choices_yesno, "n", "no"},
    {choices_yesno, "false", "no"},
    {choices_yesno, "0", "no"},
    {choices_place, "colocation", "colo"},
    {choices_place, "datacentre", "colo"},
    {choices_place, "datacenter", "colo"},
    {choices_place, "data-centre", "colo"},
    {choices_place, "home", "desk"},
    {choices_place, "rack", "server-room"},
    {choices_buyer, "student", "person"},
    {choices_buyer, "hobby", "person"},
    {choices_buyer, "individual", "person"},
    {choices_buyer, "company", "enterprise"},
    {choices_buyer, "university", "lab"},
    {choices_vendors, "all", "any"},
    {choices_support, "24x7", "always"},
    {choices_licence, "ai-enterprise", "nvaie"},
};

static int plain_index(const struct choice *table, const char *word)
{
    for (int i = 0; table[i].word; i++) {
        if (str_case_eq(table[i].word, word)) {
            return i;
        }
    }
    return -1;
}

int choice_index(const struct choice *table, const char *word)
{
    int at = plain_index(table, word);
    if (at >= 0) {
        return at;
    }
    for (int i = 0; table[i].word; i++) { /* as the wizard shows it, in either language */
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            if (str_case_eq(msg_text((enum lang)lang, table[i].label), word)) {
                return i;
            }
        }
    }
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++) {
        if (synonyms[i].table == table && str_case_eq(synonyms[i].word, word)) {
            return plain_index(table, synonyms[i].means);
        }
    }
    return -1;
}

void choices_join(struct str *out, const struct choice *table)
{
    for (int i = 0; table[i].word; i++) {
        str_add(out, i > 0 ? ", " : "");
        str_add(out, table[i].word);
    }
}

const char *task_word(enum task t)
{
    return choices_task[t].word;
}

const char *method_word(enum method m)
{
    return choices_method[m].word;
}

const char *sharding_word(enum sharding s)
{
    return choices_sharding[(int)s + 1].word;
}

const char *recompute_word(enum recompute r)
{
    return choices_recompute[(int)r + 1].word;
}

const char *offload_word(enum offload o)
{
    return choices_offload[o].word;
}

const char *optimizer_word(enum optimizer o)
{
    return choices_optimizer[o].word;
}
