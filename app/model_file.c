#include "app/model_file.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/str.h"
#include "engine/job/model_config.h"

#define PATH_MAX_BYTES 1024

/* A name of the catalog with a slash in it ("org/name"), unless a file of that name is there. */
static bool is_catalog_name(const struct facts *f, const char *text)
{
    struct stat st;
    const char *id = facts_resolve(f, "models", text, NULL);
    const struct model *m = facts_model(f, id != NULL ? id : text);
    if (m == NULL && *text != '.' && *text != '/' && *text != '~')
        m = facts_net(f, text); /* "ViT-B/16" */
    return m != NULL && !m->from.yours && stat(text, &st) != 0;
}

/* The file behind an answer: ~/ opened, the config.json of a folder. */
static bool real_path(char *out, size_t cap, const char *path, const char *home)
{
    struct stat st;
    char base[PATH_MAX_BYTES];
    bool at_home = str_starts(path, "~/") && !str_empty(home);
    bool fits =
        at_home ? path_join(base, sizeof base, home, path + 2) : str_copy(base, sizeof base, path);
    if (!fits)
        return false;
    if (stat(base, &st) == 0 && S_ISDIR(st.st_mode))
        return path_join(out, cap, base, "config.json");
    return str_copy(out, cap, base);
}

/* Models in a new array, sorted: results that are still shown point into the old one. */
static enum err insert(struct facts *f, struct arena *arena, const struct model *m,
                       struct err_info *e)
{
    struct model *all = ARENA_ARRAY(arena, struct model, f->model_n + 1);
    size_t n = 0, from = 0;
    if (all == NULL)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (; from < f->model_n && strcmp(f->model[from].id, m->id) < 0; from++)
        all[n++] = f->model[from];
    all[n++] = *m;
    if (from < f->model_n && strcmp(f->model[from].id, m->id) == 0)
        from++;
    for (; from < f->model_n; from++)
        all[n++] = f->model[from];
    f->model = all;
    f->model_n = n;
    return OK;
}

enum err model_file_add(struct facts *f, struct arena *arena, const char *path, const char *home,
                        struct err_info *e)
{
    char file[PATH_MAX_BYTES];
    char *text;
    size_t len;
    struct arena own;
    const struct model *m = NULL;
    if (!real_path(file, sizeof file, path, home))
        return err_set(e, ERR_USAGE, MSG_CTX_PATH_LONG, 0, NULL);
    arena_init(&own, 2 * (size_t)MODEL_CONFIG_MAX_BYTES);
    enum err rc = file_read(&own, file, MODEL_CONFIG_MAX_BYTES, &text, &len, e);
    if (rc == ERR_IO && e != NULL) /* a file to read from is the user's input, not our output */
        rc = e->code = ERR_USAGE;
    if (rc == OK)
        rc = model_config_read(text, len, path, f, arena, &m, e);
    if (rc == OK)
        rc = insert(f, arena, m, e);
    arena_free(&own);
    return rc;
}

static enum err take_one(struct facts *f, struct arena *arena, const struct answer *x,
                         const char *home, struct err_info *e)
{
    if (!x->set || !model_is_path(x->text))
        return OK;
    if (is_catalog_name(f, x->text))
        return OK;
    return model_file_add(f, arena, x->text, home, e);
}

enum err model_file_take(struct facts *f, struct arena *arena, const struct answers *a,
                         const char *home, struct err_info *e)
{
    enum err rc = take_one(f, arena, &a->a[Q_MODEL], home, e);
    return rc != OK ? rc : take_one(f, arena, &a->a[Q_DRAFT_MODEL], home, e);
}
