/*
 * Properties over random jobs: order of bands, growth with context, batch and bits, more memory
 * never unfit, more cards never larger states, larger batches never faster per step, adapters never
 * above full, nothing infinite. A fixed sequence of jobs: 10,000 of each property, as many as
 * DLRIG_PROPERTY_JOBS says in the long run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/support/sized.h"

static int jobs = 10000;

static struct sized s;
static uint64_t seed = 20261130;

static unsigned pick(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

static struct job random_job(void)
{
    static const char *const text[] = {"llama-3b", "llama-70b", "llama-8b", "qwen-7b", "size-13b",
                                       "moe-30b", "mla", "gpt-7.5b", "sliding"};
    static const char *const formats[] = {"bf16", "fp8", "int4", "q4_k_m", "nf4", "fp32"};
    const char *model = text[pick(9)];
    struct job j;
    if (pick(2)) {
        j = sized_job(&s, model, (enum method)pick(METHOD_COUNT));
        j.optimizer = (enum optimizer)pick(OPT_COUNT);
        j.recompute_given = pick(2);
        j.recompute = (enum recompute)pick(3);
        j.sharding_given = pick(2);
        j.sharding = (enum sharding)pick(4);
        j.engine = &s.engine[pick(3) == 2 ? 3 : pick(2)];
        if (pick(2))
            j.micro_batch = 1 + pick(16);
        if (pick(2))
            j.global_batch = 1 + pick(512);
        j.offload = pick(8) ? OFFLOAD_NONE : OFFLOAD_CPU;
        j.tokens = 1e9;
    } else {
        j = sized_serve(&s, model, formats[pick(6)], 1 + pick(300));
        j.engine = &s.engine[pick(2) ? 2 : 4];
        j.input_len = 1 + pick(4000);
        j.output_len = 1 + pick(2000);
        j.drafts = pick(3) ? DRAFT_NONE : pick(2) ? DRAFT_EAGLE : DRAFT_MODEL;
        j.draft = j.drafts == DRAFT_MODEL ? sized_model(&s, "llama-3b") : NULL;
    }
    j.context = 256u << pick(8);
    return j;
}

static const char *random_card(void)
{
    static const char *const names[] = {"big", "mid", "small", "tiny"};
    return names[pick(4)];
}

static void ordered(struct band b)
{
    if (isnan(b.typical)) {
        assert_true(isnan(b.low) && isnan(b.high));
        return;
    }
    assert_true(isfinite(b.low) && isfinite(b.typical) && isfinite(b.high));
    assert_true(b.low >= 0 && b.low <= b.typical && b.typical <= b.high);
}

/* No figure of a sizing is infinite; what is not known is NAN. */
static void all_finite(const struct sizing *z)
{
    const double figures[] = {z->usable_gib,
                              z->per_user,
                              z->ttft_ms,
                              z->tpot_ms,
                              z->prefill_tps,
                              z->max_users,
                              z->max_context,
                              z->max_micro_batch,
                              z->flops_per_run,
                              z->host_ram_need_gb,
                              z->storage_need_gbs,
                              z->network_need_gbps,
                              z->checkpoint_gb,
                              z->dataset_gb,
                              z->comm_share,
                              z->split_loss,
                              z->draft_yield,
                              z->draft_gain,
                              z->layout.micro_batch,
                              z->layout.grad_accum,
                              z->layout.global_batch,
                              z->layout.kept};
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        assert_false(isinf(figures[i]));
    for (int i = 0; i < MEM_LINES; i++)
        assert_true(isfinite(z->line_gib[i]) && z->line_gib[i] >= 0);
}

static void bands_are_ordered_and_finite(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        struct sizing z = sized_on(&s, &j, random_card(), 1 << pick(4));
        ordered(z.per_gpu_gib);
        ordered(z.speed);
        ordered(z.hours_per_run);
        all_finite(&z);
        double sum = 0;
        for (int k = 0; k < MEM_LINES; k++) {
            assert_true(z.line_gib[k] >= 0);
            sum += z.line_gib[k];
        }
        if (known(z.per_gpu_gib.typical))
            assert_true(fabs(sum - z.per_gpu_gib.typical) <= 1e-6 * (1 + sum));
        if (z.verdict == VERDICT_FITS)
            assert_true(z.per_gpu_gib.high <= z.usable_gib);
        if (z.verdict == VERDICT_TIGHT)
            assert_true(z.per_gpu_gib.typical <= z.usable_gib);
        assert_true(z.layout.tp >= 1 && z.layout.pp >= 1 && z.layout.dp >= 1);
        assert_true(z.reason.id != MSG_NONE);
    }
}

/* The layout is fixed so that only the property under test changes. */
static void pin(struct job *j)
{
    j->tp = j->pp = j->ep = 1;
    j->recompute_given = true;
    j->sharding_given = true;
    if (!known(j->micro_batch))
        j->micro_batch = 2;
    j->global_batch = UNKNOWN;
}

static void memory_grows_with_context_batch_and_bits(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        pin(&j);
        j.engine = &s.engine[j.training ? 0 : 4];
        double at = sized_on(&s, &j, "big", 1).per_gpu_gib.typical;
        struct job more = j;
        more.context *= 2;
        if (j.serving)
            more.input_len *= 2;
        assert_true(sized_on(&s, &more, "big", 1).per_gpu_gib.typical >= at * (1 - 1e-9));
        more = j;
        more.micro_batch += 1;
        more.users += 7;
        assert_true(sized_on(&s, &more, "big", 1).per_gpu_gib.typical >= at * (1 - 1e-9));
        more = j;
        more.weights = num_format_find("fp32");
        if (j.serving || j.method != METHOD_FULL) {
            double wide = sized_on(&s, &more, "big", 1).line_gib[MEM_WEIGHTS];
            assert_true(wide >= sized_on(&s, &j, "big", 1).line_gib[MEM_WEIGHTS] * (1 - 1e-9));
        }
    }
}

