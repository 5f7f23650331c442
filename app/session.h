/*
 * session.h - what was asked and answered, kept over a quit, a dropped line or a crash. A plan file
 * (dlrig.job/1) in the state folder: session.json, beside it a lock. A second dlrig at the same
 * time finds the lock taken and keeps session-2.json, and so on: nobody writes over the other.
 *
 * A file that cannot be read is moved aside to <name>.damaged and told, never overwritten.
 */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include <stdbool.h>

#include "app/model.h"
#include "base/err.h"

struct session {
    char path[640]; /* "" = no place to write; then saving does nothing */
    int lock;       /* held lock, -1 none */
    int number;     /* 1, 2, ... */
    bool found;     /* a session was read */
};

/* session_open: takes the first free name in dir (made if need be). Never fails: without a place
 * path stays empty and *e says why. */
void session_open(struct session *s, const char *dir, struct err_info *e);
void session_close(struct session *s);

/* session_load: fills *out when there is a session. A damaged one is moved aside: false, *e says
 * so. false with e->code OK: there is none. */
bool session_load(struct session *s, struct arena *scratch, struct doc *out, struct err_info *e);

/* session_start_over: a session begun with answers of its own leaves the saved one beside it as
 * <name>.before instead of writing over it. true when there was one. */
bool session_start_over(const struct session *s);

/* session_aside: moves a session that reads but no longer holds (the catalog has moved on) to
 * <name>.damaged, so that it is not written over. *e says so. */
void session_aside(struct session *s, struct err_info *e);

/* session_write: the document as a plan file. replace false: ERR_EXISTS when it is there. */
enum err session_write(const char *path, const struct ui *m, bool replace, struct err_info *e);

/* session_save: the document as it stands, whole or not at all. */
enum err session_save(const struct session *s, const struct ui *m, struct err_info *e);

#endif
