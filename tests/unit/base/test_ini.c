/* Config files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/ini.h"
#include "base/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static enum err collect(void *ctx, const char *section, const char *key, const char *value,
                        long line, struct err_info *e)
{
    if (strcmp(key, "stop") == 0)
        return err_set(e, ERR_VALUE, MSG_JSON_NUMBER_RANGE, 0, NULL);
    str_addf(ctx, "%ld:[%s]%s=%s;", line, section, key, value);
    return OK;
}

static void reads(const char *text, enum err rc, long line, const char *expected)
{
    struct str s;
    struct err_info e = {0};

    str_init(&s, 10000);
    enum err got = ini_read(text, strlen(text), "t.ini", collect, &s, &e);
    if (got != rc || strcmp(s.p, expected) != 0)
        fail_msg("'%s': code %d, '%s', expected '%s'", text, got, s.p, expected);
    if (rc != OK) {
        assert_int_equal(e.code, rc);
        assert_int_equal(e.line, line);
        assert_string_equal(e.file, "t.ini");
    }
    str_free(&s);
}

static void reading(void **state)
{
    (void)state;
    reads("", OK, 0, "");
    reads("a = 1\n[s]\nb=2\n\n; note\n# note\nc = x y \n", OK, 0, "1:[]a=1;3:[s]b=2;7:[s]c=x y;");
    reads("\xEF\xBB\xBF[s]\r\na = 1\r\n", OK, 0, "2:[s]a=1;");
    reads("[s]\na = #ff8800\nb = 显卡", OK, 0, "2:[s]a=#ff8800;3:[s]b=显卡;");
    reads("a = 1\n  b = 2\n", OK, 0, "1:[]a=1;2:[]b=2;"); /* an indent is no continuation */
    reads("a =\n", OK, 0, "1:[]a=;");
    reads("a = 1 ; note\n", OK, 0, "1:[]a=1;");
}

static void faults(void **state)
{
    char text[600];

    (void)state;
    reads("a = 1\nnonsense\n", ERR_SYNTAX, 2, "1:[]a=1;");
    reads("nonsense\na = 1\n", ERR_SYNTAX, 1, ""); /* what follows a fault is not read either */
    reads("a ;= 1\nb = 2\n", ERR_SYNTAX, 1, "");
    reads("[a ;]\nb = 2\n", ERR_SYNTAX, 1, "");
    reads("[open\na=1\n", ERR_SYNTAX, 1, "");
    reads("a = 1\n\n= 2\n", ERR_SYNTAX, 3, "1:[]a=1;");
    reads("a = \x1b[2J\n", ERR_SYNTAX, 1, "");
    reads("a = 1\nb = \xff\n", ERR_SYNTAX, 2, "1:[]a=1;");
    reads("a = 1\nstop = 2\nb = 3\n", ERR_VALUE, 2, "1:[]a=1;"); /* what follows is not read */

    memset(text, 'x', sizeof text);
    memcpy(text, "a=1\nb=", 6);
    text[4 + 190] = '\0';
    struct str s;
    str_init(&s, 1000);
    assert_int_equal(ini_read(text, strlen(text), "t.ini", collect, &s, NULL), OK);
    assert_int_equal(s.len, strlen("1:[]a=1;2:[]b=;") + 188);
    text[4 + 190] = 'x';
    text[4 + 191] = '\0';
    str_clear(&s);
    struct err_info e = {0};
    assert_int_equal(ini_read(text, strlen(text), "t.ini", collect, &s, &e), ERR_SYNTAX);
    assert_int_equal(e.msg.id, MSG_INI_LONG);
    assert_int_equal(e.line, 2);
    str_free(&s);

    memset(text, 's', 60);
    text[0] = '[';
    memcpy(text + 55, "]\na=1\n", 7);
    reads(text, ERR_SYNTAX, 1, "");
}

static void a_byte_nul_is_refused(void **state)
{
    struct str s;
    struct err_info e = {0};

    (void)state;
    str_init(&s, 100);
    assert_int_equal(ini_read("a=1\nb=\0x\n", 9, "t.ini", collect, &s, &e), ERR_SYNTAX);
    assert_int_equal(e.line, 2);
    str_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(faults),
        cmocka_unit_test(a_byte_nul_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
