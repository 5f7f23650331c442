/*
 * model.c - arithmetic of a model: dimensions with gaps filled, bytes of weights and KV cache.
 *
 * Parameter counts follow the usual form of decoder blocks (NVIDIA/Megatron-LM,
 * megatron/training/theoretical_memory_usage.py): attention h(q + kv) + qh, MLP 2 or 3 matrices
 * h x f, embeddings V h, twice when not tied.
 */
#include <string.h>

#include "base/str.h"
#include "engine/sizing/parts.h"

static double or_zero(double x)
{
    return known(x) ? x : 0;
}

static double or_else(double x, double other)
{
    return known(x) && x > 0 ? x : other;
}

/*
 * A size without a shape ("13B"): dense decoders keep 12 h^2 parameters a layer and, from 5 B on,
 * hidden = 128 x layers closely (LLaMA 7B 32 x 4096, 13B 40 x 5120, 33B 60 x 6656), so
 * h = cbrt(128 N / 12), in steps of 1024 as published ones (4096, 5120, 7168, 9216, 12288; arXiv
 * 2205.01068, table 1). Smaller ones have 12, 24 or 32 layers and steps of 256 (arXiv 2005.14165,
 * table 2.1). Heads of keys and values as the middle one of the catalog's decoders of that size has
 * them: all up to 5 B and from 10 to 20 B, eight in between (15 of 27) and above (24 of 33).
 */
static void guess_shape(struct dims *d)
{
    double n = d->active;
    double deep = n < 0.2e9 ? 12 : n < 2e9 ? 24 : 32;
    double h = n < 5e9 ? sqrt(0.85 * n / (12 * deep)) : cbrt(n * 128 / 12);
    double step = n < 5e9 ? 256 : 1024; /* widths of published shapes, whole heads of 128 */
    d->hidden = fmax(step, step * round(h / step));
    d->layers = n < 5e9 ? deep : fmax(2, round(n / (12 * d->hidden * d->hidden)));
    d->heads = d->hidden / 128;
    d->kv_heads = n > 20e9 || (n > 5e9 && n < 10e9) ? 8 : d->heads;
    d->q = d->hidden;
    d->kv = 2 * d->kv_heads * 128;
    d->mats = 3;
    d->mlp = 8 * d->hidden / 3;
    d->vocab = n < 5e9 ? 50304 : 64000;
    d->guessed = true;
}

static void attention_widths(const struct model *m, struct dims *d)
{
    double rope = or_zero(m->qk_rope_dim), nope = or_zero(m->qk_nope_dim);
    if (or_zero(m->mla_kv_rank) > 0) { /* keys and values are rebuilt from one latent in training */
        double dv = or_else(m->v_head_dim, or_else(nope, 128));
        d->q = d->heads * (or_else(nope, 128) + rope);
        d->kv = d->q + d->heads * dv;
        return;
    }
    double head = or_else(m->head_dim, d->hidden / fmax(1, d->heads));
    d->q = d->heads * head;
    d->kv = 2 * d->kv_heads * head;
}

static double attention_params(const struct model *m, const struct dims *d)
{
    double h = d->hidden;
    double rank = or_zero(m->mla_kv_rank);
    if (rank > 0) {
        double rope = or_zero(m->qk_rope_dim), rq = or_zero(m->mla_q_rank);
        double dv = (d->kv - d->q) / fmax(1, d->heads);
        double nope = d->q / fmax(1, d->heads) - rope;
        double query = rq > 0 ? h * rq + rq * d->q : h * d->q;
        return query + h * (rank + rope) + rank * d->heads * (nope + dv) + d->heads * dv * h;
    }
    return h * d->q + h * d->kv + d->q * h;
}

/* Routed experts: their parameters are what is left when the rest has been counted, so that the
 * published total holds (latent widths and the like need no case of their own). */
static void expert_params(const struct model *m, struct dims *d, double attention, double fe)
{
    double moe_layers = fmax(1, d->layers - or_zero(m->dense_layers));
    double dense_mlp = or_zero(m->dense_layers) * d->mats * d->hidden * or_zero(m->intermediate);
    double shared = moe_layers * or_zero(m->shared_experts) * d->mats * d->hidden * fe;
    double rest = d->layers * attention + dense_mlp + shared + d->emb;
    double by_shape = moe_layers * d->experts * d->mats * d->hidden * fe;
    d->experts_n = num_clamp(d->n - rest, 0.5 * d->n, 0.99 * d->n);
    if (by_shape < d->experts_n)
        d->experts_n = fmax(by_shape, 0.5 * d->n);
    d->route_width = d->hidden * fmin(1, d->experts_n / by_shape); /* latent experts are narrower */
    d->mlp = (d->topk + or_zero(m->shared_experts)) * fe;
    d->layer_n = attention + d->experts_n / moe_layers + shared / moe_layers;
}

static void attention_layers(const struct model *m, struct dims *d)
{
    d->swa_layers = or_zero(m->swa_layers);
    d->linear_layers = or_zero(m->linear_attn_layers);
    double rest = fmax(0, d->layers - d->swa_layers - d->linear_layers);
    d->full_layers = known(m->full_attn_layers) ? m->full_attn_layers : rest;
    d->window = or_zero(m->sliding_window);
    if (d->swa_layers > 0 && d->window <= 0) {
        d->full_layers += d->swa_layers;
        d->swa_layers = 0;
    }
}

