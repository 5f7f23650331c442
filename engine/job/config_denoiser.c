/*
 * config_denoiser.c - config.json of a denoiser as diffusers publishes it: parameters from its
 * blocks. The text encoder and the decoder of pictures have files of their own; where the catalog
 * knows a model with the same denoiser, its other parts are taken from there.
 *
 * Blocks in units of h^2: a stream with attention 4, MLP 8 and modulation 6 is 18, two of them 36
 * (arXiv 2403.03206); a single-stream block 15; attention, cross attention and MLP 16 (arXiv
 * 2310.00426). UNet: two 3x3 convolutions and a time projection a residual block, transformer
 * blocks of 2 + n (4 + 2 + 12) h^2 and 2 x context x h (arXiv 2112.10752, 2307.01952).
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define BLOCKS_MAX 8
#define SAME_PARTS 0.03

static double heads_by(struct config *c)
{
    double heads = config_whole(c, "num_attention_heads|num_heads|n_heads", 1, CONFIG_HEADS_MAX,
                                24);
    return heads * config_whole(c, "attention_head_dim", 1, CONFIG_WIDTH_MAX, 128);
}

/* A class by what its blocks hold: `pair` and `single` x h^2 in each layer, `wide` x h x ffn. */
static const struct {
    const char *type;
    double pair, single, wide, fixed; /* fixed: x h^2 once: embeddings of time and text */
} classes[] = {
    {"SD3Transformer2DModel", 36, 0, 0, 6},        {"FluxTransformer2DModel", 36, 15, 0, 4},
    {"Flux2Transformer2DModel", 26, 13, 0, 18},    {"PixArtTransformer2DModel", 16, 0, 0, 14},
    {"Transformer2DModel", 16, 0, 0, 14},          {"QwenImageTransformer2DModel", 36, 0, 0, 4},
    {"WanTransformer3DModel", 8, 0, 2, 9},         {"WanModel", 8, 0, 2, 9},
    {"HunyuanVideoTransformer3DModel", 36, 15, 0, 32},
    {"CogVideoXTransformer3DModel", 14, 0, 0, 3},
    {"LTXVideoTransformer3DModel", 16, 0, 0, 8},
};

static double transformer(struct config *c, const struct config_form *form, struct model *m)
{
    double h = config_has(c, "dim") ? config_need(c, "dim", CONFIG_WIDTH_MAX) : heads_by(c);
    double n = config_need(c, "num_layers|n_layers", CONFIG_LAYERS_MAX);
    double single = config_whole(c, "num_single_layers", 0, CONFIG_LAYERS_MAX, 0);
    m->hidden = h;
    m->heads = config_whole(c, "num_attention_heads|num_heads|n_heads", 1, CONFIG_HEADS_MAX, 24);
    m->layers = n + single;
    if (str_eq(form->type, "ZImageTransformer2DModel")) { /* gated MLP of 8/3 h */
        double refine = config_whole(c, "n_refiner_layers", 0, CONFIG_LAYERS_MAX, 2);
        return (n + 2 * refine) * (12 * h * h + 4 * 256 * h);
    }
    if (str_eq(form->type, "MochiTransformer3DModel")) { /* a narrow stream of text beside */
        double text = config_whole(c, "pooled_projection_dim", 1, CONFIG_WIDTH_MAX, 1536);
        return n * (16 * h * h + 4 * text * h + 8 * text * text + 4 * text * h);
    }
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++) {
        if (str_eq(classes[i].type, form->type)) {
            double f = config_whole(c, "ffn_dim", 1, CONFIG_WIDTH_MAX, 4 * h);
            return n * (classes[i].pair * h * h + classes[i].wide * h * f) +
                   single * classes[i].single * h * h + classes[i].fixed * h * h;
        }
    }
    return UNKNOWN;
}

/* --- UNet ----------------------------------------------------------------------------------- */
struct unet {
    double width[BLOCKS_MAX], deep[BLOCKS_MAX], context, time, each;
    bool looks[BLOCKS_MAX]; /* with transformer blocks */
    size_t n;
};

static double residual(const struct unet *u, double in, double out)
{
    return 9 * in * out + 9 * out * out + u->time * out + (in != out ? in * out : 0);
}

static double looking(const struct unet *u, double h, double deep)
{
    return 2 * h * h + deep * (18 * h * h + 2 * u->context * h);
}

