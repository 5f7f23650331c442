/*
 * media.c - images, video, speech, recommenders: the class formulas.
 *
 * Convolutional nets and vision transformers are sized by two published figures of the model, the
 * multiply-adds of a forward pass and the activations it writes (both scale with the pixels);
 * diffusion by the denoiser and the tokens or latent pixels; recommenders by their tables. Time of
 * an image = arithmetic + activations moved over bandwidth: the second term rules for depthwise
 * nets and fast cards. huggingface/pytorch-image-models (results), NVIDIA/DeepLearningExamples.
 */
#include <stdio.h>

#include "base/str.h"
#include "engine/sizing/parts.h"

/* Looked-up vectors of a recommender, floats (arXiv 1906.00091, Criteo). */
#define TABLES 26
#define ROW 128

/* Floats that one sample looks up: of the model where its row has them, else as above. */
static double looked_up(const struct model *m)
{
    return known(m->macts_m) && m->macts_m > 0 ? m->macts_m * 1e6 : TABLES * ROW;
}

/* Depthwise nets write many more activations per multiply-add than plain convolutions. Families of
 * inverted bottlenecks are so at every size (arXiv 1905.11946, 2104.00298, 1801.04381). */
static bool depthwise(const struct model *m)
{
    if (str_eq(m->family, "EfficientNet") || str_eq(m->family, "MobileNet"))
        return true;
    return known(m->macts_m) && known(m->fwd_gmacs) && m->macts_m > 8 * m->fwd_gmacs;
}

/* Segmentation by a transformer: what it writes is attention and narrow layers, not full
 * resolution. */
bool segments_by_attention(const struct model *m)
{
    return m->kind == MODEL_SEGMENTATION &&
           (known(m->layers) || str_eq(m->family, "SegFormer") || str_eq(m->family, "SAM"));
}

static bool is_transformer(const struct sz *z)
{
    return known(z->model->layers) && z->model->layers > 0 && known(z->model->hidden);
}

/* Segmentation by a net of classification kept at an eighth of the picture, and a head on it: batch
 * norm and few channels at full size, unlike a U-Net (arXiv 1606.00915, 1612.01105). */
static bool dilated(const struct model *m)
{
    return str_eq(m->family, "FCN") || str_eq(m->family, "PSPNet") ||
           str_eq(m->family, "DeepLab") || str_eq(m->family, "UPerNet");
}

/* Attention in shifted windows (arXiv 2103.14030) cuts, rolls and puts together again what a plain
 * transformer leaves in place; blocks of ConvNeXt (arXiv 2201.03545) turn each map between channels
 * first and last around their layer norm, and training keeps every step. Detectors in one stage are
 * convolutional nets like any other; segmentation nets keep their full resolution and normalise by
 * instance. */
static const char *net_kind(const struct sz *z)
{
    if (z->family == FAMILY_VIT)
        return str_eq(z->model->family, "Swin") ? "window" : "vit";
    if (z->family == FAMILY_CONV && z->job->training && str_eq(z->model->family, "ConvNeXt"))
        return "window";
    switch (z->family) {
    case FAMILY_DETECTION:
        if (z->model->kind != MODEL_SEGMENTATION || dilated(z->model))
            return "conv";
        return segments_by_attention(z->model) ? "vit" : "unet";
    case FAMILY_SPEECH: return "speech";
    case FAMILY_RECSYS: return "recsys";
    case FAMILY_DIFFUSION: case FAMILY_VIDEO: return is_transformer(z) ? "dit" : "diffusion";
    default: break;
    }
    return depthwise(z->model) ? "depthwise" : "conv";
}

/* Detectors that attend over all places of a picture see batches padded to their largest one, of
 * shorter sides from 480 to 800 and longer ones to 1333 (arXiv 2005.12872 appendix). */
static bool pads(const struct model *m)
{
    return str_eq(m->family, "DETR") && str_starts(m->id, "detr-");
}

