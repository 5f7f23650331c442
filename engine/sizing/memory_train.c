/*
 * memory_train.c - what training takes on the busiest card.
 *
 *     card = context + communication + weights + optimizer + step, + allocator slack
 *     step = max(activations + logits, gradients)    gradients freed layer by layer or ga = 1
 *          = activations + logits + gradients        accumulation, buckets, fp32 main gradients
 *
 * States per parameter: arXiv 1910.02054 and the trainers' own documentation (factors state.*).
 * Activations: arXiv 2205.05198 for the classic block; for blocks with RMSNorm, rotary embedding
 * and gated MLP the tensors that autograd keeps are counted one by one (act_bytes_per_token).
 */
#include "base/str.h"
#include "engine/sizing/parts.h"

struct states states_of(struct sz *z)
{
    const struct job *j = z->job;
    struct states s;
    s.weight = coef_engine(z, "state.weight-bytes", NULL, 2).typical;
    s.gradient = coef_engine(z, "state.gradient-bytes", NULL, 4).typical;
    s.step = coef_engine(z, "state.step-bytes", NULL, 0).typical;
    double master = coef_engine(z, "state.master-bytes", NULL, 4).typical;
    double moment = coef_engine(z, "state.moment-bytes", NULL, 4).typical;
    bool wide = j->precision && j->precision->body_bits >= 32;
    if (wide) { /* fp32 and tf32: no 16-bit copy */
        s.weight = s.gradient = moment = 4;
        master = s.step = 0;
    }
    switch (j->optimizer) {
    case OPT_ADAMW: s.optimizer = master + 2 * moment; break;
    case OPT_ADAMW_8BIT: /* two moments of a byte, a scale for each block of them */
        if (!wide && !str_eq(j->precision ? j->precision->id : "bf16", "fp16"))
            s.weight = s.gradient = 2;
        s.optimizer = 2.03;
        s.step = 0;
        break;
    case OPT_ADAMW_BF16:
        s.weight = s.gradient = 2;
        s.optimizer = 4;
        s.step = 0;
        break;
    case OPT_ADAFACTOR: s.optimizer = master + 0.03; break;
    case OPT_SGD: s.optimizer = master; break;
    case OPT_SGDM: case OPT_LION: s.optimizer = master + moment; break;
    case OPT_MUON: /* of matrices; tables are left to AdamW and its second moment */
        s.optimizer = master + moment * (1 + (z->d.n > 0 ? z->d.emb / z->d.n : 0));
        break;
    case OPT_COUNT: default: s.optimizer = master + 2 * moment; break;
    }
    if (j->state_bytes > 0)
        s.optimizer = j->state_bytes;
    return s;
}

/* Sum of r (in + out) over the targets: q, k and v, output, and the MLP matrices; share is the part
 * of them that the trainer adapts (1: all linear layers). */
double lora_params(const struct dims *d, double rank, double share)
{
    double h = d->hidden;
    double attention = 4 * h + 2 * d->q + d->kv;
    double width = d->moe ? d->mlp / fmax(1, d->topk) : d->mlp;
    double mlp = d->mats * (h + width); /* experts are stacked tensors: adapters leave them alone */
    return d->layers * rank * (attention + mlp) * share;
}

/* Bytes of an element of the activations: fp32 and tf32 have no 16-bit copy. */
double wide_bytes(const struct job *j)
{
    return j->precision && j->precision->body_bits >= 32 ? 4 : 2;
}

/*
 * Bytes that one layer keeps for one token. Elements, of 16 bits unless all is wide: norm inputs
 * and outputs 4 h, queries before and after rotation 2 q, keys and values 1.5 kv, attention output
 * q, gate, up, activation and product 4 f (plain MLP: 2 f). Eager code keeps norms in fp32 besides.
 * frozen_share: part of the linear layers that need no weight gradient; their inputs are dropped.
 */
double act_bytes_per_token(struct sz *z, double frozen_share)
{
    const struct dims *d = &z->d;
    double f = d->mats > 2.5 ? 4 * d->mlp : 2 * d->mlp;
    double elements = 4 * d->hidden + 3 * d->q + 1.5 * d->kv + f;
    if (d->moe) /* permuted copies in and out of the experts, router scores */
        elements += 2 * d->topk * d->hidden + 2 * d->experts;
    elements -= frozen_share * (d->mlp + d->q);
    double norm = coef_engine(z, "memory.norm-bytes", NULL, 16).typical;
    double kept = coef_engine(z, "memory.activation-share", NULL, 1).typical;
    double wide = wide_bytes(z->job);
    return wide * elements * kept + (wide > 2 ? 0 : norm * d->hidden); /* then no copy is made */
}

