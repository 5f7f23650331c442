/*
 * explain_speed.c - the trace of speed and time, of the largest that fits and of what a job needs
 * beside the cards.
 */
#include "engine/sizing/answer.h"
#include "engine/sizing/explain.h"

static const char *compute_of(const struct sz *z)
{
    return z->job->precision && z->job->precision->compute ? z->job->precision->compute : "bf16";
}

static void range_item(struct explain *x, const char *band, const struct sizing *s)
{
    ex_begin(x, "speed.range", MSG_EX_F_RANGE, "spread of published cases",
             ARG_RATIO(s->speed.high / s->speed.low));
    struct coef c = coef_band_row(x->z, band);
    ex_coef(x, MSG_EX_I_FACTOR, c);
    ex_in(x, MSG_EX_I_LOW, ARG_NUM(s->speed.low));
    ex_in(x, MSG_EX_I_HIGH, ARG_NUM(s->speed.high));
}

static void hours_item(struct explain *x, const struct sizing *s)
{
    const struct job *j = x->z->job;
    if (!known(s->hours_per_run.typical))
        return;
    ex_begin(x, "speed.hours", MSG_SZ_F_HOURS, NULL, ARG_HOURS(s->hours_per_run.typical));
    if (known(j->tokens))
        ex_job(x, MSG_EX_I_WORK, ARG_SI(j->tokens), Q_TOKENS);
    else if (known(j->samples))
        ex_job(x, MSG_EX_I_WORK, ARG_SI(j->samples), Q_SAMPLES);
    if (known(j->epochs))
        ex_job(x, MSG_EX_I_EPOCHS, ARG_NUM(j->epochs), Q_EPOCHS);
    ex_in(x, MSG_SZ_I_SPEED, ARG_NUM(s->speed.typical));
    const char *kept = x->z->kept_row;
    if (j->training && kept)
        ex_use(x, &(struct use){USE_PLAIN, kept, 0.95, MSG_EX_I_AVAILABLE});
}

/* What a step of training is made of. */
static void train_items(struct explain *x, const struct sizing *s)
{
    struct sz *z = x->z;
    const struct step *p = &x->w->step;
    const char *unit = NULL;
    double peak = peak_flops(z, compute_of(z), &unit);
    ex_begin(x, "speed.total", MSG_EX_F_RATE, NULL, ARG_NUM(s->speed.typical));
    ex_in(x, MSG_EX_I_SAMPLES, ARG_INT(p->samples));
    if (z->family == FAMILY_LLM)
        ex_job(x, MSG_SZ_I_CONTEXT, ARG_INT(z->job->context), Q_CONTEXT);
    ex_in(x, MSG_SZ_I_STEP, ARG_NUM(p->step_s));
    ex_begin(x, "speed.step", MSG_SZ_F_STEP, "arXiv 2104.04473", ARG_MS(p->step_s * 1e3));
    ex_in(x, MSG_EX_I_COMPUTE, ARG_MS(p->compute_s * 1e3));
    ex_in(x, MSG_EX_I_MOVED, ARG_MS(p->memory_s * 1e3));
    ex_in(x, MSG_EX_I_EXCHANGE, ARG_MS(p->comm_s * 1e3));
    ex_in(x, MSG_EX_I_BUBBLE, ARG_MS(p->bubble_s * 1e3));
    ex_in(x, MSG_EX_I_OTHER, ARG_MS(p->other_s * 1e3));
    ex_begin(x, "speed.compute", MSG_EX_F_COMPUTE, "arXiv 2205.05198", ARG_MS(p->compute_s * 1e3));
    ex_in(x, MSG_EX_I_FLOPS, ARG_SI(p->flops));
    ex_card(x, MSG_SZ_I_PEAK, ARG_NUM(peak / 1e12));
    ex_card(x, MSG_SZ_I_BANDWIDTH, ARG_GBS(z->shape->accel->memory_bandwidth_gbs));
    ex_in(x, MSG_EX_I_CARDS, ARG_INT(z->cards));
    if (z->family == FAMILY_LLM) {
        ex_coef(x, MSG_EX_I_GEMM, coef_accel(z, "gemm", rate_class(unit), 0.5));
        ex_use(x, &(struct use){USE_CARD, "attention", 0.4, MSG_EX_I_FLASH});
        ex_use(x, &(struct use){USE_CARD, "stream", 0.85, MSG_EX_I_STREAM});
        ex_use(x, &(struct use){USE_ENGINE, "speed.trainer", 0.85, MSG_EX_I_TRAINER});
        ex_use(x, &(struct use){USE_PAIR, "speed-kernels", 1, MSG_EX_I_KERNELS});
    }
    range_item(x, z->family == FAMILY_LLM ? "speed-train-text" : "speed-train-media", s);
    hours_item(x, s);
}

