#include "base/json.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

/*
 * cJSON knows no positions and forgives much: raw controls, bad UTF-8, 01, 1e999, text after the
 * end. So the whole text passes our own scanner of RFC 8259 first, which refuses with a line;
 * cJSON then only builds the tree. The tree keeps the order of the text, so the lines that the
 * scanner noted, one a value, are handed out to the values by a walk in that order.
 */
#define DEPTH_MAX 64
#define VALUES_MAX 500000 /* a value costs cJSON about 100 bytes */

struct json_doc {
    struct arena arena; /* holds the document itself */
    cJSON *root;
};

/* struct json is cJSON's node under our name. */
static const struct json *wrap(const cJSON *v)
{
    return (const struct json *)v;
}

static const cJSON *node(const struct json *v)
{
    return (const cJSON *)v;
}

/* --- scanner ------------------------------------------------------------------------------- */
struct scan {
    const char *p, *end;
    long line;
    bool object[DEPTH_MAX]; /* the kind of each open bracket */
    int depth;
    int32_t *lines; /* of the values so far, in the arena */
    size_t values, room;
    struct arena *arena;
    struct err_info *e;
};

static enum err bad(struct scan *s, enum msg_id what)
{
    err_where(s->e, NULL, s->line, NULL);
    return err_set(s->e, ERR_SYNTAX, what, 0, NULL);
}

static void skip_blanks(struct scan *s)
{
    for (; s->p < s->end; s->p++) {
        if (*s->p == '\n')
            s->line++;
        else if (*s->p != ' ' && *s->p != '\t' && *s->p != '\r')
            break;
    }
}

