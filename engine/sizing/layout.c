/*
 * layout.c - the layouts that a trainer or engine really offers on a shape, and the best of them.
 *
 * Only what the chosen program does is tried: a trainer that replicates gets data parallelism, one
 * that shards its stage, Megatron tensor and pipeline parallelism as well; an engine that splits
 * gets tensor or layer splits. Constraints: heads divide by tp, layers by pp, tp stays inside the
 * node. Memory is linear in the micro batch, so the largest one that fits needs no loop.
 */
#include "engine/sizing/parts.h"

#define WIDE_EXPERTS 64         /* ranks over several nodes that expert parallelism is run on */
#define LEAST_CONTEXT 512       /* tokens of a sequence that a rank keeps at least */
#define MOST_STEP_TOKENS 64e6   /* of one step in published runs (arXiv 2412.19437: 15360 x 4096) */
#define LEAST_STEP_TOKENS 0.5e6 /* of one step of pre-training (arXiv 2005.14165, table 2.1) */
#define SMALL_STEP_TOKENS 8192  /* below this many tokens a pass does not fill a large card */

static bool divides(double a, double b)
{
    return b >= 1 && fabs(a / b - round(a / b)) < 1e-9;
}

static bool tp_allowed(const struct sz *z, int tp)
{
    if (tp == 1)
        return true;
    if (tp > z->shape->per_node || !divides(z->cards, tp))
        return false;
    const struct dims *d = &z->d;
    return divides(d->heads, tp) && (divides(d->kv_heads, tp) || divides(tp, fmax(1, d->kv_heads)));
}

static double micro_wanted(const struct sz *z)
{
    if (z->family == FAMILY_LLM)
        return fmax(1, ceil(SMALL_STEP_TOKENS / fmax(1, z->job->context)));
    return 1;
}

/* fill_batches: micro batch and accumulation of a layout from what was asked and what fits. */
static void fill_batches(struct sz *z, struct layout *l, double fit)
{
    const struct job *j = z->job;
    double share = known(j->global_batch) ? fmax(1, floor(j->global_batch / l->dp)) : UNKNOWN;
    double b = known(j->micro_batch) ? j->micro_batch : fmin(fmax(1, fit), micro_wanted(z));
    if (known(share) && l->pp > 1 && !known(j->micro_batch)) /* stages want several each */
        b = fmax(1, fmin(b, floor(share / (4.0 * l->pp))));
    if (known(share))
        b = fmin(b, share);
    l->micro_batch = b;
    double most = floor(MOST_STEP_TOKENS / (b * fmax(1, j->context) * l->dp));
    double least =
        j->task == TASK_PRETRAIN ? ceil(LEAST_STEP_TOKENS / (b * fmax(1, j->context) * l->dp)) : 1;
    double wanted =
        known(share) ? ceil(share / b) : fmax(least, l->pp > 1 ? fmin(4.0 * l->pp, most) : 1);
    l->grad_accum = fmax(1, wanted);
    l->global_batch = b * l->grad_accum * l->dp;
}

/* What fits beats what is tight beats what does not; then the score, by more than a share. */
static bool better(const struct found *c, const struct found *best, double share)
{
    if (!best->any)
        return true;
    int a = c->fits ? 2 : c->tight, b = best->fits ? 2 : best->tight;
    return a != b ? a > b : c->score < best->score * (1 - share);
}

/* Room that a layout is judged by: at most what it may take, unless it is known to have run. Blocks
 * that the allocator holds unused are given back before a run fails. */
static double needs(const struct sz *z, const struct mem *m)
{
    return z->job->ran ? m->total - m->gib[MEM_WORKSPACE] : m->band.high;
}

#define KEPT_MOST 0.875
#define SETTLED_SHARE 0.02 /* of a step: below the certainty of its time */

/* Trainers that recompute some layers only keep as many as there is room for, in eighths. */
static double layers_kept(struct sz *z, struct layout l, const struct mem *none)
{
    bool free = l.recompute == RECOMPUTE_FULL && !z->job->recompute_given;
    if (!free || coef_engine(z, "memory.recompute-parts", NULL, 0).typical < 0.5)
        return 0;
    struct mem most;
    l.kept = KEPT_MOST;
    mem_train(z, &l, &most);
    double room = z->usable_gib - needs(z, none), each = needs(z, &most) - needs(z, none);
    if (!(room > 0) || !(each > 0))
        return 0;
    return fmin(KEPT_MOST, floor(8 * KEPT_MOST * room / each) / 8);
}

/* consider: one layout against the best so far; tells whether it fits with as large a micro batch
 * as keeps the card busy. */
