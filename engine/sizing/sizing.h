/*
 * sizing.h - what a job needs on a shape: memory per device, speed, traffic.
 *
 * A shape is cards x nodes x links; offers and own builds share shapes, so each is sized once a
 * recompute. Every figure is low / typical / high. Pure: reads job and facts, writes the result.
 */
#ifndef ENGINE_SIZING_SIZING_H
#define ENGINE_SIZING_SIZING_H

#include "base/arena.h"
#include "base/msg.h"
#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/trace.h"

struct band {
    double low, typical, high;
};

enum verdict {
    VERDICT_UNKNOWN,
    VERDICT_FITS,
    VERDICT_TIGHT,
    VERDICT_DOES_NOT_FIT,
    VERDICT_DEPENDS,
    VERDICT_NOT_MODELLED,
    VERDICT_NOT_VALIDATED
};
const char *verdict_word(enum verdict v); /* "fits" "tight" "does-not-fit" "depends" ... */

/* What stands behind the figures: published rows, or the first thing that has none. */
enum basis {
    BASIS_UNTOLD, /* nothing was sized */
    BASIS_MEASURED,
    BASIS_NO_FORM,  /* the architecture of the config.json is not known */
    BASIS_NO_CLASS, /* fewer than three rows of this class of model */
    BASIS_NO_SHAPE, /* only the number of parameters is known: the layers are guessed */
    BASIS_NO_CARD,  /* no rate measured on this class of card (serving: nor with this engine) */
    BASIS_NO_FACTOR /* a factor of the formula has no row at all */
};

struct shape {
    const struct accel *accel;
    int per_node, nodes;
    double link_gbs;   /* one direction per card inside the node; UNKNOWN = from the card */
    bool link_is_pcie; /* no GPU link in use */
    double net_gbps;   /* per node; UNKNOWN */
    enum tri rdma;
    double host_ram_gb;  /* of the node; UNKNOWN */
    double host_ram_gbs; /* host memory bandwidth; UNKNOWN */
    bool host_channels_guessed; /* from the number of modules alone */
    double host_cores;
    bool mixed;              /* several kinds of card (have): accel is the smallest one */
    double mixed_usable_gib; /* sum over the cards when mixed */
};

struct layout {
    int tp, pp, dp, ep, cp;
    enum sharding sharding;
    enum recompute recompute;
    enum offload offload;
    double micro_batch, grad_accum, global_batch;
    double kept; /* with full recomputation: share of the layers that keep theirs, 0..1 */
};

enum mem_line_id {
    MEM_WEIGHTS,
    MEM_GRADIENTS,
    MEM_OPTIMIZER,
    MEM_ACTIVATIONS,
    MEM_LOGITS,
    MEM_KV_CACHE,
    MEM_DRAFT, /* weights and cache of what proposes tokens */
    MEM_STATE,
    MEM_ADAPTER,
    MEM_GATHER,
    MEM_COMMUNICATION,
    MEM_WORKSPACE,
    MEM_GRAPHS,
    MEM_CONTEXT,
    MEM_OFFLOAD_BUFFER,
    MEM_LINES
};
const char *mem_line_word(enum mem_line_id id); /* "kv-cache" ... */

enum bound_by {
    BOUND_UNKNOWN,
    BOUND_COMPUTE,
    BOUND_MEMORY_BANDWIDTH,
    BOUND_COMMUNICATION,
    BOUND_LOADER,
    BOUND_HOST_MEMORY,
    BOUND_STORAGE, /* states on drives */
    BOUND_MEMORY_SIZE
};
const char *bound_word(enum bound_by b);
enum msg_id bound_msg(enum bound_by b); /* the same, for people */

