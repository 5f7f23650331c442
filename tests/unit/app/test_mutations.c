/* Themes, configs and kept tastes that were damaged in 10,000 ways: no crash, and every error tells
 * the file and the line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "app/config.h"
#include "app/keys.h"
#include "app/theme.h"
#include "base/file.h"
#include "base/str.h"

#define ROUNDS 5000 /* of each kind */
#define BYTES 4096

static uint32_t seed = 20261130;

static uint32_t draw(uint32_t of)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 9) % of;
}

/* A few bytes written over, taken out or put in. */
static size_t damage(char *text, size_t n)
{
    static const char odd[] = "[]=#;\n\r\t \"\\\0\x1b\x7f\xff\xc3(on bold";
    int times = 1 + (int)draw(6);
    for (int i = 0; i < times && n > 0; i++) {
        size_t at = draw((uint32_t)n);
        char c = draw(2) ? odd[draw(sizeof odd - 1)] : (char)draw(256);
        switch (draw(4)) {
        case 0: text[at] = c; break;
        case 1:
            memmove(text + at, text + at + 1, n - at - 1);
            n--;
            break;
        case 2:
            if (n + 1 < BYTES) {
                memmove(text + at + 1, text + at, n - at);
                text[at] = c;
                n++;
            }
            break;
        default: n = at + 1; break; /* cut */
        }
    }
    text[n] = '\0';
    return n;
}

static void has_place(const struct err_info *e, const char *file)
{
    if (strcmp(e->file, file) != 0 || (e->line <= 0 && e->code != ERR_LIMIT))
        fail_msg("an error without its place: code %d line %ld", (int)e->code, e->line);
}

static void themes_that_are_damaged(void **state)
{
    (void)state;
    struct arena a;
    char *whole, text[BYTES + 1];
    size_t len, refused = 0;
    struct err_info e = {0};
    arena_init(&a, 0);
    assert_int_equal(
        file_read(&a, DLRIG_SOURCE_DIR "/themes/nord.ini", BYTES - 64, &whole, &len, &e), OK);
    for (int i = 0; i < ROUNDS; i++) {
        struct theme t;
        struct err_info why = {0};
        memcpy(text, whole, len + 1);
        size_t n = damage(text, len);
        if (theme_parse(&t, "x", text, n, "x.ini", &why) == OK)
            continue;
        has_place(&why, "x.ini");
        refused++;
    }
    assert_true(refused > ROUNDS / 20);
    arena_free(&a);
}

static void configs_that_are_damaged(void **state)
{
    (void)state;
    static const char whole[] = "lang = zh\ncountry = CN\ncurrency = CNY\ntheme = light\n"
                                "offline = yes\nmouse = no\nambiguous-width = 2\n\n[keys]\n"
                                "compare = c C\ncost = t F5\nstep = 1 2 3 4 5 6\n\n[feeds]\n"
                                "list.own = https://prices.example.org/gpus.csv\nprivate = own\n";
    char text[BYTES + 1];
    size_t refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
        struct config c;
        struct keymap k;
        struct err_info why = {0};
        memcpy(text, whole, sizeof whole);
        size_t n = damage(text, sizeof whole - 1);
        config_init(&c);
        if (config_read(&c, text, n, "config.ini", &why) != OK ||
            keymap_build(&k, &c, "config.ini", &why) != OK) {
            has_place(&why, "config.ini");
            refused++;
        }
    }
    assert_true(refused > ROUNDS / 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(themes_that_are_damaged),
        cmocka_unit_test(configs_that_are_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
