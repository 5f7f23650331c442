/*
 * keys.h - keys as the program knows them, and the table of actions (keys.def).
 *
 * The terminal's codes never come this far: tui/input.c turns them into enum key_code. A key below
 * KEY_SPECIAL is the character itself (Unicode code point).
 */
#ifndef APP_KEYS_H
#define APP_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/msg.h"

enum key_code {
    KC_NONE = 0,
    KEY_SPECIAL = 0x110000,
    KC_UP,
    KC_DOWN,
    KC_LEFT,
    KC_RIGHT,
    KC_PGUP,
    KC_PGDN,
    KC_HOME,
    KC_END,
    KC_ENTER,
    KC_TAB,
    KC_BACKTAB,
    KC_ESC,
    KC_BACKSPACE,
    KC_DELETE,
    KC_CTRL_A,
    KC_CTRL_Z = KC_CTRL_A + 25,
    KC_ALT_B, /* a word back, a word on, cut the word: in fields only */
    KC_ALT_F,
    KC_ALT_D,
    KC_WHEEL_UP,
    KC_WHEEL_DOWN,
    KC_CLICK, /* where: see tui/input.h */
    KC_F1,
    KC_F10 = KC_F1 + 9,
    KC_F12 = KC_F1 + 11
};
#define KC_CTRL(letter) (KC_CTRL_A + (letter) - 'a')

enum where_keys {
    WHERE_WIZARD = 1 << 0,   /* a step of the wizard */
    WHERE_ASK = 1 << 1,      /* one question opened by itself */
    WHERE_PLAN = 1 << 2,     /* plan screen, any pane */
    WHERE_PARTS = 1 << 3,    /* plan screen with the parts in focus */
    WHERE_PICKER = 1 << 4,   /* choice of a part */
    WHERE_COMPARE = 1 << 5,  /* table of plans */
    WHERE_PAGE = 1 << 6,     /* explain, help: text that scrolls */
    WHERE_FINDINGS = 1 << 7, /* all findings */
    WHERE_EXPORT = 1 << 8,
    WHERE_SETTINGS = 1 << 9,
    WHERE_OFFERS = 1 << 10,
    WHERE_CATALOG = 1 << 11,
    WHERE_COST = 1 << 12,
    WHERE_REFRESH = 1 << 13,
    WHERE_FILES = 1 << 14,
    WHERE_FITS = 1 << 15,
    WHERE_FORM = 1 << 16,  /* a row of the user's own, column by column */
    WHERE_MOVED = 1 << 17, /* the page of what moved between two plans */
    WHERE_LISTS = (1 << 17) - 1,
    WHERE_ALL = (1 << 17) - 1,
    WHERE_DOC = WHERE_WIZARD | WHERE_PLAN | WHERE_COMPARE
};

enum action {
    ACT_NONE,
#define ACTION(ID, where, keys, bar, shown) ACT_##ID,
#include "app/keys.def"
#undef ACTION
    ACT_COUNT
};

struct action_info {
    enum action id;
    unsigned where;
    const char *keys; /* as in keys.def */
    int bar;
    const char *shown; /* key in the key bar */
    enum msg_id label; /* a word for the key bar */
    enum msg_id help;  /* a sentence for the help page */
};
const struct action_info *action_get(enum action a);

/* The name of an action in a config: its id in lower case with hyphens; either case is taken. */
#define ACTION_WORD 32
void action_word(enum action a, char out[ACTION_WORD]);
bool action_find(const char *word, enum action *out);

/* The keys as they are in use: those of the table, or what the config puts in their place. */
#define KEYMAP_TEXT 64
struct keymap {
    char keys[ACT_COUNT][KEYMAP_TEXT];
    char shown[ACT_COUNT][16]; /* in the key bar */
};
struct config;
void keymap_default(struct keymap *k);
/* keymap_build: the table with the config's [keys] over it. A key given there is taken away from
 * the actions that have it by the table; ERR_VALUE with the names when two of the config share a
 * key in one place, when an action is left without a key, or when a name is no key. */
enum err keymap_build(struct keymap *k, const struct config *c, const char *file,
                      struct err_info *e);

/* keys_action: what a key does in a place (one or more WHERE_ bits); ACT_NONE if nothing. at (NULL
 * allowed): which of the action's keys it was, from 0. */
enum action keys_action(const struct keymap *k, unsigned where, int32_t key, int *at);

/* keys_parse: next key name of a list ("Up k"); advances *p; KC_NONE at the end or unknown. */
int32_t keys_parse(const char **p);

#endif
