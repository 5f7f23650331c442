/*
 * recompute.h - the engine's runs behind the screen. Two arenas take turns for the result, so that
 * the one on the screen stays whole until the next is ready; a third holds the preview, a fourth
 * what all runs share. Facts that were loaded anew want new runs: recompute_free, recompute_init.
 */
#ifndef APP_RECOMPUTE_H
#define APP_RECOMPUTE_H

#include "app/model.h"

#define RUN_CURRENCIES 8 /* tables kept; jobs in further ones make their own in every run */
struct runs {
    struct arena side[2], preview, shop;
    int front;
    const struct build_tables *tables[RUN_CURRENCIES]; /* which parts go together, in shop */
    int table_n;
};

void recompute_init(struct runs *r);
void recompute_free(struct runs *r);

/* recompute_run: the engine on m->doc. OK: m->result is the new one, m->preview is gone. On an
 * error the old result stays. */
enum err recompute_run(struct runs *r, struct ui *m, struct err_info *e);

/* recompute_preview: the engine on m->candidate, without traces. Refused: m->preview is NULL,
 * m->preview_refused is set and m->preview_error says why. */
void recompute_preview(struct runs *r, struct ui *m);

/* recompute_trim: gives back what only the last change needed. For quiet moments. */
void recompute_trim(struct runs *r, const struct ui *m);

#endif
