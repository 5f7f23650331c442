#include "commands/page_out.h"

#include <string.h>

#include "base/text.h"

#define COLUMNS 78
#define INDENT 4
#define HANG 24

static void blanks(struct str *out, int n)
{
    for (int i = 0; i < n; i++)
        str_addc(out, ' ');
}

/* Escapes what troff would take for a request or an escape. */
static void troff(struct str *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        str_add(out, "\\&");
    for (; *text != '\0'; text++) {
        if (*text == '\\')
            str_add(out, "\\e");
        else if (*text == '-')
            str_add(out, "\\-");
        else if (*text == '|')
            str_add(out, "|\\:"); /* a line may end behind it */
        else if (*text == '\n')
            str_add(out, "\n.br\n");
        else
            str_addc(out, *text);
    }
}

/* Wraps text behind what stands in the line already, `used` cells of it. */
static void wrap(struct str *out, const char *text, int indent, int used)
{
    bool first = true;

    while (*text != '\0') {
        size_t skip = 0;
        size_t n = text_wrap(text, COLUMNS - indent, &skip);
        if (n == 0 && skip == 0)
            break;
        blanks(out, first ? indent - used : indent);
        first = false;
        str_addn(out, text, n);
        str_addc(out, '\n');
        text += n + skip;
    }
}

void doc_section(struct page_out *p, const char *title)
{
    if (p->troff) {
        str_add(p->out, ".SH \"");
        troff(p->out, title);
        str_add(p->out, "\"\n");
        return;
    }
    if (p->out->len > 0)
        str_addc(p->out, '\n');
    str_addf(p->out, "%s\n", title);
}

void doc_sub(struct page_out *p, const char *title)
{
    if (p->troff) {
        str_add(p->out, ".SS \"");
        troff(p->out, title);
        str_add(p->out, "\"\n");
        return;
    }
    str_addf(p->out, "\n  %s\n", title);
}

void doc_text(struct page_out *p, const char *text)
{
    if (p->troff) {
        str_add(p->out, ".PP\n");
        troff(p->out, text);
        str_addc(p->out, '\n');
        return;
    }
    wrap(p->out, text, INDENT, 0);
}

void doc_line(struct page_out *p, const char *text)
{
    if (p->troff) {
        str_add(p->out, ".PP\n");
        troff(p->out, text);
        str_addc(p->out, '\n');
        return;
    }
    blanks(p->out, INDENT);
    str_addf(p->out, "%s\n", text);
}

void doc_term(struct page_out *p, const char *term, const char *text)
{
    if (p->troff) {
        str_add(p->out, ".TP\n.B ");
        troff(p->out, term);
        str_addc(p->out, '\n');
        troff(p->out, text);
        str_addc(p->out, '\n');
        return;
    }
    blanks(p->out, INDENT);
    str_add(p->out, term);
    int used = INDENT + text_width(term);
    if (*text == '\0') {
        str_addc(p->out, '\n');
        return;
    }
    if (used > HANG - 2) {
        str_addc(p->out, '\n');
        used = 0;
    }
    wrap(p->out, text, HANG, used);
}
