/*
 * update.h - the only way in which the model changes: an event comes in, the model moves on, and
 * what has to be done in the world (recompute, write a file, leave) comes back as data. Pure but
 * for the engine's own pure functions; tested without a terminal.
 *
 *     unsigned fx = update(&model, &(struct event){.kind = EV_KEY, .key = KC_ENTER});
 *     if (fx & FX_RECOMPUTE) ...
 */
#ifndef APP_UPDATE_H
#define APP_UPDATE_H

#include "app/model.h"

enum event_kind {
    EV_KEY,           /* key */
    EV_PASTE,         /* text: goes into a field, never into commands */
    EV_CLICK,         /* pane (of the plan screen) and row of its list */
    EV_RESULT,        /* model.result is new */
    EV_PREVIEW,       /* model.preview or model.preview_refused is new */
    EV_FAILED,        /* error: a recompute or a file could not be done */
    EV_EXPORTED,      /* text: path that was written */
    EV_EXPORT_EXISTS, /* text: path that is there already */
    EV_MODEL_READ     /* the file model.model_path is among the facts */
};

struct event {
    enum event_kind kind;
    int32_t key;
    int pane, row;
    const char *text;
    const struct err_info *error;
};

enum effect {
    FX_RECOMPUTE = 1, /* run the engine on model.doc */
    FX_PREVIEW = 2,   /* run it on model.candidate */
    FX_EXPORT = 4,    /* write model.export_path */
    FX_THEME = 8,     /* model.theme is another one */
    FX_REDRAW = 16,   /* everything anew */
    FX_QUIT = 32,
    FX_MODEL = 64,     /* read model.model_path into the facts */
    FX_SETTINGS = 128, /* mouse, frames or widths of model are others */
};

unsigned update(struct ui *m, const struct event *e);

/* update_start: the first screen: the wizard, or the plan when answers are there already. */
unsigned update_start(struct ui *m, bool plan);

#endif
