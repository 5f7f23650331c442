/* parts.h - pieces that several documents share. Private to export. */
#ifndef EXPORT_PARTS_H
#define EXPORT_PARTS_H

#include "base/json.h"
#include "export/doc.h"
#include "export/export.h"

/* --- JSON ---------------------------------------------------------------------------- */
/* schema, generated, as_of, catalog */
void json_envelope(struct json_out *w, const char *schema, const struct export_options *o);
/* job: with hours of a day told as derived when they follow from the runs of z (may be NULL) */
void json_job(struct json_out *w, const struct job *job, const struct sizing *z);
/* json_smallest: "smallest": card and count, both null where none is known (a NULL). */
void json_smallest(struct json_out *w, const struct accel *a, int count);
void json_need(struct json_out *w, const struct need *n);
void json_msg(struct json_out *w, const char *key, const struct export_options *o,
              const struct msg *m); /* MSG_NONE -> "" */
void json_band(struct json_out *w, const char *key, const struct band *b);
void json_gpu(struct json_out *w, const struct accel *a, int per_node, int nodes);
/* json_layout: dp counts the copies that stand side by side; nulls when nothing was sized. */
void json_layout(struct json_out *w, const struct sizing *z, int copies);
void json_memory(struct json_out *w, const struct sizing *z);
void json_speed(struct json_out *w, const struct sizing *z);
void json_power(struct json_out *w, const struct power *p);
void json_findings(struct json_out *w, const struct export_options *o, const struct finding *f,
                   size_t n);
void json_verdict(struct json_out *w, const struct export_options *o,
                  const struct verdict_block *v);
void json_confidence(struct json_out *w, char confidence);

void plan_json(const struct result *r, const struct export_options *o, struct str *out);
void size_json(const struct size_result *r, const struct export_options *o, struct str *out);
void fits_json(const struct fits_result *r, const struct export_options *o, struct str *out);
void offers_json(const struct offers_page *p, const struct export_options *o, struct str *out);
void rules_json(struct str *out);

/* Rates between the currencies of the plans and that of the job, each pair once. */
struct rate_used {
    const char *from, *to;
    double rate;        /* amount in `to` = amount in `from` x rate */
    struct origin o[2]; /* one rate, or two when it crosses a third currency */
    int n;
};
#define RATES_MAX 8
int rates_used(const struct result *r, struct rate_used out[RATES_MAX]);

/* --- CSV, line ----------------------------------------------------------------------- */
void plan_csv(const struct result *r, const struct export_options *o, struct str *out);
void plan_line(const struct result *r, const struct export_options *o, struct str *out);
void offers_csv(const struct offers_page *p, const struct export_options *o, struct str *out);

/* --- launch files: launch.c ------------------------------------------------------------ */
/* ERR_UNSUPPORTED when the form cannot say the job, with the forms that can. */
enum err plan_launch(enum export_format f, const struct result *r, const struct export_options *o,
                     struct str *out, struct err_info *e);

/* --- pictures: svg_plan.c ---------------------------------------------------------------- */
/* Each writes one <svg> element whose ids begin with id, `top` pixels down; false: nothing to draw.
 */
bool svg_cost(const struct result *r, enum lang lang, const char *id, int top, struct str *out);
bool svg_scatter(const struct result *r, enum lang lang, const char *id, int top, struct str *out);
void plan_svg(const struct result *r, const struct export_options *o, struct str *out);
/* html_open, html_close: a page around what stands between; the title is escaped here. */
void html_open(struct str *out, enum lang lang, const char *title);
void html_close(struct str *out);
void html_pictures(struct doc *d, const struct result *r);
void plan_html(const struct result *r, const struct export_options *o, struct str *out);

/* --- sentences: plain words, for every form and for screens --------------------------- */
/* Ends the sentence in out, unless it has its stop, and leaves room for the next one. */
void text_stop(struct str *out, enum lang lang);
void text_trim(struct str *out); /* blanks at the end */
void text_msg(struct str *out, enum lang lang, const struct msg *m);
void text_arg(struct str *out, enum lang lang, struct msg_arg a);
void text_id(struct str *out, enum lang lang, enum msg_id id);
/* "10.1 h (8.9 h to 13 h)"; the word for unknown when it is not known. */
void text_band(struct str *out, enum lang lang, enum msg_arg_kind kind, const struct band *b);
void text_cards(struct str *out, const struct accel *a, int count); /* "1x RTX 4090" */
/* What is billed: "$3.49 an hour (2026-08-22)", "$9,500 up front (2026-10)". */
void text_price(struct str *out, enum lang lang, const struct result *r, const struct plan *p);
void text_speed(struct str *out, enum lang lang, const struct sizing *z, bool with_band);
/* Time per run where it is known, else speed, with speed and number of users for serving. */
void text_pace(struct str *out, enum lang lang, const struct sizing *z, bool with_band);
void text_power(struct str *out, enum lang lang, const struct power *p);
void text_hours(struct str *out, enum lang lang, const struct job *job, const struct sizing *z);
/* Value of an answer in words: labels of choices, figures with their unit, names. */
void text_answer(struct str *out, enum lang lang, const struct job *job, enum question_id id);
/* fits: how many combinations hold, the reason of its verdict. */
struct msg fits_reason(const struct fits_result *r);
enum msg_id method_msg(enum method m);
enum msg_id price_kind_msg(enum price_kind k);

/* --- documents ----------------------------------------------------------------------- */
void plan_report(const struct result *r, const struct export_options *o, struct str *out,
                 enum doc_form form);
/* report_plan.c: the bill, the gauges as numbers, the cost lines of one plan. */
void report_bill(struct doc *d, const struct result *r, const struct plan *p);
void report_own_beside(struct doc *d, const struct result *r, const struct plan *p);
/* Rows of memory, layout, speed: for a table of two columns. */
void report_sizing(struct table *t, const struct job *job, const struct sizing *z);
/* The machine that the verdict is about. */
void report_machine(struct doc *d, const struct verdict_block *v, const struct job *job);
void report_gauges(struct doc *d, const struct result *r, const struct plan *p);
void report_cost(struct doc *d, const struct plan *p);
void report_advice(struct doc *d, const struct result *r, const struct plan *p); /* advice.c */
void report_outlook(struct doc *d, const struct result *r); /* what moves the answer */
void report_hybrid(struct doc *d, const struct plan *p);    /* nothing for other plans */
void report_findings(struct doc *d, enum msg_id title, const struct finding *f, size_t n);
void report_changes(struct doc *d, const struct change *c, size_t n, const struct job *job);
void report_steps(struct doc *d, const struct verdict_block *v, const struct job *job);
void report_job(struct doc *d, const struct job *job);
void size_report(const struct size_result *r, const struct export_options *o, struct str *out,
                 bool md);
void fits_report(const struct fits_result *r, const struct export_options *o, struct str *out,
                 bool md);
void offers_report(const struct offers_page *p, const struct export_options *o, struct str *out,
                   bool md);
void rules_report(const struct export_options *o, struct str *out, bool md);

#endif
