/*
 * loop_parts.h - what the files of the loop share: the running program, and what it does in the
 * world beside drawing. For tui/loop*.c.
 */
#ifndef TUI_LOOP_PARTS_H
#define TUI_LOOP_PARTS_H

#include "app/plan_files.h"
#include "app/recompute.h"
#include "app/refresher.h"
#include "app/session.h"
#include "app/tastes.h"
#include "app/theme.h"
#include "app/update.h"
#include "tui/screen.h"

struct tui {
    struct context *c;
    struct ui m;
    struct runs r;
    struct session s;
    struct themes themes;
    struct tastes tastes; /* as saved, and what was switched since */
    struct ui_tastes {
        enum lang lang;
        int theme;
        bool mouse, ascii, wide;
        unsigned feeds; /* times that one was chosen or let go */
    } seen; /* at the start: what differs from it was switched by a key */
    struct arena scratch;
    struct plan_files files;  /* plan files that are compared */
    struct past_query *past;  /* of the price file, NULL: not open */
    bool no_past;             /* it holds none */
    struct refresher child;   /* pid 0: none runs */
    bool told;                /* something of it is not on the screen yet */
    int64_t drawn_ms, key_ms; /* of the last picture, of the last key */
    enum screen_id drawn;     /* screen of the last picture */
    enum pane drawn_focus;    /* its pane on the plan */
    struct list drawn_list;   /* and where its list stood */
    struct screen_info info;
    bool asked;         /* for the width of ambiguous signs; no answer yet */
    int64_t changed_ms; /* when the document changed last, 0: it is saved */
    int exit_code;
    bool leave;
};

void step(struct tui *t, const struct event *e); /* an event into the model, effects out */
int64_t now_ms(void);

/* A refresh as a child: begun, listened to when its pipe is readable, cancelled, ended with the
 * program. loop_refresh_fd: -1 when none runs. */
void loop_feeds(struct tui *t); /* when each feed was fetched */
void loop_refresh_begin(struct tui *t);
void loop_refresh_read(struct tui *t);
void loop_refresh_cancel(struct tui *t);
void loop_refresh_end(struct tui *t);
int loop_refresh_fd(const struct tui *t);

/* loop_load_anew: facts and prices from their files again; the program ends when it cannot be. */
void loop_load_anew(struct tui *t, struct err_info *e);

/* Tables of the catalog, and rows of the user's own. */
void loop_browse(struct tui *t);
void loop_form(struct tui *t);
void loop_store(struct tui *t, bool drop);

/* What the offers in sight cost before; given up when the price file is another one. */
void loop_past(struct tui *t);
void loop_past_end(struct tui *t);

/* The value copied, into copied.txt beside the session. */
void loop_copy(struct tui *t);

#endif
