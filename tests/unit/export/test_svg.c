/*
 * Pictures and the page for browsers: well formed whatever stands in a name, everything inside the
 * frame, no address loaded, both languages, light and dark; nothing drawn of what is not known.
 */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "export/svg.h"
#include "tests/unit/export/fixture.h"

#define DEPTH 64
#define NAME 32

/* --- a strict reader of tags: names balance, attributes are quoted, entities are known ---------
 */
static bool is_void(const char *name)
{
    static const char *const voids[] = {"meta", "br", "img", "link", "input", "hr"};
    for (size_t i = 0; i < sizeof voids / sizeof voids[0]; i++)
        if (str_eq(voids[i], name))
            return true;
    return false;
}

static void check_entity(const char *p)
{
    static const char *const known_ones[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < sizeof known_ones / sizeof known_ones[0]; i++)
        if (str_starts(p, known_ones[i]))
            return;
    fail_msg("a bare & at %.40s", p);
}

static const char *read_name(const char *p, char name[NAME])
{
    size_t n = 0;
    while (isalnum((unsigned char)*p) && n + 1 < NAME)
        name[n++] = *p++;
    name[n] = '\0';
    if (n == 0)
        fail_msg("no tag at %.40s", p);
    return p;
}

/* Attributes up to > or />; *closed: it ended itself. */
static const char *read_attributes(const char *p, bool *closed)
{
    *closed = false;
    while (*p != '>') {
        if (p[0] == '/' && p[1] == '>') {
            *closed = true;
            p++;
            break;
        }
        if (*p == '"') {
            for (p++; *p != '"'; p++) {
                if (*p == '\0' || *p == '<')
                    fail_msg("an attribute does not end: %.40s", p);
                if (*p == '&')
                    check_entity(p);
            }
        } else if (*p == '\0' || *p == '<') {
            fail_msg("a tag does not end: %.40s", p);
        }
        p++;
    }
    return p + 1;
}

static const char *read_tag(const char *p, char stack[DEPTH][NAME], int *depth)
{
    char name[NAME];
    bool closed = false, ends = *p == '/';
    p = read_attributes(read_name(p + ends, name), &closed);
    if (ends) {
        if (*depth == 0 || !str_eq(stack[*depth - 1], name))
            fail_msg("</%s> closes <%s>", name, *depth > 0 ? stack[*depth - 1] : "");
        (*depth)--;
    } else if (!closed && !is_void(name)) {
        assert_true(*depth < DEPTH);
        str_copy(stack[(*depth)++], NAME, name);
    }
    if (!ends && str_eq(name, "style")) /* rules, no markup */
        p = strstr(p, "</style>");
    assert_non_null(p);
    return p;
}

static void well_formed(const char *what, const char *text)
{
    char stack[DEPTH][NAME];
    int depth = 0;
    for (const char *p = text; *p != '\0';) {
        if (str_starts(p, "<!DOCTYPE html>")) {
            p += strlen("<!DOCTYPE html>");
        } else if (*p == '<') {
            p = read_tag(p + 1, stack, &depth);
        } else {
            if (*p == '&')
                check_entity(p);
            if ((unsigned char)*p < 0x20 && *p != '\n')
                fail_msg("%s: a control character", what);
            p++;
        }
    }
    if (depth != 0)
        fail_msg("%s: <%s> is never closed", what, stack[depth - 1]);
}

