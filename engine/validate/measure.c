/*
 * measure.c - the figure of a row as the engine gives it. One function per group of
 * metrics; units are bytes, tokens, per second or hours.
 */
#include <string.h>

#include "base/str.h"
#include "engine/validate/setup.h"
#include "engine/validate/words.h"
#include "engine/validate/work.h"

static struct band times(struct band b, double x)
{
    return (struct band){b.low * x, b.typical * x, b.high * x};
}

static double lines(const struct sizing *z, const enum mem_line_id *ids, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += z->line_gib[ids[i]];
    return sum;
}

static struct band exact(double x)
{
    return (struct band){x * 0.97, x, x * 1.03};
}

/* Weights as they are stored: of packed ones some layers stay wider, others in each file. */
static struct band stored(const struct setup *s, double x)
{
    bool packed = s->job.weights && s->job.weights->body_bits < 16;
    return packed ? (struct band){x * 0.92, x, x * 1.08} : exact(x);
}

#define WIDEST 2.5 /* high over low: what is wider says nothing */

/* A range no wider than that, each end drawn in by the same share of its distance. */
static struct band narrowed(struct band b)
{
    double wide = b.low > 0 ? log(b.high / b.low) : INFINITY;
    if (!(wide > log(WIDEST)) || !(b.typical > 0))
        return b;
    double up = log(b.high / b.typical), keep = log(WIDEST) / wide;
    if (b.low > 0) {
        b.high = b.typical * exp(up * keep);
        b.low = b.high / WIDEST;
    } else {
        b.high = b.typical * fmin(b.high / b.typical, sqrt(WIDEST));
        b.low = b.high / WIDEST;
    }
    return b;
}

/* Peak as the source reads it: PyTorch's counters see neither the driver's context nor NCCL, and
 * `allocated` not the allocator's slack. */
static struct band peak(const struct setup *s, const struct sizing *z)
{
    struct band b = z->per_gpu_gib;
    double out = 0;
    if (s->torch_memory)
        out += z->line_gib[MEM_CONTEXT] + z->line_gib[MEM_COMMUNICATION];
    if (s->allocated)
        out += 0.5 * z->line_gib[MEM_WORKSPACE] + (s->job.training ? z->apart_gib : 0);
    double keep = (b.typical - out) / b.typical;
    struct band seen = times(b, keep * GIB);
    if (s->ragged) { /* batches are shorter than the limit; what one leaves free, none may fit */
        seen.low = fmax(0, 2 * seen.low - seen.typical);
        seen.high = 2 * seen.high - seen.typical;
    }
    if (s->cached && known(z->usable_gib))
        seen.high = fmax(seen.high, 1.02 * z->usable_gib * GIB);
    if (s->counter_open)
        seen.high = b.high * GIB;
    return narrowed(seen);
}

static bool memory_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    static const enum mem_line_id states[] = {MEM_WEIGHTS, MEM_GRADIENTS, MEM_OPTIMIZER};
    const char *m = s->cell[CELL_METRIC];
    double cards = s->shape.per_node * s->shape.nodes;
    if (str_eq(m, "peak_memory_per_gpu") || str_eq(m, "memory_per_gpu") || str_eq(m, "peak_memory"))
        *out = peak(s, z);
    else if (str_eq(m, "peak_memory_total"))
        *out = times(peak(s, z), cards);
    else if (str_eq(m, "model_states_per_gpu"))
        *out = exact(lines(z, states, 3) * GIB);
    else if (str_eq(m, "weights_per_gpu"))
        *out = stored(s, z->line_gib[MEM_WEIGHTS] * GIB);
    else if (str_eq(m, "weight_file_size"))
        *out = stored(s, model_weight_bytes(s->job.model, s->job.weights));
    else if (str_eq(m, "kv_cache_bytes"))
        *out = exact(model_kv_bytes(s->job.model, s->job.kv, s->job.context));
    else if (str_eq(m, "kv_cache_bytes_per_token"))
        *out = exact(model_kv_bytes_per_token(s->job.model, s->job.kv));
    else
        return false;
    return true;
}

