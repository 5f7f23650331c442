/* The table of keys has no two meanings in one place; the field edits by clusters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/config.h"
#include "app/field.h"
#include "app/keys.h"
#include "base/str.h"
#include "base/text.h"

static struct keymap keymap; /* of the table */

static void no_key_means_two_things(void **state)
{
    (void)state;
    for (unsigned bit = 1; bit < WHERE_ALL; bit <<= 1) {
        unsigned where = bit == WHERE_PARTS ? WHERE_PARTS | WHERE_PLAN : bit;
        for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
            const struct action_info *x = action_get((enum action)a);
            if ((x->where & where) == 0)
                continue;
            const char *p = x->keys;
            for (int32_t k = keys_parse(&p); k != KC_NONE; k = keys_parse(&p)) {
                enum action found = keys_action(&keymap, where, k, NULL);
                if (found != x->id)
                    fail_msg("%s and %s share a key", x->keys, action_get(found)->keys);
            }
        }
    }
}

static void every_action_has_words_and_every_key_a_name(void **state)
{
    (void)state;
    for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
        const struct action_info *x = action_get((enum action)a);
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            assert_false(str_empty(msg_text((enum lang)lang, x->label)));
            assert_false(str_empty(msg_text((enum lang)lang, x->help)));
        }
        const char *p = x->keys;
        int n = 0;
        while (keys_parse(&p) != KC_NONE)
            n++;
        assert_true(n > 0);
        assert_true(text_width(x->shown) <= 5);
    }
}

/* Esc closes or goes back and never quits; each function key has a letter beside it. */
static void esc_never_quits_and_function_keys_have_letters(void **state)
{
    (void)state;
    for (unsigned bit = 1; bit < WHERE_ALL; bit <<= 1) {
        enum action esc = keys_action(&keymap, bit, KC_ESC, NULL);
        assert_true(esc == ACT_BACK || esc == ACT_NONE);
        assert_int_equal(keys_action(&keymap, bit, KC_F10, NULL), ACT_QUIT);
        assert_int_equal(keys_action(&keymap, bit, 'q', NULL), ACT_QUIT);
        assert_int_equal(keys_action(&keymap, bit, KC_F1, NULL), ACT_HELP);
        assert_int_equal(keys_action(&keymap, bit, 'H', NULL), ACT_HELP);
    }
}

static void keys_of(struct field *f, const char *keys)
{
    for (int32_t k = keys_parse(&keys); k != KC_NONE; k = keys_parse(&keys))
        field_key(f, k);
}

static void field_edits_by_clusters(void **state)
{
    (void)state;
    struct field f;
    field_set(&f, "a显卡");
    assert_int_equal(f.caret, 7);
    keys_of(&f, "Left Bksp");
    assert_string_equal(f.text, "a卡");
    keys_of(&f, "Home Del");
    assert_string_equal(f.text, "卡");
    keys_of(&f, "Left Left Right Right Right x");
    assert_string_equal(f.text, "卡x");
    field_set(&f, "one two ");
    field_key(&f, KC_CTRL('w'));
    assert_string_equal(f.text, "one ");
    field_key(&f, KC_CTRL('u'));
    assert_string_equal(f.text, "");
    field_key(&f, KC_BACKSPACE);
    field_key(&f, KC_DELETE);
    field_key(&f, KC_LEFT);
    assert_string_equal(f.text, "");
}

static void field_refuses_what_is_no_text(void **state)
{
    (void)state;
    struct field f;
    field_set(&f, "\033[31mred\n");
    assert_null(strchr(f.text, '\033'));
    size_t n = strlen(f.text);
    assert_false(field_insert(&f, 7));
    assert_false(field_insert(&f, 0x202e)); /* right-to-left override */
    assert_false(field_insert(&f, 0xd800));
    assert_int_equal(strlen(f.text), n);
    field_set(&f, "");
    for (int i = 0; i < 1000; i++)
        field_insert(&f, 0x663e);
    assert_true(strlen(f.text) < FIELD_BYTES);
    assert_true(text_valid(f.text));
}

