/*
 * score.h - the reasons for owning and for renting beside each other: each line has its points, the
 * most it can have and the figure that it stands on. Positive points speak for owning. No hidden
 * weight: the sum over the lines in use, scaled to 100, is all there is.
 */
#ifndef ENGINE_COST_SCORE_H
#define ENGINE_COST_SCORE_H

#include <stdbool.h>

#include "base/msg.h"

enum score_id {
    SCORE_MONEY,     /* totals against each other */
    SCORE_CERTAINTY, /* of the draws in which owning is cheaper */
    SCORE_BUSY,      /* share of use against the one from which owning pays */
    SCORE_HORIZON,   /* months against twice the break-even */
    SCORE_SHAPE,     /* peak of the load against its mean */
    SCORE_DATA,      /* moved a month */
    SCORE_PEOPLE,    /* who looks after machines */
    SCORE_TEAM,      /* who buys */
    SCORE_SENSITIVE, /* how private the data are */
    SCORE_TECH,      /* how soon another card is wanted */
    SCORE_FABRIC,    /* a network between machines that cannot be built */
    SCORE_LINES
};
enum score_people { PEOPLE_UNKNOWN, PEOPLE_DEDICATED, PEOPLE_PART_TIME, PEOPLE_NOBODY };
enum score_team { TEAM_UNKNOWN, TEAM_SMALL, TEAM_LAB, TEAM_WITH_ROOM };

/* UNKNOWN leaves a line out, but for the two that say "never". */
struct score_in {
    double own, rent;             /* over the horizon */
    double p_own;                 /* 0..1 */
    double use, threshold;        /* shares; threshold UNKNOWN: owning never pays */
    double months, break_even;    /* break_even UNKNOWN: never */
    double peak_units, peak_mean; /* peak over mean; in use from two units on */
    double gb_month;              /* in and out */
    enum score_people people;
    bool home_pc; /* a PC at home wants little care */
    enum score_team team;
    int sensitivity; /* 0 none, 1 internal, 2 confidential; -1 untold */
    int technology;  /* 0 stable, 1 the newest card soon; -1 untold */
    int fabric;      /* of a job over several machines: 0 cannot be built, 1 can; -1 untold, or
                      * none is needed */
};
struct score_line {
    enum score_id id;
    double points, max, figure;
};
struct score {
    struct score_line line[SCORE_LINES];
    int n;
    double sum; /* -100..100 */
};
/* From 20 points on the sum speaks for owning, from -20 down for renting. */
#define SCORE_CLEAR 20.0

void score_make(const struct score_in *in, struct score *out);
const char *score_word(enum score_id id); /* "money" */
enum msg_id score_label(enum score_id id);
/* score_verdict: "own", "rent" or "close". */
const char *score_verdict(const struct score *s);

#endif
