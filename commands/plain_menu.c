/*
 * plain_menu.c - after the plan: every screen of the program as numbered lines. The model of the
 * screen does the work: lists are its lists, a number is its Enter, pages are its pages.
 */
#include <stdio.h>
#include <string.h>

#include "app/lists.h"
#include "app/update.h"
#include "app/write.h"
#include "base/num.h"
#include "base/str.h"
#include "commands/plain_parts.h"

#define ROWS_AT_ONCE 20 /* of a long list; m shows the next */

/* --- the model's work ------------------------------------------------------------------------- */
static bool recompute(struct dialogue *d)
{
    struct err_info e = {0};
    if (context_offers_for(d->c, &d->m.doc.answers, &e) != OK ||
        recompute_run(&d->runs, &d->m, &e) != OK) {
        say_error(d, &e);
        return false;
    }
    update(&d->m, &(struct event){.kind = EV_RESULT});
    return true;
}

void plain_settle(struct dialogue *d, unsigned fx)
{
    unsigned more = fx & FX_OF_FILES ? plan_files_do(&d->files, fx) : 0;
    if ((fx | more) & FX_RECOMPUTE)
        recompute(d);
}

static void press(struct dialogue *d, int32_t key)
{
    plain_settle(d, update(&d->m, &(struct event){.kind = EV_KEY, .key = key}));
}

static void home(struct dialogue *d)
{
    while (model_pop(&d->m))
        ;
    d->m.screen = SCREEN_PLAN;
    d->m.focus = PANE_PARTS;
    lists_refresh(&d->m);
}

static void go(struct dialogue *d, enum screen_id screen)
{
    model_push(&d->m, screen);
    lists_refresh(&d->m);
}

/* --- pages ------------------------------------------------------------------------------------ */
static void print_page(struct dialogue *d)
{
    struct str line;
    str_init(&line, 16384);
    say(d, d->m.page.title);
    for (int i = 0; i < d->m.page.n && !is_over(d); i++) {
        const struct para *p = &d->m.page.p[i];
        str_clear(&line);
        str_repeat(&line, " ", (size_t)(p->indent > 0 ? p->indent : 0));
        if (p->head != NULL && p->head[0] != '\0')
            str_addf(&line, "%s%s", p->head, msg_text(d->m.lang, MSG_PUNCT_COLON));
        str_add(&line, p->text);
        say(d, line.p);
    }
    str_free(&line);
}

void plain_page(struct dialogue *d)
{
    fputc('\n', stdout);
    print_page(d);
    model_pop(&d->m);
    lists_refresh(&d->m);
}

static void open_page(struct dialogue *d, enum page_kind kind, int arg)
{
    model_push(&d->m, SCREEN_PAGE);
    d->m.page_kind = kind;
    d->m.page_arg = arg;
    lists_refresh(&d->m);
    plain_page(d);
}

/* --- lists ------------------------------------------------------------------------------------ */
static int print_rows(struct dialogue *d, int from)
{
    struct str line;
    int to = from + ROWS_AT_ONCE < d->m.list.n ? from + ROWS_AT_ONCE : d->m.list.n;
    str_init(&line, 4096);
    for (int i = from; i < to && !is_over(d); i++) {
        str_clear(&line);
        str_addf(&line, "  %2d  ", i + 1);
        plain_row(d, i, &line);
        say(d, line.p);
    }
    if (d->m.list.n == 0)
        say_id(d, MSG_MENU_NOTHING);
    struct msg more = msg_make(MSG_MENU_MORE, 1, ARG_INT(d->m.list.n - to));
    if (to < d->m.list.n)
        say_msg(d, &more);
    str_free(&line);
    return to;
}

static void filter(struct dialogue *d, const char *text)
{
    str_copy(d->m.filter, sizeof d->m.filter, text);
    d->m.list = (struct list){0};
    lists_refresh(&d->m);
}

/* A number opens a row; where Enter takes the row in place of showing it the list is left. */
static bool open_row(struct dialogue *d, int row)
{
    enum screen_id before = d->m.screen;
    d->m.list.cursor = row;
    press(d, KC_ENTER);
    say_said(d);
    if (d->m.screen == SCREEN_PAGE)
        plain_page(d);
    return d->m.screen == before;
}

