#include "app/keys.h"

#include <string.h>

#include "base/str.h"
#include "base/text.h"

static const struct action_info actions[ACT_COUNT] = {
#define ACTION(ID, where, keys, bar, shown)                                                        \
    [ACT_##ID] = {ACT_##ID, (where), (keys), (bar), (shown), MSG_KEY_##ID, MSG_KEY_##ID##_HELP},
#include "app/keys.def"
#undef ACTION
};

static const struct {
    const char *name;
    int32_t key;
} names[] = {
    {"Up", KC_UP},       {"Down", KC_DOWN},      {"Left", KC_LEFT},     {"Right", KC_RIGHT},
    {"PgUp", KC_PGUP},   {"PgDn", KC_PGDN},      {"Home", KC_HOME},     {"End", KC_END},
    {"Enter", KC_ENTER}, {"Tab", KC_TAB},        {"S-Tab", KC_BACKTAB}, {"Esc", KC_ESC},
    {"Space", ' '},      {"Bksp", KC_BACKSPACE}, {"Del", KC_DELETE},    {"C-l", KC_CTRL_L},
    {"F1", KC_F1},       {"F10", KC_F10},
};

const struct action_info *action_get(enum action a)
{
    return &actions[a];
}

int32_t keys_parse(const char **p)
{
    const char *s = *p;
    while (*s == ' ')
        s++;
    size_t n = strcspn(s, " ");
    *p = s + n;
    if (n == 0)
        return KC_NONE;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == n && strncmp(names[i].name, s, n) == 0)
            return names[i].key;
    }
    const char *q = s;
    return text_next(&q);
}

enum action keys_action(unsigned where, int32_t key)
{
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        if ((actions[a].where & where) == 0)
            continue;
        const char *p = actions[a].keys;
        for (int32_t k = keys_parse(&p); k != KC_NONE; k = keys_parse(&p)) {
            if (k == key)
                return (enum action)a;
        }
    }
    return ACT_NONE;
}
