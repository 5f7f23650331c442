/*
 * config_media.c - config.json of models that hear and see, and of encoder-decoders: parameters
 * and, for nets that look at pictures, multiply-adds and written activations of one picture.
 *
 * A transformer layer has 4 h^2 + 2 h f parameters, a decoder layer 4 h^2 more for its look at the
 * encoder (arXiv 1910.10683, 2212.04356, 2010.11929); a token of one writes 5 h + f numbers and a
 * row of scores in each head.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define STAGES_MAX 8

static double billions(double n)
{
    return n / 1e9;
}

static void put_params(struct model *m, double n)
{
    m->params_b = m->active_params_b = billions(n);
}

/* --- text to text, speech to text ------------------------------------------------------------ */
static void speech_encoder(struct config *c, const struct config_form *form, struct model *m)
{
    double h = config_whole(c, "hidden_size", 1, CONFIG_WIDTH_MAX, form->usual.hidden);
    double n = config_whole(c, "num_hidden_layers", 1, CONFIG_LAYERS_MAX, form->usual.layers);
    double f = config_whole(c, "intermediate_size", 1, CONFIG_WIDTH_MAX, form->usual.inter);
    double dims[64] = {512, 512, 512, 512, 512, 512, 512};
    double kernels[64] = {10, 3, 3, 3, 3, 2, 2};
    size_t convs = config_list(c, "conv_dim", CONFIG_WIDTH_MAX, dims, 64);
    size_t widths = config_list(c, "conv_kernel", 1e4, kernels, 64);
    convs = convs == 0 || widths == 0 ? 7 : convs < widths ? convs : widths;
    double groups = config_whole(c, "num_conv_pos_embedding_groups", 1, 4096, 16);
    double reach = config_whole(c, "num_conv_pos_embeddings", 1, 4096, 128);
    double count = n * (4 * h * h + 2 * h * f) + h * h / groups * reach + dims[convs - 1] * h;
    for (size_t i = 0; i < convs; i++) {
        count += kernels[i] * dims[i] * (i > 0 ? dims[i - 1] : 1);
    }
    m->layers = n;
    m->hidden = h;
    m->intermediate = f;
    m->heads = config_whole(c, "num_attention_heads", 1, CONFIG_HEADS_MAX, form->usual.heads);
    put_params(m, count);
}

void config_read_encoder_decoder(struct config *c, const struct config_form *form, struct model *m)
{
    bool speech = form->reader == READ_SPEECH;
    m->default_dtype = config_dtype(c, c, (form->traits & CT_FP32) != 0);
    if (speech && !config_has(c, "decoder_layers")) {
        speech_encoder(c, form, m);
        return;
    }
    double h = config_need(c, "d_model|hidden_size", CONFIG_WIDTH_MAX);
    double enc = config_need(c, "encoder_layers|num_layers", CONFIG_LAYERS_MAX);
    double dec = config_whole(c, "decoder_layers|num_decoder_layers", 1, CONFIG_LAYERS_MAX, enc);
    double f = config_need(c, "encoder_ffn_dim|d_ff", CONFIG_WIDTH_MAX);
    double heads = config_need(c, "encoder_attention_heads|num_heads", CONFIG_HEADS_MAX);
    double head = config_whole(c, "d_kv", 1, CONFIG_WIDTH_MAX, h / heads);
    double vocab = form->usual.vocab > 0
                       ? config_whole(c, "vocab_size", 1, CONFIG_VOCAB_MAX, form->usual.vocab)
                       : config_need(c, "vocab_size", CONFIG_VOCAB_MAX);
    const char *act = config_word(c, "feed_forward_proj");
    bool gated = act && str_starts(act, "gated");
    bool tied = config_bool(c, "tie_word_embeddings", (form->traits & CT_TIED) != 0);
    double attention = 4 * h * heads * head;
    double mlp = (gated ? 3 : 2) * h * f;
    double count = enc * (attention + mlp) + dec * (2 * attention + mlp) +
                   vocab * h * (tied ? 1 : 2);
    m->max_context = config_whole(c, "max_target_positions|n_positions|max_position_embeddings", 1,
                                  CONFIG_CONTEXT_MAX, speech ? form->usual.context : 512);
    if (form->traits & CT_POSITIONS) {
        count += 2 * m->max_context * h;
    }
    if (speech) { /* two convolutions over the bands of the spectrum, positions of the encoder */
        double bands = config_whole(c, "num_mel_bins", 1, 4096, 80);
        double seen = config_whole(c, "max_source_positions", 1, 1e6, 1500);
        count += 3 * h * (bands + h) + seen * h - m->max_context * h;
    }
    m->layers = enc + dec;
    m->hidden = h;
    m->intermediate = f;
    m->heads = m->kv_heads = heads;
    m->head_dim = head;
    m->vocab = vocab;
    m->attention = ATT_MHA;
    m->gated_mlp = gated ? TRI_YES : TRI_NO;
    m->tied_embeddings = tied ? TRI_YES : TRI_NO;
    put_params(m, count);
}

