/* Price feeds: chosen and let go, kept in the state folder, and the config before them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/feeds.h"
#include "app/refresher.h"
#include "base/file.h"
#include "base/str.h"

static int at(const struct feeds *f, const char *name)
{
    for (int i = 0; i < f->n; i++)
        if (str_eq(f->line[i].name, name))
            return i;
    fail_msg("%s is not in the list", name);
    return -1;
}

static void configured(struct config *c, const char *text)
{
    struct err_info e;
    config_init(c);
    assert_int_equal(config_read(c, text, strlen(text), "config.ini", &e), OK);
}

static void nothing_is_chosen_at_first(void **state)
{
    (void)state;
    static struct config c;
    static struct refresh_ask ask;
    struct tastes t = {.feed_n = 0};
    struct feeds f;
    configured(&c, "");
    feeds_build(&f, &c, &t);
    assert_int_equal(f.n, known_feed_count);
    assert_int_equal(feeds_chosen(&f), 0);
    refresh_ask_chosen(&ask, &c, &t);
    assert_int_equal(ask.n, 0);
    assert_null(f.line[0].known->group); /* the few before the many of one collector */
}

static void what_is_chosen_is_kept_and_fetched(void **state)
{
    (void)state;
    char dir[] = "/tmp/dlrig-feeds-XXXXXX", path[64];
    static struct config c;
    static struct refresh_ask ask;
    struct tastes t = {.feed_n = 0}, back;
    struct err_info e;
    struct feeds f;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/screen.ini", dir);
    configured(&c, "");
    feeds_build(&f, &c, &t);
    assert_true(feeds_switch(&f, at(&f, "fx")));
    assert_true(feeds_switch(&f, at(&f, "skypilot-aws")));
    assert_true(feeds_switch(&f, at(&f, "aliyun")));
    assert_true(feeds_switch(&f, at(&f, "aliyun")));
    assert_int_equal(f.switched, 4);
    assert_false(feeds_switch(&f, f.n));
    feeds_keep(&f, &t);
    assert_int_equal(tastes_save(&t, dir, &e), OK);
    assert_true(tastes_load(&back, dir, ""));
    assert_int_equal(back.feed_n, 2);
    feeds_build(&f, &c, &back);
    assert_int_equal(feeds_chosen(&f), 2);
    assert_true(f.line[at(&f, "fx")].chosen);
    refresh_ask_chosen(&ask, &c, &back);
    assert_int_equal(ask.n, 2);
    unlink(path);
    rmdir(dir);
}

static void a_feed_that_is_none_is_left_out_with_its_name(void **state)
{
    (void)state;
    static const char text[] = "theme = light\nfeed = gone-cloud\nfeed = fx\n";
    char dir[] = "/tmp/dlrig-feeds-XXXXXX", path[64];
    static struct config c;
    struct err_info e;
    struct tastes t;
    struct feeds f;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/screen.ini", dir);
    assert_int_equal(file_write(path, text, sizeof text - 1, FILE_REPLACE, false, &e), OK);
    assert_true(tastes_load(&t, dir, ""));
    configured(&c, "");
    feeds_build(&f, &c, &t);
    assert_string_equal(f.unknown, "gone-cloud");
    assert_int_equal(feeds_chosen(&f), 1);
    unlink(path);
    rmdir(dir);
}

static void the_config_wins(void **state)
{
    (void)state;
    static struct config c;
    static struct refresh_ask ask;
    struct tastes t = {.feed = {"aliyun"}, .feed_n = 1};
    struct feeds f;
    configured(&c, "[feeds]\nuse = fx\nlist.shop = /tmp/shop.csv\n");
    feeds_build(&f, &c, &t);
    assert_int_equal(feeds_chosen(&f), 2);
    assert_int_equal(at(&f, "shop"), 0);
    assert_false(f.line[0].network);
    assert_false(f.line[at(&f, "aliyun")].chosen);
    assert_false(feeds_switch(&f, at(&f, "aliyun")));
    assert_false(feeds_switch(&f, 0));
    refresh_ask_chosen(&ask, &c, &t);
    assert_int_equal(ask.n, 2);
    configured(&c, "[feeds]\nlist.shop = /tmp/shop.csv\n"); /* no word of public ones */
    ask.n = 0;
    refresh_ask_chosen(&ask, &c, &t);
    assert_int_equal(ask.n, 2);
    assert_string_equal(ask.list[1].name, "aliyun");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_chosen_at_first),
        cmocka_unit_test(what_is_chosen_is_kept_and_fetched),
        cmocka_unit_test(a_feed_that_is_none_is_left_out_with_its_name),
        cmocka_unit_test(the_config_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
