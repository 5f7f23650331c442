/* markup.c - text as it stands in a document: cleaned, in Markdown and HTML with their specials
 * escaped. */
#include <string.h>

#include "base/text.h"
#include "export/doc.h"
#include "export/svg.h"

static bool alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A sign that Markdown reads as markup where it stands: an underscore inside a word or a bracket
 * that opens nothing is left alone, so that the text stays readable as it is. */
static bool special(const char *s, size_t i, size_t n)
{
    char before = '\0', after = '\0';
    if (i > 0)
        before = s[i - 1];
    if (i + 1 < n)
        after = s[i + 1];
    switch (s[i]) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case '<':
    case '|':
    case '~': return true;
    case '_': return !alnum(before) || !alnum(after);
    case '&': return alnum(after) || after == '#';
    default: return false;
    }
}

static void escape(struct str *out, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (special(s, i, n))
            str_addc(out, '\\');
        str_addc(out, s[i]);
    }
}

void put_text(const struct doc *d, struct str *out, const char *text)
{
    if (text == NULL)
        return;
    if (d->html) {
        svg_text(out, text);
        return;
    }
    if (!d->md) {
        text_clean(out, text);
        return;
    }
    struct str clean;
    str_init(&clean, TEXT_MAX);
    text_clean(&clean, text);
    escape(out, clean.p, clean.len);
    str_free(&clean);
}

void put_id(const struct doc *d, struct str *out, enum msg_id id)
{
    put_text(d, out, msg_text(d->lang, id));
}

void put_arg(const struct doc *d, struct str *out, struct msg_arg a)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    msg_arg_render(&s, d->lang, &a);
    put_text(d, out, s.p);
    str_free(&s);
}

/* Inside a code span nothing is escaped but the pipe, which would end a cell; a backtick would end
 * the span. */
static void put_in_code(const struct doc *d, struct str *out, const char *text)
{
    struct str clean;
    if (d->html) {
        svg_text(out, text);
        return;
    }
    str_init(&clean, TEXT_MAX);
    text_clean(&clean, text);
    for (const char *p = clean.p; *p != '\0'; p++) {
        if (d->md && *p == '|')
            str_addc(out, '\\');
        str_addc(out, d->md && *p == '`' ? '\'' : *p);
    }
    str_free(&clean);
}

void put_code(const struct doc *d, struct str *out, const char *word)
{
    if (str_empty(word))
        return;
    str_add(out, d->html ? "<code>" : d->md ? "`" : "");
    put_in_code(d, out, word);
    str_add(out, d->html ? "</code>" : d->md ? "`" : "");
}

void put_strong(const struct doc *d, struct str *out, enum msg_id id, const char *kind)
{
    if (d->html)
        str_addf(out, "<strong class=\"%s\">", kind);
    str_add(out, d->md ? "**" : "");
    put_id(d, out, id);
    str_add(out, d->html ? "</strong>" : d->md ? "**" : "");
}

static void put_in_msg(const struct doc *d, struct str *out, const struct msg_arg *a, bool code)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    msg_arg_render(&s, d->lang, a);
    if (code)
        put_in_code(d, out, s.p);
    else
        put_text(d, out, s.p);
    str_free(&s);
}

/* n bytes of the text of a message itself. */
static void put_piece(const struct doc *d, struct str *out, const char *p, size_t n, bool code)
{
    if (d->html) {
        struct str s;
        str_init(&s, TEXT_MAX);
        str_addn(&s, p, n);
        svg_text(out, s.p);
        str_free(&s);
    } else if (code) {
        str_addn(out, p, n);
    } else {
        escape(out, p, n);
    }
}

void put_msg(const struct doc *d, struct str *out, const struct msg *m)
{
    bool code = false;
    if (m->id == MSG_NONE)
        return;
    if (d->form == DOC_TEXT) {
        msg_render(out, d->lang, m);
        return;
    }
    for (const char *p = msg_text(d->lang, m->id); *p != '\0';) {
        int i = p[0] == '{' && p[1] >= '1' && p[1] <= '9' && p[2] == '}' ? p[1] - '1' : -1;
        if (i >= 0 && i < m->n) {
            put_in_msg(d, out, &m->a[i], code);
            p += 3;
            continue;
        }
        if (*p == '`') {
            code = !code;
            str_add(out, !d->html ? "`" : code ? "<code>" : "</code>");
            p++;
            continue;
        }
        size_t n = 1 + strcspn(p + 1, "`{");
        put_piece(d, out, p, n, code);
        p += n;
    }
    str_add(out, d->html && code ? "</code>" : "");
}