static bool consider(struct sz *z, struct layout l, struct found *best)
{
    struct found c = {.any = true};
    l.grad_accum = l.pp > 1                                                     ? 4.0 * l.pp
                   : known(z->job->global_batch) && z->job->global_batch > l.dp ? 2
                                                                                : 1;
    fill_batches(z, &l, INFINITY);
    mem_train(z, &l, &c.mem);
    bool over = needs(z, &c.mem) > z->usable_gib;
    if (over && !known(z->job->micro_batch) && l.micro_batch > 1) {
        fill_batches(z, &l, mem_train_fit(z, l, z->usable_gib));
        mem_train(z, &l, &c.mem);
    }
    l.kept = layers_kept(z, l, &c.mem);
    if (l.kept > 0)
        mem_train(z, &l, &c.mem);
    c.layout = l;
    c.fits = needs(z, &c.mem) <= z->usable_gib;
    c.tight = !c.fits && c.mem.total <= z->usable_gib;
    c.score = c.mem.total;
    if (c.fits) /* what does not fit is ranked by memory: its time is worked out in the end */
        c.score = time_train(z, &l, &c.step) ? c.step.step_s / c.step.samples : 1e9;
    if (better(&c, best, 0.001))
        *best = c;
    return c.fits && (known(z->job->micro_batch) || l.micro_batch >= micro_wanted(z) ||
                      l.micro_batch * l.dp >= z->job->global_batch);
}

static void try_recompute(struct sz *z, struct layout l, struct found *best)
{
    if (z->job->recompute_given) {
        l.recompute = z->job->recompute;
        consider(z, l, best);
        return;
    }
    struct mem least;
    l.recompute = RECOMPUTE_FULL;
    fill_batches(z, &l, 1);
    mem_train(z, &l, &least);
    if (needs(z, &least) > z->usable_gib) { /* nor would anything that keeps more */
        bool tight = least.total <= z->usable_gib;
        if (!best->any || (!best->fits && (tight || !best->tight) && least.total < best->score))
            consider(z, l, best);
        return;
    }
    for (int r = RECOMPUTE_NONE; r <= RECOMPUTE_FULL; r++) {
        l.recompute = (enum recompute)r;
        if (consider(z, l, best))
            return; /* recomputing what fits only costs time */
    }
}

/* Nothing left to win: no recomputation, cards busy, hardly any time lost between them. */
static bool settled(const struct sz *z, const struct found *best)
{
    const struct step *s = &best->step;
    return best->fits && best->layout.recompute == RECOMPUTE_NONE &&
           (known(z->job->micro_batch) || best->layout.micro_batch >= micro_wanted(z)) &&
           s->comm_s + s->bubble_s < SETTLED_SHARE * s->step_s;
}

/* Experts spread over at most `most` ranks; 1 when the model or the trainer has none. */
static int expert_ranks(const struct sz *z, int ranks, int most)
{
    if (z->job->ep > 0)
        return z->job->ep;
    if (!z->d.moe || !z->job->engine || !z->job->engine->tensor_parallel)
        return 1;
    int e = 1;
    while (e * 2 <= ranks && e * 2 <= most && divides(z->d.experts, e * 2))
        e *= 2;
    return e;
}

/* Stages need not hold equally many layers, but the fullest one sets the pace. */
static bool pp_allowed(const struct sz *z, int pp)
{
    return pp <= z->d.layers && divides(z->cards, pp) && stage_excess(&z->d, pp) <= 1.16;
}

/* Ranks that share a sequence: as many as leave no more copies than the asked batch has sequences,
 * where the trainer splits at all. */
static int context_ranks(const struct sz *z, int tp, int pp)
{
    const struct job *j = z->job;
    if (j->cp > 0)
        return j->cp;
    int cp = 1;
    bool splits = j->engine && j->engine->tensor_parallel && known(j->global_batch);
    while (splits && (double)z->cards / (tp * pp * cp) > j->global_batch &&
           divides(z->cards, tp * pp * cp * 2) && j->context / (cp * 2) >= LEAST_CONTEXT)
        cp *= 2;
    return cp;
}

static void try_split(struct sz *z, int tp, int pp, bool sharded, struct found *best)
{
    const struct job *j = z->job;
    int cp = context_ranks(z, tp, pp);
    if (tp * pp * cp > z->cards || !divides(z->cards, tp * pp * cp))
        return;
    struct layout l = {.tp = tp,
                       .pp = pp,
                       .cp = cp,
                       .dp = z->cards / (tp * pp * cp),
                       .offload = j->offload,
                       .micro_batch = 1,
                       .grad_accum = 1};
    if (j->dp > 0 && j->dp != l.dp)
        return;
    bool spreads = j->engine && j->engine->tensor_parallel && j->engine->shards;
    l.sharding = j->sharding_given ? j->sharding
                 : sharded         ? SHARD_ZERO3
                 : spreads         ? (enum sharding)j->engine->shard_stage
                                   : SHARD_NONE;
    l.ep = expert_ranks(z, l.dp, z->shape->per_node);
    try_recompute(z, l, best);
    int wide = expert_ranks(z, l.dp, WIDE_EXPERTS);
    if (wide > l.ep) {
        l.ep = wide;
        try_recompute(z, l, best);
    }
}

