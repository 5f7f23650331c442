/* JSON in and out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/num.h"
#include "base/str.h"
#include "base/text.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define MAX_BYTES ((size_t)8 << 20)

static struct json_doc *good(const char *text)
{
    struct json_doc *d = NULL;
    struct err_info e = {0};
    enum err rc = json_parse(text, strlen(text), MAX_BYTES, &d, &e);

    if (rc != OK)
        fail_msg("'%s': code %d, message %s, line %ld", text, rc, msg_names[e.msg.id], e.line);
    return d;
}

static void reading(void **state)
{
    struct json_doc *d =
        good("\xEF\xBB\xBF {\"a\": [1, -2.5e3, true, null],\n \"b\": {\"c\": \"显\\u5361\"},\n"
             " \"d\": false, \"n\": 0}\n");
    const struct json *r = json_root(d), *a = json_get(r, "a"), *b = json_get(r, "b");

    (void)state;
    assert_int_equal(json_type(r), JSON_OBJECT);
    assert_int_equal(json_count(r), 4);
    assert_int_equal(json_type(a), JSON_ARRAY);
    assert_int_equal(json_count(a), 4);
    assert_true(json_number(json_at(a, 0)) == 1);
    assert_true(json_number(json_at(a, 1)) == -2500);
    assert_true(json_bool(json_at(a, 2), false));
    assert_int_equal(json_type(json_at(a, 3)), JSON_NULL);
    assert_null(json_at(a, 4));
    assert_true(isnan(json_number(json_at(a, 3))));
    assert_string_equal(json_string(json_get(b, "c")), "显卡");
    assert_null(json_string(a));
    assert_null(json_get(a, "x"));
    assert_null(json_get(r, "A")); /* case counts */
    assert_null(json_get(NULL, "x"));
    assert_false(json_bool(json_get(r, "d"), true));
    assert_true(json_bool(json_get(r, "nothing"), true));
    assert_true(json_bool(json_get(r, "n"), true)); /* a number is no answer to yes or no */
    assert_string_equal(json_key(json_at(r, 1)), "b");
    assert_ptr_equal(json_next(a), b);
    assert_null(json_next(json_get(r, "n")));
    assert_int_equal(json_line(r), 1);
    assert_int_equal(json_line(a), 1);
    assert_int_equal(json_line(b), 2);
    assert_int_equal(json_line(json_get(b, "c")), 2);
    assert_int_equal(json_line(json_get(r, "n")), 3);
    json_free(d);
    json_free(NULL);
}

static void scalars_and_empty(void **state)
{
    static const char *const texts[] = {"1",
                                        "\"x\"",
                                        "null",
                                        "true",
                                        "[]",
                                        "{}",
                                        " [ ] ",
                                        "{ }",
                                        "[[],{}]",
                                        "-0",
                                        "0.5",
                                        "1E+2",
                                        "[1,[2,[3]]]",
                                        "{\"\":1}",
                                        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                        "\"\\ud83d\\ude80\""};

    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++)
        json_free(good(texts[i]));
}

