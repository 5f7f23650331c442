/*
 * feeds.h - the price lists that can be fetched, as a list to choose from: those of the config
 * first, then the known public feeds. What is chosen is what a refresh fetches, on the screen and
 * by `dlrig refresh` without names.
 *
 * The config decides where it names any: its own lists (list.NAME) are always chosen, and with a
 * line `use` the known feeds are those of that line. Else they are chosen on the screen and kept
 * among the tastes.
 */
#ifndef APP_FEEDS_H
#define APP_FEEDS_H

#include "app/config.h"
#include "app/tastes.h"
#include "base/arena.h"
#include "catalog/known_feed.h"

#define FEEDS_MAX 96

struct feed_line {
    const char *name;               /* of the config or of the table: lives as long as they do */
    const struct known_feed *known; /* NULL: a list of the user's own */
    bool chosen, fixed;             /* fixed: by the config, no key changes it */
    bool network;                   /* a connection is made for it */
    char fetched[21];               /* moment of the last fetch, "" never */
    double rows;                    /* that were stored then; UNKNOWN */
};

struct feeds {
    struct feed_line line[FEEDS_MAX];
    int n;
    unsigned switched;         /* times that one was chosen or let go */
    char unknown[TASTES_NAME]; /* was chosen once and is no known feed any more; "" none */
};

/* feeds_build: all of them; *c and *t must outlive nothing but the call, the names of *c excepted.
 * feeds_switch: false when the config decides. feeds_chosen: how many are.
 * feeds_keep: the choice into the tastes. */
void feeds_build(struct feeds *f, const struct config *c, const struct tastes *t);
bool feeds_switch(struct feeds *f, int at);
int feeds_chosen(const struct feeds *f);
void feeds_keep(const struct feeds *f, struct tastes *t);

/* feeds_fetched: when each was fetched and its rows, from the price file ("" or none there: never).
 * The arena is for the call. */
enum err feeds_fetched(struct feeds *f, const char *prices_path, struct arena *a,
                       struct err_info *e);

/* feed_holds: what a line brings. feed_size: its most bytes as a text, or that it is a file. */
enum msg_id feed_holds(const struct feed_line *x);
struct msg feed_size(const struct feed_line *x);
/* feed_age: days since its fetch, or never. */
struct msg feed_age(const struct feed_line *x, struct moment now);

#endif
