/*
 * What is asked for beside the machine: a licence, help at all hours, the answer after tax, a share
 * of the data that must stay; and the wishes that have points. Each line by hand over the shipped
 * catalog, and gone when it is not asked for.
 */
// links: catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/cost/money.h"
#include "engine/plan/planner.h"
#include "tests/support/shipped.h"

static struct arena arena;

static int begin(void **state)
{
    (void)state;
    arena_init(&arena, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

/* A job on the cards, with one answer more. */
static const struct result *ask(const char *gpu, const char *country, enum question_id id,
                                const char *text)
{
    const struct pair job[] = {{Q_TASK, "finetune"},
                               {Q_MODEL, "llama-3.1-8b"},
                               {Q_METHOD, "lora"},
                               {Q_SAMPLES, "50k"},
                               {Q_RUNS, "4"},
                               {Q_PLACE, "server-room"},
                               {Q_BUYER, "lab"},
                               {Q_COUNTRY, country},
                               {Q_GPU, gpu},
                               {text != NULL ? id : Q_TASK, text != NULL ? text : "finetune"},
                               END};
    return shipped_run(job, NULL, &arena);
}

static double line(const struct plan *x, const char *id)
{
    for (int i = 0; i < x->cost.n; i++)
        if (str_eq(x->cost.line[i].id, id))
            return x->cost.line[i].amount;
    return 0;
}

static const struct plan *side(const struct result *r, bool own)
{
    int at = own ? r->best_own : r->best_rent;
    if (at < 0)
        fail_msg("no %s plan", own ? "own" : "rented");
    return &r->plan[at];
}

static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-6 * fmax(1.0, fabs(want))))
        fail_msg("%f, not %f", got, want);
}

static void the_licence_is_paid_by_card_and_year_or_hour(void **state)
{
    (void)state;
    const struct result *r = ask("nvidia-l40sx1", "US", Q_LICENCE, "nvaie");
    const struct plan *own = side(r, true), *rent = side(r, false);
    double work = annuity(r->job.discount_rate, 0.0, (int)r->job.months);
    near(line(own, "licence"), own->bom.gpus * own->bom.machines * 4500.0 / 12.0 * work);
    near(line(rent, "licence"),
         rent->offer->gpu_count * rent->machines * rent->cost.hours_per_month * 1.0 * work);
    r = ask("nvidia-l40sx1", "US", Q_LICENCE, NULL);
    near(line(side(r, true), "licence"), 0);
    near(line(side(r, false), "licence"), 0);
    /* five years come with it, and five years are asked; other makers' cards need none */
    r = ask("nvidia-h100-pcie-80x1", "US", Q_LICENCE, "nvaie");
    near(line(side(r, true), "licence"), 0);
    assert_true(line(side(r, false), "licence") > 0);
    r = ask("amd-rx-7900-xtxx2", "US", Q_LICENCE, "nvaie");
    near(line(side(r, true), "licence"), 0);
    int bundled = 0;
    for (size_t i = 0; i < shipped.facts.accel_n; i++)
        bundled += shipped.facts.accel[i].licence_years > 0;
    assert_int_equal(bundled, 3);
}

static void help_at_all_hours_has_its_price(void **state)
{
    (void)state;
    const struct result *r = ask("nvidia-l40sx1", "US", Q_SUPPORT, "always");
    const struct factor *pay = facts_factor(&shipped.facts, "tco", "ops.fte_cost_year_us");
    double work = annuity(r->job.discount_rate, 0.0, (int)r->job.months);
    near(line(side(r, true), "support"), 0.2 * pay->typical / 12.0 * work);
    near(line(side(r, false), "support"), 0.07 * side(r, false)->cost.line[0].amount);
    r = ask("nvidia-l40sx1", "US", Q_SUPPORT, "hours");
    near(line(side(r, true), "support"), 0);
    near(line(side(r, false), "support"), 0);
}

/* Straight line over the three years of the Chinese rule; what is rented is a cost at once. */
static void after_tax_both_sides_cost_less(void **state)
{
    (void)state;
    const struct result *r = ask("nvidia-a100-sxm4-80x8", "CN", Q_PROFIT_TAX, NULL);
    struct cost own = side(r, true)->cost, rent = side(r, false)->cost;
    struct plan x = *side(r, true), y = *side(r, false);
    struct job job = r->job;
    job.profit_tax = 0.25;
    struct cost before, after;
    cost_own(&r->job, r->facts, &x.sizing, &x.bom, x.accel, NULL, &before);
    cost_own(&job, r->facts, &x.sizing, &x.bom, x.accel, NULL, &after);
    int n = (int)job.months;
    double q = 1.0 / (1.0 + month_rate(job.discount_rate)), now = 1.0, written = 0;
    for (int m = 1; m <= n && m <= 36; m++)
        written += (now *= q) / 36.0;
    double left = n < 36 ? (36 - n) / 36.0 * now : 0; /* goes with the sale */
    double rest = before.total.typical - before.upfront;
    near(after.total.typical,
         before.total.typical - 0.25 * (rest + before.upfront * (written + left)));
    near(after.variable_per_hour, 0.75 * before.variable_per_hour);
    cost_rent(&r->job, r->facts, &y.sizing, y.offer, y.machines, NULL, &before);
    cost_rent(&job, r->facts, &y.sizing, y.offer, y.machines, NULL, &after);
    near(after.total.typical, 0.75 * before.total.typical);
    near(line(&x, "tax-shield"), 0);
    r = ask("nvidia-a100-sxm4-80x8", "CN", Q_PROFIT_TAX, "0.25");
    assert_true(side(r, true)->cost.total.typical < own.total.typical);
    assert_true(side(r, false)->cost.total.typical < rent.total.typical);
}