static void host_item(struct explain *x, const struct serve_speed *v)
{
    struct sz *z = x->z;
    if (x->w->on_host <= 0)
        return;
    ex_begin(x, "speed.host-memory", MSG_EX_F_HOST, "arXiv 2312.12456",
             ARG_MS(host_read_s(z, &x->w->layout, v->host_bytes) * 1e3));
    ex_in(x, MSG_EX_I_HOST_BYTES, ARG_GB(v->host_bytes / GB));
    if (known(z->shape->host_ram_gbs))
        ex_job(x, z->shape->host_channels_guessed ? MSG_EX_I_CHANNELS_GUESSED : MSG_EX_I_CHANNELS,
               ARG_GBS(z->shape->host_ram_gbs), Q_HAVE);
    else
        ex_use(x, &(struct use){USE_PLAIN, "host.memory-gbs", 200, MSG_EX_I_CHANNELS_USUAL});
    if (z->job->offload == OFFLOAD_EXPERTS)
        ex_use(x, &(struct use){USE_ENGINE, "host.experts-share", 0.33, MSG_EX_I_SHARE});
    else
        ex_use(x, &(struct use){USE_PLAIN,
                                z->d.moe ? "host.memory-share-moe" : "host.memory-share", 0.65,
                                MSG_EX_I_SHARE});
}

static void decode_item(struct explain *x, const struct sizing *s, const struct serve_speed *v)
{
    struct sz *z = x->z;
    bool packed = z->job->weights->body_bits < 8;
    ex_begin(x, "speed.tpot", MSG_EX_F_DECODE, "arXiv 2211.05102", ARG_MS(s->tpot_ms));
    ex_in(x, MSG_EX_I_WEIGHT_BYTES, ARG_GB((v->weight_bytes - v->host_bytes) / GB));
    ex_in(x, MSG_EX_I_CACHE_BYTES, ARG_GB(v->cache_bytes / GB));
    ex_card(x, MSG_SZ_I_BANDWIDTH, ARG_GBS(z->shape->accel->memory_bandwidth_gbs));
    ex_use(x, &(struct use){USE_PAIR, "decode", 0.75, MSG_EX_I_SHARE});
    if (packed)
        ex_use(x, &(struct use){USE_ENGINE, "decode.unpack-share", 0.85, MSG_EX_I_UNPACK});
    ex_model(x, MSG_SZ_I_LAYERS, ARG_INT(z->d.layers));
    ex_use(x, &(struct use){USE_ENGINE, "decode.layer-us", 60, MSG_EX_I_LAYER_US});
    ex_use(x, &(struct use){USE_ENGINE, "decode.sequence-us", 10, MSG_EX_I_SEQUENCE_US});
    ex_use(x, &(struct use){USE_ENGINE, "decode.step-ms", 0.5, MSG_EX_I_STEP_MS});
    if (packed && z->d.moe)
        ex_use(x, &(struct use){USE_ENGINE, "decode.widened-experts", 1, MSG_EX_I_WIDENED});
    if (x->w->layout.pp > 1)
        ex_use(x, &(struct use){USE_ENGINE, "decode.split-launch", 1, MSG_EX_I_SPLIT});
    if (x->w->layout.tp > 1 && coef_accel(z, "serve.reduce-us", NULL, 0).typical > 0)
        ex_use(x, &(struct use){USE_CARD, "serve.reduce-us", 0, MSG_EX_I_REDUCE});
    ex_in(x, MSG_SZ_I_TP, ARG_INT(x->w->layout.tp));
    host_item(x, v);
}

