/* loop_files.c - plan files: found in the working folder, written, read, computed beside ours. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/model_file.h"
#include "base/file.h"
#include "base/json.h"
#include "base/str.h"
#include "engine/job/planfile.h"
#include "export/compare.h"
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

static enum err as_json(struct tui *t, const struct result *r, struct str *text, struct err_info *e)
{
    struct ui *m = &t->m;
    struct export_options o = {.lang = m->machine_lang,
                               .generated = m->generated,
                               .now = m->now,
                               .facts = m->facts,
                               .prices = m->prices};
    return export_plan(EXPORT_JSON, r, &o, text, e);
}

/* With the figures, so that it can be priced anew later; without a plan the job alone. */
static enum err write_plan(struct tui *t, struct err_info *e)
{
    struct ui *m = &t->m;
    struct str text;
    if (m->result == NULL || m->result->plan_n == 0)
        return session_write(m->files.path, m, m->export_force, e);
    str_init(&text, PLAN_BYTES);
    enum err rc = as_json(t, m->result, &text, e);
    if (rc == OK)
        rc = file_write(m->files.path, text.p, text.len, m->export_force ? FILE_REPLACE : FILE_NEW,
                        false, e);
    str_free(&text);
    return rc;
}

void loop_files_save(struct tui *t)
{
    struct ui *m = &t->m;
    struct err_info e = {0};
    enum err rc = write_plan(t, &e);
    if (rc == ERR_EXISTS)
        step(t, &(struct event){.kind = EV_EXPORT_EXISTS, .text = m->files.path});
    else if (rc != OK)
        failed(t, &e);
    else
        step(t, &(struct event){.kind = EV_SAVED, .text = m->files.path});
}

/* The document of a file, its model among the facts and its job whole. NULL: *e says why. */
static const struct doc *read_doc(struct tui *t, const char *path, struct arena *a, char day[11],
                                  struct err_info *e)
{
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
    const struct doc *d = read_doc(t, t->m.files.path, &a, day, &e);
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

/* --- two plans as documents ------------------------------------------------------------------- */
void loop_files_forget(struct tui *t)
{
    t->m.files.moved = NULL;
    json_free(t->then);
    json_free(t->now_doc);
    t->then = t->now_doc = NULL;
    arena_reset(&t->other);
}

static enum err document_of(struct tui *t, const struct result *r, struct json_doc **out,
                            struct err_info *e)
{
    struct str text;
    str_init(&text, PLAN_BYTES);
    enum err rc =
        r == NULL ? err_set(e, ERR_NOT_FOUND, MSG_TUI_NO_PLAN, 0, NULL) : as_json(t, r, &text, e);
    if (rc == OK)
        rc = json_parse(text.p, text.len, PLAN_BYTES, out, e);
    str_free(&text);
    return rc;
}

/* The job of a file at the prices of today. */
static enum err priced_now(struct tui *t, const char *path, struct json_doc **out,
                           struct err_info *e)
{
    char day[11];
    const struct doc *d = read_doc(t, path, &t->other, day, e);
    if (d == NULL)
        return e->code;
    const struct result *r = compute(t, d, t->m.now, &t->other, e);
    return r == NULL ? e->code : document_of(t, r, out, e);
}

/* The figures that stand in a file; *out NULL: it holds a job alone. */
static enum err as_kept(struct tui *t, const char *path, struct json_doc **out, struct err_info *e)
{
    char *text;
    size_t len;
    enum err rc = file_read(&t->other, path, PLAN_BYTES, &text, &len, e);
    if (rc != OK)
        return rc;
    rc = json_parse(text, len, PLAN_BYTES, out, e);
    if (rc != OK) {
        err_where(e, path, e->line, e->path);
        return rc;
    }
    if (json_get(json_root(*out), "plans") != NULL)
        return compare_check(json_root(*out), path, e);
    json_free(*out);
    *out = NULL;
    return OK;
}

static enum err kept_or_now(struct tui *t, const char *path, struct json_doc **out,
                            struct err_info *e)
{
    enum err rc = as_kept(t, path, out, e);
    return rc == OK && *out == NULL ? priced_now(t, path, out, e) : rc;
}

static enum err two_documents(struct tui *t, struct err_info *e)
{
    struct files_state *f = &t->m.files;
    enum err rc;
    switch (f->against) {
    case AGAINST_MARKED:
        rc = kept_or_now(t, f->mark, &t->then, e);
        return rc == OK ? kept_or_now(t, f->path, &t->now_doc, e) : rc;
    case AGAINST_THEN:
        rc = as_kept(t, f->path, &t->then, e);
        if (rc == OK && t->then == NULL) {
            struct msg_arg a = ARG_STR(f->path);
            return err_set(e, ERR_NOT_FOUND, MSG_MOVED_NO_FIGURES, 1, &a);
        }
        return rc == OK ? priced_now(t, f->path, &t->now_doc, e) : rc;
    case AGAINST_HERE: break;
    }
    rc = kept_or_now(t, f->path, &t->then, e);
    return rc == OK ? document_of(t, t->m.result, &t->now_doc, e) : rc;
}

/* "old.json, 2026-10-01": what stands in a column. */
static void title_of(struct tui *t, const char *name, const struct json_doc *d, char *out,
                     size_t cap)
{
    const char *day = json_string(json_get(json_root(d), "as_of"));
    snprintf(out, cap, "%s%s%s", name, msg_text(t->m.lang, MSG_PUNCT_COMMA), day ? day : "");
}

void loop_files_against(struct tui *t)
{
    struct err_info e = {0};
    struct files_state *f = &t->m.files;
    loop_files_forget(t);
    struct compare *c = ARENA_NEW(&t->other, struct compare);
    enum err rc =
        c == NULL ? err_set(&e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : two_documents(t, &e);
    if (rc != OK) {
        failed(t, &e);
        loop_files_forget(t);
        return;
    }
    compare_plans(json_root(t->then), json_root(t->now_doc), c);
    bool here = f->against == AGAINST_HERE;
    title_of(t, f->against == AGAINST_MARKED ? f->mark : f->path, t->then, f->then_title,
             sizeof f->then_title);
    title_of(t, here ? msg_text(t->m.lang, MSG_MOVED_HERE) : f->path, t->now_doc, f->now_title,
             sizeof f->now_title);
    f->moved = c;
    step(t, &(struct event){.kind = EV_COMPARED, .text = f->path});
}