static void browse(struct dialogue *d, enum screen_id screen)
{
    char line[256];
    struct str title;
    go(d, screen);
    bool list = true;
    for (int to = 0; !is_over(d);) {
        if (list) {
            str_init(&title, 1024);
            plain_title(d, &title);
            fputc('\n', stdout);
            say(d, title.p);
            str_free(&title);
            to = print_rows(d, 0);
        }
        list = false;
        fprintf(stdout, "[%s] > ", msg_text(d->m.lang, MSG_MENU_BACK));
        if (!read_line(d, line, sizeof line) || line[0] == '\0' || str_case_eq(line, "b"))
            break;
        double x;
        d->quits = str_case_eq(line, "q");
        if (str_case_eq(line, "m")) {
            to = print_rows(d, to < d->m.list.n ? to : 0);
        } else if (str_case_eq(line, "s")) {
            press(d, 's');
            list = true;
        } else if (num_plain(line, &x) == NUM_OK) {
            if (x < 1 || x > d->m.list.n) {
                struct msg range =
                    msg_make(MSG_PLAIN_CHOICE_RANGE, 2, ARG_STR(line), ARG_INT(d->m.list.n));
                say_msg(d, &range);
            } else if (!open_row(d, (int)x - 1)) {
                break;
            }
        } else if (!d->quits) {
            filter(d, str_eq(line, "*") ? "" : line);
            list = true;
        }
    }
    home(d);
}

/* --- single entries --------------------------------------------------------------------------- */
/* Numbered lines of ids, one is chosen; 0: none. */
static int choose(struct dialogue *d, enum msg_id title, const enum msg_id *ids, int n)
{
    char line[64];
    struct str s;
    fputc('\n', stdout);
    say_id(d, title);
    str_init(&s, 512);
    for (int i = 0; i < n; i++) {
        str_clear(&s);
        str_addf(&s, "  %2d  %s", i + 1, msg_text(d->m.lang, ids[i]));
        say(d, s.p);
    }
    str_free(&s);
    while (!is_over(d)) {
        double x;
        fprintf(stdout, "[%s] > ", msg_text(d->m.lang, MSG_MENU_BACK));
        if (!read_line(d, line, sizeof line) || line[0] == '\0' || str_case_eq(line, "b"))
            return 0;
        d->quits = str_case_eq(line, "q");
        if (num_plain(line, &x) == NUM_OK && x >= 1 && x <= n)
            return (int)x;
        struct msg range = msg_make(MSG_PLAIN_CHOICE_RANGE, 2, ARG_STR(line), ARG_INT(n));
        if (!d->quits)
            say_msg(d, &range);
    }
    return 0;
}

static void explain(struct dialogue *d)
{
    static const enum msg_id what[GAUGE_COUNT] = {
        [GAUGE_MEMORY] = MSG_TUI_VRAM,
        [GAUGE_POWER] = MSG_TUI_POWER,
        [GAUGE_TIME] = MSG_TUI_TIME,
        [GAUGE_COST] = MSG_TUI_TOTAL,
    };
    int n = choose(d, MSG_TUI_EXPLAIN, what, GAUGE_COUNT);
    if (n > 0)
        open_page(d, PAGE_GAUGE, n - 1);
}

/* Parts of an own machine, answers of the job: panes of the plan, told as lists. */
static void parts(struct dialogue *d)
{
    const struct plan *p = model_plan(&d->m);
    char line[64];
    struct str s;
    if (p == NULL || p->bom.n == 0) {
        say_id(d, MSG_MENU_NO_PARTS);
        return;
    }
    fputc('\n', stdout);
    say_id(d, MSG_TUI_PARTS);
    str_init(&s, 1024);
    for (int i = 0; i < p->bom.n; i++) {
        const struct bom_line *l = &p->bom.line[i];
        struct msg_arg total = ARG_MONEY(l->unit_price * l->qty, l->currency);
        str_clear(&s);
        str_addf(&s, "  %2d  %d x %s%s", i + 1, l->qty, l->name,
                 msg_text(d->m.lang, MSG_PUNCT_COMMA));
        msg_arg_render(&s, d->m.lang, &total);
        say(d, s.p);
    }
    str_free(&s);
    while (!is_over(d)) {
        double x;
        fprintf(stdout, "[%s] > ", msg_text(d->m.lang, MSG_MENU_BACK));
        if (!read_line(d, line, sizeof line) || num_plain(line, &x) != NUM_OK || x < 1 ||
            x > p->bom.n)
            return;
        open_page(d, PAGE_PART, (int)x - 1);
    }
}

