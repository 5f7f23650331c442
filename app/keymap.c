/* keymap.c - the [keys] of a config put over the table of keys; two meanings of a key are named. */
#include <stdio.h>
#include <string.h>

#include "app/config.h"
#include "app/keys.h"
#include "base/str.h"

/* The parts list is a pane of the plan: its keys and those of the plan meet. */
static unsigned meets(unsigned where)
{
    return where & WHERE_PARTS ? where | WHERE_PLAN : where;
}

static bool together(enum action a, enum action b)
{
    return (meets(action_get(a)->where) & meets(action_get(b)->where)) != 0;
}

static bool has_key(const char *keys, int32_t key)
{
    for (int32_t k = keys_parse(&keys); k != KC_NONE; k = keys_parse(&keys)) {
        if (k == key)
            return true;
    }
    return false;
}

/* Takes one key out of a list of names, in place. */
static void take_away(char *keys, int32_t key)
{
    char left[KEYMAP_TEXT] = "";
    for (const char *p = keys; *p != '\0';) {
        const char *from = p + strspn(p, " ");
        p = from;
        int32_t k = keys_parse(&p);
        if (k == KC_NONE)
            break;
        if (k == key)
            continue;
        size_t n = strlen(left), add = (size_t)(p - from);
        if (n > 0)
            left[n++] = ' ';
        memcpy(left + n, from, add);
        left[n + add] = '\0';
    }
    str_copy(keys, KEYMAP_TEXT, left);
}

static enum err refuse(struct err_info *e, const char *file, long line, enum msg_id id,
                       const char *key, enum action a, enum action b)
{
    char one[ACTION_WORD], two[ACTION_WORD], what[KEYMAP_TEXT + 2 * ACTION_WORD + 8];
    action_word(a, one);
    action_word(b, two);
    snprintf(what, sizeof what, "%s (%s%s%s)", key, one, a == b ? "" : ", ", a == b ? "" : two);
    struct msg_arg arg = ARG_STR(err_detail(e, what));
    err_where(e, file, line, "keys");
    return err_set(e, ERR_VALUE, id, 1, &arg);
}

/* The first key of a list that is no key, into out; false when all are. */
static bool no_key(const char *keys, char *out, size_t cap)
{
    for (const char *p = keys; *p != '\0';) {
        const char *from = p + strspn(p, " ");
        if (*from == '\0')
            return false;
        p = from;
        if (keys_parse(&p) == KC_NONE) {
            str_copy(out, cap, from);
            out[strcspn(out, " ")] = '\0';
            return true;
        }
    }
    return false;
}

static enum err give(struct keymap *k, const bool *bound, enum action a, const char *file,
                     long line, struct err_info *e)
{
    const char *p = k->keys[a];
    while (*p != '\0') {
        char name[KEYMAP_TEXT];
        const char *from = p + strspn(p, " ");
        p = from;
        int32_t key = keys_parse(&p);
        if (key == KC_NONE)
            return OK;
        str_copy(name, (size_t)(p - from) + 1 < sizeof name ? (size_t)(p - from) + 1 : sizeof name,
                 from);
        for (int b = ACT_NONE + 1; b < ACT_COUNT; b++) {
            if (b == (int)a || !together(a, (enum action)b) || !has_key(k->keys[b], key))
                continue;
            if (bound[b])
                return refuse(e, file, line, MSG_KEYS_SHARED, name, a, (enum action)b);
            take_away(k->keys[b], key);
            if (k->keys[b][0] == '\0')
                return refuse(e, file, line, MSG_KEYS_NONE_LEFT, name, a, (enum action)b);
        }
    }
    return OK;
}

/* What stands in the key bar for an action whose keys changed: its first one. */
static void show(struct keymap *k, int a)
{
    const char *keys = k->keys[a];
    size_t n = strcspn(keys, " ");
    str_copy(k->shown[a], n + 1 < sizeof k->shown[a] ? n + 1 : sizeof k->shown[a], keys);
}

enum err keymap_build(struct keymap *k, const struct config *c, const char *file,
                      struct err_info *e)
{
    bool bound[ACT_COUNT] = {false};
    long line[ACT_COUNT] = {0};
    char wrong[KEYMAP_TEXT];
    enum action a;
    keymap_default(k);
    for (size_t i = 0; i < c->key_n; i++) {
        if (!action_find(c->key[i].action, &a))
            continue;
        if (no_key(c->key[i].keys, wrong, sizeof wrong))
            return refuse(e, file, c->key[i].line, MSG_KEYS_NO_KEY, wrong, a, a);
        str_copy(k->keys[a], sizeof k->keys[a], c->key[i].keys);
        bound[a] = true;
        line[a] = c->key[i].line;
    }
    for (int i = ACT_NONE + 1; i < ACT_COUNT; i++) {
        if (bound[i] && give(k, bound, (enum action)i, file, line[i], e) != OK)
            return e->code;
    }
    for (int i = ACT_NONE + 1; i < ACT_COUNT; i++) {
        if (!str_eq(k->keys[i], action_get((enum action)i)->keys))
            show(k, i);
    }
    return OK;
}
