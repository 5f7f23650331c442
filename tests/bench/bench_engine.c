/*
 * One recompute: engine_run() over the shipped catalog for the jobs of figures.c, as the screen
 * runs it after an answer (with traces) and as the wizard's preview (without). Milliseconds of this
 * process alone.
 *
 * For bench_instructions.sh: `bench_engine N` runs job N once, prints nothing, `bench_engine name
 * N` prints its name.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "bench/figures.h"
#include "catalog/load.h"
#include "engine/result.h"

#define ROUNDS 40
#define DAY_S 86400

struct world {
    struct arena arena, run;
    struct facts facts;
    struct prices prices;
    struct moment now;
};

static bool open_world(struct world *w)
{
    int32_t days;

    arena_init(&w->arena, 0);
    arena_init(&w->run, 0);
    if (!date_parse("2026-11-30", &days))
        return false;
    w->now.unix_s = (int64_t)days * DAY_S + DAY_S / 2;
    return catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &w->arena, &w->facts, &w->prices,
                        NULL) == OK;
}

static bool answers_of(const struct bench_job *b, struct answers *a)
{
    struct err_info e = {0};

    answers_init(a);
    for (int i = 0; i + 1 < JOB_FLAGS && b->flag[i] != NULL; i += 2) {
        const struct question *q = question_find(b->flag[i]);

        if (q == NULL || answers_set(a, q->id, b->flag[i + 1], FROM_GIVEN, &e) != OK) {
            printf("%s: --%s %s is refused\n", b->name, b->flag[i], b->flag[i + 1]);
            return false;
        }
    }
    return true;
}

static const struct result *run(struct world *w, const struct answers *a,
                                const struct engine_options *o)
{
    struct err_info e = {0};

    arena_reset(&w->run);
    return engine_run(a, &w->facts, &w->prices, w->now, o, &w->run, &e);
}

/* Milliseconds to size `n` shapes for a job, the catalog's cards on one to eight to a machine and
 * one to four machines, as a recompute does with one sizer. */
static double sized_ms(struct world *w, const struct job *j, size_t n)
{
    struct sizer *r = sizer_make(&w->arena);
    struct sizing out;
    size_t cards = w->facts.accel_n;
    double start = cpu_ms();

    for (size_t i = 0; r != NULL && i < n; i++) {
        int per = 1 << (i / cards % 4), nodes = 1 << (i / cards / 4 % 3);
        struct shape s = shape_of(&w->facts.accel[i % cards], per, nodes);
        s.net_gbps = 400.0 * per;
        s.rdma = TRI_YES;
        sizer_shape(r, j, &w->facts, &s, NULL, &out);
    }
    return cpu_ms() - start;
}

static bool measure(struct world *w, const struct bench_job *b)
{
    struct answers a;
    struct job job;
    struct err_info e = {0};
    const struct result *r = NULL;
    char name[96];

    if (!answers_of(b, &a) || job_resolve(&a, &w->facts, &w->arena, &job, &e) != OK)
        return false;
    const struct build_tables *tables = build_tables_make(&w->facts, job.currency, &w->arena);
    for (int preview = 0; preview < 2; preview++) {
        struct engine_options o = {.tables = tables, .no_trace = preview != 0};
        struct samples took = {.n = 0};

        for (int i = 0; i < ROUNDS; i++) {
            double start = cpu_ms();

            r = run(w, &a, &o);
            samples_add(&took, cpu_ms() - start);
            if (r == NULL)
                return false;
        }
        snprintf(name, sizeof name, "%s%s", b->name, preview ? ", preview" : "");
        figures_times(name, &took, "16");
    }
    figures_row("  shapes sized", (double)r->shapes_sized, 0, "", NULL);
    struct samples sizing = {.n = 0};
    for (int i = 0; i < ROUNDS; i++)
        samples_add(&sizing, sized_ms(w, &job, r->shapes_sized));
    figures_times("  as many shapes sized alone", &sizing, "8");
    figures_row("  memory of the run", (double)w->run.used / (1024 * 1024), 1, "MiB", NULL);
    return true;
}

static bool once(struct world *w, int job)
{
    struct answers a;
    struct engine_options o = {.no_trace = false};

    if (job < 0 || job >= bench_job_n || !answers_of(&bench_jobs[job], &a))
        return false;
    return run(w, &a, &o) != NULL;
}

static bool print_name(const char *number)
{
    long job = strtol(number, NULL, 10);

    if (job < 0 || job >= bench_job_n)
        return false;
    puts(bench_jobs[job].name);
    return true;
}

int main(int argc, char *argv[])
{
    if (argc > 2)
        return print_name(argv[2]) ? 0 : 1;
    struct world w = {.arena = {0}};

    if (!open_world(&w)) {
        puts("engine: no catalog.sqlite in the build folder");
        return 1;
    }
    bool good = true;
    if (argc <= 1)
        figures_head("One recompute");
    if (argc > 1)
        good = once(&w, (int)strtol(argv[1], NULL, 10));
    for (int i = 0; argc <= 1 && i < bench_job_n; i++)
        good = measure(&w, &bench_jobs[i]) && good;
    arena_free(&w.run);
    arena_free(&w.arena);
    return good ? 0 : 1;
}