/* --- keys of the config ---------------------------------------------------------------------- */
static enum err bind(struct keymap *k, const char *text, struct err_info *e)
{
    struct config c;
    config_init(&c);
    assert_int_equal(config_read(&c, text, strlen(text), "mine.ini", e), OK);
    return keymap_build(k, &c, "mine.ini", e);
}

static void the_config_binds_keys(void **state)
{
    (void)state;
    struct keymap k;
    struct err_info e = {0};
    assert_int_equal(bind(&k, "[keys]\ncompare = v C-v\nstep = F2 F3 F4 F5 F6 F7\n", &e), OK);
    assert_int_equal(keys_action(&k, WHERE_PLAN, 'v', NULL), ACT_COMPARE);
    assert_int_equal(keys_action(&k, WHERE_PLAN, KC_CTRL('v'), NULL), ACT_COMPARE);
    assert_int_equal(keys_action(&k, WHERE_PLAN, 'c', NULL), ACT_NONE);
    assert_string_equal(k.shown[ACT_COMPARE], "v");
    int nth = -1;
    assert_int_equal(keys_action(&k, WHERE_PLAN, KC_F1 + 4, &nth), ACT_STEP);
    assert_int_equal(nth, 3); /* F5: the fourth step */
    /* a key of the config is taken away from the action that has it by the table */
    assert_int_equal(bind(&k, "[keys]\ncompare = t\ncost = c\n", &e), OK);
    assert_int_equal(keys_action(&k, WHERE_PLAN, 't', NULL), ACT_COMPARE);
    assert_int_equal(keys_action(&k, WHERE_PLAN, 'c', NULL), ACT_COST);
    assert_int_equal(bind(&k, "[keys]\nnext-plan = n\nexplain = ]\n", &e), OK);
    assert_int_equal(keys_action(&k, WHERE_PLAN, ']', NULL), ACT_EXPLAIN);
    assert_int_equal(keys_action(&k, WHERE_PLAN, 'n', NULL), ACT_NEXT_PLAN);
}

static void conflicts_of_keys_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        long line;
    } wrong[] = {{"[keys]\ncompare = v\ncost = v\n", "v (compare, cost)", 2},
                 {"\n[keys]\ncost = c\n", "c (cost, compare)", 3},
                 {"[keys]\ncompare = Hyper\n", "Hyper (compare)", 2},
                 {"[keys]\nlock = c\n", "c (lock, compare)", 2}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct keymap k;
        struct err_info e = {0};
        assert_int_equal(bind(&k, wrong[i].text, &e), ERR_VALUE);
        struct str s;
        str_init(&s, 1024);
        err_render(&s, LANG_EN, &e);
        if (strstr(s.p, wrong[i].says) == NULL)
            fail_msg("%s", s.p);
        assert_int_equal(e.line, wrong[i].line);
        str_free(&s);
    }
}

static void field_takes_the_readline_keys(void **state)
{
    (void)state;
    struct field f;
    field_set(&f, "one two three");
    keys_of(&f, "C-a C-f C-d");
    assert_string_equal(f.text, "oe two three");
    keys_of(&f, "C-e C-b C-h");
    assert_string_equal(f.text, "oe two thre");
    field_key(&f, KC_ALT_B);
    field_key(&f, KC_ALT_D);
    assert_string_equal(f.text, "oe two ");
    keys_of(&f, "C-a C-y");
    assert_string_equal(f.text, "threoe two ");
    keys_of(&f, "C-k");
    assert_string_equal(f.text, "thre");
    keys_of(&f, "C-y C-u C-y C-y");
    assert_string_equal(f.text, "threoe two threoe two ");
}

int main(void)
{
    keymap_default(&keymap);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_means_two_things),
        cmocka_unit_test(every_action_has_words_and_every_key_a_name),
        cmocka_unit_test(esc_never_quits_and_function_keys_have_letters),
        cmocka_unit_test(field_edits_by_clusters),
        cmocka_unit_test(field_refuses_what_is_no_text),
        cmocka_unit_test(field_takes_the_readline_keys),
        cmocka_unit_test(the_config_binds_keys),
        cmocka_unit_test(conflicts_of_keys_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