struct dims dims_of(const struct model *m)
{
    struct dims d = {0};
    if (!m || !known(m->params_b) || m->params_b <= 0)
        return d;
    d.n = m->params_b * 1e9;
    d.active = fmin(or_else(m->active_params_b, m->params_b) * 1e9, d.n);
    d.experts = or_zero(m->experts);
    d.topk = or_zero(m->experts_per_token);
    d.moe = d.experts > 1 && d.topk > 0;
    bool shaped = or_zero(m->layers) > 0 && or_zero(m->hidden) > 0;
    if (shaped) {
        d.layers = m->layers;
        d.hidden = m->hidden;
        d.heads = or_else(m->heads, fmax(1, round(m->hidden / 128)));
        d.kv_heads = or_else(m->kv_heads, d.heads);
        d.mats = m->gated_mlp == TRI_NO ? 2 : 3;
        d.mlp = or_else(m->intermediate, d.mats > 2.5 ? 8 * d.hidden / 3 : 4 * d.hidden);
        d.vocab = or_zero(m->vocab);
        attention_widths(m, &d);
    } else {
        guess_shape(&d);
    }
    d.head = d.vocab * d.hidden;
    d.emb = m->tied_embeddings == TRI_YES ? d.head : fmin(2 * d.head, 0.9 * d.n);
    double attention = attention_params(m, &d);
    d.layer_n = attention + d.mats * d.hidden * d.mlp;
    d.matrix_n = fmax(d.hidden * d.mlp, d.hidden * d.q);
    if (d.moe) {
        double fe = or_else(m->moe_intermediate, d.mlp);
        d.matrix_n = d.hidden * fmax(fe, d.q);
        expert_params(m, &d, attention, fe);
    } else {
        d.layer_n = fmax(d.layer_n, (d.n - d.emb) / fmax(1, d.layers));
    }
    attention_layers(m, &d);
    double input = m->tied_embeddings == TRI_YES ? 0 : d.head;
    d.mm_active = fmax(d.active - input, 0.3 * d.active);
    d.ok = true;
    return d;
}

double dims_weight_bytes(const struct dims *d, const struct num_format *fmt)
{
    if (!d->ok || !fmt || !known(fmt->body_bits))
        return UNKNOWN;
    double emb = d->guessed ? 0 : fmin(d->emb, d->n);
    double emb_bits = or_else(fmt->embedding_bits, fmt->body_bits);
    double body = (d->n - emb) * fmt->body_bits;
    /* MXFP4 as published (gpt-oss model card): only the experts are stored in it. */
    if (d->moe && str_starts(fmt->id, "mxfp4"))
        body = d->experts_n * fmt->body_bits + (d->n - emb - d->experts_n) * emb_bits;
    return (body + emb * emb_bits) / 8;
}

double model_weight_bytes(const struct model *m, const struct num_format *fmt)
{
    struct dims d = dims_of(m);
    return dims_weight_bytes(&d, fmt);
}

static double kv_elements(const struct model *m, double *swa)
{
    *swa = or_zero(m->kv_elems_per_token_swa);
    if (known(m->kv_elems_per_token_full))
        return m->kv_elems_per_token_full;
    struct dims d = dims_of(m);
    if (!d.ok || m->attention == ATT_NONE || m->kind == MODEL_ENCODER)
        return d.ok ? 0 : UNKNOWN;
    if (or_zero(m->mla_kv_rank) > 0)
        return d.layers * (m->mla_kv_rank + or_zero(m->qk_rope_dim));
    *swa = d.swa_layers * d.kv;
    return d.full_layers * d.kv;
}

static double kv_bits(const struct num_format *fmt)
{
    return fmt && known(fmt->body_bits) ? fmt->body_bits : 16;
}

double model_kv_bytes_per_token(const struct model *m, const struct num_format *fmt)
{
    if (!m)
        return UNKNOWN;
    double swa, full = kv_elements(m, &swa);
    return (full + swa) * kv_bits(fmt) / 8;
}

double model_state_bytes(const struct model *m)
{
    return m ? or_zero(m->linear_state_elems_per_seq) * 4 : UNKNOWN;
}

double model_kv_bytes(const struct model *m, const struct num_format *fmt, double tokens)
{
    if (!m || !known(tokens))
        return UNKNOWN;
    double swa, full = kv_elements(m, &swa);
    double window = or_else(m->sliding_window, tokens);
    return (full * tokens + swa * fmin(tokens, window)) * kv_bits(fmt) / 8 + model_state_bytes(m);
}

double accel_peak_tflops(const struct accel *a, const char *precision)
{
    if (!a || !precision)
        return UNKNOWN;
    static const struct { const char *word; size_t at; } table[] = {
        {"fp64", offsetof(struct accel, fp64_tflops)},
        {"fp32", offsetof(struct accel, fp32_tflops)},
        {"tf32", offsetof(struct accel, tf32_tflops)},
        {"fp16", offsetof(struct accel, fp16_tflops)},
        {"bf16", offsetof(struct accel, bf16_tflops)},
        {"fp8", offsetof(struct accel, fp8_tflops)},
        {"fp4", offsetof(struct accel, fp4_tflops)},
        {"int8", offsetof(struct accel, int8_tops)},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].word, precision) == 0) {
            double x;
            memcpy(&x, (const char *)a + table[i].at, sizeof x);
            return x;
        }
    return UNKNOWN;
}
