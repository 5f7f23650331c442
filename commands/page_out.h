/*
 * page_out.h - writes a page of help as wrapped text or as troff (man macros).
 */
#ifndef COMMANDS_PAGE_OUT_H
#define COMMANDS_PAGE_OUT_H

#include <stdbool.h>

#include "base/msg.h"
#include "base/str.h"

struct page_out {
    struct str *out;
    enum lang lang;
    bool troff;
};

void doc_section(struct page_out *p, const char *title); /* capital heading */
void doc_sub(struct page_out *p, const char *title);
void doc_text(struct page_out *p, const char *text); /* a paragraph */
void doc_line(struct page_out *p, const char *text); /* as it stands, indented */
/* doc_term: a word or flag and what it means, hanging. text may be "". */
void doc_term(struct page_out *p, const char *term, const char *text);

#endif
