/*
 * result.h - the whole answer of one engine run. const for everyone but the engine; lives in the
 * arena it was made in. Views and exports read it and nothing else.
 */
#ifndef ENGINE_RESULT_H
#define ENGINE_RESULT_H

#include "base/date.h"
#include "engine/build/build.h"
#include "engine/cost/carbon.h"
#include "engine/cost/cost.h"
#include "engine/cost/outlook.h"
#include "engine/cost/score.h"
#include "engine/facts.h"
#include "engine/job/job.h"
#include "engine/rules/rules.h"
#include "engine/sizing/sizing.h"

/* Own machines for the base of the load, rented ones for its peaks. */
struct hybrid {
    int own_machines, machines; /* bought; needed at the peak */
    double *hours;              /* a year in which each of `machines` is needed, falling */
    double least_hours;         /* from which one more own machine pays */
    double own_hours_year, rent_hours_year; /* machine hours of either side */
    const struct offer *burst;  /* that takes the rest */
    int burst_machines;         /* of it at the peak */
    bool dearer;                /* of a share: owning all of it costs less */
    double share;               /* of the work that must stay; 0: a load with peaks */
};

struct plan {
    char id[64]; /* stable: kind-provider-instance-region or own-card-count */
    int rank;    /* 1-based */
    enum price_kind kind;
    struct msg title, reason;
    bool pareto;
    bool meets;        /* deadline, data rule, budget, users: all met */
    struct msg misses; /* which is not met, MSG_NONE */
    struct msg would;  /* the wish that this machine would meet in its place, MSG_NONE */
    double missed_by;  /* factor, 1 when met, INFINITY when it cannot be told */
    const struct accel *accel;
    int per_node, nodes;
    const struct offer *offer; /* NULL for own and hybrid */
    const struct hybrid *hybrid; /* NULL unless kind is KIND_HYBRID */
    int machines;              /* rented machines; own: bom.machines */
    int copies;                /* of the job on them, each whole: data parallel beside the layout */
    struct sizing sizing;
    struct bom bom; /* rent: one service line (plus cluster lines) */
    struct cost cost;
    double bridge_month; /* own: rent a month until it stands; UNKNOWN: not bridged */
    struct carbon carbon;
    struct finding *finding;
    size_t finding_n;
    int errors, warnings, advices, unknowns;
    struct trace trace;
    int old_card_years; /* own: age of cards that are no longer made; 0 of all others */
    int32_t price_age_days; /* of the price that carries the plan, -1 unknown */
};

/* plan_pace: what a plan takes, less is better: hours of a run; serving: milliseconds that one
 * request waits for a token. UNKNOWN where it is not known. */
double plan_pace(const struct job *job, const struct plan *x);

/* What to buy or set next on the machine at hand, best first. */
struct next_step {
    struct msg what;
    double cost; /* in the job's currency; 0: nothing to buy; UNKNOWN: a part has no price */
    enum verdict verdict; /* of the job afterwards */
    double speed_ratio;   /* against now; UNKNOWN when it does not run now */
    bool mends;           /* the job fits afterwards, or a limit is kept that was not */
    struct shape shape;   /* the machine afterwards */
};
#define NEXT_STEPS_MAX 6

struct verdict_block {
    enum { VERDICT_OF_NONE, VERDICT_OF_HAVE, VERDICT_OF_GPU, VERDICT_OF_PLAN } of;
    enum verdict word;
    bool short_of_wishes; /* of a plan: it holds the job, the reason is the wish that it misses */
    struct msg reason;
    struct msg smallest_change; /* MSG_NONE when it fits */
    struct change *change;
    size_t change_n;
    struct next_step *step; /* VERDICT_OF_HAVE */
    size_t step_n;
    struct sizing sizing; /* of the judged machine */
    struct shape shape;
    struct finding *finding;
    size_t finding_n; /* on the judged machine (have / gpu) */
};

