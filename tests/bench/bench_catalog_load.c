/* Time to load the shipped catalog and the memory that its facts take; with the path of a price
 * file, what its offers add: those that plans want, all, and a query over all. */
#include <stdio.h>

#include "app/offers_query.h"
#include "bench/figures.h"
#include "catalog/load.h"

#define ROUNDS 40

struct world {
    struct arena arena;
    struct facts facts;
    struct prices prices;
};

static bool open_world(struct world *w)
{
    arena_init(&w->arena, 0);
    return catalog_load(DLRIG_BUILD_DIR "/catalog.sqlite", &w->arena, &w->facts, &w->prices,
                        NULL) == OK;
}

static void price_file(const char *path)
{
    struct samples few = {.n = 0}, all = {.n = 0}, sorted = {.n = 0}, grouped = {.n = 0};
    size_t best = 0, every = 0;

    for (int i = 0; i < 10; i++) {
        struct world w;
        struct offers_query q;
        struct offers_answer x;

        if (!open_world(&w))
            return;
        struct prices p = w.prices;
        double start = cpu_ms();
        catalog_load_best_prices(path, &w.arena, &w.facts, &p, NULL);
        samples_add(&few, cpu_ms() - start);
        best = p.offer_n;
        p = w.prices;
        start = cpu_ms();
        catalog_load_prices(path, &w.arena, &w.facts, &p, NULL);
        samples_add(&all, cpu_ms() - start);
        every = p.offer_n;
        offers_query_init(&q);
        q.accels = "nvidia-h100-sxm5-80";
        q.sort = OFFERS_BY_TFLOPS;
        start = cpu_ms();
        offers_query_run(&q, &w.facts, &p, &w.arena, &x, NULL);
        samples_add(&sorted, cpu_ms() - start);
        offers_query_init(&q);
        q.group = OFFERS_GROUP_REGION;
        start = cpu_ms();
        offers_query_run(&q, &w.facts, &p, &w.arena, &x, NULL);
        samples_add(&grouped, cpu_ms() - start);
        arena_free(&w.arena);
    }
    figures_head("Price file");
    figures_row("offers, all", (double)every, 0, "rows", NULL);
    figures_row("offers that plans want, with the catalog's", (double)best, 0, "rows", NULL);
    figures_times("load of those", &few, NULL);
    figures_times("load of all", &all, NULL);
    figures_times("query of one card, sorted", &sorted, "16");
    figures_times("query of all, grouped by region", &grouped, "16");
}

int main(int argc, char **argv)
{
    struct samples took = {.n = 0};
    size_t bytes = 0, offers = 0;

    if (argc > 1) {
        price_file(argv[1]);
        return 0;
    }
    for (int i = 0; i < ROUNDS; i++) {
        struct world w;
        double start = cpu_ms();

        if (!open_world(&w)) {
            puts("catalog load: no catalog.sqlite in the build folder");
            return 1;
        }
        samples_add(&took, cpu_ms() - start);
        bytes = w.arena.used;
        offers = w.prices.offer_n;
        arena_free(&w.arena);
    }
    figures_head("Catalog");
    figures_times("load", &took, NULL);
    figures_row("offers", (double)offers, 0, "rows", NULL);
    figures_row("memory of the facts", (double)bytes / (1024 * 1024), 2, "MiB", NULL);
    return 0;
}
