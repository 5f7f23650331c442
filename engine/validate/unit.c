/*
 * unit.c - units and names of figures, word by word: sources write the same quantity as
 * tokens/sec/device, tok/s/GPU, TGS or tokens_per_gpu_per_second.
 */
#include "engine/validate/unit.h"

#include <string.h>

#include "base/num.h"
#include "base/str.h"

#define WORDS 12
struct words {
    char w[WORDS][20];
    int n;
};

/* Lower-case words; a slash is the word "per". A sign of two cases is kept in *first. */
static struct words words_of(const char *text, char *first)
{
    struct words out = {.n = 0};
    size_t at = 0;
    *first = text && *text ? *text : '\0';
    for (const char *p = text ? text : "";; p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
        bool in = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '%';
        if (in && out.n < WORDS && at + 1 < sizeof out.w[0]) {
            out.w[out.n][at++] = c;
            continue;
        }
        if (!in && at > 0) {
            out.w[out.n++][at] = '\0';
            at = 0;
        }
        if (*p == '/' && out.n < WORDS)
            str_copy(out.w[out.n++], sizeof out.w[0], "per");
        if (*p == '\0')
            break;
    }
    return out;
}

static bool one_of(const char *w, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(w, *list) == 0)
            return true;
    return false;
}

static const char *const second[] = {"s", "sec", "secs", "second", "seconds", NULL};
static const char *const device[] = {
    "gpu",          "gpus", "device", "devices", "chip", "chips",  "card", "cards", "accelerator",
    "accelerators", "npu",  "npus",   "tpu",     "rank", "worker", "hpu",  "die",   NULL};
static const char *const token[] = {"tokens", "token", "tok", "toks", "ktok", "ktokens", NULL};
static const char *const sample[] = {
    "samples",   "sample",   "examples", "example", "sequences", "sequence", "seqs", "seq",
    "sentences", "sentence", "pairs",    "images",  "image",     "imgs",     "img",  "pictures",
    "clips",     "videos",   "graphs",   "records", "rows",      NULL};
static const char *const step[] = {"it",         "its",     "iter",  "iters", "iteration",
                                   "iterations", "step",    "steps", "batch", "batches",
                                   "update",     "updates", NULL};
static const char *const flop[] = {"tflops", "tflop", "teraflops", "teraflop", NULL};

/* Cards by their names: "a100-hours", "h100_days". */
static bool is_card(const char *w)
{
    static const char *const cards[] = {"a100",   "a800",   "h100",   "h200", "h800",
                                        "b200",   "v100",   "p100",   "t4",   "l40s",
                                        "mi250x", "mi300x", "gaudi2", NULL};
    return one_of(w, device) || one_of(w, cards);
}

/* --- units -------------------------------------------------------------------------------------*/
/* Hours of a word of time; UNKNOWN for another one. */
static double time_word(const char *w)
{
    static const struct {
        const char *word;
        double hours;
    } all[] = {{"us", 1 / 3.6e9},
               {"ms", 1 / 3.6e6},
               {"msec", 1 / 3.6e6},
               {"milliseconds", 1 / 3.6e6},
               {"s", 1.0 / 3600},
               {"sec", 1.0 / 3600},
               {"secs", 1.0 / 3600},
               {"second", 1.0 / 3600},
               {"seconds", 1.0 / 3600},
               {"min", 1.0 / 60},
               {"mins", 1.0 / 60},
               {"minute", 1.0 / 60},
               {"minutes", 1.0 / 60},
               {"m", 1.0 / 60},
               {"h", 1},
               {"hr", 1},
               {"hrs", 1},
               {"hour", 1},
               {"hours", 1},
               {"d", 24},
               {"day", 24},
               {"days", 24},
               {"week", 168},
               {"weeks", 168},
               {"month", 730.5},
               {"months", 730.5}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(w, all[i].word) == 0)
            return all[i].hours;
    return UNKNOWN;
}

