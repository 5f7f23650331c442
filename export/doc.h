/*
 * doc.h - writes one document for people, as Markdown, as plain text or as HTML: headings,
 * paragraphs, bullets, tables, numbered sources. Private to export.
 *
 * Text is composed in a struct str with the put_ functions, which escape what Markdown or HTML
 * would read as markup; the doc_ functions and tables lay it out. Plain text is wrapped to `cells`
 * columns, DOC_CELLS unless set;
 * only an address (http...) is never cut.
 *
 *     struct doc d;
 *     doc_init(&d, out, lang, DOC_MD);
 *     doc_heading(&d, MSG_REPORT_PARTS);
 *     struct table t;
 *     table_init(&t, &d, 2);
 *     table_id(&t, MSG_COL_PART), table_id(&t, MSG_COL_QTY), table_row(&t);
 *     ...
 *     table_end(&t);
 *     doc_sources(&d);
 */
#ifndef EXPORT_DOC_H
#define EXPORT_DOC_H

#include <stdbool.h>

#include "base/msg.h"
#include "base/str.h"

#define DOC_CELLS 100
#define SOURCES_MAX 256
#define TEXT_MAX 16384 /* bytes of one paragraph or cell */

struct doc_source {
    const char *title, *first, *last; /* days on which the source was read, NULL unknown */
};
enum doc_form { DOC_TEXT, DOC_MD, DOC_HTML };
struct doc {
    struct str *out;
    enum lang lang;
    enum doc_form form;
    bool md, html; /* form, told for short */
    bool in_list;
    int cells; /* width of plain text */
    struct doc_source source[SOURCES_MAX];
    int source_n;
};

void doc_init(struct doc *d, struct str *out, enum lang lang, enum doc_form form);
void doc_gap(struct doc *d); /* one empty line, unless at the top or after one */
void doc_heading(struct doc *d, enum msg_id title);
/* composed: text of the put_ functions. bold shows in Markdown and HTML. */
void doc_para(struct doc *d, const char *composed, bool bold);
void doc_bullet(struct doc *d, const char *composed);
void doc_bullet_msg(struct doc *d, const struct msg *m);
/* doc_sources: the list behind the numbers of put_ref; nothing when there is none. */
void doc_sources(struct doc *d);

void put_text(const struct doc *d, struct str *out, const char *text); /* NULL: nothing */
void put_id(const struct doc *d, struct str *out, enum msg_id id);
/* put_msg: a message; `code` in its text stays code in Markdown, its arguments are escaped. */
void put_msg(const struct doc *d, struct str *out, const struct msg *m);
void put_arg(const struct doc *d, struct str *out, struct msg_arg a);
/* put_strong: bold; kind: class of its colour in HTML, a word of our own. */
void put_strong(const struct doc *d, struct str *out, enum msg_id id, const char *kind);
void put_code(const struct doc *d, struct str *out, const char *word);
/* put_ref: "[3]", the number of the source in the list at the end; nothing without a source.
 * date may be NULL. Strings must outlive the document. */
void put_ref(struct doc *d, struct str *out, const char *source, const char *date);

/* --- tables: cells left to right, the first row is the header ------------------------ */
#define TABLE_COLS 12
#define TABLE_BYTES (64u << 20)
struct table {
    struct doc *d;
    struct str cell[TABLE_COLS]; /* the row being written */
    bool right[TABLE_COLS];      /* numbers stand right and are never wrapped */
    bool keep[TABLE_COLS];  /* words of this column are never cut: dates */
    int width[TABLE_COLS];
    int whole[TABLE_COLS]; /* what must stand together: figures, the longest word */
    int cols, at;
    struct str rows; /* plain: cells kept until the widths are known, \x1f and \n apart */
    bool header_done;
};
void table_init(struct table *t, struct doc *d, int cols);
void table_right(struct table *t, int col);
struct str *table_cell(struct table *t); /* next cell, to be filled with the put_ functions */
void table_text(struct table *t, const char *text);
void table_id(struct table *t, enum msg_id id);
void table_arg(struct table *t, struct msg_arg a);
void table_msg(struct table *t, const struct msg *m);
void table_code(struct table *t, const char *word);
void table_heads(struct table *t, const enum msg_id *ids, int n); /* n cells and the row's end */
void table_row(struct table *t);                                  /* missing cells are empty */
void table_end(struct table *t);

/* wrap_into: text in lines of at most d->cells cells, `hang` blanks before all but the first. */
void wrap_into(const struct doc *d, const char *text, const char *head, int hang);

#endif
