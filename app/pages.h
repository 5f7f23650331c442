/*
 * pages.h - what the reading screens say: why a question is asked, where a figure comes from, a
 * finding in full, a part with its price, two plans side by side, the keys.
 */
#ifndef APP_PAGES_H
#define APP_PAGES_H

#include "app/model.h"

void pages_build(struct ui *m, struct page *out);  /* by m->page_kind */
void pages_export(struct ui *m, struct page *out); /* preview of the chosen format */

#endif
