/*
 * page.h - text that is read by scrolling: paragraphs with a role and an indent, wrapped by
 * whoever shows them. Explain, help, findings, previews of exports.
 */
#ifndef APP_PAGE_H
#define APP_PAGE_H

#include "app/theme.h"
#include "base/arena.h"
#include "base/msg.h"

struct para {
    enum role role;
    int indent;       /* cells */
    const char *head; /* before the text, in the label role; NULL none. Column of head_cells */
    int head_cells;
    const char *text; /* one line or several, wrapped */
    bool verbatim;    /* clipped, not wrapped (previews) */
};

#define PARAS_MAX 4000
struct page {
    struct arena *arena;
    const char *title;
    struct para *p;
    int n;
};

void page_begin(struct page *p, struct arena *arena, const char *title);
/* Each appends one paragraph; text is copied. */
void page_text(struct page *p, enum role role, int indent, const char *text);
void page_msg(struct page *p, enum lang lang, enum role role, int indent, const struct msg *m);
void page_id(struct page *p, enum lang lang, enum role role, int indent, enum msg_id id);
void page_pair(struct page *p, int indent, const char *head, int head_cells, enum role role,
               const char *text);
void page_gap(struct page *p);
/* page_lines: lines of a text of many lines, verbatim. */
void page_lines(struct page *p, enum role role, const char *text);

/* page_height: lines at a width; page_line: the n-th line, as paragraph and piece of its text. */
int page_height(const struct page *p, int cells);
struct page_line {
    const struct para *para;
    bool first;       /* first line of its paragraph: head is shown */
    const char *text; /* not ended: len bytes */
    size_t len;
};
/* page_walk: calls fn for lines top..top+height-1. */
typedef void page_fn(void *ctx, int row, const struct page_line *line);
void page_walk(const struct page *p, int cells, int top, int height, page_fn *fn, void *ctx);

#endif
