/* config_format.c - the number format in which the weights of a config.json are published. */
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

static const char *by_type(struct config *c)
{
    const char *type = config_word(c, "torch_dtype|dtype");
    if (!type) {
        return NULL;
    }
    const char *dot = strrchr(type, '.'); /* "torch.bfloat16" */
    type = dot ? dot + 1 : type;
    static const struct {
        const char *start, *format;
    } types[] = {{"bfloat16", "bf16"}, {"bf16", "bf16"},    {"float16", "fp16"}, {"half", "fp16"},
                 {"float32", "fp32"},  {"float", "fp32"},   {"fp32", "fp32"},    {"fp16", "fp16"},
                 {"float8", "fp8"},    {"int8", "int8"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        bool exact = str_eq(types[i].start, type);
        if (exact || (str_eq(types[i].start, "float8") && str_starts(type, "float8"))) {
            return types[i].format;
        }
    }
    return NULL;
}

/* of_bits: a format by its width; whole numbers unless it is said to float. */
static const char *of_bits(double bits, bool floats, const char *four, const char *eight)
{
    if (bits == 4) {
        return floats ? "nvfp4" : four;
    }
    return bits == 8 ? floats ? "fp8" : eight : NULL;
}

/* compressed-tensors: groups of layers, each with the width and type of its weights. */
static const char *by_groups(struct config *q)
{
    const struct json *groups = config_at(q, "config_groups");
    for (const struct json *g = json_at(groups, 0); g; g = json_next(g)) {
        const struct json *w = json_get(g, "weights");
        const struct json *type = w ? json_get(w, "type") : NULL;
        bool floats = type && json_string(type) && str_eq(json_string(type), "float");
        const struct json *bits = w ? json_get(w, "num_bits") : NULL;
        const char *f = bits ? of_bits(json_number(bits), floats, "int4", "int8") : NULL;
        if (f) {
            return f;
        }
    }
    return NULL;
}

/* quark nests the type below the configuration of its layers. */
static const char *by_quark(struct config *q)
{
    const char *type = config_word(q, "global_quant_config.weight.dtype|"
                                      "quant_config.global_quant_config.weight.dtype");
    if (type && str_starts(type, "fp4")) {
        return "mxfp4";
    }
    return type && str_starts(type, "fp8") ? "fp8" : NULL;
}

static const char *by_method(struct config *q)
{
    const char *method = config_word(q, "quant_method");
    const char *algo = config_word(q, "quant_algo|quantization.quant_algo");
    if (!method && !algo) {
        return NULL;
    }
    double bits = config_whole(q, "bits|w_bit|weight_bits", 1, 16, 4);
    if (algo && (strstr(algo, "NVFP4") || strstr(algo, "FP4"))) {
        return "nvfp4";
    }
    if (algo && strstr(algo, "FP8")) {
        return "fp8";
    }
    if (!method) {
        return NULL;
    }
    if (strstr(method, "fp8")) {
        return "fp8";
    }
    if (str_eq(method, "gptq") || str_eq(method, "auto-round") || str_eq(method, "hqq")) {
        return of_bits(bits, false, "int4", "gptq-int8");
    }
    if (str_eq(method, "awq")) {
        return of_bits(bits, false, "awq-int4", "int8");
    }
    if (str_eq(method, "mxfp4")) {
        return "mxfp4";
    }
    if (str_eq(method, "compressed-tensors")) {
        return by_groups(q);
    }
    if (str_eq(method, "quark")) {
        return by_quark(q);
    }
    if (str_eq(method, "bitsandbytes")) {
        bool twice = config_bool(q, "bnb_4bit_use_double_quant", false);
        return config_bool(q, "load_in_8bit|_load_in_8bit", false) ? "int8"
               : twice                                             ? "nf4-dq" : "nf4";
    }
    return NULL;
}

const char *config_dtype(struct config *root, struct config *text, bool fp32)
{
    char prefix[64];
    const char *format = NULL;
    struct config *const places[] = {root, text};
    for (size_t i = 0; i < 2 && !format; i++) {
        struct config q = config_sub(places[i], "quantization_config", prefix, sizeof prefix);
        format = q.node ? by_method(&q) : NULL;
    }
    const char *experts = config_word(text, "expert_dtype");
    if (experts && str_starts(experts, "fp4")) {
        return "fp4 experts + fp8";
    }
    struct config mlx = config_sub(root, "quantization", prefix, sizeof prefix);
    if (!format && mlx.node) { /* MLX: groups of 64 */
        format = of_bits(config_whole(&mlx, "bits", 1, 16, 4), false, "mlx-4bit", "int8");
    }
    format = format ? format : by_type(text);
    format = format ? format : by_type(root);
    return format ? format : fp32 ? "fp32" : "bf16";
}
