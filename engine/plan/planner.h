/*
 * planner.h - private to engine/plan: the working state of one engine_run().
 *
 * The road: candidates (offers, own machines) -> shapes sized once each -> costs -> findings ->
 * rank. Sizing knows nothing of offers; cost and rules know nothing of ranking.
 */
#ifndef ENGINE_PLAN_PLANNER_H
#define ENGINE_PLAN_PLANNER_H

#include "engine/result.h"

/* A wish that a machine does not meet: by what factor, and what the wish would have to be. */
struct miss {
    struct msg why, change; /* MSG_NONE when every wish is met */
    double by;              /* 1: met; INFINITY: cannot be told or does not run at all */
};

/* A shape and what the job needs on it. `replicas` > 1: that many independent machines share the
 * load of a server; the sizing is that of one of them, with rates and users of all. */
struct sized {
    struct shape key;   /* as asked, one node */
    struct shape shape; /* as sized, perhaps more nodes */
    struct sizing sizing;
    int replicas;
    bool meets; /* fits, and keeps deadline, month and load */
    struct miss miss;
    bool used; /* sized, not just made */
};

struct planner {
    struct result *r;
    const struct engine_options *opt;
    unsigned asked; /* kinds that may stand in the list; opt->kinds holds those that are costed */
    struct arena *arena;
    const struct build_tables *tables;
    struct sizer *sizer;
    struct sized **table; /* open addressing, table_n a power of two; NULL = free */
    size_t table_n, table_used;
    struct plan **cand; /* candidates that were costed */
    size_t cand_n, cand_max;
    bool full; /* table or candidates full: a limit of ours, noted */
    int limits;          /* searches for a power limit so far */
    struct msg no_build; /* why the first own machine that holds the job cannot be built */
};

bool planner_accel_allowed(const struct job *job, const struct accel *a);
bool planner_count_allowed(const struct job *job, const struct accel *a, int per_node);
bool planner_offer_allowed(const struct job *job, const struct facts *f, const struct offer *o);

/* planner_check_regions: every region that the job names must be one of some offer. ERR_USAGE with
 * the nearest names. */
enum err planner_check_regions(const struct job *job, const struct prices *p, struct err_info *e);

/* planner_size: the entry for a shape, growing nodes or replicas until the job's demand is met or
 * the limit is reached. NULL when the table is full. */
const struct sized *planner_size(struct planner *p, const struct shape *one_node, bool may_grow);

/* planner_blank: an empty plan to be filled; it becomes a candidate by cand_n++. NULL when there is
 * no room for another. */
struct plan *planner_blank(struct planner *p);

/* planner_size_shape: the sizing of one shape as a plan would run it. */
void planner_size_shape(struct planner *p, const struct job *job, const struct shape *s,
                        struct trace *t, struct sizing *out);

/* planner_tool: the tool of a card's driver as an argument; the word for unknown where nobody told
 * it. */
struct msg_arg planner_tool(const struct facts *f, const struct accel *a);

/* planner_offer_shape: one machine of an offer. */
struct shape planner_offer_shape(const struct facts *f, const struct offer *o);
void planner_rent(struct planner *p);    /* adds rent candidates */
void planner_own(struct planner *p);     /* adds own candidates */
void planner_bridge(struct planner *p);  /* the cloud until own machines stand */
void planner_hybrid(struct planner *p);  /* own base, rented peaks; after own and rent */
double planner_own_hours(const struct hybrid *h); /* a day, of each bought machine */
struct msg planner_hybrid_reason(const struct hybrid *h);
void planner_beside(struct planner *p);  /* the cheaper answer beside the asked one */
/* planner_miss_step: how far off a missed wish is, in steps of a tenth. */
int planner_miss_step(double by);

void planner_rank(struct planner *p);    /* findings, order, Pareto, choice, decision */
void planner_decide(struct planner *p);  /* own or rent; needs the plans in rank order */
/* planner_usable: runs the job, meets every wish, has a total and no error. */
bool planner_usable(const struct plan *x);
void planner_verdict(struct planner *p); /* the first line of the answer */

/* planner_share: a part of the data must stay on site: the best mixture of own machines for it and
 * a rental for the rest joins the list, and what is only rented does not do. */
void planner_share(struct planner *p);

/* planner_edits: what was put in by hand on every own plan: all of it where no plan is chosen. */
void planner_edits(const struct planner *p, struct edits *out);

/* planner_node_limit: machines as one trainer that are tried at most. */
int planner_node_limit(const struct job *job);

/* Power limits of the cards (limit.c). planner_limit_share: speed left at a share of the full
 * power; 1 at 1. planner_limit_apply: the sizing at that share. planner_limit_build: the machine at
 * the highest limit with which the rules let it be built, *w gets the limit; false: at no limit. */
bool planner_can_limit(const struct accel *a);
struct band planner_limit_share(const struct job *job, const struct facts *f, double share);
void planner_limit_apply(const struct job *job, const struct facts *f, double share,
                         struct sizing *z);
void planner_limit_trace(const struct facts *f, const struct accel *a, double limit_w,
                         const struct sizing *z, struct trace *t);
bool planner_limit_build(struct planner *p, struct build_wish *w, struct bom *out);

/* planner_by_memory: a job that is not modelled cannot tell cards apart but by what they hold: of
 * machines with as many cards of as much memory the cheapest stays. Not where cards were named:
 * they are compared. */
bool planner_by_memory(const struct job *job);
/* What the demand of a job says of a sizing: true, or false with the wish missed by most. */
bool planner_meets(const struct job *job, const struct sizing *z, struct miss *m);

/* The cheapest price of one hour of `count` cards of a kind, any provider that the job allows, in
 * the job's currency; UNKNOWN when nobody offers it. *o gets the offer (NULL allowed). */
double planner_hour_price(const struct planner *p, const struct accel *a, int count,
                          const struct offer **o);

#endif
