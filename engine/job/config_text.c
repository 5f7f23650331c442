/*
 * config_text.c - config.json of language models: which layers there are, what each mixes with, how
 * wide it is. Names of one thing differ between families; the lists below hold them all.
 */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define LAYERS_KEYS "num_hidden_layers|n_layer|n_layers|num_layers"
#define HIDDEN_KEYS "hidden_size|n_embd|d_model|n_embed|dim"
#define INTER_KEYS "intermediate_size|ffn_hidden_size|ffn_dim|n_inner|d_ff|hidden_dim"
#define HEADS_KEYS "num_attention_heads|n_head|n_heads|num_heads"
#define KV_KEYS                                                                                    \
    "num_key_value_heads|num_kv_heads|n_head_kv|n_kv_heads|num_attention_groups|"                  \
    "attn_config.kv_n_heads|multi_query_group_num"
#define HEAD_KEYS "head_dim|attention_head_dim|kv_channels"
#define VOCAB_KEYS "vocab_size|padded_vocab_size"
#define CONTEXT_KEYS                                                                               \
    "max_position_embeddings|n_positions|seq_length|max_seq_len|max_sequence_length|"              \
    "model_max_length|n_ctx"
#define EXPERTS_KEYS                                                                               \
    "num_local_experts|num_experts|n_routed_experts|moe_num_experts|"                              \
    "ffn_config.moe_num_experts|moe.num_experts"
#define TOPK_KEYS                                                                                  \
    "num_experts_per_tok|num_experts_per_token|top_k_experts|moe_top_k|moe_topk|moe_k|"            \
    "num_selected_experts|ffn_config.moe_top_k|moe.num_experts_per_tok"
#define EXPERT_KEYS                                                                                \
    "moe_intermediate_size|expert_intermediate_size|moe_ffn_hidden_size|"                          \
    "ffn_config.ffn_hidden_size"

/* --- widths --------------------------------------------------------------------------------- */
static void latent_attention(struct config *c, const struct config_form *form,
                             struct config_shape *s)
{
    s->q_rank = config_whole(c, "q_lora_rank", 0, CONFIG_WIDTH_MAX, 0);
    s->kv_rank = config_whole(c, "kv_lora_rank", 0, CONFIG_WIDTH_MAX, 0);
    s->rope = config_whole(c, "qk_rope_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    s->nope = config_whole(c, "qk_nope_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    if (s->kv_rank > 0) {
        s->value = config_whole(c, "v_head_dim", 1, CONFIG_WIDTH_MAX, 128);
        s->gate_q = config_bool(c, "mla_use_output_gate", false) ? 2 : 1;
    }
    double index = config_whole(c, "index_n_heads", 0, CONFIG_HEADS_MAX, 0) *
                   config_whole(c, "index_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    if (index > 0 && s->q_rank > 0) { /* picks the keys: queries from their rank, one key head */
        double head = index / config_whole(c, "index_n_heads", 1, CONFIG_HEADS_MAX, 1);
        s->index_params = s->q_rank * index + s->hidden * (head + index / head);
    }
    if (form->traits & CT_HEADS_OF_LATENT) { /* grouped output: q -> groups x rank -> hidden */
        double rank = config_whole(c, "o_lora_rank", 0, CONFIG_WIDTH_MAX, 0);
        double groups = config_whole(c, "o_groups", 1, CONFIG_HEADS_MAX, 1);
        s->out_low = rank > 0 ? s->heads * s->head * rank + groups * rank * s->hidden : 0;
    }
}

static double kv_heads(struct config *c, const struct config_form *form, struct config_shape *s)
{
    if (config_bool(c, "multi_query", false) &&
        !config_bool(c, "new_decoder_architecture", false)) {
        return 1;
    }
    double usual = form->usual.kv > 0 ? form->usual.kv : s->heads;
    const char *keys = KV_KEYS;
    if (config_has(c, "multi_query_attention") &&
        !config_bool(c, "multi_query_attention", false)) {
        return s->heads;
    }
    return config_whole(c, keys, 1, CONFIG_HEADS_MAX, usual);
}

static void attention(struct config *c, const struct config_form *form, struct config_shape *s)
{
    bool none = (form->traits & CT_MAMBA_ALL) != 0;
    double guess = form->usual.heads > 0 ? form->usual.heads : 0;
    if (none) {
        s->heads = s->kv = s->head = s->value = 0;
        return;
    }
    if (guess > 0 || form->family[0] == '\0') {
        s->heads = config_whole(c, HEADS_KEYS, 1, CONFIG_HEADS_MAX,
                                guess > 0 ? guess : fmax(1, round(s->hidden / 128)));
    } else {
        s->heads = config_need(c, HEADS_KEYS, CONFIG_HEADS_MAX);
    }
    s->kv = kv_heads(c, form, s);
    double head = form->usual.head_dim > 0 ? form->usual.head_dim : s->hidden / s->heads;
    s->head = s->value = config_whole(c, HEAD_KEYS, 1, CONFIG_WIDTH_MAX, head);
    if (!config_has(c, "kv_lora_rank")) {
        s->value = config_whole(c, "v_head_dim", 1, CONFIG_WIDTH_MAX, s->head);
    }
    s->gate_q = config_bool(c, "attn_output_gate", (form->traits & CT_GATE_Q) != 0) &&
                        !config_has(c, "attn_type_list") ? 2 : 1;
    s->global_head = config_whole(c, "global_head_dim", 0, CONFIG_WIDTH_MAX, 0);
    s->global_kv = config_whole(c, "num_global_key_value_heads", 0, CONFIG_HEADS_MAX, 0);
    s->swa_kv = config_whole(c, "swa_num_key_value_heads", 0, CONFIG_HEADS_MAX, 0);
    latent_attention(c, form, s);
}

static bool gated(struct config *c, const struct config_form *form)
{
    if (form->family[0] != '\0') {
        return (form->traits & CT_GATED) != 0;
    }
    const char *act = config_word(c, "hidden_act|hidden_activation|activation_function");
    return !act || !(str_starts(act, "gelu") || str_starts(act, "relu"));
}

/* A width may stand as one number or as a list with one a layer: then the mean. */
static double width(struct config *c, const char *keys, double otherwise)
{
    double each[CONFIG_LAYERS_MAX];
    size_t n = config_list(c, keys, CONFIG_WIDTH_MAX, each, sizeof each / sizeof each[0]);
    if (n == 0) {
        return config_whole(c, keys, 1, CONFIG_WIDTH_MAX, otherwise);
    }
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += each[i];
    }
    return sum / (double)n;
}

