/*
 * speed_serve.c - decoding, prefill and the saturated server.
 *
 * A decode step reads the weights that the batch touches and every request's KV cache once, and
 * pays a fixed time per layer for launches and per request for sampling:
 * t = bytes / (bandwidth x share) + L tau (Pope et al.,
 * arXiv 2211.05102, and llama.cpp measurements). Products of a large batch take longer than the
 * weights; the cache is read after them. Of E experts a batch of n touches
 * E (1 - (1 - k/E)^n). Prefill is arithmetic. A server that is full alternates both. With a draft a
 * step checks several tokens a request (speculate.c).
 */
#include <string.h>

#include "engine/sizing/parts.h"

/* Bytes of weights that one step with n requests reads. */
static double weights_read(const struct sz *z, double n)
{
    const struct dims *d = &z->d;
    double all = z->weight_bytes;
    double emb_bits = z->job->weights->embedding_bits;
    double input = z->model->tied_embeddings == TRI_YES ? 0 : d->head;
    double read = all - input * (known(emb_bits) ? emb_bits : 16) / 8;
    double looked_up = d->n - d->active; /* tables of single layers (Gemma 3n and 4) */
    if (!d->moe)
        return read - (looked_up < 0.7 * d->n ? looked_up * z->job->weights->body_bits / 8 : 0);
    double touched = 1 - pow(1 - d->topk / d->experts, n);
    double experts = d->experts_n * z->job->weights->body_bits / 8;
    experts = fmin(experts, 0.98 * read);
    return read - experts * (1 - touched);
}

static double layer_overhead_s(struct sz *z)
{
    double us = coef_engine(z, "decode.layer-us", NULL, 60).typical;
    double card = known(z->launch_scale) ? z->launch_scale
                                         : coef_accel(z, "decode.layer-scale", NULL, 1).typical;
    double moe = z->d.moe ? coef_engine(z, "decode.layer-moe", NULL, 1.5).typical : 1;
    double packed =
        z->job->weights->body_bits < 8 ? coef_engine(z, "decode.layer-packed", NULL, 1).typical : 1;
    double latent = z->model->mla_kv_rank > 0 /* three more products and norms a layer */
                        ? coef_engine(z, "decode.layer-mla", NULL, 1).typical
                        : 1;
    /* gates, a short convolution and the update of a state beside the products */
    double linear = z->d.linear_layers > 0
                        ? coef_engine(z, "decode.layer-linear", NULL, 1).typical : 1;
    double layers = z->d.layers + (linear - 1) * z->d.linear_layers;
    return layers * us * card * moe * packed * latent * 1e-6;
}

/* Seconds that a card without tensor cores unpacks the weights for: its fp32 rate counts. K
 * formats keep their scales in 6 bits, which are unpacked, too. */
static double unpack_s(struct sz *z, double bytes)
{
    double rate = coef_accel(z, "decode.unpack-gbs-tflop", NULL, 0).typical;
    if (!(rate > 0) || z->job->weights->body_bits >= 8)
        return 0;
    if (strstr(z->job->weights->id, "_k"))
        rate *= coef_accel(z, "decode.unpack-k-share", NULL, 1).typical;
    double tflops = z->shape->accel->fp32_tflops;
    return known(tflops) ? bytes / (rate * tflops * 1e9) : 0;
}

/* How often a step moves the cache: once; for each query of a group where the kernel knows no
 * groups; or as often as eager code that repeats each head of keys for all its queries, which reads
 * it and writes and reads the copies. A cache that grows by a copy is read and written before. */
static double cache_passes(struct sz *z)
{
    double grown = coef_engine(z, "decode.cache-grown", NULL, 0).typical;
    bool repeats = coef_engine(z, "decode.repeat-heads", NULL, 0).typical > 0.5;
    double again = coef_pair(z, "decode-read-heads", 0).typical;
    double group = z->d.heads / fmax(1, z->d.kv_heads);
    if (group <= 1.5 || z->model->mla_kv_rank > 0)
        return 1 + grown;
    return grown + (repeats ? 1 + 2 * group : 1 + again * (group - 1));
}

/* Share of the rate of 16-bit kernels at which packed weights are read. */
static double packed_share(struct sz *z)
{
    double bits = z->job->weights->body_bits;
    if (bits < 8)
        return coef_engine(z, "decode.unpack-share", NULL, 0.85).typical;
    return strcmp(z->job->weights->id, "int8") == 0
               ? coef_engine(z, "decode.int8-share", NULL, 1).typical
               : 1;
}

