/*
 * model.h - everything the screen shows and nothing of how it shows it.
 *
 * The document (answers, edits, chosen plan) is what undo, redo and the session keep. Lists and
 * pages are derived from document, result and language by lists_refresh() (app/lists.h), so that a
 * change of any of them is a rebuild, never a patch. Results are const and belong to
 * app/recompute; nobody keeps a pointer into one over a recompute.
 */
#ifndef APP_MODEL_H
#define APP_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "app/browse.h"
#include "app/feeds.h"
#include "app/field.h"
#include "app/keys.h"
#include "app/offers_query.h"
#include "app/options.h"
#include "app/page.h"
#include "app/refresher.h"
#include "app/trend.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/msg.h"
#include "engine/result.h"
#include "export/compare.h"
#include "export/export.h"

enum screen_id {
    SCREEN_WIZARD,
    SCREEN_ASK, /* one question opened from the plan */
    SCREEN_PLAN,
    SCREEN_PICKER, /* a part for a line of the bill */
    SCREEN_COMPARE,
    SCREEN_PAGE, /* explain, help, difference */
    SCREEN_FINDINGS,
    SCREEN_EXPORT,
    SCREEN_SETTINGS,
    SCREEN_OFFERS,
    SCREEN_CATALOG,
    SCREEN_COST,    /* paid by month; the list is the months */
    SCREEN_REFRESH, /* price feeds, chosen and fetched; the list is feeds */
    SCREEN_FILES,   /* plan files: save as, open, compare */
    SCREEN_FORM,    /* a row of the user's own; the list is its columns */
    SCREEN_FITS,    /* what a machine can do; the list is models with methods and formats */
    SCREEN_COUNT
};

enum pane { PANE_PARTS, PANE_JOB, PANE_GAUGES, PANE_FINDINGS, PANE_COUNT };

enum gauge_row { /* figures on the plan screen that can be explained */
                 GAUGE_MEMORY,
                 GAUGE_POWER,
                 GAUGE_TIME,
                 GAUGE_COST,
                 GAUGE_COUNT
};

enum card_sort { CARDS_BY_YEAR, CARDS_BY_MEMORY, CARDS_BY_BANDWIDTH, CARDS_BY_PRICE, CARD_SORTS };

enum compare_sort { SORT_RANK, SORT_COST, SORT_TIME, SORT_MEMORY, SORT_PRICE_AGE, SORT_COUNT };

struct list {
    int cursor, top, n;
};

struct doc {
    struct answers answers;
    struct edits edits;
    char chosen[64]; /* plan id, "" = the engine's choice */
};

#define HISTORY_MAX 48
struct history {
    struct doc *slot; /* HISTORY_MAX of them */
    int n, at;        /* slot[at] is the document now */
};

#define STEPS 6
#define SUBS_MAX 40
struct wizard {
    int step;                  /* 1..6 */
    bool done[STEPS + 1];      /* answered in this sitting, for the breadcrumb */
    enum question_id question; /* whose answers are listed */
    bool opened;               /* a question of the second level is open */
    bool more;                 /* second level questions are listed */
    int back_cursor;           /* cursor of the step while a question is open */
    enum question_id sub[SUBS_MAX];
    int sub_n;
};

enum pick_op { PICK_SWAP, PICK_ADD };
struct picker {
    enum pick_op op;
    enum part_kind kind;
    bool kinds;                 /* the kind is chosen first */
    char id[96];                /* part to be swapped */
    struct part_option *option; /* those that pass the filter */
    int option_n;
};

enum setting { /* rows of the settings; the themes follow, one a row */
               SETTING_LANG,
               SETTING_MOUSE,
               SETTING_FRAMES,
               SETTING_WIDTH,
               SETTING_THEMES
};

enum page_kind {
    PAGE_HELP,
    PAGE_WHY,
    PAGE_GAUGE,
    PAGE_PART,
    PAGE_FINDING,
    PAGE_DIFF,
    PAGE_VERDICT,
    PAGE_OFFER,
    PAGE_CARD,
    PAGE_MODEL,
    PAGE_ROW,  /* of a table of parts, browse.page */
    PAGE_FILES /* what moved between two plans, files.moved */
};

