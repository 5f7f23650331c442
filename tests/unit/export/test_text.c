/* Plain text and the line for scripts: order, width, language, no escapes. */
// links: catalog
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "tests/unit/export/fixture.h"

static bool control(const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++)
        if ((*p < 0x20 && *p != '\n') || *p == 0x7f)
            return true;
    return false;
}

/* Lines keep to 100 columns; one whole word (an address) may pass it, never a table. */
static void check_width_of(const char *what, const char *text, int cells)
{
    char line[8192];
    for (const char *p = text; *p != '\0';) {
        size_t n = strcspn(p, "\n");
        assert_true(n < sizeof line);
        memcpy(line, p, n);
        line[n] = '\0';
        int w = text_width(line);
        if (w > cells && (strstr(line, "://") == NULL || strcspn(line + 8, " ") + 8 < n))
            fail_msg("%s: %d columns: %s", what, w, line);
        assert_true(n == 0 || line[n - 1] != ' ');
        p += n + (p[n] == '\n');
    }
}

static void check_width(const char *what, const char *text)
{
    check_width_of(what, text, 100);
}

/* A long address goes on in the next line, wherever it had to be cut. */
static bool goes_on(const char *text, const char *hit)
{
    const char *p = hit;
    while (p > text && p[-1] == ' ')
        p--;
    return p > text + 1 && p[-1] == '\n' && isalnum((unsigned char)p[-2]);
}

static void check_punctuation(const char *what, const char *text, enum lang lang)
{
    static const char *const bad[] = {".. ",  "..\n", ",,",  "。。", "。.",   ".。",
                                      "，，", "：：", "  .", " ,",   " 。",   " ，",
                                      "()",   "（）", "::",  "?.",   "\n\n\n"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *hit = strstr(text, bad[i]);
        if (hit != NULL && strncmp(hit, ".. 2", 4) != 0 &&
            !goes_on(text, hit)) /* days "from .. to" of a source */
            fail_msg("%s: \"%s\" in ...%.80s", what, bad[i],
                     hit - (hit - text > 40 ? 40 : hit - text));
    }
    (void)lang;
}

/* A message that nobody filled or translated would show as braces. */
static void check_filled(const char *what, const char *text)
{
    for (int i = 1; i <= 9; i++) {
        char hole[16];
        snprintf(hole, sizeof hole, "{%d}", i);
        if (strstr(text, hole) != NULL)
            fail_msg("%s: %s was not filled", what, hole);
    }
}

static size_t at_of(const char *what, const char *text, const char *word)
{
    const char *p = strstr(text, word);
    if (p == NULL)
        fail_msg("%s: no \"%s\"", what, word);
    return (size_t)(p - text);
}

static const char *word(enum lang lang, enum msg_id id)
{
    return msg_text(lang, id);
}

static void every_report_is_clean(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        for (int l = 0; l < 2; l++) {
            const char *what = sample_name((enum sample)i);
            struct str text = plan_as(EXPORT_TEXT, sample_plan((enum sample)i), (enum lang)l);
            assert_false(control(text.p));
            assert_true(text_valid(text.p));
            check_width(what, text.p);
            check_punctuation(what, text.p, (enum lang)l);
            check_filled(what, text.p);
            str_free(&text);
        }
    }
}

/* Verdict, reason in figures, smallest change, price with its day; job; choice. */
static void verdict_reason_change_price(void **state)
{
    (void)state;
    for (int l = 0; l < 2; l++) {
        enum lang lang = (enum lang)l;
        struct str text = plan_as(EXPORT_MD, sample_plan(SAMPLE_HAVE), lang);
        size_t line = strcspn(text.p, "\n");
        size_t machine = at_of("have", text.p, "2x GeForce RTX 4090 24GB + 1x GeForce RTX 3090");
        size_t verdict = at_of(
            "have", text.p, word(lang, export_verdict_msg(sample_plan(SAMPLE_HAVE)->verdict.word)));
        size_t figures = at_of("have", text.p, "GiB");
        size_t price = at_of("have", text.p,
                             lang == LANG_EN ? "Price of the plan below: $" : "下列方案价格：");
        size_t job = at_of("have", text.p, word(lang, MSG_REPORT_JOB));
        assert_true(machine < verdict && verdict < figures && figures < price && price < line);
        assert_true(line < at_of("have", text.p + line, word(lang, MSG_REPORT_JOB)) + line);
        (void)job;
        str_free(&text);

        text = plan_as(EXPORT_MD, sample_plan(SAMPLE_NO_PLAN), lang);
        line = strcspn(text.p, "\n");
        size_t change =
            at_of("no plan", text.p, lang == LANG_EN ? "Smallest change: " : "最小改动：");
        assert_true(at_of("no plan", text.p, "GiB") < change && change < line);
        assert_int_equal(at_of("no plan", text.p, "**1x GeForce RTX 4090 24GB"), 0);
        str_free(&text);
    }
}

