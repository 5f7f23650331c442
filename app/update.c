#include "app/update.h"

#include <stdio.h>
#include <string.h>

#include "app/jump.h"
#include "app/lists.h"
#include "app/update_parts.h"
#include "base/str.h"
#include "base/text.h"

#define WHEEL_ROWS 3

/* Findings are texts of several lines: what is out of sight comes in before the cursor goes on. */
#define LINE_STEP 1
static bool move_lines(struct ui *m, enum action a)
{
    bool up = a == ACT_UP && m->lines_above, down = a == ACT_DOWN && m->lines_below;
    if (m->screen != SCREEN_FINDINGS || (!up && !down))
        return false;
    m->line_top += up ? -LINE_STEP : LINE_STEP;
    return true;
}

static bool move(struct ui *m, enum action a)
{
    struct list *l = model_list(m);
    int page = m->in_sight > 1 ? m->in_sight - 1 : 1;
    if (move_lines(m, a))
        return true;
    switch (a) {
    case ACT_UP: list_move(l, -1); return true;
    case ACT_DOWN: list_move(l, 1); return true;
    case ACT_PAGE_UP: list_move(l, -page); return true;
    case ACT_PAGE_DOWN: list_move(l, page); return true;
    case ACT_HOME: list_move(l, -l->n); return true;
    case ACT_END: list_move(l, l->n); return true;
    default: return false;
    }
}

/* --- export ----------------------------------------------------------------------------------- */
static void export_extension(struct ui *m)
{
    size_t all = strlen(m->export_path), ours = 0;
    for (int i = 0; i < EXPORT_FORMATS; i++) { /* the longest: ".vllm.sh" before ".sh" */
        const char *ending = export_format_ending((enum export_format)i);
        size_t n = strlen(ending);
        if (n > ours && all > n && str_eq(m->export_path + all - n, ending))
            ours = n;
    }
    if (ours == 0)
        return;
    str_copy(m->export_path + all - ours, sizeof m->export_path - (all - ours),
             export_format_ending((enum export_format)m->export_format));
}

/* The plan, or what moved between two of them: each has a name of its own. */
static void export_what(struct ui *m, bool moved)
{
    if (m->export_moved == moved)
        return;
    m->export_moved = moved;
    str_copy(m->export_path, sizeof m->export_path, moved ? "dlrig-moved.md" : "dlrig-plan.md");
    export_extension(m);
}

static unsigned export_go(struct ui *m, bool force)
{
    m->export_force = force;
    m->export_asks = false;
    return m->screen == SCREEN_FILES ? FX_SAVE : FX_EXPORT;
}

static unsigned update_export(struct ui *m, enum action a)
{
    if (a == ACT_OPEN)
        return export_go(m, false);
    if (a == ACT_PATH) {
        m->typing = true;
        field_offer(&m->field, m->export_path);
    }
    return 0;
}

/* --- typing ----------------------------------------------------------------------------------- */
/* What was looked for among the plans and is in none: they are made with these cards. */
static unsigned only_cards(struct ui *m)
{
    char cards[sizeof m->filter];
    str_copy(cards, sizeof cards, m->filter);
    if (!model_answer(m, Q_GPU, cards))
        return 0; /* it says why; what was typed stays */
    m->typing = false;
    m->filter[0] = '\0';
    m->list = (struct list){0};
    m->stale = true;
    model_say(m, SAY_INFO, MSG_PANE_ONLY_CARDS, 1, ARG_STR(cards));
    return FX_RECOMPUTE;
}

static unsigned typed_enter(struct ui *m)
{
    unsigned fx = 0;
    if (m->screen == SCREEN_FILES)
        return files_typed(m);
    if (m->screen == SCREEN_FORM) {
        form_typed(m);
    } else if (m->screen == SCREEN_EXPORT) {
        if (m->field.text[0] != '\0')
            str_copy(m->export_path, sizeof m->export_path, m->field.text);
        m->typing = false;
    } else if (m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK) {
        if (m->filter[0] == '\0') {
            m->typing = false;
            m->stale = true;
            return 0;
        }
        fx = wizard_keep(m); /* refused: what was typed stays */
    } else if (m->screen == SCREEN_COMPARE && m->order_n == 0 && m->filter[0] != '\0') {
        fx = only_cards(m);
    } else {
        m->typing = false;
    }
    return fx;
}

