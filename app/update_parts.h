/*
 * update_parts.h - the pieces of update(): one file for questions, one for the plan. For app/.
 */
#ifndef APP_UPDATE_PARTS_H
#define APP_UPDATE_PARTS_H

#include "app/keys.h"
#include "app/model.h"
#include "app/update.h"

/* Questions: wizard and single question. */
/* nth: which of the action's keys it was. */
unsigned update_wizard(struct ui *m, enum action a, int nth);
unsigned wizard_keep(struct ui *m);                   /* Enter on the highlighted answer */
/* wizard_digit: a digit that is no step begins an answer: at a single question every one does. */
bool wizard_digit(struct ui *m, int32_t key);
void wizard_go(struct ui *m, int step);               /* opens a step */
void question_open(struct ui *m, enum question_id q); /* from the plan */
/* preview_want: FX_PREVIEW when the highlighted answer is not the one that stands. */
unsigned preview_want(struct ui *m);

/* Plan, picker, compare. */
unsigned update_plan(struct ui *m, enum action a, int nth);
void plan_focus(struct ui *m, enum pane pane);
unsigned update_picker(struct ui *m, enum action a);
unsigned update_compare(struct ui *m, enum action a);

/* The catalog: its tables, and the form of a row of the user's own. */
void catalog_list(struct ui *m); /* cards and models: filtered, sorted */
void browse_list(struct ui *m);  /* the other tables, the same */
unsigned update_catalog(struct ui *m, enum action a, int nth);
unsigned update_form(struct ui *m, enum action a);
void form_typed(struct ui *m); /* Enter in the field */
void form_opened(struct ui *m);
void form_left(struct ui *m); /* by Esc: values typed and not stored stay for the next time */
unsigned form_stored(struct ui *m, const struct event *e);
void forget_facts(struct ui *m); /* what held pointers into facts that go */

/* Refresh and plan files. */
void refresh_event(struct ui *m, const struct event *e);
void refresh_ended(struct ui *m, const struct event *e);
unsigned update_refresh(struct ui *m, enum action a);
unsigned files_go(struct ui *m, bool save);
unsigned update_files(struct ui *m, enum action a);
unsigned files_typed(struct ui *m); /* Enter in the field */
void files_name(struct ui *m);      /* saving: the row's name goes into the field */
void files_filter(struct ui *m);
void files_said(struct ui *m, const struct event *e); /* EV_SAVED, EV_OPENED, EV_COMPARED */

/* What a machine can do. */
void fits_open(struct ui *m); /* of the machine at hand, the plan's, or the card under the cursor */
void fits_list(struct ui *m); /* its rows: filtered, sorted */
unsigned update_fits(struct ui *m, enum action a);

/* A page opened over the screen. */
void page_open(struct ui *m, enum page_kind kind, int arg);

#endif
