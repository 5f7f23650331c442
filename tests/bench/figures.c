#include "bench/figures.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

const struct bench_job bench_jobs[] = {
    {"QLoRA of a 70B model",
     {"task", "finetune", "model", "llama-3.3-70b", "method", "qlora", "context", "4096", "tokens",
      "50M", "epochs", "3"}},
    {"full fine-tuning of an 8B model",
     {"task", "finetune", "model", "llama-3.1-8b", "method", "full", "tokens", "100M"}},
    {"pre-training of an 8B model", {"task", "pretrain", "model", "llama-3.1-8b", "tokens", "1T"}},
    {"serving a 7B model to 50, in CNY",
     {"task", "serve", "model", "qwen2.5-7b", "users", "50", "input", "1000", "output", "300",
      "country", "CN", "currency", "CNY"}},
    {"serving a 70B model to 200",
     {"task", "serve", "model", "llama-3.3-70b", "users", "200", "input", "2000", "output", "500"}},
    {"training ResNet-50",
     {"task", "train-vision", "model", "resnet-50", "samples", "1.28M", "epochs", "90"}},
};
const int bench_job_n = (int)(sizeof bench_jobs / sizeof bench_jobs[0]);

static double clock_ms(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

double cpu_ms(void)
{
    return clock_ms(CLOCK_PROCESS_CPUTIME_ID);
}

void samples_add(struct samples *s, double x)
{
    if (s->n < SAMPLES_MAX)
        s->x[s->n++] = x;
}

double samples_least(const struct samples *s)
{
    double least = s->n > 0 ? s->x[0] : 0;

    for (int i = 1; i < s->n; i++)
        least = s->x[i] < least ? s->x[i] : least;
    return least;
}

double samples_mean(const struct samples *s)
{
    double sum = 0;

    for (int i = 0; i < s->n; i++)
        sum += s->x[i];
    return s->n > 0 ? sum / s->n : 0;
}

double samples_most(const struct samples *s)
{
    double most = s->n > 0 ? s->x[0] : 0;

    for (int i = 1; i < s->n; i++)
        most = s->x[i] > most ? s->x[i] : most;
    return most;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

double samples_median(struct samples *s)
{
    qsort(s->x, (size_t)s->n, sizeof s->x[0], by_size);
    return s->n > 0 ? (s->x[(s->n - 1) / 2] + s->x[s->n / 2]) / 2 : 0;
}

void figures_head(const char *title)
{
    printf("\n%-56s %9s %-7s %s\n", title, "figure", "unit", "budget");
}

void figures_row(const char *name, double figure, int decimals, const char *unit,
                 const char *budget)
{
    printf("  %-54s %9.*f %-7s %s\n", name, decimals, figure, unit, budget != NULL ? budget : "-");
    fflush(stdout);
}

void figures_times(const char *name, struct samples *s, const char *budget)
{
    char text[96];

    snprintf(text, sizeof text, "%s, least of %d", name, s->n);
    figures_row(text, samples_least(s), 1, "ms", budget);
    snprintf(text, sizeof text, "%s, median", name);
    figures_row(text, samples_median(s), 1, "ms", budget);
}