/* Requests that vLLM runs at once unless told: 256; 1,024 on Hopper and after in its engine V1
 * (vllm-project/vllm: vllm/engine/arg_utils.py). */
static double full_batch(const struct setup *s)
{
    const char *klass = s->engine.efficiency_class;
    bool large = s->shape.accel->memory_gb >= 70 && !str_starts(klass, "vllm-v0") &&
                 !str_starts(klass, "vllm-eager") && !(s->shape.accel->cuda_cc < 9);
    return large ? 1024 : 256;
}

/* What vLLM leaves for the cache: its share of the card less all that is not cache. */
static bool pool_metric(struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    bool tokens = str_eq(m, "kv_cache_tokens");
    if (!tokens && !str_eq(m, "available_kv_memory_per_gpu"))
        return false;
    struct sizing busy; /* the engine reserves for a full batch before it counts what is left */
    double asked = s->job.users;
    s->job.users = fmax(asked, full_batch(s));
    size_shape(&s->job, s->f, &s->shape, NULL, &busy);
    s->job.users = asked;
    z = &busy;
    const struct factor *share = facts_factor(s->f, "efficiency", "serve.pool-share.default");
    double rest = z->per_gpu_gib.typical - z->line_gib[MEM_KV_CACHE];
    if (str_starts(s->engine.efficiency_class, "vllm-v0"))
        rest -= z->line_gib[MEM_GRAPHS]; /* captured after the pool is counted (vllm/worker) */
    double room = (z->usable_gib * (share ? share->typical : 0.9) - rest) * GIB;
    double loose = z->per_gpu_gib.high - z->per_gpu_gib.typical;
    struct band b = {room - loose * GIB, room, room + loose * GIB};
    double tp = s->job.tp > 0 ? s->job.tp : 1;
    double heads = s->job.model->kv_heads;
    double per = model_kv_bytes_per_token(s->job.model, s->job.kv) /
                 (known(heads) && heads > 0 && heads < tp ? heads : tp);
    *out = tokens ? times(b, 1 / per) : b;
    return true;
}

/* Requests that a server has room for as it is set unless told, of those that the whole card has
 * room for: vLLM and SGLang fill a share of the card with weights and cache, TensorRT-LLM a share
 * of what is free once its engine is loaded (its docs/source/performance/perf-overview.md). */
static double room_in_pool(struct setup *s, double most)
{
    static const char *const of_card[] = {"vllm", "sglang"};
    const char *klass = s->engine.efficiency_class;
    const struct factor *share = facts_factor(s->f, "efficiency", "serve.pool-share.default");
    const struct factor *free = facts_factor(s->f, "efficiency", "serve.free-share.tensorrt-llm");
    struct sizing z;
    double asked = s->job.users;
    s->job.users = most;
    size_shape(&s->job, s->f, &s->shape, NULL, &z);
    s->job.users = asked;
    double cache = z.line_gib[MEM_KV_CACHE] + z.line_gib[MEM_STATE];
    double rest = z.per_gpu_gib.typical - cache, pool = cache;
    if (str_starts(klass, "tensorrt-llm") && free)
        pool = free->typical * (z.usable_gib - rest);
    double full = full_batch(s); /* vLLM tries a full batch before it lays the cache out */
    if (str_starts(klass, "vllm"))
        rest += z.line_gib[MEM_LOGITS] * (full / num_clamp(most, 1, full) - 1);
    for (size_t i = 0; i < sizeof of_card / sizeof of_card[0]; i++)
        if (str_starts(klass, of_card[i]) && share)
            pool = share->typical * z.usable_gib - rest;
    double kept = cache > 0 ? fmax(0, pool / cache) : 1;
    return fmax(1, floor(most * kept));
}

