#include "base/json.h"

#include <string.h>

#include "base/err.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

#define DEPTH_MAX ((int)(sizeof((struct json_out *)0)->first / sizeof(bool)))

void jw_init(struct json_out *w, struct str *out, bool pretty)
{
    memset(w, 0, sizeof *w);
    w->out = out;
    w->pretty = pretty;
    w->first[0] = true;
}

static void new_line(struct json_out *w)
{
    if (!w->pretty)
        return;
    str_addc(w->out, '\n');
    str_repeat(w->out, "  ", (size_t)w->depth);
}

/* Comma and line break before a member or element. */
static void before_item(struct json_out *w)
{
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    if (w->depth == 0)
        return;
    if (!w->first[w->depth])
        str_addc(w->out, ',');
    w->first[w->depth] = false;
    new_line(w);
}

static void open(struct json_out *w, char bracket)
{
    before_item(w);
    if (w->depth + 1 >= DEPTH_MAX)
        BUG("json writer: too deep");
    str_addc(w->out, bracket);
    w->first[++w->depth] = true;
}

static void close(struct json_out *w, char bracket)
{
    if (w->depth == 0 || w->after_key)
        BUG("json writer: end without begin, or a key without value");
    bool empty = w->first[w->depth--];
    if (!empty)
        new_line(w);
    str_addc(w->out, bracket);
}

void jw_obj(struct json_out *w)
{
    open(w, '{');
}

void jw_obj_end(struct json_out *w)
{
    close(w, '}');
}

void jw_arr(struct json_out *w)
{
    open(w, '[');
}

void jw_arr_end(struct json_out *w)
{
    close(w, ']');
}

/* Controls and everything invisible or turning the direction of text is written as an escape, so
 * that the file may be shown on a terminal. Bad UTF-8 becomes U+FFFD. */
static bool escaped(int32_t cp)
{
    return cp < 0x20 || (cp >= 0x7F && cp <= 0x9F) || cp == 0xAD || cp == 0x61C ||
           (cp >= 0x200B && cp <= 0x200F) || (cp >= 0x2028 && cp <= 0x202E) ||
           (cp >= 0x2060 && cp <= 0x206F) || cp == 0xFEFF;
}

static void put_string(struct str *out, const char *s)
{
    const char *p = s;

    str_addc(out, '"');
    for (;;) {
        const char *at = p;
        int32_t cp = text_next(&p);
        if (cp == 0)
            break;
        if (cp == '"' || cp == '\\')
            str_addf(out, "\\%c", (char)cp);
        else if (cp == '\n')
            str_add(out, "\\n");
        else if (cp == '\t')
            str_add(out, "\\t");
        else if (cp == '\r')
            str_add(out, "\\r");
        else if (escaped(cp))
            str_addf(out, "\\u%04x", (unsigned)cp);
        else if (cp == 0xFFFD)
            str_add(out, "\xEF\xBF\xBD");
        else
            str_addn(out, at, (size_t)(p - at));
    }
    str_addc(out, '"');
}

void jw_key(struct json_out *w, const char *key)
{
    if (w->depth == 0 || w->after_key)
        BUG("json writer: key outside of an object");
    before_item(w);
    put_string(w->out, key);
    str_add(w->out, w->pretty ? ": " : ":");
    w->after_key = true;
}

void jw_str(struct json_out *w, const char *s)
{
    before_item(w);
    if (s)
        put_string(w->out, s);
    else
        str_add(w->out, "null");
}

void jw_num(struct json_out *w, double x)
{
    before_item(w);
    num_json(w->out, x);
}

void jw_bool(struct json_out *w, bool b)
{
    before_item(w);
    str_add(w->out, b ? "true" : "false");
}

void jw_null(struct json_out *w)
{
    before_item(w);
    str_add(w->out, "null");
}

void jw_kstr(struct json_out *w, const char *key, const char *s)
{
    jw_key(w, key);
    jw_str(w, s);
}

void jw_knum(struct json_out *w, const char *key, double x)
{
    jw_key(w, key);
    jw_num(w, x);
}

void jw_kbool(struct json_out *w, const char *key, bool b)
{
    jw_key(w, key);
    jw_bool(w, b);
}