static void draft_item(struct explain *x, const struct sizing *s, const struct serve_speed *v)
{
    struct sz *z = x->z;
    const struct job *j = z->job;
    if (!z->draft.on)
        return;
    bool mtp = j->drafts == DRAFT_MTP;
    ex_begin(x, "speed.draft", MSG_EX_F_DRAFT, "arXiv 2211.17192", ARG_NUM(s->draft_yield));
    if (known(j->draft_tokens))
        ex_job(x, MSG_EX_I_DRAFT_TOKENS, ARG_INT(j->draft_tokens), Q_DRAFT_TOKENS);
    else
        ex_use(x, &(struct use){USE_PLAIN, mtp ? "speculate.tokens-mtp" : "speculate.tokens", 3,
                                MSG_EX_I_DRAFT_TOKENS});
    if (known(j->draft_acceptance)) {
        ex_job(x, MSG_EX_I_DRAFT_SHARE, ARG_PCT(j->draft_acceptance), Q_DRAFT_ACCEPTANCE);
    } else {
        ex_use(x, &(struct use){USE_PLAIN, "speculate.chance", 0.7, MSG_EX_I_DRAFT_CHANCE});
        ex_in(x, MSG_EX_I_DRAFT_SHARE, ARG_PCT(z->draft.share));
    }
    ex_in(x, MSG_EX_I_DRAFT_STEP, ARG_MS(v->step_s * 1e3));
    ex_in(x, MSG_EX_I_DRAFT_ROUND, ARG_MS(v->draft_s * 1e3));
    ex_in(x, MSG_EX_I_DRAFT_GAIN, ARG_RATIO(s->draft_gain));
}

static void prompt_items(struct explain *x, const struct sizing *s)
{
    struct sz *z = x->z;
    const struct job *j = z->job;
    const char *unit = NULL;
    double peak = peak_flops(z, compute_of(z), &unit);
    ex_begin(x, "speed.prefill", MSG_EX_F_PREFILL, "arXiv 2205.05198", ARG_NUM(s->prefill_tps));
    double prompt = known(j->input_len) ? j->input_len : 1;
    ex_in(x, MSG_EX_I_FLOPS_TOKEN, ARG_SI(flops_fwd_token(z, prompt)));
    ex_card(x, MSG_SZ_I_PEAK, ARG_NUM(peak / 1e12));
    ex_use(x, &(struct use){USE_PAIR, "prefill", 0.5, MSG_EX_I_GEMM});
    if (j->weights->body_bits < 8)
        ex_use(x, &(struct use){USE_PAIR, "prefill-packed", 0.8, MSG_EX_I_UNPACK});
    if (z->d.moe)
        ex_use(x, &(struct use){USE_ENGINE, "prefill.moe-share", 0.6, MSG_EX_I_MOE});
    if (z->model->mla_kv_rank > 0)
        ex_use(x, &(struct use){USE_ENGINE, "prefill.mla-share", 1, MSG_EX_I_LATENTS});
    ex_in(x, MSG_SZ_I_TP, ARG_INT(x->w->layout.tp));
    ex_begin(x, "speed.ttft", MSG_EX_F_TTFT, "arXiv 2308.16369", ARG_MS(s->ttft_ms));
    ex_job(x, MSG_EX_I_PROMPT, ARG_INT(j->input_len), Q_INPUT);
    ex_in(x, MSG_EX_I_PREFILL, ARG_NUM(s->prefill_tps));
    ex_in(x, MSG_EX_I_TPOT, ARG_MS(s->tpot_ms));
    ex_use(x, &(struct use){USE_ENGINE, "serve.first-ms", 20, MSG_EX_I_FIRST_MS});
}

static void limit_items(struct explain *x, const struct sizing *s)
{
    struct sz *z = x->z;
    const struct job *j = z->job;
    if (known(s->max_users)) {
        ex_begin(x, "speed.max-users", MSG_EX_F_MAX_USERS, "arXiv 2309.06180",
                 ARG_INT(s->max_users));
        ex_card(x, MSG_SZ_I_USABLE, ARG_GIB(z->usable_gib));
        ex_model(x, MSG_EX_I_KV_REQUEST,
                 ARG_GIB(model_kv_bytes(z->model, j->kv, serve_tokens(z)) / GIB));
        ex_in(x, MSG_SZ_I_TOKENS, ARG_INT(serve_tokens(z)));
        ex_layout(x);
    }
    if (known(s->max_context)) {
        ex_begin(x, "speed.max-context", MSG_EX_F_MAX_CONTEXT, "arXiv 2309.06180",
                 ARG_INT(s->max_context));
        ex_card(x, MSG_SZ_I_USABLE, ARG_GIB(z->usable_gib));
        if (!j->training)
            ex_model(x, MSG_SZ_I_KV_TOKEN, ARG_INT(model_kv_bytes_per_token(z->model, j->kv)));
        ex_model(x, MSG_EX_I_MODEL_CONTEXT, ARG_INT(z->model->max_context));
    }
    if (known(s->max_micro_batch)) {
        ex_begin(x, "speed.max-micro-batch", MSG_EX_F_MAX_MICRO, "arXiv 2205.05198",
                 ARG_INT(s->max_micro_batch));
        ex_card(x, MSG_SZ_I_USABLE, ARG_GIB(z->usable_gib));
        ex_in(x, MSG_EX_I_PER_SAMPLE,
              ARG_GIB((x->w->mem.gib[MEM_ACTIVATIONS] + x->w->mem.gib[MEM_LOGITS]) /
                      fmax(1, x->w->layout.micro_batch)));
    }
}