/* How many prompts a benchmark sends: "1280 ShareGPT requests", "--num-prompts 500". */
static double prompts_sent(const struct setup *s)
{
    static const enum cell cells[] = {CELL_HOW, CELL_NOTES};
    static const char *const behind[] = {"ShareGPT", "sharegpt", "prompts", "requests",
                                         "conversations"};
    static const char *const before[] = {"num-prompts ", "num_prompts ",
                                         "num-prompts=", "num_prompts="};
    for (size_t c = 0; c < 2; c++) {
        const char *text = s->cell[cells[c]];
        for (size_t i = 0; i < sizeof behind / sizeof behind[0]; i++)
            if (setup_counted(text, behind[i]) > 1)
                return setup_counted(text, behind[i]);
        for (size_t i = 0; i < sizeof before / sizeof before[0]; i++) {
            const char *p = strstr(text, before[i]);
            double n = 0;
            for (p = p ? p + strlen(before[i]) : ""; *p >= '0' && *p <= '9' && n < 1e7; p++)
                n = 10 * n + (*p - '0');
            if (n > 1)
                return n;
        }
    }
    return UNKNOWN;
}

static bool real_lengths(const struct setup *s)
{
    static const char *const sets[] = {"ShareGPT", "sharegpt", "LMSYS", "lmsys", "WildChat"};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strstr(s->cell[CELL_NOTES], sets[i]) || strstr(s->cell[CELL_HOW], sets[i]))
            return true;
    const char *mean = strstr(s->cell[CELL_NOTES], "mean ");
    return mean && mean[5] >= '0' && mean[5] <= '9' && strstr(mean, "tokens");
}

#define PROMPTS_USUAL 1000.0 /* vllm-project/vllm: benchmarks/benchmark_throughput.py */
#define EULER_GAMMA 0.5772

/* Seconds of a step with n requests on one replica. */
static double step_of(struct setup *s, double n, double copies)
{
    struct sizing z;
    double asked = s->job.users;
    s->job.users = n * copies;
    size_shape(&s->job, s->f, &s->shape, NULL, &z);
    s->job.users = asked;
    return z.tpot_ms * 1e-3;
}

/* Share of the full server's rate over a whole benchmark of real conversations: when no prompt is
 * left, those that run end one by one. Lengths spread as in ShareGPT, exponentially: i of them
 * run together for o / i steps in the mean, down from b to 1 (a sum of b harmonic parts; between
 * powers of two by their logarithms). Prompts cost what they cost the full server. */
static double drained_share(struct setup *s, const struct sizing *z)
{
    double n = prompts_sent(s), out = s->job.output_len, copies = fmax(1, z->layout.dp);
    if (!real_lengths(s) || s->job.users <= 1 || !known(z->speed.typical) || !(z->prefill_tps > 0))
        return 1;
    n = fmax(1, (known(n) ? n : PROMPTS_USUAL) / copies);
    double b = fmax(1, fmin(s->job.users / copies, n)), last = step_of(s, 1, copies);
    double ends = EULER_GAMMA * last;
    for (double i = 1; i < b; i *= 2) {
        double next = fmin(2 * i, b), t = step_of(s, next, copies);
        ends += log(next / i) * (last + t) / 2;
        last = t;
    }
    double reads = n * s->job.input_len / z->prefill_tps;
    double writes = out * ((n - b) / b * last + ends);
    double share = n * copies * out / z->speed.typical / (reads + writes);
    return known(share) ? fmin(1, share) : 1;
}

#define MS_PER_H 3.6e6
#define S_PER_H 3600
#define SPEECH_WINDOW_S 30 /* a sample of a speech model (arXiv 2212.04356) */

/* Requests that one replica of a server has at once; 1 where the row is about a fixed batch. */
static double served_together(const struct setup *s, const struct sizing *z)
{
    bool server = str_eq(s->cell[CELL_TASK], "serve") && s->engine.batches;
    double fixed = s->job.micro_batch;
    if (!server || known(fixed) || strstr(s->cell[CELL_NOTES], "static batch"))
        return 1;
    return fmax(1, s->job.users / fmax(1, z->layout.dp));
}

/* Milliseconds that a token of a request waits in the mean for the prompts of the others: while it
 * writes o tokens, each of the n - 1 others reads one prompt. */
static double waits_ms(const struct setup *s, const struct sizing *z)
{
    double n = served_together(s, z);
    return n > 1 && z->prefill_tps > 0
               ? (n - 1) * s->job.input_len / (s->job.output_len * z->prefill_tps) * 1e3
               : 0;
}