/* Inputs that the products of packed weights keep for themselves, each its own copy: of q, k and v
 * together, output, gate and up, down (bitsandbytes MatMul4Bit saves A). */
static double packed_input_bytes(struct sz *z)
{
    const struct dims *d = &z->d;
    double inputs = d->hidden + d->q + (d->mats - 1) * d->hidden + d->mlp;
    double each = coef_engine(z, "memory.packed-input-bytes", NULL, 0).typical;
    return z->job->method == METHOD_QLORA ? inputs * each : 0;
}

double stage_excess(const struct dims *d, double pp)
{
    return pp > 1 ? ceil(d->layers / pp) * pp / d->layers : 1;
}

/* Parameters on the busiest card before data-parallel sharding. */
double params_on_card(const struct sz *z, const struct layout *l)
{
    const struct dims *d = &z->d;
    double ranks = l->ep > 1 ? l->ep : l->tp;
    double stages = l->pp / stage_excess(d, l->pp);
    double dense = (d->n - d->experts_n - d->emb) / stages / l->tp;
    double emb = (l->pp > 1 ? d->emb / 2 : d->emb) / l->tp;
    return dense + emb + d->experts_n / stages / ranks;
}

/* A trainer that shards the model as one unit has it whole on every card while it runs. */
static bool one_unit(struct sz *z, const struct layout *l)
{
    return l->sharding == SHARD_ZERO3 &&
           coef_engine(z, "memory.gather-layers", NULL, 2).typical >= z->d.layers;
}

static double gather_bytes(struct sz *z, const struct layout *l, double weight_bytes)
{
    const struct dims *d = &z->d;
    if (l->sharding != SHARD_ZERO3 || l->dp * l->cp <= 1)
        return 0;
    if (one_unit(z, l))
        return params_on_card(z, l) * weight_bytes;
    double units = coef_engine(z, "memory.gather-layers", NULL, 2).typical;
    double layer = d->layer_n / l->tp / (l->ep > 1 ? l->ep : 1) * weight_bytes;
    double whole = fmax(d->head, d->emb / 2); /* embedding or head, never both */
    return units * layer + whole / l->tp * 2;
}

/* Ways that the states of a card are shared: over its data-parallel group; experts that lie on ep
 * cards have tp dp cp / ep copies and no more (Megatron-LM's distributed optimizer, arXiv
 * 2104.04473). The mean over what the card holds. */
static double state_ways(const struct sz *z, const struct layout *l, double held)
{
    double dp = fmax(1, l->dp) * fmax(1, l->cp); /* context ranks hold one copy together */
    if (l->ep <= 1 || z->d.experts_n <= 0 || held <= 0)
        return dp;
    double experts = z->d.experts_n / l->pp * stage_excess(&z->d, l->pp) / l->ep;
    double copies = fmax(1, dp * l->tp / l->ep);
    experts = fmin(experts, held);
    return held / ((held - experts) / dp + experts / copies);
}

/* Parameters of a head that the trainer holds apart although the model shares it with its table. */
static double head_apart(struct sz *z)
{
    bool tied = z->model && z->model->tied_embeddings == TRI_YES;
    return tied ? coef_engine(z, "memory.head-apart", NULL, 0).typical * z->d.head : 0;
}

bool weights_on_host(struct sz *z, const struct layout *l)
{
    return z->job->method == METHOD_FULL && l->offload == OFFLOAD_CPU &&
           l->sharding == SHARD_ZERO3 &&
           coef_engine(z, "memory.offload-weights", NULL, 0).typical >= 0.5;
}

