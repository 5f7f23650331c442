/*
 * changes.c - the smallest changes that make a job fit, each proved by sizing the changed job.
 *
 * Order: what keeps the result first (recompute, micro batch, optimizer states), then the adapters
 * (LoRA, QLoRA), fewer bits, a shorter context, sharding over the cards at hand, more cards, a
 * larger card. Where none of them is enough alone, changes_together.c tries two at a time; on the
 * cards at hand it does so before more or larger ones.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/changes.h"

bool change_offer(struct changes *l, const struct job *j, const struct shape *s, struct msg what,
                  enum msg_id effect)
{
    if (l->n >= l->max)
        return false;
    struct sizing after;
    size_shape(j, l->f, s, NULL, &after);
    bool better = after.verdict == VERDICT_FITS || after.verdict == VERDICT_NOT_VALIDATED ||
                  (after.verdict == VERDICT_TIGHT && l->before.verdict != VERDICT_TIGHT);
    if (!better)
        return false;
    struct change *c = &l->out[l->n++];
    *c = (struct change){.what = what,
                         .effect = msg_make(effect, 0),
                         .speed_ratio = UNKNOWN,
                         .cost_per_run = UNKNOWN,
                         .job = *j,
                         .shape = *s,
                         .verdict = after.verdict};
    if (known(after.speed.typical) && known(l->before.speed.typical))
        c->speed_ratio = after.speed.typical / l->before.speed.typical;
    return true;
}

struct shape change_shape(const struct changes *l, const struct accel *a, int per_node, int nodes)
{
    bool slots = a == l->shape->accel ? l->shape->link_is_pcie : a->form == FORM_PCIE;
    struct shape s = slots ? shape_in_slots(a, per_node, nodes) : shape_of(a, per_node, nodes);
    s.host_ram_gb = l->shape->host_ram_gb;
    s.host_ram_gbs = l->shape->host_ram_gbs;
    s.host_channels_guessed = l->shape->host_channels_guessed;
    if (nodes > 1 && known(l->job->network_gbps)) {
        s.net_gbps = l->job->network_gbps;
        s.rdma = l->job->network_rdma ? TRI_YES : TRI_NO;
    }
    return s;
}

static void same_result(struct changes *l)
{
    struct job j = *l->job;
    if (j.recompute_given && j.recompute != RECOMPUTE_FULL) {
        j.recompute = RECOMPUTE_FULL;
        change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_RECOMPUTE, 0), MSG_SZ_EFFECT_RECOMPUTE);
    }
    j = *l->job;
    if (known(j.micro_batch) && j.micro_batch > 1) {
        double held = floor(l->before.max_micro_batch);
        j.micro_batch = known(held) && held >= 1 ? fmin(held, j.micro_batch - 1) : 1;
        change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_MICRO, 1, ARG_INT(j.micro_batch)),
                     MSG_SZ_EFFECT_MICRO);
    }
    j = *l->job;
    bool full = j.method == METHOD_FULL && j.optimizer != OPT_ADAMW_8BIT;
    if (full) {
        j.optimizer = OPT_ADAMW_8BIT;
        change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_8BIT, 0), MSG_SZ_EFFECT_8BIT);
        if (!j.recompute_given || j.recompute != RECOMPUTE_FULL || known(j.micro_batch)) {
            j.recompute_given = true;
            j.recompute = RECOMPUTE_FULL;
            j.micro_batch = 1;
            if (l->n == 0)
                change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_ALL, 0), MSG_SZ_EFFECT_8BIT);
        }
    }
}

struct job change_sharded(const struct changes *l, const struct job *job)
{
    struct job j = *job;
    if (j.training) {
        const struct engine_row *fsdp = facts_engine(l->f, "fsdp");
        j.sharding = SHARD_ZERO3;
        j.sharding_given = true;
        if (fsdp && j.engine && !j.engine->shards)
            j.engine = fsdp;
    }
    return j;
}

/* An adapter on each card; where a copy is too large for one, sharded over the cards at hand. */
static void adapter(struct changes *l, const struct job *j, enum msg_id plain, enum msg_id shared,
                    enum msg_id effect)
{
    int have = l->shape->per_node * l->shape->nodes;
    struct job s = change_sharded(l, j);
    if (change_offer(l, j, l->shape, msg_make(plain, 1, ARG_INT(j->lora_rank)), effect))
        return;
    if (have > 1 && !l->job->sharding_given)
        change_offer(l, &s, l->shape,
                     msg_make(shared, 3, ARG_INT(j->lora_rank), ARG_STR(sharding_word(s.sharding)),
                              ARG_INT(have)),
                     effect);
}

