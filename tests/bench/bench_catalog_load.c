/* Time to load the shipped catalog, and the memory that its facts take. Prints, never asserts. */
#include <stdio.h>
#include <time.h>

#include "catalog/load.h"

#define ROUNDS 40

static double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(void)
{
    double best = 1e9, sum = 0;
    size_t bytes = 0, offers = 0;

    for (int i = 0; i < ROUNDS; i++) {
        struct arena a;
        struct facts f;
        struct prices p;
        double start = now_ms(), took;

        arena_init(&a, 0);
        if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &a, &f, &p, NULL) != OK) {
            puts("catalog load: no catalog.sqlite in the build folder");
            return 1;
        }
        took = now_ms() - start;
        best = took < best ? took : best;
        sum += took;
        bytes = a.used;
        offers = p.offer_n;
        arena_free(&a);
    }
    printf("catalog load: best %.1f ms, mean %.1f ms of %d; %zu offers, %.1f MiB\n", best,
           sum / ROUNDS, ROUNDS, offers, (double)bytes / (1024 * 1024));
    return 0;
}