static void typed_escape(struct ui *m)
{
    m->typing = false;
    if (m->screen == SCREEN_FILES && m->files.save) { /* nothing else to do on that screen */
        model_pop(m);
        return;
    }
    if (m->screen != SCREEN_EXPORT && m->screen != SCREEN_FORM) {
        m->filter[0] = '\0';
        m->place = m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK;
    }
    m->stale = true;
}

static void typed_changed(struct ui *m)
{
    if (m->screen == SCREEN_EXPORT || m->screen == SCREEN_FORM ||
        (m->screen == SCREEN_FILES && m->files.save))
        return;
    if (str_eq(m->filter, m->field.text))
        return;
    str_copy(m->filter, sizeof m->filter, m->field.text);
    m->list = (struct list){0};
    m->stale = true;
}

/* The list goes along while a name is typed; saving, its rows are names to write over. */
static unsigned typed_move(struct ui *m, enum action a)
{
    if (m->screen == SCREEN_FORM) /* the value stands, another column is next */
        form_typed(m), list_move(&m->list, -1);
    bool first = m->screen == SCREEN_FILES && m->files.save && !files_named(m);
    if (!first) /* the first press goes to the row that has the cursor */
        move(m, a);
    if (m->screen == SCREEN_FILES && m->files.save)
        files_name(m);
    return 0;
}

static unsigned update_typing(struct ui *m, int32_t key)
{
    switch (key) {
    case KC_ENTER: return typed_enter(m);
    case KC_CTRL('g'):
    case KC_ESC: typed_escape(m); return 0;
    case KC_CTRL('p'):
    case KC_UP: return typed_move(m, ACT_UP);
    case KC_CTRL('n'):
    case KC_DOWN: return typed_move(m, ACT_DOWN);
    case KC_PGUP: return typed_move(m, ACT_PAGE_UP);
    case KC_PGDN: return typed_move(m, ACT_PAGE_DOWN);
    case KC_F10: return FX_QUIT;
    default:
        if (field_key(&m->field, key))
            typed_changed(m);
        return 0;
    }
}

/* --- everywhere ------------------------------------------------------------------------------- */
static void set_language(struct ui *m)
{
    if (m->lang_locked) {
        model_say(m, SAY_WARNING, MSG_TUI_LANG_LOCKED, 0);
        return;
    }
    m->lang = m->lang == LANG_EN ? LANG_ZH : LANG_EN;
    m->stale = true;
    model_say(m, SAY_INFO, MSG_TUI_LANG_NOW, 0);
}

static unsigned set_theme(struct ui *m)
{
    if (m->theme_n > 0)
        m->theme = m->theme_kept = (m->theme + 1) % m->theme_n;
    return FX_THEME;
}

/* --- settings: a theme is worn while the cursor stands on it, Enter keeps it ----------------- */
static unsigned wear_theme(struct ui *m)
{
    int at = m->screen == SCREEN_SETTINGS ? m->list.cursor - SETTING_THEMES : -1;
    int want = at >= 0 && at < m->theme_n ? at : m->theme_kept;
    if (want == m->theme)
        return 0;
    m->theme = want;
    return FX_THEME;
}

static unsigned update_settings(struct ui *m, enum action a)
{
    if (a != ACT_OPEN)
        return 0;
    switch (m->list.cursor) {
    case SETTING_LANG: set_language(m); return FX_SETTINGS;
    case SETTING_MOUSE: m->mouse = !m->mouse; return FX_SETTINGS;
    case SETTING_FRAMES: m->ascii = !m->ascii; return FX_SETTINGS;
    case SETTING_WIDTH: m->wide = !m->wide; return FX_SETTINGS;
    default: break;
    }
    m->theme_kept = m->theme;
    if (m->themes != NULL)
        model_say(m, SAY_INFO, MSG_TUI_THEME_NOW, 1, ARG_STR(m->themes->t[m->theme].name[m->lang]));
    return 0;
}

static unsigned go_history(struct ui *m, bool undo)
{
    bool went = undo ? history_undo(m) : history_redo(m);
    if (!went) {
        model_say(m, SAY_INFO, undo ? MSG_TUI_NO_UNDO : MSG_TUI_NO_REDO, 0);
        return 0;
    }
    m->place = m->screen == SCREEN_WIZARD;
    model_say(m, SAY_INFO, undo ? MSG_TUI_UNDONE : MSG_TUI_REDONE, 0);
    return FX_RECOMPUTE;
}

