/* What json_parse takes can be written and read again; what it refuses has a line. */
#include "fuzz.h"

#include "base/json.h"
#include "base/num.h"
#include "base/str.h"

static void write_value(struct json_out *w, const struct json *v)
{
    switch (json_type(v)) {
    case JSON_NULL: jw_null(w); break;
    case JSON_BOOL: jw_bool(w, json_bool(v, false)); break;
    case JSON_NUMBER:
        HOLDS(known(json_number(v)));
        jw_num(w, json_number(v));
        break;
    case JSON_STRING: jw_str(w, json_string(v)); break;
    case JSON_ARRAY:
        jw_arr(w);
        for (const struct json *i = json_at(v, 0); i; i = json_next(i))
            write_value(w, i);
        jw_arr_end(w);
        break;
    case JSON_OBJECT:
        jw_obj(w);
        for (const struct json *i = json_at(v, 0); i; i = json_next(i)) {
            HOLDS(json_get(v, json_key(i)) == i);
            jw_key(w, json_key(i));
            write_value(w, i);
        }
        jw_obj_end(w);
        break;
    }
}

static int depth(const struct json *v)
{
    int deepest = 0;

    for (const struct json *i = json_at(v, 0); i; i = json_next(i)) {
        int d = depth(i);
        deepest = d > deepest ? d : deepest;
    }
    return deepest + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err_info e = {0};
    struct json_doc *d, *again;
    struct json_out w;
    struct str s;

    enum err rc = json_parse((const char *)data, size, 1u << 20, &d, &e);
    if (rc != OK) {
        HOLDS(!d && e.code == rc && (rc != ERR_SYNTAX || e.line >= 1));
        return 0;
    }
    HOLDS(json_line(json_root(d)) >= 1);
    if (depth(json_root(d)) < 31) { /* the writer goes to 31 */
        str_init(&s, 64u << 20);
        jw_init(&w, &s, size % 2);
        write_value(&w, json_root(d));
        HOLDS(!s.failed && json_parse(s.p, s.len, 64u << 20, &again, NULL) == OK);
        json_free(again);
        str_free(&s);
    }
    json_free(d);
    return 0;
}