static void change(struct dialogue *d)
{
    enum question_id rows[Q_COUNT];
    char line[64];
    struct str s;
    int n = lists_job_rows(&d->m, rows, Q_COUNT);
    fputc('\n', stdout);
    say_id(d, MSG_TUI_JOB);
    str_init(&s, 1024);
    for (int i = 0; i < n; i++) {
        str_clear(&s);
        str_addf(&s, "  %2d  %s%s", i + 1, msg_text(d->m.lang, question_get(rows[i])->label),
                 msg_text(d->m.lang, MSG_PUNCT_COLON));
        size_t before = s.len;
        option_shown(&s, rows[i], &d->m.job, d->m.facts, d->m.lang);
        if (s.len == before)
            str_add(&s, msg_text(d->m.lang, MSG_TUI_NOT_GIVEN));
        say(d, s.p);
    }
    str_free(&s);
    fprintf(stdout, "[%s] > ", msg_text(d->m.lang, MSG_MENU_BACK));
    double x;
    if (!read_line(d, line, sizeof line) || num_plain(line, &x) != NUM_OK || x < 1 || x > n)
        return;
    ask_question(d, rows[(int)x - 1], NULL);
    history_commit(&d->m);
    if (recompute(d))
        open_page(d, PAGE_VERDICT, 0);
}

static void undo(struct dialogue *d)
{
    press(d, 'u');
    say_said(d);
}

/* The file that is there is replaced only after a y. */
static void export_plan_file(struct dialogue *d)
{
    enum msg_id about[EXPORT_FORMATS];
    char line[sizeof d->m.export_path];
    struct err_info e = {0};
    for (int i = 0; i < EXPORT_FORMATS; i++)
        about[i] = export_format_about((enum export_format)i);
    int n = choose(d, MSG_TUI_EXPORT, about, EXPORT_FORMATS);
    if (n == 0)
        return;
    d->m.export_format = n - 1;
    snprintf(d->m.export_path, sizeof d->m.export_path, "dlrig-plan%s",
             export_format_ending((enum export_format)(n - 1)));
    fprintf(stdout, "%s [%s] > ", msg_text(d->m.lang, MSG_TUI_FILE), d->m.export_path);
    if (!read_line(d, line, sizeof line) || str_case_eq(line, "b"))
        return;
    if (line[0] != '\0')
        str_copy(d->m.export_path, sizeof d->m.export_path, line);
    d->m.export_force = d->m.export_moved = false;
    enum err rc = write_export(&d->m, &e);
    if (rc == ERR_EXISTS) {
        struct msg exists = msg_make(MSG_TUI_EXISTS, 1, ARG_STR(d->m.export_path));
        say_msg(d, &exists);
        if (!read_line(d, line, sizeof line) || !str_case_eq(line, "y"))
            return;
        d->m.export_force = true;
        rc = write_export(&d->m, &e);
    }
    struct msg written = msg_make(MSG_TUI_WRITTEN, 1, ARG_STR(d->m.export_path));
    if (rc == OK)
        say_msg(d, &written);
    else
        say_error(d, &e);
}

static void settings(struct dialogue *d)
{
    static const enum msg_id what[] = {MSG_TUI_LANGUAGE, MSG_TUI_FRAMES};
    int n = choose(d, MSG_TUI_SETTINGS, what, 2);
    if (n == 1) {
        press(d, 'L');
        say_said(d);
    } else if (n == 2) {
        d->m.ascii = !d->m.ascii;
        say_id(d, d->m.ascii ? MSG_TUI_FRAMES_ASCII : MSG_TUI_FRAMES_UNICODE);
    }
}

static void plan_again(struct dialogue *d)
{
    struct err_info e = {0};
    print_plan(d, &e);
    if (e.code != OK)
        say_error(d, &e);
}

static void fits(struct dialogue *d)
{
    press(d, 'F');
    say_said(d);
    if (d->m.screen != SCREEN_FITS)
        return;
    model_pop(&d->m); /* browse opens it itself */
    browse(d, SCREEN_FITS);
}