static double unet_count(const struct unet *u)
{
    size_t last = u->n - 1;
    double before = u->width[0], count = 0;
    double skip[BLOCKS_MAX * 8];
    size_t skips = 0;
    skip[skips++] = u->width[0];
    for (size_t i = 0; i < u->n; i++) {
        double h = u->width[i];
        for (double k = 0; k < u->each; k++) {
            count += residual(u, before, h) + (u->looks[i] ? looking(u, h, u->deep[i]) : 0);
            skip[skips++] = before = h;
        }
        if (i < last) {
            count += 9 * h * h;
            skip[skips++] = h;
        }
    }
    double h = u->width[last];
    count += 2 * residual(u, h, h) + looking(u, h, u->deep[last]);
    for (size_t at = u->n; at-- > 0;) {
        h = u->width[at];
        for (double k = 0; k <= u->each; k++) {
            count += residual(u, before + skip[--skips], h) +
                     (u->looks[at] ? looking(u, h, u->deep[at]) : 0);
            before = h;
        }
        count += at > 0 ? 9 * h * h : 0;
    }
    return count;
}

/* One number for all blocks, or a list with one each. */
static void each_block(struct config *c, const char *key, double otherwise, struct unet *u)
{
    double list[BLOCKS_MAX];
    size_t n = config_list(c, key, 1000, list, BLOCKS_MAX);
    double all = n > 0 ? otherwise : config_whole(c, key, 1, 1000, otherwise);
    for (size_t i = 0; i < u->n; i++) {
        u->deep[i] = i < n ? list[i] : all;
    }
}

static double unet(struct config *c, struct model *m)
{
    struct unet u = {.each = config_whole(c, "layers_per_block", 1, 6, 2),
                     .context = config_whole(c, "cross_attention_dim", 1, CONFIG_WIDTH_MAX, 768)};
    u.n = config_list(c, "block_out_channels", CONFIG_WIDTH_MAX, u.width, BLOCKS_MAX);
    if (u.n == 0) {
        config_bad(c, MSG_CONFIG_MISSING, "block_out_channels", 0, NULL);
        return UNKNOWN;
    }
    each_block(c, "transformer_layers_per_block", 1, &u);
    const struct json *types = config_at(c, "down_block_types");
    for (size_t i = 0; i < u.n; i++) {
        const struct json *type = types && json_type(types) == JSON_ARRAY ? json_at(types, i)
                                                                          : NULL;
        const char *word = type ? json_string(type) : NULL;
        u.looks[i] = word ? strstr(word, "CrossAttn") != NULL : i + 1 < u.n;
    }
    u.time = 4 * u.width[0];
    double added = config_whole(c, "projection_class_embeddings_input_dim", 0, CONFIG_WIDTH_MAX, 0);
    double time = u.width[0] * u.time + u.time * u.time;
    m->input_size = 8 * config_whole(c, "sample_size", 1, 65536, 64);
    return unet_count(&u) + time + (added > 0 ? added * u.time + u.time * u.time : 0);
}

/* --- the rest of the pipeline ----------------------------------------------------------------- */
/* like: the catalog's model with the same denoiser, or NULL. */
static const struct model *like(const struct facts *f, const struct model *m)
{
    const struct model *best = NULL;
    double nearest = SAME_PARTS;
    for (size_t i = 0; f && i < f->model_n; i++) {
        const struct model *x = &f->model[i];
        double off = fabs(x->active_params_b / m->active_params_b - 1);
        bool shape = !known(x->layers) || !known(m->layers) ||
                     (x->layers == m->layers && x->hidden == m->hidden);
        if (x->kind == m->kind && shape && known(off) && off < nearest) {
            nearest = off;
            best = x;
        }
    }
    return best;
}

void config_read_denoiser(struct config *c, const struct config_form *form, const struct facts *f,
                          struct model *m)
{
    bool net = str_eq(form->type, "UNet2DConditionModel");
    double n = net ? unet(c, m) : transformer(c, form, m);
    if (*c->result != OK || !known(n)) {
        return;
    }
    m->active_params_b = m->params_b = n / 1e9;
    const struct model *x = like(f, m);
    if (x) {
        m->params_b = x->active_params_b > 0 ? m->active_params_b + x->params_b - x->active_params_b
                                             : m->params_b;
        m->input_size = known(m->input_size) && net ? m->input_size : x->input_size;
    } else if (!known(m->input_size)) {
        m->input_size = m->kind == MODEL_VIDEO ? 720 : 1024;
    }
    m->default_dtype = config_dtype(c, c, false);
}