/* Pixels against the published input, as a factor. */
static double pixel_scale(struct sz *z)
{
    double base = z->model->input_size, asked = z->job->image_size;
    if (z->job->training && pads(z->model))
        return coef_value(z, "media.padding-detr", 1.7);
    if (!known(base) || !known(asked) || base <= 0)
        return 1;
    return asked * asked / (base * base);
}

static double diffusion_params(const struct sz *z, double *frozen)
{
    double all = z->model->params_b * 1e9;
    double denoiser = known(z->model->active_params_b) ? z->model->active_params_b * 1e9 : all;
    *frozen = fmax(0, all - denoiser);
    return denoiser;
}

/* Tokens of a diffusion transformer: 8x8 latent pixels in patches of 2; video compresses time by 4;
 * the prompt runs through the same layers. */
static double latent_tokens(struct sz *z)
{
    double base = known(z->model->input_size) ? z->model->input_size : 1024;
    double side = known(z->job->image_size) ? z->job->image_size : base;
    double frames = known(z->job->frames) && z->job->frames > 1 ? z->job->frames : 1;
    double prompt = coef_value(z, "media.prompt-tokens", 256);
    return ceil((frames - 1) / 4 + 1) * (side / 16) * (side / 16) + prompt;
}

/* WHAT.MODEL of the factors, WHAT.default where the model has no row of its own. */
static double of_model(const struct sz *z, const char *what, double neutral)
{
    const struct factor *row = NULL;
    const char *const ends[] = {z->model->id ? z->model->id : "", "default"};
    for (int i = 0; i < 2 && !row; i++) {
        char key[96];
        int n = snprintf(key, sizeof key, "%s.%s", what, ends[i]);
        row = n > 0 && (size_t)n < sizeof key ? facts_factor(z->f, "efficiency", key) : NULL;
    }
    return row ? row->typical : neutral;
}

/* Passes of the denoiser for one picture or clip: its steps, each with the prompt and without it
 * (arXiv 2207.12598), but once where that is distilled into the model. */
double denoiser_passes(const struct sz *z)
{
    double steps = z->job->denoise_steps;
    if (!known(steps) || steps < 1)
        steps = of_model(z, "media.steps", 25);
    return steps * of_model(z, "media.guidance", 2);
}

/* Activations of one training sample of a diffusion model, GiB, nothing recomputed. */
static double diffusion_sample_gib(struct sz *z)
{
    if (is_transformer(z)) {
        double per_token = z->model->layers * z->model->hidden * 2 * 34 / 2.0;
        return latent_tokens(z) * per_token / GIB;
    }
    double side = known(z->job->image_size) ? z->job->image_size
                  : known(z->model->input_size) ? z->model->input_size : 512;
    double frozen, denoiser = diffusion_params(z, &frozen);
    double width = sqrt(denoiser / 0.86e9); /* wider nets than SD 1.5 */
    double each = coef_value(z, "media.unet-sample-gib", 5);
    return each * (side / 512) * (side / 512) * fmin(width, 1.2);
}

/* Bytes of the moments of a parameter; of 8 bits with a scale for each block. */
static double moment_bytes(const struct sz *z)
{
    bool conv = z->family == FAMILY_CONV || z->family == FAMILY_DETECTION;
    switch (z->job->optimizer) {
    case OPT_SGD: return 0;
    case OPT_SGDM: return 4;
    case OPT_ADAMW: return 8;
    case OPT_ADAMW_BF16: return 4;
    case OPT_ADAMW_8BIT: return conv ? 1.015 : 2.03;
    case OPT_ADAFACTOR: return 0.03;
    default: return conv ? 4 : 8;
    }
}

/* Adapters of the attention: of a diffusion transformer four square matrices a layer, each of two
 * strips of the rank; of other nets a hundredth of the weights at rank 16. */
