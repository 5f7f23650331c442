/* Themes: the shipped ones are whole and readable, a wrong line is told with its place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "app/theme.h"
#include "base/file.h"
#include "base/str.h"

#define DIR DLRIG_SOURCE_DIR "/themes"
static const char *const shipped[] = {"default",       "light",        "dark",
                                      "high-contrast", "colour-blind", "mono",
                                      "solarized",     "gruvbox",      "nord"};
#define SHIPPED (int)(sizeof shipped / sizeof shipped[0])

static void shipped_ones_load_in_their_order(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    struct err_info e = {0};
    arena_init(&scratch, 0);
    themes_load(&t, DIR, &scratch, &e);
    assert_int_equal(e.code, OK);
    assert_true(t.n >= SHIPPED);
    for (int i = 0; i < SHIPPED; i++) {
        assert_string_equal(t.t[i].id, shipped[i]);
        assert_true(t.t[i].name[0][0] != '\0' && t.t[i].name[1][0] != '\0');
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

/* --- contrast as WCAG 2 reckons it ----------------------------------------------------------- */
static void colour_of(int index, int rgb, int out[3])
{
    static const int named[16] = {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd,
                                  0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00,
                                  0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff};
    static const int level[6] = {0, 95, 135, 175, 215, 255};
    if (rgb < 0 && index < 16)
        rgb = named[index];
    if (rgb >= 0) {
        for (int k = 0; k < 3; k++)
            out[k] = rgb >> (16 - 8 * k) & 255;
    } else if (index >= 232) {
        out[0] = out[1] = out[2] = 8 + 10 * (index - 232);
    } else {
        out[0] = level[(index - 16) / 36];
        out[1] = level[(index - 16) / 6 % 6];
        out[2] = level[(index - 16) % 6];
    }
}

static double luminance(int index, int rgb)
{
    static const double weight[3] = {0.2126, 0.7152, 0.0722};
    int c[3];
    double sum = 0;
    colour_of(index, rgb, c);
    for (int k = 0; k < 3; k++) {
        double x = c[k] / 255.0;
        sum += weight[k] * (x <= 0.03928 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(const struct style *s, bool exact)
{
    double a = luminance(s->fg, exact ? s->fg_rgb : -1);
    double b = luminance(s->bg, exact ? s->bg_rgb : -1);
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/* 4.5 for what is read, 3 for signs and bold words, in the colours of the file and in those of the
 * 256 that stand in for them; frames and the empty part of a bar carry nothing. */
static double least_contrast(enum role r)
{
    static const enum role read[] = {ROLE_TEXT,     ROLE_STRONG,       ROLE_VALUE, ROLE_LABEL,
                                     ROLE_MESSAGE,  ROLE_TITLE,        ROLE_MONEY, ROLE_TITLE_DIM,
                                     ROLE_SELECTED, ROLE_SELECTED_DIM, ROLE_INPUT, ROLE_KEY_LABEL};
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
        if (read[i] == r)
            return 4.5;
    }
    return r == ROLE_FRAME || r == ROLE_GAUGE_FREE ? 1.3 : 3.0;
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
            if (s->fg < 0 || s->bg < 0)
                continue;
            double c = fmin(contrast(s, true), contrast(s, false));
            if (c < least_contrast((enum role)r))
                fail_msg("%s: %s has a contrast of %.2f", t.t[i].id, role_name((enum role)r), c);
        }
    }
    arena_free(&scratch);
}

/* A theme of the user stands behind the shipped ones; one with a shipped name takes its place. */
static void own_themes_come_behind(void **state)
{
    (void)state;
    struct themes t;
    struct arena scratch;
    struct err_info e = {0};
    char dir[] = "/tmp/dlrig-themes-XXXXXX", path[128];
    static const struct {
        const char *name, *text;
    } files[] = {{"mine.ini", "[theme]\nname = Mine\n[roles]\nerror = #ff0000 bold\n"},
                 {"nord.ini", "[theme]\nname = Not Nord\n"},
                 {"wrong.ini", "[theme]\nname = Wrong\n[roles]\nerror = reddish\n"}};
    arena_init(&scratch, 0);
    assert_non_null(mkdtemp(dir));
    for (size_t i = 0; i < 3; i++) {
        path_join(path, sizeof path, dir, files[i].name);
        assert_int_equal(
            file_write(path, files[i].text, strlen(files[i].text), FILE_NEW, false, &e), OK);
    }
    themes_load(&t, DIR, &scratch, &e);
    assert_int_equal(e.code, OK);
    int n = t.n;
    themes_add(&t, dir, &scratch, &e);
    assert_int_equal(t.n, n + 1);
    assert_string_equal(t.t[n].name[0], "Mine");
    assert_int_equal(t.t[n].role[ROLE_ERROR].fg_rgb, 0xff0000);
    assert_string_equal(t.t[themes_find(&t, "nord")].name[0], "Not Nord");
    assert_int_equal(e.line, 4);
    assert_non_null(strstr(e.file, "wrong.ini"));
    struct err_info again = {0};
    path_join(path, sizeof path, dir, "wrong.ini");
    assert_int_equal(themes_add_file(&t, path, &scratch, &again), -1);
    assert_int_equal(again.line, 4);
    path_join(path, sizeof path, dir, "mine.ini");
    assert_int_equal(themes_add_file(&t, path, &scratch, &again), themes_find(&t, "mine"));
    for (size_t i = 0; i < 3; i++) {
        path_join(path, sizeof path, dir, files[i].name);
        unlink(path);
    }
    rmdir(dir);
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
        cmocka_unit_test(own_themes_come_behind),
        cmocka_unit_test(wrong_lines_are_told_with_their_place),
        cmocka_unit_test(styles_are_read),
        cmocka_unit_test(no_folder_leaves_a_plain_theme),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
