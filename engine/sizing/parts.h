/*
 * parts.h - what the files of sizing/ share; nobody else includes it.
 *
 * One sizing runs over a struct sz: the question (job, facts, shape), the model's dimensions with
 * gaps filled, and the classes by which the empirical factors are looked up. Memory and time are
 * plain functions of it and of a layout; layout.c searches, sizing.c puts the answer together.
 *
 * Empirical constants live in the catalog (table "efficiency", catalog/data/efficiency.csv), never
 * here: an id is WHAT.CLASS or WHAT.FORMAT.CLASS. The classes of a card are tried from the closest
 * to the widest: its own efficiency class (CLASS+CARD, then CLASS), architecture and memory
 * ("ampere-hbm"), architecture,
 * "default". Those of a trainer or serving engine: its efficiency class, the same without what
 * stands behind the last dash ("torchtune-offload", "torchtune"), "default".
 */
#ifndef ENGINE_SIZING_PARTS_H
#define ENGINE_SIZING_PARTS_H

#include <stdint.h>

#include "engine/sizing/sizing.h"

/* Dimensions of a transformer, all known numbers (0 = none) once ok is set. */
struct dims {
    bool ok;      /* false: neither dimensions nor a parameter count */
    bool guessed; /* estimated from the parameter count alone */
    bool moe;
    double n, active;                 /* parameters: all, used by one token */
    double layers, hidden, heads, kv_heads, vocab;
    double q, kv;                     /* widths of queries; of keys and values together */
    double mlp, mats;                 /* MLP width of one token, its matrices (3 gated) */
    double emb, head;                 /* parameters of embeddings and head; of the head alone */
    double experts, topk, experts_n;  /* routed experts, used per token, parameters of all */
    double route_width;               /* width that is sent to experts: hidden, or a latent */
    double mm_active;                 /* parameters multiplied for one token, with the head */
    double layer_n;                   /* parameters of the largest layer */
    double matrix_n;                  /* elements of the largest matrix */
    double full_layers, swa_layers, linear_layers, window;
};
struct dims dims_of(const struct model *m);
double dims_weight_bytes(const struct dims *d, const struct num_format *fmt); /* UNKNOWN possible */

#define CLASS_KEYS 4
struct class_key {
    char text[CLASS_KEYS][40];
    int n;
};
struct class_key class_of_accel(const struct accel *a);
struct class_key class_of_engine(const char *name);

struct coef {
    double low, typical, high;
    bool known;    /* found in the table */
    bool general;  /* only the default row was found */
    const struct factor *row; /* NULL: the neutral value of the caller */
};

/* more: the larger one; unknown when either is (fmax would pass over it). */
static inline double more(double a, double b)
{
    return known(a) && known(b) ? fmax(a, b) : UNKNOWN;
}

enum family { FAMILY_NONE, FAMILY_LLM, FAMILY_CONV, FAMILY_VIT, FAMILY_DIFFUSION, FAMILY_VIDEO,
              FAMILY_SPEECH, FAMILY_RECSYS, FAMILY_DETECTION };

/* Factors found so far, by the address of their names: a search asks for the same ones again and
 * again. */
#define COEF_BITS 8
#define COEF_SLOTS (1 << COEF_BITS)
enum coef_by { COEF_FREE, COEF_ACCEL, COEF_ENGINE, COEF_PAIR, COEF_VALUE, COEF_BAND };
struct coef_memo {
    unsigned char by[COEF_SLOTS]; /* how the slot was looked up */
    struct coef_slot {
        const char *what, *sub;
        struct coef c;
    } slot[COEF_SLOTS];
};

struct states { double weight, gradient, optimizer, step; };