static bool speed_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    double cards = s->shape.per_node * s->shape.nodes;
    double ctx = s->job.context;
    bool text = str_eq(z->speed_unit, "tokens/s");
    if (str_eq(m, "train_tokens_per_s_per_gpu"))
        *out = times(z->speed, 1 / cards);
    else if (str_eq(m, "train_tokens_per_s") || str_eq(m, "output_tokens_per_s_total"))
        *out = z->speed;
    else if (str_eq(m, "output_tokens_per_s_per_gpu"))
        *out = times(z->speed, 1 / cards);
    else if (str_eq(m, "train_samples_per_s_per_gpu"))
        *out = times(z->speed, (text ? 1 / ctx : 1) / cards);
    else if (str_eq(m, "requests_per_s"))
        *out = times(z->speed, 1 / s->job.output_len);
    else if (str_eq(m, "denoise_iterations_per_s")) /* of the whole batch at once */
        *out = times(z->speed, RATED_STEPS / (known(s->job.micro_batch) ? s->job.micro_batch : 1));
    else if (str_eq(m, "realtime_factor"))
        *out = times(z->speed, SPEECH_WINDOW_S);
    else if (str_eq(m, "prompt_plus_generated_tokens_per_s"))
        *out = times(z->speed, 1 + s->job.input_len / s->job.output_len);
    else if (str_eq(m, "train_samples_per_s") || str_eq(m, "infer_samples_per_s"))
        *out = times(z->speed, text ? 1 / ctx : 1);
    else if (str_eq(m, "seconds_per_iteration")) {
        double batch = s->job.global_batch;
        double work = (known(batch) ? batch : z->layout.global_batch) * (text ? ctx : 1) / S_PER_H;
        *out = (struct band){work / z->speed.high, work / z->speed.typical, work / z->speed.low};
    } else if (str_eq(m, "iterations_per_s")) {
        double batch = s->job.global_batch;
        *out = times(z->speed,
                     1 / ((known(batch) ? batch : z->layout.global_batch) * (text ? ctx : 1)));
    } else if (str_eq(m, "decode_tokens_per_s")) {
        double one = 1000 / (z->tpot_ms + waits_ms(s, z));
        *out = times(z->speed, one / z->speed.typical);
    } else if (str_eq(m, "prefill_tokens_per_s")) {
        *out = times(z->speed, z->prefill_tps / z->speed.typical);
    } else {
        return false;
    }
    return true;
}

/* One picture over several cards at once against as many pictures, one a card: text encoder,
 * decoder and what is too small to split stay on one (Amdahl; arXiv 2405.07719). 1: one card, or
 * a speed that is not of pictures. */
static double together(const struct setup *s)
{
    enum model_kind kind = s->job.model->kind;
    double n = s->shape.per_node * s->shape.nodes;
    if (n <= 1 || (kind != MODEL_DIFFUSION && kind != MODEL_VIDEO))
        return 1;
    const struct factor *row = facts_factor(s->f, "efficiency", "media.serial-share");
    return 1 + (row ? row->typical : 0.05) * (n - 1);
}

/* An encoder reads and writes nothing: a pass over a batch is a prompt of all its sequences, and
 * the launches of its layers. Each card has its own batches. */
static bool encoder_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    const struct model *model = s->job.model;
    bool rate = str_eq(m, "infer_samples_per_s"), time = str_eq(m, "infer_latency");
    if (!s->job.serving || model->kind != MODEL_ENCODER || !(rate || time) ||
        !known(z->prefill_tps))
        return false;
    const struct factor *row = facts_factor(s->f, "efficiency", "encoder.layer-us.default");
    double batch = known(s->job.micro_batch) ? s->job.micro_batch : 1;
    double pass = batch * s->job.input_len / z->prefill_tps +
                  (row ? row->typical : 55) * 1e-6 * model->layers;
    double cards = s->shape.per_node * s->shape.nodes;
    double slow = z->speed.typical / z->speed.low, quick = z->speed.typical / z->speed.high;
    double x = rate ? batch * cards / pass : pass / 3600;
    *out = rate ? (struct band){x / slow, x, x / quick} : (struct band){x * quick, x, x * slow};
    return true;
}

