/* Every printed figure opens to a formula, its inputs and their sources, in both languages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "engine/result.h"
#include "tests/support/shipped.h"

static bool has_source(const struct trace_item *it)
{
    for (int i = 0; i < it->n; i++)
        if (!str_empty(it->in[i].source))
            return true;
    return false;
}

/* opens: the figure is there, with inputs; sourced: one of them tells where it comes from. */
static void opens(const struct trace *t, const char *id, bool sourced)
{
    const struct trace_item *it = trace_find(t, id);
    if (it == NULL)
        fail_msg("%s does not open", id);
    if (it->n < 1 || it->formula == MSG_NONE || it->result.kind == ARG_KIND_NONE)
        fail_msg("%s has %d inputs", id, it->n);
    if (sourced && !has_source(it))
        fail_msg("%s names no source", id);
}

/* Both languages say something of everything, and an item stands once. */
static void readable(const struct trace *t)
{
    for (const struct trace_item *it = t->first; it != NULL; it = it->next) {
        assert_true(trace_find(t, it->id) == it);
        for (int lang = LANG_EN; lang <= LANG_ZH; lang++) {
            assert_true(strlen(msg_text((enum lang)lang, it->formula)) > 3);
            for (int i = 0; i < it->n; i++) {
                struct str s;
                str_init(&s, 1024);
                msg_arg_render(&s, (enum lang)lang, &it->in[i].value);
                if (s.len == 0 || it->in[i].name == MSG_NONE)
                    fail_msg("%s: input %d is empty", it->id, i);
                str_free(&s);
            }
        }
    }
}

static void figure(const struct trace *t, const char *id, double value)
{
    if (known(value))
        opens(t, id, true);
}

static void item_opens(const struct size_item *it, const struct job *job)
{
    const struct sizing *z = &it->sizing;
    const struct trace *t = &it->trace;
    char id[64];
    for (int i = 0; i < MEM_LINES; i++) {
        if (!(z->line_gib[i] > 0))
            continue;
        snprintf(id, sizeof id, "memory.%s", mem_line_word((enum mem_line_id)i));
        opens(t, id, i != MEM_OFFLOAD_BUFFER && i != MEM_GATHER && i != MEM_WORKSPACE);
    }
    opens(t, "memory.total", false);
    opens(t, "memory.usable", true);
    if (known(z->speed.typical)) {
        opens(t, "speed.total", job->serving || known(job->context));
        opens(t, "speed.range", true);
    }
    figure(t, "speed.tpot", z->tpot_ms);
    figure(t, "speed.ttft", z->ttft_ms);
    figure(t, "speed.prefill", z->prefill_tps);
    if (known(z->per_user))
        opens(t, "speed.per-user", false);
    figure(t, "speed.hours", z->hours_per_run.typical);
    figure(t, "speed.max-users", z->max_users);
    figure(t, "speed.max-context", z->max_context);
    figure(t, "speed.max-micro-batch", z->max_micro_batch);
    figure(t, "need.host-ram", z->host_ram_need_gb);
    figure(t, "need.flops", z->flops_per_run);
    figure(t, "need.dataset", z->dataset_gb);
    figure(t, "need.storage", z->storage_need_gbs);
    figure(t, "need.checkpoint", z->checkpoint_gb);
    opens(t, "power.cards", true);
    readable(t);
}

#define JOB(...)                                                                                   \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
static const char *const jobs[][18] = {
    JOB("task", "serve", "model", "llama-3.1-8b", "gpu", "nvidia-rtx-4090x1"),
    JOB("task", "serve", "model", "deepseek-r1", "weights", "fp8", "gpu", "nvidia-h20-141x8"),
    JOB("task", "serve", "model", "llama-3.3-70b", "weights", "q4_k_m", "engine", "llama.cpp",
        "offload", "cpu", "gpu", "nvidia-rtx-4090x1", "have", "ram=2x64@6000"),
    JOB("task", "serve", "model", "deepseek-r1", "weights", "q4_k_m", "engine", "ktransformers",
        "offload", "experts", "gpu", "nvidia-rtx-4090x1"),
    JOB("task", "batch-inference", "model", "qwen2.5-7b", "gpu", "nvidia-l40sx2"),
    JOB("task", "finetune", "model", "llama-3.1-8b", "method", "lora", "gpu", "nvidia-rtx-4090x2",
        "trainer", "fsdp"),
    JOB("task", "finetune", "model", "qwen2.5-7b", "method", "full", "trainer", "deepspeed-zero2",
        "gpu", "nvidia-a100-sxm4-80x8"),
    JOB("task", "finetune", "model", "qwen2.5-7b", "method", "qlora", "gpu", "nvidia-rtx-4090x1"),
    JOB("task", "pretrain", "model", "llama-3.2-1b", "tokens", "100B", "trainer", "megatron", "gpu",
        "nvidia-h100-sxm5-80x8"),
    JOB("task", "train-vision", "model", "resnet-50", "gpu", "nvidia-a100-sxm4-80x1"),
    JOB("task", "train-diffusion", "model", "sdxl", "gpu", "nvidia-rtx-4090x1"),
    JOB("task", "generate-media", "model", "flux.1-dev", "gpu", "nvidia-l40sx1"),
};

