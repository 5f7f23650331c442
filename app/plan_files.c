#include "app/plan_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/model_file.h"
#include "app/session.h"
#include "app/update.h"
#include "base/file.h"
#include "base/json.h"
#include "base/str.h"
#include "engine/job/planfile.h"
#include "export/compare.h"

#define PLAN_BYTES (16u << 20)
#define DAY_S 86400
#define NOON_S 43200

static void tell(struct plan_files *p, const struct event *e)
{
    p->effects |= update(p->m, e);
}

static void failed(struct plan_files *p, const struct err_info *e)
{
    tell(p, &(struct event){.kind = EV_FAILED, .error = e});
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void files_list(struct plan_files *p)
{
    struct files_state *f = &p->m->files;
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
    tell(p, &(struct event){.kind = EV_FILES});
}

static enum err as_json(struct plan_files *p, const struct result *r, struct str *text,
                        struct err_info *e)
{
    struct ui *m = p->m;
    struct export_options o = {.lang = m->machine_lang,
                               .generated = m->generated,
                               .now = m->now,
                               .facts = m->facts,
                               .prices = m->prices};
    return export_plan(EXPORT_JSON, r, &o, text, e);
}

/* With the figures, so that it can be priced anew later; without a plan the job alone. */
static enum err write_plan(struct plan_files *p, struct err_info *e)
{
    struct ui *m = p->m;
    struct str text;
    if (m->result == NULL || m->result->plan_n == 0)
        return session_write(m->files.path, m, m->export_force, e);
    str_init(&text, PLAN_BYTES);
    enum err rc = as_json(p, m->result, &text, e);
    if (rc == OK)
        rc = file_write(m->files.path, text.p, text.len, m->export_force ? FILE_REPLACE : FILE_NEW,
                        false, e);
    str_free(&text);
    return rc;
}

static void files_save(struct plan_files *p)
{
    struct ui *m = p->m;
    struct err_info e = {0};
    enum err rc = write_plan(p, &e);
    if (rc == ERR_EXISTS)
        tell(p, &(struct event){.kind = EV_EXPORT_EXISTS, .text = m->files.path});
    else if (rc != OK)
        failed(p, &e);
    else
        tell(p, &(struct event){.kind = EV_SAVED, .text = m->files.path});
}

/* The document of a file, its model among the facts and its job whole. NULL: *e says why. */
static const struct doc *read_doc(struct plan_files *p, const char *path, struct arena *a,
                                  char day[11], struct err_info *e)
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
        model_file_take(&p->c->facts, &p->c->arena, &f->answers, p->c->env.xdg.home, e) != OK ||
        job_resolve(&f->answers, &p->c->facts, a, &job, e) != OK)
        return NULL;
    d->answers = f->answers;
    d->edits = f->edits;
    str_copy(d->chosen, sizeof d->chosen, f->chosen);
    str_copy(day, 11, f->as_of);
    return d;
}

static const struct result *compute(struct plan_files *p, const struct doc *d, struct moment now,
                                    struct arena *a, struct err_info *e)
{
    struct engine_options o = {
        .chosen_id = d->chosen, .edits = &d->edits, .policy = context_policy(p->c)};
    return engine_run(&d->answers, &p->c->facts, &p->c->prices, now, &o, a, e);
}

static double total_of(const struct result *r)
{
    return r == NULL || r->chosen < 0 ? UNKNOWN : r->plan[r->chosen].cost.total.typical;
}

static void files_open(struct plan_files *p)
{
    struct err_info e = {0}, ignored = {0};
    struct arena a;
    char day[11] = "";
    int32_t days;
    arena_init(&a, 0);
    const struct doc *d = read_doc(p, p->m->files.path, &a, day, &e);
    if (d == NULL) {
        failed(p, &e);
        arena_free(&a);
        return;
    }
    struct event opened = {.kind = EV_OPENED, .text = p->m->files.path, .doc = d, .day = day};
    opened.now = total_of(compute(p, d, p->m->now, &a, &ignored));
    opened.then = UNKNOWN;
    if (date_parse(day, &days))
        opened.then =
            total_of(compute(p, d, (struct moment){(int64_t)days * DAY_S + NOON_S}, &a, &ignored));
    tell(p, &opened);
    arena_free(&a);
}

/* --- two plans as documents ------------------------------------------------------------------- */
void plan_files_forget(struct plan_files *p)
{
    p->m->files.moved = NULL;
    json_free(p->then);
    json_free(p->now);
    p->then = p->now = NULL;
    arena_reset(&p->other);
}