static double adapter_params(const struct sz *z, double n)
{
    double rank = known(z->job->lora_rank) ? z->job->lora_rank : 16;
    bool diffusion = z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO;
    if (diffusion && is_transformer(z))
        return 8 * z->model->hidden * rank * z->model->layers;
    return n * 0.01 * fmin(1, rank / 16);
}

static void media_states(struct sz *z, const struct layout *l, struct mem *m)
{
    double n = z->model->params_b * 1e9, frozen = 0;
    bool adapter = z->job->method != METHOD_FULL;
    if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO)
        n = diffusion_params(z, &frozen);
    double shard3 = l->sharding == SHARD_ZERO3 ? l->dp : 1;
    double shard = l->sharding >= SHARD_ZERO1 ? l->dp : 1;
    double stored = z->job->weights ? z->job->weights->body_bits / 8 : 2;
    if (!z->job->training) { /* offloaded: encoder, denoiser and decoder come one after the other */
        double on_card = z->job->offload != OFFLOAD_NONE ? fmax(n, frozen) : n + frozen;
        m->gib[MEM_WEIGHTS] = on_card * stored / GIB;
        m->host_gb = (n + frozen - on_card) * stored / GB;
        return;
    }
    if (adapter) {
        m->gib[MEM_WEIGHTS] = (n + frozen) * fmax(stored, 0.5) / shard3 / GIB;
        m->gib[MEM_ADAPTER] = adapter_params(z, n) * 16 / GIB;
        return;
    }
    double width = z->job->optimizer == OPT_ADAMW_BF16 ? 2 : 4; /* of weights and gradients */
    m->gib[MEM_WEIGHTS] = (width * n / shard3 + 2 * frozen) / GIB;
    m->gib[MEM_GRADIENTS] = width * n / (l->sharding >= SHARD_ZERO2 ? l->dp : 1) / GIB;
    m->gib[MEM_OPTIMIZER] = moment_bytes(z) * n / shard / GIB;
    if (l->sharding == SHARD_ZERO3 && l->dp > 1)
        m->gib[MEM_GATHER] = 0.1 * n * 2 / GIB;
}

/* Copies of what the layers write that the backward pass needs: two where batch norm and ReLU are
 * saved apart. Detectors train on a frozen stem and frozen normalisation: what these write is not
 * kept. Transformers write each value for one reader. */
static double activation_copies(struct sz *z)
{
    if (z->family == FAMILY_VIT)
        return coef_value(z, "media.activation-copies-vit", 1);
    if (dilated(z->model)) /* ReLU in place */
        return coef_value(z, "media.activation-copies-dilated", 1.5);
    if (pads(z->model))
        return coef_value(z, "media.activation-copies-detr", 2.5);
    bool frozen = z->family == FAMILY_DETECTION && z->model->kind != MODEL_SEGMENTATION;
    return frozen ? coef_value(z, "media.activation-copies-detector", 1)
                  : coef_value(z, "media.activation-copies", 2);
}

static double sample_gib(struct sz *z)
{
    const struct model *m = z->model;
    if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO)
        return diffusion_sample_gib(z);
    if (z->family == FAMILY_SPEECH) { /* 30 s window: 1,500 encoder and up to 448 decoder tokens */
        if (!is_transformer(z))
            return UNKNOWN;
        return (1500 + 448) / 2.0 * m->layers * m->hidden * 2 * 22 / GIB;
    }
    if (z->family == FAMILY_RECSYS)
        return looked_up(m) * 4 * 6 / GIB;
    double macts = m->macts_m;
    if (!known(macts) && known(m->fwd_gmacs)) /* plain convolutions write about 2.7 M per GMAC */
        macts = 2.7 * m->fwd_gmacs;
    return activation_copies(z) * macts * 1e6 * wide_bytes(z->job) * pixel_scale(z) / GIB;
}

/* Keys and values of one stream of speech: the decoder's own, and its look at the 1,500 places of
 * the encoder, 16 bits each (arXiv 2212.04356). Half of the layers decode. */