static void need_items(struct explain *x, const struct sizing *s)
{
    struct sz *z = x->z;
    const struct job *j = z->job;
    if (known(s->host_ram_need_gb)) {
        ex_begin(x, "need.host-ram", MSG_EX_F_HOST_RAM, "arXiv 2101.06840",
                 ARG_GB(s->host_ram_need_gb));
        ex_in(x, MSG_EX_I_ASIDE, ARG_GB(x->w->mem.host_gb));
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(z->model->params_b * 1e9));
        ex_in(x, MSG_EX_I_CARDS, ARG_INT(z->shape->per_node));
    }
    if (s->drive_gb > 0) {
        ex_begin(x, "need.drive", MSG_EX_F_DRIVE, "arXiv 2104.07857", ARG_GB(s->drive_gb));
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(z->model->params_b * 1e9));
        ex_use(x, &(struct use){USE_ENGINE, "state.master-bytes", 4, MSG_EX_I_MASTER});
        ex_use(x, &(struct use){USE_ENGINE, "state.moment-bytes", 4, MSG_EX_I_MOMENT});
        ex_use(x, &(struct use){USE_PLAIN, "host.nvme-gbs", 6, MSG_EX_I_DRIVE_GBS});
    }
    if (known(s->flops_per_run)) {
        ex_begin(x, "need.flops", MSG_EX_F_FLOPS_RUN, "arXiv 2001.08361",
                 ARG_SI(s->flops_per_run));
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(z->model->active_params_b * 1e9));
        if (known(j->tokens))
            ex_job(x, MSG_EX_I_WORK, ARG_SI(j->tokens), Q_TOKENS);
        else
            ex_job(x, MSG_EX_I_WORK, ARG_SI(j->samples), Q_SAMPLES);
    }
    if (known(s->dataset_gb)) {
        ex_begin(x, "need.dataset", MSG_EX_F_DATASET, NULL, ARG_GB(s->dataset_gb));
        if (known(j->data_bytes))
            ex_job(x, MSG_EX_I_WORK, ARG_GB(j->data_bytes / GB), Q_DATA);
        else if (known(j->tokens))
            ex_job(x, MSG_EX_I_WORK, ARG_SI(j->tokens), Q_TOKENS);
        else
            ex_job(x, MSG_EX_I_WORK, ARG_SI(j->samples), Q_SAMPLES);
    }
    if (known(s->storage_need_gbs)) {
        ex_begin(x, "need.storage", MSG_EX_F_STORAGE, NULL, ARG_GBS(s->storage_need_gbs));
        ex_in(x, MSG_SZ_I_SPEED, ARG_NUM(s->speed.typical));
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(z->model->params_b * 1e9));
    }
    if (known(s->checkpoint_gb)) {
        ex_begin(x, "need.checkpoint", MSG_EX_F_CHECKPOINT, "arXiv 1910.02054",
                 ARG_GB(s->checkpoint_gb));
        ex_model(x, MSG_SZ_I_PARAMS, ARG_SI(z->model->params_b * 1e9));
    }
    if (j->training && known(s->checkpoint_gb)) { /* each machine writes its share to one drive */
        double gbs = coef_value(z, "host.nvme-gbs", 6);
        ex_begin(x, "need.checkpoint-time", MSG_EX_F_CHECKPOINT_TIME, "arXiv 2407.21783",
                 ARG_NUM(s->checkpoint_gb / z->shape->nodes / gbs));
        ex_in(x, MSG_EX_I_CHECKPOINT, ARG_GB(s->checkpoint_gb));
        ex_in(x, MSG_EX_I_MACHINES, ARG_INT(z->shape->nodes));
        ex_use(x, &(struct use){USE_PLAIN, "host.nvme-gbs", 6, MSG_EX_I_DRIVE_GBS});
        ex_in(x, MSG_EX_I_INTERVAL,
              ARG_HOURS(20 * s->checkpoint_gb / z->shape->nodes / gbs / 3600));
    }
    if (z->shape->nodes > 1 && known(s->network_need_gbps) && s->network_need_gbps > 0) {
        ex_begin(x, "need.network", MSG_EX_F_NETWORK, "arXiv 1910.02054",
                 ARG_GBPS(s->network_need_gbps));
        ex_in(x, MSG_EX_I_NET_BYTES, ARG_GB(x->w->step.net_bytes / GB));
        ex_in(x, MSG_SZ_I_STEP, ARG_NUM(x->w->step.step_s));
    }
}

