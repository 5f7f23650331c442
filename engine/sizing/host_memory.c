/*
 * host_memory.c - weights that lie in host memory: which, how much of it, and at what speed.
 *
 * `--offload cpu` moves the layers that do not fit; `--offload experts` moves routed experts, as
 * many as must (KTransformers: all of them), and leaves attention and what every token uses on the
 * card. A decode step reads what it needs of them at the speed of the memory channels times a
 * measured share, so the cards' bandwidth does not count there (arXiv 2312.12456, 2402.07033;
 * measured: kvcache-ai/ktransformers: doc/en/DeepseekR1_V3_tutorial.md). A prompt streams them to
 * the card once a chunk.
 */
#include "engine/sizing/parts.h"

/* Bandwidth in GB/s: as told, or what machines have from two channels to two sockets of eight. */
struct band host_gbs(struct sz *z)
{
    double told = z->shape->host_ram_gbs;
    if (known(told)) /* modules whose channels are not known may share them */
        return (struct band){z->shape->host_channels_guessed ? told / 2 : told, told, told};
    return coef_range(z, "host.memory-gbs", 200);
}

double host_experts_bytes(const struct sz *z)
{
    if (!z->d.moe || !z->job->weights)
        return 0;
    double bits = z->job->weights->body_bits;
    return fmin(z->d.experts_n * bits / 8, 0.98 * z->weight_bytes);
}

static bool of_experts(const struct sz *z)
{
    return z->job->offload == OFFLOAD_EXPERTS && z->d.moe;
}

double host_share_max(const struct sz *z)
{
    return of_experts(z) ? host_experts_bytes(z) / z->weight_bytes : 0.95;
}

/* host_share_wanted: share of the weights, when `needed` is what the card cannot hold. */
double host_share_wanted(struct sz *z, double needed)
{
    double most = host_share_max(z);
    if (of_experts(z) && coef_engine(z, "serve.experts-all-on-host", NULL, 0).typical > 0.5)
        return most;
    return num_clamp(needed, 0, most);
}

/* Bytes that one step of n requests reads there; read: bytes of weights that it reads in all. */
double host_read_bytes(const struct sz *z, double n, double read, double on_host)
{
    if (on_host <= 0)
        return 0;
    if (!of_experts(z))
        return read * on_host;
    double experts = host_experts_bytes(z);
    double moved = fmin(1, on_host * z->weight_bytes / experts);
    double touched = 1 - pow(1 - z->d.topk / z->d.experts, n);
    return moved * touched * experts;
}

/* Seconds of one step for those bytes; replicas on one machine share its memory. */
double host_read_s(struct sz *z, const struct layout *l, double bytes)
{
    if (bytes <= 0)
        return 0;
    double share = of_experts(z) ? coef_engine(z, "host.experts-share", NULL, 0.33).typical
                   : z->d.moe    ? coef_value(z, "host.memory-share-moe", 0.5)
                                 : coef_value(z, "host.memory-share", 0.65);
    double replicas = fmax(1, (double)l->dp / z->shape->nodes);
    double gbs = known(z->host_rate_gbs) ? z->host_rate_gbs : host_gbs(z).typical;
    return bytes * replicas / (gbs * 1e9 * share);
}

/* Seconds a prompt token: all of it passes to the card once a chunk of the prompt. */
double host_prefill_s(struct sz *z, double input, double on_host)
{
    if (on_host <= 0)
        return 0;
    double chunk = coef_engine(z, "serve.chunk-tokens", NULL, 4096).typical;
    chunk = fmax(1, fmin(chunk, input));
    double up = coef_value(z, "link.pcie-host-gbs", 12) * 1e9;
    return z->weight_bytes * on_host / up / chunk;
}

/* host_judge: weights and states that do not fit into host memory do not fit at all. */
void host_judge(struct sz *z, const struct found *w, struct sizing *out)
{
    bool moved = w->layout.offload != OFFLOAD_NONE;
    double has = z->shape->host_ram_gb;
    bool runs = out->verdict == VERDICT_FITS || out->verdict == VERDICT_TIGHT ||
                out->verdict == VERDICT_NOT_VALIDATED;
    if (!moved || !runs || !known(has) || !known(out->host_ram_need_gb) ||
        out->host_ram_need_gb <= has)
        return;
    out->verdict = VERDICT_DOES_NOT_FIT;
    out->bound = BOUND_MEMORY_SIZE;
    out->reason = msg_make(MSG_SZ_HOST_SHORT, 3, ARG_GB(out->host_ram_need_gb), ARG_GB(has),
                           ARG_GB(w->mem.host_gb));
}
