/* theme.c - theme files; colours become indices of the 256-colour palette here, nowhere else. */
#include "app/theme.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/ini.h"
#include "base/num.h"
#include "base/str.h"

#define THEME_BYTES_MAX 65536

static const struct {
    const char *name, *plain;
} roles[ROLE_COUNT] = {
#define ROLE(ID, name, plain) [ROLE_##ID] = {(name), (plain)},
#include "app/roles.def"
#undef ROLE
};

static const char *const shipped[] = {"default",       "light",        "dark",
                                      "high-contrast", "colour-blind", "mono",
                                      "solarized",     "gruvbox",      "nord"};
#define SHIPPED (int)(sizeof shipped / sizeof shipped[0])

const char *role_name(enum role r)
{
    return roles[r].name;
}

void theme_plain(struct theme *t)
{
    memset(t, 0, sizeof *t);
    str_copy(t->id, sizeof t->id, "plain");
    str_copy(t->name[0], sizeof t->name[0], "Plain");
    str_copy(t->name[1], sizeof t->name[1], "素色");
    for (int r = 0; r < ROLE_COUNT; r++) {
        struct style *s = &t->role[r];
        s->fg = s->bg = s->fg_rgb = s->bg_rgb = -1;
        for (const char *p = roles[r].plain; *p; p++) {
            s->attrs |= *p == 'b'   ? ATTR_BOLD
                        : *p == 'd' ? ATTR_DIM
                        : *p == 'u' ? ATTR_UNDERLINE
                                    : ATTR_REVERSE;
        }
    }
}

/* The 256-colour palette: 16 named, a 6x6x6 cube with levels 0 95 135 .. 255, 24 greys. */
static int nearest_level(int x)
{
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    int best = 0;
    for (int i = 1; i < 6; i++)
        if (abs(level[i] - x) < abs(level[best] - x))
            best = i;
    return best;
}

static int squared(int r, int g, int b)
{
    return r * r + g * g + b * b;
}

/* Of the cube each channel by itself; a grey only where it is nearer than that. */
static int nearest_256(int r, int g, int b)
{
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    int ir = nearest_level(r), ig = nearest_level(g), ib = nearest_level(b);
    int best = 16 + 36 * ir + 6 * ig + ib;
    int best_d = squared(level[ir] - r, level[ig] - g, level[ib] - b);
    for (int i = 232; i < 256; i++) {
        int grey = 8 + 10 * (i - 232);
        int d = squared(grey - r, grey - g, grey - b);
        if (d < best_d) {
            best_d = d;
            best = i;
        }
    }
    return best;
}

static bool colour_hex(const char *w, int *out, int *rgb)
{
    unsigned v = 0;
    if (strlen(w) != 7)
        return false;
    for (int i = 1; i < 7; i++) {
        const char *digits = "0123456789abcdef";
        const char *at = strchr(digits, w[i] >= 'A' && w[i] <= 'F' ? w[i] + 32 : w[i]);
        if (at == NULL || *at == '\0')
            return false;
        v = v * 16 + (unsigned)(at - digits);
    }
    *rgb = (int)v;
    *out = nearest_256((int)(v >> 16), (int)(v >> 8 & 255), (int)(v & 255));
    return true;
}

static bool colour_parse(const char *w, int *out, int *rgb)
{
    static const char *const names[] = {"black", "red",     "green", "yellow",
                                        "blue",  "magenta", "cyan",  "white"};
    if (str_eq(w, "default")) {
        *out = -1;
        return true;
    }
    if (w[0] == '#')
        return colour_hex(w, out, rgb);
    int bright = str_starts(w, "bright-") ? 8 : 0;
    for (int i = 0; i < 8; i++) {
        if (str_eq(bright ? w + 7 : w, names[i])) {
            *out = i + bright;
            return true;
        }
    }
    double x;
    if (num_plain(w, &x) != NUM_OK || x < 0 || x > 255)
        return false;
    *out = (int)x;
    return true;
}

static bool style_parse(const char *text, struct style *out)
{
    static const char *const attrs[] = {"bold", "dim", "underline", "reverse"};
    struct style s = {-1, -1, -1, -1, 0};
    bool background = false, has_fg = false;
    char word[32];
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, " ");
        if (n >= sizeof word)
            return false;
        memcpy(word, p, n);
        word[n] = '\0';
        p += n + strspn(p + n, " ");
        int attr = -1;
        for (int i = 0; i < 4; i++) {
            if (str_eq(word, attrs[i]))
                attr = i;
        }
        if (attr >= 0 && !background) {
            s.attrs |= 1u << attr;
        } else if (str_eq(word, "on") && !background) {
            background = true;
        } else if (background) {
            if (!colour_parse(word, &s.bg, &s.bg_rgb))
                return false;
            background = false;
        } else if (has_fg || !colour_parse(word, &s.fg, &s.fg_rgb)) {
            return false;
        } else {
            has_fg = true;
        }
    }
    *out = s;
    return !background;
}

struct reading {
    struct theme *t;
    const char *file;
};

