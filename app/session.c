#include "app/session.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "engine/job/planfile.h"

#define SESSIONS_MAX 9
#define SESSION_BYTES (1u << 20)

static bool name_of(char *out, size_t cap, const char *dir, int number, const char *ending)
{
    char name[64];
    if (number == 1)
        snprintf(name, sizeof name, "session%s", ending);
    else
        snprintf(name, sizeof name, "session-%d%s", number, ending);
    return path_join(out, cap, dir, name);
}

void session_open(struct session *s, const char *dir, struct err_info *e)
{
    *s = (struct session){.lock = -1};
    if (dir[0] == '\0') {
        err_set(e, ERR_IO, MSG_SESSION_NO_PLACE, 0, NULL);
        return;
    }
    if (file_mkdirs(dir, e) != OK)
        return;
    for (int n = 1; n <= SESSIONS_MAX; n++) {
        char lock[640];
        if (!name_of(lock, sizeof lock, dir, n, ".lock"))
            break;
        s->lock = file_lock(lock);
        if (s->lock >= 0 && name_of(s->path, sizeof s->path, dir, n, ".json")) {
            s->number = n;
            return;
        }
    }
    s->path[0] = '\0';
    err_set(e, ERR_IO, MSG_SESSION_NO_PLACE, 0, NULL);
}

void session_close(struct session *s)
{
    if (s->lock >= 0)
        file_unlock(s->lock);
    s->lock = -1;
}

void session_aside(struct session *s, struct err_info *e)
{
    char aside[700];
    struct err_info why;
    err_copy(&why, e);
    snprintf(aside, sizeof aside, "%s.damaged", s->path);
    bool moved = rename(s->path, aside) == 0;
    err_clear(e);
    struct msg_arg a = ARG_STR(err_detail(e, aside));
    err_set(e, why.code, moved ? MSG_SESSION_ASIDE : MSG_SESSION_UNREADABLE, 1, &a);
    if (!moved)
        s->path[0] = '\0'; /* what cannot be moved is not written over */
}

bool session_start_over(const struct session *s)
{
    char before[700];
    if (s->path[0] == '\0' || !file_exists(s->path))
        return false;
    snprintf(before, sizeof before, "%s.before", s->path);
    return rename(s->path, before) == 0;
}

bool session_load(struct session *s, struct arena *scratch, struct doc *out, struct err_info *e)
{
    char *text;
    size_t len;
    if (s->path[0] == '\0' || !file_exists(s->path))
        return false;
    struct plan_file *f = ARENA_NEW(scratch, struct plan_file);
    if (f == NULL)
        return false;
    if (file_read(scratch, s->path, SESSION_BYTES, &text, &len, e) != OK ||
        planfile_read(text, len, s->path, f, e) != OK) {
        session_aside(s, e);
        return false;
    }
    out->answers = f->answers;
    out->edits = f->edits;
    str_copy(out->chosen, sizeof out->chosen, f->chosen);
    s->found = true;
    return true;
}

enum err session_write(const char *path, const struct ui *m, bool replace, struct err_info *e)
{
    enum file_mode mode = replace ? FILE_REPLACE : FILE_NEW;
    struct plan_file f;
    memset(&f, 0, sizeof f);
    f.answers = m->doc.answers;
    f.edits = m->doc.edits;
    str_copy(f.chosen, sizeof f.chosen, m->doc.chosen);
    date_format(date_of(m->now), f.as_of);
    struct job job;
    struct arena arena;
    struct str text;
    arena_init(&arena, 0);
    str_init(&text, SESSION_BYTES);
    bool whole = job_resolve(&f.answers, m->facts, &arena, &job, e) == OK;
    planfile_write(&text, &f, whole ? &job : NULL);
    arena_free(&arena);
    enum err rc = text.failed ? err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL)
                              : file_write(path, text.p, text.len, mode, mode == FILE_REPLACE, e);
    str_free(&text);
    return rc;
}

enum err session_save(const struct session *s, const struct ui *m, struct err_info *e)
{
    return s->path[0] == '\0' ? OK : session_write(s->path, m, true, e);
}