static const struct {
    const char *text;
    enum msg_id message;
    long line;
} wrong[] = {
    {"", MSG_JSON_END, 1},
    {"  \n ", MSG_JSON_END, 2},
    {"{", MSG_JSON_END, 1},
    {"[1,\n2", MSG_JSON_END, 2},
    {"{\"a\"", MSG_JSON_END, 1},
    {"{\"a\":", MSG_JSON_END, 1},
    {"{\"a\":1,", MSG_JSON_END, 1},
    {"\"abc", MSG_JSON_END, 1},
    {"\"abc\\", MSG_JSON_END, 1},
    {"[1,]", MSG_JSON_VALUE, 1},
    {"[,1]", MSG_JSON_VALUE, 1},
    {"{\n\"a\": tru}", MSG_JSON_VALUE, 2},
    {"NaN", MSG_JSON_VALUE, 1},
    {"Infinity", MSG_JSON_VALUE, 1},
    {"'a'", MSG_JSON_VALUE, 1},
    {"+1", MSG_JSON_VALUE, 1},
    {".5", MSG_JSON_VALUE, 1},
    {"{,}", MSG_JSON_KEY, 1},
    {"{\"a\":1,}", MSG_JSON_KEY, 1},
    {"{a:1}", MSG_JSON_KEY, 1},
    {"{\"a\" 1}", MSG_JSON_COLON, 1},
    {"{\"a\":1 \"b\":2}", MSG_JSON_COMMA, 1},
    {"[1 2]", MSG_JSON_COMMA, 1},
    {"[1}", MSG_JSON_COMMA, 1},
    {"{\"a\":1]", MSG_JSON_COMMA, 1},
    {"01", MSG_JSON_TRAILING, 1},
    {"[01]", MSG_JSON_COMMA, 1},
    {"-", MSG_JSON_NUMBER, 1},
    {"1.", MSG_JSON_NUMBER, 1},
    {"1e", MSG_JSON_NUMBER, 1},
    {"1e+", MSG_JSON_NUMBER, 1},
    {"[\n\n1e999]", MSG_JSON_NUMBER_RANGE, 3},
    {"-1e999", MSG_JSON_NUMBER_RANGE, 1},
    {"{}x", MSG_JSON_TRAILING, 1},
    {"{}\n{}", MSG_JSON_TRAILING, 2},
    {"1 2", MSG_JSON_TRAILING, 1},
    {"\"a\nb\"", MSG_TEXT_CONTROL, 1},
    {"\"a\x1b[2J\"", MSG_TEXT_CONTROL, 1},
    {"\"a\x7f\"", MSG_TEXT_CONTROL, 1},
    {"\"\\u0000\"", MSG_JSON_ESCAPE, 1},
    {"\"\\x41\"", MSG_JSON_ESCAPE, 1},
    {"\"\\u12\"", MSG_JSON_ESCAPE, 1},
    {"\"\\ud800\"", MSG_JSON_ESCAPE, 1},
    {"\"\\udc00\"", MSG_JSON_ESCAPE, 1},
    {"\"\\ud800\\u0041\"", MSG_JSON_ESCAPE, 1},
    {"\"\xff\"", MSG_TEXT_NOT_UTF8, 1},
    {"[\n\"\xe6\x98\"]", MSG_TEXT_NOT_UTF8, 2},
    {"{\"a\":1,\n\"b\":2,\n\"a\":3}", MSG_JSON_TWICE, 3},
    {"{\"a\":1,\"\\u0061\":2}", MSG_JSON_TWICE, 1},
    {"[{\"x\":{\"k\":1,\"k\":1}}]", MSG_JSON_TWICE, 1},
    {"/* c */ 1", MSG_JSON_VALUE, 1},
};

static void wrong_texts_tell_what_and_where(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct json_doc *d = NULL;
        struct err_info e = {0};
        enum err rc = json_parse(wrong[i].text, strlen(wrong[i].text), MAX_BYTES, &d, &e);
        if (rc != ERR_SYNTAX || e.code != ERR_SYNTAX)
            fail_msg("'%s': code %d", wrong[i].text, rc);
        assert_null(d);
        if (e.msg.id != wrong[i].message || e.line != wrong[i].line)
            fail_msg("'%s': %s in line %ld", wrong[i].text, msg_names[e.msg.id], e.line);
        rc = json_parse(wrong[i].text, strlen(wrong[i].text), MAX_BYTES, &d, NULL);
        assert_int_equal(rc, ERR_SYNTAX); /* nobody asks for the reason */
    }
}

static void a_byte_nul_is_refused(void **state)
{
    struct json_doc *d;
    struct err_info e = {0};

    (void)state;
    assert_int_equal(json_parse("[1]\0", 4, MAX_BYTES, &d, &e), ERR_SYNTAX);
    assert_int_equal(json_parse("\"a\0b\"", 5, MAX_BYTES, &d, &e), ERR_SYNTAX);
    assert_int_equal(e.msg.id, MSG_TEXT_CONTROL);
}

static void limits(void **state)
{
    struct json_doc *d;
    struct err_info e = {0};
    struct str s;

    (void)state;
    str_init(&s, 64u << 20);
    for (int depth = 63; depth <= 66; depth++) {
        str_clear(&s);
        str_repeat(&s, "[", (size_t)depth);
        str_repeat(&s, "]", (size_t)depth);
        enum err rc = json_parse(s.p, s.len, MAX_BYTES, &d, &e);
        assert_int_equal(rc, depth <= 64 ? OK : ERR_LIMIT);
        json_free(d);
    }
    str_clear(&s);
    str_repeat(&s, "[", 100000);
    assert_int_equal(json_parse(s.p, s.len, MAX_BYTES, &d, &e), ERR_LIMIT);
    assert_int_equal(e.msg.id, MSG_JSON_DEEP);
    str_clear(&s);
    str_addc(&s, '[');
    str_repeat(&s, "1,", 499998);
    str_add(&s, "1]"); /* with the array 500,000 values */
    assert_int_equal(json_parse(s.p, s.len, MAX_BYTES, &d, &e), OK);
    assert_int_equal(json_count(json_root(d)), 499999);
    json_free(d);
    str_clear(&s);
    str_addc(&s, '[');
    str_repeat(&s, "1,", 499999);
    str_add(&s, "1]");
    assert_int_equal(json_parse(s.p, s.len, MAX_BYTES, &d, &e), ERR_LIMIT);
    assert_int_equal(e.msg.id, MSG_JSON_MANY);
    assert_int_equal(json_parse("[1,2]", 5, 4, &d, &e), ERR_LIMIT);
    assert_int_equal(e.msg.id, MSG_JSON_LARGE);
    str_free(&s);
}

