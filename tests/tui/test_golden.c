/*
 * Every screen as text, in both languages and three sizes, against tests/golden/tui. The pictures
 * are read in the diff when they change; tests/tools/bless makes them anew. On a Chinese screen no
 * English text but names, units and ids.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/msg.h"
#include "tui/picture.h"
#include "tui/vt.h"

#define GOLDEN DLRIG_SOURCE_DIR "/tests/golden/tui"
#define ARGS(...)                                                                                  \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* A road through the screens: keys to press, then the name of the picture ("": none). */
struct stop {
    const char *keys, *name;
};
static const struct stop wizard[] = {
    {"", "wizard-1-task"},
    {"Enter", "wizard-2-model"},
    {"Enter", "wizard-3-have"},
    {"Enter Down", "wizard-4-method"},
    {"Enter", "wizard-5-scale"},
    {"Enter", "wizard-6-where"},
    {"m", "wizard-6-more"},
    {"Esc Esc 6", ""},
    {"Enter", "plan-rent"},
    {"c", "compare"},
    {"p", "compare-picture"},
    {"Esc t", "cost"},
    {"p", "cost-tornado"},
    {"Esc x", "export"},
    {"Esc ,", "settings"},
    {"Esc F1", "help"},
    {"Esc o", "offers"},
    {"Esc g", "catalog"},
    {"Enter", "card"},
    {"Esc F", "fits"},
    {"Esc Esc r", "refresh"},
    {"Esc w", "files"},
    {NULL, NULL},
};
static const struct stop bill[] = {
    {"", "plan-own"},
    {"Down Down Down Enter", "picker"},
    {"Esc e", "explain-part"},
    {"Esc Tab Tab e", "explain-memory"},
    {"Esc Tab Enter", "finding"},
    {"Esc f", "findings"},
    {NULL, NULL},
};

static const struct {
    int rows, cols;
} sizes[] = {{24, 80}, {30, 100}, {40, 140}};
static const char *const langs[] = {"en", "zh"};

static bool blessing(void)
{
    const char *s = getenv("DLRIG_BLESS");
    return s != NULL && strcmp(s, "1") == 0;
}

/* --- English on a Chinese screen -------------------------------------------------------------- */
static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

static bool has_words(const char *text, const char *words)
{
    size_t n = strlen(words);
    for (const char *p = strstr(text, words); p != NULL; p = strstr(p + 1, words)) {
        bool starts = p == text || !word_char(p[-1]);
        if (starts && !word_char(p[n]))
            return true;
    }
    return false;
}

/* Words that make English sentences and are no names of parts, models or providers. */
static const char *const tell_tale[] = {
    "the",   "of",    "is",    "are",   "and",  "not",     "with",  "this",  "that",  "from",
    "than",  "when",  "which", "takes", "fits", "needs",   "owned", "rent",  "total", "months",
    "hours", "cards", "plan",  "Plan",  "none", "unknown", "any",   "other",
};

/* Names of cards and providers hold some of our words. */
static bool a_name_holds(const char *word, const char *screen)
{
    static const char *const held[][2] = {
        {"memory", "unified memory"}, {"Compute", "Thunder Compute"}, {"Voltage", "Voltage Park"}};
    for (size_t i = 0; i < sizeof held / sizeof held[0]; i++) {
        if (strcmp(word, held[i][0]) == 0 && strstr(screen, held[i][1]) != NULL)
            return true;
    }
    return false;
}

/* A text of our own that stands on the screen in English although it has a Chinese form. */
static const char *english_text(const char *screen)
{
    for (int id = MSG_NONE + 1; id < MSG_COUNT; id++) {
        const char *en = msg_text(LANG_EN, (enum msg_id)id);
        const char *zh = msg_text(LANG_ZH, (enum msg_id)id);
        bool letters = false, names = strchr(en, '{') != NULL;
        for (const char *p = en; *p != '\0'; p++)
            letters = letters || islower((unsigned char)*p);
        if (id == MSG_KEY_LANGUAGE || id == MSG_TUI_LANG_NAME) /* a language in its own words */
            continue;
        if (a_name_holds(en, screen))
            continue;
        if (!names && letters && strlen(en) >= 5 && strcmp(en, zh) != 0 && strstr(zh, en) == NULL &&
            has_words(screen, en))
            return en;
    }
    return NULL;
}

static int wrong;

static void english(const char *name, const char *words, const char *screen)
{
    const char *at = strstr(screen, words);
    while (at > screen && at[-1] != '\n')
        at--;
    print_error("%s in Chinese holds \"%s\":\n  %.*s\n", name, words, (int)strcspn(at, "\n"), at);
    wrong++;
}

