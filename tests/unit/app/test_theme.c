/* Themes: the shipped ones are whole and readable, a wrong line is told with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/theme.h"
#include "base/file.h"
#include "base/str.h"

#define DIR DLRIG_SOURCE_DIR "/themes"
static const char *const shipped[] = {"default", "light", "mono", "high-contrast", "colour-blind"};

static void shipped_ones_load_in_their_order(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    struct err_info e = {0};
    arena_init(&scratch, 0);
    themes_load(&t, DIR, &scratch, &e);
    assert_int_equal(e.code, OK);
    assert_true(t.n >= 5);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(t.t[i].id, shipped[i]);
        assert_true(t.t[i].name[0][0] != '\0' && t.t[i].name[1][0] != '\0');
        assert_string_not_equal(t.t[i].name[0], t.t[i].name[1]);
    }
    assert_int_equal(themes_find(&t, "light"), 1);
    assert_int_equal(themes_find(&t, "none such"), -1);
    arena_free(&scratch);
}

/* Dark blue on black and bright colours on white cannot be read: no theme that keeps the terminal's
 * own background uses blue, black or white as foreground. */
static void no_theme_is_unreadable_on_an_unknown_background(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    arena_init(&scratch, 0);
    themes_load(&t, DIR, &scratch, NULL);
    for (int i = 0; i < t.n; i++) {
        for (int r = 0; r < ROLE_COUNT; r++) {
            const struct style *s = &t.t[i].role[r];
            if (s->bg >= 0)
                continue;
            assert_int_not_equal(s->fg, 0);
            assert_int_not_equal(s->fg, 4);
            assert_int_not_equal(s->fg, 7);
            assert_int_not_equal(s->fg, 15);
        }
    }
    arena_free(&scratch);
}

/* A theme with a background of its own gives one to every role: no cell falls through. */
static void backgrounds_are_whole(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    arena_init(&scratch, 0);
    themes_load(&t, DIR, &scratch, NULL);
    for (int i = 0; i < t.n; i++) {
        bool own = t.t[i].role[ROLE_TEXT].bg >= 0;
        for (int r = 0; own && r < ROLE_COUNT; r++) {
            if (t.t[i].role[r].bg < 0)
                fail_msg("%s: %s has no background", t.t[i].id, role_name((enum role)r));
        }
    }
    arena_free(&scratch);
}

static int luminance(int c) /* of the 256 palette, 0..255, rough */
{
    static const int named[16] = {0,   54, 182, 237, 18, 73, 201, 229,
                                  128, 54, 182, 237, 92, 73, 201, 255};
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    if (c < 16)
        return named[c];
    if (c >= 232)
        return 8 + 10 * (c - 232);
    int r = level[(c - 16) / 36], g = level[(c - 16) / 6 % 6], b = level[(c - 16) % 6];
    return (r * 213 + g * 715 + b * 72) / 1000;
}

static void colours_stand_apart_from_their_background(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    arena_init(&scratch, 0);
    themes_load(&t, DIR, &scratch, NULL);
    for (int i = 0; i < t.n; i++) {
        for (int r = 0; r < ROLE_COUNT; r++) {
            const struct style *s = &t.t[i].role[r];
            if (s->fg < 0 || s->bg < 0 || r == ROLE_FRAME || r == ROLE_GAUGE_FREE)
                continue;
            int apart = luminance(s->fg) - luminance(s->bg);
            if (apart < 0)
                apart = -apart;
            if (apart < 90)
                fail_msg("%s: %s is %d from its background", t.t[i].id, role_name((enum role)r),
                         apart);
        }
    }
    arena_free(&scratch);
}

static void expect_error(const char *text, long line)
{
    struct theme t;
    struct err_info e = {0};
    assert_int_not_equal(theme_parse(&t, "x", text, strlen(text), "mine.ini", &e), OK);
    assert_int_equal(e.line, line);
    struct str s;
    str_init(&s, 1024);
    char place[32];
    snprintf(place, sizeof place, "mine.ini:%ld:", line);
    err_render(&s, LANG_EN, &e);
    assert_non_null(strstr(s.p, place));
    str_free(&s);
}

static void wrong_lines_are_told_with_their_place(void **state)
{
    (void)state;
    expect_error("[roles]\nerror = red\nerorr = red\n", 3);
    expect_error("[roles]\nerror = redd\n", 2);
    expect_error("[roles]\ntext = red on\n", 2);
    expect_error("[roles]\ntext = 256\n", 2);
    expect_error("[roles]\ntext = #12345\n", 2);
    expect_error("[roles]\ntext = red green\n", 2);
    expect_error("[theme]\nsize = 3\n", 2);
}

static void styles_are_read(void **state)
{
    (void)state;
    static const char text[] = "[theme]\nname = Mine\n[roles]\n"
                               "error = bright-red on 16 bold underline\n"
                               "text = #ff0000\nkey = bold\n";
    struct theme t;
    struct err_info e = {0};
    assert_int_equal(theme_parse(&t, "mine", text, sizeof text - 1, "mine.ini", &e), OK);
    assert_string_equal(t.name[0], "Mine");
    assert_string_equal(t.name[1], "Mine");
    assert_int_equal(t.role[ROLE_ERROR].fg, 9);
    assert_int_equal(t.role[ROLE_ERROR].bg, 16);
    assert_int_equal(t.role[ROLE_ERROR].attrs, ATTR_BOLD | ATTR_UNDERLINE);
    assert_int_equal(t.role[ROLE_TEXT].fg, 196);
    assert_int_equal(t.role[ROLE_KEY].fg, -1);
    assert_int_equal(t.role[ROLE_SELECTED].attrs, ATTR_REVERSE); /* not named: plain */
}

static void no_folder_leaves_a_plain_theme(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    arena_init(&scratch, 0);
    themes_load(&t, "/nowhere/at/all", &scratch, NULL);
    assert_int_equal(t.n, 1);
    arena_free(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_ones_load_in_their_order),
        cmocka_unit_test(no_theme_is_unreadable_on_an_unknown_background),
        cmocka_unit_test(backgrounds_are_whole),
        cmocka_unit_test(colours_stand_apart_from_their_background),
        cmocka_unit_test(wrong_lines_are_told_with_their_place),
        cmocka_unit_test(styles_are_read),
        cmocka_unit_test(no_folder_leaves_a_plain_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
