/* script.c - pieces of shell scripts and YAML, quoted so that nothing in a name is ever run. */
#include <ctype.h>
#include <string.h>

#include "base/text.h"
#include "export/launch.h"

#define COMMENT_CELLS 98

void script_comment(struct str *out, enum lang lang, const struct msg *m)
{
    struct str plain, clean;
    str_init(&plain, TEXT_MAX);
    str_init(&clean, TEXT_MAX);
    text_msg(&plain, lang, m);
    text_clean(&clean, plain.p); /* one line: no name can end the comment */
    for (const char *p = clean.p; *p != '\0';) {
        size_t skip = 0, n = text_wrap(p, COMMENT_CELLS, &skip);
        if (n + skip == 0)
            break;
        str_add(out, "# ");
        str_addn(out, p, n);
        str_addc(out, '\n');
        p += n + skip;
    }
    str_free(&plain);
    str_free(&clean);
}

void script_opt(struct str *out, const char *name, const char *value)
{
    str_addf(out, " \\\n    %s", name);
    if (value != NULL)
        str_addf(out, " %s", value);
}

void script_number(struct str *out, const char *name, double value)
{
    struct str s;
    str_init(&s, 64);
    num_fixed(&s, value, 0);
    script_opt(out, name, s.p);
    str_free(&s);
}

void script_safe(struct str *out, const char *text)
{
    struct str clean;
    str_init(&clean, TEXT_MAX);
    text_clean(&clean, text);
    for (const char *p = clean.p; *p != '\0'; p++)
        str_addc(out, strchr("\"'`$\\{}!", *p) != NULL ? ' ' : *p);
    str_free(&clean);
}

void script_default(struct str *out, const char *name, const char *value)
{
    str_addf(out, "%s=${%s:-%s}\n", name, name, value);
}

void script_fill(struct str *out, const char *name, enum lang lang, const struct msg *m)
{
    struct str s;
    str_init(&s, TEXT_MAX);
    text_msg(&s, lang, m);
    str_addf(out, "%s=${%s:?", name, name);
    script_safe(out, s.p);
    str_add(out, "}\n");
    str_free(&s);
}

bool script_word(const char *text)
{
    if (str_empty(text))
        return false;
    for (const char *p = text; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p) && strchr("._/+-", *p) == NULL)
            return false;
    return true;
}