static void check_chinese(const char *name, const char *screen)
{
    /* sources are cited as their authors wrote them, and code stays code */
    static const char *const quoting[] = {"export",  "help",         "settings",       "card",
                                          "refresh", "explain-part", "explain-memory", "finding"};
    for (size_t i = 0; i < sizeof quoting / sizeof quoting[0]; i++) {
        if (strcmp(name, quoting[i]) == 0)
            return;
    }
    for (size_t i = 0; i < sizeof tell_tale / sizeof tell_tale[0]; i++) {
        if (has_words(screen, tell_tale[i]))
            english(name, tell_tale[i], screen);
    }
    const char *en = english_text(screen);
    if (en != NULL)
        english(name, en, screen);
}

/* --- pictures --------------------------------------------------------------------------------- */
static void first_difference(const char *name, const char *is, const char *was)
{
    int line = 1;
    while (*is != '\0' && *was != '\0') {
        size_t a = strcspn(is, "\n"), b = strcspn(was, "\n");
        if (a != b || strncmp(is, was, a) != 0) {
            print_error("%s: line %d is\n  %.*s\nand was\n  %.*s\n", name, line, (int)a, is, (int)b,
                        was);
            return;
        }
        is += a + (is[a] == '\n');
        was += b + (was[b] == '\n');
        line++;
    }
    print_error("%s: another number of lines\n", name);
}

static void compare(const char *lang, int size, const char *name, const struct str *screen)
{
    char path[512], title[128];
    struct err_info e = {0};
    snprintf(title, sizeof title, "%s-%dx%d-%s", lang, sizes[size].cols, sizes[size].rows, name);
    snprintf(path, sizeof path, "%s/%s.txt", GOLDEN, title);
    if (blessing()) {
        assert_int_equal(file_write(path, screen->p, screen->len, FILE_REPLACE, false, &e), OK);
        return;
    }
    struct arena a;
    char *text;
    size_t len;
    arena_init(&a, 0);
    if (file_read(&a, path, 1 << 20, &text, &len, &e) != OK) {
        print_error("%s: no picture; tests/tools/bless makes it\n", title);
        wrong++;
    } else if (strcmp(text, screen->p) != 0) {
        first_difference(title, screen->p, text);
        wrong++;
    }
    arena_free(&a);
}

/* DLRIG_PICTURES: a folder that gets each screen as a drawing (tests/pages/pictures). */
static void draw(struct vt *t, const char *lang, int size, const char *name)
{
    const char *folder = getenv("DLRIG_PICTURES");
    char path[512];
    struct str svg;
    struct err_info e = {0};
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s/%s-%dx%d-%s.svg", folder, lang, sizes[size].cols,
             sizes[size].rows, name);
    str_init(&svg, 1 << 24);
    picture_svg(t, &svg);
    assert_int_equal(file_write(path, svg.p, svg.len, FILE_REPLACE, false, &e), OK);
    str_free(&svg);
}

static void walk(const struct stop *road, const char *lang, int size, const char *const *args)
{
    struct vt *t = vt_open(sizes[size].rows, sizes[size].cols, args, NULL);
    struct str screen;
    str_init(&screen, 1 << 20);
    for (; road->keys != NULL; road++) {
        vt_keys(t, road->keys);
        if (road->name[0] == '\0')
            continue;
        str_clear(&screen);
        vt_text(t, &screen);
        compare(lang, size, road->name, &screen);
        draw(t, lang, size, road->name);
        if (strcmp(lang, "zh") == 0)
            check_chinese(road->name, screen.p);
    }
    str_free(&screen);
    vt_close(t);
}

static void the_wizard_and_what_follows(void **state)
{
    (void)state;
    wrong = 0;
    for (int lang = 0; lang < 2; lang++) {
        for (int size = 0; size < 3; size++)
            walk(wizard, langs[lang], size, ARGS("--lang", langs[lang]));
    }
    assert_int_equal(wrong, 0);
}

static void an_own_machine_in_every_detail(void **state)
{
    (void)state;
    wrong = 0;
    for (int lang = 0; lang < 2; lang++) {
        for (int size = 0; size < 3; size++)
            walk(bill, langs[lang], size,
                 ARGS("--lang", langs[lang], "--task", "finetune", "--model", "llama-3.1-8b",
                      "--method", "qlora", "--where", "own", "--gpu", "4090"));
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wizard_and_what_follows),
        cmocka_unit_test(an_own_machine_in_every_detail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
