/* CSV in and out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct csv *open_good(const char *text)
{
    struct csv *c = NULL;
    struct err_info e = {0};

    if (csv_open(&c, text, strlen(text), "t.csv", &e) != OK)
        fail_msg("'%s': %s", text, msg_names[e.msg.id]);
    return c;
}

/* All rows as text: line:field|field; errors as !line:message. */
static void dump(struct csv *c, struct str *out)
{
    for (;;) {
        struct err_info e = {0};
        bool more = false;
        enum err rc = csv_next(c, &more, &e);
        if (rc != OK) {
            str_addf(out, "!%ld:%s;", e.line, msg_names[e.msg.id]);
            assert_string_equal(e.file, "t.csv");
            continue;
        }
        if (!more)
            break;
        str_addf(out, "%ld:", csv_line(c));
        for (size_t i = 0; i < csv_columns(c); i++)
            str_addf(out, "%s%s", i ? "|" : "", csv_field(c, (int)i));
        str_addc(out, ';');
    }
}

static void reads(const char *text, const char *expected)
{
    struct csv *c = open_good(text);
    struct str s;

    str_init(&s, 100000);
    dump(c, &s);
    if (strcmp(s.p, expected) != 0)
        fail_msg("'%s' read as '%s', expected '%s'", text, s.p, expected);
    str_free(&s);
    csv_close(c);
}

static void rows(void **state)
{
    (void)state;
    reads("a,b\n1,2\n3,4\n", "2:1|2;3:3|4;");
    reads("a,b\n1,2", "2:1|2;"); /* no newline at the end */
    reads("a,b\r\n1,2\r\n", "2:1|2;");
    reads("\xEF\xBB\xBF"
          "a,b\n1,2\n",
          "2:1|2;");
    reads("a,b\n", "");
    reads("a,b", "");
    reads("a,b\n\n\r\n1,2\n\n", "4:1|2;"); /* empty lines count but are no rows */
    reads("a,b\n,\n", "2:|;");
    reads("a,b\n\"\",\n", "2:|;");
    reads("a,b\n 1 , 2 \n", "2: 1 | 2 ;"); /* blanks are kept */
    reads("a,b\n\" x \",\"\t\"\n", "2: x |\t;");
    reads("a,b\n\"1,5\",\"say \"\"hi\"\"\"\n", "2:1,5|say \"hi\";");
    reads("a,b\n\"two\nlines\",2\n3,4\n", "2:two\nlines|2;4:3|4;");
    reads("a,b\n\"two\r\nlines\",2\r\n3,4\r\n", "2:two\r\nlines|2;4:3|4;");
    reads("a,b\n显卡,￥\n", "2:显卡|￥;");
    reads("a,b\n1\r2,3\n", "2:1\r2|3;"); /* a lone CR is no line end */
    reads("a\nx\n", "2:x;");
    reads("\n\na,b\n1,2\n", "4:1|2;");
}

static void faults_tell_the_line_and_reading_goes_on(void **state)
{
    (void)state;
    reads("a,b\n1\n2,3\n", "!2:csv-fields;3:2|3;");
    reads("a,b\n1,2,3\n4,5\n", "!2:csv-fields;3:4|5;");
    reads("a,b\n1,2\nx,\"open\n3,4\n5,6\n", "2:1|2;!3:csv-unclosed;4:3|4;5:5|6;");
    reads("a,b\n\"x\"y,2\n3,4\n", "!2:csv-quote;3:3|4;");
    reads("a,b\n19\" rack,2\n3,4\n", "!2:csv-quote;3:3|4;");
    reads("a,b\n1,\xff\n3,4\n", "!2:text-not-utf8;3:3|4;");
    reads("a,b\n1,\"", "!2:csv-unclosed;");
    reads("a,b\n\"\n\"\n\"", "!2:csv-fields;!4:csv-unclosed;");
}

static void a_byte_nul_is_refused(void **state)
{
    struct csv *c;
    struct err_info e = {0};
    bool more;

    (void)state;
    assert_int_equal(csv_open(&c, "a\n1\0002\n3\n", 8, "t.csv", &e), OK);
    assert_int_equal(csv_next(c, &more, &e), ERR_SYNTAX);
    assert_int_equal(e.msg.id, MSG_TEXT_CONTROL);
    assert_int_equal(csv_next(c, &more, &e), OK);
    assert_string_equal(csv_field(c, 0), "3");
    csv_close(c);
}

