/*
 * speed_train.c - time of one optimizer step of a transformer.
 *
 * A step is built from what the card does: matrix products at gemm.FORMAT of the peak rate,
 * attention at its own share, element-wise work and the loss at memory bandwidth, the optimizer
 * over its states, collectives over their link as far as they are not hidden, and the pipeline
 * bubble (p-1)/(v m + p-1) (arXiv 2104.04473). Small models, long contexts and fast cards then
 * get their lower or higher utilisation without a factor of their own.
 */
#include "base/str.h"
#include "engine/sizing/parts.h"

/* Passes over the layers' products: forward 1, backward 2 (1 when weights are frozen), and the
 * repeated forward of full recomputation. */
static double passes_of(const struct job *j, const struct layout *l)
{
    double p = j->method == METHOD_FULL ? 3 : 2;
    return l->recompute == RECOMPUTE_FULL ? p + 1 - l->kept : p;
}

/* Cards that hold the same weights: context ranks see other tokens, so gradients are summed over
 * them as well. */
static double copies_of(const struct layout *l)
{
    return fmax(1, l->dp) * fmax(1, l->cp);
}

/* Copies that share a node: what tensor ranks leave, and stages where there is only one node. */
static double dp_local(const struct sz *z, const struct layout *l)
{
    double taken = l->tp * (z->shape->nodes == 1 ? l->pp : 1);
    return fmax(1, z->shape->per_node / taken);
}

static const char *compute_of(const struct job *j)
{
    return j->precision && j->precision->compute ? j->precision->compute : "bf16";
}

struct micro { double mm, attention, element, loss, unpack, launch; bool general; };

/* Bytes of an element in the format that the products are computed in. */
static double compute_bytes(const char *unit)
{
    if (str_eq(unit, "fp4"))
        return 0.5;
    if (str_eq(unit, "fp8") || str_eq(unit, "int8"))
        return 1;
    return str_eq(unit, "fp32") || str_eq(unit, "tf32") ? 4 : 2;
}

/* Parameters multiplied for a token on the busiest card. The head is more work for the last of
 * stages with the same number of layers; where they do not divide, the last one has fewer. It sees
 * the tokens that are scored. */
static double products_on_card(struct sz *z, const struct layout *l)
{
    const struct dims *d = &z->d;
    double excess = stage_excess(d, l->pp);
    double head = scored_share(z) * (excess > 1 ? d->head / l->pp : d->head);
    return ((d->mm_active - d->head) / l->pp * excess + head) / l->tp;
}

/* Layers by the kernels that they launch: one of experts is several plain ones. Where attention,
 * recurrence and experts are layers of their own (Nemotron 3), only the last are. */
static double launched_layers(struct sz *z)
{
    const struct dims *d = &z->d;
    if (!d->moe)
        return d->layers;
    double mixers = d->full_layers + d->swa_layers + d->linear_layers;
    double routed = mixers < d->layers ? d->layers - mixers : d->layers;
    return d->layers + routed * (coef_engine(z, "decode.layer-moe", NULL, 1.5).typical - 1);
}

