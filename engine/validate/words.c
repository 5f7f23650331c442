/*
 * words.c - what sources call software and number formats, as the catalog calls them.
 */
#include "engine/validate/words.h"

#include <string.h>

#include "base/str.h"

/* --- formats -----------------------------------------------------------------------------------*/
static const struct {
    const char *source, *id;
} format_words[] = {
    {"MLX 8", "q8_0"}, /* MLX: 8.5 bits, 6.5, 5.5, 4.5 and 3.5 with scale and bias of a group */
    {"MLX 6", "q6_k"},
    {"MLX 5", "q5_0"},
    {"MLX 4", "mlx-4bit"},
    {"MLX 3", "q3_k_s"},
    {"MLX-4", "mlx-4bit"},
    {"MLX-8", "q8_0"},
    {"bitsandbytes int8", "int8"},
    {"bitsandbytes 8", "int8"},
    {"bitsandbytes-8", "int8"},
    {"bitsandbytes", "nf4"},
    {"bnb int8", "int8"},
    {"bnb 8", "int8"},
    {"bnb-8", "int8"},
    {"bnb-int8", "int8"},
    {"bnb", "nf4"},
    {"LLM.int8", "int8"},
    {"load_in_4bit", "nf4"},
    {"load_in_8bit", "int8"},
    {"GPTQ 8", "gptq-int8"},
    {"GPTQ-8", "gptq-int8"},
    {"GPTQ int8", "gptq-int8"},
    {"GPTQ 3", "iq3_xs"}, /* 3.25 bits */
    {"GPTQ-3", "iq3_xs"},
    {"GPTQ-Int3", "iq3_xs"},
    {"int3", "iq3_xs"},
    {"AQLM", "iq2_xxs"}, /* 2.07 bits */
    {"QuIP", "iq2_xxs"},
    {"2-bit", "iq2_xxs"},
    {"2bit", "iq2_xxs"},
    {"int2", "iq2_xxs"},
    {"1.58", "iq1_s"},
    {"BitNet", "iq2_xxs"}, /* two bits a weight as stored */
    {"i2_s", "iq2_xxs"},
    {"TQ1_0", "iq1_s"}, /* 1.69 and 2.06 bits */
    {"TQ2_0", "iq2_xxs"},
    {"16-bit", "fp16"},
    {"16bit", "fp16"},
    {"32-bit", "fp32"},
    {"full precision", "fp16"},
    {"unquanti", "fp16"},
    {"fp6", "q6_k"},
    {"INT6", "q6_k"},
    {"mxfp6", "q6_k"},
    {"bf16-true", "bf16"},
    {"bf16 pure", "bf16"},
    {"bfloat16", "bf16"},
    {"f16", "fp16"},
    {"float16", "fp16"},
    {"fp16 AMP", "fp16"},
    {"fp16 mixed", "fp16"},
    {"half", "fp16"},
    {"16-mixed", "fp16"},
    {"16-true", "fp16"},
    {"32-true", "fp32"},
    {"mixed bf16", "bf16"},
    {"f32", "fp32"},
    {"float32", "fp32"},
    {"int4 AWQ", "awq-int4"},
    {"AWQ", "awq-int4"},
    {"int8 GPTQ", "gptq-int8"},
    {"GPTQ-Int8", "gptq-int8"},
    {"int8 W8A8", "int8"},
    {"w8a8", "int8"},
    {"W8A16", "gptq-int8"},
    {"int8", "int8"},
    {"8-bit", "int8"},
    {"8bit", "int8"},
    {"6-bit", "q6_k"}, /* MLX: 6.5 bits, 5.5, 4.5 and 3.5 with scale and bias of a group */
    {"6bit", "q6_k"},
    {"5-bit", "q5_0"},
    {"5bit", "q5_0"},
    {"4-bit class", "q4_k_m"},
    {"4-bit (MLX", "mlx-4bit"},
    {"4-bit MLX", "mlx-4bit"},
    {"4-bit", "int4"},
    {"4bit", "int4"},
    {"3-bit", "q3_k_s"},
    {"3bit", "q3_k_s"},
    {"W4A8", "awq-int4"},
    {"W4AFP8", "awq-int4"},
    {"W8A8", "int8"},
    {"HQQ", "int4"},
    {"SmoothQuant", "int8"},
    {"fp4", "nvfp4"},
    {"Q6_0", "q6_k"}, /* 6.5 bits, ik_llama.cpp */
    {"Q6", "q6_k"},
    {"Q5_0", "q5_0"},
    {"Q5_1", "q5_1"},
    {"Q5", "q5_k_m"},
    {"Q4_0", "q4_0"}, /* Q4_0_4_8 is the same, in another order */
    {"Q4_K", "q4_k_m"},
    {"Q3_K_L", "q3_k_l"},
    {"Q3_K", "q3_k_m"},
    {"Q3", "q3_k_m"},
    {"Q2", "q2_k"},
    {"Q8", "q8_0"},
    {"Q4", "q4_k_m"},
    {"IQ5_K", "q5_0"}, /* ik_llama.cpp: 5.5, 4.5, 3.44 and 2.69 bits */
    {"IQ4_K", "iq4_nl"},
    {"IQ3_K", "iq3_s"},
    {"IQ2_K", "iq2_m"},
    {"int4", "int4"},
    {"GPTQ", "int4"},
    {"W4", "int4"},
    {"W8", "int8"},
    {"w4a16", "int4"},
    {"AutoRound", "int4"},
    {"q4f16", "int4"},
    {"NF4 double", "nf4-dq"},
    {"bnb-4bit", "nf4"},
    {"bnb 8", "int8"},
    {"bnb-8", "int8"},
    {"bnb int8", "int8"},
    {"bnb 4-bit", "nf4"},
    {"bnb 4bit", "nf4"},
    {"bnb nf4 d", "nf4-dq"},
    {"bnb", "nf4"},
    {"bitsandbytes 4", "nf4"},
    {"bitsandbytes nf4 d", "nf4-dq"},
    {"bitsandbytes nf4", "nf4"},
    {"bitsandbytes 8", "int8"},
    {"MXFP8", "fp8"},
    {"fp8 (", "fp8"},
    {"fp8", "fp8"},
    {"mxfp4", "mxfp4"},
    {"nvfp4", "nvfp4"},
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool begins(const char *s, const char *prefix)
{
    for (; *prefix; s++, prefix++)
        if (lower(*s) != lower(*prefix))
            return false;
    return true;
}

static bool mentions(const char *text, const char *word)
{
    for (; text && *text; text++)
        if (begins(text, word))
            return true;
    return false;
}

bool mentions_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (mentions(text, *words))
            return true;
    return false;
}

