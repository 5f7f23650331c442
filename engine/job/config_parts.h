/*
 * config_parts.h - private to the reader of config.json: typed reading of untrusted values, the
 * forms of known architectures, the shape that is filled from one, and its parameter count.
 *
 * Reading never fails at once: a wrong value notes its place in the reader and gives UNKNOWN; the
 * first one is the error. So a form reads all it wants and tests the reader at the end.
 */
#ifndef ENGINE_JOB_CONFIG_PARTS_H
#define ENGINE_JOB_CONFIG_PARTS_H

#include "base/json.h"
#include "base/num.h"
#include "engine/job/job.h"

#define CONFIG_LAYERS_MAX 10000
#define CONFIG_WIDTH_MAX 4194304.0 /* no hidden size, head size or expert is wider */
#define CONFIG_HEADS_MAX 65536
#define CONFIG_VOCAB_MAX 1e8
#define CONFIG_EXPERTS_MAX 65536
#define CONFIG_CONTEXT_MAX 1e9

struct config { /* one object of the text and where it stands */
    const struct json *node;
    const char *prefix; /* "" for the root, "text_config." below */
    const char *file;
    struct err_info *e;
    enum err *result; /* of the whole reading, shared by all objects */
};

/* config_at: the value of the first name that is there and not null, else NULL; names as
 * "n_layer|d.e", a dot steps into an object. */
const struct json *config_at(const struct config *c, const char *names);
bool config_has(const struct config *c, const char *names);
/* config_whole: a whole number from 1 (or 0) to max, `otherwise` when no name is there. A fraction,
 * a text, a list or a number outside is an error with its JSON path. */
double config_whole(struct config *c, const char *names, double min, double max, double otherwise);
double config_need(struct config *c, const char *names, double max); /* missing is an error */
double config_real(struct config *c, const char *names, double min, double max, double otherwise);
bool config_bool(struct config *c, const char *names, bool otherwise);
const char *config_word(struct config *c, const char *names); /* NULL when it is not there */
/* config_sub: the object of that name; its node is NULL when it is not there. */
struct config config_sub(struct config *c, const char *name, char *prefix, size_t cap);
/* config_list: whole numbers of a list into out; how many, 0 when it is not there. */
size_t config_list(struct config *c, const char *names, double max, double *out, size_t room);
void config_bad(struct config *c, enum msg_id id, const char *name, int n,
                const struct msg_arg *a);

/* --- forms ------------------------------------------------------------------------------------ */
enum config_trait {
    CT_GATED = 1 << 0,      /* gate, up and down */
    CT_TIED = 1 << 1,       /* the head is the embedding unless the file says otherwise */
    CT_BIAS = 1 << 2,       /* every matrix has a bias */
    CT_QKV_BIAS = 1 << 3,
    CT_POSITIONS = 1 << 4,  /* learned positions */
    CT_FP32 = 1 << 5,       /* published in fp32 where the file does not say */
    CT_WINDOW_HALF = 1 << 6,/* every second layer looks through a window unless a list says it */
    CT_WINDOW_SIX = 1 << 7, /* five of six do */
    CT_WINDOW_ALL = 1 << 8, /* all do when a window is named */
    CT_WINDOW_FOUR = 1 << 9,/* three of four do */
    CT_WINDOW_FLAG = 1 << 10, /* a window counts only with use_sliding_window */
    CT_HALF_MLP = 1 << 11,  /* the width in the file is of gate and up together */
    CT_GATE_Q = 1 << 12,    /* queries come with an output gate of their width */
    CT_MLP_IN_MOE = 1 << 13,/* a dense MLP stands beside the experts of each layer */
    CT_LOCAL_MAX = 1 << 14, /* the longest context is in the file as it is, scaling included */
    CT_HEADS_OF_LATENT = 1 << 15, /* one shared key-value head of compressed tokens */
    CT_MAMBA_ALL = 1 << 16, /* no attention at all */
    CT_MAMBA_BESIDE = 1 << 17, /* attention and a state-space mixer in each layer */
    CT_SHARED_ONE = 1 << 18, /* one shared expert as wide as the routed ones, not in the file */
    CT_EMPTY_MIXERS = 1 << 19 /* a layer is a mixer or an MLP, not both (pattern of letters) */
};

enum config_reader { READ_TEXT, READ_ENCODER_DECODER, READ_SPEECH, READ_VIT, READ_TWO_TOWERS,
                     READ_SWIN, READ_CONV, READ_SEGMENTER, READ_DETECTOR, READ_DENOISER };

struct config_form {
    const char *type;   /* model_type; of diffusers the _class_name */
    const char *family;
    enum model_kind kind;
    enum config_reader reader;
    unsigned traits;
    struct { /* what the library takes where the file is silent, 0 = must be told */
        double layers, hidden, inter, heads, kv, head_dim, vocab, context;
    } usual;
};
/* config_form_find: by model_type or by a class name such as LlamaForCausalLM; NULL unknown. */
const struct config_form *config_form_find(const char *type);
const struct config_form *config_form_of_class(const char *name);

/* --- shape ------------------------------------------------------------------------------------ */
struct config_shape { /* of a text model; every number known, 0 = none */
    double layers, hidden, vocab, context;
    double heads, kv, head, value; /* value: head size of values */
    double full, swa, linear, cross, bare; /* layers by what they mix with; bare: none */
    double window, own_kv; /* own_kv: share of layers that keep keys and values of their own */
    double global_kv, global_head; /* of full layers where they differ from the others */
    double swa_kv;
    double q_rank, kv_rank, rope, nope, index_params; /* latent attention */
    double inter, mats, dense, dense_wide; /* layers with a plain MLP; with a twice as wide one */
    double experts, topk, expert, shared, moe; /* shared: width beside; moe: layers with experts */
    double latent;
    double linear_params, linear_state; /* of one linear or state-space layer */
    double tower;   /* parameters of vision and audio towers */
    double beside;  /* embeddings looked up per layer and the like: held, not multiplied */
    double extra;   /* positions, projections: held and used */
    double gate_q;  /* width of queries: 2 with an output gate */
    double out_low; /* parameters of a factored output projection of one layer, 0 = h x q */
    bool tied, qkv_bias, bias;
};
/* config_count: parameters of the shape, and of them those that one token uses. */
double config_count(const struct config_shape *s, double *active);
/* config_layers: how many layers there are of each kind, the window, the share with own keys. */
void config_layers(struct config *c, const struct config_form *form, struct config_shape *s);
double config_list_length(struct config *c, const char *name); /* 0 when there is no list */
/* config_every: how many i of [0, layers) have i mod period = offset. */
double config_every(double layers, double period, double offset);
/* config_linear: parameters and state of a linear, state-space or recurrent layer of the file. */
void config_linear(struct config *c, const struct config_form *form, struct config_shape *s);
double config_towers(struct config *root); /* parameters of what sees and hears, 0 = nothing */
double config_tower(struct config *c);     /* of one vision tower */

/* config_dtype: the number format of the weights as published; never NULL. */
const char *config_dtype(struct config *root, struct config *text, bool fp32);

/* --- readers: fill the model from the file, errors stay in the reader ------------------------ */
void config_read_text(struct config *root, const struct config_form *form, struct model *m);
void config_read_encoder_decoder(struct config *c, const struct config_form *form,
                                 struct model *m);
void config_read_vision(struct config *c, const struct config_form *form, struct model *m);
void config_read_conv(struct config *c, const struct config_form *form, struct model *m);
void config_read_denoiser(struct config *c, const struct config_form *form,
                          const struct facts *f, struct model *m);

#endif