/* --- pictures: transformers ------------------------------------------------------------------ */
struct work { double params, macs, acts; };

/* Layers of width h over n tokens that each look at `seen` of them. */
static void add_layers(struct work *w, double layers, double h, double f, double heads, double n,
                       double seen)
{
    w->params += layers * (4 * h * h + 2 * h * f + 9 * h + f);
    w->macs += layers * ((4 * h * h + 2 * h * f) * n + 2 * n * seen * h);
    w->acts += layers * (n * (6 * h + f) + heads * n * seen);
}

static void put_work(struct model *m, const struct work *w, double side)
{
    put_params(m, w->params);
    m->fwd_gmacs = w->macs / 1e9;
    m->macts_m = w->acts / 1e6;
    m->input_size = side;
}

static double labels(struct config *c)
{
    const struct json *names = config_at(c, "id2label");
    double n = names && json_type(names) == JSON_OBJECT ? (double)json_count(names) : 1000;
    return config_whole(c, "num_labels|num_classes", 0, CONFIG_VOCAB_MAX, n);
}

/* The encoder over patches; *side is the edge of its pictures. */
static struct work patches(struct config *c, const struct config_form *form, struct model *m,
                           double patch_usual, double side_usual, double *side)
{
    struct work w = {0};
    double h = config_whole(c, "hidden_size", 1, CONFIG_WIDTH_MAX, form->usual.hidden);
    double n = config_whole(c, "num_hidden_layers", 1, CONFIG_LAYERS_MAX, form->usual.layers);
    double heads = config_whole(c, "num_attention_heads", 1, CONFIG_HEADS_MAX, form->usual.heads);
    double ratio = config_real(c, "mlp_ratio", 0.1, 100, 4);
    double f = config_whole(c, "intermediate_size|mlp_dim", 1, CONFIG_WIDTH_MAX, floor(ratio * h));
    double patch = config_whole(c, "patch_size", 1, 4096, patch_usual);
    *side = config_whole(c, "image_size", 8, 65536, side_usual);
    double tokens = floor(*side / patch) * floor(*side / patch) + 1;
    add_layers(&w, n, h, f, heads, tokens, tokens);
    w.params += 3 * patch * patch * h + tokens * h;
    w.macs += 3 * patch * patch * h * (tokens - 1);
    w.acts += h * (tokens - 1);
    m->layers = n;
    m->hidden = h;
    m->intermediate = f;
    m->heads = heads;
    return w;
}

/* SAM (arXiv 2304.02643): an encoder whose layers look at windows of 14 x 14 patches, a few of them
 * at the whole picture; a neck of 256 channels and a decoder of 4 M parameters. */
static void segment_anything(struct config *c, const struct config_form *form, struct model *m)
{
    char prefix[64];
    double side, global[64];
    struct config eye = config_sub(c, "vision_config", prefix, sizeof prefix);
    struct work w = patches(&eye, form, m, 16, 1024, &side);
    size_t given = config_list(&eye, "global_attn_indexes", CONFIG_LAYERS_MAX, global, 64);
    double patch = config_whole(&eye, "patch_size", 1, 4096, 16);
    double window = config_whole(&eye, "window_size", 1, 4096, 14);
    double across = floor(side / patch), tokens = across * across;
    double near = fmin(window * window, tokens);
    double windowed = fmax(0, m->layers - fmin(given > 0 ? (double)given : 4, m->layers));
    w.macs -= windowed * 2 * tokens * (tokens - near) * m->hidden;
    w.acts -= windowed * m->heads * tokens * (tokens - near);
    double neck = 256 * m->hidden + 9 * 256 * 256;
    w.params += neck + 4.06e6;
    w.macs += neck * tokens;
    w.acts += 2 * 256 * tokens;
    put_work(m, &w, side);
}

static void two_towers(struct config *c, const struct config_form *form, struct model *m)
{
    char eye_prefix[64], word_prefix[64];
    double side;
    struct config eye = config_sub(c, "vision_config", eye_prefix, sizeof eye_prefix);
    struct config word = config_sub(c, "text_config", word_prefix, sizeof word_prefix);
    bool siglip = str_starts(form->type, "siglip");
    struct work w = patches(&eye, form, m, siglip ? 16 : 32, 224, &side);
    double h = config_whole(&word, "hidden_size", 1, CONFIG_WIDTH_MAX, siglip ? 768 : 512);
    double n = config_whole(&word, "num_hidden_layers", 1, CONFIG_LAYERS_MAX, 12);
    double f = config_whole(&word, "intermediate_size", 1, CONFIG_WIDTH_MAX, 4 * h);
    double heads = config_whole(&word, "num_attention_heads", 1, CONFIG_HEADS_MAX, h / 64);
    double vocab = config_whole(&word, "vocab_size", 1, CONFIG_VOCAB_MAX, form->usual.vocab);
    double seen = config_whole(&word, "max_position_embeddings", 1, 1e6, form->usual.context);
    double joint = config_whole(c, "projection_dim", 0, CONFIG_WIDTH_MAX, siglip ? 0 : 512);
    add_layers(&w, n, h, f, heads, seen, seen);
    w.params += vocab * h + seen * h + joint * (h + m->hidden);
    if (siglip) { /* pictures are pooled by attention, words by a layer */
        w.params += 4 * m->hidden * m->hidden + 2 * m->hidden * m->intermediate + h * h;
    }
    m->vocab = vocab;
    put_work(m, &w, side);
}

