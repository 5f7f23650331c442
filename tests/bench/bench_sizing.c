/*
 * One sizing over every card of the catalog on one to eight cards and one to four machines:
 * with the layout given, and with the search for it. Microseconds a shape, of this process alone.
 */
#include <stdio.h>

#include "base/str.h"
#include "bench/figures.h"
#include "catalog/load.h"
#include "engine/sizing/sizing.h"

#define ROUNDS 20

struct world {
    struct arena arena;
    struct facts facts;
    struct prices prices;
};

static struct job job_of(const struct world *w, const char *model, bool training)
{
    struct job j = {0};
    double *numbers[] = {&j.lora_rank, &j.context, &j.micro_batch, &j.global_batch, &j.image_size,
        &j.frames, &j.clip_seconds, &j.tokens, &j.samples, &j.epochs, &j.data_bytes,
        &j.runs_per_month, &j.deadline_h, &j.users, &j.rps, &j.seats, &j.input_len, &j.output_len,
        &j.ttft_s, &j.tps, &j.amps, &j.volts, &j.network_gbps, &j.budget, &j.budget_month};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        *numbers[i] = UNKNOWN;
    j.task = training ? TASK_PRETRAIN : TASK_SERVE;
    j.training = training;
    j.serving = !training;
    j.model = facts_model(&w->facts, model);
    j.engine = facts_engine(&w->facts, training ? "megatron" : "vllm");
    j.precision = j.weights = j.kv = num_format_find("bf16");
    j.optimizer = OPT_ADAMW;
    j.context = 4096;
    j.tokens = 1e11;
    j.users = training ? UNKNOWN : 32;
    j.input_len = 1000;
    j.output_len = 300;
    return j;
}

/* Mean of one pass over all shapes, microseconds a shape. */
static double pass(const struct world *w, struct sizer *r, const struct job *j, size_t *shapes)
{
    struct sizing out;
    double from = cpu_ms();
    size_t n = 0;

    for (size_t i = 0; i < w->facts.accel_n; i++)
        for (int per = 1; per <= 8; per *= 2)
            for (int nodes = 1; nodes <= 4; nodes *= 2) {
                struct shape s = shape_of(&w->facts.accel[i], per, nodes);
                s.net_gbps = 400.0 * per;
                s.rdma = TRI_YES;
                sizer_shape(r, j, &w->facts, &s, NULL, &out);
                n++;
            }
    *shapes = n;
    return (cpu_ms() - from) * 1000 / (double)n;
}

static void measure(struct world *w, const char *name, const struct job *j, const char *budget)
{
    struct sizer *r = sizer_make(&w->arena);
    struct samples took = {.n = 0};
    size_t shapes = 0;

    for (int i = 0; r != NULL && i < ROUNDS; i++)
        samples_add(&took, pass(w, r, j, &shapes));
    figures_row(name, samples_least(&took), 2, "us", budget);
    figures_row("  shapes", (double)shapes, 0, "", NULL);
}

int main(void)
{
    static struct world w;

    arena_init(&w.arena, 0);
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &w.arena, &w.facts, &w.prices, NULL) != OK)
        return 1;
    figures_head("one sizing of one shape");
    struct job train = job_of(&w, "llama-3.1-8b", true);
    struct job fixed = train;
    fixed.tp = fixed.pp = fixed.ep = 1;
    fixed.recompute_given = fixed.sharding_given = true;
    fixed.recompute = RECOMPUTE_FULL;
    fixed.sharding = SHARD_ZERO1;
    fixed.micro_batch = 1;
    measure(&w, "pre-training of an 8B model, layout given", &fixed, "2");
    measure(&w, "pre-training of an 8B model, layout searched", &train, "10");
    train.model = facts_model(&w.facts, "deepseek-v3");
    measure(&w, "pre-training of 256 experts, layout searched", &train, "10");
    struct job serve = job_of(&w, "llama-3.3-70b", false);
    measure(&w, "serving a 70B model, layout searched", &serve, "10");
    serve.tp = 1;
    serve.pp = 1;
    measure(&w, "serving a 70B model, layout given", &serve, "2");
    arena_free(&w.arena);
    return 0;
}
