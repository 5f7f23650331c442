/* shapes.c - each shape is sized once a run; nodes or replicas grow until the demand is met. */
#include <math.h>
#include <string.h>

#include "engine/plan/planner.h"

static uint64_t mix(uint64_t h, uint64_t v)
{
    h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
    return h * 0xff51afd7ed558ccdu;
}

static uint64_t shape_hash(const struct shape *s)
{
    uint64_t h = mix(17, (uint64_t)(uintptr_t)s->accel);
    h = mix(h, (uint64_t)s->per_node);
    h = mix(h, (s->link_is_pcie ? 1u : 0u) + (s->nodes > 0 ? 2u : 0u));
    h = mix(h, known(s->net_gbps) ? (uint64_t)s->net_gbps : 0xffffu);
    return mix(h, (uint64_t)(s->rdma + 1));
}

static bool same(const struct shape *a, const struct shape *b)
{
    bool net = known(a->net_gbps) == known(b->net_gbps) &&
               (!known(a->net_gbps) || !(a->net_gbps < b->net_gbps || a->net_gbps > b->net_gbps));
    return a->accel == b->accel && a->per_node == b->per_node && a->nodes == b->nodes &&
           a->link_is_pcie == b->link_is_pcie && a->rdma == b->rdma && net;
}

static bool holds(enum verdict v)
{
    return v == VERDICT_FITS || v == VERDICT_TIGHT || v == VERDICT_NOT_VALIDATED ||
           v == VERDICT_NOT_MODELLED || v == VERDICT_DEPENDS;
}

/* Where only a sharded layout holds the job and no trainer was told, a plan stands on that layout:
 * its figures are those of the trainer that shards, its verdict still says that it depends. */
void planner_size_shape(struct planner *p, const struct job *job, const struct shape *s,
                        struct trace *t, struct sizing *out)
{
    sizer_shape(p->sizer, job, p->r->facts, s, NULL, out);
    p->r->shapes_sized++;
    if (out->verdict != VERDICT_DEPENDS) {
        if (t != NULL)
            sizer_shape(p->sizer, job, p->r->facts, s, t, out);
        return;
    }
    struct job split = *job;
    split.sharding = out->sharded.sharding;
    split.sharding_given = true;
    struct sizing with;
    sizer_shape(p->sizer, &split, p->r->facts, s, t, &with);
    if (!holds(with.verdict))
        return;
    with.verdict = VERDICT_DEPENDS;
    with.reason = out->reason;
    with.sharded = out->sharded;
    with.copy_gib = out->per_gpu_gib.typical;
    *out = with;
}

int planner_node_limit(const struct job *job)
{
    if (job->nodes_max > 0)
        return job->nodes_max;
    if (job->nodes > 0)
        return job->nodes;
    return job->task == TASK_PRETRAIN ? 256 : 8;
}

/* Several machines as one trainer: only over a fabric that is known and worth it, and only whole
 * servers; single cards in strangers' machines do not make a cluster. */
#define NET_LEAST_GBPS 100.0
#define NODE_LEAST_CARDS 4
static void grow_nodes(struct planner *p, struct sized *e)
{
    const struct job *job = &p->r->job;
    if (!(e->shape.net_gbps >= NET_LEAST_GBPS) || e->shape.per_node < NODE_LEAST_CARDS)
        return;
    for (int n = e->shape.nodes * 2; n <= planner_node_limit(job); n *= 2) {
        struct sized next = *e;
        next.shape.nodes = n;
        if (size_floor_gib(job, p->r->facts, &next.shape) > next.shape.accel->usable_gib)
            continue;
        planner_size_shape(p, job, &next.shape, NULL, &next.sizing);
        next.meets = planner_meets(job, &next.sizing, &next.miss);
        bool better = holds(next.sizing.verdict) &&
                      (!holds(e->sizing.verdict) ||
                       next.sizing.hours_per_run.typical < 0.9 * e->sizing.hours_per_run.typical);
        if (better)
            *e = next;
        if (next.meets || (holds(next.sizing.verdict) && !better))
            return;
    }
}

