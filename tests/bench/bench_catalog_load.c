/* Time to load the shipped catalog, and the memory that its facts take. */
#include <stdio.h>

#include "bench/figures.h"
#include "catalog/load.h"

#define ROUNDS 40

int main(void)
{
    struct samples took = {.n = 0};
    size_t bytes = 0, offers = 0;

    for (int i = 0; i < ROUNDS; i++) {
        struct arena a;
        struct facts f;
        struct prices p;
        double start = cpu_ms();

        arena_init(&a, 0);
        if (catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &a, &f, &p, NULL) != OK) {
            puts("catalog load: no catalog.sqlite in the build folder");
            return 1;
        }
        samples_add(&took, cpu_ms() - start);
        bytes = a.used;
        offers = p.offer_n;
        arena_free(&a);
    }
    figures_head("Catalog");
    figures_times("load", &took, NULL);
    figures_row("offers", (double)offers, 0, "rows", NULL);
    figures_row("memory of the facts", (double)bytes / (1024 * 1024), 2, "MiB", NULL);
    return 0;
}
