/*
 * lists_catalog.c - cards and models of the catalog: found by name, id, maker, family or alias,
 * every word of the filter somewhere; when nothing is, by likeness.
 */
#include <string.h>

#include "app/update_parts.h"
#include "base/str.h"
#include "base/text.h"

struct entry { /* what is searched of a row */
    const char *table, *id, *text[4];
};

static struct entry card_entry(const struct accel *a)
{
    return (struct entry){
        "accelerators", a->id, {accel_label(a), a->name, a->architecture, a->vendor}};
}

static struct entry model_entry(const struct model *x)
{
    return (struct entry){"models", x->id, {x->name, x->family, x->kind_text, x->licence}};
}

/* The names under which people know it. */
static bool by_alias(const struct ui *m, const struct entry *e, const char *want)
{
    for (size_t i = 0; i < m->facts->alias_n; i++) {
        const struct alias *a = &m->facts->alias[i];
        if (str_eq(a->id, e->id) && str_eq(a->table, e->table) && text_has_words(a->name, want))
            return true;
    }
    return false;
}

static bool passes(const struct ui *m, const struct entry *e, const char *want, bool fuzzy)
{
    struct str row;
    bool ok;
    if (want[0] == '\0')
        return true;
    str_init(&row, 4096);
    text_fold(&row, e->id);
    for (int i = 0; i < 4; i++) {
        str_addc(&row, ' ');
        text_fold(&row, e->text[i] != NULL ? e->text[i] : "");
    }
    ok = fuzzy ? text_like(row.p, want) : text_has_words(row.p, want) || by_alias(m, e, want);
    str_free(&row);
    return ok;
}

/* --- order: large and new first, unknown last ------------------------------------------------ */
static double card_value(const struct ui *m, const struct accel *a)
{
    switch (m->card_sort) {
    case CARDS_BY_MEMORY: return -a->memory_gb;
    case CARDS_BY_BANDWIDTH: return -a->memory_bandwidth_gbs;
    case CARDS_BY_PRICE:
        return facts_convert(m->facts, a->price.amount, a->price.currency, "USD", NULL);
    case CARDS_BY_YEAR:
    case CARD_SORTS: break;
    }
    return -a->release_year;
}

static bool model_before(const struct ui *m, const struct model *a, const struct model *b)
{
    switch (m->card_sort) {
    case CARDS_BY_MEMORY: return known(a->params_b) && !(b->params_b >= a->params_b);
    case CARDS_BY_BANDWIDTH: return known(a->max_context) && !(b->max_context >= a->max_context);
    case CARDS_BY_PRICE: return strcmp(a->name ? a->name : a->id, b->name ? b->name : b->id) < 0;
    case CARDS_BY_YEAR:
    case CARD_SORTS: break;
    }
    return strcmp(a->release ? a->release : "", b->release ? b->release : "") > 0;
}

static void put_card(struct ui *m, const struct accel *a)
{
    double x = card_value(m, a);
    int at = m->card_n++;
    while (at > 0 && known(x)) {
        double y = card_value(m, m->card[at - 1]);
        if (known(y) && x >= y)
            break;
        m->card[at] = m->card[at - 1];
        at--;
    }
    m->card[at] = a;
}

static void put_model(struct ui *m, const struct model *x)
{
    int at = m->card_n++;
    for (; at > 0 && model_before(m, x, m->model[at - 1]); at--)
        m->model[at] = m->model[at - 1];
    m->model[at] = x;
}

static void fill(struct ui *m, const char *want, bool fuzzy)
{
    m->card_n = 0;
    for (size_t i = 0; !m->models && m->card != NULL && i < m->facts->accel_n; i++) {
        struct entry e = card_entry(&m->facts->accel[i]);
        if (passes(m, &e, want, fuzzy))
            put_card(m, &m->facts->accel[i]);
    }
    for (size_t i = 0; m->models && m->model != NULL && i < m->facts->model_n; i++) {
        struct entry e = model_entry(&m->facts->model[i]);
        if (passes(m, &e, want, fuzzy))
            put_model(m, &m->facts->model[i]);
    }
}

void catalog_list(struct ui *m)
{
    struct str want;
    str_init(&want, 512);
    text_fold(&want, m->filter);
    m->card = ARENA_ARRAY(&m->lists, const struct accel *, m->facts->accel_n + 1);
    m->model = ARENA_ARRAY(&m->lists, const struct model *, m->facts->model_n + 1);
    fill(m, want.p, false);
    m->fuzzy = m->card_n == 0 && want.p[0] != '\0';
    if (m->fuzzy)
        fill(m, want.p, true);
    str_free(&want);
    list_set(&m->list, m->card_n);
}
