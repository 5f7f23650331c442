/* config_read.c - typed reading of config.json values; the first wrong one is the error. */
#include <math.h>
#include <string.h>

#include "base/str.h"
#include "engine/job/config_parts.h"

#define NAME_MAX_BYTES 80

void config_bad(struct config *c, enum msg_id id, const char *name, int n,
                const struct msg_arg *a)
{
    if (*c->result != OK) {
        return;
    }
    char path[NAME_MAX_BYTES * 2];
    size_t at = strlen(c->prefix);
    str_copy(path, sizeof path, c->prefix);
    str_copy(path + at, sizeof path - at, name);
    err_where(c->e, c->file, path[0] ? 0 : 1, path); /* the whole file is its first line */
    *c->result = err_set(c->e, ERR_VALUE, id, n, a);
}

/* step_into: the value of "a.b" below an object; NULL when it is not there or null. */
static const struct json *step_into(const struct json *v, const char *name)
{
    char key[NAME_MAX_BYTES];
    while (v && *name) {
        size_t n = strcspn(name, ".");
        if (n >= sizeof key || json_type(v) != JSON_OBJECT) {
            return NULL;
        }
        memcpy(key, name, n);
        key[n] = '\0';
        v = json_get(v, key);
        name += n + (name[n] == '.');
    }
    return v && json_type(v) != JSON_NULL ? v : NULL;
}

/* find: the first of the names that is there; its text into name. Without any, name is the first
 * one, so that an error can say what is missing. */
static const struct json *find(const struct config *c, const char *names, char *name)
{
    char first[NAME_MAX_BYTES] = "";
    for (const char *p = names; c->node && *p;) {
        size_t n = strcspn(p, "|");
        if (n < NAME_MAX_BYTES) {
            memcpy(name, p, n);
            name[n] = '\0';
            if (!first[0]) {
                str_copy(first, sizeof first, name);
            }
            const struct json *v = step_into(c->node, name);
            if (v) {
                return v;
            }
        }
        p += n + (p[n] == '|');
    }
    str_copy(name, NAME_MAX_BYTES, first[0] ? first : names);
    return NULL;
}

const struct json *config_at(const struct config *c, const char *names)
{
    char name[NAME_MAX_BYTES];
    return find(c, names, name);
}

bool config_has(const struct config *c, const char *names)
{
    return config_at(c, names) != NULL;
}

static double number(struct config *c, const char *names, double min, double max, double otherwise,
                     bool whole)
{
    char name[NAME_MAX_BYTES];
    const struct json *v = find(c, names, name);
    if (!v) {
        return otherwise;
    }
    double x = json_number(v);
    if (json_type(v) != JSON_NUMBER || !known(x)) {
        config_bad(c, MSG_CONFIG_NOT_NUMBER, name, 0, NULL);
        return UNKNOWN;
    }
    if (!(x >= min && x <= max) || (whole && x != floor(x))) {
        struct msg_arg a[2] = {whole ? ARG_INT(min) : ARG_NUM(min),
                               whole ? ARG_INT(max) : ARG_NUM(max)};
        config_bad(c, whole ? MSG_CONFIG_RANGE : MSG_CONFIG_RANGE_REAL, name, 2, a);
        return UNKNOWN;
    }
    return x;
}

double config_whole(struct config *c, const char *names, double min, double max, double otherwise)
{
    return number(c, names, min, max, otherwise, true);
}

double config_real(struct config *c, const char *names, double min, double max, double otherwise)
{
    return number(c, names, min, max, otherwise, false);
}

double config_need(struct config *c, const char *names, double max)
{
    char name[NAME_MAX_BYTES];
    if (!find(c, names, name)) {
        config_bad(c, MSG_CONFIG_MISSING, name, 0, NULL);
        return UNKNOWN;
    }
    return config_whole(c, names, 1, max, UNKNOWN);
}

bool config_bool(struct config *c, const char *names, bool otherwise)
{
    char name[NAME_MAX_BYTES];
    const struct json *v = find(c, names, name);
    if (v && json_type(v) != JSON_BOOL) {
        config_bad(c, MSG_CONFIG_NOT_BOOL, name, 0, NULL);
        return otherwise;
    }
    return v ? json_bool(v, otherwise) : otherwise;
}

const char *config_word(struct config *c, const char *names)
{
    char name[NAME_MAX_BYTES];
    const struct json *v = find(c, names, name);
    if (v && json_type(v) != JSON_STRING) {
        config_bad(c, MSG_CONFIG_NOT_TEXT, name, 0, NULL);
        return NULL;
    }
    return v ? json_string(v) : NULL;
}

struct config config_sub(struct config *c, const char *name, char *prefix, size_t cap)
{
    struct config sub = *c;
    sub.node = c->node ? step_into(c->node, name) : NULL;
    if (sub.node && json_type(sub.node) != JSON_OBJECT) {
        config_bad(c, MSG_CONFIG_NOT_OBJECT, name, 0, NULL);
        sub.node = NULL;
    }
    size_t at = strlen(c->prefix);
    str_copy(prefix, cap, c->prefix);
    if (at + strlen(name) + 2 <= cap) {
        str_copy(prefix + at, cap - at, name);
        at = strlen(prefix);
        str_copy(prefix + at, cap - at, ".");
    }
    sub.prefix = prefix;
    return sub;
}

size_t config_list(struct config *c, const char *names, double max, double *out, size_t room)
{
    char name[NAME_MAX_BYTES];
    const struct json *v = find(c, names, name);
    if (!v || json_type(v) != JSON_ARRAY) {
        return 0;
    }
    struct msg_arg a[2] = {ARG_INT(0), ARG_INT(max)};
    size_t n = 0;
    for (const struct json *x = json_at(v, 0); x; x = json_next(x)) {
        double value = json_number(x);
        if (!known(value) || value < 0 || value > max || value != floor(value) || n == room) {
            config_bad(c, MSG_CONFIG_RANGE, name, 2, a);
            return 0;
        }
        out[n++] = value;
    }
    return n;
}
