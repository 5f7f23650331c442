/*
 * metric_served.c - figures of inference by the words in their names, for tables that name
 * them as they like: "Mean TPOT (ms)", "tok/s", "pp512", "vram usage". The first line that fits
 * counts; a name without any of the words stays what it is.
 */
#include "engine/validate/metric.h"

#include <string.h>

#include "base/str.h"

/* A figure: all words of one list in the name, and its unit where one is asked. */
struct figure {
    const char *words[3];
    const char *unit; /* how the unit begins; NULL: any */
    const char *metric;
};

static const struct figure memories[] = {
    {{"kv", "token"}, "tok", "kv_cache_tokens"},
    {{"avail", "kv"}, NULL, "available_kv_memory_per_gpu"},
    {{"kv"}, NULL, "kv_cache_bytes"},
    {{"buffer"}, NULL, NULL},
    {{"activation"}, NULL, NULL},
    {{"file"}, NULL, "weight_file_size"},
    {{"gguf"}, NULL, "weight_file_size"},
    {{"checkpoint"}, NULL, "weight_file_size"},
    {{"weight"}, NULL, "weights_per_gpu"},
    {{"load"}, NULL, "weights_per_gpu"},
    {{"size"}, NULL, "weight_file_size"},
    {{"memory"}, NULL, "peak_memory"},
    {{"vram"}, NULL, "peak_memory"},
    {{"footprint"}, NULL, "peak_memory"},
    {{"allocated"}, NULL, "peak_memory"},
    {{"reserved"}, NULL, "peak_memory"},
    {{"ram"}, NULL, "peak_memory"},
    {{"rss"}, NULL, "peak_memory"},
};

static const struct figure speeds[] = {
    {{"ttft"}, NULL, "ttft"},
    {{"first", "token"}, NULL, "ttft"},
    {{"tpot"}, NULL, "tpot"},
    {{"itl"}, NULL, "tpot"},
    {{"inter", "token"}, NULL, "tpot"},
    {{"per_output_token"}, NULL, "tpot"},
    {{"per_token"}, "ms", "tpot"},
    {{"ms_token"}, NULL, "tpot"},
    {{"e2e"}, NULL, "request_latency"},
    {{"end_to_end"}, NULL, "request_latency"},
    {{"rtfx"}, NULL, "realtime_factor"},
    {{"real", "time", "factor"}, "x", "realtime_factor"},
    {{"realtime"}, "x", "realtime_factor"},
    {{"s_it"}, "s/it", "seconds_per_denoise_step"},
    {{"per_step"}, "s", "seconds_per_denoise_step"},
    {{"it_s"}, NULL, "denoise_iterations_per_s"},
    {{"pp"}, "t", "prefill_tokens_per_s"},
    {{"prompt", "total"}, NULL, "prompt_plus_generated_tokens_per_s"},
    {{"prompt"}, "t", "prefill_tokens_per_s"},
    {{"prefill"}, "t", "prefill_tokens_per_s"},
    {{"input"}, "t", "prefill_tokens_per_s"},
    {{"tg"}, "t", "decode_tokens_per_s"},
    {{"eval"}, "t", "decode_tokens_per_s"},
    {{"user"}, NULL, "decode_tokens_per_s"},
    {{"gpu"}, "t", "output_tokens_per_s_per_gpu"},
    {{"total", "tok"}, "t", "prompt_plus_generated_tokens_per_s"},
    {{"request", "latency"}, NULL, "request_latency"},
    {{"request"}, NULL, "requests_per_s"},
    {{"req_s"}, NULL, "requests_per_s"},
    {{"qps"}, NULL, "requests_per_s"},
    {{"fps"}, NULL, "infer_samples_per_s"},
    {{"images_s"}, NULL, "infer_samples_per_s"},
    {{"image_s"}, NULL, "infer_samples_per_s"},
    {{"img_s"}, NULL, "infer_samples_per_s"},
    {{"samples_s"}, NULL, "infer_samples_per_s"},
    {{"sentences"}, NULL, "infer_samples_per_s"},
    {{"sequences"}, NULL, "infer_samples_per_s"},
    {{"embeddings"}, NULL, "infer_samples_per_s"},
    {{"doc"}, NULL, "infer_samples_per_s"},
    {{"latency"}, NULL, "infer_latency"},
    {{"time"}, NULL, "infer_latency"},
    {{"seconds"}, NULL, "infer_latency"},
};

/* What is left: tokens a second of one request or of all. */
static const char *const of_tokens[] = {"tok",    "t_s",   "tps",  "throughput", "generation",
                                        "decode", "speed", "gen_", NULL};

static const char *found(const char *word, const char *unit, const struct figure *list, size_t n,
                         const char *otherwise)
{
    for (size_t i = 0; i < n; i++) {
        bool all = true;
        for (size_t k = 0; k < 3 && list[i].words[k]; k++)
            all = all && strstr(word, list[i].words[k]);
        if (all && (!list[i].unit || str_starts(unit, list[i].unit)))
            return list[i].metric ? list[i].metric : otherwise;
    }
    return NULL;
}

const char *served_metric(const char *text, const char *kind, const char *unit)
{
    char word[64];
    size_t n = 0;
    for (const char *p = text; *p && n + 1 < sizeof word; p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (letter || (n > 0 && word[n - 1] != '_'))
            word[n++] = letter ? c : '_';
    }
    word[n] = '\0';
    if (str_eq(kind, "infer_memory"))
        return found(word, unit, memories, sizeof memories / sizeof memories[0], text);
    const char *m = found(word, unit, speeds, sizeof speeds / sizeof speeds[0], text);
    for (const char *const *w = of_tokens; !m && *w; w++)
        if (strstr(word, *w))
            m = str_eq(kind, "decode") ? "decode_tokens_per_s" : "output_tokens_per_s_total";
    return m;
}