struct need {
    double flops_per_run, dataset_gb, host_ram_gb, network_gbps, storage_gbs;
    const struct accel *smallest;
    int smallest_count; /* NULL: nothing holds it */
    const struct accel *lora_card; /* beside full fine-tuning: one rented card; NULL: none */
    double lora_cost_per_run, lora_gib;
};

struct decision {
    const struct plan *choice; /* NULL: too close, or no plan */
    bool too_close;
    struct own_vs_rent ovr; /* best own against best rent; UNKNOWN fields if one is missing */
    const struct outlook *outlook; /* of that pair: what moves the answer; NULL without a pair */
    struct score score;            /* of that pair, points for owning and renting; n 0: no pair */
    struct msg text;
    struct msg why; /* why no own machine stands beside the rental; MSG_NONE where it is not told */
};

struct result {
    struct moment now;
    int32_t as_of_days;
    const struct facts *facts;
    const struct prices *prices;
    struct answers answers;
    struct job job;
    struct edits edits;
    struct need need;
    struct verdict_block verdict;
    struct plan *plan;
    size_t plan_n;           /* in rank order */
    int chosen;              /* index or -1 */
    int best_own, best_rent; /* indices or -1: the first of its side, or the one taken by hand */
    struct decision decision;
    const struct fx_rate *fx[8];
    int fx_n;                                        /* rates that were used */
    size_t shapes_sized, offers_seen, offers_hidden; /* counters for benches and notes */
    bool failed;                                     /* out of memory: everything above is void */
};

/* engine_run: the pure function of the program. answers must resolve (job_resolve), else the error
 * is returned in *e and the result is NULL. plan limit: top (0 = 12). chosen_id: plan the user
 * chose, "" or NULL = the engine's choice. kinds: bit mask of enum price_kind, 0 = all. */
struct policy;
struct engine_options {
    int top;
    unsigned kinds;
    const char *chosen_id;
    const struct edits *edits;
    const struct build_tables *tables; /* of these facts and this currency, else the run
                                          makes its own, as without any */
    bool no_trace; /* preview: skip traces */
    const struct policy *policy; /* of the enterprise; NULL: none */
};
const struct result *engine_run(const struct answers *a, const struct facts *f,
                                const struct prices *p, struct moment now,
                                const struct engine_options *o, struct arena *arena,
                                struct err_info *e);

/* --- size: one or several given cards; table: no card; fits: models for a machine ------------- */
struct size_item {
    struct shape shape;
    struct sizing sizing;
    double power_w; /* of the cards */
    struct change *change;
    size_t change_n;
    struct finding *finding;
    size_t finding_n;
    struct trace trace;
    bool count_found; /* no count was given: the smallest that holds the job */
};
struct size_row { /* table of methods and formats for one model */
    enum task task;
    enum method method;
    const struct num_format *weights;
    double context;
    struct band gib; /* whole model on one (imaginary, large enough) card */
    const struct accel *smallest;
    int smallest_count;
    enum verdict verdict;
};
struct size_result {
    struct job job;
    struct verdict_block verdict;
    struct size_item *item;
    size_t item_n;
    struct size_row *row;
    size_t row_n;
    bool failed;
};
const struct size_result *engine_size(const struct answers *a, const struct facts *f,
                                      const struct prices *p, struct moment now,
                                      struct arena *arena, struct err_info *e);

/* size_whole_gib: memory of the whole job on one card that is large enough: smallest batch and full
 * recomputation unless told. The table and the wizard's choices show it. */
struct band size_whole_gib(const struct job *job, const struct facts *f);

struct fits_row {
    const struct model *model;
    enum task task;
    enum method method;
    const struct num_format *weights;
    double context_max;
    struct sizing sizing;
};
struct fits_result {
    struct job job;
    struct shape shape;
    struct fits_row *row;
    size_t row_n;
    size_t hidden; /* rows that do not fit */
    bool failed;
};
const struct fits_result *engine_fits(const struct answers *a, const struct facts *f,
                                      struct arena *arena, struct err_info *e);

#endif