/* e over k independent machines: each takes its share of the requests. */
static struct sized over_copies(struct planner *p, const struct sized *e, int k, struct job *share)
{
    const struct job *job = &p->r->job;
    share->users = known(job->users) ? ceil(job->users / k) : UNKNOWN;
    share->rps = job->rps / k;
    share->samples = job->samples / k;
    struct sized next = *e;
    next.replicas = k;
    planner_size_shape(p, share, &next.shape, NULL, &next.sizing);
    next.meets = planner_meets(share, &next.sizing, &next.miss);
    return next;
}

#define COPIES_MAX 64
#define COPIES_FINE 8 /* up to here every number is tried, above only the middle */

/* Several machines behind one address, as few as do it: by doubling, then back between the last
 * two numbers. */
static void grow_replicas(struct planner *p, struct sized *e)
{
    struct job share = p->r->job;
    for (int k = 2; k <= COPIES_MAX; k *= 2) {
        struct sized found = over_copies(p, e, k, &share);
        if (!found.meets) {
            if (found.sizing.verdict == VERDICT_DOES_NOT_FIT && share.users <= 1)
                return;
            continue;
        }
        for (int low = k / 2, high = k; high - low > 1;) {
            int middle = (low + high) / 2;
            struct sized next = over_copies(p, e, middle, &share);
            if (next.meets)
                found = next;
            *(next.meets ? &high : &low) = middle;
            if (k > COPIES_FINE)
                break;
        }
        found.sizing.speed.low *= found.replicas;
        found.sizing.speed.typical *= found.replicas;
        found.sizing.speed.high *= found.replicas;
        found.sizing.max_users *= found.replicas;
        found.sizing.flops_per_run *= found.replicas;
        *e = found;
        return;
    }
}

/* The entry of the key, made when there is none yet; NULL when the table is full. An eighth of it
 * stays free, so that what is not in it is known after a few steps, however many ask in vain. */
static struct sized *entry_of(struct planner *p, const struct shape *key)
{
    size_t mask = p->table_n - 1;
    size_t i = (size_t)(shape_hash(key) >> 32) & mask; /* the upper half is mixed best */

    for (; p->table[i] != NULL; i = (i + 1) & mask)
        if (same(&p->table[i]->key, key))
            return p->table[i];
    if (p->table_used >= p->table_n - p->table_n / 8) {
        p->full = true;
        return NULL;
    }
    p->table[i] = ARENA_NEW(p->arena, struct sized);
    p->table_used += p->table[i] != NULL;
    return p->table[i];
}

/* Sizes one machine. A shape below the floor of every layout is thrown out without a search. */
static const struct sized *size_one(struct planner *p, const struct shape *one)
{
    struct sized *e = entry_of(p, one);
    if (e == NULL || e->used)
        return e;
    e->used = true;
    e->key = e->shape = *one;
    e->replicas = 1;
    const struct job *job = &p->r->job;
    if (size_floor_gib(job, p->r->facts, one) > one->accel->usable_gib) {
        e->sizing.verdict = VERDICT_DOES_NOT_FIT;
        return e;
    }
    planner_size_shape(p, job, one, NULL, &e->sizing);
    e->meets = planner_meets(job, &e->sizing, &e->miss);
    return e;
}

static bool can_grow(const struct job *job)
{
    return job->training || job->serving;
}

const struct sized *planner_size(struct planner *p, const struct shape *one, bool may_grow)
{
    /* On one machine the network does not matter: machines that differ in it share the sizing. */
    struct shape alone = *one;
    alone.net_gbps = UNKNOWN;
    alone.rdma = TRI_UNKNOWN;
    const struct sized *single = size_one(p, &alone);
    if (single == NULL || single->meets || !may_grow || !can_grow(&p->r->job))
        return single;
    struct shape grown = *one;
    grown.nodes = 0; /* keeps the grown entry apart from the single one */
    struct sized *e = entry_of(p, &grown);
    if (e == NULL || e->used)
        return e;
    *e = *single;
    e->key = grown;
    e->shape = *one;
    if (p->r->job.serving)
        grow_replicas(p, e);
    else
        grow_nodes(p, e);
    return e;
}
