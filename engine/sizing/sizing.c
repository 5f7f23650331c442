/*
 * sizing.c - size_shape: search the layouts, then fill in memory, speed, run time and needs.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/answer.h"

#define PCIE_LANE_GBS 1.97 /* one lane of PCIe 4.0, one direction, before protocol */

struct shape shape_of(const struct accel *a, int per_node, int nodes)
{
    struct shape s = {.accel = a, .per_node = per_node, .nodes = nodes, .net_gbps = UNKNOWN,
                      .rdma = TRI_UNKNOWN, .host_ram_gb = UNKNOWN, .host_ram_gbs = UNKNOWN,
                      .host_cores = UNKNOWN, .mixed_usable_gib = UNKNOWN, .link_gbs = UNKNOWN};
    bool reach = !known(a->max_link_gpus) || a->max_link_gpus >= per_node;
    if (known(a->link_bandwidth_gbs) && a->link_bandwidth_gbs > 0 && reach) {
        s.link_gbs = a->link_bandwidth_gbs / 2;
        return s;
    }
    s.link_is_pcie = true;
    if (known(a->pcie_gen) && known(a->pcie_lanes))
        s.link_gbs = a->pcie_lanes * PCIE_LANE_GBS * pow(2, a->pcie_gen - 4);
    return s;
}

struct shape shape_in_slots(const struct accel *a, int per_node, int nodes)
{
    struct accel bare = *a;
    if (a->form == FORM_PCIE)
        bare.link_bandwidth_gbs = 0;
    struct shape s = shape_of(&bare, per_node, nodes);
    s.accel = a;
    return s;
}

void shape_slots(struct shape *s, double gen, double lanes)
{
    const struct accel *a = s->accel;
    if (!s->link_is_pcie || !known(a->pcie_gen) || !known(a->pcie_lanes))
        return;
    double g = known(gen) ? fmin(gen, a->pcie_gen) : a->pcie_gen;
    double n = known(lanes) ? fmin(lanes, a->pcie_lanes) : a->pcie_lanes;
    s->link_gbs = n * PCIE_LANE_GBS * pow(2, g - 4);
}

static enum family family_of(const struct model *m)
{
    if (!m)
        return FAMILY_NONE;
    switch (m->kind) {
    case MODEL_DECODER: case MODEL_ENCODER: case MODEL_ENCODER_DECODER: case MODEL_VLM:
        return FAMILY_LLM;
    case MODEL_CNN: return FAMILY_CONV;
    case MODEL_VIT: return FAMILY_VIT;
    case MODEL_DETECTION: case MODEL_SEGMENTATION: return FAMILY_DETECTION;
    case MODEL_DIFFUSION: return FAMILY_DIFFUSION;
    case MODEL_VIDEO: return FAMILY_VIDEO;
    case MODEL_SPEECH: return FAMILY_SPEECH;
    case MODEL_RECSYS: return FAMILY_RECSYS;
    case MODEL_OTHER: default: return FAMILY_NONE;
    }
}

void sz_init(struct sz *z, const struct job *job, const struct facts *f, const struct shape *s)
{
    memset(z, 0, sizeof *z);
    sz_next(z, job, f, s);
}

void sz_next(struct sz *z, const struct job *job, const struct facts *f, const struct shape *s)
{
    coef_open(z, f, s->accel, job->engine);
    z->job = job;
    z->shape = s;
    z->lacking = false;
    z->train.made = false;
    z->peak[0] = z->peak[1] = (struct peak){.asked = NULL};
    z->host_rate_gbs = z->launch_scale = UNKNOWN;
    z->context = job->context;
    if (z->model != job->model) {
        z->model = job->model;
        z->family = family_of(job->model);
        z->d = z->family == FAMILY_LLM ? dims_of(job->model) : (struct dims){.ok = false};
    }
    z->weight_bytes = dims_weight_bytes(&z->d, job->weights);
    draft_open(z);
    z->cards = s->per_node * s->nodes;
    z->usable_gib = s->accel ? s->accel->usable_gib : UNKNOWN;
    if (s->mixed && known(s->mixed_usable_gib) && job->engine && job->engine->layer_split)
        z->usable_gib = s->mixed_usable_gib / z->cards;
}

