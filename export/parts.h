/* parts.h - pieces of the contract that several JSON documents share. Private to export. */
#ifndef EXPORT_PARTS_H
#define EXPORT_PARTS_H

#include "base/json.h"
#include "export/export.h"

/* schema, generated, as_of, catalog */
void json_envelope(struct json_out *w, const char *schema, const struct export_options *o);
void json_prices(struct json_out *w, const struct prices *p);
void json_msg(struct json_out *w, const char *key, const struct export_options *o,
              const struct msg *m); /* MSG_NONE -> "" */
void json_band(struct json_out *w, const char *key, const struct band *b);
void json_gpu(struct json_out *w, const struct accel *a, int per_node, int nodes);
void json_layout(struct json_out *w, const struct layout *l);
void json_memory(struct json_out *w, const struct sizing *z);
void json_speed(struct json_out *w, const struct sizing *z);
void json_findings(struct json_out *w, const struct export_options *o, const struct finding *f,
                   size_t n);
void json_verdict(struct json_out *w, const struct export_options *o,
                  const struct verdict_block *v);
enum err export_done(const struct str *out, struct err_info *e);
enum err export_not_made(enum export_format f, struct err_info *e);

/* Text: ends the sentence in out, unless it has its stop, and leaves room for the next one. */
void text_stop(struct str *out, enum lang lang);
/* Text: renders a message and appends it. */
void text_msg(struct str *out, enum lang lang, const struct msg *m);
void text_arg(struct str *out, enum lang lang, struct msg_arg a);
/* Band as "low typical high" -> "10.1 h (8.9 to 13)"; unknown word when not known. */
void text_band(struct str *out, enum lang lang, enum msg_arg_kind kind, const struct band *b);
/* "1x RTX 4090" */
void text_cards(struct str *out, const struct accel *a, int count);
/* Price of a rented plan per hour or of an own one, with its day: the first thing people check. */
void text_price(struct str *out, enum lang lang, const struct result *r, const struct plan *p);
/* The same without the source, for tables. */
void text_price_short(struct str *out, enum lang lang, const struct result *r,
                      const struct plan *p);

enum err export_plan_md(const struct result *r, const struct export_options *o, struct str *out);
enum err export_plan_json(const struct result *r, const struct export_options *o, struct str *out);
enum err export_plan_csv(const struct result *r, const struct export_options *o, struct str *out);
enum err export_plan_text(const struct result *r, const struct export_options *o, struct str *out);
enum err export_plan_line(const struct result *r, const struct export_options *o, struct str *out);

void size_json(const struct size_result *r, const struct export_options *o, struct str *out);
void fits_json(const struct fits_result *r, const struct export_options *o, struct str *out);
void offers_json(const struct offer *const *offer, size_t n, size_t hidden,
                 const struct export_options *o, struct str *out);
void rules_json(struct str *out);

/* A table of text cells, written as Markdown (pipes) or aligned plain text. */
#define TABLE_COLS 12
struct text_table {
    struct str cell[TABLE_COLS]; /* the row being written */
    bool right[TABLE_COLS];      /* numbers stand right */
    int cols, at;
    bool md;
    struct str *out;
    struct str rows; /* plain: cells kept until widths are known, \x1f and \n apart */
    int width[TABLE_COLS];
    bool header_done;
};
void table_init(struct text_table *t, struct str *out, bool md, int cols);
void table_right(struct text_table *t, int col);
void table_text(struct text_table *t, const char *cell);
void table_arg(struct text_table *t, enum lang lang, struct msg_arg a);
void table_msg(struct text_table *t, enum lang lang, const struct msg *m);
void table_row(struct text_table *t); /* ends the row; the first one is the header */
void table_end(struct text_table *t);

#endif
