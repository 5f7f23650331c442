#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/str.h"
#include "catalog/load_row.h"

static enum model_kind parse_class(const char *word)
{
    static const char *const words[] = {
        [MODEL_DECODER] = "decoder",
        [MODEL_ENCODER] = "encoder",
        [MODEL_ENCODER_DECODER] = "encoder-decoder",
        [MODEL_CNN] = "cnn",
        [MODEL_VIT] = "vit",
        [MODEL_DIFFUSION] = "diffusion",
        [MODEL_VIDEO] = "video",
        [MODEL_SPEECH] = "speech",
        [MODEL_RECSYS] = "recsys",
        [MODEL_DETECTION] = "detection",
        [MODEL_SEGMENTATION] = "segmentation",
        [MODEL_VLM] = "vlm",
    };

    for (int i = 0; i < MODEL_OTHER; i++)
        if (str_eq(words[i], word))
            return (enum model_kind)i;
    return MODEL_OTHER;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* "gqa+swa", "mla+dsa", "gqa+mamba2": layers of another kind beside attention make it hybrid. */
static enum attention parse_attention(const char *text, enum model_kind kind)
{
    if (text == NULL)
        return kind == MODEL_CNN || kind == MODEL_RECSYS ? ATT_NONE : ATT_UNKNOWN;
    if (has(text, "deltanet") || has(text, "mamba") || has(text, "kda") || has(text, "lightning") ||
        has(text, "hybrid"))
        return ATT_HYBRID;
    if (str_starts(text, "mla"))
        return ATT_MLA;
    if (has(text, "swa") || has(text, "chunked"))
        return ATT_SLIDING;
    if (str_starts(text, "gqa"))
        return ATT_GQA;
    if (str_starts(text, "mqa"))
        return ATT_MQA;
    return str_starts(text, "mha") ? ATT_MHA : ATT_UNKNOWN;
}

/* "224x224", "800x1333", "720x1280x81": side of the square with as many pixels. */
static double parse_side(const char *text)
{
    double side[2];

    for (int i = 0; i < 2; i++) {
        char number[16];
        size_t n = text != NULL ? strcspn(text, "x") : 0;

        if (n == 0 || n >= sizeof number)
            return UNKNOWN;
        memcpy(number, text, n);
        number[n] = '\0';
        if (num_plain(number, &side[i]) != NUM_OK)
            return UNKNOWN;
        text += n + (text[n] == 'x');
    }
    return sqrt(side[0] * side[1]);
}

static void take_attention(struct rows *r, struct model *m)
{
    m->full_attn_layers = take_number(r);
    m->swa_layers = take_number(r);
    m->linear_attn_layers = take_number(r);
    m->sliding_window = take_number(r);
    m->mla_kv_rank = take_number(r);
    m->mla_q_rank = take_number(r);
    m->qk_rope_dim = take_number(r);
    m->qk_nope_dim = take_number(r);
    m->kv_elems_per_token_full = take_number(r);
    m->kv_elems_per_token_swa = take_number(r);
    m->linear_state_elems_per_seq = take_number(r);
    const char *text = take_shared(r);
    m->attention = parse_attention(text, m->kind);
    m->sparse_attention =
        text != NULL && (has(text, "dsa") || has(text, "sparse") || has(text, "CSA"));
}

static void take_shape(struct rows *r, struct model *m)
{
    m->layers = take_number(r);
    m->hidden = take_number(r);
    m->intermediate = take_number(r);
    m->moe_intermediate = take_number(r);
    m->dense_layers = take_number(r);
    m->heads = take_number(r);
    m->kv_heads = take_number(r);
    m->head_dim = take_number(r);
    m->v_head_dim = take_number(r);
    m->vocab = take_number(r);
    m->max_context = take_number(r);
    m->experts = take_number(r);
    m->experts_per_token = take_number(r);
    m->shared_experts = take_number(r);
    m->gated_mlp = take_tri(r);
    m->tied_embeddings = take_tri(r);
    m->fwd_gmacs = take_number(r);
    m->macts_m = take_number(r);
    m->input_size = parse_side(take_shared(r));
}

void load_models(struct loader *l)
{
    struct rows r;

    load_rows(l, &r, "models",
              "id, name, family, class, kind, params_b, active_params_b, "
              "layers, hidden, intermediate, moe_intermediate, dense_layers, heads, kv_heads, "
              "head_dim, v_head_dim, vocab, max_context, experts, experts_per_token, "
              "shared_experts, gated_mlp, tied_embeddings, fwd_gmacs, macts_m, input_size, "
              "full_attn_layers, swa_layers, linear_attn_layers, sliding_window, mla_kv_rank, "
              "mla_q_rank, qk_rope_dim, qk_nope_dim, kv_elems_per_token_full, "
              "kv_elems_per_token_swa, linear_state_elems_per_seq, attention, "
              "default_dtype, licence, release, params_source, source, as_of, confidence");
    l->f->model = ROWS_ARRAY(l, &r, struct model);
    while (rows_next(&r)) {
        struct model *m = &l->f->model[l->f->model_n++];

        m->id = take_text(&r);
        m->name = take_text(&r);
        m->family = take_shared(&r);
        m->kind = parse_class(take_shared(&r));
        m->kind_text = take_shared(&r);
        m->params_b = take_number(&r);
        m->active_params_b = take_number(&r);
        take_shape(&r, m);
        take_attention(&r, m);
        m->default_dtype = take_shared(&r);
        m->licence = take_shared(&r);
        m->release = take_shared(&r);
        m->params_source = take_shared(&r);
        m->from = take_origin(&r);
    }
    rows_end(&r);
}
