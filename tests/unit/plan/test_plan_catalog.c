/*
 * The whole engine over the shipped catalog: the jobs that the program has to answer rightly.
 */
// links: export catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/result.h"
#include "export/export.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

static const struct pair QLORA_70B[] = {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.3-70b"},
                                        {Q_METHOD, "qlora"},  {Q_CONTEXT, "4096"},
                                        {Q_TOKENS, "50M"},    {Q_EPOCHS, "3"},
                                        {Q_TASK, NULL}};

static enum verdict verdict_on(const struct pair *job, const char *machine, struct msg *reason)
{
    struct arena a;
    struct err_info e = {0};
    arena_init(&a, 0);
    struct answers ans = shipped_answers(job);
    assert_int_equal(answers_set(&ans, Q_HAVE, machine, FROM_GIVEN, &e), OK);
    const struct size_result *s =
        engine_size(&ans, &shipped.facts, &shipped.prices, shipped.day, &a, &e);
    if (s == NULL)
        fail_msg("size on %s: %s", machine, msg_text(LANG_EN, e.msg.id));
    enum verdict v = s->verdict.word;
    if (reason != NULL)
        *reason = s->verdict.reason;
    arena_free(&a);
    return v;
}

static void test_qlora_70b_by_card(void **state)
{
    (void)state;
    struct msg why;
    assert_int_equal(verdict_on(QLORA_70B, "nvidia-rtx-4090", &why), VERDICT_DOES_NOT_FIT);
    assert_true(why.id != MSG_NONE && why.n >= 2);
    enum verdict v48 = verdict_on(QLORA_70B, "nvidia-rtx-6000-ada", NULL);
    assert_true(v48 == VERDICT_TIGHT || v48 == VERDICT_DOES_NOT_FIT);
    assert_int_equal(verdict_on(QLORA_70B, "nvidia-a100-sxm4-80", NULL), VERDICT_FITS);
    enum verdict small = verdict_on(QLORA_70B, "8xnvidia-rtx-3070", NULL);
    assert_true(small == VERDICT_DEPENDS || small == VERDICT_DOES_NOT_FIT);
}

static void test_qlora_70b_plans(void **state)
{
    (void)state;
    const struct result *r = shipped_run(QLORA_70B, NULL, &desk);
    assert_true(r->chosen >= 0);
    assert_non_null(desk_kind(r, 1u << KIND_OWN));
    assert_non_null(desk_kind(r, 1u << KIND_ON_DEMAND));
    assert_non_null(
        desk_kind(r, 1u << KIND_MONTH | 1u << KIND_RESERVED_1Y | 1u << KIND_RESERVED_3Y));
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct band *h = &r->plan[i].sizing.hours_per_run;
        assert_true(isfinite(h->low) && isfinite(h->typical) && isfinite(h->high));
        assert_true(h->low > 0 && h->low <= h->typical && h->typical <= h->high);
        assert_int_equal(r->plan[i].rank, (int)i + 1);
        if (r->plan[i].kind == KIND_OWN) {
            assert_true(r->plan[i].bom.complete);
            assert_true(r->plan[i].bom.n >= 6 || r->plan[i].accel->form == FORM_SOC);
        }
    }
}

static void test_serving_in_china_speaks_cny(void **state)
{
    (void)state;
    static const struct pair job[] = {
        {Q_TASK, "serve"}, {Q_MODEL, "qwen2.5-7b"}, {Q_USERS, "50"},     {Q_INPUT, "1000"},
        {Q_OUTPUT, "300"}, {Q_COUNTRY, "CN"},       {Q_CURRENCY, "CNY"}, {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0 && r->chosen >= 0);
    int chinese = 0;
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        assert_string_equal(p->cost.currency, "CNY");
        assert_true(p->sizing.line_gib[MEM_KV_CACHE] > 0);
        if (p->offer == NULL)
            continue;
        assert_non_null(p->offer->from.date);
        const struct provider *pr = facts_provider(&shipped.facts, p->offer->provider);
        chinese += pr != NULL && str_eq(pr->country, "CN") && str_eq(p->offer->currency, "CNY");
    }
    assert_true(chinese >= 2);
}

