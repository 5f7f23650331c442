/*
 * tastes.h - what was switched on the screen by a key and is wanted again: language, theme, mouse,
 * frames. A small INI file in the state folder, beside the sessions and shared by them.
 *
 * Flags and DLRIG_LANG win over it; so does a config that was written after it, since whoever
 * writes one means it.
 */
#ifndef APP_TASTES_H
#define APP_TASTES_H

#include <stdbool.h>

#include "app/config.h"

struct tastes {
    bool lang_set, mouse_set, ascii_set, wide_set;
    enum lang lang;
    bool mouse, ascii, wide;     /* wide: ambiguous characters take two cells */
    char theme[CONFIG_TEXT_MAX]; /* id, "" = not set */
};

/* tastes_load: false when there are none, or the config at config_path ("" = none) is newer.
 * Lines that cannot be read are passed over: the program wrote them. */
bool tastes_load(struct tastes *t, const char *state_dir, const char *config_path);
enum err tastes_save(const struct tastes *t, const char *state_dir, struct err_info *e);

#endif
