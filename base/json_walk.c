#include "base/json_walk.h"

#include <string.h>

#include "base/json.h"
#include "base/str.h"

#define TEXT_MAX 4096

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Behind the string that begins at p; NULL when it does not end. */
static const char *skip_string(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++)
        if (*p == '\\' && ++p == end)
            return NULL;
    return p < end ? p + 1 : NULL;
}

/* Behind the value that begins at p; NULL: it is cut, its brackets do not match, or there are more
 * than limit inside of each other. */
static const char *skip_value(const char *p, const char *end, int limit, bool *too_deep)
{
    char open[64];
    int depth = 0;

    while (p < end) {
        if (*p == '"') {
            p = skip_string(p, end);
            if (p == NULL)
                return NULL;
        } else if (*p == '{' || *p == '[') {
            if (depth == limit) {
                *too_deep = true;
                return NULL;
            }
            open[depth++] = *p++;
        } else if (*p == '}' || *p == ']') {
            if (depth == 0 || open[depth - 1] != (*p == '}' ? '{' : '['))
                return NULL;
            depth--;
            p++;
        } else if (depth > 0) {
            p++;
            continue;
        } else {
            while (p < end && !is_blank(*p) && strchr(",:{}[]\"", *p) == NULL)
                p++;
        }
        if (depth == 0)
            return p;
    }
    return NULL;
}

static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

static long lines_between(const char *p, const char *end)
{
    long n = 0;

    while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        n++;
        p++;
    }
    return n;
}

enum err json_walk_check(struct json_span *all, int depth, struct err_info *e)
{
    const char *end = all->p + all->n, *p;
    bool too_deep = false;

    if (all->n >= 3 && memcmp(all->p, "\xEF\xBB\xBF", 3) == 0)
        all->p += 3;
    p = skip_blanks(all->p, end);
    all->p = p;
    all->n = (size_t)(end - p);
    p = p < end ? skip_value(p, end, depth < 64 ? depth : 64, &too_deep) : NULL;
    if (too_deep)
        return err_set(e, ERR_LIMIT, MSG_JSON_DEEP, 1, &ARG_INT(depth));
    if (p == NULL)
        return err_set(e, ERR_SYNTAX, MSG_JSON_END, 0, NULL);
    all->n = (size_t)(p - all->p);
    if (skip_blanks(p, end) == end)
        return OK;
    if (e != NULL)
        e->line = 1 + lines_between(all->p, p);
    return err_set(e, ERR_SYNTAX, MSG_JSON_TRAILING, 0, NULL);
}

void json_walk_begin(struct json_walk *w, struct json_span list)
{
    *w = (struct json_walk){.p = list.p, .end = list.p + list.n, .counted = list.p, .line = 1};
    if (list.n >= 2 && (*list.p == '{' || *list.p == '[')) {
        w->object = *list.p == '{';
        w->p++;
        w->end--;
    } else {
        w->p = w->end;
    }
}

bool json_walk_next(struct json_walk *w, struct json_span *key, struct json_span *item)
{
    bool deep = false;
    const char *p = w->p;

    while (p < w->end && (is_blank(*p) || *p == ','))
        p++;
    if (p >= w->end)
        return false;
    struct json_span name = {p, 0};
    if (w->object) {
        const char *stop = *p == '"' ? skip_string(p, w->end) : NULL;
        if (stop == NULL)
            return w->p = w->end, false;
        name = (struct json_span){p + 1, (size_t)(stop - p) - 2};
        p = skip_blanks(stop, w->end);
        if (p < w->end && *p == ':')
            p = skip_blanks(p + 1, w->end);
    }
    const char *stop = p < w->end ? skip_value(p, w->end, 64, &deep) : NULL;
    if (stop == NULL || stop == p)
        return w->p = w->end, false;
    if (key != NULL)
        *key = name;
    *item = (struct json_span){p, (size_t)(stop - p)};
    w->line += lines_between(w->counted, p);
    w->counted = p;
    w->p = stop;
    return true;
}

bool json_span_is(struct json_span key, const char *text)
{
    return key.n == strlen(text) && memcmp(key.p, text, key.n) == 0;
}

bool json_walk_member(struct json_span object, const char *key, struct json_span *value)
{
    struct json_walk w;
    struct json_span name, item;

    json_walk_begin(&w, object);
    while (w.object && json_walk_next(&w, &name, &item))
        if (json_span_is(name, key))
            return *value = item, true;
    return false;
}

bool json_span_text(struct json_span s, char *out, size_t cap)
{
    struct json_doc *d = NULL;
    bool ok = false;

    out[0] = '\0';
    if (s.n == 0 || s.n > TEXT_MAX || *s.p == '{' || *s.p == '[')
        return false;
    if (json_parse(s.p, s.n, TEXT_MAX, &d, NULL) != OK)
        return false;
    const struct json *v = json_root(d);
    if (json_type(v) == JSON_STRING) {
        ok = str_copy(out, cap, json_string(v));
    } else if (json_type(v) == JSON_NUMBER && s.n < cap) {
        memcpy(out, s.p, s.n);
        out[s.n] = '\0';
        ok = true;
    }
    json_free(d);
    return ok;
}