static void test_resnet_on_four_a100(void **state)
{
    (void)state;
    static const struct pair job[] = {
        {Q_TASK, "train-vision"}, {Q_MODEL, "resnet-50"},           {Q_SAMPLES, "1.28M"},
        {Q_EPOCHS, "90"},         {Q_GPU, "nvidia-a100-sxm4-80x4"}, {Q_TASK, NULL}};
    struct err_info e = {0};
    struct answers ans = shipped_answers(job);
    const struct size_result *s =
        engine_size(&ans, &shipped.facts, &shipped.prices, shipped.day, &desk, &e);
    assert_non_null(s);
    assert_int_equal(s->item_n, 1);
    double h = s->item[0].sizing.hours_per_run.typical;
    if (!(h >= 2 && h <= 6))
        fail_msg("%.2f h", h);
}

static void test_full_8b_on_24_gb_lists_changes(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"},
                                      {Q_MODEL, "llama-3.1-8b"},
                                      {Q_METHOD, "full"},
                                      {Q_GPU, "nvidia-rtx-4090x1"},
                                      {Q_TASK, NULL}};
    struct err_info e = {0};
    struct answers ans = shipped_answers(job);
    const struct size_result *s =
        engine_size(&ans, &shipped.facts, &shipped.prices, shipped.day, &desk, &e);
    assert_non_null(s);
    assert_int_equal(s->verdict.word, VERDICT_DOES_NOT_FIT);
    assert_true(s->verdict.change_n >= 2);
    assert_true(s->verdict.smallest_change.id != MSG_NONE);
    double last = 0;
    for (size_t i = 0; i < s->verdict.change_n; i++) {
        const struct change *c = &s->verdict.change[i];
        struct sizing z;
        size_shape(&c->job, &shipped.facts, &c->shape, NULL, &z);
        assert_true(z.verdict == VERDICT_FITS || z.verdict == VERDICT_TIGHT ||
                    z.verdict == VERDICT_DEPENDS);
        if (known(c->cost_per_run)) {
            assert_true(c->cost_per_run >= last);
            last = c->cost_per_run;
        }
    }
}

static void test_table_without_a_card(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_MODEL, "llama-3.1-8b"}, {Q_TASK, NULL}};
    struct err_info e = {0};
    struct answers ans = shipped_answers(job);
    const struct size_result *s =
        engine_size(&ans, &shipped.facts, &shipped.prices, shipped.day, &desk, &e);
    assert_non_null(s);
    assert_true(s->row_n >= 10);
    double full = 0, qlora = 0;
    for (size_t i = 0; i < s->row_n; i++) {
        assert_true(s->row[i].gib.typical > 0);
        assert_non_null(s->row[i].smallest);
        if (s->row[i].context > 8192 || s->row[i].task != TASK_FINETUNE)
            continue;
        if (s->row[i].method == METHOD_FULL)
            full = s->row[i].gib.typical;
        if (s->row[i].method == METHOD_QLORA)
            qlora = s->row[i].gib.typical;
    }
    assert_true(full > 3 * qlora);
}

