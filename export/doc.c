/* doc.c - paragraphs, bullets, headings and numbered sources, as Markdown or plain text. */
#include "export/doc.h"

#include <string.h>

#include "base/text.h"

void doc_init(struct doc *d, struct str *out, enum lang lang, enum doc_form form)
{
    d->out = out;
    d->lang = lang;
    d->form = form;
    d->md = form == DOC_MD;
    d->html = form == DOC_HTML;
    d->in_list = false;
    d->cells = DOC_CELLS;
    d->source_n = 0;
}

void doc_gap(struct doc *d)
{
    const struct str *o = d->out;
    if (d->html) {
        str_add(d->out, d->in_list ? "</ul>\n" : "");
        d->in_list = false;
        return;
    }
    d->in_list = false;
    if (o->len == 0 || (o->len >= 2 && memcmp(o->p + o->len - 2, "\n\n", 2) == 0))
        return;
    str_addc(d->out, '\n');
}

void doc_heading(struct doc *d, enum msg_id title)
{
    doc_gap(d);
    str_add(d->out, d->md ? "## " : d->html ? "<h2>" : "");
    str_add(d->out, msg_text(d->lang, title));
    str_add(d->out, d->html ? "</h2>\n" : "\n");
}

/* Bytes of the word at p when it is an address, else 0: up to the blank or bracket that ends it,
 * without the stop or comma of the sentence around it. */
static size_t address(const char *p)
{
    if (!str_starts(p, "http://") && !str_starts(p, "https://"))
        return 0;
    size_t n = strcspn(p, " \t)>\"<|");
    while (n > 0 && strchr(".,;:", p[n - 1]) != NULL)
        n--;
    return n;
}

void wrap_into(const struct doc *d, const char *text, const char *head, int hang)
{
    struct str *out = d->out;
    int left = d->cells - text_width(head);
    str_add(out, head);
    for (const char *p = text; *p != '\0';) {
        size_t skip = 0, n = text_wrap(p, left, &skip);
        size_t word = strcspn(p, " ");
        if (strstr(p, "://") != NULL && n < word) { /* cut inside a long word */
            const char *url = strstr(p, "://");
            if (url < p + word) {
                n = word;
                skip = p[n] == ' ';
            }
        }
        if (n == 0 && skip == 0)
            break;
        if (p != text)
            str_repeat(out, " ", (size_t)hang);
        str_addn(out, p, n);
        str_addc(out, '\n');
        p += n + skip;
        left = d->cells - hang;
    }
    if (*text == '\0')
        str_addc(out, '\n');
}

void doc_para(struct doc *d, const char *composed, bool bold)
{
    if (str_empty(composed))
        return;
    if (d->form == DOC_TEXT) {
        wrap_into(d, composed, "", 2);
        return;
    }
    doc_gap(d);
    if (d->html) {
        str_addf(d->out, bold ? "<h1>%s</h1>\n" : "<p>%s</p>\n", composed);
        return;
    }
    str_addf(d->out, bold ? "**%s**\n" : "%s\n", composed);
}

void doc_bullet(struct doc *d, const char *composed)
{
    if (d->form == DOC_TEXT) {
        wrap_into(d, composed, "  - ", 4);
        return;
    }
    if (!d->in_list) {
        doc_gap(d);
        str_add(d->out, d->html ? "<ul>\n" : "");
    }
    d->in_list = true;
    str_addf(d->out, d->html ? "<li>%s</li>\n" : "- %s\n", composed);
}

void doc_bullet_msg(struct doc *d, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    put_msg(d, &s, m);
    doc_bullet(d, s.p);
    str_free(&s);
}

/* --- sources ------------------------------------------------------------------------- */
static const char *earlier(const char *a, const char *b)
{
    return a == NULL || (b != NULL && strcmp(b, a) < 0) ? b : a;
}

static const char *later(const char *a, const char *b)
{
    return a == NULL || (b != NULL && strcmp(b, a) > 0) ? b : a;
}

