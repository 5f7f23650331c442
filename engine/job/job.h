/*
 * job.h - what the user wants: answers to one table of questions, and the job they resolve to.
 *
 * The table (questions.def) serves the wizard, the plain dialogue, the flags, the plan file and
 * the documentation. Answers are plain values, copied freely (undo, preview). job_resolve() turns
 * them into typed fields, fills defaults (which may depend on earlier answers), and refuses
 * contradictions with a reason.
 */
#ifndef ENGINE_JOB_JOB_H
#define ENGINE_JOB_JOB_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/num.h"
#include "base/str.h"
#include "engine/cost/load.h"
#include "engine/facts.h"

enum question_id { /* one per row of questions.def, names as the flags: Q_TASK, Q_LORA_RANK ... */
#define QUESTION(ID, ...) Q_##ID,
#include "engine/job/questions.def"
#undef QUESTION
    Q_COUNT
};

enum answer_type { ANSWER_CHOICE, ANSWER_QUANTITY, ANSWER_TEXT, ANSWER_LIST, ANSWER_YESNO };
enum answer_from { FROM_DEFAULT, FROM_GIVEN, FROM_DERIVED };

struct job;

struct choice {
    const char *word;      /* as in flags and files */
    enum msg_id label, hint;
};

struct question {
    enum question_id id;
    const char *name;      /* "lora-rank" */
    int step;              /* wizard step 1..6; 0 = only as flag or second level */
    enum answer_type type;
    enum num_unit unit;    /* for ANSWER_QUANTITY */
    double min, max;       /* inclusive, in the unit's base */
    const struct choice *choices; /* NULL-word ended; for CHOICE and LIST of closed words */
    enum msg_id label;     /* a word or two: "Context" */
    enum msg_id ask;       /* the question: "How long is the context, in tokens?" */
    enum msg_id why;       /* why it is asked and how the answer is used */
    bool (*visible)(const struct job *job); /* NULL: always */
};

const struct question *question_get(enum question_id id);
const struct question *question_find(const char *name); /* NULL when unknown */
/* question_example: a value that a user could type ("4k", "50M", "lora"). */
const char *question_example(const struct question *q);
/* question_unit: unit of JSON numbers: "tokens", "B", "h"; "" when there is none. Money: the
 * currency stands there instead. */
const char *question_unit(const struct question *q);
/* question_nearest: up to n names near a mistyped one, best first; returns how many. */
size_t question_nearest(const char *name, const char **out, size_t n);
/* choice_index: place of a word (or a synonym, any case) in a table; -1 when it is not there. */
int choice_index(const struct choice *table, const char *word);

#define ANSWER_TEXT_MAX 256
struct answer {
    enum answer_from from;
    bool set;                   /* false: default applies */
    double num;                 /* quantities, in the base of the unit; else UNKNOWN */
    char currency[4];           /* budgets */
    char text[ANSWER_TEXT_MAX]; /* as given: the word, list, path or the quantity as typed */
};
struct answers {
    struct answer a[Q_COUNT];
};

void answers_init(struct answers *a); /* nothing set */
/* answers_set: parses and range-checks text for the question. ERR_USAGE with a message naming the
 * question, the value and what is allowed; *a unchanged then. */
enum err answers_set(struct answers *a, enum question_id id, const char *text,
                     enum answer_from from, struct err_info *e);
/* answers_set_number: as answers_set with a number in the base of the unit; currency only for
 * money, else NULL. */
enum err answers_set_number(struct answers *a, enum question_id id, double x, const char *currency,
                            enum answer_from from, struct err_info *e);
/* A given answer that changes or goes also clears stored defaults and derived values (of a plan
 * file), because they may hang on it. */
void answers_clear(struct answers *a, enum question_id id);
/* answers_text: canonical text of a quantity, reads back as the same number: 4096 -> "4k". */
void answers_text(struct str *out, const struct question *q, double x, const char *currency);

/* --- resolved job ----------------------------------------------------------------------------- */
enum task { TASK_LEARN, TASK_TRAIN_VISION, TASK_TRAIN_DIFFUSION, TASK_TRAIN_SPEECH,
            TASK_TRAIN_RECSYS, TASK_GENERATE_MEDIA, TASK_FINETUNE, TASK_PRETRAIN, TASK_SERVE,
            TASK_BATCH_INFERENCE, TASK_HPC, TASK_OTHER, TASK_COUNT };
