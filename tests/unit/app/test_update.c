/* update(): the flow of the wizard, undo over everything, typing, edits by hand, random keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/lists.h"
#include "base/str.h"
#include "unit/app/desk.h"

/* --- wizard ----------------------------------------------------------------------------------- */
static void six_enters_give_a_plan(void **state)
{
    struct desk *d = desk_at(state);
    for (int step = 1; step <= STEPS; step++) {
        assert_int_equal(d->m.screen, SCREEN_WIZARD);
        assert_int_equal(d->m.wiz.step, step);
        press(d, "Enter");
    }
    assert_int_equal(d->m.screen, SCREEN_PLAN);
    const struct plan *p = model_plan(&d->m);
    assert_non_null(p);
    assert_true(known(p->cost.total.typical) && p->cost.total.typical > 0);
    assert_true(p->bom.n > 0);
}

static void highlight_previews_and_changes_nothing(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter");
    struct doc before = d->m.doc;
    int row = d->m.list.cursor;
    assert_null(d->m.preview);
    press(d, "Down");
    assert_int_equal(d->m.list.cursor, row + 1);
    assert_true(d->seen & FX_PREVIEW);
    assert_non_null(d->m.preview);
    assert_memory_equal(&before, &d->m.doc, sizeof before);
    assert_int_not_equal(d->m.preview->job.method, d->m.result->job.method);
    press(d, "Up");
    assert_null(d->m.preview); /* back on the answer that stands: the result itself */
}

static void enter_keeps_and_esc_goes_back(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Down Enter");
    assert_int_equal(d->m.wiz.step, 5);
    assert_true(d->m.doc.answers.a[Q_METHOD].set);
    assert_string_equal(d->m.doc.answers.a[Q_METHOD].text, "qlora");
    press(d, "Esc");
    assert_int_equal(d->m.wiz.step, 4);
    assert_string_equal(d->m.options.o[d->m.list.cursor].value, "qlora");
    press(d, "Esc Esc Esc Esc Esc Esc");
    assert_int_equal(d->m.wiz.step, 1);
    assert_int_equal(d->quits, 0);
    assert_string_equal(d->m.doc.answers.a[Q_METHOD].text, "qlora"); /* nothing is lost */
}

static void digits_reopen_and_esc_returns_to_the_plan(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter 4");
    assert_int_equal(d->m.screen, SCREEN_WIZARD);
    assert_int_equal(d->m.wiz.step, 4);
    press(d, "2");
    assert_int_equal(d->m.wiz.step, 2);
    press(d, "Esc");
    assert_int_equal(d->m.screen, SCREEN_PLAN);
}

static void second_level_opens_in_place(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter");
    int without = d->m.wiz.sub_n;
    press(d, "m");
    assert_true(d->m.wiz.sub_n > without);
    assert_int_equal(d->m.list.cursor, d->m.options.n);
    enum question_id q = d->m.wiz.sub[0];
    press(d, "Enter");
    assert_true(d->m.wiz.opened);
    assert_int_equal(d->m.wiz.question, q);
    press(d, "Down Enter");
    assert_false(d->m.wiz.opened);
    assert_int_equal(d->m.wiz.step, 4);
    assert_true(d->m.doc.answers.a[q].set);
}

static void a_new_task_sets_back_what_contradicts(void **state)
{
    struct desk *d = desk_at(state);
    assert_true(model_answer(&d->m, Q_MODEL, "llama-3.1-8b"));
    assert_true(model_answer(&d->m, Q_TASK, "train-vision"));
    assert_false(d->m.doc.answers.a[Q_MODEL].set);
    assert_int_equal(d->m.say, SAY_WARNING);
    assert_true(history_undo(&d->m));
    assert_string_equal(d->m.doc.answers.a[Q_MODEL].text, "llama-3.1-8b");
}

static void a_new_job_is_begun_and_undone(void **state)
{
    struct desk *d = desk_at(state);
    assert_true(model_answer(&d->m, Q_COUNTRY, "DE"));
    d->m.blank = d->m.doc.answers; /* what the start gave to every job */
    assert_true(model_answer(&d->m, Q_MODEL, "llama-3.3-70b"));
    press(d, "Enter Enter N");
    assert_int_equal(d->m.screen, SCREEN_WIZARD);
    assert_int_equal(d->m.wiz.step, 1);
    assert_false(d->m.doc.answers.a[Q_MODEL].set);
    assert_true(d->m.doc.answers.a[Q_COUNTRY].set);
    assert_true(d->seen & FX_RECOMPUTE);
    press(d, "u");
    assert_string_equal(d->m.doc.answers.a[Q_MODEL].text, "llama-3.3-70b");
}