/* Experts in 4 bits under 16-bit products: each has few rows of a batch, and widens its weights for
 * them. */
static double widened_share(struct sz *z, const char *unit)
{
    bool wide = unit && strcmp(rate_class(unit), "bf16") == 0;
    return z->d.moe && wide && z->job->weights->body_bits < 8
               ? coef_engine(z, "decode.widened-experts", NULL, 1).typical
               : 1;
}

/* Kernels that multiply packed weights are made for a few rows; from some number on programs of
 * their time unpack each matrix to 16 bits in memory first: written once and read once more. */
static double unpacked_bytes(struct sz *z, double tokens)
{
    double from = coef_engine(z, "decode.unpack-rows", NULL, 0).typical;
    bool packed = z->job->weights->body_bits < 8;
    return packed && from > 1 && tokens >= from ? z->d.mm_active * 4 : 0;
}

/* Sum over the cards of a layer's results. Collectives that are made for training pass messages of
 * less than some megabytes by slower protocols than large ones, and start later than those that
 * engines bring along. */
#define MIDDLE_BYTES 2e6
static double sum_s(struct sz *z, double bytes, double n)
{
    double t = comm_s(z, ALL_REDUCE, bytes, n, n);
    double us = fmax(coef_engine(z, "serve.reduce-us", NULL, 0).typical,
                     coef_accel(z, "serve.reduce-us", NULL, 0).typical);
    double slow = fmax(coef_engine(z, "serve.reduce-ns-kb", NULL, 0).typical,
                       coef_accel(z, "serve.reduce-ns-kb", NULL, 0).typical);
    return t + us * 1e-6 + fmin(bytes, MIDDLE_BYTES) / 1e3 * slow * 1e-9;
}

/* Seconds that the cards of one replica work in a pass over `tokens` of n requests: a layer
 * multiplies while it reads its weights, and after that looks at the cache; the larger of both
 * rules each. *bytes_rule: reading takes longer than arithmetic. */
static double work_s(struct sz *z, const struct layout *l, double n, double tokens, double context,
                     double host_s, struct serve_speed *out, bool *bytes_rule)
{
    const struct dims *d = &z->d;
    const char *unit;
    struct coef share = coef_pair(z, "decode", 0.75);
    out->general = share.general;
    double bw = z->shape->accel->memory_bandwidth_gbs * 1e9 * share.typical;
    double split = l->tp; /* layers one after the other: one card reads at a time */
    double weights = (out->weight_bytes - out->host_bytes) / split; /* of one card */
    if (z->job->attention_dp && d->moe) /* experts are spread, the rest is read by each */
        weights += weights_read(z, 0) * (1 - 1 / split);
    double read = fmax(weights / (bw * packed_share(z)), unpack_s(z, weights));
    read += unpacked_bytes(z, tokens) / bw / split + host_s;
    out->cache_bytes = n * model_kv_bytes(z->model, z->job->kv, context);
    double spread = z->job->attention_dp ? split : fmin(split, fmax(1, d->kv_heads));
    double looked = out->cache_bytes * cache_passes(z) / bw / spread;
    double peak = peak_flops(z, z->job->precision ? z->job->precision->compute : "bf16", &unit);
    double rate = peak * coef_accel(z, "decode-gemm", unit, 0.5).typical * split;
    double product = 2 * d->mm_active * tokens / widened_share(z, unit) / rate;
    double scores = attention_flops_token(z, context, false) * tokens / rate;
    if (!known(product))
        product = scores = 0;
    *bytes_rule = read + looked >= product + scores;
    return more(read, product) + more(looked, scores);
}