static void out_init(struct sizing *out)
{
    struct band none = {UNKNOWN, UNKNOWN, UNKNOWN};
    *out = (struct sizing){.verdict = VERDICT_UNKNOWN, .per_gpu_gib = none, .speed = none,
                           .hours_per_run = none, .usable_gib = UNKNOWN, .per_user = UNKNOWN,
                           .ttft_ms = UNKNOWN, .tpot_ms = UNKNOWN, .prefill_tps = UNKNOWN,
                           .draft_tokens = UNKNOWN, .draft_acceptance = UNKNOWN,
                           .draft_yield = UNKNOWN, .draft_gain = UNKNOWN,
                           .max_users = UNKNOWN,
                           .max_context = UNKNOWN, .max_micro_batch = UNKNOWN,
                           .flops_per_run = UNKNOWN, .host_ram_need_gb = UNKNOWN,
                           .storage_need_gbs = UNKNOWN, .network_need_gbps = 0,
                           .checkpoint_gb = UNKNOWN, .dataset_gb = UNKNOWN,
                           .copy_gib = UNKNOWN, .comm_share = UNKNOWN, .split_loss = UNKNOWN,
                           .users_met = true, .tps_met = true, .ttft_met = true,
                           .deadline_met = true};
    out->speed_unit = "tokens/s";
    out->layout = (struct layout){.tp = 1, .pp = 1, .dp = 1, .ep = 1, .cp = 1, .micro_batch = 1,
                                  .grad_accum = 1, .global_batch = 1};
    out->sharded = out->layout;
}

static void put_memory(const struct mem *m, struct sizing *out)
{
    for (int i = 0; i < MEM_LINES; i++)
        out->line_gib[i] = m->gib[i];
    out->per_gpu_gib = m->band;
    out->drive_gb = m->drive_gb;
    out->apart_gib = m->apart_gib;
}

/* widen: a class without factors of its own, or a shape guessed from a size, is less certain. */
struct band widened(const struct sz *z, struct band b, bool general)
{
    double by = (general ? 1.2 : 1) * (z->d.guessed ? 1.15 : 1) * (z->lacking ? 1.5 : 1);
    b.low /= by;
    b.high *= by;
    return b;
}

/* Tokens, samples or images of one run; UNKNOWN when no scale is given. */
static double run_tokens(const struct job *j)
{
    double epochs = known(j->epochs) && j->epochs > 0 ? j->epochs : 1;
    if (known(j->tokens))
        return j->tokens * epochs;
    return known(j->samples) ? j->samples * epochs * j->context : UNKNOWN;
}

static double run_samples(const struct job *j)
{
    double epochs = known(j->epochs) && j->epochs > 0 ? j->epochs : 1;
    return known(j->samples) ? j->samples * epochs : UNKNOWN;
}

#define LONG_RUN_H 24
#define NET_RUN_H 2 /* shorter ones over many cards are benchmarks that read prepared pictures */

/* Which share of a run is work: what is over within a day meets no failures; nets of pictures over
 * several machines wait for their pictures before that. */
static const char *availability_row(const struct sz *z, double hours)
{
    bool text = z->family == FAMILY_LLM, many = z->cards > 16;
    if (!text && many && hours > NET_RUN_H)
        return "train.availability-nets-many";
    if (!(hours > LONG_RUN_H))
        return "train.availability";
    if (!text)
        return "train.availability-nets";
    return z->cards > 128 ? "train.availability-many"
           : many         ? "train.availability-cluster" : "train.availability";
}

/* Work a second that a run keeps, restarts and evaluation included. */
static struct band availability(struct sz *z, double hours)
{
    const char *key = z->kept_row = availability_row(z, hours);
    const struct factor *row = coef_row(z, key);
    double typical = coef_value(z, key, 0.95);
    return row ? (struct band){row->low, row->typical, row->high}
               : (struct band){0.9 * typical, typical, fmin(1, 1.05 * typical)};
}

