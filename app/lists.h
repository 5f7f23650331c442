/*
 * lists.h - rebuilds what hangs on document, result, language and filter: rows of the wizard,
 * order of the plans, options of the picker, pages. Called after each update that made the model
 * stale; lets nothing of the old lists live on.
 */
#ifndef APP_LISTS_H
#define APP_LISTS_H

#include "app/model.h"

void lists_refresh(struct ui *m);

/* Rows of the job pane: what was asked and answered, in the order of the questions. Returns how
 * many were written. */
int lists_job_rows(const struct ui *m, enum question_id *out, int max);

/* The plan at a row of the compare list, -1 if there is none. */
int lists_plan_at(const struct ui *m, int row);

bool files_named(const struct ui *m); /* saving: the row's name is in the field */

/* fits_forget: what a machine can do was made of facts that go; its screen closes. */
void fits_forget(struct ui *m);
/* fits_how: "serve", "LoRA" ... */
const char *fits_how(const struct ui *m, const struct fits_row *x);

/* Kinds of part that can be added by hand, ended by PART_KINDS. */
const enum part_kind *lists_add_kinds(void);

#endif
