/* CSV of bills and offers, read back with our own reader. */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/csv.h"
#include "base/num.h"
#include "tests/unit/export/fixture.h"

static struct csv *opened(const struct str *text)
{
    struct csv *c = NULL;
    struct err_info e = {0};
    assert_int_equal(csv_open(&c, text->p, text->len, "plan.csv", &e), OK);
    return c;
}

static bool next(struct csv *c)
{
    struct err_info e = {0};
    bool more = false;
    if (csv_next(c, &more, &e) != OK)
        fail_msg("line %ld is no CSV", csv_line(c));
    return more;
}

static const char *cell(const struct csv *c, const char *column)
{
    int i = csv_find(c, column);
    if (i < 0)
        fail_msg("no column %s", column);
    return csv_field(c, i);
}

/* Every column of the bill against the result it was made from. */
static void bill_lines_read_back(void **state)
{
    static const enum sample samples[] = {SAMPLE_RENT, SAMPLE_OWN, SAMPLE_SERVE};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        const struct result *r = sample_plan(samples[k]);
        struct str text = plan_as(EXPORT_CSV, r, LANG_EN);
        struct csv *c = opened(&text);
        assert_true(str_starts(text.p, "plan,rank,kind,verdict,line,"));
        for (size_t i = 0; i < r->plan_n; i++) {
            for (int l = 0; l < r->plan[i].bom.n; l++) {
                const struct bom_line *x = &r->plan[i].bom.line[l];
                const char *currency;
                double price = bom_line_price(x, &currency);
                assert_true(next(c));
                assert_string_equal(cell(c, "plan"), r->plan[i].id);
                assert_string_equal(cell(c, "kind"), price_kind_word(r->plan[i].kind));
                assert_string_equal(cell(c, "verdict"), verdict_word(r->plan[i].sizing.verdict));
                assert_int_equal((int)strtol(cell(c, "line"), NULL, 10), l + 1);
                assert_string_equal(cell(c, "part"), x->id);
                assert_string_equal(cell(c, "name"), x->name);
                assert_int_equal((int)strtol(cell(c, "qty"), NULL, 10), x->qty);
                assert_string_equal(cell(c, "currency"), currency);
                assert_true(fabs(strtod(cell(c, "total"), NULL) - price * x->qty) <=
                            1e-9 * fabs(price * x->qty));
                assert_string_equal(cell(c, "estimate"), x->estimate ? "yes" : "no");
                /* in the money of the job, so that a column can be summed */
                assert_true(fabs(strtod(cell(c, "cost"), NULL) - x->unit_price * x->qty) <=
                            1e-6 * fabs(x->unit_price * x->qty));
                assert_string_equal(cell(c, "cost_currency"), r->job.currency);
                assert_string_equal(cell(c, "included"), x->included ? "yes" : "no");
                assert_string_equal(cell(c, "period"), r->plan[i].offer != NULL ? "hour" : "once");
            }
        }
        assert_false(next(c));
        csv_close(c);
        str_free(&text);
    }
}

/* Unknown is an empty cell; names with every special sign come back as they were. */
static void unknown_is_empty(void **state)
{
    struct str text = plan_as(EXPORT_CSV, extreme_result(2), LANG_ZH);
    struct csv *c = opened(&text);
    size_t rows = 0;
    (void)state;
    while (next(c)) {
        assert_string_equal(cell(c, "name"), NASTY);
        assert_string_equal(cell(c, "unit_price"), "");
        assert_string_equal(cell(c, "total"), "");
        assert_string_equal(cell(c, "watts"), "");
        assert_string_equal(cell(c, "price_date"), "");
        assert_string_equal(cell(c, "confidence"), "");
        assert_string_equal(cell(c, "verdict"), "unknown");
        rows++;
    }
    assert_int_equal(rows, 2 * BOM_MAX);
    csv_close(c);
    str_free(&text);
}

/* Without a plan one row tells the verdict and why, and holds no part. */
static void no_plan_says_why(void **state)
{
    struct str text = plan_as(EXPORT_CSV, sample_plan(SAMPLE_NO_PLAN), LANG_EN);
    struct csv *c = opened(&text);
    (void)state;
    assert_true(next(c));
    assert_string_equal(cell(c, "plan"), "");
    assert_string_equal(cell(c, "part"), "");
    assert_string_equal(cell(c, "verdict"), "does-not-fit");
    assert_non_null(strstr(cell(c, "reason"), "GiB"));
    assert_false(next(c));
    csv_close(c);
    str_free(&text);
}

static void offers_read_back(void **state)
{
    const struct offer *offer[300];
    size_t n = sample_offers(offer, 300);
    struct export_options o = options(LANG_EN);
    struct err_info e = {0};
    struct str text;
    (void)state;
    str_init(&text, 4u << 20);
    assert_int_equal(
        export_offers(EXPORT_CSV,
                      &(struct offers_page){.offer = offer, .n = n, .hidden = 0, .currency = "USD"},
                      &o, &text, &e),
        OK);
    struct csv *c = opened(&text);
    for (size_t i = 0; i < n; i++) {
        const struct offer *x = offer[i];
        assert_true(next(c));
        assert_string_equal(cell(c, "provider"), x->provider);
        assert_string_equal(cell(c, "instance"), x->instance);
        assert_string_equal(cell(c, "region"), x->region != NULL ? x->region : "");
        assert_string_equal(cell(c, "gpu"), o.facts->accel[x->accel].id);
        assert_true(fabs(strtod(cell(c, "price_hour"), NULL) - x->price_hour) <
                    1e-9 * x->price_hour);
        assert_true((*cell(c, "vcpus") == '\0') == !known(x->vcpus));
        assert_true((*cell(c, "rdma") == '\0') == (x->rdma == TRI_UNKNOWN));
    }
    assert_false(next(c));
    csv_close(c);
    str_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bill_lines_read_back),
        cmocka_unit_test(unknown_is_empty),
        cmocka_unit_test(no_plan_says_why),
        cmocka_unit_test(offers_read_back),
    };
    return cmocka_run_group_tests(tests, fixture_load, fixture_unload);
}