/* Two independent spreads around one value: their logarithms add as squares. */
static double spread(double a, double b)
{
    double x = log(a), y = log(b);
    return exp(sqrt(x * x + y * y));
}

static void put_hours(struct sz *z, double units, struct sizing *out)
{
    struct band s = out->speed;
    if (!known(units) || !known(s.typical) || !(s.typical > 0) || !(s.low > 0))
        return;
    double alone = units / s.typical / 3600;
    struct band share = {1, 1, 1};
    if (z->job->training)
        share = availability(z, alone);
    double hours = alone / share.typical;
    out->hours_per_run.low = hours / spread(s.high / s.typical, share.high / share.typical);
    out->hours_per_run.typical = hours;
    out->hours_per_run.high = hours * spread(s.typical / s.low, share.typical / share.low);
    if (known(z->job->deadline_h))
        out->deadline_met = hours <= z->job->deadline_h;
}

static void put_step(struct sz *z, const struct step *s, struct sizing *out)
{
    out->bound = s->bound;
    out->comm_share = s->step_s > 0 ? num_clamp(s->comm_s / s->step_s, 0, 1) : UNKNOWN;
    if (z->cards > 1 && z->shape->link_is_pcie)
        out->split_loss = out->comm_share;
    if (z->shape->nodes > 1)
        out->network_need_gbps = s->net_bytes * 8 / s->step_s / 1e9 * 1.2;
}

static void train_needs(struct sz *z, const struct found *w, struct sizing *out)
{
    const struct job *j = z->job;
    double n = z->model->params_b * 1e9;
    bool text = z->family == FAMILY_LLM;
    double rank = known(j->lora_rank) ? j->lora_rank : 16;
    double adapters = text ? lora_params(&z->d, rank, 1) : n / 50;
    out->checkpoint_gb = (j->method == METHOD_FULL ? 14 * n : 14 * adapters) / GB;
    double token_bytes = z->d.vocab > 0 && z->d.vocab < 65536 ? 2 : 4;
    if (known(j->data_bytes))
        out->dataset_gb = j->data_bytes / GB;
    else if (text && known(j->tokens))
        out->dataset_gb = j->tokens * token_bytes / GB;
    else if (known(j->samples))
        out->dataset_gb = j->samples * (text ? j->context * token_bytes : job_sample_bytes(j)) / GB;
    if (known(out->speed.typical))
        out->storage_need_gbs = out->speed.typical * (text ? token_bytes : job_sample_bytes(j)) /
                                GB / z->shape->nodes;
    double load = text ? 2 * n / GB * 1.1 : n * 4 / GB;
    if (w->layout.sharding == SHARD_ZERO3 || w->layout.pp > 1)
        load /= z->shape->nodes;
    double loader = text ? 2.0 : 8.0;
    out->host_ram_need_gb = 8 + loader * z->shape->per_node + load + w->mem.host_gb;
}

static bool media_family(const struct sz *z)
{
    return z->family != FAMILY_LLM;
}

static void size_text_training(struct sz *z, struct trace *t, struct sizing *out)
{
    struct found w, sharded = {.any = false};
    search_train(z, false, &w);
    if (!w.any) {
        judge_no_layout(z, out);
        return;
    }
    if (!known(w.mem.total)) {
        judge_unknown_model(z, out);
        return;
    }
    if (!w.fits && z->cards > 1 && !z->job->sharding_given)
        search_train(z, true, &sharded);
    out->layout = w.layout;
    put_memory(&w.mem, out);
    if (w.step.step_s > 0) {
        double rate = w.step.samples * z->job->context / w.step.step_s;
        struct band b = coef_band(z, "speed-train-text");
        out->speed = band_scale(rate, widened(z, b, w.step.general));
        put_step(z, &w.step, out);
        put_hours(z, run_tokens(z->job), out);
        double total = run_tokens(z->job);
        if (known(total))
            out->flops_per_run = w.step.flops / w.step.samples / z->job->context * total;
    }
    out->max_micro_batch = mem_train_fit(z, w.layout, z->usable_gib);
    out->max_context = limit_train_context(z, &w);
    train_needs(z, &w, out);
    judge(z, &w, sharded.any ? &sharded : NULL, out);
    host_judge(z, &w, out);
    explain_memory(z, &w, t);
    explain_training(z, &w, out, t);
}

