/*
 * doctor.h - a list of things looked at, each good, worth a note or at fault; as text or JSON.
 * Of `dlrig doctor` and `dlrig catalog doctor`.
 */
#ifndef COMMANDS_DOCTOR_H
#define COMMANDS_DOCTOR_H

#include "commands/run.h"

#define ITEMS_MAX 200

enum state { STATE_OK, STATE_NOTE, STATE_FAULT };

struct item {
    const char *id; /* key in JSON */
    enum msg_id label;
    const char *value; /* NULL: unknown */
    enum state state;
    const char *what; /* text of a note or fault, NULL */
};

struct report {
    struct run *r;
    struct item item[ITEMS_MAX];
    size_t n;
    bool fault;
};

/* report_new: in the arena of the run; NULL when there is no memory. */
struct report *report_new(struct run *r);
void report_add(struct report *d, const char *id, enum msg_id label, const char *value,
                enum state state, const char *what);
/* Texts in the arena of the run. */
const char *report_textf(struct report *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
const char *report_msg(struct report *d, const struct msg *m);
const char *report_error(struct report *d, const struct err_info *e);
/* report_write: in the format of the run; the exit code is 1 with any fault. good, bad: the last
 * line of the text. */
void report_write(struct report *d, enum msg_id good, enum msg_id bad);

#endif