/* Seconds of one micro batch on one card. */
static bool micro_time(struct sz *z, const struct layout *l, struct micro *m)
{
    const struct job *j = z->job;
    const struct dims *d = &z->d;
    const char *unit, *wide;
    double peak = peak_flops(z, compute_of(j), &unit);
    double peak16 = peak_flops(z, "bf16", &wide);
    double bw = z->shape->accel->memory_bandwidth_gbs * 1e9;
    if (!known(peak) || !known(peak16) || !known(bw))
        return false;
    double tokens = l->micro_batch * j->context / fmax(1, l->cp);
    double split = l->tp * l->pp / stage_excess(d, l->pp);
    double passes = passes_of(j, l);
    if (l->recompute == RECOMPUTE_SELECTIVE)
        passes += coef_engine(z, "speed.selective-passes", NULL, 0.3).typical;
    struct coef gemm = coef_accel(z, "gemm", rate_class(unit), 0.5);
    struct coef flash = coef_accel(z, "attention", NULL, 0.4);
    double stream = coef_accel(z, "stream", NULL, 0.85).typical;
    double moe = d->moe ? coef_accel(z, "gemm-moe", NULL, 0.6).typical : 1;
    if (d->moe && compute_bytes(unit) <= 1) /* what goes to each expert is cast by itself */
        moe *= coef_engine(z, "speed.expert-casts", NULL, 1).typical;
    m->general = gemm.general;
    /* Each pass also reads every weight on the card once: it rules when a rank has few tokens. */
    double held = params_on_card(z, l) - (l->pp > 1 ? 0 : d->emb - d->head) / l->tp;
    double read = held * compute_bytes(unit) * passes / (bw * stream);
    double each = 2 * products_on_card(z, l) * tokens * passes;
    m->mm = each / (peak * gemm.typical * moe) + read;
    bool causal = z->model->kind != MODEL_ENCODER;
    double attention = attention_flops_token(z, j->context, causal);
    double apasses = passes_of(j, l) + (j->method == METHOD_FULL ? 0.5 : 1.5);
    if (l->recompute == RECOMPUTE_SELECTIVE)
        apasses += 1;
    double kernel = coef_engine(z, "speed.attention", NULL, 1).typical;
    m->attention = attention * tokens * apasses / split / (peak16 * flash.typical * kernel);
    double eager = coef_engine(z, "speed.element-passes", NULL, 6).typical;
    /* Scores that are not fused pass through memory: softmax, mask and product, there and back. */
    double scores = coef_engine(z, "speed.score-bytes", NULL, 0).typical * d->heads * j->context;
    double bytes = (act_bytes_per_token(z, 0) * eager + scores) * d->layers;
    m->element = bytes * tokens / split / (bw * stream) * (passes / 3);
    double scored = coef_engine(z, "speed.loss-bytes", NULL, 24).typical;
    m->loss = scored_share(z) * tokens * d->vocab * scored / l->tp / (bw * stream);
    m->unpack = 0;
    if (j->method == METHOD_QLORA || (j->weights && j->weights->body_bits < 8))
        m->unpack = d->n / split * coef_engine(z, "speed.unpack-bytes", NULL, 5).typical * passes /
                    (bw * stream);
    double kernels = launched_layers(z);
    if (j->method != METHOD_FULL)
        kernels *= coef_engine(z, "speed.adapter-launches", NULL, 1).typical;
    m->launch = kernels / l->pp * passes *
                coef_engine(z, "speed.launch-us", NULL, 150).typical * 1e-6;
    return true;
}

/* Different ranks of n that k random picks reach. */
static double reached(double k, double n)
{
    return n * (1 - pow(1 - 1 / n, k));
}

/* Seconds of one exchange of the tokens of a micro batch with the ranks of their experts. A token
 * goes to a rank once, and over the network once to a node, which hands it on inside (node-limited
 * routing, arXiv 2412.19437 section 3.2). */
static double dispatch_s(struct sz *z, const struct layout *l, double tokens)
{
    double k = z->d.topk, n = l->ep;
    double near = num_clamp(z->shape->per_node, 1, n), nodes = n / near;
    double each = 2 * tokens * z->d.route_width;
    double t = comm_s(z, ALL_TO_ALL, each * reached(k, n), near, near);
    if (nodes < 1.5)
        return t;
    double leave = each * reached(k, nodes) * (nodes - 1) / nodes;
    return more(leave / network_bytes_s(z), t) + coef_value(z, "link.latency-network", 3e-5);
}

/* Seconds in which a rank's part of weights that lie in host memory comes up, forward and
 * backward. */
static double fetch_s(struct sz *z, const struct layout *l)
{
    if (!weights_on_host(z, l))
        return 0;
    double part = params_on_card(z, l) / copies_of(l);
    return 2 * 2 * part / (coef_value(z, "link.pcie-host-gbs", 12) * 1e9);
}

