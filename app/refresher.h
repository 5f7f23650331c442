/*
 * refresher.h - dlrig-refresh as a child of this program: started, listened to, ended. The one way
 * to the network; the program itself opens no connection.
 *
 *     struct refresher x;
 *     if (refresher_start(&x, &ask, &e) == OK) {
 *         while (refresher_fill(&x))            (poll x.fd first when there is more to do)
 *             while (refresher_take(&x, &event)) ...
 *         code = refresher_end(&x);
 *     }
 */
#ifndef APP_REFRESHER_H
#define APP_REFRESHER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "app/context.h"
#include "app/tastes.h"
#include "base/str.h"
#include "catalog/price_file.h"

#define REFRESHER_LISTS 128

struct refresh_list {
    const char *name;
    const char *place; /* file or https address; NULL: a known feed, from its own addresses */
    bool allow_private;
};

struct refresh_ask {
    const struct context *ctx; /* catalog, folder of the price file, language, moment, --offline */
    struct refresh_list list[REFRESHER_LISTS];
    size_t n;
    bool dry_run, force;
    bool due; /* leave known feeds alone that were fetched a short time ago */
};

/* refresh_ask_chosen: all that the config names: lists of the user's own and feeds in use; where it
 * has no line `use`, the feeds chosen on the screen.
 * refresh_ask_known: a known feed, or all of a group; false: there is none of that name.
 * What does not fit any more is left out. */
void refresh_ask_chosen(struct refresh_ask *ask, const struct config *c, const struct tastes *t);
bool refresh_ask_known(struct refresh_ask *ask, const struct config *c, const char *name);

enum refresh_stage {
    REFRESH_OTHER, /* a line of a newer program: passed over */
    REFRESH_FETCH,
    REFRESH_JUDGE,
    REFRESH_HELD,
    REFRESH_DONE,
    REFRESH_FAILED,
    REFRESH_NOTE,
    REFRESH_SUMMARY,
    REFRESH_SAME,  /* its server says: as before */
    REFRESH_FRESH, /* not asked: fetched a short time ago */
    REFRESH_CLOCK  /* the server's clock and ours are far apart */
};

struct refresh_event { /* fields that the stage does not have are UNKNOWN or "" */
    enum refresh_stage stage;
    char feed[48], place[512], what[512], message[1024], currency[4];
    char since[21];
    double rates, bytes, pages, off_s, rows, passed, accepted, unchanged, merged, marked, unpriced,
        quarantined, refused;
    double line, price_hour, expected_hour;
    enum judge_reason reason;
    double by_reason[JUDGED_COUNT]; /* rows of a feed that is done */
    bool stored;
};

struct refresher {
    pid_t pid; /* 0: none runs */
    int fd;    /* readable when there is news */
    struct str buffer;
    size_t taken;
};

/* refresher_start: ERR_USAGE when the program is not there or does not start. */
enum err refresher_start(struct refresher *x, const struct refresh_ask *ask, struct err_info *e);
/* refresher_fill: reads what there is, waiting for it; false at the end. */
bool refresher_fill(struct refresher *x);
/* refresher_take: the next event of what was read; false when there is none. */
bool refresher_take(struct refresher *x, struct refresh_event *out);
/* refresher_end: waits for the child; its exit code, or 128 + signal. */
int refresher_end(struct refresher *x);
/* refresher_cancel: ends the child; nothing is changed in the price file. Then refresher_end. */
void refresher_cancel(struct refresher *x);

#endif
