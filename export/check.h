/*
 * check.h - a judged machine (engine/check) as text for people and as JSON (dlrig.check/1).
 */
#ifndef EXPORT_CHECK_H
#define EXPORT_CHECK_H

#include "engine/check/check.h"
#include "export/export.h"

/* export_check: EXPORT_TEXT, EXPORT_MD or EXPORT_JSON; others are ERR_UNSUPPORTED. */
enum err export_check(enum export_format f, const struct check_result *r,
                      const struct export_options *o, struct str *out, struct err_info *e);

/* Private to export. */
void check_json(const struct check_result *r, const struct export_options *o, struct str *out);
void check_report(const struct check_result *r, const struct export_options *o, struct str *out,
                  bool md);

#endif
