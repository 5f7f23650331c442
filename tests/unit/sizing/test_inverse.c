// links: catalog
/*
 * The inverse answers are true: what is named as largest fits, and clearly more does not. Over the
 * shipped catalog: micro batch, context and users.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "base/str.h"
#include "engine/sizing/sizing.h"
#include "tests/support/shipped.h"

static struct sizing size(const struct job *j)
{
    struct sizing z;
    struct shape s = shape_of(j->gpu.group[0].accel, j->gpu.group[0].count, 1);
    size_shape(j, &shipped.facts, &s, NULL, &z);
    return z;
}

/* keep: the layout that the figures speak of. */
static void keep(struct job *j, const struct layout *l)
{
    j->tp = l->tp;
    j->pp = l->pp;
    j->dp = l->dp;
    j->recompute = l->recompute;
    j->recompute_given = true;
}

static bool fits(const struct sizing *z)
{
    return z->verdict == VERDICT_FITS || z->verdict == VERDICT_NOT_VALIDATED;
}

#define SERVE(model, weights, engine, gpu, users)                                                  \
    {                                                                                              \
        "task", "serve", "model", model, "weights", weights, "engine", engine, "gpu", gpu,         \
            "users", users, NULL                                                                   \
    }
#define TUNE(model, method, gpu)                                                                   \
    {                                                                                              \
        "task", "finetune", "model", model, "method", method, "gpu", gpu, "trainer", "fsdp", NULL  \
    }

static const char *const serving[][13] = {
    SERVE("llama-3.1-8b", "bf16", "vllm", "nvidia-rtx-4090x1", "4"),
    SERVE("llama-3.1-8b", "bf16", "vllm", "nvidia-a100-sxm4-80x1", "32"),
    SERVE("llama-3.3-70b", "int4", "vllm", "nvidia-a100-sxm4-80x2", "8"),
    SERVE("llama-3.3-70b", "q4_k_m", "llama.cpp", "nvidia-rtx-3090x4", "1"),
    SERVE("deepseek-r1", "fp8", "sglang", "nvidia-h200-sxm-141x8", "16"),
    SERVE("gemma-3-27b", "bf16", "vllm", "nvidia-h100-sxm5-80x1", "8"),
    SERVE("qwen3-30b-a3b", "bf16", "vllm", "nvidia-h100-sxm5-80x2", "16"),
};
static const char *const tuning[][11] = {
    TUNE("llama-3.1-8b", "lora", "nvidia-rtx-4090x2"),
    TUNE("llama-3.1-8b", "full", "nvidia-h100-sxm5-80x8"),
    TUNE("qwen2.5-7b", "qlora", "nvidia-rtx-4090x1"),
    TUNE("llama-3.3-70b", "qlora", "nvidia-a100-sxm4-80x2"),
};

/* held: the figure fits, a quarter more does not unless the model itself ends there. */
static void held(const char *what, const struct job *at, const struct job *above, double most,
                 bool model_ends)
{
    struct sizing in = size(at), out = size(above);
    if (!fits(&in) && in.verdict != VERDICT_TIGHT)
        fail_msg("%s on %s: %s %g does not fit: %.1f of %.1f GiB", at->model->id, at->gpu.text,
                 what, most, in.per_gpu_gib.typical, in.usable_gib);
    if (fits(&out) && !model_ends)
        fail_msg("%s on %s: %s %g, but a quarter more fits: %.1f of %.1f GiB", at->model->id,
                 at->gpu.text, what, most, out.per_gpu_gib.high, out.usable_gib);
}

static void the_longest_context_of_a_server(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof serving / sizeof serving[0]; i++) {
        struct job j = shipped_job(serving[i]), more = j;
        struct sizing z = size(&j);
        assert_true(fits(&z));
        assert_true(z.max_context >= j.context);
        keep(&j, &z.layout);
        more = j;
        j.context = z.max_context;
        more.context = floor(z.max_context * 1.25);
        held("context", &j, &more, z.max_context, z.max_context >= j.model->max_context);
    }
}

static void the_most_users(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof serving / sizeof serving[0]; i++) {
        struct job j = shipped_job(serving[i]), more = j;
        struct sizing z = size(&j);
        if (!(z.max_users >= j.users))
            fail_msg("%s on %s: %g users fit, only %g are named", j.model->id, j.gpu.text, j.users,
                     z.max_users);
        keep(&j, &z.layout);
        more = j;
        j.users = z.max_users;
        more.users = ceil(z.max_users * 1.25) + 1;
        held("users", &j, &more, z.max_users, false);
    }
}

static void the_largest_micro_batch(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tuning / sizeof tuning[0]; i++) {
        struct job j = shipped_job(tuning[i]);
        struct sizing z = size(&j);
        assert_true(fits(&z));
        assert_true(z.max_micro_batch >= 1);
        keep(&j, &z.layout);
        struct job more = j;
        j.micro_batch = z.max_micro_batch;
        more.micro_batch = ceil(z.max_micro_batch * 1.25) + 1;
        held("micro batch", &j, &more, z.max_micro_batch, false);
    }
}

static void the_longest_context_of_a_trainer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof tuning / sizeof tuning[0]; i++) {
        struct job j = shipped_job(tuning[i]);
        struct sizing z = size(&j);
        assert_true(z.max_context >= j.context);
        struct job more = j;
        j.context = z.max_context;
        more.context = floor(z.max_context * 1.25);
        held("context", &j, &more, z.max_context, z.max_context >= j.model->max_context);
    }
}

/* A job that one machine never holds: several do, when the network between them was told. */
static const struct change *machines(const struct change *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c[i].what.id == MSG_SZ_DO_MACHINES)
            return &c[i];
    return NULL;
}

static void several_machines_where_the_network_is_told(void **state)
{
    (void)state;
    const char *asked[] = {"task",        "finetune",
                           "method",      "full",
                           "model",       "qwen-72b",
                           "context",     "2k",
                           "micro-batch", "1",
                           "sharding",    "zero3",
                           "gpu",         "nvidia-a800-sxm4-80x8",
                           "network",     "400gbe+rdma",
                           NULL};
    struct change list[8];
    struct job j = shipped_job(asked);
    struct shape s = shape_of(j.gpu.group[0].accel, 8, 1);
    size_t n = size_changes(&j, &shipped.facts, &s, list, 8, &shipped.arena);
    const struct change *c = machines(list, n);
    assert_non_null(c);
    assert_int_equal(c->shape.nodes, 4);
    assert_true(c->verdict == VERDICT_FITS);
    assert_true(c->speed_ratio > 1); /* four machines do more than one */
    asked[14] = NULL;
    j = shipped_job(asked);
    n = size_changes(&j, &shipped.facts, &s, list, 8, &shipped.arena);
    assert_true(n > 0);
    assert_null(machines(list, n));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_context_of_a_server),
        cmocka_unit_test(the_most_users),
        cmocka_unit_test(the_largest_micro_batch),
        cmocka_unit_test(the_longest_context_of_a_trainer),
        cmocka_unit_test(several_machines_where_the_network_is_told),
    };
    return cmocka_run_group_tests(tests, shipped_load, shipped_unload);
}