/* Trained weights, gradients, optimizer states of full fine-tuning and pre-training. */
static void full_states(struct sz *z, const struct layout *l, struct mem *m)
{
    struct states s = z->train.states;
    double p = params_on_card(z, l) + head_apart(z) / l->tp;
    double shard = state_ways(z, l, p);
    double bucket = z->train.bucket_gib * GIB;
    double w = s.weight * p, g = s.gradient * p, o = s.optimizer * p, t = s.step * p;
    if (l->sharding >= SHARD_ZERO1) {
        o /= shard;
        t /= shard;
    }
    if (l->sharding >= SHARD_ZERO2 && !one_unit(z, l))
        g = g / shard + bucket;
    if (l->sharding >= SHARD_ZERO3)
        w /= shard;
    if (l->offload == OFFLOAD_CPU || l->offload == OFFLOAD_NVME) {
        bool drive = l->offload == OFFLOAD_NVME; /* then gradients alone pass through the host */
        double cards = z->shape->per_node;
        m->host_gb += ((drive ? 0 : o + t) + g) * cards / GB * 1.5;
        m->drive_gb += drive ? (o + t) * cards / GB : 0;
        m->gib[MEM_OFFLOAD_BUFFER] = 2 * bucket / GIB + 0.5;
        o = t = 0;
        if (coef_engine(z, "memory.offload-gradients", NULL, 0).typical < 0.5)
            g = fmin(g, 2 * GIB);
        if (weights_on_host(z, l)) { /* gradients leave with their shards */
            m->host_gb += w * cards / GB;
            w = 0;
            g = 0;
        }
    }
    m->gib[MEM_WEIGHTS] = w / GIB;
    m->gib[MEM_GRADIENTS] = (g + t) / GIB;
    m->gib[MEM_OPTIMIZER] = o / GIB;
    m->gib[MEM_GATHER] = gather_bytes(z, l, 2) / GIB;
    if (l->sharding == SHARD_ZERO3 && l->pp > 1) /* a stage stays whole over its micro batches */
        m->gib[MEM_GATHER] = 6 * p / GIB;
}

/* What preparing a packed model for training adds to tables and head that stay unpacked: peft makes
 * them fp32 where bitsandbytes has packed the rest, but not in units of FSDP, which hold one data
 * type (huggingface/peft: docs/source/accelerate/fsdp.md). */
static double widened_tables(struct sz *z, const struct layout *l)
{
    const struct job *j = z->job;
    bool packs = j->method == METHOD_QLORA && j->weights && str_starts(j->weights->id, "nf4") &&
                 l->sharding != SHARD_ZERO3;
    double each = coef_engine(z, "memory.packed-table-bytes", NULL, 2).typical;
    return packs ? fmax(0, each - j->weights->embedding_bits / 8) * z->d.emb : 0;
}

/* Frozen weights in the stored format, adapters with their own states. */
static void adapter_states(struct sz *z, const struct layout *l, struct mem *m)
{
    const struct dims *d = &z->d;
    double bytes = (z->weight_bytes + widened_tables(z, l) + 2 * head_apart(z)) / (l->tp * l->pp);
    double per_param = bytes * l->tp * l->pp / d->n;
    double ways = l->sharding == SHARD_ZERO3 ? (double)l->dp * fmax(1, l->cp) : 1;
    double share = coef_engine(z, "lora.target-share", NULL, 1).typical;
    double rank = known(z->job->lora_rank) ? z->job->lora_rank : 16;
    double each = coef_engine(z, "lora.bytes", NULL, 16).typical;
    double adapter = lora_params(d, rank, share) * each / (l->tp * l->pp);
    if (l->offload == OFFLOAD_CPU) {
        m->host_gb += bytes * z->shape->per_node / GB;
        bytes = 2 * d->layer_n * per_param + d->emb * 2;
    }
    m->gib[MEM_WEIGHTS] = bytes / ways / GIB;
    m->gib[MEM_ADAPTER] = adapter / ways / GIB;
    m->gib[MEM_GATHER] = gather_bytes(z, l, per_param) / GIB;
    if (z->job->method == METHOD_QLORA) /* one matrix at a time is unpacked to 16 bits */
        m->gib[MEM_WORKSPACE] += d->matrix_n / l->tp * 2 / GIB;
}

static double frozen_share(struct sz *z)
{
    if (z->job->method == METHOD_FULL)
        return 0;
    return 1 - num_clamp(coef_engine(z, "lora.target-share", NULL, 1).typical, 0, 1);
}

