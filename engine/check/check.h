/*
 * check.h - judges a machine that somebody else put together: its parts as one machine, all rules
 * over it, the job on it, a measured figure beside the expected band, and what to add next.
 *
 *     struct parts_list list;
 *     parts_read(text, len, "bill.md", NULL, arena, &list, e);
 *     parts_resolve(&list, facts, arena, e);
 *     const struct check_result *r = check_run(&answers, &list, prices, now, &opt, arena, e);
 */
#ifndef ENGINE_CHECK_CHECK_H
#define ENGINE_CHECK_CHECK_H

#include "engine/check/list.h"
#include "engine/check/policy.h"
#include "engine/result.h"

/* --- the machine ------------------------------------------------------------------------------ */
struct check_machine {
    struct hardware cards;    /* groups of cards, count of one machine; n 0: none in the list */
    const struct accel *card; /* the smallest one; its watts are the mean of a mixed machine's */
    int per_node, machines;
    bool no_platform; /* no line for board or server, or one that says nothing */
    bool no_cpu, no_memory, no_supply, no_case, server;
    double plug_amps, site_amps; /* of the plug, as the list tells it; of the socket */
    double wall_told_w;          /* rating of the whole machine by its maker; UNKNOWN */
    struct bom bom;
};
/* check_assemble: the lines as one machine (or several alike), as the builder would put them
 * together; facts: those of the list. card_limit_w: set for each card, UNKNOWN none. ERR_VALUE: no
 * line names a part. */
enum err check_assemble(const struct parts_list *list, const struct job *job, double card_limit_w,
                        struct arena *arena, struct check_machine *out, struct err_info *e);

/* --- a measured figure -------------------------------------------------------------------------
 */
enum measured_unit {
    MEASURED_TOKENS,      /* tokens a second of all requests */
    MEASURED_TOKENS_USER, /* of one request */
    MEASURED_STEPS,       /* steps or iterations a second */
    MEASURED_SAMPLES,     /* samples or images a second */
    MEASURED_HOURS,       /* of one run */
    MEASURED_GIB,         /* memory of one card */
    MEASURED_WATTS        /* at the wall */
};
struct measured {
    double value;
    enum measured_unit unit;
    const char *text; /* as typed */
};
/* measured_parse: "3.96tok/s", "12 it/s", "1.4s/step", "18h", "23.1GiB", "480W". ERR_USAGE. */
enum err measured_parse(const char *text, struct arena *arena, struct measured *out,
                        struct err_info *e);

enum measured_place { PLACE_UNKNOWN, PLACE_BELOW, PLACE_INSIDE, PLACE_ABOVE };
struct reason {
    const char *id;         /* "host-memory" */
    struct msg why, remedy; /* with the figures */
    double expected;        /* what the machine would show if it were so, in the measured unit;
                               UNKNOWN: cannot be computed */
    double factor;          /* measured / expected */
    bool matches;           /* within the scatter of such measurements */
};
#define REASONS_MAX 16
struct measured_result {
    bool given;
    struct measured m;
    struct band band;          /* expected, in the unit of the measurement */
    enum measured_place place; /* PLACE_UNKNOWN: nothing to compare with */
    double ratio;              /* measured / typical */
    bool from_host;            /* it does not fit the cards: the band is that of host memory */
    bool slow;                 /* worse than the band (below for rates, above for hours and GiB) */
    struct reason reason[REASONS_MAX]; /* likeliest first */
    int reason_n;
};
/* measured_arg: a figure in that unit for a text. */
struct msg_arg measured_arg(enum measured_unit unit, double x, struct arena *arena);
/* measured_judge: places the figure and ranks the reasons. s: the shape of the machine. */
void measured_judge(const struct measured *m, const struct job *job, const struct facts *f,
                    const struct shape *s, const struct sizing *z, const struct check_machine *x,
                    struct arena *arena, struct measured_result *out);

/* --- what to add next ------------------------------------------------------------------------ */
struct upgrade {
    struct msg what, effect;
    double cost;          /* in the job's currency; UNKNOWN */
    enum verdict verdict; /* of the job afterwards */
    double speed_ratio;   /* against now; UNKNOWN */
    bool mends;           /* an error, or makes the job fit */
};
#define UPGRADES_MAX 8
int check_upgrades(const struct check_machine *x, const struct job *job, const struct facts *f,
                   const struct shape *s, const struct sizing *z, const struct finding *finding,
                   size_t finding_n, bool job_given, struct arena *arena,
                   struct upgrade out[UPGRADES_MAX]);

/* --- all of it ------------------------------------------------------------------------------- */
struct check_options {
    const struct measured *measured; /* NULL: none */
    const struct policy *policy;     /* NULL: none */
};
struct check_result {
    struct job job;
    bool job_given; /* else the parts alone are judged */
    const struct parts_list *list;
    struct check_machine machine;
    struct verdict_block verdict;
    struct plan plan; /* the machine as an own plan: bill, sizing, cost, findings */
    struct need need;
    const struct plan *planned; /* that this bill was written from; NULL: no such */
    struct measured_result measured;
    struct upgrade upgrade[UPGRADES_MAX];
    int upgrade_n;
    int unknown_lines;
    bool failed;
};
const struct check_result *check_run(const struct answers *a, const struct parts_list *list,
                                     const struct prices *p, struct moment now,
                                     const struct check_options *o, struct arena *arena,
                                     struct err_info *e);

#endif