/* Bytes of "GiB (printed as GB)", "GB/GPU", "gb"; UNKNOWN for anything else. */
static double bytes_unit(const struct words *u, int at)
{
    static const struct {
        const char *word;
        double bytes;
    } all[] = {{"tib", 1024 * GIB}, {"tb", 1e12},     {"gib", GIB},     {"gb", GB},   {"g", GB},
               {"gigabytes", GB},   {"gigabyte", GB}, {"mib", 1048576}, {"mb", 1e6},  {"m", 1e6},
               {"megabytes", 1e6},  {"kib", 1024},    {"kb", 1e3},      {"bytes", 1}, {"b", 1}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (u->n > at && strcmp(u->w[at], all[i].word) == 0)
            return all[i].bytes;
    return UNKNOWN;
}

/* "GPU-days", "A100 hours": the word of time behind the one of the card; else the first word. */
static double time_unit(const struct words *u)
{
    int at = 0;
    while (at + 1 < u->n && (is_card(u->w[at]) || strcmp(u->w[at], "core") == 0))
        at++;
    return u->n > 0 ? time_word(u->w[at]) : UNKNOWN;
}

/* A multiple of a rate: "k tokens/s", "Ktok/s", "million tokens per day". */
static double rate_unit(const struct words *u, char first)
{
    static const char *const thousand[] = {"k", "ktok", "ktokens", "thousand", "kimg", NULL};
    static const char *const million[] = {"mtok", "mtokens", "million", NULL};
    static const char *const billion[] = {"btok", "btokens", "billion", "b", NULL};
    double size = 1;
    if (u->n > 0) {
        const char *w = u->w[0];
        size = one_of(w, thousand) ? 1e3 : one_of(w, million) ? 1e6 : one_of(w, billion) ? 1e9 : 1;
        if (strcmp(w, "m") == 0 && first == 'M' && u->n > 1)
            size = 1e6;
    }
    for (int i = 1; i < u->n; i++) {
        double hours = strcmp(u->w[i - 1], "per") == 0 ? time_word(u->w[i]) : UNKNOWN;
        if (known(hours))
            return size / (hours * 3600);
    }
    return size;
}

/* Position of the unit in the words of a metric's name: its last word, "peak_memory_gb". */
static double named_unit(const char *metric, enum validate_kind kind)
{
    char first;
    struct words m = words_of(metric, &first);
    bool memory = kind == VALIDATE_TRAIN_MEMORY || kind == VALIDATE_INFER_MEMORY;
    if (m.n == 0)
        return UNKNOWN;
    if (memory)
        return m.n > 1 && strlen(m.w[m.n - 1]) > 1 ? bytes_unit(&m, m.n - 1) : UNKNOWN;
    double hours = UNKNOWN;
    for (int i = 0; i < m.n && !known(hours); i++)
        if (i == 0 || strcmp(m.w[i - 1], "per") != 0)
            hours = strlen(m.w[i]) > 1 ? time_word(m.w[i]) : UNKNOWN;
    if (known(hours))
        return hours;
    for (int i = 1; i < m.n; i++) /* "tokens_per_s": the name is the unit */
        if (strcmp(m.w[i - 1], "per") == 0 && known(time_word(m.w[i])))
            return rate_unit(&m, first);
    return one_of(m.w[0], flop) || strcmp(m.w[0], "mfu") == 0 || strcmp(m.w[0], "hfu") == 0
               ? 1
               : UNKNOWN;
}

double unit_size(const char *unit, const char *metric, enum validate_kind kind)
{
    char first;
    struct words u = words_of(unit, &first);
    if (u.n == 0)
        return named_unit(metric, kind);
    double bytes = bytes_unit(&u, 0), hours = time_unit(&u);
    if (kind == VALIDATE_TRAIN_MEMORY || kind == VALIDATE_INFER_MEMORY)
        return strcmp(u.w[0], "tokens") == 0 ? 1 : bytes;
    if (strcmp(u.w[0], "%") == 0 || strcmp(u.w[0], "percent") == 0)
        return 0.01;
    bool long_name = u.n > 1 && strcmp(u.w[0], "m") == 0 && first == 'M'; /* "M tokens/s" */
    if (known(hours) && !long_name)
        return hours;
    if (known(bytes) && strlen(u.w[0]) > 1)
        return bytes;
    return rate_unit(&u, first);
}

/* --- names of figures --------------------------------------------------------------------------*/
struct told {
    bool tokens, samples, steps, flops, of_device, a_second, time, mfu, hardware, epoch, total;
    bool time_first; /* seconds per step, not steps per second */
};

static void tell(const char *text, struct told *t)
{
    char first;
    struct words w = words_of(text, &first);
    bool per = false;
    for (int i = 0; i < w.n; i++) {
        const char *x = w.w[i];
        bool behind = i > 0 && strcmp(w.w[i - 1], "per") == 0;
        per = per || strcmp(x, "per") == 0;
        t->tokens |= one_of(x, token);
        t->samples |= one_of(x, sample);
        t->steps |= one_of(x, step);
        t->flops |= one_of(x, flop);
        t->of_device |= is_card(x) || strcmp(x, "tgs") == 0;
        t->tokens |= strcmp(x, "tgs") == 0 || strcmp(x, "tps") == 0;
        t->a_second |= behind && one_of(x, second);
        t->time |= strcmp(x, "time") == 0 || strcmp(x, "latency") == 0;
        t->time_first |= !per && known(time_word(x)) && strcmp(x, "m") != 0;
        t->mfu |= strcmp(x, "mfu") == 0;
        t->hardware |=
            strcmp(x, "hfu") == 0 || strcmp(x, "hardware") == 0 || strcmp(x, "executed") == 0;
        t->epoch |= strcmp(x, "epoch") == 0 || strcmp(x, "epochs") == 0;
        t->total |= strcmp(x, "total") == 0 || strcmp(x, "aggregate") == 0;
    }
}

static const char *rate(const struct told *t)
{
    if (t->mfu)
        return "mfu";
    if (t->flops || t->hardware)
        return t->flops && t->hardware ? "hardware_tflops_per_gpu"
               : t->flops              ? "model_tflops_per_gpu"
                                       : "hfu";
    if (t->steps && (t->time || t->time_first) && !t->a_second)
        return "seconds_per_iteration";
    if (t->tokens)
        return t->of_device ? "train_tokens_per_s_per_gpu" : "train_tokens_per_s";
    if (t->samples)
        return t->of_device ? "train_samples_per_s_per_gpu" : "train_samples_per_s";
    if (t->steps && t->a_second)
        return "iterations_per_s";
    return NULL;
}

static const char *of_memory(const char *metric)
{
    char first;
    struct words w = words_of(metric, &first);
    for (int i = 0; i < w.n; i++) {
        if (strcmp(w.w[i], "states") == 0)
            return "model_states_per_gpu";
        if (strcmp(w.w[i], "total") == 0)
            return "peak_memory_total";
    }
    return "peak_memory_per_gpu";
}

/* The table's own words, each a quantity that the rest of a name would not tell apart. */
static const char *own_word(const char *metric)
{
    static const char *const own[] = {"peak_memory_per_gpu",
                                      "peak_memory_total",
                                      "model_states_per_gpu",
                                      "weights_per_gpu",
                                      "train_tokens_per_s",
                                      "train_tokens_per_s_per_gpu",
                                      "train_samples_per_s",
                                      "train_samples_per_s_per_gpu",
                                      "seconds_per_iteration",
                                      "model_tflops_per_gpu",
                                      "hardware_tflops_per_gpu",
                                      "mfu",
                                      "hfu",
                                      "wall_hours",
                                      "hours_to_train",
                                      "minutes_to_quality",
                                      "accelerator_hours"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (str_eq(metric, own[i]))
            return own[i];
    return NULL;
}

const char *trained_metric(const char *metric, const char *kind, const char *unit)
{
    const char *own = own_word(metric);
    if (own)
        return own;
    struct told m = {.tokens = false}, u = {.tokens = false};
    tell(metric, &m);
    tell(unit, &u);
    if (str_eq(kind, "train_memory"))
        return of_memory(metric);
    if (str_eq(kind, "train_time")) {
        if (m.steps || u.steps)
            return "seconds_per_iteration";
        if (m.epoch || u.epoch)
            return "epoch_hours";
        return m.of_device || u.of_device ? "accelerator_hours" : "wall_hours";
    }
    if (m.epoch && !m.tokens && !m.samples)
        return "epoch_hours";
    const char *by_name = rate(&m);
    if (by_name && (m.tokens || m.samples)) { /* the unit may tell that it is of one card */
        m.of_device |= u.of_device && !m.total;
        return rate(&m);
    }
    if (by_name)
        return by_name;
    u.of_device |= m.of_device;
    return rate(&u);
}
