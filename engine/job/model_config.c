/* model_config.c - from the text of a config.json to a model: the form, its reader, the checks. */
#include "engine/job/model_config.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"
#include "engine/job/fault.h"

#define PARAMS_MAX_B 1e6 /* a thousand times the largest published model */
#define SOURCE "config.json given by you"

bool model_is_path(const char *text)
{
    size_t n = strlen(text);
    return strchr(text, '/') != NULL || (n > 5 && str_case_eq(text + n - 5, ".json"));
}

struct model *model_blank(struct arena *arena, const char *id)
{
    struct model *m = ARENA_NEW(arena, struct model);
    if (!m) {
        return NULL;
    }
    double *const unknown[] = {&m->params_b, &m->active_params_b, &m->layers, &m->hidden,
                               &m->intermediate, &m->moe_intermediate, &m->dense_layers, &m->heads,
                               &m->kv_heads, &m->head_dim, &m->v_head_dim, &m->vocab,
                               &m->max_context, &m->full_attn_layers, &m->swa_layers,
                               &m->linear_attn_layers, &m->sliding_window, &m->mla_kv_rank,
                               &m->mla_q_rank, &m->qk_rope_dim, &m->qk_nope_dim, &m->experts,
                               &m->experts_per_token, &m->shared_experts,
                               &m->kv_elems_per_token_full, &m->kv_elems_per_token_swa,
                               &m->linear_state_elems_per_seq, &m->fwd_gmacs, &m->macts_m,
                               &m->input_size};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        *unknown[i] = UNKNOWN;
    }
    m->id = m->name = arena_strdup(arena, id);
    m->gated_mlp = m->tied_embeddings = TRI_UNKNOWN;
    return m;
}

static const char *kind_word(enum model_kind kind)
{
    static const char *const words[] = {
        [MODEL_DECODER] = "decoder",     [MODEL_ENCODER] = "encoder",
        [MODEL_CNN] = "cnn",             [MODEL_ENCODER_DECODER] = "encoder-decoder",
        [MODEL_VIT] = "vit",             [MODEL_DIFFUSION] = "diffusion",
        [MODEL_VIDEO] = "video",         [MODEL_SPEECH] = "speech",
        [MODEL_RECSYS] = "recsys",       [MODEL_DETECTION] = "detection",
        [MODEL_VLM] = "vlm",             [MODEL_SEGMENTATION] = "segmentation",
        [MODEL_OTHER] = "other"};
    return words[kind];
}

/* --- nets that are only named --------------------------------------------------------------- */
/* named: timm and the like name a net that everybody has; the catalog may know its figures. */
static const struct model *named(const struct facts *f, const char *name)
{
    size_t n = name ? strcspn(name, ".") : 0; /* a tag of the training stands behind the dot */
    for (size_t i = 0; f && n >= 4 && i < f->model_n; i++) {
        const struct model *m = &f->model[i];
        if (m->name && strlen(m->name) == n && strncmp(m->name, name, n) == 0) {
            return m;
        }
    }
    return NULL;
}

static bool take_named(struct config *c, const struct facts *f, struct model *m)
{
    const char *name = config_word(c, "architecture");
    const struct model *x = named(f, name);
    if (!name) {
        return false;
    }
    if (!x) {
        config_bad(c, MSG_CONFIG_NET, "architecture", 1, &ARG_STR(err_detail(c->e, name)));
        return true;
    }
    const char *id = m->id;
    *m = *x;
    m->id = m->name = id;
    return true;
}

/* --- forms ---------------------------------------------------------------------------------- */
static const struct config_form unknown_form = {"", "", MODEL_DECODER, READ_TEXT, 0,
                                               {.layers = 0}};

static const char *first_class(const struct config *c)
{
    const struct json *list = config_at(c, "architectures");
    const struct json *first = list && json_type(list) == JSON_ARRAY ? json_at(list, 0) : NULL;
    return first ? json_string(first) : NULL;
}

/* form_of: by model_type, by the class, by the class of diffusers, by the type of the text part.
 * *name gets what the file calls itself. */
static const struct config_form *form_of(struct config *c, const char **name)
{
    const char *type = config_word(c, "model_type");
    const char *pipeline_class = config_word(c, "_class_name");
    const char *class_name = first_class(c);
    const struct config_form *form = config_form_find(type);
    *name = type ? type : class_name ? class_name : pipeline_class;
    form = form ? form : config_form_of_class(class_name);
    form = form ? form : config_form_find(pipeline_class);
    if (!form) {
        form = config_form_find(config_word(c, "text_config.model_type|llm_config.model_type"));
    }
    return form ? form : &unknown_form;
}

static void read_form(struct config *c, const struct config_form *form, const struct facts *f,
                      struct model *m)
{
    switch (form->reader) {
    case READ_TEXT: config_read_text(c, form, m); break;
    case READ_ENCODER_DECODER:
    case READ_SPEECH: config_read_encoder_decoder(c, form, m); break;
    case READ_VIT:
    case READ_TWO_TOWERS:
    case READ_SWIN:
    case READ_SEGMENTER: config_read_vision(c, form, m); break;
    case READ_CONV:
    case READ_DETECTOR: config_read_conv(c, form, m); break;
    case READ_DENOISER: config_read_denoiser(c, form, f, m); break;
    }
}

/* The numbers fit together to a model that could be. */
static void check_size(struct config *c, const struct model *m)
{
    if (*c->result == OK && !(m->params_b > 0 && m->params_b <= PARAMS_MAX_B)) {
        config_bad(c, MSG_CONFIG_HUGE, "", 1, &ARG_SI(m->params_b * 1e9));
    }
}

static void fill(struct config *c, const struct facts *f, struct arena *arena, struct model *m)
{
    const char *name = NULL;
    const struct config_form *form = form_of(c, &name);
    bool known_form = form != &unknown_form;
    if (!known_form && *c->result == OK && take_named(c, f, m)) {
        return;
    }
    m->family = known_form ? form->family : "config.json";
    m->kind = form->kind;
    m->attention = ATT_UNKNOWN;
    read_form(c, form, f, m);
    m->kind_text = kind_word(m->kind);
    m->params_source = "computed from the dimensions";
    if (!known_form) {
        m->unknown_architecture = arena_strdup(arena, str_empty(name) ? "?" : name);
    }
    check_size(c, m);
}

enum err model_config_read(const char *text, size_t len, const char *path, const struct facts *f,
                           struct arena *arena, const struct model **out, struct err_info *e)
{
    struct json_doc *doc;
    struct err_info own;
    struct err_info *to = e ? e : &own;
    enum err result = json_parse(text, len, MODEL_CONFIG_MAX_BYTES, &doc, to);
    if (result != OK) {
        str_copy(to->file, sizeof to->file, path);
        return result;
    }
    struct model *m = model_blank(arena, path);
    struct config root = {json_root(doc), "", path, to, &result};
    if (!m) {
        result = err_set(to, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    } else if (json_type(root.node) != JSON_OBJECT) {
        config_bad(&root, MSG_CONFIG_NOT_OBJECT, "", 0, NULL);
    } else {
        err_where(to, NULL, 0, NULL);
        to->detail[0] = '\0';
        m->from = (struct origin){.source = SOURCE, .confidence = 'B', .yours = true};
        fill(&root, f, arena, m);
        m->from = (struct origin){.source = SOURCE, .confidence = 'B', .yours = true};
    }
    json_free(doc);
    *out = result == OK ? m : NULL;
    return result;
}