struct sizing {
    enum verdict verdict;
    struct msg reason; /* one sentence with the figures */
    struct layout layout;
    struct layout sharded;      /* with VERDICT_DEPENDS: the layout that would fit */
    double line_gib[MEM_LINES]; /* typical, busiest card; 0 = none */
    struct band per_gpu_gib;
    double copy_gib; /* a plan that depends on sharding: what a full copy would take a card */
    double apart_gib; /* of typical: logits and a repeated layer, which are not there at once */
    double usable_gib;
    const char *speed_unit;    /* "tokens/s", "samples/s", "images/s" */
    struct band speed;         /* all requests, all cards */
    double per_user;           /* tokens/s for one request, UNKNOWN for training */
    struct band hours_per_run; /* UNKNOWN when no scale is given */
    double ttft_ms, tpot_ms;
    double draft_tokens, draft_acceptance; /* of decoding with a draft; UNKNOWN: without */
    double draft_yield;             /* tokens a pass of the model then gives a request */
    double draft_gain;              /* speed against the same without the draft */
    double prefill_tps;             /* prompt tokens a second of one request; UNKNOWN in training */
    double max_users, max_context, max_micro_batch;
    enum bound_by bound;
    double flops_per_run;
    double host_ram_need_gb;  /* per node */
    double drive_gb;          /* optimizer states on drives, per node; 0 without */
    double storage_need_gbs;  /* read, per machine */
    double network_need_gbps; /* per node; 0 on one node */
    double checkpoint_gb, dataset_gb;
    double comm_share; /* share of step time not hidden, 0..1 */
    double split_loss; /* share lost to the split without a GPU link, UNKNOWN if one card */
    bool users_met, tps_met, ttft_met, deadline_met; /* true when not asked */
    enum basis basis;
};

/* size_shape: sizes job on shape. t may be NULL. Never fails: what cannot be told is a verdict. */
void size_shape(const struct job *job, const struct facts *f, const struct shape *s,
                struct trace *t, struct sizing *out);

/* A sizer gives the same answers to many questions in a row; what neighbours share (the factors of
 * trainer and card, the dimensions of the model) it looks up once. The facts must not change
 * meanwhile. sizer_make: NULL when the arena is full. */
struct sizer;
struct sizer *sizer_make(struct arena *arena);
void sizer_shape(struct sizer *r, const struct job *job, const struct facts *f,
                 const struct shape *s, struct trace *t, struct sizing *out);

/* size_floor_gib: lower bound of the memory of one card over every layout of the shape (states
 * over all shards + one layer); a quick way to throw shapes out. */
double size_floor_gib(const struct job *job, const struct facts *f, const struct shape *s);

/* shape_of: the shape of `per_node` cards x nodes with the card's own link and PCIe. */
struct shape shape_of(const struct accel *a, int per_node, int nodes);
/* shape_in_slots: as shape_of, but cards in slots talk over PCIe: the bridges between them are no
 * part of a card and of no bill. */
struct shape shape_in_slots(const struct accel *a, int per_node, int nodes);
/* shape_slots: the slots that the cards are in have this PCIe generation and this many lanes; each
 * UNKNOWN where only the card is known. Cards behind a link of their own do not mind. */
void shape_slots(struct shape *s, double gen, double lanes);

/* A change that might make a job fit, in the order cheapest first. */
struct change {
    struct msg what;     /* "QLoRA instead of full", "micro batch 1", "2 cards with FSDP" */
    struct msg effect;   /* effect on the result */
    double speed_ratio;  /* against what was asked, UNKNOWN */
    double cost_per_run; /* in the job's currency; the planner fills it, UNKNOWN */
    struct job job;      /* the changed job */
    struct shape shape;  /* the changed shape */
    enum verdict verdict;
};
/* size_changes: up to max changes that make the job fit (or fit less tightly) on or near the
 * shape; returns how many. Order: recompute, smaller micro batch, 8-bit optimizer, LoRA, QLoRA /
 * quantise, shorter context, sharding over the cards at hand, more cards, a larger card. */
size_t size_changes(const struct job *job, const struct facts *f, const struct shape *s,
                    struct change *out, size_t max, struct arena *arena);

/* Model arithmetic that others need (rules, tables). Bytes; UNKNOWN when dimensions are missing. */
double model_weight_bytes(const struct model *m, const struct num_format *fmt);
double model_kv_bytes_per_token(const struct model *m, const struct num_format *fmt);
double model_kv_bytes(const struct model *m, const struct num_format *fmt, double tokens);
/* model_state_bytes: recurrent state of one sequence in fp32, part of model_kv_bytes; 0 = none */
double model_state_bytes(const struct model *m);
double accel_peak_tflops(const struct accel *a,
                         const char *precision); /* dense; 0 = no such unit */

#endif