static void test_two_4090_say_no_nvlink(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"},
                                      {Q_MODEL, "llama-3.1-8b"},
                                      {Q_METHOD, "lora"},
                                      {Q_GPU, "nvidia-rtx-4090x2"},
                                      {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    int seen = 0;
    for (size_t i = 0; i < r->plan_n; i++)
        seen += shipped_finding(r->plan[i].finding, r->plan[i].finding_n, "no-nvlink") != NULL;
    assert_true(r->plan_n > 0);
    assert_int_equal(seen, (int)r->plan_n);
    assert_non_null(shipped_finding(r->verdict.finding, r->verdict.finding_n, "no-nvlink"));
}

static void test_fp8_on_a100_says_no_fp8(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "serve"},
                                      {Q_MODEL, "llama-3.1-8b"},
                                      {Q_WEIGHTS, "fp8"},
                                      {Q_GPU, "nvidia-a100-sxm4-80"},
                                      {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    assert_non_null(shipped_finding(r->verdict.finding, r->verdict.finding_n, "no-fp8"));
}

static void test_data_that_stay_are_not_rented(void **state)
{
    (void)state;
    static const struct pair job[] = {
        {Q_TASK, "serve"}, {Q_MODEL, "qwen2.5-7b"}, {Q_DATA_STAYS, "yes"}, {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_int_equal(r->plan[i].kind, KIND_OWN);
}

static void test_a_budget_binds_or_tells_by_how_much(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.3-70b"},
                                      {Q_METHOD, "qlora"},  {Q_WHERE, "own"},
                                      {Q_BUDGET, "500USD"}, {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    assert_int_equal(r->chosen, -1);
    assert_int_equal(r->plan[0].misses.id, MSG_MISS_BUDGET);
}

static void test_domestic_only(void **state)
{
    (void)state;
    static const struct pair job[] = {{Q_TASK, "serve"},
                                      {Q_MODEL, "qwen2.5-7b"},
                                      {Q_COUNTRY, "CN"},
                                      {Q_VENDORS, "domestic"},
                                      {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_int_equal(r->plan[i].accel->domestic_cn, TRI_YES);
}

/* A name with ! before it rules a provider out; the others stay. */
static void test_a_provider_ruled_out_is_not_planned(void **state)
{
    (void)state;
    const struct pair all[] = {{Q_TASK, "finetune"}, {Q_WHERE, "cloud"}, {Q_TASK, NULL}};
    struct arena store_all, store_less;
    arena_init(&store_all, 0);
    arena_init(&store_less, 0);
    const struct result *r = shipped_run(all, NULL, &store_all);
    assert_true(r->chosen >= 0);
    const char *best = r->plan[r->chosen].offer->provider;
    char without[64];
    snprintf(without, sizeof(without), "!%s", best);
    const struct pair less[] = {
        {Q_TASK, "finetune"}, {Q_WHERE, "cloud"}, {Q_PROVIDERS, without}, {Q_TASK, NULL}};
    const struct result *x = shipped_run(less, NULL, &store_less);
    assert_true(x->plan_n > 0);
    for (size_t i = 0; i < x->plan_n; i++)
        assert_string_not_equal(x->plan[i].offer->provider, best);
    arena_free(&store_all);
    arena_free(&store_less);
}

/* Requests a second times the length of an answer is a rate that the machine must reach. */
static void test_requests_a_second_bind(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "serve"}, {Q_MODEL, "llama-3.1-8b"}, {Q_RPS, "50"},
                               {Q_INPUT, "500"},  {Q_OUTPUT, "200"},         {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->chosen >= 0);
    assert_true(r->plan[r->chosen].sizing.speed.typical >= 50 * 200);
    bool many = r->plan[r->chosen].machines > 1;
    assert_int_equal(r->plan[r->chosen].title.id == MSG_PLAN_TITLE_RENT_MANY, many);
    for (size_t i = 0; i < r->plan_n; i++)
        if (r->plan[i].meets)
            assert_true(r->plan[i].sizing.speed.typical >= 50 * 200);
}

/* Where only a trainer that shards holds the job a plan is still chosen: it says so, its figures
 * are those of the sharded layout, and it names what settles it. */
static void test_a_plan_may_depend_on_the_trainer(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "finetune"},
                               {Q_MODEL, "llama-3.3-70b"},
                               {Q_METHOD, "full"},
                               {Q_TOKENS, "200M"},
                               {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->chosen >= 0);
    const struct sizing *z = &r->plan[r->chosen].sizing;
    assert_int_equal(r->verdict.word, VERDICT_DEPENDS);
    assert_int_equal(z->verdict, VERDICT_DEPENDS);
    assert_int_equal(z->layout.sharding, SHARD_ZERO3);
    assert_true(z->per_gpu_gib.typical <= z->usable_gib);
    assert_true(z->copy_gib > z->usable_gib);
    assert_int_equal(r->verdict.smallest_change.id, MSG_SETTLE_SHARDING);
    assert_non_null(shipped_finding(r->plan[r->chosen].finding, r->plan[r->chosen].finding_n,
                                    "depends-on-trainer"));
}

/* When no plan keeps the deadline, the one that comes nearest stands first, and the answer says
 * what deadline it would keep. */
static void test_the_nearest_miss_comes_first(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "pretrain"},
                               {Q_MODEL, "llama-3.1-405b"},
                               {Q_TOKENS, "15T"},
                               {Q_DEADLINE, "30d"},
                               {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 1);
    assert_int_equal(r->chosen, -1);
    for (size_t i = 0; i < r->plan_n; i++) {
        assert_false(r->plan[i].meets);
        assert_true(r->plan[i].missed_by > 1);
        assert_true(r->plan[0].missed_by <= r->plan[i].missed_by * 1.1);
    }
    assert_int_equal(r->verdict.reason.id, MSG_MISS_DEADLINE);
    assert_int_equal(r->verdict.smallest_change.id, MSG_WISH_DEADLINE);
}

/* No machine holds it: the largest one says why, in figures, and what would change that. */
static void test_nothing_holds_it_is_said_in_figures(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "finetune"}, {Q_MODEL, "qwen2.5-32b"}, {Q_METHOD, "qlora"},
                               {Q_CONTEXT, "128k"},  {Q_MICRO_BATCH, "16"},    {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_int_equal(r->plan_n, 0);
    assert_int_equal(r->verdict.word, VERDICT_DOES_NOT_FIT);
    assert_int_not_equal(r->verdict.reason.id, MSG_DECISION_NONE);
    assert_true(r->verdict.change_n > 0);
    assert_int_not_equal(r->verdict.smallest_change.id, MSG_NONE);
}

static void test_firms_do_not_rent_from_strangers(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "serve"},
                               {Q_MODEL, "llama-3.1-8b"},
                               {Q_BUYER, "enterprise"},
                               {Q_WHERE, "cloud"},
                               {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    assert_null(desk_kind(r, 1u << KIND_COMMUNITY));
}

/* The cheapest own machine is found among all: no card, planned by itself, gives a cheaper one
 * that meets the job. Passive cards cost little and want servers that do not. */
static void test_the_cheapest_own_machine_is_found(void **state)
{
    (void)state;
    static const char *const jobs[][2] = {{"serve", "colo"}, {"pretrain", "server-room"}};
    for (size_t k = 0; k < 2; k++) {
        const struct pair job[] = {{Q_TASK, jobs[k][0]},
                                   {Q_MODEL, "llama-3.1-8b"},
                                   {Q_WHERE, "own"},
                                   {Q_PLACE, jobs[k][1]},
                                   {k ? Q_TOKENS : Q_USERS, k ? "20B" : "10"},
                                   {Q_TASK, NULL}};
        struct answers all = shipped_answers(job);
        struct arena a, one;
        struct err_info e = {0};
        arena_init(&a, 0);
        arena_init(&one, 0);
        const struct result *r =
            engine_run(&all, &shipped.facts, &shipped.prices, shipped.day, NULL, &a, &e);
        assert_non_null(r);
        assert_true(r->chosen >= 0);
        double best = r->plan[r->chosen].cost.total.typical;
        for (size_t i = 0; i < shipped.facts.accel_n; i++) {
            const struct accel *x = &shipped.facts.accel[i];
            struct answers with = all;
            if (!str_eq(x->status, "current") || x->cn_only == TRI_YES || !str_eq(x->stack, "CUDA"))
                continue;
            assert_int_equal(answers_set(&with, Q_GPU, x->id, FROM_GIVEN, &e), OK);
            arena_reset(&one);
            const struct engine_options opt = {.no_trace = true};
            const struct result *y =
                engine_run(&with, &shipped.facts, &shipped.prices, shipped.day, &opt, &one, &e);
            assert_non_null(y);
            bool fresh = y->chosen >= 0 &&
                         date_age_class(y->plan[y->chosen].price_age_days) != AGE_STALE &&
                         y->plan[y->chosen].sizing.verdict != VERDICT_DEPENDS;
            if (fresh && y->plan[y->chosen].cost.total.typical < 0.98 * best)
                fail_msg("%s for %s: %.0f, found was %.0f", x->id, jobs[k][0],
                         y->plan[y->chosen].cost.total.typical, best);
        }
        arena_free(&one);
        arena_free(&a);
    }
}

/* Work that nobody waits for: runs of a month must fit into it, and machines side by side share the
 * samples, not the requests at once. */
static void test_batches_fit_into_the_month(void **state)
{
    (void)state;
    const struct pair media[] = {{Q_TASK, "generate-media"},
                                 {Q_MODEL, "sdxl"},
                                 {Q_SAMPLES, "100k"},
                                 {Q_RUNS, "30"},
                                 {Q_TASK, NULL}};
    const struct pair text[] = {{Q_TASK, "batch-inference"},
                                {Q_MODEL, "llama-3.1-8b"},
                                {Q_SAMPLES, "10M"},
                                {Q_DEADLINE, "24h"},
                                {Q_TASK, NULL}};
    struct arena a, b;
    arena_init(&a, 0);
    arena_init(&b, 0);
    const struct result *r = shipped_run(media, NULL, &a);
    assert_true(r->chosen >= 0);
    assert_true(r->plan[r->chosen].sizing.hours_per_run.typical * 30 <= 730);
    r = shipped_run(text, NULL, &b);
    assert_true(r->chosen >= 0);
    const struct plan *x = &r->plan[r->chosen];
    assert_true(x->machines > 1);
    double hours = 10e6 * r->job.output_len / x->sizing.speed.typical / 3600;
    assert_true(fabs(x->sizing.hours_per_run.typical / hours - 1) < 0.1);
    assert_true(x->sizing.hours_per_run.typical <= 24);
    arena_free(&a);
    arena_free(&b);
}

static void test_inference_cards_do_not_train(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "finetune"}, {Q_MODEL, "7B"},         {Q_METHOD, "full"},
                               {Q_COUNTRY, "CN"},    {Q_VENDORS, "domestic"}, {Q_TASK, NULL}};
    const struct result *r = shipped_run(job, NULL, &desk);
    assert_true(r->plan_n > 0);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_int_not_equal(r->plan[i].accel->inference_only, TRI_YES);
}

static void test_cards_for_china_are_bought_there_alone(void **state)
{
    (void)state;
    const struct pair job[] = {{Q_TASK, "serve"},
                               {Q_MODEL, "llama-3.1-8b"},
                               {Q_WHERE, "own"},
                               {Q_COUNTRY, "US"},
                               {Q_TASK, NULL}};
    const struct engine_options all = {.top = 200};
    struct err_info e = {0};
    struct answers ans = shipped_answers(job);
    const struct result *r =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, &all, &desk, &e);
    assert_non_null(r);
    assert_int_equal(facts_accel(&shipped.facts, "nvidia-rtx-4090-d")->cn_only, TRI_YES);
    assert_true(r->plan_n > 5);
    for (size_t i = 0; i < r->plan_n; i++)
        assert_int_not_equal(r->plan[i].accel->cn_only, TRI_YES);
}

