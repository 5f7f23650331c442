/*
 * json.h - JSON in and out. The only user of cJSON (reading); writing is our own, so that bytes
 * are the same on every machine.
 *
 * Reading pre-scans size, depth, raw control bytes and trailing text before cJSON sees it.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct str;

/* --- writing: compact is 0 blanks; pretty indents by two ------------------------------------ */
struct json_out {
    struct str *out;
    bool pretty;
    int depth;
    bool first[32];
    bool after_key;
};
void jw_init(struct json_out *w, struct str *out, bool pretty);
void jw_obj(struct json_out *w); /* { */
void jw_obj_end(struct json_out *w);
void jw_arr(struct json_out *w);
void jw_arr_end(struct json_out *w);
void jw_key(struct json_out *w, const char *key);
void jw_str(struct json_out *w, const char *s); /* NULL -> null */
void jw_num(struct json_out *w, double x);      /* NAN, inf -> null */
void jw_bool(struct json_out *w, bool b);
void jw_null(struct json_out *w);
/* key and value at once */
void jw_kstr(struct json_out *w, const char *key, const char *s);
void jw_knum(struct json_out *w, const char *key, double x);
void jw_kbool(struct json_out *w, const char *key, bool b);

/* --- reading --------------------------------------------------------------------------------- */
struct json; /* a value; owned by its document */
struct json_doc;

/* json_parse: whole document, strictly RFC 8259 (a BOM is skipped). Refused with ERR_SYNTAX and the
 * line: raw control bytes, \u0000, bad UTF-8, numbers that are not finite, text after the end, a
 * member name twice. ERR_LIMIT: max_bytes, depth 64, 500,000 values. The error's file is left
 * empty: the caller knows it and sets e->file. */
enum err json_parse(const char *text, size_t len, size_t max_bytes, struct json_doc **out,
                    struct err_info *e);
void json_free(struct json_doc *d); /* NULL allowed */
const struct json *json_root(const struct json_doc *d);

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };
enum json_type json_type(const struct json *v);
const struct json *json_get(const struct json *obj, const char *key); /* NULL if absent */
size_t json_count(const struct json *v);                              /* of array or object */
const struct json *json_at(const struct json *v, size_t i); /* i-th element or member value; O(i) */
const struct json *json_next(const struct json *v);         /* next sibling, NULL at the end */
const char *json_key(const struct json *v);                 /* member name */
const char *json_string(const struct json *v);              /* NULL unless a string */
double json_number(const struct json *v);                   /* NAN unless a finite number */
bool json_bool(const struct json *v, bool otherwise);
long json_line(const struct json *v); /* line of the text where it begins */

#endif