/* No scheme but those of links that a reader may follow, no script, nothing loaded. */
static void loads_nothing(const char *text)
{
    static const char *const bad[] = {"<script",     "src=",    "@import", "url(", "<link",
                                      "javascript:", " onload", "<image",  "<use"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (strstr(text, bad[i]) != NULL)
            fail_msg("holds %s", bad[i]);
    for (const char *p = text; (p = strstr(p, "href=\"")) != NULL; p += 6)
        if (!str_starts(p + 6, "#s") && !str_starts(p + 6, "http"))
            fail_msg("a link to %.40s", p + 6);
}

static void inside_the_frame(const char *text)
{
    for (const char *p = text; (p = strstr(p, " x=\"")) != NULL; p += 4) {
        double x = strtod(p + 4, NULL);
        if (!(x >= 0 && x <= SVG_WIDTH))
            fail_msg("x = %g", x);
    }
    for (const char *p = text; (p = strstr(p, " y=\"")) != NULL; p += 4) {
        double y = strtod(p + 4, NULL);
        if (!(y >= 0 && y <= 2 * SVG_HEIGHT))
            fail_msg("y = %g", y);
    }
    assert_null(strstr(text, "nan"));
    assert_null(strstr(text, "inf "));
}

static int times(const char *text, const char *word)
{
    int n = 0;
    for (const char *p = text; (p = strstr(p, word)) != NULL; p += strlen(word))
        n++;
    return n;
}

static void every_picture(void **state)
{
    (void)state;
    for (int s = 0; s < SAMPLES; s++) {
        for (int lang = 0; lang < 2; lang++) {
            const struct result *r = sample_plan((enum sample)s);
            struct str svg = plan_as(EXPORT_SVG, r, (enum lang)lang);
            struct str html = plan_as(EXPORT_HTML, r, (enum lang)lang);
            well_formed(sample_name((enum sample)s), svg.p);
            well_formed(sample_name((enum sample)s), html.p);
            loads_nothing(svg.p);
            loads_nothing(html.p);
            inside_the_frame(svg.p);
            assert_true(str_starts(svg.p, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
            assert_non_null(strstr(svg.p, "prefers-color-scheme:dark"));
            assert_non_null(
                strstr(html.p, lang == LANG_ZH ? "<html lang=\"zh-CN\">" : "<html lang=\"en\">"));
            str_free(&svg);
            str_free(&html);
        }
    }
}

/* One mark with its name a plan that has a cost and a pace; the front joins those of the front. */
static void a_mark_a_plan(void **state)
{
    const struct result *r = sample_plan(SAMPLE_RENT);
    struct str svg = plan_as(EXPORT_SVG, r, LANG_EN);
    int plans = 0, front = 0;
    (void)state;
    for (size_t i = 0; i < r->plan_n; i++) {
        bool there =
            known(r->plan[i].cost.total.typical) && known(r->plan[i].sizing.hours_per_run.typical);
        plans += there;
        front += there && r->plan[i].pareto;
    }
    assert_true(plans > 3);
    assert_int_equal(times(svg.p, "</title></path>"), plans);
    assert_int_equal(times(svg.p, "role=\"img\""), 2);
    assert_int_equal(times(svg.p, "</desc>"), 2);
    const char *line = strstr(svg.p, "<path class=\"f\" d=\"M");
    assert_non_null(line);
    size_t n = strcspn(line, "/");
    char first[4000];
    assert_true(n < sizeof first);
    memcpy(first, line, n);
    first[n] = '\0';
    assert_int_equal(times(first, "L"), front - 1);
    str_free(&svg);
}

/* Verdict first, then the job, as every text for people. */
static void page_opens_with_the_verdict(void **state)
{
    struct str html = plan_as(EXPORT_HTML, sample_plan(SAMPLE_RENT), LANG_EN);
    const char *main_part = strstr(html.p, "<main>\n");
    (void)state;
    assert_non_null(main_part);
    assert_true(str_starts(main_part, "<main>\n<h1>"));
    const char *job = strstr(main_part, "<p>Job");
    const char *bill = strstr(main_part, "<h2>");
    assert_true(job != NULL && bill != NULL && job < bill);
    assert_int_equal(times(html.p, "<svg"), 2);
    str_free(&html);
}

/* Every source that a number points to is there. */
static void numbers_lead_to_sources(void **state)
{
    struct str html = plan_as(EXPORT_HTML, sample_plan(SAMPLE_OWN), LANG_ZH);
    (void)state;
    assert_true(times(html.p, "<a href=\"#s") > 5);
    for (const char *p = html.p; (p = strstr(p, "<a href=\"#s")) != NULL; p++) {
        char id[40] = "<li id=\"s";
        size_t n = strlen(id), digits = strspn(p + 11, "0123456789");
        assert_true(digits > 0 && digits < 6);
        memcpy(id + n, p + 11, digits);
        memcpy(id + n + digits, "\"", 2);
        assert_non_null(strstr(html.p, id));
    }
    str_free(&html);
}

static void names_stay_text(void **state)
{
    (void)state;
    for (size_t plans = 0; plans < 3; plans++) {
        for (int lang = 0; lang < 2; lang++) {
            struct str svg = plan_as(EXPORT_SVG, extreme_result(plans), (enum lang)lang);
            struct str html = plan_as(EXPORT_HTML, extreme_result(plans), (enum lang)lang);
            well_formed("extreme", svg.p);
            well_formed("extreme", html.p);
            loads_nothing(svg.p);
            assert_null(strstr(html.p, "<b>t"));
            assert_null(strstr(html.p, "<script"));
            assert_non_null(strstr(html.p, "&lt;b&gt;t&lt;/b&gt;"));
            assert_non_null(strstr(svg.p, msg_text((enum lang)lang, MSG_SVG_NOTHING)));
            str_free(&svg);
            str_free(&html);
        }
    }
}

static void axes_hold_their_values(void **state)
{
    static const double flat[] = {3, 7, 9.5}, wide[] = {0.5, 40, 900}, none[] = {UNKNOWN, -2};
    (void)state;
    struct svg_axis a = svg_axis_of(flat, 3, true);
    assert_false(a.log);
    assert_true(a.low == 0 && a.high == 10);
    a = svg_axis_of(wide, 3, true);
    assert_true(a.log && a.low <= 0.5 && a.high >= 900);
    a.from = 0;
    a.to = 100;
    assert_true(svg_at(&a, a.low) == 0 && fabs(svg_at(&a, a.high) - 100) < 1e-9);
    assert_false(svg_axis_of(wide, 3, false).log);
    a = svg_axis_of(none, 2, true);
    assert_true(a.high > a.low);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_picture),
        cmocka_unit_test(a_mark_a_plan),
        cmocka_unit_test(page_opens_with_the_verdict),
        cmocka_unit_test(numbers_lead_to_sources),
        cmocka_unit_test(names_stay_text),
        cmocka_unit_test(axes_hold_their_values),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