/* Every answer that was given stands in the job line, every default in the table with its flag. */
static void answers_are_all_there(void **state)
{
    (void)state;
    for (int l = 0; l < 2; l++) {
        enum lang lang = (enum lang)l;
        const struct result *r = sample_plan(SAMPLE_SERVE);
        struct str text = plan_as(EXPORT_MD, r, lang);
        struct str job;
        str_init(&job, 8192);
        export_job_line(&job, lang, &r->job);
        assert_non_null(strstr(text.p, job.p));
        assert_non_null(strstr(job.p, "CNY"));
        assert_non_null(strstr(job.p, lang == LANG_EN ? "China" : "中国"));
        const char *table = text.p + at_of("serve", text.p, word(lang, MSG_REPORT_ASSUMPTIONS));
        for (int i = 0; i < Q_COUNT; i++) {
            const struct question *q = question_get((enum question_id)i);
            if (r->job.text[i] == NULL || (q->visible != NULL && !q->visible(&r->job)))
                continue;
            char flag[80];
            snprintf(flag, sizeof flag, "`--%s`", q->name);
            bool listed = strstr(table, flag) != NULL;
            if (listed == (r->job.from[i] == FROM_GIVEN))
                fail_msg("%s: given %d, listed %d", q->name, r->job.from[i] == FROM_GIVEN, listed);
        }
        /* labels of choices, not the words of flags */
        assert_non_null(strstr(table, lang == LANG_EN ? "| office room |" : "| 办公室 |"));
        assert_null(strstr(table, "| any |\n"));
        str_free(&job);
        str_free(&text);
    }
}

/* Words of flags and of English sentences have no place in a Chinese report. */
static void chinese_is_chinese(void **state)
{
    static const char *const english[] = {" the ",    " of ",   " with ", "unknown",  " none",
                                          " fits",    "Price:", " a run", "tokens/s", " startup",
                                          "images/s", " month", " hours", " yes",     " card "};
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        struct str text = plan_as(EXPORT_MD, sample_plan((enum sample)i), LANG_ZH);
        /* sources are quoted as they are */
        char *sources = strstr(text.p, "## 来源");
        if (sources != NULL)
            *sources = '\0';
        for (size_t k = 0; k < sizeof english / sizeof english[0]; k++) {
            const char *hit = strstr(text.p, english[k]);
            if (hit != NULL)
                fail_msg("%s: \"%s\" in ...%.100s", sample_name((enum sample)i), english[k],
                         hit - (hit - text.p > 50 ? 50 : hit - text.p));
        }
        assert_null(strstr(text.p, "):"));
        str_free(&text);
    }
}

/* Without runs the speed stands where the time would. */
static void serving_shows_its_speed(void **state)
{
    struct str text = plan_as(EXPORT_MD, sample_plan(SAMPLE_SERVE), LANG_EN);
    const char *table = text.p + at_of("serve", text.p, "## Alternatives");
    (void)state;
    assert_non_null(strstr(table, "| Speed |"));
    assert_null(strstr(table, "| unknown |"));
    assert_non_null(strstr(table, " tokens/s ("));
    assert_non_null(strstr(table, " at once)"));
    str_free(&text);
}

static size_t fields(const char *line)
{
    size_t n = 1;
    for (const char *p = strstr(line, "; "); p != NULL; p = strstr(p + 2, "; "))
        n++;
    return n;
}

static void one_line_of_four_fields(void **state)
{
    (void)state;
    for (int i = 0; i < SAMPLES; i++) {
        for (int l = 0; l < 2; l++) {
            struct str text = plan_as(EXPORT_LINE, sample_plan((enum sample)i), (enum lang)l);
            assert_int_equal(strcspn(text.p, "\n"), text.len - 1);
            if (fields(text.p) != 4)
                fail_msg("%s: %zu fields: %s", sample_name((enum sample)i), fields(text.p), text.p);
            str_free(&text);
        }
    }
    struct str text = plan_as(EXPORT_LINE, sample_plan(SAMPLE_RENT), LANG_EN);
    assert_true(str_starts(text.p, "fits"));
    assert_non_null(strstr(text.p, " an hour (20"));
    str_free(&text);
    text = plan_as(EXPORT_LINE, sample_plan(SAMPLE_NO_PLAN), LANG_EN);
    assert_non_null(strstr(text.p, "does not fit"));
    assert_non_null(strstr(text.p, "; no machine; unknown; unknown\n"));
    str_free(&text);
    text = plan_as(EXPORT_LINE, extreme_result(2), LANG_EN);
    assert_int_equal(fields(text.p), 4);
    assert_false(control(text.p));
    str_free(&text);
}

