/*
 * tastes.h - what was switched on the screen by a key and is wanted again: language, theme,
 * mouse, frames, price feeds. A small INI file in the state folder, beside the sessions and shared
 * by them.
 *
 * Flags and DLRIG_LANG win over it; so does a config that was written after it, since whoever
 * writes one means it. Price feeds are kept all the same: where the config names them it decides
 * anyway (app/feeds.h).
 */
#ifndef APP_TASTES_H
#define APP_TASTES_H

#include <stdbool.h>

#include "app/config.h"

#define TASTES_FEEDS 64
#define TASTES_NAME 33

struct tastes {
    bool lang_set, mouse_set, ascii_set, wide_set;
    enum lang lang;
    bool mouse, ascii, wide;              /* wide: ambiguous characters take two cells */
    char theme[CONFIG_TEXT_MAX];          /* id, "" = not set */
    char feed[TASTES_FEEDS][TASTES_NAME]; /* known feeds that are chosen */
    int feed_n;
    char feed_unknown[TASTES_NAME]; /* the first that is none any more and was left out; "" */
};

/* tastes_load: false when there are none, or the config at config_path ("" = none) is newer;
 * the feeds are there in this case too.
 * Lines that cannot be read are passed over: the program wrote them. */
bool tastes_load(struct tastes *t, const char *state_dir, const char *config_path);
enum err tastes_save(const struct tastes *t, const char *state_dir, struct err_info *e);

#endif