enum method { METHOD_FULL, METHOD_LORA, METHOD_QLORA, METHOD_COUNT };
enum where { WHERE_ANY, WHERE_CLOUD, WHERE_OWN };
enum place { PLACE_DESK, PLACE_OFFICE, PLACE_SERVER_ROOM, PLACE_COLO };
enum buyer { BUYER_PERSON, BUYER_STARTUP, BUYER_LAB, BUYER_ENTERPRISE, BUYER_STATE };
enum recompute { RECOMPUTE_NONE, RECOMPUTE_SELECTIVE, RECOMPUTE_FULL };
enum sharding { SHARD_NONE, SHARD_ZERO1, SHARD_ZERO2, SHARD_ZERO3 /* = FSDP */ };
enum offload { OFFLOAD_NONE, OFFLOAD_CPU, OFFLOAD_NVME, OFFLOAD_EXPERTS };
enum optimizer { OPT_ADAMW, OPT_ADAMW_8BIT, OPT_ADAMW_BF16, OPT_ADAFACTOR, OPT_SGD, OPT_SGDM,
                 OPT_LION, OPT_MUON, OPT_COUNT };
/* What proposes tokens for the model to check: another model, or a head of one layer on the model
 * (EAGLE, the prediction module that some models are published with). */
enum draft { DRAFT_NONE, DRAFT_MODEL, DRAFT_EAGLE, DRAFT_MTP };
enum need_bit { NEED_RT = 1, NEED_FP64 = 2, NEED_BF16 = 4, NEED_FP8 = 8, NEED_P2P = 16,
                NEED_ECC = 32, NEED_CUDA = 64, NEED_DISPLAY = 128 };

struct num_format { /* number format of weights, KV cache, compute: table in job/formats.c */
    const char *id;             /* bf16, fp8, int4, gptq-int4, nf4, q4_k_m, mxfp4 ... */
    double body_bits, embedding_bits; /* bits per weight of matrices, of embeddings and head */
    const char *compute;        /* precision that computes: fp32 tf32 bf16 fp16 fp8 fp4 int8 */
    const char *source;
};
const struct num_format *num_format_find(const char *id); /* any case; NULL when unknown */
bool num_format_is_gguf(const struct num_format *fmt);    /* a format of llama.cpp */

struct card_group { const struct accel *accel; int count; }; /* count 0: not given */
#define CARD_GROUPS 8
struct hardware { /* a machine at hand, or the cards named by --gpu */
    struct card_group group[CARD_GROUPS];
    int n;
    double ram_gb, ram_channels_gbs; /* host memory and its bandwidth, UNKNOWN if not given */
    bool ram_channels_guessed;       /* one channel a module, up to eight: no board or CPU told */
    double psu_w;
    double slot_gen, slot_lanes;     /* PCIe of the slots that the cards are in; UNKNOWN */
    const struct platform *platform; /* NULL unknown */
    const struct cpu *cpu;
    const char *text;                /* as given */
};