/* --- the menu --------------------------------------------------------------------------------- */
enum entry {
    ENTRY_PLAN,
    ENTRY_PARTS,
    ENTRY_FINDINGS,
    ENTRY_EXPLAIN,
    ENTRY_COMPARE,
    ENTRY_COST,
    ENTRY_OFFERS,
    ENTRY_CARDS,
    ENTRY_MODELS,
    ENTRY_FITS,
    ENTRY_CHANGE,
    ENTRY_UNDO,
    ENTRY_EXPORT,
    ENTRY_SAVE,
    ENTRY_OPEN,
    ENTRY_AGAINST,
    ENTRY_REPRICE,
    ENTRY_SETTINGS,
    ENTRY_HELP,
    ENTRY_FEEDS,
    ENTRIES
};
static const enum msg_id entries[ENTRIES] = {
    [ENTRY_PLAN] = MSG_MENU_PLAN,        [ENTRY_PARTS] = MSG_TUI_PARTS,
    [ENTRY_FINDINGS] = MSG_TUI_FINDINGS, [ENTRY_EXPLAIN] = MSG_TUI_EXPLAIN,
    [ENTRY_COMPARE] = MSG_MENU_COMPARE,  [ENTRY_COST] = MSG_MENU_COST,
    [ENTRY_OFFERS] = MSG_MENU_OFFERS,    [ENTRY_CARDS] = MSG_MENU_CARDS,
    [ENTRY_MODELS] = MSG_MENU_MODELS,    [ENTRY_FITS] = MSG_TUI_FITS,
    [ENTRY_CHANGE] = MSG_MENU_CHANGE,    [ENTRY_UNDO] = MSG_MENU_UNDO,
    [ENTRY_EXPORT] = MSG_TUI_EXPORT,     [ENTRY_SETTINGS] = MSG_TUI_SETTINGS,
    [ENTRY_HELP] = MSG_MENU_KEYS,        [ENTRY_SAVE] = MSG_MENU_SAVE,
    [ENTRY_OPEN] = MSG_MENU_OPEN,        [ENTRY_AGAINST] = MSG_MENU_AGAINST,
    [ENTRY_REPRICE] = MSG_MENU_REPRICE,  [ENTRY_FEEDS] = MSG_CHOOSE_MENU,
};

static void offers(struct dialogue *d)
{
    struct err_info e = {0};
    if (!d->c->opt.all_offers && context_all_offers(d->c, &e) != OK)
        say_error(d, &e);
    d->m.offers_all = true; /* a text narrows them down */
    browse(d, SCREEN_OFFERS);
}

static void run(struct dialogue *d, enum entry n)
{
    switch (n) {
    case ENTRY_PLAN: plan_again(d); break;
    case ENTRY_PARTS: parts(d); break;
    case ENTRY_FINDINGS: browse(d, SCREEN_FINDINGS); break;
    case ENTRY_EXPLAIN: explain(d); break;
    case ENTRY_COMPARE: browse(d, SCREEN_COMPARE); break;
    case ENTRY_COST: plain_cost(d); break;
    case ENTRY_OFFERS: offers(d); break;
    case ENTRY_CARDS:
    case ENTRY_MODELS:
        d->m.models = n == ENTRY_MODELS;
        browse(d, SCREEN_CATALOG);
        break;
    case ENTRY_FITS: fits(d); break;
    case ENTRY_CHANGE: change(d); break;
    case ENTRY_UNDO: undo(d); break;
    case ENTRY_EXPORT: export_plan_file(d); break;
    case ENTRY_SAVE: plain_save(d); break;
    case ENTRY_OPEN: plain_open(d); break;
    case ENTRY_AGAINST: plain_against(d); break;
    case ENTRY_REPRICE: plain_reprice(d); break;
    case ENTRY_SETTINGS: settings(d); break;
    case ENTRY_HELP: open_page(d, PAGE_HELP, 0); break;
    case ENTRY_FEEDS: plain_feeds(d); break;
    case ENTRIES: break;
    }
}

static void print_menu(struct dialogue *d)
{
    struct str s;
    str_init(&s, 512);
    fputc('\n', stdout);
    say_id(d, MSG_MENU_TITLE);
    for (int i = 0; i < ENTRIES; i++) {
        str_clear(&s);
        str_addf(&s, "  %2d  %s", i + 1, msg_text(d->m.lang, entries[i]));
        say(d, s.p);
    }
    str_free(&s);
}

/* A script that has said all it had to say sees no menu: its end is looked for first. */
void plain_menu(struct dialogue *d)
{
    char line[256];
    bool ready = false, menu = true;
    while (!is_over(d)) {
        if (d->people && menu)
            print_menu(d);
        menu = false;
        if (d->people)
            fprintf(stdout, "[q] > ");
        if (!read_line(d, line, sizeof line))
            return;
        d->quits = str_case_eq(line, "q") || (d->people && line[0] == '\0');
        if (d->quits)
            return;
        double x;
        if (!ready && !(ready = recompute(d)))
            return;
        if (!d->people && line[0] == '\0')
            continue;
        home(d);
        if (num_plain(line, &x) == NUM_OK && x >= 1 && x <= ENTRIES) {
            run(d, (enum entry)((int)x - 1));
            menu = true;
        } else {
            print_menu(d);
        }
    }
}
