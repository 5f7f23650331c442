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
    {"Space", ' '},      {"Bksp", KC_BACKSPACE}, {"Del", KC_DELETE},
};

/* Any run of key names apart from what stands between two blanks: C-x, F1 to F12. */
static int32_t key_of(const char *s, size_t n)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i].name) == n && strncmp(names[i].name, s, n) == 0)
            return names[i].key;
    }
    if (n == 3 && s[0] == 'C' && s[1] == '-' && s[2] >= 'a' && s[2] <= 'z')
        return KC_CTRL(s[2]);
    if (s[0] == 'F' && (n == 2 || n == 3) && s[1] >= '1' && s[1] <= '9') {
        int f = s[1] - '0';
        if (n == 3 && (s[2] < '0' || s[2] > '9'))
            return KC_NONE;
        f = n == 3 ? f * 10 + s[2] - '0' : f;
        return f <= 12 ? KC_F1 + f - 1 : KC_NONE;
    }
    const char *q = s;
    int32_t cp = text_next(&q);
    return q == s + n && cp > ' ' ? cp : KC_NONE;
}

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
    return n == 0 ? KC_NONE : key_of(s, n);
}

/* --- names of actions ------------------------------------------------------------------------ */
static const char *const ids[ACT_COUNT] = {
#define ACTION(ID, where, keys, bar, shown) [ACT_##ID] = #ID,
#include "app/keys.def"
#undef ACTION
};

void action_word(enum action a, char out[ACTION_WORD])
{
    size_t n = 0;
    for (const char *p = ids[a]; p != NULL && *p != '\0' && n + 1 < ACTION_WORD; p++)
        out[n++] = *p == '_' ? '-' : (char)(*p - 'A' + 'a');
    out[n] = '\0';
}

bool action_find(const char *word, enum action *out)
{
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        char name[ACTION_WORD];
        action_word((enum action)a, name);
        if (str_case_eq(name, word)) {
            *out = (enum action)a;
            return true;
        }
    }
    return false;
}

/* --- the keys in use ------------------------------------------------------------------------- */
void keymap_default(struct keymap *k)
{
    memset(k, 0, sizeof *k);
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        str_copy(k->keys[a], sizeof k->keys[a], actions[a].keys);
        str_copy(k->shown[a], sizeof k->shown[a], actions[a].shown);
    }
}

enum action keys_action(const struct keymap *m, unsigned where, int32_t key, int *at)
{
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        if ((actions[a].where & where) == 0)
            continue;
        const char *p = m->keys[a];
        int n = 0;
        for (int32_t k = keys_parse(&p); k != KC_NONE; k = keys_parse(&p), n++) {
            if (k != key)
                continue;
            if (at != NULL)
                *at = n;
            return (enum action)a;
        }
    }
    return ACT_NONE;
}