/* Each of the lines opens to what it rests on. */
static void the_lines_can_be_opened(void **state)
{
    (void)state;
    static const struct {
        enum question_id id;
        const char *text, *line;
    } rows[] = {{Q_LICENCE, "nvaie", "cost.licence"},
                {Q_SUPPORT, "always", "cost.support"},
                {Q_PROFIT_TAX, "0.25", "cost.tax-shield"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct result *r = ask("nvidia-l40sx1", "US", rows[i].id, rows[i].text);
        for (int own = 0; own < 2; own++) {
            struct trace t = side(r, own == 1)->trace;
            const struct trace_item *it = trace_find(&t, rows[i].line);
            assert_non_null(it);
            assert_true(it->n >= 3);
        }
    }
}

/* All of the price is written off in the end: at no interest nothing of it is lost. */
static void every_table_writes_off_the_whole(void **state)
{
    (void)state;
    static const char *const places[] = {"US", "CN", "DE"};
    for (size_t i = 0; i < 3; i++)
        for (int months = 12; months <= 96; months += 12) {
            struct job job = {.country = places[i], .months = months, .profit_tax = 1.0};
            struct cost c = {0};
            struct ledger l;
            ledger_init(&l, &c, "USD", months);
            tax_shield_own(&job, &shipped.facts, &l, 1000.0, 0.0, 0.0);
            near(c.line[0].amount, -1000.0);
        }
}

static void a_share_that_stays_rules_out_rental_alone(void **state)
{
    (void)state;
    const struct result *r = ask("nvidia-rtx-6000-adax1,nvidia-l40sx1", "US", Q_STAYS_SHARE, "0.4");
    bool mixed = false;
    assert_true(r->chosen >= 0 && r->plan[r->chosen].offer == NULL && r->best_rent < 0);
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *x = &r->plan[i];
        if (x->offer != NULL)
            assert_int_equal(x->misses.id, MSG_MISS_STAYS);
        if (x->hybrid == NULL)
            continue;
        mixed = true;
        near(x->hybrid->share, 0.4);
        assert_true(line(x, "burst") > 0);
        assert_true(x->hybrid->dearer ? r->plan[r->chosen].hybrid == NULL : true);
    }
    assert_true(mixed);
    r = ask("nvidia-rtx-6000-adax1,nvidia-l40sx1", "US", Q_STAYS_SHARE, "0");
    assert_true(r->best_rent >= 0);
    r = ask("nvidia-rtx-6000-adax1,nvidia-l40sx1", "US", Q_STAYS_SHARE, "1");
    for (size_t i = 0; i < r->plan_n; i++)
        assert_null(r->plan[i].offer);
}

static double points(const struct result *r, enum score_id id)
{
    for (int i = 0; i < r->decision.score.n; i++)
        if (r->decision.score.line[i].id == id)
            return r->decision.score.line[i].points;
    return UNKNOWN;
}

static void wishes_have_points_where_they_are_told(void **state)
{
    (void)state;
    static const struct {
        enum question_id id;
        const char *text;
        enum score_id line;
        double points;
    } rows[] = {{Q_SENSITIVITY, "none", SCORE_SENSITIVE, 0},
                {Q_SENSITIVITY, "internal", SCORE_SENSITIVE, 5},
                {Q_SENSITIVITY, "confidential", SCORE_SENSITIVE, 10},
                {Q_TECHNOLOGY, "stable", SCORE_TECH, 3},
                {Q_TECHNOLOGY, "newest", SCORE_TECH, -8}};
    const struct result *plain = ask("nvidia-l40sx1", "US", Q_TASK, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct result *r = ask("nvidia-l40sx1", "US", rows[i].id, rows[i].text);
        assert_false(known(points(plain, rows[i].line)));
        near(points(r, rows[i].line), rows[i].points);
    }
    struct score_in in = {.own = UNKNOWN, .rent = UNKNOWN, .p_own = UNKNOWN, .use = UNKNOWN};
    in.months = in.peak_units = in.gb_month = UNKNOWN;
    in.sensitivity = in.technology = -1;
    struct score s;
    score_make(&in, &s); /* fabric 0: it cannot be built */
    assert_int_equal(s.n, 1);
    near(s.line[0].points, -10);
}

/* The cheaper side is passed over for a stale price: the sentence says so, and no other. */
static void the_sentence_is_that_of_the_choice(void **state)
{
    (void)state;
    const struct result *r = ask("nvidia-h100-pcie-80,nvidia-rtx-4090", "US", Q_TASK, NULL);
    const struct plan *c = r->decision.choice;
    assert_non_null(c);
    enum msg_id id = r->decision.text.id;
    bool says_rent = id == MSG_DECISION_RENT || id == MSG_DECISION_RENT_NEVER ||
                     id == MSG_DECISION_RENT_STALE || id == MSG_DECISION_RENT_OLD ||
                     id == MSG_DECISION_RENT_UNSURE;
    assert_true(r->decision.too_close || says_rent == (c->offer != NULL));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_licence_is_paid_by_card_and_year_or_hour),
        TEST(help_at_all_hours_has_its_price),
        TEST(after_tax_both_sides_cost_less),
        TEST(the_lines_can_be_opened),
        TEST(every_table_writes_off_the_whole),
        TEST(a_share_that_stays_rules_out_rental_alone),
        TEST(wishes_have_points_where_they_are_told),
        TEST(the_sentence_is_that_of_the_choice),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