/* Gradients inside one layer while its backward pass runs: of gate and up, and of the stream. */
static double inner_gradient_bytes(const struct sz *z, double tokens, double tp)
{
    const struct dims *d = &z->d;
    return wide_bytes(z->job) * ((d->mats - 1) * d->mlp + 2 * d->hidden) * tokens / tp;
}

/* Share of the tokens that the loss scores over the vocabulary: masked ones only, where the trainer
 * picks them out; none where an encoder is fine-tuned, its head then knows a few labels. */
double scored_share(struct sz *z)
{
    bool masked = z->model && z->model->kind == MODEL_ENCODER;
    if (masked && z->job->task == TASK_FINETUNE)
        return 0;
    return masked ? coef_engine(z, "loss.scored-share", NULL, 0.15).typical : 1;
}

/* Activations of the busiest pipeline stage for micro batches of b sequences. */
static void activations(struct sz *z, const struct layout *l, struct mem *m)
{
    const struct dims *d = &z->d;
    double tokens = l->micro_batch * z->job->context / fmax(1, l->cp);
    double one = z->train.act_bytes * tokens / l->tp;
    /* softmax, its input and dropout mask where attention is not fused: 5 a s bytes a token */
    double pairs = d->heads * z->job->context * tokens / l->tp;
    double scores = z->train.score_bytes * pairs;
    double checkpoint = wide_bytes(z->job) * d->hidden * tokens /
                        (z->train.whole_inputs ? 1 : l->tp);
    double layers = l->pp > 1 ? ceil(d->layers / l->pp) : d->layers;
    double flying = l->pp > 1 ? fmin(l->pp, fmax(1, l->grad_accum)) : 1;
    double resident = z->train.resident;
    double kept;
    if (l->recompute == RECOMPUTE_FULL) {
        double held = resident > 0 ? fmin(resident, layers) : layers;
        kept = (checkpoint * held * (1 - l->kept) + (one + scores) * layers * l->kept) * flying +
               one + scores;
        if (resident > 0)
            m->host_gb += checkpoint * layers * flying * z->shape->per_node / GB;
    } else if (l->recompute == RECOMPUTE_SELECTIVE && scores > 0) {
        kept = one * layers * flying + scores; /* the scores are what is computed again */
    } else if (l->recompute == RECOMPUTE_SELECTIVE) {
        kept = one * layers * flying * coef_engine(z, "memory.selective-share", NULL, 0.5).typical;
    } else {
        kept = (one + scores) * layers * flying;
    }
    if (l->recompute == RECOMPUTE_FULL)
        kept += inner_gradient_bytes(z, tokens, l->tp);
    kept += z->train.score_work * pairs;
    m->gib[MEM_ACTIVATIONS] = kept / GIB;
    if (l->tp > 1) /* the sequence is whole around each product */
        m->gib[MEM_GATHER] += 2 * 2 * tokens * d->hidden * (1 - 1.0 / l->tp) / GIB;
    m->gib[MEM_LOGITS] = tokens * d->vocab / l->tp * z->train.logit_bytes * scored_share(z) / GIB;
    if (l->recompute == RECOMPUTE_FULL) { /* logits are gone when the last layer is repeated */
        double work = one + scores + z->train.score_work * pairs;
        work += inner_gradient_bytes(z, tokens, l->tp);
        m->apart_gib = fmin(work / GIB, m->gib[MEM_LOGITS]);
    }
}

static double comm_gib(struct sz *z)
{
    if (z->cards <= 1)
        return 0;
    const char *key = z->cards == 2 ? "memory.comm-2" : z->cards <= 8 ? "memory.comm-8"
                                                                      : "memory.comm-many";
    return coef_value(z, key, 0.5);
}

/* Gradients that are freed as they are used never stand beside the full activations. */
static void overlap_gradients(const struct sz *z, const struct layout *l, struct mem *m)
{
    double live = z->train.live;
    double work = m->gib[MEM_ACTIVATIONS] + m->gib[MEM_LOGITS];
    double g = m->gib[MEM_GRADIENTS];
    if (live < 1) {
        m->gib[MEM_GRADIENTS] = g * live;
    } else if (l->grad_accum <= 1 && l->sharding == SHARD_NONE && l->pp == 1 && z->cards == 1) {
        double held = g * 0.5; /* they grow while activations shrink: half at the peak */
        m->gib[MEM_GRADIENTS] = fmax(g - work, fmin(held, g));
    }
}

