/*
 * views.h - one function a screen: the model goes in, cells come out.
 */
#ifndef TUI_VIEWS_VIEWS_H
#define TUI_VIEWS_VIEWS_H

#include "app/model.h"
#include "tui/layout.h"

void view_draw(const struct ui *m, const struct places *l); /* title, body, message, keys */

void view_wizard(const struct ui *m, const struct places *l); /* also a single question */
void view_plan(const struct ui *m, const struct places *l);
void view_picker(const struct ui *m, const struct places *l);
void view_compare(const struct ui *m, const struct places *l);
void view_load(const struct ui *m, const struct hybrid *h, struct rect r);
void view_cost_small(const struct ui *m, struct rect r); /* its curves alone */
void view_tornado(const struct ui *m, struct rect r);
void view_scatter(const struct ui *m, struct rect r);
void view_page(const struct ui *m, const struct places *l);
void view_findings(const struct ui *m, const struct places *l);
void view_export(const struct ui *m, const struct places *l);
void view_settings(const struct ui *m, const struct places *l);
void view_refresh(const struct ui *m, const struct places *l);
void view_files(const struct ui *m, const struct places *l);
void view_cost(const struct ui *m, const struct places *l);
void view_offers(const struct ui *m, const struct places *l);
void view_fits(const struct ui *m, const struct places *l);
void view_form(const struct ui *m, const struct places *l);
void view_catalog(const struct ui *m, const struct places *l);

/* The plan's pane for the parts where there is no plan: changes that would make the job fit. */
void view_remedies(const struct ui *m, struct rect frame, bool focus);

/* The plan for the answer under the cursor: right-hand pane of the wizard. */
void view_side(const struct ui *m, const struct places *l);

#endif