double speech_stream_gib(const struct sz *z)
{
    if (z->family != FAMILY_SPEECH || !is_transformer(z))
        return UNKNOWN;
    return 2 * z->model->layers / 2 * z->model->hidden * (1500 + 448) * 2 / GIB;
}

/* Streams that lie on the card at once: one where the program does not batch. */
static double streams(const struct sz *z)
{
    const struct job *j = z->job;
    bool one = !known(j->users) || (j->engine && !j->engine->batches);
    return one ? 1 : fmax(1, j->users / fmax(1, z->cards));
}

/* Live streams whose speech keeps up: each asks for a pass over its window every hop. */
double speech_streams_live(struct sz *z, double passes_s)
{
    return floor(passes_s * coef_value(z, "media.speech-hop", 1));
}

/* Peak of generation: the decoder of the picture works on full resolution, untiled. */
static double decode_gib(struct sz *z)
{
    if (z->family != FAMILY_DIFFUSION && z->family != FAMILY_VIDEO)
        return 0;
    double frames = known(z->job->frames) && z->job->frames > 1 ? z->job->frames : 1;
    double side = known(z->job->image_size) ? z->job->image_size
                  : known(z->model->input_size) ? z->model->input_size : 1024;
    double each = coef_value(z, "media.decoder-gib-megapixel", 2.4);
    return each * side * side / (1024.0 * 1024) * (1 + 0.1 * (frames - 1));
}

/* What full recomputation keeps: of a transformer 2 bytes of 34 a layer, and one layer at work. */
static double recompute_share(struct sz *z)
{
    bool diffusion = z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO;
    if (diffusion && is_transformer(z))
        return (2 * z->model->layers + 34) / (34 * z->model->layers);
    return coef_value(z, "media.recompute-share", 0.3);
}

void mem_media(struct sz *z, const struct layout *l, struct mem *out)
{
    *out = (struct mem){.total = 0};
    media_states(z, l, out);
    if (z->family == FAMILY_RECSYS) { /* tables are spread over the cards */
        out->gib[MEM_WEIGHTS] /= l->dp;
        out->gib[MEM_OPTIMIZER] = out->gib[MEM_WEIGHTS] / ROW; /* one value a row */
        out->gib[MEM_GRADIENTS] = 0.1;
    }
    double sample = sample_gib(z);
    if (z->job->training) {
        double keep = l->recompute == RECOMPUTE_FULL ? recompute_share(z) : 1;
        out->gib[MEM_ACTIVATIONS] = sample * keep * l->micro_batch;
    } else {
        double work = more(0.2, 0.06 * sample * l->micro_batch), decode = decode_gib(z);
        bool apart = z->job->offload != OFFLOAD_NONE; /* the decoder then has the card alone */
        out->gib[MEM_ACTIVATIONS] = apart ? more(work, decode - out->gib[MEM_WEIGHTS])
                                          : work + decode;
    }
    if (z->job->task == TASK_SERVE && z->family == FAMILY_SPEECH && is_transformer(z))
        out->gib[MEM_KV_CACHE] = streams(z) * speech_stream_gib(z);
    double sure = out->gib[MEM_WEIGHTS] + out->gib[MEM_OPTIMIZER] + out->gib[MEM_GRADIENTS];
    out->gib[MEM_WORKSPACE] = coef_engine(z, "media.workspace-gib", NULL, 1).typical;
    out->gib[MEM_CONTEXT] = coef_accel(z, "memory.context", NULL, 1).typical *
                            coef_engine(z, "media.context-share", NULL, 1).typical;
    if (z->cards > 1)
        out->gib[MEM_COMMUNICATION] = coef_value(z, "memory.comm-8", 0.4);
    mem_sum(out, sure, 0.02, coef_band(z, "memory-media"));
}

/* Weights of a diffusion transformer that one token meets. Blocks of two streams hold a set for
 * the picture and one for the prompt, and those that modulate a block see one vector a picture: a
 * token meets the 12 h^2 of one plain block a layer (arXiv 2403.03206, 2212.09748). */
