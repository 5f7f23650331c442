/*
 * theme.h - colours by role, read from themes/<id>.ini.
 *
 *     [theme]
 *     name = Light                 shown on the screen; name.zh = 浅色 for other languages
 *     colours = yes                no: attributes only
 *     [roles]
 *     error = red bold             [FOREGROUND] [on BACKGROUND] [bold dim underline reverse]
 *
 * Colours: default, the 8 names black red green yellow blue magenta cyan white, bright-<name>, a
 * number 0..255, or #rrggbb (nearest of 256). A role that a file does not name keeps its plain
 * attributes on the terminal's own colours. Themes of the user lie in themes/ beside the config.
 */
#ifndef APP_THEME_H
#define APP_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"

enum role {
#define ROLE(ID, name, plain) ROLE_##ID,
#include "app/roles.def"
#undef ROLE
    ROLE_COUNT
};

enum attr { ATTR_BOLD = 1, ATTR_DIM = 2, ATTR_UNDERLINE = 4, ATTR_REVERSE = 8 };

struct style {
    int fg, bg;         /* -1: the terminal's own, else 0..255 */
    int fg_rgb, bg_rgb; /* 0xRRGGBB as the file says, for terminals with direct colours; -1 none */
    unsigned attrs;     /* enum attr */
};

struct theme {
    char id[32];
    char name[2][48]; /* by enum lang */
    bool colours;
    struct style role[ROLE_COUNT];
};

const char *role_name(enum role r);

/* theme_plain: every role by attributes alone; what is left when there is no file or no colour. */
void theme_plain(struct theme *t);
/* theme_parse: text of a theme file. ERR_SYNTAX, ERR_VALUE with file and line. */
enum err theme_parse(struct theme *t, const char *id, const char *text, size_t len,
                     const char *file, struct err_info *e);

#define THEMES_MAX 24
struct themes {
    struct theme t[THEMES_MAX];
    int n;
};
/* themes_load: every *.ini of the folder, the shipped ones first in their fixed order, then the
 * rest by name. A damaged file is left out and told in *e (the first one); the others still load.
 * There is always at least one theme. */
void themes_load(struct themes *out, const char *dir, struct arena *scratch, struct err_info *e);
/* themes_add: the *.ini of a further folder, such as the user's own, behind the others; one with
 * the name of an earlier theme takes its place. A folder that is not there is no error.
 * themes_add_file: one file by its path, its index or -1 with *e. */
void themes_add(struct themes *out, const char *dir, struct arena *scratch, struct err_info *e);
int themes_add_file(struct themes *out, const char *path, struct arena *scratch,
                    struct err_info *e);
int themes_find(const struct themes *t, const char *id); /* index or -1 */

#endif