static double list_sum(struct config *c, const char *name, size_t *n)
{
    double bit[CONFIG_LAYERS_MAX], sum = 0;
    *n = config_list(c, name, 1, bit, sizeof bit / sizeof bit[0]);
    for (size_t i = 0; i < *n; i++) {
        sum += bit[i];
    }
    return sum;
}

/* moe_layers: layers with experts: by a list, an interval, or all behind the first dense ones. */
static double moe_layers(struct config *c, const struct config_shape *s)
{
    size_t n;
    double marked = list_sum(c, "moe_layer_freq", &n);
    double most = CONFIG_LAYERS_MAX, all = s->layers;
    const char *text = config_at(c, "moe_layers_enum") ? config_word(c, "moe_layers_enum") : NULL;
    if (n > 0) {
        return marked;
    }
    if (text) { /* "4,5,6" */
        double count = 1;
        for (const char *p = text; *p; p++) {
            count += *p == ',';
        }
        return fmin(count, all);
    }
    if (config_has(c, "moe_layers")) {
        return fmin(config_list_length(c, "moe_layers"), all);
    }
    if (config_has(c, "interleave_moe_layer_step")) {
        double step = config_whole(c, "interleave_moe_layer_step", 0, most, 1);
        return step > 0 ? floor(all / step) : 0;
    }
    if (config_has(c, "expert_layer_period")) {
        return config_every(all, config_whole(c, "expert_layer_period", 1, most, 1),
                     config_whole(c, "expert_layer_offset", 0, most, 0));
    }
    double step = config_whole(c, "decoder_sparse_step|moe_layer_interval|moe_layer_freq", 1, most,
                               1);
    double first = config_whole(c, "first_k_dense_replace|moe_layer_start_index", 0, most, 0);
    double only = config_list_length(c, "mlp_only_layers");
    return fmax(0, floor((all - fmin(first, all)) / step) - only);
}

