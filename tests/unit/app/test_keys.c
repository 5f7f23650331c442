/* The table of keys has no two meanings in one place; the field edits by clusters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "app/field.h"
#include "app/keys.h"
#include "base/str.h"
#include "base/text.h"

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
                enum action found = keys_action(where, k);
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
        enum action esc = keys_action(bit, KC_ESC);
        assert_true(esc == ACT_BACK || esc == ACT_NONE);
        assert_int_equal(keys_action(bit, KC_F10), ACT_QUIT);
        assert_int_equal(keys_action(bit, 'q'), ACT_QUIT);
        assert_int_equal(keys_action(bit, KC_F1), ACT_HELP);
        assert_int_equal(keys_action(bit, 'H'), ACT_HELP);
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
    field_key(&f, KC_CTRL_W);
    assert_string_equal(f.text, "one ");
    field_key(&f, KC_CTRL_U);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_key_means_two_things),
        cmocka_unit_test(every_action_has_words_and_every_key_a_name),
        cmocka_unit_test(esc_never_quits_and_function_keys_have_letters),
        cmocka_unit_test(field_edits_by_clusters),
        cmocka_unit_test(field_refuses_what_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