/* What the memory of training looks up for every layout alike: found once a sizing. */
struct train_table {
    bool made;
    struct states states;            /* bytes a parameter */
    double bucket_gib, live;         /* of full training: see memory_train.c */
    double act_bytes;                /* a token and layer keeps */
    double score_bytes, score_work;  /* a head and pair of tokens: kept; of the layer at work */
    double resident;                 /* layers on the card */
    bool whole_inputs;               /* a tensor rank keeps the whole input of a layer */
    double logit_bytes;              /* a token and word */
    double slack, context_gib, comm_gib;
    struct band loose;
};

struct sz {
    const struct job *job;
    const struct facts *f;
    const struct shape *shape;
    const struct model *model;
    struct dims d;
    struct class_key cls;
    struct class_key engine; /* of trainer or serving engine */
    const struct accel *keyed_accel; /* that these two are of */
    const struct engine_row *keyed_engine;
    enum family family;
    double usable_gib;
    double weight_bytes;    /* of the whole model as stored; UNKNOWN for other than text */
    int cards;              /* per_node x nodes */
    double context;         /* longest request: the job's, or the one that is tried */
    double launch_scale;    /* launches of the card, when another end of its range is asked */
    double host_rate_gbs;   /* host memory, when another end of its range is asked; else UNKNOWN */
    struct draft_net {      /* what proposes tokens (speculate.c) */
        bool on;
        const struct model *model; /* NULL: a head on the model */
        struct dims d;
        double weight_bytes;
        double tokens, share;      /* proposed a step; kept of them */
    } draft;
    const char *kept_row;   /* of the share of a run that is work, once it was asked for */
    bool lacking;           /* a factor was missing: wide bands, not validated */
    const struct factor *row; /* rows of the table "efficiency", sorted by id */
    size_t row_n;
    struct peak {
        const char *asked, *used; /* formats: asked for, and what the card computes in */
        double flops;
    } peak[2]; /* of this card, found so far */
    struct train_table train;
    struct coef_memo of_engine; /* factors that hold for every card */
    struct coef_memo of_card;
};
/* sz_init: from nothing. sz_next: of a sizing that was begun before: keeps the factors that hold
 * for this question too. */
void sz_init(struct sz *z, const struct job *job, const struct facts *f, const struct shape *s);
void sz_next(struct sz *z, const struct job *job, const struct facts *f, const struct shape *s);

/* coef_open: finds the table among the facts and sets the classes of card and engine. */
void coef_open(struct sz *z, const struct facts *f, const struct accel *a,
               const struct engine_row *e);

static inline size_t coef_home(const char *what, const char *sub)
{
    uint32_t h = (uint32_t)((uintptr_t)what * 31 + (uintptr_t)sub) * 2654435761u;
    return h >> (32 - COEF_BITS);
}

/* coef_met: the factor if it was found before and stands where it is looked for first. */
static inline const struct coef *coef_met(const struct coef_memo *m, enum coef_by by,
                                          const char *what, const char *sub)
{
    size_t at = coef_home(what, sub);
    const struct coef_slot *s = &m->slot[at];
    return m->by[at] == by && s->what == what && s->sub == sub && s->c.row ? &s->c : NULL;
}

struct coef coef_accel_find(struct sz *z, const char *what, const char *sub, double neutral);
struct coef coef_engine_find(struct sz *z, const char *what, const char *sub, double neutral);

/* coef_accel, coef_engine: factor WHAT[.SUB] for the card or the trainer; neutral is what stands in
 * when the table has no row (then low = half, high = twice of it). sub may be NULL. */
static inline struct coef coef_accel(struct sz *z, const char *what, const char *sub,
                                     double neutral)
{
    const struct coef *c = coef_met(&z->of_card, COEF_ACCEL, what, sub);
    return c ? *c : coef_accel_find(z, what, sub, neutral);
}
static inline struct coef coef_engine(struct sz *z, const char *what, const char *sub,
                                      double neutral)
{
    const struct coef *c = coef_met(&z->of_engine, COEF_ENGINE, what, sub);
    return c ? *c : coef_engine_find(z, what, sub, neutral);
}
/* coef_pair: WHAT.ENGINE.CARD, then WHAT.any.CARD. `what` and `sub` of all look-ups are literals or
 * strings that live as long as the sizing: found factors are remembered by address. */