struct policy;
struct job {
    enum task task;
    const struct model *model;       /* NULL: the task has none; 13B etc. are synthesised */
    enum method method;
    bool training;                   /* learn, train-*, finetune, pretrain */
    bool serving;                    /* serve, batch-inference, generate-media */
    const struct num_format *precision; /* compute */
    const struct num_format *weights;   /* stored weights */
    const struct num_format *kv;
    enum optimizer optimizer;
    double lora_rank;
    enum recompute recompute;        /* wish; recompute_given: the planner may not choose */
    bool recompute_given;
    bool fused_loss;                 /* it works through parts of the logits (Liger, CCE) */
    double state_bytes;              /* of the optimizer, a parameter; 0: as the optimizer has */
    bool ran;                        /* a published run: the micro batch that it states did fit */
    enum sharding sharding;
    bool sharding_given;             /* --sharding or a trainer that shards */
    enum offload offload;
    const struct engine_row *engine; /* serving engine or trainer; never NULL after resolve */
    enum draft drafts;
    const struct model *draft;       /* with DRAFT_MODEL */
    double draft_tokens;             /* proposed a step; UNKNOWN: usual */
    double draft_acceptance;         /* share of them that is kept; UNKNOWN: usual */
    double context, micro_batch, global_batch; /* micro/global UNKNOWN: planner chooses */
    double image_size, frames, clip_seconds;
    bool attention_dp;    /* each card keeps the cache of its own requests, experts are spread */
    double host_share;    /* of the weights that is kept in host memory; 0: what must be */
    double denoise_steps; /* of one picture or clip; UNKNOWN: the usual number of the model */
    /* of one run; UNKNOWN where the task has none */
    double tokens, samples, epochs, data_bytes, archive_bytes;
    double runs_per_month;           /* UNKNOWN when not known: hours a day counts */
    double deadline_h;               /* UNKNOWN: none */
    double users, rps, seats, peak_share, input_len, output_len, ttft_s, tps;
    enum where where;
    bool data_stays;
    double stays_share;              /* of the work, whose data must stay; 0: none, 1: all */
    const char *country;             /* region code */
    const struct region *region;     /* tariff row; NULL unknown */
    enum place place;
    double volts, amps, noise_db;    /* UNKNOWN amps: default of the country */
    double rack_units;               /* free for all machines; UNKNOWN: any */
    enum buyer buyer;
    bool any_vendor;                 /* else: vendors / domestic below */
    bool domestic_only;
    const char *vendors, *providers, *regions; /* comma lists or NULL */
    bool engine_decides; /* only cards that the engine runs on as it comes are planned */
    double network_gbps;             /* between own machines, UNKNOWN: not given */
    bool network_ib; /* InfiniBand, with cards and switches for it */
    bool network_rdma;
    double budget, budget_month;     /* in budget_currency / currency; UNKNOWN: none */
    const char *budget_currency, *budget_month_currency;
    double hours_per_day, months, discount_rate;
    struct duty load;                /* units by hours of a day; n = 0: even over hours_per_day */
    double staff_fte;                /* administrators of own machines; UNKNOWN: by default */
    const char *currency;
    unsigned needs;                  /* enum need_bit */
    bool interruptible;
    double quantity;
    bool gross;                      /* prices with tax */
    double profit_tax;               /* rate by which costs lower the tax on profit; 0: left out */
    bool nvaie;                      /* NVIDIA AI Enterprise on every card of NVIDIA */
    bool support_always;             /* help at all hours */
    int sensitivity;                 /* of the data: none, internal, confidential; -1 untold */
    int technology;                  /* 0 stable, 1 the newest card soon; -1 untold */
    enum tri fabric;                 /* can a fabric between machines be built and run? */
    bool new_only, used_only;
    int nodes_max;                   /* 0 = planner's limit */
    struct hardware gpu;             /* --gpu: only these */
    struct hardware have;            /* --have */
    int tp, pp, dp, ep, cp, nodes;   /* layout wishes of `size`; 0 = free */
    enum answer_from from[Q_COUNT];  /* where each value came from */
    char shown[Q_COUNT][64];         /* canonical text for screens ("" = none; long ones cut) */
    const char *text[Q_COUNT];       /* the same in full; NULL = none */
    double value[Q_COUNT];           /* quantities in the base of the unit, else UNKNOWN */
    const struct policy *policy;     /* of the enterprise; NULL: none; job_resolve sets none */
};

/* job_resolve: answers -> job. `now` is not needed: no default depends on the day. Errors:
 * ERR_USAGE with the reason for unknown names and contradictions (never half a job). */
enum err job_resolve(const struct answers *a, const struct facts *f, struct arena *arena,
                     struct job *out, struct err_info *e);

/* hardware_parse: "ID", "IDxN", "2xID", "A+B" (have), "A,B" (gpu), and for have also
 * "gpu=..,ram=8x64@4800,psu=1400,pcie=4x16,board=..,cpu=..". */
enum hardware_form { HARDWARE_GPU, HARDWARE_HAVE };
enum err hardware_parse(const char *text, enum hardware_form form, const struct facts *f,
                        struct arena *arena, struct hardware *out, struct err_info *e);

/* job_sample_bytes: bytes of one sample of the data set as it is stored; from the size of the set
 * where both are told, else what is usual for the kind of model. */
double job_sample_bytes(const struct job *j);

const char *task_word(enum task t);
const char *method_word(enum method m);
const char *sharding_word(enum sharding s);
const char *recompute_word(enum recompute r);
const char *offload_word(enum offload o);
const char *optimizer_word(enum optimizer o);

#endif