/* Nothing known, names with every sign there is, forty lines: still a clean document. */
static void extremes_stay_clean(void **state)
{
    static const enum export_format formats[] = {EXPORT_TEXT, EXPORT_MD};
    (void)state;
    for (size_t plans = 0; plans < 3; plans++) {
        for (size_t f = 0; f < 2; f++) {
            for (int l = 0; l < 2; l++) {
                struct str text = plan_as(formats[f], extreme_result(plans), (enum lang)l);
                assert_false(control(text.p));
                assert_true(text_valid(text.p));
                check_filled("extreme", text.p);
                assert_null(strstr(text.p, "nan"));
                assert_null(strstr(text.p, "inf"));
                if (formats[f] == EXPORT_TEXT)
                    check_width("extreme", text.p);
                assert_non_null(strstr(text.p, msg_text((enum lang)l, MSG_WORD_UNKNOWN)));
                str_free(&text);
            }
        }
    }
}

static void other_documents(void **state)
{
    static const struct {
        const char *task, *gpu;
    } sizes[] = {
        {NULL, NULL}, {"finetune", "rtx-4090"}, {"serve", "rtx-4090x2,nvidia-a100-sxm4-80x1"}};
    static const int widths[] = {0, 80, 100, 140};
    const struct offer *offer[60];
    size_t n = sample_offers(offer, 60);
    (void)state;
    for (int l = 0; l < 2; l++) {
        struct export_options o = options((enum lang)l);
        struct err_info e = {0};
        struct str text;
        str_init(&text, 8u << 20);
        o.explain = true;
        for (size_t i = 0; i < 3; i++) {
            str_clear(&text);
            assert_int_equal(
                export_size(EXPORT_TEXT, sample_size(sizes[i].task, sizes[i].gpu), &o, &text, &e),
                OK);
            check_width("size", text.p);
            check_filled("size", text.p);
            check_punctuation("size", text.p, (enum lang)l);
            if (l == LANG_ZH)
                assert_null(strstr(text.p, "= none"));
        }
        str_clear(&text);
        assert_int_equal(export_size(EXPORT_TEXT, extreme_size(), &o, &text, &e), OK);
        check_width("extreme size", text.p);
        str_clear(&text);
        assert_int_equal(export_fits(EXPORT_TEXT, sample_fits("rtx-4090x1"), &o, &text, &e), OK);
        check_width("fits", text.p);
        assert_true(str_starts(text.p, "1x GeForce RTX 4090"));
        str_clear(&text);
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
            struct offers_page page = {.offer = offer,
                                       .n = n,
                                       .hidden = 3,
                                       .stale = 2,
                                       .currency = l == 0 ? "USD" : "CNY",
                                       .by = OFFER_BY_TFLOPS,
                                       .cells = widths[i]};
            str_clear(&text);
            assert_int_equal(export_offers(EXPORT_TEXT, &page, &o, &text, &e), OK);
            check_width_of("offers", text.p, widths[i] > 0 ? widths[i] : 100);
        }
        str_clear(&text);
        assert_int_equal(export_rules(EXPORT_TEXT, &o, &text, &e), OK);
        check_width("rules", text.p);
        check_filled("rules", text.p);
        str_free(&text);
    }
}

static void ascii_when_asked(void **state)
{
    const struct result *r = sample_plan(SAMPLE_RENT);
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 1u << 20);
    o.ascii = true;
    assert_int_equal(export_plan(EXPORT_TEXT, r, &o, &text, &e), OK);
    for (const char *p = text.p; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x80)
            fail_msg("not ASCII: %.40s", p);
    check_width("ascii", text.p);
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_report_is_clean),   cmocka_unit_test(verdict_reason_change_price),
        cmocka_unit_test(answers_are_all_there),   cmocka_unit_test(chinese_is_chinese),
        cmocka_unit_test(serving_shows_its_speed), cmocka_unit_test(one_line_of_four_fields),
        cmocka_unit_test(extremes_stay_clean),     cmocka_unit_test(other_documents),
        cmocka_unit_test(ascii_when_asked),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