static void settings_wear_a_theme_and_give_it_back(void **state)
{
    struct desk *d = desk_at(state);
    press(d, ", End");
    assert_int_equal(d->m.theme, 2);
    assert_true(d->seen & FX_THEME);
    press(d, "Esc");
    assert_int_equal(d->m.theme, 0);
    press(d, ", End Enter Esc");
    assert_int_equal(d->m.theme, 2);
    press(d, ", Down Enter");
    assert_true(d->m.mouse);
    assert_true(d->seen & FX_SETTINGS);
}

static void y_copies_the_value_under_the_cursor(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter Tab ' m y"); /* the line of the model */
    assert_true(d->seen & FX_COPY);
    assert_string_equal(d->m.copied, d->m.job.model->name);
    assert_string_equal(d->m.message, d->m.copied);
}

static void the_catalog_finds_by_alias_and_likeness(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "g Tab /");
    type(d, "lama");
    assert_true(d->m.card_n > 0);
    press(d, "Esc / C-u");
    type(d, "qwem");
    assert_true(d->m.fuzzy);
    assert_true(d->m.card_n > 0);
    assert_non_null(strstr(d->m.model[0]->name, "Qwen"));
    press(d, "Esc S-Tab /");
    type(d, "a100 80g"); /* an alias */
    assert_true(d->m.card_n > 0);
    assert_false(d->m.fuzzy);
    press(d, "Enter F");
    assert_int_equal(d->m.screen, SCREEN_FITS);
    assert_true(d->m.fits.n > 10);
    press(d, "Esc");
    assert_int_equal(d->m.screen, SCREEN_CATALOG);
}

static void a_letter_jumps_in_a_list(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "g ' t");
    assert_true(str_starts(accel_label(d->m.card[d->m.list.cursor]), "T"));
    int before = d->m.list.cursor;
    press(d, "' t");
    assert_int_not_equal(d->m.list.cursor, before);
    press(d, "' }");
    assert_int_equal(d->m.screen, SCREEN_CATALOG);
}

static void a_click_chooses_and_a_second_one_opens(void **state)
{
    struct desk *d = desk_at(state);
    desk_event(d, &(struct event){.kind = EV_CLICK, .row = 3});
    assert_int_equal(d->m.list.cursor, 3);
    assert_int_equal(d->m.wiz.step, 1);
    desk_event(d, &(struct event){.kind = EV_CLICK, .row = 3});
    assert_int_equal(d->m.wiz.step, 2);
    press(d, "Enter Enter Enter Enter Enter");
    desk_event(d, &(struct event){.kind = EV_CLICK, .pane = PANE_JOB, .row = 1});
    assert_int_equal(d->m.focus, PANE_JOB);
    assert_int_equal(d->m.pane[PANE_JOB].cursor, 1);
    desk_event(d, &(struct event){.kind = EV_CLICK, .pane = PANE_JOB, .row = 9999});
    assert_int_equal(d->m.pane[PANE_JOB].cursor, 1);
    desk_event(d, &(struct event){.kind = EV_KEY, .key = KC_WHEEL_DOWN});
    assert_int_equal(d->m.pane[PANE_JOB].cursor, 4);
}

/* --- typing ----------------------------------------------------------------------------------- */
static void every_printable_key_is_text_while_typing(void **state)
{
    struct desk *d = desk_at(state);
    char all[128] = "";
    press(d, "Enter /");
    assert_true(d->m.typing);
    for (char c = '!'; c <= '~'; c++)
        all[c - '!'] = c;
    type(d, all);
    assert_string_equal(d->m.field.text, all);
    assert_int_equal(d->quits, 0);
    assert_int_equal(d->m.screen, SCREEN_WIZARD);
    assert_int_equal(d->m.wiz.step, 2);
    press(d, "Esc");
    assert_false(d->m.typing);
    assert_int_equal(d->m.wiz.step, 2);
}

static void filter_finds_and_enter_takes(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter /");
    type(d, "llama-3.3-70b");
    assert_true(d->m.options.n >= 1);
    assert_string_equal(d->m.options.o[0].value, "llama-3.3-70b");
    press(d, "Enter");
    assert_string_equal(d->m.doc.answers.a[Q_MODEL].text, "llama-3.3-70b");
    assert_int_equal(d->m.wiz.step, 3);
}

static void a_number_typed_is_that_number(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter /");
    assert_int_equal(d->m.wiz.question, Q_TOKENS);
    type(d, "5M"); /* not "50M", though the list has it */
    press(d, "Enter");
    assert_float_equal(d->m.doc.answers.a[Q_TOKENS].num, 5e6, 1);
}

