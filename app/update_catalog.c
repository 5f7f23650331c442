/*
 * update_catalog.c - the catalog on the screen: cards, models, every table of parts, and the form
 * of a row of the user's own.
 */
#include <string.h>

#include "app/update_parts.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

/* --- lists ------------------------------------------------------------------------------------ */
/* The id of the row under the cursor, "" when there is none. */
static const char *here(const struct ui *m)
{
    int at = m->list.cursor;

    if (m->browse.tab == BROWSE_CARDS)
        return at < m->card_n ? m->card[at]->id : "";
    if (m->browse.tab == BROWSE_MODELS)
        return at < m->card_n ? m->model[at]->id : "";
    return at < m->browse.shown_n ? browse_key(&m->browse, m->browse.shown[at]) : "";
}

static unsigned open_row(struct ui *m)
{
    int at = m->list.cursor;

    if (m->browse.tab > BROWSE_MODELS) {
        if (at >= m->browse.shown_n)
            return 0;
        m->browse.page = m->browse.shown[at];
        page_open(m, PAGE_ROW, 0);
        return 0;
    }
    if (at >= m->card_n)
        return 0;
    if (m->models)
        m->page_model = m->model[at];
    else
        m->page_card = m->card[at];
    page_open(m, m->models ? PAGE_MODEL : PAGE_CARD, 0);
    return 0;
}

static unsigned next_table(struct ui *m, int by)
{
    int n = browse_tabs();

    m->browse.tab = (m->browse.tab + by + n) % n;
    m->models = m->browse.tab == BROWSE_MODELS;
    m->list = (struct list){0};
    m->filter[0] = '\0';
    m->browse.shown_n = 0;
    m->browse.wanted = m->browse.tab > BROWSE_MODELS;
    m->stale = true;
    return m->browse.wanted ? FX_BROWSE : 0;
}

static void next_order(struct ui *m)
{
    if (m->browse.tab <= BROWSE_MODELS)
        m->card_sort = (enum card_sort)((m->card_sort + 1) % CARD_SORTS);
    else if (m->browse.columns > 0)
        m->browse.sort = (m->browse.sort + 1) % m->browse.columns;
    m->list = (struct list){0};
    m->stale = true;
}

static unsigned open_form(struct ui *m, bool fresh)
{
    const struct table *table = browse_table(m->browse.tab);
    bool same = m->form.left && m->form.table == table && m->form.fresh == fresh;
    if (same && str_eq(m->form.like, here(m))) { /* what was typed and not stored is still there */
        form_opened(m);
        return 0;
    }
    m->form.left = false;
    m->form.table = table;
    m->form.fresh = fresh;
    str_copy(m->form.like, sizeof m->form.like, here(m));
    return m->form.like[0] != '\0' || fresh ? FX_FORM : 0;
}

static unsigned drop_row(struct ui *m)
{
    m->form.left = false;
    m->form.table = browse_table(m->browse.tab);
    str_copy(m->form.like, sizeof m->form.like, here(m));
    return m->form.like[0] != '\0' ? FX_DROP : 0;
}

unsigned update_catalog(struct ui *m, enum action a, int nth)
{
    switch (a) {
    case ACT_SORT: next_order(m); return 0;
    case ACT_TABLE: return next_table(m, nth == 2 ? -1 : 1);
    case ACT_OPEN: return open_row(m);
    case ACT_ADD: return open_form(m, true);
    case ACT_EDIT: return open_form(m, false);
    case ACT_DROP: return drop_row(m);
    default: return 0;
    }
}

/* --- rows of a table: filtered, sorted -------------------------------------------------------- */
static void row_words(const struct ui *m, int row, struct str *out)
{
    const char *id = browse_key(&m->browse, row), *table = browse_table_name(&m->browse);

    for (size_t i = 0; i < m->browse.width; i++) {
        text_fold(out, browse_cell(&m->browse, row, (int)i));
        str_addc(out, ' ');
    }
    for (size_t i = 0; i < m->facts->alias_n; i++) {
        const struct alias *a = &m->facts->alias[i];
        if (str_eq(a->id, id) && str_eq(a->table, table)) {
            text_fold(out, a->name);
            str_addc(out, ' ');
        }
    }
}

/* Numbers by size, the large first; texts by letter; what is not known last. */
static bool before(const struct browse *b, int x, int y)
{
    const char *p = browse_cell(b, x, b->column[b->sort]);
    const char *q = browse_cell(b, y, b->column[b->sort]);
    double u, v;

    if (p[0] == '\0' || q[0] == '\0')
        return p[0] != '\0';
    if (num_plain(p, &u) == NUM_OK && num_plain(q, &v) == NUM_OK)
        return u > v;
    return strcmp(p, q) < 0;
}

static void put_row(struct browse *b, int row)
{
    int at = b->shown_n++;

    for (; at > 0 && before(b, row, b->shown[at - 1]); at--)
        b->shown[at] = b->shown[at - 1];
    b->shown[at] = row;
}

void browse_list(struct ui *m)
{
    struct browse *b = &m->browse;
    struct str want, words;

    b->shown_n = 0;
    m->fuzzy = false;
    b->shown = ARENA_ARRAY(&m->lists, int, b->n + 1);
    str_init(&want, 512);
    str_init(&words, 1 << 16);
    text_fold(&want, m->filter);
    for (int pass = 0; pass < 2 && b->shown_n == 0 && b->shown != NULL; pass++)
        for (size_t i = 0; b->table != NULL && i < b->n; i++) {
            str_clear(&words);
            row_words(m, (int)i, &words);
            m->fuzzy = pass == 1;
            if (pass == 0 ? text_has_words(words.p, want.p) : text_like(words.p, want.p))
                put_row(b, (int)i);
        }
    str_free(&want);
    str_free(&words);
    list_set(&m->list, b->shown_n);
}

/* --- the form --------------------------------------------------------------------------------- */
unsigned update_form(struct ui *m, enum action a)
{
    if (a == ACT_STORE)
        return FX_STORE;
    if (a == ACT_OPEN && m->list.cursor < (int)form_columns(&m->form)) {
        m->typing = true;
        field_set(&m->field, m->form.cell[m->list.cursor]);
    }
    return 0;
}

/* Enter in the field: the value stands, the next column follows. */
void form_typed(struct ui *m)
{
    form_set(&m->form, m->list.cursor, m->field.text);
    m->typing = false;
    list_move(&m->list, 1);
}

void form_left(struct ui *m)
{
    m->form.left = form_changed(&m->form);
    if (m->form.left)
        model_say(m, SAY_INFO, MSG_TUI_FORM_LEFT, 0);
}

void form_opened(struct ui *m)
{
    model_push(m, SCREEN_FORM);
    m->list = (struct list){.n = (int)form_columns(&m->form)};
    m->stale = true;
}

/* The facts are read anew: nothing of the old ones may live on. */
unsigned form_stored(struct ui *m, const struct event *e)
{
    if (m->screen == SCREEN_FORM)
        model_pop(m);
    m->form.left = false;
    forget_facts(m);
    m->browse.shown_n = 0;
    m->browse.table = NULL;
    m->browse.n = 0;
    m->browse.wanted = m->browse.tab > BROWSE_MODELS;
    model_say(m, SAY_INFO, e->code == 0 ? MSG_TUI_ROW_STORED : MSG_TUI_ROW_DROPPED, 2,
              ARG_STR(form_name(&m->form)), ARG_STR(e->text));
    return FX_RECOMPUTE | (m->browse.wanted ? FX_BROWSE : 0);
}
