#include "base/ini.h"

#include <ini.h>
#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"

/*
 * inih gives no line to its callback, cuts lines at 200 bytes and section names at 49, and takes
 * an indented line for the continuation of the one above. It reads through our own line reader,
 * which counts, refuses and removes indents before inih sees the line.
 */
#define LINE_MAX_BYTES 190
#define SECTION_MAX_BYTES 48

struct stream {
    const char *p, *end;
    const char *file;
    long line;
    ini_fn *fn;
    void *ctx;
    enum err rc; /* first error, ends the reading */
    struct err_info *e;
};

static void refuse(struct stream *s, enum msg_id what, int limit)
{
    err_where(s->e, s->file, s->line, NULL);
    s->rc = err_set(s->e, ERR_SYNTAX, what, limit > 0 ? 1 : 0, &ARG_INT(limit));
}

/* Where the first of chars stands before a comment (a ';' behind a blank), or NULL. */
static const char *find_before_comment(const char *text, size_t len, const char *chars)
{
    bool blank = false;

    for (size_t i = 0; i < len; i++) {
        if (strchr(chars, text[i]))
            return text + i;
        if (blank && text[i] == ';')
            return NULL;
        blank = text[i] == ' ' || text[i] == '\t';
    }
    return NULL;
}

/* inih goes on behind a line that it cannot read, and tells at the end: such a line is found here,
 * so that no key behind it is taken. */
static bool line_shaped(struct stream *s, const char *text, size_t len)
{
    bool section = len > 0 && text[0] == '[';

    if (len == 0 || text[0] == ';' || text[0] == '#')
        return true;
    const char *mark = section ? find_before_comment(text + 1, len - 1, "]")
                               : find_before_comment(text, len, "=:");
    bool bom = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* the file's own is gone */
    if (!mark || mark == text || bom)
        refuse(s, MSG_INI_SYNTAX, 0);
    else if (section && mark - text > SECTION_MAX_BYTES)
        refuse(s, MSG_INI_LONG, SECTION_MAX_BYTES);
    return s->rc == OK;
}

/* What inih cannot be trusted with. Only a tab may stand beside printing characters. */
static bool line_good(struct stream *s, const char *text, size_t len)
{
    if (len > LINE_MAX_BYTES) {
        refuse(s, MSG_INI_LONG, LINE_MAX_BYTES);
        return false;
    }
    size_t valid = text_valid_bytes(text, len);
    if (valid < len) {
        refuse(s, text[valid] ? MSG_TEXT_NOT_UTF8 : MSG_TEXT_CONTROL, 0);
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if ((c < ' ' && c != '\t') || c == 0x7F) {
            refuse(s, MSG_TEXT_CONTROL, 0);
            return false;
        }
    }
    return line_shaped(s, text, len);
}

/* Like fgets, over memory. */
static char *read_line(char *out, int cap, void *stream)
{
    struct stream *s = stream;

    if (s->rc != OK || s->p >= s->end)
        return NULL;
    const char *nl = memchr(s->p, '\n', (size_t)(s->end - s->p));
    const char *stop = nl ? nl : s->end;
    const char *text = s->p;
    s->p = nl ? nl + 1 : s->end;
    s->line++;
    if (stop > text && stop[-1] == '\r')
        stop--;
    while (text < stop && (*text == ' ' || *text == '\t'))
        text++;
    size_t len = (size_t)(stop - text);
    if (!line_good(s, text, len) || len + 2 > (size_t)cap)
        return NULL;
    memcpy(out, text, len);
    out[len] = '\n';
    out[len + 1] = '\0';
    return out;
}

static int on_key(void *user, const char *section, const char *name, const char *value)
{
    struct stream *s = user;

    if (s->rc == OK) {
        err_where(s->e, s->file, s->line, NULL);
        s->rc = s->fn(s->ctx, section, name, value ? value : "", s->line, s->e);
    }
    return s->rc == OK;
}

/* ini_parse_stream passes one pointer to the reader and another to the callback: the same here. */
enum err ini_read(const char *text, size_t len, const char *file, ini_fn *fn, void *ctx,
                  struct err_info *e)
{
    struct stream s = {.p = text, .end = text + len, .file = file, .fn = fn, .ctx = ctx, .e = e};

    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        s.p += 3;
    int bad_line = ini_parse_stream(read_line, &s, on_key, &s);
    if (s.rc != OK)
        return s.rc;
    if (bad_line < 0) {
        err_where(e, file, 0, NULL);
        return err_set(e, ERR_NOMEM, MSG_ERR_MEMORY, 0, NULL);
    }
    if (bad_line > 0) {
        s.line = bad_line;
        refuse(&s, MSG_INI_SYNTAX, 0);
    }
    return s.rc;
}
