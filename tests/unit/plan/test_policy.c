/*
 * What an enterprise allows is kept out of the list before anything is costed, a name that nobody
 * knows is refused with file and line, and what was named in spite of it gets a finding. The user's
 * hand may take parts out and put further ones in: what breaks is an error.
 */
// links: catalog
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/check/policy.h"
#include "tests/support/shipped.h"

static const struct pair LORA[] = {
    {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_METHOD, "lora"}, END};

static struct policy policy_of(const char *key, const char *value)
{
    struct policy p;
    struct err_info e = {0};
    policy_init(&p);
    assert_int_equal(policy_take(&p, key, value, "rules.ini", 7, &e), OK);
    return p;
}

static const struct result *plan_with(const struct answers *a, const struct engine_options *o,
                                      struct arena *arena)
{
    struct err_info e = {0};
    const struct result *r =
        engine_run(a, &shipped.facts, &shipped.prices, shipped.day, o, arena, &e);
    assert_non_null(r);
    return r;
}

static const struct result *under(const struct policy *p, const struct pair *job,
                                  struct arena *arena)
{
    struct answers a = shipped_answers(job);
    struct engine_options o = {.policy = p, .top = 60, .no_trace = true};
    return plan_with(&a, &o, arena);
}

static void only_what_is_allowed_is_listed(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value;
    } lines[] = {{"vendors", "nvidia"},      {"vendors-not", "NVIDIA"}, {"providers", "aws"},
                 {"providers-not", "salad"}, {"kinds", "own, spot"},    {"kinds-not", "own"},
                 {"regions", "us-east-1"},   {"currencies", "EUR, USD"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct arena arena;
        arena_init(&arena, 0);
        struct policy p = policy_of(lines[i].key, lines[i].value);
        const struct result *r = under(&p, LORA, &arena);
        assert_true(r->plan_n > 0 && r->chosen >= 0);
        for (size_t k = 0; k < r->plan_n; k++) {
            const struct plan *x = &r->plan[k];
            if (shipped_finding(x->finding, x->finding_n, "policy") != NULL)
                fail_msg("%s = %s: %s is listed", lines[i].key, lines[i].value, x->id);
        }
        arena_free(&arena);
    }
}

/* The cheapest provider of all is not allowed: the cheapest of those that are is still found,
 * though it would not have been worked out beside the others. */
static void the_cheapest_allowed_one_is_found(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    const struct result *all = under(NULL, LORA, &arena);
    const struct plan *best = &all->plan[all->best_rent];
    assert_true(strcmp(best->offer->provider, "aws") != 0);
    struct policy p = policy_of("providers", "aws");
    const struct result *r = under(&p, LORA, &arena);
    assert_true(r->best_rent >= 0);
    assert_string_equal(r->plan[r->best_rent].offer->provider, "aws");
    const struct result *named = under(NULL,
                                       (struct pair[]){{Q_TASK, "finetune"},
                                                       {Q_MODEL, "llama-3.1-8b"},
                                                       {Q_METHOD, "lora"},
                                                       {Q_PROVIDERS, "aws"},
                                                       END},
                                       &arena);
    assert_string_equal(r->plan[r->best_rent].id, named->plan[named->best_rent].id);
    arena_free(&arena);
}

static void what_was_named_gets_a_finding(void **state)
{
    (void)state;
    static const struct pair card[] = {{Q_TASK, "finetune"},
                                       {Q_MODEL, "llama-3.1-8b"},
                                       {Q_METHOD, "lora"},
                                       {Q_GPU, "nvidia-rtx-4090"},
                                       END};
    static const struct pair provider[] = {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"},
                                           {Q_METHOD, "lora"},   {Q_PROVIDERS, "runpod"},
                                           {Q_WHERE, "cloud"},   END};
    static const struct {
        const struct pair *job;
        const char *key, *value;
    } cases[] = {{card, "vendors", "amd"}, {provider, "providers-not", "runpod"}};
    for (size_t i = 0; i < 2; i++) {
        struct arena arena;
        arena_init(&arena, 0);
        struct policy p = policy_of(cases[i].key, cases[i].value);
        const struct result *r = under(&p, cases[i].job, &arena);
        assert_true(r->plan_n > 0);
        assert_int_equal(r->chosen, -1);
        for (size_t k = 0; k < r->plan_n; k++) {
            const struct plan *x = &r->plan[k];
            const struct finding *f = shipped_finding(x->finding, x->finding_n, "policy");
            assert_true(f != NULL && f->severity == SEV_ERROR);
        }
        arena_free(&arena);
    }
}

