/* export.c - which format is made for which result: one switch a document. */
#include "export/export.h"

#include "export/parts.h"
#include "export/size_text.h"

enum err export_plan(enum export_format f, const struct result *r, const struct export_options *o,
                     struct str *out, struct err_info *e)
{
    switch (f) {
    case EXPORT_MD: export_plan_md(r, o, out); break;
    case EXPORT_JSON: export_plan_json(r, o, out); break;
    case EXPORT_CSV: export_plan_csv(r, o, out); break;
    case EXPORT_TEXT: export_plan_text(r, o, out); break;
    case EXPORT_LINE: export_plan_line(r, o, out); break;
    case EXPORT_FORMATS: return export_not_made(f, e);
    }
    return export_done(out, e);
}

enum err export_size(enum export_format f, const struct size_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e)
{
    if (f == EXPORT_JSON)
        size_json(r, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        size_text(r, o, out, f == EXPORT_MD);
    else
        return export_not_made(f, e);
    return export_done(out, e);
}

enum err export_fits(enum export_format f, const struct fits_result *r,
                     const struct export_options *o, struct str *out, struct err_info *e)
{
    if (f == EXPORT_JSON)
        fits_json(r, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        fits_text(r, o, out, f == EXPORT_MD);
    else
        return export_not_made(f, e);
    return export_done(out, e);
}

enum err export_offers(enum export_format f, const struct offer *const *offer, size_t n,
                       size_t hidden, const struct export_options *o, struct str *out,
                       struct err_info *e)
{
    if (f == EXPORT_JSON)
        offers_json(offer, n, hidden, o, out);
    else if (f == EXPORT_CSV)
        offers_csv(offer, n, o, out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        offers_text(offer, n, hidden, o, out, f == EXPORT_MD);
    else
        return export_not_made(f, e);
    return export_done(out, e);
}

enum err export_rules(enum export_format f, const struct export_options *o, struct str *out,
                      struct err_info *e)
{
    if (f == EXPORT_JSON)
        rules_json(out);
    else if (f == EXPORT_TEXT || f == EXPORT_MD)
        rules_text(o, out, f == EXPORT_MD);
    else
        return export_not_made(f, e);
    return export_done(out, e);
}