/* The value under the cursor by itself, where a terminal or another program can take it. */
static unsigned copy_value(struct ui *m)
{
    struct str s;
    str_init(&s, sizeof m->copied);
    list_row_value(m, model_list(m)->cursor, &s);
    str_copy(m->copied, sizeof m->copied, s.p);
    str_free(&s);
    if (m->copied[0] == '\0')
        return 0;
    model_say(m, SAY_INFO, MSG_TUI_SAYS, 1, ARG_STR(m->copied));
    return FX_COPY;
}

/* An empty job at the first question; one u brings the old one back. */
static unsigned begin_anew(struct ui *m)
{
    m->doc = (struct doc){.answers = m->blank};
    m->depth = 0;
    m->screen = SCREEN_WIZARD;
    m->preview = NULL;
    m->preview_refused = false;
    memset(m->wiz.done, 0, sizeof m->wiz.done);
    history_commit(m);
    wizard_go(m, 1);
    model_say(m, SAY_INFO, MSG_TUI_BEGUN_ANEW, 0);
    return FX_RECOMPUTE;
}

static unsigned anywhere(struct ui *m, enum action a)
{
    bool moved;
    switch (a) {
    case ACT_NEW: return begin_anew(m);
    case ACT_COPY: return copy_value(m);
    case ACT_FITS: fits_open(m); return 0;
    case ACT_REFRESH: return update_refresh(m, a);
    case ACT_SAVE_AS:
    case ACT_OPEN_FILE: return files_go(m, a == ACT_SAVE_AS);
    case ACT_UNDO:
    case ACT_REDO: return go_history(m, a == ACT_UNDO);
    case ACT_LANGUAGE: set_language(m); return FX_SETTINGS; /* narrow signs over wide ones */
    case ACT_THEME: return set_theme(m);
    case ACT_SETTINGS: model_push(m, SCREEN_SETTINGS); return 0;
    case ACT_HELP:
        if (m->screen != SCREEN_PAGE || m->page_kind != PAGE_HELP)
            page_open(m, PAGE_HELP, 0);
        return 0;
    case ACT_COMPARE: model_push(m, SCREEN_COMPARE); return 0;
    case ACT_OFFERS: model_push(m, SCREEN_OFFERS); return 0;
    case ACT_COST:
        model_push(m, SCREEN_COST);
        m->list = (struct list){.cursor = COST_MONTHS_MAX, .n = COST_MONTHS_MAX + 1};
        return 0;
    case ACT_CATALOG:
        model_push(m, SCREEN_CATALOG);
        m->browse.wanted = m->browse.tab > BROWSE_MODELS;
        return m->browse.wanted ? FX_BROWSE : 0;
    case ACT_EXPORT:
        moved = m->screen == SCREEN_PAGE;
        model_push(m, SCREEN_EXPORT);
        m->list.cursor = m->export_format;
        m->list.n = EXPORT_FORMATS;
        m->export_asks = false;
        export_what(m, moved);
        return 0;
    case ACT_FILTER:
        m->typing = true;
        field_set(&m->field, m->filter);
        return 0;
    case ACT_REDRAW: return FX_REDRAW;
    case ACT_QUIT: return FX_QUIT;
    case ACT_BACK:
        if (m->filter[0] != '\0') {
            m->filter[0] = '\0';
            m->stale = true;
        } else {
            if (m->screen == SCREEN_FORM)
                form_left(m);
            model_pop(m);
        }
        return wear_theme(m);
    case ACT_JUMP:
        m->jumping = true;
        model_say(m, SAY_INFO, MSG_TUI_JUMP, 0);
        return 0;
    default: return 0;
    }
}

static void update_offers(struct ui *m, enum action a)
{
    static const enum offers_sort next[OFFERS_SORTS] = {
        [OFFERS_BY_GPU_PRICE] = OFFERS_BY_PRICE,  [OFFERS_BY_PRICE] = OFFERS_BY_DATE,
        [OFFERS_BY_DATE] = OFFERS_BY_PROVIDER,    [OFFERS_BY_PROVIDER] = OFFERS_BY_MEMORY,
        [OFFERS_BY_MEMORY] = OFFERS_BY_GPU_PRICE,
    };
    if (a == ACT_SORT)
        m->offers_sort = next[m->offers_sort];
    if (a == ACT_WIDER)
        m->offers_all = !m->offers_all;
    if (a == ACT_SORT || a == ACT_WIDER) {
        m->list = (struct list){0};
        m->stale = true;
    }
    if (a == ACT_OPEN && m->list.cursor < (int)m->offers.n) {
        m->page_offer = m->offers.row[m->list.cursor];
        page_open(m, PAGE_OFFER, 0);
    }
}