static void test_the_cheapest_usable_plan_is_chosen(void **state)
{
    (void)state;
    const struct result *r = shipped_run(QLORA_70B, NULL, &desk);
    const struct plan *c = &r->plan[r->chosen];
    for (size_t i = 0; i < r->plan_n; i++) {
        const struct plan *p = &r->plan[i];
        bool same_class = p->errors == 0 && p->meets && known(p->cost.total.typical) &&
                          (p->sizing.verdict == VERDICT_FITS || p->sizing.verdict == VERDICT_TIGHT);
        double counted = date_age_class(p->price_age_days) == AGE_STALE
                             ? p->cost.total.typical / 0.8
                             : p->cost.total.typical;
        double mine = date_age_class(c->price_age_days) == AGE_STALE ? c->cost.total.typical / 0.8
                                                                     : c->cost.total.typical;
        if (same_class)
            assert_true(mine <= counted * (1 + 1e-12));
    }
}

static void test_same_inputs_same_bytes(void **state)
{
    (void)state;
    struct arena a, b;
    struct str x, y;
    struct err_info e = {0};
    arena_init(&a, 0);
    arena_init(&b, 0);
    str_init(&x, 8u << 20);
    str_init(&y, 8u << 20);
    struct export_options o = {.generated = "2026-11-30T12:00:00Z",
                               .now = shipped.day,
                               .facts = &shipped.facts,
                               .prices = &shipped.prices};
    assert_int_equal(export_plan(EXPORT_JSON, shipped_run(QLORA_70B, NULL, &a), &o, &x, &e), OK);
    assert_int_equal(export_plan(EXPORT_JSON, shipped_run(QLORA_70B, NULL, &b), &o, &y, &e), OK);
    assert_true(x.len > 1000);
    assert_string_equal(x.p, y.p);
    assert_null(strstr(x.p, ": nan"));
    assert_null(strstr(x.p, "inf\n"));
    str_free(&x);
    str_free(&y);
    arena_free(&a);
    arena_free(&b);
}