/* States follow from the set-up, but copies that a trainer makes unasked come on top: unseen cases
 * lie inside the range as often as the table's with a twentieth. */
#define STATES_ABOUT 0.05

/* mem_sum: total, slack and band; `sure` GiB are known within a share `about` of them, the rest by
 * loose. */
void mem_sum(struct mem *m, double sure, double about, struct band loose)
{
    m->total = 0;
    for (int i = 0; i < MEM_LINES; i++)
        m->total += m->gib[i];
    double rest = fmax(0, m->total - sure);
    m->fixed = sure;
    m->band.low = sure * (1 - about) + rest * loose.low;
    m->band.typical = m->total;
    m->band.high = sure * (1 + about) + rest * loose.high;
}

static void make_table(struct sz *z)
{
    struct train_table *t = &z->train;
    bool full = z->job->method == METHOD_FULL;
    t->made = true;
    t->states = full ? states_of(z) : (struct states){0, 0, 0, 0};
    t->bucket_gib = full ? coef_engine(z, "memory.bucket-gib", NULL, 0).typical : 0;
    t->live = full ? coef_engine(z, "memory.gradient-live", NULL, 1).typical : 1;
    t->act_bytes = act_bytes_per_token(z, frozen_share(z)) + packed_input_bytes(z);
    t->score_bytes = coef_engine(z, "memory.score-bytes", NULL, 0).typical;
    if (t->score_bytes > 0) /* the product with the values is kept in the format that computes */
        t->score_bytes += wide_bytes(z->job) - 2;
    t->score_work = coef_engine(z, "memory.score-work-bytes", NULL, 0).typical;
    t->whole_inputs = coef_engine(z, "memory.whole-inputs", NULL, 0).typical >= 0.5;
    t->resident = coef_engine(z, "memory.checkpoint-layers", NULL, 0).typical;
    t->logit_bytes = z->job->fused_loss ? coef_value(z, "memory.logits-bytes-fused", 0.5)
                                        : coef_engine(z, "memory.logits-bytes", NULL, 10).typical;
    t->slack = coef_engine(z, "memory.slack", NULL, 0.05).typical;
    t->context_gib = coef_accel(z, "memory.context", NULL, 1).typical;
    t->comm_gib = comm_gib(z);
    t->loose = coef_band(z, "memory-train");
}

void mem_train(struct sz *z, const struct layout *l, struct mem *out)
{
    *out = (struct mem){.total = 0};
    if (!z->train.made)
        make_table(z);
    if (z->job->method == METHOD_FULL)
        full_states(z, l, out);
    else
        adapter_states(z, l, out);
    activations(z, l, out);
    if (z->job->method == METHOD_FULL)
        overlap_gradients(z, l, out);
    double sure = out->gib[MEM_WEIGHTS] + out->gib[MEM_OPTIMIZER] + out->gib[MEM_ADAPTER] +
                  out->gib[MEM_GRADIENTS];
    double used = 0;
    for (int i = 0; i < MEM_LINES; i++)
        used += out->gib[i];
    out->gib[MEM_WORKSPACE] += used * z->train.slack;
    out->gib[MEM_CONTEXT] = z->train.context_gib;
    out->gib[MEM_COMMUNICATION] = z->train.comm_gib;
    mem_sum(out, sure, STATES_ABOUT, z->train.loose);
}

double mem_train_fit(struct sz *z, struct layout l, double limit_gib)
{
    struct mem one, two;
    l.micro_batch = 1;
    mem_train(z, &l, &one);
    if (one.band.high > limit_gib)
        return one.total <= limit_gib ? 1 : 0;
    l.micro_batch = 2;
    mem_train(z, &l, &two);
    double slope = two.band.high - one.band.high;
    if (slope <= 0)
        return 1e6;
    double b = floor(1 + (limit_gib - one.band.high) / slope);
    for (int i = 0; i < 3 && b > 1; i++) { /* gradients that overlap bend the line a little */
        struct mem at;
        l.micro_batch = b;
        mem_train(z, &l, &at);
        if (at.band.high <= limit_gib)
            break;
        b = fmax(1, b - ceil((at.band.high - limit_gib) / slope));
    }
    return b;
}
