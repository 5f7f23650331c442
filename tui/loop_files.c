/* loop_files.c - plan files: found in the working folder, written, read, computed beside ours. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/model_file.h"
#include "base/file.h"
#include "base/str.h"
#include "engine/job/planfile.h"
#include "tui/loop_parts.h"

#define PLAN_BYTES (16u << 20)
#define DAY_S 86400
#define NOON_S 43200

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void loop_files_list(struct tui *t)
{
    struct files_state *f = &t->m.files;
    DIR *d = opendir(".");
    f->n = 0;
    for (struct dirent *x = d != NULL ? readdir(d) : NULL; x != NULL; x = readdir(d)) {
        size_t n = strlen(x->d_name);
        if (n > 5 && str_eq(x->d_name + n - 5, ".json") && f->n < FILES_MAX &&
            str_copy(f->name[f->n], sizeof f->name[0], x->d_name))
            f->n++;
    }
    if (d != NULL)
        closedir(d);
    qsort(f->name, (size_t)f->n, sizeof f->name[0], by_name);
    step(t, &(struct event){.kind = EV_FILES});
}

void loop_copy(struct tui *t)
{
    char path[640], text[sizeof t->m.copied + 1];
    struct err_info e = {0};
    const char *dir = t->c->state_dir;
    snprintf(text, sizeof text, "%s\n", t->m.copied);
    if (dir[0] != '\0' && path_join(path, sizeof path, dir, "copied.txt") &&
        file_mkdirs(dir, &e) == OK)
        file_write(path, text, strlen(text), FILE_REPLACE, true, &e);
    if (e.code != OK)
        step(t, &(struct event){.kind = EV_FAILED, .error = &e});
}

static void failed(struct tui *t, const struct err_info *e)
{
    step(t, &(struct event){.kind = EV_FAILED, .error = e});
}

void loop_files_save(struct tui *t)
{
    struct ui *m = &t->m;
    struct err_info e = {0};
    enum err rc = session_write(m->files.path, m, m->export_force, &e);
    if (rc == ERR_EXISTS)
        step(t, &(struct event){.kind = EV_EXPORT_EXISTS, .text = m->files.path});
    else if (rc != OK)
        failed(t, &e);
    else
        step(t, &(struct event){.kind = EV_SAVED, .text = m->files.path});
}

/* The document of a file, its model among the facts and its job whole. NULL: *e says why. */
static const struct doc *read_doc(struct tui *t, struct arena *a, char day[11], struct err_info *e)
{
    const char *path = t->m.files.path;
    struct plan_file *f = ARENA_NEW(a, struct plan_file);
    struct doc *d = ARENA_NEW(a, struct doc);
    struct job job;
    char *text;
    size_t len;
    if (f == NULL || d == NULL) {
        err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        return NULL;
    }
    if (file_read(a, path, PLAN_BYTES, &text, &len, e) != OK ||
        planfile_read(text, len, path, f, e) != OK ||
        model_file_take(&t->c->facts, &t->c->arena, &f->answers, t->c->env.xdg.home, e) != OK ||
        job_resolve(&f->answers, &t->c->facts, a, &job, e) != OK)
        return NULL;
    d->answers = f->answers;
    d->edits = f->edits;
    str_copy(d->chosen, sizeof d->chosen, f->chosen);
    str_copy(day, 11, f->as_of);
    return d;
}

static const struct result *compute(struct tui *t, const struct doc *d, struct moment now,
                                    struct arena *a, struct err_info *e)
{
    struct engine_options o = {
        .chosen_id = d->chosen, .edits = &d->edits, .policy = context_policy(t->c)};
    return engine_run(&d->answers, &t->c->facts, &t->c->prices, now, &o, a, e);
}

static double total_of(const struct result *r)
{
    return r == NULL || r->chosen < 0 ? UNKNOWN : r->plan[r->chosen].cost.total.typical;
}

void loop_files_open(struct tui *t)
{
    struct err_info e = {0}, ignored = {0};
    struct arena a;
    char day[11] = "";
    int32_t days;
    arena_init(&a, 0);
    const struct doc *d = read_doc(t, &a, day, &e);
    if (d == NULL) {
        failed(t, &e);
        arena_free(&a);
        return;
    }
    struct event opened = {.kind = EV_OPENED, .text = t->m.files.path, .doc = d, .day = day};
    opened.now = total_of(compute(t, d, t->m.now, &a, &ignored));
    opened.then = UNKNOWN;
    if (date_parse(day, &days))
        opened.then =
            total_of(compute(t, d, (struct moment){(int64_t)days * DAY_S + NOON_S}, &a, &ignored));
    step(t, &opened);
    arena_free(&a);
}

void loop_files_against(struct tui *t)
{
    struct err_info e = {0};
    char day[11] = "";
    arena_reset(&t->other);
    t->m.other = NULL;
    const struct doc *d = read_doc(t, &t->other, day, &e);
    if (d != NULL)
        t->m.other = compute(t, d, t->m.now, &t->other, &e);
    if (t->m.other == NULL)
        failed(t, &e);
    else
        step(t, &(struct event){.kind = EV_COMPARED, .text = t->m.files.path});
}
