/* update_files.c - plans as files: save as, open, look at one beside the plan here. */
#include <string.h>

#include "app/lists.h"
#include "app/update_parts.h"
#include "base/str.h"
#include "base/text.h"

#define FIRST_NAME "dlrig-job.json"

unsigned files_go(struct ui *m, bool save)
{
    model_push(m, SCREEN_FILES);
    m->files.save = save;
    m->files.mark[0] = '\0';
    if (save) {
        m->typing = true;
        field_offer(&m->field, m->files.path[0] != '\0' ? m->files.path : FIRST_NAME);
    }
    return FX_FILES;
}

/* Rows of the list: names that hold the filter. */
void files_filter(struct ui *m)
{
    struct files_state *f = &m->files;
    struct str want, name;
    str_init(&want, 1024);
    str_init(&name, 1024);
    text_fold(&want, f->save ? "" : m->filter);
    f->shown_n = 0;
    for (int i = 0; i < f->n; i++) {
        str_clear(&name);
        text_fold(&name, f->name[i]);
        if (text_has_words(name.p, want.p))
            f->shown[f->shown_n++] = i;
    }
    str_free(&want);
    str_free(&name);
    list_set(&m->list, f->shown_n);
}

bool files_named(const struct ui *m)
{
    const struct files_state *f = &m->files;
    int at = m->list.cursor;
    return at < f->shown_n && str_eq(m->field.text, f->name[f->shown[at]]);
}

void files_name(struct ui *m)
{
    const struct files_state *f = &m->files;
    if (m->list.cursor < f->shown_n)
        field_offer(&m->field, f->name[f->shown[m->list.cursor]]);
}

/* The file meant: the row, or what was typed when no row holds it. */
static bool meant(struct ui *m)
{
    struct files_state *f = &m->files;
    int at = m->list.cursor;
    if (at < f->shown_n)
        return str_copy(f->path, sizeof f->path, f->name[f->shown[at]]);
    if (m->filter[0] != '\0')
        return str_copy(f->path, sizeof f->path, m->filter);
    model_say(m, SAY_INFO, MSG_TUI_NO_FILES, 0);
    return false;
}

unsigned files_typed(struct ui *m)
{
    if (!m->files.save) {
        m->typing = false;
        return m->files.shown_n == 0 && meant(m) ? FX_OPEN : 0;
    }
    if (m->field.text[0] == '\0')
        return 0;
    m->typing = false;
    str_copy(m->files.path, sizeof m->files.path, m->field.text);
    m->export_force = false;
    return FX_SAVE;
}

/* The first of two files; the mark goes where it stands already. */
static void mark(struct ui *m)
{
    struct files_state *f = &m->files;
    const char *name = m->list.cursor < f->shown_n ? f->name[f->shown[m->list.cursor]] : "";
    str_copy(f->mark, sizeof f->mark, str_eq(f->mark, name) ? "" : name);
    if (f->mark[0] != '\0')
        model_say(m, SAY_INFO, MSG_MOVED_MARKED, 1, ARG_STR(name));
}

static unsigned against(struct ui *m, bool then)
{
    struct files_state *f = &m->files;
    bool two = f->mark[0] != '\0' && !str_eq(f->mark, f->path);
    f->against = then ? AGAINST_THEN : two ? AGAINST_MARKED : AGAINST_HERE;
    return FX_AGAINST;
}

unsigned update_files(struct ui *m, enum action a)
{
    struct files_state *f = &m->files;
    if (f->save) {
        if (a == ACT_OPEN && m->list.cursor < f->shown_n) /* a name to write over, or to change */
            files_name(m);
        m->typing = a == ACT_OPEN || a == ACT_FILTER;
        return 0;
    }
    if (a == ACT_OPEN)
        return meant(m) ? FX_OPEN : 0;
    if (a == ACT_MARK)
        mark(m);
    if (a == ACT_AGAINST || a == ACT_REPRICE)
        return meant(m) ? against(m, a == ACT_REPRICE) : 0;
    return 0;
}

static void opened(struct ui *m, const struct event *e)
{
    m->doc = *e->doc;
    history_commit(m);
    while (model_pop(m))
        ;
    m->screen = SCREEN_PLAN;
    m->focus = PANE_PARTS;
    m->list = (struct list){0};
    const char *currency = m->job.currency != NULL ? m->job.currency : "USD";
    if (known(e->then) && known(e->now) && e->day[0] != '\0')
        model_say(m, SAY_INFO, MSG_TUI_OPENED_THEN, 4, ARG_STR(e->text), ARG_DATE(e->day),
                  ARG_MONEY(e->then, currency), ARG_MONEY(e->now, currency));
    else
        model_say(m, SAY_INFO, MSG_TUI_OPENED, 1, ARG_STR(e->text));
}

void files_said(struct ui *m, const struct event *e)
{
    switch (e->kind) {
    case EV_SAVED:
        while (m->screen == SCREEN_FILES && model_pop(m))
            ;
        model_say(m, SAY_INFO, MSG_TUI_WRITTEN, 1, ARG_STR(e->text));
        break;
    case EV_OPENED: opened(m, e); break;
    case EV_COMPARED: page_open(m, PAGE_FILES, 0); break;
    default: break;
    }
}