static void columns(void **state)
{
    struct csv *c = open_good("id,memory_gib,,名称\n1,2,3,4\n");
    bool more;

    (void)state;
    assert_int_equal(csv_columns(c), 4);
    assert_int_equal(csv_find(c, "memory_gib"), 1);
    assert_int_equal(csv_find(c, "名称"), 3);
    assert_int_equal(csv_find(c, "Memory_GiB"), -1);
    assert_int_equal(csv_find(c, ""), -1);
    assert_string_equal(csv_column_name(c, 0), "id");
    assert_string_equal(csv_column_name(c, 9), "");
    assert_string_equal(csv_field(c, 0), ""); /* the header is no row */
    assert_int_equal(csv_next(c, &more, NULL), OK);
    assert_string_equal(csv_field(c, 3), "4");
    assert_string_equal(csv_field(c, -1), "");
    assert_string_equal(csv_field(c, 4), "");
    csv_close(c);
    csv_close(NULL);
}

static void bad_headers(void **state)
{
    static const struct {
        const char *text;
        enum msg_id message;
    } bad[] = {
        {"", MSG_CSV_EMPTY},
        {"\n\r\n", MSG_CSV_EMPTY},
        {"a,b,a\n", MSG_CSV_TWICE},
        {"a,\"b\n1,2\n", MSG_CSV_UNCLOSED},
        {"a,\xff\n", MSG_TEXT_NOT_UTF8},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct csv *c;
        struct err_info e = {0};
        assert_int_equal(csv_open(&c, bad[i].text, strlen(bad[i].text), "t.csv", &e), ERR_SYNTAX);
        assert_null(c);
        assert_int_equal(e.msg.id, bad[i].message);
    }
}

static void limits(void **state)
{
    struct csv *c;
    struct err_info e = {0};
    struct str s;
    bool more;

    (void)state;
    str_init(&s, 32u << 20);
    str_repeat(&s, "x,", 512);
    str_add(&s, "x\n");
    assert_int_equal(csv_open(&c, s.p, s.len, "t.csv", &e), ERR_LIMIT);
    assert_int_equal(e.msg.id, MSG_CSV_COLUMNS);
    str_clear(&s);
    str_add(&s, "a\n");
    str_repeat(&s, "x", 1u << 20);
    str_add(&s, "\n");
    str_repeat(&s, "y", (1u << 20) + 1);
    str_add(&s, "\nz\n");
    assert_int_equal(csv_open(&c, s.p, s.len, "t.csv", &e), OK);
    assert_int_equal(csv_next(c, &more, &e), OK);
    assert_int_equal(strlen(csv_field(c, 0)), 1u << 20);
    assert_int_equal(csv_next(c, &more, &e), ERR_LIMIT);
    assert_int_equal(e.msg.id, MSG_CSV_FIELD_LARGE);
    assert_int_equal(e.line, 3);
    assert_int_equal(csv_next(c, &more, &e), OK);
    assert_string_equal(csv_field(c, 0), "z");
    csv_close(c);
    /* an unclosed quote does not swallow a large file */
    str_clear(&s);
    str_add(&s, "a\n\"open\n");
    str_repeat(&s, "row\n", 3u << 20);
    assert_int_equal(csv_open(&c, s.p, s.len, "t.csv", &e), OK);
    assert_int_equal(csv_next(c, &more, &e), ERR_LIMIT);
    assert_int_equal(e.line, 2);
    assert_int_equal(csv_next(c, &more, &e), OK);
    assert_int_equal(csv_line(c), 3);
    csv_close(c);
    str_free(&s);
}