/* Times of one request or one pass, in hours as every time here. The band is that of the speed. */
static bool writes(const struct setup *s)
{
    enum model_kind kind = s->job.model->kind;
    return kind == MODEL_DECODER || kind == MODEL_VLM || kind == MODEL_ENCODER_DECODER;
}

static bool latency_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    double slow = z->speed.typical / z->speed.low, quick = z->speed.typical / z->speed.high;
    double ms = UNKNOWN;
    double token_ms = z->tpot_ms + waits_ms(s, z);
    if (str_eq(m, "ttft")) /* requests that came together are read one after the other */
        ms = z->ttft_ms * (1 + served_together(s, z)) / 2;
    else if (str_eq(m, "tpot"))
        ms = token_ms;
    else if (str_eq(m, "request_latency") || (str_eq(m, "infer_latency") && writes(s)))
        ms = z->ttft_ms + fmax(0, s->job.output_len - 1) * token_ms;
    else if (str_eq(m, "seconds_per_denoise_step"))
        ms = 1e3 * (known(s->job.micro_batch) ? s->job.micro_batch : 1) / z->speed.typical /
             RATED_STEPS;
    else if (str_eq(m, "infer_latency"))
        ms = 1e3 * (known(s->job.micro_batch) ? s->job.micro_batch : 1) / z->speed.typical *
             together(s);
    else
        return false;
    *out = (struct band){ms * quick / MS_PER_H, ms / MS_PER_H, ms * slow / MS_PER_H};
    return true;
}

#define MASK_COUNTED_YEAR 2025 /* by Megatron-LM */

/* FLOP of a token that a trainer counts and the card does not do: the half of the attention scores
 * that the mask hides. PaLM (arXiv 2204.02311, appendix B), arXiv 2104.04473 (appendix), NeMo's
 * first formulas and MaxText's count the whole square; Megatron-LM from 2025 and Megatron-Bridge
 * half of it (NVIDIA/Megatron-LM: megatron/training/training.py). */
static double masked_flops(const struct setup *s)
{
    const struct model *m = s->job.model;
    const char *by = s->cell[CELL_FRAMEWORK];
    bool causal = m->kind == MODEL_DECODER || m->kind == MODEL_VLM;
    bool megatron = str_starts(by, "Megatron") &&
                    (strstr(by, "Bridge") || setup_year(s) >= MASK_COUNTED_YEAR);
    if (!causal || megatron)
        return 0;
    double wide = known(m->head_dim) ? m->heads * m->head_dim : m->hidden;
    if (!known(m->layers) || !known(wide))
        return 0;
    double passes = s->job.method == METHOD_FULL ? 3 : 2;
    return passes * 4 * wide * m->layers * s->job.context / 2;
}

static bool flops_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    bool used = str_eq(m, "hfu"), share = used || str_eq(m, "mfu");
    bool hardware = used || str_eq(m, "hardware_tflops_per_gpu");
    if (!hardware && !share && !str_eq(m, "model_tflops_per_gpu"))
        return false;
    double cards = s->shape.per_node * s->shape.nodes;
    double per_token = z->flops_per_run / s->job.tokens + masked_flops(s);
    double again = hardware && z->layout.recompute == RECOMPUTE_FULL ? 4.0 / 3 : 1;
    double unit = 1e12; /* utilisation is of the peak of the format that computes */
    if (share)
        unit *= accel_peak_tflops(s->shape.accel, s->job.precision->compute);
    *out = times(z->speed, per_token * again / cards / unit);
    return true;
}

static bool time_metric(const struct setup *s, const struct sizing *z, struct band *out)
{
    const char *m = s->cell[CELL_METRIC];
    double cards = s->shape.per_node * s->shape.nodes;
    if (str_eq(m, "accelerator_hours"))
        *out = times(z->hours_per_run, cards);
    else if (str_eq(m, "wall_hours") || str_eq(m, "hours_to_train") ||
             str_eq(m, "minutes_to_quality") || str_eq(m, "epoch_hours"))
        *out = z->hours_per_run;
    else
        return false;
    return true;
}

static bool is_time(const char *m)
{
    return str_eq(m, "accelerator_hours") || str_eq(m, "wall_hours") ||
           str_eq(m, "hours_to_train") || str_eq(m, "minutes_to_quality") ||
           str_eq(m, "epoch_hours");
}

