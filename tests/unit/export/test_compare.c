/*
 * Two plans as documents: each kind of change is found once and nowhere else, in every form and
 * language; what is no whole plan is refused with its place.
 */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "export/compare.h"
#include "tests/support/contract.h"
#include "tests/unit/export/fixture.h"

#define LINE(id, price, qty)                                                                       \
    "{\"kind\":\"ssd\",\"id\":\"" id "\",\"name\":\"Drive " id "\",\"unit_price\":" price          \
    ",\"currency\":\"USD\",\"qty\":" qty "}"
#define PLAN(id, total, bom, cost, findings)                                                       \
    "{\"id\":\"" id "\",\"title\":\"machine " id "\",\"verdict\":{\"word\":\"fits\"},"             \
    "\"speed\":{\"typical\":10,\"hours_per_run\":{\"typical\":5}},"                                \
    "\"memory\":{\"per_gpu_gib\":{\"typical\":20}},"                                               \
    "\"cost\":{\"currency\":\"USD\",\"upfront\":100,\"per_month\":null,\"total\":{"                \
    "\"typical\":" total "},\"lines\":[" cost "]},\"bom\":[" bom "],\"findings\":[" findings "]}"
#define ROOT(chosen, job, plans)                                                                   \
    "{\"schema\":\"dlrig.plan/1\",\"as_of\":\"2026-11-30\",\"catalog\":{\"version\":\"v\"},"       \
    "\"prices\":{\"newest\":\"2026-11-29\"},\"job\":{" job "},\"chosen\":\"" chosen                \
    "\",\"plans\":[" plans "]}"
#define MONTHS(n) "\"months\":{\"value\":" n ",\"unit\":\"months\",\"from\":\"given\"}"

static const char then_text[] =
    ROOT("a", MONTHS("48"),
         PLAN("a", "1000", LINE("x", "50", "2") "," LINE("y", "70", "1") "," LINE("z", "5", "1"),
              "{\"id\":\"purchase\",\"amount\":500},{\"id\":\"staff\",\"amount\":200}",
              "{\"id\":\"old-rule\",\"severity\":\"advice\",\"message\":\"was so\"}"));
static const char now_text[] =
    ROOT("b", MONTHS("24"),
         PLAN("b", "900", "", "", "") "," PLAN(
             "a", "1200", LINE("x", "60", "2") "," LINE("z", "5", "1") "," LINE("w", "9", "3"),
             "{\"id\":\"purchase\",\"amount\":700},{\"id\":\"tax\",\"amount\":20}",
             "{\"id\":\"new-rule\",\"severity\":\"error\",\"message\":\"is so\"}"));

static struct json_doc *read(const char *text)
{
    struct str s = {.p = (char *)(uintptr_t)text, .len = strlen(text)};
    return parsed(&s);
}

static const struct moved *find(const struct moved *m, int n, const char *id)
{
    for (int i = 0; i < n; i++)
        if (str_eq(m[i].id, id))
            return &m[i];
    fail_msg("%s did not move", id);
    return NULL;
}

static void every_kind_of_change(void **state)
{
    struct json_doc *a = read(then_text), *b = read(now_text);
    static struct compare c;
    (void)state;
    compare_plans(json_root(a), json_root(b), &c);
    assert_string_equal(json_string(json_get(c.now_plan, "id")), "b");
    assert_string_equal(json_string(json_get(c.same_plan, "id")), "a");
    assert_int_equal(c.answers, 1);
    assert_true(c.answer[0].then == 48 && c.answer[0].now == 24);
    assert_int_equal(c.bills, 3);
    assert_int_equal(c.bill_same, 1);
    const struct moved *x = find(c.bill, c.bills, "x");
    assert_true(x->what == MOVED_CHANGED && x->then == 50 && x->now == 60 && x->now_qty == 2);
    assert_int_equal(find(c.bill, c.bills, "y")->what, MOVED_GONE);
    assert_int_equal(find(c.bill, c.bills, "w")->what, MOVED_NEW);
    assert_int_equal(c.costs, 3);
    assert_true(find(c.cost, c.costs, "purchase")->now == 700);
    assert_int_equal(find(c.cost, c.costs, "staff")->what, MOVED_GONE);
    assert_int_equal(find(c.cost, c.costs, "tax")->what, MOVED_NEW);
    assert_int_equal(c.findings, 2);
    assert_int_equal(find(c.finding, c.findings, "new-rule")->what, MOVED_NEW);
    assert_int_equal(find(c.finding, c.findings, "old-rule")->what, MOVED_GONE);
    assert_true(find(c.figure, c.figures, "total")->now == 1200);
    assert_int_equal(find(c.figure, c.figures, "upfront")->what, MOVED_SAME);
    json_free(a);
    json_free(b);
}

/* The ids of cost lines and their words belong together, for every plan of every sample. */
static void cost_lines_have_words(void **state)
{
    (void)state;
    for (int k = 0; k < SAMPLES; k++) {
        const struct result *r = sample_plan((enum sample)k);
        for (size_t i = 0; r != NULL && i < r->plan_n; i++) {
            const struct cost *c = &r->plan[i].cost;
            for (int n = 0; n < c->n; n++) {
                enum msg_id words = compare_cost_label(c->line[n].id);
                if (words == MSG_NONE)
                    fail_msg("%s has no words", c->line[n].id);
                if (words != MSG_COST_COMPUTE) /* a package is told apart only at its plan */
                    assert_int_equal(words, c->line[n].label);
            }
        }
    }
}