/* One quantity of the bill changed by hand: the line stays as it was put. */
static void test_a_lock_stays(void **state)
{
    (void)state;
    struct err_info e = {0};
    struct answers ans = shipped_answers(QLORA_70B);
    const struct result *r =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, NULL, &desk, &e);
    assert_non_null(r);
    const struct plan *own = NULL;
    for (size_t i = 0; i < r->plan_n && own == NULL; i++)
        if (r->plan[i].kind == KIND_OWN && r->plan[i].accel->form == FORM_PCIE)
            own = &r->plan[i];
    assert_non_null(own);
    int ssd = -1;
    for (int i = 0; i < own->bom.n; i++)
        if (own->bom.line[i].kind == PART_SSD)
            ssd = i;
    assert_true(ssd >= 0);
    struct edits ed = {.n = 1};
    ed.e[0].op = EDIT_QTY;
    ed.e[0].kind = PART_SSD;
    str_copy(ed.e[0].id, sizeof(ed.e[0].id), own->bom.line[ssd].id);
    ed.e[0].qty = own->bom.line[ssd].qty + 3;
    struct engine_options opt = {.chosen_id = own->id, .edits = &ed};
    const struct result *again =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, &opt, &desk, &e);
    assert_non_null(again);
    assert_true(again->chosen >= 0);
    const struct plan *p = &again->plan[again->chosen];
    assert_string_equal(p->id, own->id);
    bool found = false;
    for (int i = 0; i < p->bom.n; i++)
        if (str_eq(p->bom.line[i].id, ed.e[0].id) && p->bom.line[i].qty == ed.e[0].qty)
            found = p->bom.line[i].locked;
    assert_true(found);
}

