/* UTF-8 text on a terminal: cleaning, width, clipping, wrapping, folding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/text.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void decoding(void **state)
{
    const char *p = "a显\xff\xe6\x98z";

    (void)state;
    assert_int_equal(text_next(&p), 'a');
    assert_int_equal(text_next(&p), 0x663E);
    assert_int_equal(text_next(&p), 0xFFFD);
    assert_int_equal(text_next(&p), 0xFFFD);
    assert_int_equal(text_next(&p), 0xFFFD);
    assert_int_equal(text_next(&p), 'z');
    assert_int_equal(text_next(&p), 0);
    assert_int_equal(text_next(&p), 0); /* stays at the end */
    assert_true(text_valid("显卡 é"));
    assert_true(text_valid(""));
    assert_false(text_valid("\xc0\x80"));         /* overlong NUL */
    assert_false(text_valid("\xed\xa0\x80"));     /* surrogate */
    assert_false(text_valid("\xf4\x90\x80\x80")); /* above U+10FFFF */
    assert_false(text_valid("a\xe6\x98"));
    assert_int_equal(text_valid_bytes("ab\0c", 4), 2);
    assert_int_equal(text_valid_bytes("ab\xe6\x98", 4), 2);
    assert_int_equal(text_valid_bytes("显", 3), 3);
    assert_int_equal(text_valid_bytes("显", 2), 0);
    for (size_t at = 0; at < 40; at++) { /* also where eight bytes are looked at together */
        char line[41];

        for (int bad = 0; bad < 3; bad++) {
            memset(line, bad == 2 ? 0x7f : 'a', sizeof line);
            line[at] = bad == 0 ? '\0' : bad == 1 ? '\x80' : '\xff';
            assert_int_equal(text_valid_bytes(line, 40), at);
            assert_int_equal(text_valid_bytes(line, at), at);
        }
    }
}

static void clean_is(const char *in, const char *expected)
{
    struct str s;

    str_init(&s, 1000);
    text_clean(&s, in);
    if (strcmp(s.p, expected) != 0)
        fail_msg("'%s' cleaned to '%s', expected '%s'", in, s.p, expected);
    str_free(&s);
}

static void cleaning(void **state)
{
    (void)state;
    clean_is("RTX 4090", "RTX 4090");
    clean_is("A100\x1b[2J\x1b]0;pwn\x07", "A100[2J]0;pwn");
    clean_is("a\tb\nc\rd", "a b c d");
    clean_is("x\xc2\x9b"
             "31mx",
             "x31mx"); /* U+009B, the one-character CSI */
    clean_is("\x7f"
             "del",
             "del");
    clean_is("evil\xe2\x80\xaegpj.exe", "evilgpj.exe"); /* right-to-left override */
    clean_is("zero\xe2\x80\x8bwidth", "zerowidth");
    clean_is("bad\xff", "bad\xEF\xBF\xBD");
    clean_is("显卡：24 GB", "显卡：24 GB");
    clean_is("e\xcc\x81", "\xc3\xa9"); /* composed */
    clean_is("\xcc\x81"
             "a",
             "a"); /* a mark without a base */
    clean_is("e\xcc\x81\xcc\x81\xcc\x81\xcc\x81\xcc\x81", "\xc3\xa9\xcc\x81"); /* flood */
    clean_is("q\xcc\xa3\xcc\x87", "q\xcc\xa3\xcc\x87"); /* no composed form: dot below, above */
    clean_is("q\xcc\x87\xcc\xa3", "q\xcc\xa3\xcc\x87"); /* canonical order */
    clean_is("!\xef\xb8\x8f", "!");                     /* variation selector */
    clean_is("", "");
    clean_is("\xf0\x9f\x91\x8d\xf0\x9f\x8f\xbd", "\xf0\x9f\x91\x8d"); /* skin tone */
    clean_is("\xef\xbf\xbf", "\xEF\xBF\xBD");                         /* U+FFFF */
}

static void cleaning_into_a_buffer(void **state)
{
    char b[8];

    (void)state;
    assert_true(text_clean_buf(b, sizeof b, "a\x1b[1m"));
    assert_string_equal(b, "a[1m");
    assert_false(text_clean_buf(b, sizeof b, "显卡显"));
    assert_string_equal(b, "显卡");
    assert_false(text_clean_buf(b, 0, "x"));
    assert_true(text_clean_buf(b, sizeof b, NULL));
    assert_string_equal(b, "");
}