/* Price lists and how far each is. */
struct feed_state {
    char name[48], message[400];
    enum refresh_stage stage; /* REFRESH_OTHER: not begun */
    double bytes, rows, accepted, marked, quarantined, refused;
};
struct refresh_state {
    struct feed_state feed[REFRESHER_LISTS];
    int n;
    bool running, cancelled, stored;
    int64_t offers; /* of the price file after the last refresh, -1 unknown */
};

/* What a machine can do: the question turned round. */
enum fits_sort {
    FITS_BY_SIZE,
    FITS_BY_SPEED,
    FITS_BY_MEMORY,
    FITS_BY_CONTEXT,
    FITS_BY_NAME,
    FITS_SORTS
};
struct fits_state {
    char machine[ANSWER_TEXT_MAX]; /* as at the question for the machine at hand */
    struct arena arena;            /* of all */
    const struct fits_result *all; /* NULL: error says why */
    struct err_info error;
    const struct fits_row **row; /* those that pass the filter, sorted */
    int n;
    enum fits_sort sort;
};

/* Plan files of the working folder. */
#define FILES_MAX 200
struct files_state {
    bool save;      /* save as; else open */
    char path[512]; /* that is typed, chosen or written */
    char (*name)[96];
    int n, shown[FILES_MAX], shown_n; /* found; those that pass the filter */
    char mark[96];                    /* the first of two files that are compared, "" none */
    enum { AGAINST_HERE, AGAINST_MARKED, AGAINST_THEN } against; /* what path is compared with */
    const struct compare *moved;          /* what was compared last, NULL: nothing */
    char then_title[200], now_title[200]; /* of it */
};

#define TRENDS_MAX 120 /* rows of a tall window */

struct ui {
    /* the world, set once */
    const struct facts *facts;
    const struct prices *prices;
    const struct policy *policy; /* of the configuration; NULL: none */
    struct moment now;
    const char *generated; /* moment of the clock, for exports */
    bool offline, ascii;
    enum lang lang;
    enum lang machine_lang; /* of exports for programs: only --lang changes it */
    bool lang_locked;       /* the terminal cannot show anything but English */
    struct keymap keymap;
    bool mouse;
    bool wide;                      /* ambiguous characters take two cells */
    const struct themes *themes;    /* NULL without a screen */
    int theme, theme_n, theme_kept; /* shown; kept: the one that Esc goes back to */

    /* document */
    struct doc doc;
    struct history history;
    struct answers blank; /* of a job that is begun anew: country and currency at most */
    bool changed;         /* since the session was last saved */

    /* results, owned by recompute */
    const struct result *result;
    const struct result *preview; /* of the highlighted answer, NULL: the result itself */
    struct answers candidate;     /* answers with the highlighted one, for the preview */
    struct err_info preview_error;
    bool preview_refused;  /* the highlighted answer contradicts: preview_error says how */
    char preview_key[300]; /* question and value that were previewed last */
    char model_path[ANSWER_TEXT_MAX]; /* of a config.json that is wanted */

    /* screens */
    enum screen_id screen, stack[8];
    struct list list_stack[8];
    int depth;
    struct wizard wiz;
    struct list list; /* of the screen, but for the plan's panes */
    struct list pane[PANE_COUNT];
    enum pane focus;
    bool job_beside; /* narrow screens: left pane shows the job instead of the parts */
    int plan;        /* index of the plan shown, -1: none */
    struct picker picker;
    enum compare_sort sort;
    int order[64], order_n; /* plans as listed by compare */
    int told;               /* row of compare that is told below: the cursor's when it rests */
    enum { COST_CURVES, COST_TORNADO, COST_LOAD } cost_picture;
    bool picture;  /* compare shows cost over time in place of the table */
    int marked[2]; /* plans, -1 = none */
    enum page_kind page_kind;
    int page_arg;
    enum question_id page_question;
    const struct offer *page_offer; /* of the prices: they live as long as the model */
    const struct accel *page_card;
    const struct model *page_model;
    struct finding_ref {
        const struct finding *f;
    } finding[64];
    int finding_n;