/* Cards taken away by hand until the job no longer fits: the plan stays and says by how much. */
static void test_an_edit_below_the_need_says_by_how_much(void **state)
{
    (void)state;
    struct err_info e = {0};
    const struct pair job[] = {{Q_TASK, "serve"},
                               {Q_MODEL, "llama-3.3-70b"},
                               {Q_SEATS, "200"},
                               {Q_DATA_STAYS, "yes"},
                               {0, NULL}};
    struct answers ans = shipped_answers(job);
    const struct result *r =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, NULL, &desk, &e);
    assert_non_null(r);
    const struct plan *own = NULL;
    for (size_t i = 0; i < r->plan_n && own == NULL; i++)
        if (r->plan[i].kind == KIND_OWN && r->plan[i].per_node > 1)
            own = &r->plan[i];
    assert_non_null(own);
    struct edits ed = {.n = 1};
    ed.e[0].op = EDIT_QTY;
    ed.e[0].kind = PART_GPU;
    str_copy(ed.e[0].id, sizeof(ed.e[0].id), own->accel->id);
    ed.e[0].qty = 1;
    struct engine_options opt = {.chosen_id = own->id, .edits = &ed};
    const struct result *again =
        engine_run(&ans, &shipped.facts, &shipped.prices, shipped.day, &opt, &desk, &e);
    assert_non_null(again);
    assert_true(again->chosen >= 0);
    const struct plan *p = &again->plan[again->chosen];
    assert_int_equal(p->per_node, 1);
    assert_int_equal(p->sizing.verdict, VERDICT_DOES_NOT_FIT);
    assert_int_not_equal(p->sizing.reason.id, MSG_NONE);
    assert_true(p->sizing.usable_gib > 0);
    assert_true(p->sizing.per_gpu_gib.typical > p->sizing.usable_gib);
    assert_true(p->sizing.layout.tp == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(test_qlora_70b_by_card),
        DESK(test_qlora_70b_plans),
        DESK(test_serving_in_china_speaks_cny),
        DESK(test_resnet_on_four_a100),
        DESK(test_full_8b_on_24_gb_lists_changes),
        DESK(test_table_without_a_card),
        DESK(test_two_4090_say_no_nvlink),
        DESK(test_fp8_on_a100_says_no_fp8),
        DESK(test_data_that_stay_are_not_rented),
        DESK(test_a_budget_binds_or_tells_by_how_much),
        DESK(test_domestic_only),
        DESK(test_a_provider_ruled_out_is_not_planned),
        DESK(test_requests_a_second_bind),
        DESK(test_a_plan_may_depend_on_the_trainer),
        DESK(test_the_nearest_miss_comes_first),
        DESK(test_nothing_holds_it_is_said_in_figures),
        DESK(test_firms_do_not_rent_from_strangers),
        DESK(test_the_cheapest_own_machine_is_found),
        DESK(test_batches_fit_into_the_month),
        DESK(test_inference_cards_do_not_train),
        DESK(test_cards_for_china_are_bought_there_alone),
        DESK(test_the_cheapest_usable_plan_is_chosen),
        DESK(test_same_inputs_same_bytes),
        DESK(test_a_lock_stays),
        DESK(test_an_edit_below_the_need_says_by_how_much),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