static double token_weights(const struct sz *z, double denoiser)
{
    double h = z->model->hidden;
    return fmin(denoiser, 12 * z->model->layers * h * h);
}

/* Multiply-adds of one forward pass of one sample; UNKNOWN when the model does not tell. */
static double sample_macs(struct sz *z)
{
    const struct model *m = z->model;
    if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO) {
        double frozen, n = diffusion_params(z, &frozen);
        if (is_transformer(z)) { /* not all weights meet each token: see token_weights */
            double t = latent_tokens(z);
            return token_weights(z, n) * t + 2 * t * t * m->hidden * m->layers;
        }
        if (known(m->fwd_gmacs))
            return m->fwd_gmacs * 1e9 * pixel_scale(z);
        double side = known(z->job->image_size) ? z->job->image_size : m->input_size;
        double share = coef_value(z, "media.unet-mac-share", 0.1);
        return n * (side / 8) * (side / 8) * share;
    }
    if (z->family == FAMILY_SPEECH)
        return m->params_b * 1e9 * (1500 + 448) / 2.0;
    if (z->family == FAMILY_RECSYS)
        return (known(m->active_params_b) ? m->active_params_b : 0.005) * 1e9;
    return m->fwd_gmacs * 1e9 * pixel_scale(z);
}

/* Bytes that one pass of training or inference moves for one sample. */
static double sample_traffic(struct sz *z)
{
    const struct model *m = z->model;
    if (z->family == FAMILY_RECSYS)
        return looked_up(m) * 4 * 3;
    if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO)
        return diffusion_sample_gib(z) * GIB;
    double macts = known(m->macts_m) ? m->macts_m
                   : known(m->fwd_gmacs) ? 2.7 * m->fwd_gmacs : 0;
    /* every layer of a DenseNet (arXiv 1608.06993) gathers and normalises all maps before it in its
     * block, wider than what it writes */
    double gathers = str_eq(m->family, "DenseNet") ? coef_value(z, "media.dense-traffic", 2.8) : 1;
    return macts * 1e6 * 2 * pixel_scale(z) * gathers;
}

/* Bytes of gradients that a step exchanges; encoders of diffusion models are frozen. */
static double gradient_bytes(const struct sz *z)
{
    double frozen = 0, n = z->model->params_b * 1e9;
    if (z->family == FAMILY_DIFFUSION || z->family == FAMILY_VIDEO)
        n = diffusion_params(z, &frozen);
    return n * (z->job->method == METHOD_FULL ? 4 : 0.04);
}

/* Seconds of communication of a step that the backward pass does not hide. */
static double media_comm(struct sz *z, const struct layout *l, double b, double compute)
{
    if (l->dp <= 1 || !z->job->training)
        return 0;
    if (z->family == FAMILY_RECSYS) /* looked-up vectors forward, their gradients back */
        return 2 * comm_s(z, ALL_TO_ALL, b * looked_up(z->model) * 4, l->dp, z->shape->per_node);
    double t = comm_s(z, ALL_REDUCE, gradient_bytes(z), l->dp, z->shape->per_node);
    return more(t - 0.6 * compute, 0.05 * t);
}

/* Decoding and augmenting pictures on the processors, seconds a step; 0 when nothing is known of
 * them or the data are no pictures. */
static double loader_s(struct sz *z, double images)
{
    bool pictures = z->family == FAMILY_CONV || z->family == FAMILY_VIT ||
                    z->family == FAMILY_DETECTION;
    double cores = z->shape->host_cores * z->shape->nodes;
    if (!pictures || !z->job->training || !known(cores) || cores <= 0)
        return 0;
    if (str_starts(z->model->family, "YOLO")) /* a sample is put together of several */
        images *= coef_value(z, "media.mosaic", 6);
    return images / (cores * coef_value(z, "media.loader-per-core", 100));
}

static bool staged(const struct sz *z)
{
    return z->family == FAMILY_DETECTION && str_eq(z->model->family, "R-CNN");
}

