/*
 * config_conv.c - config.json of convolutional nets: the layers are walked one by one, counting
 * parameters, multiply-adds and the numbers that each writes (ResNet arXiv 1512.03385, ConvNeXt
 * 2201.03545, EfficientNet 1905.11946, DETR 2005.12872).
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define STAGES_MAX 16

struct net {
    double params, macs, acts;
    double c, side; /* channels and edge of what flows */
};

/* A convolution from n->c to `out` channels, a norm behind it. */
static void conv(struct net *n, double kernel, double out, double stride, bool depthwise)
{
    n->side = ceil(n->side / stride);
    double each = depthwise ? kernel * kernel * out : kernel * kernel * n->c * out;
    n->params += each + 2 * out;
    n->macs += each * n->side * n->side;
    n->acts += out * n->side * n->side;
    n->c = out;
}

static void head(struct net *n, double classes)
{
    n->params += (n->c + 1) * classes;
    n->macs += n->c * classes;
}

static double class_count(struct config *c)
{
    const struct json *names = config_at(c, "id2label");
    double n = names && json_type(names) == JSON_OBJECT ? (double)json_count(names) : 1000;
    return config_whole(c, "num_labels|num_classes", 1, CONFIG_VOCAB_MAX, n);
}

static void residual(struct net *n, double out, double stride, bool bottleneck)
{
    struct net beside = *n;
    if (bottleneck) {
        conv(n, 1, out / 4, 1, false);
        conv(n, 3, out / 4, stride, false);
        conv(n, 1, out, 1, false);
    } else {
        conv(n, 3, out, stride, false);
        conv(n, 3, out, 1, false);
    }
    if (beside.c != out || stride > 1) {
        struct net start = beside;
        conv(&beside, 1, out, stride, false);
        n->params += beside.params - start.params;
        n->macs += beside.macs - start.macs;
        n->acts += beside.acts - start.acts;
    }
}

static void resnet(struct net *n, const double *depth, const double *out, size_t stages,
                   double stem, bool bottleneck)
{
    conv(n, 7, stem, 2, false);
    n->side = ceil(n->side / 2);
    for (size_t i = 0; i < stages; i++) {
        for (double k = 0; k < depth[i]; k++) {
            residual(n, out[i], k == 0 && i > 0 ? 2 : 1, bottleneck);
        }
    }
}

static bool stages_of(struct config *c, double *depth, double *out, size_t *n)
{
    *n = config_list(c, "depths", 1000, depth, STAGES_MAX);
    size_t k = config_list(c, "hidden_sizes", CONFIG_WIDTH_MAX, out, STAGES_MAX);
    if (*n > 0 && k == *n) {
        return true;
    }
    config_bad(c, MSG_CONFIG_MISSING, *n == 0 ? "depths" : "hidden_sizes", 0, NULL);
    return false;
}

static void convnext(struct net *n, const double *depth, const double *out, size_t stages)
{
    conv(n, 4, out[0], 4, false);
    for (size_t i = 0; i < stages; i++) {
        if (i > 0) {
            conv(n, 2, out[i], 2, false);
        }
        for (double k = 0; k < depth[i]; k++) {
            conv(n, 7, out[i], 1, true);
            conv(n, 1, 4 * out[i], 1, false);
            conv(n, 1, out[i], 1, false);
        }
    }
}

/* Channels are rounded to multiples of 8, never down by more than a tenth. */
static double rounded(double x, double by)
{
    double y = fmax(by, floor((x + by / 2) / by) * by);
    return y < 0.9 * x ? y + by : y;
}