/* Number just before a word: "EXL2 4.0bpw", "4.25 bpw". */
static double number_before(const char *text, const char *word)
{
    const char *end = strstr(text, word);
    if (!end)
        return UNKNOWN;
    while (end > text && end[-1] == ' ')
        end--;
    const char *p = end;
    while (p > text && ((p[-1] >= '0' && p[-1] <= '9') || p[-1] == '.'))
        p--;
    char number[16];
    if (p == end || (size_t)(end - p) >= sizeof number)
        return UNKNOWN;
    memcpy(number, p, (size_t)(end - p));
    number[end - p] = '\0';
    double x;
    return num_plain(number, &x) == NUM_OK ? x : UNKNOWN;
}

/* "bf16 AMP compiled", "fp16-mixed": the format is the first word, the rest tells its use. */
static const struct num_format *first_word(const char *text)
{
    char word[16];
    size_t n = strcspn(text, " -+,/(");
    if (n == 0 || n >= sizeof word || text[n] == '\0')
        return NULL;
    memcpy(word, text, n);
    word[n] = '\0';
    return num_format_find(word);
}

/* A format named somewhere in a text: "torch.bfloat16", "TE FP8", "LLM.int8()", "apex O2". Mixed
 * precision without a word of the format is fp16 with fp32 (apex, torch.cuda.amp). */