/* Proposals and regions of interest, picture by picture, on top of the net. */
static void two_stages(struct sz *z, double pictures, struct step *out)
{
    double net = coef_engine(z, "media.two-stage", NULL, 1).typical;
    out->compute_s *= net;
    out->memory_s *= net;
    out->memory_s += pictures * coef_engine(z, "media.two-stage-ms", NULL, 20).typical * 1e-3;
}

/* How training computes in 32 bits. Without tf32, cuDNN multiplies 3 x 3 kernels in fewer steps
 * (Winograd, arXiv 1509.09308): a larger share of the peak. With it, nets lie in NCHW and are
 * turned to the NHWC of the tensor cores and back around each convolution: more passes. */
struct wide { struct coef gemm; double passes; };

static struct wide wide_of(struct sz *z, const char *unit, const char *kind, struct coef gemm)
{
    struct wide w = {gemm, 1};
    bool fp32 = str_eq(unit, "fp32"), tf32 = str_eq(unit, "tf32");
    if (fp32 || tf32)
        w.passes = 2; /* bytes of an element, in units of 16 bits */
    if (!z->job->training || !str_eq(kind, "conv"))
        return w;
    if (fp32 && !dilated(z->model)) /* no kernel of fewer steps reads with gaps */
        w.gemm = coef_accel(z, "media-train-fp32", kind, 1);
    if (tf32)
        w.passes *= coef_value(z, "media.layout-passes", 1.45);
    return w;
}

/* Layers of a speech model that write: an encoder layer holds 12 h^2 parameters, a decoder layer 16
 * h^2 with its look at the encoder (arXiv 2212.04356). */
static double speech_decoder_layers(const struct model *m)
{
    double square = m->hidden * m->hidden, tables = (known(m->vocab) ? m->vocab : 0) * m->hidden;
    double more_than = m->params_b * 1e9 - tables - 12 * m->layers * square;
    return num_clamp(floor(more_than / (4 * square) + 0.5), 1, m->layers - 1);
}

/* Seconds of a window that the decoder writes for: a token costs its launches, or its weights and
 * the keys and values of the 1,500 places of each window of a batch. */
static double speech_writing_s(struct sz *z)
{
    const struct model *m = z->model;
    double b = known(z->job->micro_batch) ? fmax(1, z->job->micro_batch) : 1;
    if (z->family != FAMILY_SPEECH || z->job->training || !is_transformer(z) || !known(m->hidden))
        return 0;
    double layers = speech_decoder_layers(m), h = m->hidden;
    double bytes = z->job->weights ? z->job->weights->body_bits / 8 : 2;
    double read = (layers * 16 * h * h + (known(m->vocab) ? m->vocab : 0) * h) * bytes +
                  b * layers * 2 * h * 1500 * 2;
    double share = coef_accel(z, "stream", NULL, 0.85).typical;
    double kernels = read / (z->shape->accel->memory_bandwidth_gbs * 1e9 * share);
    double launches = layers * coef_engine(z, "decode.layer-us", NULL, 60).typical * 1e-6;
    double tokens = z->job->task == TASK_SERVE ? coef_value(z, "media.speech-live-tokens", 40)
                                               : coef_value(z, "media.speech-tokens", 170);
    return tokens * fmax(kernels, launches) / b;
}

/* Format that the products of a net compute in: cuDNN takes tf32 for fp32 where a card has it
 * (torch.backends.cudnn.allow_tf32). */
static const char *media_compute(const struct sz *z)
{
    const char *asked = z->job->precision ? z->job->precision->compute : "fp16";
    bool convolves = z->family == FAMILY_CONV || z->family == FAMILY_DETECTION ||
                     z->family == FAMILY_DIFFUSION;
    double tf32 = accel_peak_tflops(z->shape->accel, "tf32");
    return str_eq(asked, "fp32") && convolves && known(tf32) && tf32 > 0 ? "tf32" : asked;
}

