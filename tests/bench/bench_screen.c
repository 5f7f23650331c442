/*
 * bench_screen.c - the screen in figures: start to first full picture, bytes and time for each kind
 * of key, resident memory. A line a figure, never asserted.
 */
#include "tui/vt.c" /* the terminal in memory, as the tests have it */

#include "app/recompute.h"
#include "catalog/load.h"

#define RUNS 9

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, by_size);
    return x[n / 2];
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* From exec to the last byte of the first picture. */
static double first_screen(int rows, int cols)
{
    double start = now();
    struct vt *t = vt_open(rows, cols, NULL, NULL);
    double ms = now() - start - QUIET_MS; /* the wait for its end is ours */
    vt_close(t);
    return ms;
}

static long resident_kib(pid_t pid)
{
    char path[64], line[256];
    long kib = -1;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
    FILE *f = fopen(path, "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    }
    if (f != NULL)
        fclose(f);
    return kib;
}

static void key(struct vt *t, const char *what, const char *keys)
{
    vt_bytes(t);
    double start = now();
    vt_keys(t, keys);
    double ms = now() - start - QUIET_MS;
    printf("%-34s %6zu bytes %7.1f ms\n", what, vt_bytes(t), ms);
}

static void keys_at(int rows, int cols)
{
    struct vt *t = vt_open(rows, cols, NULL, NULL);
    printf("--- %dx%d\n", cols, rows);
    key(t, "wizard: next answer with preview", "Down");
    key(t, "wizard: answer kept, next step", "Enter");
    vt_keys(t, "Enter Enter Enter Enter");
    key(t, "wizard: last step to the plan", "Enter");
    key(t, "plan: next pane", "Tab");
    key(t, "plan: cursor move", "Down");
    key(t, "plan: another plan, recomputed", "]");
    key(t, "plan: undo, recomputed", "u");
    key(t, "compare", "c");
    key(t, "compare: cursor move", "Down");
    key(t, "everything anew", "C-l");
    printf("%-34s %6ld KiB\n", "resident memory", resident_kib(vt_pid(t)));
    vt_close(t);
}

static void recomputes(void)
{
    struct arena arena;
    struct facts facts;
    struct prices prices;
    struct err_info e = {0};
    static struct ui m;
    struct runs runs;
    double ms[RUNS], preview[RUNS];
    arena_init(&arena, 0);
    if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &arena, &facts, &prices, &e) != OK)
        return;
    struct moment day = {1796040000};
    recompute_init(&runs);
    if (model_init(&m, &facts, &prices, day, LANG_EN, &e) == OK) {
        m.candidate = m.doc.answers;
        for (int i = 0; i < RUNS; i++) {
            double start = now();
            recompute_run(&runs, &m, &e);
            ms[i] = now() - start;
            start = now();
            recompute_preview(&runs, &m);
            preview[i] = now() - start;
        }
        printf("%-34s %7.2f ms\n", "recompute", median(ms, RUNS));
        printf("%-34s %7.2f ms\n", "preview", median(preview, RUNS));
        printf("%-34s %6zu KiB\n", "arena of a result", runs.side[runs.front].used / 1024);
    }
    model_free(&m);
    recompute_free(&runs);
    arena_free(&arena);
}

int main(void)
{
    double ms[RUNS];
    for (int i = 0; i < RUNS; i++)
        ms[i] = first_screen(24, 80);
    printf("%-34s %7.1f ms\n", "start to first screen, 80x24", median(ms, RUNS));
    recomputes();
    keys_at(24, 80);
    keys_at(40, 140);
    return 0;
}