static void refused_text_stays_and_is_told(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter /");
    struct doc before = d->m.doc;
    type(d, "1e99");
    press(d, "Enter");
    assert_int_equal(d->m.say, SAY_ERROR);
    assert_true(d->m.typing);
    assert_string_equal(d->m.field.text, "1e99");
    assert_memory_equal(&before, &d->m.doc, sizeof before);
}

static void a_paste_goes_into_the_field_only(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter");
    struct event paste = {.kind = EV_PASTE, .text = "jjjjqq\n"};
    int row = d->m.list.cursor;
    desk_event(d, &paste);
    assert_int_equal(d->m.list.cursor, row);
    assert_int_equal(d->quits, 0);
    press(d, "/");
    desk_event(d, &paste);
    assert_string_equal(d->m.field.text, "jjjjqq ");
}

/* --- plan ------------------------------------------------------------------------------------- */
static const struct plan *own_plan_with_card(struct desk *d)
{
    assert_true(model_answer(&d->m, Q_GPU, "4090")); /* a card that needs a machine around it */
    press(d, "Enter Enter Enter Enter Enter Enter");
    struct err_info e = {0};
    recompute_run(&d->runs, &d->m, &e);
    desk_event(d, &(struct event){.kind = EV_RESULT});
    const struct plan *p = model_plan(&d->m);
    return p != NULL && p->kind == KIND_OWN ? p : NULL;
}

static const struct plan *own_plan(struct desk *d)
{
    assert_true(model_answer(&d->m, Q_WHERE, "own"));
    return own_plan_with_card(d);
}

static int line_of(const struct plan *p, enum part_kind kind)
{
    for (int i = 0; i < p->bom.n; i++) {
        if (p->bom.line[i].kind == kind)
            return i;
    }
    return -1;
}

static void lock_shows_and_unlocks(void **state)
{
    struct desk *d = desk_at(state);
    const struct plan *p = own_plan(d);
    assert_non_null(p);
    int ssd = line_of(p, PART_SSD);
    assert_true(ssd >= 0);
    d->m.pane[PANE_PARTS].cursor = ssd;
    press(d, "Space");
    p = model_plan(&d->m);
    assert_true(p->bom.line[line_of(p, PART_SSD)].locked);
    d->m.pane[PANE_PARTS].cursor = line_of(p, PART_SSD);
    press(d, "Space");
    p = model_plan(&d->m);
    assert_false(p->bom.line[line_of(p, PART_SSD)].locked);
}

static void two_presses_of_plus_add_two(void **state)
{
    struct desk *d = desk_at(state);
    const struct plan *p = own_plan(d);
    assert_non_null(p);
    int ssd = line_of(p, PART_SSD);
    assert_true(ssd >= 0);
    int qty = p->bom.line[ssd].qty;
    double total = p->cost.upfront;
    d->m.pane[PANE_PARTS].cursor = ssd;
    press(d, "+ +");
    p = model_plan(&d->m);
    assert_int_equal(p->bom.line[line_of(p, PART_SSD)].qty, qty + 2);
    assert_true(p->cost.upfront > total);
    assert_int_equal(d->m.doc.edits.n, 1); /* the later one replaces the earlier */
}

/* A row that + has locked is set free by the same key that frees a locked one. */
static void space_frees_what_plus_locked(void **state)
{
    struct desk *d = desk_at(state);
    const struct plan *p = own_plan(d);
    assert_non_null(p);
    int row = line_of(p, PART_SSD), qty = p->bom.line[row].qty;
    d->m.pane[PANE_PARTS].cursor = row;
    press(d, "+ +");
    assert_true(model_plan(&d->m)->bom.line[row].locked);
    press(d, "Space");
    assert_int_equal(d->m.doc.edits.n, 0);
    assert_false(model_plan(&d->m)->bom.line[row].locked);
    assert_int_equal(model_plan(&d->m)->bom.line[row].qty, qty);
    press(d, "u");
    assert_true(model_plan(&d->m)->bom.line[row].locked);
}