/* Every prefix of a document is refused, none is read outside of its length. */
static void cut_at_every_byte(void **state)
{
    static const char text[] = "{\"a\":[1,2.5e-3,\"x\\u5361\\n\"],\"b\":{\"显\":true,\"n\":null}}";

    (void)state;
    for (size_t n = 0; n < sizeof text - 1; n++) {
        char *copy = malloc(n ? n : 1); /* no NUL behind it: the sanitizer sees a read too far */
        struct json_doc *d;
        memcpy(copy, text, n);
        assert_int_equal(json_parse(copy, n, MAX_BYTES, &d, NULL), ERR_SYNTAX);
        free(copy);
    }
    json_free(good(text));
}

/* --- writing --- */
static void write_sample(struct json_out *w)
{
    jw_obj(w);
    jw_kstr(w, "name", "显卡 \"A\"\\\n\t\x1b[2J");
    jw_knum(w, "price", 13120.5);
    jw_knum(w, "unknown", NAN);
    jw_kbool(w, "ok", true);
    jw_kstr(w, "nothing", NULL);
    jw_key(w, "list");
    jw_arr(w);
    jw_num(w, 1);
    jw_str(w, "b");
    jw_obj(w);
    jw_obj_end(w);
    jw_arr(w);
    jw_arr_end(w);
    jw_null(w);
    jw_bool(w, false);
    jw_arr_end(w);
    jw_obj_end(w);
}

static void writing_compact(void **state)
{
    struct str s;
    struct json_out w;

    (void)state;
    str_init(&s, 10000);
    jw_init(&w, &s, false);
    write_sample(&w);
    assert_string_equal(s.p, "{\"name\":\"显卡 \\\"A\\\"\\\\\\n\\t\\u001b[2J\",\"price\":13120.5,"
                             "\"unknown\":null,\"ok\":true,\"nothing\":null,"
                             "\"list\":[1,\"b\",{},[],null,false]}");
    json_free(good(s.p));
    str_free(&s);
}

static void writing_pretty(void **state)
{
    struct str s;
    struct json_out w;

    (void)state;
    str_init(&s, 10000);
    jw_init(&w, &s, true);
    write_sample(&w);
    assert_string_equal(s.p, "{\n"
                             "  \"name\": \"显卡 \\\"A\\\"\\\\\\n\\t\\u001b[2J\",\n"
                             "  \"price\": 13120.5,\n"
                             "  \"unknown\": null,\n"
                             "  \"ok\": true,\n"
                             "  \"nothing\": null,\n"
                             "  \"list\": [\n"
                             "    1,\n"
                             "    \"b\",\n"
                             "    {},\n"
                             "    [],\n"
                             "    null,\n"
                             "    false\n"
                             "  ]\n"
                             "}");
    json_free(good(s.p));
    str_free(&s);
}

/* Any bytes as a string give valid JSON that reads back; what cannot be text is U+FFFD. */
static void written_strings_read_back(void **state)
{
    (void)state;
    srand(5);
    for (int round = 0; round < 5000; round++) {
        char in[20];
        size_t n = (size_t)rand() % 19;
        struct str s;
        struct json_out w;
        for (size_t i = 0; i < n; i++)
            in[i] = (char)(1 + rand() % 255);
        in[n] = '\0';
        str_init(&s, 1000);
        jw_init(&w, &s, false);
        jw_str(&w, in);
        for (const char *p = s.p; *p; p++)
            assert_true((unsigned char)*p >= 0x20 && *p != 0x7F);
        struct json_doc *d = good(s.p);
        if (text_valid(in))
            assert_string_equal(json_string(json_root(d)), in);
        json_free(d);
        str_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(scalars_and_empty),
        cmocka_unit_test(wrong_texts_tell_what_and_where),
        cmocka_unit_test(a_byte_nul_is_refused),
        cmocka_unit_test(limits),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(writing_compact),
        cmocka_unit_test(writing_pretty),
        cmocka_unit_test(written_strings_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