bool change_takes_adapters(const struct model *m)
{
    switch (m->kind) {
    case MODEL_DECODER:
    case MODEL_ENCODER:
    case MODEL_ENCODER_DECODER:
    case MODEL_VLM:
    case MODEL_DIFFUSION:
    case MODEL_VIDEO:
    case MODEL_SPEECH: return true;
    case MODEL_VIT:
    case MODEL_CNN:
    case MODEL_DETECTION:
    case MODEL_SEGMENTATION:
    case MODEL_RECSYS:
    case MODEL_OTHER:
    default: return false;
    }
}

static void adapters(struct changes *l)
{
    struct job j = *l->job;
    if (!j.model || !change_takes_adapters(j.model))
        return;
    if (!known(j.lora_rank))
        j.lora_rank = CHANGE_LORA_RANK;
    if (j.method == METHOD_FULL && j.task != TASK_PRETRAIN) {
        j.method = METHOD_LORA;
        j.weights = num_format_find("bf16");
        adapter(l, &j, MSG_SZ_DO_LORA, MSG_SZ_DO_LORA_SHARD, MSG_SZ_EFFECT_LORA);
    }
    if (j.method != METHOD_QLORA && j.task != TASK_PRETRAIN) {
        j.method = METHOD_QLORA;
        j.weights = num_format_find("nf4");
        adapter(l, &j, MSG_SZ_DO_QLORA, MSG_SZ_DO_QLORA_SHARD, MSG_SZ_EFFECT_QLORA);
    }
}

bool change_loads(const struct job *j, const char *format)
{
    const char *list = j->engine ? j->engine->formats : NULL;
    size_t n = strlen(format);
    for (const char *p = list; p && (p = strstr(p, format)) != NULL; p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
            return true;
    return str_empty(list);
}

static void fewer_bits(struct changes *l)
{
    static const char *const steps[] = {"fp8", "q8_0", "int4", "awq-int4", "q4_k_m", "nf4"};
    double bits = l->job->weights ? l->job->weights->body_bits : 16;
    int found = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && found < 2; i++) {
        const struct num_format *fmt = num_format_find(steps[i]);
        if (!fmt || fmt->body_bits >= bits || !change_loads(l->job, steps[i]))
            continue;
        if (str_eq(fmt->compute, "fp8") && !(accel_peak_tflops(l->shape->accel, "fp8") > 0))
            continue;
        struct job j = *l->job;
        j.weights = fmt;
        if (change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_QUANTISE, 1, ARG_STR(fmt->id)),
                         fmt->body_bits >= 8 ? MSG_SZ_EFFECT_8BIT_WEIGHTS
                                             : MSG_SZ_EFFECT_4BIT_WEIGHTS))
            found++;
    }
    const struct num_format *fp8 = num_format_find("fp8");
    if (l->job->kv && fp8 && l->job->kv->body_bits > 8) {
        struct job j = *l->job;
        j.kv = fp8;
        change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_KV, 0), MSG_SZ_EFFECT_KV);
    }
}