void search_train(struct sz *z, bool sharded, struct found *best)
{
    const struct job *j = z->job;
    const struct engine_row *e = j->engine;
    *best = (struct found){.any = false};
    int tp_max = j->tp > 0 ? j->tp : e && e->tensor_parallel ? z->shape->per_node : 1;
    int pp_max = j->pp > 0 ? j->pp : e && e->pipeline_parallel ? z->cards : 1;
    for (int tp = j->tp > 0 ? j->tp : 1; tp <= tp_max; tp *= 2) {
        if (j->tp <= 0 && !tp_allowed(z, tp))
            continue;
        for (int pp = j->pp > 0 ? j->pp : 1; pp <= pp_max; pp *= 2)
            if ((j->pp > 0 || pp_allowed(z, pp)) && !settled(z, best))
                try_split(z, tp, pp, sharded, best);
    }
    if (best->any && !best->fits)
        time_train(z, &best->layout, &best->step);
}

/* --- serving ---------------------------------------------------------------------------------- */
static double offload_share(struct sz *z, const struct layout *l, double users)
{
    struct mem all;
    mem_serve(z, l, users, 0, &all);
    double wary = coef_engine(z, "serve.spill-margin", NULL, 0.5).typical; /* of the range above */
    double over = all.total + wary * (all.band.high - all.total) - z->usable_gib;
    double weights = all.gib[MEM_WEIGHTS];
    if (weights <= 0)
        return 0;
    double must = over > 0 ? (over + 0.5) / weights : 0;
    return host_share_wanted(
        z, known(z->job->host_share) && z->job->host_share > 0 ? z->job->host_share : must);
}

static void consider_serving(struct sz *z, struct layout l, double users, struct found *best)
{
    const struct job *j = z->job;
    struct found c = {.layout = l, .any = true};
    bool host = j->offload != OFFLOAD_NONE && j->engine && j->engine->offload_cpu;
    if (host)
        c.on_host = offload_share(z, &l, users);
    if (c.on_host <= 0)
        c.layout.offload = OFFLOAD_NONE;
    mem_serve(z, &c.layout, users, c.on_host, &c.mem);
    c.fits = c.mem.band.high <= z->usable_gib;
    c.tight = !c.fits && c.mem.total <= z->usable_gib;
    struct serve_speed speed;
    bool timed = time_serve(z, &c.layout, users, c.on_host, &speed);
    double rate = timed ? speed.total_tps : 1;
    bool slow = timed && ((known(j->tps) && speed.per_user < j->tps) ||
                          (known(j->ttft_s) && speed.ttft_s > j->ttft_s));
    double penalty = slow ? 1e6 : 1;
    c.score = c.fits ? penalty / rate : c.mem.total;
    if (better(&c, best, 0.02))
        *best = c;
}

void search_serve(struct sz *z, double users, struct found *best)
{
    const struct job *j = z->job;
    const struct engine_row *e = j->engine;
    *best = (struct found){.any = false};
    int tp_max = j->tp > 0 ? j->tp : e && e->tensor_parallel ? z->shape->per_node : 1;
    bool layers = e && (e->pipeline_parallel || e->layer_split);
    int pp_max = j->pp > 0 ? j->pp : layers ? z->cards : 1;
    int tp_min = j->tp > 0 ? j->tp : 1;
    for (int i = 0; i <= tp_max - tp_min; i++) {
        /* of equals, servers split a layer over linked cards and stack layers over others */
        int tp = z->shape->link_is_pcie ? tp_min + i : tp_max - i;
        if (j->tp <= 0 && !tp_allowed(z, tp))
            continue;
        for (int pp = j->pp > 0 ? j->pp : 1; pp <= pp_max; pp++) {
            if (tp * pp > z->cards || pp > z->d.layers)
                break;
            bool alone = e && !e->replicates; /* one process spreads over all cards */
            bool pays = alone ? (pp + 1) * tp > z->cards || pp + 1 > z->d.layers
                              : divides(z->cards, tp * pp);
            if (j->pp <= 0 && !pays)
                continue;
            struct layout l = {.tp = tp,
                               .pp = pp,
                               .cp = 1,
                               .ep = 1,
                               .dp = z->cards / (tp * pp),
                               .offload = j->offload,
                               .micro_batch = 1,
                               .grad_accum = 1,
                               .global_batch = 1};
            consider_serving(z, l, users, best);
        }
    }
}
