/*
 * desk.h - the model with a catalog under it and the engine behind it, without a terminal: keys go
 * in by name, effects are run as the loop would run them.
 */
#ifndef TESTS_UNIT_APP_DESK_H
#define TESTS_UNIT_APP_DESK_H

#include "app/keys.h"
#include "app/recompute.h"
#include "app/update.h"

struct desk {
    struct arena arena;
    struct facts facts;
    struct prices prices;
    struct ui m;
    struct runs runs;
    unsigned seen; /* effects since the last press */
    int quits;
};

bool desk_open(struct desk *d); /* false: no catalog was built */
void desk_close(struct desk *d);
/* desk_set_up, desk_tear_down: a desk for each test of a group; desk_at: it, or the test skips. */
int desk_set_up(void **state);
int desk_tear_down(void **state);
struct desk *desk_at(void **state);
void desk_event(struct desk *d, const struct event *e);
/* press: key names of keys.def separated by blanks; "Enter Down x". */
void press(struct desk *d, const char *keys);
void type(struct desk *d, const char *text); /* each character as a key */

#endif
