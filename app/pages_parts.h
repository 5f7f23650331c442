/*
 * pages_parts.h - pages that have a file of their own. For app/pages.c.
 */
#ifndef APP_PAGES_PARTS_H
#define APP_PAGES_PARTS_H

#include "app/model.h"

void pages_help(struct ui *m, struct page *out);
void pages_diff(struct ui *m, struct page *out);
void pages_files(struct ui *m, struct page *out);
void pages_offer(struct ui *m, struct page *out);
void pages_row(struct ui *m, struct page *out);
void pages_model(struct ui *m, struct page *out);
void pages_card(struct ui *m, struct page *out);

/* page_grade: how sure a row is, "B" in words; "" where it is not told. */
const char *page_grade(const struct ui *m, char confidence);

#endif