static enum err theme_key(void *ctx, const char *section, const char *key, const char *value,
                          long line, struct err_info *e)
{
    struct reading *r = ctx;
    enum msg_id wrong = MSG_THEME_KEY;
    if (str_eq(section, "theme") && str_eq(key, "name")) {
        str_copy(r->t->name[0], sizeof r->t->name[0], value);
        str_copy(r->t->name[1], sizeof r->t->name[1], value);
        return OK;
    }
    if (str_eq(section, "theme") && str_eq(key, "name.zh")) {
        str_copy(r->t->name[1], sizeof r->t->name[1], value);
        return OK;
    }
    if (str_eq(section, "theme") && str_eq(key, "colours")) {
        r->t->colours = str_eq(value, "yes");
        return OK;
    }
    if (str_eq(section, "roles")) {
        for (int i = 0; i < ROLE_COUNT; i++) {
            if (!str_eq(key, roles[i].name))
                continue;
            if (style_parse(value, &r->t->role[i]))
                return OK;
            wrong = MSG_THEME_VALUE;
        }
    }
    char both[96];
    str_copy(both, sizeof both, wrong == MSG_THEME_KEY ? key : value);
    struct msg_arg a = ARG_STR(err_detail(e, both));
    err_where(e, r->file, line, NULL);
    return err_set(e, ERR_VALUE, wrong, 1, &a);
}

enum err theme_parse(struct theme *t, const char *id, const char *text, size_t len,
                     const char *file, struct err_info *e)
{
    struct theme made;
    theme_plain(&made);
    made.colours = true;
    str_copy(made.id, sizeof made.id, id);
    str_copy(made.name[0], sizeof made.name[0], id);
    str_copy(made.name[1], sizeof made.name[1], id);
    struct reading r = {&made, file};
    enum err rc = ini_read(text, len, file, theme_key, &r, e);
    if (rc == OK)
        *t = made;
    return rc;
}

static int place_of(const char *id)
{
    for (int i = 0; i < SHIPPED; i++) {
        if (str_eq(id, shipped[i]))
            return i;
    }
    return SHIPPED;
}

static int by_place(const void *va, const void *vb)
{
    const struct theme *a = va, *b = vb;
    int d = place_of(a->id) - place_of(b->id);
    return d != 0 ? d : strcmp(a->id, b->id);
}

/* The place of a theme of that id; a new one at the end; -1: there is no room. */
static int slot(struct themes *out, const char *id)
{
    int at = themes_find(out, id);
    if (at >= 0)
        return at;
    return out->n < THEMES_MAX ? out->n++ : -1;
}

static int load_file(struct themes *out, const char *path, const char *id, struct arena *scratch,
                     struct err_info *e)
{
    struct theme made;
    char *text;
    size_t len;
    if (file_read(scratch, path, THEME_BYTES_MAX, &text, &len, e) != OK ||
        theme_parse(&made, id, text, len, path, e) != OK)
        return -1;
    int at = slot(out, id);
    if (at >= 0)
        out->t[at] = made;
    return at;
}

/* "mine" of "folder/mine.ini". */
static bool id_of(const char *path, char *id, size_t cap)
{
    const char *name = strrchr(path, '/');
    name = name != NULL ? name + 1 : path;
    size_t n = strlen(name);
    if (n > 4 && str_eq(name + n - 4, ".ini"))
        n -= 4;
    if (n == 0 || n >= cap)
        return false;
    memcpy(id, name, n);
    id[n] = '\0';
    return true;
}

static void load_one(struct themes *out, const char *dir, const char *name, struct arena *scratch,
                     struct err_info *first)
{
    char path[1024], id[sizeof out->t[0].id];
    struct err_info e = {0};
    size_t n = strlen(name);
    if (n <= 4 || !str_eq(name + n - 4, ".ini") || !id_of(name, id, sizeof id) ||
        !path_join(path, sizeof path, dir, name))
        return;
    load_file(out, path, id, scratch, &e);
    if (e.code != OK && first != NULL && first->code == OK)
        err_copy(first, &e);
}

static void load_folder(struct themes *out, const char *dir, struct arena *scratch,
                        struct err_info *e)
{
    DIR *d = opendir(dir);
    if (d == NULL)
        return;
    for (struct dirent *x = readdir(d); x != NULL; x = readdir(d))
        load_one(out, dir, x->d_name, scratch, e);
    closedir(d);
}

void themes_load(struct themes *out, const char *dir, struct arena *scratch, struct err_info *e)
{
    out->n = 0;
    load_folder(out, dir, scratch, e);
    if (out->n == 0)
        theme_plain(&out->t[out->n++]);
    qsort(out->t, (size_t)out->n, sizeof out->t[0], by_place);
}

void themes_add(struct themes *out, const char *dir, struct arena *scratch, struct err_info *e)
{
    load_folder(out, dir, scratch, e);
    qsort(out->t, (size_t)out->n, sizeof out->t[0], by_place);
}

int themes_add_file(struct themes *out, const char *path, struct arena *scratch, struct err_info *e)
{
    char id[sizeof out->t[0].id];
    if (!id_of(path, id, sizeof id)) {
        struct msg_arg arg = ARG_STR(err_detail(e, path));
        err_set(e, ERR_VALUE, MSG_THEME_UNKNOWN, 1, &arg);
        return -1;
    }
    return load_file(out, path, id, scratch, e);
}

int themes_find(const struct themes *t, const char *id)
{
    for (int i = 0; i < t->n; i++) {
        if (str_eq(t->t[i].id, id))
            return i;
    }
    return -1;
}
