/*
 * The front of cost and time: a hair is no difference. And the tool of a driver is that of the
 * card.
 */
// links: export catalog
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "engine/plan/planner.h"
#include "export/export.h"
#include "tests/support/shipped.h"
#include "tests/unit/plan/desk.h"

/* Hours of a run, or of serving the wait for a token. */
static double hours(const struct plan *x)
{
    const struct sizing *z = &x->sizing;
    return known(z->hours_per_run.typical) ? z->hours_per_run.typical : z->tpot_ms;
}

/* Is y better by more than half a percent in one and not worse by so much in the other? */
static bool clearly(const struct plan *y, const struct plan *x)
{
    double money = y->cost.total.typical / x->cost.total.typical, time = hours(y) / hours(x);
    return money < 1.005 && time < 1.005 && (money < 0.995 || time < 0.995);
}

static void nothing_on_the_front_is_clearly_beaten(void **state)
{
    (void)state;
    static const struct pair jobs[][6] = {
        {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.1-8b"}, {Q_METHOD, "lora"}, END},
        {{Q_TASK, "finetune"}, {Q_MODEL, "llama-3.3-70b"}, {Q_METHOD, "qlora"}, END},
        {{Q_TASK, "pretrain"}, {Q_MODEL, "llama-3.1-8b"}, {Q_TOKENS, "10B"}, END},
        {{Q_TASK, "serve"}, {Q_MODEL, "llama-3.3-70b"}, {Q_SEATS, "200"}, {Q_TPS, "15"}, END}};
    int front = 0, behind = 0;
    for (size_t k = 0; k < sizeof jobs / sizeof jobs[0]; k++) {
        struct engine_options o = {.top = 60, .no_trace = true};
        const struct result *r = shipped_run(jobs[k], &o, &desk);
        for (size_t i = 0; i < r->plan_n; i++) {
            const struct plan *x = &r->plan[i];
            bool runs = known(x->cost.total.typical) && known(hours(x)), beaten = false;
            for (size_t j = 0; runs && j < r->plan_n; j++)
                beaten = beaten || (j != i && known(r->plan[j].cost.total.typical) &&
                                    clearly(&r->plan[j], x));
            if (runs && x->pareto == beaten)
                fail_msg("%s: on the front %d, beaten %d", x->id, x->pareto, beaten);
            front += runs && x->pareto;
            behind += runs && !x->pareto;
        }
        arena_reset(&desk);
    }
    assert_true(front > 3 && behind > 3);
}

static void each_card_has_the_tool_of_its_maker(void **state)
{
    (void)state;
    static const struct {
        const char *card, *tool;
    } cards[] = {{"nvidia-rtx-4090", "nvidia-smi"},
                 {"amd-r9700-32", "amd-smi"},
                 {"huawei-ascend-910b2", "npu-smi info"},
                 {"hygon-k100-ai", "hy-smi"}};
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        const struct accel *a = facts_accel(&shipped.facts, cards[i].card);
        if (a == NULL)
            fail_msg("no card %s", cards[i].card);
        struct msg_arg tool = planner_tool(&shipped.facts, a);
        assert_string_equal(tool.str, cards[i].tool);
    }
}

/* No text of a plan with other cards speaks of NVIDIA's tool. */
static void no_other_makers_tool_is_named(void **state)
{
    (void)state;
    static const struct pair jobs[][8] = {{{Q_TASK, "serve"},
                                           {Q_MODEL, "llama-3.1-8b"},
                                           {Q_VENDORS, "amd"},
                                           {Q_WHERE, "any"},
                                           {Q_BUYER, "startup"},
                                           END},
                                          {{Q_TASK, "serve"},
                                           {Q_MODEL, "qwen2.5-7b"},
                                           {Q_VENDORS, "domestic"},
                                           {Q_COUNTRY, "CN"},
                                           END}};
    for (size_t k = 0; k < 2; k++) {
        struct err_info e = {0};
        struct str out;
        str_init(&out, 1u << 20);
        const struct result *r = shipped_run(jobs[k], NULL, &desk);
        assert_true(r->chosen >= 0);
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            struct export_options o = {.lang = (enum lang)lang, .facts = &shipped.facts};
            str_clear(&out);
            assert_int_equal(export_plan(EXPORT_TEXT, r, &o, &out, &e), OK);
            assert_true(out.len > 1000);
            for (const char *p = out.p; (p = strstr(p, "nvidia-smi")) != NULL; p++)
                if (strncmp(p - 7, "deploy/", 7) != 0) /* the page of a source */
                    fail_msg("%.80s", p);
        }
        str_free(&out);
        arena_reset(&desk);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DESK(nothing_on_the_front_is_clearly_beaten),
        DESK(each_card_has_the_tool_of_its_maker),
        DESK(no_other_makers_tool_is_named),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
