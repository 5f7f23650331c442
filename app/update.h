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
    EV_KEY,       /* key */
    EV_PASTE,     /* text: goes into a field, never into commands */
    EV_CLICK,     /* pane (of the plan screen) and row of its list */
    EV_RESULT,    /* model.result is new */
    EV_PREVIEW,   /* model.preview or model.preview_refused is new */
    EV_FAILED,    /* error: a recompute or a file could not be done */
    EV_REFRESH,   /* refresh: one event of a refresh that runs */
    EV_REFRESHED, /* code: it has ended; facts and prices are loaded anew when stored */
    EV_FILES,     /* model.files.name is filled */
    EV_SAVED,     /* text: path of the plan file written */
    EV_OPENED,    /* doc: out of text, a plan file; then, now: its total as of its day and today */
    EV_COMPARED,  /* model.other is the result of text, a plan file */
    EV_TABLE,     /* model.browse.rows are read */
    EV_FORM,      /* model.form is filled */
    EV_STORED,    /* text: key of the own row written (code 0) or taken away (1); facts are anew */
    EV_EXPORTED,  /* text: path that was written */
    EV_EXPORT_EXISTS, /* text: path that is there already */
    EV_MODEL_READ     /* the file model.model_path is among the facts */
};

struct event {
    enum event_kind kind;
    int32_t key;
    int pane, row, code;
    const struct refresh_event *refresh;
    const struct doc *doc;
    const char *day; /* of the file, YYYY-MM-DD or "" */
    double then, now;
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
    FX_REFRESH = 256,  /* fetch the price lists that are chosen */
    FX_CANCEL = 512,   /* end that */
    FX_FILES = 1024,   /* list the plan files of the working folder */
    FX_SAVE = 2048,    /* write the document to model.files.path */
    FX_OPEN = 4096,    /* read it */
    FX_AGAINST = 8192, /* read it, compute it, compare it */
    FX_COPY = 16384,   /* write model.copied to a file beside the session */
    FX_BROWSE = 32768, /* read the table of model.browse.tab */
    FX_FORM = 65536,   /* read the row that model.form begins from */
    FX_STORE = 131072, /* write model.form as a row of the user's own */
    FX_DROP = 262144,  /* take the row of model.form away */
    FX_FEEDS = 524288  /* when model.feeds were fetched */
};

unsigned update(struct ui *m, const struct event *e);

/* update_start: the first screen: the wizard, or the plan when answers are there already. */
unsigned update_start(struct ui *m, bool plan);

#endif
