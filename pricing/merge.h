/*
 * merge.h - what came and what was there, brought together in the order of their keys: the rows of
 * the pile are believed or not, the price file is written. Neither side is ever held in memory.
 */
#ifndef PRICING_MERGE_H
#define PRICING_MERGE_H

#include "pricing/judge.h"
#include "pricing/pile.h"
#include "pricing/store.h"

#define MERGE_FEEDS 128

enum merge_how {
    MERGE_KEPT,  /* not heard of in this run: its rows stay */
    MERGE_ANEW,  /* its rows are those of its batch */
    MERGE_DATED, /* as before, known to hold today: rows of the day it was fetched on get today's */
};

struct merge_feed {
    const char *name;
    enum merge_how how;
    int batch;                   /* of the pile, MERGE_ANEW */
    char old_day[11], today[11]; /* MERGE_DATED */
    struct judge_counts counts;  /* filled */
};

struct merge {
    struct pile *pile;
    struct store *store;
    struct judge *judge;
    struct merge_feed *feed;
    size_t feed_n;
    /* told of each row that is not simply taken; may be NULL */
    void (*held)(void *ctx, const struct merge_feed *feed, const struct verdict *v);
    void *ctx;
};

/* merge_run: all rows. Counts are set anew. Errors of the pile and of the store. */
enum err merge_run(struct merge *m, struct err_info *e);

#endif