static enum err document_of(struct plan_files *p, const struct result *r, struct json_doc **out,
                            struct err_info *e)
{
    struct str text;
    str_init(&text, PLAN_BYTES);
    enum err rc =
        r == NULL ? err_set(e, ERR_NOT_FOUND, MSG_TUI_NO_PLAN, 0, NULL) : as_json(p, r, &text, e);
    if (rc == OK)
        rc = json_parse(text.p, text.len, PLAN_BYTES, out, e);
    str_free(&text);
    return rc;
}

/* The job of a file at the prices of today. */
static enum err priced_now(struct plan_files *p, const char *path, struct json_doc **out,
                           struct err_info *e)
{
    char day[11];
    const struct doc *d = read_doc(p, path, &p->other, day, e);
    if (d == NULL)
        return e->code;
    const struct result *r = compute(p, d, p->m->now, &p->other, e);
    return r == NULL ? e->code : document_of(p, r, out, e);
}

/* The figures that stand in a file; *out NULL: it holds a job alone. */
static enum err as_kept(struct plan_files *p, const char *path, struct json_doc **out,
                        struct err_info *e)
{
    char *text;
    size_t len;
    enum err rc = file_read(&p->other, path, PLAN_BYTES, &text, &len, e);
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

static enum err kept_or_now(struct plan_files *p, const char *path, struct json_doc **out,
                            struct err_info *e)
{
    enum err rc = as_kept(p, path, out, e);
    return rc == OK && *out == NULL ? priced_now(p, path, out, e) : rc;
}

static enum err two_documents(struct plan_files *p, struct err_info *e)
{
    struct files_state *f = &p->m->files;
    enum err rc;
    switch (f->against) {
    case AGAINST_MARKED:
        rc = kept_or_now(p, f->mark, &p->then, e);
        return rc == OK ? kept_or_now(p, f->path, &p->now, e) : rc;
    case AGAINST_THEN:
        rc = as_kept(p, f->path, &p->then, e);
        if (rc == OK && p->then == NULL) {
            struct msg_arg a = ARG_STR(f->path);
            return err_set(e, ERR_NOT_FOUND, MSG_MOVED_NO_FIGURES, 1, &a);
        }
        return rc == OK ? priced_now(p, f->path, &p->now, e) : rc;
    case AGAINST_HERE: break;
    }
    rc = kept_or_now(p, f->path, &p->then, e);
    return rc == OK ? document_of(p, p->m->result, &p->now, e) : rc;
}

/* "old.json, 2026-10-01": what stands in a column. */
static void title_of(struct plan_files *p, const char *name, const struct json_doc *d, char *out,
                     size_t cap)
{
    const char *day = json_string(json_get(json_root(d), "as_of"));
    snprintf(out, cap, "%s%s%s", name, msg_text(p->m->lang, MSG_PUNCT_COMMA), day ? day : "");
}

static void files_against(struct plan_files *p)
{
    struct err_info e = {0};
    struct files_state *f = &p->m->files;
    plan_files_forget(p);
    struct compare *c = ARENA_NEW(&p->other, struct compare);
    enum err rc =
        c == NULL ? err_set(&e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL) : two_documents(p, &e);
    if (rc != OK) {
        failed(p, &e);
        plan_files_forget(p);
        return;
    }
    compare_plans(json_root(p->then), json_root(p->now), c);
    bool here = f->against == AGAINST_HERE;
    title_of(p, f->against == AGAINST_MARKED ? f->mark : f->path, p->then, f->then_title,
             sizeof f->then_title);
    title_of(p, here ? msg_text(p->m->lang, MSG_MOVED_HERE) : f->path, p->now, f->now_title,
             sizeof f->now_title);
    f->moved = c;
    tell(p, &(struct event){.kind = EV_COMPARED, .text = f->path});
}

/* --- the calls -------------------------------------------------------------------------------- */
void plan_files_init(struct plan_files *p, struct context *c, struct ui *m)
{
    *p = (struct plan_files){.c = c, .m = m};
    arena_init(&p->other, 0);
}

void plan_files_free(struct plan_files *p)
{
    if (p->m == NULL)
        return;
    plan_files_forget(p);
    arena_free(&p->other);
}

unsigned plan_files_do(struct plan_files *p, unsigned fx)
{
    p->effects = 0;
    if (fx & FX_FILES)
        files_list(p);
    if (fx & FX_SAVE)
        files_save(p);
    if (fx & FX_OPEN)
        files_open(p);
    if (fx & FX_AGAINST)
        files_against(p);
    return p->effects;
}