/* A draft takes memory for speed alone. */
static void without_draft(struct changes *l)
{
    struct job j = *l->job;
    j.drafts = DRAFT_NONE;
    j.draft = NULL;
    change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_NO_DRAFT, 0), MSG_SZ_EFFECT_NO_DRAFT);
}

/* Experts in host memory: most of a sparse model is read once in a while. Its speed is then that of
 * the host's memory, so it comes after what keeps the model on the cards. */
static void experts_aside(struct changes *l)
{
    struct job j = *l->job;
    bool sparse = j.model && known(j.model->experts) && j.model->experts > 1;
    if (!sparse || j.offload != OFFLOAD_NONE || !j.engine || !j.engine->offload_cpu)
        return;
    j.offload = OFFLOAD_EXPERTS;
    struct sizing z;
    size_shape(&j, l->f, l->shape, NULL, &z);
    if (known(l->shape->host_ram_gb) && z.host_ram_need_gb > l->shape->host_ram_gb)
        return;
    change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_EXPERTS, 1, ARG_GB(z.host_ram_need_gb)),
                 MSG_SZ_EFFECT_EXPERTS);
}

/* Pictures out of a trained model: its parts one after the other on the card, then less of each. */
static void smaller_pictures(struct changes *l)
{
    struct job j = *l->job;
    if (j.offload == OFFLOAD_NONE && j.engine && j.engine->offload_cpu) {
        j.offload = OFFLOAD_CPU;
        change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_PARTS, 0), MSG_SZ_EFFECT_PARTS);
    }
    for (double n = floor(j.frames / 2); n >= 9; n = floor(n / 2)) {
        j.frames = n;
        if (change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_FRAMES, 1, ARG_INT(n)),
                         MSG_SZ_EFFECT_FRAMES))
            return;
    }
    for (double side = j.image_size / 2; side >= 256; side /= 2) {
        j.image_size = floor(side);
        if (change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_SIDE, 1, ARG_INT(j.image_size)),
                         MSG_SZ_EFFECT_SIDE))
            return;
    }
}

double change_least_context(const struct job *j)
{
    double in = known(j->input_len) ? j->input_len : 0;
    double out = known(j->output_len) ? j->output_len : 0;
    return j->serving ? fmax(256, in + out) : 256;
}

static void shorter(struct changes *l)
{
    struct job j = *l->job;
    if (!known(j.context))
        return;
    for (double len = j.context / 2; len >= change_least_context(&j); len /= 2) {
        j.context = floor(len);
        if (change_offer(l, &j, l->shape, msg_make(MSG_SZ_DO_CONTEXT, 1, ARG_INT(j.context)),
                         MSG_SZ_EFFECT_CONTEXT))
            return;
    }
}

static void more_cards(struct changes *l)
{
    struct job j = change_sharded(l, l->job);
    int have = l->shape->per_node * l->shape->nodes;
    if (j.training && have > 1 && !l->job->sharding_given)
        change_offer(
            l, &j, l->shape,
            msg_make(MSG_SZ_DO_SHARD, 2, ARG_STR(sharding_word(j.sharding)), ARG_INT(have)),
            MSG_SZ_EFFECT_SHARD);
    if (l->shape->nodes > 1 || l->shape->mixed)
        return;
    int at = 1;
    while (at <= l->shape->per_node)
        at *= 2;
    for (int n = at; n <= MORE_CARDS_MAX; n *= 2) {
        struct shape s = change_shape(l, l->shape->accel, n, 1);
        if (change_offer(
                l, &j, &s,
                msg_make(MSG_SZ_DO_CARDS, 2, ARG_INT(n), ARG_STR(accel_label(l->shape->accel))),
                MSG_SZ_EFFECT_CARDS))
            return;
    }
}