static const struct num_format *format_within(const char *text)
{
    static const char *const words[][2] = {
        {"fp8", "fp8"}, {"float8", "fp8"}, {"bf16", "bf16"}, {"bfloat16", "bf16"},
        {"nf4", "nf4"}, {"int8", "int8"}, {"8bit", "int8"}, {"8-bit", "int8"}, {"8 bit", "int8"},
        {"int4", "int4"}, {"4bit", "int4"}, {"4-bit", "int4"}, {"4 bit", "int4"},
        {"2-bit", "q2_k"}, {"2bit", "q2_k"}, {"AQLM", "q2_k"}, {"EETQ", "int8"},
        {"tf32", "tf32"}, {"mixed", "fp16"}, {"amp", "fp16"}, {"fp16", "fp16"},
        {"float16", "fp16"}, {"half", "fp16"}, {"16-bit", "bf16"}, {"16bit", "bf16"},
        {"16 bit", "bf16"}, {"fp32", "fp32"}, {"float32", "fp32"}, {"32-bit", "fp32"},
        {"single", "fp32"}, {"O1", "fp16"}, {"O2", "fp16"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (mentions(text, words[i][0]))
            return num_format_find(words[i][1]);
    return NULL;
}

static const struct num_format *format_at(const char *text)
{
    const struct num_format *f = num_format_find(text);
    for (size_t i = 0; !f && i < sizeof format_words / sizeof format_words[0]; i++)
        if (begins(text, format_words[i].source))
            f = num_format_find(format_words[i].id);
    return f ? f : first_word(text);
}

bool says_nothing(const char *text)
{
    static const char *const words[] = {"-", "--", "?", "n/a", "na", "none", "no", "unknown",
                                        "not stated", "unspecified", "unquantized", "unquantised",
                                        "not quantized", "default", "auto", "GGUF", NULL};
    for (const char *const *w = words; *w; w++)
        if (str_case_eq(text, *w))
            return true;
    return str_empty(text);
}

/* What stands before a format tells a file, a kernel or a library: "GGUF Q4_K_M", "UD-IQ3_XXS",
 * "Marlin int4", "torch.bfloat16". */
const struct num_format *format_of(struct setup *s, const char *text)
{
    const struct num_format *f = num_format_find(text);
    double bits = number_before(text, "bpw");
    if (!known(bits))
        bits = number_before(text, "bits per weight");
    if (!f && bits > 0.5 && bits <= 16) {
        /* of EXL files the head has 6 bits, the embedding 16 (turboderp-org/exllamav2: convert) */
        double tables = begins(text, "EXL") ? 11 : 16;
        s->stated = (struct num_format){"bpw", bits, tables, "fp16", "as the source states"};
        return &s->stated;
    }
    if (!f && mentions(text, "fp4") && mentions(text, "experts"))
        return num_format_find("mxfp4"); /* "fp8 (experts fp4)": nearly all weights are experts */
    bool start = true;
    for (const char *p = text; !f && *p; p++) {
        if (start)
            f = format_at(p);
        start = *p == ' ' || *p == '-' || *p == '.' || *p == '(' || *p == ':' || *p == '/';
    }
    return f ? f : format_within(text);
}

static bool begins_any(const char *s, const char *const *words)
{
    for (; *words; words++)
        if (begins(s, *words))
            return true;
    return false;
}

const struct num_format *named_format(struct setup *s, const char *model)
{
    static const char *const words[] = {"GPTQ-Int8", "GPTQ", "AWQ", "NVFP4", "MXFP4", "FP8",
                                        "INT8", "INT4", "8bit", "6bit", "5bit", "4bit", "3bit",
                                        "bnb-4bit", "w4a16", "w8a8", "BF16", "FP16", "F16", "fp32",
                                        "Q2_K", "Q3_K", "Q4_", "Q5_", "Q6_K", "Q8_0", "IQ", NULL};
    bool start = false;
    for (const char *p = model ? model : ""; *p; p++) {
        if (start && begins_any(p, words)) {
            char word[24];
            size_t n = strcspn(p, ".:, )");
            if (n >= sizeof word)
                n = sizeof word - 1;
            memcpy(word, p, n);
            word[n] = '\0';
            const struct num_format *f = format_of(s, word);
            if (f)
                return f;
        }
        start = *p == '-' || *p == '_' || *p == ' ' || *p == '.' || *p == ':';
    }
    return NULL;
}

/* --- states ------------------------------------------------------------------------------------*/
/* The optimizer of a text; AdamW where none is told. "pure bf16" and "bf16-true" keep the states in
 * the format of the weights. */
enum optimizer optimizer_of(const struct setup *s)
{
    static const struct { const char *word; enum optimizer is; } words[] = {
        {"8-bit", OPT_ADAMW_8BIT}, {"8bit", OPT_ADAMW_8BIT}, {"fp8", OPT_ADAMW_8BIT},
        {"4-bit", OPT_ADAMW_8BIT}, {"4bit", OPT_ADAMW_8BIT}, {"bf16 states", OPT_ADAMW_BF16},
        {"Adafactor", OPT_ADAFACTOR}, {"AdaLOMO", OPT_ADAFACTOR}, {"CAME", OPT_ADAFACTOR},
        {"Muon", OPT_MUON}, {"LOMO", OPT_SGD}, {"momentum", OPT_SGDM}, {"LARS", OPT_SGDM},
        /* one moment of the size of the weights (arXiv 2302.06675, 2406.16793, 1905.11286) */
        {"Lion", OPT_LION}, {"Adam-mini", OPT_LION}, {"RMSprop", OPT_LION},
        {"NovoGrad", OPT_LION}, {"Adagrad", OPT_LION},
        /* moments of a projection of a quarter of the rank (arXiv 2403.03507, 2412.05270) */
        {"GaLore", OPT_ADAMW_8BIT}, {"APOLLO", OPT_ADAFACTOR}};
    const char *text = s->cell[CELL_OPTIMIZER], *p = s->cell[CELL_PRECISION];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (mentions(text, words[i].word))
            return words[i].is;
    if (begins(text, "SGD"))
        return OPT_SGDM;
    const char *notes = s->cell[CELL_NOTES];
    bool narrow = mentions(p, "pure") || mentions(p, "-true") || mentions(p, "16 true") ||
                  (mentions(text, "bf16") && !mentions(text, "moment")) ||
                  mentions(notes, "pure bf16") ||
                  mentions(notes, "states in bf16") || mentions(notes, "bf16 states");
    if (str_eq(text, "AdamW in backward") || (narrow && !mentions(text, "fp32")))
        return OPT_ADAMW_BF16;
    return OPT_ADAMW;
}

enum sharding sharding_of(const char *text)
{
    static const char *const none[] = {"none", "ddp", "no_shard", "no shard", "data parallel",
                                       "data-parallel", "single", "replicated", NULL};
    static const char *const first[] = {"zero1", "zero-1", "zero 1", "zero_1", "stage 1",
                                        "stage1", "distributed", "zero-offload-1", NULL};
    static const char *const second[] = {"zero2", "zero-2", "zero 2", "zero_2", "stage 2",
                                         "stage2", "grad_op", "zero-offload", "zero offload",
                                         NULL};
    if (says_nothing(text) || str_case_eq(text, "dp") || str_case_eq(text, "tp") ||
        mentions_any(text, none))
        return SHARD_NONE;
    if (mentions_any(text, first))
        return SHARD_ZERO1;
    return mentions_any(text, second) ? SHARD_ZERO2 : SHARD_ZERO3;
}

enum recompute recompute_of(const char *text)
{
    static const char *const not[] = {"no", "off", "false", "without", "disabled", "0", NULL};
    static const char *const some[] = {"selective", "SAC", "per op", NULL};
    static const char *const all[] = {"full",       "unsloth", "yes",  "true",    "on",
                                      "every",      "1",       "enabled", "gradient", "activation",
                                      "recompute", "checkpoint", "AC",  "uniform", "block", NULL};
    if (begins_any(text, not))
        return RECOMPUTE_NONE;
    if (mentions_any(text, some))
        return RECOMPUTE_SELECTIVE;
    return begins_any(text, all) ? RECOMPUTE_FULL : RECOMPUTE_NONE;
}

/* Words just before that take back what follows: "no CPU offload", "without any offloading"; of
 * activations it is another thing than of states. */
static bool taken_back(const char *text, const char *at)
{
    static const char *const words[] = {"no ", "not ", "without ", "activation ", "activations ",
                                        NULL};
    const char *from = at - text > 20 ? at - 20 : text;
    for (const char *p = from; p < at; p++)
        if ((p == text || p[-1] == ' ' || p[-1] == ',' || p[-1] == '(') && begins_any(p, words))
            return true;
    return false;
}

/* States in host memory: "CPU offload", "ZeRO-3 offload", "optimizer offloaded". */
bool offloads(const struct setup *s)
{
    static const enum cell cells[] = {CELL_SHARDING, CELL_FRAMEWORK, CELL_OPTIMIZER, CELL_NOTES};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        const char *text = s->cell[cells[i]];
        for (const char *p = text; *p; p++) {
            if (!begins(p, "offload") || taken_back(text, p))
                continue;
            const char *near = p - text > 14 ? p - 14 : text;
            bool of_states = cells[i] != CELL_NOTES || mentions(near, "cpu") ||
                             mentions(near, "optimizer");
            if (of_states)
                return true;
        }
    }
    return mentions(s->cell[CELL_SHARDING], "infinity") ||
           mentions(s->cell[CELL_OPTIMIZER], "CPU");
}

/* --- software ----------------------------------------------------------------------------------*/
#define ANY CELLS, NULL, 0 /* whatever else the row says */
#define EXPERTS_FASTER 202606 /* Megatron-Bridge 26.06 by its table; it does not say why */
#define LOSS_COMPILED 202502 /* torchtitan compiles its loss with the layers */

/* The first that fits: what is more exact stands above. */
static const struct framework frameworks[] = {
    {"torchtune", CELL_NOTES, "+compile; compile", 0, "torchtune", "torchtune-full-logits"},
    {"torchtune", CELL_CKPT, "offload", 0, "torchtune", "torchtune-offload"},
    {"torchtune", CELL_OPTIMIZER, "backward", 0, "torchtune", "torchtune-fused-step"},
    {"torchtune", ANY, "torchtune", NULL},
    {"torchtitan", CELLS, NULL, LOSS_COMPILED, "torchtitan", "torchtitan-2024"},
    {"torchtitan", ANY, "torchtitan", NULL},
    {"MaxText", ANY, "torchtitan", "maxtext"},
    {"torchrec", ANY, "torchrec", NULL},
    {"PyTorch FSDP", ANY, "fsdp", NULL},
    {"prime-rl", CELL_NOTES, "policy loss", 0, "fsdp", "fsdp-chunks"},
    {"prime-rl", ANY, "fsdp", "fsdp-upcast"},
    {"FSDP", ANY, "fsdp", NULL},
    {"NeMo AutoModel", ANY, "torchtitan", "megatron"},
    {"NeMo", ANY, "megatron", NULL},
    {"DeepSpeed-FastGen", ANY, "vllm", NULL},
    {"DeepSpeed-MII", ANY, "vllm", NULL},
    {"DeepSpeed", CELL_TASK, "inference", 0, "vllm", "deepspeed-inference"},
    {"DeepSpeed", CELL_TASK, "serve", 0, "vllm", "deepspeed-inference"},
    {"HF Trainer + PEFT (DeepSpeed)", ANY, "deepspeed-zero3", NULL},
    {"HF Trainer (DeepSpeed)", ANY, "deepspeed-zero3", NULL},
    {"XTuner (DeepSpeed)", ANY, "deepspeed-zero3", NULL},
    {"ms-swift (DeepSpeed)", ANY, "deepspeed-zero3", NULL},
    {"DeepSpeed (pipeline", ANY, "megatron", "deepspeed"},
    {"DeepSpeed", ANY, "deepspeed-zero3", NULL},
    {"HF Trainer", ANY, "transformers", NULL},
    {"HF PEFT", ANY, "transformers", NULL},
    {"TRL", ANY, "transformers", NULL},
    {"ms-swift (HF Trainer, DeepSpeed", ANY, "deepspeed-zero3", NULL},
    {"ms-swift (Megatron", ANY, "megatron", NULL},
    {"ms-swift", ANY, "ms-swift", NULL},
    {"SWIFT", ANY, "ms-swift", NULL},
    {"PyTorch + PEFT", ANY, "transformers", NULL},
    {"HF Transformers", CELL_TASK, "train", 0, "transformers", NULL},
    {"HF Transformers", CELL_TASK, "full_ft", 0, "transformers", NULL},
    {"HF Transformers", CELL_TASK, "lora", 0, "transformers", NULL},
    {"AutoAWQ", ANY, "transformers-generate",
     "transformers-generate-awq"},
    {"HF Transformers (bitsandbytes", CELL_WEIGHTS, "int8", 0, "transformers-generate",
     "transformers-generate-llmint8"},
    {"HF Transformers (bitsandbytes", ANY, "transformers-generate", "transformers-generate-bnb"},
    {"HF Transformers (AutoGPTQ", CELLS, NULL, 2024, "transformers-generate",
     "transformers-generate-2023-gptq"},
    {"HF Transformers (AutoGPTQ", ANY, "transformers-generate", "transformers-generate-gptq"},
    {"HF Transformers (GPTQ", ANY, "transformers-generate", "transformers-generate-gptq"},
    {"AutoGPTQ", ANY, "transformers-generate", "transformers-generate-bnb"},
    {"gpt-fast", ANY, "transformers-generate", "gpt-fast"},
    {"HF Transformers", CELLS, NULL, 2024, "transformers-generate", "transformers-generate-2023"},
    {"HF Transformers", ANY, "transformers-generate", NULL},
    {"LLaMA-Factory + Unsloth", ANY, "unsloth", "unsloth-2024"},
    {"Unsloth", CELLS, NULL, 202404, "unsloth", "unsloth-2023"},
    {"Unsloth", CELLS, NULL, 2025, "unsloth", "unsloth-2024"},
    {"Unsloth", ANY, "unsloth", NULL},
    {"LLaMA-Factory", ANY, "llama-factory", NULL},
    {"LitGPT", CELLS, NULL, 2024, "litgpt", "litgpt-2023"},
    {"LitGPT", ANY, "litgpt", NULL},
    {"lit-gpt", ANY, "litgpt", NULL},
    {"Axolotl", ANY, "axolotl", NULL},
    {"LLM Foundry", ANY, "llm-foundry", NULL},
    {"Megatron-DeepSpeed", CELLS, NULL, FUSED_ATTENTION_YEAR, "megatron",
     "megatron-unfused-deepspeed"},
    {"Megatron-DeepSpeed", ANY, "megatron", "megatron-deepspeed"},
    {"Megatron-LM", CELLS, NULL, FUSED_ATTENTION_YEAR, "megatron", "megatron-unfused"},
    {"Megatron-Bridge", CELLS, NULL, EXPERTS_FASTER, "megatron", "megatron-eager"},
    {"Megatron", ANY, "megatron", NULL},
    {"ModelLink", ANY, "megatron", NULL},
    {"MindSpeed", ANY, "megatron", NULL},
    {"AscendSpeed", ANY, "megatron", NULL},
    {"MindFormers", ANY, "megatron", NULL},
    {"Primus", ANY, "megatron", NULL},
    {"PaddleNLP", ANY, "megatron", "megatron-paddle"},
    {"FlagScale", ANY, "megatron", NULL},
    {"NeuronX Distributed", ANY, "megatron", NULL},
    {"NVIDIA submission", CELL_TASK, "pretrain", 0, "megatron", NULL},
    {"NVIDIA submission", CELL_TASK, "train", 0, "pytorch-ddp", "nvidia-submission"},
    {"NVIDIA submission", ANY, "megatron", NULL},
    {"AMD submission", ANY, "megatron", NULL},
    {"MLPerf", CELL_TASK, "train", 0, "pytorch-ddp", "nvidia-submission"},
    {"MLPerf", ANY, "megatron", NULL},
    {"Intel submission", CELL_TASK, "pretrain", 0, "megatron", NULL},
    {"Intel submission", CELL_TASK, "train", 0, "pytorch-ddp", "nvidia-submission"},
    {"Intel submission", ANY, "megatron", NULL},
    {"Meta internal", ANY, "megatron", NULL},
    {"GPT-NeoX", ANY, "megatron", "megatron-neox"},
    {"", CELL_NOTES, "GPT-NeoX", 0, "megatron", "megatron-neox"},
    {"metaseq", ANY, "megatron", "megatron-unfused"},
    {"NVIDIA DeepLearningExamples (TensorFlow", ANY, "pytorch-ddp", "tensorflow"},
    {"TensorFlow", ANY, "pytorch-ddp", "tensorflow"},
    {"NVIDIA DeepLearningExamples", ANY, "pytorch-ddp", "nvidia-examples"},
    {"llm.c", ANY, "llm.c", "megatron-llmc"},
    {"llm.q", ANY, "llm.c", "megatron-llmc"},
    {"AITemplate", ANY, "diffusers", "diffusers-compiled"},
    {"stable-fast", ANY, "diffusers", "diffusers-compiled"},
    {"OneFlow", ANY, "diffusers", "diffusers-compiled"},
    {"OneDiff", ANY, "diffusers", "diffusers-compiled"},
    {"diffusers", CELL_FRAMEWORK, "compile", 0, "diffusers", "diffusers-compiled"},
    {"diffusers", ANY, "diffusers", NULL},
    {"xDiT", CELL_FRAMEWORK, "compile", 0, "diffusers", "diffusers-compiled"},
    {"xDiT", ANY, "diffusers", NULL},
    {"TensorRT-LLM 0.7", ANY, "tensorrt-llm", "tensorrt-llm-07"},
    {"TensorRT-LLM", CELLS, NULL, 2024, "tensorrt-llm", "tensorrt-llm-05"},
    {"TensorRT-LLM", ANY, "tensorrt-llm", NULL},
    {"TRT-LLM", ANY, "tensorrt-llm", NULL},
    {"NIM", ANY, "tensorrt-llm", NULL},
    {"Triton", ANY, "tensorrt-llm", NULL},
    {"vllm-kunlun", ANY, "vllm-kunlun", NULL},
    {"vllm-ascend 0.7.", ANY, "vllm-ascend", "vllm-ascend-eager"},
    {"vllm-ascend 0.8.", ANY, "vllm-ascend", "vllm-ascend-eager"},
    {"vllm-ascend 0.9.", ANY, "vllm-ascend", "vllm-ascend-eager"},
    {"vllm-ascend", CELLS, NULL, CAPTURED_GRAPHS_ASCEND, "vllm-ascend", "vllm-ascend-eager"},
    {"vllm-ascend", ANY, "vllm-ascend", NULL},
    {"MindIE", ANY, "mindie", NULL},
    {"vLLM", CELL_NOTES, "enforce-eager", 0, "vllm", "vllm-eager"},
    {"vLLM", CELL_NOTES, "enforce_eager", 0, "vllm", "vllm-eager"},
    {"vLLM", CELLS, NULL, CAPTURED_GRAPHS_VLLM, "vllm", "vllm-eager"},
    {"vLLM TPU", ANY, "vllm", "vllm-tpu"},
    {"vLLM (TPU", ANY, "vllm", "vllm-tpu"},
    {"vLLM (V0)", ANY, "vllm", "vllm-v0"},
    {"vLLM V0", ANY, "vllm", "vllm-v0"},
    {"vLLM V1", ANY, "vllm", NULL},
    {"SGL-JAX", ANY, "sglang", NULL},
    {"vLLM", CELLS, NULL, 2025, "vllm", "vllm-v0"},
    {"vLLM 0.6.", ANY, "vllm", "vllm-v0"},
    {"vLLM 0.7.", ANY, "vllm", "vllm-v0"},
    {"vLLM", CELLS, NULL, FUSED_EXPERTS_VLLM, "vllm", "vllm-2025"},
    {"vLLM", ANY, "vllm", NULL},
    {"TGI", CELLS, NULL, CAPTURED_GRAPHS_TGI, "vllm", "vllm-eager"},
    {"TGI", ANY, "vllm", NULL},
    {"Optimum Habana", CELL_TASK, "inference", 0, "vllm", NULL},
    {"Optimum Habana", CELL_TASK, "serve", 0, "vllm", NULL},
    {"Optimum Habana", ANY, "pytorch-ddp", NULL},
    {"SGLang", CELLS, NULL, FUSED_LATENTS_SGLANG, "sglang", "sglang-2024"},
    {"SGLang 0.5", ANY, "sglang", "sglang-05"},
    {"SGLang", ANY, "sglang", NULL},
    {"LMDeploy", ANY, "lmdeploy", NULL},
    {"KTransformers", ANY, "ktransformers", NULL},
    {"ExLlamaV", ANY, "exllamav2", NULL},
    {"ExLlama", CELL_FRAMEWORK, "2", 0, "exllamav2", NULL},
    {"ExLlama", ANY, "exllamav2", "exllamav2-v1"},
    {"MLC", ANY, "exllamav2", "mlc-llm"},
    {"MLX", CELL_TASK, "inference", 0, "mlx-lm", NULL},
    {"faster-whisper", ANY, "faster-whisper", NULL},
    {"whisper.cpp", ANY, "faster-whisper", "whisper.cpp"},
    {"llama.cpp", CELL_FRAMEWORK, "ROCm", 0, "llama.cpp", "llama.cpp-rocm"},
    {"ik_llama", ANY, "llama.cpp", "llama.cpp-ik"},
    {"llama.cpp", CELL_FRAMEWORK, "Vulkan", 0, "llama.cpp", "llama.cpp-vulkan"},
    {"llama.cpp Metal", ANY, "llama.cpp", NULL},
    {"llama-cpp-python", CELLS, NULL, CAPTURED_GRAPHS_GGML, "llama.cpp", "llama.cpp-2023-python"},
    {"llama.cpp", CELL_NOTES, "llama-cpp-python", CAPTURED_GRAPHS_GGML, "llama.cpp",
     "llama.cpp-2023-python"},
    {"llama.cpp", CELLS, NULL, HALF_SCORES_GGML, "llama.cpp", "llama.cpp-2023-fp32"},
    {"llama.cpp", CELLS, NULL, CAPTURED_GRAPHS_GGML, "llama.cpp", "llama.cpp-2023"},
    {"llama.cpp", CELLS, NULL, INT8_PRODUCTS_GGML, "llama.cpp", "llama.cpp-2024"},
    {"llama.cpp", ANY, "llama.cpp", NULL},
    {"llamacpp", ANY, "llama.cpp", NULL},
    {"llama-cpp-python", ANY, "llama.cpp", NULL},
    {"ollama", ANY, "ollama", NULL},
};

int setup_year(const struct setup *s)
{
    double year;
    char text[5];
    str_copy(text, sizeof text, s->cell[CELL_DATE] ? s->cell[CELL_DATE] : "");
    return num_plain(text, &year) == NUM_OK && year > 1900 && year < 2100 ? (int)year : 9999;
}

/* Year and month as 202405; the middle of the year where no month is told. */
int setup_month(const struct setup *s)
{
    const char *d = s->cell[CELL_DATE] ? s->cell[CELL_DATE] : "";
    int year = setup_year(s), month = 6;
    if (year < 9999 && d[4] == '-' && d[5] >= '0' && d[5] <= '1' && d[6] >= '0' && d[6] <= '9')
        month = 10 * (d[5] - '0') + (d[6] - '0');
    return year * 100 + month;
}

/* The row is older than a year or month. What fused attention changed: where a row names it, no. */
static bool is_before(const struct setup *s, int before)
{
    if (before == FUSED_ATTENTION_YEAR && mentions(s->cell[CELL_ATTENTION], "flash"))
        return false;
    return (before > 9999 ? setup_month(s) : setup_year(s)) < before;
}

/* A trainer that the table does not have, by what it says that it is made of, or by what is known
 * to lie under it (their README files). */
static const struct framework *framework_named(const char *text)
{
    static const struct framework parts[] = {{"Unsloth", ANY, "unsloth", NULL},
                                             {"LlamaFactory", ANY, "llama-factory", NULL},
                                             {"LLaMA Factory", ANY, "llama-factory", NULL},
                                             {"LLaMA-Factory", ANY, "llama-factory", NULL},
                                             {"Axolotl", ANY, "axolotl", NULL},
                                             {"torchtune", ANY, "torchtune", NULL},
                                             {"torchtitan", ANY, "torchtitan", NULL},
                                             {"LLM Foundry", ANY, "llm-foundry", NULL},
                                             {"llm-foundry", ANY, "llm-foundry", NULL},
                                             {"DeepSpeed", ANY, "deepspeed-zero3", NULL},
                                             {"Colossal", ANY, "deepspeed-zero3", NULL},
                                             {"OpenRLHF", ANY, "deepspeed-zero3", NULL},
                                             {"LMFlow", ANY, "deepspeed-zero3", NULL},
                                             {"XTuner", ANY, "deepspeed-zero3", NULL},
                                             {"Megatron", ANY, "megatron", NULL},
                                             {"submission", ANY, "megatron", NULL},
                                             {"MLPerf", ANY, "megatron", NULL},
                                             {"NeMo", ANY, "megatron", NULL},
                                             {"MCore", ANY, "megatron", NULL},
                                             {"FSDP", ANY, "fsdp", NULL},
                                             {"veRL", ANY, "fsdp", NULL},
                                             {"OLMo", ANY, "fsdp", NULL},
                                             {"FMS", ANY, "fsdp", NULL},
                                             {"MaxText", ANY, "torchtitan", "maxtext"},
                                             {"Levanter", ANY, "torchtitan", "maxtext"},
                                             {"Pax", ANY, "torchtitan", "jax"},
                                             {"EasyLM", ANY, "torchtitan", "jax"},
                                             {"Flax", ANY, "torchtitan", "jax"},
                                             {"TF2", ANY, "pytorch-ddp", "tensorflow"},
                                             {"Keras", ANY, "pytorch-ddp", "tensorflow"},
                                             {"kohya", ANY, "diffusers-train", NULL},
                                             {"sd-scripts", ANY, "diffusers-train", NULL},
                                             {"OneTrainer", ANY, "diffusers-train", NULL},
                                             {"SimpleTuner", ANY, "diffusers-train", NULL},
                                             {"ai-toolkit", ANY, "diffusers-train", NULL},
                                             {"DreamBooth", ANY, "diffusers-train", NULL},
                                             {"diffusers", ANY, "diffusers-train", NULL},
                                             {"Hugging", ANY, "transformers", NULL},
                                             {"PEFT", ANY, "transformers", NULL},
                                             {"TRL", ANY, "transformers", NULL},
                                             {"bitsandbytes", ANY, "transformers", NULL},
                                             {"QLoRA", ANY, "transformers", NULL},
                                             {"alpaca", ANY, "transformers", NULL},
                                             {"FastChat", ANY, "transformers", NULL},
                                             {"AutoTrain", ANY, "transformers", NULL},
                                             {"Transformers", ANY, "transformers", NULL},
                                             {"Accelerate", ANY, "transformers", NULL},
                                             {"GaLore", ANY, "pytorch-ddp", NULL},
                                             {"LOMO", ANY, "pytorch-ddp", NULL}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (mentions(text, parts[i].text))
            return &parts[i];
    return NULL;
}

/* Other names of what serves text, and what is made of it, by the name in the table above. */
static const struct {
    const char *word, *as;
} served_as[] = {
    {"gpt-fast", "gpt-fast"},
    {"torchao", "gpt-fast"},
    {"exl2", "ExLlamaV2"},
    {"exl3", "ExLlamaV2"},
    {"exllamav", "ExLlamaV2"},
    {"TabbyAPI", "ExLlamaV2"},
    {"exllama", "ExLlama"},
    {"AutoAWQ", "AutoAWQ"},
    {"AutoGPTQ", "AutoGPTQ"},
    {"GPTQModel", "AutoGPTQ"},
    {"GPTQ-for", "AutoGPTQ"},
    {"text-generation-inference", "TGI"},
    {"text generation inference", "TGI"},
    {"TGI", "TGI"},
    {"TurboMind", "LMDeploy"},
    {"lmdeploy", "LMDeploy"},
    {"SGLang", "SGLang"},
    {"TensorRT-LLM", "TensorRT-LLM"},
    {"TensorRT LLM", "TensorRT-LLM"},
    {"TRTLLM", "TensorRT-LLM"},
    {"TRT LLM", "TensorRT-LLM"},
    {"NVIDIA NIM", "TensorRT-LLM"},
    {"FasterTransformer", "TensorRT-LLM"},
    {"vllm-ascend", "vllm-ascend"},
    {"vllm", "vLLM"},
    {"Aphrodite", "vLLM"},
    {"LightLLM", "vLLM"},
    {"ktransformers", "KTransformers"},
    {"mlx", "MLX"},
    {"ollama", "ollama"},
    {"llama.cpp", "llama.cpp"},
    {"llama-cpp", "llama.cpp"},
    {"llamafile", "llama.cpp"},
    {"kobold", "llama.cpp"},
    {"LM Studio", "llama.cpp"},
    {"LMStudio", "llama.cpp"},
    {"GGUF", "llama.cpp"},
    {"DeepSpeed", "DeepSpeed"},
    {"bitsandbytes", "HF Transformers (bitsandbytes)"},
    {"ctransformers", "llama.cpp"},
    {"for Transformers", "llama.cpp"},
    {"transformers", "HF Transformers"},
    {"hugging", "HF Transformers"},
    {"Accelerate", "HF Transformers"},
    {"PyTorch", "HF Transformers"},
};

static const struct framework *framework_of_name(const struct setup *s, const char *name)
{
    for (size_t i = 0; i < sizeof frameworks / sizeof frameworks[0]; i++) {
        const struct framework *w = &frameworks[i];
        const char *cell = w->word ? s->cell[w->where] : NULL;
        if (begins(name, w->text) && (!w->word || (cell && strstr(cell, w->word))) &&
            (!w->before || is_before(s, w->before)))
            return w;
    }
    return NULL;
}

const struct framework *framework_of(const struct setup *s)
{
    const char *name = s->cell[CELL_FRAMEWORK];
    const struct framework *w = framework_of_name(s, name);
    enum model_kind kind = s->job.model ? s->job.model->kind : MODEL_OTHER;
    if (w || s->job.training)
        return w ? w : framework_named(name);
    if (kind != MODEL_DECODER && kind != MODEL_VLM && kind != MODEL_ENCODER_DECODER)
        return NULL;
    for (size_t i = 0; i < sizeof served_as / sizeof served_as[0]; i++)
        if (mentions(name, served_as[i].word))
            return framework_of_name(s, served_as[i].as);
    return NULL;
}
