/* refresh_tell.h - what came of a refresh, as text. */
#ifndef COMMANDS_REFRESH_TELL_H
#define COMMANDS_REFRESH_TELL_H

#include "app/refresher.h"
#include "commands/run.h"

struct refresh_story { /* what is told at the end */
    struct refresh_event *event;
    size_t n, feeds, failed;
    bool ended, stored;
};

bool refresh_ends_feed(const struct refresh_event *x);
/* refresh_tell: each feed with its counts; rows that were held back by reason, a few of them one by
 * one. */
void refresh_tell(struct run *r, const struct refresh_story *s);
void refresh_line(struct str *out, enum lang lang, const char *indent, struct msg m);
/* refresh_held: a row that was not simply taken. */
struct msg refresh_held(double line, const char *what, enum judge_reason why, double price,
                        double expected, const char *currency);

#endif