    /* offers and catalog */
    struct offers_answer offers;
    struct trend { /* what those in sight cost before, where it is known; set by the loop */
        const struct offer *of;
        char text[TREND_BYTES];
    } trend[TRENDS_MAX];
    int trend_n;
    enum offers_sort offers_sort;
    bool offers_all;           /* of every card, not only of the plan's */
    struct browse browse;      /* tables of parts */
    struct form form;          /* a row of the user's own */
    bool models;               /* the catalog shows models: browse.tab says so */
    const struct accel **card; /* card_n rows of the one or the other */
    const struct model **model;
    int card_n;
    bool fuzzy; /* no row holds what was typed; those near it are listed */
    enum card_sort card_sort;

    char copied[1024];  /* the value under the cursor when y was pressed */
    struct feeds feeds; /* to choose from; the list of the refresh */
    struct refresh_state refresh;
    struct files_state files;
    struct fits_state fits;

    /* typing: a filter or a value */
    bool typing;
    bool jumping; /* the next key is the letter to jump to */
    struct field field;
    char filter[FIELD_BYTES];

    /* export */
    int export_format;
    char export_path[512];
    bool export_asks; /* the file exists: y replaces it; of an export or of a plan saved */
    bool export_force;
    bool export_moved; /* what moved between two plans, in place of the plan */

    /* derived by lists_refresh */
    struct arena lists;
    struct arena scratch;
    struct arena keep; /* history; lives as long as the model */
    struct job job;    /* of the document */
    struct options options;
    struct page page;
    bool stale;
    bool place;     /* cursor goes to the answer as it stands */
    int page_cells; /* width of pages; set by the layout */
    int in_sight;   /* rows of the list that the screen shows; set by the layout */
    /* The list of findings scrolls by lines: of all their lines the first one in sight, and whether
     * the next finding, or lines of this one, lie above or below; the layout tells. */
    int line_top;
    bool lines_above, lines_below;

    /* message line */
    char message[400];
    enum { SAY_NOTHING, SAY_INFO, SAY_WARNING, SAY_ERROR } say;
    bool fresh; /* said by the key at work */
};

/* model_init: empty document, wizard at its first step; answers NULL: nothing answered. */
enum err model_init(struct ui *m, const struct facts *f, const struct prices *p, struct moment now,
                    enum lang lang, struct err_info *e);
void model_free(struct ui *m);

/* --- document and history --------------------------------------------------------------------- */
void history_reset(struct ui *m);  /* the document now is the first entry */
void history_commit(struct ui *m); /* the changed document becomes the newest entry */
bool history_undo(struct ui *m);   /* false: nothing to undo */
bool history_redo(struct ui *m);

/* model_answer: sets (or with "" clears) an answer if the whole still resolves. A new task or model
 * also sets back the answers that contradict it, which is told. false: refused, told, nothing
 * changed. The history is committed. */
bool model_answer(struct ui *m, enum question_id q, const char *text);
/* model_try: the same on a copy without telling; for the preview. */
bool model_try(struct ui *m, enum question_id q, const char *text, struct answers *out,
               struct err_info *e, bool *set_back);

/* --- what is shown ---------------------------------------------------------------------------- */
const struct result *model_shown(const struct ui *m); /* preview or result; may be NULL */
struct list *model_list(struct ui *m); /* with the cursor: of the screen, of a pane on the plan */
const struct plan *model_plan(const struct ui *m); /* plan on the plan screen, or NULL */
/* model_follow: after a recompute: the plan shown, cursors inside their lists. */
void model_follow(struct ui *m);

/* --- screens ---------------------------------------------------------------------------------- */
void model_push(struct ui *m, enum screen_id s);
bool model_pop(struct ui *m);             /* false: nothing below */
unsigned model_where(const struct ui *m); /* WHERE_ bits of the keys table */

/* --- lists ------------------------------------------------------------------------------------ */
void list_set(struct list *l, int n); /* cursor stays inside 0..n-1 */
void list_move(struct list *l, int by);
void list_show(struct list *l, int height); /* top so that the cursor is in sight */
/* list_turn: the same for a list beside others, where the terminal cannot move rows up and a step
 * out of sight writes all of them anew: it turns the page, so that the next steps write two. */
void list_turn(struct list *l, int height);

/* --- message line ----------------------------------------------------------------------------- */
void model_say(struct ui *m, int how, enum msg_id id, int n, ...); /* struct msg_arg ... */
void model_say_error(struct ui *m, const struct err_info *e);
void model_quiet(struct ui *m);

#endif
