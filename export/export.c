/* export.c - which form is made of which result: one switch a document. */
#include "export/export.h"

#include <string.h>

#include "export/parts.h"

/* --ascii: dashes, dots and quotation marks that English text uses; each is one cell like what it
 * stands for, so tables stay straight. */
static void to_ascii(struct str *out, size_t from)
{
    static const struct {
        const char *mark;
        char plain;
    } marks[] = {{"—", '-'}, {"–", '-'},  {"·", '|'}, {"×", 'x'},
                 {"…", '~'}, {"’", '\''}, {"“", '"'}, {"”", '"'}};
    size_t to = from;
    for (size_t i = from; i < out->len;) {
        size_t n = 1;
        char c = out->p[i];
        for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]); k++) {
            size_t len = strlen(marks[k].mark);
            if (i + len <= out->len && memcmp(out->p + i, marks[k].mark, len) == 0) {
                n = len;
                c = marks[k].plain;
                break;
            }
        }
        out->p[to++] = c;
        i += n;
    }
    out->len = to;
    out->p[to] = '\0';
}

static enum err done(struct str *out, size_t from, enum export_format f,
                     const struct export_options *o, struct err_info *e)
{
    bool words = f != EXPORT_JSON && f != EXPORT_CSV;
    if (out->failed)
        return err_set(e, ERR_NOMEM, MSG_ERR_NOMEM, 0, NULL);
    if (o->ascii && words && o->lang == LANG_EN && out->len > from)
        to_ascii(out, from);
    return OK;
}

static enum err not_made(enum export_format f, struct err_info *e)
{
    struct msg_arg a = ARG_STR(export_format_word(f));
    return err_set(e, ERR_UNSUPPORTED, MSG_ERR_FORMAT_NOT_MADE, 1, &a);
}

enum err export_plan(enum export_format f, const struct result *r, const struct export_options *o,
                     struct str *out, struct err_info *e)
{
    size_t from = out->len;
    switch (f) {
    case EXPORT_MD:
    case EXPORT_TEXT: plan_report(r, o, out, f == EXPORT_MD ? DOC_MD : DOC_TEXT); break;
    case EXPORT_JSON: plan_json(r, o, out); break;
    case EXPORT_CSV: plan_csv(r, o, out); break;
    case EXPORT_LINE: plan_line(r, o, out); break;
    case EXPORT_SVG: plan_svg(r, o, out); break;
    case EXPORT_HTML: plan_html(r, o, out); break;
    case EXPORT_SKYPILOT:
    case EXPORT_SLURM:
    case EXPORT_TORCHRUN:
    case EXPORT_VLLM:
    case EXPORT_LLAMA_CPP: {
        enum err rc = plan_launch(f, r, o, out, e);
        if (rc != OK)
            return rc;
        break;
    }
    case EXPORT_FORMATS: return not_made(f, e);
    }
    return done(out, from, f, o, e);
}

enum err export_size(enum export_format f, const struct size_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e)
{
    size_t from = out->len;
    if (f == EXPORT_JSON)
        size_json(r, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        size_report(r, o, out, f == EXPORT_MD);
    else
        return not_made(f, e);
    return done(out, from, f, o, e);
}

enum err export_fits(enum export_format f, const struct fits_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e)
{
    size_t from = out->len;
    if (f == EXPORT_JSON)
        fits_json(r, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        fits_report(r, o, out, f == EXPORT_MD);
    else
        return not_made(f, e);
    return done(out, from, f, o, e);
}

enum err export_offers(enum export_format f, const struct offers_page *p,
                       const struct export_options *o, struct str *out, struct err_info *e)
{
    size_t from = out->len;
    if (f == EXPORT_JSON)
        offers_json(p, o, out);
    else if (f == EXPORT_CSV)
        offers_csv(p, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        offers_report(p, o, out, f == EXPORT_MD);
    else
        return not_made(f, e);
    return done(out, from, f, o, e);
}

enum err export_rules(enum export_format f, const struct export_options *o, struct str *out,
                      struct err_info *e)
{
    size_t from = out->len;
    if (f == EXPORT_JSON)
        rules_json(out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        rules_report(o, out, f == EXPORT_MD);
    else
        return not_made(f, e);
    return done(out, from, f, o, e);
}