static void swin(struct config *c, struct model *m)
{
    double depths[STAGES_MAX], heads[STAGES_MAX];
    size_t n = config_list(c, "depths", CONFIG_LAYERS_MAX, depths, STAGES_MAX);
    size_t k = config_list(c, "num_heads", CONFIG_HEADS_MAX, heads, STAGES_MAX);
    double h = config_need(c, "embed_dim", CONFIG_WIDTH_MAX);
    double patch = config_whole(c, "patch_size", 1, 4096, 4);
    double window = config_whole(c, "window_size", 1, 4096, 7);
    double ratio = config_real(c, "mlp_ratio", 0.1, 100, 4);
    double side = config_whole(c, "image_size", 8, 65536, 224);
    if (n == 0 || k != n) {
        config_bad(c, MSG_CONFIG_MISSING, n == 0 ? "depths" : "num_heads", 0, NULL);
        return;
    }
    struct work w = {.params = 3 * patch * patch * h};
    double across = floor(side / patch);
    for (size_t i = 0; i < n; i++) {
        add_layers(&w, depths[i], h, ratio * h, heads[i], across * across, window * window);
        w.params += depths[i] * heads[i] * (2 * window - 1) * (2 * window - 1);
        if (i + 1 < n) { /* four neighbours become one of twice the width */
            across = floor(across / 2);
            w.params += 8 * h * h;
            w.macs += 8 * h * h * across * across;
            w.acts += 2 * h * across * across;
            h *= 2;
        }
    }
    w.params += h * labels(c);
    put_work(m, &w, side);
}

/* SegFormer: four stages of attention over shortened keys, a decoder of plain layers. */
static void segformer(struct config *c, struct model *m)
{
    double depth[STAGES_MAX], h[STAGES_MAX], shrink[STAGES_MAX] = {8, 4, 2, 1}, ratio[STAGES_MAX];
    size_t n = config_list(c, "depths", CONFIG_LAYERS_MAX, depth, STAGES_MAX);
    size_t k = config_list(c, "hidden_sizes", CONFIG_WIDTH_MAX, h, STAGES_MAX);
    config_list(c, "sr_ratios", 64, shrink, STAGES_MAX);
    size_t r = config_list(c, "mlp_ratios", 64, ratio, STAGES_MAX);
    double side = config_whole(c, "image_size", 8, 65536, 512);
    double wide = config_whole(c, "decoder_hidden_size", 1, CONFIG_WIDTH_MAX, 256);
    if (n == 0 || k != n) {
        config_bad(c, MSG_CONFIG_MISSING, n == 0 ? "depths" : "hidden_sizes", 0, NULL);
        return;
    }
    struct work w = {.params = wide * (double)n * wide + wide * labels(c)};
    double before = 3, across = floor(side / 4);
    w.macs = w.params * across * across;
    for (size_t i = 0; i < n; i++) {
        double tokens = across * across, f = (i < r ? ratio[i] : 4) * h[i];
        double kernel = i == 0 ? 49 : 9, keys = fmax(1, shrink[i] * shrink[i]);
        add_layers(&w, depth[i], h[i], f, h[i] / 64, tokens, tokens / keys);
        double more = depth[i] * ((keys > 1 ? keys * h[i] * h[i] : 0) + 9 * f);
        w.params += more + kernel * before * h[i] + h[i] * wide;
        w.macs += depth[i] * tokens * (h[i] * h[i] + 9 * f) + kernel * before * h[i] * tokens;
        before = h[i];
        across = floor(across / 2);
    }
    put_work(m, &w, side);
}

void config_read_vision(struct config *c, const struct config_form *form, struct model *m)
{
    double side;
    m->default_dtype = config_dtype(c, c, true);
    if (form->reader == READ_TWO_TOWERS) {
        two_towers(c, form, m);
    } else if (form->reader == READ_SWIN) {
        swin(c, m);
    } else if (form->reader == READ_SEGMENTER && str_eq(form->type, "segformer")) {
        segformer(c, m);
    } else if (form->reader == READ_SEGMENTER) {
        segment_anything(c, form, m);
    } else {
        struct work w = patches(c, form, m, str_eq(form->type, "dinov2") ? 14 : 16, 224, &side);
        w.params += m->hidden * labels(c);
        put_work(m, &w, side);
    }
}