static int source_number(struct doc *d, const char *title, const char *date)
{
    if (str_empty(date))
        date = NULL;
    for (int i = 0; i < d->source_n; i++) {
        struct doc_source *x = &d->source[i];
        if (!str_eq(x->title, title))
            continue;
        x->first = earlier(x->first, date);
        x->last = later(x->last, date);
        return i + 1;
    }
    if (d->source_n == SOURCES_MAX)
        return 0;
    d->source[d->source_n++] = (struct doc_source){title, date, date};
    return d->source_n;
}

void put_ref(struct doc *d, struct str *out, const char *source, const char *date)
{
    int n = str_empty(source) ? 0 : source_number(d, source, date);
    if (n > 0 && d->html)
        str_addf(out, "<a href=\"#s%d\">[%d]</a>", n, n);
    else if (n > 0)
        str_addf(out, "[%d]", n);
}

/* A backslash keeps Markdown from reading a heading, a quotation or a list at the start of a line
 * ("# x", "2. x"). Returns what is still to be written. */
static const char *put_start(struct str *out, const char *s)
{
    size_t digits = strspn(s, "0123456789");
    bool numbered = digits > 0 && (s[digits] == '.' || s[digits] == ')');
    if (numbered)
        str_addn(out, s, digits);
    if (numbered || (s[0] != '\0' && strchr("#>+-=", s[0]) != NULL))
        str_addc(out, '\\');
    return numbered ? s + digits : s;
}

/* An address as a link; it holds no blank, quote, bracket or pipe. */
static void put_link(const struct doc *d, struct str *out, const char *p, size_t n)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    str_addn(&s, p, n);
    if (d->html) {
        str_add(out, "<a href=\"");
        put_text(d, out, s.p);
        str_add(out, "\">");
        put_text(d, out, s.p);
        str_add(out, "</a>");
    } else {
        str_addf(out, d->md ? "<%s>" : "%s", s.p);
    }
    str_free(&s);
}

/* Addresses stay whole and can be followed: <https://...> in Markdown. */
static void put_source(const struct doc *d, struct str *out, const char *title)
{
    struct str clean;
    str_init(&clean, TEXT_MAX);
    text_clean(&clean, title);
    const char *p = d->md ? put_start(out, clean.p) : clean.p;
    while (*p != '\0') {
        size_t n = address(p);
        if (n > 0) {
            put_link(d, out, p, n);
            p += n;
            continue;
        }
        const char *next = strstr(p + 1, "http");
        while (next != NULL && address(next) == 0)
            next = strstr(next + 1, "http");
        n = next != NULL ? (size_t)(next - p) : strlen(p);
        struct str part;
        str_init(&part, TEXT_MAX);
        str_addn(&part, p, n);
        put_text(d, out, part.p);
        str_free(&part);
        p += n;
    }
    str_free(&clean);
}

void doc_sources(struct doc *d)
{
    if (d->html) /* closes a list */
        doc_gap(d);
    if (d->source_n == 0)
        return;
    doc_heading(d, MSG_REPORT_SOURCES);
    if (d->md)
        doc_gap(d);
    str_add(d->out, d->html ? "<ol class=\"sources\">\n" : "");
    struct str s, head;
    str_init(&s, TEXT_MAX);
    str_init(&head, 32);
    for (int i = 0; i < d->source_n; i++) {
        const struct doc_source *x = &d->source[i];
        str_clear(&s);
        str_clear(&head);
        put_source(d, &s, x->title);
        if (x->last != NULL) {
            str_add(&s, msg_text(d->lang, MSG_PUNCT_COMMA));
            put_text(d, &s, x->first);
            if (!str_eq(x->first, x->last)) {
                str_add(&s, " .. ");
                put_text(d, &s, x->last);
            }
        }
        str_addf(&head, d->md ? "%d. " : "  [%d] ", i + 1);
        if (d->html)
            str_addf(d->out, "<li id=\"s%d\">%s</li>\n", i + 1, s.p);
        else if (d->md)
            str_addf(d->out, "%s%s\n", head.p, s.p);
        else
            wrap_into(d, s.p, head.p, text_width(head.p));
    }
    str_add(d->out, d->html ? "</ol>\n" : "");
    str_free(&s);
    str_free(&head);
}