static void widths(void **state)
{
    static const struct {
        const char *text;
        int cells;
    } rows[] = {
        {"", 0},
        {"abc", 3},
        {"显卡", 4},
        {"，。", 4},
        {"é", 1},
        {"e\xcc\x81", 1},
        {"│─", 2},
        {"… × ° •", 7},
        {"¥41,800", 7},
        {"显\x1b[0m卡", 7},
        {"ｱ", 1},
        {"Ａ", 2},
        {"\xf0\x9f\x96\xa5 x", 3 /* U+1F5A5, narrow */},
        {"\xf0\x9f\x9a\x80 x", 4 /* rocket */},
        {"한글", 4},
        {"a\tb", 3},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (text_width(rows[i].text) != rows[i].cells)
            fail_msg("'%s': %d cells, expected %d", rows[i].text, text_width(rows[i].text),
                     rows[i].cells);
    }
    assert_int_equal(text_width(NULL), 0);
}

static void ambiguous_characters(void **state)
{
    struct str s;

    (void)state;
    text_ambiguous_wide(true);
    assert_true(text_is_ambiguous_wide());
    assert_int_equal(text_width("│─…×°"), 10);
    assert_int_equal(text_width("a显"), 3); /* others stay */
    str_init(&s, 100);
    assert_int_equal(text_clip(&s, "abcdefgh", 5, false), 5);
    assert_string_equal(s.p, "abcd~"); /* a wide ellipsis would not fit one cell */
    str_free(&s);
    text_ambiguous_wide(false);
    assert_int_equal(text_width("│─…×°"), 5);
}

static void clip_is(const char *in, int cells, const char *expected)
{
    struct str s;

    str_init(&s, 1000);
    int used = text_clip(&s, in, cells, false);
    if (strcmp(s.p, expected) != 0)
        fail_msg("'%s' at %d: '%s', expected '%s'", in, cells, s.p, expected);
    assert_int_equal(used, text_width(expected));
    str_free(&s);
}

static void clipping(void **state)
{
    (void)state;
    clip_is("abcdef", 6, "abcdef");
    clip_is("abcdef", 5, "abcd…");
    clip_is("abcdef", 1, "…");
    clip_is("abcdef", 0, "");
    clip_is("abcdef", -3, "");
    clip_is("显卡显卡", 8, "显卡显卡");
    clip_is("显卡显卡", 7, "显卡显…");
    clip_is("显卡显卡", 6, "显卡…"); /* half a character would be left: five cells used */
    clip_is("显", 1, "…");
    clip_is("abe\xcc\x81"
            "fgh",
            4, "ab\xc3\xa9…"); /* the accent stays with its letter */
    clip_is("", 5, "");
    clip_is(NULL, 5, "");

    struct str s;
    str_init(&s, 100);
    text_clip(&s, "abcdef", 3, true);
    assert_string_equal(s.p, "ab~");
    str_free(&s);
}

static void pad_is(const char *in, int cells, int align, const char *expected)
{
    struct str s;

    str_init(&s, 1000);
    text_pad(&s, in, cells, align, false);
    if (strcmp(s.p, expected) != 0)
        fail_msg("'%s' padded to '%s', expected '%s'", in, s.p, expected);
    str_free(&s);
}

static void padding(void **state)
{
    (void)state;
    pad_is("ab", 5, -1, "ab   ");
    pad_is("ab", 5, 1, "   ab");
    pad_is("ab", 5, 0, " ab  ");
    pad_is("显卡", 5, -1, "显卡 ");
    pad_is("显卡", 5, 1, " 显卡");
    pad_is("显卡显卡", 6, 1, "显卡… ");
    pad_is("显卡", 3, -1, "显…");
    pad_is("显卡", 2, -1, "… ");
    pad_is("", 3, 1, "   ");
    pad_is("ab", 0, 1, "");
    pad_is(NULL, 2, -1, "  ");
}

