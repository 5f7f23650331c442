/*
 * config_count.c - parameters of a model from its dimensions.
 *
 * Attention h(q + kv) + q h; latent attention h r_q + r_q q + h (r_kv + rope) + r_kv H (nope + v) +
 * H v h (arXiv 2405.04434); MLP 2 or 3 matrices h x f; experts the same on their own width, plus
 * the router h x E; embeddings V h, twice when the head is its own (NVIDIA/Megatron-LM,
 * megatron/training/theoretical_memory_usage.py). State-space layers: arXiv 2312.00752 (Mamba) and
 * 2405.21060 (Mamba 2); gated delta rule: arXiv 2412.06464; Kimi delta attention: arXiv 2510.26692.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

static double attention_layer(const struct config_shape *s, bool global)
{
    double h = s->hidden;
    double head = global && s->global_head > 0 ? s->global_head : s->head;
    double kv = global && s->global_kv > 0 ? s->global_kv : !global && s->swa_kv > 0 ? s->swa_kv
                                                                                     : s->kv;
    double value = global && s->global_head > 0 ? s->global_head : s->value;
    if (s->kv_rank > 0) {
        double q = s->heads * (s->nope + s->rope);
        double query = s->q_rank > 0 ? s->q_rank * (h + q) : h * q;
        double out = s->heads * s->value * h;
        return query + h * (s->kv_rank + s->rope) +
               s->kv_rank * s->heads * (s->nope + s->value) + out * s->gate_q + s->index_params;
    }
    double q = s->heads * head;
    if (s->out_low > 0) { /* compressed attention: one latent is key and value */
        return (s->q_rank > 0 ? s->q_rank * (h + q) : h * q) + h * head + s->out_low +
               s->index_params;
    }
    double bias = s->qkv_bias || s->bias ? q + kv * (head + value) + (s->bias ? h : 0) : 0;
    return h * q * s->gate_q + h * kv * (head + value) + s->heads * value * h + bias;
}

double config_count(const struct config_shape *s, double *active)
{
    double h = s->hidden;
    double mixers = s->full * attention_layer(s, true) + s->cross * attention_layer(s, false) +
                    s->swa * attention_layer(s, false) + s->linear * s->linear_params;
    double bias = s->bias ? s->inter + h : 0;
    double mlp = (s->dense + s->dense_wide) * (s->mats * h * s->inter + bias);
    double route = s->latent > 0 ? s->latent : h;
    double one = s->mats * route * s->expert;
    double beside = h * s->experts + s->mats * h * s->shared + (s->latent > 0 ? 2 * h * route : 0);
    double norms = (2 * s->layers + 1) * h * (s->bias ? 2 : 1);
    double words = s->vocab * h * (s->tied ? 1 : 2);
    double rest = mixers + mlp + s->moe * beside + norms + words + s->extra;
    *active = rest + s->moe * s->topk * one;
    return rest + s->moe * s->experts * one + s->tower + s->beside;
}

