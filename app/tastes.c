#include "app/tastes.h"

#include <string.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/ini.h"
#include "base/str.h"
#include "catalog/known_feed.h"

#define TASTES_FILE "screen.ini"
#define TASTES_BYTES 4096

static bool yes(const char *value)
{
    return str_eq(value, "yes");
}

static void add_feed(struct tastes *t, const char *name)
{
    const struct known_feed *k = known_feed_find(name);
    if (k != NULL && t->feed_n < TASTES_FEEDS)
        str_copy(t->feed[t->feed_n++], TASTES_NAME, k->name);
    else if (k == NULL && t->feed_unknown[0] == '\0')
        str_copy(t->feed_unknown, TASTES_NAME, name);
}

static enum err read_taste(void *ctx, const char *section, const char *key, const char *value,
                           long line, struct err_info *e)
{
    struct tastes *t = ctx;
    (void)line;
    (void)e;
    if (section[0] != '\0')
        return OK;
    if (str_eq(key, "lang")) {
        t->lang_set = msg_lang_from(value, &t->lang);
    } else if (str_eq(key, "theme")) {
        str_copy(t->theme, sizeof t->theme, value);
    } else if (str_eq(key, "mouse")) {
        t->mouse_set = true;
        t->mouse = yes(value);
    } else if (str_eq(key, "ascii")) {
        t->ascii_set = true;
        t->ascii = yes(value);
    } else if (str_eq(key, "ambiguous-width")) {
        t->wide_set = true;
        t->wide = str_eq(value, "2");
    } else if (str_eq(key, "feed")) {
        add_feed(t, value);
    }
    return OK;
}

static bool newer(const char *path, const struct stat *than)
{
    struct stat s;
    return path[0] != '\0' && stat(path, &s) == 0 && s.st_mtime > than->st_mtime;
}

static void only_feeds(struct tastes *t)
{
    t->lang_set = t->mouse_set = t->ascii_set = t->wide_set = false;
    t->theme[0] = '\0';
}

bool tastes_load(struct tastes *t, const char *state_dir, const char *config_path)
{
    char path[640], *text;
    struct stat s;
    struct err_info e;
    size_t len;
    memset(t, 0, sizeof *t);
    if (state_dir[0] == '\0' || !path_join(path, sizeof path, state_dir, TASTES_FILE) ||
        stat(path, &s) != 0)
        return false;
    struct arena a;
    arena_init(&a, 0);
    bool ok = file_read(&a, path, TASTES_BYTES, &text, &len, &e) == OK;
    if (ok)
        ini_read(text, len, path, read_taste, t, &e);
    arena_free(&a);
    if (ok && newer(config_path, &s)) {
        only_feeds(t);
        ok = false;
    }
    return ok;
}

enum err tastes_save(const struct tastes *t, const char *state_dir, struct err_info *e)
{
    char path[640];
    struct str s;
    if (state_dir[0] == '\0' || !path_join(path, sizeof path, state_dir, TASTES_FILE))
        return OK;
    str_init(&s, TASTES_BYTES);
    if (t->lang_set)
        str_addf(&s, "lang = %s\n", t->lang == LANG_ZH ? "zh" : "en");
    if (t->theme[0] != '\0')
        str_addf(&s, "theme = %s\n", t->theme);
    if (t->mouse_set)
        str_addf(&s, "mouse = %s\n", t->mouse ? "yes" : "no");
    if (t->ascii_set)
        str_addf(&s, "ascii = %s\n", t->ascii ? "yes" : "no");
    if (t->wide_set)
        str_addf(&s, "ambiguous-width = %d\n", t->wide ? 2 : 1);
    for (int i = 0; i < t->feed_n; i++)
        str_addf(&s, "feed = %s\n", t->feed[i]);
    enum err rc = file_mkdirs(state_dir, e);
    if (rc == OK)
        rc = file_write(path, s.p, s.len, FILE_REPLACE, false, e);
    str_free(&s);
    return rc;
}