/* experts_of: routed and shared experts. Shared ones are `shared` elements wide together. */
static void experts_of(struct config *c, const struct config_form *form, struct config_shape *s)
{
    s->experts = config_whole(c, EXPERTS_KEYS, 0, CONFIG_EXPERTS_MAX, 0);
    if (form->family[0] != '\0' && (form->traits & CT_MLP_IN_MOE) &&
        !config_bool(c, "enable_moe_block", s->experts > 0)) {
        s->experts = 0;
    }
    if (s->experts <= 1) {
        s->experts = 0;
        return;
    }
    s->topk = config_need(c, TOPK_KEYS, CONFIG_EXPERTS_MAX);
    if (s->topk > s->experts) {
        config_bad(c, MSG_CONFIG_TOPK, "num_experts_per_tok", 2,
                   (struct msg_arg[]){ARG_INT(s->topk), ARG_INT(s->experts)});
    }
    s->expert = width(c, EXPERT_KEYS, s->inter > 0 ? s->inter : UNKNOWN);
    if (!known(s->expert)) {
        config_need(c, EXPERT_KEYS, CONFIG_WIDTH_MAX);
    }
    s->latent = config_whole(c, "routed_expert_hidden_size|moe_latent_size", 0, CONFIG_WIDTH_MAX,
                             0);
    double count = config_whole(c, "n_shared_experts|num_shared_experts|moe_num_shared_experts", 0,
                                CONFIG_EXPERTS_MAX, (form->traits & CT_SHARED_ONE) ? 1 : 0);
    double each = config_whole(c,
                               "moe_shared_expert_intermediate_size|"
                               "shared_expert_intermediate_size|share_expert_dim|"
                               "shared_intermediate_size",
                               0, CONFIG_WIDTH_MAX, count > 0 ? s->expert : 0);
    s->shared = each * fmax(1, count);
    if (form->traits & CT_MLP_IN_MOE) {
        s->shared = s->inter;
    }
    if (!(form->traits & CT_EMPTY_MIXERS)) {
        s->moe = moe_layers(c, s);
        s->dense = fmax(0, s->layers - s->moe);
    }
}

static void mlp(struct config *c, const struct config_form *form, struct config_shape *s)
{
    s->mats = gated(c, form) ? 3 : 2;
    const char *keys = config_has(c, "dense_intermediate_size") ? "dense_intermediate_size"
                       : config_has(c, "intermediate_size_mlp") ? "intermediate_size_mlp"
                                                                : INTER_KEYS;
    double ratio = config_real(c, "expansion_ratio", 0.1, 100, 4);
    double usual = form->usual.inter > 0 ? form->usual.inter
                   : s->mats < 2.5       ? ratio * s->hidden : 0;
    s->inter = width(c, keys, usual);
    if (form->traits & CT_HALF_MLP) {
        s->inter = floor(s->inter / 2);
    }
    if (form->traits & CT_MAMBA_ALL) {
        s->inter = 0;
        return;
    }
    if (!(form->traits & CT_EMPTY_MIXERS)) {
        s->dense = s->layers;
    }
    double wide = s->inter;
    s->inter = width(c, INTER_KEYS, usual) / ((form->traits & CT_HALF_MLP) ? 2 : 1);
    experts_of(c, form, s);
    s->inter = wide;
    bool shared_only = s->experts <= 0 && config_has(c, "shared_intermediate_size");
    if (shared_only) {
        s->inter = config_whole(c, "shared_intermediate_size", 1, CONFIG_WIDTH_MAX, s->inter);
    }
    if (config_bool(c, "use_double_wide_mlp", false)) {
        s->dense_wide = config_whole(c, "num_kv_shared_layers", 0, CONFIG_LAYERS_MAX, 0);
    }
    if (s->dense > 0 && !(s->inter > 0)) {
        config_need(c, keys, CONFIG_WIDTH_MAX);
    }
}

/* Gemma 3n and 4 look up a small embedding for every layer; it is held but not multiplied. */
static void per_layer_embeddings(struct config *c, struct config_shape *s)
{
    double width_each = config_whole(c, "hidden_size_per_layer_input", 0, CONFIG_WIDTH_MAX, 0);
    double words = config_whole(c, "vocab_size_per_layer_input", 0, CONFIG_VOCAB_MAX, s->vocab);
    if (width_each <= 0) {
        return;
    }
    s->beside = words * s->layers * width_each;
    s->extra += s->hidden * s->layers * width_each + 2 * s->layers * s->hidden * width_each;
    double altup = config_whole(c, "altup_num_inputs", 0, 64, 0);
    double laurel = config_whole(c, "laurel_rank", 0, CONFIG_WIDTH_MAX, 0);
    s->extra += 2 * fmax(0, altup - 1) * s->hidden * s->hidden +
                s->layers * 2 * s->hidden * laurel;
}

