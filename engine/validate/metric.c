/*
 * metric.c - other words for the figures of a row. The first line that fits counts: the
 * same word means another figure in a row of decoding, of a server, of training.
 */
#include "engine/validate/metric.h"

#include <string.h>

#include "base/str.h"
#include "engine/validate/setup.h"
#include "engine/validate/unit.h"

enum rows { ANY_ROW, DECODES, SERVES, TRAINS, REMEMBERS };

struct words {
    enum rows rows;
    const char *metric;
    const char *text[14];
};

static const struct words all[] = {
    {DECODES, "decode_tokens_per_s",
     {"tokens_per_s", "tokens_per_second", "tps", "throughput", "generation_tokens_per_s",
      "output_tokens_per_s", "output_tokens_per_s_per_user", "tokens_per_s_per_user", "eval_rate",
      "generation_speed", "decode_speed", "tg128"}},
    {ANY_ROW, "tpot",
     {"itl", "inter_token_latency", "ms_per_token", "time_per_output_token", "token_latency",
      "decode_latency", "latency_per_token"}},
    {ANY_ROW, "ttft",
     {"time_to_first_token", "first_token_latency", "prefill_latency", "prefill_time"}},
    {ANY_ROW, "prefill_tokens_per_s",
     {"prompt_tokens_per_s", "input_tokens_per_s", "prefill_throughput", "prefill_speed",
      "prompt_eval_rate", "prompt_processing_tokens_per_s", "pp512"}},
    {SERVES, "output_tokens_per_s_total",
     {"output_tokens_per_s", "tokens_per_s", "tokens_per_second", "generation_tokens_per_s",
      "output_throughput", "generation_throughput", "decode_throughput", "throughput", "tps"}},
    {SERVES, "prompt_plus_generated_tokens_per_s",
     {"total_tokens_per_s", "total_throughput", "total_token_throughput",
      "prompt_plus_output_tokens_per_s"}},
    {SERVES, "output_tokens_per_s_per_gpu",
     {"tokens_per_s_per_gpu", "output_tokens_per_s_per_accelerator"}},
    {SERVES, "requests_per_s",
     {"request_throughput", "requests_per_second", "qps", "queries_per_s"}},
    {SERVES, "decode_tokens_per_s",
     {"output_tokens_per_s_per_user", "tokens_per_s_per_user", "decode_speed"}},
    {SERVES, "infer_samples_per_s",
     {"images_per_s", "samples_per_s", "sequences_per_s", "sentences_per_s", "embeddings_per_s",
      "inferences_per_s", "infer_sequences_per_s", "infer_images_per_s", "documents_per_s"}},
    {SERVES, "infer_latency",
     {"latency", "latency_ms", "inference_latency", "e2e_latency", "end_to_end_latency",
      "generation_time", "seconds_per_image", "time_per_image", "batch_latency"}},
    {SERVES, "denoise_iterations_per_s",
     {"iterations_per_s", "it_per_s", "its_per_s", "it_s", "steps_per_s", "sampling_steps_per_s",
      "denoising_steps_per_s", "unet_iterations_per_s"}},
    {SERVES, "realtime_factor", {"rtfx", "x_realtime", "times_realtime", "speed_factor"}},
    {TRAINS, "train_tokens_per_s", {"tokens_per_s", "tokens_per_second", "throughput"}},
    {TRAINS, "train_tokens_per_s_per_gpu", {"tokens_per_s_per_gpu", "tokens_per_gpu_per_s"}},
    {TRAINS, "train_samples_per_s", {"images_per_s", "samples_per_s", "sequences_per_s"}},
    {TRAINS, "seconds_per_iteration",
     {"iteration_time", "step_time", "time_per_step", "seconds_per_step", "time_per_iteration"}},
    {TRAINS, "model_tflops_per_gpu", {"tflops_per_gpu", "tflops"}},
    {TRAINS, "accelerator_hours", {"gpu_hours", "tpu_hours", "device_hours"}},
    {TRAINS, "peak_memory_per_gpu",
     {"memory", "vram", "peak_vram", "gpu_memory", "peak_gpu_memory", "vram_used",
      "memory_used", "max_memory", "peak_memory"}},
    {REMEMBERS, "peak_memory",
     {"memory", "vram", "peak_vram", "gpu_memory", "peak_gpu_memory", "vram_used",
      "memory_used", "max_memory"}},
    {REMEMBERS, "weight_file_size",
     {"model_size", "file_size", "weights_size", "weight_size", "model_file_size", "gguf_size"}},
    {REMEMBERS, "kv_cache_bytes", {"kv_cache_size", "kv_cache", "kv_cache_memory"}},
    {REMEMBERS, "kv_cache_bytes_per_token",
     {"kv_bytes_per_token", "kv_cache_per_token", "kv_cache_size_per_token"}},
    {REMEMBERS, "kv_cache_tokens",
     {"max_kv_tokens", "kv_cache_capacity", "gpu_kv_cache_size", "kv_tokens"}},
};