/* Every row of a table has the same width, whatever it holds and however narrow it is. */
static void padded_rows_have_one_width(void **state)
{
    static const char *const texts[] = {"显卡",
                                        "NVIDIA GeForce RTX 4090",
                                        "电源 / 内存",
                                        "\xf0\x9f\x9a\x80",
                                        "a\x1b[31m",
                                        "e\xcc\x81z\xcc\x81",
                                        "",
                                        "\xff\xfe"};

    (void)state;
    for (int cells = 0; cells < 130; cells++) {
        for (size_t i = 0; i < COUNT(texts); i++) {
            for (int align = -1; align <= 1; align++) {
                struct str s;
                str_init(&s, 1000);
                text_pad(&s, texts[i], cells, align, i % 2);
                assert_int_equal(text_width(s.p), cells);
                str_free(&s);
            }
        }
    }
}

static void wrap_is(const char *text, int cells, const char *expected)
{
    struct str s;
    size_t n, skip;
    const char *p = text;

    str_init(&s, 10000);
    while ((n = text_wrap(p, cells, &skip)) > 0 || skip > 0) {
        if (p != text)
            str_addc(&s, '|');
        str_addn(&s, p, n);
        p += n + skip;
    }
    assert_int_equal(*p, 0);
    if (strcmp(s.p, expected) != 0)
        fail_msg("'%s' at %d: '%s', expected '%s'", text, cells, s.p, expected);
    str_free(&s);
}

static void wrapping(void **state)
{
    (void)state;
    wrap_is("one two three", 7, "one two|three");
    wrap_is("one two three", 3, "one|two|thr|ee");
    wrap_is("v2.1.pdf", 2, "v|2.|1.|pd|f"); /* no line begins with a stop */
    wrap_is("one  two", 4, "one|two");
    wrap_is("exact fit", 5, "exact|fit");
    wrap_is("a\nb", 10, "a|b");
    wrap_is("a\n\nb", 10, "a||b");
    wrap_is("", 10, "");
    wrap_is("one two ", 7, "one two");
    wrap_is("显卡内存不足", 6, "显卡内|存不足");
    wrap_is("显存不够，换卡", 8, "显存不|够，换卡"); /* no comma at the start of a line */
    wrap_is("显存（显卡）", 6, "显存|（显|卡）");    /* no opening bracket at the end */
    wrap_is("需要“显卡”吗", 5, "需要|“显|卡”吗");
    wrap_is("需要“显卡”吗", 6, "需要|“显卡”|吗");
    wrap_is("用RTX 4090训练", 8, "用RTX|4090训练");
    wrap_is("GPU显存", 4, "GPU|显存");
    wrap_is("abcdefgh", 3, "abc|def|gh");
    wrap_is("显", 1, "显"); /* one character at least, or it would never end */
    wrap_is("显卡", 0, "显|卡");
    wrap_is("价格100%。", 8, "价格|100%。");
    wrap_is("  indented text", 10, "  indented|text");
    wrap_is("电源——够用", 4, "电|源——|够用"); /* the dash does not begin a line */
}

/* The lines together are the text, no line is too wide, none begins with a closing mark. */
static void wrapping_holds_for_any_width(void **state)
{
    static const char text[] =
        "这个任务需要 61.3 GiB 显存，而该卡只有 48 GB（可用 44.6 GiB），因此放不下。A cheaper way "
        "is "
        "QLoRA, which stores 4-bit weights; see “explain”!\n第二段：价格¥41,800。";

    (void)state;
    for (int cells = 2; cells < 140; cells++) {
        const char *p = text;
        size_t n, skip;
        while ((n = text_wrap(p, cells, &skip)) > 0 || skip > 0) {
            char line[sizeof text];
            memcpy(line, p, n);
            line[n] = '\0';
            assert_true(text_valid(line));
            assert_true(text_width(line) <= cells);
            if (cells >= 12)
                assert_true(n == 0 || (strncmp(line, "，", 3) && strncmp(line, "。", 3) &&
                                       strncmp(line, "）", 3) && line[0] != ' '));
            p += n + skip;
        }
        assert_int_equal(*p, 0);
    }
}

static void clusters(void **state)
{
    (void)state;
    assert_int_equal(text_cluster("abc"), 1);
    assert_int_equal(text_cluster("显卡"), 3);
    assert_int_equal(text_cluster("e\xcc\x81x"), 3);
    assert_int_equal(text_cluster(""), 0);
    assert_int_equal(text_cluster_width("显x"), 2);
    assert_int_equal(text_cluster_width(""), 0);
    assert_true(text_cluster("\x1b") > 0); /* progress also over what is dropped */
}