void explain_training(struct sz *z, const struct found *w, const struct sizing *s,
                      struct trace *t)
{
    struct explain x = {.z = z, .w = w, .t = t};
    if (!t)
        return;
    if (known(s->speed.typical))
        train_items(&x, s);
    limit_items(&x, s);
    need_items(&x, s);
}

void explain_serving(struct sz *z, const struct found *w, const struct serve_speed *v,
                     const struct sizing *s, struct trace *t)
{
    struct explain x = {.z = z, .w = w, .t = t};
    const struct job *j = z->job;
    if (!t)
        return;
    if (known(s->speed.typical)) {
        ex_begin(&x, "speed.total", MSG_SZ_F_DECODE, "arXiv 2211.05102",
                 ARG_NUM(s->speed.typical));
        ex_in(&x, MSG_EX_I_BATCH, ARG_NUM(v->batch));
        ex_job(&x, MSG_EX_I_PROMPT, ARG_INT(j->input_len), Q_INPUT);
        ex_job(&x, MSG_EX_I_ANSWER, ARG_INT(j->output_len), Q_OUTPUT);
        ex_in(&x, MSG_EX_I_TPOT, ARG_MS(s->tpot_ms));
        ex_in(&x, MSG_EX_I_PREFILL, ARG_NUM(s->prefill_tps));
        ex_in(&x, MSG_SZ_I_DP, ARG_INT(w->layout.dp));
        ex_begin(&x, "speed.per-user", MSG_EX_F_PER_USER, "arXiv 2211.05102",
                 ARG_TOKS(s->per_user));
        ex_in(&x, MSG_EX_I_TPOT, ARG_MS(s->tpot_ms));
        ex_in(&x, MSG_EX_I_BATCH, ARG_NUM(v->batch));
        ex_job(&x, MSG_SZ_I_USERS, ARG_INT(serve_users(z)), Q_USERS);
        ex_in(&x, MSG_SZ_I_DP, ARG_INT(w->layout.dp));
        decode_item(&x, s, v);
        draft_item(&x, s, v);
        prompt_items(&x, s);
        range_item(&x, v->batch > 1 ? "speed-serve" : "speed-decode", s);
        hours_item(&x, s);
    }
    limit_items(&x, s);
    need_items(&x, s);
}

/* Pictures out of a trained net: a step is one pass. */
void explain_pictures(struct sz *z, const struct found *w, const struct sizing *s,
                      struct trace *t)
{
    struct explain x = {.z = z, .w = w, .t = t};
    if (!t)
        return;
    if (z->job->training) {
        explain_training(z, w, s, t);
        return;
    }
    if (known(s->speed.typical)) {
        ex_begin(&x, "speed.total", MSG_EX_F_PASS, "huggingface/pytorch-image-models: results",
                 ARG_NUM(s->speed.typical));
        ex_in(&x, MSG_EX_I_SAMPLES, ARG_INT(w->step.samples));
        ex_in(&x, MSG_SZ_I_STEP, ARG_NUM(w->step.step_s));
        ex_card(&x, MSG_SZ_I_BANDWIDTH, ARG_GBS(z->shape->accel->memory_bandwidth_gbs));
        if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO)
            ex_in(&x, MSG_EX_I_PASSES, ARG_NUM(denoiser_passes(z)));
        ex_begin(&x, "speed.per-user", MSG_EX_F_PER_PICTURE, NULL, ARG_NUM(s->per_user));
        ex_in(&x, MSG_SZ_I_SPEED, ARG_NUM(s->speed.typical));
        if (known(s->max_users)) {
            ex_begin(&x, "speed.max-users", MSG_EX_F_STREAMS_LIVE,
                     "SYSTRAN/faster-whisper issue 1192", ARG_INT(s->max_users));
            ex_in(&x, MSG_SZ_I_SPEED, ARG_NUM(s->speed.typical));
            ex_use(&x, &(struct use){USE_PLAIN, "media.speech-hop", 1, MSG_EX_I_HOP});
        }
        range_item(&x, "speed-infer-media", s);
        hours_item(&x, s);
    }
    need_items(&x, s);
}