static void every_figure_of_a_sizing_opens(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        struct answers a = shipped_words(jobs[i]);
        const struct size_result *r = engine_size(&a, &shipped.facts, &shipped.prices, shipped.day,
                                                  &shipped.results, &shipped.e);
        assert_non_null(r);
        assert_int_equal(r->item_n, 1);
        print_message("%s %s\n", r->job.model->id, task_word(r->job.task));
        item_opens(&r->item[0], &r->job);
        if (r->job.offload != OFFLOAD_NONE && r->job.serving &&
            r->item[0].sizing.bound == BOUND_HOST_MEMORY)
            opens(&r->item[0].trace, "speed.host-memory", true);
        arena_reset(&shipped.results);
    }
}

/* A factor shows its id, its range and where it was measured. */
static void factors_tell_their_evidence(void **state)
{
    (void)state;
    struct answers a = shipped_words(jobs[0]);
    const struct size_result *r =
        engine_size(&a, &shipped.facts, &shipped.prices, shipped.day, &shipped.results, &shipped.e);
    const struct trace_item *it = trace_find(&r->item[0].trace, "speed.tpot");
    bool found = false;
    for (int i = 0; i < it->n; i++) {
        const char *s = it->in[i].source;
        found = found || (s && strstr(s, "decode.") && strstr(s, "..") && strstr(s, ": "));
    }
    assert_true(found);
    arena_reset(&shipped.results);
}

static void the_answers_are_named_by_their_flag(void **state)
{
    (void)state;
    struct answers a = shipped_words(jobs[8]);
    const struct size_result *r =
        engine_size(&a, &shipped.facts, &shipped.prices, shipped.day, &shipped.results, &shipped.e);
    const struct trace_item *it = trace_find(&r->item[0].trace, "speed.hours");
    bool given = false, fallback = false;
    for (int i = 0; i < it->n; i++) {
        given = given || str_eq(it->in[i].source, "--tokens");
        fallback = fallback || str_eq(it->in[i].source, "--epochs (default)");
    }
    assert_true(given && fallback);
    arena_reset(&shipped.results);
}

static void every_line_of_a_cost_opens(void **state)
{
    (void)state;
    static const char *const asked[][12] = {
        JOB("task", "finetune", "model", "llama-3.1-8b", "where", "own"),
        JOB("task", "serve", "model", "qwen2.5-7b", "where", "cloud", "users", "20"),
        JOB("task", "finetune", "model", "llama-3.1-8b", "where", "own", "place", "colo"),
    };
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        struct answers a = shipped_words(asked[i]);
        const struct result *r = engine_run(&a, &shipped.facts, &shipped.prices, shipped.day, NULL,
                                            &shipped.results, &shipped.e);
        assert_non_null(r);
        assert_true(r->plan_n > 0);
        for (size_t k = 0; k < r->plan_n; k++) {
            const struct plan *p = &r->plan[k];
            for (int n = 0; n < p->cost.n; n++) {
                char id[64];
                snprintf(id, sizeof id, "cost.%s", p->cost.line[n].id);
                opens(&p->trace, id, p->cost.line[n].row != NULL);
            }
            opens(&p->trace, "cost.total", false);
            readable(&p->trace);
        }
        arena_reset(&shipped.results);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_of_a_sizing_opens),
        cmocka_unit_test(factors_tell_their_evidence),
        cmocka_unit_test(the_answers_are_named_by_their_flag),
        cmocka_unit_test(every_line_of_a_cost_opens),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