/* The longest context: what the file names, stretched where its scaling is meant on top. */
static double context(struct config *c, const struct config_form *form)
{
    double n = config_whole(c, CONTEXT_KEYS, 1, CONFIG_CONTEXT_MAX,
                            form->usual.context > 0 ? form->usual.context : UNKNOWN);
    const char *scaling = config_has(c, "rope_scaling.factor") ? "rope_scaling" : "rope_parameters";
    char prefix[64];
    double told = config_whole(c, "model_max_length", 1, CONFIG_CONTEXT_MAX, 0);
    if (told > n) {
        n = told;
    }
    struct config rope = config_sub(c, scaling, prefix, sizeof prefix);
    if (!rope.node || !config_has(&rope, "factor") || (form->traits & CT_LOCAL_MAX)) {
        return n;
    }
    double factor = config_real(&rope, "factor", 1, 1e6, 1);
    const char *type = config_word(&rope, "rope_type|type");
    if (type && strcmp(type, "yarn") == 0) {
        double before = config_whole(&rope, "original_max_position_embeddings", 1,
                                     CONFIG_CONTEXT_MAX, n);
        return fmax(n, floor(before * factor));
    }
    if (type && (strcmp(type, "linear") == 0 || strcmp(type, "dynamic") == 0)) {
        return floor(n * factor);
    }
    return n; /* llama3, longrope, su: already the stretched length */
}

/* --- into the model ------------------------------------------------------------------------- */
static enum attention attention_kind(const struct config_shape *s)
{
    if (s->linear > 0) {
        return s->full + s->swa > 0 ? ATT_HYBRID : ATT_NONE;
    }
    if (s->kv_rank > 0) {
        return ATT_MLA;
    }
    if (s->swa > 0) {
        return ATT_SLIDING;
    }
    return s->kv <= 1 ? ATT_MQA : s->kv < s->heads ? ATT_GQA : ATT_MHA;
}

/* DeepSeek V4 keeps one shared head: a window of each layer and every ratio-th token of all. */
static bool compressed_kv(struct config *c, const struct config_shape *s, struct model *m)
{
    double ratio[CONFIG_LAYERS_MAX], full = 0, layers = 0;
    size_t n = config_list(c, "compress_ratios", 1e6, ratio, sizeof ratio / sizeof ratio[0]);
    for (size_t i = 0; i < n && (double)i < s->layers; i++) {
        full += ratio[i] > 0 ? s->head / ratio[i] : 0;
        layers += ratio[i] > 0;
    }
    if (n == 0) {
        return false;
    }
    m->kv_elems_per_token_full = full;
    m->kv_elems_per_token_swa = s->window > 0 ? s->layers * s->head : 0;
    m->full_attn_layers = layers;
    m->swa_layers = s->window > 0 ? s->layers : 0;
    return true;
}

static void put_cache(struct config *c, const struct config_shape *s, struct model *m)
{
    if (m->kind == MODEL_ENCODER || compressed_kv(c, s, m)) {
        return;
    }
    double wide = s->head + s->value;
    double global = s->global_head > 0 ? 2 * s->global_head : wide;
    double full_kv = s->global_kv > 0 ? s->global_kv : s->kv;
    double swa_kv = s->swa_kv > 0 ? s->swa_kv : s->kv;
    m->kv_elems_per_token_full = s->kv_rank > 0 ? s->full * (s->kv_rank + s->rope)
                                                : s->full * s->own_kv * full_kv * global;
    m->kv_elems_per_token_swa = s->swa * s->own_kv * swa_kv * wide;
    m->linear_state_elems_per_seq = s->linear * s->linear_state;
}