/* Several machines, where the network between them was told: without one nobody knows the speed. */
static void more_machines(struct changes *l)
{
    const struct shape *had = l->shape;
    struct job j = change_sharded(l, l->job);
    if (!known(l->job->network_gbps) || had->mixed)
        return;
    int per_node = had->per_node > MORE_CARDS_MAX / 2 ? had->per_node : MORE_CARDS_MAX;
    for (int n = had->nodes * 2; n <= MORE_MACHINES_MAX; n *= 2) {
        struct shape s = change_shape(l, had->accel, per_node, n);
        if (change_offer(l, &j, &s,
                         msg_make(MSG_SZ_DO_MACHINES, 4, ARG_INT(n), ARG_INT(per_node),
                                  ARG_STR(accel_label(had->accel)), ARG_GBPS(s.net_gbps)),
                         MSG_SZ_EFFECT_CARDS))
            return;
    }
}

bool change_on_sale(const struct job *j, const struct accel *a)
{
    if (a->cn_only == TRI_YES && !str_starts(j->country, "CN"))
        return false;
    if (a->cuda13 == TRI_NO || str_eq(a->status, "custom"))
        return false; /* the software leaves the card behind, or it was made for one customer */
    return a->form != FORM_SOC && (known(a->price.amount) || str_eq(a->status, "current"));
}

/* Smallest card of the stack above `at` GiB; of equals the one with the most bandwidth. */
static const struct accel *next_card(const struct changes *l, double at)
{
    const struct accel *next = NULL;
    for (size_t i = 0; i < l->f->accel_n; i++) {
        const struct accel *a = &l->f->accel[i];
        if (!known(a->usable_gib) || a->usable_gib <= at + 0.5 || !change_on_sale(l->job, a) ||
            !str_eq(a->stack, l->shape->accel->stack))
            continue;
        double bw = known(a->memory_bandwidth_gbs) ? a->memory_bandwidth_gbs : 0;
        double best = next && known(next->memory_bandwidth_gbs) ? next->memory_bandwidth_gbs : 0;
        if (!next || a->usable_gib < next->usable_gib - 0.01 ||
            (a->usable_gib < next->usable_gib + 0.01 && bw > best))
            next = a;
    }
    return next;
}

static void larger_card(struct changes *l)
{
    struct shape one = shape_of(l->shape->accel, 1, 1);
    double at = fmax(l->shape->accel->usable_gib, size_floor_gib(l->job, l->f, &one));
    for (int tries = 0; tries < 40 && known(at); tries++) {
        const struct accel *next = next_card(l, at);
        if (!next)
            return;
        struct shape s = change_shape(l, next, 1, 1);
        if (change_offer(
                l, l->job, &s,
                msg_make(MSG_SZ_DO_CARD, 2, ARG_STR(accel_label(next)), ARG_GIB(next->usable_gib)),
                MSG_SZ_EFFECT_CARD))
            return;
        at = next->usable_gib;
    }
}

size_t size_changes(const struct job *job, const struct facts *f, const struct shape *s,
                    struct change *out, size_t max, struct arena *arena)
{
    (void)arena;
    struct changes l = {.job = job, .f = f, .shape = s, .out = out, .max = max};
    size_shape(job, f, s, NULL, &l.before);
    if (l.before.verdict != VERDICT_DOES_NOT_FIT && l.before.verdict != VERDICT_TIGHT &&
        l.before.verdict != VERDICT_DEPENDS)
        return 0;
    if (job->drafts != DRAFT_NONE)
        without_draft(&l);
    if (job->training) {
        same_result(&l);
        adapters(&l);
    } else {
        fewer_bits(&l);
        if (job->task == TASK_GENERATE_MEDIA)
            smaller_pictures(&l);
    }
    shorter(&l);
    if (l.n == 0 && l.before.verdict == VERDICT_DOES_NOT_FIT)
        changes_on_these(&l);
    more_cards(&l);
    more_machines(&l);
    larger_card(&l);
    if (!job->training)
        experts_aside(&l);
    if (l.n == 0 && l.before.verdict == VERDICT_DOES_NOT_FIT)
        changes_together(&l);
    return l.n;
}