struct coef coef_pair_find(struct sz *z, const char *what, double neutral);
static inline struct coef coef_pair(struct sz *z, const char *what, double neutral)
{
    const struct coef *c = coef_met(&z->of_card, COEF_PAIR, what, NULL);
    return c ? *c : coef_pair_find(z, what, neutral);
}
/* coef_value: the typical value of a factor that has no class. */
double coef_value_find(struct sz *z, const char *what, double neutral);
static inline double coef_value(struct sz *z, const char *what, double neutral)
{
    const struct coef *c = coef_met(&z->of_engine, COEF_VALUE, what, NULL);
    return c ? c->typical : coef_value_find(z, what, neutral);
}
/* coef_band: multipliers low..high around a typical value, row band.WHAT. */
struct band coef_band_find(struct sz *z, const char *what);
static inline struct band coef_band(struct sz *z, const char *what)
{
    const struct coef *c = coef_met(&z->of_engine, COEF_BAND, what, NULL);
    return c ? (struct band){c->low, c->typical, c->high} : coef_band_find(z, what);
}
struct band band_scale(double typical, struct band factors);
/* coef_single, coef_band_row: the same with their row. */
struct coef coef_single(struct sz *z, const char *what, double neutral);
struct coef coef_band_row(struct sz *z, const char *what);
/* coef_row: the row of a factor without a class; NULL when there is none. */
const struct factor *coef_row(struct sz *z, const char *what);
/* coef_range: low, typical and high of a factor without a class. */
struct band coef_range(struct sz *z, const char *what, double neutral);

/* --- memory ----------------------------------------------------------------------------------- */
struct mem {
    double gib[MEM_LINES];
    double total;           /* typical */
    double fixed;           /* what is known exactly: weights, states */
    struct band band;
    double host_gb;         /* that must lie in host memory, per node */
    double apart_gib;       /* of the lines, what is never there at one moment */
    double drive_gb;        /* and on drives */
};
/* mem_train, mem_serve: one card of the layout, the busiest. Memory is linear in micro_batch (in
 * users) up to rounding: mem_train_fit gives the largest micro batch with total <= limit_gib. */
void mem_train(struct sz *z, const struct layout *l, struct mem *out);
double mem_train_fit(struct sz *z, struct layout l, double limit_gib);
void mem_serve(struct sz *z, const struct layout *l, double users, double on_host,
               struct mem *out);
void mem_media(struct sz *z, const struct layout *l, struct mem *out);
void mem_sum(struct mem *m, double sure, double about, struct band loose);

/* states_per_param: bytes per trained parameter that must be held by the job's optimizer. */
struct states states_of(struct sz *z);
/* weights_on_host: offloading moves the shards of trained weights, too (FSDP's CPUOffload) */
bool weights_on_host(struct sz *z, const struct layout *l);
/* params_on_card: of the busiest card, before data-parallel sharding */
double params_on_card(const struct sz *z, const struct layout *l);
double stage_excess(const struct dims *d, double pp); /* layers of the fullest stage / the mean */
double lora_params(const struct dims *d, double rank, double share);
double act_bytes_per_token(struct sz *z, double frozen_share); /* one layer, one token */
double scored_share(struct sz *z); /* of the tokens, by the loss */
double wide_bytes(const struct job *j); /* of an element of the activations */

/* --- time ------------------------------------------------------------------------------------- */
struct step {
    double step_s;          /* one optimizer step */
    double compute_s, memory_s, comm_s, bubble_s, other_s;
    double apply_s;         /* of memory_s: the optimizer over its states */
    double samples;         /* sequences or images in it, all cards */
    double flops;           /* of the model, all cards, without recomputation */
    enum bound_by bound;
    double net_bytes;       /* over the network, per node */
    bool general;           /* the card's class has no factor of its own */
};
bool time_train(struct sz *z, const struct layout *l, struct step *out);
bool time_media(struct sz *z, const struct layout *l, struct step *out);
double denoiser_passes(const struct sz *z); /* for one picture or clip */
double speech_stream_gib(const struct sz *z);
double speech_streams_live(struct sz *z, double passes_s);
bool segments_by_attention(const struct model *m);

