/* The parser of price lists: columns by name, hostile rows, files that are no lists. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/str.h"
#include "pricing/feed.h"
#include "tests/unit/pricing/desk.h"

struct seen {
    struct str text;
    size_t rows, broken;
};

static bool see(void *ctx, const struct feed_row *row)
{
    struct seen *s = ctx;

    s->rows++;
    s->broken += row->broken;
    if (row->broken)
        str_addf(&s->text, "%ld:broken;", row->line);
    else
        str_addf(&s->text, "%ld:%s/%s/%s/%s;", row->line, row->provider, row->instance,
                 row->currency, row->price_hour);
    return true;
}

static enum err read_list(struct seen *s, const char *text, size_t len, struct err_info *e)
{
    memset(s, 0, sizeof *s);
    str_init(&s->text, 1 << 20);
    const struct feed_about about = {.place = "t.csv"};
    const struct feed_sink sink = {.row = see, .ctx = s};

    return feed_read(feed_kind_find("list"), text, len, &about, &sink, e);
}

static void columns_are_found_by_name(void **state)
{
    static const char csv[] = "\xEF\xBB\xBFPrice_Hour,note,CURRENCY,kind,Instance,provider\r\n"
                              "1.5,\"a \"\"b\"\", c\",USD,spot,i,p\r\n"
                              "\r\n"
                              "2,\"two\r\nlines\",CNY,spot,j,q";
    struct seen s;
    struct err_info e = {0};

    (void)state;
    assert_int_equal(read_list(&s, csv, sizeof csv - 1, &e), OK);
    assert_string_equal(s.text.p, "2:p/i/USD/1.5;4:q/j/CNY/2;");
    str_free(&s.text);
}

static void hostile_rows_are_broken_and_the_others_stay(void **state)
{
    static const char csv[] = "provider,instance,kind,currency,price_hour\n"
                              "a,b,spot,USD,1\n"
                              "a,b,spot\n"
                              "a,b,spot,USD,1,2,3\n"
                              "a,b\x1b[2J,spot,USD,1\n"
                              "a,\xff\xfe,spot,USD,1\n"
                              "a,b\"c,spot,USD,1\n"
                              "a,\"never closed,spot,USD,1\n"
                              "c,d,spot,USD,2\n";
    struct seen s;
    struct err_info e = {0};

    (void)state;
    assert_int_equal(read_list(&s, csv, sizeof csv - 1, &e), OK);
    assert_int_equal(s.rows, 8);
    assert_int_equal(s.broken, 5); /* control characters are the judge's to clean */
    assert_non_null(strstr(s.text.p, "2:a/b/USD/1;"));
    assert_non_null(strstr(s.text.p, "9:c/d/USD/2;"));
    str_free(&s.text);
}

static void what_is_no_list_is_refused(void **state)
{
    static const char *const texts[] = {
        "<!DOCTYPE html>\n<html><body>Please log in</body></html>\n",
        "InstanceType,AcceleratorName,Price,SpotPrice\ngpu_1x_a10,A10,0.75,\n",
        "provider,instance,kind,currency\na,b,spot,USD\n",
    };
    struct seen s;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct err_info e = {0};

        assert_int_equal(read_list(&s, texts[i], strlen(texts[i]), &e), ERR_VALUE);
        assert_int_equal(e.msg.id, MSG_PRICING_NOT_A_LIST);
        assert_int_equal(s.rows, 0);
        str_free(&s.text);
    }
    static const char json[] = "{\"offers\":[]}\n";
    struct err_info e = {0};
    assert_int_equal(read_list(&s, json, sizeof json - 1, &e), ERR_SYNTAX);
    str_free(&s.text);
    assert_int_not_equal(read_list(&s, "", 0, &e), OK);
    str_free(&s.text);
}

static void cut_anywhere_it_ends_well(void **state)
{
    static const char csv[] =
        DESK_HEADER "aws,\"a100\n-8\",north,on-demand,nvidia-l40s,8,USD,16,,\n"
                    "azure,a100-8,north,on-demand,nvidia-l40s,8,USD,16,,\n";
    struct seen s;

    (void)state;
    for (size_t n = 0; n < sizeof csv; n++) {
        struct err_info e = {0};

        (void)read_list(&s, csv, n, &e);
        assert_true(s.rows <= 3);
        str_free(&s.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_found_by_name),
        cmocka_unit_test(hostile_rows_are_broken_and_the_others_stay),
        cmocka_unit_test(what_is_no_list_is_refused),
        cmocka_unit_test(cut_anywhere_it_ends_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