/* Seconds of communication inside one micro batch that nothing hides. */
static double micro_comm(struct sz *z, const struct layout *l, double compute)
{
    const struct dims *d = &z->d;
    double tokens = l->micro_batch * z->job->context / fmax(1, l->cp);
    double layers = d->layers / l->pp;
    double t = 0;
    if (l->tp > 1) { /* two all-reduces forward, two backward, one and a half more to recompute */
        double times = l->recompute == RECOMPUTE_FULL ? 6 - 2 * l->kept : 4;
        double show = coef_engine(z, "comm.tensor-shown", NULL, 0.8).typical;
        t += times * layers * comm_s(z, ALL_REDUCE, 2 * tokens * d->hidden, l->tp, l->tp) * show;
    }
    if (l->ep > 1) {
        double times = l->recompute == RECOMPUTE_FULL ? 6 - 2 * l->kept : 4;
        /* Only the micro batches of a pipeline have each other to hide behind. */
        double show = l->pp > 1 ? coef_engine(z, "comm.expert-shown", NULL, 0.6).typical : 1;
        t += times * layers * dispatch_s(z, l, tokens) * show;
    }
    if (l->cp > 1) {
        double bytes = 2 * tokens * d->kv / num_clamp(l->tp, 1, fmax(1, d->kv_heads));
        double local = z->shape->per_node / l->tp;
        double ring = 3 * layers * comm_s(z, ALL_GATHER, bytes * l->cp, l->cp, local);
        t += more(0, ring - 0.5 * compute);
    }
    t += fetch_s(z, l);
    if (l->sharding == SHARD_ZERO3 && copies_of(l) > 1) {
        double per_param = z->job->method == METHOD_FULL ? 2
                           : z->weight_bytes / d->n;
        double times = z->job->method == METHOD_FULL ? 3 : 2;
        double experts = l->ep > 1 ? z->d.experts_n / l->pp / l->ep : 0; /* have fewer copies */
        double shared = params_on_card(z, l) - experts;
        double all = times * (comm_s(z, ALL_GATHER, shared * per_param, copies_of(l),
                                     dp_local(z, l)) +
                              comm_s(z, ALL_GATHER, experts * per_param,
                                     fmax(1, copies_of(l) / l->ep),
                                     fmax(1, dp_local(z, l) / l->ep)));
        if (l->pp > 1) /* a stage stays whole over its micro batches */
            all /= fmax(1, l->grad_accum);
        double hide = coef_engine(z, "comm.gather-hidden", NULL, 0.8).typical;
        t += more(all - hide * compute, 0.1 * all);
    }
    return t;
}

/* Trained parameters on the busiest card. */
static double trained_on_card(struct sz *z, const struct layout *l)
{
    if (z->job->method == METHOD_FULL)
        return params_on_card(z, l);
    double share = coef_engine(z, "lora.target-share", NULL, 1).typical;
    double rank = known(z->job->lora_rank) ? z->job->lora_rank : 16;
    return lora_params(&z->d, rank, share) / (l->tp * l->pp);
}

/* Gradients once a step; hidden behind the backward of the last micro batch. Experts that are
 * spread over ranks are summed over the fewer copies of each. */
static double step_comm(struct sz *z, const struct layout *l, double compute)
{
    double copies = copies_of(l);
    if (copies <= 1 || l->sharding == SHARD_ZERO3)
        return 0;
    double each = coef_engine(z, "state.gradient-bytes", NULL, 4).typical;
    double params = trained_on_card(z, l), experts = 0;
    if (l->ep > 1 && z->job->method == METHOD_FULL)
        experts = z->d.experts_n / l->pp / l->ep;
    double all = comm_s(z, ALL_REDUCE, (params - experts) * each, copies, dp_local(z, l)) +
                 comm_s(z, ALL_REDUCE, experts * each, fmax(1, copies / l->ep),
                        fmax(1, dp_local(z, l) / l->ep));
    double behind = coef_engine(z, "comm.gradient-hidden", NULL, 0.5).typical * compute;
    return more(all - behind, 0.1 * all);
}