/* Seconds of one pass with n requests of `context` tokens each on one replica. */
static double decode_step(struct sz *z, const struct layout *l, double n, double context,
                          double on_host, struct serve_speed *out)
{
    const struct dims *d = &z->d;
    double tokens = n * draft_rows(z); /* that the pass computes */
    bool bytes_rule;
    out->weight_bytes = weights_read(z, tokens);
    out->host_bytes = host_read_bytes(z, tokens, out->weight_bytes, on_host);
    double host_s = host_read_s(z, l, out->host_bytes);
    double stage = work_s(z, l, n, tokens, context, host_s, out, &bytes_rule);
    double comm = 0;
    if (l->tp > 1)
        comm = 2 * d->layers * sum_s(z, 2 * tokens * d->hidden, l->tp);
    if (l->pp > 1)
        comm += (l->pp - 1) * coef_value(z, "link.latency-gpu", 1e-5);
    out->bound = host_s > 0.5 * stage ? BOUND_HOST_MEMORY
                 : comm > stage       ? BOUND_COMMUNICATION
                 : bytes_rule         ? BOUND_MEMORY_BANDWIDTH
                                      : BOUND_COMPUTE;
    double launch = layer_overhead_s(z);
    if (l->pp > 1) /* a graph of one card cannot hold the layers of several */
        launch *= coef_engine(z, "decode.split-launch", NULL, 1).typical;
    /* kernels started one by one run while the next are started: the slower of both rules */
    bool eager = coef_engine(z, "decode.eager", NULL, 0).typical > 0.5;
    if (eager) /* at the pace of the processor that usually goes with the card */
        launch *= coef_accel(z, "decode.eager-scale", NULL, 1).typical;
    double layers = eager ? more(stage, launch) : stage + launch;
    return layers + comm + n * coef_engine(z, "decode.sequence-us", NULL, 10).typical * 1e-6 +
           coef_engine(z, "decode.step-ms", NULL, 0.5).typical * 1e-3;
}

/* Seconds of all proposals of a round: k steps of the draft, one after the other. The host's work
 * per request and step is that of the round and counted there. */
static double draft_round(struct sz *z, const struct layout *l, double n, double context)
{
    const struct dims *d = &z->draft.d;
    const char *unit;
    if (!z->draft.on)
        return 0;
    double bw = z->shape->accel->memory_bandwidth_gbs * 1e9;
    double share = coef_pair(z, "decode", 0.75).typical;
    double quant = z->job->weights->body_bits < 8
                       ? coef_engine(z, "decode.unpack-share", NULL, 0.85).typical
                       : 1;
    double read = draft_read_bytes(z, n) / (bw * share * quant) / l->tp +
                  n * draft_kv_bytes(z, context) / (bw * share) / fmin(l->tp, fmax(1, d->kv_heads));
    double peak = peak_flops(z, z->job->precision ? z->job->precision->compute : "bf16", &unit);
    double flops = 2 * d->mm_active * n + attention_flops(d, context, false) * n;
    double compute = flops / (peak * coef_accel(z, "decode-gemm", unit, 0.5).typical) / l->tp;
    double comm = 0;
    if (l->tp > 1)
        comm = 2 * d->layers * comm_s(z, ALL_REDUCE, 2 * n * d->hidden, l->tp, l->tp);
    double launch = layer_overhead_s(z) / z->d.layers * d->layers;
    return z->draft.tokens * (more(read, known(compute) ? compute : 0) + launch + comm);
}

/* Programs that add up in fp16 reach half of the int8 rate, twice the fp32-accumulate rate of
 * consumer cards. */
static double prefill_peak(struct sz *z, const char **unit)
{
    double peak = peak_flops(z, z->job->precision ? z->job->precision->compute : "bf16", unit);
    bool half = coef_engine(z, "prefill.accumulate-half", NULL, 0).typical > 0.5;
    double int8 = z->shape->accel->int8_tops;
    return half && known(int8) && int8 / 2 * 1e12 > peak ? int8 / 2 * 1e12 : peak;
}

/* Where attention is no fused kernel, each head's scores lie in memory in fp32: written by the
 * first product, scaled, masked and normed, read by the second. */
static double scores_s(struct sz *z, double input)
{
    double passes = coef_pair(z, "prefill-scores", 0).typical;
    double bytes = attention_flops_token(z, input, true) / (4 * z->d.q) * z->d.heads * 4;
    return passes > 0 ? passes * bytes / (z->shape->accel->memory_bandwidth_gbs * 1e9) : 0;
}

static double prefill_rate(struct sz *z, const struct layout *l, double input)
{
    const char *unit;
    double peak = prefill_peak(z, &unit);
    double eta = coef_pair(z, "prefill", 0.5).typical;
    double quant = z->job->weights->body_bits < 8 ? coef_pair(z, "prefill-packed", 0.8).typical : 1;
    double moe = z->d.moe ? coef_engine(z, "prefill.moe-share", NULL, 0.6).typical : 1;
    if (z->model->mla_kv_rank > 0) /* latents are expanded for each head, in tiles of odd widths */
        moe *= coef_engine(z, "prefill.mla-share", NULL, 1).typical;
    double rate = peak * eta, watts = coef_pair(z, "prefill-watt", 0).typical;
    double tdp = z->shape->accel->tdp_w;
    if (watts > 0 && known(tdp)) /* products of a card that is held at its power */
        rate = fmin(rate, watts * 1e12 * tdp);
    rate *= coef_pair(z, "prefill-build", 1).typical; /* programs before their present kernels */
    double t = flops_fwd_token(z, input) / (rate * quant * moe) / l->tp;
    t += scores_s(z, input) / l->tp;
    if (l->tp > 1)
        t += 2 * z->d.layers * comm_s(z, ALL_REDUCE, 2 * 2048 * z->d.hidden, l->tp, l->tp) / 2048 *
             0.7;
    if (z->draft.on) /* the draft reads the prompt, too */
        t += (2 * z->draft.d.mm_active + attention_flops(&z->draft.d, input, true)) /
             (peak * eta * quant) / l->tp;
    return 1 / t;
}

