/*
 * The program as its user meets it: start to the first full screen, `dlrig plan`, bytes a key
 * costs on the line, what a screen left alone sends, and the memory it holds.
 */
#include <stdio.h>

#include "bench/child.h"
#include "bench/figures.h"

#define ROUNDS 20
#define FRAME_QUIET_MS 150 /* the first picture is complete when nothing follows it */
#define IDLE_MS 2500       /* longer than the session waits before it is saved */
#define MOVES 12

#define AS_OF "--as-of", "2026-11-30"
static const char *const fresh[] = {AS_OF, NULL};
static const char *const own_plan[] = {AS_OF,     "--task",  "serve", "--model",
                                       "qwen2.5-7b", "--users", "20",    "--where",
                                       "own",     "--gpu",   "rtx-4090", NULL};
static const char *const plan[] = {
    "plan",      "--task", "finetune", "--model", "llama-3.3-70b", "--method", "qlora",
    "--context", "4096",   "--tokens", "50M",     "--epochs",      "3",        AS_OF,
    "--format",  NULL,     NULL};

/* --- time and memory of whole processes ------------------------------------------------------- */
static void start_times(const char *name, int rows, int cols, const char *const *args)
{
    struct samples took = {.n = 0}, cpu = {.n = 0}, bytes = {.n = 0}, mib = {.n = 0};

    for (int i = 0; i < ROUNDS; i++) {
        struct child c;

        if (!child_screen(&c, rows, cols, args))
            return;
        child_quiet(&c, 2000); /* the first byte */
        samples_add(&took, c.last_ms - c.start_ms);
        samples_add(&cpu, child_cpu_ms(&c));
        samples_add(&bytes, (double)child_take(&c));
        samples_add(&mib, child_resident_mib(&c));
        child_end(&c);
    }
    figures_times(name, &took, "50");
    figures_row("  processor time, median", samples_median(&cpu), 1, "ms", NULL);
    figures_row("  bytes of it", samples_median(&bytes), 0, "bytes", NULL);
    figures_row("  resident memory", samples_median(&mib), 1, "MiB", "40");
}

static void command_times(const char *format)
{
    struct samples took = {.n = 0}, cpu = {.n = 0}, mib = {.n = 0};
    const char *args[sizeof plan / sizeof plan[0]];
    char name[64];

    for (size_t i = 0; i < sizeof plan / sizeof plan[0]; i++)
        args[i] = plan[i];
    args[sizeof plan / sizeof plan[0] - 2] = format;
    for (int i = 0; i < ROUNDS; i++) {
        double used, held, ms = child_command(args, &used, &held);

        if (ms < 0) {
            printf("dlrig plan --format %s failed\n", format);
            return;
        }
        samples_add(&took, ms);
        samples_add(&cpu, used);
        samples_add(&mib, held);
    }
    snprintf(name, sizeof name, "dlrig plan --format %s", format);
    figures_times(name, &took, "60");
    figures_row("  processor time, median", samples_median(&cpu), 1, "ms", NULL);
    figures_row("  resident memory", samples_median(&mib), 1, "MiB", "40");
}

/* --- keys ------------------------------------------------------------------------------------- */
/* Bytes that keys cost, and the time from the key to the last of them. Keys that change nothing
 * (the last row of a list) bring none and are left out. */
static void keys(struct child *c, const char *name, const char *key, int times,
                 const char *budget_bytes)
{
    struct samples bytes = {.n = 0}, took = {.n = 0}, cpu = {.n = 0};
    char text[96];

    for (int i = 0; i < times; i++) {
        double ms, before = child_cpu_ms(c);
        size_t n = child_key(c, key, &ms);

        if (n == 0)
            continue;
        samples_add(&bytes, (double)n);
        samples_add(&took, ms);
        samples_add(&cpu, child_cpu_ms(c) - before);
    }
    snprintf(text, sizeof text, "%s, median of %d", name, bytes.n);
    figures_row(text, samples_median(&bytes), 0, "bytes", NULL);
    figures_row("  most", samples_most(&bytes), 0, "bytes", budget_bytes);
    figures_row("  key to picture, least", samples_least(&took), 1, "ms", "16");
    figures_row("  key to picture, median", samples_median(&took), 1, "ms", "16");
    figures_row("  processor time, median", samples_median(&cpu), 1, "ms", NULL);
}