static bool hex4(const char *p, const char *end, unsigned *out)
{
    *out = 0;
    if (end - p < 4)
        return false;
    for (int i = 0; i < 4; i++) {
        char c = p[i];
        unsigned d;
        if (c >= '0' && c <= '9')
            d = (unsigned)(c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            d = (unsigned)((c | 0x20) - 'a') + 10;
        else
            return false;
        *out = *out * 16 + d;
    }
    return true;
}

/* \uXXXX at p (behind the u): surrogates must come in pairs, and NUL would end the string. */
static bool unicode_escape(struct scan *s)
{
    unsigned a, b;

    if (!hex4(s->p, s->end, &a) || a == 0 || (a >= 0xDC00 && a <= 0xDFFF))
        return false;
    s->p += 4;
    if (a < 0xD800 || a > 0xDBFF)
        return true;
    if (s->end - s->p < 6 || s->p[0] != '\\' || s->p[1] != 'u' || !hex4(s->p + 2, s->end, &b) ||
        b < 0xDC00 || b > 0xDFFF)
        return false;
    s->p += 6;
    return true;
}

static enum err scan_string(struct scan *s)
{
    s->p++;
    while (s->p < s->end) {
        unsigned char c = (unsigned char)*s->p;
        if (c == '"') {
            s->p++;
            return OK;
        }
        if (c < 0x20 || c == 0x7F)
            return bad(s, MSG_TEXT_CONTROL);
        s->p++;
        if (c != '\\')
            continue;
        if (s->p >= s->end)
            break;
        c = (unsigned char)*s->p++;
        if (c == 'u' ? !unicode_escape(s) : c == 0 || !strchr("\"\\/bfnrt", c))
            return bad(s, MSG_JSON_ESCAPE);
    }
    return bad(s, MSG_JSON_END);
}

static bool digits(struct scan *s)
{
    const char *from = s->p;

    while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
        s->p++;
    return s->p > from;
}

static bool next_is(const struct scan *s, char c)
{
    return s->p < s->end && *s->p == c;
}

static enum err scan_number(struct scan *s)
{
    char text[64]; /* cJSON reads at most 63 characters of a number */
    const char *from = s->p;

    if (next_is(s, '-'))
        s->p++;
    if (next_is(s, '0'))
        s->p++;
    else if (!digits(s))
        return bad(s, MSG_JSON_NUMBER);
    if (next_is(s, '.')) {
        s->p++;
        if (!digits(s))
            return bad(s, MSG_JSON_NUMBER);
    }
    if (next_is(s, 'e') || next_is(s, 'E')) {
        s->p++;
        if (next_is(s, '+') || next_is(s, '-'))
            s->p++;
        if (!digits(s))
            return bad(s, MSG_JSON_NUMBER);
    }
    size_t n = (size_t)(s->p - from);
    if (n >= sizeof text)
        return bad(s, MSG_JSON_NUMBER);
    memcpy(text, from, n);
    text[n] = '\0';
    double x;
    if (num_plain(text, &x) != NUM_OK)
        return bad(s, MSG_JSON_NUMBER_RANGE);
    return OK;
}

static bool word(struct scan *s, const char *w)
{
    size_t n = strlen(w);

    if ((size_t)(s->end - s->p) < n || memcmp(s->p, w, n) != 0)
        return false;
    s->p += n;
    return true;
}

static enum err note_value(struct scan *s)
{
    if (s->values >= VALUES_MAX) {
        err_where(s->e, NULL, s->line, NULL);
        return err_set(s->e, ERR_LIMIT, MSG_JSON_MANY, 1, &ARG_INT(VALUES_MAX));
    }
    if (s->values == s->room) {
        size_t room = s->room ? s->room * 4 : 256;
        int32_t *more = ARENA_ARRAY(s->arena, int32_t, room);
        if (!more)
            return err_set(s->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
        if (s->values > 0)
            memcpy(more, s->lines, s->values * sizeof *more);
        s->lines = more;
        s->room = room;
    }
    s->lines[s->values++] = s->line > INT32_MAX ? INT32_MAX : (int32_t)s->line;
    return OK;
}

static enum err scan_key(struct scan *s)
{
    skip_blanks(s);
    if (s->p >= s->end)
        return bad(s, MSG_JSON_END);
    if (*s->p != '"')
        return bad(s, MSG_JSON_KEY);
    enum err rc = scan_string(s);
    if (rc != OK)
        return rc;
    skip_blanks(s);
    if (s->p >= s->end)
        return bad(s, MSG_JSON_END);
    if (*s->p != ':')
        return bad(s, MSG_JSON_COLON);
    s->p++;
    return OK;
}

/* A value up to its end, or an opening bracket (*opened). */
static enum err scan_value(struct scan *s, bool *opened)
{
    enum err rc;

    *opened = false;
    skip_blanks(s);
    if (s->p >= s->end)
        return bad(s, MSG_JSON_END);
    if ((rc = note_value(s)) != OK)
        return rc;
    switch (*s->p) {
    case '{':
    case '[':
        if (s->depth >= DEPTH_MAX) {
            err_where(s->e, NULL, s->line, NULL);
            return err_set(s->e, ERR_LIMIT, MSG_JSON_DEEP, 1, &ARG_INT(DEPTH_MAX));
        }
        s->object[s->depth++] = *s->p++ == '{';
        *opened = true;
        return OK;
    case '"': return scan_string(s);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return scan_number(s);
    default:
        if (word(s, "true") || word(s, "false") || word(s, "null"))
            return OK;
        return bad(s, MSG_JSON_VALUE);
    }
}

/* Behind a value: closes what ends here; *more tells whether another item follows. */
static enum err scan_after(struct scan *s, bool *more)
{
    *more = false;
    while (s->depth > 0) {
        skip_blanks(s);
        if (s->p >= s->end)
            return bad(s, MSG_JSON_END);
        if (*s->p == ',') {
            s->p++;
            *more = true;
            return OK;
        }
        if (*s->p != (s->object[s->depth - 1] ? '}' : ']'))
            return bad(s, MSG_JSON_COMMA);
        s->p++;
        s->depth--;
    }
    return OK;
}

static enum err scan_all(struct scan *s)
{
    bool more = true;
    enum err rc = OK;

    while (more && rc == OK) {
        bool opened;
        if (s->depth > 0 && s->object[s->depth - 1] && (rc = scan_key(s)) != OK)
            break;
        if ((rc = scan_value(s, &opened)) != OK)
            break;
        if (opened) {
            skip_blanks(s);
            if (!next_is(s, s->object[s->depth - 1] ? '}' : ']'))
                continue; /* the first item */
        }
        rc = scan_after(s, &more);
    }
    if (rc != OK)
        return rc;
    skip_blanks(s);
    return s->p < s->end ? bad(s, MSG_JSON_TRAILING) : OK;
}

/* --- the tree --------------------------------------------------------------------------------- */
static int by_key(const void *a, const void *b)
{
    const cJSON *const *x = a, *const *y = b;

    return strcmp((*x)->string, (*y)->string);
}

/* A member name twice is a fault of the writer, and every reader picks another one. */
static enum err check_keys(struct arena *arena, const cJSON *object, struct err_info *e)
{
    size_t n = 0, i = 0;

    for (const cJSON *m = object->child; m; m = m->next)
        n++;
    if (n < 2)
        return OK;
    const cJSON **sorted = ARENA_ARRAY(arena, const cJSON *, n);
    if (!sorted)
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    for (const cJSON *m = object->child; m; m = m->next)
        sorted[i++] = m;
    qsort(sorted, n, sizeof *sorted, by_key);
    for (i = 1; i < n; i++) {
        if (strcmp(sorted[i - 1]->string, sorted[i]->string) != 0)
            continue;
        int line = sorted[i]->valueint > sorted[i - 1]->valueint ? sorted[i]->valueint
                                                                 : sorted[i - 1]->valueint;
        err_where(e, NULL, line, NULL);
        return err_set(e, ERR_SYNTAX, MSG_JSON_TWICE, 1,
                       &ARG_STR(err_detail(e, sorted[i]->string)));
    }
    return OK;
}

/* Gives each value its line (kept in valueint, which nothing else reads) in the order of the
 * text, and checks the names of each object. Depth is at most DEPTH_MAX. */
static enum err number_lines(struct arena *arena, cJSON *v, const int32_t **line,
                             struct err_info *e)
{
    v->valueint = *(*line)++;
    for (cJSON *c = v->child; c; c = c->next) {
        enum err rc = number_lines(arena, c, line, e);
        if (rc != OK)
            return rc;
    }
    return cJSON_IsObject(v) ? check_keys(arena, v, e) : OK;
}

static enum err build(struct scan *s, const char *text, size_t len, struct json_doc *d)
{
    struct arena keys;
    const int32_t *line = s->lines;
    enum err rc;

    d->root = cJSON_ParseWithLengthOpts(text, len, NULL, 0);
    if (!d->root) /* the scanner took it, so only memory can be missing */
        return err_set(s->e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    arena_init(&keys, 0);
    rc = number_lines(&keys, d->root, &line, s->e);
    arena_free(&keys);
    return rc;
}

enum err json_parse(const char *text, size_t len, size_t max_bytes, struct json_doc **out,
                    struct err_info *e)
{
    struct arena scratch, own;
    struct scan s = {.line = 1, .e = e, .arena = &scratch};
    enum err rc;

    *out = NULL;
    err_where(e, NULL, 0, NULL);
    if (len > max_bytes || len > INT_MAX)
        return err_set(e, ERR_LIMIT, MSG_JSON_LARGE, 1, &ARG_INT(max_bytes));
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        len -= 3;
    }
    s.p = text;
    s.end = text + len;
    arena_init(&scratch, 0);
    arena_init(&own, 0);
    struct json_doc *d = ARENA_NEW(&own, struct json_doc);
    size_t valid = text_valid_bytes(text, len);
    if (!d) {
        rc = err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    } else if (valid < len) {
        for (size_t i = 0; i < valid; i++)
            s.line += text[i] == '\n';
        rc = bad(&s, text[valid] == '\0' ? MSG_TEXT_CONTROL : MSG_TEXT_NOT_UTF8);
    } else if ((rc = scan_all(&s)) == OK) {
        rc = build(&s, text, len, d);
    }
    arena_free(&scratch);
    if (!d)
        return rc;
    d->arena = own;
    if (rc == OK)
        *out = d;
    else
        json_free(d);
    return rc;
}

void json_free(struct json_doc *d)
{
    if (!d)
        return;
    struct arena own = d->arena; /* d lies in it */
    cJSON_Delete(d->root);
    arena_free(&own);
}

const struct json *json_root(const struct json_doc *d)
{
    return wrap(d->root);
}

enum json_type json_type(const struct json *v)
{
    const cJSON *c = node(v);

    if (cJSON_IsObject(c))
        return JSON_OBJECT;
    if (cJSON_IsArray(c))
        return JSON_ARRAY;
    if (cJSON_IsString(c))
        return JSON_STRING;
    if (cJSON_IsNumber(c))
        return JSON_NUMBER;
    return cJSON_IsBool(c) ? JSON_BOOL : JSON_NULL;
}

const struct json *json_get(const struct json *obj, const char *key)
{
    if (!obj || !cJSON_IsObject(node(obj)))
        return NULL;
    return wrap(cJSON_GetObjectItemCaseSensitive(node(obj), key));
}

size_t json_count(const struct json *v)
{
    return v ? (size_t)cJSON_GetArraySize(node(v)) : 0;
}

const struct json *json_at(const struct json *v, size_t i)
{
    if (!v || i > INT_MAX)
        return NULL;
    return wrap(cJSON_GetArrayItem(node(v), (int)i));
}

const struct json *json_next(const struct json *v)
{
    return v ? wrap(node(v)->next) : NULL;
}

const char *json_key(const struct json *v)
{
    return v ? node(v)->string : NULL;
}

const char *json_string(const struct json *v)
{
    return v && cJSON_IsString(node(v)) ? node(v)->valuestring : NULL;
}

double json_number(const struct json *v)
{
    return v && cJSON_IsNumber(node(v)) && isfinite(node(v)->valuedouble) ? node(v)->valuedouble
                                                                          : UNKNOWN;
}

bool json_bool(const struct json *v, bool otherwise)
{
    return v && cJSON_IsBool(node(v)) ? (bool)cJSON_IsTrue(node(v)) : otherwise;
}

long json_line(const struct json *v)
{
    return v ? node(v)->valueint : 0;
}