/* Images a card must see at once to be busy; recommenders work on far larger batches. */
static double media_batch(const struct sz *z)
{
    switch (z->family) {
    case FAMILY_CONV: case FAMILY_VIT: return 256;
    case FAMILY_DETECTION: return 16;
    case FAMILY_RECSYS: return 65536;
    case FAMILY_SPEECH: return 16;
    case FAMILY_NONE: case FAMILY_LLM: case FAMILY_DIFFUSION: case FAMILY_VIDEO: default: return 4;
    }
}

/* The batch is linear in memory: from the lines of one sample. */
static double media_fit(struct sz *z, struct layout l)
{
    struct mem one;
    l.micro_batch = 1;
    mem_media(z, &l, &one);
    double slope = one.gib[MEM_ACTIVATIONS] * (one.band.high / one.total);
    if (!known(one.total) || one.band.high > z->usable_gib)
        return 0;
    if (!(slope > 0))
        return 1e6;
    double b = floor(1 + (z->usable_gib - one.band.high) / slope);
    for (int i = 0; i < 8 && b > 1; i++) { /* the band widens a little with the batch */
        struct mem many;
        l.micro_batch = b;
        mem_media(z, &l, &many);
        double over = many.band.high - z->usable_gib;
        if (!(over > 0))
            break;
        double each = (many.band.high - one.band.high) / (b - 1);
        b = fmax(1, floor(b - over / each));
    }
    return b;
}

static void media_layout(struct sz *z, bool sharded, struct found *w)
{
    const struct job *j = z->job;
    struct layout l = {.tp = 1, .pp = 1, .cp = 1, .ep = 1, .dp = z->cards, .grad_accum = 1,
                       .micro_batch = 1, .recompute = j->recompute_given ? j->recompute
                                                                         : RECOMPUTE_NONE};
    l.sharding = j->sharding_given ? j->sharding : sharded ? SHARD_ZERO3 : SHARD_NONE;
    double fit = j->training ? media_fit(z, l) : 1;
    if (j->training && fit < 1 && !j->recompute_given) {
        l.recompute = RECOMPUTE_FULL;
        fit = media_fit(z, l);
    }
    double want = known(j->global_batch) ? fmax(1, floor(j->global_batch / l.dp)) : media_batch(z);
    double b = known(j->micro_batch) ? j->micro_batch : fmin(want, fmax(1, fit));
    l.micro_batch = j->training ? b : 1;
    if (known(j->global_batch))
        l.grad_accum = fmax(1, ceil(want / b));
    l.global_batch = l.micro_batch * l.grad_accum * l.dp;
    *w = (struct found){.layout = l, .any = true};
    mem_media(z, &l, &w->mem);
    w->fits = w->mem.band.high <= z->usable_gib;
    w->tight = !w->fits && w->mem.total <= z->usable_gib;
}

static const char *media_unit(const struct sz *z)
{
    return z->family == FAMILY_RECSYS || z->family == FAMILY_SPEECH || z->family == FAMILY_VIDEO
               ? "samples/s" : "images/s";
}

/* Live streams: as many as keep up, and as have room where the program takes several at once. */
static void put_streams(struct sz *z, const struct found *w, double rate, struct sizing *out)
{
    double most = speech_streams_live(z, rate), each = speech_stream_gib(z);
    if (known(each) && z->job->engine && z->job->engine->batches) {
        double rest = w->mem.band.high - w->mem.gib[MEM_KV_CACHE];
        most = fmin(most, floor(fmax(0, z->usable_gib - rest) / each) * z->cards);
    }
    out->max_users = most;
    if (known(z->job->users))
        out->users_met = most >= z->job->users;
}