/* --- linear and state-space layers ------------------------------------------------------------ */
static bool delta_rule(struct config *c, struct config_shape *s)
{
    double nk = config_whole(c, "linear_num_key_heads", 0, CONFIG_HEADS_MAX, 0);
    double nv = config_whole(c, "linear_num_value_heads", 0, CONFIG_HEADS_MAX, 0);
    double dk = config_whole(c, "linear_key_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    double dv = config_whole(c, "linear_value_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    double conv = config_whole(c, "linear_conv_kernel_dim", 0, 64, 4);
    if (nv <= 0 || nk <= 0) {
        return false;
    }
    double mix = 2 * nk * dk + nv * dv;
    s->linear_params = s->hidden * (mix + nv * dv + 2 * nv) + conv * mix + nv * dv * s->hidden;
    s->linear_state = nv * dk * dv;
    return true;
}

static bool delta_attention(struct config *c, struct config_shape *s)
{
    double heads = config_whole(c, "linear_attn_config.num_heads", 0, CONFIG_HEADS_MAX, 0);
    double head = config_whole(c, "linear_attn_config.head_dim", 0, CONFIG_WIDTH_MAX, 0);
    double wide = heads * head, h = s->hidden;
    if (wide <= 0) {
        return false;
    }
    double low = h * head + head * wide;
    double gate = config_bool(c, "linear_attn_config.use_full_rank_gate", false) ? h * wide : low;
    s->linear_params = 4 * h * wide + gate + low + h * heads;
    s->linear_state = heads * head * head;
    return true;
}

static bool mamba(struct config *c, const struct config_form *form, struct config_shape *s)
{
    const char *state_keys = "ssm_state_size|mamba_d_state|mamba_state_dim|state_size";
    double state = config_whole(c, state_keys, 0, CONFIG_WIDTH_MAX, 0);
    double expand = config_real(c, "mamba_expand|expand", 0.1, 64, 2);
    double heads = config_whole(c, "mamba_num_heads|mamba_n_heads|num_heads", 0, CONFIG_HEADS_MAX,
                                0);
    double conv = config_whole(c, "conv_kernel|mamba_d_conv", 1, 64, 4);
    double h = s->hidden;
    if (state <= 0) {
        return false;
    }
    bool second = heads > 0 && !str_eq(form->type, "mamba");
    if (!second) { /* Mamba 1: step sizes through a low rank */
        double inner = config_whole(c, (form->traits & CT_MAMBA_ALL) ? "intermediate_size|d_inner"
                                                                    : "d_inner",
                                    1, CONFIG_WIDTH_MAX, floor(expand * h));
        double rank = ceil(h / 16);
        const struct json *given = config_at(c, "time_step_rank|mamba_dt_rank");
        if (given && json_type(given) == JSON_NUMBER) {
            rank = config_whole(c, "time_step_rank|mamba_dt_rank", 1, CONFIG_WIDTH_MAX, rank);
        }
        s->linear_params = 2 * h * inner + inner * (conv + rank + 2 * state) + rank * inner +
                           inner * (state + 2) + inner * h;
        s->linear_state = inner * state;
        return true;
    }
    double head = config_whole(c, "mamba_head_dim|mamba_d_head|head_dim", 1, CONFIG_WIDTH_MAX,
                               floor(expand * h / heads));
    double groups = config_whole(c, "n_groups|mamba_n_groups|mamba_num_groups", 1, CONFIG_HEADS_MAX,
                                 1);
    double inner = heads * head, mix = inner + 2 * groups * state;
    s->linear_params = h * (inner + mix + heads) + mix * conv + inner * h + 3 * heads;
    s->linear_state = inner * state;
    return true;
}

void config_linear(struct config *c, const struct config_form *form, struct config_shape *s)
{
    if (s->linear <= 0 || delta_rule(c, s) || delta_attention(c, s) || mamba(c, form, s)) {
        return;
    }
    /* lightning attention and short convolutions: four or five square projections */
    double wide = s->heads * s->head;
    s->linear_params = s->hidden * wide * ((form->traits & CT_GATE_Q) ? 5 : 4);
    s->linear_state = config_has(c, "attn_type_list") ? s->heads * s->head * s->head : 0;
}

/* --- towers --------------------------------------------------------------------------------- */
double config_tower(struct config *c)
{
    double h = config_whole(c, "embed_dim|hidden_size|width", 1, CONFIG_WIDTH_MAX, 1024);
    double layers = config_whole(c, "depth|num_hidden_layers|layers", 1, CONFIG_LAYERS_MAX, 24) +
                    config_whole(c, "num_global_layers", 0, CONFIG_LAYERS_MAX, 0);
    double ratio = config_real(c, "mlp_ratio", 0.1, 100, 4);
    double f = config_whole(c, "intermediate_size|mlp_dim", 1, CONFIG_WIDTH_MAX, floor(ratio * h));
    const char *type = config_word(c, "model_type");
    bool three = type && (strstr(type, "qwen2_5") || strstr(type, "pixtral"));
    double patch = config_whole(c, "patch_size|spatial_patch_size", 1, 4096, 14);
    double frames = config_whole(c, "temporal_patch_size", 1, 64, 1);
    double merge = config_whole(c, "spatial_merge_size", 1, 16, 1);
    double count = layers * (4 * h * h + (three ? 3 : 2) * h * f + 6 * h + f) +
                   3 * patch * patch * frames * h;
    double out = config_whole(c, "out_hidden_size", 0, CONFIG_WIDTH_MAX, 0);
    if (out > 0) { /* patches are merged and projected once more */
        double wide = merge * merge * h;
        const struct json *deep = config_at(c, "deepstack_visual_indexes");
        count += (1 + (double)json_count(deep)) * (wide * wide + wide * out);
    }
    return count;
}

double config_towers(struct config *root)
{
    char prefix[64];
    double count = 0;
    struct config eye = config_sub(root, "vision_config", prefix, sizeof prefix);
    if (eye.node) {
        count += config_tower(&eye);
    }
    struct config ear = config_sub(root, "audio_config", prefix, sizeof prefix);
    if (ear.node) { /* a Whisper encoder has 12 h^2 a layer, a conformer 23 h^2 */
        bool whisper = config_has(&ear, "encoder_layers");
        double h = config_whole(&ear, "d_model|hidden_size", 1, CONFIG_WIDTH_MAX, 1024);
        double n = config_whole(&ear, "encoder_layers|conf_num_hidden_layers|num_hidden_layers", 1,
                                CONFIG_LAYERS_MAX, 12);
        count += n * (whisper ? 12 : 23) * h * h;
    }
    return count;
}