/* Curves, what moves the answer, and the load where a plan owns its base and rents its peaks. */
static void next_picture(struct ui *m)
{
    bool hybrid = false;
    for (size_t i = 0; m->result != NULL && i < m->result->plan_n; i++)
        hybrid = hybrid || m->result->plan[i].hybrid != NULL;
    m->cost_picture = m->cost_picture == COST_CURVES              ? COST_TORNADO
                      : m->cost_picture == COST_TORNADO && hybrid ? COST_LOAD
                                                                  : COST_CURVES;
}

static void update_cost(struct ui *m, enum action a)
{
    if (a == ACT_LATER || a == ACT_EARLIER)
        list_move(&m->list, a == ACT_LATER ? 1 : -1);
    if (a == ACT_TORNADO)
        next_picture(m);
    if (a == ACT_EXPLAIN)
        page_open(m, PAGE_GAUGE, GAUGE_COST);
}

static unsigned on_screen(struct ui *m, enum action a, int nth)
{
    switch (m->screen) {
    case SCREEN_WIZARD:
    case SCREEN_ASK: return update_wizard(m, a, nth);
    case SCREEN_PLAN: return update_plan(m, a, nth);
    case SCREEN_PICKER: return update_picker(m, a);
    case SCREEN_COMPARE: return update_compare(m, a);
    case SCREEN_FINDINGS:
        if ((a == ACT_OPEN || a == ACT_EXPLAIN) && m->list.cursor < m->finding_n)
            page_open(m, PAGE_FINDING, m->list.cursor);
        return 0;
    case SCREEN_EXPORT: return update_export(m, a);
    case SCREEN_SETTINGS: return update_settings(m, a);
    case SCREEN_OFFERS: update_offers(m, a); return 0;
    case SCREEN_CATALOG: return update_catalog(m, a, nth);
    case SCREEN_FORM: return update_form(m, a);
    case SCREEN_COST: update_cost(m, a); return 0;
    case SCREEN_REFRESH: return update_refresh(m, a);
    case SCREEN_FILES: return update_files(m, a);
    case SCREEN_FITS: return update_fits(m, a);
    case SCREEN_PAGE:
    case SCREEN_COUNT: break;
    }
    return 0;
}

/* Actions that mean the same on every screen and are not taken by the screen itself. */
static bool common(const struct ui *m, enum action a)
{
    bool asking = m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK;
    switch (a) {
    case ACT_UNDO:
    case ACT_REDO:
    case ACT_LANGUAGE:
    case ACT_THEME:
    case ACT_SETTINGS:
    case ACT_HELP:
    case ACT_EXPORT:
    case ACT_OFFERS:
    case ACT_CATALOG:
    case ACT_COST:
    case ACT_NEW:
    case ACT_COPY:
    case ACT_FITS:
    case ACT_REFRESH:
    case ACT_SAVE_AS:
    case ACT_OPEN_FILE:
    case ACT_JUMP:
    case ACT_REDRAW:
    case ACT_QUIT: return true;
    case ACT_COMPARE: return m->screen != SCREEN_PLAN;
    case ACT_FILTER:
    case ACT_BACK: return !asking;
    default: return false;
    }
}

/* What follows the cursor of a list: the file name its format, the screen its theme. */
static unsigned moved(struct ui *m)
{
    if (m->screen == SCREEN_EXPORT && m->list.cursor != m->export_format) {
        m->export_format = m->list.cursor;
        export_extension(m);
        m->stale = true;
    }
    return m->screen == SCREEN_SETTINGS ? wear_theme(m) : 0;
}

static unsigned act(struct ui *m, enum action a, int nth)
{
    if (move(m, a))
        return moved(m);
    return common(m, a) ? anywhere(m, a) : on_screen(m, a, nth);
}

static unsigned jump(struct ui *m, int32_t key)
{
    m->jumping = false;
    if (key < KEY_SPECIAL && !jump_to(m, key))
        model_say(m, SAY_INFO, MSG_TUI_NO_JUMP, 0);
    return moved(m);
}