/* Lower case, one underscore between words, per_s for per_sec and per_second, no unit behind. */
static void plain(const char *text, char *out, size_t cap)
{
    size_t n = 0;
    for (; *text && n + 1 < cap; text++) {
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
        bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (word)
            out[n++] = c;
        else if (n > 0 && out[n - 1] != '_')
            out[n++] = '_';
    }
    while (n > 0 && out[n - 1] == '_')
        n--;
    out[n] = '\0';
    static const char *const units[] = {"_ms", "_gb", "_gib", "_mib", "_mb"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t len = strlen(units[i]);
        if (n > len && strcmp(out + n - len, units[i]) == 0) {
            n -= len;
            out[n] = '\0';
        }
    }
    static const char *const ends[] = {"_per_second", "_per_sec"};
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(ends[i]);
        if (n > len && strcmp(out + n - len, ends[i]) == 0)
            out[n - len + strlen("_per_s")] = '\0';
    }
}

/* A throughput without a word of what: of samples where its unit says so. */
static bool of_samples(const char *word, const char *unit)
{
    static const char *const units[] = {"images", "image", "img", "samples", "sequences", "seq",
                                        "sentences", "docs", "documents", "embeddings"};
    if (!str_eq(word, "throughput"))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (str_starts(unit, units[i]))
            return true;
    return false;
}

/* Names of the shipped table that no line above changes. */
static bool exact(const char *text)
{
    static const char *const names[] = {
        "peak_memory", "peak_memory_per_gpu", "memory_per_gpu", "peak_memory_total",
        "model_states_per_gpu", "weights_per_gpu", "available_kv_memory_per_gpu",
        "request_latency", "mfu", "model_tflops_per_gpu", "hardware_tflops_per_gpu"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (str_eq(text, names[i]))
            return true;
    return str_empty(text);
}

const char *validate_metric(const char *text, const char *kind, bool training, const char *unit)
{
    char word[48];
    plain(text ? text : "", word, sizeof word);
    enum rows rows = str_eq(kind, "decode")         ? DECODES
                     : str_eq(kind, "infer_memory") ? REMEMBERS
                     : training                     ? TRAINS
                                                    : SERVES;
    const char *trained = training ? trained_metric(text, kind, unit) : NULL;
    if (trained)
        return trained;
    if (of_samples(word, unit ? unit : ""))
        return training ? "train_samples_per_s" : "infer_samples_per_s";
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (all[i].rows != ANY_ROW && all[i].rows != rows)
            continue;
        for (size_t k = 0; k < sizeof all[i].text / sizeof all[i].text[0] && all[i].text[k]; k++)
            if (str_eq(word, all[i].text[k]) || str_eq(word, all[i].metric))
                return all[i].metric;
    }
    const char *served = training || exact(text) ? NULL : served_metric(text, kind, unit);
    return served ? served : text;
}

/* --- the task where no column tells it -------------------------------------------------------- */
static bool has_any(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (strstr(text, *words))
            return true;
    return false;
}

static bool metric_of_training(const char *word)
{
    static const char *const words[] = {"train",  "iteration", "_step",   "tflops",
                                        "mfu",    "hours",     "minutes", "epoch",
                                        "states", NULL};
    return has_any(word, words);
}

const char *validate_task_word(const char *text)
{
    static const struct { const char *word, *task; } words[] = {
        {"qlora", "qlora"}, {"controlnet", "controlnet"}, {"lora", "lora"}, {"dora", "lora"},
        {"adapter", "lora"}, {"peft", "lora"}, {"pretrain", "pretrain"}, {"pre_train", "pretrain"},
        {"from_scratch", "pretrain"}, {"full", "full_ft"}, {"infer", "inference"},
        {"generat", "inference"}, {"serv", "serve"}};
    char word[48];
    plain(text, word, sizeof word);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(word, words[i].word))
            return words[i].task;
    if (str_starts(word, "train"))
        return "train";
    return NULL; /* "sft", "finetune", "dpo": the rest of the row tells how */
}

const char *validate_task(const struct setup *s, const char *kind)
{
    static const char *const adapters[] = {"LoRA", "lora", NULL};
    static const char *const quantised[] = {"QLoRA", "qlora", NULL};
    const char *notes = s->cell[CELL_NOTES], *by = s->cell[CELL_FRAMEWORK];
    char word[48];
    plain(s->cell[CELL_METRIC], word, sizeof word);
    bool rate = str_eq(kind, "throughput");
    bool many = setup_num(s, CELL_CONCURRENCY) > 1 || str_starts(word, "output");
    if (!str_starts(kind, "train") && !(rate && metric_of_training(word)))
        return rate && many ? "serve" : "inference";
    bool adapter = known(setup_num(s, CELL_RANK)) || has_any(notes, adapters) ||
                   has_any(by, adapters);
    const char *weights = s->cell[CELL_WEIGHTS];
    bool packed = str_starts(weights, "nf4") || str_starts(weights, "int4") ||
                  str_starts(weights, "int8");
    if (has_any(notes, quantised) || packed)
        return "qlora";
    if (adapter)
        return "lora";
    bool from_scratch = known(setup_num(s, CELL_TOKENS)) || setup_num(s, CELL_COUNT) >= 16;
    return from_scratch ? "pretrain" : "full_ft";
}