static void put_shape(const struct config_shape *s, struct model *m)
{
    m->layers = s->layers;
    m->hidden = s->hidden;
    m->vocab = s->vocab;
    m->max_context = s->context;
    bool empty = s->experts > 0 && s->dense <= 0 && s->moe < s->layers; /* mixers without MLP */
    m->intermediate = empty ? UNKNOWN
                      : s->inter > 0 ? s->inter
                      : s->expert > 0 ? s->expert : UNKNOWN;
    m->heads = s->heads > 0 ? s->heads : UNKNOWN;
    m->kv_heads = s->kv > 0 ? s->kv : UNKNOWN;
    m->head_dim = s->kv_rank > 0 ? s->nope + s->rope : s->head > 0 ? s->head : UNKNOWN;
    m->v_head_dim = s->value > 0 && s->value != s->head ? s->value : UNKNOWN;
    m->full_attn_layers = s->full + s->cross;
    m->swa_layers = s->swa;
    m->linear_attn_layers = s->linear;
    m->sliding_window = s->swa > 0 ? s->window : UNKNOWN;
    m->mla_kv_rank = s->kv_rank > 0 ? s->kv_rank : UNKNOWN;
    m->mla_q_rank = s->q_rank > 0 ? s->q_rank : UNKNOWN;
    m->qk_rope_dim = s->rope > 0 ? s->rope : UNKNOWN;
    m->qk_nope_dim = s->nope > 0 ? s->nope : UNKNOWN;
    m->gated_mlp = s->mats > 2.5 ? TRI_YES : TRI_NO;
    m->tied_embeddings = s->tied ? TRI_YES : TRI_NO;
    m->attention = attention_kind(s);
    if (s->experts > 0) {
        m->experts = s->experts;
        m->experts_per_token = s->topk;
        m->moe_intermediate = s->expert;
        m->shared_experts = s->expert > 0 ? s->shared / s->expert : 0;
        m->dense_layers = s->layers - s->moe;
    }
}

/* The object that holds the language model, and the form that its own type names. */
static struct config text_of(struct config *root, const struct config_form **form, char *prefix,
                             size_t cap)
{
    static const char *const places[] = {"text_config", "llm_config", "language_config",
                                         "thinker_config.text_config"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        if (config_has(root, places[i])) {
            struct config sub = config_sub(root, places[i], prefix, cap);
            const struct config_form *own = config_form_find(config_word(&sub, "model_type"));
            *form = own && own->reader == READ_TEXT ? own : *form;
            return sub;
        }
    }
    return *root;
}

void config_read_text(struct config *root, const struct config_form *form, struct model *m)
{
    char prefix[64];
    struct config_shape s = {.own_kv = 1, .gate_q = 1};
    struct config c = text_of(root, &form, prefix, sizeof prefix);
    double layers = form->usual.layers, hidden = form->usual.hidden, vocab = form->usual.vocab;
    s.layers = layers > 0 ? config_whole(&c, LAYERS_KEYS, 1, CONFIG_LAYERS_MAX, layers)
                          : config_need(&c, LAYERS_KEYS, CONFIG_LAYERS_MAX);
    s.hidden = hidden > 0 ? config_whole(&c, HIDDEN_KEYS, 1, CONFIG_WIDTH_MAX, hidden)
                          : config_need(&c, HIDDEN_KEYS, CONFIG_WIDTH_MAX);
    s.vocab = vocab > 0 ? config_whole(&c, VOCAB_KEYS, 1, CONFIG_VOCAB_MAX, vocab)
                        : config_need(&c, VOCAB_KEYS, CONFIG_VOCAB_MAX);
    if (*c.result != OK) {
        return;
    }
    s.context = context(&c, form);
    s.tied = config_bool(root, "tie_word_embeddings",
                         config_bool(&c, "tie_word_embeddings", (form->traits & CT_TIED) != 0));
    s.bias = (form->traits & CT_BIAS) != 0;
    s.qkv_bias = (form->traits & CT_QKV_BIAS) != 0;
    attention(&c, form, &s);
    if (*c.result == OK) {
        config_layers(&c, form, &s);
        mlp(&c, form, &s);
        config_linear(&c, form, &s);
        per_layer_embeddings(&c, &s);
    }
    s.extra += (form->traits & CT_POSITIONS) && known(s.context) ? s.context * s.hidden : 0;
    if (form->kind == MODEL_ENCODER) { /* pooler or masked-word head, and segment embeddings */
        s.extra += s.hidden * s.hidden + 2 * s.hidden;
    }
    s.tower = config_towers(root);
    if (*c.result != OK) {
        return;
    }
    m->params_b = config_count(&s, &m->active_params_b) / 1e9;
    m->active_params_b /= 1e9;
    if (s.experts <= 0 && s.beside <= 0) { /* dense: active are all, towers included */
        m->active_params_b = m->params_b;
    }
    put_shape(&s, m);
    if (str_eq(form->family, "RoBERTa") || str_eq(form->family, "XLM-R")) {
        m->max_context = s.context - 2; /* positions begin behind the padding */
    }
    put_cache(&c, &s, m);
    m->default_dtype = config_dtype(root, &c, (form->traits & CT_FP32) != 0);
    if (s.tower > 0 && m->kind == MODEL_DECODER) {
        m->kind = MODEL_VLM;
    }
}