static void swap_takes_the_part_of_the_picker(void **state)
{
    struct desk *d = desk_at(state);
    const struct plan *p = own_plan(d);
    assert_non_null(p);
    int psu = line_of(p, PART_PSU);
    assert_true(psu >= 0);
    char before[96];
    str_copy(before, sizeof before, p->bom.line[psu].id);
    d->m.pane[PANE_PARTS].cursor = psu;
    press(d, "Enter");
    assert_int_equal(d->m.screen, SCREEN_PICKER);
    assert_true(d->m.picker.option_n > 1);
    int other = -1;
    bool refused = false;
    for (int i = 0; i < d->m.picker.option_n; i++) {
        bool goes = d->m.picker.option[i].reason.id == MSG_NONE;
        if (refused)
            assert_false(goes); /* those that go stand first */
        refused = refused || !goes;
        if (goes && other < 0 && !str_eq(d->m.picker.option[i].id, before))
            other = i;
    }
    assert_true(other >= 0);
    char wanted[96];
    str_copy(wanted, sizeof wanted, d->m.picker.option[other].id);
    d->m.list.cursor = other;
    press(d, "Enter");
    assert_int_equal(d->m.screen, SCREEN_PLAN);
    p = model_plan(&d->m);
    assert_string_equal(p->bom.line[line_of(p, PART_PSU)].id, wanted);
}

static void undo_goes_back_over_everything(void **state)
{
    struct desk *d = desk_at(state);
    struct doc was[7];
    int n = 0;
    was[n++] = d->m.doc;
    model_answer(&d->m, Q_METHOD, "qlora");
    was[n++] = d->m.doc;
    model_answer(&d->m, Q_CONTEXT, "2k");
    was[n++] = d->m.doc;
    assert_true(model_answer(&d->m, Q_WHERE, "own"));
    was[n++] = d->m.doc;
    assert_non_null(own_plan_with_card(d)); /* one more answer */
    was[n++] = d->m.doc;
    press(d, "Space");
    was[n++] = d->m.doc;
    press(d, "]");
    was[n++] = d->m.doc;
    for (int i = n - 2; i >= 0; i--) {
        press(d, "u");
        assert_memory_equal(&d->m.doc, &was[i], sizeof was[i]);
    }
    press(d, "u");
    assert_int_equal(d->m.say, SAY_INFO); /* nothing more: told */
    for (int i = 1; i < n; i++) {
        press(d, "U");
        assert_memory_equal(&d->m.doc, &was[i], sizeof was[i]);
    }
    press(d, "u");
    model_answer(&d->m, Q_MONTHS, "12"); /* a new change ends what could be redone */
    press(d, "U");
    assert_string_equal(d->m.doc.answers.a[Q_MONTHS].text, "12");
}

static void history_forgets_the_oldest_only(void **state)
{
    struct desk *d = desk_at(state);
    char months[16];
    for (int i = 0; i < HISTORY_MAX + 10; i++) {
        snprintf(months, sizeof months, "%d", 12 + i);
        assert_true(model_answer(&d->m, Q_MONTHS, months));
    }
    int back = 0;
    while (history_undo(&d->m))
        back++;
    assert_int_equal(back, HISTORY_MAX - 1);
}

static void choosing_in_the_table_shows_that_plan(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter c");
    assert_int_equal(d->m.screen, SCREEN_COMPARE);
    if (d->m.order_n < 2)
        skip();
    press(d, "End");
    char id[64];
    str_copy(id, sizeof id, d->m.result->plan[lists_plan_at(&d->m, d->m.list.cursor)].id);
    press(d, "Enter");
    assert_int_equal(d->m.screen, SCREEN_PLAN);
    assert_string_equal(model_plan(&d->m)->id, id);
    assert_string_equal(d->m.doc.chosen, id);
}

static void sorted_columns_are_numbers(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter c s");
    assert_int_equal(d->m.sort, SORT_COST);
    for (int i = 1; i < d->m.order_n; i++) {
        double a = d->m.result->plan[d->m.order[i - 1]].cost.total.typical;
        double b = d->m.result->plan[d->m.order[i]].cost.total.typical;
        assert_true(!known(b) || a <= b);
    }
}

static void export_asks_before_it_replaces(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter x Down Enter");
    assert_true(d->seen & FX_EXPORT);
    assert_false(d->m.export_force);
    assert_string_equal(d->m.export_path, "dlrig-plan.json");
    desk_event(d, &(struct event){.kind = EV_EXPORT_EXISTS, .text = d->m.export_path});
    press(d, "n");
    assert_false(d->seen & FX_EXPORT);
    desk_event(d, &(struct event){.kind = EV_EXPORT_EXISTS, .text = d->m.export_path});
    press(d, "y");
    assert_true(d->seen & FX_EXPORT);
    assert_true(d->m.export_force);
}