static double states_of_card(const struct sizing *z)
{
    return z->line_gib[MEM_WEIGHTS] + z->line_gib[MEM_GRADIENTS] + z->line_gib[MEM_OPTIMIZER] +
           z->line_gib[MEM_ADAPTER];
}

static void more_cards_never_hold_larger_states(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        pin(&j);
        if (!j.training)
            continue;
        j.engine = &s.engine[1];
        double before = INFINITY;
        for (int cards = 2; cards <= 8; cards *= 2) {
            struct sizing z = sized_on(&s, &j, "big", cards);
            assert_true(states_of_card(&z) <= before * (1 + 1e-9));
            before = states_of_card(&z);
        }
    }
}

static void more_memory_never_makes_unfit(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        int cards = 1 << pick(4);
        s.accel[0].usable_gib = 10 + pick(150);
        struct sizing less = sized_on(&s, &j, "big", cards);
        s.accel[0].usable_gib *= 1.5;
        struct sizing more = sized_on(&s, &j, "big", cards);
        bool fitted = less.verdict == VERDICT_FITS || less.verdict == VERDICT_NOT_VALIDATED;
        if (fitted)
            assert_true(more.verdict == less.verdict);
        if (less.verdict != VERDICT_DOES_NOT_FIT)
            assert_true(more.verdict != VERDICT_DOES_NOT_FIT);
    }
    sized_init(&s);
}

static void adapters_never_need_more_than_full(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        if (!j.training)
            continue;
        pin(&j);
        j.engine = &s.engine[0];
        j.offload = OFFLOAD_NONE;
        j.optimizer = OPT_ADAMW;
        j.method = METHOD_FULL;
        j.weights = num_format_find("bf16");
        double full = sized_on(&s, &j, "big", 1).per_gpu_gib.typical;
        j.method = METHOD_LORA;
        double lora = sized_on(&s, &j, "big", 1).per_gpu_gib.typical;
        j.method = METHOD_QLORA;
        j.weights = num_format_find("nf4");
        double qlora = sized_on(&s, &j, "big", 1).per_gpu_gib.typical;
        assert_true(lora <= full);
        assert_true(qlora <= lora);
    }
}

/* A step over a larger batch takes no less time: samples a second may grow, steps a second not. */
static void larger_batches_are_never_faster_per_step(void **state)
{
    (void)state;
    for (int i = 0; i < jobs; i++) {
        struct job j = random_job();
        if (!j.training)
            continue;
        pin(&j);
        j.global_batch = UNKNOWN;
        j.micro_batch = 1 + pick(8);
        struct sizing small = sized_on(&s, &j, "big", 2);
        double factor = 1 + pick(4);
        j.micro_batch = j.micro_batch * factor + pick(2);
        struct sizing large = sized_on(&s, &j, "big", 2);
        double a = small.layout.global_batch * j.context / small.speed.typical;
        double b = large.layout.global_batch * j.context / large.speed.typical;
        if (known(a) && known(b))
            assert_true(b >= a * (1 - 1e-9));
    }
}

static void extremes_stay_finite(void **state)
{
    (void)state;
    struct job j = sized_job(&s, "size-13b", METHOD_FULL);
    struct model *m = sized_model(&s, "size-13b");
    m->params_b = m->active_params_b = 10000;
    j.context = 1e7;
    j.engine = &s.engine[3];
    j.tokens = 1e16;
    struct shape shape = shape_of(&s.accel[0], 8, 12500);
    shape.net_gbps = 3200;
    shape.rdma = TRI_YES;
    struct sizing z;
    size_shape(&j, &s.facts, &shape, NULL, &z);
    ordered(z.per_gpu_gib);
    ordered(z.speed);
    ordered(z.hours_per_run);
    all_finite(&z);
    j.global_batch = 1; /* one sequence over a hundred thousand cards */
    size_shape(&j, &s.facts, &shape, NULL, &z);
    ordered(z.hours_per_run);
    all_finite(&z);
    j = sized_serve(&s, "size-13b", "bf16", 1e8);
    j.context = 1e7;
    size_shape(&j, &s.facts, &shape, NULL, &z);
    ordered(z.per_gpu_gib);
    ordered(z.speed);
    all_finite(&z);
    sized_init(&s);
}

int main(void)
{
    const char *asked = getenv("DLRIG_PROPERTY_JOBS");
    long n = asked ? strtol(asked, NULL, 10) : 0;
    if (n > 0 && n <= 100000000)
        jobs = (int)n;
    sized_init(&s);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_are_ordered_and_finite),
        cmocka_unit_test(memory_grows_with_context_batch_and_bits),
        cmocka_unit_test(more_cards_never_hold_larger_states),
        cmocka_unit_test(more_memory_never_makes_unfit),
        cmocka_unit_test(adapters_never_need_more_than_full),
        cmocka_unit_test(larger_batches_are_never_faster_per_step),
        cmocka_unit_test(extremes_stay_finite),
    };
    return cmocka_run_group_tests_name("sizing: properties", tests, NULL, NULL);
}