/* As a warning the policy marks and keeps nothing out. */
static void a_milder_policy_marks(void **state)
{
    (void)state;
    struct arena arena;
    struct err_info e = {0};
    arena_init(&arena, 0);
    struct policy p = policy_of("providers", "aws");
    assert_int_equal(policy_take(&p, "severity", "warning", "rules.ini", 8, &e), OK);
    const struct result *r = under(&p, LORA, &arena), *all = under(NULL, LORA, &arena);
    assert_string_equal(r->plan[r->chosen].id, all->plan[all->chosen].id);
    const struct plan *x = &r->plan[r->best_rent];
    assert_non_null(shipped_finding(x->finding, x->finding_n, "policy"));
    arena_free(&arena);
}

static void unknown_names_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *near;
    } bad[] = {{"vendors", "nvidia, nvida", "NVIDIA"}, {"vendors-not", "amdd", "AMD"},
               {"providers", "awss", "aws"},           {"providers-not", "runpodd", "runpod"},
               {"regions", "us-east-11", "us-east-1"}, {"regions-not", "mars-and-beyond", NULL}};
    struct answers a = shipped_answers(LORA);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct arena arena;
        struct err_info e = {0};
        struct str text;
        arena_init(&arena, 0);
        str_init(&text, 1024);
        struct policy p = policy_of(bad[i].key, bad[i].value);
        struct engine_options o = {.policy = &p};
        assert_null(engine_run(&a, &shipped.facts, &shipped.prices, shipped.day, &o, &arena, &e));
        err_render(&text, LANG_EN, &e);
        assert_non_null(strstr(text.p, "rules.ini:7: "));
        assert_non_null(strstr(text.p, bad[i].key));
        if (bad[i].near != NULL && strstr(text.p, bad[i].near) == NULL)
            fail_msg("%s", text.p);
        str_free(&text);
        arena_free(&arena);
    }
}

static void nothing_allowed_says_so(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    struct err_info e = {0};
    struct policy p = policy_of("kinds", "community");
    assert_int_equal(policy_take(&p, "providers", "aws", "rules.ini", 8, &e), OK);
    const struct result *r = under(&p, LORA, &arena);
    assert_int_equal(r->plan_n, 0);
    assert_int_equal(r->decision.text.id, MSG_DECISION_NONE_POLICY);
    arena_free(&arena);
}

/* A mixture that nobody told a load of is not tried, so it is not known whether it does the job. */
static void a_mixture_without_a_load_is_not_judged(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    struct answers a = shipped_answers(LORA);
    struct engine_options o = {.kinds = 1u << KIND_HYBRID, .no_trace = true};
    const struct result *r = plan_with(&a, &o, &arena);
    assert_int_equal(r->verdict.word, VERDICT_UNKNOWN);
    assert_int_equal(r->verdict.reason.id, MSG_COST_HYBRID_LOAD);
    arena_free(&arena);
}

/* --- the user's hand ------------------------------------------------------------------------- */
static void parts_taken_out_and_put_in_twice_are_errors(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena, 0);
    static const struct pair own[] = {
        {Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_METHOD, "lora"}, {Q_WHERE, "own"}, END};
    const struct result *r = shipped_run(own, NULL, &arena);
    const struct plan *x = &r->plan[r->chosen];
    struct answers a = shipped_answers(own);
    static const enum part_kind kinds[] = {PART_PLATFORM, PART_CPU, PART_MEMORY,
                                           PART_SSD,      PART_PSU, PART_CASE};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct edits ed = {.e = {{.op = EDIT_DROP, .kind = kinds[i]}}, .n = 1};
        struct engine_options o = {.edits = &ed, .chosen_id = x->id};
        const struct plan *y = shipped_plan(plan_with(&a, &o, &arena), x->id);
        assert_non_null(y);
        const struct finding *f = shipped_finding(y->finding, y->finding_n, "missing-part");
        assert_true(f != NULL && f->severity == SEV_ERROR);
        assert_int_equal(f->message.a[0].id, part_kind_label(kinds[i]));
    }
    struct edits two = {.e = {{.op = EDIT_ADD, .kind = PART_PLATFORM}}, .n = 1};
    str_copy(two.e[0].to, sizeof two.e[0].to, x->bom.platform->id);
    struct edits counted = {.e = {{.op = EDIT_QTY, .kind = PART_PLATFORM, .qty = 2}}, .n = 1};
    const struct edits *both[] = {&two, &counted};
    for (size_t i = 0; i < 2; i++) {
        struct engine_options o = {.edits = both[i], .chosen_id = x->id};
        const struct plan *y = shipped_plan(plan_with(&a, &o, &arena), x->id);
        assert_non_null(y);
        const struct finding *f = shipped_finding(y->finding, y->finding_n, "extra-board");
        assert_true(f != NULL && f->severity == SEV_ERROR);
    }
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_allowed_is_listed),
        cmocka_unit_test(the_cheapest_allowed_one_is_found),
        cmocka_unit_test(what_was_named_gets_a_finding),
        cmocka_unit_test(a_milder_policy_marks),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(nothing_allowed_says_so),
        cmocka_unit_test(a_mixture_without_a_load_is_not_judged),
        cmocka_unit_test(parts_taken_out_and_put_in_twice_are_errors),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