static unsigned update_key(struct ui *m, int32_t key)
{
    int nth = 0;
    if (m->export_asks) {
        m->export_asks = false;
        if (key == 'y' || key == 'Y')
            return export_go(m, true);
        m->typing = m->screen == SCREEN_FILES && m->files.save; /* another name, then */
        return 0;
    }
    if (key == KC_WHEEL_UP || key == KC_WHEEL_DOWN) {
        list_move(model_list(m), key == KC_WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS);
        return moved(m);
    }
    if (m->jumping)
        return jump(m, key);
    if (m->typing)
        return update_typing(m, key);
    enum action a = keys_action(&m->keymap, model_where(m), key, &nth);
    bool asks = m->screen == SCREEN_ASK || m->wiz.opened;
    if ((a == ACT_NONE || (a == ACT_STEP && asks)) && wizard_digit(m, key))
        return update_typing(m, key);
    return a == ACT_NONE ? 0 : act(m, a, nth);
}

/* A click puts the cursor on a row; on the row that has it already it opens the row. */
static unsigned click(struct ui *m, int pane, int row)
{
    bool plan = m->screen == SCREEN_PLAN;
    if (m->export_asks || pane < 0 || pane >= PANE_COUNT)
        return 0;
    bool here = !plan || (int)m->focus == pane;
    if (plan)
        plan_focus(m, (enum pane)pane);
    struct list *l = model_list(m);
    if (row < 0 || row >= l->n)
        return 0;
    if (!here || l->cursor != row) {
        l->cursor = row;
        return moved(m);
    }
    bool asking = m->screen == SCREEN_WIZARD || m->screen == SCREEN_ASK;
    return act(m, asking ? ACT_KEEP : ACT_OPEN, 0);
}

static void paste(struct ui *m, const char *text)
{
    if (!m->typing)
        return;
    struct field was = m->field;
    for (const char *p = text; *p != '\0';) {
        int32_t cp = text_next(&p);
        if (cp == '\n' || cp == '\t')
            cp = ' ';
        field_insert(&m->field, cp);
    }
    if (!str_eq(was.text, m->field.text))
        typed_changed(m);
}

unsigned update(struct ui *m, const struct event *e)
{
    unsigned fx = 0;
    m->fresh = false;
    switch (e->kind) {
    case EV_KEY:
        fx = update_key(m, e->key);
        if (!m->fresh && (fx & FX_REDRAW) == 0) /* drawn anew, not gone on */
            model_quiet(m);
        break;
    case EV_PASTE: paste(m, e->text); break;
    case EV_CLICK: fx = click(m, e->pane, e->row); break;
    case EV_RESULT:
        model_follow(m);
        m->preview_key[0] = '\0';
        break;
    case EV_PREVIEW: break;
    case EV_FAILED:
        model_say_error(m, e->error);
        m->typing = m->typing || (m->screen == SCREEN_FILES && m->files.save);
        break;
    case EV_REFRESH: refresh_event(m, e); break;
    case EV_REFRESHED:
        refresh_ended(m, e);
        if (m->refresh.stored)
            fx = FX_RECOMPUTE | FX_FEEDS;
        break;
    case EV_FILES: m->stale = true; break;
    case EV_OPENED:
    case EV_SAVED:
    case EV_COMPARED:
        files_said(m, e);
        fx = e->kind == EV_OPENED ? FX_RECOMPUTE : 0;
        break;
    case EV_TABLE: m->stale = true; break;
    case EV_FORM: form_opened(m); break;
    case EV_STORED: fx = form_stored(m, e); break;
    case EV_EXPORTED: model_say(m, SAY_INFO, MSG_TUI_WRITTEN, 1, ARG_STR(e->text)); break;
    case EV_MODEL_READ: fx |= wizard_keep(m); break;
    case EV_EXPORT_EXISTS:
        m->export_asks = true;
        model_say(m, SAY_WARNING, MSG_TUI_EXISTS, 1, ARG_STR(e->text));
        break;
    }
    if (m->stale)
        lists_refresh(m);
    if ((fx & FX_RECOMPUTE) == 0)
        fx |= preview_want(m);
    return fx;
}

unsigned update_start(struct ui *m, bool plan)
{
    m->screen = plan ? SCREEN_PLAN : SCREEN_WIZARD;
    wizard_go(m, 1);
    history_reset(m);
    m->changed = false;
    lists_refresh(m);
    return FX_RECOMPUTE;
}