static void words_of_any_length(void **state)
{
    (void)state;
    const char *row = "rtx 4090 nvidia 显卡";
    char path[301];
    assert_true(text_has_words(row, ""));
    assert_true(text_has_words(row, "  "));
    assert_true(text_has_words(row, " nvidia  40 "));
    assert_true(text_has_words(row, "显卡"));
    assert_false(text_has_words(row, "rtx 5090"));
    assert_false(text_has_words("", "rtx"));
    /* a path is one long word: it is looked for, not passed over */
    memset(path, 'a', 300);
    path[300] = '\0';
    assert_false(text_has_words(row, path));
    assert_true(text_has_words(path, path));
}

static void folding(void **state)
{
    struct str s;

    (void)state;
    str_init(&s, 1000);
    text_fold(&s, "RTX ４０９０ Ｔｉ Ünïcode 显卡 ß");
    assert_string_equal(s.p, "rtx 4090 ti unicode 显卡 ss");
    str_free(&s);
}

static void distances(void **state)
{
    (void)state;
    assert_int_equal(text_distance("llama", "llama", 3), 0);
    assert_int_equal(text_distance("Llama", "lLAMA", 3), 0);
    assert_int_equal(text_distance("lama", "llama", 3), 1);
    assert_int_equal(text_distance("lalma", "llama", 3), 1); /* swapped */
    assert_int_equal(text_distance("kitten", "sitting", 5), 3);
    assert_int_equal(text_distance("kitten", "sitting", 2), 3); /* max + 1 */
    assert_int_equal(text_distance("", "abc", 5), 3);
    assert_int_equal(text_distance("", "", 0), 0);
    assert_int_equal(text_distance("a", "b", 0), 1);
    char a[200], b[200];
    memset(a, 'x', sizeof a - 1);
    memset(b, 'x', sizeof b - 1);
    a[199] = b[199] = '\0';
    assert_int_equal(text_distance(a, b, 4), 0);
    b[100] = 'y';
    assert_int_equal(text_distance(a, b, 4), 5);
}

/* Random bytes: nothing dangerous comes out, cleaning twice changes nothing, widths agree. */
static void random_bytes(void **state)
{
    (void)state;
    srand(3);
    for (int round = 0; round < 20000; round++) {
        char in[33];
        struct str once, twice;
        size_t n = (size_t)rand() % 32;
        for (size_t i = 0; i < n; i++) {
            static const unsigned char lead[] = {0xCC, 0x81, 0xE2, 0x80, 0xAE, 0xF0, 0x9F, 0x1B};
            in[i] = (char)(rand() % 3 ? 1 + rand() % 255 : lead[rand() % 8]);
        }
        in[n] = '\0';
        str_init(&once, 1000);
        str_init(&twice, 1000);
        text_clean(&once, in);
        text_clean(&twice, once.p);
        assert_true(text_valid(once.p));
        assert_int_equal(text_width(in), text_width(once.p));
        assert_string_equal(once.p, twice.p);
        for (const char *p = once.p; *p;) {
            int32_t cp = text_next(&p);
            assert_true(cp >= 0x20 && !(cp >= 0x7F && cp <= 0x9F));
            assert_false(cp >= 0x202A && cp <= 0x202E);
        }
        int cells = rand() % 20;
        str_clear(&twice);
        assert_true(text_clip(&twice, in, cells, false) <= cells);
        assert_true(text_width(twice.p) <= cells);
        str_free(&once);
        str_free(&twice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decoding),
        cmocka_unit_test(cleaning),
        cmocka_unit_test(cleaning_into_a_buffer),
        cmocka_unit_test(widths),
        cmocka_unit_test(ambiguous_characters),
        cmocka_unit_test(clipping),
        cmocka_unit_test(padding),
        cmocka_unit_test(padded_rows_have_one_width),
        cmocka_unit_test(wrapping),
        cmocka_unit_test(wrapping_holds_for_any_width),
        cmocka_unit_test(clusters),
        cmocka_unit_test(folding),
        cmocka_unit_test(words_of_any_length),
        cmocka_unit_test(distances),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
