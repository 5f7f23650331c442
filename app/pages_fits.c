/* pages_fits.c - the question turned round: what a machine can do. */
#include <stdio.h>

#include "app/pages_parts.h"
#include "base/str.h"

#define FITS_BYTES (1u << 20)

void pages_fits(struct ui *m, struct page *p)
{
    struct answers a;
    struct err_info e = {0};
    struct arena arena;
    struct str text;
    answers_init(&a);
    arena_init(&arena, 0);
    str_init(&text, FITS_BYTES);
    struct export_options o = {.lang = m->lang,
                               .ascii = m->ascii,
                               .generated = m->generated,
                               .now = m->now,
                               .facts = m->facts,
                               .prices = m->prices};
    const struct fits_result *f = NULL;
    if (answers_set(&a, Q_HAVE, m->page_machine, FROM_GIVEN, &e) == OK)
        f = engine_fits(&a, m->facts, &arena, &e);
    if (f != NULL && !f->failed && export_fits(EXPORT_TEXT, f, &o, &text, &e) == OK)
        page_lines(p, ROLE_TEXT, text.p);
    else
        page_msg(p, m->lang, ROLE_ERROR, 0, &e.msg);
    str_free(&text);
    arena_free(&arena);
}