static void offers_are_those_of_the_plan_until_asked(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "Enter Enter Enter Enter Enter Enter o");
    assert_int_equal(d->m.screen, SCREEN_OFFERS);
    const struct accel *a = model_plan(&d->m)->accel;
    size_t own = d->m.offers.n;
    for (size_t i = 0; i < own; i++)
        assert_ptr_equal(&d->facts.accel[d->m.offers.row[i]->accel], a);
    press(d, "m");
    assert_true(d->m.offers.n > own);
    press(d, "/");
    type(d, "h100 spot");
    assert_true(d->m.offers.n < d->m.offers.n + d->m.offers.hidden);
    press(d, "Enter Enter");
    assert_int_equal(d->m.screen, SCREEN_PAGE);
    press(d, "Esc Esc Esc");
    assert_int_equal(d->m.screen, SCREEN_PLAN);
}

static void cards_are_sorted_by_numbers(void **state)
{
    struct desk *d = desk_at(state);
    press(d, "g s");
    assert_int_equal(d->m.card_sort, CARDS_BY_MEMORY);
    for (int i = 1; i < d->m.card_n; i++) {
        double x = d->m.card[i - 1]->memory_gb, y = d->m.card[i]->memory_gb;
        assert_true(!known(y) || x >= y);
    }
}

/* --- anything --------------------------------------------------------------------------------- */
static void check_invariants(const struct desk *d)
{
    const struct ui *m = &d->m;
    assert_true(m->screen >= 0 && m->screen < SCREEN_COUNT);
    assert_true(m->depth >= 0 && m->depth <= 8);
    assert_true(m->list.cursor >= 0);
    assert_true(m->list.n == 0 || m->list.cursor < m->list.n);
    for (int i = 0; i < PANE_COUNT; i++)
        assert_true(m->pane[i].cursor == 0 || m->pane[i].cursor < m->pane[i].n);
    assert_true(m->wiz.step >= 1 && m->wiz.step <= STEPS);
    assert_true(m->plan < 0 || (size_t)m->plan < m->result->plan_n);
    assert_true(m->field.caret <= strlen(m->field.text));
    assert_non_null(m->result);
}

static void random_keys_keep_the_model_whole(void **state)
{
    static const int32_t keys[] = {
        KC_UP,    KC_DOWN, KC_DOWN,    KC_LEFT, KC_RIGHT, KC_PGDN,      KC_END, KC_HOME, KC_ENTER,
        KC_ENTER, KC_TAB,  KC_BACKTAB, KC_ESC,  KC_ESC,   KC_BACKSPACE, ' ',    '+',     '-',
        'd',      'a',     '[',        ']',     'c',      'm',          's',    'e',     'o',
        '?',      'f',     'x',        'u',     'U',      'L',          'T',    ',',     '/',
        '1',      '3',     '4',        '6',     'y',      'p',          0x4e2d};
    struct desk *d = desk_at(state);
    uint32_t seed = 20261130;
    for (int i = 0; i < 3000; i++) {
        seed = seed * 1664525u + 1013904223u;
        int32_t k = keys[(seed >> 16) % (sizeof keys / sizeof keys[0])];
        desk_event(d, &(struct event){.kind = EV_KEY, .key = k});
        check_invariants(d);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, desk_set_up, desk_tear_down)
    const struct CMUnitTest tests[] = {
        T(six_enters_give_a_plan),
        T(highlight_previews_and_changes_nothing),
        T(enter_keeps_and_esc_goes_back),
        T(digits_reopen_and_esc_returns_to_the_plan),
        T(second_level_opens_in_place),
        T(a_new_task_sets_back_what_contradicts),
        T(a_new_job_is_begun_and_undone),
        T(settings_wear_a_theme_and_give_it_back),
        T(a_letter_jumps_in_a_list),
        T(y_copies_the_value_under_the_cursor),
        T(the_catalog_finds_by_alias_and_likeness),
        T(a_click_chooses_and_a_second_one_opens),
        T(space_frees_what_plus_locked),
        T(every_printable_key_is_text_while_typing),
        T(filter_finds_and_enter_takes),
        T(a_number_typed_is_that_number),
        T(refused_text_stays_and_is_told),
        T(a_paste_goes_into_the_field_only),
        T(lock_shows_and_unlocks),
        T(two_presses_of_plus_add_two),
        T(swap_takes_the_part_of_the_picker),
        T(undo_goes_back_over_everything),
        T(history_forgets_the_oldest_only),
        T(choosing_in_the_table_shows_that_plan),
        T(sorted_columns_are_numbers),
        T(export_asks_before_it_replaces),
        T(offers_are_those_of_the_plan_until_asked),
        T(cards_are_sorted_by_numbers),
        T(random_keys_keep_the_model_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