static void nothing_moved(void **state)
{
    struct str text = plan_as(EXPORT_JSON, sample_plan(SAMPLE_OWN), LANG_EN);
    struct json_doc *a = parsed(&text), *b = parsed(&text);
    struct err_info e = {0};
    static struct compare c;
    (void)state;
    assert_int_equal(compare_check(json_root(a), "f", &e), OK);
    compare_plans(json_root(a), json_root(b), &c);
    assert_int_equal(c.answers + c.bills + c.costs + c.findings, 0);
    assert_true(c.bill_same > 5);
    assert_ptr_equal(c.same_plan, c.now_plan);
    for (int i = 0; i < c.figures; i++)
        assert_int_equal(c.figure[i].what, MOVED_SAME);
    json_free(a);
    json_free(b);
    str_free(&text);
}

static struct str written(enum export_format f, enum lang lang, const char *then, const char *now)
{
    struct json_doc *a = read(then), *b = read(now);
    struct export_options o = options(lang);
    struct err_info e = {0};
    struct str out;
    static struct compare c;
    str_init(&out, 1u << 20);
    compare_plans(json_root(a), json_root(b), &c);
    assert_int_equal(export_compare(f, &c, &o, &out, &e), OK);
    json_free(a);
    json_free(b);
    return out;
}

static void every_form_says_it(void **state)
{
    static const enum export_format forms[] = {EXPORT_TEXT, EXPORT_MD, EXPORT_HTML};
    (void)state;
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        for (int lang = 0; lang < 2; lang++) {
            struct str s = written(forms[f], (enum lang)lang, then_text, now_text);
            static const char *const figures[] = {"$1,000",   "$1,200",   "+20.0 %",  "Drive x",
                                                  "new-rule", "old-rule", "machine b"};
            for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
                if (strstr(s.p, figures[i]) == NULL)
                    fail_msg("%s is not in\n%s", figures[i], s.p);
            assert_non_null(strstr(s.p, msg_text((enum lang)lang, MSG_COMPARE_BILL)));
            str_free(&s);
        }
    }
}

static void json_is_a_contract(void **state)
{
    struct str s = written(EXPORT_JSON, LANG_EN, then_text, now_text);
    struct json_doc *doc = parsed(&s);
    const struct json *root = json_root(doc);
    (void)state;
    has_keys(root, "schema generated then now same_plan same_plan_total job figures bill cost "
                   "findings");
    has_keys(at(root, "then"), "as_of catalog prices plan verdict currency total");
    has_keys(at(root, "bill.0"), "id what kind name qty_then qty_now unit_price_then "
                                 "unit_price_now currency_then currency_now");
    has_keys(at(root, "cost.0"), "id what then now");
    has_keys(at(root, "findings.0"), "id what severity message");
    assert_string_equal(text_at(root, "schema"), "dlrig.compare/1");
    assert_true(number_at(root, "same_plan_total") == 1200);
    assert_int_equal(json_type(at(root, "bill.2.unit_price_then")), JSON_NULL);
    json_free(doc);
    str_free(&s);
}

/* No plan on one side or the other is an answer too. */
static void without_plans(void **state)
{
    static const char none[] = ROOT("", "", "");
    (void)state;
    for (int side = 0; side < 3; side++) {
        for (int f = 0; f < 3; f++) {
            static const enum export_format forms[] = {EXPORT_TEXT, EXPORT_JSON, EXPORT_HTML};
            struct str s = written(forms[f], LANG_ZH, side == 1 ? then_text : none,
                                   side == 0 ? now_text : none);
            assert_true(s.len > 50);
            assert_null(strstr(s.p, "nan"));
            str_free(&s);
        }
    }
}

static void damaged_is_refused_with_its_place(void **state)
{
    static const struct {
        const char *text, *path;
    } cases[] = {
        {"{\"job\":{},\"plans\":3}", "plans"},
        {"{\"plans\":[]}", "job"},
        {"{\"job\":{},\"plans\":[7]}", "plans.0.id"},
        {"{\"job\":{},\"plans\":[{\"id\":\"a\"}]}", "plans.0.cost"},
        {"{\"job\":{},\"plans\":[{\"id\":\"a\",\"cost\":{},\"bom\":{}}]}", "plans.0.bom"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct json_doc *doc = read(cases[i].text);
        struct err_info e = {0};
        assert_int_equal(compare_check(json_root(doc), "old.json", &e), ERR_VALUE);
        assert_string_equal(e.path, cases[i].path);
        assert_string_equal(e.file, "old.json");
        json_free(doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_change), cmocka_unit_test(cost_lines_have_words),
        cmocka_unit_test(every_kind_of_change), cmocka_unit_test(nothing_moved),
        cmocka_unit_test(every_form_says_it),   cmocka_unit_test(json_is_a_contract),
        cmocka_unit_test(without_plans),        cmocka_unit_test(damaged_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