struct serve_speed {
    double decode_s;        /* one token of each of n requests */
    double step_s;          /* one pass of the model; with a draft it yields several tokens */
    double draft_s;         /* all proposals of a round; 0 without a draft */
    double prefill_tps;     /* prompt tokens a second, one replica */
    double prefill_one_tps; /* a single prompt alone */
    double total_tps;       /* output tokens a second, all replicas */
    double per_user;
    double ttft_s;
    double batch;           /* n of one replica */
    double weight_bytes, cache_bytes, host_bytes; /* read in one step of one replica */
    enum bound_by bound;
    bool general;
};
bool time_serve(struct sz *z, const struct layout *l, double users, double on_host,
                struct serve_speed *out);

/* --- weights in host memory (host_memory.c) --------------------------------------------------- */
struct band host_gbs(struct sz *z);
double host_experts_bytes(const struct sz *z);
double host_share_max(const struct sz *z);
double host_share_wanted(struct sz *z, double needed);
double host_read_bytes(const struct sz *z, double n, double read, double on_host);
double host_read_s(struct sz *z, const struct layout *l, double bytes);
double host_prefill_s(struct sz *z, double input, double on_host);
struct found;
void host_judge(struct sz *z, const struct found *w, struct sizing *out);

/* --- decoding with a draft (speculate.c) -------------------------------------------------------
 */
void draft_open(struct sz *z);
double draft_share(double a, double k);
double draft_yield(const struct sz *z);
double draft_rows(const struct sz *z);
double draft_kv_bytes(const struct sz *z, double tokens);
double draft_read_bytes(const struct sz *z, double n);

/* flops_fwd_token: FLOP of a forward pass, attention in the mean over the context */
double flops_fwd_token(const struct sz *z, double context);
double attention_flops_token(const struct sz *z, double context, bool causal);
double attention_flops(const struct dims *d, double context, bool causal);
double peak_flops(struct sz *z, const char *precision, const char **used);
/* rate_class: format by which factors are kept; the two 16-bit ones run at one rate */
const char *rate_class(const char *unit);

/* --- communication ---------------------------------------------------------------------------- */
enum collective { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, POINT_TO_POINT };
/* comm_s: seconds of a collective of `bytes` per card over n cards, `local` of which share a node:
 * rings enter a node once and so spread over the ports of its local members. Over one node the
 * link inside, else the network. UNKNOWN when the link is not known. */
double comm_s(struct sz *z, enum collective c, double bytes, double n, double local);
double link_bytes_s(struct sz *z);    /* bytes a second per card inside the node */
double network_bytes_s(struct sz *z); /* per card over the network */

/* --- search and answer ------------------------------------------------------------------------ */
struct found {
    struct layout layout;
    struct mem mem;
    struct step step;
    double on_host;         /* serving: share of the weights in host memory */
    double score;           /* of the search, smaller is better */
    bool fits, tight, any;
};
void search_train(struct sz *z, bool sharded, struct found *out);
void search_serve(struct sz *z, double users, struct found *out);
double serve_users(const struct sz *z);
double serve_tokens(const struct sz *z);

void explain_memory(struct sz *z, const struct found *w, struct trace *t);
void explain_training(struct sz *z, const struct found *w, const struct sizing *s,
                      struct trace *t);
void explain_serving(struct sz *z, const struct found *w, const struct serve_speed *v,
                     const struct sizing *s, struct trace *t);
void explain_pictures(struct sz *z, const struct found *w, const struct sizing *s,
                      struct trace *t);

#endif
