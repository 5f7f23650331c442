/* plain_files.c - plan files as numbered lines: saved, opened, set side by side, priced anew. */
#include <stdio.h>
#include <string.h>

#include "app/update.h"
#include "base/num.h"
#include "base/str.h"
#include "commands/plain_parts.h"

#define FIRST_NAME "dlrig-job.json"

static void prompt(struct dialogue *d, enum msg_id word, const char *shown)
{
    fprintf(stdout, "%s [%s] > ", msg_text(d->m.lang, word), shown);
}

/* Ends the turn: what the model says, and the page that it has opened. */
static void told(struct dialogue *d, unsigned fx)
{
    plain_settle(d, fx);
    say_said(d);
    if (d->m.screen == SCREEN_PAGE)
        plain_page(d);
}

void plain_save(struct dialogue *d)
{
    struct files_state *f = &d->m.files;
    char line[sizeof f->path];
    if (f->path[0] == '\0')
        str_copy(f->path, sizeof f->path, FIRST_NAME);
    fputc('\n', stdout);
    prompt(d, MSG_TUI_FILE, f->path);
    if (!read_line(d, line, sizeof line) || str_case_eq(line, "b"))
        return;
    if (line[0] != '\0')
        str_copy(f->path, sizeof f->path, line);
    d->m.export_force = d->m.export_asks = false;
    plain_settle(d, FX_SAVE);
    say_said(d);
    if (!d->m.export_asks)
        return;
    d->m.export_asks = false;
    if (!read_line(d, line, sizeof line) || !str_case_eq(line, "y"))
        return;
    d->m.export_force = true;
    plain_settle(d, FX_SAVE);
    d->m.export_force = false;
    say_said(d);
}

static void list_files(struct dialogue *d, enum msg_id title)
{
    const struct files_state *f = &d->m.files;
    struct str s;
    plain_settle(d, FX_FILES);
    fputc('\n', stdout);
    say_id(d, title);
    str_init(&s, 1024);
    for (int i = 0; i < f->n; i++) {
        str_clear(&s);
        str_addf(&s, "  %2d  %s", i + 1, f->name[i]);
        say(d, s.p);
    }
    str_free(&s);
    if (f->n == 0)
        say_id(d, MSG_MENU_NO_FILES);
}

/* A number of the list, or a path; false: none, `otherwise` was taken. */
static bool choose_file(struct dialogue *d, enum msg_id word, enum msg_id otherwise, char *out,
                        size_t cap)
{
    const struct files_state *f = &d->m.files;
    char line[sizeof f->path];
    while (!is_over(d)) {
        double x;
        prompt(d, word, msg_text(d->m.lang, otherwise));
        if (!read_line(d, line, sizeof line) || line[0] == '\0' || str_case_eq(line, "b"))
            return false;
        d->quits = str_case_eq(line, "q");
        if (d->quits)
            return false;
        if (num_plain(line, &x) != NUM_OK)
            return str_copy(out, cap, line);
        if (x >= 1 && x <= f->n)
            return str_copy(out, cap, f->name[(int)x - 1]);
        struct msg range = msg_make(MSG_PLAIN_CHOICE_RANGE, 2, ARG_STR(line), ARG_INT(f->n));
        say_msg(d, &range);
    }
    return false;
}

void plain_open(struct dialogue *d)
{
    struct files_state *f = &d->m.files;
    list_files(d, MSG_TUI_OPEN_FILE);
    if (choose_file(d, MSG_TUI_FILE, MSG_MENU_BACK, f->path, sizeof f->path))
        told(d, FX_OPEN);
}

/* The first file beside a second one, or beside the plan here. */
void plain_against(struct dialogue *d)
{
    struct files_state *f = &d->m.files;
    char first[sizeof f->mark], second[sizeof f->path];
    list_files(d, MSG_MENU_AGAINST);
    if (!choose_file(d, MSG_TUI_FILE, MSG_MENU_BACK, first, sizeof first))
        return;
    bool two = choose_file(d, MSG_MENU_SECOND, MSG_MOVED_HERE, second, sizeof second);
    if (d->quits)
        return;
    f->against = two ? AGAINST_MARKED : AGAINST_HERE;
    str_copy(f->mark, sizeof f->mark, two ? first : "");
    str_copy(f->path, sizeof f->path, two ? second : first);
    told(d, FX_AGAINST);
}

void plain_reprice(struct dialogue *d)
{
    struct files_state *f = &d->m.files;
    list_files(d, MSG_MENU_REPRICE);
    if (!choose_file(d, MSG_TUI_FILE, MSG_MENU_BACK, f->path, sizeof f->path))
        return;
    f->against = AGAINST_THEN;
    told(d, FX_AGAINST);
}