static void writing(void **state)
{
    static const struct {
        const char *field, *put, *exact;
    } cells[] = {
        {"plain", "plain", "plain"},
        {"", "", ""},
        {NULL, "", ""},
        {"a,b", "\"a,b\"", "\"a,b\""},
        {"say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\""},
        {"two\nlines", "\"two\nlines\"", "\"two\nlines\""},
        {" x", "\" x\"", "\" x\""},
        {"=1+2", "\"'=1+2\"", "=1+2"},
        {"@SUM(A1)", "\"'@SUM(A1)\"", "@SUM(A1)"},
        {"-5", "-5", "-5"},
        {"-5;cmd", "\"'-5;cmd\"", "-5;cmd"},
        {"+86 10", "\"'+86 10\"", "+86 10"},
        {"\tx", "\"'\tx\"", "\tx"},
        {"显卡", "显卡", "显卡"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cells); i++) {
        struct str s;
        bool first = true;
        str_init(&s, 1000);
        csv_put(&s, &first, cells[i].field);
        assert_string_equal(s.p, cells[i].put);
        str_clear(&s);
        first = true;
        csv_put_exact(&s, &first, cells[i].field);
        assert_string_equal(s.p, cells[i].exact);
        str_free(&s);
    }
    struct str s;
    bool first = true;
    str_init(&s, 1000);
    csv_put(&s, &first, "");
    csv_put_num(&s, &first, 1.5);
    csv_put_num(&s, &first, NAN);
    csv_put_num(&s, &first, INFINITY);
    csv_put_num(&s, &first, -3);
    csv_end(&s, &first);
    csv_put(&s, &first, "x");
    csv_end(&s, &first);
    assert_string_equal(s.p, ",1.5,,,-3\nx\n");
    str_free(&s);
}

/* Random cells written and read again are the same cells. */
static void round_trip(void **state)
{
    static const char alphabet[] = "ab,\"\n\r =-\t";

    (void)state;
    srand(9);
    for (int round = 0; round < 3000; round++) {
        char cells[3][12];
        struct str s;
        bool first = true, more;
        str_init(&s, 10000);
        str_add(&s, "x,y,z\n");
        for (int k = 0; k < 3; k++) {
            size_t n = (size_t)rand() % 11;
            for (size_t i = 0; i < n; i++)
                cells[k][i] = alphabet[(size_t)rand() % (sizeof alphabet - 1)];
            cells[k][n] = '\0';
            csv_put_exact(&s, &first, cells[k]);
        }
        csv_end(&s, &first);
        struct csv *c = open_good(s.p);
        struct err_info e = {0};
        if (csv_next(c, &more, &e) != OK || !more)
            fail_msg("'%s': %s", s.p, msg_names[e.msg.id]);
        for (int k = 0; k < 3; k++)
            assert_string_equal(csv_field(c, k), cells[k]);
        assert_int_equal(csv_next(c, &more, &e), OK);
        assert_false(more);
        csv_close(c);
        str_free(&s);
    }
}

static void a_lenient_reader_passes_over_what_is_too_much(void **state)
{
    struct csv *c = open_good("a,b\n1,2\n1,2,V1,V2\n1\n");
    struct str out;

    (void)state;
    csv_lenient(c);
    str_init(&out, 1000);
    dump(c, &out);
    assert_non_null(strstr(out.p, "!4:")); /* too few is still a fault */
    assert_null(strstr(out.p, "!3:"));
    str_free(&out);
    csv_close(c);
}

static void a_text_goes_on_in_pieces(void **state)
{
    struct csv *c = open_good("a,b\n1,2\n");
    struct str out;

    (void)state;
    str_init(&out, 1000);
    dump(c, &out);
    csv_more(c, "3,\"x\ny\"\n", strlen("3,\"x\ny\"\n"));
    dump(c, &out);
    csv_more(c, "5,6", 3);
    dump(c, &out);
    assert_string_equal(out.p, "2:1|2;3:3|x\ny;5:5|6;");
    str_free(&out);
    csv_close(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lenient_reader_passes_over_what_is_too_much),
        cmocka_unit_test(a_text_goes_on_in_pieces),
        cmocka_unit_test(rows),
        cmocka_unit_test(faults_tell_the_line_and_reading_goes_on),
        cmocka_unit_test(a_byte_nul_is_refused),
        cmocka_unit_test(columns),
        cmocka_unit_test(bad_headers),
        cmocka_unit_test(limits),
        cmocka_unit_test(writing),
        cmocka_unit_test(round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