/* Figures over a whole benchmark of a server, its end included. */
static bool of_all(const char *m)
{
    return strstr(m, "output_tokens_per_s") || str_eq(m, "requests_per_s") ||
           str_eq(m, "prompt_plus_generated_tokens_per_s");
}

/* A paged optimizer lies on the card as long as there is room, and in host memory after that
 * (bitsandbytes: unified memory). The weights of adapters stay. */
static void page_out(struct setup *s, struct sizing *z)
{
    const char *o = s->cell[CELL_OPTIMIZER];
    double over = z->per_gpu_gib.typical - z->usable_gib;
    if (!strstr(o, "paged") || !(over > 0))
        return;
    if (s->job.method != METHOD_FULL) { /* two moments of 16 bytes */
        double moved = fmin(over, z->line_gib[MEM_ADAPTER] / 2);
        z->per_gpu_gib.low -= moved;
        z->per_gpu_gib.typical -= moved;
        z->per_gpu_gib.high -= moved;
        return;
    }
    s->job.offload = OFFLOAD_CPU;
    size_shape(&s->job, s->f, &s->shape, NULL, z);
}

/* The rest of those that came waits. */
static void usual_batch(struct setup *s)
{
    const char *notes = s->cell[CELL_NOTES];
    bool told = strstr(notes, "max-num-seqs") || strstr(notes, "max_num_seqs");
    bool vllm = str_starts(s->engine.efficiency_class, "vllm");
    if (vllm && s->job.serving && !told && !known(s->job.micro_batch))
        s->job.users = fmin(s->job.users, full_batch(s));
}

static enum validate_reason measure(struct setup *s, struct band *out)
{
    struct sizing z;
    const char *m = s->cell[CELL_METRIC];
    bool quality = str_eq(m, "minutes_to_quality") && work_to_quality(s, &z);
    bool worked = quality || work_known(s);
    if (is_time(m) && !worked) /* a recipe that is published with the model */
        worked = quality = work_to_quality(s, &z);
    if (is_time(m) && !worked)
        return VALIDATE_WORK_NOT_STATED;
    if ((strstr(m, "tflops_per_gpu") || str_eq(m, "mfu") || str_eq(m, "hfu")) && !worked)
        s->job.tokens = 1e12; /* any amount: the metric is a rate */
    s->measured_class = true;
    if (str_eq(m, "weight_file_size"))
        return memory_metric(s, &z, out) ? VALIDATE_COVERED : VALIDATE_UNKNOWN_METRIC;
    usual_batch(s);
    if (!quality) {
        size_shape(&s->job, s->f, &s->shape, NULL, &z);
        page_out(s, &z);
    }
    bool queues = str_eq(s->cell[CELL_TASK], "serve") && !known(s->job.micro_batch) &&
                  s->job.users > 1; /* the server lets those wait that do not fit */
    if ((s->saturated || queues) && z.max_users > 1) {
        double room = room_in_pool(s, z.max_users);
        if (s->saturated || s->job.users > room) {
            s->job.users = room;
            size_shape(&s->job, s->f, &s->shape, NULL, &z);
        }
    }
    double drained = of_all(m) ? drained_share(s, &z) : 1;
    z.speed = times(z.speed, drained);
    s->measured_class = z.basis == BASIS_MEASURED;
    if (z.verdict == VERDICT_NOT_MODELLED || z.verdict == VERDICT_UNKNOWN)
        return VALIDATE_NOT_MODELLED;
    if (memory_metric(s, &z, out) || pool_metric(s, &z, out) || encoder_metric(s, &z, out) ||
        speed_metric(s, &z, out) || latency_metric(s, &z, out) || flops_metric(s, &z, out) ||
        time_metric(s, &z, out))
        return VALIDATE_COVERED;
    return VALIDATE_UNKNOWN_METRIC;
}

#define ROUGH 1.6

enum validate_reason setup_measure(struct setup *s, struct band *out)
{
    enum validate_reason r = measure(s, out);
    if (s->rough) {
        out->low /= ROUGH;
        out->high *= ROUGH;
    }
    return r;
}