/* Stages of a layer split work on different requests (or chunks) at once when there are several. */
static double stages_busy(struct sz *z, const struct layout *l, double n)
{
    if (l->pp <= 1)
        return 1;
    double share = coef_engine(z, "serve.stage-overlap", NULL, 0.6).typical;
    return 1 + (fmin(l->pp, n) - 1) * share;
}

/* Of a prompt in chunks a stage waits until the first has come to it: n chunks take n + p - 1 steps
 * over p stages. An engine holds a few chunks at once, which are all that can be under way. */
static double chunks_busy(struct sz *z, const struct layout *l, double n)
{
    if (l->pp <= 1)
        return 1;
    double share = coef_engine(z, "serve.stage-overlap", NULL, 0.6).typical;
    double stages = fmin(l->pp, coef_engine(z, "serve.chunks-held", NULL, 64).typical);
    return 1 + (n * stages / (n + stages - 1) - 1) * share;
}

/* Requests that one replica works on at once: servers are set to what is asked for, up to a limit;
 * a queue that never ends is worked off with the usual setting. A program that does not gather
 * requests writes a batch that it is given as one. */
static double running(struct sz *z, double asked)
{
    struct coef most = coef_engine(z, "serve.max-batch", NULL, 256);
    double given = known(z->job->micro_batch) ? z->job->micro_batch : 1;
    if (z->job->engine && !z->job->engine->batches)
        return fmax(1, fmin(asked, given));
    return fmin(asked, known(z->job->users) ? most.high : most.typical);
}

/* Tokens a second of n requests while they are written. Stages of a pipeline work on groups of them
 * at the same time: a group is smaller than the whole, but each reads its weights anew. */
static double decode_rate(struct sz *z, const struct layout *l, double n, double context,
                          double on_host, struct serve_speed *out)
{
    double groups = fmax(1, fmin(l->pp, floor(n))), each = n / groups;
    out->step_s = decode_step(z, l, each, context, on_host, out);
    out->draft_s = draft_round(z, l, each, context);
    return stages_busy(z, l, n) * each * draft_yield(z) / (out->step_s + out->draft_s);
}

bool time_serve(struct sz *z, const struct layout *l, double users, double on_host,
                struct serve_speed *out)
{
    *out = (struct serve_speed){.batch = 1};
    if (!z->d.ok || !z->job->weights || !known(z->shape->accel->memory_bandwidth_gbs) ||
        !known(z->weight_bytes))
        return false;
    const struct job *j = z->job;
    double input = known(j->input_len) ? j->input_len : 0;
    double output = known(j->output_len) && j->output_len > 0 ? j->output_len : 256;
    double copies = fmin(fmax(1, l->dp), fmax(1, users)); /* one request keeps one copy busy */
    double asked = fmax(1, users / copies), n = running(z, asked);
    out->batch = n;
    double rate = decode_rate(z, l, n, input + output / 2, on_host, out);
    double prompt = 1 / prefill_rate(z, l, fmax(1, input)) + host_prefill_s(z, input, on_host);
    out->prefill_one_tps = 1 / prompt;
    if (!known(rate) || !known(out->prefill_one_tps))
        return false;
    out->decode_s = n / rate;
    out->prefill_tps = out->prefill_one_tps * chunks_busy(z, l, fmax(1, input / 512));
    double reading = n * input / out->prefill_tps, writing = output * out->decode_s;
    out->total_tps = n * output / (reading + writing) * copies;
    out->per_user = n / asked / out->decode_s; /* those that wait for a place write nothing */
    out->ttft_s = input / out->prefill_tps + out->decode_s +
                  coef_engine(z, "serve.first-ms", NULL, 20).typical * 1e-3;
    if (reading > writing && out->bound != BOUND_HOST_MEMORY)
        out->bound = BOUND_COMPUTE; /* prompts rule: they are arithmetic */
    return true;
}