static void efficientnet(struct config *c, struct net *n)
{
    double wide = config_real(c, "width_coefficient", 0.1, 100, 2);
    double deep = config_real(c, "depth_coefficient", 0.1, 100, 3.1);
    double by = config_whole(c, "depth_divisor", 1, 256, 8);
    double kernel[STAGES_MAX] = {3, 3, 5, 3, 5, 5, 3}, out[STAGES_MAX] = {16, 24, 40, 80, 112, 192,
                                                                          320};
    double stride[STAGES_MAX] = {1, 2, 2, 2, 1, 2, 1}, repeat[STAGES_MAX] = {1, 2, 2, 3, 3, 4, 1};
    double expand[STAGES_MAX] = {1, 6, 6, 6, 6, 6, 6};
    size_t stages = 7, told = config_list(c, "out_channels", CONFIG_WIDTH_MAX, out, STAGES_MAX);
    stages = told > 0 && told <= 7 ? told : stages;
    config_list(c, "kernel_sizes", 64, kernel, STAGES_MAX);
    config_list(c, "strides", 8, stride, STAGES_MAX);
    config_list(c, "num_block_repeats", 100, repeat, STAGES_MAX);
    config_list(c, "expand_ratios", 64, expand, STAGES_MAX);
    conv(n, 3, rounded(32 * wide, by), 2, false);
    for (size_t i = 0; i < stages; i++) {
        for (double k = 0; k < ceil(deep * repeat[i]); k++) {
            double in = n->c, mid = in * expand[i];
            if (expand[i] > 1) {
                conv(n, 1, mid, 1, false);
            }
            conv(n, kernel[i], mid, k == 0 ? fmax(1, stride[i]) : 1, true);
            n->params += 2 * mid * fmax(1, floor(in / 4)); /* squeeze and excite */
            conv(n, 1, rounded(out[i] * wide, by), 1, false);
        }
    }
    conv(n, 1, rounded(1280 * wide, by), 1, false);
}

/* DETR: ResNet-50, then six encoder and six decoder layers over its last map. */
static void detr(struct config *c, struct net *n)
{
    static const double depth[] = {3, 4, 6, 3}, deeper[] = {3, 4, 23, 3};
    static const double out[] = {256, 512, 1024, 2048};
    const char *backbone = config_word(c, "backbone");
    bool large = backbone && strstr(backbone, "101");
    double d = config_whole(c, "d_model", 1, CONFIG_WIDTH_MAX, 256);
    double f = config_whole(c, "encoder_ffn_dim", 1, CONFIG_WIDTH_MAX, 2048);
    double enc = config_whole(c, "encoder_layers", 1, CONFIG_LAYERS_MAX, 6);
    double dec = config_whole(c, "decoder_layers", 1, CONFIG_LAYERS_MAX, 6);
    double queries = config_whole(c, "num_queries", 1, 1e6, 100);
    resnet(n, large ? deeper : depth, out, 4, 64, true);
    conv(n, 1, d, 1, false);
    double tokens = n->side * n->side, layer = 4 * d * d + 2 * d * f;
    n->params += enc * layer + dec * (layer + 4 * d * d) + queries * d + 2 * d * d;
    n->macs += enc * (layer * tokens + 2 * tokens * tokens * d) +
               dec * queries * (layer + 4 * d * d);
}

void config_read_conv(struct config *c, const struct config_form *form, struct model *m)
{
    double depth[STAGES_MAX], out[STAGES_MAX];
    size_t stages;
    bool detection = form->reader == READ_DETECTOR;
    struct net n = {.c = config_whole(c, "num_channels", 1, 4096, 3)};
    double side = config_whole(c, "image_size", 8, 65536, detection ? 924 : 224);
    n.side = side;
    m->default_dtype = config_dtype(c, c, true);
    if (detection) {
        detr(c, &n);
    } else if (str_eq(form->type, "efficientnet")) {
        efficientnet(c, &n);
        head(&n, class_count(c));
    } else if (stages_of(c, depth, out, &stages)) {
        if (str_eq(form->type, "resnet")) {
            const char *kind = config_word(c, "layer_type");
            double stem = config_whole(c, "embedding_size", 1, CONFIG_WIDTH_MAX, 64);
            resnet(&n, depth, out, stages, stem, !kind || str_eq(kind, "bottleneck"));
        } else {
            convnext(&n, depth, out, stages);
        }
        head(&n, class_count(c));
    }
    m->params_b = m->active_params_b = n.params / 1e9;
    m->fwd_gmacs = n.macs / 1e9;
    m->macts_m = n.acts / 1e6;
    m->input_size = side;
}