static double optimizer_s(struct sz *z, const struct layout *l)
{
    double params = trained_on_card(z, l);
    struct states s = states_of(z);
    double bytes = 2 * (s.weight + s.gradient + s.optimizer) * params;
    if (l->sharding >= SHARD_ZERO1)
        bytes /= copies_of(l);
    if (l->offload == OFFLOAD_CPU || l->offload == OFFLOAD_NVME) {
        double host = known(z->shape->host_ram_gbs) ? z->shape->host_ram_gbs : 100;
        double up = coef_value(z, "link.pcie-host-gbs", 12) * 1e9;
        double cards = z->shape->per_node;
        double work = bytes * cards / (host * 1e9 * 0.5);
        if (l->offload == OFFLOAD_NVME) { /* states come in, are changed, go back (2104.07857) */
            double ways = l->sharding >= SHARD_ZERO1 ? copies_of(l) : 1;
            double moved = 2 * s.optimizer * params / ways * cards;
            work = more(work, moved / (coef_value(z, "host.nvme-gbs", 6) * 1e9));
        }
        double parts = l->sharding >= SHARD_ZERO1 ? copies_of(l) : 1; /* each moves its own */
        return work + 4 * params / parts / up;
    }
    /* Code that is not fused reads and writes the states anew for each operation. */
    bytes *= coef_engine(z, "speed.optimizer-passes", NULL, 1).typical;
    return bytes / (z->shape->accel->memory_bandwidth_gbs * 1e9 * 0.8);
}

static enum bound_by bound_of(const struct step *s, enum offload offload)
{
    if (s->apply_s > s->step_s / 2 && offload != OFFLOAD_NONE)
        return offload == OFFLOAD_NVME ? BOUND_STORAGE : BOUND_HOST_MEMORY;
    if (s->comm_s > s->compute_s && s->comm_s > s->memory_s)
        return BOUND_COMMUNICATION;
    return s->memory_s > s->compute_s ? BOUND_MEMORY_BANDWIDTH : BOUND_COMPUTE;
}

bool time_train(struct sz *z, const struct layout *l, struct step *out)
{
    struct micro m;
    *out = (struct step){.bound = BOUND_UNKNOWN};
    if (!z->d.ok || !micro_time(z, l, &m))
        return false;
    double trainer = coef_engine(z, "speed.trainer", NULL, 0.85).typical *
                     coef_pair(z, "speed-kernels", 1).typical; /* tuned for the card or not */
    double busy = (m.mm + m.attention + m.element + m.loss + m.unpack) / trainer;
    double compute = fmax(busy, m.launch);
    double shown = micro_comm(z, l, compute);
    if (!known(shown))
        return false;
    double ga = fmax(1, l->grad_accum);
    double chunks = coef_engine(z, "speed.interleave", NULL, 1).typical;
    double bubble = l->pp > 1 ? (l->pp - 1) / (chunks * ga + l->pp - 1) : 0;
    double work = ga * (compute + shown);
    out->bubble_s = work * bubble / (1 - bubble);
    double sync = step_comm(z, l, compute);
    double apply = optimizer_s(z, l);
    if (!known(sync) || !known(apply))
        return false;
    out->compute_s = ga * (m.mm + m.attention) / trainer;
    out->memory_s = ga * (m.element + m.loss + m.unpack) / trainer + apply;
    out->comm_s = ga * shown + sync;
    double host = coef_engine(z, "speed.step-ms", NULL, 20).typical * 1e-3;
    out->other_s = ga * fmax(0, compute - busy) + host;
    out->step_s = work + out->bubble_s + sync + apply + host;
    out->samples = l->micro_batch * ga * l->dp;
    if (known(z->job->global_batch)) /* ranks beyond the asked batch have nothing to do */
        out->samples = fmin(out->samples, fmax(1, z->job->global_batch));
    double per_token = z->job->method == METHOD_FULL ? 3 : 2;
    out->flops = out->samples * z->job->context * per_token * flops_fwd_token(z, z->job->context);
    out->apply_s = apply;
    out->bound = bound_of(out, l->offload);
    out->general = m.general;
    if (z->shape->nodes > 1) {
        double params = z->job->method == METHOD_FULL ? z->d.n : lora_params(&z->d, 16, 1);
        double times = l->sharding == SHARD_ZERO3 ? 3 * ga : 1;
        out->net_bytes = 2 * 2 * params * times / (l->tp * l->pp) * fmin(l->tp * l->pp,
                                                                         z->shape->per_node);
    }
    return true;
}
