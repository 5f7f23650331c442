/* size_text.h - text and Markdown of size, fits, offers and rules. Private to export. */
#ifndef EXPORT_SIZE_TEXT_H
#define EXPORT_SIZE_TEXT_H

#include "export/export.h"

void size_text(const struct size_result *r, const struct export_options *o, struct str *out,
               bool md);
void fits_text(const struct fits_result *r, const struct export_options *o, struct str *out,
               bool md);
void offers_text(const struct offer *const *offer, size_t n, size_t hidden,
                 const struct export_options *o, struct str *out, bool md);
void offers_csv(const struct offer *const *offer, size_t n, const struct export_options *o,
                struct str *out);
void rules_text(const struct export_options *o, struct str *out, bool md);

#endif