/* Denoisers that convolve add up in 16 bits where they compute in fp16: half the int8 rate, twice
 * that of 32-bit sums on consumer cards. */
static double media_peak(struct sz *z, const char **unit)
{
    double peak = peak_flops(z, media_compute(z), unit), int8 = z->shape->accel->int8_tops;
    bool half = !z->job->training && z->family == FAMILY_DIFFUSION && !is_transformer(z);
    return half && str_eq(*unit, "fp16") && known(int8) ? fmax(peak, int8 / 2 * 1e12) : peak;
}

/* Launches of a pass of the denoiser, whatever the batch: share of one picture. */
static double pass_launch_s(struct sz *z, const char *kind)
{
    double batch = known(z->job->micro_batch) ? fmax(1, z->job->micro_batch) : 1;
    return coef_engine(z, "media-pass-ms", kind, 0).typical * 1e-3 / batch *
           coef_accel(z, "decode.eager-scale", NULL, 1).typical;
}

bool time_media(struct sz *z, const struct layout *l, struct step *out)
{
    *out = (struct step){.bound = BOUND_UNKNOWN};
    const struct job *j = z->job;
    const char *unit;
    double peak = media_peak(z, &unit);
    double bw = z->shape->accel->memory_bandwidth_gbs * 1e9;
    double macs = sample_macs(z);
    if (!known(peak) || !known(bw) || !known(macs))
        return false;
    const char *kind = net_kind(z);
    const char *how = j->training ? "media-train" : "media-infer";
    const char *move = j->training ? "media-passes-train" : "media-passes-infer";
    struct coef gemm = coef_accel(z, how, kind, 0.5);
    struct coef passes = coef_engine(z, move, kind, j->training ? 20 : 6);
    struct coef scale = coef_pair(z, j->training ? "media-scale-train" : "media-scale-infer", 1);
    double times = j->training ? (j->method == METHOD_FULL ? 3 : 2) : 1;
    if (j->training && l->recompute == RECOMPUTE_FULL)
        times += 1;
    struct wide wide = wide_of(z, unit, kind, gemm);
    double b = fmax(1, l->micro_batch);
    out->compute_s = 2 * macs * times * b / (peak * wide.gemm.typical);
    out->memory_s = sample_traffic(z) * passes.typical * scale.typical * wide.passes * b / bw;
    if (j->training && staged(z))
        two_stages(z, b, out);
    out->memory_s += b * speech_writing_s(z);
    double launch = coef_value(z, "media.step-ms", 1) * 1e-3;
    double compute = out->compute_s + out->memory_s;
    if (j->training)
        compute = fmax(compute, launch);
    else if (z->family == FAMILY_DETECTION)
        compute += launch; /* boxes are made on top of the net */
    else if (z->family == FAMILY_DIFFUSION)
        compute = fmax(compute, pass_launch_s(z, kind) * b);
    double all = media_comm(z, l, b, compute);
    if (!known(all))
        return false;
    double shared = l->dp > 1 ? coef_value(z, "media.many-cards", 1.02) : 1;
    out->comm_s = all;
    out->step_s = compute * fmax(1, l->grad_accum) * shared + all;
    out->samples = b * fmax(1, l->grad_accum) * l->dp;
    if (j->training && known(j->global_batch))
        out->samples = fmin(out->samples, fmax(1, j->global_batch));
    out->flops = 2 * macs * times * out->samples;
    double loads = loader_s(z, out->samples);
    bool waits = loads > out->step_s;
    out->step_s = fmax(out->step_s, loads);
    out->general = scale.general;
    out->bound = waits ? BOUND_LOADER : all > compute ? BOUND_COMMUNICATION
                 : out->memory_s > out->compute_s ? BOUND_MEMORY_BANDWIDTH : BOUND_COMPUTE;
    if (z->shape->nodes > 1)
        out->net_bytes = 2 * gradient_bytes(z);
    return true;
}