static void size_media(struct sz *z, struct trace *t, struct sizing *out)
{
    struct found w, sharded = {.any = false};
    media_layout(z, false, &w);
    out->speed_unit = media_unit(z);
    if (!known(w.mem.total)) {
        judge_unknown_model(z, out);
        return;
    }
    if (!w.fits && !w.tight && z->cards > 1 && !z->job->sharding_given && z->job->training)
        media_layout(z, true, &sharded);
    out->layout = w.layout;
    put_memory(&w.mem, out);
    if (time_media(z, &w.layout, &w.step)) {
        double rate = w.step.samples / w.step.step_s;
        if (!z->job->training && (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO))
            rate /= denoiser_passes(z);
        struct band b = coef_band(z, z->job->training ? "speed-train-media" : "speed-infer-media");
        out->speed = band_scale(rate, widened(z, b, w.step.general));
        put_step(z, &w.step, out);
        put_hours(z, run_samples(z->job), out);
        double total = run_samples(z->job);
        if (known(total))
            out->flops_per_run = w.step.flops / w.step.samples * total;
        if (!z->job->training)
            out->per_user = rate;
        if (z->job->task == TASK_SERVE && z->family == FAMILY_SPEECH)
            put_streams(z, &w, rate, out);
    }
    out->max_micro_batch = z->job->training ? media_fit(z, w.layout) : UNKNOWN;
    train_needs(z, &w, out);
    if (!z->job->training)
        out->checkpoint_gb = UNKNOWN;
    judge(z, &w, sharded.any ? &sharded : NULL, out);
    explain_memory(z, &w, t);
    explain_pictures(z, &w, out, t);
}

static void serve_met(const struct sz *z, double users, struct sizing *out)
{
    const struct job *j = z->job;
    if (known(out->max_users))
        out->users_met = out->max_users >= users;
    if (known(j->rps) && known(out->speed.typical) && known(j->output_len))
        out->users_met = out->users_met && out->speed.typical >= j->rps * j->output_len;
    if (known(j->tps))
        out->tps_met = known(out->per_user) && out->per_user >= j->tps;
    if (known(j->ttft_s))
        out->ttft_met = known(out->ttft_ms) && out->ttft_ms <= j->ttft_s * 1e3;
}

/* The range of the host's memory is a range of the speed. */
static void host_band(struct sz *z, const struct found *w, double users, struct band *speed)
{
    struct serve_speed v;
    if (w->on_host <= 0)
        return;
    struct band ends = host_gbs(z);
    double typical = speed->typical;
    z->host_rate_gbs = ends.low;
    if (time_serve(z, &w->layout, users, w->on_host, &v))
        speed->low *= fmin(1, v.total_tps / typical);
    z->host_rate_gbs = ends.high;
    if (time_serve(z, &w->layout, users, w->on_host, &v))
        speed->high *= fmax(1, v.total_tps / typical);
    z->host_rate_gbs = UNKNOWN;
}

/* What decoding with a draft wins: the same layout without it. */
static void put_draft(struct sz *z, const struct found *w, double users,
                      const struct serve_speed *v, struct sizing *out)
{
    struct serve_speed plain; /* another speed beside v */
    if (!z->draft.on)
        return;
    out->draft_tokens = z->draft.tokens;
    out->draft_acceptance = z->draft.share;
    out->draft_yield = draft_yield(z);
    if (!known(z->job->draft_acceptance)) { /* the range of the chance is one of the speed */
        double usual = z->draft.share, typical = out->speed.typical;
        struct band chance = coef_range(z, "speculate.chance", 0.7);
        z->draft.share = draft_share(chance.low, z->draft.tokens);
        if (time_serve(z, &w->layout, users, w->on_host, &plain))
            out->speed.low *= fmin(1, plain.total_tps / typical);
        z->draft.share = draft_share(chance.high, z->draft.tokens);
        if (time_serve(z, &w->layout, users, w->on_host, &plain))
            out->speed.high *= fmax(1, plain.total_tps / typical);
        z->draft.share = usual;
    }
    z->draft.on = false;
    if (time_serve(z, &w->layout, users, w->on_host, &plain))
        out->draft_gain = v->total_tps / plain.total_tps;
    z->draft.on = true;
}

