/* One value at a time out of a JSON text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/json_walk.h"
#include "base/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct json_span span(const char *text)
{
    return (struct json_span){text, strlen(text)};
}

static void brackets_and_quotes_must_match(void **state)
{
    static const struct {
        const char *text;
        enum err rc;
        enum msg_id why;
    } cases[] = {
        {"{}", OK, MSG_NONE},
        {" [1, \"a]\", {\"b\": [\"\\\"\"]}]\n", OK, MSG_NONE},
        {"\xEF\xBB\xBF{}", OK, MSG_NONE},
        {"17", OK, MSG_NONE},
        {"\"a\"", OK, MSG_NONE},
        {"", ERR_SYNTAX, MSG_JSON_END},
        {"{", ERR_SYNTAX, MSG_JSON_END},
        {"[1, 2", ERR_SYNTAX, MSG_JSON_END},
        {"{\"a\": \"b}", ERR_SYNTAX, MSG_JSON_END},
        {"{\"a\": \"b\\", ERR_SYNTAX, MSG_JSON_END},
        {"[1}", ERR_SYNTAX, MSG_JSON_END},
        {"]", ERR_SYNTAX, MSG_JSON_END},
        {"{} {}", ERR_SYNTAX, MSG_JSON_TRAILING},
        {"[[[[1]]]]", OK, MSG_NONE},
        {"[[[[[1]]]]]", ERR_LIMIT, MSG_JSON_DEEP},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct json_span all = span(cases[i].text);
        struct err_info e = {0};
        enum err rc = json_walk_check(&all, 4, &e);

        if (rc != cases[i].rc || (rc != OK && e.msg.id != cases[i].why))
            fail_msg("%s: %d", cases[i].text, (int)rc);
    }
}

static void items_come_with_key_and_line(void **state)
{
    static const char text[] = "{\"a\": 1,\n \"b\": [2, 3],\n\n \"c\" : {\"d\": \"e\"}}";
    static const struct {
        const char *key, *item;
        long line;
    } want[] = {{"a", "1", 1}, {"b", "[2, 3]", 2}, {"c", "{\"d\": \"e\"}", 4}};
    struct json_walk w;
    struct json_span key, item;
    size_t n = 0;

    (void)state;
    json_walk_begin(&w, span(text));
    for (; json_walk_next(&w, &key, &item); n++) {
        assert_true(n < COUNT(want));
        assert_true(json_span_is(key, want[n].key));
        assert_true(json_span_is(item, want[n].item));
        assert_int_equal(w.line, want[n].line);
    }
    assert_int_equal(n, COUNT(want));
    json_walk_begin(&w, span("17"));
    assert_false(json_walk_next(&w, &key, &item));
}

static void members_are_found_and_read(void **state)
{
    static const char text[] =
        "{\"a\": {\"x\": 0}, \"x\": \"one \\u4e2d\", \"n\": 1.50, \"l\": []}";
    struct json_span v;
    char out[32];

    (void)state;
    assert_true(json_walk_member(span(text), "x", &v));
    assert_true(json_span_text(v, out, sizeof out));
    assert_string_equal(out, "one \xE4\xB8\xAD");
    assert_true(json_walk_member(span(text), "n", &v));
    assert_true(json_span_text(v, out, sizeof out));
    assert_string_equal(out, "1.50"); /* as it is written */
    assert_false(json_span_text(v, out, 4));
    assert_true(json_walk_member(span(text), "l", &v));
    assert_false(json_span_text(v, out, sizeof out));
    assert_false(json_walk_member(span(text), "y", &v));
    assert_false(json_walk_member(span("[1]"), "y", &v));
}

/* Whatever the text, walking it ends and stays inside. */
static void spoiled_text_ends(void **state)
{
    static const char good[] = "{\"a\": [1, {\"b\": \"c\\\"\"}], \"d\": -1e5, \"e\": null}";
    static const char spoil[] = "{}[]\",:\\ \n\x01";
    char text[sizeof good];

    (void)state;
    for (size_t i = 0; i + 1 < sizeof good; i++)
        for (size_t k = 0; k < sizeof spoil; k++) {
            struct json_walk w;
            struct json_span key, item;
            int n = 0;

            memcpy(text, good, sizeof good);
            text[i] = spoil[k];
            json_walk_begin(&w, (struct json_span){text, sizeof good - 1});
            while (json_walk_next(&w, &key, &item)) {
                assert_true(item.p >= text && item.p + item.n <= text + sizeof good - 1);
                assert_true(++n < 64);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brackets_and_quotes_must_match),
        cmocka_unit_test(items_come_with_key_and_line),
        cmocka_unit_test(members_are_found_and_read),
        cmocka_unit_test(spoiled_text_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