/* A key held down over every list: what a step costs, most steps and the dearest one. */
static void lists_held(int rows, int cols)
{
    static const struct {
        const char *name, *to[4];
    } list[] = {{"offers", {"o", "m"}},
                {"cards", {"g"}},
                {"models", {"g", "\t"}},
                {"a table of parts", {"g", "\t", "\t"}},
                {"what fits", {"F"}},
                {"parts that go", {"j", "j", "\r"}},
                {"the job", {"\t"}},
                {"parts of the plan", {NULL}}};

    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct samples bytes = {.n = 0};
        struct child c;
        char text[96];
        double ms;

        if (!child_screen(&c, rows, cols, own_plan))
            return;
        child_quiet(&c, 1000);
        for (int k = 0; k < 4 && list[i].to[k] != NULL; k++)
            child_key(&c, list[i].to[k], &ms);
        for (int k = 0; k < 2 * rows; k++) {
            size_t n = child_key(&c, "j", &ms);

            if (n == 0) /* its end */
                break;
            samples_add(&bytes, (double)n);
        }
        child_end(&c);
        snprintf(text, sizeof text, "%s: cursor move, mean of %d", list[i].name, bytes.n);
        figures_row(text, samples_mean(&bytes), 0, "bytes", "200");
        figures_row("  most", samples_most(&bytes), 0, "bytes", "200");
    }
}

static void keys_on_plan(int rows, int cols)
{
    struct child c;
    double ms;

    if (!child_screen(&c, rows, cols, own_plan))
        return;
    child_quiet(&c, 1000);
    keys(&c, "plan: cursor move", "j", MOVES, "200");
    keys(&c, "plan: next plan", "]", 4, NULL);
    keys(&c, "plan: next pane", "\t", 4, NULL);
    keys(&c, "plan: one part more, recomputed", "+", 4, "1,500");
    keys(&c, "plan: undone, recomputed", "u", 4, "1,500");
    child_quiet(&c, IDLE_MS); /* the session is saved meanwhile */
    child_take(&c);
    child_quiet(&c, IDLE_MS);
    figures_row("plan: left alone for 2.5 s", (double)child_take(&c), 0, "bytes", "0");
    figures_row("plan: full repaint", (double)child_key(&c, "\014", &ms), 0, "bytes",
                rows <= 24 ? "4,000" : NULL);
    figures_row("plan: resident memory after all that", child_resident_mib(&c), 1, "MiB", "40");
    child_end(&c);
}

static void keys_on_wizard(int rows, int cols)
{
    struct child c;

    if (!child_screen(&c, rows, cols, fresh))
        return;
    child_quiet(&c, 1000);
    keys(&c, "wizard: another answer previewed", "k", MOVES, "1,500");
    keys(&c, "wizard: answer kept, next step", "\r", 5, NULL);
    keys(&c, "wizard: last step, to the plan", "\r", 1, NULL);
    keys(&c, "compare", "c", 1, NULL);
    keys(&c, "compare: cursor move", "j", 6, "200");
    child_end(&c);
}

int main(void)
{
    static const struct {
        int rows, cols;
    } size[] = {{24, 80}, {40, 140}};

    for (int i = 0; i < 2; i++) {
        char title[64];

        snprintf(title, sizeof title, "Screen of %dx%d", size[i].cols, size[i].rows);
        figures_head(title);
        start_times("start, wizard", size[i].rows, size[i].cols, fresh);
        start_times("start, plan", size[i].rows, size[i].cols, own_plan);
        keys_on_wizard(size[i].rows, size[i].cols);
        keys_on_plan(size[i].rows, size[i].cols);
        lists_held(size[i].rows, size[i].cols);
    }
    figures_head("Commands");
    command_times("md");
    command_times("json");
    return 0;
}