/* So is the range of the launches, on cards that are known for slow ones. */
static void launch_band(struct sz *z, const struct found *w, double users, struct band *speed)
{
    struct coef scale = coef_accel(z, "decode.layer-scale", NULL, 1);
    struct serve_speed v;
    double typical = speed->typical;
    if (scale.general || !(scale.high > 2 * scale.low))
        return;
    z->launch_scale = scale.high;
    if (time_serve(z, &w->layout, users, w->on_host, &v))
        speed->low *= fmin(1, v.total_tps / typical);
    z->launch_scale = scale.low;
    if (time_serve(z, &w->layout, users, w->on_host, &v))
        speed->high *= fmax(1, v.total_tps / typical);
    z->launch_scale = UNKNOWN;
}

/* What a copy that spans machines sends between them: the activations of each token, read or
 * written, at the width of the model in 16 bits, a fifth more for the rest (pipeline stages: arXiv
 * 2104.04473, section 3). Gbit/s a node; copies within a machine share nothing: 0. */
static double serve_network_gbps(const struct sz *z, const struct layout *l, double output_tps)
{
    const struct job *j = z->job;
    if (l->tp * l->pp <= z->shape->per_node)
        return 0;
    double tokens = output_tps * (1 + j->input_len / j->output_len); /* UNKNOWN when they are */
    return tokens * z->d.hidden * 2 * 8 / 1e9 * 1.2;
}

static void size_text_serving(struct sz *z, struct trace *t, struct sizing *out)
{
    struct found w;
    double users = serve_users(z);
    search_serve(z, users, &w);
    if (!w.any) {
        judge_no_layout(z, out);
        return;
    }
    if (!known(w.mem.total)) {
        judge_unknown_model(z, out);
        return;
    }
    out->layout = w.layout;
    put_memory(&w.mem, out);
    struct serve_speed v = {.batch = 0};
    if (z->job->task == TASK_BATCH_INFERENCE && !known(z->job->users)) {
        /* a queue that never ends: as many as there is room for */
        users = fmax(users, limit_users(z, &w, users));
    }
    out->network_need_gbps = serve_network_gbps(z, &w.layout, UNKNOWN);
    if (time_serve(z, &w.layout, users, w.on_host, &v)) {
        out->network_need_gbps = serve_network_gbps(z, &w.layout, v.total_tps);
        struct band b = coef_band(z, v.batch > 1 ? "speed-serve" : "speed-decode");
        out->speed = band_scale(v.total_tps, widened(z, b, v.general));
        host_band(z, &w, users, &out->speed);
        launch_band(z, &w, users, &out->speed);
        out->per_user = v.per_user;
        out->ttft_ms = v.ttft_s * 1e3;
        out->tpot_ms = v.decode_s * 1e3;
        out->prefill_tps = v.prefill_tps;
        w.step.general = v.general;
        out->bound = v.bound;
        put_draft(z, &w, users, &v, out);
        const struct job *j = z->job;
        double run = known(j->tokens) ? j->tokens
                     : known(j->samples) && known(j->output_len) ? j->samples * j->output_len
                                                                 : UNKNOWN;
        put_hours(z, run, out);
        if (known(run))
            out->flops_per_run = run * flops_fwd_token(z, serve_tokens(z));
    }
    out->max_users = limit_users(z, &w, users);
    out->max_context = limit_context(z, &w, users);
    double weights = z->weight_bytes + (z->draft.on ? z->draft.weight_bytes : 0);
    double staged = w.on_host > 0 ? 0.1 : 0.3; /* what is read in and not kept */
    out->host_ram_need_gb = 16 + staged * weights / GB + w.mem.host_gb;
    out->storage_need_gbs = weights / GB / 60 / z->shape->nodes; /* a cold start within a minute */
    out->checkpoint_gb = weights / GB;
    if (z->cards > 1)
        out->comm_share = v.bound == BOUND_COMMUNICATION ? 0.5 : UNKNOWN;
    serve_met(z, serve_users(z), out);
    judge(z, &w, NULL, out);
    host_judge(z, &w, out);
    explain_memory(z, &w, t);
    explain_serving(z, &w, &v, out, t);
}

