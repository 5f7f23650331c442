/*
 * widgets.h - pieces that several screens share: bars at the top and the bottom, gauges, rows.
 * They read the model and draw; nothing is changed here.
 */
#ifndef TUI_WIDGETS_H
#define TUI_WIDGETS_H

#include "app/figures.h"
#include "app/model.h"
#include "base/str.h"
#include "tui/draw.h"

void widget_title(const struct ui *m, const struct places *l);
void widget_message(const struct ui *m, const struct places *l);
void widget_keys(const struct ui *m, const struct places *l);

/* widget_verdict: verdict word, reason, smallest change, price with its day, over r.h lines. */
void widget_verdict(const struct ui *m, const struct result *r, struct rect r_at);
enum role verdict_role(enum verdict v);
/* smallest_change: "smallest change: ..." */
void smallest_change(struct str *out, enum lang lang, const struct msg *change);

/* Gauges fill the lines from y on and return how many they took, at most `lines`. */
int widget_memory(const struct ui *m, const struct sizing *z, struct rect r);
int widget_power(const struct ui *m, const struct plan *p, struct rect r);
int widget_time(const struct ui *m, const struct result *res, const struct plan *p, struct rect r);
int widget_cost(const struct ui *m, const struct result *res, const struct plan *p, struct rect r);
/* widget_strip: all of them side by side in a pane of at most STRIP_LINES lines; the cost without
 * its heading, for which the frame has room. at: where each of them stands. */
#define STRIP_LINES 4
void widget_strip(const struct ui *m, const struct result *res, const struct plan *p, struct rect r,
                  struct rect at[GAUGE_COUNT]);

/* widget_findings: signs and messages, one line each, from `top` on; cursor -1: none. */
void widget_findings(const struct ui *m, const struct finding_ref *f, int n, int top, int cursor,
                     bool focus, struct rect r);
/* widget_weighty: what speaks against a plan, at most WEIGHTY_MOST lines, then how many other
 * findings there are; returns lines used. For panes beside the plan. */
#define WEIGHTY_MOST 4
int widget_weighty(const struct ui *m, const struct plan *p, struct rect r);
/* finding_lines: lines that a finding takes with its remedy, wrapped to `cells`; widget_finding
 * draws them, as many as fit into r.h. */
int finding_lines(const struct ui *m, const struct finding *f, int cells);
int widget_finding(const struct ui *m, const struct finding *f, bool here, struct rect r);
const char *severity_sign(enum severity s);
enum role severity_role(enum severity s);

/* widget_field: the field being typed, with its caret. */
void widget_field(const struct ui *m, int y, int x, int cells);

/* thrifty_cells: of at most so many, those that a text may take to cost the line so many bytes. */
int thrifty_cells(const char *text, int cells, size_t bytes);

/* bar_cells: of the cursor on a column of so many cells with that text in it. */
int bar_cells(int column, const char *text);

/* widget_page: scrolling text. */
void widget_page(const struct ui *m, struct rect r, int top);

/* Short texts into a caller's buffer. */
void arg_text(char *out, size_t cap, enum lang lang, struct msg_arg a);
/* money_here: in the currency of the job where a rate is known, else as it is; "unknown". */
void money_here(const struct ui *m, char *out, size_t cap, double amount, const char *currency);
void msg_to(char *out, size_t cap, enum lang lang, const struct msg *m);

#endif