/* A card with several memories is several devices to a program, each with its share of bandwidth
 * and arithmetic: a model is split over them as over cards. Usable memory is told for one of them.
 */
static bool has_chips(const struct shape *s)
{
    return s->accel && known(s->accel->memory_pools) && s->accel->memory_pools > 1;
}

static struct shape chips_of(const struct shape *s, struct accel *chip)
{
    double n = s->accel->memory_pools;
    struct shape chips = *s;
    *chip = *s->accel;
    chip->memory_pools = 1;
    chip->memory_gb /= n;
    chip->memory_bandwidth_gbs /= n;
    chip->fp64_tflops /= n;
    chip->fp32_tflops /= n;
    chip->tf32_tflops /= n;
    chip->fp16_tflops /= n;
    chip->bf16_tflops /= n;
    chip->fp8_tflops /= n;
    chip->fp4_tflops /= n;
    chip->int8_tops /= n;
    chip->tdp_w /= n;
    chips.accel = chip;
    chips.per_node = (int)(s->per_node * n);
    return chips;
}

/* z: fresh (all zero), or of a sizing before. */
static void size_with(struct sz *z, const struct job *job, const struct facts *f,
                      const struct shape *s, struct trace *t, struct sizing *out)
{
    if (has_chips(s)) {
        struct accel chip;
        struct shape chips = chips_of(s, &chip);
        size_with(z, job, f, &chips, t, out);
        return;
    }
    out_init(out);
    if (known(job->data_bytes)) /* also where nothing else is modelled */
        out->dataset_gb = job->data_bytes / GB;
    sz_next(z, job, f, s);
    out->usable_gib = z->usable_gib;
    if (z->family == FAMILY_NONE || (job->training == job->serving && job->task != TASK_LEARN)) {
        judge_not_modelled(z, out);
        return;
    }
    if (!known(z->usable_gib) || z->cards < 1) {
        judge_unknown_card(z, out);
        return;
    }
    if (z->family == FAMILY_LLM && (!z->d.ok || !known(job->context) ||
                                   (job->serving && !job->weights))) {
        judge_unknown_model(z, out);
        return;
    }
    if (media_family(z))
        size_media(z, t, out);
    else if (job->serving)
        size_text_serving(z, t, out);
    else
        size_text_training(z, t, out);
}

void size_shape(const struct job *job, const struct facts *f, const struct shape *s,
                struct trace *t, struct sizing *out)
{
    struct sz z;
    memset(&z, 0, sizeof z);
    size_with(&z, job, f, s, t, out);
}

struct sizer {
    struct sz z;
};

struct sizer *sizer_make(struct arena *arena)
{
    return ARENA_NEW(arena, struct sizer);
}

void sizer_shape(struct sizer *r, const struct job *job, const struct facts *f,
                 const struct shape *s, struct trace *t, struct sizing *out)
{
    size_with(&r->z, job, f, s, t, out);
}

double size_floor_gib(const struct job *job, const struct facts *f, const struct shape *s)
{
    (void)f;
    const struct model *m = job->model;
    if (!m || !known(m->params_b) || s->per_node < 1 || s->nodes < 1)
        return 0;
    double stored = model_weight_bytes(m, job->weights);
    double n = m->params_b * 1e9;
    bool full = job->training && job->method == METHOD_FULL;
    double states = full ? 4 * n : known(stored) ? stored : 0;
    double cards = (double)s->per_node * s->nodes * (has_chips(s) ? s->accel->memory_pools : 1);
    return states / cards * 0.9 / GIB;
}
